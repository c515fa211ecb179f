//! The round: the phase in words, the queue of plaques, the players in the order of play on
//! their way to the VR.

use super::display::{god_told, specialist_told};
use super::places::Place as At;
use super::scene::Sight;
use super::words;
use crate::games::great_zimbabwe::pieces::{Plaque, one};
use crate::games::great_zimbabwe::view::{ActionView, PendingView, PhaseView, PlaqueView, View};
use crate::markup::{capital, cut, escape, name_of};
use crate::pen::{Area, Pen, area};
use crate::rules::Seat;
use crate::things::{Head, Things};
use crate::{Marks, Place, Scene, Zone};

/// Width of what stands beside the map in a letter.
pub const WIDTH: i32 = 420;

/// The name of the phase with the round.
pub fn phase_name(sight: &Sight<'_>) -> String {
    let round = sight.view.round;
    match &sight.view.phase {
        _ if sight.ended && round == 0 => "The end, before the first round".to_owned(),
        _ if sight.ended => format!("The end, in round {round}"),
        PhaseView::FirstMonuments { .. } if round == 0 => "First monuments".to_owned(),
        PhaseView::FirstMonuments { .. } => format!("Round {round}"),
        PhaseView::GenerosityOfKings { .. } => format!("Round {round}: generosity of kings"),
        PhaseView::ReligionAndCulture { .. } => format!("Round {round}: religion and culture"),
        PhaseView::Over { .. } => format!("The end, in round {round}"),
    }
}

/// What happens now, in sentences.
pub fn now(sight: &Sight<'_>) -> Vec<String> {
    match &sight.view.phase {
        PhaseView::Over { ranking } => {
            let winner = ranking.first().map(|first| sight.signed(first.seat));
            winner.map(|name| format!("{name} wins.")).into_iter().collect()
        }
        _ if sight.ended => vec!["The match is over.".to_owned()],
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
    }
}

/// What was done in the turn, and what is due.
pub fn turn(sight: &Sight<'_>) -> Vec<String> {
    let PhaseView::ReligionAndCulture { chosen, used, action, pending, raised, .. } =
        &sight.view.phase
    else {
        return vec![];
    };
    // What is due comes first: the rest may be cut off where there is no room.
    let mut lines = Vec::from_iter(due(pending));
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

/// The queue of plaques as words: who, how many cattle, and who is next.
pub fn plaques_told(sight: &Sight<'_>, plaques: &[PlaqueView], resume: usize) -> String {
    let told = plaques.iter().enumerate().map(|(index, one)| {
        let next = if index == resume { ", next cattle here" } else { "" };
        format!("{}: {} cattle{next}", plaque_name(sight, one.plaque), one.cattle)
    });
    format!("Plaques: {}", told.collect::<Vec<_>>().join("; "))
}

/// Whose plaque it is.
pub fn plaque_name(sight: &Sight<'_>, plaque: Plaque) -> String {
    match plaque {
        Plaque::Shadipinyi { worshipper } => {
            format!("Shadipinyi, for {}", sight.signed(worshipper))
        }
        Plaque::Empire { seat } => sight.signed(seat),
    }
}

/// The seats in the order of play, as far as it is known.
pub fn places(sight: &Sight<'_>) -> Vec<Option<Seat>> {
    match &sight.view.phase {
        PhaseView::GenerosityOfKings { places, .. } => places.clone(),
        _ => sight.view.order.iter().copied().map(Some).collect(),
    }
}

/// The zone of the players, with the plaques while kings are generous.
pub fn zone(sight: &Sight<'_>, marks: &Marks, scene: &Scene<'_, View>) -> Zone {
    let mut things = Things::new("players", marks);
    // Their row is always there, so that nothing below moves when a plan leads to them.
    match &sight.view.phase {
        PhaseView::GenerosityOfKings { plaques, resume, .. } => {
            queue(&mut things, sight, plaques, *resume);
        }
        _ => things.put(format_args!("<p class=\"plaques none\">No plaque is out.</p>")),
    }
    let places = places(sight);
    let mut seats: Vec<(Option<usize>, Seat)> =
        (1..).zip(&places).filter_map(|(at, seat)| Some((Some(at), (*seat)?))).collect();
    for &seat in &sight.view.vr_order {
        if !seats.iter().any(|(_, other)| *other == seat) {
            seats.push((None, seat));
        }
    }
    for (at, seat) in seats {
        let now = sight.active() == Some(seat);
        let class = if now { "player now" } else { "player" };
        things.group(class, |things| player(things, sight, at, seat, scene));
    }
    let order = order_told(sight, &places);
    things.note(&At::Order.spot(), &order);
    let sorted = match sight.view.phase {
        PhaseView::FirstMonuments { .. } => "by VR",
        PhaseView::GenerosityOfKings { .. } => "by places, then VR",
        PhaseView::ReligionAndCulture { .. } | PhaseView::Over { .. } => "in order of play",
    };
    let head = Head {
        title: "Players".to_owned(),
        aside: format!("{sorted} · VP of VR"),
        place: Place::Side,
    };
    let mut words = words::phase(sight) + &words::race(sight);
    words.extend(sight.view.boards.seats().map(|seat| words::seat(sight, seat)));
    things.zone(head, words)
}

fn order_told(sight: &Sight<'_>, places: &[Option<Seat>]) -> String {
    let names = places.iter().map(|place| match place {
        Some(seat) => sight.signed(*seat),
        None => "open".to_owned(),
    });
    let turn = match sight.view.phase {
        PhaseView::ReligionAndCulture { seat, .. } => format!("; now {}", sight.signed(seat)),
        _ => String::new(),
    };
    format!("Order of play: {}{turn}", names.collect::<Vec<_>>().join(", "))
}

fn queue(things: &mut Things<'_>, sight: &Sight<'_>, plaques: &[PlaqueView], resume: usize) {
    let content = plaques_told(sight, plaques, resume);
    things.thing(&At::Plaques.spot(), "plaques", &content, |things, _| {
        for (at, one) in plaques.iter().enumerate() {
            let next = if at == resume { " next" } else { "" };
            things.put(format_args!("<span class=\"plaque{next}\">"));
            things.sign(one.plaque.taker(), "");
            if matches!(one.plaque, Plaque::Shadipinyi { .. }) {
                things.put(format_args!("god"));
            }
            things.count("cattle", "", one.cattle, "cattle on the plaque");
            things.put(format_args!("</span>"));
        }
    });
}

fn player(
    things: &mut Things<'_>,
    sight: &Sight<'_>,
    at: Option<usize>,
    seat: Seat,
    scene: &Scene<'_, View>,
) {
    let board = &sight.view.boards[seat];
    things.note(&At::Standing(seat).spot(), &standing(sight, seat));
    things.note(&At::Cattle(seat).spot(), &super::seats::cattle_told(sight, seat));
    let at = at.map_or(String::new(), |at| format!("{at}. "));
    let (own, vp, vr) = (scene.seat == Some(seat), board.vp, board.vr);
    let total = format_args!("{vp}<span class=\"of\">/{vr}</span>");
    things.player(seat, &at, sight.name(seat), own, total);
    let most = i32::from(board.vr).max(1);
    let filled = (100 * board.vp.clamp(0, most)) / most;
    things.put(format_args!(
        "<svg class=\"rail\" viewBox=\"0 0 100 7\" preserveAspectRatio=\"none\" \
         aria-hidden=\"true\"><path class=\"tgz-rail\" d=\"M0 0h100v7H0z\"/>\
         <path class=\"tgz-s{}\" d=\"M0 0h{filled}v7H0z\"/></svg><span class=\"line\">",
        seat.0
    ));
    things.count("cattle", "", board.cattle, "cattle");
    let levels = sight.view.map.monuments.iter().filter(|one| one.owner == seat);
    let mut levels: Vec<u8> = levels.map(|one| one.level).collect();
    levels.sort_unstable_by(|a, b| b.cmp(a));
    let levels: Vec<String> = levels
        .chunk_by(|one, other| one == other)
        .map(|alike| match alike.len() {
            1 => alike[0].to_string(),
            many => format!("{many}×{}", alike[0]),
        })
        .collect();
    if !levels.is_empty() {
        things.count("tower-1", "", levels.join(" "), "levels of the monuments");
    }
    raises(things, sight, seat);
    for card in &board.technologies {
        let told = escape(&super::seats::card_told(sight, seat, card));
        things.put(format_args!("<span class=\"count\" role=\"img\" title=\"{told}\">"));
        things.icon(&name_of(&card.technology), "");
        things.put(format_args!("<b>{}</b></span>", card.price));
    }
    // Beside many cards there is no room left in their line.
    let narrow = board.specialists.len() > 1 || board.technologies.len() > 3;
    let many = if narrow { " many" } else { "" };
    let god = board.god.map(|god| (capital(god.name()), god_told(god)));
    let others = board.specialists.iter().map(|one| one.specialist);
    let others = others.map(|one| (capital(one.name()), specialist_told(one)));
    let (names, told): (Vec<String>, Vec<String>) = god.into_iter().chain(others).unzip();
    if !names.is_empty() {
        let (names, told) = (escape(&names.join(", ")), escape(&told.join(" ")));
        things.put(format_args!("<span class=\"effect{many}\" title=\"{told}\">{names}</span>"));
    }
    things.put(format_args!("</span>"));
}

/// Whether a seat can still raise monuments before the markers are cleared.
fn may_raise(sight: &Sight<'_>, seat: Seat) -> bool {
    let place = |seat: Seat| sight.view.order.iter().position(|other| *other == seat);
    match &sight.view.phase {
        PhaseView::FirstMonuments { .. } | PhaseView::GenerosityOfKings { .. } => true,
        PhaseView::ReligionAndCulture { seat: now, action, going, .. } if *now == seat => {
            action.is_none_or(|action| *going && action == ActionView::RaiseMonuments)
        }
        PhaseView::ReligionAndCulture { seat: now, .. } => place(*now) < place(seat),
        PhaseView::Over { .. } => false,
    }
}

/// How many monuments a seat could raise in its turn with its cattle, each as if alone; which
/// ones, for whom points at it.
fn raises(things: &mut Things<'_>, sight: &Sight<'_>, seat: Seat) {
    if !may_raise(sight, seat) {
        return;
    }
    let cattle = sight.view.boards[seat].cattle;
    let own = sight.view.map.monuments.iter().filter(|one| one.owner == seat);
    let payable: Vec<String> = own
        .filter_map(|one| Some((one, one.cost.filter(|cost| *cost <= cattle)?)))
        .map(|(one, cost)| format!("{} for {cost}", one.at))
        .collect();
    if !payable.is_empty() {
        let (count, which) = (payable.len(), payable.join(", "));
        things.put(format_args!(
            "<span role=\"img\" title=\"can raise with {cattle} cattle, each as if alone: {which}\">↑{count}</span>"
        ));
    }
}

/// What a seat's lane says.
fn standing(sight: &Sight<'_>, seat: Seat) -> String {
    let board = &sight.view.boards[seat];
    format!("{}: {} VP of {} VR, {} cattle", sight.signed(seat), board.vp, board.vr, board.cattle)
}

/// Draws a lane a seat in the order of the VR; says how high they are.
pub fn lanes(pen: &mut Pen<'_>, sight: &Sight<'_>, (left, top): (i32, i32), width: i32) -> i32 {
    for (index, &seat) in sight.view.vr_order.iter().enumerate() {
        let y = top + 4 + index as i32 * 56;
        let at = area(left + 4, y, width - 8, 54);
        pen.spot(&At::Standing(seat).spot(), &standing(sight, seat), at, |pen| {
            lane(pen, sight, seat, at);
        });
    }
    8 + 56 * sight.view.vr_order.len() as i32
}

fn lane(pen: &mut Pen<'_>, sight: &Sight<'_>, seat: Seat, at: Area) {
    let board = &sight.view.boards[seat];
    let Area { x, y, w, .. } = at;
    pen.sign(seat, x + 6, y + 5, 26);
    pen.text("tgz-name", x + 40, y + 23, cut(sight.name(seat), 13));
    if sight.active() == Some(seat) {
        let (x, y) = (x + w - 216, y + 12);
        pen.put(format_args!(r#"<path class="tgz-next" d="M{x} {y}l9 6-9 6z"/>"#));
    }
    pen.icon("cattle", "", x + w - 194, y + 9, 18);
    pen.text("tgz-num", x + w - 173, y + 23, board.cattle);
    let points = format!("{} VP of {} VR", board.vp, board.vr);
    pen.text("tgz-numend", x + w - 8, y + 23, points);
    let bar = area(x + 40, y + 33, w - 48, 12);
    let most = sight.view.boards.values().map(|one| one.vp.max(40)).max().unwrap_or(40);
    let on = |points: i32| bar.x + bar.w * points.clamp(0, most) / most;
    pen.rect("tgz-rail", bar, 6);
    let filled = area(bar.x, bar.y, (on(board.vp) - bar.x).max(12), bar.h);
    pen.rect(&format!("tgz-fill tgz-s{}", seat.0), filled, 6);
    let (flag, top) = (on(i32::from(board.vr)), bar.y - 6);
    pen.put(format_args!(
        r#"<path class="tgz-pole" d="M{flag} {top}v20"/><path class="tgz-flag" d="M{flag} {top}h11l-3 4 3 4h-11z"/>"#
    ));
}
