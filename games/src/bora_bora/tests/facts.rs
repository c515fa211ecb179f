//! What is said of a choice is so: over random matches, and where those seldom come.

use super::super::BoraBora;
use super::super::command::Command;
use super::super::event::{Event, Step};
use super::super::facts::facts;
use super::super::pieces::*;
use super::super::state::State;
use super::super::tables::{PATHS, PRIEST_POINTS, STATUS_POINTS};
use super::laws::{Taken, steps};
use super::table::*;
use crate::rules::offer::weigh;
use crate::rules::{Game, Seat, Viewer};
use std::collections::BTreeSet;

fn said(taken: &Taken, key: &str) -> String {
    let Taken { seat, command, before, after, .. } = taken;
    let facts = facts(before, after, *seat, std::slice::from_ref(command));
    let fact = facts.iter().find(|fact| fact.key == key);
    fact.unwrap_or_else(|| panic!("nothing is said of {command:?}: {facts:?}"))
        .words
        .sentence(|seat| format!("{seat:?}"))
}

/// The regions without a hut of a seat that a path leads to from one with.
fn beside_huts(state: &State, seat: Seat) -> BTreeSet<Region> {
    let settled = |region: Region| state.settled[seat][region as usize];
    let ends = PATHS.iter().flat_map(|&(_, a, b, _)| [(a, b), (b, a)]);
    ends.filter(|(from, to)| settled(*from) && !settled(*to)).map(|(_, to)| to).collect()
}

#[test]
fn a_hut_opens_as_many_regions_as_are_told() {
    let mut met = [0; 3];
    for taken in (0..12).flat_map(steps) {
        let (Command::SettleFirst { .. } | Command::Settle { .. }) = taken.command else {
            continue;
        };
        let [before, after] =
            [&taken.before, &taken.after].map(|state| beside_huts(state, taken.seat));
        let opened = after.difference(&before).count();
        let told = match opened {
            0 => "opens no other region".to_owned(),
            1 => "opens 1 region".to_owned(),
            _ => format!("opens {opened} regions"),
        };
        assert_eq!(said(&taken, "opens"), told);
        met[opened.min(2)] += 1;
    }
    assert!(met.iter().all(|&met| met > 10), "{met:?}");
}

#[test]
fn a_step_and_a_shell_tell_the_points_of_the_status_and_the_next_place() {
    let mut met = BTreeSet::new();
    for taken in (0..30).flat_map(steps) {
        let (state, seat) = (&taken.before, taken.seat);
        let step = state.status[seat];
        // A marker that moves lies on top of those on its space; one that stays keeps its place.
        let (to, place) = match taken.command {
            Command::TakeStep {} if usize::from(step) + 1 < STATUS_POINTS.len() => {
                let further = Seat::all(state.seats()).filter(|other| *other != seat);
                (step + 1, further.filter(|other| state.status[*other] > step + 1).count())
            }
            Command::TakeShell {} => {
                (step, state.standing.iter().position(|other| *other == seat).expect("a marker"))
            }
            _ => continue,
        };
        let points = STATUS_POINTS[usize::from(to)];
        let s = if points == 1 { "" } else { "s" };
        let told = format!(
            "status {points} point{s} and place {} in the next turn order, as it stands",
            place + 1
        );
        assert_eq!(said(&taken, "status"), told);
        met.insert((points, place));
    }
    assert!(met.len() > 6, "{met:?}");
}

#[test]
fn a_priest_tells_what_each_scores_at_the_end_of_the_round() {
    let mut met = BTreeSet::new();
    for taken in (0..6).flat_map(steps) {
        let Command::PlacePriest { .. } = taken.command else { continue };
        let points = PRIEST_POINTS[usize::from(taken.before.round) - 1];
        let told = format!("a priest scores {points} at the end of this round");
        assert_eq!(said(&taken, "temple"), told);
        met.insert(points);
    }
    assert_eq!(met, BTreeSet::from([1, 2, 3]));
}

#[test]
fn persons_tell_how_many_things_they_lead_to() {
    let mut met = BTreeSet::new();
    for taken in (0..30).flat_map(steps) {
        let Command::UsePersons { effect, .. } = taken.command else { continue };
        let awaited = taken.events.iter().rev().find_map(|event| match event {
            Event::Awaited { step, .. } => Some(step),
            _ => None,
        });
        let Some(Step::Settle { .. } | Step::Person { .. } | Step::Build { .. }) = awaited else {
            continue;
        };
        let weighed = weigh::<BoraBora>(&taken.after, taken.seat, &|_| false).choices;
        let first: BTreeSet<&str> =
            weighed.iter().map(|choice| choice.parts[0].value.as_str()).collect();
        let count = said(&taken, "choice");
        assert_eq!(count.split(' ').next(), Some(first.len().to_string().as_str()), "{count}");
        met.insert(effect);
    }
    assert_eq!(met.len(), 5, "{met:?}");
}

#[test]
fn where_no_task_can_be_completed_it_is_asked_which_one_is_given_up_and_how_much_is_missing() {
    let labels = ["four offerings", "three priests in the temple", "huts in any nine regions"];
    let tale = table(2).step(ANNA, Step::Task).tasks(ANNA, &labels).tale();
    let told = weigh::<BoraBora>(tale.state(), ANNA, &|_| true).choices.into_iter().map(|choice| {
        assert!(matches!(choice.commands[..], [Command::SurrenderTask { .. }]), "{choice:?}");
        assert_eq!((choice.parts.len(), choice.parts[0].slot.as_str()), (1, "given_up"));
        let worth = choice.worth.expect("it was asked for");
        worth.facts[0].words.sentence(|seat| seat.to_string())
    });
    let expected = [2, 3, 9].map(|count| format!("given up, {count} missing"));
    assert!(told.eq(expected));
}

#[test]
fn what_spends_that_for_which_a_task_is_waiting_says_so() {
    let labels = ["three god cards of one colour", "four offerings"];
    let table = table(2).god_tiles(ANNA, 0).hand(ANNA, &[God::Red, God::Red, God::Red]);
    let before = table.tasks(ANNA, &labels).0;
    let mut after = before.clone();
    after.boards[ANNA].cards.pop();
    let told = |before: &State, after: &State| -> Vec<String> {
        let facts = facts(before, after, ANNA, &[Command::TakeShell {}]).into_iter();
        let tasks = facts.filter(|fact| fact.key.starts_with("task"));
        tasks.map(|fact| fact.words.sentence(|seat| seat.to_string())).collect()
    };
    let lost = format!("no longer all there for the task: {}", labels[0]);
    assert_eq!(told(&before, &after), [lost]);
    let mut further = after.clone();
    further.boards[ANNA].cards.pop();
    let lost = format!("then 2 missing for the task: {}", labels[0]);
    assert_eq!(told(&after, &further), [lost]);
    assert_eq!(told(&after, &before), [format!("all is there for the task: {}", labels[0])]);
    assert!(told(&before, &before).is_empty());
}

#[test]
fn how_much_is_missing_for_a_task_is_told_to_whose_it_is_alone() {
    let state = table(2).tasks(ANNA, &["four offerings", "two god tiles"]).god_tiles(ANNA, 3).0;
    for (viewer, told) in [
        (Viewer::Seat(ANNA), [Some(2), Some(0)]),
        (Viewer::Seat(BEN), [None, None]),
        (Viewer::Spectator, [None, None]),
    ] {
        let seen = BoraBora::view(&state, viewer);
        let missing = seen.boards[ANNA].tasks.iter().map(|task| task.missing);
        assert!(missing.eq(told), "{viewer:?}");
        assert!(seen.tasks.iter().all(|task| task.missing.is_none()));
    }
}

/// The last choice of a round shows the next dice, and what it is about is known all the same.
#[test]
fn of_a_choice_that_shows_something_hidden_all_is_told_that_does_not_depend_on_it() {
    let mut met = BTreeSet::new();
    for taken in (0..60).flat_map(steps) {
        let key = match taken.command {
            Command::ChooseTask { .. } => "new_task",
            Command::SettleFirst { .. } => "region",
            Command::TakeStep {} | Command::TakeShell {} => "status",
            _ => continue,
        };
        let weighed = weigh::<BoraBora>(&taken.before, taken.seat, &|_| true).choices;
        for worth in weighed.into_iter().filter_map(|choice| choice.worth) {
            if worth.reveals {
                let told = worth.facts.iter().map(|fact| fact.key.as_str());
                assert_eq!(told.clone().next(), Some(key), "{:?}", worth.facts);
                met.extend(told.map(str::to_owned));
            }
        }
    }
    let keys = ["new_task", "region", "opens", "task"];
    assert!(keys.iter().all(|key| met.contains(*key)), "{met:?}");
}
