//! Tales of monuments, craftsmen, technologies and prices.

use super::super::command::Command;
use super::super::event::Event;
use super::super::pieces::Craft::*;
use super::super::pieces::{Craft, Lie, Resource, Specialist};
use super::drawn::*;

#[test]
fn nothing_is_ever_placed_on_a_starting_area() {
    drawn(2, &["SS.C."])
        .monument(ANNA, "A1", 1)
        .specialist(ANNA, Specialist::Nomads)
        .specialist(ANNA, Specialist::Shaman)
        .technology(ANNA, Potter, 1)
        .turn(ANNA)
        .when(ANNA, Command::UseNomads {})
        .when_refused(
            ANNA,
            Command::UseShaman { resource: Resource::Clay, at: sq("B1") },
            "not_empty",
        )
        .when_refused(ANNA, place(Potter, "B1"), "not_empty")
        .when_refused(ANNA, build("B1"), "not_empty")
        .when(ANNA, build("C1"));
}

#[test]
fn craftsmen_resources_and_water_may_lie_next_to_anything() {
    drawn(2, &["......C"])
        .monument(ANNA, "A1", 1)
        .specialist(ANNA, Specialist::RainCeremony)
        .specialist(ANNA, Specialist::Shaman)
        .technology(ANNA, Potter, 1)
        .turn(ANNA)
        .when(ANNA, Command::UseRainCeremony { at: sq("B1"), lie: Lie::Across })
        .when(ANNA, Command::UseShaman { resource: Resource::Clay, at: sq("D1") })
        .when_refused(ANNA, build("A1"), "not_empty")
        .when(ANNA, place(Potter, "E1"));
}

#[test]
fn the_first_primary_and_its_secondary_are_not_placed_in_one_turn_by_one_player() {
    let map = &["..CC.....", "........."];
    drawn(2, map)
        .turn(ANNA)
        .when(ANNA, take(Potter, 1))
        .when(ANNA, place(Potter, "A1"))
        .when_refused(ANNA, take(VesselMaker, 1), "first_primary_this_turn")
        .when(ANNA, end())
        .when(BERT, take(VesselMaker, 1))
        .when(BERT, place(VesselMaker, "E1"));
    drawn(2, map)
        .craftsman(BERT, Potter, "A2")
        .turn(ANNA)
        .when_refused(ANNA, take(Potter, 1), "no_room")
        .when(ANNA, take(VesselMaker, 1))
        .when(ANNA, place(VesselMaker, "E1"));
    drawn(2, &["..C......C", ".........."])
        .craftsman(BERT, Potter, "A2")
        .turn(ANNA)
        .when(ANNA, take(Potter, 1))
        .when(ANNA, place(Potter, "G1"))
        .when(ANNA, take(VesselMaker, 1))
        .when(ANNA, place(VesselMaker, "D1"));
}

#[test]
fn each_craftsman_needs_a_resource_that_no_other_of_its_type_can_reach_used_or_not() {
    drawn(2, &["..C......C", ".........."])
        .craftsman(BERT, Potter, "A1")
        .technology(ANNA, Potter, 1)
        .used("C1", 1)
        .used("J1", 1)
        .turn(ANNA)
        .when_refused(ANNA, place(Potter, "D1"), "no_unclaimed_resource")
        .when(ANNA, place(Potter, "G1"));
}

#[test]
fn a_secondary_craftsman_needs_a_resource_that_no_other_of_its_own_type_can_reach() {
    // The sculptor on A1 reaches the wood on E1; the wood carver and the throne
    // maker, but no sculptor, reach that on N1.
    drawn(2, &["....W........W....", "..................", ".................."])
        .craftsman(BERT, Sculptor, "A1")
        .craftsman(BERT, WoodCarver, "J1")
        .craftsman(BERT, ThroneMaker, "P1")
        .technology(ANNA, Sculptor, 1)
        .turn(ANNA)
        .when_refused(ANNA, place(Sculptor, "G1"), "no_unclaimed_resource")
        .when(ANNA, place(Sculptor, "L2"));
}

#[test]
fn a_secondary_craftsman_cannot_do_with_the_resource_of_its_primary() {
    let position = |map: &[&str]| {
        drawn(2, map).craftsman(BERT, IvoryCarver, "B1").technology(ANNA, ThroneMaker, 1).turn(ANNA)
    };
    let thrones = || place(ThroneMaker, "E1");
    position(&["I.....I", "......."]).when_refused(ANNA, thrones(), "no_unclaimed_resource");
    position(&["I.....W", "......."]).when(ANNA, thrones());
}

#[test]
fn a_technology_is_taken_only_with_a_craftsman_and_nobody_holds_both_cards() {
    drawn(3, &["..C......C", ".........."])
        .turn(ANNA)
        .when_refused(ANNA, place(Potter, "D1"), "technology_missing")
        .when_refused(ANNA, take(Sculptor, 1), "no_room")
        .when(ANNA, take(Potter, 1))
        .then(|state| assert_eq!(state.boards[ANNA].vr, 23))
        .when_refused(ANNA, end(), "craftsman_due")
        .when(ANNA, place(Potter, "A1"))
        .when_refused(ANNA, take(Potter, 1), "technology_owned")
        .when(ANNA, end())
        .when(BERT, take(Potter, 3))
        .then(|state| assert_eq!(state.boards[BERT].vr, 24, "the second card is dearer"))
        .when(BERT, place(Potter, "G1"))
        .when(BERT, end())
        .when_refused(CARA, take(Potter, 1), "technology_gone");
}

#[test]
fn a_price_of_one_to_three_is_set_when_a_technology_is_taken() {
    drawn(2, &["..C......C"])
        .turn(ANNA)
        .when_refused(ANNA, take(Potter, 0), "no_such_price")
        .when_refused(ANNA, take(Potter, 4), "no_such_price")
        .when(ANNA, take(Potter, 2))
        .when(ANNA, place(Potter, "A1"))
        .when_refused(ANNA, Command::RaisePrice { technology: Potter, price: 3 }, "just_taken");
}

#[test]
fn a_place_craftsmen_action_may_consist_of_raising_prices_only() {
    let higher = |price| Command::RaisePrice { technology: Potter, price };
    drawn(2, &["......."])
        .technology(ANNA, Potter, 2)
        .turn(ANNA)
        .when_refused(ANNA, higher(1), "price_not_higher")
        .when(ANNA, higher(3))
        .when_refused(ANNA, build("A1"), "action_taken")
        .when(ANNA, end());
}

#[test]
fn there_are_three_tiles_of_each_craftsman() {
    drawn(2, &["..C...", "......", "......", "......"])
        .craftsman(BERT, Potter, "A2")
        .craftsman(BERT, Potter, "A3")
        .craftsman(BERT, Potter, "A4")
        .technology(ANNA, Potter, 1)
        .turn(ANNA)
        .when_refused(ANNA, place(Potter, "D1"), "craftsmen_run_out");
}

#[test]
fn the_third_craftsman_of_every_type_is_placed_and_the_fourth_refused() {
    let map = &[".............C", ".............W", ".............I", ".............D"];
    for &craft in Craft::ALL {
        let mut position = drawn(2, map).craftsman(BERT, craft, "A1").craftsman(ANNA, craft, "D1");
        if let Some(primary) = craft.row().primary {
            position = position.craftsman(BERT, primary, "H1");
        }
        position.turn(ANNA).when(ANNA, place(craft, "K1")).when_refused(
            ANNA,
            place(craft, "K3"),
            "craftsmen_run_out",
        );
    }
}

#[test]
fn the_shaman_has_four_tiles_of_clay_six_of_wood_three_of_ivory_and_three_of_diamonds() {
    use Resource::*;
    for (resource, tiles) in [(Clay, 4), (Wood, 6), (Ivory, 3), (Diamonds, 3)] {
        let lay = |resource, col: u8| Command::UseShaman {
            resource,
            at: sq(&format!("{}1", char::from(b'A' + col))),
        };
        let mut tale = drawn(2, &["........"]).specialist(ANNA, Specialist::Shaman).turn(ANNA);
        for col in 0..tiles {
            tale = tale
                .when(ANNA, lay(resource, col))
                .happens(Event::TurnEnded { seat: ANNA, next: Some(ANNA) });
        }
        let other = if resource == Clay { Wood } else { Clay };
        tale.when_refused(ANNA, lay(resource, 6), "tiles_run_out").when(ANNA, lay(other, 6));
    }
}

#[test]
fn eight_water_tiles_fall_as_rain_and_no_ninth() {
    let rain = |row: u8| Command::UseRainCeremony { at: sq(&format!("A{row}")), lie: Lie::Across };
    let mut tale =
        drawn(2, &[".."; 9]).specialist(ANNA, Specialist::RainCeremony).cattle(ANNA, 40).turn(ANNA);
    for row in 1..=8 {
        tale =
            tale.when(ANNA, rain(row)).happens(Event::TurnEnded { seat: ANNA, next: Some(ANNA) });
    }
    tale.when_refused(ANNA, rain(9), "tiles_run_out");
}

#[test]
fn resource_and_water_tiles_run_out() {
    let clay = |at| Command::UseShaman { resource: Resource::Clay, at: sq(at) };
    let mut state = drawn(2, &["........", "........"])
        .specialist(ANNA, Specialist::Shaman)
        .specialist(ANNA, Specialist::RainCeremony)
        .state();
    let row = |col| super::super::squares::Square::at(0, col);
    for col in 0..4 {
        state.conjured.push((Resource::Clay, row(col)));
        state.rained.push([row(2 * col), row(2 * col + 1)]);
        state.rained.push([row(2 * col), row(2 * col + 1)]);
    }
    state.resource_tiles[Resource::Clay.index()] = 0;
    crate::rules::tale::Tale::<super::super::GreatZimbabwe>::given(state)
        .when_refused(ANNA, clay("A2"), "tiles_run_out")
        .when_refused(
            ANNA,
            Command::UseRainCeremony { at: sq("A2"), lie: Lie::Across },
            "tiles_run_out",
        )
        .when(ANNA, Command::UseShaman { resource: Resource::Wood, at: sq("A2") });
}
