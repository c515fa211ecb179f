//! Rows that an older Turnwise has left behind are written anew.
//!
//! The lobby's rows repeat what follows from a stream. A Turnwise that knows fewer columns
//! leaves some of them as they were, before an update and while two versions serve one
//! database. Nothing that is due may be missed for that.

use crate::db::{Conn, matches as rows};
use crate::error::{Code, Result};
use crate::matches::Matches;
use crate::matches::stream::project::project_anew;

/// How many matches are looked up at once.
const AT_ONCE: i64 = 200;

impl Matches {
    /// Writes anew what an older Turnwise has left behind.
    pub async fn catch_up(&self) -> Result<()> {
        let mut after = String::new();
        loop {
            let from = after.clone();
            let look = move |conn: &mut Conn| rows::to_project(conn, &from, AT_ONCE);
            let behind = self.db.read(look).await?;
            let Some(last) = behind.last() else { return Ok(()) };
            after.clone_from(last);
            for match_id in behind {
                match self.write_rows_anew(&match_id).await {
                    Err(error) if error.code == Code::NewerThanThisServer => {}
                    Err(error) => tracing::error!(match_id, %error, "rows were left behind"),
                    Ok(()) => {}
                }
            }
        }
    }

    async fn write_rows_anew(&self, match_id: &str) -> Result<()> {
        let on = self.newest(match_id, None).await?;
        self.db.write(move |tx| project_anew(tx, &on)).await
    }
}
