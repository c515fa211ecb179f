//! What goes by the ways beside letters, as rows. They are claimed, tried again and given up
//! as letters are ([`super::letters`]); by one way one goes at a time, and to one account so few
//! that whoever has slow hosts keeps nobody else waiting.

use super::letters::{Outcome, State};
use super::query::prelude::*;
use super::schema::deliveries;
use super::{Bell, Conn, Result, Tx, accounts};
use crate::clock::Instant;
use crate::words::Word;
use std::collections::{BTreeMap, BTreeSet};

/// One message by one way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = deliveries)]
pub struct DeliveryRow {
    /// Whose.
    pub account_id: String,
    /// By which of their ways.
    pub way_id: String,
    /// Of the notice that it tells, or unique: nothing goes twice by one way.
    pub id: String,
    /// What it is about: the word of a kind of letters, or `test`.
    pub kind: String,
    /// About which match.
    pub match_id: Option<String>,
    /// The word of its [`State`].
    pub state: String,
    /// How often it was tried.
    pub attempts: i32,
    /// When it is to be sent, or tried again; for a claimed one, when the claim lapses.
    pub due_at: Instant,
    /// Who is sending it.
    pub claimed_by: Option<String>,
    /// What went wrong at the last try, or why it was withdrawn.
    pub error: Option<String>,
    /// When it was written.
    pub created_at: Instant,
    /// When it was delivered.
    pub sent_at: Option<Instant>,
}

impl DeliveryRow {
    /// A message about no match yet, to be sent at once.
    pub fn new(id: String, (account_id, way_id): (&str, &str), kind: &str, now: Instant) -> Self {
        DeliveryRow {
            account_id: account_id.to_owned(),
            way_id: way_id.to_owned(),
            id,
            kind: kind.to_owned(),
            match_id: None,
            state: State::Queued.word().to_owned(),
            attempts: 0,
            due_at: now,
            claimed_by: None,
            error: None,
            created_at: now,
            sent_at: None,
        }
    }
}

/// The states in which one is still to be sent.
const UNSENT: [&str; 2] = ["queued", "claimed"];

/// Has a message go. [`super::is_taken`] when it went already.
pub fn enqueue(tx: &mut Tx<'_>, row: &DeliveryRow) -> Result<()> {
    diesel::insert_into(deliveries::table).values(row).execute(tx)?;
    tx.ring(Bell::Deliveries);
    Ok(())
}

/// How many go to one account at the same time, by all its ways together.
const AT_ONCE: usize = 2;

/// So many more are looked at than may go: some are of accounts to which enough go already.
const SPARE: i64 = 8;

/// What is on its way to accounts.
#[derive(Default)]
struct UnderWay(BTreeMap<String, BTreeSet<String>>);

impl UnderWay {
    /// What is claimed, also where the claim has lapsed.
    fn claimed(conn: &mut Conn) -> Result<UnderWay> {
        let claimed = deliveries::table
            .filter(deliveries::state.eq(State::Claimed.word()))
            .select((deliveries::account_id, deliveries::way_id))
            .load::<(String, String)>(conn)?;
        let mut under_way = UnderWay::default();
        for (account, way) in claimed {
            under_way.0.entry(account).or_default().insert(way);
        }
        Ok(under_way)
    }

    /// The accounts to which no more may go now.
    fn full(&self) -> Vec<String> {
        let full = self.0.iter().filter(|(_, ways)| ways.len() >= AT_ONCE);
        full.map(|(account, _)| account.clone()).collect()
    }

    /// The ways by which something goes now.
    fn busy(&self) -> Vec<String> {
        self.0.values().flatten().cloned().collect()
    }

    /// Lets one more go, if there is room for it.
    fn one_more(&mut self, row: &DeliveryRow) -> bool {
        let ways = self.0.entry(row.account_id.clone()).or_default();
        ways.len() < AT_ONCE && ways.insert(row.way_id.clone())
    }
}

/// Those to be sent that fall due first, where there is room for them: queued ones of ways by
/// which nothing goes just now and of accounts to which few go, and claimed ones when their
/// claim lapses because their sender died.
pub fn first_due(conn: &mut Conn, most: i64) -> Result<Vec<DeliveryRow>> {
    let mut under_way = UnderWay::claimed(conn)?;
    let has_room = deliveries::account_id
        .ne_all(under_way.full())
        .and(deliveries::way_id.ne_all(under_way.busy()));
    let mut due: Vec<DeliveryRow> = deliveries::table
        .filter(deliveries::state.eq_any(UNSENT))
        .filter(has_room.or(deliveries::state.eq(State::Claimed.word())))
        .order((deliveries::due_at.asc(), deliveries::way_id.asc(), deliveries::id.asc()))
        .select(DeliveryRow::as_select())
        .at_most(most.saturating_mul(SPARE))
        .load(conn)?;
    due.retain(|row: &DeliveryRow| row.state == State::Claimed.word() || under_way.one_more(row));
    due.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    Ok(due)
}

/// Takes one that is due at `now` for sending; `false` when another sender was first, or as
/// much is on its way to the account, or by the way, as may be.
pub fn claim(
    conn: &mut Conn,
    row: &DeliveryRow,
    by: &str,
    (now, lapses): (Instant, Instant),
) -> Result<bool> {
    // Until this ends, nobody else counts what is on its way to this account.
    accounts::locked(conn, &row.account_id)?;
    let others = deliveries::table
        .filter(deliveries::account_id.eq(&row.account_id))
        .filter(deliveries::state.eq(State::Claimed.word()))
        .filter(deliveries::due_at.gt(now))
        .filter(deliveries::way_id.ne(&row.way_id).or(deliveries::id.ne(&row.id)))
        .select(deliveries::way_id)
        .load::<String>(conn)?;
    if others.len() >= AT_ONCE || others.contains(&row.way_id) {
        return Ok(false);
    }
    let same = deliveries::table
        .find((&row.account_id, &row.way_id, &row.id))
        .filter(deliveries::state.eq(&row.state))
        .filter(deliveries::due_at.eq(row.due_at))
        .filter(deliveries::attempts.eq(row.attempts));
    let taken = diesel::update(same).set((
        deliveries::state.eq(State::Claimed.word()),
        deliveries::claimed_by.eq(by),
        deliveries::due_at.eq(lapses),
        deliveries::attempts.eq(row.attempts + 1),
    ));
    Ok(taken.execute(conn)? == 1)
}

/// Lets the claim of `by` to one last until `lapses`; `false` when it is lost. `row` is as it
/// was before it was claimed.
pub fn renew(conn: &mut Conn, row: &DeliveryRow, by: &str, lapses: Instant) -> Result<bool> {
    let mine = deliveries::table
        .find((&row.account_id, &row.way_id, &row.id))
        .filter(deliveries::state.eq(State::Claimed.word()))
        .filter(deliveries::claimed_by.eq(by))
        .filter(deliveries::attempts.eq(row.attempts + 1));
    Ok(diesel::update(mine).set(deliveries::due_at.eq(lapses)).execute(conn)? == 1)
}

/// Records how one that `by` claimed ended; `false` when somebody else has it. `row` is as it
/// was before it was claimed. For one that is put back the bell rings.
pub fn finish(tx: &mut Tx<'_>, row: &DeliveryRow, by: &str, outcome: &Outcome) -> Result<bool> {
    if matches!(outcome, Outcome::PutBack(..)) {
        tx.ring(Bell::Deliveries);
    }
    let mine = deliveries::table
        .find((&row.account_id, &row.way_id, &row.id))
        .filter(deliveries::state.eq(State::Claimed.word()))
        .filter(deliveries::claimed_by.eq(by))
        .filter(deliveries::attempts.eq(row.attempts + 1));
    let tried = row.attempts + 1;
    let (state, error, due_at, attempts, sent_at) = match outcome {
        Outcome::Sent(at) => (State::Sent, None, row.due_at, tried, Some(*at)),
        Outcome::Withdrawn(why) => (State::Withdrawn, Some(why), row.due_at, row.attempts, None),
        Outcome::Retry(why, at) => (State::Queued, Some(why), *at, tried, None),
        Outcome::PutBack(why, at) => (State::Queued, Some(why), *at, row.attempts, None),
        Outcome::GivenUp(why) | Outcome::Refused(why) => {
            (State::GivenUp, Some(why), row.due_at, tried, None)
        }
    };
    let done = diesel::update(mine).set((
        deliveries::state.eq(state.word()),
        deliveries::error.eq(error),
        deliveries::due_at.eq(due_at),
        deliveries::attempts.eq(attempts),
        deliveries::sent_at.eq(sent_at),
    ));
    Ok(done.execute(tx)? == 1)
}

/// Has what waits for a way wait until then at least.
pub fn put_off(conn: &mut Conn, (account_id, way_id): (&str, &str), until: Instant) -> Result<()> {
    let waiting = deliveries::table
        .filter(deliveries::account_id.eq(account_id))
        .filter(deliveries::way_id.eq(way_id))
        .filter(deliveries::state.eq(State::Queued.word()))
        .filter(deliveries::due_at.lt(until));
    diesel::update(waiting).set(deliveries::due_at.eq(until)).execute(conn)?;
    Ok(())
}

/// Withdraws what waits for a way.
pub fn withdraw(conn: &mut Conn, (account_id, way_id): (&str, &str), why: &str) -> Result<()> {
    let waiting = deliveries::table
        .filter(deliveries::account_id.eq(account_id))
        .filter(deliveries::way_id.eq(way_id))
        .filter(deliveries::state.eq(State::Queued.word()));
    let withdrawn = (deliveries::state.eq(State::Withdrawn.word()), deliveries::error.eq(why));
    diesel::update(waiting).set(withdrawn).execute(conn)?;
    Ok(())
}

/// Which of some notices went, or shall go, by which ways of an account: way and notice.
pub fn known(
    conn: &mut Conn,
    account_id: &str,
    ways: &[String],
    notices: &[String],
) -> Result<BTreeSet<(String, String)>> {
    Ok(deliveries::table
        .filter(deliveries::account_id.eq(account_id))
        .filter(deliveries::way_id.eq_any(ways))
        .filter(deliveries::id.eq_any(notices))
        .select((deliveries::way_id, deliveries::id))
        .load(conn)?
        .into_iter()
        .collect())
}

/// What else is to be sent by a way about the same match by then.
pub fn waiting_beside(conn: &mut Conn, row: &DeliveryRow, by: Instant) -> Result<Vec<String>> {
    Ok(deliveries::table
        .filter(deliveries::account_id.eq(&row.account_id))
        .filter(deliveries::way_id.eq(&row.way_id))
        .filter(deliveries::id.ne(&row.id))
        .filter(deliveries::match_id.eq(&row.match_id))
        .filter(deliveries::state.eq_any(UNSENT))
        .filter(deliveries::due_at.le(by))
        .order(deliveries::id.asc())
        .select(deliveries::id)
        .load(conn)?)
}

/// When something of one of these kinds about a match was last delivered by a way.
pub fn last_sent(
    conn: &mut Conn,
    row: &DeliveryRow,
    kinds: &[&str],
    since: Instant,
) -> Result<Option<Instant>> {
    Ok(deliveries::table
        .filter(deliveries::account_id.eq(&row.account_id))
        .filter(deliveries::way_id.eq(&row.way_id))
        .filter(deliveries::match_id.eq(&row.match_id))
        .filter(deliveries::kind.eq_any(kinds))
        .filter(deliveries::sent_at.ge(since))
        .select(diesel::dsl::max(deliveries::sent_at))
        .first(conn)?)
}

/// The newest of an account.
pub fn of_account(conn: &mut Conn, account_id: &str, most: i64) -> Result<Vec<DeliveryRow>> {
    Ok(deliveries::table
        .filter(deliveries::account_id.eq(account_id))
        .order((deliveries::created_at.desc(), deliveries::id.desc(), deliveries::way_id.asc()))
        .select(DeliveryRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// How many there are in each state, by its word.
pub fn count(conn: &mut Conn) -> Result<Vec<(String, i64)>> {
    let by_state = deliveries::table.group_by(deliveries::state);
    Ok(by_state.select((deliveries::state, diesel::dsl::count_star())).load(conn)?)
}

/// Withdraws all that is still to be sent; gives how many there were.
pub fn withdraw_all(conn: &mut Conn, why: &str) -> Result<usize> {
    let unsent = deliveries::table.filter(deliveries::state.eq_any(UNSENT));
    let withdrawn = (deliveries::state.eq(State::Withdrawn.word()), deliveries::error.eq(why));
    Ok(diesel::update(unsent).set(withdrawn).execute(conn)?)
}

/// Removes some that were written before then and wait no longer; how many.
pub fn remove_old(conn: &mut Conn, before: Instant, most: i64) -> Result<usize> {
    let over = deliveries::table
        .filter(deliveries::created_at.lt(before))
        .filter(deliveries::state.ne_all(UNSENT))
        .select((deliveries::account_id, deliveries::way_id, deliveries::id))
        .at_most(most)
        .load::<(String, String, String)>(conn)?;
    for (account_id, way_id, id) in &over {
        diesel::delete(deliveries::table.find((account_id, way_id, id))).execute(conn)?;
    }
    Ok(over.len())
}

/// Removes all that went to an account, or was to go.
pub fn forget(conn: &mut Conn, account_id: &str) -> Result<()> {
    let all = deliveries::table.filter(deliveries::account_id.eq(account_id));
    diesel::delete(all).execute(conn)?;
    Ok(())
}
