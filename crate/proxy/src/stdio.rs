//! A client on the proxy's standard input and output, and a server that it starts.

use std::{future::Future, sync::Arc, time::Duration};

use lapidary_gateway::Workers;
use lapidary_mcp::{Command, Error, framing::Lines};

use crate::{
    Ended, Limits, Profiles,
    conversation::Conversation,
    program::{Peer, Program},
    pump::write_lines,
    shared::Shared,
};

/// Connects the client on standard input and output with a server that is started, until either is gone or `end` is
/// ready. The server shares the proxy's standard error.
///
/// # Errors
///
/// If the server does not start.
pub async fn serve_stdio(
    server: &Command,
    profiles: Profiles,
    limits: Limits,
    end: impl Future<Output = ()>,
) -> Result<Ended, Error> {
    let program = Program::start(server)?;
    let peer = Peer {
        from_client: Lines::new(tokio::io::stdin(), limits.message),
        to_client: |messages| write_lines(tokio::io::stdout(), messages),
        // However slow the client is, it receives what is left for it.
        patience: Duration::MAX,
    };
    let shared = Shared::new(Conversation::new(Arc::new(profiles), false), Workers::default());
    Ok(program.serve(shared, peer, limits, end).await)
}
