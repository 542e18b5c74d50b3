//! A client on the proxy's standard input and output, and a server over HTTP.

use std::{future::Future, pin::pin, sync::Arc};

use lapidary_gateway::Workers;
use lapidary_mcp::{Endpoint, Error, framing::Lines, transport::http::Requests};
use tokio::sync::mpsc::channel;

use crate::{
    Ended, Limits, Profiles,
    conversation::Conversation,
    pump::{FromClient, answered, fail_open, finished, from_server, write_lines},
    shared::Shared,
    upstream::Upstream,
};

/// Connects the client on standard input and output with a server over streamable HTTP, until the client is gone, `end`
/// is ready, or the server ends the session.
///
/// # Errors
///
/// If the address is not one of HTTP.
pub async fn serve_url(
    endpoint: Endpoint,
    profiles: Profiles,
    limits: Limits,
    end: impl Future<Output = ()>,
) -> Result<Ended, Error> {
    let requests = Requests::new(endpoint, limits.message)?;
    let shared = Shared::new(Conversation::new(Arc::new(profiles), true), Workers::default());
    let (to_server, for_server) = channel(1);
    let (to_client, for_client) = channel(1);
    let (frames, from) = channel(1);
    let upstream = Upstream::new(requests, shared.clone(), to_server.downgrade(), frames);
    let mut client = tokio::spawn(write_lines(tokio::io::stdout(), for_client));
    let from_client = FromClient::new(shared.clone(), limits, to_server, to_client.clone());
    let mut up = tokio::spawn(from_client.run(Lines::new(tokio::io::stdin(), limits.message)));
    let mut down = tokio::spawn(from_server(from, shared.clone(), limits, to_client.clone()));
    let session = upstream.session();
    let mut server = tokio::spawn(upstream.run(for_server, limits.answers));
    let mut end = pin!(end);
    let mut ended = tokio::select! {
        // If the client ended, the end of the server follows from that.
        biased;
        _ = &mut up => Ended::ByClient,
        _ = &mut client => Ended::ByClient,
        _ = &mut server => Ended::ByServer(Some("its session is over".to_owned())),
        () = &mut end => Ended::Told,
    };
    up.abort();
    if ended == Ended::ByClient && !client.is_finished() {
        tokio::select! {
            () = answered(&shared, limits.answers) => {}
            _ = &mut client => {}
            () = &mut end => ended = Ended::Told,
        }
    }
    finished(&mut server, limits.grace).await;
    server.abort();
    session.close().await;
    // What the server has sent precedes the errors for what it did not answer.
    finished(&mut down, limits.grace).await;
    down.abort();
    fail_open(&shared, "the connection to the server is over", to_client, limits.grace).await;
    finished(&mut client, limits.grace).await;
    Ok(ended)
}
