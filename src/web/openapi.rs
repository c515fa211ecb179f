//! The OpenAPI document: collected from the handlers, completed with each game's
//! own schemas.
//!
//! A game describes its commands, views and options as JSON Schema; here each of
//! its names gets the game's name in front, so that two games can both have a
//! `Command`.

use super::problem::Problem;
use crate::accounts::feeds::FeedKind;
use crate::accounts::profile::ApiTokens;
use crate::accounts::token::Scope;
use crate::games;
use crate::mail::kind::LetterKind;
use crate::mail::queue::State;
use crate::mail::rhythm::Pulse;
use crate::matches::invitations::Answered;
use crate::matches::ratings::result::{Part, Verdict};
use crate::matches::stream::event::Kind;
use crate::matches::stream::state::StandIn;
use crate::matches::time::{Absence, pace::Preset};
use crate::matches::{Status, Visibility};
use crate::rules::Robot;
use crate::rules::erased::AnyGame;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use utoipa::openapi::RefOr;
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

words! {
    Scope, "Scope", "What an API token may do.";
    ApiTokens, "ApiTokens", "What becomes of API tokens, and of the secret addresses of feeds, when the password changes: whoever knew the old one may have made some, so they are revoked unless you keep them.";
    FeedKind, "FeedKind", "What is followed under a secret address: the turns that wait, as an Atom feed, or when their time is over, as a calendar.";
    LetterKind, "LetterKind", "What a letter is about.";
    Pulse, "Rhythm", "How often letters about matches come: as soon as something has settled for some minutes, what happens within some hours together, once a day, or not at all.";
    State, "LetterState", "What became of a letter so far.";
    Visibility, "Visibility", "Who may see and join a match: everybody, or the people in it, who has its invitation code while it waits for people, and who has the host's link for watching.";
    Status, "Status", "How far a match has come: waiting for people, being played, played to its end, or given up before it began.";
    Preset, "Pace", "A pace that has a name: several turns a day, at least once a day, once each working day, about twice a week.";
    Absence, "Absence", "What happens when the time of a seat is over: a day of grace and then a stand-in that keeps the seat after two turns in a row or three in all; a stand-in only when somebody else at the table calls it; or the seat resigns.";
    StandIn, "StandIn", "For how long a robot plays for a person: for this turn, or until they return.";
    Answered, "Answered", "What came of an invitation: it waits for an answer, they have a seat, they declined, or it stands no more.";
    Verdict, "Verdict", "Whether an ended match moved ratings, or why not: it was opened as one that does not count, ended in its first round, went back to before something hidden was shown, was ended by agreement before its end was near, or nobody stayed.";
    Part, "Part", "What somebody did about their seat: they had it at the end, left it (resigned, or did not take it back from a stand-in), handed it on as the others agreed, or took it over from somebody else.";
    Kind, "EventKind", "What kind of event of a match it is.";
    Robots, "Robot", "A kind of robot: one plays any legal command, the other thinks its own turn through.";
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Turnwise",
        description = "Play deep board games by web, one turn at a time.\n\nEvery no is a problem \
            document with a stable code; [the page on errors](/docs/errors) lists them.",
    ),
    components(schemas(Problem, Status)),
    modifiers(&Security),
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
            .description(Some("An access token of a session, or an API token."))
            .build();
        if let Some(components) = &mut api.components {
            components.add_security_scheme("token", SecurityScheme::Http(scheme));
        }
    }
}

/// The frame into which the operations are collected.
pub fn frame() -> utoipa::openapi::OpenApi {
    Frame::openapi()
}

/// The whole document, from what was collected.
pub fn complete(collected: &utoipa::openapi::OpenApi) -> Value {
    let mut document = serde_json::to_value(collected).unwrap_or_default();
    let mut names = Map::new();
    for part in ["Config", "Command", "View"] {
        let refs: Vec<Value> = games::SHELF
            .iter()
            .map(|game| json!({ "$ref": format!("#/components/schemas/{}{part}", prefix(*game)) }))
            .collect();
        names.insert(part.to_owned(), json!({ "anyOf": refs }));
    }
    for game in games::SHELF {
        let schemas = game.schemas();
        for (part, schema) in
            [("Config", schemas.config), ("Command", schemas.command), ("View", schemas.view)]
        {
            add(&mut document, *game, part, schema);
        }
    }
    let mut place = |pointer: &str, part: &str| {
        if let Some(slot) = document.pointer_mut(pointer) {
            let description = slot.get("description").cloned();
            *slot = names[part].clone();
            if let Some(description) = description {
                slot["description"] = description;
            }
        }
    };
    place("/components/schemas/NewMatch/properties/config", "Config");
    place("/components/schemas/MatchAnswer/properties/config", "Config");
    place("/components/schemas/OfferAnswer/properties/command", "Command");
    place("/components/schemas/OfferAnswer/properties/then/items", "Command");
    place("/components/schemas/Commands/properties/commands/items", "Command");
    place("/components/schemas/PlayedAnswer/properties/view", "View");
    place("/components/schemas/PreviewAnswer/properties/view", "View");
    if let Some(slot) = document.pointer_mut("/components/schemas/MatchAnswer/properties/view") {
        let mut any = names["View"].clone();
        if let Some(list) = any["anyOf"].as_array_mut() {
            list.push(json!({ "type": "null" }));
        }
        *slot = any;
    }
    document
}

/// `bora-bora` becomes `BoraBora`.
fn prefix(game: &dyn AnyGame) -> String {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|c| c.to_ascii_uppercase().to_string() + chars.as_str())
    };
    game.info().slug.split('-').filter_map(capital).collect()
}

/// Adds one schema of a game and everything it refers to.
fn add(document: &mut Value, game: &dyn AnyGame, part: &str, mut schema: Value) {
    let prefix = prefix(game);
    let definitions = schema.as_object_mut().and_then(|schema| {
        schema.remove("$schema");
        schema.remove("$defs")
    });
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut)
    else {
        return;
    };
    rename(&mut schema, &prefix);
    schemas.insert(format!("{prefix}{part}"), schema);
    for (name, mut definition) in definitions.into_iter().flat_map(into_entries) {
        rename(&mut definition, &prefix);
        schemas.insert(format!("{prefix}{name}"), definition);
    }
}

fn into_entries(value: Value) -> Vec<(String, Value)> {
    match value {
        Value::Object(map) => map.into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Points every reference within a game's schemas to where they stand now.
fn rename(value: &mut Value, prefix: &str) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref")
                && let Some(name) = reference.strip_prefix("#/$defs/")
            {
                *reference = format!("#/components/schemas/{prefix}{name}");
            }
            map.values_mut().for_each(|inner| rename(inner, prefix));
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| rename(inner, prefix)),
        _ => {}
    }
}

/// The methods that the document allows for a path, if it knows the path.
pub fn methods(document: &Value, path: &str) -> Option<Vec<String>> {
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
    let paths = document["paths"].as_object()?;
    // A fixed path is meant rather than one with a gap in the same place.
    let (_, operations) = paths
        .iter()
        .filter(|(template, _)| fits(template))
        .min_by_key(|(template, _)| template.matches('{').count())?;
    Some(operations.as_object()?.keys().map(|method| method.to_uppercase()).collect())
}
