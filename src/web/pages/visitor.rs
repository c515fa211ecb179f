//! Who visits the pages, and whether a form really came from one of them.
//!
//! A browser shows a cookie that scripts cannot read and other sites cannot send
//! along with a form. Forms of signed-in people carry a proof besides.

use super::answer::{Shown, decoded, encoded};
use super::inside::page_of;
use crate::accounts::Account;
use crate::accounts::register::TICKET_HOURS;
use crate::accounts::session::{Named, SESSION_DAYS};
use crate::error::{Code, Error, Kind};
use crate::web::body::not_arrived;
use crate::web::{App, log};
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, web};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::future::Future;
use std::pin::Pin;

/// The names of the cookies, over HTTP and over HTTPS: there no neighbour below the same
/// domain can set one in our name (RFC 6265bis, cookie name prefixes).
const COOKIE: [&str; 2] = ["turnwise", "__Host-turnwise"];
const CAME_FOR: [&str; 2] = ["turnwise-came-for", "__Secure-turnwise-came-for"];
const KNOWN: [&str; 2] = ["turnwise-known", "__Secure-turnwise-known"];

fn named(app: &App, names: [&'static str; 2]) -> &'static str {
    names[usize::from(is_https(app))]
}

/// Whether this service is reached by HTTPS.
pub fn is_https(app: &App) -> bool {
    app.origin.starts_with("https://")
}

/// Somebody who is signed in with this browser.
#[derive(Clone, Debug)]
pub struct Person {
    /// Who.
    pub account: Account,
    /// The session.
    pub session: String,
    /// What forms of this session carry.
    pub proof: String,
    /// How many matches wait for the person.
    pub waiting: usize,
}

/// Who visits a page, if they are signed in.
#[derive(Clone, Debug)]
pub struct Visitor(pub Option<Person>);

impl Visitor {
    /// The account that looks.
    pub fn id(&self) -> Option<String> {
        self.0.as_ref().map(|person| person.account.id.clone())
    }

    /// The no to who asked for a match: it may be a private one of somebody not signed in.
    pub fn no(&self, request: &HttpRequest, error: Error) -> Shown {
        match request.uri().path_and_query() {
            Some(wanted) if self.0.is_none() && error.kind() == Kind::NotFound => {
                Shown::Private { error, next: wanted.to_string() }
            }
            _ => error.into(),
        }
    }
}

/// The cookie that keeps a browser signed in.
pub fn cookie(app: &App, secret: String) -> Cookie<'static> {
    Cookie::build(named(app, COOKIE), secret)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https(app))
        .max_age(Duration::days(SESSION_DAYS))
        .finish()
}

/// Takes the cookie away, and what the browser has kept of pages.
pub fn forget(app: &App, response: &mut HttpResponse) -> Result<(), Error> {
    let mut gone = cookie(app, String::new());
    gone.set_max_age(Duration::ZERO);
    response.add_cookie(&gone).map_err(Error::fault)?;
    let (name, kept) = (HeaderName::from_static("clear-site-data"), "\"cache\"");
    response.headers_mut().insert(name, HeaderValue::from_static(kept));
    Ok(())
}

/// The cookie by which a browser is known after its sessions have ended.
pub fn known_cookie(app: &App, known: String) -> Cookie<'static> {
    Cookie::build(named(app, KNOWN), known)
        .path("/sign-in")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https(app))
        .max_age(Duration::days(400))
        .finish()
}

/// The cookie with what somebody came for who has registered: confirming their address in
/// the same browser leads on to it. Without anything, or once it was followed, it ends: the
/// next person at this browser came for something else.
pub fn came_for(app: &App, next: Option<&str>) -> Cookie<'static> {
    let hours = if next.is_some() { TICKET_HOURS } else { 0 };
    Cookie::build(named(app, CAME_FOR), encoded(next.unwrap_or_default()).to_string())
        .path("/confirm")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https(app))
        .max_age(Duration::hours(hours))
        .finish()
}

/// What somebody came for who has registered with this browser.
pub fn came_from(app: &App, request: &HttpRequest) -> String {
    let kept = request.cookie(named(app, CAME_FOR));
    let kept = kept.and_then(|cookie| decoded(cookie.value()));
    kept.unwrap_or_default()
}

/// The number of this browser, if whoever is named has signed in with it.
pub fn known_browser(app: &App, request: &HttpRequest, who: &Named) -> Option<String> {
    let kept = request.cookie(named(app, KNOWN))?;
    app.accounts.read_known_browser(who, kept.value())
}

/// The secret that a browser shows.
pub fn secret(https: bool, request: &HttpRequest) -> Option<String> {
    request.cookie(COOKIE[usize::from(https)]).map(|cookie| cookie.value().to_owned())
}

type Extracted<T> = Pin<Box<dyn Future<Output = Result<T, Shown>>>>;

impl FromRequest for Visitor {
    type Error = Shown;
    type Future = Extracted<Visitor>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let app = request.app_data::<web::Data<App>>().cloned();
        let shown = app.as_ref().and_then(|app| secret(is_https(app), request));
        let request = request.clone();
        Box::pin(async move {
            let app = app.ok_or_else(|| Error::fault("the app is missing"))?;
            let Some(secret) = shown else { return Ok(Visitor(None)) };
            let (account, session) = match app.accounts.by_browser(&secret).await {
                Ok(known) => known,
                // A session that has ended looks like none.
                Err(error) if error.kind() == Kind::Unauthenticated => return Ok(Visitor(None)),
                Err(error) => return Err(error.into()),
            };
            log::by(&account.id);
            app.limits.account(&account.id)?;
            let proof = app.accounts.form_proof(&session);
            let waiting = app.matches.waiting(&account.id).await?;
            let visitor = Visitor(Some(Person { account, session, proof, waiting }));
            request.extensions_mut().insert(visitor.clone());
            Ok(visitor)
        })
    }
}

impl FromRequest for Person {
    type Error = Shown;
    type Future = Extracted<Person>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let visitor = Visitor::from_request(request, payload);
        let wanted = request.uri().path_and_query().map(ToString::to_string);
        let asks = request.method() == actix_web::http::Method::GET;
        Box::pin(async move {
            let next = wanted.filter(|_| asks).unwrap_or_else(|| "/".to_owned());
            visitor.await?.0.ok_or(Shown::SignIn { next, undone: false })
        })
    }
}

#[derive(Deserialize)]
struct Proof {
    #[serde(default)]
    proof: String,
}

/// A form that came from a page of ours, with who sent it.
#[derive(Debug)]
pub struct Sent<T> {
    /// Who sent it.
    pub visitor: Visitor,
    /// Its fields.
    pub form: T,
    /// The page on which it was sent, as far as the browser says.
    page: String,
}

/// Whether the browser says that a page of another site sent this.
fn from_elsewhere(request: &HttpRequest, origin: &str) -> bool {
    let text = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    if text("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none") {
        return true;
    }
    text(header::ORIGIN.as_str()).is_some_and(|from| {
        let host = from.split_once("://").map_or(from, |(_, host)| host);
        from != origin && Some(host) != text(header::HOST.as_str())
    })
}

impl<T: DeserializeOwned + 'static> FromRequest for Sent<T> {
    type Error = Shown;
    type Future = Extracted<Sent<T>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let visitor = Visitor::from_request(request, payload);
        let body = web::Bytes::from_request(request, payload);
        let request = request.clone();
        Box::pin(async move {
            let visitor = visitor.await?;
            let app = request
                .app_data::<web::Data<App>>()
                .ok_or_else(|| Error::fault("the app is missing"))?;
            let stranger = || {
                Error::new(
                    Code::FormNotOurs,
                    "This form did not come from a page of your session. Go back, reload the \
                     page and send it again.",
                )
            };
            if from_elsewhere(&request, &app.origin) {
                return Err(stranger().into());
            }
            let unreadable = || Error::new(Code::UnreadableForm, "The form did not arrive whole.");
            let body = body.await.map_err(|error| match not_arrived(&error) {
                slow if slow.code == Code::BodyTooSlow => slow,
                _ => unreadable(),
            })?;
            let text = std::str::from_utf8(&body).map_err(|_| unreadable())?;
            if let Some(person) = &visitor.0 {
                let proof = web::Query::<Proof>::from_query(text).map_err(|_| unreadable())?;
                if !app.accounts.form_proof_fits(&person.session, &proof.proof) {
                    return Err(stranger().into());
                }
            }
            let form = web::Query::<T>::from_query(text).map_err(|_| {
                let detail = "A field of the form is missing or does not fit. Go back, reload \
                              the page and send it again; nothing was done.";
                Error::new(Code::UnreadableForm, detail)
            })?;
            Ok(Sent { visitor, form: form.into_inner(), page: page_of(&request) })
        })
    }
}

impl<T> Sent<T> {
    /// The form with whoever sent it, who must be signed in.
    pub fn by_person(self) -> Result<(Person, T), Shown> {
        let person = self.visitor.0.ok_or(Shown::SignIn { next: self.page, undone: true })?;
        Ok((person, self.form))
    }
}
