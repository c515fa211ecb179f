//! A whole copy of a SQLite database, made while others write it.

use super::{Conn, file, marks, migrate, versions};
use crate::error::{Error, Result};
use crate::private;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use std::path::{Path, PathBuf};

/// A copy that has not got its name yet; removed unless it is given one.
#[derive(Debug)]
pub struct Copy {
    partial: PathBuf,
    to: PathBuf,
}

impl Copy {
    /// Copies the database in the file `from`, as it is at one moment, for the new file
    /// `to`. It ends however much is written meanwhile, and takes nothing from whoever
    /// writes but room for the log.
    ///
    /// # Errors
    /// Says when there is something at `to` already, when `from` is no database of Turnwise or is
    /// not to be served, because everything has moved from it or it is not whole yet, or what the
    /// databases object to.
    pub fn of(from: &Path, to: &Path) -> Result<Copy, String> {
        if !from.is_file() {
            return Err(format!("there is no database {}", from.display()));
        }
        for taken in [to.to_owned(), file::log_of(to)] {
            if taken.symlink_metadata().is_ok() {
                let taken = taken.display();
                return Err(format!(
                    "{taken} exists; it is not overwritten, so move it away first"
                ));
            }
        }
        let mut partial = std::path::absolute(to).map_err(|error| error.to_string())?;
        partial.as_mut_os_string().push(".partial");
        let copy = Copy { partial, to: to.to_owned() };
        // What an earlier try has left.
        copy.remove();
        let mut source = file::open_to_read(from).map_err(|error| of_file(from, &error))?;
        // SQLite fills an empty file as it is, and would let everybody read one of its own.
        private::file(&copy.partial).map_err(|error| of_file(&copy.to, &error))?;
        let copied = match &mut source {
            Conn::Sqlite(source) => diesel::sql_query("VACUUM INTO ?1")
                .bind::<Text, _>(copy.partial.display().to_string())
                .execute(source),
            Conn::Postgres(_) => return Err("this is no file".to_owned()),
        };
        copied.map_err(|error| of_file(&copy.to, &error))?;
        let mut copied = file::open_to_read(&copy.partial).map_err(|e| of_file(&copy.to, &e))?;
        versions::refuse_others(&mut copied, "name another file")
            .and_then(|()| marks::refuse_marked(&mut copied))
            .map_err(|why| of_file(from, &why))?;
        Ok(copy)
    }

    /// Brings the copy's tables up to date and changes it further by `job`.
    pub fn change<T>(&self, job: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T, String> {
        let mut conn = file::open(&self.partial).map_err(|error| of_file(&self.to, &error))?;
        migrate(&mut conn)?;
        job(&mut conn).map_err(|error| of_file(&self.to, &error.detail))
    }

    /// Gives the copy its name, once SQLite finds nothing wrong with the file and `check`
    /// nothing wrong with what is in it. It is on the disk durably then.
    pub fn publish<T>(self, check: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T, String> {
        let mut conn = file::open_to_read(&self.partial).map_err(|e| of_file(&self.to, &e))?;
        let checked = whole(&mut conn).and_then(|()| check(&mut conn));
        let checked = checked.map_err(|error| of_file(&self.to, &error.detail))?;
        drop(conn);
        self.name().map_err(|error| of_file(&self.to, &error))?;
        Ok(checked)
    }

    fn name(&self) -> std::io::Result<()> {
        std::fs::File::open(&self.partial)?.sync_all()?;
        // Unlike a renamed file, a link never takes the place of another file.
        match std::fs::hard_link(&self.partial, &self.to) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Err(error),
            // Not every file system has links.
            Err(_) => std::fs::rename(&self.partial, &self.to)?,
            Ok(()) => {}
        }
        match self.partial.parent() {
            Some(folder) if cfg!(unix) => std::fs::File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    }

    fn remove(&self) {
        for ending in ["", "-wal", "-shm"] {
            let mut file = self.partial.clone();
            file.as_mut_os_string().push(ending);
            let _ = std::fs::remove_file(file);
        }
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        self.remove();
    }
}

fn of_file(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

#[derive(QueryableByName)]
struct Said {
    #[diesel(sql_type = Text)]
    integrity_check: String,
}

#[derive(QueryableByName)]
struct Orphan {
    #[diesel(sql_type = Text)]
    table: String,
}

/// Asks SQLite for whatever is wrong with a file.
fn whole(conn: &mut Conn) -> Result<()> {
    let Conn::Sqlite(conn) = conn else { return Ok(()) };
    conn.batch_execute("PRAGMA cell_size_check = ON")?;
    let said: Vec<Said> = diesel::sql_query("PRAGMA integrity_check").load(conn)?;
    if let Some(wrong) = said.iter().find(|said| said.integrity_check != "ok") {
        return Err(Error::fault(format!("the file is damaged: {}", wrong.integrity_check)));
    }
    let orphans: Vec<Orphan> = diesel::sql_query("PRAGMA foreign_key_check").load(conn)?;
    match orphans.first() {
        None => Ok(()),
        Some(orphan) => Err(Error::fault(format!("{} refers to what is not there", orphan.table))),
    }
}
