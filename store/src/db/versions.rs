//! Which migrations a database has had: that tells whether its tables are those of Turnwise,
//! and whether a newer one has changed them.

use super::{Conn, MIGRATIONS, marks};
use diesel::migration::MigrationSource;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel::sqlite::Sqlite;

#[derive(QueryableByName)]
struct Had {
    #[diesel(sql_type = Text)]
    version: String,
}

/// The migrations that a database has had, in order.
fn had(conn: &mut Conn) -> QueryResult<Vec<String>> {
    if !marks::has_table(conn, "__diesel_schema_migrations")? {
        return Ok(Vec::new());
    }
    let had = diesel::sql_query("SELECT version FROM __diesel_schema_migrations ORDER BY version");
    let had: Vec<Had> = match conn {
        Conn::Postgres(conn) => had.load(conn)?,
        Conn::Sqlite(conn) => had.load(conn)?,
    };
    Ok(had.into_iter().map(|had| had.version).collect())
}

/// The migrations that this program knows.
fn known() -> Vec<String> {
    let all = MigrationSource::<Sqlite>::migrations(&MIGRATIONS).unwrap_or_default();
    all.iter().map(|one| one.name().version().to_string()).collect()
}

/// The migrations that a database has had and this program does not know.
fn newer(conn: &mut Conn) -> QueryResult<Vec<String>> {
    let known = known();
    Ok(had(conn)?.into_iter().filter(|version| !known.contains(version)).collect())
}

fn is_ours(conn: &mut Conn) -> QueryResult<bool> {
    let known = known();
    Ok(had(conn)?.iter().any(|version| known.contains(version)))
}

/// Refuses what is no database of Turnwise, be it empty or another program's; `next` is what to
/// do then.
pub fn refuse_others(conn: &mut Conn, next: &str) -> Result<(), String> {
    match is_ours(conn).map_err(|error| error.to_string())? {
        true => Ok(()),
        false => Err(format!("this is no database of Turnwise; {next}")),
    }
}

/// Refuses a database whose tables a newer Turnwise has changed: of what only that one knows,
/// this one would leave something behind.
pub fn refuse_newer(conn: &mut Conn) -> Result<(), String> {
    match newer(conn).map_err(|error| error.to_string())?.as_slice() {
        [] => Ok(()),
        newer => Err(format!(
            "a newer Turnwise has changed the tables of this database ({}); move it by that newer one",
            newer.join(" ")
        )),
    }
}

/// Whether no Turnwise has ever made or marked anything in a database.
pub fn is_untouched(conn: &mut Conn) -> QueryResult<bool> {
    Ok(had(conn)?.is_empty() && !marks::has_table(conn, "unfinished_move")?)
}

/// Whether a SQLite file holds what another program has put there.
pub fn is_foreign(conn: &mut Conn) -> QueryResult<bool> {
    let tables = "SELECT count(*) AS n FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
        AND name NOT IN ('__diesel_schema_migrations', 'unfinished_move')";
    Ok(marks::counted(conn, tables, "SELECT 0::BIGINT AS n")? > 0 && !is_ours(conn)?)
}

/// Says in the log of a server when a newer one has changed the tables. It serves all the same:
/// while all servers are brought up to date, those before stand beside those after.
pub fn note_newer(conn: &mut Conn) -> QueryResult<()> {
    let newer = newer(conn)?;
    if !newer.is_empty() {
        tracing::warn!(
            migrations = newer.join(" "),
            "a newer Turnwise has changed the tables of this database, which this one does not \
             know; serve it by this one for a short time only"
        );
    }
    Ok(())
}
