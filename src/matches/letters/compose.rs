//! What the letters about matches say, decided when they are sent.

use super::fresh::tells_of_a_wait;
use super::gather::telling;
use super::picture::Look;
use super::reader::Reader;
use crate::accounts::bots::Name;
use crate::clock::Instant;
use crate::db::accounts::AccountRow;
use crate::db::{Conn, notices};
use crate::error::{Error, Kind, Result};
use crate::mail::content::{Awaited, Content, Digest, Gone, MatchLetter, Part, Place};
use crate::mail::kind::LetterKind;
use crate::mail::letter::Draft;
use crate::mail::notice::{Dropped, Notice};
use crate::mail::picture::Sketch;
use crate::mail::queue::{Letter, Verdict};
use crate::matches::Matches;
use crate::matches::ratings::result::counts_if_given_up;
use crate::matches::read::book::Book;
use crate::matches::read::names::Names;
use crate::matches::stream::event::{self, Lapse, Visibility};
use crate::matches::stream::state::{Match, StandIn, Status};
use crate::matches::time::pace::{DAY, more};
use crate::matches::time::{clock, expires_at};
use crate::rules::Seat;
use crate::words::Word;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// The most sentences on what happened, where a letter tells of one match.
const SENTENCES: usize = 20;
/// The most sentences on each of several matches.
const SENTENCES_EACH: usize = 5;
/// The most boards in one letter.
const BOARDS: usize = 3;

/// Addresses that a letter names.
pub struct Links<'a> {
    /// The server's own address.
    pub origin: &'a str,
    /// Where these kinds of letters can be muted.
    pub unsubscribe: &'a dyn Fn(&[LetterKind]) -> String,
}

/// One thing that a letter tells, with its board.
struct Told {
    content: Content,
    picture: Option<Sketch>,
    /// Where it stands among several: what is most pressing comes first.
    place: (u8, bool, Option<Instant>),
    /// When its turn is due.
    due: Option<Instant>,
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
    /// Composes a letter about matches: what of it is still news.
    pub fn compose(
        &self,
        conn: &mut Conn,
        letter: &Letter,
        links: &Links<'_>,
    ) -> Result<Verdict<Draft>> {
        let now = self.clock.now();
        let Some(reader) = Reader::of(conn, &letter.account_id, now)? else {
            return Ok(Verdict::Withdraw("the account is gone".to_owned()));
        };
        let covered = notices::covered_by(conn, &letter.account_id, &letter.id)?;
        let mut news: Vec<Notice> = covered.iter().map(Notice::of).collect::<Result<_>>()?;
        if news.is_empty() {
            // Written before there were notices.
            news.extend(Notice::told_by(letter));
        }
        let mut no_news = Dropped::Played;
        let mut fresh = Vec::new();
        let alone = news.len() == 1;
        for notice in news {
            match self.no_news(conn, &reader, &notice) {
                Ok(Ok(())) => fresh.push(notice),
                Ok(Err(why)) => no_news = why,
                Err(error) if alone || error.kind() == Kind::Unavailable => return Err(error),
                // One match that cannot be read keeps back no other.
                Err(error) => tracing::error!(notice = notice.id, %error, "a letter leaves it out"),
            }
        }
        let fresh = telling(fresh.iter());
        let awake = reader.awake(now);
        if awake > now && !fresh.iter().any(|notice| notice.kind == LetterKind::LastCall) {
            return Ok(Verdict::Later("these are quiet hours".to_owned(), awake - now));
        }
        match fresh[..] {
            [] => Ok(Verdict::Withdraw(no_news.said().to_owned())),
            [one] => {
                let told = self.tell(conn, &reader, one, SENTENCES, links)?;
                Ok(Verdict::Send(Draft {
                    name: reader.account.handle,
                    address: reader.account.email,
                    content: told.content,
                    pictures: told.picture.into_iter().collect(),
                    thread: Some(one.match_id.clone()),
                    unsubscribe: Some((links.unsubscribe)(&[one.kind])),
                }))
            }
            _ => self.compose_digest(conn, reader, &fresh, links).map(Verdict::Send),
        }
    }

    /// Composes one letter that tells several things.
    fn compose_digest(
        &self,
        conn: &mut Conn,
        reader: Reader,
        news: &[&Notice],
        links: &Links<'_>,
    ) -> Result<Draft> {
        let mut all = Vec::new();
        for notice in news {
            match self.tell(conn, &reader, notice, SENTENCES_EACH, links) {
                Ok(told) => all.push(told),
                Err(error) if error.kind() == Kind::Unavailable => return Err(error),
                // What cannot be told keeps nothing else back.
                Err(error) => tracing::error!(notice = notice.id, %error, "a letter leaves it out"),
            }
        }
        if all.is_empty() {
            return Err(Error::fault("a letter that could tell nothing"));
        }
        all.sort_by_key(|told| told.place);
        let due = all.iter().filter_map(|told| told.due).min();
        let (mut pictures, mut parts) = (Vec::new(), Vec::new());
        for Told { content, picture, .. } in all {
            let picture = picture.filter(|_| pictures.len() < BOARDS).map(|sketch| {
                pictures.push(sketch);
                pictures.len() - 1
            });
            parts.push(Part { content, picture });
        }
        let mut kinds: Vec<LetterKind> = Vec::new();
        for notice in news {
            if !kinds.contains(&notice.kind) {
                kinds.push(notice.kind);
            }
        }
        let unsubscribe = (links.unsubscribe)(&kinds);
        let content = Content::Digest(Digest {
            handle: Name::from(&reader.account).to_string(),
            parts,
            due: due.map(|due| reader.said(due, self.clock.now())),
            settings: format!("{}/account/letters", links.origin),
            unsubscribe: unsubscribe.clone(),
        });
        Ok(Draft {
            name: reader.account.handle,
            address: reader.account.email,
            content,
            pictures,
            thread: None,
            unsubscribe: Some(unsubscribe),
        })
    }

    /// What one notice comes to, as its reader may know it.
    fn tell(
        &self,
        conn: &mut Conn,
        reader: &Reader,
        notice: &Notice,
        sentences: usize,
        links: &Links<'_>,
    ) -> Result<Told> {
        let account = &reader.account;
        let newest = self.peek(conn, &notice.match_id)?;
        if notice.kind == LetterKind::Invitation {
            let content = self.invitation(conn, &newest, account, links)?;
            return Ok(Told { content, picture: None, place: (2, false, None), due: None });
        }
        let seat = newest.seat_of(&account.id).ok_or_else(|| Error::fault("no seat"))?;
        let (since, rated) = (newest.awaited_since(seat), counts_if_given_up(&newest));
        let book = Book::of(conn, newest, Some(&account.id))?;
        let news = match notice.kind {
            LetterKind::YourTurn | LetterKind::Reminder | LetterKind::LastCall => {
                News::of(&book, seat, notice.version, sentences)?
            }
            _ => News::default(),
        };
        let picture = match notice.kind {
            LetterKind::MatchStarted
            | LetterKind::TimedOut
            | LetterKind::Proposal
            | LetterKind::InvitationDeclined
            | LetterKind::AboutToExpire => None,
            _ => Look::of(&book, news.earlier.as_deref(), (&account.id, seat))
                .map(|look| Sketch::new(move || look.draw())),
        };
        let unread = self.unread_in(conn, &account.id, std::slice::from_ref(&notice.match_id))?;
        let unread = unread.get(&notice.match_id).copied().unwrap_or(0);
        let said = self.about_match(&book, reader, seat, notice, news, links)?;
        let said = MatchLetter { unread, ..said };
        let due = self.due(book.newest(), seat).filter(|_| tells_of_a_wait(notice.kind));
        let (rank, content) = match notice.kind {
            LetterKind::LastCall => (0, Content::LastCall(said)),
            LetterKind::YourTurn => (1, Content::YourTurn(said)),
            LetterKind::Reminder => {
                let gone = match notice.data["gone"].as_str() {
                    Some(word) if word == Gone::All.word() => Gone::All,
                    _ => Gone::Half,
                };
                (1, Content::Reminder { gone, letter: said })
            }
            LetterKind::MatchStarted if since.is_some() => (1, Content::MatchStarted(said)),
            LetterKind::MatchStarted => (3, Content::MatchStarted(said)),
            LetterKind::MatchEnded => (4, Content::MatchEnded(said)),
            LetterKind::Proposal => {
                let number = notice.data["proposal"].as_i64();
                let items = book.agenda(self.clock.now())?;
                let asked = items.into_iter().find(|item| Some(item.number) == number);
                let asked = asked.ok_or_else(|| Error::fault("a letter about no proposal"))?;
                let link = format!("{}/proposals", said.link);
                let letter = MatchLetter { link, ..said };
                match asked.open {
                    true => (2, Content::Proposal { said: asked.sentence, letter }),
                    false => {
                        let came = asked.came_to();
                        let said = asked.said_afterwards().to_owned();
                        (3, Content::ProposalOver { said, came, letter })
                    }
                }
            }
            LetterKind::AboutToExpire => {
                let over = notice.data["over"].as_str().and_then(|text| text.parse().ok());
                let over: DateTime<Utc> =
                    over.ok_or_else(|| Error::fault("a letter that names no time"))?;
                let over = reader.dated(over.naive_utc());
                (2, Content::AboutToExpire { over, rated, letter: said })
            }
            LetterKind::InvitationDeclined => {
                let declined = self.declined(conn, notice)?;
                let (who, why) = declined.ok_or_else(|| Error::fault("nobody has declined"))?;
                (4, Content::InvitationDeclined { who, why, letter: said })
            }
            LetterKind::TimedOut => {
                let lapse = Lapse::of_word(notice.data["lapse"].as_str().unwrap_or_default());
                let since = notice.happened_at;
                let at = (&**book.newest(), seat);
                let follows = lapse.map(|lapse| follows(lapse, since, at, |at| reader.dated(at)));
                let follows = follows.unwrap_or_default();
                (5, Content::TimedOut { follows, letter: said })
            }
            other => return Err(Error::fault(format!("{} is about no match", other.word()))),
        };
        Ok(Told { content, picture, place: (rank, due.is_none(), due.or(since)), due })
    }

    /// When the time of a seat is over of whose end its person hears now.
    fn due(&self, on: &Match, seat: Seat) -> Option<Instant> {
        clock(on, seat).map(|clock| clock.over_after(self.clock.now()))
    }

    /// What a letter says about a match that has begun.
    fn about_match(
        &self,
        book: &Book,
        reader: &Reader,
        seat: Seat,
        about: &Notice,
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
            since: newest.awaited_since(awaited).map(|since| reader.dated(since)),
            you: awaited == seat,
        });
        // What is a burden is what points have to reach.
        let measure = |seat: Seat| {
            let held = newest.game().holdings(newest.state.as_ref()?, seat);
            let burden = held.into_iter().find(|it| !it.more_is_better)?;
            Some(format!("{} {}", burden.what, burden.amount))
        };
        let ranking = newest.ranking.iter().flatten().map(|standing| Place {
            place: standing.place,
            name: name(standing.seat),
            points: standing.points,
            measure: measure(standing.seat),
        });
        Ok(MatchLetter {
            handle: Name::from(&reader.account).to_string(),
            title: newest.opened.title.clone(),
            game: newest.game().info().title.to_owned(),
            players: Seat::all(newest.sitters.len()).map(name).collect(),
            awaited: awaited.collect(),
            due: self.due(newest, seat).map(|due| reader.dated(due)),
            happened: news.happened,
            left_out: news.left_out,
            ranking: ranking.collect(),
            unread: 0,
            link: format!("{}/matches/{}", links.origin, newest.id),
            receipt: self.signer().sign(&newest.id, about.version, hash, at).to_string(),
            unsubscribe: (links.unsubscribe)(&[about.kind]),
        })
    }

    /// An invitation.
    fn invitation(
        &self,
        conn: &mut Conn,
        newest: &Match,
        account: &AccountRow,
        links: &Links<'_>,
    ) -> Result<Content> {
        let names = Names::at(conn, newest)?;
        let code = match newest.opened.visibility {
            Visibility::Private if newest.status == Status::Open => {
                format!("?invitation={}", self.secrets.of(conn, &newest.id)?.invitation)
            }
            Visibility::Public | Visibility::Private => String::new(),
        };
        let letter = MatchLetter {
            handle: Name::from(account).to_string(),
            title: newest.opened.title.clone(),
            game: newest.game().info().title.to_owned(),
            players: Seat::all(newest.sitters.len()).map(|seat| names.seat(newest, seat)).collect(),
            awaited: Vec::new(),
            due: None,
            happened: Vec::new(),
            left_out: 0,
            ranking: Vec::new(),
            unread: 0,
            link: format!("{}/matches/{}{code}", links.origin, newest.id),
            receipt: self.signer().receipt(newest).to_string(),
            unsubscribe: (links.unsubscribe)(&[LetterKind::Invitation]),
        };
        Ok(match newest.named_by(&account.id) {
            Some(seat) => Content::TakeOver { from: names.seat(newest, seat), letter },
            None => {
                let host = self.inviter(conn, &newest.id, &account.id)?;
                Content::Invitation { host, letter }
            }
        })
    }
}

/// What follows from a time-out once its turn is played.
const THAT_TURN_IS_OVER: &str = "That turn is played by now.";

/// What follows from a time-out once its person is there again.
const YOU_ARE_BACK: &str = "You are back since.";

/// What follows from a time-out that was recorded then, for its person: they may have played, or
/// come back, since. `dated` says a time as they read it.
pub(in crate::matches) fn follows(
    lapse: Lapse,
    recorded: Instant,
    (on, seat): (&Match, Seat),
    dated: impl Fn(Instant) -> String,
) -> String {
    let stand_in = on.sitter(seat).and_then(|sitter| sitter.stand_in);
    let waits_still = on.waits.since(seat).is_some_and(|since| since <= recorded);
    let open = || match on.open_to_all(seat) {
        Some(from) => format!(" From {} on somebody else can take your seat over.", dated(from)),
        None => String::new(),
    };
    let resigned = on.sitter(seat).is_some_and(|sitter| sitter.resigned.is_some());
    match lapse {
        Lapse::Grace | Lapse::Turn | Lapse::Seat if resigned => String::new(),
        Lapse::Grace if !waits_still => THAT_TURN_IS_OVER.to_owned(),
        Lapse::Turn if stand_in.is_none() && waits_still => YOU_ARE_BACK.to_owned(),
        Lapse::Turn if stand_in != Some(StandIn::Turn) => THAT_TURN_IS_OVER.to_owned(),
        Lapse::Seat if stand_in != Some(StandIn::Seat) => YOU_ARE_BACK.to_owned(),
        Lapse::Seat if on.rests() => {
            let given_up = |at| format!(" If nobody does, it is given up on {}.", dated(at));
            let given_up = expires_at(on).map_or_else(String::new, given_up);
            format!("Nobody plays any more: the match rests until somebody comes back.{given_up}")
        }
        Lapse::Grace => {
            let grace = on.timing.map_or(DAY, |timing| timing.pace.grace);
            format!("You have {}, this once.", more(grace))
        }
        Lapse::Turn => format!(
            "A robot plays this turn for you; what it has not played yet is yours as soon as you \
             come back.{}",
            open()
        ),
        Lapse::Seat => format!(
            "A robot plays on for you until you come back: one click on the page of the match is \
             enough, or simply play.{}",
            open()
        ),
        Lapse::Resigned => "As agreed before the start, you have thereby resigned.".to_owned(),
    }
}

impl News {
    /// What happened after the last turn of a seat, up to a version, as its person may
    /// know it; at most so many sentences.
    fn of(book: &Book, seat: Seat, version: i64, sentences: usize) -> Result<News> {
        let last = book.newest().last_turn(seat);
        let length = usize::try_from(version - last).unwrap_or(0);
        let page = book.page(last, length)?;
        let told = page.items.into_iter().filter(|entry| {
            !entry.taken_back && !entry.telling.quiet && entry.kind != event::Kind::Joined
        });
        let mut happened: Vec<String> = told.map(|entry| entry.sentence).collect();
        let left_out = happened.len().saturating_sub(sentences);
        happened.drain(..left_out);
        Ok(News { earlier: Some(book.at(last)?), happened, left_out })
    }
}
