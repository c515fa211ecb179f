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
    let actor = records.first().and_then(|record| record.by.person());
    let news = News { before, after, records, actor, at, settled: at + settling };
    let reminders = Seat::all(after.sitters.len()).flat_map(|seat| reminders(before, after, seat));
    let mut all: Vec<Notice> = (news.of_turns())
        .chain(news.of_time_outs())
        .chain(news.of_proposals())
        .chain(news.of_verdicts())
        .chain(news.of_open_seats())
        .chain(reminders)
        .collect();
    // Mailboxes are locked in one order, whichever matches go on at the same moment.
    all.sort_by(|one, other| (&one.account_id, &one.id).cmp(&(&other.account_id, &other.id)));
    all
}

/// Events that led from one state of a match to another.
#[derive(Clone, Copy)]
struct News<'a> {
    before: Option<&'a Match>,
    after: &'a Match,
    records: &'a [Record],
    /// Who has done it, if it was a person.
    actor: Option<&'a str>,
    at: Instant,
    /// When that has settled which is not urgent.
    settled: Instant,
}

impl<'a> News<'a> {
    /// That the match has started or ended; else whose turn it is now.
    fn of_turns(self) -> impl Iterator<Item = Notice> {
        let happened = |kind| self.records.iter().any(|record| record.event.kind() == kind);
        let news = if happened(Kind::Started) {
            LetterKind::MatchStarted
        } else if happened(Kind::Ended) {
            LetterKind::MatchEnded
        } else {
            LetterKind::YourTurn
        };
        let people = self.after.sitters.iter().zip(Seat::all(self.after.sitters.len()));
        let others = people.filter(move |(sitter, _)| {
            sitter.robot.is_none() && Some(&*sitter.account) != self.actor
        });
        others.filter_map(move |(sitter, seat)| {
            let happened_at = match news {
                LetterKind::YourTurn => self.began_to_wait(seat).filter(|_| sitter.plays())?,
                _ => self.at,
            };
            let notice = notice(self.after, &sitter.account, news, self.at);
            Some(Notice { happened_at, ready_at: self.settled, ..notice })
        })
    }

    /// Since when a seat is awaited, if it was not before, or since another time.
    fn began_to_wait(self, seat: Seat) -> Option<Instant> {
        let since = self.after.awaited_since(seat);
        since.filter(|_| since != self.before.and_then(|before| before.awaited_since(seat)))
    }

    /// Whose time is over.
    fn of_time_outs(self) -> impl Iterator<Item = Notice> {
        self.records.iter().filter_map(move |record| {
            let Event::TimedOut(over) = &record.event else { return None };
            let account = &self.after.sitter(record.seat?)?.account;
            let data = json!({ "lapse": over.lapse.word() });
            Some(Notice { data, ..notice(self.after, account, LetterKind::TimedOut, self.at) })
        })
    }

    /// What is proposed, for those who are asked.
    fn of_proposals(self) -> impl Iterator<Item = Notice> {
        let asked = self.records.iter().filter_map(move |record| match &record.event {
            Event::Proposed(_) => self.after.proposal(record.version),
            _ => None,
        });
        asked.flat_map(move |proposal| {
            let others = proposal.voters(self.after).into_iter();
            others.filter(|seat| *seat != proposal.by).filter_map(move |seat| {
                let account = &self.after.sitter(seat)?.account;
                let data = json!({ "proposal": proposal.number });
                let notice = notice(self.after, account, LetterKind::Proposal, self.at);
                Some(Notice { data, ready_at: self.settled, ..notice })
            })
        })
    }

    /// What came of proposals. Of those that were withdrawn or overtaken nobody hears who was not
    /// asked yet.
    fn of_verdicts(self) -> impl Iterator<Item = Notice> {
        let running = self.after.status == Status::Running;
        let came = self.records.iter().filter_map(|record| match &record.event {
            Event::ProposalClosed(closed) => match closed.verdict {
                Verdict::Carried | Verdict::Refused => Some(closed.proposal),
                Verdict::Withdrawn | Verdict::Overtaken => None,
            },
            _ => None,
        });
        came.filter(move |_| running).flat_map(move |number| {
            let told = self.after.sitters.iter().filter(|sitter| sitter.plays());
            let told = told.filter(move |sitter| Some(&*sitter.account) != self.actor);
            told.map(move |sitter| {
                let data = json!({ "proposal": number, "closed": true });
                let notice = notice(self.after, &sitter.account, LetterKind::Proposal, self.at);
                let id = format!("{}:{number}", notice.id);
                Notice { id, data, ready_at: self.settled, ..notice }
            })
        })
    }

    /// Who is asked to take a seat over.
    fn of_open_seats(self) -> impl Iterator<Item = Notice> {
        self.records.iter().filter_map(move |record| {
            let Event::SeatOpened(opened) = &record.event else { return None };
            let invitation =
                notice(self.after, opened.to.as_ref()?, LetterKind::Invitation, self.at);
            Some(Notice { ready_at: self.settled, ..invitation })
        })
    }
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
