//! Tales of squares, water, ranges and hubs.

use super::super::map::Land;
use super::super::pieces::Craft::*;
use super::super::pieces::Tile;
use super::super::setup::PlacedTile;
use super::drawn::*;

fn laid(tile: Tile, col: u8, quarter_turns: u8) -> PlacedTile {
    PlacedTile { tile, row: 0, col, quarter_turns }
}

#[test]
fn every_square_has_one_name() {
    for name in ["A1", "R18", "D7"] {
        assert_eq!(sq(name).to_string(), name);
    }
    for name in ["", "A0", "A01", "S1", "A19", "a1", "1A", "A", "A-1", "\u{c4}1"] {
        assert!(name.parse::<super::super::squares::Square>().is_err(), "{name}");
    }
}

#[test]
fn a_tile_is_turned_clockwise() {
    let land = Land::of(&[laid(Tile::B, 0, 1)]);
    assert!(land.resource_at(sq("F1")).is_some(), "the diamonds of the upper left corner");
    assert!(land.water.contains(sq("F6")) && !land.water.contains(sq("A1")));
}

#[test]
fn water_joins_across_the_border_of_two_tiles_and_never_diagonally() {
    let land = Land::of(&[laid(Tile::B, 0, 0), laid(Tile::F, 1, 0)]);
    assert_eq!(land.areas().len(), 2, "one over the border, one on the lower right");
    assert_eq!(Land::drawn(&["~.", ".~"]).areas().len(), 2);
}

#[test]
fn a_water_area_is_one_step_and_the_step_off_it_another() {
    let land = Land::drawn(&[".~~~~~~..."]);
    assert!(land.within(sq("A1").bit(), 1).contains(sq("G1")));
    assert!(!land.within(sq("A1").bit(), 1).contains(sq("H1")));
    assert!(land.within(sq("A1").bit(), 2).contains(sq("H1")));
    assert!(!land.within(sq("A1").bit(), 3).contains(sq("J1")));
}

#[test]
fn a_diagonal_step_may_pass_the_corner_of_a_missing_tile() {
    let land = Land::drawn(&[". ", " ."]);
    assert!(land.within(sq("A1").bit(), 1).contains(sq("B2")));
    assert!(!land.within(sq("A1").bit(), 1).contains(sq("B1")), "that square does not exist");
}

#[test]
fn a_starting_area_counts_as_land_for_ranges() {
    assert!(Land::drawn(&[".S.S"]).within(sq("A1").bit(), 3).contains(sq("D1")));
}

#[test]
fn ranges_are_measured_from_any_square_of_a_craftsman() {
    drawn(2, &["....C"])
        .craftsman(BERT, Potter, "A1")
        .monument(ANNA, "D1", 1)
        .turn(ANNA)
        .when(ANNA, raise("D1"))
        .when(ANNA, good("A1", "E1", &[]));
}

#[test]
fn a_walk_to_a_craftsman_ends_on_any_monument_unless_it_is_used_as_a_hub() {
    drawn(2, &[".....C"])
        .craftsman(BERT, Potter, "D1")
        .monument(ANNA, "A1", 1)
        .monument(BERT, "C1", 1)
        .turn(ANNA)
        .when(ANNA, raise("A1"))
        .when_refused(ANNA, good("D1", "F1", &[]), "route_broken")
        .when(ANNA, good("D1", "F1", &["C1"]))
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 18));
}

#[test]
fn an_own_monument_costs_one_as_a_hub_like_any_other() {
    drawn(2, &["........C"])
        .craftsman(BERT, Potter, "F1")
        .monument(ANNA, "A1", 1)
        .monument(ANNA, "D1", 1)
        .turn(ANNA)
        .when(ANNA, raise("A1"))
        .when(ANNA, good("F1", "I1", &["D1"]))
        .then(|state| {
            assert_eq!(state.boards[ANNA].cattle, 18);
            assert_eq!(state.given_out, 20 + 20 - 1, "the fee went to the common stock");
        });
}

const THRONES: &[&str] = &["....I...W", "........."];

#[test]
fn the_same_monument_may_serve_as_hub_again_and_costs_one_each_time() {
    drawn(2, THRONES)
        .craftsman(BERT, ThroneMaker, "G1")
        .craftsman(BERT, IvoryCarver, "B1")
        .monument(ANNA, "A1", 1)
        .monument(BERT, "D1", 1)
        .turn(ANNA)
        .when(ANNA, raise("A1"))
        .when(ANNA, good("G1", "I1", &["D1"]))
        .when(ANNA, primary("B1", "E1", &["D1"]))
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 16));
}

#[test]
fn the_monument_being_raised_is_a_paid_hub_between_secondary_and_primary() {
    drawn(2, THRONES)
        .craftsman(BERT, ThroneMaker, "G1")
        .craftsman(BERT, IvoryCarver, "B1")
        .monument(ANNA, "D1", 1)
        .turn(ANNA)
        .when(ANNA, raise("D1"))
        .when(ANNA, good("G1", "I1", &[]))
        .when(ANNA, primary("B1", "E1", &["D1"]))
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 17));
}

#[test]
fn a_dearer_route_than_the_cheapest_is_accepted_while_the_raise_can_be_completed() {
    let tale = drawn(2, &["......C"])
        .craftsman(BERT, Potter, "D1")
        .monument(ANNA, "B1", 1)
        .monument(BERT, "C1", 1)
        .cattle(ANNA, 3)
        .turn(ANNA)
        .when(ANNA, raise("B1"))
        .when_refused(ANNA, good("D1", "G1", &["C1", "B1", "C1"]), "too_few_cattle");
    assert_eq!(tale.legal(ANNA), [good("D1", "G1", &["C1"])]);
    tale.when_refused(ANNA, good("D1", "G1", &["C1", "C1"]), "route_broken")
        .when(ANNA, good("D1", "G1", &["C1"]));
}

#[test]
fn monuments_do_not_block_a_craftsmans_reach_to_resources() {
    drawn(2, &["...C"])
        .craftsman(BERT, Potter, "A1")
        .monument(ANNA, "C1", 1)
        .turn(ANNA)
        .when(ANNA, raise("C1"))
        .when(ANNA, good("A1", "D1", &[]));
}

#[test]
fn a_secondary_craftsman_is_placed_over_any_number_of_hubs_free_of_charge() {
    drawn(2, &["I...........W", "............."])
        .craftsman(BERT, IvoryCarver, "B1")
        .monument(BERT, "E1", 1)
        .monument(BERT, "H1", 1)
        .turn(ANNA)
        .when(ANNA, take(ThroneMaker, 1))
        .when(ANNA, place(ThroneMaker, "K1"))
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 16));
}
