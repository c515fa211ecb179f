//! Opening connections, and keeping some open.

use super::Conn;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::r2d2::{Error as R2d2Error, ManageConnection, R2D2Connection};
use std::time::Duration;

/// Connections kept for reading (and on Postgres for writing).
pub const SIZE: u32 = 8;

pub type Pool = diesel::r2d2::Pool<Manager>;

/// Opens connections by the address's scheme: the derived `establish` tries both
/// databases in turn and hides the true error.
#[derive(Debug)]
pub struct Manager(String);

impl ManageConnection for Manager {
    type Connection = Conn;
    type Error = R2d2Error;

    fn connect(&self) -> Result<Conn, R2d2Error> {
        if is_postgres(&self.0) {
            return diesel::PgConnection::establish(&self.0)
                .map(Conn::Postgres)
                .map_err(R2d2Error::ConnectionError);
        }
        let path = self.0.strip_prefix("sqlite://").unwrap_or(&self.0);
        let mut conn =
            diesel::SqliteConnection::establish(path).map_err(R2d2Error::ConnectionError)?;
        conn.batch_execute(
            "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; \
             PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
        )
        .map_err(R2d2Error::QueryError)?;
        Ok(Conn::Sqlite(conn))
    }

    fn is_valid(&self, conn: &mut Conn) -> Result<(), R2d2Error> {
        conn.ping().map_err(R2d2Error::QueryError)
    }

    fn has_broken(&self, conn: &mut Conn) -> bool {
        conn.is_broken()
    }
}

fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

fn check(url: &str) -> Result<(), String> {
    if is_postgres(url) || url.starts_with("sqlite://") {
        return Ok(());
    }
    Err("the database address must begin with sqlite:// (and a file) or postgres://".to_owned())
}

/// A pool of connections to this address.
pub fn connect(url: &str, size: u32) -> Result<Pool, String> {
    open(url)?;
    diesel::r2d2::Pool::builder()
        .max_size(size)
        .min_idle(Some(1))
        .connection_timeout(Duration::from_secs(5))
        .test_on_check_out(is_postgres(url))
        .build(Manager(url.to_owned()))
        .map_err(|error| error.to_string())
}

/// One connection outside any pool. The pool would retry a wrong address for
/// seconds before it says what is wrong; this says it at once.
pub fn open(url: &str) -> Result<Conn, String> {
    check(url)?;
    Manager(url.to_owned()).connect().map_err(|error| error.to_string())
}
