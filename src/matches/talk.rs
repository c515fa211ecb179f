//! What the people at a table write to each other.
//!
//! It stands beside the stream and never in it: no line changes the version of a match, makes
//! a move stale or is seen by a game. Whoever has a seat reads and writes; who took the seat
//! over from somebody else reads from then on, and who left it reads no more. Nobody reads the
//! lines of people whom they have blocked. Once a match is
//! over spectators read it, too, if all who have a seat agree to that: then the lines of those
//! who agree are shown. Robots do not talk.

use super::Matches;
use super::decide::seat_of;
use super::quota;
use super::read::names::Names;
use super::stream::state::{Match, Status};
use super::stream::store::key_reused;
use super::watching::Looker;
use super::written::readable_text;
use crate::accounts::bots::Name;
use crate::clock::Instant;
use crate::db::talk::{self as rows, LineRow, ReadRow, Readable, ShownRow};
use crate::db::{Bell, Conn, Tx, accounts, blocks, is_taken};
use crate::error::{Code, Error, Result};
use crate::random;
use chrono::Duration;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most characters of a line.
pub const LINE: usize = 1_000;

/// The most characters of what a report says.
pub const WHY: usize = 500;

/// The most lines that one person writes in a minute, and in a day, in all matches together.
const LIMITS: [(Duration, usize); 2] = [(Duration::minutes(1), 20), (Duration::days(1), 500)];

/// How often a line is stored again because somebody else wrote at the same moment.
const TRIES: usize = 20;

/// More lines than are counted one by one.
const MANY: i64 = 1_000;

/// What somebody wants to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The text.
    pub said: String,
    /// The event that it points to.
    pub event: Option<i64>,
    /// The spot of the board that it points to.
    pub spot: Option<String>,
    /// The key under which a repeated request is known.
    pub key: Option<String>,
}

/// A line, for whoever reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// UUID.
    pub id: String,
    /// What its writer is called.
    pub name: Name,
    /// Whether whoever reads has written it.
    pub yours: bool,
    /// The text.
    pub said: String,
    /// The event that it points to.
    pub event: Option<i64>,
    /// The spot of the board that it points to.
    pub spot: Option<String>,
    /// When it was written.
    pub at: Instant,
}

/// Some of what was said at a table, for whoever reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk {
    /// The lines, the oldest first.
    pub lines: Vec<Line>,
    /// The line before which there are more, if there are.
    pub next: Option<String>,
    /// How many lines of others whoever reads has not read.
    pub unread: usize,
    /// Whether whoever reads can write, too.
    pub writes: bool,
    /// Whether whoever reads agrees that spectators read it once the match is over.
    pub shows: bool,
    /// Whether spectators read it.
    pub shown: bool,
    /// Whether whoever reads has blocked somebody at the table, whose lines are left out.
    pub hides: bool,
}

impl Matches {
    /// The newest lines, or those before one of them; at most so many.
    ///
    /// # Errors
    /// [`Code::NotFound`] for who may not look at the match, [`Code::NoSeat`] for who may, but
    /// may not read.
    pub async fn talk(
        &self,
        match_id: &str,
        looker: Looker,
        before: Option<String>,
        most: usize,
    ) -> Result<Talk> {
        let (matches, id) = (self.clone(), match_id.to_owned());
        self.db
            .read(move |conn| {
                let on = matches.visible(conn, &id, &looker)?;
                let readable = reading(conn, &on, looker.id())?;
                let before = match before {
                    None => i64::MAX,
                    Some(line) => readable_line(conn, &id, &readable, &line)?.number,
                };
                let limit = i64::try_from(most).map_err(Error::fault)?;
                let mut found = rows::lines(conn, &id, &readable, before, limit + 1)?;
                let more = found.len() > most;
                found.truncate(most);
                found.reverse();
                let next = found.first().filter(|_| more).map(|row| row.id.clone());
                let shows = rows::shown(conn, &id)?;
                let unread = match looker.id() {
                    None => 0,
                    Some(who) => matches
                        .unread_in(conn, who, std::slice::from_ref(&id))?
                        .remove(&id)
                        .unwrap_or(0),
                };
                let authors = found.iter().map(|row| row.account_id.clone());
                let names = Names::of(conn, authors)?;
                Ok(Talk {
                    next,
                    unread,
                    writes: looker.id().is_some_and(|who| on.seat_of(who).is_some()),
                    shows: looker.id().is_some_and(|who| shows.iter().any(|one| one == who)),
                    shown: !readable.of.is_empty(),
                    hides: on.sitters.iter().any(|one| readable.but.contains(&one.account)),
                    lines: found.into_iter().map(|row| line(row, &names, looker.id())).collect(),
                })
            })
            .await
    }

    /// Writes a line. Asked again under the same key, it gives the line of the first time.
    ///
    /// # Errors
    /// [`Code::NoSeat`] for who has no seat, [`Code::InvalidField`] for what is no such text or
    /// points nowhere, [`Code::TooManyRequests`] for who writes too much.
    pub async fn say(&self, match_id: &str, account: &str, words: Words) -> Result<Line> {
        self.for_seated(match_id, account).await?;
        let words = Words { said: readable_text(&words.said, LINE, "text")?, ..words };
        for _ in 0..TRIES {
            let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
            let words = words.clone();
            let said = self.db.write(move |tx| matches.write_line(tx, &id, &who, words));
            match said.await {
                Err(error) if is_taken(&error) => {}
                said => return said,
            }
        }
        Err(Error::new(Code::MatchIsBusy, "Others write at the same moment; try again."))
    }

    fn write_line(&self, tx: &mut Tx<'_>, id: &str, who: &str, words: Words) -> Result<Line> {
        quota::within(tx, who, id, &[])?;
        let on = self.peek(tx, id)?;
        seat_of(&on, who)?;
        let key = words.key.unwrap_or_else(random::id);
        let names = Names::of(tx, [who.to_owned()])?;
        if let Some(before) = rows::by_key(tx, id, who, &key)? {
            if before.removed_at.is_some() {
                let why = "You wrote a line under this key and have removed it since; choose a new \
                    key to write another.";
                return Err(Error::new(Code::KeyReused, why));
            }
            let same = (&before.said, before.event, &before.spot)
                == (&words.said, words.event, &words.spot);
            return if same { Ok(line(before, &names, Some(who))) } else { Err(key_reused()) };
        }
        points_somewhere(&on, words.event, words.spot.as_deref())?;
        let now = self.clock.now();
        may_write(tx, who, now)?;
        let row = LineRow {
            match_id: id.to_owned(),
            number: rows::last(tx, id)? + 1,
            id: random::id(),
            account_id: who.to_owned(),
            idempotency_key: key,
            version: on.version,
            said: words.said,
            event: words.event,
            spot: words.spot,
            written_at: now,
            removed_at: None,
        };
        rows::insert(tx, &row)?;
        tx.ring(Bell::Talk(row.match_id.clone()));
        Ok(line(row, &names, Some(who)))
    }

    /// Removes a line of one's own; nothing of it is kept but what was reported.
    ///
    /// # Errors
    /// [`Code::NotFound`] where one has written no such line.
    pub async fn unsay(&self, match_id: &str, account: &str, line: &str) -> Result<()> {
        let (id, who, line) = (match_id.to_owned(), account.to_owned(), line.to_owned());
        self.visible_to(match_id, account).await?;
        let now = self.clock.now();
        let removed = self.db.write(move |tx| {
            let found = rows::line(tx, &id, &line)?.filter(|row| row.account_id == who);
            let row = found.ok_or_else(|| Error::not_found("line of yours"))?;
            if row.removed_at.is_none() {
                rows::remove(tx, &id, row.number, now)?;
                tx.ring(Bell::Talk(id));
            }
            Ok(())
        });
        removed.await
    }

    /// Keeps a line for the operator to look at, with what it says now and why.
    ///
    /// # Errors
    /// [`Code::NotFound`] for a line that one cannot read.
    pub async fn report(
        &self,
        match_id: &str,
        looker: Looker,
        line: &str,
        why: &str,
    ) -> Result<()> {
        let why = readable_text(why, WHY, "why")?;
        let (matches, id, line) = (self.clone(), match_id.to_owned(), line.to_owned());
        let reader = looker.clone();
        let reading = self.db.read(move |conn| {
            let on = matches.visible(conn, &id, &reader)?;
            let readable = reading(conn, &on, reader.id())?;
            readable_line(conn, &id, &readable, &line)
        });
        let row = reading.await?;
        let Some(account_id) = looker.account else { return Err(Error::not_found("line")) };
        self.report_line(&account_id, row, why).await
    }

    /// Notes that somebody has read up to a line.
    ///
    /// # Errors
    /// [`Code::NoSeat`] for who has no seat, [`Code::NotFound`] for a line that they cannot read.
    pub async fn has_read(&self, match_id: &str, account: &str, line: &str) -> Result<()> {
        let on = self.for_seated(match_id, account).await?;
        let (id, who, line) = (match_id.to_owned(), account.to_owned(), line.to_owned());
        let noting = self.db.write(move |tx| {
            let readable = Readable { but: Vec::new(), ..reading(tx, &on, Some(&who))? };
            // One that was removed or hidden meanwhile was read, too.
            let found = rows::line(tx, &id, &line)?;
            let held = |row: &LineRow| readable.holds(&LineRow { removed_at: None, ..row.clone() });
            let row = found.filter(held).ok_or_else(|| Error::not_found("line"))?;
            let read = ReadRow { account_id: who, match_id: id, number: row.number };
            rows::note_read(tx, &read)
        });
        noting.await
    }

    /// Says whether spectators may read the talk once the match is over; they do when all who
    /// have a seat say so. It can be changed at any time.
    ///
    /// # Errors
    /// [`Code::NoSeat`] for who has no seat, and never agreed.
    pub async fn show_talk(&self, match_id: &str, account: &str, yes: bool) -> Result<()> {
        let on = self.visible_to(match_id, account).await?;
        // Whoever has left may still take back what they agreed to.
        if yes || !on.has_sat(account) {
            seat_of(&on, account)?;
        }
        let row = ShownRow {
            match_id: match_id.to_owned(),
            account_id: account.to_owned(),
            agreed_at: self.clock.now(),
        };
        let noting = self.db.write(move |tx| {
            rows::show(tx, &row, yes)?;
            tx.ring(Bell::Talk(row.match_id));
            Ok(())
        });
        noting.await
    }

    /// Whether spectators read the talk of a match that is over.
    pub async fn is_talk_shown(&self, match_id: &str) -> Result<bool> {
        let (matches, id) = (self.clone(), match_id.to_owned());
        let asked = self.db.read(move |conn| {
            let on = matches.peek(conn, &id)?;
            Ok(on.status == Status::Ended && !shown(conn, &on)?.is_empty())
        });
        asked.await
    }

    /// What changes whenever something was written or removed that somebody may read; `None`
    /// for who may read nothing.
    pub async fn talked(&self, match_id: &str, looker: Looker) -> Result<Option<(i64, i64)>> {
        let (matches, id) = (self.clone(), match_id.to_owned());
        self.db
            .read(move |conn| {
                let on = matches.visible(conn, &id, &looker)?;
                match reading(conn, &on, looker.id()) {
                    Ok(readable) => rows::newest(conn, &id, &readable).map(Some),
                    Err(no) if no.code == Code::NoSeat => Ok(None),
                    Err(error) => Err(error),
                }
            })
            .await
    }

    /// How many lines of others somebody has not read.
    pub async fn unread(&self, match_id: &str, account: &str) -> Result<usize> {
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        let counted = self.db.read(move |conn| {
            let mut counts = matches.unread_in(conn, &who, std::slice::from_ref(&id))?;
            Ok(counts.remove(&id).unwrap_or(0))
        });
        counted.await
    }

    /// How many lines of others somebody has not read in each of these matches, without those
    /// in which there are none. Matches in which they have no seat have none.
    pub(super) fn unread_in(
        &self,
        conn: &mut Conn,
        account: &str,
        match_ids: &[String],
    ) -> Result<BTreeMap<String, usize>> {
        let mut known: BTreeMap<String, Option<i64>> = BTreeMap::new();
        let mut counts = BTreeMap::new();
        let but = blocks::blocked_by(conn, account)?;
        let mut lines = rows::unread(conn, account, &but, match_ids, MANY)?;
        if lines.len() as i64 >= MANY {
            // One match with very many hides none of the others.
            lines.clear();
            for match_id in match_ids {
                let one = std::slice::from_ref(match_id);
                lines.extend(rows::unread(conn, account, &but, one, MANY)?);
            }
        }
        for (match_id, version) in lines {
            if !known.contains_key(&match_id) {
                let from = match self.peek(conn, &match_id) {
                    Ok(on) => arrived(&on, account),
                    // Nothing is counted that cannot be read here.
                    Err(error) if error.code == Code::NewerThanThisServer => None,
                    Err(error) => return Err(error),
                };
                known.insert(match_id.clone(), from);
            }
            let from = known.get(&match_id).copied().flatten();
            if from.is_some_and(|from| version >= from) {
                *counts.entry(match_id).or_insert(0) += 1;
            }
        }
        Ok(counts)
    }

    /// What somebody has written, in whichever match, and not removed: in which match and what.
    pub async fn said_by(&self, account: &str) -> Result<Vec<LineRow>> {
        let who = account.to_owned();
        self.db.read(move |conn| rows::of_account(conn, &who)).await
    }

    /// The newest state of a match for somebody who has a seat.
    async fn for_seated(&self, match_id: &str, account: &str) -> Result<Arc<Match>> {
        let on = self.visible_to(match_id, account).await?;
        seat_of(&on, account)?;
        Ok(on)
    }
}

/// The version of a match from which on somebody who has a seat reads its talk: whoever took
/// it over reads nothing that was written before.
fn arrived(on: &Match, account: &str) -> Option<i64> {
    let seat = on.seat_of(account)?;
    let before = on.formers.iter().filter(|former| former.seat == seat);
    Some(before.map(|former| former.until).max().unwrap_or(0))
}

/// What somebody may read of the talk of a match at which they may look.
fn reading(conn: &mut Conn, on: &Match, account: Option<&str>) -> Result<Readable> {
    let from = account.and_then(|account| arrived(on, account));
    let of = if on.status == Status::Ended { shown(conn, on)? } else { Vec::new() };
    let but = account.map(|account| blocks::blocked_by(conn, account)).transpose()?;
    match (from, of.is_empty()) {
        (None, true) => Err(Error::new(
            Code::NoSeat,
            "Only who has a seat in this match reads what is said at its table.",
        )),
        (from, _) => {
            Ok(Readable { from: from.unwrap_or(i64::MAX), of, but: but.unwrap_or_default() })
        }
    }
}

/// Whose lines spectators read: of those who agree, once all agree who have a seat and an
/// account.
fn shown(conn: &mut Conn, on: &Match) -> Result<Vec<String>> {
    let agree = rows::shown(conn, &on.id)?;
    let people = on.sitters.iter().filter(|sitter| sitter.robot.is_none());
    let people: Vec<String> = people.map(|sitter| sitter.account.clone()).collect();
    let asked = accounts::by_ids(conn, &people)?;
    let mut asked = asked.iter().filter(|row| row.closed_at.is_none());
    let all = asked.all(|row| agree.contains(&row.id));
    Ok(if all { agree } else { Vec::new() })
}

fn readable_line(
    conn: &mut Conn,
    match_id: &str,
    readable: &Readable,
    line: &str,
) -> Result<LineRow> {
    let found = rows::line(conn, match_id, line)?.filter(|row| readable.holds(row));
    found.ok_or_else(|| Error::not_found("line"))
}

fn line(row: LineRow, names: &Names, reader: Option<&str>) -> Line {
    Line {
        name: names.name(&row.account_id),
        yours: reader == Some(&row.account_id),
        id: row.id,
        said: row.said,
        event: row.event,
        spot: row.spot,
        at: row.written_at,
    }
}

/// Refuses who has written a lot.
fn may_write(conn: &mut Conn, account: &str, now: Instant) -> Result<()> {
    let longest = LIMITS.iter().map(|(span, _)| *span).max().unwrap_or_default();
    let written = rows::written_since(conn, account, now - longest)?;
    for (span, most) in LIMITS {
        let within: Vec<&Instant> = written.iter().filter(|at| **at > now - span).collect();
        let Some(oldest) = within.len().checked_sub(most).and_then(|at| within.get(at)) else {
            continue;
        };
        let wait = (**oldest + span - now).num_seconds() + 1;
        let detail = format!("You write a lot; wait {wait} seconds.");
        return Err(Error::new(Code::TooManyRequests, detail).with("retry_after", wait));
    }
    Ok(())
}

/// Refuses what points to an event that is not there, or to what cannot be the name of a spot.
pub(super) fn points_somewhere(on: &Match, event: Option<i64>, spot: Option<&str>) -> Result<()> {
    if event.is_some_and(|event| !(1..=on.version).contains(&event)) {
        let detail = format!("The events of this match are 1 to {}.", on.version);
        return Err(Error::field("event", detail));
    }
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c);
    if spot.is_some_and(|spot| !(1..=60).contains(&spot.len()) || !spot.chars().all(fits)) {
        let detail = "A spot is named in lower-case letters, digits, `_` and `-`.";
        return Err(Error::field("spot", detail));
    }
    Ok(())
}
