//! What a stream means, told a second time and as plainly as possible: how the game
//! stood, who was awaited since when and what was shown is kept for every version.

use super::super::caller::Caller;
use super::super::decide::Command;
use super::super::stream::chance::Seed;
use super::super::stream::event::{Event, Lapse, Record, Rewound};
use super::super::stream::state::Match;
use crate::clock::Instant;
use crate::rules::chance::Counted;
use crate::rules::erased::{AnyGame, AnyState};
use crate::rules::{Seat, Turn};
use std::collections::BTreeMap;

type Waits = Vec<(Seat, Instant)>;

type StandIns = BTreeMap<Seat, Lapse>;

/// Everything there ever was of a match.
pub(super) struct Twin {
    game: &'static dyn AnyGame,
    records: Vec<Record>,
    reveals: Vec<bool>,
    /// By version; nothing at 0.
    states: Vec<Option<AnyState>>,
    waits: Vec<Waits>,
    begun: Waits,
    /// In which round the latest command began.
    begun_in: u16,
    /// Whether each round has turns of its own.
    apart: bool,
    /// By version: for whom somebody stands in, and for how long.
    stand_ins: Vec<StandIns>,
}

impl Twin {
    pub fn new(game: &'static dyn AnyGame) -> Twin {
        let (states, waits) = (vec![None], vec![Waits::new()]);
        let (records, reveals, begun) = (Vec::new(), Vec::new(), Waits::new());
        let stand_ins = vec![StandIns::new()];
        Twin { game, records, reveals, states, waits, begun, begun_in: 0, apart: false, stand_ins }
    }

    /// Forgets what came after a version with which a command ended.
    pub fn cut(&mut self, version: usize) {
        self.records.truncate(version);
        self.reveals.truncate(version);
        self.states.truncate(version + 1);
        self.waits.truncate(version + 1);
        self.stand_ins.truncate(version + 1);
    }

    /// How the game stood at a version.
    pub fn state(&self, version: i64) -> Option<&AnyState> {
        self.states[usize::try_from(version).expect("a version")].as_ref()
    }

    /// Since when a seat is awaited now.
    pub fn since(&self, seat: Seat) -> Option<Instant> {
        let now = self.waits.last().expect("at least of version 0");
        now.iter().find(|(known, _)| *known == seat).map(|(_, since)| *since)
    }

    /// How many commands ever drew.
    pub fn draws(&self) -> i64 {
        self.records.iter().filter(|record| record.draw.is_some()).count() as i64
    }

    /// The events of a decision happen. Each step of the game must have drawn from the
    /// chance that is keyed by the number of drawing commands before it, whatever else
    /// there was and whatever was taken back.
    pub fn goes_on(&mut self, before: &Match, records: &[Record], seed: &Seed) {
        for (at, record) in records.iter().enumerate() {
            if record.begins() && matches!(record.event, Event::Played(_)) {
                let rest = &records[at + 1..];
                let more = rest.iter().take_while(|record| !record.begins()).count();
                self.is_as_drawn(before, &records[at..=at + more], seed);
            }
            if let Event::Rewound(rewound) = &record.event {
                self.is_as_shuffled(before, rewound, &records[at..], seed);
            }
            self.happens(record);
        }
    }

    /// What lay in an order that nobody knew is shuffled with a draw that never was before.
    fn is_as_shuffled(&self, on: &Match, rewound: &Rewound, records: &[Record], seed: &Seed) {
        let draw = self.draws() + 1;
        let mut chance = seed.chance(&on.id, &on.entropy(), draw);
        let then = self.state(rewound.to).expect("play had begun");
        let shuffled = self.game.reshuffle(then, &mut chance).map(|(text, _)| text);
        assert_eq!(records[0].draw, shuffled.is_some().then_some(draw), "it says which draw");
        let played = records.get(1).and_then(|record| match &record.event {
            Event::Played(event) if record.seat.is_none() => Some(event.text.clone()),
            _ => None,
        });
        assert_eq!(played, shuffled, "it is shuffled with its own draw");
    }

    fn is_as_drawn(&self, on: &Match, step: &[Record], seed: &Seed) {
        let text = step[0].command.as_deref().expect("a step begins here");
        let Ok(Command::Play { seat, command }) = serde_json::from_str(text) else {
            panic!("{text} led to play");
        };
        let draw = self.draws() + 1;
        let mut chance = seed.chance(&on.id, &on.entropy(), draw);
        let mut counted = Counted::new(&mut chance);
        let state = self.states.last().and_then(Option::as_ref).expect("play began");
        let decided = self.game.decide(state, seat, &command, &mut counted).expect("it was played");
        let drew = counted.drawn() > 0;
        assert_eq!(step[0].draw, drew.then_some(draw), "{text} says which draw it was");
        assert!(!drew || decided.reveals.contains(&true), "{text} draws and shows nothing");
        let played = step.iter().filter_map(|record| match &record.event {
            Event::Played(event) => Some(&event.text),
            _ => None,
        });
        assert!(played.eq(&decided.events), "{text} is played with its own draw");
    }

    fn happens(&mut self, record: &Record) {
        let mut state = self.states.last().cloned().flatten();
        let mut waits = self.waits.last().cloned().unwrap_or_default();
        let mut reveals = false;
        if record.begins() {
            self.begun.clone_from(&waits);
            self.begun_in = state.as_ref().map_or(0, |state| self.game.round(state));
        }
        match &record.event {
            Event::PaceAgreed(_) => self.apart = true,
            Event::Started(setup) => {
                let begun = self.game.begin(setup.schema, &setup.text).expect("it was dealt");
                waits = self.awaited(&begun, record.at);
                state = Some(begun);
            }
            Event::Played(event) => {
                let at = state.as_mut().expect("play began");
                reveals = self.game.evolve(at, event.schema, &event.text).expect("it was decided");
                waits = self.awaited(at, record.at);
            }
            Event::TakenBack(back) => {
                let to = usize::try_from(back.to).expect("a version");
                (state, waits) = (self.states[to].clone(), self.waits[to].clone());
            }
            Event::Rewound(rewound) => {
                let then = self.state(rewound.to).expect("play had begun").clone();
                self.begun.clear();
                waits = self.awaited(&then, record.at);
                self.begun.clone_from(&waits);
                self.begun_in = self.game.round(&then);
                state = Some(then);
            }
            Event::Ended(_) => waits.clear(),
            _ => {}
        }
        let mut stand_ins = self.stand_ins.last().cloned().unwrap_or_default();
        match (record.seat, &record.event) {
            (Some(seat), Event::TimedOut(over)) => match over.lapse {
                Lapse::Turn | Lapse::Seat => drop(stand_ins.insert(seat, over.lapse)),
                Lapse::Grace | Lapse::Resigned => {}
            },
            (Some(seat), Event::StoodIn) => drop(stand_ins.insert(seat, Lapse::Seat)),
            (Some(seat), Event::Returned | Event::Substituted(_)) => drop(stand_ins.remove(&seat)),
            _ => {}
        }
        let awaited = |seat: &Seat| waits.iter().any(|(known, _)| known == seat);
        stand_ins.retain(|seat, lapse| *lapse == Lapse::Seat || awaited(seat));
        self.stand_ins.push(stand_ins);
        self.records.push(record.clone());
        self.reveals.push(reveals);
        self.states.push(state);
        self.waits.push(waits);
    }

    fn awaited(&self, state: &AnyState, at: Instant) -> Waits {
        let Turn::Awaiting(seats) = self.game.turn(state) else { return Waits::new() };
        let goes_on = !self.apart || self.game.round(state) <= self.begun_in;
        let since = |seat: Seat| {
            let known = self.begun.iter().find(|(known, _)| goes_on && *known == seat);
            (seat, known.map_or(at, |(_, since)| *since))
        };
        seats.into_iter().map(since).collect()
    }

    /// In which round the game was at a version.
    fn round(&self, version: i64) -> u16 {
        self.state(version).map_or(0, |state| self.game.round(state))
    }

    /// Whether something is done to the clock of a seat.
    fn touches(record: &Record, seat: Seat) -> bool {
        match record.event {
            Event::Paused(_) | Event::Resumed => true,
            Event::TimedOut(_) | Event::Returned | Event::TimeGiven(_) | Event::StoodIn => {
                record.seat == Some(seat)
            }
            _ => false,
        }
    }

    /// The versions before the steps that a seat can take back: since each of them nobody
    /// else played, nothing was shown, and it still counts; nor, where rounds are apart, was
    /// anything done to the clock of a later one.
    pub fn points(&self, seat: Seat) -> Vec<i64> {
        let (mut points, mut undone_after) = (Vec::new(), i64::MAX);
        let mut touched_in = 0;
        let events = self.records.iter().zip(&self.reveals).zip(&self.stand_ins);
        for ((record, reveals), stand_ins) in events.rev() {
            if self.apart && Twin::touches(record, seat) {
                touched_in = touched_in.max(self.round(record.version));
            }
            match &record.event {
                Event::Ended(_) | Event::Rewound(_) => break,
                Event::Substituted(_) if record.seat == Some(seat) => break,
                Event::Played(_) | Event::TakenBack(_) if record.seat != Some(seat) => break,
                Event::Played(_) if *reveals || record.by == Caller::Clock => break,
                Event::Played(_) if record.begins() && stand_ins.contains_key(&seat) => break,
                Event::TakenBack(back) => undone_after = undone_after.min(back.to),
                Event::Played(_)
                    if record.begins()
                        && record.version <= undone_after
                        && self.round(record.version - 1) >= touched_in =>
                {
                    points.push(record.version - 1);
                }
                _ => {}
            }
        }
        points.reverse();
        points
    }
}
