//! Tales of a match that is played.

use super::*;

#[test]
fn everybody_plays_for_their_own_seat_only() {
    let tale = Tale::given(&wish(4)).when_refused(
        &person(ANNA),
        play(FIRST, nonsense()),
        Code::NotStarted,
    );
    let tale = tale
        .when(&person(BEN), join())
        .when(&person(ANNA), robot(Robot::Random))
        .when(&person(ANNA), Command::Start)
        .when_refused(&person(ANNA), play(FIRST, nonsense()), Code::NotACommand)
        .when_refused(&person(ANNA), play(SECOND, nonsense()), Code::NoSeat)
        .when_refused(&person(ANNA), play(Seat(2), nonsense()), Code::NoSeat)
        .when_refused(&person(CLEO), play(FIRST, nonsense()), Code::NoSeat)
        .when_refused(&Caller::Clock, play(FIRST, nonsense()), Code::NoSeat)
        .when_refused(&Caller::Clock, play(Seat(2), nonsense()), Code::NoSeat)
        .when_refused(&Caller::Operator, play(FIRST, nonsense()), Code::NoSeat)
        .when_refused(&Caller::Robot(RANDOM), play(FIRST, nonsense()), Code::NoSeat)
        .when_refused(&Caller::Robot(RANDOM), play(Seat(9), nonsense()), Code::NotFound)
        .when_refused(&Caller::Robot(RANDOM), play(Seat(2), nonsense()), Code::NotACommand);
    let (by, seat) = tale.awaited();
    let command = tale.legal(seat).swap_remove(0);
    let other = if seat == FIRST { (BEN, SECOND) } else { (ANNA, FIRST) };
    let refused = tale.decide(&person(other.0), &play(other.1, command.clone()));
    assert!(matches!(refused.map(drop).expect_err("a no").code, Code::Rule(_)));
    tale.when(&by, play(seat, command)).then_match(|on| assert!(on.version > 5));
}

#[test]
fn the_clock_plays_for_whoever_has_resigned_and_nobody_else_does() {
    let tale = Tale::running(&[BEN, CLEO]);
    let (by, seat) = tale.awaited();
    let tale = tale.when(&by, Command::Resign).then(&[Kind::Resigned]);
    let command = tale.legal(seat).swap_remove(0);
    tale.when_refused(&by, play(seat, command.clone()), Code::ResignedAlready)
        .when_refused(&Caller::Operator, play(seat, command.clone()), Code::NoSeat)
        .then_match(|on| {
            let due = on.plays_by_itself().expect("the seat is abandoned");
            assert_eq!((due.seat, due.by), (seat, Caller::Clock));
        })
        .when(&Caller::Clock, play(seat, command))
        .then_match(|on| assert!(on.take_back_points(seat).is_empty()))
        .when_refused(&by, Command::TakeBack { to: None }, Code::ResignedAlready)
        .when_refused(&by, Command::Resign, Code::ResignedAlready);
}

#[test]
fn a_step_that_shows_something_is_refused_before_others_whatever_they_are() {
    let tale =
        Tale::running(&[BEN]).played_until(|tale| tale.step(tale.awaited().1, true).is_some());
    let (by, seat) = tale.awaited();
    let account = by.person().expect("a person").to_owned();
    let shows = tale.step(seat, true).expect("it shows something");
    let dice = (1..=6).map(|die| json!({ "type": "place_die", "die": die, "action": "helper" }));
    let answers: Vec<String> = dice
        .chain([nonsense(), json!(null), shows.clone()])
        .map(|next| {
            let no = tale.several(&account, seat, vec![shows.clone(), next]).expect_err("a no");
            assert_eq!(no.code, Code::RevealsTooEarly);
            no.to_string()
        })
        .collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    let played = tale.several(&account, seat, vec![shows]).expect("it may be the last");
    assert_eq!(played.records()[0].draw.is_some(), played.after().draws == tale.on.draws + 1);
}

#[test]
fn steps_that_are_posted_together_are_played_all_or_none() {
    let (tale, by, seat) = Tale::with_two_steps();
    let account = by.person().expect("a person").to_owned();
    let tale =
        tale.when(&by, Command::TakeBack { to: None }).when(&by, Command::TakeBack { to: None });
    let first = tale.step(seat, false).expect("a calm step");
    let no = tale.several(&account, seat, vec![first.clone(), nonsense()]).expect_err("a no");
    assert_eq!(no.code, Code::NotACommand);
    let draft = tale.several(&account, seat, vec![first.clone()]).expect("legal");
    let then = Tale { on: draft.after().clone(), now: tale.now, ..Tale::given(&wish(2)) };
    let second = then.step(seat, false).expect("another calm step");
    let both = tale.several(&account, seat, vec![first, second]).expect("legal");
    assert_eq!(both.records().iter().filter(|record| record.begins()).count(), 2);
}

#[test]
fn a_seat_takes_back_its_latest_steps_to_each_point_that_is_offered_and_to_no_other() {
    let (tale, by, seat) = Tale::with_two_steps();
    let points = tale.on.take_back_points(seat);
    let [first, second] = points[..] else { panic!("two steps: {points:?}") };
    let to = |to| Command::TakeBack { to: Some(to) };
    for other in [0, 1, first - 1, second + 1, tale.on.version, tale.on.version + 1] {
        let no = tale.decide(&by, &to(other)).map(drop).expect_err("a no");
        assert_eq!(no.code, Code::CannotTakeBackTo);
        assert_eq!(no.extra["versions"], json!(points));
    }
    let other = if seat == FIRST { BEN } else { ANNA };
    let tale = tale.when_refused(&person(other), to(first), Code::NothingToTakeBack).when_refused(
        &Caller::Clock,
        to(first),
        Code::NoSeat,
    );
    let tale = tale
        .when(&by, Command::TakeBack { to: None })
        .then_first(&Event::TakenBack(TakenBack { to: second }))
        .then_match(|on| assert_eq!(on.take_back_points(seat), [first]))
        .when(&by, to(first))
        .then(&[Kind::TakenBack])
        .when_refused(&by, Command::TakeBack { to: None }, Code::NothingToTakeBack);
    let again = tale.step(seat, false).expect("the step is there again");
    let version = tale.on.version;
    tale.when(&by, play(seat, again))
        .then_match(|on| assert_eq!(on.take_back_points(seat), [version]));
}

#[test]
fn nothing_is_taken_back_after_something_was_shown_or_somebody_else_played() {
    let (tale, by, seat) = Tale::with_two_steps();
    let shown = tale.played_until(|tale| {
        let (_, next) = tale.awaited();
        next != seat || tale.step(seat, true).is_some()
    });
    let (next, other) = shown.awaited();
    let command = if other == seat {
        shown.step(seat, true).expect("it shows something")
    } else {
        shown.legal(other).swap_remove(0)
    };
    shown.when(&next, play(other, command)).when_refused(
        &by,
        Command::TakeBack { to: None },
        Code::NothingToTakeBack,
    );
}

#[test]
fn resigning_lets_two_who_are_left_go_on() {
    Tale::running(&[BEN, CLEO])
        .when_refused(&person("dora"), Command::Resign, Code::NoSeat)
        .when(&person(BEN), Command::Resign)
        .then(&[Kind::Resigned])
        .then_match(|on| assert_eq!(on.status, Status::Running));
    Tale::given(&wish(3)).when_refused(&person(ANNA), Command::Resign, Code::NotStarted);
}

#[test]
fn a_match_ends_at_once_where_one_is_left_and_shows_its_seed() {
    let tale = Tale::running(&[BEN, CLEO])
        .when(&person(BEN), Command::Resign)
        .when(&person(ANNA), Command::Resign)
        .then(&[Kind::Resigned, Kind::Ended]);
    let Event::Ended(ended) = &tale.new[1].event else { panic!("it has ended") };
    assert_eq!(ended.seed, seed().to_hex());
    let order: Vec<Seat> = ended.ranking.iter().map(|standing| standing.seat).collect();
    assert_eq!(order, [Seat(2), FIRST, SECOND], "who resigned comes last, the first to go lastly");
    tale.when_refused(&person(CLEO), Command::Resign, Code::MatchOver).when_refused(
        &person(CLEO),
        Command::TakeBack { to: None },
        Code::MatchOver,
    );
}

#[test]
fn a_match_ends_at_once_where_no_person_is_left_though_robots_are() {
    Tale::given(&wish(3))
        .when(&person(ANNA), robot(Robot::Random))
        .when(&person(ANNA), robot(Robot::Random))
        .then(&[Kind::RobotJoined, Kind::Started])
        .when(&person(ANNA), Command::Resign)
        .then(&[Kind::Resigned, Kind::Ended]);
}

#[test]
fn times_never_fall_though_the_clock_does() {
    let mut tale = Tale::given(&wish(3));
    tale.now = noon() - Duration::hours(1);
    let tale = tale.when(&person(BEN), join()).then_match(|on| assert_eq!(on.changed_at, noon()));
    assert_eq!(tale.new[0].at, noon());
}

#[test]
fn a_command_is_stale_only_if_somebody_played_since() {
    let tale = Tale::running(&[BEN, CLEO]);
    let (by, seat) = tale.awaited();
    let version = tale.on.version;
    let other = Seat::all(3).find(|other| *other != seat).expect("another seat");
    let resigns = person(&tale.on.sitters[other.index()].account.clone());
    let tale = tale.when(&resigns, Command::Resign);
    assert!(tale.on.version > version);
    fresh(&tale.on, version).expect("only somebody resigned since");
    assert!(fresh(&tale.on, version - 1).is_err(), "the match had not started");
    assert!(fresh(&tale.on, tale.on.version + 1).is_err(), "nothing is there yet");
    let command = tale.legal(seat).swap_remove(0);
    let tale = tale.when(&by, play(seat, command));
    let no = fresh(&tale.on, version).expect_err("a step was played since");
    assert_eq!(no.code, Code::StaleVersion);
    fresh(&tale.on, tale.on.version).expect("the newest version is never stale");
}
