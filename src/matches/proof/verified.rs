//! What a proof came to, in plain sentences.

use super::again::Counts;

/// What a verified match was.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// The match.
    pub match_id: String,
    /// The title of the game.
    pub game: String,
    /// How many events it has.
    pub events: usize,
    /// What was decided of its events, and what was not.
    pub counts: Counts,
    /// How many people were called in the match what the file says.
    pub named: usize,
    /// How many people the file does not name.
    pub unnamed: usize,
    /// What those are called who added to the chance, in order.
    pub added: Vec<String>,
    /// How many receipts for it were given; the match agrees with all of them.
    pub receipts: usize,
    /// The latest event that a receipt covers; 0 without one.
    pub covered: usize,
    /// Whether a key that is trusted has signed the last event.
    pub signed: bool,
    /// The hash of the last event; compare it with your letters.
    pub hash: String,
    /// Place, name and points, best first.
    pub ranking: Vec<(u8, String, i32)>,
}

impl Verified {
    /// With what a program ends that verified this: 0 if every event was decided again,
    /// 3 if some were only read.
    pub fn exit_code(&self) -> u8 {
        if self.counts.undecided == 0 { 0 } else { 3 }
    }

    /// The outcome in one sentence.
    pub fn headline(&self) -> String {
        let (game, id) = (&self.game, shown(&self.match_id));
        match self.counts.undecided {
            0 => format!("This match of {game} is proved: {id}."),
            _ => format!("This match of {game} was read, and not all of it decided: {id}."),
        }
    }

    /// What is shown and what is not, in sentences.
    pub fn said(&self) -> Vec<String> {
        let mut said = vec![format!(
            "All {} events form one unbroken chain of hashes, without a gap.",
            self.events
        )];
        said.extend(self.said_of_decisions());
        said.push(match (self.named, self.unnamed) {
            (1, 0) => "The name of the one person is the one they joined with.".to_owned(),
            (named, 0) => format!("The names of all {named} people are those they joined with."),
            (0, unnamed) => format!(
                "None of the {unnamed} people is named in this file: their accounts are closed, or \
                 whoever made the file left them out."
            ),
            (named, 1) => format!(
                "Of {} people {named} are called as they joined. One is not named in this file: the \
                 account is closed, or whoever made the file left them out.",
                named + 1
            ),
            (named, unnamed) => format!(
                "Of {} people {named} are called as they joined, and {unnamed} are not named in \
                 this file: their accounts are closed, or whoever made the file left them out.",
                named + unnamed
            ),
        });
        said.extend(self.said_of_trust());
        said.push(
            "No proof can show who was behind an account, who had been invited, or why \
             somebody chose what they chose. Whoever runs the service can see hidden cards, \
             and can choose the chance if they are the last to add to it themselves: then they \
             know the seed and what everybody else has added."
                .to_owned(),
        );
        said.push(format!("The last hash is {}.", self.hash));
        said
    }

    fn said_of_decisions(&self) -> Vec<String> {
        let mut said = Vec::new();
        if self.counts.undecided > 0 {
            said.push(format!(
                "{} events were read, and not decided again in full: they are in the form of an \
                 older version, and a Turnwise of their time can decide them, or they follow from \
                 hours that the file does not show.",
                self.counts.undecided
            ));
        }
        said.push(format!(
            "{} commands were decided again: who might act, every die and card, every point, \
             every seat, and what each command led to.",
            self.counts.commands
        ));
        said.push(
            "When anything happened is the service's word: of times only their order is decided \
             again."
                .to_owned(),
        );
        said.push(match self.added.split_last() {
            None => "The chance is that of the seed whose hash stands in the first event. Nobody \
                     added anything to it: whoever runs the service chose it alone."
                .to_owned(),
            Some((last, others)) => format!(
                "The chance is that of the seed whose hash stands in the first event, and of what \
                 {} added to it{}. Who had the hash from the service before they opened \
                 the match knows that the seed was chosen before anything was added.",
                shown(&self.added.join(", ")),
                if others.is_empty() { String::new() } else { format!(", {} last", shown(last)) }
            ),
        });
        if self.counts.least > 0 {
            said.push(format!(
                "The platform gave {} commands in somebody's place: each is the least that the \
                 rules name, so that nothing was chosen.",
                self.counts.least
            ));
        }
        if self.counts.stepped_in > 0 {
            said.push(format!(
                "Whoever runs the service stepped in {}: they may rename a match, free a \
                 seat before the start, and have a stand-in take a seat. The history names each \
                 time; why they did it is not shown.",
                times(self.counts.stepped_in)
            ));
        }
        if self.counts.time_outs > 0 {
            said.push(format!(
                "Somebody's time was over {}: each when the pace and their turns say so. \
                 That they were called before, and when Turnwise itself was away, is the \
                 service's word, too.",
                times(self.counts.time_outs)
            ));
        }
        if self.counts.uncounted > 0 {
            said.push(format!(
                "It could not be counted again that time was over, somebody's or that of the \
                 match, {}: the file does not show the hours that counted, or the account of the \
                 person is closed. What came of it was decided again all the same.",
                times(self.counts.uncounted)
            ));
        }
        if self.counts.busy_outages > 0 {
            said.push(format!(
                "The service is said to have been away, so that no clock ran, and something \
                 happened in the match meanwhile, {}. Of its last minutes before it goes that can \
                 be said by mistake; of more than those it cannot.",
                times(self.counts.busy_outages)
            ));
        }
        if self.counts.by_older_rules > 0 {
            said.push(format!(
                "{} decided by older rules of Turnwise: that those still held is the service's \
                 word.",
                match self.counts.by_older_rules {
                    1 => "One proposal was".to_owned(),
                    count => format!("{count} proposals were"),
                }
            ));
        }
        if self.counts.chosen > 0 {
            said.push(format!(
                "Robots, or the platform in somebody's place, chose {} commands: each was theirs \
                 to give and legal; why they chose it is not shown.",
                self.counts.chosen
            ));
        }
        said
    }

    fn said_of_trust(&self) -> Vec<String> {
        let mut said = Vec::new();
        if self.signed {
            said.push(
                "A key that you trust has signed the last event: the file is from that service. \
                 Who has the key could still have signed another match."
                    .to_owned(),
            );
        }
        let (given, last) = match self.receipts {
            1 => ("the receipt".to_owned(), "it"),
            several => (format!("the {several} receipts"), "the last of them"),
        };
        said.push(match (self.receipts, self.covered) {
            (0, _) => "You gave no receipt, so it is not shown that the match was played like \
                       this: whoever runs the service, or made this file, could have written \
                       another match that keeps to the rules. Compare the last hash with your \
                       letters, or give one of them to `turnwise verify FILE --receipt LETTER`."
                .to_owned(),
            (_, covered) if covered == self.events => format!(
                "It agrees with {given} for it that you gave, up to its last event: nothing was \
                 rewritten since you got {last}."
            ),
            (_, covered) => format!(
                "It agrees with {given} for it that you gave: up to event {covered} nothing was \
                 rewritten. What follows, whoever runs the service could have rewritten."
            ),
        });
        said
    }

    /// The ranking, a line for each seat.
    pub fn standings(&self) -> Vec<String> {
        let line = |(place, name, points): &(u8, String, i32)| {
            format!("{place}. {}, {points} points", shown(name))
        };
        self.ranking.iter().map(line).collect()
    }
}

/// A text from a file as a terminal may show it: nothing that steers, hides or turns
/// text around.
pub fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\'' | '\\' => shown.push(c),
            // What follows on another character is left as it is where it only marks it.
            _ => shown.extend(format!("a{c}").escape_debug().skip(1)),
        }
    }
    shown
}

/// How often something was so.
fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{count} times"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_shows_steers_nothing() {
        let hostile = "a\u{1b}[2J\r\n\u{7}\u{202e}\u{2066}\u{200b}\u{61c}\u{ad}\u{9b}\u{e0041}\0z";
        let said = shown(hostile);
        assert!(said.chars().all(|c| c.is_ascii_graphic()), "{said}");
        assert_eq!(shown("\u{1b}[31m"), "\\u{1b}[31m");
        assert_eq!(shown("Zoë “O'Hara” \\ 山 é e\u{301}"), "Zoë “O'Hara” \\ 山 é e\u{301}");
    }

    #[test]
    fn what_was_only_read_is_never_called_proved() {
        let counts = Counts { undecided: 2, ..Counts::default() };
        let read = Verified { events: 9, counts, ..Verified::default() };
        assert_eq!(read.exit_code(), 3);
        for line in read.said().iter().chain([&read.headline()]) {
            assert!(!line.contains("proved"), "{line}");
        }
        let decided = Verified { events: 9, ..Verified::default() };
        assert_eq!(decided.exit_code(), 0);
        assert!(decided.headline().contains("proved"));
    }

    #[test]
    fn what_a_receipt_does_not_cover_is_said() {
        let said = |receipts, covered, signed| {
            let verified = Verified { events: 9, receipts, covered, signed, ..Verified::default() };
            verified.said().join(" ")
        };
        assert!(said(0, 0, false).contains("could have written another match"));
        assert!(said(0, 0, true).contains("could have written another match"));
        assert!(said(1, 5, false).contains("up to event 5 nothing was rewritten. What follows"));
        assert!(!said(1, 9, false).contains("could have"));
        assert!(said(1, 9, false).contains("the receipt for it that you gave, up to its last"));
        assert!(said(2, 9, false).contains("since you got the last of them."));
        assert!(said(2, 5, false).contains("the 2 receipts for it that you gave: up to event 5"));
        for words in ["see hidden cards", "choose the chance", "the last to add to it"] {
            assert!(said(1, 9, true).contains(words));
        }
    }

    #[test]
    fn when_anything_happened_is_said_to_be_the_services_word_also_where_nobodys_time_was_over() {
        for time_outs in [0, 2] {
            let counts = Counts { time_outs, ..Counts::default() };
            let verified = Verified { events: 9, counts, ..Verified::default() };
            let said = verified.said().join(" ");
            assert!(said.contains("When anything happened is the service's word"), "{said}");
        }
    }

    #[test]
    fn who_added_to_the_chance_is_said_and_who_was_last() {
        let said = |added: &[&str]| {
            let added = added.iter().map(|name| (*name).to_owned()).collect();
            Verified { events: 9, added, ..Verified::default() }.said().join(" ")
        };
        assert!(said(&[]).contains("Nobody added anything to it: whoever runs the service chose"));
        let both = said(&["anna", "b\u{1b}en"]);
        assert!(both.contains("what anna, b\\u{1b}en added to it, b\\u{1b}en last"), "{both}");
        assert!(both.contains("before anything was added"));
    }
}
