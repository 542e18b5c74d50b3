//! The limits of a server.

use std::{thread::available_parallelism, time::Duration};

/// The limits of a server.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The longest request that is normalized, and the longest response, or event of a stream, that is restored, in
    /// bytes, compressed or inflated.
    pub body: usize,
    /// Bytes of all bodies in memory, including their inflated text and what parsing them takes.
    pub memory: usize,
    /// Concurrent connections; further ones wait. Each concurrent request of a connection beyond its first counts as
    /// one.
    pub connections: usize,
    /// Threads on which the engine runs.
    pub threads: usize,
    /// Calls of the engine that may wait for these threads.
    pub queue: usize,
    /// How long a client may take between two parts of a body, and to accept a part of a response.
    pub client: Duration,
    /// How long the upstream may take to accept a part of a request's body, until its response begins, and then between
    /// two parts of it.
    pub pause: Duration,
    /// How long requests in progress may take when the server shuts down.
    pub drain: Duration,
}

impl Default for Limits {
    /// 64 MiB per body and 256 MiB in all, 4,096 connections, a thread per core, 1,024 waiting calls; a minute for
    /// clients, ten minutes for the upstream, half a minute to drain.
    fn default() -> Limits {
        Limits {
            body: 64 << 20,
            memory: 256 << 20,
            connections: 4_096,
            threads: available_parallelism().map_or(1, usize::from),
            queue: 1_024,
            client: Duration::from_mins(1),
            pause: Duration::from_mins(10),
            drain: Duration::from_secs(30),
        }
    }
}
