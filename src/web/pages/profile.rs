//! Somebody's profile: their ratings, what their matches came to, and how they have done against
//! others.

use super::answer::{Answer, Frame, When, page};
use super::line::Line;
use super::visitor::Visitor;
use crate::accounts::bots::Name;
use crate::boards::markup::capital;
use crate::error::Error;
use crate::games;
use crate::matches::ratings::profile::{Achieved, Encounters, Strength};
use crate::matches::ratings::result::{Part, Verdict};
use crate::matches::ratings::scale::Rating;
use crate::matches::read::list::Wanted;
use crate::matches::time::answers::Habit;
use crate::rules::Robot;
use crate::web::App;
use actix_web::web;
use askama::Template;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Of how many matches a profile shows what they came to, a game.
const SHOWN: usize = 20;
/// Of how many the points stand side by side.
const SIDE_BY_SIDE: usize = 5;
/// With how many people somebody met most are shown.
const MET: usize = 12;

#[derive(Template)]
#[template(path = "pages/person.html")]
struct Profile {
    frame: Frame,
    name: Name,
    since: When,
    games: Vec<OfGame>,
    /// How many turns they had in the matches below, and how many a stand-in has played.
    turns: (i64, i64),
    lines: Vec<Line>,
    /// How fast they usually answer, where it can be told.
    habit: Option<&'static str>,
    /// Whether whoever looks has blocked them; `None` for oneself and for who is not signed in.
    blocked: Option<bool>,
}

/// What there is to show of one game.
struct OfGame {
    title: &'static str,
    slug: &'static str,
    strength: Option<Said>,
    chart: String,
    results: Vec<Came>,
    /// The matches whose points stand side by side, the newest last, with what they are of.
    columns: Vec<Column>,
    /// The rules by which there are points, with those of each column and of all on average.
    sources: Vec<(String, Vec<Option<i32>>, String)>,
    totals: (Vec<Option<i32>>, String),
    met: Vec<Encounters>,
}

struct Column {
    id: String,
    title: String,
    ended: When,
}

/// A rating in words.
pub struct Said {
    /// The most likely strength.
    pub points: i64,
    /// How far off the truth is, two times in three at most.
    pub give_or_take: i64,
    /// How much is known of it.
    pub known: &'static str,
    /// How many matches have moved it.
    pub matches: i64,
    /// How it stands to the sensible robot.
    pub beside_the_robot: &'static str,
}

/// What a match came to.
struct Came {
    id: String,
    title: String,
    ended: When,
    outcome: String,
    others: String,
    /// What it did to the rating, or why nothing.
    rating: String,
}

/// Whole points of thousandths.
pub fn whole(thousandths: i64) -> i64 {
    (thousandths + 500).div_euclid(1_000)
}

impl Said {
    /// A strength in words.
    pub fn of(one: &Strength) -> Said {
        let ahead = one.rating.points - Rating::of_robot(Robot::Sensible).points;
        Said {
            points: whole(one.rating.points),
            give_or_take: whole(one.rating.spread),
            known: one.rating.known(),
            matches: one.matches,
            beside_the_robot: match () {
                () if ahead > 2 * one.rating.spread => "surely better than Robot Sensible",
                () if ahead > one.rating.spread => "probably better than Robot Sensible",
                () if -ahead > 2 * one.rating.spread => "surely weaker than Robot Sensible",
                () if -ahead > one.rating.spread => "probably weaker than Robot Sensible",
                () => "perhaps as good as Robot Sensible",
            },
        }
    }
}

/// GET /people/{handle}
pub async fn profile(app: web::Data<App>, visitor: Visitor, handle: web::Path<String>) -> Answer {
    let found = app.accounts.by_handle(&handle).await?;
    let account = found.ok_or_else(|| Error::not_found("person"))?;
    let me = visitor.id();
    let wanted =
        Wanted { player: Some(account.id.clone()), seen_by: me.clone(), ..Wanted::default() };
    let now = app.clock.now();
    let found = app.matches.list(wanted, 50).await?;
    let blocked = match me.as_ref().filter(|me| **me != account.id) {
        Some(me) => Some(app.accounts.has_blocked(me, &account.id).await?),
        None => None,
    };
    let strengths = app.matches.strengths(&account.id).await?;
    let encounters = app.matches.encounters(&account.id, me.as_deref()).await?;
    let (mut of_games, mut turns) = (Vec::new(), (0, 0));
    for game in games::SHELF {
        let slug = game.info().slug;
        let which = (Some(slug), None);
        let most = SHOWN as i64;
        let results = app.matches.achieved(&account.id, me.as_deref(), which, most).await?;
        for one in &results {
            turns.0 += i64::from(one.waits);
            turns.1 += i64::from(one.stood_in);
        }
        let strength = strengths.iter().find(|one| one.game == slug);
        if strength.is_some() || !results.is_empty() {
            let met = encounters.iter().filter(|one| one.game == slug).take(MET).cloned();
            let when = |one: &Achieved| When::of(one.ended_at, now);
            of_games.push(of_game(game.info(), strength, &results, met.collect(), &when));
        }
    }
    page(&Profile {
        habit: app.matches.habit(&account.id).await?.map(Habit::said),
        blocked,
        since: When::of(account.created_at, now),
        games: of_games,
        turns,
        lines: Line::all(&found, me.as_deref(), now),
        frame: Frame::new(account.name().to_string(), &visitor),
        name: account.name(),
    })
}

fn of_game(
    info: crate::rules::Info,
    strength: Option<&Strength>,
    results: &[Achieved],
    met: Vec<Encounters>,
    when: &dyn Fn(&Achieved) -> When,
) -> OfGame {
    let came = results.iter().map(|one| Came {
        id: one.match_id.clone(),
        title: one.title.clone(),
        ended: when(one),
        outcome: outcome(one),
        others: others(one),
        rating: moved(one),
    });
    let scored: Vec<&Achieved> = results.iter().filter(|one| one.points.is_some()).collect();
    let beside: Vec<&Achieved> = scored.iter().take(SIDE_BY_SIDE).rev().copied().collect();
    let columns = beside.iter().map(|one| Column {
        id: one.match_id.clone(),
        title: one.title.clone(),
        ended: when(one),
    });
    let rules: BTreeSet<&String> = scored.iter().flat_map(|one| one.sources.keys()).collect();
    let sources = rules.into_iter().map(|rule| {
        let of = |one: &&Achieved| one.sources.get(rule).copied();
        let each = beside.iter().map(of).collect();
        (capital(&rule.replace('_', " ")), each, average(scored.iter().map(of)))
    });
    OfGame {
        title: info.title,
        slug: info.slug,
        strength: strength.map(Said::of),
        chart: chart(results),
        results: came.collect(),
        columns: columns.collect(),
        sources: sources.collect(),
        totals: (
            beside.iter().map(|one| one.points).collect(),
            average(scored.iter().map(|one| one.points)),
        ),
        met,
    }
}

/// The average over all matches, to a tenth; a rule by which there were no points brought none.
fn average(points: impl ExactSizeIterator<Item = Option<i32>>) -> String {
    let count = points.len().max(1) as f64;
    let sum: i32 = points.flatten().sum();
    format!("{:.1}", f64::from(sum) / count)
}

fn outcome(one: &Achieved) -> String {
    let points = one.points.map_or(String::new(), |points| format!(", {points} points"));
    match (one.part, one.place) {
        (Part::Left, _) => "left".to_owned(),
        (Part::HandedOn, _) => "handed the seat on".to_owned(),
        (Part::Substitute, Some(place)) => format!("took a seat over, {}{points}", nth(place)),
        (Part::Substitute, None) => format!("took a seat over{points}"),
        (Part::Stayed, Some(place)) => format!("{}{points}", nth(place)),
        (Part::Stayed, None) => format!("no result{points}"),
    }
}

/// A place as people say it.
pub fn nth(place: i32) -> String {
    let ending = match place {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

fn others(one: &Achieved) -> String {
    let mut others: Vec<_> = one.others.iter().collect();
    // Who has no place comes last.
    others.sort_by_key(|(_, place)| place.unwrap_or(i32::MAX));
    let named = others.into_iter().map(|(name, place)| match place {
        Some(place) => format!("{place}. {name}"),
        None => name.to_string(),
    });
    named.collect::<Vec<_>>().join(", ")
}

fn moved(one: &Achieved) -> String {
    let only_against = match one.only_against {
        true => " A stand-in has played more than a quarter of the turns, so it could only lose.",
        false => "",
    };
    match (one.moved, one.verdict, one.part) {
        (Some((before, after)), ..) => format!("{}.{only_against}", said_step(before, after)),
        (None, Verdict::Rated, Part::Substitute) => "Substitutes are not rated.".to_owned(),
        (None, Verdict::Rated, Part::HandedOn) => "The others agreed to it.".to_owned(),
        (None, Verdict::Rated, _) => format!("It moved nothing.{only_against}"),
        (None, other, _) => other.said().to_owned(),
    }
}

/// A rating after a match, and by how much it moved.
pub fn said_step(before: Rating, after: Rating) -> String {
    let by = whole(after.points) - whole(before.points);
    let sign = if by < 0 { "−" } else { "+" };
    format!("{} ({sign}{})", whole(after.points), by.abs())
}

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 180.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 12.0;

/// The rating after each of these matches, with how far off it may have been, as SVG; empty
/// where there are fewer than two.
fn chart(results: &[Achieved]) -> String {
    let moved = results.iter().rev().filter_map(|one| one.moved);
    let known: Vec<Rating> = moved.map(|(_, after)| after).collect();
    if known.len() < 2 {
        return String::new();
    }
    let robot = Rating::of_robot(Robot::Sensible).points;
    let lows = known.iter().map(|rating| rating.likely().0).chain([robot]);
    let highs = known.iter().map(|rating| rating.likely().1).chain([robot]);
    let (low, high) = (lows.min().unwrap_or(0), highs.max().unwrap_or(1));
    let span = (high - low).max(1) as f64;
    let x = |at: usize| LEFT + at as f64 / (known.len() - 1) as f64 * (WIDTH - LEFT - RIGHT);
    let y = |points: i64| TOP + (high - points) as f64 / span * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"The \
         rating after each of these matches, from {} to {}\">",
        whole(known[0].points),
        whole(known[known.len() - 1].points),
    );
    let mut ticks = vec![low, high];
    // Numbers that would stand on each other are left out.
    if [low, high].iter().all(|tick| (y(*tick) - y(robot)).abs() > 16.0) {
        ticks.push(robot);
    }
    for points in ticks {
        let at = y(points);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{:.1}\"/><text class=\"tick\" x=\"{:.1}\" \
             y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0,
            whole(points),
        );
    }
    let above = known.iter().enumerate().map(|(at, rating)| (x(at), y(rating.likely().1)));
    let below = known.iter().enumerate().rev().map(|(at, rating)| (x(at), y(rating.likely().0)));
    let middle = known.iter().enumerate().map(|(at, rating)| (x(at), y(rating.points)));
    let _ = write!(
        svg,
        "<path class=\"band\" d=\"{}Z\"/><path class=\"line seat-1\" d=\"{}\"/></svg>",
        path(above.chain(below)),
        path(middle),
    );
    svg
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let begin = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{begin}{x:.1} {y:.1}");
    }
    path
}

#[derive(Template)]
#[template(path = "pages/best.html")]
struct Best {
    frame: Frame,
    slug: &'static str,
    title: &'static str,
    rows: Vec<Row>,
    least: i64,
}

/// A line of the table of the best.
enum Row {
    Person { rank: usize, name: Name, said: Said },
    Robot { name: &'static str, points: i64 },
}

/// GET /games/{slug}/ratings
pub async fn best(app: web::Data<App>, visitor: Visitor, slug: web::Path<String>) -> Answer {
    let game = games::find(&slug).ok_or_else(|| Error::not_found("game"))?;
    let info = game.info();
    let found = app.matches.best(info.slug).await?;
    page(&Best {
        slug: info.slug,
        title: info.title,
        rows: rows(&found),
        least: crate::matches::ratings::profile::ENOUGH,
        frame: Frame::new(format!("Ratings: {}", info.title), &visitor),
    })
}

/// The people with the robots among them, where they stand.
fn rows(found: &[Strength]) -> Vec<Row> {
    let people = found.iter().enumerate().map(|(at, one)| {
        let row = Row::Person { rank: at + 1, name: one.name.clone(), said: Said::of(one) };
        (one.rating.points, row)
    });
    let robots = Robot::ALL.iter().map(|robot| {
        let points = Rating::of_robot(*robot).points;
        (points, Row::Robot { name: robot.name(), points: whole(points) })
    });
    let mut all: Vec<(i64, Row)> = people.chain(robots).collect();
    all.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
    all.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousandths_are_rounded_to_whole_points_below_zero_too() {
        assert_eq!([1_499, 1_500, -400, -600].map(whole), [1, 2, 0, -1]);
    }

    #[test]
    fn an_average_counts_matches_in_which_a_rule_brought_nothing() {
        assert_eq!(average([Some(3), None, Some(4), None].into_iter()), "1.8");
    }
}
