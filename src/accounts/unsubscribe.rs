//! Links that mute the kinds of a letter without signing in.
//!
//! Such a link holds account, kinds and a keyed hash over both; it needs no
//! storage and never expires. Only a POST uses it.

use super::{Account, Accounts, muted};
use crate::db::accounts as rows;
use crate::error::{Code, Error, Result};
use crate::mail::kind::LetterKind;
use crate::words::Word;
use hmac::{Hmac, Mac};
use sha2::Sha256;

impl Accounts {
    fn unsubscribe_mac(&self, account_id: &str, kinds: &str) -> Hmac<Sha256> {
        self.mac(&format!("turnwise unsubscribe\n{account_id}\n{kinds}"))
    }

    /// The token of a link that mutes kinds of letters for an account.
    pub fn unsubscribe_token(&self, account_id: &str, kinds: &[LetterKind]) -> String {
        let kinds: Vec<_> = kinds.iter().map(|kind| kind.word()).collect();
        let kinds = kinds.join("-");
        let mac = hex::encode(self.unsubscribe_mac(account_id, &kinds).finalize().into_bytes());
        format!("{account_id}.{kinds}.{mac}")
    }

    /// Account and kinds of such a token.
    pub fn read_unsubscribe_token(&self, token: &str) -> Result<(String, Vec<LetterKind>)> {
        let wrong = || Error::new(Code::LinkNotValid, "This link is not valid.");
        let mut parts = token.splitn(3, '.');
        let (Some(account), Some(kinds), Some(mac)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong());
        };
        let mac = hex::decode(mac).map_err(|_| wrong())?;
        // Links of older letters join them by a plus, which is a space in an address.
        let kinds = &kinds.replace(' ', "+");
        self.unsubscribe_mac(account, kinds).verify_slice(&mac).map_err(|_| wrong())?;
        let kind = |word| LetterKind::of_word(word).filter(|kind| kind.can_be_muted());
        let kinds: Option<Vec<_>> = kinds.split(['-', '+']).map(kind).collect();
        Ok((account.to_owned(), kinds.ok_or_else(wrong)?))
    }

    /// Mutes the kinds of letters that a link was made for.
    pub async fn unsubscribe(&self, token: &str) -> Result<Account> {
        let (account_id, unwanted) = self.read_unsubscribe_token(token)?;
        let muted_now = self
            .db
            .write(move |conn| {
                let row = rows::locked(conn, &account_id)?.filter(|row| row.closed_at.is_none());
                let mut row = row.ok_or_else(|| Error::not_found("account"))?;
                let mut kinds = muted(&row)?;
                for kind in unwanted {
                    if !kinds.contains(&kind) {
                        kinds.push(kind);
                    }
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
