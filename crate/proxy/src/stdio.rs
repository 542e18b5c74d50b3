//! A client on our standard input and output, and a server that is a program of ours.

use std::{future::Future, process::Stdio, sync::Arc, time::Duration};

use lapidary_mcp::{Command, Error, framing::Lines, transport::Program};
use tokio::{sync::mpsc::channel, time::timeout};

use crate::{
    Profiles,
    conversation::Conversation,
    pump::{Ended, FromClient, Limits, Shared, finished, from_server, write_lines},
};

/// How long is waited for what a program that ended has written last.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Stands between the client on standard input and output and a server that is started, until either is gone or `end` is
/// ready. The server's standard error is ours.
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
    let (mut program, input, output) = Program::start(server, Stdio::inherit())?;
    let shared = Shared::new(Conversation::new(Arc::new(profiles), false));
    let (to_server, for_server) = channel(1);
    let (to_client, for_client) = channel(1);
    tokio::spawn(write_lines(input, for_server));
    let mut client = tokio::spawn(write_lines(tokio::io::stdout(), for_client));
    let from_client = FromClient::new(shared.clone(), limits, to_server, to_client.clone());
    let mut up = tokio::spawn(from_client.run());
    let mut down =
        tokio::spawn(from_server(Lines::new(output, limits.message), shared.clone(), limits, to_client.clone()));
    let mut end = std::pin::pin!(end);
    let ended = tokio::select! {
        // Where the client has ended it, the server's end follows from that.
        biased;
        _ = &mut up => Ended::ByClient,
        _ = &mut client => Ended::ByClient,
        _ = &mut down => Ended::ByServer(timeout(LAST_WORDS, program.ended()).await.ok().flatten()),
        status = program.ended() => {
            // What it started may hold the other end.
            finished(&mut down, LAST_WORDS).await;
            Ended::ByServer(status)
        }
        () = &mut end => Ended::Told,
    };
    // With this the server's input ends.
    up.abort();
    if let Ended::ByServer(status) = &ended {
        let status = status.as_ref().map_or_else(String::new, |status| format!(" ({status})"));
        let answers = shared.lock().fail_all(&format!("the server ended{status} before it answered"));
        tokio::spawn(async move {
            for answer in answers {
                let _ = to_client.send(answer).await;
            }
        });
    } else {
        drop(to_client);
    }
    program.close(limits.grace).await;
    finished(&mut down, LAST_WORDS).await;
    down.abort();
    match ended {
        // The client may be slow, but what is there for it is not lost.
        Ended::ByServer(_) => tokio::select! {
            () = finished(&mut client, Duration::MAX) => {}
            () = end => {}
        },
        Ended::ByClient | Ended::Told => finished(&mut client, limits.grace).await,
    }
    Ok(ended)
}
