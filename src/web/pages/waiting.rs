//! When somebody who waits is asked themselves.

use crate::matches::read::look::Seen;

/// When whoever looks is asked, in a sentence: only as far as the rules make it certain.
pub fn comes(seen: &Seen) -> Option<String> {
    let on = &*seen.folded;
    let [asked] = on.awaited()[..] else { return None };
    let to_come = on.game().to_come(on.state.as_ref()?);
    let place = to_come.iter().position(|&seat| Some(seat) == seen.seat)?;
    let name = seen.names.seat(on, asked);
    Some(match place {
        0 => format!("You are next after {name}."),
        1 => format!("After {name} one more plays before you."),
        more => format!("After {name} {more} more play before you."),
    })
}
