//! What a message says that goes by another way than a letter: nothing but what a stranger to
//! all seats may know, since channels and screens are shared.
//!
//! Title and game of a public match stand in lists that everybody can read, so they are named.
//! Of a private match a stranger does not even know that there is one: such a message says “a
//! match”, names no game and no id, and leads to its person's own first page. Who invites whom
//! to what, and who declines, nobody else is told either. Nobody is named, nothing is quoted
//! that was written to somebody, and no result is told.

use crate::clock::Instant;
use crate::mail::content::one_line;
use crate::mail::kind::LetterKind;
use crate::words::Word;

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The same as a letter of this kind.
    Kind(LetterKind),
    /// Something proposed is not open any more.
    ProposalOver,
    /// Nothing: its person tries the way.
    Test,
}

/// The word for a test, where others have the word of a kind of letters.
pub const TEST: &str = "test";

impl Subject {
    /// The word for it, as in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Subject::Kind(kind) => kind.word(),
            Subject::ProposalOver => LetterKind::Proposal.word(),
            Subject::Test => TEST,
        }
    }

    /// Whether it tells of a match or of what the match waits for; else it is between people.
    fn names_its_match(self) -> bool {
        !matches!(
            self,
            Subject::Test | Subject::Kind(LetterKind::Invitation | LetterKind::InvitationDeclined)
        )
    }
}

/// A match that everybody may look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicMatch {
    /// Which.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The title of its game.
    pub game: String,
}

/// A message before it is written for its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// What it is about.
    pub subject: Subject,
    /// What it says, in a sentence or two.
    pub text: String,
    /// Where it leads.
    pub link: String,
    /// The match, where everybody may know of it.
    pub about: Option<PublicMatch>,
    /// The same for all messages about one match to one person, and tells nothing of either.
    pub thread: Option<String>,
    /// When it happened.
    pub at: Instant,
}

impl News {
    /// What is said of a subject, with the match where that is public.
    pub fn of(
        subject: Subject,
        about: Option<PublicMatch>,
        origin: &str,
        thread: Option<String>,
        at: Instant,
    ) -> News {
        let about = about.filter(|_| subject.names_its_match());
        let about = about.map(|one| PublicMatch { title: one_line(&one.title), ..one });
        let link = match (&about, subject) {
            (Some(one), Subject::Kind(LetterKind::Proposal)) => {
                format!("{origin}/matches/{}/proposals", one.id)
            }
            (Some(one), _) => format!("{origin}/matches/{}", one.id),
            (None, Subject::Test) => format!("{origin}/account/notices"),
            (None, _) => format!("{origin}/"),
        };
        News { subject, text: said(subject, about.as_ref()), link, about, thread, at }
    }
}

/// A subject in words.
fn said(subject: Subject, about: Option<&PublicMatch>) -> String {
    let (one, first) = match about {
        Some(PublicMatch { title, game, .. }) => {
            let named = format!("“{title}” ({game})");
            (named.clone(), named)
        }
        None => ("a match".to_owned(), "A match of yours".to_owned()),
    };
    match subject {
        Subject::Test => "This is a test. News of your matches come here.".to_owned(),
        Subject::ProposalOver => format!("A proposal in {one} is not open any more."),
        Subject::Kind(kind) => match kind {
            LetterKind::YourTurn => format!("It is your turn in {one}."),
            LetterKind::Reminder => format!("It is still your turn in {one}."),
            LetterKind::LastCall => format!("Your time in {one} is almost over."),
            LetterKind::TimedOut => format!("Your time in {one} was over."),
            LetterKind::Proposal => format!("Your answer is asked in {one}."),
            LetterKind::AboutToExpire => {
                format!("Nothing happens any more in {one}; soon it will not go on.")
            }
            LetterKind::MatchStarted => format!("{first} begins."),
            LetterKind::MatchEnded => format!("{first} has ended."),
            LetterKind::Invitation => "You are invited to a match.".to_owned(),
            LetterKind::InvitationDeclined => "An invitation of yours was declined.".to_owned(),
            // About an account: these go by letter alone.
            LetterKind::InvitationByAddress
            | LetterKind::Digest
            | LetterKind::ConfirmAddress
            | LetterKind::ResetPassword
            | LetterKind::AddressTaken
            | LetterKind::AddressChanged
            | LetterKind::WayOff
            | LetterKind::SignInChanged => "There is news for you.".to_owned(),
        },
    }
}
