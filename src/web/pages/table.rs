//! A match at play: the table, the plan, what may be chosen, what happened.
//!
//! Choosing only makes the plan in the address longer ([`super::plan`]); what lies on the
//! table lights up where it can be chosen next ([`super::choices`]); the strip says what it
//! comes to ([`super::strip`]). Nothing happens before the plan is confirmed.

use super::answer::{Answer, Frame, When, page_with};
use super::away;
use super::board;
use super::end::{self, End};
use super::laid::{self, Laid, Pane, Sight};
use super::lobby;
use super::news::{self, News};
use super::plan::Address;
use super::planned::{self, After, Planned};
use super::proposals;
use super::strip::{self, Acting, Doing, Strip};
use super::substitutes::Openings;
use super::talk;
use super::visitor::Visitor;
use super::waiting;
use super::watching;
use crate::accounts::lessons::Learned;
use crate::boards::{AnyBoard, Lesson, Spot};
use crate::error::{Error, Kind, Result};
use crate::matches::read::book::Book;
use crate::matches::read::look::Seen;
use crate::matches::stream::state::StandIn;
use crate::matches::time::{Absence, clock};
use crate::matches::watching::{Codes, Looker, Pass};
use crate::matches::{Match, Visibility};
use crate::rules::Seat;
use crate::web::App;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use askama::Template;
use serde::Deserialize;
use serde_json::Value;

/// How a match is looked at.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Looking {
    /// The version a plan is for.
    #[serde(default)]
    pub(super) v: String,
    /// Whether a turn is only tried, while others have theirs.
    #[serde(default, rename = "try")]
    pub(super) tried: String,
    /// The choices of the plan.
    #[serde(default)]
    pub(super) plan: String,
    /// The answers that begin the next choice, or a version that leads to the history.
    #[serde(default)]
    pub(super) at: String,
    /// What of the table is shown.
    #[serde(flatten)]
    sight: Sight,
    /// A version to look back at while the plan stays.
    #[serde(default)]
    news: String,
    /// The code of a private match.
    #[serde(default)]
    pub(super) invitation: String,
    /// The code of a link for watching.
    #[serde(default)]
    watch: String,
}

#[derive(Template)]
#[template(path = "pages/table.html")]
struct Table {
    frame: Frame,
    id: String,
    version: i64,
    game: crate::rules::Info,
    options: Vec<String>,
    private: bool,
    hosts: bool,
    /// The whole address for watching, if the host has made one.
    watching: Option<String>,
    /// How it ended, when it is over.
    end: Option<End>,
    awaited: Vec<Awaited>,
    /// When whoever looks is asked, if that is certain.
    comes: Option<String>,
    seated: bool,
    resigned: bool,
    /// What stands in for whoever looks, in a sentence.
    stood_in: Option<&'static str>,
    openings: Openings,
    /// The seats for which somebody may call a stand-in now, and whose they are.
    callable: Vec<(u8, String)>,
    pace: Vec<String>,
    /// Until when all clocks stand still, if they do.
    paused: Option<String>,
    /// Who is away, and until when.
    away: Vec<(String, String)>,
    /// What is proposed, and whether whoever looks is asked and has not answered.
    proposed: Vec<(String, bool)>,
    problem: Option<Refused>,
    strip: Strip,
    /// Whether what is chosen is only tried, and where a turn can be tried.
    tried: bool,
    try_at: Option<String>,
    doing: Doing,
    laid: Laid,
    news: News,
    take_back: Option<TakeBack>,
    /// How many lines of the talk are new to whoever looks, where they read it.
    talk: Option<usize>,
    /// What is told to somebody who learns the game, and the plan beside which it stands.
    lesson: Option<(&'static Lesson, Address)>,
}

impl Looking {
    /// The event to look back at, among those that there are.
    fn event(&self, seen: &Seen) -> Option<i64> {
        self.news.parse().ok().map(|version: i64| version.clamp(1, seen.newest))
    }
}

impl Table {
    /// Where somebody goes on who signs in here.
    fn comes_back(&self) -> String {
        format!("/matches/{}", self.id)
    }

    /// The plan, for the address of a page that leads back to it.
    fn kept(&self) -> &str {
        Some(&*self.news.present).filter(|here| here.len() > 1).unwrap_or_default()
    }

    /// Whether whoever looks plays here and is not asked for anything.
    fn waits(&self) -> bool {
        self.seated && !self.resigned && self.strip.question.is_empty()
    }

    /// Whether a hint has the room of the plan: nothing is chosen yet, and nothing else is said
    /// there or can be taken back.
    fn teaches_first(&self) -> bool {
        let is_told = self.problem.is_some() || self.stood_in.is_some() || self.paused.is_some();
        let lists = [self.away.len(), self.proposed.len(), self.callable.len()];
        let is_open = !self.openings.is_empty() || self.take_back.is_some();
        !(is_told || is_open || self.strip.is_begun() || lists.iter().any(|count| *count > 0))
    }

    fn yours(&self) -> bool {
        self.awaited.iter().any(|one| one.you)
    }
}

/// Somebody the match waits for.
struct Awaited {
    name: String,
    since: Option<When>,
    /// Until when their time is not over, where their clock runs.
    due: Option<When>,
    you: bool,
}

/// What is said of a plan that is only looked at: whether it was played before, nobody asks.
const PLANNED_BEFORE: &str =
    "Something has happened since you made this plan. Look at what is new and choose again.";

/// Why something was not done.
pub struct Refused {
    detail: String,
    rule: Option<String>,
}

impl Refused {
    /// The refusal of an error that is no fault. That something has happened meanwhile is told by
    /// `late`.
    pub fn of(mut error: Error, late: &str) -> Result<Refused> {
        if matches!(error.kind(), Kind::Fault | Kind::NotFound) {
            return Err(error);
        }
        if error.kind() == Kind::Stale {
            error.detail = late.to_owned();
        }
        let rule = error.extra.get("rule").and_then(Value::as_str).map(str::to_owned);
        Ok(Refused { detail: error.detail, rule })
    }
}

/// What can be taken back.
struct TakeBack {
    step: i64,
    turn: Option<i64>,
}

/// GET /matches/{id}
pub async fn table(
    app: web::Data<App>,
    request: HttpRequest,
    visitor: Visitor,
    id: web::Path<String>,
    asked: web::Query<Looking>,
) -> Answer {
    let asked = asked.into_inner();
    if !asked.watch.is_empty() {
        let pass = Some(Pass::Watching(asked.watch.clone()));
        app.matches.look(&id, Looker { account: visitor.id(), pass }, None).await?;
        return watching::keep(&app, &id, &asked.watch);
    }
    if let Ok(at) = asked.at.parse::<i64>() {
        return Ok(super::answer::to(&format!("/matches/{id}/history?at={at}")));
    }
    let mut looker = watching::looker(visitor.id(), &request);
    if !asked.invitation.is_empty() {
        looker.pass = Some(Pass::Invitation(asked.invitation.clone()));
    }
    let book = app.matches.book(&id, looker).await;
    let book = book.map_err(|error| visitor.no(&request, error))?;
    show(&app, visitor, book, asked, None).await
}

/// The page of a match, perhaps with why something was not done.
pub async fn show(
    app: &App,
    visitor: Visitor,
    book: Book,
    asked: Looking,
    problem: Option<(StatusCode, Refused)>,
) -> Answer {
    let seen = book.seen(None)?;
    if seen.folded.state.is_none() {
        return lobby::room(app, visitor, &seen, &asked.invitation).await;
    }
    let (mut status, mut refused) = match problem {
        Some((status, refused)) => (status, Some(refused)),
        None => (StatusCode::OK, None),
    };
    let id = seen.folded.id.clone();
    let trying = !asked.tried.is_empty();
    let tried = if trying { seen.as_if_turn() } else { None };
    // What was tried is checked again on whatever the newest version is.
    let kept = !trying && !asked.plan.is_empty();
    let version = asked.v.parse().ok().filter(|_| kept).unwrap_or(seen.newest);
    let read = |version, plan: &str, at: &str| -> Result<Address> {
        let address = Address::read(&id, version, plan, at)?;
        Ok(if tried.is_some() { address.tried() } else { address })
    };
    let base = tried.as_ref().unwrap_or(&seen);
    let planned = match (visitor.id(), read(version, &asked.plan, &asked.at)) {
        // Nobody waits for the scales who has chosen nothing.
        (Some(_), Ok(address)) if address.choices.is_empty() => Ok(Planned::nothing(address)),
        (Some(me), Ok(address)) => {
            let (base, now) = (base.clone(), app.clock.now());
            app.scales.weigh(move || planned::planned(&base, &me, address, now)).await?
        }
        (None, Ok(address)) => Ok(Planned::nothing(address.first(0))),
        (_, Err(garbled)) => Err(garbled),
    };
    let planned = match planned {
        Ok(planned) => planned,
        Err(error) => {
            status = StatusCode::from_u16(error.kind().status()).map_err(Error::fault)?;
            refused = Some(Refused::of(error, PLANNED_BEFORE)?);
            Planned::nothing(read(seen.newest, "", "")?)
        }
    };
    let codes = match visitor.id() {
        Some(me) => app.matches.codes(&id, &me).await?,
        None => Codes::default(),
    };
    let chosen = chosen(app, base, &asked, planned, visitor.id()).await?;
    let me = visitor.id();
    let talk = talk::unread(app, &seen, me.as_deref()).await?;
    let mut table = compose(app, visitor, (&book, &seen, base), &asked, chosen, refused)?;
    if !table.openings.sought.is_empty() {
        table.openings.invitation = codes.invitation.or(table.openings.invitation.take());
    }
    table.talk = talk;
    end::rated(app, table.end.as_mut(), &id).await?;
    end::again(app, table.end.as_mut(), &seen.folded, me.as_deref()).await?;
    table.watching = codes.watching.map(|code| lobby::watching_address(app, &id, &code));
    page_with(status, &table)
}

/// What can be done and what the plan comes to, weighed where that takes nobody's time.
async fn chosen(
    app: &App,
    seen: &Seen,
    asked: &Looking,
    planned: Planned,
    me: Option<String>,
) -> Result<(Planned, Acting)> {
    let awaited = seen.seat.is_some_and(|seat| seen.folded.awaited().contains(&seat));
    if asked.event(seen).is_some() || !(awaited || planned.after.is_some()) {
        return Ok((planned, Acting::default()));
    }
    let (seen, drawn) = (seen.clone(), board::of(&seen.folded.opened.game)?);
    let learned = match me {
        Some(me) if !planned.address.is_tried() => {
            app.accounts.learned(&me, &seen.folded.opened.game).await?
        }
        _ => Learned::default(),
    };
    let weighing = move || {
        let acting = strip::acting(&seen, &planned, drawn, &learned);
        (planned, acting)
    };
    app.scales.weigh(weighing).await
}

fn compose(
    app: &App,
    visitor: Visitor,
    (book, seen, base): (&Book, &Seen, &Seen),
    asked: &Looking,
    (planned, acting): (Planned, Acting),
    problem: Option<Refused>,
) -> Result<Table> {
    let folded = &*seen.folded;
    let drawn = board::of(&folded.opened.game)?;
    let Acting { strip, doing, mut marks, lesson } = acting;
    let tried = planned.address.is_tried();
    let told_at = lesson.map(|lesson| (lesson, planned.address.clone()));
    let news = news::news(book, seen, asked.event(seen), &planned.address)?;
    let (shown, before) = shown(book, (seen, base), asked, planned.after.as_ref(), news.since)?;
    marks.chosen = asked.sight.spot().or(marks.chosen);
    marks.here = planned.address.to_string();
    let chosen: Vec<Spot> = marks.chosen.iter().chain(&marks.touched).cloned().collect();
    let drawing = board::draw_since(&app.looked, &shown, before, marks, asked.sight.seat())?;
    let (drawing, _) = drawing.ok_or_else(no_board)?;
    // Whoever steps through the news reads on.
    let news_first = asked.event(seen).is_some() && !folded.is_over();
    let usual = if news_first { "news" } else { "do" };
    let panes = panes(drawn, &news.news, folded.is_over());
    let here = news.news.present.clone();
    let sight = asked.sight.clone().understood(&laid::parts(&panes, drawn.pictures()));
    let laid = Laid::of(folded, drawing, &sight, &chosen, (panes, usual), here)?;
    Ok(Table {
        frame: Frame::new(&folded.opened.title, &visitor)
            .styled("things.css")
            .styled("table.css")
            .styled(drawn.style())
            .scripted("squares.js")
            .scripted("table.js")
            .scripted("steps.js")
            .scripted("tried.js")
            .scripted("talk.js")
            .scripted("notes.js"),
        id: folded.id.clone(),
        version: seen.newest,
        game: folded.game().info(),
        options: lobby::said_options(&folded.opened.config),
        private: folded.opened.visibility == Visibility::Private,
        hosts: visitor.id().as_ref() == Some(&folded.host),
        watching: None,
        end: end::end((book, seen), asked.event(seen), &planned.address)?,
        awaited: said_awaited(app, seen, &folded.awaited()),
        comes: waiting::comes(seen),
        seated: seen.seat.is_some(),
        resigned: seen.seat.is_some_and(|seat| folded.sitters[seat.index()].resigned.is_some()),
        stood_in: stood_in(seen),
        openings: Openings::of(app, seen, visitor.id().as_deref(), &asked.invitation),
        callable: callable(app, seen),
        paused: book.paused(app.clock.now()),
        away: away::said(seen, app.clock.now()),
        proposed: proposals::open(app, book, seen)?,
        talk: None,
        pace: lobby::said_terms(folded),
        problem,
        strip,
        doing,
        laid,
        news: news.news,
        lesson: told_at,
        take_back: take_back(folded, seen.seat).filter(|_| !tried && planned.after.is_none()),
        try_at: try_at(seen).filter(|_| !tried),
        tried,
    })
}

fn no_board() -> Error {
    Error::fault("no board")
}

/// The match that is drawn, and the one with which it is compared: the plan shows what it
/// would change, an event what it changed, else the changes since one's last turn show.
fn shown(
    book: &Book,
    (seen, base): (&Seen, &Seen),
    asked: &Looking,
    after: Option<&After>,
    since: Option<i64>,
) -> Result<(Seen, Option<Seen>)> {
    let at =
        |version: i64| -> Result<Seen> { Ok(Seen { folded: book.at(version)?, ..seen.clone() }) };
    Ok(match (asked.event(seen), after) {
        (Some(version), _) => {
            let then = at(version)?;
            if then.folded.state.is_none() {
                // Play had not begun.
                return Ok((seen.clone(), None));
            }
            let before = if version > 1 { Some(at(version - 1)?) } else { None };
            (then, before)
        }
        (None, Some(after)) => {
            (Seen { folded: after.folded.clone(), ..seen.clone() }, Some(base.clone()))
        }
        (None, None) => (seen.clone(), since.map(at).transpose()?),
    })
}

/// The parts of the table that a narrow screen shows one at a time.
fn panes(drawn: &dyn AnyBoard, news: &News, over: bool) -> Vec<Pane> {
    let first = if over { "Points" } else { "Do" };
    let all = [("do", first), ("you", "You"), ("players", "Players")].into_iter();
    let all = all.chain(drawn.panes().iter().copied());
    let mut panes: Vec<Pane> = all.map(|(name, title)| Pane::new(name, title)).collect();
    panes.push(Pane { new: news.sentences.len(), ..Pane::new("news", "News") });
    panes
}

fn said_awaited(app: &App, seen: &Seen, awaited: &[Seat]) -> Vec<Awaited> {
    let now = app.clock.now();
    let since = |seat: Seat| seen.folded.awaited_since(seat);
    awaited
        .iter()
        .map(|&seat| Awaited {
            name: seen.names.seat(&seen.folded, seat),
            since: since(seat).map(|at| When::of(at, now)),
            due: clock(&seen.folded, seat).map(|clock| When::until(clock.due, now)),
            you: seen.seat == Some(seat),
        })
        .collect()
}

/// What stands in for whoever looks.
fn stood_in(seen: &Seen) -> Option<&'static str> {
    let sitter = seen.folded.sitter(seen.seat?)?;
    Some(match sitter.stand_in? {
        _ if seen.folded.rests() => {
            "Your time was over, and nobody plays any more: the match rests until one of you is back."
        }
        StandIn::Turn => "Your time was over: a robot plays this turn for you.",
        StandIn::Seat => "Your time was over: a robot plays for you until you are back.",
    })
}

/// The seats for which whoever looks may call a stand-in now.
fn callable(app: &App, seen: &Seen) -> Vec<(u8, String)> {
    let on = &*seen.folded;
    let now = app.clock.now();
    let patient = on.timing.is_some_and(|timing| timing.absence == Absence::Patient);
    let plays = |seat: Seat| on.sitters[seat.index()].plays();
    if !patient || !seen.seat.is_some_and(plays) {
        return Vec::new();
    }
    let over = |seat: &Seat| clock(on, *seat).is_some_and(|clock| clock.due <= now);
    let others = on.awaited().into_iter().filter(|seat| Some(*seat) != seen.seat).filter(over);
    others.map(|seat| (seat.0, seen.names.seat(on, seat))).collect()
}

/// Where who waits can try a turn.
fn try_at(seen: &Seen) -> Option<String> {
    seen.as_if_turn().map(|_| format!("/matches/{}?try=yes", seen.folded.id))
}

fn take_back(folded: &Match, seat: Option<Seat>) -> Option<TakeBack> {
    let first = folded.take_back_points(seat?).into_iter().next()?;
    let step = folded.before_last_sent(seat?)?;
    Some(TakeBack { step, turn: Some(first).filter(|first| *first != step) })
}
