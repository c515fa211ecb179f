//! The words of closed lists: a word that was stored or sent stays what it was.

use super::tidy::read_sources;
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

/// Holds each word to the one in JSON.
fn is_as_in_json<W: Word + Serialize + Debug>() {
    for one in W::ALL {
        assert_eq!(serde_json::to_value(one).unwrap(), one.word(), "{one:?}");
        assert_eq!(W::of_word(one.word()).map(Word::word), Some(one.word()));
    }
}

macro_rules! are_as_in_json {
    ($($list:ty),+ $(,)?) => {{ $(is_as_in_json::<$list>();)+ }};
}

#[test]
fn what_is_one_word_in_rows_is_the_same_word_in_json() {
    are_as_in_json!(FeedKind, Scope, letters::State, LetterKind, Pulse, Answered, Form);
    are_as_in_json!(Kind, Lapse, Verdict, StandIn, ProposalKind, Status, Visibility);
    are_as_in_json!(result::Verdict, Part, Habit, Preset, Absence);
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

#[test]
fn every_list_of_words_is_held_here() {
    let here = include_str!("words.rs");
    let mut lists = 0;
    // How it is done, the room of words shows.
    for (name, text) in read_sources().into_iter().filter(|(name, _)| name != "words.rs") {
        for rest in text.split("IntoStaticStr)]\n").skip(1) {
            let (marks, rest) = rest.split_once("pub enum ").expect("a list is public");
            let list = rest.split(' ').next().expect("a name");
            let snake = r#"#[strum(serialize_all = "snake_case")]"#;
            assert!(marks.contains(snake), "{list} of {name} writes its words as Rust does");
            assert!(here.contains(list), "no test holds the words of {list} of {name}");
            lists += 1;
        }
    }
    assert!(lists > 20, "{lists}");
}
