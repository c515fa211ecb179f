//! How each command is offered: a heading, and an order in a few words.

use super::command::Command;
use super::decide::choose::god_guard;
use super::decide::place::next_card_vr;
use super::pieces::{Craft, Lie, one};
use super::ritual::asked_price;
use super::squares::Square;
use super::state::State;
use super::tables::hub_fees;
use crate::rules::{Label, Seat, Telling};

fn offer(group: &str, key: &str, template: &str) -> Label {
    Label { group: group.to_owned(), telling: Telling::new(key, template) }
}

impl Label {
    fn gap(mut self, name: &str, word: impl Into<crate::rules::Arg>) -> Label {
        self.telling = self.telling.with(name, word);
        self
    }
}

/// The label of a legal command.
pub fn label(state: &State, seat: Seat, command: &Command) -> Label {
    match command {
        Command::PlaceFirstMonument { at } => {
            offer("First monument", "place_first_monument", "Place it on {at}")
                .gap("at", at.to_string())
        }
        Command::GiveGift { cattle } => {
            offer("Gift", "give_gift", "Give {cattle} cattle").gap("cattle", *cattle)
        }
        Command::Pass {} => offer("Pass", "pass", "Pass"),
        Command::ChooseGod { god } => {
            offer("Choose a god", "choose_god", "Adore {god} ({vr} VR)").gap("god", god.name()).gap(
                "vr",
                format!(
                    "{:+}",
                    god_guard(state, seat, *god)
                        .map_or(god.vr(), |(_, vr)| vr - state.boards[seat].vr)
                ),
            )
        }
        Command::ChooseSpecialist { specialist } => offer(
            "Choose a specialist",
            "choose_specialist",
            "Take the {specialist} ({vr} VR) and use it now",
        )
        .gap("specialist", specialist.name())
        .gap("vr", format!("{:+}", specialist.vr())),
        Command::BuildMonument { at } => {
            offer("Build a monument", "build_monument", "Build on {at}").gap("at", at.to_string())
        }
        Command::BeginRaise { monument } => raise(state, *monument),
        Command::BuyGood { craftsman_at, resource_at, hubs } => {
            buy(state, seat, "Buy a ritual good", (*craftsman_at, *resource_at), hubs)
        }
        Command::BuyPrimary { craftsman_at, resource_at, hubs } => {
            buy(state, seat, "Buy the primary good", (*craftsman_at, *resource_at), hubs)
        }
        Command::EndTurn {} => offer("End of turn", "end_turn", "End the turn"),
        Command::TakeTechnology { technology, price } => placing(
            "take_technology",
            "Take the technology of the {technology} ({vr} VR) at price {price}",
            *technology,
        )
        .gap("vr", format!("{:+}", next_card_vr(state, seat, *technology)))
        .gap("price", *price),
        Command::RaisePrice { technology, price } => {
            placing("raise_price", "Raise the price of the {technology} to {price}", *technology)
                .gap("price", *price)
        }
        Command::PlaceCraftsman { craftsman, at, lie } => {
            placing("place_craftsman", "Place {craftsman} on {at}{lie}", *craftsman)
                .gap("craftsman", one(craftsman.name()))
                .gap("at", at.to_string())
                .gap("lie", if craftsman.row().square { "" } else { lying(*lie) })
        }
        Command::ChangePrice { technology, price } => {
            offer("Dziva", "change_price", "Change the price of the {technology} to {price}")
                .gap("technology", technology.name())
                .gap("price", *price)
        }
        specialist => using(specialist),
    }
}

fn lying(lie: Lie) -> &'static str {
    match lie {
        Lie::Across => ", across",
        Lie::Down => ", down",
    }
}

fn placing(key: &str, template: &str, technology: Craft) -> Label {
    offer("Place craftsmen", key, template).gap("technology", technology.name())
}

fn using(command: &Command) -> Label {
    match command {
        Command::UseRainCeremony { at, lie } => {
            offer("Rain ceremony", "use_rain_ceremony", "Make rain on {at}{lie}")
                .gap("at", at.to_string())
                .gap("lie", lying(*lie))
        }
        Command::UseShaman { resource, at } => {
            offer("Shaman", "use_shaman", "Place {resource} on {at}")
                .gap("resource", resource.name())
                .gap("at", at.to_string())
        }
        Command::UseHerd { cattle } => {
            let more = cattle / 2;
            let template = match more {
                1 => "Put {cattle} cattle on the herd; {more} joins them",
                _ => "Put {cattle} cattle on the herd; {more} join them",
            };
            offer("Herd", "use_herd", template).gap("cattle", *cattle).gap("more", more)
        }
        Command::UseBuilder {} => offer("Builder", "use_builder", "Pay the builder"),
        _ => offer("Nomads", "use_nomads", "Pay the nomads"),
    }
}

fn raise(state: &State, monument: Square) -> Label {
    let goods = state.monument(monument).map_or(0, |monument| monument.level);
    offer("Raise monuments", "begin_raise", "Raise {at} (ritual goods needed: {goods})")
        .gap("at", monument.to_string())
        .gap("goods", goods)
}

fn buy(
    state: &State,
    seat: Seat,
    group: &str,
    (craftsman, resource): (Square, Square),
    hubs: &[Square],
) -> Label {
    let good = state.craftsman(craftsman).map_or("good", |c| c.craft.row().good);
    let owner = state.craftsman(craftsman).map_or(seat, |c| c.owner);
    let price = state.craftsman(craftsman).map_or(0, |c| asked_price(state, seat, c));
    let template = match hubs {
        [] => "Buy {good} from {owner} on {at} for {price}, using up {resource}",
        _ => {
            "Buy {good} from {owner} on {at} for {price}, using up {resource}, over {hubs} (fees {fees})"
        }
    };
    let names: Vec<String> = hubs.iter().map(Square::to_string).collect();
    offer(group, "buy", template)
        .gap("good", one(good))
        .gap("price", price)
        .gap("owner", owner)
        .gap("at", craftsman.to_string())
        .gap("resource", resource.to_string())
        .gap("hubs", names.join(", "))
        .gap("fees", hub_fees(hubs.len()))
}
