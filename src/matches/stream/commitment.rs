//! The promise of a seed before anybody adds entropy to it.
//!
//! Whoever wants to open a match asks for a commitment first: the id of the match to
//! come and the hash of its seed. Only then do they choose their entropy; so the server
//! could not choose a seed that suits that entropy. Nothing is stored meanwhile: the
//! seed is HMAC-SHA-256(key of the server, `[label, match, account]`), and
//! whoever shows id and hash again gets the match with this id. It is good once, because an id
//! is. The seed of a match that is played again by the same people is one for all of them: there
//! the account is left out.

use super::chance::Seed;
use crate::clock::Instant;
use crate::error::{Code, Error, Result};
use chrono::Duration;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What seeds are for: of matches that somebody opens, and of those that follow from another one.
const OPENED: &str = "turnwise seed 1";
const NEXT: &str = "turnwise next seed 1";

/// How long a commitment can be used.
const GOOD_FOR: Duration = Duration::hours(24);

/// The promise of a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitment {
    /// The match that it is for.
    pub match_id: String,
    /// SHA-256 of the seed, 64 hexadecimal digits.
    pub seed_hash: String,
}

/// Makes commitments and knows them again.
#[derive(Clone)]
pub struct Commitments(Hmac<Sha256>);

impl std::fmt::Debug for Commitments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Commitments")
    }
}

impl Commitments {
    /// Seeds come from this secret, the same in all processes.
    pub fn new(secret: &str) -> Commitments {
        Commitments(Hmac::new_from_slice(secret.as_bytes()).expect("any key length will do"))
    }

    fn seed(&self, label: &str, match_id: &str, account: &str) -> Seed {
        let message =
            serde_json::to_string(&(label, match_id, account)).expect("strings have a JSON form");
        let mut mac = self.0.clone();
        mac.update(message.as_bytes());
        Seed::new(mac.finalize().into_bytes().into())
    }

    /// A new commitment for an account.
    pub fn commit(&self, account: &str, now: Instant) -> Commitment {
        let match_id = crate::random::id_at(now);
        let seed_hash = self.seed(OPENED, &match_id, account).commitment();
        Commitment { match_id, seed_hash }
    }

    /// The seed of the match that follows from another one, whoever opens it: all who are promised
    /// it at the same moment meet there. Its promise is good for nothing else.
    pub fn next(&self, match_id: &str) -> Seed {
        self.seed(NEXT, match_id, "")
    }

    /// The seed that an account was promised.
    ///
    /// # Errors
    /// `wrong_commitment` where this server has not promised it to this account, or
    /// longer ago than a day.
    pub fn redeem(&self, account: &str, shown: &Commitment, now: Instant) -> Result<Seed> {
        let seed = self.seed(OPENED, &shown.match_id, account);
        let made_at = crate::random::made_at(&shown.match_id);
        // A clock that was set back must not lock anybody out.
        let fresh = made_at.is_some_and(|at| (now - at).abs() < GOOD_FOR);
        if fresh && seed.commitment() == shown.seed_hash {
            return Ok(seed);
        }
        Err(wrong())
    }
}

/// The no to a commitment that is not good (any more).
pub fn wrong() -> Error {
    Error::new(
        Code::WrongCommitment,
        "This is no commitment that the server gave you, or it has lapsed or was used: \
         take a new one.",
    )
}

/// The no to entropy that was chosen before a seed was promised.
pub fn missing() -> Error {
    Error::new(
        Code::CommitmentMissing,
        "Ask for a commitment to the seed before you choose your entropy, and send both.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;

    #[test]
    fn a_commitment_is_good_for_its_account_its_hash_and_a_day() {
        let commitments = Commitments::new("a secret");
        let now = Clock::of_the_machine().now();
        let made = commitments.commit("anna", now);
        let seed = commitments.redeem("anna", &made, now).unwrap();
        assert_eq!(seed.commitment(), made.seed_hash);
        assert!(commitments.redeem("ben", &made, now).is_err());
        let other = commitments.commit("anna", now);
        let mixed = Commitment { match_id: other.match_id, ..made.clone() };
        assert!(commitments.redeem("anna", &mixed, now).is_err());
        assert!(commitments.redeem("anna", &made, now + GOOD_FOR).is_err());
        assert!(Commitments::new("another").redeem("anna", &made, now).is_err());
        let odd = Commitment { match_id: "x".to_owned(), ..made };
        assert!(commitments.redeem("anna", &odd, now).is_err());
    }
}
