//! Tales of ritual goods, resources and levels.

use super::super::GreatZimbabwe;
use super::super::command::Command;
use super::super::pieces::Craft::*;
use super::super::pieces::God;
use super::super::state::State;
use super::super::tables::MOST_HUBS;
use super::super::view::{PendingView, PhaseView, view};
use super::drawn::*;
use crate::rules::{Game, Seat};
use serde_json::json;

/// Bert's potter lies on A1, clay as drawn.
fn pottery(map: &[&str]) -> Position {
    drawn(2, map).craftsman(BERT, Potter, "A1")
}

#[test]
fn used_markers_stay_for_everybody_until_phase_four() {
    pottery(&["..C....", "......."])
        .monument(ANNA, "A2", 1)
        .monument(BERT, "C2", 1)
        .turn(ANNA)
        .when(ANNA, raise("A2"))
        .when(ANNA, good("A1", "C1", &[]))
        .when(ANNA, end())
        .when_refused(BERT, raise("C2"), "goods_out_of_reach")
        .when(BERT, end())
        .then(|state| assert!(state.used.is_empty()));
}

#[test]
fn half_a_raise_is_nothing_whole() {
    let whole = |wanted| move |state: &State| assert_eq!(GreatZimbabwe::is_whole(state), wanted);
    pottery(&["..C....", "......."])
        .monument(ANNA, "A2", 1)
        .turn(ANNA)
        .then(whole(true))
        .when(ANNA, raise("A2"))
        .then(whole(false))
        .when(ANNA, good("A1", "C1", &[]))
        .then(whole(true));
}

#[test]
fn atete_uses_a_resource_with_one_marker_whoever_placed_it_and_none_with_two() {
    let position = |markers| {
        drawn(2, &["..C", "..."])
            .craftsman(BERT, Potter, "A1")
            .monument(ANNA, "A2", 1)
            .used("C1", markers)
    };
    position(1).turn(ANNA).when_refused(ANNA, raise("A2"), "goods_out_of_reach");
    position(1)
        .god(ANNA, God::Atete)
        .turn(ANNA)
        .when(ANNA, raise("A2"))
        .when(ANNA, good("A1", "C1", &[]));
    position(2).god(ANNA, God::Atete).turn(ANNA).when_refused(
        ANNA,
        raise("A2"),
        "goods_out_of_reach",
    );
}

#[test]
fn secondary_and_primary_craftsman_cannot_share_their_only_resource() {
    let position = || {
        drawn(2, &["....C", "....."])
            .craftsman(BERT, Potter, "A1")
            .craftsman(BERT, VesselMaker, "C1")
            .monument(ANNA, "E2", 1)
    };
    position().turn(ANNA).when_refused(ANNA, raise("E2"), "goods_out_of_reach");
    position()
        .god(ANNA, God::Atete)
        .turn(ANNA)
        .when(ANNA, raise("E2"))
        .when(ANNA, good("C1", "E1", &[]))
        .when_refused(ANNA, end(), "raise_due")
        .when_refused(ANNA, good("C1", "E1", &[]), "primary_due")
        .when(ANNA, primary("A1", "E1", &[]))
        .then(|state| assert_eq!(state.monument(sq("E2")).unwrap().level, 2));
}

#[test]
fn goods_differ_within_one_raise_and_start_afresh_for_the_next_monument() {
    pottery(&["..CC", "...."])
        .monument(ANNA, "A2", 1)
        .monument(ANNA, "C2", 1)
        .turn(ANNA)
        .when(ANNA, raise("A2"))
        .when(ANNA, good("A1", "C1", &[]))
        .when(ANNA, raise("C2"))
        .when(ANNA, good("A1", "D1", &[]))
        .then(|state| assert_eq!(on_card(state, BERT, Potter), 2, "the potter was used twice"));
    pottery(&["..CC", "...."]).monument(ANNA, "A2", 2).turn(ANNA).when_refused(
        ANNA,
        raise("A2"),
        "goods_out_of_reach",
    );
}

#[test]
fn a_craftsman_works_again_in_a_turn_for_another_resource_and_another_payment() {
    let position = |map: &[&str], cattle| {
        pottery(map)
            .price(BERT, Potter, 3)
            .monument(ANNA, "A2", 1)
            .monument(ANNA, "C2", 1)
            .cattle(ANNA, cattle)
            .turn(ANNA)
            .when(ANNA, raise("A2"))
            .when(ANNA, good("A1", "C1", &[]))
    };
    position(&["..CC", "...."], 6)
        .when(ANNA, raise("C2"))
        .when_refused(ANNA, good("A1", "C1", &[]), "resource_used")
        .when(ANNA, good("A1", "D1", &[]))
        .then(|state| {
            assert_eq!(state.boards[ANNA].cattle, 0);
            assert_eq!(on_card(state, BERT, Potter), 6);
            assert_eq!(state.used, [(sq("C1"), 1), (sq("D1"), 1)]);
        });
    position(&["..C.", "...."], 6).when_refused(ANNA, raise("C2"), "goods_out_of_reach");
    position(&["..CC", "...."], 5).when_refused(ANNA, raise("C2"), "goods_out_of_reach");
}

#[test]
fn a_secondary_craftsman_that_works_again_pays_and_supplies_its_primary_again() {
    let position = |map: &[&str]| {
        drawn(2, map)
            .craftsman(BERT, Potter, "A1")
            .craftsman(BERT, VesselMaker, "C1")
            .price(BERT, Potter, 2)
            .price(BERT, VesselMaker, 3)
            .monument(ANNA, "A3", 1)
            .monument(ANNA, "C3", 1)
            .turn(ANNA)
            .when(ANNA, raise("A3"))
            .when(ANNA, good("C1", "F1", &[]))
            .when(ANNA, primary("A1", "E1", &[]))
    };
    position(&["....CC", "....CC", "......"])
        .when(ANNA, raise("C3"))
        .when(ANNA, good("C1", "F2", &[]))
        .when_refused(ANNA, end(), "raise_due")
        .when_refused(ANNA, primary("A1", "E1", &[]), "resource_used")
        .when(ANNA, primary("A1", "E2", &[]))
        .then(|state| {
            assert_eq!(state.boards[ANNA].cattle, 20 - 2 * (3 + 2));
            assert_eq!(on_card(state, BERT, VesselMaker), 6);
            assert_eq!(on_card(state, BERT, Potter), 4);
            assert_eq!(state.used.len(), 4);
        });
    position(&["....CC", "....C.", "......"]).when_refused(ANNA, raise("C3"), "goods_out_of_reach");
}

/// Four rows with everything for thrones and sculptures.
fn workshops() -> Position {
    drawn(2, &["....W...", "..I.W...", "....W...", "....W..."])
        .craftsman(BERT, IvoryCarver, "A1")
        .craftsman(BERT, WoodCarver, "A3")
        .craftsman(BERT, ThroneMaker, "C1")
        .craftsman(BERT, Sculptor, "C3")
}

#[test]
fn a_throne_and_a_sculpture_are_different_although_both_are_of_wood() {
    workshops()
        .monument(ANNA, "D2", 2)
        .turn(ANNA)
        .when(ANNA, raise("D2"))
        .when(ANNA, good("C1", "E1", &[]))
        .when_refused(ANNA, primary("A3", "E2", &[]), "wrong_primary")
        .when(ANNA, primary("A1", "C2", &[]))
        .when_refused(ANNA, good("C1", "E2", &[]), "good_repeated")
        .when(ANNA, good("C3", "E2", &[]))
        .when_refused(ANNA, primary("A3", "E2", &[]), "resource_used")
        .when(ANNA, primary("A3", "E3", &[]))
        .then(|state| {
            assert_eq!(state.monument(sq("D2")).unwrap().level, 3);
            assert_eq!(state.boards[ANNA].vp, 7);
        });
}

#[test]
fn a_primary_good_no_longer_counts_once_a_secondary_craftsman_is_anywhere_on_the_map() {
    let position = || {
        drawn(2, &["I.........W", ".........."])
            .craftsman(BERT, IvoryCarver, "B1")
            .monument(ANNA, "D1", 1)
    };
    position().turn(ANNA).when(ANNA, raise("D1")).when(ANNA, good("B1", "A1", &[]));
    position().craftsman(BERT, ThroneMaker, "I1").turn(ANNA).when_refused(
        ANNA,
        raise("D1"),
        "goods_out_of_reach",
    );
    workshops().monument(ANNA, "D2", 1).turn(ANNA).when(ANNA, raise("D2")).when_refused(
        ANNA,
        good("A1", "C2", &[]),
        "good_replaced",
    );
}

#[test]
fn a_monument_rises_once_a_turn_and_never_above_level_five() {
    pottery(&["..CC", "...."])
        .monument(ANNA, "A2", 1)
        .monument(ANNA, "C2", 5)
        .turn(ANNA)
        .when_refused(ANNA, raise("C2"), "level_five")
        .when(ANNA, raise("A2"))
        .when(ANNA, good("A1", "C1", &[]))
        .when_refused(ANNA, raise("A2"), "raised_this_turn")
        .when_refused(ANNA, build("D2"), "action_taken");
}

#[test]
fn an_own_craftsman_is_paid_too_onto_the_own_card() {
    drawn(2, &["..C", "..."])
        .craftsman(ANNA, Potter, "A1")
        .price(ANNA, Potter, 3)
        .monument(ANNA, "A2", 1)
        .turn(ANNA)
        .when(ANNA, raise("A2"))
        .when(ANNA, good("A1", "C1", &[]))
        .then(|state| {
            assert_eq!(state.boards[ANNA].cattle, 17);
            assert_eq!(on_card(state, ANNA, Potter), 3);
        });
}

#[test]
fn a_raise_is_not_begun_without_the_cattle_to_complete_it() {
    pottery(&["..C", "..."])
        .price(BERT, Potter, 3)
        .monument(ANNA, "A2", 1)
        .cattle(ANNA, 2)
        .turn(ANNA)
        .when_refused(ANNA, raise("A2"), "goods_out_of_reach");
}

#[test]
fn a_purchase_that_would_leave_the_raise_incomplete_is_refused() {
    drawn(2, &["C..........", "...........", "C.....W...."])
        .craftsman(BERT, Potter, "B2")
        .craftsman(BERT, WoodCarver, "D1")
        .monument(ANNA, "E2", 2)
        .monument(BERT, "D2", 1)
        .cattle(ANNA, 3)
        .turn(ANNA)
        .when(ANNA, raise("E2"))
        .when_refused(ANNA, good("D1", "G3", &["D2", "E2"]), "raise_would_stall");
}

/// The cattle that the view shows for raising this monument.
fn shown(state: &State, monument: &str) -> Option<u16> {
    let monuments = view(state).map.monuments;
    monuments.iter().find(|one| one.at == sq(monument)).expect("it stands there").cost
}

/// The goods still to buy and whether a primary one is due, as the view shows them.
fn shown_due(state: &State) -> Option<(u8, bool)> {
    match view(state).phase {
        PhaseView::ReligionAndCulture {
            pending: PendingView::CompleteRaise { goods, waiting, .. },
            ..
        } => Some((goods, waiting.is_some())),
        _ => None,
    }
}

#[test]
fn the_view_shows_what_is_still_to_be_bought_and_paid_while_a_raise_goes_on() {
    let then = |due, cost| {
        move |state: &State| assert_eq!((shown_due(state), shown(state, "D2")), (due, cost))
    };
    workshops()
        .price(BERT, ThroneMaker, 3)
        .price(BERT, IvoryCarver, 2)
        .monument(ANNA, "D2", 2)
        .turn(ANNA)
        .then(then(None, Some(3 + 2 + 1 + 1)))
        .when(ANNA, raise("D2"))
        .then(then(Some((2, false)), Some(3 + 2 + 1 + 1)))
        .when(ANNA, good("C1", "E1", &[]))
        .then(then(Some((1, true)), Some(2 + 1 + 1)))
        .when(ANNA, primary("A1", "C2", &[]))
        .then(then(Some((1, false)), Some(1 + 1)))
        .when(ANNA, good("C3", "E2", &[]))
        .then(then(Some((0, true)), Some(1)))
        .when(ANNA, primary("A3", "E3", &[]))
        .then(then(None, None));
    pottery(&["..CC.W.", "......."])
        .craftsman(BERT, WoodCarver, "E2")
        .price(BERT, WoodCarver, 3)
        .monument(ANNA, "D2", 2)
        .turn(ANNA)
        .when(ANNA, raise("D2"))
        .then(then(Some((2, false)), Some(1 + 3)))
        .when(ANNA, good("A1", "C1", &[]))
        .then(then(Some((1, false)), Some(3)));
}

#[test]
fn the_view_shows_the_cost_of_a_raised_monuments_next_level_once_the_turn_is_over() {
    let then =
        |costs| move |state: &State| assert_eq!([shown(state, "A2"), shown(state, "C2")], costs);
    pottery(&["..CCC", "....C"])
        .price(BERT, Potter, 2)
        .god(ANNA, God::TsuiGoab)
        .monument(ANNA, "A2", 1)
        .monument(ANNA, "C2", 2)
        .turn(ANNA)
        .then(then([Some(2), Some(4)]))
        .when(ANNA, raise("A2"))
        .when(ANNA, good("A1", "C1", &[]))
        .then(then([None, Some(4)]))
        .when(ANNA, end())
        .then(then([Some(4), Some(4)]))
        .when(BERT, end())
        .then(|state| assert_eq!(shown(state, "A2"), Some(4), "in phase I of the next round"));
}

#[test]
fn the_view_shows_no_cost_for_goods_that_cannot_be_had() {
    let cost = |markers, seat: Seat| {
        let position = pottery(&["..C", "..."]).monument(seat, "A2", 1);
        shown(&position.god(ANNA, God::Atete).used("C1", markers).state(), "A2")
    };
    assert_eq!((cost(1, ANNA), cost(1, BERT)), (Some(1), None), "as its owner may use the clay");
    assert_eq!(cost(2, ANNA), None);
}

#[test]
fn a_way_of_more_hubs_than_can_be_counted_is_not_cheap() {
    let over = |count: usize| {
        let hubs: Vec<&str> = ["D1", "A1"].into_iter().cycle().take(count).collect();
        good("F1", "I1", &hubs)
    };
    let position = || {
        drawn(2, &["........C"])
            .craftsman(BERT, Potter, "F1")
            .monument(ANNA, "A1", 1)
            .monument(BERT, "D1", 1)
            .turn(ANNA)
            .when(ANNA, raise("A1"))
    };
    position().when(ANNA, over(3)).then(|state| assert_eq!(state.boards[ANNA].cattle, 20 - 4));
    for count in [65_535, 65_537, 131_073] {
        position().when_refused(ANNA, over(count), "too_few_cattle");
    }
}

#[test]
fn a_command_with_more_hubs_than_a_map_has_squares_is_not_read() {
    let read = |count: usize| {
        let hubs: Vec<&str> = ["D1", "A1"].into_iter().cycle().take(count).collect();
        let command = json!({
            "type": "buy_good", "craftsman_at": "F1", "resource_at": "I1", "hubs": hubs,
        });
        serde_json::from_value::<Command>(command)
    };
    assert!(read(MOST_HUBS).is_ok());
    let refused = read(MOST_HUBS + 1).unwrap_err().to_string();
    assert!(refused.contains("at most 324 hubs"), "{refused}");
    let schema = serde_json::to_string(&schemars::schema_for!(Command)).unwrap();
    assert_eq!(schema.matches("\"maxItems\":324").count(), 2, "{schema}");
}
