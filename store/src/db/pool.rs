//! Connections that are kept open, and the threads that work on them.
//!
//! Few jobs have their turn at a time; the others wait for theirs without a thread. Each
//! job tries its connection by its own first statement and takes another one where that
//! is lost, so that a database that was restarted or has moved is noticed by nobody.

use super::Conn;
use super::address::Address;
use super::file::Watched;
use super::unavailable;
use super::watch::{REACH, Watch};
use crate::error::{Code, Error, Kind, Result};
use diesel::QueryResult;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, oneshot};

/// How many jobs of one kind have their turn at a time.
const SIZE: usize = 8;

/// How many connections are kept: as many as jobs of both kinds use, since opening another one
/// takes longer than most jobs.
const KEPT: usize = 2 * SIZE;

/// The most threads for jobs of one kind: those that have their turn, and those that a
/// silent database keeps.
const THREADS: usize = 40;

/// How long a job waits for its turn.
const TURN: Duration = Duration::from_secs(4);

/// What is done on a thread; it tells whoever asked for it by itself.
type Job = Box<dyn FnOnce(&Pool, &Arc<Watch>) + Send>;

/// Jobs of one kind. A standby that holds up every commit holds up no reading.
struct Lane {
    turns: Semaphore,
    threads: Arc<Semaphore>,
}

impl Lane {
    fn new() -> Lane {
        Lane { turns: Semaphore::new(SIZE), threads: Arc::new(Semaphore::new(THREADS)) }
    }
}

/// The connections to one database.
pub struct Pool {
    address: Address,
    /// The files that must be there for another connection: one to a file that has taken the place
    /// of another cuts short what those to the other share in memory, and the system ends whoever
    /// reads there.
    files: OnceLock<Watched>,
    kept: Mutex<Vec<Conn>>,
    reading: Lane,
    writing: Lane,
    /// Runs nothing but threads; there until the pool is dropped.
    threads: Option<Runtime>,
}

impl Pool {
    /// A pool that has this connection already.
    pub fn new(address: Address, first: Conn) -> std::io::Result<Pool> {
        let mut threads = Builder::new_current_thread();
        let threads = threads.max_blocking_threads(2 * THREADS).thread_name("database").build()?;
        Ok(Pool {
            address,
            files: OnceLock::new(),
            kept: Mutex::new(vec![first]),
            reading: Lane::new(),
            writing: Lane::new(),
            threads: Some(threads),
        })
    }

    /// Opens no more connections once one of these is lost.
    pub fn opens_while_there(&self, files: Watched) {
        // There is one file.
        let _ = self.files.set(files);
    }

    /// Runs a reading job. See [`Pool::write`].
    pub async fn read<T, F>(self: &Arc<Self>, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Pool, &Arc<Watch>) -> Result<T> + Send + 'static,
    {
        self.answer(&self.reading, job).await
    }

    /// Runs a writing job on a thread when its turn has come, and waits for its answer no
    /// longer than its watch allows. Where it is given up, no connection is trusted any
    /// more that nobody is using.
    pub async fn write<T, F>(self: &Arc<Self>, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Pool, &Arc<Watch>) -> Result<T> + Send + 'static,
    {
        self.answer(&self.writing, job).await
    }

    async fn answer<T, F>(self: &Arc<Self>, lane: &Lane, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Pool, &Arc<Watch>) -> Result<T> + Send + 'static,
    {
        let (tell, mut told) = oneshot::channel();
        let job = Box::new(move |pool: &Pool, watch: &Arc<Watch>| {
            // Whoever asked may have gone away.
            let _ = tell.send(job(pool, watch));
        });
        self.run(lane, job).await?;
        told.try_recv().map_err(Error::fault)?
    }

    async fn run(self: &Arc<Self>, lane: &Lane, job: Job) -> Result<()> {
        let turn = tokio::time::timeout(TURN, lane.turns.acquire()).await;
        let Ok(Ok(_turn)) = turn else {
            tracing::warn!("a job got no turn on the database");
            return Err(unavailable());
        };
        let watch = Arc::new(Watch::new());
        let (pool, watched) = (self.clone(), watch.clone());
        let thread = lane.threads.clone().try_acquire_owned().map_err(|_| unavailable())?;
        let threads = self.threads.as_ref().ok_or_else(unavailable)?;
        let mut done = threads.spawn_blocking(move || {
            let _thread = thread;
            job(&pool, &watched);
        });
        loop {
            tokio::select! {
                ended = &mut done => return ended.map_err(Error::fault),
                () = tokio::time::sleep(watch.patience()) => {
                    if let Some(error) = watch.give_up() {
                        tracing::warn!(%error, "the database is silent");
                        let kept = std::mem::take(&mut *self.kept());
                        drop(kept);
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Runs a job on a connection on which `first` has worked. A connection on which
    /// something broke, or that is left in a transaction, is not used again.
    pub fn lend<T>(
        &self,
        watch: &Arc<Watch>,
        first: fn(&mut Conn) -> QueryResult<()>,
        job: impl FnOnce(&mut Conn) -> Result<T>,
    ) -> Result<T> {
        let mut conn = self.connection(watch, first)?;
        let done = job(&mut conn);
        let broken = |error: &Error| error.code == Code::Fault || error.kind() == Kind::Unavailable;
        if !done.as_ref().is_err_and(broken) && !conn.is_in_transaction() && watch.is_kept() {
            self.keep(conn);
        }
        done
    }

    fn connection(
        &self,
        watch: &Arc<Watch>,
        first: fn(&mut Conn) -> QueryResult<()>,
    ) -> Result<Conn> {
        loop {
            let kept = self.kept().pop();
            let is_new = kept.is_none();
            let mut conn = match kept {
                Some(conn) => conn,
                None => self.open(watch)?,
            };
            watch.over(&mut conn);
            match first(&mut conn) {
                Ok(()) => {
                    if matches!(conn, Conn::Sqlite(_)) {
                        // Its statements are not watched: a file is slow, and never silent.
                        watch.answered();
                    }
                    return Ok(conn);
                }
                Err(error) if is_new || !watch.is_kept() => return Err(error.into()),
                Err(error) => tracing::debug!(%error, "a kept connection was lost"),
            }
        }
    }

    /// A new connection. One for which nobody waits any more is kept for others: where
    /// several hosts are silent, finding the one that answers takes longer than anybody waits.
    fn open(&self, watch: &Watch) -> Result<Conn> {
        watch.expect_within(REACH);
        if self.files.get().is_some_and(|files| files.look().is_err()) {
            return Err(unavailable());
        }
        let conn = self.address.open().map_err(|error| {
            tracing::warn!(%error, "the database cannot be reached");
            unavailable()
        })?;
        watch.answered();
        if watch.is_kept() {
            return Ok(conn);
        }
        self.keep(conn);
        Err(unavailable())
    }

    fn keep(&self, conn: Conn) {
        let mut kept = self.kept();
        if kept.len() < KEPT {
            kept.push(conn);
        }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Conn>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pool {
    /// Waits for no thread that hangs on a silent database.
    fn drop(&mut self) {
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Db;
    use super::super::watch::REACH;
    use std::time::Duration;

    #[test]
    fn a_file_that_has_answered_may_be_read_for_long() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("turnwise.db").display());
        let db = Db::connect(&url).expect("the tables");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            db.read(|_| Ok(())).await.expect("a connection that is kept");
            let long = db.read(|_| {
                std::thread::sleep(REACH + Duration::from_millis(200));
                Ok(())
            });
            long.await.expect("nobody gives it up");
        });
    }
}
