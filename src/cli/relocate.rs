//! `turnwise move`: a whole service to another database.

use super::say;
use crate::db::moving;
use crate::matches::stream::chain;

/// Moves the service from one address to another, or goes on with a move.
pub fn relocate(from: &str, to: &str) -> Result<(), String> {
    let told = &mut |table: &'static str, rows: i64| say(format_args!("{table}: {rows} rows"));
    let moved = moving::relocate(from, to, &chain::check, told)?;
    say(format_args!(
        "All {} rows are there and compared, {} of them from before; every stream is whole. \
         Serve the new database: set DATABASE_URL to it. The old one is not served any more.",
        moved.rows, moved.before
    ));
    Ok(())
}

/// Lets the old database be served again.
pub fn undo(from: &str) -> Result<(), String> {
    moving::undo(from)?;
    say("This database can be served again. Do not serve the other one, too: each would go its \
         own way.");
    Ok(())
}
