//! The outbox, as rows.

use super::query::prelude::*;
use super::schema::letters;
use super::{Bell, Conn, Result, Tx};
use crate::clock::Instant;
use crate::words::Word;
use chrono::Duration;
use diesel::sql_types::Text;
use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

/// What became of a letter so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// It waits for its time, or for its next try.
    Queued,
    /// It is being handed over.
    Claimed,
    /// It was handed over.
    Sent,
    /// Nobody wanted it any more.
    Withdrawn,
    /// It could not be handed over and is not tried again.
    GivenUp,
}

/// The states in which a letter is still to be sent.
const UNSENT: [&str; 2] = ["queued", "claimed"];

/// One letter to one person.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = letters)]
pub struct LetterRow {
    /// To whom.
    pub account_id: String,
    /// `match:version:user:kind`, or unique otherwise: the same letter cannot be queued twice.
    pub id: String,
    /// Which kind of letter.
    pub kind: String,
    /// About which match.
    pub match_id: Option<String>,
    /// About which version of it.
    pub version: Option<i64>,
    /// What else the letter needs, as JSON. Never a secret: links that need one
    /// get it when the letter is composed.
    pub data: String,
    /// The word of its [`State`].
    pub state: String,
    /// How often sending was tried, not counting when there was no mail server.
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
    /// Hash of the mailbox it goes to, for letters that count against it.
    pub mailbox: Option<String>,
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
            state: State::Queued.word().to_owned(),
            attempts: 0,
            due_at: now,
            claimed_by: None,
            error: None,
            created_at: now,
            sent_at: None,
            mailbox: None,
        }
    }
}

/// Puts a letter into the outbox. [`super::is_taken`] when it is there already;
/// its transaction fails then, and rightly: what the letter tells is stored, too.
/// The outbox is looked at after the commit.
pub fn enqueue(tx: &mut Tx<'_>, row: &LetterRow) -> Result<()> {
    diesel::insert_into(letters::table).values(row).execute(tx)?;
    tx.ring(Bell::Letters);
    Ok(())
}

/// The letters to be sent that fall due first: queued ones, and claimed ones when
/// their claim lapses because their sender died.
pub fn first_due(conn: &mut Conn, most: i64) -> Result<Vec<LetterRow>> {
    Ok(letters::table
        .filter(letters::state.eq_any(UNSENT))
        .order((letters::due_at.asc(), letters::id.asc()))
        .select(LetterRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// Takes a due letter for sending; `false` when another sender was first.
pub fn claim(conn: &mut Conn, row: &LetterRow, by: &str, lapses: Instant) -> Result<bool> {
    let taken = diesel::update(
        letters::table
            .find((&row.account_id, &row.id))
            .filter(letters::state.eq(&row.state))
            .filter(letters::due_at.eq(row.due_at))
            .filter(letters::attempts.eq(row.attempts)),
    )
    .set((
        letters::state.eq(State::Claimed.word()),
        letters::claimed_by.eq(by),
        letters::due_at.eq(lapses),
        letters::attempts.eq(row.attempts + 1),
    ))
    .execute(conn)?;
    Ok(taken == 1)
}

/// Lets the claim of `by` to a letter last until `lapses`; `false` when it is lost.
/// `row` is the letter as it was before it was claimed.
pub fn renew(conn: &mut Conn, row: &LetterRow, by: &str, lapses: Instant) -> Result<bool> {
    let renewed = diesel::update(
        letters::table
            .find((&row.account_id, &row.id))
            .filter(letters::state.eq(State::Claimed.word()))
            .filter(letters::claimed_by.eq(by))
            .filter(letters::attempts.eq(row.attempts + 1)),
    )
    .set(letters::due_at.eq(lapses))
    .execute(conn)?;
    Ok(renewed == 1)
}

/// What is kept of a letter that its receiver's mailbox has refused.
const REFUSED: &str = r#"{"refused":true}"#;

impl LetterRow {
    /// Whether it is the receiver's mailbox that has not taken it.
    pub fn was_refused(&self) -> bool {
        self.state == State::GivenUp.word() && self.data == REFUSED
    }
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
    /// Not tried in earnest, for this reason; to be sent from that time on.
    PutBack(String, Instant),
    /// Failed with this error for the last time.
    GivenUp(String),
    /// The same, and it is the receiver's mailbox that does not take it.
    Refused(String),
}

/// Records how a letter claimed by `by` ended; `false` when somebody else has it. `row` is
/// the letter as it was before it was claimed. For one that is put back the bell rings.
pub fn finish(tx: &mut Tx<'_>, row: &LetterRow, by: &str, outcome: &Outcome) -> Result<bool> {
    let mine = letters::table
        .find((&row.account_id, &row.id))
        .filter(letters::state.eq(State::Claimed.word()))
        .filter(letters::claimed_by.eq(by))
        .filter(letters::attempts.eq(row.attempts + 1));
    if matches!(outcome, Outcome::PutBack(..)) {
        tx.ring(Bell::Letters);
    }
    let conn = &mut **tx;
    let update = diesel::update(mine);
    let done = match outcome {
        Outcome::Sent(at) => update
            .set((
                letters::state.eq(State::Sent.word()),
                letters::sent_at.eq(at),
                letters::data.eq("{}"),
                letters::error.eq(None::<String>),
            ))
            .execute(conn)?,
        Outcome::Withdrawn(why) => update
            .set((
                letters::state.eq(State::Withdrawn.word()),
                letters::data.eq("{}"),
                letters::error.eq(why),
            ))
            .execute(conn)?,
        Outcome::Retry(error, at) => update
            .set((
                letters::state.eq(State::Queued.word()),
                letters::due_at.eq(at),
                letters::error.eq(error),
            ))
            .execute(conn)?,
        Outcome::PutBack(why, at) => update
            .set((
                letters::state.eq(State::Queued.word()),
                letters::due_at.eq(at),
                letters::attempts.eq(row.attempts),
                letters::error.eq(why),
            ))
            .execute(conn)?,
        Outcome::GivenUp(error) | Outcome::Refused(error) => update
            .set((
                letters::state.eq(State::GivenUp.word()),
                letters::data.eq(match outcome {
                    Outcome::Refused(_) => REFUSED,
                    _ => "{}",
                }),
                letters::error.eq(error),
            ))
            .execute(conn)?,
    };
    Ok(done == 1)
}

/// Since when letters count at `now` for the mailbox they went to.
pub fn counted_since(now: Instant) -> Instant {
    now - Duration::hours(1)
}

/// Has a letter that goes now count for a mailbox. `mailbox` is a hash.
pub fn goes_to(conn: &mut Conn, letter: (&str, &str), mailbox: &str) -> Result<()> {
    let letter = letters::table.find(letter);
    diesel::update(letter).set(letters::mailbox.eq(mailbox)).execute(conn)?;
    Ok(())
}

/// Has everybody else who asks for this mailbox wait until the transaction ends. SQLite lets
/// one at a time write anyway.
pub(super) fn alone_with(conn: &mut Conn, mailbox: &str) -> Result<()> {
    if let Conn::Postgres(conn) = conn {
        let alone = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
        diesel::RunQueryDsl::execute(diesel::sql_query(alone).bind::<Text, _>(mailbox), conn)?;
    }
    Ok(())
}

/// How many letters beside one have gone to a mailbox since then, or are on their way.
/// Nobody else counts them until the transaction ends.
pub fn others_to(
    conn: &mut Conn,
    letter: (&str, &str),
    mailbox: &str,
    since: Instant,
) -> Result<i64> {
    alone_with(conn, mailbox)?;
    // In one look: a letter that is just handed over is one or the other.
    let counts = letters::sent_at.ge(since).or(letters::state.eq(State::Claimed.word()));
    Ok(letters::table
        .filter(letters::mailbox.eq(mailbox))
        .filter(letters::account_id.ne(letter.0).or(letters::id.ne(letter.1)))
        .filter(counts.assume_not_null())
        .count()
        .get_result(conn)?)
}

/// Withdraws the letters of a kind to an account that still wait for their time.
pub fn withdraw_waiting(conn: &mut Conn, account_id: &str, kind: &str, why: &str) -> Result<()> {
    let waiting = letters::table
        .filter(letters::account_id.eq(account_id))
        .filter(letters::kind.eq(kind))
        .filter(letters::state.eq(State::Queued.word()));
    let withdrawn = (letters::state.eq(State::Withdrawn.word()), letters::error.eq(why));
    diesel::update(waiting).set(withdrawn).execute(conn)?;
    Ok(())
}

/// The newest letters that an account is told of: all but links for a new password, since whose
/// those are tells whose an address is not.
pub fn of_account(conn: &mut Conn, account_id: &str, most: i64) -> Result<Vec<LetterRow>> {
    Ok(letters::table
        .filter(letters::account_id.eq(account_id))
        .filter(letters::kind.ne("reset_password"))
        .order((letters::created_at.desc(), letters::id.desc()))
        .select(LetterRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// How many letters there are in each state, by its word, but for links for a new password and
/// invitations by address, since what becomes of those tells whether somebody has the address,
/// and for invitations, since it is as such that they come to who has.
pub fn count(conn: &mut Conn) -> Result<Vec<(String, i64)>> {
    let telling = ["reset_password", "invitation_by_address", "invitation"];
    let by_state = letters::table.filter(letters::kind.ne_all(telling)).group_by(letters::state);
    Ok(by_state.select((letters::state, diesel::dsl::count_star())).load(conn)?)
}

/// One letter to an account.
pub fn by_id(conn: &mut Conn, account_id: &str, id: &str) -> Result<Option<LetterRow>> {
    let letter = letters::table.find((account_id, id)).select(LetterRow::as_select());
    Ok(letter.first(conn).optional()?)
}

/// Removes a letter.
pub fn remove(conn: &mut Conn, account_id: &str, id: &str) -> Result<()> {
    diesel::delete(letters::table.find((account_id, id))).execute(conn)?;
    Ok(())
}

/// Removes every letter to an account, sent or not: they may quote its address. Those that
/// count for a mailbox go on counting as if they had gone to `nobody` now; what they said
/// is gone, and [`remove_withdrawn`] removes the rest.
pub fn remove_all(conn: &mut Conn, account_id: &str, nobody: &str, now: Instant) -> Result<()> {
    let all = letters::table.filter(letters::account_id.eq(account_id));
    let counts =
        letters::sent_at.ge(counted_since(now)).or(letters::state.eq(State::Claimed.word()));
    diesel::update(all.filter(letters::mailbox.is_not_null()).filter(counts.assume_not_null()))
        .set((
            letters::account_id.eq(nobody),
            letters::state.eq(State::Withdrawn.word()),
            letters::sent_at.eq(now),
            letters::data.eq("{}"),
            letters::error.eq(None::<String>),
        ))
        .execute(conn)?;
    diesel::delete(all).execute(conn)?;
    Ok(())
}

/// Withdraws every unsent letter about matches; gives how many there were.
pub fn withdraw_news(conn: &mut Conn, why: &str) -> Result<usize> {
    // These name their match, if any, in what else they hold.
    let more = letters::kind.eq_any(["digest", "invitation_by_address"]);
    let news = letters::table
        .filter(letters::match_id.is_not_null().or(more))
        .filter(letters::state.eq_any(UNSENT));
    let withdrawn = (letters::state.eq(State::Withdrawn.word()), letters::error.eq(why));
    Ok(diesel::update(news).set(withdrawn).execute(conn)?)
}

/// Removes some letters to an account that were withdrawn and count for no mailbox; how many.
pub fn remove_withdrawn(
    conn: &mut Conn,
    account_id: &str,
    now: Instant,
    most: i64,
) -> Result<usize> {
    let over = letters::sent_at.is_null().or(letters::sent_at.lt(counted_since(now)));
    let over = letters::table
        .filter(letters::account_id.eq(account_id))
        .filter(letters::state.eq(State::Withdrawn.word()))
        .filter(over.assume_not_null())
        .select(letters::id)
        .at_most(most)
        .load::<String>(conn)?;
    for id in &over {
        diesel::delete(letters::table.find((account_id, id))).execute(conn)?;
    }
    Ok(over.len())
}
