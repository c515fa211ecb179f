//! Marks that keep a database from being served: one that is being filled from another
//! (`unfinished_move`), and one from which everything has moved (`moved_away`).
//!
//! Whoever serves the latter may have waited for the move to end, or be a Turnwise that
//! knows no such mark. So triggers come with it, which refuse all writes, on connections
//! that were open before, too.

use super::query::prelude::*;
use super::{Code, Conn};
use crate::error::{Error, Result};
use diesel::connection::SimpleConnection;
use diesel::result::{DatabaseErrorKind, Error::DatabaseError};
use diesel::sql_types::{BigInt, Text};

diesel::table! {
    // In a database that is being filled: the key by which the service that it comes from
    // is known.
    unfinished_move (source) {
        source -> Text,
    }
}

/// What whoever runs the service is told of a database from which everything has moved.
pub const MOVED_AWAY: &str = "everything has moved from this database to another one: set \
    DATABASE_URL to that. To serve this one again, without what has happened since, run \
    turnwise move --undo --from and its address";

/// What the triggers say.
const REFUSAL: &str = "everything has moved to another database; set DATABASE_URL to it";

/// What the triggers refuse.
const WRITES: [&str; 3] = ["INSERT", "UPDATE", "DELETE"];

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// The number `n` that one of these queries gives.
pub fn counted(conn: &mut Conn, sqlite: &str, postgres: &str) -> QueryResult<i64> {
    let counted: Count = match conn {
        Conn::Sqlite(_) => diesel::sql_query(sqlite).get_result(conn)?,
        Conn::Postgres(_) => diesel::sql_query(postgres).get_result(conn)?,
    };
    Ok(counted.n)
}

/// Whether there is a table of this name.
pub fn has_table(conn: &mut Conn, name: &str) -> QueryResult<bool> {
    let sqlite = format!("SELECT count(*) AS n FROM sqlite_master WHERE name = '{name}'");
    let postgres = format!(
        "SELECT count(*) AS n FROM pg_tables \
         WHERE schemaname = current_schema() AND tablename = '{name}'"
    );
    counted(conn, &sqlite, &postgres).map(|tables| tables > 0)
}

/// The key of the service from which a database is being filled.
pub fn filled_from(conn: &mut Conn) -> Result<Option<String>> {
    if !has_table(conn, "unfinished_move")? {
        return Ok(None);
    }
    Ok(Some(unfinished_move::table.select(unfinished_move::source).first(conn)?))
}

/// Marks a database that is about to be filled from a service.
pub fn begin_filling(conn: &mut Conn, service: &str) -> Result<()> {
    conn.transaction(|conn| {
        conn.batch_execute("CREATE TABLE unfinished_move (source TEXT NOT NULL)")?;
        diesel::insert_into(unfinished_move::table)
            .values(unfinished_move::source.eq(service))
            .execute(conn)?;
        Ok(())
    })
}

/// Takes that mark away: the database is whole.
pub fn end_filling(conn: &mut Conn) -> Result<()> {
    Ok(conn.batch_execute("DROP TABLE IF EXISTS unfinished_move")?)
}

/// Refuses a database that is not whole yet.
pub fn refuse_unfinished(conn: &mut Conn) -> Result<(), String> {
    match filled_from(conn) {
        Ok(None) => Ok(()),
        Ok(Some(_)) => Err("this database is being filled by `turnwise move` and is not whole \
             yet; run that again until it says that it is done"
            .to_owned()),
        Err(error) => Err(error.detail),
    }
}

/// Refuses a database that is not to be served, and says what to do.
pub fn refuse_marked(conn: &mut Conn) -> Result<(), String> {
    refuse_unfinished(conn)?;
    match is_moved_away(conn).map_err(|error| error.to_string())? {
        true => Err(MOVED_AWAY.to_owned()),
        false => Ok(()),
    }
}

/// Whether everything has moved from here to another database.
pub fn is_moved_away(conn: &mut Conn) -> QueryResult<bool> {
    has_table(conn, "moved_away")
}

diesel::define_sql_function! {
    /// What a name leads to in Postgres.
    fn to_regclass(name: Text) -> Nullable<Oid>;
}

/// Refuses to read a Postgres database from which everything has moved, and finds out whether
/// the connection still leads there. Nobody has a file open that is moved, and no file is lost
/// as a connection is.
pub fn refuse_reading(conn: &mut Conn) -> QueryResult<()> {
    let Conn::Postgres(conn) = conn else { return Ok(()) };
    let stays = diesel::select(to_regclass("moved_away").is_null());
    let stays = diesel::RunQueryDsl::get_result(stays, conn)?;
    let refusal = || Box::new(REFUSAL.to_owned());
    if stays { Ok(()) } else { Err(DatabaseError(DatabaseErrorKind::Unknown, refusal())) }
}

/// Refuses a database from which everything has moved, as its triggers do.
pub fn refuse_moved_away(conn: &mut Conn) -> Result<()> {
    if is_moved_away(conn)? { Err(moved_away()) } else { Ok(()) }
}

/// Marks a database from which everything has moved, and has these tables refuse writes.
pub fn move_away(conn: &mut Conn, tables: &[&str]) -> QueryResult<()> {
    conn.batch_execute("CREATE TABLE moved_away AS SELECT CURRENT_TIMESTAMP AS moved_at")?;
    match conn {
        Conn::Sqlite(conn) => each_trigger(tables, |name, write, table| {
            conn.batch_execute(&format!(
                "CREATE TRIGGER {name} BEFORE {write} ON {table} \
                 BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
            ))
        }),
        Conn::Postgres(conn) => {
            conn.batch_execute(&format!(
                "CREATE FUNCTION moved_away() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$"
            ))?;
            each_trigger(tables, |name, write, table| {
                conn.batch_execute(&format!(
                    "CREATE TRIGGER {name} BEFORE {write} ON {table} \
                     FOR EACH STATEMENT EXECUTE FUNCTION moved_away()"
                ))
            })
        }
    }
}

/// Takes that mark away again, on purpose.
pub fn move_back(conn: &mut Conn, tables: &[&str]) -> QueryResult<()> {
    match conn {
        Conn::Sqlite(conn) => each_trigger(tables, |name, _, _| {
            conn.batch_execute(&format!("DROP TRIGGER IF EXISTS {name}"))
        })?,
        Conn::Postgres(conn) => conn.batch_execute("DROP FUNCTION moved_away() CASCADE")?,
    }
    conn.batch_execute("DROP TABLE moved_away")
}

fn each_trigger(
    tables: &[&str],
    mut act: impl FnMut(&str, &str, &str) -> QueryResult<()>,
) -> QueryResult<()> {
    for (table, write) in tables.iter().flat_map(|table| WRITES.map(|write| (table, write))) {
        act(&format!("moved_away_{table}_{}", write.to_lowercase()), write, table)?;
    }
    Ok(())
}

/// Whether a database says with this message that everything has moved away.
pub fn refuses(message: &str) -> bool {
    message.contains(REFUSAL)
}

/// The error for whoever writes where everything has moved away.
pub fn moved_away() -> Error {
    Error::new(
        Code::MovedAway,
        "Everything has moved to another database, which this process does not serve: nothing \
         was changed. Try again in a moment.",
    )
}
