//! Where the database is, and how a connection to it is opened.
//!
//! What an address of Postgres does not say itself is said here: a server that does not
//! answer is given up within seconds, and one that cannot write is passed over, so that
//! of several hosts the one that was promoted is found.

use super::{Conn, file};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::r2d2::Error as R2d2Error;
use std::fmt::Display;
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
    ///
    /// # Errors
    /// Says what is no address, without a word of it: some of it may be a password.
    pub fn parse(text: &str) -> Result<Address, String> {
        if let Some(path) = file::path(text) {
            return Ok(Address::Sqlite(path.to_owned()));
        }
        // Of what is said twice libpq takes the last, so the defaults come first.
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            if is_ambiguous(text) {
                return Err("the address of Postgres cannot be read; in a name or password each \
                            of / @ % ? # must be percent-encoded (%2F %40 %25 %3F %23), or the \
                            password be given apart, as PGPASSWORD"
                    .to_owned());
            }
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
                let said = |error: &dyn Display| in_one_line(&error.to_string());
                let mut conn = PgConnection::establish(address).map_err(|error| said(&error))?;
                conn.batch_execute(PROMISES).map_err(|error| said(&error))?;
                Ok(Conn::Postgres(conn))
            }
            Address::Sqlite(path) => open(path).map_err(|error| file::unusable(path, &error)),
        }
    }
}

/// How libpq speaks of an address that it cannot read, a part of which it quotes.
const QUOTING: [&str; 5] = [
    "in connection info string",
    "in URI",
    "URI query parameter",
    "invalid connection option",
    "for connection option",
];

/// What libpq says, without the words of an address that it could not read, of which some may be
/// of a password.
fn in_one_line(said: &str) -> String {
    if QUOTING.iter().any(|words| said.contains(words)) {
        return "the address of Postgres cannot be read; among keywords a value with blanks, quotes \
                or backslashes stands in single quotes, each ' and \\ in it behind a \\"
            .to_owned();
    }
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

/// Whether a URL is one that libpq reads otherwise than it is meant, and of which it prints what
/// it takes for a port or a host: something of a password that is not encoded.
fn is_ambiguous(url: &str) -> bool {
    let hosts = hosts(url);
    let (before, given) = url.split_at(parameters(url));
    let (places, name) = before[hosts..].split_once('/').unwrap_or((&before[hosts..], ""));
    let is_port = |place: &str| {
        // The address of a host may hold colons, in brackets.
        let port = place.rsplit(']').next().unwrap_or(place).split_once(':');
        port.is_none_or(|(_, port)| port.chars().all(|c| c.is_ascii_digit()))
    };
    let is_parameter = |one: &str| {
        let keyword = one.split_once('=').map_or("", |(keyword, _)| keyword);
        one.is_empty()
            || (!keyword.is_empty()
                && keyword.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
    };
    let encoded = |rest: &str| {
        rest.len() >= 2 && rest.bytes().take(2).all(|b| b.is_ascii_hexdigit()) && &rest[..2] != "00"
    };
    let given = given.trim_start_matches('?');
    places.contains('@')
        || name.contains('@')
        || !places.split(',').all(is_port)
        || !(given.is_empty() || given.split('&').all(is_parameter))
        || !url.split('%').skip(1).all(encoded)
}

/// One connection outside any pool. A file must be there.
pub fn open(text: &str) -> Result<Conn, String> {
    Address::parse(text)?.open()
}

/// Where the parameters of a URL begin, question mark included. A name and a password in
/// front of the hosts may hold a question mark of their own.
fn parameters(url: &str) -> usize {
    let from = hosts(url);
    url[from..].find('?').map_or(url.len(), |at| from + at)
}

/// Where the hosts of a URL begin: behind a name and a password, if libpq finds any.
fn hosts(url: &str) -> usize {
    let from = url.find("://").map_or(0, |at| at + 3);
    let named = url[from..].find(['@', '/']).filter(|at| url[from + at..].starts_with('@'));
    from + named.map_or(0, |at| at + 1)
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
    fn a_password_that_is_not_encoded_is_refused_without_a_word_of_it() {
        for text in [
            "postgres://turnwise:kJ8geheim/xQ2@127.0.0.1:8819/t3",
            "postgres://turnwise:12/geheim@one/db",
            "postgres://anna:geheim%zz@one/db",
            "postgres://anna:geheim%@one/db",
            "postgres://anna:%00geheim@one/db",
            "postgresql://anna:gehe@im@one/db",
            "postgres://anna:x@geheim/y@one/db",
            "postgres://anna:geheim?x/y@one/db",
            "postgres://anna:1?geheim/y@one/db",
            "postgres://anna:geheim#x/y@one/db",
            "postgres://one/db?password=geheim%zz",
            "postgres://anna:geheim%ä@one/db",
        ] {
            let why = Address::parse(text).err().unwrap_or_else(|| panic!("{text} is read"));
            assert!(why.contains("percent-encoded") && !why.contains("gehe"), "{text}: {why}");
        }
        for text in [
            "postgres://anna:kJ8geheim%2FxQ2@127.0.0.1:8819/t3",
            "postgres://anna:a:b?c#d@one:1,[::1]:2,[fe80::1]/db?sslmode=disable&port=1",
            "postgres://anna@one",
            "postgres://anna@one/db?sslmode=disable&",
            "postgres:///db?host=%2Frun&user=a@b&password=x/y",
            "postgres://",
        ] {
            postgres(text);
        }
    }

    #[test]
    fn what_libpq_says_is_one_line_and_tells_no_password() {
        let open = |text: &str| Address::parse(text).and_then(|address| address.open());
        let refused = open("postgres://nobody@127.0.0.1:1,127.0.0.2:1/none").err().unwrap();
        assert!(refused.matches("refused").count() == 2 && !refused.contains('\n'), "{refused}");
        for text in [
            "host=127.0.0.1 port=1 password=ge heim",
            "host=127.0.0.1 port=1 password=ge heim=x",
            "host=127.0.0.1 password=ge port=heim",
            "postgres://anna:geheim@[::1]5432/db",
            "postgres://anna:geheim@[one/db",
            "postgres://anna:geheim@[]/db",
            "postgres://anna:12/x?geheim=z@h/db",
        ] {
            let refused = open(text).err().unwrap();
            assert!(refused.contains("cannot be read") && !refused.contains("heim"), "{refused}");
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
