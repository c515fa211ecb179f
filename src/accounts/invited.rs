//! Links that letters to an address hold: to a match to which somebody is invited who may have
//! no account, and to have no such letter sent again.
//!
//! Each holds what it is about and a keyed hash over it; none needs storage.

use super::Accounts;
use super::address::mailbox;
use crate::error::{Code, Error, Result};
use crate::random;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// What the link of an invitation begins with.
const INVITATION: &str = "twi_";
/// What the link begins with that has no invitation sent again.
const NEVER: &str = "twn_";

fn wrong() -> Error {
    Error::new(Code::LinkNotValid, "This link is not valid.")
}

impl Accounts {
    /// A keyed hash of the mailbox that an address leads to: the same for the same mailbox, and
    /// nobody without the service's secret can tell which one it is.
    pub fn mailbox_hash(&self, address: &str) -> String {
        let mac = self.mac(&format!("turnwise mailbox\n{}", mailbox(address)));
        hex::encode(mac.finalize().into_bytes())
    }

    fn invitation_mac(&self, id: &str) -> Hmac<Sha256> {
        self.mac(&format!("turnwise invitation\n{id}"))
    }

    fn never_mac(&self, mailbox: &str) -> Hmac<Sha256> {
        self.mac(&format!("turnwise no invitation\n{mailbox}"))
    }

    /// The token of the link of an invitation by address, by its id.
    pub fn invitation_token(&self, id: &str) -> String {
        let mac = hex::encode(self.invitation_mac(id).finalize().into_bytes());
        format!("{INVITATION}{}_{mac}", id.replace('-', ""))
    }

    /// The id of the invitation of such a token.
    ///
    /// # Errors
    /// `link_not_valid` for anything else.
    pub fn read_invitation_token(&self, token: &str) -> Result<String> {
        let rest = token.strip_prefix(INVITATION).and_then(|rest| rest.split_once('_'));
        let (id, mac) = rest.ok_or_else(wrong)?;
        let id = random::id_of(id).ok_or_else(wrong)?;
        let mac = hex::decode(mac).map_err(|_| wrong())?;
        self.invitation_mac(&id).verify_slice(&mac).map_err(|_| wrong())?;
        Ok(id)
    }

    /// The token of the link that has no invitation sent to a mailbox again, by its hash.
    pub fn never_token(&self, mailbox: &str) -> String {
        let mac = hex::encode(self.never_mac(mailbox).finalize().into_bytes());
        format!("{NEVER}{mailbox}_{mac}")
    }

    /// The hash of the mailbox of such a token.
    ///
    /// # Errors
    /// `link_not_valid` for anything else.
    pub fn read_never_token(&self, token: &str) -> Result<String> {
        let rest = token.strip_prefix(NEVER).and_then(|rest| rest.split_once('_'));
        let (mailbox, mac) = rest.ok_or_else(wrong)?;
        let mac = hex::decode(mac).map_err(|_| wrong())?;
        self.never_mac(mailbox).verify_slice(&mac).map_err(|_| wrong())?;
        Ok(mailbox.to_owned())
    }
}
