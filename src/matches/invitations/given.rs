//! All invitations that somebody has given or got, for who takes home what is stored of them.

use crate::clock::Instant;
use crate::db::blocks;
use crate::db::invitations as rows;
use crate::error::Result;
use crate::matches::Matches;

/// An invitation that somebody has given or got.
#[derive(Clone, Debug)]
pub struct Asked {
    /// To which match.
    pub match_id: String,
    /// Whether they gave it.
    pub given: bool,
    /// The address, where they wrote to one.
    pub address: Option<String>,
    /// Why it was declined.
    pub why: String,
    /// When it was given.
    pub invited_at: Instant,
    /// When it was declined, if it was.
    pub declined_at: Option<Instant>,
}

impl Matches {
    /// All invitations that somebody has given or got, but from whom they have blocked.
    pub async fn invitations_of(&self, account: &str) -> Result<Vec<Asked>> {
        let account = account.to_owned();
        self.db
            .read(move |conn| {
                let (mut by_handle, by_address) = rows::of_account(conn, &account)?;
                let blocked = blocks::blocked_by(conn, &account)?;
                by_handle.retain(|row| !blocked.contains(&row.by_id));
                let asked = by_handle.into_iter().map(|row| Asked {
                    given: row.by_id == account,
                    match_id: row.match_id,
                    address: None,
                    why: row.why,
                    invited_at: row.invited_at,
                    declined_at: row.declined_at,
                });
                let written = by_address.into_iter().map(|row| Asked {
                    given: true,
                    match_id: row.match_id,
                    address: Some(row.address),
                    why: row.why,
                    invited_at: row.invited_at,
                    declined_at: row.declined_at,
                });
                Ok(asked.chain(written).collect())
            })
            .await
    }
}
