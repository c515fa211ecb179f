//! The OpenAPI document: collected from the handlers, completed with each game's
//! own schemas.
//!
//! A game describes its commands, views and options as JSON Schema; here each of
//! its names gets the game's name in front, so that two games can both have a
//! `Command`.

use super::api::news::{self, NewsMessage};
use super::problem::{Further, Problem};
use super::typed::{self, values};
use crate::accounts::feeds::FeedKind;
use crate::accounts::profile::ApiTokens;
use crate::accounts::token::Scope;
use crate::games;
use crate::mail::kind::LetterKind;
use crate::mail::queue::State;
use crate::mail::rhythm::Pulse;
use crate::matches::invitations::Answered;
use crate::matches::ratings::result::{Part, Verdict};
use crate::matches::stream::consent::ProposalKind;
use crate::matches::stream::event::{Kind, Verdict as Came};
use crate::matches::stream::state::StandIn;
use crate::matches::time::answers::Habit;
use crate::matches::time::{Absence, pace::Preset};
use crate::matches::{Status, Visibility};
use crate::reach::news::TEST;
use crate::reach::way::Form;
use crate::rules::Robot;
use crate::rules::Telling;
use crate::rules::erased::{AnyGame, Schemas, schema_of};
use crate::words::Word;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use utoipa::openapi::RefOr;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi, PartialSchema, ToSchema};

/// Describes enums of other rooms, which need not know the crate that writes the
/// document: each is one of the words of its `ALL`.
macro_rules! words {
    ($($of:ty, $name:literal, $description:literal;)*) => {$(
        impl PartialSchema for $of {
            fn schema() -> RefOr<Schema> {
                let words = <$of>::ALL.iter().map(|one| one.word());
                let schema = ObjectBuilder::new().schema_type(Type::String);
                schema.description(Some($description)).enum_values(Some(words)).into()
            }
        }

        impl ToSchema for $of {
            fn name() -> Cow<'static, str> {
                $name.into()
            }
        }
    )*};
}

/// Stands in the document for [`Robot`], which is of another crate.
#[derive(Debug)]
pub struct Robots;

impl Robots {
    const ALL: &[Robot] = Robot::ALL;
}

/// Stands in the document for what a message is about: the word of a [`LetterKind`], or [`TEST`].
#[derive(Debug)]
pub struct DeliveryKinds;

impl PartialSchema for DeliveryKinds {
    fn schema() -> RefOr<Schema> {
        let words = LetterKind::ALL.iter().map(|kind| kind.word()).chain([TEST]);
        let schema = ObjectBuilder::new().schema_type(Type::String);
        let said = "What a message is about: what a letter can be about, or a test.";
        schema.description(Some(said)).enum_values(Some(words)).into()
    }
}

impl ToSchema for DeliveryKinds {
    fn name() -> Cow<'static, str> {
        "DeliveryKind".into()
    }
}

/// Stands in the document for [`State`], which is of another crate.
#[derive(Debug)]
pub struct LetterStates;

impl LetterStates {
    const ALL: &[State] = State::ALL;
}

words! {
    Scope, "Scope", "What an API token may do.";
    ApiTokens, "ApiTokens", "What becomes of API tokens, and of the secret addresses of feeds, when the password changes: whoever knew the old one may have made some, so they are revoked unless you keep them.";
    FeedKind, "FeedKind", "What is followed under a secret address: the turns that wait, as an Atom feed, or when their time is over, as a calendar.";
    LetterKind, "LetterKind", "What a letter is about.";
    Pulse, "Rhythm", "How often letters about matches come: as soon as something has settled for some minutes, what happens within some hours together, once a day, or not at all.";
    LetterStates, "LetterState", "What became of a letter so far.";
    Visibility, "Visibility", "Who may see and join a match: everybody, or the people in it, who has its invitation code while it waits for people, and who has the host's link for watching.";
    Status, "Status", "How far a match has come: waiting for people, being played, played to its end, or given up before it began.";
    Preset, "Pace", "A pace that has a name: several turns a day, at least once a day, once each working day, about twice a week.";
    Absence, "Absence", "What happens when the time of a seat is over: a day of grace and then a stand-in that keeps the seat after two turns in a row or three in all; a stand-in only when somebody else at the table calls it; or the seat resigns.";
    Habit, "Habit", "Within which time somebody usually answers: an hour, a few hours, half a day, a day, two days, or more than that. Hours in which people sleep do not count.";
    StandIn, "StandIn", "For how long a robot plays for a person: for this turn, or until they return.";
    Form, "WayForm", "How a message is written: as JSON for a program, as a line in a channel of Discord or of Slack, or for a browser.";
    Answered, "Answered", "What came of an invitation: it waits for an answer, they have a seat, they declined, or it stands no more.";
    Verdict, "Verdict", "Whether an ended match moved ratings, or why not: it was opened as one that does not count, ended in its first round, went back to before something hidden was shown, was ended by agreement before its end was near, or nobody stayed.";
    Part, "Part", "What somebody did about their seat: they had it at the end, left it (resigned, or did not take it back from a stand-in), handed it on as the others agreed, or took it over from somebody else.";
    ProposalKind, "ProposalKind", "What somebody proposed: to go back to a version, that all clocks stand still, that they run again, more time for somebody's turn, another pace, to end the match as it stands, to give it up, or that somebody else takes a seat.";
    Came, "ProposalVerdict", "What came of a proposal: those who were asked agreed, they did not, whoever proposed it thought better of it, or something happened that makes it pointless.";
    Kind, "EventKind", "What kind of event of a match it is.";
    Robots, "Robot", "A kind of robot: one plays any legal command, the other thinks its own turn through.";
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Turnwise",
        description = "Play deep board games by web, one turn at a time.\n\nEvery no is a problem \
            document with a stable code; [the page on errors](/docs/errors) lists them.\n\n\
            [What a bot should know](/docs/bots), with programs to begin with.",
    ),
    components(schemas(Problem, Status, NewsMessage)),
    modifiers(&Security, &Headers, &Webhooks),
    tags(
        (name = "accounts", description = "Registering, addresses, forgotten passwords."),
        (name = "sessions", description = "Signing in and out."),
        (name = "me", description = "My account, my scripts, my letters, my turns."),
        (name = "games", description = "The shelf."),
        (name = "matches", description = "Opening, browsing, joining."),
        (name = "play", description = "At the table."),
        (name = "people", description = "How well people play."),
        (name = "talk", description = "What the people at a table say to each other."),
        (name = "notes", description = "What you write to yourself."),
        (name = "operations", description = "For operators."),
    )
)]
struct Frame;

struct Security;

impl Modify for Security {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "An access token of a session, which may do everything, or an API token, which may \
                 do what its scopes allow. Each operation names what it takes: `read`; `play`, \
                 which goes with `read`; or `session`, which no API token has.",
            ))
            .build();
        if let Some(components) = &mut api.components {
            components.add_security_scheme("token", SecurityScheme::Http(scheme));
        }
    }
}

/// The headers of many answers.
struct Headers;

impl Modify for Headers {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        for (name, kind, said) in [
            ("ETag", Type::String, "For `If-None-Match`, or `If-Match` of what is played next."),
            ("Retry-After", Type::Integer, "The seconds to wait before it is worth trying again."),
            ("WWW-Authenticate", Type::String, "`Bearer`."),
        ] {
            let schema = ObjectBuilder::new().schema_type(kind);
            let header = HeaderBuilder::new().schema(Some(schema)).description(Some(said)).build();
            if let Some(components) = &mut api.components {
                components.headers.insert(name.to_owned(), header.into());
            }
        }
    }
}

struct Webhooks;

impl Modify for Webhooks {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        api.webhooks = Some(news::webhooks());
    }
}

/// The frame into which the operations are collected.
pub fn frame() -> utoipa::openapi::OpenApi {
    Frame::openapi()
}

/// The whole document, from what was collected.
pub fn complete(collected: &utoipa::openapi::OpenApi) -> Value {
    let mut document = serde_json::to_value(collected).unwrap_or_default();
    let shared = shared();
    let games: Vec<(String, Schemas)> =
        games::SHELF.iter().map(|game| (prefix(*game), game.schemas())).collect();
    for (prefix, schemas) in games {
        for (part, schema) in
            [("Config", schemas.config), ("Command", schemas.command), ("View", schemas.view)]
        {
            add(&mut document, &prefix, &shared, part, schema);
        }
    }
    place_games(&mut document);
    let telling = schema_of::<Telling>();
    let words: BTreeSet<String> = definitions(&telling).into_iter().map(|(name, _)| name).collect();
    add(&mut document, "", &words, "Telling", telling);
    let telling = json!({ "$ref": "#/components/schemas/Telling" });
    document["components"]["schemas"]["EntryAnswer"]["properties"]["telling"] = telling;
    let further = serde_json::to_value(Further::schema()).unwrap_or_default();
    let problem = &mut document["components"]["schemas"]["Problem"]["properties"];
    if let (Value::Object(fields), Some(more)) = (problem, further["properties"].as_object()) {
        fields.extend(more.clone());
    }
    tell_of_tags(&mut document);
    typed::fit(&mut document);
    document
}

/// Says of each answer that shows a match that it carries the tag of what it shows.
fn tell_of_tags(document: &mut Value) {
    for operation in values(&mut document["paths"]).flat_map(values) {
        for response in values(&mut operation["responses"]) {
            let shown = response.pointer("/content/application~1json/schema/$ref");
            if shown.is_some_and(|schema| schema == "#/components/schemas/MatchAnswer") {
                response["headers"]["ETag"] = json!({ "$ref": "#/components/headers/ETag" });
            }
        }
    }
}

/// Says of each field that holds something of a game what it is in each of them.
fn place_games(document: &mut Value) {
    let any = |part: &str| {
        let name = |game: &dyn AnyGame| format!("#/components/schemas/{}{part}", prefix(game));
        let refs = games::SHELF.iter().map(|game| json!({ "$ref": name(*game) }));
        refs.collect::<Vec<Value>>()
    };
    for (pointer, part) in [
        ("NewMatch/properties/config", "Config"),
        ("MatchAnswer/properties/config", "Config"),
        ("SummaryAnswer/properties/config", "Config"),
        ("OfferAnswer/properties/command", "Command"),
        ("OfferAnswer/properties/then/items", "Command"),
        ("NewCommands/properties/commands/items", "Command"),
        ("MatchAnswer/properties/view", "View"),
        ("PlayedAnswer/properties/view", "View"),
        ("PreviewAnswer/properties/view", "View"),
    ] {
        let Some(slot) = document.pointer_mut(&format!("/components/schemas/{pointer}")) else {
            continue;
        };
        let mut choices = any(part);
        if slot["type"].as_array().is_some_and(|kinds| kinds.contains(&json!("null"))) {
            choices.push(json!({ "type": "null" }));
        }
        let description = slot.get("description").cloned();
        *slot = json!({ "anyOf": choices });
        if let Some(description) = description {
            slot["description"] = description;
        }
    }
    if let Some(slot) = document.pointer_mut("/components/schemas/MatchAnswer/properties/scores") {
        slot["items"] = json!({ "$ref": "#/components/schemas/ScoreSheet" });
    }
}

/// `bora-bora` becomes `BoraBora`.
fn prefix(game: &dyn AnyGame) -> String {
    game.info().slug.split('-').map(typed::capital).collect()
}

/// What a game's schema refers to, by name.
fn definitions(schema: &Value) -> Map<String, Value> {
    schema["$defs"].as_object().cloned().unwrap_or_default()
}

/// The names that mean the same in every game, down to what they refer to: these words of the
/// language of rules stand once, without the name of a game.
fn shared() -> BTreeSet<String> {
    let mut games = games::SHELF.iter().map(|game| {
        let schemas = game.schemas();
        let parts = [&schemas.config, &schemas.command, &schemas.view];
        parts.into_iter().flat_map(definitions).collect::<Map<String, Value>>()
    });
    let mut same = games.next().unwrap_or_default();
    for other in games {
        same.retain(|name, definition| other.get(name) == Some(definition));
    }
    loop {
        let names: BTreeSet<String> = same.keys().cloned().collect();
        same.retain(|_, definition| {
            let mut own = true;
            each_reference(definition, &mut |reference| {
                own &= reference.strip_prefix(DEFINITION).is_some_and(|name| names.contains(name));
            });
            own
        });
        if same.len() == names.len() {
            return names;
        }
    }
}

/// Adds one schema of a game and everything it refers to.
fn add(
    document: &mut Value,
    prefix: &str,
    shared: &BTreeSet<String>,
    part: &str,
    mut schema: Value,
) {
    let called = |name: &str| match shared.contains(name) {
        true => name.to_owned(),
        false => format!("{prefix}{name}"),
    };
    let mut found = definitions(&schema);
    if let Some(schema) = schema.as_object_mut() {
        schema.retain(|key, _| !["$schema", "$defs", "title"].contains(&key.as_str()));
    }
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut)
    else {
        return;
    };
    found.insert(part.to_owned(), schema);
    for (name, mut definition) in found {
        each_reference(&mut definition, &mut |reference| {
            if let Some(name) = reference.strip_prefix(DEFINITION) {
                *reference = format!("#/components/schemas/{}", called(name));
            }
        });
        schemas.insert(called(&name), definition);
    }
}

/// What references within a game's schema begin with.
const DEFINITION: &str = "#/$defs/";

/// Shows every reference of a schema.
fn each_reference(value: &mut Value, show: &mut impl FnMut(&mut String)) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref") {
                show(reference);
            }
            map.values_mut().for_each(|inner| each_reference(inner, show));
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| each_reference(inner, show)),
        _ => {}
    }
}

/// The document as it is checked in and sent: a test holds it to what the operations say of
/// themselves, which takes twenty megabytes to put together.
pub const TEXT: &str = include_str!("../../openapi/openapi.json");

/// A path of the document.
#[derive(Default)]
struct Known {
    /// With gaps: `/api/v1/matches/{id}`.
    template: String,
    methods: Vec<String>,
    /// Those of them that have no parameter behind the question mark.
    without: Vec<String>,
}

/// The paths in it, read when somebody first misses an address or asks for more than it has.
static PATHS: LazyLock<Vec<Known>> = LazyLock::new(|| {
    #[derive(Default, Deserialize)]
    struct Document {
        paths: BTreeMap<String, BTreeMap<String, Operation>>,
    }
    #[derive(Deserialize)]
    struct Operation {
        #[serde(default)]
        parameters: Vec<Parameter>,
    }
    #[derive(Deserialize)]
    struct Parameter {
        r#in: String,
    }
    let known = |(template, operations): (String, BTreeMap<String, Operation>)| {
        let mut known = Known { template, ..Known::default() };
        for (method, operation) in operations {
            // What answers GET answers HEAD, see `super::around`.
            let head = (method == "get").then(|| "HEAD".to_owned());
            let methods: Vec<String> = [method.to_uppercase()].into_iter().chain(head).collect();
            if operation.parameters.iter().all(|one| one.r#in != "query") {
                known.without.extend_from_slice(&methods);
            }
            known.methods.extend(methods);
        }
        known
    };
    let document: Document = serde_json::from_str(TEXT).unwrap_or_default();
    document.paths.into_iter().map(known).collect()
});

/// The methods that the document allows for a path, if it knows the path.
pub fn methods(path: &str) -> Option<&'static [String]> {
    known(path).map(|known| &known.methods[..])
}

/// Whether the document knows this operation, and that it has no parameter behind the question
/// mark.
pub fn has_no_parameters(method: &str, path: &str) -> bool {
    known(path).is_some_and(|known| known.without.iter().any(|other| other == method))
}

fn known(path: &str) -> Option<&'static Known> {
    let fits = |template: &str| {
        let (mut wanted, mut found) = (template.split('/'), path.split('/'));
        loop {
            match (wanted.next(), found.next()) {
                (None, None) => return true,
                (Some(wanted), Some(found)) if wanted.starts_with('{') && !found.is_empty() => {}
                (Some(wanted), Some(found)) if wanted == found => {}
                _ => return false,
            }
        }
    };
    // A fixed path is meant rather than one with a gap in the same place.
    let known = PATHS.iter().filter(|known| fits(&known.template));
    known.min_by_key(|known| known.template.matches('{').count())
}
