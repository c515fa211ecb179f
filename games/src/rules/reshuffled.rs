//! The law of reshuffles, which the play-tests check in random positions: a match that was
//! rewound shows nobody what somebody has seen already.

use super::chance::Seeded;
use super::playtest::viewers;
use super::*;

/// After a reshuffle everybody sees what they saw, and the order before does not matter.
pub fn what_is_reshuffled_is_forgotten<G: Game>(
    state: &G::State,
    seats: usize,
    seed: u64,
    step: usize,
) {
    let anew = |state: &G::State, luck: u64| {
        let event = G::reshuffle(state, &mut Seeded::new(luck))?;
        let mut other = state.clone();
        G::evolve(&mut other, &event);
        Some((event, other))
    };
    let Some((event, other)) = anew(state, seed ^ step as u64) else { return };
    let place = format!("seed {seed} step {step}");
    G::audit(&other).unwrap_or_else(|off| panic!("{place}: a reshuffle loses something: {off}"));
    assert!(!G::reveals(state, &event), "seed {seed} step {step}: a reshuffle shows something");
    for viewer in viewers(seats) {
        let shown =
            |state: &G::State| serde_json::to_string(&G::view(state, viewer)).expect("JSON");
        assert_eq!(shown(state), shown(&other), "seed {seed} step {step}: {viewer:?} sees it");
        let told = |state: &G::State| G::tell(state, &event, viewer);
        assert_eq!(told(state), told(&other), "seed {seed} step {step}: it is told to {viewer:?}");
    }
    let again = |state: &G::State| anew(state, seed).map(|(_, state)| state);
    assert!(
        again(state) == again(&other),
        "seed {seed} step {step}: what was reshuffled is remembered"
    );
}
