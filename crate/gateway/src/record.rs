//! The log line and the metrics of one request.

use std::{sync::Arc, time::Instant};

use http::StatusCode;
use tracing::info;

use crate::metrics::Metrics;

/// The status of a request whose connection was closed before the response began, as in the log of nginx.
const CLOSED: u16 = 499;

/// A request, which is logged and counted on drop.
pub(crate) struct Record {
    metrics: Arc<Metrics>,
    route: &'static str,
    began: Instant,
    /// The status of the response, once it begins.
    status: Option<StatusCode>,
}

impl Record {
    /// Begins the record of a request.
    pub(crate) fn new(metrics: &Arc<Metrics>, route: &'static str) -> Record {
        Record { metrics: Arc::clone(metrics), route, began: Instant::now(), status: None }
    }

    /// Completes it when the response begins.
    pub(crate) fn answered(mut self, status: StatusCode) {
        self.status = Some(status);
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        let (route, after) = (self.route, self.began.elapsed());
        // To the microsecond: in binary, further digits would be noise.
        let ms = (after.as_secs_f64() * 1e6).round() / 1e3;
        let Some(status) = self.status.map(|status| status.as_u16()) else {
            self.metrics.ended(route, CLOSED);
            info!(route, status = CLOSED, ms, "closed before the response began");
            return;
        };
        self.metrics.ended(route, status);
        self.metrics.began(route, after);
        info!(route, status, ms, "answered");
    }
}
