//! What the operator does to a match.

use super::event::{Opened, Record, Renamed};
use super::fold::Broken;
use super::state::{Match, StandIn};
use super::substitutes::LOOKED_FOR_AFTER;
use std::sync::Arc;

impl Match {
    /// It is called otherwise from now on.
    pub(super) fn rename(&mut self, renamed: &Renamed) {
        let title = renamed.title.clone();
        self.opened = Arc::new(Opened { title, ..(*self.opened).clone() });
    }

    /// A stand-in plays a seat until its person returns. No time of theirs was over: neither
    /// their day of grace is used nor a lapse counted.
    pub(super) fn stand_in_for(&mut self, record: &Record) -> Result<(), Broken> {
        let seat = self.seat_of_record(record)?;
        let sitter = &mut self.sitters[seat.index()];
        sitter.stand_in = Some(StandIn::Seat);
        let from = if sitter.has_played { record.at + LOOKED_FOR_AFTER } else { record.at };
        self.open_for_absence(seat, from);
        self.waits.restart(seat, record.at, None);
        self.keep_to_round(Some(seat));
        Ok(())
    }
}
