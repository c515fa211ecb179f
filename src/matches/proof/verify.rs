//! Proving an exported match, and showing it at any version.

use super::again::{Beside, Written, decide_again};
use super::export::{Export, Named, ShownHours};
use super::trust::Trust;
use super::verified::{Verified, shown};
use crate::db::calendars::CalendarRow;
use crate::db::events::EventRow;
use crate::matches::caller::RobotPlayer;
use crate::matches::stream::chance::Seed;
use crate::matches::stream::event::{Event, Kind};
use crate::matches::stream::state::{Match, Status};
use crate::matches::stream::{chain, rows, sealed};
use crate::matches::time::hours::{self, Calendars};
use crate::rules::{Seat, Viewer};
use crate::words::Word;
use serde_json::Value;
use std::collections::BTreeSet;

/// Proves an exported match, or says what is wrong with it.
pub fn verify(text: &str, trust: &Trust) -> Result<Verified, String> {
    prove(&Export::read(text)?, trust, Written::NOW)
}

/// [`verify`] of a file that was read, as a program that writes these schemas.
pub(super) fn prove(export: &Export, trust: &Trust, now: Written) -> Result<Verified, String> {
    let stored = export.rows()?;
    chain::check(&stored)?;
    let last = stored.last().ok_or("the stream is empty")?;
    let seed = revealed(&stored)?;
    let shown_hours = calendars_of(export);
    let calendars = Calendars::of(&shown_hours);
    let beside = Beside { seed: &seed, calendars: &calendars };
    let decided = decide_again(&export.match_id, &stored, &beside, now)?;
    if decided.end.status != Status::Ended {
        return Err("the match has not ended".to_owned());
    }
    let (named, unnamed) = names(export, &decided.end)?;
    hours_are_named(&shown_hours, &decided.end)?;
    let agreed = trust.agrees(export, &stored)?;
    let called = |seat: Seat, version: i64| {
        let account = decided.end.sat(seat, version).unwrap_or_default();
        let named = |person: &&Named| person.account == account;
        match (RobotPlayer::of(account), export.people.iter().find(named)) {
            (Some(robot), _) => robot.name(),
            (None, Some(person)) => person.handle.clone(),
            (None, None) => seat.to_string(),
        }
    };
    // Before anybody could take a seat over.
    let joined = |seat| called(seat, 1);
    let name = |seat| called(seat, i64::MAX);
    let ranking = decided.end.ranking.iter().flatten();
    Ok(Verified {
        match_id: export.match_id.clone(),
        game: decided.end.game().info().title.to_owned(),
        events: stored.len(),
        counts: decided.counts,
        named,
        unnamed,
        added: decided.end.added().map(|(seat, _)| joined(seat)).collect(),
        receipts: agreed.receipts,
        covered: agreed.covered,
        signed: agreed.signed,
        hash: last.hash.clone(),
        ranking: ranking.map(|s| (s.place, name(s.seat), s.points)).collect(),
    })
}

/// The seed that the end shows. Only another title can follow it.
fn revealed(stored: &[EventRow]) -> Result<Seed, String> {
    let mut rows = stored.iter().rev().filter(|row| row.kind != Kind::Renamed.word());
    let last = rows.next().ok_or("the match has not ended")?;
    let at = |why: String| format!("event {}: {why}", last.version);
    let record = rows::read(last.clone()).map_err(|broken| broken.to_string())?;
    let Event::Ended(ended) = &record.event else {
        return Err("the match has not ended".to_owned());
    };
    Seed::from_hex(&ended.seed).ok_or_else(|| at("the seed cannot be read".to_owned()))
}

/// Checks that people were called what the file says; how many are, and how many the
/// file does not name.
fn names(export: &Export, end: &Match) -> Result<(usize, usize), String> {
    let formers = end.formers.iter().map(|former| (&former.account, &former.name));
    let sitters = end.sitters.iter().filter(|sitter| sitter.robot.is_none());
    let people = sitters.map(|sitter| (&sitter.account, &sitter.name)).chain(formers);
    for person in &export.people {
        let said = sealed::digest(&export.match_id, &person.account, &person.salt, &person.handle);
        let sits = people
            .clone()
            .any(|(account, name)| *account == person.account && name.as_ref() == Some(&said));
        if !sits {
            return Err(format!("nobody was called “{}” in this match", shown(&person.handle)));
        }
    }
    let is_named = |account: &str| export.people.iter().any(|person| person.account == account);
    let unnamed = people.clone().filter(|(account, _)| !is_named(account)).count();
    if export.people.len() + unnamed != people.count() {
        return Err("somebody is named twice".to_owned());
    }
    Ok((export.people.len(), unnamed))
}

/// The calendars that a file shows.
fn calendars_of(export: &Export) -> Vec<CalendarRow> {
    let row = |shown: &ShownHours| CalendarRow {
        match_id: export.match_id.clone(),
        digest: hours::digest(&export.match_id, &shown.account, &shown.salt, &shown.calendar),
        account_id: shown.account.clone(),
        salt: shown.salt.clone(),
        calendar: shown.calendar.clone(),
    };
    export.hours.iter().map(row).collect()
}

/// Checks that the file shows no hours but those that the stream names, and each once.
fn hours_are_named(calendars: &[CalendarRow], end: &Match) -> Result<(), String> {
    if !calendars.iter().all(|row| end.names_hours(row)) {
        return Err("hours are shown that the match does not name".to_owned());
    }
    let digests: BTreeSet<&str> = calendars.iter().map(|row| &*row.digest).collect();
    match digests.len() == calendars.len() {
        true => Ok(()),
        false => Err("hours are shown twice".to_owned()),
    }
}

/// What the proof of a file came to, and how its match stood at a version, shown in full: its view
/// as JSON, or why there is none.
pub fn replay(text: &str, at: Option<i64>) -> Result<(Verified, Result<Value, String>), String> {
    let verified = verify(text, &Trust::default())?;
    let mut stored = Export::read(text)?.rows()?;
    let newest = stored.len();
    let length = at.map_or(Some(newest), |at| usize::try_from(at).ok()).unwrap_or(0);
    if !(1..=newest).contains(&length) {
        let versions = format!("the versions of this match are 1 to {newest}");
        return Ok((verified, Err(versions)));
    }
    stored.truncate(length);
    let id = stored[0].match_id.clone();
    let folded = rows::fold(&id, stored).map_err(|broken| broken.to_string())?;
    let view = match &folded.state {
        None => Err("play has not begun at this version".to_owned()),
        Some(state) => {
            let view = folded.game().view(state, Viewer::Everything);
            Ok(serde_json::from_str(view.get()).map_err(|error| error.to_string())?)
        }
    };
    Ok((verified, view))
}
