//! A match at play: the board, what happened, what may be done, what it would do.
//!
//! A plan is a list of steps in the address of the page. Choosing a step only makes
//! the plan longer; the page shows what the plan would come to, and nothing happens
//! before it is confirmed. So going back, reloading and sharing are harmless.

use super::answer::{Answer, Frame, When, encoded, page_with};
use super::board;
use super::lobby;
use super::visitor::Visitor;
use super::watching;
use crate::boards::{Board, Drawing, Marks, Spot};
use crate::error::{Code, Error, Kind, Result};
use crate::matches::commands::COMMANDS_AT_ONCE;
use crate::matches::read::book::Book;
use crate::matches::read::look::Seen;
use crate::matches::watching::{Codes, Looker, Pass};
use crate::matches::{Match, Visibility};
use crate::rules::erased::Offer;
use crate::rules::{ScoreSheet, Seat};
use crate::web::App;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use askama::Template;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The most sentences on what happened since one's last turn.
const NEWS: usize = 200;

/// How a match is looked at.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Looking {
    /// The version a plan is for.
    v: Option<i64>,
    /// The steps of the plan, as JSON.
    #[serde(default)]
    plan: String,
    /// Only what can be done with this spot of the board.
    #[serde(default)]
    spot: String,
    /// A place to show more of, such as a square.
    #[serde(default)]
    from: String,
    /// The code of a private match.
    #[serde(default)]
    pub(super) invitation: String,
    /// The code of a link for watching.
    #[serde(default)]
    watch: String,
    /// Leads to the history.
    pub(super) at: Option<i64>,
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
    /// Who has won, when the match is over.
    outcome: Option<String>,
    /// Who is awaited, in words.
    awaited: Vec<Awaited>,
    seated: bool,
    resigned: bool,
    seats: Vec<SeatLine>,
    problem: Option<Refused>,
    plan: Option<Plan>,
    spot: String,
    /// The question that the board answers about a place, with the place asked about.
    asks: Option<(&'static str, String)>,
    /// The address of the same plan with the choices of the whole board.
    all_choices: String,
    groups: Vec<Group>,
    board: Drawing,
    news: News,
    take_back: Option<TakeBack>,
}

impl Table {
    /// Whether a list of choices is open from the start: a long one is, where the board
    /// does not offer the same.
    fn open(&self, group: &Group) -> bool {
        group.choices.len() <= 12 || !group.on_board
    }
}

/// Somebody the match waits for.
struct Awaited {
    name: String,
    since: Option<When>,
    you: bool,
}

/// A seat with its points.
struct SeatLine {
    name: String,
    points: i32,
    place: Option<u8>,
    resigned: bool,
    sheet: ScoreSheet,
}

/// Why something was not done.
pub struct Refused {
    detail: String,
    rule: Option<String>,
}

impl Refused {
    /// The refusal of an error that is no fault.
    pub fn of(mut error: Error) -> Result<Refused> {
        if matches!(error.kind(), Kind::Fault | Kind::NotFound) {
            return Err(error);
        }
        if error.kind() == Kind::Stale {
            error.detail = "Something has happened since you made this plan, so nothing of it \
                            was played. Look at what is new and choose again."
                .to_owned();
        }
        let rule = error.extra.get("rule").and_then(Value::as_str).map(str::to_owned);
        Ok(Refused { detail: error.detail, rule })
    }
}

/// Steps that were chosen and not confirmed yet.
struct Plan {
    happens: Vec<String>,
    /// Whose points would change, and how.
    gains: Vec<String>,
    reveals: bool,
    /// Who would be awaited next, if it is not the planner any more.
    then: Option<String>,
    over: bool,
    json: String,
    version: i64,
    key: String,
    /// The address of the plan without its last step.
    shorter: String,
}

/// What may be chosen, under one heading.
struct Group {
    name: String,
    /// Whether its choices can be made on the board, too.
    on_board: bool,
    choices: Vec<Choice>,
}

/// Something that may be chosen.
struct Choice {
    label: String,
    address: String,
}

/// What happened.
struct News {
    heading: &'static str,
    sentences: Vec<(i64, String)>,
    more: bool,
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
    if let Some(at) = asked.at {
        return Ok(super::answer::to(&format!("/matches/{id}/history?at={at}")));
    }
    let mut looker = watching::looker(visitor.id(), &request);
    if !asked.invitation.is_empty() {
        looker.pass = Some(Pass::Invitation(asked.invitation.clone()));
    }
    let book = app.matches.book(&id, looker).await?;
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
    let mut plan = None;
    if let (Some(me), false) = (visitor.id(), asked.plan.is_empty()) {
        match planned(app, &seen, &me, &asked).await {
            Ok(made) => plan = Some(made),
            Err(error) => {
                status = StatusCode::from_u16(error.kind().status()).map_err(Error::fault)?;
                refused = Some(Refused::of(error)?);
            }
        }
    }
    let codes = match visitor.id() {
        Some(me) => app.matches.codes(&seen.folded.id, &me).await?,
        None => Codes::default(),
    };
    let mut table = compose(app, visitor, &book, &seen, &asked, plan, refused)?;
    let id = &seen.folded.id;
    table.watching = codes.watching.map(|code| lobby::watching_address(app, id, &code));
    page_with(status, &table)
}

/// A plan, and the match as it would stand after it.
struct Planned {
    plan: Plan,
    commands: Vec<Value>,
    after: Seen,
}

async fn planned(app: &App, seen: &Seen, me: &str, asked: &Looking) -> Result<Planned> {
    let commands: Vec<Value> = serde_json::from_str(&asked.plan)
        .map_err(|_| Error::new(Code::UnreadableForm, "The plan in the address is garbled."))?;
    if commands.is_empty() || commands.len() > COMMANDS_AT_ONCE {
        return Err(Error::new(Code::UnreadableForm, "A plan has 1 to 50 steps."));
    }
    let version = asked.v.unwrap_or(seen.newest);
    let preview = app.matches.preview(&seen.folded.id, me, commands.clone(), version).await?;
    let name = |seat: Seat| seen.names.seat(&seen.folded, seat);
    let awaited = preview.after.awaited();
    let over = !preview.reveals && preview.after.is_over();
    let then = if preview.reveals || awaited.contains(&preview.seat) || awaited.is_empty() {
        None
    } else {
        Some(awaited.into_iter().map(name).collect::<Vec<_>>().join(" and "))
    };
    let plan = Plan {
        gains: gains(seen, &preview.after),
        happens: preview.tellings.iter().map(|telling| telling.sentence(name)).collect(),
        reveals: preview.reveals,
        then,
        over,
        json: serde_json::to_string(&commands).map_err(Error::fault)?,
        version,
        key: crate::random::id(),
        shorter: address(&seen.folded.id, version, &commands[..commands.len() - 1])?,
    };
    let after = Seen { folded: preview.after, ..seen.clone() };
    Ok(Planned { plan, commands, after })
}

/// How the points of each seat would change.
fn gains(seen: &Seen, after: &Match) -> Vec<String> {
    let (Some(now), Some(then)) = (&seen.folded.state, &after.state) else { return Vec::new() };
    let (before, after) = (after.game().score(now), after.game().score(then));
    let totals = before.iter().map(|(seat, sheet)| (seat, sheet.total(), after[seat].total()));
    totals
        .filter(|(_, before, after)| before != after)
        .map(|(seat, before, after)| {
            let name = seen.names.seat(&seen.folded, seat);
            format!("{name}: {before} → {after} points ({:+})", after - before)
        })
        .collect()
}

fn address(id: &str, version: i64, commands: &[Value]) -> Result<String> {
    if commands.is_empty() {
        return Ok(format!("/matches/{id}"));
    }
    let json = serde_json::to_string(commands).map_err(Error::fault)?;
    Ok(format!("/matches/{id}?v={version}&plan={}", encoded(&json)))
}

fn compose(
    app: &App,
    visitor: Visitor,
    book: &Book,
    seen: &Seen,
    asked: &Looking,
    planned: Option<Planned>,
    problem: Option<Refused>,
) -> Result<Table> {
    let folded = &*seen.folded;
    let (plan, commands, after) = match planned {
        Some(Planned { plan, commands, after }) => (Some(plan), commands, after),
        None => (None, Vec::new(), seen.clone()),
    };
    let reveals = plan.as_ref().is_some_and(|plan| plan.reveals);
    let may = seen.seat.filter(|seat| !reveals && after.folded.awaited().contains(seat));
    let offers = match (may, &after.folded.state) {
        (Some(seat), Some(state)) => folded.game().legal(state, seat),
        _ => Vec::new(),
    };
    let drawn = board::of(&folded.opened.game)?;
    let choices =
        Choices { drawn, seen, version: seen.newest, commands: &commands, offers, seat: may };
    let news = news(book, seen)?;
    let before = match (&plan, news.since) {
        // A plan shows what it would change; else the changes since one's last turn show.
        (Some(_), _) => Some(seen.clone()),
        (None, Some(version)) => Some(Seen { folded: book.at(version)?, ..seen.clone() }),
        (None, None) => None,
    };
    let asks = drawn.asks_about();
    let chosen = match asks {
        Some((_, prefix)) if !asked.from.is_empty() => {
            format!("{prefix}{}", asked.from.trim().to_lowercase())
        }
        _ => asked.spot.clone(),
    };
    let mut marks = choices.marks(&chosen)?;
    let plain = board::draw(&after, &Marks::default())?;
    if let (Some(before), Some(plain)) = (before, &plain)
        && let Some(earlier) = board::draw(&before, &Marks::default())?
    {
        marks.changed = plain.changed_since(&earlier);
    }
    let drawing = board::draw(&after, &marks)?.ok_or_else(|| Error::fault("no board"))?;
    let awaited = folded.awaited();
    Ok(Table {
        frame: Frame::new(&folded.opened.title, &visitor).styled(drawn.style()),
        id: folded.id.clone(),
        version: seen.newest,
        game: folded.game().info(),
        options: lobby::said_options(&folded.opened.config),
        private: folded.opened.visibility == Visibility::Private,
        hosts: visitor.id().as_ref() == Some(&folded.host),
        watching: None,
        outcome: outcome(seen),
        awaited: said_awaited(app, seen, &awaited),
        seated: seen.seat.is_some(),
        resigned: seen.seat.is_some_and(|seat| folded.sitters[seat.index()].resigned.is_some()),
        seats: seat_lines(seen, &after.folded),
        problem,
        spot: asked.spot.clone(),
        asks: asks.map(|(question, _)| (question, asked.from.clone())),
        all_choices: format!("{}#choices", address(&folded.id, seen.newest, &commands)?),
        groups: choices.groups(&asked.spot)?,
        plan,
        board: drawing,
        news: news.news,
        take_back: take_back(folded, seen.seat),
    })
}

fn said_awaited(app: &App, seen: &Seen, awaited: &[Seat]) -> Vec<Awaited> {
    let now = app.clock.now();
    let since = |seat: Seat| seen.folded.awaited_since(seat);
    awaited
        .iter()
        .map(|&seat| Awaited {
            name: seen.names.seat(&seen.folded, seat),
            since: since(seat).map(|at| When::of(at, now)),
            you: seen.seat == Some(seat),
        })
        .collect()
}

/// Who has won.
fn outcome(seen: &Seen) -> Option<String> {
    let first = seen.folded.ranking.as_ref()?.iter().filter(|standing| standing.place == 1);
    let names: Vec<String> =
        first.map(|standing| seen.names.seat(&seen.folded, standing.seat)).collect();
    Some(match &names[..] {
        [winner] => format!("{winner} has won."),
        several => format!("{} have won together.", several.join(" and ")),
    })
}

fn seat_lines(seen: &Seen, folded: &Match) -> Vec<SeatLine> {
    let Some(state) = &folded.state else { return Vec::new() };
    let standing = |seat: Seat| folded.ranking.iter().flatten().find(move |s| s.seat == seat);
    let mut lines: Vec<SeatLine> = folded
        .game()
        .score(state)
        .iter()
        .map(|(seat, sheet)| SeatLine {
            name: seen.names.seat(folded, seat),
            points: sheet.total(),
            place: standing(seat).map(|standing| standing.place),
            resigned: folded.sitters[seat.index()].resigned.is_some(),
            sheet: sheet.clone(),
        })
        .collect();
    lines.sort_by_key(|line| line.place);
    lines
}

fn take_back(folded: &Match, seat: Option<Seat>) -> Option<TakeBack> {
    let points = folded.take_back_points(seat?);
    let (&first, &step) = (points.first()?, points.last()?);
    Some(TakeBack { step, turn: Some(first).filter(|first| *first != step) })
}

struct Heard {
    news: News,
    /// The version with which one's last turn ended; none for who has no seat.
    since: Option<i64>,
}

fn news(book: &Book, seen: &Seen) -> Result<Heard> {
    let last = seen.seat.map(|seat| seen.folded.last_turn(seat));
    let after = last.unwrap_or_else(|| (seen.newest - 12).max(0));
    let history = book.page(after, NEWS)?;
    let told = history.items.iter().filter(|entry| !entry.telling.quiet && !entry.taken_back);
    let news = News {
        heading: if last.is_some() { "Since your last turn" } else { "Latest" },
        sentences: told.map(|entry| (entry.version, entry.sentence.clone())).collect(),
        more: history.next.is_some(),
    };
    Ok(Heard { news, since: last.filter(|last| *last < seen.newest) })
}

/// What may be chosen next, after the steps that were chosen already.
struct Choices<'a> {
    drawn: &'static dyn Board,
    seen: &'a Seen,
    version: i64,
    commands: &'a [Value],
    offers: Vec<Offer>,
    seat: Option<Seat>,
}

impl Choices<'_> {
    fn spots(&self, offer: &Offer) -> Vec<Spot> {
        match self.seat {
            Some(seat) => self.drawn.spots(seat, &offer.command),
            None => Vec::new(),
        }
    }

    fn address(&self, offer: &Offer) -> Result<String> {
        let mut commands = self.commands.to_vec();
        commands.push(offer.command.clone());
        Ok(format!("{}#plan", address(&self.seen.folded.id, self.version, &commands)?))
    }

    /// The address that narrows the choices to one spot.
    fn narrowed(&self, spot: &str) -> Result<String> {
        let here = address(&self.seen.folded.id, self.version, self.commands)?;
        let join = if here.contains('?') { '&' } else { '?' };
        Ok(format!("{here}{join}spot={}#choices", encoded(spot)))
    }

    fn marks(&self, chosen: &str) -> Result<Marks> {
        let mut by_spot: BTreeMap<Spot, Vec<&Offer>> = BTreeMap::new();
        for offer in &self.offers {
            for spot in self.spots(offer) {
                by_spot.entry(spot).or_default().push(offer);
            }
        }
        let mut marks =
            Marks { chosen: Some(chosen.to_owned()).filter(|s| !s.is_empty()), ..Marks::default() };
        for (spot, offers) in by_spot {
            let address = match offers.as_slice() {
                [only] => self.address(only)?,
                _ => self.narrowed(&spot)?,
            };
            marks.offered.insert(spot, address);
        }
        Ok(marks)
    }

    fn groups(&self, chosen: &str) -> Result<Vec<Group>> {
        let mut groups: Vec<Group> = Vec::new();
        for offer in &self.offers {
            if !chosen.is_empty() && !self.spots(offer).iter().any(|spot| spot == chosen) {
                continue;
            }
            let name = |seat: Seat| self.seen.names.seat(&self.seen.folded, seat);
            let choice =
                Choice { label: offer.label.telling.sentence(name), address: self.address(offer)? };
            match groups.iter_mut().find(|group| group.name == offer.label.group) {
                Some(group) => group.choices.push(choice),
                None => groups.push(Group {
                    name: offer.label.group.clone(),
                    on_board: !self.spots(offer).is_empty(),
                    choices: vec![choice],
                }),
            }
        }
        Ok(groups)
    }
}
