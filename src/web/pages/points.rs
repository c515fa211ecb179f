//! Everybody's points by source, and how they came to be over the match.

use super::chart;
use crate::boards::markup::{capital, letter};
use crate::error::Result;
use crate::matches::Match;
use crate::matches::read::book::Book;
use crate::matches::read::look::Seen;
use crate::rules::{Holding, PerSeat, ScoreLine, ScoreSheet, Seat};
use std::cmp::Reverse;

/// Everybody's points at a moment of a match.
pub struct Points {
    /// In the order of their places, or as they sit.
    pub seats: Vec<SeatLine>,
    /// The rules by which points were scored, with the points of each seat.
    pub rules: Vec<(String, Vec<i32>)>,
    /// What the points are measured by, if it is not the same for all, and how far beyond it
    /// each seat is.
    pub measured: Vec<(String, Vec<i64>)>,
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

impl Points {
    /// The points of this moment; none before play. A line in the chart stands at the version
    /// `at`, and links lead to the addresses of others.
    pub fn of(
        book: &Book,
        seen: &Seen,
        at: i64,
        to: &dyn Fn(i64) -> String,
    ) -> Result<Option<Points>> {
        let folded = &*seen.folded;
        let Some(state) = &folded.state else { return Ok(None) };
        let scores = folded.game().score(state);
        let order = order(folded);
        let names: Vec<String> =
            Seat::all(folded.sitters.len()).map(|seat| seen.names.seat(folded, seat)).collect();
        let held: Vec<Vec<Holding>> =
            order.iter().map(|&seat| folded.game().holdings(state, seat)).collect();
        Ok(Some(Points {
            measured: measured(&held),
            seats: seat_lines(seen, &order, &scores),
            rules: rules(&scores, &order),
            chart: chart::draw(&book.marks()?, &names, seen.newest, at, to),
        }))
    }

    /// Whether nobody has more.
    pub fn is_best(points: &[i32], number: &i32) -> bool {
        points.iter().all(|other| other <= number)
    }

    /// A number as people write it.
    pub fn printed(number: &i64) -> String {
        number.to_string().replace('-', "−")
    }
}

/// The seats in the order of their places, or as they sit.
fn order(folded: &Match) -> Vec<Seat> {
    let mut order: Vec<Seat> = Seat::all(folded.sitters.len()).collect();
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
