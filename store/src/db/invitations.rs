//! Who is invited to matches, by handle and by address, as rows; and to which mailboxes no
//! invitation is ever sent again.

use super::query::prelude::*;
use super::schema::{addressed, invitations, matches, unwanted};
use super::{Conn, Result, letters};
use crate::clock::Instant;
use chrono::Duration;
use diesel::dsl::{exists, select};

/// Somebody who is invited by their handle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = invitations)]
pub struct InvitationRow {
    /// To which match.
    pub match_id: String,
    /// Who.
    pub account_id: String,
    /// By whom.
    pub by_id: String,
    /// When.
    pub invited_at: Instant,
    /// When they declined, if they have.
    pub declined_at: Option<Instant>,
    /// Why they declined; may be empty.
    pub why: String,
}

/// Somebody who is invited by an address.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = addressed)]
pub struct AddressedRow {
    /// To which match.
    pub match_id: String,
    /// UUID.
    pub id: String,
    /// By whom.
    pub by_id: String,
    /// The address; empty once the invitation is over.
    pub address: String,
    /// A keyed hash of the mailbox that it leads to.
    pub mailbox: String,
    /// Whose the address has turned out to be. Whoever has invited them is not told.
    pub account_id: Option<String>,
    /// When.
    pub invited_at: Instant,
    /// When a letter was written to the address.
    pub written_at: Option<Instant>,
    /// When they declined, if they have.
    pub declined_at: Option<Instant>,
    /// Why they declined; may be empty.
    pub why: String,
}

/// A mailbox to which no invitation is sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = unwanted)]
pub struct UnwantedRow {
    /// A keyed hash of it.
    pub mailbox: String,
    /// Since when.
    pub since: Instant,
}

/// Which match somebody is invited to, by whom, and when.
pub type Standing = (String, String, Instant);

/// Somebody's invitation to a match by their handle.
pub fn of(conn: &mut Conn, match_id: &str, account_id: &str) -> Result<Option<InvitationRow>> {
    let found = invitations::table.find((match_id, account_id));
    Ok(found.select(InvitationRow::as_select()).first(conn).optional()?)
}

/// Invites somebody by their handle. [`super::is_taken`] where they are invited already.
pub fn insert(conn: &mut Conn, row: &InvitationRow) -> Result<()> {
    diesel::insert_into(invitations::table).values(row).execute(conn)?;
    Ok(())
}

/// Lets an invitation that was not declined stand from a moment on, in the name of whoever gives
/// it anew.
pub fn renew(conn: &mut Conn, row: &InvitationRow) -> Result<()> {
    let waiting = invitations::table
        .find((&row.match_id, &row.account_id))
        .filter(invitations::declined_at.is_null());
    diesel::update(waiting)
        .set((invitations::invited_at.eq(row.invited_at), invitations::by_id.eq(&row.by_id)))
        .execute(conn)?;
    Ok(())
}

/// Keeps somebody's invitation in place of one before.
pub fn put(conn: &mut Conn, row: &InvitationRow) -> Result<()> {
    let before = invitations::table.find((&row.match_id, &row.account_id));
    diesel::delete(before).execute(conn)?;
    insert(conn, row)
}

/// What somebody has declined by their handle, and when.
pub fn declined_by(conn: &mut Conn, account_id: &str) -> Result<Vec<(String, Instant)>> {
    let found: Vec<(String, Option<Instant>)> = invitations::table
        .filter(invitations::account_id.eq(account_id))
        .filter(invitations::declined_at.is_not_null())
        .select((invitations::match_id, invitations::declined_at))
        .load(conn)?;
    Ok(found.into_iter().filter_map(|(id, at)| Some((id, at?))).collect())
}

/// Everybody who is invited to a match by their handle, in the order in which they were.
pub fn to_match(conn: &mut Conn, match_id: &str) -> Result<Vec<InvitationRow>> {
    Ok(invitations::table
        .filter(invitations::match_id.eq(match_id))
        .order((invitations::invited_at.asc(), invitations::account_id.asc()))
        .select(InvitationRow::as_select())
        .load(conn)?)
}

/// What somebody is invited to that waits for people, and was since a moment: by handle and by
/// address, the newest first. What they have declined either way is left out.
pub fn standing(conn: &mut Conn, account_id: &str, since: Instant) -> Result<Vec<Standing>> {
    type Asked = (String, String, Instant, Option<Instant>);
    let open = || matches::table.filter(matches::status.eq("open")).select(matches::id);
    let by_handle: Vec<Asked> = invitations::table
        .filter(invitations::account_id.eq(account_id))
        .filter(invitations::match_id.eq_any(open()))
        .select((
            invitations::match_id,
            invitations::by_id,
            invitations::invited_at,
            invitations::declined_at,
        ))
        .load(conn)?;
    let by_address: Vec<Asked> = addressed::table
        .filter(addressed::account_id.eq(account_id))
        .filter(addressed::match_id.eq_any(open()))
        .select((
            addressed::match_id,
            addressed::by_id,
            addressed::invited_at,
            addressed::declined_at,
        ))
        .load(conn)?;
    let all = by_handle.into_iter().chain(by_address).collect::<Vec<_>>();
    let declined = |id: &str| all.iter().any(|(of, .., declined)| of == id && declined.is_some());
    let stands = all.iter().filter(|(id, _, at, _)| *at >= since && !declined(id));
    let mut standing: Vec<Standing> =
        stands.map(|(id, by, at, _)| (id.clone(), by.clone(), *at)).collect();
    standing.sort_by(|one, other| (other.2, &other.0, &other.1).cmp(&(one.2, &one.0, &one.1)));
    Ok(standing)
}

/// Who has invited somebody to a match, by handle or by address, whatever came of it.
pub fn asked_by(conn: &mut Conn, match_id: &str, account_id: &str) -> Result<Option<String>> {
    let by_handle = invitations::table.find((match_id, account_id)).select(invitations::by_id);
    if let Some(by) = by_handle.first(conn).optional()? {
        return Ok(Some(by));
    }
    let by_address = addressed::table
        .filter(addressed::match_id.eq(match_id))
        .filter(addressed::account_id.eq(account_id))
        .order(addressed::invited_at.asc())
        .select(addressed::by_id);
    Ok(by_address.first(conn).optional()?)
}

/// Somebody declines what they were invited to by their handle.
pub fn decline(
    conn: &mut Conn,
    match_id: &str,
    account_id: &str,
    why: &str,
    now: Instant,
) -> Result<()> {
    diesel::update(invitations::table.find((match_id, account_id)))
        .set((invitations::declined_at.eq(now), invitations::why.eq(why)))
        .execute(conn)?;
    Ok(())
}

/// The invitation by address with this id.
pub fn by_id(conn: &mut Conn, id: &str) -> Result<Option<AddressedRow>> {
    let found = addressed::table.filter(addressed::id.eq(id)).select(AddressedRow::as_select());
    Ok(found.first(conn).optional()?)
}

/// Invites somebody by an address. [`super::is_taken`] where they are invited already.
pub fn address(conn: &mut Conn, row: &AddressedRow) -> Result<()> {
    diesel::insert_into(addressed::table).values(row).execute(conn)?;
    Ok(())
}

/// When somebody has invited by address since a moment, the earliest first.
pub fn addressed_by(conn: &mut Conn, by_id: &str, since: Instant) -> Result<Vec<Instant>> {
    Ok(addressed::table
        .filter(addressed::by_id.eq(by_id))
        .filter(addressed::invited_at.gt(since))
        .order(addressed::invited_at.asc())
        .select(addressed::invited_at)
        .load(conn)?)
}

/// Since when invitations count at `now` for the mailbox they were written to.
fn counted_since(now: Instant) -> Instant {
    now - Duration::days(1)
}

/// How many invitations were written to a mailbox within a day. Nobody else counts them until
/// the transaction ends.
pub fn written_to(conn: &mut Conn, mailbox: &str, now: Instant) -> Result<i64> {
    letters::alone_with(conn, mailbox)?;
    Ok(addressed::table
        .filter(addressed::mailbox.eq(mailbox))
        .filter(addressed::written_at.gt(counted_since(now)))
        .count()
        .get_result(conn)?)
}

/// Whether a seat in a match was declined for a mailbox, whoever had asked.
pub fn is_declined(conn: &mut Conn, match_id: &str, mailbox: &str) -> Result<bool> {
    let declined = addressed::table
        .filter(addressed::match_id.eq(match_id))
        .filter(addressed::mailbox.eq(mailbox))
        .filter(addressed::declined_at.is_not_null());
    Ok(select(exists(declined)).get_result(conn)?)
}

/// An invitation is written to its address; `false` where it is gone meanwhile.
pub fn written(conn: &mut Conn, id: &str, now: Instant) -> Result<bool> {
    let written = addressed::written_at.eq(Some(now));
    let this = addressed::table.filter(addressed::id.eq(id));
    Ok(diesel::update(this).set(written).execute(conn)? == 1)
}

/// An address has turned out to be somebody's; `false` where it was found to be before.
pub fn bind(conn: &mut Conn, id: &str, account_id: &str) -> Result<bool> {
    let free =
        addressed::table.filter(addressed::id.eq(id)).filter(addressed::account_id.is_null());
    let whose = addressed::account_id.eq(Some(account_id));
    Ok(diesel::update(free).set(whose).execute(conn)? == 1)
}

/// An invitation by address is declined.
pub fn decline_addressed(conn: &mut Conn, id: &str, why: &str, now: Instant) -> Result<()> {
    diesel::update(addressed::table.filter(addressed::id.eq(id)))
        .set((addressed::declined_at.eq(now), addressed::why.eq(why)))
        .execute(conn)?;
    Ok(())
}

/// Everybody who is invited to a match by address, in the order in which they were.
pub fn addressed_to_match(conn: &mut Conn, match_id: &str) -> Result<Vec<AddressedRow>> {
    Ok(addressed::table
        .filter(addressed::match_id.eq(match_id))
        .order((addressed::invited_at.asc(), addressed::id.asc()))
        .select(AddressedRow::as_select())
        .load(conn)?)
}

/// Whether no invitation is sent to a mailbox.
pub fn is_unwanted(conn: &mut Conn, mailbox: &str) -> Result<bool> {
    let found: i64 =
        unwanted::table.filter(unwanted::mailbox.eq(mailbox)).count().get_result(conn)?;
    Ok(found > 0)
}

/// No invitation is sent to a mailbox any more. [`super::is_taken`] where that is so already.
pub fn refuse(conn: &mut Conn, row: &UnwantedRow) -> Result<()> {
    diesel::insert_into(unwanted::table).values(row).execute(conn)?;
    Ok(())
}

/// Forgets the addresses of invitations that are over: those from before a moment, and those
/// to matches that wait for nobody any more. How many were left with an address.
pub fn forget_addresses(conn: &mut Conn, before: Instant, most: i64) -> Result<usize> {
    let open = matches::table.filter(matches::status.eq("open")).select(matches::id);
    let over: Vec<String> = addressed::table
        .filter(addressed::address.ne(""))
        .filter(addressed::invited_at.lt(before).or(addressed::match_id.ne_all(open)))
        .select(addressed::id)
        .at_most(most)
        .load(conn)?;
    let done = diesel::update(addressed::table.filter(addressed::id.eq_any(&over)));
    Ok(done.set(addressed::address.eq("")).execute(conn)?)
}

/// Removes invitations from before a moment; not what was declined in a match that is not over,
/// for which it is final.
pub fn remove_before(conn: &mut Conn, before: Instant) -> Result<usize> {
    let live = || {
        let live = matches::table.filter(matches::status.eq_any(["open", "running"]));
        live.select(matches::id)
    };
    let over = invitations::declined_at.is_null().or(invitations::match_id.ne_all(live()));
    let by_handle = invitations::table.filter(invitations::invited_at.lt(before)).filter(over);
    let over = addressed::declined_at.is_null().or(addressed::match_id.ne_all(live()));
    let by_address = addressed::table.filter(addressed::invited_at.lt(before)).filter(over);
    Ok(diesel::delete(by_handle).execute(conn)? + diesel::delete(by_address).execute(conn)?)
}

/// All invitations that somebody has given or got.
pub fn of_account(
    conn: &mut Conn,
    account_id: &str,
) -> Result<(Vec<InvitationRow>, Vec<AddressedRow>)> {
    let by_handle = invitations::table
        .filter(invitations::account_id.eq(account_id).or(invitations::by_id.eq(account_id)))
        .order((invitations::invited_at.asc(), invitations::match_id.asc()))
        .select(InvitationRow::as_select())
        .load(conn)?;
    let by_address = addressed::table
        .filter(addressed::by_id.eq(account_id))
        .order((addressed::invited_at.asc(), addressed::id.asc()))
        .select(AddressedRow::as_select())
        .load(conn)?;
    Ok((by_handle, by_address))
}

/// Forgets all invitations that somebody has given or got. What others have declined stays so, as
/// an invitation of `nobody`; those that count for mailboxes go on counting for these, as
/// invitations of `nobody` to no match.
pub fn forget(conn: &mut Conn, account_id: &str, nobody: &str, now: Instant) -> Result<()> {
    let declined = invitations::table
        .filter(invitations::by_id.eq(account_id))
        .filter(invitations::account_id.ne(account_id))
        .filter(invitations::declined_at.is_not_null());
    diesel::update(declined)
        .set((invitations::by_id.eq(nobody), invitations::why.eq("")))
        .execute(conn)?;
    let declined = addressed::table
        .filter(addressed::by_id.eq(account_id))
        .filter(addressed::declined_at.is_not_null())
        .order((addressed::mailbox.asc(), addressed::id.asc()))
        .select((addressed::id, addressed::match_id, addressed::mailbox));
    for (id, match_id, mailbox) in declined.load::<(String, String, String)>(conn)? {
        letters::alone_with(conn, &mailbox)?;
        let kept = addressed::table
            .filter(addressed::match_id.eq(match_id))
            .filter(addressed::mailbox.eq(mailbox))
            .filter(addressed::by_id.eq(nobody));
        // Once is enough; what another who left had asked of the same mailbox only counts.
        if !select(exists(kept)).get_result::<bool>(conn)? {
            diesel::update(addressed::table.filter(addressed::id.eq(id)))
                .set((
                    addressed::by_id.eq(nobody),
                    addressed::address.eq(""),
                    addressed::why.eq(""),
                ))
                .execute(conn)?;
        }
    }
    let theirs = invitations::account_id.eq(account_id).or(invitations::by_id.eq(account_id));
    diesel::delete(invitations::table.filter(theirs)).execute(conn)?;
    let given = addressed::table.filter(addressed::by_id.eq(account_id));
    diesel::update(given.filter(addressed::written_at.gt(counted_since(now))))
        .set((
            // No two of these are of one match.
            addressed::match_id.eq(addressed::id),
            addressed::by_id.eq(nobody),
            addressed::address.eq(""),
            addressed::account_id.eq(None::<String>),
            addressed::why.eq(""),
        ))
        .execute(conn)?;
    diesel::delete(given).execute(conn)?;
    let got = addressed::table.filter(addressed::account_id.eq(account_id));
    diesel::update(got).set(addressed::account_id.eq(None::<String>)).execute(conn)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;

    fn name(what: &str, history: u32, number: u32) -> String {
        format!("{what}-{history}-{number}")
    }

    /// What four hosts may have asked of three mailboxes for two matches, and what came of it: by
    /// bits that look random and are the same in every run.
    fn asked(history: u32, now: Instant) -> Vec<AddressedRow> {
        let mut bits = history.wrapping_mul(2_654_435_761) | 1;
        let mut chance = move |of: u32| {
            bits ^= bits << 13;
            bits ^= bits >> 17;
            bits ^= bits << 5;
            bits % of
        };
        let mut rows = Vec::new();
        for place in 0..24 {
            let written = now - Duration::hours(1 + i64::from(chance(48)));
            let (declines, is_asked) = (chance(2) == 0, chance(3) > 0);
            rows.extend(is_asked.then(|| AddressedRow {
                match_id: name("match", history, place % 2),
                id: name("row", history, place),
                by_id: name("host", history, place / 2 % 4),
                address: "dora@example.org".to_owned(),
                mailbox: name("mailbox", history, place / 8),
                account_id: None,
                invited_at: now - Duration::hours(72),
                written_at: Some(written),
                declined_at: declines.then_some(now),
                why: String::new(),
            }));
        }
        rows
    }

    /// Of each match and mailbox whether it was declined, and how much was written there.
    fn known(conn: &mut Conn, history: u32, now: Instant) -> Result<Vec<(bool, i64)>> {
        let all = (0..2).flat_map(|at| (0..3).map(move |mailbox| (at, mailbox)));
        let mut known = Vec::new();
        for (at, mailbox) in all {
            let (at, mailbox) = (name("match", history, at), name("mailbox", history, mailbox));
            known.push((is_declined(conn, &at, &mailbox)?, written_to(conn, &mailbox, now)?));
        }
        Ok(known)
    }

    #[test]
    fn all_who_have_asked_can_leave_and_what_was_declined_and_what_was_counted_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("turnwise.db").display());
        let db = Db::connect(&url).expect("the tables");
        let now = crate::clock::Clock::of_the_machine().now();
        let mut met = 0;
        for history in 0..200 {
            let rows = asked(history, now);
            let leave = 1 + history % 4;
            let done = db.write_blocking(move |tx| {
                rows.iter().try_for_each(|row| address(tx, row))?;
                let before = known(tx, history, now)?;
                for host in 0..leave {
                    forget(tx, &name("host", history, host), "nobody", now)?;
                }
                Ok((before, known(tx, history, now)?))
            });
            let (before, after) = done.expect("all can leave");
            assert_eq!(before, after, "history {history}");
            met += before.iter().filter(|(declined, written)| *declined && *written > 1).count();
        }
        assert!(met > 100, "{met}");
    }
}
