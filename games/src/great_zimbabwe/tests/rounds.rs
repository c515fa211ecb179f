//! Tales of dealing, phases III and IV, and the end.

use super::super::GreatZimbabwe;
use super::super::event::Event;
use super::super::pieces::Craft::*;
use super::super::pieces::{God, Tile};
use super::super::setup::Config;
use super::super::state::State;
use super::drawn::*;
use crate::rules::chance::Seeded;
use crate::rules::{Game, Turn};

fn refused(config: &Config, seats: usize) -> &'static str {
    GreatZimbabwe::deal(config, seats, &mut Seeded::new(1)).unwrap_err().code
}

#[test]
fn a_match_is_dealt_with_its_pattern_and_eight_gods() {
    for (seats, tiles) in [(2, 4), (3, 6), (4, 7), (5, 9)] {
        let setup = GreatZimbabwe::deal(&Config::default(), seats, &mut Seeded::new(3)).unwrap();
        assert_eq!(setup.tiles.len(), tiles);
        assert_eq!(setup.tiles.iter().filter(|placed| placed.tile == Tile::A).count(), 1);
        assert_eq!((setup.gods.len(), setup.specialists.len()), (8, 5));
        let state = State::new(&setup);
        assert_eq!(state.land.squares.count(), 36 * tiles);
        assert_eq!(state.land.starts.count(), 6);
    }
}

#[test]
fn the_options_choose_the_first_play_set_or_a_list_of_gods() {
    let first = Config { first_play: true, gods: None };
    let setup = GreatZimbabwe::deal(&first, 3, &mut Seeded::new(1)).unwrap();
    assert_eq!((setup.gods.len(), setup.specialists.len()), (6, 0));
    let listed = Config { first_play: false, gods: Some(vec![God::Xango, God::Gu]) };
    let setup = GreatZimbabwe::deal(&listed, 3, &mut Seeded::new(1)).unwrap();
    assert_eq!(setup.gods, [God::Gu, God::Xango]);
    let gods = |gods: &[God]| Config { first_play: false, gods: Some(gods.to_vec()) };
    assert_eq!(refused(&gods(&[]), 2), "no_gods");
    assert_eq!(refused(&gods(&[God::Gu, God::Gu]), 2), "god_listed_twice");
    assert_eq!(
        refused(&Config { first_play: true, gods: Some(vec![God::Gu]) }, 2),
        "gods_named_twice"
    );
    assert_eq!(refused(&Config::default(), 6), "wrong_number_of_seats");
}

#[test]
fn everybody_starts_with_three_cattle_one_vp_and_vr_twenty() {
    let setup = GreatZimbabwe::deal(&Config::default(), 5, &mut Seeded::new(1)).unwrap();
    let state = GreatZimbabwe::begin(&setup);
    for board in state.boards.values() {
        assert_eq!((board.cattle, board.vp, board.vr), (3, 1, 20));
    }
}

#[test]
fn a_match_begins_with_every_tile_and_card_of_the_box_in_the_stock() {
    for seats in 2..=5 {
        let setup = GreatZimbabwe::deal(&Config::default(), seats, &mut Seeded::new(1)).unwrap();
        let stock = super::super::view::view(&GreatZimbabwe::begin(&setup));
        let left: Vec<u8> = stock.resource_tiles.iter().map(|tiles| tiles.left).collect();
        assert_eq!(left, [4, 6, 3, 3], "clay, wood, ivory, diamonds");
        assert_eq!(stock.water_tiles, 8);
        assert_eq!(stock.technologies.len(), 7);
        for pile in &stock.technologies {
            assert_eq!((pile.vr.len(), pile.tiles), (2, 3), "{:?}", pile.technology);
        }
        let (mut gods, mut specialists) = (stock.gods, stock.specialists);
        gods.dedup();
        specialists.dedup();
        assert_eq!((gods.len(), specialists.len()), (8, 5), "one card of each");
    }
}

#[test]
fn victory_is_tested_only_after_the_revenues_of_the_round() {
    drawn(2, &["................"])
        .monument(ANNA, "A1", 5)
        .monument(BERT, "C1", 1)
        .turn(ANNA)
        .then(|state| assert_eq!(state.boards[ANNA].vp, 21))
        .when(ANNA, end())
        .then(|state| assert!(matches!(GreatZimbabwe::turn(state), Turn::Awaiting(_))))
        .when(BERT, end())
        .then_events(|events| {
            assert!(matches!(events[1], Event::RevenuesCollected { .. }));
            assert!(matches!(events[2], Event::MatchWon { winner: ANNA, .. }));
        })
        .when_refused(ANNA, end(), "match_over");
}

#[test]
fn the_income_is_the_level_of_the_highest_monument_and_cards_are_emptied() {
    drawn(2, &["..C....", "......."])
        .craftsman(BERT, Potter, "A1")
        .monument(ANNA, "A2", 1)
        .monument(BERT, "E1", 3)
        .monument(BERT, "G1", 2)
        .turn(ANNA)
        .when(ANNA, raise("A2"))
        .when(ANNA, good("A1", "C1", &[]))
        .when(ANNA, end())
        .when(BERT, end())
        .then(|state| {
            assert_eq!(state.boards[ANNA].cattle, 20 - 1 + 2);
            assert_eq!(state.boards[BERT].cattle, 20 + 1 + 3);
            assert_eq!(on_card(state, BERT, Potter), 0);
        });
}

#[test]
fn the_common_stock_of_cattle_never_runs_out() {
    drawn(2, &["......"])
        .cattle(ANNA, 500)
        .monument(ANNA, "A1", 4)
        .turn(ANNA)
        .when(ANNA, end())
        .when(BERT, end())
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 504));
}

#[test]
fn used_markers_and_monument_discs_never_run_out() {
    let row = ".".repeat(16);
    let mut position = drawn(2, &[&row, &row, &row, "................"]);
    for col in ["A", "C", "E", "G", "I", "K"] {
        position = position.monument(ANNA, &format!("{col}1"), 5);
    }
    for number in 1..=16u8 {
        let col = (b'A' + number - 1) as char;
        position = position.used(&format!("{col}3"), 1).used(&format!("{col}4"), 1);
    }
    position.turn(ANNA).when(ANNA, build("M1"));
}

#[test]
fn the_components_and_the_view_have_a_json_form() {
    let components = GreatZimbabwe::components();
    assert_eq!(components["tiles"].as_array().unwrap().len(), 11);
    let state =
        drawn(2, &["..C", "..."]).craftsman(BERT, Potter, "A1").monument(ANNA, "A2", 1).state();
    let view = serde_json::to_value(super::super::view::view(&state)).unwrap();
    assert_eq!(view["map"]["monuments"][0]["cost"], 1);
    assert_eq!(view["map"]["craftsmen"][0]["price"], 1);
}
