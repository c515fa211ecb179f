//! Tales of a match: given what happened, when somebody asks, then what happens or why not.

use super::caller::{Caller, RobotPlayer};
use super::commands::fresh;
use super::decide::preview::preview;
use super::decide::{self, Command, Draft, Facts, Open, open};
use super::stream::chance::Seed;
use super::stream::event::{Event, Kind, Left, Record, TakenBack, Visibility};
use super::stream::state::{Match, Status};
use crate::clock::Instant;
use crate::error::{Code, Error, Result};
use crate::rules::{Robot, Seat};
use chrono::{DateTime, Duration};
use serde_json::{Value, json};

const ANNA: &str = "anna";
const BEN: &str = "ben";
const CLEO: &str = "cleo";
const FIRST: Seat = Seat(0);
const SECOND: Seat = Seat(1);
const RANDOM: RobotPlayer = RobotPlayer { robot: Robot::Random, number: 1 };

/// A match, and what is asked of it.
struct Tale {
    on: Match,
    new: Vec<Record>,
    now: Instant,
    invited: bool,
}

fn person(account: &str) -> Caller {
    Caller::Person(account.to_owned())
}

fn seed() -> Seed {
    Seed::new([7; 32])
}

fn wish(seats: u8) -> Open {
    Open {
        game: "bora-bora".to_owned(),
        seats,
        config: json!({}),
        title: "A match".to_owned(),
        visibility: Visibility::Public,
        entropy: None,
    }
}

fn facts(seed: &Seed, now: Instant) -> Facts<'_> {
    Facts { now, seed, name: None, invited: false }
}

fn noon() -> Instant {
    DateTime::from_timestamp(1_700_000_000, 0).expect("a time").naive_utc()
}

fn opened(wish: &Open) -> Result<Draft> {
    open::open("m", &person(ANNA), wish, &facts(&seed(), noon()))
}

fn join() -> Command {
    Command::Join { entropy: None }
}

fn robot(robot: Robot) -> Command {
    Command::SeatRobot { robot, meant: None }
}

impl Tale {
    /// Anna has opened a match of Bora Bora.
    fn given(wish: &Open) -> Tale {
        let (on, new) = opened(wish).expect("it can be opened").finish();
        Tale { on, new, now: noon(), invited: false }
    }

    /// Anna and others play.
    fn running(people: &[&str]) -> Tale {
        let tale = Tale::given(&wish(people.len() as u8 + 1));
        people.iter().fold(tale, |tale, account| tale.when(&person(account), join()))
    }

    /// Whoever asks next has the invitation code.
    fn invited(mut self) -> Tale {
        self.invited = true;
        self
    }

    fn decide(&self, by: &Caller, command: &Command) -> Result<Draft> {
        let seed = seed();
        let facts = Facts { invited: self.invited, ..facts(&seed, self.now) };
        decide::decide(&self.on, by, command, &facts)
    }

    fn goes_on(mut self, draft: Draft) -> Tale {
        (self.on, self.new) = draft.finish();
        self.now += Duration::minutes(1);
        self.invited = false;
        self
    }

    #[track_caller]
    fn when(self, by: &Caller, command: Command) -> Tale {
        match self.decide(by, &command) {
            Ok(draft) => self.goes_on(draft),
            Err(no) => panic!("{command:?} of {by:?} was refused: {no}"),
        }
    }

    #[track_caller]
    fn when_refused(mut self, by: &Caller, command: Command, code: Code) -> Tale {
        let no = self.decide(by, &command).map(|draft| draft.finish().1).expect_err("a no");
        assert_eq!(no.code, code, "{command:?} of {by:?}: {no}");
        self.invited = false;
        self
    }

    /// These kinds of events happened.
    #[track_caller]
    fn then(self, kinds: &[Kind]) -> Tale {
        let new: Vec<Kind> = self.new.iter().map(|record| record.event.kind()).collect();
        assert_eq!(new, kinds);
        self
    }

    /// The first of the events is this one.
    #[track_caller]
    fn then_first(self, event: &Event) -> Tale {
        assert_eq!(self.new[0].event, *event);
        self
    }

    #[track_caller]
    fn then_match(self, look: impl FnOnce(&Match)) -> Tale {
        look(&self.on);
        self
    }

    fn legal(&self, seat: Seat) -> Vec<Value> {
        let state = self.on.state.as_ref().expect("it runs");
        self.on.game().legal(state, seat).into_iter().map(|offer| offer.command).collect()
    }

    /// The first legal step of a seat that shows something hidden, or shows nothing.
    fn step(&self, seat: Seat, shows: bool) -> Option<Value> {
        let account = &self.on.sitters[seat.index()].account;
        self.legal(seat).into_iter().find(|command| {
            let then = preview(&self.on, account, std::slice::from_ref(command), self.now);
            then.is_ok_and(|then| then.reveals == shows)
        })
    }

    /// Whoever is awaited plays on until it is so.
    fn played_until(mut self, so: impl Fn(&Tale) -> bool) -> Tale {
        for _ in 0..300 {
            if so(&self) {
                return self;
            }
            let seat = self.on.awaited()[0];
            let command = self.legal(seat).swap_remove(0);
            let by = person(&self.on.sitters[seat.index()].account);
            self = self.when(&by, Command::Play { seat, command });
        }
        panic!("it never came to that");
    }

    fn several(&self, account: &str, seat: Seat, commands: Vec<Value>) -> Result<Draft, Error> {
        let seed = seed();
        decide::decide_steps(&self.on, &person(account), seat, commands, &facts(&seed, self.now))
    }

    /// Whoever is awaited now, and their seat.
    fn awaited(&self) -> (Caller, Seat) {
        let seat = self.on.awaited()[0];
        (person(&self.on.sitters[seat.index()].account), seat)
    }

    /// Somebody awaited has played two steps that can be taken back.
    fn with_two_steps() -> (Tale, Caller, Seat) {
        let calm_twice = |tale: &Tale| {
            let (by, seat) = tale.awaited();
            let Some(command) = tale.step(seat, false) else { return false };
            let draft = tale.decide(&by, &Command::Play { seat, command }).expect("legal");
            let (on, _) = draft.finish();
            let then = Tale { on, new: Vec::new(), now: tale.now, invited: false };
            tale.on.take_back_points(seat).is_empty()
                && then.on.awaited() == [seat]
                && then.step(seat, false).is_some()
        };
        let mut tale = Tale::running(&[BEN]).played_until(calm_twice);
        let (by, seat) = tale.awaited();
        for _ in 0..2 {
            let command = tale.step(seat, false).expect("a calm step");
            tale = tale.when(&by, Command::Play { seat, command });
        }
        (tale, by, seat)
    }
}

fn play(seat: Seat, command: Value) -> Command {
    Command::Play { seat, command }
}

fn nonsense() -> Value {
    json!({ "type": "zzz" })
}

#[test]
fn who_opens_a_match_has_its_first_seat() {
    Tale::given(&wish(3)).then(&[Kind::Opened, Kind::Joined]).then_match(|on| {
        assert_eq!((on.status, &*on.host, on.seat_of(ANNA)), (Status::Open, ANNA, Some(FIRST)));
    });
}

#[test]
fn a_match_that_cannot_be_is_not_opened() {
    let refused = |wish: Open| opened(&wish).map(drop).expect_err("a no").code;
    assert_eq!(refused(Open { game: "chess".to_owned(), ..wish(2) }), Code::NoSuchGame);
    assert_eq!(refused(wish(5)), Code::WrongNumberOfSeats);
    assert_eq!(refused(wish(1)), Code::WrongNumberOfSeats);
    assert_eq!(refused(Open { config: json!({ "zzz": 1 }), ..wish(2) }), Code::WrongOptions);
}

#[test]
fn the_last_seat_starts_the_match_and_nobody_joins_after_that() {
    Tale::given(&wish(3))
        .when(&person(BEN), join())
        .then(&[Kind::Joined])
        .when_refused(&person(BEN), join(), Code::SeatedAlready)
        .when(&person(CLEO), join())
        .then(&[Kind::Joined, Kind::Started])
        .then_match(|on| assert_eq!(on.status, Status::Running))
        .when_refused(&person(CLEO), join(), Code::SeatedAlready)
        .when_refused(&person("dora"), join(), Code::MatchNotOpen);
}

#[test]
fn only_people_join_and_a_private_match_only_with_its_code() {
    Tale::given(&Open { visibility: Visibility::Private, ..wish(3) })
        .when_refused(&person(BEN), join(), Code::NotFound)
        .invited()
        .when(&person(BEN), join())
        .then(&[Kind::Joined])
        .invited()
        .when_refused(&person(BEN), join(), Code::SeatedAlready)
        .when_refused(&person(CLEO), Command::Leave, Code::NotFound)
        .when_refused(&Caller::Clock, join(), Code::NoSeat)
        .when_refused(&Caller::Operator, join(), Code::NoSeat)
        .when_refused(&Caller::Robot(RANDOM), join(), Code::NoSeat);
}

#[test]
fn a_host_who_leaves_passes_the_match_on_and_later_seats_move_up() {
    Tale::given(&wish(4))
        .when(&person(ANNA), robot(Robot::Random))
        .when(&person(BEN), join())
        .when(&person(ANNA), Command::Leave)
        .then_first(&Event::Left(Left { host: BEN.to_owned() }))
        .then(&[Kind::Left])
        .then_match(|on| assert_eq!((&*on.host, on.seat_of(BEN)), (BEN, Some(SECOND))))
        .when_refused(&person(ANNA), Command::Leave, Code::NoSeat);
}

#[test]
fn a_match_in_which_only_robots_are_left_is_cancelled() {
    Tale::given(&wish(4))
        .when(&person(ANNA), robot(Robot::Random))
        .when(&person(ANNA), Command::Leave)
        .then(&[Kind::Left, Kind::Cancelled])
        .then_match(|on| assert_eq!(on.status, Status::Cancelled))
        .when_refused(&person(BEN), join(), Code::MatchNotOpen);
}

#[test]
fn nobody_leaves_a_match_that_is_played() {
    Tale::running(&[BEN])
        .when_refused(&person(BEN), Command::Leave, Code::MatchRunning)
        .when_refused(&person(CLEO), Command::Leave, Code::NoSeat)
        .when_refused(&Caller::Clock, Command::Leave, Code::NoSeat);
}

#[test]
fn the_host_seats_robots_in_the_next_seat_and_sends_them_away() {
    let meant = |seat| Command::SeatRobot { robot: Robot::Random, meant: Some(seat) };
    let dismiss = |seat| Command::DismissRobot { seat };
    let second = RobotPlayer { number: 2, ..RANDOM };
    Tale::given(&wish(4))
        .when_refused(&person(BEN), robot(Robot::Random), Code::HostOnly)
        .when_refused(&person(ANNA), meant(Seat(2)), Code::SeatTaken)
        .when(&person(ANNA), meant(SECOND))
        .then_first(&Event::RobotJoined(RANDOM))
        .when(&person(ANNA), robot(Robot::Random))
        .then_first(&Event::RobotJoined(second))
        .when_refused(&person(ANNA), dismiss(FIRST), Code::NotFound)
        .when_refused(&person(ANNA), dismiss(Seat(9)), Code::NotFound)
        .when_refused(&person(BEN), dismiss(SECOND), Code::HostOnly)
        .when(&person(ANNA), dismiss(SECOND))
        .then(&[Kind::RobotLeft])
        .then_match(|on| assert_eq!(on.sitters[1].robot, Some(second)))
        .when(&person(ANNA), robot(Robot::Random))
        .then_first(&Event::RobotJoined(RANDOM))
        .when(&person(ANNA), robot(Robot::Sensible))
        .then(&[Kind::RobotJoined, Kind::Started])
        .when_refused(&person(ANNA), dismiss(SECOND), Code::MatchNotOpen);
}

#[test]
fn the_host_starts_a_match_that_has_enough_people() {
    Tale::given(&wish(4))
        .when_refused(&person(ANNA), Command::Start, Code::TooFewPeople)
        .when(&person(BEN), join())
        .when_refused(&person(BEN), Command::Start, Code::HostOnly)
        .when_refused(&Caller::Operator, Command::Start, Code::NoSeat)
        .when(&person(ANNA), Command::Start)
        .then(&[Kind::Started])
        .when_refused(&person(ANNA), Command::Start, Code::MatchNotOpen);
}

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
    let then = Tale { on: draft.after().clone(), new: Vec::new(), now: tale.now, invited: false };
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
