//! The database: the only room that names diesel.
//!
//! One [`Conn`] is a connection to SQLite or to Postgres; every query is written
//! once for both ([`query`]). All reads go through [`Db::read`], all writes through
//! [`Db::write`]: one job, one transaction ([`Tx`]), answered only after it is durable.
//! What somebody may be waiting for rings a [`Bell`] then. A database that falls silent is
//! given up ([`watch`]) and found again where it went.
//! This room deals in rows; it knows no games, no people and no web.
//!
//! What only one of them can say (`FOR UPDATE`, diesel's list of rows in one insert) is said to that one;
//! where a race must be settled, a primary key or a conditional `UPDATE` with its row count
//! settles it.
//!
//! # What may surprise
//!
//! * The triggers that keep streams append-only stand in `guard.rs`, not in migrations, since
//!   the databases differ.

pub mod accounts;
mod address;
pub mod audit;
mod bells;
pub mod blocks;
pub mod calendars;
mod checkpoint;
pub mod clocks;
mod conn;
pub mod copy;
pub mod deliveries;
pub mod events;
pub mod feeds;
mod file;
mod guard;
pub mod habits;
pub mod handles;
pub mod invitations;
pub mod keys;
pub mod lessons;
pub mod letters;
pub mod mailboxes;
mod marks;
pub mod matches;
pub mod moving;
pub mod notes;
pub mod notices;
mod notify;
pub mod outages;
mod pool;
pub mod query;
pub mod ratings;
pub mod reports;
mod schema;
pub mod second_factors;
pub mod secret_marks;
pub mod silences;
pub mod talk;
mod tx;
mod versions;
mod watch;
pub mod watching;
pub mod ways;
mod writer;

pub use bells::{Bell, News, Rang};
pub use conn::Conn;
pub use file::path as file_of;
pub use tx::Tx;

use crate::error::{Code, Error, Result};
use address::Address;
use diesel::connection::SimpleConnection;
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch::Receiver;
use tokio::sync::{Mutex, Notify};
use watch::Watch;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

impl From<diesel::result::Error> for Error {
    fn from(error: diesel::result::Error) -> Self {
        use diesel::result::{DatabaseErrorKind, Error as Diesel};
        match error {
            Diesel::DatabaseError(DatabaseErrorKind::UniqueViolation, info) => {
                Error::new(Code::KeyTaken, info.message().to_owned())
            }
            Diesel::DatabaseError(DatabaseErrorKind::SerializationFailure, info) => {
                Error::new(Code::Busy, info.message().to_owned())
            }
            // What Postgres says, in English, to one of those who wait for each other in a circle.
            Diesel::DatabaseError(_, info) if info.message() == "deadlock detected" => {
                Error::new(Code::Busy, "Others write the same at the same moment; try again.")
            }
            Diesel::DatabaseError(_, info) if file::cannot_store(info.message()) => {
                tracing::error!(error = info.message(), "the database cannot store or read");
                not_stored()
            }
            Diesel::DatabaseError(_, info) if marks::refuses(info.message()) => marks::moved_away(),
            // Postgres cannot store the character NUL in a text.
            Diesel::DatabaseError(_, info) if info.message().contains("0x00") => {
                Error::new(Code::NulCharacter, "A text may not hold the character NUL.")
            }
            other if is_lost(&other) => {
                tracing::warn!(error = %other, "the database was lost");
                unavailable()
            }
            other => Error::fault(format!("database: {other}")),
        }
    }
}

/// Whether an error says that the connection is gone, or that it leads to a server which
/// cannot write (any more).
fn is_lost(error: &diesel::result::Error) -> bool {
    use diesel::result::{DatabaseErrorKind as Kind, Error as Diesel};
    match error {
        Diesel::DatabaseError(kind, _) => matches!(
            kind,
            Kind::ClosedConnection | Kind::UnableToSendCommand | Kind::ReadOnlyTransaction
        ),
        Diesel::RollbackErrorOnCommit { commit_error, .. } => is_lost(commit_error),
        Diesel::BrokenTransactionManager => true,
        _ => false,
    }
}

/// Whether an error says that a row with this key exists already. Callers say
/// what that means; it never reaches a client as it is.
pub fn is_taken(error: &Error) -> bool {
    error.code == Code::KeyTaken
}

/// How to reach the database. Clones share it.
#[derive(Clone)]
pub struct Db {
    pool: Arc<pool::Pool>,
    writer: Option<Arc<writer::Writer>>,
    /// The files of a SQLite database.
    files: Option<file::Watched>,
    bells: Arc<bells::Bells>,
    probed: Arc<Mutex<Probed>>,
    /// Whether everything was found to have moved to another database.
    moved_away: Arc<tokio::sync::watch::Sender<bool>>,
}

/// When it was last tried to write, and what came of it.
type Probed = Option<(Instant, Result<()>)>;

/// How long that is believed.
const BELIEVED: Duration = Duration::from_secs(1);

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.writer.is_some() { "Db(SQLite)" } else { "Db(Postgres)" })
    }
}

impl Db {
    /// Connects to `sqlite://PATH`, `postgres://…` or a list of Postgres's keywords, brings
    /// the tables up to date and starts the writer.
    ///
    /// # Errors
    /// Says what is wrong with the address or with the database.
    pub fn connect(url: &str) -> Result<Db, String> {
        let address = Address::parse(url)?;
        let turn = file::path(url).map(file::turn);
        if let Address::Sqlite(path) = &address {
            file::create(path)?;
            let unusable = |error| file::unusable(path, &error);
            if versions::is_foreign(&mut address.look()?).map_err(unusable)? {
                return Err(file::foreign(path));
            }
            address.open()?.probe().map_err(unusable)?;
        }
        let mut conn = address.open()?;
        migrate(&mut conn)?;
        drop(turn);
        marks::refuse_marked(&mut conn)?;
        versions::note_newer(&mut conn).map_err(|error| error.to_string())?;
        let pool = pool::Pool::new(address, conn).map_err(|error| error.to_string())?;
        let (pool, bells) = (Arc::new(pool), Arc::<bells::Bells>::default());
        let (probed, moved_away) = (Arc::default(), Arc::default());
        let db = Db { pool, writer: None, files: None, bells, probed, moved_away };
        match file::path(url) {
            None => notify::start(url, &db.bells).map(|()| db),
            Some(path) => db.writing_to(url, path),
        }
    }

    /// Looks at a database as it stands: nothing is made, brought up to date or begun.
    ///
    /// # Errors
    /// Says what is wrong with the address or with the database, or what `look` says.
    pub fn inspect<T>(url: &str, look: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T, String> {
        let address = Address::parse(url)?;
        let unusable = |error: String| match &address {
            Address::Sqlite(path) => file::unusable(path, &error),
            _ => error,
        };
        let mut conn = address.look().map_err(unusable)?;
        versions::refuse_others(&mut conn, "name another one").map_err(unusable)?;
        if conn.is_behind()? {
            return Err("the tables are older than this program; turnwise migrate brings them up \
                        to date"
                .to_owned());
        }
        marks::refuse_unfinished(&mut conn)?;
        conn.transaction(look).map_err(|error| error.detail)
    }

    /// The same with a writer for the file that the address names.
    fn writing_to(self, url: &str, path: &Path) -> Result<Db, String> {
        let conn = writer::open(url)?;
        let files = file::Watched::open(path).map_err(|error| file::unusable(path, &error))?;
        self.pool.opens_while_there(files.clone());
        let place = writer::Place { url: url.to_owned(), conn, files: files.clone() };
        let writer = Arc::new(writer::Writer::start(place, self.bells.clone()));
        Ok(Db { writer: Some(writer), files: Some(files), ..self })
    }

    /// Says that this process makes letters of notices until that is true, so that the others
    /// need not hear of each.
    pub fn gathers_until(&self, until: Receiver<bool>) {
        self.bells.gathers_until(until);
    }

    /// The bell of the outbox: something was put into it, here or by another process.
    pub fn new_letters(&self) -> &Notify {
        self.bells.letters()
    }

    /// The bell of the mailboxes: somebody should hear of something, here or by a process that
    /// does not look into them.
    pub fn new_notices(&self) -> &Notify {
        self.bells.notices()
    }

    /// The bell of what goes by the ways beside letters, here or by another process.
    pub fn new_deliveries(&self) -> &Notify {
        self.bells.deliveries()
    }

    /// Listens for what is appended to matches, here or by another process.
    pub fn news(&self) -> News {
        self.bells.news()
    }

    /// Has all who wait for anything look again in this process.
    pub fn look_again(&self) {
        self.bells.ring_here(Bell::Anything);
    }

    /// Whether the database stores what is written. It is tried at most once a second,
    /// however often this is asked.
    pub async fn stores(&self) -> Result<()> {
        let mut probed = self.probed.lock().await;
        if let Some((at, found)) = &*probed
            && at.elapsed() < BELIEVED
        {
            return found.clone();
        }
        let probe = |tx: &mut Tx<'_>| marks::refuse_moved_away(tx).and_then(|()| Ok(tx.probe()?));
        let found = self.write(probe).await;
        *probed = Some((Instant::now(), found.clone()));
        found
    }

    /// Waits until the database is lost for good: its file was deleted or replaced while it
    /// was open, or everything has moved to another one. Says so in a sentence for the
    /// operator. A server can only stop then.
    pub async fn lost(&self) -> String {
        let files = async {
            match &self.files {
                Some(files) => files.lost().await,
                None => std::future::pending().await,
            }
        };
        let mut moved_away = self.moved_away.subscribe();
        tokio::select! {
            why = files => why,
            _ = moved_away.wait_for(|moved| *moved) => marks::MOVED_AWAY.to_owned(),
        }
    }

    /// Takes note of what shows that everything has moved to another database.
    fn heed<T>(&self, done: Result<T>) -> Result<T> {
        if done.as_ref().is_err_and(|error| error.code == Code::MovedAway) {
            self.moved_away.send_replace(true);
        }
        done
    }

    /// Runs a reading job and gives its answer.
    pub async fn read<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
    {
        let read = self.pool.read(move |pool, watch| pool.lend(watch, marks::refuse_reading, job));
        self.heed(read.await)
    }

    /// [`Db::read`] for a thread that may wait without end.
    pub fn read_blocking<T>(&self, job: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
        self.heed(self.pool.lend(&Arc::new(Watch::new()), marks::refuse_reading, job))
    }

    /// Runs a writing job in a transaction of its own and gives its answer after
    /// the commit. When the job returns an error, none of its writes remain. The bells
    /// it asked for ring after the commit.
    ///
    /// # Errors
    /// Of the job; [`Code::DatabaseUnavailable`] when nothing was written;
    /// [`Code::OutcomeUnknown`] when nobody can know.
    pub async fn write<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Tx<'_>) -> Result<T> + Send + 'static,
    {
        self.heed(match &self.writer {
            Some(writer) => writer.submit(job).await.unwrap_or_else(|_| Err(unavailable())),
            None => {
                let db = self.clone();
                self.pool.write(move |_, watch| db.write_pooled(watch, job)).await
            }
        })
    }

    /// [`Db::write`] for a thread that may wait without end; never call it from an async one.
    pub fn write_blocking<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Tx<'_>) -> Result<T> + Send + 'static,
    {
        self.heed(match &self.writer {
            Some(writer) => {
                writer.submit(job).blocking_recv().unwrap_or_else(|_| Err(unavailable()))
            }
            None => self.write_pooled(&Arc::new(Watch::new()), job),
        })
    }

    fn write_pooled<T>(
        &self,
        watch: &Arc<Watch>,
        job: impl FnOnce(&mut Tx<'_>) -> Result<T>,
    ) -> Result<T> {
        let (value, rung) =
            self.pool.lend(watch, Conn::begin, |conn| tx::finish(conn, watch, job))?;
        self.bells.ring(rung);
        Ok(value)
    }
}

fn unavailable() -> Error {
    Error::new(
        Code::DatabaseUnavailable,
        "The database does not answer just now; try again in a moment, with the same \
         Idempotency-Key if the request has one.",
    )
}

fn outcome_unknown() -> Error {
    Error::new(
        Code::OutcomeUnknown,
        "The database was lost while this was being stored, so it is not known whether it was \
         done. Send the same request with the same Idempotency-Key again: it is never done \
         twice. Without a key, look whether it was done before you repeat it.",
    )
}

fn not_stored() -> Error {
    Error::new(
        Code::DatabaseUnavailable,
        "Nothing can be stored just now, and nothing was changed; try again in a moment.",
    )
}

/// Brings the tables up to date and guards the streams.
fn migrate(conn: &mut Conn) -> Result<(), String> {
    let locked = lock_migrations(conn);
    let migrated = locked
        .and_then(|()| conn.migrate())
        .and_then(|()| guard::install(conn).map_err(|error| error.to_string()));
    unlock_migrations(conn);
    migrated.map_err(|error| format!("the tables could not be brought up to date: {error}"))
}

/// Two servers that start on one Postgres at the same time migrate one after the other. On a file
/// they are there one after the other ([`file::turn`]).
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

/// The error for a key that exists already, for a caller who found out in
/// another way that somebody else was first.
pub fn taken() -> Error {
    Error::new(Code::KeyTaken, "somebody else was first")
}
