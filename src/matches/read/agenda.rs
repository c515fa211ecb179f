//! What people propose to each other, as it is told.

use super::book::Book;
use super::history::{sentence, shown_then};
use crate::accounts::bots::Name;
use crate::clock::Instant;
use crate::error::Result;
use crate::matches::ratings::result::would_count;
use crate::matches::stream::consent::Proposal;
use crate::matches::stream::event::{Terms, Verdict};
use crate::rules::Seat;

/// How many steps that would be lost are told in sentences.
const STEPS: usize = 50;

/// Something that somebody proposed.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its number.
    pub number: i64,
    /// What.
    pub terms: Terms,
    /// Who proposed it, in a sentence, and what.
    pub sentence: String,
    /// Whose proposal it is.
    pub by: Seat,
    /// Until when people can agree to it.
    pub until: Instant,
    /// Who is asked now, what they are called and what they answered.
    pub asked: Vec<(Seat, Name, Option<bool>)>,
    /// Who would have to be back before anything comes of it, while it is open.
    pub held_up_by: Vec<(Seat, Name)>,
    /// How many of them must be back.
    pub held_up_until: usize,
    /// How many steps of the game would be lost by going back.
    pub lost: usize,
    /// The latest of them, in sentences, in order.
    pub steps: Vec<String>,
    /// Whether the match would count for the ratings then, where it is open and that changes
    /// something about it.
    pub counts: Option<bool>,
    /// Whether people can agree to it now.
    pub open: bool,
    /// What came of it, if anything did.
    pub verdict: Option<Verdict>,
}

impl Item {
    /// Whether a seat is asked and has not answered yet.
    pub fn waits_for(&self, seat: Seat) -> bool {
        self.open && self.asked.iter().any(|(at, _, vote)| *at == seat && vote.is_none())
    }

    /// What is proposed, in a sentence, once it is over until when people could agree to it.
    pub fn said_afterwards(&self) -> &str {
        let told = &self.sentence;
        let by_when = told.rfind(" must agree by ").and_then(|at| told[..at].rfind(". "));
        by_when.map_or(told, |at| &told[..=at])
    }

    /// Whom it waits for, in a sentence, if nothing comes of it before somebody is back.
    pub fn said_held_up(&self) -> Option<String> {
        let names: Vec<String> = self.held_up_by.iter().map(|(_, name)| name.to_string()).collect();
        let back = match (self.held_up_until, &names[..]) {
            (_, []) => return None,
            (_, [only]) => format!("{only} is back"),
            (1, [first @ .., last]) => format!("{} or {last} is back", first.join(", ")),
            (few, [first @ .., last]) => {
                let of = if few < names.len() { format!("{few} of ") } else { String::new() };
                format!("{of}{} and {last} are back", first.join(", "))
            }
        };
        Some(format!("It waits until {back}."))
    }

    /// What it would mean for the ratings, in a sentence, if anything.
    pub fn said_ratings(&self) -> Option<&'static str> {
        Some(match self.counts? {
            false => "The match would not count for the ratings then.",
            true => {
                "The end is near, so the match would count for the ratings, by the places as the \
                 game would give them now."
            }
        })
    }

    /// What came of it, in a few words; nothing while it is open.
    pub fn came_to(&self) -> &'static str {
        match self.verdict {
            Some(Verdict::Carried) => "agreed on",
            Some(Verdict::Refused) => "refused",
            Some(Verdict::Withdrawn) => "withdrawn",
            Some(Verdict::Overtaken) => "overtaken by events",
            None if self.open => "",
            None => "not agreed on in time",
        }
    }
}

impl Book {
    /// All that people proposed to each other, the newest first, as it is at a moment.
    pub fn agenda(&self, now: Instant) -> Result<Vec<Item>> {
        let proposals = self.newest().proposals().iter().rev();
        proposals.map(|proposal| self.item(proposal, now)).collect()
    }

    fn item(&self, proposal: &Proposal, now: Instant) -> Result<Item> {
        let on = self.newest();
        let open = proposal.is_open(now) && on.ranking.is_none();
        let name = |seat: Seat| self.names().name(&on.sitters[seat.index()].account);
        let voter = |seat: Seat| (seat, name(seat), proposal.vote(seat));
        let (held_up_by, held_up_until) = proposal.held_up_by(on);
        let held_up_by = held_up_by.into_iter().filter(|_| open);
        let to = proposal.terms.rewinds_to().filter(|_| open);
        let lost = to.map_or_else(Vec::new, |to| self.lost_since(to));
        Ok(Item {
            number: proposal.number,
            terms: proposal.terms.clone(),
            sentence: sentence(self, proposal.number)?,
            by: proposal.by,
            until: proposal.until,
            asked: proposal.voters(on).into_iter().map(voter).collect(),
            held_up_by: held_up_by.map(|seat| (seat, name(seat))).collect(),
            held_up_until,
            lost: lost.len(),
            steps: self.told(&lost)?,
            counts: would_count(on, &proposal.terms).filter(|_| open),
            open,
            verdict: proposal.closed.map(|(verdict, _)| verdict),
        })
    }

    /// The latest of some steps, in sentences, as the reader may know them.
    fn told(&self, versions: &[i64]) -> Result<Vec<String>> {
        let latest = &versions[versions.len().saturating_sub(STEPS)..];
        let Some(first) = latest.first() else { return Ok(Vec::new()) };
        let page = self.page(first - 1, usize::MAX)?;
        let lost = page.items.into_iter().filter(|entry| latest.contains(&entry.version));
        Ok(lost.map(|entry| entry.sentence).collect())
    }

    /// Until when all clocks stand still, if they do, in words.
    pub fn paused(&self, now: Instant) -> Option<String> {
        self.newest().paused_until(now).map(shown_then)
    }
}
