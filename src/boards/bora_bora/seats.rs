//! A seat's board: what one person has before them.

use super::islands::material_class;
use super::market::{god_card_chip, jewel_told, task_card};
use super::pen::{Pen, area};
use super::table::{Table, counted};
use super::tiles::{person_tile, person_told};
use crate::games::bora_bora::pieces::{Ceremony, God, Material, Person};
use crate::games::bora_bora::view::{BoardView, CeremonyView, SpaceView};
use crate::rules::Seat;

/// A spot of a seat's board.
pub fn seat_spot(seat: Seat, place: &str) -> String {
    format!("seat-{}-{place}", seat.0)
}

/// The spot that stands for all men or women of a seat with one effect.
pub fn kind_spot(seat: Seat, gender: &str, effect: &str) -> String {
    seat_spot(seat, &format!("{gender}-{effect}"))
}

/// Draws the board, 480 wide, and returns how tall it is.
pub fn board(pen: &mut Pen<'_>, table: &Table<'_>, seat: Seat) -> i32 {
    let board = table.board(seat);
    head(pen, table, seat);
    counters(pen, seat, board);
    let mut y = 106;
    if let Some(hand) = &board.hand {
        self::hand(pen, hand, y);
        y += 38;
    }
    pen.text("bb-t bb-b", 4, y + 16, "Huts, men and women");
    for (at, space) in (0..).zip(&board.spaces) {
        self::space(pen, seat, at, space, y + 24 + at / 6 * 104);
    }
    y += 238;
    pen.moved(0, y, |pen| ceremony(pen, seat, &board.ceremony));
    pen.moved(246, y, |pen| stores(pen, seat, board));
    y += 212;
    let title = match board.tasks.len() {
        0 => "No tasks left",
        _ => "Tasks",
    };
    pen.text("bb-t bb-b", 4, y + 16, title);
    for (at, task) in (0..).zip(&board.tasks) {
        let here = area(4, y + 24 + at * 36, 472, 32);
        let spot = seat_spot(seat, &format!("task-{}", task.task.0));
        pen.spot(&spot, here, &format!("Task: {}", task.label), |pen| task_card(pen, task, here));
    }
    y + 28 + board.tasks.len() as i32 * 36
}

fn head(pen: &mut Pen<'_>, table: &Table<'_>, seat: Seat) {
    let board = table.board(seat);
    pen.rect(&format!("bb-head bb-h{}", seat.0 % 4), area(1, 1, 478, 47), 10);
    pen.sign(seat, 26, 24, 32);
    pen.text("bb-name", 50, 31, table.short_name(seat, 17));
    let mut faces = board.dice.clone();
    faces.sort_unstable_by(|a, b| b.cmp(a));
    let mut x = 272;
    for chunk in faces.chunk_by(|a, b| a == b) {
        let face = chunk[0];
        let wide = 36 * chunk.len() as i32;
        let content = format!("{} showing {face}", counted(chunk.len(), "die", "dice"));
        let spot = seat_spot(seat, &format!("die-{face}"));
        pen.spot(&spot, area(x, 7, wide - 2, 34), &content, |pen| {
            for at in 0..chunk.len() as i32 {
                pen.icon(&format!("die-{face}"), "", x + 36 * at, 7, 34);
            }
        });
        x += wide + 2;
    }
    let content = counted(board.points.max(0) as usize, "point", "points");
    pen.spot(&seat_spot(seat, "points"), area(392, 4, 84, 40), &content, |pen| {
        pen.icon("points", "bb-gold", 394, 13, 22);
        pen.text("bb-score", 470, 33, board.points);
    });
}

fn counters(pen: &mut Pen<'_>, seat: Seat, board: &BoardView) {
    let mut cards = counted(board.cards.into(), "god card", "god cards");
    if let Some(hand) = &board.hand {
        let hand: Vec<&str> = hand.iter().map(|god| god.word()).collect();
        cards = format!("{cards}: {}", hand.join(", "));
    }
    let named = |count: u8, one: &str, more: &str| counted(count.into(), one, more);
    let priest = format!("priest-{}", seat.0 % 4);
    let mut all = vec![
        ("offerings", "offering", "bb-gift", board.offerings, {
            named(board.offerings, "offering", "offerings")
        }),
        ("shells", "shell", "bb-shell", board.shells, named(board.shells, "shell", "shells")),
        ("cards", "card", "bb-back-fill", board.cards, cards),
        ("god-tiles", "tile", "bb-god-tile", board.god_tiles, {
            named(board.god_tiles, "god tile", "god tiles")
        }),
        ("priests", priest.as_str(), "", board.priests, {
            named(board.priests, "priest in the supply", "priests in the supply")
        }),
        ("completed", "task", "bb-done", board.completed, {
            named(board.completed, "task completed", "tasks completed")
        }),
    ];
    if board.orange > 0 {
        let content = named(board.orange, "orange tile", "orange tiles");
        all.push(("orange", "orange", "bb-orange", board.orange, content));
    }
    let wide = 480 / all.len() as i32;
    for (at, (place, icon, class, count, content)) in (0..).zip(all) {
        let here = area(at * wide + 2, 56, wide - 4, 40);
        pen.spot(&seat_spot(seat, place), here, &content, |pen| {
            pen.rect("bb-space", here, 8);
            pen.icon(icon, class, here.x + wide / 2 - 31, 62, 28);
            pen.text("bb-count", here.x + wide / 2 + 2, 84, count);
        });
    }
}

fn hand(pen: &mut Pen<'_>, hand: &[God], y: i32) {
    if hand.is_empty() {
        return pen.text("bb-t bb-dim", 4, y + 20, "No god cards in hand");
    }
    let mut x = 2;
    for &god in God::ALL {
        let count = hand.iter().filter(|&&card| card == god).count();
        if count > 0 {
            god_card_chip(pen, god, count, area(x, y, 92, 30));
            x += 96;
        }
    }
}

fn space(pen: &mut Pen<'_>, seat: Seat, at: i32, space: &SpaceView, y: i32) {
    let (x, number) = (4 + at % 6 * 79, at + 1);
    let here = area(x, y, 76, 100);
    let name = seat_spot(seat, &format!("space-{number}"));
    let Some(placed) = &space.person else {
        let content = match space.huts {
            0 => format!("Space {number}: empty"),
            huts => format!("Space {number}: {}", counted(huts.into(), "hut", "huts")),
        };
        return pen.spot(&name, here, &content, |pen| {
            match (space.huts, number) {
                (0, 1..=11) => pen.thing("cell", x, y),
                (_, 1..=11) => pen.thing(&format!("home-{}", seat.0 % 4), x, y),
                (huts, _) => {
                    pen.rect("bb-twelfth", here, 8);
                    if huts > 0 {
                        pen.icon(&format!("hut-{}", seat.0 % 4), "", x + 14, y + 28, 48);
                    }
                }
            }
            pen.text("bb-t bb-dim", x + 7, y + 20, number);
            if space.huts > 1 {
                pen.text("bb-t bb-b bb-r", x + 70, y + 20, format_args!("× {}", space.huts));
            }
        });
    };
    let Person { gender, effect, .. } = placed.person;
    let state = if placed.shifted { ", shifted down" } else { "" };
    let content = format!("Space {number}: {}{state}", person_told(placed.person));
    let kind = kind_spot(seat, gender.word(), &super::name_of(&effect));
    pen.spot_or(&name, &kind, here, &content, |pen| {
        pen.thing("cell", x, y);
        pen.named(&kind, &placed.person.words(), |pen| {
            person_tile(pen, placed.person, x + 3, if placed.shifted { y + 16 } else { y + 3 });
        });
        if placed.shifted {
            pen.put(format_args!(
                r#"<path class="bb-done-mark" d="M{} {}l4 5 8-9"/>"#,
                x + 54,
                y + 9
            ));
        }
    });
}

fn ceremony(pen: &mut Pen<'_>, seat: Seat, spaces: &[CeremonyView]) {
    pen.text("bb-t bb-b", 4, 16, "Ceremony");
    for (at, space) in (0..).zip(spaces) {
        let (x, y) = (4 + at % 4 * 59, 24 + at / 4 * 59);
        let here = area(x, y, 56, 56);
        let material = space.wants.word();
        let content = match space.holds {
            Ceremony::Empty => format!("Ceremony space {at}: wants {material}"),
            Ceremony::Material => format!("Ceremony space {at}: {material}"),
            Ceremony::Building(value) => format!("Ceremony space {at}: building {value}"),
        };
        pen.spot(&seat_spot(seat, &format!("ceremony-{at}")), here, &content, |pen| {
            holds(pen, space, spaces, at as usize, x, y);
        });
    }
}

fn holds(pen: &mut Pen<'_>, space: &CeremonyView, all: &[CeremonyView], at: usize, x: i32, y: i32) {
    let icon = super::name_of(&space.wants);
    match space.holds {
        Ceremony::Empty => pen.thing(&format!("wants-{icon}"), x, y),
        Ceremony::Material => pen.thing(&format!("laid-{icon}"), x, y),
        Ceremony::Building(value) => {
            // The second half reaches back over the gap, so that both are one house.
            let same = |other: usize| all[other].holds == space.holds;
            let left = i32::from(!at.is_multiple_of(4) && same(at - 1)) * 9;
            let up = i32::from(at >= 4 && same(at - 4)) * 9;
            pen.rect("bb-built", area(x - left, y - up, 56 + left, 56 + up), 6);
            match left + up {
                0 => pen.icon("build", "bb-roof", x + 12, y + 11, 32),
                _ => pen.text("bb-big bb-roof", x + 26, y + 36, value),
            }
        }
    }
}

/// Buildings to build, materials beside the board, and jewelry.
fn stores(pen: &mut Pen<'_>, seat: Seat, board: &BoardView) {
    pen.text("bb-t bb-b", 4, 16, "Buildings to build");
    for value in 1..=6u8 {
        let here = area(4 + (i32::from(value) - 1) * 38, 24, 35, 40);
        let unbuilt = board.unbuilt.contains(&value);
        let state = if unbuilt { "to build" } else { "built" };
        let content = format!("Building {value}: {state}");
        pen.spot(&seat_spot(seat, &format!("building-{value}")), here, &content, |pen| {
            pen.rect(if unbuilt { "bb-built" } else { "bb-space" }, here, 6);
            if unbuilt {
                pen.text("bb-count bb-roof bb-c", here.x + 17, 52, value);
            }
        });
    }
    pen.text("bb-t bb-b", 4, 86, "Materials beside");
    for (at, &material) in (0..).zip(Material::ALL) {
        let count = board.beside[material as usize];
        let here = area(4 + at * 76, 94, 73, 36);
        let content = format!("{count} {} beside the board", material.word());
        let name = seat_spot(seat, &format!("beside-{}", super::name_of(&material)));
        pen.spot(&name, here, &content, |pen| {
            pen.rect("bb-space", here, 8);
            pen.icon(&super::name_of(&material), material_class(material), here.x + 8, 99, 26);
            pen.text("bb-count", here.x + 42, 119, count);
        });
    }
    pen.text("bb-t bb-b", 4, 152, "Jewelry · points");
    let told: Vec<String> = board.jewelry.iter().map(|&jewel| jewel_told(jewel)).collect();
    let content = if told.is_empty() { "no jewelry".to_owned() } else { told.join("; ") };
    pen.spot(&seat_spot(seat, "jewelry"), area(4, 158, 225, 42), &content, |pen| {
        pen.rect("bb-space", area(4, 158, 225, 42), 8);
        for (at, jewel) in (0..).zip(&board.jewelry) {
            let x = 7 + at * 37;
            pen.icon(&super::name_of(&jewel.trinket), "bb-jewel", x, 168, 23);
            pen.text("bb-t bb-b", x + 24, 185, jewel.points);
        }
    });
}
