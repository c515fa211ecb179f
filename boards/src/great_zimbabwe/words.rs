//! Everything on the board as headings, lists and tables, for those who do not
//! see the pictures.

use super::display::{god_told, owners, specialist_told};
use super::looked::Looked;
use super::scene::Sight;
use super::seats::next_told;
use super::table::{now, phase_name, places, plaque_name};
use crate::games::great_zimbabwe::pieces::Resource;
use crate::games::great_zimbabwe::squares::Square;
use crate::games::great_zimbabwe::tables::MONUMENT_VP;
use crate::games::great_zimbabwe::view::{PhaseView, Terrain};
use crate::markup::{self, capital, escape, signed, table};
use crate::rules::Seat;

/// A list below a heading; nothing where it is empty.
fn list(heading: &str, items: impl IntoIterator<Item = String>) -> String {
    let items = markup::list(items);
    if items.is_empty() { items } else { format!("<h4>{}</h4>{items}", escape(heading)) }
}

fn named(squares: &[Square]) -> String {
    squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The map: monuments, craftsmen, resources, water, starting areas, and what is
/// within range of the chosen square.
pub fn land(sight: &Sight<'_>) -> String {
    let map = &sight.view.map;
    let monuments = map.monuments.iter().map(|one| {
        [one.at.to_string(), sight.signed(one.owner), one.level.to_string(), next_told(one)]
    });
    let craftsmen = map.craftsmen.iter().map(|one| {
        let name = capital(one.craftsman.name());
        [named(&one.squares), name, sight.signed(one.owner), one.price.to_string()]
    });
    let resources = map.squares.iter().filter_map(|square| {
        let used = match square.used {
            0 => "no".to_owned(),
            times => format!("{times} times").replace("1 times", "once"),
        };
        let placed = if square.placed { "in the match" } else { "printed" };
        let resource = capital(square.resource?.name());
        Some([square.at.to_string(), resource, used, placed.to_owned()])
    });
    let starts = map.squares.iter().filter(|square| {
        square.terrain == Terrain::StartingArea && sight.monument(square.at).is_none()
    });
    let starts: Vec<Square> = starts.map(|square| square.at).collect();
    let [rows, cols] = map.size;
    let last = Square::at(rows.max(1) - 1, cols.max(1) - 1);
    let extent = [format!("The map reaches from A1 to {last}. {}", gaps(sight))];
    let mut words = list("The map", extent);
    words += &table("Monuments", ["Square", "Owner", "Level", "Raising"], monuments);
    words += &table("Craftsmen", ["Squares", "Craftsman", "Owner", "Price"], craftsmen);
    words += &table("Resources", ["Square", "Resource", "Used", "Origin"], resources);
    words += &list("Water areas, each one step", map.water_areas.iter().map(|area| named(area)));
    if !starts.is_empty() {
        words += &list("Free starting areas", [named(&starts)]);
    }
    words
}

/// Which blocks of the pattern hold no tile.
fn gaps(sight: &Sight<'_>) -> String {
    let map = &sight.view.map;
    let side = crate::games::great_zimbabwe::tables::TILE_SIDE;
    let [rows, cols] = map.size;
    let blocks = (0..rows / side).flat_map(|row| (0..cols / side).map(move |col| (row, col)));
    let missing = blocks.filter(|&(row, col)| {
        !map.tiles.iter().any(|tile| (usize::from(tile.row), usize::from(tile.col)) == (row, col))
    });
    let names: Vec<String> = missing
        .map(|(row, col)| {
            let first = Square::at(row * side, col * side);
            let last = Square::at(row * side + side - 1, col * side + side - 1);
            format!("{first} to {last}")
        })
        .collect();
    match names.as_slice() {
        [] => "It has no gaps.".to_owned(),
        names => format!("There is no land from {}.", names.join(", nor from ")),
    }
}

/// What is within range of a square, as a list.
pub fn range(sight: &Sight<'_>, looked: &Looked) -> String {
    let reach: Vec<Square> = looked.reach(sight).iter().collect();
    let (range, at, planned) = (sight.range(), looked.at, looked.said());
    list(&format!("{at}: within range {range}{planned}"), [named(&reach)])
}

/// What a square shows and what is within range of it: `M7: land; within range 3: 2 ivory`.
pub fn closer(sight: &Sight<'_>, looked: &Looked) -> String {
    let (at, reach) = (looked.at, looked.reach(sight));
    let shown = sight.square(at).map_or(String::new(), |square| sight.told(square));
    let held = reach.iter().filter_map(|at| sight.square(at)?.resource);
    let held: Vec<Resource> = held.collect();
    let resources = Resource::ALL.iter().filter_map(|kind| {
        let count = held.iter().filter(|one| *one == kind).count();
        (count > 0).then(|| format!("{count} {}", kind.counted(count)))
    });
    let map = &sight.view.map;
    let within = |squares: &[Square]| {
        !squares.contains(&at) && squares.iter().any(|square| reach.contains(*square))
    };
    let craftsmen = map.craftsmen.iter().filter(|one| within(&one.squares)).count();
    let monuments = map.monuments.iter().filter(|one| within(&[one.at])).count();
    let counted = [(craftsmen, "craftsman", "craftsmen"), (monuments, "monument", "monuments")];
    let counted = counted.into_iter().filter(|(count, ..)| *count > 0);
    let pieces = counted.map(|(count, one, many)| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    });
    let all = resources.chain(pieces).collect::<Vec<_>>().join(", ");
    let all = if all.is_empty() { "nothing" } else { &all };
    format!("{at}: {shown}; within range {}{}: {all}", sight.range(), looked.said())
}

/// The round and the phase.
pub fn phase(sight: &Sight<'_>) -> String {
    let mut words = list(&phase_name(sight), now(sight));
    if let PhaseView::GenerosityOfKings { plaques, resume, .. } = &sight.view.phase {
        let rows = plaques.iter().enumerate().map(|(index, one)| {
            let next = if index == *resume { "yes" } else { "" };
            let name = plaque_name(sight, one.plaque);
            [(index + 1).to_string(), name, one.cattle.to_string(), next.to_owned()]
        });
        words += &table("Queue of plaques", ["Place", "Plaque", "Cattle", "Next cattle"], rows);
    }
    let rows = places(sight).into_iter().enumerate().map(|(index, place)| {
        let name = place.map_or("open".to_owned(), |seat| sight.signed(seat));
        [(index + 1).to_string(), name]
    });
    words += &table("Order of play", ["Place", "Player"], rows);
    if let PhaseView::Over { ranking } = &sight.view.phase {
        let rows = ranking
            .iter()
            .map(|one| [one.place.to_string(), sight.signed(one.seat), one.points.to_string()]);
        words += &table("Ranking", ["Place", "Player", "VP"], rows);
    }
    words
}

/// The race for the VR.
pub fn race(sight: &Sight<'_>) -> String {
    let rows = sight.view.vr_order.iter().map(|&seat| {
        let board = &sight.view.boards[seat];
        [sight.signed(seat), board.vp.to_string(), board.vr.to_string(), board.cattle.to_string()]
    });
    table("By VR, highest first", ["Player", "VP", "VR", "Cattle"], rows)
}

/// Gods and specialists that are left.
pub fn cards(sight: &Sight<'_>) -> String {
    let gods = list("Gods nobody adores yet", sight.view.gods.iter().map(|&god| god_told(god)));
    let specialists = sight.view.specialists.iter().map(|&one| specialist_told(one));
    let words = gods + &list("Specialists nobody took yet", specialists);
    if words.is_empty() { "<h4>All are taken</h4>".to_owned() } else { words }
}

/// The technology display and the stock.
pub fn technologies(sight: &Sight<'_>) -> String {
    let rows = sight.view.technologies.iter().map(|one| {
        let row = one.technology.row();
        let owners: Vec<String> = owners(sight, one.technology)
            .map(|(seat, card)| format!("{} at price {}", sight.signed(seat), card.price))
            .collect();
        let vr: Vec<String> = one.vr.iter().map(|&vr| signed(vr.into())).collect();
        let needs = match row.primary {
            Some(primary) => format!("{} and {}", row.resource.name(), primary.row().good),
            None => row.resource.name().to_owned(),
        };
        [
            capital(row.name),
            needs,
            if vr.is_empty() { "none".to_owned() } else { vr.join(", ") },
            row.cost.to_string(),
            row.vp.to_string(),
            one.tiles.to_string(),
            if one.serves_rituals { "yes" } else { "no" }.to_owned(),
            owners.join(", "),
        ]
    });
    let heads = [
        "Technology",
        "Needs",
        "VR of cards left",
        "Cost of a craftsman",
        "VP each",
        "Tiles left",
        "Serves rituals",
        "Owners",
    ];
    let water = ["Water".to_owned(), sight.view.water_tiles.to_string()];
    let resources = sight.view.resource_tiles.iter();
    let resources = resources.map(|one| [capital(one.resource.name()), one.left.to_string()]);
    table("Technologies", heads, rows)
        + &table("Tiles left", ["Tile", "Left"], [water].into_iter().chain(resources))
}

/// What lies in front of a player.
pub fn seat(sight: &Sight<'_>, seat: Seat) -> String {
    let board = &sight.view.boards[seat];
    let name = sight.signed(seat);
    let facts = [
        format!("Empire: {}", board.empire),
        format!("{} cattle at hand", board.cattle),
        format!("{} VP of {} VR", board.vp, board.vr),
    ];
    let god = board.god.map(|god| match board.god_cattle {
        0 => god_told(god),
        cattle => format!("{} {cattle} cattle on the card.", god_told(god)),
    });
    let specialists = board.specialists.iter().map(|one| {
        format!("{} {} cattle on the card.", specialist_told(one.specialist), one.cattle)
    });
    let cards = board.technologies.iter().map(|card| {
        [
            capital(card.technology.name()),
            card.price.to_string(),
            card.cattle.to_string(),
            if card.copy == 1 { "first" } else { "second" }.to_owned(),
        ]
    });
    let own = sight.view.map.monuments.iter().filter(|one| one.owner == seat);
    let monuments = own.map(|one| {
        let points = MONUMENT_VP[usize::from(one.level)];
        [one.at.to_string(), one.level.to_string(), points.to_string(), next_told(one)]
    });
    let score = sight.view.scores.get(seat).into_iter().flat_map(|sheet| &sheet.lines);
    let score = score.map(|line| [line.label.clone(), line.points.to_string()]);
    list(&name, facts)
        + &list(&format!("{name}: god"), god)
        + &list(&format!("{name}: specialists"), specialists)
        + &table(
            &format!("{name}: technologies"),
            ["Technology", "Price", "Cattle on it", "Card"],
            cards,
        )
        + &table(&format!("{name}: monuments"), ["Square", "Level", "VP", "Raising"], monuments)
        + &table(&format!("{name}: score so far"), ["For", "VP"], score)
}
