//! A match as one line of a list.

use super::answer::When;
use super::lobby::said_options;
use crate::clock::Instant;
use crate::games;
use crate::matches::read::list::Summary;
use crate::matches::time::answers::Habit;
use crate::matches::{Status, Visibility};
use crate::words::Word;

/// Somebody at the table.
#[derive(Clone, Debug)]
pub struct Sitter {
    /// What they are called.
    pub handle: String,
    /// Whether the match waits for them.
    pub awaited: bool,
    /// The place they took, once it is over.
    pub place: Option<i32>,
    /// How fast they usually answer, where people are looked for and it can be told.
    pub habit: Option<&'static str>,
    /// Whether somebody is looked for in their place.
    pub sought: bool,
}

/// A match in a list.
#[derive(Clone, Debug)]
pub struct Line {
    /// UUID.
    pub id: String,
    /// What the host called it.
    pub title: String,
    /// The game's title.
    pub game: String,
    /// The game's slug.
    pub slug: String,
    /// How far it has come, in a word.
    pub status: &'static str,
    /// Whether only invited people see it.
    pub private: bool,
    /// Who opened it.
    pub host: String,
    /// Who has a seat.
    pub sitters: Vec<Sitter>,
    /// Seats that are free.
    pub free: usize,
    /// What whoever sits down agrees to, in sentences, where people are looked for.
    pub terms: Vec<String>,
    /// When something last happened.
    pub changed: When,
    /// Since when it waits for who looks.
    pub since: Option<When>,
    /// Until when the time of who looks is not over, where their clock runs.
    pub due: Option<When>,
    /// Whether who looks has a seat.
    pub mine: bool,
    /// How many lines of its talk who looks has not read.
    pub unread: usize,
}

impl Line {
    /// The lines of matches for an account (or nobody).
    pub fn all(matches: &[Summary], account: Option<&str>, now: Instant) -> Vec<Line> {
        let line = |one: &Summary| {
            let own = one.seats.iter().find(|seat| Some(seat.account.as_str()) == account);
            let sitters = one.seats.iter().map(|seat| Sitter {
                handle: seat.name.to_string(),
                awaited: seat.awaited_since.is_some(),
                place: seat.place,
                habit: seat.habit.map(Habit::said),
                sought: seat.open_at.is_some_and(|from| from <= now),
            });
            let mut sitters: Vec<Sitter> = sitters.collect();
            if one.status == Status::Ended {
                sitters.sort_by_key(|sitter| sitter.place);
            }
            Line {
                id: one.id.clone(),
                title: one.title.clone(),
                game: games::find(&one.game)
                    .map_or_else(|| one.game.clone(), |game| game.info().title.to_owned()),
                slug: one.game.clone(),
                status: one.status.word(),
                private: one.visibility == Visibility::Private,
                host: one.host.to_string(),
                free: usize::from(one.capacity).saturating_sub(sitters.len()),
                sitters,
                terms: if one.looks_for_people(now) { terms(one) } else { Vec::new() },
                changed: When::of(one.changed_at, now),
                since: own.and_then(|seat| seat.awaited_since).map(|at| When::of(at, now)),
                due: own.and_then(|seat| seat.due).map(|at| When::until(at, now)),
                mine: own.is_some(),
                unread: one.unread,
            }
        };
        matches.iter().map(line).collect()
    }
}

/// What whoever sits down in a match agrees to, as briefly as it can be said.
fn terms(one: &Summary) -> Vec<String> {
    let mut said = vec![match one.timing {
        None => "Nothing is ever due.".to_owned(),
        Some(timing) => {
            let pace = timing.pace.said();
            let mut chars = pace.chars();
            let first = chars.next().map(char::to_uppercase).into_iter().flatten();
            format!("{}; {}.", first.chain(chars).collect::<String>(), timing.absence.briefly())
        }
    }];
    let options = said_options(&one.config);
    if !options.is_empty() {
        said.push(format!("Options: {}.", options.join("; ")));
    }
    said
}
