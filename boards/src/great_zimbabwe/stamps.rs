//! Pieces of the map in the size of its squares, each drawn once and then only
//! repeated by name: there can be hundreds, and a page should stay light.
//!
//! Every mark is a shape of its own, so that none depends on colour: what is
//! offered has a dashed ring, what changed has corner brackets, what is chosen
//! has a double frame.

use super::icons::{SIZE, drawing};
use crate::games::great_zimbabwe::pieces::{Craft, Lie, Resource};
use crate::markup::{Marked, name_of};
use crate::pen::{Area, Pen, area};
use crate::{Offered, Rank};

/// Side of a square.
pub const CELL: i32 = 48;

/// A piece of the map, drawn from the upper left corner of its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stamp {
    /// The round court of a monument with the sign of its owner.
    Court(u8),
    /// The tower of a monument of this level, with its number.
    Tower(u8),
    /// The brackets of a square that changed.
    Changed,
    /// A square with a resource.
    Resource(Resource),
    /// The rim of a resource that was placed during the match.
    Placed,
    /// The rim of a craftsman's tile in the colour of its owner.
    Rim(u8, Form),
    /// A craftsman's tile inside of its rim.
    Workshop(Craft, Form),
    /// The sign of a seat on a craftsman's tile.
    Badge(u8),
    /// The price of a craftsman's good.
    Price(u8),
    /// A marker on a used resource.
    Used,
    /// A starting area.
    Start,
    /// An empty square that can be chosen, with what is best known of it as a number; 0 where
    /// nothing is.
    Offer(Rank, u8),
}

/// How a craftsman's tile covers squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Two squares side by side.
    Across,
    /// Two squares, one below the other.
    Down,
    /// Two by two squares.
    Square,
}

impl Form {
    /// The form of a craftsman's tile that lies like this.
    pub fn of(craft: Craft, lie: Lie) -> Form {
        match (craft.row().square, lie) {
            (true, _) => Form::Square,
            (false, Lie::Across) => Form::Across,
            (false, Lie::Down) => Form::Down,
        }
    }

    /// Its width and height.
    pub fn size(self) -> (i32, i32) {
        match self {
            Form::Across => (2 * CELL, CELL),
            Form::Down => (CELL, 2 * CELL),
            Form::Square => (2 * CELL, 2 * CELL),
        }
    }
}

/// What a craftsman is called where there is little room.
pub fn short(craft: Craft) -> &'static str {
    ["Potter", "Ivory", "Wood", "Diamond", "Vessel", "Throne", "Sculptor"][craft.index()]
}

impl Stamp {
    /// Its name in ids.
    pub fn name(self) -> String {
        match self {
            Stamp::Court(seat) => format!("c{seat}"),
            Stamp::Tower(level) => format!("t{level}"),
            Stamp::Changed => "k".to_owned(),
            Stamp::Resource(resource) => format!("f{}", resource.index()),
            Stamp::Placed => "f".to_owned(),
            Stamp::Rim(seat, form) => format!("r{seat}{}", form as u8),
            Stamp::Workshop(craft, form) => format!("w{}{}", craft.index(), form as u8),
            Stamp::Badge(seat) => format!("b{seat}"),
            Stamp::Price(price) => format!("p{price}"),
            Stamp::Used => "u".to_owned(),
            Stamp::Start => "s".to_owned(),
            Stamp::Offer(rank, badge) => format!("o{}{badge}", rank as u8),
        }
    }

    /// Its markup.
    pub fn drawing(self) -> String {
        match self {
            Stamp::Court(seat) => court(seat),
            Stamp::Tower(level) => tower(level),
            Stamp::Changed => brackets(area(1, 1, CELL - 2, CELL - 2)),
            Stamp::Resource(resource) => resource_square(resource),
            Stamp::Placed => {
                r#"<rect class="tgz-placed" x="3" y="3" width="42" height="42" rx="9"/>"#.to_owned()
            }
            Stamp::Rim(seat, form) => rim(seat, form),
            Stamp::Workshop(craft, form) => workshop(craft, form),
            Stamp::Badge(seat) => part(&format!("sign-{seat}"), (0, 0), 24),
            Stamp::Price(price) => format!(
                r#"<circle class="tgz-coin" cx="12" cy="12" r="11"/><text class="tgz-price" x="12" y="17">{price}</text>"#
            ),
            Stamp::Used => concat!(
                r#"<circle class="tgz-used" cx="10" cy="10" r="9"/>"#,
                r#"<path class="tgz-cross" d="M6 6L14 14M14 6L6 14"/>"#
            )
            .to_owned(),
            Stamp::Start => concat!(
                r#"<circle class="tgz-start" cx="24" cy="24" r="17"/>"#,
                r#"<circle class="tgz-start2" cx="24" cy="24" r="9"/>"#
            )
            .to_owned(),
            Stamp::Offer(rank, badge) => offer(rank, badge),
        }
    }
}

/// Draws a stamp with its left upper corner at (`x`, `y`).
pub fn stamp(pen: &mut Pen<'_>, stamp: Stamp, x: i32, y: i32) {
    pen.stamp(&stamp.name(), x, y, || stamp.drawing());
}

/// What is best known of what is offered here, in a few letters.
pub fn badge(pen: &mut Pen<'_>, at: Area, offered: &Offered) {
    if !offered.badge.is_empty() {
        pen.text("tgz-badge", at.x + at.w / 2, at.y + at.h / 2 + 7, &offered.badge);
    }
}

/// The marks on a spot.
pub fn mark(pen: &mut Pen<'_>, at: Area, marked: Marked<'_>) {
    if let Some(offered) = marked.offered {
        pen.rect("tgz-offered", at.inset(2), 7);
        badge(pen, at, offered);
    }
    if marked.closed.is_some() {
        pen.rect("tgz-closed", at.inset(2), 7);
    }
    if marked.changed && (at.w, at.h) == (CELL, CELL) {
        stamp(pen, Stamp::Changed, at.x, at.y);
    } else if marked.changed {
        pen.put(format_args!("{}", brackets(at.inset(1))));
    }
    if marked.touched {
        pen.rect("tgz-touched", at.inset(1), 7);
    }
    if marked.chosen {
        pen.rect("tgz-chosen", at.inset(1), 7);
        pen.rect("tgz-chosen2", at.inset(4), 5);
    }
}

/// Brackets in the corners of an area: the mark of what changed.
fn brackets(at: Area) -> String {
    let Area { x, y, w, h } = at;
    let (arm, right, below) = (10, x + w, y + h);
    let path = format!(
        "M{x} {}v-{arm}h{arm}M{} {y}h{arm}v{arm}M{right} {}v{arm}h-{arm}M{} {below}h-{arm}v-{arm}",
        y + arm,
        right - arm,
        below - arm,
        x + arm
    );
    format!(r#"<path class="tgz-changed2" d="{path}"/><path class="tgz-changed" d="{path}"/>"#)
}

fn offer(rank: Rank, badge: u8) -> String {
    let ranked = match rank {
        Rank::Best => " tgz-best",
        Rank::Plain => "",
        Rank::Faint => " tgz-faint",
    };
    let badge = match badge {
        0 => String::new(),
        badge => format!(r#"<text class="tgz-badge" x="24" y="31">{badge}</text>"#),
    };
    format!(
        r#"<rect class="tgz-offered{ranked}" x="4" y="4" width="40" height="40" rx="8"/>{badge}"#
    )
}

/// An icon in a part of the stamp.
fn part(icon: &str, (x, y): (i32, i32), size: i32) -> String {
    let (scale, drawn) = (f64::from(size) / f64::from(SIZE), drawing(icon));
    format!(r#"<g transform="translate({x} {y}) scale({scale:.3})">{drawn}</g>"#)
}

fn court(seat: u8) -> String {
    let sign = part(&format!("sign-{seat}"), (1, 27), 20);
    format!(
        concat!(
            r#"<circle class="tgz-court tgz-s{}" cx="24" cy="24" r="22"/>"#,
            r#"<circle class="tgz-disc" cx="11" cy="37" r="11.5"/>{}"#
        ),
        seat, sign
    )
}

fn tower(level: u8) -> String {
    let tower = part(&format!("tower-{level}"), (8, 1), 32);
    format!(
        concat!(
            r#"{}<circle class="tgz-level" cx="37" cy="37" r="10"/>"#,
            r#"<text class="tgz-onlevel" x="37" y="42">{}</text>"#
        ),
        tower, level
    )
}

fn resource_square(resource: Resource) -> String {
    let icon = part(resource.name(), (6, 5), 29);
    let letter = resource.name()[..1].to_ascii_uppercase();
    format!(
        concat!(
            r#"<rect class="tgz-field" x="3" y="3" width="42" height="42" rx="9"/>{}"#,
            r#"<text class="tgz-letter" x="37" y="42">{}</text>"#
        ),
        icon, letter
    )
}

fn rim(seat: u8, form: Form) -> String {
    let (w, h) = form.size();
    format!(
        r#"<rect class="tgz-tile tgz-s{seat}" x="2" y="2" width="{}" height="{}" rx="9"/>"#,
        w - 4,
        h - 4
    )
}

fn workshop(craft: Craft, form: Form) -> String {
    let (w, h) = form.size();
    let icon = &name_of(&craft);
    let (icon, base) = match form {
        Form::Square => (part(icon, (25, 22), 46), 84),
        Form::Across => (part(icon, (37, 8), 21), 40),
        Form::Down => (part(icon, (9, 31), 30), 76),
    };
    let (middle, name) = (w / 2, short(craft));
    format!(
        concat!(
            r#"<rect class="tgz-plate" x="7" y="7" width="{}" height="{}" rx="5"/>{}"#,
            r#"<text class="tgz-small" x="{}" y="{}">{}</text>"#
        ),
        w - 14,
        h - 14,
        icon,
        middle,
        base,
        name
    )
}
