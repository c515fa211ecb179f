//! What is stored of a match is read for ever, and written as ever: a text of everything that it
//! can hold.
//!
//! `tests/promises/stored.txt` has a line for each: `event` with its kind, schema and data, or
//! `command` with its text. Streams are chained and proved by these very letters. `UPDATE=1 cargo
//! test` adds the lines that are new and changes none: a test that fails here is a promise about
//! to be broken, and the code is what must change.

use super::caller::RobotPlayer;
use super::decide::{Command, Open};
use super::stream::data::*;
use super::stream::event::{Event, Kind, SCHEMA};
use super::time::{Absence, Pace, Timing};
use crate::rules::{Robot, Seat, Standing};
use crate::words::Word;
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::json;
use std::path::Path;
use std::sync::LazyLock;

/// What was stored once, with what is new where that is asked for.
static STORED: LazyLock<String> = LazyLock::new(|| {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/promises/stored.txt");
    let mut stored = std::fs::read_to_string(&file).unwrap_or_default();
    if std::env::var_os("UPDATE").is_some() {
        let events = events().into_iter().map(|event| of_event(&event));
        let commands = commands().into_iter().map(|command| of_command(&command));
        for line in events.chain(commands) {
            if !stored.lines().any(|known| known == line) {
                stored = stored + &line + "\n";
            }
        }
        std::fs::write(&file, &stored).expect("it is written");
    }
    stored
});

fn of_event(event: &Event) -> String {
    format!("event {} {} {}", event.kind().word(), event.schema(), event.text())
}

fn of_command(command: &Command) -> String {
    format!("command {}", command.text())
}

fn is_stored(line: &str) -> bool {
    STORED.lines().any(|known| known == line)
}

fn then() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 123_456_000).expect("a time")
}

fn pace() -> Pace {
    Pace { window: 1, again: 2, reserve: 3, refill: 4, cap: 5, days_off: 6, away_days: 7, grace: 8 }
}

fn terms() -> Vec<Terms> {
    vec![
        Terms::Rewind { to: 4 },
        Terms::Pause { until: then() },
        Terms::Resume,
        Terms::MoreTime { seat: Seat(1), minutes: 60 },
        Terms::ChangePace { pace: pace() },
        Terms::End { by_score: true },
        Terms::Cancel,
        Terms::Replace { seat: Seat(1), to: None },
        Terms::Replace { seat: Seat(1), to: Some("c".to_owned()) },
    ]
}

fn calls() -> [LastCall; 3] {
    [LastCall::Letter { at: then() }, LastCall::Muted, LastCall::Undelivered { since: then() }]
}

fn events() -> Vec<Event> {
    let text = |text: &str| text.to_owned();
    let of_game = || OfGame { schema: 3, text: text(r#"{"b":1,"a":[]}"#) };
    let mut all = vec![
        Event::Joined(Joined { account: text("a"), entropy: None, name: None }),
        Event::Joined(Joined {
            account: text("a"),
            entropy: Some(text("e")),
            name: Some(text("n")),
        }),
        Event::Left(Left { host: text("b") }),
        Event::RobotLeft,
        Event::Started(of_game()),
        Event::Played(of_game()),
        Event::TakenBack(TakenBack { to: 4 }),
        Event::Resigned,
        Event::Ended(Ended { ranking: vec![], seed: text("s") }),
        Event::Ended(Ended {
            ranking: vec![Standing { seat: Seat(1), place: 1, points: -2 }],
            seed: text("s"),
        }),
        Event::Cancelled,
        Event::Returned,
        Event::Expired,
        Event::SeatOpened(SeatOpened { to: None }),
        Event::SeatOpened(SeatOpened { to: Some(text("c")) }),
        Event::Substituted(Substituted { account: text("c"), name: None }),
        Event::Substituted(Substituted { account: text("c"), name: Some(text("n")) }),
        Event::CalendarSet(CalendarSet { digest: text("d"), from: then() }),
        Event::Voted(Voted { proposal: 9, yes: false }),
        Event::Rewound(Rewound { proposal: 9, to: 4 }),
        Event::Paused(Paused { until: then() }),
        Event::Resumed,
        Event::HostChanged,
        Event::AwayBooked(AwayBooked { from: then(), to: then() }),
        Event::AwayEnded,
        Event::Outage(Outage { from: then(), to: then() }),
        Event::TimeGiven(TimeGiven { minutes: 60 }),
        Event::Renamed(Renamed { title: text("t") }),
        Event::StoodIn,
        Event::Unrated,
    ];
    all.extend(Visibility::ALL.iter().map(|visibility| {
        Event::Opened(Box::new(Opened {
            game: text("g"),
            seats: 2,
            title: text("t"),
            visibility: *visibility,
            config: json!({ "b": 1, "a": true }),
            host: text("h"),
            seed_hash: text("s"),
        }))
    }));
    all.extend(
        Robot::ALL.iter().map(|robot| Event::RobotJoined(RobotPlayer { robot: *robot, number: 2 })),
    );
    all.extend(
        Absence::ALL
            .iter()
            .map(|absence| Event::PaceSet(Timing { pace: pace(), absence: *absence })),
    );
    all.push(Event::PaceAgreed(Timing { pace: pace(), absence: Absence::Gentle }));
    for call in calls() {
        let over = |lapse: &Lapse| Event::TimedOut(TimedOut { due: then(), call, lapse: *lapse });
        all.extend(Lapse::ALL.iter().map(over));
    }
    for edition in [Edition::First, Edition::Second, Edition::Third] {
        let put = |terms| Event::Proposed(Proposed { terms, until: then(), edition });
        all.extend(terms().into_iter().map(put));
    }
    all.extend(
        Verdict::ALL.iter().map(|verdict| {
            Event::ProposalClosed(ProposalClosed { proposal: 9, verdict: *verdict })
        }),
    );
    all
}

fn commands() -> Vec<Command> {
    let text = |text: &str| text.to_owned();
    let open = Open {
        game: text("g"),
        seats: 2,
        config: json!({ "b": 1, "a": true }),
        title: text("t"),
        visibility: Visibility::Public,
        entropy: None,
        timing: None,
        rounds_apart: false,
        rated: true,
    };
    let timed = Open {
        visibility: Visibility::Private,
        entropy: Some(text("e")),
        timing: Some(Timing { pace: pace(), absence: Absence::Gentle }),
        rated: false,
        ..open.clone()
    };
    let apart = Open { rounds_apart: true, ..timed.clone() };
    let (seat, game) = (Seat(1), json!({ "b": 1, "a": [] }));
    let mut all = vec![
        Command::Open(Box::new(open)),
        Command::Open(Box::new(apart)),
        Command::Open(Box::new(timed)),
        Command::Join { entropy: None },
        Command::Join { entropy: Some(text("e")) },
        Command::Leave,
        Command::SeatRobot { robot: Robot::Random, meant: None },
        Command::SeatRobot { robot: Robot::Sensible, meant: Some(seat) },
        Command::DismissRobot { seat },
        Command::Start,
        Command::Host,
        Command::Play { seat, command: game },
        Command::TakeBack { to: None },
        Command::TakeBack { to: Some(4) },
        Command::Resign,
        Command::Return,
        Command::Substitute { seat },
        Command::Vote { proposal: 9, yes: true },
        Command::Withdraw { proposal: 9 },
        Command::Away(AwayBooked { from: then(), to: then() }),
        Command::EndAway,
        Command::Outage(Outage { from: then(), to: then() }),
        Command::Expire,
        Command::Rename { title: text("t") },
        Command::StandIn { seat },
        Command::Unseat { seat },
        Command::SetCalendar { seat, digest: text("d"), from: then() },
    ];
    all.extend(calls().map(|call| Command::TimeOut { seat, call }));
    for edition in [Edition::First, Edition::Second, Edition::Third] {
        all.extend(terms().into_iter().map(|terms| Command::Propose { terms, edition }));
    }
    all
}

/// The words by which the JSON of a type says which of its variants it is.
fn words<T: DeserializeOwned>(tag: &str) -> Vec<String> {
    let refused = serde_json::from_value::<T>(json!({ tag: "" })).err().expect("no such word");
    let refused = refused.to_string();
    let (_, expected) = refused.split_once("expected one of ").expect("a list of words");
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn what_was_stored_once_is_read_for_ever_and_written_as_it_was() {
    for line in STORED.lines() {
        let (what, text) = line.split_once(' ').expect("a word first");
        if what == "command" {
            let read: Command = serde_json::from_str(text).expect(line);
            assert_eq!(of_command(&read), line);
            continue;
        }
        let [kind, schema, data] = text.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line}: no kind, schema and data");
        };
        let schema: u32 = schema.parse().expect(line);
        let read = Event::read(kind, schema, data.to_owned()).expect(line);
        // What an older schema holds is read into the form of today.
        if read.kind().is_of_the_game() || schema == SCHEMA {
            assert_eq!(of_event(&read), line);
        }
    }
}

#[test]
fn what_is_stored_now_is_what_was_stored_once_and_means_the_same() {
    for event in events() {
        let line = of_event(&event);
        assert!(is_stored(&line), "a text that was never stored: {line}");
        assert_eq!(Event::read(event.kind().word(), event.schema(), event.text()), Ok(event));
    }
    for command in commands() {
        let line = of_command(&command);
        assert!(is_stored(&line), "a text that was never stored: {line}");
        assert_eq!(serde_json::from_str::<Command>(&command.text()).ok(), Some(command));
    }
}

#[test]
fn there_is_a_stored_text_of_every_kind_of_event_and_command_and_of_all_terms_and_calls() {
    for &kind in Kind::ALL {
        assert_eq!(Kind::of_word(kind.word()), Some(kind));
        let begin = format!("event {} ", kind.word());
        assert!(STORED.lines().any(|line| line.starts_with(&begin)), "no `{}`", kind.word());
    }
    for (tag, words) in [
        ("type", words::<Command>("type")),
        ("kind", words::<Terms>("kind")),
        ("how", words::<LastCall>("how")),
    ] {
        assert!(words.len() > 1, "{tag}: {words:?}");
        for word in words {
            let part = format!("{{\"{tag}\":\"{word}\"");
            assert!(STORED.contains(&part), "no `{word}`");
        }
    }
}
