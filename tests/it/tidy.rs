//! House rules that a reader should not have to check.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use turnwise::error::Code;

/// Each outside crate and the rooms that may name it.
const ROOMS: &[(&str, &[&str])] = &[
    ("actix_web", &["web/", "cli/serve.rs", "error/problem.rs"]),
    ("argon2", &["accounts/password.rs"]),
    ("atom_syndication", &["web/feeds/atom.rs"]),
    (
        "askama",
        &["mail/content.rs", "mail/digest.rs", "mail/stranger.rs", "mail/way_off.rs", "web/pages/"],
    ),
    ("base64", &["reach/"]),
    ("chacha20", &["matches/stream/chance.rs"]),
    ("clap", &["config.rs", "cli/mod.rs", "cli/admin.rs"]),
    ("diesel", &["db/"]),
    ("diesel_migrations", &["db/"]),
    ("fast_qr", &["web/pages/second_factor.rs"]),
    ("futures_util", &["web/live.rs", "web/around.rs", "web/guesses.rs"]),
    ("garde", &["web/"]),
    ("governor", &["web/limits.rs"]),
    (
        "hmac",
        &["accounts/", "matches/stream/chance.rs", "matches/stream/commitment.rs", "reach/hook.rs"],
    ),
    ("http_body_util", &["reach/http.rs"]),
    ("hyper", &["reach/http.rs"]),
    ("hyper_util", &["reach/http.rs"]),
    ("icu_normalizer", &["accounts/guessable.rs"]),
    ("icalendar", &["web/feeds/calendar.rs"]),
    ("ipnet", &["reach/guard.rs", "web/source.rs"]),
    ("jsonwebtoken", &["accounts/"]),
    ("lettre", &["mail/"]),
    ("libc", &["cli/serve.rs"]),
    ("percent_encoding", &["mail/transport.rs", "web/pages/answer.rs"]),
    ("png", &["boards/"]),
    ("prometheus_client", &["web/metrics.rs", "web/api/operations.rs"]),
    (
        "quick_cache",
        &[
            "accounts/known.rs",
            "matches/stream/cache.rs",
            "matches/read/",
            "matches/proof/proved.rs",
            "web/pages/board.rs",
        ],
    ),
    ("ring", &["matches/stream/receipt.rs", "reach/"]),
    ("resvg", &["boards/png.rs"]),
    ("russe", &["web/live.rs"]),
    ("rustls", &["reach/http.rs"]),
    ("schemars", &["rules/", "games/"]),
    ("skillratings", &["matches/ratings/scale.rs"]),
    ("socket2", &["web/unread.rs"]),
    ("tokio_rustls", &["reach/http.rs"]),
    ("totp_rs", &["accounts/second_factor.rs"]),
    ("tracing_actix_web", &["web/mod.rs", "web/log.rs"]),
    ("tracing_subscriber", &["cli/serve.rs"]),
    (
        "url",
        &[
            "config.rs",
            "mail/transport.rs",
            "reach/guard.rs",
            "reach/way.rs",
            "web/pages/inside.rs",
        ],
    ),
    ("utoipa", &["web/", "error/problem.rs"]),
    ("utoipa_actix_web", &["web/"]),
    ("utoipa_swagger_ui", &["web/docs.rs"]),
    ("uuid", &["random.rs"]),
    ("webpki_roots", &["reach/http.rs"]),
];

/// The most lines of a file.
const LINES: usize = 520;

/// Files that are longer, with the reason.
const LONG_FILES: &[(&str, &str)] = &[("db/schema.rs", "it lists the columns of all tables")];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The source files of the program with what it stores, and of the boards and games as if they
/// stood below `boards/` and `games/`, with the rules beside them.
pub fn read_sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for (folder, room) in
        [("src", ""), ("store/src", ""), ("boards/src", "boards/"), ("games/src", "games/")]
    {
        let folder = root.join(folder);
        let mut paths = Vec::new();
        sources(&folder, &mut paths);
        found.extend(paths.into_iter().map(|path| {
            let name = path.strip_prefix(&folder).expect("below it").display().to_string();
            let room = if name.starts_with("rules/") { "" } else { room };
            (format!("{room}{name}"), std::fs::read_to_string(&path).expect("text"))
        }));
    }
    found
}

#[test]
fn each_outside_crate_has_one_room() {
    for (name, text) in read_sources() {
        for (outside, rooms) in ROOMS {
            let named = text.lines().any(|line| {
                let code = line.split("//").next().unwrap_or("");
                let path = format!("{outside}::");
                let begins = |at: usize| {
                    let before = code[..at].chars().next_back();
                    before.is_none_or(|c| !c.is_alphanumeric() && c != '_')
                };
                code.match_indices(&path).any(|(at, _)| begins(at))
                    || code.contains(&format!("use {outside};"))
            });
            let allowed = rooms.iter().any(|room| name.starts_with(room));
            assert!(!named || allowed, "{name} names {outside}, whose rooms are {rooms:?}");
        }
    }
}

#[test]
fn rooms_know_only_those_below_them() {
    let forbidden: &[(&str, &[&str])] = &[
        // What else rules, games, boards and the database may not know is no dependency of their
        // crates.
        ("rules/", &["crate::bora_bora", "crate::great_zimbabwe", "HashMap"]),
        ("games/", &["HashMap"]),
        ("runner.rs", &["crate::db", "crate::mail", "crate::matches", "crate::accounts"]),
        ("games/bora_bora", &["great_zimbabwe"]),
        ("games/great_zimbabwe", &["bora_bora"]),
        ("boards/pen.rs", &["bora_bora", "great_zimbabwe"]),
        (
            "mail/",
            &["crate::games", "crate::matches", "crate::web", "crate::accounts", "crate::reach"],
        ),
        ("reach/", &["crate::games", "crate::matches", "crate::web", "crate::accounts"]),
        ("accounts/", &["crate::games", "crate::matches", "crate::web"]),
        ("matches/", &["crate::web"]),
        // No rows and no queries: what the rooms below make of them.
        (
            "web/",
            &[
                "Row;",
                "Row}",
                "Row,",
                "Row as",
                "Tx<",
                "crate::db::accounts",
                "crate::db::events",
                "crate::db::letters",
                "crate::db::matches",
            ],
        ),
    ];
    for (name, text) in read_sources() {
        assert!(name.starts_with("cli/") || !text.contains("crate::cli"), "{name} names cli");
        for (room, others) in forbidden {
            for other in *others {
                let names = name.starts_with(room)
                    && text
                        .lines()
                        .any(|line| line.split("//").next().unwrap_or("").contains(other));
                assert!(!names, "{name} names {other}");
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is_for_and_none_is_too_long() {
    for (name, text) in read_sources() {
        assert!(text.starts_with("//!"), "{name} does not say what it is for");
        let lines = text.lines().count();
        let excused = LONG_FILES.iter().any(|(long, _)| *long == name);
        assert!(lines <= LINES || excused, "{name} has {lines} lines");
        for word in ["util", "helpers", "common", "types", "models", "service", "manager"] {
            assert!(!name.ends_with(&format!("{word}.rs")), "{name} has a name that says nothing");
        }
        for unfinished in ["todo!(", "unimplemented!(", "dbg!(", "FIXME"] {
            assert!(!text.contains(unfinished), "{name} holds {unfinished}");
        }
    }
}

#[test]
fn nothing_unwraps_on_a_path_that_a_request_can_reach() {
    for (name, text) in read_sources() {
        let is_test =
            ["tests", "forging", "laws", "rolling", "tales"].iter().any(|it| name.contains(it));
        if is_test || name.starts_with("rules/playtest") {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        for (number, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap_or("");
            assert!(!line.contains(".unwrap()"), "{name}:{} unwraps", number + 1);
        }
    }
}

/// A sharded database keeps what belongs to one account, or to one match, together.
#[test]
fn every_key_begins_with_the_account_or_the_match_whose_row_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut found = 0;
    let migrations = std::fs::read_dir(root).expect("migrations").map(|folder| {
        let file = folder.expect("an entry").path().join("up.sql");
        std::fs::read_to_string(file).expect("statements")
    });
    let migrations: Vec<String> = migrations.collect();
    let all = migrations.concat();
    for index in all.split("CREATE UNIQUE INDEX ").skip(1) {
        let (name, on) = index.split_once(" ON ").expect("a table");
        let (_, key) = on.split_once(" (").expect("columns");
        let owned = key.starts_with("account_id") || key.starts_with("match_id");
        assert!(owned || all.contains(&format!("DROP INDEX {name};")), "{name} begins with {key}");
        found += 1;
    }
    for text in &migrations {
        for table in text.split("CREATE TABLE ").skip(1) {
            let table = table.split(");").next().unwrap_or(table);
            let (name, columns) = table.split_once(" (").expect("columns");
            let owner =
                |line: &&str| line.starts_with("account_id ") || line.starts_with("match_id ");
            let lines = columns.lines().map(str::trim);
            if lines.clone().find(owner).is_none() {
                continue;
            }
            for line in lines {
                let listed =
                    ["PRIMARY KEY (", "UNIQUE ("].iter().find_map(|k| line.strip_prefix(k));
                let inline = line.contains(" PRIMARY KEY") || line.contains(" UNIQUE");
                let Some(key) = listed.or(inline.then_some(line)) else { continue };
                assert!(
                    key.starts_with("account_id") || key.starts_with("match_id"),
                    "a key of {name} begins with something else: {line}"
                );
                found += 1;
            }
        }
    }
    assert!(found >= 9, "{found} keys");
}

#[test]
fn every_code_of_the_table_is_given_somewhere() {
    let sources = read_sources();
    for code in Code::ALL {
        let name = format!("Code::{code:?}");
        let given = |text: &str| {
            text.match_indices(&name)
                .any(|(at, _)| !text[at + name.len()..].starts_with(char::is_alphanumeric))
        };
        let given = sources.iter().any(|(file, text)| file != "error/code.rs" && given(text));
        assert!(given, "nothing answers {code}");
    }
}

#[test]
fn what_only_a_build_or_a_deployment_knows_is_set() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect(name);
    let release = read("Cargo.toml");
    let release = release.split("[profile.release.package]").nth(1).expect("a profile");
    let release = release.split("\n[").next().expect("its lines");
    for room in ["turnwise", "turnwise-boards", "turnwise-games", "turnwise-store"] {
        let checks = format!("\n{room}.overflow-checks = true\n");
        assert!(release.contains(&checks), "numbers of players wrap around in {room}");
    }
    let compose = read("compose.yaml");
    assert!(compose.contains("stop_grace_period: 15s"), "a stop is given time");
    assert!(!compose.contains(":${POSTGRES_PASSWORD"), "a password in an address is encoded");
}

#[test]
fn the_image_is_built_with_every_file_that_the_program_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let image = std::fs::read_to_string(root.join("Dockerfile")).expect("text");
    let copied = image.lines().filter_map(|line| line.strip_prefix("COPY ")?.split(' ').next());
    let copied: Vec<&str> = copied.collect();
    let mut held = Vec::new();
    for (name, text) in read_sources() {
        for included in text.split("include_").skip(1) {
            let path = included.split('"').nth(1).unwrap_or_default();
            // What lies beside a source comes with it.
            let elsewhere = path.starts_with("../");
            if elsewhere && (included.starts_with("str!(") || included.starts_with("bytes!(")) {
                held.push((name.clone(), path.trim_start_matches("../").to_owned()));
            }
        }
    }
    assert!(held.len() > 10, "{held:?}");
    for (name, path) in held {
        let has = |one: &&str| path == **one || path.starts_with(&format!("{one}/"));
        assert!(copied.iter().any(has), "{name} holds {path}, which the image is built without");
    }
}

/// What an operation takes, as its handler asks for it.
fn asked_for(handler: &str) -> Option<&'static str> {
    let asks = |what: &str| handler.contains(what);
    match () {
        () if asks(".session()") => Some("session"),
        () if asks(".may(Scope::Play)") => Some("play"),
        () if asks(".may(Scope::Read)") || asks(".reader()") || asks(".looker(") => Some("read"),
        () => None,
    }
}

#[test]
fn an_operation_says_what_a_token_must_be_allowed_for_it() {
    let mut met = BTreeMap::new();
    for (file, text) in read_sources() {
        let handlers: Vec<&str> = text.split("#[utoipa::path(").collect();
        for (before, handler) in handlers.iter().zip(handlers.iter().skip(1)) {
            let told: Vec<&str> =
                before.lines().rev().take_while(|line| line.starts_with("///")).collect();
            let told: Vec<&str> = told.iter().rev().map(|line| line[3..].trim()).collect();
            let (told, handler) = (told.join(" "), handler.split("\n}\n").next().unwrap_or(""));
            let asked = asked_for(handler);
            let declared = handler.split("(\"token\" = [").nth(1).map(|it| it.split(']').next());
            let named = asked.map(|scope| format!("\"{scope}\""));
            assert_eq!(declared.flatten(), named.as_deref(), "{file}: {told}");
            let refuses = asked == Some("session");
            assert_eq!(refuses, told.contains("Not for scripts"), "{file}: {told}");
            *met.entry(asked).or_insert(0) += 1;
        }
    }
    for (asked, least) in [("session", 26), ("play", 30), ("read", 15)] {
        assert!(met.get(&Some(asked)).is_some_and(|&count| count >= least), "{met:?}");
    }
}
