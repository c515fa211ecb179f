//! The outbox, as rows.

use super::schema::letters;
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::prelude::*;

/// One letter to one person.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = letters)]
pub struct LetterRow {
    /// `match:version:user:kind`, or unique otherwise: the same letter cannot be queued twice.
    pub id: String,
    /// To whom.
    pub account_id: String,
    /// Which kind of letter.
    pub kind: String,
    /// About which match.
    pub match_id: Option<String>,
    /// About which version of it.
    pub version: Option<i64>,
    /// What else the letter needs, as JSON. Never a secret: links that need one
    /// get it when the letter is composed.
    pub data: String,
    /// `queued`, `claimed`, `sent`, `withdrawn` or `given_up`.
    pub state: String,
    /// How often sending was tried.
    pub attempts: i32,
    /// When it is to be sent, or tried again; for a claimed one, when the claim lapses.
    pub due_at: Instant,
    /// Who is sending it.
    pub claimed_by: Option<String>,
    /// What went wrong at the last try, or why it was withdrawn.
    pub error: Option<String>,
    /// When it was written.
    pub created_at: Instant,
    /// When it was handed over.
    pub sent_at: Option<Instant>,
}

impl LetterRow {
    /// A letter about no match yet, to be sent at once.
    pub fn new(id: String, account_id: &str, kind: &str, now: Instant) -> LetterRow {
        LetterRow {
            id,
            account_id: account_id.to_owned(),
            kind: kind.to_owned(),
            match_id: None,
            version: None,
            data: "{}".to_owned(),
            state: "queued".to_owned(),
            attempts: 0,
            due_at: now,
            claimed_by: None,
            error: None,
            created_at: now,
            sent_at: None,
        }
    }
}

/// Puts a letter into the outbox. [`super::is_taken`] when it is there already;
/// its transaction fails then, and rightly: what the letter tells is stored, too.
pub fn enqueue(conn: &mut Conn, row: &LetterRow) -> Result<()> {
    diesel::insert_into(letters::table).values(row).execute(conn)?;
    Ok(())
}

/// The letters that are due, longest waiting first: queued ones, and claimed ones
/// whose claim has lapsed because their sender died.
pub fn due(conn: &mut Conn, now: Instant, most: i64) -> Result<Vec<LetterRow>> {
    Ok(letters::table
        .filter(letters::state.eq_any(["queued", "claimed"]))
        .filter(letters::due_at.le(now))
        .order((letters::due_at.asc(), letters::id.asc()))
        .limit(most)
        .select(LetterRow::as_select())
        .load(conn)?)
}

/// Takes a due letter for sending; `false` when another sender was first.
pub fn claim(conn: &mut Conn, row: &LetterRow, by: &str, lapses: Instant) -> Result<bool> {
    let taken = diesel::update(
        letters::table
            .filter(letters::id.eq(&row.id))
            .filter(letters::state.eq(&row.state))
            .filter(letters::due_at.eq(row.due_at))
            .filter(letters::attempts.eq(row.attempts)),
    )
    .set((
        letters::state.eq("claimed"),
        letters::claimed_by.eq(by),
        letters::due_at.eq(lapses),
        letters::attempts.eq(row.attempts + 1),
    ))
    .execute(conn)?;
    Ok(taken == 1)
}

/// How the handling of a claimed letter ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Handed over at this time.
    Sent(Instant),
    /// No longer wanted, with the reason.
    Withdrawn(String),
    /// Failed with this error; tried again at that time.
    Retry(String, Instant),
    /// Failed with this error for the last time.
    GivenUp(String),
}

/// Records how a letter claimed by `by` ended; `false` when the claim had lapsed.
pub fn finish(conn: &mut Conn, id: &str, by: &str, outcome: &Outcome) -> Result<bool> {
    let mine = letters::table
        .filter(letters::id.eq(id))
        .filter(letters::state.eq("claimed"))
        .filter(letters::claimed_by.eq(by));
    let update = diesel::update(mine);
    let done = match outcome {
        Outcome::Sent(at) => update
            .set((
                letters::state.eq("sent"),
                letters::sent_at.eq(at),
                letters::data.eq("{}"),
                letters::error.eq(None::<String>),
            ))
            .execute(conn)?,
        Outcome::Withdrawn(why) => {
            update.set((letters::state.eq("withdrawn"), letters::error.eq(why))).execute(conn)?
        }
        Outcome::Retry(error, at) => update
            .set((letters::state.eq("queued"), letters::due_at.eq(at), letters::error.eq(error)))
            .execute(conn)?,
        Outcome::GivenUp(error) => {
            update.set((letters::state.eq("given_up"), letters::error.eq(error))).execute(conn)?
        }
    };
    Ok(done == 1)
}

/// An account's newest letters.
pub fn of_account(conn: &mut Conn, account_id: &str, most: i64) -> Result<Vec<LetterRow>> {
    Ok(letters::table
        .filter(letters::account_id.eq(account_id))
        .order((letters::created_at.desc(), letters::id.desc()))
        .limit(most)
        .select(LetterRow::as_select())
        .load(conn)?)
}

/// Withdraws every unsent letter to an account.
pub fn withdraw_all(conn: &mut Conn, account_id: &str, why: &str) -> Result<()> {
    diesel::update(
        letters::table
            .filter(letters::account_id.eq(account_id))
            .filter(letters::state.eq("queued")),
    )
    .set((letters::state.eq("withdrawn"), letters::error.eq(why)))
    .execute(conn)?;
    Ok(())
}

/// When the next letter is due, if one waits.
pub fn next_due(conn: &mut Conn) -> Result<Option<Instant>> {
    Ok(letters::table
        .filter(letters::state.eq_any(["queued", "claimed"]))
        .order(letters::due_at.asc())
        .select(letters::due_at)
        .first(conn)
        .optional()?)
}

/// The version of the newest letter of a kind that an account was sent about a match.
pub fn last_sent_version(
    conn: &mut Conn,
    account_id: &str,
    match_id: &str,
    kind: &str,
) -> Result<Option<i64>> {
    Ok(letters::table
        .filter(letters::account_id.eq(account_id))
        .filter(letters::match_id.eq(match_id))
        .filter(letters::kind.eq(kind))
        .filter(letters::state.eq("sent"))
        .order(letters::version.desc())
        .select(letters::version)
        .first::<Option<i64>>(conn)
        .optional()?
        .flatten())
}
