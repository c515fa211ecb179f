//! The database: the only room that names diesel.
//!
//! One [`Conn`] is a connection to SQLite or to Postgres; every query is written
//! once for both. All reads go through [`Db::read`], all writes through
//! [`Db::write`]: one job, one transaction, answered only after it is durable.
//! This room deals in rows; it knows no games, no people and no web.
//!
//! `diesel`'s `MultiConnection` cannot say `ON CONFLICT`, `FOR UPDATE` or insert
//! a list of rows; where a race must be settled, a primary key or a conditional
//! `UPDATE` with its row count settles it.

pub mod accounts;
pub mod events;
mod guard;
pub mod letters;
pub mod matches;
mod pool;
mod schema;
mod writer;

use crate::error::{Error, Kind, Result};
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::prelude::*;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use std::sync::Arc;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// A connection to either database.
#[derive(diesel::MultiConnection)]
#[allow(missing_debug_implementations)]
pub enum Conn {
    /// Postgres.
    Postgres(diesel::PgConnection),
    /// SQLite.
    Sqlite(diesel::SqliteConnection),
}

impl Conn {
    fn begin(&mut self) -> QueryResult<()> {
        match self {
            Conn::Postgres(conn) => AnsiTransactionManager::begin_transaction(conn),
            // A deferred transaction that turns to writing fails at once when
            // another process writes; an immediate one waits its turn.
            Conn::Sqlite(conn) => {
                AnsiTransactionManager::begin_transaction_sql(conn, "BEGIN IMMEDIATE")
            }
        }
    }
    fn commit(&mut self) -> QueryResult<()> {
        match self {
            Conn::Postgres(conn) => AnsiTransactionManager::commit_transaction(conn),
            Conn::Sqlite(conn) => AnsiTransactionManager::commit_transaction(conn),
        }
    }
    fn rollback(&mut self) {
        let rolled_back = match self {
            Conn::Postgres(conn) => AnsiTransactionManager::rollback_transaction(conn),
            Conn::Sqlite(conn) => AnsiTransactionManager::rollback_transaction(conn),
        };
        if let Err(error) = rolled_back {
            tracing::warn!(%error, "a transaction could not be rolled back");
        }
    }
}

impl From<diesel::result::Error> for Error {
    fn from(error: diesel::result::Error) -> Self {
        use diesel::result::{DatabaseErrorKind, Error as Diesel};
        match error {
            Diesel::DatabaseError(DatabaseErrorKind::UniqueViolation, info) => {
                Error::new(Kind::Conflict, TAKEN, info.message().to_owned())
            }
            Diesel::DatabaseError(DatabaseErrorKind::SerializationFailure, info) => {
                Error::new(Kind::Unavailable, "busy", info.message().to_owned())
            }
            // Postgres cannot store the character NUL in a text.
            Diesel::DatabaseError(_, info) if info.message().contains("0x00") => {
                Error::malformed("nul_character", "A text may not hold the character NUL.")
            }
            other => Error::fault(format!("database: {other}")),
        }
    }
}

/// The code of the error for a row whose key exists already.
const TAKEN: &str = "key_taken";

/// Whether an error says that a row with this key exists already. Callers say
/// what that means; it never reaches a client as it is.
pub fn is_taken(error: &Error) -> bool {
    error.code == TAKEN
}

/// How to reach the database. Clones share it.
#[derive(Clone)]
pub struct Db {
    pool: pool::Pool,
    writer: Option<Arc<writer::Writer>>,
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.writer.is_some() { "Db(SQLite)" } else { "Db(Postgres)" })
    }
}

impl Db {
    /// Connects to `sqlite://PATH` or `postgres://…`, brings the tables up to
    /// date and starts the writer. The error says what is wrong with the address
    /// or with the database.
    pub fn connect(url: &str) -> Result<Db, String> {
        let pool = pool::connect(url, pool::SIZE)?;
        let mut conn = pool.get().map_err(|error| error.to_string())?;
        migrate(&mut conn)?;
        let writer = match &mut *conn {
            Conn::Postgres(_) => None,
            Conn::Sqlite(_) => Some(Arc::new(writer::Writer::start(pool::open(url)?))),
        };
        drop(conn);
        Ok(Db { pool, writer })
    }

    /// Runs a reading job and gives its answer.
    pub async fn read<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
    {
        let db = self.clone();
        tokio::task::spawn_blocking(move || db.read_blocking(job)).await.map_err(Error::fault)?
    }

    /// [`Db::read`] for a thread that may wait.
    pub fn read_blocking<T>(&self, job: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
        let mut conn = self.pool.get().map_err(|error| {
            tracing::warn!(%error, "no database connection is free");
            unavailable()
        })?;
        job(&mut conn)
    }

    /// Runs a writing job in a transaction of its own and gives its answer after
    /// the commit. When the job returns an error, none of its writes remain.
    pub async fn write<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
    {
        match &self.writer {
            Some(writer) => writer.submit(job).await.unwrap_or_else(|_| Err(unavailable())),
            None => {
                let db = self.clone();
                tokio::task::spawn_blocking(move || db.write_pooled(job))
                    .await
                    .map_err(Error::fault)?
            }
        }
    }

    /// [`Db::write`] for a thread that may wait; never call it from an async one.
    pub fn write_blocking<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
    {
        match &self.writer {
            Some(writer) => {
                writer.submit(job).blocking_recv().unwrap_or_else(|_| Err(unavailable()))
            }
            None => self.write_pooled(job),
        }
    }

    fn write_pooled<T>(&self, job: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
        let mut conn = self.pool.get().map_err(|error| {
            tracing::warn!(%error, "no database connection is free");
            unavailable()
        })?;
        (*conn).transaction(job)
    }
}

fn unavailable() -> Error {
    Error::new(
        Kind::Unavailable,
        "database_unavailable",
        "The database does not answer just now; try again in a moment.",
    )
}

/// Brings the tables up to date and guards the streams.
fn migrate(conn: &mut Conn) -> Result<(), String> {
    let locked = lock_migrations(conn);
    let migrated = locked
        .and_then(|()| {
            conn.run_pending_migrations(MIGRATIONS).map(drop).map_err(|error| error.to_string())
        })
        .and_then(|()| guard::install(conn).map_err(|error| error.to_string()));
    unlock_migrations(conn);
    migrated.map_err(|error| format!("the tables could not be brought up to date: {error}"))
}

/// Two servers that start on one Postgres at the same time migrate one after the
/// other. SQLite's own lock does the same for its file.
const MIGRATION_LOCK: &str = "7423061120261121";

fn lock_migrations(conn: &mut Conn) -> Result<(), String> {
    match conn {
        Conn::Postgres(conn) => conn
            .batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})"))
            .map_err(|error| error.to_string()),
        Conn::Sqlite(_) => Ok(()),
    }
}

fn unlock_migrations(conn: &mut Conn) {
    if let Conn::Postgres(conn) = conn {
        let unlocked = conn.batch_execute(&format!("SELECT pg_advisory_unlock({MIGRATION_LOCK})"));
        if let Err(error) = unlocked {
            tracing::warn!(%error, "the migration lock could not be given back");
        }
    }
}

/// Undoes every migration, newest first: the tables and what they hold are gone.
///
/// # Errors
/// Says what the database objects to.
pub fn revert_all(url: &str) -> Result<(), String> {
    let mut conn = pool::open(url)?;
    conn.revert_all_migrations(MIGRATIONS).map(drop).map_err(|error| error.to_string())
}

/// The error for a key that exists already, for a caller who found out in
/// another way that somebody else was first.
pub fn taken() -> Error {
    Error::new(Kind::Conflict, TAKEN, "somebody else was first")
}
