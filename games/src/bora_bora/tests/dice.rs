//! Phase A: dice and what they do.

use super::super::command::Command;
use super::super::event::{Event, Step};
use super::super::pieces::*;
use super::table::*;
use crate::rules::chance::Seeded;

#[test]
fn a_die_must_be_lower_than_the_lowest_on_the_tile() {
    // English rules p. 5: with a 5 and a 3 there, only a 1 or 2 may follow.
    let tale = table(4)
        .dice(ANNA, &[1, 2, 3])
        .on_tile(Action::Helper, BEN, 5)
        .on_tile(Action::Helper, CLEO, 3)
        .tale();
    let dice: Vec<u8> = tale
        .legal(ANNA)
        .iter()
        .filter_map(|command| match command {
            Command::PlaceDie { die, action: Action::Helper, blue: None, white: None, .. } => {
                Some(*die)
            }
            _ => None,
        })
        .collect();
    assert_eq!(dice, [2, 1]);
    tale.when_refused(ANNA, place(3, Action::Helper), "die_not_lower")
        .when_refused(ANNA, place(6, Action::Helper), "no_such_die")
        .when(ANNA, place(2, Action::Helper));
}

#[test]
fn fishing_takes_any_die_for_two_points_so_nobody_is_ever_stuck() {
    table(4)
        .dice(ANNA, &[6])
        .on_tile(Action::Fishing, BEN, 1)
        .tale()
        .when(ANNA, place(6, Action::Fishing))
        .then(|state| {
            assert_eq!(state.board(ANNA).total(), 2);
            assert_eq!((state.active, state.step.clone()), (BEN, Step::Die));
        });
}

#[test]
fn a_combined_tile_serves_either_action_but_keeps_one_lowest_die() {
    // English rules p. 11: Don's 3 for a woman leaves a 2 or 1, for a man or a woman.
    table(2)
        .with(|state| state.boards[ANNA].huts = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 3])
        .tale()
        .when(ANNA, place(3, Action::Woman))
        .when(ANNA, Command::TakePerson { position: 1, onto: Spot::Ordinary })
        .when_refused(BEN, place(5, Action::Man), "die_not_lower");
}

#[test]
fn expanding_reaches_what_the_rulebooks_picture_reaches() {
    // English rules p. 5: from the central island's mountain.
    let reach = |path, limit| {
        let tale =
            table(4).hut(ANNA, Region::CentralMountain).step(ANNA, Step::Settle { path, limit });
        regions(&tale.tale().legal(ANNA))
    };
    assert_eq!(reach(Path::Water, 4), [Region::EastBeach]);
    assert_eq!(reach(Path::Water, 6), [Region::EastBeach, Region::SouthPlain]);
    assert_eq!(reach(Path::Land, 2), [Region::CentralBeach]);
    assert_eq!(reach(Path::Land, 4), [Region::CentralPlain, Region::CentralBeach]);
    assert!(!reach(Path::Land, 6).contains(&Region::CentralForest), "never diagonally");
}

#[test]
fn a_new_hut_takes_the_building_space_and_the_old_one_moves_aside() {
    table(4)
        .hut(ANNA, Region::CentralMountain)
        .hut(BEN, Region::CentralPlain)
        .tale()
        .when(ANNA, place(4, Action::LandPath))
        .when_refused(ANNA, settle(Region::CentralForest), "out_of_reach")
        .when_refused(ANNA, settle(Region::CentralMountain), "settled_already")
        .when(ANNA, settle(Region::CentralPlain))
        .then(|state| {
            assert_eq!(state.building_space[Region::CentralPlain as usize], Some(ANNA));
            assert!(state.settled[BEN][Region::CentralPlain as usize], "Ben's stays in the region");
            assert_eq!(state.board(ANNA).offerings, 3, "a plain brings an offering");
        });
}

#[test]
fn a_hut_beside_the_building_space_still_serves_to_expand() {
    let tale = table(4)
        .hut(ANNA, Region::CentralMountain)
        .hut(BEN, Region::CentralMountain)
        .step(ANNA, Step::Settle { path: Path::Land, limit: 4 })
        .tale();
    assert_eq!(regions(&tale.legal(ANNA)), [Region::CentralPlain, Region::CentralBeach]);
}

#[test]
fn a_player_may_take_the_hut_from_space_twelve() {
    table(4)
        .hut(ANNA, Region::CentralMountain)
        .tale()
        .when(ANNA, place(4, Action::LandPath))
        .when(ANNA, Command::Settle { region: Region::CentralPlain, hut: Spot::Twelfth, red: None })
        .then(|state| assert_eq!(state.board(ANNA).huts[11], 1));
}

#[test]
fn a_material_goes_onto_a_space_of_choice_or_beside_a_full_board() {
    let tale = table(4)
        .hut(ANNA, Region::CentralMountain)
        .tale()
        .when(ANNA, place(4, Action::LandPath))
        .when(ANNA, settle(Region::CentralBeach));
    assert_eq!(tale.legal(ANNA).len(), 4, "four spaces want sand");
    tale.when_refused(ANNA, Command::PlaceMaterial { space: 1 }, "space_not_free")
        .when(ANNA, Command::PlaceMaterial { space: 3 })
        .then(|state| {
            assert_eq!(state.board(ANNA).ceremony[3], Ceremony::Material);
            assert_eq!(state.active, BEN);
        });
    table(4)
        .hut(ANNA, Region::CentralMountain)
        .materials(ANNA, &[0, 3, 6])
        .tale()
        .when(ANNA, place(4, Action::LandPath))
        .when(ANNA, settle(Region::CentralBeach))
        .then(|state| {
            let (board, only) = (state.board(ANNA), 9);
            assert_eq!(
                board.ceremony[only],
                Ceremony::Material,
                "the only free space is not asked for"
            );
        });
    table(4)
        .hut(ANNA, Region::CentralMountain)
        .materials(ANNA, &[0, 3, 6, 9])
        .tale()
        .when(ANNA, place(4, Action::LandPath))
        .when(ANNA, settle(Region::CentralBeach))
        .then(|state| assert_eq!(state.board(ANNA).beside, [1, 0, 0]));
}

#[test]
fn a_woman_comes_from_a_position_up_to_the_die_onto_a_free_space() {
    let free = |state: &mut super::super::state::State| {
        state.boards[ANNA].huts = [1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 3];
    };
    table(4)
        .with(free)
        .tale()
        .when(ANNA, place(4, Action::Woman))
        .when_refused(ANNA, Command::TakePerson { position: 5, onto: Spot::Ordinary }, "too_high")
        .when_refused(
            ANNA,
            Command::TakePerson { position: 4, onto: Spot::Twelfth },
            "space_not_free",
        )
        .when(ANNA, Command::TakePerson { position: 4, onto: Spot::Ordinary })
        .then(|state| {
            let placed = state.board(ANNA).persons[1].expect("she lies on the free space");
            assert!(!placed.shifted && placed.person.gender == Gender::Woman);
            assert_eq!(state.women[3], None);
            assert_eq!(
                (state.board(ANNA).shells, state.board(ANNA).total()),
                (0, 0),
                "she does nothing yet"
            );
        });
}

#[test]
fn without_a_free_space_no_person_can_be_taken() {
    table(4)
        .with(|state| state.boards[ANNA].huts = [1; 12])
        .tale()
        .when_refused(ANNA, place(4, Action::Woman), "action_impossible")
        .when_refused(ANNA, place(4, Action::Man), "action_impossible");
}

#[test]
fn anna_spends_five_points_on_two_men_a_woman_and_an_offering() {
    // English rules p. 6, the example of the helper.
    table(4)
        .dice(ANNA, &[5])
        .person(ANNA, 1, man(Effect::LandPath, 2))
        .person(ANNA, 2, man(Effect::Build, 3))
        .person(ANNA, 3, woman(Effect::Shell, 3))
        .tale()
        .when(ANNA, place(5, Action::Helper))
        .when(ANNA, Command::ShiftPerson { space: 1 })
        .when(ANNA, Command::ShiftPerson { space: 2 })
        .then(|state| assert_eq!(state.status[ANNA], 5))
        .when_refused(ANNA, Command::ShiftPerson { space: 2 }, "shifted_already")
        .when(ANNA, Command::ShiftPerson { space: 3 })
        .then(|state| assert_eq!(state.board(ANNA).shells, 3))
        .when(ANNA, Command::TakeOffering {})
        .then(|state| {
            assert_eq!(state.board(ANNA).offerings, 3);
            assert_eq!(state.active, BEN, "all points are spent");
        });
}

#[test]
fn ben_spends_six_points_on_wood_a_man_a_woman_and_two_points() {
    // English rules p. 7, the example of different helper actions.
    table(4)
        .dice(ANNA, &[6])
        .person(ANNA, 1, man(Effect::LandPath, 1))
        .person(ANNA, 3, woman(Effect::Shell, 1))
        .tale()
        .when(ANNA, place(6, Action::Helper))
        .when(ANNA, Command::TakeMaterial { material: Material::Wood })
        .when(ANNA, Command::PlaceMaterial { space: 2 })
        .when(ANNA, Command::ShiftPerson { space: 1 })
        .when(ANNA, Command::ShiftPerson { space: 3 })
        .when_refused(ANNA, Command::ScorePoints { points: 3 }, "too_few_points")
        .when(ANNA, Command::ScorePoints { points: 2 })
        .then(|state| {
            let board = state.board(ANNA);
            assert_eq!((board.total(), board.shells, state.status[ANNA]), (2, 1, 1));
            assert_eq!(board.material(Material::Wood), 1);
        });
}

#[test]
fn moving_a_hut_frees_a_space_and_any_number_may_gather_on_space_twelve() {
    table(4)
        .dice(ANNA, &[6])
        .tale()
        .when(ANNA, place(6, Action::Helper))
        .when(ANNA, Command::MoveHut {})
        .when(ANNA, Command::MoveHut {})
        .when(ANNA, Command::MoveHut {})
        .then(|state| assert_eq!(state.board(ANNA).huts[11], 5));
    table(4)
        .with(|state| {
            state.boards[ANNA].huts = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0];
        })
        .person(ANNA, 12, man(Effect::Status, 1))
        .dice(ANNA, &[6])
        .tale()
        .when(ANNA, place(6, Action::Helper))
        .when_refused(ANNA, Command::MoveHut {}, "no_hut_to_move");
}

#[test]
fn who_lands_on_others_on_the_status_track_is_ahead_of_them() {
    table(3)
        .person(ANNA, 1, man(Effect::LandPath, 2))
        .person(BEN, 1, man(Effect::Build, 2))
        .tale()
        .when(ANNA, place(4, Action::Helper))
        .when(ANNA, Command::ShiftPerson { space: 1 })
        .when(ANNA, Command::Finish {})
        .when_refused(BEN, place(5, Action::Helper), "die_not_lower")
        .happens(Event::StatusMoved { seat: BEN, steps: 2 })
        .then(|state| assert_eq!(state.standing, [BEN, ANNA, CLEO]))
        .happens(Event::StatusMoved { seat: BEN, steps: 40 })
        .then(|state| assert_eq!(state.status[BEN], 19, "past the last step it stays there"));
}

#[test]
fn a_priest_pushes_others_right_until_a_gap_or_off_the_end() {
    table(4)
        .temple([None, Some(BEN), Some(CLEO), None, Some(DON), None])
        .dice(ANNA, &[5])
        .tale()
        .when(ANNA, place(5, Action::Temple))
        .when_refused(ANNA, Command::PlacePriest { space: 6 }, "too_high")
        .when(ANNA, Command::PlacePriest { space: 5 })
        .then(|state| {
            assert_eq!(state.temple, [None, Some(ANNA), Some(BEN), Some(CLEO), Some(DON), None]);
        });
    table(4)
        .temple([Some(BEN), Some(BEN), Some(CLEO), Some(CLEO), Some(DON), Some(DON)])
        .dice(ANNA, &[6])
        .tale()
        .when(ANNA, place(6, Action::Temple))
        .when(ANNA, Command::PlacePriest { space: 6 })
        .then(|state| {
            assert_eq!(state.board(DON).priests, 3, "the last one falls off and goes home");
            assert_eq!(state.temple[5], Some(DON));
        });
}

#[test]
fn without_a_priest_in_the_supply_the_temple_cannot_be_chosen() {
    table(4)
        .temple([Some(ANNA), Some(ANNA), Some(ANNA), Some(ANNA), None, None])
        .tale()
        .when_refused(ANNA, place(4, Action::Temple), "action_impossible");
}

#[test]
fn cleo_takes_a_card_and_a_shell_as_fire_bonus_and_never_two_of_one_half() {
    // English rules p. 9, the example of the fire bonus.
    table(4)
        .tale()
        .with_chance(Seeded::new(1))
        .when(ANNA, place(4, Action::Temple))
        .when(ANNA, Command::PlacePriest { space: 4 })
        .when_refused(ANNA, Command::TakeShell {}, "wrong_step")
        .when(ANNA, Command::TakeCard { open: None })
        .when_refused(ANNA, Command::TakeOffering {}, "wrong_step")
        .when(ANNA, Command::TakeShell {})
        .then(|state| {
            let board = state.board(ANNA);
            assert_eq!((board.cards.len(), board.offerings, board.shells), (1, 2, 1));
            assert_eq!(state.status[ANNA], 0);
        });
}

#[test]
fn a_building_needs_two_adjacent_materials_of_any_kind_and_scores_by_round() {
    for (round, points) in [(1, 10), (2, 10), (3, 7), (4, 7), (5, 4), (6, 4)] {
        table(4)
            .round(round)
            .materials(ANNA, &[0, 1, 6])
            .tale()
            .when(ANNA, place(4, Action::Build))
            .when_refused(ANNA, Command::Build { building: 5, spaces: [0, 1] }, "too_high")
            .when_refused(ANNA, Command::Build { building: 4, spaces: [1, 6] }, "no_building_site")
            .when(ANNA, Command::Build { building: 2, spaces: [0, 1] })
            .when(ANNA, Command::TakeOffering {})
            .when(ANNA, Command::TakeStep {})
            .then(|state| {
                let board = state.board(ANNA);
                assert_eq!(board.total(), points);
                assert_eq!(board.ceremony[0], Ceremony::Building(2));
                assert_eq!(board.material(Material::Sand), 1, "the sand below went back");
            });
    }
    table(4).materials(ANNA, &[0, 2]).tale().when_refused(
        ANNA,
        place(4, Action::Build),
        "action_impossible",
    );
}

#[test]
fn an_open_card_is_replaced_at_once_and_an_empty_pile_is_shuffled_anew() {
    table(4)
        .with(|state| {
            let pile = std::mem::take(&mut state.card_pile);
            state.discard.extend(pile);
        })
        .dice(ANNA, &[4])
        .tale()
        .with_chance(Seeded::new(4))
        .when(ANNA, place(4, Action::Helper))
        .when(ANNA, Command::TakeCard { open: Some(God::Red) })
        .then_events(|events| {
            assert!(matches!(events[0], Event::CardTaken { .. }));
            assert!(matches!(events[1], Event::CardsShuffled { .. }));
            assert!(matches!(events[2], Event::CardOpened { .. }));
        })
        .then(|state| {
            assert_eq!(state.open_cards.len(), 5);
            assert!(state.discard.is_empty());
        });
}

#[test]
fn each_orange_tile_moves_a_die_by_one_and_never_past_one_or_six() {
    let orange = |die, orange| Command::PlaceDie {
        die,
        action: Action::Helper,
        orange,
        blue: None,
        white: None,
    };
    let tale = table(4)
        .with(|state| {
            state.config.orange_tiles = true;
            state.boards[ANNA].orange = 2;
        })
        .dice(ANNA, &[4, 5])
        .tale()
        .when_refused(ANNA, orange(5, 2), "face_out_of_range")
        .when_refused(ANNA, orange(4, -3), "no_orange_tiles");
    tale.when(ANNA, orange(4, 2)).then(|state| {
        assert_eq!(state.board(ANNA).orange, 0);
        assert_eq!(state.step, Step::Helper { points: 6 });
    });
}
