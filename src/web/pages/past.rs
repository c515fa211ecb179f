//! What somebody who looks back asks for: which event, what beside the board, which events in the
//! list, whose things. Only what was understood stands in the addresses that lead on.

use super::laid::Sight;
use crate::error::Result;
use crate::matches::read::book::Book;
use crate::matches::read::look::Seen;
use crate::rules::Seat;
use serde::Deserialize;

/// The question as an address has it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    /// The event; the newest if left out.
    #[serde(default)]
    at: String,
    /// What is shown beside the board.
    #[serde(default)]
    show: String,
    /// Only events of this seat.
    #[serde(default)]
    seat: String,
    /// Events of this round; the round of the event if left out.
    #[serde(default)]
    round: String,
    /// What of the table is shown.
    #[serde(flatten)]
    sight: Sight,
}

/// What is shown beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// The list of events.
    #[default]
    Events,
    /// Everybody's points by source, and over time.
    Points,
    /// What can be done about an event, and the proof.
    More,
}

impl Show {
    /// All of them.
    pub const ALL: [Show; 3] = [Show::Events, Show::Points, Show::More];

    /// What it is called, here and in small letters in addresses.
    pub fn title(self) -> &'static str {
        match self {
            Show::Events => "Events",
            Show::Points => "Points",
            Show::More => "More",
        }
    }
}

/// The rounds of which events are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounds {
    /// The one of the event that is looked at.
    #[default]
    OfTheEvent,
    /// Every one.
    All,
    /// This one; 0 is before the first.
    One(u16),
}

/// A question that was understood.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// What is shown beside the board.
    pub show: Show,
    /// Only events of this seat.
    pub seat: Option<Seat>,
    /// The rounds of which events are listed.
    pub rounds: Rounds,
    /// What of the table is shown.
    pub sight: Sight,
}

impl Asked {
    /// The question at a table with so many seats, of which a narrow screen shows these parts.
    pub fn understood(self, seats: usize, parts: &[&'static str]) -> Past {
        let seat = self.seat.parse().ok().filter(|seat| usize::from(*seat) < seats);
        Past {
            show: Show::ALL
                .into_iter()
                .find(|show| show.title().eq_ignore_ascii_case(&self.show))
                .unwrap_or_default(),
            seat: seat.map(Seat),
            rounds: match (&*self.round, self.round.parse()) {
                ("all", _) => Rounds::All,
                (_, Ok(round)) => Rounds::One(round),
                _ => Rounds::OfTheEvent,
            },
            sight: self.sight.understood(parts),
        }
    }

    /// The match at the event that is asked for.
    pub fn then(&self, book: &Book) -> Result<Seen> {
        then(book, self.at.parse().ok())
    }
}

impl Past {
    /// The address of an event from where the page that looks back is `base`, with the same
    /// things in sight.
    pub fn address(&self, base: &str, at: i64) -> String {
        with(self.board(base, at), self.sight.fields())
    }

    /// The same without what is in sight.
    pub fn board(&self, base: &str, at: i64) -> String {
        with(format!("{base}?at={at}"), self.shown().into_iter().chain(self.filters()))
    }

    /// What is shown beside the board, as an address or a form has it.
    pub fn shown(&self) -> Option<(&'static str, String)> {
        Some(("show", self.show.title().to_lowercase())).filter(|_| self.show != Show::Events)
    }

    /// Which events are listed, as an address or a form has it.
    pub fn filters(&self) -> Vec<(&'static str, String)> {
        let seat = self.seat.map(|seat| ("seat", seat.0.to_string()));
        let round = match self.rounds {
            Rounds::OfTheEvent => None,
            Rounds::All => Some(("round", "all".to_owned())),
            Rounds::One(round) => Some(("round", round.to_string())),
        };
        seat.into_iter().chain(round).collect()
    }
}

/// An address with further fields.
fn with(address: String, fields: impl IntoIterator<Item = (&'static str, String)>) -> String {
    fields.into_iter().fold(address, |address, (name, value)| format!("{address}&{name}={value}"))
}

/// The match at an event, the newest if left out; of one that there is not the nearest one is
/// looked at, so that a link stays useful. Who looks has the seat that they have now.
pub fn then(book: &Book, at: Option<i64>) -> Result<Seen> {
    let newest = book.seen(None)?;
    let at = at.map(|at| at.clamp(1, newest.newest));
    Ok(Seen { seat: newest.seat, ..book.seen(at)? })
}

/// What lies on the table then: before play what it began with; nothing where it never has.
pub fn on_table(book: &Book, then: &Seen) -> Result<Seen> {
    if then.folded.state.is_some() {
        return Ok(then.clone());
    }
    let (mut before, mut begun) = (0, book.newest().version);
    while begun - before > 1 {
        let middle = (before + begun) / 2;
        match book.at(middle)?.state {
            Some(_) => begun = middle,
            None => before = middle,
        }
    }
    Ok(Seen { folded: book.at(begun)?, ..then.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(show: &str, seat: &str, round: &str) -> Past {
        let [show, seat, round] = [show, seat, round].map(str::to_owned);
        let asked = Asked { show, seat, round, ..Asked::default() };
        asked.understood(3, &["you"])
    }

    #[test]
    fn an_address_that_leads_on_holds_what_was_understood_and_nothing_else() {
        assert_eq!(asked("points", "2", "0").address("", 7), "?at=7&show=points&seat=2&round=0");
        assert_eq!(asked("", "", "all").address("history", 7), "history?at=7&round=all");
        for garbled in ["x", "\"><b>", "-1", "99999", " ", "3"] {
            let rounds = if garbled == "3" { "&round=3" } else { "" };
            let address = asked(garbled, garbled, garbled).address("", 7);
            assert_eq!(address, format!("?at=7{rounds}"));
        }
    }
}
