//! The Great Zimbabwe, for two to five players.
//!
//! In reading order: `pieces` (what lies in the box), `tables` (printed values),
//! `squares` (squares and sets of them), `remembered` (what follows from the map),
//! `map` (land, water areas, steps),
//! `setup` (options and dealing), `command`, `event`, `state`, `evolve`, `roads`
//! (ways over hubs), `matching` (resources given to uses), `ritual` (what a raise
//! needs), `decide/` (a room a phase or action), `legal`, `offer` (how commands are
//! chosen) and `facts` (what is worth knowing of them), `score`, `tell` and `label`
//! (sentences), `view`, `components`, `appraise` (what robots think of a position).
//!
//! Everything is open in this game once it is dealt; nothing later is random.
//! Water areas are found when the map changes; a range is then a handful of bit
//! operations. What is in range of each resource, how far one walks from each monument and
//! the ways over hubs are remembered, and brought up to date as the map changes. Rules are
//! cited from the rulebook by paragraph and from the facts file by the name of the ruling.

mod appraise;
pub mod command;
pub mod components;
pub mod decide;
pub mod event;
pub mod evolve;
pub mod facts;
pub mod label;
pub mod legal;
pub mod map;
mod matching;
pub mod offer;
pub mod pieces;
pub mod remembered;
pub mod ritual;
pub mod roads;
pub mod score;
pub mod setup;
pub mod squares;
pub mod state;
pub mod tables;
pub mod tell;
pub mod view;

#[cfg(test)]
mod tests;

use crate::rules::*;

/// The rules of The Great Zimbabwe.
#[derive(Debug)]
pub struct GreatZimbabwe;

impl Game for GreatZimbabwe {
    const INFO: Info = Info {
        slug: "great-zimbabwe",
        title: "The Great Zimbabwe",
        credit: "Jeroen Doumen and Joris Wiersinga, 2012",
        blurb: "African kingdoms build monuments and raise them with ritual goods bought from \
                each other's craftsmen. Gods, specialists and technologies help, but each of \
                them moves your own finishing line further away.",
        seats: 2..=5,
    };
    const POINTS: &'static str = "VP";
    const SLOTS: &'static [Slot] = offer::SLOTS;

    type Config = setup::Config;
    type Setup = setup::Setup;
    type Command = command::Command;
    type Event = event::Event;
    type State = state::State;
    type View = view::View;

    fn deal(
        config: &Self::Config,
        seats: usize,
        chance: &mut dyn Chance,
    ) -> Result<Self::Setup, Refusal> {
        setup::deal(config, seats, chance)
    }
    fn begin(setup: &Self::Setup) -> Self::State {
        state::State::new(setup)
    }
    fn decide(
        draft: &mut Draft<Self>,
        seat: Seat,
        command: &Self::Command,
        _: &mut dyn Chance,
    ) -> Result<(), Refusal> {
        decide::decide(draft, seat, command)
    }
    fn evolve(state: &mut Self::State, event: &Self::Event) {
        evolve::evolve(state, event);
    }
    fn turn(state: &Self::State) -> Turn {
        match &state.phase {
            state::Phase::Over(ranking) => Turn::Over(ranking.clone()),
            _ => Turn::Awaiting(decide::asked(state).into_iter().collect()),
        }
    }

    fn to_come(state: &Self::State) -> Vec<Seat> {
        decide::to_come(state)
    }

    fn is_whole(state: &Self::State) -> bool {
        !matches!(&state.phase, state::Phase::Culture(turning)
            if turning.pending != state::Pending::Nothing)
    }
    fn ranking(state: &Self::State) -> Vec<Standing> {
        score::ranking(state)
    }
    fn legal(state: &Self::State, seat: Seat) -> Vec<Self::Command> {
        legal::legal(state, seat)
    }
    fn label(state: &Self::State, seat: Seat, command: &Self::Command) -> Label {
        label::label(state, seat, command)
    }
    fn parts(state: &Self::State, _: Seat, command: &Self::Command) -> Vec<Part> {
        offer::parts(state, command)
    }
    fn bundles(state: &Self::State, seat: Seat) -> Vec<(Vec<Self::Command>, Vec<Part>)> {
        offer::bundles(state, seat)
    }
    fn closed(state: &Self::State, seat: Seat) -> Vec<Closed> {
        offer::closed(state, seat)
    }
    fn purse(state: &Self::State, seat: Seat) -> Vec<Holding> {
        offer::purse(state, seat)
    }
    fn tie_break(state: &Self::State, first: Seat, second: Seat) -> &'static str {
        score::tie_break(state, first, second)
    }
    fn facts(
        before: &Self::State,
        _: &Self::State,
        seat: Seat,
        commands: &[Self::Command],
    ) -> Vec<Fact> {
        facts::facts(before, seat, commands)
    }
    fn as_if_turn(state: &Self::State, seat: Seat) -> Option<Self::State> {
        Some(state.as_if_turn(seat))
    }
    fn caretake(state: &Self::State, seat: Seat) -> Option<Self::Command> {
        legal::caretake(state, seat)
    }
    fn view(state: &Self::State, _: Viewer) -> Self::View {
        view::view(state)
    }
    fn tell(before: &Self::State, event: &Self::Event, _: Viewer) -> Telling {
        tell::tell(before, event)
    }
    fn reveals(_: &Self::State, _: &Self::Event) -> bool {
        false
    }
    fn score(state: &Self::State) -> PerSeat<ScoreSheet> {
        score::score(state)
    }
    fn points(state: &Self::State, seat: Seat) -> i32 {
        state.boards[seat].vp
    }
    fn round(state: &Self::State) -> u16 {
        state.round
    }
    fn is_near_end(state: &Self::State) -> bool {
        score::is_near_end(state)
    }

    fn audit(state: &Self::State) -> Result<(), String> {
        score::audit(state)
    }
    fn scramble(_: &mut Self::State, _: Viewer, _: &mut dyn Chance) {}
    fn appraise(state: &Self::State, seat: Seat) -> i64 {
        appraise::appraise(state, seat)
    }
    fn components() -> serde_json::Value {
        components::components()
    }
}
