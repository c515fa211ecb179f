//! The lobby: summaries of matches, with their seats.

use super::names::Names;
use crate::accounts::bots::Name;
use crate::clock::Instant;
use crate::db::Conn;
use crate::db::habits::{self, HabitRow};
use crate::db::matches::{self, Filter, MatchRow, SeatRow};
use crate::error::Result;
use crate::matches::Matches;
use crate::matches::caller::RobotPlayer;
use crate::matches::stream::event::Visibility;
use crate::matches::stream::state::{Match, StandIn, Status};
use crate::matches::time::Timing;
use crate::matches::time::answers::Habit;
use crate::rules::{Robot, Seat};
use crate::words::Word;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Which matches to list, newest first.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only matches this far.
    pub status: Option<Status>,
    /// Only this game, by slug.
    pub game: Option<String>,
    /// Only matches in which this account has a seat.
    pub player: Option<String>,
    /// Also the private matches of this account.
    pub seen_by: Option<String>,
    /// Only matches opened before this one.
    pub before: Option<String>,
    /// Only matches in which anybody can take a seat over now.
    pub open_seat: bool,
}

/// A match in a list.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Which match.
    pub id: String,
    /// Slug of the game.
    pub game: String,
    /// What the host called it.
    pub title: String,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// How far it has come.
    pub status: Status,
    /// How many seats it has at most.
    pub capacity: u8,
    /// What the host is called.
    pub host: Name,
    /// The seats that are taken.
    pub seats: Vec<SeatSummary>,
    /// The options of the game.
    pub config: Value,
    /// How fast it is played and what happens to whoever does not come; nothing for a match
    /// without a pace, and for one that is over.
    pub timing: Option<Timing>,
    /// Version of the newest event.
    pub version: i64,
    /// When it was opened.
    pub opened_at: Instant,
    /// When something last happened.
    pub changed_at: Instant,
    /// How many lines of its talk whoever looks has not read.
    pub unread: usize,
}

/// A seat of a match in a list.
#[derive(Clone, Debug)]
pub struct SeatSummary {
    /// Which seat.
    pub seat: Seat,
    /// The account, or what stands for it where a robot sits.
    pub account: String,
    /// What whoever sits there is called.
    pub name: Name,
    /// Which kind of robot it is, if it is no person.
    pub robot: Option<Robot>,
    /// Since when the match waits for this seat, if it does.
    pub awaited_since: Option<Instant>,
    /// Whether the person has resigned.
    pub resigned: bool,
    /// For how long a stand-in plays for the person, if one does.
    pub stand_in: Option<StandIn>,
    /// When the time of the seat is over, where its clock runs.
    pub due: Option<Instant>,
    /// From when on anybody can take the seat over, if they can.
    pub open_at: Option<Instant>,
    /// How fast the person usually answers, where people are looked for and it can be told.
    pub habit: Option<Habit>,
    /// Place in the final ranking.
    pub place: Option<i32>,
    /// Final points.
    pub points: Option<i32>,
}

impl Summary {
    /// Whether people are looked for at a moment, before the start or to take a seat over.
    pub fn looks_for_people(&self, now: Instant) -> bool {
        let open = |seat: &SeatSummary| seat.open_at.is_some_and(|from| from <= now);
        self.status == Status::Open || self.seats.iter().any(open)
    }
}

impl Matches {
    /// Summaries of the matches that are wanted.
    pub async fn list(&self, wanted: Wanted, most: i64) -> Result<Vec<Summary>> {
        // Who looks for a match to play in needs a host who can begin it.
        let hosted = wanted.status == Some(Status::Open) && wanted.player.is_none();
        let filter = Filter {
            // A word that only a newer Turnwise knows fills no place on a page.
            visibilities: Some(Visibility::ALL.iter().map(|each| each.word()).collect()),
            statuses: match wanted.status {
                Some(status) => vec![status.word()],
                None => Status::ALL.iter().map(|status| status.word()).collect(),
            },
            game: wanted.game,
            player: wanted.player,
            seen_by: wanted.seen_by,
            before: wanted.before,
            open_seat: wanted.open_seat.then(|| self.clock.now()),
            hosted,
        };
        let (all, reader) = (self.clone(), filter.seen_by.clone());
        self.db
            .read(move |conn| {
                let rows = matches::list(conn, &filter, most)?;
                all.summaries(conn, rows, reader.as_deref())
            })
            .await
    }

    /// The matches that wait for an account: by the end of its time, then longest waiting
    /// first.
    pub async fn turns(&self, account: &str) -> Result<Vec<Summary>> {
        let (all, account) = (self.clone(), account.to_owned());
        self.db
            .read(move |conn| {
                let waiting = matches::awaiting(conn, &account)?;
                let ids: Vec<String> = waiting.into_iter().map(|seat| seat.match_id).collect();
                let mut rows = matches::by_ids(conn, &ids)?;
                rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
                all.summaries(conn, rows, Some(&account))
            })
            .await
    }

    /// How fast the people at a table usually answer, by seat, as far as it can be told.
    pub async fn habits(&self, on: &Match) -> Result<BTreeMap<Seat, Habit>> {
        let seats = Seat::all(on.sitters.len()).zip(&on.sitters);
        let seats: Vec<(Seat, String)> =
            seats.map(|(seat, sitter)| (seat, sitter.account.clone())).collect();
        let read = self.db.read(move |conn| {
            let known = habits_of(conn, seats.iter().map(|(_, account)| account.clone()))?;
            let of = |(seat, account): (Seat, String)| Some((seat, *known.get(&account)?));
            Ok(seats.into_iter().filter_map(of).collect())
        });
        read.await
    }

    /// How fast somebody usually answers, if it can be told.
    pub async fn habit(&self, account: &str) -> Result<Option<Habit>> {
        let id = account.to_owned();
        let read = self.db.read(move |conn| habits_of(conn, std::iter::once(id)));
        Ok(read.await?.into_values().next())
    }

    /// How many matches wait for an account.
    pub async fn waiting(&self, account: &str) -> Result<usize> {
        let account = account.to_owned();
        self.db.read(move |conn| Ok(matches::awaiting(conn, &account)?.len())).await
    }

    /// The match of a game that an account hosts and that was opened last, but for those with a
    /// title.
    pub async fn last_hosted(
        &self,
        account: &str,
        game: &str,
        but: String,
    ) -> Result<Option<String>> {
        let (account, game) = (account.to_owned(), game.to_owned());
        self.db.read(move |conn| matches::last_hosted(conn, &account, &game, &but)).await
    }

    /// What a list shows of matches to somebody, in the order of their rows.
    pub(in crate::matches) fn summaries(
        &self,
        conn: &mut Conn,
        rows: Vec<MatchRow>,
        reader: Option<&str>,
    ) -> Result<Vec<Summary>> {
        let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
        let seats = matches::seats_of(conn, &ids)?;
        let people = seats.iter().map(|seat| seat.account_id.clone());
        let hosts = rows.iter().map(|row| row.host_id.clone());
        let names = Names::of(conn, people.chain(hosts))?;
        let own = seats.iter().filter(|seat| Some(&*seat.account_id) == reader);
        let own: Vec<String> = own.map(|seat| seat.match_id.clone()).collect();
        let unread = match reader {
            Some(reader) if !own.is_empty() => self.unread_in(conn, reader, &own)?,
            _ => BTreeMap::new(),
        };
        let now = self.clock.now();
        let is_open = |one: &&MatchRow| one.status == Status::Open.word();
        let open: BTreeSet<&str> = rows.iter().filter(is_open).map(|row| &*row.id).collect();
        let looking = seats.iter().filter(|seat| seat.open_at.is_some_and(|from| from <= now));
        let looking: BTreeSet<&str> =
            looking.map(|seat| &*seat.match_id).chain(open.iter().copied()).collect();
        let at = seats.iter().filter(|seat| looking.contains(&*seat.match_id));
        let habits = habits_of(conn, at.map(|seat| seat.account_id.clone()))?;
        let seats: Vec<(&SeatRow, Option<Habit>)> = seats
            .iter()
            .map(|seat| {
                let told = looking.contains(&*seat.match_id);
                (seat, habits.get(&seat.account_id).copied().filter(|_| told))
            })
            .collect();
        let listed = rows.iter().cloned().filter_map(|row| {
            let seats = seats.iter().filter(|(seat, _)| seat.match_id == row.id);
            let seats = seats.map(|(seat, habit)| seat_summary(seat, *habit, &names)).collect();
            let unread = unread.get(&row.id).copied().unwrap_or(0);
            summary(row, seats, &names, unread)
        });
        Ok(listed.collect())
    }
}

/// How fast people usually answer, as far as it can be told.
pub(in crate::matches) fn habits_of(
    conn: &mut Conn,
    accounts: impl Iterator<Item = String>,
) -> Result<BTreeMap<String, Habit>> {
    let people = accounts.filter(|account| RobotPlayer::of(account).is_none());
    let people: BTreeSet<String> = people.collect();
    if people.is_empty() {
        return Ok(BTreeMap::new());
    }
    let people: Vec<String> = people.into_iter().collect();
    let of = |row: HabitRow| (row.account_id, Habit::of(u32::try_from(row.minutes).unwrap_or(0)));
    Ok(habits::of_accounts(conn, &people)?.into_iter().map(of).collect())
}

/// `None` for what a newer Turnwise has made of a match; the others are listed without it.
fn summary(
    row: MatchRow,
    seats: Vec<SeatSummary>,
    names: &Names,
    unread: usize,
) -> Option<Summary> {
    Some(Summary {
        unread,
        host: names.name(&row.host_id),
        visibility: Visibility::of_word(&row.visibility)?,
        status: Status::of_word(&row.status)?,
        capacity: u8::try_from(row.seats).unwrap_or(u8::MAX),
        seats,
        config: serde_json::from_str(&row.config).unwrap_or_default(),
        timing: row.timing.as_deref().and_then(|text| serde_json::from_str(text).ok()),
        version: row.version,
        opened_at: row.opened_at,
        changed_at: row.changed_at,
        id: row.id,
        game: row.game,
        title: row.title,
    })
}

fn seat_summary(row: &SeatRow, habit: Option<Habit>, names: &Names) -> SeatSummary {
    SeatSummary {
        seat: Seat(u8::try_from(row.seat).unwrap_or(u8::MAX)),
        account: row.account_id.clone(),
        name: names.name(&row.account_id),
        robot: RobotPlayer::of(&row.account_id).map(|player| player.robot),
        awaited_since: row.awaited_since,
        resigned: row.resigned,
        stand_in: row.stand_in.as_deref().and_then(StandIn::of_word),
        due: row.due_at,
        open_at: row.open_at,
        habit,
        place: row.place,
        points: row.points,
    }
}
