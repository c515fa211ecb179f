//! The one writer of a SQLite file: many jobs, one durable commit.
//!
//! SQLite has one writer at a time and pays a disk flush per commit. Jobs queue
//! up here; the writer takes all that wait, runs each in a savepoint of its own,
//! commits once and only then answers them. A job that fails or panics rolls
//! back its own savepoint and disturbs no other.

use super::Conn;
use crate::error::{Error, Result};
use diesel::Connection;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use tokio::sync::oneshot;

/// The most jobs in one commit: bounds how long the first one waits.
const GROUP: usize = 256;

/// Tells a job's owner how it ended, once the commit did or did not succeed.
type Answer = Box<dyn FnOnce(Result<()>) + Send>;
type Job = Box<dyn FnOnce(&mut Conn) -> Answer + Send>;

/// The way to the writer thread. The thread ends when the last of these is gone.
#[derive(Debug)]
pub struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread on a connection of its own.
    pub fn start(conn: Conn) -> Writer {
        let (jobs, queue) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || serve(conn, &queue))
            .expect("the operating system gives a thread at start-up");
        Writer { jobs: Some(jobs), thread: Some(thread) }
    }

    /// Queues a job. The receiver gets its answer after the commit, or an error
    /// of its own when the writer is gone.
    pub fn submit<T, F>(&self, job: F) -> oneshot::Receiver<Result<T>>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move |conn| {
            let ran = catch_unwind(AssertUnwindSafe(|| conn.transaction(job)));
            let result = ran.unwrap_or_else(|panic| Err(panicked(panic.as_ref())));
            Box::new(move |committed| {
                // The asker may have gone away; what was committed stays so.
                let _ = sender.send(result.and_then(|value| committed.map(|()| value)));
            })
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

fn panicked(panic: &(dyn std::any::Any + Send)) -> Error {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    Error::fault(format!("a write job panicked: {text}"))
}

fn serve(mut conn: Conn, queue: &mpsc::Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let mut answers = Vec::new();
        let committed = conn.begin().and_then(|()| {
            answers.push(first(&mut conn));
            for job in queue.try_iter().take(GROUP - 1) {
                answers.push(job(&mut conn));
            }
            conn.commit()
        });
        let outcome = committed.map_err(|error| {
            tracing::error!(%error, jobs = answers.len(), "a group of writes was not committed");
            conn.rollback();
            super::unavailable()
        });
        for answer in answers {
            answer(outcome.clone());
        }
    }
}
