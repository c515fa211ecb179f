//! Numbers for operators, in the format of Prometheus.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    method: String,
    path: String,
    status: u16,
}

/// The counters of one server process.
pub struct Metrics {
    registry: Registry,
    requests: Family<Asked, Counter>,
    seconds: Histogram,
    commands: Counter,
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
        Metrics { registry, requests, seconds, commands }
    }
}

impl Metrics {
    /// Counts a request by its route, so that ids do not become labels.
    pub fn request(&self, method: &str, route: Option<String>, status: u16, seconds: f64) {
        let path = route.unwrap_or_else(|| "other".to_owned());
        let asked = Asked { method: method.to_owned(), path, status };
        self.requests.get_or_create(&asked).inc();
        self.seconds.observe(seconds);
    }

    /// Counts accepted commands.
    pub fn commands(&self, count: u64) {
        self.commands.inc_by(count);
    }

    /// The page that Prometheus reads.
    pub fn page(&self) -> String {
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = prometheus_client::encoding::text::encode(&mut page, &self.registry);
        page
    }
}
