//! A whole service moved from one database to another, of either kind.
//!
//! One loop copies, verifies and goes on where it was interrupted: for a handful of
//! accounts or matches at a time it compares what both databases hold, inserts what the
//! target lacks, and compares again. While that is under way a mark in the target keeps it
//! from being served; before it is taken away, another one is put into the source.

use super::accounts::{AccountRow, ApiTokenRow, RefreshRow, SessionRow, TicketRow};
use super::audit::AuditRow;
use super::blocks::BlockRow;
use super::calendars::{CalendarRow, HoursRow, ZoneLawRow};
use super::clocks::LastCallRow;
use super::deliveries::DeliveryRow;
use super::events::{self, EventRow};
use super::feeds::FeedRow;
use super::habits::{AnswersRow, CountedRow, HabitRow};
use super::handles::ClosedHandleRow;
use super::invitations::{AddressedRow, InvitationRow, UnwantedRow};
use super::keys::{self, KeyRow};
use super::lessons::LessonRow;
use super::letters::LetterRow;
use super::mailboxes::{MailboxRow, MatchRhythmRow, PresenceRow};
use super::matches::{AnsweredRow, MatchRow, SealedRow, SeatRow, SecretRow};
use super::notes::{BookmarkRow, NoteRow};
use super::notices::NoticeRow;
use super::outages::{OutageRow, PulseRow};
use super::query::prelude::*;
use super::ratings::{OutcomeRow, RatingRow, ResultRow, StepRow, TurnsRow};
use super::reports::ReportRow;
use super::second_factors::{RecoveryCodeRow, SecondFactorRow};
use super::secret_marks::SecretMarkRow;
use super::silences::SilenceRow;
use super::talk::{LineRow, ReadRow, ShownRow};
use super::watching::WatchingRow;
use super::ways::{PushKeyRow, WayRow};
use super::{Conn, address, file, lock_migrations, marks, migrate, schema, versions};
use crate::clock::Instant as Moment;
use crate::error::{Error, Result};
use diesel::connection::SimpleConnection;
use std::collections::HashSet;
use std::hash::Hash;
use std::time::{Duration, Instant};

/// How many accounts or matches are compared at a time.
const KEYS: i64 = 20;
/// How many rows one statement inserts.
const ROWS: usize = 1_000;
/// How long those who still use a database have to leave it.
const PATIENCE: Duration = Duration::from_secs(2);

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// How many rows the service has.
    pub rows: i64,
    /// How many of them were there already.
    pub before: i64,
}

/// Moves a service. `verify` says what is wrong with a stream, given all its rows; `told`
/// hears of each table once it is there.
///
/// # Errors
/// Says so when a database is in use, when the target holds anything else, or what a
/// database objects to. The same can be asked for again.
pub fn relocate(
    from: &str,
    to: &str,
    verify: &dyn Fn(&[EventRow]) -> Result<(), String>,
    told: &mut dyn FnMut(&'static str, i64),
) -> Result<Moved, String> {
    let mut source = alone(from)?;
    versions::refuse_others(&mut source, "name another one to move from")?;
    versions::refuse_newer(&mut source)?;
    migrate(&mut source)?;
    marks::refuse_unfinished(&mut source)?;
    let mut target = target(&mut source, to)?;
    migrate(&mut target)?;
    let moved = source.transaction(|source| {
        hold(source)?;
        let left = marks::is_moved_away(source)?;
        let ends = Ends { source, left, target: &mut target, told, moved: Moved::default() };
        ends.relocate(verify)
    });
    let moved = moved.map_err(|error| error.detail)?;
    // Only now: whatever happens in between, at most one of the two can be served.
    marks::end_filling(&mut target).map_err(|error| error.detail)?;
    Ok(moved)
}

/// Where everything goes. A new target is marked before anything else is made in it: whenever this is
/// cut off from then on, no server starts on what is not whole.
fn target(source: &mut Conn, to: &str) -> Result<Conn, String> {
    let left = marks::is_moved_away(source).map_err(|error| error.to_string())?;
    let nothing_is_left = || Err(format!("the source: {}", marks::MOVED_AWAY));
    match file::path(to) {
        Some(path) if left && !path.exists() => return nothing_is_left(),
        Some(path) => file::create(path)?,
        None => {}
    }
    let mut target = alone(to)?;
    if versions::is_untouched(&mut target).map_err(|error| error.to_string())? {
        if left {
            return nothing_is_left();
        }
        let marked = service(source).and_then(|key| marks::begin_filling(&mut target, &key));
        marked.map_err(|error| error.detail)?;
    }
    Ok(target)
}

/// The key by which a service is known.
fn service(conn: &mut Conn) -> Result<String> {
    Ok(keys::all(conn)?.pop().map_or(String::new(), |key| key.public_key))
}

/// Lets a database be served again from which everything has moved.
///
/// # Errors
/// Says so when nothing has moved from it, when it is in use, or what it objects to.
pub fn undo(from: &str) -> Result<(), String> {
    let mut source = alone(from)?;
    let undone = source.transaction(|source| match marks::is_moved_away(source)? {
        true => Ok(marks::move_back(source, TABLES)?),
        false => Err(Error::fault("nothing has moved from this database; it can be served")),
    });
    undone.map_err(|error| error.detail)
}

/// Changes a database by `job` that nobody else uses and that was filled by other means, once its
/// tables are up to date.
///
/// # Errors
/// Says so when it is in use, when it is no database of Turnwise or not to be served, or what it
/// or `job` objects to. Nothing is changed then but the tables.
pub fn change_alone<T>(url: &str, job: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T, String> {
    let mut conn = alone(url)?;
    versions::refuse_others(&mut conn, "fill it from a backup first, or name another one")?;
    marks::refuse_marked(&mut conn)?;
    migrate(&mut conn)?;
    conn.transaction(job).map_err(|error| error.detail)
}

/// Lets nobody write until the transaction ends: a server whose connections were away while
/// they were counted could store what is never moved.
fn hold(source: &mut Conn) -> Result<()> {
    // A file is had alone.
    let Conn::Postgres(source) = source else { return Ok(()) };
    source.batch_execute(
        "SET idle_in_transaction_session_timeout = 0; \
         DO $$ DECLARE one text; BEGIN \
         FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP \
         EXECUTE format('LOCK TABLE %I IN SHARE MODE', one); END LOOP; END $$",
    )?;
    Ok(())
}

/// A connection to a database that nobody else uses.
fn alone(url: &str) -> Result<Conn, String> {
    let busy = |why: &str| format!("{why}; stop every Turnwise that serves it first");
    let mut conn = match file::path(url) {
        Some(path) if !path.is_file() => {
            return Err(format!("there is no database {}", path.display()));
        }
        Some(path) => file::open_alone(path)
            .map_err(|error| busy(&format!("{} cannot be had alone: {error}", path.display())))?,
        None => address::open(url)?,
    };
    let began = Instant::now();
    while others(&mut conn).map_err(|error| error.to_string())? > 0 {
        if began.elapsed() > PATIENCE {
            return Err(busy("the Postgres database has other connections"));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    if let Some(path) = file::path(url)
        && versions::is_foreign(&mut conn).map_err(|error| error.to_string())?
    {
        return Err(file::foreign(path));
    }
    // Whoever starts to serve a Postgres database waits for this connection to end.
    lock_migrations(&mut conn)?;
    Ok(conn)
}

/// How many others are connected to a Postgres database.
fn others(conn: &mut Conn) -> QueryResult<i64> {
    marks::counted(
        conn,
        "SELECT 0 AS n",
        "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() \
         AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
    )
}

/// Rows of one table, told apart by the account or the match to which they belong.
trait Kept: Sized + Eq + Hash {
    const TABLE: &str;
    type Key: Default + Clone;

    /// The next keys after this one.
    fn keys(conn: &mut Conn, after: &Self::Key) -> QueryResult<Vec<Self::Key>>;
    /// All rows of these keys.
    fn of(conn: &mut Conn, keys: &[Self::Key]) -> QueryResult<HashSet<Self>>;
    fn insert(conn: &mut Conn, rows: Vec<&Self>) -> QueryResult<()>;
    fn count(conn: &mut Conn) -> QueryResult<i64>;
}

macro_rules! tables {
    ($($row:ty: $table:ident by $key:ident ($kind:ty);)+) => {
        $(impl Kept for $row {
            const TABLE: &str = stringify!($table);
            type Key = $kind;

            fn keys(conn: &mut Conn, after: &$kind) -> QueryResult<Vec<$kind>> {
                schema::$table::table
                    .select(schema::$table::$key)
                    .distinct()
                    .filter(schema::$table::$key.gt(after))
                    .order(schema::$table::$key.asc())
                    .at_most(KEYS)
                    .load(conn)
            }
            fn of(conn: &mut Conn, keys: &[$kind]) -> QueryResult<HashSet<$row>> {
                let rows: Vec<$row> = schema::$table::table
                    .filter(schema::$table::$key.eq_any(keys))
                    .select(<$row>::as_select())
                    .load(conn)?;
                Ok(rows.into_iter().collect())
            }
            fn insert(conn: &mut Conn, rows: Vec<&$row>) -> QueryResult<()> {
                for rows in rows.chunks(ROWS) {
                    let insert = diesel::insert_into(schema::$table::table);
                    let insert = insert.values(rows.to_vec());
                    match conn {
                        Conn::Postgres(conn) => diesel::RunQueryDsl::execute(insert, conn)?,
                        Conn::Sqlite(conn) => diesel::RunQueryDsl::execute(insert, conn)?,
                    };
                }
                Ok(())
            }
            fn count(conn: &mut Conn) -> QueryResult<i64> {
                schema::$table::table.count().get_result(conn)
            }
        })+

        /// The names of all tables.
        const TABLES: &[&str] = &[$(<$row>::TABLE),+];

        impl Ends<'_> {
            /// Every table, those first to which others refer.
            fn all(&mut self) -> Result<()> {
                $(self.table::<$row>()?;)+
                Ok(())
            }

            /// How many rows the target has.
            fn held(&mut self) -> Result<i64> {
                let mut rows = 0;
                $(rows += <$row>::count(self.target)?;)+
                Ok(rows)
            }
        }
    };
}

tables! {
    AccountRow: accounts by id (String);
    TicketRow: tickets by account_id (String);
    SessionRow: sessions by account_id (String);
    RefreshRow: refresh_tokens by account_id (String);
    ApiTokenRow: api_tokens by account_id (String);
    FeedRow: feeds by account_id (String);
    ClosedHandleRow: closed_handles by hash (String);
    SecondFactorRow: second_factors by account_id (String);
    RecoveryCodeRow: recovery_codes by account_id (String);
    LessonRow: lessons by account_id (String);
    KeyRow: signing_keys by ordinal (i32);
    PushKeyRow: push_keys by ordinal (i32);
    SecretMarkRow: secret_marks by ordinal (i32);
    EventRow: events by match_id (String);
    MatchRow: matches by id (String);
    SeatRow: seats by match_id (String);
    AnswersRow: answers by match_id (String);
    CountedRow: counted by match_id (String);
    HabitRow: habits by account_id (String);
    LastCallRow: last_calls by match_id (String);
    SilenceRow: silences by match_id (String);
    HoursRow: hours by account_id (String);
    CalendarRow: calendars by match_id (String);
    ZoneLawRow: zone_laws by edition (String);
    SecretRow: match_secrets by match_id (String);
    WatchingRow: watching by match_id (String);
    SealedRow: sealed by match_id (String);
    AnsweredRow: answered by account_id (String);
    LetterRow: letters by account_id (String);
    NoticeRow: notices by account_id (String);
    MailboxRow: mailboxes by account_id (String);
    MatchRhythmRow: match_rhythms by account_id (String);
    PresenceRow: presence by account_id (String);
    WayRow: ways by account_id (String);
    DeliveryRow: deliveries by account_id (String);
    LineRow: talk_lines by match_id (String);
    ReadRow: talk_read by account_id (String);
    ShownRow: talk_shown by match_id (String);
    ReportRow: reports by id (String);
    NoteRow: notes by account_id (String);
    BookmarkRow: bookmarks by account_id (String);
    InvitationRow: invitations by match_id (String);
    AddressedRow: addressed by match_id (String);
    UnwantedRow: unwanted by mailbox (String);
    BlockRow: blocks by account_id (String);
    AuditRow: audit by id (String);
    OutcomeRow: outcomes by match_id (String);
    ResultRow: results by match_id (String);
    StepRow: rating_steps by match_id (String);
    RatingRow: ratings by account_id (String);
    TurnsRow: rating_turns by game (String);
    PulseRow: pulses by id (i32);
    OutageRow: outages by from_at (Moment);
}

/// Both ends of a move.
struct Ends<'a> {
    source: &'a mut Conn,
    /// Whether everything has moved from the source already.
    left: bool,
    target: &'a mut Conn,
    told: &'a mut dyn FnMut(&'static str, i64),
    moved: Moved,
}

fn something_else(table: &str) -> Error {
    Error::fault(format!(
        "the target holds something else in the table {table}; name an empty database"
    ))
}

impl Ends<'_> {
    fn relocate(mut self, verify: &dyn Fn(&[EventRow]) -> Result<(), String>) -> Result<Moved> {
        if marks::is_moved_away(self.target)? {
            return Err(Error::fault(format!(
                "the target: {}. To move to this place, name a new file or an empty database",
                marks::MOVED_AWAY
            )));
        }
        let service = service(self.source)?;
        match marks::filled_from(self.target)? {
            Some(from) if from == service => {}
            Some(_) => return Err(Error::fault("the target is being filled from another service")),
            None if self.left => {}
            None if self.held()? == 0 => marks::begin_filling(self.target, &service)?,
            // Moved before: nothing of it is missing, or this is not its place.
            None => {}
        }
        self.all()?;
        self.verify(verify)?;
        if !self.left {
            marks::move_away(self.source, TABLES)?;
        }
        Ok(self.moved)
    }

    /// Sees to it that the target holds one table's rows and no others.
    fn table<T: Kept>(&mut self) -> Result<()> {
        let filling = marks::filled_from(self.target)?.is_some();
        let mut after = T::Key::default();
        loop {
            let keys = T::keys(self.source, &after)?;
            let Some(last) = keys.last() else { break };
            after = last.clone();
            let rows = T::of(self.source, &keys)?;
            let held = T::of(self.target, &keys)?;
            let lacking: Vec<&T> = rows.difference(&held).collect();
            if self.left && !lacking.is_empty() {
                return Err(Error::fault(format!("the source: {}", marks::MOVED_AWAY)));
            }
            if !held.is_subset(&rows) || !(filling || lacking.is_empty()) {
                return Err(something_else(T::TABLE));
            }
            self.moved.before += held.len() as i64;
            if !lacking.is_empty() {
                self.target.transaction(|conn| T::insert(conn, lacking).map_err(Error::from))?;
                if T::of(self.target, &keys)? != rows {
                    return Err(Error::fault(format!("{} did not arrive as it was", T::TABLE)));
                }
            }
        }
        let rows = T::count(self.source)?;
        if T::count(self.target)? != rows {
            return Err(something_else(T::TABLE));
        }
        self.moved.rows += rows;
        (self.told)(T::TABLE, rows);
        Ok(())
    }

    fn verify(&mut self, verify: &dyn Fn(&[EventRow]) -> Result<(), String>) -> Result<()> {
        for match_id in events::streams(self.target)? {
            let rows = events::from(self.target, &match_id, 1)?;
            verify(&rows).map_err(|why| {
                Error::fault(format!("the stream of {match_id} is broken: {why}"))
            })?;
        }
        Ok(())
    }
}
