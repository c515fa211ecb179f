//! Whether any process was there, as rows: when one was last, and when none was.

use super::query::prelude::*;
use super::schema::{outages, pulses};
use super::{Conn, Result};
use crate::clock::Instant;
use chrono::Duration;

/// How often a process says that it is there.
const BEAT: Duration = Duration::minutes(1);

/// How far the clock of one process is ahead of that of another at most: what says more was said
/// by a clock that has been set right since.
const AHEAD: Duration = Duration::hours(1);

/// The only row.
const ONE: i32 = 1;

/// When some process was last there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = pulses)]
pub struct PulseRow {
    /// Always 1.
    pub id: i32,
    /// When.
    pub at: Instant,
}

/// A time in which no process was there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = outages)]
pub struct OutageRow {
    /// When one was last there.
    pub from_at: Instant,
    /// When one was there again.
    pub to_at: Instant,
}

/// When some process was last there, if ever.
pub fn last(conn: &mut Conn) -> Result<Option<Instant>> {
    Ok(pulses::table.find(ONE).select(pulses::at).first(conn).optional()?)
}

/// Whether it is time to say again that a process is there.
pub fn is_due(last: Option<Instant>, now: Instant) -> bool {
    last.is_none_or(|last| last + BEAT <= now || last > now + AHEAD)
}

/// Says that a process is there. Where none was for so long, that was an outage; of several
/// processes that come back one notes it.
pub fn beat(conn: &mut Conn, now: Instant, outage_after: Duration) -> Result<()> {
    let Some(last) = last(conn)? else {
        let row = PulseRow { id: ONE, at: now };
        diesel::insert_into(pulses::table).values(&row).execute(conn)?;
        return Ok(());
    };
    if last > now + AHEAD {
        // What has begun by now was one so far, if it is long enough.
        let to_come = outages::table.filter(outages::to_at.gt(now));
        let too_short = outages::from_at.gt(now - outage_after);
        diesel::delete(to_come.filter(too_short)).execute(conn)?;
        diesel::update(to_come).set(outages::to_at.eq(now)).execute(conn)?;
        diesel::update(pulses::table.find(ONE)).set(pulses::at.eq(now)).execute(conn)?;
        return Ok(());
    }
    if last >= now {
        return Ok(());
    }
    let first = diesel::update(pulses::table.find(ONE).filter(pulses::at.eq(last)))
        .set(pulses::at.eq(now))
        .execute(conn)?;
    if first == 1 && now - last >= outage_after {
        let row = OutageRow { from_at: last, to_at: now };
        diesel::insert_into(outages::table).values(&row).execute(conn)?;
    }
    Ok(())
}

/// The outages that were over after a time, in order.
pub fn since(conn: &mut Conn, then: Instant) -> Result<Vec<OutageRow>> {
    Ok(outages::table
        .filter(outages::to_at.gt(then))
        .order(outages::from_at.asc())
        .select(OutageRow::as_select())
        .load(conn)?)
}
