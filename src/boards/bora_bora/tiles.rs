//! The action tiles with their dice, and the displays of men and women.

use super::islands::capital;
use super::pen::{Area, Pen, area};
use super::table::{Table, counted, effect_icon};
use crate::games::bora_bora::pieces::{Action, Gender, Person};
use crate::games::bora_bora::view::{DieView, TileView};

/// How tall an action tile is.
pub const TILE: i32 = 142;

/// The spot of an action.
pub fn action_spot(action: Action) -> String {
    format!("action-{}", super::name_of(&action))
}

/// The spot of a display's position, 1 to 6.
pub fn person_spot(gender: Gender, position: usize) -> String {
    let display = if gender == Gender::Man { "men" } else { "women" };
    format!("{display}-{position}")
}

/// Action tiles in rows of `columns`, each column `wide`. A tile of two actions
/// takes two columns; fishing closes the first rows, so that pairs stay together.
pub fn action_tiles(pen: &mut Pen<'_>, table: &Table<'_>, columns: i32, wide: i32) {
    let tiles = &table.view.action_tiles;
    let mut order: Vec<&TileView> = Vec::new();
    if let Some((fishing, others)) = tiles.split_last() {
        order.extend(others.iter().take(3));
        order.push(fishing);
        order.extend(others.iter().skip(3));
    }
    let mut cell = 0;
    for tile in order {
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
        pen.spot(&action_spot(action), here, &content, |pen| {
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
        _ if action == Action::Fishing => "2 points".to_owned(),
        None => "any die".to_owned(),
        Some(1) => "full".to_owned(),
        Some(lowest) => format!("below {lowest}"),
    }
}

fn dice_on(pen: &mut Pen<'_>, dice: &[DieView], at: Area) {
    let (wide, tall) = if dice.len() as i32 > 2 * (at.w / 33) { (20, 31) } else { (28, 44) };
    let columns = (at.w + 4) / (wide + 4);
    for (place, die) in (0..).zip(dice) {
        let (x, y) = (place % columns * (wide + 4), place / columns * (tall + 2));
        let icon = format!("dice-{}-{}", die.seat.0 % 4, die.face);
        pen.icon(&icon, "", at.x + x, at.y + y, wide);
    }
}

/// The dice of a tile in words.
pub fn dice_told(table: &Table<'_>, dice: &[DieView]) -> String {
    if dice.is_empty() {
        return "no dice".to_owned();
    }
    let told: Vec<String> =
        dice.iter().map(|die| format!("{} {}", table.name(die.seat), die.face)).collect();
    told.join(", ")
}

fn action_icon(action: Action) -> &'static str {
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

/// Both displays, 480 wide.
pub fn displays(pen: &mut Pen<'_>, table: &Table<'_>) {
    for (row, gender, title, display) in [
        (0, Gender::Man, "Men · tattoos go up the status track", &table.view.men),
        (1, Gender::Woman, "Women · bring shells", &table.view.women),
    ] {
        let y = row * 140;
        pen.text("bb-t bb-b", 4, y + 18, title);
        for (at, person) in (0..).zip(display) {
            let position = at as usize + 1;
            let x = 4 + at * 79;
            let content = match person {
                Some(person) => format!("Position {position}: {}", person_told(*person)),
                None => format!("Position {position}: empty"),
            };
            let spot = person_spot(gender, position);
            pen.spot(&spot, area(x, y + 26, 76, 106), &content, |pen| {
                pen.rect("bb-space", area(x, y + 26, 76, 106), 8);
                pen.text("bb-t bb-c bb-dim", x + 38, y + 127, position);
                if let Some(person) = person {
                    person_tile(pen, *person, x + 3, y + 29);
                }
            });
        }
    }
}

/// A man or woman, 70 by 82: symbols on top, what the person does below.
pub fn person_tile(pen: &mut Pen<'_>, person: Person, x: i32, y: i32) {
    pen.thing(&format!("person-{}-{}", person.gender.word(), person.symbols), x, y);
    pen.thing(&format!("does-{}", effect_icon(person.effect)), x, y);
}

/// A man or woman in words, with the symbols.
pub fn person_told(person: Person) -> String {
    let symbols = usize::from(person.symbols);
    let symbols = match person.gender {
        Gender::Man => counted(symbols, "status symbol", "status symbols"),
        Gender::Woman => counted(symbols, "shell", "shells"),
    };
    format!("{}, {symbols}", person.words())
}
