//! The table: a view with the names of the people, as every part of the drawing
//! and of the words reads it.

use crate::games::bora_bora::event::Step;
use crate::games::bora_bora::pieces::{Effect, Phase};
use crate::games::bora_bora::view::{BoardView, View};
use crate::markup::{capital, counted, letter};
use crate::rules::Seat;

/// What is drawn.
pub struct Table<'a> {
    /// What the viewer may know.
    pub view: &'a View,
    /// Who sits in each seat.
    pub names: &'a [String],
    /// Whether the match is over, be it that the game is not.
    pub ended: bool,
}

impl Table<'_> {
    /// The name of the person in a seat, or the seat where nobody is named.
    pub fn name(&self, seat: Seat) -> String {
        match self.names.get(seat.index()) {
            Some(name) if !name.trim().is_empty() => name.clone(),
            _ => format!("Seat {}", seat.0 + 1),
        }
    }

    /// The name with the letter that stands on the pieces.
    pub fn signed(&self, seat: Seat) -> String {
        format!("{} ({})", self.name(seat), letter(seat))
    }

    /// Names with commas between them.
    pub fn list(&self, seats: &[Seat]) -> String {
        seats.iter().map(|&seat| self.name(seat)).collect::<Vec<_>>().join(", ")
    }

    /// A seat's board. The view has one for every seat it names.
    pub fn board(&self, seat: Seat) -> &BoardView {
        &self.view.boards[seat]
    }

    /// Whether the match has ended.
    pub fn over(&self) -> bool {
        self.ended || self.view.step == Step::Over
    }

    /// The round and the part of it, and whose step it is.
    pub fn moment(&self) -> String {
        let phase = match self.view.phase {
            Phase::Huts | Phase::LastTasks => self.view.phase.word().to_owned(),
            phase => format!("round {}, {}", self.view.round, phase.word()),
        };
        if self.over() {
            return "The match is over.".to_owned();
        }
        let phase = capital(&phase);
        format!("{phase}. {} is to act.", self.signed(self.view.active))
    }

    /// The round and the part of it, in a few words.
    pub fn brief_moment(&self) -> String {
        match self.view.phase {
            _ if self.over() => "The end".to_owned(),
            Phase::Huts | Phase::LastTasks => capital(self.view.phase.word()),
            phase => {
                let moment = format!("Round {} of 6, {}", self.view.round, phase.word());
                match self.view.step {
                    Step::Helper { points } => {
                        let left = counted(points.into(), "helper point", "helper points");
                        format!("{moment}: {left} left")
                    }
                    _ => moment,
                }
            }
        }
    }
}

/// The icon of what a man or woman does.
pub fn effect_icon(effect: Effect) -> &'static str {
    match effect {
        Effect::LandPath => "land",
        Effect::WaterPath => "water",
        Effect::Woman => "woman",
        Effect::Man => "man",
        Effect::Build => "build",
        Effect::Material => "material",
        Effect::MoveHut => "move",
        Effect::VictoryPoints => "points",
        Effect::GodCard => "mask",
        Effect::Offering => "offering",
        Effect::Status => "status",
        Effect::Shell => "shell",
    }
}

/// The word for it where there is little room.
pub fn effect_word(effect: Effect) -> &'static str {
    match effect_icon(effect) {
        "mask" => "card",
        word => word,
    }
}
