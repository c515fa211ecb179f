//! The queue of messages: each is kept in the outbox until it is handed over.
//!
//! The queue knows envelopes ([`Letter`], and those of other tables: [`Kept`]), not what is in
//! them. It claims one message that is due, has it composed (or learns that nobody wants it any
//! more), gives it to its [`Carrier`] and notes how that ended. A claim lapses within seconds unless it is
//! renewed, as it is while a message is on its way: so what a process that died had
//! claimed goes out again, under the same id. What is refused for now is tried again with
//! growing delay for a day, and then given up; while nothing can be sent at all, messages
//! wait for a probe ([`Breaker`]).

use super::breaker::Breaker;
use super::kind::LetterKind;
use super::outbox::Kept;
use crate::clock::{Clock, Instant};
pub use crate::db::letters::State;
use crate::db::letters::{self, LetterRow, Outcome};
use crate::db::{Conn, Db, Tx, is_taken, taken};
use crate::error::{Code, Error, Result};
use crate::runner::Step;
use crate::words::Word;
use chrono::Duration;
use serde_json::Value;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// How long a claim lasts unless it is renewed: then the messages of a process that died
/// are free again. The clocks of processes on one database must agree well within it.
pub const CLAIM: Duration = Duration::seconds(4);
/// How long it is from one renewal of a claim to the next.
const RENEWAL: std::time::Duration = std::time::Duration::from_secs(1);
/// How long one message may be on its way, whoever carries it.
const ON_ITS_WAY: std::time::Duration = std::time::Duration::from_secs(60);
/// How long messages on their way may still take when the process stops.
const LAST_WORDS: std::time::Duration = std::time::Duration::from_millis(800);
/// Minutes until the next try, by tries so far; the last one repeats.
const DELAYS: [i64; 5] = [1, 5, 15, 60, 180];
/// How long a message is tried that is refused for now.
const PERSISTENCE: Duration = Duration::hours(24);
/// How often it must have been tried by then: it may have waited for days before the first time.
const LEAST_TRIES: usize = 5;
/// How long a message waits while nothing can be sent, as mail servers do.
const OUTAGE: Duration = Duration::days(5);

/// What is noted of a message that could not be composed: nobody but this service is at fault.
pub const NOT_COMPOSED: &str = "it could not be composed";
/// What is noted of one that was not composed because the database was away, or somebody else was
/// first.
const NOT_YET: &str = "it could not be composed at that moment";

/// The event of a match that a message tells of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Which match.
    pub match_id: String,
    /// The version of it.
    pub version: i64,
}

/// The envelope of a message.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Names the message for good: the same one cannot be queued twice.
    pub id: String,
    /// To whom.
    pub account_id: String,
    /// What it is about.
    pub kind: LetterKind,
    /// The match it is about, if it is about one.
    pub about: Option<About>,
    /// What else is needed to compose it; never a secret.
    pub data: Value,
    /// What became of it so far.
    pub state: State,
    /// How often it was tried.
    pub attempts: i32,
    /// What went wrong at the last try, or why it was withdrawn.
    pub error: Option<String>,
    /// When it was written.
    pub created_at: Instant,
    /// When it was handed over.
    pub sent_at: Option<Instant>,
}

impl Letter {
    /// A message about no match, to be sent at once.
    pub fn new(id: String, account_id: &str, kind: LetterKind, now: Instant) -> Letter {
        Letter {
            id,
            account_id: account_id.to_owned(),
            kind,
            about: None,
            data: Value::Object(Default::default()),
            state: State::Queued,
            attempts: 0,
            error: None,
            created_at: now,
            sent_at: None,
        }
    }

    /// Puts the message into the outbox, which is looked at after the commit.
    /// [`crate::db::is_taken`] when it is there already.
    pub fn enqueue(self, tx: &mut Tx<'_>) -> Result<()> {
        let (match_id, version) = self.about.map(|about| (about.match_id, about.version)).unzip();
        let new = LetterRow::new(self.id, &self.account_id, self.kind.word(), self.created_at);
        letters::enqueue(tx, &LetterRow { match_id, version, data: self.data.to_string(), ..new })
    }

    /// The newest messages that an account is told of.
    pub fn newest(conn: &mut Conn, account_id: &str, most: i64) -> Result<Vec<Letter>> {
        letters::of_account(conn, account_id, most)?.into_iter().map(Letter::of).collect()
    }

    /// The envelope of a row.
    pub(super) fn of(row: LetterRow) -> Result<Letter> {
        let about = row.match_id.zip(row.version);
        Ok(Letter {
            kind: LetterKind::of_stored(&row.kind)?,
            about: about.map(|(match_id, version)| About { match_id, version }),
            data: serde_json::from_str(&row.data).map_err(Error::fault)?,
            state: State::of_stored(&row.state)?,
            id: row.id,
            account_id: row.account_id,
            attempts: row.attempts,
            error: row.error,
            created_at: row.created_at,
            sent_at: row.sent_at,
        })
    }
}

/// What to do with a message that is due.
#[derive(Debug)]
pub enum Verdict<M> {
    /// Hand this over.
    Send(M),
    /// Nobody wants it any more, for this reason.
    Withdraw(String),
    /// It is not its time yet, for this reason; ask again after so long.
    Later(String, chrono::Duration),
}

/// Knows what the messages of the outbox are about.
pub trait Compose<M, E = Letter>: Send + Sync {
    /// Decides on a message that is due. Runs in a write transaction, so that
    /// one-time links can be made here.
    fn compose(&self, tx: &mut Tx<'_>, letter: &E) -> Result<Verdict<M>>;
}

/// What the other side said when a message was not handed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// So much of it as may stand in a log: nothing of the receiver.
    pub brief: String,
    /// All of it, which may quote the receiver; it stands in the outbox only.
    pub whole: String,
}

impl<T: Into<String>> From<T> for Reason {
    fn from(said: T) -> Reason {
        let brief = said.into();
        Reason { whole: brief.clone(), brief }
    }
}

/// Why a message was not handed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// Nothing can be handed over just now; it has nothing to do with this message.
    Unreachable(Reason),
    /// It broke off in the middle of this message, and it cannot be told whose fault it is.
    BrokenOff(Reason),
    /// This message was refused for now; trying again later may help.
    Transient(Reason),
    /// The receiver was refused for good.
    Permanent(Reason),
}

impl Undelivered {
    fn reason(&self) -> &Reason {
        match self {
            Undelivered::Unreachable(why)
            | Undelivered::BrokenOff(why)
            | Undelivered::Transient(why)
            | Undelivered::Permanent(why) => why,
        }
    }
}

/// The envelopes of what a carrier carries.
pub type EnvelopeOf<C> = <<C as Carrier>::Kept as Kept>::Envelope;

/// Hands messages over to whoever takes them further.
pub trait Carrier: Send + Sync + 'static {
    /// How its messages are kept.
    type Kept: Kept;
    /// What it can carry.
    type Message: Send + 'static;
    /// Whether all of them go to one server, so that what others got meanwhile tells that it
    /// is not the server's fault where one is refused again and again. Where they do not, as
    /// many go at once as may.
    const ONE_SERVER: bool = true;

    /// Hands one over. The same one may come again when a process dies before it could
    /// note that it was taken: the letter's id tells.
    fn carry(
        &self,
        letter: &EnvelopeOf<Self>,
        message: Self::Message,
    ) -> impl Future<Output = Result<(), Undelivered>> + Send;
}

/// The queue as one process works on it.
pub struct Queue<C: Carrier> {
    db: Db,
    clock: Clock,
    carrier: C,
    composer: Arc<dyn Compose<C::Message, EnvelopeOf<C>>>,
    breaker: Breaker,
    handed: Handed,
    name: String,
    looks: AtomicUsize,
}

impl<C: Carrier + std::fmt::Debug> std::fmt::Debug for Queue<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Queue({:?})", self.carrier)
    }
}

impl<C: Carrier> Queue<C> {
    /// The queue of this database; `composer` knows what the messages are about.
    pub fn new(
        db: Db,
        clock: Clock,
        carrier: C,
        composer: Arc<dyn Compose<C::Message, EnvelopeOf<C>>>,
    ) -> Queue<C> {
        // Each process under a name of its own, which tells the operator which one it is.
        let unique = crate::random::token_hash(&crate::random::id());
        let name = format!("{}-{}", std::process::id(), &unique[..12]);
        let (breaker, handed) = (Breaker::default(), Handed::default());
        Queue { db, clock, carrier, composer, breaker, handed, name, looks: AtomicUsize::new(0) }
    }

    /// Hands over what is due until `until` is true. What is on its way then has a moment
    /// left; what still is after that is put back, for another process or the next start.
    pub async fn run(self: Arc<Self>, until: watch::Receiver<bool>) {
        let step = || {
            let (queue, until) = (self.clone(), until.clone());
            async move { queue.step(until).await }
        };
        C::Kept::RUNNER.run(C::Kept::bell(&self.db), until.clone(), step).await;
    }

    async fn step(&self, until: watch::Receiver<bool>) -> Result<Step> {
        let (due, next) = self.look().await?;
        if due.is_empty() {
            return Ok(Step::Nothing { next });
        }
        if let Err(wait) = self.breaker.admit(self.clock.now()) {
            return Ok(Step::Nothing { next: Some(wait) });
        }
        Ok(match self.deliver_first(due, until).await? {
            Some(_) => Step::Did,
            // Others were first; should they die, their claims lapse.
            None => {
                self.breaker.not_tried(self.clock.now());
                Step::Nothing { next: CLAIM.to_std().ok() }
            }
        })
    }

    /// Deals with one message that is due; `None` when none is, or while all wait for a
    /// probe.
    pub async fn deliver_one(&self) -> Result<Option<Outcome>> {
        let (due, _) = self.look().await?;
        if due.is_empty() || self.breaker.admit(self.clock.now()).is_err() {
            return Ok(None);
        }
        let (_running, until) = watch::channel(false);
        self.deliver_first(due, until).await
    }

    /// The messages that are due, and how long it is until the next one is.
    async fn look(&self) -> Result<(Vec<C::Kept>, Option<std::time::Duration>)> {
        let now = self.clock.now();
        let most = C::Kept::RUNNER.at_once as i64;
        let mut due = self.db.read(move |conn| C::Kept::first_due(conn, most)).await?;
        let later = due.split_off(due.partition_point(|row| row.due_at() <= now));
        let next = later.first().and_then(|row| (row.due_at() - now).to_std().ok());
        // Colleagues who look at the same moment reach for different messages.
        let first = self.looks.fetch_add(1, Ordering::Relaxed) % due.len().max(1);
        due.rotate_left(first);
        Ok((due, next))
    }

    /// Claims the first of these that nobody else has, and deals with it.
    async fn deliver_first(
        &self,
        due: Vec<C::Kept>,
        until: watch::Receiver<bool>,
    ) -> Result<Option<Outcome>> {
        for row in due {
            let (claimed, by) = (row.clone(), self.name.clone());
            let lapses = self.clock.now() + CLAIM;
            if self.db.write(move |tx| claimed.claim(tx, &by, lapses)).await? {
                // However long this one takes, what goes elsewhere does not wait for it.
                if !C::ONE_SERVER {
                    C::Kept::bell(&self.db).notify_one();
                }
                return self.deliver(row, until).await.map(Some);
            }
        }
        Ok(None)
    }

    async fn deliver(&self, row: C::Kept, until: watch::Receiver<bool>) -> Result<Outcome> {
        let began = tokio::time::Instant::now();
        let mut said = None;
        let outcome = match self.compose(row.clone()).await {
            Ok((_, Verdict::Withdraw(why))) => {
                tracing::info!(letter = row.id(), why, "{} withdrawn", C::Kept::NAME);
                self.breaker.not_tried(self.clock.now());
                return Ok(Outcome::Withdrawn(why));
            }
            Ok((_, Verdict::Later(why, wait))) => {
                tracing::debug!(letter = row.id(), why, "{} put off", C::Kept::NAME);
                self.breaker.not_tried(self.clock.now());
                return Ok(Outcome::PutBack(why, self.clock.now() + wait));
            }
            Ok((letter, Verdict::Send(message))) => tokio::select! {
                biased;
                carried = self.carry(&letter, message) => {
                    said = carried.as_ref().err().map(|why| why.reason().brief.clone());
                    self.outcome(&row, carried)
                }
                () = self.keep_claim(&row, began) => {
                    Outcome::PutBack("the claim to it was lost".to_owned(), self.clock.now())
                }
                () = stopped(until) => {
                    Outcome::PutBack("the server stopped".to_owned(), self.clock.now())
                }
            },
            // Nothing is wrong with the message: it costs no try.
            Err(error) if is_passing(&error) => {
                tracing::debug!(letter = row.id(), %error, "a {} is left for now", C::Kept::NAME);
                self.breaker.not_tried(self.clock.now());
                Outcome::PutBack(NOT_YET.to_owned(), self.clock.now() + CLAIM)
            }
            Err(error) => {
                tracing::error!(letter = row.id(), %error, "a {} could not be composed", C::Kept::NAME);
                self.again(&row, NOT_COMPOSED.to_owned())
            }
        };
        let name = C::Kept::NAME;
        match &outcome {
            Outcome::Sent(_) => tracing::info!(letter = row.id(), "{name} sent"),
            Outcome::Withdrawn(_) => {}
            Outcome::PutBack(..) => tracing::debug!(letter = row.id(), "{name} put back"),
            Outcome::Retry(..) => tracing::warn!(letter = row.id(), said, "{name} not sent yet"),
            Outcome::GivenUp(_) | Outcome::Refused(_) => {
                tracing::warn!(letter = row.id(), said, "{name} given up");
            }
        }
        let (by, done, now) = (self.name.clone(), outcome.clone(), self.clock.now());
        self.db.write(move |tx| row.finish(tx, &by, &done, now)).await?;
        Ok(outcome)
    }

    /// Has a message composed; one that nobody wants is withdrawn in the same transaction,
    /// one that is sent has its claim renewed.
    async fn compose(&self, row: C::Kept) -> Result<(EnvelopeOf<C>, Verdict<C::Message>)> {
        let (composer, by) = (self.composer.clone(), self.name.clone());
        let now = self.clock.now();
        let lapses = now + CLAIM;
        let composed = self.db.write(move |tx| {
            let letter = row.envelope()?;
            let verdict = composer.compose(tx, &letter)?;
            let mine = match &verdict {
                Verdict::Withdraw(why) => {
                    row.finish(tx, &by, &Outcome::Withdrawn(why.clone()), now)?
                }
                Verdict::Later(why, wait) => {
                    row.finish(tx, &by, &Outcome::PutBack(why.clone(), now + *wait), now)?
                }
                Verdict::Send(_) => row.renew(tx, &by, lapses)?,
            };
            match mine {
                true => Ok((letter, verdict)),
                false => Err(taken()),
            }
        });
        composed.await
    }

    async fn carry(&self, letter: &EnvelopeOf<C>, message: C::Message) -> Result<(), Undelivered> {
        let carrying = self.carrier.carry(letter, message);
        let long = || Undelivered::BrokenOff("handing it over takes too long".into());
        tokio::time::timeout(ON_ITS_WAY, carrying).await.unwrap_or_else(|_| Err(long()))
    }

    /// Renews the claim to a message, last renewed at `since`, while it is on its way.
    /// Returns when somebody else may have it: it must not be carried on then.
    async fn keep_claim(&self, row: &C::Kept, since: tokio::time::Instant) {
        let lasts = CLAIM.to_std().unwrap_or_default();
        let mut lapses = since + lasts;
        loop {
            tokio::time::sleep(RENEWAL).await;
            let (row, by, began) = (row.clone(), self.name.clone(), tokio::time::Instant::now());
            let until = self.clock.now() + CLAIM;
            let renewing = self.db.write(move |tx| row.renew(tx, &by, until));
            match tokio::time::timeout_at(lapses, renewing).await {
                Ok(Ok(true)) => lapses = began + lasts,
                Ok(Ok(false)) | Err(_) => return,
                // The database may answer again before the claim has lapsed.
                Ok(Err(_)) => {}
            }
        }
    }

    fn outcome(&self, row: &C::Kept, carried: Result<(), Undelivered>) -> Outcome {
        let now = self.clock.now();
        match &carried {
            Err(why @ (Undelivered::Unreachable(_) | Undelivered::BrokenOff(_))) => {
                self.breaker.trip(now, &why.reason().brief);
            }
            Ok(()) | Err(Undelivered::Transient(_) | Undelivered::Permanent(_)) => {
                self.breaker.reset();
            }
        }
        match carried {
            Ok(()) => {
                self.handed.note(row.account_id(), now);
                Outcome::Sent(now)
            }
            Err(Undelivered::Permanent(why)) => Outcome::Refused(why.whole),
            Err(Undelivered::Transient(why)) => match self.again(row, why.whole) {
                // Others got theirs meanwhile: it is not the mail server that is at fault.
                Outcome::GivenUp(why) if C::ONE_SERVER && self.handed.to_others(row) => {
                    Outcome::Refused(why)
                }
                outcome => outcome,
            },
            Err(Undelivered::BrokenOff(why)) => self.later(row, why.whole, DELAYS[0]),
            Err(Undelivered::Unreachable(why)) if now >= row.created_at() + OUTAGE => {
                Outcome::GivenUp(why.whole)
            }
            // Behind those that wait already: it is not always the same one that probes.
            Err(Undelivered::Unreachable(why)) => Outcome::PutBack(why.whole, now),
        }
    }

    fn again(&self, row: &C::Kept, why: String) -> Outcome {
        self.later(row, why, DELAYS[tries(row).min(DELAYS.len() - 1)])
    }

    fn later(&self, row: &C::Kept, why: String, minutes: i64) -> Outcome {
        let now = self.clock.now();
        let (last, next) = (row.created_at() + PERSISTENCE, now + Duration::minutes(minutes));
        match now >= last {
            true if tries(row) + 1 >= LEAST_TRIES => Outcome::GivenUp(why),
            true => Outcome::Retry(why, next),
            false => Outcome::Retry(why, last.min(next)),
        }
    }
}

/// Whether it is over in a moment: the database was away, or somebody else was first.
fn is_passing(error: &Error) -> bool {
    let away = [Code::Busy, Code::DatabaseUnavailable, Code::OutcomeUnknown, Code::MovedAway];
    is_taken(error) || away.contains(&error.code)
}

/// How often a message was tried before.
fn tries(row: &impl Kept) -> usize {
    usize::try_from(row.attempts()).unwrap_or(0)
}

/// To whom this process has handed something over last, and to whom before them.
#[derive(Debug, Default)]
struct Handed(Mutex<[Option<(String, Instant)>; 2]>);

impl Handed {
    fn note(&self, account: &str, now: Instant) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last[0].as_ref().is_some_and(|(known, _)| known != account) {
            last[1] = last[0].take();
        }
        last[0] = Some((account.to_owned(), now));
    }

    /// Whether others got something since a letter was written.
    fn to_others(&self, row: &impl Kept) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let others =
            |(to, at): &(String, Instant)| to != row.account_id() && *at > row.created_at();
        last.iter().flatten().any(others)
    }
}

/// Waits until a process that stops has nothing left to wait for.
async fn stopped(mut until: watch::Receiver<bool>) {
    // Where nobody is left to say so, it has stopped, too.
    let _ = until.wait_for(|over| *over).await;
    tokio::time::sleep(LAST_WORDS).await;
}
