//! Passwords: argon2id, off the async threads, a few at a time.

use crate::error::{Error, Result};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Hashes computed at the same time. Each takes a processor for some 30 ms and 19 MiB.
const AT_ONCE: usize = 2;

/// How hard a hash is to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As OWASP recommends: 19 MiB, two passes.
    Full,
    /// As cheap as possible, for tests with hundreds of people.
    Feeble,
}

/// Hashes and checks passwords.
#[derive(Clone)]
pub struct Passwords {
    argon: Argon2<'static>,
    permits: Arc<Semaphore>,
    stand_in: Arc<str>,
}

impl std::fmt::Debug for Passwords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Passwords")
    }
}

impl Passwords {
    /// Makes the hash that stands in for people who do not exist.
    pub fn new(strength: Strength) -> Result<Passwords, String> {
        let params = match strength {
            Strength::Full => Params::default(),
            Strength::Feeble => Params::new(8, 1, 1, None).map_err(|error| error.to_string())?,
        };
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let secret = crate::random::token("");
        let stand_in: String =
            argon.hash_password(secret.as_bytes()).map_err(|error| error.to_string())?.to_string();
        Ok(Passwords {
            argon,
            permits: Arc::new(Semaphore::new(AT_ONCE)),
            stand_in: stand_in.into(),
        })
    }

    /// The hash of a new password, in PHC form.
    pub async fn hash(&self, password: String) -> Result<String> {
        let argon = self.argon.clone();
        self.blocking(move || {
            argon
                .hash_password(password.as_bytes())
                .map(|hash| hash.to_string())
                .map_err(Error::fault)
        })
        .await?
    }

    /// Whether a password fits a stored hash. For somebody who does not exist it
    /// takes as long and never fits.
    pub async fn fits(&self, password: String, stored: Option<String>) -> Result<bool> {
        let argon = self.argon.clone();
        let stand_in = self.stand_in.clone();
        self.blocking(move || {
            let text = stored.as_deref().filter(|hash| !hash.is_empty()).unwrap_or(&stand_in);
            let hash = PasswordHash::new(text).map_err(Error::fault)?;
            let fits = argon.verify_password(password.as_bytes(), &hash).is_ok();
            Ok(fits && stored.is_some_and(|hash| !hash.is_empty()))
        })
        .await?
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let permit = self.permits.clone().acquire_owned().await.map_err(Error::fault)?;
        tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        })
        .await
        .map_err(Error::fault)
    }
}
