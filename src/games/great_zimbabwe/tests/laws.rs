//! The laws that every game obeys, over random matches.

use super::super::GreatZimbabwe;
use super::super::setup::Config;
use crate::rules::playtest::{Closeness, nonsense_is_refused, whole_match};

fn first_play() -> Config {
    Config { first_play: true, gods: None }
}

#[test]
fn random_matches_obey_the_laws() {
    for seats in 2..=5 {
        for seed in 0..20 {
            let played =
                whole_match::<GreatZimbabwe>(&Config::default(), seats, seed, Closeness::FAST);
            eprintln!("{seats} {seed} {} round {}", played.steps.len(), played.end.round);
            whole_match::<GreatZimbabwe>(&first_play(), seats, seed, Closeness::FAST);
            nonsense_is_refused::<GreatZimbabwe>(&Config::default(), seats, seed);
        }
    }
}
