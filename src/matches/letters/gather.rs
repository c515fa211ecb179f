//! What has gathered in a mailbox becomes one letter.
//!
//! A mailbox that is due is claimed, so that of several processes one looks into it. In one
//! transaction what is no news any more is dropped, one letter is put into the outbox, and
//! what it tells is covered: whatever breaks, each notice ends once or waits on.

use super::fresh::{adds_nothing, is_news, tells_of_a_wait};
use super::reader::{Reader, When};
use super::spread::Ways;
use crate::clock::Instant;
use crate::db::mailboxes::{self, MailboxRow};
use crate::db::notices::{self, End, NoticeRow};
use crate::db::{Conn, Tx};
use crate::error::{Error, Kind, Result};
use crate::mail::kind::LetterKind;
use crate::mail::notice::{Dropped, Notice};
use crate::mail::queue::{About, Letter};
use crate::mail::rhythm::Pulse;
use crate::matches::Matches;
use crate::runner::Step;
use crate::words::Word;
use chrono::Duration;

/// How many mailboxes are looked into at a time.
const AT_ONCE: i64 = 20;
/// How many notices one letter covers at most; what is left follows in another one.
const MOST: i64 = 200;
/// How long it is until a mailbox is looked into again that something was wrong with.
const LATER: Duration = Duration::minutes(15);
/// How much counted time lies between a reminder and what its reader was told before.
pub(super) const APART: Duration = Duration::hours(4);

/// A notice that is news, and when it may go.
struct Waiting {
    row: NoticeRow,
    notice: Notice,
    when: When,
}

impl Matches {
    /// Writes every letter that is due now.
    pub async fn gather(&self) -> Result<()> {
        while self.gather_some().await? == Step::Did {}
        Ok(())
    }

    /// Looks into some of the mailboxes that are due.
    pub(in crate::matches) async fn gather_some(&self) -> Result<Step> {
        let now = self.clock.now();
        let mut due = self.db.read(|conn| mailboxes::first_due(conn, AT_ONCE)).await?;
        let later = due.split_off(due.partition_point(|row| row.next_at <= Some(now)));
        if due.is_empty() {
            let next = later.first().and_then(|row| row.next_at);
            return Ok(Step::Nothing { next: next.and_then(|next| (next - now).to_std().ok()) });
        }
        for mailbox in due {
            self.warm(&mailbox.account_id).await;
            let (matches, row) = (self.clone(), mailbox.clone());
            let looked = self.db.write(move |tx| matches.look_into(tx, &row, now)).await;
            match looked {
                Err(error) if error.kind() == Kind::Unavailable => return Err(error),
                Err(error) => {
                    let account = mailbox.account_id.clone();
                    tracing::error!(account, %error, "a mailbox could not be looked into");
                    self.db.write(move |tx| put_off(tx, &mailbox, now + LATER)).await?;
                }
                Ok(()) => {}
            }
        }
        Ok(Step::Did)
    }

    /// Has the matches in memory that a mailbox tells of: what is read within a write is not
    /// kept. What goes wrong here goes wrong again, and is said, where it matters.
    async fn warm(&self, account_id: &str) {
        let id = account_id.to_owned();
        let pending = self.db.read(move |conn| notices::pending(conn, &id, MOST)).await;
        let known: std::collections::BTreeSet<_> =
            pending.unwrap_or_default().into_iter().map(|row| row.match_id).collect();
        for match_id in known {
            let _ = self.newest(&match_id, None).await;
        }
    }

    /// Looks into a mailbox that is due, unless somebody else has done so.
    fn look_into(&self, tx: &mut Tx<'_>, known: &MailboxRow, now: Instant) -> Result<()> {
        if !mailboxes::claim(tx, known)? {
            return Ok(());
        }
        let account_id = &known.account_id;
        let reader = Reader::of(tx, account_id, now)?;
        let rows = notices::pending(tx, account_id, MOST)?;
        let ways = Ways::of(tx, account_id, &rows)?;
        let (full, mut ended) = (rows.len() as i64 == MOST, 0);
        let (mut waiting, mut next) = (Vec::new(), None);
        for row in rows {
            // What is dropped now goes by no letter, but perhaps by another way.
            let judged = self.judge(tx, reader.as_ref(), &row, now);
            let ends = matches!(judged, Ok(Err(_)));
            if ends || (row.ready_at <= now && judged.is_ok()) {
                self.spread(tx, &ways, reader.as_ref(), &row, now)?;
            }
            match judged {
                Ok(Ok((notice, when))) => waiting.push(Waiting { row, notice, when }),
                Ok(Err(why)) => {
                    ended += 1;
                    notices::end(tx, &row, &End::Dropped(why.said()), now)?;
                }
                Err(error) if error.kind() == Kind::Unavailable => return Err(error),
                Err(error) => {
                    tracing::error!(notice = row.id, %error, "a notice waits on");
                    next = Some(now + LATER);
                }
            }
        }
        let awake = reader.as_ref().is_some_and(|reader| reader.awake(now) == now);
        let (going, waiting) = going(waiting, now, awake);
        for one in going.iter().filter(|one| one.row.ready_at > now) {
            self.spread(tx, &ways, reader.as_ref(), &one.row, now)?;
        }
        write(tx, known, &going, now)?;
        if full && ended + going.len() > 0 {
            // More than fitted: what is left follows at once.
            next = Some(now);
        }
        // What is ready goes by other ways, however often letters come.
        let ready = waiting.iter().map(|one| one.row.ready_at).filter(|at| *at > now);
        let ready = ready.filter(|_| !ways.is_empty());
        let next = waiting.iter().map(|one| one.when.at).chain(ready).chain(next).min();
        let daily = going.iter().any(|one| one.when.pulse == Pulse::Daily);
        let daily_at = if daily { Some(now) } else { reader.and_then(|reader| reader.daily_at()) };
        mailboxes::look_next(tx, account_id, next, daily_at)
    }

    /// Whether a notice is still news to somebody who wants it, and when it may go.
    fn judge(
        &self,
        conn: &mut Conn,
        reader: Option<&Reader>,
        row: &NoticeRow,
        now: Instant,
    ) -> Result<Result<(Notice, When), Dropped>> {
        let notice = Notice::of(row)?;
        let Some(reader) = reader else { return Ok(Err(Dropped::Closed)) };
        if let Err(why) = self.no_news(conn, reader, &notice)? {
            return Ok(Err(why));
        }
        let when = reader.when(&notice);
        if notice.kind == LetterKind::Reminder
            && when.at <= now
            && was_told(conn, reader, &notice, now)?
        {
            return Ok(Err(Dropped::ToldJustNow));
        }
        Ok(Ok((notice, when)))
    }

    /// Why a notice is no news to its reader, if it is none.
    pub(super) fn no_news(
        &self,
        conn: &mut Conn,
        reader: &Reader,
        notice: &Notice,
    ) -> Result<Result<(), Dropped>> {
        if let Err(why) = reader.wants(notice.kind, &notice.match_id) {
            return Ok(Err(why));
        }
        self.no_news_of(conn, notice)
    }

    /// Why a notice is no news, whoever wants to hear of it.
    pub(super) fn no_news_of(
        &self,
        conn: &mut Conn,
        notice: &Notice,
    ) -> Result<Result<(), Dropped>> {
        let on = self.peek(conn, &notice.match_id)?;
        if self.is_unwelcome(conn, &on, notice)? {
            return Ok(Err(Dropped::Unwelcome));
        }
        Ok(match self.no_invitation(conn, &on, notice)? {
            Some(why) => Err(why),
            None => is_news(&on, notice),
        })
    }
}

/// Whether a letter has told a reader of a wait so short a time ago that a reminder would
/// only bother them.
fn was_told(conn: &mut Conn, reader: &Reader, notice: &Notice, now: Instant) -> Result<bool> {
    use LetterKind::{MatchStarted, Reminder, TimedOut, YourTurn};
    let kinds = [MatchStarted, YourTurn, TimedOut, Reminder].map(LetterKind::word);
    let of = (notice.account_id.as_str(), notice.match_id.as_str());
    let told = notices::last_covered(conn, of, &kinds, notice.happened_at)?;
    Ok(told.is_some_and(|told| reader.counted(told, now) < APART))
}

/// What goes with one letter now, and what waits on.
fn going(waiting: Vec<Waiting>, now: Instant, awake: bool) -> (Vec<Waiting>, Vec<Waiting>) {
    let ripe: Vec<(Pulse, bool)> = waiting
        .iter()
        .filter(|one| one.when.at <= now)
        .map(|one| (one.when.pulse, one.row.urgent))
        .collect();
    let called: Vec<String> = waiting
        .iter()
        .filter(|one| one.when.at <= now && one.notice.kind == LetterKind::LastCall)
        .map(|one| one.notice.match_id.clone())
        .collect();
    let goes = |one: &Waiting| {
        let has_begun = one.row.ready_at <= now || one.notice.kind != LetterKind::Reminder;
        let goes_along = match one.when.pulse {
            // What has not settled yet would follow within minutes.
            Pulse::AtOnce => !ripe.is_empty(),
            Pulse::Bundled | Pulse::Daily => {
                ripe.iter().any(|(pulse, urgent)| *pulse == one.when.pulse && !urgent)
            }
            Pulse::Off => false,
        };
        let is_called = tells_of_a_wait(one.notice.kind) && called.contains(&one.notice.match_id);
        one.when.at <= now
            || (has_begun && !one.when.held && awake && goes_along)
            || (has_begun && is_called)
    };
    waiting.into_iter().partition(goes)
}

/// Puts one letter into the outbox that tells all of it.
fn write(tx: &mut Tx<'_>, mailbox: &MailboxRow, going: &[Waiting], now: Instant) -> Result<()> {
    let told: Vec<&Notice> = telling(going.iter().map(|one| &one.notice));
    let account_id = &mailbox.account_id;
    let letter = match told[..] {
        [] => return Ok(()),
        [one] => Letter {
            about: Some(About { match_id: one.match_id.clone(), version: one.version }),
            data: one.data.clone(),
            ..Letter::new(one.id.clone(), account_id, one.kind, now)
        },
        _ => {
            let id = format!("digest:{account_id}:{}", mailbox.claims + 1);
            Letter::new(id, account_id, LetterKind::Digest, now)
        }
    };
    for one in going {
        if !notices::end(tx, &one.row, &End::Covered(&letter.id), now)? {
            return Err(Error::fault("a notice that was pending has ended"));
        }
    }
    letter.enqueue(tx)
}

/// Those of some notices that say something beside the others.
pub(super) fn telling<'a>(all: impl Iterator<Item = &'a Notice>) -> Vec<&'a Notice> {
    let all: Vec<&Notice> = all.collect();
    let adds = |one: &&&Notice| !all.iter().any(|other| adds_nothing(one, other));
    all.iter().filter(adds).copied().collect()
}

/// Has a mailbox looked into again later, unless somebody has done so meanwhile.
fn put_off(conn: &mut Conn, mailbox: &MailboxRow, until: Instant) -> Result<()> {
    match mailboxes::claim(conn, mailbox)? {
        true => mailboxes::look_next(conn, &mailbox.account_id, Some(until), mailbox.daily_at),
        false => Ok(()),
    }
}
