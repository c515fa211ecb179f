//! What letters about matches say, in words.

use super::content::one_line;

/// A place in a final ranking.
#[derive(Clone, Debug)]
pub struct Place {
    /// 1 for the winner.
    pub place: u8,
    /// Who.
    pub name: String,
    /// With how many points.
    pub points: i32,
    /// What those are measured by, if it is not the same for all: `VR 20`.
    pub measure: Option<String>,
}

/// Somebody the match waits for.
#[derive(Clone, Debug)]
pub struct Awaited {
    /// Who.
    pub name: String,
    /// Since when, as the receiver reads it.
    pub since: Option<String>,
    /// Whether that is the receiver.
    pub you: bool,
}

/// How much of the free time of a turn is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone {
    /// Half of it.
    Half,
    /// All of it; the reserve runs.
    All,
}

impl Gone {
    /// The word for it, as it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Gone::Half => "half",
            Gone::All => "all",
        }
    }
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
    /// When the receiver's time is over, as they read it, where their clock runs.
    pub due: Option<String>,
    /// What happened since the receiver's last turn, in sentences.
    pub happened: Vec<String>,
    /// How many earlier sentences were left out.
    pub left_out: usize,
    /// The final ranking, best first.
    pub ranking: Vec<Place>,
    /// How many lines of the talk the receiver has not read.
    pub unread: usize,
    /// The way to the match.
    pub link: String,
    /// The server's receipt for the version that the letter tells of, as one line.
    pub receipt: String,
    /// Where this kind of letter can be muted.
    pub unsubscribe: String,
}

impl MatchLetter {
    pub(super) fn waits_for_you(&self) -> bool {
        self.awaited.iter().any(|awaited| awaited.you)
    }

    /// How many lines of the talk the receiver has not read, if there are any.
    pub(super) fn unread(&self) -> Option<String> {
        match self.unread {
            0 => None,
            1 => Some("One line of the talk at the table is new to you.".to_owned()),
            many => Some(format!("{many} lines of the talk at the table are new to you.")),
        }
    }

    /// For an invitation.
    pub(super) fn invites(&self, host: &str) -> String {
        let players = list(&self.players);
        format!(
            "{host} invites you to {} ({}). At the table so far: {players}. If you would \
             rather not, you can say so there, or do nothing.",
            self.title, self.game
        )
    }

    /// For who has invited somebody.
    pub(super) fn declined(&self, who: &str, why: &str) -> String {
        let said = format!("{who} declines your invitation to {} ({})", self.title, self.game);
        match why.is_empty() {
            true => format!("{said}."),
            false => format!("{said}: “{why}”"),
        }
    }

    /// For who is asked to take a seat over.
    pub(super) fn asks_to_take_over(&self, from: &str) -> String {
        format!(
            "{from} would like you to take over from here in {} ({}), which {} play. The others \
             agree, and the seat is kept for you. If you would rather not, decline it on your first \
             page.",
            self.title,
            self.game,
            list(&self.players)
        )
    }

    /// For a letter about the beginning.
    pub(super) fn begun(&self) -> String {
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
    pub(super) fn waiting(&self) -> String {
        let (you, others): (Vec<_>, Vec<_>) = self.awaited.iter().partition(|a| a.you);
        let waits: Vec<_> = you
            .into_iter()
            .chain(others)
            .map(|awaited| {
                let who = if awaited.you { "you" } else { &awaited.name };
                match &awaited.since {
                    Some(since) => format!("for {who} since {since}"),
                    None => format!("for {who}"),
                }
            })
            .collect();
        let turn = format!("It is your turn in {} ({}).", self.title, self.game);
        let waits = match waits.is_empty() {
            true => String::new(),
            false => format!(" The match has been waiting {}.", list(&waits)),
        };
        let due = self.time_left();
        format!("{turn}{waits}{due}")
    }

    /// For a reminder.
    pub(super) fn still_waiting(&self, gone: Gone) -> String {
        let gone = match gone {
            Gone::Half => "half of your free time is gone",
            Gone::All => "your free time is gone and your reserve runs",
        };
        let due = self.time_left();
        format!("It is still your turn in {} ({}): {gone}.{due}", self.title, self.game)
    }

    /// For a last call.
    pub(super) fn almost_over(&self) -> String {
        let until = self.due.as_ref().map_or(String::new(), |due| format!(" until {due}"));
        format!(
            "It is still your turn in {} ({}), and you have time{until} only.",
            self.title, self.game
        )
    }

    /// For a letter about time that was over.
    pub(super) fn was_over(&self, follows: &str) -> String {
        format!("Your time in {} ({}) was over. {follows}", self.title, self.game)
    }

    /// For a letter about a match in which nothing happens.
    pub(super) fn falls_silent(&self, over: &str, rated: bool) -> String {
        let (title, game) = (&self.title, &self.game);
        if self.awaited.is_empty() {
            return format!(
                "{title} ({game}) still waits for people, and for weeks nobody has come. Unless \
                 somebody does, it is cancelled on {over}."
            );
        }
        let loses = match rated {
            true => {
                " For the ratings, whoever it waits for then loses to everybody who has stayed."
            }
            false => "",
        };
        format!(
            "For weeks nothing has happened in {title} ({game}). Unless somebody plays, it ends \
             without a result on {over}.{loses}"
        )
    }

    /// Until when the receiver has time, if their clock runs.
    fn time_left(&self) -> String {
        let due = self.due.as_ref();
        due.map_or(String::new(), |due| format!(" You have time until {due}."))
    }

    /// For a letter about a proposal.
    pub(super) fn asked(&self, said: &str) -> String {
        format!("In {} ({}) your answer is asked. {said}", self.title, self.game)
    }

    /// For a letter about what came of a proposal.
    pub(super) fn answered(&self, said: &str, came: &str) -> String {
        format!("In {} ({}) a proposal is {came}: {said}", self.title, self.game)
    }

    /// For a letter about the end.
    pub(super) fn over(&self) -> String {
        match self.ranking.is_empty() {
            true => format!("{} ({}) ended without a result.", self.title, self.game),
            false => format!("{} ({}) is over: {}.", self.title, self.game, self.outcome()),
        }
    }

    /// Who has won, which may be several.
    pub(super) fn outcome(&self) -> String {
        let first = self.ranking.iter().filter(|place| place.place == 1);
        let winners: Vec<_> = first.map(|place| place.name.as_str()).collect();
        match winners[..] {
            [] => "the match is over".to_owned(),
            [winner] if winner == self.handle => "you win".to_owned(),
            [winner] => format!("{winner} wins"),
            _ => format!("{} share the first place", list(&winners)),
        }
    }

    pub(super) fn earlier(&self) -> Option<String> {
        match self.left_out {
            0 => None,
            1 => Some("(1 earlier event is in the history)".to_owned()),
            many => Some(format!("({many} earlier events are in the history)")),
        }
    }

    /// Titles and names come from people: each stays on one line, whatever they
    /// wrote, so that a title can pretend neither a header nor a paragraph of ours.
    pub(super) fn on_one_line(&mut self) {
        let names = self.players.iter_mut().chain(&mut self.happened);
        let names = names.chain(self.awaited.iter_mut().map(|awaited| &mut awaited.name));
        let names = names.chain(self.ranking.iter_mut().map(|place| &mut place.name));
        for text in names.chain([&mut self.handle, &mut self.title]) {
            *text = one_line(text);
        }
    }
}

impl Place {
    pub(super) fn line(&self) -> String {
        let points = if self.points == 1 { "point" } else { "points" };
        let measure = self.measure.iter().map(|measure| format!(", {measure}"));
        format!("{}, {} {points}{}", self.name, self.points, measure.collect::<String>())
    }
}

/// "anna, ben and cleo".
pub(super) fn list(items: &[impl AsRef<str>]) -> String {
    let items: Vec<_> = items.iter().map(AsRef::as_ref).collect();
    match &items[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
