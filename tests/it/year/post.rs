//! The people of the year, and where their letters end.

use super::Habit;
use chrono::{NaiveDateTime, TimeZone, Timelike};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use turnwise::accounts::hours::Hours;
use turnwise::clock::Clock;
use turnwise::db::Tx;
use turnwise::db::letters::LetterRow;
use turnwise::error::Result;
use turnwise::mail::content::Content;
use turnwise::mail::kind::LetterKind;
use turnwise::mail::letter::Draft;
use turnwise::mail::queue::{Carrier, Compose, Letter, Undelivered, Verdict};
use turnwise::matches::Matches;
use turnwise::matches::letters::compose::Links;

#[derive(Clone, Debug)]
pub struct Person {
    pub id: String,
    pub habit: Habit,
    pub hours: Hours,
    /// From then on they do nothing any more.
    pub gone: NaiveDateTime,
}

impl Person {
    fn local(&self, at: NaiveDateTime) -> NaiveDateTime {
        self.hours.zone.from_utc_datetime(&at).naive_local()
    }

    /// Whether they may sleep, by what their clock on the wall shows.
    pub fn sleeps(&self, at: NaiveDateTime) -> bool {
        let local = self.local(at);
        let minutes = local.hour() * 60 + local.minute();
        let since = (minutes + 24 * 60 - u32::from(self.hours.quiet_from)) % (24 * 60);
        since < 9 * 60
    }
}

/// What the mail server is like.
pub struct Mail {
    pub away: AtomicBool,
    pub carried: AtomicUsize,
    /// How many turns were told of in letters of their own, and among other things.
    pub alone: AtomicUsize,
    pub in_digests: AtomicUsize,
    pub people: Vec<Person>,
    pub matches: Mutex<Option<Matches>>,
    pub clock: Clock,
}

/// The matches of which a letter says that it is its reader's turn, each of several for itself.
fn turns(said: &Content) -> Vec<&str> {
    match said {
        Content::YourTurn(of) | Content::LastCall(of) => vec![&of.link],
        Content::Reminder { letter: of, .. } => vec![&of.link],
        Content::MatchStarted(of) if of.awaited.iter().any(|who| who.you) => vec![&of.link],
        Content::Digest(all) => all.parts.iter().flat_map(|part| turns(&part.content)).collect(),
        _ => Vec::new(),
    }
}

/// Whether a letter calls somebody for the last time, be it beside other things.
fn calls(said: &Content) -> bool {
    match said {
        Content::LastCall(_) => true,
        Content::Digest(all) => all.parts.iter().any(|part| calls(&part.content)),
        _ => false,
    }
}

/// Takes letters, and finds those that should not have gone.
#[derive(Clone)]
pub struct Postbox(pub Arc<Mail>);

impl Carrier for Postbox {
    type Kept = LetterRow;
    type Message = Draft;

    async fn carry(&self, letter: &Letter, said: Draft) -> Result<(), Undelivered> {
        let mail = &self.0;
        if mail.away.load(Ordering::Relaxed) {
            return Err(Undelivered::Unreachable("away".into()));
        }
        mail.carried.fetch_add(1, Ordering::Relaxed);
        let now = mail.clock.now();
        let person = mail.people.iter().find(|person| person.id == letter.account_id);
        let person = person.expect("one of them");
        let urgent = calls(&said.content);
        assert!(urgent || !person.sleeps(now), "{:?} at night, {now}: {person:?}", letter.kind);
        for link in turns(&said.content) {
            let id = link.rsplit('/').next().expect("it ends with the match");
            let matches = mail.matches.lock().unwrap().clone().expect("they are there");
            let seen = matches.look(id, Some(person.id.clone()), None).await;
            let on = seen.expect("they play there").folded;
            let seat = on.seat_of(&person.id).expect("a seat");
            assert!(on.awaited().contains(&seat), "{:?} of a turn that is over", letter.kind);
            let told =
                if letter.kind == LetterKind::Digest { &mail.in_digests } else { &mail.alone };
            told.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Composes letters as the service does.
pub struct Writer(pub Matches);

impl Compose<Draft> for Writer {
    fn compose(&self, tx: &mut Tx<'_>, letter: &Letter) -> Result<Verdict<Draft>> {
        let links = Links { origin: "https://turnwise.example", unsubscribe: &|_| String::new() };
        self.0.compose(tx, letter, &links)
    }
}
