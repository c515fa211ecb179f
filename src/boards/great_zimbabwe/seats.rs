//! What lies in front of one player: points, cattle, cards, monuments.

use super::display::{capital, god_told, specialist_told};
use super::icons::Icon;
use super::pen::{Frame, Pen, cut, ink, wrapped};
use super::places::Place;
use super::scene::Sight;
use super::stamps::Stamp;
use super::table::WIDTH;
use super::words;
use crate::boards::{Marks, Panel};
use crate::games::great_zimbabwe::pieces::{God, Specialist, one};
use crate::games::great_zimbabwe::tables::{GODS, MONUMENT_VP, SPECIALISTS};
use crate::games::great_zimbabwe::view::{BoardView, CardView, MonumentView};
use crate::rules::Seat;

/// The panel of a seat.
pub fn panel(sight: &Sight, seat: Seat, marks: &Marks) -> Panel {
    let mut pen = Pen::new(&format!("seat-{}", seat.0), marks);
    let board = &sight.view.boards[seat];
    let mut y = header(&mut pen, sight, seat, board);
    y = chosen(&mut pen, board, y);
    y = technologies(&mut pen, sight, seat, board, y);
    y = monuments(&mut pen, sight, seat, y);
    let title = format!("{}: {}", sight.signed(seat), board.empire);
    pen.panel(&title, Some(seat), (WIDTH, y + 4), words::seat(sight, seat))
}

fn header(pen: &mut Pen<'_>, sight: &Sight, seat: Seat, board: &BoardView) -> i32 {
    pen.rect(&format!("tgz-band tgz-s{}", seat.0), Frame::new(4, 4, WIDTH - 8, 8), 4);
    pen.sign(seat, 8, 20, 34);
    pen.text("tgz-title", 52, 40, cut(sight.name(seat), 19));
    let now = if sight.active() == Some(seat) { " · to move" } else { "" };
    pen.text("tgz-muted", 52, 58, format!("{}{now}", board.empire));
    let content = format!("{} cattle at hand of {}", board.cattle, sight.signed(seat));
    let frame = Frame::new(WIDTH - 94, 20, 90, 40);
    pen.spot(Place::Cattle(seat), &content, frame, |pen| {
        pen.rect("tgz-chip", frame, 9);
        pen.icon(Icon::Cattle, frame.x + 10, frame.y + 8, 24);
        pen.text("tgz-name", frame.x + 42, frame.y + 26, board.cattle.to_string());
    });
    let y = 72;
    let most = i32::from(board.vr).max(board.vp).max(1);
    let bar = Frame::new(8, y, WIDTH - 160, 18);
    pen.rect("tgz-rail", bar, 9);
    let filled = (bar.w * board.vp.max(0) / most).max(18);
    pen.rect(&format!("tgz-fill tgz-s{}", seat.0), Frame { w: filled, ..bar }, 9);
    pen.text("tgz-nameend", WIDTH - 8, y + 16, format!("{} VP of {} VR", board.vp, board.vr));
    y + 30
}

/// The god and the specialists.
fn chosen(pen: &mut Pen<'_>, board: &BoardView, top: i32) -> i32 {
    let mut y = top;
    if let Some(god) = board.god {
        y = god_card(pen, god, board.god_cattle, y);
    }
    for one in &board.specialists {
        y = specialist_card(pen, one.specialist, one.cattle, y);
    }
    y
}

fn god_card(pen: &mut Pen<'_>, god: God, cattle: u16, y: i32) -> i32 {
    let mut told = god_told(god);
    if cattle > 0 {
        told.push_str(&format!(" {cattle} cattle on the card."));
    }
    let head = format!("{} · {:+} VR", capital(god.name()), god.vr());
    wide_card(pen, Place::God(god), &told, (&head, GODS[god.index()].2), cattle, y)
}

fn specialist_card(pen: &mut Pen<'_>, one: Specialist, cattle: u16, y: i32) -> i32 {
    let mut told = specialist_told(one);
    if cattle > 0 {
        told.push_str(&format!(" {cattle} cattle on the card."));
    }
    let head = format!("{} · {:+} VR · pay {}", capital(one.name()), one.vr(), one.pay());
    wide_card(pen, Place::Specialist(one), &told, (&head, SPECIALISTS[one.index()].3), cattle, y)
}

fn wide_card(
    pen: &mut Pen<'_>,
    place: Place,
    told: &str,
    (head, effect): (&str, &str),
    cattle: u16,
    y: i32,
) -> i32 {
    let lines = wrapped(effect, 58);
    let frame = Frame::new(4, y, WIDTH - 8, 32 + 17 * lines.len() as i32);
    pen.spot(place, told, frame, |pen| {
        pen.rect("tgz-chip", frame, 9);
        pen.text("tgz-name", 14, y + 22, head);
        for (index, line) in lines.iter().enumerate() {
            pen.text("tgz-body", 14, y + 41 + 17 * index as i32, line);
        }
        if cattle > 0 {
            pen.cattle(cattle, WIDTH - 60, y + 8);
        }
    });
    y + frame.h + 6
}

/// What a technology card in front of a player says.
pub fn card_told(sight: &Sight, seat: Seat, card: &CardView) -> String {
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

fn technologies(pen: &mut Pen<'_>, sight: &Sight, seat: Seat, board: &BoardView, top: i32) -> i32 {
    let mut bottom = top;
    for (index, card) in board.technologies.iter().enumerate() {
        let x = 4 + index as i32 % 2 * 209;
        let y = top + index as i32 / 2 * 56;
        bottom = y + 56;
        let frame = Frame::new(x, y, 203, 50);
        let told = card_told(sight, seat, card);
        pen.spot(Place::Card(seat, card.technology), &told, frame, |pen| {
            pen.rect("tgz-chip", frame, 9);
            pen.icon(Icon::Craft(card.technology), x + 8, y + 8, 34);
            pen.text("tgz-name", x + 50, y + 21, capital(card.technology.name()));
            pen.stamp(Stamp::Price(card.price), x + 49, y + 24);
            if card.cattle > 0 {
                pen.cattle(card.cattle, x + 84, y + 28);
            }
        });
    }
    bottom
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

fn monuments(pen: &mut Pen<'_>, sight: &Sight, seat: Seat, top: i32) -> i32 {
    let (mut y, mut rules) = (top, String::new());
    for one in sight.view.map.monuments.iter().filter(|one| one.owner == seat) {
        let frame = Frame::new(4, y, WIDTH - 8, 34);
        let points = MONUMENT_VP[usize::from(one.level)];
        let next = next_told(one);
        let content = format!("{}: level {}, {points} VP, {next}", one.at, one.level);
        pen.spot(Place::Monument(one.at), &content, frame, |pen| {
            pen.stamp(Stamp::Mini(one.level), 12, y + 4);
            let name = format!("{}: level {}, {points} VP", one.at, one.level);
            pen.text("tgz-num", 48, y + 23, name);
            pen.text("tgz-bodyend", WIDTH - 12, y + 23, next);
        });
        rules.push_str(&format!("M8 {y}H{}", WIDTH - 8));
        y += 35;
    }
    ink!(pen, r#"<path class="tgz-rule" d="{rules}"/>"#);
    y
}
