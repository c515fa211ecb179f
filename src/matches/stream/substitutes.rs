//! Who can take a seat over in a match that is played, and who has sat where before.
//!
//! A seat stands open once its person has resigned, has never come at all, or has left it to
//! a stand-in for three days; or as the others agreed. Whoever takes it over sees what the seat
//! sees and has half the reserve that everybody began with; who has left sees what everybody
//! sees. What a seat added to the chance of the match stays as it was.

use super::event::{Joined, Record, SeatOpened, Substituted};
use super::fold::Broken;
use super::state::{Lapses, Match, Sitter};
use crate::clock::Instant;
use crate::matches::time::hours::Hours;
use crate::rules::Seat;
use chrono::Duration;

/// How long a stand-in keeps a seat before others are looked for to take it over.
pub const LOOKED_FOR_AFTER: Duration = Duration::days(3);

/// How many people in a row can take a seat over and leave it without a step: then the stand-in
/// keeps it, unless the others agree on somebody.
pub const PASSED_ON: u32 = 2;

/// Who can take a seat over, and from when on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Anybody, unless its person comes first.
    Absent {
        /// From then on.
        from: Instant,
    },
    /// Anybody, or whom its person names. Its person plays on meanwhile.
    Leaving {
        /// From then on.
        from: Instant,
        /// Account of whom its person names.
        to: Option<String>,
        /// From when on anybody can, because whom they name has not come and neither have they.
        for_all: Option<Instant>,
    },
}

impl Opening {
    /// From when on.
    pub fn from(&self) -> Instant {
        match self {
            Opening::Absent { from } | Opening::Leaving { from, .. } => *from,
        }
    }

    /// From when on anybody can take it over; `None` where it is kept for somebody.
    pub fn for_all(&self) -> Option<Instant> {
        match self {
            Opening::Absent { from } | Opening::Leaving { from, to: None, .. } => Some(*from),
            Opening::Leaving { for_all, .. } => *for_all,
        }
    }

    /// Whether somebody can take it over at a moment, as far as it is kept for somebody.
    pub fn is_for(&self, account: Option<&str>, now: Instant) -> bool {
        let named = self.named().is_some_and(|named| account == Some(named));
        named || self.for_all().is_some_and(|from| from <= now)
    }

    /// Account of whom its person names.
    pub fn named(&self) -> Option<&str> {
        match self {
            Opening::Absent { .. } => None,
            Opening::Leaving { to, .. } => to.as_deref(),
        }
    }
}

/// Somebody who had a seat until somebody else took it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Former {
    /// Which one.
    pub seat: Seat,
    /// Their account.
    pub account: String,
    /// Salted digest of what they were called when they came.
    pub name: Option<String>,
    /// Which hours counted for them.
    pub hours: Hours,
    /// The version at which they were replaced.
    pub until: i64,
}

impl Sitter {
    /// They play themself and go nowhere; whether somebody stood in for them.
    pub(super) fn is_back(&mut self) -> bool {
        self.opening = None;
        self.stand_in.take().is_some()
    }

    /// They have played: nobody is looked for because they did not.
    pub(super) fn is_there(&mut self) {
        match &mut self.opening {
            Some(Opening::Absent { .. }) => self.opening = None,
            Some(Opening::Leaving { for_all, .. }) => *for_all = None,
            None => {}
        }
    }
}

impl Match {
    /// The seats that others can take over at a moment, and who can.
    pub fn open_seats(&self, now: Instant) -> impl Iterator<Item = (Seat, &Opening)> {
        let seats = Seat::all(self.sitters.len()).zip(&self.sitters);
        let running = self.ranking.is_none();
        seats.filter_map(move |(seat, sitter)| {
            let opening = sitter.opening.as_ref()?;
            (running && opening.from() <= now).then_some((seat, opening))
        })
    }

    /// From when on anybody can take a seat over, in a private match whoever is invited.
    pub fn open_to_all(&self, seat: Seat) -> Option<Instant> {
        let opening = self.sitter(seat)?.opening.as_ref().filter(|_| self.ranking.is_none())?;
        opening.for_all()
    }

    /// Whether anybody can take a seat over at a moment, in a private match whoever is invited.
    pub fn looks_for_anybody(&self, now: Instant) -> bool {
        self.open_seats(now).any(|(_, opening)| opening.is_for(None, now))
    }

    /// Whether whoever has a seat took it over from somebody else.
    pub fn was_taken_over(&self, seat: Seat) -> bool {
        self.formers.iter().any(|former| former.seat == seat)
    }

    /// Whether somebody had a seat that somebody else has taken over.
    pub fn has_sat(&self, account: &str) -> bool {
        self.formers.iter().any(|former| former.account == account)
    }

    /// Whether somebody was named to take a seat over.
    pub fn is_named(&self, account: &str) -> bool {
        self.named_by(account).is_some()
    }

    /// The seat that somebody was named to take over.
    pub fn named_by(&self, account: &str) -> Option<Seat> {
        let named = |(_, sitter): &(Seat, &Sitter)| {
            self.ranking.is_none()
                && sitter.opening.as_ref().and_then(Opening::named) == Some(account)
        };
        Seat::all(self.sitters.len()).zip(&self.sitters).find(named).map(|(seat, _)| seat)
    }

    /// Account of whom the person of a seat has named to take it over, and since when.
    pub fn named_for(&self, seat: Seat) -> Option<(&str, Instant)> {
        let opening = self.sitter(seat)?.opening.as_ref().filter(|_| self.ranking.is_none())?;
        opening.named().map(|named| (named, opening.from()))
    }

    /// The seats that somebody who has none can take over at a moment; in a private match whom
    /// nobody names must be invited.
    pub fn can_take_over(&self, account: Option<&str>, now: Instant) -> Vec<Seat> {
        let sat = |account| self.seat_of(account).is_some() || self.has_sat(account);
        if account.is_some_and(sat) {
            return Vec::new();
        }
        let open = self.open_seats(now);
        open.filter(|(_, one)| one.is_for(account, now)).map(|(seat, _)| seat).collect()
    }

    /// Account of whoever had a seat when a version came about.
    pub fn sat(&self, seat: Seat, version: i64) -> Option<&str> {
        let mut formers = self.formers.iter().filter(|former| former.seat == seat);
        match formers.find(|former| version < former.until) {
            Some(former) => Some(&former.account),
            None => self.sitter(seat).map(|sitter| sitter.account.as_str()),
        }
    }

    /// Whether a digest stands for what somebody in it is called, or was.
    pub fn names_people(&self, digest: &str) -> bool {
        let formers = self.formers.iter().map(|former| &former.name);
        let mut names = self.sitters.iter().map(|sitter| &sitter.name).chain(formers);
        names.any(|name| name.as_deref() == Some(digest))
    }

    /// Others can take a seat over whose person does not come, unless it was passed on too
    /// often.
    pub(super) fn open_for_absence(&mut self, seat: Seat, from: Instant) {
        let sitter = &mut self.sitters[seat.index()];
        if !sitter.has_played && sitter.passed_on >= PASSED_ON {
            sitter.opening = None;
            return;
        }
        let resigned = sitter.resigned.is_some();
        match &mut sitter.opening {
            Some(Opening::Absent { from: sooner }) if *sooner <= from => {}
            // Whoever resigns names nobody any more; whom they named may be long in coming.
            Some(Opening::Leaving { for_all, .. }) if !resigned => {
                *for_all = Some(for_all.map_or(from, |sooner| sooner.min(from)));
            }
            other => *other = Some(Opening::Absent { from }),
        }
    }

    /// Others can take a seat over, as was agreed on.
    pub(super) fn open_seat(&mut self, seat: Seat, from: Instant, opened: &SeatOpened) {
        let sitter = &mut self.sitters[seat.index()];
        sitter.opening = Some(match sitter.plays() || opened.to.is_some() {
            true => Opening::Leaving { from, to: opened.to.clone(), for_all: None },
            false => Opening::Absent { from },
        });
    }

    /// Somebody takes a seat over.
    pub(super) fn substitute(&mut self, record: &Record, new: &Substituted) -> Result<(), Broken> {
        let seat = self.seat_of_record(record)?;
        let Substituted { account, name } = new.clone();
        let joined = Joined { account, name, entropy: None };
        let sitter = &mut self.sitters[seat.index()];
        // Nobody wins time by taking a seat over again and again: its day of grace and its days
        // away are used once.
        sitter.is_not_away(record.at);
        let comes = Sitter {
            entropy: sitter.entropy.take(),
            lapses: Lapses { grace: sitter.lapses.grace, ..Lapses::default() },
            passed_on: if sitter.has_played { 0 } else { sitter.passed_on + 1 },
            away: sitter.away.clone(),
            away_said: sitter.away_said,
            ..Sitter::person(joined, record)
        };
        let left = std::mem::replace(sitter, comes);
        self.formers.push(Former {
            seat,
            account: left.account,
            name: left.name,
            hours: left.hours,
            until: record.version,
        });
        for proposal in &mut self.proposals {
            proposal.forget_vote(seat);
        }
        if self.takeable.as_ref().is_some_and(|takeable| takeable.seat == seat) {
            self.takeable = None;
        }
        self.waits.take_over(seat, record.at);
        Ok(())
    }
}
