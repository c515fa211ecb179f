//! People, their sessions and tokens, as rows.

use super::mailboxes::{self, MailboxRow};
use super::query::prelude::*;
use super::schema::{accounts, api_tokens, refresh_tokens, second_factors, sessions, tickets};
use super::{Conn, Result, feeds};
use crate::clock::Instant;

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = accounts)]
pub struct AccountRow {
    /// UUID.
    pub id: String,
    /// The name others see, as it was written.
    pub handle: String,
    /// The handle in lower case: two handles may not differ by case alone.
    pub handle_key: String,
    /// The address letters go to.
    pub email: String,
    /// The address in lower case once it is confirmed, so that nobody else can confirm
    /// it; a stand-in until then.
    pub email_key: String,
    /// When the address was confirmed.
    pub confirmed_at: Option<Instant>,
    /// argon2id, in PHC form; empty for a closed account.
    pub password_hash: String,
    /// The kinds of letters the person does not want, as a JSON list.
    pub muted: String,
    /// When the person registered.
    pub created_at: Instant,
    /// When the person had their data deleted.
    pub closed_at: Option<Instant>,
    /// The address in lower case, confirmed or not; empty for a closed account.
    pub address_key: String,
    /// When the password was last changed.
    pub password_set_at: Option<Instant>,
    /// Since when nobody signs in with it, because the operator says so.
    pub frozen_at: Option<Instant>,
    /// Whether a program plays under it.
    pub is_bot: bool,
}

/// A one-time link sent by letter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = tickets)]
pub struct TicketRow {
    /// Whose.
    pub account_id: String,
    /// Hash of what stands in the link.
    pub token_hash: String,
    /// What it allows.
    pub purpose: String,
    /// The address it was sent to.
    pub email: String,
    /// When it was made.
    pub created_at: Instant,
    /// When it stops working.
    pub expires_at: Instant,
    /// When it was used, in rows of older versions; today a used one is removed.
    pub used_at: Option<Instant>,
}

/// Somebody signed in on one device.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = sessions)]
pub struct SessionRow {
    /// Whose.
    pub account_id: String,
    /// UUID; stands in access tokens.
    pub id: String,
    /// When it began.
    pub created_at: Instant,
    /// When it ends by itself.
    pub expires_at: Instant,
    /// When it was ended.
    pub ended_at: Option<Instant>,
}

/// One link of a session's chain of refresh tokens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = refresh_tokens)]
pub struct RefreshRow {
    /// Whose.
    pub account_id: String,
    /// Hash of the token.
    pub token_hash: String,
    /// Which session.
    pub session_id: String,
    /// When it was given out.
    pub issued_at: Instant,
    /// When it was exchanged for the next one.
    pub used_at: Option<Instant>,
}

/// A token for a person's scripts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = api_tokens)]
pub struct ApiTokenRow {
    /// Whose.
    pub account_id: String,
    /// UUID.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// Hash of the token.
    pub token_hash: String,
    /// What it may do, as words with blanks between.
    pub scopes: String,
    /// When it was made.
    pub created_at: Instant,
    /// When it was last used, to the hour.
    pub last_used_at: Option<Instant>,
    /// When it was revoked, in rows of older versions; today a revoked one is removed.
    pub revoked_at: Option<Instant>,
}

impl AccountRow {
    /// Whether somebody can use it: neither closed nor frozen.
    pub fn is_in_use(&self) -> bool {
        self.closed_at.is_none() && self.frozen_at.is_none()
    }
}

/// Adds a person. [`super::is_taken`] when handle or address are.
pub fn insert(conn: &mut Conn, row: &AccountRow) -> Result<()> {
    diesel::insert_into(accounts::table).values(row).execute(conn)?;
    mailboxes::insert(conn, &MailboxRow::new(&row.id))
}

/// The person with this id.
pub fn by_id(conn: &mut Conn, id: &str) -> Result<Option<AccountRow>> {
    Ok(accounts::table.find(id).select(AccountRow::as_select()).first(conn).optional()?)
}

/// A person's row that no other transaction changes until this one ends: so that what is
/// read, decided and written back undoes nothing that was acknowledged meanwhile.
#[derive(Debug)]
pub struct Locked(AccountRow);

impl std::ops::Deref for Locked {
    type Target = AccountRow;

    fn deref(&self) -> &AccountRow {
        &self.0
    }
}

impl std::ops::DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut AccountRow {
        &mut self.0
    }
}

impl Locked {
    /// The row alone.
    pub fn into_row(self) -> AccountRow {
        self.0
    }
}

/// The person with this id, kept from every other transaction that asks so until this one
/// ends. SQLite lets one transaction write at a time anyway.
pub fn locked(conn: &mut Conn, id: &str) -> Result<Option<Locked>> {
    let Conn::Postgres(conn) = conn else { return Ok(by_id(conn, id)?.map(Locked)) };
    let person = accounts::table.find(id).select(AccountRow::as_select()).for_no_key_update();
    Ok(diesel::RunQueryDsl::first(person, conn).optional()?.map(Locked))
}

/// Whether there is any account.
pub fn are_there(conn: &mut Conn) -> Result<bool> {
    let one: Option<String> = accounts::table.select(accounts::id).first(conn).optional()?;
    Ok(one.is_some())
}

/// The people with these ids, in no order.
pub fn by_ids(conn: &mut Conn, ids: &[String]) -> Result<Vec<AccountRow>> {
    Ok(accounts::table
        .filter(accounts::id.eq_any(ids))
        .select(AccountRow::as_select())
        .load(conn)?)
}

/// What somebody is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable)]
#[diesel(table_name = accounts)]
pub struct CalledRow {
    /// UUID.
    pub id: String,
    /// The name others see.
    pub handle: String,
    /// Whether a program plays under it.
    pub is_bot: bool,
}

/// What the people with these ids are called, in no order.
pub fn called(conn: &mut Conn, ids: &[String]) -> Result<Vec<CalledRow>> {
    let one = |conn: &mut Conn, id: &String| {
        accounts::table.filter(accounts::id.eq(id)).select(CalledRow::as_select()).load(conn)
    };
    if matches!(conn, Conn::Sqlite(_)) {
        // Each by a statement that stays prepared; a list has another one for each length.
        let rows = ids.iter().map(|id| one(conn, id)).collect::<QueryResult<Vec<_>>>()?;
        return Ok(rows.concat());
    }
    let all = accounts::table.filter(accounts::id.eq_any(ids));
    Ok(all.select(CalledRow::as_select()).load(conn)?)
}

/// The person with this handle, in lower case.
pub fn by_handle(conn: &mut Conn, handle_key: &str) -> Result<Option<AccountRow>> {
    Ok(accounts::table
        .filter(accounts::handle_key.eq(handle_key))
        .select(AccountRow::as_select())
        .first(conn)
        .optional()?)
}

/// The person who has confirmed this address, in lower case.
pub fn by_confirmed_address(conn: &mut Conn, address: &str) -> Result<Option<AccountRow>> {
    Ok(accounts::table
        .filter(accounts::email_key.eq(address))
        .select(AccountRow::as_select())
        .first(conn)
        .optional()?)
}

/// The person who has confirmed this address, in lower case, or else who claimed it last; first
/// those without a second factor, with which nobody else could use the account.
pub fn by_address(conn: &mut Conn, address: &str) -> Result<Option<AccountRow>> {
    let factor = second_factors::table.on(second_factors::account_id.eq(accounts::id));
    let asks_for_code = second_factors::account_id.nullable().is_not_null();
    let unconfirmed = accounts::confirmed_at.is_null();
    Ok(accounts::table
        .left_join(factor)
        .filter(accounts::address_key.eq(address))
        .order((unconfirmed.asc(), asks_for_code.asc(), accounts::created_at.desc()))
        .select(AccountRow::as_select())
        .first(conn)
        .optional()?)
}

/// Writes every column of a person anew. [`super::is_taken`] when handle or address are.
pub fn update(conn: &mut Conn, row: &Locked) -> Result<()> {
    diesel::update(accounts::table.find(&row.id))
        .set((
            accounts::handle.eq(&row.handle),
            accounts::handle_key.eq(&row.handle_key),
            accounts::email.eq(&row.email),
            accounts::email_key.eq(&row.email_key),
            accounts::confirmed_at.eq(row.confirmed_at),
            accounts::password_hash.eq(&row.password_hash),
            accounts::muted.eq(&row.muted),
            accounts::closed_at.eq(row.closed_at),
            accounts::address_key.eq(&row.address_key),
            accounts::password_set_at.eq(row.password_set_at),
            accounts::frozen_at.eq(row.frozen_at),
            accounts::is_bot.eq(row.is_bot),
        ))
        .execute(conn)?;
    Ok(())
}

/// Adds a one-time link; one that is there works for as long.
pub fn keep_ticket(conn: &mut Conn, row: &TicketRow) -> Result<()> {
    let there = tickets::table.find((&row.account_id, &row.token_hash));
    if diesel::update(there).set(tickets::expires_at.eq(row.expires_at)).execute(conn)? == 0 {
        diesel::insert_into(tickets::table).values(row).execute(conn)?;
    }
    Ok(())
}

/// The unused one-time link of an account with this hash.
pub fn ticket(conn: &mut Conn, account_id: &str, token_hash: &str) -> Result<Option<TicketRow>> {
    Ok(tickets::table
        .find((account_id, token_hash))
        .filter(tickets::used_at.is_null())
        .select(TicketRow::as_select())
        .first(conn)
        .optional()?)
}

/// Uses up a one-time link: nothing is left of it. `false` when somebody was first.
pub fn use_ticket(conn: &mut Conn, ticket: &TicketRow) -> Result<bool> {
    let open = tickets::table
        .find((&ticket.account_id, &ticket.token_hash))
        .filter(tickets::used_at.is_null());
    Ok(diesel::delete(open).execute(conn)? == 1)
}

/// Removes every one-time link of an account.
pub fn remove_tickets(conn: &mut Conn, account_id: &str) -> Result<()> {
    let all = tickets::table.filter(tickets::account_id.eq(account_id));
    diesel::delete(all).execute(conn)?;
    Ok(())
}

/// Begins a session.
pub fn insert_session(conn: &mut Conn, row: &SessionRow) -> Result<()> {
    diesel::insert_into(sessions::table).values(row).execute(conn)?;
    Ok(())
}

/// The session of an account with this id.
pub fn session(conn: &mut Conn, account_id: &str, id: &str) -> Result<Option<SessionRow>> {
    Ok(sessions::table
        .find((account_id, id))
        .select(SessionRow::as_select())
        .first(conn)
        .optional()?)
}

/// Ends a session of an account.
pub fn end_session(conn: &mut Conn, account_id: &str, id: &str, now: Instant) -> Result<()> {
    let running = sessions::table.find((account_id, id)).filter(sessions::ended_at.is_null());
    diesel::update(running).set(sessions::ended_at.eq(now)).execute(conn)?;
    Ok(())
}

/// Ends every session of an account.
pub fn end_sessions(conn: &mut Conn, account_id: &str, now: Instant) -> Result<()> {
    let running = sessions::table
        .filter(sessions::account_id.eq(account_id))
        .filter(sessions::ended_at.is_null());
    diesel::update(running).set(sessions::ended_at.eq(now)).execute(conn)?;
    Ok(())
}

/// Ends all sessions of an account but one.
pub fn end_other_sessions(
    conn: &mut Conn,
    account_id: &str,
    but: &str,
    now: Instant,
) -> Result<()> {
    let others = sessions::table
        .filter(sessions::account_id.eq(account_id))
        .filter(sessions::id.ne(but))
        .filter(sessions::ended_at.is_null());
    diesel::update(others).set(sessions::ended_at.eq(now)).execute(conn)?;
    Ok(())
}

/// Adds a refresh token to a session's chain.
pub fn insert_refresh(conn: &mut Conn, row: &RefreshRow) -> Result<()> {
    diesel::insert_into(refresh_tokens::table).values(row).execute(conn)?;
    Ok(())
}

/// The refresh token of an account with this hash.
pub fn refresh(conn: &mut Conn, account_id: &str, token_hash: &str) -> Result<Option<RefreshRow>> {
    Ok(refresh_tokens::table
        .find((account_id, token_hash))
        .select(RefreshRow::as_select())
        .first(conn)
        .optional()?)
}

/// Uses up a refresh token; `false` when it was used before.
pub fn use_refresh(conn: &mut Conn, token: &RefreshRow, now: Instant) -> Result<bool> {
    let open = refresh_tokens::table
        .find((&token.account_id, &token.token_hash))
        .filter(refresh_tokens::used_at.is_null());
    Ok(diesel::update(open).set(refresh_tokens::used_at.eq(now)).execute(conn)? == 1)
}

/// Adds a token for scripts.
pub fn insert_api_token(conn: &mut Conn, row: &ApiTokenRow) -> Result<()> {
    diesel::insert_into(api_tokens::table).values(row).execute(conn)?;
    Ok(())
}

/// The tokens of an account that still work, oldest first.
pub fn api_tokens_of(conn: &mut Conn, account_id: &str) -> Result<Vec<ApiTokenRow>> {
    Ok(api_tokens::table
        .filter(api_tokens::account_id.eq(account_id))
        .filter(api_tokens::revoked_at.is_null())
        .order(api_tokens::id.asc())
        .select(ApiTokenRow::as_select())
        .load(conn)?)
}

/// The working token of an account with this hash.
pub fn api_token(
    conn: &mut Conn,
    account_id: &str,
    token_hash: &str,
) -> Result<Option<ApiTokenRow>> {
    Ok(api_tokens::table
        .filter(api_tokens::account_id.eq(account_id))
        .filter(api_tokens::token_hash.eq(token_hash))
        .filter(api_tokens::revoked_at.is_null())
        .select(ApiTokenRow::as_select())
        .first(conn)
        .optional()?)
}

/// Notes that a token of an account was used.
pub fn touch_api_token(conn: &mut Conn, account_id: &str, id: &str, now: Instant) -> Result<()> {
    diesel::update(api_tokens::table.find((account_id, id)))
        .set(api_tokens::last_used_at.eq(now))
        .execute(conn)?;
    Ok(())
}

/// Revokes a token of an account: nothing is left of it. `false` when it has no such
/// working token.
pub fn revoke_api_token(conn: &mut Conn, account_id: &str, id: &str) -> Result<bool> {
    let mine = api_tokens::table.find((account_id, id)).filter(api_tokens::revoked_at.is_null());
    Ok(diesel::delete(mine).execute(conn)? == 1)
}

/// Revokes every token of an account, those in the addresses of its feeds too: nothing is left
/// of them.
pub fn revoke_tokens(conn: &mut Conn, account_id: &str) -> Result<()> {
    let mine = api_tokens::table.filter(api_tokens::account_id.eq(account_id));
    diesel::delete(mine).execute(conn)?;
    feeds::remove_all(conn, account_id)
}

/// Removes some one-time links that have expired, or that an older version used; how many.
pub fn remove_expired_tickets(conn: &mut Conn, now: Instant, most: i64) -> Result<usize> {
    let over = tickets::table
        .filter(tickets::expires_at.le(now).or(tickets::used_at.is_not_null()))
        .select((tickets::account_id, tickets::token_hash))
        .at_most(most)
        .load::<(String, String)>(conn)?;
    for key in &over {
        diesel::delete(tickets::table.find((&key.0, &key.1))).execute(conn)?;
    }
    Ok(over.len())
}

/// So many of what an account has too much of are removed at a time.
const MANY: i64 = 1_000;

/// Removes some sessions that expired or were ended before then, with their refresh tokens;
/// how many.
pub fn remove_ended_sessions(conn: &mut Conn, before: Instant, most: i64) -> Result<usize> {
    let over = sessions::table
        .filter(sessions::expires_at.le(before).or(sessions::ended_at.le(before)))
        .select((sessions::account_id, sessions::id))
        .at_most(most)
        .load::<(String, String)>(conn)?;
    for (account_id, id) in &over {
        let chain = refresh_tokens::table
            .filter(refresh_tokens::account_id.eq(account_id))
            .filter(refresh_tokens::session_id.eq(id));
        diesel::delete(chain).execute(conn)?;
        diesel::delete(sessions::table.find((account_id, id))).execute(conn)?;
    }
    Ok(over.len())
}

/// Removes all sessions of an account but `most`, the newest of those that have not ended,
/// with their refresh tokens; how many.
pub fn remove_oldest_sessions(conn: &mut Conn, account_id: &str, most: i64) -> Result<usize> {
    let old = sessions::table
        .filter(sessions::account_id.eq(account_id))
        .order((
            sessions::ended_at.is_not_null().asc(),
            sessions::created_at.desc(),
            sessions::id.desc(),
        ))
        .limit(MANY)
        .offset(most)
        .select(sessions::id)
        .load::<String>(conn)?;
    let chains = refresh_tokens::table.filter(refresh_tokens::account_id.eq(account_id));
    diesel::delete(chains.filter(refresh_tokens::session_id.eq_any(&old))).execute(conn)?;
    let old = sessions::table
        .filter(sessions::account_id.eq(account_id))
        .filter(sessions::id.eq_any(&old));
    Ok(diesel::delete(old).execute(conn)?)
}

/// How many refresh tokens of a session were exchanged since then.
pub fn exchanged_since(conn: &mut Conn, of: &SessionRow, since: Instant) -> Result<i64> {
    Ok(refresh_tokens::table
        .filter(refresh_tokens::account_id.eq(&of.account_id))
        .filter(refresh_tokens::session_id.eq(&of.id))
        .filter(refresh_tokens::used_at.ge(since))
        .count()
        .get_result(conn)?)
}

/// Removes some refresh tokens that were exchanged before then; how many.
pub fn remove_exchanged(conn: &mut Conn, before: Instant, most: i64) -> Result<usize> {
    let over = refresh_tokens::table
        .filter(refresh_tokens::used_at.le(before))
        .select((refresh_tokens::account_id, refresh_tokens::token_hash))
        .at_most(most)
        .load::<(String, String)>(conn)?;
    for key in &over {
        diesel::delete(refresh_tokens::table.find((&key.0, &key.1))).execute(conn)?;
    }
    Ok(over.len())
}

/// Removes some API tokens that an older version revoked; how many.
pub fn remove_revoked(conn: &mut Conn, most: i64) -> Result<usize> {
    let over = api_tokens::table
        .filter(api_tokens::revoked_at.is_not_null())
        .select((api_tokens::account_id, api_tokens::id))
        .at_most(most)
        .load::<(String, String)>(conn)?;
    for key in &over {
        diesel::delete(api_tokens::table.find((&key.0, &key.1))).execute(conn)?;
    }
    Ok(over.len())
}
