//! The kinds of letters.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// What a letter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LetterKind {
    /// It is your turn.
    YourTurn,
    /// It is still your turn, and your free time goes by.
    Reminder,
    /// Your time is almost over.
    LastCall,
    /// Your time was over.
    TimedOut,
    /// Somebody proposes something, and you are asked.
    Proposal,
    /// Nothing happens in your match, and soon it will not go on.
    AboutToExpire,
    /// Your match has started.
    MatchStarted,
    /// Your match has ended.
    MatchEnded,
    /// Somebody invites you to a match.
    Invitation,
    /// Somebody whom you invited declines.
    InvitationDeclined,
    /// Somebody who may have no account is invited by their address.
    InvitationByAddress,
    /// Several things at once.
    Digest,
    /// Please confirm your address.
    ConfirmAddress,
    /// Choose a new password.
    ResetPassword,
    /// Somebody wants your address for another account.
    AddressTaken,
    /// Letters go to another address from now on.
    AddressChanged,
    /// It takes something else to sign in from now on.
    SignInChanged,
    /// News of your matches go by one way less.
    WayOff,
}

impl LetterKind {
    /// Whether such letters pass what bundles others.
    pub fn is_urgent(self) -> bool {
        matches!(self, LetterKind::LastCall | LetterKind::TimedOut)
    }

    /// Whether a person can do without such letters. Those about the account itself
    /// are always sent; a digest tells what is wanted and nothing else.
    pub fn can_be_muted(self) -> bool {
        match self {
            LetterKind::YourTurn
            | LetterKind::Reminder
            | LetterKind::LastCall
            | LetterKind::TimedOut
            | LetterKind::Proposal
            | LetterKind::AboutToExpire
            | LetterKind::MatchStarted
            | LetterKind::MatchEnded
            | LetterKind::Invitation
            | LetterKind::InvitationDeclined => true,
            LetterKind::InvitationByAddress
            | LetterKind::Digest
            | LetterKind::ConfirmAddress
            | LetterKind::ResetPassword
            | LetterKind::AddressTaken
            | LetterKind::AddressChanged
            | LetterKind::SignInChanged
            | LetterKind::WayOff => false,
        }
    }
}
