//! Robots: players made of code, for any game.
//!
//! A robot is as honest as a person: before it looks, everything that its seat
//! cannot know is dealt anew ([`Game::scramble`]), so it thinks about some match
//! that could be the real one. The sensible robot plays its own next steps on
//! such a copy, keeps the most promising lines and compares what they come to by
//! [`Game::appraise`]. It looks no further than the first thing that chance
//! decides or another seat does. Pure: a seed of chance gives the same choice.

use super::chance::{Counted, Seeded, shuffle};
use super::*;
use std::mem::{Discriminant, discriminant};

/// A kind of robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Robot {
    /// Plays any legal command, each equally likely.
    Random,
    /// Thinks its own turn through and plays what looks best.
    Sensible,
}

impl Robot {
    /// Every kind, the simplest first.
    pub const ALL: &'static [Robot] = &[Robot::Random, Robot::Sensible];

    /// The word for it, as in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Robot::Random => "random",
            Robot::Sensible => "sensible",
        }
    }

    /// What people call it at the table.
    pub fn name(self) -> &'static str {
        match self {
            Robot::Random => "Robot Random",
            Robot::Sensible => "Robot Sensible",
        }
    }

    /// What it does, for people who choose one.
    pub fn blurb(self) -> &'static str {
        match self {
            Robot::Random => "Plays any legal step, without a thought.",
            Robot::Sensible => "Thinks its own turn through and plays what looks best.",
        }
    }
}

/// Commands of one kind that are tried at the first step of a line. Of more, chance
/// picks which; so no kind of command is crowded out by one with many squares.
const FIRST_BREADTH: usize = 48;
/// The same at later steps.
const NEXT_BREADTH: usize = 20;
/// Lines that are followed on after the first step, and after each later one.
const LINES: [usize; 2] = [24, 5];
/// Steps of a line, at most: a turn of either game is shorter as a rule.
const STEPS: usize = 12;
/// Commands tried for one choice after the first steps, at most: what keeps it quick.
const LOOKS: usize = 600;

/// The command that a robot in `seat` chooses, legal in `state`; `None` where the
/// seat is not awaited. It depends on nothing but what the seat may know and on
/// `chance`, which must not be the chance that will decide the command.
pub fn choose<G: Game>(
    robot: Robot,
    state: &G::State,
    seat: Seat,
    chance: &mut dyn Chance,
) -> Option<G::Command> {
    let mut known = state.clone();
    G::scramble(&mut known, Viewer::Seat(seat), chance);
    let mut legal = G::legal(&known, seat);
    if legal.is_empty() {
        return None;
    }
    let at = match robot {
        _ if legal.len() == 1 => 0,
        Robot::Random => chance.below(legal.len() as u32) as usize,
        Robot::Sensible => most_promising::<G>(&known, seat, &legal, chance),
    };
    Some(legal.swap_remove(at))
}

/// Some own steps in a row, and what they lead to.
struct Line<S> {
    /// The place of the first step in the list of legal commands.
    first: usize,
    /// How the match stands after them.
    state: S,
    /// What that is worth.
    worth: i64,
    /// Whether the seat may go on: it is still awaited, and chance decided nothing.
    goes_on: bool,
}

/// The place of the command that begins the best line found.
fn most_promising<G: Game>(
    state: &G::State,
    seat: Seat,
    legal: &[G::Command],
    chance: &mut dyn Chance,
) -> usize {
    // All lines meet the same luck, so that none looks better for being luckier.
    let luck = u64::from(chance.below(u32::MAX));
    let mut best: Option<(i64, usize)> = None;
    let mut consider = |line: &Line<G::State>| {
        if best.is_none_or(|(worth, _)| line.worth > worth) {
            best = Some((line.worth, line.first));
        }
    };
    let mut open: Vec<Line<G::State>> = sample(legal, FIRST_BREADTH, chance)
        .into_iter()
        .filter_map(|at| step::<G>(state, seat, &legal[at], at, luck))
        .collect();
    let mut looks = 0;
    for depth in 1..STEPS {
        open.iter().filter(|line| !line.goes_on).for_each(&mut consider);
        open.retain(|line| line.goes_on);
        open.sort_by_key(|line| std::cmp::Reverse(line.worth));
        open.truncate(LINES[usize::from(depth > 1)]);
        let mut next = Vec::new();
        for line in &open {
            let further = G::legal(&line.state, seat);
            for at in sample(&further, NEXT_BREADTH, chance) {
                if looks < LOOKS {
                    looks += 1;
                    next.extend(step::<G>(&line.state, seat, &further[at], line.first, luck));
                }
            }
        }
        if next.is_empty() {
            break;
        }
        open = next;
    }
    open.iter().for_each(&mut consider);
    best.map_or(0, |(_, first)| first)
}

/// What one command leads to.
fn step<G: Game>(
    state: &G::State,
    seat: Seat,
    command: &G::Command,
    first: usize,
    luck: u64,
) -> Option<Line<G::State>> {
    let mut seeded = Seeded::new(luck);
    let mut counted = Counted::new(&mut seeded);
    let mut draft = Draft::<G>::new(state.clone());
    G::decide(&mut draft, seat, command, &mut counted).ok()?;
    let (state, _) = draft.finish();
    let awaited = matches!(G::turn(&state), Turn::Awaiting(seats) if seats.contains(&seat));
    let goes_on = awaited && counted.drawn() == 0;
    Some(Line { first, worth: G::appraise(&state, seat), state, goes_on })
}

/// The places of the commands to try: at most `most` of each kind, by chance.
fn sample<C>(commands: &[C], most: usize, chance: &mut dyn Chance) -> Vec<usize> {
    let mut kinds: Vec<(Discriminant<C>, Vec<usize>)> = Vec::new();
    for (at, command) in commands.iter().enumerate() {
        let kind = discriminant(command);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, places)) => places.push(at),
            None => kinds.push((kind, vec![at])),
        }
    }
    for (_, places) in &mut kinds {
        if places.len() > most {
            shuffle(chance, places);
            places.truncate(most);
        }
    }
    kinds.into_iter().flat_map(|(_, places)| places).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_robot_is_written_by_its_word() {
        for &robot in Robot::ALL {
            assert_eq!(serde_json::to_value(robot).unwrap(), robot.word());
            assert!(robot.name().starts_with("Robot ") && robot.blurb().ends_with('.'));
        }
    }

    #[test]
    fn no_kind_of_command_is_crowded_out_by_another() {
        enum Command {
            Place(#[allow(dead_code)] u8),
            Pass,
        }
        let mut commands: Vec<Command> = (0..100).map(Command::Place).collect();
        commands.push(Command::Pass);
        let tried = sample(&commands, 10, &mut Seeded::new(1));
        assert_eq!(tried.len(), 11);
        assert!(tried.contains(&100));
    }
}
