//! My webhooks and browsers, and what went there.

use super::answer::{Answer, Frame, When, page, refusal, to};
use super::form::checked;
use super::letters::said_kind;
use super::visitor::{Person, Sent, Visitor};
use crate::accounts::ways::{Delivery, NewWebhook, Switch, Way};
use crate::error::{Error, Kind};
use crate::mail::queue::State;
use crate::reach::way::Form;
use crate::web::App;
use crate::web::api::ways::{BrowserKeysWish, BrowserWish, HookForm, WebhookWish};
use crate::web::guesses::Guesser;
use crate::words::Word;
use actix_web::web;
use askama::Template;
use serde::Deserialize;

/// How many of the latest messages are shown.
const SHOWN: usize = 20;

#[derive(Template)]
#[template(path = "pages/ways.html")]
struct Ways {
    frame: Frame,
    /// Whether there can be webhooks.
    webhooks: bool,
    hooks: Vec<Shown>,
    browsers: Vec<Shown>,
    /// What a browser needs to be told of news; none where there is no push.
    key: Option<String>,
    lately: Vec<Lately>,
    confirmed: bool,
    /// Whether codes of a second factor are asked for.
    codes: bool,
    /// What a form that was refused held: name, form and address.
    wish: [String; 3],
    /// The secret of a webhook that was made just now, to be shown this once.
    made: Option<String>,
    problem: Option<String>,
    done: Option<&'static str>,
}

/// A webhook or browser.
struct Shown {
    id: String,
    name: String,
    said: String,
    state: String,
    /// Why it does not work, if it does not.
    why: Option<String>,
    is_off: bool,
    made: When,
    sent: Option<When>,
}

impl Shown {
    fn of(way: Way, now: crate::clock::Instant) -> Shown {
        let state = match (way.off_at, way.failing_since) {
            (Some(off), _) => format!("switched off {}", When::of(off, now).said),
            (None, Some(since)) => {
                let again = way.retry_at.filter(|at| *at > now);
                let again = again.map_or("at once".to_owned(), |at| When::until(at, now).said);
                format!("fails since {}; tried again {again}", When::of(since, now).said)
            }
            (None, None) => "on".to_owned(),
        };
        Shown {
            said: match way.form {
                Form::Json => format!("JSON to {}", way.host),
                Form::Discord => format!("Discord, {}", way.host),
                Form::Slack => format!("Slack, {}", way.host),
                Form::Browser => format!("browser, by {}", way.host),
            },
            id: way.id,
            name: way.name,
            state,
            why: way.off_why,
            is_off: way.off_at.is_some(),
            made: When::of(way.made_at, now),
            sent: way.sent_at.map(|at| When::of(at, now)),
        }
    }
}

/// A message, and what became of it.
struct Lately {
    when: When,
    said: &'static str,
    about: Option<String>,
    way: String,
    became: String,
}

impl Lately {
    fn of(one: Delivery, ways: &[(String, String)], now: crate::clock::Instant) -> Lately {
        let why = one.error.as_deref().unwrap_or("not needed any more");
        let became = match one.state {
            State::Sent => "delivered".to_owned(),
            State::Claimed => "on its way".to_owned(),
            State::Queued if one.attempts > 0 => {
                format!("{why} Tried again {}", When::until(one.due_at, now).said)
            }
            State::Queued => format!("waits, {}", When::until(one.due_at, now).said),
            State::Withdrawn => format!("not sent: {why}"),
            State::GivenUp => format!("given up: {why}"),
        };
        let name = ways.iter().find(|(id, _)| *id == one.way_id).map(|(_, name)| name.clone());
        Lately {
            when: When::of(one.sent_at.unwrap_or(one.created_at), now),
            said: one.kind.map_or("A test", said_kind),
            about: one.match_id,
            way: name.unwrap_or_else(|| "one that was removed".to_owned()),
            became,
        }
    }
}

async fn mine(app: &App, person: Person) -> Result<Ways, Error> {
    let (now, me) = (app.clock.now(), person.account.id.clone());
    let all = app.accounts.ways(&me).await?;
    let names: Vec<_> = all.iter().map(|way| (way.id.clone(), way.name.clone())).collect();
    let lately = app.accounts.deliveries(&me).await?.into_iter();
    let (browsers, hooks): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|way| way.form == Form::Browser);
    let mut frame = Frame::new("Notices beside letters", &Visitor(Some(person.clone())));
    frame.scripts.push("push.js");
    Ok(Ways {
        browsers: browsers.into_iter().map(|way| Shown::of(way, now)).collect(),
        key: app.reach.key.as_ref().map(|key| key.public()).filter(|_| app.reach.push),
        webhooks: app.reach.webhooks,
        hooks: hooks.into_iter().map(|way| Shown::of(way, now)).collect(),
        lately: lately.take(SHOWN).map(|row| Lately::of(row, &names, now)).collect(),
        confirmed: person.account.confirmed,
        codes: app.accounts.second_factor(&me).await?.is_some(),
        wish: Default::default(),
        made: None,
        problem: None,
        done: None,
        frame,
    })
}

/// What was done just now.
#[derive(Deserialize)]
pub struct Done {
    #[serde(default)]
    done: String,
}

/// GET /account/notices
pub async fn show(app: web::Data<App>, person: Person, asked: web::Query<Done>) -> Answer {
    let done = match asked.done.as_str() {
        "browser" => Some("News of your matches are shown in this browser from now on."),
        "on" => Some("It is switched on; what happens from now on goes there."),
        "off" => Some("It is switched off."),
        "removed" => Some("It is removed. Nothing goes there any more."),
        "tried" => Some("A test is on its way. Reload this page to see below what became of it."),
        _ => None,
    };
    let mine = mine(&app, person).await?;
    page(&Ways { done, ..mine })
}

async fn refused(app: &App, person: Person, error: Error, wish: [String; 3]) -> Answer {
    if matches!(error.kind(), Kind::Fault | Kind::Unavailable) {
        return Err(error.into());
    }
    let mine = mine(app, person).await?;
    refusal(error.code, &Ways { problem: Some(error.detail), wish, ..mine })
}

/// A webhook to add.
#[derive(Deserialize)]
pub struct NewHook {
    name: String,
    form: HookForm,
    url: String,
    #[serde(default)]
    code: String,
}

/// POST /account/notices/webhooks: the answer shows its secret, this once.
pub async fn add_webhook(app: web::Data<App>, sent: Sent<NewHook>) -> Answer {
    let (person, form) = sent.by_person()?;
    let NewHook { name, form, url, code } = form;
    let word = Form::from(form).word().to_owned();
    let kept = [name.clone(), word, url.clone()];
    let added = async {
        let wish = checked(WebhookWish { name, form, url, code: Some(code) })?;
        let WebhookWish { name, form, url, code } = wish;
        let name = name.trim().to_owned();
        let new = NewWebhook { name, form: form.into(), address: url, code };
        let adding = app.accounts.add_webhook(&app.reach, &person.account.id, &person.session, new);
        app.guesses.count(&Guesser::signed_in(&person.session), adding).await
    };
    match added.await {
        Ok((_, secret)) => {
            let mine = mine(&app, person).await?;
            page(&Ways { made: Some(secret), ..mine })
        }
        Err(error) => refused(&app, person, error, kept).await,
    }
}

/// A browser to add, as the script of the page fills it in.
#[derive(Deserialize)]
pub struct NewPush {
    name: String,
    endpoint: String,
    p256dh: String,
    auth: String,
    code: Option<String>,
}

/// POST /account/notices/browsers
pub async fn add_browser(app: web::Data<App>, sent: Sent<NewPush>) -> Answer {
    let (person, form) = sent.by_person()?;
    let added = async {
        let NewPush { name, endpoint, p256dh, auth, code } = form;
        let keys = BrowserKeysWish { p256dh, auth };
        let wish = checked(BrowserWish { name, endpoint, keys, code })?;
        let Person { account, session, .. } = &person;
        let adding = app.accounts.add_browser(&app.reach, &account.id, session, wish.into());
        app.guesses.count(&Guesser::signed_in(session), adding).await
    };
    match added.await {
        Ok(_) => Ok(to("/account/notices?done=browser")),
        Err(error) => refused(&app, person, error, Default::default()).await,
    }
}

/// Which webhook or browser is meant, and what is to be done with it.
#[derive(Deserialize)]
pub struct Meant {
    id: String,
    what: What,
}

/// What can be done with a webhook or browser.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    On,
    Off,
    Remove,
    Try,
}

/// POST /account/notices/change
pub async fn change(app: web::Data<App>, sent: Sent<Meant>) -> Answer {
    let (person, form) = sent.by_person()?;
    let (me, id) = (&person.account.id, &form.id);
    let done = async {
        match form.what {
            What::On => app.accounts.switch_way(me, id, Switch::On).await.map(|_| "on"),
            What::Off => app.accounts.switch_way(me, id, Switch::Off).await.map(|_| "off"),
            What::Remove => app.accounts.remove_way(me, id).await.map(|()| "removed"),
            What::Try => {
                app.limits.trial(me)?;
                app.accounts.try_way(me, id).await.map(|()| "tried")
            }
        }
    };
    match done.await {
        Ok(done) => Ok(to(&format!("/account/notices?done={done}"))),
        // Clicked twice, it is removed all the same.
        Err(error) if error.kind() == Kind::NotFound => Ok(to("/account/notices?done=removed")),
        Err(error) => refused(&app, person, error, Default::default()).await,
    }
}
