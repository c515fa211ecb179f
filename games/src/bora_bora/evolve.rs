//! How each event changes the state. No rules here: the events say what came out.

use super::event::Event;
use super::pieces::*;
use super::state::{Placed, State, display};
use super::tables;
use crate::rules::Seat;

/// Lets an event happen.
pub fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::Awaited { seat, step } => {
            state.active = *seat;
            state.step = step.clone();
        }
        Event::RoundBegan { round, men, women, tasks } => {
            state.round = *round;
            if *round > 1 {
                state.men = display(men);
                state.women = display(women);
                state.tasks.clone_from(tasks);
                state.men_pile.truncate(state.men_pile.len() - men.len());
                state.women_pile.truncate(state.women_pile.len() - women.len());
                state.task_pile.truncate(state.task_pile.len() - tasks.len());
            }
        }
        Event::PhaseBegan { phase } => state.phase = *phase,
        Event::DiceRolled { faces } => {
            for (seat, faces) in faces.iter() {
                state.boards[seat].dice.clone_from(faces);
            }
        }
        Event::OrangeGained { seat, tiles } => state.boards[*seat].orange += tiles,
        Event::OrangeSpent { seat, tiles } => state.boards[*seat].orange -= tiles,
        Event::DiePlaced { seat, die, face, action, .. } => {
            let dice = &mut state.boards[*seat].dice;
            if let Some(at) = dice.iter().position(|other| other == die) {
                dice.remove(at);
            }
            if let Some(tile) = state.tiles.iter_mut().find(|t| t.actions.contains(action)) {
                tile.dice.push((*seat, *face));
            }
        }
        Event::GodPlayed { seat, god, means } => god_played(state, *seat, *god, *means),
        Event::HutPlaced { seat, region, from, .. } => {
            state.boards[*seat].huts[*from as usize - 1] -= 1;
            state.building_space[*region as usize] = Some(*seat);
            state.settled[*seat][*region as usize] = true;
        }
        Event::HutMoved { seat, from } => {
            let huts = &mut state.boards[*seat].huts;
            huts[*from as usize - 1] -= 1;
            huts[11] += 1;
        }
        Event::OfferingsTaken { seat, offerings } => state.boards[*seat].offerings += offerings,
        Event::ShellsTaken { seat, shells } => state.boards[*seat].shells += shells,
        Event::MaterialTaken { seat, material, space } => match space {
            Some(space) => {
                state.boards[*seat].ceremony[*space as usize] = Ceremony::Material;
            }
            None => state.boards[*seat].beside[*material as usize] += 1,
        },
        Event::Scored { seat, source, points } => {
            state.boards[*seat].points[*source as usize] += points;
        }
        Event::StatusMoved { seat, steps } => status_moved(state, *seat, *steps),
        Event::PersonTaken { seat, gender, position, space } => {
            let display = match gender {
                Gender::Man => &mut state.men,
                Gender::Woman => &mut state.women,
            };
            let taken = display[*position as usize - 1].take();
            state.boards[*seat].persons[*space as usize - 1] =
                taken.map(|person| Placed { person, shifted: false });
        }
        Event::PersonShifted { seat, space } => {
            if let Some(placed) = &mut state.boards[*seat].persons[*space as usize - 1] {
                placed.shifted = true;
            }
        }
        Event::CardTaken { .. }
        | Event::CardDrawn { .. }
        | Event::CardOpened { .. }
        | Event::CardsShuffled { .. } => cards(state, event),
        Event::PilesReshuffled { men, women, tasks, cards } => {
            state.men_pile.clone_from(men);
            state.women_pile.clone_from(women);
            state.task_pile.clone_from(tasks);
            state.card_pile.clone_from(cards);
        }
        Event::PriestPlaced { seat, temple, fallen, .. } => {
            state.boards[*seat].priests -= 1;
            state.temple = std::array::from_fn(|at| temple[at]);
            if let Some(owner) = fallen {
                state.boards[*owner].priests += 1;
            }
        }
        Event::BuildingBuilt { seat, building, spaces } => {
            let board = &mut state.boards[*seat];
            board.built[*building as usize - 1] = true;
            for space in spaces {
                board.ceremony[*space as usize] = Ceremony::Building(*building);
            }
        }
        Event::PersonsUsed { gender, effect, .. } => state.used.push((*gender, *effect)),
        Event::PersonsDone { .. } => {
            state.used.clear();
            state.green_used = false;
        }
        Event::OrderSet { order } => {
            state.order.clone_from(order);
            state.standing.clone_from(order);
            for (_, step) in state.status.iter_mut() {
                *step = 0;
            }
        }
        Event::GodTileGiven { seat } => {
            state.god_tiles -= 1;
            if let Some(seat) = seat {
                state.boards[*seat].god_tiles += 1;
            }
        }
        Event::JewelryBought { seat, place } => {
            let jewelry = state.jewelry[0].remove(*place as usize - 1);
            state.boards[*seat].shells -= jewelry.cost;
            state.boards[*seat].jewelry.push(jewelry);
        }
        Event::TaskCompleted { seat, task } => {
            let board = &mut state.boards[*seat];
            board.tasks.retain(|other| other != task);
            board.completed += 1;
        }
        Event::TaskSurrendered { seat, task } => {
            state.boards[*seat].tasks.retain(|other| other != task);
        }
        Event::TaskTaken { seat, task } => {
            state.tasks.retain(|other| other != task);
            state.boards[*seat].tasks.push(*task);
        }
        Event::RoundEnded { .. } => round_ended(state),
        Event::Ended {} => state.step = super::event::Step::Over,
    }
}

fn god_played(state: &mut State, seat: Seat, god: God, means: Means) {
    let board = &mut state.boards[seat];
    let mut discard = |colour: God| {
        if let Some(at) = board.cards.iter().position(|&card| card == colour) {
            state.discard.push(board.cards.remove(at));
        }
    };
    match means {
        Means::Card => discard(god),
        Means::Pair(colour) => {
            discard(colour);
            discard(colour);
        }
        Means::Tile => {}
    }
    match means {
        Means::Tile => board.god_tiles -= 1,
        Means::Card | Means::Pair(_) => board.offerings -= 1,
    }
    if god == God::Green {
        state.green_used = true;
    }
}

/// A marker that lands on others goes on top and so ahead of them.
fn status_moved(state: &mut State, seat: Seat, steps: u8) {
    let last = tables::STATUS_POINTS.len() as u8 - 1;
    let step = (state.status[seat] + steps).min(last);
    if step == state.status[seat] {
        return;
    }
    state.status[seat] = step;
    state.standing.retain(|&other| other != seat);
    let ahead = state.standing.iter().take_while(|&&other| state.status[other] > step).count();
    state.standing.insert(ahead, seat);
}

fn cards(state: &mut State, event: &Event) {
    match event {
        Event::CardTaken { seat, god } => {
            if let Some(at) = state.open_cards.iter().position(|card| card == god) {
                state.open_cards.remove(at);
            }
            state.boards[*seat].cards.push(*god);
        }
        Event::CardDrawn { seat, god } => {
            state.card_pile.pop();
            state.boards[*seat].cards.push(*god);
        }
        Event::CardOpened { god } => {
            state.card_pile.pop();
            state.open_cards.push(*god);
        }
        Event::CardsShuffled { pile } => {
            state.card_pile.clone_from(pile);
            state.discard.clear();
        }
        _ => {}
    }
}

fn round_ended(state: &mut State) {
    let left = state.men.iter().chain(&state.women).flatten().count();
    state.people_gone += left as u8;
    state.men = [None; 6];
    state.women = [None; 6];
    state.tasks.clear();
    state.jewelry.remove(0);
    for tile in &mut state.tiles {
        tile.dice.clear();
    }
}
