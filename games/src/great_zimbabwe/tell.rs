//! One sentence on each event, as a player would say it.

use super::event::{Event, Revenue};
use super::pieces::{God, Plaque, one};
use super::squares::Square;
use super::state::{Phase, State};
use super::tables::GODS;
use crate::rules::{PerSeat, Seat, Telling};

fn say(key: &str, template: &str, who: Seat) -> Telling {
    Telling::new(key, template).with("who", who)
}

/// The sentence on `event`, which happened in `before`.
pub fn tell(before: &State, event: &Event) -> Telling {
    match event {
        Event::FirstMonumentPlaced { seat, at, .. } => {
            say("first_monument_placed", "{who} places a first monument on {at}.", *seat)
                .with("at", at.to_string())
        }
        Event::RoundBegun { .. }
        | Event::GiftGiven { .. }
        | Event::Passed { .. }
        | Event::PlaquesTaken { .. } => tell_kings(before, event),
        Event::GodChosen { .. }
        | Event::SpecialistChosen { .. }
        | Event::RainFell { .. }
        | Event::ResourcePlaced { .. }
        | Event::HerdFed { .. }
        | Event::BuilderPaid { .. }
        | Event::NomadsPaid { .. } => tell_choice(event),
        Event::MonumentBuilt { .. }
        | Event::TechnologyTaken { .. }
        | Event::CraftsmanPlaced { .. }
        | Event::PriceChanged { .. }
        | Event::PriceRaised { .. } => tell_placing(event),
        Event::RaiseBegun { .. }
        | Event::GoodBought { .. }
        | Event::PrimaryBought { .. }
        | Event::MonumentRaised { .. } => tell_raising(before, event),
        Event::TurnEnded { seat, .. } => say("turn_ended", "{who} ends the turn.", *seat),
        Event::RevenuesCollected { revenues, .. } => tell_revenues(revenues),
        Event::UsedMarkersCleared { round } => Telling::new(
            "used_markers_cleared",
            "Nobody has reached the victory requirement in round {round}; the used markers are removed.",
        )
        .with("round", *round),
        Event::MatchWon { winner, .. } => {
            let board = &before.boards[*winner];
            say("match_won", "{who} wins with {vp} VP against a requirement of {vr}.", *winner)
                .with("vp", board.vp)
                .with("vr", board.vr)
        }
    }
}

/// Appends one gap a seat to a sentence: `{prefix}{p0} 3, {p1} 5`.
fn listing(mut telling: Telling, items: impl Iterator<Item = (Seat, String)>) -> Telling {
    for (index, (seat, text)) in items.enumerate() {
        if index > 0 {
            telling.template.push_str(", ");
        }
        telling.template.push_str(&format!("{{p{index}}}{text}"));
        telling.args.push((format!("p{index}"), seat.into()));
    }
    telling.template.push('.');
    telling
}

fn tell_kings(before: &State, event: &Event) -> Telling {
    match event {
        Event::RoundBegun { round, queue, .. } => {
            let telling = Telling::new(
                "round_begun",
                "Round {round} begins with the plaques in this order: ",
            )
            .with("round", *round);
            let plaques = queue.iter().map(|plaque| match plaque {
                Plaque::Empire { seat } => (*seat, String::new()),
                Plaque::Shadipinyi { worshipper } => (*worshipper, " (Shadipinyi)".to_owned()),
            });
            listing(telling, plaques)
        }
        Event::GiftGiven { seat, cattle, from_stock, .. } => {
            let template = match from_stock {
                0 => "{who} gives {cattle} cattle.",
                _ => "{who} gives {cattle} cattle, {elegua} of them from Elegua.",
            };
            say("gift_given", template, *seat).with("cattle", *cattle).with("elegua", *from_stock)
        }
        Event::Passed { seat, place, forced, .. } => {
            let template = if *forced {
                "{who} cannot give more and will play in place {place}."
            } else {
                "{who} passes and will play in place {place}."
            };
            say(if *forced { "forced_to_pass" } else { "passed" }, template, *seat)
                .with("place", *place)
        }
        Event::PlaquesTaken { cattle, order } => {
            let telling = Telling::new("plaques_taken", "The order of play: ");
            let held = order.iter().map(|&seat| {
                let own = match &before.phase {
                    Phase::Kings(_) => cattle[seat],
                    _ => 0,
                };
                (seat, format!(" (takes {own} cattle)"))
            });
            listing(telling, held)
        }
        _ => unreachable!("only events of phase I come here"),
    }
}

fn tell_choice(event: &Event) -> Telling {
    match event {
        Event::GodChosen { seat, god, rebate, vr } => {
            let template = match rebate {
                0 => "{who} adores {god} (VR {vr}).",
                _ => "{who} adores {god} and gets {rebate} VR back (VR {vr}).",
            };
            say("god_chosen", template, *seat)
                .with("god", GODS[god.index()].0)
                .with("rebate", *rebate)
                .with("vr", *vr)
        }
        Event::SpecialistChosen { seat, specialist, vr } => {
            say("specialist_chosen", "{who} takes the {specialist} (VR {vr}).", *seat)
                .with("specialist", specialist.name())
                .with("vr", *vr)
        }
        Event::RainFell { seat, paid, squares } => {
            say("rain_fell", "{who} pays {paid} for rain on {a} and {b}.", *seat)
                .with("paid", *paid)
                .with("a", squares[0].to_string())
                .with("b", squares[1].to_string())
        }
        Event::ResourcePlaced { seat, paid, resource, at } => {
            say("resource_placed", "{who} pays the shaman {paid} for {resource} on {at}.", *seat)
                .with("paid", *paid)
                .with("resource", resource.name())
                .with("at", at.to_string())
        }
        Event::HerdFed { seat, paid, joined } => {
            let template = match joined {
                1 => "{who} puts {paid} cattle on the herd; {joined} joins them.",
                _ => "{who} puts {paid} cattle on the herd; {joined} join them.",
            };
            say("herd_fed", template, *seat).with("paid", *paid).with("joined", *joined)
        }
        Event::BuilderPaid { seat, paid } => {
            say("builder_paid", "{who} pays the builder {paid}.", *seat).with("paid", *paid)
        }
        Event::NomadsPaid { seat, paid } => {
            say("nomads_paid", "{who} pays the nomads {paid}.", *seat).with("paid", *paid)
        }
        _ => unreachable!("only choices and specialists come here"),
    }
}

fn tell_placing(event: &Event) -> Telling {
    match event {
        Event::MonumentBuilt { seat, at } => {
            say("monument_built", "{who} builds a monument on {at}.", *seat)
                .with("at", at.to_string())
        }
        Event::TechnologyTaken { seat, technology, price, vr, .. } => say(
            "technology_taken",
            "{who} takes the technology of the {technology} at price {price} (VR {vr}).",
            *seat,
        )
        .with("technology", technology.name())
        .with("price", *price)
        .with("vr", *vr),
        Event::CraftsmanPlaced { seat, craftsman, at, to_stock, to_builder, .. } => {
            let template = match to_builder {
                0 => "{who} places {craftsman} on {at} for {cost}.",
                _ => "{who} places {craftsman} on {at} for {cost}, {back} of it to the builder.",
            };
            say("craftsman_placed", template, *seat)
                .with("craftsman", one(craftsman.name()))
                .with("at", at.to_string())
                .with("cost", to_stock + to_builder)
                .with("back", *to_builder)
        }
        Event::PriceChanged { seat, technology, price } => {
            say("price_changed", "{who} changes the price of the {good} to {price}.", *seat)
                .with("good", technology.row().good)
                .with("price", *price)
        }
        Event::PriceRaised { seat, technology, price } => {
            say("price_raised", "{who} raises the price of the {good} to {price}.", *seat)
                .with("good", technology.row().good)
                .with("price", *price)
        }
        _ => unreachable!("only building, placing and prices come here"),
    }
}

fn tell_raising(before: &State, event: &Event) -> Telling {
    let good = |at: &Square| before.craftsman(*at).map_or("good", |c| c.craft.row().good);
    match event {
        Event::RaiseBegun { seat, monument, goods } => say(
            "raise_begun",
            "{who} sets out to raise the monument on {at}; ritual goods needed: {goods}.",
            *seat,
        )
        .with("at", monument.to_string())
        .with("goods", *goods),
        Event::GoodBought { seat, craftsman_at, owner, price, resource_at, hubs, hubs_to }
        | Event::PrimaryBought { seat, craftsman_at, owner, price, resource_at, hubs, hubs_to } => {
            let (key, mut template) = match event {
                Event::GoodBought { .. } => (
                    "good_bought",
                    "{who} buys {good}, paying {owner} {price} and using up {resource}".to_owned(),
                ),
                _ => (
                    "primary_bought",
                    "For it {who} buys {good}, paying {owner} {price} and using up {resource}"
                        .to_owned(),
                ),
            };
            match (hubs.len(), hubs_to) {
                (0, _) => {}
                (_, Some(_)) => template.push_str("; hub fees to {qamata} for Qamata: {fees}"),
                (_, None) => template.push_str("; hub fees: {fees}"),
            }
            template.push('.');
            let mut telling = say(key, &template, *seat)
                .with("good", one(good(craftsman_at)))
                .with("owner", *owner)
                .with("price", *price)
                .with("resource", resource_at.to_string())
                .with("fees", hubs.len());
            if let Some(worshipper) = hubs_to {
                telling = telling.with("qamata", *worshipper);
            }
            telling
        }
        Event::MonumentRaised { seat, at, level, vp } => {
            say("monument_raised", "{who} raises {at} to level {level} for {vp} VP.", *seat)
                .with("at", at.to_string())
                .with("level", *level)
                .with("vp", *vp)
        }
        _ => unreachable!("only raising comes here"),
    }
}

fn tell_revenues(revenues: &PerSeat<Revenue>) -> Telling {
    let telling = Telling::new("revenues_collected", "Revenues. ");
    let items = revenues.iter().map(|(seat, revenue)| {
        let engai = match revenue.engai {
            0 => String::new(),
            more => format!(" + {more} from {}", God::Engai.name()),
        };
        (seat, format!(": {} from cards + {} income{engai}", revenue.cards, revenue.income))
    });
    listing(telling, items)
}
