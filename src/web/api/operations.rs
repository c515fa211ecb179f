//! What operators' tools ask: alive, ready, numbers.

use crate::error::{Error, Result};
use crate::web::App;
use crate::web::problem::Always;
use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use utoipa::ToSchema;

/// How the server is.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`: a server that is not answers 503.
    #[schema(example = "ok")]
    pub status: String,
}

fn ok() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "ok".to_owned() })
}

/// Whether the process runs.
#[utoipa::path(tag = "operations", responses((status = 200, description = "It runs.", body = Health), Always))]
#[get("/health/live")]
pub async fn live() -> HttpResponse {
    ok()
}

/// Whether the server can serve: its database answers.
#[utoipa::path(tag = "operations", responses((status = 200, description = "It can.", body = Health), Always))]
#[get("/health/ready")]
pub async fn ready(app: web::Data<App>) -> Result<HttpResponse> {
    let answered = app.db.read(|conn| crate::db::letters::next_due(conn).map(drop)).await;
    answered.map_err(|error| {
        tracing::warn!(%error, "not ready");
        Error::new(crate::error::Kind::Unavailable, "not_ready", "The database does not answer.")
    })?;
    Ok(ok())
}

/// Numbers for Prometheus.
#[utoipa::path(tag = "operations",
    responses((status = 200, description = "In the OpenMetrics text format.", body = String,
        content_type = "application/openmetrics-text"), Always))]
#[get("/metrics")]
pub async fn metrics(app: web::Data<App>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/openmetrics-text; version=1.0.0; charset=utf-8")
        .body(app.metrics.page())
}
