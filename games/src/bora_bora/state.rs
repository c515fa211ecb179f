//! All that the rules need to know, and what can be asked of it.

use super::command::Config;
use super::event::{Setup, Step};
use super::pieces::*;
use super::tables;
use crate::rules::{PerSeat, Seat};

/// An action tile with the dice on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionTile {
    /// The actions it serves: one, or two where they are combined.
    pub actions: Vec<Action>,
    /// Who placed which face, in order.
    pub dice: Vec<(Seat, u8)>,
}

/// A person on a player board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The tile.
    pub person: Person,
    /// Tattooed, or done collecting shells.
    pub shifted: bool,
}

/// What a seat has before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Huts on spaces 1 to 12.
    pub huts: [u8; 12],
    /// Persons on spaces 1 to 12.
    pub persons: [Option<Placed>; 12],
    /// The ceremony spaces, row by row.
    pub ceremony: [Ceremony; 12],
    /// Materials beside the board, by material.
    pub beside: [u8; 3],
    /// Whether each building, by value less one, is built.
    pub built: [bool; 6],
    /// Priests in the supply.
    pub priests: u8,
    /// God cards in the hand.
    pub cards: Vec<God>,
    /// Unused god tiles.
    pub god_tiles: u8,
    /// Offerings.
    pub offerings: u8,
    /// Shells.
    pub shells: u8,
    /// Tasks to complete.
    pub tasks: Vec<Task>,
    /// Tasks completed.
    pub completed: u8,
    /// Jewelry bought.
    pub jewelry: Vec<Jewelry>,
    /// Dice not yet placed this round.
    pub dice: Vec<u8>,
    /// Orange tiles.
    pub orange: u8,
    /// Points by source, in the order of [`Source::ALL`].
    pub points: [i32; Source::ALL.len()],
}

/// A match of Bora Bora as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The options.
    pub config: Config,
    /// The round, 1 to 6; 0 before the first.
    pub round: u8,
    /// The part of the round.
    pub phase: Phase,
    /// Whose step it is.
    pub active: Seat,
    /// What that seat is asked to do.
    pub step: Step,
    /// The turn order.
    pub order: Vec<Seat>,
    /// The seats by status marker, furthest ahead first; on one space the top first.
    pub standing: Vec<Seat>,
    /// Each seat's step on the status track.
    pub status: PerSeat<u8>,
    /// The fish beside each region.
    pub fish: Vec<Fish>,
    /// The hut on each region's building space.
    pub building_space: [Option<Seat>; 12],
    /// Whether each seat has a hut in each region, on the building space or beside it.
    pub settled: PerSeat<[bool; 12]>,
    /// The action tiles, fishing last.
    pub tiles: Vec<ActionTile>,
    /// The display of men.
    pub men: [Option<Person>; 6],
    /// The display of women.
    pub women: [Option<Person>; 6],
    /// The pile of men, the top last.
    pub men_pile: Vec<Person>,
    /// The pile of women, the top last.
    pub women_pile: Vec<Person>,
    /// Persons out of the game.
    pub people_gone: u8,
    /// Tasks open on the board.
    pub tasks: Vec<Task>,
    /// The pile of tasks, the top last.
    pub task_pile: Vec<Task>,
    /// The columns of jewelry left, this round's first.
    pub jewelry: Vec<Vec<Jewelry>>,
    /// Open god cards.
    pub open_cards: Vec<God>,
    /// The pile of god cards, the top last.
    pub card_pile: Vec<God>,
    /// Played god cards.
    pub discard: Vec<God>,
    /// The temple, by space from left to right.
    pub temple: [Option<Seat>; 6],
    /// God tiles left in the temple.
    pub god_tiles: u8,
    /// What the active seat has used of its persons this round.
    pub used: Vec<(Gender, Effect)>,
    /// Whether the active seat has used the Green God this round.
    pub green_used: bool,
    /// What each seat has before it.
    pub boards: PerSeat<Board>,
}

impl State {
    /// The state in which the first hut is awaited.
    pub fn begin(setup: &Setup) -> State {
        let seats = setup.order.len();
        let mut tiles: Vec<ActionTile> = tables::action_tiles(seats)
            .into_iter()
            .map(|actions| ActionTile { actions, dice: Vec::new() })
            .collect();
        tiles.push(ActionTile { actions: vec![Action::Fishing], dice: Vec::new() });
        let last = setup.order[seats - 1];
        State {
            config: setup.config.clone(),
            round: 0,
            phase: Phase::Huts,
            active: last,
            step: Step::FirstHut,
            order: setup.order.clone(),
            standing: setup.order.clone(),
            status: PerSeat::new(seats, |_| 0),
            fish: setup.fish.clone(),
            building_space: [None; 12],
            settled: PerSeat::new(seats, |_| [false; 12]),
            tiles,
            men: display(&setup.men),
            women: display(&setup.women),
            men_pile: setup.men_pile.clone(),
            women_pile: setup.women_pile.clone(),
            people_gone: 0,
            tasks: setup.tasks.clone(),
            task_pile: setup.task_pile.clone(),
            jewelry: setup.jewelry.clone(),
            open_cards: setup.open_cards.clone(),
            card_pile: setup.card_pile.clone(),
            discard: Vec::new(),
            temple: [None; 6],
            god_tiles: 6,
            used: Vec::new(),
            green_used: false,
            boards: PerSeat::new(seats, |seat| {
                let place = setup.order.iter().position(|&other| other == seat).unwrap_or(0);
                Board::begin(setup, seat, place as i32)
            }),
        }
    }

    /// How many seats the match has.
    pub fn seats(&self) -> usize {
        self.boards.count()
    }

    /// The board of a seat.
    pub fn board(&self, seat: Seat) -> &Board {
        &self.boards[seat]
    }

    /// The display of one gender.
    pub fn display(&self, gender: Gender) -> &[Option<Person>; 6] {
        match gender {
            Gender::Man => &self.men,
            Gender::Woman => &self.women,
        }
    }

    /// The place of a seat in the turn order, 0 for the first.
    pub fn place_in_order(&self, seat: Seat) -> usize {
        self.order.iter().position(|&other| other == seat).unwrap_or(0)
    }

    /// How many regions a seat has huts in that fit.
    pub fn regions(&self, seat: Seat, fits: impl Fn(Region) -> bool) -> u8 {
        Region::ALL.iter().filter(|&&r| self.settled[seat][r as usize] && fits(r)).count() as u8
    }

    /// How many priests a seat has in the temple.
    pub fn priests_in_temple(&self, seat: Seat) -> u8 {
        self.temple.iter().filter(|&&priest| priest == Some(seat)).count() as u8
    }

    /// The match as if it were the turn of `seat`: its next step of this round, or of the
    /// first huts, on the table as it is.
    pub fn as_if_turn(&self, seat: Seat) -> Option<State> {
        let board = self.board(seat);
        let comes = self.place_in_order(seat) > self.place_in_order(self.active);
        let step = match (self.phase, &self.step) {
            (Phase::Huts, _) if !comes => Step::FirstHut,
            (Phase::Dice, _) if !board.dice.is_empty() => Step::Die,
            (Phase::Dice, _) if board.persons(|_| true) > 0 => Step::Persons,
            (Phase::Persons, _) if comes && board.persons(|_| true) > 0 => Step::Persons,
            (Phase::Scoring, Step::Jewelry) if comes && self.could_buy(seat) => Step::Jewelry,
            (Phase::Scoring, Step::NewTask) if comes => Step::NewTask,
            (Phase::Scoring, Step::NewTask) => return None,
            (Phase::Scoring, Step::Task) if !comes => Step::NewTask,
            (Phase::Scoring, _) => Step::Task,
            (Phase::LastTasks, _) if comes => Step::LastTasks,
            _ => return None,
        };
        let used = Vec::new();
        Some(State { active: seat, step, used, green_used: false, ..self.clone() })
    }

    /// Who comes after the active seat in this part of the round, in order, as far as that is
    /// certain: who buys jewelry may leave none that the next one could pay.
    pub fn to_come(&self) -> Vec<Seat> {
        let place = self.place_in_order(self.active);
        let (before, from) = self.order.split_at(place);
        let (before, after) = (before.iter().copied(), from.iter().skip(1).copied());
        match (self.phase, &self.step) {
            (_, Step::Over | Step::Jewelry) => Vec::new(),
            (Phase::Huts, _) => before.rev().collect(),
            (Phase::Dice, _) => {
                after.chain(before).filter(|&seat| !self.board(seat).dice.is_empty()).collect()
            }
            (Phase::Persons, _) => {
                after.filter(|&seat| self.board(seat).persons(|_| true) > 0).collect()
            }
            (Phase::Scoring | Phase::LastTasks, _) => after.collect(),
        }
    }

    /// Whether a seat has the shells for a piece of this round's jewelry.
    pub fn could_buy(&self, seat: Seat) -> bool {
        self.jewelry[0].iter().any(|jewelry| jewelry.cost <= self.board(seat).shells)
    }

    /// Whether any god card can be taken: an open one or one from the pile.
    pub fn cards_left(&self) -> bool {
        !self.open_cards.is_empty() || self.pile_can_be_drawn()
    }

    /// Whether a card can be drawn, if need be after shuffling the discard pile.
    pub fn pile_can_be_drawn(&self) -> bool {
        !self.card_pile.is_empty() || !self.discard.is_empty()
    }
}

/// The tiles of a display at positions 1 to 6.
pub fn display(tiles: &[Person]) -> [Option<Person>; 6] {
    std::array::from_fn(|at| tiles.get(at).copied())
}

impl Board {
    fn begin(setup: &Setup, seat: Seat, place: i32) -> Board {
        let mut points = [0; Source::ALL.len()];
        points[Source::Start as usize] = place;
        Board {
            huts: tables::START_HUTS,
            persons: [None; 12],
            ceremony: [Ceremony::Empty; 12],
            beside: [0; 3],
            built: [false; 6],
            priests: tables::PRIESTS,
            cards: setup.cards[seat].clone(),
            god_tiles: 1,
            offerings: 2,
            shells: 0,
            tasks: setup.hands[seat].clone(),
            completed: 0,
            jewelry: Vec::new(),
            dice: Vec::new(),
            orange: 0,
            points,
        }
    }

    /// All points so far.
    pub fn total(&self) -> i32 {
        self.points.iter().sum()
    }

    /// The space (1 to 12) from which a hut of this spot is taken: of the ordinary
    /// ones the last that has one.
    pub fn hut_at(&self, spot: Spot) -> Option<u8> {
        match spot {
            Spot::Twelfth => (self.huts[11] > 0).then_some(12),
            Spot::Ordinary => (1..=11).rev().find(|&space| self.huts[space as usize - 1] > 0),
        }
    }

    /// The free space (1 to 12) of this spot for a person: of the ordinary ones the first.
    pub fn free_at(&self, spot: Spot) -> Option<u8> {
        match spot {
            Spot::Twelfth => self.is_free(12).then_some(12),
            Spot::Ordinary => (1..=11).find(|&space| self.is_free(space)),
        }
    }

    fn is_free(&self, space: u8) -> bool {
        let at = space as usize - 1;
        self.huts[at] == 0 && self.persons[at].is_none()
    }

    /// Whether a hut can be moved to space 12: an ordinary hut is left, and no
    /// person lies on space 12.
    pub fn can_move_hut(&self) -> bool {
        self.persons[11].is_none() && self.hut_at(Spot::Ordinary).is_some()
    }

    /// The persons on the board that fit.
    pub fn persons(&self, fits: impl Fn(&Placed) -> bool) -> u8 {
        self.persons.iter().flatten().filter(|placed| fits(placed)).count() as u8
    }

    /// How many tiles of one gender and effect lie on the board.
    pub fn persons_of(&self, gender: Gender, effect: Effect) -> u8 {
        self.persons(|placed| placed.person.gender == gender && placed.person.effect == effect)
    }

    /// The free ceremony spaces that want a material.
    pub fn spaces_for(&self, material: Material) -> Vec<u8> {
        (0..12)
            .filter(|&space| {
                self.ceremony[space as usize] == Ceremony::Empty
                    && tables::ceremony_material(space) == material
            })
            .collect()
    }

    /// How much of a material the seat has, on ceremony spaces and beside the board.
    pub fn material(&self, material: Material) -> u8 {
        let placed = (0..12).filter(|&space| {
            self.ceremony[space as usize] == Ceremony::Material
                && tables::ceremony_material(space) == material
        });
        placed.count() as u8 + self.beside[material as usize]
    }

    /// The pairs of adjacent ceremony spaces with materials on both.
    pub fn building_sites(&self) -> Vec<[u8; 2]> {
        let holds = |space: u8| self.ceremony[space as usize] == Ceremony::Material;
        (0..12u8)
            .flat_map(|a| [a + 1, a + 4].map(|b| [a, b]))
            .filter(|&[a, b]| b < 12 && tables::ceremony_adjacent(a, b) && holds(a) && holds(b))
            .collect()
    }

    /// How many cards of a colour are in the hand.
    pub fn cards_of(&self, god: God) -> u8 {
        self.cards.iter().filter(|&&card| card == god).count() as u8
    }
}
