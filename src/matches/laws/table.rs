//! A random match under way: who sits there, what they think of asking, what comes of it.

use super::super::caller::{Caller, RobotPlayer};
use super::super::decide::preview::preview;
use super::super::decide::{Command, Draft, Facts, Open, open};
use super::super::stream::chance::Seed;
use super::super::stream::event::{LastCall, Record, Terms, Visibility};
use super::super::stream::state::{Match, Status};
use super::super::stream::{chain, rows, sealed};
use super::super::time::hours::{self, Calendars};
use super::super::time::{Absence, Timing, clock, pace::Preset, reserve};
use super::asking::Ask;
use super::passing::any_calendar;
use super::twin::Twin;
use super::{Tally, stored};
use crate::clock::Instant;
use crate::db::calendars::CalendarRow;
use crate::db::events::EventRow;
use crate::db::matches::SealedRow;
use crate::error::{Code, Result};
use crate::games;
use crate::rules::chance::Seeded;
use crate::rules::{Chance, Robot, Seat};
use crate::words::Word;
use chrono::{DateTime, Duration};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A random match.
pub(super) struct Table {
    pub chance: Seeded,
    pub seed: Seed,
    pub now: Instant,
    pub on: Match,
    pub rows: Vec<EventRow>,
    pub twin: Twin,
    pub people: Vec<SealedRow>,
    /// The calendars of the people, and those that they changed them to.
    pub hours: Vec<CalendarRow>,
    calendars: Calendars,
    pub tally: Tally,
    /// The most that a reserve may have grown to, in counted minutes.
    pub cap: u32,
    /// The highest round in which each seat was awaited before the match went back.
    pub entered: BTreeMap<Seat, u16>,
}

impl Table {
    /// Opens the match of this number.
    pub fn open(number: u64) -> Table {
        let mut chance = Seeded::new(number);
        let game = games::SHELF[chance.below(games::SHELF.len() as u32) as usize];
        let seats = game.info().seats;
        let wish = Open {
            game: game.info().slug.to_owned(),
            seats: seats.start() + chance.below(u32::from(seats.end() - seats.start()) + 1) as u8,
            config: json!({}),
            title: "A match".to_owned(),
            visibility: Visibility::ALL[chance.below(2) as usize],
            entropy: (chance.below(2) == 0).then(|| "dice, be kind".to_owned()),
            timing: (chance.below(3) > 0).then(|| Timing {
                pace: Preset::ALL[chance.below(4) as usize].pace(),
                absence: Absence::ALL[chance.below(3) as usize],
            }),
            rounds_apart: chance.below(4) > 0,
            rated: chance.below(4) > 0,
        };
        let id = format!("00000000-0000-7000-8000-{number:012x}");
        let people = (0..9).map(|n| {
            sealed::seal(&id, &format!("00000000-0000-7000-9000-{n:012x}"), &format!("person{n}"))
        });
        let people: Vec<SealedRow> = people.collect();
        let mut bits = [0; 32];
        bits.fill_with(|| chance.below(256) as u8);
        let seed = Seed::new(bits);
        let now = DateTime::from_timestamp(1_700_000_000, 0).expect("a time").naive_utc();
        let hours: Vec<CalendarRow> = people
            .iter()
            .map(|row| hours::seal(&id, &row.account_id, any_calendar(&mut chance)).0)
            .collect();
        let calendars = Calendars::of(&hours);
        let facts = Facts {
            now,
            seed: &seed,
            name: Some(people[0].digest.clone()),
            hours: Some(calendars.named(&hours[0].digest)),
            invited: false,
            then: None,
            due: None,
        };
        let by = Caller::Person(people[0].account_id.clone());
        let (mut on, records) = open::open(&id, &by, &wish, &facts).expect("a match").finish();
        let rows = rows::seal(&id, chain::START, &records);
        on.hash.clone_from(&rows[rows.len() - 1].hash);
        let mut twin = Twin::new(game);
        twin.goes_on(&on, &records, &seed);
        let cap = on.timing.map_or(0, |timing| timing.pace.cap);
        let (tally, entered) = (Tally::new(), BTreeMap::new());
        let mut table = Table {
            chance,
            seed,
            now,
            on,
            rows,
            twin,
            people,
            hours,
            calendars,
            tally,
            cap,
            entered,
        };
        records.iter().for_each(|record| table.note(record.event.kind().word()));
        table
    }

    /// A number from 0 to below `bound`.
    pub fn roll(&mut self, bound: usize) -> usize {
        self.chance.below(bound as u32) as usize
    }

    pub fn note(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.roll(from.len())].clone()) }
    }

    /// Everybody who may look: the people in seats, and somebody who has none.
    pub fn everybody(&self) -> Vec<String> {
        let is_seated = |row: &&SealedRow| self.on.seat_of(&row.account_id).is_some();
        let stranger = self.people.iter().find(|row| !is_seated(row));
        let seated = self.people.iter().filter(is_seated);
        seated.chain(stranger).map(|row| row.account_id.clone()).collect()
    }

    /// Anybody at all.
    pub fn anybody(&mut self) -> String {
        let at = self.roll(self.people.len());
        self.people[at].account_id.clone()
    }

    /// Somebody who may look.
    pub fn somebody(&mut self) -> String {
        let everybody = self.everybody();
        self.pick(&everybody).expect("somebody")
    }

    /// The facts for whoever asks with this seed.
    pub fn facts<'a>(&self, seed: &'a Seed, by: Option<&str>) -> Facts<'a> {
        let person = self.people.iter().find(|row| Some(&*row.account_id) == by);
        let brought = self.hours.iter().find(|row| Some(&*row.account_id) == by);
        Facts {
            now: self.now,
            seed,
            name: person.map(|row| row.digest.clone()),
            hours: brought.map(|row| self.calendars.named(&row.digest)),
            invited: false,
            then: None,
            due: None,
        }
    }

    /// From now on these hours lie beside the stream, too.
    pub fn add_hours(&mut self, row: CalendarRow) {
        self.hours.push(row);
        self.calendars = Calendars::of(&self.hours);
    }

    /// A match folded from rows of this one, which knows the hours of its people.
    pub fn knows_hours(&self, mut folded: Match) -> Match {
        folded.know_hours(&self.calendars);
        folded
    }

    /// Somebody asks for something: what is decided.
    fn decide(&mut self, ask: &Ask, seed: &Seed) -> Result<Draft> {
        let person = match ask {
            Ask::One(by, ..) => by.person(),
            Ask::Several(account, ..) => Some(&**account),
        };
        let mut facts = self.facts(seed, person);
        if let Ask::One(_, Command::SetCalendar { digest, .. }, _) = ask {
            facts.hours = Some(self.calendars.named(digest));
        }
        if let Ask::One(_, Command::Propose { terms: Terms::Rewind { to }, .. }, _) = ask {
            facts.then = self.then(*to);
        }
        ask.of(&self.on, &facts).inspect_err(|no| {
            assert!(!matches!(no.code, Code::Fault | Code::KeyTaken), "{ask:?}: {no}");
            self.note(if no.code == Code::RevealsTooEarly { "too early" } else { "refused" });
        })
    }

    /// What was decided happens; the match before it, its events and their rows.
    fn happens(
        &mut self,
        ask: &Ask,
        draft: Draft,
        seed: &Seed,
    ) -> (Match, Vec<Record>, Vec<EventRow>) {
        let (mut after, records) = draft.finish();
        assert!(!records.is_empty(), "{ask:?} was accepted and nothing happened");
        let new = rows::seal(&after.id, &self.on.hash, &records);
        after.hash.clone_from(&new[new.len() - 1].hash);
        self.twin.goes_on(&self.on, &records, seed);
        let before = std::mem::replace(&mut self.on, after);
        self.rows.extend(new.iter().cloned());
        self.count(ask, &records);
        (before, records, new)
    }

    /// Somebody asks for something at this moment; whether it happens, or why not. No law is
    /// looked at.
    pub fn goes(&mut self, ask: &Ask) -> Result<bool> {
        let seed = self.seed.clone();
        // To vote as before changes nothing.
        let draft = Some(self.decide(ask, &seed)?).filter(|draft| !draft.records().is_empty());
        Ok(draft.map(|draft| self.happens(ask, draft, &seed)).is_some())
    }

    /// Somebody asks for something. What is accepted happens, and the cheap laws hold.
    pub fn ask(&mut self, ask: &Ask) -> bool {
        // A clock may also be set back.
        let passed = self.roll(100) as i64 - 20;
        self.now += Duration::seconds(passed);
        let seed = self.seed.clone();
        let Ok(draft) = self.decide(ask, &seed) else { return false };
        let (before, records, new) = self.happens(ask, draft, &seed);
        stored::the_fold_is_the_same(self, &before, new);
        if let (Some(known), Some(timing)) = (before.timing, self.on.timing)
            && known != timing
        {
            self.note("another pace");
            self.cap = self.cap.max(timing.pace.cap);
        }
        self.agrees_with_its_twin(&before);
        self.keeps_what_was_agreed(&records, &before);
        true
    }

    fn count(&mut self, ask: &Ask, records: &[Record]) {
        for record in records {
            self.note(record.event.kind().word());
            if record.draw.is_some() {
                self.note("drawn");
            }
        }
        if let Ask::Several(_, _, commands) = ask
            && commands.len() > 1
        {
            self.note("several at once");
        }
        if self.on.status == Status::Ended && self.on.staying().len() > 1 {
            self.note("played to its end");
        }
    }

    fn agrees_with_its_twin(&self, before: &Match) {
        let (on, twin) = (&self.on, &self.twin);
        assert!(on.changed_at >= before.changed_at, "times never fall");
        assert_eq!(on.draws, twin.draws(), "draws are counted, and no take-back moves them");
        assert!(on.state.as_ref() == twin.state(on.version), "the game stands as it was played");
        for seat in Seat::all(on.sitters.len()) {
            let stays = on.sitters[seat.index()].resigned.is_none();
            let points = if stays { twin.points(seat) } else { Vec::new() };
            assert_eq!(on.take_back_points(seat), points, "{seat}: what can be taken back");
            assert_eq!(on.awaited_since(seat), twin.since(seat), "{seat}: awaited since");
            self.keeps_time(seat);
        }
        if let Some(state) = &on.state {
            on.game().audit(state).expect("nothing is lost");
        }
        let over = on.status == Status::Running && on.final_ranking().is_some();
        assert!(!over, "a match that is over has ended");
    }

    /// A clock runs for a person who is awaited and plays, and for nobody else; no reserve
    /// is less than nothing or more than agreed.
    fn keeps_time(&self, seat: Seat) {
        let (on, sitter) = (&self.on, &self.on.sitters[seat.index()]);
        let clock = clock(on, seat);
        let runs = on.timing.is_some() && on.awaited().contains(&seat) && sitter.is_timed();
        assert_eq!(clock.is_some(), runs, "{seat}: whose clock runs");
        if on.timing.is_none() {
            return;
        }
        let reserve = reserve(on, seat).expect("there is a pace");
        let cap = Duration::minutes(self.cap.into());
        assert!((Duration::zero()..=cap).contains(&reserve), "{seat}: {reserve} in reserve");
        if let Some(clock) = clock {
            assert!(clock.free_until <= clock.due && clock.call_at <= clock.due, "{clock:?}");
            assert!(on.awaited_since(seat).is_some_and(|since| since < clock.due));
        }
    }

    /// A legal command of a seat, if it has one.
    pub fn legal(&mut self, on: &Match, seat: Seat) -> Option<Value> {
        on.game().robot(Robot::Random, on.state.as_ref()?, seat, &mut self.chance)
    }

    /// Plays to the end, and goes on from somewhere before it: as often as not from
    /// shortly before it.
    pub fn play_and_go_on_from_the_middle(&mut self) {
        while self.on.status == Status::Open {
            let by = Caller::Person(self.on.host.clone());
            let robot = Command::SeatRobot { robot: Robot::Random, meant: None };
            let next = self.roll(3) + self.on.sitters.len();
            let person = self.people[next.min(6)].account_id.clone();
            let join = Ask::One(Caller::Person(person), Command::Join { entropy: None }, true);
            let ask = if self.roll(3) == 0 { Ask::One(by, robot, false) } else { join };
            self.ask(&ask);
        }
        let (mut ends, seed) = (vec![self.on.version], self.seed.clone());
        while self.on.status == Status::Running {
            let ask = self.next_step();
            let (mut after, records) =
                ask.of(&self.on, &self.facts(&seed, None)).expect("a legal step").finish();
            let new = rows::seal(&after.id, &self.on.hash, &records);
            after.hash.clone_from(&new[new.len() - 1].hash);
            self.twin.goes_on(&self.on, &records, &seed);
            self.rows.extend(new);
            self.on = after;
            ends.push(self.on.version);
        }
        let far = if self.roll(2) == 0 { ends.len() } else { ends.len().min(25) };
        let at = ends.len() - 1 - self.roll(far);
        let version = usize::try_from(ends[at]).expect("a version");
        self.rows.truncate(version);
        self.twin.cut(version);
        let folded = rows::fold(&self.on.id, self.rows.clone()).expect("it was played");
        self.on = self.knows_hours(folded);
    }

    /// A legal step of an awaited seat.
    fn next_step(&mut self) -> Ask {
        let awaited = self.on.awaited();
        let seat = self.pick(&awaited).expect("somebody is awaited");
        let on = self.on.clone();
        let command = self.legal(&on, seat).expect("an awaited seat has a command");
        let sitter = self.on.sitters[seat.index()].clone();
        let by = match (sitter.resigned, sitter.robot, sitter.stand_in) {
            (Some(_), ..) => Caller::Clock,
            (None, Some(player), _) => Caller::Robot(player),
            (None, None, Some(_)) if self.roll(3) > 0 => Caller::Clock,
            (None, None, _) => Caller::Person(sitter.account),
        };
        Ask::One(by, Command::Play { seat, command }, false)
    }

    /// What somebody thinks of asking next.
    pub fn wish(&mut self) -> Ask {
        match self.on.status {
            Status::Open => self.wish_before_the_start(),
            Status::Running => match self.roll(42) {
                0..=21 => self.next_step(),
                22..=27 => self.several().unwrap_or_else(|| self.next_step()),
                28..=31 => self.take_back().unwrap_or_else(|| self.next_step()),
                32 => self.propose(),
                33..=34 => self.vote().unwrap_or_else(|| self.propose()),
                35 => self.resign(),
                36 => self.time_out().unwrap_or_else(|| self.next_step()),
                37 => self.come_back().unwrap_or_else(|| self.next_step()),
                38 if self.roll(20) == 0 => self.expire(),
                38 if self.roll(2) == 0 => self.go_away().unwrap_or_else(|| self.next_step()),
                38 => self.change_hours().unwrap_or_else(|| self.next_step()),
                39..=40 => self.substitute().unwrap_or_else(|| self.next_step()),
                41 if self.roll(3) == 0 => self.intervene(),
                _ => self.anything(),
            },
            Status::Ended | Status::Cancelled => self.anything(),
        }
    }

    fn wish_before_the_start(&mut self) -> Ask {
        let host = Caller::Person(self.on.host.clone());
        let account = self.anybody();
        let invited = self.roll(3) > 0;
        let robot = Robot::ALL[self.roll(Robot::ALL.len())];
        let one = |by, command| Ask::One(by, command, invited);
        match self.roll(24) {
            0..=11 => {
                let entropy = (self.roll(2) == 0).then(|| format!("{}", self.roll(1_000)));
                one(Caller::Person(account), Command::Join { entropy })
            }
            12..=14 => one(host, Command::SeatRobot { robot, meant: None }),
            15 => one(host, Command::DismissRobot { seat: Seat(self.roll(5) as u8) }),
            16..=17 => one(Caller::Person(account), Command::Leave),
            18 => one(host, Command::Leave),
            19..=20 => one(host, Command::Start),
            21 if self.roll(10) == 0 => self.expire(),
            21 => self.host(),
            22 if self.roll(4) == 0 => self.intervene(),
            22 if self.roll(2) == 0 => self.go_away().unwrap_or_else(|| self.anything()),
            _ => self.anything(),
        }
    }

    pub fn present(&self) -> Vec<(String, Seat)> {
        let sitters = self.on.sitters.iter().zip(Seat::all(self.on.sitters.len()));
        let present = sitters.filter(|(sitter, _)| sitter.is_present());
        present.map(|(sitter, seat)| (sitter.account.clone(), seat)).collect()
    }

    fn take_back(&mut self) -> Option<Ask> {
        let run = |(_, seat): &(String, Seat)| !self.on.take_back_points(*seat).is_empty();
        let (account, seat) = self.present().into_iter().find(run)?;
        let points = self.on.take_back_points(seat);
        let to = self.pick(&points).filter(|_| self.roll(4) > 0);
        Some(Ask::One(Caller::Person(account), Command::TakeBack { to }, false))
    }

    /// A person resigns.
    pub fn resign(&mut self) -> Ask {
        let present = self.present();
        let (account, _) = self.pick(&present).expect("a match without people has ended");
        Ask::One(Caller::Person(account), Command::Resign, false)
    }

    /// Steps in a row of a person who is awaited; what may not be in it is seldom in it.
    fn several(&mut self) -> Option<Ask> {
        let awaited = self.on.awaited();
        let present = self.present();
        let (account, seat) = present.into_iter().find(|(_, seat)| awaited.contains(seat))?;
        let commands = self.steps_of(&account, seat);
        Some(Ask::Several(account, seat, commands))
    }

    /// Legal steps of a person in a row, and now and then something after them.
    pub fn steps_of(&mut self, account: &str, seat: Seat) -> Vec<Value> {
        let mut commands = Vec::new();
        let mut on = self.on.clone();
        for _ in 0..self.roll(5) {
            let Some(command) = self.legal(&on, seat) else { break };
            commands.push(command);
            match preview(&on, account, &commands[commands.len() - 1..], self.now) {
                Ok(then) if !then.reveals => on = (*then.after).clone(),
                _ => break,
            }
        }
        if commands.is_empty() || self.roll(4) == 0 {
            commands.push(self.any_step());
        }
        commands
    }

    /// Anything of anybody.
    fn anything(&mut self) -> Ask {
        let number = 1 + self.roll(2) as u8;
        let by = match self.roll(10) {
            0 => Caller::Clock,
            1 => Caller::Operator,
            2 => Caller::Robot(RobotPlayer { robot: Robot::ALL[self.roll(2)], number }),
            _ => Caller::Person(self.anybody()),
        };
        let command = self.any_command();
        Ask::One(by, command, self.roll(2) == 0)
    }

    /// Any command, seldom a legal one.
    pub fn any_command(&mut self) -> Command {
        let seat = Seat(self.roll(6) as u8);
        match self.roll(19) {
            18 => Command::Rename { title: format!("Title {}", self.roll(9)) },
            17 => Command::StandIn { seat },
            16 => Command::Substitute { seat },
            15 => Command::Withdraw { proposal: self.roll(self.rows.len() + 3) as i64 },
            14 => {
                let proposal = self.roll(self.rows.len() + 3) as i64;
                Command::Vote { proposal, yes: self.roll(2) == 0 }
            }
            13 => Command::propose(self.any_terms()),
            12 => Command::Expire,
            10 => {
                Command::TimeOut { seat, call: LastCall::Undelivered { since: self.now.and_utc() } }
            }
            11 => Command::Return,
            0 => Command::Join { entropy: None },
            1 => Command::Leave,
            2 => Command::SeatRobot { robot: Robot::Random, meant: Some(seat) },
            3 => Command::DismissRobot { seat },
            4 => Command::Start,
            5 => Command::TakeBack { to: Some(self.roll(self.rows.len() + 3) as i64 - 1) },
            // Seldom, or no match would last.
            6 if self.on.status == Status::Running && self.roll(8) > 0 => Command::Start,
            6 => Command::Resign,
            _ => Command::Play { seat, command: self.any_step() },
        }
    }

    /// What somebody may send as a step of the game, seldom a legal one.
    pub fn any_step(&mut self) -> Value {
        let on = self.on.clone();
        let awaited = on.awaited();
        let legal = self.pick(&awaited).and_then(|seat| self.legal(&on, seat));
        match (self.roll(4), legal) {
            (0, _) | (_, None) => {
                let nonsense = [json!({ "type": "zzz" }), json!(null), json!([1]), json!("pass")];
                self.pick(&nonsense).expect("nonsense")
            }
            (1, Some(legal)) => legal,
            (_, Some(mut legal)) => {
                if let Some(fields) = legal.as_object_mut() {
                    let at = self.roll(fields.len());
                    if let Some((_, field)) = fields.iter_mut().nth(at) {
                        *field = match field {
                            Value::Number(_) => json!(self.roll(12)),
                            Value::Bool(is) => json!(!*is),
                            Value::Array(_) => json!([]),
                            _ => json!("zzz"),
                        };
                    }
                }
                legal
            }
        }
    }
}
