//! What the letters about matches say, decided when they are sent.

use super::event::Visibility;
use super::fold::{Folded, Status};
use super::look::Names;
use super::picture::Look;
use super::project::letter;
use super::{Matches, history};
use crate::db::accounts::AccountRow;
use crate::db::letters::LetterRow;
use crate::db::matches as rows;
use crate::db::{Conn, accounts, events};
use crate::error::{Error, Result};
use crate::mail::content::{Awaited, Content, MatchLetter, Place};
use crate::mail::deliver::{Draft, Verdict};
use crate::mail::picture::Sketch;
use crate::rules::Seat;
use std::sync::Arc;

/// The most sentences on what happened.
const SENTENCES: usize = 20;

/// How far back a letter looks for what happened.
const EVENTS: i64 = 400;

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
    /// The version of the receiver's own last event.
    own: Option<i64>,
    /// The latest sentences.
    happened: Vec<String>,
    /// How many came before them.
    left_out: usize,
}

impl Matches {
    /// Composes a letter about a match.
    pub fn compose(&self, conn: &mut Conn, row: &LetterRow, links: Links<'_>) -> Result<Verdict> {
        let withdraw = |why: &str| Ok(Verdict::Withdraw(why.to_owned()));
        let (Some(match_id), Some(version)) = (&row.match_id, row.version) else {
            return Err(Error::fault("a letter about no match"));
        };
        let Some(account) = accounts::by_id(conn, &row.account_id)? else {
            return withdraw("the account is gone");
        };
        if account.closed_at.is_some() {
            return withdraw("the account was closed");
        }
        if account.confirmed_at.is_none() {
            return withdraw("the address is not confirmed");
        }
        if crate::accounts::muted(&account).contains(&row.kind) {
            return withdraw("letters of this kind are not wanted");
        }
        let newest = self.load(conn, match_id)?;
        if row.kind == letter::INVITATION {
            return self.compose_invitation(conn, &newest, account, links);
        }
        let Some(seat) = newest.seat_of(&account.id) else {
            return withdraw("the seat was given back");
        };
        let seats = rows::seats_of(conn, std::slice::from_ref(match_id))?;
        let awaited_since = |seat: Seat| {
            let row = seats.iter().find(|row| row.seat == i32::from(seat.0));
            row.and_then(|row| row.awaited_since)
        };
        let since = awaited_since(seat);
        if row.kind == letter::YOUR_TURN && since != Some(row.created_at) {
            return withdraw("the turn is played already");
        }
        let news = match row.kind.as_str() {
            letter::YOUR_TURN => self.since_last_turn(conn, row, seat)?,
            _ => News::default(),
        };
        let people = newest.sitters.iter().map(|sitter| sitter.account.clone());
        let names = Names::of(conn, people.collect::<Vec<_>>())?;
        let name = |seat: Seat| names.seat(&newest, seat);
        let hash = match events::between(conn, match_id, version - 1, version)?.pop() {
            Some(row) => row.hash,
            None => return Err(Error::fault("a letter about an event that is not there")),
        };
        let about = MatchLetter {
            handle: account.handle.clone(),
            title: newest.opened.title.clone(),
            game: newest.game().info().title.to_owned(),
            players: Seat::all(newest.sitters.len()).map(name).collect(),
            awaited: newest
                .awaited()
                .into_iter()
                .map(|awaited| Awaited {
                    name: name(awaited),
                    since: awaited_since(awaited),
                    you: awaited == seat,
                })
                .collect(),
            happened: news.happened,
            left_out: news.left_out,
            ranking: newest
                .ranking
                .iter()
                .flatten()
                .map(|s| Place { place: s.place, name: name(s.seat), points: s.points })
                .collect(),
            link: format!("{}/matches/{match_id}", links.origin),
            version,
            hash,
            unsubscribe: links.unsubscribe.clone(),
        };
        let picture = match row.kind.as_str() {
            letter::MATCH_STARTED => None,
            _ => self.sketch(conn, &newest, news.own, (&account.id, seat), &names)?,
        };
        let content = match row.kind.as_str() {
            letter::YOUR_TURN => Content::YourTurn(about),
            letter::MATCH_STARTED => Content::MatchStarted(about),
            letter::MATCH_ENDED => Content::MatchEnded(about),
            other => return Err(Error::fault(format!("the letter kind {other} is not known"))),
        };
        Ok(Verdict::Send(Box::new(Draft {
            name: account.handle,
            address: account.email,
            content,
            picture,
            thread: Some(match_id.clone()),
            unsubscribe: Some(links.unsubscribe),
        })))
    }

    /// The board as the receiver may know it, drawn only once the transaction is over;
    /// `own` is the version of the receiver's own last event.
    fn sketch(
        &self,
        conn: &mut Conn,
        newest: &Arc<Folded>,
        own: Option<i64>,
        receiver: (&str, Seat),
        names: &Names,
    ) -> Result<Option<Sketch>> {
        let earlier = match own {
            Some(version) => Some(self.load_at(conn, newest, version)?),
            None => None,
        };
        let look = Look::of(newest, earlier.as_deref(), receiver, names);
        Ok(look.map(|look| Sketch::new(move || look.draw())))
    }

    /// What happened after the receiver's own last event, as the receiver may
    /// know it.
    fn since_last_turn(&self, conn: &mut Conn, row: &LetterRow, seat: Seat) -> Result<News> {
        let match_id = row.match_id.as_deref().unwrap_or_default();
        let newest = self.load(conn, match_id)?;
        let version = row.version.unwrap_or(newest.version);
        let folded = self.load_at(conn, &newest, version)?;
        let after = (version - EVENTS).max(0);
        let page = history::page(conn, &folded, Some(&row.account_id), after, EVENTS as usize)?;
        let own = page.items.iter().rposition(|entry| {
            entry.seat == Some(seat) && entry.kind != super::event::kind::JOINED
        });
        let news: Vec<String> = page.items[own.map_or(0, |at| at + 1)..]
            .iter()
            .filter(|entry| !entry.taken_back && !entry.telling.quiet)
            .map(|entry| entry.sentence.clone())
            .collect();
        let left_out = news.len().saturating_sub(SENTENCES);
        Ok(News {
            own: own.map(|at| page.items[at].version),
            happened: news[left_out..].to_vec(),
            left_out,
        })
    }

    /// An invitation, as long as there is a seat to take.
    fn compose_invitation(
        &self,
        conn: &mut Conn,
        newest: &Folded,
        account: AccountRow,
        links: Links<'_>,
    ) -> Result<Verdict> {
        let full = newest.sitters.len() >= usize::from(newest.opened.seats);
        if newest.status != Status::Open || full {
            return Ok(Verdict::Withdraw("the match waits for nobody any more".to_owned()));
        }
        if newest.seat_of(&account.id).is_some() {
            return Ok(Verdict::Withdraw("the seat is taken already".to_owned()));
        }
        let people = newest.sitters.iter().map(|sitter| sitter.account.clone());
        let names = Names::of(conn, people.chain([newest.host.clone()]).collect::<Vec<_>>())?;
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
            happened: Vec::new(),
            left_out: 0,
            ranking: Vec::new(),
            link: format!("{}/matches/{}{code}", links.origin, newest.id),
            version: newest.version,
            hash: newest.hash.clone(),
            unsubscribe: links.unsubscribe.clone(),
        };
        Ok(Verdict::Send(Box::new(Draft {
            name: account.handle,
            address: account.email,
            content: Content::Invitation { host: names.account(&newest.host), letter },
            thread: Some(newest.id.clone()),
            unsubscribe: Some(links.unsubscribe),
            picture: None,
        })))
    }
}
