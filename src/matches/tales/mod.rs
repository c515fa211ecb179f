//! Tales of a match: given what happened, when somebody asks, then what happens or why not.
//! How they are told stands here; [`lobby`] tells of matches before their start, [`played`]
//! of those that are played, [`absence`] of people who do not come, [`away`] of days away and
//! outages, [`bound`] of whom an agreement binds, [`cheats`] of who would win time by tricks,
//! [`substitutes`] of people who take seats over, [`consent`] of what people agree on, [`expiry`] of matches in which nothing happens, [`operator`]
//! of what the operator does, [`ratings`] of what a match says about who plays how well.

mod absence;
mod away;
mod bound;
mod cheats;
mod consent;
mod expiry;
mod lobby;
mod operator;
mod played;
mod ratings;
mod substitutes;

use super::caller::{Caller, RobotPlayer};
use super::commands::fresh;
use super::decide::preview::preview;
use super::decide::{self, Command, Draft, Facts, Open, open};
use super::stream::chance::Seed;
use super::stream::event::{Event, Kind, Left, Record, TakenBack, Terms, Visibility};
use super::stream::fold;
use super::stream::state::{Match, Status};
use super::time::hours::Calendars;
use crate::clock::Instant;
use crate::db::calendars::CalendarRow;
use crate::error::{Code, Error, Result};
use crate::rules::erased::AnyState;
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
#[derive(Clone)]
struct Tale {
    on: Match,
    new: Vec<Record>,
    all: Vec<Record>,
    now: Instant,
    invited: bool,
    /// The calendars that people have changed theirs to.
    hours: Vec<CalendarRow>,
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
        timing: None,
        rounds_apart: true,
        rated: true,
    }
}

fn facts(seed: &Seed, now: Instant) -> Facts<'_> {
    Facts { now, seed, name: None, hours: None, invited: false, then: None, due: None }
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
        Tale { on, all: new.clone(), new, now: noon(), invited: false, hours: Vec::new() }
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
        let then = match command {
            Command::Propose { terms: Terms::Rewind { to }, .. } => self.then_at(*to),
            _ => None,
        };
        let hours = match command {
            Command::SetCalendar { digest, .. } => Some(self.calendars().named(digest)),
            _ => None,
        };
        let facts = Facts { invited: self.invited, then, hours, ..facts(&seed, self.now) };
        decide::decide(&self.on, by, command, &facts)
    }

    /// What lies beside the stream of the hours that it names.
    fn calendars(&self) -> Calendars {
        Calendars::of(&self.hours)
    }

    /// The game as it stood at a version, where people can go back there.
    fn then_at(&self, to: i64) -> Option<AnyState> {
        fold::rewindable(&self.on.id, &self.all, to).expect("it folds")
    }

    /// It goes on, and is the same match when it is folded anew from its rows.
    #[track_caller]
    fn goes_on(mut self, draft: Draft) -> Tale {
        (self.on, self.new) = draft.finish();
        self.all.extend(self.new.iter().cloned());
        let mut folded = Match::fold(&self.on.id, &self.all).expect("it folds");
        folded.know_hours(&self.calendars());
        assert!(folded == self.on, "folded anew it is another match after {:?}", self.new);
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
            let then = Tale { on, now: tale.now, ..Tale::given(&wish(2)) };
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
