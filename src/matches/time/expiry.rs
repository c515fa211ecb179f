//! Matches in which nothing happens any more: they are not kept waiting for ever.

use super::clock::clock;
use crate::clock::Instant;
use crate::matches::stream::state::{Match, Status};
use crate::rules::Seat;
use chrono::Duration;

/// How long nothing may happen in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// After this long its people are told by letter.
    pub told: Duration,
    /// After this long it does not go on.
    pub over: Duration,
}

/// Of a match that has not begun, or in which nobody plays any more.
pub const FORSAKEN: Patience = Patience { told: Duration::days(21), over: Duration::days(30) };

/// Of a match that waits for somebody.
pub const WAITING: Patience = Patience { told: Duration::days(30), over: Duration::days(60) };

/// How long it is told in advance, at least, however late the platform was to tell it.
pub const NOTICE: Duration = Duration::days(7);

/// How long a host may do nothing in a match that has not begun, before somebody else who has a
/// seat can be the host.
pub const HOST_COMES_WITHIN: Duration = Duration::days(7);

/// From when on somebody else can be the host of a match that has not begun, unless its host
/// does something there before.
pub fn forsaken_at(on: &Match) -> Instant {
    on.host_came_at + HOST_COMES_WITHIN
}

/// From when on whoever has a seat can be the host of a match that has not begun: they have
/// waited for the host themself.
pub fn host_open_to(on: &Match, seat: Seat) -> Instant {
    let came = on.sitter(seat).map_or(Instant::MAX, |sitter| sitter.came_at + HOST_COMES_WITHIN);
    forsaken_at(on).max(came)
}

/// When a match does not go on unless something happens in it before; `None` where that is
/// up to nobody: it is over, or the platform itself has something to play.
pub fn expires_at(on: &Match) -> Option<Instant> {
    let patience = match on.status {
        Status::Open => FORSAKEN,
        Status::Running if on.plays_by_itself().is_some() => return None,
        Status::Running if on.rests() => FORSAKEN,
        Status::Running => WAITING,
        Status::Ended | Status::Cancelled => return None,
    };
    Some(silent_since(on) + patience.over)
}

/// Since when nothing happens in a match: who has time left may take it.
pub fn silent_since(on: &Match) -> Instant {
    let due = Seat::all(on.sitters.len()).filter_map(|seat| clock(on, seat)).map(|clock| clock.due);
    due.max().unwrap_or(on.changed_at).max(on.changed_at)
}
