//! What operators' tools ask: alive, ready, numbers.

use crate::error::{Code, Error, Result};
use crate::web::App;
use crate::web::problem::Always;
use actix_web::{HttpResponse, ResponseError, get, web};
use serde::Serialize;
use utoipa::ToSchema;

/// How the server is.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`: a server that is not answers 503.
    #[schema(example = "ok")]
    pub status: String,
}

/// Whether the server can serve, and what it cannot.
#[derive(Serialize, ToSchema)]
pub struct Readiness {
    /// Always `ok`: a server that is not ready answers 503.
    #[schema(example = "ok")]
    pub status: String,
    /// How many matches this process has met that a newer Turnwise has continued. It
    /// answers 503 for them; update it.
    pub newer: usize,
}

fn ok() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "ok".to_owned() })
}

/// Whether the process runs.
#[utoipa::path(operation_id = "check_live", tag = "operations", responses((status = 200, description = "It runs.", body = Health), Always))]
#[get("/health/live")]
pub async fn live() -> HttpResponse {
    ok()
}

/// Whether the server can serve: its database stores what is written, it does not stop.
#[utoipa::path(operation_id = "check_ready", tag = "operations", responses((status = 200, description = "It can.", body = Readiness), Always))]
#[get("/health/ready")]
pub async fn ready(app: web::Data<App>) -> Result<HttpResponse> {
    if app.is_stopping() {
        let stopping = Error::new(Code::NotReady, "This process stops; ask another one.");
        // An answer like any other: nothing is wrong that the log should tell.
        return Ok(stopping.error_response());
    }
    let stored = app.db.stores().await;
    stored.map_err(|error| {
        tracing::warn!(%error, "not ready");
        Error::new(Code::NotReady, "The database does not store anything just now.")
    })?;
    let newer = app.matches.newer();
    Ok(HttpResponse::Ok().json(Readiness { status: "ok".to_owned(), newer }))
}

/// Numbers for Prometheus.
#[utoipa::path(operation_id = "get_metrics", tag = "operations",
    responses((status = 200, description = "In the OpenMetrics text format.", body = String,
        content_type = "application/openmetrics-text"), Always))]
#[get("/metrics")]
pub async fn metrics(app: web::Data<App>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/openmetrics-text; version=1.0.0; charset=utf-8")
        .body(app.metrics.page(&app.matches).await)
}
