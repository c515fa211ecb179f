//! The post office by itself: claims, tries, files and headers.

use super::app::new_database;
use super::mail::letter;
use super::play::join_all;
use super::smtp::{Received, Security, Sink};
use chrono::Duration;
use std::collections::BTreeSet;
use std::sync::Arc;
use turnwise::clock::Clock;
use turnwise::db::letters::{self, LetterRow, Outcome};
use turnwise::db::{Conn, Db};
use turnwise::error::Result;
use turnwise::mail::content::Content;
use turnwise::mail::deliver::{Compose, Draft, Post, Step, Verdict};
use turnwise::mail::transport::{Transport, mailbox};

/// Composes the same letter for everybody.
struct Same(Draft);

impl Compose for Same {
    fn compose(&self, _: &mut Conn, _: &LetterRow) -> Result<Verdict> {
        Ok(Verdict::Send(Box::new(self.0.clone())))
    }
}

fn draft() -> Draft {
    Draft {
        name: "anna".to_owned(),
        address: "anna@example.org".to_owned(),
        content: Content::YourTurn(letter()),
        picture: None,
        thread: Some("match".to_owned()),
        unsubscribe: Some("https://turnwise.example/u".to_owned()),
    }
}

/// An outbox without anything around it, and a clock to be moved by hand.
pub struct Desk {
    url: String,
    db: Db,
    clock: Clock,
    pub draft: Draft,
    _folder: Option<tempfile::TempDir>,
}

impl Desk {
    pub fn open() -> Option<Desk> {
        let (url, folder) = new_database()?;
        let db = Db::connect(&url).expect("the database");
        let clock = Clock::standing_at(Clock::of_the_machine().now());
        Some(Desk { url, db, clock, draft: draft(), _folder: folder })
    }

    /// A post office as another process would open it: with its own connections.
    pub fn office(&self, transport: Transport) -> Arc<Post> {
        let db = Db::connect(&self.url).expect("the database");
        let from = mailbox(Some("Turnwise"), "turnwise@example.org").expect("an address");
        let composer = Arc::new(Same(self.draft.clone()));
        Arc::new(Post::new(db, self.clock.clone(), transport, composer, from))
    }

    pub async fn queue(&self, id: &str) {
        let row = LetterRow::new(id.to_owned(), "anna", "your_turn", self.clock.now());
        self.db.write(move |conn| letters::enqueue(conn, &row)).await.expect("a row");
    }

    async fn rows(&self) -> Vec<LetterRow> {
        self.db.read(|conn| letters::of_account(conn, "anna", 1_000)).await.expect("rows")
    }
}

/// What became of the letter that is due; `None` when none is.
pub async fn outcome(office: &Post) -> Option<Outcome> {
    match office.deliver_one().await.expect("a step") {
        Step::Did(_, outcome) => Some(outcome),
        Step::Nothing => None,
    }
}

pub fn memory() -> (Transport, impl Fn() -> Vec<Received>) {
    let sent = Arc::default();
    let transport = Transport::Memory(Arc::clone(&sent));
    let read = move || {
        let sent = sent.lock().unwrap();
        sent.iter().map(|s| Received { to: s.to.clone(), raw: s.raw.clone() }).collect()
    };
    (transport, read)
}

#[actix_web::test]
async fn two_post_offices_on_one_database_send_each_letter_once() {
    const ROUNDS: usize = 80;
    let Some(desk) = Desk::open() else { return };
    let ((here, sent_here), (there, sent_there)) = (memory(), memory());
    let offices = [desk.office(here), desk.office(there)];
    for round in 0..ROUNDS {
        desk.queue(&format!("{round}")).await;
        join_all(offices.iter().map(|office| outcome(office)).collect()).await;
    }
    // Each alone, so that each has surely sent something.
    for (name, office) in ["here", "there"].into_iter().zip(&offices) {
        desk.queue(name).await;
        assert!(matches!(outcome(office).await, Some(Outcome::Sent(_))));
    }
    let (here, there) = (sent_here(), sent_there());
    assert_eq!(here.len() + there.len(), ROUNDS + 2, "each letter went out once");
    let ids = here.iter().chain(&there).map(|letter| letter.header("message-id").unwrap());
    assert_eq!(ids.collect::<BTreeSet<_>>().len(), ROUNDS + 2);
    let senders: BTreeSet<_> = desk.rows().await.into_iter().map(|row| row.claimed_by).collect();
    assert_eq!(senders.len(), 2, "each under a name of its own: {senders:?}");
}

#[actix_web::test]
async fn the_letters_of_a_sender_that_died_are_sent_by_another_after_five_minutes() {
    let Some(desk) = Desk::open() else { return };
    desk.queue("1").await;
    // This mail server takes the call and never says a word.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("smtp://{}", silent.local_addr().unwrap());
    let dying = desk.office(Transport::parse(&url, None).unwrap());
    let patience = std::time::Duration::from_millis(500);
    assert!(tokio::time::timeout(patience, dying.deliver_one()).await.is_err(), "it dies midway");
    assert_eq!(desk.rows().await[0].state, "claimed");
    let (transport, sent) = memory();
    let other = desk.office(transport);
    desk.clock.advance(Duration::seconds(299));
    assert!(outcome(&other).await.is_none(), "the claim still holds");
    desk.clock.advance(Duration::seconds(2));
    assert!(matches!(outcome(&other).await, Some(Outcome::Sent(_))));
    assert_eq!(sent().len(), 1);
}

#[actix_web::test]
async fn every_try_that_reaches_the_mail_server_carries_the_same_message_id() {
    let Some(desk) = Desk::open() else { return };
    desk.queue("match:7:anna:your_turn").await;
    let sink = Sink::start();
    let url = format!("smtp://127.0.0.1:{}", sink.port);
    let office = desk.office(Transport::parse(&url, None).unwrap());
    sink.bounce(&["451 the disk is full"]);
    let first = outcome(&office).await;
    assert!(matches!(&first, Some(Outcome::Retry(why, _)) if why.contains("full")), "{first:?}");
    desk.clock.advance(Duration::minutes(2));
    // The second try may be another process's.
    let other = desk.office(Transport::parse(&url, None).unwrap());
    assert!(matches!(outcome(&other).await, Some(Outcome::Sent(_))));
    let ids: Vec<_> = sink.tries().iter().map(|try_| try_.header("message-id").unwrap()).collect();
    assert_eq!(ids, ["<match.7.anna.your.turn@example.org>"; 2]);
    assert_eq!(sink.letters().len(), 1);
}

#[actix_web::test]
async fn a_letter_is_tried_for_a_day_and_then_given_up_with_the_reason() {
    let Some(desk) = Desk::open() else { return };
    desk.queue("1").await;
    let sink = Sink::start();
    let office =
        desk.office(Transport::parse(&format!("smtp://127.0.0.1:{}", sink.port), None).unwrap());
    sink.refuse(&["451 come again"; 100]);
    let began = desk.clock.now();
    let mut tries = 0;
    loop {
        match outcome(&office).await {
            Some(Outcome::Retry(_, at)) => {
                tries += 1;
                desk.clock.advance(at - desk.clock.now());
            }
            Some(Outcome::GivenUp(why)) => {
                assert!(why.contains("come again"), "{why}");
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(desk.clock.now() - began, Duration::hours(24), "the last try is after a day");
    assert!((10..20).contains(&tries), "{tries} tries");
    let row = desk.rows().await.remove(0);
    assert_eq!(row.state, "given_up");
    assert!(row.error.unwrap().contains("come again"));
    desk.clock.advance(Duration::days(30));
    assert!(outcome(&office).await.is_none(), "it is not tried any more");
}

#[actix_web::test]
async fn a_folder_holds_whole_letters_that_a_mail_program_can_read() {
    let Some(desk) = Desk::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mail = folder.path().join("not/yet/there");
    let url = format!("folder:{}", mail.display());
    let office = desk.office(Transport::parse(&url, None).unwrap());
    for id in ["one", "two"] {
        desk.queue(id).await;
        assert!(matches!(outcome(&office).await, Some(Outcome::Sent(_))));
    }
    let names: Vec<_> =
        std::fs::read_dir(&mail).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "one file a letter and nothing else: {names:?}");
    for name in names {
        let ending = std::path::Path::new(&name).extension();
        assert_eq!(ending.and_then(|ending| ending.to_str()), Some("eml"), "{name:?}");
        let raw = std::fs::read_to_string(mail.join(&name)).unwrap();
        assert!(!raw.replace("\r\n", "").contains(['\r', '\n']), "lines end with CR LF");
        assert!(raw.lines().all(|line| line.len() <= 998), "no line is too long to travel");
        let letter = Received { to: String::new(), raw };
        assert_eq!(letter.header("to").as_deref(), Some("anna <anna@example.org>"));
        assert_eq!(letter.header("mime-version").as_deref(), Some("1.0"));
        let kind = letter.header("content-type").unwrap();
        let boundary = kind.split("boundary=\"").nth(1).unwrap().trim_end_matches('"');
        let parts: Vec<_> = letter.raw.split(&format!("--{boundary}")).collect();
        assert_eq!(parts.len(), 4, "a head, the text, the HTML, an end: {}", letter.raw);
        assert!(parts[1].contains("text/plain") && parts[2].contains("text/html"));
        assert!(parts[3].starts_with("--"));
    }
}

#[actix_web::test]
async fn a_folder_that_cannot_be_written_keeps_the_letter_for_later() {
    let Some(desk) = Desk::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mail");
    std::fs::write(&path, "a file is in the way").unwrap();
    let url = format!("folder:{}", path.display());
    let office = desk.office(Transport::parse(&url, None).unwrap());
    desk.queue("1").await;
    assert!(matches!(outcome(&office).await, Some(Outcome::Retry(..))));
    std::fs::remove_file(&path).unwrap();
    desk.clock.advance(Duration::minutes(2));
    assert!(matches!(outcome(&office).await, Some(Outcome::Sent(_))));
}

#[actix_web::test]
async fn no_title_and_no_name_can_add_a_header_or_a_line() {
    let Some(mut desk) = Desk::open() else { return };
    let nasty = "Sunday\r\nBcc: eve@example.org\r\n\r\nSubject: \u{2028}Reply-To: eve\u{202e}";
    let mut about = letter();
    about.title = nasty.to_owned();
    about.handle = nasty.to_owned();
    about.players = vec![nasty.to_owned()];
    about.happened = vec![nasty.to_owned()];
    about.awaited.iter_mut().for_each(|awaited| awaited.name = nasty.to_owned());
    about.ranking.iter_mut().for_each(|place| place.name = nasty.to_owned());
    desk.draft.name = nasty.to_owned();
    let contents = [Content::MatchStarted as fn(_) -> _, Content::YourTurn, Content::MatchEnded]
        .map(|content| content(about.clone()));
    for (number, content) in contents.into_iter().enumerate() {
        desk.draft.content = content;
        let (transport, sent) = memory();
        let office = desk.office(transport);
        desk.queue(&number.to_string()).await;
        assert!(matches!(outcome(&office).await, Some(Outcome::Sent(_))));
        let sent = sent().remove(0);
        let (head, _) = sent.raw.split_once("\r\n\r\n").unwrap();
        let mut names: Vec<_> = head
            .split("\r\n")
            .filter(|line| !line.starts_with([' ', '\t']))
            .map(|line| line.split(':').next().unwrap().to_lowercase())
            .collect();
        names.sort();
        let expected = "auto-submitted content-transfer-encoding content-type date from \
            in-reply-to list-unsubscribe list-unsubscribe-post message-id mime-version references \
            subject to";
        assert_eq!(names.join(" "), expected);
        assert!(!head.contains('\u{202e}') && head.is_ascii());
        assert_eq!(sent.to, "anna@example.org");
        for line in sent.text().lines() {
            let broken = ["Bcc:", "Subject: Reply", "Reply-To"].iter().any(|b| line.starts_with(b));
            assert!(!broken, "a title broke a line: {line}");
        }
        assert!(sent.text().contains("Sunday Bcc: eve@example.org Subject: Reply-To: eve"));
    }
}

#[actix_web::test]
async fn a_mail_server_on_the_ipv6_loopback_is_on_this_machine() {
    for good in ["smtp://[::1]:2525", "smtp://[::1]", "smtps://[2001:db8::1]:465"] {
        assert!(Transport::parse(good, None).is_ok(), "{good}");
    }
    for bad in ["smtp://[2001:db8::1]:25", "smtp://[::1]:x", "smtp://::1", "smtp://[]:25"] {
        assert!(Transport::parse(bad, None).is_err(), "{bad}");
    }
    let Ok(sink) = Sink::at("[::1]:0", Security::Plain) else {
        println!("skipped: no letter over IPv6, because this machine has no [::1]");
        return;
    };
    let Some(desk) = Desk::open() else { return };
    let url = format!("smtp://[::1]:{}", sink.port);
    let office = desk.office(Transport::parse(&url, None).unwrap());
    desk.queue("1").await;
    assert!(matches!(outcome(&office).await, Some(Outcome::Sent(_))));
    assert_eq!(sink.letters().len(), 1);
}
