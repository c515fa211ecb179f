//! The same content as headings, lists and tables, for people who do not use the picture.

use super::islands::brings;
use super::market::jewel_told;
use super::table::Table;
use super::tiles::{dice_told, person_told};
use crate::games::bora_bora::pieces::{Ceremony, God, Material, Path, Person};
use crate::games::bora_bora::tables;
use crate::games::bora_bora::view::{BoardView, TaskView};
use crate::markup::{capital, counted, escape, list, table};
use crate::rules::Seat;

/// Words being written down.
#[derive(Default)]
struct Words(String);

impl Words {
    fn heading(&mut self, text: &str) {
        self.0.push_str(&format!("<h4>{}</h4>", escape(text)));
    }
    fn line(&mut self, text: &str) {
        self.0.push_str(&format!("<p>{}</p>", escape(text)));
    }
    fn list(&mut self, items: impl IntoIterator<Item = String>, nothing: &str) {
        let items = list(items);
        if items.is_empty() { self.line(nothing) } else { self.0.push_str(&items) }
    }
    fn table<const N: usize>(
        &mut self,
        heads: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) {
        self.0.push_str(&table("", heads, rows));
    }
}

fn joined<T>(items: &[T], told: impl Fn(&T) -> String) -> String {
    match items {
        [] => "none".to_owned(),
        items => items.iter().map(told).collect::<Vec<_>>().join(", "),
    }
}

fn place(word: &str) -> &str {
    word.trim_start_matches("the ")
}

/// The map.
pub fn map(table: &Table<'_>) -> String {
    let mut words = Words::default();
    words.line(&table.moment());
    words.heading("Regions");
    let heads = ["Region", "A new hut brings", "Fish", "Building space", "Beside it"];
    let rows = table.view.regions.iter().map(|region| {
        [
            capital(place(region.region.word())),
            brings(region.terrain).to_owned(),
            format!("{}, {}", region.fish.value, region.fish.kind.word()),
            region.building_space.map_or("nobody".to_owned(), |seat| table.signed(seat)),
            joined(&region.beside, |&seat| table.signed(seat)),
        ]
    });
    words.table(heads, rows);
    words.heading("Paths");
    let paths = tables::PATHS.iter().map(|&(path, from, to, value)| {
        let kind = if path == Path::Land { "land" } else { "water" };
        format!("{} – {}: {kind} {value}", place(from.word()), place(to.word()))
    });
    words.list(paths, "");
    words.0
}

/// The action tiles.
pub fn actions(table: &Table<'_>) -> String {
    let mut words = Words::default();
    let rows = table.view.action_tiles.iter().map(|tile| {
        let actions: Vec<&str> = tile.actions.iter().map(|action| action.word()).collect();
        [capital(&actions.join(" or ")), dice_told(table, &tile.dice)]
    });
    words.table(["Action", "Dice on it"], rows);
    words.0
}

/// The displays of men and women.
pub fn people(table: &Table<'_>) -> String {
    let mut words = Words::default();
    let told = |display: &[Option<Person>], at: usize| {
        display.get(at).copied().flatten().map_or("empty".to_owned(), person_told)
    };
    let rows = (0..6)
        .map(|at| [(at + 1).to_string(), told(&table.view.men, at), told(&table.view.women, at)]);
    words.table(["Position", "Man", "Woman"], rows);
    words.0
}

/// The turn order, the temple and the status track.
pub fn tracks(table: &Table<'_>) -> String {
    let mut words = Words::default();
    words.line(&format!("Turn order: {}.", joined(&table.view.order, |&seat| table.signed(seat))));
    words.heading("Temple");
    let rows = table.view.temple.iter().map(|space| {
        let priest = space.priest.map_or("empty".to_owned(), |seat| table.signed(seat));
        [space.value.to_string(), priest]
    });
    words.table(["Space, from the left", "Priest"], rows);
    let left = usize::from(table.view.god_tiles);
    words.line(&format!("{} left.", counted(left, "god tile", "god tiles")));
    words.heading("Status track, furthest ahead first");
    let rows = table.view.status.iter().map(|marker| {
        [table.signed(marker.seat), marker.step.to_string(), marker.points.to_string()]
    });
    words.table(["Seat", "Step", "Points"], rows);
    words.0
}

/// Jewelry, tasks and god cards.
pub fn market(table: &Table<'_>) -> String {
    let view = table.view;
    let mut words = Words::default();
    words.heading("Jewelry of this round");
    let now = view.jewelry.first().map(Vec::as_slice).unwrap_or_default();
    words.list(now.iter().map(|&jewel| jewel_told(jewel)), "None.");
    if view.jewelry.len() > 1 {
        words.heading("Jewelry of later rounds");
        let columns = view.jewelry.iter().skip(1);
        words.list(columns.map(|column| joined(column, |&jewel| jewel_told(jewel))), "None.");
    }
    words.heading("Open tasks");
    words.list(view.tasks.iter().map(task), "None.");
    words.heading("God cards");
    words.line(&format!(
        "Open: {}. In the pile: {}. Played: {}.",
        gods(&view.open_cards),
        view.pile,
        gods(&view.discard)
    ));
    words.0
}

fn task(task: &TaskView) -> String {
    capital(&task.label)
}

/// Cards by colour, with how many there are of each.
fn gods(cards: &[God]) -> String {
    let mut told = Vec::new();
    for &god in God::ALL {
        match cards.iter().filter(|&&card| card == god).count() {
            0 => {}
            count => told.push(format!("{count} {}", god.word())),
        }
    }
    if told.is_empty() { "none".to_owned() } else { told.join(", ") }
}

/// A seat's board.
pub fn board(table: &Table<'_>, seat: Seat) -> String {
    let board = table.board(seat);
    let mut words = Words::default();
    words.line(&format!(
        "{}: {}.",
        table.signed(seat),
        counted(board.points.max(0) as usize, "point", "points")
    ));
    words.heading("Supply");
    words.list(supply(board), "");
    words.heading("Huts, men and women");
    let spaces = (1..).zip(&board.spaces).map(|(number, space)| {
        let holds = match &space.person {
            Some(placed) if placed.shifted => format!("{}, shifted", person_told(placed.person)),
            Some(placed) => person_told(placed.person),
            None if space.huts == 0 => "empty".to_owned(),
            None => counted(space.huts.into(), "hut", "huts"),
        };
        [number.to_string(), holds]
    });
    words.table(["Space", "Holds"], spaces);
    words.heading("Ceremony spaces, row by row");
    ceremony(&mut words, board);
    words.heading("Tasks");
    words.list(board.tasks.iter().map(task), "None.");
    words.heading("Score so far");
    let score = table.view.scores.get(seat);
    let lines = score.iter().flat_map(|sheet| &sheet.lines);
    words
        .list(lines.map(|line| format!("{}: {}", capital(&line.label), line.points)), "No points.");
    words.0
}

fn supply(board: &BoardView) -> Vec<String> {
    let beside = Material::ALL.iter().zip(board.beside);
    let beside: Vec<String> =
        beside.map(|(material, count)| format!("{count} {}", material.word())).collect();
    let hand = match &board.hand {
        Some(hand) => format!("God cards: {}", gods(hand)),
        None => format!("God cards: {}, hidden", board.cards),
    };
    let mut all = vec![
        format!("Dice left: {}", joined(&board.dice, u8::to_string)),
        format!("Offerings: {}", board.offerings),
        format!("Shells: {}", board.shells),
        hand,
        format!("God tiles: {}", board.god_tiles),
        format!("Priests: {}", board.priests),
        format!("Tasks completed: {}", board.completed),
        format!("Buildings to build: {}", joined(&board.unbuilt, u8::to_string)),
        format!("Materials beside the board: {}", beside.join(", ")),
        format!("Jewelry: {}", joined(&board.jewelry, |&jewel| jewel_told(jewel))),
    ];
    if board.orange > 0 {
        all.push(format!("Orange tiles: {}", board.orange));
    }
    all
}

fn ceremony(words: &mut Words, board: &BoardView) {
    let rows = (1..).zip(board.ceremony.chunks(4)).map(|(row, spaces)| {
        let mut cells =
            [format!("Row {row}"), String::new(), String::new(), String::new(), String::new()];
        for (cell, space) in cells.iter_mut().skip(1).zip(spaces) {
            *cell = match space.holds {
                Ceremony::Empty => format!("wants {}", space.wants.word()),
                Ceremony::Material => space.wants.word().to_owned(),
                Ceremony::Building(value) => format!("building {value}"),
            };
        }
        cells
    });
    words.table(["Row", "1", "2", "3", "4"], rows);
}
