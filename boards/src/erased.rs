//! A board behind views whose game is forgotten.

use crate::rules::{Game, Part, Seat};
use crate::{Board, Drawing, Lesson, Marks, Picture, Scene, SceneOf, Spot, Zone};

/// A board of the shelf, its game forgotten. See [`Board`] for the meaning of each verb.
///
/// A view handed in must be one of [`AnyBoard::game`]; another game's view is a defect of the
/// caller and panics.
pub trait AnyBoard: Sync {
    /// The slug of its game.
    fn game(&self) -> &'static str;
    /// Draws a view with marks.
    fn draw(&self, scene: &Scene<'_>, marks: &Marks) -> Drawing;
    /// The things on the table that the last part of a path points at.
    fn spots(&self, seat: Seat, path: &[Part]) -> Vec<Spot>;
    /// The spot of a place that a fact names.
    fn place(&self, name: &str) -> Option<Spot>;
    /// The zones that share a place on a narrow screen.
    fn pictures(&self) -> &'static [Picture];
    /// The zones that a narrow screen shows one at a time, with their tabs.
    fn panes(&self) -> &'static [(&'static str, &'static str)];
    /// The name of the style sheet of its pictures.
    fn style(&self) -> &'static str;
    /// A lesson in the game for who has never played it.
    fn lesson(&self) -> &'static str;
    /// What is told to somebody who plays for the first time.
    fn lessons(&self) -> &'static [Lesson];
    /// What every piece does and what it is worth.
    fn reference(&self) -> Vec<Zone>;
    /// The icons that zones use.
    fn icons(&self, zones: &[&Zone]) -> String;
    /// The one picture for a letter.
    fn letter(&self, scene: &Scene<'_>, marks: &Marks) -> String;
    /// The alternative text of that picture.
    fn caption(&self, scene: &Scene<'_>) -> String;
}

/// The scene as the board of a game reads it.
fn of<'a, G: Game>(scene: &Scene<'a>) -> SceneOf<'a, G> {
    let view = scene.view.of().expect("a view of another game was handed in");
    Scene { view, names: scene.names, seat: scene.seat, shown: scene.shown, ended: scene.ended }
}

impl<B: Board> AnyBoard for B {
    fn game(&self) -> &'static str {
        B::Game::INFO.slug
    }

    fn draw(&self, scene: &Scene<'_>, marks: &Marks) -> Drawing {
        Board::draw(self, &of::<B::Game>(scene), marks)
    }

    fn spots(&self, seat: Seat, path: &[Part]) -> Vec<Spot> {
        Board::spots(self, seat, path)
    }

    fn place(&self, name: &str) -> Option<Spot> {
        Board::place(self, name)
    }

    fn pictures(&self) -> &'static [Picture] {
        Board::pictures(self)
    }

    fn panes(&self) -> &'static [(&'static str, &'static str)] {
        Board::panes(self)
    }

    fn style(&self) -> &'static str {
        Board::style(self)
    }

    fn lesson(&self) -> &'static str {
        Board::lesson(self)
    }

    fn lessons(&self) -> &'static [Lesson] {
        Board::lessons(self)
    }

    fn reference(&self) -> Vec<Zone> {
        Board::reference(self)
    }

    fn icons(&self, zones: &[&Zone]) -> String {
        Board::icons(self, zones)
    }

    fn letter(&self, scene: &Scene<'_>, marks: &Marks) -> String {
        Board::letter(self, &of::<B::Game>(scene), marks)
    }

    fn caption(&self, scene: &Scene<'_>) -> String {
        Board::caption(self, &of::<B::Game>(scene))
    }
}
