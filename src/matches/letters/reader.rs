//! Who reads letters: what they want to hear of, and when a letter about it may go.

use crate::accounts::hours::calendar_of;
use crate::clock::Instant;
use crate::clock::calendar::{Calendar, NOTHING_STOPPED};
use crate::db::accounts::{self, AccountRow};
use crate::db::{Conn, mailboxes};
use crate::error::Result;
use crate::mail::kind::LetterKind;
use crate::mail::notice::{Dropped, Notice};
use crate::mail::rhythm::{Pulse, Rhythm};
use chrono::Duration;
use std::collections::BTreeMap;

/// How long after somebody was last seen in front of a match's page its notices are held.
pub const HELD: Duration = Duration::minutes(5);

/// A person, as far as their letters are concerned.
#[derive(Clone, Debug)]
pub struct Reader {
    /// Their account.
    pub account: AccountRow,
    /// Their hours, where they have said them.
    pub calendar: Option<Calendar>,
    muted: Vec<LetterKind>,
    rhythm: Rhythm,
    /// For single matches.
    rhythms: BTreeMap<String, Rhythm>,
    /// When they were seen in front of the pages of matches lately.
    seen: BTreeMap<String, Instant>,
    /// When their last daily letter was written.
    daily_at: Option<Instant>,
}

/// When a notice may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When {
    /// Not before then.
    pub at: Instant,
    /// How often its letters come.
    pub pulse: Pulse,
    /// Whether its person sits in front of the match's page.
    pub held: bool,
}

impl Reader {
    /// The person of an account; `None` where there is none (any more).
    pub fn of(conn: &mut Conn, account_id: &str, now: Instant) -> Result<Option<Reader>> {
        let Some(account) = accounts::by_id(conn, account_id)? else { return Ok(None) };
        let mailbox = mailboxes::of(conn, account_id)?;
        let rhythm = mailbox.as_ref().map_or(Ok(Rhythm::default()), Rhythm::of)?;
        let rhythms = mailboxes::match_rhythms(conn, account_id, None)?;
        let rhythms: Result<_> = rhythms
            .into_iter()
            .map(|row| Ok((row.match_id.clone(), Rhythm::of_match(&row)?)))
            .collect();
        Ok(Some(Reader {
            calendar: calendar_of(conn, account_id)?,
            muted: crate::accounts::muted(&account)?,
            rhythm,
            rhythms: rhythms?,
            seen: mailboxes::seen_since(conn, account_id, now - HELD)?.into_iter().collect(),
            daily_at: mailbox.and_then(|mailbox| mailbox.daily_at),
            account,
        }))
    }

    /// Why this person hears nothing of a match by such letters, if that is so.
    pub fn wants(&self, kind: LetterKind, match_id: &str) -> Result<(), Dropped> {
        match self.rhythm(match_id).pulse {
            Pulse::Off => self.hears(kind, match_id).and(Err(Dropped::Muted)),
            Pulse::AtOnce | Pulse::Bundled | Pulse::Daily => self.hears(kind, match_id),
        }
    }

    /// Why this person hears nothing of it in any way, if that is so. Who wants no letters at
    /// all may want messages; who wants none about one match wants none of it anywhere.
    pub fn hears(&self, kind: LetterKind, match_id: &str) -> Result<(), Dropped> {
        if self.account.closed_at.is_some() {
            return Err(Dropped::Closed);
        }
        if self.account.frozen_at.is_some() {
            return Err(Dropped::Frozen);
        }
        let silent = self.rhythms.get(match_id).is_some_and(|own| own.pulse == Pulse::Off);
        if silent || self.muted.contains(&kind) {
            return Err(Dropped::Muted);
        }
        match self.account.confirmed_at {
            None => Err(Dropped::Unconfirmed),
            Some(_) => Ok(()),
        }
    }

    fn rhythm(&self, match_id: &str) -> Rhythm {
        // Who wants no letters at all wants none about any match.
        match self.rhythm.pulse {
            Pulse::Off => self.rhythm,
            _ => self.rhythms.get(match_id).copied().unwrap_or(self.rhythm),
        }
    }

    /// When a notice may go. A last call is held by nothing: its clock goes on. What is
    /// urgent passes all but the quiet hours.
    pub fn when(&self, notice: &Notice) -> When {
        let rhythm = self.rhythm(&notice.match_id);
        let pulse = if notice.kind.is_urgent() { Pulse::AtOnce } else { rhythm.pulse };
        let by_rhythm = match pulse {
            Pulse::AtOnce | Pulse::Off => notice.ready_at,
            Pulse::Bundled => notice.ready_at + Duration::hours(rhythm.every.into()),
            Pulse::Daily => self.daily(notice.ready_at, rhythm.hour),
        };
        let until = self.seen_at(notice).map(|seen| seen + HELD);
        let at = until.map_or(by_rhythm, |until| until.max(by_rhythm));
        let at = if notice.kind == LetterKind::LastCall { at } else { self.awake(at) };
        When { at, pulse, held: until.is_some() }
    }

    /// When the person was seen in front of the match of a notice lately; no matter where it
    /// is urgent.
    pub fn seen_at(&self, notice: &Notice) -> Option<Instant> {
        self.seen.get(&notice.match_id).filter(|_| !notice.kind.is_urgent()).copied()
    }

    /// When the last daily letter was written.
    pub fn daily_at(&self) -> Option<Instant> {
        self.daily_at
    }

    /// The hour of a daily letter, so that it comes on a date that had none yet. One whose hour the
    /// person sleeps at comes on the morning after.
    fn daily(&self, ready_at: Instant, hour: u8) -> Instant {
        let calendar = self.calendar.clone().unwrap_or_default();
        let last = self.daily_at.map(|at| calendar.local(at).date());
        let evening = calendar.next_hour(ready_at, hour, last.and_then(|date| date.pred_opt()));
        let comes = calendar.local(self.awake(evening)).date();
        match last.is_none_or(|last| comes > last) {
            true => evening,
            false => calendar.next_hour(ready_at, hour, last),
        }
    }

    /// The first instant from this one on at which the person is not asleep, as far as they
    /// have said it.
    pub fn awake(&self, from: Instant) -> Instant {
        self.calendar.as_ref().and_then(|calendar| calendar.asleep_until(from)).unwrap_or(from)
    }

    /// How much of the time between two instants counts for the person.
    pub fn counted(&self, from: Instant, to: Instant) -> Duration {
        self.calendar.clone().unwrap_or_default().counting(0, NOTHING_STOPPED).counted(from, to)
    }

    /// A time to come within a week or so, as the person reads it.
    pub fn said(&self, at: Instant, now: Instant) -> String {
        let near = at - now < Duration::days(6);
        self.local(at, if near { "%A %H:%M" } else { "%-d %B, %H:%M" })
    }

    /// Any time, as the person reads it.
    pub fn dated(&self, at: Instant) -> String {
        self.local(at, "%-d %B %Y, %H:%M")
    }

    fn local(&self, at: Instant, words: &str) -> String {
        match &self.calendar {
            Some(calendar) => calendar.local(at).format(words).to_string(),
            None => format!("{} UTC", at.format(words)),
        }
    }
}
