//! What a plan comes to: its choices found among those that there are, one after the other, and
//! decided on a copy of the match.

use super::choices;
use super::plan::{Address, Steps, garbled};
use super::worth::Again;
use crate::clock::Instant;
use crate::error::{Code, Error, Result};
use crate::matches::Match;
use crate::matches::commands::{COMMANDS_AT_ONCE, fresh};
use crate::matches::decide::preview::{self, Step};
use crate::matches::read::look::Seen;
use crate::rules::erased::Offer;
use crate::rules::{Arg, Label, Seat, Telling};
use serde_json::Value;
use std::sync::Arc;

/// What was chosen, and the match as it would stand after it.
pub struct Planned {
    /// The address that names it.
    pub address: Address,
    /// The choices, in order.
    pub made: Vec<Made>,
    /// The match after them; `None` where nothing was chosen.
    pub after: Option<After>,
}

/// One choice of a plan.
pub struct Made {
    /// The match before it.
    pub on: Arc<Match>,
    /// Its commands, with what each does.
    pub steps: Vec<Done>,
    /// What it is called, where it is nothing but all of what was begun, done at once.
    pub all_at_once: Option<String>,
}

/// The match after a plan.
pub struct After {
    pub folded: Arc<Match>,
    /// Whether the last choice shows something hidden: then it is the match before that.
    pub reveals: bool,
    /// Whose plan it is.
    pub seat: Seat,
}

/// One command of a plan.
pub struct Done {
    /// The match before it.
    on: Arc<Match>,
    pub command: Value,
    /// What it does, as the rules call it.
    pub label: Label,
    /// The same as a sentence.
    pub said: String,
    /// What would happen.
    pub happens: Vec<String>,
}

impl Planned {
    /// Nothing has been chosen yet.
    pub fn nothing(address: Address) -> Planned {
        Planned { address, made: Vec::new(), after: None }
    }

    /// All its commands, in order, as forms carry them.
    pub fn json(&self) -> String {
        let steps = self.made.iter().flat_map(|made| &made.steps);
        Value::Array(steps.map(|step| step.command.clone()).collect()).to_string()
    }

    /// The choices that the last one goes on with, each unfinished without those after it; the
    /// latest first.
    pub fn begun(&self) -> impl Iterator<Item = (usize, &Made)> {
        let later = (1..self.made.len()).rev().take_while(|&at| !is_whole(&self.made[at].on));
        later.map(|at| (at - 1, &self.made[at - 1]))
    }
}

/// Whether nothing has been begun that has to be finished.
pub fn is_whole(on: &Match) -> bool {
    on.state.as_ref().is_none_or(|state| on.game().is_whole(state))
}

/// What the plan of an address comes to for whoever looks.
///
/// # Errors
/// [`Code::StaleVersion`] where it was made before the question arose that is asked now;
/// [`Code::UnreadableForm`] where it goes on after something hidden; the refusal of the rules
/// where something of it cannot be chosen.
pub fn planned(seen: &Seen, me: &str, address: Address, now: Instant) -> Result<Planned> {
    let Some(seat) = seen.seat else {
        return Err(no("not_your_turn", "You have no seat in this match."));
    };
    // First: whoever has played their plan, and with it their turn, is told that it went on.
    if !address.is_tried() {
        fresh(&seen.folded, address.version())?;
    }
    if !seen.folded.awaited().contains(&seat) {
        return Err(no("not_your_turn", "It is not your turn."));
    }
    let mut planned = Planned::nothing(address);
    for steps in planned.address.choices.clone() {
        planned.choose(seen, me, seat, &steps, now)?;
    }
    Ok(planned)
}

impl Planned {
    /// Adds the choice that some answers lead to.
    fn choose(
        &mut self,
        seen: &Seen,
        me: &str,
        seat: Seat,
        steps: &Steps,
        now: Instant,
    ) -> Result<()> {
        if self.after.as_ref().is_some_and(|after| after.reveals) {
            return Err(garbled());
        }
        let on = self.after.as_ref().map_or(&seen.folded, |after| &after.folded).clone();
        let (commands, all_at_once) = found(seen, &on, seat, steps)?;
        let before: usize = self.made.iter().map(|made| made.steps.len()).sum();
        if before + commands.len() > COMMANDS_AT_ONCE {
            return Err(garbled());
        }
        let name = |seat: Seat| seen.names.seat(&seen.folded, seat);
        let (mut after, mut reveals, mut steps) = (on.clone(), false, Vec::new());
        for command in commands {
            if reveals {
                return Err(garbled());
            }
            let given = std::slice::from_ref(&command);
            let preview = match self.address.is_tried() {
                true => preview::tried(&after, me, given, now),
                false => preview::preview(&after, me, given, now),
            }?;
            let before = std::mem::replace(&mut after, preview.after);
            let done = |step| Done::of(before.clone(), command.clone(), step, seat, name);
            steps.extend(preview.steps.into_iter().map(done));
            reveals = preview.reveals;
        }
        self.made.push(Made { on, steps, all_at_once });
        self.after = Some(After { folded: after, reveals, seat });
        Ok(())
    }

    /// For each command of the choice that was made last, where its last answer is asked again,
    /// what comes before it being planned step by step; `None` where there is no other answer.
    pub fn asked_again(&self, seen: &Seen) -> Vec<Option<Again>> {
        let (Some(made), Some(after)) = (self.made.last(), &self.after) else { return Vec::new() };
        let mut here = self.address.shorter();
        let steps = made.steps.iter().map(|step| {
            let choices = choices::all(seen, &step.on, after.seat, &Steps::default());
            let alone = |offer: &&Offer| offer.then.is_empty() && offer.command == step.command;
            let offer = choices.offers.iter().find(alone)?;
            let (last, before) = offer.parts.split_last()?;
            let asked = choices.is_asked(before).then(|| here.at(before).to_string());
            here = here.with(&offer.parts);
            Some(Again { said: choices.say(&last.words), asked: asked?, given: here.to_string() })
        });
        steps.collect()
    }
}

/// The commands of the choice that some answers lead to, and what it is called where it has no
/// answers but how it is done.
fn found(
    seen: &Seen,
    on: &Arc<Match>,
    seat: Seat,
    steps: &Steps,
) -> Result<(Vec<Value>, Option<String>)> {
    let choices = choices::all(seen, on, seat, steps);
    match choices.named(steps) {
        Some(offer) => {
            let commands = std::iter::once(&offer.command).chain(&offer.then).cloned().collect();
            let whole = offer.parts.first().filter(|part| choices.is_toggle(part));
            Ok((commands, whole.map(|part| choices.part(part))))
        }
        None if !on.awaited().contains(&seat) => {
            Err(no("not_your_turn", "Your turn would be over before that."))
        }
        None => Err(choices.closed_at(steps).map_or_else(
            || no("no_such_choice", "This cannot be chosen as things stand. Choose again."),
            |closed| Error::new(Code::Rule(closed.code.clone()), closed.words.clone()),
        )),
    }
}

fn no(code: &'static str, words: &'static str) -> Error {
    Error::new(Code::Rule(code.to_owned()), words)
}

impl Done {
    fn of(
        on: Arc<Match>,
        command: Value,
        step: Step,
        seat: Seat,
        name: impl Fn(Seat) -> String,
    ) -> Done {
        // What one is asked oneself is the question that comes next.
        let own = Arg::Seat(seat);
        let is_told =
            |telling: &&Telling| !telling.quiet || telling.args.iter().all(|(_, arg)| *arg != own);
        let happens = step.happens.iter().filter(is_told);
        Done {
            on,
            command,
            said: step.label.telling.sentence(&name),
            happens: happens.map(|telling| telling.sentence(&name)).collect(),
            label: step.label,
        }
    }
}
