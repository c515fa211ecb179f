//! Rulings that no example of the rulebooks shows, each in a tale of its own.

use super::super::BoraBora;
use super::super::command::Command;
use super::super::event::Step;
use super::super::pieces::*;
use super::super::tables;
use super::table::*;
use crate::rules::Game;
use crate::rules::chance::Seeded;

fn with_white(die: u8, action: Action) -> Command {
    Command::PlaceDie { die, action, orange: 0, blue: None, white: Some(Means::Card) }
}

fn persons(gender: Gender, effect: Effect) -> Command {
    Command::UsePersons { gender, effect, green: None }
}

fn complete(label: &str, yellow: Option<Means>) -> Command {
    Command::CompleteTask { task: task(label), yellow }
}

#[test]
fn white_lets_a_die_act_as_a_six_in_every_action() {
    let after = |action| {
        table(4)
            .hut(ANNA, Region::CentralPlain)
            .person(ANNA, 1, man(Effect::Shell, 1))
            .materials(ANNA, &[0, 1])
            .hand(ANNA, &[God::White])
            .tale()
            .when(ANNA, with_white(1, action))
            .state()
            .step
            .clone()
    };
    assert_eq!(after(Action::Temple), Step::Priest { limit: 6 });
    assert_eq!(after(Action::Helper), Step::Helper { points: 6 });
    assert_eq!(after(Action::Man), Step::Person { gender: Gender::Man, limit: 6 });
    assert_eq!(after(Action::Woman), Step::Person { gender: Gender::Woman, limit: 6 });
    assert_eq!(after(Action::Build), Step::Build { limit: 6 });
    assert_eq!(after(Action::LandPath), Step::Settle { path: Path::Land, limit: 6 });
    assert_eq!(after(Action::WaterPath), Step::Settle { path: Path::Water, limit: 6 });
}

#[test]
fn white_does_not_make_a_placement_legal() {
    table(4).hand(ANNA, &[God::White]).on_tile(Action::Helper, BEN, 3).tale().when_refused(
        ANNA,
        with_white(4, Action::Helper),
        "die_not_lower",
    );
}

#[test]
fn red_scores_the_fish_of_a_region_that_a_person_settles_in_phase_b() {
    table(4)
        .hut(ANNA, Region::CentralMountain)
        .person(ANNA, 1, man(Effect::LandPath, 1))
        .person(ANNA, 2, man(Effect::LandPath, 2))
        .hand(ANNA, &[God::Red])
        .fish(Region::CentralPlain, 6)
        .step(ANNA, Step::Persons)
        .tale()
        .when(ANNA, persons(Gender::Man, Effect::LandPath))
        .when(
            ANNA,
            Command::Settle {
                region: Region::CentralPlain,
                hut: Spot::Ordinary,
                red: Some(Means::Card),
            },
        )
        .then(|state| assert_eq!(state.board(ANNA).total(), 6));
}

#[test]
fn who_could_use_yellow_may_give_a_task_up_instead() {
    table(2)
        .tasks(ANNA, &["three wood"])
        .materials(ANNA, &[2, 5])
        .hand(ANNA, &[God::Yellow])
        .step(ANNA, Step::Task)
        .tale()
        .when(ANNA, Command::SurrenderTask { task: task("three wood") })
        .then(|state| assert_eq!(state.board(ANNA).cards, [God::Yellow]));
}

#[test]
fn yellow_may_complete_one_task_while_another_is_complete() {
    table(2)
        .tasks(ANNA, &["three wood", "five shells"])
        .materials(ANNA, &[2, 5])
        .shells(ANNA, 5)
        .hand(ANNA, &[God::Yellow])
        .step(ANNA, Step::Task)
        .tale()
        .when(ANNA, complete("three wood", Some(Means::Card)))
        .then(|state| assert_eq!(state.board(ANNA).total(), 4));
}

#[test]
fn a_god_tile_serves_as_yellow_without_an_offering() {
    table(2)
        .tasks(ANNA, &["three wood"])
        .materials(ANNA, &[2, 5])
        .offerings(ANNA, 0)
        .step(ANNA, Step::Task)
        .tale()
        .when(ANNA, complete("three wood", Some(Means::Tile)))
        .then(|state| assert_eq!(state.board(ANNA).god_tiles, 0));
}

#[test]
fn unused_god_tiles_count_for_the_task_of_two_god_tiles() {
    let task = || complete("two god tiles", None);
    let table = || table(2).tasks(ANNA, &["two god tiles"]).step(ANNA, Step::Task);
    table().tale().when_refused(ANNA, task(), "task_not_fulfilled");
    table()
        .god_tiles(ANNA, 2)
        .with(|state| state.god_tiles -= 1)
        .tale()
        .when(ANNA, task())
        .then(|state| assert_eq!(state.board(ANNA).god_tiles, 2, "nothing is paid"));
}

#[test]
fn materials_beside_the_board_are_for_tasks_and_never_for_building() {
    let beside = |state: &mut super::super::state::State| state.boards[ANNA].beside = [9, 9, 9];
    table(2)
        .tasks(ANNA, &["three wood"])
        .with(beside)
        .step(ANNA, Step::Task)
        .tale()
        .when(ANNA, complete("three wood", None));
    table(4).with(beside).tale().when_refused(ANNA, place(4, Action::Build), "action_impossible");
}

#[test]
fn offerings_and_shells_never_run_out() {
    table(2)
        .dice(ANNA, &[6])
        .offerings(ANNA, 60)
        .offerings(BEN, 60)
        .shells(ANNA, 90)
        .shells(BEN, 90)
        .person(ANNA, 3, woman(Effect::Shell, 3))
        .tale()
        .when(ANNA, place(6, Action::Helper))
        .when(ANNA, Command::TakeOffering {})
        .when(ANNA, Command::ShiftPerson { space: 3 })
        .then(|state| {
            assert_eq!((state.board(ANNA).offerings, state.board(ANNA).shells), (61, 93));
        });
}

#[test]
fn a_person_is_shifted_once_and_works_on() {
    table(4)
        .dice(ANNA, &[6])
        .person(ANNA, 1, woman(Effect::Shell, 1))
        .shifted(ANNA, 1)
        .tale()
        .when(ANNA, place(6, Action::Helper))
        .when_refused(ANNA, Command::ShiftPerson { space: 1 }, "shifted_already");
    table(4)
        .person(ANNA, 1, woman(Effect::Shell, 1))
        .shifted(ANNA, 1)
        .shells(ANNA, 0)
        .step(ANNA, Step::Persons)
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::Shell))
        .then(|state| assert_eq!(state.board(ANNA).shells, 1));
}

#[test]
fn who_stands_on_the_last_status_step_stays_there() {
    let last = tables::STATUS_POINTS.len() as u8 - 1;
    table(4)
        .dice(ANNA, &[6])
        .person(ANNA, 1, man(Effect::Shell, 3))
        .with(|state| state.status[ANNA] = last)
        .tale()
        .when(ANNA, place(6, Action::Helper))
        .when(ANNA, Command::ShiftPerson { space: 1 })
        .then(|state| assert_eq!(state.status[ANNA], last));
}

#[test]
fn a_rewind_shuffles_all_four_piles_and_touches_nothing_else() {
    let before = table(4).tale().state().clone();
    let mut orders = [const { std::collections::BTreeSet::new() }; 4];
    for luck in 0..8 {
        let event = BoraBora::reshuffle(&before, &mut Seeded::new(luck)).expect("there are piles");
        let mut after = before.clone();
        BoraBora::evolve(&mut after, &event);
        BoraBora::audit(&after).expect("nothing is lost");
        let piles = [
            format!("{:?}", after.men_pile),
            format!("{:?}", after.women_pile),
            format!("{:?}", after.task_pile),
            format!("{:?}", after.card_pile),
        ];
        for (known, pile) in orders.iter_mut().zip(piles) {
            known.insert(pile);
        }
        after.men_pile.clone_from(&before.men_pile);
        after.women_pile.clone_from(&before.women_pile);
        after.task_pile.clone_from(&before.task_pile);
        after.card_pile.clone_from(&before.card_pile);
        assert_eq!(after, before);
    }
    assert!(orders.iter().all(|known| known.len() > 4), "each pile comes in many orders");
}
