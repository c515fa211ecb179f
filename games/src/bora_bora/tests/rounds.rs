//! Phase C, tasks, and the end.

use super::super::BoraBora;
use super::super::command::Command;
use super::super::decide::needs::missing;
use super::super::event::Step;
use super::super::pieces::*;
use super::super::tables;
use super::table::*;
use crate::rules::chance::Seeded;
use crate::rules::{Game, Turn};

fn complete(label: &str, yellow: Option<Means>) -> Command {
    Command::CompleteTask { task: task(label), yellow }
}

/// Phase B is over for the only one with a person; phase C begins.
fn into_scoring(table: Table) -> Tale {
    table
        .person(ANNA, 1, man(Effect::Offering, 1))
        .step(ANNA, Step::Persons)
        .tale()
        .when(ANNA, Command::Finish {})
}

#[test]
fn status_scores_first_then_makes_the_new_order_with_unmoved_markers_behind() {
    into_scoring(table(3).with(|state| {
        state.status[CLEO] = 5;
        state.standing = vec![CLEO, ANNA, BEN];
    }))
    .then(|state| {
        assert_eq!(state.board(CLEO).points[Source::Status as usize], 4);
        assert_eq!(state.order, [CLEO, ANNA, BEN]);
        assert_eq!((state.status[CLEO], state.active), (0, CLEO));
    });
}

#[test]
fn priests_score_one_two_or_three_by_round() {
    for (round, each) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        let priests = [Some(BEN), None, Some(BEN), None, None, Some(CLEO)];
        into_scoring(table(3).temple(priests).round(round)).then(|state| {
            let scored = |seat| state.board(seat).points[Source::Temple as usize];
            assert_eq!((scored(BEN), scored(CLEO), scored(ANNA)), (2 * each, each, 0));
        });
    }
}

#[test]
fn the_god_tile_goes_to_most_priests_then_to_the_leftmost_and_else_out_of_the_game() {
    let tiles = |priests| {
        let tale = into_scoring(table(3).temple(priests));
        let state = tale.state();
        assert_eq!(state.god_tiles, 5);
        [ANNA, BEN, CLEO].map(|seat| state.board(seat).god_tiles)
    };
    assert_eq!(tiles([Some(CLEO), Some(BEN), Some(BEN), None, None, None]), [1, 2, 1]);
    assert_eq!(tiles([None, Some(CLEO), Some(BEN), Some(BEN), None, Some(CLEO)]), [1, 1, 2]);
    assert_eq!(tiles([None; 6]), [1, 1, 1]);
}

#[test]
fn one_piece_of_jewelry_each_is_bought_in_the_new_order_and_who_cannot_pay_is_not_asked() {
    let dearest = |state: &super::super::state::State| {
        let costs = state.jewelry[0].iter().map(|jewel| jewel.cost);
        costs.enumerate().max_by_key(|(_, cost)| *cost).map(|(at, _)| at as u8 + 1).unwrap()
    };
    let tale = into_scoring(table(3).shells(BEN, 9).shells(CLEO, 1).with(|state| {
        state.standing = vec![CLEO, BEN, ANNA];
        state.jewelry[0].sort_by_key(|jewel| jewel.cost);
        state.jewelry[0][0].cost = 1;
    }));
    assert_eq!((tale.state().active, tale.state().step.clone()), (CLEO, Step::Jewelry));
    let place = dearest(tale.state());
    let tale = tale
        .when_refused(CLEO, Command::BuyJewelry { place }, "too_few_shells")
        .when_refused(CLEO, Command::BuyJewelry { place: 5 }, "no_such_jewelry")
        .when(CLEO, Command::Finish {})
        .when(BEN, Command::BuyJewelry { place });
    let state = tale.state();
    assert_eq!((state.board(BEN).jewelry.len(), state.jewelry[0].len()), (1, 3));
    assert_eq!((state.active, state.step.clone()), (CLEO, Step::Task), "Anna has no shells");
}

#[test]
fn who_can_complete_a_task_must_and_who_cannot_gives_one_up() {
    let table = || {
        table(2)
            .tasks(ANNA, &["five shells", "three sand", "four offerings"])
            .tasks(BEN, &["five shells", "three wood", "any four men"])
            .shells(ANNA, 5)
            .step(ANNA, Step::Task)
    };
    table()
        .tale()
        .when_refused(ANNA, Command::SurrenderTask { task: task("three sand") }, "must_complete")
        .when_refused(ANNA, complete("three sand", None), "task_not_fulfilled")
        .when_refused(ANNA, complete("any four men", None), "no_such_task")
        .when(ANNA, complete("five shells", None))
        .then(|state| {
            let board = state.board(ANNA);
            assert_eq!(
                (board.total(), board.shells, board.completed),
                (6, 5, 1),
                "nothing is paid"
            );
        })
        .when(BEN, Command::SurrenderTask { task: task("any four men") })
        .then(|state| {
            assert_eq!((state.board(BEN).total(), state.board(BEN).completed), (0, 0));
            assert_eq!((state.active, state.step.clone()), (ANNA, Step::NewTask));
        });
}

#[test]
fn yellow_replaces_one_requirement_for_four_points() {
    let card = Some(Means::Card);
    table(2)
        .tasks(ANNA, &["three wood", "three sand", "five shells"])
        .materials(ANNA, &[2, 5, 0])
        .hand(ANNA, &[God::Yellow])
        .shells(ANNA, 5)
        .step(ANNA, Step::Task)
        .tale()
        .when_refused(ANNA, complete("three sand", card), "task_not_fulfilled")
        .when_refused(ANNA, complete("five shells", card), "god_not_needed")
        .when(ANNA, complete("three wood", card))
        .then(|state| assert_eq!(state.board(ANNA).total(), 4));
}

#[test]
fn yellow_helps_with_eight_of_nine_regions_or_one_part_of_two() {
    let mut nine = table(2).tasks(ANNA, &["huts in any nine regions"]);
    for region in &Region::ALL[..8] {
        nine = nine.hut(ANNA, *region);
    }
    nine.hand(ANNA, &[God::Yellow])
        .step(ANNA, Step::LastTasks)
        .tale()
        .when(ANNA, complete("huts in any nine regions", Some(Means::Card)))
        .then(|state| assert_eq!(state.board(ANNA).total(), 4));
    table(2)
        .tasks(ANNA, &["a man and a woman"])
        .person(ANNA, 1, man(Effect::Shell, 1))
        .hand(ANNA, &[God::Yellow])
        .step(ANNA, Step::LastTasks)
        .tale()
        .when(ANNA, complete("a man and a woman", Some(Means::Card)));
}

#[test]
fn what_yellow_costs_is_gone_before_the_task_is_looked_at() {
    let card = Some(Means::Card);
    // Three offerings, one of them paid: two are left, and two of four is too few.
    table(2)
        .tasks(ANNA, &["four offerings"])
        .offerings(ANNA, 3)
        .hand(ANNA, &[God::Yellow])
        .step(ANNA, Step::Task)
        .tale()
        .when_refused(ANNA, complete("four offerings", card), "task_not_fulfilled");
    // A god tile costs no offering.
    table(2)
        .tasks(ANNA, &["four offerings"])
        .offerings(ANNA, 3)
        .step(ANNA, Step::Task)
        .tale()
        .when(ANNA, complete("four offerings", Some(Means::Tile)));
    // The card played is no card of the task.
    table(2)
        .tasks(ANNA, &["two Yellow cards"])
        .hand(ANNA, &[God::Yellow])
        .step(ANNA, Step::Task)
        .tale()
        .when_refused(ANNA, complete("two Yellow cards", card), "task_not_fulfilled");
    // A tile given up is no unused tile.
    table(2).tasks(ANNA, &["two god tiles"]).step(ANNA, Step::Task).tale().when_refused(
        ANNA,
        complete("two god tiles", Some(Means::Tile)),
        "task_not_fulfilled",
    );
}

#[test]
fn two_equal_cards_serve_as_yellow_but_never_as_cards_of_a_task() {
    table(2)
        .tasks(ANNA, &["three wood"])
        .materials(ANNA, &[2, 5])
        .hand(ANNA, &[God::Red, God::Red])
        .step(ANNA, Step::Task)
        .tale()
        .when(ANNA, complete("three wood", Some(Means::Pair(God::Red))));
    let state = table(2).hand(ANNA, &[God::Red, God::Red]).god_tiles(ANNA, 3).0;
    assert_eq!(missing(&state, ANNA, task("two Blue cards")), 2);
    assert_eq!(missing(&state, ANNA, task("three god cards of one colour")), 1);
    assert_eq!(missing(&state, ANNA, task("four god cards of different colours")), 3);
    assert_eq!(missing(&state, ANNA, task("two god tiles")), 0, "unused ones count");
}

#[test]
fn huts_beside_the_building_space_count_for_tasks_and_materials_beside_the_board_too() {
    let mountains = [Region::CentralMountain, Region::NorthMountain, Region::WestMountain];
    let mut table =
        table(2).materials(ANNA, &[1]).with(|state| state.boards[ANNA].beside = [0, 2, 0]);
    for region in mountains {
        table = table.hut(ANNA, region).hut(BEN, region);
    }
    let state = table.0;
    assert_eq!(missing(&state, ANNA, task("huts in all three mountain regions")), 0);
    assert_eq!(missing(&state, ANNA, task("three stone")), 0);
    assert_eq!(missing(&state, ANNA, task("any five building materials")), 2);
    assert_eq!(missing(&state, ANNA, task("huts on all five islands")), 2);
}

#[test]
fn persons_count_by_effect_over_both_genders_and_when_shifted() {
    let state = table(2)
        .person(ANNA, 1, man(Effect::Shell, 1))
        .person(ANNA, 2, woman(Effect::Shell, 1))
        .person(ANNA, 3, woman(Effect::Shell, 2))
        .shifted(ANNA, 2)
        .0;
    assert_eq!(missing(&state, ANNA, task("two persons of the kind ‘shell’")), 0);
    assert_eq!(missing(&state, ANNA, task("three different women")), 2, "two are alike");
    assert_eq!(missing(&state, ANNA, task("any three women shifted down")), 2);
    assert_eq!(missing(&state, ANNA, task("any five persons shifted down")), 4);
    assert_eq!(missing(&state, ANNA, task("a man and the first turn order tile")), 0);
    assert_eq!(missing(&state, BEN, task("a man and the first turn order tile")), 2);
    assert_eq!(missing(&state, ANNA, task("four huts on space 12")), 0);
}

#[test]
fn new_tasks_are_chosen_in_order_and_the_rest_leaves_with_the_other_leftovers() {
    let tale = table(2)
        .with(|state| {
            state.boards[ANNA].tasks.truncate(2);
            state.boards[BEN].tasks.truncate(2);
        })
        .step(ANNA, Step::NewTask)
        .tale()
        .with_chance(Seeded::new(8));
    let open = tale.state().tasks.clone();
    let tale = tale
        .when(ANNA, Command::ChooseTask { task: open[0] })
        .when_refused(BEN, Command::ChooseTask { task: open[0] }, "no_such_task")
        .when(BEN, Command::ChooseTask { task: open[1] });
    let state = tale.state();
    assert_eq!((state.round, state.step.clone()), (2, Step::Die));
    assert_eq!((state.tasks.len(), state.jewelry.len(), state.people_gone), (4, 5, 12));
    assert!(!state.tasks.contains(&open[2]), "leftovers do not come back");
    assert!(state.tiles.iter().all(|tile| tile.dice.is_empty()));
}

#[test]
fn after_round_six_a_new_task_is_taken_and_then_the_last_three_are_completed() {
    let tale = table(2)
        .round(6)
        .with(|state| {
            state.boards[ANNA].tasks.truncate(2);
            state.boards[BEN].tasks.truncate(2);
            state.jewelry.truncate(1);
        })
        .step(ANNA, Step::NewTask)
        .tale();
    let open = tale.state().tasks.clone();
    tale.when(ANNA, Command::ChooseTask { task: open[0] })
        .when(BEN, Command::ChooseTask { task: open[1] })
        .then(|state| {
            assert_eq!((state.active, state.step.clone()), (ANNA, Step::LastTasks));
            assert_eq!(state.board(ANNA).tasks.len(), 3);
        });
}

#[test]
fn three_yellow_gods_may_help_with_the_last_three_tasks() {
    table(2)
        .tasks(ANNA, &["three wood", "three sand", "three stone"])
        .materials(ANNA, &[2, 5, 0, 3, 1, 4])
        .hand(ANNA, &[God::Yellow, God::Yellow, God::Yellow])
        .offerings(ANNA, 3)
        .step(ANNA, Step::LastTasks)
        .tale()
        .when(ANNA, complete("three wood", Some(Means::Card)))
        .when(ANNA, complete("three sand", Some(Means::Card)))
        .when(ANNA, complete("three stone", Some(Means::Card)))
        .then(|state| {
            assert_eq!(state.board(ANNA).total(), 12);
            assert_eq!(state.active, BEN, "with no task left nothing is asked");
        });
}

#[test]
fn the_end_scores_tiles_fish_jewelry_and_the_six_bonuses() {
    let mut table =
        table(2).god_tiles(ANNA, 2).tasks(ANNA, &["five shells"]).tasks(BEN, &["three sand"]);
    // Huts everywhere, Ben's later one takes a building space back.
    for region in Region::ALL {
        if let Some(from) = (0..12).find(|at| table.0.boards[ANNA].huts[*at] > 0) {
            table.0.boards[ANNA].huts[from] -= 1;
            table.0.building_space[*region as usize] = Some(ANNA);
            table.0.settled[ANNA][*region as usize] = true;
        }
    }
    let fish: i32 = table.0.fish.iter().map(|fish| i32::from(fish.value)).sum();
    let lost = i32::from(table.0.fish[Region::CentralPlain as usize].value);
    table = table.hut(BEN, Region::CentralPlain).with(|state| {
        let board = &mut state.boards[ANNA];
        for value in 1..=6u8 {
            let at = usize::from(value - 1) * 2;
            board.ceremony[at] = Ceremony::Building(value);
            board.ceremony[at + 1] = Ceremony::Building(value);
            board.built[usize::from(value) - 1] = true;
        }
        board.completed = 9;
        board.jewelry = tables::JEWELRY[..6].to_vec();
        board.offerings = 9;
        board.shells = 0;
    });
    for space in 1..=12u8 {
        let person = tables::people(Gender::Man)[usize::from(space) * 2];
        table = table.person(ANNA, space, person);
    }
    let jewelry: i32 = tables::JEWELRY[..6].iter().map(|jewel| i32::from(jewel.points)).sum();
    let tale = table
        .step(ANNA, Step::LastTasks)
        .tale()
        .when(ANNA, Command::Finish {})
        .when(BEN, Command::Finish {});
    let sheet = &BoraBora::score(tale.state())[ANNA];
    let points = |rule: &str| {
        sheet.lines.iter().find(|line| line.rule == rule).map_or(0, |line| line.points)
    };
    assert_eq!(points("god_tiles"), 4);
    assert_eq!(points("fish"), fish - lost, "a hut beside the building space gives no fish");
    assert_eq!(points("jewelry"), jewelry);
    for bonus in
        ["nine_tasks", "six_jewels", "ceremony", "six_buildings", "all_regions", "all_persons"]
    {
        assert_eq!(points(bonus), 6, "{bonus}");
    }
    assert_eq!(sheet.total(), 4 + fish - lost + jewelry + 36, "nothing else is worth anything");
    assert!(matches!(BoraBora::turn(tale.state()), Turn::Over(_)));
}

#[test]
fn a_tie_is_won_by_the_earlier_in_the_last_turn_order() {
    let tale = table(3)
        .with(|state| {
            state.order = vec![CLEO, BEN, ANNA];
            for (seat, points) in [(ANNA, 40), (BEN, 50), (CLEO, 50)] {
                state.boards[seat].points[Source::Helper as usize] = points;
            }
            state.step = Step::Over;
        })
        .tale();
    let Turn::Over(ranking) = BoraBora::turn(tale.state()) else { panic!("it is over") };
    assert_eq!(ranking.iter().map(|s| s.seat).collect::<Vec<_>>(), [CLEO, BEN, ANNA]);
    assert_eq!(ranking.iter().map(|s| s.place).collect::<Vec<_>>(), [1, 2, 3]);
}
