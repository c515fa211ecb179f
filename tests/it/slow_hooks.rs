//! Webhooks whose hosts take their time: they keep nobody else from what goes to them.

use super::app::{Caller, TestApp};
use super::hooks;
use super::receiver::Receiver;
use crate::start_or_skip;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::Duration;
use turnwise::clock::Clock;
use turnwise::db::deliveries::{self, DeliveryRow};
use turnwise::db::{accounts, ways};

/// How many webhooks an account may have.
const HOOKS: usize = 5;
/// How many messages wait for each.
const MESSAGES: usize = 2;

/// Somebody's host, which answers nothing until it may; and how many messages were on their way
/// to it at once, at most.
struct Slow {
    receiver: Receiver,
    most: Arc<AtomicUsize>,
    answered: Arc<AtomicUsize>,
}

impl Slow {
    fn start(may_answer: &Arc<AtomicBool>) -> Slow {
        let [now, most, answered] = [(); 3].map(|()| Arc::<AtomicUsize>::default());
        let (may, highest, done) = (may_answer.clone(), most.clone(), answered.clone());
        let receiver = Receiver::start_raw(move |mut stream| {
            highest.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
            while !may.load(SeqCst) {
                std::thread::sleep(Duration::from_millis(10));
            }
            now.fetch_sub(1, SeqCst);
            done.fetch_add(1, SeqCst);
            let no_content = b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n";
            let _ = std::io::Write::write_all(&mut stream, no_content);
        });
        Slow { receiver, most, answered }
    }
}

/// Somebody with all the webhooks that they may have, to their own slow host.
async fn with_hooks<'a>(app: &'a TestApp, name: &str, slow: &Slow) -> Caller<'a> {
    let who = app.person(name).await;
    for number in 0..HOOKS {
        let url = slow.receiver.url(&format!("/{number}"));
        let wish = json!({ "name": "a channel", "form": "json", "url": url });
        who.post("/api/v1/me/webhooks", wish).await.expect(201);
    }
    who
}

/// Puts messages down for every webhook of these people, all at once.
async fn enqueue(app: &TestApp, names: Vec<String>) {
    let now = Clock::of_the_machine().now();
    let enqueued = app.db.write(move |tx| {
        for name in &names {
            let person = accounts::by_handle(tx, name)?.expect("somebody");
            for way in ways::of_account(tx, &person.id)? {
                for number in 0..MESSAGES {
                    let whose = (person.id.as_str(), way.id.as_str());
                    let row = DeliveryRow::new(format!("test:{number}"), whose, "test", now);
                    deliveries::enqueue(tx, &row)?;
                }
            }
        }
        Ok(())
    });
    enqueued.await.expect("they are put down");
}

#[actix_web::test]
async fn accounts_whose_webhooks_answer_slowly_hold_up_no_other_in_one_process_or_two() {
    let app = start_or_skip!(hooks::wish());
    let may_answer = Arc::new(AtomicBool::new(false));
    let names: Vec<String> = (0..5).map(|number| format!("mal-{number}")).collect();
    let mut all_slow = Vec::new();
    for name in &names {
        let slow = Slow::start(&may_answer);
        with_hooks(&app, name, &slow).await;
        all_slow.push(slow);
    }
    let ben = app.person("ben").await;
    let quick = Receiver::start(|_| "204 No Content".to_owned());
    let wish = json!({ "name": "ours", "form": "json", "url": quick.url("/") });
    let made = ben.post("/api/v1/me/webhooks", wish).await.expect(201);
    // More than the senders of one process are kept busy before ben's message is put down.
    enqueue(&app, names.clone()).await;
    for _ in 0..200 {
        if all_slow.iter().all(|slow| slow.most.load(SeqCst) > 0) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let test = format!("/api/v1/me/ways/{}/tests", made["id"].as_str().expect("an id"));
    ben.post(&test, json!({})).await.expect(202);
    let began = std::time::Instant::now();
    while quick.got().is_empty() && began.elapsed() < Duration::from_secs(6) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let answered = |slow: &Slow| slow.answered.load(SeqCst);
    assert_eq!(quick.got().len(), 1, "ben waits for others");
    assert_eq!(all_slow.iter().map(answered).sum::<usize>(), 0, "all of them are held up");
    let other = super::app::Wish { database: Some(app.database.clone()), ..hooks::wish() };
    let other = TestApp::start(other).await.expect("another process");
    may_answer.store(true, SeqCst);
    for _ in 0..800 {
        if all_slow.iter().all(|slow| answered(slow) >= HOOKS * MESSAGES) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    drop(other);
    for slow in &all_slow {
        assert_eq!(answered(slow), HOOKS * MESSAGES, "each goes once, in the end");
        let most = slow.most.load(SeqCst);
        assert!((1..=2).contains(&most), "{most} at once for one account");
    }
}
