//! What tasks ask for, and what a seat has of it (English rules pp. 12 ff., "The task tiles").

use super::gods::Purse;
use crate::bora_bora::event::Event;
use crate::bora_bora::evolve;
use crate::bora_bora::pieces::*;
use crate::bora_bora::state::State;
use crate::bora_bora::tables::Need;
use crate::rules::{Refusal, Seat};

/// How many things a seat lacks for a task.
pub fn missing(state: &State, seat: Seat, task: Task) -> u8 {
    task.row().needs.iter().map(|need| lack(state, seat, *need)).sum()
}

fn lack(state: &State, seat: Seat, need: Need) -> u8 {
    let board = state.board(seat);
    let kinds = |kinds: &dyn Fn(usize) -> bool, count: usize| {
        (0..count).filter(|&at| kinds(at)).count() as u8
    };
    let (wanted, has) = match need {
        Need::Persons(gender, n) => {
            (n, board.persons(|placed| gender.is_none_or(|g| placed.person.gender == g)))
        }
        Need::DifferentPersons(gender, n) => {
            (n, kinds(&|at| board.persons_of(gender, Effect::ALL[at]) > 0, 12))
        }
        Need::PersonsOf(effect, n) => (n, board.persons(|placed| placed.person.effect == effect)),
        Need::Shifted(gender, n) => (
            n,
            board.persons(|placed| {
                placed.shifted && gender.is_none_or(|g| placed.person.gender == g)
            }),
        ),
        Need::Priests(n) => (n, state.priests_in_temple(seat)),
        Need::Jewels(n) => (n, board.jewelry.len() as u8),
        Need::DifferentJewels(n) => {
            (n, kinds(&|at| board.jewelry.iter().any(|j| j.trinket == Trinket::ALL[at]), 6))
        }
        Need::JewelsOf(trinket, n) => {
            (n, board.jewelry.iter().filter(|jewel| jewel.trinket == trinket).count() as u8)
        }
        Need::FirstInOrder => (1, u8::from(state.order.first() == Some(&seat))),
        Need::Regions(n) => (n, state.regions(seat, |_| true)),
        Need::Islands(n) => {
            (n, kinds(&|at| state.regions(seat, |r| r.row().island == Island::ALL[at]) > 0, 5))
        }
        Need::RegionsOf(terrain, n) => (n, state.regions(seat, |r| r.row().terrain == terrain)),
        Need::RegionsBy(kind, n) => {
            (n, state.regions(seat, |r| state.fish[r as usize].kind == kind))
        }
        Need::CardsOfOneColour(n) => {
            (n, God::ALL.iter().map(|&god| board.cards_of(god)).max().unwrap_or(0))
        }
        Need::CardsOf(god, n) => (n, board.cards_of(god)),
        Need::DifferentCards(n) => (n, kinds(&|at| board.cards_of(God::ALL[at]) > 0, 5)),
        Need::Buildings(n) => (n, board.built.iter().filter(|&&built| built).count() as u8),
        Need::GodTiles(n) => (n, board.god_tiles),
        Need::Offerings(n) => (n, board.offerings),
        Need::Shells(n) => (n, board.shells),
        Need::MaterialsOf(material, n) => (n, board.material(material)),
        Need::Materials(n) => {
            (n, Material::ALL.iter().map(|&material| board.material(material)).sum())
        }
        Need::HutsOnTwelve(n) => (n, board.huts[11]),
    };
    wanted.saturating_sub(has)
}

/// Whether a seat can complete any of its tasks without help.
pub fn can_complete_one(state: &State, seat: Seat) -> bool {
    state.board(seat).tasks.iter().any(|&task| missing(state, seat, task) == 0)
}

/// Whether a seat may complete a task in this way. What is spent on the Yellow
/// God is gone before the task is looked at (ruling).
pub fn check(state: &State, seat: Seat, task: Task, yellow: Option<Means>) -> Result<(), Refusal> {
    const RULE: &str = "Phase C, 4.) Task tiles";
    let lacks = missing(state, seat, task);
    match yellow {
        None if lacks > 0 => {
            let message = format!("You do not have {} yet: {lacks} missing.", task.row().label);
            Err(Refusal::new("task_not_fulfilled", message, RULE))
        }
        None => Ok(()),
        Some(_) if lacks == 0 => {
            let message = "You can complete this task without the Yellow God.";
            Err(Refusal::new("god_not_needed", message, RULE))
        }
        Some(means) => {
            Purse::of(state.board(seat)).pay(God::Yellow, means)?;
            let mut after = state.clone();
            let paid = Event::GodPlayed { seat, god: God::Yellow, means };
            evolve::evolve(&mut after, &paid);
            match missing(&after, seat, task) {
                0 | 1 => Ok(()),
                _ => Err(Refusal::new(
                    "task_not_fulfilled",
                    format!(
                        "The Yellow God replaces one thing only, and more is missing for {}.",
                        task.row().label
                    ),
                    "Yellow God, p. 11",
                )),
            }
        }
    }
}
