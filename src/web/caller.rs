//! Who is asking: nobody, a person in a session, or a person's script.

use super::{App, log};
use crate::accounts::Account;
use crate::accounts::token::{PREFIX, Scope};
use crate::error::{Code, Error, Result};
use crate::matches::watching::{Looker, Pass};
use crate::words::Word;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, web};
use std::future::Future;
use std::pin::Pin;

/// How somebody showed who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Via {
    /// An access token of this session.
    Session(String),
    /// An API token with these scopes.
    Token(Vec<Scope>),
}

/// Who is asking, if anybody said so.
#[derive(Clone, Debug)]
pub struct Caller(pub Option<Person>);

/// Somebody who showed who they are.
#[derive(Clone, Debug)]
pub struct Person {
    /// Who.
    pub account: Account,
    /// How they showed it.
    pub via: Via,
}

impl Person {
    /// Refuses scripts without this scope, or without one that it needs.
    pub fn may(&self, scope: Scope) -> Result<()> {
        let Via::Token(scopes) = &self.via else { return Ok(()) };
        match scope.needed().iter().find(|needed| !scopes.contains(needed)) {
            None => Ok(()),
            Some(missing) => {
                let detail = format!("This token lacks the scope `{}`.", missing.word());
                Err(Error::new(Code::ScopeMissing, detail))
            }
        }
    }

    /// Refuses who cannot show this token any more.
    pub async fn still_there(&self, app: &App, token: &str) -> Result<()> {
        match &self.via {
            Via::Session(_) => app.accounts.by_access_token(token).await.map(drop),
            Via::Token(_) => app.accounts.by_api_token(token).await.map(drop),
        }
    }

    /// Refuses scripts: only a person in a session may change an account.
    pub fn session(&self) -> Result<&str> {
        match &self.via {
            Via::Session(id) => Ok(id),
            Via::Token(_) => Err(Error::new(
                Code::SessionNeeded,
                "API tokens cannot do this; sign in with your password.",
            )),
        }
    }
}

impl Caller {
    /// Refuses whose session or token, shown with `request`, works no more: for answers
    /// that have waited.
    pub async fn still_there(&self, app: &App, request: &HttpRequest) -> Result<()> {
        match (&self.0, bearer(request)) {
            (Some(person), Some(token)) => person.still_there(app, &token).await,
            _ => Ok(()),
        }
    }

    /// Who looks at a match, perhaps with the code of a link for watching it.
    pub fn looker(&self, watch: Option<String>) -> Result<Looker> {
        Ok(Looker { account: self.reader()?, pass: watch.map(Pass::Watching) })
    }

    /// The account, for looking at things: scripts need the scope `read`.
    pub fn reader(&self) -> Result<Option<String>> {
        match &self.0 {
            None => Ok(None),
            Some(person) => {
                person.may(Scope::Read)?;
                Ok(Some(person.account.id.clone()))
            }
        }
    }
}

/// The token of a request that shows one.
pub fn bearer(request: &HttpRequest) -> Option<String> {
    let shown = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = shown.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}

type Extracted<T> = Pin<Box<dyn Future<Output = Result<T>>>>;

impl FromRequest for Caller {
    type Error = Error;
    type Future = Extracted<Caller>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let app = request.app_data::<web::Data<App>>().cloned();
        let shown = request.headers().contains_key(header::AUTHORIZATION);
        let token = bearer(request);
        Box::pin(async move {
            let app = app.ok_or_else(|| Error::fault("the app is missing"))?;
            if !shown {
                return Ok(Caller(None));
            }
            let Some(token) = token else {
                return Err(Error::new(
                    Code::InvalidToken,
                    "The Authorization header must be `Bearer` and a token.",
                ));
            };
            let person = if token.starts_with(PREFIX) {
                let (account, scopes) = app.accounts.by_api_token(&token).await?;
                Person { account, via: Via::Token(scopes) }
            } else {
                let (account, session) = app.accounts.by_access_token(&token).await?;
                Person { account, via: Via::Session(session) }
            };
            log::by(&person.account.id);
            app.limits.account(&person.account.id)?;
            Ok(Caller(Some(person)))
        })
    }
}

impl FromRequest for Person {
    type Error = Error;
    type Future = Extracted<Person>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let caller = Caller::from_request(request, payload);
        Box::pin(async move {
            caller.await?.0.ok_or_else(|| {
                Error::new(
                    Code::NotSignedIn,
                    "Sign in first: POST /api/v1/sessions, then send `Authorization: Bearer …`.",
                )
            })
        })
    }
}
