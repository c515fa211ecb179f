//! One match as its viewer sees it, now or at an earlier version.

use super::clocks::PaceAnswer;
use super::proof::ReceiptAnswer;
use crate::clock::utc;
use crate::error::{Error, Result};
use crate::matches::read::look::Seen;
use crate::matches::stream::state::StandIn;
use crate::matches::time::answers::Habit;
use crate::matches::time::{Absence, clock, forsaken_at};
use crate::matches::watching::{Codes, Looker, Pass};
use crate::matches::{Match, Status, Visibility};
use crate::random;
use crate::rules::{Robot, ScoreSheet, Seat, Viewer};
use crate::web::App;
use crate::web::caller::Caller;
use crate::web::openapi::Robots;
use crate::web::problem::{Always, MaySign, OnThing};
use crate::web::query::Query;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::time::{Duration, Instant};
use utoipa::{IntoParams, ToSchema};

/// The longest that an answer waits for news.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How often it is looked whether a piece of news was missed because the process died that
/// had it.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// A seat that somebody has.
#[derive(Serialize, ToSchema)]
pub struct SeatAnswer {
    /// Counted from 0.
    pub seat: u8,
    /// Who sits there: the handle of a person or a bot, or a robot's name.
    pub handle: String,
    /// Whether it is a bot: somebody's program, not a robot of the platform.
    pub bot: bool,
    /// Which kind of robot of the platform it is, if it is one.
    #[schema(value_type = Option<Robots>)]
    pub robot: Option<Robot>,
    /// Since when the match waits for this seat, if it does.
    pub awaited_since: Option<DateTime<Utc>>,
    /// Whether the person has resigned.
    pub resigned: bool,
    /// For how long a stand-in plays for the person, if one does.
    pub stand_in: Option<StandIn>,
    /// When the time of the seat is over, where its clock runs.
    pub due: Option<DateTime<Utc>>,
    /// From when on anybody can take the seat over, if they can.
    pub open_at: Option<DateTime<Utc>>,
    /// In lists, for matches that look for people: within which time the person usually answers;
    /// nothing where too little is known of it.
    pub usually_answers: Option<Habit>,
    /// Place in the final ranking.
    pub place: Option<i32>,
    /// Final points.
    pub points: Option<i32>,
}

/// How to look at a match.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Looking {
    /// Look at this version, as you could know it then; once the match is over, with all that was
    /// hidden.
    #[param(minimum = 1)]
    pub at: Option<i64>,
    /// The invitation code of a private match, while it waits for people.
    pub invitation: Option<String>,
    /// The code of a link for watching a private match.
    pub watch: Option<String>,
}

impl Looking {
    fn looker(&self, account: Option<String>) -> Looker {
        let watching = self.watch.clone().map(Pass::Watching);
        let pass = watching.or_else(|| self.invitation.clone().map(Pass::Invitation));
        Looker { account, pass }
    }
}

/// A match as you see it.
#[derive(Serialize, ToSchema)]
pub struct MatchAnswer {
    /// UUID.
    pub id: String,
    /// Slug of the game.
    pub game: String,
    /// What the host called it.
    pub title: String,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// How far it has come.
    pub status: Status,
    /// How many seats it has at most.
    pub capacity: u8,
    /// Who hosts it: who opened it, or who came after them.
    pub host: String,
    /// Whether the host is a bot.
    pub host_is_bot: bool,
    /// Before the start: from when on somebody else who has a seat can be the host.
    pub host_open_at: Option<DateTime<Utc>>,
    /// Until when whoever had a seat at the end can play again with the same people: `POST` to
    /// `rematch`. Of a match that was played to its end.
    pub again_until: Option<DateTime<Utc>>,
    /// The game's options.
    #[schema(value_type = Object)]
    pub config: Value,
    /// How fast it is played, where people have agreed on that.
    pub pace: Option<PaceAnswer>,
    /// What happens to whoever does not come, where there is a pace.
    pub absence: Option<Absence>,
    /// Whether its result counts for the ratings, as far as whoever opened it says so.
    pub rated: bool,
    /// Until when all clocks stand still, if they do.
    pub paused_until: Option<DateTime<Utc>>,
    /// Who is away now: no clock of theirs runs.
    pub away: Vec<SeatAway>,
    /// The seats that are taken.
    pub seats: Vec<SeatAnswer>,
    /// Your seat, if you have one.
    pub your_seat: Option<u8>,
    /// The version you look at.
    pub version: i64,
    /// The newest version.
    pub newest_version: i64,
    /// The hash of the event of this version.
    pub hash: String,
    /// The server's receipt for this version.
    pub receipt: ReceiptAnswer,
    /// SHA-256 of the seed from which all chance comes; the seed is shown when the
    /// match has ended.
    pub seed_hash: String,
    /// Whom the match waits for.
    pub turn: TurnAnswer,
    /// To which versions you can take back your latest steps.
    pub take_back: Vec<i64>,
    /// The invitation code, while you wait for people.
    pub invitation: Option<String>,
    /// The code of the link for watching, if there is one; for who has a seat.
    pub watching: Option<String>,
    /// What you may know of the board; see the game's `view_schema`.
    #[schema(value_type = Option<Object>)]
    pub view: Option<Box<RawValue>>,
    /// Each seat's points by source, so far.
    #[schema(value_type = Option<Vec<Object>>)]
    pub scores: Option<Vec<ScoreSheet>>,
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// When play began.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// When something last happened.
    pub changed_at: DateTime<Utc>,
}

/// Somebody who is away.
#[derive(Serialize, ToSchema)]
pub struct SeatAway {
    /// Their seat.
    pub seat: u8,
    /// Until when.
    pub until: DateTime<Utc>,
}

/// Whom a match waits for.
#[derive(Serialize, ToSchema)]
pub struct TurnAnswer {
    /// The seats that may act.
    pub awaited: Vec<u8>,
    /// Whether yours is among them.
    pub yours: bool,
}

/// Whom the match waits for, for who looks.
pub fn turn(folded: &Match, seat: Option<Seat>) -> TurnAnswer {
    let awaited = folded.awaited();
    TurnAnswer {
        yours: seat.is_some_and(|seat| awaited.contains(&seat)),
        awaited: awaited.into_iter().map(|seat| seat.0).collect(),
    }
}

/// To which versions a seat can take back its latest steps.
pub fn take_back_points(folded: &Match, seat: Option<Seat>) -> Vec<i64> {
    seat.map(|seat| folded.take_back_points(seat)).unwrap_or_default()
}

impl MatchAnswer {
    /// The answer for who looks, but for the board.
    fn without_board(app: &App, seen: &Seen, codes: Codes) -> MatchAnswer {
        let folded = &*seen.folded;
        let standing = |seat: Seat| folded.ranking.iter().flatten().find(move |s| s.seat == seat);
        let current = seen.is_newest();
        let name = |seat: Seat| seen.names.name(&folded.sitters[seat.index()].account);
        let host = seen.names.name(&folded.host);
        let seats = Seat::all(folded.sitters.len())
            .map(|seat| SeatAnswer {
                seat: seat.0,
                bot: name(seat).holder.is_bot(),
                handle: name(seat).handle,
                robot: folded.sitters[seat.index()].robot_kind(),
                awaited_since: folded.awaited_since(seat).filter(|_| current).map(utc),
                resigned: folded.sitters[seat.index()].resigned.is_some(),
                stand_in: folded.sitters[seat.index()].stand_in,
                due: clock(folded, seat).filter(|_| current).map(|clock| utc(clock.due)),
                open_at: folded.open_to_all(seat).filter(|_| current).map(utc),
                usually_answers: None,
                place: standing(seat).map(|standing| i32::from(standing.place)),
                points: standing(seat).map(|standing| standing.points),
            })
            .collect();
        let away = |seat: Seat| {
            let until = folded.sitters[seat.index()].away_until(app.clock.now())?;
            Some(SeatAway { seat: seat.0, until: utc(until) })
        };
        MatchAnswer {
            id: folded.id.clone(),
            game: folded.opened.game.clone(),
            title: folded.opened.title.clone(),
            visibility: folded.opened.visibility,
            status: folded.status,
            capacity: folded.opened.seats,
            host_is_bot: host.holder.is_bot(),
            host: host.handle,
            host_open_at: (folded.status == Status::Open).then(|| utc(forsaken_at(folded))),
            again_until: folded.again_until().map(utc),
            config: folded.opened.config.clone(),
            pace: folded.timing.map(|timing| timing.pace.into()),
            absence: folded.timing.map(|timing| timing.absence),
            rated: folded.rated,
            paused_until: folded.paused_until(app.clock.now()).map(utc),
            away: Seat::all(folded.sitters.len()).filter_map(away).collect(),
            seats,
            your_seat: seen.seat.map(|seat| seat.0),
            version: folded.version,
            newest_version: seen.newest,
            hash: folded.hash.clone(),
            receipt: ReceiptAnswer::of(app, folded),
            seed_hash: folded.opened.seed_hash.clone(),
            turn: turn(folded, seen.seat),
            take_back: if current { take_back_points(folded, seen.seat) } else { Vec::new() },
            invitation: codes.invitation,
            watching: codes.watching,
            view: None,
            scores: None,
            opened_at: utc(folded.opened_at),
            started_at: folded.started_at.map(utc),
            ended_at: folded.ended_at.map(utc),
            changed_at: utc(folded.changed_at),
        }
    }

    /// The same with the board.
    fn with_board(self, seen: &Seen) -> MatchAnswer {
        let (game, state) = (seen.folded.game(), seen.folded.state.as_ref());
        MatchAnswer {
            view: state.map(|state| game.view(state, seen.viewer)),
            scores: state.map(|state| game.score(state).values().cloned().collect()),
            ..self
        }
    }

    /// The entity tag of an answer without its board: that follows from who looks, and from the
    /// hash, which the answer names. All else that it says may change without an event, or by others
    /// in place of those that a database has lost.
    fn tag(&self, viewer: Viewer) -> Result<String> {
        let viewer = match viewer {
            Viewer::Seat(seat) => seat.0.to_string(),
            Viewer::Spectator => "s".to_owned(),
            Viewer::Everything => "e".to_owned(),
        };
        let said = random::token_hash(&serde_json::to_string(self).map_err(Error::fault)?);
        Ok(format!("\"{}-{viewer}-{}\"", self.version, &said[..8]))
    }
}

/// The answer to a command of `who`, with the newest letters on their way.
pub async fn answer(
    app: &App,
    folded: std::sync::Arc<Match>,
    who: &str,
    mut response: actix_web::HttpResponseBuilder,
) -> Result<HttpResponse> {
    let codes = app.matches.codes(&folded.id, who).await?;
    let seen = app.matches.seen_by(folded, who).await?;
    let answer = MatchAnswer::without_board(app, &seen, codes);
    Ok(response
        .insert_header((header::ETAG, answer.tag(seen.viewer)?))
        .json(answer.with_board(&seen)))
}

/// How long a client wants to wait for news, by its `Prefer`.
fn waiting(prefer: &str) -> Duration {
    // Names are the same in any letters, and values may be quoted (RFC 7240, section 2).
    let wishes = prefer.split(',').filter_map(|wish| wish.split_once('='));
    let mut named = wishes.filter(|(name, _)| name.trim().eq_ignore_ascii_case("wait"));
    let seconds = named.next().map(|(_, seconds)| seconds.trim().trim_matches('"'));
    let seconds = seconds.and_then(|seconds| seconds.parse().ok()).unwrap_or(0);
    Duration::from_secs(seconds).min(LONGEST_WAIT)
}

/// Look at a match, now or at an earlier version, as you could know it then.
///
/// The answer's `ETag` names the version, and is another one whenever the answer says anything
/// else: send it as `If-None-Match` and get 304 while it says the same. With `Prefer: wait=30`
/// besides, the answer waits up to that many seconds (60 at most) until it says something new.
#[utoipa::path(operation_id = "get_match", tag = "matches", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The match."), Looking,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of what you have.", example = "\"12-0-3c605099\""),
        ("Prefer" = Option<String>, Header, description = "`wait=30` to wait for news.")),
    responses((status = 200, description = "The match.", body = MatchAnswer),
        (status = 304, description = "The answer is what you have.",
            headers(("ETag" = String, description = "The one that you sent."))), MaySign, OnThing, Always))]
#[get("")]
pub async fn look(
    app: web::Data<App>,
    request: HttpRequest,
    caller: Caller,
    id: web::Path<String>,
    how: Query<Looking>,
) -> Result<HttpResponse> {
    let reader = caller.reader()?;
    let how = how.into_inner();
    let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let known = text(header::IF_NONE_MATCH);
    // What is packed on its way has a weak tag.
    let names = |known: &str, tag: &str| known == "*" || known.trim_start_matches("W/") == tag;
    let is_known = |tag: &str| {
        known.is_some_and(|known| known.split(',').any(|known| names(known.trim(), tag)))
    };
    let until = Instant::now()
        + text(header::HeaderName::from_static("prefer")).map_or(Duration::ZERO, waiting);
    let mut news = app.matches.news();
    let mut place = None;
    let (seen, answer, tag) = loop {
        let seen = app.matches.look(&id, how.looker(reader.clone()), how.at).await?;
        let codes = match &reader {
            Some(who) => app.matches.codes(&id, who).await?,
            None => Codes::default(),
        };
        let answer = MatchAnswer::without_board(&app, &seen, codes);
        let tag = answer.tag(seen.viewer)?;
        let left = until.saturating_duration_since(Instant::now());
        if !is_known(&tag) || how.at.is_some() || left.is_zero() {
            break (seen, answer, tag);
        }
        if place.is_none() {
            place = Some(app.limits.hold(&request, reader.as_deref())?);
        }
        tokio::select! {
            () = news.of(&id) => {}
            () = tokio::time::sleep(left.min(LOOK_EVERY)) => {}
            () = app.stopping() => break (seen, answer, tag),
        }
        caller.still_there(&app, &request).await?;
    };
    if is_known(&tag) {
        return Ok(HttpResponse::NotModified().insert_header((header::ETAG, tag)).finish());
    }
    let answer = answer.with_board(&seen);
    Ok(HttpResponse::Ok().insert_header((header::ETAG, tag)).json(answer))
}
