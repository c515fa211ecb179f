//! Tales: tests that read given, when, then.
//!
//! ```text
//! Tale::<Game>::given(state)
//!     .when(ANNA, Command::PlaceDie { .. })
//!     .then_tells("Anna places her 4 on the temple")
//!     .then(|state| assert_eq!(state.board(ANNA).offerings, 2))
//!     .when_refused(BERT, Command::PlaceDie { .. }, "not_your_turn");
//! ```

use super::chance::{Chance, Scripted};
use super::{Draft, Game, Seat};

/// A position, and what its people do in it.
pub struct Tale<G: Game> {
    state: G::State,
    events: Vec<G::Event>,
    chance: Box<dyn Chance>,
}

impl<G: Game> Tale<G> {
    /// Begins in this position, without any chance.
    pub fn given(state: G::State) -> Self {
        Tale { state, events: Vec::new(), chance: Box::new(Scripted::default()) }
    }

    /// What chance will bring from here on.
    pub fn with_chance(mut self, chance: impl Chance + 'static) -> Self {
        self.chance = Box::new(chance);
        self
    }

    /// `seat` gives a command, and it is accepted.
    #[track_caller]
    pub fn when(mut self, seat: Seat, command: G::Command) -> Self {
        let mut draft = Draft::<G>::new(self.state.clone());
        if let Err(refusal) = G::decide(&mut draft, seat, &command, &mut *self.chance) {
            panic!("{command:?} of {seat} was refused: {refusal:?}");
        }
        G::audit(draft.state()).unwrap_or_else(|off| panic!("after {command:?}: {off}"));
        (self.state, self.events) = draft.finish();
        self
    }

    /// `seat` gives a command, and it is refused with this code. Nothing changes.
    #[track_caller]
    pub fn when_refused(mut self, seat: Seat, command: G::Command, code: &str) -> Self {
        let mut draft = Draft::<G>::new(self.state.clone());
        match G::decide(&mut draft, seat, &command, &mut *self.chance) {
            Ok(()) => panic!("{command:?} of {seat} was accepted: {:?}", draft.events()),
            Err(refusal) => assert_eq!(refusal.code, code, "{refusal:?}"),
        }
        assert!(
            !G::legal(&self.state, seat).contains(&command),
            "{command:?} is listed as legal, yet refused"
        );
        self
    }

    /// Something happens without anybody's command.
    pub fn happens(mut self, event: G::Event) -> Self {
        G::evolve(&mut self.state, &event);
        self
    }

    /// Looks at the position.
    #[track_caller]
    pub fn then(self, look: impl FnOnce(&G::State)) -> Self {
        look(&self.state);
        self
    }

    /// Looks at the events of the last command.
    #[track_caller]
    pub fn then_events(self, look: impl FnOnce(&[G::Event])) -> Self {
        look(&self.events);
        self
    }

    /// The position as it stands.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// What `seat` may do now.
    pub fn legal(&self, seat: Seat) -> Vec<G::Command> {
        G::legal(&self.state, seat)
    }
}
