//! The plan strip and the list of what can be done: what was chosen, what it comes to, and
//! the question that comes next.

use super::choices::{self, Choices, Next};
use super::compared::Compared;
use super::plan::Address;
use super::planned::{After, Made, Planned, is_whole};
use super::shut::Shut;
use super::switches::{self, Instead, Switch};
use super::teaching;
use super::worth::{Bill, change};
use crate::accounts::lessons::Learned;
use crate::boards::markup::{capital, signed, small};
use crate::boards::{AnyBoard, Lesson, Marks, Spot};
use crate::matches::Match;
use crate::matches::read::look::Seen;
use crate::rules::offer::{Answered, Worth};
use crate::rules::{Part, Seat};

/// The most letters of an earlier choice in the strip.
const BRIEF: usize = 52;

/// What is said where the plan is whole and the turn goes on.
const GO_ON: &str = "Confirm, or go on choosing";

/// The key of facts that are lines of a bill.
const BILL: &str = "bill";

/// The strip of the plan: the question, what was chosen, what it comes to.
#[derive(Default)]
pub struct Strip {
    pub question: String,
    /// What was chosen before and the answers given to the choice at hand.
    pub chips: Vec<Chip>,
    pub happens: Vec<String>,
    /// Changes for the worse and for the better.
    pub cost: Vec<String>,
    pub gain: Vec<String>,
    /// How the points of the others would change.
    pub others: Vec<String>,
    pub facts: Vec<String>,
    /// What the last choice could be instead, one click away.
    pub switches: Vec<Switch>,
    /// The address without the last click.
    pub undo: Option<String>,
    pub confirm: Option<Confirm>,
}

impl Strip {
    /// Whether anything is chosen.
    pub fn is_begun(&self) -> bool {
        self.is_made() || !self.switches.is_empty() || self.confirm.is_some()
    }

    /// Whether something was chosen, and not only what could be chosen in one way.
    pub fn is_made(&self) -> bool {
        self.chips.iter().any(|chip| chip.without.is_some())
    }

    /// Whether the plan comes to anything that is worth saying.
    pub fn weighs(&self) -> bool {
        [&self.cost, &self.gain, &self.facts, &self.others].iter().any(|all| !all.is_empty())
    }
}

/// Something that was chosen.
pub struct Chip {
    /// In few words.
    pub words: String,
    /// In all words.
    pub whole: String,
    /// The address without it and all that came after it; nothing where it followed by itself.
    pub without: Option<String>,
}

impl Chip {
    fn new(words: String, without: &Address) -> Chip {
        Chip { whole: words.clone(), words, without: Some(without.to_string()) }
    }

    /// What could not be chosen, for it was the only one.
    fn of_itself(words: String) -> Chip {
        Chip { whole: words.clone(), words, without: None }
    }
}

/// The form that plays the plan.
pub struct Confirm {
    pub says: String,
    pub json: String,
    pub version: i64,
    pub key: String,
    /// The lessons about the choice that was made last, and those that it goes on with.
    pub met: String,
}

/// The list of what can be done.
#[derive(Default)]
pub struct Doing {
    pub rows: Vec<Next>,
    /// Whether they are amounts, of which many stand side by side.
    pub amounts: bool,
    /// What is so with all of them.
    pub shared: Vec<String>,
    /// The same as a table, where they can be compared; it stays when one is chosen.
    pub compared: Option<Compared>,
    pub more: usize,
    pub shut: Vec<Shut>,
    /// The bill of what was chosen last.
    pub bill: Bill,
    /// What could be done instead, all at once.
    pub instead: Vec<Instead>,
}

/// What a person can do at the table, with the marks on it.
#[derive(Default)]
pub struct Acting {
    pub strip: Strip,
    pub doing: Doing,
    pub marks: Marks,
    /// What is told to somebody who learns the game.
    pub lesson: Option<&'static Lesson>,
}

/// What can be done after a plan, and what the plan comes to; with what is new in it to who
/// learns the game.
pub fn acting(seen: &Seen, planned: &Planned, board: &dyn AnyBoard, learned: &Learned) -> Acting {
    let Acting { mut strip, mut doing, mut marks, .. } = Acting::default();
    let mut lesson = None;
    let mut made = Vec::new();
    if let Some(after) = &planned.after {
        comes_to(&mut strip, seen, planned, after);
        let weighing = Weighing { seen, planned, board, learned };
        made = last_choice(&mut strip, &mut doing, &mut marks, &weighing, after);
    }
    let reveals = planned.after.as_ref().is_some_and(|after| after.reveals);
    let on = planned.after.as_ref().map_or(&seen.folded, |after| &after.folded);
    let may = seen.seat.filter(|seat| !reveals && on.awaited().contains(seat));
    let Some(seat) = may else {
        let lesson = teaching::lesson(board, learned, &made, &[]);
        return Acting { strip, doing, marks, lesson };
    };
    let choices = choices::choices(seen, on, seat, planned.address.begun(), true);
    if choices.any() {
        begun_strip(&mut strip, &choices, planned);
        let halfway = planned.after.is_some() && strip.confirm.is_none();
        if halfway && !planned.address.is_tried() || !planned.address.begun().pairs().is_empty() {
            // In sight is what answers the question.
            doing.instead.clear();
            doing.compared = None;
        }
        marks.chosen = choices.chosen(board, &choices.at).or(marks.chosen);
        marks.begun.clone_from(&choices.at);
        let (next, shared) = choices.next(&planned.address);
        doing.shared = shared;
        // What is asked now is lit, and not what was asked before.
        marks.offered.clear();
        choices.mark(board, &next, &planned.address, &mut marks);
        doing.shut = choices.shut();
        doing.amounts = choices.asks_amount();
        made.extend_from_slice(&choices.at);
        // About what is being chosen rather than about what was chosen before.
        let asked = choices.after(&choices.at).0;
        let begun = Some(&choices.at[..]).filter(|begun| !begun.is_empty());
        lesson = begun
            .and_then(|begun| teaching::lesson(board, learned, begun, &asked))
            .or_else(|| teaching::lesson(board, learned, &made, &asked));
        (doing.rows, doing.more) = Choices::rows(next, &marks, |one| choices.spots(board, one));
        match Compared::of(std::mem::take(&mut doing.rows), None) {
            Ok(compared) => {
                if doing.amounts {
                    // They stay side by side near Confirm; the table says what each does.
                    doing.rows.clone_from(&compared.rows);
                }
                doing.compared = Some(compared);
            }
            Err(rows) => doing.rows = rows,
        }
    }
    Acting { strip, doing, marks, lesson }
}

/// What the plan comes to, and the form that plays it.
fn comes_to(strip: &mut Strip, seen: &Seen, planned: &Planned, after: &After) {
    let name = |seat: Seat| seen.names.seat(&seen.folded, seat);
    let awaited = after.folded.awaited();
    let tried = planned.address.is_tried();
    let over = !after.reveals && after.folded.is_over();
    let goes_on = !awaited.is_empty() && !awaited.contains(&after.seat);
    let ends = goes_on && !after.reveals && !tried;
    let to_come = |on: &Match| on.state.as_ref().map(|state| on.game().to_come(state));
    let says = match (after.reveals, over, ends) {
        (true, ..) => "Confirm for good",
        (_, true, _) => "Confirm and end the match",
        (_, _, true) => "Confirm and end my turn",
        // The last of a round may be the first of the next.
        _ if to_come(&seen.folded) != to_come(&after.folded) => "Confirm; then it is my turn again",
        _ => "Confirm, my turn goes on",
    };
    let steps = planned.made.iter().flat_map(|made| &made.steps);
    strip.happens = steps.flat_map(|step| &step.happens).cloned().collect();
    if after.reveals && !tried {
        strip.happens.push("You go on once you have seen it.".to_owned());
    }
    if ends {
        let next: Vec<String> = awaited.into_iter().map(name).collect();
        strip.happens.push(format!("Then your turn ends; {} goes on.", next.join(" and ")));
    }
    strip.question = if tried && after.reveals {
        "What it shows is seen in your turn"
    } else if tried {
        "That would be your turn"
    } else if over {
        "Then the match is over."
    } else if after.reveals {
        "Something hidden is turned up. Is that what you want?"
    } else if ends {
        "Is that what you want?"
    } else {
        GO_ON
    }
    .to_owned();
    if !after.reveals {
        (strip.cost, strip.gain) = said(&in_all(seen, &after.folded, after.seat));
    }
    strip.others = others(seen, &after.folded, after.seat);
    // What has been begun and has to be finished asks its next question instead.
    let whole = after.reveals || is_whole(&after.folded);
    strip.confirm = (whole && !tried).then(|| Confirm {
        says: says.to_owned(),
        json: planned.json(),
        version: planned.address.version(),
        key: crate::random::id(),
        met: String::new(),
    });
    strip.undo = Some(planned.address.shorter().to_string());
    strip.chips = earlier(planned, planned.made.len());
}

/// What is chosen, by whom and on what.
#[derive(Clone, Copy)]
struct Weighing<'a> {
    seen: &'a Seen,
    planned: &'a Planned,
    board: &'a dyn AnyBoard,
    learned: &'a Learned,
}

/// The choice that was made last: the answers to it, other ways to pay for it, what is worth
/// knowing of it, with marks on the thing that was chosen and on those that it is about. Gives
/// its answers with those of other ways to pay.
fn last_choice(
    strip: &mut Strip,
    doing: &mut Doing,
    marks: &mut Marks,
    on: &Weighing<'_>,
    after: &After,
) -> Vec<Part> {
    let Weighing { seen, planned, board, learned } = *on;
    let last = planned.made.last().zip(planned.address.choices.last());
    let Some((made, last)) = last else { return Default::default() };
    let shorter = planned.address.shorter();
    let choices = choices::all(seen, &made.on, after.seat, last);
    let Some(offer) = choices.named(last) else { return Default::default() };
    let path = offer.parts.clone();
    let asked = shorter.at(&choices.without_toggles(&path));
    let choices = choices::choices(seen, &made.on, after.seat, asked.begun(), true);
    let Some(offer) = choices.named(last) else { return Default::default() };
    let before = choices.before(&path).unwrap_or_default();
    if let Some(worth) = &offer.worth {
        if after.reveals {
            // What chance decides is not to be seen in one way in which it might.
            (strip.cost, strip.gain) = said(&in_all(seen, &made.on, after.seat).and(worth));
        }
        strip.facts = choices.facts(worth);
        if let Some(unused) = worth.facts.iter().position(|fact| fact.key == "unused") {
            // What would be given up is asked, once, where one confirms it.
            strip.question = format!("{}. Is that what you want?", strip.facts.remove(unused));
        }
        if choices.counts(worth).is_some_and(|counts| counts.len() > 1) {
            let here = shorter.at(&before);
            let beside = choices::choices(seen, &made.on, after.seat, here.begun(), true);
            let chosen = planned.address.to_string();
            let rows = beside.next(&here).0;
            // The others are lit, too, so that another is one click away.
            beside.mark_answers(board, rows.iter().filter(|row| row.address != chosen), marks);
            doing.compared = Compared::of(rows, Some(chosen)).ok();
        }
        if doing.compared.is_some() {
            // The table says those of the others, too.
            let counts = choices.counts(worth).unwrap_or_default();
            let some = counts.iter().filter(|count| count.number != 0);
            strip.facts = some.map(|count| format!("{} {}", count.number, count.what)).collect();
        } else if !worth.facts.is_empty() && worth.facts.iter().all(|fact| fact.key == BILL) {
            strip.facts.clear();
            // Beside another question there is no room for it.
            if planned.address.begun().is_empty() {
                let several = made.steps.len() > 1;
                let again = if several { planned.asked_again(seen) } else { Vec::new() };
                doing.bill = Bill::of(&worth.facts, &choices, again);
                // The bill says what the last choice does.
                let told: usize = made.steps.iter().map(|step| step.happens.len()).sum();
                strip.happens.truncate(strip.happens.len() - told);
            }
        }
    }
    if let Some(confirm) = &mut strip.confirm {
        confirm.met = teaching::met(board, learned, &choices, &path, &choices.ways(offer));
        for (place, made) in planned.begun() {
            let steps = &planned.address.choices[place];
            let choices = choices::all(seen, &made.on, after.seat, steps);
            let Some(offer) = choices.named(steps) else { continue };
            let ways = choices.ways(offer);
            confirm.met += " ";
            confirm.met += &teaching::met(board, learned, &choices, &offer.parts, &ways);
        }
    }
    strip.undo = Some(shorter.at(&before).to_string());
    (strip.switches, doing.instead) = choices.switches(offer, &shorter);
    if strip.switches.iter().all(|one| one.ways.is_empty()) {
        // Another amount is one click away.
        let amounts = choices.amounts_of(offer, &shorter);
        doing.amounts = amounts.is_some();
        strip.switches.extend(amounts);
    }
    strip.chips = earlier(planned, planned.made.len() - 1);
    for (place, part) in path.iter().enumerate() {
        // What can be switched stands among the ways.
        if !switches::show(&strip.switches, part) {
            let without = shorter.at(choices.clicked(&path[..place]));
            strip.chips.push(Chip::new(choices.part(part), &without));
        }
    }
    let facts = || offer.worth.iter().flat_map(|worth| &worth.facts);
    let spots = |places: &[String]| -> Vec<Spot> {
        places.iter().filter_map(|place| board.place(place)).collect()
    };
    marks.touched = facts().flat_map(|fact| spots(&fact.places)).collect();
    marks.routes = facts().map(|fact| spots(&fact.route)).filter(|way| way.len() > 1).collect();
    marks.chosen = choices.chosen(board, &path);
    choices.ways(offer)
}

/// The label of a command as it stands among others: without what is in brackets, and where it is
/// still long up to a comma, or only its heading; what happens says the rest.
fn brief(label: &str, group: &str) -> String {
    let bracket = label.split_once(" (").and_then(|(before, rest)| {
        rest.split_once(')').map(|(_, after)| format!("{before}{after}"))
    });
    let label = bracket.unwrap_or_else(|| label.to_owned());
    let Some((end, _)) = label.char_indices().nth(BRIEF) else { return label };
    match label[..end].rsplit_once(", ") {
        Some((first, _)) => format!("{first} …"),
        None if group.is_empty() => label,
        None => capital(group),
    }
}

/// The first choices of a plan in words, each with the address without it and those after it.
fn earlier(planned: &Planned, count: usize) -> Vec<Chip> {
    let chip = |(place, made): (usize, &Made)| {
        let first = made.steps.first()?;
        let in_all = |said: &str| match made.steps.len() {
            1 => said.to_owned(),
            count => format!("{said}, in {count} steps"),
        };
        let words = made.all_at_once.clone();
        Some(Chip {
            words: in_all(&words.unwrap_or_else(|| brief(&first.said, &first.label.group))),
            whole: in_all(made.all_at_once.as_ref().unwrap_or(&first.said)),
            without: Some(planned.address.first(place).to_string()),
        })
    };
    planned.made.iter().enumerate().take(count).filter_map(chip).collect()
}

/// The question that comes next, and the answers given to it so far.
fn begun_strip(strip: &mut Strip, choices: &Choices<'_>, planned: &Planned) {
    let here = &planned.address;
    let goes_on = strip.confirm.is_some() && here.begun().pairs().is_empty();
    let question = choices.question();
    if !goes_on {
        strip.question = question;
    } else if strip.question == GO_ON && !choices.asks_what_to_do() {
        strip.question = format!("Confirm, or go on: {}", small(&question));
    }
    if choices.at.is_empty() {
        return;
    }
    strip.chips = earlier(planned, planned.made.len());
    for (place, part) in choices.at.iter().enumerate() {
        // What followed by itself cannot be chosen again.
        if choices.is_asked(&choices.at[..place]) {
            let without = here.at(choices.clicked(&choices.at[..place]));
            strip.chips.push(Chip::new(choices.part(part), &without));
        } else if choices.slot(&part.slot).is_some_and(|slot| slot.answered == Answered::Thing) {
            // The question that comes next is about it.
            strip.chips.push(Chip::of_itself(choices.part(part)));
        }
    }
    if !here.begun().pairs().is_empty() {
        // What has been begun is finished first, or undone; what could have been chosen before
        // stands beside another question.
        strip.confirm = None;
        strip.switches.clear();
    }
    // What followed by itself cannot be undone, but the order in which one has begun.
    let before = choices.before(&choices.at).or_else(|| choices.by.map(|_| Vec::new()));
    if let Some(before) = before {
        strip.undo = Some(here.at(&before).to_string());
    }
}

/// What a plan up to somewhere costs and brings.
fn in_all(seen: &Seen, then: &Match, seat: Seat) -> Worth {
    let held = |on: &Match| Some(on.game().holdings(on.state.as_ref()?, seat));
    match (held(&seen.folded), held(then)) {
        (Some(before), Some(after)) => Worth::between(&before, &[after]),
        _ => Worth::default(),
    }
}

/// What something costs, and what it brings.
fn said(worth: &Worth) -> (Vec<String>, Vec<String>) {
    (worth.cost.iter().map(change).collect(), worth.gain.iter().map(change).collect())
}

/// How the points of the others would change.
fn others(seen: &Seen, after: &Match, me: Seat) -> Vec<String> {
    let (Some(now), Some(then)) = (&seen.folded.state, &after.state) else { return Vec::new() };
    let (before, after) = (after.game().score(now), after.game().score(then));
    let totals = before.iter().map(|(seat, sheet)| (seat, sheet.total(), after[seat].total()));
    totals
        .filter(|(seat, before, after)| before != after && *seat != me)
        .map(|(seat, before, after)| {
            let name = seen.names.seat(&seen.folded, seat);
            format!("{name}: {before} → {after} points ({})", signed((after - before).into()))
        })
        .collect()
}
