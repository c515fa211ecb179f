//! Tales of cheats: what people of other services have won time by, tried in turn after turn.
//! Nobody holds the others up for longer than somebody who is merely slow. That hours change
//! once in 14 days is told in `tests/it/hours.rs`, that nobody's time is over at night by the
//! calendars. And what people have won places by: leaving a lost seat to somebody else, and
//! giving up for somebody's sake.

use super::absence::{daily, time_out};
use super::away::days;
use super::consent::propose;
use super::*;
use crate::clock::calendar::{Calendar, Offset};
use crate::matches::due::choice;
use crate::matches::stream::event::Lapse;
use crate::matches::stream::substitutes::{LOOKED_FOR_AFTER, PASSED_ON};
use crate::matches::time::hours::{self, NOTICE};
use crate::matches::time::pace::{DAY, Preset};
use crate::matches::time::{Absence, Timing, clock, reserve};
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

/// How long the others wait for Anna in so many turns, who does this whenever she can.
fn held_up(turns: usize, mut trick: impl FnMut(Tale, Seat) -> Tale) -> Duration {
    let (mut tale, anna, mut waited) = (daily(Absence::Gentle), person(ANNA), Duration::zero());
    let seat = tale.on.seat_of(ANNA).expect("a seat");
    for _ in 0..turns {
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

fn merely_slow(turns: usize) -> Duration {
    held_up(turns, |tale, _| tale)
}

/// Nobody gains more than this by it: nights make a difference of some hours.
#[track_caller]
fn gains_at_most(allowed: Duration, trick: impl FnMut(Tale, Seat) -> Tale) {
    let (slow, cheat) = (merely_slow(TURNS), held_up(TURNS, trick));
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

/// A random match of The Great Zimbabwe in which whoever ended a round begins the next.
fn over_the_end_of_a_round(seed: u64) -> Option<(Tale, Seat)> {
    let timing = Timing { pace: Preset::Daily.pace(), absence: Absence::Gentle };
    let game = "great-zimbabwe".to_owned();
    let mut tale = Tale::given(&Open { game, timing: Some(timing), ..wish(2) });
    tale = tale.when(&person(BEN), join());
    let mut chance = Seeded::new(seed);
    for _ in 0..200 {
        let (seat, round) = (tale.on.awaited()[0], tale.on.round());
        tale.now += Duration::minutes(i64::from(chance.below(60)));
        let mut legal = tale.legal(seat);
        let command = legal.swap_remove(chance.below(legal.len() as u32) as usize);
        let by = person(&tale.on.sitters[seat.index()].account);
        tale = tale.when(&by, Command::Play { seat, command });
        let goes_on = tale.on.awaited() == [seat] && tale.on.round() > round;
        if goes_on && !tale.on.take_back_points(seat).is_empty() {
            return Some((tale, seat));
        }
    }
    None
}

#[test]
fn who_takes_back_the_step_into_another_round_takes_no_time_of_that_along() {
    let mut met = 0;
    for (tale, seat) in (0..60).filter_map(over_the_end_of_a_round) {
        let people = [ANNA, BEN].map(|who| (tale.on.seat_of(who), person(who)));
        let own = |own: bool| people.iter().find(|(of, _)| (*of == Some(seat)) == own).unwrap();
        let (by, other) = (&own(true).1, &own(false).1);
        let agreed = |tale: Tale, terms| {
            let tale = tale.when(other, propose(terms));
            let proposal = tale.on.proposals().last().expect("it was made");
            let (proposal, open) = (proposal.number, proposal.closed.is_none());
            if open { tale.when(by, Command::Vote { proposal, yes: true }) } else { tale }
        };
        let mut late = tale.clone();
        late.now = late.now.max(clock(&late.on, seat).expect("it runs").due);
        let late = late.when(&Caller::Clock, time_out(seat));
        let until = (tale.now + Duration::days(5)).and_utc();
        let paused = agreed(tale.clone(), Terms::Pause { until });
        let rested = agreed(paused.clone(), Terms::Resume);
        let given = agreed(tale.clone(), Terms::MoreTime { seat, minutes: 60 });
        for tale in [late, paused, rested, given] {
            tale.when_refused(by, Command::TakeBack { to: None }, Code::NothingToTakeBack);
        }
        tale.when(by, Command::TakeBack { to: None });
        met += 1;
    }
    assert!(met > 5, "{met}");
}

impl Tale {
    /// The clocks of where Anna says that she lives show eleven in the evening as soon as that
    /// counts, be it anywhere on earth.
    fn hops(mut self, seat: Seat) -> Tale {
        let from = self.now.max(self.on.changed_at) + NOTICE;
        let shown = (from - from.date().and_time(chrono::NaiveTime::MIN)).num_minutes() as i32;
        let minutes = (23 * 60 - shown + 12 * 60).rem_euclid(24 * 60) - 12 * 60;
        let offsets = vec![Offset { from: Instant::default(), minutes }];
        let calendar = Calendar::new(offsets, 23 * 60, Vec::new()).expect("it has an offset");
        let (row, named) = hours::seal(&self.on.id, ANNA, calendar);
        self.hours.push(row);
        let command = Command::SetCalendar { seat, digest: named.digest, from: from.and_utc() };
        self.tries(&Caller::Clock, &command)
    }
}

/// A night is nine hours long for everybody.
const NIGHT: Duration = Duration::hours(9);

#[test]
fn who_moves_from_zone_to_zone_all_the_time_wins_no_more_than_a_night_a_turn() {
    // Every six hours, which nobody can, and always so that a night begins at once.
    let mut hops = 0;
    gains_at_most(NIGHT * TURNS as i32, |mut tale, seat| {
        for _ in 0..60 {
            let Some(runs) = clock(&tale.on, seat) else { break };
            if tale.now + Duration::hours(6) > runs.due - EARLY {
                break;
            }
            tale.now += Duration::hours(6);
            (tale, hops) = (tale.hops(seat), hops + 1);
        }
        tale
    });
    assert!(hops > 2 * TURNS, "{hops} times");
}

#[test]
fn who_moves_as_often_as_anybody_can_wins_no_more_than_a_night_each_time() {
    let (mut moved, mut hops) = (None::<Instant>, 0);
    let mut trick = |tale: Tale, seat: Seat| {
        if moved.is_some_and(|at| tale.now < at + Duration::days(14)) {
            return tale;
        }
        (moved, hops) = (Some(tale.now), hops + 1);
        tale.hops(seat)
    };
    let turns = 16;
    let (slow, cheat) = (merely_slow(turns), held_up(turns, &mut trick));
    assert!((2..6).contains(&hops), "{hops} times");
    assert!(cheat <= slow + NIGHT * hops, "{cheat} where it was {slow}");
}

#[test]
fn who_hands_a_seat_on_to_friends_wins_for_each_of_them_a_newcomers_time_and_that_once() {
    let friends = ["dora", "emil", "fred", "gina"];
    for plays in [false, true] {
        let mut tale = daily(Absence::Gentle);
        let seat = tale.on.seat_of(ANNA).expect("a seat");
        let (mut who, mut gone, mut sat) = (ANNA, Vec::new(), 0);
        for friend in friends {
            tale = tale.until_awaited(seat);
            let runs = clock(&tale.on, seat).map(|runs| runs.due - tale.now);
            if who != ANNA
                && let Some(holds_up) = runs
            {
                // A turn of 15 hours and half of 45 in reserve.
                let days = f64::from(15 * 60 + 45 * 60 / 2) / f64::from(DAY);
                let most = Duration::minutes((days * 1_440.0) as i64) + NIGHT;
                assert!(holds_up <= most, "{holds_up} for a newcomer");
            }
            tale.now += runs.map_or(Duration::zero(), |runs| runs - EARLY);
            if plays && tale.on.sitters[seat.index()].is_timed() {
                tale = tale.turn_played(&person(who)).until_awaited(seat);
            }
            tale = tale.when(&person(who), Command::Resign);
            gone.push(who);
            tale = tale.tries(&person(friend), &Command::Substitute { seat });
            for before in &gone {
                // Nobody who has left has the seat again, nor another one.
                let again = tale.decide(&person(before), &Command::Substitute { seat });
                assert!(again.is_err(), "{before} sits down again");
                assert!(tale.decide(&person(before), &Command::Return).is_err());
            }
            if tale.on.seat_of(friend) != Some(seat) {
                break;
            }
            (who, sat) = (friend, sat + 1);
        }
        let most = if plays { friends.len() } else { PASSED_ON as usize };
        assert_eq!(sat, most, "who never plays hands nothing on for long: {plays}");
    }
}

#[test]
fn who_leaves_a_lost_seat_leaves_nothing_of_what_they_did_there_to_whoever_takes_it_over() {
    let mut tale = daily(Absence::Gentle);
    let (cheat, seat) = tale.awaited();
    tale = tale.turn_played(&cheat).until_awaited(seat);
    // All of the reserve is used, the day of grace too, and the seat is lost to a stand-in.
    tale = tale.lapses(Lapse::Grace).lapses(Lapse::Turn).turn_played(&Caller::Clock);
    tale = tale.until_awaited(seat).lapses(Lapse::Seat);
    assert!(reserve(&tale.on, seat) <= Some(Duration::hours(15)));
    tale.now += LOOKED_FOR_AFTER;
    let tale = tale.when(&person("dora"), Command::Substitute { seat });
    let lapses = tale.on.sitters[seat.index()].lapses;
    assert_eq!((lapses.turns, lapses.in_a_row, lapses.lost), (0, 0, false));
    let runs = clock(&tale.on, seat).expect("a clock runs");
    assert_eq!(runs.reserve, Duration::minutes(45 * 60 / 2));
    // The first time that she is late costs her a turn, as it would anybody, and no seat.
    let late = tale.clone().lapses(Lapse::Turn);
    assert!(late.on.sitters[seat.index()].plays());
    // Whoever left wins no place by that: it is hers by the points, before all who gave up.
    let others: Vec<Seat> = Seat::all(3).filter(|other| *other != seat).collect();
    let of = |tale: &Tale, seat: Seat| person(&tale.on.sitters[seat.index()].account);
    let tale = tale.when_refused(&cheat, Command::Return, Code::NoSeat);
    let (one, other) = (of(&tale, others[0]), of(&tale, others[1]));
    tale.when(&one, Command::Resign).when(&other, Command::Resign).then_match(|on| {
        let ranking = on.ranking.as_ref().expect("one is left");
        assert_eq!(ranking[0].seat, seat);
        assert_eq!(on.sat(seat, on.version), Some("dora"));
        assert!(ranking.iter().all(|place| on.sat(place.seat, on.version) != cheat.person()));
    });
}

/// The match goes on to its end as sensible people play it, each step by the same chance
/// whoever plays it; after so many steps Anna gives up.
fn ends(mut tale: Tale, gives_up_after: Option<usize>) -> Tale {
    for step in 0..2_000 {
        if gives_up_after == Some(step) {
            tale = tale.when(&person(ANNA), Command::Resign);
        }
        let Some(&seat) = tale.on.awaited().first() else { return tale };
        let chance = &mut Seeded::new(step as u64);
        let (by, command) = match tale.on.plays_by_itself() {
            Some(plays) => (plays.by.clone(), choice(&tale.on, &plays.by, seat, chance)),
            None => {
                let state = tale.on.state.as_ref().expect("it runs");
                let command = tale.on.game().robot(Robot::Sensible, state, seat, chance);
                (tale.awaited().0, command)
            }
        };
        tale = tale.when(&by, play(seat, command.expect("a step")));
    }
    panic!("it never ends");
}

#[test]
fn who_gives_up_for_somebodys_sake_makes_nobody_a_king() {
    let tale = Tale::running(&[BEN, CLEO]);
    let anna = tale.on.seat_of(ANNA).expect("a seat");
    let stays = ends(tale.clone(), None);
    let places = |tale: &Tale| tale.on.ranking.clone().expect("it has ended");
    let others = |tale: &Tale| {
        let others = places(tale).into_iter().filter(|place| place.seat != anna);
        others.map(|place| (place.seat, place.points)).collect::<Vec<_>>()
    };
    let points = |tale: &Tale| tale.on.state.clone().map(|state| tale.on.game().score(&state));
    for after in [0, 3, 10, 40] {
        let gives_up = ends(tale.clone(), Some(after));
        // The stand-in leaves nobody a windfall: the board is what it would have been.
        assert!(points(&gives_up) == points(&stays), "after {after} steps");
        assert_eq!(others(&gives_up), others(&stays), "after {after} steps");
        assert_eq!(places(&gives_up).last().map(|place| place.seat), Some(anna), "and she is last");
    }
}
