//! A decision being written down.

use super::Game;

/// The events of one decision, and the state as they leave it.
///
/// [`Draft::emit`] records and evolves in one verb: a rule that has consequences
/// looks at the state its earlier events have made, and what is replayed later
/// is what was decided now. A decision may not change the state in another way.
#[derive(Debug)]
pub struct Draft<G: Game> {
    state: G::State,
    events: Vec<G::Event>,
}

impl<G: Game> Draft<G> {
    /// A decision about to be taken in `state`.
    pub fn new(state: G::State) -> Self {
        Draft { state, events: Vec::new() }
    }

    /// The state as the events emitted so far leave it.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Writes down what happens, and lets it happen.
    pub fn emit(&mut self, event: G::Event) {
        G::evolve(&mut self.state, &event);
        self.events.push(event);
    }

    /// What was emitted so far, in order.
    pub fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// The state after the decision, and its events in order.
    pub fn finish(self) -> (G::State, Vec<G::Event>) {
        (self.state, self.events)
    }
}
