//! How much is read, and how long is waited.

use std::time::Duration;

/// Bounds of one conversation with a server. One that has to be started anew gets as much again.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// From the start of the server to its last page.
    pub time: Duration,
    /// How long a server may be silent before it counts as one of the older era, which takes `initialize` alone.
    pub probe: Duration,
    /// Bytes of a message, and of all pages together.
    pub bytes: usize,
    /// Pages of a list.
    pub pages: usize,
}

impl Default for Limits {
    /// A minute; ten seconds for the probe; 64 MiB; 256 pages.
    fn default() -> Limits {
        Limits { time: Duration::from_mins(1), probe: Duration::from_secs(10), bytes: 64 << 20, pages: 256 }
    }
}
