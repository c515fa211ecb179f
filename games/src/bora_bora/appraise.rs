//! What a robot thinks of a position: points so far, and hopes for more.
//!
//! All worths are in hundredths of a point. The weights are our own, found by
//! playing many matches (`cargo bench --bench robots`); no rule depends on them.

use super::decide::needs::missing;
use super::event::Step;
use super::pieces::*;
use super::state::{Board, State};
use super::tables::*;
use crate::rules::Seat;

/// A point of the score track.
const POINT: i64 = 100;
/// A task in hand by how many things it lacks; beyond that nothing.
const TASK_BY_LACK: [i64; 5] = [530, 290, 150, 70, 30];
/// A die not yet placed: any die, and each pip on it.
const DIE: i64 = 150;
const PIP: i64 = 28;
/// A region with a hut, for each round left: paths go on from it.
const REGION: i64 = 35;
/// A material on a ceremony space, and beside the board.
const MATERIAL: i64 = 75;
const MATERIAL_BESIDE: i64 = 12;
/// Two adjacent materials, in hundredths of the points that building them brings.
const SITE: i64 = 35;
/// A building not yet built, by how low it is: low ones are for low dice.
const LOW_BUILDING: i64 = 5;
/// A god card, an offering, a shell: the first few, and each one more.
const CARD: [i64; 2] = [45, 12];
const OFFERING: [i64; 2] = [40, 10];
const SHELL: [i64; 2] = [85, 25];
/// A shell in the last round, beside what it can buy there: tasks count shells.
const LAST_SHELL: i64 = 15;
/// How many count as the first few.
const FEW: usize = 4;
/// A god tile beyond its two points, while it can help.
const GOD_TILE: i64 = 40;
/// An orange tile.
const ORANGE: i64 = 25;
/// A symbol of a person that is not shifted yet.
const SYMBOL: i64 = 25;
/// Each place gained in the next turn order.
const PLACE: i64 = 40;
/// A free space for a person, the first two.
const FREE_SPACE: i64 = 45;
/// The part of a priest's points that is left a round later: he may be pushed off.
const PRIEST_STAYS: i64 = 75;
/// The part of the fish points that is surely kept, before the last round: a later
/// hut takes the building space.
const FISH_KEPT: i64 = 55;
/// Of several types of one gender only one works a round; what the others count.
const IDLE_TYPE: i64 = 20;

/// What the persons of one type do for their owner in one round, by how many they are.
fn person_worth(effect: Effect, count: u8) -> i64 {
    let by_count = match effect {
        Effect::LandPath | Effect::WaterPath => [110, 290, 380],
        Effect::Woman | Effect::Man => [170, 230, 240],
        Effect::Build => [170, 330, 330],
        Effect::Material => [90, 180, 250],
        Effect::MoveHut => [25, 30, 35],
        Effect::VictoryPoints => [200, 400, 600],
        Effect::GodCard => [50, 95, 130],
        Effect::Offering => [40, 75, 100],
        Effect::Status => [90, 180, 260],
        Effect::Shell => [85, 160, 220],
    };
    match count {
        0 => 0,
        count => by_count[usize::from(count - 1).min(2)],
    }
}

/// What is still to come of the step that is asked for, roughly: it decides which
/// dice are thought through.
fn pending(step: &Step) -> i64 {
    match step {
        Step::Settle { .. } => 330,
        Step::Person { .. } => 300,
        Step::Helper { points } => 75 * i64::from(*points),
        Step::Priest { .. } => 350,
        Step::Build { .. } => 550,
        Step::FireGift => 120,
        Step::FireMark => 80,
        Step::Ceremony { .. } => MATERIAL,
        Step::Materials { left } => 80 * i64::from(*left),
        Step::Cards { left } => 45 * i64::from(*left),
        Step::Huts { left } => 20 * i64::from(*left),
        Step::NewTask => TASK_BY_LACK[1],
        _ => 0,
    }
}

/// How well `seat` stands.
pub fn appraise(state: &State, seat: Seat) -> i64 {
    let board = state.board(seat);
    let points = POINT * i64::from(board.total());
    if state.step == Step::Over {
        return points;
    }
    let time = Time::of(state);
    let asked = if state.active == seat { pending(&state.step) } else { 0 };
    points
        + asked
        + land(state, seat, &time)
        + temple_and_status(state, seat, &time)
        + persons(board, &time)
        + buildings(board, &time)
        + goods(state, board, &time)
        + tasks(state, seat, &time)
        + bonuses(state, seat)
}

/// How much of the match is left.
struct Time {
    /// The round as a place in the tables, from 0.
    round: usize,
    /// Rounds after this one.
    later: i64,
    /// Times that status, temple and tasks will still be scored.
    scorings: i64,
    /// Times that persons will still be used, apart from the turn under way.
    uses: i64,
}

impl Time {
    fn of(state: &State) -> Time {
        let round = usize::from(state.round.clamp(1, ROUNDS)) - 1;
        let later = i64::from(ROUNDS) - 1 - round as i64;
        Time {
            round,
            later,
            scorings: later + i64::from(state.phase < Phase::Scoring),
            uses: later + i64::from(state.phase < Phase::Persons),
        }
    }
}

fn land(state: &State, seat: Seat, time: &Time) -> i64 {
    let kept = if time.scorings == 0 {
        100
    } else {
        FISH_KEPT + (100 - FISH_KEPT) * time.round as i64 / i64::from(ROUNDS)
    };
    let fish: i64 = Region::ALL
        .iter()
        .filter(|&&region| state.building_space[region as usize] == Some(seat))
        .map(|&region| i64::from(state.fish[region as usize].value) * kept)
        .sum();
    fish + REGION * time.later * i64::from(state.regions(seat, |_| true))
}

fn temple_and_status(state: &State, seat: Seat, time: &Time) -> i64 {
    let first = ROUNDS as usize - time.scorings as usize;
    let mut stays = 100;
    let mut each = 0;
    for points in &PRIEST_POINTS[first..] {
        each += i64::from(*points) * stays;
        stays = stays * PRIEST_STAYS / 100;
    }
    let priests = i64::from(state.priests_in_temple(seat));
    let mut worth = priests * each;
    if state.phase < Phase::Scoring {
        worth += POINT * i64::from(STATUS_POINTS[usize::from(state.status[seat]).min(19)]);
        let place = state.standing.iter().position(|&other| other == seat).unwrap_or(0);
        worth += PLACE * (state.seats() - place) as i64;
        let most = Seat::all(state.seats()).map(|seat| state.priests_in_temple(seat)).max();
        if priests > 0 && most == Some(priests as u8) {
            worth += i64::from(GOD_TILE_POINTS) * POINT / 2;
        }
    }
    worth
}

fn persons(board: &Board, time: &Time) -> i64 {
    let mut worth = 0;
    for &gender in Gender::ALL {
        let (mut best, mut all) = (0, 0);
        for &effect in Effect::ALL {
            let each = person_worth(effect, board.persons_of(gender, effect));
            best = best.max(each);
            all += each;
        }
        worth += time.uses * (best * (100 - IDLE_TYPE) + all * IDLE_TYPE) / 100;
    }
    if time.scorings > 0 {
        let idle = board.persons.iter().flatten().filter(|placed| !placed.shifted);
        worth += SYMBOL * idle.map(|placed| i64::from(placed.person.symbols)).sum::<i64>();
    }
    let spaces = board.huts.iter().zip(&board.persons);
    let free = spaces.filter(|(huts, person)| **huts == 0 && person.is_none()).count();
    worth + FREE_SPACE * free.min(2) as i64 * i64::from(time.scorings > 0)
}

fn buildings(board: &Board, time: &Time) -> i64 {
    let turns = time.scorings;
    if turns == 0 {
        return 0;
    }
    let on_spaces = board.ceremony.iter().filter(|&&space| space == Ceremony::Material).count();
    let beside: u8 = board.beside.iter().sum();
    let sites = board.building_sites().len().min(2) as i64;
    let round = (time.round + usize::from(turns == time.later)).min(5);
    let lows = (1..7).zip(&board.built).filter(|(_, built)| !**built).map(|(value, _)| 7 - value);
    MATERIAL * on_spaces as i64
        + MATERIAL_BESIDE * i64::from(beside)
        + SITE * sites * i64::from(BUILDING_POINTS[round])
        + LOW_BUILDING * lows.sum::<i64>()
}

/// The worth of `count` like things of which the first few count more.
fn stock(count: usize, [each, more]: [i64; 2]) -> i64 {
    let few = count.min(FEW);
    few as i64 * each + (count - few) as i64 * more
}

fn goods(state: &State, board: &Board, time: &Time) -> i64 {
    let mut worth = i64::from(board.god_tiles) * i64::from(GOD_TILE_POINTS) * POINT;
    if time.scorings > 0 {
        let useful = time.scorings.min(2);
        worth += (stock(board.cards.len(), CARD) + stock(usize::from(board.offerings), OFFERING))
            * useful
            / 2;
        worth += GOD_TILE * i64::from(board.god_tiles.min(3));
        worth += ORANGE * i64::from(board.orange);
    }
    worth += board.dice.iter().map(|&die| DIE + PIP * i64::from(die)).sum::<i64>();
    worth += POINT * board.jewelry.iter().map(|jewel| i64::from(jewel.points)).sum::<i64>();
    worth + shells(state, board, time)
}

/// Shells are for jewelry; in the last round only what a piece there costs counts.
fn shells(state: &State, board: &Board, time: &Time) -> i64 {
    let shells = i64::from(board.shells);
    if time.scorings > 1 {
        return stock(usize::from(board.shells), SHELL);
    }
    let column = state.jewelry.first().map_or(&[][..], Vec::as_slice);
    let open = time.scorings == 1 || state.step == Step::Jewelry;
    let payable = column.iter().filter(|jewel| open && jewel.cost <= board.shells);
    let best = payable.map(|jewel| i64::from(jewel.points)).max().unwrap_or(0);
    best * POINT * 9 / 10 + time.scorings * LAST_SHELL * shells
}

fn tasks(state: &State, seat: Seat, time: &Time) -> i64 {
    let worth = |task: &Task| {
        let lack = usize::from(missing(state, seat, *task));
        let hope = TASK_BY_LACK.get(lack).copied().unwrap_or(0);
        if lack == 0 { hope } else { hope * time.scorings.min(3) / 3 }
    };
    state.board(seat).tasks.iter().map(worth).sum()
}

/// The six bonuses at the end count for little until they are near.
fn bonuses(state: &State, seat: Seat) -> i64 {
    let board = state.board(seat);
    let full = board.ceremony.iter().filter(|&&space| space != Ceremony::Empty).count();
    let built = board.built.iter().filter(|&&built| built).count();
    let near = |has: usize, of: usize| {
        let (has, of) = (has.min(of) as i64, of as i64);
        i64::from(BONUS_POINTS) * POINT * has * has * has / (of * of * of)
    };
    near(usize::from(board.completed), 9)
        + near(board.jewelry.len(), 6)
        + near(full, 12)
        + near(built, 6)
        + near(usize::from(state.regions(seat, |_| true)), 12)
        + near(board.persons.iter().flatten().count(), 12)
}
