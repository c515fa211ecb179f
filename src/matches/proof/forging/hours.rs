//! Forging the hours that counted for people, and the times that were over by them.

use super::*;
use crate::matches::proof::export::ShownHours;

/// The seat of whose time was over, so that the file shows their hours.
const SHOWN: Option<i32> = Some(1);

fn of_hours(row: &EventRow) -> bool {
    ["calendar_set", "timed_out"].contains(&&*row.kind)
}

/// The rows of hours and of times that were over by them.
pub fn far_apart() -> Forged {
    (played::abroad(), None, of_hours)
}

#[test]
fn a_match_of_people_far_apart_holds_all_that_is_forged_here() {
    let export = played::abroad().export(None);
    let rows = export.rows().unwrap();
    let count =
        |kind: &str, seat| rows.iter().filter(|row| row.kind == kind && row.seat == seat).count();
    assert_eq!((count("calendar_set", SHOWN), count("calendar_set", Some(0))), (2, 2));
    assert_eq!((count("timed_out", SHOWN), export.hours.len()), (3, 2));
    let verified = verify(&export.text(), &Trust::default()).unwrap();
    assert_eq!(
        (verified.counts.time_outs, verified.counts.uncounted, verified.counts.undecided),
        (3, 0, 0)
    );
}

#[test]
fn nothing_can_be_changed_of_the_hours_by_which_somebodys_time_was_over() {
    let wanted = |row: &EventRow| of_hours(row) && row.seat == SHOWN;
    let found = unseen(&played::abroad().export(None), wanted, |_| usize::MAX);
    let told = ["event and command set_calendar: from", "event and command time_out: at"];
    assert_eq!(found, known(&[&told[..], &["recorded_at", "salt"]].concat()));
}

#[test]
fn of_hours_that_the_file_does_not_show_only_what_they_stand_for_can_be_changed() {
    let wanted = |row: &EventRow| of_hours(row) && row.seat != SHOWN;
    let found = unseen(&played::abroad().export(None), wanted, |_| usize::MAX);
    let command =
        ["event and command set_calendar: digest", "event and command set_calendar: from"];
    let rest = ["calendar_set: digest", "recorded_at", "salt"];
    assert_eq!(found, known(&[&command[..], &rest].concat()));
}

/// Files in which somebody's time is over by hours that they do not show: once it ends the match.
fn by_hidden_hours() -> [Export; 3] {
    let [gentle, strict] =
        [Absence::Gentle, Absence::Strict].map(|absence| played::tide(absence, played::far_apart));
    [played::abroad(), gentle, strict].map(|table| showing(&table, Vec::new()))
}

/// The places of the first and the last event of each time that was over.
fn times_over(rows: &[EventRow]) -> Vec<(usize, usize)> {
    let over = (0..rows.len()).filter(|&at| rows[at].kind == Kind::TimedOut.word());
    let end = |at: usize| rows[at + 1..].iter().take_while(|row| row.command.is_none()).count();
    over.map(|at| (at, at + end(at))).collect()
}

#[test]
fn nothing_can_be_changed_of_what_follows_when_time_is_over_by_hours_that_the_file_does_not_show() {
    let follows = |row: &EventRow| ["timed_out", "resigned", "ended"].contains(&&*row.kind);
    let mut found = BTreeSet::new();
    for export in by_hidden_hours() {
        let read = verify(&export.text(), &Trust::default()).unwrap();
        assert!(read.counts.time_outs == 0 && read.counts.uncounted > 0 && read.exit_code() == 3);
        assert!(!read.said().join(" ").contains("each when the pace"));
        found.extend(unseen(&export, follows, |_| usize::MAX));
    }
    let told = ["event and command time_out: at", "timed_out: due"];
    assert_eq!(found, known(&[&told[..], &["recorded_at", "salt"]].concat()));
}

#[test]
fn no_row_can_be_put_to_a_time_that_is_over_by_hours_that_the_file_does_not_show_or_be_taken_away()
{
    for export in by_hidden_hours() {
        let rows = export.rows().unwrap();
        let points = EventRow {
            data: r#"{"type":"scored","seat":1,"source":"red_god","points":45}"#.to_owned(),
            ..rows.iter().find(|row| row.kind == "played").unwrap().clone()
        };
        let mut kinds = BTreeSet::new();
        let one_each = rows.iter().filter(|row| kinds.insert(row.kind.clone()));
        let more = one_each.chain([&points]).collect::<Vec<_>>();
        let numbered = |mut forged: Vec<EventRow>| {
            forged.iter_mut().zip(1..).for_each(|(row, version)| row.version = version);
            false_from(&export, 0, forged)
        };
        for (at, last) in times_over(&rows) {
            let recorded_at = rows[at].recorded_at;
            for row in &more {
                let added = EventRow { command: None, draw: None, recorded_at, ..(*row).clone() };
                let mut forged = rows.clone();
                forged.insert(last + 1, added);
                assert!(is_found(&export, &numbered(forged), "added"), "{} at {at}", row.kind);
            }
            for gone in at + 1..=last {
                let mut forged = rows.clone();
                forged.truncate(last + 1);
                forged.remove(gone);
                assert!(is_found(&export, &numbered(forged), "taken away"), "{gone}");
            }
        }
    }
}

#[test]
fn that_time_is_over_by_hours_that_the_file_does_not_show_is_believed_only_where_some_hours_fit() {
    let export = showing(&played::abroad(), Vec::new());
    let rows = export.rows().unwrap();
    let (at, _) = times_over(&rows)[0];
    let due = serde_json::from_str::<serde_json::Value>(&rows[at].data).unwrap()["due"].clone();
    let due = due.as_str().unwrap();
    let asked = rows[..at].iter().rfind(|row| row.kind == "played").unwrap().recorded_at;
    let with = |other: chrono::DateTime<chrono::Utc>| {
        let other = serde_json::json!(other);
        let mut forged = rows.clone();
        forged[at].data = rows[at].data.replace(due, other.as_str().unwrap());
        is_found(&export, &false_file(&export, forged), "due")
    };
    let window = played::abroad().on.timing.unwrap().pace.window;
    let soonest = (asked + chrono::Duration::minutes(window.into())).and_utc();
    let then: chrono::DateTime<chrono::Utc> = due.parse().unwrap();
    let second = chrono::Duration::seconds(1);
    let told = rows[at].recorded_at.and_utc();
    assert!(with(asked.and_utc()) && with(soonest - second) && with(told + second));
    assert!(!with(soonest) && !with(then - second) && !with(told));
}

#[test]
fn hours_cannot_be_said_to_hold_later_or_sooner_where_somebodys_time_was_over_by_them() {
    let export = played::abroad().export(None);
    let rows = export.rows().unwrap();
    let set = |row: &EventRow| row.kind == "calendar_set" && row.seat == SHOWN;
    let at = rows.iter().rposition(set).unwrap();
    let from = serde_json::from_str::<serde_json::Value>(&rows[at].data).unwrap()["from"].clone();
    let from = from.as_str().unwrap();
    let then: chrono::DateTime<chrono::Utc> = from.parse().unwrap();
    // They hold a day after they were said at the earliest; the wait that is counted by them
    // begins some days later.
    for (days, is_seen) in [(-1, true), (1, false), (30, true)] {
        let mut forged = rows.clone();
        let other = serde_json::json!(then + chrono::Duration::days(days));
        let other = other.as_str().unwrap();
        forged[at].data = rows[at].data.replace(from, other);
        forged[at].command = rows[at].command.as_ref().map(|text| text.replace(from, other));
        let seen = is_found(&export, &false_file(&export, forged), "from");
        assert_eq!(seen, is_seen, "{days} days");
    }
}

/// The file of a table that shows these hours.
fn showing(table: &Table, hours: Vec<ShownHours>) -> Export {
    let export = table.export(None);
    undigested(&export.match_id, export.people.clone(), hours, export.rows().unwrap(), &service())
        .digested()
}

/// The rows from the first of a kind on, so many days later than they were.
fn moved(export: &Export, kind: Kind, days: i64) -> Export {
    let mut rows = export.rows().unwrap();
    let at = rows.iter().position(|row| row.kind == kind.word()).unwrap();
    rows[at..].iter_mut().for_each(|row| row.recorded_at += chrono::Duration::days(days));
    false_file(export, rows)
}

#[test]
fn that_a_match_was_silent_for_long_enough_is_proved_only_by_the_hours_of_whoever_was_awaited() {
    let table = played::silent(played::far_apart);
    let all = showing(&table, table.hours.clone());
    assert!(is_found(&all, &moved(&all, Kind::Expired, -1), "sooner"));
    let read = |export: &Export| verify(&export.text(), &Trust::default()).unwrap();
    let mut of_one: Vec<_> = Vec::new();
    for hours in &table.hours {
        let read = read(&showing(&table, vec![hours.clone()]));
        of_one.push((read.counts.uncounted, read.exit_code()));
    }
    of_one.sort_unstable();
    assert_eq!(of_one, [(0, 0), (1, 3)]);
    let none = showing(&table, Vec::new());
    assert!(is_found(&none, &moved(&none, Kind::Expired, -60), "in less than sixty days"));
    let mut ranked = none.rows().unwrap();
    let won = r#""ranking":[{"seat":0,"place":1,"points":9},{"seat":1,"place":2,"points":8}]"#;
    ranked.last_mut().unwrap().data = ranked.last().unwrap().data.replace(r#""ranking":[]"#, won);
    assert!(is_found(&none, &false_file(&none, ranked), "with a winner"));
    for export in [moved(&none, Kind::Expired, -1), none] {
        let read = read(&export);
        assert_eq!(
            (read.counts.time_outs, read.counts.uncounted, read.counts.undecided),
            (0, 1, 2)
        );
        let said = [read.headline(), read.said().join(" ")].join(" ");
        assert!(!said.contains("is proved") && said.contains("could not be counted"), "{said}");
    }
}

#[test]
fn a_take_back_after_ones_time_is_found_only_by_hours_that_the_file_shows() {
    let table = played::silent(played::far_apart);
    let is_seen = |hours: Vec<ShownHours>| {
        let export = showing(&table, hours);
        is_found(&export, &moved(&export, Kind::TakenBack, 30), "a take-back")
    };
    assert!(is_seen(table.hours.clone()));
    assert!(!is_seen(Vec::new()));
    assert_eq!(known(&["taken_back: recorded_at"]).len(), 1, "it is listed");
}

#[test]
fn hours_that_are_changed_exchanged_left_out_or_shown_twice_are_found() {
    let export = played::abroad().export(None);
    let with = |change: &dyn Fn(&mut Vec<ShownHours>)| {
        let mut hours = export.hours.clone();
        change(&mut hours);
        let rows = export.rows().unwrap();
        undigested(&export.match_id, export.people.clone(), hours, rows, &service()).digested()
    };
    let mut false_ones: Vec<Export> = Vec::new();
    for at in 0..export.hours.len() {
        for (one, other) in [("765", "764"), ("825", "840"), ("-570", "-569"), ("Fri", "Thu")] {
            false_ones.push(with(&|hours| {
                hours[at].calendar = hours[at].calendar.replace(one, other);
            }));
        }
        for quiet in ["1320", ":60,"] {
            let other = quiet.replace('0', "1");
            false_ones.push(with(&|hours| {
                hours[at].calendar = hours[at].calendar.replace(quiet, &other);
            }));
        }
        for text in ["", "{}", "null", "[]"] {
            false_ones.push(with(&|hours| hours[at].calendar = text.to_owned()));
            false_ones.push(with(&|hours| hours[at].account = text.to_owned()));
            false_ones.push(with(&|hours| hours[at].salt = text.to_owned()));
        }
        false_ones.push(with(&|hours| hours[at].account = table::ANNA.to_owned()));
        false_ones.push(with(&|hours| hours.push(hours[at].clone())));
    }
    false_ones.push(with(&|hours| {
        let calendar = hours[0].calendar.clone();
        hours[0].calendar = std::mem::replace(&mut hours[1].calendar, calendar);
    }));
    false_ones.retain(|other| other.hours != export.hours);
    for false_one in false_ones {
        let found = verify(&false_one.text(), &Trust::default());
        assert!(found.is_err(), "unseen: {:?}", false_one.hours);
    }
    // What is left out is counted, and nothing is proved of it.
    for gone in 0..export.hours.len() {
        let verified = verify(&with(&|hours| drop(hours.remove(gone))).text(), &Trust::default());
        let verified = verified.unwrap();
        assert!(verified.counts.uncounted > 0 && verified.exit_code() == 3, "{verified:?}");
        assert_eq!(
            verified.counts.time_outs + verified.counts.uncounted,
            3,
            "each is counted, or it is not"
        );
    }
}
