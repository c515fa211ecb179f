//! What proves a match: commitments to seeds, receipts, the service's keys.

use crate::accounts::token::Scope;
use crate::clock::utc;
use crate::error::Result;
use crate::matches::Match;
use crate::matches::stream::commitment;
use crate::matches::stream::receipt::Receipt;
use crate::web::App;
use crate::web::caller::Person;
use crate::web::problem::{Always, MaySign};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The promise of a seed for a match to come.
#[derive(Clone, Debug, Deserialize, Serialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"match_id": "019a0000-0000-7000-8000-000000000000", "seed_hash": "72cd6e8422c407fb6d098690f1130b7ded7ec2f7f5e1d30bd9d521f015363793"}))]
pub struct Commitment {
    /// The id that the match will have.
    #[garde(length(chars, min = 1, max = 60))]
    #[schema(min_length = 1, max_length = 60)]
    pub match_id: String,
    /// SHA-256 of the seed from which all chance of the match will come.
    #[garde(length(chars, min = 1, max = 64))]
    #[schema(min_length = 1, max_length = 64)]
    pub seed_hash: String,
}

impl From<Commitment> for commitment::Commitment {
    fn from(shown: Commitment) -> Self {
        commitment::Commitment { match_id: shown.match_id, seed_hash: shown.seed_hash }
    }
}

impl From<commitment::Commitment> for Commitment {
    fn from(made: commitment::Commitment) -> Self {
        Commitment { match_id: made.match_id, seed_hash: made.seed_hash }
    }
}

/// The server's signature under what a match was at a version.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReceiptAnswer {
    /// Which match.
    pub match_id: String,
    /// At which version.
    pub version: i64,
    /// The hash of this version's event.
    pub hash: String,
    /// When that event was accepted, as it is signed.
    pub at: String,
    /// The public key that signed it (Ed25519), 64 hexadecimal digits.
    pub key: String,
    /// The signature over the JSON array `["turnwise receipt 1", match_id, version,
    /// hash, at]`, 128 hexadecimal digits.
    pub signature: String,
}

impl ReceiptAnswer {
    /// The receipt for what a match is now.
    pub fn of(app: &App, folded: &Match) -> ReceiptAnswer {
        let Receipt { match_id, version, hash, at, key, signature } =
            app.matches.signer().receipt(folded);
        ReceiptAnswer { match_id, version, hash, at, key, signature }
    }
}

/// A public key of this service.
#[derive(Serialize, ToSchema)]
pub struct KeyAnswer {
    /// Ed25519, 64 hexadecimal digits.
    pub key: String,
    /// When it was made.
    pub made_at: DateTime<Utc>,
}

/// Public keys.
#[derive(Serialize, ToSchema)]
pub struct KeyList {
    /// The newest first: it signs.
    pub items: Vec<KeyAnswer>,
}

/// Have a seed promised for a match that you are about to open.
///
/// Choose your entropy only when you know the hash of the seed, and send both to `POST
/// /matches`: then neither you nor the server could choose the dice. Good once, for a
/// day.
#[utoipa::path(operation_id = "promise_seed", tag = "matches", security(("token" = ["play"])),
    responses((status = 201, description = "The promise.", body = Commitment), MaySign, Always))]
#[post("/commitments")]
pub async fn commit(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    Ok(HttpResponse::Created().json(Commitment::from(app.matches.commit(&person.account.id))))
}

/// The public keys with which this service signs receipts.
#[utoipa::path(operation_id = "list_keys", tag = "operations",
    responses((status = 200, description = "The keys.", body = KeyList), Always))]
#[get("/keys")]
pub async fn keys(app: web::Data<App>) -> HttpResponse {
    let keys = app.matches.signer().public_keys().iter();
    let items = keys.map(|key| KeyAnswer { key: key.key.clone(), made_at: utc(key.made_at) });
    HttpResponse::Ok().json(KeyList { items: items.collect() })
}
