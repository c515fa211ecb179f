//! What happened: outcomes, complete enough to be replayed without rules.

use super::pieces::{Craft, God, Lie, Plaque, Resource, Specialist};
use super::squares::Square;
use crate::rules::{PerSeat, Seat, Standing};
use serde::{Deserialize, Serialize};

/// The part of a gift that one plaque received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The plaque's place in the queue, from 0.
    pub plaque: u8,
    /// The cattle it received.
    pub cattle: u16,
}

/// What one player collects in phase III.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revenue {
    /// Cattle that lay on the player's cards.
    pub cards: u16,
    /// The level of the highest monument.
    pub income: u16,
    /// What Engai adds.
    pub engai: u16,
}

/// One outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A first monument was placed; `next` places the next one.
    FirstMonumentPlaced { seat: Seat, at: Square, next: Option<Seat> },
    /// A round began: the plaques lie in this queue, and `first` is asked first.
    RoundBegun { round: u16, queue: Vec<Plaque>, first: Seat },
    /// A gift was given. `from_stock` of it is Elegua's; `resume` is the place in
    /// the queue where the next gift goes on.
    GiftGiven {
        seat: Seat,
        cattle: u16,
        from_stock: u16,
        shares: Vec<Share>,
        resume: u8,
        next: Option<Seat>,
    },
    /// A player passed and takes `place` in the order of play. `forced` where the
    /// player could not have given more.
    Passed { seat: Seat, place: u8, forced: bool, next: Option<Seat> },
    /// The kings take the cattle on their plaques, and this is the order of play.
    PlaquesTaken { cattle: PerSeat<u16>, order: Vec<Seat> },
    /// A god was chosen. `rebate` is Gu's; `vr` is the new VR.
    GodChosen { seat: Seat, god: God, rebate: i16, vr: i16 },
    /// A specialist was chosen. `vr` is the new VR.
    SpecialistChosen { seat: Seat, specialist: Specialist, vr: i16 },
    /// The rain ceremony made water.
    RainFell { seat: Seat, paid: u16, squares: [Square; 2] },
    /// The shaman conjured a resource.
    ResourcePlaced { seat: Seat, paid: u16, resource: Resource, at: Square },
    /// The herd was fed, and `joined` cattle came from the stock.
    HerdFed { seat: Seat, paid: u16, joined: u16 },
    /// The builder was paid.
    BuilderPaid { seat: Seat, paid: u16 },
    /// The nomads were paid.
    NomadsPaid { seat: Seat, paid: u16 },
    /// Dziva's worshipper changed a price.
    PriceChanged { seat: Seat, technology: Craft, price: u8 },
    /// A monument of level 1 was built.
    MonumentBuilt { seat: Seat, at: Square },
    /// A technology card was taken: the first or second `copy`, at this price.
    TechnologyTaken { seat: Seat, technology: Craft, copy: u8, price: u8, vr: i16 },
    /// A craftsman was placed and paid for.
    CraftsmanPlaced {
        seat: Seat,
        craftsman: Craft,
        at: Square,
        lie: Lie,
        to_stock: u16,
        to_builder: u16,
        vp: u8,
    },
    /// A price was raised.
    PriceRaised { seat: Seat, technology: Craft, price: u8 },
    /// The raising of a monument began; it needs `goods` ritual goods.
    RaiseBegun { seat: Seat, monument: Square, goods: u8 },
    /// A ritual good was bought: `price` paid to the card of `owner`, 1 for each
    /// hub to `hubs_to` (Qamata's worshipper) or to the stock, a used marker put
    /// on the resource.
    GoodBought {
        seat: Seat,
        craftsman_at: Square,
        owner: Seat,
        price: u16,
        resource_at: Square,
        hubs: Vec<Square>,
        hubs_to: Option<Seat>,
    },
    /// The primary good behind a secondary one was bought; as `GoodBought`.
    PrimaryBought {
        seat: Seat,
        craftsman_at: Square,
        owner: Seat,
        price: u16,
        resource_at: Square,
        hubs: Vec<Square>,
        hubs_to: Option<Seat>,
    },
    /// A monument reached a new level, for `vp` more VP.
    MonumentRaised { seat: Seat, at: Square, level: u8, vp: u8 },
    /// A turn ended; without `next`, the phase too.
    TurnEnded { seat: Seat, next: Option<Seat> },
    /// Everybody collected the cattle on the own cards and the income.
    RevenuesCollected { round: u16, revenues: PerSeat<Revenue> },
    /// Nobody has won yet; the used markers are removed.
    UsedMarkersCleared { round: u16 },
    /// The match is over.
    MatchWon { winner: Seat, ranking: Vec<Standing> },
}
