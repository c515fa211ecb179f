//! My letters: how often they come, and which.

use super::answer::{Answer, Frame, When, page, to};
use super::visitor::{Person, Sent, Visitor};
use crate::accounts::profile::Change;
use crate::error::Error;
use crate::mail::kind::LetterKind;
use crate::mail::notice::{Dropped, Fate};
use crate::mail::queue::{Letter, State};
use crate::mail::rhythm::{Pulse, Rhythm};
use crate::matches::letters::rhythm::OfMatch;
use crate::web::App;
use crate::words::Word;
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
    matches: Vec<Single>,
    lately: Vec<Lately>,
    /// Whether the last letters came back.
    lost: bool,
    done: bool,
}

/// A match of mine, and how often letters about it come.
struct Single {
    id: String,
    title: String,
    /// The word of a rhythm; empty where it is as usual.
    word: &'static str,
}

impl Single {
    fn is(&self, word: &str) -> bool {
        self.word == word
    }
}

/// The words of rhythms that a single match can have, and what they are called.
const SINGLE: [(&str, &str); 5] = [
    ("", "as above"),
    ("at_once", "at once"),
    ("bundled", "bundled"),
    ("daily", "once a day"),
    ("off", "not at all"),
];

/// Something that I should have heard of, and what became of it.
struct Lately {
    when: When,
    said: &'static str,
    id: String,
    became: String,
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
        LetterKind::InvitationDeclined => "Somebody whom I invited declines",
        LetterKind::InvitationByAddress => "An invitation by address",
        LetterKind::Digest => "Several things at once",
        LetterKind::ConfirmAddress => "Confirm your address",
        LetterKind::ResetPassword => "Choose a new password",
        LetterKind::AddressChanged => "Your address was changed",
        LetterKind::SignInChanged => "How you sign in was changed",
        LetterKind::AddressTaken => "About your account",
        LetterKind::WayOff => "A webhook or browser was switched off",
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
    let (me, now) = (person.account.id.clone(), app.clock.now());
    let newest = app.accounts.letters(&me).await?;
    let single = |own: OfMatch| Single {
        id: own.match_id,
        title: own.title,
        word: own.rhythm.map_or("", |rhythm| rhythm.pulse.word()),
    };
    let lately = |one: &Fate| Lately {
        when: When::of(one.notice.happened_at, now),
        said: said_kind(one.notice.kind),
        id: one.notice.match_id.clone(),
        became: became(one, &newest),
    };
    let notices = app.matches.notices(&me).await?;
    // Reminders are made in advance.
    let notices = notices.iter().filter(|one| one.notice.ready_at <= now);
    // That nobody wrote of a turn they had played by then, everybody expects.
    let expected = [Dropped::Played, Dropped::ToldJustNow];
    let notices = notices.filter(|one| !expected.iter().any(|why| one.was(*why)));
    page(&Letters {
        rhythm: app.matches.rhythm(&me).await?,
        matches: app.matches.match_rhythms(&me).await?.into_iter().map(single).collect(),
        lately: notices.map(lately).take(SHOWN).collect(),
        lost: lost(&newest),
        wanted: choices()
            .map(|kind| (kind.word(), said_kind(kind), !muted.contains(&kind)))
            .collect(),
        done: !asked.done.is_empty(),
        frame: Frame::new("My letters", &Visitor(Some(person))),
    })
}

/// How many of my newest notices are shown.
const SHOWN: usize = 12;

/// How many letters in a row must have come back until somebody is told that they do.
const LOST: usize = 3;

/// Whether the last letters to somebody could not be handed over.
pub async fn are_lost(app: &App, account: &str) -> Result<bool, Error> {
    Ok(lost(&app.accounts.letters(account).await?))
}

fn lost(newest: &[Letter]) -> bool {
    let ended = newest.iter().filter(|letter| matches!(letter.state, State::Sent | State::GivenUp));
    let last: Vec<_> = ended.take(LOST).collect();
    last.len() == LOST && last.iter().all(|letter| letter.state == State::GivenUp)
}

/// What became of a notice, in words.
fn became(one: &Fate, letters: &[Letter]) -> String {
    let letter = letters.iter().find(|letter| Some(&letter.id) == one.letter_id.as_ref());
    match (&one.reason, letter.map(|letter| letter.state)) {
        (Some(why), _) => format!("no letter: {why}"),
        (None, Some(State::GivenUp)) => "the letter came back".to_owned(),
        (None, Some(State::Queued | State::Claimed)) => "the letter is on its way".to_owned(),
        (None, Some(State::Withdrawn)) => "the letter was not needed any more".to_owned(),
        (None, Some(State::Sent)) => "in a letter".to_owned(),
        (None, None) if one.letter_id.is_some() => "in a letter".to_owned(),
        (None, None) => "waits for its letter".to_owned(),
    }
}

/// POST /account/letters/matches: how often letters about single matches come.
pub async fn keep_single(app: web::Data<App>, sent: Sent<BTreeMap<String, String>>) -> Answer {
    let (person, fields) = sent.by_person()?;
    let me = &person.account.id;
    let usual = app.matches.rhythm(me).await?;
    for own in app.matches.match_rhythms(me).await? {
        let Some(word) = fields.get(&own.match_id) else { continue };
        let known = own.rhythm.map_or("", |rhythm| rhythm.pulse.word());
        if word == known {
            continue;
        }
        let wrong = || Error::field("rhythm", "That is none of the rhythms.");
        let rhythm = match word.as_str() {
            "" => None,
            word => Some(Rhythm { pulse: Pulse::of_word(word).ok_or_else(wrong)?, ..usual }),
        };
        app.matches.set_match_rhythm(&own.match_id, me, rhythm).await?;
    }
    Ok(to("/account/letters?done=yes"))
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
    let wrong = |name: &str| Error::field(name, format!("“{name}” does not fit."));
    let number = |name: &str, known: u8| match fields.get(name) {
        Some(text) => text.parse().map_err(|_| wrong(name)),
        None => Ok(known),
    };
    let pulse = match fields.get("rhythm") {
        Some(word) => Pulse::of_word(word).ok_or_else(|| wrong("rhythm"))?,
        None => known.pulse,
    };
    Ok(Rhythm { pulse, every: number("every", known.every)?, hour: number("hour", known.hour)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Instant;

    #[test]
    fn letters_do_not_arrive_once_the_last_three_that_ended_came_back() {
        let letter = |state: State| Letter {
            state,
            ..Letter::new("id".into(), "anna", LetterKind::YourTurn, Instant::default())
        };
        let newest =
            |states: &[State]| lost(&states.iter().copied().map(letter).collect::<Vec<_>>());
        let (sent, back, queued) = (State::Sent, State::GivenUp, State::Queued);
        assert!(newest(&[back, back, back, sent]));
        assert!(newest(&[queued, back, State::Withdrawn, back, back]));
        assert!(!newest(&[back, back]));
        assert!(!newest(&[back, back, sent, back]));
        assert!(!newest(&[sent, back, back, back]));
    }
}
