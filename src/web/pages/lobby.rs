//! The lobby: finding matches, opening one, taking and leaving seats.

use super::answer::{Answer, Frame, encoded, page, page_with, to};
use super::line::Line;
use super::options::{self, Choice};
use super::people::checked;
use super::visitor::{Person, Sent, Visitor};
use crate::db::matches::Filter;
use crate::error::{Error, Kind};
use crate::games::{self, SHELF};
use crate::matches::event::Visibility;
use crate::matches::fold::Status;
use crate::matches::lobby::Wish;
use crate::matches::look::Seen;
use crate::random;
use crate::rules::{Info, Robot, Seat};
use crate::web::App;
use crate::web::api;
use crate::web::api::matches::{NewMatch, VisibilityName};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web;
use askama::Template;
use serde::Deserialize;
use std::collections::BTreeMap;

/// How many matches a page of the list has.
const PAGE: i64 = 20;

#[derive(Template)]
#[template(path = "pages/matches.html")]
struct Matches {
    frame: Frame,
    games: Vec<Info>,
    wanted: Wanted,
    lines: Vec<Line>,
    next: Option<String>,
}

/// Which matches to list; empty fields do not narrow.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Wanted {
    #[serde(default)]
    status: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    player: String,
    #[serde(default)]
    cursor: String,
}

impl Wanted {
    fn given(text: &str) -> Option<String> {
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }
}

/// GET /matches
pub async fn matches(app: web::Data<App>, visitor: Visitor, wanted: web::Query<Wanted>) -> Answer {
    let wanted = wanted.into_inner();
    let player = match Wanted::given(&wanted.player) {
        None => None,
        Some(handle) => match app.accounts.by_handle(&handle).await? {
            Some(account) => Some(account.id),
            // Nobody of this name has any matches.
            None => Some(String::new()),
        },
    };
    let filter = Filter {
        status: Wanted::given(&wanted.status),
        game: Wanted::given(&wanted.game),
        player,
        seen_by: visitor.id(),
        before: Wanted::given(&wanted.cursor),
    };
    let mut listing = app.matches.list(filter, PAGE + 1).await?;
    let more = listing.matches.len() as i64 > PAGE;
    listing.matches.truncate(PAGE as usize);
    let next = listing.matches.last().filter(|_| more).map(|(row, _)| {
        format!(
            "/matches?status={}&game={}&player={}&cursor={}",
            encoded(&wanted.status),
            encoded(&wanted.game),
            encoded(&wanted.player),
            row.id
        )
    });
    let lines = Line::all(&listing, visitor.id().as_deref(), app.clock.now());
    let games = SHELF.iter().map(|game| game.info()).collect();
    page(&Matches { frame: Frame::new("Matches", &visitor), games, wanted, lines, next })
}

#[derive(Template)]
#[template(path = "pages/new.html")]
struct Opening {
    frame: Frame,
    games: Vec<Info>,
    game: Option<Info>,
    choices: Vec<Choice>,
    fields: BTreeMap<String, String>,
    problem: Option<String>,
    /// Known again when the form is sent twice.
    key: String,
}

impl Opening {
    fn of(person: Person, slug: &str) -> Opening {
        let game = games::find(slug);
        Opening {
            frame: Frame::new("Open a match", &Visitor(Some(person))),
            games: SHELF.iter().map(|game| game.info()).collect(),
            game: game.map(|game| game.info()),
            choices: game.map(options::choices).unwrap_or_default(),
            fields: BTreeMap::new(),
            problem: None,
            key: random::id(),
        }
    }

    fn value(&self, field: &str) -> &str {
        self.fields.get(field).map_or("", String::as_str)
    }

    fn has(&self, field: &str) -> bool {
        self.fields.contains_key(field)
    }

    fn has_value(&self, name: &str, value: &str) -> bool {
        self.fields.contains_key(&format!("option.{name}.{value}"))
    }

    fn seat_counts(&self) -> Vec<u8> {
        self.game.iter().flat_map(|game| game.seats.clone()).collect()
    }

    fn chosen_seats(&self, count: &u8) -> bool {
        match self.fields.get("seats") {
            Some(seats) => *seats == count.to_string(),
            None => self.game.as_ref().is_some_and(|game| game.seats.start() == count),
        }
    }
}

/// Which game a match is opened of.
#[derive(Deserialize)]
pub struct OfGame {
    #[serde(default)]
    game: String,
}

/// GET /matches/new
pub async fn ask_new(person: Person, asked: web::Query<OfGame>) -> Answer {
    page(&Opening::of(person, &asked.game))
}

/// POST /matches/new
pub async fn open(app: web::Data<App>, sent: Sent<BTreeMap<String, String>>) -> Answer {
    let (person, fields) = sent.by_person()?;
    let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
    let wish = wish(&fields);
    let opened = match wish {
        Ok(wish) => {
            // The same form sent twice opens one match; gone back to and changed, another.
            let key =
                fields.contains_key("key").then(|| random::token_hash(&format!("{fields:?}")));
            app.matches.open(&person.account.id, wish, key).await
        }
        Err(error) => Err(error),
    };
    match opened {
        Ok(folded) => {
            app.post.ring();
            Ok(to(&format!("/matches/{}", folded.id)))
        }
        Err(error) if error.kind == Kind::Fault => Err(error.into()),
        Err(error) => {
            let mut again = Opening::of(person, &field("game"));
            let status = StatusCode::from_u16(error.kind.status()).map_err(Error::fault)?;
            again.problem = Some(error.detail);
            again.fields = fields;
            page_with(status, &again)
        }
    }
}

fn wish(fields: &BTreeMap<String, String>) -> Result<Wish, Error> {
    let field = |name: &str| fields.get(name).map(|value| value.trim()).unwrap_or_default();
    let game = games::find(field("game"))
        .ok_or_else(|| Error::refused("unknown_game", "Choose one of the games."))?;
    let visibility = match field("visibility") {
        "private" => VisibilityName::Private,
        _ => VisibilityName::Public,
    };
    let new = checked(NewMatch {
        game: game.info().slug.to_owned(),
        seats: field("seats")
            .parse()
            .map_err(|_| Error::refused("invalid_field", "Choose the number of seats."))?,
        config: options::config(game, fields),
        title: field("title").to_owned(),
        visibility,
        entropy: Wanted::given(field("entropy")),
    })?;
    Ok(new.into())
}

#[derive(Template)]
#[template(path = "pages/room.html")]
struct Room {
    frame: Frame,
    id: String,
    version: i64,
    game: Info,
    status: &'static str,
    private: bool,
    host: String,
    people: Vec<Guest>,
    free: usize,
    options: Vec<String>,
    /// The code that the visitor came with.
    code: String,
    /// The whole address to invite people with, for who may know it.
    invitation: Option<String>,
    seated: bool,
    hosts: bool,
    can_start: bool,
    said: Option<String>,
}

/// Somebody who has a seat.
struct Guest {
    seat: u8,
    name: String,
    robot: bool,
}

/// The page of a match that has not begun.
pub async fn room(app: &App, visitor: Visitor, seen: &Seen, code: &str) -> Answer {
    page(&waiting_room(app, visitor, seen, code).await?)
}

async fn waiting_room(app: &App, visitor: Visitor, seen: &Seen, code: &str) -> Result<Room, Error> {
    let folded = &*seen.folded;
    let info = folded.game().info();
    let me = visitor.id();
    let hosts = me.as_deref() == Some(folded.host.as_str());
    let invitation = match &me {
        Some(me) => app.matches.invitation(&folded.id, me).await?,
        None => None,
    };
    let origin = &app.origin;
    let people: Vec<Guest> = Seat::all(folded.sitters.len())
        .map(|seat| Guest {
            seat: seat.0,
            name: seen.names.seat(folded, seat),
            robot: folded.sitters[seat.index()].robot.is_some(),
        })
        .collect();
    let address = match folded.opened.visibility {
        Visibility::Public => me.is_some().then(|| format!("{origin}/matches/{}", folded.id)),
        Visibility::Private => {
            invitation.map(|code| format!("{origin}/matches/{}?invitation={code}", folded.id))
        }
    };
    Ok(Room {
        frame: Frame::new(&folded.opened.title, &visitor),
        id: folded.id.clone(),
        version: seen.newest,
        status: folded.status.word(),
        private: folded.opened.visibility == Visibility::Private,
        host: seen.names.account(&folded.host),
        free: usize::from(folded.opened.seats).saturating_sub(people.len()),
        options: said_options(&folded.opened.config),
        code: code.to_owned(),
        invitation: address.filter(|_| folded.status == Status::Open),
        seated: seen.seat.is_some(),
        hosts,
        can_start: hosts && people.len() >= usize::from(*info.seats.start()),
        people,
        game: info,
        said: None,
    })
}

/// The options that differ from the plain game, in words.
pub fn said_options(config: &serde_json::Value) -> Vec<String> {
    use serde_json::Value;
    let options = config.as_object().cloned().unwrap_or_default();
    let said = |(name, value): (&String, &Value)| {
        let name = name.replace('_', " ");
        match value {
            Value::Bool(true) => Some(name),
            Value::Array(items) => {
                let words: Vec<String> = items
                    .iter()
                    .filter_map(|item| item.as_str().map(|word| word.replace('_', " ")))
                    .collect();
                Some(format!("{name}: {}", words.join(", ")))
            }
            Value::Null | Value::Bool(false) => None,
            other => Some(format!("{name}: {other}")),
        }
    };
    options.iter().filter_map(said).collect()
}

/// What taking a seat takes.
#[derive(Deserialize)]
pub struct Joining {
    #[serde(default)]
    invitation: String,
    #[serde(default)]
    entropy: String,
}

fn back(app: &App, id: &str) -> HttpResponse {
    app.post.ring();
    to(&format!("/matches/{id}"))
}

/// POST /matches/{id}/join
pub async fn join(app: web::Data<App>, id: web::Path<String>, sent: Sent<Joining>) -> Answer {
    let (person, form) = sent.by_person()?;
    let api::seats::Joining { invitation, entropy } = checked(api::seats::Joining {
        invitation: Wanted::given(&form.invitation),
        entropy: Wanted::given(&form.entropy),
    })?;
    match app.matches.join(&id, &person.account.id, invitation, entropy).await {
        // Who clicks twice has the seat already.
        Err(error) if error.code == "seated_already" => {}
        joined => drop(joined?),
    }
    Ok(back(&app, &id))
}

/// A form with a button and nothing else.
#[derive(Deserialize)]
pub struct Button {}

/// POST /matches/{id}/leave
pub async fn leave(app: web::Data<App>, id: web::Path<String>, sent: Sent<Button>) -> Answer {
    let (person, Button {}) = sent.by_person()?;
    app.matches.leave(&id, &person.account.id).await?;
    app.post.ring();
    Ok(to("/"))
}

/// POST /matches/{id}/start
pub async fn start(app: web::Data<App>, id: web::Path<String>, sent: Sent<Button>) -> Answer {
    let (person, Button {}) = sent.by_person()?;
    app.matches.start(&id, &person.account.id).await?;
    Ok(back(&app, &id))
}

/// A robot to seat.
#[derive(Deserialize)]
pub struct NewRobot {
    robot: Robot,
    /// The seat that was free when the page was shown.
    seat: u8,
}

/// POST /matches/{id}/robots
pub async fn seat_robot(
    app: web::Data<App>,
    id: web::Path<String>,
    sent: Sent<NewRobot>,
) -> Answer {
    let (person, form) = sent.by_person()?;
    let me = &person.account.id;
    match app.matches.seat_robot(&id, me, form.robot, Some(Seat(form.seat))).await {
        // Clicked twice: the first click has given this seat away.
        Err(error) if ["seat_taken", "match_full", "match_not_open"].contains(&&*error.code) => {}
        seated => drop(seated?),
    }
    Ok(back(&app, &id))
}

/// A robot to send away.
#[derive(Deserialize)]
pub struct OldRobot {
    seat: u8,
}

/// POST /matches/{id}/robots/dismiss
pub async fn dismiss_robot(
    app: web::Data<App>,
    id: web::Path<String>,
    sent: Sent<OldRobot>,
) -> Answer {
    let (person, form) = sent.by_person()?;
    app.matches.dismiss_robot(&id, &person.account.id, Seat(form.seat)).await?;
    Ok(back(&app, &id))
}

/// Somebody to invite.
#[derive(Deserialize)]
pub struct Invitation {
    handle: String,
}

/// POST /matches/{id}/invitations
pub async fn invite(app: web::Data<App>, id: web::Path<String>, sent: Sent<Invitation>) -> Answer {
    let (person, form) = sent.by_person()?;
    let me = person.account.id.clone();
    let (status, said) = match app.invite(&id, &me, &form.handle).await {
        Ok(()) => {
            let said = format!("A letter to {} is on its way.", form.handle.trim());
            (StatusCode::OK, said)
        }
        Err(error) if matches!(error.kind, Kind::Fault | Kind::NotFound) => {
            return Err(error.into());
        }
        Err(error) => {
            let status = StatusCode::from_u16(error.kind.status()).map_err(Error::fault)?;
            (status, error.detail)
        }
    };
    let seen = app.matches.look(&id, Some(me), None, None).await?;
    let mut room = waiting_room(&app, Visitor(Some(person)), &seen, "").await?;
    room.said = Some(said);
    page_with(status, &room)
}
