//! A write transaction, and the bells that it asks for.

use super::bells::{Bell, Rung};
use super::watch::Watch;
use super::{Conn, is_lost, outcome_unknown, unavailable};
use crate::error::{Error, Result};
use std::any::Any;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A transaction that writes. It is a [`Conn`] for every query.
#[allow(missing_debug_implementations)]
pub struct Tx<'a> {
    conn: &'a mut Conn,
    rung: Rung,
}

impl Tx<'_> {
    /// Has a bell rung after the commit; once, however often it is asked for.
    pub fn ring(&mut self, bell: Bell) {
        self.rung.insert(bell);
    }
}

impl Deref for Tx<'_> {
    type Target = Conn;
    fn deref(&self) -> &Conn {
        self.conn
    }
}

impl DerefMut for Tx<'_> {
    fn deref_mut(&mut self) -> &mut Conn {
        self.conn
    }
}

/// Runs a job in a savepoint of the transaction that is open. None of its writes
/// remain, and no bell is asked for, when it fails or panics.
pub(super) fn run<T>(
    conn: &mut Conn,
    job: impl FnOnce(&mut Tx<'_>) -> Result<T>,
) -> Result<(T, Rung)> {
    // Caught within the savepoint: it is rolled back for an error only.
    conn.transaction(|conn| caught(conn, job))
}

/// Runs a job in the transaction that was begun for it alone, and commits it, unless
/// nobody waits for it any more.
pub(super) fn finish<T>(
    conn: &mut Conn,
    watch: &Watch,
    job: impl FnOnce(&mut Tx<'_>) -> Result<T>,
) -> Result<(T, Rung)> {
    match caught(conn, job).and_then(|done| watch.commit().map(|()| done)) {
        Ok(done) => match conn.commit() {
            Ok(()) => Ok(done),
            Err(error) if is_lost(&error) => {
                tracing::warn!(%error, "the database was lost during a commit");
                Err(outcome_unknown())
            }
            Err(error) => Err(error.into()),
        },
        // What cannot be rolled back any more went with its connection.
        Err(error) => Err(conn.rollback().map_or_else(|_| unavailable(), |()| error)),
    }
}

fn caught<T>(conn: &mut Conn, job: impl FnOnce(&mut Tx<'_>) -> Result<T>) -> Result<(T, Rung)> {
    let mut tx = Tx { conn, rung: Rung::new() };
    let ran = catch_unwind(AssertUnwindSafe(|| job(&mut tx)));
    let value = ran.unwrap_or_else(|panic| Err(panicked(panic.as_ref())))?;
    Ok((value, tx.rung))
}

fn panicked(panic: &(dyn Any + Send)) -> Error {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    Error::fault(format!("a write job panicked: {text}"))
}
