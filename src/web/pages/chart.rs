//! A chart of everybody's points, as SVG.

use crate::boards::markup::{escape, letter};
use crate::matches::read::course::Mark;
use crate::rules::Seat;
use std::fmt::Write;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 118.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 28.0;
/// The most links to the board of a moment.
const LINKS: i64 = 24;
/// Letters of a name that fit beside the chart.
const LETTERS: usize = 9;

/// Lines in the colour of each seat, with a dash pattern of its own and the letter of its
/// pieces; empty where nothing was scored. A line across them all stands at the version `at`
/// that is looked at, and links lead to the addresses that `to` gives of others. Names are written
/// as plain text into the picture.
pub fn draw(
    marks: &[Mark],
    names: &[String],
    newest: i64,
    at: i64,
    to: &dyn Fn(i64) -> String,
) -> String {
    let highest = marks.iter().flat_map(|mark| &mark.points).copied().max().unwrap_or(0);
    let lowest = marks.iter().flat_map(|mark| &mark.points).copied().min().unwrap_or(0).min(0);
    if marks.len() < 2 || highest <= lowest {
        return String::new();
    }
    let first = marks[0].version;
    let span = (newest - first).max(1) as f64;
    let x = |version: i64| LEFT + (version - first) as f64 / span * (WIDTH - LEFT - RIGHT);
    let y = |points: i32| {
        let share = f64::from(points - lowest) / f64::from(highest - lowest);
        TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM)
    };
    let mut svg = format!(
        // What holds links is no image to whoever hears the page.
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"group\" \
         aria-label=\"Points over the match\">"
    );
    for points in [lowest, (lowest + highest) / 2, highest] {
        let at = y(points);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{:.1}\"/><text class=\"tick\" x=\"{:.1}\" \
             y=\"{:.1}\" text-anchor=\"end\">{points}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for (round, at) in labels(&begins(marks, x)) {
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\">{round}</text>",
            HEIGHT - 8.0
        );
    }
    if at < newest {
        let _ = write!(
            svg,
            "<path class=\"here\" d=\"M{:.1} {TOP}V{:.1}\"/>",
            x(at.max(first)),
            HEIGHT - BOTTOM
        );
    }
    let ends = label_heights(marks, names.len(), y);
    for (seat, name) in names.iter().enumerate() {
        let mut path = String::new();
        let mut last = 0;
        for mark in marks {
            let points = mark.points.get(seat).copied().unwrap_or(0);
            let _ = match points {
                _ if path.is_empty() => write!(path, "M{:.1} {:.1}", x(mark.version), y(points)),
                same if same == last => Ok(()),
                _ => write!(path, "H{:.1}V{:.1}", x(mark.version), y(points)),
            };
            last = points;
        }
        let _ = write!(
            svg,
            "<path class=\"line seat-{seat}\" d=\"{path}H{:.1}\"/><text class=\"name seat-{seat}\" \
             x=\"{:.1}\" y=\"{:.1}\">{} {} {last}</text>",
            x(newest),
            WIDTH - RIGHT + 6.0,
            ends[seat],
            letter(Seat(seat as u8)),
            escape(&short(name)),
        );
    }
    let links = i64::min(LINKS, newest - first);
    let wide = (WIDTH - LEFT - RIGHT) / links as f64;
    for nth in 1..=links {
        let version = first + (newest - first) * nth / links;
        let _ = write!(
            svg,
            "<a href=\"{}\" aria-label=\"The board at event {version}\"><rect class=\"strip\" \
             x=\"{:.1}\" y=\"{TOP}\" width=\"{wide:.1}\" height=\"{:.1}\"/></a>",
            escape(&to(version)),
            LEFT + (nth - 1) as f64 * wide,
            HEIGHT - TOP - BOTTOM,
        );
    }
    svg + "</svg>"
}

/// Where each round begins, from left to right.
fn begins(marks: &[Mark], x: impl Fn(i64) -> f64) -> Vec<(u16, f64)> {
    let mut rounds: Vec<(u16, f64)> = Vec::new();
    for mark in marks.iter().filter(|mark| mark.round > 0) {
        if rounds.last().is_none_or(|(round, _)| *round < mark.round) {
            rounds.push((mark.round, x(mark.version)));
        }
    }
    rounds
}

/// Every so manyth of the rounds, the first among them, so that no number stands on another.
fn labels(rounds: &[(u16, f64)]) -> Vec<(u16, f64)> {
    const APART: f64 = 18.0;
    let every = |by: usize| rounds.iter().step_by(by).copied().collect::<Vec<_>>();
    let fit = |some: &Vec<(u16, f64)>| some.windows(2).all(|two| two[1].1 - two[0].1 >= APART);
    (1..=rounds.len()).map(every).find(fit).unwrap_or_default()
}

/// Where each seat's name stands: beside the end of its line, but never on another.
fn label_heights(marks: &[Mark], seats: usize, y: impl Fn(i32) -> f64) -> Vec<f64> {
    const APART: f64 = 15.0;
    let last = |seat: usize| {
        marks.last().and_then(|mark| mark.points.get(seat)).copied().unwrap_or_default()
    };
    let mut order: Vec<usize> = (0..seats).collect();
    order.sort_by_key(|&seat| std::cmp::Reverse(last(seat)));
    let mut heights = vec![0.0; seats];
    let mut free = TOP;
    for (rank, seat) in order.into_iter().enumerate() {
        // Room is left below for those who are still to come.
        let lowest = HEIGHT - BOTTOM - APART * (seats - 1 - rank) as f64;
        heights[seat] = (y(last(seat)) + 4.0).max(free).min(lowest);
        free = heights[seat] + APART;
    }
    heights
}

fn short(name: &str) -> String {
    match name.chars().count() > LETTERS {
        true => name.chars().take(LETTERS - 1).chain(['…']).collect(),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_where_its_round_begins_and_at_the_same_steps_all_along() {
        let rounds = |places: &[f64]| (1..).zip(places.iter().copied()).collect::<Vec<_>>();
        let said = |places: &[f64]| labels(&rounds(places));
        assert_eq!(said(&[0.0, 20.0, 40.0]), rounds(&[0.0, 20.0, 40.0]));
        assert_eq!(said(&[0.0, 20.0, 30.0, 50.0, 90.0]), [(1, 0.0), (3, 30.0), (5, 90.0)]);
        assert_eq!(said(&[0.0, 1.0]), [(1, 0.0)]);
        assert_eq!(said(&[]), []);
        let mark = |version, round| Mark { version, round, points: vec![0] };
        let marks = [mark(1, 0), mark(2, 1), mark(3, 1), mark(4, 2), mark(5, 1)];
        assert_eq!(begins(&marks, |version| version as f64), [(1, 2.0), (2, 4.0)]);
    }
}
