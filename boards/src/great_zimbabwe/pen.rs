//! Writes one panel's SVG: escaped texts, symbols by need, spots with their marks.
//!
//! Knows classes, symbols and marks; what is drawn where is for the other files.
//! Every mark is a shape of its own, so that none depends on colour: what is
//! offered has a dashed ring, what changed has corner brackets, what is chosen
//! has a double frame.

use super::icons::{self, Icon};
use super::places::Place;
use super::stamps::{CELL, Stamp};
use crate::markup::escape;
use crate::rules::Seat;
use crate::{Marks, Place as On, Spot, Zone};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Writes formatted markup to a pen; writing to memory cannot fail.
macro_rules! ink {
    ($pen:expr, $($part:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($pen.body, $($part)*);
    }};
}
pub(super) use ink;

/// The text cut to `most` letters, with an ellipsis where some are missing.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(most - 1).collect();
    out.truncate(out.trim_end().len());
    out.push('…');
    out
}

/// The text in lines of at most `most` letters, broken between words.
pub fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A rectangle of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// Its width.
    pub w: i32,
    /// Its height.
    pub h: i32,
}

impl Frame {
    /// The frame from its corner and its size.
    pub fn new(x: i32, y: i32, w: i32, h: i32) -> Frame {
        Frame { x, y, w, h }
    }

    /// The frame made smaller by `by` on each side.
    pub fn inset(self, by: i32) -> Frame {
        Frame::new(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)
    }
}

/// Brackets in the corners of a frame: the mark of what changed.
pub fn brackets(frame: Frame) -> String {
    let Frame { x, y, w, h } = frame;
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

/// A panel being drawn.
#[derive(Debug)]
pub struct Pen<'a> {
    id: String,
    marks: &'a Marks,
    /// The markup so far.
    pub body: String,
    icons: BTreeSet<Icon>,
    stamps: BTreeSet<Stamp>,
    spots: BTreeMap<Spot, String>,
    patterns: &'static str,
}

impl<'a> Pen<'a> {
    /// An empty panel of this name.
    pub fn new(id: &str, marks: &'a Marks) -> Pen<'a> {
        Pen {
            id: id.to_owned(),
            marks,
            body: String::with_capacity(16 * 1024),
            icons: BTreeSet::new(),
            stamps: BTreeSet::new(),
            spots: BTreeMap::new(),
            patterns: "",
        }
    }

    /// The panel's name, which begins each of its ids.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What is marked.
    pub fn marks(&self) -> &'a Marks {
        self.marks
    }

    /// Adds definitions whose ids begin with `#-`, which becomes the panel's name.
    pub fn define(&mut self, patterns: &'static str) {
        self.patterns = patterns;
    }

    /// A rounded rectangle.
    pub fn rect(&mut self, class: &str, frame: Frame, round: i32) {
        let Frame { x, y, w, h } = frame;
        ink!(
            self,
            r#"<rect class="{class}" x="{x}" y="{y}" width="{w}" height="{h}" rx="{round}"/>"#
        );
    }

    /// A text, escaped.
    pub fn text(&mut self, class: &str, x: i32, y: i32, text: impl AsRef<str>) {
        let text = escape(text.as_ref());
        ink!(self, r#"<text class="{class}" x="{x}" y="{y}">{text}</text>"#);
    }

    /// An icon in a square box.
    pub fn icon(&mut self, icon: Icon, x: i32, y: i32, size: i32) {
        self.icons.insert(icon);
        let (panel, name) = (&self.id, icon.name());
        let _ = write!(
            self.body,
            r##"<use href="#{panel}-{name}" x="{x}" y="{y}" width="{size}" height="{size}"/>"##
        );
    }

    /// A piece of the map.
    pub fn stamp(&mut self, stamp: Stamp, x: i32, y: i32) {
        self.stamps.insert(stamp);
        let (panel, name) = (&self.id, stamp.name());
        let _ = write!(self.body, r##"<use href="#{panel}-{name}" x="{x}" y="{y}"/>"##);
    }

    /// The sign of a seat: its shape, colour and letter.
    pub fn sign(&mut self, seat: Seat, x: i32, y: i32, size: i32) {
        self.icon(Icon::Sign(seat.0), x, y, size);
    }

    /// A number of cattle behind a head of cattle; `x` is the left edge.
    pub fn cattle(&mut self, cattle: u16, x: i32, y: i32) {
        self.icon(Icon::Cattle, x, y, 18);
        self.text("tgz-num", x + 21, y + 14, cattle.to_string());
    }

    /// Notes what a spot holds without drawing it.
    pub fn note(&mut self, spot: &str, content: &str) {
        self.spots.insert(spot.to_owned(), content.to_owned());
    }

    /// Whether a spot has any mark.
    pub fn marked(&self, spot: &str) -> bool {
        self.marks.on(spot, spot).any()
    }

    /// Draws a spot with its marks; its content is its title where it is a link.
    pub fn spot(
        &mut self,
        place: Place,
        content: &str,
        frame: Frame,
        draw: impl FnOnce(&mut Pen<'a>),
    ) {
        let spot = place.spot();
        let marked = self.marks.on(&spot, &spot);
        self.body.push_str(&marked.open(&spot));
        if marked.offered.is_some() || matches!(place, Place::Square(_)) {
            ink!(self, "<title>{}</title>", marked.name(content));
        }
        draw(self);
        if let Some(offered) = marked.offered {
            self.rect("tgz-offered", frame.inset(2), 7);
            if !offered.badge.is_empty() {
                let (x, y) = (frame.x + frame.w / 2, frame.y + frame.h / 2 + 7);
                self.text("tgz-badge", x, y, &offered.badge);
            }
        }
        if marked.changed && (frame.w, frame.h) == (CELL, CELL) {
            self.stamp(Stamp::Changed, frame.x, frame.y);
        } else if marked.changed {
            self.body.push_str(&brackets(frame.inset(1)));
        }
        if marked.touched {
            self.rect("tgz-touched", frame.inset(1), 7);
        }
        if marked.chosen {
            self.rect("tgz-chosen", frame.inset(1), 7);
            self.rect("tgz-chosen2", frame.inset(4), 5);
        }
        self.body.push_str(marked.close());
        self.spots.insert(spot, content.to_owned());
    }

    /// The whole picture as one `<svg>` element.
    pub fn svg(&self, title: &str, (width, height): (i32, i32), extra: &str) -> String {
        let role = if self.body.contains("<a ") { "group" } else { "img" };
        let mut defs = self.patterns.replace("#-", &format!("{}-", self.id));
        for icon in &self.icons {
            let _ = write!(
                defs,
                r#"<symbol id="{}-{}" viewBox="0 0 {} {}">{}</symbol>"#,
                self.id,
                icon.name(),
                icons::SIZE,
                icons::SIZE,
                icon.drawing()
            );
        }
        for stamp in &self.stamps {
            let (panel, name, drawing) = (&self.id, stamp.name(), stamp.drawing());
            let _ = write!(defs, r#"<g id="{panel}-{name}">{drawing}</g>"#);
        }
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" class="tgz" viewBox="0 0 {} {}" "#,
                r#"role="{}"{}><title>{}</title><defs>{}</defs>{}</svg>"#
            ),
            width,
            height,
            role,
            extra,
            escape(title),
            defs,
            self.body
        )
    }

    /// The finished zone.
    pub fn zone(self, title: &str, size: (i32, i32), words: String) -> Zone {
        let content = self.svg(title, size, "");
        Zone {
            id: self.id,
            title: title.to_owned(),
            aside: String::new(),
            place: On::Picture,
            content,
            words,
            spots: self.spots,
            icons: BTreeSet::new(),
        }
    }
}
