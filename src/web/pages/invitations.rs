//! Inviting people, what one is invited to, and the pages to which letters to an address lead.
//!
//! A GET never changes anything: links in letters lead to a form with one button.

use super::answer::{self, Answer, encoded, page, page_with, to};
use super::form::{Choice, ENTROPY, Field, Form, Note, checked, given};
use super::line::Line;
use super::lobby::{back, said_pace, waiting_room};
use super::people::{Shown, Token, registration, signed_in};
use super::visitor::{Sent, Visitor, came_for};
use crate::accounts::bots::Name;
use crate::error::{Code, Error, Kind};
use crate::matches::invitations::address::Letterhead;
use crate::matches::invitations::{Answered, Guest, Invited, WHY, Whom};
use crate::matches::stream::state::Status;
use crate::web::App;
use crate::web::api::accounts::Registration;
use crate::web::api::invitations::{NewInvitation, on_its_way};
use crate::web::api::seats::Joining;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use serde::Deserialize;

/// What somebody is invited to, on their own page.
pub struct Asked {
    /// The match.
    pub line: Line,
    /// Who invites them.
    pub by: String,
    /// The seat that they are asked to take over, in a match that is played.
    pub seat: Option<u8>,
}

impl Asked {
    /// What an account is invited to.
    pub fn all(invited: &[Invited], account: &str, now: crate::clock::Instant) -> Vec<Asked> {
        let lines = invited
            .iter()
            .flat_map(|one| Line::all(std::slice::from_ref(&one.summary), Some(account), now));
        let asked = lines.zip(invited).map(|(line, one)| Asked {
            line,
            by: one.by.to_string(),
            seat: one.seat.map(|seat| seat.0),
        });
        asked.collect()
    }
}

/// Whom the host has invited, and what came of it.
pub fn said_guests(guests: Vec<Guest>) -> Vec<String> {
    let said = |guest: Guest| {
        let (who, by_address) = match guest.whom {
            Whom::Handle(handle) => (Name { handle, holder: guest.holder }.to_string(), false),
            // Somebody at the table may have it: nobody is told.
            Whom::Address(address) => (address, true),
        };
        match guest.answer {
            Answered::Waiting if by_address => format!("{who} was written to."),
            Answered::Waiting => format!("{who} has not answered yet."),
            Answered::Accepted => format!("{who} has taken a seat."),
            Answered::Declined if guest.why.is_empty() => format!("{who} has declined."),
            Answered::Declined => format!("{who} has declined: “{}”", guest.why),
            Answered::Expired => format!("{who} has not answered for two weeks."),
        }
    };
    guests.into_iter().map(said).collect()
}

/// Somebody to invite.
#[derive(Deserialize)]
pub struct ToInvite {
    /// A handle, or an address.
    whom: String,
}

/// POST /matches/{id}/invitations
pub async fn invite(app: web::Data<App>, id: web::Path<String>, sent: Sent<ToInvite>) -> Answer {
    let (person, form) = sent.by_person()?;
    let whom = given(&form.whom);
    let new = match whom.as_ref().is_some_and(|whom| whom.contains('@')) {
        true => NewInvitation { handle: None, email: whom },
        false => NewInvitation { handle: whom, email: None },
    };
    let invited = async {
        let whom = checked(new)?.whom()?;
        let said = on_its_way(&whom);
        app.invite(&id, &person.account, whom).await?;
        Ok(said)
    };
    let (status, said) = match invited.await {
        Ok(said) => (StatusCode::OK, said),
        Err(error) => {
            let error: Error = error;
            if matches!(error.kind(), Kind::Fault | Kind::NotFound) {
                return Err(error.into());
            }
            let status = StatusCode::from_u16(error.kind().status()).map_err(Error::fault)?;
            (status, error.detail)
        }
    };
    let me = person.account.id.clone();
    let seen = app.matches.look(&id, Some(me), None).await?;
    // It has begun meanwhile: the table says so.
    if seen.folded.status != Status::Open {
        return Ok(back(&id));
    }
    let mut room = waiting_room(&app, Visitor(Some(person)), &seen, "").await?;
    room.said = Some(said);
    page_with(status, &room)
}

/// Why somebody declines.
#[derive(Deserialize)]
pub struct Declining {
    #[serde(default)]
    reason: String,
}

/// POST /matches/{id}/decline
pub async fn decline(app: web::Data<App>, id: web::Path<String>, sent: Sent<Declining>) -> Answer {
    let (person, form) = sent.by_person()?;
    match app.matches.decline(&id, &person.account.id, &form.reason).await {
        // Clicked twice: it is declined.
        Err(error) if error.code == Code::NotFound => {}
        done => done?,
    }
    Ok(to("/"))
}

/// The address of a page for whoever has this link.
fn address(path: &str, token: &str) -> String {
    format!("{path}?token={}", encoded(token))
}

fn invited_form(visitor: &Visitor, to: &Letterhead, token: &str, filled: [&str; 2]) -> Note {
    let (game, host) = (to.on.game().info().title, &to.by);
    let mut note = Note::new(&format!("{host} invites you to {game}"), visitor)
        .line(format!("At the table so far: {}.", to.players.join(", ")));
    for sentence in said_pace(&to.on) {
        note = note.line(sentence);
    }
    let mut form = Form {
        action: "/invited",
        hidden: vec![("token", token.to_owned()), ("zone", String::new())],
        fields: Vec::new(),
        choice: None,
        button: "Take a seat",
    };
    note.links = vec![("No, thank you", address("/invited/decline", token))];
    note.links.push(("How it is played", format!("/games/{}", to.on.opened.game)));
    if visitor.0.is_none() {
        let [handle, email] = filled;
        form.fields = registration(handle, email);
        form.button = "Register and take a seat";
        let here = address("/invited", token);
        let sign_in = format!("/sign-in?next={}", encoded(&here));
        note.links.insert(0, ("I have an account", sign_in));
        note = note.line("Choose a name and a password, and you sit at the table.");
    }
    form.fields.push(ENTROPY);
    note.line(format!(
        "The seed of the service was fixed when the match was opened; its hash is {}.",
        to.on.opened.seed_hash
    ))
    .form(form)
}

/// The invitation of a link, for who visits.
async fn opened(app: &App, visitor: &Visitor, token: &str) -> Result<(String, Letterhead), Error> {
    let id = app.accounts.read_invitation_token(token)?;
    let letterhead = app.matches.addressed(&id, visitor.id().as_deref()).await?;
    Ok((id, letterhead))
}

/// GET /invited
pub async fn ask_invited(
    app: web::Data<App>,
    visitor: Visitor,
    asked: web::Query<Token>,
) -> Answer {
    let (_, letterhead) = opened(&app, &visitor, &asked.token).await?;
    if letterhead.on.seat_of(&visitor.id().unwrap_or_default()).is_some() {
        return Ok(back(&letterhead.on.id));
    }
    let email = letterhead.address.clone();
    page(&invited_form(&visitor, &letterhead, &asked.token, ["", &email]))
}

/// Somebody who comes by the link of a letter; who is signed in sends nothing more.
#[derive(Deserialize)]
pub struct Coming {
    token: String,
    #[serde(default)]
    handle: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
    /// In which zone the browser is, if it says so.
    #[serde(default)]
    zone: String,
    /// What they add to the chance of the match.
    #[serde(default)]
    entropy: String,
}

/// What somebody adds to the chance of a match.
fn added(entropy: &str) -> Result<Option<String>, Error> {
    Ok(checked(Joining { invitation: None, entropy: given(entropy) })?.entropy)
}

/// POST /invited: registers, where need be, and takes the seat. Whoever keeps the address to
/// which the letter went need not confirm it.
pub async fn come(app: web::Data<App>, request: HttpRequest, sent: Sent<Coming>) -> Answer {
    let Coming { token, handle, email, password, zone, entropy } = sent.form;
    let (id, letterhead) = opened(&app, &sent.visitor, &token).await?;
    let table = format!("/matches/{}", letterhead.on.id);
    if let Some(person) = &sent.visitor.0 {
        let taken = app.matches.accept_addressed(&id, &person.account.id, added(&entropy)?).await;
        match taken {
            // Clicked twice: the first click has taken it.
            Err(error) if error.code == Code::SeatedAlready => {}
            taken => drop(taken?),
        }
        return Ok(to(&table));
    }
    if [&handle, &email, &password].iter().all(|field| field.is_empty()) {
        // The page was that of somebody who is signed out by now.
        return Err(answer::Shown::SignIn { next: address("/invited", &token), undone: true });
    }
    let entropy = added(&entropy)?;
    let again = invited_form(&sent.visitor, &letterhead, &token, [&handle, &email]);
    let new = Registration { handle, email, password, bot: false };
    let registered = async {
        let new = checked(new)?;
        app.limits.registration(&request, &new.email)?;
        let proven = new.email.to_lowercase() == letterhead.address.to_lowercase();
        let handle = new.handle.clone();
        let Registration { handle: wanted, email, password: chosen, .. } = new;
        let who = match proven {
            true => app.accounts.register_proven(wanted, email, chosen).await?,
            false => app.accounts.register(wanted, email, chosen).await?,
        };
        let shown = Shown { code: None, zone };
        let response = signed_in(&app, who, shown, &sent.visitor, &table).await?;
        let account = app.accounts.by_handle(&handle).await?;
        Ok((response, account.ok_or_else(|| Error::not_found("person"))?, proven))
    };
    let (mut response, account, proven) = match registered.await {
        Ok(done) => done,
        Err(error) => return again.with_problem(error),
    };
    if let Err(error) = app.matches.accept_addressed(&id, &account.id, entropy).await {
        if error.kind() == Kind::Fault {
            return Err(error.into());
        }
        let mut note = Note::new("You come too late", &sent.visitor)
            .line(format!("You are registered as {}, but: {}", account.handle, error.detail));
        note.links = vec![("Find another match", "/matches?status=open".to_owned())];
        let mut late = page(&note)?;
        for cookie in response.cookies() {
            late.add_cookie(&cookie).map_err(Error::fault)?;
        }
        return Ok(late);
    }
    if !proven {
        response.add_cookie(&came_for(&app, Some(&table))).map_err(Error::fault)?;
    }
    Ok(response)
}

/// GET /invited/decline
pub async fn ask_decline(
    app: web::Data<App>,
    visitor: Visitor,
    asked: web::Query<Token>,
) -> Answer {
    let (_, letterhead) = opened(&app, &visitor, &asked.token).await?;
    let reason = Field {
        name: "reason",
        label: "Why, if you like to say it",
        kind: "text",
        value: String::new(),
        autocomplete: "off",
        least: 0,
        most: WHY as u16,
        pattern: "",
        hint: "Whoever has invited you reads it.",
        fits: "It takes 200 characters at most.",
    };
    let form = Form {
        action: "/invited/decline",
        hidden: vec![("token", asked.token.clone())],
        fields: vec![reason],
        choice: Some(Choice {
            name: "never",
            value: "yes",
            label: "Never send an invitation to this address again",
        }),
        button: "Decline",
    };
    let said = format!("{} hears that you do not come.", letterhead.by);
    page(&Note::new("No, thank you", &visitor).line(said).form(form))
}

/// What declining by a link takes.
#[derive(Deserialize)]
pub struct NoThanks {
    token: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    never: String,
}

/// POST /invited/decline
pub async fn decline_by_link(app: web::Data<App>, sent: Sent<NoThanks>) -> Answer {
    let NoThanks { token, reason, never } = sent.form;
    let (id, letterhead) = opened(&app, &sent.visitor, &token).await?;
    app.matches.decline_addressed(&id, &reason).await?;
    let note = Note::new("Declined", &sent.visitor);
    if never.is_empty() {
        return page(&note.line(format!("{} hears of it.", letterhead.by)));
    }
    app.matches.never_invite(app.accounts.mailbox_hash(&letterhead.address)).await?;
    page(&note.line("No invitation is sent to this address again."))
}

/// GET /invited/never
pub async fn ask_never(app: web::Data<App>, visitor: Visitor, asked: web::Query<Token>) -> Answer {
    app.accounts.read_never_token(&asked.token)?;
    let form = Form {
        action: "/invited/never",
        hidden: vec![("token", asked.token.clone())],
        fields: Vec::new(),
        choice: None,
        button: "No more invitations",
    };
    let note = Note::new("No more invitations?", &visitor).form(form);
    page(&note.line("Whoever wants to invite you by your address: no letter is sent to it."))
}

/// POST /invited/never: our form, or the one-click POST of a mail program (RFC 8058), which
/// has the token in the address, whatever form its body has, and neither cookie nor proof.
pub async fn never(
    app: web::Data<App>,
    asked: web::Query<Token>,
    sent: Option<web::Form<Token>>,
) -> Answer {
    let of_form = sent.map(|sent| sent.into_inner().token).filter(|token| !token.is_empty());
    let token = &of_form.unwrap_or_else(|| asked.into_inner().token);
    let mailbox = app.accounts.read_never_token(token)?;
    app.matches.never_invite(mailbox).await?;
    let mut note = Note::new("Done", &Visitor(None));
    note.frame.bare = true;
    page(&note.line("No invitation is sent to this address again."))
}
