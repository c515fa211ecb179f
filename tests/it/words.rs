//! The words of closed lists: a word that was stored or sent stays what it was.

use serde::Serialize;
use std::fmt::Debug;
use turnwise::accounts::feeds::FeedKind;
use turnwise::accounts::profile::ApiTokens;
use turnwise::accounts::token::Scope;
use turnwise::db::{audit, letters, notices, reports};
use turnwise::mail::kind::LetterKind;
use turnwise::mail::rhythm::Pulse;
use turnwise::matches::invitations::Answered;
use turnwise::matches::ratings::result::{self, Part};
use turnwise::matches::stream::consent::ProposalKind;
use turnwise::matches::stream::event::{Kind, Lapse, Verdict};
use turnwise::matches::stream::state::StandIn;
use turnwise::matches::time::Absence;
use turnwise::matches::time::answers::Habit;
use turnwise::matches::time::pace::Preset;
use turnwise::matches::{Status, Visibility};
use turnwise::reach::way::Form;
use turnwise::words::Word;

/// Holds each word to the one in JSON, and gives how many there are.
fn as_in_json<W: Word + Serialize + Debug>() -> usize {
    for one in W::ALL {
        assert_eq!(serde_json::to_value(one).unwrap(), one.word(), "{one:?}");
        assert_eq!(W::of_word(one.word()).map(Word::word), Some(one.word()));
    }
    W::ALL.len()
}

#[test]
fn what_is_one_word_in_rows_is_the_same_word_in_json() {
    let counts = [
        as_in_json::<FeedKind>(),
        as_in_json::<Scope>(),
        as_in_json::<letters::State>(),
        as_in_json::<LetterKind>(),
        as_in_json::<Pulse>(),
        as_in_json::<Answered>(),
        as_in_json::<result::Verdict>(),
        as_in_json::<Part>(),
        as_in_json::<ProposalKind>(),
        as_in_json::<Kind>(),
        as_in_json::<Lapse>(),
        as_in_json::<Verdict>(),
        as_in_json::<StandIn>(),
        as_in_json::<Habit>(),
        as_in_json::<Preset>(),
        as_in_json::<Absence>(),
        as_in_json::<Status>(),
        as_in_json::<Visibility>(),
        as_in_json::<Form>(),
    ];
    assert!(counts.iter().all(|count| *count > 1), "{counts:?}");
}

#[test]
fn words_that_stand_in_rows_alone_are_what_they_always_were() {
    fn words<W: Word>() -> Vec<&'static str> {
        W::ALL.iter().map(|one| one.word()).collect()
    }
    assert_eq!(words::<notices::State>(), ["pending", "covered", "dropped"]);
    assert_eq!(words::<reports::About>(), ["line", "title", "person"]);
    assert_eq!(words::<ApiTokens>(), ["revoke", "keep"]);
    let deeds = "settled_report hid_line froze unfroze closed renamed stood_in unseated";
    assert_eq!(words::<audit::What>().join(" "), deeds);
}
