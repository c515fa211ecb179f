//! A match being played to be forged, and its file: nothing here is random.

use super::super::export::{Export, FORMAT, Named, ShownHours, Stored};
use crate::clock::Instant;
use crate::clock::calendar::Calendar;
use crate::db::events::EventRow;
use crate::matches::caller::Caller;
use crate::matches::decide::{self, Command, Facts, Open, open};
use crate::matches::stream::chance::Seed;
use crate::matches::stream::event::{Event, LastCall, Record, Terms};
use crate::matches::stream::fold;
use crate::matches::stream::receipt::Signer;
use crate::matches::stream::state::Match;
use crate::matches::stream::{chain, rows, sealed};
use crate::matches::time::clock;
use crate::matches::time::hours;
use crate::rules::Seat;
use crate::rules::chance::{Chance, Seeded};
use crate::rules::erased::AnyState;
use chrono::{DateTime, Duration};
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
pub type Homes = fn(&str) -> Option<Calendar>;

/// A match being played.
pub struct Table {
    pub on: Match,
    records: Vec<Record>,
    people: Vec<Named>,
    homes: Homes,
    /// The calendars that lie beside the stream.
    pub hours: Vec<ShownHours>,
    seed: Seed,
    pub now: Instant,
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

    pub fn on_seed(number: u8, wish: Open, seed: Seed, homes: Homes) -> Table {
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
            due: None,
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
            due: None,
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
    pub fn agree(&mut self, by: &str, terms: Terms, others: &[&str]) {
        self.does(by, Command::propose(terms));
        self.say_yes(others);
    }

    /// These agree to what was proposed last.
    pub fn say_yes(&mut self, others: &[&str]) {
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

    pub fn play_until_awaited(&mut self, seat: Seat) {
        while clock(&self.on, seat).is_none() {
            self.play(1);
        }
    }

    /// Nothing happens until the time of a seat is over.
    pub fn time_passes(&mut self, seat: Seat) {
        let clock = clock(&self.on, seat).unwrap();
        self.now = clock.due;
        let call = LastCall::Letter { at: clock.call_at.and_utc() };
        self.gives(&Caller::Clock, Command::TimeOut { seat, call });
    }

    /// Somebody says other hours, which hold a day later.
    pub fn moves(&mut self, account: &str, calendar: Calendar) {
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
        undigested(&self.on.id, people, self.shown_hours(), self.rows(), &service()).digested()
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
    undigested(match_id, people, Vec::new(), rows, by).digested()
}

/// The same with these hours, and not yet digested: [`prove`] needs no text.
///
/// [`prove`]: super::super::verify::prove
pub fn undigested(
    match_id: &str,
    people: Vec<Named>,
    hours: Vec<ShownHours>,
    rows: Vec<EventRow>,
    by: &Signer,
) -> Export {
    let last = rows.last().unwrap();
    let receipt = by.sign(match_id, last.version, &last.hash, last.recorded_at);
    let events = rows.into_iter().map(Stored::of).collect();
    Export {
        format: FORMAT.to_owned(),
        match_id: match_id.to_owned(),
        people,
        hours,
        events,
        receipt,
        digest: String::new(),
    }
}
