//! The words of each letter, as plain text and as HTML (`templates/email/`).

pub use super::about_match::{Awaited, Gone, MatchLetter, Place};
pub use super::digest::{Digest, Part};
use super::picture::Picture;
use super::sign_in::SignInChange;
pub use super::stranger::Stranger;
pub use super::way_off::WayOff;
use crate::error::{Error, Result};
use askama::Template;

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
    /// News of your matches go by one way less.
    WayOff(WayOff),
    /// Somebody invites you to a match.
    Invitation {
        /// Who.
        host: String,
        /// The match; its link lets the receiver in.
        letter: MatchLetter,
    },
    /// Somebody whom you invited declines.
    InvitationDeclined {
        /// Who.
        who: String,
        /// Why; may be empty.
        why: String,
        /// The match.
        letter: MatchLetter,
    },
    /// Somebody who may have no account is invited by their address. It names no title: what
    /// people write goes to nobody who has not asked for it.
    InvitationByAddress(Stranger),
    /// Somebody asks you to take their seat over.
    TakeOver {
        /// Who.
        from: String,
        /// The match.
        letter: MatchLetter,
    },
    /// Your match has started.
    MatchStarted(MatchLetter),
    /// It is your turn.
    YourTurn(MatchLetter),
    /// It is still your turn, and your free time goes by.
    Reminder {
        /// How much of it is gone.
        gone: Gone,
        /// The match.
        letter: MatchLetter,
    },
    /// Your time is almost over.
    LastCall(MatchLetter),
    /// Your time was over.
    TimedOut {
        /// What follows from it, in a sentence.
        follows: String,
        /// The match.
        letter: MatchLetter,
    },
    /// Somebody proposes something, and you are asked.
    Proposal {
        /// Who proposes what, in a sentence.
        said: String,
        /// The match.
        letter: MatchLetter,
    },
    /// Something that you proposed or answered is not open any more.
    ProposalOver {
        /// What was proposed, in a sentence.
        said: String,
        /// What came of it, such as `agreed on`.
        came: &'static str,
        /// The match.
        letter: MatchLetter,
    },
    /// Nothing happens in your match.
    AboutToExpire {
        /// When it will not go on.
        over: String,
        /// Whether it counts for the ratings.
        rated: bool,
        /// The match.
        letter: MatchLetter,
    },
    /// Your match has ended.
    MatchEnded(MatchLetter),
    /// Several things at once.
    Digest(Digest),
}

/// A letter's picture as its HTML names it.
#[derive(Clone, Debug)]
pub struct Shown {
    pub(super) cid: String,
    pub(super) alt: String,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) marked: bool,
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
    /// The letter in words, with its pictures: of a digest those of its first parts.
    pub fn render(&self, pictures: &[Option<Shown>]) -> Result<Rendered> {
        let mut tidy = self.clone();
        tidy.on_one_line();
        let subject = tidy.subject();
        let text = tidy.text().map_err(Error::fault)?;
        let html = tidy.html(&subject, pictures).map_err(Error::fault)?;
        Ok(Rendered { subject, text, html })
    }

    /// What people wrote stays on one line.
    pub(super) fn on_one_line(&mut self) {
        match self {
            Content::Invitation { letter, .. }
            | Content::TakeOver { letter, .. }
            | Content::Reminder { letter, .. }
            | Content::TimedOut { letter, .. }
            | Content::Proposal { letter, .. }
            | Content::ProposalOver { letter, .. }
            | Content::AboutToExpire { letter, .. }
            | Content::MatchStarted(letter)
            | Content::YourTurn(letter)
            | Content::LastCall(letter)
            | Content::MatchEnded(letter) => letter.on_one_line(),
            Content::InvitationDeclined { who, why, letter } => {
                (*who, *why) = (one_line(who), one_line(why));
                letter.on_one_line();
            }
            Content::WayOff(off) => off.on_one_line(),
            Content::Digest(digest) => digest.on_one_line(),
            Content::InvitationByAddress(_)
            | Content::ConfirmAddress { .. }
            | Content::ResetPassword { .. }
            | Content::AddressTaken { .. }
            | Content::AddressChanged { .. }
            | Content::SignInChanged { .. } => {}
        }
    }

    /// Of a letter about one match: its frame, what it says first, what its link is called.
    pub(super) fn about_match(&self) -> Option<(&MatchLetter, String, &'static str)> {
        Some(match self {
            Content::Invitation { host, letter } => (letter, letter.invites(host), JOIN),
            Content::TakeOver { from, letter } => {
                (letter, letter.asks_to_take_over(from), TAKE_OVER)
            }
            Content::InvitationDeclined { who, why, letter } => {
                (letter, letter.declined(who, why), GO)
            }
            Content::MatchStarted(letter) => (letter, letter.begun(), GO),
            Content::YourTurn(letter) => (letter, letter.waiting(), TAKE),
            Content::Reminder { gone, letter } => (letter, letter.still_waiting(*gone), TAKE),
            Content::LastCall(letter) => (letter, letter.almost_over(), TAKE),
            Content::TimedOut { follows, letter } => (letter, letter.was_over(follows), GO),
            Content::Proposal { said, letter } => (letter, letter.asked(said), ANSWER),
            Content::ProposalOver { said, came, letter } => {
                (letter, letter.answered(said, came), GO)
            }
            Content::AboutToExpire { over, rated, letter } => {
                (letter, letter.falls_silent(over, *rated), GO)
            }
            Content::MatchEnded(letter) => (letter, letter.over(), LOOK),
            Content::Digest(_)
            | Content::InvitationByAddress(_)
            | Content::ConfirmAddress { .. }
            | Content::ResetPassword { .. }
            | Content::AddressTaken { .. }
            | Content::AddressChanged { .. }
            | Content::WayOff(_)
            | Content::SignInChanged { .. } => return None,
        })
    }

    pub(super) fn subject(&self) -> String {
        match self {
            Content::ConfirmAddress { .. } => "Confirm your address for Turnwise".to_owned(),
            Content::ResetPassword { .. } => "Choose a new password for Turnwise".to_owned(),
            Content::AddressTaken { .. } => "You have an account at Turnwise already".to_owned(),
            Content::AddressChanged { .. } => "Your address at Turnwise was changed".to_owned(),
            Content::SignInChanged { what, .. } => what.subject().to_owned(),
            Content::WayOff(off) => off.subject(),
            Content::Invitation { host, letter } => {
                format!("{}: {host} invites you", letter.title)
            }
            Content::InvitationDeclined { who, letter, .. } => {
                format!("{}: {who} declines", letter.title)
            }
            Content::InvitationByAddress(stranger) => stranger.subject(),
            Content::TakeOver { from, letter } => {
                format!("{}: {from} asks you to take over", letter.title)
            }
            Content::MatchStarted(letter) if letter.waits_for_you() => {
                format!("{}: the match begins, and it is your turn", letter.title)
            }
            Content::MatchStarted(letter) => format!("{}: the match begins", letter.title),
            Content::YourTurn(letter) => format!("{}: it is your turn", letter.title),
            Content::Reminder { letter, .. } => {
                format!("{}: it is still your turn", letter.title)
            }
            Content::LastCall(letter) => format!("{}: your time is almost over", letter.title),
            Content::TimedOut { letter, .. } => format!("{}: your time was over", letter.title),
            Content::Proposal { letter, .. } => format!("{}: your answer is asked", letter.title),
            Content::ProposalOver { came, letter, .. } => {
                format!("{}: a proposal is {came}", letter.title)
            }
            Content::AboutToExpire { letter, .. } => {
                format!("{}: nothing happens any more", letter.title)
            }
            Content::MatchEnded(letter) => format!("{}: {}", letter.title, letter.outcome()),
            Content::Digest(digest) => digest.summary(),
        }
    }

    fn text(&self) -> askama::Result<String> {
        if let Some((letter, lead, call)) = self.about_match() {
            return MatchText { letter, lead: &lead, call, earlier: letter.earlier() }.render();
        }
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
            Content::WayOff(off) => off.text(),
            Content::InvitationByAddress(stranger) => stranger.text(),
            Content::Digest(digest) => digest.text(),
            _ => Ok(String::new()),
        }
    }

    fn html(&self, subject: &str, pictures: &[Option<Shown>]) -> askama::Result<String> {
        if let Some((letter, lead, call)) = self.about_match() {
            let picture = pictures.first().and_then(Option::as_ref);
            return letter.html(subject, picture, &lead, call);
        }
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
            Content::WayOff(off) => {
                let button = Some(("Look at it", off.link.as_str()));
                plain(&off.handle, &off.lead(), button, WayOff::FOOT)
            }
            Content::InvitationByAddress(stranger) => Html {
                subject,
                greeting: "",
                lead: &stranger.lead(),
                picture: None,
                happened: &[],
                earlier: None,
                ranking: &[],
                button: Some((JOIN, &stranger.link)),
                foot: &stranger.foot(),
                receipt: None,
                unsubscribe: Some(&stranger.never),
            }
            .render(),
            Content::Digest(digest) => digest.html(subject, pictures),
            _ => Ok(String::new()),
        }
    }
}

/// What the links to a match are called.
const JOIN: &str = "Look and take a seat";
const TAKE_OVER: &str = "Look and take over";
const ANSWER: &str = "Look and answer";
const GO: &str = "Go to the match";
const TAKE: &str = "Take your turn";
const LOOK: &str = "Look back at the match";

impl MatchLetter {
    fn html(
        &self,
        subject: &str,
        picture: Option<&Shown>,
        lead: &str,
        call: &str,
    ) -> askama::Result<String> {
        let unread = self.unread();
        Html {
            subject,
            greeting: &self.handle,
            lead,
            picture,
            happened: &self.happened,
            earlier: self.earlier(),
            ranking: &self.ranking,
            button: Some((call, &self.link)),
            foot: unread.as_deref().unwrap_or_default(),
            receipt: Some(&self.receipt),
            unsubscribe: Some(&self.unsubscribe),
        }
        .render()
    }
}

/// A text without line breaks, control characters and what turns the direction of reading.
pub fn one_line(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.split(|c: char| c.is_control() || c.is_whitespace() || turns(c))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
