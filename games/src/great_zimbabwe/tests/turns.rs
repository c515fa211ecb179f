//! Tales of a turn of phase II: choices, specialists, the order of things.

use super::super::command::Command;
use super::super::pieces::Craft::*;
use super::super::pieces::{God, Lie, Resource, Specialist};
use super::drawn::*;

#[test]
fn doing_nothing_at_all_is_a_legal_turn() {
    drawn(2, &["......"]).turn(ANNA).when(ANNA, end()).when(BERT, end());
}

#[test]
fn a_specialist_is_chosen_only_to_be_paid_and_used_this_turn() {
    drawn(2, &["......"]).cattle(ANNA, 1).turn(ANNA).when_refused(
        ANNA,
        engage(Specialist::Shaman),
        "too_few_cattle",
    );
    drawn(2, &["SSSSCC"])
        .turn(ANNA)
        .when_refused(ANNA, engage(Specialist::Shaman), "not_empty")
        .when_refused(ANNA, engage(Specialist::RainCeremony), "not_empty");
    drawn(2, &["......"])
        .turn(ANNA)
        .when(ANNA, engage(Specialist::Shaman))
        .when_refused(ANNA, end(), "specialist_due")
        .when_refused(ANNA, build("A1"), "specialist_due")
        .when(ANNA, Command::UseShaman { resource: Resource::Wood, at: sq("A1") })
        .when_refused(ANNA, engage(Specialist::Herd), "already_chosen")
        .when_refused(ANNA, adore(God::Xango), "already_chosen")
        .when(ANNA, end());
}

#[test]
fn shaman_and_rain_ceremony_are_not_chosen_once_their_tiles_have_run_out() {
    let stock = |tiles: [u8; 4], rained: usize| {
        let mut state = drawn(2, &["......"]).state();
        state.resource_tiles = tiles;
        state.rained = vec![[sq("A1"), sq("B1")]; rained];
        crate::rules::tale::Tale::<super::super::GreatZimbabwe>::given(state)
    };
    stock([0; 4], 8).when_refused(ANNA, engage(Specialist::Shaman), "tiles_run_out").when_refused(
        ANNA,
        engage(Specialist::RainCeremony),
        "tiles_run_out",
    );
    let legal = stock([0, 0, 0, 1], 7).legal(ANNA);
    assert!(legal.contains(&engage(Specialist::Shaman)));
    assert!(legal.contains(&engage(Specialist::RainCeremony)));
}

#[test]
fn specialists_work_before_or_after_the_main_action_and_at_once() {
    let rain = |at| Command::UseRainCeremony { at: sq(at), lie: Lie::Across };
    drawn(2, &[".........."])
        .specialist(ANNA, Specialist::RainCeremony)
        .turn(ANNA)
        .when_refused(ANNA, take(Potter, 1), "no_room")
        .when(ANNA, engage(Specialist::Shaman))
        .when(ANNA, Command::UseShaman { resource: Resource::Clay, at: sq("A1") })
        .when(ANNA, take(Potter, 1))
        .when(ANNA, place(Potter, "B1"))
        .when(ANNA, rain("F1"))
        .then(|state| assert_eq!(state.land.areas().len(), 1))
        .when_refused(ANNA, rain("H1"), "used_this_turn")
        .when_refused(ANNA, place(Potter, "H1"), "action_taken");
}

#[test]
fn the_herd_takes_two_four_or_six_once_a_turn() {
    let feed = |cattle| Command::UseHerd { cattle };
    drawn(2, &["......"])
        .turn(ANNA)
        .when(ANNA, engage(Specialist::Herd))
        .when_refused(ANNA, feed(3), "odd_herd")
        .when_refused(ANNA, feed(8), "odd_herd")
        .when(ANNA, feed(4))
        .when_refused(ANNA, feed(2), "used_this_turn")
        .when(ANNA, end())
        .when(BERT, end())
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 20 + 2));
}

#[test]
fn the_builder_gives_back_two_cattle_of_each_craftsman_placed_after_the_payment() {
    drawn(2, &["C.......C.......C"])
        .technology(ANNA, Potter, 1)
        .specialist(ANNA, Specialist::Builder)
        .turn(ANNA)
        .when(ANNA, Command::UseBuilder {})
        .when(ANNA, place(Potter, "B1"))
        .when(ANNA, place(Potter, "F1"))
        .then(|state| {
            assert_eq!(state.boards[ANNA].cattle, 20 - 2 - 4);
            assert_eq!(state.boards[ANNA].on_cards(), 2 + 4);
        });
    drawn(2, &["C.......C"])
        .technology(ANNA, Potter, 1)
        .specialist(ANNA, Specialist::Builder)
        .turn(ANNA)
        .when(ANNA, place(Potter, "B1"))
        .when(ANNA, Command::UseBuilder {})
        .then(|state| assert_eq!(state.boards[ANNA].on_cards(), 2));
}

#[test]
fn a_god_is_for_life_and_has_one_worshipper() {
    drawn(2, &["......"])
        .god(ANNA, God::Xango)
        .turn(ANNA)
        .when_refused(ANNA, adore(God::Gu), "god_for_life")
        .when(ANNA, end())
        .when_refused(BERT, adore(God::Xango), "god_not_available");
}

#[test]
fn a_specialist_has_one_owner() {
    drawn(2, &["......"])
        .specialist(BERT, Specialist::Nomads)
        .turn(ANNA)
        .when_refused(ANNA, engage(Specialist::Nomads), "specialist_not_available")
        .when_refused(ANNA, Command::UseNomads {}, "not_your_specialist");
}

#[test]
fn the_only_card_of_a_god_or_a_specialist_goes_to_whoever_chooses_it_first() {
    drawn(3, &["......"])
        .turn(ANNA)
        .when(ANNA, adore(God::Xango))
        .when(ANNA, end())
        .when_refused(BERT, adore(God::Xango), "god_not_available")
        .when(BERT, engage(Specialist::Nomads))
        .when(BERT, Command::UseNomads {})
        .when(BERT, end())
        .when_refused(CARA, adore(God::Xango), "god_not_available")
        .when_refused(CARA, engage(Specialist::Nomads), "specialist_not_available");
}

#[test]
fn a_vr_of_forty_is_allowed_and_forty_one_is_not() {
    let position = |herd: bool| {
        let position = drawn(2, &["......"])
            .technology(ANNA, Potter, 1)
            .technology(ANNA, WoodCarver, 1)
            .technology(ANNA, VesselMaker, 1)
            .technology(ANNA, Sculptor, 1);
        if herd { position.specialist(ANNA, Specialist::Herd) } else { position }
    };
    position(true)
        .turn(ANNA)
        .when(ANNA, engage(Specialist::Builder))
        .then(|state| assert_eq!(state.boards[ANNA].vr, 40));
    position(true).turn(ANNA).when_refused(ANNA, engage(Specialist::Shaman), "vr_too_high");
    position(true).turn(ANNA).when_refused(ANNA, adore(God::Obatala), "vr_too_high");
    position(false).turn(ANNA).when(ANNA, adore(God::Obatala));
}

#[test]
fn xango_lowers_the_vr_to_eighteen() {
    drawn(2, &["......"])
        .turn(ANNA)
        .when(ANNA, adore(God::Xango))
        .then(|state| assert_eq!(state.boards[ANNA].vr, 18));
}
