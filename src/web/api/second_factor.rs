//! My second factor: setting it up, recovery codes, doing without it.

use crate::accounts::profile::Proof;
use crate::accounts::second_factor::{Enrolment, SecondFactor};
use crate::clock::utc;
use crate::error::Result;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::guesses::Guesser;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use actix_web::http::header;
use actix_web::{HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether a second factor is asked for.
#[derive(Serialize, ToSchema)]
pub struct SecondFactorAnswer {
    /// Whether one is asked for: when you sign in, and before you close the account or
    /// change its address, password or tokens.
    pub on: bool,
    /// Since when.
    pub since: Option<DateTime<Utc>>,
    /// How many recovery codes are left.
    #[schema(minimum = 0)]
    pub recovery_codes_left: i64,
}

impl SecondFactorAnswer {
    fn of(factor: Option<SecondFactor>) -> SecondFactorAnswer {
        SecondFactorAnswer {
            on: factor.is_some(),
            recovery_codes_left: factor.as_ref().map_or(0, |factor| factor.recovery_codes),
            since: factor.map(|factor| utc(factor.since)),
        }
    }
}

/// What setting up a second factor takes.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"current_password": "correct horse battery"}))]
pub struct EnrolmentRequest {
    /// The password.
    #[garde(length(chars, max = 256))]
    #[schema(max_length = 256)]
    pub current_password: String,
}

/// What an authenticator needs; shown this once.
#[derive(Serialize, ToSchema)]
pub struct EnrolmentAnswer {
    /// The secret in base 32, for typing.
    #[schema(example = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")]
    pub secret: String,
    /// The same as an address, for a QR code.
    #[schema(
        example = "otpauth://totp/Turnwise:anna?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Turnwise"
    )]
    pub uri: String,
    /// Send it back with the first code, within 15 minutes.
    pub ticket: String,
}

/// The first code of an authenticator.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ticket": "1790000000.5f0c.9a41", "code": "123456"}))]
pub struct FirstCode {
    /// What the beginning was answered with.
    #[garde(length(chars, max = 300))]
    #[schema(max_length = 300)]
    pub ticket: String,
    /// What the authenticator shows.
    #[garde(length(chars, min = 1, max = 50))]
    #[schema(min_length = 1, max_length = 50)]
    pub code: String,
}

/// What a change of the second factor takes.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"current_password": "correct horse battery", "code": "123456"}))]
pub struct FactorProof {
    /// The password.
    #[garde(length(chars, max = 256))]
    #[schema(max_length = 256)]
    pub current_password: String,
    /// What the authenticator shows, or a recovery code.
    #[garde(length(chars, min = 1, max = 50))]
    #[schema(min_length = 1, max_length = 50)]
    pub code: String,
}

impl FactorProof {
    fn proof(self) -> Proof {
        Proof { password: Some(self.current_password), code: Some(self.code) }
    }
}

/// Codes that each work once in place of the authenticator; shown this once.
#[derive(Serialize, ToSchema)]
pub struct RecoveryCodesAnswer {
    /// Keep them where you find them without your authenticator.
    pub recovery_codes: Vec<String>,
}

fn unstored(mut answer: actix_web::HttpResponseBuilder, body: impl Serialize) -> HttpResponse {
    answer.insert_header((header::CACHE_CONTROL, "no-store")).json(body)
}

/// Whether I have a second factor. Not for scripts.
#[utoipa::path(operation_id = "get_second_factor", tag = "me", security(("token" = ["session"])),
    responses((status = 200, description = "How it is.", body = SecondFactorAnswer), MaySign, Always))]
#[get("/me/second-factor")]
pub async fn second_factor(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.session()?;
    let factor = app.accounts.second_factor(&person.account.id).await?;
    Ok(HttpResponse::Ok().json(SecondFactorAnswer::of(factor)))
}

/// Begin to set up a second factor. Not for scripts.
///
/// The answer is for an authenticator that makes codes by RFC 6238. Nothing is asked for
/// before you have confirmed it with a first code. Confirm your address before that.
#[utoipa::path(operation_id = "begin_second_factor", tag = "me", security(("token" = ["session"])), request_body = EnrolmentRequest,
    responses((status = 201, description = "For your authenticator.", body = EnrolmentAnswer),
        WithBody, MaySign, InState, Always))]
#[post("/me/second-factor")]
pub async fn enrol(
    app: web::Data<App>,
    person: Person,
    Body(asked): Body<EnrolmentRequest>,
) -> Result<HttpResponse> {
    let guesser = Guesser::signed_in(person.session()?);
    let enrolling = app.accounts.enrol(&person.account, Some(asked.current_password));
    let Enrolment { secret, uri, ticket } = app.guesses.count(&guesser, enrolling).await?;
    Ok(unstored(HttpResponse::Created(), EnrolmentAnswer { secret, uri, ticket }))
}

/// Confirm a second factor with a first code. Not for scripts.
///
/// From now on a code is asked for. The answer holds recovery codes for the day on which
/// you have lost your authenticator.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = FirstCode,
    responses((status = 201, description = "It is on.", body = RecoveryCodesAnswer),
        WithBody, MaySign, InState, Always))]
#[post("/me/second-factor/confirm")]
pub async fn confirm_second_factor(
    app: web::Data<App>,
    person: Person,
    Body(first): Body<FirstCode>,
) -> Result<HttpResponse> {
    let session = person.session()?;
    let guesser = Guesser::signed_in(session);
    let FirstCode { ticket, code } = &first;
    let confirming = app.accounts.confirm_second_factor(&person.account, session, ticket, code);
    let recovery_codes = app.guesses.count(&guesser, confirming).await?;
    Ok(unstored(HttpResponse::Created(), RecoveryCodesAnswer { recovery_codes }))
}

/// Make new recovery codes. The ones before work no longer. Not for scripts.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = FactorProof,
    responses((status = 201, description = "The new ones.", body = RecoveryCodesAnswer),
        WithBody, MaySign, InState, Always))]
#[post("/me/second-factor/recovery-codes")]
pub async fn renew_recovery_codes(
    app: web::Data<App>,
    person: Person,
    Body(shown): Body<FactorProof>,
) -> Result<HttpResponse> {
    let guesser = Guesser::signed_in(person.session()?);
    let renewing = app.accounts.renew_recovery_codes(&person.account, shown.proof());
    let recovery_codes = app.guesses.count(&guesser, renewing).await?;
    Ok(unstored(HttpResponse::Created(), RecoveryCodesAnswer { recovery_codes }))
}

/// Do without a second factor from now on. Not for scripts.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = FactorProof,
    responses((status = 204, description = "It is off."), WithBody, MaySign, OnThing, InState, Always))]
#[delete("/me/second-factor")]
pub async fn end_second_factor(
    app: web::Data<App>,
    person: Person,
    Body(shown): Body<FactorProof>,
) -> Result<HttpResponse> {
    let session = person.session()?;
    let guesser = Guesser::signed_in(session);
    let ending = app.accounts.end_second_factor(&person.account, session, shown.proof());
    app.guesses.count(&guesser, ending).await?;
    Ok(HttpResponse::NoContent().finish())
}
