//! The zone of what lies in front of one player: cattle, cards, monuments.

use super::display::{god_told, specialist_told};
use super::icons::Icon;
use super::places::Place as At;
use super::scene::Sight;
use super::table::turn;
use crate::games::great_zimbabwe::pieces::one;
use crate::games::great_zimbabwe::tables::{GODS, MONUMENT_VP, SPECIALISTS};
use crate::games::great_zimbabwe::view::{BoardView, CardView, MonumentView};
use crate::markup::{capital, escape};
use crate::rules::Seat;
use crate::things::{Head, Things};
use crate::{Marks, Place, Scene, Zone};

/// The zone of a seat.
pub fn zone(sight: &Sight<'_>, marks: &Marks, scene: &Scene<'_>) -> Zone {
    let seat = scene.shown;
    let board = &sight.view.boards[seat];
    let mut things = Things::new("you", marks);
    things.group("row", |things| {
        let told = cattle_told(sight, seat);
        things.thing(&At::Cattle(seat).spot(), "count", &told, |things, _| {
            things.icon(&Icon::Cattle.name(), "");
            things.put(format_args!("{} cattle", board.cattle));
        });
        things.put(format_args!("<span><b>{}</b> VP of {} VR</span>", board.vp, board.vr));
    });
    if sight.active() == Some(seat) {
        for line in turn(sight) {
            things.put(format_args!("<p class=\"note\">{}</p>", escape(&line)));
        }
    }
    things.group("lines", |things| {
        chosen(things, board);
        technologies(things, sight, seat, board);
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

/// The god and the specialists.
fn chosen(things: &mut Things<'_>, board: &BoardView) {
    if let Some(god) = board.god {
        let effect = GODS[god.index()].2;
        held(things, At::God(god), god_told(god), god.name(), effect, board.god_cattle);
    }
    for one in &board.specialists {
        let (specialist, cattle) = (one.specialist, one.cattle);
        let effect = SPECIALISTS[specialist.index()].3;
        let told = specialist_told(specialist);
        held(things, At::Specialist(specialist), told, specialist.name(), effect, cattle);
    }
}

fn held(things: &mut Things<'_>, at: At, mut told: String, name: &str, effect: &str, cattle: u16) {
    if cattle > 0 {
        told.push_str(&format!(" {cattle} cattle on the card."));
    }
    things.thing(&at.spot(), "line", &told, |things, _| {
        things.put(format_args!("<b>{}</b> ", escape(&capital(name))));
        things.put(format_args!("<span class=\"effect\">{}</span>", escape(effect)));
        if cattle > 0 {
            things.count(&Icon::Cattle.name(), "", cattle);
        }
    });
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
            things.icon(&Icon::Craft(card.technology).name(), "");
            things.put(format_args!(
                "<span class=\"name\">{}</span><span>price <b>{}</b></span>",
                capital(card.technology.name()),
                card.price
            ));
            things.count(&Icon::Cattle.name(), "", format_args!("{} on it", card.cattle));
        });
    }
}

/// What the next level of a monument needs and costs.
pub fn next_told(one: &MonumentView) -> String {
    match (one.goods, one.cost) {
        (None, _) => "complete".to_owned(),
        (Some(goods), cost) => {
            let word = if goods == 1 { "good" } else { "goods" };
            let cost = match cost {
                Some(cost) => format!("{cost} cattle"),
                None => "not now".to_owned(),
            };
            format!("raise: {goods} {word}, {cost}")
        }
    }
}

fn monuments(things: &mut Things<'_>, sight: &Sight<'_>, seat: Seat) {
    for one in sight.view.map.monuments.iter().filter(|one| one.owner == seat) {
        let level = usize::from(one.level);
        let next = next_told(one);
        let content = format!("{}: level {level}, {} VP, {next}", one.at, MONUMENT_VP[level]);
        things.thing(&At::Monument(one.at).spot(), "line", &content, |things, _| {
            things.icon(&Icon::Tower(one.level).name(), "");
            let points = match MONUMENT_VP.get(level + 1) {
                Some(more) => format!("{} → {more} VP", MONUMENT_VP[level]),
                None => format!("{} VP", MONUMENT_VP[level]),
            };
            things.put(format_args!(
                "<span class=\"name\">{} level {level}</span><span>{points}</span><span>{next}</span>",
                one.at
            ));
        });
    }
}
