//! Matches of any game, from the lobby to the ranking.
//!
//! A match is a decider around a game's decider. In reading order: [`caller`] (who
//! asks), [`stream`] (what can happen, and what it means), [`decide`] (what a command
//! comes to), [`time`] (pace and clocks), [`commands`] (asking for it), [`seats`] (who sits down),
//! [`invitations`] (who is asked to), [`rematch`] (the same people again), [`away`] (in all matches at once), [`quota`], [`due`]
//! (what plays by itself), [`read`] (looking, history, chart), [`watching`] (who may look),
//! [`talk`], [`reports`] and [`notes`] (beside the stream), [`written`] (texts that people write), `peace` (blocks), [`operator`] (interventions), [`ratings`], [`letters`], [`proof`] (taking home and verifying).
//! Knows rules, games, boards, mail, db and error; nothing of the web.
//!
//! # What may surprise
//!
//! * Since when somebody is awaited is a fact of the fold, as are the lobby's rows.
//! * What a clock says is stored nowhere: the fold keeps each seat's waits, and [`time`]
//!   reads them. The `seats` rows repeat it, so that one look finds what is due.
//! * People agree on things by votes that stand in the stream ([`decide::consent`]). What
//!   nobody decides in three days needs no event to be over. A proposal to go back keeps the game
//!   as it stood, so only a whole stream tells what it leads to; play that was rewound is folded
//!   all the same, since its time was used.
//! * Who takes a seat over in a match that is played ([`decide::substitutes`]) has the
//!   seat's cards and half a reserve, and none of its past: waits, hours and answers of whoever sat
//!   there before count for nobody any more. Only the day of grace and the days away of a seat are
//!   used once, whoever sits there: else passing a seat on would win time. From when on a seat is
//!   open is a fact of the fold, so nothing has to happen for it.
//! * Days away and outages are stretches in the stream on which no clock of a seat, or of a match,
//!   runs ([`stream::away`]). Who is away may play: that their clock stands still all the
//!   same is simpler to say than who comes back by it. A mail server that was away needs no outage:
//!   nobody's time is over who was not called, for three days. An outage is written down where something falls due
//!   or somebody acts, so that coming back does not touch every match.
//! * Where a rule of time would take more words than it is worth, the simpler one holds: the day of
//!   grace cannot be declined; having looked at a match is no last call, but a mailbox that refuses
//!   letters has had it; somebody is given more time twice for a turn; a proposal is open for three
//!   days, whoever is away, and nobody makes more than three in a day; substitutes sit down at
//!   once; stand-ins that are left among themselves rest at once; who has a seat leaves it before
//!   they close their account. What is left of a wait is told as an instant, never in counted
//!   hours, which would say more plainly than needed when that person sleeps.
//! * Whoever has time left may take it: a match falls silent from the end of its clocks on.
//! * The host decides nothing alone once a match has begun, not even who may watch: a link for
//!   watching is made before, and everybody at the table can revoke it.
//! * The platform plays for people who resigned or do not come as a sensible robot does: they leave
//!   nobody a windfall.
//! * A repeated request is answered again from the stream, not from a stored text.
//! * No event writes a letter: it gives notices, and a mailbox that is due becomes one letter
//!   ([`letters`]). A last call waits for nothing, since a clock depends on it.
//! * What people say to each other ([`talk`]) stands beside the stream, not in it: no line
//!   changes the version of a match. Whoever takes a seat over reads what was said from the version
//!   at which they came.
//! * Invitations stand beside the stream ([`invitations`]). Whether an address is known
//!   here is found out when its letter is due, and told to nobody; the link in it is computed from
//!   the invitation, so that none is stored.
//! * What the operator does is written down, and heeded by every process because it looks there,
//!   not because a bell rings. What they do in a match is an event ([`decide::operator`]);
//!   another title can follow even the end.
//! * How fast people answer is counted from the streams now and then, into rows that can be thrown
//!   away; what a seat is open for, and for whom, stands in the lobby's rows as in the fold.

pub mod away;
pub mod caller;
pub mod commands;
pub mod decide;
pub mod due;
pub mod invitations;
#[cfg(test)]
mod laws;
pub mod letters;
pub mod notes;
pub mod operator;
mod peace;
#[cfg(test)]
mod promises;
pub mod proof;
pub mod quota;
pub mod ratings;
pub mod read;
pub mod rematch;
pub mod reports;
pub mod seats;
pub mod stream;
#[cfg(test)]
mod tales;
pub mod talk;
pub mod time;
pub mod watching;
pub mod written;

use crate::clock::{Clock, Instant};
use crate::db::outages::OutageRow;
use crate::db::{Db, News, events};
use crate::error::{Error, Result};
use chrono::Duration;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};
use stream::cache::{Folds, Secrets};
use stream::commitment::Commitments;
use stream::line::Lines;
use stream::receipt::Signer;
use time::pace;

pub use caller::Caller;
pub use decide::{Command, Open};
pub use stream::event::Visibility;
pub use stream::state::{Match, Status};

/// Outages, and when they were read.
type Learned = (Instant, Arc<[OutageRow]>);

/// The way to all matches. Clones share what they know.
#[derive(Clone, Debug)]
pub struct Matches {
    db: Db,
    clock: Clock,
    folds: Arc<Folds>,
    secrets: Arc<Secrets>,
    commitments: Commitments,
    signer: Signer,
    due: Arc<due::Queue>,
    lines: Arc<Lines>,
    newer: Arc<Newer>,
    events: Arc<read::events::Kept>,
    stretches: Arc<read::told::Stretches>,
    proofs: Arc<proof::proved::Proofs>,
    settings: Settings,
    /// When no process was there, as far as this one has learned, and when it did.
    outages: Arc<Mutex<Option<Learned>>>,
    time_outs: Arc<AtomicU64>,
    /// When it was last looked everywhere for matches to rate.
    rated_whole: Arc<ratings::keeping::LookedWhole>,
    /// Whether the laws of time zones that this program knows were met.
    knows_laws: Arc<AtomicBool>,
}

/// What an operator can set about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long news settle before a letter tells them: what happens meanwhile goes along, and
    /// a turn that is played meanwhile needs none.
    pub settling: Duration,
    /// After how long without any process no clock has run; `None`: clocks run on.
    pub outage_after: Option<Duration>,
    /// The least time of a pace for a wait, in counted minutes.
    pub shortest_wait: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        let outage_after = Some(Duration::minutes(5));
        Settings { settling: Duration::minutes(3), outage_after, shortest_wait: pace::SHORTEST }
    }
}

impl Matches {
    /// Matches kept in this database. `secret` is the service's own, the same in all
    /// its processes.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub fn new(db: Db, clock: Clock, secret: &str) -> Result<Matches> {
        let signer = Signer::of(&db, clock.now())?;
        Ok(Matches {
            db,
            clock,
            folds: Arc::default(),
            secrets: Arc::default(),
            commitments: Commitments::new(secret),
            signer,
            due: Arc::default(),
            lines: Arc::default(),
            newer: Arc::default(),
            events: Arc::default(),
            stretches: Arc::default(),
            proofs: Arc::default(),
            settings: Settings::default(),
            outages: Arc::default(),
            time_outs: Arc::default(),
            rated_whole: Arc::default(),
            knows_laws: Arc::default(),
        })
    }

    /// The same with other settings.
    pub fn with(self, settings: Settings) -> Matches {
        Matches { settings, ..self }
    }

    /// What signs receipts.
    pub fn signer(&self) -> &Signer {
        &self.signer
    }

    /// Listens for what is appended to matches.
    pub fn news(&self) -> News {
        self.db.news()
    }

    /// The newest version of a match.
    pub async fn version(&self, match_id: &str) -> Result<i64> {
        let match_id = match_id.to_owned();
        let head = self.db.read(move |conn| events::head(conn, &match_id)).await?;
        head.map(|head| head.version).ok_or_else(|| Error::not_found("match"))
    }

    /// How many matches this process has met that a newer Turnwise has continued.
    pub fn newer(&self) -> usize {
        self.newer.count()
    }

    /// Forgets which requests were answered more than a month ago.
    pub async fn forget_answered(&self) -> Result<()> {
        let before = self.clock.now() - Duration::days(31);
        self.db.write(move |tx| crate::db::matches::forget_answered(tx, before).map(drop)).await
    }
}

/// The matches that only a newer Turnwise can read.
#[derive(Debug, Default)]
struct Newer(Mutex<BTreeSet<String>>);

impl Newer {
    fn note(&self, match_id: &str) {
        let mut met = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if met.insert(match_id.to_owned()) {
            tracing::warn!(match_id, "a newer Turnwise has continued this match");
        }
    }

    fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}
