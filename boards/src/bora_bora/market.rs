//! What can be had from the shared board: the temple, jewelry, god cards and tasks.

use super::table::Table;
use super::words;
use crate::games::bora_bora::pieces::{God, Jewelry, Task};
use crate::games::bora_bora::view::TaskView;
use crate::markup::{capital, counted, escape, name_of};
use crate::things::{Head, Things};
use crate::{Marks, Place, Zone};

/// The spot of a task on the board.
pub fn task_spot(task: Task) -> String {
    format!("task-{}", task.0)
}

/// The spot of the open cards of a god.
pub fn card_spot(god: God) -> String {
    format!("card-{}", name_of(&god))
}

/// The zone of all of it.
pub fn zone(table: &Table<'_>, marks: &Marks) -> Zone {
    let mut things = Things::new("market", marks);
    temple(&mut things, table);
    jewelry(&mut things, &table.view.jewelry);
    cards(&mut things, table);
    things.heading("Open tasks", "");
    things.group("tasks", |things| {
        for task in &table.view.tasks {
            task_in(things, &task_spot(task.task), task);
        }
    });
    let left = usize::from(table.view.god_tiles);
    let left = format!("{} left", counted(left, "god tile", "god tiles"));
    things.note("god-tiles", &left);
    let head = Head { title: "Temple".to_owned(), aside: left, place: Place::Side };
    let words = words::tracks(table) + &words::market(table);
    things.zone(head, words)
}

fn temple(things: &mut Things<'_>, table: &Table<'_>) {
    things.group("temple", |things| {
        for space in &table.view.temple {
            let content = match space.priest {
                Some(seat) => format!("Temple space {}: {}", space.value, table.name(seat)),
                None => format!("Temple space {}: empty", space.value),
            };
            let spot = format!("temple-{}", space.value);
            things.thing(&spot, "place", &content, |things, _| {
                things.put(format_args!("<small>{}</small>", space.value));
                if let Some(seat) = space.priest {
                    things.icon(&format!("priest-{}", seat.0), "");
                }
            });
        }
    });
}

fn jewelry(things: &mut Things<'_>, columns: &[Vec<Jewelry>]) {
    let later = match columns.len() {
        0 | 1 => "the last ones",
        _ => "later ones in words",
    };
    things.heading("Jewelry", later);
    let now = columns.first().map(Vec::as_slice).unwrap_or_default();
    things.group("jewelry", |things| {
        for place in 1..=4 {
            let jewel = now.get(place - 1);
            let content = jewel.map_or("no jewelry".to_owned(), |jewel| jewel_told(*jewel));
            things.thing(&format!("jewelry-{place}"), "card", &content, |things, _| {
                if let Some(jewel) = jewel {
                    things.icon(&name_of(&jewel.trinket), "bb-jewel");
                    things.put(format_args!("<b>{}</b>", jewel.points));
                    things.count("shell", "bb-shell", jewel.cost, "shells to pay");
                }
            });
        }
    });
}

/// A piece of jewelry in words.
pub fn jewel_told(jewel: Jewelry) -> String {
    let points = counted(jewel.points as usize, "point", "points");
    let cost = counted(usize::from(jewel.cost), "shell", "shells");
    format!("{}, {points}, costs {cost}", capital(jewel.trinket.word()))
}

fn cards(things: &mut Things<'_>, table: &Table<'_>) {
    let (pile, gone) = (table.view.pile, table.view.discard.len());
    things.heading("God cards", &format!("{gone} played"));
    things.group("gods", |things| {
        for &god in God::ALL {
            let count = table.view.open_cards.iter().filter(|&&card| card == god).count();
            let content = format!("{}: {}", god.word(), counted(count, "open card", "open cards"));
            let spot = card_spot(god);
            if count == 0 {
                things.note(&spot, &content);
            } else {
                let class = format!("god {}", name_of(&god));
                things.thing(&spot, &class, &content, |things, _| god_in(things, god, count));
            }
        }
        let content = format!("{} in the pile", counted(pile.into(), "card", "cards"));
        things.thing("card-pile", "god back", &content, |things, _| {
            things.put(format_args!("pile {pile}"));
        });
    });
}

/// The name of a god, with how many cards there are.
pub fn god_in(things: &mut Things<'_>, god: God, count: usize) {
    match count {
        1 => things.text(god.word()),
        _ => things.put(format_args!("{} ×{count}", god.word())),
    }
}

/// A task.
pub fn task_in(things: &mut Things<'_>, spot: &str, task: &TaskView) {
    let label = capital(&task.label);
    let (sign, told) = match task.missing {
        None => (String::new(), String::new()),
        Some(0) => ("✓".to_owned(), "; all is there".to_owned()),
        Some(missing) => (format!("−{missing}"), format!("; {missing} missing")),
    };
    things.thing(spot, "task", &format!("Task: {}{told}", task.label), |things, _| {
        things.put(format_args!("{}", escape(&label)));
        if !sign.is_empty() {
            things.put(format_args!(r#" <b class="lack">{sign}</b>"#));
        }
    });
}
