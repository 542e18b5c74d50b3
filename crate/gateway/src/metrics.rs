//! The gateway's metrics, in the format of Prometheus.

use std::time::Duration;

use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Ended {
    /// The kind of request: `generateContent`, `other` …
    route: &'static str,
    /// The status of the response, or 499 without one.
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    route: &'static str,
}

/// Counters of one gateway.
pub(crate) struct Metrics {
    registry: Registry,
    ended: Family<Ended, Counter>,
    rewritten: Family<Asked, Counter>,
    unreadable: Family<Asked, Counter>,
    issues: Counter,
    misfits: Counter,
    under_way: Gauge,
    seconds: Family<Asked, Histogram>,
}

/// The number of bounds of the histogram of seconds, each twice the one before, from a millisecond.
const DOUBLINGS: u16 = 18;

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("lapidary_gateway");
        let seconds = || Histogram::new(exponential_buckets(0.001, 2.0, DOUBLINGS));
        let metrics = Metrics {
            registry: Registry::default(),
            ended: Family::default(),
            rewritten: Family::default(),
            unreadable: Family::default(),
            issues: Counter::default(),
            misfits: Counter::default(),
            under_way: Gauge::default(),
            seconds: Family::new_with_constructor(seconds),
        };
        registry.register("requests", "Requests by route and status", metrics.ended.clone());
        registry.register("rewritten", "Requests whose body was rewritten", metrics.rewritten.clone());
        registry.register(
            "unreadable",
            "Requests and responses passed on unchanged because they could not be read",
            metrics.unreadable.clone(),
        );
        registry.register(
            "issues",
            "Findings in requests; those of a cached list of tools count once",
            metrics.issues.clone(),
        );
        registry.register(
            "misfits",
            "Findings in the calls of responses, such as arguments that did not match the declaration",
            metrics.misfits.clone(),
        );
        registry.register("under_way", "Requests in progress", metrics.under_way.clone());
        registry.register("seconds", "Seconds until a response began", metrics.seconds.clone());
        Metrics { registry, ..metrics }
    }

    /// Records a request that has this status.
    pub(crate) fn ended(&self, route: &'static str, status: u16) {
        self.ended.get_or_create(&Ended { route, status }).inc();
    }

    /// Records a response that began this long after its request.
    pub(crate) fn began(&self, route: &'static str, after: Duration) {
        self.seconds.get_or_create(&Asked { route }).observe(after.as_secs_f64());
    }

    /// Records whether a body was changed, and the number of its findings.
    pub(crate) fn fit(&self, route: &'static str, changed: bool, findings: usize) {
        if changed {
            self.rewritten.get_or_create(&Asked { route }).inc();
        }
        self.issues.inc_by(findings as u64);
    }

    /// Records a body that could not be read and was passed through.
    pub(crate) fn unreadable(&self, route: &'static str) {
        self.unreadable.get_or_create(&Asked { route }).inc();
    }

    /// Records the number of findings in calls.
    pub(crate) fn misfits(&self, findings: usize) {
        self.misfits.inc_by(findings as u64);
    }

    /// Counts a request as in progress until the returned guard is dropped.
    pub(crate) fn begin(&self) -> UnderWay {
        self.under_way.inc();
        UnderWay(self.under_way.clone())
    }

    /// The metrics as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// A guard that counts one request as in progress.
pub(crate) struct UnderWay(Gauge);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.dec();
    }
}
