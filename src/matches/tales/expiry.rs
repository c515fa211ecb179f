//! Tales of matches in which nothing happens.

use super::*;
use crate::matches::stream::event::LastCall;
use crate::matches::time::pace::{Absence, Pace, Preset, Timing};
use crate::matches::time::{clock, expires_at};

impl Tale {
    /// Nothing happens for so many days.
    fn silent(mut self, days: i64) -> Tale {
        self.now = self.on.changed_at + Duration::days(days);
        self
    }
}

#[test]
fn a_match_that_never_begins_is_cancelled_after_thirty_days_without_anybody_coming() {
    Tale::given(&wish(3))
        .silent(29)
        .when_refused(&Caller::Clock, Command::Expire, Code::NotDue)
        .when(&person(BEN), join())
        .silent(29)
        .when_refused(&Caller::Clock, Command::Expire, Code::NotDue)
        .silent(30)
        .when(&Caller::Clock, Command::Expire)
        .then(&[Kind::Expired, Kind::Cancelled])
        .then_match(|on| assert_eq!(on.status, Status::Cancelled));
}

#[test]
fn a_match_that_waits_for_somebody_ends_without_a_result_after_sixty_days() {
    Tale::running(&[BEN])
        .silent(59)
        .when_refused(&Caller::Clock, Command::Expire, Code::NotDue)
        .silent(60)
        .when_refused(&person(ANNA), Command::Expire, Code::NoSeat)
        .when(&Caller::Clock, Command::Expire)
        .then(&[Kind::Expired, Kind::Ended])
        .then_match(|on| {
            assert_eq!(on.ranking, Some(vec![]));
            assert_eq!(expires_at(on), None);
        });
}

#[test]
fn a_match_does_not_end_while_somebody_still_has_time() {
    let slow = Pace { window: 27_000, reserve: 27_000, cap: 27_000, ..Preset::Relaxed.pace() };
    for absence in [Absence::Strict, Absence::Patient] {
        let tale = Tale::given(&Open { timing: Some(Timing { pace: slow, absence }), ..wish(2) });
        let tale = tale.when(&person(BEN), join()).silent(59);
        let (_, seat) = tale.awaited();
        let due = clock(&tale.on, seat).expect("a clock runs").due;
        assert!(due > tale.now + Duration::hours(23), "they have as long");
        let tale = tale.silent(60).when_refused(&Caller::Clock, Command::Expire, Code::NotDue);
        assert_eq!(expires_at(&tale.on), Some(due + Duration::days(60)));
    }
}

#[test]
fn a_match_in_which_all_are_stood_in_for_rests_and_ends_after_thirty_days() {
    let timing = Timing { pace: Preset::Brisk.pace(), absence: Absence::Gentle };
    let mut tale = Tale::given(&Open { timing: Some(timing), ..wish(2) });
    tale = tale.when(&person(BEN), join());
    while tale.on.sitters.iter().any(|sitter| sitter.plays()) {
        let (_, seat) = tale.awaited();
        match clock(&tale.on, seat) {
            Some(clock) => {
                tale.now = clock.due;
                let over = Command::TimeOut { seat, call: LastCall::Muted };
                tale = tale.when(&Caller::Clock, over);
            }
            None => {
                let command = tale.legal(seat).swap_remove(0);
                tale = tale.when(&Caller::Clock, Command::Play { seat, command });
            }
        }
    }
    assert_eq!(tale.on.plays_by_itself(), None, "stand-ins rest");
    tale.silent(30).when(&Caller::Clock, Command::Expire).then(&[Kind::Expired, Kind::Ended]);
}

#[test]
fn a_match_in_which_the_platform_has_something_to_play_does_not_expire() {
    let mut tale = Tale::given(&wish(3)).when(&person(ANNA), robot(Robot::Random));
    tale = tale.when(&person(BEN), join());
    while tale.on.plays_by_itself().is_none() {
        let (by, seat) = tale.awaited();
        let command = tale.legal(seat).swap_remove(0);
        tale = tale.when(&by, Command::Play { seat, command });
    }
    tale.silent(600).when_refused(&Caller::Clock, Command::Expire, Code::NotDue);
}

#[test]
fn whoever_has_a_seat_can_host_a_match_whose_host_has_done_nothing_there_for_seven_days() {
    let hosted = |tale: Tale| tale.when(&person(BEN), join()).silent(7);
    let tale = hosted(Tale::given(&wish(4)));
    let mut sooner = hosted(Tale::given(&wish(4)));
    sooner.now = sooner.on.opened_at + Duration::days(7) - Duration::minutes(1);
    sooner.when_refused(&person(BEN), Command::Host, Code::NotDue);
    tale.when_refused(&person(ANNA), Command::Host, Code::NotDue)
        .when_refused(&person(CLEO), Command::Host, Code::NoSeat)
        .when_refused(&Caller::Clock, Command::Host, Code::NoSeat)
        .when(&person(BEN), Command::Host)
        .then_first(&Event::HostChanged)
        .then_match(|on| assert_eq!((&*on.host, on.seat_of(BEN)), (BEN, Some(SECOND))))
        .when_refused(&person(ANNA), Command::Start, Code::HostOnly)
        .silent(6)
        .when_refused(&person(ANNA), Command::Host, Code::NotDue)
        .when(&person(BEN), robot(Robot::Random))
        .silent(7)
        .when(&person(ANNA), Command::Host)
        .then_match(|on| assert_eq!(on.host, ANNA))
        .when(&person(ANNA), Command::Start)
        .silent(7)
        .when_refused(&person(BEN), Command::Host, Code::MatchNotOpen);
}

#[test]
fn whoever_has_just_come_waits_for_the_host_for_seven_days_too() {
    let tale = Tale::given(&wish(4)).when(&person(BEN), join()).silent(8);
    let tale = tale.when(&person(CLEO), join());
    tale.when_refused(&person(CLEO), Command::Host, Code::NotDue)
        .silent(6)
        .when_refused(&person(CLEO), Command::Host, Code::NotDue)
        .silent(7)
        .when(&person(CLEO), Command::Host);
}

#[test]
fn a_host_who_seats_somebody_or_takes_the_match_over_from_who_leaves_has_come() {
    Tale::given(&wish(4))
        .when(&person(BEN), join())
        .silent(6)
        .when(&person(ANNA), robot(Robot::Random))
        .silent(6)
        .when_refused(&person(BEN), Command::Host, Code::NotDue);
    let mut tale = Tale::given(&wish(4)).when(&person(BEN), join()).when(&person(CLEO), join());
    tale = tale.silent(10).when(&person(ANNA), Command::Leave);
    tale.silent(6)
        .when_refused(&person(CLEO), Command::Host, Code::NotDue)
        .silent(7)
        .when(&person(CLEO), Command::Host);
}
