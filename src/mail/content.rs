//! The words of each letter, as plain text and as HTML (`templates/email/`).

use crate::error::{Error, Result};
use askama::Template;

/// A place in a final ranking.
#[derive(Clone, Debug)]
pub struct Place {
    /// 1 for the winner.
    pub place: u8,
    /// Who.
    pub name: String,
    /// With how many points.
    pub points: i32,
}

/// What a letter says.
#[derive(Clone, Debug)]
pub enum Content {
    /// Please confirm your address.
    ConfirmAddress {
        /// To whom.
        handle: String,
        /// The one-time link.
        link: String,
        /// How many hours it works.
        hours: i64,
    },
    /// Choose a new password.
    ResetPassword {
        /// To whom.
        handle: String,
        /// The one-time link.
        link: String,
        /// How many hours it works.
        hours: i64,
    },
    /// Somebody tried to register with your address.
    AddressTaken {
        /// To whom.
        handle: String,
        /// Where a password can be reset.
        link: String,
    },
    /// Letters go to another address from now on.
    AddressChanged {
        /// To whom.
        handle: String,
    },
    /// Your match has started.
    MatchStarted(MatchLetter),
    /// It is your turn.
    YourTurn(MatchLetter),
    /// Your match has ended.
    MatchEnded(MatchLetter),
}

/// What letters about matches say.
#[derive(Clone, Debug)]
pub struct MatchLetter {
    /// To whom.
    pub handle: String,
    /// What the host called the match.
    pub title: String,
    /// The game's title.
    pub game: String,
    /// The people in it.
    pub players: Vec<String>,
    /// Whether the receiver is awaited.
    pub your_turn: bool,
    /// Who is awaited, by name.
    pub awaited: Vec<String>,
    /// What happened since the receiver's last turn, in sentences.
    pub happened: Vec<String>,
    /// How many earlier sentences were left out.
    pub left_out: usize,
    /// The final ranking, best first.
    pub ranking: Vec<Place>,
    /// The way to the match.
    pub link: String,
    /// The version that the letter tells of.
    pub version: i64,
    /// The hash of that version's event.
    pub hash: String,
    /// Where this kind of letter can be muted.
    pub unsubscribe: String,
}

/// A letter in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// One line.
    pub subject: String,
    /// The plain text, complete in itself.
    pub text: String,
    /// The same as HTML.
    pub html: String,
}

#[derive(Template)]
#[template(path = "email/confirm_address.txt")]
struct ConfirmText<'a> {
    handle: &'a str,
    link: &'a str,
    hours: i64,
}

#[derive(Template)]
#[template(path = "email/reset_password.txt")]
struct ResetText<'a> {
    handle: &'a str,
    link: &'a str,
    hours: i64,
}

#[derive(Template)]
#[template(path = "email/address_taken.txt")]
struct TakenText<'a> {
    handle: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "email/address_changed.txt")]
struct ChangedText<'a> {
    handle: &'a str,
}

#[derive(Template)]
#[template(path = "email/match_started.txt")]
struct StartedText<'a> {
    letter: &'a MatchLetter,
}

#[derive(Template)]
#[template(path = "email/your_turn.txt")]
struct TurnText<'a> {
    letter: &'a MatchLetter,
}

#[derive(Template)]
#[template(path = "email/match_ended.txt")]
struct EndedText<'a> {
    letter: &'a MatchLetter,
}

/// The one frame of all HTML letters: paragraphs, a button, a footer.
#[derive(Template)]
#[template(path = "email/letter.html")]
struct Html<'a> {
    subject: &'a str,
    greeting: &'a str,
    lead: &'a str,
    happened: &'a [String],
    left_out: usize,
    ranking: &'a [Place],
    button: Option<(&'a str, &'a str)>,
    foot: &'a str,
    seal: Option<(i64, &'a str)>,
    unsubscribe: Option<&'a str>,
}

impl Content {
    /// The letter in words.
    pub fn render(&self) -> Result<Rendered> {
        let subject = one_line(&self.subject());
        let text = self.text().map_err(Error::fault)?;
        let html = self.html(&subject).map_err(Error::fault)?;
        Ok(Rendered { subject, text, html })
    }

    fn subject(&self) -> String {
        match self {
            Content::ConfirmAddress { .. } => "Confirm your address for Turnwise".to_owned(),
            Content::ResetPassword { .. } => "Choose a new password for Turnwise".to_owned(),
            Content::AddressTaken { .. } => "You have an account at Turnwise already".to_owned(),
            Content::AddressChanged { .. } => "Your address at Turnwise was changed".to_owned(),
            Content::MatchStarted(letter) if letter.your_turn => {
                format!("{}: the match begins, and it is your turn", letter.title)
            }
            Content::MatchStarted(letter) => format!("{}: the match begins", letter.title),
            Content::YourTurn(letter) => format!("{}: it is your turn", letter.title),
            Content::MatchEnded(letter) => match letter.ranking.first() {
                Some(best) => format!("{}: {} wins", letter.title, best.name),
                None => format!("{}: the match is over", letter.title),
            },
        }
    }

    fn text(&self) -> askama::Result<String> {
        match self {
            Content::ConfirmAddress { handle, link, hours } => {
                ConfirmText { handle, link, hours: *hours }.render()
            }
            Content::ResetPassword { handle, link, hours } => {
                ResetText { handle, link, hours: *hours }.render()
            }
            Content::AddressTaken { handle, link } => TakenText { handle, link }.render(),
            Content::AddressChanged { handle } => ChangedText { handle }.render(),
            Content::MatchStarted(letter) => StartedText { letter }.render(),
            Content::YourTurn(letter) => TurnText { letter }.render(),
            Content::MatchEnded(letter) => EndedText { letter }.render(),
        }
    }

    fn html(&self, subject: &str) -> askama::Result<String> {
        let plain = |handle: &str, lead: &str, button: Option<(&str, &str)>, foot: &str| {
            Html {
                subject,
                greeting: handle,
                lead,
                happened: &[],
                left_out: 0,
                ranking: &[],
                button,
                foot,
                seal: None,
                unsubscribe: None,
            }
            .render()
        };
        match self {
            Content::ConfirmAddress { handle, link, hours } => plain(
                handle,
                "Please confirm that this address is yours; from then on we write to you when \
                 it is your turn.",
                Some(("Confirm my address", link)),
                &format!(
                    "The link works once, for {hours} hours. If you did not register, ignore this letter."
                ),
            ),
            Content::ResetPassword { handle, link, hours } => plain(
                handle,
                "Somebody, we hope you, asked for a new password.",
                Some(("Choose a new password", link)),
                &format!(
                    "The link works once, for {hours} hours. If it was not you, ignore this letter: nothing changes."
                ),
            ),
            Content::AddressTaken { handle, link } => plain(
                handle,
                "Somebody tried to register with your address. You have an account already, \
                 under the handle above.",
                Some(("I forgot my password", link)),
                "If it was not you, ignore this letter: nothing changes.",
            ),
            Content::AddressChanged { handle } => plain(
                handle,
                "From now on your letters go to another address. If you did not ask for that, \
                 sign in and change your password.",
                None,
                "This is the last letter to this address.",
            ),
            Content::MatchStarted(letter) => {
                let turn = match letter.your_turn {
                    true => "It is your turn.".to_owned(),
                    false => format!("First comes {}.", letter.awaited.join(", ")),
                };
                let people = letter.players.join(", ");
                let lead =
                    format!("{} ({}) begins with {people}. {turn}", letter.title, letter.game);
                about_match(subject, letter, &lead, "Go to the match")
            }
            Content::YourTurn(letter) => {
                let lead = format!("It is your turn in {} ({}).", letter.title, letter.game);
                about_match(subject, letter, &lead, "Take my turn")
            }
            Content::MatchEnded(letter) => {
                let lead = format!("{} ({}) is over.", letter.title, letter.game);
                about_match(subject, letter, &lead, "Look back at the match")
            }
        }
    }
}

fn about_match(
    subject: &str,
    letter: &MatchLetter,
    lead: &str,
    button: &str,
) -> askama::Result<String> {
    Html {
        subject,
        greeting: &letter.handle,
        lead,
        happened: &letter.happened,
        left_out: letter.left_out,
        ranking: &letter.ranking,
        button: Some((button, &letter.link)),
        foot: "",
        seal: Some((letter.version, &letter.hash)),
        unsubscribe: Some(&letter.unsubscribe),
    }
    .render()
}

/// Titles come from people: a subject is one line, whatever they wrote.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_control() || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
