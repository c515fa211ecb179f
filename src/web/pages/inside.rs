//! Addresses that somebody is led on to: only those of this service.
//!
//! An address is read as browsers read it (the URL Standard) and written anew from what
//! was read, so that nothing can mean one thing here and another thing there.

use actix_web::HttpRequest;
use actix_web::http::header;
use url::{Position, Url};

/// The address below our own origin that a browser on one of our pages takes this for,
/// percent-encoded; `None` where it would lead elsewhere.
pub fn here(address: &str) -> Option<String> {
    let ours = Url::parse("http://here.invalid/").ok()?;
    let read = ours.join(address).ok()?;
    let path = &read[Position::BeforePath..];
    // A path that begins like this is an authority when it is read once more.
    (read.origin() == ours.origin() && !path.starts_with("//")).then(|| path.to_owned())
}

/// Where to go on to: the address that was asked for if our own router knows it, else
/// the front page.
pub fn inside(request: &HttpRequest, next: &str) -> String {
    let known = |address: &String| {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        request.resource_map().has_resource(path) && !path.starts_with("/sign-")
    };
    here(next).filter(known).unwrap_or_else(|| "/".to_owned())
}

/// The page of ours from which a request comes, as far as the browser says.
pub fn page_of(request: &HttpRequest) -> String {
    let from = request.headers().get(header::REFERER).and_then(|value| value.to_str().ok());
    let from = from.and_then(|address| Url::parse(address).ok());
    inside(request, from.as_ref().map_or("/", |address| &address[Position::BeforePath..]))
}

#[cfg(test)]
mod tests {
    use super::here;

    #[test]
    fn an_address_is_read_as_a_browser_reads_it() {
        for elsewhere in
            ["//evil.example", "/\t/evil.example", "/\\evil.example", "https://evil.example/x"]
        {
            assert_eq!(here(elsewhere), None, "{elsewhere:?}");
        }
        for elsewhere in
            ["/.//evil.example", "/a/..//evil.example", "javascript:alert(1)", "\n//evil.example"]
        {
            assert_eq!(here(elsewhere), None, "{elsewhere:?}");
        }
        assert_eq!(here("/matches?game=a b#é").as_deref(), Some("/matches?game=a%20b#%C3%A9"));
        assert_eq!(here("/\u{b}/x").as_deref(), Some("/%0B/x"));
        assert_eq!(here("/\u{7f}").as_deref(), Some("/%7F"));
    }
}
