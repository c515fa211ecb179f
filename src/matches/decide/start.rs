//! Starting a match: the game is dealt.

use super::draft::Draft;
use super::{Facts, host_only, open_only, person, undecided};
use crate::error::{Code, Error, Result};
use crate::matches::stream::event::{Event, OfGame};

/// Starts a match that has enough people, for its host.
pub(super) fn start(draft: &mut Draft, facts: &Facts<'_>) -> Result<()> {
    let on = draft.after();
    host_only(on, person(draft)?, "start the match")?;
    open_only(on)?;
    let least = *on.game().info().seats.start();
    if on.sitters.len() < usize::from(least) {
        let detail = format!("At least {least} people must have a seat first.");
        return Err(Error::new(Code::TooFewPeople, detail));
    }
    begin(draft, facts)
}

/// Deals and begins.
pub(super) fn begin(draft: &mut Draft, facts: &Facts<'_>) -> Result<()> {
    let on = draft.after();
    let (game, config, seats) = (on.game(), &on.opened.config, on.sitters.len());
    let mut chance = facts.seed.chance(&on.id, &on.entropy(), on.draws);
    let text = game.deal(config, seats, &mut chance).map_err(undecided)?;
    draft.emit(None, Event::Started(OfGame { schema: game.schema(), text }))
}
