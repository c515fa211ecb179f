//! What is shown of ratings: of one person, and the best of a game.
//!
//! A rating counts every match, but a match that is private is told of to nobody who may not know
//! of it, nor who sat in it: results, sources and encounters are of matches that whoever looks
//! may see.

use super::result::{Part, Verdict};
use super::scale::{Rating, Stood};
use crate::accounts::bots::Name;
use crate::clock::Instant;
use crate::db::Conn;
use crate::db::matches::{self, MatchRow};
use crate::db::ratings::{self as rows, OutcomeRow, Place, RatingRow, ResultRow, StepRow};
use crate::error::{Error, Result};
use crate::games;
use crate::matches::Matches;
use crate::matches::caller::RobotPlayer;
use crate::matches::read::names::Names;
use crate::matches::stream::event::Visibility;
use crate::rules::Robot;
use crate::words::Word;
use chrono::DateTime;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How many matches somebody needs to be listed among the best.
pub const ENOUGH: i64 = 5;

/// How many people are listed among the best.
const LISTED: i64 = 100;

/// How many of the latest matches encounters are counted in.
pub const LATEST: i64 = 300;

/// How well somebody plays a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Slug of the game.
    pub game: String,
    /// Account.
    pub account: String,
    /// What they are called.
    pub name: Name,
    /// Their rating.
    pub rating: Rating,
    /// How many matches have moved it.
    pub matches: i64,
    /// When the newest of them ended.
    pub since: Instant,
}

/// What an ended match came to for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Achieved {
    /// Which match.
    pub match_id: String,
    /// What it is called.
    pub title: String,
    /// Slug of the game.
    pub game: String,
    /// Whether only who is in it may know of it.
    pub private: bool,
    /// When it ended.
    pub ended_at: Instant,
    /// Whether it moved ratings, or why not.
    pub verdict: Verdict,
    /// What they did about their seat.
    pub part: Part,
    /// Whether it counted only against them.
    pub only_against: bool,
    /// Their place in the ranking.
    pub place: Option<i32>,
    /// Their points.
    pub points: Option<i32>,
    /// Their points by rule.
    pub sources: BTreeMap<String, i32>,
    /// How often the match waited for them until somebody had played for their seat.
    pub waits: i32,
    /// How often that was a stand-in.
    pub stood_in: i32,
    /// Their rating before and after, if it moved.
    pub moved: Option<Moved>,
    /// Everybody else who had a seat: what they are called, and their place.
    pub others: Vec<(Name, Option<i32>)>,
}

/// A rating before and after a match.
pub type Moved = (Rating, Rating);

fn moved(step: &StepRow) -> Moved {
    let before = Rating { points: step.rating_before, spread: step.spread_before };
    (before, Rating { points: step.rating_after, spread: step.spread_after })
}

/// How somebody has done against somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounters {
    /// Slug of the game.
    pub game: String,
    /// The other's name; of robots that of their kind.
    pub name: Name,
    /// Whether the other is a robot.
    pub robot: bool,
    /// How often they came before the other.
    pub ahead: u32,
    /// How often they were level.
    pub level: u32,
    /// How often they came behind.
    pub behind: u32,
}

impl Encounters {
    /// In how many matches.
    pub fn all(&self) -> u32 {
        self.ahead + self.level + self.behind
    }
}

impl Achieved {
    /// Where it stands in the order in which matches end, as a text to go on from. It is looked up
    /// nowhere, so it tells nothing of matches that somebody may not see.
    pub fn place(&self) -> String {
        format!("{}_{}", self.ended_at.and_utc().timestamp_micros(), self.match_id)
    }
}

/// The place of such a text.
pub fn place_of(text: &str) -> Option<Place> {
    let (at, id) = text.split_once('_')?;
    let at = DateTime::from_timestamp_micros(at.parse().ok()?)?;
    Some((at.naive_utc(), id.to_owned()))
}

impl Rating {
    /// Between which points somebody's strength lies, two times in three.
    pub fn likely(self) -> (i64, i64) {
        (self.points - self.spread, self.points + self.spread)
    }

    /// How much is known of it, in words.
    pub fn known(self) -> &'static str {
        match self.spread {
            ..80_000 => "well known",
            80_000..140_000 => "fairly well known",
            140_000..240_000 => "a rough estimate",
            _ => "hardly more than a guess yet",
        }
    }
}

impl Matches {
    /// How well somebody plays, by game in the order of the shelf.
    pub async fn strengths(&self, account: &str) -> Result<Vec<Strength>> {
        let account = account.to_owned();
        let read = move |conn: &mut Conn| {
            let rated = rows::of_account(conn, &account)?;
            let names = Names::of(conn, [account])?;
            Ok((rated, names))
        };
        let (rated, names) = self.db.read(read).await?;
        let mut strengths: Vec<Strength> =
            rated.into_iter().map(|row| strength(row, &names)).collect();
        strengths.sort_by_key(|one| shelf_order(&one.game));
        Ok(strengths)
    }

    /// Who plays a game best, of those with [`ENOUGH`] matches, the best first.
    pub async fn best(&self, game: &str) -> Result<Vec<Strength>> {
        let game = game.to_owned();
        let read = move |conn: &mut Conn| {
            let rated = rows::best(conn, &game, ENOUGH, LISTED)?;
            let names = Names::of(conn, rated.iter().map(|row| row.account_id.clone()))?;
            Ok((rated, names))
        };
        let (rated, names) = self.db.read(read).await?;
        Ok(rated.into_iter().map(|row| strength(row, &names)).collect())
    }

    /// What ended matches came to for somebody, as far as `seen_by` may know of them, the newest
    /// first; those of a game, if one is named, and after a match where a page before ended.
    pub async fn achieved(
        &self,
        account: &str,
        seen_by: Option<&str>,
        (game, after): (Option<&str>, Option<Place>),
        most: i64,
    ) -> Result<Vec<Achieved>> {
        let (account, seen_by) = (account.to_owned(), seen_by.map(str::to_owned));
        let game = game.map(str::to_owned);
        let read = move |conn: &mut Conn| {
            let own = rows::seen(
                conn,
                &account,
                seen_by.as_deref(),
                game.as_deref(),
                after.as_ref(),
                most,
            )?;
            Told::of(conn, &own)?.achieved(&own)
        };
        self.db.read(read).await
    }

    /// How somebody has done against others in the latest of the rated matches that `seen_by` may
    /// know of: by game, and with whom they played most.
    pub async fn encounters(
        &self,
        account: &str,
        seen_by: Option<&str>,
    ) -> Result<Vec<Encounters>> {
        let (account, seen_by) = (account.to_owned(), seen_by.map(str::to_owned));
        let read = move |conn: &mut Conn| {
            let own = rows::seen(conn, &account, seen_by.as_deref(), None, None, LATEST)?;
            Ok(Told::of(conn, &own)?.encounters(&own))
        };
        self.db.read(read).await
    }

    /// Whether a match moved ratings, and everybody's whose it moved, by seat: what they are called,
    /// and what they had before and after. `None` until it was looked at.
    pub async fn moved_by(
        &self,
        match_id: &str,
    ) -> Result<Option<(Verdict, Vec<(String, Moved)>)>> {
        let id = match_id.to_owned();
        let read = move |conn: &mut Conn| {
            let ids = [id];
            let outcome = rows::outcomes_of(conn, &ids)?.pop();
            let Some(verdict) = outcome.and_then(|row| Verdict::of_word(&row.verdict)) else {
                return Ok(None);
            };
            let steps = rows::steps_of(conn, &ids)?;
            let people = rows::of_matches(conn, &ids)?;
            let names = Names::of(conn, steps.iter().map(|step| step.account_id.clone()))?;
            let moved = people.iter().filter_map(|one| {
                let step = steps.iter().find(|step| step.account_id == one.account_id)?;
                Some((names.account(&one.account_id), moved(step)))
            });
            Ok(Some((verdict, moved.collect())))
        };
        self.db.read(read).await
    }

    /// All that is kept of somebody's results, for themself.
    pub async fn results_of(&self, account: &str) -> Result<Vec<(ResultRow, Option<StepRow>)>> {
        let account = account.to_owned();
        let read = move |conn: &mut Conn| {
            let own = rows::seen(conn, &account, Some(&account), None, None, i64::MAX)?;
            let told = Told::of(conn, &own)?;
            let with = |row: ResultRow| {
                let step = told.step(&row.match_id, &row.account_id).cloned();
                (row, step)
            };
            Ok(own.into_iter().map(with).collect())
        };
        self.db.read(read).await
    }
}

fn strength(row: RatingRow, names: &Names) -> Strength {
    Strength {
        name: names.name(&row.account_id),
        game: row.game,
        account: row.account_id,
        rating: Rating { points: row.rating, spread: row.spread },
        matches: row.matches,
        since: row.rated_at,
    }
}

fn shelf_order(game: &str) -> usize {
    games::SHELF.iter().position(|one| one.info().slug == game).unwrap_or(usize::MAX)
}

/// How many matches are read about in one statement.
const AT_ONCE: usize = 500;

/// All that is told of some matches.
struct Told {
    matches: Vec<MatchRow>,
    outcomes: Vec<OutcomeRow>,
    people: Vec<ResultRow>,
    /// By match and account.
    steps: Vec<StepRow>,
    names: Names,
}

fn key(step: &StepRow) -> (&str, &str) {
    (&step.match_id, &step.account_id)
}

impl Told {
    fn of(conn: &mut Conn, own: &[ResultRow]) -> Result<Told> {
        let ids: Vec<String> = own.iter().map(|row| row.match_id.clone()).collect();
        let (mut listed, mut outcomes) = (Vec::new(), Vec::new());
        let (mut people, mut steps) = (Vec::new(), Vec::new());
        for ids in ids.chunks(AT_ONCE) {
            listed.extend(matches::by_ids(conn, ids)?);
            outcomes.extend(rows::outcomes_of(conn, ids)?);
            people.extend(rows::of_matches(conn, ids)?);
            steps.extend(rows::steps_of(conn, ids)?);
        }
        steps.sort_by(|one: &StepRow, next| key(one).cmp(&key(next)));
        let names = Names::of(conn, people.iter().map(|row| row.account_id.clone()))?;
        Ok(Told { matches: listed, outcomes, people, steps, names })
    }

    fn step(&self, match_id: &str, account_id: &str) -> Option<&StepRow> {
        let at = self.steps.binary_search_by(|step| key(step).cmp(&(match_id, account_id)));
        at.ok().map(|at| &self.steps[at])
    }

    fn achieved(&self, own: &[ResultRow]) -> Result<Vec<Achieved>> {
        let told = own.iter().filter_map(|row| {
            let listed = self.matches.iter().find(|one| one.id == row.match_id)?;
            let outcome = self.outcomes.iter().find(|one| one.match_id == row.match_id)?;
            self.one(row, listed, outcome).transpose()
        });
        told.collect()
    }

    /// `None` for what a newer Turnwise has made of a match.
    fn one(
        &self,
        row: &ResultRow,
        listed: &MatchRow,
        outcome: &OutcomeRow,
    ) -> Result<Option<Achieved>> {
        let known = (Verdict::of_word(&outcome.verdict), Part::of_word(&row.part));
        let (Some(verdict), Some(part)) = known else { return Ok(None) };
        let moved = self.step(&row.match_id, &row.account_id).map(moved);
        let others = self
            .people
            .iter()
            .filter(|other| other.match_id == row.match_id && other.account_id != row.account_id);
        Ok(Some(Achieved {
            match_id: row.match_id.clone(),
            title: listed.title.clone(),
            game: row.game.clone(),
            private: listed.visibility == Visibility::Private.word(),
            ended_at: row.ended_at,
            verdict,
            part,
            only_against: row.only_against,
            place: row.place,
            points: row.points,
            sources: serde_json::from_str(&row.sources).map_err(Error::fault)?,
            waits: row.waits,
            stood_in: row.stood_in,
            moved,
            others: others.map(|other| (self.names.name(&other.account_id), other.place)).collect(),
        }))
    }

    fn encounters(&self, own: &[ResultRow]) -> Vec<Encounters> {
        let mut met: BTreeMap<(usize, String), Encounters> = BTreeMap::new();
        for row in own.iter().filter(|row| row.counts) {
            let others = self.people.iter().filter(|other| {
                other.counts && other.match_id == row.match_id && other.account_id != row.account_id
            });
            for other in others {
                let Some(order) = Stood::of(row).against(&Stood::of(other)) else { continue };
                let robot = RobotPlayer::of(&other.account_id).map(|player| player.robot);
                let whom = robot
                    .map_or_else(|| other.account_id.clone(), |kind: Robot| kind.name().to_owned());
                let all = met.entry((shelf_order(&row.game), whom)).or_insert_with(|| Encounters {
                    game: row.game.clone(),
                    name: robot.map_or_else(
                        || self.names.name(&other.account_id),
                        |kind: Robot| Name::ours(kind.name()),
                    ),
                    robot: robot.is_some(),
                    ahead: 0,
                    level: 0,
                    behind: 0,
                });
                *match order {
                    Ordering::Less => &mut all.ahead,
                    Ordering::Equal => &mut all.level,
                    Ordering::Greater => &mut all.behind,
                } += 1;
            }
        }
        let mut all: Vec<Encounters> = met.into_values().collect();
        all.sort_by(|one, next| {
            let often = |it: &Encounters| std::cmp::Reverse(it.all());
            (shelf_order(&one.game), often(one), &one.name).cmp(&(
                shelf_order(&next.game),
                often(next),
                &next.name,
            ))
        });
        all
    }
}
