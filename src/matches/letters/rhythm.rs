//! How often letters come, as people set it, and who sits in front of which match.

use super::reader::HELD;
use crate::clock::Instant;
use crate::db::mailboxes::{self, MatchRhythmRow, PresenceRow};
use crate::db::matches::{self, MatchRow};
use crate::db::notices;
use crate::db::{Conn, is_taken};
use crate::db::{calendars, deliveries};
use crate::error::Result;
use crate::mail::notice::Fate;
use crate::mail::rhythm::Rhythm;
use crate::matches::watching::Looker;
use crate::matches::{Matches, decide};
use chrono::Duration;

/// How long notices are kept that have ended.
const KEPT: Duration = Duration::days(60);
/// How many of them are removed in one transaction.
const AT_ONCE: i64 = 500;

/// A match of somebody, and how often letters about it come.
#[derive(Clone, Debug)]
pub struct OfMatch {
    /// Which match.
    pub match_id: String,
    /// What its host called it.
    pub title: String,
    /// How often, where that differs from all others.
    pub rhythm: Option<Rhythm>,
}

impl Matches {
    /// How often letters about matches come to an account.
    pub async fn rhythm(&self, account: &str) -> Result<Rhythm> {
        let id = account.to_owned();
        let mailbox = self.db.read(move |conn| mailboxes::of(conn, &id)).await?;
        mailbox.as_ref().map_or(Ok(Rhythm::default()), Rhythm::of)
    }

    /// Sets how often letters about matches come to an account; for what waits, too.
    pub async fn set_rhythm(&self, account: &str, rhythm: Rhythm) -> Result<()> {
        let (id, now, rhythm) = (account.to_owned(), self.clock.now(), rhythm.checked()?);
        self.db.write(move |tx| mailboxes::set_rhythm(tx, &id, rhythm.stored(), now)).await
    }

    /// The matches of an account that are not over, and how often letters about each come,
    /// where that differs.
    pub async fn match_rhythms(&self, account: &str) -> Result<Vec<OfMatch>> {
        let id = account.to_owned();
        self.db
            .read(move |conn| {
                let live = calendars::matches_of(conn, &id)?;
                let own = mailboxes::match_rhythms(conn, &id, Some(&live))?;
                let of = |row: MatchRow| {
                    let own = own.iter().find(|own| own.match_id == row.id);
                    let rhythm = own.map(Rhythm::of_match).transpose()?;
                    Ok(OfMatch { match_id: row.id, title: row.title, rhythm })
                };
                matches::by_ids(conn, &live)?.into_iter().map(of).collect()
            })
            .await
    }

    /// How often letters about one match come to somebody who plays in it, where that
    /// differs.
    pub async fn match_rhythm(&self, match_id: &str, account: &str) -> Result<Option<Rhythm>> {
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        self.db
            .read(move |conn| {
                matches.refuse_others(conn, &id, &who)?;
                let rows = mailboxes::match_rhythms(conn, &who, Some(&[id]))?;
                rows.first().map(Rhythm::of_match).transpose()
            })
            .await
    }

    /// Sets how often letters about one match come to somebody who plays in it; with none,
    /// as often as all others.
    pub async fn set_match_rhythm(
        &self,
        match_id: &str,
        account: &str,
        rhythm: Option<Rhythm>,
    ) -> Result<()> {
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        let now = self.clock.now();
        let rhythm = rhythm.map(Rhythm::checked).transpose()?;
        self.db
            .write(move |tx| {
                matches.refuse_others(tx, &id, &who)?;
                let row = rhythm.map(|rhythm| {
                    let (word, every, hour) = rhythm.stored();
                    let (account_id, match_id) = (who.clone(), id.clone());
                    MatchRhythmRow { account_id, match_id, rhythm: word.to_owned(), every, hour }
                });
                mailboxes::set_match_rhythm(tx, &who, &id, row.as_ref(), now)
            })
            .await
    }

    /// What an account should hear of, the newest first, and what became of it.
    pub async fn notices(&self, account: &str) -> Result<Vec<Fate>> {
        let (matches, id) = (self.clone(), account.to_owned());
        let read = self.db.read(move |conn| {
            let mut shown = Vec::new();
            for row in notices::of_account(conn, &id, 200)? {
                if matches.shows(conn, &row)? {
                    // What only a newer version knows is told by it.
                    shown.extend(Fate::of(&row).ok());
                }
            }
            Ok(shown)
        });
        read.await
    }

    /// Takes note that somebody who plays in a match sits in front of its page now.
    pub async fn seen(&self, match_id: &str, account: &str) -> Result<()> {
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        self.db.read(move |conn| matches.refuse_others(conn, &id, &who)).await?;
        let (match_id, account_id) = (match_id.to_owned(), account.to_owned());
        let row = PresenceRow { account_id, match_id, seen_at: self.clock.now() };
        match self.db.write(move |tx| mailboxes::seen(tx, &row)).await {
            // By another request at the same moment.
            Err(error) if is_taken(&error) => Ok(()),
            done => done,
        }
    }

    /// Refuses who has no seat in a match.
    fn refuse_others(&self, conn: &mut Conn, match_id: &str, account: &str) -> Result<()> {
        let on = self.visible(conn, match_id, &Looker::person(account))?;
        decide::seat_of(&on, account).map(drop)
    }

    /// Forgets notices that ended long ago, and who sat in front of what.
    pub async fn forget_notices(&self) -> Result<()> {
        let now = self.clock.now();
        let before: Instant = now - KEPT;
        loop {
            let removed =
                self.db.write(move |tx| notices::remove_ended(tx, before, AT_ONCE)).await?;
            if (removed as i64) < AT_ONCE {
                break;
            }
        }
        let before: Instant = now - super::spread::KEPT;
        loop {
            let removed =
                self.db.write(move |tx| deliveries::remove_old(tx, before, AT_ONCE)).await?;
            if (removed as i64) < AT_ONCE {
                break;
            }
        }
        self.db.write(move |tx| mailboxes::forget_seen(tx, now - HELD).map(drop)).await
    }
}
