//! Letters: what they say, when they are sent, and when they are not.

use super::app::{Caller, PASSWORD, Wish, awaited, begun};
use crate::start_or_skip;
use chrono::Duration;
use serde_json::json;
use std::cell::Cell;
use std::path::Path;
use turnwise::clock::Clock;
use turnwise::mail::content::{
    Awaited, Content, Digest, Gone, MatchLetter, Part, Place, Shown, Stranger, WayOff,
};
use turnwise::mail::picture::Picture;
use turnwise::mail::sign_in::SignInChange;
use turnwise::mail::transport::Transport;

#[actix_web::test]
async fn the_next_player_learns_what_happened_and_where_to_play() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({ "title": "Sunday evening" })).await;
    let first = awaited(&anna.look(&id).await);
    let mut seen = anna.look(&id).await;
    while awaited(&seen) == first {
        seen = people[first].play_any(&id, |_| true).await;
    }
    let other = format!("{}@example.org", people[1 - first].handle);
    let letter = app.letter(&other, "Sunday evening: it is your turn").await;
    let text = letter.text();
    assert!(text.contains(&format!("{} settles", people[first].handle)), "{text}");
    assert!(text.contains(&format!("/matches/{id}")));
    assert!(text.contains(seen["hash"].as_str().unwrap()), "the head hash is in the letter");
    assert!(letter.raw.contains("text/plain") && letter.raw.contains("text/html"));
    assert!(letter.header("references").unwrap().contains(&id));
    let since = people[0].look(&id).await["seats"][1 - first]["awaited_since"].clone();
    let since: chrono::DateTime<chrono::Utc> = since.as_str().unwrap().parse().unwrap();
    let waits = format!(
        "The match has been waiting for you since {}.",
        since.format("%-d %B %Y, %H:%M UTC")
    );
    assert!(text.contains(&waits), "{text}");
    assert_eq!(letter.header("auto-submitted").as_deref(), Some("auto-generated"));
}

#[actix_web::test]
async fn a_turn_already_played_when_the_letter_is_due_needs_no_letter() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    // The mail server is busy for as long as the first turns take.
    let id = begun(&people, json!({})).await;
    app.letter("anna@example.org", "begins").await;
    app.sink.refuse(&["451 later"; 256]);
    let (mut last, mut turns) = (awaited(&anna.look(&id).await), 0);
    for _ in 0..400 {
        if turns == 4 {
            break;
        }
        clock.advance(Duration::milliseconds(1));
        people[last].play_any(&id, |_| true).await;
        let next = awaited(&anna.look(&id).await);
        turns += usize::from(next != last);
        last = next;
    }
    assert_eq!(turns, 4, "turns end");
    let states = async |who: &Caller<'_>| {
        let letters = who.get("/api/v1/me/letters").await.expect(200);
        let letters = letters["items"].as_array().unwrap().iter();
        let turns = letters.filter(|letter| letter["kind"] == "your_turn");
        turns.map(|letter| letter["state"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut seen = (Vec::new(), Vec::new());
    for _ in 0..400 {
        let (waiting, done) = (states(people[last]).await, states(people[1 - last]).await);
        let due = |states: &[String]| states.iter().filter(|state| *state != "withdrawn").count();
        assert!(!waiting.contains(&"sent".to_owned()) && !done.contains(&"sent".to_owned()));
        if (due(&waiting), due(&done)) == (1, 0) && !done.is_empty() {
            return;
        }
        seen = (waiting, done);
        clock.advance(Duration::seconds(1));
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("letters about turns that are played are still due: {seen:?}");
}

#[actix_web::test]
async fn a_letter_that_fails_is_tried_again_later_and_given_up_after_a_day_with_the_reason() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    app.person("anna").await;
    let password = Cell::new(PASSWORD);
    // A letter says so each time.
    let change = async |next: &'static str| {
        let current = password.replace(next);
        let anna = app.sign_in("anna", current).await;
        let change = json!({ "password": next, "current_password": current });
        anna.patch("/api/v1/me", change).await.expect(200);
    };
    // The second answer blames the sender's password: that is no reason to give up.
    app.sink.refuse(&["451 try later", "535 wrong password"]);
    change("the first of some others").await;
    let state = async || {
        // Access tokens expire with the clock, and end with the password.
        let anna = app.sign_in("anna", password.get()).await;
        anna.get("/api/v1/me/letters").await.expect(200)["items"][0].clone()
    };
    let until = async |attempts: i64, wanted: &str| {
        for _ in 0..400 {
            let letter = state().await;
            if letter["attempts"] == attempts && letter["state"] == wanted {
                return letter;
            }
            tokio::time::sleep(std::time::Duration::from_millis(25)).await;
        }
        panic!("{}", state().await)
    };
    let failed = until(1, "queued").await;
    assert!(failed["error"].as_str().unwrap().contains("try later"));
    clock.advance(Duration::seconds(61));
    until(2, "queued").await;
    clock.advance(Duration::minutes(6));
    until(3, "sent").await;
    let tries: Vec<_> = app.sink.letters();
    assert_eq!(
        tries.iter().filter(|l| l.header("subject").unwrap().contains("password")).count(),
        1
    );
    // Nobody can take the next one for a day; its reader finds out why.
    app.sink.refuse(&["451 the mailbox is full"; 5]);
    change("the second of some others").await;
    until(1, "queued").await;
    clock.advance(Duration::hours(23));
    until(2, "queued").await;
    clock.advance(Duration::hours(1));
    until(3, "queued").await;
    clock.advance(Duration::hours(1));
    until(4, "queued").await;
    clock.advance(Duration::hours(1));
    let given_up = until(5, "given_up").await;
    assert!(given_up["error"].as_str().unwrap().contains("the mailbox is full"), "{given_up}");
    // A receiver refused for good is not tried again.
    app.sink.refuse(&["550 no such user"]);
    change("the third of some others").await;
    until(1, "given_up").await;
}

#[actix_web::test]
async fn unconfirmed_and_muted_people_get_no_letters_about_matches() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let new = json!({ "handle": "ben", "email": "ben@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    let ben = app.sign_in("ben", PASSWORD).await;
    anna.patch("/api/v1/me", json!({ "muted": ["match_started", "your_turn"] })).await.expect(200);
    begun(&[&ben, &anna], json!({})).await;
    begun(&[&anna, &ben], json!({})).await;
    for (person, why) in [(&anna, "not wanted"), (&ben, "not confirmed")] {
        let notices = app.dropped(&person.handle, 1).await;
        let begun = notices.iter().find(|notice| notice.kind == "match_started");
        let reason = begun.and_then(|notice| notice.reason.clone()).expect("it is dropped");
        assert!(reason.contains(why), "{reason}");
        let letters = person.get("/api/v1/me/letters").await.expect(200);
        let about =
            letters["items"].as_array().unwrap().iter().filter(|l| !l["match_id"].is_null());
        assert_eq!(about.count(), 0);
    }
}

/// A letter that says everything a letter about a match can say.
pub fn letter() -> MatchLetter {
    let since = |hour: u8| Some(format!("9 November 2026, {hour:02}:05 UTC"));
    let awaited =
        |name: &str, hour, you| Awaited { name: name.to_owned(), since: since(hour), you };
    MatchLetter {
        handle: "anna".to_owned(),
        title: "Sunday <b>evening</b>\r\nBcc: eve@example.org".to_owned(),
        game: "Bora Bora".to_owned(),
        players: ["anna", "ben", "cleo", "don"].map(str::to_owned).to_vec(),
        awaited: vec![
            awaited("cleo", 7, false),
            awaited("anna", 18, true),
            awaited("don", 19, false),
        ],
        due: since(21),
        happened: vec!["ben settles the central plain.".to_owned(), "Round 2 begins.".to_owned()],
        left_out: 3,
        ranking: vec![
            Place { place: 1, name: "ben".to_owned(), points: 141, measure: None },
            Place { place: 2, name: "anna".to_owned(), points: 97, measure: None },
        ],
        unread: 3,
        link: "https://turnwise.example/matches/1".to_owned(),
        receipt: "turnwise-receipt-1 1 57 c0ffee 2026-11-09T18:05:00.000000Z key signature"
            .to_owned(),
        unsubscribe: "https://turnwise.example/letters/unsubscribe?token=t".to_owned(),
    }
}

/// A picture as a letter names it; the words of a letter do not hold its bytes.
fn picture() -> Shown {
    let alt = "The islands. Round 2, the dice. anna (A) is to act.\n\"Points\": anna (A) 7 <b>.";
    let picture =
        Picture { png: vec![], alt: alt.to_owned(), width: 1010, height: 700, marked: true };
    Shown::of(&picture, "board.1@turnwise.example")
}

#[test]
fn every_letter_reads_as_it_was_agreed() {
    let link = || "https://turnwise.example/confirm?token=t".to_owned();
    let handle = || "anna".to_owned();
    let ended = || MatchLetter { happened: Vec::new(), left_out: 0, ..letter() };
    let begun = || MatchLetter { ranking: Vec::new(), ..ended() };
    let mut waits = begun();
    waits.awaited.retain(|awaited| !awaited.you);
    let mut tied = ended();
    tied.ranking[1].place = 1;
    let turn = || MatchLetter { ranking: Vec::new(), ..letter() };
    let invitation = |link: &str| Content::Invitation {
        host: "ben".to_owned(),
        letter: MatchLetter {
            players: vec!["ben".to_owned(), "Robot Sensible 1".to_owned()],
            awaited: Vec::new(),
            link: link.to_owned(),
            ..begun()
        },
    };
    let untimed = || MatchLetter { due: None, happened: Vec::new(), left_out: 0, ..turn() };
    let other = |mut letter: MatchLetter| {
        letter.awaited.retain(|awaited| !awaited.you);
        letter
    };
    let named = |title: &str, letter: MatchLetter| MatchLetter {
        title: format!("{title}: {}", letter.title),
        link: letter.link.clone() + &title.to_lowercase().replace(' ', "-"),
        ..letter
    };
    let digest = |contents: Vec<Content>| {
        let parts = contents.into_iter().enumerate();
        let part = |(at, content)| Part { content, picture: (at == 1).then_some(0) };
        Content::Digest(Digest {
            handle: "anna".to_owned(),
            parts: parts.map(part).collect(),
            due: Some("Tuesday 18:00 UTC".to_owned()),
            settings: "https://turnwise.example/account/letters".to_owned(),
            unsubscribe: letter().unsubscribe,
        })
    };
    let over = || {
        let day = chrono::NaiveDate::from_ymd_opt(2026, 12, 9).unwrap();
        day.and_hms_opt(7, 5, 0).unwrap()
    };
    let said_over = || "9 December 2026, 07:05 UTC".to_owned();
    let (open, private) = (letter().link, letter().link + "?invitation=0123456789abcdef01234567");
    let way_off = |host: &str| WayOff {
        handle: handle(),
        way: "our\nchannel".to_owned(),
        host: host.to_owned(),
        why: "The host answered 500.".to_owned(),
        link: "https://turnwise.example/account/notices".to_owned(),
    };
    let letters = [
        ("confirm_address", Content::ConfirmAddress { handle: handle(), link: link(), hours: 24 }),
        ("reset_password", Content::ResetPassword { handle: handle(), link: link(), hours: 24 }),
        ("address_taken", Content::AddressTaken { handle: handle(), link: link() }),
        ("address_changed", Content::AddressChanged { handle: handle() }),
        (
            "sign_in_changed",
            Content::SignInChanged { handle: handle(), what: SignInChange::Password, link: link() },
        ),
        ("way_off", Content::WayOff(way_off("discord.com"))),
        ("way_off_browser", Content::WayOff(way_off(""))),
        ("invitation", invitation(&open)),
        ("invitation_private", invitation(&private)),
        (
            "invitation_declined",
            Content::InvitationDeclined {
                who: "ben".to_owned(),
                why: "I am away until Easter.\nBcc: eve@example.org".to_owned(),
                letter: begun(),
            },
        ),
        (
            "invitation_by_address",
            Content::InvitationByAddress(Stranger {
                host: "ben".to_owned(),
                game: "Bora Bora".to_owned(),
                players: vec!["ben".to_owned(), "cleo".to_owned()],
                link: "https://turnwise.example/invited?token=t".to_owned(),
                until: over(),
                never: "https://turnwise.example/invited/never?token=t".to_owned(),
            }),
        ),
        ("take_over", Content::TakeOver { from: "ben".to_owned(), letter: begun() }),
        (
            "proposal_over",
            Content::ProposalOver {
                said: "ben proposes to end the pause.".to_owned(),
                came: "agreed on",
                letter: begun(),
            },
        ),
        ("match_started", Content::MatchStarted(begun())),
        ("match_started_waits", Content::MatchStarted(waits)),
        ("your_turn", Content::YourTurn(turn())),
        ("your_turn_pictured", Content::YourTurn(turn())),
        ("your_turn_timeless", Content::YourTurn(MatchLetter { due: None, ..turn() })),
        ("last_call", Content::LastCall(turn())),
        ("reminder", Content::Reminder { gone: Gone::Half, letter: turn() }),
        ("reminder_late", Content::Reminder { gone: Gone::All, letter: turn() }),
        (
            "timed_out",
            Content::TimedOut {
                follows: "You have one more day, this once.".to_owned(),
                letter: begun(),
            },
        ),
        (
            "proposal",
            Content::Proposal {
                said: "ben proposes to go back to event 12. All must agree by 9 December 2026, \
                       07:05 (UTC)."
                    .to_owned(),
                letter: begun(),
            },
        ),
        (
            "about_to_expire",
            Content::AboutToExpire { over: said_over(), rated: true, letter: turn() },
        ),
        (
            "about_to_expire_open",
            Content::AboutToExpire {
                over: said_over(),
                rated: false,
                letter: MatchLetter { awaited: vec![], ..turn() },
            },
        ),
        ("match_ended", Content::MatchEnded(ended())),
        ("match_ended_pictured", Content::MatchEnded(ended())),
        ("match_ended_tied", Content::MatchEnded(tied)),
        (
            "digest_called",
            digest(vec![
                Content::LastCall(named("Late", turn())),
                Content::YourTurn(named("Slow", turn())),
            ]),
        ),
        (
            "digest_called_twice",
            digest(vec![
                Content::LastCall(named("Late", turn())),
                Content::LastCall(named("Later", turn())),
            ]),
        ),
        (
            "digest_pictured",
            digest(vec![
                Content::YourTurn(named("Quick", turn())),
                Content::YourTurn(named("Slow", turn())),
                Content::Reminder { gone: Gone::All, letter: named("Open end", untimed()) },
                invitation(&private),
                Content::MatchStarted(named("New", other(begun()))),
                Content::MatchEnded(named("Old", ended())),
                Content::TimedOut {
                    follows: "You have one more day, this once.".to_owned(),
                    letter: named("Missed", begun()),
                },
            ]),
        ),
        (
            "digest_ended",
            digest(vec![
                Content::MatchEnded(named("Old", ended())),
                Content::MatchEnded(named("Older", ended())),
            ]),
        ),
    ];
    for (name, content) in letters {
        let picture = name.ends_with("pictured").then(picture);
        let rendered = content.render(&[picture]).expect("words");
        assert!(!rendered.subject.contains(['\r', '\n']), "a subject is one line");
        assert!(!rendered.html.contains("<b>evening"), "a title cannot bring HTML along");
        assert!(!rendered.html.contains("font-size:0"));
        let (images, inside) =
            (rendered.html.matches("<img"), rendered.html.matches("<img src=\"cid:"));
        assert_eq!(images.count(), inside.count(), "nothing is fetched from anywhere");
        let whole = format!(
            "Subject: {}\n\n{}\n----\n{}\n",
            rendered.subject, rendered.text, rendered.html
        );
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden")
            .join(format!("{name}.letter"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &whole).expect("the letter is written");
        }
        let agreed = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(whole, agreed, "{name}: UPDATE=1 cargo test rewrites it");
    }
}

#[actix_web::test]
async fn plain_smtp_is_for_this_machine_only() {
    assert!(Transport::parse("smtp://127.0.0.1:25", None).is_ok());
    assert!(Transport::parse("smtp://localhost", None).is_ok());
    let error = Transport::parse("smtp://mail.example.org:25", None).unwrap_err();
    assert!(error.contains("smtp+starttls"), "{error}");
    assert!(Transport::parse("smtp+starttls://user:p%40ss@mail.example.org", None).is_ok());
    assert!(Transport::parse("smtps://mail.example.org", None).is_ok());
    assert!(Transport::parse("pigeon://coop", None).is_err());
    assert!(Transport::parse("smtps://", None).is_err());
}
