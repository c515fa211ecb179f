//! The worked examples of the rulebook.

use super::super::event::{Event, Share};
use super::super::pieces::Craft::*;
use super::super::pieces::Specialist;
use super::drawn::*;

#[test]
fn three_empires_give_gifts_as_in_the_rulebook() {
    let (kilwa, zulu, mutapa) = (ANNA, BERT, CARA);
    drawn(3, &["......."])
        .technology(kilwa, Potter, 1)
        .specialist(zulu, Specialist::RainCeremony)
        .specialist(mutapa, Specialist::Nomads)
        .arrivals(&[kilwa, zulu, mutapa])
        .cattle(kilwa, 7)
        .cattle(zulu, 7)
        .cattle(mutapa, 3)
        .round()
        .when(kilwa, gift(2))
        .then_events(|events| {
            let Event::GiftGiven { shares, resume, .. } = &events[0] else { panic!() };
            let one = |plaque| Share { plaque, cattle: 1 };
            assert_eq!(shares, &[one(0), one(1)]);
            assert_eq!(*resume, 2);
        })
        .when(zulu, gift(3))
        .then_events(|events| {
            let Event::GiftGiven { shares, .. } = &events[0] else { panic!() };
            assert!(shares.iter().all(|share| share.cattle == 1) && shares.len() == 3);
            let Event::Passed { seat, place, forced, .. } = &events[1] else { panic!() };
            assert_eq!((*seat, *place, *forced), (mutapa, 3, true));
        })
        .when(kilwa, gift(5))
        .then_events(|events| {
            let Event::GiftGiven { shares, .. } = &events[0] else { panic!() };
            let cattle: Vec<u16> = shares.iter().map(|share| share.cattle).collect();
            assert_eq!(cattle, [2, 1, 2], "Kilwa and Mutapa get 2, Zulu 1");
            let Event::Passed { seat, place, .. } = &events[1] else { panic!() };
            assert_eq!((*seat, *place), (zulu, 2), "4 cattle cannot exceed a gift of 5");
            let Event::PlaquesTaken { cattle, order } = &events[2] else { panic!() };
            assert_eq!(cattle.values().copied().collect::<Vec<_>>(), [4, 3, 3]);
            assert_eq!(order, &[kilwa, zulu, mutapa]);
        })
        .then(|state| {
            let cattle: Vec<u16> = state.boards.values().map(|board| board.cattle).collect();
            assert_eq!(cattle, [4, 7, 6]);
        });
}

#[test]
fn the_kilwa_place_an_ivory_carver_and_a_sculptor_as_in_the_rulebook() {
    let map = &["I......~~~...I", ".......~~~....", "....W.........", ".............."];
    drawn(3, map)
        .craftsman(ANNA, IvoryCarver, "B1")
        .craftsman(BERT, WoodCarver, "B4")
        .turn(ANNA)
        .when(ANNA, place(IvoryCarver, "K1"))
        .then(|state| {
            assert_eq!(state.boards[ANNA].cattle, 18);
            assert_eq!(state.boards[ANNA].vp, 1 + 1 + 1);
        })
        .when(ANNA, take(Sculptor, 2))
        .then(|state| assert_eq!(state.boards[ANNA].vr, 20 + 2 + 3))
        .when(ANNA, place(Sculptor, "F3"))
        .then(|state| {
            assert_eq!(state.boards[ANNA].cattle, 14);
            assert_eq!(state.boards[ANNA].vp, 3 + 2);
            let price = |craft: super::super::pieces::Craft| {
                state.boards[ANNA].technologies[craft.index()].map(|card| card.price)
            };
            assert_eq!((price(IvoryCarver), price(Sculptor)), (Some(1), Some(2)));
        });
}

#[test]
fn the_zulu_raise_two_monuments_over_a_hub_and_over_water_as_in_the_rulebook() {
    let (kilwa, zulu) = (ANNA, BERT);
    // The hub on G2 leads both from the monument to the sculptor and from the
    // sculptor to the wood carver; the water leads to the ivory carver.
    let map = &[
        "..........W...",
        "..W...........",
        "..............",
        "..I...........",
        "..............",
        "I..~~~~~~~~~~.",
    ];
    drawn(2, map)
        .craftsman(kilwa, IvoryCarver, "A4")
        .technology(kilwa, Sculptor, 2)
        .craftsman(kilwa, Sculptor, "I1")
        .craftsman(zulu, WoodCarver, "D3")
        .monument(zulu, "D2", 2)
        .monument(kilwa, "G2", 1)
        .monument(zulu, "N6", 1)
        .turn(zulu)
        .when(zulu, raise("D2"))
        .when(zulu, good("A4", "C4", &[]))
        .then(|state| assert_eq!(state.boards[zulu].cattle, 19))
        .when_refused(zulu, good("I1", "K1", &[]), "route_broken")
        .when(zulu, good("I1", "K1", &["G2"]))
        .when_refused(zulu, primary("D3", "C2", &[]), "route_broken")
        .when(zulu, primary("D3", "C2", &["G2"]))
        .then(|state| assert_eq!(state.boards[zulu].cattle, 19 - 5))
        .when(zulu, raise("N6"))
        .when(zulu, good("A4", "A6", &[]))
        .then(|state| {
            assert_eq!(state.boards[zulu].cattle, 13);
            assert_eq!(on_card(state, kilwa, IvoryCarver), 2);
            assert_eq!(on_card(state, kilwa, Sculptor), 2);
            assert_eq!(on_card(state, zulu, WoodCarver), 1);
            assert_eq!(state.used.len(), 4);
            assert_eq!(state.boards[zulu].vp, 3 + 1 + 1 + 6);
        });
}
