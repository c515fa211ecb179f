//! What the operator does to accounts. All of it is written down with who did it and why.

use super::profile;
use crate::clock::Instant;
use crate::db::Tx;
use crate::db::accounts::{self as rows, AccountRow, Locked};
use crate::db::audit::{self, Deed, Object, What};
use crate::error::{Code, Error, Result};

/// Refuses a session of a frozen account; only who has shown the password and the second
/// factor comes this far.
pub(super) fn refuse_frozen(row: &AccountRow) -> Result<()> {
    match row.frozen_at {
        None => Ok(()),
        Some(_) => Err(Error::new(
            Code::AccountFrozen,
            "This account is frozen: whoever runs this service does not let anybody sign in with \
             it. Write to them if you think that this is a mistake.",
        )),
    }
}

/// The account of the person with this handle, kept from every other transaction.
///
/// # Errors
/// [`Code::NotFound`] where nobody is called that.
pub fn called(tx: &mut Tx<'_>, handle: &str) -> Result<Locked> {
    let person = rows::by_handle(tx, &handle.trim().to_lowercase())?;
    let person = person.map(|person| rows::locked(tx, &person.id)).transpose()?.flatten();
    let person = person.filter(|person| person.closed_at.is_none());
    person.ok_or_else(|| Error::not_found("person"))
}

fn of(row: &AccountRow) -> Object {
    Object { whom: Some(row.id.clone()), ..Object::default() }
}

/// Freezes an account: every session and token ends, nobody signs in with it, and no letters
/// go to it. Its clocks run on.
///
/// # Errors
/// [`Code::NotFound`] where nobody is called that or they are frozen already.
pub fn freeze(tx: &mut Tx<'_>, handle: &str, deed: &Deed, now: Instant) -> Result<()> {
    let mut row = called(tx, handle)?;
    if row.frozen_at.is_some() {
        return Err(Error::not_found("person who is not frozen"));
    }
    row.frozen_at = Some(now);
    rows::update(tx, &row)?;
    rows::end_sessions(tx, &row.id, now)?;
    rows::revoke_tokens(tx, &row.id)?;
    rows::remove_tickets(tx, &row.id)?;
    audit::note(tx, What::Froze, of(&row), deed, now)
}

/// [`freeze`], where it is not frozen already.
///
/// # Errors
/// [`Code::NotFound`] where nobody is called that.
pub fn hold(tx: &mut Tx<'_>, handle: &str, deed: &Deed, now: Instant) -> Result<()> {
    match called(tx, handle)?.frozen_at {
        Some(_) => Ok(()),
        None => freeze(tx, handle, deed, now),
    }
}

/// Gives a frozen account back. Its person signs in anew and makes new tokens.
///
/// # Errors
/// [`Code::NotFound`] where nobody is called that or they are not frozen.
pub fn unfreeze(tx: &mut Tx<'_>, handle: &str, deed: &Deed, now: Instant) -> Result<()> {
    let mut row = called(tx, handle)?;
    if row.frozen_at.take().is_none() {
        return Err(Error::not_found("person who is frozen"));
    }
    rows::update(tx, &row)?;
    audit::note(tx, What::Unfroze, of(&row), deed, now)
}

/// Closes an account for good, as its person could: name and address are forgotten. Its seats
/// are none of this room's business.
///
/// # Errors
/// [`Code::NotFound`] where nobody is called that.
pub fn close(tx: &mut Tx<'_>, handle: &str, deed: &Deed, now: Instant) -> Result<()> {
    let row = called(tx, handle)?;
    audit::note(tx, What::Closed, of(&row), deed, now)?;
    profile::forget(tx, row, now)
}
