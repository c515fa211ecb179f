//! The pages in a real browser: runs the tests of `tests/browser`.
//!
//! Needs Chromium, Node.js and `npm ci` in that folder; says plainly when it is
//! skipped for want of them. `TURNWISE_REQUIRE=chromium` makes a skip a failure.

use std::path::{Path, PathBuf};
use std::process::Command;

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

#[test]
fn the_pages_work_in_a_real_browser() {
    if std::env::var("TURNWISE_TEST_DATABASE").is_ok_and(|database| database == "postgres") {
        println!("the browser tests run with the embedded database only");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    if let Some(why) = missing(&folder) {
        let required = std::env::var("TURNWISE_REQUIRE")
            .is_ok_and(|list| list.split(',').any(|word| word == "chromium"));
        assert!(!required, "the browser tests are required, but {why}");
        println!("the browser tests are skipped: {why}");
        return;
    }
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
