//! What may be done now: each choice with the path to it, what it is worth, and what is
//! closed.

use crate::accounts::token::Scope;
use crate::error::{Code, Error, Result};
use crate::matches::Match;
use crate::matches::read::look::Seen;
use crate::matches::read::names::Names;
use crate::rules::Seat;
use crate::rules::erased::{AnyGame, Offer};
use crate::rules::offer::{Answered, Change, Closed, Fact, Part, Slot, Worth, begins_with};
use crate::web::App;
use crate::web::caller::Person;
use crate::web::problem::{Always, MaySign, OnThing};
use crate::web::query::Query;
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::Semaphore;
use utoipa::{IntoParams, ToSchema};

/// How much of what may be done.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Asking {
    /// Leave out, or `true`, for what each choice is worth, bundles, and what is closed;
    /// `false` for the commands alone, which costs the server less.
    pub worth: Option<bool>,
    /// Only choices whose path begins like this: slots with values, separated by commas.
    #[param(example = "do:craftsman,craft:potter")]
    pub at: Option<String>,
}

/// Everything you may do now.
#[derive(Serialize, ToSchema)]
pub struct LegalAnswer {
    /// The version for which this holds: send it as `If-Match`.
    pub version: i64,
    /// Each choice; empty when it is not your turn.
    pub items: Vec<OfferAnswer>,
    /// What lies on the table and cannot be chosen now, with why.
    pub closed: Vec<ClosedAnswer>,
    /// The questions that the parts of the paths answer.
    pub slots: Vec<SlotAnswer>,
}

/// Something you may do now.
#[derive(Serialize, ToSchema)]
pub struct OfferAnswer {
    /// The command, ready to post.
    #[schema(value_type = Object)]
    pub command: Value,
    /// The commands to post after it in the same request, where several are offered as one.
    #[schema(value_type = Vec<Object>)]
    pub then: Vec<Value>,
    /// What it does, in words.
    pub label: String,
    /// The heading it belongs under.
    pub group: String,
    /// The path on which a person chooses it, part by part. No other choice has the same.
    pub parts: Vec<PartAnswer>,
    /// What it is worth to you, where that was asked for.
    pub worth: Option<WorthAnswer>,
}

/// One step on the path to a choice: an answer to a question.
#[derive(Serialize, ToSchema)]
pub struct PartAnswer {
    /// Which question, by the name of its slot.
    #[schema(example = "square")]
    pub slot: String,
    /// The answer.
    #[schema(example = "m7")]
    pub value: String,
    /// The answer in words.
    pub words: String,
}

/// What a choice costs and brings you, as far as you can know it.
#[derive(Serialize, ToSchema)]
pub struct WorthAnswer {
    /// What it costs.
    pub cost: Vec<ChangeAnswer>,
    /// What it brings; what chance decides stands here.
    pub gain: Vec<ChangeAnswer>,
    /// What else is worth knowing.
    pub facts: Vec<FactAnswer>,
    /// Whether it shows something hidden: then it cannot be taken back. The end of a match, which
    /// shows all that was hidden and cannot be taken back either, is not meant.
    pub reveals: bool,
}

/// How something that you have would change.
#[derive(Serialize, ToSchema)]
pub struct ChangeAnswer {
    /// What it is.
    #[schema(example = "cattle")]
    pub what: String,
    /// By how much; `null` where chance or something hidden decides.
    #[schema(example = -2)]
    pub by: Option<i64>,
    /// How much there would be; `null` where chance or something hidden decides.
    #[schema(example = 18)]
    pub to: Option<i64>,
}

/// Something else that is worth knowing of a choice.
#[derive(Serialize, ToSchema)]
pub struct FactAnswer {
    /// Its stable name.
    #[schema(example = "reach")]
    pub key: String,
    /// What it says.
    pub words: String,
    /// Of choices that answer the same question the one with the higher rank is better in
    /// this respect.
    pub rank: i32,
    /// The places on the table that it is about.
    pub places: Vec<String>,
    /// The places of a way over the table that it takes, in order.
    pub route: Vec<String>,
}

/// Something that cannot be chosen now.
#[derive(Serialize, ToSchema)]
pub struct ClosedAnswer {
    /// The path that would lead to it.
    pub parts: Vec<PartAnswer>,
    /// The rule's word for why not.
    pub code: String,
    /// Why not.
    pub words: String,
}

/// A question on the way to a choice.
#[derive(Serialize, ToSchema)]
pub struct SlotAnswer {
    /// Its name in paths.
    pub name: &'static str,
    /// What is asked.
    pub question: &'static str,
    /// What several answers are called together; of a toggle what leaving it out is called.
    #[schema(example = "squares")]
    pub answers: &'static str,
    /// How it is answered: `thing`, by a thing on the table; `verb`, by saying what to do;
    /// `toggle`, which may be left out of the path; `amount`.
    #[schema(value_type = String, example = "thing")]
    pub answered: Answered,
}

impl From<Slot> for SlotAnswer {
    fn from(Slot { name, question, answers, answered, .. }: Slot) -> SlotAnswer {
        SlotAnswer { name, question, answers, answered }
    }
}

type Name<'a> = &'a dyn Fn(Seat) -> String;

impl PartAnswer {
    fn of(part: Part, name: Name) -> PartAnswer {
        PartAnswer { words: part.words.sentence(name), slot: part.slot, value: part.value }
    }
}

impl ClosedAnswer {
    fn of(closed: Closed, name: Name) -> ClosedAnswer {
        let parts = closed.parts.into_iter().map(|part| PartAnswer::of(part, name));
        ClosedAnswer { parts: parts.collect(), code: closed.code, words: closed.words }
    }
}

impl From<Change> for ChangeAnswer {
    fn from(Change { what, by, to }: Change) -> ChangeAnswer {
        ChangeAnswer { what, by, to }
    }
}

impl WorthAnswer {
    fn of(worth: Worth, name: Name) -> WorthAnswer {
        let fact = |Fact { key, words, rank, places, route }| FactAnswer {
            key,
            words: words.sentence(name),
            rank,
            places,
            route,
        };
        WorthAnswer {
            cost: worth.cost.into_iter().map(Into::into).collect(),
            gain: worth.gain.into_iter().map(Into::into).collect(),
            facts: worth.facts.into_iter().map(fact).collect(),
            reveals: worth.reveals,
        }
    }
}

impl OfferAnswer {
    /// The answer about an offer, with each seat called by its name.
    pub fn of(offer: Offer, name: Name) -> OfferAnswer {
        OfferAnswer {
            command: offer.command,
            then: offer.then,
            label: offer.label.telling.sentence(name),
            group: offer.label.group,
            parts: offer.parts.into_iter().map(|part| PartAnswer::of(part, name)).collect(),
            worth: offer.worth.map(|worth| WorthAnswer::of(worth, name)),
        }
    }
}

/// What a seat may do, without worth and names.
pub fn unnamed(folded: &Match, seat: Option<Seat>) -> Vec<Offer> {
    match (&folded.state, seat) {
        (Some(state), Some(seat)) if folded.awaited().contains(&seat) => {
            folded.game().legal(state, seat)
        }
        _ => Vec::new(),
    }
}

/// What a seat may do, without worth, in words that call people by their names.
pub fn offers(seen: &Seen, seat: Option<Seat>) -> Vec<OfferAnswer> {
    let name = |seat: Seat| seen.names.seat(&seen.folded, seat);
    unnamed(&seen.folded, seat).into_iter().map(|offer| OfferAnswer::of(offer, &name)).collect()
}

/// Offers and what is closed, in words that call people by their names. These are looked up
/// only where somebody is named.
pub async fn in_words(
    app: &App,
    folded: Arc<Match>,
    who: &str,
    offers: Vec<Offer>,
    closed: Vec<Closed>,
) -> Result<(Vec<OfferAnswer>, Vec<ClosedAnswer>)> {
    let mut parts = closed.iter().flat_map(|closed| &closed.parts);
    let named =
        offers.iter().any(Offer::names_somebody) || parts.any(|part| part.words.names_somebody());
    let names = match named {
        true => app.matches.seen_by(folded.clone(), who).await?.names,
        false => Names::default(),
    };
    let name = |seat: Seat| names.seat(&folded, seat);
    let offers = offers.into_iter().map(|offer| OfferAnswer::of(offer, &name)).collect();
    Ok((offers, closed.into_iter().map(|closed| ClosedAnswer::of(closed, &name)).collect()))
}

/// Where choices are weighed: on threads of their own, and on no more than half of the
/// processors at once, so that who asks for it often takes no time from people who play.
#[derive(Debug)]
pub struct Scales(Arc<Semaphore>);

impl Default for Scales {
    fn default() -> Scales {
        let processors = std::thread::available_parallelism().map_or(1, |number| number.get());
        Scales(Arc::new(Semaphore::new((processors / 2).max(1))))
    }
}

impl Scales {
    /// Weighs when its turn has come.
    ///
    /// # Errors
    /// When weighing panics.
    pub async fn weigh<T: Send + 'static>(
        &self,
        weighing: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let turn = self.0.clone().acquire_owned().await.map_err(Error::fault)?;
        let weighing = move || {
            // Over when it is weighed, also where nobody waits for that any more.
            let _turn = turn;
            weighing()
        };
        tokio::task::spawn_blocking(weighing).await.map_err(Error::fault)
    }
}

/// Refuses a path through questions that the game does not ask.
fn asked_by(game: &dyn AnyGame, at: &[(&str, &str)]) -> Result<()> {
    let is_slot = |name: &str| game.slots().iter().any(|slot| slot.name == name);
    if at.iter().all(|(name, _)| is_slot(name)) {
        return Ok(());
    }
    let known: Vec<&str> = game.slots().iter().map(|slot| slot.name).collect();
    let detail = format!("The slots of `at` are {}.", known.join(", "));
    Err(Error::new(Code::WrongParameter, detail).with("field", "at"))
}

/// The beginning of a path, as an address writes it.
fn path(at: &str) -> Result<Vec<(&str, &str)>> {
    let parts = at.split(',').filter(|part| !part.is_empty());
    let pairs: Option<Vec<_>> = parts.map(|part| part.split_once(':')).collect();
    pairs.ok_or_else(|| {
        Error::new(
            Code::WrongParameter,
            "`at` must be slots with values, such as `do:craftsman,craft:potter`.",
        )
        .with("field", "at")
    })
}

/// Everything you may do now, ready to post.
///
/// Each choice comes with the path on which a person chooses it and with what it costs and
/// brings you. That is found on copies of the match in which everything you cannot know is
/// dealt anew: what chance decides is `null`.
#[utoipa::path(operation_id = "list_choices", tag = "play", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The match."), Asking),
    responses((status = 200, description = "The choices.", body = LegalAnswer),
        MaySign, OnThing, Always))]
#[get("/legal")]
pub async fn legal(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    asking: Query<Asking>,
) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let asked = asking.into_inner();
    let (worth, asked) = (asked.worth.unwrap_or(true), asked.at.unwrap_or_default());
    let at = path(&asked)?;
    let who = &person.account.id;
    let folded = app.matches.visible_to(&id, who).await?;
    let Some(seat) = folded.seat_of(who) else {
        return Err(Error::new(Code::NoSeat, "You have no seat in this match."));
    };
    asked_by(folded.game(), &at)?;
    let (mut offers, closed) = match (&folded.state, worth) {
        (Some(state), true) if folded.awaited().contains(&seat) => {
            let (game, state, asked) = (folded.game(), state.clone(), asked.clone());
            let weighing = move || {
                let at = path(&asked).unwrap_or_default();
                game.weigh(&state, seat, &|parts| begins_with(parts, &at))
            };
            app.scales.weigh(weighing).await?
        }
        _ => (unnamed(&folded, Some(seat)), Vec::new()),
    };
    offers.retain(|offer| begins_with(&offer.parts, &at));
    let (version, slots) = (folded.version, folded.game().slots());
    let (items, closed) = in_words(&app, folded, who, offers, closed).await?;
    Ok(HttpResponse::Ok().json(LegalAnswer {
        version,
        items,
        closed,
        slots: slots.iter().copied().map(Into::into).collect(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn a_turn_at_the_scales_lasts_as_long_as_the_weighing_whoever_hangs_up() {
        let scales = Scales(Arc::new(Semaphore::new(1)));
        let (done, weighed) = std::sync::mpsc::channel::<()>();
        let weighing = scales.weigh(move || weighed.recv().is_ok());
        assert!(tokio::time::timeout(Duration::ZERO, weighing).await.is_err(), "hung up");
        let next = tokio::time::timeout(Duration::from_millis(50), scales.weigh(|| ()));
        assert!(next.await.is_err(), "the first one is weighed still");
        done.send(()).expect("it is waited for");
        scales.weigh(|| ()).await.expect("its turn");
    }
}
