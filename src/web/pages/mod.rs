//! Pages for people: what letters link to, and a front door.
//!
//! Each works without scripts. A GET never changes anything; forms carry the
//! secret of their own letter, so no other site can send them.

use super::App;
use crate::error::{Error, Result};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use serde::Deserialize;

const STYLE: &str = include_str!("../../../assets/turnwise.css");

/// A page with some text, perhaps a form.
#[derive(Template)]
#[template(path = "pages/note.html")]
struct Note<'a> {
    title: &'a str,
    lines: Vec<String>,
    form: Option<Form<'a>>,
    links: Vec<(&'a str, String)>,
}

struct Form<'a> {
    action: &'a str,
    token: Option<&'a str>,
    field: Option<Field<'a>>,
    button: &'a str,
}

struct Field<'a> {
    name: &'a str,
    label: &'a str,
    kind: &'a str,
    autocomplete: &'a str,
    least: usize,
}

/// The addresses of the pages.
pub fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/", web::get().to(front))
        .route("/assets/turnwise.css", web::get().to(style))
        .route("/confirm", web::get().to(ask_confirm))
        .route("/confirm", web::post().to(confirm))
        .route("/forgot", web::get().to(ask_forgot))
        .route("/forgot", web::post().to(forgot))
        .route("/reset", web::get().to(ask_reset))
        .route("/reset", web::post().to(reset))
        .route("/letters/unsubscribe", web::get().to(ask_unsubscribe))
        .route("/letters/unsubscribe", web::post().to(unsubscribe))
        .route("/matches/{id}", web::get().to(about_match));
}

async fn style() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/css; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "public, max-age=3600"))
        .body(STYLE)
}

fn page(note: &Note<'_>) -> Result<HttpResponse> {
    let html = note.render().map_err(Error::fault)?;
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(html))
}

fn said(title: &str, line: &str) -> Result<HttpResponse> {
    page(&Note { title, lines: vec![line.to_owned()], form: None, links: Vec::new() })
}

/// A refusal as a page; faults go on as they are.
fn shown(error: Error) -> Result<HttpResponse> {
    if error.kind == crate::error::Kind::Fault {
        return Err(error);
    }
    let title = "That did not work";
    let note = Note { title, lines: vec![error.detail.clone()], form: None, links: Vec::new() };
    let html = note.render().map_err(Error::fault)?;
    let status = actix_web::http::StatusCode::from_u16(error.kind.status());
    Ok(HttpResponse::build(status.map_err(Error::fault)?)
        .content_type("text/html; charset=utf-8")
        .body(html))
}

#[derive(Deserialize)]
struct Token {
    #[serde(default)]
    token: String,
}

#[derive(Deserialize)]
struct NewPassword {
    token: String,
    password: String,
}

#[derive(Deserialize)]
struct Forgotten {
    email: String,
}

async fn front() -> Result<HttpResponse> {
    let games: Vec<String> = crate::games::SHELF
        .iter()
        .map(|game| {
            let info = game.info();
            format!("{} ({}): {}", info.title, info.credit, info.blurb)
        })
        .collect();
    let mut lines = vec![
        "Deep board games by web, one turn at a time: play over days, get a letter when it is \
         your turn, look back at every move."
            .to_owned(),
    ];
    lines.extend(games);
    let links = vec![("The API and its documentation", "/docs/".to_owned())];
    page(&Note { title: "Play deep board games, one turn at a time", lines, form: None, links })
}

async fn ask_confirm(asked: web::Query<Token>) -> Result<HttpResponse> {
    let form = Form {
        action: "/confirm",
        token: Some(&asked.token),
        field: None,
        button: "Confirm my address",
    };
    let lines = vec!["One click, and letters about your matches find you.".to_owned()];
    page(&Note { title: "Confirm your address", lines, form: Some(form), links: Vec::new() })
}

async fn confirm(app: web::Data<App>, sent: web::Form<Token>) -> Result<HttpResponse> {
    match app.accounts.confirm(&sent.token).await {
        Ok(account) => said(
            "Confirmed",
            &format!("Thank you, {}: letters go to {}.", account.handle, account.email),
        ),
        Err(error) => shown(error),
    }
}

async fn ask_forgot() -> Result<HttpResponse> {
    let field = Field {
        name: "email",
        label: "Your address",
        kind: "email",
        autocomplete: "email",
        least: 3,
    };
    let form =
        Form { action: "/forgot", token: None, field: Some(field), button: "Send me a letter" };
    let lines = vec!["We send a letter with which you can choose a new password.".to_owned()];
    page(&Note { title: "Forgot your password?", lines, form: Some(form), links: Vec::new() })
}

async fn forgot(
    app: web::Data<App>,
    request: HttpRequest,
    sent: web::Form<Forgotten>,
) -> Result<HttpResponse> {
    let limited =
        app.limits.sign_in(&request, &sent.email).and_then(|()| app.limits.letter(&sent.email));
    if let Err(error) = limited {
        return shown(error);
    }
    app.accounts.forgot_password(&sent.email).await?;
    app.post.ring();
    said("Look into your letters", "If we know this address, a letter is on its way to it.")
}

async fn ask_reset(asked: web::Query<Token>) -> Result<HttpResponse> {
    let field = Field {
        name: "password",
        label: "New password, ten characters or more",
        kind: "password",
        autocomplete: "new-password",
        least: 10,
    };
    let form = Form {
        action: "/reset",
        token: Some(&asked.token),
        field: Some(field),
        button: "Set the password",
    };
    let lines = vec!["Every device is signed out when the password changes.".to_owned()];
    page(&Note { title: "Choose a new password", lines, form: Some(form), links: Vec::new() })
}

async fn reset(
    app: web::Data<App>,
    request: HttpRequest,
    sent: web::Form<NewPassword>,
) -> Result<HttpResponse> {
    let sent = sent.into_inner();
    if let Err(error) = app.limits.sign_in(&request, "password reset") {
        return shown(error);
    }
    if !(10..=256).contains(&sent.password.chars().count()) {
        return shown(Error::refused("password_too_short", "Use 10 to 256 characters."));
    }
    match app.accounts.reset_password(&sent.token, sent.password).await {
        Ok(()) => said("Done", "The new password is set; sign in with it."),
        Err(error) => shown(error),
    }
}

async fn ask_unsubscribe(app: web::Data<App>, asked: web::Query<Token>) -> Result<HttpResponse> {
    let (_, kind) = match app.accounts.read_unsubscribe_token(&asked.token) {
        Ok(read) => read,
        Err(error) => return shown(error),
    };
    let form = Form {
        action: "/letters/unsubscribe",
        token: Some(&asked.token),
        field: None,
        button: "No more of these letters",
    };
    let lines = vec![format!("This stops letters of the kind “{}”.", kind.replace('_', " "))];
    page(&Note { title: "Fewer letters?", lines, form: Some(form), links: Vec::new() })
}

/// A form of ours, or the one-click POST of a mail program (RFC 8058), which has
/// the token in the address.
async fn unsubscribe(
    app: web::Data<App>,
    asked: web::Query<Token>,
    sent: web::Form<Token>,
) -> Result<HttpResponse> {
    let token = if sent.token.is_empty() { &asked.token } else { &sent.token };
    match app.accounts.unsubscribe(token).await {
        Ok(account) => {
            said("Done", &format!("{}, you get no more letters of this kind.", account.handle))
        }
        Err(error) => shown(error),
    }
}

/// What a letter about a match links to: who plays, who is awaited, what happened last.
async fn about_match(app: web::Data<App>, id: web::Path<String>) -> Result<HttpResponse> {
    let seen = match app.matches.look(&id, None, None, None).await {
        Ok(seen) => seen,
        Err(error) => return shown(error),
    };
    let folded = &*seen.folded;
    let name = |seat| seen.names.seat(folded, seat);
    let people: Vec<String> = crate::rules::Seat::all(folded.sitters.len()).map(name).collect();
    let mut lines = vec![format!(
        "{}, {}. {}.",
        folded.game().info().title,
        folded.status.word(),
        people.join(", ")
    )];
    let awaited: Vec<String> = folded.awaited().into_iter().map(name).collect();
    if !awaited.is_empty() {
        lines.push(format!("Waiting for {}.", awaited.join(", ")));
    }
    let after = (folded.version - 40).max(0);
    let history = app.matches.history(&id, None, after, 40).await?;
    let told = history.items.into_iter().filter(|entry| !entry.telling.quiet && !entry.taken_back);
    lines.extend(told.map(|entry| entry.sentence));
    let links = vec![
        ("The match in the API", format!("/api/v1/matches/{id}")),
        ("Its whole history", format!("/api/v1/matches/{id}/history")),
    ];
    page(&Note { title: &folded.opened.title, lines, form: None, links })
}
