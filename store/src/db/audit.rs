//! What the operator did, as rows that are only ever appended ([`super::guard`]).

use super::query::prelude::*;
use super::schema::audit;
use super::{Conn, Result, Tx};
use crate::clock::Instant;
use crate::random;
use crate::words::Word;
use strum::{IntoStaticStr, VariantArray};

/// What an operator can do that is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum What {
    /// A report was settled.
    SettledReport,
    /// A line of a talk was hidden from everybody.
    HidLine,
    /// An account was frozen: nobody signs in with it.
    Froze,
    /// An account was given back.
    Unfroze,
    /// An account was closed.
    Closed,
    /// A match was given another title.
    Renamed,
    /// A stand-in was put on a seat.
    StoodIn,
    /// A person's seat was taken back before the start.
    Unseated,
}

/// Who does something as the operator, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Who.
    pub by: String,
    /// Why.
    pub why: String,
}

/// What a deed is done to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object {
    /// An account.
    pub whom: Option<String>,
    /// A match.
    pub in_match: Option<String>,
    /// What exactly, such as the name of a line; never what somebody said.
    pub detail: String,
}

/// Something that the operator did.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = audit)]
pub struct AuditRow {
    /// UUID; later ones sort after earlier ones.
    pub id: String,
    /// When.
    pub done_at: Instant,
    /// Who.
    pub done_by: String,
    /// The word of what was done.
    pub what: String,
    /// To which account.
    pub whom: Option<String>,
    /// In which match.
    pub in_match: Option<String>,
    /// What exactly.
    pub detail: String,
    /// Why.
    pub why: String,
}

/// Writes down what is done in this transaction.
pub fn note(tx: &mut Tx<'_>, what: What, to: Object, deed: &Deed, now: Instant) -> Result<()> {
    let row = AuditRow {
        id: random::id(),
        done_at: now,
        done_by: deed.by.clone(),
        what: what.word().to_owned(),
        whom: to.whom,
        in_match: to.in_match,
        detail: to.detail,
        why: deed.why.clone(),
    };
    diesel::insert_into(audit::table).values(&row).execute(tx)?;
    Ok(())
}

/// What was done, the newest first.
pub fn newest(conn: &mut Conn, most: i64) -> Result<Vec<AuditRow>> {
    Ok(audit::table
        .order((audit::done_at.desc(), audit::id.desc()))
        .select(AuditRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// How much was done: another number once anything was.
pub fn count(conn: &mut Conn) -> Result<i64> {
    Ok(audit::table.count().get_result(conn)?)
}
