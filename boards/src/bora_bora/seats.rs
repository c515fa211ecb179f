//! What one person has before them, and a row for each player.

use super::islands::material_class;
use super::market::{god_in, jewel_told, task_in};
use super::reference::does;
use super::table::{Table, effect_icon};
use super::tiles::{person_in, person_told};
use super::words;
use crate::games::bora_bora::pieces::{Ceremony, God, Material, Person};
use crate::games::bora_bora::tables::BUILDING_POINTS;
use crate::games::bora_bora::view::{BoardView, SpaceView, View};
use crate::markup::{counted, escape, name_of};
use crate::rules::Seat;
use crate::things::{Head, Things};
use crate::{Marks, Place, Scene, Zone};

/// A spot of a seat's board.
pub fn seat_spot(seat: Seat, place: &str) -> String {
    format!("seat-{}-{place}", seat.0)
}

/// The spot that stands for all men or women of a seat with one effect.
pub fn kind_spot(seat: Seat, gender: &str, effect: &str) -> String {
    seat_spot(seat, &format!("{gender}-{effect}"))
}

/// The spot of a seat's marker on the status track.
pub fn status_spot(seat: Seat) -> String {
    format!("status-{}", seat.0)
}

/// The zone of one seat's board.
pub fn zone(table: &Table<'_>, marks: &Marks, scene: &Scene<'_, View>) -> Zone {
    let seat = scene.shown;
    let board = table.board(seat);
    let mut things = Things::new("you", marks);
    things.group("row", |things| {
        counters(things, seat, board);
        if let Some(hand) = &board.hand {
            self::hand(things, hand);
        }
    });
    things.group("spaces", |things| {
        for (number, space) in (1..).zip(&board.spaces) {
            self::space(things, seat, number, space);
        }
    });
    things.group("halves", |things| {
        things.group("half", |things| {
            things.heading("Ceremony", "");
            things.group("ceremony", |things| ceremony(things, seat, board));
        });
        things.group("half", |things| {
            things.heading("Tasks", &format!("{} done", board.completed));
            for task in &board.tasks {
                let spot = seat_spot(seat, &format!("task-{}", task.task.0));
                task_in(things, &spot, task);
            }
        });
        things.group("half", |things| buildings(things, table, seat));
        things.group("half", |things| jewelry(things, board));
    });
    let own = scene.seat == Some(seat);
    let title = if own { "You".to_owned() } else { table.signed(seat) };
    let head = Head { title, aside: points_told(board), place: Place::Below };
    things.zone(head, String::new())
}

fn points_told(board: &BoardView) -> String {
    counted(board.points.max(0) as usize, "point", "points")
}

fn named(count: u8, one: &str, more: &str) -> String {
    counted(count.into(), one, more)
}

fn counters(things: &mut Things<'_>, seat: Seat, board: &BoardView) {
    let priest = format!("priest-{}", seat.0);
    let mut all = vec![
        ("points", "points", "bb-gold", board.points, points_told(board)),
        ("offerings", "offering", "bb-gift", board.offerings.into(), {
            named(board.offerings, "offering", "offerings")
        }),
        ("shells", "shell", "bb-shell", board.shells.into(), {
            named(board.shells, "shell", "shells")
        }),
        ("god-tiles", "tile", "bb-god-tile", board.god_tiles.into(), {
            named(board.god_tiles, "god tile", "god tiles")
        }),
        ("priests", priest.as_str(), "", board.priests.into(), {
            named(board.priests, "priest in the supply", "priests in the supply")
        }),
        ("cards", "card", "bb-back-fill", board.cards.into(), {
            named(board.cards, "god card", "god cards")
        }),
    ];
    if board.orange > 0 {
        let content = named(board.orange, "orange tile", "orange tiles");
        all.push(("orange", "orange", "bb-orange", board.orange.into(), content));
    }
    for (place, icon, class, count, content) in all {
        things.thing(&seat_spot(seat, place), "count", &content, |things, _| {
            things.icon(icon, class);
            things.put(format_args!("{count}"));
        });
    }
    for (material, count) in Material::ALL.iter().zip(board.beside) {
        let content = format!("{count} {} beside the board", material.word());
        let name = name_of(material);
        let spot = seat_spot(seat, &format!("beside-{name}"));
        things.thing(&spot, "count", &content, |things, _| {
            things.icon(&name, material_class(*material));
            things.put(format_args!("{count}"));
        });
    }
}

fn hand(things: &mut Things<'_>, hand: &[God]) {
    if hand.is_empty() {
        return;
    }
    things.group("gods", |things| {
        for &god in God::ALL {
            let count = hand.iter().filter(|&&card| card == god).count();
            if count > 0 {
                things.put(format_args!("<span class=\"god {}\">", name_of(&god)));
                god_in(things, god, count);
                things.put(format_args!("</span>"));
            }
        }
    });
}

fn space(things: &mut Things<'_>, seat: Seat, number: usize, space: &SpaceView) {
    let name = seat_spot(seat, &format!("space-{number}"));
    let small = |things: &mut Things<'_>| things.put(format_args!("<small>{number}</small>"));
    let Some(placed) = &space.person else {
        let content = match space.huts {
            0 => format!("Space {number}: empty"),
            huts => format!("Space {number}: {}", counted(huts.into(), "hut", "huts")),
        };
        return things.thing(&name, "space", &content, |things, _| {
            small(things);
            if space.huts > 0 {
                things.icon(&format!("hut-{}", seat.0), "");
            }
            if space.huts > 1 {
                things.put(format_args!("<span class=\"does\">×{}</span>", space.huts));
            }
        });
    };
    let Person { gender, effect, .. } = placed.person;
    let state = if placed.shifted { ", shifted down" } else { "" };
    let (told, does) = (person_told(placed.person), does(effect));
    let content = format!("Space {number}: {told}{state}. At work: {does}");
    let kind = kind_spot(seat, gender.word(), &name_of(&effect));
    let shifted = if placed.shifted { " shifted" } else { "" };
    let class = format!("space {}{shifted}", gender.word());
    things.thing_or(&name, &kind, &class, &content, |things, _| {
        small(things);
        person_in(things, placed.person);
    });
}

fn ceremony(things: &mut Things<'_>, seat: Seat, board: &BoardView) {
    for (at, space) in board.ceremony.iter().enumerate() {
        let material = space.wants.word();
        let icon = name_of(&space.wants);
        let (class, holds) = match space.holds {
            Ceremony::Empty => ("wants", format!("wants {material}")),
            Ceremony::Material => ("laid", material.to_owned()),
            Ceremony::Building(value) => ("built", format!("building {value}")),
        };
        let content =
            format!("Ceremony space in row {}, column {}: {holds}", at / 4 + 1, at % 4 + 1);
        let spot = seat_spot(seat, &format!("ceremony-{at}"));
        things.thing(&spot, &format!("space {class}"), &content, |things, _| match space.holds {
            Ceremony::Building(value) => {
                things.icon("build", "bb-roof");
                things.put(format_args!("<b>{value}</b>"));
            }
            _ => things.icon(&icon, material_class(space.wants)),
        });
    }
}

fn buildings(things: &mut Things<'_>, table: &Table<'_>, seat: Seat) {
    let round = usize::from(table.view.round);
    let worth = BUILDING_POINTS.get(round.wrapping_sub(1));
    let worth = worth.map_or(String::new(), |points| format!("{points} points now"));
    things.heading("To build", &worth);
    things.group("row", |things| {
        for value in &table.board(seat).unbuilt {
            let spot = seat_spot(seat, &format!("building-{value}"));
            things.thing(&spot, "count", &format!("Building {value}"), |things, _| {
                things.put(format_args!("{value}"));
            });
        }
    });
}

fn jewelry(things: &mut Things<'_>, board: &BoardView) {
    if board.jewelry.is_empty() {
        return;
    }
    things.heading("Jewelry", "");
    things.group("row", |things| {
        for jewel in &board.jewelry {
            let told = escape(&jewel_told(*jewel));
            things.put(format_args!("<span class=\"count\" role=\"img\" title=\"{told}\">"));
            things.icon(&name_of(&jewel.trinket), "bb-jewel");
            things.put(format_args!("{}</span>", jewel.points));
        }
    });
}

/// The zone of all players, in turn order.
pub fn players(table: &Table<'_>, marks: &Marks, scene: &Scene<'_, View>) -> Zone {
    let mut things = Things::new("players", marks);
    for &seat in &table.view.order {
        let board = table.board(seat);
        let now = seat == table.view.active && !table.over();
        let class = if now { "player now" } else { "player" };
        things.group(class, |things| player(things, table, seat, board, scene));
    }
    let head =
        Head { title: "Players".to_owned(), aside: "in turn order".to_owned(), place: Place::Side };
    let all: String = table.view.order.iter().map(|&seat| words::board(table, seat)).collect();
    things.zone(head, all)
}

fn player(
    things: &mut Things<'_>,
    table: &Table<'_>,
    seat: Seat,
    board: &BoardView,
    scene: &Scene<'_, View>,
) {
    things.player(seat, "", &table.name(seat), scene.seat == Some(seat), board.points);
    things.put(format_args!("<span class=\"line\">"));
    let mut faces = board.dice.clone();
    faces.sort_unstable_by(|a, b| b.cmp(a));
    for face in faces {
        things.put(format_args!("<i class=\"dd s{}\">{face}</i>", seat.0));
    }
    let huts: u8 = board.spaces.iter().map(|space| space.huts).sum();
    for (icon, class, count, what) in [
        ("offering", "bb-gift", board.offerings, "offerings"),
        ("shell", "bb-shell", board.shells, "shells"),
        ("card", "bb-back-fill", board.cards, "god cards"),
        ("tile", "bb-god-tile", board.god_tiles, "god tiles"),
        (&format!("priest-{}", seat.0), "", board.priests, "priests not in the temple"),
        (&format!("hut-{}", seat.0), "", huts, "huts on the board"),
    ] {
        things.count(icon, class, count, what);
    }
    status(things, table, seat);
    for placed in board.spaces.iter().filter_map(|space| space.person.as_ref()) {
        let told = escape(&person_told(placed.person));
        things.put(format_args!("<span class=\"{}\" role=\"img\" title=\"{told}\">", {
            placed.person.gender.word()
        }));
        things.icon(effect_icon(placed.person.effect), "bb-own");
        things.put(format_args!("</span>"));
    }
    things.put(format_args!("</span>"));
    things.note(&format!("player-{}", seat.0), &told(table, seat, board));
}

fn status(things: &mut Things<'_>, table: &Table<'_>, seat: Seat) {
    let markers = &table.view.status;
    let Some(place) = markers.iter().position(|marker| marker.seat == seat) else { return };
    let (step, points) = (markers[place].step, markers[place].points);
    let points = counted(points.max(0) as usize, "point", "points");
    let content =
        format!("{} on status step {step}, {points}, place {}", table.name(seat), place + 1);
    things.thing(&status_spot(seat), "count", &content, |things, _| {
        things.icon("status", "bb-ink");
        things.put(format_args!("{step}"));
    });
}

/// All that can be counted of a seat: what changes of it shows in its row.
fn told(table: &Table<'_>, seat: Seat, board: &BoardView) -> String {
    format!(
        "{}: {} points, {} dice, {} offerings, {} shells, {} cards, {} god tiles, {} priests",
        table.name(seat),
        board.points,
        board.dice.len(),
        board.offerings,
        board.shells,
        board.cards,
        board.god_tiles,
        board.priests
    )
}
