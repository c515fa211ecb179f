//! My account: address, password, letters, tokens, my data; and other people's profiles.

use super::answer::{Answer, Frame, When, page, page_with, to};
use super::line::Line;
use super::people::checked;
use super::visitor::{Person, Sent, Visitor, no_cookie};
use crate::accounts::profile::Change;
use crate::accounts::token::{Scope, scopes};
use crate::accounts::{Account, MUTABLE};
use crate::clock::rfc3339;
use crate::db::matches::Filter;
use crate::error::{Error, Kind};
use crate::web::App;
use crate::web::api::me::AccountChange;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

#[derive(Template)]
#[template(path = "pages/account.html")]
struct Mine {
    frame: Frame,
    email: String,
    confirmed: bool,
    letters_wanted: Vec<(&'static str, &'static str, bool)>,
    letters: Vec<Letter>,
    tokens: Vec<Token>,
    /// A token that was made just now, to be shown this once.
    made: Option<String>,
    problem: Option<String>,
    done: Option<&'static str>,
}

struct Letter {
    kind: String,
    about: Option<String>,
    state: &'static str,
    error: Option<String>,
    written: When,
}

struct Token {
    id: String,
    name: String,
    scopes: String,
    made: When,
    used: Option<When>,
}

fn said_kind(kind: &str) -> &'static str {
    match kind {
        "your_turn" => "It is my turn",
        "match_started" => "A match of mine begins",
        "match_ended" => "A match of mine ends",
        "invitation" => "Somebody invites me",
        "confirm_address" => "Confirm your address",
        "reset_password" => "Choose a new password",
        "address_changed" => "Your address was changed",
        _ => "About your account",
    }
}

fn said_state(state: &str) -> &'static str {
    match state {
        "sent" => "sent",
        "withdrawn" => "not needed any more",
        "given_up" => "given up",
        "claimed" => "being sent",
        _ => "waiting",
    }
}

async fn mine(app: &App, person: Person) -> Result<Mine, Error> {
    let now = app.clock.now();
    let id = person.account.id.clone();
    let letters = app.accounts.letters(&id).await?;
    let tokens = app.accounts.tokens(&id).await?;
    let muted = person.account.muted.clone();
    Ok(Mine {
        email: person.account.email.clone(),
        confirmed: person.account.confirmed,
        letters_wanted: MUTABLE
            .iter()
            .map(|kind| (*kind, said_kind(kind), !muted.iter().any(|muted| muted == kind)))
            .collect(),
        letters: letters
            .into_iter()
            .take(10)
            .map(|row| Letter {
                kind: said_kind(&row.kind).to_owned(),
                about: row.match_id,
                state: said_state(&row.state),
                error: row.error,
                written: When::of(row.created_at, now),
            })
            .collect(),
        tokens: tokens
            .iter()
            .map(|row| Token {
                id: row.id.clone(),
                name: row.name.clone(),
                scopes: scopes(row)
                    .iter()
                    .map(|scope| match scope {
                        Scope::Read => "look",
                        Scope::Play => "play",
                    })
                    .collect::<Vec<_>>()
                    .join(" and "),
                made: When::of(row.created_at, now),
                used: row.last_used_at.map(|at| When::of(at, now)),
            })
            .collect(),
        frame: Frame::new("My account", &Visitor(Some(person))),
        made: None,
        problem: None,
        done: None,
    })
}

/// What was done just now.
#[derive(Deserialize)]
pub struct Done {
    #[serde(default)]
    done: String,
}

/// GET /account
pub async fn account(app: web::Data<App>, person: Person, asked: web::Query<Done>) -> Answer {
    let mut mine = mine(&app, person).await?;
    mine.done = match asked.done.as_str() {
        "letters" => Some("Your letters are set."),
        "address" => Some("A letter with a link is on its way to the new address."),
        "revoked" => Some("The token works no longer."),
        _ => None,
    };
    page(&mine)
}

async fn refused(app: &App, person: Person, error: Error) -> Answer {
    if error.kind == Kind::Fault {
        return Err(error.into());
    }
    let status = StatusCode::from_u16(error.kind.status()).map_err(Error::fault)?;
    let mut mine = mine(app, person).await?;
    mine.problem = Some(error.detail);
    page_with(status, &mine)
}

/// POST /account/letters: the kinds that are ticked are wanted.
pub async fn letters(app: web::Data<App>, sent: Sent<BTreeMap<String, String>>) -> Answer {
    let (person, fields) = sent.by_person()?;
    let muted = MUTABLE.iter().filter(|kind| !fields.contains_key(**kind));
    let muted = muted.map(|kind| (*kind).to_owned()).collect();
    app.accounts
        .change(&person.account, Change { muted: Some(muted), ..Change::default() })
        .await?;
    Ok(to("/account?done=letters#letters"))
}

/// Another address.
#[derive(Deserialize)]
pub struct NewAddress {
    email: String,
    current_password: String,
}

/// POST /account/address
pub async fn address(app: web::Data<App>, sent: Sent<NewAddress>) -> Answer {
    let (person, form) = sent.by_person()?;
    let change = Change {
        email: Some(form.email.trim().to_owned()),
        current_password: Some(form.current_password),
        ..Change::default()
    };
    let changed = async {
        checked(AccountChange {
            email: change.email.clone(),
            password: None,
            current_password: None,
            muted: None,
        })?;
        app.limits.letter(&person.account.email)?;
        app.accounts.change(&person.account, change).await
    };
    match changed.await {
        Ok(_) => {
            app.post.ring();
            Ok(to("/account?done=address"))
        }
        Err(error) => refused(&app, person, error).await,
    }
}

/// Another password.
#[derive(Deserialize)]
pub struct NewPassword {
    password: String,
    current_password: String,
}

/// POST /account/password: every session ends, this one too.
pub async fn password(app: web::Data<App>, sent: Sent<NewPassword>) -> Answer {
    let (person, form) = sent.by_person()?;
    let count = form.password.chars().count();
    let changed = async {
        if !(10..=256).contains(&count) {
            return Err(Error::refused("password_too_short", "Use 10 to 256 characters."));
        }
        let change = Change {
            password: Some(form.password),
            current_password: Some(form.current_password),
            ..Change::default()
        };
        app.limits.letter(&person.account.email)?;
        app.accounts.change(&person.account, change).await
    };
    match changed.await {
        Ok(_) => Ok(to("/sign-in?next=/account")),
        Err(error) => refused(&app, person, error).await,
    }
}

/// A token to make.
#[derive(Deserialize)]
pub struct NewToken {
    name: String,
    #[serde(default)]
    play: String,
}

/// POST /account/tokens: the answer shows the token, this once.
pub async fn make_token(app: web::Data<App>, sent: Sent<NewToken>) -> Answer {
    let (person, form) = sent.by_person()?;
    let name = form.name.trim().to_owned();
    let made = async {
        if !(1..=60).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(Error::refused(
                "invalid_field",
                "Give the token a name of 1 to 60 characters.",
            ));
        }
        let mut scopes = vec![Scope::Read];
        if !form.play.is_empty() {
            scopes.push(Scope::Play);
        }
        app.accounts.make_token(&person.account.id, name, scopes).await
    };
    match made.await {
        Ok((_, token)) => {
            let mut mine = mine(&app, person).await?;
            mine.made = Some(token);
            page(&mine)
        }
        Err(error) => refused(&app, person, error).await,
    }
}

/// A token to revoke.
#[derive(Deserialize)]
pub struct Revoked {
    id: String,
}

/// POST /account/tokens/revoke
pub async fn revoke_token(app: web::Data<App>, sent: Sent<Revoked>) -> Answer {
    let (person, form) = sent.by_person()?;
    match app.accounts.revoke_token(&person.account.id, &form.id).await {
        // Clicked twice, it is revoked all the same.
        Err(error) if error.kind == Kind::NotFound => {}
        revoked => revoked?,
    }
    Ok(to("/account?done=revoked#tokens"))
}

/// GET /account/data: everything that is kept about me, as one file.
pub async fn data(app: web::Data<App>, person: Person) -> Answer {
    let Account { id, handle, email, confirmed, muted, created_at } = person.account;
    let letters: Vec<_> = app
        .accounts
        .letters(&id)
        .await?
        .into_iter()
        .map(|row| {
            json!({ "kind": row.kind, "match": row.match_id, "state": row.state,
                "written_at": rfc3339(row.created_at), "sent_at": row.sent_at.map(rfc3339) })
        })
        .collect();
    let tokens: Vec<_> = app
        .accounts
        .tokens(&id)
        .await?
        .into_iter()
        .map(|row| json!({ "name": row.name, "scopes": row.scopes, "made_at": rfc3339(row.created_at) }))
        .collect();
    let filter =
        Filter { player: Some(id.clone()), seen_by: Some(id.clone()), ..Filter::default() };
    let matches: Vec<_> = app
        .matches
        .list(filter, 10_000)
        .await?
        .matches
        .into_iter()
        .map(|(row, _)| json!({ "id": row.id, "game": row.game, "title": row.title, "status": row.status }))
        .collect();
    let all = json!({
        "account": { "id": id, "handle": handle, "email": email, "confirmed": confirmed,
            "muted": muted, "registered_at": rfc3339(created_at) },
        "tokens": tokens,
        "letters": letters,
        "matches": matches,
    });
    Ok(HttpResponse::Ok()
        .insert_header((
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"turnwise-my-data.json\"",
        ))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(all))
}

/// What closing an account takes.
#[derive(Deserialize)]
pub struct Closing {
    current_password: String,
}

/// POST /account/close
pub async fn close(app: web::Data<App>, sent: Sent<Closing>) -> Answer {
    let (person, form) = sent.by_person()?;
    match app.accounts.close(&person.account, Some(form.current_password)).await {
        Ok(()) => {
            let mut response = to("/");
            response.add_cookie(&no_cookie()).map_err(Error::fault)?;
            Ok(response)
        }
        Err(error) => refused(&app, person, error).await,
    }
}

#[derive(Template)]
#[template(path = "pages/person.html")]
struct Profile {
    frame: Frame,
    since: When,
    lines: Vec<Line>,
}

/// GET /people/{handle}
pub async fn profile(app: web::Data<App>, visitor: Visitor, handle: web::Path<String>) -> Answer {
    let found = app.accounts.by_handle(&handle).await?;
    let account = found.ok_or_else(|| Error::not_found("person"))?;
    let filter =
        Filter { player: Some(account.id.clone()), seen_by: visitor.id(), ..Filter::default() };
    let now = app.clock.now();
    let listing = app.matches.list(filter, 50).await?;
    page(&Profile {
        since: When::of(account.created_at, now),
        lines: Line::all(&listing, visitor.id().as_deref(), now),
        frame: Frame::new(&account.handle, &visitor),
    })
}
