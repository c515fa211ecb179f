//! The action tiles with their dice, the own dice, and the displays of men and women.

use super::reference::does;
use super::seats::seat_spot;
use super::table::{Table, effect_icon, effect_word};
use super::words;
use crate::games::bora_bora::pieces::{Action, Gender, Person};
use crate::games::bora_bora::view::{DieView, TileView};
use crate::markup::{capital, counted, name_of};
use crate::pen::{Area, Pen, area};
use crate::rules::Seat;
use crate::things::{Head, Things};
use crate::{Marks, Place, Zone};

/// How tall an action tile is.
pub const TILE: i32 = 142;

/// The spot of an action.
pub fn action_spot(action: Action) -> String {
    format!("action-{}", name_of(&action))
}

/// The spot of a display's position, 1 to 6.
pub fn person_spot(gender: Gender, position: usize) -> String {
    let display = if gender == Gender::Man { "men" } else { "women" };
    format!("{display}-{position}")
}

/// The tiles in reading order: fishing closes the first row, so that pairs stay together.
fn in_order<'a>(table: &Table<'a>) -> Vec<&'a TileView> {
    let mut order: Vec<&TileView> = Vec::new();
    if let Some((fishing, others)) = table.view.action_tiles.split_last() {
        order.extend(others.iter().take(3));
        order.push(fishing);
        order.extend(others.iter().skip(3));
    }
    order
}

/// The zone of the action tiles, with the dice that the person who looks has left.
pub fn zone(table: &Table<'_>, marks: &Marks, own: Option<Seat>) -> Zone {
    let mut things = Things::new("tiles", marks);
    things.group("tiles", |things| {
        for tile in in_order(table) {
            match tile.actions[..] {
                [action] => tile_thing(things, table, tile, action, &tile.dice),
                // One tile: its dice lie there once, whichever of its actions they were for.
                _ => things.group("combined", |things| {
                    for (half, &action) in tile.actions.iter().enumerate() {
                        let dice = if half == 0 { &tile.dice[..] } else { &[] };
                        tile_thing(things, table, tile, action, dice);
                    }
                }),
            }
        }
    });
    let seat = own.unwrap_or(table.view.active);
    let dice = &table.board(seat).dice;
    let aside = match dice.len() {
        0 => String::new(),
        left if own.is_some() => format!("your dice: {left}"),
        left => format!("dice of {}: {left}", table.name(seat)),
    };
    things.group("dice", |things| {
        let mut faces = dice.clone();
        faces.sort_unstable_by(|a, b| b.cmp(a));
        for chunk in faces.chunk_by(|a, b| a == b) {
            let face = chunk[0];
            let content = format!("{} showing {face}", counted(chunk.len(), "die", "dice"));
            things.thing(&seat_spot(seat, &format!("die-{face}")), "die", &content, |things, _| {
                for _ in chunk {
                    things.icon(&format!("die-{face}"), "");
                }
            });
        }
    });
    let head = Head { title: "Action tiles".to_owned(), aside, place: Place::Above };
    things.zone(head, words::actions(table))
}

/// An action of a tile as a thing, with these of the tile's dice drawn on it.
fn tile_thing(
    things: &mut Things<'_>,
    table: &Table<'_>,
    tile: &TileView,
    action: Action,
    dice: &[DieView],
) {
    let content = format!("{}: {}", capital(action.word()), dice_told(table, &tile.dice));
    things.thing(&action_spot(action), "tile", &content, |things, marked| {
        things.put(format_args!("<b>"));
        things.icon(action_icon(action), "bb-ink");
        things.put(format_args!("{}</b><span class=\"row\">", action_word(action)));
        for die in dice {
            things.put(format_args!("<i class=\"dd s{}\">{}</i>", die.seat.0, die.face));
        }
        things.put(format_args!("<span class=\"limit\">"));
        things.text(limit(action, &tile.dice));
        things.put(format_args!("</span></span>"));
        if let Some(offered) = marked.offered {
            things.put(format_args!("<span class=\"says\">"));
            things.text(brief(&offered.says));
            things.put(format_args!("</span>"));
        } else if let Some(why) = marked.closed {
            things.put(format_args!("<span class=\"why\">"));
            things.text(why);
            things.put(format_args!("</span>"));
        }
    });
}

/// What is said on a tile, with what is paid in one word: `1 · 6 with orange or Blue`.
fn brief(says: &str) -> String {
    let short = [
        ("the Blue God", "Blue"),
        ("the White God", "White"),
        ("orange tiles", "orange"),
        (" or with ", " or "),
        (" and with ", " and "),
    ];
    short.iter().fold(says.to_owned(), |says, (long, short)| says.replace(long, short))
}

/// The zone of the men and women.
pub fn people(table: &Table<'_>, marks: &Marks) -> Zone {
    let mut things = Things::new("people", marks);
    for (gender, display) in [(Gender::Man, &table.view.men), (Gender::Woman, &table.view.women)] {
        things.group("spaces", |things| {
            for (position, person) in (1..).zip(display) {
                let content = match person {
                    Some(person) => {
                        let (told, does) = (person_told(*person), does(person.effect));
                        format!("Position {position}: {told}. At work: {does}")
                    }
                    None => format!("Position {position}: empty"),
                };
                let class = if person.is_some() { gender.word() } else { "empty" };
                let spot = person_spot(gender, position);
                things.thing(&spot, &format!("space {class}"), &content, |things, _| {
                    things.put(format_args!("<small>{position}</small>"));
                    if let Some(person) = person {
                        person_in(things, *person);
                    }
                });
            }
        });
    }
    let head = Head {
        title: "Men and women".to_owned(),
        aside: "position = least die".to_owned(),
        place: Place::Side,
    };
    things.zone(head, words::people(table))
}

/// A man or woman on a space: what the person does, and the symbols with their number.
pub fn person_in(things: &mut Things<'_>, person: Person) {
    things.icon(effect_icon(person.effect), "bb-own");
    things.put(format_args!("<small class=\"signs\">{}", person.symbols));
    let sign = match person.gender {
        Gender::Man => "status",
        Gender::Woman => "shell",
    };
    things.icon(sign, "bb-own");
    things.put(format_args!("</small><span class=\"does\">{}</span>", effect_word(person.effect)));
}

/// Action tiles in rows of `columns`, each column `wide`. A tile of two actions
/// takes two columns; fishing closes the first rows, so that pairs stay together.
pub fn action_tiles(pen: &mut Pen<'_>, table: &Table<'_>, columns: i32, wide: i32) {
    let mut cell = 0;
    for tile in in_order(table) {
        let (x, y) = (cell % columns * wide, cell / columns * (TILE + 8));
        let parts = tile.actions.len().max(1) as i32;
        action_tile(pen, table, tile, area(x + 3, y, wide * parts - 6, TILE));
        cell += parts;
    }
}

fn action_tile(pen: &mut Pen<'_>, table: &Table<'_>, tile: &TileView, at: Area) {
    let dice = dice_told(table, &tile.dice);
    pen.rect("bb-tile", at, 10);
    let parts = tile.actions.len().max(1) as i32;
    let wide = at.w / parts;
    for (part, &action) in (0..).zip(&tile.actions) {
        let content = format!("{}: {dice}", capital(action.word()));
        let here = area(at.x + part * wide, at.y, wide, at.h);
        pen.spot(&action_spot(action), &content, here, |pen| {
            pen.icon(action_icon(action), "bb-ink", here.x + 6, here.y + 7, 28);
            pen.text("bb-t bb-b", here.x + 37, here.y + 20, action_word(action));
            let limit = limit(action, &tile.dice);
            pen.text("bb-t bb-dim", here.x + 37, here.y + 38, limit);
            if part == 0 {
                dice_on(pen, &tile.dice, area(at.x + 5, at.y + 48, at.w - 10, at.h - 50));
            }
        });
    }
}

/// Which dice still fit: each must be lower than those on the tile.
fn limit(action: Action, dice: &[DieView]) -> String {
    match dice.iter().map(|die| die.face).min() {
        _ if action == Action::Fishing => "2 pts".to_owned(),
        None => "any die".to_owned(),
        // Nothing is lower: only who calls the Blue God places a die here.
        Some(1) => "Blue".to_owned(),
        Some(lowest) => format!("< {lowest}"),
    }
}

fn dice_on(pen: &mut Pen<'_>, dice: &[DieView], at: Area) {
    let (wide, tall) = if dice.len() as i32 > 2 * (at.w / 33) { (20, 31) } else { (28, 44) };
    let columns = (at.w + 4) / (wide + 4);
    for (place, die) in (0..).zip(dice) {
        let (x, y) = (place % columns * (wide + 4), place / columns * (tall + 2));
        let icon = format!("dice-{}-{}", die.seat.0, die.face);
        pen.icon(&icon, "", at.x + x, at.y + y, wide);
    }
}

/// The dice of a tile in words.
pub fn dice_told(table: &Table<'_>, dice: &[DieView]) -> String {
    if dice.is_empty() {
        return "no dice".to_owned();
    }
    let told: Vec<String> =
        dice.iter().map(|die| format!("a {} of {}", die.face, table.name(die.seat))).collect();
    told.join(", ")
}

pub fn action_icon(action: Action) -> &'static str {
    match action {
        Action::Helper => "helper",
        Action::Temple => "temple",
        Action::Build => "build",
        Action::Man => "man",
        Action::Woman => "woman",
        Action::LandPath => "land",
        Action::WaterPath => "water",
        Action::Fishing => "fishing",
    }
}

fn action_word(action: Action) -> &'static str {
    match action {
        Action::LandPath => "Land",
        Action::WaterPath => "Water",
        Action::Helper => "Helper",
        Action::Temple => "Temple",
        Action::Build => "Build",
        Action::Man => "Man",
        Action::Woman => "Woman",
        Action::Fishing => "Fishing",
    }
}

/// A man or woman in words, with the symbols.
pub fn person_told(person: Person) -> String {
    let symbols = usize::from(person.symbols);
    let symbols = match person.gender {
        Gender::Man => counted(symbols, "status symbol", "status symbols"),
        Gender::Woman => counted(symbols, "shell symbol", "shell symbols"),
    };
    format!("{}, {symbols}", person.words())
}
