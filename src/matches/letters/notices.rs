//! Which letters follow from what happened, and for whom.

use crate::clock::Instant;
use crate::mail::kind::LetterKind;
use crate::mail::queue::{About, Letter};
use crate::matches::stream::event::{Event, Kind, Record};
use crate::matches::stream::state::{Match, Status};
use crate::rules::Seat;

/// The letters that follow from these events, which led from one state of a match to
/// another at this time. Nobody gets one about what they have just done themselves.
pub fn of(before: Option<&Match>, after: &Match, records: &[Record], at: Instant) -> Vec<Letter> {
    if after.status == Status::Open {
        return Vec::new();
    }
    let happened = |kind| records.iter().any(|record| record.event.kind() == kind);
    let news = if happened(Kind::Started) {
        LetterKind::MatchStarted
    } else if happened(Kind::Ended) {
        LetterKind::MatchEnded
    } else {
        LetterKind::YourTurn
    };
    let over = records.iter().filter_map(|record| match &record.event {
        Event::TimedOut(over) => Some((record.seat?, over.lapse)),
        _ => None,
    });
    let over = over.filter_map(|(seat, lapse)| {
        let data = serde_json::json!({ "lapse": lapse.word() });
        let kind = LetterKind::TimedOut;
        Some(Letter { data, ..letter(after, &after.sitter(seat)?.account, kind, at) })
    });
    let actor = records.first().and_then(|record| record.by.person());
    let begins_to_wait = |seat: Seat| {
        let since = after.awaited_since(seat);
        since.is_some() && since != before.and_then(|before| before.awaited_since(seat))
    };
    let seats = after.sitters.iter().zip(Seat::all(after.sitters.len()));
    seats
        .filter(|(sitter, _)| sitter.robot.is_none() && Some(&*sitter.account) != actor)
        .filter(|(sitter, seat)| {
            news != LetterKind::YourTurn || (sitter.plays() && begins_to_wait(*seat))
        })
        .map(|(sitter, _)| letter(after, &sitter.account, news, at))
        .chain(over)
        .collect()
}

fn letter(after: &Match, account: &str, kind: LetterKind, at: Instant) -> Letter {
    let id = format!("{}:{}:{account}:{}", after.id, after.version, kind.word());
    let about = About { match_id: after.id.clone(), version: after.version };
    Letter { about: Some(about), ..Letter::new(id, account, kind, at) }
}
