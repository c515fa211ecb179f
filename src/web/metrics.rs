//! Numbers for operators, in the format of Prometheus.

use crate::matches::Matches;
use crate::matches::due::numbers::Numbers;
use actix_web::http::Method;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    method: &'static str,
    path: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct InState {
    state: String,
}

/// How long it is believed what the database was counted to hold: whoever asks again and
/// again has it counted no oftener.
const COUNTED: Duration = Duration::from_secs(10);

/// The word for a method: those that anybody may invent are all `other`, or each would be
/// counted by itself for ever.
pub fn method(method: &Method) -> &'static str {
    const KNOWN: [&str; 8] = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "TRACE"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// The counters of one server process.
pub struct Metrics {
    registry: Registry,
    requests: Family<Asked, Counter>,
    seconds: Histogram,
    commands: Counter,
    notices: Family<InState, Gauge>,
    letters: Family<InState, Gauge>,
    clocks: Gauge,
    first_due: Gauge,
    time_outs: Counter,
    counted: Mutex<Option<Instant>>,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Metrics")
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("turnwise");
        let requests = Family::<Asked, Counter>::default();
        let seconds = Histogram::new(exponential_buckets(0.000_5, 2.0, 14));
        let commands = Counter::default();
        registry.register("requests", "Requests answered", requests.clone());
        registry.register("request_seconds", "Time to answer", seconds.clone());
        registry.register("commands", "Commands accepted", commands.clone());
        let notices = Family::<InState, Gauge>::default();
        let letters = Family::<InState, Gauge>::default();
        let (clocks, first_due, time_outs) =
            (Gauge::default(), Gauge::default(), Counter::default());
        let said = "What people should hear of but invitations, by state";
        registry.register("notices", said, notices.clone());
        let said = "Letters but invitations and links for a new password, by state";
        registry.register("letters", said, letters.clone());
        registry.register("clocks", "Seats whose clock runs", clocks.clone());
        let said = "When the first of them is due, in seconds since 1970; 0 where none runs";
        registry.register("first_due_seconds", said, first_due.clone());
        registry.register("time_outs", "Times that were over", time_outs.clone());
        let counted = Mutex::default();
        Metrics {
            registry,
            requests,
            seconds,
            commands,
            notices,
            letters,
            clocks,
            first_due,
            time_outs,
            counted,
        }
    }
}

impl Metrics {
    /// Counts a request by its route, so that ids do not become labels.
    pub fn request(&self, method: &Method, route: Option<String>, status: u16, seconds: f64) {
        let path = route.unwrap_or_else(|| "other".to_owned());
        let asked = Asked { method: self::method(method), path, status };
        self.requests.get_or_create(&asked).inc();
        self.seconds.observe(seconds);
    }

    /// Counts accepted commands.
    pub fn commands(&self, count: u64) {
        self.commands.inc_by(count);
    }

    /// The page that Prometheus reads. Where the database does not answer, what it holds is
    /// as it was counted last.
    pub async fn page(&self, matches: &Matches) -> String {
        let mut counted = self.counted.lock().await;
        if counted.is_none_or(|at| at.elapsed() > COUNTED) {
            match matches.numbers().await {
                Ok(numbers) => {
                    self.take(&numbers);
                    *counted = Some(Instant::now());
                }
                Err(error) => tracing::warn!(%error, "what is due could not be counted"),
            }
        }
        drop(counted);
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = prometheus_client::encoding::text::encode(&mut page, &self.registry);
        page
    }

    fn take(&self, numbers: &Numbers) {
        for (family, counts) in
            [(&self.notices, &numbers.notices), (&self.letters, &numbers.letters)]
        {
            // A state that nothing is in any more is not counted by the database.
            family.clear();
            for (state, count) in counts {
                family.get_or_create(&InState { state: state.clone() }).set(*count);
            }
        }
        self.clocks.set(numbers.clocks);
        self.first_due.set(numbers.first_due.map_or(0, |at| at.and_utc().timestamp()));
        self.time_outs.inner().store(numbers.time_outs, Ordering::Relaxed);
    }
}
