//! Robots play to the end, honestly, and the sensible one well.

use super::super::BoraBora;
use crate::rules::playtest::{duels_won, robot_match};
use crate::rules::{PerSeat, Robot};

#[test]
fn robots_play_whole_matches_and_know_no_more_than_their_seats() {
    for seats in 2..=4 {
        for &robot in Robot::ALL {
            let robots = PerSeat::new(seats, |_| robot);
            let ranking = robot_match::<BoraBora>(&Default::default(), &robots, seats as u64, 3);
            assert_eq!(ranking.len(), seats);
        }
    }
}

#[test]
fn the_sensible_robot_beats_the_random_one() {
    let won = duels_won::<BoraBora>(&Default::default(), 20);
    assert!(won >= 18, "it won only {won} of 20");
}
