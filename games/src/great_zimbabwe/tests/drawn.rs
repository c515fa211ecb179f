//! Positions for tales: a drawn map, and what somebody has there.

use super::super::GreatZimbabwe;
use super::super::command::Command;
use super::super::decide::flow::flow;
use super::super::map::Land;
use super::super::pieces::{Craft, God, Lie, Specialist};
use super::super::score::score;
use super::super::setup::Setup;
use super::super::squares::Square;
use super::super::state::*;
use super::super::tables::START_VR;
use crate::rules::tale::Tale;
use crate::rules::{Draft, Seat};
use std::sync::Arc;

pub const ANNA: Seat = Seat(0);
pub const BERT: Seat = Seat(1);
pub const CARA: Seat = Seat(2);

/// The square of this name.
pub fn sq(name: &str) -> Square {
    name.parse().expect("a square's name")
}

/// A position being set up.
pub struct Position(State);

/// A position on this map, with `seats` players who have nothing but 20 cattle each.
pub fn drawn(seats: usize, rows: &[&str]) -> Position {
    let setup = Setup {
        edition: 1,
        tiles: vec![],
        gods: God::ALL.to_vec(),
        specialists: Specialist::ALL.to_vec(),
        vr_pile: Seat::all(seats).collect(),
    };
    let mut state = State::new(&setup);
    state.land = Arc::new(Land::drawn(rows));
    state.round = 1;
    state.order = Seat::all(seats).collect();
    state.boards.iter_mut().for_each(|(_, board)| board.cattle = 20);
    Position(state)
}

impl Position {
    pub fn monument(mut self, owner: Seat, at: &str, level: u8) -> Self {
        self.0.monuments.push(Monument { at: sq(at), owner, level });
        self.0.monumental.insert(sq(at));
        self
    }
    /// A craftsman lying across, with its technology at price 1.
    pub fn craftsman(mut self, owner: Seat, craft: Craft, at: &str) -> Self {
        let lie = Lie::Across;
        let tile = self.0.land.tile(sq(at), craft.shape(), lie).expect("the tile fits");
        self.0.craftsmen.push(Craftsman { at: sq(at), lie, craft, owner, tile });
        self.0.crafted |= tile;
        if self.0.boards[owner].technologies[craft.index()].is_some() {
            return self;
        }
        self.technology(owner, craft, 1)
    }
    pub fn technology(mut self, owner: Seat, craft: Craft, price: u8) -> Self {
        let copy = self.0.copies_taken(craft) as u8 + 1;
        self.0.boards[owner].technologies[craft.index()] =
            Some(Technology { copy, price, cattle: 0 });
        self
    }
    /// Another price for a technology that is owned.
    pub fn price(mut self, owner: Seat, craft: Craft, price: u8) -> Self {
        let card = &mut self.0.boards[owner].technologies[craft.index()];
        card.as_mut().expect("the card is there").price = price;
        self
    }
    pub fn cattle(mut self, seat: Seat, cattle: u16) -> Self {
        self.0.boards[seat].cattle = cattle;
        self
    }
    pub fn god(mut self, seat: Seat, god: God) -> Self {
        self.0.boards[seat].god = Some(god);
        self.0.gods.retain(|left| *left != god);
        self
    }
    pub fn specialist(mut self, seat: Seat, specialist: Specialist) -> Self {
        self.0.boards[seat].specialists.push((specialist, 0));
        self.0.specialists.retain(|left| *left != specialist);
        self
    }
    pub fn used(mut self, at: &str, markers: u8) -> Self {
        self.0.used.push((sq(at), markers));
        self
    }
    /// Who reached the present VR first, and so on.
    pub fn arrivals(mut self, seats: &[Seat]) -> Self {
        self.0.arrivals = seats.to_vec();
        self
    }
    fn settled(mut self) -> State {
        let state = &mut self.0;
        for seat in Seat::all(state.boards.count()) {
            let board = &state.boards[seat];
            let specialists: i16 = board.specialists.iter().map(|(one, _)| one.vr()).sum();
            let technologies: i16 = match board.god {
                Some(God::Gu) => board.technologies.iter().flatten().count() as i16,
                _ => super::super::decide::place::technology_vr(board).sum(),
            };
            let vr = START_VR + board.god.map_or(0, God::vr) + specialists + technologies;
            let vp = score(state)[seat].total();
            (state.boards[seat].vr, state.boards[seat].vp) = (vr, vp);
        }
        state.given_out = state.boards.values().map(|board| i64::from(board.cattle)).sum();
        self.0
    }
    /// A tale that begins in the turn of `seat`.
    pub fn turn(mut self, seat: Seat) -> Tale<GreatZimbabwe> {
        self.0.phase = Phase::Culture(Turning::new(seat));
        Tale::given(self.settled())
    }
    /// A tale that begins with a new round.
    pub fn round(mut self) -> Tale<GreatZimbabwe> {
        self.0.phase = Phase::Dawn;
        let mut draft = Draft::new(self.settled());
        flow(&mut draft);
        Tale::given(draft.finish().0)
    }
    /// The position itself, in the turn of the first player.
    pub fn state(mut self) -> State {
        self.0.phase = Phase::Culture(Turning::new(ANNA));
        self.settled()
    }
}

pub fn gift(cattle: u16) -> Command {
    Command::GiveGift { cattle }
}
pub fn pass() -> Command {
    Command::Pass {}
}
pub fn end() -> Command {
    Command::EndTurn {}
}
pub fn build(at: &str) -> Command {
    Command::BuildMonument { at: sq(at) }
}
pub fn take(technology: Craft, price: u8) -> Command {
    Command::TakeTechnology { technology, price }
}
pub fn place(craftsman: Craft, at: &str) -> Command {
    Command::PlaceCraftsman { craftsman, at: sq(at), lie: Lie::Across }
}
pub fn raise(monument: &str) -> Command {
    Command::BeginRaise { monument: sq(monument) }
}
pub fn good(craftsman: &str, resource: &str, hubs: &[&str]) -> Command {
    let hubs = hubs.iter().map(|hub| sq(hub)).collect();
    Command::BuyGood { craftsman_at: sq(craftsman), resource_at: sq(resource), hubs }
}
pub fn primary(craftsman: &str, resource: &str, hubs: &[&str]) -> Command {
    let hubs = hubs.iter().map(|hub| sq(hub)).collect();
    Command::BuyPrimary { craftsman_at: sq(craftsman), resource_at: sq(resource), hubs }
}
pub fn adore(god: God) -> Command {
    Command::ChooseGod { god }
}
pub fn engage(specialist: Specialist) -> Command {
    Command::ChooseSpecialist { specialist }
}
/// The cattle on a technology card.
pub fn on_card(state: &State, seat: Seat, craft: Craft) -> u16 {
    state.boards[seat].technologies[craft.index()].expect("the card is there").cattle
}
