//! Prices: raised within the place-craftsmen action, changed by Dziva's worshipper.

use super::super::GreatZimbabwe;
use super::super::event::Event;
use super::super::pieces::{Craft, God};
use super::super::state::{Action, State};
use super::super::tables::MAX_PRICE;
use super::{Guard, free_turn, main_action};
use crate::rules::{Draft, Refusal, Seat};

/// Whether a price is one of 1, 2, 3.
pub fn marked(price: u8) -> Guard {
    if (1..=MAX_PRICE).contains(&price) {
        return Ok(());
    }
    Err(Refusal::new("no_such_price", "A price is 1, 2 or 3 cattle.", "rulebook, Setting prices"))
}

fn own_price(state: &State, seat: Seat, technology: Craft) -> Guard<u8> {
    state.boards[seat].technologies[technology.index()].map(|card| card.price).ok_or_else(|| {
        Refusal::new(
            "not_your_technology",
            format!("You do not own the technology of the {}.", technology.name()),
            "rulebook, Raising prices",
        )
    })
}

/// Whether `seat` may raise this price to that (ruling price-raise-only).
pub fn raise_guard(state: &State, seat: Seat, technology: Craft, price: u8) -> Guard {
    let turning = free_turn(state, seat)?;
    main_action(turning, Action::Place)?;
    marked(price)?;
    let now = own_price(state, seat, technology)?;
    if turning.taken.contains(&technology) {
        return Err(Refusal::new(
            "just_taken",
            "You set this price when you took the technology this turn.",
            "rulebook, Raising prices",
        ));
    }
    if price <= now {
        return Err(Refusal::new(
            "price_not_higher",
            format!("The price is {now}; it can only be raised."),
            "rulebook, Raising prices",
        ));
    }
    Ok(())
}

/// Raises a price.
pub fn raise(draft: &mut Draft<GreatZimbabwe>, seat: Seat, technology: Craft, price: u8) -> Guard {
    raise_guard(draft.state(), seat, technology, price)?;
    draft.emit(Event::PriceRaised { seat, technology, price });
    Ok(())
}

/// Whether `seat` may change this price to that (ruling dziva-timing). Each price
/// changes once at a time, since only the last change would count.
pub fn change_guard(state: &State, seat: Seat, technology: Craft, price: u8) -> Guard {
    let place = "rulebook, Dziva; ruling dziva-timing";
    let turning = free_turn(state, seat)?;
    if !state.adores(seat, God::Dziva) {
        return Err(Refusal::new(
            "not_your_god",
            "Only Dziva's worshipper changes prices like this.",
            place,
        ));
    }
    if !turning.fresh {
        return Err(Refusal::new(
            "too_late_for_prices",
            "Dziva changes prices only at the beginning of your turn, or right after you chose her.",
            place,
        ));
    }
    marked(price)?;
    let now = own_price(state, seat, technology)?;
    if turning.changed.contains(&technology) {
        return Err(Refusal::new("price_changed", "You have just changed this price.", place));
    }
    if price == now {
        return Err(Refusal::new("same_price", format!("The price is {now} already."), place));
    }
    Ok(())
}

/// Changes a price.
pub fn change(draft: &mut Draft<GreatZimbabwe>, seat: Seat, technology: Craft, price: u8) -> Guard {
    change_guard(draft.state(), seat, technology, price)?;
    draft.emit(Event::PriceChanged { seat, technology, price });
    Ok(())
}
