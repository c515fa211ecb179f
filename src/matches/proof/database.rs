//! Checking a whole database: every stream is decided again with its sealed seed, and
//! the lobby's rows are compared with it.

use super::again::{Beside, Written, decide_again};
use crate::db::calendars::{self, CalendarRow};
use crate::db::events::EventRow;
use crate::db::{Conn, accounts, events, matches};
use crate::error::{Error, Result};
use crate::matches::stream::chance::Seed;
use crate::matches::stream::event::Event;
use crate::matches::stream::{chain, project, rows, sealed};
use crate::matches::time::hours::{self, Calendars};
use std::collections::BTreeSet;

/// What is wrong with a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Which match.
    pub match_id: String,
    /// What.
    pub why: String,
}

/// What a look at a whole database found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many streams there are, those included that only other rows still speak of.
    pub streams: usize,
    /// How many events are of an older schema and only read, or follow from what was over by hours
    /// that are not kept any more.
    pub undecided: usize,
    /// The streams that are broken or told otherwise by the lobby's rows.
    pub wrong: Vec<Wrong>,
}

impl Checked {
    /// How many streams there are, if none is wrong; else says what is wrong with one.
    pub fn sound(self) -> Result<usize> {
        match self.wrong.first() {
            None => Ok(self.streams),
            Some(wrong) => Err(Error::fault(format!("{}: {}", wrong.match_id, wrong.why))),
        }
    }

    /// With what a program ends that found this and nothing wrong: 0 if every event was
    /// decided again, 3 if some were only read.
    pub fn exit_code(&self) -> u8 {
        if self.undecided == 0 { 0 } else { 3 }
    }
}

/// How often a match that goes on meanwhile is looked at.
const TRIES: usize = 10;

/// What is wrong with a match of which only other rows speak.
const LOST: &str = "its stream is not there";

/// All streams, those included of which only other rows still speak.
fn streams(conn: &mut Conn) -> Result<BTreeSet<String>> {
    let mut known: BTreeSet<String> = events::streams(conn)?.into_iter().collect();
    known.extend(matches::known(conn)?);
    Ok(known)
}

/// Decides every stream of a database again.
pub fn verify_database(conn: &mut Conn) -> Result<Checked> {
    let mut checked = Checked::default();
    for match_id in streams(conn)? {
        checked.streams += 1;
        match verify_at_rest(conn, &match_id)? {
            Ok(undecided) => checked.undecided += undecided,
            Err(why) => checked.wrong.push(Wrong { match_id, why }),
        }
    }
    Ok(checked)
}

/// Reads every stream of a database and checks its hashes, and that the lobby tells of the
/// same newest event: what a copy must keep. Nothing is decided again.
pub fn check_streams(conn: &mut Conn) -> Result<Checked> {
    let mut checked = Checked::default();
    for match_id in streams(conn)? {
        checked.streams += 1;
        let rows = events::from(conn, &match_id, 1)?;
        let told = matches::newest_told(conn, &match_id)?;
        let newest = rows.last().map(|row| (row.version, row.hash.clone()));
        let chained = chain::check(&rows).and_then(|()| match (&newest, told == newest) {
            (None, _) => Err(LOST.to_owned()),
            (_, true) => Ok(()),
            (_, false) => Err("the lobby tells of another newest event".to_owned()),
        });
        if let Err(why) = chained {
            checked.wrong.push(Wrong { match_id, why });
        }
    }
    Ok(checked)
}

/// [`verify_stream`], looked at again where somebody went on meanwhile: what is read one after
/// the other does not fit together then.
pub fn verify_at_rest(conn: &mut Conn, match_id: &str) -> Result<Result<usize, String>> {
    for _ in 0..TRIES {
        let before = matches::newest_told(conn, match_id)?;
        let found = verify_stream(conn, match_id)?;
        if found.is_ok() || matches::newest_told(conn, match_id)? == before {
            return Ok(found);
        }
    }
    Ok(Err("it goes on too fast to be looked at".to_owned()))
}

/// How many events of a stream could not be decided, or what is wrong with it.
fn verify_stream(conn: &mut Conn, match_id: &str) -> Result<Result<usize, String>> {
    let stored = events::from(conn, match_id, 1)?;
    if stored.is_empty() {
        return Ok(Err(LOST.to_owned()));
    }
    let seed = matches::secret(conn, match_id)?.and_then(|secret| Seed::from_hex(&secret.seed));
    let Some(seed) = seed else { return Ok(Err("its seed is not there".to_owned())) };
    let kept = calendars::of_match(conn, match_id)?;
    let calendars = Calendars::of(&kept);
    let beside = Beside { seed: &seed, calendars: &calendars };
    let decided =
        chain::check(&stored).and_then(|()| decide_again(match_id, &stored, &beside, Written::NOW));
    let mut decided = match decided {
        Ok(decided) => decided,
        Err(why) => return Ok(Err(why)),
    };
    decided.end.hash = stored.last().map(|row| row.hash.clone()).unwrap_or_default();
    if let Some(why) = project::differs(conn, &decided.end)? {
        return Ok(Err(why.to_owned()));
    }
    let (promised, names) = promised(&stored);
    if let Some(why) = misnamed(conn, match_id, &promised, &names)? {
        return Ok(Err(why.to_owned()));
    }
    let said =
        |row: &CalendarRow| hours::digest(match_id, &row.account_id, &row.salt, &row.calendar);
    if kept.iter().any(|row| said(row) != row.digest || !promised.contains(&row.digest)) {
        return Ok(Err("somebody's hours were not what is kept beside the stream".to_owned()));
    }
    let folded = rows::fold(match_id, stored).map(|mut folded| {
        folded.know_hours(&calendars);
        folded
    });
    match folded {
        Ok(folded) if folded == decided.end => Ok(Ok(decided.counts.undecided)),
        Ok(_) => Ok(Err("folded, it is another match than decided".to_owned())),
        Err(broken) => Ok(Err(broken.to_string())),
    }
}

/// The digests of all that lies beside a stream, and of those that are of names, the accounts.
fn promised(stored: &[EventRow]) -> (BTreeSet<String>, Vec<(String, String)>) {
    let (mut all, mut names) = (BTreeSet::new(), Vec::new());
    for record in stored.iter().filter_map(|row| rows::read(row.clone()).ok()) {
        let (account, name) = match record.event {
            Event::Joined(joined) => (joined.account, joined.name),
            Event::Substituted(new) => (new.account, new.name),
            Event::CalendarSet(set) => {
                all.insert(set.digest);
                continue;
            }
            _ => continue,
        };
        all.extend(name.clone());
        names.extend(name.map(|digest| (account, digest)));
    }
    (all, names)
}

/// What is wrong with the names beside a stream: one is kept that the stream does not promise, or
/// one is not kept though its account is not closed.
fn misnamed(
    conn: &mut Conn,
    match_id: &str,
    promised: &BTreeSet<String>,
    names: &[(String, String)],
) -> Result<Option<&'static str>> {
    let kept = matches::sealed_of(conn, match_id)?;
    let wrong = kept.iter().any(|name| {
        let said = sealed::digest(match_id, &name.account_id, &name.salt, &name.handle);
        said != name.digest || !promised.contains(&said)
    });
    if wrong {
        return Ok(Some("somebody was not called what is kept beside the stream"));
    }
    for (account, digest) in names {
        let lost = kept.iter().all(|name| name.digest != *digest);
        if lost && accounts::by_id(conn, account)?.is_some_and(|row| row.closed_at.is_none()) {
            return Ok(Some("what somebody was called is not kept beside the stream any more"));
        }
    }
    Ok(None)
}
