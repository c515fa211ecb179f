//! What people agree on: proposing, answering, and what comes of it.

use super::draft::Draft;
use super::{Facts, own_seat, play, running_only};
use crate::clock::{Instant, rfc3339};
use crate::error::{Code, Error, Result};
use crate::matches::stream::consent::Proposal;
use crate::matches::stream::event::{
    Edition, Event, Paused, ProposalClosed, Proposed, Rewound, SeatOpened, Terms, TimeGiven,
    Verdict, Voted,
};
use crate::matches::stream::state::{Match, Sitter, StandIn};
use crate::matches::time::Timing;
use crate::rules::Seat;
use chrono::Duration;

/// How long a proposal can be answered.
pub const OPEN: Duration = Duration::days(3);

/// How long nobody proposes again what was refused, nor its proposer anything like it.
pub const REST: Duration = Duration::hours(24);

/// The most that a seat proposes in a day.
pub const A_DAY: usize = 3;

/// How often somebody answers one proposal, at most.
pub const ANSWERS: usize = 6;

/// The longest pause.
pub const LONGEST_PAUSE: Duration = Duration::days(30);

/// How often a seat is given more time for one turn.
pub const GIVEN_A_TURN: usize = 2;

/// Proposes something; whoever proposes agrees.
pub(super) fn propose(
    draft: &mut Draft,
    terms: &Terms,
    edition: Edition,
    facts: &Facts<'_>,
) -> Result<()> {
    let seat = voice(draft)?;
    let (on, now) = (draft.after(), draft.at());
    let alike = |other: &&Proposal| {
        other.terms.word() == terms.word() && other.terms.about() == terms.about()
    };
    let mut open = on.proposals().iter().filter(|other| other.is_open(now));
    if let Some(open) = open.find(alike) {
        return Err(Error::new(
            Code::ProposedAlready,
            "Something of the kind is proposed already: answer that first.",
        )
        .with("proposal", open.number));
    }
    let refused = on
        .proposals()
        .iter()
        .filter(|other| other.terms == *terms || (other.by == seat && alike(other)))
        .filter_map(|other| match other.closed {
            Some((Verdict::Refused, at)) if now < at + REST => Some(at),
            _ => None,
        });
    if let Some(at) = refused.max() {
        let why = "It was refused a short while ago: wait before it is proposed again.";
        return Err(too_often(why, at + REST, now));
    }
    let came = on.sitters[seat.index()].came_at;
    let own = |other: &Proposal| other.by == seat && came <= other.at;
    let today = |other: &&Proposal| own(other) && now < other.at + Duration::days(1);
    let mut own = on.proposals().iter().filter(today).rev();
    if let Some(first) = own.nth(A_DAY - 1) {
        let why = format!("Nobody proposes more than {A_DAY} things in a day: wait a while.");
        return Err(too_often(&why, first.at + Duration::days(1), now));
    }
    check(draft, seat, terms)?;
    let then = match terms.rewinds_to() {
        None => None,
        Some(_) if facts.then.is_some() => facts.then.clone(),
        Some(_) => {
            return Err(Error::new(
                Code::CannotRewindTo,
                "The match cannot go back there: choose a version at which a step of the game \
                 had just ended, and which was not taken back since.",
            ));
        }
    };
    if edition >= Edition::Third && on.is_decided_alone(terms) {
        // Who wins is no matter for somebody alone: they would stop when it suits them.
        return Err(Error::new(
            Code::WrongTerms,
            "This match is rated, and you would agree with nobody but yourself: play on, or \
             resign. Your latest steps can be taken back as always.",
        ));
    }
    let proposed = Proposed { terms: terms.clone(), until: (now + OPEN).and_utc(), edition };
    draft.emit_proposed(seat, proposed, then)
}

/// The no to what can be proposed again at a moment.
fn too_often(why: &str, again: Instant, now: Instant) -> Error {
    let wait = (again - now).num_seconds() + 1;
    let why = format!("{why} It can be proposed again at {}.", rfc3339(again));
    Error::new(Code::ProposedTooOften, why).with("retry_after", wait)
}

/// Answers a proposal, or changes the answer.
pub(super) fn vote(draft: &mut Draft, number: i64, yes: bool) -> Result<()> {
    let seat = voice(draft)?;
    let proposal = open(draft, number)?;
    if !proposal.voters(draft.after()).contains(&seat) {
        return Err(Error::new(Code::NotYours, "This is for the others to answer."));
    }
    if proposal.vote(seat) == Some(yes) {
        return Ok(());
    }
    if proposal.answers(seat) >= ANSWERS {
        return Err(Error::new(
            Code::ProposedTooOften,
            "You have changed your answer often enough: it stays as it is.",
        ));
    }
    draft.emit(Some(seat), Event::Voted(Voted { proposal: number, yes }))
}

/// Takes back what one has proposed.
pub(super) fn withdraw(draft: &mut Draft, number: i64) -> Result<()> {
    let seat = voice(draft)?;
    if open(draft, number)?.by != seat {
        return Err(Error::new(Code::NotYours, "Only who proposed it can withdraw it."));
    }
    close(draft, number, Verdict::Withdrawn)
}

/// Closes what is decided or pointless after all that has happened, and does what was agreed
/// on.
pub(super) fn settle(draft: &mut Draft, facts: &Facts<'_>) -> Result<()> {
    let now = draft.at();
    let open = draft.after().proposals().iter().filter(|proposal| proposal.is_open(now));
    for number in open.map(|proposal| proposal.number).collect::<Vec<_>>() {
        let on = draft.after();
        let Some(proposal) = on.proposal(number).filter(|_| running_only(on).is_ok()) else {
            return Ok(());
        };
        let (terms, verdict) = (proposal.terms.clone(), proposal.verdict(on));
        if is_pointless(draft, proposal) {
            close(draft, number, Verdict::Overtaken)?;
        } else if let Some(verdict) = verdict {
            close(draft, number, verdict)?;
            if verdict == Verdict::Carried {
                carry_out(draft, number, &terms, facts)?;
            }
        }
    }
    Ok(())
}

/// The seat of a person who plays: nobody else has a say.
fn voice(draft: &Draft) -> Result<Seat> {
    let seat = own_seat(draft)?;
    let on = draft.after();
    running_only(on)?;
    let sitter = &on.sitters[seat.index()];
    match (sitter.resigned, sitter.plays()) {
        (Some(_), _) => {
            Err(Error::new(Code::ResignedAlready, "You have resigned from this match."))
        }
        (None, false) => Err(Error::new(
            Code::StoodIn,
            "A stand-in plays for you: come back to your seat first.",
        )),
        (None, true) => Ok(seat),
    }
}

fn open(draft: &Draft, number: i64) -> Result<&Proposal> {
    let known = draft.after().proposal(number);
    let proposal = known.ok_or_else(|| Error::not_found("proposal"))?;
    match proposal.is_open(draft.at()) {
        true => Ok(proposal),
        false => Err(Error::new(Code::ProposalClosed, "This proposal is not open any more.")),
    }
}

/// Refuses what cannot be agreed on now, as proposed by whoever sits there.
fn check(draft: &Draft, by: Seat, terms: &Terms) -> Result<()> {
    let (on, now) = (draft.after(), draft.at());
    let no = |why: String| Err(Error::new(Code::WrongTerms, why));
    let clockless = || no("This match has no clocks.".to_owned());
    match terms {
        Terms::Rewind { to } => {
            let people = on.sitters.iter().filter(|sitter| sitter.plays()).count();
            if people < 2 && on.has_shown_since(*to) {
                return no("Dice or cards were shown since: a single person cannot go back \
                           behind that."
                    .to_owned());
            }
            Ok(())
        }
        Terms::Pause { .. } | Terms::ChangePace { .. } if on.timing.is_none() => clockless(),
        Terms::Pause { until } => {
            let until = until.naive_utc();
            if let Some(paused) = on.paused_until(now) {
                return no(format!("The match is paused already, until {}.", rfc3339(paused)));
            }
            match until > now && until <= now + LONGEST_PAUSE {
                true => Ok(()),
                false => no("A pause ends within 30 days from now.".to_owned()),
            }
        }
        Terms::Resume => match on.paused_until(now) {
            Some(_) => Ok(()),
            None => no("The match is not paused.".to_owned()),
        },
        Terms::MoreTime { seat, minutes } => {
            let Some(pace) = on.waits.running(*seat).map(|run| run.pace) else {
                return no("No clock runs for this seat.".to_owned());
            };
            if !(1..=pace.window).contains(minutes) {
                return no(format!("At most {} minutes are given at once.", pace.window));
            }
            if given(on, *seat) >= GIVEN_A_TURN {
                return no("This seat was given more time twice for this turn.".to_owned());
            }
            others_play(on, *seat)
        }
        Terms::ChangePace { pace } => {
            pace.check()?;
            match on.timing.is_some_and(|timing| timing.pace == *pace) {
                true => no("This is the pace already.".to_owned()),
                false => Ok(()),
            }
        }
        Terms::End { .. } => Ok(()),
        Terms::Replace { seat, to } => {
            let sitter = on.sitter(*seat).filter(|sitter| sitter.robot.is_none());
            let sitter = sitter.ok_or_else(|| Error::not_found("seat of a person"))?;
            match to {
                Some(_) if *seat != by => {
                    return no("Only who has a seat names who shall have it next.".to_owned());
                }
                Some(to) if on.seat_of(to).is_some() || on.has_sat(to) => {
                    return no("They have, or had, a seat in this match themselves.".to_owned());
                }
                _ => {}
            }
            if *seat != by && sitter.stand_in != Some(StandIn::Seat) {
                return no("This seat is not left to a stand-in.".to_owned());
            }
            if on.open_seats(now).any(|(open, _)| open == *seat) {
                return no(match on.named_for(*seat) {
                    Some(_) if *seat == by => {
                        "You have left this seat to somebody already. Take it back first, then name \
                         somebody else."
                    }
                    _ => "This seat can be taken over already.",
                }
                .to_owned());
            }
            others_play(on, *seat)
        }
        Terms::Cancel => match on.round() <= 1 {
            true => Ok(()),
            false => {
                no("A match is cancelled in its first round only; propose to end it.".to_owned())
            }
        },
    }
}

/// Refuses what others must agree to where nobody else plays.
fn others_play(on: &Match, seat: Seat) -> Result<()> {
    let other = |(sitter, at): (&Sitter, Seat)| sitter.plays() && at != seat;
    match on.sitters.iter().zip(Seat::all(on.sitters.len())).any(other) {
        true => Ok(()),
        false => Err(Error::new(Code::WrongTerms, "Nobody else plays who could agree to it.")),
    }
}

/// How often a seat was given more time for the turn that it is awaited for.
fn given(on: &Match, to: Seat) -> usize {
    let since = on.awaited_since(to);
    let carried = |proposal: &&Proposal| {
        matches!(proposal.closed, Some((Verdict::Carried, at)) if Some(at) >= since)
            && matches!(proposal.terms, Terms::MoreTime { seat, .. } if seat == to)
    };
    on.proposals().iter().filter(carried).count()
}

/// Whether what has happened since leaves nothing to agree on.
fn is_pointless(draft: &Draft, proposal: &Proposal) -> bool {
    let (on, now) = (draft.after(), draft.at());
    // What others were asked is not decided by who is left alone with it.
    if proposal.edition >= Edition::Second && on.is_decided_alone(&proposal.terms) {
        return true;
    }
    match &proposal.terms {
        Terms::Rewind { to } => {
            let alone = on.sitters.iter().filter(|sitter| sitter.is_present()).count() < 2;
            proposal.then().is_none()
                || on.has_shown_since(proposal.number)
                || (alone && on.has_shown_since(*to))
        }
        Terms::Pause { until } => until.naive_utc() <= now || on.paused_until(now).is_some(),
        Terms::Resume => on.paused_until(now).is_none(),
        // Another turn, or a time that was over.
        Terms::MoreTime { seat, .. } => {
            on.waits.running(*seat).is_none_or(|run| run.from > proposal.at)
        }
        Terms::ChangePace { .. } | Terms::End { .. } => false,
        Terms::Cancel => on.round() > 1,
        // Somebody came, be it back or instead.
        Terms::Replace { seat, .. } => {
            let own = *seat == proposal.by;
            let sitter = &on.sitters[seat.index()];
            let same = sitter.came_at <= proposal.at;
            let absent = sitter.stand_in == Some(StandIn::Seat);
            !same
                || sitter.resigned.is_some()
                || (!own && !absent)
                || on.open_seats(now).any(|(open, _)| open == *seat)
        }
    }
}

fn close(draft: &mut Draft, proposal: i64, verdict: Verdict) -> Result<()> {
    draft.emit(None, Event::ProposalClosed(ProposalClosed { proposal, verdict }))
}

fn carry_out(draft: &mut Draft, number: i64, terms: &Terms, facts: &Facts<'_>) -> Result<()> {
    match terms {
        Terms::Rewind { to } => rewind(draft, Rewound { proposal: number, to: *to }, facts),
        Terms::Pause { until } => draft.emit(None, Event::Paused(Paused { until: *until })),
        Terms::Resume => draft.emit(None, Event::Resumed),
        Terms::MoreTime { seat, minutes } => {
            draft.emit(Some(*seat), Event::TimeGiven(TimeGiven { minutes: *minutes }))
        }
        Terms::ChangePace { pace } => match draft.after().timing {
            Some(timing) => draft.emit(None, Event::PaceSet(Timing { pace: *pace, ..timing })),
            None => Ok(()),
        },
        Terms::End { by_score: true } => {
            let on = draft.after();
            let ranking = match on.proposal(number).map(|proposal| proposal.edition) {
                Some(Edition::First) | None => on.ranking_by_points(),
                Some(_) => on.ranking_now(),
            };
            play::end(draft, ranking, facts)
        }
        Terms::End { by_score: false } | Terms::Cancel => play::end(draft, Vec::new(), facts),
        Terms::Replace { seat, to } => {
            draft.emit(Some(*seat), Event::SeatOpened(SeatOpened { to: to.clone() }))
        }
    }
}

/// The game goes on as it stood; what lies in an order that nobody knew then is shuffled
/// anew, and dice fall anew, since they are keyed by how often anything was drawn.
fn rewind(draft: &mut Draft, rewound: Rewound, facts: &Facts<'_>) -> Result<()> {
    let on = draft.after();
    let (game, number) = (on.game(), on.draws + 1);
    let mut chance = facts.seed.chance(&on.id, &on.entropy(), number);
    let then = on.proposal(rewound.proposal).and_then(Proposal::then);
    let shuffled = then.and_then(|then| game.reshuffle(then, &mut chance));
    draft.emit_rewound(rewound, shuffled.is_some().then_some(number))?;
    match shuffled {
        Some((text, state)) => draft.emit_shuffled(text, state),
        None => Ok(()),
    }
}
