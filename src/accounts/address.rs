//! Whose an address is: whoever has confirmed it.
//!
//! Anybody may claim an address, for a new account or in place of an old one. That looks
//! the same whether somebody else has it or not, so nobody learns who is here. A letter
//! goes to the address and tells its owner apart: a link for one who is new, a word of
//! warning for one who has an account.

use crate::clock::Instant;
use crate::db::accounts::{self as rows, AccountRow, Locked};
use crate::db::{Conn, is_taken};
use crate::error::{Code, Error, Result};

/// The mailbox that an address leads to, as far as one can tell: what follows a `+` in
/// front of the `@` does not matter to most mail servers.
pub fn mailbox(address: &str) -> String {
    let address = address.trim().to_lowercase();
    match address.rsplit_once('@') {
        Some((name, host)) => format!("{}@{host}", name.split('+').next().unwrap_or(name)),
        None => address,
    }
}

/// Claims an address for an account; it is to be confirmed.
pub(super) fn claim(row: &mut AccountRow, email: String) {
    row.address_key = email.to_lowercase();
    row.email = email;
    row.email_key = format!("unconfirmed-{}", row.id);
    row.confirmed_at = None;
}

/// Who else has confirmed the address that an account claims.
pub(super) fn other_owner(conn: &mut Conn, claims: &AccountRow) -> Result<Option<AccountRow>> {
    let owner = rows::by_confirmed_address(conn, &claims.address_key)?;
    Ok(owner.filter(|owner| owner.id != claims.id))
}

/// Stores an account with the address it claims as confirmed. 409 where another account
/// has confirmed it: only who reads the letters of the address comes that far.
pub(super) fn confirm(conn: &mut Conn, row: &mut Locked, now: Instant) -> Result<()> {
    row.email_key = row.address_key.clone();
    row.confirmed_at = row.confirmed_at.or(Some(now));
    match rows::update(conn, row) {
        Err(error) if is_taken(&error) => Err(Error::new(
            Code::AddressNotPossible,
            "Another account has this address; sign in with that one, or give this one \
             another address.",
        )),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_lead_to_one_mailbox_count_as_one() {
        assert_eq!(mailbox(" Anna+7.x@Example.org"), "anna@example.org");
        assert_eq!(mailbox("anna@example.org"), "anna@example.org");
    }
}
