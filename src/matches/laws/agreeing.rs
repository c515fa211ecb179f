//! What people at a random table propose to each other, and how they answer.

use super::super::caller::Caller;
use super::super::decide::Command;
use super::super::stream::event::{Kind, Record, Terms};
use super::super::stream::state::{Match, Status};
use super::super::stream::substitutes::{LOOKED_FOR_AFTER, Opening};
use super::super::stream::{fold, rows};
use super::super::time::pace::Preset;
use super::super::time::{clock, reserve};
use super::asking::Ask;
use super::table::Table;
use crate::rules::erased::AnyState;
use crate::rules::{Seat, Viewer};
use crate::words::Word;
use chrono::Duration;

impl Table {
    /// Somebody proposes something, that can be agreed on or not.
    pub fn propose(&mut self) -> Ask {
        let present = self.present();
        let (account, seat) = self.pick(&present).expect("a match without people has ended");
        let terms = match self.any_terms() {
            Terms::Replace { to, .. } if self.roll(2) == 0 => Terms::Replace { seat, to },
            any => any,
        };
        Ask::One(Caller::Person(account), Command::propose(terms), false)
    }

    pub fn any_terms(&mut self) -> Terms {
        let now = self.now.max(self.on.changed_at);
        match self.roll(27) {
            0..=11 => {
                // Where it is possible, as a rule.
                let ends = self.rows.iter().filter(|row| row.command.is_some());
                let ends: Vec<i64> = ends.map(|row| row.version - 1).collect();
                let any = self.roll(self.rows.len() + 3) as i64 - 1;
                let to = self.pick(&ends).filter(|_| self.roll(8) > 0).unwrap_or(any);
                Terms::Rewind { to }
            }
            12..=14 => {
                let hours = self.roll(31 * 24) as i64;
                Terms::Pause { until: (now + Duration::hours(hours)).and_utc() }
            }
            15..=17 => Terms::Resume,
            18..=20 => {
                let awaited = self.on.awaited();
                let any = Seat(self.roll(6) as u8);
                let seat = self.pick(&awaited).filter(|_| self.roll(8) > 0).unwrap_or(any);
                Terms::MoreTime { seat, minutes: self.roll(400) as u32 }
            }
            21..=24 => {
                let stood_in = Seat::all(self.on.sitters.len())
                    .zip(&self.on.sitters)
                    .filter(|(_, sitter)| sitter.stand_in.is_some());
                let stood_in: Vec<Seat> = stood_in.map(|(seat, _)| seat).collect();
                let any = Seat(self.roll(6) as u8);
                let seat = self.pick(&stood_in).filter(|_| self.roll(4) > 0).unwrap_or(any);
                let to = (self.roll(3) == 0).then(|| self.anybody());
                Terms::Replace { seat, to }
            }
            25 => Terms::ChangePace { pace: Preset::ALL[self.roll(4)].pace() },
            _ if self.roll(4) > 0 => Terms::Cancel,
            _ => Terms::End { by_score: self.roll(2) == 0 },
        }
    }

    /// Somebody takes a seat over that is open, or will be.
    pub fn substitute(&mut self) -> Option<Ask> {
        let later = self.now + LOOKED_FOR_AFTER;
        let open: Vec<Seat> = self.on.open_seats(later).map(|(seat, _)| seat).collect();
        let seat = self.pick(&open)?;
        if self.on.open_seats(self.now).next().is_none() && self.roll(3) == 0 {
            self.now = later;
        }
        let named = self.on.sitters[seat.index()].opening.as_ref().and_then(Opening::named);
        let named = named.map(str::to_owned);
        let somebody = named.unwrap_or_else(|| self.anybody());
        let invited = self.roll(3) > 0;
        Some(Ask::One(Caller::Person(somebody), Command::Substitute { seat }, invited))
    }

    /// Whoever sits down in a match that is played has half of what all began with, and no more.
    fn begins_with_half(&self, before: &Match) {
        for seat in Seat::all(self.on.sitters.len()) {
            let comes = &self.on.sitters[seat.index()].account;
            if before.sitters[seat.index()].account == *comes || !self.on.was_taken_over(seat) {
                continue;
            }
            assert!(!self.on.waits.has_returned(seat), "{seat}: has come back before coming");
            if self.on.timing.is_none() {
                continue;
            }
            let pace = self.on.waits.running(seat).map(|run| run.pace);
            let pace = pace.or(self.on.timing.map(|timing| timing.pace)).expect("a pace");
            let left = clock(&self.on, seat).map(|clock| clock.reserve);
            let left = left.or_else(|| reserve(&self.on, seat));
            assert_eq!(left, Some(Duration::minutes((pace.reserve / 2).into())), "{seat}");
            assert_eq!(self.on.sitters[seat.index()].entropy, before.sitters[seat.index()].entropy);
            let viewer = self.on.viewer(Some(&before.sitters[seat.index()].account));
            assert!(self.on.status != Status::Running || viewer == Viewer::Spectator);
        }
    }

    /// Somebody answers what is proposed, or changes their answer; mostly they agree.
    pub fn vote(&mut self) -> Option<Ask> {
        let now = self.now.max(self.on.changed_at);
        let open = self.on.proposals().iter().filter(|proposal| proposal.is_open(now));
        let open: Vec<_> = open.cloned().collect();
        let proposal = self.pick(&open)?;
        if self.roll(20) == 0 {
            let by = self.on.sitter(proposal.by)?.account.clone();
            let command = Command::Withdraw { proposal: proposal.number };
            return Some(Ask::One(Caller::Person(by), command, false));
        }
        let yes = self.roll(10) > 0;
        let voters = proposal.voters(&self.on);
        let undecided = voters.into_iter().filter(|seat| proposal.vote(*seat) != Some(yes));
        let seat = self.pick(&undecided.collect::<Vec<Seat>>())?;
        let by = Caller::Person(self.on.sitter(seat)?.account.clone());
        Some(Ask::One(by, Command::Vote { proposal: proposal.number, yes }, false))
    }

    /// The game as it stood where somebody proposes to go back to.
    pub fn then(&self, to: i64) -> Option<AnyState> {
        let records = rows::read_all(self.rows.clone()).expect("they were stored");
        fold::rewindable(&self.on.id, &records, to).expect("they fold")
    }

    /// What holds once the match has gone back, or somebody has taken a seat over.
    pub fn keeps_what_was_agreed(&mut self, records: &[Record], before: &Match) {
        let happened = |kind| records.iter().any(|record| record.event.kind() == kind);
        if happened(Kind::Rewound) {
            // Whoever was not awaited yet begins with what another pace gives them.
            self.gives_no_time_back(before, happened(Kind::PaceSet));
        }
        if happened(Kind::Substituted) {
            self.begins_with_half(before);
        }
        self.refills_once(before);
    }

    /// Going back gives nobody time that they had used, and no reserve grows by it.
    fn gives_no_time_back(&mut self, before: &Match, other_pace: bool) {
        for seat in Seat::all(before.sitters.len()) {
            let runs = before.waits.past(seat).map(|past| past.run);
            let own = runs.chain(before.waits.running(seat));
            self.entered.extend(own.map(|run| run.round).max().map(|round| (seat, round)));
            let had = clock(before, seat).map(|clock| clock.reserve);
            let (had, has) = (had.or_else(|| reserve(before, seat)), reserve(&self.on, seat));
            let awaited =
                before.waits.past(seat).next().is_some() || before.waits.running(seat).is_some();
            let begins_anew = other_pace && !awaited;
            assert!(has <= had || begins_anew, "{seat} has {has:?} in reserve and had {had:?}");
        }
    }

    /// Once the match has gone back, no reserve grows in a round in which its seat was awaited
    /// before; but for somebody who takes the seat over.
    fn refills_once(&mut self, before: &Match) {
        for seat in Seat::all(before.sitters.len().min(self.on.sitters.len())) {
            if self.on.sitters[seat.index()].account != before.sitters[seat.index()].account {
                self.entered.remove(&seat);
            }
            let known = self.entered.get(&seat).copied();
            let (Some(known), Some(run)) = (known, self.on.waits.running(seat)) else { continue };
            if run.round > known {
                continue;
            }
            let (has, had) = (clock(&self.on, seat), reserve(&self.on, seat));
            assert_eq!(has.map(|clock| clock.reserve), had, "{seat}: a second refill");
            self.note("a round again");
        }
    }
}
