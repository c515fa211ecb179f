//! The latest steps of a seat, as far as they can be taken back.

use super::event::Record;
use super::fold::{Broken, Met};
use super::state::{Match, Point, Takeable};
use crate::matches::caller::Caller;
use crate::rules::Seat;

impl Match {
    /// Notes where a step begins, so that it can be taken back.
    pub(super) fn begin_step(&mut self, record: &Record, met: Met) -> Result<(), Broken> {
        let seat = self.seat_of_record(record)?;
        self.draws = record.draw.unwrap_or(self.draws);
        let point = match (&self.state, met) {
            (Some(state), Met::Next | Met::Folding) => {
                let (state, waits) = (state.clone(), self.waits.clone());
                Some(Point { version: record.version - 1, at: record.at, state, waits })
            }
            _ => None,
        };
        let stood_in = self.sitters[seat.index()].stand_in.is_some();
        if record.by == Caller::Clock || stood_in {
            // What a stand-in has played stands, and what a person plays for one.
            self.takeable = None;
        } else {
            self.takeable_of(seat).points.extend(point);
        }
        Ok(())
    }

    /// The steps of a seat that can be taken back; whoever else had some loses them.
    pub(super) fn takeable_of(&mut self, seat: Seat) -> &mut Takeable {
        match &mut self.takeable {
            Some(takeable) if takeable.seat == seat => {}
            takeable => *takeable = Some(Takeable { seat, points: Vec::new(), undone: 0 }),
        }
        self.takeable.get_or_insert_with(|| Takeable { seat, points: Vec::new(), undone: 0 })
    }

    /// What is done to the clock of a turn belongs to its round: where each round has turns of its
    /// own, no step of a round before can be taken back any more. It would take that time along, and
    /// the turn would begin with a whole one again.
    pub(super) fn keep_to_round(&mut self, seat: Option<Seat>) {
        if !self.waits.has_rounds_apart() {
            return;
        }
        let (game, round) = (self.game(), self.round());
        let own = |takeable: &&mut Takeable| seat.is_none_or(|seat| takeable.seat == seat);
        if let Some(takeable) = self.takeable.as_mut().filter(own) {
            takeable.points.retain(|point| game.round(&point.state) == round);
        }
    }

    /// The latest steps of a seat are taken back.
    pub(super) fn take_back(&mut self, record: &Record, to: i64, met: Met) -> Result<(), Broken> {
        let seat = self.seat_of_record(record)?;
        self.asked_at = record.version;
        for proposal in &mut self.proposals {
            if proposal.terms.rewinds_to().is_some_and(|then| then > to) {
                proposal.then = None;
            }
        }
        let takeable = self.takeable_of(seat);
        takeable.undone += 1;
        if met != Met::Next {
            // What is undone here was passed over.
            return Ok(());
        }
        let Some(at) = takeable.points.iter().position(|point| point.version == to) else {
            let why = format!("nothing can be taken back to version {to}");
            return Err(Broken::damaged(record.version, why));
        };
        let point = takeable.points.swap_remove(at);
        takeable.points.truncate(at);
        self.state = Some(point.state);
        self.waits.back_to(point.waits);
        Ok(())
    }
}
