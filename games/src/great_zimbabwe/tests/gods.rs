//! Tales of the gods of phases II to IV; those of phase I stand in `kings.rs`.

use super::super::command::Command;
use super::super::event::Event;
use super::super::pieces::Craft::*;
use super::super::pieces::{God, Specialist};
use super::super::score::ranking;
use super::super::state::State;
use super::drawn::*;
use crate::rules::Seat;

#[test]
fn dziva_changes_prices_at_the_start_of_a_turn_and_right_after_being_chosen() {
    let change = |price| Command::ChangePrice { technology: Potter, price };
    drawn(2, &["......S"])
        .monument(ANNA, "G1", 1)
        .technology(ANNA, Potter, 3)
        .god(ANNA, God::Dziva)
        .turn(ANNA)
        .when_refused(ANNA, change(3), "same_price")
        .when(ANNA, change(1))
        .when_refused(ANNA, change(2), "price_changed")
        .when(ANNA, build("D1"))
        .when_refused(ANNA, change(2), "too_late_for_prices");
    drawn(2, &["......S"])
        .monument(ANNA, "G1", 1)
        .technology(ANNA, Potter, 3)
        .turn(ANNA)
        .when_refused(ANNA, change(1), "not_your_god")
        .when(ANNA, build("D1"))
        .when(ANNA, adore(God::Dziva))
        .when(ANNA, change(1))
        .then(|state| {
            assert_eq!(state.boards[ANNA].technologies[Potter.index()].unwrap().price, 1);
        });
}

#[test]
fn gu_gives_back_all_but_one_vr_of_each_technology_before_his_own_vr_counts() {
    drawn(2, &["......"])
        .technology(ANNA, Potter, 1)
        .technology(ANNA, WoodCarver, 1)
        .technology(ANNA, VesselMaker, 1)
        .technology(ANNA, Sculptor, 1)
        .specialist(ANNA, Specialist::Herd)
        .specialist(ANNA, Specialist::Builder)
        .turn(ANNA)
        .then(|state| assert_eq!(state.boards[ANNA].vr, 40))
        .when_refused(ANNA, adore(God::Engai), "vr_too_high")
        .when(ANNA, adore(God::Gu))
        .then(|state| assert_eq!(state.boards[ANNA].vr, 40 - 8 + 4));
}

#[test]
fn a_vr_marker_that_gu_leaves_on_its_number_stays_where_it_is_in_the_stack() {
    drawn(2, &["......"])
        .technology(ANNA, Potter, 1)
        .technology(ANNA, WoodCarver, 1)
        .turn(ANNA)
        .when(ANNA, adore(God::Gu))
        .then(|state| {
            assert_eq!(state.boards[ANNA].vr, 26);
            assert_eq!(state.arrivals, [ANNA, BERT]);
        });
}

#[test]
fn gus_worshipper_takes_every_technology_for_one_vr() {
    drawn(2, &["....C"])
        .god(ANNA, God::Gu)
        .turn(ANNA)
        .when(ANNA, take(Potter, 2))
        .then(|state| assert_eq!(state.boards[ANNA].vr, 25));
}

fn hub_position(worshipper: Option<Seat>) -> Position {
    let position = drawn(2, &["........C"])
        .craftsman(BERT, Potter, "F1")
        .monument(ANNA, "A1", 1)
        .monument(BERT, "D1", 1);
    match worshipper {
        Some(seat) => position.god(seat, God::Qamata),
        None => position,
    }
}

fn hubs_to(worshipper: Option<Seat>) {
    hub_position(worshipper)
        .turn(ANNA)
        .when(ANNA, raise("A1"))
        .when(ANNA, good("F1", "I1", &["D1"]))
        .then_events(|events| {
            let Event::GoodBought { hubs_to, owner, price, .. } = &events[0] else { panic!() };
            assert_eq!((*hubs_to, *owner, *price), (worshipper, BERT, 1));
        })
        .then(|state| {
            if let Some(seat) = worshipper {
                assert_eq!(state.boards[seat].god_cattle, 1);
            }
        });
}

#[test]
fn while_nobody_adores_qamata_hub_fees_go_to_the_common_stock() {
    hubs_to(None);
}

#[test]
fn qamata_receives_everybodys_hub_fees() {
    hubs_to(Some(BERT));
}

#[test]
fn the_hub_fees_of_qamatas_worshipper_go_to_the_own_card_and_come_back_in_phase_three() {
    hubs_to(Some(ANNA));
    hub_position(Some(ANNA))
        .turn(ANNA)
        .when(ANNA, raise("A1"))
        .when(ANNA, good("F1", "I1", &["D1"]))
        .when(ANNA, end())
        .when(BERT, end())
        .then(|state| {
            assert_eq!(state.boards[ANNA].cattle, 20 - 2 + 1 + 2);
            assert_eq!(state.boards[ANNA].god_cattle, 0);
        });
}

#[test]
fn eshu_stretches_every_range_to_six_in_the_worshippers_turn_only() {
    let position = || {
        drawn(2, &["..............C", "..............."])
            .craftsman(BERT, Potter, "H1")
            .monument(ANNA, "B1", 1)
            .monument(BERT, "G2", 1)
    };
    position().turn(ANNA).when_refused(ANNA, raise("B1"), "goods_out_of_reach");
    position()
        .god(ANNA, God::Eshu)
        .turn(ANNA)
        .when(ANNA, raise("B1"))
        .when(ANNA, good("H1", "O1", &[]))
        .when(ANNA, end())
        .when_refused(BERT, raise("G2"), "goods_out_of_reach");
    // Bert's potter reaches the clay while Anna's ranges are six, so it is claimed.
    position().technology(ANNA, Potter, 1).turn(ANNA).when(ANNA, place(Potter, "L1"));
    position().technology(ANNA, Potter, 1).god(ANNA, God::Eshu).turn(ANNA).when_refused(
        ANNA,
        place(Potter, "L1"),
        "no_unclaimed_resource",
    );
}

#[test]
fn eshu_stretches_the_way_between_hubs_and_from_secondary_to_primary() {
    let position = || {
        drawn(
            2,
            &[
                ".................W",
                "..................",
                "..................",
                ".I................",
            ],
        )
        .craftsman(BERT, ThroneMaker, "N1")
        .craftsman(BERT, IvoryCarver, "H3")
        .monument(ANNA, "B1", 1)
        .monument(BERT, "H1", 1)
    };
    position().turn(ANNA).when_refused(ANNA, raise("B1"), "goods_out_of_reach");
    position()
        .god(ANNA, God::Eshu)
        .turn(ANNA)
        .when(ANNA, raise("B1"))
        .when_refused(ANNA, good("N1", "R1", &[]), "route_broken")
        .when(ANNA, good("N1", "R1", &["H1"]))
        .when(ANNA, primary("H3", "B4", &[]))
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 20 - 1 - 2));
}

#[test]
fn under_eshu_a_secondary_craftsman_is_placed_six_steps_from_hub_and_primary() {
    let position = || {
        drawn(2, &["................W.", ".................."])
            .craftsman(BERT, IvoryCarver, "B1")
            .monument(BERT, "I1", 1)
            .technology(ANNA, ThroneMaker, 1)
    };
    let thrones = || place(ThroneMaker, "O1");
    position().turn(ANNA).when_refused(ANNA, thrones(), "primary_out_of_reach");
    position().god(BERT, God::Eshu).turn(ANNA).when_refused(
        ANNA,
        thrones(),
        "primary_out_of_reach",
    );
    position().god(ANNA, God::Eshu).turn(ANNA).when(ANNA, thrones());
}

#[test]
fn a_resource_within_six_steps_is_claimed_in_the_turn_of_eshus_worshipper_only() {
    let map = &["......C.........."];
    drawn(2, map)
        .god(ANNA, God::Eshu)
        .turn(ANNA)
        .when(ANNA, take(Potter, 1))
        .when(ANNA, place(Potter, "A1"))
        .when(ANNA, end())
        .when(BERT, take(Potter, 1))
        .when_refused(BERT, place(Potter, "K1"), "no_unclaimed_resource")
        .when(BERT, place(Potter, "H1"));
    drawn(2, map)
        .craftsman(BERT, Potter, "A1")
        .technology(ANNA, Potter, 1)
        .god(ANNA, God::Eshu)
        .turn(ANNA)
        .when_refused(ANNA, place(Potter, "H1"), "no_unclaimed_resource");
}

#[test]
fn obatala_builds_two_monuments_that_heed_each_other_unless_nomads_are_active() {
    let position = || drawn(2, &["........S"]).monument(ANNA, "I1", 1).god(ANNA, God::Obatala);
    position()
        .turn(ANNA)
        .when(ANNA, build("A1"))
        .when_refused(ANNA, build("B1"), "next_to_monument")
        .when(ANNA, build("C1"))
        .when_refused(ANNA, build("E1"), "action_taken")
        .when(ANNA, end());
    position()
        .specialist(ANNA, Specialist::Nomads)
        .turn(ANNA)
        .when(ANNA, Command::UseNomads {})
        .when(ANNA, build("A1"))
        .when(ANNA, build("B1"));
    let position = drawn(2, &["........S"]).monument(ANNA, "I1", 1);
    position.turn(ANNA).when(ANNA, build("A1")).when_refused(ANNA, build("C1"), "action_taken");
}

#[test]
fn tsui_goab_repeats_a_good_as_long_as_each_use_has_its_resource() {
    let position = |map: &[&str]| {
        drawn(2, map).craftsman(BERT, Potter, "A1").monument(ANNA, "A2", 2).god(ANNA, God::TsuiGoab)
    };
    position(&["..CC", "...."])
        .turn(ANNA)
        .when(ANNA, raise("A2"))
        .when(ANNA, good("A1", "C1", &[]))
        .when(ANNA, good("A1", "D1", &[]))
        .then(|state| assert_eq!(state.monument(sq("A2")).unwrap().level, 3));
    position(&["..C.", "...."]).turn(ANNA).when_refused(ANNA, raise("A2"), "goods_out_of_reach");
}

#[test]
fn tsui_goab_repeats_a_secondary_good_with_its_own_resource_and_primary_each_time() {
    let position = |map: &[&str]| {
        drawn(2, map)
            .craftsman(BERT, Potter, "A1")
            .craftsman(BERT, VesselMaker, "C1")
            .monument(ANNA, "A2", 2)
            .god(ANNA, God::TsuiGoab)
    };
    position(&["....CC", "....CC"])
        .turn(ANNA)
        .when(ANNA, raise("A2"))
        .when(ANNA, good("C1", "F1", &[]))
        .when_refused(ANNA, good("C1", "F2", &[]), "primary_due")
        .when(ANNA, primary("A1", "E1", &[]))
        .when_refused(ANNA, good("C1", "F1", &[]), "resource_used")
        .when(ANNA, good("C1", "F2", &[]))
        .then(|state| assert_eq!(state.monument(sq("A2")).unwrap().level, 2, "a primary is due"))
        .when_refused(ANNA, primary("A1", "E1", &[]), "resource_used")
        .when(ANNA, primary("A1", "E2", &[]))
        .then(|state| {
            assert_eq!(state.monument(sq("A2")).unwrap().level, 3);
            assert_eq!(on_card(state, BERT, Potter), 2);
            assert_eq!(on_card(state, BERT, VesselMaker), 2);
        });
    position(&["....CC", "....C."]).turn(ANNA).when_refused(
        ANNA,
        raise("A2"),
        "goods_out_of_reach",
    );
}

#[test]
fn even_tsui_goab_does_not_use_a_primary_good_that_a_secondary_one_replaced() {
    let position = |map: &[&str]| {
        drawn(2, map).craftsman(BERT, Potter, "A1").monument(ANNA, "A2", 2).god(ANNA, God::TsuiGoab)
    };
    let far = &["..CC..........", ".............."];
    position(far).turn(ANNA).when(ANNA, raise("A2"));
    position(far).craftsman(BERT, VesselMaker, "M1").turn(ANNA).when_refused(
        ANNA,
        raise("A2"),
        "goods_out_of_reach",
    );
    position(&["....CC", "....CC"])
        .craftsman(BERT, VesselMaker, "C1")
        .turn(ANNA)
        .when(ANNA, raise("A2"))
        .when_refused(ANNA, good("A1", "E1", &[]), "good_replaced");
}

#[test]
fn anansi_pays_one_to_the_primary_and_one_to_the_secondary_of_a_chain() {
    drawn(2, &["....CC", "......"])
        .craftsman(BERT, Potter, "A1")
        .craftsman(BERT, VesselMaker, "C1")
        .god(ANNA, God::Anansi)
        .monument(ANNA, "A2", 1)
        .price(BERT, Potter, 3)
        .price(BERT, VesselMaker, 3)
        .turn(ANNA)
        .when(ANNA, raise("A2"))
        .when(ANNA, good("C1", "F1", &[]))
        .when(ANNA, primary("A1", "E1", &[]))
        .then(|state| {
            assert_eq!(state.boards[ANNA].cattle, 18);
            assert_eq!(on_card(state, BERT, Potter), 1);
            assert_eq!(on_card(state, BERT, VesselMaker), 1);
        });
}

/// Bert's throne maker and ivory carver at price 3, his hub on the way to both.
fn dear_thrones() -> Position {
    drawn(2, &["....I...W", "........."])
        .craftsman(BERT, ThroneMaker, "G1")
        .craftsman(BERT, IvoryCarver, "B1")
        .price(BERT, ThroneMaker, 3)
        .price(BERT, IvoryCarver, 3)
        .monument(ANNA, "A1", 1)
        .monument(BERT, "D1", 1)
}

#[test]
fn anansis_worshipper_still_pays_one_to_the_common_stock_for_each_hub() {
    let tale = |god| {
        dear_thrones()
            .god(ANNA, god)
            .turn(ANNA)
            .when(ANNA, raise("A1"))
            .when(ANNA, good("G1", "I1", &["D1"]))
            .when(ANNA, primary("B1", "E1", &["D1"]))
    };
    let cards =
        |state: &State| (on_card(state, BERT, ThroneMaker), on_card(state, BERT, IvoryCarver));
    tale(God::Anansi).then(|state| {
        assert_eq!(state.boards[ANNA].cattle, 20 - 2 - 2);
        assert_eq!(cards(state), (1, 1));
        assert_eq!(state.boards[BERT].cattle, 20, "the hub's owner gets nothing");
        assert_eq!(state.given_out, 20 + 20 - 2);
    });
    tale(God::Xango).then(|state| {
        assert_eq!(state.boards[ANNA].cattle, 20 - 6 - 2);
        assert_eq!(cards(state), (3, 3));
    });
}

#[test]
fn anansi_lets_nobody_but_his_worshipper_pay_less_even_at_the_worshippers_craftsmen() {
    dear_thrones()
        .god(BERT, God::Anansi)
        .turn(ANNA)
        .when(ANNA, raise("A1"))
        .when(ANNA, good("G1", "I1", &["D1"]))
        .then(|state| assert_eq!(on_card(state, BERT, ThroneMaker), 3));
}

#[test]
fn engai_pays_in_the_round_in_which_he_is_chosen() {
    drawn(2, &["......"])
        .monument(ANNA, "A1", 3)
        .turn(ANNA)
        .when(ANNA, adore(God::Engai))
        .when(ANNA, end())
        .when(BERT, end())
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 20 + 3 + 2));
}

/// VP, VR and god of each seat in a finished round.
fn compared(players: &[(i32, i16, Option<God>)]) -> (State, Vec<Seat>) {
    let mut state = drawn(players.len(), &["..."]).state();
    for (index, (vp, vr, god)) in players.iter().enumerate() {
        let board = &mut state.boards[Seat(index as u8)];
        (board.vp, board.vr, board.god) = (*vp, *vr, *god);
    }
    let order = ranking(&state).iter().map(|standing| standing.seat).collect();
    (state, order)
}

#[test]
fn ties_are_broken_by_overshoot_then_xango_then_vp_then_order_of_play() {
    let xango = Some(God::Xango);
    assert_eq!(compared(&[(18, 18, xango), (22, 20, None)]).1, [BERT, ANNA], "overshoot");
    assert_eq!(compared(&[(30, 29, None), (19, 18, xango)]).1, [BERT, ANNA], "Xango");
    assert_eq!(compared(&[(21, 20, None), (23, 22, None)]).1, [BERT, ANNA], "VP");
    let (mut state, _) = compared(&[(21, 20, None), (21, 20, None)]);
    state.order = vec![BERT, ANNA];
    assert_eq!(ranking(&state)[0].seat, BERT, "order of play");
}
