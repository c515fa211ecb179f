//! Which play of a stream was taken back or rewound.

use super::event::{Event, Record};
use std::collections::BTreeSet;

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It counts, as all does that is no play.
    Counts,
    /// Whoever played it took it back: as if it had never been.
    TakenBack,
    /// All agreed to go back before it: the time that it took stays used.
    Rewound,
}

/// What became of each event of a stream.
pub fn fates(records: &[Record]) -> Vec<Fate> {
    let mut fates = vec![Fate::Counts; records.len()];
    // Each play knows the one before it, and each version the newest one then: of these, those
    // before the newest of all count.
    let mut before: Vec<Option<usize>> = vec![None; records.len()];
    let mut newest: Vec<Option<usize>> = vec![None];
    let mut last = None;
    for (at, record) in records.iter().enumerate() {
        let then = |to: i64| newest[place(to).min(at)];
        match &record.event {
            Event::Played(_) => {
                fates[at] = Fate::Rewound;
                before[at] = last;
                last = Some(at);
            }
            Event::Rewound(back) => last = then(back.to),
            Event::TakenBack(back) => {
                while let Some(play) = last.filter(|play| Some(*play) > then(back.to)) {
                    fates[play] = Fate::TakenBack;
                    last = before[play];
                }
            }
            _ => {}
        }
        newest.push(last);
    }
    while let Some(play) = last {
        fates[play] = Fate::Counts;
        last = before[play];
    }
    fates
}

/// Where a version stands among all events: after so many of them.
pub(super) fn place(version: i64) -> usize {
    usize::try_from(version).unwrap_or(0)
}

/// To which version an event proposes to go back, if it does.
pub fn back_to(record: &Record) -> Option<i64> {
    match &record.event {
        Event::Proposed(proposed) => proposed.terms.rewinds_to(),
        _ => None,
    }
}

/// The versions that anybody ever proposed to go back to.
pub fn wanted(records: &[Record]) -> BTreeSet<i64> {
    records.iter().filter_map(back_to).collect()
}

/// Whether it can be proposed to go back to a version before the last of these: no step was
/// half done, and it was not taken back by whoever played it.
pub fn is_rewindable(records: &[Record], to: i64) -> bool {
    let rest = records.get(place(to)..).unwrap_or_default();
    let undone = |record: &Record| matches!(&record.event, Event::TakenBack(back) if back.to < to);
    place(to) > 0 && rest.first().is_some_and(Record::begins) && !rest.iter().any(undone)
}

/// Where the steps that may still be taken back begin at the earliest: after the last
/// event that somebody else played.
pub(super) fn last_run(records: &[Record]) -> usize {
    let plays = |record: &Record| {
        matches!(record.event, Event::Played(_) | Event::TakenBack(_) | Event::Rewound(_))
    };
    let last = records.iter().rev().find(|record| plays(record)).and_then(|record| record.seat);
    let other = |record: &Record| plays(record) && record.seat != last;
    records.iter().rposition(other).map_or(0, |at| at + 1)
}
