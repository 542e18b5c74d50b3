//! Settings of a listening proxy.

use std::{net::SocketAddr, time::Duration};

/// Settings of a listening proxy.
#[derive(Clone, Debug)]
pub struct Listening {
    /// The address on which it listens.
    pub address: SocketAddr,
    /// Hosts for which it accepts requests, besides this machine's own names.
    pub hosts: Vec<String>,
    /// Whether the `Authorization` of clients is forwarded to a server over HTTP.
    pub passes_authorization: bool,
    /// How many servers may run at a time, if they are started.
    pub servers: u32,
    /// How long such a server may run without being used.
    pub idle: Duration,
    /// The limits of the HTTP server.
    pub limits: lapidary_gateway::Limits,
}
