//! People: registering, confirming an address, signing in, tokens for scripts.
//!
//! In reading order: [`password`], `guessable` (which are refused), `secret` (what links,
//! browsers and scripts show), [`address`] (whose one is), [`register`] (new people, one-time
//! links), [`session`], `browser` (the session of a cookie), [`second_factor`], [`token`], [`feeds`],
//! `known` (tokens seen a moment ago), [`profile`] (changing and closing an account),
//! [`invited`] (links of letters to strangers), [`hours`] (when they sleep, by their own clock),
//! [`ways`] (where news of matches go beside letters), [`lessons`] (what they were told while learning a game), [`blocks`] (whom they do not want to
//! meet), [`unsubscribe`], [`compose`] (what their letters say), [`operator`] (freezing and closing them), [`tidy`]. Knows db, mail,
//! reach and error; nothing of matches or the web. Letters are put into the outbox here; what they
//! say is decided when they are sent.
//!
//! # What may surprise
//!
//! * The mark of a bot belongs to its name ([`bots`]): whoever names somebody to people
//!   names them with it.
//! * A block tells nobody of itself ([`blocks`]): whom somebody has blocked is answered
//!   as ever, and only a seat is refused, last of all and without a reason.
//! * One-time links are computed when their letter is composed: the queue holds no secret, and all
//!   of one hour are the same.
//! * Anybody may claim an address and whoever confirms it has it, so nobody learns whose it is.
//!   Wrong passwords never lock out the owner's known browser.
//! * The secret of a second factor is computed, not stored.

pub mod address;
pub mod blocks;
pub mod bots;
pub mod browser;
pub mod compose;
pub mod feeds;
mod guessable;
pub mod hours;
mod hs256;
pub mod invited;
mod known;
pub mod lessons;
pub mod mark;
pub mod operator;
pub mod password;
pub mod profile;
pub mod register;
pub mod second_factor;
mod secret;
pub mod session;
pub mod tidy;
pub mod token;
pub mod unsubscribe;
pub mod ways;

use self::bots::{Holder, Name};
use crate::clock::{Clock, Instant};
use crate::db::accounts::AccountRow;
use crate::db::{Db, Tx, letters};
use crate::error::{Error, Result};
use crate::mail::kind::LetterKind;
use crate::mail::queue::Letter;
use crate::mail::sign_in::SignInChange;
use crate::words::Word;
use hmac::{Hmac, KeyInit, Mac};
use password::{Passwords, Strength};
use serde_json::json;
use session::Keys;
use sha2::Sha256;

/// The way to all people. Clones share what they know.
#[derive(Clone)]
pub struct Accounts {
    db: Db,
    clock: Clock,
    passwords: Passwords,
    keys: Keys,
    secret: std::sync::Arc<[u8]>,
    access_minutes: i64,
    known: known::Known,
}

impl std::fmt::Debug for Accounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Accounts")
    }
}

/// Somebody who is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// UUID.
    pub id: String,
    /// The name others see.
    pub handle: String,
    /// The address letters go to.
    pub email: String,
    /// Whether the address is confirmed; other letters wait for that.
    pub confirmed: bool,
    /// The kinds of letters the person does not want.
    pub muted: Vec<LetterKind>,
    /// When they registered.
    pub created_at: Instant,
    /// Who plays under it.
    pub holder: Holder,
}

impl Account {
    /// The person of a row.
    pub fn of(row: AccountRow) -> Result<Account> {
        Ok(Account {
            confirmed: row.confirmed_at.is_some(),
            muted: muted(&row)?,
            id: row.id,
            handle: row.handle,
            email: row.email,
            created_at: row.created_at,
            holder: Holder::of(row.is_bot),
        })
    }

    /// What others see them called.
    pub fn name(&self) -> Name {
        Name { handle: self.handle.clone(), holder: self.holder }
    }
}

/// The kinds of letters that the person of a row does not want; of those that a newer version
/// writes this one writes none.
pub fn muted(row: &AccountRow) -> Result<Vec<LetterKind>> {
    let words: Vec<String> = serde_json::from_str(&row.muted).map_err(Error::fault)?;
    Ok(words.iter().filter_map(|word| LetterKind::of_word(word)).collect())
}

impl Accounts {
    /// People kept in this database. Tokens are signed with a key made from
    /// `secret` and work for `access_minutes`.
    pub fn new(
        db: Db,
        clock: Clock,
        secret: &str,
        strength: Strength,
        access_minutes: i64,
    ) -> Result<Accounts, String> {
        Ok(Accounts {
            db,
            clock,
            passwords: Passwords::new(strength)?,
            keys: Keys::new(secret.as_bytes()),
            secret: secret.as_bytes().into(),
            access_minutes,
            known: known::Known::default(),
        })
    }

    /// Forgets which tokens were seen a moment ago: another process has changed somebody's rights.
    pub fn look_again(&self) {
        self.known.forget();
    }

    /// A keyed hash over a text that says in its first line what it is for.
    fn mac(&self, text: &str) -> Hmac<Sha256> {
        let mac = Hmac::new_from_slice(&self.secret).expect("any key length will do");
        mac.chain_update(text.as_bytes())
    }

    /// Has a person confirm the address of the account; one such letter waits at a time.
    fn ask_to_confirm(&self, tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
        let kind = LetterKind::ConfirmAddress;
        letters::withdraw_waiting(tx, account_id, kind.word(), "another one was asked for")?;
        self.letter(account_id, kind).enqueue(tx)
    }

    fn letter(&self, account_id: &str, kind: LetterKind) -> Letter {
        letter(account_id, kind, self.clock.now())
    }
}

/// A letter to somebody about their account.
fn letter(account_id: &str, kind: LetterKind, now: Instant) -> Letter {
    let id = format!("account:{}:{account_id}:{}", crate::random::id(), kind.word());
    Letter::new(id, account_id, kind, now)
}

/// Tells a person that it takes something else to sign in, where they have shown that the
/// address is theirs. It goes to that address, whichever they have later.
fn tell_of(tx: &mut Tx<'_>, person: &AccountRow, what: SignInChange, now: Instant) -> Result<()> {
    if person.confirmed_at.is_none() {
        return Ok(());
    }
    let data = json!({ "address": person.email, "what": what });
    let letter = letter(&person.id, LetterKind::SignInChanged, now);
    Letter { data, ..letter }.enqueue(tx)
}
