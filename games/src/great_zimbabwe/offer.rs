//! How each command is chosen on the table, and what is closed.
//!
//! Within a turn the first part says what to do, the next ones which craft, card or square.
//! A whole way to raise a monument is a bundle: the raise and all that is bought for it; so is
//! what a raise that has begun still takes.

use super::command::Command;
use super::decide::{self, build, choose, place, raise, specialists};
use super::pieces::{Craft, Lie, Specialist};
use super::ritual::{Need, Purchase, Ritual};
use super::squares::Square;
use super::state::{Monument, Pending, Phase, Raise, State};
use super::tables::MAX_LEVEL;
use crate::rules::{Closed, Holding, Part, Refusal, Seat, Slot, Telling};

/// The questions.
pub const SLOTS: &[Slot] = &[
    Slot::verb("do", "What next?", "ways"),
    Slot::thing("god", "Which god?", "gods"),
    Slot::thing("specialist", "Which specialist?", "specialists"),
    Slot::thing("craft", "Which craftsman?", "craftsmen"),
    Slot::thing("technology", "Which technology?", "technologies"),
    Slot::thing("resource", "Which resource?", "resources"),
    Slot::thing("monument", "Which monument?", "monuments"),
    Slot::thing("seller", "From which craftsman?", "craftsmen"),
    Slot::thing("used", "Using up which resource?", "resources"),
    Slot::thing("square", "Which square?", "squares"),
    Slot::thing("lie", "How does it lie?", "ways"),
    Slot::amount("cattle", "How many cattle?", "amounts"),
    Slot::amount("price", "At which price?", "prices"),
    Slot::toggle("way", "All at once?", "step by step", "all at once"),
];

/// The most other sellers that are offered for one raise.
const OTHER_SELLERS: usize = 4;

fn doing(value: &str, words: &str) -> Part {
    Part::new("do", value, words)
}

/// The name of a piece in JSON, from what people call it.
fn value(name: &str) -> String {
    name.to_lowercase().replace([' ', '-'], "_")
}

fn square(slot: &str, at: Square) -> Part {
    Part::new(slot, at.to_string().to_ascii_lowercase(), at.to_string())
}

fn craft(slot: &str, craft: Craft) -> Part {
    Part::new(slot, value(craft.name()), craft.name())
}

fn number(slot: &str, number: u16) -> Part {
    Part::new(slot, number.to_string(), number.to_string())
}

fn lie(lie: Lie) -> Part {
    match lie {
        Lie::Across => Part::new("lie", "across", "across"),
        Lie::Down => Part::new("lie", "down", "down"),
    }
}

fn using(specialist: Specialist) -> Part {
    let name = specialist.name();
    doing(&format!("use_{}", value(name)), &format!("Use the {name}"))
}

/// What a craftsman sells, and whose it is.
pub fn sold(state: &State, seller: Square) -> Telling {
    let craftsman = state.craftsman(seller);
    let good = craftsman.map_or("", |craftsman| craftsman.craft.row().good);
    let words = match is_own(state, seller) {
        true => "{good} of your own on {at}",
        false => "{good} from {owner} on {at}",
    };
    Telling::new("seller", words)
        .with("good", good)
        .with("owner", craftsman.map_or(Seat(0), |craftsman| craftsman.owner))
        .with("at", seller.to_string())
}

/// Whether a craftsman belongs to whose turn it is: what is paid for the good comes back with the
/// revenues (rulebook, Revenues).
pub fn is_own(state: &State, seller: Square) -> bool {
    let owner = state.craftsman(seller).map(|craftsman| craftsman.owner);
    matches!(&state.phase, Phase::Culture(turning) if Some(turning.seat) == owner)
}

fn bought(state: &State, seller: Square, used: Square) -> Vec<Part> {
    let value = seller.to_string().to_ascii_lowercase();
    vec![Part::told("seller", value, sold(state, seller)), square("used", used)]
}

/// The path to a command.
pub fn parts(state: &State, command: &Command) -> Vec<Part> {
    match command {
        Command::PlaceFirstMonument { at } => vec![square("square", *at)],
        Command::GiveGift { cattle } => {
            vec![doing("gift", "Give a gift"), number("cattle", *cattle)]
        }
        Command::Pass {} => vec![doing("pass", "Pass")],
        Command::ChooseGod { god } => {
            vec![doing("god", "Adore a god"), Part::new("god", value(god.name()), god.name())]
        }
        Command::ChooseSpecialist { specialist } => vec![
            doing("specialist", "Take a specialist"),
            Part::new("specialist", value(specialist.name()), specialist.name()),
        ],
        Command::UseRainCeremony { at, lie: way } => {
            vec![using(Specialist::RainCeremony), square("square", *at), lie(*way)]
        }
        Command::UseShaman { resource, at } => vec![
            using(Specialist::Shaman),
            Part::new("resource", value(resource.name()), resource.name()),
            square("square", *at),
        ],
        Command::UseHerd { cattle } => vec![using(Specialist::Herd), number("cattle", *cattle)],
        Command::UseBuilder {} => vec![using(Specialist::Builder)],
        Command::UseNomads {} => vec![using(Specialist::Nomads)],
        Command::ChangePrice { technology, price } => vec![
            doing("change_price", "Change a price"),
            craft("technology", *technology),
            number("price", u16::from(*price)),
        ],
        Command::BuildMonument { at } => {
            vec![doing("build", "Build a monument"), square("square", *at)]
        }
        Command::TakeTechnology { technology, price } => vec![
            doing("technology", "Take a technology"),
            craft("technology", *technology),
            number("price", u16::from(*price)),
        ],
        Command::PlaceCraftsman { craftsman, at, lie: way } => {
            let mut parts = vec![
                doing("craftsman", "Place a craftsman"),
                craft("craft", *craftsman),
                square("square", *at),
            ];
            parts.extend((!craftsman.row().square).then(|| lie(*way)));
            parts
        }
        Command::RaisePrice { technology, price } => vec![
            doing("raise_price", "Raise a price"),
            craft("technology", *technology),
            number("price", u16::from(*price)),
        ],
        Command::BeginRaise { monument } => raising(*monument),
        Command::BuyGood { craftsman_at, resource_at, .. }
        | Command::BuyPrimary { craftsman_at, resource_at, .. } => {
            bought(state, *craftsman_at, *resource_at)
        }
        Command::EndTurn {} => vec![doing("end", "End the turn")],
    }
}

fn raising(monument: Square) -> Vec<Part> {
    vec![doing("raise", "Raise a monument"), square("monument", monument)]
}

/// What a seat has.
pub fn purse(state: &State, seat: Seat) -> Vec<Holding> {
    let board = &state.boards[seat];
    vec![Holding::good("cattle", board.cattle), Holding::burden("VR", board.vr)]
}

/// Each monument that can be raised, with the cheapest way to do it and the cheapest one that
/// buys from each of a few other sellers; within a raise, the cheapest way to end it.
pub fn bundles(state: &State, seat: Seat) -> Vec<(Vec<Command>, Vec<Part>)> {
    if let Ok(raise) = raise::begun(state, seat) {
        return rest(state, seat, raise).into_iter().collect();
    }
    if decide::free_turn(state, seat).is_err() {
        return Vec::new();
    }
    let ritual = Ritual::new(state, seat);
    let own = state.monuments.iter().filter(|monument| monument.owner == seat);
    let mut bundles = Vec::new();
    for Monument { at, .. } in own {
        let Ok(goods) = raise::begin_guard(state, seat, &ritual, *at) else { continue };
        let need = Need { monument: *at, goods, families: vec![], waiting: None };
        let Some(cheapest) = ritual.cheapest_way(&need) else { continue };
        let others = ritual.other_ways(&need, &cheapest, state.boards[seat].cattle);
        let mut offer = |purchases: &[Purchase], way: Part| {
            let purchases = purchases.iter().map(|purchase| command(state, purchase));
            let commands = [Command::BeginRaise { monument: *at }].into_iter().chain(purchases);
            bundles.push((commands.collect(), [raising(*at), vec![way]].concat()));
        };
        offer(&cheapest, Part::new("way", "cheapest", "the cheapest way"));
        for (seller, way) in others.iter().take(OTHER_SELLERS) {
            let at = state.craftsmen[*seller].at;
            let value = at.to_string().to_ascii_lowercase();
            offer(way, Part::told("way", value, sold(state, at)));
        }
    }
    bundles
}

/// All that is still to be bought for a raise, where that is more than one purchase: whoever has
/// chosen what they care for need not choose the rest.
fn rest(state: &State, seat: Seat, raise: &Raise) -> Option<(Vec<Command>, Vec<Part>)> {
    let &Raise { monument, goods, waiting, .. } = raise;
    let need = Need { monument, goods, families: raise.families.clone(), waiting };
    let way = Ritual::new(state, seat).cheapest_way(&need).filter(|way| way.len() > 1)?;
    let commands = way.iter().map(|purchase| command(state, purchase)).collect();
    Some((commands, vec![Part::new("way", "cheapest", "buy the rest the cheapest way")]))
}

fn command(state: &State, purchase: &Purchase) -> Command {
    let (craftsman_at, resource_at) = (state.craftsmen[purchase.craftsman].at, purchase.resource);
    let hubs = purchase.hubs.clone();
    match purchase.primary {
        true => Command::BuyPrimary { craftsman_at, resource_at, hubs },
        false => Command::BuyGood { craftsman_at, resource_at, hubs },
    }
}

/// What is closed in a free turn, with why.
pub fn closed(state: &State, seat: Seat) -> Vec<Closed> {
    let free = matches!(&state.phase, Phase::Culture(turning)
        if turning.seat == seat && turning.pending == Pending::Nothing);
    if !free {
        return Vec::new();
    }
    let mut closed = Vec::new();
    let mut ask = |answer: Result<(), Refusal>, parts: Vec<Part>| {
        closed.extend(answer.err().map(|refusal| Closed::by(parts, refusal)));
    };
    let building = build::guard(state, seat).and_then(|()| {
        let none = build::sites(state, seat).is_empty();
        let full = || Refusal::new("no_room", "No square is left for a monument.", "");
        if none { Err(full()) } else { Ok(()) }
    });
    ask(building, vec![doing("build", "Build a monument")]);
    for &kind in Craft::ALL {
        if state.boards[seat].technologies[kind.index()].is_some() {
            let parts = vec![doing("craftsman", "Place a craftsman"), craft("craft", kind)];
            let placing = place::guard(state, seat, kind).and_then(|()| {
                let nowhere = place::sites(state, seat, kind).iter().all(|(_, on)| on.is_empty());
                let full = || Refusal::new("no_room", "No square fits its tile and reach.", "");
                if nowhere { Err(full()) } else { Ok(()) }
            });
            ask(placing, parts);
        } else {
            let parts = vec![doing("technology", "Take a technology"), craft("technology", kind)];
            ask(place::take_guard(state, seat, kind).map(drop), parts);
        }
    }
    for &god in &state.gods {
        let part = Part::new("god", value(god.name()), god.name());
        ask(choose::god_guard(state, seat, god).map(drop), vec![doing("god", "Adore a god"), part]);
    }
    for &specialist in &state.specialists {
        let part = Part::new("specialist", value(specialist.name()), specialist.name());
        let parts = vec![doing("specialist", "Take a specialist"), part];
        ask(choose::specialist_guard(state, seat, specialist).map(drop), parts);
    }
    for (specialist, _) in &state.boards[seat].specialists {
        ask(specialists::guard(state, seat, *specialist).map(drop), vec![using(*specialist)]);
    }
    let ritual = Ritual::new(state, seat);
    for monument in state.monuments.iter().filter(|monument| monument.owner == seat) {
        if monument.level < MAX_LEVEL {
            let raising = raise::begin_guard(state, seat, &ritual, monument.at).map(drop);
            ask(raising, self::raising(monument.at));
        }
    }
    closed
}
