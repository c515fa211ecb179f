//! The pictures of letters: `cargo bench --bench pictures`.
//!
//! Each item is one picture of a late position with all seats taken, on one core:
//! `draw` writes the SVG alone, `whole` makes what a letter shows, from the two views
//! to the PNG file.

use divan::Bencher;
use turnwise::boards::{self, Marks, Scene};
use turnwise::games::bora_bora::BoraBora;
use turnwise::games::great_zimbabwe::GreatZimbabwe;
use turnwise::matches::letters::picture::Look;
use turnwise::rules::erased::AnyView;
use turnwise::rules::playtest::{Closeness, whole_match};
use turnwise::rules::{Game, Seat, Viewer};

fn main() {
    divan::main();
}

/// What the first seat sees at nine tenths of a match, and saw a few commands before.
fn late<G: Game>() -> Look {
    let seats = usize::from(*G::INFO.seats.end());
    let played = whole_match::<G>(&Default::default(), seats, 1, Closeness::FAST);
    let late = played.steps.len() * 9 / 10;
    let view = |steps: usize| {
        let mut state = G::begin(&played.setup);
        let events = played.steps[..steps].iter().flat_map(|(_, _, events)| events);
        events.for_each(|event| G::evolve(&mut state, event));
        AnyView::new(G::view(&state, Viewer::Seat(Seat(0))))
    };
    Look {
        game: G::INFO.slug.to_owned(),
        seat: Seat(0),
        names: (0..seats).map(|seat| format!("player-{seat}")).collect(),
        view: view(late),
        ended: false,
        earlier: Some(view(late - 8)),
    }
}

#[divan::bench(types = [BoraBora, GreatZimbabwe])]
fn draw<G: Game>(bencher: Bencher) {
    let look = late::<G>();
    let board = boards::find(&look.game).expect("a board");
    let scene = Scene {
        view: &look.view,
        names: &look.names,
        seat: Some(look.seat),
        shown: look.seat,
        ended: false,
    };
    bencher.bench(|| board.letter(&scene, &Marks::default()));
}

#[divan::bench(types = [BoraBora, GreatZimbabwe])]
fn whole<G: Game>(bencher: Bencher) {
    let look = late::<G>();
    bencher.bench(|| look.draw().expect("a picture"));
}
