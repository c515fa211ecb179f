//! Paying for the help of gods (English rules p. 10, "The Gods").

use super::Draft;
use crate::bora_bora::event::Event;
use crate::bora_bora::pieces::*;
use crate::bora_bora::state::Board;
use crate::rules::{Refusal, Seat};

const RULE: &str = "The Gods, p. 10";

/// What a seat can pay gods with. Several gods on one die pay out of one purse.
#[derive(Clone, Debug)]
pub struct Purse {
    cards: [u8; 5],
    offerings: u8,
    tiles: u8,
}

impl Purse {
    /// What a board holds.
    pub fn of(board: &Board) -> Purse {
        let mut cards = [0; 5];
        for card in &board.cards {
            cards[*card as usize] += 1;
        }
        Purse { cards, offerings: board.offerings, tiles: board.god_tiles }
    }

    /// The purse with offerings that come just before the payment.
    pub fn with_offerings(mut self, more: u8) -> Purse {
        self.offerings += more;
        self
    }

    /// Pays for a god, or says what is missing.
    pub fn pay(&mut self, god: God, means: Means) -> Result<(), Refusal> {
        match means {
            Means::Tile if self.tiles == 0 => {
                return Err(Refusal::new("no_god_tile", "You have no unused god tile.", RULE));
            }
            Means::Tile => {
                self.tiles -= 1;
                return Ok(());
            }
            Means::Card => self.take(god, 1)?,
            Means::Pair(colour) if colour == god => {
                let message = format!("One {} card is enough; play it as a card.", god.word());
                return Err(Refusal::new("one_card_is_enough", message, RULE));
            }
            Means::Pair(colour) => self.take(colour, 2)?,
        }
        if self.offerings == 0 {
            let message = "Playing god cards costs an offering, and you have none left.";
            return Err(Refusal::new("no_offering", message, RULE));
        }
        self.offerings -= 1;
        Ok(())
    }

    fn take(&mut self, colour: God, cards: u8) -> Result<(), Refusal> {
        let held = &mut self.cards[colour as usize];
        if *held < cards {
            let message = match cards {
                1 => format!("You hold no {} card.", colour.word()),
                _ => format!("You do not hold two {} cards.", colour.word()),
            };
            return Err(Refusal::new("no_such_cards", message, RULE));
        }
        *held -= cards;
        Ok(())
    }

    /// Every way in which this purse can pay for a god.
    pub fn ways(&self, god: God) -> Vec<Means> {
        let pairs = God::ALL.iter().map(|&colour| Means::Pair(colour));
        std::iter::once(Means::Card)
            .chain(pairs)
            .chain([Means::Tile])
            .filter(|&means| self.clone().pay(god, means).is_ok())
            .collect()
    }

    /// No help, and every way to pay for it.
    pub fn ways_or_none(&self, god: God) -> Vec<Option<Means>> {
        std::iter::once(None).chain(self.ways(god).into_iter().map(Some)).collect()
    }
}

/// Writes down that a god was paid for, if it was.
pub fn play(draft: &mut Draft, seat: Seat, god: God, means: Option<Means>) {
    if let Some(means) = means {
        draft.emit(Event::GodPlayed { seat, god, means });
    }
}
