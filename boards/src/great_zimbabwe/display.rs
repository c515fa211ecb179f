//! The zone of what is still to be had: technologies, gods, specialists, tiles.

use super::places::Place as At;
use super::scene::Sight;
use super::words;
use crate::games::great_zimbabwe::pieces::{Craft, God, Specialist};
use crate::games::great_zimbabwe::tables::{GODS, SPECIALISTS};
use crate::games::great_zimbabwe::view::{CardView, TechnologyView};
use crate::markup::{capital, counted, name_of, signed};
use crate::rules::Seat;
use crate::things::{Head, Things};
use crate::{Marks, Place, Zone};

/// What a god's card says.
pub fn god_told(god: God) -> String {
    format!("{} ({} VR): {}", god.name(), signed(god.vr().into()), GODS[god.index()].2)
}

/// What a specialist's card says.
pub fn specialist_told(one: Specialist) -> String {
    let effect = SPECIALISTS[one.index()].3;
    let pay = match one {
        Specialist::Herd => String::new(),
        _ => format!(", pay {}", one.pay()),
    };
    format!("{} ({} VR{pay}): {effect}", one.name(), signed(one.vr().into()))
}

/// A technology of the display as a sentence.
pub fn technology_told(sight: &Sight<'_>, one: &TechnologyView) -> String {
    let row = one.technology.row();
    let cards = match one.vr.as_slice() {
        [] => "no card left".to_owned(),
        vr => {
            let vr: Vec<String> =
                vr.iter().map(|&vr| format!("{} VR", signed(vr.into()))).collect();
            format!("cards left: {}", vr.join(", "))
        }
    };
    let owners: Vec<String> = owners(sight, one.technology)
        .map(|(seat, card)| format!("{} at price {}", sight.signed(seat), card.price))
        .collect();
    let owned =
        if owners.is_empty() { String::new() } else { format!("; owned by {}", owners.join(", ")) };
    let rituals = if one.serves_rituals { "" } else { "; not for rituals now" };
    let tiles = counted(one.tiles, "tile", "tiles");
    format!("{}: {cards}, {tiles} left{owned}{rituals}", capital(row.name))
}

/// Who owns a card of this technology.
pub fn owners<'a>(sight: &Sight<'a>, craft: Craft) -> impl Iterator<Item = (Seat, &'a CardView)> {
    sight.view.boards.iter().flat_map(move |(seat, board)| {
        board
            .technologies
            .iter()
            .filter(move |card| card.technology == craft)
            .map(move |card| (seat, card))
    })
}

/// The zone of the cards that nobody has, and the stock.
pub fn zone(sight: &Sight<'_>, marks: &Marks) -> Zone {
    let mut things = Things::new("supply", marks);
    things.group("technologies", |things| {
        for one in &sight.view.technologies {
            technology(things, sight, one);
        }
    });
    if !sight.view.gods.is_empty() {
        things.heading("Gods", "one a match");
        things.group("pairs", |things| {
            for &god in &sight.view.gods {
                let (name, vr) = (capital(god.name()), god.vr());
                card(things, At::God(god), &name, vr, &god_told(god));
            }
        });
    }
    // The tiles that are left stand beside the last heading: that saves a line.
    let specialists = &sight.view.specialists;
    things.group("stock", |things| {
        things.heading(if specialists.is_empty() { "Tiles left" } else { "Specialists" }, "");
        stock(things, sight);
    });
    things.group("pairs", |things| {
        for &one in specialists {
            let (name, vr) = (capital(one.name()), one.vr());
            card(things, At::Specialist(one), &name, vr, &specialist_told(one));
        }
    });
    let head = Head {
        title: "Technologies".to_owned(),
        aside: "needs · cost · VP · VR".to_owned(),
        place: Place::Side,
    };
    let words = words::technologies(sight) + &words::cards(sight);
    things.zone(head, words)
}

fn card(things: &mut Things<'_>, at: At, name: &str, vr: i16, told: &str) {
    things.thing(&at.spot(), "card", told, |things, _| {
        things.text(name);
        things.put(format_args!("<b class=\"vr\">{}</b>", signed(vr.into())));
    });
}

fn technology(things: &mut Things<'_>, sight: &Sight<'_>, one: &TechnologyView) {
    let row = one.technology.row();
    let gone = if one.vr.is_empty() { " gone" } else { "" };
    let told = technology_told(sight, one);
    let spot = At::Technology(one.technology).spot();
    things.thing(&spot, &format!("technology{gone}"), &told, |things, _| {
        things.icon(&name_of(&one.technology), "");
        things.put(format_args!("<span class=\"name\"><span class=\"words\">"));
        things.text(capital(row.name));
        things.put(format_args!("</span> <span class=\"needs\">"));
        if let Some(primary) = row.primary {
            things.icon(&name_of(&primary), "");
        }
        things.icon(row.resource.name(), "");
        let rituals = if one.serves_rituals { "" } else { " ⊘" };
        things.put(format_args!("{}c {}VP{rituals}</span></span>", row.cost, row.vp));
        for (seat, card) in owners(sight, one.technology) {
            things.sign(seat, "");
            things.put(format_args!("<b>{}</b>", card.price));
        }
        things.put(format_args!("<span class=\"tiles\">{}◻</span>", one.tiles));
        let vr: Vec<String> = one.vr.iter().map(|&vr| signed(vr.into())).collect();
        let vr = if vr.is_empty() { "–".to_owned() } else { vr.join("·") };
        things.put(format_args!("<b class=\"vr\">{vr}</b>"));
    });
}

fn stock(things: &mut Things<'_>, sight: &Sight<'_>) {
    let water = (At::WaterTiles, "water", sight.view.water_tiles);
    let resources = sight.view.resource_tiles.iter();
    let resources =
        resources.map(|one| (At::ResourceTiles(one.resource), one.resource.name(), one.left));
    for (at, name, left) in [water].into_iter().chain(resources) {
        let tiles = counted(left.into(), "tile", "tiles");
        let told = format!("{}: {tiles} left", capital(name));
        things.thing(&at.spot(), "count", &told, |things, _| {
            things.icon(name, "");
            things.put(format_args!("{left}"));
        });
    }
}
