//! Emptying the log of a SQLite database, into which every commit goes first.
//!
//! SQLite copies the log into the file by itself, but begins the log anew only at a
//! moment when nobody reads from it. Where somebody always does, it grows without end;
//! so a long one is emptied here as soon as those who read just now have finished,
//! while those who come later wait for nothing.

use super::Conn;
use super::file::{LONG_LOG, Watched};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Integer;
use std::time::{Duration, Instant};

/// How soon after a failure the next try may come, at first and at last: each one holds up
/// the writers for up to a quarter of a second.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));

/// When the writer last tried to empty the log, and how that went.
#[derive(Debug, Default)]
pub struct Checkpoints {
    /// The pause after the last failure, and when it is over.
    pause: Option<(Duration, Instant)>,
    /// The length that was last complained about, in bytes.
    told: u64,
}

#[derive(QueryableByName)]
struct Outcome {
    #[diesel(sql_type = Integer)]
    busy: i32,
}

impl Checkpoints {
    /// Empties the log if it has become long. Says so in the program's own log when
    /// somebody keeps that from happening, again each time the log has doubled.
    pub fn after_commit(&mut self, conn: &mut Conn, files: &Watched) {
        let length = files.log_length();
        let paused = self.pause.is_some_and(|(_, over)| Instant::now() < over);
        if length <= LONG_LOG || paused {
            return;
        }
        match empty(conn) {
            Ok(true) => *self = Checkpoints::default(),
            Ok(false) => self.failed(length, "a long read keeps it"),
            Err(error) => self.failed(length, &error.to_string()),
        }
    }

    fn failed(&mut self, length: u64, why: &str) {
        let pause = self.pause.map_or(PAUSES.0, |(pause, _)| PAUSES.1.min(pause * 2));
        self.pause = Some((pause, Instant::now() + pause));
        if length >= 2 * self.told.max(LONG_LOG) {
            self.told = length;
            let megabytes = length / 1_000_000;
            tracing::warn!(
                megabytes,
                why,
                "the database's log cannot be emptied and grows; is another program reading \
                 the database without end?"
            );
        }
    }
}

/// Copies the log into the file and cuts it to nothing; `false` where somebody who reads
/// does not finish in time.
fn empty(conn: &mut Conn) -> QueryResult<bool> {
    let Conn::Sqlite(conn) = conn else { return Ok(true) };
    conn.batch_execute("PRAGMA busy_timeout = 250")?;
    let emptied = diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result::<Outcome>(conn);
    conn.batch_execute("PRAGMA busy_timeout = 5000")?;
    emptied.map(|outcome| outcome.busy == 0)
}
