//! The file of a SQLite database: opening it, and noticing that it is gone.
//!
//! A process that has a file open goes on reading and writing it after somebody has
//! deleted or replaced it, and loses all of that when it ends. So whoever serves the file
//! looks again and again whether its name still leads to it.

use super::Conn;
use crate::private;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::r2d2::Error as R2d2Error;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often whoever waits for the loss of a file looks for it.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// After this long who waits for their turn says so.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long who waits for their turn does so at most.
const LONGEST_TURN: Duration = Duration::from_secs(30);

/// How many links a name may lead through.
const LINKS: usize = 40;

/// How long the log may grow, in bytes, before room in it must be made again.
pub const LONG_LOG: u64 = 32 * 1024 * 1024;

/// For every connection: waits for another writer, keeps a log before the file, writes
/// durably, and gives back the room of a log that was longer than [`LONG_LOG`].
const SETTINGS: &str = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; \
    PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 33554432;";

/// The path in the address of a database, if it is one of SQLite.
pub fn path(url: &str) -> Option<&Path> {
    url.strip_prefix("sqlite://").map(Path::new)
}

/// Sees to it that the file is there: an empty one is an empty database. One that is
/// there is not even opened, because closing it would undo SQLite's locks on it. The files that
/// SQLite puts beside it may be read by whoever may read this one.
pub fn create(path: &Path) -> Result<(), String> {
    match private::file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            Err(unusable(path, &error))
        }
        _ => Ok(()),
    }
}

/// The turn of who opens a file and brings its tables up to date; others who open one in the same
/// folder wait until this is dropped. When two make the log of a new file or its tables at once,
/// SQLite refuses one. The folder is locked, since closing the file itself once more would undo
/// SQLite's locks on it. Anybody who may read a folder can lock it, so nobody waits long; where
/// folders cannot be locked there are no turns.
pub fn turn(path: &Path) -> Option<File> {
    turn_within(path, LONGEST_TURN)
}

fn turn_within(path: &Path, longest: Duration) -> Option<File> {
    let file = led_to(path);
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let lock = File::open(folder).ok()?;
    let began = Instant::now();
    let mut told = false;
    loop {
        match lock.try_lock() {
            Ok(()) => return Some(lock),
            Err(TryLockError::Error(_)) => return None,
            Err(TryLockError::WouldBlock) => {}
        }
        let waited = began.elapsed();
        if waited > longest {
            tracing::warn!("{} is still locked; going on all the same", folder.display());
            return None;
        }
        if waited > PATIENCE && !told {
            told = true;
            tracing::warn!("waiting for whoever has locked the folder {}", folder.display());
        }
        std::thread::sleep(PATIENCE / 50);
    }
}

/// Where a name leads that is a link, so that all names of a file have the same turns.
fn led_to(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(to) = std::fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    path
}

/// Says that a file cannot be used, and what it takes.
pub fn unusable(path: &Path, error: &dyn std::fmt::Display) -> String {
    let path = path.display();
    format!(
        "the database file {path} cannot be used: {error}. Its folder must be there, this user \
         needs the right to write both, and the disk needs room"
    )
}

/// Says that a file is another program's.
pub fn foreign(path: &Path) -> String {
    let path = path.display();
    format!(
        "the database file {path} holds the tables of another program and is no database of \
         Turnwise; it is left as it is, so name another file"
    )
}

/// Opens a file that is there. One that has gone is never made anew: a service that
/// lost its database must not go on with an empty one.
pub fn open(path: &Path) -> Result<Conn, R2d2Error> {
    let mut conn = diesel::SqliteConnection::establish(&address(path, "rw"))
        .map_err(R2d2Error::ConnectionError)?;
    conn.batch_execute(SETTINGS).map_err(R2d2Error::QueryError)?;
    Ok(Conn::Sqlite(conn))
}

/// Opens a file that is there, and leaves it as it is.
pub fn open_to_read(path: &Path) -> Result<Conn, R2d2Error> {
    patient(path, "ro")
}

/// Opens a file that is there to look what it is. What somebody who was cut off has begun is
/// ended, as SQLite does; nothing else is written.
pub fn open_to_look(path: &Path) -> Result<Conn, R2d2Error> {
    patient(path, "rw")
}

fn patient(path: &Path, mode: &str) -> Result<Conn, R2d2Error> {
    let mut conn = diesel::SqliteConnection::establish(&address(path, mode))
        .map_err(R2d2Error::ConnectionError)?;
    conn.batch_execute("PRAGMA busy_timeout = 5000").map_err(R2d2Error::QueryError)?;
    Ok(Conn::Sqlite(conn))
}

/// Opens a file that is there and keeps everybody else out of it; waits a little for
/// those who have it open.
pub fn open_alone(path: &Path) -> Result<Conn, R2d2Error> {
    let mut conn = diesel::SqliteConnection::establish(&address(path, "rw"))
        .map_err(R2d2Error::ConnectionError)?;
    let alone = format!(
        "PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE; {SETTINGS} \
         BEGIN IMMEDIATE; COMMIT;"
    );
    conn.batch_execute(&alone).map_err(R2d2Error::QueryError)?;
    Ok(Conn::Sqlite(conn))
}

/// The address by which SQLite opens an existing file in this mode.
fn address(path: &Path, mode: &str) -> String {
    let path = path.display().to_string();
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?mode={mode}")
}

/// Whether SQLite says with this message that nothing can be stored just now, by no
/// fault of the statement.
pub fn cannot_store(message: &str) -> bool {
    [
        "database or disk is full",
        "disk I/O error",
        "attempt to write a readonly database",
        "unable to open database file",
        "database is locked",
    ]
    .iter()
    .any(|said| message.contains(said))
}

/// Device and inode of a file.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<Identity> {
    std::fs::metadata(path).map(|_| (0, 0))
}

/// The open files of a database, and whether they are still what their names lead to.
/// Clones watch together.
#[derive(Clone, Debug)]
pub struct Watched(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The database and its log.
    files: Vec<(PathBuf, Identity)>,
    lost: watch::Sender<Option<String>>,
}

impl Watched {
    /// The files of a database that this process has just opened and keeps open. Where its name
    /// is a link, the log stands beside what that leads to.
    pub fn open(path: &Path) -> std::io::Result<Watched> {
        let known = |path: PathBuf| identity(&path).map(|identity| (path, identity));
        let files = [path.to_owned(), log_of(&path.canonicalize()?)].map(known);
        let files = files.into_iter().collect::<std::io::Result<_>>()?;
        Ok(Watched(Arc::new(Inner { files, lost: watch::Sender::new(None) })))
    }

    /// How long the log of what is not yet in the file is, in bytes.
    pub fn log_length(&self) -> u64 {
        let log = self.0.files.last();
        log.and_then(|(path, _)| std::fs::metadata(path).ok()).map_or(0, |file| file.len())
    }

    /// Looks whether the files are still there; says what is lost if not, from then on
    /// always.
    pub fn look(&self) -> Result<(), String> {
        if let Some(why) = &*self.0.lost.borrow() {
            return Err(why.clone());
        }
        let lost = self.0.files.iter().find_map(|(path, known)| match identity(path) {
            Ok(found) if found == *known => None,
            Ok(_) => Some((path, "was replaced")),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Some((path, "was deleted or moved away"))
            }
            // Whoever may not look just now has not lost anything yet.
            Err(_) => None,
        });
        let Some((path, how)) = lost else { return Ok(()) };
        let why = format!(
            "the database file {} {how} while it was served; nothing can be stored any more. \
             Put the right file there and start again",
            path.display()
        );
        self.0.lost.send_replace(Some(why.clone()));
        Err(why)
    }

    /// Waits until the files are lost, and says how.
    pub async fn lost(&self) -> String {
        let mut told = self.0.lost.subscribe();
        loop {
            let files = self.clone();
            // A file system that hangs must hold up nobody who serves.
            if let Ok(Err(why)) = tokio::task::spawn_blocking(move || files.look()).await {
                return why;
            }
            let _ = tokio::time::timeout(LOOK_EVERY, told.changed()).await;
        }
    }
}

/// Where SQLite keeps the log of a database.
pub fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_a_file_have_the_same_turns_and_nobody_waits_for_ever() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [file, link] = [folders[0].path().join("a.db"), folders[1].path().join("b.db")];
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let soon = Duration::from_millis(100);
        let first = turn_within(&file, soon).expect("nobody else is there");
        assert!(turn_within(&link, soon).is_none(), "the first one has not ended");
        drop(first);
        assert!(turn_within(&link, soon).is_some());
    }
}
