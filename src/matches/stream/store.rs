//! Loading a match, and the one way in which it changes.
//!
//! A command is decided on the side of whoever asks, against the newest committed fold
//! this process knows. What it comes to is stored in one write that succeeds only on
//! exactly the row and hash it was decided on; where somebody else was first, it is
//! decided again. Nothing enters the memory of this process before it is committed.

use super::cache::Secret;
use super::event::Kind;
use super::project::project;
use super::state::{Match, Status};
use super::{chain, rows};
use crate::clock::Instant;
use crate::db::audit::{self, Deed, Object, What};
use crate::db::calendars::CalendarRow;
use crate::db::matches::{AnsweredRow, SealedRow, SecretRow};
use crate::db::{Bell, Conn, Tx, calendars, events, is_taken, matches as lobby};
use crate::error::{Code, Error, Result};
use crate::matches::Matches;
use crate::matches::caller::Caller;
use crate::matches::decide::Draft;
use crate::matches::due::hours;
use crate::matches::letters::notices;
use crate::matches::quota::{self, Limit};
use crate::matches::time::hours::Calendars;
use crate::matches::watching::Looker;
use crate::rules::chance::Seeded;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How often a command is decided again because somebody else was first: in another
/// process, since within this one everybody stands in line.
const TRIES: usize = 20;

/// A decision, and what is stored with it.
pub(crate) struct Decided {
    /// What happens.
    pub draft: Draft,
    /// What somebody is called who takes a seat.
    pub sealed: Option<SealedRow>,
    /// The calendar that is named with it.
    pub calendar: Option<CalendarRow>,
    /// The secret of a match that is opened.
    pub secret: Option<SecretRow>,
    /// The request that this answers, if it must be known again.
    pub answered: Option<AnsweredRow>,
    /// The account whose part in the match grows, and what that counts against.
    pub within: Option<(String, &'static [Limit])>,
    /// What the operator does by it, to be written down.
    pub deed: Option<(What, Object, Deed)>,
}

impl From<Draft> for Decided {
    fn from(draft: Draft) -> Decided {
        Decided {
            draft,
            sealed: None,
            calendar: None,
            secret: None,
            answered: None,
            within: None,
            deed: None,
        }
    }
}

impl Decided {
    /// Nothing happens.
    pub fn nothing(on: &Match, by: &Caller, now: Instant) -> Decided {
        Draft::on(on.clone(), by, now).into()
    }
}

impl Matches {
    /// The newest state of a match for the platform itself: what is known of it and what
    /// came since, checked against the stream. It is kept in memory, so the connection must
    /// be one that sees only what is committed ([`crate::db::Db::read`]).
    fn load(&self, conn: &mut Conn, match_id: &str) -> Result<Arc<Match>> {
        let newest = self.peek(conn, match_id).inspect_err(|error| {
            if error.code == Code::NewerThanThisServer {
                self.newer.note(match_id);
            }
        })?;
        self.folds.keep(&newest);
        Ok(newest)
    }

    /// [`Matches::load`] within a write, whose own rows may never be committed: nothing
    /// is kept.
    pub(crate) fn peek(&self, conn: &mut Conn, match_id: &str) -> Result<Arc<Match>> {
        let Some(known) = self.folds.get(match_id) else {
            self.secrets.forget(match_id);
            return whole(conn, match_id);
        };
        if events::is_newest(conn, match_id, &rows::head(&known))? {
            return Ok(known);
        }
        let mut since = events::from(conn, match_id, known.version)?;
        match since.first() {
            Some(head) if head.hash == known.hash => {}
            _ => {
                // The database has lost what was known, or something else took its place.
                self.forget(match_id);
                return whole(conn, match_id);
            }
        }
        if since.iter().any(rows::may_need_all) {
            return whole(conn, match_id);
        }
        since.remove(0);
        Ok(Arc::new(with_hours(conn, rows::go_on(&known, since)?)?))
    }

    /// [`Matches::load`] for somebody: a match that cannot be read here is known to exist by
    /// those only who may know of it. Whether they may look at it is not asked.
    pub(crate) fn load_for(
        &self,
        conn: &mut Conn,
        match_id: &str,
        looker: &Looker,
    ) -> Result<Arc<Match>> {
        match self.load(conn, match_id) {
            Err(error) if error.code == Code::NewerThanThisServer => {
                match self.is_known_to(conn, match_id, looker)? {
                    true => Err(error),
                    false => Err(Error::not_found("match")),
                }
            }
            loaded => loaded,
        }
    }

    /// The newest state of a match, for somebody ([`Matches::load_for`]) or, without one,
    /// for the platform itself.
    pub(crate) async fn newest(
        &self,
        match_id: &str,
        looker: Option<&Looker>,
    ) -> Result<Arc<Match>> {
        let (matches, id, looker) = (self.clone(), match_id.to_owned(), looker.cloned());
        self.db
            .read(move |conn| match looker {
                Some(looker) => matches.load_for(conn, &id, &looker),
                None => matches.load(conn, &id),
            })
            .await
    }

    /// Has this process take a match for one in which all that an account cannot know is
    /// dealt anew, so that tests can compare what the account is then answered; without
    /// luck, for what it is again. Nothing is stored. Whether it is another match now.
    pub async fn deal_anew(
        &self,
        id: &str,
        account: Option<&str>,
        luck: Option<u64>,
    ) -> Result<bool> {
        let (matches, id) = (self.clone(), id.to_owned());
        let account = account.map(str::to_owned);
        let read = move |conn: &mut Conn| {
            matches.forget(&id);
            let Some(luck) = luck else { return Ok(false) };
            let on = matches.peek(conn, &id)?;
            let viewer = on.viewer(account.as_deref());
            let other = Arc::new(on.scrambled(viewer, &mut Seeded::new(luck)));
            matches.folds.keep(&other);
            Ok(*other != *on)
        };
        self.db.read(read).await
    }

    /// The match as it stood at a version.
    pub(crate) fn load_at(
        &self,
        conn: &mut Conn,
        newest: &Arc<Match>,
        version: i64,
    ) -> Result<Arc<Match>> {
        if version == newest.version {
            return Ok(newest.clone());
        }
        if !(1..=newest.version).contains(&version) {
            return Err(no_such_version(newest.version));
        }
        let stored = events::between(conn, &newest.id, 1, version)?;
        let folded = with_hours(conn, rows::fold(&newest.id, stored)?)?;
        // A title that the operator has taken away is shown nowhere any more.
        Ok(Arc::new(Match { opened: newest.opened.clone(), ..folded }))
    }

    /// Forgets what is known of a match.
    fn forget(&self, match_id: &str) {
        self.folds.forget(match_id);
        self.secrets.forget(match_id);
    }

    async fn secret(&self, match_id: &str) -> Result<Arc<Secret>> {
        if let Some(known) = self.secrets.known(match_id) {
            return Ok(known);
        }
        let (matches, id) = (self.clone(), match_id.to_owned());
        self.db.read(move |conn| matches.secrets.of(conn, &id)).await
    }

    /// Performs a command on a match, of somebody or, without one, of the platform itself. When
    /// nobody could play is written down before what somebody does.
    /// `decide` gets the newest state and the match's secret; it is asked again when the
    /// state it saw was not the newest any more.
    pub(crate) async fn perform<F>(
        &self,
        match_id: &str,
        looker: Option<&Looker>,
        decide: F,
    ) -> Result<Arc<Match>>
    where
        F: Fn(&Match, &Secret) -> Result<Decided>,
    {
        if looker.is_some() {
            let noted = self.noted_outages(match_id, looker).await;
            // Their wait would end without it. What else is wrong is said below, to whoever may
            // know of the match.
            if let Err(no) = noted
                && matches!(no.code, Code::Busy | Code::DatabaseUnavailable | Code::MatchIsBusy)
            {
                return Err(no);
            }
        }
        let _turn = self.lines.stand(match_id).await;
        let mut on = match self.folds.get(match_id) {
            Some(known) => known,
            None => self.newest(match_id, looker).await?,
        };
        for _ in 0..TRIES {
            let secret = match self.secret(match_id).await {
                Ok(secret) => secret,
                Err(missing) => {
                    // The database may have lost what this process has heard of.
                    self.forget(match_id);
                    self.newest(match_id, looker).await?;
                    return Err(missing);
                }
            };
            let decided = decide(&on, &secret);
            // Only the newest state can say no, or that there is nothing to do.
            if decided.as_ref().map_or(true, |decided| decided.draft.after().version == on.version)
            {
                let newest = self.newest(match_id, looker).await?;
                if newest.version != on.version || newest.hash != on.hash {
                    on = newest;
                    continue;
                }
            }
            match self.store(Some(on.clone()), decided?).await {
                Err(error) if is_taken(&error) => self.forget(match_id),
                stored => return stored,
            }
            on = self.newest(match_id, looker).await?;
        }
        Err(Error::new(
            Code::MatchIsBusy,
            "Others act on this match at the same moment; look again and retry.",
        ))
    }

    /// Stores a decision on a match, or on none where one is opened, and makes it known.
    pub(crate) async fn store(
        &self,
        on: Option<Arc<Match>>,
        decided: Decided,
    ) -> Result<Arc<Match>> {
        let Decided { draft, sealed, calendar, secret, answered, within, deed } = decided;
        let (mut after, records) = draft.finish();
        let Some(at) = records.first().map(|record| record.at) else {
            return Ok(Arc::new(after));
        };
        let before = on.as_ref().map_or(chain::START, |on| &on.hash);
        let stored = rows::seal(&after.id, before, &records);
        after.hash = stored.last().map(|row| row.hash.clone()).unwrap_or_default();
        let after = Arc::new(after);
        let notices = notices::of(on.as_deref(), &after, &records, at, self.settings.settling);
        let over = records.iter().filter(|record| record.event.kind() == Kind::TimedOut).count();
        let (result, id, opens) = (after.clone(), after.id.clone(), on.is_none());
        let write = move |tx: &mut Tx<'_>| {
            if let Some((account, limits)) = &within {
                quota::within(tx, account, &after.id, limits)?;
            }
            events::append(tx, on.as_deref().map(rows::head).as_ref(), &stored)?;
            project(tx, on.as_deref(), &after)?;
            if let Some(secret) = secret {
                lobby::insert_secret(tx, &secret)?;
            }
            if let Some(sealed) = sealed {
                lobby::insert_sealed(tx, &sealed)?;
            }
            if let Some(calendar) = calendar {
                calendars::insert(tx, &calendar)?;
            }
            if let Some((account, _)) = &within {
                hours::look_at_later(tx, &after, account)?;
            }
            if let Some(answered) = answered {
                insert_answered(tx, &answered)?;
            }
            if let Some((what, to, deed)) = deed {
                audit::note(tx, what, to, &deed, at)?;
            }
            tx.ring(Bell::Match(id));
            notices.iter().try_for_each(|notice| notice.give(tx))
        };
        self.db.write(write).await?;
        self.time_outs.fetch_add(over as u64, Ordering::Relaxed);
        if opens {
            // The database may have lost another one of this id, which was known here.
            self.forget(&result.id);
        }
        self.folds.keep(&result);
        if result.plays_by_itself().is_some() {
            self.due.put(&result.id);
        }
        if result.status == Status::Ended {
            self.due.has_ended();
        }
        Ok(result)
    }
}

/// A key that was used before is told from a row that somebody else appended first.
fn insert_answered(tx: &mut Tx<'_>, row: &AnsweredRow) -> Result<()> {
    match lobby::insert_answered(tx, row) {
        Err(error) if is_taken(&error) => Err(key_reused()),
        done => done,
    }
}

/// The error for a key that another request has used.
pub(crate) fn key_reused() -> Error {
    Error::new(
        Code::KeyReused,
        "This Idempotency-Key was used for another request; choose a new one for each.",
    )
}

/// The error for a version that a match does not have.
pub(crate) fn no_such_version(newest: i64) -> Error {
    Error::new(Code::NoSuchVersion, format!("The versions of this match are 1 to {newest}."))
}

/// A folded match that knows which hours count for its people.
fn with_hours(conn: &mut Conn, mut folded: Match) -> Result<Match> {
    if !folded.knows_hours() {
        folded.know_hours(&Calendars::of(&calendars::of_match(conn, &folded.id)?));
    }
    Ok(folded)
}

fn whole(conn: &mut Conn, match_id: &str) -> Result<Arc<Match>> {
    let stored = events::from(conn, match_id, 1)?;
    if stored.is_empty() {
        return Err(Error::not_found("match"));
    }
    Ok(Arc::new(with_hours(conn, rows::fold(match_id, stored)?)?))
}
