//! Which hours count for the person of a seat.
//!
//! A stream says by a salted digest which calendar holds from when on. The calendar itself
//! lies beside it and tells where somebody lives and when they sleep: it never leaves the
//! server but in the export of a match in which their time was over, where it is needed as
//! evidence.

use crate::clock::Instant;
use crate::clock::calendar::Calendar;
use crate::db::calendars::CalendarRow;
use crate::matches::stream::chain;
use chrono::Duration;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// How long before it holds a changed calendar must be recorded.
pub const NOTICE: Duration = Duration::hours(24);

/// The hours of whoever has said nothing.
static UNSAID: LazyLock<Calendar> = LazyLock::new(Calendar::default);

/// A calendar that a stream names, and what it says where that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What the stream holds.
    pub digest: String,
    /// What it stands for; unknown in an export that need not show it, and once the account
    /// of its person is closed.
    pub calendar: Option<Arc<Calendar>>,
}

/// The calendars of a seat, as they came to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hours(Vec<(Instant, Named)>);

impl Hours {
    /// Another calendar holds from then on, for waits that begin later.
    pub(in crate::matches) fn set(&mut self, from: Instant, digest: &str) {
        self.0.push((from, Named { digest: digest.to_owned(), calendar: None }));
    }

    /// What was named last is this.
    pub(in crate::matches) fn last_is(&mut self, named: &Named) {
        if let Some((_, last)) = self.0.last_mut().filter(|(_, last)| last.digest == named.digest) {
            last.calendar.clone_from(&named.calendar);
        }
    }

    /// What was named last.
    pub fn last(&self) -> Option<&Named> {
        self.0.last().map(|(_, named)| named)
    }

    /// Whether a digest was named.
    pub fn names(&self, digest: &str) -> bool {
        self.0.iter().any(|(_, named)| named.digest == digest)
    }

    /// The calendar that holds for a wait that begins then; `None` where it is not known.
    pub fn at(&self, then: Instant) -> Option<&Calendar> {
        match self.0.iter().rev().find(|(from, _)| *from <= then) {
            None => Some(&UNSAID),
            Some((_, named)) => named.calendar.as_deref(),
        }
    }

    /// Whether all that was named is known.
    pub fn are_known(&self) -> bool {
        self.0.iter().all(|(_, named)| named.calendar.is_some())
    }

    /// Lets what was named be known.
    pub(in crate::matches) fn know(&mut self, calendars: &Calendars) {
        for (_, named) in self.0.iter_mut().filter(|(_, named)| named.calendar.is_none()) {
            named.calendar = calendars.get(&named.digest);
        }
    }
}

/// Calendars by their digests.
#[derive(Clone, Debug, Default)]
pub struct Calendars(BTreeMap<String, Arc<Calendar>>);

impl Calendars {
    /// Those of rows. What is no calendar is left out.
    pub fn of(rows: &[CalendarRow]) -> Calendars {
        let read = |row: &CalendarRow| {
            Some((row.digest.clone(), Arc::new(Calendar::read(&row.calendar)?)))
        };
        Calendars(rows.iter().filter_map(read).collect())
    }

    /// What a digest stands for, if that is known.
    pub fn get(&self, digest: &str) -> Option<Arc<Calendar>> {
        self.0.get(digest).cloned()
    }

    /// What a digest names, known or not.
    pub fn named(&self, digest: &str) -> Named {
        Named { digest: digest.to_owned(), calendar: self.get(digest) }
    }
}

/// The digest of a calendar of somebody in a match: the SHA-256 of the UTF-8 text of the
/// JSON array `["turnwise calendar 1", match, account, salt, text]`.
pub fn digest(match_id: &str, account: &str, salt: &str, text: &str) -> String {
    let text = serde_json::to_string(&("turnwise calendar 1", match_id, account, salt, text))
        .expect("strings have a JSON form");
    hex::encode(Sha256::digest(text.as_bytes()))
}

/// A calendar for a match, with a new salt, so that nobody can find it by trying.
pub fn seal(match_id: &str, account: &str, calendar: Calendar) -> (CalendarRow, Named) {
    let (salt, text) = (chain::salt(), calendar.text());
    let digest = digest(match_id, account, &salt, &text);
    let row = CalendarRow {
        match_id: match_id.to_owned(),
        digest: digest.clone(),
        account_id: account.to_owned(),
        salt,
        calendar: text,
    };
    (row, Named { digest, calendar: Some(Arc::new(calendar)) })
}
