//! Dealing a match ("Game setup", English rules pp. 2 to 4).

use super::command::Config;
use super::event::Setup;
use super::pieces::*;
use super::tables;
use crate::rules::chance::shuffle;
use crate::rules::{Chance, PerSeat, Seat};

/// Shuffles and deals everything that is drawn before the first command.
pub fn deal(config: &Config, seats: usize, chance: &mut dyn Chance) -> Setup {
    let shuffled = |mut items: Vec<Person>, chance: &mut dyn Chance| {
        shuffle(chance, &mut items);
        let open = items.split_off(items.len() - 6);
        (items, open)
    };
    let mut order: Vec<Seat> = Seat::all(seats).collect();
    shuffle(chance, &mut order);
    let mut fish = tables::FISH.to_vec();
    shuffle(chance, &mut fish);
    let (men_pile, men) = shuffled(tables::people(Gender::Man), chance);
    let (women_pile, women) = shuffled(tables::people(Gender::Woman), chance);
    let mut starting: Vec<Task> = (0..tables::STARTING_TASKS).map(Task).collect();
    shuffle(chance, &mut starting);
    let all = tables::TASKS.len() as u8;
    let mut task_pile: Vec<Task> = (tables::STARTING_TASKS..all).map(Task).collect();
    shuffle(chance, &mut task_pile);
    let hands = PerSeat::new(seats, |seat| {
        let mut hand = vec![starting[seat.index()]];
        hand.extend(task_pile.split_off(task_pile.len() - 2));
        hand
    });
    let tasks = task_pile.split_off(task_pile.len() - (seats + 2));
    let mut jewelry = tables::JEWELRY.to_vec();
    shuffle(chance, &mut jewelry);
    let mut card_pile: Vec<God> = God::ALL
        .iter()
        .flat_map(|&god| std::iter::repeat_n(god, usize::from(tables::CARDS_PER_GOD)))
        .collect();
    shuffle(chance, &mut card_pile);
    let open_cards = card_pile.split_off(card_pile.len() - tables::OPEN_CARDS);
    let cards = PerSeat::new(seats, |_| card_pile.split_off(card_pile.len() - 2));
    Setup {
        edition: tables::EDITION,
        config: config.clone(),
        order,
        fish,
        men,
        women,
        men_pile,
        women_pile,
        hands,
        tasks,
        task_pile,
        jewelry: jewelry.chunks(4).map(<[Jewelry]>::to_vec).collect(),
        cards,
        open_cards,
        card_pile,
    }
}
