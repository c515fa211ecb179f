//! How each command is chosen on the table, what is worth knowing of it, and what is closed.
//!
//! Within a turn the first part says what to do, the next ones which craft, card or square.
//! A whole way to raise a monument is a bundle: the raise and all that is bought for it.

use super::GreatZimbabwe;
use super::command::Command;
use super::decide::{self, build, choose, kings, place, raise, specialists};
use super::pieces::{Craft, Lie, Plaque, Resource, Specialist};
use super::ritual::{Need, Purchase, Ritual, asked_price};
use super::squares::{Square, Squares};
use super::state::{Monument, Pending, Phase, State};
use super::tables::{GODS, MAX_LEVEL, SPECIALISTS, hub_fees};
use crate::rules::{Closed, Draft, Fact, Holding, Part, Refusal, Seat, Slot, Telling};

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
fn sold(state: &State, seller: Square) -> Telling {
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
fn is_own(state: &State, seller: Square) -> bool {
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
/// buys from each of a few other sellers.
pub fn bundles(state: &State, seat: Seat) -> Vec<(Vec<Command>, Vec<Part>)> {
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

fn command(state: &State, purchase: &Purchase) -> Command {
    let (craftsman_at, resource_at) = (state.craftsmen[purchase.craftsman].at, purchase.resource);
    let hubs = purchase.hubs.clone();
    match purchase.primary {
        true => Command::BuyPrimary { craftsman_at, resource_at, hubs },
        false => Command::BuyGood { craftsman_at, resource_at, hubs },
    }
}

/// What is worth knowing of commands.
pub fn facts(before: &State, seat: Seat, commands: &[Command]) -> Vec<Fact> {
    match commands {
        [Command::PlaceFirstMonument { at }] => resources_near(before, seat, *at),
        [Command::BuildMonument { at }] => goods_near(before, seat, *at),
        [Command::PlaceCraftsman { craftsman, at, lie }] => {
            reach(before, seat, *craftsman, *at, *lie)
        }
        [Command::TakeTechnology { technology, .. }] => vec![room(before, seat, *technology)],
        [Command::UseShaman { resource, at }] => vec![served(before, seat, *resource, *at)],
        [Command::ChooseGod { god }] => vec![effect(GODS[god.index()].2)],
        [Command::ChooseSpecialist { specialist }] => {
            vec![effect(SPECIALISTS[specialist.index()].3)]
        }
        [Command::GiveGift { cattle }] => given(before, *cattle),
        [Command::Pass {}] => passed(before, seat).into_iter().collect(),
        [Command::EndTurn {}] => unused(before, seat).into_iter().collect(),
        [Command::BeginRaise { .. }, _, ..]
        | [Command::BuyGood { .. } | Command::BuyPrimary { .. }] => bill(before, seat, commands),
        _ => Vec::new(),
    }
}

/// What a card does; no card is better than another for it.
fn effect(words: &str) -> Fact {
    Fact::new("effect", Telling::new("effect", words), -1, Vec::new())
}

/// How many cattle of a gift lie on which plaque then (rulebook, Bidding); no gift is better
/// than another for it.
fn given(state: &State, cattle: u16) -> Vec<Fact> {
    let Ok(bidding) = kings::bidding(state) else { return Vec::new() };
    let shares: Vec<(usize, u16)> = kings::shares(bidding, cattle).collect();
    let plaques = bidding.queue.iter().enumerate();
    let facts = plaques.map(|(at, (plaque, _))| {
        let count = shares.iter().find(|(to, _)| *to == at).map_or(0, |(_, more)| *more);
        let words = match plaque {
            Plaque::Empire { seat } => {
                Telling::new("gift", "{count} for {whose}").with("whose", *seat)
            }
            Plaque::Shadipinyi { .. } => Telling::new("gift", "{count} for the god"),
        };
        Fact::new("gift", words.with("count", count), -1, Vec::new())
    });
    facts.collect()
}

/// Which place one has who passes now, and what lies on their plaque.
fn passed(state: &State, seat: Seat) -> Option<Fact> {
    let bidding = kings::bidding(state).ok()?;
    let own = bidding.queue.iter().filter(|(plaque, _)| plaque.taker() == seat);
    let cattle: u16 = own.map(|(_, cattle)| cattle).sum();
    let words =
        Telling::new("place", "you play in place {place}; {cattle} cattle are yours so far")
            .with("place", kings::places_open(bidding))
            .with("cattle", cattle);
    Some(Fact::new("place", words, -1, Vec::new()))
}

/// That the turn would end without a main action.
fn unused(state: &State, seat: Seat) -> Option<Fact> {
    state.turning(seat)?.action.is_none().then(|| {
        Fact::new("unused", Telling::new("unused", "your main action is not used"), -1, Vec::new())
    })
}

fn named(squares: Squares) -> Vec<String> {
    squares.iter().map(|at| at.to_string().to_ascii_lowercase()).collect()
}

/// The resources that a monument on a square could supply craftsmen with nearby: all of them,
/// and how many of each kind.
fn resources_near(state: &State, seat: Seat, at: Square) -> Vec<Fact> {
    let near = state.land.within(at.bit(), state.range(seat));
    let counted = |key: &str, template: &str, found: Squares| {
        let count = found.iter().count();
        let words = Telling::new(key, template).with("count", count);
        Fact::new(key, words, count as i32, named(found))
    };
    let kinds = Resource::ALL.iter().map(|kind| {
        let found = state.land.resources[kind.index()] & near;
        counted(kind.name(), &format!("{{count}} {}", kind.name()), found)
    });
    let all = state.land.resources.iter().fold(Squares::NONE, |all, found| all | (*found & near));
    [counted("all", "{count} resources", all)].into_iter().chain(kinds).collect()
}

/// The ritual goods that a monument on a square could get: those near it, those over hubs, and
/// what the first raise would cost with all resources free and prices as they are. Before there
/// is any craftsman on the map, the resources near it.
fn goods_near(state: &State, seat: Seat, at: Square) -> Vec<Fact> {
    if state.craftsmen.is_empty() {
        return resources_near(state, seat, at).into_iter().take(1).collect();
    }
    let ritual = Ritual::of_next_round(state, seat);
    let ways = ritual.roads().from(at.bit());
    let mut goods: Vec<(usize, &'static str)> = Vec::new();
    let mut places = Squares::NONE;
    for craftsman in &state.craftsmen {
        let good = craftsman.craft.row().good;
        let served = state.serves_rituals(craftsman.craft);
        let Some(hubs) = ways.hubs(craftsman.tile).filter(|_| served) else { continue };
        places |= craftsman.at.bit();
        match goods.iter_mut().find(|(_, other)| *other == good) {
            Some((fewest, _)) => *fewest = hubs.min(*fewest),
            None => goods.push((hubs, good)),
        }
    }
    goods.sort_by_key(|(hubs, _)| *hubs);
    let near = goods.iter().filter(|(hubs, _)| *hubs == 0).count();
    let all_hubs: usize = goods.iter().map(|(hubs, _)| hubs).sum();
    // More goods near are better, then more in reach, then fewer hubs on the way to all of them.
    let rank = 1000 * near + 100 * goods.len() - all_hubs.min(99);
    let words = by_hubs(&goods);
    let words = if words.is_empty() { "no good in reach".to_owned() } else { words.join("; ") };
    let words = Telling::new("goods", &words).with("count", near);
    let first_raise = ritual.first_raise(at, &ways).map(|cattle| {
        let words = Telling::new("first_raise", "first raise for {cattle} cattle");
        Fact::new("first_raise", words.with("cattle", cattle), -i32::from(cattle), Vec::new())
    });
    let goods = Fact::new("goods", words, rank as i32, named(places));
    [goods].into_iter().chain(first_raise).collect()
}

/// Goods, the fewest hubs first, as they are said: those near, then those over so many hubs.
fn by_hubs(goods: &[(usize, &'static str)]) -> Vec<String> {
    let groups = goods.chunk_by(|one, next| one.0 == next.0);
    let told = groups.map(|group| {
        let names: Vec<&str> = group.iter().map(|(_, good)| *good).collect();
        let how = match group[0].0 {
            0 => "near".to_owned(),
            1 => "over 1 hub".to_owned(),
            hubs => format!("over {hubs} hubs"),
        };
        format!("{} {how}", names.join(", "))
    });
    told.collect()
}

/// The resources that a craftsman would reach, used up or not, and the monuments of others to
/// which it would be near without a hub.
fn reach(state: &State, seat: Seat, craftsman: Craft, at: Square, lie: Lie) -> Vec<Fact> {
    let tile = state.land.tile(at, craftsman.shape(), lie).unwrap_or(at.bit());
    let kind = craftsman.row().resource;
    let near = state.land.within(tile, state.range(seat)) & state.land.resources[kind.index()];
    let count = near.iter().count();
    let words = Telling::new("reach", "reaches {count} {resource}")
        .with("count", count)
        .with("resource", kind.name());
    let others = state.boards.seats().filter(|other| *other != seat);
    let monuments = others.fold(Squares::NONE, |all, other| {
        let theirs = state.monuments.iter().filter(|monument| monument.owner == other);
        let theirs = theirs.fold(Squares::NONE, |all, monument| all | monument.at.bit());
        all | (theirs & state.land.walk(tile, state.range(other), state.monumental))
    });
    let customers = monuments.iter().count();
    let told =
        Telling::new("customers", "monuments of others near: {count}").with("count", customers);
    vec![
        Fact::new("reach", words, count as i32, named(near)),
        Fact::new("customers", told, customers as i32, named(monuments)),
    ]
}

/// How many squares are left for the first craftsman of a technology; none is better than another
/// for it.
fn room(state: &State, seat: Seat, technology: Craft) -> Fact {
    let sites = place::sites(state, seat, technology).into_iter();
    let count = sites.fold(Squares::NONE, |all, (_, on)| all | on).iter().count();
    let template = if count == 1 { "1 square left for it" } else { "{count} squares left for it" };
    Fact::new("room", Telling::new("room", template).with("count", count), -1, Vec::new())
}

/// How many of one's own craftsmen would reach a new resource.
fn served(state: &State, seat: Seat, resource: Resource, at: Square) -> Fact {
    let own = state.craftsmen.iter().filter(|one| {
        one.owner == seat
            && one.craft.row().resource == resource
            && state.land.within(one.tile, state.range(seat)).contains(at)
    });
    let squares = own.fold(Squares::NONE, |all, one| all | one.at.bit());
    let count = squares.iter().count();
    let template = match count {
        0 => "none of your craftsmen reaches it",
        1 => "1 of your craftsmen reaches it",
        _ => "{count} of your craftsmen reach it",
    };
    let words = Telling::new("served", template).with("count", count);
    Fact::new("served", words, count as i32, named(squares))
}

/// What is bought, line by line, each with the way that it takes.
fn bill(state: &State, seat: Seat, commands: &[Command]) -> Vec<Fact> {
    let mut draft = Draft::<GreatZimbabwe>::new(state.clone());
    let mut lines = Vec::new();
    for command in commands {
        lines.extend(line(draft.state(), seat, command));
        if decide::decide(&mut draft, seat, command).is_err() {
            break;
        }
    }
    lines
}

/// What a purchase is, what it costs, and the way it takes over the hubs.
fn line(state: &State, seat: Seat, command: &Command) -> Option<Fact> {
    let (at, used, hubs) = match command {
        Command::BuyGood { craftsman_at, resource_at, hubs }
        | Command::BuyPrimary { craftsman_at, resource_at, hubs } => {
            (*craftsman_at, *resource_at, hubs)
        }
        _ => return None,
    };
    let Pending::Raise(raise) = &state.turning(seat)?.pending else { return None };
    let to = raise.waiting.unwrap_or(raise.monument);
    let price = asked_price(state, seat, state.craftsman(at)?);
    let fees = hub_fees(hubs.len());
    let mut words = sold(state, at);
    words.key = "bill".to_owned();
    words.template = words.template.replace(" on {at}", " for {price} on {at}");
    words.template.push_str(", using up {used}");
    if !hubs.is_empty() {
        words.template.push_str(", over {hubs} for {fees}");
    }
    if is_own(state, at) {
        words.template.push_str(" (the price comes back)");
    }
    let words = words
        .with("price", price)
        .with("used", used.to_string())
        .with("hubs", names(hubs))
        .with("fees", fees);
    let on_the_way = || [to].into_iter().chain(hubs.iter().copied()).chain([at]);
    let lower = |at: Square| at.to_string().to_ascii_lowercase();
    let places = on_the_way().skip(1).chain([used]).map(lower).collect();
    let fact = Fact::new("bill", words, -i32::from(price + fees), places);
    Some(Fact { route: on_the_way().map(lower).collect(), ..fact })
}

fn names(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" and ")
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
