//! All ratings anew from the streams: to the same numbers on every machine.

use super::keeping::{as_rows, came_to};
use super::ladder::Ladder;
use super::result::Verdict;
use crate::db::ratings::{self as rows, Known, StepRow};
use crate::db::{Conn, Db};
use crate::error::{Code, Result};
use crate::games::SHELF;
use crate::words::Word;
use sha2::{Digest, Sha256};

/// What came of all the ended matches of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebuilt {
    /// What the game is called.
    pub title: &'static str,
    /// How many matches have ended.
    pub ended: usize,
    /// How many of them moved ratings.
    pub rated: usize,
    /// How many people have a rating.
    pub people: usize,
    /// How many matches could not be read, because a newer Turnwise has continued them.
    pub unread: usize,
    /// SHA-256 of all of it, to be compared with other machines: 64 hexadecimal digits.
    pub digest: String,
    /// Whether that was kept already.
    pub was_kept: bool,
}

/// Rates all ended matches of all games anew and keeps that in the place of what was kept, while
/// the database may be served.
///
/// # Errors
/// Where the database does not answer, or a stream is damaged.
pub fn rebuild(db: &Db) -> Result<Vec<Rebuilt>> {
    let mut all = Vec::new();
    for game in SHELF {
        let info = game.info();
        let (known, unread) = db.read_blocking(|conn| compute(conn, info.slug))?;
        // What ends in between is looked at as if nobody had; nobody rates meanwhile.
        let was_kept = db.write_blocking(move |tx| {
            rows::take_turn(tx, info.slug)?;
            let kept = rows::all(tx, info.slug)?;
            if kept != known {
                rows::replace(tx, info.slug, &known)?;
            }
            Ok((kept == known, known))
        })?;
        let (was_kept, known) = was_kept;
        all.push(told(info.title, &known, unread, was_kept));
    }
    Ok(all)
}

/// Rates all ended matches anew and compares that with what is kept. Nothing is changed.
///
/// # Errors
/// As for [`rebuild`].
pub fn compare(conn: &mut Conn) -> Result<Vec<Rebuilt>> {
    let one = |game: &&'static dyn crate::rules::erased::AnyGame| {
        let info = game.info();
        let kept = rows::all(conn, info.slug)?;
        let (known, unread) = compute(conn, info.slug)?;
        Ok(told(info.title, &known, unread, kept == known))
    };
    SHELF.iter().map(one).collect()
}

/// All that is to be known of a game, and how many matches could not be read.
fn compute(conn: &mut Conn, game: &str) -> Result<(Known, usize)> {
    let (mut outcomes, mut unread) = (Vec::new(), 0);
    for match_id in rows::ended(conn, game)? {
        match came_to(conn, &match_id) {
            Ok(outcome) => outcomes.extend(outcome),
            Err(error) if error.code == Code::NewerThanThisServer => unread += 1,
            Err(error) => return Err(error),
        }
    }
    outcomes
        .sort_by(|one, next| (one.ended_at, &one.match_id).cmp(&(next.ended_at, &next.match_id)));
    let (mut ladder, mut known) = (Ladder::default(), Known::default());
    for outcome in &outcomes {
        let (outcome, results) = as_rows(outcome)?;
        let counting: Vec<_> = results.iter().filter(|row| row.counts).cloned().collect();
        known.steps.extend(ladder.next(&counting));
        known.outcomes.push(outcome);
        known.results.extend(results);
    }
    known.ratings = ladder.rows(game).filter_map(|(_, row)| row).collect();
    Ok((known.sorted(), unread))
}

fn told(title: &'static str, known: &Known, unread: usize, was_kept: bool) -> Rebuilt {
    Rebuilt {
        title,
        ended: known.outcomes.len(),
        rated: known.outcomes.iter().filter(|row| row.verdict == Verdict::Rated.word()).count(),
        people: known.ratings.len(),
        unread,
        digest: digest(&known.steps),
        was_kept,
    }
}

/// The digest of what each match did to each rating.
fn digest(steps: &[StepRow]) -> String {
    let mut digest = Sha256::new();
    for step in steps {
        let StepRow { match_id, account_id, nth, rating_before, spread_before, .. } = step;
        let StepRow { rating_after, spread_after, .. } = step;
        let numbers = [nth, rating_before, spread_before, rating_after, spread_after];
        digest.update(format!("{match_id} {account_id} {numbers:?}\n"));
    }
    hex::encode(digest.finalize())
}
