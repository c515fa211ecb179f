//! Things of a zone in HTML: icons, texts, and spots with their marks.

use super::markup::{Marked, SHUT, escape};
use super::{Marks, Place, Spot, Zone};
use crate::rules::Seat;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A zone of things being laid out.
#[derive(Debug)]
pub struct Things<'a> {
    id: &'static str,
    marks: &'a Marks,
    html: String,
    icons: BTreeSet<String>,
    spots: BTreeMap<Spot, String>,
    /// How many things were laid out, and how many of them have changed.
    laid: usize,
    changed: usize,
    /// Whether one of them can be chosen.
    lit: bool,
}

/// What a zone is called and where it lies.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its heading.
    pub title: String,
    /// What stands beside the heading.
    pub aside: String,
    /// Where it lies.
    pub place: Place,
}

impl<'a> Things<'a> {
    /// An empty zone of this name.
    pub fn new(id: &'static str, marks: &'a Marks) -> Things<'a> {
        let (html, icons, spots) = Default::default();
        Things { id, marks, html, icons, spots, laid: 0, changed: 0, lit: false }
    }

    /// Writes markup as it is: only for what is made of our own words and numbers.
    pub fn put(&mut self, markup: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = fmt::Write::write_fmt(&mut self.html, markup);
    }

    /// A text, escaped.
    pub fn text(&mut self, text: impl fmt::Display) {
        self.html.push_str(&escape(&text.to_string()));
    }

    /// A heading within the zone, with what stands beside it.
    pub fn heading(&mut self, title: &str, aside: &str) {
        self.put(format_args!("<h3>{}", escape(title)));
        if !aside.is_empty() {
            self.put(format_args!("<span class=\"aside\">{}</span>", escape(aside)));
        }
        self.put(format_args!("</h3>"));
    }

    /// What `inside` lays out, in an element of this class.
    pub fn group(&mut self, class: &str, inside: impl FnOnce(&mut Self)) {
        self.put(format_args!("<div class=\"{class}\">"));
        inside(self);
        self.put(format_args!("</div>"));
    }

    /// An icon; `class` colours it.
    pub fn icon(&mut self, name: &str, class: &str) {
        let class = if class.is_empty() { "i".to_owned() } else { format!("i {class}") };
        self.put(format_args!("<svg class=\"{class}\"><use href=\"#i-{name}\"/></svg>"));
        self.icons.insert(name.to_owned());
    }

    /// The sign of a seat.
    pub fn sign(&mut self, seat: Seat, class: &str) {
        self.icon(&format!("sign-{}", seat.0), class);
    }

    /// Who sits in a seat, with the sign and the points; `place` stands before the name.
    pub fn player(
        &mut self,
        seat: Seat,
        place: &str,
        name: &str,
        own: bool,
        points: impl fmt::Display,
    ) {
        self.sign(seat, "sign");
        let (seat, name) = (seat.0, escape(name));
        let you = if own { "<span class=\"you\"> · you</span>" } else { "" };
        // Who looks at somebody's board keeps their plan; where it is no table there is nowhere to
        // look.
        let whose = match self.marks.here.as_str() {
            "" => None,
            "?" => Some("?".to_owned()),
            here => Some(escape(here) + "&amp;"),
        };
        match whose {
            Some(here) => self.put(format_args!(
                "<a class=\"name\" href=\"{here}from=seat-{seat}&amp;pane=you\" title=\"{name}\">{place}{name}</a>"
            )),
            None => self.put(format_args!(
                "<span class=\"name\" title=\"{name}\">{place}{name}</span>"
            )),
        }
        self.put(format_args!("{you}<b class=\"total\">{points}</b>"));
    }

    /// A number behind its icon, with what is counted.
    pub fn count(&mut self, name: &str, class: &str, count: impl fmt::Display, what: &str) {
        self.put(format_args!("<span class=\"count\" role=\"img\" title=\"{what}: {count}\">"));
        self.icon(name, class);
        self.put(format_args!("{count}</span>"));
    }

    /// The marks on a spot with this content.
    pub fn marks_on(&self, spot: &str, content: &str) -> Marked<'a> {
        self.marks.on(spot, spot, content)
    }

    /// Notes what a spot holds without laying it out.
    pub fn note(&mut self, spot: &str, content: &str) {
        self.spots.insert(spot.to_owned(), content.to_owned());
    }

    /// A thing: what `draw` lays out, with the marks that are on it. `content` says what
    /// it is.
    pub fn thing(
        &mut self,
        spot: &str,
        class: &str,
        content: &str,
        draw: impl FnOnce(&mut Self, Marked<'a>),
    ) {
        self.thing_or(spot, spot, class, content, draw);
    }

    /// A thing that goes by another name too.
    pub fn thing_or(
        &mut self,
        spot: &str,
        alias: &str,
        class: &str,
        content: &str,
        draw: impl FnOnce(&mut Self, Marked<'a>),
    ) {
        let marked = self.marks.on(spot, alias, content);
        let class = marked.classes(&format!("thing {class}"));
        let name = marked.name(content);
        self.laid += 1;
        self.changed += usize::from(marked.changed);
        self.lit |= marked.offered.is_some();
        self.spots.insert(spot.to_owned(), content.to_owned());
        let hidden = "<span class=\"seen\" aria-hidden=\"true\">";
        let (open, close) = match (marked.offered, marked.closed) {
            (Some(offered), _) => {
                let address = escape(&offered.address);
                self.put(format_args!("<a class=\"{class}\" href=\"{address}\""));
                (hidden, "</span></a>")
            }
            (None, Some(_)) => {
                self.put(format_args!("<span class=\"{class}\" {SHUT}"));
                (hidden, "</span></span>")
            }
            (None, None) => {
                self.put(format_args!("<span class=\"{class}\" role=\"img\""));
                ("", "</span>")
            }
        };
        self.put(format_args!(" data-spot=\"{spot}\" title=\"{name}\">{open}"));
        draw(self, marked);
        self.put(format_args!("{close}"));
    }

    /// A piece with its icon: its name, and what it does.
    pub fn piece(&mut self, icon: &str, class: &str, name: &str, does: &str) {
        self.put(format_args!("<p class=\"piece\">"));
        self.icon(icon, class);
        self.put(format_args!("<span>"));
        if !name.is_empty() {
            self.put(format_args!("<b>{}</b> ", escape(name)));
        }
        self.put(format_args!("{}</span></p>", escape(does)));
    }

    /// A piece whose name ends with the first colon of what is said of it.
    pub fn line(&mut self, told: &str) {
        let (name, does) = told.split_once(": ").unwrap_or(("", told));
        self.put(format_args!(
            "<p class=\"piece\"><span><b>{}</b> {}</span></p>",
            escape(name),
            escape(does)
        ));
    }

    /// A part of what every piece does: `inside` lays it out.
    pub fn reference(
        id: &'static str,
        title: &str,
        aside: &str,
        inside: impl FnOnce(&mut Things<'_>),
    ) -> Zone {
        let marks = Marks::default();
        let mut things = Things::new(id, &marks);
        inside(&mut things);
        let (title, aside) = (title.to_owned(), aside.to_owned());
        things.zone(Head { title, aside, place: Place::Below }, String::new())
    }

    /// The finished zone.
    pub fn zone(self, head: Head, words: String) -> Zone {
        let Things { id, html: content, icons, spots, laid, changed, lit, .. } = self;
        let Head { title, aside, place } = head;
        let renewed = changed > 4 && 4 * changed > 3 * laid;
        Zone { id: id.to_owned(), title, aside, place, content, words, spots, icons, renewed, lit }
    }
}
