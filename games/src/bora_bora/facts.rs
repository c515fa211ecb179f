//! What is worth knowing of each choice besides what it costs and brings.

use super::command::Command;
use super::decide::{needs, reach};
use super::event::{Event, Step};
use super::evolve::evolve;
use super::legal;
use super::offer::{asked, json, pointed_at};
use super::pieces::*;
use super::state::{Board, State};
use super::tables;
use crate::rules::{Fact, Seat, Telling};
use std::collections::BTreeSet;

/// What is worth knowing of commands: of what they are about, and of what they lead to.
pub fn facts(before: &State, after: &State, seat: Seat, commands: &[Command]) -> Vec<Fact> {
    let about = match commands {
        [command] => circumstances(before, seat, command),
        _ => Vec::new(),
    };
    about.into_iter().chain(consequences(before, after, seat, commands)).collect()
}

/// What is known of a command by how it stands before.
fn circumstances(before: &State, seat: Seat, command: &Command) -> Vec<Fact> {
    match command {
        Command::SettleFirst { region, .. } | Command::Settle { region, .. } => {
            vec![settled(before, seat, *region)]
        }
        Command::Finish {} => unused(before, seat).into_iter().collect(),
        Command::PlaceMaterial { space } => vec![lies_beside(before.board(seat), *space)],
        Command::BuyJewelry { place } => {
            let column = before.jewelry.first();
            let jewel = column.and_then(|column| column.get(usize::from(*place).wrapping_sub(1)));
            let points = jewel.map(|jewel| {
                let words = match jewel.points {
                    1 => "{count} point at the end",
                    _ => "{count} points at the end",
                };
                fact("jewelry", words, i32::from(jewel.points), Vec::new())
            });
            points.into_iter().collect()
        }
        Command::TakeStep {} => vec![status(before, seat, 1)],
        Command::TakeShell {} => vec![status(before, seat, 0)],
        Command::ChooseTask { task } => {
            vec![new_task_fact(needs::missing(before, seat, *task))]
        }
        Command::SurrenderTask { task } => vec![given_up(needs::missing(before, seat, *task))],
        _ => Vec::new(),
    }
}

/// What commands lead to; which own tasks come nearer by all of them.
fn consequences(before: &State, after: &State, seat: Seat, commands: &[Command]) -> Vec<Fact> {
    let mut facts = Vec::new();
    match commands {
        [Command::PlaceDie { .. } | Command::UsePersons { .. }] => {
            facts.extend(leads_to(after, seat));
        }
        [Command::SettleFirst { .. } | Command::Settle { .. }] => {
            facts.push(opened(before, after, seat));
        }
        [Command::PlacePriest { .. }] => {
            facts.push(falls_off(before, after, seat));
            let points = tables::PRIEST_POINTS[usize::from(before.round) - 1];
            let words = "a priest scores {count} at the end of this round";
            facts.push(fact("temple", words, points, Vec::new()));
        }
        _ => {}
    }
    if before.phase == Phase::Persons && (after.phase, after.round) != (before.phase, before.round)
    {
        let words = Telling::new("scoring", "the round is scored then");
        facts.push(Fact::new("scoring", words, -1, Vec::new()));
    }
    for &task in &before.board(seat).tasks {
        let (lacked, lacks) =
            (needs::missing(before, seat, task), needs::missing(after, seat, task));
        match after.board(seat).tasks.contains(&task) {
            true if lacks < lacked => facts.push(task_fact(task, lacks)),
            // The Yellow God replaces one thing.
            true if lacked <= 1 && lacks > lacked => facts.push(broken(task, lacked, lacks)),
            _ => {}
        }
    }
    facts
}

/// How far a task that is given up is from being complete.
fn given_up(missing: u8) -> Fact {
    let words = Telling::new("given_up", "given up, {missing} missing").with("missing", missing);
    Fact::new("given_up", words, -i32::from(missing), Vec::new())
}

/// How far a task is from being complete, where so much is missing.
fn task_fact(task: Task, missing: u8) -> Fact {
    let words = match missing {
        0 => Telling::new("task", "all is there for the task: {task}"),
        _ => {
            Telling::new("task", "{missing} missing for the task: {task}").with("missing", missing)
        }
    };
    let places = vec![format!("task_{}", task.0)];
    Fact::new("task", words.with("task", task.row().label), -i32::from(missing), places)
}

/// A task for which all was there before, or all but one, and is not then.
fn broken(task: Task, lacked: u8, lacks: u8) -> Fact {
    let words = match lacked {
        0 => Telling::new("task_broken", "no longer all there for the task: {task}"),
        _ => Telling::new("task_broken", "then {missing} missing for the task: {task}")
            .with("missing", lacks),
    };
    let places = vec![format!("task_{}", task.0)];
    Fact::new("task_broken", words.with("task", task.row().label), -1, places)
}

/// The same of a task that could be chosen.
fn new_task_fact(missing: u8) -> Fact {
    let words = match missing {
        0 => Telling::new("new_task", "all of it is there"),
        _ => Telling::new("new_task", "{missing} missing").with("missing", missing),
    };
    Fact::new("new_task", words, -i32::from(missing), Vec::new())
}

/// The points of the status track and the place in the next turn order, if nobody moved any more
/// in this round after so many steps (rulebook, Phase C, Status track).
fn status(before: &State, seat: Seat, steps: u8) -> Fact {
    let mut after = before.clone();
    evolve(&mut after, &Event::StatusMoved { seat, steps });
    let points = tables::STATUS_POINTS[usize::from(after.status[seat])];
    let place = after.standing.iter().take_while(|&&other| other != seat).count() + 1;
    let template = match points {
        1 => "status 1 point and place {place} in the next turn order, as it stands",
        _ => "status {points} points and place {place} in the next turn order, as it stands",
    };
    let words = Telling::new("status", template).with("points", points).with("place", place);
    Fact::new("status", words, -1, Vec::new())
}

/// The regions that come within reach of the next huts: one path leads there from a hut.
fn opened(before: &State, after: &State, seat: Seat) -> Fact {
    let within = |state: &State| -> BTreeSet<Region> {
        let by = |path: Path| reach::regions(state, seat, path, 6);
        by(Path::Land).into_iter().chain(by(Path::Water)).collect()
    };
    let (had, has) = (within(before), within(after));
    let opened: Vec<String> =
        has.difference(&had).map(|region| format!("region_{}", json(region))).collect();
    let words = match opened.len() {
        0 => "opens no other region",
        1 => "opens {count} region",
        _ => "opens {count} regions",
    };
    fact("opens", words, opened.len() as i32, opened)
}

/// What a hut in a region brings, the fish beside its building space, by which path one comes
/// there, and who moves aside (p. 5, "Expand"; ruling occupied building space).
fn settled(before: &State, seat: Seat, region: Region) -> Fact {
    let fish = before.fish[region as usize].value;
    let good = region.material().map_or("offering", Material::word);
    let mut words = Telling::new("region", "{good}, fish {fish}");
    words = words.with("good", good).with("fish", fish);
    if let Step::Settle { path, .. } = before.step
        && let Some(path) = reach::shortest(before, seat, path, region)
    {
        words.template.push_str(", path {path}");
        words = words.with("path", path);
    }
    if let Some(owner) = before.building_space[region as usize] {
        words.template.push_str(", {owner} moves aside");
        words = words.with("owner", owner);
    }
    Fact::new("region", words, i32::from(fish), vec![format!("region_{}", json(region))])
}

/// Whose priest a new one pushes out of the temple (rulebook, Temple).
fn falls_off(before: &State, after: &State, seat: Seat) -> Fact {
    let one_less = |of: &Seat| {
        let had = before.priests_in_temple(*of) + u8::from(*of == seat);
        after.priests_in_temple(*of) < had
    };
    let (words, rank) = match Seat::all(before.seats()).find(one_less) {
        None => (Telling::new("falls", "nobody falls off"), 0),
        Some(own) if own == seat => (Telling::new("falls", "a priest of your own falls off"), -1),
        Some(other) => {
            (Telling::new("falls", "a priest of {whose} falls off").with("whose", other), 1)
        }
    };
    Fact::new("falls", words, rank, Vec::new())
}

/// How many materials a building could take together with one on this space.
fn lies_beside(board: &Board, space: u8) -> Fact {
    let holds = |other: &u8| board.ceremony[usize::from(*other)] == Ceremony::Material;
    let beside = (0..12).filter(|other| tables::ceremony_adjacent(space, *other)).filter(holds);
    let words = match beside.clone().count() {
        0 => "no material next to it",
        1 => "{count} material next to it",
        _ => "{count} materials next to it",
    };
    let places = beside.clone().map(|other| format!("ceremony_{other}")).collect();
    fact("beside", words, beside.count() as i32, places)
}

/// What lapses when nothing more is done.
fn unused(before: &State, seat: Seat) -> Option<Fact> {
    let using = |command: &Command| matches!(command, Command::UsePersons { .. });
    match before.step {
        Step::Helper { points: 1 } => Some(lapses("one point of the helper is not used")),
        Step::Helper { points } if points > 1 => {
            let mut fact = lapses("{count} points of the helper are not used");
            fact.words = fact.words.with("count", i32::from(points));
            Some(fact)
        }
        Step::Persons if legal::legal(before, seat).iter().any(using) => {
            Some(lapses("men or women that you could use are not used"))
        }
        _ => None,
    }
}

fn lapses(words: &str) -> Fact {
    let words = Telling::new("unused", words);
    Fact::new("unused", words, -1, Vec::new())
}

/// What may be chosen from once the die lies on its tile.
fn leads_to(after: &State, seat: Seat) -> Option<Fact> {
    if after.active != seat {
        return None;
    }
    // A region is not measured against a person: the words of each kind have a name of their own.
    let (kind, one, more) = match after.step {
        Step::Settle { .. } => ("regions", "{count} region", "{count} regions"),
        Step::Person { .. } => ("persons", "{count} person", "{count} persons"),
        Step::Priest { .. } => {
            ("spaces", "{count} space of the temple", "{count} spaces of the temple")
        }
        Step::Build { .. } => ("buildings", "{count} building", "{count} buildings"),
        _ => return None,
    };
    let legal = legal::legal(after, seat);
    let places: BTreeSet<String> =
        legal.iter().map(|command| pointed_at(after, seat, command).0).collect();
    let slot = asked(&after.step);
    let count = places.len() as i32;
    let words = Telling::new(kind, if count == 1 { one } else { more }).with("count", count);
    let places = places.into_iter().map(|it| format!("{slot}_{it}")).collect();
    Some(Fact::new("choice", words, count, places))
}

fn fact(key: &str, words: &str, count: i32, places: Vec<String>) -> Fact {
    Fact::new(key, Telling::new(key, words).with("count", count), count, places)
}
