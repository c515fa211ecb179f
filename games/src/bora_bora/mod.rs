//! Bora Bora: dice, islands and gods, for two to four.
//!
//! In reading order: [`pieces`] and [`tables`] (what is in the box), [`setup`]
//! (dealing), [`command`] and [`event`] (what people do, what comes of it),
//! [`state`] with `evolve`, `decide` (the rules), [`legal`], [`score`], [`view`]
//! and [`tell`] (what people get to see), `offer` (how commands are chosen),
//! `facts` (what is worth knowing of them), `closed` (what cannot be chosen),
//! `appraise` (what robots think of it).
//!
//! Rulings beyond the rulebook, besides those of the tables: a person may lie on
//! space 12 only while no hut is there, and then no hut can be moved there; a
//! plain's offering comes before the Red God is paid; who finishes early with the
//! helper forgoes the points left; the Green God's further type must not have
//! been used before with the same gender; persons who bring god cards or offerings
//! count as in use, for the Green God to double, until the next ones are used.

mod appraise;
mod closed;
pub mod command;
mod decide;
pub mod event;
mod evolve;
mod facts;
mod legal;
mod offer;
pub mod pieces;
mod score;
mod setup;
pub mod state;
pub mod tables;
mod tell;
#[cfg(test)]
mod tests;
pub mod view;

use crate::rules::chance::shuffle;
use crate::rules::*;
use command::{Command, Config};
use event::{Event, Setup};
use pieces::*;
use state::State;
use view::View;

/// The rules of Bora Bora.
#[derive(Debug)]
pub struct BoraBora;

impl Game for BoraBora {
    const INFO: Info = Info {
        slug: "bora-bora",
        title: "Bora Bora",
        credit: "Stefan Feld, 2013",
        blurb: "Settle islands with dice: huts, men and women, priests and buildings, and \
                five gods who bend the rules. Six rounds; the most points win.",
        seats: 2..=4,
    };
    const POINTS: &'static str = "points";
    const SLOTS: &'static [Slot] = offer::SLOTS;

    type Config = Config;
    type Setup = Setup;
    type Command = Command;
    type Event = Event;
    type State = State;
    type View = View;

    fn deal(config: &Config, seats: usize, chance: &mut dyn Chance) -> Result<Setup, Refusal> {
        if !Self::INFO.seats.contains(&(seats as u8)) {
            let message = "Bora Bora is played by two, three or four.";
            return Err(Refusal::new("wrong_number_of_seats", message, ""));
        }
        Ok(setup::deal(config, seats, chance))
    }

    fn begin(setup: &Setup) -> State {
        State::begin(setup)
    }

    fn decide(
        draft: &mut Draft<Self>,
        seat: Seat,
        command: &Command,
        chance: &mut dyn Chance,
    ) -> Result<(), Refusal> {
        decide::decide(draft, seat, command, chance)
    }

    fn evolve(state: &mut State, event: &Event) {
        evolve::evolve(state, event);
    }

    fn turn(state: &State) -> Turn {
        score::turn(state)
    }

    fn to_come(state: &State) -> Vec<Seat> {
        state.to_come()
    }

    fn ranking(state: &State) -> Vec<Standing> {
        score::ranking(state)
    }

    fn legal(state: &State, seat: Seat) -> Vec<Command> {
        legal::legal(state, seat)
    }

    fn label(state: &State, seat: Seat, command: &Command) -> Label {
        tell::label(state, seat, command)
    }

    fn parts(state: &State, seat: Seat, command: &Command) -> Vec<Part> {
        offer::parts(state, seat, command)
    }

    fn closed(state: &State, seat: Seat) -> Vec<Closed> {
        closed::closed(state, seat)
    }

    fn purse(state: &State, seat: Seat) -> Vec<Holding> {
        offer::purse(state, seat)
    }

    fn tie_break(_: &State, _: Seat, _: Seat) -> &'static str {
        "the earlier place in the turn order decided"
    }

    fn facts(before: &State, after: &State, seat: Seat, commands: &[Command]) -> Vec<Fact> {
        facts::facts(before, after, seat, commands)
    }

    fn as_if_turn(state: &State, seat: Seat) -> Option<State> {
        state.as_if_turn(seat)
    }

    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn tell(before: &State, event: &Event, viewer: Viewer) -> Telling {
        tell::tell(before, event, viewer)
    }

    fn reveals(_before: &State, event: &Event) -> bool {
        match event {
            Event::RoundBegan { round, .. } => *round > 1,
            Event::DiceRolled { .. }
            | Event::CardDrawn { .. }
            | Event::CardOpened { .. }
            | Event::CardsShuffled { .. } => true,
            _ => false,
        }
    }

    fn score(state: &State) -> PerSeat<ScoreSheet> {
        score::score(state)
    }

    fn points(state: &Self::State, seat: Seat) -> i32 {
        state.board(seat).total()
    }
    fn round(state: &State) -> u16 {
        u16::from(state.round)
    }

    fn is_near_end(state: &State) -> bool {
        state.round >= tables::ROUNDS
    }

    fn audit(state: &State) -> Result<(), String> {
        score::audit(state)
    }

    fn scramble(state: &mut State, viewer: Viewer, chance: &mut dyn Chance) {
        if viewer == Viewer::Everything {
            return;
        }
        for pile in [&mut state.men_pile, &mut state.women_pile] {
            anew(pile, chance);
        }
        anew(&mut state.task_pile, chance);
        let mut hidden = std::mem::take(&mut state.card_pile);
        let pile = hidden.len();
        for (seat, board) in state.boards.iter() {
            if !viewer.knows(seat) {
                hidden.extend(&board.cards);
            }
        }
        anew(&mut hidden, chance);
        state.card_pile = hidden.drain(..pile).collect();
        for (seat, board) in state.boards.iter_mut() {
            if !viewer.knows(seat) {
                board.cards = hidden.drain(..board.cards.len()).collect();
            }
        }
    }

    fn reshuffle(state: &State, chance: &mut dyn Chance) -> Option<Event> {
        let (mut men, mut women) = (state.men_pile.clone(), state.women_pile.clone());
        let (mut tasks, mut cards) = (state.task_pile.clone(), state.card_pile.clone());
        anew(&mut men, chance);
        anew(&mut women, chance);
        anew(&mut tasks, chance);
        anew(&mut cards, chance);
        Some(Event::PilesReshuffled { men, women, tasks, cards })
    }

    fn appraise(state: &State, seat: Seat) -> i64 {
        appraise::appraise(state, seat)
    }

    fn components() -> serde_json::Value {
        components()
    }
}

/// Shuffles a pile. It is sorted first, so that the order before leaves no trace in the new
/// one.
fn anew<T: Ord>(pile: &mut [T], chance: &mut dyn Chance) {
    pile.sort_unstable();
    shuffle(chance, pile);
}

/// The tables for programs that play.
fn components() -> serde_json::Value {
    use serde_json::json;
    let regions: Vec<_> = Region::ALL
        .iter()
        .map(|region| {
            let row = region.row();
            json!({
                "region": region, "island": row.island, "terrain": row.terrain,
                "material": region.material(), "row": row.place.0, "column": row.place.1,
            })
        })
        .collect();
    let paths: Vec<_> = tables::PATHS
        .iter()
        .map(|(kind, a, b, value)| json!({ "path": kind, "ends": [a, b], "value": value }))
        .collect();
    let tasks: Vec<_> = tables::TASKS
        .iter()
        .enumerate()
        .map(|(task, row)| json!({ "task": task, "label": row.label }))
        .collect();
    let scales: Vec<_> = Effect::ALL
        .iter()
        .map(|&effect| {
            let (each, most) = tables::scale(effect);
            json!({ "effect": effect, "each": each, "most": if most > 0 { Some(most) } else { None } })
        })
        .collect();
    json!({
        "edition": tables::EDITION,
        "rounds": tables::ROUNDS,
        "building_points": tables::BUILDING_POINTS,
        "priest_points": tables::PRIEST_POINTS,
        "status_points": tables::STATUS_POINTS,
        "temple": tables::TEMPLE,
        "fish": tables::FISH,
        "jewelry": tables::JEWELRY,
        "ceremony": (0..12).map(tables::ceremony_material).collect::<Vec<_>>(),
        "regions": regions,
        "paths": paths,
        "tasks": tasks,
        "persons": scales,
    })
}
