//! What people propose to each other in a match, and how they answer.

use super::clocks::{PaceAnswer, PaceWish, within_pace};
use super::look::{MatchAnswer, answer};
use super::table::Watching;
use crate::accounts::bots::Name;
use crate::accounts::token::Scope;
use crate::clock::utc;
use crate::error::Result;
use crate::matches::read::agenda::Item;
use crate::matches::stream::consent::{Proposal, ProposalKind};
use crate::matches::stream::event::{Terms, Verdict};
use crate::rules::Seat;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::{Caller, Person};
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use crate::web::query::Query;
use actix_web::http::header;
use actix_web::{HttpResponse, delete, get, post, put, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What people can agree on.
#[derive(Clone, Debug, Deserialize, Validate, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(example = json!({"kind": "rewind", "to": 12}))]
pub enum TermsWish {
    /// The game goes on as it stood at a version. What was shown stays known; dice fall anew,
    /// and what nobody knew is shuffled anew. All who play must agree.
    Rewind {
        /// A version at which a step of the game had just ended.
        #[garde(range(min = 1))]
        #[schema(minimum = 1)]
        to: i64,
    },
    /// All clocks stand still. All who play must agree.
    Pause {
        /// Until then, within 30 days.
        #[garde(skip)]
        until: DateTime<Utc>,
    },
    /// The pause ends now. All who play must agree.
    Resume {},
    /// Somebody who is awaited has more time for this turn. More than half of the others must
    /// agree.
    MoreTime {
        /// Who.
        #[garde(range(max = 11))]
        #[schema(maximum = 11)]
        seat: u8,
        /// How much, in counted minutes: at most the free time of a turn.
        #[garde(range(min = 1))]
        #[schema(minimum = 1)]
        minutes: u32,
    },
    /// Another pace holds for what is awaited next. All who play must agree.
    ChangePace {
        /// Which one: a word, or the parts of a pace.
        #[garde(skip)]
        #[serde(deserialize_with = "within_pace")]
        pace: PaceWish,
    },
    /// The match ends. All who play must agree.
    End {
        /// With places as the game would give them now; else without a result.
        #[garde(skip)]
        by_score: bool,
    },
    /// The match ends without a result, in its first round. More than half must agree.
    Cancel {},
    /// Somebody else can take a seat over: your own, or one that a stand-in keeps. More than half
    /// of the others must agree.
    Replace {
        /// Which one.
        #[garde(range(max = 11))]
        #[schema(maximum = 11)]
        seat: u8,
        /// Handle of whom you name for your own seat; anybody, if nobody is named.
        #[garde(inner(length(chars, min = 1, max = 24)))]
        #[schema(min_length = 1, max_length = 24)]
        to: Option<String>,
    },
}

impl TermsWish {
    /// What it means, with accounts in place of handles.
    async fn read(self, app: &App) -> Result<Terms> {
        Ok(match self {
            TermsWish::Rewind { to } => Terms::Rewind { to },
            TermsWish::Pause { until } => Terms::Pause { until },
            TermsWish::Resume {} => Terms::Resume,
            TermsWish::MoreTime { seat, minutes } => Terms::MoreTime { seat: Seat(seat), minutes },
            TermsWish::ChangePace { pace } => Terms::ChangePace { pace: pace.into() },
            TermsWish::End { by_score } => Terms::End { by_score },
            TermsWish::Cancel {} => Terms::Cancel,
            TermsWish::Replace { seat, to } => {
                let to = match to {
                    Some(handle) => {
                        let named = app.called(&handle).await;
                        Some(named.map_err(|no| no.with("field", "to"))?.id)
                    }
                    None => None,
                };
                Terms::Replace { seat: Seat(seat), to }
            }
        })
    }
}

/// An answer.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"yes": true}))]
pub struct NewVote {
    /// Whether you agree. It can be changed while the proposal is open.
    #[garde(skip)]
    pub yes: bool,
}

/// Somebody who is asked.
#[derive(Serialize, ToSchema)]
pub struct VoterAnswer {
    /// Their seat.
    pub seat: u8,
    /// What they are called.
    pub handle: String,
    /// Whether it is a bot: its person answers for it.
    pub bot: bool,
    /// What they answered, if they did.
    pub yes: Option<bool>,
}

/// Something that somebody proposed.
#[derive(Serialize, ToSchema)]
pub struct ProposalAnswer {
    /// Its number in the match.
    pub number: i64,
    /// What kind of thing it is.
    pub kind: ProposalKind,
    /// Who proposed what, in a sentence.
    pub sentence: String,
    /// The pace that would hold then, where another one is proposed.
    pub pace: Option<PaceAnswer>,
    /// The seat of whoever proposed it.
    pub by: u8,
    /// Until when people can agree to it.
    pub until: DateTime<Utc>,
    /// Whether they can now.
    pub open: bool,
    /// What came of it, if anything did.
    pub verdict: Option<Verdict>,
    /// Who is asked.
    pub voters: Vec<VoterAnswer>,
    /// The seats whose people would have to come back before anything comes of it, while it is
    /// open: `held_up_until` of them. Who is left alone binds nobody, nor does another pace bind
    /// who cannot say no.
    pub held_up_by: Vec<u8>,
    /// How many of them.
    pub held_up_until: usize,
    /// How many steps of the game would be lost by going back.
    pub lost: usize,
    /// The latest of them, in sentences, in order: 50 at most.
    pub lost_steps: Vec<String>,
    /// Whether the match would count for the ratings then, where that changes something about it:
    /// what goes back behind what was shown would not, nor would an end before the end is near.
    pub counts: Option<bool>,
}

impl From<Item> for ProposalAnswer {
    fn from(item: Item) -> ProposalAnswer {
        let voter = |(seat, name, yes): (Seat, Name, Option<bool>)| VoterAnswer {
            seat: seat.0,
            bot: name.holder.is_bot(),
            handle: name.handle,
            yes,
        };
        let pace = match item.terms {
            Terms::ChangePace { pace } => Some(pace.into()),
            _ => None,
        };
        ProposalAnswer {
            pace,
            number: item.number,
            kind: item.terms.kind(),
            sentence: item.sentence,
            by: item.by.0,
            until: utc(item.until),
            open: item.open,
            verdict: item.verdict,
            voters: item.asked.into_iter().map(voter).collect(),
            held_up_until: item.held_up_until,
            held_up_by: item.held_up_by.into_iter().map(|(seat, _)| seat.0).collect(),
            lost: item.lost,
            lost_steps: item.steps,
            counts: item.counts,
        }
    }
}

/// What people proposed to each other in a match.
#[derive(Serialize, ToSchema)]
pub struct ProposalsAnswer {
    /// The newest first.
    pub items: Vec<ProposalAnswer>,
}

/// What people proposed to each other, with the answers.
#[utoipa::path(operation_id = "list_proposals", tag = "play", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The match."), Watching),
    responses((status = 200, description = "The proposals.", body = ProposalsAnswer),
        MaySign, OnThing, Always))]
#[get("/proposals")]
pub async fn proposals(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
    how: Query<Watching>,
) -> Result<HttpResponse> {
    let looker = caller.looker(how.into_inner().watch)?;
    let book = app.matches.book(&id, looker).await?;
    let items = book.agenda(app.clock.now())?.into_iter().map(ProposalAnswer::from).collect();
    Ok(HttpResponse::Ok().json(ProposalsAnswer { items }))
}

/// Propose something to the others; you agree to it by that. It can be answered for three days.
///
/// Nobody proposes more than three things a day in one match: `retry_after` says in how many
/// seconds the next can be proposed. What was refused rests for a day.
#[utoipa::path(operation_id = "make_proposal", tag = "play", security(("token" = ["play"])), request_body = TermsWish,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 201, description = "The match.", body = MatchAnswer,
            headers(("Location" = String, description = "Where the proposal is withdrawn, and answered with `/vote`: it ends with its number."))),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/proposals")]
pub async fn propose(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(wish): Body<TermsWish>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let who = &person.account.id;
    let terms = wish.read(&app).await?;
    let folded = app.matches.propose(&id, who, terms).await?;
    let mut created = HttpResponse::Created();
    let own = |proposal: &&Proposal| Some(proposal.by) == folded.seat_of(who);
    if let Some(made) = folded.proposals().iter().rev().find(own) {
        let place = format!("/api/v1/matches/{}/proposals/{}", folded.id, made.number);
        created.insert_header((header::LOCATION, place));
    }
    answer(&app, folded, who, created).await
}

/// Answer a proposal, or change your answer.
#[utoipa::path(operation_id = "vote_on_proposal", tag = "play", security(("token" = ["play"])), request_body = NewVote,
    params(("id" = String, Path, description = "The match."),
        ("number" = i64, Path, description = "The proposal.")),
    responses((status = 200, description = "The match.", body = MatchAnswer),
        WithBody, MaySign, OnThing, InState, Always))]
#[put("/proposals/{number}/vote")]
pub async fn vote(
    app: web::Data<App>,
    person: Person,
    path: web::Path<(String, i64)>,
    Body(new): Body<NewVote>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let (id, number) = path.into_inner();
    let who = &person.account.id;
    let folded = app.matches.vote(&id, who, number, new.yes).await?;
    answer(&app, folded, who, HttpResponse::Ok()).await
}

/// Withdraw what you have proposed.
#[utoipa::path(operation_id = "withdraw_proposal", tag = "play", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match."),
        ("number" = i64, Path, description = "The proposal.")),
    responses((status = 200, description = "The match.", body = MatchAnswer), MaySign, OnThing, InState, Always))]
#[delete("/proposals/{number}")]
pub async fn withdraw(
    app: web::Data<App>,
    person: Person,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let (id, number) = path.into_inner();
    let who = &person.account.id;
    let folded = app.matches.withdraw(&id, who, number).await?;
    answer(&app, folded, who, HttpResponse::Ok()).await
}
