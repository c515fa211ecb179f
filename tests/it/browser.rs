//! The pages in a real browser: runs the tests of `tests/browser`.
//!
//! Needs Chromium, Node.js and `npm ci` in that folder; says plainly when it is
//! skipped for want of them. `TURNWISE_REQUIRE=chromium` makes a skip a failure.

use super::app::{PASSWORD, Wish};
use super::clocks::{Sitting, noon};
use crate::start_or_skip;
use chrono::Duration;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn works(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|said| said.status.success())
}

/// What is missing, if anything.
fn missing(folder: &Path) -> Option<&'static str> {
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    if !works(&chromium) {
        return Some("there is no Chromium");
    }
    if !works("node") {
        return Some("there is no Node.js");
    }
    if !folder.join("node_modules/playwright-core").exists() {
        return Some("`npm ci` was not run in tests/browser");
    }
    None
}

/// The folder of the tests, where a browser can run them; else why not is said plainly.
fn there() -> Option<PathBuf> {
    if std::env::var("TURNWISE_TEST_DATABASE").is_ok_and(|database| database == "postgres") {
        crate::skipped!("the browser tests run with the embedded database only");
        return None;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let Some(why) = missing(&folder) else { return Some(folder) };
    let required = std::env::var("TURNWISE_REQUIRE")
        .is_ok_and(|list| list.split(',').any(|word| word == "chromium"));
    assert!(!required, "the browser tests are required, but {why}");
    crate::skipped!("{why}");
    None
}

#[test]
fn the_pages_work_in_a_real_browser() {
    let Some(folder) = there() else { return };
    let binary = std::env::var_os("TURNWISE_BIN")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_turnwise")), PathBuf::from);
    let tested = Command::new("node")
        .args(["--test", "--test-concurrency=1"])
        .current_dir(&folder)
        .env("TURNWISE_BIN", binary)
        .output()
        .expect("Node.js starts");
    let said = String::from_utf8_lossy(&tested.stdout);
    assert!(tested.status.success(), "{said}\n{}", String::from_utf8_lossy(&tested.stderr));
}

#[actix_web::test]
async fn one_of_four_on_phones_stops_playing_is_stood_in_for_and_comes_back() {
    let Some(folder) = there() else { return };
    let clock = noon();
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let people = vec!["anna", "ben", "cleo", "dora"];
    for handle in &people {
        app.person(handle).await;
    }
    let mut scene = Command::new("node")
        .arg("scenes/absent.js")
        .current_dir(&folder)
        .env("ORIGIN", &app.url)
        .env("PASSWORD", PASSWORD)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node.js starts");
    let mut answers = scene.stdin.take().expect("it listens");
    let asked = BufReader::new(scene.stdout.take().expect("it speaks")).lines();
    let mut sitting = Sitting { app, clock, id: String::new(), people };
    let mut gone = 0;
    for asked in asked {
        let asked = asked.expect("a line");
        let (what, which) = asked.split_once(' ').unwrap_or((&asked, ""));
        let mut answer = "";
        match what {
            "joined" => {
                sitting.id = which.to_owned();
                for handle in &sitting.people[1..] {
                    let person = sitting.app.sign_in(handle, PASSWORD).await;
                    person.join(&sitting.id).await;
                }
                gone = sitting.awaited().await;
                answer = sitting.people[gone];
            }
            "reminder" => {
                let due = sitting.due().await.expect("a clock runs");
                let name = sitting.people[sitting.awaited().await];
                sitting.at(due - Duration::days(2)).await;
                sitting.gather().await;
                sitting.app.letter(&format!("{name}@example.org"), "it is still your turn").await;
            }
            "runs" => sitting.runs_out().await,
            "round" => {
                // The stand-in has played; the others play until the same one is awaited.
                sitting.stood_in(gone).await;
                while sitting.awaited().await != gone {
                    sitting.plays().await;
                }
            }
            "done" => {}
            other => panic!("{other}"),
        }
        writeln!(answers, "{answer}").expect("it listens");
    }
    assert!(scene.wait().expect("it ends").success());
}
