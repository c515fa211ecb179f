//! Tales of what people agree on.

use super::absence::daily;
use super::*;
use crate::matches::stream::event::{Edition, Lapse, Verdict};
use crate::matches::stream::state::StandIn;
use crate::matches::stream::waits::Free;
use crate::matches::time::pace::Preset;
use crate::matches::time::{Absence, Timing, clock, reserve};

pub(super) fn propose(terms: Terms) -> Command {
    Command::propose(terms)
}

impl Tale {
    /// What is open now.
    fn open(&self) -> i64 {
        let mut open = self.on.proposals().iter().filter(|proposal| proposal.is_open(self.now));
        open.next().expect("something is proposed").number
    }

    /// This person answers what is open.
    #[track_caller]
    pub(super) fn answers(self, who: &str, yes: bool) -> Tale {
        let proposal = self.open();
        self.when(&person(who), Command::Vote { proposal, yes })
    }

    #[track_caller]
    pub(super) fn all_agree(self, by: &str, terms: Terms) -> Tale {
        let others: Vec<String> =
            self.on.sitters.iter().map(|s| s.account.clone()).filter(|a| a != by).collect();
        let tale = self.when(&person(by), propose(terms));
        others.iter().fold(tale, |tale, other| tale.answers(other, true))
    }

    #[track_caller]
    pub(super) fn came_to(self, verdict: Verdict) -> Tale {
        let last = self.on.proposals().last().expect("something was proposed");
        assert_eq!(last.closed.map(|(verdict, _)| verdict), Some(verdict));
        self
    }

    pub(super) fn due(&self) -> Instant {
        let (_, seat) = self.awaited();
        clock(&self.on, seat).expect("a clock runs").due
    }
}

#[test]
fn the_game_goes_on_as_it_stood_once_all_agree() {
    let tale = Tale::running(&[BEN, CLEO]);
    let to = tale.on.version;
    let (then, (by, _)) = (tale.on.state.clone(), tale.awaited());
    let tale = tale.turn_played(&by);
    let (by, _) = tale.awaited();
    let tale = tale.turn_played(&by).when(&person(ANNA), propose(Terms::Rewind { to }));
    tale.then(&[Kind::PutForward])
        .answers(BEN, true)
        .then(&[Kind::Voted])
        .answers(CLEO, true)
        .then(&[Kind::Voted, Kind::ProposalClosed, Kind::Rewound, Kind::Played])
        .came_to(Verdict::Carried)
        .then_match(|on| {
            let seen = |state: &AnyState| on.game().view(state, on.viewer(Some(BEN))).to_string();
            assert_eq!(on.state.as_ref().map(seen), then.as_ref().map(seen));
            assert!(on.state != then, "what nobody knew is shuffled anew");
            assert!(on.takeable.is_none(), "nothing of it can be taken back");
        });
}

#[test]
fn one_no_is_enough_where_all_must_agree_and_gives_a_day_of_rest() {
    let tale = daily(Absence::Gentle);
    let pause = || propose(Terms::Pause { until: (noon() + Duration::days(9)).and_utc() });
    let mut tale = tale
        .when(&person(ANNA), pause())
        .when_refused(&person(BEN), pause(), Code::ProposedAlready)
        .answers(BEN, true)
        .answers(CLEO, false)
        .then(&[Kind::Voted, Kind::ProposalClosed])
        .came_to(Verdict::Refused)
        .when_refused(&person(BEN), pause(), Code::ProposedTooOften);
    tale.now += Duration::days(1);
    tale.when(&person(BEN), pause());
}

#[test]
fn nobody_proposes_more_than_three_things_in_a_day() {
    let mut tale = daily(Absence::Gentle);
    for terms in [Terms::End { by_score: true }, Terms::Cancel] {
        tale = tale.when(&person(ANNA), propose(terms));
        let proposal = tale.open();
        tale = tale.when(&person(ANNA), Command::Withdraw { proposal }).came_to(Verdict::Withdrawn);
    }
    let pace = Preset::Brisk.pace();
    let tale = tale.when(&person(ANNA), propose(Terms::ChangePace { pace }));
    let end = propose(Terms::End { by_score: false });
    tale.when_refused(&person(ANNA), end.clone(), Code::ProposedTooOften).when(&person(BEN), end);
}

#[test]
fn an_answer_can_be_changed_until_it_is_decided_and_never_after_three_days() {
    let tale = daily(Absence::Gentle).when(&person(ANNA), propose(Terms::Cancel));
    let number = tale.open();
    let mut late = Command::Vote { proposal: number, yes: true };
    let tale = tale.answers(ANNA, false).answers(ANNA, true).answers(BEN, true);
    // More than half of three.
    let tale = tale.then(&[Kind::Voted, Kind::ProposalClosed, Kind::Ended]);
    tale.then_match(|on| assert_eq!(on.ranking.as_deref(), Some(&[][..]), "without a result"))
        .when_refused(&person(CLEO), late.clone(), Code::MatchOver);
    let mut tale = daily(Absence::Gentle).when(&person(ANNA), propose(Terms::Cancel));
    if let Command::Vote { proposal, .. } = &mut late {
        *proposal = tale.open();
    }
    tale.now += Duration::days(3);
    tale.when_refused(&person(BEN), late, Code::ProposalClosed);
}

#[test]
fn more_than_half_of_the_others_give_somebody_time() {
    let tale = daily(Absence::Gentle);
    let ((who, seat), due) = (tale.awaited(), tale.due());
    let others: Vec<String> = tale
        .on
        .sitters
        .iter()
        .map(|sitter| sitter.account.clone())
        .filter(|account| person(account) != who)
        .collect();
    let hours = |hours: u32| propose(Terms::MoreTime { seat, minutes: hours * 60 });
    let tale = tale
        .when_refused(&who, hours(16), Code::WrongTerms)
        .when(&who, hours(15))
        .answers(&others[0], true)
        .then(&[Kind::Voted])
        .answers(&others[1], true)
        .then(&[Kind::Voted, Kind::ProposalClosed, Kind::TimeGiven]);
    assert_eq!(tale.due() - due, Duration::days(1));
    let proposal = tale.on.version;
    let tale = tale.when(&person(&others[0]), hours(1)).answers(&others[1], true);
    assert!(tale.on.version > proposal);
    tale.when_refused(&person(&others[0]), hours(1), Code::WrongTerms);
}

/// Three play; an hour before one of them loses their seat to a stand-in, their seat, their name
/// and those of the others.
pub(super) fn about_to_be_late_again() -> (Tale, Seat, [String; 3]) {
    let tale = daily(Absence::Gentle).lapses(Lapse::Grace).lapses(Lapse::Turn);
    let tale = tale.turn_played(&Caller::Clock);
    let seat = Seat::all(3).find(|seat| tale.on.sitters[seat.index()].lapses.turns > 0);
    let late = seat.expect("somebody was late");
    let mut people: Vec<String> =
        tale.on.sitters.iter().map(|sitter| sitter.account.clone()).collect();
    people.swap(0, late.index());
    let mut tale = tale.until_awaited(late).until_due();
    tale.now -= Duration::hours(1);
    (tale, late, people.try_into().expect("three"))
}

#[test]
fn whoever_is_stood_in_for_is_not_asked_any_more() {
    let (tale, late, [_, one, two]) = about_to_be_late_again();
    let tale = tale
        .when(&person(&one), propose(Terms::End { by_score: true }))
        .answers(&two, true)
        .then(&[Kind::Voted]);
    let tale = tale.lapses(Lapse::Seat);
    tale.then(&[Kind::TimedOut, Kind::ProposalClosed, Kind::Ended])
        .came_to(Verdict::Carried)
        .then_match(|on| {
            assert_eq!(on.sitters[late.index()].stand_in, Some(StandIn::Seat));
            assert_eq!(on.ranking.as_ref().map(Vec::len), Some(3));
        });
}

#[test]
fn whoever_is_left_alone_by_people_who_may_come_back_binds_nobody() {
    let timing = Timing { pace: Preset::Daily.pace(), absence: Absence::Gentle };
    let mut tale = Tale::given(&Open { timing: Some(timing), ..wish(2) });
    tale.now = noon();
    let tale = tale.when(&person(BEN), join()).lapses(Lapse::Grace).lapses(Lapse::Turn);
    let late = Seat::all(2).find(|seat| tale.on.sitters[seat.index()].stand_in.is_some());
    let late = late.expect("a stand-in plays");
    let tale = tale.turn_played(&Caller::Clock).until_awaited(late).lapses(Lapse::Seat);
    let other = tale.on.sitters[1 - late.index()].account.clone();
    tale.when(&person(&other), propose(Terms::End { by_score: true }))
        .then(&[Kind::PutForward])
        .then_match(|on| assert!(on.ranking.is_none(), "nobody ends it alone"));
}

/// Three play; one agrees to this and is stood in for, another resigns, so that one is left alone.
fn left_alone_with(terms: Terms) -> (Tale, Caller, Seat) {
    let (tale, late, [late_is, one, two]) = about_to_be_late_again();
    let tale = tale.when(&person(&one), propose(terms)).answers(&late_is, true);
    let tale = tale.lapses(Lapse::Seat).when(&person(&two), Command::Resign);
    assert!(tale.on.proposals()[0].closed.is_none(), "nobody is bound alone");
    (tale, person(&late_is), late)
}

#[test]
fn whoever_comes_back_by_playing_settles_what_was_proposed_first() {
    let pace = Preset::Relaxed.pace();
    let (tale, by, seat) = left_alone_with(Terms::ChangePace { pace });
    let command = tale.legal(seat).swap_remove(0);
    let tale = tale.when(&by, Command::Play { seat, command }).came_to(Verdict::Carried);
    let kinds: Vec<Kind> = tale.new.iter().map(|record| record.event.kind()).collect();
    assert_eq!(kinds[..3], [Kind::Returned, Kind::ProposalClosed, Kind::PaceSet]);
    let begins: Vec<bool> = tale.new.iter().map(Record::begins).collect();
    assert_eq!(begins[..4], [true, false, false, true], "what is settled belongs to coming back");
}

#[test]
fn nobody_plays_a_game_that_ends_with_their_coming_back() {
    let (tale, by, seat) = left_alone_with(Terms::End { by_score: true });
    let command = tale.legal(seat).swap_remove(0);
    tale.when_refused(&by, Command::Play { seat, command }, Code::StoodIn)
        .when(&by, Command::Return)
        .then(&[Kind::Returned, Kind::ProposalClosed, Kind::Ended]);
}

#[test]
fn what_is_shown_meanwhile_overtakes_a_proposal_to_go_back() {
    let tale = Tale::running(&[BEN]);
    let to = tale.on.version;
    let (by, _) = tale.awaited();
    let tale = tale.turn_played(&by).when(&person(ANNA), propose(Terms::Rewind { to }));
    let shows = |tale: &Tale| tale.on.has_shown_since(to);
    let tale = tale.played_until(shows);
    assert!(tale.new.iter().any(|record| record.event.kind() == Kind::ProposalClosed));
    tale.came_to(Verdict::Overtaken);
}

#[test]
fn a_single_person_cannot_go_back_behind_what_was_shown() {
    let tale =
        Tale::given(&Open { rated: false, ..wish(2) }).when(&person(ANNA), robot(Robot::Random));
    let alone = |mut tale: Tale, until: &dyn Fn(&Tale) -> bool| {
        while !until(&tale) {
            let seat = tale.on.awaited()[0];
            let command = tale.legal(seat).swap_remove(0);
            let by = match tale.on.sitters[seat.index()].robot {
                Some(player) => Caller::Robot(player),
                None => person(ANNA),
            };
            tale = tale.when(&by, Command::Play { seat, command });
        }
        tale
    };
    let to = tale.on.version;
    let tale = alone(tale, &|tale| tale.on.version > to + 4 && !tale.on.has_shown_since(to));
    let tale = tale.when(&person(ANNA), propose(Terms::Rewind { to }));
    let tale = tale.came_to(Verdict::Carried);
    let tale = alone(tale, &|tale| tale.on.has_shown_since(to));
    tale.when_refused(&person(ANNA), propose(Terms::Rewind { to }), Code::WrongTerms);
}

#[test]
fn nobody_is_left_alone_with_a_proposal_to_go_back_behind_what_was_shown() {
    let tale = Tale::given(&wish(3)).when(&person(BEN), join());
    let mut tale = tale.when(&person(ANNA), robot(Robot::Random));
    let to = tale.on.version;
    while !tale.on.has_shown_since(to) {
        let seat = tale.on.awaited()[0];
        let command = tale.legal(seat).swap_remove(0);
        let sitter = &tale.on.sitters[seat.index()];
        let by = sitter.robot.map_or_else(|| person(&sitter.account), Caller::Robot);
        tale = tale.when(&by, Command::Play { seat, command });
    }
    let tale = tale.when(&person(ANNA), propose(Terms::Rewind { to })).then(&[Kind::PutForward]);
    let tale = tale.when(&person(BEN), Command::Resign);
    tale.then_match(|on| assert_eq!(on.status, Status::Running)).came_to(Verdict::Overtaken);
}

#[test]
fn dice_fall_anew_after_a_rewind() {
    let tale = Tale::running(&[BEN]).played_until(|tale| {
        tale.on.awaited().first().is_some_and(|seat| tale.step(*seat, true).is_some())
    });
    let (by, seat) = tale.awaited();
    let command = tale.step(seat, true).expect("it shows something");
    let to = tale.on.version;
    let once = tale.when(&by, Command::Play { seat, command: command.clone() });
    let first: Vec<String> = once.new.iter().map(|record| record.event.text()).collect();
    let tale = once.all_agree(ANNA, Terms::Rewind { to });
    let again = tale.when(&by, Command::Play { seat, command });
    let second: Vec<String> = again.new.iter().map(|record| record.event.text()).collect();
    assert!(first != second, "what was shown before the rewind is not shown again");
}

#[test]
fn what_was_rewound_can_be_gone_back_to() {
    let tale = Tale::running(&[BEN]);
    let to = tale.on.version;
    let (by, _) = tale.awaited();
    let tale = tale.turn_played(&by);
    let (far, state) = (tale.on.version, tale.on.state.clone());
    let tale = tale.all_agree(ANNA, Terms::Rewind { to });
    let seen = |on: &Match, state: &Option<AnyState>| {
        state.as_ref().map(|state| on.game().view(state, on.viewer(Some(ANNA))).to_string())
    };
    let then = seen(&tale.on, &state);
    assert_ne!(seen(&tale.on, &tale.on.state), then);
    let tale = tale.all_agree(BEN, Terms::Rewind { to: far });
    assert_eq!(seen(&tale.on, &tale.on.state), then);
}

#[test]
fn nobody_goes_back_to_what_was_taken_back_or_to_the_middle_of_a_step() {
    let (tale, by, seat) = Tale::with_two_steps();
    let points = tale.on.take_back_points(seat);
    let (half, whole) = (points[1], tale.on.version);
    let tale = tale.when(&by, Command::TakeBack { to: Some(points[0]) });
    let rewind = |to| propose(Terms::Rewind { to });
    let tale = tale
        .when_refused(&by, rewind(half), Code::CannotRewindTo)
        .when_refused(&by, rewind(whole), Code::CannotRewindTo)
        .when_refused(&by, rewind(0), Code::CannotRewindTo)
        .when_refused(&by, rewind(1), Code::CannotRewindTo)
        .when_refused(&by, rewind(i64::MIN), Code::CannotRewindTo)
        .when_refused(&by, rewind(i64::MAX), Code::CannotRewindTo);
    let inside = tale.all.iter().find(|record| {
        let next = tale.all.iter().find(|next| next.version == record.version + 1);
        record.event.kind() == Kind::Played && next.is_some_and(|next| !next.begins())
    });
    let inside = inside.expect("a step of several events").version;
    tale.when_refused(&by, rewind(inside), Code::CannotRewindTo);
}

/// The seats that were awaited in a round, be it now.
fn entered(on: &Match, round: u16) -> Vec<Seat> {
    let runs = |seat: &Seat| {
        let past = on.waits.past(*seat).map(|past| past.run);
        past.chain(on.waits.running(*seat)).any(|run| run.round == round)
    };
    Seat::all(on.sitters.len()).filter(runs).collect()
}

#[test]
fn a_rewind_across_a_round_gives_no_second_refill_and_no_time_back() {
    let mut tale = daily(Absence::Gentle);
    let to = tale.on.version;
    // All use up much of their reserve until each has had a turn in the second round.
    while entered(&tale.on, 2).len() < 3 {
        let (by, seat) = tale.awaited();
        if clock(&tale.on, seat).is_some_and(|clock| clock.reserve > Duration::hours(22)) {
            tale.now += Duration::days(2);
        }
        tale = tale.turn_played(&by);
    }
    let had = |on: &Match, seat: Seat| clock(on, seat).map(|clock| clock.reserve);
    let left = |on: &Match| {
        Seat::all(3).map(|seat| had(on, seat).or(reserve(on, seat))).collect::<Vec<_>>()
    };
    let before = left(&tale.on);
    let refill = Duration::hours(15);
    let room = |left: &Option<Duration>| left.is_some_and(|left| left + refill < refill * 3);
    assert!(before.iter().all(room), "there is room for a second refill: {before:?}");
    let mut tale = tale.all_agree(ANNA, Terms::Rewind { to });
    assert!(tale.on.round() < 2);
    let back = left(&tale.on);
    assert!(back.iter().zip(&before).all(|(has, had)| has <= had), "{back:?} and {before:?}");
    let (mut again, mut third) = (Vec::new(), Vec::new());
    while third.len() < 3 {
        let (by, seat) = tale.awaited();
        let (has, run) = (reserve(&tale.on, seat), tale.on.waits.running(seat));
        let round = run.expect("a clock runs").round;
        let with = had(&tale.on, seat);
        match round {
            ..=2 => assert_eq!(with, has, "no second refill for {seat} in round {round}"),
            _ if third.contains(&seat) => {}
            _ => {
                let more = has.map(|has| (has + refill).min(refill * 3));
                assert_eq!(with, more, "a third round is a new one");
                third.push(seat);
            }
        }
        again.extend((round == 2).then_some(seat));
        tale = tale.turn_played(&by);
    }
    assert!(Seat::all(3).all(|seat| again.contains(&seat)), "all came to the second round again");
}

#[test]
fn a_time_out_stays_when_the_match_goes_back_behind_it() {
    let tale = daily(Absence::Gentle);
    let to = tale.on.version;
    let (by, seat) = tale.awaited();
    let tale = tale.turn_played(&by).until_awaited(seat).lapses(Lapse::Grace);
    let tale = tale.all_agree(ANNA, Terms::Rewind { to });
    assert!(tale.on.sitters[seat.index()].lapses.grace, "the day of grace is used");
}

#[test]
fn all_clocks_stand_still_in_a_pause_and_begin_with_a_whole_turn_after_it() {
    let tale = daily(Absence::Gentle);
    let (_, seat) = tale.awaited();
    let mut tale = tale;
    tale.now += Duration::hours(20);
    // It ends in the night: the turn begins in the morning, at eight.
    let end = noon().date().and_hms_opt(2, 0, 0).expect("a time") + Duration::days(10);
    let until = end.and_utc();
    let tale = tale.all_agree(ANNA, Terms::Pause { until });
    let told = clock(&tale.on, seat).expect("a clock runs").free_until;
    let morning = end.date().and_hms_opt(8, 0, 0).expect("a time");
    assert_eq!(told, morning + Duration::hours(15));
    assert_eq!(tale.on.paused_until(tale.now), Some(end));
    let again = propose(Terms::Pause { until: until + Duration::days(1) });
    let tale = tale.when_refused(&person(BEN), again, Code::WrongTerms);
    let mut tale = tale;
    tale.now = noon() + Duration::days(3);
    let tale = tale.all_agree(BEN, Terms::Resume);
    assert_eq!(tale.on.paused_until(tale.now), None);
    let sooner = clock(&tale.on, seat).expect("a clock runs");
    assert!(sooner.free_until < told);
    tale.when_refused(&person(ANNA), propose(Terms::Resume), Code::WrongTerms);
}

#[test]
fn a_pause_takes_nothing_from_who_has_a_day_of_grace_or_was_given_time() {
    let timing = Timing { pace: Preset::Brisk.pace(), absence: Absence::Gentle };
    let tale = Tale::given(&Open { timing: Some(timing), ..wish(2) });
    let graced = tale.when(&person(BEN), join()).lapses(Lapse::Grace);
    let (_, seat) = graced.awaited();
    let given = graced.all_agree(ANNA, Terms::MoreTime { seat, minutes: 300 });
    let until = (given.now + Duration::days(3)).and_utc();
    let paused = |tale: Tale, edition: Edition| {
        let pause = Command::Propose { terms: Terms::Pause { until }, edition };
        let tale = tale.when(&person(ANNA), pause).answers(BEN, true);
        let run = tale.on.waits.running(seat).expect("a clock runs");
        (tale, run.free, run.given)
    };
    let (tale, free, more) = paused(given.clone(), Edition::NOW);
    assert_eq!((free, more), (Free::Grace, 300));
    let due = tale.due();
    // Nor does its end.
    let tale = tale.all_agree(ANNA, Terms::Resume);
    let run = tale.on.waits.running(seat).expect("a clock runs");
    assert_eq!((run.free, run.given), (Free::Grace, 300));
    assert!(tale.due() < due && tale.due() >= given.due());
    // Another pace holds for what is awaited next, with a pause or without.
    let slower = Tale::given(&Open {
        timing: Some(Timing { pace: Preset::Relaxed.pace(), ..timing }),
        ..wish(2)
    });
    let slower = slower.when(&person(BEN), join());
    let due = slower.due();
    let hurried = slower.all_agree(ANNA, Terms::ChangePace { pace: Preset::Brisk.pace() });
    let until = (hurried.now + Duration::days(1)).and_utc();
    let hurried = hurried.all_agree(ANNA, Terms::Pause { until }).all_agree(BEN, Terms::Resume);
    assert!(hurried.due() >= due);
    // Older matches go on by the rules they were played by.
    assert_eq!(paused(given, Edition::Second).1, Free::Whole);
}

#[test]
fn a_pause_ends_within_thirty_days_and_only_where_clocks_run() {
    let far =
        |days: i64| propose(Terms::Pause { until: (noon() + Duration::days(days)).and_utc() });
    daily(Absence::Gentle)
        .when_refused(&person(ANNA), far(32), Code::WrongTerms)
        .when_refused(&person(ANNA), far(-1), Code::WrongTerms)
        .when(&person(ANNA), far(30));
    Tale::running(&[BEN]).when_refused(&person(ANNA), far(3), Code::WrongTerms).when_refused(
        &person(ANNA),
        propose(Terms::Resume),
        Code::WrongTerms,
    );
}

#[test]
fn another_pace_holds_for_what_is_awaited_next() {
    let tale = daily(Absence::Gentle);
    let due = tale.due();
    let tale = tale.all_agree(ANNA, Terms::ChangePace { pace: Preset::Relaxed.pace() });
    assert_eq!(tale.due(), due, "a wait that runs keeps its time");
    let (by, seat) = tale.awaited();
    let tale = tale.turn_played(&by);
    let (_, next) = tale.awaited();
    assert_ne!(seat, next);
    let clock = clock(&tale.on, next).expect("a clock runs");
    assert!(clock.free_until - tale.on.changed_at > Duration::days(2));
    let same = propose(Terms::ChangePace { pace: Preset::Relaxed.pace() });
    tale.when_refused(&person(ANNA), same, Code::WrongTerms);
}

#[test]
fn only_who_plays_has_a_say() {
    let tale = daily(Absence::Gentle);
    let cancel = propose(Terms::Cancel);
    let tale = tale
        .when_refused(&person("dora"), cancel.clone(), Code::NoSeat)
        .when_refused(&Caller::Clock, cancel.clone(), Code::NoSeat)
        .when_refused(&Caller::Operator, cancel.clone(), Code::NoSeat)
        .when(&person(CLEO), Command::Resign)
        .when_refused(&person(CLEO), cancel.clone(), Code::ResignedAlready)
        .when(&person(ANNA), cancel);
    let proposal = tale.open();
    tale.when_refused(&person(CLEO), Command::Vote { proposal, yes: true }, Code::ResignedAlready)
        .when_refused(&person(BEN), Command::Withdraw { proposal }, Code::NotYours)
        .when_refused(&person(BEN), Command::Vote { proposal: 1, yes: true }, Code::NotFound)
        .answers(BEN, true)
        .came_to(Verdict::Carried);
}

#[test]
fn points_as_they_are_give_the_same_place_to_who_has_as_many() {
    let tale = Tale::running(&[BEN, CLEO]).when(&person(CLEO), Command::Resign);
    let tale = tale.when(&person(ANNA), propose(Terms::End { by_score: true })).answers(BEN, true);
    tale.then_match(|on| {
        let ranking = on.ranking.as_ref().expect("it has ended");
        let last = ranking.last().expect("three places");
        assert_eq!(on.sitters[last.seat.index()].account, CLEO, "whoever resigned comes last");
    });
}
