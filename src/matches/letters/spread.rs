//! What somebody should hear of goes by their webhooks and browsers, too.
//!
//! When a mailbox is looked into, each notice that is ready is put down for every way of its
//! person, in the same transaction and once: whatever breaks, nothing goes twice, and nothing
//! ends before it was put down. How often letters come is none of their business; who sits in
//! front of a match, who sleeps and who does not want to hear of such things is, and is asked
//! when a message goes ([`Matches::tell_by_way`]). A letter that tells of a notice early takes
//! nothing from them.

use super::fresh::{adds_nothing, is_news};
use super::gather::APART;
use super::reader::{HELD, Reader};
use crate::clock::Instant;
use crate::db::deliveries::{self, DeliveryRow};
use crate::db::notices::{self, NoticeRow};
use crate::db::ways::{self, WayRow};
use crate::db::{Conn, Tx};
use crate::error::{Kind, Result};
use crate::mail::kind::LetterKind;
use crate::mail::notice::{Dropped, Notice};
use crate::mail::queue::Verdict;
use crate::matches::Matches;
use crate::matches::stream::event::Visibility;
use crate::reach::news::{News, PublicMatch, Subject};
use crate::words::Word;
use std::collections::BTreeSet;

/// The ways of somebody, and what was put down for them already.
pub(super) struct Ways {
    open: Vec<WayRow>,
    known: BTreeSet<(String, String)>,
}

impl Ways {
    /// Those of an account, asked for some notices.
    pub(super) fn of(conn: &mut Conn, account_id: &str, rows: &[NoticeRow]) -> Result<Ways> {
        let open = ways::open(conn, account_id)?;
        if open.is_empty() || rows.is_empty() {
            return Ok(Ways { open, known: BTreeSet::new() });
        }
        let ids: Vec<String> = open.iter().map(|way| way.id.clone()).collect();
        let notices: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
        let known = deliveries::known(conn, account_id, &ids, &notices)?;
        Ok(Ways { open, known })
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Puts a notice down for every way that was there when it was ready.
    fn put_down(&self, tx: &mut Tx<'_>, row: &NoticeRow, now: Instant) -> Result<()> {
        for way in self.open.iter().filter(|way| way.made_at <= row.ready_at) {
            if self.known.contains(&(way.id.clone(), row.id.clone())) {
                continue;
            }
            let new = DeliveryRow::new(row.id.clone(), (&way.account_id, &way.id), &row.kind, now);
            let due_at = row.ready_at.max(way.retry_at.unwrap_or(now)).max(now);
            let match_id = Some(row.match_id.clone());
            deliveries::enqueue(tx, &DeliveryRow { match_id, due_at, ..new })?;
        }
        Ok(())
    }
}

/// Why nothing is said by a way.
enum Silence {
    /// It is no news.
    Dropped(Dropped),
    /// What follows says it.
    Follows,
    /// Not before then.
    Until(Instant, &'static str),
}

impl Matches {
    /// Puts down what is ready of a notice, or what ends with this look into its mailbox.
    pub(super) fn spread(
        &self,
        tx: &mut Tx<'_>,
        ways: &Ways,
        reader: Option<&Reader>,
        row: &NoticeRow,
        now: Instant,
    ) -> Result<()> {
        let Some(reader) = reader.filter(|_| !ways.is_empty()) else { return Ok(()) };
        let notice = Notice::of(row)?;
        if reader.hears(notice.kind, &notice.match_id).is_err() {
            return Ok(());
        }
        match self.no_news_of(tx, &notice) {
            Ok(Ok(())) => ways.put_down(tx, row, now),
            Ok(Err(_)) => Ok(()),
            Err(error) if error.kind() == Kind::Unavailable => Err(error),
            // A match that cannot be read keeps nothing else of its person back.
            Err(error) => {
                tracing::error!(notice = row.id, %error, "a notice goes by no way beside letters");
                Ok(())
            }
        }
    }

    /// Decides on a message by a way that is due: what it says, or why nothing is said (yet).
    ///
    /// # Errors
    /// Where the database does not answer or the match cannot be read.
    pub fn tell_by_way(
        &self,
        conn: &mut Conn,
        delivery: &DeliveryRow,
        origin: &str,
        thread: &dyn Fn(&str) -> String,
    ) -> Result<Verdict<News>> {
        let withdraw = |why: &str| Ok(Verdict::Withdraw(why.to_owned()));
        let now = self.clock.now();
        let Some(row) = notices::by_id(conn, &delivery.account_id, &delivery.id)? else {
            return withdraw("there is no such notice any more");
        };
        let Some(reader) = Reader::of(conn, &delivery.account_id, now)? else {
            return withdraw("the account is gone");
        };
        let notice = Notice::of(&row)?;
        match self.silence(conn, delivery, &reader, &notice, now)? {
            Some(Silence::Dropped(why)) => return withdraw(why.said()),
            Some(Silence::Follows) => return withdraw("a later message says it"),
            Some(Silence::Until(at, why)) => return Ok(Verdict::Later(why.to_owned(), at - now)),
            None => {}
        }
        let on = self.peek(conn, &notice.match_id)?;
        let about = (on.opened.visibility == Visibility::Public).then(|| PublicMatch {
            id: on.id.clone(),
            title: on.opened.title.clone(),
            game: on.game().info().title.to_owned(),
        });
        let subject = match notice.kind {
            LetterKind::Proposal if notice.data["closed"] == true => Subject::ProposalOver,
            kind => Subject::Kind(kind),
        };
        let thread = Some(thread(&notice.match_id));
        Ok(Verdict::Send(News::of(subject, about, origin, thread, notice.happened_at)))
    }

    fn silence(
        &self,
        conn: &mut Conn,
        delivery: &DeliveryRow,
        reader: &Reader,
        notice: &Notice,
        now: Instant,
    ) -> Result<Option<Silence>> {
        if let Err(why) = reader.hears(notice.kind, &notice.match_id) {
            return Ok(Some(Silence::Dropped(why)));
        }
        if let Err(why) = self.no_news_of(conn, notice)? {
            return Ok(Some(Silence::Dropped(why)));
        }
        if let Some(until) = reader.sits_there_until(notice).filter(|until| *until > now) {
            return Ok(Some(Silence::Until(until, "you have the match in front of you")));
        }
        let awake = reader.awake(now);
        if awake > now && notice.kind != LetterKind::LastCall {
            return Ok(Some(Silence::Until(awake, "these are quiet hours")));
        }
        if notice.kind == LetterKind::Reminder {
            use LetterKind::{MatchStarted, Reminder, TimedOut, YourTurn};
            let kinds = [MatchStarted, YourTurn, TimedOut, Reminder].map(LetterKind::word);
            let told = deliveries::last_sent(conn, delivery, &kinds, notice.happened_at)?;
            if told.is_some_and(|told| reader.counted(told, now) < APART) {
                return Ok(Some(Silence::Dropped(Dropped::ToldJustNow)));
            }
        }
        for id in deliveries::waiting_beside(conn, delivery, now)? {
            let Some(row) = notices::by_id(conn, &delivery.account_id, &id)? else { continue };
            let other = Notice::of(&row)?;
            let on = self.peek(conn, &other.match_id)?;
            let wanted = reader.hears(other.kind, &other.match_id).is_ok();
            if wanted && adds_nothing(notice, &other) && is_news(&on, &other).is_ok() {
                return Ok(Some(Silence::Follows));
            }
        }
        Ok(None)
    }
}

/// How long a message is kept that went, or went not, for its person to look at.
pub(super) const KEPT: chrono::Duration = chrono::Duration::days(60);

impl Reader {
    /// Until when somebody who sits in front of a match is not told of it elsewhere.
    fn sits_there_until(&self, notice: &Notice) -> Option<Instant> {
        self.seen_at(notice).map(|seen| seen + HELD)
    }
}
