//! The temple, the status track and the turn order.

use super::pen::{Pen, area, letter};
use super::table::{Table, counted};
use crate::games::bora_bora::tables;
use crate::games::bora_bora::view::StatusView;

/// The spot of a seat's marker on the status track.
pub fn status_spot(seat: crate::rules::Seat) -> String {
    format!("status-{}", seat.0)
}

/// All three, 480 wide.
pub fn tracks(pen: &mut Pen<'_>, table: &Table<'_>) {
    order(pen, table);
    pen.moved(0, 56, |pen| temple(pen, table));
    pen.moved(0, 176, |pen| status(pen, table));
}

fn order(pen: &mut Pen<'_>, table: &Table<'_>) {
    let order = &table.view.order;
    pen.text("bb-t bb-b", 4, 30, "Turn order");
    let content = format!("Turn order: {}", table.list(order));
    pen.spot("turn-order", area(100, 4, 50 * order.len() as i32 + 6, 42), &content, |pen| {
        for (at, &seat) in (0..).zip(order) {
            let x = 125 + 50 * at;
            if seat == table.view.active && !table.over() {
                pen.put(format_args!(r#"<circle class="bb-active" cx="{x}" cy="25" r="20"/>"#));
            }
            pen.sign(seat, x, 25, 28);
        }
    });
}

fn temple(pen: &mut Pen<'_>, table: &Table<'_>) {
    pen.text("bb-t bb-b", 4, 18, "Temple · priests are pushed to the right");
    for (at, space) in (0..).zip(&table.view.temple) {
        let x = 4 + at * 66;
        let content = match space.priest {
            Some(seat) => format!("Temple space {}: {}", space.value, table.name(seat)),
            None => format!("Temple space {}: empty", space.value),
        };
        pen.spot(&format!("temple-{}", space.value), area(x, 26, 60, 76), &content, |pen| {
            pen.rect("bb-stonework", area(x, 26, 60, 76), 6);
            pen.text("bb-t bb-c bb-b", x + 30, 96, space.value);
            if let Some(seat) = space.priest {
                pen.icon(&format!("priest-{}", seat.0 % 4), "", x + 7, 30, 46);
            }
        });
    }
    let left = usize::from(table.view.god_tiles);
    let content = format!("{} left in the temple", counted(left, "god tile", "god tiles"));
    pen.spot("god-tiles", area(408, 26, 66, 76), &content, |pen| {
        pen.icon("tile", "bb-god-tile", 421, 30, 40);
        pen.text("bb-t bb-c bb-b", 441, 94, format_args!("× {left}"));
    });
}

fn status(pen: &mut Pen<'_>, table: &Table<'_>) {
    pen.text("bb-t bb-b", 4, 18, "Status track · points by step");
    for (step, points) in (0..).zip(tables::STATUS_POINTS) {
        let (x, y) = step_at(step);
        pen.thing("step", x, y);
        pen.text("bb-t bb-c bb-b", x + 22, y + 54, points);
    }
    // The view lists whoever is ahead first, on the same step whoever lies on top.
    for (place, marker) in table.view.status.iter().enumerate() {
        let below =
            table.view.status[place + 1..].iter().filter(|other| other.step == marker.step).count()
                as i32;
        let alone = table.view.status.iter().filter(|other| other.step == marker.step).count();
        let (x, y) = step_at(i32::from(marker.step));
        let (dx, dy) = match alone {
            1 => (22, 22),
            _ => (13 + below % 2 * 18, 30 - below / 2 * 18 - below % 2 * 4),
        };
        let content = told(table, place, marker);
        let spot = status_spot(marker.seat);
        let size = if alone == 1 { 28 } else { 22 };
        let half = size / 2;
        let at = area(x + dx - half, y + dy - half, size, size);
        pen.spot(&spot, at, &content, |pen| pen.sign(marker.seat, x + dx, y + dy, size));
    }
}

fn step_at(step: i32) -> (i32, i32) {
    (2 + step % 10 * 48, 26 + step / 10 * 66)
}

/// A marker in words.
fn told(table: &Table<'_>, place: usize, marker: &StatusView) -> String {
    format!(
        "{} ({}) on step {}, {}, place {}",
        table.name(marker.seat),
        letter(marker.seat),
        marker.step,
        counted(marker.points as usize, "point", "points"),
        place + 1
    )
}
