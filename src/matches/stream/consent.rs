//! What people propose to each other, as a fact of the fold: nobody decides alone once a
//! match has begun.

use super::event::{
    Edition, Paused, ProposalClosed, Proposed, Record, Rewound, Terms, Verdict, Voted,
};
use super::fold::Broken;
use super::state::{Match, Sitter};
use crate::clock::Instant;
use crate::clock::calendar::Span;
use crate::rules::Seat;
use crate::rules::erased::AnyState;
use crate::words::Word;
use chrono::SubsecRound;
use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

/// A proposal with what was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Its number: the version of its event.
    pub number: i64,
    /// Who proposed it.
    pub by: Seat,
    /// What.
    pub terms: Terms,
    /// By which edition of the rules it is decided.
    pub edition: Edition,
    /// When.
    pub at: Instant,
    /// Until when people can agree to it.
    pub until: Instant,
    /// The answer of each seat, where it has one.
    pub votes: Vec<Option<bool>>,
    /// How often each seat has answered.
    pub(super) answers: Vec<usize>,
    /// What came of it and when, once it is closed.
    pub closed: Option<(Verdict, Instant)>,
    /// The game as it stood then, while it is proposed to go back there.
    pub(super) then: Option<AnyState>,
}

impl Proposal {
    pub(super) fn new(
        on: &Match,
        (number, at, by): (i64, Instant, Seat),
        proposed: &Proposed,
        then: Option<AnyState>,
    ) -> Proposal {
        let mut votes = vec![None; on.sitters.len()];
        votes[by.index()] = Some(true);
        let (terms, until) = (proposed.terms.clone(), proposed.until.naive_utc());
        let answers = vec![0; votes.len()];
        let edition = proposed.edition;
        Proposal { number, by, terms, edition, at, until, votes, answers, closed: None, then }
    }

    /// Somebody else has taken a seat over, and is asked anew.
    pub(super) fn forget_vote(&mut self, seat: Seat) {
        if let (None, Some(vote)) = (self.closed, self.votes.get_mut(seat.index())) {
            *vote = None;
            self.answers[seat.index()] = 0;
        }
    }

    /// Whether people can agree to it now.
    pub fn is_open(&self, now: Instant) -> bool {
        self.closed.is_none() && now < self.until
    }

    /// The game as it stood then, while it is proposed to go back there and possible.
    pub fn then(&self) -> Option<&AnyState> {
        self.then.as_ref()
    }

    /// The answer of a seat, where it has one.
    pub fn vote(&self, seat: Seat) -> Option<bool> {
        self.votes.get(seat.index()).copied().flatten()
    }

    /// How often a seat has answered.
    pub fn answers(&self, seat: Seat) -> usize {
        self.answers.get(seat.index()).copied().unwrap_or(0)
    }

    /// Who is asked: whoever plays and has a say.
    pub fn voters(&self, on: &Match) -> Vec<Seat> {
        let plays = |seat: &Seat| on.sitter(*seat).is_some_and(Sitter::plays);
        Seat::all(on.sitters.len()).filter(plays).filter(|seat| self.may_be_asked(*seat)).collect()
    }

    /// Those who may come back and before whose return nothing comes of it, and how many of them
    /// must.
    pub fn held_up_by(&self, on: &Match) -> (Vec<Seat>, usize) {
        let asked = self.voters(on).len();
        // Who is left alone by people who may come back binds nobody.
        let wanting = (if self.terms.needs_all() { 2 } else { 1_usize }).saturating_sub(asked);
        // Nor is the time of somebody changed who cannot say no.
        let over_their_head =
            self.edition >= Edition::Second && matches!(self.terms, Terms::ChangePace { .. });
        let away = |seat: &Seat| {
            let is_away = |sitter: &Sitter| sitter.is_present() && !sitter.plays();
            self.may_be_asked(*seat) && on.sitter(*seat).is_some_and(is_away)
        };
        match (wanting, over_their_head) {
            (0, false) => (Vec::new(), 0),
            _ => {
                let away: Vec<Seat> = Seat::all(on.sitters.len()).filter(away).collect();
                let needed = if over_their_head { away.len() } else { wanting.min(away.len()) };
                (away, needed)
            }
        }
    }

    /// Whether this seat has a say: not who would be given time or be replaced.
    fn may_be_asked(&self, seat: Seat) -> bool {
        match self.terms {
            Terms::MoreTime { seat: to, .. } | Terms::Replace { seat: to, .. } => seat != to,
            _ => true,
        }
    }

    /// What the answers so far come to, if they come to anything.
    pub fn verdict(&self, on: &Match) -> Option<Verdict> {
        let voters = self.voters(on);
        let count = |yes| voters.iter().filter(|seat| self.vote(**seat) == Some(yes)).count();
        let (yes, no, all) = (count(true), count(false), voters.len());
        let (carried, refused) = match self.terms.needs_all() {
            true => (yes == all, no > 0),
            false => (2 * yes > all, 2 * no >= all),
        };
        let held_up = !self.held_up_by(on).0.is_empty();
        match all {
            0 => None,
            _ if held_up && (carried || self.terms.needs_all() && all < 2) => None,
            _ if carried => Some(Verdict::Carried),
            _ if refused => Some(Verdict::Refused),
            _ => None,
        }
    }
}

/// A kind of thing that people propose to each other: that of [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ProposalKind {
    /// To go back to a version.
    Rewind,
    /// That all clocks stand still.
    Pause,
    /// That they run again.
    Resume,
    /// More time for somebody's turn.
    MoreTime,
    /// Another pace.
    ChangePace,
    /// To end the match as it stands.
    End,
    /// To give it up.
    Cancel,
    /// That somebody else takes a seat.
    Replace,
}

impl Terms {
    /// Whether all who play must agree; else more than half of those who are asked.
    pub fn needs_all(&self) -> bool {
        !matches!(self, Terms::MoreTime { .. } | Terms::Cancel | Terms::Replace { .. })
    }

    /// What kind of thing is proposed.
    pub fn kind(&self) -> ProposalKind {
        match self {
            Terms::Rewind { .. } => ProposalKind::Rewind,
            Terms::Pause { .. } => ProposalKind::Pause,
            Terms::Resume => ProposalKind::Resume,
            Terms::MoreTime { .. } => ProposalKind::MoreTime,
            Terms::ChangePace { .. } => ProposalKind::ChangePace,
            Terms::End { .. } => ProposalKind::End,
            Terms::Cancel => ProposalKind::Cancel,
            Terms::Replace { .. } => ProposalKind::Replace,
        }
    }

    /// The word for its kind, as in JSON.
    pub fn word(&self) -> &'static str {
        self.kind().word()
    }

    /// The seat that it is about, if it is about one: what is proposed for another is another
    /// thing.
    pub fn about(&self) -> Option<Seat> {
        match self {
            Terms::MoreTime { seat, .. } | Terms::Replace { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    /// The same as it is stored: a moment is cut to microseconds, as all are.
    pub fn as_stored(&self) -> Terms {
        match self {
            Terms::Pause { until } => Terms::Pause { until: until.trunc_subsecs(6) },
            other => other.clone(),
        }
    }

    /// The version that it would go back to.
    pub fn rewinds_to(&self) -> Option<i64> {
        match self {
            Terms::Rewind { to } => Some(*to),
            _ => None,
        }
    }
}

impl Match {
    /// All that people proposed, in order.
    pub fn proposals(&self) -> &[Proposal] {
        &self.proposals
    }

    /// A proposal.
    pub fn proposal(&self, number: i64) -> Option<&Proposal> {
        self.proposals.iter().find(|proposal| proposal.number == number)
    }

    /// Whether one person alone would decide this about a match that counts, with nobody left who may
    /// come back: going back, or its end. They would stop when it suits them.
    pub fn is_decided_alone(&self, terms: &Terms) -> bool {
        let decides = match terms {
            Terms::Rewind { .. } => true,
            // What ends in its first round does not count.
            Terms::End { .. } => self.round() > 1,
            _ => false,
        };
        let present = self.sitters.iter().filter(|sitter| sitter.is_present()).count();
        decides && self.rated && present < 2
    }

    /// Whether all clocks stand still at a moment; if so, until when.
    pub fn paused_until(&self, now: Instant) -> Option<Instant> {
        let pause = self.pauses.last()?;
        (now < pause.to).then_some(pause.to)
    }

    /// Whether anything hidden was shown after a version, be it taken back by all since.
    pub fn has_shown_since(&self, version: i64) -> bool {
        self.shown_at > version
    }

    /// Lets it happen that something is proposed; `then` is the game as it stood where it is
    /// proposed to go back to.
    pub fn propose(
        &mut self,
        record: &Record,
        proposed: &Proposed,
        then: Option<AnyState>,
    ) -> Result<(), Broken> {
        self.fits(record)?;
        self.waits.begin(record);
        if then.is_none() && proposed.terms.rewinds_to().is_some() {
            let why = "it is proposed to go back to where nobody can";
            return Err(Broken::damaged(record.version, why));
        }
        for over in self.proposals.iter_mut().filter(|known| known.until <= record.at) {
            over.then = None;
        }
        let seat = self.seat_of_record(record)?;
        let proposal = Proposal::new(self, (record.version, record.at, seat), proposed, then);
        self.proposals.push(proposal);
        self.stand_at(record);
        Ok(())
    }

    pub(super) fn vote(&mut self, record: &Record, voted: &Voted) -> Result<(), Broken> {
        let seat = self.seat_of_record(record)?;
        let proposal = self.proposal_of(record, voted.proposal)?;
        proposal.votes[seat.index()] = Some(voted.yes);
        proposal.answers[seat.index()] += 1;
        Ok(())
    }

    pub(super) fn close_proposal(
        &mut self,
        record: &Record,
        closed: &ProposalClosed,
    ) -> Result<(), Broken> {
        let proposal = self.proposal_of(record, closed.proposal)?;
        proposal.closed = Some((closed.verdict, record.at));
        if closed.verdict != Verdict::Carried {
            proposal.then = None;
        }
        Ok(())
    }

    /// All clocks stand still from now on.
    pub(super) fn pause(&mut self, at: Instant, paused: &Paused) {
        self.pauses.push(Span { from: at, to: paused.until.naive_utc() });
        self.turns_begin_anew(at);
    }

    /// All clocks run again.
    pub(super) fn resume(&mut self, at: Instant) {
        if let Some(pause) = self.pauses.last_mut() {
            pause.to = at.min(pause.to);
        }
        self.turns_begin_anew(at);
    }

    fn turns_begin_anew(&mut self, at: Instant) {
        self.waits.pause(at, self.pauses_take_nothing());
        self.keep_to_round(None);
    }

    /// The game goes on as it stood before; the time that was used since stays used.
    pub(super) fn rewind(&mut self, record: &Record, rewound: &Rewound) -> Result<(), Broken> {
        let then = self.proposal_of(record, rewound.proposal)?.then.take();
        let why = "nobody agreed to go back there";
        self.state = Some(then.ok_or_else(|| Broken::damaged(record.version, why))?);
        self.draws = record.draw.unwrap_or(self.draws);
        self.takeable = None;
        self.asked_at = record.version;
        self.waits.anew(record.at, self.round(), &self.awaited_clocked());
        Ok(())
    }

    /// Whether the pause that was agreed on last, or its end, takes nothing from anybody.
    fn pauses_take_nothing(&self) -> bool {
        let carried = |one: &&Proposal| {
            let is_pause = matches!(one.terms, Terms::Pause { .. } | Terms::Resume);
            is_pause && one.closed.is_some_and(|(verdict, _)| verdict == Verdict::Carried)
        };
        let agreed =
            self.proposals.iter().filter(carried).max_by_key(|one| one.closed.map(|it| it.1));
        agreed.is_some_and(|one| one.edition >= Edition::Third)
    }

    pub(super) fn proposal_of(
        &mut self,
        record: &Record,
        number: i64,
    ) -> Result<&mut Proposal, Broken> {
        let known = self.proposals.iter_mut().find(|proposal| proposal.number == number);
        let why = || Broken::damaged(record.version, format!("nothing was proposed at {number}"));
        known.ok_or_else(why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_that_is_agreed_on_is_cut_to_microseconds_as_it_is_stored() {
        let at = |text: &str| Terms::Pause { until: text.parse().expect("a moment") };
        let cut = at("2026-05-05T10:00:59.123456789Z").as_stored();
        assert_eq!(cut, at("2026-05-05T10:00:59.123456Z"));
        assert_eq!(Terms::Resume.as_stored(), Terms::Resume);
    }
}
