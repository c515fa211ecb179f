//! What can be had from the shared board: jewelry, tasks and god cards.

use super::islands::capital;
use super::pen::{Area, Pen, area};
use super::table::{Table, counted};
use crate::games::bora_bora::pieces::{God, Jewelry, Task};
use crate::games::bora_bora::view::TaskView;

/// The spot of a task on the board.
pub fn task_spot(task: Task) -> String {
    format!("task-{}", task.0)
}

/// The spot of the open cards of a god.
pub fn card_spot(god: God) -> String {
    format!("card-{}", super::name_of(&god))
}

/// How tall the market is.
pub fn height(table: &Table<'_>) -> i32 {
    jewelry_height(table) + tasks_height(table.view.tasks.len()) + 134
}

/// The last round has no column after it.
fn jewelry_height(table: &Table<'_>) -> i32 {
    if table.view.jewelry.len() < 2 { 160 } else { 278 }
}

fn tasks_height(tasks: usize) -> i32 {
    28 + (tasks as i32 + 1) / 2 * 56
}

/// All of it, 480 wide.
pub fn market(pen: &mut Pen<'_>, table: &Table<'_>) {
    pen.text("bb-t bb-b", 4, 18, "Jewelry of this round · points, price in shells");
    let columns = &table.view.jewelry;
    let now = columns.first().map(Vec::as_slice).unwrap_or_default();
    for place in 1..=4 {
        let jewel = now.get(place as usize - 1);
        let at = area(4 + (place - 1) * 119, 28, 114, 66);
        let content = jewel.map_or_else(|| "no jewelry".to_owned(), |jewel| jewel_told(*jewel));
        pen.spot(&format!("jewelry-{place}"), at, &content, |pen| {
            pen.rect("bb-space", at, 8);
            if let Some(jewel) = jewel {
                jewel_tile(pen, *jewel, at);
            }
        });
    }
    later(pen, columns);
    let below = jewelry_height(table);
    pen.moved(0, below, |pen| tasks(pen, &table.view.tasks));
    pen.moved(0, below + 4 + tasks_height(table.view.tasks.len()), |pen| cards(pen, table));
}

fn jewel_tile(pen: &mut Pen<'_>, jewel: Jewelry, at: Area) {
    pen.icon(&super::name_of(&jewel.trinket), "bb-jewel", at.x + 6, at.y + 5, 34);
    pen.text("bb-big", at.x + 50, at.y + 32, jewel.points);
    pen.icon("shell", "bb-shell", at.x + 78, at.y + 14, 18);
    pen.text("bb-t bb-b", at.x + 98, at.y + 29, jewel.cost);
    pen.text("bb-t bb-c bb-dim", at.x + 57, at.y + 59, trinket_word(jewel));
}

fn trinket_word(jewel: Jewelry) -> &'static str {
    jewel.trinket.word()
}

/// A piece of jewelry in words.
pub fn jewel_told(jewel: Jewelry) -> String {
    let points = counted(jewel.points as usize, "point", "points");
    let cost = counted(usize::from(jewel.cost), "shell", "shells");
    format!("{}, {points}, costs {cost}", capital(jewel.trinket.word()))
}

/// The columns of the rounds to come, small.
fn later(pen: &mut Pen<'_>, columns: &[Vec<Jewelry>]) {
    pen.text("bb-t bb-b", 4, 120, "Jewelry of later rounds · points for shells");
    if columns.len() < 2 {
        pen.text("bb-t bb-dim", 4, 144, "none");
    }
    for (column, jewels) in (0..).zip(columns.iter().skip(1)) {
        let x = 4 + column * 95;
        pen.rect("bb-space", area(x, 128, 91, 140), 8);
        for (row, jewel) in (0..).zip(jewels) {
            let y = 135 + row * 33;
            pen.thing(&format!("later-{}", super::name_of(&jewel.trinket)), x + 5, y);
            let price = format_args!("{} for {}", jewel.points, jewel.cost);
            pen.text("bb-t", x + 35, y + 19, price);
        }
    }
}

fn tasks(pen: &mut Pen<'_>, tasks: &[TaskView]) {
    pen.text("bb-t bb-b", 4, 18, "Open tasks");
    for (at, task) in (0..).zip(tasks) {
        let here = area(4 + at % 2 * 238, 28 + at / 2 * 56, 234, 50);
        pen.spot(&task_spot(task.task), here, &task.label, |pen| task_card(pen, task, here));
    }
}

/// A task with its words on two lines.
pub fn task_card(pen: &mut Pen<'_>, task: &TaskView, at: Area) {
    pen.rect("bb-task", at, 6);
    let [first, second] = two_lines(&task.label, at.w as usize / 8);
    if second.is_empty() {
        return pen.text("bb-t", at.x + 9, at.y + at.h / 2 + 5, first);
    }
    pen.text("bb-t", at.x + 9, at.y + 21, first);
    pen.text("bb-t", at.x + 9, at.y + 40, second);
}

/// Words on one line or on two that are about as long as each other.
fn two_lines(words: &str, most: usize) -> [String; 2] {
    let words = capital(words);
    if words.chars().count() <= most {
        return [words, String::new()];
    }
    let middle = words.len() / 2;
    let gaps = words.match_indices(' ').map(|(at, _)| at);
    let at = gaps.min_by_key(|at| at.abs_diff(middle)).unwrap_or(words.len());
    let (first, second) = words.split_at(at);
    [first.to_owned(), second.trim_start().to_owned()]
}

fn cards(pen: &mut Pen<'_>, table: &Table<'_>) {
    pen.text("bb-t bb-b", 4, 18, "God cards · open, and the pile");
    for (at, &god) in (0..).zip(God::ALL) {
        let count = table.view.open_cards.iter().filter(|&&card| card == god).count();
        let x = 4 + at * 76;
        let cards = counted(count, "open card", "open cards");
        let content = format!("{}: {cards}", god.word());
        pen.spot(&card_spot(god), area(x, 26, 70, 94), &content, |pen| {
            god_card(pen, god, count, area(x, 26, 70, 94));
        });
    }
    let (pile, gone) = (table.view.pile, table.view.discard.len());
    let content = format!("{} in the pile, {gone} played", counted(pile.into(), "card", "cards"));
    pen.spot("card-pile", area(388, 26, 88, 94), &content, |pen| {
        pen.rect("bb-back", area(392, 30, 58, 62), 6);
        pen.icon("card", "bb-back-icon", 404, 44, 34);
        pen.text("bb-t bb-c bb-b", 468, 66, pile);
        pen.text("bb-t bb-c bb-dim", 432, 113, format_args!("{gone} played"));
    });
}

/// A card of a god, or the place for one; several lie on each other.
pub fn god_card(pen: &mut Pen<'_>, god: God, count: usize, at: Area) {
    let class = format!("bb-{}", super::name_of(&god));
    if count == 0 {
        pen.rect("bb-space", at, 6);
    }
    for below in (0..count.min(3) as i32).rev() {
        let here = area(at.x + below * 4, at.y + below * 4, at.w - 8, at.h - 8);
        pen.rect(&format!("bb-card {class}"), here, 6);
    }
    if count > 0 {
        pen.icon("mask", "bb-idol", at.x + 15, at.y + 20, 32);
        pen.text("bb-t bb-c bb-b bb-mask", at.x + at.w / 2 - 4, at.y + 77, god.word());
    } else {
        pen.text("bb-t bb-c bb-dim", at.x + at.w / 2, at.y + 50, god.word());
    }
    if count > 1 {
        pen.text("bb-t bb-b bb-r bb-mask", at.x + at.w - 12, at.y + 17, format_args!("×{count}"));
    }
}

/// The cards of a god in a hand.
pub fn god_card_chip(pen: &mut Pen<'_>, god: God, count: usize, at: Area) {
    pen.rect(&format!("bb-card bb-{}", super::name_of(&god)), at, 6);
    let text = match count {
        1 => god.word().to_owned(),
        count => format!("{} ×{count}", god.word()),
    };
    pen.text("bb-t bb-c bb-b bb-mask", at.x + at.w / 2, at.y + 20, text);
}
