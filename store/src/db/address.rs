//! Where the database is, and how a connection to it is opened.
//!
//! What an address of Postgres does not say itself is said here: a server that does not
//! answer is given up within seconds, and one that cannot write is passed over, so that
//! of several hosts the one that was promoted is found.

use super::{Conn, file};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::r2d2::Error as R2d2Error;
use std::path::{Path, PathBuf};

/// What libpq is told unless the address says otherwise: how long it waits for each host
/// (seconds), when it finds out that a host is gone (seconds and times, and milliseconds
/// until something sent must be acknowledged), and which of several hosts will do.
const DEFAULTS: [(&str, &str); 8] = [
    ("connect_timeout", "2"),
    ("keepalives", "1"),
    ("keepalives_idle", "5"),
    ("keepalives_interval", "2"),
    ("keepalives_count", "3"),
    ("tcp_user_timeout", "10000"),
    ("target_session_attrs", "read-write"),
    ("fallback_application_name", "turnwise"),
];

/// What every connection to Postgres is told. A transaction whose process was cut off
/// holds up nobody for long, and no server acknowledges what it has not stored.
const PROMISES: &str = "SET idle_in_transaction_session_timeout = '10s'; \
    SELECT set_config('synchronous_commit', 'on', false) \
    WHERE current_setting('synchronous_commit') = 'off'";

/// Where the database is. It may hold a password, so it cannot be shown.
pub enum Address {
    /// A file.
    Sqlite(PathBuf),
    /// What libpq connects by.
    Postgres(String),
}

impl Address {
    /// Reads `sqlite://FILE`, `postgres://…` in each of its forms, and libpq's own list
    /// of keywords and values (`host=… dbname=…`).
    pub fn parse(text: &str) -> Result<Address, String> {
        if let Some(path) = file::path(text) {
            return Ok(Address::Sqlite(path.to_owned()));
        }
        // Of what is said twice libpq takes the last, so the defaults come first.
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let defaults = DEFAULTS.map(|(name, value)| format!("{name}={value}")).join("&");
            return Ok(Address::Postgres(match text.split_at(parameters(text)) {
                (before, "" | "?") => format!("{before}?{defaults}"),
                (before, given) => format!("{before}?{defaults}&{}", &given[1..]),
            }));
        }
        let keyword = text.split_once('=').map_or("", |(keyword, _)| keyword.trim());
        if !keyword.is_empty() && keyword.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
            let defaults = DEFAULTS.map(|(name, value)| format!("{name}={value}")).join(" ");
            return Ok(Address::Postgres(format!("{defaults} {text}")));
        }
        Err("the database address must begin with sqlite:// (and a file) or postgres://, or \
             consist of Postgres's keywords (host=… dbname=…)"
            .to_owned())
    }

    /// Opens a connection. A file must be there.
    pub fn open(&self) -> Result<Conn, String> {
        self.open_by(file::open)
    }

    /// Opens a connection to look at what is there. A file must be, and stays as it is.
    pub fn look(&self) -> Result<Conn, String> {
        self.open_by(file::open_to_look)
    }

    fn open_by(&self, open: fn(&Path) -> Result<Conn, R2d2Error>) -> Result<Conn, String> {
        match self {
            Address::Postgres(address) => {
                let mut conn = PgConnection::establish(address).map_err(|e| e.to_string())?;
                conn.batch_execute(PROMISES).map_err(|e| e.to_string())?;
                Ok(Conn::Postgres(conn))
            }
            Address::Sqlite(path) => open(path).map_err(|error| file::unusable(path, &error)),
        }
    }
}

/// One connection outside any pool. A file must be there.
pub fn open(text: &str) -> Result<Conn, String> {
    Address::parse(text)?.open()
}

/// Where the parameters of a URL begin, question mark included. A name and a password in
/// front of the hosts may hold a question mark of their own.
fn parameters(url: &str) -> usize {
    let hosts = url.find("://").map_or(0, |at| at + 3);
    let named = url[hosts..].find(['@', '/']).filter(|at| url[hosts + at..].starts_with('@'));
    let from = hosts + named.unwrap_or(0);
    url[from..].find('?').map_or(url.len(), |at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn postgres(text: &str) -> String {
        match Address::parse(text) {
            Ok(Address::Postgres(address)) => address,
            Ok(Address::Sqlite(path)) => panic!("{text} is read as the file {path:?}"),
            Err(why) => panic!("{text}: {why}"),
        }
    }

    #[test]
    fn what_an_address_says_itself_comes_after_the_defaults() {
        for (given, before, after) in [
            ("postgres://anna@one:1,two:2/db", "postgres://anna@one:1,two:2/db?", ""),
            ("postgresql://one/db?", "postgresql://one/db?", ""),
            ("postgres:///db?host=one,two&port=1", "postgres:///db?", "&host=one,two&port=1"),
            ("postgres://anna:a?b@one/db?port=1", "postgres://anna:a?b@one/db?", "&port=1"),
            ("postgres://one/db?user=a@b", "postgres://one/db?", "&user=a@b"),
            ("host=one,two password='a b'", "connect_timeout=2 ", " host=one,two password='a b'"),
        ] {
            let read = postgres(given);
            assert!(read.starts_with(before) && read.ends_with(after), "{given}: {read}");
            for (name, value) in DEFAULTS {
                assert!(read.contains(&format!("{name}={value}")), "{given}: {read}");
            }
            assert!(!read.ends_with('&') && read.matches('?').count() <= 2, "{given}: {read}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in ["", "mysql://one/db?a=b", "turnwise.db", "sqlite:turnwise.db", "=x"] {
            let why = Address::parse(text).err().unwrap_or_default();
            assert!(why.contains("sqlite://"), "{text}: {why}");
        }
    }
}
