//! Connections that are lost while a command is stored: whoever sent it is told what is
//! known and no more, and the same key finds out the rest.

use super::proxy::{Fault, Moment, Proxy};
use super::{breakable, promised, rounds};
use crate::app::{Wish, awaited, begun};
use crate::start_or_skip;
use serde_json::json;
use std::time::{Duration, Instant};

#[actix_web::test]
async fn of_a_command_whose_commit_was_lost_the_outcome_is_called_unknown_and_its_key_tells() {
    let Some(cluster) = breakable() else { return };
    let proxy = Proxy::to(cluster.port);
    let database = cluster.new_database();
    let database = database.replace(&cluster.port.to_string(), &proxy.port.to_string());
    let app = start_or_skip!(Wish { database: Some(database), ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    // What breaks, and what is known then.
    let faults = [
        (Fault::BreakBefore(Moment::Commit), "outcome_unknown"),
        (Fault::BreakAfter(Moment::Commit), "outcome_unknown"),
        (Fault::SilenceAt(Moment::Commit), "outcome_unknown"),
        (Fault::BreakBefore(Moment::Append), "database_unavailable"),
        (Fault::SilenceAt(Moment::Append), "database_unavailable"),
    ];
    for (round, (fault, code)) in
        faults.into_iter().cycle().take(rounds(2) * faults.len()).enumerate()
    {
        let who = people[awaited(&anna.look(&id).await)];
        let legal = who.legal(&id).await;
        let version = legal["version"].as_i64().unwrap();
        let command = [legal["items"][0]["command"].clone()];
        let key = format!("{round}");
        proxy.suffer(fault);
        let asked = Instant::now();
        let problem = who.play(&id, &command, version, &key).await.refused(503, code);
        assert!(
            asked.elapsed() < promised(Duration::from_secs(5)),
            "{fault:?}: {:?}",
            asked.elapsed()
        );
        assert!(!problem.to_string().contains("othing was changed"), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains("same Idempotency-Key"), "{problem}");
        proxy.suffer(Fault::None);
        let played = who.play(&id, &command, version, &key).await.expect(200);
        let seen = who.look(&id).await;
        assert_eq!(seen["version"], played["version"], "{fault:?}: it was played once");
        assert_eq!(seen["hash"], played["hash"], "{fault:?}");
        let again = who.play(&id, &command, version, &key).await.expect(200);
        assert_eq!(again["hash"], played["hash"], "{fault:?}: and it is answered the same");
    }
}

#[actix_web::test]
async fn a_database_that_was_restarted_between_two_requests_is_noticed_by_nobody() {
    let Some(cluster) = breakable() else { return };
    let app = start_or_skip!(Wish { database: Some(cluster.new_database()), ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    for _ in 0..3 {
        cluster.crash();
        cluster.start_again();
        let who = people[awaited(&anna.look(&id).await)];
        who.play_any(&id, |_| true).await;
        cluster.crash();
        cluster.start_again();
        app.db.write(|_| Ok(())).await.expect("a write that is the first to notice");
    }
}
