//! Small matches to forge, the same at every run: nothing here is random.

use super::super::export::{Export, FORMAT, Named, ShownHours, Stored};
use crate::clock::Instant;
use crate::clock::calendar::{Calendar, Offset};
use crate::db::events::EventRow;
use crate::matches::caller::Caller;
use crate::matches::decide::{self, Command, Facts, Open, open};
use crate::matches::stream::chance::Seed;
use crate::matches::stream::event::{
    AwayBooked, Event, LastCall, Outage, Record, Terms, Visibility,
};
use crate::matches::stream::fold;
use crate::matches::stream::receipt::Signer;
use crate::matches::stream::state::Match;
use crate::matches::stream::{chain, rows, sealed};
use crate::matches::time::clock;
use crate::matches::time::hours;
use crate::matches::time::pace::{Absence, Preset, Timing};
use crate::rules::chance::{Chance, Seeded};
use crate::rules::erased::AnyState;
use crate::rules::{Robot, Seat};
use chrono::{DateTime, Duration, Weekday};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::sync::Arc;

pub const ANNA: &str = "01900000-0000-7000-8000-00000000000a";
pub const BEN: &str = "01900000-0000-7000-8000-00000000000b";
pub const CLEO: &str = "01900000-0000-7000-8000-00000000000c";
pub const DORA: &str = "01900000-0000-7000-8000-00000000000d";

/// The key of the service that the matches were played on.
pub fn service() -> Signer {
    Signer::of_seed([7; 32])
}

/// The key of somebody who forges.
pub fn forger() -> Signer {
    Signer::of_seed([66; 32])
}

/// Which hours count for somebody, where they have said so.
type Homes = fn(&str) -> Option<Calendar>;

/// A match being played.
pub struct Table {
    pub on: Match,
    records: Vec<Record>,
    people: Vec<Named>,
    homes: Homes,
    /// The calendars that lie beside the stream.
    hours: Vec<ShownHours>,
    seed: Seed,
    now: Instant,
    chance: Seeded,
}

fn salt(of: &str) -> String {
    hex::encode(&Sha256::digest(of)[..16])
}

fn person(account: &str) -> Caller {
    Caller::Person(account.to_owned())
}

fn name(match_id: &str, account: &str, at: Instant) -> Named {
    let handle = match account {
        ANNA => "anna",
        BEN => "ben",
        DORA => "dora",
        _ => "cleo",
    };
    let salt = salt(&format!("{match_id} {account} {at}"));
    Named { account: account.to_owned(), handle: handle.to_owned(), salt }
}

impl Table {
    /// Opened by Anna.
    pub fn open(number: u8, wish: Open) -> Table {
        Table::on_seed(number, wish, Seed::new([number; 32]), |_| None)
    }

    fn on_seed(number: u8, wish: Open, seed: Seed, homes: Homes) -> Table {
        let id = format!("01900000-0000-7000-8000-0000000001{number:02x}");
        let now = DateTime::from_timestamp(1_790_000_000, 123_456_000).unwrap().naive_utc();
        let named = name(&id, ANNA, now);
        let digest = sealed::digest(&id, ANNA, &named.salt, &named.handle);
        let mut hours = Vec::new();
        let brought = homes(ANNA).map(|calendar| kept(&id, ANNA, calendar, &mut hours));
        let facts = Facts {
            now,
            seed: &seed,
            name: Some(digest),
            hours: brought,
            invited: false,
            then: None,
        };
        let (on, records) = open::open(&id, &person(ANNA), &wish, &facts).unwrap().finish();
        let chance = Seeded::new(u64::from(number));
        Table { on, records, people: vec![named], homes, hours, seed, now, chance }
    }

    /// Somebody gives a command.
    pub fn gives(&mut self, by: &Caller, command: Command) {
        let home = by.person().and_then(self.homes);
        let home = home.filter(|_| matches!(command, Command::Join { .. }));
        let brought = home
            .zip(by.person())
            .map(|(calendar, account)| kept(&self.on.id, account, calendar, &mut self.hours));
        self.gives_with(by, command, brought);
    }

    /// The same where these hours count from now on, or soon.
    fn gives_with(&mut self, by: &Caller, command: Command, hours: Option<hours::Named>) {
        self.now += Duration::milliseconds(61_001);
        let named = by.person().map(|account| name(&self.on.id, account, self.now));
        let digest = named
            .as_ref()
            .map(|named| sealed::digest(&self.on.id, &named.account, &named.salt, &named.handle));
        let facts = Facts {
            now: self.now,
            seed: &self.seed,
            name: digest,
            hours,
            invited: true,
            then: match &command {
                Command::Propose { terms, .. } => terms.rewinds_to().and_then(|to| self.then(to)),
                _ => None,
            },
        };
        let joins = matches!(command, Command::Join { .. } | Command::Substitute { .. });
        let draft = decide::decide(&self.on, by, &command, &facts)
            .unwrap_or_else(|no| panic!("{command:?}: {}", no.detail));
        let (on, records) = draft.finish();
        self.on = on;
        self.records.extend(records);
        self.people.extend(named.filter(|_| joins));
    }

    /// The game as it stood at a version, where people can go back there.
    fn then(&self, to: i64) -> Option<AnyState> {
        fold::rewindable(&self.on.id, &self.records, to).unwrap()
    }

    /// Somebody proposes something, and these agree.
    fn agree(&mut self, by: &str, terms: Terms, others: &[&str]) {
        self.does(by, Command::propose(terms));
        let proposal = self.on.proposals().last().unwrap().number;
        for other in others {
            self.does(other, Command::Vote { proposal, yes: true });
        }
    }

    pub fn does(&mut self, account: &str, command: Command) {
        self.gives(&person(account), command);
    }

    pub fn joins(&mut self, account: &str, entropy: Option<&str>) {
        self.does(account, Command::Join { entropy: entropy.map(str::to_owned) });
    }

    /// Whoever is awaited plays some legal step, this many times or until the end.
    pub fn play(&mut self, steps: usize) {
        for _ in 0..steps {
            let Some(&seat) = self.on.awaited().first() else { return };
            let sitter = self.on.sitter(seat).unwrap();
            let by = match (sitter.robot, sitter.resigned, sitter.stand_in) {
                (Some(robot), ..) => Caller::Robot(robot),
                (None, None, None) => person(&sitter.account),
                (None, ..) => Caller::Clock,
            };
            let state = self.on.state.as_ref().unwrap();
            let offers = self.on.game().legal(state, seat);
            let at = self.chance.below(offers.len() as u32) as usize;
            self.gives(&by, Command::Play { seat, command: offers[at].command.clone() });
        }
    }

    fn play_until_awaited(&mut self, seat: Seat) {
        while clock(&self.on, seat).is_none() {
            self.play(1);
        }
    }

    /// Nothing happens until the time of a seat is over.
    fn time_passes(&mut self, seat: Seat) {
        let clock = clock(&self.on, seat).unwrap();
        self.now = clock.due;
        let call = LastCall::Letter { at: clock.call_at.and_utc() };
        self.gives(&Caller::Clock, Command::TimeOut { seat, call });
    }

    /// Somebody says other hours, which hold a day later.
    fn moves(&mut self, account: &str, calendar: Calendar) {
        let named = kept(&self.on.id, account, calendar, &mut self.hours);
        let seat = self.on.seat_of(account).unwrap();
        let from = (self.now + Duration::hours(25)).and_utc();
        let command = Command::SetCalendar { seat, digest: named.digest.clone(), from };
        self.gives_with(&Caller::Clock, command, Some(named));
    }

    /// The hours of those whose time was over.
    fn shown_hours(&self) -> Vec<ShownHours> {
        let over = self.records.iter().filter(|record| matches!(record.event, Event::TimedOut(_)));
        let over: Vec<&str> =
            over.filter_map(|record| self.on.sat(record.seat?, record.version)).collect();
        self.hours.iter().filter(|shown| over.contains(&&*shown.account)).cloned().collect()
    }

    /// Plays until somebody can take back `steps` of their steps, and gives who it is.
    pub fn play_until_takeable(&mut self, steps: usize) -> String {
        for _ in 0..400 {
            let seats = Seat::all(self.on.sitters.len());
            let able = seats.filter(|&seat| self.on.take_back_points(seat).len() >= steps);
            for seat in able {
                let sitter = self.on.sitter(seat).unwrap();
                if sitter.is_present() {
                    return sitter.account.clone();
                }
            }
            self.play(1);
        }
        panic!("nobody can take back {steps} steps")
    }

    /// What somebody was called each time they joined.
    pub fn names_of(&self, account: &str) -> Vec<&Named> {
        self.people.iter().filter(|named| named.account == account).collect()
    }

    /// The rows, salted and chained.
    pub fn rows(&self) -> Vec<EventRow> {
        let bare = self.records.iter().map(|record| rows::bare(&self.on.id, record));
        let salted =
            bare.map(|row| EventRow { salt: salt(&format!("row {}", row.version)), ..row });
        chained_from(0, salted.collect())
    }

    /// The file as the service gives it, without the name of an account that closed.
    pub fn export(&self, closed: Option<&str>) -> Export {
        let sits = |named: &&Named| {
            let digest = sealed::digest(&self.on.id, &named.account, &named.salt, &named.handle);
            self.on.names_people(&digest)
        };
        let people = self.people.iter().filter(sits);
        let people = people.filter(|named| Some(named.account.as_str()) != closed).cloned();
        let people = people.collect();
        file_with(&self.on.id, people, self.shown_hours(), self.rows(), &service())
    }
}

/// A calendar with its salt, kept beside the stream.
fn kept(
    match_id: &str,
    account: &str,
    calendar: Calendar,
    hours: &mut Vec<ShownHours>,
) -> hours::Named {
    let salt = salt(&format!("hours {match_id} {account} {}", hours.len()));
    let text = calendar.text();
    let digest = hours::digest(match_id, account, &salt, &text);
    hours.push(ShownHours { account: account.to_owned(), calendar: text, salt });
    hours::Named { digest, calendar: Some(Arc::new(calendar)) }
}

/// Rows with the hashes that fit them; those before the first have theirs.
pub fn chained_from(first: usize, mut rows: Vec<EventRow>) -> Vec<EventRow> {
    let start = || chain::START.to_owned();
    let mut before = first.checked_sub(1).map_or_else(start, |last| rows[last].hash.clone());
    for row in &mut rows[first..] {
        row.hash = chain::hash(&before, row);
        before.clone_from(&row.hash);
    }
    rows
}

/// A file that is whole in itself and shows no hours, its end signed by this key.
pub fn file(match_id: &str, people: Vec<Named>, rows: Vec<EventRow>, by: &Signer) -> Export {
    file_with(match_id, people, Vec::new(), rows, by)
}

/// The same with these hours.
pub fn file_with(
    match_id: &str,
    people: Vec<Named>,
    hours: Vec<ShownHours>,
    rows: Vec<EventRow>,
    by: &Signer,
) -> Export {
    let last = rows.last().unwrap();
    let receipt = by.sign(match_id, last.version, &last.hash, last.recorded_at);
    let events = rows.into_iter().map(Stored::of).collect();
    let export = Export {
        format: FORMAT.to_owned(),
        match_id: match_id.to_owned(),
        people,
        hours,
        events,
        receipt,
        digest: String::new(),
    };
    export.digested()
}

fn wish(game: &str, seats: u8, config: Value) -> Open {
    Open {
        game: game.to_owned(),
        seats,
        config,
        title: "On the beach".to_owned(),
        visibility: Visibility::Public,
        entropy: None,
        timing: None,
        rated: true,
    }
}

/// Bora Bora in private, with everything that can happen before the start and after:
/// left and joined again, a robot seated and dismissed, entropy, take-backs by one step
/// and to a version, resignations, the platform playing for an abandoned seat. Cleo's
/// account is closed.
pub fn beach() -> Table {
    let wish = Open {
        visibility: Visibility::Private,
        entropy: Some("shells".to_owned()),
        rated: false,
        ..wish("bora-bora", 4, json!({}))
    };
    let mut table = Table::open(1, wish);
    table.joins(BEN, Some("sand"));
    table.does(BEN, Command::Leave);
    table.joins(CLEO, None);
    table.does(ANNA, Command::SeatRobot { robot: Robot::Random, meant: None });
    table.does(ANNA, Command::DismissRobot { seat: Seat(2) });
    table.joins(BEN, Some("sand and sea"));
    table.does(ANNA, Command::Start);
    let who = table.play_until_takeable(2);
    table.does(&who, Command::TakeBack { to: None });
    let who = table.play_until_takeable(2);
    let seat = table.on.seat_of(&who).unwrap();
    let first = table.on.take_back_points(seat)[0];
    table.does(&who, Command::TakeBack { to: Some(first) });
    table.play(3);
    table.does(CLEO, Command::Resign);
    table.play(6);
    table.does(ANNA, Command::Resign);
    table
}

/// The Great Zimbabwe in public with a robot, from the last seat taken to the last
/// resignation.
pub fn kingdom() -> Table {
    let mut table = Table::open(2, wish("great-zimbabwe", 3, json!({"first_play": false})));
    table.does(ANNA, Command::SeatRobot { robot: Robot::Sensible, meant: Some(Seat(1)) });
    table.joins(BEN, None);
    table.play(12);
    let who = table.play_until_takeable(1);
    table.does(&who, Command::TakeBack { to: None });
    table.play(4);
    table.does(BEN, Command::Resign);
    table.play(6);
    table.does(ANNA, Command::Resign);
    table
}

/// The host leaves before the start, and a match with more seats than people begins. The operator
/// gives it other titles, and puts a stand-in on a seat.
pub fn handed_on() -> Table {
    handed_on_with(Seed::new([3; 32]))
}

/// The same on another seed.
pub fn handed_on_with_another_seed() -> Table {
    handed_on_with(Seed::new([33; 32]))
}

fn handed_on_with(seed: Seed) -> Table {
    let wish = wish("great-zimbabwe", 5, json!({"first_play": true}));
    let mut table = Table::on_seed(3, wish, seed, |_| None);
    table.joins(BEN, Some("clay"));
    table.joins(CLEO, None);
    table.does(ANNA, Command::Leave);
    table.does(BEN, Command::Start);
    table.play(4);
    let renamed = |title: &str| Command::Rename { title: title.to_owned() };
    table.gives(&Caller::Operator, renamed("By the river"));
    table.gives(&Caller::Operator, Command::StandIn { seat: Seat(1) });
    table.does(CLEO, Command::Return);
    table.does(CLEO, Command::Resign);
    table.gives(&Caller::Operator, renamed("It is over"));
    table
}

/// The Great Zimbabwe, in which the match waits for Cleo, who has resigned.
pub fn abandoned() -> Table {
    let mut table = Table::open(5, wish("great-zimbabwe", 3, json!({})));
    table.joins(BEN, None);
    table.joins(CLEO, None);
    while table.on.awaited() != [Seat(2)] {
        table.play(1);
    }
    table.does(CLEO, Command::Resign);
    table
}

/// Bora Bora at a brisk pace, in which Ben does not come: one more day, a stand-in for a turn
/// and for the seat, back by a word, and resigned in the end. Where it is strict, the end of
/// his time ends the match.
pub fn tide(absence: Absence) -> Table {
    let timing = Timing { pace: Preset::Brisk.pace(), absence };
    let wish = Open { timing: Some(timing), ..wish("bora-bora", 2, json!({})) };
    let mut table = Table::open(6, wish);
    table.joins(BEN, Some("ebb"));
    let strict = absence == Absence::Strict;
    for _ in 0..if strict { 1 } else { 3 } {
        table.play_until_awaited(Seat(1));
        table.time_passes(Seat(1));
    }
    if !strict {
        table.play(2);
        table.does(BEN, Command::Return);
        table.play(2);
        table.does(BEN, Command::Resign);
    }
    table
}

/// Somebody who sleeps from this time on, where clocks are this many minutes ahead of UTC; after
/// half a month they are changed to the other.
fn home(quiet_from: u16, minutes: [i32; 2]) -> Calendar {
    let begin = DateTime::from_timestamp(1_790_000_000, 0).unwrap().naive_utc();
    let [one, other] = minutes;
    let offsets = vec![
        Offset { from: begin - Duration::days(9), minutes: one },
        Offset { from: begin + Duration::days(15), minutes: other },
    ];
    Calendar::new(offsets, quiet_from, vec![Weekday::Fri, Weekday::Sat]).unwrap()
}

/// Bora Bora at a pace of working days between Anna in Kathmandu, Ben on the Chatham Islands,
/// where clocks are put forward meanwhile, and Cleo, who has said nothing. Ben moves, which
/// counts from his next turn on; his time is over twice, by the old hours and by the new ones.
pub fn abroad() -> Table {
    let timing = Timing { pace: Preset::Weekdays.pace(), absence: Absence::Gentle };
    let wish = Open { timing: Some(timing), ..wish("bora-bora", 3, json!({})) };
    let homes: Homes = |account| match account {
        ANNA => Some(home(23 * 60, [345, 345])),
        BEN => Some(home(22 * 60, [765, 825])),
        _ => None,
    };
    let mut table = Table::on_seed(8, wish, Seed::new([8; 32]), homes);
    table.joins(BEN, Some("ebb"));
    table.joins(CLEO, None);
    table.play_until_awaited(Seat(1));
    table.moves(BEN, home(60, [-570, -570]));
    table.moves(ANNA, home(21 * 60, [60, 120]));
    table.time_passes(Seat(1));
    table.time_passes(Seat(1));
    table.play_until_awaited(Seat(0));
    table.play_until_awaited(Seat(1));
    table.time_passes(Seat(1));
    table.does(BEN, Command::Return);
    table.does(CLEO, Command::Resign);
    table.does(BEN, Command::Resign);
    table
}

/// Bora Bora at a brisk pace, in which people agree on all they can: they pause, go on, give
/// time, change the pace, go back, and Anna leaves her seat to Dora.
pub fn council() -> Table {
    let timing = Timing { pace: Preset::Brisk.pace(), absence: Absence::Gentle };
    let wish = Open { timing: Some(timing), ..wish("bora-bora", 3, json!({})) };
    let mut table = Table::open(7, wish);
    table.joins(BEN, Some("tam"));
    table.now += Duration::days(7);
    table.does(BEN, Command::Host);
    table.joins(CLEO, Some("tam tam"));
    let began = table.on.version;
    table.play(3);
    let until = (table.now + Duration::days(5)).and_utc();
    table.agree(ANNA, Terms::Pause { until }, &[BEN, CLEO]);
    table.agree(BEN, Terms::Resume, &[ANNA, CLEO]);
    let awaited = table.on.awaited()[0];
    let all = [ANNA, BEN, CLEO];
    let others: Vec<&str> =
        all.into_iter().filter(|who| table.on.seat_of(who) != Some(awaited)).collect();
    table.agree(others[0], Terms::MoreTime { seat: awaited, minutes: 90 }, &others[1..]);
    let pace = Preset::Daily.pace();
    table.agree(CLEO, Terms::ChangePace { pace }, &[BEN, ANNA]);
    table.agree(BEN, Terms::Rewind { to: began }, &[CLEO, ANNA]);
    table.agree(CLEO, Terms::Pause { until }, &[]);
    let proposal = table.on.proposals().last().unwrap().number;
    table.does(BEN, Command::Vote { proposal, yes: false });
    table.agree(ANNA, Terms::Replace { seat: Seat(0), to: Some(DORA.to_owned()) }, &[BEN, CLEO]);
    table.play(1);
    let today = table.now;
    let day = |days: i64| (today + Duration::days(days)).and_utc();
    let (away, later) = ((day(2), day(5)), (day(7), day(8)));
    let booked = |(from, to)| Command::Away(AwayBooked { from, to });
    table.does(BEN, booked(away));
    table.does(BEN, booked(later));
    table.does(BEN, Command::EndAway);
    let from = table.on.changed_at.and_utc();
    table.now += Duration::minutes(9);
    let to = table.now.and_utc();
    table.gives(&Caller::Clock, Command::Outage(Outage { from, to }));
    table.does(DORA, Command::Substitute { seat: Seat(0) });
    table.play(2);
    table.agree(DORA, Terms::End { by_score: true }, &[BEN, CLEO]);
    table
}

/// Two people play a game to its end by the rules.
pub fn played_out(game: &str) -> Table {
    let mut table = Table::open(4, wish(game, 2, json!({})));
    table.joins(BEN, Some("wind"));
    table.play(usize::MAX);
    table
}
