//! What time brings about at a random table: it is over, nothing happens, people come back
//! and change their hours.

use super::super::caller::Caller;
use super::super::decide::Command;
use super::super::stream::event::{AwayBooked, LastCall, Outage};
use super::super::time::{Absence, clock, expires_at, forsaken_at, hours};
use super::asking::Ask;
use super::table::Table;
use crate::clock::Instant;
use crate::clock::calendar::{Calendar, Offset};
use crate::rules::Chance;
use crate::rules::Seat;
use crate::rules::chance::Seeded;
use chrono::{Duration, Weekday};

/// The hours of somebody who lives anywhere.
pub(super) fn any_calendar(chance: &mut Seeded) -> Calendar {
    let mut roll = |bound| chance.below(bound);
    let minutes = 30 * (roll(53) as i32 - 24);
    let week = [Weekday::Mon, Weekday::Wed, Weekday::Fri, Weekday::Sat, Weekday::Sun];
    let days_off = [roll(5), roll(5)].map(|day| week[day as usize]).to_vec();
    let offsets = vec![Offset { from: Instant::default(), minutes }];
    Calendar::new(offsets, 30 * roll(48) as u16, days_off).expect("it has an offset")
}

impl Table {
    /// The operator does something.
    pub fn intervene(&mut self) -> Ask {
        let seat = Seat(self.roll(self.on.sitters.len().max(1)) as u8);
        let command = match self.roll(3) {
            0 => Command::Rename { title: format!("Title {}", self.roll(9)) },
            1 => Command::Unseat { seat },
            _ => Command::StandIn { seat },
        };
        Ask::One(Caller::Operator, command, false)
    }

    /// Time passes until somebody's is over, or is not quite.
    pub fn time_out(&mut self) -> Option<Ask> {
        let awaited = self.on.awaited();
        let seat = self.pick(&awaited)?;
        let due = clock(&self.on, seat)?.due;
        self.now = self.now.max(due - Duration::minutes(5 * (self.roll(4) == 0) as i64));
        let others = self.present().into_iter().filter(|(_, other)| *other != seat);
        let others: Vec<_> = others.collect();
        let by = match self.on.timing?.absence {
            Absence::Patient => Caller::Person(self.pick(&others)?.0),
            Absence::Gentle | Absence::Strict => Caller::Clock,
        };
        Some(Ask::One(by, Command::TimeOut { seat, call: LastCall::Muted }, false))
    }

    /// Time passes until the match does not go on, or not quite.
    pub fn expire(&mut self) -> Ask {
        if let Some(over) = expires_at(&self.on) {
            self.now = self.now.max(over - Duration::minutes(2 * (self.roll(4) == 0) as i64));
        }
        Ask::One(Caller::Clock, Command::Expire, false)
    }

    /// Somebody will be away, or is back; or nobody was there for a while.
    pub fn go_away(&mut self) -> Option<Ask> {
        let present = self.present();
        let now = self.now.max(self.on.changed_at);
        let away = |seat: Seat| self.on.sitters[seat.index()].away_from(now).next().is_some();
        let gone: Vec<_> = present.iter().filter(|(_, seat)| away(*seat)).cloned().collect();
        // Whoever is away is met more often than by chance.
        let often = !gone.is_empty() && self.roll(2) == 0;
        let (account, seat) = self.pick(if often { &gone } else { &present })?;
        let is_away = gone.iter().any(|(_, other)| *other == seat);
        let by = Caller::Person(account);
        let hours = |hours: u32| Duration::hours(hours.into());
        let (begins, lasts) = (hours(self.chance.below(80)), hours(self.chance.below(400)));
        let command = match self.roll(4) {
            0..=1 if is_away => Command::EndAway,
            0..=1 => {
                let from = now - lasts;
                let outage = Outage { from: from.and_utc(), to: now.and_utc() };
                return Some(Ask::One(Caller::Clock, Command::Outage(outage), false));
            }
            _ => {
                let from = now + begins;
                let to = from + lasts;
                Command::Away(AwayBooked { from: from.and_utc(), to: to.and_utc() })
            }
        };
        Some(Ask::One(by, command, false))
    }

    /// Time passes until somebody else can be the host, or not quite.
    pub fn host(&mut self) -> Ask {
        let soon = forsaken_at(&self.on) - Duration::minutes(2 * (self.roll(4) == 0) as i64);
        self.now = self.now.max(soon);
        Ask::One(Caller::Person(self.anybody()), Command::Host, false)
    }

    /// Somebody has changed their hours, and a day later at the earliest they hold.
    pub fn change_hours(&mut self) -> Option<Ask> {
        let present = self.present();
        let (account, seat) = self.pick(&present)?;
        let calendar = any_calendar(&mut self.chance);
        let (row, named) = hours::seal(&self.on.id, &account, calendar);
        self.add_hours(row);
        let notice = Duration::hours(23 + self.roll(8) as i64);
        let from = (self.now.max(self.on.changed_at) + notice).and_utc();
        let command = Command::SetCalendar { seat, digest: named.digest, from };
        Some(Ask::One(Caller::Clock, command, false))
    }

    /// Somebody for whom a stand-in plays comes back.
    pub fn come_back(&mut self) -> Option<Ask> {
        let away = |(_, seat): &(String, Seat)| self.on.sitters[seat.index()].stand_in.is_some();
        let (account, _) = self.present().into_iter().find(away)?;
        Some(Ask::One(Caller::Person(account), Command::Return, false))
    }
}
