//! Whether a notice is still news, and which of several tells the most.

use crate::clock::Instant;
use crate::mail::content::Gone;
use crate::mail::kind::LetterKind;
use crate::mail::notice::{Dropped, Notice};
use crate::matches::stream::event::Terms;
use crate::matches::stream::state::{Match, Status};
use crate::matches::time::{Clock, clock};

/// The kinds that say that a match waits for their reader, from the one that tells most.
const WAITS: [LetterKind; 4] =
    [LetterKind::LastCall, LetterKind::Reminder, LetterKind::YourTurn, LetterKind::MatchStarted];

/// Whether such letters say that a match waits for their reader.
pub fn tells_of_a_wait(kind: LetterKind) -> bool {
    WAITS.contains(&kind)
}

/// When what a reminder tells of was gone, by the clock as it stands.
fn gone_at(clock: &Clock<'_>, notice: &Notice) -> Instant {
    match notice.data["gone"] == Gone::Half.word() {
        true => clock.half_at,
        false => clock.free_until,
    }
}

/// Whether what was agreed on is over: more time for a turn that is played.
fn is_past(on: &Match, notice: &Notice) -> bool {
    let number = notice.data["proposal"].as_i64();
    let proposal = number.and_then(|number| on.proposal(number));
    proposal.is_some_and(|proposal| match (&proposal.terms, proposal.closed) {
        (Terms::MoreTime { seat, .. }, Some((_, closed))) => {
            on.waits.since(*seat).is_none_or(|since| since > closed)
        }
        _ => false,
    })
}

/// Refuses a notice that is no news any more.
pub fn is_news(on: &Match, notice: &Notice) -> Result<(), Dropped> {
    let seat = on.seat_of(&notice.account_id);
    if notice.kind == LetterKind::Invitation {
        let full = on.sitters.len() >= usize::from(on.opened.seats);
        return match seat {
            None if on.is_named(&notice.account_id) => Ok(()),
            _ if on.status != Status::Open => Err(Dropped::Over),
            Some(_) => Err(Dropped::SeatedAlready),
            None if full => Err(Dropped::Over),
            None => Ok(()),
        };
    }
    let seat = seat.ok_or(Dropped::Unseated)?;
    let run = on.waits.running(seat).filter(|_| clock(on, seat).is_some());
    let fresh = match notice.kind {
        LetterKind::YourTurn => on.awaited_since(seat) == Some(notice.happened_at),
        LetterKind::Reminder => {
            run.is_some_and(|run| run.from == notice.happened_at)
                // Else the clock has moved, and another reminder comes later.
                && clock(on, seat).is_some_and(|clock| gone_at(&clock, notice) == notice.ready_at)
        }
        LetterKind::LastCall => run.is_some_and(|run| run.from <= notice.happened_at),
        LetterKind::Proposal if notice.data["closed"] == true => {
            on.status == Status::Running && !is_past(on, notice)
        }
        LetterKind::Proposal => {
            let number = notice.data["proposal"].as_i64();
            number.and_then(|number| on.proposal(number)).is_some_and(|proposal| {
                on.status == Status::Running
                    && proposal.closed.is_none()
                    && proposal.vote(seat).is_none()
                    && proposal.voters(on).contains(&seat)
            })
        }
        LetterKind::AboutToExpire if on.version != notice.version => {
            return Err(Dropped::GoneOn);
        }
        LetterKind::MatchStarted if on.status.is_over() => return Err(Dropped::Over),
        // In a match that is played: to take the seat of who hears of it over.
        LetterKind::InvitationDeclined if notice.data["seat"].is_number() => {
            let declined = on.named_for(seat).map(|(named, _)| named);
            declined.is_some() && declined == notice.data["guest"].as_str()
        }
        LetterKind::InvitationDeclined if on.status != Status::Open => return Err(Dropped::Over),
        _ => true,
    };
    if fresh { Ok(()) } else { Err(Dropped::Played) }
}

/// Whether of two notices the first says nothing beside the second: they are about the same
/// match, and the second one is later or tells more of the same wait.
pub fn adds_nothing(one: &Notice, other: &Notice) -> bool {
    if one.match_id != other.match_id || one.id == other.id {
        return false;
    }
    let later = |one: &Notice| (one.version, one.ready_at, one.id.clone());
    let apart = [LetterKind::Proposal, LetterKind::InvitationDeclined];
    if apart.contains(&one.kind) || apart.contains(&other.kind) {
        return false;
    }
    if one.kind == other.kind {
        return later(one) < later(other);
    }
    let place = |notice: &Notice| WAITS.iter().position(|kind| *kind == notice.kind);
    match (place(one), place(other)) {
        (Some(one), Some(other)) => other < one,
        _ => false,
    }
}
