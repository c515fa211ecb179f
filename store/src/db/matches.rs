//! The lobby's summaries, seats, secrets and answered requests, as rows.

use super::query::prelude::*;
use super::schema::{accounts, answered, match_secrets, matches, sealed, seats};
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::IntoSql;
use diesel::dsl::case_when;
use diesel::sql_types::BigInt;

/// What the lobby shows of a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = matches)]
pub struct MatchRow {
    /// UUID of version 7: newer matches have greater ids.
    pub id: String,
    /// Slug of the game.
    pub game: String,
    /// What the host called it.
    pub title: String,
    /// `public` or `private`.
    pub visibility: String,
    /// `open`, `running`, `ended` or `cancelled`.
    pub status: String,
    /// How many seats.
    pub seats: i32,
    /// The options, as JSON.
    pub config: String,
    /// Account of the host.
    pub host_id: String,
    /// Version of the newest event.
    pub version: i64,
    /// Hash of the newest event.
    pub hash: String,
    /// When it was opened.
    pub opened_at: Instant,
    /// When play began.
    pub started_at: Option<Instant>,
    /// When it ended or was cancelled.
    pub ended_at: Option<Instant>,
    /// When something last happened.
    pub changed_at: Instant,
    /// Up to which event all its rows were written.
    pub projected: i64,
    /// How fast it is played and what happens to whoever does not come, as JSON; nothing for a
    /// match without a pace, and for one that is over.
    pub timing: Option<String>,
}

/// A seat that somebody has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = seats)]
pub struct SeatRow {
    /// In which match.
    pub match_id: String,
    /// Counted from zero.
    pub seat: i32,
    /// Who sits there.
    pub account_id: String,
    /// Since when the seat is awaited, if it is.
    pub awaited_since: Option<Instant>,
    /// Whether the person gave up.
    pub resigned: bool,
    /// Place in the final ranking.
    pub place: Option<i32>,
    /// Final points.
    pub points: Option<i32>,
    /// When its time is over, where a clock runs.
    pub due_at: Option<Instant>,
    /// When its person is called for the last time before that.
    pub call_at: Option<Instant>,
    /// When the platform says that its time is over.
    pub lapse_at: Option<Instant>,
    /// For how long a stand-in plays it.
    pub stand_in: Option<String>,
    /// Whether the platform has something to play for it now.
    pub plays_by_itself: bool,
    /// From when on anybody can take it over, if they can.
    pub open_at: Option<Instant>,
    /// Account of whom its person has named to take it over, if they have.
    pub named_id: Option<String>,
    /// Since when.
    pub named_at: Option<Instant>,
}

/// What must not be in the stream while the match runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = match_secrets)]
pub struct SecretRow {
    /// Whose.
    pub match_id: String,
    /// The sealed seed, 64 hexadecimal digits.
    pub seed: String,
    /// The code that lets people into a private match.
    pub invitation: String,
}

/// What somebody was called in a match, of which the stream holds a digest only.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = sealed)]
pub struct SealedRow {
    /// In which match.
    pub match_id: String,
    /// What the stream holds.
    pub digest: String,
    /// Whose.
    pub account_id: String,
    /// Random, 32 hexadecimal digits.
    pub salt: String,
    /// What they were called.
    pub handle: String,
}

/// A request that was answered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
// Stated, not left to a default: so its `INSERT` stays prepared on Postgres, too.
#[diesel(table_name = answered, treat_none_as_default_value = false)]
pub struct AnsweredRow {
    /// Who asked.
    pub account_id: String,
    /// The key the client chose.
    pub idempotency_key: String,
    /// About which match.
    pub match_id: String,
    /// Hash of what was asked.
    pub fingerprint: String,
    /// Version of the match before.
    pub from_version: i64,
    /// Version of the match after.
    pub to_version: i64,
    /// When it was answered.
    pub recorded_at: Instant,
}

/// Adds a match.
pub fn insert(conn: &mut Conn, row: &MatchRow) -> Result<()> {
    diesel::insert_into(matches::table).values(row).execute(conn)?;
    Ok(())
}

/// The match with this id.
pub fn by_id(conn: &mut Conn, id: &str) -> Result<Option<MatchRow>> {
    Ok(matches::table.find(id).select(MatchRow::as_select()).first(conn).optional()?)
}

/// Version and hash of a match's newest event as the lobby tells them: in any schema, so that
/// a copy of an older database can be checked as it is.
pub fn newest_told(conn: &mut Conn, id: &str) -> Result<Option<(i64, String)>> {
    let told = matches::table.find(id).select((matches::version, matches::hash));
    Ok(told.first(conn).optional()?)
}

/// The matches that the lobby shows or that have a secret.
pub fn known(conn: &mut Conn) -> Result<Vec<String>> {
    let mut ids: Vec<String> = matches::table.select(matches::id).load(conn)?;
    ids.extend(match_secrets::table.select(match_secrets::match_id).load::<String>(conn)?);
    Ok(ids)
}

/// The matches with these ids, in no order.
pub fn by_ids(conn: &mut Conn, ids: &[String]) -> Result<Vec<MatchRow>> {
    Ok(matches::table.filter(matches::id.eq_any(ids)).select(MatchRow::as_select()).load(conn)?)
}

/// Up to which event the rows of a match follow from its stream. Where they were behind before,
/// they still are: only what has changed since is written with an event.
macro_rules! unless_behind {
    ($version:expr) => {
        case_when(matches::projected.eq(matches::version), $version.into_sql::<BigInt>())
            .otherwise(matches::projected)
    };
}

/// Writes what can change of a match anew.
pub fn update(conn: &mut Conn, row: &MatchRow) -> Result<()> {
    diesel::update(matches::table.find(&row.id))
        .set((
            matches::title.eq(&row.title),
            matches::status.eq(&row.status),
            matches::host_id.eq(&row.host_id),
            matches::version.eq(row.version),
            matches::hash.eq(&row.hash),
            matches::started_at.eq(row.started_at),
            matches::ended_at.eq(row.ended_at),
            matches::changed_at.eq(row.changed_at),
            matches::projected.eq(unless_behind!(row.projected)),
            matches::timing.eq(&row.timing),
        ))
        .execute(conn)?;
    Ok(())
}

/// Moves a running match's summary on to a newer event.
pub fn advance(conn: &mut Conn, id: &str, version: i64, hash: &str, now: Instant) -> Result<()> {
    let set = (
        matches::version.eq(version),
        matches::hash.eq(hash),
        matches::changed_at.eq(now),
        matches::projected.eq(unless_behind!(version)),
    );
    update_often(matches::table, set, matches::id.eq(id)).execute(conn)?;
    Ok(())
}

/// What to list. Newest first; `before` is the id after which the page goes on.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only these visibilities.
    pub visibilities: Option<Vec<&'static str>>,
    /// Only these statuses.
    pub statuses: Vec<&'static str>,
    /// Only this game.
    pub game: Option<String>,
    /// Only matches in which this account has a seat.
    pub player: Option<String>,
    /// Also the private matches of this account.
    pub seen_by: Option<String>,
    /// Only ids before this one.
    pub before: Option<String>,
    /// Only matches in which anybody can take a seat over at this moment.
    pub open_seat: Option<Instant>,
    /// Not those of hosts who are gone or may not sign in.
    pub hosted: bool,
}

/// At most `most` matches that fit the filter, newest first.
pub fn list(conn: &mut Conn, filter: &Filter, most: i64) -> Result<Vec<MatchRow>> {
    let mut all = All::of(matches::status.eq_any(&filter.statuses));
    if let Some(visibilities) = &filter.visibilities {
        all = all.and(matches::visibility.eq_any(visibilities));
    }
    if let Some(game) = &filter.game {
        all = all.and(matches::game.eq(game));
    }
    if let Some(player) = &filter.player {
        let theirs = seats::table.filter(seats::account_id.eq(player)).select(seats::match_id);
        all = all.and(matches::id.eq_any(theirs));
    }
    if let Some(now) = filter.open_seat {
        let open = seats::table.filter(seats::open_at.le(now)).select(seats::match_id);
        all = all.and(matches::id.eq_any(open));
    }
    if filter.hosted {
        let away = accounts::table
            .filter(accounts::id.eq(matches::host_id))
            .filter(accounts::closed_at.is_not_null().or(accounts::frozen_at.is_not_null()));
        all = all.and(diesel::dsl::not(diesel::dsl::exists(away)));
    }
    if let Some(before) = &filter.before {
        all = all.and(matches::id.lt(before));
    }
    all = match &filter.seen_by {
        None => all.and(matches::visibility.eq("public")),
        Some(account) => {
            let mine = seats::table.filter(seats::account_id.eq(account)).select(seats::match_id);
            all.and(
                matches::visibility
                    .eq("public")
                    .or(matches::host_id.eq(account))
                    .or(matches::id.eq_any(mine)),
            )
        }
    };
    let found = matches::table.filter(all);
    Ok(found.order(matches::id.desc()).select(MatchRow::as_select()).at_most(most).load(conn)?)
}

/// The match of a game that somebody hosts and that was opened last, but for those with a title.
pub fn last_hosted(conn: &mut Conn, host: &str, game: &str, but: &str) -> Result<Option<String>> {
    let own = seats::table.filter(seats::account_id.eq(host)).select(seats::match_id);
    Ok(matches::table
        .filter(matches::id.eq_any(own))
        .filter(matches::host_id.eq(host))
        .filter(matches::game.eq(game))
        .filter(matches::title.ne(but))
        .order((matches::opened_at.desc(), matches::id.desc()))
        .select(matches::id)
        .first(conn)
        .optional()?)
}

/// How many matches beside `but` an account hosts that are not over and in which somebody
/// has a seat whose account begins like this.
pub fn hosted_with(conn: &mut Conn, host: &str, prefix: &str, but: &str) -> Result<i64> {
    let own = seats::table.filter(seats::account_id.eq(host)).select(seats::match_id);
    let own: Vec<String> = matches::table
        .filter(matches::id.eq_any(own))
        .filter(matches::host_id.eq(host))
        .filter(matches::status.eq_any(["open", "running"]))
        .filter(matches::id.ne(but))
        .select(matches::id)
        .load(conn)?;
    let found: Vec<String> = seats::table
        .filter(seats::match_id.eq_any(own))
        .filter(seats::account_id.like(format!("{prefix}%")))
        .select(seats::match_id)
        .distinct()
        .load(conn)?;
    Ok(found.len() as i64)
}

/// The seats of these matches, by match and seat.
pub fn seats_of(conn: &mut Conn, match_ids: &[String]) -> Result<Vec<SeatRow>> {
    Ok(seats::table
        .filter(seats::match_id.eq_any(match_ids))
        .order((seats::match_id.asc(), seats::seat.asc()))
        .select(SeatRow::as_select())
        .load(conn)?)
}

/// The seats that wait for an account: those with a clock by the end of their time, then
/// those that wait longest.
pub fn awaiting(conn: &mut Conn, account_id: &str) -> Result<Vec<SeatRow>> {
    Ok(seats::table
        .filter(seats::account_id.eq(account_id))
        .filter(seats::awaited_since.is_not_null())
        .order((
            seats::due_at.is_null().asc(),
            seats::due_at.asc(),
            seats::awaited_since.asc(),
            seats::match_id.asc(),
        ))
        .select(SeatRow::as_select())
        .load(conn)?)
}

/// The seats that somebody was named to take over, the latest first.
pub fn naming(conn: &mut Conn, account_id: &str) -> Result<Vec<SeatRow>> {
    Ok(seats::table
        .filter(seats::named_id.eq(account_id))
        .order((seats::named_at.desc(), seats::match_id.asc(), seats::seat.asc()))
        .select(SeatRow::as_select())
        .load(conn)?)
}

/// Whether an account has a seat in a match that is not over, and has not resigned from it.
pub fn is_playing(conn: &mut Conn, account_id: &str) -> Result<bool> {
    let going_on = matches::table.filter(matches::ended_at.is_null()).select(matches::id);
    let seats: i64 = seats::table
        .filter(seats::account_id.eq(account_id))
        .filter(seats::resigned.eq(false))
        .filter(seats::match_id.eq_any(going_on))
        .count()
        .get_result(conn)?;
    Ok(seats > 0)
}

/// Whether an account has ever had a seat in any match, also one that was given back or handed
/// on: what they were called is kept.
pub fn has_sat(conn: &mut Conn, account_id: &str) -> Result<bool> {
    let seats = seats::table.filter(seats::account_id.eq(account_id)).select(seats::match_id);
    let named = sealed::table.filter(sealed::account_id.eq(account_id)).select(sealed::match_id);
    let seats = seats.at_most(1).load::<String>(conn)?;
    Ok(!seats.is_empty() || !named.at_most(1).load::<String>(conn)?.is_empty())
}

/// The matches in which the platform has something to play.
pub fn playing_by_themselves(conn: &mut Conn) -> Result<Vec<String>> {
    Ok(seats::table
        .filter(seats::plays_by_itself)
        .order(seats::match_id.asc())
        .select(seats::match_id)
        .distinct()
        .load(conn)?)
}

/// Matches of which an older Turnwise has written some rows without all their columns, in
/// the order of their ids, those after this one.
pub fn to_project(conn: &mut Conn, after: &str, most: i64) -> Result<Vec<String>> {
    Ok(matches::table
        .filter(matches::projected.ne(matches::version))
        .filter(matches::id.gt(after))
        .order(matches::id.asc())
        .select(matches::id)
        .at_most(most)
        .load(conn)?)
}

/// Writes the columns of a match anew that an older Turnwise does not know, and marks all its rows
/// as written up to its newest event, if that is still this one.
pub fn catch_up(conn: &mut Conn, row: &MatchRow) -> Result<bool> {
    let newest = matches::table
        .find(&row.id)
        .filter(matches::version.eq(row.version))
        .filter(matches::hash.eq(&row.hash));
    let all = (matches::projected.eq(row.version), matches::timing.eq(&row.timing));
    Ok(diesel::update(newest).set(all).execute(conn)? == 1)
}

/// Keeps a match as it stands: until this transaction ends nothing happens in it, and no other one
/// has got past here. SQLite lets one transaction write at a time anyway.
pub fn keep_still(conn: &mut Conn, id: &str) -> Result<()> {
    let Conn::Postgres(conn) = conn else { return Ok(()) };
    let row = matches::table.find(id).select(matches::id).for_no_key_update();
    diesel::RunQueryDsl::execute(row, conn)?;
    Ok(())
}

/// Adds a seat.
pub fn insert_seat(conn: &mut Conn, row: &SeatRow) -> Result<()> {
    diesel::insert_into(seats::table).values(row).execute(conn)?;
    Ok(())
}

/// Writes a seat anew.
pub fn update_seat(conn: &mut Conn, row: &SeatRow) -> Result<()> {
    let set = (
        seats::account_id.eq(&row.account_id),
        seats::awaited_since.eq(row.awaited_since),
        seats::resigned.eq(row.resigned),
        seats::place.eq(row.place),
        seats::points.eq(row.points),
        seats::due_at.eq(row.due_at),
        seats::call_at.eq(row.call_at),
        seats::lapse_at.eq(row.lapse_at),
        seats::stand_in.eq(&row.stand_in),
        seats::plays_by_itself.eq(row.plays_by_itself),
        seats::open_at.eq(row.open_at),
        seats::named_id.eq(&row.named_id),
        seats::named_at.eq(row.named_at),
    );
    let seat = seats::match_id.eq(&row.match_id).and(seats::seat.eq(row.seat));
    update_often(seats::table, set, seat).execute(conn)?;
    Ok(())
}

/// Writes anew who is awaited and until when: what changes with every turn, and nothing that most
/// indexes hold.
pub fn update_wait(conn: &mut Conn, row: &SeatRow) -> Result<()> {
    let set = (
        seats::awaited_since.eq(row.awaited_since),
        seats::due_at.eq(row.due_at),
        seats::call_at.eq(row.call_at),
        seats::lapse_at.eq(row.lapse_at),
        seats::plays_by_itself.eq(row.plays_by_itself),
    );
    let seat = seats::match_id.eq(&row.match_id).and(seats::seat.eq(row.seat));
    update_often(seats::table, set, seat).execute(conn)?;
    Ok(())
}

/// Removes a seat that nobody has any more.
pub fn delete_seat(conn: &mut Conn, match_id: &str, seat: i32) -> Result<()> {
    diesel::delete(seats::table.find((match_id, seat))).execute(conn)?;
    Ok(())
}

/// Keeps what somebody was called.
pub fn insert_sealed(conn: &mut Conn, row: &SealedRow) -> Result<()> {
    diesel::insert_into(sealed::table).values(row).execute(conn)?;
    Ok(())
}

/// What the people of a match were called, as far as it is not erased.
pub fn sealed_of(conn: &mut Conn, match_id: &str) -> Result<Vec<SealedRow>> {
    Ok(sealed::table
        .filter(sealed::match_id.eq(match_id))
        .order((sealed::account_id.asc(), sealed::digest.asc()))
        .select(SealedRow::as_select())
        .load(conn)?)
}

/// Erases what somebody was called, in every match.
pub fn forget_names(conn: &mut Conn, account_id: &str) -> Result<()> {
    diesel::delete(sealed::table.filter(sealed::account_id.eq(account_id))).execute(conn)?;
    Ok(())
}

/// Stores a match's secrets.
pub fn insert_secret(conn: &mut Conn, row: &SecretRow) -> Result<()> {
    diesel::insert_into(match_secrets::table).values(row).execute(conn)?;
    Ok(())
}

/// A match's secrets.
pub fn secret(conn: &mut Conn, match_id: &str) -> Result<Option<SecretRow>> {
    Ok(match_secrets::table.find(match_id).select(SecretRow::as_select()).first(conn).optional()?)
}

/// Stores that a request was answered. [`super::is_taken`] when the key was used.
pub fn insert_answered(conn: &mut Conn, row: &AnsweredRow) -> Result<()> {
    diesel::insert_into(answered::table).values(row).execute(conn)?;
    Ok(())
}

/// The request that an account made with this key.
pub fn answered(conn: &mut Conn, account_id: &str, key: &str) -> Result<Option<AnsweredRow>> {
    Ok(answered::table
        .find((account_id, key))
        .select(AnsweredRow::as_select())
        .first(conn)
        .optional()?)
}

/// Forgets answered requests older than `before`.
pub fn forget_answered(conn: &mut Conn, before: Instant) -> Result<usize> {
    Ok(diesel::delete(answered::table.filter(answered::recorded_at.lt(before))).execute(conn)?)
}
