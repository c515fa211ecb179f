//! The gods, and men and women in phase B.

use super::super::BoraBora;
use super::super::command::Command;
use super::super::event::Step;
use super::super::pieces::*;
use super::table::*;
use crate::rules::Game;
use crate::rules::chance::Seeded;

fn with_gods(die: u8, action: Action, blue: Option<Means>, white: Option<Means>) -> Command {
    Command::PlaceDie { die, action, orange: 0, blue, white }
}

fn persons(gender: Gender, effect: Effect, green: Option<Means>) -> Command {
    Command::UsePersons { gender, effect, green }
}

#[test]
fn anna_plays_blue_white_and_red_on_one_die_for_three_offerings() {
    // English rules p. 10, the example of the gods.
    let card = Some(Means::Card);
    table(4)
        .hut(ANNA, Region::CentralPlain)
        .hand(ANNA, &[God::Blue, God::White, God::Red])
        .offerings(ANNA, 3)
        .god_tiles(ANNA, 0)
        .on_tile(Action::WaterPath, BEN, 1)
        .fish(Region::NorthMountain, 5)
        .tale()
        .when_refused(ANNA, place(3, Action::WaterPath), "die_not_lower")
        .when_refused(ANNA, with_gods(3, Action::WaterPath, None, card), "die_not_lower")
        .when(ANNA, with_gods(3, Action::WaterPath, card, card))
        .when(
            ANNA,
            Command::Settle { region: Region::NorthMountain, hut: Spot::Ordinary, red: card },
        )
        .when(ANNA, Command::PlaceMaterial { space: 1 })
        .then(|state| {
            let board = state.board(ANNA);
            assert_eq!((board.total(), board.offerings, board.cards.len()), (5, 0, 0));
            assert_eq!(state.discard.len(), 3);
            let water = state.tiles.iter().find(|t| t.actions.contains(&Action::WaterPath));
            assert_eq!(water.unwrap().dice.last(), Some(&(ANNA, 3)), "the die keeps its face");
            assert_eq!(state.fish[Region::NorthMountain as usize].value, 5, "the fish stays");
        });
}

#[test]
fn the_lowest_face_stays_the_bar_after_a_blue_placement() {
    table(4)
        .hand(ANNA, &[God::Blue])
        .on_tile(Action::Helper, DON, 2)
        .dice(BEN, &[3, 1, 1])
        .tale()
        .when(ANNA, with_gods(4, Action::Helper, Some(Means::Card), None))
        .when(ANNA, Command::Finish {})
        .when_refused(BEN, place(3, Action::Helper), "die_not_lower")
        .when(BEN, place(1, Action::Helper));
}

#[test]
fn blue_is_refused_where_the_die_fits_and_white_where_it_changes_nothing() {
    let card = Some(Means::Card);
    table(4)
        .hand(ANNA, &[God::Blue, God::White])
        .dice(ANNA, &[6, 4])
        .tale()
        .when_refused(ANNA, with_gods(4, Action::Helper, card, None), "god_not_needed")
        .when_refused(ANNA, with_gods(6, Action::Helper, None, card), "god_not_needed")
        .when_refused(ANNA, with_gods(4, Action::Fishing, None, card), "god_not_needed")
        .when(ANNA, with_gods(4, Action::Helper, None, card))
        .then(|state| assert_eq!(state.step, Step::Helper { points: 6 }));
}

#[test]
fn every_card_costs_an_offering_and_a_god_tile_none() {
    let white = |means| with_gods(4, Action::Helper, None, Some(means));
    table(4)
        .hand(ANNA, &[God::White])
        .offerings(ANNA, 0)
        .tale()
        .when_refused(ANNA, white(Means::Card), "no_offering")
        .when(ANNA, white(Means::Tile))
        .then(|state| assert_eq!(state.board(ANNA).god_tiles, 0));
    table(4)
        .god_tiles(ANNA, 0)
        .tale()
        .when_refused(ANNA, white(Means::Tile), "no_god_tile")
        .when_refused(ANNA, white(Means::Card), "no_such_cards");
}

#[test]
fn two_equal_cards_are_any_god_for_one_offering() {
    let white = |colour| with_gods(4, Action::Helper, None, Some(Means::Pair(colour)));
    table(4)
        .hand(ANNA, &[God::Yellow, God::Yellow, God::White, God::White, God::Red])
        .offerings(ANNA, 1)
        .tale()
        .when_refused(ANNA, white(God::Red), "no_such_cards")
        .when_refused(ANNA, white(God::White), "one_card_is_enough")
        .when(ANNA, white(God::Yellow))
        .then(|state| {
            assert_eq!((state.board(ANNA).cards.len(), state.board(ANNA).offerings), (3, 0));
        });
}

#[test]
fn the_offering_of_a_plain_may_pay_for_the_red_god() {
    table(4)
        .hut(ANNA, Region::CentralMountain)
        .hand(ANNA, &[God::Red])
        .offerings(ANNA, 0)
        .fish(Region::CentralPlain, 6)
        .tale()
        .when(ANNA, place(4, Action::LandPath))
        .when(
            ANNA,
            Command::Settle {
                region: Region::CentralPlain,
                hut: Spot::Ordinary,
                red: Some(Means::Card),
            },
        )
        .then(|state| assert_eq!((state.board(ANNA).total(), state.board(ANNA).offerings), (6, 0)));
}

#[test]
fn two_pathfinders_use_one_path_of_four_and_not_two_of_two() {
    // English rules p. 8, Don's example; one is tattooed and still works.
    let tale = table(4)
        .hut(ANNA, Region::CentralMountain)
        .person(ANNA, 1, man(Effect::LandPath, 1))
        .person(ANNA, 2, man(Effect::LandPath, 2))
        .person(ANNA, 3, woman(Effect::LandPath, 1))
        .shifted(ANNA, 1)
        .step(ANNA, Step::Persons)
        .tale()
        .when(ANNA, persons(Gender::Man, Effect::LandPath, None))
        .then(|state| assert_eq!(state.step, Step::Settle { path: Path::Land, limit: 4 }))
        .when(ANNA, settle(Region::CentralPlain))
        .when_refused(ANNA, persons(Gender::Man, Effect::LandPath, None), "used_already");
    // The female Pathfinder expands again, on her own and by a path of two at most.
    tale.when(ANNA, persons(Gender::Woman, Effect::LandPath, None))
        .then(|state| assert_eq!(state.step, Step::Settle { path: Path::Land, limit: 2 }));
}

#[test]
fn three_equal_tiles_use_any_path_and_a_third_brings_nothing_more_to_others() {
    let value = |effect, count: u8| {
        let mut table = table(4)
            .hut(ANNA, Region::CentralPlain)
            .materials(ANNA, &[0, 1])
            .step(ANNA, Step::Persons);
        for symbols in 1..=count {
            table = table.person(ANNA, symbols, man(effect, symbols));
        }
        let tale = table.tale().when(ANNA, persons(Gender::Man, effect, None));
        match tale.state().step {
            Step::Settle { limit, .. } | Step::Person { limit, .. } | Step::Build { limit } => {
                limit
            }
            ref other => panic!("{other:?}"),
        }
    };
    assert_eq!([value(Effect::WaterPath, 1), value(Effect::WaterPath, 3)], [2, 6]);
    assert_eq!([1, 2, 3].map(|count| value(Effect::Build, count)), [3, 6, 6]);
    assert_eq!([1, 2, 3].map(|count| value(Effect::Woman, count)), [3, 6, 6]);
    assert_eq!([1, 2, 3].map(|count| value(Effect::Man, count)), [3, 6, 6]);
}

#[test]
fn the_other_effects_bring_one_two_or_three() {
    for count in 1..=3u8 {
        let mut table = table(4).step(ANNA, Step::Persons);
        for symbols in 1..=count {
            table = table.person(ANNA, symbols, man(Effect::VictoryPoints, symbols)).person(
                ANNA,
                symbols + 3,
                woman(Effect::Shell, symbols),
            );
        }
        table
            .tale()
            .when(ANNA, persons(Gender::Man, Effect::VictoryPoints, None))
            .when(ANNA, persons(Gender::Woman, Effect::Shell, None))
            .then(|state| {
                let board = state.board(ANNA);
                assert_eq!((board.total(), board.shells), (i32::from(count) * 2, count));
            });
    }
}

#[test]
fn materials_may_differ_and_huts_may_be_fewer_than_allowed() {
    table(4)
        .person(ANNA, 1, man(Effect::Material, 1))
        .person(ANNA, 2, man(Effect::Material, 2))
        .person(ANNA, 3, woman(Effect::MoveHut, 1))
        .person(ANNA, 4, woman(Effect::MoveHut, 2))
        .step(ANNA, Step::Persons)
        .tale()
        .when(ANNA, persons(Gender::Man, Effect::Material, None))
        .when(ANNA, Command::TakeMaterial { material: Material::Sand })
        .when(ANNA, Command::PlaceMaterial { space: 0 })
        .when(ANNA, Command::TakeMaterial { material: Material::Wood })
        .when(ANNA, Command::PlaceMaterial { space: 2 })
        .when(ANNA, persons(Gender::Woman, Effect::MoveHut, None))
        .when(ANNA, Command::MoveHut {})
        .when(ANNA, Command::Finish {})
        .then(|state| assert_eq!(state.step, Step::Persons));
}

#[test]
fn one_man_type_and_one_woman_type_are_used_in_either_order() {
    table(4)
        .person(ANNA, 1, man(Effect::Status, 1))
        .person(ANNA, 2, man(Effect::Shell, 1))
        .person(ANNA, 3, woman(Effect::Offering, 1))
        .step(ANNA, Step::Persons)
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::Offering, None))
        .when(ANNA, persons(Gender::Man, Effect::Status, None))
        .when_refused(ANNA, persons(Gender::Man, Effect::Shell, None), "one_type_only")
        .when_refused(ANNA, persons(Gender::Woman, Effect::Build, None), "no_such_person");
}

#[test]
fn cleo_doubles_four_points_to_eight_with_green() {
    // English rules p. 11, example 1.
    table(4)
        .hand(ANNA, &[God::Green, God::Green])
        .offerings(ANNA, 2)
        .person(ANNA, 1, woman(Effect::VictoryPoints, 1))
        .person(ANNA, 2, woman(Effect::VictoryPoints, 2))
        .person(ANNA, 3, man(Effect::VictoryPoints, 1))
        .step(ANNA, Step::Persons)
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::VictoryPoints, Some(Means::Card)))
        .then(|state| assert_eq!(state.board(ANNA).total(), 8))
        .when_refused(
            ANNA,
            persons(Gender::Man, Effect::VictoryPoints, Some(Means::Card)),
            "green_used",
        );
}

#[test]
fn ben_builds_one_building_up_to_six_with_green_and_not_two() {
    // English rules p. 11, example 2.
    table(4)
        .hand(ANNA, &[God::Green])
        .materials(ANNA, &[0, 1, 4, 5])
        .person(ANNA, 1, man(Effect::Build, 1))
        .step(ANNA, Step::Persons)
        .tale()
        .when(ANNA, persons(Gender::Man, Effect::Build, Some(Means::Card)))
        .when(ANNA, Command::Build { building: 5, spaces: [0, 1] })
        .when(ANNA, Command::TakeOffering {})
        .when(ANNA, Command::TakeShell {})
        .then(|state| {
            assert_eq!(state.board(ANNA).shells, 1, "a builder brings the fire bonus too");
        })
        .when_refused(ANNA, Command::Build { building: 3, spaces: [4, 5] }, "wrong_step");
}

#[test]
fn green_is_refused_where_doubling_changes_nothing() {
    table(4)
        .hand(ANNA, &[God::Green])
        .person(ANNA, 1, man(Effect::Woman, 1))
        .person(ANNA, 2, man(Effect::Woman, 2))
        .step(ANNA, Step::Persons)
        .tale()
        .when_refused(
            ANNA,
            persons(Gender::Man, Effect::Woman, Some(Means::Card)),
            "god_not_needed",
        );
}

#[test]
fn don_takes_a_green_card_with_a_man_and_plays_it_at_once_for_another_woman() {
    // English rules p. 11, the example of a second type.
    table(4)
        .with(|state| {
            let at = state.card_pile.iter().position(|card| *card == God::Green).unwrap();
            let card = state.card_pile.remove(at);
            let old = std::mem::replace(&mut state.open_cards[0], card);
            state.card_pile.push(old);
        })
        .offerings(ANNA, 1)
        .person(ANNA, 1, man(Effect::GodCard, 1))
        .person(ANNA, 2, woman(Effect::Offering, 1))
        .person(ANNA, 3, woman(Effect::Man, 1))
        .with(|state| {
            state.boards[ANNA].huts[3] -= 1;
            state.boards[ANNA].huts[11] += 1;
        })
        .step(ANNA, Step::Persons)
        .tale()
        .with_chance(Seeded::new(1))
        .when(ANNA, persons(Gender::Woman, Effect::Offering, None))
        .when(ANNA, persons(Gender::Man, Effect::GodCard, None))
        .when(ANNA, Command::TakeCard { open: Some(God::Green) })
        .when(ANNA, persons(Gender::Woman, Effect::Man, Some(Means::Card)))
        .then(|state| {
            assert_eq!(state.step, Step::Person { gender: Gender::Man, limit: 3 });
        });
}

#[test]
fn equal_gods_have_no_double_effect() {
    // Red is part of one step, Green once a phase, Yellow once a task: there is no
    // second place to put them.
    let tale = table(4)
        .hut(ANNA, Region::CentralMountain)
        .hand(ANNA, &[God::Red, God::Red])
        .offerings(ANNA, 5)
        .fish(Region::CentralPlain, 5)
        .tale()
        .when(ANNA, place(4, Action::LandPath))
        .when(
            ANNA,
            Command::Settle {
                region: Region::CentralPlain,
                hut: Spot::Ordinary,
                red: Some(Means::Card),
            },
        );
    assert_eq!(tale.state().board(ANNA).total(), 5);
    assert_eq!(tale.state().active, BEN, "the fish cannot be scored again");
}

#[test]
fn nobody_acts_for_another_or_after_the_end() {
    use crate::rules::Game;
    table(4).tale().when_refused(BEN, place(5, Action::Fishing), "not_your_turn");
    let over = table(4).with(|state| state.step = Step::Over).tale();
    assert!(BoraBora::legal(over.state(), ANNA).is_empty());
    over.when_refused(ANNA, place(4, Action::Fishing), "match_over");
}

#[test]
fn whoever_calls_a_god_is_told_what_for() {
    table(4).tale().then(|state| {
        let told = |means| {
            let command = with_gods(3, Action::Helper, None, Some(means));
            let last = BoraBora::parts(state, ANNA, &command).pop().expect("a toggle");
            let slot = BoraBora::SLOTS.iter().find(|slot| slot.name == last.slot);
            let price = last.words.template.strip_prefix(slot.expect("declared").with);
            price.expect("which god").to_owned()
        };
        assert_eq!(told(Means::Card), " for a White card");
        assert_eq!(told(Means::Pair(God::Red)), " for two Red cards");
        assert_eq!(told(Means::Tile), " for a god tile");
    });
}
