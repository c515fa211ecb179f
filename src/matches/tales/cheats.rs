//! Tales of cheats: what people of other services have won time by, tried in turn after turn.
//! Nobody holds the others up for longer than somebody who is merely slow. That hours change
//! once in 14 days and count a day later is told in `tests/it/hours.rs`, that nobody's time is
//! over at night by the calendars, what a passed-on seat begins with by [`super::substitutes`].

use super::absence::{daily, time_out};
use super::away::days;
use super::consent::propose;
use super::*;
use crate::matches::time::pace::Preset;
use crate::matches::time::{Absence, clock};
use crate::rules::chance::{Chance, Seeded};

/// In how many turns.
const TURNS: usize = 10;

/// How long before the end whoever is slow plays.
const EARLY: Duration = Duration::minutes(40);

impl Tale {
    /// It happens if it is allowed.
    fn tries(self, by: &Caller, command: &Command) -> Tale {
        match self.decide(by, command) {
            Ok(draft) if !draft.records().is_empty() => self.goes_on(draft),
            _ => self,
        }
    }
}

/// How long the others wait for Anna, who does this whenever she can.
fn held_up(mut trick: impl FnMut(Tale, Seat) -> Tale) -> Duration {
    let (mut tale, anna, mut waited) = (daily(Absence::Gentle), person(ANNA), Duration::zero());
    let seat = tale.on.seat_of(ANNA).expect("a seat");
    for _ in 0..TURNS {
        tale = tale.until_awaited(seat);
        let from = tale.now;
        tale = trick(tale, seat);
        // However often she takes her turn back.
        for _ in 0..20 {
            if !tale.on.awaited().contains(&seat) {
                break;
            }
            let Some(runs) = clock(&tale.on, seat) else {
                tale = tale.turn_played(&Caller::Clock);
                continue;
            };
            tale.now += ((runs.due - EARLY - tale.now) / 2).max(Duration::zero());
            tale = trick(tale, seat);
            let due = clock(&tale.on, seat).map_or(tale.now, |runs| runs.due - EARLY);
            tale.now = tale.now.max(due);
            tale = trick(tale, seat);
            if tale.on.awaited().contains(&seat) && tale.on.sitters[seat.index()].is_timed() {
                tale = tale.turn_played(&anna);
            }
            tale = trick(tale, seat);
        }
        assert!(!tale.on.awaited().contains(&seat), "she holds the match up for ever");
        waited += tale.now - from;
    }
    waited
}

fn merely_slow() -> Duration {
    held_up(|tale, _| tale)
}

/// Nobody gains more than this by it: nights make a difference of some hours.
#[track_caller]
fn gains_at_most(allowed: Duration, trick: impl FnMut(Tale, Seat) -> Tale) {
    let (slow, cheat) = (merely_slow(), held_up(trick));
    assert!(cheat <= slow + allowed + Duration::hours(12), "{cheat} where it was {slow}");
}

#[test]
fn who_takes_steps_and_turns_back_again_and_again_wins_no_time() {
    let anna = person(ANNA);
    gains_at_most(Duration::zero(), |tale, seat| {
        let tale = tale.tries(&anna, &Command::TakeBack { to: None });
        match tale.step(seat, false).filter(|_| tale.on.awaited().contains(&seat)) {
            Some(command) => tale
                .tries(&anna, &Command::Play { seat, command })
                .tries(&anna, &Command::TakeBack { to: None }),
            None => tale,
        }
    });
}

#[test]
fn who_goes_away_and_comes_back_again_and_again_wins_the_days_of_the_pace_and_no_more() {
    let anna = person(ANNA);
    let allowed = Duration::days(i64::from(Preset::Daily.pace().away_days));
    gains_at_most(allowed, |tale, _| {
        let away = Command::Away(days(&tale, 2, 1 + i64::from(tale.on.version as i32 % 14)));
        let back = tale.on.sitters[0].away_until(tale.now).is_some() && tale.on.version % 3 == 0;
        let tale = tale.tries(&anna, &away);
        if back { tale.tries(&anna, &Command::EndAway) } else { tale }
    });
}

#[test]
fn who_proposes_pauses_and_more_time_that_nobody_answers_wins_none() {
    let anna = person(ANNA);
    gains_at_most(Duration::zero(), |tale, seat| {
        let until = (tale.now + Duration::days(14)).and_utc();
        let withdrawn = tale.on.proposals().last().map(|last| last.number);
        tale.tries(&anna, &propose(Terms::Pause { until }))
            .tries(&anna, &propose(Terms::MoreTime { seat, minutes: 1_440 }))
            .tries(&anna, &Command::Withdraw { proposal: withdrawn.unwrap_or_default() })
    });
}

#[test]
fn who_lets_their_time_run_out_and_comes_back_again_and_again_wins_the_day_of_grace_alone() {
    let anna = person(ANNA);
    let grace = Duration::days(1);
    gains_at_most(grace, |mut tale, seat| {
        if let Some(runs) = clock(&tale.on, seat) {
            tale.now = tale.now.max(runs.due);
            tale = tale.tries(&Caller::Clock, &time_out(seat));
        }
        tale.tries(&anna, &Command::Return)
    });
}

#[test]
fn who_tries_everything_at_random_wins_the_days_away_and_the_day_of_grace_at_most() {
    let anna = person(ANNA);
    let allowed = Duration::days(i64::from(Preset::Daily.pace().away_days) + 1);
    for seed in 0..40 {
        let mut chance = Seeded::new(seed);
        gains_at_most(allowed, |mut tale, seat| {
            for _ in 0..chance.below(4) {
                let until = (tale.now + Duration::days(14)).and_utc();
                let last = tale.on.proposals().last().map_or(0, |last| last.number);
                let step = tale.step(seat, false).unwrap_or(Value::Null);
                let command = match chance.below(9) {
                    0 => Command::TakeBack { to: None },
                    1 => Command::Away(days(&tale, 2, 1 + i64::from(chance.below(14)))),
                    2 => Command::EndAway,
                    3 => propose(Terms::Pause { until }),
                    4 => propose(Terms::MoreTime { seat, minutes: 1_440 }),
                    5 => Command::Withdraw { proposal: last },
                    6 => Command::Return,
                    7 => Command::Play { seat, command: step },
                    _ => {
                        let due = clock(&tale.on, seat).map(|runs| runs.due);
                        tale.now = tale.now.max(due.unwrap_or(tale.now));
                        tale = tale.tries(&Caller::Clock, &time_out(seat));
                        continue;
                    }
                };
                tale = tale.tries(&anna, &command);
            }
            tale
        });
    }
}
