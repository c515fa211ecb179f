//! My account: address, password, letters, tokens, my data.

use super::answer::{Answer, Frame, When, page, refusal, to};
use super::form::checked;
use super::letters::said_kind;
use super::people::Nothing;
use super::visitor::{Person, Sent, Visitor, forget};
use crate::accounts::Account;
use crate::accounts::profile::{ApiTokens, Change, NewPassword, Proof};
use crate::accounts::token::Scope;
use crate::clock::rfc3339;
use crate::error::{Error, Kind};
use crate::games::SHELF;
use crate::mail::queue::State;
use crate::matches::invitations::given::Asked;
use crate::matches::ratings::scale::Rating;
use crate::matches::read::list::Wanted;
use crate::web::App;
use crate::web::api::calendar::CalendarAnswer;
use crate::web::api::me::AccountChange;
use crate::web::api::people::{RatingAnswer, StrengthAnswer};
use crate::web::guesses::Guesser;
use crate::words::Word;
use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;
use serde_json::json;

#[derive(Template)]
#[template(path = "pages/account.html")]
struct Mine {
    frame: Frame,
    email: String,
    confirmed: bool,
    letters: Vec<Letter>,
    tokens: Vec<Token>,
    /// Whether codes of a second factor are asked for.
    codes: bool,
    /// Whether it is a bot's account.
    bot: bool,
    /// Whether it can still become a bot's, or a person's.
    can_change: bool,
    /// A token that was made just now, to be shown this once.
    made: Option<String>,
    problem: Option<String>,
    done: Option<&'static str>,
}

struct Letter {
    kind: &'static str,
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

fn said_state(state: State) -> &'static str {
    match state {
        State::Queued => "waiting",
        State::Claimed => "being sent",
        State::Sent => "sent",
        State::Withdrawn => "not needed any more",
        State::GivenUp => "given up",
    }
}

async fn mine(app: &App, person: Person) -> Result<Mine, Error> {
    let now = app.clock.now();
    let id = person.account.id.clone();
    let letters = app.accounts.letters(&id).await?;
    let tokens = app.accounts.tokens(&id).await?;
    Ok(Mine {
        codes: app.accounts.second_factor(&id).await?.is_some(),
        bot: person.account.holder.is_bot(),
        can_change: !app.accounts.has_sat(&id).await?,
        email: person.account.email.clone(),
        confirmed: person.account.confirmed,
        letters: letters
            .into_iter()
            .take(10)
            .map(|letter| Letter {
                kind: said_kind(letter.kind),
                about: letter.about.map(|about| about.match_id),
                state: said_state(letter.state),
                error: letter.error,
                written: When::of(letter.created_at, now),
            })
            .collect(),
        tokens: tokens
            .into_iter()
            .map(|token| Token {
                id: token.id,
                name: token.name,
                scopes: token
                    .scopes
                    .iter()
                    .map(|scope| match scope {
                        Scope::Read => "look",
                        Scope::Play => "play",
                    })
                    .collect::<Vec<_>>()
                    .join(" and "),
                made: When::of(token.created_at, now),
                used: token.last_used_at.map(|at| When::of(at, now)),
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
        "address" => Some("A letter with a link is on its way to the new address."),
        "bot" => Some(
            "This is a bot's account now, and everybody is shown so. Letters about matches are switched off.",
        ),
        "person" => {
            Some("This is a person's account now, and letters about its matches come at once.")
        }
        "revoked" => Some("The token works no longer."),
        "elsewhere" => Some(
            "You are signed out everywhere but here. Your tokens for scripts go on working; revoke those you do not know.",
        ),
        _ => None,
    };
    page(&mine)
}

pub(super) async fn refused(app: &App, person: Person, error: Error) -> Answer {
    if error.kind() == Kind::Fault {
        return Err(error.into());
    }
    let mut mine = mine(app, person).await?;
    mine.problem = Some(error.detail);
    refusal(error.code, &mine)
}

/// Another address.
#[derive(Deserialize)]
pub struct NewAddress {
    email: String,
    current_password: String,
    #[serde(default)]
    code: String,
}

/// POST /account/address
pub async fn address(app: web::Data<App>, sent: Sent<NewAddress>) -> Answer {
    let (person, form) = sent.by_person()?;
    let change = Change {
        email: Some(form.email.trim().to_owned()),
        may_write: Some(app.may_write(&person.account)),
        proof: Proof { password: Some(form.current_password), code: Some(form.code) },
        ..Change::default()
    };
    let changed = async {
        checked(AccountChange { email: change.email.clone(), ..AccountChange::default() })?;
        let guesser = Guesser::signed_in(&person.session);
        app.guesses.count(&guesser, app.accounts.change(&person.account, change)).await
    };
    match changed.await {
        Ok(_) => Ok(to("/account?done=address")),
        Err(error) => refused(&app, person, error).await,
    }
}

/// Another password.
#[derive(Deserialize)]
pub struct OtherPassword {
    password: String,
    current_password: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    api_tokens: ApiTokens,
}

/// POST /account/password: every session ends, this one too.
pub async fn password(app: web::Data<App>, sent: Sent<OtherPassword>) -> Answer {
    let (person, form) = sent.by_person()?;
    let OtherPassword { password, current_password, code, api_tokens: tokens } = form;
    let changed = async {
        checked(AccountChange { password: Some(password.clone()), ..AccountChange::default() })?;
        let change = Change {
            password: Some(NewPassword { password, tokens }),
            proof: Proof { password: Some(current_password), code: Some(code) },
            ..Change::default()
        };
        let guesser = Guesser::signed_in(&person.session);
        app.guesses.count(&guesser, app.accounts.change(&person.account, change)).await
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
    #[serde(default)]
    code: String,
}

/// POST /account/tokens: the answer shows the token, this once.
pub async fn make_token(app: web::Data<App>, sent: Sent<NewToken>) -> Answer {
    let (person, form) = sent.by_person()?;
    let name = form.name.trim().to_owned();
    let made = async {
        if !(1..=60).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(Error::field("name", "Give the token a name of 1 to 60 characters."));
        }
        let mut scopes = vec![Scope::Read];
        if !form.play.is_empty() {
            scopes.push(Scope::Play);
        }
        let guesser = Guesser::signed_in(&person.session);
        let Person { account, session, .. } = &person;
        let making = app.accounts.make_token(&account.id, session, name, scopes, Some(form.code));
        app.guesses.count(&guesser, making).await
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
        Err(error) if error.kind() == Kind::NotFound => {}
        revoked => revoked?,
    }
    Ok(to("/account?done=revoked#tokens"))
}

/// POST /account/sessions/end: all sessions but this browser's end.
pub async fn sign_out_elsewhere(app: web::Data<App>, sent: Sent<Nothing>) -> Answer {
    let (person, _) = sent.by_person()?;
    app.accounts.sign_out_elsewhere(&person.account.id, &person.session).await?;
    Ok(to("/account?done=elsewhere"))
}

/// GET /account/data: everything that is kept about me, as one file.
pub async fn data(app: web::Data<App>, person: Person) -> Answer {
    app.limits.copy(&person.account.id)?;
    let Account { id, handle, email, confirmed, muted, created_at, holder } = person.account;
    let letters: Vec<_> = app
        .accounts
        .letters(&id)
        .await?
        .into_iter()
        .map(|letter| {
            json!({ "kind": letter.kind, "match": letter.about.map(|about| about.match_id),
                "state": letter.state, "written_at": rfc3339(letter.created_at),
                "sent_at": letter.sent_at.map(rfc3339) })
        })
        .collect();
    let tokens: Vec<_> = app
        .accounts
        .tokens(&id)
        .await?
        .into_iter()
        .map(|token| {
            json!({ "name": token.name, "scopes": token.scopes,
                "made_at": rfc3339(token.created_at) })
        })
        .collect();
    let habit = app.matches.habit(&id).await?;
    let feeds = app.accounts.feeds(&id).await?.into_iter();
    let feeds: Vec<_> =
        feeds.map(|one| json!({ "kind": one.kind, "made_at": rfc3339(one.made_at) })).collect();
    let wanted =
        Wanted { player: Some(id.clone()), seen_by: Some(id.clone()), ..Wanted::default() };
    let played = app.matches.list(wanted, 10_000).await?.into_iter();
    let matches: Vec<_> = played
        .map(|one| json!({ "id": one.id, "game": one.game, "title": one.title, "status": one.status }))
        .collect();
    let rhythm = app.matches.rhythm(&id).await?;
    let notices: Vec<_> = app
        .matches
        .notices(&id)
        .await?
        .into_iter()
        .map(|one| {
            let notice = one.notice;
            json!({ "kind": notice.kind.word(), "match": notice.match_id,
                "state": one.state.word(), "reason": one.reason,
                "happened_at": rfc3339(notice.happened_at) })
        })
        .collect();
    let said = app.matches.said_by(&id).await?.into_iter();
    let talk: Vec<_> = said
        .map(|one| {
            json!({ "match": one.match_id, "text": one.said, "event": one.event,
                "spot": one.spot, "written_at": rfc3339(one.written_at) })
        })
        .collect();
    let noted = app.matches.noted_by(&id).await?;
    let notes: Vec<_> = noted
        .notes
        .into_iter()
        .map(|(on, text, at)| json!({ "match": on, "text": text, "saved_at": rfc3339(at) }))
        .collect();
    let bookmarks: Vec<_> = noted
        .bookmarks
        .into_iter()
        .map(|(on, one)| json!({ "match": on, "event": one.event, "name": one.name }))
        .collect();
    let asked = |one: Asked| {
        let mut said = json!({ "match": one.match_id, "given": one.given, "reason": one.why,
            "invited_at": rfc3339(one.invited_at), "declined_at": one.declined_at.map(rfc3339) });
        if let Some(address) = one.address {
            said["email"] = address.into();
        }
        said
    };
    let invitations = app.matches.invitations_of(&id).await?.into_iter();
    let invitations: Vec<_> = invitations.map(asked).collect();
    let reports = app.matches.reported_by(&id).await?.into_iter();
    let reports: Vec<_> = reports
        .map(|one| {
            json!({ "about": one.about, "match": one.match_id, "why": one.why,
                "reported_at": rfc3339(one.reported_at) })
        })
        .collect();
    let blocks = app.accounts.blocks(&id).await?.into_iter();
    let blocks: Vec<_> = blocks
        .map(|one| json!({ "handle": one.name.handle, "since": rfc3339(one.since) }))
        .collect();
    let rating = |points: i64, spread: i64| RatingAnswer::from(Rating { points, spread });
    let rated = app.matches.strengths(&id).await?.into_iter();
    let ratings: Vec<_> = rated.map(StrengthAnswer::from).collect();
    let results = app.matches.results_of(&id).await?.into_iter();
    let results: Vec<_> = results
        .map(|(one, step)| {
            json!({ "match": one.match_id, "game": one.game, "ended_at": rfc3339(one.ended_at),
                "seat": one.seat, "part": one.part, "counts": one.counts,
                "only_against": one.only_against, "place": one.place, "points": one.points,
                "turns": one.waits, "stood_in": one.stood_in,
                "before": step.as_ref().map(|it| rating(it.rating_before, it.spread_before)),
                "after": step.as_ref().map(|it| rating(it.rating_after, it.spread_after)) })
        })
        .collect();
    // Addresses and keys are secrets: whoever finds the file could write there.
    let ways = app.accounts.ways(&id).await?.into_iter();
    let ways: Vec<_> = ways
        .map(|one| {
            json!({ "name": one.name, "form": one.form.word(), "host": one.host,
                "made_at": rfc3339(one.made_at), "sent_at": one.sent_at.map(rfc3339),
                "off_at": one.off_at.map(rfc3339), "off_why": one.off_why })
        })
        .collect();
    let deliveries = app.accounts.deliveries(&id).await?.into_iter();
    let deliveries: Vec<_> = deliveries
        .map(|one| {
            json!({ "kind": one.word(), "match": one.match_id, "state": one.state.word(),
                "error": one.error, "written_at": rfc3339(one.created_at),
                "sent_at": one.sent_at.map(rfc3339) })
        })
        .collect();
    let factor = app.accounts.second_factor(&id).await?;
    let hours = app.accounts.hours(&id).await?;
    let mut lessons = serde_json::Map::new();
    for game in SHELF {
        let slug = game.info().slug;
        let learned = app.accounts.learned(&id, slug).await?;
        lessons.insert(slug.to_owned(), learned.names().collect());
    }
    let all = json!({
        "account": { "id": id, "handle": handle, "bot": holder.is_bot(), "email": email, "confirmed": confirmed,
            "muted": muted, "registered_at": rfc3339(created_at),
            "second_factor_since": factor.map(|factor| rfc3339(factor.since)) },
        "tokens": tokens,
        "feeds": feeds,
        "usually_answers": habit,
        "letters": letters,
        "letters_come": { "rhythm": rhythm.pulse, "every": rhythm.every, "hour": rhythm.hour },
        "notices": notices,
        "ways": ways,
        "deliveries": deliveries,
        "matches": matches,
        "talk": talk,
        "notes": notes,
        "bookmarks": bookmarks,
        "invitations": invitations,
        "blocks": blocks,
        "reports": reports,
        "ratings": ratings,
        "results": results,
        "lessons": lessons,
        "hours": CalendarAnswer::from(hours),
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
    #[serde(default)]
    code: String,
}

/// POST /account/close
pub async fn close(app: web::Data<App>, sent: Sent<Closing>) -> Answer {
    let (person, form) = sent.by_person()?;
    let guesser = Guesser::signed_in(&person.session);
    let proof = Proof { password: Some(form.current_password), code: Some(form.code) };
    let closing = app.accounts.close(&person.account, proof);
    match app.guesses.count(&guesser, closing).await {
        Ok(()) => {
            let mut response = to("/");
            forget(&app, &mut response)?;
            Ok(response)
        }
        Err(error) => refused(&app, person, error).await,
    }
}
