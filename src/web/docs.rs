//! The documentation for programs and who writes them: the OpenAPI document, and the vendored
//! pages on which its operations can be tried. Both are the same for everybody, so that no answer
//! has a copy of them.

use super::around::no;
use super::openapi;
use crate::error::{Error, Result};
use actix_web::http::header::{self, ContentEncoding};
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get};
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use utoipa_swagger_ui::{Config, serve};

/// Where the vendored pages are.
pub const ADDRESS: &str = "/docs/{_:.*}";

/// The pages fetch the document.
static CONFIG: LazyLock<Arc<Config<'static>>> =
    LazyLock::new(|| Arc::new(Config::new(["/openapi.json"])));

/// Adds the addresses.
pub fn routes(config: &mut ServiceConfig) {
    config
        .service(document)
        .route(ADDRESS, web::get().to(file))
        .service(web::redirect("/docs", "/docs/").permanent());
}

#[get("/openapi.json")]
async fn document() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(Bytes::from_static(openapi::TEXT.as_bytes()))
}

async fn file(request: HttpRequest, name: web::Path<String>) -> Result<HttpResponse> {
    let Some(found) = serve(&name, CONFIG.clone()).map_err(Error::fault)? else {
        return Ok(no(&request, Error::not_found("address")));
    };
    let mut answer = HttpResponse::Ok();
    if found.gzpipped {
        answer.insert_header((header::CONTENT_ENCODING, ContentEncoding::Gzip));
    }
    let bytes = match found.bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    let is_page = found.content_type.starts_with("text/html");
    let bytes = if is_page { as_wide_as_the_screen(&bytes) } else { bytes };
    Ok(answer.content_type(found.content_type).body(bytes))
}

/// The page has no word on its width, so that a phone would show it tiny.
fn as_wide_as_the_screen(page: &[u8]) -> Bytes {
    let head = r#"<head><meta name="viewport" content="width=device-width, initial-scale=1">"#;
    String::from_utf8_lossy(page).replacen("<head>", head, 1).into()
}
