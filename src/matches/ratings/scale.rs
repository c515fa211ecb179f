//! The scale of ratings: the Bayesian model of Weng and Lin for several players (“A Bayesian
//! Approximation Method for Online Ranking”, JMLR 12, 2011), in which each pair of players is
//! compared by Bradley and Terry's formula.
//!
//! A rating is a belief: most likely `points`, and about two times in three no further off than
//! `spread`. Both are kept in whole thousandths, rounded after each match, so what is stored is an
//! integer and small differences never add up. The model takes sums, products, square roots and
//! fused multiplications, which IEEE 754 defines to the last bit, and the exponential function,
//! which it does not: machines may differ in its last bit, which moves a rating by less than
//! 10⁻¹¹ of a point. Only a result that lies as close as that to the middle between two thousandths
//! could be rounded differently: about one in a hundred million.

use super::result::Part;
use crate::db::ratings::ResultRow;
use crate::rules::Robot;
use crate::words::Word;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use std::cmp::Ordering;

/// How well somebody plays, as far as it is known. In thousandths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rating {
    /// The most likely strength.
    pub points: i64,
    /// Its standard deviation.
    pub spread: i64,
}

/// How far the strength of players differs by luck from match to match, in points: half of what is
/// uncertain at first, as in the paper. Who is 175 points better comes first two times in three.
const BETA: f64 = 175.0;

/// By how much the strength of people changes between two matches, in points. Without it, a rating
/// would hardly move any more after some years.
const DRIFT: f64 = 2.0;

impl Rating {
    /// Of somebody of whom nothing is known: as the sensible robot plays, and very uncertain.
    pub const START: Rating = Rating { points: 1_500_000, spread: 350_000 };

    /// Of a robot, in every game. It never moves: robots are the marks of the scale. Whoever plays
    /// at random stands at its zero, so who wins against it gains next to nothing.
    pub const fn of_robot(robot: Robot) -> Rating {
        let points = match robot {
            Robot::Random => 0,
            Robot::Sensible => 1_500_000,
        };
        Rating { points, spread: 0 }
    }

    fn of(model: &WengLinRating) -> Rating {
        let thousandths = |points: f64| (points * 1_000.0).round() as i64;
        Rating {
            points: thousandths(model.rating),
            // Nobody is ever known for certain.
            spread: thousandths(model.uncertainty).clamp(1, Rating::START.spread),
        }
    }

    fn model(self) -> WengLinRating {
        let points = |thousandths: i64| thousandths as f64 / 1_000.0;
        WengLinRating { rating: points(self.points), uncertainty: points(self.spread) }
    }

    /// The same before another match.
    fn drifted(self) -> WengLinRating {
        let known = self.model();
        let spread = (known.uncertainty * known.uncertainty + DRIFT * DRIFT).sqrt();
        WengLinRating { uncertainty: spread.min(Rating::START.model().uncertainty), ..known }
    }
}

/// How somebody stands at the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stood {
    /// Whether they have left.
    pub left: bool,
    /// The place, those who left behind those who stayed; `None` where that is not known.
    pub standing: Option<i32>,
    /// Whether the result counts only against them.
    pub only_against: bool,
}

/// Somebody who is compared with the others of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Their rating before.
    pub before: Rating,
    /// How they stand.
    pub stood: Stood,
    /// Whether their rating never moves.
    pub fixed: bool,
}

impl Stood {
    /// How they are in a row.
    pub fn of(row: &ResultRow) -> Stood {
        let left = row.part == Part::Left.word();
        Stood { left, standing: row.standing, only_against: row.only_against }
    }

    /// How they stand to somebody else: who is less stands before. `None` where it counts for
    /// neither.
    pub fn against(&self, other: &Stood) -> Option<Ordering> {
        let order = match (self.left, other.left) {
            (false, true) => Ordering::Less,
            (true, false) => Ordering::Greater,
            _ => self.standing?.cmp(&other.standing?),
        };
        let counts = match order {
            Ordering::Less => !self.only_against,
            Ordering::Greater => !other.only_against,
            Ordering::Equal => !self.only_against && !other.only_against,
        };
        counts.then_some(order)
    }
}

/// The ratings after a match; `None` for whoever is compared with nobody, or never moves.
pub fn rate(compared: &[Compared]) -> Vec<Option<Rating>> {
    let config = WengLinConfig { beta: BETA, ..WengLinConfig::new() };
    let after = |(at, one): (usize, &Compared)| {
        if one.fixed {
            return None;
        }
        // Teams of one: the one who is rated in the middle, and whoever counts before and after.
        let others = compared.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<(WengLinRating, usize)> = others
            .filter_map(|(_, other)| {
                let rank = match one.stood.against(&other.stood)? {
                    Ordering::Less => 3,
                    Ordering::Equal => 2,
                    Ordering::Greater => 1,
                };
                Some((other.before.drifted_unless(other.fixed), rank))
            })
            .collect();
        if others.is_empty() {
            return None;
        }
        let own = [one.before.drifted()];
        let teams = others
            .iter()
            .map(|(model, rank)| (std::slice::from_ref(model), MultiTeamOutcome::new(*rank)));
        let teams: Vec<_> =
            std::iter::once((&own[..], MultiTeamOutcome::new(2))).chain(teams).collect();
        let rated = weng_lin_multi_team(&teams, &config);
        rated.first().and_then(|team| team.first()).map(Rating::of)
    };
    compared.iter().enumerate().map(after).collect()
}

impl Rating {
    fn drifted_unless(self, fixed: bool) -> WengLinRating {
        if fixed { self.model() } else { self.drifted() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::chance::Seeded;
    use crate::rules::{Chance, Seat, Turn};

    const LEFT: Stood = Stood { left: true, standing: Some(3), only_against: false };

    fn person(before: Rating, standing: i32) -> Compared {
        Compared {
            before,
            stood: Stood { left: false, standing: Some(standing), only_against: false },
            fixed: false,
        }
    }

    fn robot(robot: Robot, standing: i32) -> Compared {
        Compared { fixed: true, ..person(Rating::of_robot(robot), standing) }
    }

    fn points(rating: Option<Rating>) -> i64 {
        rating.expect("it moves").points
    }

    #[test]
    fn the_sum_over_chosen_pairs_is_the_model_where_all_pairs_count() {
        let known = [(1_500.0, 350.0), (1_620.5, 120.25), (1_380.0, 80.0), (1_500.0, 350.0)];
        let whole = |(points, spread): (f64, f64)| Rating {
            points: (points * 1_000.0) as i64,
            spread: (spread * 1_000.0) as i64,
        };
        let places = [2, 1, 4, 2];
        let compared: Vec<Compared> =
            known.iter().zip(places).map(|(it, place)| person(whole(*it), place)).collect();
        let models: Vec<[WengLinRating; 1]> =
            compared.iter().map(|one| [one.before.drifted()]).collect();
        let teams: Vec<_> = models
            .iter()
            .zip(places)
            .map(|(model, place)| (&model[..], MultiTeamOutcome::new(place as usize)))
            .collect();
        let config = WengLinConfig { beta: BETA, ..WengLinConfig::new() };
        let by_the_model: Vec<Option<Rating>> = weng_lin_multi_team(&teams, &config)
            .iter()
            .map(|team| Some(Rating::of(&team[0])))
            .collect();
        assert_eq!(rate(&compared), by_the_model);
    }

    #[test]
    fn who_wins_gains_and_who_loses_loses_and_both_are_better_known() {
        let after = rate(&[person(Rating::START, 1), person(Rating::START, 2)]);
        let [Some(first), Some(second)] = after[..] else { panic!("both move: {after:?}") };
        assert!(first.points > 1_500_000 && second.points < 1_500_000, "{after:?}");
        assert!(first.spread < 350_000 && second.spread < 350_000, "{after:?}");
        let level = rate(&[person(Rating::START, 1), person(Rating::START, 1)]);
        assert_eq!(points(level[0]), 1_500_000);
    }

    #[test]
    fn a_robot_never_moves_and_moves_others() {
        let after = rate(&[robot(Robot::Sensible, 2), person(Rating::START, 1)]);
        assert_eq!(after[0], None);
        let gain = points(after[1]) - 1_500_000;
        let after = rate(&[robot(Robot::Random, 2), person(Rating::START, 1)]);
        let little = points(after[1]) - 1_500_000;
        assert!(gain > 100_000 && little < 10_000 && little > 0, "{gain} and {little}");
    }

    #[test]
    fn whoever_left_loses_to_all_who_stayed_wherever_they_stood() {
        let gone = Compared { stood: LEFT, ..person(Rating::START, 1) };
        let after = rate(&[gone, person(Rating::START, 2), person(Rating::START, 1)]);
        assert!(points(after[0]) < points(after[1]) && points(after[1]) < points(after[2]));
        assert_eq!(points(after[1]), 1_500_000, "one better, one worse");
    }

    #[test]
    fn those_who_stayed_are_not_compared_where_there_is_no_result() {
        let mut stayed = person(Rating::START, 1);
        stayed.stood.standing = None;
        assert_eq!(rate(&[stayed, stayed]), [None, None]);
        let gone = Compared { stood: LEFT, ..stayed };
        let after = rate(&[stayed, gone, stayed]);
        assert_eq!(after[0], after[2]);
        assert!(points(after[0]) > 1_500_000 && points(after[1]) < 1_500_000, "{after:?}");
    }

    #[test]
    fn a_result_that_counts_only_against_somebody_brings_them_nothing_and_takes_nobody_anything() {
        let mut stood_in = person(Rating::START, 1);
        stood_in.stood.only_against = true;
        let after = rate(&[stood_in, person(Rating::START, 2)]);
        assert_eq!(after, [None, None], "it was the stand-in that won");
        stood_in.stood.standing = Some(2);
        let after = rate(&[stood_in, person(Rating::START, 1), person(Rating::START, 3)]);
        assert!(points(after[0]) < 1_500_000 && points(after[1]) > 1_500_000, "{after:?}");
        let alone = rate(&[person(Rating::START, 1), person(Rating::START, 3)]);
        assert_eq!(after[2], alone[1], "whoever came behind it lost to the other one only");
    }

    #[test]
    fn people_of_known_strength_come_into_their_order() {
        // By the model itself: each plays better or worse than usual by luck.
        let (mut within, mut all, mut ordered, seeds) = ([0, 0], 0, 0, 20);
        let strengths = [1_900.0, 1_700.0, 1_500.0, 1_300.0, 1_100.0];
        for seed in 0..seeds {
            let mut chance = Seeded::new(seed);
            let mut known = [Rating::START; 5];
            for _ in 0..200 {
                let mut seats: Vec<usize> = (0..5).collect();
                while seats.len() > 2 + chance.below(3) as usize {
                    seats.swap_remove(chance.below(seats.len() as u32) as usize);
                }
                // Gumbel's distribution: then Bradley and Terry's formula is exact.
                let luck = |chance: &mut Seeded| {
                    let share = (f64::from(chance.below(1_000_000)) + 0.5) / 1_000_000.0;
                    -(-share.ln()).ln() * BETA * std::f64::consts::SQRT_2
                };
                let shown: Vec<f64> =
                    seats.iter().map(|seat| strengths[*seat] + luck(&mut chance)).collect();
                let place = |own: &f64| 1 + shown.iter().filter(|it| *it > own).count() as i32;
                let compared: Vec<Compared> = seats
                    .iter()
                    .zip(&shown)
                    .map(|(seat, own)| person(known[*seat], place(own)))
                    .collect();
                for (seat, after) in seats.iter().zip(rate(&compared)) {
                    known[*seat] = after.expect("everybody is compared");
                }
            }
            assert!(known[0].points > known[2].points && known[2].points > known[4].points);
            ordered += known.windows(2).filter(|pair| pair[0].points > pair[1].points).count();
            for (rating, strength) in known.iter().zip(strengths) {
                let off = (rating.points as f64 / 1_000.0 - strength).abs();
                let spread = rating.spread as f64 / 1_000.0;
                all += 1;
                within[0] += usize::from(off < spread);
                within[1] += usize::from(off < 2.0 * spread);
                assert!((50.0..120.0).contains(&spread), "{known:?}");
            }
        }
        assert_eq!((all, seeds * 4), (100, 80));
        // Neighbours are 200 points apart: each match is won by the weaker one of two three times
        // in ten.
        assert!(ordered >= 76, "{ordered} of 80 neighbours are in their order");
        // What is told of uncertainty is what it is.
        assert!(within[0] >= 60 && within[1] >= 92, "{within:?} of {all}");
    }

    #[test]
    fn a_rating_is_known_better_with_each_match_and_never_stops_moving() {
        let (mut known, mut spreads) = ([Rating::START; 2], Vec::new());
        for at in 0..2_000 {
            let places = if at % 2 == 0 { [1, 2] } else { [2, 1] };
            let after = rate(&[person(known[0], places[0]), person(known[1], places[1])]);
            known = [after[0], after[1]].map(|after| after.expect("both move"));
            spreads.push(known[0].spread / 1_000);
        }
        let after = |matches: usize| spreads[matches - 1];
        let told = [1, 5, 20, 100, 2_000].map(after);
        assert!(told.windows(2).all(|pair| pair[0] > pair[1]), "{told:?}");
        assert!(told[0] > 330 && (180..230).contains(&told[2]), "{told:?}");
        assert!((80..110).contains(&told[3]) && (40..60).contains(&told[4]), "{told:?}");
        let moves = rate(&[person(known[0], 1), person(known[1], 2)]);
        assert!(points(moves[0]) - known[0].points > 3_000, "{moves:?} after {known:?}");
    }

    /// Matches of robots as if they were people whom nobody knows.
    #[test]
    fn in_matches_that_robots_have_played_the_sensible_one_comes_out_far_above_the_random_one() {
        for game in crate::games::SHELF {
            let mut known = Robot::ALL.iter().map(|_| Rating::START).collect::<Vec<_>>();
            for seed in 0..4 {
                let standings = played(*game, seed);
                let compared: Vec<Compared> = known
                    .iter()
                    .zip(&standings)
                    .map(|(known, place)| person(*known, *place))
                    .collect();
                for (known, after) in known.iter_mut().zip(rate(&compared)) {
                    *known = after.expect("both move");
                }
            }
            let far = known[1].points - known[0].points;
            assert!(far > 400_000, "{}: {known:?}", game.info().slug);
        }
    }

    /// The places of the robots, in the order of their kinds, in a match that they play.
    fn played(game: &'static dyn crate::rules::erased::AnyGame, seed: u64) -> Vec<i32> {
        let mut chance = Seeded::new(seed);
        let config = game.config(&serde_json::json!({})).expect("plain options");
        let setup = game.deal(&config, Robot::ALL.len(), &mut chance).expect("it can be dealt");
        let mut state = game.begin(game.schema(), &setup).expect("it begins");
        loop {
            let seats = match game.turn(&state) {
                Turn::Awaiting(seats) => seats,
                Turn::Over(ranking) => {
                    let place = |seat: Seat| {
                        let standing = ranking.iter().find(|standing| standing.seat == seat);
                        i32::from(standing.expect("its place").place)
                    };
                    return Seat::all(Robot::ALL.len()).map(place).collect();
                }
            };
            let seat = seats[0];
            let command = game.robot(Robot::ALL[seat.index()], &state, seat, &mut chance);
            let command = command.expect("it is awaited");
            let decided = game.decide(&state, seat, &command, &mut chance).expect("it is legal");
            for event in decided.events {
                game.evolve(&mut state, game.schema(), &event).expect("it was decided");
            }
        }
    }
}
