//! How often a password may be guessed wrong, and by whom.
//!
//! Only what goes wrong counts. It counts against the address it came from and against
//! this address together with the login that was typed, so that whoever guesses keeps
//! nobody else from signing in. So that many addresses together cannot guess without end,
//! a login has a limit besides; from that, the browsers that its person has signed in with
//! before are exempt, and have one of their own. The login is what was typed, a handle or
//! an address, not whom it names: otherwise wrong passwords for a handle would show, by
//! the limit, which address belongs to it.

use crate::error::{Code, Error, Result};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What wrong guesses are counted by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// All from one address.
    Source(String),
    /// Those from one address for one login.
    Pair(String, String),
    /// Those for one login from browsers that are not known.
    Login(String),
    /// Those from one known browser.
    Browser(String),
    /// Those for one login, or wrong codes for one account, from all its known browsers.
    Known(String),
    /// Those of one session of somebody who is signed in.
    Session(String),
    /// Wrong codes of a second factor, for one account, after the right password, from
    /// browsers that are not known.
    Code(String),
    /// Wrong codes of a second factor, for one account, with a good link: whoever knows the
    /// password and guesses codes keeps nobody from a reset by letter.
    LinkCode(String),
}

/// How many may go wrong at once, and how many an hour afterwards.
struct Quota {
    at_once: f64,
    an_hour: f64,
}

impl Key {
    /// Together they allow strangers fewer than a hundred wrong guesses an hour for one login.
    fn quota(&self) -> Quota {
        let (at_once, an_hour) = match self {
            Key::Source(_) => (30.0, 60.0),
            Key::Login(_) => (40.0, 40.0),
            Key::Known(_) => (20.0, 20.0),
            Key::Code(_) | Key::LinkCode(_) => (10.0, 10.0),
            Key::Pair(..) | Key::Browser(_) | Key::Session(_) => (10.0, 20.0),
        };
        Quota { at_once, an_hour }
    }

    /// Whether an error counts: it says that somebody guessed wrong.
    fn counts(&self, error: &Error) -> bool {
        match error.code {
            Code::WrongCode => true,
            Code::WrongCredentials | Code::WrongPassword | Code::LinkNotValid => {
                !matches!(self, Key::Code(_) | Key::LinkCode(_))
            }
            _ => false,
        }
    }
}

/// Who guesses, and whose secret.
#[derive(Clone, Debug)]
pub struct Guesser(Vec<Key>);

impl Guesser {
    /// Somebody at an address who typed this login. `browser` is the number of a browser that
    /// the person whom it names has signed in with before.
    pub fn stranger(source: &str, login: &str, browser: Option<String>) -> Guesser {
        if let Some(number) = browser {
            return Guesser(vec![Key::Browser(number), Key::Known(login.to_owned())]);
        }
        Guesser(vec![
            Key::Source(source.to_owned()),
            Key::Pair(source.to_owned(), login.to_owned()),
            Key::Login(login.to_owned()),
        ])
    }

    /// The same, once the password of an account was right, with the code of its second factor.
    pub fn of_codes(source: &str, account: &str, browser: Option<String>) -> Guesser {
        if let Some(number) = browser {
            return Guesser(vec![Key::Browser(number), Key::Known(account.to_owned())]);
        }
        Guesser(vec![Key::Source(source.to_owned()), Key::Code(account.to_owned())])
    }

    /// Somebody at an address, with a link that may be made up.
    pub fn with_any_link(source: &str) -> Guesser {
        Guesser(vec![Key::Source(source.to_owned())])
    }

    /// The same, once the link for an account was good, with the code of its second factor.
    pub fn with_link(source: &str, account: &str) -> Guesser {
        Guesser(vec![Key::Source(source.to_owned()), Key::LinkCode(account.to_owned())])
    }

    /// Somebody who is signed in.
    pub fn signed_in(session: &str) -> Guesser {
        Guesser(vec![Key::Session(session.to_owned())])
    }
}

/// The wrong guesses of one server process.
#[derive(Debug)]
pub struct Guesses {
    rate: f64,
    counted: Mutex<HashMap<Key, Count>>,
}

/// Wrong guesses that are not forgotten yet, as of a moment.
#[derive(Clone, Copy, Debug)]
struct Count {
    wrong: f64,
    at: Instant,
}

impl Count {
    /// What is left of it later.
    fn later(self, quota: &Quota, now: Instant) -> Count {
        let hours = now.saturating_duration_since(self.at).as_secs_f64() / 3600.0;
        Count { wrong: (self.wrong - hours * quota.an_hour).max(0.0), at: now }
    }
}

impl Guesses {
    /// The limits, each multiplied by `rate`.
    pub fn new(rate: u32) -> Guesses {
        Guesses { rate: f64::from(rate.max(1)), counted: Mutex::default() }
    }

    /// Has somebody guess. It counts as wrong beforehand, so that many at the same time
    /// cannot pass, and is taken back unless it was. It stays counted for whoever hangs up
    /// before they are answered: what they asked for may be done all the same. So nothing is
    /// counted for an account before its password or a good link was shown.
    ///
    /// # Errors
    /// 429 where too many went wrong, or what the guess came to.
    pub async fn count<T>(
        &self,
        who: &Guesser,
        guess: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.take(who, Instant::now())?;
        let done = guess.await;
        let right = |key: &&Key| !done.as_ref().is_err_and(|error| key.counts(error));
        self.give_back(who.0.iter().filter(right), Instant::now());
        done
    }

    /// Forgets what is over.
    pub fn tidy(&self) {
        self.tidy_at(Instant::now());
    }

    fn tidy_at(&self, now: Instant) {
        self.counts().retain(|key, count| count.later(&self.quota(key), now).wrong > 0.0);
    }

    fn quota(&self, key: &Key) -> Quota {
        let Quota { at_once, an_hour } = key.quota();
        Quota { at_once: at_once * self.rate, an_hour: an_hour * self.rate }
    }

    fn counts(&self) -> std::sync::MutexGuard<'_, HashMap<Key, Count>> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, who: &Guesser, now: Instant) -> Result<()> {
        let mut counts = self.counts();
        let mut next = Vec::new();
        for key in &who.0 {
            let quota = self.quota(key);
            let known = counts.get(key).copied().unwrap_or(Count { wrong: 0.0, at: now });
            let mut count = known.later(&quota, now);
            count.wrong += 1.0;
            if count.wrong > quota.at_once {
                let hours = (count.wrong - quota.at_once) / quota.an_hour;
                return Err(too_many(Duration::from_secs_f64(hours * 3600.0)));
            }
            next.push((key.clone(), count));
        }
        counts.extend(next);
        Ok(())
    }

    fn give_back<'a>(&self, keys: impl Iterator<Item = &'a Key>, now: Instant) {
        let mut counts = self.counts();
        for key in keys {
            if let Some(count) = counts.get_mut(key) {
                *count = count.later(&self.quota(key), now);
                count.wrong = (count.wrong - 1.0).max(0.0);
            }
        }
    }
}

fn too_many(wait: Duration) -> Error {
    let wait = wait.as_secs() + 1;
    let detail = format!("Too many of these went wrong; wait {wait} seconds and try again.");
    Error::new(Code::TooManyRequests, detail).with("retry_after", wait)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    /// Tries a wrong password once: 1 if it was let through.
    fn wrong_once(guesses: &Guesses, who: &Guesser, now: Instant) -> u32 {
        let error = Error::new(Code::WrongCredentials, "wrong");
        let taken = guesses.take(who, now).is_ok();
        if taken {
            guesses.give_back(who.0.iter().filter(|key| !key.counts(&error)), now);
        }
        u32::from(taken)
    }

    /// Tries wrong passwords until one is refused; how many were let through.
    fn wrong(guesses: &Guesses, who: &Guesser, now: Instant) -> u32 {
        (0..1000).map(|_| wrong_once(guesses, who, now)).take_while(|let_in| *let_in == 1).sum()
    }

    #[test]
    fn wrong_codes_of_a_second_factor_are_fewer_than_wrong_passwords() {
        let (guesses, now) = (Guesses::new(1), Instant::now());
        let error = Error::new(Code::WrongCode, "wrong");
        let mut let_through = 0;
        for source in 0..100 {
            let who = Guesser::of_codes(&source.to_string(), "anna", None);
            let_through += usize::from(guesses.take(&who, now).is_ok());
            assert!(who.0.iter().all(|key| key.counts(&error)));
        }
        assert_eq!(let_through, 10);
    }

    #[test]
    fn wrong_codes_typed_with_the_password_keep_nobody_from_a_reset_by_link() {
        let (guesses, now) = (Guesses::new(1), Instant::now());
        for source in 0..100 {
            let _ = guesses.take(&Guesser::of_codes(&source.to_string(), "anna", None), now);
        }
        let with_link = |source: u32| Guesser::with_link(&source.to_string(), "anna");
        let let_through =
            (100..200).filter(|source| guesses.take(&with_link(*source), now).is_ok());
        assert_eq!(let_through.count(), 10, "which is limited by itself");
    }

    /// Guesses from an address and hangs up before the answer; whether the guess was made.
    fn hung_up(guesses: &Guesses, who: &Guesser) -> bool {
        let mut made = false;
        let guess = async {
            made = true;
            std::future::pending::<Result<()>>().await
        };
        let _ = guesses.count(who, guess).now_or_never();
        made
    }

    #[test]
    fn whoever_hangs_up_guesses_no_more_codes_than_whoever_waits() {
        let with_password = |source: &str| Guesser::of_codes(source, "anna", None);
        let with_link = |source: &str| Guesser::with_link(source, "anna");
        for who in [&with_password as &dyn Fn(&str) -> Guesser, &with_link] {
            let guesses = Guesses::new(1);
            let made = (0..100).filter(|source| hung_up(&guesses, &who(&source.to_string())));
            assert_eq!(made.count(), 10);
        }
    }

    #[test]
    fn whoever_shows_neither_password_nor_good_link_keeps_nobody_elsewhere_out() {
        let (guesses, now) = (Guesses::new(1), Instant::now());
        for _ in 0..40 {
            hung_up(&guesses, &Guesser::stranger("thief", "anna", None));
            hung_up(&guesses, &Guesser::with_any_link("thief"));
        }
        assert!(guesses.take(&Guesser::stranger("thief", "anna", None), now).is_err());
        assert!(guesses.take(&Guesser::stranger("home", "anna", None), now).is_ok());
        assert!(guesses.take(&Guesser::of_codes("home", "anna", None), now).is_ok());
        assert!(guesses.take(&Guesser::with_link("home", "anna"), now).is_ok());
    }

    #[test]
    fn an_address_that_guesses_too_often_keeps_no_other_address_from_an_account() {
        let (guesses, now) = (Guesses::new(1), Instant::now());
        assert_eq!(wrong(&guesses, &Guesser::stranger("1", "anna", None), now), 10);
        assert_eq!(wrong(&guesses, &Guesser::stranger("2", "anna", None), now), 10);
        assert_eq!(wrong(&guesses, &Guesser::stranger("1", "ben", None), now), 10);
    }

    #[test]
    fn one_address_cannot_try_one_password_on_everybody() {
        let (guesses, now) = (Guesses::new(1), Instant::now());
        let account = |number: u32| Guesser::stranger("1", &number.to_string(), None);
        let tried = (0..100).filter(|number| guesses.take(&account(*number), now).is_ok());
        assert_eq!(tried.count(), 30);
    }

    #[test]
    fn many_addresses_together_guess_less_than_a_hundred_times_an_hour() {
        let (guesses, start) = (Guesses::new(1), Instant::now());
        let mut let_through = 0;
        for second in 0..3600 {
            let who = Guesser::stranger(&second.to_string(), "anna", None);
            let now = start + Duration::from_secs(second);
            let_through += wrong_once(&guesses, &who, now);
        }
        assert!((70..100).contains(&let_through), "{let_through}");
    }

    #[test]
    fn a_known_browser_is_let_through_while_others_guess() {
        let (guesses, now) = (Guesses::new(1), Instant::now());
        for source in 0..10 {
            wrong(&guesses, &Guesser::stranger(&source.to_string(), "anna", None), now);
        }
        assert!(guesses.take(&Guesser::stranger("home", "anna", None), now).is_err());
        let known = Guesser::stranger("home", "anna", Some("7".to_owned()));
        assert_eq!(wrong(&guesses, &known, now), 10, "and has a limit of its own");
        let others = (8..100).map(|number: u32| {
            wrong(&guesses, &Guesser::stranger("home", "anna", Some(number.to_string())), now)
        });
        assert_eq!(others.sum::<u32>(), 10, "as have all of them together");
    }

    #[test]
    fn what_was_right_does_not_count_and_what_was_wrong_is_forgotten() {
        let (guesses, now) = (Guesses::new(1), Instant::now());
        let who = Guesser::stranger("1", "anna", None);
        for _ in 0..100 {
            guesses.take(&who, now).unwrap();
            guesses.give_back(who.0.iter(), now);
        }
        assert_eq!(wrong(&guesses, &who, now), 10);
        let error = guesses.take(&who, now).unwrap_err();
        assert_eq!(error.extra["retry_after"], 181, "20 an hour");
        assert!(guesses.take(&who, now + Duration::from_secs(181)).is_ok());
        guesses.tidy_at(now + Duration::from_secs(600));
        assert!(!guesses.counts().is_empty());
        guesses.tidy_at(now + Duration::from_secs(7200));
        assert!(guesses.counts().is_empty());
    }
}
