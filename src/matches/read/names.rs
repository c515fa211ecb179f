//! What people are called, by account. Who is gone is not called by a name.

use crate::accounts::bots::Name;
use crate::db::Conn;
use crate::db::accounts;
use crate::error::Result;
use crate::matches::caller::{Caller, RobotPlayer};
use crate::matches::stream::state::Match;
use crate::rules::Seat;
use std::collections::{BTreeMap, BTreeSet};

/// The names of some accounts.
#[derive(Clone, Debug, Default)]
pub struct Names(BTreeMap<String, Name>);

impl Names {
    /// The names of these accounts.
    pub fn of(conn: &mut Conn, ids: impl IntoIterator<Item = String>) -> Result<Names> {
        let ids: BTreeSet<String> = ids.into_iter().collect();
        let ids: Vec<String> = ids.into_iter().collect();
        let rows = accounts::called(conn, &ids)?;
        Ok(Names(rows.into_iter().map(|row| (row.id.clone(), row.into())).collect()))
    }

    /// The names of everybody at a table, and of its host.
    pub fn at(conn: &mut Conn, folded: &Match) -> Result<Names> {
        let seated = folded.sitters.iter().map(|sitter| sitter.account.clone());
        Names::of(conn, seated.chain([folded.host.clone()]))
    }

    /// The name of an account, or of a robot, told to people: with the mark of a bot.
    pub fn account(&self, id: &str) -> String {
        self.name(id).to_string()
    }

    /// The name of an account, or of a robot, and who plays under it.
    pub fn name(&self, id: &str) -> Name {
        match RobotPlayer::of(id) {
            Some(robot) => Name::ours(&robot.name()),
            None => self.0.get(id).cloned().unwrap_or_else(|| Name::ours("somebody")),
        }
    }

    /// The name of whoever caused something.
    pub fn caller(&self, caller: &Caller) -> String {
        match caller {
            Caller::Person(account) => self.account(account),
            Caller::Robot(player) => player.name(),
            Caller::Clock => "Turnwise".to_owned(),
            Caller::Operator => "The operator".to_owned(),
        }
    }

    /// The name of whoever has a seat.
    pub fn seat(&self, folded: &Match, seat: Seat) -> String {
        match folded.sitter(seat) {
            Some(sitter) => self.account(&sitter.account),
            None => seat.to_string(),
        }
    }
}
