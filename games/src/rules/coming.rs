//! The law of who comes next, which the play-tests check after each command: who was said to come
//! next is awaited next, and those after them are still said to come.

use super::*;

/// Checks it once a command was played, before which `awaited` were asked and `coming` to come;
/// panics with seed and step where it is broken.
pub fn who_was_to_come_comes<G: Game>(
    (awaited, coming): (&[Seat], &[Seat]),
    after: &G::State,
    seed: u64,
    step: usize,
) {
    let place = format!("seed {seed} step {step}");
    let named =
        |seat: &Seat| awaited.contains(seat) || coming.iter().filter(|it| *it == seat).count() > 1;
    assert!(!coming.iter().any(named), "{place}: after {awaited:?} come {coming:?}");
    let left = match G::turn(after) {
        Turn::Over(_) => return assert!(coming.is_empty(), "{place}: {coming:?} never come"),
        Turn::Awaiting(now) if now == awaited => coming,
        Turn::Awaiting(now) => match coming {
            [] => coming,
            [next, left @ ..] => {
                assert_eq!(now, [*next], "{place}: another was said to come next");
                left
            }
        },
    };
    let still = G::to_come(after);
    assert!(still.starts_with(left), "{place}: {left:?} were to come, now {still:?}");
}
