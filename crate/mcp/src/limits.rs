//! Limits of sizes and waiting times.

use std::time::Duration;

/// Limits of one conversation with a server. One that has to be restarted gets no more time.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time from the start of the server to its last page.
    pub time: Duration,
    /// How long a server may leave the probe unanswered before it counts as one of the older era, which accepts only
    /// `initialize`; at most a third of `time`.
    pub probe: Duration,
    /// The most bytes of a message, and of all pages together.
    pub bytes: usize,
    /// The most pages of a list.
    pub pages: usize,
}

impl Default for Limits {
    /// A minute; ten seconds for the probe; 64 MiB; 256 pages.
    fn default() -> Limits {
        Limits { time: Duration::from_mins(1), probe: Duration::from_secs(10), bytes: 64 << 20, pages: 256 }
    }
}
