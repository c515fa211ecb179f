//! Files that pages link to: compiled in, named by their content, kept for ever.

use crate::error::{Error, Result};
use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

struct Asset {
    name: &'static str,
    kind: &'static str,
    content: &'static str,
    /// The beginning of the content's SHA-256.
    mark: String,
}

macro_rules! assets {
    ($($name:literal $kind:literal),* $(,)?) => {
        vec![$(Asset::new($name, $kind, include_str!(concat!("../../../assets/", $name)))),*]
    };
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    assets![
        "turnwise.css" "text/css; charset=utf-8",
        "board-bora-bora.css" "text/css; charset=utf-8",
        "board-great-zimbabwe.css" "text/css; charset=utf-8",
        "things.css" "text/css; charset=utf-8",
        "table.css" "text/css; charset=utf-8",
        "squares.js" "text/javascript; charset=utf-8",
        "table.js" "text/javascript; charset=utf-8",
        "steps.js" "text/javascript; charset=utf-8",
        "notes.js" "text/javascript; charset=utf-8",
        "push.js" "text/javascript; charset=utf-8",
        "talk.js" "text/javascript; charset=utf-8",
        "tried.js" "text/javascript; charset=utf-8",
        "turnwise.js" "text/javascript; charset=utf-8",
    ]
});

impl Asset {
    fn new(name: &'static str, kind: &'static str, content: &'static str) -> Asset {
        let mark = hex::encode(&Sha256::digest(content.as_bytes())[..6]);
        Asset { name, kind, content, mark }
    }
}

/// The address of a file; another content has another address.
pub fn address(name: &str) -> String {
    match ASSETS.iter().find(|asset| asset.name == name) {
        Some(asset) => format!("/assets/{}/{name}", asset.mark),
        None => format!("/assets/0/{name}"),
    }
}

/// A file.
pub async fn asset(path: web::Path<(String, String)>) -> Result<HttpResponse> {
    let (mark, name) = path.into_inner();
    let found = ASSETS.iter().find(|asset| asset.name == name && asset.mark == mark);
    let asset = found.ok_or_else(|| Error::not_found("file"))?;
    Ok(HttpResponse::Ok()
        .content_type(asset.kind)
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(asset.content))
}

/// The service worker: at the top, since it is for all pages, and never out of date.
pub async fn service_worker() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/javascript; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(include_str!("../../../assets/service-worker.js"))
}

/// What makes the pages installable (Web Application Manifest).
pub async fn manifest() -> HttpResponse {
    let icon = |purpose: &str| json!({ "src": "/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": purpose });
    let manifest = json!({
        "id": "/", "name": "Turnwise", "short_name": "Turnwise", "start_url": "/", "scope": "/",
        "description": "Deep board games by web, one turn at a time", "lang": "en",
        "display": "standalone", "background_color": "#ffffff", "theme_color": "#0b5d5b",
        "icons": [icon("any"), icon("maskable")],
    });
    HttpResponse::Ok()
        .content_type("application/manifest+json")
        .insert_header((header::CACHE_CONTROL, "public, max-age=3600"))
        .body(manifest.to_string())
}

#[derive(Template)]
#[template(path = "pages/offline.html")]
struct Offline;

/// What the service worker shows where nothing can be reached. It is the same for everybody.
pub async fn offline() -> Result<HttpResponse> {
    let html = Offline.render().map_err(Error::fault)?;
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(html))
}

/// What the icon shows.
#[derive(Deserialize)]
pub struct Waiting {
    #[serde(default)]
    waiting: u32,
}

/// The icon, with the number of matches that wait.
pub async fn icon(asked: web::Query<Waiting>) -> HttpResponse {
    let badge = match asked.waiting {
        0 => String::new(),
        number => {
            let text = if number > 9 { "9+".to_owned() } else { number.to_string() };
            format!(
                "<circle cx=\"22\" cy=\"10\" r=\"10\" fill=\"#c2410c\"/><text x=\"22\" y=\"15\" \
                 font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"14\" \
                 text-anchor=\"middle\" fill=\"#fff\">{text}</text>"
            )
        }
    };
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" \
         height=\"32\" rx=\"7\" fill=\"#0b5d5b\"/><path d=\"M4 21c4-6 8-6 12 0s8 6 12 0\" \
         fill=\"none\" stroke=\"#fff\" stroke-width=\"3\" stroke-linecap=\"round\"/><circle \
         cx=\"12\" cy=\"10\" r=\"4\" fill=\"#fbd38d\"/>{badge}</svg>"
    );
    HttpResponse::Ok()
        .content_type("image/svg+xml")
        .insert_header((header::CACHE_CONTROL, "public, max-age=86400"))
        .body(svg)
}
