//! What anybody may see, ready to be drawn. Everything is open in this game.

use super::map::Land;
use super::pieces::{Craft, God, Lie, Plaque, Resource, Specialist};
use super::ritual::{Need, Ritual};
use super::score;
use super::setup::PlacedTile;
use super::squares::{SIDE, Square};
use super::state::{Action, Board, Pending, Phase, State};
use super::tables::{CARDS_PER_TECHNOLOGY, EMPIRES, MAX_LEVEL};
use crate::rules::{PerSeat, ScoreSheet, Seat, Standing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A match as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The round, from 1; 0 while first monuments are placed.
    pub round: u16,
    /// Where the match stands.
    pub phase: PhaseView,
    /// The map.
    pub map: MapView,
    /// What lies in front of each player.
    pub boards: PerSeat<BoardView>,
    /// The order of play of this round, or of the last one while kings give gifts.
    pub order: Vec<Seat>,
    /// The seats by VR, highest first; of equal ones, who reached it first.
    pub vr_order: Vec<Seat>,
    /// Gods nobody adores yet.
    pub gods: Vec<God>,
    /// Specialists nobody took yet.
    pub specialists: Vec<Specialist>,
    /// The technology display.
    pub technologies: Vec<TechnologyView>,
    /// Water tiles left.
    pub water_tiles: u8,
    /// Resource tiles left.
    pub resource_tiles: Vec<ResourceTiles>,
    /// Each player's points by rule.
    pub scores: PerSeat<ScoreSheet>,
}

/// Where the match stands, and whom it waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum PhaseView {
    /// First monuments are placed.
    FirstMonuments {
        /// Who places next.
        seat: Option<Seat>,
    },
    /// Phase I.
    GenerosityOfKings {
        /// Who is asked.
        seat: Option<Seat>,
        /// The plaques from left to right.
        plaques: Vec<PlaqueView>,
        /// The place in the queue that receives the next cattle, from 0.
        resume: usize,
        /// The last gift; 0 before the first.
        last_gift: u16,
        /// Who took which place in the order of play, first place first.
        places: Vec<Option<Seat>>,
    },
    /// Phase II.
    ReligionAndCulture {
        /// Whose turn.
        seat: Seat,
        /// Whether a god or a specialist was chosen this turn.
        chosen: bool,
        /// Specialists used this turn.
        used: Vec<Specialist>,
        /// The main action taken.
        action: Option<ActionView>,
        /// Whether the main action may go on.
        going: bool,
        /// What must come next.
        pending: PendingView,
        /// Monuments raised this turn.
        raised: Vec<Square>,
    },
    /// The end.
    Over {
        /// The ranking, best first.
        ranking: Vec<Standing>,
    },
}

/// A main action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionView {
    /// Building monuments.
    BuildMonument,
    /// Placing craftsmen and raising prices.
    PlaceCraftsmen,
    /// Raising monuments.
    RaiseMonuments,
}

/// What must come next in a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "due", rename_all = "snake_case")]
pub enum PendingView {
    /// Nothing special.
    Nothing,
    /// The specialist just chosen must be used.
    UseSpecialist {
        /// Which.
        specialist: Specialist,
    },
    /// A craftsman of the technology just taken must be placed.
    PlaceCraftsman {
        /// Which.
        craftsman: Craft,
    },
    /// A raise must be completed.
    CompleteRaise {
        /// The monument.
        monument: Square,
        /// Goods still to buy.
        goods: u8,
        /// Families of the goods bought.
        families: Vec<Resource>,
        /// The secondary craftsman that waits for a primary good.
        waiting: Option<Square>,
    },
}

/// A plaque in the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlaqueView {
    /// Whose plaque.
    pub plaque: Plaque,
    /// Cattle on it.
    pub cattle: u16,
}

/// What a square shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Land.
    Land,
    /// Water.
    Water,
    /// A starting area.
    StartingArea,
}

/// A square of the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SquareView {
    /// Its name.
    pub at: Square,
    /// Its row, from 0.
    pub row: usize,
    /// Its column, from 0.
    pub col: usize,
    /// What it shows.
    pub terrain: Terrain,
    /// The resource on it.
    pub resource: Option<Resource>,
    /// Whether its water or resource was placed during the match.
    pub placed: bool,
    /// Used markers on it.
    pub used: u8,
}

/// A monument.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MonumentView {
    /// Its square.
    pub at: Square,
    /// Whose.
    pub owner: Seat,
    /// 1 to 5.
    pub level: u8,
    /// Ritual goods that the next level needs; none at level 5.
    pub goods: Option<u8>,
    /// The fewest cattle that raising it costs its owner on the board as it stands,
    /// in a turn of its own and whatever cattle it has; none if no way to the goods
    /// exists.
    pub cost: Option<u16>,
}

/// A craftsman.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CraftsmanView {
    /// The upper left square of its tile.
    pub at: Square,
    /// Its type.
    pub craftsman: Craft,
    /// How the tile lies.
    pub lie: Lie,
    /// All squares of its tile.
    pub squares: Vec<Square>,
    /// Whose.
    pub owner: Seat,
    /// The price of its good.
    pub price: u8,
}

/// The map with everything on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MapView {
    /// The tiles, to draw their borders. Each has six by six squares.
    pub tiles: Vec<PlacedTile>,
    /// Rows and columns of squares that the map reaches over.
    pub size: [usize; 2],
    /// The squares, row by row.
    pub squares: Vec<SquareView>,
    /// The water areas, each a step of its own.
    pub water_areas: Vec<Vec<Square>>,
    /// The monuments.
    pub monuments: Vec<MonumentView>,
    /// The craftsmen.
    pub craftsmen: Vec<CraftsmanView>,
}

/// A technology card in front of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardView {
    /// Which technology.
    pub technology: Craft,
    /// 1 for the first, 2 for the second card.
    pub copy: u8,
    /// The price of its good.
    pub price: u8,
    /// Cattle on it.
    pub cattle: u16,
}

/// A specialist card in front of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpecialistView {
    /// Which specialist.
    pub specialist: Specialist,
    /// Cattle on it.
    pub cattle: u16,
}

/// What lies in front of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// The empire's name.
    pub empire: String,
    /// The empire's colour.
    pub colour: String,
    /// Cattle at hand.
    pub cattle: u16,
    /// Victory requirement.
    pub vr: i16,
    /// Victory points.
    pub vp: i32,
    /// The adored god.
    pub god: Option<God>,
    /// Cattle on the god card.
    pub god_cattle: u16,
    /// Specialists.
    pub specialists: Vec<SpecialistView>,
    /// Technology cards.
    pub technologies: Vec<CardView>,
}

/// A pile of technology cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TechnologyView {
    /// Which technology.
    pub technology: Craft,
    /// VR of each card left, the next one first.
    pub vr: Vec<i16>,
    /// Craftsman tiles left.
    pub tiles: usize,
    /// Whether the good may be used in rituals now.
    pub serves_rituals: bool,
}

/// Tiles of a resource in the stock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResourceTiles {
    /// Which resource.
    pub resource: Resource,
    /// How many are left.
    pub left: u8,
}

/// The match as everybody sees it.
pub fn view(state: &State) -> View {
    let technologies = Craft::ALL.iter().map(|&craft| TechnologyView {
        technology: craft,
        vr: craft.row().vr[state.copies_taken(craft).min(CARDS_PER_TECHNOLOGY)..].to_vec(),
        tiles: super::tables::CRAFTSMAN_TILES - state.count(craft),
        serves_rituals: state.serves_rituals(craft),
    });
    let resource_tiles = Resource::ALL
        .iter()
        .map(|&resource| ResourceTiles { resource, left: state.resource_tiles[resource.index()] });
    View {
        round: state.round,
        phase: phase(state),
        map: map(state),
        boards: state.boards.map(board),
        order: state.order.clone(),
        vr_order: state.by_vr(),
        gods: state.gods.clone(),
        specialists: state.specialists.clone(),
        technologies: technologies.collect(),
        water_tiles: state.water_tiles(),
        resource_tiles: resource_tiles.collect(),
        scores: score::score(state),
    }
}

fn phase(state: &State) -> PhaseView {
    match &state.phase {
        Phase::First(seat) => PhaseView::FirstMonuments { seat: *seat },
        Phase::Kings(bidding) => PhaseView::GenerosityOfKings {
            seat: bidding.asked,
            plaques: bidding
                .queue
                .iter()
                .map(|&(plaque, cattle)| PlaqueView { plaque, cattle })
                .collect(),
            resume: bidding.resume,
            last_gift: bidding.last_gift,
            places: bidding.places.clone(),
        },
        Phase::Culture(turning) => PhaseView::ReligionAndCulture {
            seat: turning.seat,
            chosen: turning.chosen,
            used: turning.used.clone(),
            action: turning.action.map(|action| match action {
                Action::Build(_) => ActionView::BuildMonument,
                Action::Place => ActionView::PlaceCraftsmen,
                Action::Raise => ActionView::RaiseMonuments,
            }),
            going: turning.going,
            pending: pending(&turning.pending),
            raised: turning.raised.clone(),
        },
        Phase::Over(ranking) => PhaseView::Over { ranking: ranking.clone() },
        Phase::Revenues | Phase::Mythologies | Phase::Dawn => {
            PhaseView::FirstMonuments { seat: None }
        }
    }
}

fn pending(pending: &Pending) -> PendingView {
    match pending {
        Pending::Nothing => PendingView::Nothing,
        Pending::Use(specialist) => PendingView::UseSpecialist { specialist: *specialist },
        Pending::First(craft) => PendingView::PlaceCraftsman { craftsman: *craft },
        Pending::Raise(raise) => PendingView::CompleteRaise {
            monument: raise.monument,
            goods: raise.goods,
            families: raise.families.clone(),
            waiting: raise.waiting,
        },
    }
}

fn map(state: &State) -> MapView {
    let squares: Vec<SquareView> =
        state.land.squares.iter().map(|at| square(state, &state.land, at)).collect();
    let rows = squares.iter().map(|square| square.row + 1).max().unwrap_or(0).min(SIDE);
    let cols = squares.iter().map(|square| square.col + 1).max().unwrap_or(0).min(SIDE);
    let craftsmen = state.craftsmen.iter().map(|craftsman| CraftsmanView {
        at: craftsman.at,
        craftsman: craftsman.craft,
        lie: craftsman.lie,
        squares: craftsman.tile.iter().collect(),
        owner: craftsman.owner,
        price: state.boards[craftsman.owner].technologies[craftsman.craft.index()]
            .map_or(0, |card| card.price),
    });
    MapView {
        tiles: state.tiles.to_vec(),
        size: [rows, cols],
        squares,
        water_areas: state.land.areas().iter().map(|area| area.iter().collect()).collect(),
        monuments: monuments(state),
        craftsmen: craftsmen.collect(),
    }
}

fn square(state: &State, land: &Land, at: Square) -> SquareView {
    let terrain = if land.water.contains(at) {
        Terrain::Water
    } else if land.starts.contains(at) {
        Terrain::StartingArea
    } else {
        Terrain::Land
    };
    let placed = state.conjured.iter().any(|(_, square)| *square == at)
        || state.rained.iter().any(|squares| squares.contains(&at));
    SquareView {
        at,
        row: at.row(),
        col: at.col(),
        terrain,
        resource: land.resource_at(at),
        placed,
        used: state.markers(at),
    }
}

/// What raising a monument by one level needs from now on: nothing more of a raise
/// that has begun, and nothing at all once it was raised this turn.
fn rest(state: &State, monument: Square, goods: u8) -> Option<Need> {
    let whole = Need { monument, goods, families: vec![], waiting: None };
    let super::state::Phase::Culture(turning) = &state.phase else { return Some(whole) };
    match &turning.pending {
        Pending::Raise(raise) if raise.monument == monument => Some(Need {
            monument,
            goods: raise.goods,
            families: raise.families.clone(),
            waiting: raise.waiting,
        }),
        _ if turning.raised.contains(&monument) => None,
        _ => Some(whole),
    }
}

fn monuments(state: &State) -> Vec<MonumentView> {
    let rituals = PerSeat::new(state.boards.count(), |seat| Ritual::new(state, seat));
    let monuments = state.monuments.iter().map(|monument| {
        let goods = (monument.level < MAX_LEVEL).then_some(monument.level);
        let need = goods.and_then(|goods| rest(state, monument.at, goods));
        let cost = need.and_then(|need| rituals[monument.owner].cheapest(&need));
        let (at, owner, level) = (monument.at, monument.owner, monument.level);
        MonumentView { at, owner, level, goods, cost }
    });
    monuments.collect()
}

fn board(seat: Seat, board: &Board) -> BoardView {
    let (empire, colour) = EMPIRES[seat.index()];
    let cards = Craft::ALL.iter().filter_map(|&technology| {
        let card = board.technologies[technology.index()]?;
        let (copy, price, cattle) = (card.copy, card.price, card.cattle);
        Some(CardView { technology, copy, price, cattle })
    });
    let specialists = board.specialists.iter();
    BoardView {
        empire: empire.to_owned(),
        colour: colour.to_owned(),
        cattle: board.cattle,
        vr: board.vr,
        vp: board.vp,
        god: board.god,
        god_cattle: board.god_cattle,
        specialists: specialists
            .map(|&(specialist, cattle)| SpecialistView { specialist, cattle })
            .collect(),
        technologies: cards.collect(),
    }
}
