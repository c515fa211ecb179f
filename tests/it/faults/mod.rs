//! What breaks around Turnwise, and what holds then: nothing acknowledged is lost,
//! nothing is invented, and service goes on as soon as it can.
//!
//! `TURNWISE_FAULT_ROUNDS` says how many rounds each of these tests takes; a few unless
//! it is set.

mod commits;
mod disk;
mod failover;
pub mod kills;
mod nodes;
mod proxy;
mod silence;
mod stopping;

pub use kills::{call, people, table, variables};

use crate::postgres::Cluster;
use std::time::Duration;

/// How many rounds a test takes.
pub fn rounds(few: usize) -> usize {
    std::env::var("TURNWISE_FAULT_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// How long something may take that is promised within this time: exactly that where the
/// machine is said to be quiet (`TURNWISE_QUIET`), else four times as long, because other
/// tests run beside this one.
pub fn promised(within: Duration) -> Duration {
    if std::env::var_os("TURNWISE_QUIET").is_some() { within } else { within * 4 }
}

/// A server that a test may break, where this run tests Postgres.
pub fn breakable() -> Option<Cluster> {
    if std::env::var("TURNWISE_TEST_DATABASE").is_ok_and(|name| name == "postgres") {
        return Cluster::start("");
    }
    crate::skipped!("this is a fault of Postgres");
    None
}
