//! The round: the queue of plaques or the turn, the order of play, and the race
//! for the VR.

use super::pen::{Frame, Pen, cut, ink};
use super::places::Place;
use super::scene::Sight;
use super::words;
use crate::boards::{Marks, Panel};
use crate::games::great_zimbabwe::pieces::{Plaque, one};
use crate::games::great_zimbabwe::view::{ActionView, PendingView, PhaseView, PlaqueView};
use crate::rules::Seat;

/// Width of every panel but the map.
pub const WIDTH: i32 = 420;

/// The name of the phase with the round.
pub fn phase_name(sight: &Sight) -> String {
    let round = sight.view.round;
    match &sight.view.phase {
        PhaseView::FirstMonuments { .. } if round == 0 => "First monuments".to_owned(),
        PhaseView::FirstMonuments { .. } => format!("Round {round}"),
        PhaseView::GenerosityOfKings { .. } => format!("Round {round}: generosity of kings"),
        PhaseView::ReligionAndCulture { .. } => format!("Round {round}: religion and culture"),
        PhaseView::Over { .. } => format!("The end, in round {round}"),
    }
}

/// What happens now, in sentences.
pub fn now(sight: &Sight) -> Vec<String> {
    match &sight.view.phase {
        PhaseView::FirstMonuments { seat: None } => vec!["A new round begins.".to_owned()],
        PhaseView::FirstMonuments { seat: Some(seat) } => {
            vec![format!("{} places a first monument.", sight.signed(*seat))]
        }
        PhaseView::GenerosityOfKings { seat, last_gift, .. } => {
            let asked = seat.map(|seat| format!("{} gives a gift or passes.", sight.signed(seat)));
            let gift = match last_gift {
                0 => "No gift yet.".to_owned(),
                gift => format!("Last gift: {gift} cattle; the next one must be larger."),
            };
            asked.into_iter().chain([gift]).collect()
        }
        PhaseView::ReligionAndCulture { seat, .. } => {
            let mut lines = vec![format!("{} takes a turn.", sight.signed(*seat))];
            lines.extend(turn(sight));
            lines
        }
        PhaseView::Over { ranking } => {
            let winner = ranking.first().map(|first| sight.signed(first.seat));
            winner.map(|name| format!("{name} wins.")).into_iter().collect()
        }
    }
}

/// What was done in the turn, and what is due.
fn turn(sight: &Sight) -> Vec<String> {
    let PhaseView::ReligionAndCulture { chosen, used, action, pending, raised, .. } =
        &sight.view.phase
    else {
        return vec![];
    };
    let mut lines = Vec::new();
    if *chosen {
        lines.push("A god or a specialist was chosen.".to_owned());
    }
    if !used.is_empty() {
        let names: Vec<&str> = used.iter().map(|one| one.name()).collect();
        lines.push(format!("Used: {}.", names.join(", ")));
    }
    let action = action.map(|action| match action {
        ActionView::BuildMonument => "Main action: building monuments.",
        ActionView::PlaceCraftsmen => "Main action: placing craftsmen and raising prices.",
        ActionView::RaiseMonuments => "Main action: raising monuments.",
    });
    lines.extend(action.map(str::to_owned));
    if !raised.is_empty() {
        let names: Vec<String> = raised.iter().map(ToString::to_string).collect();
        lines.push(format!("Raised: {}.", names.join(", ")));
    }
    lines.extend(due(pending));
    lines
}

fn due(pending: &PendingView) -> Option<String> {
    match pending {
        PendingView::Nothing => None,
        PendingView::UseSpecialist { specialist } => {
            Some(format!("Next: use the {}.", specialist.name()))
        }
        PendingView::PlaceCraftsman { craftsman } => {
            Some(format!("Next: place {}.", one(craftsman.name())))
        }
        PendingView::CompleteRaise { monument, goods, families, waiting } => {
            let mut line = match goods {
                0 => format!("Next: complete the goods for {monument}"),
                1 => format!("Next: 1 more ritual good for {monument}"),
                more => format!("Next: {more} more ritual goods for {monument}"),
            };
            if !families.is_empty() {
                let names: Vec<&str> = families.iter().map(|family| family.name()).collect();
                line.push_str(&format!(" (has {})", names.join(", ")));
            }
            if let Some(at) = waiting {
                line.push_str(&format!("; the craftsman on {at} waits for a primary good"));
            }
            Some(format!("{line}."))
        }
    }
}

/// The panel of the round and the phase.
pub fn phase(sight: &Sight, marks: &Marks) -> Panel {
    let mut pen = Pen::new("phase", marks);
    pen.text("tgz-title", 12, 28, phase_name(sight));
    let mut y = 50;
    for line in now(sight) {
        for part in super::pen::wrapped(&line, 50) {
            pen.text("tgz-body", 12, y, part);
            y += 19;
        }
    }
    if let PhaseView::GenerosityOfKings { plaques, resume, .. } = &sight.view.phase {
        y = queue(&mut pen, sight, plaques, *resume, y + 4);
    }
    let height = order(&mut pen, sight, y + 4);
    pen.panel("Round and phase", None, (WIDTH, height), words::phase(sight))
}

/// The queue of plaques as words: who, how many cattle, and who is next.
pub fn plaques_told(sight: &Sight, plaques: &[PlaqueView], resume: usize) -> String {
    let told = plaques.iter().enumerate().map(|(index, one)| {
        let next = if index == resume { ", next cattle here" } else { "" };
        format!("{}: {} cattle{next}", plaque_name(sight, one.plaque), one.cattle)
    });
    format!("Plaques: {}", told.collect::<Vec<_>>().join("; "))
}

/// Whose plaque it is.
pub fn plaque_name(sight: &Sight, plaque: Plaque) -> String {
    match plaque {
        Plaque::Shadipinyi { worshipper } => {
            format!("Shadipinyi, for {}", sight.signed(worshipper))
        }
        Plaque::Empire { seat } => sight.signed(seat),
    }
}

fn queue(pen: &mut Pen<'_>, sight: &Sight, plaques: &[PlaqueView], resume: usize, top: i32) -> i32 {
    let count = plaques.len().max(1) as i32;
    let wide = ((WIDTH - 24) / count - 6).min(90);
    let content = plaques_told(sight, plaques, resume);
    let frame = Frame::new(4, top, WIDTH - 8, 106);
    pen.spot(Place::Plaques, &content, frame, |pen| {
        pen.text("tgz-head", 12, top + 18, "Plaques, and the cattle on them");
        for (index, one) in plaques.iter().enumerate() {
            let x = 12 + index as i32 * (wide + 6);
            let (y, seat) = (top + 28, one.plaque.taker());
            pen.rect("tgz-chip", Frame::new(x, y, wide, 58), 8);
            match one.plaque {
                Plaque::Empire { .. } => pen.sign(seat, x + wide / 2 - 12, y + 4, 24),
                Plaque::Shadipinyi { .. } => {
                    pen.sign(seat, x + 5, y + 4, 20);
                    pen.text("tgz-num", x + 28, y + 20, "god");
                }
            }
            pen.cattle(one.cattle, x + wide / 2 - 19, y + 34);
            if index == resume {
                let middle = x + wide / 2;
                ink!(pen, r#"<path class="tgz-next" d="M{middle} {}l7 11h-14z"/>"#, y + 61);
            }
        }
    });
    top + 108
}

/// The seats in the order of play, as far as it is known.
pub fn places(sight: &Sight) -> Vec<Option<Seat>> {
    match &sight.view.phase {
        PhaseView::GenerosityOfKings { places, .. } => places.clone(),
        _ => sight.view.order.iter().copied().map(Some).collect(),
    }
}

fn order(pen: &mut Pen<'_>, sight: &Sight, top: i32) -> i32 {
    let places = places(sight);
    let active = match sight.view.phase {
        PhaseView::ReligionAndCulture { seat, .. } => Some(seat),
        _ => None,
    };
    let names = places.iter().map(|place| match place {
        Some(seat) => sight.signed(*seat),
        None => "open".to_owned(),
    });
    let turn = active.map_or(String::new(), |seat| format!("; now {}", sight.signed(seat)));
    let content = format!("Order of play: {}{turn}", names.collect::<Vec<_>>().join(", "));
    if places.is_empty() {
        pen.note(&Place::Order.spot(), &content);
        return top;
    }
    let frame = Frame::new(4, top, WIDTH - 8, 98);
    pen.spot(Place::Order, &content, frame, |pen| {
        pen.text("tgz-head", 12, top + 18, "Order of play");
        let wide = (WIDTH - 24) / places.len() as i32 - 6;
        for (index, place) in places.iter().enumerate() {
            let x = 12 + index as i32 * (wide + 6);
            let now = place.is_some() && *place == active;
            let class = if now { "tgz-chip tgz-now" } else { "tgz-chip" };
            pen.rect(class, Frame::new(x, top + 28, wide, 60), 8);
            pen.text("tgz-muted", x + 8, top + 51, format!("{}.", index + 1));
            let Some(seat) = place else { continue };
            pen.sign(*seat, x + wide / 2 - 12, top + 33, 24);
            let name = cut(sight.name(*seat), (wide / 9) as usize);
            pen.text("tgz-bodymid", x + wide / 2, top + 77, name);
        }
    });
    top + 102
}

/// The panel of the race: each seat's VP on the way to its VR.
pub fn race(sight: &Sight, marks: &Marks) -> Panel {
    let mut pen = Pen::new("race", marks);
    let height = lanes(&mut pen, sight, (0, 0), WIDTH);
    pen.panel("Points and requirements", None, (WIDTH, height), words::race(sight))
}

/// What a seat's lane says.
fn standing(sight: &Sight, seat: Seat) -> String {
    let board = &sight.view.boards[seat];
    format!("{}: {} VP of {} VR, {} cattle", sight.signed(seat), board.vp, board.vr, board.cattle)
}

/// Draws a lane a seat in the order of the VR; says how high they are.
pub fn lanes(pen: &mut Pen<'_>, sight: &Sight, (left, top): (i32, i32), width: i32) -> i32 {
    for (index, &seat) in sight.view.vr_order.iter().enumerate() {
        let y = top + 4 + index as i32 * 56;
        let frame = Frame::new(left + 4, y, width - 8, 54);
        pen.spot(Place::Standing(seat), &standing(sight, seat), frame, |pen| {
            lane(pen, sight, seat, frame);
        });
    }
    8 + 56 * sight.view.vr_order.len() as i32
}

fn lane(pen: &mut Pen<'_>, sight: &Sight, seat: Seat, frame: Frame) {
    let board = &sight.view.boards[seat];
    let Frame { x, y, w, .. } = frame;
    pen.sign(seat, x + 6, y + 5, 26);
    pen.text("tgz-name", x + 40, y + 23, cut(sight.name(seat), 13));
    if sight.active() == Some(seat) {
        ink!(pen, r#"<path class="tgz-next" d="M{} {}l9 6-9 6z"/>"#, x + w - 216, y + 12);
    }
    pen.cattle(board.cattle, x + w - 194, y + 9);
    let points = format!("{} VP of {} VR", board.vp, board.vr);
    pen.text("tgz-numend", x + w - 8, y + 23, points);
    let bar = Frame::new(x + 40, y + 33, w - 48, 12);
    let most = sight.view.boards.values().map(|one| one.vp.max(40)).max().unwrap_or(40);
    let on = |points: i32| bar.x + bar.w * points.clamp(0, most) / most;
    pen.rect("tgz-rail", bar, 6);
    let filled = Frame::new(bar.x, bar.y, (on(board.vp) - bar.x).max(12), bar.h);
    pen.rect(&format!("tgz-fill tgz-s{}", seat.0), filled, 6);
    let flag = on(i32::from(board.vr));
    ink!(
        pen,
        r#"<path class="tgz-pole" d="M{flag} {}v20"/><path class="tgz-flag" d="M{flag} {}h11l-3 4 3 4h-11z"/>"#,
        bar.y - 6,
        bar.y - 6
    );
}
