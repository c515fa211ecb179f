//! What the letters about accounts say, decided when they are sent.

use super::register::{TICKET_HOURS, issue_ticket, purpose};
use super::{Accounts, letter};
use crate::db::Conn;
use crate::db::accounts as rows;
use crate::db::letters::LetterRow;
use crate::error::Result;
use crate::mail::content::Content;
use crate::mail::deliver::{Draft, Verdict};

impl Accounts {
    /// Composes a letter about an account; `None` where it is about something else.
    pub fn compose(
        &self,
        conn: &mut Conn,
        row: &LetterRow,
        origin: &str,
    ) -> Result<Option<Verdict>> {
        let Some(account) = rows::by_id(conn, &row.account_id)? else {
            return Ok(Some(Verdict::Withdraw("the account is gone".to_owned())));
        };
        if account.closed_at.is_some() {
            return Ok(Some(Verdict::Withdraw("the account was closed".to_owned())));
        }
        let now = self.clock.now();
        let handle = account.handle.clone();
        let mut address = account.email.clone();
        let content = match row.kind.as_str() {
            letter::CONFIRM_ADDRESS if account.confirmed_at.is_some() => {
                return Ok(Some(Verdict::Withdraw("the address is confirmed".to_owned())));
            }
            letter::CONFIRM_ADDRESS => {
                let token = issue_ticket(conn, &account, purpose::CONFIRM, now)?;
                let link = format!("{origin}/confirm?token={token}");
                Content::ConfirmAddress { handle, link, hours: TICKET_HOURS }
            }
            letter::RESET_PASSWORD => {
                let token = issue_ticket(conn, &account, purpose::RESET, now)?;
                let link = format!("{origin}/reset?token={token}");
                Content::ResetPassword { handle, link, hours: TICKET_HOURS }
            }
            letter::ADDRESS_TAKEN => {
                Content::AddressTaken { handle, link: format!("{origin}/forgot") }
            }
            letter::ADDRESS_CHANGED => {
                let data: serde_json::Value = serde_json::from_str(&row.data).unwrap_or_default();
                match data["old_address"].as_str() {
                    Some(old) => old.clone_into(&mut address),
                    None => return Ok(Some(Verdict::Withdraw("no address".to_owned()))),
                }
                Content::AddressChanged { handle }
            }
            _ => return Ok(None),
        };
        let draft = Draft {
            name: account.handle,
            address,
            content,
            picture: None,
            thread: None,
            unsubscribe: None,
        };
        Ok(Some(Verdict::Send(Box::new(draft))))
    }
}
