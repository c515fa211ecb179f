//! The one writer of a SQLite file: many jobs, one durable commit.
//!
//! SQLite has one writer at a time and pays a disk flush per commit. Jobs queue
//! up here; the writer takes all that wait, runs each in a savepoint of its own,
//! commits once and only then answers them. A job that fails or panics rolls
//! back its own savepoint and disturbs no other. What cannot be stored (a full disk)
//! fails the jobs of one commit and nothing else.

use super::bells::{Bells, Rung};
use super::checkpoint::Checkpoints;
use super::file::Watched;
use super::tx::{self, Tx};
use super::{Conn, address, not_stored, outcome_unknown};
use crate::error::Result;
use diesel::connection::SimpleConnection;
use std::sync::{Arc, mpsc};
use tokio::sync::oneshot;

/// The most jobs in one commit: bounds how long the first one waits.
const GROUP: usize = 256;

/// Tells a job's owner how it ended, once the commit did or did not succeed.
type Answer = Box<dyn FnOnce(Result<()>) + Send>;
type Job = Box<dyn FnOnce(&mut Conn) -> (Rung, Answer) + Send>;

/// Where the writer writes.
pub struct Place {
    /// The address of the database.
    pub url: String,
    /// The writer's own connection to it.
    pub conn: Conn,
    /// The files that must be there for anything to be stored.
    pub files: Watched,
}

/// The way to the writer thread. The thread ends when the last of these is gone.
#[derive(Debug)]
pub struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread on a connection of its own. Each commit rings `bells`.
    pub fn start(place: Place, bells: Arc<Bells>) -> Writer {
        let (jobs, queue) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || serve(place, &queue, &bells))
            .expect("the operating system gives a thread at start-up");
        Writer { jobs: Some(jobs), thread: Some(thread) }
    }

    /// Queues a job. The receiver gets its answer after the commit, or an error
    /// of its own when the writer is gone.
    pub fn submit<T, F>(&self, job: F) -> oneshot::Receiver<Result<T>>
    where
        T: Send + 'static,
        F: FnOnce(&mut Tx<'_>) -> Result<T> + Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move |conn| {
            let (result, rung) = match tx::run(conn, job) {
                Ok((value, rung)) => (Ok(value), rung),
                Err(error) => (Err(error), Rung::new()),
            };
            let answer = move |committed: Result<()>| {
                // The asker may have gone away; what was committed stays so. What a job
                // says that is not committed may rest on what never was.
                let _ = sender.send(committed.and(result));
            };
            (rung, Box::new(answer))
        });
        if let Some(jobs) = &self.jobs {
            // A failed send drops the job and with it the sender: the receiver sees it.
            let _ = jobs.send(job);
        }
        receiver
    }
}

impl Drop for Writer {
    /// Waits until every queued job is committed.
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

fn serve(mut place: Place, queue: &mpsc::Receiver<Job>, bells: &Bells) {
    let mut checkpoints = Checkpoints::default();
    while let Ok(first) = queue.recv() {
        let (mut rung, mut answers) = (Rung::new(), Vec::new());
        let jobs = std::iter::once(first).chain(queue.try_iter().take(GROUP - 1));
        let there = place.files.look();
        let stored = there.and_then(|()| {
            store(&mut place.conn, jobs, |asked, answer| {
                rung.extend(asked);
                answers.push(answer);
            })
        });
        let outcome = match stored {
            Err(error) => {
                tracing::error!(error, jobs = answers.len(), "a group of writes was not stored");
                place.mend();
                Err(not_stored())
            }
            // Committed, but into a file that is not where it was: it may come back.
            Ok(()) => place.files.look().map_err(|error| {
                tracing::error!(error, jobs = answers.len(), "a group of writes may be lost");
                outcome_unknown()
            }),
        };
        if outcome.is_ok() {
            bells.ring(rung);
        }
        for answer in answers {
            answer(outcome.clone());
        }
        checkpoints.after_commit(&mut place.conn, &place.files);
    }
}

/// Runs jobs and commits what they wrote, all of it or nothing; says why it was nothing.
fn store(
    conn: &mut Conn,
    jobs: impl Iterator<Item = Job>,
    mut ran: impl FnMut(Rung, Answer),
) -> Result<(), String> {
    conn.begin().map_err(|error| error.to_string())?;
    for job in jobs {
        let (asked, answer) = job(conn);
        ran(asked, answer);
        // SQLite ends the whole transaction by itself when a disk is full. Whatever came
        // next would then be stored on its own, and answered as if it was not.
        if !conn.is_in_transaction() {
            return Err("the database ended the transaction".to_owned());
        }
    }
    conn.commit().map_err(|error| error.to_string())
}

/// What holds for the writer alone: what savepoints would undo is kept in memory and not in a
/// file, which was written more often than the log; and the log is copied into the file when it
/// has 16 MB, so that a page which many commits change is copied once for all of them.
const SETTINGS: &str = "PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4000;";

/// A connection for the writer.
pub fn open(url: &str) -> Result<Conn, String> {
    let mut conn = address::open(url)?;
    let set = conn.batch_execute(SETTINGS);
    set.map(|()| conn).map_err(|error| error.to_string())
}

impl Place {
    /// Makes the connection fit for the next group after one that failed.
    fn mend(&mut self) {
        if self.conn.is_in_transaction()
            && let Err(error) = self.conn.rollback()
        {
            tracing::warn!(%error, "a group of writes could not be rolled back");
        }
        if self.conn.is_in_transaction() {
            match open(&self.url) {
                Ok(conn) => self.conn = conn,
                Err(error) => tracing::error!(error, "the database cannot be opened again"),
            }
        }
    }
}
