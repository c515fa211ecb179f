//! The zone of what lies in front of one player: cattle, cards, monuments.

use super::display::{god_told, specialist_told};
use super::places::Place as At;
use super::scene::Sight;
use super::stamps::short;
use super::table::turn;
use crate::games::great_zimbabwe::pieces::one;
use crate::games::great_zimbabwe::tables::{GODS, MONUMENT_VP};
use crate::games::great_zimbabwe::view::{BoardView, CardView, MonumentView, View};
use crate::markup::{capital, escape, name_of};
use crate::rules::Seat;
use crate::things::{Head, Things};
use crate::{Marks, Place, Scene, Zone};

/// The zone of a seat.
pub fn zone(sight: &Sight<'_>, marks: &Marks, scene: &Scene<'_, View>) -> Zone {
    let seat = scene.shown;
    let board = &sight.view.boards[seat];
    let mut things = Things::new("you", marks);
    things.group("row", |things| {
        let told = cattle_told(sight, seat);
        things.thing(&At::Cattle(seat).spot(), "count", &told, |things, _| {
            things.icon("cattle", "");
            things.put(format_args!("{} cattle", board.cattle));
        });
        things.put(format_args!("<span><b>{}</b> VP of {}</span>", board.vp, board.vr));
    });
    // Whoever looks at their own turn is asked for what is due.
    let told = escape(&turn(sight).join(" "));
    let other = scene.seat != Some(seat);
    if other && sight.active() == Some(seat) && !told.is_empty() {
        things.put(format_args!("<p class=\"note\" title=\"{told}\">{told}</p>"));
    }
    things.group("lines", |things| {
        things.group("cards", |things| {
            god(things, board);
            specialists(things, board);
            technologies(things, sight, seat, board);
        });
        monuments(things, sight, seat);
    });
    let title = match scene.seat == Some(seat) {
        true => format!("You · {}", board.empire),
        false => format!("{} · {}", sight.signed(seat), board.empire),
    };
    let head = Head { title, aside: String::new(), place: Place::Below };
    things.zone(head, String::new())
}

/// The cattle at hand.
pub fn cattle_told(sight: &Sight<'_>, seat: Seat) -> String {
    format!("{} cattle at hand of {}", sight.view.boards[seat].cattle, sight.signed(seat))
}

/// The god, with what she or he does.
fn god(things: &mut Things<'_>, board: &BoardView) {
    let Some(god) = board.god else { return };
    let (name, effect) = (capital(god.name()), GODS[god.index()].2);
    let told = with_cattle(god_told(god), board.god_cattle);
    things.thing(&At::God(god).spot(), "line", &told, |things, _| {
        things.put(format_args!("<b>{}</b> ", escape(&name)));
        things.put(format_args!("<span class=\"effect\">{}</span>", escape(effect)));
        cattle_on(things, board.god_cattle);
    });
}

fn specialists(things: &mut Things<'_>, board: &BoardView) {
    for one in &board.specialists {
        let told = with_cattle(specialist_told(one.specialist), one.cattle);
        let name = capital(one.specialist.name());
        things.thing(&At::Specialist(one.specialist).spot(), "line", &told, |things, _| {
            things.put(format_args!("<span class=\"name\">{}</span>", escape(&name)));
            cattle_on(things, one.cattle);
        });
    }
}

fn with_cattle(told: String, cattle: u16) -> String {
    if cattle == 0 { told } else { format!("{told} {cattle} cattle on the card.") }
}

fn cattle_on(things: &mut Things<'_>, cattle: u16) {
    if cattle > 0 {
        things.count("cattle", "", cattle, "cattle on the card");
    }
}

/// What a technology card in front of a player says.
pub fn card_told(sight: &Sight<'_>, seat: Seat, card: &CardView) -> String {
    let row = card.technology.row();
    format!(
        "{} of {}: {} costs {}, {} cattle on the card",
        capital(row.name),
        sight.signed(seat),
        one(row.good),
        card.price,
        card.cattle
    )
}

fn technologies(things: &mut Things<'_>, sight: &Sight<'_>, seat: Seat, board: &BoardView) {
    for card in &board.technologies {
        let told = card_told(sight, seat, card);
        things.thing(&At::Card(seat, card.technology).spot(), "line", &told, |things, _| {
            things.icon(&name_of(&card.technology), "");
            things.put(format_args!(
                "<span class=\"name\">{}</span><b class=\"price\">{}</b>",
                short(card.technology),
                card.price
            ));
            cattle_on(things, card.cattle);
        });
    }
}

/// What the next level of a monument needs and costs.
pub fn next_told(one: &MonumentView) -> String {
    let goods = goods_told(one);
    match (one.goods, one.cost) {
        (None, _) => goods,
        (_, Some(cost)) => format!("{goods}, {cost} cattle"),
        (_, None) => format!("{goods}, not now"),
    }
}

fn goods_told(one: &MonumentView) -> String {
    match one.goods {
        None => "complete".to_owned(),
        Some(1) => "1 good".to_owned(),
        Some(goods) => format!("{goods} goods"),
    }
}

/// The monuments of a seat by level, the highest first: where they stand, and what raising
/// each costs now.
fn monuments(things: &mut Things<'_>, sight: &Sight<'_>, seat: Seat) {
    let monuments = &sight.view.map.monuments;
    let mut own: Vec<&MonumentView> = monuments.iter().filter(|one| one.owner == seat).collect();
    own.sort_by_key(|one| std::cmp::Reverse(one.level));
    for alike in own.chunk_by(|one, other| (one.level, one.goods) == (other.level, other.goods)) {
        things.group("level", |things| level(things, alike));
    }
}

fn level(things: &mut Things<'_>, alike: &[&MonumentView]) {
    let level = usize::from(alike[0].level);
    let points = match MONUMENT_VP.get(level + 1) {
        Some(more) => format!("{} → {more} VP", MONUMENT_VP[level]),
        None => format!("{} VP", MONUMENT_VP[level]),
    };
    // The sign stays with its name where the line breaks.
    things.put(format_args!("<b>"));
    things.icon(&format!("tower-{level}"), "");
    things.put(format_args!("level {level}:</b> <span>{points}</span>"));
    things.put(format_args!("<span class=\"note\">{}</span>", goods_told(alike[0])));
    let raise = if alike[0].goods.is_some() { "raise: " } else { "" };
    let (payable, never): (Vec<&MonumentView>, Vec<&MonumentView>) =
        alike.iter().partition(|one| one.goods.is_none() || one.cost.is_some());
    let site = |things: &mut Things<'_>, one: &MonumentView, class: &str| {
        let (vp, next) = (MONUMENT_VP[level], next_told(one));
        let content = format!("{}: level {level}, {vp} VP, {raise}{next}", one.at);
        things.thing(&At::Monument(one.at).spot(), class, &content, |things, _| {
            things.put(format_args!("{}", one.at));
            if let (Some(_), Some(cost)) = (one.goods, one.cost) {
                things.put(format_args!(" <b>{cost}c</b>"));
            }
        });
    };
    payable.iter().for_each(|one| site(things, one, "site"));
    // In grey what cannot be raised now.
    never.iter().for_each(|one| site(things, one, "site never"));
}
