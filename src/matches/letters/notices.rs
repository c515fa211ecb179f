//! Which notices follow from what happened, and for whom.

use crate::clock::Instant;
use crate::mail::content::Gone;
use crate::mail::kind::LetterKind;
use crate::mail::notice::Notice;
use crate::matches::stream::event::{Event, Kind, Record, Verdict};
use crate::matches::stream::state::{Match, Status};
use crate::matches::time::clock;
use crate::rules::Seat;
use crate::words::Word;
use chrono::Duration;
use serde_json::{Value, json};

/// The notices that follow from these events, which led from one state of a match to
/// another at this time. Nobody gets one about what they have just done themselves, but
/// for reminders of a wait that it led to. Those that are not urgent settle first for so
/// long.
pub fn of(
    before: Option<&Match>,
    after: &Match,
    records: &[Record],
    at: Instant,
    settling: Duration,
) -> Vec<Notice> {
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
    let actor = records.first().and_then(|record| record.by.person());
    let began_to_wait = |seat: Seat| {
        let since = after.awaited_since(seat);
        since.filter(|_| since != before.and_then(|before| before.awaited_since(seat)))
    };
    let seats = after.sitters.iter().zip(Seat::all(after.sitters.len()));
    let told = seats
        .filter(|(sitter, _)| sitter.robot.is_none() && Some(&*sitter.account) != actor)
        .filter_map(|(sitter, seat)| match news {
            LetterKind::YourTurn => {
                let since = began_to_wait(seat).filter(|_| sitter.plays())?;
                Some((&sitter.account, since))
            }
            _ => Some((&sitter.account, at)),
        })
        .map(|(account, since)| Notice {
            happened_at: since,
            ready_at: at + settling,
            ..notice(after, account, news, at)
        });
    let over = records.iter().filter_map(|record| match &record.event {
        Event::TimedOut(over) => Some((record.seat?, over.lapse)),
        _ => None,
    });
    let over = over.filter_map(|(seat, lapse)| {
        let data = json!({ "lapse": lapse.word() });
        Some(Notice {
            data,
            ..notice(after, &after.sitter(seat)?.account, LetterKind::TimedOut, at)
        })
    });
    let asked = records.iter().filter_map(|record| match &record.event {
        Event::Proposed(_) => after.proposal(record.version),
        _ => None,
    });
    let asked = asked.flat_map(|proposal| {
        let others = proposal.voters(after).into_iter().filter(|seat| *seat != proposal.by);
        others.filter_map(|seat| {
            let account = &after.sitter(seat)?.account;
            let data = json!({ "proposal": proposal.number });
            let notice = notice(after, account, LetterKind::Proposal, at);
            Some(Notice { data, ready_at: at + settling, ..notice })
        })
    });
    let came = records.iter().filter_map(|record| match &record.event {
        Event::ProposalClosed(closed) => match closed.verdict {
            Verdict::Carried | Verdict::Refused => Some(closed.proposal),
            // Of the others nobody hears who was not asked yet.
            Verdict::Withdrawn | Verdict::Overtaken => None,
        },
        _ => None,
    });
    let came = came.filter(|_| after.status == Status::Running);
    let came = came.flat_map(|number| {
        let told = after.sitters.iter().filter(|sitter| sitter.plays());
        let told = told.filter(|sitter| Some(&*sitter.account) != actor);
        told.map(move |sitter| {
            let data = json!({ "proposal": number, "closed": true });
            let notice = notice(after, &sitter.account, LetterKind::Proposal, at);
            let id = format!("{}:{number}", notice.id);
            Notice { id, data, ready_at: at + settling, ..notice }
        })
    });
    let named = records.iter().filter_map(|record| match &record.event {
        Event::SeatOpened(opened) => {
            let invitation = notice(after, opened.to.as_ref()?, LetterKind::Invitation, at);
            Some(Notice { ready_at: at + settling, ..invitation })
        }
        _ => None,
    });
    let reminders = Seat::all(after.sitters.len()).flat_map(|seat| reminders(before, after, seat));
    let mut all: Vec<Notice> =
        told.chain(over).chain(asked).chain(came).chain(named).chain(reminders).collect();
    // Mailboxes are locked in one order, whichever matches go on at the same moment.
    all.sort_by(|one, other| (&one.account_id, &one.id).cmp(&(&other.account_id, &other.id)));
    all
}

/// What reminds the person of a seat whose clock was started, or moved, until they are called for the
/// last time.
fn reminders(before: Option<&Match>, after: &Match, seat: Seat) -> Vec<Notice> {
    let run = after.waits.running(seat);
    let (Some(run), Some(now), Some(sitter)) = (run, clock(after, seat), after.sitter(seat)) else {
        return Vec::new();
    };
    let known = before.filter(|before| before.waits.running(seat) == Some(run));
    let known = known.and_then(|before| clock(before, seat));
    let times = [
        (Gone::Half, now.half_at, known.as_ref().map(|known| known.half_at)),
        (Gone::All, now.free_until, known.as_ref().map(|known| known.free_until)),
    ];
    let new = times.into_iter().filter(|(_, at, known)| *at < now.call_at && *known != Some(*at));
    let reminders = new.map(|(gone, at, _)| {
        let kind = LetterKind::Reminder;
        let notice = notice(after, &sitter.account, kind, run.from);
        let id = format!("{}:{}", notice.id, gone.word());
        Notice { id, data: json!({ "gone": gone.word() }), ready_at: at, ..notice }
    });
    reminders.collect()
}

/// A notice to an account about a match as it is now, ready at once.
pub fn notice(on: &Match, account: &str, kind: LetterKind, at: Instant) -> Notice {
    Notice {
        id: format!("{}:{}:{account}:{}", on.id, on.version, kind.word()),
        account_id: account.to_owned(),
        kind,
        match_id: on.id.clone(),
        version: on.version,
        data: Value::Object(Default::default()),
        happened_at: at,
        ready_at: at,
    }
}
