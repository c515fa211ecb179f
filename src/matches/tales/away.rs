//! Tales of people who are away, and of a service that was.

use super::absence::{daily, time_out};
use super::*;
use crate::clock::calendar::{Calendar, Span};
use crate::clock::wall::Wall;
use crate::matches::stream::event::{AwayBooked, Lapse, LastCall, Outage};
use crate::matches::time::pace::Preset;
use crate::matches::time::{Absence, Timing, clock, reserve};
use chrono::NaiveDate;

/// Whole days from so many days after midnight today on.
pub(super) fn days(tale: &Tale, from: i64, count: i64) -> AwayBooked {
    let today: NaiveDate = tale.now.date();
    let midnight = today.and_time(chrono::NaiveTime::MIN);
    let from = midnight + Duration::days(from);
    AwayBooked { from: from.and_utc(), to: (from + Duration::days(count)).and_utc() }
}

impl Tale {
    /// Somebody will be away.
    fn goes(self, who: &str, from: i64, count: i64) -> Tale {
        let away = Command::Away(days(&self, from, count));
        self.when(&person(who), away)
    }

    fn cannot_go(self, who: &str, from: i64, count: i64) -> Tale {
        let away = Command::Away(days(&self, from, count));
        self.when_refused(&person(who), away, Code::WrongAway)
    }

    /// Whom the match waits for.
    fn slow(&self) -> String {
        self.awaited().0.person().expect("a person").to_owned()
    }

    fn later(mut self, time: Duration) -> Tale {
        self.now += time;
        self
    }
}

#[test]
fn no_time_of_whoever_is_away_runs_out_and_what_was_used_before_stays_used() {
    let tale = daily(Absence::Gentle);
    let (before, who) = (tale.due(), tale.slow());
    let tale = tale.goes(&who, 2, 3).then(&[Kind::AwayBooked]);
    assert_eq!(tale.due(), before + Duration::days(3), "days that do not count are not counted");
    let (_, seat) = tale.awaited();
    let left = reserve(&tale.on, seat);
    let at_the_old_end = tale.later(before - noon());
    assert_eq!(reserve(&at_the_old_end.on, seat), left);
    at_the_old_end
        .when_refused(&Caller::Clock, time_out(seat), Code::NotDue)
        .until_due()
        .when(&Caller::Clock, time_out(seat));
}

#[test]
fn days_away_are_said_a_day_before_and_are_fourteen_in_a_row_at_most() {
    let who = daily(Absence::Gentle).slow();
    daily(Absence::Gentle)
        .cannot_go(&who, 1, 1)
        .cannot_go(&who, 2, 0)
        .cannot_go(&who, 2, -1)
        .cannot_go(&who, 2, 15)
        .cannot_go(&who, 500, 1)
        .goes(&who, 2, 14);
}

#[test]
fn two_stretches_of_days_away_do_not_touch() {
    let who = daily(Absence::Gentle).slow();
    daily(Absence::Gentle)
        .goes(&who, 5, 3)
        .cannot_go(&who, 4, 2)
        .cannot_go(&who, 8, 1)
        .cannot_go(&who, 2, 3)
        .cannot_go(&who, 2, 10)
        .goes(&who, 9, 2)
        .goes(&who, 2, 2);
}

#[test]
fn nobody_is_away_for_more_days_than_the_pace_allows_and_each_has_their_own() {
    let who = daily(Absence::Gentle).slow();
    let tale = daily(Absence::Gentle).goes(&who, 2, 13).cannot_go(&who, 20, 2);
    let seat = tale.on.seat_of(&who).expect("a seat");
    assert_eq!(tale.on.days_left(seat), 1);
    let other = if who == ANNA { BEN } else { ANNA };
    tale.goes(&who, 20, 1).cannot_go(&who, 30, 1).goes(other, 2, 14);
}

#[test]
fn whoever_is_back_early_has_the_days_that_had_not_begun_again() {
    let tale = daily(Absence::Gentle);
    let (who, before) = (tale.slow(), tale.due());
    let tale = tale.goes(&who, 2, 10).goes(&who, 20, 4);
    let seat = tale.on.seat_of(&who).expect("a seat");
    assert_eq!(tale.on.days_left(seat), 0);
    // In the middle of the second day away.
    let mut tale = tale;
    let away = tale.on.sitters[seat.index()].away[0];
    tale.now = away.from + Duration::hours(36);
    let tale = tale.when(&person(&who), Command::EndAway);
    assert_eq!((tale.on.days_left(seat), tale.on.sitters[seat.index()].days_away()), (12, 2));
    // Four of those twelve hours were awake ones.
    let (late, early) = (tale.due() - before, Duration::hours(24 + 4));
    assert!(late == early || late == early + Duration::hours(9), "{late}");
    tale.when_refused(&person(&who), Command::EndAway, Code::WrongAway);
}

#[test]
fn whoever_is_away_may_play_and_their_clock_stands_still_all_the_same() {
    let tale = daily(Absence::Gentle);
    let (who, seat) = (tale.slow(), tale.awaited().1);
    let left = reserve(&tale.on, seat);
    let tale = tale.goes(&who, 2, 14).later(Duration::days(10));
    let (by, _) = tale.awaited();
    let tale = tale.turn_played(&by);
    let used = left.zip(reserve(&tale.on, seat)).map(|(before, now)| before - now);
    assert!(used.is_some_and(|used| used < Duration::hours(2)), "{used:?}");
    assert!(tale.on.sitters[seat.index()].away_until(tale.now).is_some());
}

#[test]
fn nobody_is_away_where_no_clock_runs_or_who_has_given_up_or_has_no_seat() {
    let tale = Tale::running(&[BEN]);
    tale.cannot_go(ANNA, 2, 1);
    let pace = crate::matches::time::Pace { away_days: 0, ..Preset::Daily.pace() };
    let timing = Timing { pace, absence: Absence::Gentle };
    let tale = Tale::given(&Open { timing: Some(timing), ..wish(2) });
    tale.when(&person(BEN), join()).cannot_go(ANNA, 2, 1);
    let tale = daily(Absence::Gentle).when(&person(CLEO), Command::Resign);
    let away = Command::Away(days(&tale, 2, 1));
    tale.when_refused(&person(CLEO), away.clone(), Code::ResignedAlready)
        .when_refused(&person("dora"), away.clone(), Code::NoSeat)
        .when_refused(&Caller::Clock, away, Code::NoSeat);
}

#[test]
fn whoever_takes_a_seat_over_has_the_days_away_that_were_not_used() {
    let who = daily(Absence::Gentle).slow();
    let tale = daily(Absence::Gentle).goes(&who, 2, 14).when(&person(&who), Command::Resign);
    let seat = tale.on.seat_of(&who).expect("a seat");
    let tale = tale.when(&person("dora"), Command::Substitute { seat });
    assert_eq!(tale.on.days_left(seat), 14);
    assert_eq!(tale.on.sitters[seat.index()].away, []);
}

#[test]
fn who_waits_for_others_to_come_can_say_that_they_will_be_away() {
    let timing = Timing { pace: Preset::Daily.pace(), absence: Absence::Gentle };
    let mut tale = Tale::given(&Open { timing: Some(timing), ..wish(2) });
    tale.now = noon();
    let tale = tale.goes(ANNA, 2, 3).later(Duration::days(2)).when(&person(BEN), join());
    assert_eq!(tale.on.status, Status::Running);
    assert!(tale.on.sitters[0].away_until(tale.now).is_some());
}

#[test]
fn while_turnwise_was_away_no_clock_ran_and_two_hours_are_left_when_it_is_back() {
    let tale = daily(Absence::Gentle);
    let (before, seat) = (tale.due(), tale.awaited().1);
    let outage = |from: Instant, to: Instant| {
        Command::Outage(Outage { from: from.and_utc(), to: to.and_utc() })
    };
    // A whole day of it, long before the end.
    let day = outage(noon() + Duration::hours(1), noon() + Duration::hours(25));
    let mut tale = tale.later(Duration::hours(26));
    tale = tale.when_refused(&person(ANNA), day.clone(), Code::NoSeat);
    tale = tale.when(&Caller::Clock, day.clone()).then(&[Kind::Outage]);
    assert_eq!(tale.due(), before + Duration::days(1));
    tale = tale.when_refused(&Caller::Clock, day, Code::NotDue);
    // Over the very end.
    let due = tale.due();
    let back = due + Duration::minutes(30);
    let late = outage(due - Duration::minutes(5), back);
    tale.now = back;
    tale =
        tale.when_refused(&Caller::Clock, outage(due, back + Duration::minutes(1)), Code::NotDue);
    tale = tale.when(&Caller::Clock, late);
    // Most of those two hours are after the night.
    assert_eq!(tale.due(), back + Duration::hours(2 + 9));
    let tale = tale.when_refused(&Caller::Clock, time_out(seat), Code::NotDue);
    tale.until_due().when(&Caller::Clock, time_out(seat));
}

#[test]
fn nobody_loses_a_seat_the_moment_that_turnwise_is_back_though_their_time_was_over_before() {
    let tale = daily(Absence::Strict);
    let (due, seat) = (tale.due(), tale.awaited().1);
    let mut tale = tale.until_due();
    // No call could be handed over, and then nobody was there to try again.
    let since = due.and_utc();
    let from = due + Duration::minutes(5);
    tale.now = from + Duration::hours(73);
    let outage = Outage { from: from.and_utc(), to: tale.now.and_utc() };
    let tale = tale.when(&Caller::Clock, Command::Outage(outage));
    assert!(tale.due() >= tale.now + Duration::hours(2));
    let lapse = Command::TimeOut { seat, call: LastCall::Undelivered { since } };
    tale.when_refused(&Caller::Clock, lapse, Code::NotDue);
}

#[test]
fn nights_days_off_pauses_days_away_and_outages_that_overlap_are_stopped_once() {
    let pace = crate::matches::time::Pace { days_off: 2, ..Preset::Relaxed.pace() };
    let timing = Timing { pace, absence: Absence::Gentle };
    let tale = Tale::given(&Open { timing: Some(timing), ..wish(2) });
    // A Tuesday; nights from 23 to 8 o'clock, and no Saturdays and Sundays.
    let tuesday = noon().date();
    let at = |days: i64, hour: u32| {
        (tuesday + Duration::days(days)).and_hms_opt(hour, 0, 0).expect("a time")
    };
    let tale = tale.when(&person(BEN), join());
    let who = tale.slow();
    // Away on Friday and Saturday, and on the next week's Thursday and Friday.
    let mut tale = tale.goes(&who, 3, 2).goes(&who, 9, 2);
    // On that Friday all agree on a pause until Monday noon.
    tale.now = at(3, 12);
    let mut tale = tale.all_agree(ANNA, Terms::Pause { until: at(6, 12).and_utc() });
    // On Monday Turnwise is away for three hours, from before the end of the pause on.
    tale.now = at(6, 14);
    let outage = Outage { from: at(6, 11).and_utc(), to: at(6, 14).and_utc() };
    let tale = tale.when(&Caller::Clock, Command::Outage(outage));
    // 45 hours anew and 105 in reserve: nine of that Monday, fifteen of Tuesday and of
    // Wednesday, of the week after it five times fifteen, and of the third one fifteen on
    // Monday and on Tuesday and six on Wednesday, from eight o'clock on.
    assert_eq!(tale.due(), at(22, 14));
    let (_, seat) = tale.awaited();
    let runs = clock(&tale.on, seat).expect("a clock runs");
    assert_eq!(runs.free_until, at(13, 14), "nine, fifteen, fifteen, and six of the next Monday");
    let outages = [Span { from: at(6, 11), to: at(6, 14) }];
    let away = &tale.on.sitters[seat.index()].away;
    let stopped: Vec<Span> = tale.on.pauses.iter().chain(&outages).chain(away).copied().collect();
    let wall = Wall::of(&Calendar::default(), 2, &stopped);
    assert_eq!(wall.over(runs.from, Duration::hours(150)), runs.due, "a second opinion");
}

#[test]
fn while_everybody_is_away_no_clock_runs_at_all() {
    let who = [ANNA, BEN, CLEO];
    let tale = who.iter().fold(daily(Absence::Gentle), |tale, who| tale.goes(who, 2, 14));
    let (_, seat) = tale.awaited();
    let mut tale = tale;
    tale.now += Duration::days(15);
    assert!(tale.due() > tale.now);
    tale.when_refused(&Caller::Clock, time_out(seat), Code::NotDue);
}

#[test]
fn where_the_clocks_change_fourteen_days_last_an_hour_more_and_one_that_begins_counts() {
    let tale = daily(Absence::Gentle);
    let who = tale.slow();
    let mut away = days(&tale, 2, 14);
    away.to += Duration::hours(1);
    let tale = tale.when(&person(&who), Command::Away(away.clone()));
    let seat = tale.on.seat_of(&who).expect("a seat");
    assert_eq!(tale.on.days_left(seat), 0);
    let mut tale = tale;
    tale.now = away.from.naive_utc() + Duration::minutes(1);
    let tale = tale.when(&person(&who), Command::EndAway);
    assert_eq!(tale.on.days_left(seat), 13);
}

#[test]
fn nobody_makes_a_stream_grow_by_changing_their_mind() {
    let tale = daily(Absence::Gentle);
    let who = tale.slow();
    let again =
        (0..40).fold(tale, |tale, _| tale.goes(&who, 3, 2).when(&person(&who), Command::EndAway));
    again.cannot_go(&who, 3, 2);
}

#[test]
fn a_step_taken_back_over_a_day_of_grace_brings_neither_another_pace_nor_an_outage_into_it() {
    let tale = daily(Absence::Gentle);
    let (by, seat) = tale.awaited();
    let command = tale.step(seat, false).expect("a calm step");
    let tale = tale.when(&by, play(seat, command)).lapses(Lapse::Grace);
    let due = tale.due();
    let tale = tale.all_agree(ANNA, Terms::ChangePace { pace: Preset::Relaxed.pace() });
    let (from, to) = (tale.now + Duration::minutes(1), tale.now + Duration::minutes(61));
    let tale = tale.later(Duration::hours(2));
    let outage = Outage { from: from.and_utc(), to: to.and_utc() };
    let tale = tale.when(&Caller::Clock, Command::Outage(outage));
    let later = tale.due();
    assert!(later > due);
    let tale = tale.when(&by, Command::TakeBack { to: None });
    assert_eq!(tale.due(), later, "the day of grace runs on as it did");
}
