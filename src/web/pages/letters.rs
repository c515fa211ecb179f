//! My letters: how often they come, and which.

use super::answer::{Answer, Frame, page, to};
use super::visitor::{Person, Sent, Visitor};
use crate::accounts::profile::Change;
use crate::error::{Code, Error};
use crate::mail::kind::LetterKind;
use crate::mail::rhythm::{Pulse, Rhythm};
use crate::web::App;
use actix_web::web;
use askama::Template;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Template)]
#[template(path = "pages/letters.html")]
struct Letters {
    frame: Frame,
    rhythm: Rhythm,
    /// Word, what it is about, whether it is wanted.
    wanted: Vec<(&'static str, &'static str, bool)>,
    done: bool,
}

impl Letters {
    fn is(&self, word: &str) -> bool {
        self.rhythm.pulse.word() == word
    }
}

/// What a kind of letter is about, as its reader says it.
pub fn said_kind(kind: LetterKind) -> &'static str {
    match kind {
        LetterKind::YourTurn => "It is my turn",
        LetterKind::Reminder => "Half of my free time is gone, or all of it",
        LetterKind::LastCall => "My time is almost over",
        LetterKind::TimedOut => "My time was over",
        LetterKind::Proposal => "Somebody proposes something and I am asked",
        LetterKind::AboutToExpire => "A match of mine is about to expire",
        LetterKind::MatchStarted => "A match of mine begins",
        LetterKind::MatchEnded => "A match of mine ends",
        LetterKind::Invitation => "Somebody invites me",
        LetterKind::Digest => "Several things at once",
        LetterKind::ConfirmAddress => "Confirm your address",
        LetterKind::ResetPassword => "Choose a new password",
        LetterKind::AddressChanged => "Your address was changed",
        LetterKind::SignInChanged => "How you sign in was changed",
        LetterKind::AddressTaken => "About your account",
    }
}

/// The kinds of letters that a person can choose to get.
fn choices() -> impl Iterator<Item = LetterKind> {
    LetterKind::ALL.iter().copied().filter(|kind| kind.can_be_muted())
}

/// What was done just now.
#[derive(Deserialize)]
pub struct Done {
    #[serde(default)]
    done: String,
}

/// GET /account/letters
pub async fn letters(app: web::Data<App>, person: Person, asked: web::Query<Done>) -> Answer {
    let muted = person.account.muted.clone();
    page(&Letters {
        rhythm: app.matches.rhythm(&person.account.id).await?,
        wanted: choices()
            .map(|kind| (kind.word(), said_kind(kind), !muted.contains(&kind)))
            .collect(),
        done: !asked.done.is_empty(),
        frame: Frame::new("My letters", &Visitor(Some(person))),
    })
}

/// POST /account/letters: the kinds that are ticked are wanted.
pub async fn keep(app: web::Data<App>, sent: Sent<BTreeMap<String, String>>) -> Answer {
    let (person, fields) = sent.by_person()?;
    let muted = choices().filter(|kind| !fields.contains_key(kind.word())).collect();
    let known = app.matches.rhythm(&person.account.id).await?;
    let rhythm = read(&fields, known)?.checked()?;
    app.accounts
        .change(&person.account, Change { muted: Some(muted), ..Change::default() })
        .await?;
    app.matches.set_rhythm(&person.account.id, rhythm).await?;
    Ok(to("/account/letters?done=yes"))
}

/// The rhythm that a form says; what it leaves out stays.
fn read(fields: &BTreeMap<String, String>, known: Rhythm) -> Result<Rhythm, Error> {
    let wrong = |name: &str| Error::new(Code::InvalidField, format!("“{name}” does not fit."));
    let number = |name: &str, known: u8| match fields.get(name) {
        Some(text) => text.parse().map_err(|_| wrong(name)),
        None => Ok(known),
    };
    let pulse = match fields.get("rhythm") {
        Some(word) => Pulse::of_word(word).map_err(|_| wrong("rhythm"))?,
        None => known.pulse,
    };
    Ok(Rhythm { pulse, every: number("every", known.every)?, hour: number("hour", known.hour)? })
}
