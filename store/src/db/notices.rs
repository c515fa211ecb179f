//! What somebody should hear of, as rows: each is pending until a letter covers it or it is
//! dropped for a reason.

use super::query::prelude::*;
use super::schema::notices;
use super::{Conn, Result, Tx, mailboxes};
use crate::clock::Instant;
use crate::words::Word;
use strum::{IntoStaticStr, VariantArray};

/// What became of a notice so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// It waits for a letter.
    Pending,
    /// A letter tells it.
    Covered,
    /// It is no news any more, or nobody wants it.
    Dropped,
}

/// A fact that one person should hear of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
// Stated, not left to a default: so its `INSERT` stays prepared on Postgres, too.
#[diesel(table_name = notices, treat_none_as_default_value = false)]
pub struct NoticeRow {
    /// Who.
    pub account_id: String,
    /// `match:version:account:kind`: nobody is given the same one twice.
    pub id: String,
    /// Which kind of letter tells it.
    pub kind: String,
    /// About which match.
    pub match_id: String,
    /// The version it follows from.
    pub version: i64,
    /// What else a letter needs to tell it, as JSON; never a secret.
    pub data: String,
    /// Whether it passes what bundles letters.
    pub urgent: bool,
    /// When it happened; of a wait, when that began.
    pub happened_at: Instant,
    /// Not before then.
    pub ready_at: Instant,
    /// The word of its [`State`].
    pub state: String,
    /// Why it was dropped.
    pub reason: Option<String>,
    /// Which letter covers it.
    pub letter_id: Option<String>,
    /// When it was covered or dropped.
    pub ended_at: Option<Instant>,
}

/// How a notice ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<'a> {
    /// The letter with this id tells it.
    Covered(&'a str),
    /// For this reason.
    Dropped(&'a str),
}

/// Gives a notice to its person's mailbox, which is looked at when it is ready.
/// [`super::is_taken`] when they were given it already.
pub fn give(tx: &mut Tx<'_>, row: &NoticeRow) -> Result<()> {
    diesel::insert_into(notices::table).values(row).execute(tx)?;
    mailboxes::look_at(tx, &row.account_id, row.ready_at)
}

/// Whether an account was given a notice.
pub fn is_given(conn: &mut Conn, account_id: &str, id: &str) -> Result<bool> {
    let found: i64 = notices::table.find((account_id, id)).count().get_result(conn)?;
    Ok(found > 0)
}

/// The notices that wait for a letter to an account: what a clock depends on in front, however
/// much else waits, then those that are ready first.
pub fn pending(conn: &mut Conn, account_id: &str, most: i64) -> Result<Vec<NoticeRow>> {
    Ok(notices::table
        .filter(notices::account_id.eq(account_id))
        .filter(notices::state.eq(State::Pending.word()))
        .order((notices::urgent.desc(), notices::ready_at.asc(), notices::id.asc()))
        .select(NoticeRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// Ends a notice that is pending; `false` when it has ended already.
pub fn end(conn: &mut Conn, row: &NoticeRow, end: &End<'_>, now: Instant) -> Result<bool> {
    let pending = notices::table
        .find((&row.account_id, &row.id))
        .filter(notices::state.eq(State::Pending.word()));
    let (state, reason, letter) = match *end {
        End::Covered(letter) => (State::Covered, None, Some(letter)),
        End::Dropped(reason) => (State::Dropped, Some(reason), None),
    };
    let ended = diesel::update(pending)
        .set((
            notices::state.eq(state.word()),
            notices::reason.eq(reason),
            notices::letter_id.eq(letter),
            notices::ended_at.eq(now),
        ))
        .execute(conn)?;
    Ok(ended == 1)
}

/// What a letter to an account covers, in the order in which it was ready.
pub fn covered_by(conn: &mut Conn, account_id: &str, letter_id: &str) -> Result<Vec<NoticeRow>> {
    Ok(notices::table
        .filter(notices::account_id.eq(account_id))
        .filter(notices::letter_id.eq(letter_id))
        .order((notices::ready_at.asc(), notices::id.asc()))
        .select(NoticeRow::as_select())
        .load(conn)?)
}

/// One notice to an account.
pub fn by_id(conn: &mut Conn, account_id: &str, id: &str) -> Result<Option<NoticeRow>> {
    let notice = notices::table.find((account_id, id)).select(NoticeRow::as_select());
    Ok(notice.first(conn).optional()?)
}

/// When a letter last covered a notice of one of these kinds about a match that followed from
/// something since then.
pub fn last_covered(
    conn: &mut Conn,
    (account_id, match_id): (&str, &str),
    kinds: &[&str],
    since: Instant,
) -> Result<Option<Instant>> {
    Ok(notices::table
        .filter(notices::account_id.eq(account_id))
        .filter(notices::match_id.eq(match_id))
        .filter(notices::state.eq(State::Covered.word()))
        .filter(notices::kind.eq_any(kinds))
        .filter(notices::happened_at.ge(since))
        .select(diesel::dsl::max(notices::ended_at))
        .first(conn)?)
}

/// An account's newest notices.
pub fn of_account(conn: &mut Conn, account_id: &str, most: i64) -> Result<Vec<NoticeRow>> {
    Ok(notices::table
        .filter(notices::account_id.eq(account_id))
        .order((notices::happened_at.desc(), notices::id.desc()))
        .select(NoticeRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// Drops every notice that is pending; gives how many there were.
pub fn drop_all(conn: &mut Conn, reason: &str, now: Instant) -> Result<usize> {
    let pending = notices::table.filter(notices::state.eq(State::Pending.word()));
    Ok(diesel::update(pending)
        .set((
            notices::state.eq(State::Dropped.word()),
            notices::reason.eq(reason),
            notices::ended_at.eq(now),
        ))
        .execute(conn)?)
}

/// How many notices there are in each state, by its word, but for invitations: one by address
/// is noticed where somebody has the address.
pub fn count(conn: &mut Conn) -> Result<Vec<(String, i64)>> {
    let by_state = notices::table.filter(notices::kind.ne("invitation")).group_by(notices::state);
    Ok(by_state.select((notices::state, diesel::dsl::count_star())).load(conn)?)
}

/// Removes some notices that ended before then; how many.
pub fn remove_ended(conn: &mut Conn, before: Instant, most: i64) -> Result<usize> {
    let over = notices::table
        .filter(notices::state.ne(State::Pending.word()))
        .filter(notices::ended_at.lt(before))
        .select((notices::account_id, notices::id))
        .at_most(most)
        .load::<(String, String)>(conn)?;
    for (account_id, id) in &over {
        diesel::delete(notices::table.find((account_id, id))).execute(conn)?;
    }
    Ok(over.len())
}

/// Removes every notice to an account.
pub fn remove_all(conn: &mut Conn, account_id: &str) -> Result<()> {
    let all = notices::table.filter(notices::account_id.eq(account_id));
    diesel::delete(all).execute(conn)?;
    Ok(())
}

/// How many notices about a match there are in each state, by its word.
pub fn of_match(conn: &mut Conn, match_id: &str) -> Result<Vec<(String, i64)>> {
    let about = notices::table.filter(notices::match_id.eq(match_id)).group_by(notices::state);
    let counts = about.select((notices::state, diesel::dsl::count_star()));
    Ok(counts.order(notices::state.asc()).load(conn)?)
}
