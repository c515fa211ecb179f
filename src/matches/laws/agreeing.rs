//! What people at a random table propose to each other, and how they answer.

use super::super::caller::Caller;
use super::super::decide::Command;
use super::super::stream::event::Terms;
use super::super::stream::state::Match;
use super::super::stream::{fold, rows};
use super::super::time::pace::Preset;
use super::super::time::{clock, reserve};
use super::table::{Ask, Table};
use crate::rules::Seat;
use crate::rules::erased::AnyState;
use chrono::Duration;

impl Table {
    /// Somebody proposes something, that can be agreed on or not.
    pub fn propose(&mut self) -> Ask {
        let present = self.present();
        let (account, _) = self.pick(&present).expect("a match without people has ended");
        let terms = self.any_terms();
        Ask::One(Caller::Person(account), Command::Propose { terms }, false)
    }

    pub fn any_terms(&mut self) -> Terms {
        let now = self.now.max(self.on.changed_at);
        match self.roll(24) {
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
            21..=22 => Terms::ChangePace { pace: Preset::ALL[self.roll(4)].pace() },
            _ if self.roll(4) > 0 => Terms::Cancel,
            _ => Terms::End { by_score: self.roll(2) == 0 },
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

    /// Going back gives nobody time that they had used, and no reserve grows by it.
    pub fn gives_no_time_back(&self, before: &Match) {
        for seat in Seat::all(before.sitters.len()) {
            let had = clock(before, seat).map(|clock| clock.reserve);
            let (had, has) = (had.or_else(|| reserve(before, seat)), reserve(&self.on, seat));
            assert!(has <= had, "{seat} has {has:?} in reserve and had {had:?}");
        }
    }
}
