//! All that the rules need to know, and plain questions about it.
//!
//! Changed only by `evolve.rs`. Everything is open in this game.

use super::map::{Land, Shape};
use super::matching::Uses;
use super::pieces::{Craft, God, Lie, Plaque, Resource, Specialist};
use super::remembered::Remembered;
use super::roads::RoadMap;
use super::setup::{PlacedTile, Setup};
use super::squares::{Square, Squares};
use super::tables::*;
use crate::rules::{PerSeat, Seat, Standing};
use std::sync::Arc;

/// A technology card in front of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Technology {
    /// 1 for the first card of the pile, 2 for the dearer second one.
    pub copy: u8,
    /// What each good costs.
    pub price: u8,
    /// Cattle on the card.
    pub cattle: u16,
}

/// What lies in front of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Cattle at hand.
    pub cattle: u16,
    /// Victory requirement.
    pub vr: i16,
    /// Victory points on the track.
    pub vp: i32,
    /// The adored god.
    pub god: Option<God>,
    /// Cattle on the god card (Qamata).
    pub god_cattle: u16,
    /// Specialists with the cattle on their cards.
    pub specialists: Vec<(Specialist, u16)>,
    /// Technology cards, by [`Craft::index`].
    pub technologies: [Option<Technology>; 7],
}

impl Board {
    /// Cattle on all cards.
    pub fn on_cards(&self) -> u16 {
        let technologies: u16 = self.technologies.iter().flatten().map(|card| card.cattle).sum();
        let specialists: u16 = self.specialists.iter().map(|(_, cattle)| cattle).sum();
        technologies + specialists + self.god_cattle
    }
    /// Whether the player owns this specialist.
    pub fn has(&self, specialist: Specialist) -> bool {
        self.specialists.iter().any(|&(owned, _)| owned == specialist)
    }
}

/// A monument on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monument {
    /// Its square.
    pub at: Square,
    /// Whose it is.
    pub owner: Seat,
    /// 1 to 5.
    pub level: u8,
}

/// A craftsman on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Craftsman {
    /// The upper left square of the tile; names the craftsman.
    pub at: Square,
    /// How the tile lies.
    pub lie: Lie,
    /// Its type.
    pub craft: Craft,
    /// Whose card is paid.
    pub owner: Seat,
    /// All squares of the tile.
    pub tile: Squares,
}

/// The generosity of kings while it lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bidding {
    /// The plaques from left to right, with the cattle on each.
    pub queue: Vec<(Plaque, u16)>,
    /// Where the next gift goes on.
    pub resume: usize,
    /// The last gift, 0 before the first.
    pub last_gift: u16,
    /// Who has given a gift in this phase.
    pub given: PerSeat<bool>,
    /// Places in the order of play taken so far, by place.
    pub places: Vec<Option<Seat>>,
    /// Who is asked.
    pub asked: Option<Seat>,
}

/// The one main action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Building this many monuments so far.
    Build(u8),
    /// Placing craftsmen and raising prices.
    Place,
    /// Raising monuments.
    Raise,
}

/// A raise that has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raise {
    /// Which monument.
    pub monument: Square,
    /// Goods still to buy.
    pub goods: u8,
    /// Families of the goods bought, one entry a good.
    pub families: Vec<Resource>,
    /// The secondary craftsman that waits for its primary good.
    pub waiting: Option<Square>,
}

/// What must come next in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// Anything.
    Nothing,
    /// The chosen specialist must be used.
    Use(Specialist),
    /// A craftsman of the technology just taken must be placed.
    First(Craft),
    /// The raise must be completed.
    Raise(Raise),
}

/// A turn of phase II.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turning {
    /// Whose turn.
    pub seat: Seat,
    /// Whether a god or a specialist was chosen.
    pub chosen: bool,
    /// Specialists used.
    pub used: Vec<Specialist>,
    /// The main action, once begun.
    pub action: Option<Action>,
    /// Whether the main action may go on: nothing else was done since it began.
    pub going: bool,
    /// Whether nothing was done since the turn began or a god was chosen.
    pub fresh: bool,
    /// Technologies whose price was changed since then.
    pub changed: Vec<Craft>,
    /// Technologies taken this turn.
    pub taken: Vec<Craft>,
    /// Primary crafts whose first craftsman on the map was placed this turn.
    pub pioneered: Vec<Craft>,
    /// Monuments raised.
    pub raised: Vec<Square>,
    /// What must come next.
    pub pending: Pending,
}

impl Turning {
    /// The turn of `seat` at its beginning.
    pub fn new(seat: Seat) -> Turning {
        Turning {
            seat,
            chosen: false,
            used: Vec::new(),
            action: None,
            going: false,
            fresh: true,
            changed: Vec::new(),
            taken: Vec::new(),
            pioneered: Vec::new(),
            raised: Vec::new(),
            pending: Pending::Nothing,
        }
    }
}

/// Where the match stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// First monuments are placed; whose turn, while one is left.
    First(Option<Seat>),
    /// Phase I.
    Kings(Bidding),
    /// Phase II.
    Culture(Turning),
    /// Phase III is due.
    Revenues,
    /// Phase IV is due.
    Mythologies,
    /// A new round is due.
    Dawn,
    /// The end.
    Over(Vec<Standing>),
}

/// A match of The Great Zimbabwe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The land with everything printed and placed by shaman and rain.
    pub land: Arc<Land>,
    /// The tiles it was made of.
    pub tiles: Arc<[PlacedTile]>,
    /// The round, from 1; 0 before the first.
    pub round: u16,
    /// What lies in front of each player.
    pub boards: PerSeat<Board>,
    /// The seats in the order in which they reached their present VR: of two with
    /// equal VR the earlier one's marker lies lower (ruling vr-tie).
    pub arrivals: Vec<Seat>,
    /// Gods nobody adores yet.
    pub gods: Vec<God>,
    /// Specialists nobody took yet.
    pub specialists: Vec<Specialist>,
    /// Gods and specialists in play, all of them.
    pub in_play: Arc<(Vec<God>, Vec<Specialist>)>,
    /// Monuments in the order they were built.
    pub monuments: Vec<Monument>,
    /// Craftsmen in the order they were placed.
    pub craftsmen: Vec<Craftsman>,
    /// Squares of monuments.
    pub monumental: Squares,
    /// By craftsman: the resources in its reach, used ones too.
    pub reach: Remembered<Vec<Uses>>,
    /// What is known of the roads.
    pub road_map: Remembered<RoadMap>,
    /// Squares of craftsmen.
    pub crafted: Squares,
    /// Used markers: the resource's square and how many lie there.
    pub used: Vec<(Square, u8)>,
    /// Resource tiles left, by [`Resource::index`].
    pub resource_tiles: [u8; 4],
    /// Resource tiles placed by the shaman.
    pub conjured: Vec<(Resource, Square)>,
    /// Water tiles placed.
    pub rained: Vec<[Square; 2]>,
    /// The order of play of this round, first player first; in the first round it
    /// is empty until phase I ends.
    pub order: Vec<Seat>,
    /// Cattle the common stock has given out, less what it took in.
    pub given_out: i64,
    /// Where the match stands.
    pub phase: Phase,
}

impl State {
    /// The state before the first monuments are placed.
    pub fn new(setup: &Setup) -> State {
        let seats = setup.vr_pile.len();
        State {
            land: Arc::new(Land::of(&setup.tiles)),
            tiles: setup.tiles.clone().into(),
            round: 0,
            boards: PerSeat::new(seats, |_| Board {
                cattle: START_CATTLE,
                vr: START_VR,
                vp: MONUMENT_VP[1],
                god: None,
                god_cattle: 0,
                specialists: Vec::new(),
                technologies: [None; 7],
            }),
            arrivals: setup.vr_pile.clone(),
            gods: setup.gods.clone(),
            specialists: setup.specialists.clone(),
            in_play: Arc::new((setup.gods.clone(), setup.specialists.clone())),
            monuments: Vec::new(),
            craftsmen: Vec::new(),
            monumental: Squares::NONE,
            reach: Remembered::default(),
            road_map: Remembered::default(),
            crafted: Squares::NONE,
            used: Vec::new(),
            resource_tiles: RESOURCE_TILES,
            conjured: Vec::new(),
            rained: Vec::new(),
            order: Vec::new(),
            given_out: i64::from(START_CATTLE) * seats as i64,
            phase: Phase::First(setup.vr_pile.last().copied()),
        }
    }

    /// The seats.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        Seat::all(self.boards.count())
    }
    /// The range that counts in the turn of `seat` (ruling eshu).
    pub fn range(&self, seat: Seat) -> u8 {
        if self.adores(seat, God::Eshu) { ESHU_RANGE } else { RANGE }
    }
    /// Whether `seat` adores this god.
    pub fn adores(&self, seat: Seat, god: God) -> bool {
        self.boards[seat].god == Some(god)
    }
    /// Who adores this god.
    pub fn worshipper(&self, god: God) -> Option<Seat> {
        self.boards.iter().find(|(_, board)| board.god == Some(god)).map(|(seat, _)| seat)
    }
    /// Empty land: no water, resource, starting area, craftsman or monument.
    pub fn empty(&self) -> Squares {
        self.land.open() & !(self.monumental | self.crafted)
    }
    /// The monument on this square.
    pub fn monument(&self, at: Square) -> Option<&Monument> {
        self.monuments.iter().find(|monument| monument.at == at)
    }
    /// The craftsman whose upper left square this is.
    pub fn craftsman(&self, at: Square) -> Option<&Craftsman> {
        self.craftsmen.iter().find(|craftsman| craftsman.at == at)
    }
    /// How many craftsmen of this type are on the map.
    pub fn count(&self, craft: Craft) -> usize {
        self.craftsmen.iter().filter(|craftsman| craftsman.craft == craft).count()
    }
    /// How many cards of this technology are taken.
    pub fn copies_taken(&self, craft: Craft) -> usize {
        self.boards.values().filter(|board| board.technologies[craft.index()].is_some()).count()
    }
    /// Used markers on this resource.
    pub fn markers(&self, at: Square) -> u8 {
        self.used.iter().find(|(used, _)| *used == at).map_or(0, |(_, markers)| *markers)
    }
    /// Water tiles left.
    pub fn water_tiles(&self) -> u8 {
        WATER_TILES - self.rained.len() as u8
    }
    /// The turn of phase II, when it is that of `seat`.
    pub fn turning(&self, seat: Seat) -> Option<&Turning> {
        match &self.phase {
            Phase::Culture(turning) if turning.seat == seat => Some(turning),
            _ => None,
        }
    }
    /// The match as if it were the turn of `seat`: of phase II, once it has a monument.
    pub fn as_if_turn(&self, seat: Seat) -> State {
        let settled = self.monuments.iter().any(|monument| monument.owner == seat);
        let phase = match settled {
            false => Phase::First(Some(seat)),
            true => Phase::Culture(Turning::new(seat)),
        };
        State { phase, ..self.clone() }
    }
    /// Whether the good of this craft may be used in rituals now (ruling
    /// replaced-primary).
    pub fn serves_rituals(&self, craft: Craft) -> bool {
        craft.row().secondary.is_none_or(|secondary| self.count(secondary) == 0)
    }
    /// The seats by VR, highest first; equal ones by who reached it first.
    pub fn by_vr(&self) -> Vec<Seat> {
        let mut seats = self.arrivals.clone();
        seats.sort_by_key(|&seat| std::cmp::Reverse(self.boards[seat].vr));
        seats
    }
}

impl Craft {
    /// The form of its tile.
    pub fn shape(self) -> Shape {
        if self.row().square { Shape::Square } else { Shape::Oblong }
    }
}
