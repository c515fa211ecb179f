//! What steps would come to, without playing them.
//!
//! The same rules with throwaway chance, up to the first event that shows anything
//! hidden: what would be drawn is not known here and cannot leak. A turn that is only tried
//! is previewed up to its end: what would follow is not known either.

use super::draft::Draft;
use super::{play, seat_of};
use crate::clock::Instant;
use crate::error::{Error, Result};
use crate::matches::caller::Caller;
use crate::matches::stream::event::OfGame;
use crate::matches::stream::{fold::Outcome, state::Match};
use crate::rules::{Seat, Telling, Viewer};
use serde_json::Value;
use std::sync::Arc;

/// What posted commands would come to.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The match as it would stand after them, or before the first thing hidden.
    pub after: Arc<Match>,
    /// What each command does, in words.
    pub labels: Vec<Telling>,
    /// What would happen, up to the first thing hidden.
    pub tellings: Vec<Telling>,
    /// Whether something hidden would be shown; the preview ends there, and the
    /// real thing could not be taken back.
    pub reveals: bool,
    /// The seat that asks.
    pub seat: Seat,
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
    let (mut labels, mut tellings) = (Vec::new(), Vec::new());
    let mut reveals = false;
    for command in commands {
        let before = draft.after().state.clone();
        reveals = step(&mut draft, seat, command, up_to, &mut tellings)?;
        // Only what the rules allowed is put in words: what they say of a command shows no more
        // than that it can be given.
        let label = before.and_then(|state| draft.after().game().label(&state, seat, command));
        labels.extend(label.map(|label| label.telling));
        if reveals {
            break;
        }
    }
    let (after, _) = draft.finish();
    Ok(Preview { after: Arc::new(after), labels, tellings, reveals, seat })
}

/// One step up to the first event that reveals, or to the end of the turn; whether it
/// reveals.
fn step(
    draft: &mut Draft,
    seat: Seat,
    command: &Value,
    up_to: UpTo,
    tellings: &mut Vec<Telling>,
) -> Result<bool> {
    draft.begin(&super::Command::Play { seat, command: command.clone() });
    let decision = play::tried(draft, seat, command)?;
    let game = draft.after().game();
    let steps = decision.events.into_iter().zip(decision.states).zip(decision.reveals);
    for ((text, state), reveals) in steps {
        if reveals {
            return Ok(true);
        }
        let before = draft.after().state.as_ref().ok_or_else(|| Error::fault("no state"))?;
        let telling = game.tell(before, game.schema(), &text, Viewer::Seat(seat));
        tellings.push(telling.map_err(Error::fault)?);
        let event = OfGame { schema: game.schema(), text };
        draft.emit_play(seat, event, Outcome { state, reveals }, None)?;
        if up_to == UpTo::EndOfTurn && !draft.after().awaited().contains(&seat) {
            break;
        }
    }
    Ok(false)
}
