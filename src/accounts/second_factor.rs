//! A second factor: the codes of an authenticator (TOTP, RFC 6238), and recovery codes
//! for who has lost it.
//!
//! The secret that an authenticator shares with the server is computed from the server's
//! own secret and a salt, so that who reads the database makes no code. No code is
//! accepted twice, nor one from before the last that was.

use super::profile::Proof;
use super::{Account, Accounts, mark, tell_of};
use crate::clock::{Instant, utc};
use crate::db::accounts::{self as people, AccountRow};
use crate::db::second_factors::{self as rows, RecoveryCodeRow, SecondFactorRow};
use crate::db::{Conn, Tx};
use crate::error::{Code, Error, Result};
use crate::mail::sign_in::SignInChange;
use crate::random;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use totp_rs::{Builder, Totp};

/// How many recovery codes are made at a time.
const RECOVERY_CODES: usize = 10;
/// Bytes of a recovery code: so many that a plain hash of one cannot be searched.
const RECOVERY_BYTES: usize = 14;
/// Bytes of the secret, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

/// How long who has begun to set one up may take until its first code.
const MINUTES: i64 = 15;

/// What an authenticator needs to make codes: shown when it is set up, and never again.
#[derive(Clone)]
pub struct Enrolment {
    /// The secret in base 32, for typing.
    pub secret: String,
    /// The same as an `otpauth://` address, for a QR code.
    pub uri: String,
    /// Shown again with the first code: nothing is stored before, and who has not shown
    /// the password has none.
    pub ticket: String,
}

/// The second factor of an account that has one.
#[derive(Clone, Debug)]
pub struct SecondFactor {
    /// Since when it is asked for.
    pub since: Instant,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
}

impl Accounts {
    /// The second factor of an account, if one is asked for.
    pub async fn second_factor(&self, account_id: &str) -> Result<Option<SecondFactor>> {
        let id = account_id.to_owned();
        self.db
            .read(move |conn| {
                let since = rows::of_account(conn, &id)?.and_then(|row| row.confirmed_at);
                let Some(since) = since else { return Ok(None) };
                let recovery_codes = rows::recovery_codes_left(conn, &id)?;
                Ok(Some(SecondFactor { since, recovery_codes }))
            })
            .await
    }

    /// Begins to set up a second factor; it is asked for once a code of it was shown.
    pub async fn enrol(&self, account: &Account, password: Option<String>) -> Result<Enrolment> {
        let checked = self.check_current(&account.id, password).await?;
        let (accounts, account) = (self.clone(), account.clone());
        self.db
            .read(move |conn| {
                let person = people::by_id(conn, &account.id)?.ok_or_else(off)?;
                checked.still_fits(&person)?;
                of_its_owner(&person)?;
                if confirmed(conn, &account.id)?.is_some() {
                    return Err(on_already());
                }
                let until = seconds(accounts.clock.now()) + 60 * MINUTES;
                accounts.enrolment(conn, &person, &random::token(""), until)
            })
            .await
    }

    /// The same again for who has mistyped the first code.
    pub async fn begun_enrolment(&self, account: &Account, ticket: &str) -> Result<Enrolment> {
        let (accounts, id, ticket) = (self.clone(), account.id.clone(), ticket.to_owned());
        self.db
            .read(move |conn| {
                let person = people::by_id(conn, &id)?.ok_or_else(off)?;
                let (salt, until) = accounts.read_ticket(conn, &person, &ticket)?;
                accounts.enrolment(conn, &person, &salt, until)
            })
            .await
    }

    /// Confirms a second factor by its first code. Gives the recovery codes. Other sessions
    /// end, which began without it.
    pub async fn confirm_second_factor(
        &self,
        account: &Account,
        session: &str,
        ticket: &str,
        code: &str,
    ) -> Result<Vec<String>> {
        let (accounts, id, session) = (self.clone(), account.id.clone(), session.to_owned());
        let (ticket, code) = (ticket.to_owned(), code.to_owned());
        let confirmed = self.db.write(move |tx| {
            let now = accounts.clock.now();
            mark::holds(tx, &accounts.secret)?;
            let person = people::locked(tx, &id)?.ok_or_else(off)?;
            of_its_owner(&person)?;
            if confirmed(tx, &id)?.is_some() {
                return Err(on_already());
            }
            let (salt, _) = accounts.read_ticket(tx, &person, &ticket)?;
            let row = SecondFactorRow {
                account_id: id.clone(),
                salt,
                confirmed_at: Some(now),
                last_period: 0,
            };
            rows::remove(tx, &id)?;
            rows::insert(tx, &row)?;
            accounts.use_code(tx, &row, &code)?;
            people::end_other_sessions(tx, &id, &session, now)?;
            tell_of(tx, &person, SignInChange::SecondFactorOn, now)?;
            new_recovery_codes(tx, &id)
        });
        let confirmed = confirmed.await;
        self.known.forget();
        confirmed
    }

    fn enrolment(
        &self,
        conn: &mut Conn,
        person: &AccountRow,
        salt: &str,
        until: i64,
    ) -> Result<Enrolment> {
        let totp = self.authenticator(&person.id, &person.handle, salt)?;
        let mac = self.ticket_mac(conn, person, salt, until)?;
        let mac = hex::encode(mac.finalize().into_bytes());
        Ok(Enrolment {
            secret: totp.secret().to_base32(),
            uri: totp.to_url().map_err(Error::fault)?,
            ticket: format!("{until}.{salt}.{mac}"),
        })
    }

    /// It is worth nothing once the password has changed, or once a second factor was made:
    /// one that was ended does not come back, nor does a code that was used with it.
    fn ticket_mac(
        &self,
        conn: &mut Conn,
        person: &AccountRow,
        salt: &str,
        until: i64,
    ) -> Result<Hmac<Sha256>> {
        let AccountRow { id, password_hash, .. } = person;
        let last = rows::of_account(conn, id)?.map_or(String::new(), |row| row.salt);
        let of = format!("{id}\n{password_hash}\n{last}\n{until}\n{salt}");
        Ok(self.mac(&format!("turnwise enrolment\n{of}")))
    }

    /// What was begun, and until when it counts.
    fn read_ticket(
        &self,
        conn: &mut Conn,
        person: &AccountRow,
        ticket: &str,
    ) -> Result<(String, i64)> {
        let mut parts = ticket.split('.');
        let (until, salt, mac) = (parts.next(), parts.next(), parts.next());
        let until: i64 = until.and_then(|text| text.parse().ok()).ok_or_else(off)?;
        let (Some(salt), Some(mac)) = (salt, mac) else { return Err(off()) };
        let mac = hex::decode(mac).map_err(|_| off())?;
        let expected = self.ticket_mac(conn, person, salt, until)?;
        expected.verify_slice(&mac).map_err(|_| off())?;
        match seconds(self.clock.now()) <= until {
            true => Ok((salt.to_owned(), until)),
            false => Err(off()),
        }
    }

    /// Makes new recovery codes; the ones before work no longer.
    pub async fn renew_recovery_codes(
        &self,
        account: &Account,
        proof: Proof,
    ) -> Result<Vec<String>> {
        self.with_both(account, proof, |tx, person| new_recovery_codes(tx, &person.id)).await
    }

    /// Does without a second factor from now on. Other sessions end.
    pub async fn end_second_factor(
        &self,
        account: &Account,
        session: &str,
        proof: Proof,
    ) -> Result<()> {
        let (now, session) = (self.clock.now(), session.to_owned());
        let ended = self.with_both(account, proof, move |tx, person| {
            people::end_other_sessions(tx, &person.id, &session, now)?;
            end(tx, person, now)
        });
        let ended = ended.await;
        self.known.forget();
        ended
    }

    /// Does something for who has shown password and second factor.
    async fn with_both<T: Send + 'static>(
        &self,
        account: &Account,
        proof: Proof,
        then: impl FnOnce(&mut Tx<'_>, &AccountRow) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let checked = self.check_current(&account.id, proof.password).await?;
        let (accounts, id, code) = (self.clone(), account.id.clone(), proof.code);
        self.db
            .write(move |tx| {
                let person = people::locked(tx, &id)?.ok_or_else(off)?;
                checked.still_fits(&person)?;
                confirmed(tx, &id)?.ok_or_else(off)?;
                accounts.check_code(tx, &id, code.as_deref())?;
                then(tx, &person)
            })
            .await
    }

    /// Refuses anything but a good code of an account that has a second factor, and uses
    /// the code up with the transaction.
    pub(super) fn check_code(
        &self,
        conn: &mut Conn,
        account_id: &str,
        code: Option<&str>,
    ) -> Result<()> {
        let Some(row) = confirmed(conn, account_id)? else { return Ok(()) };
        match code.map(str::trim).filter(|code| !code.is_empty()) {
            Some(code) => self.use_code(conn, &row, code),
            None => Err(Error::new(
                Code::CodeMissing,
                "Send the code of your authenticator, or a recovery code, as `code` too.",
            )),
        }
    }

    fn use_code(&self, conn: &mut Conn, row: &SecondFactorRow, code: &str) -> Result<()> {
        let plain: String = code.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        if plain.len() == 2 * RECOVERY_BYTES {
            let hash = random::token_hash(&plain.to_lowercase());
            return match rows::use_recovery_code(conn, &row.account_id, &hash)? {
                true => Ok(()),
                false => Err(wrong("This recovery code is wrong or was used; try another.")),
            };
        }
        let now = u64::try_from(seconds(self.clock.now())).map_err(Error::fault)?;
        let period = self.authenticator(&row.account_id, "", &row.salt)?.check(&plain, now);
        let Some(period) = period else {
            let since = row.confirmed_at.unwrap_or_else(|| self.clock.now());
            return Err(wrong(match mark::was_replaced_since(conn, since)? {
                true => {
                    "The code does not fit. The secret of this service was replaced since you set \
                     up your second factor, so your authenticator shows wrong codes: use a \
                     recovery code, end the second factor, and set it up again."
                }
                false => {
                    "The code is wrong; take the one that your authenticator shows now, and see \
                     whether its clock is right."
                }
            }));
        };
        match rows::use_period(conn, &row.account_id, period.cast_signed())? {
            true => Ok(()),
            false => Err(wrong("This code was used; wait for the next one.")),
        }
    }

    /// The authenticator of an account: six digits, every 30 seconds, a period early or
    /// late, by HMAC-SHA-1, which is what every authenticator can do.
    fn authenticator(&self, account_id: &str, handle: &str, salt: &str) -> Result<Totp> {
        let mac = self.mac(&format!("turnwise second factor\n{account_id}\n{salt}")).finalize();
        let secret: Vec<u8> = mac.into_bytes().into_iter().take(SECRET_BYTES).collect();
        Builder::new()
            .with_secret(secret)
            .with_account_name(handle)
            .with_issuer(Some("Turnwise"))
            .build()
            .map_err(Error::fault)
    }
}

/// Does without the second factor of somebody whom the host helps. Every session ends.
pub fn end_for(tx: &mut Tx<'_>, person: &AccountRow, now: Instant) -> Result<()> {
    let none = || Error::new(Code::SecondFactorOff, "This person has no second factor.");
    confirmed(tx, &person.id)?.ok_or_else(none)?;
    people::end_sessions(tx, &person.id, now)?;
    end(tx, person, now)
}

fn end(tx: &mut Tx<'_>, person: &AccountRow, now: Instant) -> Result<()> {
    rows::end(tx, &person.id)?;
    tell_of(tx, person, SignInChange::SecondFactorOff, now)
}

fn seconds(at: Instant) -> i64 {
    utc(at).timestamp()
}

/// The second factor that is asked for.
pub(super) fn confirmed(conn: &mut Conn, account_id: &str) -> Result<Option<SecondFactorRow>> {
    Ok(rows::of_account(conn, account_id)?.filter(|row| row.confirmed_at.is_some()))
}

fn new_recovery_codes(conn: &mut Conn, account_id: &str) -> Result<Vec<String>> {
    rows::remove_recovery_codes(conn, account_id)?;
    let mut codes = Vec::new();
    for _ in 0..RECOVERY_CODES {
        let code = hex::encode(random::bytes::<RECOVERY_BYTES>());
        let row = RecoveryCodeRow {
            account_id: account_id.to_owned(),
            code_hash: random::token_hash(&code),
        };
        rows::insert_recovery_code(conn, &row)?;
        let groups = code.as_bytes().chunks(4).map(String::from_utf8_lossy);
        codes.push(groups.collect::<Vec<_>>().join("-"));
    }
    Ok(codes)
}

fn wrong(detail: &str) -> Error {
    Error::new(Code::WrongCode, detail)
}

/// Whoever owns the address of an account can always have it back by a letter; a second factor of
/// somebody who has never shown that it is theirs would keep them out.
fn of_its_owner(person: &AccountRow) -> Result<()> {
    match person.confirmed_at {
        Some(_) => Ok(()),
        None => Err(Error::new(
            Code::AddressNotConfirmed,
            "Confirm your email address first: follow the link in our letter.",
        )),
    }
}

fn on_already() -> Error {
    Error::new(Code::SecondFactorOn, "You have a second factor; end that one first.")
}

fn off() -> Error {
    Error::new(
        Code::SecondFactorOff,
        "No second factor is set up, or not within the time for it; begin anew.",
    )
}
