//! The cards that are still to be had: gods, specialists, technologies; and the
//! tiles of the stock.

use super::icons::Icon;
use super::pen::{Frame, Pen, ink, wrapped};
use super::places::Place;
use super::scene::Sight;
use super::stamps::Stamp;
use super::table::WIDTH;
use super::words;
use crate::boards::{Marks, Panel};
use crate::games::great_zimbabwe::pieces::{Craft, God, Specialist};
use crate::games::great_zimbabwe::tables::{CRAFTSMAN_TILES, GODS, SPECIALISTS};
use crate::games::great_zimbabwe::view::{CardView, TechnologyView};
use crate::rules::Seat;

/// Letters in a line of a card.
const LETTERS: usize = 25;

/// What a god's card says.
pub fn god_told(god: God) -> String {
    format!("{} ({:+} VR): {}", god.name(), god.vr(), GODS[god.index()].2)
}

/// What a specialist's card says.
pub fn specialist_told(one: Specialist) -> String {
    let effect = SPECIALISTS[one.index()].3;
    format!("{} ({:+} VR, pay {}): {effect}", one.name(), one.vr(), one.pay())
}

/// What using a specialist takes and does.
fn use_of(one: Specialist) -> String {
    let effect = SPECIALISTS[one.index()].3;
    match one {
        Specialist::Herd => effect.to_owned(),
        _ => format!("Pay {}. {effect}", one.pay()),
    }
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
            effect: GODS[god.index()].2.to_owned(),
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
            effect: use_of(one),
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
    effect: String,
    told: String,
}

fn spread(pen: &mut Pen<'_>, cards: impl Iterator<Item = Card>, top: i32) -> i32 {
    let cards: Vec<Card> = cards.collect();
    let mut y = top;
    for pair in cards.chunks(2) {
        let lines = pair.iter().map(|card| wrapped(&card.effect, LETTERS).len()).max();
        let high = 36 + 17 * lines.unwrap_or(1) as i32;
        for (index, card) in pair.iter().enumerate() {
            let frame = Frame::new(4 + 209 * index as i32, y, 203, high);
            pen.spot(card.place, &card.told, frame, |pen| card.draw(pen, frame));
        }
        y += high + 6;
    }
    y
}

impl Card {
    fn draw(&self, pen: &mut Pen<'_>, frame: Frame) {
        let Frame { x, y, w, .. } = frame;
        pen.rect("tgz-chip", frame, 9);
        pen.text("tgz-name", x + 10, y + 23, &self.name);
        pen.rect("tgz-vr", Frame::new(x + w - 62, y + 7, 56, 22), 11);
        pen.text("tgz-onvr", x + w - 34, y + 23, format!("{:+} VR", self.vr));
        for (line, text) in wrapped(&self.effect, LETTERS).iter().enumerate() {
            pen.text("tgz-body", x + 10, y + 44 + 17 * line as i32, text);
        }
    }
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
    let slot = |copy: usize| x + w - 124 + 62 * copy as i32;
    for (seat, card) in owners(sight, one.technology) {
        let left = slot(usize::from(card.copy) - 1);
        pen.sign(seat, left + 4, y + 6, 24);
        pen.stamp(Stamp::Price(card.price), left + 31, y + 6);
    }
    for (vr, copy) in one.vr.iter().rev().zip((0..row.vr.len()).rev()) {
        pen.rect("tgz-vr", Frame::new(slot(copy), y + 7, 56, 22), 11);
        pen.text("tgz-onvr", slot(copy) + 28, y + 23, format!("{vr:+} VR"));
    }
    let needs = match row.primary {
        Some(primary) => format!("{} + {}", primary.row().good, row.resource.name()),
        None => row.resource.name().to_owned(),
    };
    pen.text("tgz-body", x + 54, y + 48, format!("{needs} · cost {} · {} VP", row.cost, row.vp));
    if !one.serves_rituals {
        pen.text("tgz-muted", x + 198, y + 24, "no rituals");
    }
    let pips = |tiles: std::ops::Range<usize>| -> String {
        let left = |tile: usize| x + w - 60 + 18 * tile as i32;
        tiles.map(|tile| format!("M{} {}h14v14h-14z", left(tile), y + 37)).collect()
    };
    let (here, gone) = (pips(0..one.tiles), pips(one.tiles..CRAFTSMAN_TILES));
    ink!(pen, r#"<path class="tgz-tileleft" d="{here}"/><path class="tgz-tilegone" d="{gone}"/>"#);
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
            pen.text("tgz-bodymid", x + 39, y + 50, name);
        });
    }
    top + 92
}
