//! Deciding a stream again, event by event.
//!
//! A stream is a list of commands with what they led to. [`decide_again`] asks for each command
//! the same function that decided it when it was played, with the chance that the seed
//! gives, and compares all that is stored: kind, schema, data, seat, actor, command, draw
//! and the order of times. So nothing in a stream is believed that can be decided. What
//! cannot be decided is counted: what robots chose, or the platform beyond the least that
//! a game names (only that they might, and that it was legal), events of an older schema,
//! which are read, and that something was over by hours that are not known: what follows from
//! that is decided all the same.

use crate::db::events::EventRow;
use crate::error::Error;
use crate::matches::caller::Caller;
use crate::matches::decide::{self, Command, Draft, Facts, open};
use crate::matches::stream::chance::Seed;
use crate::matches::stream::event::{self, Edition, Event, Record};
use crate::matches::stream::fold::{Broken, Then};
use crate::matches::stream::rows;
use crate::matches::stream::state::Match;
use crate::matches::stream::undone;
use crate::matches::time::hours::Calendars;
use crate::matches::time::runs_by_unknown_hours;
use crate::rules::Seat;
use crate::rules::erased::AnyState;
use crate::words::Word;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A stream that was decided again.
#[derive(Debug)]
pub struct DecidedAgain {
    /// The match as it ends.
    pub end: Match,
    /// What was counted on the way.
    pub counts: Counts,
}

/// What was decided of a stream and what was not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// How many commands were decided.
    pub commands: usize,
    /// How many commands robots chose, or the platform in somebody's place.
    pub chosen: usize,
    /// How many commands the platform gave in somebody's place that it did not choose:
    /// they are what the game itself names as the least.
    pub least: usize,
    /// How often whoever runs the service stepped in.
    pub stepped_in: usize,
    /// How many times it was counted again that somebody's time was over.
    pub time_outs: usize,
    /// How many times somebody's time was over, or nothing had happened for too long, by hours that
    /// are not known.
    pub uncounted: usize,
    /// How many events are of an older schema and only read, or follow from what was over by hours
    /// that are not known.
    pub undecided: usize,
    /// How many proposals were decided by older rules than those of today.
    pub by_older_rules: usize,
    /// In how many times without Turnwise something happened in the match all the same.
    pub busy_outages: usize,
}

/// What a stream only promises, and what lies beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside<'a> {
    /// From which all chance comes.
    pub seed: &'a Seed,
    /// Which hours counted, as far as that is shown.
    pub calendars: &'a Calendars,
}

/// The schemas that a program writes, and so can decide.
#[derive(Clone, Copy)]
pub(super) struct Written {
    /// Of the match's own events.
    pub own: u32,
    /// Of the events of a match's game.
    pub game: fn(&Match) -> u32,
}

impl Written {
    /// Those of this program.
    pub const NOW: Written = Written { own: event::SCHEMA, game: |of| of.game().schema() };
}

/// Decides a stream again from its first event. The chain of hashes is checked
/// elsewhere.
pub(super) fn decide_again(
    match_id: &str,
    stored: &[EventRow],
    beside: &Beside<'_>,
    now: Written,
) -> Result<DecidedAgain, String> {
    let mut schemas = Schemas { now, own: 1, game: 1, edition: Edition::First };
    let (mut at, mut counts) = (None, Counts::default());
    let (mut past, mut kept) = (Vec::with_capacity(stored.len()), Then::new());
    let all = stored.iter().map(|row| rows::may_need_all(row).then(|| row.clone()));
    let proposed = rows::read_all(all.flatten().collect()).map_err(|broken| broken.to_string())?;
    let wanted = undone::wanted(&proposed);
    for group in stored.chunk_by(|_, next| next.command.is_none()) {
        let before = at.as_ref();
        let records = rows::read_all(group.to_vec()).map_err(|broken| broken.to_string())?;
        let counted = !sensible(&records[0], || Ok(is_over_by_unknown_hours(before, &records[0])))?;
        let current = schemas.check(group, before)?;
        let decidable = current && counted;
        schemas.check_edition(&records[0])?;
        let then = match undone::back_to(&records[0]) {
            Some(to) if undone::is_rewindable(&past, to) => kept.get(&to).cloned(),
            _ => None,
        };
        let (mut end, least) = sensible(&records[0], || {
            if !current {
                return Ok((read_only(match_id, before, &records, &kept)?, false));
            }
            let end = decided(match_id, before, group, &records, beside, then)?;
            Ok((end, before.is_some_and(|before| is_least(before, &records[0]))))
        })?;
        end.know_hours(beside.calendars);
        counts.uncounted += usize::from(!counted);
        counts.commands += usize::from(decidable);
        counts.least += usize::from(least);
        counts.stepped_in += usize::from(records[0].by == Caller::Operator);
        let is_time_out = matches!(records[0].event, Event::TimedOut(_));
        counts.time_outs += usize::from(decidable && is_time_out);
        counts.by_older_rules += usize::from(is_by_older_rules(&records[0]));
        counts.busy_outages += usize::from(is_busy_outage(&past, &records[0]));
        let chooses = matches!(records[0].event, Event::Played(_));
        counts.chosen += usize::from(chooses && !least && records[0].by.person().is_none());
        end.keep(&wanted, &mut kept);
        past.extend(records);
        counts.undecided += if decidable { 0 } else { group.len() };
        at = Some(end);
    }
    let decided = DecidedAgain { end: at.ok_or("the stream is empty")?, counts };
    if decided.end.opened.seed_hash != beside.seed.commitment() {
        return Err("the seed is not the one that the match was opened on".to_owned());
    }
    Ok(decided)
}

/// What comes of a step. After events that no rule has looked at, the match may make no
/// sense at all to the game.
fn sensible<T>(first: &Record, step: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let said = |_| Err(format!("event {} makes no sense to the game", first.version));
    catch_unwind(AssertUnwindSafe(step)).unwrap_or_else(said)
}

/// Whether something is said to be over by hours that are not known: the time of somebody, or a
/// match that waited for somebody as long as they had time.
fn is_over_by_unknown_hours(before: Option<&Match>, first: &Record) -> bool {
    let Some(before) = before else { return false };
    let unknown = |seat| runs_by_unknown_hours(before, seat);
    match first.event {
        Event::TimedOut(_) => first.seat.is_some_and(unknown),
        Event::Expired => Seat::all(before.sitters.len()).any(unknown),
        _ => false,
    }
}

/// Whether something is proposed that older rules decide.
fn is_by_older_rules(first: &Record) -> bool {
    matches!(&first.event, Event::Proposed(proposed) if proposed.edition < Edition::NOW)
}

/// Whether something happened while Turnwise is said to have been away.
fn is_busy_outage(past: &[Record], first: &Record) -> bool {
    let Event::Outage(outage) = &first.event else { return false };
    let (from, to) = (outage.from.naive_utc(), outage.to.naive_utc());
    past.iter().any(|record| from < record.at && record.at < to)
}

/// Whether the platform gave a command in somebody's place that is the one which the game names.
fn is_least(before: &Match, first: &Record) -> bool {
    let command = first.command.as_deref().and_then(|text| serde_json::from_str(text).ok());
    match (&first.by, command, &before.state) {
        (Caller::Clock, Some(Command::Play { seat, command }), Some(state)) => {
            before.game().caretake(state, seat) == Some(command)
        }
        _ => false,
    }
}

/// The newest schemas met so far, and the newest edition of the rules by which people agree: those
/// of a stream never fall.
struct Schemas {
    now: Written,
    own: u32,
    game: u32,
    edition: Edition,
}

impl Schemas {
    /// Whether the events of one command are in the schemas that this program writes,
    /// and so can be decided.
    fn check(&mut self, group: &[EventRow], before: Option<&Match>) -> Result<bool, String> {
        let mut current = true;
        for row in group {
            let of_game = event::Kind::of_word(&row.kind).is_some_and(event::Kind::is_of_the_game);
            let (newest, now) = match (of_game, before) {
                (false, _) => (&mut self.own, self.now.own),
                (true, Some(before)) => (&mut self.game, (self.now.game)(before)),
                (true, None) => return Err("play before the match was opened".to_owned()),
            };
            let written = u32::try_from(row.schema_number).unwrap_or(0);
            if written < *newest {
                return Err(format!("event {}: its schema is older than the last", row.version));
            }
            *newest = written;
            current &= written == now;
        }
        Ok(current)
    }

    /// Refuses what is proposed by older rules than something before it.
    fn check_edition(&mut self, first: &Record) -> Result<(), String> {
        let Event::Proposed(proposed) = &first.event else { return Ok(()) };
        if proposed.edition < self.edition {
            let version = first.version;
            return Err(format!("event {version}: it is proposed by older rules than the last"));
        }
        self.edition = proposed.edition;
        Ok(())
    }
}

/// Lets events happen that this version cannot decide.
fn read_only(
    match_id: &str,
    before: Option<&Match>,
    records: &[Record],
    then: &Then,
) -> Result<Match, String> {
    let first = &records[0];
    if !first.begins() {
        return Err(format!("event {}: no command led to this", first.version));
    }
    let read = || -> Result<Match, Broken> {
        let (mut at, rest) = match before {
            Some(before) => (before.clone(), records),
            None => (Match::open(match_id, first)?, &records[1..]),
        };
        rest.iter().try_for_each(|record| at.follow(record, then))?;
        Ok(at)
    };
    read().map_err(|broken| broken.to_string())
}

/// Decides again the command that led to these rows, and compares all that is stored.
fn decided(
    match_id: &str,
    before: Option<&Match>,
    group: &[EventRow],
    records: &[Record],
    beside: &Beside<'_>,
    then: Option<AnyState>,
) -> Result<Match, String> {
    let first = &records[0];
    let at = |what: String| format!("event {}: {what}", first.version);
    let text = first.command.as_deref().ok_or_else(|| at("no command led to this".to_owned()))?;
    let command: Command =
        serde_json::from_str(text).map_err(|error| at(format!("this is no command: {error}")))?;
    let facts = Facts {
        now: first.at,
        seed: beside.seed,
        name: records.iter().find_map(|record| match &record.event {
            Event::Joined(joined) => joined.name.clone(),
            Event::Substituted(new) => new.name.clone(),
            _ => None,
        }),
        hours: records.iter().find_map(|record| match &record.event {
            Event::CalendarSet(set) => Some(beside.calendars.named(&set.digest)),
            _ => None,
        }),
        // A code is never in the stream: that whoever joined had it is believed.
        invited: true,
        then,
        due: match &first.event {
            Event::TimedOut(over) => Some(over.due.naive_utc()),
            _ => None,
        },
    };
    let draft = again(match_id, before, &first.by, &command, &facts)
        .map_err(|no| at(format!("refused: {}", no.detail)))?;
    let (end, again) = draft.finish();
    let same = again.len() == group.len()
        && again.iter().zip(group).all(|(record, row)| {
            let salt_and_hash = EventRow {
                salt: row.salt.clone(),
                hash: row.hash.clone(),
                ..rows::bare(match_id, record)
            };
            salt_and_hash == *row
        });
    if !same {
        return Err(at("the command leads to something else".to_owned()));
    }
    Ok(end)
}

fn again(
    match_id: &str,
    before: Option<&Match>,
    by: &Caller,
    command: &Command,
    facts: &Facts<'_>,
) -> Result<Draft, Error> {
    match (before, command) {
        (None, Command::Open(wish)) => open::open(match_id, by, wish, facts),
        (None, _) => Err(Error::fault("a stream begins with its opening")),
        (Some(before), command) => decide::decide(before, by, command, facts),
    }
}
