//! The cards that are still to be had: gods, specialists, technologies; and the
//! tiles of the stock.

use super::icons::Icon;
use super::pen::{Frame, Pen, wrapped};
use super::places::Place;
use super::scene::Sight;
use super::table::WIDTH;
use super::words;
use crate::boards::{Marks, Panel};
use crate::games::great_zimbabwe::pieces::{Craft, God, Specialist};
use crate::games::great_zimbabwe::tables::{GODS, SPECIALISTS};
use crate::games::great_zimbabwe::view::{CardView, TechnologyView};
use crate::rules::Seat;

const CARD: (i32, i32) = (203, 92);

/// What a god's card says.
pub fn god_told(god: God) -> String {
    format!("{} ({:+} VR): {}", god.name(), god.vr(), GODS[god.index()].2)
}

/// What a specialist's card says.
pub fn specialist_told(one: Specialist) -> String {
    let effect = SPECIALISTS[one.index()].3;
    format!("{} ({:+} VR, pay {}): {effect}", one.name(), one.vr(), one.pay())
}

/// The panel of the gods and specialists nobody has.
pub fn cards(sight: &Sight, marks: &Marks) -> Panel {
    let mut pen = Pen::new("cards", marks);
    let mut y = 6;
    if !sight.view.gods.is_empty() {
        pen.text("tgz-head", 8, y + 16, "Gods nobody adores yet");
        let gods = sight.view.gods.iter().map(|&god| Card {
            place: Place::God(god),
            name: capital(god.name()),
            vr: god.vr(),
            pay: None,
            effect: GODS[god.index()].2,
            told: god_told(god),
        });
        y = spread(&mut pen, gods, y + 24);
    }
    if !sight.view.specialists.is_empty() {
        pen.text("tgz-head", 8, y + 20, "Specialists nobody took yet");
        let specialists = sight.view.specialists.iter().map(|&one| Card {
            place: Place::Specialist(one),
            name: capital(one.name()),
            vr: one.vr(),
            pay: Some(one.pay()),
            effect: SPECIALISTS[one.index()].3,
            told: specialist_told(one),
        });
        y = spread(&mut pen, specialists, y + 28);
    }
    if sight.view.gods.is_empty() && sight.view.specialists.is_empty() {
        pen.text("tgz-body", 8, y + 18, "All are taken.");
        y += 30;
    }
    pen.panel("Gods and specialists", None, (WIDTH, y + 4), words::cards(sight))
}

/// A name with a capital letter in front.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A card of a god or a specialist.
struct Card {
    place: Place,
    name: String,
    vr: i16,
    pay: Option<u16>,
    effect: &'static str,
    told: String,
}

fn spread(pen: &mut Pen<'_>, cards: impl Iterator<Item = Card>, top: i32) -> i32 {
    let (wide, high) = CARD;
    let mut bottom = top;
    for (index, card) in cards.enumerate() {
        let x = 4 + index as i32 % 2 * (wide + 6);
        let y = top + index as i32 / 2 * (high + 6);
        bottom = y + high + 6;
        let frame = Frame::new(x, y, wide, high);
        pen.spot(card.place, &card.told, frame, |pen| {
            pen.rect("tgz-chip", frame, 9);
            pen.text("tgz-name", x + 10, y + 23, &card.name);
            let vr = format!("{:+} VR", card.vr);
            pen.rect("tgz-vr", Frame::new(x + wide - 60, y + 7, 52, 22), 11);
            pen.text("tgz-num tgz-mid tgz-onvr", x + wide - 34, y + 23, vr);
            for (line, text) in wrapped(card.effect, 31).iter().enumerate() {
                pen.text("tgz-body", x + 10, y + 44 + 17 * line as i32, text);
            }
            if let Some(pay) = card.pay {
                pen.cattle(pay, x + wide - 100, y + 10);
            }
        });
    }
    bottom
}

/// A technology of the display as a sentence.
pub fn technology_told(sight: &Sight, one: &TechnologyView) -> String {
    let row = one.technology.row();
    let cards = match one.vr.as_slice() {
        [] => "no card left".to_owned(),
        vr => {
            let vr: Vec<String> = vr.iter().map(|vr| format!("{vr:+} VR")).collect();
            format!("cards left: {}", vr.join(", "))
        }
    };
    let owners: Vec<String> = owners(sight, one.technology)
        .map(|(seat, card)| format!("{} at price {}", sight.signed(seat), card.price))
        .collect();
    let owned =
        if owners.is_empty() { String::new() } else { format!("; owned by {}", owners.join(", ")) };
    let rituals = if one.serves_rituals { "" } else { "; not for rituals now" };
    format!("{}: {cards}, {} tiles left{owned}{rituals}", capital(row.name), one.tiles)
}

/// Who owns a card of this technology.
pub fn owners(sight: &Sight, craft: Craft) -> impl Iterator<Item = (Seat, &CardView)> {
    sight.view.boards.iter().flat_map(move |(seat, board)| {
        board
            .technologies
            .iter()
            .filter(move |card| card.technology == craft)
            .map(move |card| (seat, card))
    })
}

/// The panel of the technology display and the stock.
pub fn technologies(sight: &Sight, marks: &Marks) -> Panel {
    let mut pen = Pen::new("technologies", marks);
    let mut y = 4;
    for one in &sight.view.technologies {
        let frame = Frame::new(4, y, WIDTH - 8, 60);
        let told = technology_told(sight, one);
        pen.spot(Place::Technology(one.technology), &told, frame, |pen| {
            technology(pen, sight, one, frame);
        });
        y += 65;
    }
    let height = stock(&mut pen, sight, y);
    pen.panel("Technologies and tiles", None, (WIDTH, height), words::technologies(sight))
}

fn technology(pen: &mut Pen<'_>, sight: &Sight, one: &TechnologyView, frame: Frame) {
    let Frame { x, y, w, .. } = frame;
    let row = one.technology.row();
    let class = if one.vr.is_empty() { "tgz-chip tgz-gone" } else { "tgz-chip" };
    pen.rect(class, frame, 9);
    pen.icon(Icon::Craft(one.technology), x + 8, y + 11, 38);
    pen.text("tgz-name", x + 54, y + 24, capital(row.name));
    for (index, (seat, card)) in owners(sight, one.technology).enumerate() {
        let left = x + 172 + 52 * index as i32;
        pen.sign(seat, left, y + 7, 22);
        pen.coin(card.price, left + 34, y + 18, 10);
    }
    for (index, vr) in one.vr.iter().rev().enumerate() {
        let left = x + w - 58 - 60 * index as i32;
        pen.rect("tgz-vr", Frame::new(left, y + 7, 52, 22), 11);
        pen.text("tgz-num tgz-mid tgz-onvr", left + 26, y + 23, format!("{vr:+} VR"));
    }
    let needs = match row.primary {
        Some(primary) => format!("{} + {}", primary.row().good, row.resource.name()),
        None => row.resource.name().to_owned(),
    };
    let rituals = if one.serves_rituals { "" } else { " · no rituals" };
    let line = format!("{needs} · cost {} · {} VP · {} left{rituals}", row.cost, row.vp, one.tiles);
    pen.text("tgz-body", x + 54, y + 48, line);
}

fn stock(pen: &mut Pen<'_>, sight: &Sight, top: i32) -> i32 {
    pen.text("tgz-head", 8, top + 20, "Tiles left");
    let water = (Place::WaterTiles, Icon::Water, "water", sight.view.water_tiles);
    let resources = sight.view.resource_tiles.iter().map(|one| {
        let place = Place::ResourceTiles(one.resource);
        (place, Icon::Resource(one.resource), one.resource.name(), one.left)
    });
    for (index, (place, icon, name, left)) in [water].into_iter().chain(resources).enumerate() {
        let frame = Frame::new(4 + 83 * index as i32, top + 28, 79, 58);
        let Frame { x, y, .. } = frame;
        pen.spot(place, &format!("{left} {name} tiles left"), frame, |pen| {
            pen.rect("tgz-chip", frame, 9);
            pen.icon(icon, x + 12, y + 8, 26);
            pen.text("tgz-name", x + 48, y + 28, left.to_string());
            pen.text("tgz-body tgz-mid", x + 39, y + 50, name);
        });
    }
    top + 92
}
