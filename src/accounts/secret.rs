//! The secrets that links, browsers and scripts show.
//!
//! Each reads: what it is for, whose it is (the account's id without dashes), `_`,
//! and 256 bits that nobody can guess. It names its account so that it is looked up
//! by the account's key. Only the hash of the whole text is stored: with another
//! account's id in it, it is another text.

use crate::random;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Where a secret is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The account that it names.
    pub account_id: String,
    /// The hash of its text.
    pub hash: String,
}

/// The text of a new secret of an account. `prefix` says what it is for.
pub fn draw(prefix: &str, account_id: &str) -> String {
    random::token(&beginning(prefix, account_id))
}

/// The same with 256 bits that are not drawn but computed from the server's secret.
pub fn computed(prefix: &str, account_id: &str, mac: Hmac<Sha256>) -> String {
    beginning(prefix, account_id) + &hex::encode(mac.finalize().into_bytes())
}

fn beginning(prefix: &str, account_id: &str) -> String {
    format!("{prefix}{}_", account_id.replace('-', ""))
}

impl Key {
    /// Where a shown text is looked up. One that names no account is looked up for
    /// nobody: it is refused like any other, after as much work.
    pub fn of(prefix: &str, text: &str) -> Key {
        let named = text.strip_prefix(prefix).and_then(|rest| rest.split_once('_'));
        let account_id = named.and_then(|(owner, _)| random::id_of(owner));
        Key { account_id: account_id.unwrap_or_else(random::no_id), hash: random::token_hash(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_names_its_account() {
        let account = random::id();
        let text = draw("twx_", &account);
        assert!(text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && text.len() == 101);
        assert_eq!(
            Key::of("twx_", &text),
            Key { account_id: account, hash: random::token_hash(&text) }
        );
    }

    #[test]
    fn a_text_that_names_no_account_is_looked_up_for_nobody() {
        let old = format!("twx_{}", "0f".repeat(32));
        for text in ["", "twx_", "twx__", "nonsense", "twx_nonsense_0f", &old] {
            assert_eq!(Key::of("twx_", text).account_id, random::no_id(), "{text}");
        }
    }
}
