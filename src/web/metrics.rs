//! Numbers for operators, in the format of Prometheus.

use actix_web::http::Method;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    method: &'static str,
    path: String,
    status: u16,
}

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

    /// The page that Prometheus reads.
    pub fn page(&self) -> String {
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = prometheus_client::encoding::text::encode(&mut page, &self.registry);
        page
    }
}
