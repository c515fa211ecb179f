//! Inviting people to a match, and what one is invited to.

use super::accounts::{Next, good_address};
use super::look::{MatchAnswer, answer};
use super::matches::{SummaryAnswer, one_line};
use crate::accounts::token::Scope;
use crate::clock::utc;
use crate::error::{Error, Result};
use crate::matches::invitations::{Answered, Guest, Invited, STANDS, WHY, Whom};
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Somebody to invite: by handle, or by address.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"handle": "ben"}))]
pub struct NewInvitation {
    /// Who has this handle.
    #[garde(inner(length(chars, min = 1, max = 24)))]
    #[schema(min_length = 1, max_length = 24)]
    pub handle: Option<String>,
    /// Whoever reads the letters of this address, with or without an account.
    #[garde(inner(email), inner(length(chars, max = 254)), inner(custom(good_address)))]
    #[schema(format = "email", max_length = 254)]
    pub email: Option<String>,
}

impl NewInvitation {
    /// Whom it is for.
    ///
    /// # Errors
    /// `invalid_field` where it names both or neither.
    pub fn whom(self) -> Result<Whom> {
        match (self.handle, self.email) {
            (Some(handle), None) => Ok(Whom::Handle(handle.trim().to_owned())),
            (None, Some(email)) => Ok(Whom::Address(email)),
            _ => {
                let why = "Send either the handle or the address of somebody.";
                Err(Error::field("handle", why))
            }
        }
    }
}

/// What you bring along.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"entropy": "anything you like"}))]
pub struct Accepting {
    /// Anything you like: it becomes part of the chance of a match that waits for people, so
    /// that nobody else can choose the dice.
    #[garde(inner(length(chars, min = 1, max = 128), custom(one_line)))]
    #[schema(min_length = 1, max_length = 128)]
    pub entropy: Option<String>,
}

/// Why you decline.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "I am away until Easter."}))]
pub struct Declining {
    /// Plain text, which whoever has invited you reads; may be left out.
    #[serde(default)]
    #[garde(length(chars, max = WHY))]
    #[schema(max_length = 200)]
    pub reason: String,
}

/// What you are invited to.
#[derive(Serialize, ToSchema)]
pub struct InvitationAnswer {
    /// The match. No code is needed to take a seat.
    #[serde(rename = "match")]
    pub on: SummaryAnswer,
    /// The seat that you are asked to take over, in a match that is played; nothing before the
    /// start, when any seat is meant that is free.
    pub seat: Option<u8>,
    /// Who invites you.
    pub by: String,
    /// Whether that is a bot.
    pub by_is_bot: bool,
    /// When.
    pub invited_at: DateTime<Utc>,
    /// Until when it stands, if the match waits for people for so long; nothing for a seat to
    /// take over, which is kept for you.
    pub until: Option<DateTime<Utc>>,
}

impl From<Invited> for InvitationAnswer {
    fn from(invited: Invited) -> InvitationAnswer {
        InvitationAnswer {
            until: invited.until().map(utc),
            seat: invited.seat.map(|seat| seat.0),
            on: invited.summary.into(),
            by_is_bot: invited.by.holder.is_bot(),
            by: invited.by.handle,
            invited_at: utc(invited.at),
        }
    }
}

/// What you are invited to.
#[derive(Serialize, ToSchema)]
pub struct InvitationList {
    /// The newest first.
    pub items: Vec<InvitationAnswer>,
}

/// Somebody whom you have invited.
#[derive(Serialize, ToSchema)]
pub struct GuestAnswer {
    /// The handle, if they were invited by it.
    pub handle: Option<String>,
    /// Whether it is a bot.
    pub bot: bool,
    /// The address, if they were invited by it. It is forgotten once the match begins.
    pub email: Option<String>,
    /// What came of it. An address is never `accepted`: whether anybody at the table has it,
    /// nobody is told.
    pub answer: Answered,
    /// Why they declined; may be empty.
    pub reason: String,
    /// When they were invited.
    pub invited_at: DateTime<Utc>,
    /// Until when it stands, if the match waits for people for so long.
    pub until: DateTime<Utc>,
}

impl From<Guest> for GuestAnswer {
    fn from(guest: Guest) -> GuestAnswer {
        let (handle, email) = match guest.whom {
            Whom::Handle(handle) => (Some(handle), None),
            Whom::Address(address) => (None, Some(address)),
        };
        GuestAnswer {
            handle,
            bot: guest.holder.is_bot(),
            email,
            answer: guest.answer,
            reason: guest.why,
            invited_at: utc(guest.at),
            until: utc(guest.at + STANDS),
        }
    }
}

/// Whom you have invited.
#[derive(Serialize, ToSchema)]
pub struct GuestList {
    /// Those by handle, then those by address, each in the order in which they were invited.
    pub items: Vec<GuestAnswer>,
}

/// Invite somebody by letter. For the host of a match that waits for people.
///
/// By handle, or by an address of somebody who may have no account: the letter then leads to a
/// seat by way of registering. Whether anybody here has the address is not told. Each gets one
/// letter for a match, however often it is asked for, and ten addresses a day can be invited. An
/// invitation stands for 14 days while the match waits for people; declining is final.
#[utoipa::path(operation_id = "invite_guest", tag = "matches", security(("token" = ["play"])), request_body = NewInvitation,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 202, description = "A letter is on its way, if the person wants such letters.", body = Next),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/invitations")]
pub async fn invite(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(new): Body<NewInvitation>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let whom = new.whom()?;
    let message = on_its_way(&whom);
    app.invite(&id, &person.account, whom).await?;
    Ok(HttpResponse::Accepted().json(Next { message }))
}

/// What whoever invites somebody is told.
pub fn on_its_way(whom: &Whom) -> String {
    match whom {
        Whom::Handle(handle) => format!("A letter to {handle} is on its way."),
        Whom::Address(address) => {
            format!("A letter to {address} is on its way, unless its owner wants none.")
        }
    }
}

/// Whom you have invited to a match, and what they answered. For its host.
#[utoipa::path(operation_id = "list_guests", tag = "matches", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, description = "Whom you have invited.", body = GuestList),
        MaySign, OnThing, Always))]
#[get("/invitations")]
pub async fn guests(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let guests = app.matches.guests(&id, &person.account.id).await?;
    let items = guests.into_iter().map(GuestAnswer::from).collect();
    Ok(HttpResponse::Ok().json(GuestList { items }))
}

/// What you are invited to and can still take a seat in: matches that wait for people, and seats
/// that you are asked to take over in matches that are played.
#[utoipa::path(operation_id = "list_invitations", tag = "me", security(("token" = ["read"])),
    responses((status = 200, description = "Your invitations.", body = InvitationList), MaySign, Always))]
#[get("/me/invitations")]
pub async fn invitations(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let invited = app.matches.invitations(&person.account.id).await?;
    let items = invited.into_iter().map(InvitationAnswer::from).collect();
    Ok(HttpResponse::Ok().json(InvitationList { items }))
}

/// Accept an invitation: take a free seat, or take the seat over that you are asked to.
#[utoipa::path(operation_id = "accept_invitation", tag = "me", security(("token" = ["play"])), request_body = Accepting,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 201, description = "The match.", body = MatchAnswer),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/me/invitations/{id}/accept")]
pub async fn accept(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(accepting): Body<Accepting>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let who = &person.account.id;
    let folded = app.matches.accept(&id, who, accepting.entropy).await?;
    answer(&app, folded, who, HttpResponse::Created()).await
}

/// Decline an invitation. It is final for that match, and whoever has invited you hears of it.
#[utoipa::path(operation_id = "decline_invitation", tag = "me", security(("token" = ["play"])), request_body = Declining,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 204, description = "It is declined."),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/me/invitations/{id}/decline")]
pub async fn decline(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(declining): Body<Declining>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    app.matches.decline(&id, &person.account.id, &declining.reason).await?;
    Ok(HttpResponse::NoContent().finish())
}
