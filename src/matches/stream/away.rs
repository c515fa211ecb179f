//! When people are away, and when nobody could play: time that counts for nobody's clock.
//!
//! Who is away has said so a day before, for whole days of which a pace allows some in a
//! match. While Turnwise itself was away, no clock ran.

use super::event::{AwayBooked, Outage, Record};
use super::fold::Broken;
use super::state::{Match, Sitter};
use super::waits::Past;
use crate::clock::Instant;
use crate::clock::calendar::{Span, Stopped};
use crate::rules::Seat;
use chrono::Duration;

/// How many days a stretch takes from what a pace allows: one that has begun counts, and one of
/// them may last an hour more, where the clocks change.
pub fn days(away: &Span) -> i64 {
    let day = Duration::days(1).num_minutes();
    let minutes = (away.to - away.from - Duration::minutes(61)).num_minutes();
    minutes.div_euclid(day).max(0) + 1
}

impl Sitter {
    /// Whether they are away at a moment; if so, until when.
    pub fn away_until(&self, now: Instant) -> Option<Instant> {
        let now = self.away.iter().find(|away| away.from <= now && now < away.to)?;
        Some(now.to)
    }

    /// When they are away, now or later.
    pub fn away_from(&self, now: Instant) -> impl Iterator<Item = &Span> {
        self.away.iter().filter(move |away| now < away.to)
    }

    /// They are not away from then on.
    pub(super) fn is_not_away(&mut self, at: Instant) {
        self.away.retain(|span| span.from < at);
        for span in &mut self.away {
            span.to = span.to.min(at);
        }
    }

    /// How many days they have been away in this match, or will be.
    pub fn days_away(&self) -> i64 {
        self.away.iter().map(days).sum()
    }
}

impl Match {
    /// For how many more days the person of a seat can be away in this match; none without a
    /// pace.
    pub fn days_left(&self, seat: Seat) -> i64 {
        let allowed = self.timing.map_or(0, |timing| i64::from(timing.pace.away_days));
        self.sitter(seat).map_or(0, |sitter| (allowed - sitter.days_away()).max(0))
    }

    /// When Turnwise itself was away.
    pub fn outages(&self) -> &[Span] {
        &self.outages
    }

    /// What counts on no clock of somebody, besides nights and days off.
    pub(in crate::matches) fn stopped<'a>(&'a self, sitter: &'a Sitter) -> Stopped<'a> {
        [&self.pauses, &self.outages, &sitter.away]
    }

    /// The same for a clock that ran before, with what was known when it was stopped.
    pub(in crate::matches) fn stopped_of<'a>(
        &'a self,
        sitter: &'a Sitter,
        past: &Past,
    ) -> Stopped<'a> {
        [&self.pauses, &self.outages[..past.outages], &sitter.away]
    }

    pub(super) fn book_away(&mut self, record: &Record, away: &AwayBooked) -> Result<(), Broken> {
        let seat = self.seat_of_record(record)?;
        let span = Span { from: away.from.naive_utc(), to: away.to.naive_utc() };
        let sitter = &mut self.sitters[seat.index()];
        sitter.away.push(span);
        sitter.away_said += 1;
        Ok(())
    }

    /// Somebody is back before their days are over: those that have not begun are theirs again.
    pub(super) fn end_away(&mut self, record: &Record) -> Result<(), Broken> {
        let seat = self.seat_of_record(record)?;
        self.sitters[seat.index()].is_not_away(record.at);
        Ok(())
    }

    pub(super) fn note_outage(&mut self, outage: &Outage) {
        let span = Span { from: outage.from.naive_utc(), to: outage.to.naive_utc() };
        self.outages.push(span);
        self.waits.note_outage();
    }
}
