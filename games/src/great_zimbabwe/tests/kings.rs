//! Tales of phase I: plaques, gifts, passes.

use super::super::event::Event;
use super::super::pieces::{God, Plaque, Specialist};
use super::super::state::{Phase, State};
use super::drawn::*;
use crate::rules::Seat;

fn plaques(state: &State) -> Vec<(Plaque, u16)> {
    match &state.phase {
        Phase::Kings(bidding) => bidding.queue.clone(),
        other => panic!("{other:?}"),
    }
}

fn empires(state: &State) -> Vec<Seat> {
    plaques(state).into_iter().map(|(plaque, _)| plaque.taker()).collect()
}

#[test]
fn of_equal_vr_the_marker_that_came_first_queues_first_and_a_moved_one_lies_on_top() {
    drawn(3, &["......"])
        .specialist(ANNA, Specialist::RainCeremony)
        .arrivals(&[CARA, BERT, ANNA])
        .round()
        .then(|state| assert_eq!(empires(state), [ANNA, CARA, BERT]));
    drawn(2, &["......"])
        .specialist(BERT, Specialist::RainCeremony)
        .arrivals(&[ANNA, BERT])
        .turn(ANNA)
        .when(ANNA, engage(Specialist::Nomads))
        .then(|state| assert_eq!(state.by_vr(), [BERT, ANNA]));
}

#[test]
fn the_first_queue_is_the_reverse_of_the_order_of_first_monuments() {
    use super::super::{GreatZimbabwe, setup::Config};
    use crate::rules::playtest::{Closeness, whole_match};
    for seed in 0..4 {
        let config = Config::default();
        let played = whole_match::<GreatZimbabwe>(&config, 4, seed, Closeness::FAST);
        let mut placed: Vec<Seat> = Vec::new();
        let mut queue: Vec<Seat> = Vec::new();
        for event in played.events() {
            match event {
                Event::FirstMonumentPlaced { seat, .. } => placed.push(*seat),
                Event::RoundBegun { round: 1, queue: plaques, .. } => {
                    queue = plaques.iter().map(|plaque| plaque.taker()).collect();
                }
                _ => {}
            }
        }
        placed.reverse();
        assert_eq!(placed, queue);
        assert_eq!(queue, played.setup.vr_pile);
    }
}

#[test]
fn shadipinyi_has_no_plaque_until_adored_and_then_stands_first_and_receives_first() {
    drawn(2, &["......"]).round().then(|state| assert_eq!(plaques(state).len(), 2));
    drawn(2, &["......"])
        .god(BERT, God::Shadipinyi)
        .round()
        .then(|state| {
            let first = Plaque::Shadipinyi { worshipper: BERT };
            assert_eq!(plaques(state)[0], (first, 0));
            assert_eq!(plaques(state).len(), 3);
        })
        .when(BERT, gift(4))
        .then(|state| {
            let cattle: Vec<u16> = plaques(state).iter().map(|(_, cattle)| *cattle).collect();
            assert_eq!(cattle, [2, 1, 1]);
        })
        .when(ANNA, pass())
        .then(|state| {
            assert_eq!(state.boards[BERT].cattle, 20 - 4 + 3);
            assert_eq!(state.boards[ANNA].cattle, 20 + 1);
        });
}

#[test]
fn eleguas_three_cattle_help_with_the_first_gift_of_a_round_only() {
    drawn(2, &["......"])
        .god(ANNA, God::Elegua)
        .cattle(ANNA, 4)
        .round()
        .when_refused(ANNA, gift(8), "too_few_cattle")
        .when(ANNA, gift(2))
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 4))
        .when(BERT, gift(3))
        .when_refused(ANNA, gift(5), "too_few_cattle")
        .when(ANNA, gift(4))
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 0));
    drawn(2, &["......"]).god(ANNA, God::Elegua).cattle(ANNA, 0).round().when(ANNA, gift(3));
}

#[test]
fn eleguas_worshipper_who_passes_at_once_gets_nothing() {
    drawn(2, &["......"])
        .god(ANNA, God::Elegua)
        .round()
        .when(ANNA, pass())
        .then(|state| assert_eq!(state.boards[ANNA].cattle, 20));
}

#[test]
fn all_but_one_may_pass_without_a_gift_and_the_last_is_first_for_nothing() {
    drawn(3, &["......"])
        .round()
        .when(ANNA, pass())
        .when(BERT, pass())
        .then_events(|events| {
            let Event::PlaquesTaken { order, .. } = &events[1] else { panic!() };
            assert_eq!(order, &[CARA, BERT, ANNA]);
        })
        .then(|state| assert_eq!(state.boards[CARA].cattle, 20));
}

#[test]
fn whoever_cannot_exceed_the_last_gift_passes_and_cattle_on_plaques_cannot_be_spent() {
    drawn(2, &["......"])
        .cattle(ANNA, 4)
        .cattle(BERT, 5)
        .round()
        .when_refused(BERT, gift(1), "not_your_turn")
        .when_refused(ANNA, gift(0), "gift_too_small")
        .when(ANNA, gift(3))
        .when(BERT, gift(4))
        .then_events(|events| {
            assert!(matches!(events[1], Event::Passed { seat: ANNA, forced: true, .. }));
        })
        .then(|state| assert_eq!(state.order, [BERT, ANNA]));
}

#[test]
fn a_round_without_any_cattle_passes_by_itself() {
    drawn(2, &["......"]).cattle(ANNA, 0).cattle(BERT, 0).round().then(|state| {
        assert!(matches!(state.phase, Phase::Culture(_)));
        assert_eq!(state.order, [BERT, ANNA]);
    });
}
