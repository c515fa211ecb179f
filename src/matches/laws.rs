//! The laws of a match, over random ones.
//!
//! Random people, robots and hosts open, join, leave, play, preview, take back and
//! resign, over both games and all seat counts. After each of their commands the cheap
//! laws are looked at, at sampled ones the dear laws: [`stored`] (what rows mean),
//! [`twin`] (what a stream means, told a second time), [`hidden`] (what answers give
//! away), once it has ended [`rated`] (what it says about its people). `TURNWISE_LAWS`
//! says over how many matches; a broken law names the match, which `TURNWISE_LAWS_FROM`
//! begins with. [`year`] lets a year go by in many of them.

mod agreeing;
mod asking;
mod hidden;
mod passing;
mod rated;
mod stored;
mod table;
mod twin;
mod year;

use super::stream::state::Status;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use table::Table;

/// What must come to pass in a sample of matches, so that the laws are about something.
const HAPPENINGS: &[&str] = &[
    "joined",
    "left",
    "robot_joined",
    "robot_left",
    "started",
    "played",
    "taken_back",
    "resigned",
    "ended",
    "cancelled",
    "refused",
    "several at once",
    "drawn",
    "too early",
    "played to its end",
    "a detour",
    "timed_out",
    "returned",
    "expired",
    "calendar_set",
    "put_forward",
    "voted",
    "proposal_closed",
    "rewound",
    "a round again",
    "paused",
    "resumed",
    "time_given",
    "another pace",
    "seat_opened",
    "substituted",
    "host_changed",
    "away_booked",
    "away_ended",
    "outage",
    "renamed",
    "stood_in",
    "unrated",
    "proved",
    "rated",
    "not rated",
];

/// Matches that are played where nobody says how many.
const SAMPLE: u64 = 200;

/// The most commands of one match that laws are looked at after.
const COMMANDS: usize = 40;

/// How often something happened over all matches.
type Tally = BTreeMap<&'static str, usize>;

/// Plays one match and looks at its laws.
fn one(number: u64) -> Tally {
    let mut table = Table::open(number);
    if table.roll(8) == 0 {
        table.play_and_go_on_from_the_middle();
    }
    for _ in 0..COMMANDS {
        let ask = table.wish();
        table.ask(&ask);
        if table.roll(6) == 0 {
            let account = table.somebody();
            hidden::nothing_is_given_away(&mut table, &account);
        }
        if table.roll(6) == 0 {
            hidden::a_detour_draws_the_same(&mut table);
        }
        if table.roll(40) == 0 {
            stored::every_version_can_be_told(&mut table);
        }
        if table.on.status.is_over() && table.roll(3) == 0 {
            break;
        }
    }
    for account in table.everybody() {
        hidden::nothing_is_given_away(&mut table, &account);
    }
    stored::every_version_can_be_told(&mut table);
    stored::the_match_is_proved(&mut table);
    if table.on.status == Status::Ended {
        rated::nobody_gets_out_of_a_loss(&mut table);
    }
    table.tally
}

fn number(variable: &str, otherwise: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Does this for as many matches as a variable says, from the one on that another says, on all
/// processors; for how many, and how often what happened. A law that is broken names its match.
fn many(variable: &str, sample: u64, one: impl Fn(u64) -> Tally + Sync) -> (u64, Tally) {
    let (count, from) = (number(variable, sample), number(&format!("{variable}_FROM"), 0));
    let (next, tally) = (AtomicU64::new(from), Mutex::new(Tally::new()));
    let play = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= from + count {
                return;
            }
            let seen = catch_unwind(AssertUnwindSafe(|| one(at))).unwrap_or_else(|broken| {
                next.store(u64::MAX / 2, Ordering::Relaxed);
                eprintln!("a law is broken in match {at} of a sample of {count}; repeat it with");
                eprintln!("{variable}_FROM={at} {variable}=1 cargo test --lib matches::laws");
                resume_unwind(broken)
            });
            let mut tally = tally.lock().expect("nobody panics with it");
            seen.into_iter().for_each(|(what, times)| *tally.entry(what).or_default() += times);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(play);
        }
    });
    (count, tally.into_inner().expect("nobody panics with it"))
}

#[test]
fn the_laws_of_a_match_hold_whatever_people_robots_and_hosts_do() {
    let (count, tally) = many("TURNWISE_LAWS", SAMPLE, one);
    println!("{count} matches: {tally:?}");
    // In a smaller sample some of it may not come up.
    if count >= 10 * SAMPLE {
        for what in HAPPENINGS {
            assert!(tally.contains_key(what), "it never came to `{what}`: {tally:?}");
        }
    }
}
