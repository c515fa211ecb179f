//! The words of each letter, as plain text and as HTML (`templates/email/`).

use super::picture::Picture;
use super::sign_in::SignInChange;
use crate::clock::Instant;
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

/// Somebody the match waits for.
#[derive(Clone, Debug)]
pub struct Awaited {
    /// Who.
    pub name: String,
    /// Since when.
    pub since: Option<Instant>,
    /// Whether that is the receiver.
    pub you: bool,
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
    /// Somebody wants your address for another account.
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
    /// It takes something else to sign in from now on.
    SignInChanged {
        /// To whom.
        handle: String,
        /// What has changed.
        what: SignInChange,
        /// Where a password can be reset.
        link: String,
    },
    /// Somebody invites you to a match.
    Invitation {
        /// Who.
        host: String,
        /// The match; its link lets the receiver in.
        letter: MatchLetter,
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
    /// Whom the match waits for, in seat order.
    pub awaited: Vec<Awaited>,
    /// What happened since the receiver's last turn, in sentences.
    pub happened: Vec<String>,
    /// How many earlier sentences were left out.
    pub left_out: usize,
    /// The final ranking, best first.
    pub ranking: Vec<Place>,
    /// The way to the match.
    pub link: String,
    /// The server's receipt for the version that the letter tells of, as one line.
    pub receipt: String,
    /// Where this kind of letter can be muted.
    pub unsubscribe: String,
}

/// A letter's picture as its HTML names it.
#[derive(Clone, Debug)]
pub struct Shown {
    cid: String,
    alt: String,
    width: u32,
    height: u32,
    marked: bool,
}

/// The most pixels that a picture is wide on a screen; larger ones are shrunk to it.
const WIDE: u32 = 760;

impl Shown {
    /// A picture that travels under this Content-ID.
    pub fn of(picture: &Picture, cid: &str) -> Shown {
        let width = picture.width.clamp(1, WIDE);
        Shown {
            cid: cid.to_owned(),
            alt: one_line(&picture.alt),
            width,
            height: picture.height * width / picture.width.max(1),
            marked: picture.marked,
        }
    }
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
#[template(path = "email/sign_in_changed.txt")]
struct SignInText<'a> {
    handle: &'a str,
    said: &'a str,
    link: &'a str,
}

/// The one frame of all letters about matches, as plain text.
#[derive(Template)]
#[template(path = "email/match.txt")]
struct MatchText<'a> {
    letter: &'a MatchLetter,
    lead: &'a str,
    call: &'a str,
    earlier: Option<String>,
}

/// The one frame of all HTML letters: paragraphs, a button, a footer.
#[derive(Template)]
#[template(path = "email/letter.html")]
struct Html<'a> {
    subject: &'a str,
    greeting: &'a str,
    lead: &'a str,
    picture: Option<&'a Shown>,
    happened: &'a [String],
    earlier: Option<String>,
    ranking: &'a [Place],
    button: Option<(&'a str, &'a str)>,
    foot: &'a str,
    receipt: Option<&'a str>,
    unsubscribe: Option<&'a str>,
}

impl Content {
    /// The letter in words, with its picture if it has one.
    pub fn render(&self, picture: Option<&Shown>) -> Result<Rendered> {
        let tidy = match self.clone() {
            Content::Invitation { host, letter } => {
                Content::Invitation { host, letter: letter.on_one_line() }
            }
            Content::MatchStarted(letter) => Content::MatchStarted(letter.on_one_line()),
            Content::YourTurn(letter) => Content::YourTurn(letter.on_one_line()),
            Content::MatchEnded(letter) => Content::MatchEnded(letter.on_one_line()),
            about_an_account => about_an_account,
        };
        let subject = tidy.subject();
        let text = tidy.text().map_err(Error::fault)?;
        let html = tidy.html(&subject, picture).map_err(Error::fault)?;
        Ok(Rendered { subject, text, html })
    }

    fn subject(&self) -> String {
        match self {
            Content::ConfirmAddress { .. } => "Confirm your address for Turnwise".to_owned(),
            Content::ResetPassword { .. } => "Choose a new password for Turnwise".to_owned(),
            Content::AddressTaken { .. } => "You have an account at Turnwise already".to_owned(),
            Content::AddressChanged { .. } => "Your address at Turnwise was changed".to_owned(),
            Content::SignInChanged { what, .. } => what.subject().to_owned(),
            Content::Invitation { host, letter } => {
                format!("{}: {host} invites you", letter.title)
            }
            Content::MatchStarted(letter) if letter.waits_for_you() => {
                format!("{}: the match begins, and it is your turn", letter.title)
            }
            Content::MatchStarted(letter) => format!("{}: the match begins", letter.title),
            Content::YourTurn(letter) => format!("{}: it is your turn", letter.title),
            Content::MatchEnded(letter) => format!("{}: {}", letter.title, letter.outcome()),
        }
    }

    fn text(&self) -> askama::Result<String> {
        let about_match = |letter: &MatchLetter, lead: &str, call: &str| {
            MatchText { letter, lead, call, earlier: letter.earlier() }.render()
        };
        match self {
            Content::ConfirmAddress { handle, link, hours } => {
                ConfirmText { handle, link, hours: *hours }.render()
            }
            Content::ResetPassword { handle, link, hours } => {
                ResetText { handle, link, hours: *hours }.render()
            }
            Content::AddressTaken { handle, link } => TakenText { handle, link }.render(),
            Content::AddressChanged { handle } => ChangedText { handle }.render(),
            Content::SignInChanged { handle, what, link } => {
                SignInText { handle, said: what.said(), link }.render()
            }
            Content::Invitation { host, letter } => {
                about_match(letter, &letter.invites(host), JOIN)
            }
            Content::MatchStarted(letter) => about_match(letter, &letter.begun(), GO),
            Content::YourTurn(letter) => about_match(letter, &letter.waiting(), TAKE),
            Content::MatchEnded(letter) => about_match(letter, &letter.over(), LOOK),
        }
    }

    fn html(&self, subject: &str, picture: Option<&Shown>) -> askama::Result<String> {
        let about_match = |letter: &MatchLetter, lead: &str, call: &str| {
            letter.html(subject, picture, lead, call)
        };
        let plain = |handle: &str, lead: &str, button: Option<(&str, &str)>, foot: &str| {
            Html {
                subject,
                greeting: handle,
                lead,
                picture: None,
                happened: &[],
                earlier: None,
                ranking: &[],
                button,
                foot,
                receipt: None,
                unsubscribe: None,
            }
            .render()
        };
        match self {
            Content::ConfirmAddress { handle, link, hours } => plain(
                handle,
                "Please confirm that this address is yours. From then on we write to you when \
                 it is your turn.",
                Some(("Confirm my address", link)),
                &format!(
                    "The link works once, for {hours} hours. If you did not register at Turnwise, ignore this letter."
                ),
            ),
            Content::ResetPassword { handle, link, hours } => plain(
                handle,
                "Somebody asked for a new password for your account at Turnwise; we hope it was you.",
                Some(("Choose a new password", link)),
                &format!(
                    "The link works once, for {hours} hours. If it was not you, ignore this letter: nothing changes."
                ),
            ),
            Content::AddressTaken { handle, link } => plain(
                handle,
                "Somebody wants your address for another account at Turnwise. You have an account \
                 there already; its handle is the name above.",
                Some(("I forgot my password", link)),
                "If it was not you, ignore this letter: nothing changes.",
            ),
            Content::AddressChanged { handle } => plain(
                handle,
                "From now on your letters from Turnwise go to another address. If you did not ask \
                 for that, sign in and change your password.",
                None,
                "This is the last letter to this address.",
            ),
            Content::SignInChanged { handle, what, link } => plain(
                handle,
                what.said(),
                Some(("It was not me: choose a new password", link)),
                "If it was you, there is nothing to do.",
            ),
            Content::Invitation { host, letter } => {
                about_match(letter, &letter.invites(host), JOIN)
            }
            Content::MatchStarted(letter) => about_match(letter, &letter.begun(), GO),
            Content::YourTurn(letter) => about_match(letter, &letter.waiting(), TAKE),
            Content::MatchEnded(letter) => about_match(letter, &letter.over(), LOOK),
        }
    }
}

/// What the links to a match are called.
const JOIN: &str = "Look and take a seat";
const GO: &str = "Go to the match";
const TAKE: &str = "Take your turn";
const LOOK: &str = "Look back at the match";

impl MatchLetter {
    fn waits_for_you(&self) -> bool {
        self.awaited.iter().any(|awaited| awaited.you)
    }

    /// For an invitation.
    fn invites(&self, host: &str) -> String {
        let players = list(&self.players);
        format!(
            "{host} invites you to {} ({}). At the table so far: {players}. If you would \
             rather not, there is nothing to do.",
            self.title, self.game
        )
    }

    /// For a letter about the beginning.
    fn begun(&self) -> String {
        let players = list(&self.players);
        let names: Vec<_> = self.awaited.iter().filter(|a| !a.you).map(|a| &a.name).collect();
        let turn = match (self.waits_for_you(), names.is_empty()) {
            (true, true) => " It is your turn.".to_owned(),
            (true, false) => format!(" It is your turn, as it is for {}.", list(&names)),
            (false, true) => String::new(),
            (false, false) => format!(" The match waits for {}.", list(&names)),
        };
        format!("{} ({}) begins, with {players}.{turn}", self.title, self.game)
    }

    /// For a letter about your turn: since when the match waits, and for whom else.
    fn waiting(&self) -> String {
        let (you, others): (Vec<_>, Vec<_>) = self.awaited.iter().partition(|a| a.you);
        let waits: Vec<_> = you
            .into_iter()
            .chain(others)
            .map(|awaited| {
                let who = if awaited.you { "you" } else { &awaited.name };
                match awaited.since {
                    Some(since) => format!("for {who} since {}", since.format(TIME)),
                    None => format!("for {who}"),
                }
            })
            .collect();
        let turn = format!("It is your turn in {} ({}).", self.title, self.game);
        match waits.is_empty() {
            true => turn,
            false => format!("{turn} The match has been waiting {}.", list(&waits)),
        }
    }

    /// For a letter about the end.
    fn over(&self) -> String {
        match self.ranking.is_empty() {
            true => format!("{} ({}) is over.", self.title, self.game),
            false => format!("{} ({}) is over: {}.", self.title, self.game, self.outcome()),
        }
    }

    fn html(
        &self,
        subject: &str,
        picture: Option<&Shown>,
        lead: &str,
        call: &str,
    ) -> askama::Result<String> {
        Html {
            subject,
            greeting: &self.handle,
            lead,
            picture,
            happened: &self.happened,
            earlier: self.earlier(),
            ranking: &self.ranking,
            button: Some((call, &self.link)),
            foot: "",
            receipt: Some(&self.receipt),
            unsubscribe: Some(&self.unsubscribe),
        }
        .render()
    }

    /// Who has won, which may be several.
    fn outcome(&self) -> String {
        let first = self.ranking.iter().filter(|place| place.place == 1);
        let winners: Vec<_> = first.map(|place| place.name.as_str()).collect();
        match winners[..] {
            [] => "the match is over".to_owned(),
            [winner] if winner == self.handle => "you win".to_owned(),
            [winner] => format!("{winner} wins"),
            _ => format!("{} share the first place", list(&winners)),
        }
    }

    fn earlier(&self) -> Option<String> {
        match self.left_out {
            0 => None,
            1 => Some("(1 earlier event is in the history)".to_owned()),
            many => Some(format!("({many} earlier events are in the history)")),
        }
    }

    /// Titles and names come from people: each stays on one line, whatever they
    /// wrote, so that a title can pretend neither a header nor a paragraph of ours.
    fn on_one_line(mut self) -> MatchLetter {
        let names = self.players.iter_mut().chain(&mut self.happened);
        let names = names.chain(self.awaited.iter_mut().map(|awaited| &mut awaited.name));
        let names = names.chain(self.ranking.iter_mut().map(|place| &mut place.name));
        for text in names.chain([&mut self.handle, &mut self.title]) {
            *text = one_line(text);
        }
        self
    }
}

impl Place {
    fn line(&self) -> String {
        let points = if self.points == 1 { "point" } else { "points" };
        format!("{}, {} {points}", self.name, self.points)
    }
}

/// A time in a letter: nobody knows where its reader lives.
const TIME: &str = "%-d %B %Y, %H:%M UTC";

/// "anna, ben and cleo".
fn list(items: &[impl AsRef<str>]) -> String {
    let items: Vec<_> = items.iter().map(AsRef::as_ref).collect();
    match &items[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// A text without line breaks, control characters and what turns the direction of reading.
pub(super) fn one_line(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.split(|c: char| c.is_control() || c.is_whitespace() || turns(c))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
