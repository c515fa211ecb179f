//! What a stream means: the outer fold around the game's.
//!
//! A [`Match`] ([`super::state`]) takes events and knows no rows. Folding a stream from its first event
//! and going on from a known match one event at a time come to the same, whatever was
//! taken back on the way.

use super::event::{Ended, Event, Kind, Lapse, OfGame, Record, Unreadable};
use super::kind::Stage;
use super::state::{Match, Sitter, StandIn, Status};
use super::substitutes::LOOKED_FOR_AFTER;
use super::undone::{self, Fate};
use super::waits::{Free, Waits};
use crate::clock::Instant;
use crate::games;
use crate::matches::time::Timing;
use crate::rules::Seat;
use crate::rules::erased::AnyState;
use crate::words::Word;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Why a stream cannot be folded: at which event, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The first event that cannot be read.
    pub version: i64,
    /// What is wrong.
    pub why: Unreadable,
}

impl Broken {
    /// A stream that is damaged at an event.
    pub fn damaged(version: i64, why: impl Into<String>) -> Broken {
        Broken { version, why: Unreadable::Damaged(why.into()) }
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "event {}: {}", self.version, self.why)
    }
}

/// The game as it stood at a version before the last of these, where it can be proposed to go
/// back there.
pub fn rewindable(match_id: &str, records: &[Record], to: i64) -> Result<Option<AnyState>, Broken> {
    match undone::is_rewindable(records, to) {
        true => Ok(Match::fold(match_id, &records[..undone::place(to)])?.state),
        false => Ok(None),
    }
}

/// The game as it stood at versions to which somebody proposes to go back.
pub type Then = BTreeMap<i64, AnyState>;

/// A match that goes on event by event through a stream that is known as a whole.
#[derive(Clone, Debug)]
pub struct Walk {
    wanted: BTreeSet<i64>,
    then: Then,
    /// The match after the events so far.
    at: Match,
}

impl Walk {
    /// The match after so many of these events, at least one.
    pub fn from(match_id: &str, records: &[Record], length: usize) -> Result<Walk, Broken> {
        let wanted = undone::wanted(records);
        let (at, then) = Match::fold_keeping(match_id, &records[..length.max(1)], &wanted)?;
        Ok(Walk { wanted, then, at })
    }

    /// The match after the events so far.
    pub fn at(&self) -> &Match {
        &self.at
    }

    /// The same, of whoever goes no further.
    pub fn into_at(self) -> Match {
        self.at
    }

    /// How many events that are.
    pub fn length(&self) -> usize {
        undone::place(self.at.version)
    }

    /// Lets the next event of the stream happen.
    pub fn step(&mut self, record: &Record) -> Result<(), Broken> {
        self.at.follow(record, &self.then)?;
        self.at.keep(&self.wanted, &mut self.then);
        Ok(())
    }
}

/// How an event is met.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Met {
    /// As the next one of a match that is known.
    Next,
    /// While a whole stream is folded: play that was taken back is passed over.
    Folding,
    /// The same, so long ago that nobody can take it back any more.
    LongAgo,
}

/// How an event of the game came to be known.
enum Play<'a> {
    /// It stands in the stream.
    Stored(&'a OfGame),
    /// It was decided a moment ago, with this outcome.
    Decided(Outcome),
}

/// What an event of the game led to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The game afterwards.
    pub state: AnyState,
    /// Whether something hidden was shown.
    pub reveals: bool,
}

impl Match {
    /// Folds a stream from its first event.
    pub fn fold(match_id: &str, records: &[Record]) -> Result<Match, Broken> {
        Ok(Match::fold_keeping(match_id, records, &undone::wanted(records))?.0)
    }

    /// The same, with the game as it stood at these versions.
    fn fold_keeping(
        match_id: &str,
        records: &[Record],
        wanted: &BTreeSet<i64>,
    ) -> Result<(Match, Then), Broken> {
        let Some((first, rest)) = records.split_first() else {
            return Err(Broken::damaged(1, "the stream is empty"));
        };
        let mut folded = Match::open(match_id, first)?;
        let (run, mut then) = (undone::last_run(rest), Then::new());
        let fates = undone::fates(records).into_iter().skip(1);
        for (at, (record, fate)) in rest.iter().zip(fates).enumerate() {
            match fate {
                Fate::TakenBack => folded.pass_over(record),
                _ if undone::back_to(record).is_some() => folded.follow(record, &then)?,
                _ => folded.meet(record, if at < run { Met::LongAgo } else { Met::Folding })?,
            }
            folded.keep(wanted, &mut then);
        }
        Ok((folded, then))
    }

    /// Lets the next event happen, which may propose to go back.
    pub fn follow(&mut self, record: &Record, then: &Then) -> Result<(), Broken> {
        match (&record.event, undone::back_to(record)) {
            (Event::Proposed(proposed), Some(to)) => {
                self.propose(record, proposed, then.get(&to).cloned())
            }
            _ => self.evolve(record),
        }
    }

    /// Keeps the game as it stands, if this version is wanted.
    pub fn keep(&self, wanted: &BTreeSet<i64>, then: &mut Then) {
        if wanted.contains(&self.version) {
            then.extend(self.state.clone().map(|state| (self.version, state)));
        }
    }

    /// The match right after its first event.
    pub fn open(match_id: &str, first: &Record) -> Result<Match, Broken> {
        let Event::Opened(opened) = &first.event else {
            let why =
                format!("a stream begins with `opened`, not with `{}`", first.event.kind().word());
            return Err(Broken::damaged(first.version, why));
        };
        if games::find(&opened.game).is_none() {
            let why = format!("the game {} is not on the shelf", opened.game);
            return Err(Broken { version: first.version, why: Unreadable::Newer(why) });
        }
        Ok(Match {
            id: match_id.to_owned(),
            version: first.version,
            hash: String::new(),
            host: opened.host.clone(),
            host_came_at: first.at,
            opened: Arc::new((**opened).clone()),
            timing: None,
            rated: true,
            status: Status::Open,
            sitters: Vec::new(),
            formers: Vec::new(),
            state: None,
            takeable: None,
            draws: 0,
            asked_at: first.version,
            shown_at: 0,
            proposals: Vec::new(),
            pauses: Vec::new(),
            outages: Vec::new(),
            ranking: None,
            opened_at: first.at,
            started_at: None,
            ended_at: None,
            changed_at: first.at,
            waits: Waits::default(),
        })
    }

    /// Lets the next event of the stream happen.
    pub fn evolve(&mut self, record: &Record) -> Result<(), Broken> {
        self.meet(record, Met::Next)
    }

    /// Lets an event of the game happen whose outcome is known from its decision.
    pub fn evolve_decided(&mut self, record: &Record, outcome: Outcome) -> Result<(), Broken> {
        self.play(record, Play::Decided(outcome), Met::Next)?;
        self.stand_at(record);
        Ok(())
    }

    /// Passes over play that is taken back later in the stream.
    fn pass_over(&mut self, record: &Record) {
        if let (true, Some(seat)) = (record.begins(), record.seat) {
            self.draws = record.draw.unwrap_or(self.draws);
            self.takeable_of(seat);
        }
        self.stand_at(record);
    }

    fn meet(&mut self, record: &Record, met: Met) -> Result<(), Broken> {
        self.fits(record)?;
        self.waits.begin(record);
        match &record.event {
            // Refused by `fits`.
            Event::Opened(_) => {}
            Event::Joined(joined) => {
                self.sitters.push(Sitter::person(joined.clone(), record));
            }
            Event::RobotJoined(player) => {
                self.sitters.push(Sitter::robot(*player, record));
            }
            Event::RobotLeft => {
                let seat = self.seat_of_record(record)?;
                self.sitters.remove(seat.index());
            }
            Event::Left(left) => {
                let seat = self.seat_of_record(record)?;
                self.sitters.remove(seat.index());
                self.is_host(left.host.clone(), record.at);
            }
            Event::Started(setup) => self.start(record, setup)?,
            Event::Played(event) => self.play(record, Play::Stored(event), met)?,
            Event::TakenBack(back) => self.take_back(record, back.to, met)?,
            Event::Resigned => {
                let seat = self.seat_of_record(record)?;
                self.sitters[seat.index()].resigned = Some(record.version);
                self.open_for_absence(seat, record.at);
                self.waits.restart(seat, record.at, None);
            }
            Event::Ended(ended) => self.end(record, ended)?,
            Event::Cancelled => {
                self.status = Status::Cancelled;
                self.ended_at = Some(record.at);
            }
            Event::PaceSet(timing) => self.set_pace(timing),
            Event::PaceAgreed(timing) => {
                self.waits.set_rounds_apart();
                self.set_pace(timing);
            }
            Event::TimedOut(over) => self.time_out(record, over.lapse)?,
            Event::Returned => {
                let seat = self.seat_of_record(record)?;
                if self.sitters[seat.index()].is_back() {
                    self.waits.restart(seat, record.at, Some(Free::Returned));
                }
                self.keep_to_round(Some(seat));
            }
            // What follows from it stands in the next event.
            Event::Expired => {}
            Event::CalendarSet(set) => {
                let seat = self.seat_of_record(record)?;
                self.sitters[seat.index()].hours.set(set.from.naive_utc(), &set.digest);
            }
            Event::Proposed(proposed) => return self.propose(record, proposed, None),
            Event::Voted(voted) => self.vote(record, voted)?,
            Event::ProposalClosed(closed) => self.close_proposal(record, closed)?,
            Event::Rewound(rewound) => self.rewind(record, rewound)?,
            Event::Paused(paused) => self.pause(record.at, paused),
            Event::Resumed => self.resume(record.at),
            Event::TimeGiven(given) => {
                let seat = self.seat_of_record(record)?;
                self.waits.give(seat, record.at, given.minutes);
                self.keep_to_round(Some(seat));
            }
            Event::SeatOpened(opened) => {
                let seat = self.seat_of_record(record)?;
                self.open_seat(seat, record.at, opened);
            }
            Event::Substituted(new) => self.substitute(record, new)?,
            Event::AwayBooked(away) => self.book_away(record, away)?,
            Event::AwayEnded => self.end_away(record)?,
            Event::Outage(outage) => self.note_outage(outage),
            Event::Renamed(renamed) => self.rename(renamed),
            Event::StoodIn => self.stand_in_for(record)?,
            Event::Unrated => self.rated = false,
            Event::HostChanged => {
                let seat = self.seat_of_record(record)?;
                self.is_host(self.sitters[seat.index()].account.clone(), record.at);
            }
        }
        self.stand_at(record);
        Ok(())
    }

    /// Whether such an event can happen to a match this far at all.
    pub(super) fn fits(&self, record: &Record) -> Result<(), Broken> {
        let kind = record.event.kind();
        let in_time = match kind.stage() {
            Stage::Birth => false,
            Stage::Gathering => self.status == Status::Open,
            Stage::Play => self.status == Status::Running,
            Stage::Life => !self.status.is_over(),
            Stage::Ever => true,
        };
        let seats_allow = match kind {
            Kind::Joined | Kind::RobotJoined => self.sitters.len() < usize::from(self.opened.seats),
            Kind::Unrated | Kind::PaceAgreed => self.sitters.is_empty(),
            Kind::PaceSet => self.status == Status::Running || self.sitters.is_empty(),
            _ => true,
        };
        let follows = record.version == self.version + 1 && record.at >= self.changed_at;
        if in_time && seats_allow && follows {
            return Ok(());
        }
        let kind = kind.word();
        let why = format!(
            "`{kind}` cannot follow event {} of a match that is {}",
            self.version,
            self.status.word()
        );
        Err(Broken::damaged(record.version, why))
    }

    fn set_pace(&mut self, timing: &Timing) {
        self.timing = Some(*timing);
        self.waits.set_pace(timing.pace);
    }

    fn end(&mut self, record: &Record, ended: &Ended) -> Result<(), Broken> {
        if ended.ranking.iter().any(|standing| self.sitter(standing.seat).is_none()) {
            let why = "the ranking names a seat that nobody has";
            return Err(Broken::damaged(record.version, why));
        }
        self.ranking = Some(ended.ranking.clone());
        self.status = Status::Ended;
        self.ended_at = Some(record.at);
        self.takeable = None;
        self.waits.end();
        Ok(())
    }

    fn start(&mut self, record: &Record, setup: &OfGame) -> Result<(), Broken> {
        self.is_known(record, setup)?;
        let state = self
            .game()
            .begin(setup.schema, &setup.text)
            .map_err(|why| Broken::damaged(record.version, why.to_string()))?;
        if self.game().score(&state).values().count() != self.sitters.len() {
            return Err(Broken::damaged(record.version, "the set-up is for other seats"));
        }
        self.state = Some(state);
        self.status = Status::Running;
        self.started_at = Some(record.at);
        self.asked_at = record.version;
        self.waits.now(record.at, self.round(), &self.awaited_clocked());
        Ok(())
    }

    fn play(&mut self, record: &Record, play: Play<'_>, met: Met) -> Result<(), Broken> {
        if let Play::Decided(_) = play {
            self.waits.begin(record);
        }
        if record.begins() {
            self.begin_step(record, met)?;
        }
        let game = self.game();
        let broken = |why: String| Broken::damaged(record.version, why);
        let reveals = match play {
            Play::Decided(outcome) => {
                self.state = Some(outcome.state);
                outcome.reveals
            }
            Play::Stored(event) => {
                self.is_known(record, event)?;
                let state =
                    self.state.as_mut().ok_or_else(|| broken("play before the start".into()))?;
                game.evolve(state, event.schema, &event.text)
                    .map_err(|why| broken(why.to_string()))?
            }
        };
        if reveals {
            self.takeable = None;
            self.shown_at = record.version;
        }
        self.asked_at = record.version;
        self.waits.now(record.at, self.round(), &self.awaited_clocked());
        Ok(())
    }

    /// The time of a seat was over.
    fn time_out(&mut self, record: &Record, lapse: Lapse) -> Result<(), Broken> {
        let seat = self.seat_of_record(record)?;
        let sitter = &mut self.sitters[seat.index()];
        match lapse {
            Lapse::Grace => sitter.lapses.grace = true,
            Lapse::Turn | Lapse::Seat => {
                sitter.lapses.turns += 1;
                sitter.lapses.in_a_row += 1;
                sitter.lapses.lost |= lapse == Lapse::Seat;
                let keeps = lapse == Lapse::Seat;
                sitter.stand_in = Some(if keeps { StandIn::Seat } else { StandIn::Turn });
                if !sitter.has_played {
                    self.open_for_absence(seat, record.at);
                } else if keeps {
                    self.open_for_absence(seat, record.at + LOOKED_FOR_AFTER);
                }
            }
            Lapse::Resigned => {}
        }
        let grace = (lapse == Lapse::Grace).then_some(Free::Grace);
        self.waits.restart(seat, record.at, grace);
        self.keep_to_round(Some(seat));
        Ok(())
    }

    /// Refuses what the game's rules in this program are too old to read.
    fn is_known(&self, record: &Record, text: &OfGame) -> Result<(), Broken> {
        let newest = self.game().schema();
        if text.schema <= newest {
            return Ok(());
        }
        let why = format!("schema {} of the game, known here are 1 to {newest}", text.schema);
        Err(Broken { version: record.version, why: Unreadable::Newer(why) })
    }

    pub(super) fn stand_at(&mut self, record: &Record) {
        self.version = record.version;
        self.hash.clear();
        self.changed_at = record.at;
        if record.by.person() == Some(&self.host) {
            self.host_came_at = record.at;
        }
        // Hours and agreements are nobody's turn, nor is what follows from them.
        let of_a_turn = !record.event.kind().is_beside_play()
            && (record.event.kind() != Kind::Played || record.seat.is_some());
        if of_a_turn {
            for sitter in &mut self.sitters {
                if sitter.is(&record.by) {
                    sitter.acted = record.version;
                    if record.event.kind() == Kind::Played {
                        sitter.lapses.in_a_row = 0;
                        sitter.has_played = true;
                        sitter.is_there();
                    }
                } else {
                    sitter.turn_ended = sitter.acted;
                }
            }
        }
        // Whoever stands in for a turn goes when it is over.
        for seat in Seat::all(self.sitters.len()) {
            let stand_in = self.sitters[seat.index()].stand_in;
            if stand_in == Some(StandIn::Turn) && !self.awaited().contains(&seat) {
                self.sitters[seat.index()].stand_in = None;
            }
        }
    }

    /// Somebody is the host from now on.
    fn is_host(&mut self, account: String, since: Instant) {
        if account != self.host {
            self.host_came_at = since;
        }
        self.host = account;
    }

    pub(super) fn seat_of_record(&self, record: &Record) -> Result<Seat, Broken> {
        record
            .seat
            .filter(|seat| seat.index() < self.sitters.len())
            .ok_or_else(|| Broken::damaged(record.version, "the event names no seat of this match"))
    }
}
