//! A match as one line of a list.

use super::answer::When;
use crate::clock::Instant;
use crate::db::matches::{MatchRow, SeatRow};
use crate::games;
use crate::matches::look::Listing;

/// Somebody at the table.
#[derive(Clone, Debug)]
pub struct Sitter {
    /// What they are called.
    pub handle: String,
    /// Whether the match waits for them.
    pub awaited: bool,
    /// The place they took, once it is over.
    pub place: Option<i32>,
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
    /// `open`, `running`, `ended`, `cancelled`.
    pub status: String,
    /// Whether only invited people see it.
    pub private: bool,
    /// Who opened it.
    pub host: String,
    /// Who has a seat.
    pub sitters: Vec<Sitter>,
    /// Seats that are free.
    pub free: usize,
    /// When something last happened.
    pub changed: When,
    /// Since when it waits for who looks.
    pub since: Option<When>,
    /// Whether who looks has a seat.
    pub mine: bool,
}

impl Line {
    /// The lines of a listing for an account (or nobody).
    pub fn all(listing: &Listing, account: Option<&str>, now: Instant) -> Vec<Line> {
        let line = |(row, seats): &(MatchRow, Vec<SeatRow>)| {
            let own = seats.iter().find(|seat| Some(seat.account_id.as_str()) == account);
            let mut sitters: Vec<Sitter> = seats
                .iter()
                .map(|seat| Sitter {
                    handle: listing.names.account(&seat.account_id),
                    awaited: seat.awaited_since.is_some(),
                    place: seat.place,
                })
                .collect();
            if row.status == "ended" {
                sitters.sort_by_key(|sitter| sitter.place);
            }
            Line {
                id: row.id.clone(),
                title: row.title.clone(),
                game: games::find(&row.game)
                    .map_or_else(|| row.game.clone(), |game| game.info().title.to_owned()),
                slug: row.game.clone(),
                status: row.status.clone(),
                private: row.visibility == "private",
                host: listing.names.account(&row.host_id),
                free: usize::try_from(row.seats).unwrap_or(0).saturating_sub(sitters.len()),
                sitters,
                changed: When::of(row.changed_at, now),
                since: own.and_then(|seat| seat.awaited_since).map(|at| When::of(at, now)),
                mine: own.is_some(),
            }
        };
        listing.matches.iter().map(line).collect()
    }
}
