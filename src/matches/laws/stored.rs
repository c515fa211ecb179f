//! What rows mean: folded from the first one, gone on with from any point, told, proved.

use super::super::proof::export::{Export, FORMAT, Named, ShownHours, Stored};
use super::super::proof::trust::Trust;
use super::super::proof::verify::verify;
use super::super::read::book::Book;
use super::super::read::course::Course;
use super::super::read::history::Entry;
use super::super::stream::event::{Event, Record};
use super::super::stream::fold::Walk;
use super::super::stream::project::{match_row, seat_rows};
use super::super::stream::receipt::Signer;
use super::super::stream::state::{Match, Status};
use super::super::stream::undone::{self, Fate};
use super::super::stream::{chain, rows};
use super::table::Table;
use crate::db::calendars::CalendarRow;
use crate::db::events::EventRow;
use crate::rules::Seat;
use crate::rules::erased::AnyState;
use std::sync::Arc;

/// Streams up to this long are folded at every step.
const SHORT: usize = 120;

/// About how many versions of a stream each law that is dear is looked at in, each time.
const SAMPLED: usize = 20;

/// Two matches are the same, or it is said in what they differ.
#[track_caller]
pub(super) fn same(one: &Match, other: &Match, what: &str) {
    if one == other {
        return;
    }
    let said = |of: &Match| {
        let state = of.state.as_ref() == one.state.as_ref();
        let takeable = of
            .takeable
            .as_ref()
            .map(|takeable| (takeable.seat, takeable.points.iter().map(|p| p.version)));
        let takeable = takeable.map(|(seat, points)| (seat, points.collect::<Vec<_>>()));
        format!(
            "version {} hash {} host {} here at {} {:?} state {state} takeable {takeable:?} draws {} asked at {} \
             changed {} {:?} ranking {:?} waits {:?} proposals {:?}",
            of.version,
            of.hash,
            of.host,
            of.host_came_at,
            of.status,
            of.draws,
            of.asked_at,
            of.changed_at,
            of.sitters,
            of.ranking,
            of.waits,
            of.proposals().iter().map(|known| (known.number, known.closed)).collect::<Vec<_>>(),
        )
    };
    panic!("{what} is another match:\n{}\n{}", said(one), said(other));
}

/// The match that evolved in memory is the one that its rows fold to, and the one that
/// a process comes to which goes on from what it knew.
pub(super) fn the_fold_is_the_same(table: &mut Table, before: &Match, new: Vec<EventRow>) {
    if !new.iter().any(rows::may_need_all) {
        let gone_on = table.knows_hours(rows::go_on(before, new).expect("it was decided"));
        same(&table.on, &gone_on, "gone on with by another process, it");
    }
    if table.rows.len() <= SHORT || table.roll(10) == 0 {
        let folded = rows::fold(&table.on.id, table.rows.clone()).expect("it was stored");
        let folded = table.knows_hours(folded);
        same(&table.on, &folded, "folded from its rows, it");
        assert_eq!(match_row(&table.on), match_row(&folded));
        assert_eq!(seat_rows(&table.on), seat_rows(&folded));
    }
}

/// The match goes on event by event to every version; folded up to any it is the same, can be
/// gone on with from there, and its history can be told to everybody from anywhere.
pub(super) fn every_version_can_be_told(table: &mut Table) {
    let walked = every_prefix_folds(table);
    let (on, newest) = (Arc::new(table.on.clone()), table.rows.len());
    let closely = table.somebody();
    for account in table.everybody() {
        let read = Book::nameless(on.clone(), table.rows.clone(), Some(&account)).expect("a book");
        let book = match account == closely {
            true => read.read_again(table.rows.clone(), table.roll(newest)).expect("a book"),
            false => read.clone(),
        };
        let told = |book: &Book, after: usize, limit: usize| {
            let page = book.page(after as i64, limit).unwrap_or_else(|no| {
                panic!("the history after {after} of {newest} cannot be told: {no}")
            });
            page.items.iter().map(|entry| serde_json::to_string(entry).expect("JSON")).collect()
        };
        let whole: Vec<String> = told(&read, 0, usize::MAX);
        assert_eq!(whole.len(), newest);
        for after in 0..=newest {
            if table.roll(newest + 1) < if account == closely { 2 * SAMPLED } else { 6 } {
                let up_to = newest.min(after + 1 + table.roll(4));
                let some: Vec<String> = told(&book, after, up_to - after);
                assert_eq!(some, whole[after..up_to], "told from {after} on");
            }
        }
        if account == closely {
            let course = book.course().expect("it can be said how the match went");
            goes_as_it_is_told(table, &book, course);
            for version in walked.iter().map(|at| at.version) {
                if table.roll(newest) < SAMPLED {
                    let at = (*book.at(version).expect("a version")).clone();
                    same(
                        &table.knows_hours(at),
                        &walked[version as usize - 1],
                        "looked up in a book, it",
                    );
                }
            }
        }
    }
}

/// The course of a match is that of its history and of its score sheets, and single events of a
/// history are told as they are in the whole; what happened after a version is the end of all
/// that happened.
fn goes_as_it_is_told(table: &mut Table, book: &Book, course: &Course) {
    let happened = book.happened(0);
    let places: Vec<usize> = happened.iter().map(|it| it.place).collect();
    let after = table.roll(places.len() + 2);
    let later = format!("{:?}", &happened[after.min(places.len())..]);
    assert_eq!(format!("{:?}", book.happened(after as i64)), later, "what happened after {after}");
    let entries = book.entries(&places).expect("a history");
    let rounds: Vec<u16> = entries.iter().map(|entry| entry.round).collect();
    assert_eq!(course.rounds, rounds);
    let marks = book.marks().expect("how the points came to be");
    let shown: Vec<(i64, Vec<i32>)> =
        marks.iter().map(|mark| (mark.version, mark.points.clone())).collect();
    let records = rows::read_all(table.rows.clone()).expect("they were stored");
    assert_eq!(shown, points_of_what_counts(&table.on, &records), "the chart");
    if let (Some(mark), Some(state)) = (marks.last(), &book.newest().state) {
        let score = book.newest().game().score(state);
        let points: Vec<i32> = score.values().map(|sheet| sheet.total()).collect();
        assert_eq!(mark.points, points, "the last points of the chart");
    }
    let seat = Some(Seat(table.roll(3) as u8));
    let round = rounds[table.roll(rounds.len())];
    let is_wanted = |place: usize, by: Option<Seat>| by == seat && rounds[place] == round;
    let wanted = book.seats().enumerate().filter(|(place, by)| is_wanted(*place, *by));
    let some = wanted.map(|(place, _)| place).collect::<Vec<_>>();
    let some = book.entries(&some).expect("a part of a history");
    let text = |entry: &Entry| serde_json::to_string(entry).expect("JSON");
    let filtered =
        entries.iter().enumerate().filter(|(place, entry)| is_wanted(*place, entry.seat));
    let same: Vec<String> = filtered.map(|(_, entry)| text(entry)).collect();
    assert_eq!(some.iter().map(text).collect::<Vec<_>>(), same, "round {round} of {seat:?}");
}

/// How the points came to be by the play that counts, alone and in order.
fn points_of_what_counts(on: &Match, records: &[Record]) -> Vec<(i64, Vec<i32>)> {
    let mut points: Vec<(i64, Vec<i32>)> = Vec::new();
    what_counts(on, records, |version, state| {
        let now = Seat::all(on.sitters.len()).map(|seat| on.game().points(state, seat));
        let now: Vec<i32> = now.collect();
        if points.last().is_none_or(|(_, before)| *before != now) {
            points.push((version, now));
        }
    });
    points
}

/// The play that counts, alone and in order, leads to the game as it stands: what was taken back
/// or rewound has left nothing in it.
fn what_counts_leads_here(on: &Match, records: &[Record]) {
    assert!(what_counts(on, records, |_, _| ()) == on.state, "what counts leads elsewhere");
}

/// The game as the play that counts leads to it, shown at each version of it.
fn what_counts(
    on: &Match,
    records: &[Record],
    mut show: impl FnMut(i64, &AnyState),
) -> Option<AnyState> {
    let mut state = None;
    for (record, fate) in records.iter().zip(undone::fates(records)) {
        match &record.event {
            Event::Started(setup) => {
                state = Some(on.game().begin(setup.schema, &setup.text).expect("it was dealt"));
            }
            Event::Played(event) if fate == Fate::Counts => {
                let state = state.as_mut().expect("play comes after the start");
                on.game().evolve(state, event.schema, &event.text).expect("it was played");
            }
            _ => continue,
        }
        state.iter().for_each(|state| show(record.version, state));
    }
    state
}

/// The match at every version, as it went on event by event.
fn every_prefix_folds(table: &mut Table) -> Vec<Match> {
    let records: Vec<Record> = rows::read_all(table.rows.clone()).expect("they were stored");
    what_counts_leads_here(&table.on, &records);
    let id = table.on.id.clone();
    let mut walk = Walk::from(&id, &records, 1).expect("it was opened");
    let mut walked: Vec<Match> = Vec::new();
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            walk.step(record).unwrap_or_else(|no| panic!("{:?} was stored: {no}", record.event));
        }
        let mut at = walk.at().clone();
        at.hash.clone_from(&table.rows[index].hash);
        at = table.knows_hours(at);
        walked.push(at.clone());
        let sampled = table.roll(records.len()) < SAMPLED;
        if !sampled {
            continue;
        }
        let folded = rows::fold(&id, table.rows[..=index].to_vec()).expect("any part of it folds");
        let folded = table.knows_hours(folded);
        same(&at, &folded, "folded from its first rows, it");
        assert!(at.state.as_ref() == table.twin.state(at.version), "at version {}", at.version);
        let rest = table.rows[index + 1..].to_vec();
        if table.roll(records.len()) < SAMPLED / 2 && !rest.iter().any(rows::may_need_all) {
            let gone_on = table.knows_hours(rows::go_on(&folded, rest).expect("it was stored"));
            same(&table.on, &gone_on, "gone on with from an earlier version, it");
        }
    }
    walked
}

/// The chain is whole; and once all have resigned from a match that is still played, its
/// export proves it: every event of it is decided again.
pub(super) fn the_match_is_proved(table: &mut Table) {
    while table.on.status == Status::Running {
        let ask = table.resign();
        table.ask(&ask);
    }
    chain::check(&table.rows).expect("the chain is whole");
    let mut export = export(table);
    let proved = verify(&export.text(), &Trust::default());
    if table.on.status == Status::Ended {
        let proved = proved.expect("an honest match is proved");
        assert_eq!((proved.events, proved.counts.undecided), (table.rows.len(), 0));
        table.note("proved");
        // Nor is anything found in it by who does not see whose hours counted.
        export.hours.clear();
        let read = verify(&export.digested().text(), &Trust::default());
        let read = read.expect("an honest match can be read");
        assert_eq!(
            (read.events, read.exit_code() == 0),
            (proved.events, read.counts.uncounted == 0)
        );
        if read.counts.uncounted > 0 {
            table.note("time over by hidden hours");
        }
    } else {
        proved.expect_err("what has not ended cannot be proved");
    }
}

fn export(table: &Table) -> Export {
    let sits = |digest: &String| {
        table.on.sitters.iter().any(|sitter| sitter.name.as_ref() == Some(digest))
    };
    let people = table.people.iter().filter(|row| sits(&row.digest)).map(|row| Named {
        account: row.account_id.clone(),
        handle: row.handle.clone(),
        salt: row.salt.clone(),
    });
    let names = |row: &&CalendarRow| table.on.names_hours(row);
    let hours = table.hours.iter().filter(names).map(|row| ShownHours {
        account: row.account_id.clone(),
        calendar: row.calendar.clone(),
        salt: row.salt.clone(),
    });
    let export = Export {
        format: FORMAT.to_owned(),
        match_id: table.on.id.clone(),
        people: people.collect(),
        hours: hours.collect(),
        events: table.rows.iter().cloned().map(Stored::of).collect(),
        receipt: Signer::of_seed([9; 32]).receipt(&table.on),
        digest: String::new(),
    };
    export.digested()
}
