//! Links that mute one kind of letter without signing in.
//!
//! Such a link holds account, kind and a keyed hash over both; it needs no
//! storage and never expires. Only a POST uses it.

use super::{Account, Accounts, muted};
use crate::db::accounts as rows;
use crate::error::{Code, Error, Result};
use crate::mail::kind::LetterKind;
use hmac::{Hmac, Mac};
use sha2::Sha256;

impl Accounts {
    fn unsubscribe_mac(&self, account_id: &str, kind: &str) -> Hmac<Sha256> {
        self.mac(&format!("turnwise unsubscribe\n{account_id}\n{kind}"))
    }

    /// The token of a link that mutes a kind of letter for an account.
    pub fn unsubscribe_token(&self, account_id: &str, kind: LetterKind) -> String {
        let kind = kind.word();
        let mac = hex::encode(self.unsubscribe_mac(account_id, kind).finalize().into_bytes());
        format!("{account_id}.{kind}.{mac}")
    }

    /// Account and kind of such a token.
    pub fn read_unsubscribe_token(&self, token: &str) -> Result<(String, LetterKind)> {
        let wrong = || Error::new(Code::LinkNotValid, "This link is not valid.");
        let mut parts = token.splitn(3, '.');
        let (Some(account), Some(kind), Some(mac)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong());
        };
        let mac = hex::decode(mac).map_err(|_| wrong())?;
        self.unsubscribe_mac(account, kind).verify_slice(&mac).map_err(|_| wrong())?;
        let kind = LetterKind::of_word(kind).ok().filter(|kind| kind.can_be_muted());
        Ok((account.to_owned(), kind.ok_or_else(wrong)?))
    }

    /// Mutes the kind of letter that a link was made for.
    pub async fn unsubscribe(&self, token: &str) -> Result<Account> {
        let (account_id, kind) = self.read_unsubscribe_token(token)?;
        let muted_now = self
            .db
            .write(move |conn| {
                let row = rows::locked(conn, &account_id)?.filter(|row| row.closed_at.is_none());
                let mut row = row.ok_or_else(|| Error::not_found("account"))?;
                let mut kinds = muted(&row)?;
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
                row.muted = serde_json::to_string(&kinds).map_err(Error::fault)?;
                rows::update(conn, &row)?;
                Account::of(row.into_row())
            })
            .await;
        self.known.forget();
        muted_now
    }
}
