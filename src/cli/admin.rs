//! `turnwise admin`: what whoever runs the service does to people and matches. Nothing that
//! people have written reaches the terminal as it is.

use super::{existing, say};
use crate::accounts::operator as people;
use crate::clock::{Clock, Instant, rfc3339};
use crate::config::Config;
use crate::db::audit::Deed;
use crate::db::{Db, Tx};
use crate::error::Result as Done;
use crate::matches::Matches;
use crate::matches::operator::{self, Health, Report, SeatHealth, Settled, Sought};
use crate::matches::proof::verified::shown;
use crate::random;
use crate::rules::Seat;
use crate::web::api::title::readable;
use crate::words::Word;
use clap::Subcommand;

/// What is asked for.
#[derive(Subcommand)]
pub enum Ask {
    /// List the reports that are open, by what they are about: what was reported first comes
    /// first.
    Reports {
        /// The newest reports instead, settled or not, each alone.
        #[arg(long)]
        all: bool,
        /// How many to leave out that would come first.
        #[arg(long, default_value_t = 0)]
        skip: u32,
        /// How many at most.
        #[arg(long, default_value_t = 100)]
        most: u32,
    },
    /// Settle a report.
    Settle {
        /// The report, as it is listed.
        report: String,
        /// And with it all others of the same thing that are open.
        #[arg(long)]
        alike: bool,
        /// What you found, or did.
        #[arg(long)]
        why: String,
    },
    /// Hide a line of a talk from everybody, for good. What was reported of it stays.
    HideLine {
        /// The match.
        match_id: String,
        /// The line, as a report names it.
        line: String,
        /// Why.
        #[arg(long)]
        why: String,
    },
    /// Freeze an account: every session and token ends, nobody signs in with it, no letters go
    /// to it. Its clocks run on.
    Freeze {
        /// The person's handle.
        handle: String,
        /// Why.
        #[arg(long)]
        why: String,
    },
    /// Give a frozen account back. Its person signs in anew.
    Unfreeze {
        /// The person's handle.
        handle: String,
        /// Why.
        #[arg(long)]
        why: String,
    },
    /// Close an account for good: name and address are forgotten. In matches that wait for people
    /// its seats are taken back, in those that are played a stand-in takes them.
    Close {
        /// The person's handle.
        handle: String,
        /// Why.
        #[arg(long)]
        why: String,
    },
    /// Give a match another title, which its players see. The stream keeps the one before, shown
    /// nowhere but in the exported file.
    Rename {
        /// The match.
        match_id: String,
        /// The title.
        title: String,
        /// Why.
        #[arg(long)]
        why: String,
    },
    /// Have a robot play a seat until its person returns, which the players see.
    StandIn {
        /// The match.
        match_id: String,
        /// The seat, counted from 0.
        seat: u8,
        /// Why.
        #[arg(long)]
        why: String,
    },
    /// Take a person's seat back in a match that has not begun, which the others see.
    Unseat {
        /// The match.
        match_id: String,
        /// The seat, counted from 0.
        seat: u8,
        /// Why.
        #[arg(long)]
        why: String,
    },
    /// How a match is: events, hashes, clocks, who is waited for, notices. Ends with 1 if its
    /// stream is broken.
    Match {
        /// The match.
        match_id: String,
    },
    /// List what was done, the newest first.
    Audit {
        /// How many at most.
        #[arg(long, default_value_t = 100)]
        most: u32,
    },
}

/// Does what is asked for.
pub fn admin(config: &Config, by: Option<String>, ask: Ask) -> Result<(), String> {
    let db = existing(config)?;
    let deed = |why: String| deed(by.clone(), why);
    match ask {
        Ask::Reports { all, skip, most } => {
            let sought = if all { Sought::Newest } else { Sought::Open };
            reports(&db, sought, skip, most)
        }
        Ask::Audit { most } => audit(&db, most),
        Ask::Match { match_id } => health(&db, &match_id),
        Ask::Settle { report, alike, why } => {
            let (name, deed) = (report.clone(), deed(why)?);
            let settled = if alike { Settled::Alike } else { Settled::Alone };
            let count =
                change(&db, move |tx, now| operator::settle(tx, &name, settled, &deed, now))?;
            match count {
                1 => say(format_args!("the report {} is settled", shown(&report))),
                _ => say(format_args!("{count} reports are settled")),
            }
            Ok(())
        }
        Ask::HideLine { match_id, line, why } => {
            let deed = deed(why)?;
            change(&db, move |tx, now| operator::hide_line(tx, &match_id, &line, &deed, now))?;
            say("the line is hidden");
            Ok(())
        }
        Ask::Freeze { handle, why } => {
            let (name, deed) = (handle.clone(), deed(why)?);
            change(&db, move |tx, now| people::freeze(tx, &name, &deed, now))?;
            say(format_args!("{} is frozen, and signed out everywhere", shown(&handle)));
            Ok(())
        }
        Ask::Unfreeze { handle, why } => {
            let (name, deed) = (handle.clone(), deed(why)?);
            change(&db, move |tx, now| people::unfreeze(tx, &name, &deed, now))?;
            say(format_args!("{} can sign in again", shown(&handle)));
            Ok(())
        }
        Ask::Close { handle, why } => {
            let (name, deed) = (handle.clone(), deed(why)?);
            let freezing = deed.clone();
            let id = person(&db, &name)?;
            // First, so that they take no other seat meanwhile.
            let frozen = name.clone();
            change(&db, move |tx, now| people::hold(tx, &frozen, &freezing, now))?;
            in_matches(&db, async |matches| matches.leave_all(&id, &deed).await)?;
            change(&db, move |tx, now| people::close(tx, &name, &deed, now))?;
            say(format_args!("the account of {} is closed", shown(&handle)));
            Ok(())
        }
        Ask::Rename { match_id, title, why } => {
            readable(&title, &()).map_err(|no| format!("this is no title: {no}"))?;
            let deed = deed(why)?;
            in_matches(&db, async |matches| matches.rename(&match_id, &title, &deed).await)?;
            say("the match is called otherwise");
            Ok(())
        }
        Ask::StandIn { match_id, seat, why } => {
            let (deed, seat) = (deed(why)?, Seat(seat));
            in_matches(&db, async |matches| matches.put_stand_in(&match_id, seat, &deed).await)?;
            say("a stand-in plays the seat until its person returns");
            Ok(())
        }
        Ask::Unseat { match_id, seat, why } => {
            let (deed, seat) = (deed(why)?, Seat(seat));
            in_matches(&db, async |matches| matches.unseat(&match_id, seat, &deed).await)?;
            say("the seat is free");
            Ok(())
        }
    }
}

/// The account of the person with this handle.
fn person(db: &Db, handle: &str) -> Result<String, String> {
    let handle = handle.to_owned();
    let found = db.write_blocking(move |tx| Ok(people::called(tx, &handle)?.id.clone()));
    found.map_err(|error| error.detail)
}

/// The matches. None is opened from here and no seed promised, so the service's own secret is
/// not needed, and none is made where it has not been put yet.
fn matches(db: &Db) -> Result<Matches, String> {
    let matches = Matches::new(db.clone(), Clock::of_the_machine(), &random::token(""));
    matches.map_err(|error| error.detail)
}

/// Does something in matches.
fn in_matches(db: &Db, ask: impl AsyncFnOnce(&Matches) -> Done<()>) -> Result<(), String> {
    let matches = matches(db)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(ask(&matches)).map_err(|error| error.detail)
}

/// Who does it, and why.
fn deed(by: Option<String>, why: String) -> Result<Deed, String> {
    let user = |name: &str| std::env::var(name).ok();
    let by = by.or_else(|| user("SUDO_USER")).or_else(|| user("USER")).or_else(|| user("LOGNAME"));
    let by = by.map(|by| by.trim().to_owned()).filter(|by| !by.is_empty());
    let by = by.ok_or("say who you are: turnwise admin --by NAME …")?;
    match why.trim() {
        "" => Err("say why: --why REASON".to_owned()),
        why => Ok(Deed { by, why: why.to_owned() }),
    }
}

fn change<T: Send + 'static>(
    db: &Db,
    change: impl FnOnce(&mut Tx<'_>, Instant) -> Done<T> + Send + 'static,
) -> Result<T, String> {
    let now = Clock::of_the_machine().now();
    db.write_blocking(move |tx| change(tx, now)).map_err(|error| error.detail)
}

fn reports(db: &Db, sought: Sought, skip: u32, most: u32) -> Result<(), String> {
    let read = db.read_blocking(|conn| operator::reported(conn, sought, skip.into(), most.into()));
    let (things, left) = read.map_err(|error| error.detail)?;
    for about in &things {
        let Some(Report { row, author, .. }) = about.first() else { continue };
        say(match row.about.as_str() {
            "person" => format!("{}, a person", shown(author)),
            "title" => format!("the title of match {} by {}", row.match_id, shown(author)),
            _ => format!("line {} of {} in match {}", row.line_id, shown(author), row.match_id),
        });
        let mut said = "";
        for Report { row, by, .. } in about {
            // Another title may have been given meanwhile.
            if row.said != said {
                say(format_args!("  it said: {}", shown(&row.said)));
                said = &row.said;
            }
            let (at, id) = (rfc3339(row.reported_at), shown(&row.id));
            say(format_args!("  {at}  {id}  {} says: {}", shown(by), shown(&row.why)));
            if let (Some(at), Some(by)) = (row.settled_at, &row.settled_by) {
                let note = row.note.as_deref().unwrap_or_default();
                say(format_args!("    settled {} by {}: {}", rfc3339(at), shown(by), shown(note)));
            }
        }
    }
    let reports: usize = things.iter().map(Vec::len).sum();
    let reports = format!("{reports} {}", if reports == 1 { "report" } else { "reports" });
    let more = match sought {
        Sought::Open => format!("{left} more things are reported"),
        Sought::Newest => format!("{left} more"),
    };
    match left {
        0 => say(reports),
        _ => say(format_args!("{reports}, and {more}: ask for them with --skip and --most")),
    }
    Ok(())
}

fn audit(db: &Db, most: u32) -> Result<(), String> {
    let read = db.read_blocking(|conn| operator::done(conn, most.into()));
    for (row, name) in read.map_err(|error| error.detail)? {
        let mut words = vec![rfc3339(row.done_at), shown(&row.done_by), row.what];
        words.extend(name.or(row.whom).map(|name| shown(&name)));
        words.extend(row.in_match.map(|id| format!("in match {}", shown(&id))));
        words.extend(Some(shown(&row.detail)).filter(|detail| !detail.is_empty()));
        words.push(format!("because: {}", shown(&row.why)));
        say(words.join("  "));
    }
    Ok(())
}

fn health(db: &Db, match_id: &str) -> Result<(), String> {
    let matches = matches(db)?;
    let read = db.read_blocking(|conn| matches.health(conn, match_id));
    let health = read.map_err(|error| error.detail)?;
    let Health { game, title, status, host, version, last: (kind, at), .. } = &health;
    say(format_args!("{} ({game}), {}, hosted by {}", shown(title), status.word(), shown(host)));
    say(format_args!("{version} events; the last, {}, {}", kind.word(), rfc3339(*at)));
    match &health.sound {
        Ok(0) => say("the stream is whole, and every event was decided again"),
        Ok(read) => say(format_args!("the stream is whole; {read} events were only read")),
        Err(why) => say(format_args!("the stream is BROKEN: {}", shown(why))),
    }
    if let Some(until) = health.paused_until {
        say(format_args!("all clocks stand still until {}", rfc3339(until)));
    }
    for seat in &health.seats {
        say(seat_said(seat));
    }
    let notices = health.notices.iter().map(|(state, count)| format!("{count} {state}"));
    let notices: Vec<String> = notices.collect();
    say(format_args!(
        "notices: {}",
        if notices.is_empty() { "none".to_owned() } else { notices.join(", ") }
    ));
    say(format_args!("{} lines of talk, {} open reports", health.lines, health.reports));
    health.sound.map(drop).map_err(|_| "the match is broken".to_owned())
}

fn seat_said(seat: &SeatHealth) -> String {
    let mut words = vec![format!("seat {}: {}", seat.seat.0, shown(&seat.name))];
    words.extend(seat.resigned.then(|| "resigned".to_owned()));
    words.extend(seat.stand_in.map(|stand_in| format!("a stand-in plays ({})", stand_in.word())));
    words.extend(seat.awaited_since.map(|since| format!("awaited since {}", rfc3339(since))));
    words.extend(
        seat.clock
            .map(|(call, due)| format!("called {}, time over {}", rfc3339(call), rfc3339(due))),
    );
    words.extend(seat.open_at.map(|at| format!("others can take it over from {}", rfc3339(at))));
    words.join(", ")
}
