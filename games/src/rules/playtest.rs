//! The random player, and the laws that every game obeys.
//!
//! [`whole_match`] plays a match with random legal commands and checks on the way:
//!
//! 1. Every legal command is accepted; an awaited seat always has one, other
//!    seats have none, and every command is refused to them.
//! 2. What is stored is enough: the state after play equals the beginning with
//!    all events read back from their JSON.
//! 3. What is conserved is conserved after every event.
//! 4. View, telling, legal commands, labels, scores and refusals stay the same
//!    when all that the viewer cannot know is dealt anew.
//! 5. The match ends, and the ranking names each seat once.
//! 6. Nonsense is refused and never panics (see [`nonsense_is_refused`]).
//! 7. The score sheets sum to the points of the seats and of the ranking.
//! 8. What is dealt anew keeps no trace of what was hidden, so a robot that plays
//!    on it cannot cheat.
//! 9. Dice, shuffles and hidden cards enter the open only through events that
//!    say so: a decision that drew from chance has an event that reveals.
//! 10. The laws of offers ([`super::offered`]).
//! 11. The law of reshuffles ([`super::reshuffled`]).
//! 12. The end is near when a match ends, and not when it begins.
//! 13. The law of who comes next ([`super::coming`]).

use super::chance::{Counted, Seeded};
use super::*;

/// How closely a random match is checked. The dearer laws are checked at every
/// n-th step; 0 never checks them.
#[derive(Clone, Copy, Debug)]
pub struct Closeness {
    /// Decide every legal command for its own seat and one for every other seat.
    pub every_command: usize,
    /// Deal anew what each viewer cannot know, and compare what they are shown.
    pub scrambled: usize,
    /// Commands after which the match counts as endless.
    pub at_most: usize,
}

impl Closeness {
    /// Everything at every step.
    pub const FULL: Closeness = Closeness { every_command: 1, scrambled: 1, at_most: 20_000 };
    /// Everything now and then: for thousands of matches.
    pub const SAMPLED: Closeness = Closeness { every_command: 29, scrambled: 13, at_most: 20_000 };
    /// Only play and conservation.
    pub const FAST: Closeness = Closeness { every_command: 0, scrambled: 0, at_most: 20_000 };
}

/// A whole match as the random player played it.
#[derive(Debug)]
pub struct Played<G: Game> {
    /// How it was dealt.
    pub setup: G::Setup,
    /// Each command with its seat and the events it led to.
    pub steps: Vec<(Seat, G::Command, Vec<G::Event>)>,
    /// How it ended.
    pub end: G::State,
    /// The ranking, best first.
    pub ranking: Vec<Standing>,
}

impl<G: Game> Played<G> {
    /// All events in order.
    pub fn events(&self) -> impl Iterator<Item = &G::Event> {
        self.steps.iter().flat_map(|(_, _, events)| events)
    }
}

/// How many matches of each number of seats and each option a game's laws are tried on:
/// `usual`, or as many as `TURNWISE_RULES` says.
pub fn matches_a_table(usual: u64) -> u64 {
    std::env::var("TURNWISE_RULES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// Plays one match with random legal commands and checks the laws; panics with
/// seed and step where one is broken. The same arguments play the same match.
pub fn whole_match<G: Game>(
    config: &G::Config,
    seats: usize,
    seed: u64,
    closeness: Closeness,
) -> Played<G> {
    let mut chance = Seeded::new(seed);
    let setup = G::deal(config, seats, &mut chance).expect("the options make a match");
    let mut state = G::begin(&setup);
    let mut steps: Vec<(Seat, G::Command, Vec<G::Event>)> = Vec::new();
    check(G::audit(&state), seed, 0, "the beginning breaks a conservation law");
    let ranking = loop {
        let step = steps.len();
        let awaited = match G::turn(&state) {
            Turn::Over(ranking) => break ranking,
            Turn::Awaiting(awaited) => awaited,
        };
        assert!(
            !awaited.is_empty(),
            "seed {seed} step {step}: nobody is awaited in a running match"
        );
        assert!(step < closeness.at_most, "seed {seed}: no end after {step} commands");
        for seat in Seat::all(seats) {
            assert_eq!(
                G::legal(&state, seat).is_empty(),
                !awaited.contains(&seat),
                "seed {seed} step {step}: {seat} awaited {awaited:?}\n{state:?}"
            );
        }
        let due = |every: usize| every > 0 && step.is_multiple_of(every);
        if due(closeness.every_command) {
            every_command_is_accepted::<G>(&state, seats, &awaited, seed, step);
            super::offered::a_turn_can_be_tried::<G>(&state, &awaited, seed, step);
        }
        if due(closeness.scrambled) {
            nothing_hidden_is_shown::<G>(&state, seats, seed, step);
            super::reshuffled::what_is_reshuffled_is_forgotten::<G>(&state, seats, seed, step);
            the_score_sheets_sum_to_the_points::<G>(&state, seed, step);
            for &seat in &awaited {
                super::offered::laws::<G>(&state, seat, seed, step);
            }
        }
        let seat = awaited[chance.below(awaited.len() as u32) as usize];
        let legal = G::legal(&state, seat);
        let command = legal[chance.below(legal.len() as u32) as usize].clone();
        assert!(
            G::caretake(&state, seat).is_some_and(|command| legal.contains(&command)),
            "seed {seed} step {step}: the caretaker of {seat} does what is not legal"
        );
        let events = decided::<G>(&state, seat, &command, &mut chance, seed, step);
        let coming = G::to_come(&state);
        for event in &events {
            if due(closeness.scrambled) {
                nothing_hidden_is_told::<G>(&state, event, seats, seed, step);
            }
            G::evolve(&mut state, event);
            check(G::audit(&state), seed, step, "a conservation law is broken");
        }
        super::coming::who_was_to_come_comes::<G>((&awaited, &coming), &state, seed, step);
        steps.push((seat, command, events));
    };
    let played = Played { setup, steps, end: state, ranking };
    the_end_is_sound::<G>(&played, seats, seed);
    played
}

fn check(result: Result<(), String>, seed: u64, step: usize, what: &str) {
    if let Err(off) = result {
        panic!("seed {seed} step {step}: {what}: {off}");
    }
}

fn decided<G: Game>(
    state: &G::State,
    seat: Seat,
    command: &G::Command,
    chance: &mut dyn Chance,
    seed: u64,
    step: usize,
) -> Vec<G::Event> {
    let mut counted = Counted::new(chance);
    let mut draft = Draft::<G>::new(state.clone());
    if let Err(refusal) = G::decide(&mut draft, seat, command, &mut counted) {
        panic!(
            "seed {seed} step {step}: legal {command:?} of {seat} was refused: {refusal:?}\n{state:?}"
        );
    }
    let (_, events) = draft.finish();
    assert!(!events.is_empty(), "seed {seed} step {step}: {command:?} led to nothing");
    if counted.drawn() > 0 {
        let mut before = state.clone();
        let revealing = events.iter().any(|event| {
            let reveals = G::reveals(&before, event);
            G::evolve(&mut before, event);
            reveals
        });
        assert!(
            revealing,
            "seed {seed} step {step}: {command:?} drew from chance but reveals nothing"
        );
    }
    events
}

/// Every legal command of the awaited seats is accepted, and leads nobody into a dead end.
pub(super) fn every_command_is_accepted<G: Game>(
    state: &G::State,
    seats: usize,
    awaited: &[Seat],
    seed: u64,
    step: usize,
) {
    for &seat in awaited {
        let legal = G::legal(state, seat);
        for (index, command) in legal.iter().enumerate() {
            assert!(
                !legal[..index].contains(command),
                "seed {seed} step {step}: {command:?} is listed twice"
            );
            let text = serde_json::to_string(command).expect("a command has a JSON form");
            let read: G::Command = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("seed {seed} step {step}: {text}: {error}"));
            assert_eq!(&read, command, "seed {seed} step {step}");
            let label = G::label(state, seat, command);
            assert!(!label.group.is_empty() && !label.telling.template.is_empty());
            let mut after = state.clone();
            for event in decided::<G>(state, seat, command, &mut Seeded::new(seed), seed, step) {
                G::evolve(&mut after, &event);
            }
            if let Turn::Awaiting(next) = G::turn(&after) {
                for seat in next {
                    assert!(
                        !G::legal(&after, seat).is_empty(),
                        "seed {seed} step {step}: {command:?} leads {seat} into a dead end"
                    );
                }
            }
        }
        for other in Seat::all(seats).filter(|other| !awaited.contains(other)) {
            if let Some(command) = legal.first() {
                let mut draft = Draft::<G>::new(state.clone());
                let decided = G::decide(&mut draft, other, command, &mut Seeded::new(seed));
                assert!(decided.is_err(), "seed {seed} step {step}: {other} acted out of turn");
            }
        }
    }
}

/// All viewers of a running match of `seats` seats.
pub(super) fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator])
}

fn nothing_hidden_is_shown<G: Game>(state: &G::State, seats: usize, seed: u64, step: usize) {
    for viewer in viewers(seats) {
        let mut other = state.clone();
        G::scramble(&mut other, viewer, &mut Seeded::new(seed ^ step as u64));
        check(G::audit(&other), seed, step, "a scrambled state breaks a conservation law");
        let shown = |state: &G::State| serde_json::to_string(&G::view(state, viewer)).unwrap();
        assert_eq!(
            shown(state),
            shown(&other),
            "seed {seed} step {step}: a view leaks to {viewer:?}"
        );
        let dealt_anew = |state: &G::State| {
            let mut state = state.clone();
            G::scramble(&mut state, viewer, &mut Seeded::new(seed));
            state
        };
        assert!(
            dealt_anew(state) == dealt_anew(&other),
            "seed {seed} step {step}: what is hidden from {viewer:?} outlives a scramble"
        );
        assert_eq!(
            G::score(state),
            G::score(&other),
            "seed {seed} step {step}: the score leaks to {viewer:?}"
        );
        assert_eq!(
            G::turn(state),
            G::turn(&other),
            "seed {seed} step {step}: the turn leaks to {viewer:?}"
        );
        if let Viewer::Seat(seat) = viewer {
            let offers = |state: &G::State| {
                let legal = G::legal(state, seat);
                let labels: Vec<_> =
                    legal.iter().map(|command| G::label(state, seat, command)).collect();
                (legal, labels)
            };
            assert_eq!(
                offers(state),
                offers(&other),
                "seed {seed} step {step}: legal leaks to {seat}"
            );
            refusals_are_the_same::<G>(state, &other, seat, seed, step);
        }
    }
}

/// What one seat may do is tried by another: its refusal may depend only on what it can see.
fn refusals_are_the_same<G: Game>(
    state: &G::State,
    other: &G::State,
    seat: Seat,
    seed: u64,
    step: usize,
) {
    let Turn::Awaiting(awaited) = G::turn(state) else { return };
    for command in awaited.iter().flat_map(|&seat| G::legal(state, seat)).take(40) {
        let refusal = |state: &G::State| {
            let mut draft = Draft::<G>::new(state.clone());
            G::decide(&mut draft, seat, &command, &mut Seeded::new(seed)).err()
        };
        assert_eq!(
            refusal(state),
            refusal(other),
            "seed {seed} step {step}: a refusal of {command:?} leaks to {seat}"
        );
    }
}

fn the_score_sheets_sum_to_the_points<G: Game>(state: &G::State, seed: u64, step: usize) {
    for (seat, sheet) in G::score(state).iter() {
        let points = G::points(state, seat);
        assert_eq!(sheet.total(), points, "seed {seed} step {step}: the score sheet of {seat}");
    }
}

fn nothing_hidden_is_told<G: Game>(
    before: &G::State,
    event: &G::Event,
    seats: usize,
    seed: u64,
    step: usize,
) {
    for viewer in viewers(seats) {
        let telling = G::tell(before, event, viewer);
        assert!(!telling.key.is_empty() && !telling.template.is_empty());
        let mut other = before.clone();
        G::scramble(&mut other, viewer, &mut Seeded::new(seed ^ step as u64));
        assert_eq!(
            telling,
            G::tell(&other, event, viewer),
            "seed {seed} step {step}: the telling of {event:?} leaks to {viewer:?}"
        );
    }
}

fn the_end_is_sound<G: Game>(played: &Played<G>, seats: usize, seed: u64) {
    let mut named: Vec<Seat> = played.ranking.iter().map(|standing| standing.seat).collect();
    named.sort_unstable();
    assert_eq!(named, Seat::all(seats).collect::<Vec<_>>(), "seed {seed}: the ranking");
    assert!(
        played.ranking.windows(2).all(|pair| pair[0].place <= pair[1].place),
        "seed {seed}: the ranking is not in order"
    );
    assert!(G::is_near_end(&played.end), "seed {seed}: it ended though no end was near");
    let score = G::score(&played.end);
    for standing in &played.ranking {
        assert_eq!(
            score[standing.seat].total(),
            standing.points,
            "seed {seed}: the score sheet of {} does not sum to its points",
            standing.seat
        );
    }
    let text = serde_json::to_string(&played.setup).expect("a set-up has a JSON form");
    let mut state = G::begin(&serde_json::from_str(&text).expect("a set-up is read back"));
    assert!(!G::is_near_end(&state), "seed {seed}: it has hardly begun, and the end is near");
    for event in played.events() {
        let text = serde_json::to_string(event).expect("an event has a JSON form");
        let event = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("seed {seed}: {text} is not read back: {error}"));
        G::evolve(&mut state, &event);
    }
    assert_eq!(state, played.end, "seed {seed}: the events alone do not rebuild the state");
    for seat in Seat::all(seats) {
        assert!(G::legal(&played.end, seat).is_empty(), "seed {seed}: {seat} acts after the end");
    }
}

/// Plays one match among robots, one a seat, and gives the ranking. Every choice is
/// legal; at every n-th step of `scrambled` (0: never) it must stay the same when
/// all that its seat cannot know is dealt anew. Panics with seed and step where not.
pub fn robot_match<G: Game>(
    config: &G::Config,
    robots: &PerSeat<Robot>,
    seed: u64,
    scrambled: usize,
) -> Vec<Standing> {
    let mut chance = Seeded::new(seed);
    let setup = G::deal(config, robots.count(), &mut chance).expect("the options make a match");
    let mut state = G::begin(&setup);
    for step in 0..Closeness::FAST.at_most {
        let awaited = match G::turn(&state) {
            Turn::Over(ranking) => return ranking,
            Turn::Awaiting(awaited) => awaited,
        };
        let seat = awaited[0];
        let thoughts = u64::from(chance.below(u32::MAX));
        let choose = |state: &G::State| {
            robot::choose::<G>(robots[seat], state, seat, &mut Seeded::new(thoughts))
        };
        let command = choose(&state)
            .unwrap_or_else(|| panic!("seed {seed} step {step}: the robot in {seat} is at a loss"));
        assert!(
            G::legal(&state, seat).contains(&command),
            "seed {seed} step {step}: the robot in {seat} chose {command:?}, which is not legal"
        );
        if scrambled > 0 && step.is_multiple_of(scrambled) {
            let mut other = state.clone();
            G::scramble(&mut other, Viewer::Seat(seat), &mut Seeded::new(seed ^ step as u64));
            assert_eq!(
                choose(&other).as_ref(),
                Some(&command),
                "seed {seed} step {step}: the robot in {seat} knows too much"
            );
            for other in Seat::all(robots.count()).filter(|other| !awaited.contains(other)) {
                let chosen = robot::choose::<G>(robots[other], &state, other, &mut chance);
                assert_eq!(chosen, None, "seed {seed} step {step}: {other} is not awaited");
            }
        }
        for event in decided::<G>(&state, seat, &command, &mut chance, seed, step) {
            G::evolve(&mut state, &event);
        }
    }
    panic!("seed {seed}: the robots play without end");
}

/// How many of `matches` duels the sensible robot wins against the random one,
/// changing seats after each.
pub fn duels_won<G: Game>(config: &G::Config, matches: u64) -> u64 {
    let won = |seed: &u64| {
        let sensible = Seat((seed % 2) as u8);
        let robots = PerSeat::new(2, |seat| match seat == sensible {
            true => Robot::Sensible,
            false => Robot::Random,
        });
        robot_match::<G>(config, &robots, *seed, 0)[0].seat == sensible
    };
    (0..matches).filter(won).count() as u64
}

/// Commands bent out of shape are refused or not read; none of them panics, and whatever
/// is accepted keeps the conservation laws. Each legal command of some random positions has
/// some of its numbers, words, lists and fields bent.
pub fn nonsense_is_refused<G: Game>(config: &G::Config, seats: usize, seed: u64) {
    let mut chance = Seeded::new(seed);
    let played = whole_match::<G>(config, seats, seed, Closeness::FAST);
    let mut state = G::begin(&played.setup);
    for (seat, command, events) in &played.steps {
        let mut json = serde_json::to_value(command).expect("a command has a JSON form");
        for _ in 0..=chance.below(3) {
            bend(&mut json, &mut chance);
        }
        if let Ok(bent) = serde_json::from_value::<G::Command>(json) {
            let legal = G::legal(&state, *seat).contains(&bent);
            let mut draft = Draft::<G>::new(state.clone());
            match G::decide(&mut draft, *seat, &bent, &mut Seeded::new(seed)) {
                Ok(()) => {
                    G::label(&state, *seat, &bent);
                    let sound = G::audit(draft.state());
                    sound.unwrap_or_else(|why| panic!("seed {seed}: after {bent:?}: {why}"));
                }
                Err(refusal) => {
                    assert!(!legal, "seed {seed}: {bent:?} is legal but refused: {refusal:?}");
                    assert!(!refusal.code.is_empty() && !refusal.message.is_empty());
                }
            }
        }
        for event in events {
            G::evolve(&mut state, event);
        }
    }
}

/// Changes one random place of a JSON value.
fn bend(value: &mut serde_json::Value, chance: &mut dyn Chance) {
    use serde_json::Value;
    match value {
        Value::Object(map) if !map.is_empty() => {
            let at = chance.below(map.len() as u32) as usize;
            if chance.below(8) == 0 {
                map.insert("nonsense".into(), Value::Bool(true));
            } else if let Some(inner) = map.values_mut().nth(at) {
                bend(inner, chance);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = chance.below(items.len() as u32) as usize;
            match chance.below(4) {
                0 => items.truncate(at),
                1 => items.push(items[at].clone()),
                2 => {
                    let lengths = [2, 12, 255, 256, 324, 65_535, 65_536, 65_537];
                    let length = lengths[chance.below(lengths.len() as u32) as usize];
                    *items = items.iter().cycle().take(length).cloned().collect();
                }
                _ => bend(&mut items[at], chance),
            }
        }
        Value::Number(_) => {
            let numbers = [
                i64::MIN,
                -129,
                -128,
                -1,
                0,
                1,
                2,
                3,
                5,
                6,
                7,
                11,
                12,
                13,
                127,
                128,
                255,
                256,
                32_767,
                32_768,
                65_535,
                65_536,
                1 << 31,
                1 << 32,
                1 << 40,
                i64::MAX,
            ];
            *value = numbers[chance.below(numbers.len() as u32) as usize].into();
        }
        Value::Bool(flag) => *flag = !*flag,
        other => {
            let odd = [Value::Null, "".into(), "nonsense".into(), Value::Array(vec![])];
            *other = odd[chance.below(odd.len() as u32) as usize].clone();
        }
    }
}
