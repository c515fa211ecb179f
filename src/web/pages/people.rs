//! Registering, signing in and out, and the pages that letters about accounts link to.
//!
//! A GET never changes anything: links in letters lead to a form with one button.

use super::answer::{Answer, encoded, page, to};
use super::form::{CODE, Choice, EMAIL, Field, Form, NEW_PASSWORD, Note, checked};
use super::inside::inside;
use super::visitor::{
    Person, Sent, Visitor, came_for, came_from, cookie, forget, known_browser, known_cookie,
};
use crate::accounts::browser::SignedIn;
use crate::accounts::hours;
use crate::accounts::profile::ApiTokens;
use crate::accounts::session::Recognized;
use crate::error::Error;
use crate::web::App;
use crate::web::api::accounts::{self as api, Forgotten, NewPassword, Registration};
use crate::web::guesses::Guesser;
use crate::web::log;
use crate::words::Word;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

const KEEP_TOKENS: Choice = Choice {
    name: "api_tokens",
    value: "keep",
    label: "Keep my tokens for scripts, feeds, webhooks and notices in browsers: I know them all",
};

/// Where to go after signing in.
#[derive(Deserialize)]
pub struct Next {
    #[serde(default)]
    next: String,
    /// Something was sent, and not done.
    #[serde(default)]
    undone: String,
}

fn sign_in_form(visitor: &Visitor, next: &str, login: &str) -> Note {
    let login = Field {
        name: "login",
        label: "Handle or email address",
        kind: "text",
        value: login.to_owned(),
        autocomplete: "username",
        least: 3,
        most: 254,
        pattern: "",
        hint: "The address once you have confirmed it.",
        fits: "",
    };
    let password =
        Field { autocomplete: "current-password", least: 1, hint: "", fits: "", ..NEW_PASSWORD };
    let form = Form {
        action: "/sign-in",
        hidden: vec![("next", next.to_owned()), ("zone", String::new())],
        fields: vec![login, password, CODE],
        choice: None,
        button: "Sign in",
    };
    let mut note = Note::new("Sign in", visitor).form(form);
    note.links = vec![
        ("I am new here", format!("/register?next={}", encoded(next))),
        ("I have forgotten my password", "/forgot".to_owned()),
    ];
    note
}

/// GET /sign-in
pub async fn ask_sign_in(
    request: HttpRequest,
    visitor: Visitor,
    asked: web::Query<Next>,
) -> Answer {
    let next = inside(&request, &asked.next);
    if visitor.0.is_some() {
        return Ok(to(&next));
    }
    let form = sign_in_form(&visitor, &next, "");
    page(&match asked.undone.is_empty() {
        true => form,
        false => form.line(
            "You were signed out, so nothing was done. Sign in, and you are back on the page where \
             you were.",
        ),
    })
}

/// What signing in takes.
#[derive(Deserialize)]
pub struct Credentials {
    login: String,
    password: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    next: String,
    /// In which zone the browser is, if it says so.
    #[serde(default)]
    zone: String,
}

/// POST /sign-in
pub async fn sign_in(app: web::Data<App>, request: HttpRequest, sent: Sent<Credentials>) -> Answer {
    let Credentials { login, password, code, next, zone } = sent.form;
    let next = inside(&request, &next);
    if password.chars().count() > 256 || login.chars().count() > 254 {
        let long = Error::field("login", "That is longer than any name or password here.");
        return sign_in_form(&sent.visitor, &next, "").with_problem(long);
    }
    let signed = async {
        let named = app.accounts.named(&login).await?;
        let browser = known_browser(&app, &request, &named);
        let source = app.limits.source(&request);
        let guesser = Guesser::stranger(&source, named.login(), browser.clone());
        let who = app.guesses.count(&guesser, app.accounts.recognize(named, password)).await?;
        let guesser = Guesser::of_codes(&source, who.account_id(), browser);
        let shown = Shown { code: Some(code), zone };
        app.guesses.count(&guesser, signed_in(&app, who, shown, &sent.visitor, &next)).await
    };
    match signed.await {
        Ok(response) => Ok(response),
        Err(error) => sign_in_form(&sent.visitor, &next, &login).with_problem(error),
    }
}

/// What somebody shows besides who signs in.
pub struct Shown {
    /// What their authenticator shows.
    pub code: Option<String>,
    /// In which zone the browser is, if it says so.
    pub zone: String,
}

/// Signs in with this browser, which is known from now on, and leads on.
pub async fn signed_in(
    app: &App,
    who: Recognized,
    shown: Shown,
    before: &Visitor,
    next: &str,
) -> Result<HttpResponse, Error> {
    let SignedIn { account, secret, known } =
        app.accounts.sign_in_with_browser(who, shown.code).await?;
    log::by(&account.id);
    if let Some(zone) = hours::zone(&shown.zone) {
        app.accounts.guess_zone(&account.id, zone).await?;
    }
    // The cookie is replaced, so nobody could end the session that it stood for.
    if let Some(before) = &before.0 {
        app.accounts.sign_out(&before.account.id, &before.session).await?;
    }
    let mut response = to(next);
    for cookie in [cookie(app, secret), known_cookie(app, known)] {
        response.add_cookie(&cookie).map_err(Error::fault)?;
    }
    Ok(response)
}

/// Nothing but the proof.
#[derive(Deserialize)]
pub struct Nothing {}

/// POST /sign-out
pub async fn sign_out(app: web::Data<App>, sent: Sent<Nothing>) -> Answer {
    if let Some(person) = sent.visitor.0 {
        app.accounts.sign_out(&person.account.id, &person.session).await?;
    }
    let mut response = to("/");
    forget(&app, &mut response)?;
    Ok(response)
}

/// What somebody new fills in.
pub fn registration(handle: &str, email: &str) -> Vec<Field> {
    let handle = Field {
        name: "handle",
        label: "Handle",
        kind: "text",
        value: handle.to_owned(),
        autocomplete: "username",
        least: 3,
        most: 24,
        // Browsers read this as JavaScript's `v` flag does: a dash in brackets is escaped.
        pattern: r"[A-Za-z][A-Za-z0-9_\-]*",
        hint: "The name others see: a letter, then letters, digits, “-” and “_”.",
        fits: "It takes 3 to 24 characters: a letter, then letters, digits, “-” and “_”, \
               without spaces.",
    };
    let email = Field {
        value: email.to_owned(),
        hint: "We write when it is your turn. Nobody else sees it.",
        ..EMAIL
    };
    vec![handle, email, NEW_PASSWORD]
}

fn register_form(visitor: &Visitor, next: &str, handle: &str, email: &str) -> Note {
    let form = Form {
        action: "/register",
        hidden: vec![("next", next.to_owned()), ("zone", String::new())],
        fields: registration(handle, email),
        choice: None,
        button: "Register",
    };
    let mut note = Note::new("Register", visitor).form(form);
    note.links = vec![
        ("I have an account", format!("/sign-in?next={}", encoded(next))),
        ("The rules of the house, which you agree to keep", "/house-rules".to_owned()),
    ];
    note
}

/// GET /register
pub async fn ask_register(
    request: HttpRequest,
    visitor: Visitor,
    asked: web::Query<Next>,
) -> Answer {
    page(&register_form(&visitor, &inside(&request, &asked.next), "", ""))
}

/// What registering takes.
#[derive(Deserialize)]
pub struct NewPerson {
    handle: String,
    email: String,
    password: String,
    #[serde(default)]
    next: String,
    /// In which zone the browser is, if it says so.
    #[serde(default)]
    zone: String,
}

/// POST /register: registers and signs in.
pub async fn register(app: web::Data<App>, request: HttpRequest, sent: Sent<NewPerson>) -> Answer {
    let NewPerson { handle, email, password, next, zone } = sent.form;
    let next = inside(&request, &next);
    let again = register_form(&sent.visitor, &next, &handle, &email);
    let new = Registration { handle, email, password, bot: false };
    let registered = async {
        let new = checked(new)?;
        app.limits.registration(&request, &new.email)?;
        let who = app.accounts.register(new.handle, new.email, new.password).await?;
        signed_in(&app, who, Shown { code: None, zone }, &sent.visitor, &next).await
    };
    match registered.await {
        Ok(mut response) => {
            let next = Some(next.as_str()).filter(|next| *next != "/");
            response.add_cookie(&came_for(&app, next)).map_err(Error::fault)?;
            Ok(response)
        }
        Err(error) => again.with_problem(error),
    }
}

/// The secret of a link.
#[derive(Deserialize)]
pub struct Token {
    /// Empty where the link has none.
    #[serde(default)]
    pub token: String,
}

/// GET /confirm
pub async fn ask_confirm(visitor: Visitor, asked: web::Query<Token>) -> Answer {
    let form = Form {
        action: "/confirm",
        hidden: vec![("token", asked.token.clone())],
        fields: Vec::new(),
        choice: None,
        button: "Confirm my address",
    };
    let note = Note::new("Confirm your address", &visitor).form(form);
    page(&note.line("One click, and letters about your matches find you."))
}

/// POST /confirm
pub async fn confirm(app: web::Data<App>, request: HttpRequest, sent: Sent<Token>) -> Answer {
    let account = app.accounts.confirm(&sent.form.token).await?;
    let mut note = Note::new("Confirmed", &sent.visitor)
        .line(format!("Thank you, {}: letters go to {}.", account.handle, account.email));
    let next = inside(&request, &came_from(&app, &request));
    if next != "/" {
        note.links.push(("On to what you came for", next));
    }
    note.links.push(("To my matches", "/".to_owned()));
    let mut response = page(&note)?;
    response.add_cookie(&came_for(&app, None)).map_err(Error::fault)?;
    Ok(response)
}

fn forgot_form(visitor: &Visitor) -> Note {
    let form = Form {
        action: "/forgot",
        hidden: Vec::new(),
        fields: vec![EMAIL],
        choice: None,
        button: "Send me a letter",
    };
    let note = Note::new("Forgot your password?", visitor).form(form);
    note.line("We send a letter with which you can choose a new password.")
}

/// GET /forgot
pub async fn ask_forgot(visitor: Visitor) -> Answer {
    page(&forgot_form(&visitor))
}

/// What a forgotten password takes.
#[derive(Deserialize)]
pub struct Address {
    email: String,
}

/// POST /forgot
pub async fn forgot(app: web::Data<App>, request: HttpRequest, sent: Sent<Address>) -> Answer {
    let wanted = async {
        let Forgotten { email } = checked(Forgotten { email: sent.form.email })?;
        app.limits.reset(&request, &email)?;
        app.accounts.forgot_password(&email).await
    };
    if let Err(error) = wanted.await {
        return forgot_form(&sent.visitor).with_problem(error);
    }
    let note = Note::new("Look into your letters", &sent.visitor);
    page(&note.line("If we know this address, a letter is on its way to it."))
}

fn reset_form(visitor: &Visitor, token: &str) -> Note {
    let form = Form {
        action: "/reset",
        hidden: vec![("token", token.to_owned())],
        fields: vec![Field { label: "New password", ..NEW_PASSWORD }, CODE],
        choice: Some(KEEP_TOKENS),
        button: "Set the password",
    };
    let note = Note::new("Choose a new password", visitor).form(form);
    note.line(
        "When the password changes, every device is signed out, and tokens for scripts end \
         unless you keep them.",
    )
}

/// GET /reset
pub async fn ask_reset(visitor: Visitor, asked: web::Query<Token>) -> Answer {
    page(&reset_form(&visitor, &asked.token))
}

/// What a new password takes.
#[derive(Deserialize)]
pub struct Reset {
    token: String,
    password: String,
    #[serde(default)]
    api_tokens: ApiTokens,
    #[serde(default)]
    code: String,
}

/// POST /reset: whoever has the link has the account, so the browser is known now.
pub async fn reset(app: web::Data<App>, request: HttpRequest, sent: Sent<Reset>) -> Answer {
    let again = reset_form(&sent.visitor, &sent.form.token);
    let Reset { token, password, api_tokens, code } = sent.form;
    let done = async {
        let new = checked(NewPassword { token, password, api_tokens, code: Some(code) })?;
        api::reset(&app, &request, new).await
    };
    let known = match done.await {
        Ok(known) => known,
        Err(error) => return again.with_problem(error),
    };
    let mut note = Note::new("Done", &Visitor(None)).line("The new password is set.");
    note.links = vec![("Sign in", "/sign-in".to_owned())];
    let mut response = page(&note)?;
    response.add_cookie(&known_cookie(&app, known)).map_err(Error::fault)?;
    Ok(response)
}

/// GET /letters/unsubscribe
pub async fn ask_unsubscribe(
    app: web::Data<App>,
    visitor: Visitor,
    asked: web::Query<Token>,
) -> Answer {
    let (_, kinds) = app.accounts.read_unsubscribe_token(&asked.token)?;
    let kinds: Vec<_> =
        kinds.iter().map(|kind| format!("“{}”", kind.word().replace('_', " "))).collect();
    let these = if kinds.len() == 1 { "the kind" } else { "the kinds" };
    let form = Form {
        action: "/letters/unsubscribe",
        hidden: vec![("token", asked.token.clone())],
        fields: Vec::new(),
        choice: None,
        button: "No more of these letters",
    };
    let note = Note::new("Fewer letters?", &visitor).form(form);
    page(&note.line(format!("This stops letters of {these} {}.", kinds.join(", "))))
}

/// POST /letters/unsubscribe: our form, or the one-click POST of a mail program
/// (RFC 8058), which has the token in the address, whatever form its body has, and neither cookie nor proof.
pub async fn unsubscribe(
    app: web::Data<App>,
    asked: web::Query<Token>,
    sent: Option<web::Form<Token>>,
) -> Answer {
    let of_form = sent.map(|sent| sent.into_inner().token).filter(|token| !token.is_empty());
    let token = &of_form.unwrap_or_else(|| asked.into_inner().token);
    let account = app.accounts.unsubscribe(token).await?;
    let mut note = Note::new("Done", &Visitor(None));
    note.frame.bare = true;
    let (_, kinds) = app.accounts.read_unsubscribe_token(token)?;
    let these = if kinds.len() == 1 { "this kind" } else { "these kinds" };
    page(&note.line(format!("{}, you get no more letters of {these}.", account.handle)))
}

/// POST /account/confirmation-letter
pub async fn send_confirmation(app: web::Data<App>, sent: Sent<Nothing>) -> Answer {
    let (person, Nothing {}) = sent.by_person()?;
    let Person { account, .. } = &person;
    app.limits.confirmation(&account.id)?;
    app.accounts.send_confirmation(account).await?;
    let note = Note::new("Look into your letters", &Visitor(Some(person)));
    page(&note.line("A letter with a link is on its way."))
}
