//! Positions for tales: a table in round one, changed piece by piece. Every change
//! keeps all pieces in the game, so that the audit goes on watching.

use super::super::BoraBora;
use super::super::command::{Command, Config};
use super::super::event::Step;
use super::super::pieces::*;
use super::super::state::{Placed, State};
use crate::rules::chance::Seeded;
use crate::rules::{Game, Seat};

pub const ANNA: Seat = Seat(0);
pub const BEN: Seat = Seat(1);
pub const CLEO: Seat = Seat(2);
pub const DON: Seat = Seat(3);

pub type Tale = crate::rules::tale::Tale<BoraBora>;

/// A table in phase A of round one: Anna is first and has 4, 3 and 1, the others
/// 5, 5 and 5. Nobody has a hut on the map or a card in the hand.
pub fn table(seats: usize) -> Table {
    let setup = BoraBora::deal(&Config::default(), seats, &mut Seeded::new(3)).expect("a set-up");
    let mut state = BoraBora::begin(&setup);
    state.order = Seat::all(seats).collect();
    state.standing = state.order.clone();
    state.round = 1;
    state.phase = Phase::Dice;
    state.active = ANNA;
    state.step = Step::Die;
    let mut table = Table(state);
    for seat in Seat::all(seats) {
        table = table.dice(seat, if seat == ANNA { &[4, 3, 1] } else { &[5, 5, 5] });
        table = table.hand(seat, &[]);
        let points = &mut table.0.boards[seat].points;
        points[Source::Start as usize] = 0;
    }
    table
}

pub struct Table(pub State);

impl Table {
    pub fn tale(self) -> Tale {
        BoraBora::audit(&self.0).expect("a position with all its pieces");
        Tale::given(self.0)
    }

    pub fn step(mut self, seat: Seat, step: Step) -> Self {
        self.0.active = seat;
        self.0.phase = match step {
            Step::Persons => Phase::Persons,
            Step::Jewelry | Step::Task | Step::NewTask => Phase::Scoring,
            Step::LastTasks => Phase::LastTasks,
            _ => self.0.phase,
        };
        self.0.step = step;
        self
    }

    pub fn round(mut self, round: u8) -> Self {
        self.0.round = round;
        self
    }

    pub fn dice(mut self, seat: Seat, faces: &[u8]) -> Self {
        self.0.boards[seat].dice = faces.to_vec();
        self
    }

    pub fn on_tile(mut self, action: Action, seat: Seat, face: u8) -> Self {
        let tile = self.0.tiles.iter_mut().find(|tile| tile.actions.contains(&action));
        tile.expect("a tile").dice.push((seat, face));
        self
    }

    pub fn hand(mut self, seat: Seat, cards: &[God]) -> Self {
        let old = std::mem::take(&mut self.0.boards[seat].cards);
        self.0.card_pile.extend(old);
        for card in cards {
            let at = self.0.card_pile.iter().position(|other| other == card).expect("a card");
            self.0.card_pile.remove(at);
        }
        self.0.boards[seat].cards = cards.to_vec();
        self
    }

    pub fn offerings(mut self, seat: Seat, offerings: u8) -> Self {
        self.0.boards[seat].offerings = offerings;
        self
    }

    pub fn god_tiles(mut self, seat: Seat, tiles: u8) -> Self {
        self.0.boards[seat].god_tiles = tiles;
        self
    }

    pub fn shells(mut self, seat: Seat, shells: u8) -> Self {
        self.0.boards[seat].shells = shells;
        self
    }

    /// A hut of an ordinary space stands on a region's building space.
    pub fn hut(mut self, seat: Seat, region: Region) -> Self {
        let from = self.0.boards[seat].hut_at(Spot::Ordinary).expect("a hut");
        self.0.boards[seat].huts[from as usize - 1] -= 1;
        self.0.building_space[region as usize] = Some(seat);
        self.0.settled[seat][region as usize] = true;
        self
    }

    /// A person lies on a space; the hut there has moved to space 12.
    pub fn person(mut self, seat: Seat, space: u8, person: Person) -> Self {
        let pile = match person.gender {
            Gender::Man => &mut self.0.men_pile,
            Gender::Woman => &mut self.0.women_pile,
        };
        match pile.iter().position(|other| *other == person) {
            Some(at) => drop(pile.remove(at)),
            None => {
                let display = match person.gender {
                    Gender::Man => &mut self.0.men,
                    Gender::Woman => &mut self.0.women,
                };
                let shown = display.iter_mut().find(|shown| **shown == Some(person));
                *shown.expect("the person is in the pile or open") = None;
            }
        }
        let board = &mut self.0.boards[seat];
        let at = space as usize - 1;
        if space < 12 {
            board.huts[11] += board.huts[at];
        }
        board.huts[at] = 0;
        board.persons[at] = Some(Placed { person, shifted: false });
        self
    }

    pub fn shifted(mut self, seat: Seat, space: u8) -> Self {
        let placed = &mut self.0.boards[seat].persons[space as usize - 1];
        placed.as_mut().expect("a person").shifted = true;
        self
    }

    pub fn materials(mut self, seat: Seat, spaces: &[u8]) -> Self {
        for space in spaces {
            self.0.boards[seat].ceremony[*space as usize] = Ceremony::Material;
        }
        self
    }

    /// The temple from the 6 down to the 1.
    pub fn temple(mut self, priests: [Option<Seat>; 6]) -> Self {
        for seat in priests.iter().flatten() {
            self.0.boards[*seat].priests -= 1;
        }
        self.0.temple = priests;
        self
    }

    pub fn tasks(mut self, seat: Seat, labels: &[&str]) -> Self {
        self.0.boards[seat].tasks = labels.iter().map(|label| task(label)).collect();
        self
    }

    pub fn fish(mut self, region: Region, value: u8) -> Self {
        self.0.fish[region as usize].value = value;
        self
    }

    pub fn with(mut self, change: impl FnOnce(&mut State)) -> Self {
        change(&mut self.0);
        self
    }
}

pub fn task(label: &str) -> Task {
    let rows = &super::super::tables::TASKS;
    Task(rows.iter().position(|row| row.label == label).expect("such a task") as u8)
}

pub fn man(effect: Effect, symbols: u8) -> Person {
    Person { gender: Gender::Man, effect, symbols }
}

pub fn woman(effect: Effect, symbols: u8) -> Person {
    Person { gender: Gender::Woman, effect, symbols }
}

pub fn place(die: u8, action: Action) -> Command {
    Command::PlaceDie { die, action, orange: 0, blue: None, white: None }
}

pub fn settle(region: Region) -> Command {
    Command::Settle { region, hut: Spot::Ordinary, red: None }
}

pub fn regions(commands: &[Command]) -> Vec<Region> {
    let mut regions: Vec<Region> = commands
        .iter()
        .filter_map(|command| match command {
            Command::Settle { region, .. } => Some(*region),
            _ => None,
        })
        .collect();
    regions.sort_unstable();
    regions.dedup();
    regions
}
