//! Tales of people who take a seat over in a match that is played.

use super::absence::daily;
use super::consent::propose;
use super::*;
use crate::matches::stream::event::{AwayBooked, Lapse, SeatOpened, Substituted};
use crate::matches::stream::substitutes::LOOKED_FOR_AFTER;
use crate::matches::time::{Absence, clock, reserve};
use crate::rules::Viewer;

const DORA: &str = "dora";
const EMIL: &str = "emil";

fn substitute(seat: Seat) -> Command {
    Command::Substitute { seat }
}

/// Who is awaited first has lost the seat to a stand-in, after a turn of their own.
fn lost() -> (Tale, Caller, Seat) {
    let tale = daily(Absence::Gentle);
    let (by, seat) = tale.awaited();
    let tale = tale.turn_played(&by).until_awaited(seat);
    let tale = tale.lapses(Lapse::Grace).lapses(Lapse::Turn).turn_played(&Caller::Clock);
    let tale = tale.until_awaited(seat).lapses(Lapse::Seat);
    (tale, by, seat)
}

fn replace(seat: Seat, to: Option<&str>) -> Command {
    propose(Terms::Replace { seat, to: to.map(str::to_owned) })
}

#[test]
fn a_seat_that_a_stand_in_keeps_for_three_days_can_be_taken_over_by_anybody() {
    let (mut tale, by, seat) = lost();
    let over = tale.on.changed_at + LOOKED_FOR_AFTER;
    tale.now = over - Duration::microseconds(1);
    tale = tale.when_refused(&person(DORA), substitute(seat), Code::SeatTaken);
    tale.now = over;
    let before = tale.on.entropy().into_iter().map(|e| e.map(str::to_owned)).collect::<Vec<_>>();
    tale.when(&person(DORA), substitute(seat))
        .then_first(&Event::Substituted(Substituted { account: DORA.to_owned(), name: None }))
        .then_match(|on| {
            let left = by.person().expect("a person");
            assert_eq!(on.viewer(Some(DORA)), Viewer::Seat(seat));
            assert_eq!(on.viewer(Some(left)), Viewer::Spectator, "who left sees what all see");
            assert!(on.sitters[seat.index()].plays());
            assert_eq!(on.entropy(), before.iter().map(Option::as_deref).collect::<Vec<_>>());
            assert_eq!(on.sat(seat, 1), Some(left));
            assert_eq!(on.sat(seat, on.version), Some(DORA));
        });
}

#[test]
fn a_person_who_comes_back_in_time_keeps_the_seat() {
    let (mut tale, by, seat) = lost();
    tale.now += LOOKED_FOR_AFTER;
    tale.when(&by, Command::Return).when_refused(&person(DORA), substitute(seat), Code::SeatTaken);
}

#[test]
fn who_never_came_at_all_can_be_replaced_at_once_until_they_play() {
    let tale = daily(Absence::Gentle);
    let (by, seat) = tale.awaited();
    let tale = tale.when_refused(&person(DORA), substitute(seat), Code::SeatTaken);
    let tale = tale.lapses(Lapse::Grace);
    let tale = tale.when_refused(&person(DORA), substitute(seat), Code::SeatTaken);
    let tale = tale.lapses(Lapse::Turn);
    assert!(tale.decide(&person(DORA), &substitute(seat)).is_ok());
    // Who comes back and says so keeps it, also once the stand-in has ended the turn.
    let ended = tale.clone().turn_played(&Caller::Clock);
    assert!(ended.decide(&person(DORA), &substitute(seat)).is_ok());
    ended.when(&by, Command::Return).then(&[Kind::Returned]).when_refused(
        &person(DORA),
        substitute(seat),
        Code::SeatTaken,
    );
    let command = tale.legal(seat).swap_remove(0);
    tale.when(&by, Command::Play { seat, command }).when_refused(
        &person(DORA),
        substitute(seat),
        Code::SeatTaken,
    );
}

#[test]
fn a_resigned_seat_can_be_taken_over_at_once_and_ranks_with_those_who_stay() {
    let tale = Tale::running(&[BEN, CLEO]).when(&person(BEN), Command::Resign);
    let tale = tale.when(&person(DORA), substitute(SECOND)).then(&[Kind::Substituted]);
    let tale = tale.when_refused(&person(BEN), Command::Return, Code::NoSeat);
    tale.when(&person(CLEO), Command::Resign).when(&person(ANNA), Command::Resign).then_match(
        |on| {
            let ranking = on.ranking.as_ref().expect("one is left");
            assert_eq!(ranking[0].seat, SECOND, "Dora stayed");
        },
    );
}

#[test]
fn nobody_who_has_or_had_a_seat_takes_another_one_over() {
    let tale = Tale::running(&[BEN, CLEO])
        .when(&person(BEN), Command::Resign)
        .when_refused(&person(CLEO), substitute(SECOND), Code::SeatedAlready)
        .when_refused(&person(BEN), substitute(SECOND), Code::SeatedAlready)
        .when(&person(DORA), substitute(SECOND))
        .when(&person(CLEO), Command::Resign);
    let third = Seat(2);
    tale.when_refused(&person(BEN), substitute(third), Code::SatBefore)
        .when_refused(&person(BEN), substitute(SECOND), Code::SatBefore)
        .when_refused(&Caller::Clock, substitute(third), Code::NoSeat)
        .when(&person(EMIL), substitute(third));
}

#[test]
fn a_private_match_is_taken_over_by_invitation_only() {
    let tale = Tale::given(&Open { visibility: Visibility::Private, ..wish(3) });
    let tale = tale.invited().when(&person(BEN), join()).invited().when(&person(CLEO), join());
    let tale = tale.when(&person(BEN), Command::Resign);
    tale.when_refused(&person(DORA), substitute(SECOND), Code::NotFound)
        .invited()
        .when(&person(DORA), substitute(SECOND))
        .then_match(|on| assert!(on.is_seen_by(Some(BEN)), "who left still sees the match"));
}

#[test]
fn who_takes_a_seat_over_has_a_whole_turn_and_half_the_reserve() {
    let tale = daily(Absence::Gentle);
    let (_, seat) = tale.awaited();
    let mut late = tale.lapses(Lapse::Grace);
    late = late.lapses(Lapse::Turn);
    late.now += Duration::hours(1);
    late.when(&person(DORA), substitute(seat)).then_match(|on| {
        let clock = clock(on, seat).expect("a clock runs");
        assert_eq!(clock.from, on.changed_at);
        assert_eq!(clock.reserve, Duration::minutes(45 * 60 / 2));
        assert_eq!(reserve(on, seat), Some(clock.reserve));
    });
}

#[test]
fn a_seat_taken_over_in_the_instant_in_which_it_was_left_has_half_the_reserve_too() {
    let mut tale = daily(Absence::Gentle);
    // By a clock that was set back, all that follows happens with the latest event.
    tale.now -= Duration::days(1);
    let (by, seat) = tale.awaited();
    let tale = tale.turn_played(&by);
    let whole = Duration::minutes(45 * 60);
    assert_eq!(reserve(&tale.on, seat), Some(whole), "what was used is counted, and kept");
    tale.when(&by, Command::Resign)
        .when(&person(DORA), substitute(seat))
        .then_match(|on| assert_eq!(reserve(on, seat), Some(whole / 2)));
}

#[test]
fn who_takes_a_seat_over_may_come_back_once_though_their_forerunner_has() {
    let (tale, by, seat) = lost();
    let mut tale = tale.when(&by, Command::Return).lapses(Lapse::Seat).when_refused(
        &by,
        Command::Return,
        Code::ReturnedAlready,
    );
    tale.now = tale.on.changed_at + LOOKED_FOR_AFTER;
    tale.when(&person(DORA), substitute(seat))
        .lapses(Lapse::Turn)
        .when(&person(DORA), Command::Return)
        .then(&[Kind::Returned]);
}

#[test]
fn who_takes_a_seat_over_takes_nothing_back_that_another_has_played() {
    let (tale, by, seat) = Tale::with_two_steps();
    let other = Seat(1 - seat.0);
    let other_by = person(&tale.on.sitters[other.index()].account);
    let tale = tale.when(&by, replace(seat, Some(DORA)));
    let number = tale.on.version;
    let yes = Command::Vote { proposal: number, yes: true };
    let tale = tale.when(&other_by, yes);
    assert!(!tale.on.take_back_points(seat).is_empty());
    tale.when(&person(DORA), substitute(seat))
        .then_match(|on| assert_eq!(on.take_back_points(seat), Vec::<i64>::new()))
        .when_refused(&person(DORA), Command::TakeBack { to: None }, Code::NothingToTakeBack);
}

#[test]
fn the_others_agree_that_a_lost_seat_is_open_before_the_three_days_are_over() {
    let (tale, _, seat) = lost();
    let others: Vec<String> = [ANNA, BEN, CLEO]
        .into_iter()
        .filter(|who| tale.on.seat_of(who) != Some(seat))
        .map(str::to_owned)
        .collect();
    let tale = tale.when(&person(&others[0]), replace(seat, None)).then(&[Kind::PutForward]);
    let number = tale.on.version;
    let tale = tale
        .when_refused(&person(DORA), substitute(seat), Code::SeatTaken)
        .when(&person(&others[1]), Command::Vote { proposal: number, yes: true })
        .then(&[Kind::Voted, Kind::ProposalClosed, Kind::SeatOpened]);
    tale.when(&person(DORA), substitute(seat)).then(&[Kind::Substituted]);
}

#[test]
fn only_whose_seat_it_is_names_a_successor_and_nobody_else_takes_it_then() {
    let tale = daily(Absence::Gentle)
        .when_refused(&person(ANNA), replace(SECOND, Some(DORA)), Code::WrongTerms)
        .when_refused(&person(ANNA), replace(SECOND, None), Code::WrongTerms)
        .when_refused(&person(ANNA), replace(FIRST, Some(CLEO)), Code::WrongTerms)
        .when(&person(ANNA), replace(FIRST, Some(DORA)));
    let number = tale.on.version;
    let yes = |who| (person(who), Command::Vote { proposal: number, yes: true });
    let (ben, agrees) = yes(BEN);
    let tale = tale.when(&ben, agrees).then(&[Kind::Voted]);
    let (cleo, agrees) = yes(CLEO);
    let tale =
        tale.when(&cleo, agrees).then(&[Kind::Voted, Kind::ProposalClosed, Kind::SeatOpened]);
    assert_eq!(tale.new[2].event, Event::SeatOpened(SeatOpened { to: Some(DORA.to_owned()) }));
    tale.when_refused(&person(EMIL), substitute(FIRST), Code::SeatTaken)
        .then_match(|on| assert!(on.sitters[0].plays(), "Anna plays until Dora comes"))
        .when(&person(DORA), substitute(FIRST));
}

#[test]
fn whoever_is_named_and_never_comes_keeps_nobody_else_from_a_seat_that_is_lost() {
    let tale = daily(Absence::Gentle);
    let (by, seat) = tale.awaited();
    let tale = tale.when(&by, replace(seat, Some(DORA)));
    let number = tale.on.version;
    let accounts: Vec<String> = tale.on.sitters.iter().map(|one| one.account.clone()).collect();
    let mut others = accounts.iter().map(|account| person(account)).filter(|other| *other != by);
    let vote = || Command::Vote { proposal: number, yes: true };
    let (one, two) = (others.next().expect("Anna or Ben"), others.next().expect("Ben or Cleo"));
    let tale = tale.when(&one, vote()).when(&two, vote());
    let tale = tale.turn_played(&by).until_awaited(seat);
    let tale = tale.lapses(Lapse::Grace).lapses(Lapse::Turn).turn_played(&Caller::Clock);
    let mut tale = tale.until_awaited(seat).lapses(Lapse::Seat);
    let over = tale.on.changed_at + LOOKED_FOR_AFTER;
    assert_eq!(tale.on.open_to_all(seat), Some(over));
    tale.now = over - Duration::microseconds(1);
    assert!(tale.decide(&person(DORA), &substitute(seat)).is_ok(), "it is kept for Dora");
    tale = tale.when_refused(&person(EMIL), substitute(seat), Code::SeatTaken);
    tale.now = over;
    assert!(tale.on.looks_for_anybody(over));
    // Back again, whose seat it was looks for nobody but Dora.
    let back = tale.decide(&by, &Command::Return).expect("they are back");
    assert_eq!(back.after().open_to_all(seat), None);
    tale.when(&person(EMIL), substitute(seat)).then(&[Kind::Substituted]);
}

#[test]
fn who_wanted_to_leave_may_think_better_of_it() {
    let tale = Tale::running(&[BEN]).when(&person(ANNA), replace(FIRST, None));
    let number = tale.on.version;
    tale.when(&person(BEN), Command::Vote { proposal: number, yes: true })
        .when(&person(ANNA), Command::Return)
        .then(&[Kind::Returned])
        .when_refused(&person(DORA), substitute(FIRST), Code::SeatTaken)
        .when_refused(&person(ANNA), Command::Return, Code::NoStandIn);
}

#[test]
fn a_substitute_during_a_vote_is_asked_anew() {
    let tale = Tale::running(&[BEN, CLEO]).when(&person(ANNA), replace(FIRST, Some(DORA)));
    let number = tale.on.version;
    let vote = |yes| Command::Vote { proposal: number, yes };
    let tale = tale.when(&person(BEN), vote(true)).when(&person(CLEO), vote(true));
    let end = propose(Terms::End { by_score: true });
    let tale = tale.when(&person(ANNA), end);
    let number = tale.on.version;
    let vote = |yes| Command::Vote { proposal: number, yes };
    let tale = tale.when(&person(DORA), substitute(FIRST));
    let tale = tale.when(&person(BEN), vote(true)).when(&person(CLEO), vote(true));
    assert_eq!(tale.on.status, Status::Running, "Dora has not agreed");
    tale.when(&person(DORA), vote(true)).then(&[Kind::Voted, Kind::ProposalClosed, Kind::Ended]);
}

#[test]
fn a_substitute_stays_when_the_game_goes_back_behind_their_coming() {
    let tale = Tale::running(&[BEN, CLEO]).when(&person(CLEO), Command::Resign);
    let (_, seat) = tale.awaited();
    let to = tale.on.version;
    let tale = tale.played_until(|tale| tale.on.version > to && tale.on.awaited() != [seat]);
    let tale = tale.when(&person(DORA), substitute(Seat(2)));
    let tale = tale.when(&person(DORA), propose(Terms::Rewind { to }));
    let number = tale.on.version;
    let vote = || Command::Vote { proposal: number, yes: true };
    tale.when(&person(ANNA), vote()).when(&person(BEN), vote()).then_match(|on| {
        assert_eq!(on.seat_of(DORA), Some(Seat(2)));
        assert_eq!(on.seat_of(CLEO), None);
    });
}

/// Somebody takes the seat over, plays nothing, and a stand-in does.
fn comes_and_does_nothing(tale: Tale, who: &str, seat: Seat) -> Tale {
    let tale = tale.when(&person(who), substitute(seat)).until_awaited(seat);
    tale.lapses(Lapse::Turn).turn_played(&Caller::Clock)
}

#[test]
fn a_seat_that_two_in_a_row_took_over_and_never_played_stays_with_the_stand_in() {
    let tale = daily(Absence::Gentle);
    let (_, seat) = tale.awaited();
    let tale = tale.lapses(Lapse::Grace).lapses(Lapse::Turn).turn_played(&Caller::Clock);
    let tale = comes_and_does_nothing(tale, DORA, seat);
    let tale = comes_and_does_nothing(tale, EMIL, seat);
    let tale = tale.when_refused(&person("fred"), substitute(seat), Code::SeatTaken);
    let tale = tale.when(&person(EMIL), Command::Resign);
    tale.when_refused(&person("fred"), substitute(seat), Code::SeatTaken);
}

#[test]
fn the_day_of_grace_and_the_days_away_of_a_seat_are_used_once_whoever_has_it() {
    let mut tale = daily(Absence::Gentle);
    let (by, seat) = tale.awaited();
    let midnight = (tale.now.date() + chrono::Days::new(2)).and_time(chrono::NaiveTime::MIN);
    let away =
        AwayBooked { from: midnight.and_utc(), to: (midnight + Duration::days(2)).and_utc() };
    let left = tale.on.days_left(seat);
    tale = tale.when(&by, Command::Away(away)).lapses(Lapse::Grace).lapses(Lapse::Turn);
    tale.when(&person(DORA), substitute(seat))
        .then_match(|on| assert_eq!(on.days_left(seat), left - 2))
        .lapses(Lapse::Turn);
}
