//! Opening a match.

use super::draft::Draft;
use super::{Command, Facts, hours, title, undecided};
use crate::error::misfit::in_words;
use crate::error::{Code, Error, Result};
use crate::games;
use crate::matches::caller::Caller;
use crate::matches::stream::event::{Event, Joined, Opened, Visibility};
use crate::matches::time::Timing;
use crate::rules::Seat;
use crate::rules::chance::Seeded;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a host wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// Slug of the game.
    pub game: String,
    /// How many seats.
    pub seats: u8,
    /// The game's options.
    pub config: Value,
    /// What to call it.
    pub title: String,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// What the host adds to the chance of the match.
    pub entropy: Option<String>,
    /// How fast it is played; without it nothing is ever due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// Whether each round has turns of its own (event `pace_agreed`), as in every match that is
    /// opened now.
    #[serde(default, skip_serializing_if = "is_no")]
    pub rounds_apart: bool,
    /// Whether it may move ratings.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub rated: bool,
}

fn yes() -> bool {
    true
}

fn is_no(apart: &bool) -> bool {
    !apart
}

fn is_yes(rated: &bool) -> bool {
    *rated
}

/// Opens a match under an id with its host in the first seat. To the seed of
/// the facts the match is committed from here on.
pub fn open(match_id: &str, by: &Caller, wish: &Open, facts: &Facts<'_>) -> Result<Draft> {
    let account = by.person().ok_or_else(|| Error::fault("only people open matches"))?;
    let game = games::find(&wish.game).ok_or_else(|| {
        Error::new(Code::NoSuchGame, "There is no such game; GET /api/v1/games lists them.")
    })?;
    let seats = game.info().seats;
    if !seats.contains(&wish.seats) {
        let detail =
            format!("{} is played by {} to {}.", game.info().title, seats.start(), seats.end());
        return Err(Error::new(Code::WrongNumberOfSeats, detail));
    }
    let config = game.config(&wish.config).map_err(|(at, why)| {
        // What is not known is told by the reason.
        let place =
            if at == "." || why.contains(&at) { String::new() } else { format!("`{at}`: ") };
        let detail = format!("The options do not fit: {place}{}.", in_words(&why));
        Error::new(Code::WrongOptions, detail).with("field", "config")
    })?;
    // Dealing once with throwaway chance finds options that make no match.
    game.deal(&config, usize::from(wish.seats), &mut Seeded::new(0)).map_err(undecided)?;
    title::check(&wish.title)?;
    wish.timing.map_or(Ok(()), |timing| timing.pace.check())?;
    let opened = Opened {
        game: wish.game.clone(),
        seats: wish.seats,
        title: wish.title.clone(),
        visibility: wish.visibility,
        config,
        host: account.to_owned(),
        seed_hash: facts.seed.commitment(),
    };
    let joined = Joined {
        account: account.to_owned(),
        entropy: wish.entropy.clone(),
        name: facts.name.clone(),
    };
    let rounds_apart = wish.rounds_apart && wish.timing.is_some();
    let config = opened.config.clone();
    let command = Command::Open(Box::new(Open { config, rounds_apart, ..wish.clone() }));
    let event = Event::Opened(Box::new(opened));
    let mut draft = Draft::open(match_id, by, facts.now, &command, event)?;
    if let Some(timing) = wish.timing {
        let agreed = match wish.rounds_apart {
            true => Event::PaceAgreed(timing),
            false => Event::PaceSet(timing),
        };
        draft.emit(None, agreed)?;
    }
    if !wish.rated {
        draft.emit(None, Event::Unrated)?;
    }
    draft.emit(Some(Seat(0)), Event::Joined(joined))?;
    hours::bring(&mut draft, Seat(0), facts)?;
    Ok(draft)
}
