//! What may be chosen on the table: the next answers to a path that has been begun.
//!
//! Every choice of the rules is a path of parts. A click adds the next part; where only one
//! part can follow, it is added silently; where a path is complete, its commands join the
//! plan. All of that is worked out here, so that the browser needs no knowledge of a game.

use super::early::{both, passes_over};
use super::plan::{Address, Steps};
use super::shut::brief;
use super::worth::{Count, in_common};
use crate::boards::markup::capital;
use crate::boards::{AnyBoard, Marks, Offered, Rank, Spot};
use crate::matches::Match;
use crate::matches::read::look::Seen;
use crate::rules::erased::Offer;
use crate::rules::offer::{Answered, Closed, Fact, Part, Slot, Worth, begins, begins_with};
use crate::rules::{Seat, Telling};
use std::collections::BTreeMap;

/// Before a path is begun, choices of so many parts are weighed.
const SHORT: usize = 2;

/// The most rows that a list shows of what can be chosen on the picture as well.
const ROWS: usize = 12;

/// What a seat may choose now, with the path that it has begun.
#[derive(Clone)]
pub struct Choices<'a> {
    seen: &'a Seen,
    pub(super) seat: Seat,
    /// The questions of the game.
    pub slots: &'static [Slot],
    pub(super) offers: Vec<Offer>,
    pub(super) closed: Vec<Closed>,
    /// The question that is asked first, where another comes before it otherwise.
    pub by: Option<&'static Slot>,
    /// The answers that were given already, or follow by themselves.
    pub at: Vec<Part>,
}

/// One answer to the next question.
#[derive(Clone)]
pub struct Next {
    /// What it is called.
    pub words: String,
    /// What it is worth, or how many answers follow.
    pub note: String,
    /// Where it leads.
    pub address: String,
    /// How good it is among those beside it.
    pub rank: Rank,
    /// What is counted of it, each by name: where that is all that is known of it.
    pub counts: Vec<Count>,
    pub(super) path: Vec<Part>,
    worth: String,
    says: String,
    badge: String,
    facts: Vec<Fact>,
}

/// What `seat` may choose in a match, with the answers of `at`; where `weigh` says so, with
/// what it is worth.
pub fn choices<'a>(
    seen: &'a Seen,
    folded: &Match,
    seat: Seat,
    at: &Steps,
    weigh: bool,
) -> Choices<'a> {
    let begun = at.pairs();
    let mut choices = Choices::of(seen, folded, seat, &|parts| match begun.is_empty() {
        true => weigh && parts.len() <= SHORT,
        false => weigh && passes_over(parts, &begun),
    });
    choices.ask_as_begun(&begun);
    choices.begin(&begun);
    if weigh && begun.is_empty() && !choices.at.is_empty() {
        let at = choices.at.clone();
        choices.offers = Choices::of(seen, folded, seat, &|parts| begins(parts, &at)).offers;
    }
    choices
}

/// All that `seat` may choose in a match, unweighed, in the order in which `steps` answer.
pub fn all<'a>(seen: &'a Seen, folded: &Match, seat: Seat, steps: &Steps) -> Choices<'a> {
    let mut choices = Choices::of(seen, folded, seat, &|_| false);
    choices.ask_as_begun(&steps.pairs());
    choices
}

impl<'a> Choices<'a> {
    /// All choices, with the worth of those to whose path `which` says yes.
    fn of(
        seen: &'a Seen,
        folded: &Match,
        seat: Seat,
        which: &dyn Fn(&[Part]) -> bool,
    ) -> Choices<'a> {
        let game = folded.game();
        let weighed = folded.state.as_ref().map(|state| game.weigh(state, seat, which));
        let (offers, closed) = weighed.unwrap_or_default();
        Choices { seen, seat, slots: game.slots(), offers, closed, by: None, at: Vec::new() }
    }

    /// Takes the answers of an address as far as they lead to something.
    fn begin(&mut self, begun: &[(&str, &str)]) {
        let long = (0..=begun.len()).rev();
        let found = long.into_iter().find_map(|length| {
            let offer =
                self.offers.iter().find(|offer| begins_with(&offer.parts, &begun[..length]))?;
            Some(offer.parts[..length].to_vec())
        });
        let begun = found.unwrap_or_default();
        let extended = self.extended(begun.clone());
        // The last click is left to the person, though there may be only one way.
        let open = !self.after(&extended).0.is_empty();
        self.at = if open { extended } else { begun };
    }

    /// A question of the game.
    pub fn slot(&self, name: &str) -> Option<&'static Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// Whether a part is an amount.
    pub fn is_amount(&self, part: &Part) -> bool {
        self.slot(&part.slot).is_some_and(|slot| slot.answered == Answered::Amount)
    }

    /// Whether a part can be left out.
    pub fn is_toggle(&self, part: &Part) -> bool {
        self.slot(&part.slot).is_some_and(|slot| slot.answered == Answered::Toggle)
    }

    /// The choices that a path leads to.
    pub fn below(&self, path: &[Part]) -> impl Iterator<Item = &Offer> {
        let path = path.to_vec();
        self.offers.iter().filter(move |offer| begins(&offer.parts, &path))
    }

    /// The distinct parts that may follow a path, in the order of the rules; whether the
    /// path is a whole choice as well.
    pub fn after(&self, path: &[Part]) -> (Vec<Part>, bool) {
        let mut parts: Vec<Part> = Vec::new();
        let mut whole = false;
        for offer in self.below(path) {
            match offer.parts.get(path.len()) {
                None => whole = true,
                Some(part) if parts.iter().any(|other| other.answers_like(part)) => {}
                Some(part) => parts.push(part.clone()),
            }
        }
        (parts, whole)
    }

    /// The path with all that follows by itself.
    fn extended(&self, mut path: Vec<Part>) -> Vec<Part> {
        loop {
            match self.after(&path) {
                (mut parts, false) if parts.len() == 1 => path.push(parts.remove(0)),
                _ => return path,
            }
        }
    }

    /// A sentence of the game, with those at the table named.
    pub fn say(&self, telling: &Telling) -> String {
        telling.sentence(|seat| self.seen.names.seat(&self.seen.folded, seat))
    }

    /// The question that comes next.
    pub fn question(&self) -> String {
        let asked = self.asked().map_or("What next?", |slot| slot.question);
        match self.may_come_first() {
            Some(slot) => both(asked, slot.question),
            None => asked.to_owned(),
        }
    }

    /// Whether it is answered by an amount.
    pub fn asks_amount(&self) -> bool {
        self.asked().is_some_and(|slot| slot.answered == Answered::Amount)
    }

    /// Whether it is answered by what to do, of all that there is to do.
    pub fn asks_what_to_do(&self) -> bool {
        self.asked().is_some_and(|slot| slot.answered == Answered::Verb)
    }

    fn asked(&self) -> Option<&'static Slot> {
        let (parts, _) = self.after(&self.at);
        parts.first().and_then(|part| self.slot(&part.slot))
    }

    /// The parts of a choice and of the other ways to pay for it.
    pub fn ways(&self, offer: &Offer) -> Vec<Part> {
        self.variants_of(offer).flat_map(|other| other.parts.clone()).collect()
    }

    /// Whether there is anything to choose.
    pub fn any(&self) -> bool {
        !self.offers.is_empty()
    }

    /// The choice that a path leads to without a further answer: all at once where that is
    /// offered, else with every toggle left out.
    fn complete(&self, path: &[Part]) -> Option<&Offer> {
        let whole = self.below(path).find(|offer| offer.parts.len() == path.len())?;
        let at_once = self.variants_of(whole).find(|offer| !offer.then.is_empty());
        Some(at_once.unwrap_or(whole))
    }

    /// The answers to the next question, the best first, and what is so with all of them.
    pub fn next(&self, here: &Address) -> (Vec<Next>, Vec<String>) {
        let (parts, _) = self.after(&self.at);
        let ways: Vec<Way> = parts.into_iter().map(|part| self.way(part)).collect();
        // Only what is known of all of them can be compared.
        let alike = ways.iter().all(|way| way.key().is_some() && way.key() == ways[0].key());
        let ranks: Vec<i32> = ways.iter().filter_map(Way::rank).filter(|_| alike).collect();
        let (least, most) = (ranks.iter().min().copied(), ranks.iter().max().copied());
        let mut order: Vec<usize> = (0..ways.len()).collect();
        if alike {
            order.sort_by_key(|&at| std::cmp::Reverse(ways[at].rank().unwrap_or(i32::MIN)));
        }
        // What ends at once all that was begun stands first.
        order.sort_by_key(|&at| !self.is_toggle(&ways[at].path[0]));
        let rank = |way: &Way| match way.rank() {
            Some(_) if !alike || least == most => Rank::Plain,
            Some(rank) if Some(rank) == most => Rank::Best,
            Some(rank) if Some(rank) == least => Rank::Faint,
            _ => Rank::Plain,
        };
        let worths: Option<Vec<&Worth>> = ways.iter().map(|way| way.worth.as_ref()).collect();
        let shared = in_common(&worths.unwrap_or_default());
        let row = |at: usize| self.row(&ways[at], rank(&ways[at]), here, &shared);
        let mut rows: Vec<Next> = order.into_iter().map(row).collect();
        if rows.len() > 2 * ROWS {
            // What is so with hundreds of them is not said of each.
            for row in &mut rows {
                row.worth.clone_from(&row.note);
                row.says.clone_from(&row.note);
            }
        }
        (rows, self.each(&shared))
    }

    fn way(&self, part: Part) -> Way<'_> {
        self.way_by(&[&self.at[..], &[part]].concat())
    }

    /// The way that begins with these answers, with all that follows by itself.
    fn way_by(&self, begun: &[Part]) -> Way<'_> {
        let path = self.extended(begun.to_vec());
        let offer = self.complete(&path);
        let (worth, lead) = match offer {
            Some(offer) => {
                (offer.worth.clone(), offer.worth.as_ref().and_then(|it| it.facts.first()))
            }
            None => (self.common(&path), self.best_below(&path)),
        };
        Way { words: self.words(begun, &path), offer, path, worth, lead }
    }

    /// What a path adds, in words: the first part, and what follows by itself where the first
    /// says little.
    fn words(&self, begun: &[Part], path: &[Part]) -> String {
        let first = self.say(&begun[begun.len() - 1].words);
        let slot = self.slot(&begun[begun.len() - 1].slot);
        let says_little = slot.is_some_and(|slot| slot.answered == Answered::Verb);
        let rest = path[begun.len()..].iter().filter(|part| says_little && !self.is_toggle(part));
        let rest: Vec<String> = rest.map(|part| self.say(&part.words)).collect();
        match rest.is_empty() {
            true => first,
            false => format!("{first}: {}", rest.join(", ")),
        }
    }

    fn row(&self, way: &Way<'_>, rank: Rank, here: &Address, shared: &Worth) -> Next {
        let Way { words, path, offer, worth, lead } = way;
        let mut told = worth.as_ref().map_or(String::new(), |worth| self.told(worth));
        let mut note = worth.as_ref().map_or(String::new(), |worth| self.noted(worth, shared));
        let mut says = worth.as_ref().map_or(String::new(), |worth| self.best(worth));
        if offer.is_none() {
            let known = |fact: &&Fact| worth.as_ref().is_some_and(|it| it.facts.contains(fact));
            let best = lead.filter(|fact| !known(fact)).map(|fact| self.say(&fact.words));
            for said in [&mut told, &mut note, &mut says] {
                let known = Some(std::mem::take(said)).filter(|known| !known.is_empty());
                let best = best.as_ref().map(|best| format!("at best {best}"));
                *said = self.then(known.into_iter().chain(best).collect(), path);
            }
        }
        // What it costs is not understood without what it is paid with.
        let costs = worth.as_ref().is_some_and(|worth| !worth.cost.is_empty());
        let paid = self.paid_by_itself(&path[self.at.len() + 1..]).filter(|_| costs);
        if let Some(paid) = paid {
            for said in [&mut told, &mut note, &mut says].into_iter().filter(|it| !it.is_empty()) {
                *said = format!("only {paid}; {said}");
            }
        }
        let badge = lead.map(Fact::number);
        let address = match offer {
            Some(offer) => here.with(&offer.parts).to_string(),
            None => here.at(path).to_string(),
        };
        Next {
            words: capital(words),
            note: if note.is_empty() && *shared == Worth::default() { says.clone() } else { note },
            address,
            rank,
            counts: worth.as_ref().and_then(|worth| self.counts(worth)).unwrap_or_default(),
            path: path.clone(),
            worth: told,
            says,
            facts: worth.as_ref().map_or_else(Vec::new, |worth| worth.facts.clone()),
            badge: badge.filter(|number| *number > 0).map_or(String::new(), |it| it.to_string()),
        }
    }

    /// The choices with an amount after a path, and what each amount is called.
    pub fn amounts(&self, path: &[Part]) -> Vec<(String, &Offer)> {
        let (parts, _) = self.after(path);
        let way = |part: Part| {
            let words = self.part(&part);
            let path = self.extended([path, &[part]].concat());
            Some((words, self.complete(&path)?))
        };
        parts.into_iter().filter_map(way).collect()
    }

    /// What stands in the list: all but what is better chosen on the picture, of which the
    /// best; and how many are left out. Twice as many have room where they are lines of a table.
    pub fn rows(
        next: Vec<Next>,
        marks: &Marks,
        spots: impl Fn(&Next) -> Vec<Spot>,
    ) -> (Vec<Next>, usize) {
        let lit = |one: &Next| spots(one).iter().any(|spot| marks.offered.contains_key(spot));
        let lines = next.iter().all(|one| one.counts.len() > 1);
        if next.len() <= ROWS * (1 + usize::from(lines)) || !next.iter().all(lit) {
            return (next, 0);
        }
        let left = next.len() - ROWS;
        (next.into_iter().take(ROWS).collect(), left)
    }

    /// The things that an answer points at.
    pub fn spots(&self, board: &dyn AnyBoard, one: &Next) -> Vec<Spot> {
        let lengths = self.at.len() + 1..=one.path.len();
        let mut found = lengths.map(|to| board.spots(self.seat, &one.path[..to]));
        found.find(|spots| !spots.is_empty()).unwrap_or_default()
    }

    /// The thing that was chosen last.
    pub fn chosen(&self, board: &dyn AnyBoard, path: &[Part]) -> Option<Spot> {
        let lengths = (1..=path.len()).rev();
        lengths
            .map(|to| board.spots(self.seat, &path[..to]))
            .find_map(|spots| spots.into_iter().next())
    }

    /// Marks on the things that are answers themselves.
    pub fn mark_answers<'n>(
        &self,
        board: &dyn AnyBoard,
        next: impl IntoIterator<Item = &'n Next>,
        marks: &mut Marks,
    ) {
        for one in next {
            for spot in self.spots(board, one) {
                marks.offered.entry(spot).or_insert_with(|| one.offered());
            }
        }
    }

    /// Marks on all that can be chosen, and on what cannot.
    pub fn mark(&self, board: &dyn AnyBoard, next: &[Next], here: &Address, marks: &mut Marks) {
        self.mark_answers(board, next, marks);
        let mut further: BTreeMap<Spot, Option<Offered>> = BTreeMap::new();
        for one in next.iter().filter(|one| self.spots(board, one).is_empty()) {
            let (parts, _) = self.after(&one.path);
            if parts.len() > ROWS {
                continue;
            }
            for part in parts {
                let begun = [one.path.clone(), vec![part]].concat();
                let row = self.row(&self.way_by(&begun), Rank::Plain, here, &Worth::default());
                for spot in board.spots(self.seat, &begun) {
                    // Two choices with one thing: then the list says which.
                    let seen = further.contains_key(&spot);
                    further.insert(spot, if seen { None } else { Some(row.offered()) });
                }
            }
        }
        for (spot, offered) in further {
            if let Some(offered) = offered {
                marks.offered.entry(spot).or_insert(offered);
            }
        }
        self.mark_early(board, here, marks);
        self.mark_closed(board, marks);
    }

    /// Marks on what cannot be chosen: on the answers to the next question, else on the things
    /// that further ones point at. What can be chosen otherwise is not closed.
    fn mark_closed(&self, board: &dyn AnyBoard, marks: &mut Marks) {
        let spots = |path: &[Part]| board.spots(self.seat, path);
        let answers = self.barred().flat_map(|(part, why)| {
            let path = [&self.at[..], std::slice::from_ref(part)].concat();
            spots(&path).into_iter().map(move |spot| (spot, why.clone()))
        });
        let closed = self.closed.iter().filter(|closed| begins(&closed.parts, &self.at));
        let further = closed.flat_map(|closed| {
            let mut lengths = self.at.len() + 1..=closed.parts.len();
            let found = lengths
                .find_map(|to| Some(spots(&closed.parts[..to])).filter(|spots| !spots.is_empty()));
            found.unwrap_or_default().into_iter().map(|spot| (spot, brief(&closed.words)))
        });
        for (spot, why) in answers.chain(further) {
            if !marks.offered.contains_key(&spot) {
                marks.closed.entry(spot).or_insert(why);
            }
        }
    }

    /// The choice that these answers lead to, without a further one.
    pub fn named(&self, steps: &Steps) -> Option<&Offer> {
        self.offers.iter().find(|offer| is_path(&offer.parts, steps))
    }

    /// Why these answers lead to nothing, where that is said.
    pub fn closed_at(&self, steps: &Steps) -> Option<&Closed> {
        self.closed.iter().find(|closed| is_path(&closed.parts, steps))
    }

    /// The same choice with all toggles that it may have.
    pub fn variants_of(&self, offer: &Offer) -> impl Iterator<Item = &Offer> {
        let path = self.without_toggles(&offer.parts);
        self.offers.iter().filter(move |other| {
            let other = self.without_toggles(&other.parts);
            other.len() == path.len() && begins(&other, &path)
        })
    }

    /// A path without the ways to pay at its end.
    pub fn without_toggles(&self, path: &[Part]) -> Vec<Part> {
        path.iter().filter(|part| !self.is_toggle(part)).cloned().collect()
    }

    /// The path of an answer before the last click, what followed by itself left out; `None` where
    /// all of it did.
    pub fn before(&self, path: &[Part]) -> Option<Vec<Part>> {
        let last = (0..path.len()).rfind(|to| self.is_asked(&path[..*to]))?;
        Some(self.clicked(&path[..last]).to_vec())
    }

    /// A path, or none of it where all of it followed by itself.
    pub fn clicked<'p>(&self, path: &'p [Part]) -> &'p [Part] {
        let asked = (0..path.len()).any(|to| self.is_asked(&path[..to]));
        if asked { path } else { &[] }
    }

    /// Whether a person answers what comes after a path: it does not follow by itself.
    pub fn is_asked(&self, path: &[Part]) -> bool {
        matches!(self.after(path), (parts, false) if parts.len() > 1)
    }

    /// What a part is called.
    pub fn part(&self, part: &Part) -> String {
        capital(&self.say(&part.words))
    }
}

/// Whether a path consists of these answers.
fn is_path(parts: &[Part], steps: &Steps) -> bool {
    let pairs = steps.pairs();
    parts.len() == pairs.len() && begins_with(parts, &pairs)
}

/// An answer with the path that follows by itself, and the choice at its end, if that is it.
struct Way<'a> {
    words: String,
    path: Vec<Part>,
    offer: Option<&'a Offer>,
    /// What it is worth: of several choices at its end what is so with all of them.
    worth: Option<Worth>,
    /// What is known first of it: of several choices that of the best.
    lead: Option<&'a Fact>,
}

impl Way<'_> {
    fn key(&self) -> Option<&str> {
        self.lead.map(|fact| fact.key.as_str())
    }

    fn rank(&self) -> Option<i32> {
        self.lead.map(|fact| fact.rank)
    }
}

impl Next {
    fn offered(&self) -> Offered {
        Offered {
            address: self.address.clone(),
            worth: if self.worth.is_empty() { self.says.clone() } else { self.worth.clone() },
            says: self.says.clone(),
            badge: self.badge.clone(),
            facts: self.facts.clone(),
            rank: self.rank,
        }
    }

    /// The name of its class in a list.
    pub fn class(&self) -> &'static str {
        match self.rank {
            Rank::Best => "choice best",
            Rank::Plain => "choice",
            Rank::Faint => "choice faint",
        }
    }
}
