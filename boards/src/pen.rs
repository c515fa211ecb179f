//! The pen: writes the markup of one picture and keeps book of its spots and icons.
//!
//! It knows no game: what the pictures of one have of their own is its [`Art`]. All text goes
//! through [`escape`]; styles are class names; the ids in a picture begin with the name of
//! its panel, so that pictures can stand on one page.

use crate::markup::{Marked, SHUT, escape};
use crate::rules::Seat;
use crate::{Marks, Place, Spot, Zone};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A rectangle of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

/// The area with its left upper corner at (`x`, `y`).
pub fn area(x: i32, y: i32, w: i32, h: i32) -> Area {
    Area { x, y, w, h }
}

impl Area {
    /// The area made smaller by `by` on each side.
    pub fn inset(self, by: i32) -> Area {
        area(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)
    }
}

/// An icon: the width and height of its own grid, and what it consists of.
pub type Icon = (i32, i32, String);

/// The element that defines an icon in a panel, which uses it as `#panel-name`.
fn symbol(panel: &str, name: &str, (wide, high, drawn): &Icon) -> String {
    format!(r#"<symbol id="{panel}-{name}" viewBox="0 0 {wide} {high}">{drawn}</symbol>"#)
}

/// The icons of zones, each once, as an element that stands before them.
pub fn sprite(zones: &[&Zone], icon: fn(&str) -> Icon) -> String {
    let names: BTreeSet<&String> = zones.iter().flat_map(|zone| &zone.icons).collect();
    let symbols: String = names.into_iter().map(|name| symbol("i", name, &icon(name))).collect();
    format!("<svg class=\"defs\" aria-hidden=\"true\"><defs>{symbols}</defs></svg>")
}

/// What the pictures of one game have of their own.
#[derive(Debug)]
pub struct Art {
    /// The class name of each.
    pub class: &'static str,
    /// The icon of a name; an unknown name is an empty icon.
    pub icon: fn(&str) -> Icon,
    /// Draws the marks on a spot over what is there.
    pub mark: fn(&mut Pen<'_>, Area, Marked<'_>),
}

/// One picture being drawn.
#[derive(Debug)]
pub struct Pen<'a> {
    panel: &'static str,
    art: &'static Art,
    marks: &'a Marks,
    body: String,
    icons: BTreeMap<String, Icon>,
    stamps: BTreeMap<String, String>,
    spots: BTreeMap<Spot, String>,
}

impl<'a> Pen<'a> {
    /// An empty picture for the panel of this name.
    pub fn new(panel: &'static str, art: &'static Art, marks: &'a Marks) -> Pen<'a> {
        let (body, icons) = (String::new(), BTreeMap::new());
        Pen { panel, art, marks, body, icons, stamps: BTreeMap::new(), spots: BTreeMap::new() }
    }

    /// The name of the panel, which begins each of its ids.
    pub fn panel(&self) -> &'static str {
        self.panel
    }

    /// What is marked.
    pub fn marks(&self) -> &'a Marks {
        self.marks
    }

    /// Writes markup as it is: only for what is made of our own words and numbers.
    pub fn put(&mut self, markup: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = fmt::Write::write_fmt(&mut self.body, markup);
    }

    /// A rectangle with round corners.
    pub fn rect(&mut self, class: &str, at: Area, round: i32) {
        let Area { x, y, w, h } = at;
        self.put(format_args!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{w}" height="{h}" rx="{round}"/>"#
        ));
    }

    /// A line of text; its classes say where it is anchored and how large it is.
    pub fn text(&mut self, class: &str, x: i32, y: i32, text: impl fmt::Display) {
        let text = escape(&text.to_string());
        self.put(format_args!(r#"<text class="{class}" x="{x}" y="{y}">{text}</text>"#));
    }

    /// An icon with its left upper corner at (`x`, `y`), `size` wide; `class` colours it.
    pub fn icon(&mut self, name: &str, class: &str, x: i32, y: i32, size: i32) {
        let drawn = || (self.art.icon)(name);
        let (wide, high, _) = self.icons.entry(name.to_owned()).or_insert_with(drawn);
        let (panel, tall) = (self.panel, size * *high / *wide);
        let class = if class.is_empty() { String::new() } else { format!(r#" class="{class}""#) };
        self.put(format_args!(
            r##"<use href="#{panel}-{name}"{class} x="{x}" y="{y}" width="{size}" height="{tall}"/>"##
        ));
    }

    /// The sign of a seat.
    pub fn sign(&mut self, seat: Seat, x: i32, y: i32, size: i32) {
        self.icon(&format!("sign-{}", seat.0), "", x, y, size);
    }

    /// What is repeated in one size only: `drawn` gives its markup, which begins at (`x`, `y`).
    pub fn stamp(&mut self, name: &str, x: i32, y: i32, drawn: impl FnOnce() -> String) {
        let panel = self.panel;
        self.put(format_args!(r##"<use href="#{panel}-{name}" x="{x}" y="{y}"/>"##));
        self.stamps.entry(name.to_owned()).or_insert_with(drawn);
    }

    /// What `draw` draws, moved.
    pub fn moved(&mut self, x: i32, y: i32, draw: impl FnOnce(&mut Self)) {
        self.put(format_args!(r#"<g transform="translate({x} {y})">"#));
        draw(self);
        self.put(format_args!("</g>"));
    }

    /// The marks on a spot with this content.
    pub fn marks_on(&self, spot: &str, content: &str) -> Marked<'a> {
        self.marks.on(spot, spot, content)
    }

    /// Notes what a spot holds without drawing it.
    pub fn note(&mut self, spot: &str, content: &str) {
        self.spots.insert(spot.to_owned(), content.to_owned());
    }

    /// A spot: what `draw` draws, with the marks that are on it. `content` says what is there.
    pub fn spot(&mut self, spot: &str, content: &str, at: Area, draw: impl FnOnce(&mut Self)) {
        let marked = self.marks_on(spot, content);
        self.note(spot, content);
        self.put(format_args!("{}<title>{}</title>", marked.open(spot), marked.name(content)));
        draw(self);
        (self.art.mark)(self, at, marked);
        self.put(format_args!("{}", marked.close()));
    }

    /// The whole `<svg>` element.
    fn svg(&self, title: &str, (width, height): (i32, i32), styles: &str) -> String {
        let Pen { panel, art: Art { class, .. }, body, .. } = self;
        let role = if body.contains("<a ") || body.contains(SHUT) { "group" } else { "img" };
        let title = escape(title);
        let icons = self.icons.iter().map(|(name, icon)| symbol(panel, name, icon));
        let stamps = self.stamps.iter();
        let stamps = stamps.map(|(name, drawn)| format!(r#"<g id="{panel}-{name}">{drawn}</g>"#));
        let defs: String = icons.chain(stamps).collect();
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="{class}" viewBox="0 0 {width} {height}" role="{role}" aria-label="{title}">{styles}<defs>{defs}</defs>{body}</svg>"#
        )
    }

    /// The finished zone.
    pub fn zone(self, title: &str, size: (i32, i32), words: String) -> Zone {
        Zone {
            id: self.panel.to_owned(),
            title: title.to_owned(),
            aside: String::new(),
            place: Place::Picture,
            content: self.svg(title, size, ""),
            words,
            lit: self.marks.offered.keys().any(|spot| self.spots.contains_key(spot)),
            spots: self.spots,
            icons: BTreeSet::new(),
            renewed: false,
        }
    }

    /// The finished picture as a document of its own, the light part of `styles` inside.
    pub fn document(self, title: &str, size: (i32, i32), styles: &str) -> String {
        let light = styles.split("@media").next().unwrap_or_default();
        self.svg(title, size, &format!("<style>{light}text{{font-family:Turnwise}}</style>"))
    }
}
