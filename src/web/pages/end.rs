//! The end of a match on its table: who has won and why, everybody's points by source, and
//! the chart that walks with the board.

use super::answer::Answer;
use super::chart;
use super::form::{checked, given};
use super::lobby::back;
use super::plan::Address;
use super::profile;
use super::visitor::Sent;
use crate::boards::markup::{capital, letter};
use crate::error::{Error, Kind, Result};
use crate::matches::Match;
use crate::matches::ratings::scale::Rating;
use crate::matches::read::book::Book;
use crate::matches::read::look::Seen;
use crate::matches::stream::commitment::Commitment;
use crate::matches::stream::consent::Proposal;
use crate::matches::stream::data::{Terms, Verdict};
use crate::rules::erased::AnyState;
use crate::rules::{Holding, PerSeat, ScoreLine, ScoreSheet, Seat, Standing, Turn};
use crate::web::App;
use crate::web::api::{proof, seats};
use actix_web::web;
use serde::Deserialize;
use std::cmp::Reverse;

/// How a match has ended.
pub struct End {
    /// Who has won.
    pub outcome: String,
    /// What is promised of the next match to whoever looks and can play again with the same
    /// people.
    pub again: Option<Commitment>,
    /// What put the winner first.
    pub decided: String,
    /// In the order of their places.
    pub seats: Vec<SeatLine>,
    /// The rules by which points were scored, with the points of each seat.
    pub rules: Vec<(String, Vec<i32>)>,
    /// What the points are measured by, if it is not the same for all, and how far beyond it
    /// each seat is.
    pub measured: Vec<(String, Vec<String>)>,
    /// What it did to whose rating, or why nothing, in sentences; empty until that is known.
    pub ratings: String,
    /// Everybody's points over time, as SVG; empty where nobody has any.
    pub chart: String,
}

/// A seat with its points.
pub struct SeatLine {
    /// What stands on the pieces of the seat.
    pub letter: char,
    pub name: String,
    pub points: i32,
    pub place: Option<u8>,
    pub resigned: bool,
}

impl End {
    /// Whether nobody has more.
    pub fn is_best(points: &[i32], number: &i32) -> bool {
        points.iter().all(|other| other <= number)
    }
}

/// How the match ended, if it has; `at` is the event that is looked at.
pub fn end((book, seen): (&Book, &Seen), at: Option<i64>, here: &Address) -> Result<Option<End>> {
    let folded = &*seen.folded;
    let Some(ranking) = &folded.ranking else { return Ok(None) };
    let state = folded.state.as_ref().ok_or_else(|| Error::fault("no board"))?;
    let scores = folded.game().score(state);
    let order = order(folded, folded.sitters.len());
    let names: Vec<String> =
        Seat::all(folded.sitters.len()).map(|seat| seen.names.seat(folded, seat)).collect();
    let to = |version: i64| here.looking_at(version);
    let chart =
        chart::draw(&book.marks()?, &names, seen.newest, at.unwrap_or(seen.newest), Some(&to));
    let held: Vec<Vec<Holding>> =
        order.iter().map(|&seat| folded.game().holdings(state, seat)).collect();
    let measured = measured(&held);
    Ok(Some(End {
        again: None,
        outcome: outcome(seen, ranking),
        decided: decided(folded, state, ranking, &measured),
        measured: printed(measured),
        seats: seat_lines(seen, &order, &scores),
        ratings: String::new(),
        rules: rules(&scores, &order),
        chart,
    }))
}

/// Tells whether whoever looks can play again with the same people, and how.
pub async fn again(
    app: &App,
    end: Option<&mut End>,
    on: &Match,
    looker: Option<&str>,
) -> Result<()> {
    let within = on.again_until().is_some_and(|until| app.clock.now() <= until);
    let seated = looker.filter(|who| within && on.seat_of(who).is_some());
    if let (Some(end), Some(who)) = (end, seated) {
        end.again = match app.matches.commit_again(&on.id, who).await {
            Ok(promised) => Some(promised),
            Err(error) if error.kind() == Kind::Fault => return Err(error),
            // They have opened it too often.
            Err(_) => None,
        };
    }
    Ok(())
}

/// What playing again takes.
#[derive(Deserialize)]
pub struct Again {
    #[serde(default)]
    entropy: String,
    #[serde(default)]
    match_id: String,
    #[serde(default)]
    seed_hash: String,
}

/// POST /matches/{id}/rematch
pub async fn rematch(app: web::Data<App>, id: web::Path<String>, sent: Sent<Again>) -> Answer {
    let (person, form) = sent.by_person()?;
    let again = checked(seats::Again {
        entropy: given(&form.entropy),
        commitment: Some(proof::Commitment { match_id: form.match_id, seed_hash: form.seed_hash }),
    })?;
    let next = app.matches.rematch(&id, &person.account.id, again.added()?).await?;
    Ok(back(&next.id))
}

/// Tells what a match that is over did to ratings.
pub async fn rated(app: &App, end: Option<&mut End>, id: &str) -> Result<()> {
    if let (Some(end), Some((verdict, moved))) = (end, app.matches.moved_by(id).await?) {
        let one = |(name, (before, after)): &(String, (Rating, Rating))| {
            format!("{name} {}", profile::said_step(*before, *after))
        };
        let all: Vec<String> = moved.iter().map(one).collect();
        end.ratings = match all.is_empty() {
            true => verdict.said().to_owned(),
            false => format!("Ratings: {}.", all.join(", ")),
        };
    }
    Ok(())
}

/// Who has won, and which place whoever looks has.
fn outcome(seen: &Seen, ranking: &[Standing]) -> String {
    let first = ranking.iter().filter(|standing| standing.place == 1);
    let names: Vec<String> =
        first.map(|standing| seen.names.seat(&seen.folded, standing.seat)).collect();
    let won = match &names[..] {
        [] => return "It ended without a result.".to_owned(),
        [winner] => format!("{winner} has won."),
        [others @ .., last] => format!("{} and {last} have won together.", others.join(", ")),
    };
    let own = ranking.iter().find(|standing| Some(standing.seat) == seen.seat);
    match own.map(|own| own.place) {
        None => won,
        Some(1) if names.len() == 1 => "You have won.".to_owned(),
        Some(1) => format!("{won} You are one of them."),
        Some(place) => format!("{won} You are {}.", profile::nth(place.into())),
    }
}

/// The seats in the order of their places, or as they sit.
fn order(folded: &Match, seats: usize) -> Vec<Seat> {
    let mut order: Vec<Seat> = Seat::all(seats).collect();
    let standing = |seat: Seat| folded.ranking.iter().flatten().find(move |s| s.seat == seat);
    order.sort_by_key(|&seat| standing(seat).map(|standing| standing.place));
    order
}

type Scores = PerSeat<ScoreSheet>;

fn seat_lines(seen: &Seen, order: &[Seat], scores: &Scores) -> Vec<SeatLine> {
    let folded = &*seen.folded;
    let standing = |seat: Seat| folded.ranking.iter().flatten().find(move |s| s.seat == seat);
    let lines = order.iter().map(|&seat| SeatLine {
        letter: letter(seat),
        name: seen.names.seat(folded, seat),
        points: scores[seat].total(),
        place: standing(seat).map(|standing| standing.place),
        resigned: folded.sitters[seat.index()].resigned.is_some(),
    });
    lines.collect()
}

/// Each source from which anybody has points, with the points of each seat: a rule, or each kind of
/// thing that one and the same rule counts.
fn rules(scores: &Scores, order: &[Seat]) -> Vec<(String, Vec<i32>)> {
    let lines = || scores.values().flat_map(|sheet| &sheet.lines);
    let source = |line: &'_ ScoreLine| (line.rule.clone(), line.counted().map(str::to_owned));
    let mut sources: Vec<(String, Option<String>)> = Vec::new();
    for line in lines() {
        if !sources.contains(&source(line)) {
            sources.push(source(line));
        }
    }
    // Rules that differ by a number alone stand together, the highest first.
    let stem = |rule: &str| rule.trim_end_matches(|it: char| it.is_ascii_digit()).to_owned();
    let stems: Vec<String> = sources.iter().map(|(rule, _)| stem(rule)).collect();
    sources.sort_by_key(|(rule, _)| {
        (stems.iter().position(|it| *it == stem(rule)), Reverse(rule.clone()))
    });
    let row = |of: &(String, Option<String>)| {
        let points = |seat: Seat| -> i32 {
            let lines = scores[seat].lines.iter().filter(|line| source(line) == *of);
            lines.map(|line| line.points).sum()
        };
        let mut labels = lines().filter(|line| source(line) == *of).map(|line| &line.label);
        let first = labels.next().cloned().unwrap_or_default();
        let label = match of {
            (_, Some(counted)) => counted.clone(),
            _ if labels.all(|label| *label == first) => first,
            (rule, None) => rule.replace('_', " "),
        };
        (capital(&label), order.iter().map(|&seat| points(seat)).collect())
    };
    sources.iter().map(row).collect()
}

/// What each seat's points are measured by, and how far beyond it they are: points stand
/// first among what a seat has, and what is a burden is what they have to reach.
fn measured(held: &[Vec<Holding>]) -> Vec<(String, Vec<i64>)> {
    let asked = |held: &Vec<Holding>| {
        let points = held.first()?.amount;
        let burden = held.iter().find(|it| !it.more_is_better)?;
        Some((burden.what, burden.amount, points - burden.amount))
    };
    let all: Option<Vec<_>> = held.iter().map(asked).collect();
    let Some(all) = all.filter(|all| !all.is_empty()) else { return Vec::new() };
    let what = all[0].0;
    vec![
        (what.to_owned(), all.iter().map(|it| it.1).collect()),
        (format!("Beyond {what}"), all.iter().map(|it| it.2).collect()),
    ]
}

/// The same with numbers as people write them.
fn printed(measured: Vec<(String, Vec<i64>)>) -> Vec<(String, Vec<String>)> {
    let print = |number: i64| number.to_string().replace('-', "−");
    let row = |(what, numbers): (String, Vec<i64>)| {
        (what, numbers.into_iter().map(print).collect::<Vec<_>>())
    };
    measured.into_iter().map(row).collect()
}

/// What put the first before the second.
fn decided(
    folded: &Match,
    state: &AnyState,
    ranking: &[Standing],
    measured: &[(String, Vec<i64>)],
) -> String {
    let [first, second, ..] = ranking else { return String::new() };
    if first.place == second.place {
        return String::new();
    }
    let carried = |it: &&Proposal| matches!(it.closed, Some((Verdict::Carried, _)));
    let last = folded.proposals().iter().rfind(carried);
    if !matches!(folded.game().turn(state), Turn::Over(_)) {
        if last.is_some_and(|it| matches!(it.terms, Terms::End { .. })) {
            return "It was ended here by those who played on.".to_owned();
        }
        let left = folded.sitters.iter().filter(|sitter| sitter.resigned.is_none()).count();
        return match left {
            1 => "All others have resigned.".to_owned(),
            _ => "Too few people were left to play on.".to_owned(),
        };
    }
    let tie_break = || folded.game().tie_break(state, first.seat, second.seat);
    match measured {
        [(what, _), (_, beyond), ..] if beyond[0] == beyond[1] => match beyond[0] {
            0 => format!("Both have exactly their {what}: {}.", tie_break()),
            by if by > 0 => format!("Both are {by} beyond their {what}: {}.", tie_break()),
            by => format!("Both are {} short of their {what}: {}.", by.abs(), tie_break()),
        },
        [(what, asked), (_, beyond), ..] => {
            let far = match beyond[0] {
                0 => format!("exactly the {what} of {}", asked[0]),
                by if by > 0 => format!("{by} beyond the {what} of {}", asked[0]),
                by => format!("{} short of the {what} of {}", by.abs(), asked[0]),
            };
            format!("The winner has {} points, {far}.", first.points)
        }
        _ if first.points == second.points => {
            format!("Level on {} points: {}.", first.points, tie_break())
        }
        _ => {
            format!("The winner has {} points, the second {}.", first.points, second.points)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_of_points_is_a_row_of_its_own() {
        let line = |rule: &str, label: &str, points| ScoreLine {
            rule: rule.to_owned(),
            label: label.to_owned(),
            points,
        };
        let sheets = [
            vec![
                line("monument_of_level_1", "Monument of level 1 on A1", 1),
                line("monument_of_level_2", "Monument of level 2 on B1", 3),
                line("craftsmen", "2 x potter", 2),
                line("craftsmen", "1 x sculptor", 2),
            ],
            vec![
                line("monument_of_level_2", "Monument of level 2 on C1", 3),
                line("monument_of_level_2", "Monument of level 2 on D1", 3),
                line("craftsmen", "1 x potter", 1),
            ],
        ];
        let scores = PerSeat::new(2, |seat| ScoreSheet { lines: sheets[seat.index()].clone() });
        let rows = rules(&scores, &[Seat(1), Seat(0)]);
        let expected = [
            ("Monument of level 2", [6, 3]),
            ("Monument of level 1 on A1", [0, 1]),
            ("Potter", [1, 2]),
            ("Sculptor", [0, 2]),
        ];
        let rows = rows.iter().map(|(label, points)| (label.as_str(), points.as_slice()));
        assert!(rows.eq(expected.iter().map(|(label, points)| (*label, points.as_slice()))));
    }
}
