//! The lobby: opening a match, taking and leaving seats.

use super::answer::{Answer, Frame, page, refusal, to};
use super::form::{checked, given};
use super::invitations::said_guests;
use super::options::{self, Choice};
use super::pace;
use super::teaching;
use super::visitor::{Person, Sent, Visitor};
use crate::accounts::bots::Name;
use crate::error::{Code, Error, Kind};
use crate::games::{self, SHELF};
use crate::matches::read::look::Seen;
use crate::matches::time::answers::Habit;
use crate::matches::time::{
    Absence, host_open_to,
    pace::{DAY, Preset},
};
use crate::matches::watching::Codes;
use crate::matches::{Match, Status, Visibility};
use crate::random;
use crate::rules::{Info, Robot, Seat};
use crate::web::App;
use crate::web::api;
use crate::web::api::matches::NewMatch;
use crate::web::api::proof::Commitment;
use crate::words::Word;
use actix_web::HttpResponse;
use actix_web::web;
use askama::Template;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Template)]
#[template(path = "pages/new.html")]
struct Opening {
    frame: Frame,
    games: Vec<Info>,
    game: Option<Info>,
    choices: Vec<Choice>,
    fields: BTreeMap<String, String>,
    /// Whether they are those of one's last match.
    as_last: bool,
    problem: Option<String>,
    /// Known again when the form is sent twice.
    key: String,
    /// The promise of the seed, made before the host chooses their entropy.
    commitment: Commitment,
}

impl Opening {
    fn of(app: &App, person: Person, slug: &str) -> Opening {
        let game = games::find(slug);
        let commitment = app.matches.commit(&person.account.id).into();
        Opening {
            frame: Frame::new("Open a match", &Visitor(Some(person))),
            games: SHELF.iter().map(|game| game.info()).collect(),
            game: game.map(|game| game.info()),
            choices: game.map(options::choices).unwrap_or_default(),
            fields: BTreeMap::new(),
            as_last: false,
            problem: None,
            key: random::id(),
            commitment,
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

    /// The paces with what they ask of people, and the one that is chosen; a new form
    /// offers that of most matches.
    fn paces(&self) -> Vec<(&'static str, &'static str, bool)> {
        let chosen = match self.fields.get("pace") {
            Some(word) => word.as_str(),
            None if self.fields.contains_key("key") => "",
            None => Preset::Daily.word(),
        };
        let named = Preset::ALL.iter().map(|preset| (preset.word(), preset.said()));
        named
            .chain([(pace::OWN, "at a pace of your own, below")])
            .chain([("", "whenever you like: nothing is ever due")])
            .map(|(word, said)| (word, said, word == chosen))
            .collect()
    }

    /// What a pace of one's own has.
    fn own_pace(&self) -> Vec<pace::Part> {
        pace::parts(&self.fields)
    }

    fn is_own_pace(&self) -> bool {
        self.value("pace") == pace::OWN
    }

    /// What can happen to whoever does not come, and what is chosen of it.
    fn absences(&self) -> Vec<(&'static str, String, bool)> {
        let chosen = Absence::of_word(self.value("absence")).unwrap_or_default();
        Absence::ALL.iter().map(|one| (one.word(), one.said(DAY), *one == chosen)).collect()
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
    /// The match that is played again.
    #[serde(default)]
    again: String,
}

/// GET /matches/new: filled in like the match that is played again, or else like the last one
/// that was opened.
pub async fn ask_new(app: web::Data<App>, person: Person, asked: web::Query<OfGame>) -> Answer {
    let me = person.account.id.clone();
    let mut opening = Opening::of(&app, person, &asked.game);
    let last = match &opening.game {
        Some(game) if asked.again.is_empty() => {
            let but = teaching::title(game.title);
            app.matches.last_hosted(&me, &asked.game, but).await?
        }
        _ => None,
    };
    opening.as_last = last.is_some();
    let like = last.unwrap_or_else(|| asked.again.clone());
    if !like.is_empty() {
        match app.matches.look(&like, Some(me), None).await {
            Ok(seen) if seen.folded.opened.game == asked.game => {
                opening.fields = again(&seen.folded);
                if opening.as_last {
                    opening.fields.remove("title");
                }
            }
            Err(error) if error.kind() == Kind::Fault => return Err(error.into()),
            // Of a match that one may not see nothing is copied.
            _ => {}
        }
    }
    page(&opening)
}

/// The fields of a match like this one.
fn again(on: &Match) -> BTreeMap<String, String> {
    let opened = &on.opened;
    let mut fields = options::fields(&opened.config);
    fields.extend(pace::fields(on.timing));
    fields.insert("title".to_owned(), opened.title.clone());
    fields.insert("seats".to_owned(), opened.seats.to_string());
    let visibility = match opened.visibility {
        Visibility::Private => "private",
        Visibility::Public => "public",
    };
    fields.insert("visibility".to_owned(), visibility.to_owned());
    let rated = if on.rated { "yes" } else { "no" };
    fields.insert("rated".to_owned(), rated.to_owned());
    fields
}

/// POST /matches/new
pub async fn open(app: web::Data<App>, sent: Sent<BTreeMap<String, String>>) -> Answer {
    let (person, fields) = sent.by_person()?;
    let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
    let wish = wish(&fields);
    let opened = match wish {
        Ok(mut wish) => {
            // The same form sent twice opens one match; gone back to and changed, another.
            let key =
                fields.contains_key("key").then(|| random::token_hash(&format!("{fields:?}")));
            let commitment = wish.commitment.take().map(Into::into);
            app.open(&person.account, wish.into(), commitment, key).await
        }
        Err(error) => Err(error),
    };
    match opened {
        Ok(folded) => Ok(to(&format!("/matches/{}", folded.id))),
        Err(error) if error.kind() == Kind::Fault => Err(error.into()),
        Err(error) => {
            let mut again = Opening::of(&app, person, &field("game"));
            // What was promised before the entropy was chosen stays promised, unless it is
            // no good.
            again.fields = fields;
            match promised(&again.fields) {
                Some(promised) if error.code != Code::WrongCommitment => {
                    again.commitment = promised;
                }
                // What was sent is known already: it is not for a seed promised after it.
                _ => drop(again.fields.remove("entropy")),
            }
            again.problem = Some(error.detail);
            refusal(error.code, &again)
        }
    }
}

/// The promise that the form was shown with.
fn promised(fields: &BTreeMap<String, String>) -> Option<Commitment> {
    let field = |name: &str| fields.get(name).filter(|text| !text.is_empty()).cloned();
    Some(Commitment { match_id: field("match_id")?, seed_hash: field("seed_hash")? })
}

fn wish(fields: &BTreeMap<String, String>) -> Result<NewMatch, Error> {
    let field = |name: &str| fields.get(name).map(|value| value.trim()).unwrap_or_default();
    let game = games::find(field("game"))
        .ok_or_else(|| Error::new(Code::NoSuchGame, "Choose one of the games."))?;
    let visibility = match field("visibility") {
        "private" => Visibility::Private,
        _ => Visibility::Public,
    };
    checked(NewMatch {
        game: game.info().slug.to_owned(),
        seats: field("seats")
            .parse()
            .map_err(|_| Error::field("seats", "Choose the number of seats."))?,
        config: options::config(game, fields),
        title: field("title").to_owned(),
        visibility,
        entropy: given(field("entropy")),
        commitment: promised(fields),
        pace: pace::wish(fields)?,
        absence: Absence::of_word(field("absence")).unwrap_or_default(),
        rated: field("rated") != "no",
    })
}

#[derive(Template)]
#[template(path = "pages/room.html")]
pub struct Room {
    frame: Frame,
    id: String,
    version: i64,
    game: Info,
    status: &'static str,
    private: bool,
    host: Name,
    people: Vec<Guest>,
    free: usize,
    options: Vec<String>,
    /// How fast it is played and what happens to whoever does not come, in sentences.
    pace: Vec<String>,
    /// Whether it counts for the ratings, in a sentence.
    rated: &'static str,
    /// The code that the visitor came with.
    code: String,
    /// The hash of the seed, known before anybody adds to the chance.
    seed_hash: String,
    /// The whole address to invite people with, for who may know it.
    invitation: Option<String>,
    /// The whole address for watching, if the host has made one.
    watching: Option<String>,
    seated: bool,
    hosts: bool,
    /// Whether the host has not come for so long that the visitor can be the host.
    can_host: bool,
    can_start: bool,
    /// Whom the host has invited, and what came of it.
    guests: Vec<String>,
    /// Whether the visitor is invited.
    invited: bool,
    /// What was done just now.
    pub said: Option<String>,
}

/// Somebody who has a seat.
struct Guest {
    seat: u8,
    name: Name,
    robot: bool,
    /// How fast they usually answer, where it can be told.
    habit: Option<&'static str>,
}

/// The page of a match that has not begun.
pub async fn room(app: &App, visitor: Visitor, seen: &Seen, code: &str) -> Answer {
    page(&waiting_room(app, visitor, seen, code).await?)
}

/// The page of a match that has not begun, to be completed.
pub async fn waiting_room(
    app: &App,
    visitor: Visitor,
    seen: &Seen,
    code: &str,
) -> Result<Room, Error> {
    let folded = &*seen.folded;
    let info = folded.game().info();
    let me = visitor.id();
    let hosts = me.as_deref() == Some(folded.host.as_str());
    let codes = match &me {
        Some(me) => app.matches.codes(&folded.id, me).await?,
        None => Codes::default(),
    };
    let open = folded.status == Status::Open;
    let (guests, invited) = match &me {
        Some(me) if hosts && open => (app.matches.guests(&folded.id, me).await?, false),
        Some(me) if seen.seat.is_none() && open => {
            let asked = app.matches.invitations(me).await?;
            (Vec::new(), asked.iter().any(|one| one.summary.id == folded.id))
        }
        _ => (Vec::new(), false),
    };
    let origin = &app.origin;
    let habits = app.matches.habits(folded).await?;
    let people: Vec<Guest> = Seat::all(folded.sitters.len())
        .map(|seat| Guest {
            seat: seat.0,
            name: seen.names.name(&folded.sitters[seat.index()].account),
            robot: folded.sitters[seat.index()].robot.is_some(),
            habit: habits.get(&seat).copied().map(Habit::said),
        })
        .collect();
    let address = match folded.opened.visibility {
        Visibility::Public => me.is_some().then(|| format!("{origin}/matches/{}", folded.id)),
        Visibility::Private => {
            let link = |code| format!("{origin}/matches/{}?invitation={code}", folded.id);
            codes.invitation.map(link)
        }
    };
    Ok(Room {
        frame: Frame::new(&folded.opened.title, &visitor),
        id: folded.id.clone(),
        version: seen.newest,
        status: folded.status.word(),
        private: folded.opened.visibility == Visibility::Private,
        host: seen.names.name(&folded.host),
        free: usize::from(folded.opened.seats).saturating_sub(people.len()),
        options: said_options(&folded.opened.config),
        pace: said_pace(folded),
        rated: said_rated(folded),
        code: code.to_owned(),
        seed_hash: folded.opened.seed_hash.clone(),
        invitation: address.filter(|_| open),
        watching: codes.watching.map(|code| watching_address(app, &folded.id, &code)),
        seated: seen.seat.is_some(),
        hosts,
        can_host: !hosts
            && seen.seat.is_some_and(|seat| host_open_to(folded, seat) <= app.clock.now()),
        can_start: hosts && people.len() >= usize::from(*info.seats.start()),
        people,
        game: info,
        guests: said_guests(guests),
        invited,
        said: None,
    })
}

/// The whole address for watching a match.
pub fn watching_address(app: &App, id: &str, code: &str) -> String {
    format!("{}/matches/{id}?watch={code}", app.origin)
}

/// How fast a match is played and what happens to whoever does not come, in sentences.
pub fn said_pace(on: &Match) -> Vec<String> {
    match on.timing {
        None => vec!["Play whenever you like: nothing is ever due.".to_owned()],
        Some(timing) => {
            let mut said = vec![format!("Pace: {}.", timing.pace.said())];
            said.extend(timing.pace.worst());
            said.push(timing.absence.said(timing.pace.grace));
            said.push(timing.absence.substitutes().to_owned());
            said
        }
    }
}

/// The same, with whether it counts for the ratings.
pub fn said_terms(on: &Match) -> Vec<String> {
    let mut said = said_pace(on);
    said.push(said_rated(on).to_owned());
    said
}

/// Whether a match counts for the ratings, in a sentence.
pub fn said_rated(on: &Match) -> &'static str {
    match on.rated {
        true => "The result counts for the ratings.",
        false => "The result does not count for the ratings.",
    }
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

/// On to the match.
pub fn back(id: &str) -> HttpResponse {
    to(&format!("/matches/{id}"))
}

/// POST /matches/{id}/join
pub async fn join(app: web::Data<App>, id: web::Path<String>, sent: Sent<Joining>) -> Answer {
    let (person, form) = sent.by_person()?;
    let api::seats::Joining { invitation, entropy } = checked(api::seats::Joining {
        invitation: given(&form.invitation),
        entropy: given(&form.entropy),
    })?;
    match app.matches.join(&id, &person.account.id, invitation, entropy).await {
        // Who clicks twice has the seat already.
        Err(error) if error.code == Code::SeatedAlready => {}
        joined => drop(joined?),
    }
    Ok(back(&id))
}

/// A form with a button and nothing else.
#[derive(Deserialize)]
pub struct Button {}

/// POST /matches/{id}/leave
pub async fn leave(app: web::Data<App>, id: web::Path<String>, sent: Sent<Button>) -> Answer {
    let (person, Button {}) = sent.by_person()?;
    app.matches.leave(&id, &person.account.id).await?;
    Ok(to("/"))
}

/// POST /matches/{id}/start
pub async fn start(app: web::Data<App>, id: web::Path<String>, sent: Sent<Button>) -> Answer {
    let (person, Button {}) = sent.by_person()?;
    app.matches.start(&id, &person.account.id).await?;
    Ok(back(&id))
}

/// POST /matches/{id}/host
pub async fn host(app: web::Data<App>, id: web::Path<String>, sent: Sent<Button>) -> Answer {
    let (person, Button {}) = sent.by_person()?;
    app.matches.host(&id, &person.account.id).await?;
    Ok(back(&id))
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
        Err(Error { code: Code::SeatTaken | Code::MatchFull | Code::MatchNotOpen, .. }) => {}
        seated => drop(seated?),
    }
    Ok(back(&id))
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
    Ok(back(&id))
}
