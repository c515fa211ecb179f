//! Every word by which the platform says no to programs.

use super::Kind;
use serde::{Serialize, Serializer};
use std::fmt;

/// Makes the codes from one table: by kind, each code with its word and its meaning.
macro_rules! codes {
    ($($kind:ident { $($name:ident $word:literal $meaning:literal)+ })+) => {
        /// What is wrong, for programs. Each code belongs to one [`Kind`]; its word
        /// stays as it is from one version to the next.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Code {
            $($(#[doc = $meaning] $name,)+)+
            /// A game's own refusal, by the game's word.
            Rule(String),
            /// A row with this key exists already. Who writes rows says what that
            /// means: it never reaches a client, and is not among [`Code::ALL`].
            KeyTaken,
        }

        impl Code {
            /// Every code of the platform that a client can meet, by status.
            pub const ALL: &[Code] = &[$($(Code::$name,)+)+];

            /// The stable word, `snake_case`.
            pub fn word(&self) -> &str {
                match self {
                    $($(Code::$name => $word,)+)+
                    Code::Rule(word) => word,
                    Code::KeyTaken => "key_taken",
                }
            }

            /// The kind, which decides the HTTP status.
            pub fn kind(&self) -> Kind {
                match self {
                    $($(Code::$name)|+ => Kind::$kind,)+
                    Code::Rule(_) => Kind::Refused,
                    Code::KeyTaken => Kind::Fault,
                }
            }

            /// What it means and what to do, in one sentence; code is set in backticks.
            pub fn meaning(&self) -> &'static str {
                match self {
                    $($(Code::$name => $meaning,)+)+
                    Code::Rule(_) => "The rules of the game forbid it; `detail` says why, and `rule`, where it is given, names the place in the rulebook.",
                    Code::KeyTaken => "Somebody else was first.",
                }
            }
        }
    };
}

codes! {
    Malformed {
        UnreadableBody "unreadable_body"
            "The body did not arrive whole; send it again."
        NotJson "not_json"
            "The body is not announced as JSON; send it with `Content-Type: application/json`."
        PackedBody "packed_body"
            "The body came compressed, with `Content-Encoding`; send it as it is."
        MalformedJson "malformed_json"
            "The body is not JSON; `detail` says where it goes wrong."
        WrongFields "wrong_fields"
            "A field of the body is missing, unknown or of another type; `detail` says which, and so does `field`, where it has a plain name."
        WrongParameter "wrong_parameter"
            "A parameter in the address is unknown or does not fit; `detail` says which, and so does `field`, where it has a plain name."
        WrongIfMatch "wrong_if_match"
            "The header `If-Match` must hold a version in quotes, such as `\"12\"`."
        WrongIdempotencyKey "wrong_idempotency_key"
            "The header `Idempotency-Key` must have 1 to 100 characters."
        NotACommand "not_a_command"
            "This is no command of the game, `field` says which one; take one that `legal` offers, or see its schema."
        NulCharacter "nul_character"
            "A text may not hold the character NUL; leave it out."
        UnreadableForm "unreadable_form"
            "The form or the plan of a page did not arrive whole; go back, reload the page and send it again."
    }
    Unauthenticated {
        NotSignedIn "not_signed_in"
            "Only who is signed in may do this; send an access token or an API token."
        InvalidToken "invalid_token"
            "The token is unknown or was revoked, or the header is not `Authorization: Bearer` with a token; sign in again or make a new one."
        TokenExpired "token_expired"
            "The access token has expired; exchange the refresh token for a new one."
        SessionEnded "session_ended"
            "The session has ended; sign in again."
        WrongCredentials "wrong_credentials"
            "The name or the password is wrong; try again, or ask for a letter to set a new password."
    }
    Forbidden {
        ScopeMissing "scope_missing"
            "The API token lacks the scope for this; make one that has it."
        SessionNeeded "session_needed"
            "API tokens cannot do this; sign in with the password."
        WrongPassword "wrong_password"
            "The current password is wrong, so nothing was changed; send the right one."
        AccountFrozen "account_frozen"
            "Whoever runs this service has frozen the account, so nobody can sign in with it; write to them if you think that it is a mistake."
        CodeMissing "code_missing"
            "The account has a second factor; send what your authenticator shows, or a recovery code, as `code` too."
        WrongCode "wrong_code"
            "The code of the second factor is wrong or was used; send the one that your authenticator shows now."
        FormNotOurs "form_not_ours"
            "The form did not come from a page of this session; go back, reload the page and send it again."
        NoSeat "no_seat"
            "You have no seat in this match, and only who has one may do this."
        NotYours "not_yours"
            "Others at the table may do this, and you may not: `detail` says why."
        HostOnly "host_only"
            "Only the host of the match may do this; ask the host."
        SatBefore "sat_before"
            "You had a seat in this match that somebody else has now; watch it, or play another."
        InvitationNeeded "invitation_needed"
            "The match is private; send the code of its invitation, which the host has."
        AddressNotConfirmed "address_not_confirmed"
            "This takes an address of your own that is confirmed; follow the link in our letter first."
        InvitationOver "invitation_over"
            "The invitation was good, but the match waits for nobody any more; ask its host for a link to watch it."
    }
    NotFound {
        NotFound "not_found"
            "There is no such thing, or you may not know of it; see whether the address is right."
        NoSuchVersion "no_such_version"
            "The match has no such version yet; ask for one up to its newest."
    }
    WrongMethod {
        MethodNotAllowed "method_not_allowed"
            "The address does not answer this method; the header `Allow` lists those it does."
    }
    TooSlow {
        BodyTooSlow "body_too_slow"
            "The body did not arrive in time; send it again, at once and whole."
    }
    Conflict {
        HandleTaken "handle_taken"
            "Somebody has this handle; choose another."
        AddressNotPossible "address_not_possible"
            "Another account has confirmed this address; sign in with that one, or choose another address."
        ConfirmedAlready "confirmed_already"
            "Your address is confirmed; no further letter is needed."
        SecondFactorOn "second_factor_on"
            "You have a second factor; end that one before you set up another."
        SecondFactorOff "second_factor_off"
            "You have no second factor; set one up first."
        TooManyTokens "too_many_tokens"
            "You have as many API tokens as one account may have; revoke one first."
        WrongAway "wrong_away"
            "You cannot be away so; `detail` says what is wrong with it."
        ChangedLately "changed_lately"
            "You have changed your hours not long ago; `detail` says from when on you can do so again."
        StillPlaying "still_playing"
            "You have a seat in a match; leave or resign from all of them before you close the account."
        HasPlayed "has_played"
            "The account has sat at a table, and stays a person's or a bot's; register another one."
        TooManyOpenMatches "too_many_open_matches"
            "You have as many open matches as one account may have; wait until one has started, or leave one."
        TooManyRobotMatches "too_many_robot_matches"
            "You host as many matches with robots as one account may; finish one first."
        TooManySeatings "too_many_seatings"
            "You have filled and emptied seats of this match too often; play with who is there, or open another match."
        TooManyTakeBacks "too_many_take_backs"
            "You have taken back too often in this turn; play on, and try plans out with `dry_run` before you play them."
        MatchNotOpen "match_not_open"
            "The match does not wait for people any more; choose another."
        MatchFull "match_full"
            "Every seat of the match is taken; choose another match."
        SeatTaken "seat_taken"
            "Somebody has this seat already; look again and choose another."
        SeatedAlready "seated_already"
            "This person has a seat in the match already; nothing is left to do."
        InvitationDeclined "invitation_declined"
            "This person has declined an invitation to the match, which is final for it; invite somebody else."
        TooFewPeople "too_few_people"
            "The game needs more seats taken before it can start; wait, invite people or seat robots."
        MatchRunning "match_running"
            "The match is being played: this is done before it begins or after its end; its seats cannot be left, only resigned."
        NotStarted "not_started"
            "The match has not started yet; wait until it has."
        MatchOver "match_over"
            "The match is over; nothing can be done in it any more."
        MatchNotOver "match_not_over"
            "The match still holds secrets, or was cancelled before it had begun; it can be exported when it has been played to an end."
        ResignedAlready "resigned_already"
            "You have resigned from this match, so your seat is played for you."
        NotDue "not_due"
            "The time of this seat is not over, or nothing follows from it yet; `detail` says when or why."
        NoStandIn "no_stand_in"
            "Nobody stands in for you in this match; play on."
        ReturnedAlready "returned_already"
            "You have come back to this turn before; play, or come back when the stand-in has ended it."
        TimeIsOver "time_is_over"
            "Your time for the turn would be over if you took it back; it stands as it is."
        StoodIn "stood_in"
            "A stand-in plays for you; come back to your seat first."
        ProposedAlready "proposed_already"
            "Something of the kind is proposed already; answer `proposal` first."
        ProposedTooOften "proposed_too_often"
            "It was refused a short while ago, or you have proposed or changed your answer a lot; `detail` says when it can be proposed again."
        ProposalClosed "proposal_closed"
            "The proposal is not open any more; look at what came of it."
        WrongTerms "wrong_terms"
            "The match cannot agree on this now; `detail` says why."
        CannotRewindTo "cannot_rewind_to"
            "The match cannot go back there; choose a version at which a step of the game had just ended, and which was not taken back since."
        NothingToTakeBack "nothing_to_take_back"
            "Your latest step cannot be taken back: something hidden was shown, somebody else has acted since, or something was done to your clock in the round that it led to."
        CannotTakeBackTo "cannot_take_back_to"
            "Your steps cannot be taken back to this version; `versions` lists those they can be taken back to."
        KeyReused "key_reused"
            "This `Idempotency-Key` was used for another request; choose a new one for each."
        TooManyWays "too_many_ways"
            "You have as many webhooks or browsers as one account can; remove one first."
        WayIsOff "way_is_off"
            "The webhook or browser is switched off; switch it on first."
        NotOffered "not_offered"
            "Whoever runs this service does not offer this; ask them if you need it."
        NoteChanged "note_changed"
            "Your note was saved elsewhere meanwhile; look at it, put the two together, and save that."
        NotAdmitted "not_admitted"
            "There is no seat for you in this match, and no reason is given; choose another, or open one of your own."
        BlockedByYou "blocked_by_you"
            "You have blocked this person, so they cannot take a seat where you are; end the block first."
        TooManyBlocks "too_many_blocks"
            "You have blocked as many people as one account can; end one of these blocks first."
        TooManyBookmarks "too_many_bookmarks"
            "You have as many bookmarks in this match, or in all, as there can be; remove one first."
        TooManyNotes "too_many_notes"
            "Your notes are as long together as those of one account can be; shorten some first."
        MatchIsBusy "match_is_busy"
            "Others act on this match at the same moment; look again and retry."
    }
    Stale {
        StaleVersion "stale_version"
            "The match has moved on and nothing was played; `missed` tells what happened, `version` is the one to decide on now."
    }
    TooLarge {
        BodyTooLarge "body_too_large"
            "The body is larger than any request needs; send less at once."
    }
    Refused {
        InvalidField "invalid_field"
            "A field can be read but its value is not allowed; `detail` says why, and `field`, where it is given, which one."
        AddressNotAllowed "address_not_allowed"
            "Nothing can be sent to this address, and `detail` says why; take one that begins with `https://` and is public."
        PasswordTooEasy "password_too_easy"
            "The password is among those that are guessed first, and `detail` says why; choose another."
        CurrentPasswordMissing "current_password_missing"
            "This change needs your password; send it as `current_password` too."
        LinkNotValid "link_not_valid"
            "The link of the letter was used, has expired, or ended with a change of password or address; ask for a new letter."
        UnknownHandle "unknown_handle"
            "Nobody here is called that; see how the handle is spelt."
        NoSuchGame "no_such_game"
            "There is no such game; `GET /api/v1/games` lists them."
        WrongNumberOfSeats "wrong_number_of_seats"
            "The game is not played by so many; `detail` says by how many."
        WrongOptions "wrong_options"
            "The options do not fit the game; `detail` says why, and the game's schema lists them."
        WrongPace "wrong_pace"
            "Nobody could keep this pace; `detail` says which part of it and why."
        RevealsTooEarly "reveals_too_early"
            "A command that shows dice or cards must be the last of its request; post what comes after it once you have seen them."
        CommitmentMissing "commitment_missing"
            "Entropy was given without a commitment to the seed; take one first and send it along."
        WrongCommitment "wrong_commitment"
            "The commitment is not one that this server gave you, or it has lapsed or was used; take a new one."
    }
    HeaderMissing {
        IfMatchMissing "if_match_missing"
            "Send the version your commands are for, as `If-Match: \"12\"`."
        IdempotencyKeyMissing "idempotency_key_missing"
            "Send a new `Idempotency-Key` with each request, such as a UUID; a repeated one is then answered without playing twice."
    }
    TooMany {
        TooManyHeldOpen "too_many_held_open"
            "You hold as many live streams, waiting and unread answers open as one account or one address may; read or close one first."
        TooManyRequests "too_many_requests"
            "You ask too often; wait as many seconds as the header `Retry-After` says."
    }
    Fault {
        Fault "fault"
            "Something broke on our side; look whether it was done before you repeat it, or send it with the same `Idempotency-Key` again, and tell the operator the number in `fault`."
    }
    Unavailable {
        Busy "busy"
            "Others write the same at the same moment; try again."
        DatabaseUnavailable "database_unavailable"
            "The database does not answer just now; try again in a moment, with the same `Idempotency-Key` if the request has one."
        MovedAway "moved_away"
            "The whole service has moved to another database, and this process stores nothing any more; ask again in a moment."
        OutcomeUnknown "outcome_unknown"
            "The database was lost while this was being stored, so it is not known whether it was done; send the same request with the same `Idempotency-Key` again, or look whether it was done before you repeat it."
        NotReady "not_ready"
            "This process cannot serve requests just now; ask again in a moment, or ask another process."
        NewerThanThisServer "newer_than_this_server"
            "The match was continued by a newer Turnwise than this process; try again when the update is complete."
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// `SeatTaken` becomes `seat_taken`.
    fn snake(name: &str) -> String {
        let mut out = String::new();
        for char in name.chars() {
            if char.is_uppercase() && !out.is_empty() {
                out.push('_');
            }
            out.push(char.to_ascii_lowercase());
        }
        out
    }

    #[test]
    fn every_word_is_its_codes_name_in_snake_case_and_no_two_codes_share_one() {
        let words: BTreeSet<&str> = Code::ALL.iter().map(Code::word).collect();
        assert_eq!(words.len(), Code::ALL.len());
        for code in Code::ALL {
            assert_eq!(code.word(), snake(&format!("{code:?}")));
        }
    }

    #[test]
    fn every_meaning_is_one_full_sentence() {
        for code in Code::ALL {
            let meaning = code.meaning();
            assert!(meaning.starts_with(char::is_uppercase), "{code}: {meaning}");
            assert!(meaning.ends_with('.') && !meaning.contains(". "), "{code}: {meaning}");
            assert!(meaning.split(' ').count() >= 4, "{code}: {meaning}");
            assert!(meaning.matches('`').count() % 2 == 0, "{code}: {meaning}");
        }
    }

    #[test]
    fn the_code_of_a_taken_key_is_not_among_those_that_clients_meet() {
        assert!(!Code::ALL.contains(&Code::KeyTaken));
    }
}
