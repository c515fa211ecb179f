//! Where news go beside letters, as rows: webhooks and browsers of people; and the keys by
//! which push services know this one.

use super::query::prelude::*;
use super::schema::{push_keys, ways};
use super::{Conn, Result, Tx};
use crate::clock::Instant;

/// A webhook or a browser of somebody.
#[derive(Clone, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = ways)]
pub struct WayRow {
    /// Whose.
    pub account_id: String,
    /// UUID.
    pub id: String,
    /// The word of a form: how a message is written there.
    pub form: String,
    /// What its person calls it.
    pub name: String,
    /// Where messages go. A secret.
    pub address: String,
    /// What it takes to write to it. A secret.
    pub keys: String,
    /// Since when there is one.
    pub made_at: Instant,
    /// How many tries in a row have failed.
    pub failures: i32,
    /// Since when they fail.
    pub failing_since: Option<Instant>,
    /// While they fail: when the next one is made.
    pub retry_at: Option<Instant>,
    /// When a message was last delivered.
    pub sent_at: Option<Instant>,
    /// Since when it is switched off.
    pub off_at: Option<Instant>,
    /// Why it is.
    pub off_why: Option<String>,
}

impl WayRow {
    /// A way that has not been used yet. It leads nowhere until it is said where.
    pub fn new(account_id: &str, id: String, form: &str, made_at: Instant) -> WayRow {
        WayRow {
            account_id: account_id.to_owned(),
            id,
            form: form.to_owned(),
            name: String::new(),
            address: String::new(),
            keys: String::new(),
            made_at,
            failures: 0,
            failing_since: None,
            retry_at: None,
            sent_at: None,
            off_at: None,
            off_why: None,
        }
    }
}

impl std::fmt::Debug for WayRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "WayRow({})", self.id)
    }
}

/// Adds one.
pub fn insert(conn: &mut Conn, row: &WayRow) -> Result<()> {
    diesel::insert_into(ways::table).values(row).execute(conn)?;
    Ok(())
}

/// All of an account, the oldest first.
pub fn of_account(conn: &mut Conn, account_id: &str) -> Result<Vec<WayRow>> {
    Ok(ways::table
        .filter(ways::account_id.eq(account_id))
        .order((ways::made_at.asc(), ways::id.asc()))
        .select(WayRow::as_select())
        .load(conn)?)
}

/// Those of an account that are not switched off: which, and since when there is one.
pub fn open(conn: &mut Conn, account_id: &str) -> Result<Vec<WayRow>> {
    Ok(ways::table
        .filter(ways::account_id.eq(account_id))
        .filter(ways::off_at.is_null())
        .order(ways::id.asc())
        .select(WayRow::as_select())
        .load(conn)?)
}

/// Every address that is kept, in order: for tests.
pub fn by_address(conn: &mut Conn) -> Result<Vec<String>> {
    Ok(ways::table.select(ways::address).order(ways::address.asc()).load(conn)?)
}

/// One of an account.
pub fn by_id(conn: &mut Conn, account_id: &str, id: &str) -> Result<Option<WayRow>> {
    let way = ways::table.find((account_id, id)).select(WayRow::as_select());
    Ok(way.first(conn).optional()?)
}

/// One of an account, kept from every other transaction until this one ends.
pub fn locked(tx: &mut Tx<'_>, which: (&str, &str)) -> Result<Option<WayRow>> {
    diesel::update(ways::table.find(which)).set(ways::failures.eq(ways::failures)).execute(tx)?;
    by_id(tx, which.0, which.1)
}

/// Stores how one stands now: whether it works, or is switched off.
pub fn update(conn: &mut Conn, row: &WayRow) -> Result<()> {
    diesel::update(ways::table.find((&row.account_id, &row.id)))
        .set((
            ways::failures.eq(row.failures),
            ways::failing_since.eq(row.failing_since),
            ways::retry_at.eq(row.retry_at),
            ways::sent_at.eq(row.sent_at),
            ways::off_at.eq(row.off_at),
            ways::off_why.eq(&row.off_why),
        ))
        .execute(conn)?;
    Ok(())
}

/// Removes one; `false` when there is none.
pub fn remove(conn: &mut Conn, account_id: &str, id: &str) -> Result<bool> {
    Ok(diesel::delete(ways::table.find((account_id, id))).execute(conn)? == 1)
}

/// Removes those of other accounts that lead to the same address in the same form, as a browser
/// in front of which somebody else sits now.
pub fn remove_others(conn: &mut Conn, account_id: &str, form: &str, address: &str) -> Result<()> {
    let same = ways::table.filter(ways::address.eq(address)).filter(ways::form.eq(form));
    diesel::delete(same.filter(ways::account_id.ne(account_id))).execute(conn)?;
    Ok(())
}

/// Removes every way of an account and all that went by them.
pub fn forget(conn: &mut Conn, account_id: &str) -> Result<()> {
    // In the order in which whoever delivers something writes.
    super::deliveries::forget(conn, account_id)?;
    diesel::delete(ways::table.filter(ways::account_id.eq(account_id))).execute(conn)?;
    Ok(())
}

/// A key of the service.
#[derive(Clone, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = push_keys)]
pub struct PushKeyRow {
    /// 1 for the first key; the greatest signs.
    pub ordinal: i32,
    /// The public key, an uncompressed point of P-256 as hexadecimal digits.
    pub public_key: String,
    /// The whole key in PKCS #8, as hexadecimal digits.
    pub pkcs8: String,
    /// When it was made.
    pub made_at: Instant,
}

/// The newest key.
pub fn newest_key(conn: &mut Conn) -> Result<Option<PushKeyRow>> {
    let newest = push_keys::table.order(push_keys::ordinal.desc());
    Ok(newest.select(PushKeyRow::as_select()).first(conn).optional()?)
}

/// Adds a key. [`super::is_taken`] when another process was first.
pub fn insert_key(conn: &mut Conn, row: &PushKeyRow) -> Result<()> {
    diesel::insert_into(push_keys::table).values(row).execute(conn)?;
    Ok(())
}
