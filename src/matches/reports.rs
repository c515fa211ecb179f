//! What people think whoever runs the service should see: lines of a talk, titles of matches, and
//! people.

use super::Matches;
use super::stream::state::Match;
use super::talk::WHY;
use super::written::readable_text;
use crate::clock::Instant;
use crate::db::reports::{self as rows, About, ReportRow};
use crate::db::talk::LineRow;
use crate::db::{Tx, accounts};
use crate::error::{Code, Error, Result};
use crate::random;
use crate::words::Word;
use chrono::Duration;

/// How many reports one account makes within a day.
const A_DAY: usize = 30;

/// A report that somebody makes of something.
fn report(about: About, of: (&str, &str), people: (&str, &str), why: String) -> ReportRow {
    let ((match_id, line_id), (account, author)) = (of, people);
    ReportRow {
        match_id: match_id.to_owned(),
        line_id: line_id.to_owned(),
        account_id: account.to_owned(),
        author_id: author.to_owned(),
        why,
        said: String::new(),
        reported_at: Instant::default(),
        id: random::id(),
        about: about.word().to_owned(),
        settled_at: None,
        settled_by: None,
        note: None,
    }
}

impl Matches {
    /// Notes that somebody thinks the operator should see a line that they read.
    pub(super) async fn report_line(
        &self,
        account: &str,
        line: LineRow,
        why: String,
    ) -> Result<()> {
        let of = (line.match_id.as_str(), line.id.as_str());
        let made = report(About::Line, of, (account, &line.account_id), why);
        self.keep_report(ReportRow { said: line.said, ..made }).await
    }

    /// Notes that somebody thinks the operator should see the title of a match.
    ///
    /// # Errors
    /// [`Code::NotFound`] for who may not look at it, [`Code::TooManyRequests`] for who has
    /// reported much within a day.
    pub async fn report_title(&self, match_id: &str, account: &str, why: &str) -> Result<()> {
        let why = readable_text(why, WHY, "why")?;
        let on = self.visible_to(match_id, account).await?;
        let Match { id, opened, .. } = &*on;
        let made = report(About::Title, (id, About::Title.word()), (account, &opened.host), why);
        self.keep_report(ReportRow { said: opened.title.clone(), ..made }).await
    }

    /// Notes that somebody thinks the operator should look at a person.
    ///
    /// # Errors
    /// [`Code::InvalidField`] for oneself, or where nothing is said, [`Code::TooManyRequests`]
    /// for who has reported much within a day.
    pub async fn report_person(&self, account: &str, other: &str, why: &str) -> Result<()> {
        let why = readable_text(why, WHY, "why")?;
        if account == other {
            return Err(Error::field("handle", "You cannot report yourself."));
        }
        self.keep_report(report(About::Person, ("", other), (account, other), why)).await
    }

    async fn keep_report(&self, report: ReportRow) -> Result<()> {
        let now = self.clock.now();
        let report = ReportRow { reported_at: now, ..report };
        let noted = self.db.write(move |tx: &mut Tx<'_>| {
            // Until this ends, nobody else counts what this person has reported.
            accounts::locked(tx, &report.account_id)?;
            let day = Duration::days(1);
            let made = rows::made_since(tx, &report.account_id, now - day)?;
            if made.len() >= A_DAY {
                let first = made.first().copied().unwrap_or(now);
                let wait = (first + day - now).num_seconds().max(1);
                let detail = format!("You have reported {A_DAY} things within a day.");
                return Err(Error::new(Code::TooManyRequests, detail).with("retry_after", wait));
            }
            rows::note(tx, &report)
        });
        noted.await
    }

    /// What somebody has reported.
    pub async fn reported_by(&self, account: &str) -> Result<Vec<ReportRow>> {
        let who = account.to_owned();
        self.db.read(move |conn| rows::of_account(conn, &who)).await
    }
}
