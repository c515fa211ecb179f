//! Tales of people who do not come.

use super::*;
use crate::matches::letters::compose::follows;
use crate::matches::stream::event::{Lapse, LastCall, TimedOut};
use crate::matches::stream::state::StandIn;
use crate::matches::time::pace::Preset;
use crate::matches::time::{Absence, Timing, clock, reserve};

/// Anna, Ben and Cleo play at least once a day, since noon.
pub(super) fn daily(absence: Absence) -> Tale {
    let timing = Timing { pace: Preset::Daily.pace(), absence };
    let mut tale = Tale::given(&Open { timing: Some(timing), ..wish(3) });
    tale.now = noon();
    tale.when(&person(BEN), join()).when(&person(CLEO), join())
}

pub(super) fn time_out(seat: Seat) -> Command {
    Command::TimeOut { seat, call: LastCall::Muted }
}

impl Tale {
    /// Nothing happens until the time of whoever is awaited is over.
    pub(super) fn until_due(mut self) -> Tale {
        let (_, seat) = self.awaited();
        self.now = clock(&self.on, seat).expect("a clock runs").due;
        self
    }

    /// The time of whoever is awaited is over, and it leads to this.
    #[track_caller]
    pub(super) fn lapses(self, lapse: Lapse) -> Tale {
        let (_, seat) = self.awaited();
        let tale = self.until_due();
        let due = tale.now.and_utc();
        let over = Event::TimedOut(TimedOut { due, call: LastCall::Muted, lapse });
        tale.when(&Caller::Clock, time_out(seat)).then_first(&over)
    }

    /// Whoever is awaited has played until somebody else is.
    pub(super) fn turn_played(self, by: &Caller) -> Tale {
        let (_, seat) = self.awaited();
        let mut tale = self;
        while tale.on.awaited().contains(&seat) {
            let command = tale.legal(seat).swap_remove(0);
            tale = tale.when(by, Command::Play { seat, command });
        }
        tale
    }

    /// The others play until this seat is awaited again.
    pub(super) fn until_awaited(self, seat: Seat) -> Tale {
        let mut tale = self;
        while !tale.on.awaited().contains(&seat) {
            let (by, _) = tale.awaited();
            tale = tale.turn_played(&by);
        }
        tale
    }
}

#[test]
fn the_pace_is_told_before_anybody_joins() {
    let timing = Timing { pace: Preset::Brisk.pace(), absence: Absence::Strict };
    Tale::given(&Open { timing: Some(timing), ..wish(2) })
        .then(&[Kind::Opened, Kind::PaceAgreed, Kind::Joined])
        .then_match(|on| assert_eq!(on.timing, Some(timing)));
    let pace = crate::matches::time::Pace { window: 1, ..timing.pace };
    let refused = opened(&Open { timing: Some(Timing { pace, ..timing }), ..wish(2) });
    assert_eq!(refused.map(drop).expect_err("a no").code, Code::WrongPace);
}

#[test]
fn a_wait_is_due_when_its_free_time_and_the_reserve_are_used_up() {
    daily(Absence::Gentle).then_match(|on| {
        // 15 free hours and 45 in reserve are four days of 15 hours. The first evening is
        // quiet from 23 o'clock on.
        let clock = clock(on, on.awaited()[0]).expect("a clock runs");
        assert_eq!(clock.due - on.changed_at, Duration::days(4));
        assert_eq!(clock.free_until - on.changed_at, Duration::days(1));
        assert_eq!(clock.due - clock.call_at, Duration::hours(3));
        assert_eq!(clock.reserve, Duration::hours(45));
    });
}

#[test]
fn what_a_turn_takes_beyond_its_free_time_is_gone_from_the_reserve() {
    let tale = daily(Absence::Gentle);
    let (by, seat) = tale.awaited();
    let mut late = tale;
    late.now += Duration::days(2);
    let after = late.turn_played(&by);
    let left = reserve(&after.on, seat).expect("a pace");
    // Thirty hours were used, and the minute that each step takes in a tale.
    assert!((29 * 60 + 50..=30 * 60).contains(&left.num_minutes()), "{left}");
}

#[test]
fn nobody_is_timed_out_too_early_or_without_having_been_called() {
    let tale = daily(Absence::Gentle);
    let (_, seat) = tale.awaited();
    let early = tale.when_refused(&Caller::Clock, time_out(seat), Code::NotDue);
    let mut due = early.until_due();
    let clock = clock(&due.on, seat).expect("a clock runs");
    let called = |at: Instant| {
        let call = LastCall::Letter { at: at.and_utc() };
        Command::TimeOut { seat, call }
    };
    let undelivered =
        Command::TimeOut { seat, call: LastCall::Undelivered { since: clock.due.and_utc() } };
    // The last call comes three hours before the end; half of them must be left.
    let late = clock.due - Duration::minutes(90) + Duration::microseconds(1);
    due = due
        .when_refused(&Caller::Clock, called(late), Code::NotDue)
        .when_refused(&Caller::Clock, undelivered.clone(), Code::NotDue)
        .when_refused(&Caller::Clock, time_out(Seat(9)), Code::NotFound)
        .when_refused(&person(CLEO), time_out(seat), Code::NotDue)
        .when_refused(&Caller::Operator, time_out(seat), Code::NoSeat);
    due.now += Duration::days(3) - Duration::microseconds(1);
    due = due.when_refused(&Caller::Clock, undelivered.clone(), Code::NotDue);
    due.now += Duration::microseconds(1);
    due.when(&Caller::Clock, undelivered).then(&[Kind::TimedOut]);
}

#[test]
fn a_letter_of_a_time_out_tells_how_it_stands_when_it_is_sent() {
    let tale = daily(Absence::Gentle);
    let (by, seat) = tale.awaited();
    let told = |tale: &Tale, lapse: Lapse, recorded: Instant| {
        follows(lapse, recorded, (&tale.on, seat), |at| at.to_string())
    };
    let graced = tale.lapses(Lapse::Grace);
    let then = graced.now;
    assert!(told(&graced, Lapse::Grace, then).starts_with("You have one more day"));
    let played = graced.turn_played(&by).until_awaited(seat);
    assert_eq!(told(&played, Lapse::Grace, then), "That turn is played by now.");
    let stood_in = played.lapses(Lapse::Turn);
    let then = stood_in.now;
    assert!(told(&stood_in, Lapse::Turn, then).starts_with("A robot plays this turn"));
    let back = stood_in.clone().when(&by, Command::Return);
    assert_eq!(told(&back, Lapse::Turn, then), "You are back since.");
    let gone = stood_in.turn_played(&Caller::Clock).until_awaited(seat);
    assert_eq!(told(&gone, Lapse::Turn, then), "That turn is played by now.");
    let gone = gone.lapses(Lapse::Seat);
    assert!(told(&gone, Lapse::Seat, gone.now).starts_with("A robot plays on for you"));
    let back = gone.clone().when(&by, Command::Return);
    assert_eq!(told(&back, Lapse::Seat, gone.now), "You are back since.");
}

#[test]
fn where_nobody_plays_any_more_nobody_is_told_that_a_robot_does() {
    let timing = Timing { pace: Preset::Daily.pace(), absence: Absence::Gentle };
    let mut tale = Tale::given(&Open { timing: Some(timing), ..wish(2) });
    tale.now = noon();
    let mut tale = tale.when(&person(BEN), join());
    loop {
        let (_, seat) = tale.awaited();
        tale = match tale.on.sitters[seat.index()].stand_in {
            Some(_) => tale.turn_played(&Caller::Clock),
            None => tale.until_due().when(&Caller::Clock, time_out(seat)),
        };
        if tale.on.rests() {
            let told = follows(Lapse::Seat, tale.now, (&tale.on, seat), |at| at.to_string());
            assert!(told.contains("rests until somebody comes back. If nobody does"), "{told}");
            break;
        }
    }
}

#[test]
fn a_command_after_the_time_is_over_counts_until_that_is_recorded() {
    let tale = daily(Absence::Strict).until_due();
    let (by, seat) = tale.awaited();
    let mut late = tale;
    late.now += Duration::seconds(1);
    let command = late.legal(seat).swap_remove(0);
    late.when(&by, Command::Play { seat, command }).then_match(|on| {
        assert!(on.sitters[seat.index()].plays());
    });
}

#[test]
fn the_gentle_way_is_a_day_of_grace_then_a_turn_then_the_seat() {
    let tale = daily(Absence::Gentle);
    let (by, seat) = tale.awaited();
    let tale = tale.lapses(Lapse::Grace).then_match(|on| {
        let clock = clock(on, seat).expect("one more day");
        assert_eq!(
            (clock.due - on.changed_at, clock.reserve),
            (Duration::days(1), Duration::zero())
        );
    });
    let stands_in = |tale: &Tale| tale.on.sitters[seat.index()].stand_in;
    let tale = tale.lapses(Lapse::Turn);
    assert_eq!(stands_in(&tale), Some(StandIn::Turn));
    let tale = tale.turn_played(&Caller::Clock);
    assert_eq!(stands_in(&tale), None, "it goes when the turn is over");
    let tale = tale.until_awaited(seat).lapses(Lapse::Seat).turn_played(&Caller::Clock);
    assert_eq!(stands_in(&tale), Some(StandIn::Seat), "two turns in a row");
    let tale = tale
        .when(&by, Command::Return)
        .then(&[Kind::Returned])
        .when_refused(&by, Command::Return, Code::NoStandIn)
        .until_awaited(seat)
        .turn_played(&by)
        .until_awaited(seat);
    tale.lapses(Lapse::Seat).then_match(|on| {
        assert_eq!(on.sitters[seat.index()].lapses.in_a_row, 1, "once lost, it is lost at once");
    });
}

#[test]
fn whoever_plays_while_a_robot_stands_in_has_come_back() {
    let tale = daily(Absence::Gentle).lapses(Lapse::Grace).lapses(Lapse::Turn);
    let seat = tale.on.awaited()[0];
    let by = person(&tale.on.sitters[seat.index()].account);
    let command = tale.legal(seat).swap_remove(0);
    let tale = tale.when(&by, Command::Play { seat, command });
    assert_eq!(tale.new[0].event, Event::Returned);
    assert!(tale.new[1].begins(), "the step is a command of its own");
    let command = tale.legal(tale.on.awaited()[0]).swap_remove(0);
    let next = tale.on.awaited()[0];
    tale.when_refused(&Caller::Clock, Command::Play { seat: next, command }, Code::NoSeat);
}

#[test]
fn what_a_stand_in_has_played_cannot_be_taken_back() {
    let tale = daily(Absence::Gentle).lapses(Lapse::Grace).lapses(Lapse::Turn);
    let (_, seat) = tale.awaited();
    let by = person(&tale.on.sitters[seat.index()].account);
    tale.turn_played(&Caller::Clock).when_refused(
        &by,
        Command::TakeBack { to: None },
        Code::NothingToTakeBack,
    );
}

#[test]
fn in_a_strict_match_whose_time_is_over_has_resigned() {
    let tale = daily(Absence::Strict);
    let (by, seat) = tale.awaited();
    tale.lapses(Lapse::Resigned)
        .then(&[Kind::TimedOut, Kind::Resigned])
        .then_match(|on| assert!(on.sitters[seat.index()].resigned.is_some()))
        .when_refused(&by, Command::Return, Code::ResignedAlready);
}

#[test]
fn in_a_patient_match_only_another_person_calls_the_stand_in() {
    let tale = daily(Absence::Patient).until_due();
    let (by, seat) = tale.awaited();
    let other = person(if by == person(ANNA) { BEN } else { ANNA });
    tale.when_refused(&Caller::Clock, time_out(seat), Code::NoSeat)
        .when_refused(&by, time_out(seat), Code::NotYours)
        .when_refused(&person("dora"), time_out(seat), Code::NoSeat)
        .when(&other, time_out(seat))
        .then(&[Kind::TimedOut])
        .then_match(|on| {
            assert_eq!(on.sitters[seat.index()].stand_in, Some(StandIn::Turn));
        });
}

#[test]
fn a_match_without_a_pace_is_never_due() {
    let mut tale = Tale::running(&[BEN]);
    tale.now += Duration::days(400);
    let (_, seat) = tale.awaited();
    assert!(clock(&tale.on, seat).is_none());
    tale.when_refused(&Caller::Clock, time_out(seat), Code::NotDue);
}

#[test]
fn taking_back_gives_no_time_back() {
    let tale = in_the_morning().played_until(|tale| last_step(tale).is_some());
    let (by, seat) = tale.awaited();
    let due = clock(&tale.on, seat).expect("a clock runs").due;
    // Thirty hours for the turn, of which fifteen are free, and it is over.
    let mut tale = tale;
    tale.now += Duration::days(2);
    let last = last_step(&tale).expect("there is one");
    let mut played = tale.when(&by, play(seat, last));
    let left = reserve(&played.on, seat).expect("a pace");
    assert!(left < Duration::hours(31), "{left}");
    played.now += Duration::hours(12);
    let back = played.when(&by, Command::TakeBack { to: None });
    assert_eq!(clock(&back.on, seat).map(|clock| clock.due), Some(due), "it ran on meanwhile");
    let again = back.turn_played(&by);
    assert!(reserve(&again.on, seat) < Some(left), "all of it is used");
}

#[test]
fn stand_ins_rest_where_no_person_plays() {
    let mut tale = daily(Absence::Gentle);
    for _ in 0..200 {
        let Some(seat) = tale.on.awaited().first().copied() else { break };
        if clock(&tale.on, seat).is_none() && tale.on.plays_by_itself().is_none() {
            assert!(tale.on.sitters.iter().all(|sitter| sitter.stand_in == Some(StandIn::Seat)));
            return;
        }
        tale = match clock(&tale.on, seat) {
            Some(_) => tale.until_due().when(&Caller::Clock, time_out(seat)),
            None => tale.turn_played(&Caller::Clock),
        };
    }
    panic!("they never rest");
}

#[test]
fn whoever_comes_back_to_the_same_turn_again_and_again_wins_no_time() {
    let tale = daily(Absence::Gentle).lapses(Lapse::Grace).lapses(Lapse::Turn);
    let (_, seat) = tale.awaited();
    let by = person(&tale.on.sitters[seat.index()].account);
    let tale = tale.when(&by, Command::Return).lapses(Lapse::Seat);
    let mut tale = tale.when_refused(&by, Command::Return, Code::ReturnedAlready);
    // Their steps count as those of who stands in: they bring no time along, and stand.
    let command = tale.legal(seat).swap_remove(0);
    tale = tale.when(&by, Command::Play { seat, command });
    assert!(tale.new.iter().all(|record| record.event != Event::Returned));
    tale.when_refused(&by, Command::TakeBack { to: None }, Code::NothingToTakeBack)
        .when_refused(&by, Command::Return, Code::ReturnedAlready)
        .turn_played(&Caller::Clock)
        .until_awaited(seat)
        .when(&by, Command::Return);
}

#[test]
fn a_turn_whose_time_would_be_over_is_not_taken_back() {
    let mut tale = daily(Absence::Strict);
    let (by, seat) = tale.awaited();
    let due = clock(&tale.on, seat).expect("a clock runs").due;
    tale = tale.turn_played(&by);
    tale.now = due - Duration::minutes(1);
    let tale = tale.when(&by, Command::TakeBack { to: None });
    let due = clock(&tale.on, seat).expect("a clock runs").due;
    let mut tale = tale.turn_played(&by);
    tale.now = due;
    tale.when_refused(&by, Command::TakeBack { to: None }, Code::TimeIsOver);
}

#[test]
fn a_call_for_another_wait_says_nothing() {
    let tale = daily(Absence::Gentle);
    let (_, seat) = tale.awaited();
    let from = clock(&tale.on, seat).expect("a clock runs").from;
    let tale = tale.until_due();
    let now = tale.now;
    let called = |at: Instant| {
        let call = LastCall::Letter { at: at.and_utc() };
        Command::TimeOut { seat, call }
    };
    tale.when_refused(&Caller::Clock, called(from - Duration::microseconds(1)), Code::NotDue)
        .when_refused(&Caller::Clock, called(now + Duration::days(1)), Code::NotDue)
        .when_refused(&Caller::Clock, called(Instant::MAX), Code::NotDue)
        .when(&Caller::Clock, called(from));
}

#[test]
fn nobody_is_timed_out_at_night_by_a_call_of_the_same_night() {
    let mut tale = daily(Absence::Gentle).until_due();
    let (_, seat) = tale.awaited();
    // Called two hours after midnight, long after the end: half of three hours must count.
    let midnight = (tale.now + Duration::days(1)).date().and_time(chrono::NaiveTime::MIN);
    let at = midnight + Duration::hours(2);
    let call = LastCall::Letter { at: at.and_utc() };
    tale.now = midnight + Duration::hours(9) + Duration::minutes(29);
    let over = Command::TimeOut { seat, call };
    let mut tale = tale.when_refused(&Caller::Clock, over.clone(), Code::NotDue);
    tale.now += Duration::minutes(1);
    tale.when(&Caller::Clock, over);
}

#[test]
fn whoever_resigns_in_their_own_turn_leaves_it_to_the_stand_in_and_resigns_once() {
    let tale = daily(Absence::Gentle);
    let (by, seat) = tale.awaited();
    let command = tale.legal(seat).swap_remove(0);
    let tale = tale
        .when(&by, Command::Resign)
        .then(&[Kind::Resigned])
        .when_refused(&by, Command::Resign, Code::ResignedAlready)
        .when_refused(&by, Command::Play { seat, command: command.clone() }, Code::ResignedAlready);
    let plays = tale.on.plays_by_itself().expect("the stand-in");
    assert_eq!((plays.seat, plays.by), (seat, Caller::Clock));
    tale.when(&Caller::Clock, Command::Play { seat, command });
}

/// The morning after the first evening.
fn in_the_morning() -> Tale {
    let mut tale = daily(Absence::Gentle);
    tale.now += Duration::hours(12);
    tale
}

/// A step of whoever is awaited that shows nothing and with which their turn is over: somebody
/// else is awaited, and it can be taken back.
fn last_step(tale: &Tale) -> Option<Value> {
    let (by, seat) = tale.awaited();
    tale.legal(seat).into_iter().find(|command| {
        let draft = tale.decide(&by, &play(seat, command.clone())).expect("a legal step");
        let (on, _) = draft.finish();
        let next = on.awaited().first().copied();
        next.is_some_and(|next| next != seat) && !on.take_back_points(seat).is_empty()
    })
}

#[test]
fn a_turn_taken_back_gives_the_next_player_back_what_they_used_of_their_time() {
    let tale = in_the_morning().played_until(|tale| last_step(tale).is_some());
    let (by, seat) = tale.awaited();
    let last = last_step(&tale).expect("there is one");
    let mut tale = tale.when(&by, play(seat, last.clone()));
    let (other, next) = tale.awaited();
    let (before, had) = (reserve(&tale.on, next), clock(&tale.on, next).expect("a clock runs"));
    let (had, lasts) = (had.reserve, had.due - had.from);
    // Thirty hours are counted in two days, and fifteen of them are free.
    tale.now += Duration::days(2);
    let used = tale.clone().turn_played(&other);
    assert!(reserve(&used.on, next) < before.map(|left| left - Duration::hours(14)));
    let tale = tale.when(&by, Command::TakeBack { to: None });
    assert_eq!(tale.on.awaited(), [seat]);
    assert_eq!(reserve(&tale.on, next), before);
    let tale = tale.when(&by, play(seat, last));
    let has = clock(&tale.on, next).expect("a clock runs");
    assert_eq!((has.from, has.reserve), (tale.on.changed_at, had), "it begins anew");
    assert_eq!(has.due - has.from, lasts, "with all that it had");
}

#[test]
fn what_a_person_plays_while_a_stand_in_has_the_turn_stands_as_if_it_had_played() {
    let tale = daily(Absence::Gentle);
    let (by, seat) = tale.awaited();
    let tale = tale.lapses(Lapse::Grace).lapses(Lapse::Turn).when(&by, Command::Return);
    let command = tale.step(seat, false).expect("a calm step");
    let tale = tale.when(&by, play(seat, command));
    assert_eq!(tale.on.awaited(), [seat], "the turn goes on");
    let tale = tale.lapses(Lapse::Turn).turn_played(&by);
    tale.then_match(|on| assert_eq!(on.take_back_points(seat), Vec::<i64>::new())).when_refused(
        &by,
        Command::TakeBack { to: None },
        Code::NothingToTakeBack,
    );
}
