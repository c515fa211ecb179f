//! What is worth knowing of each choice besides what it costs and brings.

use super::GreatZimbabwe;
use super::command::Command;
use super::decide::{self, kings, place};
use super::map::Shape;
use super::offer::{is_own, sold};
use super::pieces::{Craft, Lie, Plaque, Resource, Specialist};
use super::ritual::{Ritual, asked_price};
use super::squares::{Square, Squares};
use super::state::{Bidding, Craftsman, Pending, State};
use super::tables::{GODS, MAX_LEVEL, SPECIALISTS, hub_fees};
use crate::rules::{Draft, Fact, Seat, Telling};

/// What is worth knowing of commands.
pub fn facts(before: &State, seat: Seat, commands: &[Command]) -> Vec<Fact> {
    match commands {
        [Command::PlaceFirstMonument { at }] => resources_near(before, seat, *at),
        [Command::BuildMonument { at }] => goods_near(before, seat, *at),
        [Command::PlaceCraftsman { craftsman, at, lie }] => {
            reach(before, seat, *craftsman, *at, *lie)
        }
        [Command::TakeTechnology { technology, .. }] => {
            let facts = [room(before, seat, *technology), first_cost(*technology)];
            facts.into_iter().chain(replaces(before, *technology)).collect()
        }
        [
            Command::RaisePrice { technology, price } | Command::ChangePrice { technology, price },
        ] => new_price(before, seat, *technology, *price),
        [Command::UseRainCeremony { at, lie }] => vec![waters(before, *at, *lie)],
        [Command::UseShaman { resource, at }] => vec![served(before, seat, *resource, *at)],
        [Command::ChooseGod { god }] => vec![effect(GODS[god.index()].2)],
        [Command::ChooseSpecialist { specialist }] => {
            let effect = effect(SPECIALISTS[specialist.index()].3);
            to_pay(*specialist).into_iter().chain([effect]).collect()
        }
        [Command::UseHerd { cattle }] => vec![comes_back(cattle + cattle / 2)],
        [Command::UseBuilder {}] => vec![comes_back(Specialist::Builder.pay())],
        [Command::UseNomads {}] => vec![comes_back(Specialist::Nomads.pay())],
        [Command::GiveGift { cattle }] => given(before, seat, *cattle),
        [Command::Pass {}] => passed(before, seat).into_iter().collect(),
        [Command::EndTurn {}] => {
            unused(before, seat).into_iter().chain(follows(before, seat)).collect()
        }
        [Command::BeginRaise { .. }, _, ..]
        | [Command::BuyGood { .. } | Command::BuyPrimary { .. }, ..] => {
            bill(before, seat, commands)
        }
        _ => Vec::new(),
    }
}

/// What a card does; no card is better than another for it.
fn effect(words: &str) -> Fact {
    Fact::new("effect", Telling::new("effect", words), -1, Vec::new())
}

/// What a specialist is paid in the turn in which it is chosen, since it has to be used then
/// (ruling specialist-on-choice); of the herd one chooses how much, which its card says.
fn to_pay(specialist: Specialist) -> Option<Fact> {
    let words = Telling::new("pay", "{cattle} cattle to pay this turn");
    let words = words.with("cattle", specialist.pay());
    (specialist != Specialist::Herd).then(|| Fact::new("pay", words, -1, Vec::new()))
}

/// How many cattle of a gift lie on which plaque then, and what comes back to the giver: at once
/// if nobody can give more, else if all others pass (rulebook, Bidding); no gift is better than
/// another for it.
fn given(state: &State, seat: Seat, cattle: u16) -> Vec<Fact> {
    let Ok(bidding) = kings::bidding(state) else { return Vec::new() };
    let shares: Vec<(usize, u16)> = kings::shares(bidding, cattle).collect();
    let plaques = bidding.queue.iter().enumerate();
    let facts = plaques.map(|(at, (plaque, _))| {
        let count = shares.iter().find(|(to, _)| *to == at).map_or(0, |(_, more)| *more);
        let words = match plaque {
            Plaque::Empire { seat: own } if *own == seat => Telling::new("gift", "{count} for you"),
            Plaque::Empire { seat } => {
                Telling::new("gift", "{count} for {whose}").with("whose", *seat)
            }
            Plaque::Shadipinyi { .. } => Telling::new("gift", "{count} for the god"),
        };
        Fact::new("gift", words.with("count", count), -1, Vec::new())
    });
    let own = |(at, _): &(usize, u16)| bidding.queue[*at].0.taker() == seat;
    let more: u16 = shares.iter().copied().filter(own).map(|(_, more)| more).sum();
    let template = if kings::can_be_beaten(state, bidding, seat, cattle) {
        "{count} back to you if all others pass"
    } else {
        "{count} back to you at once: nobody can give more"
    };
    let back = on_own_plaques(bidding, seat) + more;
    let words = Telling::new("first", template).with("count", back);
    facts.chain([Fact::new("first", words, -1, Vec::new())]).collect()
}

fn on_own_plaques(bidding: &Bidding, seat: Seat) -> u16 {
    let own = bidding.queue.iter().filter(|(plaque, _)| plaque.taker() == seat);
    own.map(|(_, cattle)| cattle).sum()
}

/// Which place one has who passes now, and what lies on their plaque.
fn passed(state: &State, seat: Seat) -> Option<Fact> {
    let bidding = kings::bidding(state).ok()?;
    let words =
        Telling::new("place", "you play in place {place}; cattle on your plaques so far: {cattle}")
            .with("place", kings::places_open(bidding))
            .with("cattle", on_own_plaques(bidding, seat));
    Some(Fact::new("place", words, -1, Vec::new()))
}

/// That the turn would end without a main action.
fn unused(state: &State, seat: Seat) -> Option<Fact> {
    state.turning(seat)?.action.is_none().then(|| {
        Fact::new("unused", Telling::new("unused", "your main action is not used"), -1, Vec::new())
    })
}

/// Who comes after the turn of `seat`.
fn follows(state: &State, seat: Seat) -> Option<Fact> {
    state.turning(seat)?;
    let words = match decide::next_in_order(state, seat) {
        Some(next) => Telling::new("next", "{whose} is next").with("whose", next),
        None => Telling::new("next", "this ends the round"),
    };
    Some(Fact::new("next", words, -1, Vec::new()))
}

/// How many cattle on a specialist's card come home with the revenues.
fn comes_back(cattle: u16) -> Fact {
    let words = Telling::new("back", "{cattle} come back with the revenues").with("cattle", cattle);
    Fact::new("back", words, -1, Vec::new())
}

/// The water areas that a water tile would touch, and so join.
fn waters(state: &State, at: Square, lie: Lie) -> Fact {
    let tile = state.land.tile(at, Shape::Oblong, lie).unwrap_or(at.bit());
    let touched = state.land.areas().iter().filter(|area| area.meets(tile.beside()));
    let (count, squares) =
        touched.fold((0, Squares::NONE), |(count, all), area| (count + 1, all | *area));
    let template = match count {
        0 => "touches no other water",
        1 => "adds to one water",
        _ => "joins {count} waters",
    };
    let words = Telling::new("waters", template).with("count", count);
    Fact::new("waters", words, count, named(squares & tile.beside()))
}

/// A price as it was and as it would be, and the monuments of others that the good reaches now;
/// no price is better than another for it.
fn new_price(state: &State, seat: Seat, technology: Craft, price: u8) -> Vec<Fact> {
    let card = state.boards[seat].technologies[technology.index()];
    let words = Telling::new("price", "price {before} → {after}")
        .with("before", card.map_or(0, |card| card.price))
        .with("after", price);
    let (buyers, near) = buyers(state, seat, technology);
    let count = buyers.iter().count();
    let told = match (count, near) {
        (0, _) => "no monument of others can buy it",
        (1, 0) => "1 monument of others can buy it, but not without a hub",
        (1, _) => "1 monument of others can buy it, without a hub",
        (_, 0) => "{count} monuments of others can buy it, none without a hub",
        _ => "{count} monuments of others can buy it, {near} without a hub",
    };
    let told = Telling::new("buyers", told).with("count", count).with("near", near);
    vec![Fact::new("price", words, -1, Vec::new()), Fact::new("buyers", told, -1, named(buyers))]
}

/// The monuments of others that can still be raised and could buy from a craftsman of this
/// technology of `seat` now, whatever it costs, and how many of them without a hub; who needs its
/// good for a secondary one, buys, too.
fn buyers(state: &State, seat: Seat, technology: Craft) -> (Squares, usize) {
    let sells = |one: &Craftsman| one.owner == seat && one.craft == technology;
    let (mut buyers, mut near) = (Squares::NONE, 0);
    for other in state.seats().filter(|other| *other != seat) {
        let ritual = Ritual::new(state, other);
        let theirs = state.monuments.iter().filter(|one| one.owner == other);
        for monument in theirs.filter(|one| one.level < MAX_LEVEL) {
            let Some(hubs) = ritual.hubs_to(monument.at, &sells) else { continue };
            buyers.insert(monument.at);
            near += usize::from(hubs == 0);
        }
    }
    (buyers, near)
}

fn named(squares: Squares) -> Vec<String> {
    squares.iter().map(|at| at.to_string().to_ascii_lowercase()).collect()
}

/// The resources that a monument on a square could supply craftsmen with nearby: all of them,
/// and how many of each kind.
fn resources_near(state: &State, seat: Seat, at: Square) -> Vec<Fact> {
    let near = state.land.within(at.bit(), state.range(seat));
    let counted = |key: &str, what: &str, found: Squares| {
        let count = found.iter().count();
        let words = Telling::new(key, &format!("{{count}} {what}")).with("count", count);
        Fact::new(key, words, count as i32, named(found))
    };
    let kinds = Resource::ALL.iter().map(|kind| {
        let found = state.land.resources[kind.index()] & near;
        counted(kind.name(), kind.counted(found.iter().count()), found)
    });
    let all = state.land.resources.iter().fold(Squares::NONE, |all, found| all | (*found & near));
    let what = if all.iter().count() == 1 { "resource" } else { "resources" };
    [counted("all", what, all)].into_iter().chain(kinds).collect()
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
    let first_raise = if ritual.supplies_pass(at) {
        let map = ritual.roads().map_with(at);
        ritual.over(&map, at).first_raise(at, &ways)
    } else {
        ritual.first_raise(at, &ways)
    };
    let first_raise = first_raise.map(|cattle| {
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
        let names: Vec<String> = group.iter().map(|(_, good)| (*good).to_owned()).collect();
        let how = match group[0].0 {
            0 => "near".to_owned(),
            1 => "over 1 hub".to_owned(),
            hubs => format!("over {hubs} hubs"),
        };
        format!("{} {how}", together(&names))
    });
    told.collect()
}

/// The resources that a craftsman would reach, used up or not, and the monuments to which it would
/// be near without a hub.
fn reach(state: &State, seat: Seat, craftsman: Craft, at: Square, lie: Lie) -> Vec<Fact> {
    let tile = state.land.tile(at, craftsman.shape(), lie).unwrap_or(at.bit());
    let kind = craftsman.row().resource;
    let near = state.land.within(tile, state.range(seat)) & state.land.resources[kind.index()];
    let count = near.iter().count();
    let words = Telling::new("reach", "reaches {count} {resource}")
        .with("count", count)
        .with("resource", kind.counted(count));
    let monuments_of = |owner: Seat| {
        let theirs = state.monuments.iter().filter(|monument| monument.owner == owner);
        let theirs = theirs.fold(Squares::NONE, |all, monument| all | monument.at.bit());
        theirs & state.land.walk(tile, state.range(owner), state.monumental)
    };
    let others = state.boards.seats().filter(|other| *other != seat);
    let theirs = others.fold(Squares::NONE, |all, other| all | monuments_of(other));
    let own = monuments_of(seat);
    let customers = theirs.iter().count();
    let told = Telling::new("customers", "monuments near: {count} of others, {own} of yours")
        .with("count", customers)
        .with("own", own.iter().count());
    vec![
        Fact::new("reach", words, count as i32, named(near)),
        Fact::new("customers", told, customers as i32, named(theirs | own)),
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

/// What the first craftsman of a technology, which is placed with it, costs.
fn first_cost(technology: Craft) -> Fact {
    let cattle = technology.row().cost;
    let words = Telling::new("first_cost", "its craftsman costs {cattle}").with("cattle", cattle);
    Fact::new("first_cost", words, -1, Vec::new())
}

/// Which good the first secondary craftsman of its family on the map makes useless by itself, for
/// everybody (ruling replaced-primary).
fn replaces(state: &State, technology: Craft) -> Option<Fact> {
    let primary = technology.row().primary?;
    let words = "once one stands, {good} alone raises no monument any more, for anybody";
    let words = Telling::new("replaces", words).with("good", primary.row().good);
    state.serves_rituals(primary).then(|| Fact::new("replaces", words, -1, Vec::new()))
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
        let several = if hubs.len() == 1 { "hub" } else { "hubs" };
        words.template.push_str(&format!(", over the {several} {{hubs}} for {{fees}}"));
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
    together(&squares.iter().map(Square::to_string).collect::<Vec<_>>())
}

/// `clay, wood and ivory`.
fn together(names: &[String]) -> String {
    match names {
        [first @ .., before, last] => {
            [first, &[format!("{before} and {last}")]].concat().join(", ")
        }
        _ => names.concat(),
    }
}
