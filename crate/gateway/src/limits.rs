//! What a server bears.

use std::{thread::available_parallelism, time::Duration};

/// What a server bears.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The longest body of a request that is looked into, and the longest answer in one piece, in bytes, as they are and
    /// inflated.
    pub body: usize,
    /// Bytes of all bodies at hand, with what they are inflated to and what it takes to read them.
    pub memory: usize,
    /// Connections at once; more wait. Each request beyond the first of a connection counts as one.
    pub connections: usize,
    /// Threads on which the engine works.
    pub threads: usize,
    /// Calls of the engine that may wait for these threads.
    pub queue: usize,
    /// How long a client may take between two parts of a body, and to take a part of an answer.
    pub client: Duration,
    /// How long the upstream may take until its answer begins, and then between two parts of it.
    pub pause: Duration,
    /// How long requests under way may take once the server is told to end.
    pub drain: Duration,
}

impl Default for Limits {
    /// 64 MiB, of all 256 MiB, 4,096 connections, a thread for each core, 1,024 calls, a minute, ten minutes, half a
    /// minute.
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
