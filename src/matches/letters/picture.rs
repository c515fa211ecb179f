//! The picture of a letter: the board as its receiver may know it.
//!
//! Only the receiver's own views are kept for the drawing, never the state of the
//! match: what is not in them cannot get into the picture.

use crate::boards::{self, Marks, Scene};
use crate::error::{Error, Result};
use crate::mail::picture::Picture;
use crate::matches::read::book::Book;
use crate::matches::stream::state::{Match, Status};
use crate::rules::Seat;
use crate::rules::erased::AnyView;

/// What a receiver sees of a match: enough to draw the board, and nothing else.
#[derive(Clone, Debug)]
pub struct Look {
    /// The slug of the game.
    pub game: String,
    /// The receiver's seat.
    pub seat: Seat,
    /// Who sits in each seat.
    pub names: Vec<String>,
    /// The receiver's view.
    pub view: AnyView,
    /// Whether the match has ended, which a game that somebody resigned does not know.
    pub ended: bool,
    /// The receiver's view after their last turn, if they had one.
    pub earlier: Option<AnyView>,
}

impl Look {
    /// What an account sees from its seat; none before the match has begun.
    pub fn of(book: &Book, earlier: Option<&Match>, receiver: (&str, Seat)) -> Option<Look> {
        let newest = book.newest();
        let (account, seat) = receiver;
        let viewer = newest.viewer(Some(account));
        let view = |folded: &Match| Some(folded.game().seen(folded.state.as_ref()?, viewer));
        let seats = Seat::all(newest.sitters.len());
        Some(Look {
            game: newest.opened.game.clone(),
            seat,
            names: seats.map(|seat| book.names().seat(newest, seat)).collect(),
            view: view(newest)?,
            ended: newest.status == Status::Ended,
            earlier: earlier.and_then(view),
        })
    }

    /// Draws the board, with marks where it has changed since the receiver's last turn.
    pub fn draw(&self) -> Result<Picture> {
        let board = boards::find(&self.game)
            .ok_or_else(|| Error::fault(format!("{} has no board", self.game)))?;
        let scene = |view| Scene {
            view,
            names: &self.names,
            seat: Some(self.seat),
            shown: self.seat,
            ended: self.ended,
        };
        let now = scene(&self.view);
        let plain = board.letter(&now, &Marks::default());
        let mut marked = plain.clone();
        if let Some(earlier) = &self.earlier {
            let draw = |view| board.draw(&scene(view), &Marks::default());
            let changed = draw(&self.view).changed_since(&draw(earlier).looks());
            let marks = Marks { changed, ..Marks::default() };
            marked = board.letter(&now, &marks);
        }
        let painted = boards::paint(&marked).map_err(Error::fault)?;
        let caption = board.caption(&now);
        Ok(Picture {
            png: painted.png,
            alt: match self.ended {
                true => format!("The board at the end of the match. {caption}"),
                false => caption,
            },
            width: painted.width,
            height: painted.height,
            marked: marked != plain,
        })
    }
}
