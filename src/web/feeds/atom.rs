//! Turns that wait, as an Atom feed (RFC 4287).
//!
//! It holds no link to itself: whatever passes it on would pass its secret on, too.

use super::Turn;
use crate::accounts::feeds::Feed;
use crate::clock::{Instant, utc};
use crate::random;
use atom_syndication::{Entry, FixedDateTime, Link, Person, Text};

fn at(instant: Instant) -> FixedDateTime {
    utc(instant).fixed_offset()
}

fn page(address: &str) -> Vec<Link> {
    let rel = "alternate".to_owned();
    let mime_type = Some("text/html".to_owned());
    vec![Link { href: address.to_owned(), rel, mime_type, ..Link::default() }]
}

/// The text of the feed of whoever is called so.
pub fn feed(handle: &str, of: &Feed, turns: &[Turn], origin: &str) -> String {
    let newest = turns.iter().map(|turn| turn.since).max();
    let made = atom_syndication::Feed {
        title: Text::plain(format!("Turns that wait for {handle}")),
        id: format!("urn:uuid:{}", random::id_from(&format!("turns of {handle}"), of.made_at)),
        updated: at(newest.map_or(of.made_at, |newest| newest.max(of.made_at))),
        authors: vec![Person { name: "Turnwise".to_owned(), ..Person::default() }],
        links: page(&format!("{origin}/")),
        entries: turns.iter().map(entry).collect(),
        ..atom_syndication::Feed::default()
    };
    made.to_string()
}

fn entry(turn: &Turn) -> Entry {
    let summary = match turn.due {
        Some(due) => {
            format!("{}. Your time is over on {}.", turn.about, due.format("%-d %B %Y, %H:%M UTC"))
        }
        None => format!("{}.", turn.about),
    };
    Entry {
        title: Text::plain(format!("Your turn in {}", turn.title)),
        id: format!("urn:uuid:{}", turn.id),
        updated: at(turn.since),
        published: Some(at(turn.since)),
        links: page(&turn.link),
        summary: Some(Text::plain(summary)),
        ..Entry::default()
    }
}
