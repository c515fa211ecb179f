//! What a person is told when it takes something else to sign in.

use serde::{Deserialize, Serialize};

/// What has changed about how somebody signs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignInChange {
    /// There is another password.
    Password,
    /// A code of an authenticator is asked for.
    SecondFactorOn,
    /// A code is asked for no more.
    SecondFactorOff,
}

impl SignInChange {
    /// The subject of the letter about it.
    pub(super) fn subject(self) -> &'static str {
        match self {
            SignInChange::Password => "Your password at Turnwise was changed",
            SignInChange::SecondFactorOn => "Signing in to Turnwise takes a code from now on",
            SignInChange::SecondFactorOff => "Signing in to Turnwise takes no code any more",
        }
    }

    /// What it means for its reader.
    pub(super) fn said(self) -> &'static str {
        match self {
            SignInChange::Password => {
                "Your password at Turnwise was changed. Every browser has to sign in again. Tokens \
                 for scripts, addresses of feeds, webhooks and notices in browsers have ended with \
                 the old one, unless it was said that they stay."
            }
            SignInChange::SecondFactorOn => {
                "From now on, signing in to Turnwise takes a code of your authenticator beside \
                 your password."
            }
            SignInChange::SecondFactorOff => {
                "From now on, signing in to Turnwise takes your password alone: no code of your \
                 authenticator is asked for."
            }
        }
    }
}
