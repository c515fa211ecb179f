//! Asking for commands: who calls, the facts a decision needs, keys that are known again.

use super::caller::Caller;
use super::decide::open::{self, Open};
use super::decide::preview::{self, Preview};
use super::decide::{self, Command, Facts, seat_of};
use super::peace;
use super::quota::{self, Limit};
use super::stream::chance::Seed;
use super::stream::commitment::{self, Commitment};
use super::stream::event::Terms;
use super::stream::state::Match;
use super::stream::store::{Decided, key_reused};
use super::watching::Looker;
use super::{Matches, read};
use crate::db::matches::{self as rows, AnsweredRow, SecretRow};
use crate::db::{Conn, is_taken};
use crate::error::{Code, Error, Kind, Result};
use crate::rules::Robot;
use serde_json::Value;
use std::sync::Arc;

/// The most steps in one request.
pub const COMMANDS_AT_ONCE: usize = 50;

/// How often it is proposed again to go back, because somebody acted at the same moment.
const REWIND_TRIES: usize = 5;

/// Steps that somebody posts.
#[derive(Clone, Debug)]
pub struct Post {
    /// The game's commands, in order; all of them or none.
    pub commands: Vec<Value>,
    /// The version they were thought up for.
    pub version: i64,
    /// The key under which a repeated request is known.
    pub key: String,
    /// What was asked, as a hash.
    pub fingerprint: String,
}

/// A match that is about to be opened.
pub(crate) struct Opening {
    /// Its identifier.
    pub id: String,
    /// What all its chance comes from.
    pub seed: Seed,
    /// The key under which the request is known again, and what was asked, as a hash.
    pub asked: Option<(String, String)>,
    /// The robots that sit down at once.
    pub robots: Vec<Robot>,
}

impl Opening {
    /// One that nobody can foresee.
    pub fn drawn() -> Opening {
        Opening::of(crate::random::id(), Seed::draw())
    }

    /// One under this identifier, with this seed.
    pub fn of(id: String, seed: Seed) -> Opening {
        Opening { id, seed, asked: None, robots: Vec::new() }
    }
}

impl Matches {
    /// Promises a seed to somebody who is about to open a match: only then do they
    /// choose what they add to its chance.
    pub fn commit(&self, host: &str) -> Commitment {
        self.commitments.commit(host, self.clock.now())
    }

    /// Opens a match with its host in the first seat. Asked again under the same key,
    /// it gives the match that was opened the first time.
    pub async fn open(
        &self,
        host: &str,
        wish: Open,
        commitment: Option<Commitment>,
        key: Option<String>,
    ) -> Result<Arc<Match>> {
        self.open_if(host, wish, commitment, key, || Ok(())).await
    }

    /// The same where the host is `admitted`, which is asked of every match that would be opened,
    /// and of no other wish.
    pub async fn open_if(
        &self,
        host: &str,
        wish: Open,
        commitment: Option<Commitment>,
        key: Option<String>,
        admitted: impl FnOnce() -> Result<()>,
    ) -> Result<Arc<Match>> {
        if let Some(timing) = wish.timing {
            timing.pace.check_shortest(self.settings.shortest_wait)?;
        }
        let now = self.clock.now();
        // Asked again, it may give the fields of its options in another order.
        let mut wished = wish.clone();
        wished.config.sort_all_objects();
        let fingerprint =
            crate::random::token_hash(&format!("open a match\n{wished:?}\n{commitment:?}"));
        if let Some(before) = self.opened_before(host, key.as_deref(), &fingerprint).await? {
            return self.visible_to(&before, host).await;
        }
        let opening = match &commitment {
            Some(shown) => {
                let seed = self.commitments.redeem(host, shown, now)?;
                Opening::of(shown.match_id.clone(), seed)
            }
            None if wish.entropy.is_some() => {
                return Err(commitment::missing());
            }
            None => Opening::drawn(),
        };
        let asked = key.clone().map(|key| (key, fingerprint.clone()));
        let opening = Opening { asked, ..opening };
        match self.open_as(host, &wish, opening, admitted).await {
            Err(error)
                if is_taken(&error)
                    || matches!(error.code, Code::KeyReused | Code::TooManyOpenMatches) =>
            {
                // The same request came twice at the same moment.
                match self.opened_before(host, key.as_deref(), &fingerprint).await? {
                    Some(before) => self.visible_to(&before, host).await,
                    None if is_taken(&error) => Err(commitment::wrong()),
                    None => Err(error),
                }
            }
            stored => stored,
        }
    }

    /// Opens a match under this identifier. [`is_taken`] where there is one already.
    pub(crate) async fn open_as(
        &self,
        host: &str,
        wish: &Open,
        opening: Opening,
        admitted: impl FnOnce() -> Result<()>,
    ) -> Result<Arc<Match>> {
        let Opening { id, seed, asked, robots } = opening;
        let brought = self.brought(&id, host).await?;
        let facts = Facts {
            now: self.clock.now(),
            seed: &seed,
            name: brought.name.as_ref().map(|name| name.digest.clone()),
            hours: brought.hours.as_ref().map(|(_, named)| named.clone()),
            invited: false,
            then: None,
            due: None,
        };
        let by = Caller::Person(host.to_owned());
        let mut draft = open::open(&id, &by, wish, &facts)?;
        for &robot in &robots {
            let command = Command::SeatRobot { robot, meant: None };
            decide::decide_next(&mut draft, &command, &facts)?;
        }
        admitted()?;
        let answered = asked.map(|(idempotency_key, fingerprint)| AnsweredRow {
            account_id: host.to_owned(),
            idempotency_key,
            match_id: id.clone(),
            fingerprint,
            from_version: 0,
            to_version: draft.after().version,
            recorded_at: facts.now,
        });
        let secret = SecretRow {
            match_id: id,
            seed: seed.to_hex(),
            invitation: hex::encode(crate::random::bytes::<12>()),
        };
        let limits: &[Limit] = match robots.is_empty() {
            true => &[Limit::Open],
            false => &[Limit::Open, Limit::Robots],
        };
        let within = Some((host.to_owned(), limits));
        let decided = Decided {
            calendar: brought.calendar(&draft),
            draft,
            sealed: brought.name,
            secret: Some(secret),
            answered,
            within,
            deed: None,
        };
        self.store(None, decided).await
    }

    /// Takes back the latest steps of a seat, to a version or by one step; `on_version` is
    /// the newest version that the caller knows, where they say it.
    pub async fn take_back(
        &self,
        match_id: &str,
        account: &str,
        to: Option<i64>,
        on_version: Option<i64>,
    ) -> Result<Arc<Match>> {
        let by = Caller::Person(account.to_owned());
        let command = Command::TakeBack { to };
        let looker = Looker::person(account);
        let done = self.perform(match_id, Some(&looker), |on, secret| {
            quota::take_backs(on, seat_of(on, account)?)?;
            if let Some(version) = on_version {
                fresh(on, version)?;
            }
            decide::decide(on, &by, &command, &self.facts(&secret.seed)).map(Decided::from)
        });
        let no = match done.await {
            Err(no) if no.code == Code::StaleVersion => no,
            done => return done,
        };
        let version = on_version.unwrap_or_default();
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        self.db
            .read(move |conn| {
                let newest = matches.visible(conn, &id, &looker)?;
                Err(missed(conn, &newest, &who, version, no)?)
            })
            .await
    }

    /// Gives up.
    pub async fn resign(&self, match_id: &str, account: &str) -> Result<Arc<Match>> {
        self.command(match_id, account, Command::Resign).await
    }

    /// Proposes something to the others.
    pub async fn propose(&self, match_id: &str, account: &str, terms: Terms) -> Result<Arc<Match>> {
        if let Terms::ChangePace { pace } = &terms {
            pace.check_shortest(self.settings.shortest_wait)?;
        }
        if let Terms::Replace { to: Some(to), .. } = &terms {
            let (who, to) = (account.to_owned(), to.clone());
            self.db.read(move |conn| peace::asks_no_blocked(conn, &who, &to)).await?;
        }
        let by = Caller::Person(account.to_owned());
        let looker = Looker::person(account);
        let command = Command::propose(terms.as_stored());
        let Some(to) = terms.rewinds_to() else {
            let done = self.perform(match_id, Some(&looker), |on, secret| {
                decide::decide(on, &by, &command, &self.facts(&secret.seed)).map(Decided::from)
            });
            return done.await;
        };
        let mut tries = REWIND_TRIES;
        loop {
            let book = self.book(match_id, looker.clone()).await?;
            let then = book.rewindable(to)?;
            let version = book.newest().version;
            let done = self.perform(match_id, Some(&looker), |on, secret| {
                if on.version != version {
                    // What was true of it may be true no more.
                    return Err(stale(on, version));
                }
                let facts = Facts { then: then.clone(), ..self.facts(&secret.seed) };
                decide::decide(on, &by, &command, &facts).map(Decided::from)
            });
            match done.await {
                Err(no) if no.code == Code::StaleVersion && tries > 0 => tries -= 1,
                done => return done,
            }
        }
    }

    /// Answers a proposal, or changes the answer.
    pub async fn vote(
        &self,
        match_id: &str,
        account: &str,
        proposal: i64,
        yes: bool,
    ) -> Result<Arc<Match>> {
        self.command(match_id, account, Command::Vote { proposal, yes }).await
    }

    /// Takes back what one has proposed.
    pub async fn withdraw(
        &self,
        match_id: &str,
        account: &str,
        proposal: i64,
    ) -> Result<Arc<Match>> {
        self.command(match_id, account, Command::Withdraw { proposal }).await
    }

    pub(super) async fn command(
        &self,
        match_id: &str,
        account: &str,
        command: Command,
    ) -> Result<Arc<Match>> {
        let by = Caller::Person(account.to_owned());
        let looker = Looker::person(account);
        let done = self.perform(match_id, Some(&looker), |on, secret| {
            decide::decide(on, &by, &command, &self.facts(&secret.seed)).map(Decided::from)
        });
        done.await
    }

    pub(super) fn facts<'a>(&self, seed: &'a Seed) -> Facts<'a> {
        let now = self.clock.now();
        Facts { now, seed, name: None, hours: None, invited: false, then: None, due: None }
    }

    /// Plays steps and gives the match as it stands after them. A repeated request gets
    /// the match as it stood after the first one.
    pub async fn play(&self, match_id: &str, account: &str, post: Post) -> Result<Arc<Match>> {
        let by = Caller::Person(account.to_owned());
        let looker = Looker::person(account);
        let played = self.perform(match_id, Some(&looker), |on, secret| {
            let seat = seat_of(on, account)?;
            fresh(on, post.version)?;
            let facts = self.facts(&secret.seed);
            let draft = decide::decide_steps(on, &by, seat, post.commands.clone(), &facts)?;
            let answered = AnsweredRow {
                account_id: account.to_owned(),
                idempotency_key: post.key.clone(),
                match_id: on.id.clone(),
                fingerprint: post.fingerprint.clone(),
                from_version: on.version,
                to_version: draft.after().version,
                recorded_at: facts.now,
            };
            Ok(Decided { answered: Some(answered), ..draft.into() })
        });
        match played.await {
            Ok(played) => Ok(played),
            // It says that the outcome is unknown, or that asking again may help.
            Err(no) if no.kind() == Kind::Unavailable => Err(no),
            Err(no) => self.played_before(match_id, account, &post, no).await,
        }
    }

    /// The answer to a request that was refused: the one it got the first time, if it
    /// is a repeated one; else the refusal, with what was missed if it came too late.
    async fn played_before(
        &self,
        match_id: &str,
        account: &str,
        post: &Post,
        no: Error,
    ) -> Result<Arc<Match>> {
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        let post = post.clone();
        self.db
            .read(move |conn| {
                let newest = matches.visible(conn, &id, &Looker::person(&who))?;
                let Some(before) = rows::answered(conn, &who, &post.key)? else {
                    return Err(missed(conn, &newest, &who, post.version, no)?);
                };
                if before.match_id != id || before.fingerprint != post.fingerprint {
                    return Err(key_reused());
                }
                matches.load_at(conn, &newest, before.to_version)
            })
            .await
    }

    /// What steps would come to. Nothing is stored, and nothing hidden is used.
    pub async fn preview(
        &self,
        match_id: &str,
        account: &str,
        commands: Vec<Value>,
        version: i64,
    ) -> Result<Preview> {
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        let now = self.clock.now();
        self.db
            .read(move |conn| {
                let on = matches.visible(conn, &id, &Looker::person(&who))?;
                seat_of(&on, &who)?;
                if let Err(stale) = fresh(&on, version) {
                    return Err(missed(conn, &on, &who, version, stale)?);
                }
                preview::preview(&on, &who, &commands, now)
            })
            .await
    }

    /// The match that was opened under this key already, by the same wish.
    async fn opened_before(
        &self,
        host: &str,
        key: Option<&str>,
        fingerprint: &str,
    ) -> Result<Option<String>> {
        let Some(key) = key.map(str::to_owned) else { return Ok(None) };
        let host = host.to_owned();
        match self.db.read(move |conn| rows::answered(conn, &host, &key)).await? {
            None => Ok(None),
            Some(before) if before.fingerprint == fingerprint => Ok(Some(before.match_id)),
            Some(_) => Err(key_reused()),
        }
    }
}

/// Refuses what was thought up before the latest step of the game, which raised the question that
/// is asked now: both games ask one seat at a time.
pub fn fresh(on: &Match, version: i64) -> Result<()> {
    if (on.asked_at..=on.version).contains(&version) {
        return Ok(());
    }
    Err(stale(on, version))
}

fn stale(on: &Match, version: i64) -> Error {
    let newest = on.version;
    let detail = match version > newest {
        true => format!(
            "The match has come to version {newest} only, what you sent is for version {version}. \
             Look at it again.",
        ),
        false => format!(
            "The match is at version {newest}, what you sent is for version {version}. \
             Look at what happened and post again.",
        ),
    };
    Error::new(Code::StaleVersion, detail)
}

/// A refusal with what was missed, if it came too late.
fn missed(conn: &mut Conn, on: &Arc<Match>, who: &str, version: i64, no: Error) -> Result<Error> {
    if no.code != Code::StaleVersion {
        return Ok(no);
    }
    let book = read::book::Book::of(conn, on.clone(), Some(who))?;
    let missed = book.page(version.max(0), 100)?;
    Ok(no
        .with("version", on.version)
        .with("hash", on.hash.clone())
        .with("missed", serde_json::to_value(missed.items).unwrap_or_default()))
}
