//! Learning a game by playing: a first match against a robot, in which every new kind of
//! decision is explained once, beside the things it is about.

use super::answer::{Answer, to};
use super::choices::Choices;
use super::plan::Address;
use super::visitor::Sent;
use crate::accounts::lessons::Learned;
use crate::boards::{self, AnyBoard, Lesson};
use crate::error::{Code, Error};
use crate::games;
use crate::matches::stream::commitment::Commitment;
use crate::matches::{Open, Visibility};
use crate::random;
use crate::rules::{Part, Robot};
use crate::web::App;
use actix_web::web;
use serde::Deserialize;
use std::collections::BTreeSet;

/// The first lesson that the person has not had: about the choice they have `planned` or
/// begun, else about what they are asked `next`.
pub fn lesson(
    board: &dyn AnyBoard,
    learned: &Learned,
    planned: &[Part],
    next: &[Part],
) -> Option<&'static Lesson> {
    if !learned.wants_more() {
        return None;
    }
    let about = |lesson: &Lesson, parts: &[Part]| parts.iter().any(|part| lesson.is_about(part));
    let unknown = || board.lessons().iter().filter(|lesson| !learned.knows(lesson.name));
    let made = unknown().find(|lesson| !lesson.early && about(lesson, planned));
    made.or_else(|| unknown().find(|lesson| lesson.early && about(lesson, next)))
}

/// The names of the lessons that were told on the way to a choice, `ways` being its parts and
/// those of other ways to pay.
pub fn met(
    board: &dyn AnyBoard,
    learned: &Learned,
    choices: &Choices<'_>,
    path: &[Part],
    ways: &[Part],
) -> String {
    let next = |to: usize| choices.after(&path[..to]).0;
    // What follows by itself was not asked, but the last click is left to the person.
    let is_asked = |to: &usize| next(*to).len() > 1;
    let last = (0..path.len()).rfind(is_asked).map_or(0, |to| to + 1);
    let asked = (0..path.len()).filter(|to| is_asked(to) || *to == last);
    let asked = asked.filter_map(|to| lesson(board, learned, &path[..to], &next(to)));
    let told = asked.chain(lesson(board, learned, ways, &[]));
    let names: BTreeSet<&str> = told.map(|lesson| lesson.name).collect();
    names.into_iter().collect::<Vec<_>>().join(" ")
}

/// Notes the lessons whose names a form carries. What was played stays played if that fails.
pub async fn note(app: &App, account: &str, game: &str, names: &str) {
    let lessons = boards::find(game).map_or(&[][..], |board| board.lessons()).iter();
    let lessons = lessons.map(|lesson| lesson.name);
    let met: Vec<&str> = lessons.filter(|one| names.split(' ').any(|name| name == *one)).collect();
    if met.is_empty() {
        return;
    }
    if let Err(error) = app.accounts.learn(account, game, &met).await {
        tracing::warn!(%error, "a lesson could not be noted");
    }
}

/// As many characters as anybody may add to the chance of a match.
const ENTROPY: usize = 128;

/// A wish to be taught.
#[derive(Deserialize)]
pub struct Wish {
    /// Known again when the form is sent twice.
    key: String,
    /// What the page has promised.
    match_id: String,
    seed_hash: String,
    /// What the person adds to the chance.
    #[serde(default)]
    entropy: String,
}

/// What a match is called in which somebody learns a game.
pub fn title(game: &str) -> String {
    format!("First steps in {game}")
}

/// GET /games/{slug}/teach: the refusal of a wish, loaded anew, leads back to the wish.
pub async fn look(slug: web::Path<String>) -> Answer {
    let game = games::find(&slug).ok_or_else(|| Error::not_found("game"))?.info();
    Ok(to(&format!("/games/{}", game.slug)))
}

/// POST /games/{slug}/teach: a private match against a robot begins.
pub async fn teach(app: web::Data<App>, slug: web::Path<String>, sent: Sent<Wish>) -> Answer {
    let (person, form) = sent.by_person()?;
    let game = games::find(&slug).ok_or_else(|| Error::not_found("game"))?.info();
    let me = &person.account.id;
    let promised = Commitment { match_id: form.match_id, seed_hash: form.seed_hash };
    let added = form.entropy.trim();
    if added.chars().count() > ENTROPY {
        let long = format!("Your part of the chance has more than {ENTROPY} characters.");
        return Err(Error::field("entropy", long).into());
    }
    let first = Open {
        game: game.slug.to_owned(),
        seats: *game.seats.start(),
        config: serde_json::json!({}),
        title: title(game.title),
        visibility: Visibility::Private,
        entropy: Some(added.to_owned()).filter(|added| !added.is_empty()),
        timing: None,
        // Who learns a game shows nothing yet of how well they play it.
        rounds_apart: true,
        rated: false,
    };
    let key = random::token_hash(&format!("teach {} {}", game.slug, form.key));
    app.matches.room_for_robots(me, &key).await?;
    let id = app.open(&person.account, first, Some(promised), Some(key)).await?.id.clone();
    for _seat in 1..*game.seats.start() {
        match app.matches.seat_robot(&id, me, Robot::Sensible, None).await {
            // Clicked twice: the first click has seated it.
            Err(Error { code: Code::SeatTaken | Code::MatchFull | Code::MatchNotOpen, .. }) => {}
            Ok(_) => {}
            Err(refused) => {
                // Another match with robots came between: none is left behind without one.
                app.matches.leave(&id, me).await?;
                return Err(refused.into());
            }
        }
    }
    let learned = app.accounts.learned(me, game.slug).await?;
    let lessons = boards::find(game.slug).map_or(&[][..], |board| board.lessons());
    // Who has been told everything and asks again is told again.
    let anew = lessons.iter().all(|lesson| learned.knows(lesson.name));
    app.accounts.teach(me, game.slug, anew).await?;
    Ok(to(&format!("/matches/{id}")))
}

/// A lesson that was read, and the plan beside which it stood.
#[derive(Deserialize)]
pub struct Read {
    lesson: String,
    /// Whether nothing is to be told any more.
    #[serde(default)]
    enough: String,
    v: i64,
    #[serde(default)]
    plan: String,
    #[serde(default)]
    at: String,
}

/// POST /matches/{id}/learned
pub async fn learned(app: web::Data<App>, id: web::Path<String>, sent: Sent<Read>) -> Answer {
    let (person, form) = sent.by_person()?;
    let me = &person.account.id;
    let seen = app.matches.look(&id, Some(me.clone()), None).await?;
    let game = &seen.folded.opened.game;
    let back = Address::read(&id, form.v, &form.plan, &form.at)?;
    match form.enough.is_empty() {
        true => note(&app, me, game, &form.lesson).await,
        false => app.accounts.teach_no_more(me, game).await?,
    }
    Ok(to(&back.whole()))
}
