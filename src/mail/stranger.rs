//! What a letter says to somebody who may never have heard of Turnwise. It names no title of a
//! match: what people write goes to nobody who has not asked for it.

use super::about_match::list;
use crate::clock::Instant;
use askama::Template;

/// An invitation by address.
#[derive(Clone, Debug)]
pub struct Stranger {
    /// Who invites.
    pub host: String,
    /// To which game.
    pub game: String,
    /// Who has a seat.
    pub players: Vec<String>,
    /// Leads to the match.
    pub link: String,
    /// Until when it stands.
    pub until: Instant,
    /// Has no such letter sent again.
    pub never: String,
}

#[derive(Template)]
#[template(path = "email/invited.txt")]
struct Text<'a> {
    lead: String,
    link: &'a str,
    foot: String,
    never: &'a str,
}

impl Stranger {
    pub(super) fn subject(&self) -> String {
        format!("{} invites you to play {}", self.host, self.game)
    }

    pub(super) fn lead(&self) -> String {
        format!(
            "{} would like to play {} with you at Turnwise: board games on the web, one turn at a \
             time, over days. You play when you have time, and we write to you when it is your \
             turn. At the table so far: {}.",
            self.host,
            self.game,
            list(&self.players)
        )
    }

    pub(super) fn foot(&self) -> String {
        format!(
            "You need no account yet: choose a name and a password there, and you sit at the \
             table. The invitation stands until {}, or until every seat is taken; then we forget \
             your address. If you would rather not, there is nothing to do.",
            self.until.format("%-d %B %Y")
        )
    }

    pub(super) fn text(&self) -> askama::Result<String> {
        let (lead, foot) = (self.lead(), self.foot());
        Text { lead, link: &self.link, foot, never: &self.never }.render()
    }
}
