//! What steps would come to, without playing them.
//!
//! The same rules with throwaway chance, up to the first event that shows anything
//! hidden: what would be drawn is not known here and cannot leak. A turn that is only tried
//! is previewed up to its end: what would follow is not known either.

use super::draft::Draft;
use super::play::{self, Place};
use super::{of, seat_of};
use crate::clock::Instant;
use crate::error::{Error, Result};
use crate::matches::caller::Caller;
use crate::matches::stream::event::OfGame;
use crate::matches::stream::{fold::Outcome, state::Match};
use crate::rules::{Label, Seat, Telling, Viewer};
use serde_json::Value;
use std::sync::Arc;

/// What posted commands would come to.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The match as it would stand after them, or before the first thing hidden.
    pub after: Arc<Match>,
    /// The commands, one by one.
    pub steps: Vec<Step>,
    /// Whether something hidden would be shown; the preview ends there, and the
    /// real thing could not be taken back.
    pub reveals: bool,
    /// The seat that asks.
    pub seat: Seat,
}

/// One command of a preview.
#[derive(Clone, Debug)]
pub struct Step {
    /// What the command does, in words.
    pub label: Label,
    /// What would happen, up to the first thing hidden.
    pub happens: Vec<Telling>,
}

/// How far a preview goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UpTo {
    /// To what is hidden.
    Hidden,
    /// To the end of the seat's turn, too.
    EndOfTurn,
}

/// Previews steps of a person's seat.
pub fn preview(on: &Match, account: &str, commands: &[Value], now: Instant) -> Result<Preview> {
    previewed(UpTo::Hidden, on, account, commands, now)
}

/// Previews steps in a turn that a person only tries, on [`Match::as_if_turn`].
pub fn tried(on: &Match, account: &str, commands: &[Value], now: Instant) -> Result<Preview> {
    previewed(UpTo::EndOfTurn, on, account, commands, now)
}

fn previewed(
    up_to: UpTo,
    on: &Match,
    account: &str,
    commands: &[Value],
    now: Instant,
) -> Result<Preview> {
    let seat = seat_of(on, account)?;
    let mut draft = Draft::on(on.clone(), &Caller::Person(account.to_owned()), now);
    let (mut steps, mut reveals) = (Vec::new(), false);
    for (at, command) in commands.iter().enumerate() {
        let place = if at + 1 == commands.len() { Place::Last } else { Place::Before };
        let before = draft.after().state.clone();
        let mut happens = Vec::new();
        reveals =
            step(&mut draft, seat, command, place, up_to, &mut happens).map_err(|no| of(at, no))?;
        // Only what the rules allowed is put in words: what they say of a command shows no more
        // than that it can be given.
        let before = before.ok_or_else(|| Error::fault("no state"))?;
        let label = draft.after().game().label(&before, seat, command);
        let label = label.ok_or_else(|| Error::fault(format!("{command} has no label")))?;
        steps.push(Step { label, happens });
    }
    let (after, _) = draft.finish();
    Ok(Preview { after: Arc::new(after), steps, reveals, seat })
}

/// One step up to the first event that reveals, or to the end of the turn; whether it
/// reveals.
fn step(
    draft: &mut Draft,
    seat: Seat,
    command: &Value,
    place: Place,
    up_to: UpTo,
    happens: &mut Vec<Telling>,
) -> Result<bool> {
    draft.begin(&super::Command::Play { seat, command: command.clone() });
    let decision = play::tried(draft, seat, command, place)?;
    let game = draft.after().game();
    let steps = decision.events.into_iter().zip(decision.states).zip(decision.reveals);
    for ((text, state), reveals) in steps {
        if reveals {
            return Ok(true);
        }
        let before = draft.after().state.as_ref().ok_or_else(|| Error::fault("no state"))?;
        let telling = game.tell(before, game.schema(), &text, Viewer::Seat(seat));
        happens.push(telling.map_err(Error::fault)?);
        let event = OfGame { schema: game.schema(), text };
        draft.emit_play(seat, event, Outcome { state, reveals }, None)?;
        if up_to == UpTo::EndOfTurn && !draft.after().awaited().contains(&seat) {
            break;
        }
    }
    Ok(false)
}
