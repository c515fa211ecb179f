//! The component tables as JSON, for programs that play.

use super::pieces::{Craft, God, Resource, Specialist, Tile};
use super::tables::*;
use serde_json::{Value, json};

/// All tables of this edition.
pub fn components() -> Value {
    let crafts: Vec<Value> = Craft::ALL.iter().map(|&craft| technology(craft)).collect();
    let gods: Vec<Value> = God::ALL
        .iter()
        .map(|god| json!({ "god": god, "name": god.name(), "vr": god.vr(), "effect": GODS[god.index()].2 }))
        .collect();
    let specialists: Vec<Value> = Specialist::ALL
        .iter()
        .map(|one| {
            json!({
                "specialist": one, "name": one.name(), "vr": one.vr(), "pay": one.pay(),
                "effect": SPECIALISTS[one.index()].3,
            })
        })
        .collect();
    let tiles: Vec<Value> = Tile::ALL
        .iter()
        .map(|tile| json!({ "tile": tile, "start": *tile == Tile::A, "rows": tile.rows() }))
        .collect();
    let patterns: Vec<Value> = PATTERNS
        .iter()
        .enumerate()
        .map(|(index, rows)| json!({ "players": index + 2, "rows": rows }))
        .collect();
    let resources: Vec<Value> = Resource::ALL
        .iter()
        .map(|one| json!({ "resource": one, "tiles": RESOURCE_TILES[one.index()] }))
        .collect();
    json!({
        "edition": EDITION,
        "legend": {
            ".": "land", "~": "water", "C": "clay", "W": "wood", "I": "ivory", "D": "diamonds",
            "S": "starting area"
        },
        "tiles": tiles,
        "patterns": patterns,
        "technologies": crafts,
        "gods": gods,
        "specialists": specialists,
        "resource_tiles": resources,
        "water_tiles": WATER_TILES,
        "craftsman_tiles": CRAFTSMAN_TILES,
        "monument_vp": MONUMENT_VP,
        "start": { "vr": START_VR, "cattle": START_CATTLE },
        "max_vr": MAX_VR,
        "max_price": MAX_PRICE,
        "range": RANGE,
        "eshu_range": ESHU_RANGE,
        "hub_fee": HUB_FEE,
        "herd_payments": HERD_PAYMENTS,
        "first_play_gods": FIRST_PLAY_GODS,
        "empires": EMPIRES.map(|(name, colour)| json!({ "name": name, "colour": colour })),
    })
}

fn technology(craft: Craft) -> Value {
    let row = craft.row();
    json!({
        "technology": craft,
        "name": row.name,
        "good": row.good,
        "resource": row.resource,
        "family": row.family,
        "primary": row.primary,
        "replaced_by": row.secondary,
        "vr": row.vr,
        "cost": row.cost,
        "vp": row.vp,
        "tile": if row.square { [2, 2] } else { [1, 2] },
    })
}
