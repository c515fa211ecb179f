//! Passwords: argon2id, on a few threads of their own.
//!
//! A hash takes 19 MiB for some 30 ms. Each thread uses that memory again, so that however many
//! people sign in, memory does not grow, and gives it back when nobody does for a while. Those who ask take turns: whoever
//! has many passwords checked, right ones too, waits behind themselves and holds up nobody else.

use super::guessable::normalized;
use crate::error::{Code, Error, Result};
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// The threads that hash.
const THREADS: usize = 2;

/// How many hashes may wait: a machine that makes 60 a second is through in three.
const WAITING: usize = 200;

/// How many of them for one who asks.
const OWN: usize = 10;

/// After so long without a job a thread gives its memory back.
const REST: Duration = Duration::from_secs(5);

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

/// What waits to be hashed.
#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

/// The jobs of each who asks, whose turn it is in front.
#[derive(Default)]
struct Waiting {
    askers: VecDeque<(String, VecDeque<Job>)>,
    jobs: usize,
    closed: bool,
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a job wait. 429 where whoever asks has many waiting. Where no more may wait, whoever
    /// has most of them gives the last one up, so that a few askers keep nobody out; 503 where
    /// nobody has at least two more than whoever asks.
    fn push(&self, asker: &str, job: Job) -> Result<()> {
        let mut waiting = self.waiting();
        let own = waiting.askers.iter().position(|(other, _)| other == asker);
        let has = own.map_or(0, |at| waiting.askers[at].1.len());
        if has >= OWN {
            let detail = "Several passwords are being checked for this name already; wait a \
                          second and try again.";
            return Err(Error::new(Code::TooManyRequests, detail).with("retry_after", 1));
        }
        if waiting.jobs >= WAITING {
            let jobs = waiting.askers.iter_mut().map(|(_, jobs)| jobs);
            let most = jobs.max_by_key(|jobs| jobs.len()).filter(|jobs| jobs.len() > has + 1);
            drop(most.ok_or_else(crowded)?.pop_back());
            waiting.jobs -= 1;
        }
        match own {
            Some(at) => waiting.askers[at].1.push_back(job),
            None => waiting.askers.push_back((asker.to_owned(), VecDeque::from([job]))),
        }
        waiting.jobs += 1;
        self.changed.notify_one();
        Ok(())
    }

    /// The next job, once there is one: of each who asks one in turn. None at the end. Where
    /// there is none for `rest`, whoever waits `rests`, once.
    fn next(&self, rest: Duration, rests: impl FnOnce()) -> Option<Job> {
        let (mut waiting, mut rests) = (self.waiting(), Some(rests));
        loop {
            if let Some((asker, mut own)) = waiting.askers.pop_front() {
                let job = own.pop_front();
                if !own.is_empty() {
                    waiting.askers.push_back((asker, own));
                }
                waiting.jobs -= 1;
                return job;
            }
            if waiting.closed {
                return None;
            }
            if rests.is_none() {
                waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let woken = self.changed.wait_timeout(waiting, rest);
            let (again, late) = woken.unwrap_or_else(PoisonError::into_inner);
            waiting = again;
            if let Some(rests) = rests.take_if(|_| late.timed_out()) {
                // Nobody waits for that: what came meanwhile is looked for again.
                drop(waiting);
                rests();
                waiting = self.waiting();
            }
        }
    }
}

fn crowded() -> Error {
    let detail = "Very many people sign in at this moment; try again in a few seconds.";
    Error::new(Code::Busy, detail)
}

/// The way to the threads, which end when the last of its clones is gone.
struct Threads(Arc<Queue>);

impl Drop for Threads {
    fn drop(&mut self) {
        self.0.waiting().closed = true;
        self.0.changed.notify_all();
    }
}

/// Hashes and checks passwords.
#[derive(Clone)]
pub struct Passwords {
    argon: Argon2<'static>,
    threads: Arc<Threads>,
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
        let queue = Arc::<Queue>::default();
        for number in 1..=THREADS {
            let queue = queue.clone();
            std::thread::Builder::new()
                .name(format!("passwords-{number}"))
                .spawn(move || work(&queue))
                .map_err(|error| error.to_string())?;
        }
        let threads = Arc::new(Threads(queue));
        Ok(Passwords { argon, threads, stand_in: stand_in.into() })
    }

    /// The hash of a new password, in PHC form. `asker` says who wants it: an account,
    /// or what somebody wants to be called.
    pub async fn hash(&self, asker: &str, password: String) -> Result<String> {
        let argon = self.argon.clone();
        self.run(asker, move |memory| hash(&argon, &normalized(&password), memory)).await
    }

    /// Whether a password fits a stored hash. For somebody who does not exist it
    /// takes as long and never fits. `asker` says who wants
    /// to know: an account, or what a stranger has typed.
    pub async fn fits(
        &self,
        asker: &str,
        password: String,
        stored: Option<String>,
    ) -> Result<bool> {
        let stored = stored.filter(|hash| !hash.is_empty());
        let known = stored.is_some();
        let text = stored.unwrap_or_else(|| self.stand_in.to_string());
        let fits = self.run(asker, move |memory| {
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
        asker: &str,
        task: impl FnOnce(&mut Memory) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move |memory| {
            if !sender.is_closed() {
                // Whoever asked may go away meanwhile.
                let _ = sender.send(task(memory));
            }
        });
        self.threads.0.push(asker, job)?;
        // A job that gave way is dropped.
        receiver.await.unwrap_or_else(|_| Err(crowded()))
    }
}

/// Does one job after the other, in the same memory.
fn work(queue: &Queue) {
    let mut memory = Memory::new();
    while let Some(job) = queue.next(REST, || memory = Memory::new()) {
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
    use crate::rules::chance::{Chance, Seeded};
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    const PASSWORD: &str = "correct horse battery";

    async fn fits(password: &str, stored: &str) -> bool {
        let passwords = Passwords::new(Strength::Feeble).unwrap();
        passwords.fits("anna", password.to_owned(), Some(stored.to_owned())).await.unwrap()
    }

    #[tokio::test]
    async fn a_hash_is_one_that_argon2_itself_would_make_and_accept() {
        for strength in [Strength::Full, Strength::Feeble] {
            let passwords = Passwords::new(strength).unwrap();
            let hash = passwords.hash("anna", PASSWORD.to_owned()).await.unwrap();
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
        let hash = passwords.hash("anna", composed.to_owned()).await.unwrap();
        assert!(fits(composed, &hash).await && fits(decomposed, &hash).await);
        let old = Argon2::default().hash_password(decomposed.as_bytes()).unwrap().to_string();
        assert!(fits(decomposed, &old).await, "as it was typed when it was hashed");
    }

    #[tokio::test]
    async fn nobody_has_no_password() {
        let passwords = Passwords::new(Strength::Feeble).unwrap();
        for stored in [None, Some(String::new())] {
            assert!(!passwords.fits("nobody", String::new(), stored).await.unwrap());
        }
    }

    #[test]
    fn whoever_has_many_passwords_checked_waits_behind_themselves_and_holds_up_nobody_else() {
        let (queue, done) = (Queue::default(), Arc::new(Mutex::new(Vec::new())));
        let push = |asker: &'static str| {
            let done = done.clone();
            queue.push(asker, Box::new(move |_| done.lock().unwrap().push(asker)))
        };
        for _ in 0..OWN {
            push("mallory").unwrap();
        }
        assert_eq!(push("mallory").unwrap_err().code, Code::TooManyRequests);
        push("anna").unwrap();
        push("ben").unwrap();
        push("anna").unwrap();
        for _ in 0..OWN + 3 {
            queue.next(REST, || ()).unwrap()(&mut Memory::new());
        }
        let done = done.lock().unwrap();
        assert_eq!(done[..5], ["mallory", "anna", "ben", "mallory", "anna"]);
        assert!(done[5..].iter().all(|asker| *asker == "mallory"));
    }

    #[test]
    fn whoever_waits_for_nothing_yet_is_let_in_and_soon_served_however_many_others_ask_for() {
        for seed in 0..20 {
            let (queue, mut chance) = (Queue::default(), Seeded::new(seed));
            let done = Arc::new(Mutex::new(Vec::new()));
            // Of each job that was its asker's first: how many may be done before it.
            let mut patience = Vec::new();
            for _ in 0..3_000 {
                if chance.below(5) == 0 && queue.waiting().jobs > 0 {
                    queue.next(REST, || ()).unwrap()(&mut Memory::new());
                    continue;
                }
                // A few ask again and again, many now and then.
                let few = chance.below(4) > 0;
                let asker = if few { chance.below(30) } else { chance.below(400) }.to_string();
                let lengths = |waiting: &Waiting| -> Vec<usize> {
                    waiting.askers.iter().map(|(_, jobs)| jobs.len()).collect()
                };
                let before = lengths(&queue.waiting());
                let own = queue.waiting().askers.iter().any(|(other, _)| *other == asker);
                let (number, told) = (patience.len(), done.clone());
                let pushed =
                    queue.push(&asker, Box::new(move |_| told.lock().unwrap().push(number)));
                match pushed {
                    Ok(()) => {
                        let all = done.lock().unwrap().len();
                        patience.push((!own).then_some(all + before.len()));
                    }
                    Err(_) if !own => assert!(before.iter().all(|one| *one == 1), "{before:?}"),
                    Err(_) => {}
                }
                let waiting = queue.waiting();
                let after = lengths(&waiting);
                assert_eq!(after.iter().sum::<usize>(), waiting.jobs);
                assert!(waiting.jobs <= WAITING && after.iter().all(|one| (1..=OWN).contains(one)));
            }
            for (at, number) in done.lock().unwrap().iter().enumerate() {
                assert!(patience[*number].is_none_or(|most| at <= most), "{at}: {patience:?}");
            }
        }
    }

    #[test]
    fn no_more_hashes_wait_than_are_done_within_seconds() {
        let queue = Queue::default();
        let mut pushed = (0..).map(|asker: u32| queue.push(&asker.to_string(), Box::new(|_| ())));
        assert_eq!(pushed.by_ref().take_while(Result::is_ok).count(), WAITING);
        assert_eq!(pushed.next().unwrap().unwrap_err().code, Code::Busy);
        queue.next(REST, || ()).unwrap()(&mut Memory::new());
        assert!(pushed.next().unwrap().is_ok(), "there is room again");
    }

    #[test]
    fn who_waits_for_a_job_rests_once_and_does_the_job_that_comes_after_it() {
        let (queue, rested) = (Queue::default(), Mutex::new(0));
        std::thread::scope(|scope| {
            let waits = || {
                let rest = Duration::from_millis(5);
                queue.next(rest, || *rested.lock().unwrap() += 1).unwrap()(&mut Memory::new());
            };
            let waiting = scope.spawn(waits);
            for _ in 0..2_000 {
                if *rested.lock().unwrap() > 0 {
                    break;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(50));
            let (sender, receiver) = std::sync::mpsc::channel();
            queue.push("anna", Box::new(move |_| sender.send(()).unwrap())).unwrap();
            receiver.recv().unwrap();
            waiting.join().unwrap();
        });
        assert_eq!(*rested.lock().unwrap(), 1);
    }

    #[tokio::test]
    async fn the_threads_end_with_whoever_has_begun_them() {
        let passwords = Passwords::new(Strength::Feeble).unwrap();
        let queue = Arc::downgrade(&passwords.threads.0);
        drop(passwords.clone());
        passwords.hash("anna", PASSWORD.to_owned()).await.unwrap();
        drop(passwords);
        while queue.strong_count() > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
}
