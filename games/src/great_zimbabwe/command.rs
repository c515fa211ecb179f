//! What a person may say: the steps of a turn.

use super::pieces::{Craft, God, Lie, Resource, Specialist};
use super::squares::Square;
use super::tables::MOST_HUBS;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// One step. A turn of phase II is a row of steps that ends with `end_turn`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Before the first round: place your first monument.
    PlaceFirstMonument {
        /// A free starting area.
        at: Square,
    },
    /// Phase I: give a gift, larger than the last one.
    GiveGift {
        /// The whole gift in cattle; Elegua's share is part of it.
        cattle: u16,
    },
    /// Phase I: pass, and take the last open place in the order of play.
    Pass {},
    /// Phase II: take the card of a god. Once in a match; no specialist in the same turn.
    ChooseGod {
        /// The god.
        god: God,
    },
    /// Phase II: take the card of a specialist. The next step must be its use.
    ChooseSpecialist {
        /// The specialist.
        specialist: Specialist,
    },
    /// Pay 3 to your rain ceremony and place a water tile.
    UseRainCeremony {
        /// The upper or left square of the tile.
        at: Square,
        /// How the tile lies from there.
        lie: Lie,
    },
    /// Pay 2 to your shaman and place a resource tile.
    UseShaman {
        /// Which resource.
        resource: Resource,
        /// An empty land square.
        at: Square,
    },
    /// Pay 2, 4 or 6 to your herd; 1, 2 or 3 cattle join them.
    UseHerd {
        /// The payment.
        cattle: u16,
    },
    /// Pay 2 to your builder.
    UseBuilder {},
    /// Pay 2 to your nomads.
    UseNomads {},
    /// Dziva: set one of your prices, at the beginning of your turn or right
    /// after choosing her.
    ChangePrice {
        /// Whose price.
        technology: Craft,
        /// The new price, 1 to 3.
        #[schemars(range(min = 1, max = 3))]
        price: u8,
    },
    /// Build a monument (main action). Obatala's worshipper may do it twice.
    BuildMonument {
        /// An empty land square without a monument next to it.
        at: Square,
    },
    /// Take a technology card within the place-craftsmen action. The next step
    /// must place such a craftsman.
    TakeTechnology {
        /// Which technology.
        technology: Craft,
        /// The first price of its good, 1 to 3.
        #[schemars(range(min = 1, max = 3))]
        price: u8,
    },
    /// Place a craftsman whose technology you own (main action, any number).
    PlaceCraftsman {
        /// The type.
        craftsman: Craft,
        /// The upper left square of its tile.
        at: Square,
        /// How the tile lies; square tiles lie across.
        lie: Lie,
    },
    /// Raise one of your prices within the place-craftsmen action.
    RaisePrice {
        /// Whose price; not a technology taken this turn.
        technology: Craft,
        /// The new, higher price.
        price: u8,
    },
    /// Begin to raise one of your monuments (main action, any number, each once).
    BeginRaise {
        /// The monument's square.
        monument: Square,
    },
    /// Buy the next ritual good for the monument being raised.
    BuyGood {
        /// The upper left square of the craftsman.
        craftsman_at: Square,
        /// The resource it uses up.
        resource_at: Square,
        /// The hubs from the monument to the craftsman, in order; each use costs 1.
        #[serde(deserialize_with = "way")]
        #[schemars(length(max = MOST_HUBS))]
        hubs: Vec<Square>,
    },
    /// Buy the primary good that the secondary craftsman just paid needs.
    BuyPrimary {
        /// The upper left square of the primary craftsman.
        craftsman_at: Square,
        /// The resource it uses up.
        resource_at: Square,
        /// The hubs from the secondary to the primary craftsman, in order.
        #[serde(deserialize_with = "way")]
        #[schemars(length(max = MOST_HUBS))]
        hubs: Vec<Square>,
    },
    /// End your turn.
    EndTurn {},
}

/// A way over no more hubs than a command may name.
fn way<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Square>, D::Error> {
    let hubs = Vec::<Square>::deserialize(deserializer)?;
    match hubs.len() <= MOST_HUBS {
        true => Ok(hubs),
        false => Err(D::Error::custom(format_args!("a way has at most {MOST_HUBS} hubs"))),
    }
}
