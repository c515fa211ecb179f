//! What an ended match says about who plays how well: a pure function of its stream.
//!
//! Places come from the board. Whoever has left, because they resigned or never took their seat
//! back from a stand-in, stands behind all who stayed, the last to go first. Who took a seat over
//! is compared with nobody.

use crate::clock::Instant;
use crate::matches::caller::Caller;
use crate::matches::stream::event::{Edition, Event, Record, Terms, Verdict as Closed};
use crate::matches::stream::fold::{Broken, Walk};
use crate::matches::stream::state::{Match, Sitter, StandIn, Status};
use crate::rules::{Seat, Standing};
use serde::Serialize;
use std::collections::BTreeMap;
use strum::{IntoStaticStr, VariantArray};

/// Of how many waits one may be stood in before a result counts only against its seat.
const STOOD_IN: usize = 4;

/// Whether a match moves ratings, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// It does.
    Rated,
    /// Whoever opened it wanted none to be moved.
    ByWish,
    /// It ended in its first round.
    FirstRound,
    /// It went back to before something hidden was shown.
    WentBack,
    /// All agreed to end it when the end was not near.
    Agreed,
    /// Everybody has left.
    NobodyStayed,
}

impl Verdict {
    /// What it means, in a sentence.
    pub fn said(self) -> &'static str {
        match self {
            Verdict::Rated => "It counts for the ratings.",
            Verdict::ByWish => "It was opened as a match that does not count.",
            Verdict::FirstRound => "It does not count: it ended in its first round.",
            Verdict::WentBack => {
                "It does not count: it went back to before something hidden was shown."
            }
            Verdict::Agreed => "It does not count: all agreed to end it early.",
            Verdict::NobodyStayed => "It does not count: nobody stayed.",
        }
    }
}

/// What somebody did about their seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Part {
    /// They had it at the end.
    Stayed,
    /// They resigned, never took it back from a stand-in, or were waited for until the match was
    /// given up.
    Left,
    /// They gave it to somebody else, as the others agreed before the end was near.
    HandedOn,
    /// They took it over from somebody else.
    Substitute,
}

impl Part {
    /// Whether they are compared with others.
    pub fn is_compared(self) -> bool {
        matches!(self, Part::Stayed | Part::Left)
    }
}

/// What a match came to for somebody who had a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which seat.
    pub seat: Seat,
    /// Their account; of a robot what stands for it.
    pub account: String,
    /// What they did about it.
    pub part: Part,
    /// The place among all who are compared: those who stayed, then those who left. `None` for
    /// who is not compared, and for who stayed in a match that ended without a result.
    pub standing: Option<u8>,
    /// Whether the result counts only against them, since a stand-in has played too much of it.
    pub only_against: bool,
    /// Their place in the ranking of the match.
    pub place: Option<u8>,
    /// Their points at the end.
    pub points: Option<i32>,
    /// These points by rule.
    pub sources: BTreeMap<String, i32>,
    /// How often the match waited for them until somebody had played for their seat.
    pub waits: usize,
    /// How often that was a stand-in.
    pub stood_in: usize,
}

/// What an ended match came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Which match.
    pub match_id: String,
    /// Slug of its game.
    pub game: String,
    /// When it ended.
    pub ended_at: Instant,
    /// Whether it moves ratings.
    pub verdict: Verdict,
    /// Everybody who had a seat, by seat.
    pub people: Vec<Played>,
}

/// What a match came to by its stream, if it has ended.
pub fn outcome(match_id: &str, records: &[Record]) -> Result<Option<Outcome>, Broken> {
    let mut walk = Walk::from(match_id, records, 1)?;
    let mut seen = Seen::default();
    for record in records.iter().skip(1) {
        seen.before(walk.at(), record);
        walk.step(record)?;
        seen.after(walk.at(), record);
    }
    seen.step_is_over(walk.at());
    let on = walk.at();
    let Some(ended_at) = on.ended_at.filter(|_| on.status == Status::Ended) else {
        return Ok(None);
    };
    Ok(Some(Outcome {
        match_id: match_id.to_owned(),
        game: on.opened.game.clone(),
        ended_at,
        verdict: seen.verdict(on),
        people: seen.people(on),
    }))
}

/// A seat, as far as it was watched.
#[derive(Clone, Debug, Default)]
struct Watched {
    /// Since which version whoever has it has left it without coming back.
    gone: Option<i64>,
    /// Whether it was agreed that its person hands it on, and whether the end was near then.
    handing: Option<bool>,
    /// The waits that ended, each by the version with which it did, and whether it was stood in.
    waits: Vec<(i64, bool)>,
    /// Whether a stand-in has played in the wait that goes on.
    stood_in: bool,
}

/// Whether no more than one person plays.
fn is_alone(on: &Match) -> bool {
    on.sitters.iter().filter(|sitter| sitter.plays()).count() < 2
}

/// Somebody who had a seat that somebody else took over.
#[derive(Clone, Debug)]
struct Former {
    seat: Seat,
    account: String,
    part: Part,
    gone: i64,
    watched: Watched,
}

/// What was seen on the way through a stream.
#[derive(Clone, Debug, Default)]
struct Seen {
    seats: Vec<Watched>,
    formers: Vec<Former>,
    went_back: bool,
    /// Who was awaited when the step began that goes on, and whether it is one of the game.
    awaited: Vec<Seat>,
    plays: bool,
}

impl Seen {
    fn before(&mut self, on: &Match, record: &Record) {
        if record.begins() {
            self.step_is_over(on);
            self.awaited = on.awaited();
            self.plays = false;
        }
        match &record.event {
            Event::Started(_) => self.seats = vec![Watched::default(); on.sitters.len()],
            Event::Played(_) => {
                // What is shuffled anew after a rewind is nobody's play.
                self.plays |= record.seat.is_some();
                if let (Caller::Clock, Some(seat)) = (&record.by, self.seat_of(record)) {
                    seat.stood_in = true;
                }
            }
            Event::TakenBack(back) => {
                for seat in &mut self.seats {
                    seat.waits.retain(|(version, _)| *version <= back.to);
                }
            }
            // Whoever agrees with nobody but themselves takes back what suits them.
            Event::Rewound(rewound) => {
                self.went_back |= on.has_shown_since(rewound.to) || is_alone(on);
                // What a stand-in has begun is begun anew by whoever is there.
                self.seats.iter_mut().for_each(|seat| seat.stood_in = false);
            }
            Event::SeatOpened(_) => {
                let plays = record.seat.and_then(|seat| on.sitter(seat)).is_some_and(Sitter::plays);
                let near = is_near_end(on);
                if let Some(seat) = self.seat_of(record) {
                    seat.handing = plays.then_some(near);
                }
            }
            Event::Substituted(_) => self.somebody_comes(on, record),
            // It was waited for them in vain.
            Event::Expired => {
                for seat in on.awaited() {
                    let watched = self.seats.get_mut(seat.index());
                    watched.map(|watched| watched.gone.get_or_insert(record.version));
                }
            }
            _ => {}
        }
    }

    fn after(&mut self, on: &Match, record: &Record) {
        if on.status != Status::Running || record.event == Event::Expired {
            return;
        }
        for (watched, sitter) in self.seats.iter_mut().zip(&on.sitters) {
            match sitter.resigned.is_some() || sitter.stand_in == Some(StandIn::Seat) {
                true => drop(watched.gone.get_or_insert(record.version)),
                false => watched.gone = None,
            }
            // Whoever stays after all has nothing agreed any more.
            if sitter.opening.is_none() {
                watched.handing = None;
            }
        }
    }

    /// The events of a command are over: waits have ended with it, if it was one of the game.
    fn step_is_over(&mut self, on: &Match) {
        let now = on.awaited();
        let awaited = std::mem::take(&mut self.awaited);
        for seat in awaited.iter().filter(|seat| self.plays && !now.contains(seat)) {
            if let Some(watched) = self.seats.get_mut(seat.index()) {
                watched.waits.push((on.version, std::mem::take(&mut watched.stood_in)));
            }
        }
    }

    fn somebody_comes(&mut self, on: &Match, record: &Record) {
        let Some(seat) = record.seat else { return };
        let (Some(watched), Some(sitter)) = (self.seats.get_mut(seat.index()), on.sitter(seat))
        else {
            return;
        };
        let watched = std::mem::take(watched);
        let part = match (watched.gone, watched.handing) {
            (None, Some(false)) if !is_near_end(on) => Part::HandedOn,
            _ => Part::Left,
        };
        // Nobody is compared who only had the seat for somebody else.
        let part = if on.was_taken_over(seat) { Part::Substitute } else { part };
        self.formers.push(Former {
            seat,
            account: sitter.account.clone(),
            part,
            gone: watched.gone.unwrap_or(record.version),
            watched,
        });
    }

    fn seat_of(&mut self, record: &Record) -> Option<&mut Watched> {
        self.seats.get_mut(record.seat?.index())
    }

    fn verdict(&self, on: &Match) -> Verdict {
        let agreed = ended_by(on).is_some();
        let stayed = (0..)
            .zip(&self.seats)
            .any(|(seat, watched)| watched.gone.is_none() && !on.was_taken_over(Seat(seat)));
        match () {
            () if !on.rated => Verdict::ByWish,
            () if on.round() <= 1 => Verdict::FirstRound,
            () if self.went_back => Verdict::WentBack,
            // One person had nobody to agree with, where that was possible: it counts as it stands.
            () if agreed && !is_near_end(on) && !is_alone(on) => Verdict::Agreed,
            () if !stayed => Verdict::NobodyStayed,
            () => Verdict::Rated,
        }
    }

    /// Everybody who had a seat, by seat; who had it first, first.
    fn people(&self, on: &Match) -> Vec<Played> {
        let now = Seat::all(on.sitters.len()).zip(&on.sitters).zip(&self.seats);
        let now = now.map(|((seat, sitter), watched)| {
            let part = match (on.was_taken_over(seat), watched.gone) {
                (true, _) => Part::Substitute,
                (false, Some(_)) => Part::Left,
                (false, None) => Part::Stayed,
            };
            let gone = watched.gone.unwrap_or(i64::MAX);
            let account = sitter.account.clone();
            (Former { seat, account, part, gone, watched: watched.clone() }, true)
        });
        let mut all: Vec<(Former, bool)> =
            self.formers.iter().map(|former| (former.clone(), false)).chain(now).collect();
        all.sort_by_key(|(one, at_the_end)| (one.seat, *at_the_end));
        let standings = standings(on, &all);
        let played = all.iter().zip(standings);
        played
            .map(|((one, at_the_end), standing)| played_by(on, one, *at_the_end, standing))
            .collect()
    }
}

fn played_by(on: &Match, one: &Former, at_the_end: bool, standing: Option<u8>) -> Played {
    let waits = &one.watched.waits;
    let stood_in = waits.iter().filter(|(_, stood_in)| *stood_in).count();
    let sheet = on.state.as_ref().filter(|_| at_the_end).map(|state| on.game().score(state));
    let mut sources = BTreeMap::new();
    for line in sheet.iter().flat_map(|sheet| &sheet[one.seat].lines) {
        *sources.entry(line.rule.clone()).or_default() += line.points;
    }
    let place = on.ranking.iter().flatten().find(|place| place.seat == one.seat);
    Played {
        seat: one.seat,
        account: one.account.clone(),
        part: one.part,
        standing,
        only_against: one.part.is_compared() && stood_in * STOOD_IN > waits.len(),
        place: place.filter(|_| at_the_end).map(|standing| standing.place),
        points: sheet.map(|sheet| sheet[one.seat].total()),
        sources,
        waits: waits.len(),
        stood_in,
    }
}

/// Whether a match would count that goes on as people agree; `None` where that changes nothing.
pub fn would_count(on: &Match, terms: &Terms) -> Option<bool> {
    match terms {
        _ if !on.rated => None,
        Terms::Rewind { to } => Some(false).filter(|_| on.has_shown_since(*to)),
        Terms::End { .. } | Terms::Cancel => Some(on.round() > 1 && is_near_end(on)),
        _ => None,
    }
}

/// Whether whom a match waits for would lose by it if it were given up as it stands.
pub fn counts_if_given_up(on: &Match) -> bool {
    let awaited = on.awaited();
    let stays = |(seat, sitter): (Seat, &Sitter)| {
        let left = sitter.resigned.is_some() || sitter.stand_in == Some(StandIn::Seat);
        !left && !on.was_taken_over(seat) && !awaited.contains(&seat)
    };
    on.rated && on.round() > 1 && Seat::all(on.sitters.len()).zip(&on.sitters).any(stays)
}

/// By which edition of the rules people have agreed on the end, if they have.
fn ended_by(on: &Match) -> Option<Edition> {
    let ended = |terms: &Terms| matches!(terms, Terms::End { .. } | Terms::Cancel);
    let mut carried = on.proposals().iter().filter(|proposal| {
        matches!(proposal.closed, Some((Closed::Carried, _))) && ended(&proposal.terms)
    });
    carried.next().map(|proposal| proposal.edition)
}

fn is_near_end(on: &Match) -> bool {
    on.state.as_ref().is_some_and(|state| on.game().is_near_end(state))
}

/// The place of each among all who are compared.
fn standings(on: &Match, all: &[(Former, bool)]) -> Vec<Option<u8>> {
    let board = board(on);
    let place = |one: &Former| board.iter().find(|it| it.seat == one.seat).map(|it| it.place);
    let stayed = || all.iter().filter(|(one, _)| one.part == Part::Stayed);
    let left = || all.iter().filter(|(one, _)| one.part == Part::Left);
    let standing = |(one, _): &(Former, bool)| -> Option<u8> {
        let before = match one.part {
            Part::Stayed => {
                let own = place(one)?;
                stayed().filter(|(it, _)| place(it).is_some_and(|other| other < own)).count()
            }
            Part::Left => stayed().count() + left().filter(|(it, _)| it.gone > one.gone).count(),
            Part::HandedOn | Part::Substitute => return None,
        };
        u8::try_from(before + 1).ok()
    };
    all.iter().map(standing).collect()
}

/// The ranking by the board; none for a match that ended without a result. What was agreed on
/// when the end was near, or by somebody alone, takes nobody's result away.
fn board(on: &Match) -> Vec<Standing> {
    match &on.ranking {
        Some(ranking) if !ranking.is_empty() => ranking.clone(),
        _ if is_near_end(on) || is_alone(on) => match ended_by(on) {
            Some(_) => on.ranking_now(),
            _ => on.ranking_by_points(),
        },
        _ => Vec::new(),
    }
}
