//! Forging matches: whoever makes a false file can make every hash, digest and
//! signature of a key of their own fit it. What is false is found all the same, or
//! stands in [`UNSEEN`] with the reason why it may go unseen, and is found by whoever
//! has a receipt or the key of the service.

mod changes;
mod hours;
mod played;
mod random;
mod table;
mod taken_home;
mod whole;

use super::again::Written;
use super::export::Export;
use super::trust::Trust;
use super::verify::{prove, verify};
use crate::db::events::EventRow;
use crate::matches::stream::event::Kind;
use crate::matches::time::Absence;
use crate::words::Word;
use std::collections::{BTreeMap, BTreeSet};
use table::{Table, chained_from, file, forger, service, undigested};

/// What may be changed unseen by who has neither a receipt nor the service's key, and
/// why.
///
/// All but the last two are what people chose or clocks told: the rules allow any of it.
const UNSEEN: &[(&str, &str)] = &[
    ("recorded_at", "a proof has no clock: only the order of times is decided"),
    ("event and command open: title", "the host may call a match anything that is one line"),
    ("event and command open: visibility", "who was invited is not in the stream"),
    ("event and command open: seats", "the host may offer seats that nobody takes"),
    ("event and command rename: title", "the operator may, too"),
    ("event and command join: entropy", "of somebody who left before the start it moves nothing"),
    (
        "joined: name",
        "of somebody who left, or whom the file does not name, nothing is left to compare",
    ),
    ("command seat_robot: meant", "to name the seat that is next means the same as to name none"),
    ("command take_back: to", "to name the latest step means the same as to name none"),
    ("event and command time_out: at", "when a last call left is what the service told"),
    ("salt", "it is random, and the hashes can be made to fit any other"),
    (
        "people",
        "whoever passes a file on can leave names out, with a receipt or without: it is said",
    ),
];

/// The same of times and hours, where nobody's time was over by them: what was due by them is
/// decided again.
const TOLD: &[(&str, &str)] = &[
    ("event and command away: from", "people may be away when they like"),
    ("event and command away: to", "people may be away for as long as the pace allows"),
    ("event and command outage: from", "when the service was away is what it told"),
    ("event and command outage: to", "when the service was back is what it told"),
    ("event and command set_calendar: from", "changed hours hold a day later or more"),
    ("calendar_set: digest", "of hours that the file does not show nothing is decided"),
    ("event and command set_calendar: digest", "of hours that it does not show nothing is decided"),
    ("timed_out: due", "by hours that it does not show it may be anything that some hours allow"),
    ("taken_back: recorded_at", "by hours that it does not show nobody's time is seen to be over"),
];

/// How often the same change of the same field of the same kind of row is tried: once, and with
/// `TURNWISE_ROUNDS=all` twice where there are not many of its kind.
fn each(row: &EventRow) -> usize {
    let many =
        Kind::of_word(&row.kind).is_some_and(|kind| kind == Kind::Played || kind.is_beside_play());
    let all = std::env::var("TURNWISE_ROUNDS").is_ok_and(|rounds| rounds == "all");
    if all && !many { 2 } else { 1 }
}

/// The file as its reader has it who has a receipt for the end, and the one who has the
/// key.
fn informed(export: &Export) -> [Trust; 2] {
    let key = export.receipt.key.clone();
    [
        Trust::new(&[], vec![vec![export.receipt.clone()]]).unwrap(),
        Trust::new(&[key], Vec::new()).unwrap(),
    ]
}

/// Whether a false file is found without a receipt. With one, and with the key, it must
/// be.
fn is_found(true_one: &Export, false_one: &Export, what: &str) -> bool {
    if prove(false_one, &Trust::default(), Written::NOW).is_err() {
        return true;
    }
    let text = false_one.clone().digested().text();
    assert!(verify(&text, &Trust::default()).is_ok(), "{what}: not unseen in the text of the file");
    for trust in informed(true_one) {
        assert!(verify(&text, &trust).is_err(), "{what}: unseen in spite of a receipt or key");
    }
    false
}

/// Changes every field of every kind of row that is wanted, and gives those where that went
/// unseen.
fn unseen(
    export: &Export,
    wanted: fn(&EventRow) -> bool,
    each: fn(&EventRow) -> usize,
) -> BTreeSet<String> {
    let rows = export.rows().unwrap();
    let mut unseen = BTreeSet::new();
    let mut tried: BTreeMap<String, usize> = BTreeMap::new();
    for at in (0..rows.len()).filter(|at| wanted(&rows[*at])) {
        let mut of_row: BTreeMap<String, usize> = BTreeMap::new();
        for changed in changes::of(&rows[at]) {
            let nth = of_row.entry(changed.field.clone()).or_default();
            *nth += 1;
            let key = format!("{} {} {nth}", rows[at].kind, changed.field);
            let tried = tried.entry(key).or_default();
            *tried += 1;
            if *tried > each(&rows[at]) {
                continue;
            }
            let mut forged = rows.clone();
            forged[at] = changed.row;
            let false_one = false_from(export, at, forged);
            if !is_found(export, &false_one, &changed.field) {
                unseen.insert(changed.field);
            }
        }
    }
    unseen
}

/// A file with these rows, chained and signed by the forger.
fn false_file(of: &Export, rows: Vec<EventRow>) -> Export {
    false_from(of, 0, rows).digested()
}

/// The same where no row before this place was changed, not yet digested.
fn false_from(of: &Export, first: usize, rows: Vec<EventRow>) -> Export {
    let chained = chained_from(first, rows);
    undigested(&of.match_id, of.people.clone(), of.hours.clone(), chained, &forger())
}

/// A match, whose account has closed, and which of its rows are forged.
type Forged = (Table, Option<&'static str>, fn(&EventRow) -> bool);

/// Matches that are given up, late or silent.
fn played_and_late() -> Vec<Forged> {
    let mut forged: Vec<Forged> = vec![
        (played::beach(), Some(table::CLEO), |_| true),
        (played::kingdom(), None, |_| true),
        (played::handed_on(), None, |_| true),
    ];
    let late = [Absence::Gentle, Absence::Strict].map(|absence| played::tide(absence, |_| None));
    for table in late.into_iter().chain([played::silent(|_| None)]) {
        forged.push((table, None, |row| !["started", "played", "joined"].contains(&&*row.kind)));
    }
    forged
}

/// What people agreed on, and all else beside their play.
fn agreed() -> Forged {
    let is_beside = |row: &EventRow| {
        let kind = Kind::of_word(&row.kind);
        kind.is_some_and(|kind| kind.is_beside_play() || kind == Kind::HostChanged)
    };
    (played::council(), None, is_beside)
}

#[test]
fn every_kind_is_forged_that_a_match_holds_which_has_ended() {
    let forged = played_and_late().into_iter().chain([agreed(), hours::far_apart()]);
    let mut met = BTreeSet::new();
    for (table, _, wanted) in forged {
        met.extend(
            table.rows().into_iter().filter(wanted).filter_map(|row| Kind::of_word(&row.kind)),
        );
    }
    // What was given up before it began has not ended, and nobody takes it home.
    let rest = Kind::ALL.iter().copied().filter(|kind| *kind != Kind::Cancelled);
    assert_eq!(met, rest.collect());
}

#[test]
fn every_field_of_every_row_that_is_changed_is_found_or_listed() {
    let mut found = BTreeSet::new();
    for (table, closed, wanted) in played_and_late() {
        found.extend(unseen(&table.export(closed), wanted, each));
    }
    found.extend(whole::left_out());
    assert_eq!(found, listed());
}

#[test]
fn nothing_that_people_agreed_on_can_be_changed() {
    let (table, closed, wanted) = agreed();
    let found = unseen(&table.export(closed), wanted, each);
    let away = ["event and command away: from", "event and command away: to"];
    let outage = ["event and command outage: from", "event and command outage: to"];
    assert_eq!(found, known(&[&away[..], &outage, &["recorded_at", "salt"]].concat()));
}

/// Some of what may go unseen for a reason.
fn known(fields: &[&str]) -> BTreeSet<String> {
    let mut reasons = UNSEEN.iter().chain(TOLD).map(|(field, _)| *field).collect::<Vec<_>>();
    assert!(fields.iter().all(|field| reasons.contains(field)), "{fields:?}");
    reasons.retain(|field| fields.contains(field));
    reasons.into_iter().map(str::to_owned).collect()
}

fn listed() -> BTreeSet<String> {
    UNSEEN.iter().map(|(field, _)| (*field).to_owned()).collect()
}

#[test]
fn matches_as_they_were_played_are_proved() {
    let played_out = ["bora-bora", "great-zimbabwe"].map(played::played_out);
    let given_up = [played::beach(), played::kingdom(), played::handed_on()];
    let late = [Absence::Gentle, Absence::Strict].map(|absence| played::tide(absence, |_| None));
    let silent = [played::silent(|_| None)];
    let agreed = [played::council(), played::abroad()];
    for table in given_up.into_iter().chain(late).chain(silent).chain(agreed).chain(played_out) {
        let export = table.export(None);
        for trust in informed(&export).into_iter().chain([Trust::default()]) {
            let verified = verify(&export.text(), &trust).unwrap();
            assert_eq!((verified.exit_code(), verified.unnamed), (0, 0));
        }
        eprintln!("{} rows, {} bytes", table.rows().len(), export.text().len());
    }
}
