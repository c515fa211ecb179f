//! Bells that ring from one process to another, by `LISTEN` and `NOTIFY` of Postgres.
//!
//! A thread with a connection of its own tells of what was rung here for others, after the commit
//! and many at a time: a `NOTIFY` in the transactions themselves would have them commit one
//! after the other. It hears the others by looking at its socket, which asks the database
//! nothing. While the connection is lost nothing is heard; when it is back, all look.

use super::bells::{Bell, Bells, Rung};
use super::{Conn, address};
use crate::error::{Error, Result};
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Text};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How often the socket is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// How long it is from one attempt to connect to the next.
const CONNECT_EVERY: Duration = Duration::from_secs(1);
/// Under what name notifications travel; each database has its own.
const CHANNEL: &str = "turnwise";

/// Starts the thread, which ends with the bells.
///
/// # Errors
/// Where the operating system gives no thread.
pub fn start(url: &str, bells: &Arc<Bells>) -> Result<(), String> {
    let (rung, to_tell) = channel();
    let (url, here) = (url.to_owned(), Arc::downgrade(bells));
    let thread = std::thread::Builder::new().name("notify".to_owned());
    let started = thread.spawn(move || serve(&url, &here, &to_tell));
    started.map_err(|error| error.to_string())?;
    bells.tell(rung);
    Ok(())
}

fn serve(url: &str, here: &Weak<Bells>, to_tell: &Receiver<Bell>) {
    loop {
        match Line::open(url).and_then(|mut line| line.relay(here, to_tell)) {
            Ok(()) => return,
            Err(error) => tracing::warn!(%error, "other processes are not heard just now"),
        }
        std::thread::sleep(CONNECT_EVERY);
        // The others are told that they have missed something, not what.
        loop {
            match to_tell.try_recv() {
                Ok(_) => {}
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
    }
}

/// A connection that listens.
struct Line {
    conn: PgConnection,
    /// The number by which notifications name their sender.
    own: i32,
}

impl Line {
    fn open(url: &str) -> Result<Line> {
        let Conn::Postgres(mut conn) = address::open(url).map_err(Error::fault)? else {
            return Err(Error::fault("only Postgres notifies"));
        };
        diesel::sql_query(format!("LISTEN {CHANNEL}")).execute(&mut conn)?;
        let own = diesel::dsl::sql::<Integer>("SELECT pg_backend_pid()").get_result(&mut conn)?;
        Ok(Line { conn, own })
    }

    /// Tells and hears until nobody is left here; fails with the connection.
    fn relay(&mut self, here: &Weak<Bells>, to_tell: &Receiver<Bell>) -> Result<()> {
        self.tell(&Rung::from([Bell::Anything]))?;
        if let Some(bells) = here.upgrade() {
            bells.ring_here(Bell::Anything);
        }
        loop {
            match to_tell.recv_timeout(LOOK_EVERY) {
                Ok(bell) => {
                    self.tell(&std::iter::once(bell).chain(to_tell.try_iter()).collect())?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let own = self.own;
            for heard in self.conn.notifications_iter() {
                let heard = heard?;
                if let Some(bells) = here.upgrade().filter(|_| heard.process_id != own) {
                    bells.ring_here(Bell::of_text(&heard.payload));
                }
            }
        }
    }

    fn tell(&mut self, rung: &Rung) -> Result<()> {
        let texts: Vec<String> = rung.iter().map(Bell::text).collect();
        diesel::sql_query("SELECT pg_notify($1, bell) FROM unnest($2) AS bell")
            .bind::<Text, _>(CHANNEL)
            .bind::<Array<Text>, _>(texts)
            .execute(&mut self.conn)?;
        Ok(())
    }
}
