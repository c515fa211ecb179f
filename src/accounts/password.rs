//! Passwords: argon2id, on a few threads of their own.
//!
//! A hash takes 19 MiB for some 30 ms. Each thread keeps that memory and uses it again,
//! so that however many people sign in, memory does not grow.

use super::guessable::normalized;
use crate::error::{Error, Result};
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use tokio::sync::oneshot;

/// The threads that hash.
const THREADS: usize = 2;

/// How hard a hash is to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As OWASP recommends: 19 MiB, two passes.
    Full,
    /// As cheap as possible, for tests with hundreds of people.
    Feeble,
}

/// The memory of a thread that hashes.
type Memory = Vec<Block>;
type Job = Box<dyn FnOnce(&mut Memory) + Send>;

/// Hashes and checks passwords. The threads end with the last of its clones.
#[derive(Clone)]
pub struct Passwords {
    argon: Argon2<'static>,
    jobs: mpsc::Sender<Job>,
    stand_in: Arc<str>,
}

impl std::fmt::Debug for Passwords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Passwords")
    }
}

impl Passwords {
    /// Starts the threads and makes the hash that stands in for people who do not exist.
    ///
    /// # Errors
    /// Says when the operating system gives no thread.
    pub fn new(strength: Strength) -> Result<Passwords, String> {
        let params = match strength {
            Strength::Full => Params::default(),
            Strength::Feeble => Params::new(8, 1, 1, None).map_err(|error| error.to_string())?,
        };
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let secret = crate::random::token("");
        let stand_in =
            hash(&argon, &secret, &mut Memory::new()).map_err(|error| error.to_string())?;
        let (jobs, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        for number in 1..=THREADS {
            let queue = queue.clone();
            std::thread::Builder::new()
                .name(format!("passwords-{number}"))
                .spawn(move || work(&queue))
                .map_err(|error| error.to_string())?;
        }
        Ok(Passwords { argon, jobs, stand_in: stand_in.into() })
    }

    /// The hash of a new password, in PHC form.
    pub async fn hash(&self, password: String) -> Result<String> {
        let argon = self.argon.clone();
        self.run(move |memory| hash(&argon, &normalized(&password), memory)).await
    }

    /// Whether a password fits a stored hash. For somebody who does not exist it
    /// takes as long and never fits.
    pub async fn fits(&self, password: String, stored: Option<String>) -> Result<bool> {
        let stored = stored.filter(|hash| !hash.is_empty());
        let known = stored.is_some();
        let text = stored.unwrap_or_else(|| self.stand_in.to_string());
        let fits = self.run(move |memory| {
            let hash = PasswordHash::new(&text).map_err(Error::fault)?;
            let plain = normalized(&password);
            // Hashes of older versions are of the characters as they were typed.
            Ok(verify(&hash, &plain, memory)?
                || plain != password.as_str() && verify(&hash, &password, memory)?)
        });
        Ok(fits.await? && known)
    }

    /// Has one of the threads do something; nothing where nobody waits for it any more.
    async fn run<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut Memory) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move |memory| {
            if !sender.is_closed() {
                // Whoever asked may go away meanwhile.
                let _ = sender.send(task(memory));
            }
        });
        self.jobs.send(job).map_err(|_| Error::fault("no thread hashes passwords"))?;
        receiver.await.map_err(Error::fault)?
    }
}

/// Does one job after the other, in the same memory.
fn work(queue: &Mutex<mpsc::Receiver<Job>>) {
    let mut memory = Memory::new();
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        job(&mut memory);
    }
}

/// The hash of a password with a new salt, in PHC form.
fn hash(argon: &Argon2<'_>, password: &str, memory: &mut Memory) -> Result<String> {
    let salt = Salt::new(&crate::random::bytes::<16>()).map_err(Error::fault)?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(argon.params()).map_err(Error::fault)?,
        salt: Some(salt),
        hash: Some(output(argon, password, &salt, Params::DEFAULT_OUTPUT_LEN, memory)?),
    };
    Ok(hash.to_string())
}

/// Whether a hash is that of a password.
fn verify(hash: &PasswordHash, password: &str, memory: &mut Memory) -> Result<bool> {
    let (Some(salt), Some(expected)) = (hash.salt, hash.hash) else { return Ok(false) };
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).map_err(Error::fault)?;
    let version = hash.version.map_or(Ok(Version::default()), Version::try_from);
    let params = Params::try_from(hash).map_err(Error::fault)?;
    let argon = Argon2::new(algorithm, version.map_err(Error::fault)?, params);
    // Compared in constant time.
    Ok(output(&argon, password, &salt, expected.len(), memory)? == expected)
}

fn output(
    argon: &Argon2<'_>,
    password: &str,
    salt: &[u8],
    length: usize,
    memory: &mut Memory,
) -> Result<Output> {
    let blocks = argon.params().block_count();
    if memory.len() < blocks {
        memory.resize(blocks, Block::new());
    }
    let mut buffer = [0; Output::MAX_LENGTH];
    let out = buffer.get_mut(..length).ok_or_else(|| Error::fault("a hash of this length"))?;
    argon
        .hash_password_into_with_memory(password.as_bytes(), salt, out, memory.as_mut_slice())
        .map_err(Error::fault)?;
    Output::new(out).map_err(Error::fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    const PASSWORD: &str = "correct horse battery";

    async fn fits(password: &str, stored: &str) -> bool {
        let passwords = Passwords::new(Strength::Feeble).unwrap();
        passwords.fits(password.to_owned(), Some(stored.to_owned())).await.unwrap()
    }

    #[tokio::test]
    async fn a_hash_is_one_that_argon2_itself_would_make_and_accept() {
        for strength in [Strength::Full, Strength::Feeble] {
            let passwords = Passwords::new(strength).unwrap();
            let hash = passwords.hash(PASSWORD.to_owned()).await.unwrap();
            assert!(hash.starts_with("$argon2id$v=19$m="), "{hash}");
            let parsed = PasswordHash::new(&hash).unwrap();
            Argon2::default().verify_password(PASSWORD.as_bytes(), &parsed).unwrap();
        }
        let own = Argon2::default().hash_password(PASSWORD.as_bytes()).unwrap().to_string();
        assert!(fits(PASSWORD, &own).await);
        assert!(!fits("another password", &own).await);
    }

    #[tokio::test]
    async fn memory_that_was_used_before_changes_no_hash() {
        let (mut memory, argon) = (Memory::new(), Argon2::default());
        for password in ["one", "two", "one"] {
            let hash = hash(&argon, password, &mut memory).unwrap();
            let parsed = PasswordHash::new(&hash).unwrap();
            assert!(verify(&parsed, password, &mut memory).unwrap());
            assert!(!verify(&parsed, "three", &mut memory).unwrap());
        }
        assert_eq!(memory.len(), argon.params().block_count());
    }

    #[tokio::test]
    async fn a_password_fits_however_its_letters_are_composed() {
        let (composed, decomposed) = ("p\u{e4}sswo\u{308}rter", "pa\u{308}ssw\u{f6}rter");
        let passwords = Passwords::new(Strength::Feeble).unwrap();
        let hash = passwords.hash(composed.to_owned()).await.unwrap();
        assert!(fits(composed, &hash).await && fits(decomposed, &hash).await);
        let old = Argon2::default().hash_password(decomposed.as_bytes()).unwrap().to_string();
        assert!(fits(decomposed, &old).await, "as it was typed when it was hashed");
    }

    #[tokio::test]
    async fn nobody_has_no_password() {
        let passwords = Passwords::new(Strength::Feeble).unwrap();
        for stored in [None, Some(String::new())] {
            assert!(!passwords.fits(String::new(), stored).await.unwrap());
        }
    }
}
