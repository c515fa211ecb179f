//! House rules that a reader should not have to check.

use std::path::{Path, PathBuf};

/// Each outside crate and the rooms that may name it.
const ROOMS: &[(&str, &[&str])] = &[
    ("actix_web", &["web/", "main.rs"]),
    ("actix_web_lab", &["web/live.rs"]),
    ("argon2", &["accounts/password.rs"]),
    ("askama", &["boards/", "mail/content.rs", "web/pages/"]),
    ("clap", &["config.rs", "main.rs"]),
    ("diesel", &["db/"]),
    ("diesel_migrations", &["db/"]),
    ("garde", &["web/"]),
    ("governor", &["web/limits.rs"]),
    ("hmac", &["accounts/", "matches/sealed.rs"]),
    ("jsonwebtoken", &["accounts/"]),
    ("lettre", &["mail/"]),
    ("png", &["boards/"]),
    ("prometheus_client", &["web/metrics.rs", "web/api/operations.rs"]),
    ("quick_cache", &["accounts/known.rs", "matches/cache.rs"]),
    ("rand_chacha", &["matches/sealed.rs"]),
    ("resvg", &["boards/png.rs"]),
    ("schemars", &["rules/", "games/"]),
    ("tracing_actix_web", &["web/mod.rs"]),
    ("tracing_subscriber", &["main.rs"]),
    ("utoipa", &["web/"]),
    ("utoipa_actix_web", &["web/"]),
    ("utoipa_swagger_ui", &["web/mod.rs"]),
    ("uuid", &["random.rs"]),
];

/// Files longer than 500 lines, with the reason.
const LONG_FILES: &[(&str, &str)] = &[];

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

fn read_sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    found
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).expect("below src").display().to_string();
            (name, std::fs::read_to_string(&path).expect("text"))
        })
        .collect()
}

#[test]
fn each_outside_crate_has_one_room() {
    for (name, text) in read_sources() {
        for (outside, rooms) in ROOMS {
            let named = text.lines().any(|line| {
                let code = line.split("//").next().unwrap_or("");
                code.contains(&format!("{outside}::")) || code.contains(&format!("use {outside};"))
            });
            let allowed = rooms.iter().any(|room| name.starts_with(room));
            assert!(!named || allowed, "src/{name} names {outside}, whose rooms are {rooms:?}");
        }
    }
}

#[test]
fn rooms_know_only_those_below_them() {
    let forbidden: &[(&str, &[&str])] = &[
        (
            "rules/",
            &[
                "crate::games",
                "crate::matches",
                "crate::db",
                "crate::web",
                "crate::mail",
                "crate::accounts",
                "crate::clock",
                "crate::error",
                "crate::random",
            ],
        ),
        (
            "games/",
            &[
                "crate::matches",
                "crate::db",
                "crate::web",
                "crate::mail",
                "crate::accounts",
                "crate::clock",
                "crate::error",
                "crate::random",
                "HashMap",
            ],
        ),
        ("games/", &["crate::boards"]),
        (
            "boards/",
            &["crate::matches", "crate::db", "crate::web", "crate::mail", "crate::accounts"],
        ),
        ("games/bora_bora", &["great_zimbabwe"]),
        ("games/great_zimbabwe", &["bora_bora"]),
        (
            "db/",
            &["crate::games", "crate::matches", "crate::web", "crate::mail", "crate::accounts"],
        ),
        ("mail/", &["crate::games", "crate::matches", "crate::web", "crate::accounts"]),
        ("accounts/", &["crate::games", "crate::matches", "crate::web"]),
        ("matches/", &["crate::web"]),
    ];
    for (name, text) in read_sources() {
        for (room, others) in forbidden {
            for other in *others {
                let names = name.starts_with(room)
                    && text
                        .lines()
                        .any(|line| line.split("//").next().unwrap_or("").contains(other));
                assert!(!names, "src/{name} names {other}");
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is_for_and_none_is_too_long() {
    for (name, text) in read_sources() {
        assert!(text.starts_with("//!"), "src/{name} does not say what it is for");
        let lines = text.lines().count();
        let excused = LONG_FILES.iter().any(|(long, _)| *long == name);
        assert!(lines <= 520 || excused, "src/{name} has {lines} lines");
        for word in ["util", "helpers", "common", "types", "models", "service", "manager"] {
            assert!(
                !name.ends_with(&format!("{word}.rs")),
                "src/{name} has a name that says nothing"
            );
        }
        for unfinished in ["todo!(", "unimplemented!(", "dbg!(", "FIXME"] {
            assert!(!text.contains(unfinished), "src/{name} holds {unfinished}");
        }
    }
}

#[test]
fn nothing_unwraps_on_a_path_that_a_request_can_reach() {
    for (name, text) in read_sources() {
        if name.contains("tests") || name.starts_with("rules/playtest") {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        for (number, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap_or("");
            assert!(!line.contains(".unwrap()"), "src/{name}:{} unwraps", number + 1);
        }
    }
}
