//! Two processes on one database at the moment at which the time of somebody is over: what is
//! recorded first counts, and it is recorded once.

use super::app::{self, PASSWORD, TestApp, Wish};
use super::clocks::Sitting;
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use turnwise::db::events::{self, EventRow};
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;
use turnwise::rules::chance::Seeded;
use turnwise::rules::{Seat, Turn};

/// Matches of two people in which the time of whoever is awaited is over at the same moment,
/// and two processes that serve them.
struct Race {
    sitting: Sitting,
    other: TestApp,
    ids: Vec<String>,
    due: DateTime<Utc>,
}

impl Race {
    async fn begin(wish: Value, count: usize) -> Option<Race> {
        let sitting = Sitting::begin_as(Wish::default(), wish.clone()).await?;
        let wanted = Wish {
            clock: sitting.clock.clone(),
            database: Some(sitting.app.database.clone()),
            sink: None,
            ..Wish::default()
        };
        let other = TestApp::start(wanted).await?;
        let mut ids = vec![sitting.id.clone()];
        let (anna, ben) = (sitting.signed_in(0).await, sitting.signed_in(1).await);
        while ids.len() < count {
            ids.push(app::begun(&[&anna, &ben], wish.clone()).await);
        }
        drop((anna, ben));
        let due = sitting.due().await.expect("a clock runs");
        let race = Race { sitting, other, ids, due };
        for id in &race.ids {
            let seen = race.sitting.app.anonymous().look(id).await;
            let own = &seen["seats"][app::awaited(&seen)]["due"];
            assert_eq!(own.as_str().and_then(|text| text.parse().ok()), Some(due));
        }
        Some(race)
    }

    fn moves_to(&self, then: DateTime<Utc>) {
        self.sitting.clock.advance(then.naive_utc() - self.sitting.clock.now());
    }

    /// Both processes do at the same moment what is due.
    async fn both_tick(&self) {
        let [one, two] = [&self.sitting.app, &self.other].map(|app| app.matches.clone());
        let (one, two) = (one.expect("it serves here"), two.expect("it serves here"));
        let (first, second) = tokio::join!(one.tick(), two.tick());
        first.and(second).expect("both tick");
    }

    async fn rows(&self, id: &str) -> Vec<EventRow> {
        let id = id.to_owned();
        let rows = self.sitting.app.db.read(move |conn| events::from(conn, &id, 1)).await;
        rows.expect("a stream")
    }

    async fn count(&self, id: &str, kind: &str) -> usize {
        self.rows(id).await.iter().filter(|row| row.kind == kind).count()
    }

    /// A step that ends the turn of a seat, if the next one can, and for which version.
    async fn last_step(&self, id: &str, seat: usize) -> Option<(i64, Value)> {
        let matches = self.other.matches.clone().expect("it serves here");
        let on = matches.look(id, None, None).await.expect("a match").folded;
        let (state, seat) = (on.state.as_ref().expect("it runs"), Seat(seat as u8));
        let legal = on.game().legal(state, seat).into_iter().map(|offer| offer.command);
        let mut ends = legal.filter(|command| {
            let decided = on.game().decide(state, seat, command, &mut Seeded::new(0));
            let after = decided.expect("a legal step").states.pop().expect("a state");
            !matches!(on.game().turn(&after), Turn::Awaiting(seats) if seats.contains(&seat))
        });
        ends.next().map(|command| (on.version, command))
    }

    /// A match that has ended is proved.
    async fn is_proved(&self, id: &str) {
        let export =
            self.sitting.app.anonymous().get(&format!("/api/v1/matches/{id}/export")).await;
        verify(&export.text, &Trust::default()).expect("it is proved");
    }
}

#[actix_web::test]
async fn two_processes_that_tick_at_the_same_moment_call_once_and_time_out_once() {
    let Some(race) = Race::begin(json!({ "pace": "brisk" }), 8).await else { return };
    race.moves_to(race.due - Duration::hours(3));
    race.both_tick().await;
    race.both_tick().await;
    let mut called = Vec::new();
    for handle in &race.sitting.people {
        let notices = race.sitting.app.notices(handle).await.into_iter();
        let calls = notices.filter(|notice| notice.kind == "last_call");
        called.extend(calls.map(|notice| notice.match_id));
        race.sitting.app.all_sent(handle).await;
    }
    called.sort();
    let mut all = race.ids.clone();
    all.sort();
    assert_eq!(called, all, "one call for each match");
    race.moves_to(race.due);
    race.both_tick().await;
    race.both_tick().await;
    for id in &race.ids {
        assert_eq!(race.count(id, "timed_out").await, 1);
    }
    let mut seen = 0;
    for app in [&race.sitting.app, &race.other] {
        let numbers = app.matches.as_ref().expect("it serves here").numbers().await;
        seen += numbers.expect("numbers").time_outs;
    }
    assert_eq!(seen, race.ids.len() as u64, "each was recorded by one of both");
    let person = race.sitting.signed_in(0).await;
    for id in &race.ids {
        person.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
        race.is_proved(id).await;
    }
}

/// A step that somebody means to play.
struct Meant {
    id: String,
    seat: usize,
    command: Value,
    version: i64,
}

#[actix_web::test]
async fn of_a_command_and_a_time_out_at_the_same_moment_one_counts_and_never_both() {
    let strict = json!({ "pace": "brisk", "absence": "strict" });
    let Some(race) = Race::begin(strict, 12).await else { return };
    for seat in 0..2 {
        let muted = json!({ "muted": ["last_call"] });
        race.sitting.signed_in(seat).await.patch("/api/v1/me", muted).await.expect(200);
    }
    race.moves_to(race.due - Duration::minutes(1));
    race.both_tick().await;
    let people = [
        race.other.sign_in(race.sitting.people[0], PASSWORD).await,
        race.other.sign_in(race.sitting.people[1], PASSWORD).await,
    ];
    let mut meant = Vec::new();
    for id in &race.ids {
        let seat = app::awaited(&people[0].look(id).await);
        let (version, command) = loop {
            match race.last_step(id, seat).await {
                Some(last) => break last,
                None => people[seat].play_any(id, |_| true).await,
            };
        };
        meant.push(Meant { id: id.clone(), seat, command, version });
    }
    race.moves_to(race.due);
    // One process ends what is over, one match after the other; in the other one people play
    // at last, beginning with the match that comes last.
    let one = race.sitting.app.matches.clone().expect("it serves here");
    let (first, played) = tokio::sync::oneshot::channel();
    let plays = async {
        let (mut answers, mut first) = (Vec::new(), Some(first));
        for Meant { id, seat, command, version } in meant.iter().rev() {
            // However busy the machine is, each of both is first somewhere.
            while answers.len() == meant.len() / 2
                && race.count(&meant[0].id, "timed_out").await == 0
            {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
            let command = std::slice::from_ref(command);
            answers.push(people[*seat].play(id, command, *version, &format!("last {id}")).await);
            if let Some(first) = first.take() {
                first.send(()).expect("somebody waits to tick");
            }
        }
        answers
    };
    let ticks = async {
        played.await.expect("somebody has played");
        one.tick().await
    };
    let (ticked, mut answers) = tokio::join!(ticks, plays);
    ticked.expect("a tick");
    answers.reverse();
    one.tick().await.expect("another tick");
    let mut won = (0, 0);
    for (Meant { id, seat, version, .. }, answer) in meant.iter().zip(answers) {
        let rows = race.rows(id).await;
        let new: Vec<&str> = rows.iter().skip(*version as usize).map(|row| &*row.kind).collect();
        match answer.status {
            200 => {
                assert_eq!(new[0], "played", "{new:?}");
                assert!(!new.contains(&"timed_out"), "{new:?}");
                won.0 += 1;
                let resign = format!("/api/v1/matches/{id}/resign");
                people[*seat].post(&resign, json!({})).await.expect(200);
            }
            _ => {
                answer.refused(409, "match_over");
                assert_eq!(new, ["timed_out", "resigned", "ended"]);
                won.1 += 1;
            }
        }
        race.is_proved(id).await;
    }
    assert!(won.0 > 0 && won.1 > 0, "played and too late: {won:?}");
}
