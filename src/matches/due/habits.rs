//! How fast people usually answer, counted from the streams now and then: whoever looks for
//! somebody to play with is told, and nobody waits for the counting.

use crate::db::habits::{self as rows, AnswersRow, CountedRow};
use crate::db::{Conn, Tx};
use crate::error::{Code, Error, Kind, Result};
use crate::matches::Matches;
use crate::matches::stream::state::{Match, Status};
use crate::matches::time::answers::{Answered, answered, usual};
use crate::rules::Seat;
use crate::words::Word;
use chrono::Duration;
use std::collections::BTreeSet;

/// How many matches are looked up at once.
const AT_ONCE: i64 = 100;

/// How long a count is good enough.
const COUNTS: Duration = Duration::hours(1);

impl Matches {
    /// Counts anew how fast people answer in the matches that have gone on.
    pub async fn count_answers(&self) -> Result<()> {
        let since = self.clock.now() - COUNTS;
        let mut after = String::new();
        loop {
            let from = after.clone();
            let statuses = [Status::Running.word(), Status::Ended.word()];
            let look =
                move |conn: &mut Conn| rows::to_count(conn, (&statuses, since), &from, AT_ONCE);
            let found = self.db.read(look).await?;
            let Some(last) = found.last() else { return Ok(()) };
            after.clone_from(last);
            for match_id in &found {
                match self.count_in(match_id).await {
                    Err(error) if error.code == Code::NewerThanThisServer => {}
                    Err(error) if error.kind() == Kind::Unavailable => return Err(error),
                    Err(error) => tracing::error!(match_id, %error, "answers were not counted"),
                    Ok(()) => {}
                }
            }
        }
    }

    async fn count_in(&self, match_id: &str) -> Result<()> {
        let (on, now) = (self.newest(match_id, None).await?, self.clock.now());
        let row = CountedRow { match_id: on.id.clone(), version: on.version, counted_at: now };
        let all = counted(&on)?;
        let counting = self.db.write(move |tx| {
            let known = rows::in_match(tx, &row.match_id)?;
            rows::count(tx, &row, &all)?;
            // In one order: two matches of the same people may be counted at the same moment.
            let people: BTreeSet<&String> =
                known.iter().chain(&all).map(|row| &row.account_id).collect();
            people.into_iter().try_for_each(|account| tell(tx, account))
        });
        counting.await
    }
}

/// What the people of a match took to answer.
fn counted(on: &Match) -> Result<Vec<AnswersRow>> {
    let seats = Seat::all(on.sitters.len()).zip(&on.sitters);
    let some = seats.map(|(seat, sitter)| (sitter, answered(on, seat)));
    let rows = some.filter(|(_, waits)| !waits.is_empty()).map(|(sitter, waits)| {
        Ok(AnswersRow {
            match_id: on.id.clone(),
            account_id: sitter.account.clone(),
            waits: serde_json::to_string(&waits).map_err(Error::fault)?,
        })
    });
    rows.collect()
}

/// Notes what somebody's answers in all matches come to.
fn tell(tx: &mut Tx<'_>, account: &str) -> Result<()> {
    let person = crate::db::accounts::locked(tx, account)?;
    if person.is_none_or(|person| person.closed_at.is_some()) {
        return Ok(());
    }
    let mut all: Vec<Answered> = Vec::new();
    for row in rows::of_account(tx, account)? {
        all.extend(serde_json::from_str::<Vec<Answered>>(&row.waits).map_err(Error::fault)?);
    }
    let minutes = usual(all).map(|minutes| i32::try_from(minutes).unwrap_or(i32::MAX));
    rows::put(tx, account, minutes)
}
