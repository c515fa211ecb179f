//! What answers give away: nothing that whoever asks cannot know.
//!
//! All that a viewer cannot know is dealt anew, and the seed is another one. Whatever the
//! viewer then looks at, tries or previews, every byte of the answer is the same: so no
//! answer tells anything of what is hidden or of what will be drawn.

use super::super::caller::Caller;
use super::super::decide::preview::{self, Preview, preview};
use super::super::decide::{Command, Draft};
use super::super::stream::chance::Seed;
use super::super::stream::event::{Event, Record};
use super::super::stream::state::{Match, Status};
use super::asking::Ask;
use super::table::Table;
use crate::error::{Code, Error};
use crate::rules::chance::Seeded;
use crate::rules::erased::Offer;
use crate::rules::{Seat, Viewer};
use serde_json::Value;

/// Everything that somebody is shown of a match: what is said, and the offers, which are
/// compared much faster than their texts.
type Shown = (String, Vec<Offer>);

/// An answer to what somebody tried, with what they are shown after it.
type Answer = (String, Option<Shown>);

/// Everything that an account is shown of a match and its seat.
fn shown(on: &Match, account: &str) -> Shown {
    let seat = on.seat_of(account);
    let (mut view, mut score, mut holds) = (String::new(), String::new(), String::new());
    let mut legal = Vec::new();
    if let Some(state) = &on.state {
        view = on.game().view(state, on.viewer(Some(account))).get().to_owned();
        score = format!("{:?}", on.game().score(state));
        if let Some(seat) = seat {
            legal = on.game().legal(state, seat);
            holds = format!("{:?}", on.game().holdings(state, seat));
        }
    }
    let awaited: Vec<_> =
        on.awaited().into_iter().map(|seat| (seat, on.awaited_since(seat))).collect();
    let own = seat.map(|seat| (on.take_back_points(seat), on.last_turn(seat)));
    let said = format!(
        "{} {:?} round {} asked at {} awaited {awaited:?} own {own:?} {:?} {:?}\n{view}\n{holds}\n\
         {score}",
        on.version,
        on.status,
        on.round(),
        on.asked_at,
        on.plays_by_itself(),
        on.ranking,
    );
    (said, legal)
}

fn no(error: &Error) -> String {
    format!("no: {} {} {:?}", error.code, error.detail, error.extra)
}

/// What happened, as the viewer is told of it, and whether it shows anything hidden.
fn told(on: &Match, records: &[Record], viewer: Viewer) -> (String, bool) {
    let (mut state, mut reveals, mut told) = (on.state.clone(), false, String::new());
    for record in records {
        told += &format!("{} {:?} {:?} ", record.version, record.event.kind(), record.seat);
        if let (Event::Played(event), Some(state)) = (&record.event, &mut state) {
            let game = on.game();
            let telling = game.tell(state, event.schema, &event.text, viewer).expect("known");
            told += &format!("{telling:?}\n");
            reveals |= game.evolve(state, event.schema, &event.text).expect("known");
        }
    }
    (told, reveals)
}

/// The answer to a command: whether it is accepted, and where it shows nothing hidden all
/// that comes of it.
fn answered(on: &Match, draft: Result<Draft, Error>, account: &str) -> Answer {
    let (after, records) = match draft {
        Ok(draft) => draft.finish(),
        Err(error) => return (no(&error), None),
    };
    let (told, reveals) = told(on, &records, on.viewer(Some(account)));
    // Whoever takes a seat over learns what the seat knows.
    let sits_down = records.iter().any(|record| matches!(record.event, Event::Substituted(_)));
    if reveals || sits_down || after.status == Status::Ended {
        return (format!("yes, and it shows something; {:?}", after.status), None);
    }
    (format!("yes: {told}"), Some(shown(&after, account)))
}

fn foreseen(then: &Preview, account: &str) -> Answer {
    (format!("{:?} {}", then.steps, then.reveals), Some(shown(&then.after, account)))
}

fn previewed(table: &Table, on: &Match, account: &str, commands: &[Value]) -> Answer {
    match preview(on, account, commands, table.now) {
        Err(error) => (no(&error), None),
        Ok(then) => foreseen(&then, account),
    }
}

/// What an account may try: its own commands, legal ones and others.
fn tries(table: &mut Table, account: &str) -> Vec<Ask> {
    let by = Caller::Person(account.to_owned());
    let on = table.on.clone();
    let seat = on.seat_of(account).unwrap_or(Seat(0));
    let mut asks = Vec::new();
    for _ in 0..3 {
        let command = table.legal(&on, seat).unwrap_or_else(|| table.any_step());
        asks.push(Ask::One(by.clone(), Command::Play { seat, command }, false));
        let command = Command::Play { seat, command: table.any_step() };
        asks.push(Ask::One(by.clone(), command, false));
    }
    for _ in 0..2 {
        asks.push(Ask::Several(account.to_owned(), seat, table.steps_of(account, seat)));
    }
    for point in on.take_back_points(seat).into_iter().take(3) {
        asks.push(Ask::One(by.clone(), Command::TakeBack { to: Some(point) }, false));
    }
    let open = on.proposals().iter().filter(|proposal| proposal.is_open(table.now));
    for proposal in open {
        for yes in [true, false] {
            let command = Command::Vote { proposal: proposal.number, yes };
            asks.push(Ask::One(by.clone(), command, false));
        }
    }
    let command = table.any_command();
    asks.push(Ask::One(by.clone(), command, table.rows.len().is_multiple_of(2)));
    asks.push(Ask::One(by, Command::Resign, false));
    asks
}

/// Nothing that an account sees, tries or previews depends on what it cannot know.
pub(super) fn nothing_is_given_away(table: &mut Table, account: &str) {
    if table.on.status != Status::Running {
        return;
    }
    let on = table.on.clone();
    let viewer = on.viewer(Some(account));
    let luck = table.roll(1_000_000) as u64;
    let other = on.scrambled(viewer, &mut Seeded::new(luck));
    let (seed, another) = (table.seed.clone(), Seed::new([luck as u8; 32]));
    assert_eq!(shown(&on, account), shown(&other, account), "what {viewer:?} is shown");
    if let Some(seat) = on.seat_of(account) {
        let weighed = |on: &Match| {
            let state = on.state.as_ref().expect("it runs");
            on.game().weigh(state, seat, &|parts| parts.len() <= 2)
        };
        assert_eq!(weighed(&on), weighed(&other), "what {viewer:?} is told of its choices");
        a_tried_turn_gives_nothing_away(table, account, seat, &[&on, &other]);
    }
    for ask in tries(table, account) {
        let [one, two] = [(&on, &seed), (&other, &another)]
            .map(|(on, seed)| answered(on, ask.of(on, &table.facts(seed, Some(account))), account));
        assert_eq!(one, two, "what {viewer:?} is answered to {ask:?}");
        foreseen_is_what_may_be_played(table, account, &ask);
        let commands = match &ask {
            Ask::One(_, Command::Play { command, .. }, _) => std::slice::from_ref(command),
            Ask::Several(_, _, commands) => commands,
            Ask::One(..) => continue,
        };
        let [one, two] = [&on, &other].map(|on| previewed(table, on, account, commands));
        assert_eq!(one, two, "what {viewer:?} foresees of {commands:?}");
        nothing_follows_what_reveals(table, account, &commands[0]);
    }
}

/// A preview is refused where playing is, for the same reason.
fn foreseen_is_what_may_be_played(table: &Table, account: &str, ask: &Ask) {
    let commands = match ask {
        Ask::One(_, Command::Play { seat, command }, _)
            if table.on.seat_of(account) == Some(*seat) =>
        {
            std::slice::from_ref(command)
        }
        Ask::Several(_, _, commands) => commands,
        Ask::One(..) => return,
    };
    let code = |error: Error| error.code;
    let foreseen = preview(&table.on, account, commands, table.now).err().map(code);
    let played = ask.of(&table.on, &table.facts(&table.seed, Some(account))).err().map(code);
    // Whether coming back to one's seat ends or rewinds the game is known once one does.
    if played != Some(Code::StoodIn) {
        assert_eq!(foreseen, played, "what {account} is told of {commands:?} before they play it");
    }
}

/// Whoever waits and tries a turn sees, may do and foresees the same in both matches.
fn a_tried_turn_gives_nothing_away(table: &Table, account: &str, seat: Seat, on: &[&Match; 2]) {
    let [one, two] = on.map(|on| {
        let tried = on.as_if_turn(seat)?;
        let legal = tried.game().legal(tried.state.as_ref()?, seat);
        let then = legal.iter().take(10).map(|offer| {
            let commands = std::slice::from_ref(&offer.command);
            let then = preview::tried(&tried, account, commands, table.now).expect("legal");
            foreseen(&then, account)
        });
        Some((shown(&tried, account), then.collect::<Vec<_>>()))
    });
    assert_eq!(one, two, "what {seat} sees of a turn that it tries");
}

/// Where a step shows something, all that is posted after it is refused alike.
fn nothing_follows_what_reveals(table: &mut Table, account: &str, first: &Value) {
    let on = table.on.clone();
    let reveals = matches!(
        preview(&on, account, std::slice::from_ref(first), table.now), Ok(then) if then.reveals
    );
    let (true, Some(seat)) = (reveals, on.seat_of(account)) else { return };
    let seed = table.seed.clone();
    for _ in 0..2 {
        let commands = vec![first.clone(), table.any_step()];
        let ask = Ask::Several(account.to_owned(), seat, commands);
        let answer = ask.of(&on, &table.facts(&seed, Some(account)));
        let error = answer.expect_err("nothing may follow it");
        assert_eq!(error.code, Code::RevealsTooEarly, "{ask:?}: {error}");
        assert!(error.extra.is_empty(), "{error}");
        table.note("too early");
    }
}

/// Whatever a seat plays and takes back before a command that draws, it draws the same.
pub(super) fn a_detour_draws_the_same(table: &mut Table) {
    let on = table.on.clone();
    let seed = table.seed.clone();
    for seat in on.awaited() {
        let sitter = &on.sitters[seat.index()];
        if !sitter.is_present() {
            continue;
        }
        let account = sitter.account.clone();
        let play = |on: &Match, command: &Value| {
            let command = Command::Play { seat, command: command.clone() };
            let ask = Ask::One(Caller::Person(account.clone()), command, false);
            match ask.of(on, &table.facts(&seed, Some(&account))) {
                // Nothing is played by whom others waited for to agree.
                Err(no) if no.code == Code::StoodIn && !sitter.plays() => None,
                draft => Some(draft.expect("legal").finish()),
            }
        };
        let texts = |records: &[Record]| -> Vec<(String, Option<i64>)> {
            records.iter().map(|record| (record.event.text(), record.draw)).collect()
        };
        let state = on.state.as_ref().expect("it runs");
        let legal: Vec<Value> =
            on.game().legal(state, seat).into_iter().map(|offer| offer.command).take(40).collect();
        let played: Vec<_> =
            legal.iter().filter_map(|command| Some((command, play(&on, command)?))).collect();
        let drawn = |records: &[Record]| records.iter().any(|record| record.draw.is_some());
        let Some((draws, (_, straight))) = played.iter().find(|(_, (_, r))| drawn(r)) else {
            continue;
        };
        let calm = |after: &Match| after.take_back_points(seat).contains(&on.version);
        let Some((_, (away, _))) = played.iter().find(|(_, (after, _))| calm(after)) else {
            continue;
        };
        let back = Command::TakeBack { to: Some(on.version) };
        let back = Ask::One(Caller::Person(account.clone()), back, false);
        let facts = table.facts(&seed, Some(&account));
        let (back, _) = match back.of(away, &facts) {
            // Meanwhile their time for the turn was over.
            Err(no) if no.code == Code::TimeIsOver => continue,
            draft => draft.expect("it was offered").finish(),
        };
        let (_, detour) = play(&back, draws).expect("whoever plays is back");
        assert_eq!(texts(&detour), texts(straight), "{draws} after a detour");
        table.note("a detour");
    }
}
