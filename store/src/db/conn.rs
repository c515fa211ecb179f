//! A connection to either database.

use super::MIGRATIONS;
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::r2d2::R2D2Connection;
use diesel::result::Error::BrokenTransactionManager;
use diesel::{PgConnection, QueryResult, SqliteConnection};
use diesel_migrations::MigrationHarness;

/// A connection to either database.
#[allow(missing_debug_implementations)]
pub enum Conn {
    /// Postgres.
    Postgres(PgConnection),
    /// SQLite.
    Sqlite(SqliteConnection),
}

/// Marks a SQLite file as one of Turnwise: `Turn` in ASCII.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Turn");

/// Does the same with the connection to whichever database it is.
macro_rules! either {
    ($conn:expr, $name:ident => $does:expr) => {
        match $conn {
            Conn::Postgres($name) => $does,
            Conn::Sqlite($name) => $does,
        }
    };
}

impl Conn {
    /// Whether a transaction is open, or cannot be ended any more.
    pub(super) fn is_in_transaction(&mut self) -> bool {
        either!(self, conn => conn.is_broken())
    }

    /// Writes durably what changes nothing.
    pub(super) fn probe(&mut self) -> QueryResult<()> {
        match self {
            // A message in the log that nobody reads.
            Conn::Postgres(conn) => {
                conn.batch_execute("SELECT pg_logical_emit_message(true, 'turnwise', 'ready')")
            }
            Conn::Sqlite(conn) => {
                conn.batch_execute(&format!("PRAGMA application_id = {APPLICATION_ID}"))
            }
        }
    }

    /// Begins a transaction that writes.
    pub(super) fn begin(&mut self) -> QueryResult<()> {
        match self {
            Conn::Postgres(conn) => AnsiTransactionManager::begin_transaction(conn),
            // A deferred transaction that turns to writing fails at once when
            // another process writes; an immediate one waits its turn.
            Conn::Sqlite(conn) => {
                AnsiTransactionManager::begin_transaction_sql(conn, "BEGIN IMMEDIATE")
            }
        }
    }

    pub(super) fn commit(&mut self) -> QueryResult<()> {
        either!(self, conn => AnsiTransactionManager::commit_transaction(conn))
    }

    pub(super) fn rollback(&mut self) -> QueryResult<()> {
        either!(self, conn => AnsiTransactionManager::rollback_transaction(conn))
    }

    /// Runs a job in a transaction, or in a savepoint of the one that is open. What it wrote
    /// stays unless it fails.
    pub(super) fn transaction<T, E: From<diesel::result::Error>>(
        &mut self,
        job: impl FnOnce(&mut Conn) -> Result<T, E>,
    ) -> Result<T, E> {
        either!(self, conn => AnsiTransactionManager::begin_transaction(conn))?;
        match job(self) {
            Ok(value) => self.commit().map(|()| value).map_err(E::from),
            Err(error) => match self.rollback() {
                Ok(()) | Err(BrokenTransactionManager) => Err(error),
                Err(worse) => Err(worse.into()),
            },
        }
    }

    /// Whether the tables are older than this program.
    pub(super) fn is_behind(&mut self) -> Result<bool, String> {
        let behind = either!(self, conn => conn.has_pending_migration(MIGRATIONS));
        behind.map_err(|error| error.to_string())
    }

    /// Brings the tables up to date.
    pub(super) fn migrate(&mut self) -> Result<(), String> {
        let done = either!(self, conn => conn.run_pending_migrations(MIGRATIONS).map(drop));
        done.map_err(|error| error.to_string())
    }
}

impl SimpleConnection for Conn {
    fn batch_execute(&mut self, statements: &str) -> QueryResult<()> {
        either!(self, conn => conn.batch_execute(statements))
    }
}
