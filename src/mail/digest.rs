//! One letter that tells several things, each of them as its own letter would.

use super::about_match::MatchLetter;
use super::content::{Content, Shown, one_line};
use askama::Template;
use std::collections::BTreeMap;

/// Several things at once.
#[derive(Clone, Debug)]
pub struct Digest {
    /// To whom.
    pub handle: String,
    /// What it tells, the most pressing first. Each is about one match.
    pub parts: Vec<Part>,
    /// When the first of its turns is due, in the receiver's own words for time.
    pub due: Option<String>,
    /// Where people say how often letters come.
    pub settings: String,
    /// Where the kinds of letters that it tells can be muted.
    pub unsubscribe: String,
}

/// One thing of several.
#[derive(Clone, Debug)]
pub struct Part {
    /// What a letter about it alone would say.
    pub content: Content,
    /// Which of the letter's pictures belongs to it.
    pub picture: Option<usize>,
}

/// One thing of several, in words.
struct Told<'a> {
    letter: &'a MatchLetter,
    lead: String,
    call: &'static str,
    earlier: Option<String>,
    picture: Option<&'a Shown>,
}

#[derive(Template)]
#[template(path = "email/digest.txt")]
struct Text<'a> {
    digest: &'a Digest,
    summary: String,
    parts: Vec<Told<'a>>,
}

#[derive(Template)]
#[template(path = "email/digest.html")]
struct Html<'a> {
    subject: &'a str,
    digest: &'a Digest,
    parts: Vec<Told<'a>>,
}

impl Part {
    /// Whether the receiver is to act.
    fn is_turn(&self) -> bool {
        match &self.content {
            Content::YourTurn(_) | Content::Reminder { .. } | Content::LastCall(_) => true,
            Content::MatchStarted(letter) => letter.waits_for_you(),
            _ => false,
        }
    }
}

impl Digest {
    /// What it tells, in one line: before all else whose time is almost over.
    pub(super) fn summary(&self) -> String {
        let is_call = |part: &&Part| matches!(part.content, Content::LastCall(_));
        let calls: Vec<&Part> = self.parts.iter().filter(is_call).collect();
        let count = self.parts.len();
        let and_more = |told: usize| if told < count { ", and other news" } else { "" };
        match calls.as_slice() {
            [] => self.without_calls(and_more),
            [only] => format!("{}{}", only.content.subject(), and_more(1)),
            all => {
                let more = and_more(all.len());
                format!("Your time is almost over in {} matches{more}", all.len())
            }
        }
    }

    fn without_calls(&self, and_more: impl Fn(usize) -> &'static str) -> String {
        let turns = self.parts.iter().filter(|part| part.is_turn()).count();
        let all = |is: fn(&Content) -> bool| self.parts.iter().all(|part| is(&part.content));
        let count = self.parts.len();
        let due = |first: &str| match &self.due {
            Some(due) => format!(", {first}due {due}"),
            None => String::new(),
        };
        let news = and_more(turns);
        match turns {
            0 if all(|one| {
                matches!(one, Content::Invitation { .. } | Content::TakeOver { .. })
            }) =>
            {
                format!("{count} invitations")
            }
            0 if all(|one| matches!(one, Content::MatchStarted(_))) => {
                format!("{count} matches begin")
            }
            0 if all(|one| matches!(one, Content::MatchEnded(_))) => {
                format!("{count} matches are over")
            }
            0 => match self.matches().as_slice() {
                [only] => format!("{only}: news"),
                matches => format!("News of {} matches", matches.len()),
            },
            1 => format!("1 turn{}{news}", due("")),
            _ => format!("{turns} turns{}{news}", due("the first ")),
        }
    }

    /// The titles of the matches that it tells of, each once.
    fn matches(&self) -> Vec<&str> {
        let mut known = BTreeMap::new();
        for (letter, ..) in self.parts.iter().filter_map(|part| part.content.about_match()) {
            // What is proposed has a page below that of its match.
            known.insert(letter.link.trim_end_matches("/proposals"), &*letter.title);
        }
        known.into_values().collect()
    }

    pub(super) fn on_one_line(&mut self) {
        self.handle = one_line(&self.handle);
        self.parts.iter_mut().for_each(|part| part.content.on_one_line());
    }

    fn told<'a>(&'a self, pictures: &'a [Option<Shown>]) -> Vec<Told<'a>> {
        let parts = self.parts.iter().filter_map(|part| {
            let (letter, lead, call) = part.content.about_match()?;
            let picture = part.picture.and_then(|at| pictures.get(at)).and_then(Option::as_ref);
            Some(Told { letter, lead, call, earlier: letter.earlier(), picture })
        });
        parts.collect()
    }

    pub(super) fn text(&self) -> askama::Result<String> {
        Text { digest: self, summary: self.summary(), parts: self.told(&[]) }.render()
    }

    pub(super) fn html(&self, subject: &str, pictures: &[Option<Shown>]) -> askama::Result<String> {
        Html { subject, digest: self, parts: self.told(pictures) }.render()
    }
}
