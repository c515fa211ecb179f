//! The lobby's rows and the letters, written in the transaction of the events they follow.

use super::append::Append;
use super::event::kind;
use super::fold::{Folded, Status};
use crate::clock::Instant;
use crate::db::Conn;
use crate::db::letters::{self, LetterRow};
use crate::db::matches::{self, MatchRow, SeatRow};
use crate::error::Result;
use crate::rules::Seat;

/// The kinds of letters about matches.
pub mod letter {
    /// Somebody invites you.
    pub const INVITATION: &str = "invitation";
    /// It is your turn.
    pub const YOUR_TURN: &str = "your_turn";
    /// Your match has started.
    pub const MATCH_STARTED: &str = "match_started";
    /// Your match has ended.
    pub const MATCH_ENDED: &str = "match_ended";
}

/// The summary of a match.
pub fn match_row(folded: &Folded) -> MatchRow {
    let opened = &folded.opened;
    MatchRow {
        id: folded.id.clone(),
        game: opened.game.clone(),
        title: opened.title.clone(),
        visibility: opened.visibility.word().to_owned(),
        status: folded.status.word().to_owned(),
        seats: i32::from(opened.seats),
        config: opened.config.to_string(),
        host_id: folded.host.clone(),
        version: folded.version,
        hash: folded.hash.clone(),
        opened_at: folded.opened_at,
        started_at: folded.started_at,
        ended_at: folded.ended_at,
        changed_at: folded.changed_at,
    }
}

fn seat_rows(folded: &Folded, awaited: &[Seat], now: Instant) -> Vec<SeatRow> {
    let standing = |seat| folded.ranking.iter().flatten().find(move |s| s.seat == seat);
    folded
        .sitters
        .iter()
        .zip(Seat::all(folded.sitters.len()))
        .map(|(sitter, seat)| SeatRow {
            match_id: folded.id.clone(),
            seat: i32::from(seat.0),
            account_id: sitter.account.clone(),
            awaited_since: awaited.contains(&seat).then_some(now),
            resigned: sitter.resigned.is_some(),
            place: standing(seat).map(|standing| i32::from(standing.place)),
            points: standing(seat).map(|standing| standing.points),
        })
        .collect()
}

/// Writes the summary, the seats and the letters that follow from what was
/// appended. `awaited` are the seats the match waited for before.
pub fn project(conn: &mut Conn, append: &Append, awaited: &[Seat], actor: &str) -> Result<()> {
    let folded = &append.folded;
    let now = append.now;
    let happened = |wanted: &str| append.rows().iter().any(|row| row.kind == wanted);
    let waiting = folded.awaited();
    if happened(kind::OPENED) {
        matches::insert(conn, &match_row(folded))?;
    } else if folded.status == Status::Running && !happened(kind::STARTED) {
        matches::advance(conn, &folded.id, folded.version, &folded.hash, now)?;
    } else {
        matches::update(conn, &match_row(folded))?;
    }
    let plain = |row: &crate::db::events::EventRow| {
        row.kind == kind::PLAYED || row.kind == kind::TAKEN_BACK
    };
    if append.rows().iter().all(plain) {
        for &seat in awaited.iter().filter(|seat| !waiting.contains(seat)) {
            matches::set_awaited(conn, &folded.id, i32::from(seat.0), None)?;
        }
        for &seat in waiting.iter().filter(|seat| !awaited.contains(seat)) {
            matches::set_awaited(conn, &folded.id, i32::from(seat.0), Some(now))?;
        }
    } else {
        keep_since(conn, folded, &waiting, awaited, now)?;
    }
    let kind = if happened(kind::STARTED) {
        letter::MATCH_STARTED
    } else if happened(kind::ENDED) {
        letter::MATCH_ENDED
    } else {
        letter::YOUR_TURN
    };
    for (sitter, seat) in folded.sitters.iter().zip(Seat::all(folded.sitters.len())) {
        let news = kind != letter::YOUR_TURN
            || (waiting.contains(&seat) && !awaited.contains(&seat) && sitter.resigned.is_none());
        // Nobody gets a letter about what they have just done themselves.
        let reads = sitter.robot.is_none() && sitter.account != actor;
        if news && folded.status != Status::Open && reads {
            enqueue(conn, folded, &sitter.account, kind, now)?;
        }
    }
    Ok(())
}

/// What the rows say otherwise than the stream they follow from, if anything.
pub fn differs(conn: &mut Conn, folded: &Folded) -> Result<Option<&'static str>> {
    if matches::by_id(conn, &folded.id)?.as_ref() != Some(&match_row(folded)) {
        return Ok(Some("the lobby's summary is not what the stream says"));
    }
    // Since when somebody is awaited depends on what was taken back: only whether counts.
    let timeless = |mut row: SeatRow| {
        row.awaited_since = row.awaited_since.map(|_| folded.changed_at);
        row
    };
    let known = matches::seats_of(conn, std::slice::from_ref(&folded.id))?;
    let derived = seat_rows(folded, &folded.awaited(), folded.changed_at);
    let same = known.into_iter().map(timeless).eq(derived);
    Ok((!same).then_some("the lobby's seats are not what the stream says"))
}

/// Rewrites the seats; who was awaited already stays so since then.
fn keep_since(
    conn: &mut Conn,
    folded: &Folded,
    waiting: &[Seat],
    awaited: &[Seat],
    now: Instant,
) -> Result<()> {
    let known = matches::seats_of(conn, std::slice::from_ref(&folded.id))?;
    let mut rows = seat_rows(folded, waiting, now);
    for row in &mut rows {
        let before = known.iter().find(|known| known.seat == row.seat);
        let was_awaited = awaited.iter().any(|seat| i32::from(seat.0) == row.seat);
        if let (Some(before), true, true) = (before, was_awaited, row.awaited_since.is_some()) {
            row.awaited_since = before.awaited_since.or(row.awaited_since);
        }
    }
    matches::replace_seats(conn, &folded.id, &rows)
}

fn enqueue(
    conn: &mut Conn,
    folded: &Folded,
    account: &str,
    kind: &str,
    now: Instant,
) -> Result<()> {
    let id = format!("{}:{}:{account}:{kind}", folded.id, folded.version);
    let row = LetterRow {
        match_id: Some(folded.id.clone()),
        version: Some(folded.version),
        ..LetterRow::new(id, account, kind, now)
    };
    letters::enqueue(conn, &row)
}
