//! The lobby's rows, written in the transaction of the events they follow from.
//!
//! They hold nothing of their own: both are functions of the fold, and only what
//! differs between the fold before and after is written.

use super::state::Match;
use crate::db::Conn;
use crate::db::matches::{self, MatchRow, SeatRow};
use crate::error::Result;
use crate::matches::time::{Absence, clock};
use crate::rules::Seat;
use crate::words::Word;

/// The summary of a match.
pub fn match_row(folded: &Match) -> MatchRow {
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
        projected: folded.version,
        timing: folded.timing.filter(|_| !folded.status.is_over()).map(|timing| {
            serde_json::to_string(&timing).expect("numbers and words have a JSON form")
        }),
    }
}

/// The seats of a match.
pub fn seat_rows(folded: &Match) -> Vec<SeatRow> {
    let standing = |seat| folded.ranking.iter().flatten().find(move |s| s.seat == seat);
    let sitters = folded.sitters.iter().zip(Seat::all(folded.sitters.len()));
    let by_itself = folded.plays_by_itself().map(|plays| plays.seat);
    let lapses = folded.timing.is_some_and(|timing| timing.absence != Absence::Patient);
    let timed = sitters.map(|(sitter, seat)| (sitter, seat, clock(folded, seat)));
    timed
        .map(|(sitter, seat, clock)| SeatRow {
            match_id: folded.id.clone(),
            seat: i32::from(seat.0),
            account_id: sitter.account.clone(),
            awaited_since: folded.awaited_since(seat),
            resigned: sitter.resigned.is_some(),
            place: standing(seat).map(|standing| i32::from(standing.place)),
            points: standing(seat).map(|standing| standing.points),
            due_at: clock.map(|clock| clock.due),
            call_at: clock.map(|clock| clock.call_at),
            lapse_at: clock.filter(|_| lapses).map(|clock| clock.due),
            stand_in: sitter.stand_in.map(|stand_in| stand_in.word().to_owned()),
            plays_by_itself: by_itself == Some(seat),
            open_at: folded.open_to_all(seat),
            named_id: folded.named_for(seat).map(|(named, _)| named.to_owned()),
            named_at: folded.named_for(seat).map(|(_, at)| at),
        })
        .collect()
}

/// Writes the summary and the seats as they follow from what was appended.
pub fn project(conn: &mut Conn, before: Option<&Match>, after: &Match) -> Result<()> {
    match before {
        None => matches::insert(conn, &match_row(after))?,
        Some(before)
            if (before.status, &before.host, &before.opened.title, before.timing)
                == (after.status, &after.host, &after.opened.title, after.timing) =>
        {
            matches::advance(conn, &after.id, after.version, &after.hash, after.changed_at)?;
        }
        Some(_) => matches::update(conn, &match_row(after))?,
    }
    let (known, wanted) = (before.map(seat_rows).unwrap_or_default(), seat_rows(after));
    for (at, row) in wanted.iter().enumerate() {
        match known.get(at) {
            None => matches::insert_seat(conn, row)?,
            Some(known) if known == row => {}
            Some(known) if waits_otherwise(known, row) => matches::update_wait(conn, row)?,
            Some(_) => matches::update_seat(conn, row)?,
        }
    }
    for gone in known.iter().skip(wanted.len()) {
        matches::delete_seat(conn, &gone.match_id, gone.seat)?;
    }
    Ok(())
}

/// Whether two rows of a seat differ in nothing but what [`matches::update_wait`] writes.
fn waits_otherwise(known: &SeatRow, row: &SeatRow) -> bool {
    let waiting = SeatRow {
        awaited_since: row.awaited_since,
        due_at: row.due_at,
        call_at: row.call_at,
        lapse_at: row.lapse_at,
        plays_by_itself: row.plays_by_itself,
        ..known.clone()
    };
    waiting == *row
}

/// Writes the seats anew, whatever they say, and what an older Turnwise does not know of the
/// match; unless something has happened meanwhile.
pub fn project_anew(conn: &mut Conn, folded: &Match) -> Result<()> {
    if !matches::catch_up(conn, &match_row(folded))? {
        return Ok(());
    }
    let known = matches::seats_of(conn, std::slice::from_ref(&folded.id))?;
    for gone in known {
        matches::delete_seat(conn, &gone.match_id, gone.seat)?;
    }
    seat_rows(folded).iter().try_for_each(|row| matches::insert_seat(conn, row))
}

/// What the rows say otherwise than the stream they follow from, if anything. What an older
/// Turnwise has left behind is not held against them: it is about to be written anew.
pub fn differs(conn: &mut Conn, folded: &Match) -> Result<Option<&'static str>> {
    let (wanted, known) = (match_row(folded), matches::by_id(conn, &folded.id)?);
    let behind = known.as_ref().is_some_and(|known| known.projected != known.version);
    let known = known.map(|known| match behind {
        true => MatchRow { projected: wanted.projected, timing: wanted.timing.clone(), ..known },
        false => known,
    });
    if known.as_ref() != Some(&wanted) {
        return Ok(Some("the lobby's summary is not what the stream says"));
    }
    let (wanted, known) =
        (seat_rows(folded), matches::seats_of(conn, std::slice::from_ref(&folded.id))?);
    let older = |(known, wanted): (SeatRow, &SeatRow)| SeatRow {
        due_at: wanted.due_at,
        call_at: wanted.call_at,
        lapse_at: wanted.lapse_at,
        stand_in: wanted.stand_in.clone(),
        plays_by_itself: wanted.plays_by_itself,
        open_at: wanted.open_at,
        named_id: wanted.named_id.clone(),
        named_at: wanted.named_at,
        ..known
    };
    let same = match behind {
        true if known.len() == wanted.len() => {
            known.into_iter().zip(&wanted).map(older).eq(wanted.iter().cloned())
        }
        _ => known == wanted,
    };
    Ok((!same).then_some("the lobby's seats are not what the stream says"))
}
