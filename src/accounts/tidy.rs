//! Removing what is over: links that have expired, sessions that have ended, and what
//! belonged to them.

use super::Accounts;
use crate::db::accounts as rows;
use crate::db::{Conn, handles, letters};
use crate::error::Result;
use crate::random;
use chrono::Duration;

/// How many rows are removed in one transaction, so that nobody waits long for it.
const AT_ONCE: i64 = 500;
/// Since how long a session has ended, or expired, that is removed: until then, requests on
/// their way still find out that it has, and none of them prolongs what is just removed.
const ENDED_DAYS: i64 = 1;
/// Since how long a refresh token was exchanged that is removed. Whoever shows an earlier
/// one ends the session, since somebody has stolen it; whoever shows a later one is only
/// refused.
const EXCHANGED_DAYS: i64 = 14;

impl Accounts {
    /// Removes what is over, until nothing of it is left.
    pub async fn tidy(&self) -> Result<()> {
        let now = self.clock.now();
        let ended = now - Duration::days(ENDED_DAYS);
        let exchanged = now - Duration::days(EXCHANGED_DAYS);
        self.remove(move |conn| rows::remove_expired_tickets(conn, now, AT_ONCE)).await?;
        self.remove(move |conn| rows::remove_ended_sessions(conn, ended, AT_ONCE)).await?;
        self.remove(move |conn| rows::remove_exchanged(conn, exchanged, AT_ONCE)).await?;
        self.remove(|conn| rows::remove_revoked(conn, AT_ONCE)).await?;
        self.remove(move |conn| handles::remove_free(conn, now, AT_ONCE)).await?;
        self.remove(move |conn| letters::remove_withdrawn(conn, &random::no_id(), now, AT_ONCE))
            .await
    }

    /// Does it again and again until it removes fewer than it may.
    async fn remove<F>(&self, some: F) -> Result<()>
    where
        F: Fn(&mut Conn) -> Result<usize> + Copy + Send + 'static,
    {
        while self.db.write(move |tx| some(tx)).await? as i64 >= AT_ONCE {}
        Ok(())
    }
}
