//! Rolling updates: two builds on one database, one of which has written what the other
//! does not know.

use super::chain;
use super::event::SCHEMA;
use crate::clock::Clock;
use crate::db::events::{self, EventRow, Head};
use crate::db::{Conn, Db};
use crate::error::Code;
use crate::matches::commands::Post;
use crate::matches::{Match, Matches, Open, Visibility};
use std::sync::Arc;

const SECRET: &str = "the secret of a test, long enough";

fn build(db: &Db) -> Matches {
    Matches::new(db.clone(), Clock::of_the_machine(), SECRET).unwrap()
}

async fn begun(on: &Matches) -> Arc<Match> {
    let wish = Open {
        game: "great-zimbabwe".to_owned(),
        seats: 2,
        config: serde_json::json!({}),
        title: "A match".to_owned(),
        visibility: Visibility::Public,
        entropy: None,
        timing: None,
        rounds_apart: true,
        rated: true,
    };
    let opened = on.open("anna", wish, None, None).await.unwrap();
    on.join(&opened.id, "ben", None, None).await.unwrap()
}

/// A row as a newer build appends it.
fn plant(conn: &mut Conn, on: &Match, kind: &str, schema_number: u32) -> crate::error::Result<()> {
    let mut row = EventRow {
        match_id: on.id.clone(),
        version: on.version + 1,
        kind: kind.to_owned(),
        schema_number: schema_number as i32,
        data: r#"{"unheard":"of"}"#.to_owned(),
        seat: Some(0),
        actor: "anna".to_owned(),
        command: Some(r#"{"type":"unheard_of"}"#.to_owned()),
        draw: None,
        recorded_at: on.changed_at,
        salt: chain::salt(),
        hash: String::new(),
    };
    row.hash = chain::hash(&on.hash, &row);
    let head = Head { version: on.version, hash: on.hash.clone() };
    events::append(conn, Some(&head), &[row])
}

/// A step that was legal before the newer build went on.
async fn play(on: &Matches, known: &Match) -> Code {
    let seat = known.awaited()[0];
    let offers = known.game().legal(known.state.as_ref().unwrap(), seat);
    let post = Post {
        commands: vec![offers[0].command.clone()],
        version: known.version,
        key: "once".to_owned(),
        fingerprint: String::new(),
    };
    let account = known.sitter(seat).unwrap().account.clone();
    on.play(&known.id, &account, post).await.unwrap_err().code
}

#[tokio::test]
async fn what_a_newer_build_wrote_is_answered_as_such_kept_by_nobody_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::connect(&format!("sqlite://{}", folder.path().join("test.db").display())).unwrap();
    let (older, fresh) = (build(&db), build(&db));
    let of_the_game = crate::games::find("great-zimbabwe").unwrap().schema();
    let planted = [("clock_paused", SCHEMA), ("resigned", SCHEMA + 1), ("played", of_the_game + 1)];
    for ((kind, schema), count) in planted.into_iter().zip(1..) {
        let known = begun(&older).await;
        let on = known.clone();
        db.write(move |tx| plant(tx, &on, kind, schema)).await.unwrap();
        for build in [&older, &fresh] {
            let no = build.newest(&known.id, None).await.unwrap_err();
            assert_eq!(no.code, Code::NewerThanThisServer, "{kind} {schema}");
            assert_eq!(build.newer(), count);
        }
        assert_eq!(older.folds.get(&known.id).map(|kept| kept.version), Some(known.version));
        assert!(fresh.folds.get(&known.id).is_none());
        for build in [&older, &fresh] {
            assert_eq!(play(build, &known).await, Code::NewerThanThisServer);
            let left = build.leave(&known.id, "anna").await.unwrap_err();
            assert_eq!(left.code, Code::NewerThanThisServer);
            assert_eq!(build.newer(), count, "it is counted once");
        }
        let head = known.id.clone();
        let head = db.read(move |conn| events::head(conn, &head)).await.unwrap().unwrap();
        assert_eq!(head.version, known.version + 1, "nothing was stored on it");
    }
    let other = begun(&older).await;
    assert!(fresh.resign(&other.id, "ben").await.is_ok(), "other matches go on");
}
