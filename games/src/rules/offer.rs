//! What a seat may do, as a person chooses it: part by part, each choice with what it
//! costs and brings, and what cannot be chosen with why.
//!
//! A command is a path of [`Part`]s: which die, then which tile, then whether a god is paid.
//! A game declares the questions ([`Slot`]) and takes its commands apart; the rest is done
//! here for all games. What something is worth is found by deciding it on copies of the match
//! in which everything the seat cannot know is dealt anew, never on the real one: so nothing
//! hidden shows in it, and what chance decides differs from copy to copy and shows as unknown.

use super::chance::Seeded;
use super::*;

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    /// By pointing at a thing on the table.
    Thing,
    /// By saying what to do: it lies nowhere on the table.
    Verb,
    /// By leaving it, which is left out of the path, or choosing another way.
    Toggle,
    /// By an amount between a least and a most.
    Amount,
}

/// A question that parts of commands answer. Declared once a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Slot {
    /// Its name in paths, `snake_case`.
    pub name: &'static str,
    /// What is asked.
    pub question: &'static str,
    /// What several answers are called together: `squares`; of a toggle what leaving it out
    /// is called: `not called`.
    pub answers: &'static str,
    /// How it is answered.
    pub answered: Answered,
    /// Of a toggle what each of its answers is, without the difference between them: `with the
    /// Blue God`; else empty.
    pub with: &'static str,
    /// Whether a person may answer it before the questions that come before it.
    pub early: bool,
}

impl Slot {
    /// A question that a thing on the table answers.
    pub const fn thing(name: &'static str, question: &'static str, answers: &'static str) -> Slot {
        Slot { name, question, answers, answered: Answered::Thing, with: "", early: false }
    }

    /// A question that an amount answers.
    pub const fn amount(name: &'static str, question: &'static str, answers: &'static str) -> Slot {
        Slot { name, question, answers, answered: Answered::Amount, with: "", early: false }
    }

    /// A question that can be left out, which is called `without`; whatever answers it is `with`.
    pub const fn toggle(
        name: &'static str,
        question: &'static str,
        without: &'static str,
        with: &'static str,
    ) -> Slot {
        Slot { name, question, answers: without, answered: Answered::Toggle, with, early: false }
    }

    /// The same question, which may be answered before those that come before it.
    pub const fn early(self) -> Slot {
        Slot { early: true, ..self }
    }

    /// A question that saying what to do answers.
    pub const fn verb(name: &'static str, question: &'static str, answers: &'static str) -> Slot {
        Slot { name, question, answers, answered: Answered::Verb, with: "", early: false }
    }
}

/// One step on the path to a command: an answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// The name of the question's [`Slot`].
    pub slot: String,
    /// The answer, for programs and addresses: ASCII letters, digits, `_` and `-`.
    pub value: String,
    /// The answer in a few words.
    pub words: Telling,
}

impl Part {
    /// An answer whose words have no gaps.
    pub fn new(slot: &str, value: impl Into<String>, words: impl AsRef<str>) -> Part {
        Part::told(slot, value, Telling::new("part", words.as_ref()))
    }

    /// An answer.
    pub fn told(slot: &str, value: impl Into<String>, words: Telling) -> Part {
        Part { slot: slot.to_owned(), value: value.into(), words }
    }

    /// Whether it is the same answer to the same question.
    pub fn answers_like(&self, other: &Part) -> bool {
        self.slot == other.slot && self.value == other.value
    }
}

/// Something that a seat has some of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// What it is, as people say it.
    pub what: &'static str,
    /// How much of it.
    pub amount: i64,
    /// Whether it is good to have more of it.
    pub more_is_better: bool,
}

impl Holding {
    /// Something of which more is better.
    pub fn good(what: &'static str, amount: impl Into<i64>) -> Holding {
        Holding { what, amount: amount.into(), more_is_better: true }
    }

    /// Something of which less is better.
    pub fn burden(what: &'static str, amount: impl Into<i64>) -> Holding {
        Holding { what, amount: amount.into(), more_is_better: false }
    }
}

/// How something that the seat has would change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// What it is.
    pub what: String,
    /// By how much; `None` where chance or something hidden decides.
    pub by: Option<i64>,
    /// How much there would be; `None` where chance or something hidden decides.
    pub to: Option<i64>,
}

/// Something else that is worth knowing before one chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// Its stable name, `snake_case`.
    pub key: String,
    /// What it says.
    pub words: Telling,
    /// Of choices that answer the same question the one with the higher rank is better in
    /// this respect.
    pub rank: i32,
    /// The places on the table that it is about.
    pub places: Vec<String>,
    /// The places of a way over the table that it takes, in order.
    pub route: Vec<String>,
}

impl Fact {
    /// A fact that takes no way over the table.
    pub fn new(key: &str, words: Telling, rank: i32, places: Vec<String>) -> Fact {
        Fact { key: key.to_owned(), words, rank, places, route: Vec::new() }
    }

    /// The number that it comes to: what it counts, as `count` in its words, where it ranks at
    /// all, else its rank.
    pub fn number(&self) -> i64 {
        let count = self.words.arg("count").filter(|_| self.rank >= 0).and_then(Arg::number);
        count.unwrap_or(i64::from(self.rank))
    }
}

/// What a choice costs and brings the seat that makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Worth {
    /// What it costs.
    pub cost: Vec<Change>,
    /// What it brings; what chance decides stands here.
    pub gain: Vec<Change>,
    /// What else is worth knowing.
    pub facts: Vec<Fact>,
    /// Whether it shows something hidden: it cannot be taken back.
    pub reveals: bool,
    /// Whether others go on then, or another round begins, or may: what is counted there is in
    /// `gain`, and compares with other choices only that lead as far.
    pub ends_turn: bool,
}

impl Worth {
    /// What changes between what is held before and after, in each way in which chance may
    /// decide: what is not the same in all of them is unknown.
    pub fn between(before: &[Holding], after: &[Vec<Holding>]) -> Worth {
        let mut worth = Worth::default();
        for (at, held) in before.iter().enumerate() {
            let mut amounts = after.iter().map(|other| other[at].amount);
            let to = amounts.next().unwrap_or(held.amount);
            let what = held.what.to_owned();
            if amounts.any(|amount| amount != to) {
                worth.gain.push(Change { what, by: None, to: None });
            } else if to != held.amount {
                let by = to - held.amount;
                let change = Change { what, by: Some(by), to: Some(to) };
                match (by > 0) == held.more_is_better {
                    true => worth.gain.push(change),
                    false => worth.cost.push(change),
                }
            }
        }
        worth
    }

    /// What this and then another choice cost and bring together.
    pub fn and(mut self, then: &Worth) -> Worth {
        let later =
            then.cost.iter().map(|it| (it, false)).chain(then.gain.iter().map(|it| (it, true)));
        for (change, gains) in later {
            let before = [&mut self.cost, &mut self.gain].into_iter().find_map(|known| {
                let at = known.iter().position(|other| other.what == change.what)?;
                Some(known.remove(at).by)
            });
            let by = match before {
                None => change.by,
                Some(before) => before.zip(change.by).map(|(before, by)| before + by),
            };
            let to = by.and(change.to);
            let changed = Change { what: change.what.clone(), by, to };
            // What goes the same way is as good as it was; what chance decides stands with the
            // gains.
            let turned = by.zip(change.by).is_some_and(|(all, last)| (all > 0) != (last > 0));
            match by {
                Some(0) => {}
                Some(_) if gains == turned => self.cost.push(changed),
                _ => self.gain.push(changed),
            }
        }
        self.facts.clone_from(&then.facts);
        self.reveals |= then.reveals;
        self.ends_turn |= then.ends_turn;
        self
    }
}

/// Commands that are chosen together, in order: one as a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<C> {
    /// The commands. Only the last one may show something hidden.
    pub commands: Vec<C>,
    /// The path to it; no other choice of the moment has the same.
    pub parts: Vec<Part>,
    /// What they are worth together; `None` where that was not asked for.
    pub worth: Option<Worth>,
    /// What they do, in words.
    pub label: Label,
}

/// Something on the table that might be chosen at another time, with why not now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Closed {
    /// The path that would lead to it.
    pub parts: Vec<Part>,
    /// The refusal's stable name.
    pub code: String,
    /// Why not.
    pub words: String,
}

impl Closed {
    /// Closed for the reason that the rules give.
    pub fn by(parts: Vec<Part>, refusal: Refusal) -> Closed {
        Closed { parts, code: refusal.code.to_owned(), words: refusal.message.into_owned() }
    }
}

/// All that a seat may choose, and what it may not.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed<C> {
    /// Every legal command and every bundle.
    pub choices: Vec<Choice<C>>,
    /// What is closed.
    pub closed: Vec<Closed>,
}

/// In how many ways chance is tried where a choice shows something hidden.
const DEALS: u64 = 10;

/// What follows from some commands in one deal.
struct Outcome<S> {
    after: S,
    /// How it stands just before something hidden is shown, if it is.
    unshown: Option<S>,
}

/// The match as it might be: all that `seat` cannot know is dealt anew.
fn dealt_anew<G: Game>(state: &G::State, seat: Seat, deal: u64) -> G::State {
    let mut known = state.clone();
    G::scramble(&mut known, Viewer::Seat(seat), &mut Seeded::new(deal));
    known
}

fn outcome<G: Game>(
    known: &G::State,
    seat: Seat,
    commands: &[G::Command],
    deal: u64,
) -> Option<Outcome<G::State>> {
    let mut chance = Seeded::new(deal);
    let mut after = known.clone();
    let mut unshown = None;
    for command in commands {
        let mut draft = Draft::<G>::new(after.clone());
        G::decide(&mut draft, seat, command, &mut chance).ok()?;
        for event in draft.finish().1 {
            if unshown.is_none() && G::reveals(&after, &event) {
                unshown = Some(after.clone());
            }
            G::evolve(&mut after, &event);
        }
    }
    Some(Outcome { after, unshown })
}

/// All that a seat holds, points first.
pub(super) fn holdings<G: Game>(state: &G::State, seat: Seat) -> Vec<Holding> {
    let points = i64::from(G::points(state, seat));
    let mut held = vec![Holding::good(G::POINTS, points)];
    held.extend(G::purse(state, seat));
    held
}

/// What some commands of `seat` are worth to it, `known` being the match as it might be and
/// `before` what it holds. `None` where they are not legal one after the other.
fn worth_in<G: Game>(
    state: &G::State,
    known: &G::State,
    before: &[Holding],
    seat: Seat,
    commands: &[G::Command],
) -> Option<Worth> {
    let first = outcome::<G>(known, seat, commands, 0)?;
    let ends =
        |after: &G::State| !is_awaited::<G>(after, seat) || G::round(after) != G::round(known);
    let mut ends_turn = ends(&first.after);
    let mut after: Vec<Vec<Holding>> = vec![holdings::<G>(&first.after, seat)];
    if first.unshown.is_some() {
        for deal in 1..DEALS {
            let known = dealt_anew::<G>(state, seat, deal);
            let other = outcome::<G>(&known, seat, commands, deal)?;
            ends_turn |= ends(&other.after);
            after.push(holdings::<G>(&other.after, seat));
        }
    }
    let mut worth = Worth::between(before, &after);
    worth.reveals = first.unshown.is_some();
    // What a revealing step leads to in one deal says nothing about the others.
    let leads_to = first.unshown.as_ref().unwrap_or(&first.after);
    worth.facts = G::facts(known, leads_to, seat, commands);
    worth.ends_turn = ends_turn;
    Some(worth)
}

fn is_awaited<G: Game>(state: &G::State, seat: Seat) -> bool {
    matches!(G::turn(state), Turn::Awaiting(seats) if seats.contains(&seat))
}

/// The label of commands that are chosen together: that of the first, and the last answer on
/// the path to them where there are several.
fn label<G: Game>(
    known: &G::State,
    seat: Seat,
    commands: &[G::Command],
    parts: &[Part],
) -> Option<Label> {
    let mut label = G::label(known, seat, commands.first()?);
    if let (true, Some(last)) = (commands.len() > 1, parts.last()) {
        label.telling = label.telling.and(&last.words);
    }
    Some(label)
}

/// Whether a path begins with another.
pub fn begins(parts: &[Part], with: &[Part]) -> bool {
    parts.len() >= with.len()
        && parts.iter().zip(with).all(|(part, other)| part.answers_like(other))
}

/// Whether a path begins with some answers: slots with values.
pub fn begins_with(parts: &[Part], at: &[(&str, &str)]) -> bool {
    let pairs = parts.iter().map(|part| (part.slot.as_str(), part.value.as_str())).zip(at);
    parts.len() >= at.len() && pairs.into_iter().all(|(part, at)| part == *at)
}

/// All that `seat` may choose now, and all that is closed. Each choice to whose path `which`
/// says yes comes with what it is worth, which takes time.
pub fn weigh<G: Game>(
    state: &G::State,
    seat: Seat,
    which: &dyn Fn(&[Part]) -> bool,
) -> Weighed<G::Command> {
    let known = dealt_anew::<G>(state, seat, 0);
    let legal = G::legal(&known, seat);
    if legal.is_empty() {
        return Weighed { choices: Vec::new(), closed: Vec::new() };
    }
    let single = legal.into_iter().map(|command| {
        let parts = G::parts(&known, seat, &command);
        (vec![command], parts)
    });
    let before = holdings::<G>(&known, seat);
    let all = single.chain(G::bundles(&known, seat));
    let choices = all.filter_map(|(commands, parts)| {
        let worth = match which(&parts) {
            true => Some(worth_in::<G>(state, &known, &before, seat, &commands)?),
            false => None,
        };
        let label = label::<G>(&known, seat, &commands, &parts)?;
        Some(Choice { commands, parts, worth, label })
    });
    Weighed { choices: choices.collect(), closed: G::closed(&known, seat) }
}
