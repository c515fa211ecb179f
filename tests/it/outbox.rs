//! The post office by itself: claims, tries, files and headers.

use super::app::new_database;
use super::mail::letter;
use super::smtp::{Received, Security, Sink};
use chrono::Duration;
use diesel::connection::SimpleConnection;
use futures_util::future::join_all;
use lettre::Message;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use turnwise::clock::Clock;
use turnwise::db::letters::{self, LetterRow, Outcome};
use turnwise::db::{Db, Tx};
use turnwise::error::{Code, Error, Result};
use turnwise::mail::content::Content;
use turnwise::mail::kind::LetterKind;
use turnwise::mail::letter::{Draft, Postman};
use turnwise::mail::queue::{Carrier, Compose, Letter, Queue, Undelivered, Verdict};
use turnwise::mail::smtp::Server;
use turnwise::mail::transport::{Transport, mailbox};

/// Composes the same letter for everybody.
struct Same(Draft);

impl Compose<Draft> for Same {
    fn compose(&self, _: &mut Tx<'_>, _: &Letter) -> Result<Verdict<Draft>> {
        Ok(Verdict::Send(self.0.clone()))
    }
}

fn draft() -> Draft {
    Draft {
        name: "anna".to_owned(),
        address: "anna@example.org".to_owned(),
        content: Content::YourTurn(letter()),
        pictures: Vec::new(),
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
    pub fn office(&self, transport: Transport) -> Arc<Queue<Postman>> {
        let db = Db::connect(&self.url).expect("the database");
        let from = mailbox(Some("Turnwise"), "turnwise@example.org").expect("an address");
        let composer = Arc::new(Same(self.draft.clone()));
        Arc::new(Queue::new(db, self.clock.clone(), Postman::new(transport, from), composer))
    }

    pub async fn queue(&self, id: &str) {
        let letter = Letter::new(id.to_owned(), "anna", LetterKind::YourTurn, self.clock.now());
        self.db.write(move |tx| letter.enqueue(tx)).await.expect("a row");
    }

    async fn rows(&self) -> Vec<LetterRow> {
        self.db.read(|conn| letters::of_account(conn, "anna", 1_000)).await.expect("rows")
    }
}

/// What became of the letter that is due; `None` when none is.
pub async fn outcome(office: &Queue<Postman>) -> Option<Outcome> {
    office.deliver_one().await.expect("a step")
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
        join_all(offices.iter().map(|office| outcome(office))).await;
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
async fn the_letters_of_a_sender_that_died_are_sent_by_another_within_five_seconds() {
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
    desk.clock.advance(Duration::seconds(3));
    assert!(outcome(&other).await.is_none(), "the claim still holds");
    desk.clock.advance(Duration::milliseconds(1_500));
    assert!(matches!(outcome(&other).await, Some(Outcome::Sent(_))));
    assert_eq!(sent().len(), 1);
}

#[actix_web::test]
async fn a_letter_that_is_long_on_its_way_is_not_sent_by_another_too() {
    let Some(desk) = Desk::open() else { return };
    let desk = Desk { clock: Clock::of_the_machine(), ..desk };
    let sink = Sink::start();
    sink.dawdle(std::time::Duration::from_secs(7));
    let url = format!("smtp://127.0.0.1:{}", sink.port);
    let offices = [0, 1].map(|_| desk.office(Transport::parse(&url, None).unwrap()));
    desk.queue("1").await;
    let (over, until) = tokio::sync::watch::channel(false);
    let running = offices.map(|office| tokio::spawn(office.run(until.clone())));
    for _ in 0..400 {
        if desk.rows().await[0].state == "sent" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    over.send(true).unwrap();
    join_all(running).await;
    assert_eq!(sink.tries().len(), 1, "the claim was renewed");
    assert_eq!(desk.rows().await[0].state, "sent");
}

/// Answers these lines to the first commands of a conversation, and then no more.
fn hanging(answers: &'static [&'static str]) -> u16 {
    use std::io::{BufRead, BufReader, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                for answer in answers {
                    (&stream).write_all(format!("{answer}\r\n").as_bytes()).unwrap();
                    let _ = lines.next();
                }
                lines.for_each(drop);
            });
        }
    });
    port
}

#[actix_web::test]
async fn a_mail_server_that_hangs_anywhere_in_a_conversation_is_left_when_its_time_is_over() {
    let told: &'static [&'static str] =
        &["220 here", "250 8BITMIME", "250 ok", "250 ok", "354 go on"];
    for (answers, is_letters_fault) in
        [(&[][..], false), (&told[..1], false), (&told[..2], true), (told, true)]
    {
        let Some(desk) = Desk::open() else { return };
        let url = format!("smtp://127.0.0.1:{}", hanging(answers));
        let Ok(Transport::Smtp(server)) = Transport::parse(&url, None) else { panic!("{url}") };
        let patience = std::time::Duration::from_millis(300);
        let office = desk.office(Transport::Smtp(Server { patience, ..server }));
        desk.queue("1").await;
        let waited = tokio::time::timeout(patience * 10, outcome(&office)).await;
        match waited.expect("one limit for all of it") {
            Some(Outcome::PutBack(why, _)) if !is_letters_fault => assert!(why.contains("in time")),
            Some(Outcome::Retry(why, _)) if is_letters_fault => assert!(why.contains("in time")),
            other => panic!("{answers:?}: {other:?}"),
        }
    }
}

#[actix_web::test]
async fn after_a_long_outage_letters_go_as_soon_as_the_server_is_back() {
    const LETTERS: usize = 30;
    let Some(desk) = Desk::open() else { return };
    let port = super::postgres::free_port();
    let office = desk.office(Transport::parse(&format!("smtp://127.0.0.1:{port}"), None).unwrap());
    for id in 0..LETTERS {
        desk.queue(&id.to_string()).await;
    }
    // Nothing is there for ten minutes.
    for probe in 0..120 {
        let tried = outcome(&office).await;
        assert!(matches!(tried, Some(Outcome::PutBack(..))), "{probe}: {tried:?}");
        assert!(outcome(&office).await.is_none(), "one is tried, the others wait");
        desk.clock.advance(Duration::seconds(5));
    }
    assert!(desk.rows().await.iter().all(|row| row.error.is_some()), "each was tried in turn");
    let sink = Sink::at(&format!("127.0.0.1:{port}"), Security::Plain).expect("its port");
    for _ in 0..LETTERS {
        let sent = outcome(&office).await;
        assert!(matches!(sent, Some(Outcome::Sent(_))), "{sent:?}");
    }
    assert_eq!(sink.letters().len(), LETTERS);
    assert!(desk.rows().await.iter().all(|row| row.attempts == 1));
}

/// Puts off the letters whose name says so.
struct SomeLater(Draft);

impl Compose<Draft> for SomeLater {
    fn compose(&self, _: &mut Tx<'_>, letter: &Letter) -> Result<Verdict<Draft>> {
        Ok(match letter.id.starts_with("later") {
            true => Verdict::Later("too many".to_owned(), Duration::minutes(10)),
            false => Verdict::Send(self.0.clone()),
        })
    }
}

#[actix_web::test]
async fn letters_that_are_put_off_use_up_no_probe_of_a_mail_server_that_was_away() {
    let Some(desk) = Desk::open() else { return };
    let port = super::postgres::free_port();
    let transport = Transport::parse(&format!("smtp://127.0.0.1:{port}"), None).unwrap();
    let from = mailbox(Some("Turnwise"), "turnwise@example.org").expect("an address");
    let (db, composer) = (Db::connect(&desk.url).unwrap(), SomeLater(desk.draft.clone()));
    let postman = Postman::new(transport, from);
    let office = Queue::new(db, desk.clock.clone(), postman, Arc::new(composer));
    desk.queue("first").await;
    assert!(matches!(outcome(&office).await, Some(Outcome::PutBack(..))));
    for id in 0..20 {
        desk.queue(&format!("later-{id}")).await;
    }
    let sink = Sink::at(&format!("127.0.0.1:{port}"), Security::Plain).expect("its port");
    desk.clock.advance(Duration::seconds(5));
    for _ in 0..21 {
        assert!(outcome(&office).await.is_some(), "one after the other");
    }
    assert_eq!(sink.letters().len(), 1);
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
async fn only_a_refusal_of_the_receiver_speaks_of_them() {
    let Some(desk) = Desk::open() else { return };
    desk.queue("1").await;
    let sink = Sink::start();
    let office =
        desk.office(Transport::parse(&format!("smtp://127.0.0.1:{}", sink.port), None).unwrap());
    // The same sender for everybody: all letters wait until it is mended.
    for answer in ["553 5.7.1 not your address", "550 relaying denied", "450 too many"] {
        sink.refuse_senders(&[answer]);
        let held = outcome(&office).await;
        assert!(
            matches!(&held, Some(Outcome::PutBack(why, _)) if why.contains("MAIL FROM")),
            "{held:?}"
        );
        desk.clock.advance(Duration::seconds(5));
    }
    // Nor is what the operator has to arrange with the server the receiver's doing.
    sink.refuse(&["550 5.7.1 relaying denied"]);
    let Some(Outcome::Retry(why, at)) = outcome(&office).await else { panic!("it is given up") };
    assert!(why.contains("relaying"), "{why}");
    desk.clock.advance(at - desk.clock.now());
    sink.bounce(&["550 5.1.1 it looks like spam"]);
    let Some(Outcome::Retry(_, at)) = outcome(&office).await else { panic!("it is given up") };
    desk.clock.advance(at - desk.clock.now());
    sink.refuse(&["550 5.1.1 nobody of this name"]);
    let gone = outcome(&office).await;
    assert!(matches!(&gone, Some(Outcome::Refused(why)) if why.contains("nobody")), "{gone:?}");
    assert!(sink.letters().is_empty());
}

#[actix_web::test]
async fn why_a_letter_is_not_sent_is_told_without_its_receiver() {
    let sink = Sink::start();
    let url = format!("smtp://127.0.0.1:{}", sink.port);
    let transport = Transport::parse(&url, None).unwrap();
    let letter = Message::builder()
        .from("turnwise@example.org".parse().unwrap())
        .to("anna@example.org".parse().unwrap())
        .body("Your turn".to_owned())
        .unwrap();
    for (refuse, brief) in [
        ("550 no anna@example.org here", "RCPT TO: the mail server answers 550"),
        ("451 anna@example.org comes later", "RCPT TO: the mail server answers 451"),
    ] {
        sink.refuse(&[refuse]);
        let (Undelivered::Permanent(why) | Undelivered::Transient(why)) =
            transport.send(letter.clone(), "1").await.unwrap_err()
        else {
            panic!("it speaks of the receiver");
        };
        assert_eq!(why.brief, brief);
        assert!(why.whole.contains("anna@example.org"), "{why:?}");
    }
    sink.refuse_senders(&["553 turnwise@example.org is not yours"]);
    let Undelivered::Unreachable(why) = transport.send(letter, "1").await.unwrap_err() else {
        panic!("it speaks of the sender");
    };
    assert!(why.brief.contains("turnwise@example.org is not yours"), "{why:?}");
    // A server that knows ASCII alone takes no such sender, whoever is written to.
    for (from, to, speaks_of_receiver) in [
        ("grüße@example.org", "anna@example.org", false),
        ("turnwise@example.org", "änne@example.org", true),
    ] {
        let letter = Message::builder().from(from.parse().unwrap()).to(to.parse().unwrap());
        let said = transport.send(letter.body("Your turn".to_owned()).unwrap(), "1").await;
        let refused = matches!(said, Err(Undelivered::Permanent(_)));
        let waits = matches!(said, Err(Undelivered::Unreachable(_)));
        assert_eq!((refused, waits), (speaks_of_receiver, !speaks_of_receiver), "{said:?}");
    }
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
async fn a_letter_that_has_waited_for_days_is_not_given_up_at_the_first_refusal() {
    let Some(desk) = Desk::open() else { return };
    desk.queue("1").await;
    desk.clock.advance(Duration::days(2));
    let sink = Sink::start();
    let office =
        desk.office(Transport::parse(&format!("smtp://127.0.0.1:{}", sink.port), None).unwrap());
    sink.refuse(&["451 come again"; 4]);
    for _ in 0..4 {
        let Some(Outcome::Retry(_, at)) = outcome(&office).await else { panic!("it is given up") };
        assert!(at > desk.clock.now());
        desk.clock.advance(at - desk.clock.now());
    }
    assert!(matches!(outcome(&office).await, Some(Outcome::Sent(_))));
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
    assert!(matches!(outcome(&office).await, Some(Outcome::PutBack(..))));
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
        crate::skipped!("no letter over IPv6, because this machine has no [::1]");
        return;
    };
    let Some(desk) = Desk::open() else { return };
    let url = format!("smtp://[::1]:{}", sink.port);
    let office = desk.office(Transport::parse(&url, None).unwrap());
    desk.queue("1").await;
    assert!(matches!(outcome(&office).await, Some(Outcome::Sent(_))));
    assert_eq!(sink.letters().len(), 1);
}

#[actix_web::test]
async fn a_letter_of_a_kind_that_is_not_known_waits_for_who_knows_it_and_keeps_no_other_back() {
    let Some(desk) = Desk::open() else { return };
    let row = LetterRow::new("1".to_owned(), "anna", "love_letter", desk.clock.now());
    desk.db.write(move |tx| letters::enqueue(tx, &row)).await.unwrap();
    let (transport, sent) = memory();
    let office = desk.office(transport);
    assert!(matches!(outcome(&office).await, Some(Outcome::Retry(..))));
    desk.queue("2").await;
    assert!(matches!(outcome(&office).await, Some(Outcome::Sent(_))));
    assert_eq!(sent().len(), 1);
    let listed = desk.db.read(|conn| Letter::newest(conn, "anna", 10)).await;
    assert!(listed.unwrap_err().detail.contains("love_letter"), "the word is named");
}

/// Carries words, and reports what happened to each.
struct Pigeon(Mutex<Vec<&'static str>>);

impl Carrier for Pigeon {
    type Kept = LetterRow;
    type Message = &'static str;
    async fn carry(&self, _: &Letter, message: &'static str) -> Result<(), Undelivered> {
        match message {
            "hawk" => Err(Undelivered::Permanent("a hawk was faster".into())),
            _ => {
                self.0.lock().unwrap().push(message);
                Ok(())
            }
        }
    }
}

/// Everybody is told what the id of their letter says.
struct Ids;

impl Compose<&'static str> for Ids {
    fn compose(&self, _: &mut Tx<'_>, letter: &Letter) -> Result<Verdict<&'static str>> {
        Ok(match letter.id.as_str() {
            "1" => Verdict::Send("coo"),
            "2" => Verdict::Send("hawk"),
            _ => Verdict::Withdraw("nobody listens".to_owned()),
        })
    }
}

#[actix_web::test]
async fn what_is_not_a_letter_travels_by_the_same_queue() {
    let Some(desk) = Desk::open() else { return };
    let pigeon = Pigeon(Mutex::default());
    let queue = Queue::new(desk.db.clone(), desk.clock.clone(), pigeon, Arc::new(Ids));
    let queue = Arc::new(queue);
    for id in ["1", "2", "3"] {
        desk.queue(id).await;
    }
    let (over, until) = tokio::sync::watch::channel(false);
    let running = tokio::spawn(queue.clone().run(until));
    let ended = async || {
        let rows = desk.rows().await;
        rows.iter().map(|row| (row.id.clone(), row.state.clone())).collect::<BTreeSet<_>>()
    };
    let expected = [("1", "sent"), ("2", "given_up"), ("3", "withdrawn")];
    let expected = expected.map(|(id, state)| (id.to_owned(), state.to_owned())).into();
    for _ in 0..400 {
        if ended().await == expected {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    assert_eq!(ended().await, expected);
    over.send(true).unwrap();
    running.await.unwrap();
}

/// Composes at last, after these have come between.
struct Between(Mutex<Vec<&'static str>>);

impl Compose<&'static str> for Between {
    fn compose(&self, tx: &mut Tx<'_>, _: &Letter) -> Result<Verdict<&'static str>> {
        match self.0.lock().unwrap().pop() {
            Some("an outage") => Err(Error::new(Code::DatabaseUnavailable, "It is away.")),
            Some("a circle") => Err(Error::new(Code::Busy, "Others write the same.")),
            Some("a newer server") => {
                Err(Error::new(Code::NewerThanThisServer, "It went on elsewhere."))
            }
            Some("a colleague") => {
                tx.batch_execute("UPDATE letters SET claimed_by = 'a colleague'")?;
                Ok(Verdict::Send("coo"))
            }
            _ => Ok(Verdict::Send("coo")),
        }
    }
}

#[actix_web::test]
async fn a_letter_that_is_not_composed_while_the_database_is_away_is_due_soon_and_costs_no_try() {
    let Some(desk) = Desk::open() else { return };
    let between = ["a newer server", "an outage", "a circle", "a colleague"];
    let composer = Arc::new(Between(Mutex::new(between.to_vec())));
    let pigeon = Pigeon(Mutex::default());
    let queue = Queue::new(desk.db.clone(), desk.clock.clone(), pigeon, composer);
    desk.queue("1").await;
    for what in between[1..].iter().rev() {
        let outcome = queue.deliver_one().await.expect("a step");
        assert!(matches!(outcome, Some(Outcome::PutBack(..))), "{what}: {outcome:?}");
        let row = desk.rows().await.remove(0);
        assert_eq!((&*row.state, row.attempts), ("queued", 0), "{what}");
        desk.clock.advance(Duration::seconds(5));
        assert!(row.due_at <= desk.clock.now(), "{what}");
    }
    // What may take days is asked for ever more seldom.
    let outcome = queue.deliver_one().await.expect("a step");
    assert!(matches!(outcome, Some(Outcome::Retry(..))), "{outcome:?}");
    assert_eq!(desk.rows().await.remove(0).attempts, 1);
    desk.clock.advance(Duration::hours(1));
    assert!(matches!(queue.deliver_one().await.expect("a step"), Some(Outcome::Sent(_))));
}
