//! Matches in which nothing happens, as rows.

use super::query::prelude::*;
use super::schema::{matches, seats, silences};
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::dsl::{exists, not};

/// The people of a match were told that nothing happens in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = silences)]
pub struct SilenceRow {
    /// Of which match.
    pub match_id: String,
    /// Since when nothing has happened.
    pub since: Instant,
    /// When they were told.
    pub told_at: Instant,
    /// When to look again, where its end is put off.
    pub look_at: Option<Instant>,
}

/// Before which times something last happened in matches that are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    /// In those that have not begun, or in which no person plays any more.
    pub forsaken: Instant,
    /// In all others.
    pub waiting: Instant,
}

/// Matches in which nothing has happened since before, and since when; of each status the
/// longest silent first. Those of which nobody was told, or only those told before this time
/// and not put off until after `now`.
pub fn silent(
    conn: &mut Conn,
    before: Before,
    told: Option<(Instant, Instant)>,
    most: i64,
) -> Result<Vec<(String, Instant)>> {
    let seats = || seats::table.filter(seats::match_id.eq(matches::id));
    let a_person = seats::account_id.not_like("robot:%").and(not(seats::resigned));
    let stays = seats::stand_in.is_null().or(seats::stand_in.assume_not_null().ne("seat"));
    let somebody_plays = exists(seats().filter(a_person.and(stays)));
    // No index stands on when a match was changed: each command would have to keep it, and
    // this is asked once an hour.
    let open = All::of(matches::status.eq("open")).and(matches::changed_at.le(before.forsaken));
    // Whose time is not over yet, or not for so long, may take it: such matches keep no place from
    // others.
    let has_time = exists(seats().filter(seats::due_at.gt(before.waiting)));
    let running = All::of(matches::status.eq("running"))
        .and(matches::changed_at.le(before.forsaken))
        .and(not(has_time))
        .and(not(exists(seats().filter(seats::plays_by_itself))))
        .and(matches::changed_at.le(before.waiting).or(not(somebody_plays)));
    let mut found = Vec::new();
    for silent in [open, running] {
        let told_of = silences::table
            .filter(silences::match_id.eq(matches::id))
            .filter(silences::since.eq(matches::changed_at));
        let silent = match told {
            None => silent.and(not(exists(told_of))),
            Some((told_before, now)) => silent.and(exists(
                told_of
                    .filter(silences::told_at.le(told_before))
                    .filter(silences::look_at.is_null().or(silences::look_at.le(now))),
            )),
        };
        let silent = matches::table.filter(silent);
        let silent = silent.order((matches::changed_at.asc(), matches::id.asc()));
        let silent = silent.select((matches::id, matches::changed_at));
        found.extend(silent.at_most(most).load(conn)?);
    }
    Ok(found)
}

/// Keeps that the people of a match were told, in place of when they were told before.
pub fn keep(conn: &mut Conn, row: &SilenceRow) -> Result<()> {
    diesel::delete(silences::table.find(&row.match_id)).execute(conn)?;
    diesel::insert_into(silences::table).values(row).execute(conn)?;
    Ok(())
}

/// Puts off the end of a match: it is looked at again then.
pub fn put_off(conn: &mut Conn, match_id: &str, look_at: Instant) -> Result<()> {
    diesel::update(silences::table.find(match_id))
        .set(silences::look_at.eq(look_at))
        .execute(conn)?;
    Ok(())
}
