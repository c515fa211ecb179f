//! Small matches to forge, the same at every run.

use super::table::{ANNA, BEN, CLEO, DORA, Homes, Table};
use crate::clock::calendar::{Calendar, Offset};
use crate::matches::caller::Caller;
use crate::matches::decide::{Command, Open};
use crate::matches::stream::chance::Seed;
use crate::matches::stream::event::{AwayBooked, Edition, Outage, Terms, Visibility};
use crate::matches::time::pace::{Absence, Preset, Timing};
use crate::matches::time::{clock, expires_at};
use crate::rules::{Robot, Seat};
use chrono::{DateTime, Duration, Weekday};
use serde_json::{Value, json};

fn wish(game: &str, seats: u8, config: Value) -> Open {
    Open {
        game: game.to_owned(),
        seats,
        config,
        title: "On the beach".to_owned(),
        visibility: Visibility::Public,
        entropy: None,
        timing: None,
        rounds_apart: true,
        rated: true,
    }
}

/// Bora Bora in private, with everything that can happen before the start and after:
/// left and joined again, a robot seated and dismissed, entropy, take-backs by one step
/// and to a version, resignations, the platform playing for an abandoned seat. Cleo's
/// account is closed.
pub fn beach() -> Table {
    let wish = Open {
        visibility: Visibility::Private,
        entropy: Some("shells".to_owned()),
        rated: false,
        ..wish("bora-bora", 4, json!({}))
    };
    let mut table = Table::open(1, wish);
    table.joins(BEN, Some("sand"));
    table.does(BEN, Command::Leave);
    table.joins(CLEO, None);
    table.does(ANNA, Command::SeatRobot { robot: Robot::Random, meant: None });
    table.does(ANNA, Command::DismissRobot { seat: Seat(2) });
    table.joins(BEN, Some("sand and sea"));
    table.does(ANNA, Command::Start);
    let who = table.play_until_takeable(2);
    table.does(&who, Command::TakeBack { to: None });
    let who = table.play_until_takeable(2);
    let seat = table.on.seat_of(&who).unwrap();
    let first = table.on.take_back_points(seat)[0];
    table.does(&who, Command::TakeBack { to: Some(first) });
    table.play(3);
    table.does(CLEO, Command::Resign);
    table.play(6);
    table.does(ANNA, Command::Resign);
    table
}

/// The Great Zimbabwe in public with a robot, from the last seat taken to the last
/// resignation.
pub fn kingdom() -> Table {
    let mut table = Table::open(2, wish("great-zimbabwe", 3, json!({"first_play": false})));
    table.does(ANNA, Command::SeatRobot { robot: Robot::Sensible, meant: Some(Seat(1)) });
    table.joins(BEN, None);
    table.play(12);
    let who = table.play_until_takeable(1);
    table.does(&who, Command::TakeBack { to: None });
    table.play(4);
    table.does(BEN, Command::Resign);
    table.play(6);
    table.does(ANNA, Command::Resign);
    table
}

/// The host leaves before the start, and a match with more seats than people begins. The operator
/// gives it other titles, and puts a stand-in on a seat.
pub fn handed_on() -> Table {
    handed_on_with(Seed::new([3; 32]))
}

/// The same on another seed.
pub fn handed_on_with_another_seed() -> Table {
    handed_on_with(Seed::new([33; 32]))
}

fn handed_on_with(seed: Seed) -> Table {
    let wish = wish("great-zimbabwe", 5, json!({"first_play": true}));
    let mut table = Table::on_seed(3, wish, seed, |_| None);
    table.joins(BEN, Some("clay"));
    table.joins(CLEO, None);
    table.does(ANNA, Command::Leave);
    table.does(BEN, Command::Start);
    table.play(4);
    let renamed = |title: &str| Command::Rename { title: title.to_owned() };
    table.gives(&Caller::Operator, renamed("By the river"));
    table.gives(&Caller::Operator, Command::StandIn { seat: Seat(1) });
    table.does(CLEO, Command::Return);
    table.does(CLEO, Command::Resign);
    table.gives(&Caller::Operator, renamed("It is over"));
    table
}

/// The Great Zimbabwe, in which the match waits for Cleo, who has resigned.
pub fn abandoned() -> Table {
    let mut table = Table::open(5, wish("great-zimbabwe", 3, json!({})));
    table.joins(BEN, None);
    table.joins(CLEO, None);
    while table.on.awaited() != [Seat(2)] {
        table.play(1);
    }
    table.does(CLEO, Command::Resign);
    table
}

/// Bora Bora at a brisk pace, in which Ben does not come: one more day, a stand-in for a turn
/// and for the seat, back by a word, and resigned in the end. Where it is strict, the end of
/// his time ends the match.
pub fn tide(absence: Absence, homes: Homes) -> Table {
    let timing = Timing { pace: Preset::Brisk.pace(), absence };
    let wish = Open { timing: Some(timing), ..wish("bora-bora", 2, json!({})) };
    let mut table = Table::on_seed(6, wish, Seed::new([6; 32]), homes);
    table.joins(BEN, Some("ebb"));
    let strict = absence == Absence::Strict;
    for _ in 0..if strict { 1 } else { 3 } {
        table.play_until_awaited(Seat(1));
        table.time_passes(Seat(1));
    }
    if !strict {
        table.play(2);
        table.does(BEN, Command::Return);
        table.play(2);
        table.does(BEN, Command::Resign);
    }
    table
}

/// Somebody who sleeps from this time on, where clocks are this many minutes ahead of UTC; after
/// half a month they are changed to the other.
fn home(quiet_from: u16, minutes: [i32; 2]) -> Calendar {
    let begin = DateTime::from_timestamp(1_790_000_000, 0).unwrap().naive_utc();
    let [one, other] = minutes;
    let offsets = vec![
        Offset { from: begin - Duration::days(9), minutes: one },
        Offset { from: begin + Duration::days(15), minutes: other },
    ];
    Calendar::new(offsets, quiet_from, vec![Weekday::Fri, Weekday::Sat]).unwrap()
}

/// Anna lives in Kathmandu, Ben on the Chatham Islands, and others have said nothing.
pub fn far_apart(account: &str) -> Option<Calendar> {
    match account {
        ANNA => Some(home(23 * 60, [345, 345])),
        BEN => Some(home(22 * 60, [765, 825])),
        _ => None,
    }
}

/// Bora Bora at a pace of working days between Anna in Kathmandu, Ben on the Chatham Islands,
/// where clocks are put forward meanwhile, and Cleo, who has said nothing. Ben moves, which
/// counts from his next turn on; his time is over twice, by the old hours and by the new ones.
pub fn abroad() -> Table {
    let timing = Timing { pace: Preset::Weekdays.pace(), absence: Absence::Gentle };
    let wish = Open { timing: Some(timing), ..wish("bora-bora", 3, json!({})) };
    let mut table = Table::on_seed(8, wish, Seed::new([8; 32]), far_apart);
    table.joins(BEN, Some("ebb"));
    table.joins(CLEO, None);
    table.play_until_awaited(Seat(1));
    table.moves(BEN, home(60, [-570, -570]));
    table.moves(ANNA, home(21 * 60, [60, 120]));
    table.time_passes(Seat(1));
    table.time_passes(Seat(1));
    table.play_until_awaited(Seat(0));
    table.play_until_awaited(Seat(1));
    table.time_passes(Seat(1));
    table.does(BEN, Command::Return);
    table.does(CLEO, Command::Resign);
    table.does(BEN, Command::Resign);
    table
}

/// Bora Bora at a brisk pace, in which people agree on all they can: they give time, pause, go
/// on, change the pace, go back, and Anna leaves her seat to Dora. The first two things are
/// proposed as older Turnwises did.
pub fn council() -> Table {
    let timing = Timing { pace: Preset::Brisk.pace(), absence: Absence::Gentle };
    let wish = Open { timing: Some(timing), ..wish("bora-bora", 3, json!({})) };
    let mut table = Table::open(7, wish);
    table.joins(BEN, Some("tam"));
    table.now += Duration::days(7);
    table.does(BEN, Command::Host);
    table.joins(CLEO, Some("tam tam"));
    let began = table.on.version;
    table.play(3);
    let terms = Terms::ChangePace { pace: Preset::Relaxed.pace() };
    table.does(CLEO, Command::Propose { terms, edition: Edition::First });
    table.say_yes(&[BEN, ANNA]);
    let awaited = table.on.awaited()[0];
    let all = [ANNA, BEN, CLEO];
    let others: Vec<&str> =
        all.into_iter().filter(|who| table.on.seat_of(who) != Some(awaited)).collect();
    let terms = Terms::MoreTime { seat: awaited, minutes: 90 };
    table.does(others[0], Command::Propose { terms, edition: Edition::Second });
    table.say_yes(&others[1..]);
    let until = (table.now + Duration::days(5)).and_utc();
    table.agree(ANNA, Terms::Pause { until }, &[BEN, CLEO]);
    table.agree(BEN, Terms::Resume, &[ANNA, CLEO]);
    let pace = Preset::Daily.pace();
    table.agree(CLEO, Terms::ChangePace { pace }, &[BEN, ANNA]);
    table.agree(BEN, Terms::Rewind { to: began }, &[CLEO, ANNA]);
    table.agree(CLEO, Terms::Pause { until }, &[]);
    let proposal = table.on.proposals().last().unwrap().number;
    table.does(BEN, Command::Vote { proposal, yes: false });
    table.agree(ANNA, Terms::Replace { seat: Seat(0), to: Some(DORA.to_owned()) }, &[BEN, CLEO]);
    table.play(1);
    let today = table.now;
    let day = |days: i64| (today + Duration::days(days)).and_utc();
    let (away, later) = ((day(2), day(5)), (day(7), day(8)));
    let booked = |(from, to)| Command::Away(AwayBooked { from, to });
    table.does(BEN, booked(away));
    table.does(BEN, booked(later));
    table.does(BEN, Command::EndAway);
    let from = table.on.changed_at.and_utc();
    table.now += Duration::minutes(9);
    let to = table.now.and_utc();
    table.gives(&Caller::Clock, Command::Outage(Outage { from, to }));
    table.does(DORA, Command::Substitute { seat: Seat(0) });
    table.play(2);
    table.agree(DORA, Terms::End { by_score: true }, &[BEN, CLEO]);
    table
}

/// Bora Bora at a brisk pace, in which somebody takes a step back and then nothing happens any
/// more, and nobody calls a stand-in: after sixty days the match is over.
pub fn silent(homes: Homes) -> Table {
    let timing = Timing { pace: Preset::Brisk.pace(), absence: Absence::Patient };
    let wish = Open { timing: Some(timing), ..wish("bora-bora", 2, json!({})) };
    let mut table = Table::on_seed(9, wish, Seed::new([9; 32]), homes);
    table.joins(BEN, Some("calm"));
    let who = table.play_until_takeable(1);
    table.does(&who, Command::TakeBack { to: None });
    table.now = expires_at(&table.on).unwrap();
    table.gives(&Caller::Clock, Command::Expire);
    table
}

/// The Great Zimbabwe at a brisk pace between two, in which whoever ends a round begins the next,
/// and does not come any more; then the match goes back, and neither does the other.
pub fn over_and_again() -> Table {
    let timing = Timing { pace: Preset::Brisk.pace(), absence: Absence::Gentle };
    let wish = Open { timing: Some(timing), ..wish("great-zimbabwe", 2, json!({})) };
    let mut table = Table::open(10, wish);
    table.joins(BEN, Some("rain"));
    let began = table.on.version;
    loop {
        let (seat, round) = (table.on.awaited()[0], table.on.round());
        table.now = clock(&table.on, seat).unwrap().due - Duration::minutes(30);
        table.play(1);
        if table.on.awaited()[0] == seat && table.on.round() > round && round > 0 {
            table.time_passes(seat);
            break;
        }
    }
    table.agree(ANNA, Terms::Rewind { to: began }, &[BEN]);
    let first = table.on.awaited()[0];
    while table.on.awaited()[0] == first {
        table.play(1);
    }
    table.time_passes(table.on.awaited()[0]);
    table.does(BEN, Command::Resign);
    table
}

/// Two people play a game to its end by the rules.
pub fn played_out(game: &str) -> Table {
    let mut table = Table::open(4, wish(game, 2, json!({})));
    table.joins(BEN, Some("wind"));
    table.play(usize::MAX);
    table
}
