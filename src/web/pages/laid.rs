//! What lies on a table, and what of it a narrow screen shows: for play as for looking back.

use super::board;
use crate::boards::{Drawing, Picture, Place, Spot, Zone};
use crate::error::Result;
use crate::matches::Match;
use crate::rules::Seat;
use serde::Deserialize;

/// What somebody asks to see of a table.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Sight {
    /// A thing to show more of: a seat or a place.
    #[serde(default)]
    from: String,
    /// Which part of the table a narrow screen shows.
    #[serde(default)]
    pane: String,
    /// Which picture a narrow screen shows, where there are two.
    #[serde(default)]
    picture: String,
}

impl Sight {
    /// The seat whose things are shown whole.
    pub fn seat(&self) -> Option<Seat> {
        let seat = self.from().strip_prefix("seat-")?.parse().ok()?;
        Some(Seat(seat))
    }

    /// The place that is looked at.
    pub fn spot(&self) -> Option<Spot> {
        Some(self.from()).filter(|from| !from.is_empty() && self.seat().is_none())
    }

    fn from(&self) -> String {
        self.from.trim().to_lowercase()
    }

    /// What may stand in addresses that lead on; of parts of the table only these.
    pub fn understood(mut self, parts: &[&'static str]) -> Sight {
        let is_plain = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
        self.from = Some(self.from()).filter(|it| it.chars().all(is_plain)).unwrap_or_default();
        for part in [&mut self.pane, &mut self.picture] {
            if !parts.contains(&part.as_str()) {
                part.clear();
            }
        }
        self
    }

    /// The same as an address or a form has it.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let all = [("from", &self.from), ("pane", &self.pane), ("picture", &self.picture)];
        let given = all.into_iter().filter(|(_, value)| !value.is_empty());
        given.map(|(name, value)| (name, value.clone())).collect()
    }
}

/// A part of the table that a narrow screen shows one at a time.
pub struct Pane {
    pub name: &'static str,
    pub title: &'static str,
    /// How much in it is new.
    pub new: usize,
}

impl Pane {
    pub fn new(name: &'static str, title: &'static str) -> Pane {
        Pane { name, title, new: 0 }
    }
}

/// The names of the parts and pictures that can be asked for.
pub fn parts(panes: &[Pane], pictures: &[Picture]) -> Vec<&'static str> {
    panes.iter().map(|pane| pane.name).chain(pictures.iter().map(|it| it.zone)).collect()
}

/// What lies on a table.
pub struct Laid {
    /// The title of the match.
    pub title: String,
    /// The game.
    pub game: &'static str,
    pub moment: String,
    pub zones: Vec<Zone>,
    pub icons: String,
    /// What is known of the thing that was asked about.
    pub told: Option<String>,
    /// The parts that a narrow screen shows one at a time, and the one that it shows.
    pub panes: Vec<Pane>,
    pub pane: &'static str,
    /// The zones that share a place on a narrow screen, and the one that it shows.
    pub shared: &'static [Picture],
    pub picture: &'static str,
    /// The address of the page without what is in sight.
    pub here: String,
    /// What is in sight.
    sight: Sight,
}

impl Laid {
    /// Lays out the drawing of a match for who asks to see this of it. On a narrow screen the
    /// `usual` one of the panes is shown where none is asked for, and a picture with one of the
    /// `chosen` spots.
    pub fn of(
        on: &Match,
        drawing: Drawing,
        sight: &Sight,
        chosen: &[Spot],
        (panes, usual): (Vec<Pane>, &'static str),
        here: String,
    ) -> Result<Laid> {
        let is_bare = drawing.zones.is_empty();
        let shared = board::of(&on.opened.game)?.pictures();
        let shared = if is_bare { &[] } else { shared };
        let panes = if is_bare { Vec::new() } else { panes };
        let picture = board::picture(&sight.picture, shared, &drawing, chosen, on.is_over());
        let pane = panes.iter().map(|pane| pane.name).find(|name| *name == sight.pane);
        Ok(Laid {
            title: on.opened.title.clone(),
            game: on.game().info().slug,
            told: sight.spot().and_then(|spot| drawing.told(&spot).map(str::to_owned)),
            moment: drawing.moment,
            zones: drawing.zones,
            icons: drawing.icons,
            pane: pane.unwrap_or(usual),
            panes,
            shared,
            picture,
            here,
            sight: sight.clone(),
        })
    }

    /// The address of the same page with another part of the table in sight.
    pub fn showing(&self, what: &str, name: &str) -> String {
        let mut address = self.here.clone();
        let others = self.sight.fields().into_iter().filter(|(field, _)| *field != what);
        for (field, value) in others.chain([(what, name.to_owned())]) {
            let and = if address.len() > 1 { "&" } else { "" };
            address += &format!("{and}{field}={value}");
        }
        address
    }

    /// The zones that lie there.
    pub fn at(&self, place: Place) -> impl Iterator<Item = &Zone> {
        self.zones.iter().filter(move |zone| zone.place == place)
    }

    /// Whether something can be chosen in a part.
    pub fn is_lit(&self, name: &str) -> bool {
        self.zones.iter().any(|zone| zone.id == name && zone.lit)
    }

    /// The pictures that share a place on a narrow screen, each with whether something can be
    /// chosen there; none where there is only one.
    pub fn pictures(&self) -> Vec<(&'static str, &'static str, bool)> {
        let shown = |it: &&Picture| it.always || self.is_lit(it.zone) || it.zone == self.picture;
        let pictures = self.shared.iter().filter(shown);
        pictures.map(|it| (it.zone, it.title, self.is_lit(it.zone))).collect()
    }
}
