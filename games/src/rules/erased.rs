//! A game behind JSON: the one place where the types of a game are forgotten.
//!
//! The platform stores, serves and replays matches of any game through
//! [`AnyGame`]; nothing outside the game's folder names its types.

use super::offer::{self, Choice, Worth};
use super::recorded::{self, Promise, Unreadable};
use super::*;
use serde_json::Value;
use serde_json::value::RawValue;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The state of a match of some game. Cheap to clone; whoever shares it never sees it
/// change.
/// Two are equal if they are equal states of the same game.
#[derive(Clone)]
pub struct AnyState(Arc<dyn Held>);

/// A state whose type is forgotten: what is left of it without its game.
trait Held: Any + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn any_mut(&mut self) -> &mut dyn Any;
    fn same(&self, other: &dyn Held) -> bool;
}

impl<S: PartialEq + Send + Sync + 'static> Held for S {
    fn any(&self) -> &dyn Any {
        self
    }
    fn any_mut(&mut self) -> &mut dyn Any {
        self
    }
    fn same(&self, other: &dyn Held) -> bool {
        other.any().downcast_ref() == Some(self)
    }
}

impl PartialEq for AnyState {
    fn eq(&self, other: &Self) -> bool {
        self.0.same(&*other.0)
    }
}

impl fmt::Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyState")
    }
}

/// What one viewer may know of a match of some game, as its board draws it. Cheap to clone.
#[derive(Clone)]
pub struct AnyView(Arc<dyn Any + Send + Sync>);

impl AnyView {
    /// The view, its type forgotten.
    pub fn new<V: Send + Sync + 'static>(view: V) -> AnyView {
        AnyView(Arc::new(view))
    }

    /// The view, if it is one of this game.
    pub fn of<V: 'static>(&self) -> Option<&V> {
        self.0.downcast_ref()
    }
}

impl fmt::Debug for AnyView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyView")
    }
}

/// What a decision of some game comes to.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The command as the game understood it: in the one form in which it writes it.
    pub command: Value,
    /// The JSON text of each event, in order, in the newest schema.
    pub events: Vec<String>,
    /// The state after each event, in the same order.
    pub states: Vec<AnyState>,
    /// Whether each event shows what was hidden, in the same order.
    pub reveals: Vec<bool>,
}

/// Why a command was not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// It is not a command of this game; what is wrong with its JSON.
    Malformed(String),
    /// The rules refuse it.
    Refused(Refusal),
}

/// Something a seat may do, with how it is offered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// The command, ready to post.
    pub command: Value,
    /// The commands that are posted after it, where several are offered together.
    pub then: Vec<Value>,
    /// Its label.
    pub label: Label,
    /// The path on which a person chooses it.
    pub parts: Vec<Part>,
    /// What it is worth, where that was asked for.
    pub worth: Option<Worth>,
}

impl Offer {
    /// Whether its words name anybody at the table.
    pub fn names_somebody(&self) -> bool {
        let facts = self.worth.iter().flat_map(|worth| &worth.facts).map(|fact| &fact.words);
        let words = self.parts.iter().map(|part| &part.words).chain(facts);
        words.chain([&self.label.telling]).any(Telling::names_somebody)
    }
}

/// A game of the shelf, its types forgotten. See [`Game`] for the meaning of each verb.
///
/// A state handed in must come from the same game; another game's state is a
/// defect of the caller and panics.
pub trait AnyGame: Send + Sync {
    /// What the shelf shows.
    fn info(&self) -> Info;
    /// The schema number of set-ups and events written now.
    fn schema(&self) -> u32;
    /// JSON Schemas of the game's options, commands and views.
    fn schemas(&self) -> Schemas;
    /// The component tables.
    fn components(&self) -> Value;
    /// The options with every default filled in, or where they do not fit and why.
    fn config(&self, config: &Value) -> Result<Value, (String, String)>;
    /// Deals a match: the JSON text of its set-up.
    fn deal(
        &self,
        config: &Value,
        seats: usize,
        chance: &mut dyn Chance,
    ) -> Result<String, Undecided>;
    /// The state that a stored set-up begins with.
    fn begin(&self, schema: u32, setup: &str) -> Result<AnyState, Unreadable>;
    /// Lets a stored event happen to a state, in place where nobody shares it; whether
    /// the event shows what was hidden. An unreadable event changes nothing.
    fn evolve(&self, state: &mut AnyState, schema: u32, event: &str) -> Result<bool, Unreadable>;
    /// Decides a command.
    fn decide(
        &self,
        state: &AnyState,
        seat: Seat,
        command: &Value,
        chance: &mut dyn Chance,
    ) -> Result<Decision, Undecided>;
    /// Whom the match waits for.
    fn turn(&self, state: &AnyState) -> Turn;
    /// The ranking as it would be if the match ended now.
    fn ranking(&self, state: &AnyState) -> Vec<Standing>;
    /// See [`Game::to_come`].
    fn to_come(&self, state: &AnyState) -> Vec<Seat>;
    /// What `seat` may do, with labels and paths; each command on its own, without worth.
    fn legal(&self, state: &AnyState, seat: Seat) -> Vec<Offer>;
    /// What a command does, in words, for whoever has just decided it; `None` where it is no
    /// command of this game.
    fn label(&self, state: &AnyState, seat: Seat, command: &Value) -> Option<Label>;
    /// What `seat` may do, bundles included, with the worth of what `which` says yes to; and
    /// all that is closed. See [`offer::weigh`].
    fn weigh(
        &self,
        state: &AnyState,
        seat: Seat,
        which: &dyn Fn(&[Part]) -> bool,
    ) -> (Vec<Offer>, Vec<Closed>);
    /// All that a seat has, points first, as it knows it.
    fn holdings(&self, state: &AnyState, seat: Seat) -> Vec<Holding>;
    /// Whether nothing has been begun that has to be finished; see [`Game::is_whole`].
    fn is_whole(&self, state: &AnyState) -> bool;
    /// What put `first` before `second`, who are level, in a few words.
    fn tie_break(&self, state: &AnyState, first: Seat, second: Seat) -> &'static str;
    /// The questions that the parts of offers answer.
    fn slots(&self) -> &'static [Slot];
    /// The match as if it were the turn of a seat that waits; see [`Game::as_if_turn`].
    fn as_if_turn(&self, state: &AnyState, seat: Seat) -> Option<AnyState>;
    /// What an abandoned seat does.
    fn caretake(&self, state: &AnyState, seat: Seat) -> Option<Value>;
    /// What a robot in `seat` does; `None` where the seat is not awaited. See
    /// [`robot::choose`].
    fn robot(
        &self,
        robot: Robot,
        state: &AnyState,
        seat: Seat,
        chance: &mut dyn Chance,
    ) -> Option<Value>;
    /// What `viewer` may know, as JSON text: it is only ever passed on.
    fn view(&self, state: &AnyState, viewer: Viewer) -> Box<RawValue>;
    /// The same, for the game's board.
    fn seen(&self, state: &AnyState, viewer: Viewer) -> AnyView;
    /// The state with all that `viewer` cannot know dealt anew; see [`Game::scramble`].
    fn scramble(&self, state: &AnyState, viewer: Viewer, chance: &mut dyn Chance) -> AnyState;
    /// What lies in an order that no seat knows is shuffled anew: the JSON text of the event,
    /// in the newest schema, and the state after it; see [`Game::reshuffle`].
    fn reshuffle(&self, state: &AnyState, chance: &mut dyn Chance) -> Option<(String, AnyState)>;
    /// The sentence on a stored event that happened in `before`.
    fn tell(
        &self,
        before: &AnyState,
        schema: u32,
        event: &str,
        viewer: Viewer,
    ) -> Result<Telling, Unreadable>;
    /// Each seat's points by rule.
    fn score(&self, state: &AnyState) -> PerSeat<ScoreSheet>;
    /// A seat's points so far.
    fn points(&self, state: &AnyState, seat: Seat) -> i32;
    /// The round.
    fn round(&self, state: &AnyState) -> u16;
    /// Whether the end is near.
    fn is_near_end(&self, state: &AnyState) -> bool;
    /// What is conserved.
    fn audit(&self, state: &AnyState) -> Result<(), String>;
}

/// JSON Schemas (draft 2020-12) of what clients of a game read and write.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// Of the options.
    pub config: Value,
    /// Of a command.
    pub command: Value,
    /// Of a view.
    pub view: Value,
}

/// A game of the shelf: [`Game`] as [`AnyGame`].
#[derive(Debug)]
pub struct Erased<G>(std::marker::PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// The game `G`, its types forgotten.
    pub const fn new() -> Self {
        Erased(std::marker::PhantomData)
    }
}

impl<G> Default for Erased<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Erased<G> {
    fn state<'a>(&self, state: &'a AnyState) -> &'a G::State {
        (*state.0).any().downcast_ref().expect("a state of another game was handed in")
    }
    /// A state to be changed; a copy of its own if others share it.
    fn state_mut<'a>(&self, state: &'a mut AnyState) -> &'a mut G::State {
        if Arc::get_mut(&mut state.0).is_none() {
            *state = wrap(self.state(state).clone());
        }
        let alone = Arc::get_mut(&mut state.0).expect("nobody else has this copy");
        alone.any_mut().downcast_mut().expect("a state of another game was handed in")
    }
    fn event(schema: u32, text: &str) -> Result<G::Event, Unreadable> {
        recorded::read(G::UPCASTS, Promise::Event, schema, text)
    }
}

fn wrap<S: PartialEq + Send + Sync + 'static>(state: S) -> AnyState {
    AnyState(Arc::new(state))
}

fn to_json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("a game's own types have a JSON form")
}

/// Refuses a list, which would be taken for an object that gives its fields by their places.
fn object(value: &Value) -> Result<(), String> {
    match value.is_array() {
        true => Err("it must be an object, not a list".to_owned()),
        false => Ok(()),
    }
}

fn to_text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("a game's own types have a JSON form")
}

/// The JSON Schema (draft 2020-12) of anything that is read or written.
pub fn schema_of<T: JsonSchema>() -> Value {
    schemars::generate::SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

impl<G: Game> AnyGame for Erased<G> {
    fn info(&self) -> Info {
        G::INFO
    }
    fn schema(&self) -> u32 {
        recorded::schema(G::UPCASTS)
    }
    fn schemas(&self) -> Schemas {
        Schemas {
            config: schema_of::<G::Config>(),
            command: schema_of::<G::Command>(),
            view: schema_of::<G::View>(),
        }
    }
    fn components(&self) -> Value {
        G::components()
    }
    fn config(&self, config: &Value) -> Result<Value, (String, String)> {
        object(config).map_err(|why| (String::new(), why))?;
        serde_path_to_error::deserialize::<_, G::Config>(config)
            .map(|config| to_json(&config))
            .map_err(|error| (error.path().to_string(), error.inner().to_string()))
    }
    fn deal(
        &self,
        config: &Value,
        seats: usize,
        chance: &mut dyn Chance,
    ) -> Result<String, Undecided> {
        let config = G::Config::deserialize(config)
            .map_err(|error| Undecided::Malformed(error.to_string()))?;
        let setup = G::deal(&config, seats, chance).map_err(Undecided::Refused)?;
        Ok(to_text(&setup))
    }
    fn begin(&self, schema: u32, setup: &str) -> Result<AnyState, Unreadable> {
        let setup = recorded::read(G::UPCASTS, Promise::Setup, schema, setup)?;
        Ok(wrap(G::begin(&setup)))
    }
    fn evolve(&self, state: &mut AnyState, schema: u32, event: &str) -> Result<bool, Unreadable> {
        let event = Self::event(schema, event)?;
        let reveals = G::reveals(self.state(state), &event);
        G::evolve(self.state_mut(state), &event);
        Ok(reveals)
    }
    fn decide(
        &self,
        state: &AnyState,
        seat: Seat,
        command: &Value,
        chance: &mut dyn Chance,
    ) -> Result<Decision, Undecided> {
        object(command).map_err(Undecided::Malformed)?;
        let command = G::Command::deserialize(command)
            .map_err(|error| Undecided::Malformed(error.to_string()))?;
        let before = self.state(state);
        let mut draft = Draft::<G>::new(before.clone());
        G::decide(&mut draft, seat, &command, chance).map_err(Undecided::Refused)?;
        let (after, events) = draft.finish();
        let mut decision = Decision {
            command: to_json(&command),
            events: events.iter().map(to_text).collect(),
            states: Vec::with_capacity(events.len()),
            reveals: Vec::with_capacity(events.len()),
        };
        let Some((last, earlier)) = events.split_last() else { return Ok(decision) };
        for event in earlier {
            let on = decision.states.last().map_or(before, |state| self.state(state));
            decision.reveals.push(G::reveals(on, event));
            let mut state = on.clone();
            G::evolve(&mut state, event);
            decision.states.push(wrap(state));
        }
        let on = decision.states.last().map_or(before, |state| self.state(state));
        decision.reveals.push(G::reveals(on, last));
        decision.states.push(wrap(after));
        Ok(decision)
    }
    fn turn(&self, state: &AnyState) -> Turn {
        G::turn(self.state(state))
    }
    fn to_come(&self, state: &AnyState) -> Vec<Seat> {
        G::to_come(self.state(state))
    }
    fn ranking(&self, state: &AnyState) -> Vec<Standing> {
        G::ranking(self.state(state))
    }
    fn legal(&self, state: &AnyState, seat: Seat) -> Vec<Offer> {
        let state = self.state(state);
        G::legal(state, seat)
            .iter()
            .map(|command| Offer {
                command: to_json(command),
                then: Vec::new(),
                label: G::label(state, seat, command),
                parts: G::parts(state, seat, command),
                worth: None,
            })
            .collect()
    }
    fn label(&self, state: &AnyState, seat: Seat, command: &Value) -> Option<Label> {
        let command = G::Command::deserialize(command).ok()?;
        Some(G::label(self.state(state), seat, &command))
    }
    fn weigh(
        &self,
        state: &AnyState,
        seat: Seat,
        which: &dyn Fn(&[Part]) -> bool,
    ) -> (Vec<Offer>, Vec<Closed>) {
        let weighed = offer::weigh::<G>(self.state(state), seat, which);
        let offers = weighed.choices.into_iter().map(|Choice { commands, parts, worth, label }| {
            let mut commands = commands.iter().map(to_json);
            let command = commands.next().unwrap_or_default();
            Offer { command, then: commands.collect(), label, parts, worth }
        });
        (offers.collect(), weighed.closed)
    }
    fn holdings(&self, state: &AnyState, seat: Seat) -> Vec<Holding> {
        offer::holdings::<G>(self.state(state), seat)
    }
    fn is_whole(&self, state: &AnyState) -> bool {
        G::is_whole(self.state(state))
    }
    fn tie_break(&self, state: &AnyState, first: Seat, second: Seat) -> &'static str {
        G::tie_break(self.state(state), first, second)
    }
    fn slots(&self) -> &'static [Slot] {
        G::SLOTS
    }
    fn as_if_turn(&self, state: &AnyState, seat: Seat) -> Option<AnyState> {
        G::as_if_turn(self.state(state), seat).map(wrap)
    }
    fn caretake(&self, state: &AnyState, seat: Seat) -> Option<Value> {
        G::caretake(self.state(state), seat).map(|command| to_json(&command))
    }
    fn robot(
        &self,
        robot: Robot,
        state: &AnyState,
        seat: Seat,
        chance: &mut dyn Chance,
    ) -> Option<Value> {
        let command = robot::choose::<G>(robot, self.state(state), seat, chance)?;
        Some(to_json(&command))
    }
    fn view(&self, state: &AnyState, viewer: Viewer) -> Box<RawValue> {
        serde_json::value::to_raw_value(&G::view(self.state(state), viewer))
            .expect("a game's own types have a JSON form")
    }
    fn seen(&self, state: &AnyState, viewer: Viewer) -> AnyView {
        AnyView::new(G::view(self.state(state), viewer))
    }
    fn scramble(&self, state: &AnyState, viewer: Viewer, chance: &mut dyn Chance) -> AnyState {
        let mut other = self.state(state).clone();
        G::scramble(&mut other, viewer, chance);
        wrap(other)
    }
    fn reshuffle(&self, state: &AnyState, chance: &mut dyn Chance) -> Option<(String, AnyState)> {
        let mut other = self.state(state).clone();
        let event = G::reshuffle(&other, chance)?;
        G::evolve(&mut other, &event);
        Some((to_text(&event), wrap(other)))
    }
    fn tell(
        &self,
        before: &AnyState,
        schema: u32,
        event: &str,
        viewer: Viewer,
    ) -> Result<Telling, Unreadable> {
        Ok(G::tell(self.state(before), &Self::event(schema, event)?, viewer))
    }
    fn score(&self, state: &AnyState) -> PerSeat<ScoreSheet> {
        G::score(self.state(state))
    }
    fn points(&self, state: &AnyState, seat: Seat) -> i32 {
        G::points(self.state(state), seat)
    }
    fn round(&self, state: &AnyState) -> u16 {
        G::round(self.state(state))
    }
    fn is_near_end(&self, state: &AnyState) -> bool {
        G::is_near_end(self.state(state))
    }
    fn audit(&self, state: &AnyState) -> Result<(), String> {
        G::audit(self.state(state))
    }
}
