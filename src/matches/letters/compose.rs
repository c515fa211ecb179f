//! What the letters about matches say, decided when they are sent.

use super::picture::Look;
use crate::clock::Instant;
use crate::db::accounts::AccountRow;
use crate::db::{Conn, accounts};
use crate::error::{Error, Result};
use crate::mail::content::{Awaited, Content, MatchLetter, Place};
use crate::mail::kind::LetterKind;
use crate::mail::letter::Draft;
use crate::mail::picture::Sketch;
use crate::mail::queue::{About, Letter, Verdict};
use crate::matches::Matches;
use crate::matches::read::book::Book;
use crate::matches::read::names::Names;
use crate::matches::stream::event::{Kind, Lapse, Visibility};
use crate::matches::stream::state::{Match, Status};
use crate::matches::time::clock;
use crate::rules::Seat;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// The most sentences on what happened.
const SENTENCES: usize = 20;

/// Why a letter does not go to whoever has muted its kind.
const NOT_WANTED: &str = "letters of this kind are not wanted";

/// Why a letter does not go to an address of which nobody knows whose it is.
const NOT_CONFIRMED: &str = "the address is not confirmed";

/// Whether a letter was withdrawn for something that is up to its receiver.
pub fn is_unwanted(why: &str) -> bool {
    [NOT_WANTED, NOT_CONFIRMED].contains(&why)
}

/// Addresses that a letter names.
#[derive(Clone, Debug)]
pub struct Links<'a> {
    /// The server's own address.
    pub origin: &'a str,
    /// Where this kind of letter can be muted.
    pub unsubscribe: String,
}

/// What happened since the receiver's last turn.
#[derive(Default)]
struct News {
    /// The match as that turn left it, if they had one.
    earlier: Option<Arc<Match>>,
    /// The latest sentences.
    happened: Vec<String>,
    /// How many came before them.
    left_out: usize,
}

impl Matches {
    /// Composes a letter about a match.
    pub fn compose(
        &self,
        conn: &mut Conn,
        letter: &Letter,
        about: &About,
        links: Links<'_>,
    ) -> Result<Verdict<Draft>> {
        let withdraw = |why: &str| Ok(Verdict::Withdraw(why.to_owned()));
        let Some(account) = accounts::by_id(conn, &letter.account_id)? else {
            return withdraw("the account is gone");
        };
        if account.closed_at.is_some() {
            return withdraw("the account was closed");
        }
        if account.confirmed_at.is_none() {
            return withdraw(NOT_CONFIRMED);
        }
        if crate::accounts::muted(&account)?.contains(&letter.kind) {
            return withdraw(NOT_WANTED);
        }
        let newest = self.peek(conn, &about.match_id)?;
        if letter.kind == LetterKind::Invitation {
            return self.compose_invitation(conn, &newest, account, links);
        }
        let Some(seat) = newest.seat_of(&account.id) else {
            return withdraw("the seat was given back");
        };
        let since = newest.awaited_since(seat);
        if letter.kind == LetterKind::YourTurn && since != Some(letter.created_at) {
            return withdraw("the turn is played already");
        }
        if letter.kind == LetterKind::LastCall
            && clock(&newest, seat).map(|clock| clock.due) != time_in(letter, "due")
        {
            return withdraw("the turn is played already");
        }
        if letter.kind == LetterKind::AboutToExpire && newest.version != about.version {
            return withdraw("something has happened since");
        }
        let book = Book::of(conn, newest, Some(&account.id))?;
        let news = match letter.kind {
            LetterKind::YourTurn | LetterKind::LastCall => News::of(&book, seat, about.version)?,
            _ => News::default(),
        };
        let picture = match letter.kind {
            LetterKind::MatchStarted | LetterKind::TimedOut | LetterKind::AboutToExpire => None,
            _ => Look::of(&book, news.earlier.as_deref(), (&account.id, seat))
                .map(|look| Sketch::new(move || look.draw())),
        };
        let said = self.about_match(&book, &account, seat, about, news, &links)?;
        let content = match letter.kind {
            LetterKind::YourTurn => Content::YourTurn(said),
            LetterKind::LastCall => Content::LastCall(said),
            LetterKind::TimedOut => {
                let lapse = Lapse::of(letter.data["lapse"].as_str().unwrap_or_default());
                Content::TimedOut { follows: follows(lapse), letter: said }
            }
            LetterKind::AboutToExpire => {
                let over = time_in(letter, "over");
                let over = over.ok_or_else(|| Error::fault("a letter that names no time"))?;
                Content::AboutToExpire { over, letter: said }
            }
            LetterKind::MatchStarted => Content::MatchStarted(said),
            LetterKind::MatchEnded => Content::MatchEnded(said),
            other => return Err(Error::fault(format!("{} is about no match", other.word()))),
        };
        Ok(Verdict::Send(Draft {
            name: account.handle,
            address: account.email,
            content,
            picture,
            thread: Some(about.match_id.clone()),
            unsubscribe: Some(links.unsubscribe),
        }))
    }

    /// What a letter says about a match that has begun.
    fn about_match(
        &self,
        book: &Book,
        account: &AccountRow,
        seat: Seat,
        about: &About,
        news: News,
        links: &Links<'_>,
    ) -> Result<MatchLetter> {
        let newest = book.newest();
        let name = |seat: Seat| book.names().seat(newest, seat);
        let (hash, at) = book
            .sealed_at(about.version)
            .ok_or_else(|| Error::fault("a letter about an event that is not there"))?;
        let awaited = newest.awaited().into_iter().map(|awaited| Awaited {
            name: name(awaited),
            since: newest.awaited_since(awaited),
            you: awaited == seat,
        });
        let ranking = newest.ranking.iter().flatten();
        Ok(MatchLetter {
            handle: account.handle.clone(),
            title: newest.opened.title.clone(),
            game: newest.game().info().title.to_owned(),
            players: Seat::all(newest.sitters.len()).map(name).collect(),
            awaited: awaited.collect(),
            due: clock(newest, seat).map(|clock| clock.over_after(self.clock.now())),
            happened: news.happened,
            left_out: news.left_out,
            ranking: ranking
                .map(|s| Place { place: s.place, name: name(s.seat), points: s.points })
                .collect(),
            link: format!("{}/matches/{}", links.origin, newest.id),
            receipt: self.signer().sign(&newest.id, about.version, hash, at).to_string(),
            unsubscribe: links.unsubscribe.clone(),
        })
    }

    /// An invitation, as long as there is a seat to take.
    fn compose_invitation(
        &self,
        conn: &mut Conn,
        newest: &Match,
        account: AccountRow,
        links: Links<'_>,
    ) -> Result<Verdict<Draft>> {
        let full = newest.sitters.len() >= usize::from(newest.opened.seats);
        if newest.status != Status::Open || full {
            return Ok(Verdict::Withdraw("the match waits for nobody any more".to_owned()));
        }
        if newest.seat_of(&account.id).is_some() {
            return Ok(Verdict::Withdraw("the seat is taken already".to_owned()));
        }
        let names = Names::at(conn, newest)?;
        let code = match newest.opened.visibility {
            Visibility::Public => String::new(),
            Visibility::Private => {
                format!("?invitation={}", self.secrets.of(conn, &newest.id)?.invitation)
            }
        };
        let letter = MatchLetter {
            handle: account.handle.clone(),
            title: newest.opened.title.clone(),
            game: newest.game().info().title.to_owned(),
            players: Seat::all(newest.sitters.len()).map(|seat| names.seat(newest, seat)).collect(),
            awaited: Vec::new(),
            due: None,
            happened: Vec::new(),
            left_out: 0,
            ranking: Vec::new(),
            link: format!("{}/matches/{}{code}", links.origin, newest.id),
            receipt: self.signer().receipt(newest).to_string(),
            unsubscribe: links.unsubscribe.clone(),
        };
        Ok(Verdict::Send(Draft {
            name: account.handle,
            address: account.email,
            content: Content::Invitation { host: names.account(&newest.host), letter },
            thread: Some(newest.id.clone()),
            unsubscribe: Some(links.unsubscribe),
            picture: None,
        }))
    }
}

/// A time that a letter was given along.
fn time_in(letter: &Letter, name: &str) -> Option<Instant> {
    let at: DateTime<Utc> = letter.data[name].as_str()?.parse().ok()?;
    Some(at.naive_utc())
}

/// What follows from a time-out, for its person.
fn follows(lapse: Option<Lapse>) -> &'static str {
    match lapse {
        Some(Lapse::Grace) => "You have one more day, this once.",
        Some(Lapse::Turn) => {
            "A robot plays this turn for you; what it has not played yet is yours as soon as you \
             come back."
        }
        Some(Lapse::Seat) => {
            "A robot plays on for you until you come back: one click on the page of the match \
             is enough, or simply play."
        }
        Some(Lapse::Resigned) => "As agreed before the start, you have thereby resigned.",
        None => "",
    }
}

impl News {
    /// What happened after the last turn of a seat, up to a version, as its person may
    /// know it.
    fn of(book: &Book, seat: Seat, version: i64) -> Result<News> {
        let last = book.newest().last_turn(seat);
        let length = usize::try_from(version - last).unwrap_or(0);
        let page = book.page(last, length)?;
        let told = page.items.into_iter().filter(|entry| {
            !entry.taken_back && !entry.telling.quiet && entry.kind != Kind::Joined
        });
        let mut happened: Vec<String> = told.map(|entry| entry.sentence).collect();
        let left_out = happened.len().saturating_sub(SENTENCES);
        happened.drain(..left_out);
        Ok(News { earlier: Some(book.at(last)?), happened, left_out })
    }
}
