//! How a listening proxy behaves.

use std::{net::SocketAddr, time::Duration};

/// How a listening proxy behaves.
#[derive(Clone, Debug)]
pub struct Listening {
    /// Where it listens.
    pub address: SocketAddr,
    /// Hosts under which it is asked, besides this machine's own names.
    pub hosts: Vec<String>,
    /// Whether `Authorization` of clients goes to the server, if that is reached over HTTP.
    pub passes_authorization: bool,
    /// How many servers may run at a time, if they are started.
    pub servers: u32,
    /// How long such a server may run of which nobody wants anything.
    pub idle: Duration,
    /// What it bears.
    pub limits: lapidary_gateway::Limits,
}
