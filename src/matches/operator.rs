//! What the operator does in matches and sees of them. What is done is written down with who did
//! it and why.

use super::decide::{self, Command};
use super::proof::database::verify_at_rest;
use super::read::names::Names;
use super::stream::event::Kind;
use super::stream::state::{Sitter, StandIn, Status};
use super::stream::store::Decided;
use super::time::clock;
use super::{Caller, Matches};
use crate::clock::Instant;
use crate::db::audit::{self, Deed, Object, What};
use crate::db::matches::{self as lobby, Filter};
use crate::db::reports::{self, ReportRow};
use crate::db::{Bell, Conn, Tx, accounts, events, notices, talk};
use crate::error::{Error, Result};
use crate::rules::Seat;
use crate::words::Word;
use std::collections::BTreeMap;

/// How a match is.
#[derive(Clone, Debug)]
pub struct Health {
    /// Slug of its game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// How far it has come.
    pub status: Status,
    /// What its host is called.
    pub host: String,
    /// The version of its last event.
    pub version: i64,
    /// The kind of its last event, and when it happened.
    pub last: (Kind, Instant),
    /// What is wrong with its stream, decided again, and with the rows about it; else how many
    /// of its events could only be read.
    pub sound: std::result::Result<usize, String>,
    /// Its seats.
    pub seats: Vec<SeatHealth>,
    /// Until when all clocks stand still, if they do.
    pub paused_until: Option<Instant>,
    /// How many notices about it are in which state.
    pub notices: Vec<(String, i64)>,
    /// How many lines of its talk there are.
    pub lines: i64,
    /// How many reports about it are open.
    pub reports: usize,
}

/// How a seat of a match is.
#[derive(Clone, Debug)]
pub struct SeatHealth {
    /// Which seat.
    pub seat: Seat,
    /// What whoever sits there is called.
    pub name: String,
    /// Since when the match waits for it, if it does.
    pub awaited_since: Option<Instant>,
    /// When its person is called for the last time, and when its time is over, where its clock
    /// runs.
    pub clock: Option<(Instant, Instant)>,
    /// For how long a stand-in plays it, if one does.
    pub stand_in: Option<StandIn>,
    /// Whether its person has resigned.
    pub resigned: bool,
    /// From when on anybody can take it over, if they can.
    pub open_at: Option<Instant>,
}

/// A report, with what people are called.
#[derive(Clone, Debug)]
pub struct Report {
    /// The report.
    pub row: ReportRow,
    /// What whoever made it is called.
    pub by: String,
    /// What whoever it is about is called.
    pub author: String,
}

/// Which reports are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// Those that are open, by what they are about; what was reported first comes first.
    Open,
    /// The newest ones, settled or not, each alone.
    Newest,
}

/// Reports by what they are about, without so many things that come before, and how many things
/// there are besides.
pub fn reported(
    conn: &mut Conn,
    sought: Sought,
    skip: i64,
    most: i64,
) -> Result<(Vec<Vec<Report>>, i64)> {
    let (things, count): (Vec<Vec<ReportRow>>, i64) = match sought {
        Sought::Open => {
            let things = reports::open_things(conn, skip, most)?;
            let all: Result<_> = things.iter().map(|one| reports::open_about(conn, one)).collect();
            (all?, reports::count_open_things(conn)?)
        }
        Sought::Newest => {
            let newest = reports::newest(conn, skip, most)?;
            (newest.into_iter().map(|row| vec![row]).collect(), reports::count(conn)?)
        }
    };
    let left = (count - skip - things.len() as i64).max(0);
    let people =
        things.iter().flatten().flat_map(|row| [row.account_id.clone(), row.author_id.clone()]);
    let names = Names::of(conn, people)?;
    let named = |row: ReportRow| Report {
        by: names.account(&row.account_id),
        author: names.account(&row.author_id),
        row,
    };
    let named = things.into_iter().map(|about| about.into_iter().map(named).collect());
    Ok((named.collect(), left))
}

/// What is settled with a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It alone.
    Alone,
    /// All that is reported of the same thing by now.
    Alike,
}

/// Settles a report; how many were settled.
///
/// # Errors
/// `Code::NotFound` where there is no such report that is open.
pub fn settle(
    tx: &mut Tx<'_>,
    report: &str,
    settled: Settled,
    deed: &Deed,
    now: Instant,
) -> Result<usize> {
    let none = || Error::not_found("open report");
    let row = reports::by_id(tx, report)?.filter(|row| row.settled_at.is_none());
    let row = row.ok_or_else(none)?;
    let all = match settled {
        Settled::Alone => vec![row],
        Settled::Alike => reports::open_about(tx, &(row.match_id, row.line_id))?,
    };
    let count = all.len();
    for row in all {
        if !reports::settle(tx, &row.id, &deed.by, &deed.why, now)? {
            return Err(none());
        }
        let to = Object {
            whom: Some(row.author_id),
            in_match: Some(row.match_id).filter(|id| !id.is_empty()),
            detail: row.id,
        };
        audit::note(tx, What::SettledReport, to, deed, now)?;
    }
    Ok(count)
}

/// Hides a line of a talk from everybody, whoever wrote it too; what was reported of it stays.
///
/// # Errors
/// `Code::NotFound` where there is no such line, or it was removed.
pub fn hide_line(
    tx: &mut Tx<'_>,
    match_id: &str,
    line: &str,
    deed: &Deed,
    now: Instant,
) -> Result<()> {
    let row = talk::line(tx, match_id, line)?.filter(|row| row.removed_at.is_none());
    let row = row.ok_or_else(|| Error::not_found("line"))?;
    talk::remove(tx, match_id, row.number, now)?;
    tx.ring(Bell::Talk(match_id.to_owned()));
    let to = Object { whom: Some(row.account_id), in_match: Some(row.match_id), detail: row.id };
    audit::note(tx, What::HidLine, to, deed, now)
}

/// What the operator did, the newest first, with what people are called now.
pub fn done(conn: &mut Conn, most: i64) -> Result<Vec<(audit::AuditRow, Option<String>)>> {
    let rows = audit::newest(conn, most)?;
    let ids: Vec<String> = rows.iter().filter_map(|row| row.whom.clone()).collect();
    let people = accounts::by_ids(conn, &ids)?.into_iter().map(|row| (row.id, row.handle));
    let people: BTreeMap<String, String> = people.collect();
    let named = rows.into_iter().map(|row| {
        let name = row.whom.as_ref().and_then(|id| people.get(id)).cloned();
        (row, name)
    });
    Ok(named.collect())
}

/// Whether the operator did something since it was looked last: another number then.
pub fn deeds(conn: &mut Conn) -> Result<i64> {
    audit::count(conn)
}

impl Matches {
    /// Gives a match another title.
    ///
    /// # Errors
    /// `Code::InvalidField` for what is no title, or the same.
    pub async fn rename(&self, match_id: &str, title: &str, deed: &Deed) -> Result<()> {
        let command = Command::Rename { title: title.trim().to_owned() };
        self.intervene(match_id, What::Renamed, None, command, deed).await
    }

    /// Has a stand-in take a seat until its person returns.
    ///
    /// # Errors
    /// `Code::NotFound` where no person has the seat, `Code::StoodIn` and
    /// `Code::ResignedAlready` where it is played by itself.
    pub async fn put_stand_in(&self, match_id: &str, seat: Seat, deed: &Deed) -> Result<()> {
        let command = Command::StandIn { seat };
        self.intervene(match_id, What::StoodIn, Some(seat), command, deed).await
    }

    /// Takes a person's seat back before the start.
    ///
    /// # Errors
    /// `Code::NotFound` where no person has the seat, `Code::MatchNotOpen` after the start.
    pub async fn unseat(&self, match_id: &str, seat: Seat, deed: &Deed) -> Result<()> {
        let command = Command::Unseat { seat };
        self.intervene(match_id, What::Unseated, Some(seat), command, deed).await
    }

    /// Gives a command as the operator, which is written down.
    async fn intervene(
        &self,
        match_id: &str,
        what: What,
        seat: Option<Seat>,
        command: Command,
        deed: &Deed,
    ) -> Result<()> {
        let done = self.perform(match_id, None, |on, secret| {
            let by = Caller::Operator;
            let draft = decide::decide(on, &by, &command, &self.facts(&secret.seed))?;
            let sitter = seat.and_then(|seat| on.sitter(seat));
            let to = Object {
                whom: sitter.map(|sitter| sitter.account.clone()),
                in_match: Some(on.id.clone()),
                detail: seat.map_or_else(String::new, |seat| format!("seat {}", seat.0)),
            };
            Ok(Decided { deed: Some((what, to, deed.clone())), ..draft.into() })
        });
        done.await.map(drop)
    }

    /// Empties the seats of an account before it is closed for somebody: in matches that wait
    /// for people they are taken back, in those that are played a stand-in takes them.
    ///
    /// # Errors
    /// Whatever one of these matches refuses.
    pub async fn leave_all(&self, account: &str, deed: &Deed) -> Result<()> {
        let who = account.to_owned();
        let filter = Filter {
            statuses: vec![Status::Open.word(), Status::Running.word()],
            player: Some(who.clone()),
            seen_by: Some(who),
            ..Filter::default()
        };
        for row in self.db.read(move |conn| lobby::list(conn, &filter, i64::MAX)).await? {
            self.vacate(&row.id, account, deed).await?;
        }
        Ok(())
    }

    /// Empties the seat of an account in a match, wherever it sits when that is decided.
    async fn vacate(&self, match_id: &str, account: &str, deed: &Deed) -> Result<()> {
        let done = self.perform(match_id, None, |on, secret| {
            let (by, facts) = (Caller::Operator, self.facts(&secret.seed));
            let seat = on.seat_of(account);
            let plays = seat.and_then(|seat| on.sitter(seat)).is_some_and(Sitter::plays);
            let (what, command, seat) = match (on.status, seat) {
                (Status::Open, Some(seat)) => (What::Unseated, Command::Unseat { seat }, seat),
                (Status::Running, Some(seat)) if plays => {
                    (What::StoodIn, Command::StandIn { seat }, seat)
                }
                _ => return Ok(Decided::nothing(on, &by, facts.now)),
            };
            let draft = decide::decide(on, &by, &command, &facts)?;
            let to = Object {
                whom: Some(account.to_owned()),
                in_match: Some(on.id.clone()),
                detail: format!("seat {}", seat.0),
            };
            Ok(Decided { deed: Some((what, to, deed.clone())), ..draft.into() })
        });
        done.await.map(drop)
    }

    /// How a match is.
    ///
    /// # Errors
    /// `Code::NotFound` where there is none, `Code::NewerThanThisServer` for one that only a
    /// newer Turnwise can read.
    pub fn health(&self, conn: &mut Conn, match_id: &str) -> Result<Health> {
        let on = self.peek(conn, match_id)?;
        let sound = verify_at_rest(conn, match_id)?;
        let last = events::from(conn, match_id, on.version)?.pop();
        let kind = last.as_ref().and_then(|row| Kind::of_word(&row.kind));
        let names = Names::at(conn, &on)?;
        let now = self.clock.now();
        let health = |seat: Seat| {
            let sitter = on.sitter(seat)?;
            let clock = clock(&on, seat).map(|clock| (clock.call_at, clock.due));
            Some(SeatHealth {
                seat,
                name: names.seat(&on, seat),
                awaited_since: on.awaited_since(seat),
                clock,
                stand_in: sitter.stand_in,
                resigned: sitter.resigned.is_some(),
                open_at: on.open_to_all(seat),
            })
        };
        let reported = reports::of_match(conn, match_id)?;
        Ok(Health {
            game: on.opened.game.clone(),
            title: on.opened.title.clone(),
            status: on.status,
            host: names.account(&on.host),
            version: on.version,
            last: (kind.unwrap_or(Kind::Opened), on.changed_at),
            sound,
            seats: Seat::all(on.sitters.len()).filter_map(health).collect(),
            paused_until: on.pauses.last().map(|pause| pause.to).filter(|until| *until > now),
            notices: notices::of_match(conn, match_id)?,
            lines: talk::last(conn, match_id)?,
            reports: reported.iter().filter(|row| row.settled_at.is_none()).count(),
        })
    }
}
