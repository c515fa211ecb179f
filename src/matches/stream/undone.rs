//! Which play of a stream was taken back or rewound.

use super::event::{Event, Record};
use std::collections::BTreeSet;

/// Whether each event of a stream after the first so many of them still counts: play that was
/// taken back or rewound does not, all else does. For what is told of a match.
pub fn counts(records: &[Record], first: usize) -> Vec<bool> {
    let plays = |record: &Record| matches!(record.event, Event::Played(_));
    let mut counts: Vec<bool> = records[first..].iter().map(|record| !plays(record)).collect();
    let mut version = records.len();
    while version > first {
        let at = version - 1;
        counts[at - first] = true;
        version = match &records[at].event {
            Event::TakenBack(back) => place(back.to).min(at),
            Event::Rewound(back) => place(back.to).min(at),
            _ => at,
        };
    }
    counts
}

/// Where a version stands among all events: after so many of them.
pub(super) fn place(version: i64) -> usize {
    usize::try_from(version).unwrap_or(0)
}

/// Whether each event is met in a fold: play that was taken back is passed over. Play that
/// was rewound is not, since the time that it took stays used.
pub(in crate::matches) fn met(records: &[Record]) -> Vec<bool> {
    let mut met = vec![true; records.len()];
    let mut played: Vec<usize> = Vec::new();
    for (at, record) in records.iter().enumerate() {
        match &record.event {
            Event::Played(_) => played.push(at),
            Event::TakenBack(back) => {
                while let Some(&last) = played.last()
                    && records[last].version > back.to
                {
                    met[last] = false;
                    played.pop();
                }
            }
            _ => {}
        }
    }
    met
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
