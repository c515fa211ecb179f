//! How often people want letters, and when to look whether one is due, as rows; and who is
//! in front of which page.

use super::query::next;
use super::query::prelude::*;
use super::schema::{mailboxes, match_rhythms, presence};
use super::{Bell, Conn, Result, Tx};
use crate::clock::Instant;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamp};

/// One person's mailbox.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = mailboxes)]
pub struct MailboxRow {
    /// Whose.
    pub account_id: String,
    /// The word of a rhythm.
    pub rhythm: String,
    /// For a rhythm that bundles: for how many hours.
    pub every: i32,
    /// For a daily rhythm: the hour of the day, in the person's own zone.
    pub hour: i32,
    /// When to look whether a letter is due; never later than it is.
    pub next_at: Option<Instant>,
    /// When the last daily letter was written.
    pub daily_at: Option<Instant>,
    /// How often it was claimed.
    pub claims: i64,
}

impl MailboxRow {
    /// The mailbox of somebody who has said nothing: letters come at once.
    pub fn new(account_id: &str) -> MailboxRow {
        MailboxRow {
            account_id: account_id.to_owned(),
            rhythm: "at_once".to_owned(),
            every: 3,
            hour: 18,
            next_at: None,
            daily_at: None,
            claims: 0,
        }
    }
}

/// How often somebody wants letters about one match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = match_rhythms)]
pub struct MatchRhythmRow {
    /// Who.
    pub account_id: String,
    /// About which match.
    pub match_id: String,
    /// The word of a rhythm.
    pub rhythm: String,
    /// For a rhythm that bundles: for how many hours.
    pub every: i32,
    /// For a daily rhythm: the hour of the day, in the person's own zone.
    pub hour: i32,
}

/// When somebody was last seen in front of the page of a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = presence)]
pub struct PresenceRow {
    /// Who.
    pub account_id: String,
    /// Of which match.
    pub match_id: String,
    /// When.
    pub seen_at: Instant,
}

/// Adds a mailbox.
pub fn insert(conn: &mut Conn, row: &MailboxRow) -> Result<()> {
    diesel::insert_into(mailboxes::table).values(row).execute(conn)?;
    Ok(())
}

/// Somebody's mailbox.
pub fn of(conn: &mut Conn, account_id: &str) -> Result<Option<MailboxRow>> {
    let mailbox = mailboxes::table.find(account_id).select(MailboxRow::as_select());
    Ok(mailbox.first(conn).optional()?)
}

/// Has a mailbox looked at then, if not before. On Postgres its row is locked until the
/// transaction ends, whatever it said: so a claim made meanwhile sees what this transaction gave,
/// or this one what the claim left. On SQLite nobody else writes meanwhile.
pub fn look_at(tx: &mut Tx<'_>, account_id: &str, at: Instant) -> Result<()> {
    let row = MailboxRow { next_at: Some(at), ..MailboxRow::new(account_id) };
    Sooner(&row).execute(tx)?;
    tx.ring(Bell::Notices);
    Ok(())
}

/// A mailbox that is new or is to be looked at sooner than it was. Diesel would prepare this
/// statement anew each time.
struct Sooner<'a>(&'a MailboxRow);

impl<DB: Backend> QueryFragment<DB> for Sooner<'_>
where
    String: ToSql<Text, DB>,
    i32: ToSql<Integer, DB>,
    i64: ToSql<BigInt, DB>,
    Option<Instant>: ToSql<Nullable<Timestamp>, DB>,
{
    fn walk_ast<'b>(&'b self, mut pass: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let Sooner(row) = self;
        let begins =
            "INSERT INTO mailboxes (account_id, rhythm, every, hour, next_at, claims) VALUES (";
        next::<_, Text, _>(&mut pass, begins, &row.account_id)?;
        next::<_, Text, _>(&mut pass, ", ", &row.rhythm)?;
        next::<_, Integer, _>(&mut pass, ", ", &row.every)?;
        next::<_, Integer, _>(&mut pass, ", ", &row.hour)?;
        next::<_, Nullable<Timestamp>, _>(&mut pass, ", ", &row.next_at)?;
        next::<_, BigInt, _>(&mut pass, ", ", &row.claims)?;
        pass.push_sql(
            ") ON CONFLICT (account_id) DO UPDATE SET next_at = excluded.next_at \
             WHERE mailboxes.next_at IS NULL OR mailboxes.next_at > excluded.next_at",
        );
        Ok(())
    }
}

/// The mailboxes that are to be looked at, the first first.
pub fn first_due(conn: &mut Conn, most: i64) -> Result<Vec<MailboxRow>> {
    Ok(mailboxes::table
        .filter(mailboxes::next_at.is_not_null())
        .order((mailboxes::next_at.asc(), mailboxes::account_id.asc()))
        .select(MailboxRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// Claims a mailbox until the transaction ends; `false` when somebody else has looked into
/// it since `row` was read.
pub fn claim(conn: &mut Conn, row: &MailboxRow) -> Result<bool> {
    let same = mailboxes::table.find(&row.account_id).filter(mailboxes::claims.eq(row.claims));
    let claimed = diesel::update(same).set(mailboxes::claims.eq(row.claims + 1)).execute(conn)?;
    Ok(claimed == 1)
}

/// Says when to look next into a mailbox that was claimed, and when its last daily letter
/// was written.
pub fn look_next(
    conn: &mut Conn,
    account_id: &str,
    next_at: Option<Instant>,
    daily_at: Option<Instant>,
) -> Result<()> {
    diesel::update(mailboxes::table.find(account_id))
        .set((mailboxes::next_at.eq(next_at), mailboxes::daily_at.eq(daily_at)))
        .execute(conn)?;
    Ok(())
}

/// Keeps another rhythm. It is looked at once what waits is due by it.
pub fn set_rhythm(
    tx: &mut Tx<'_>,
    account_id: &str,
    rhythm: (&str, i32, i32),
    now: Instant,
) -> Result<()> {
    look_at(tx, account_id, now)?;
    let (rhythm, every, hour) = rhythm;
    diesel::update(mailboxes::table.find(account_id))
        .set((mailboxes::rhythm.eq(rhythm), mailboxes::every.eq(every), mailboxes::hour.eq(hour)))
        .execute(tx)?;
    Ok(())
}

/// Somebody's rhythms for single matches: of these, or of all.
pub fn match_rhythms(
    conn: &mut Conn,
    account_id: &str,
    of: Option<&[String]>,
) -> Result<Vec<MatchRhythmRow>> {
    let own = match_rhythms::table
        .filter(match_rhythms::account_id.eq(account_id))
        .order(match_rhythms::match_id.asc())
        .select(MatchRhythmRow::as_select());
    Ok(match of {
        Some(match_ids) => own.filter(match_rhythms::match_id.eq_any(match_ids)).load(conn)?,
        None => own.load(conn)?,
    })
}

/// Keeps a rhythm for one match, or with none forgets it.
pub fn set_match_rhythm(
    tx: &mut Tx<'_>,
    account_id: &str,
    match_id: &str,
    row: Option<&MatchRhythmRow>,
    now: Instant,
) -> Result<()> {
    look_at(tx, account_id, now)?;
    let conn = &mut **tx;
    diesel::delete(match_rhythms::table.find((account_id, match_id))).execute(conn)?;
    if let Some(row) = row {
        diesel::insert_into(match_rhythms::table).values(row).execute(conn)?;
    }
    Ok(())
}

/// Somebody is in front of the page of a match.
pub fn seen(conn: &mut Conn, row: &PresenceRow) -> Result<()> {
    let known = presence::table.find((&row.account_id, &row.match_id));
    let later = diesel::update(known).set(presence::seen_at.eq(row.seen_at)).execute(conn)?;
    if later == 0 {
        diesel::insert_into(presence::table).values(row).execute(conn)?;
    }
    Ok(())
}

/// When somebody was seen in front of a page since then: match and time.
pub fn seen_since(
    conn: &mut Conn,
    account_id: &str,
    since: Instant,
) -> Result<Vec<(String, Instant)>> {
    Ok(presence::table
        .filter(presence::account_id.eq(account_id))
        .filter(presence::seen_at.ge(since))
        .select((presence::match_id, presence::seen_at))
        .load(conn)?)
}

/// Forgets who was seen before then.
pub fn forget_seen(conn: &mut Conn, before: Instant) -> Result<usize> {
    Ok(diesel::delete(presence::table.filter(presence::seen_at.lt(before))).execute(conn)?)
}

/// Removes the mailbox of an account and what belongs to it.
pub fn remove_all(conn: &mut Conn, account_id: &str) -> Result<()> {
    diesel::delete(mailboxes::table.find(account_id)).execute(conn)?;
    let rhythms = match_rhythms::table.filter(match_rhythms::account_id.eq(account_id));
    diesel::delete(rhythms).execute(conn)?;
    diesel::delete(presence::table.filter(presence::account_id.eq(account_id))).execute(conn)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;

    #[test]
    fn a_mailbox_is_looked_at_no_later_than_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("turnwise.db").display());
        let db = Db::connect(&url).expect("the tables");
        let now = crate::clock::Clock::of_the_machine().now();
        let at = move |minute| now + chrono::Duration::minutes(minute);
        for (minute, first) in [(5, 5), (9, 5), (3, 3)] {
            db.write_blocking(move |tx| look_at(tx, "anna", at(minute))).expect("stored");
            let mailbox = db.read_blocking(|conn| of(conn, "anna")).expect("read");
            let first = MailboxRow { next_at: Some(at(first)), ..MailboxRow::new("anna") };
            assert_eq!(mailbox, Some(first), "at {minute}");
        }
    }
}
