//! The pen: writes the markup of one picture and keeps book of its spots and icons.
//!
//! It knows nothing of the game. All text goes through [`escape`]; styles are
//! class names; the ids in a picture begin with the name of its panel, so that
//! pictures can stand on one page.

use super::icons;
use crate::markup::escape;
use crate::rules::Seat;
use crate::{Marks, Spot};
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

/// One picture being drawn.
pub struct Pen<'a> {
    panel: String,
    marks: &'a Marks,
    body: String,
    icons: BTreeSet<String>,
    spots: BTreeMap<Spot, String>,
    linked: u32,
}

impl<'a> Pen<'a> {
    /// An empty picture for the panel of this name.
    pub fn new(panel: &str, marks: &'a Marks) -> Self {
        Pen {
            panel: panel.to_owned(),
            marks,
            body: String::new(),
            icons: BTreeSet::new(),
            spots: BTreeMap::new(),
            linked: 0,
        }
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

    /// An icon with its left upper corner at (`x`, `y`), `size` wide.
    pub fn icon(&mut self, name: &str, class: &str, x: i32, y: i32, size: i32) {
        let (width, height) = icons::size(name);
        let tall = size * height / width;
        let panel = self.panel.clone();
        let class = if class.is_empty() { String::new() } else { format!(r#" class="{class}""#) };
        self.put(format_args!(
            r##"<use href="#{panel}-{name}"{class} x="{x}" y="{y}" width="{size}" height="{tall}"/>"##
        ));
        self.icons.insert(name.to_owned());
    }

    /// A thing that is always used in the size in which it is defined.
    pub fn thing(&mut self, name: &str, x: i32, y: i32) {
        let panel = self.panel.clone();
        self.put(format_args!(r##"<use href="#{panel}-{name}" x="{x}" y="{y}"/>"##));
        self.icons.insert(name.to_owned());
    }

    /// The sign of a seat, its middle at (`x`, `y`).
    pub fn sign(&mut self, seat: Seat, x: i32, y: i32, size: i32) {
        let name = format!("sign-{}", seat.index() % SEATS);
        self.icon(&name, "", x - size / 2, y - size / 2, size);
    }

    /// What `draw` draws, moved.
    pub fn moved(&mut self, x: i32, y: i32, draw: impl FnOnce(&mut Self)) {
        self.put(format_args!(r#"<g transform="translate({x} {y})">"#));
        draw(self);
        self.put(format_args!("</g>"));
    }

    /// A spot: what `draw` draws, with the marks that are on it. `content` says
    /// what is there; it is the spot's text and, where it can be followed, its title.
    pub fn spot(&mut self, name: &str, at: Area, content: &str, draw: impl FnOnce(&mut Self)) {
        self.spot_or(name, name, at, content, draw);
    }

    /// A spot that goes by another name too.
    pub fn spot_or(
        &mut self,
        name: &str,
        alias: &str,
        at: Area,
        content: &str,
        draw: impl FnOnce(&mut Self),
    ) {
        let marks = self.marks;
        self.spots.insert(name.to_owned(), content.to_owned());
        let marked = marks.on(name, alias);
        self.put(format_args!("{}", marked.open(name)));
        if marked.offered.is_some() {
            self.linked += 1;
            self.put(format_args!("<title>{}</title>", marked.name(content)));
        }
        draw(self);
        if let Some(offered) = marked.offered {
            self.rect("bb-offered", grown(at, 1), 9);
            if !offered.badge.is_empty() {
                self.rect("bb-pill", area(at.x + 2, at.y + 2, 38, 24), 12);
                self.text("bb-on-pill", at.x + 21, at.y + 20, &offered.badge);
            }
        }
        if marked.chosen {
            self.rect("bb-chosen", grown(at, 1), 8);
        }
        if marked.changed {
            let (x, y) = (at.x + at.w - 17, at.y - 1);
            self.put(format_args!(r#"<path class="bb-changed" d="M{x} {y}h18v18z"/>"#));
        }
        self.put(format_args!("{}", marked.close()));
    }

    /// The whole `<svg>` element, and the contents of its spots.
    pub fn finish(self, width: i32, height: i32, title: &str) -> (String, BTreeMap<Spot, String>) {
        let spots = self.spots.clone();
        (self.document(width, height, title, ""), spots)
    }

    /// The whole `<svg>` element with its `styles` inside.
    pub fn document(self, width: i32, height: i32, title: &str, styles: &str) -> String {
        let panel = &self.panel;
        let role = if self.linked > 0 { "group" } else { "img" };
        let title = escape(title);
        let styles = match styles {
            "" => String::new(),
            styles => format!("<style>{styles}</style>"),
        };
        let mut icons = self.icons.clone();
        icons.extend(self.icons.iter().filter_map(|name| icons::part(name)));
        let symbols: String = icons
            .iter()
            .map(|name| {
                let (w, h) = icons::size(name);
                let drawn = icons::markup(panel, name);
                if icons::fixed(name) {
                    return format!(r#"<g id="{panel}-{name}">{drawn}</g>"#);
                }
                format!(r#"<symbol id="{panel}-{name}" viewBox="0 0 {w} {h}">{drawn}</symbol>"#)
            })
            .collect();
        let body = &self.body;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="bb bb-{panel}" viewBox="0 0 {width} {height}" role="{role}" aria-labelledby="{panel}-title"><title id="{panel}-title">{title}</title>{styles}<defs>{symbols}</defs>{body}</svg>"#
        )
    }
}

/// How many seats have a sign of their own.
pub const SEATS: usize = 4;

/// The letter of a seat, which goes with its colour and shape.
pub fn letter(seat: Seat) -> &'static str {
    ["A", "B", "C", "D"][seat.index() % SEATS]
}

fn grown(at: Area, by: i32) -> Area {
    area(at.x - by, at.y - by, at.w + 2 * by, at.h + 2 * by)
}
