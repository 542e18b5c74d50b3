//! A server that the proxy starts, and the conversation with it: from its start to the end of all processes that it
//! started.

use std::{future::Future, process::Stdio, time::Duration};

use bytes::Bytes;
use lapidary_mcp::{Command, Error, framing::Lines, transport};
use tokio::{
    process::{ChildStdin, ChildStdout},
    sync::mpsc::{Receiver, channel},
    time::timeout,
};

use crate::{
    Ended, Limits,
    pump::{Frames, FromClient, answered, fail_open, finished, from_server, write_lines},
    shared::Shared,
};

/// How long to wait for the last output of a program that ended.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// A server that was started; it shares the proxy's standard error.
pub(crate) struct Program {
    process: transport::Program,
    input: ChildStdin,
    output: ChildStdout,
}

/// How messages are received from a client and sent to it.
pub(crate) struct Peer<F, T> {
    pub(crate) from_client: F,
    /// Sends messages to the client, until there are no more or the client is gone.
    pub(crate) to_client: T,
    /// How long the client may take to receive what a server that ended had sent.
    pub(crate) patience: Duration,
}

impl Program {
    pub(crate) fn start(server: &Command) -> Result<Program, Error> {
        let (process, input, output) = transport::Program::start(server, Stdio::inherit())?;
        Ok(Program { process, input, output })
    }

    /// Connects the server with a client, until either is gone or `end` is ready. None of its processes is left then.
    pub(crate) async fn serve<F, T, W>(
        self,
        shared: Shared,
        peer: Peer<F, T>,
        limits: Limits,
        end: impl Future<Output = ()>,
    ) -> Ended
    where
        F: Frames,
        T: FnOnce(Receiver<Bytes>) -> W,
        W: Future<Output: Send> + Send + 'static,
    {
        let Program { mut process, input, output } = self;
        let (to_server, for_server) = channel(1);
        let (to_client, for_client) = channel(1);
        let written = tokio::spawn(write_lines(input, for_server));
        let mut unread = std::pin::pin!(async {
            if !matches!(written.await, Ok(Err(_))) {
                std::future::pending::<()>().await;
            }
        });
        let mut client = tokio::spawn((peer.to_client)(for_client));
        let from_client = FromClient::new(shared.clone(), limits, to_server, to_client.clone());
        let mut up = tokio::spawn(from_client.run(peer.from_client));
        let output = Lines::new(output, limits.message);
        let mut down = tokio::spawn(from_server(output, shared.clone(), limits, to_client.clone()));
        let mut end = std::pin::pin!(end);
        let mut ended = tokio::select! {
            // If the client ended, the end of the server follows from that.
            biased;
            _ = &mut up => Ended::ByClient,
            _ = &mut client => Ended::ByClient,
            _ = &mut down => Ended::ByServer(timeout(LAST_WORDS, process.ended()).await.ok().flatten()),
            () = &mut unread => {
                // It may have ended, and have answered before.
                finished(&mut down, LAST_WORDS).await;
                let status = timeout(LAST_WORDS, process.ended()).await.ok().flatten();
                Ended::ByServer(status.or_else(|| Some("it no longer reads its input".to_owned())))
            }
            status = process.ended() => {
                // Processes that it started may keep its output open.
                finished(&mut down, LAST_WORDS).await;
                Ended::ByServer(status)
            }
            () = &mut end => Ended::Told,
        };
        // This ends the server's input, before the client learns that the server has ended.
        up.abort();
        finished(&mut up, LAST_WORDS).await;
        if ended == Ended::ByClient && !client.is_finished() {
            tokio::select! {
                () = answered(&shared, limits.answers) => {}
                _ = &mut down => {}
                () = &mut unread => {}
                _ = &mut client => {}
                () = &mut end => ended = Ended::Told,
            }
        }
        if let Ended::ByServer(status) = &ended {
            let status = status.as_ref().map_or_else(String::new, |status| format!(" ({status})"));
            let why = format!("the server ended{status} before it answered");
            tokio::spawn(fail_open(&shared, &why, to_client.clone(), Duration::MAX));
        }
        process.close(limits.grace).await;
        finished(&mut down, LAST_WORDS).await;
        down.abort();
        fail_open(&shared, "the server was ended before it answered", to_client, limits.grace).await;
        match ended {
            Ended::ByServer(_) => tokio::select! {
                () = finished(&mut client, peer.patience) => {}
                () = end => {}
            },
            Ended::ByClient | Ended::Told => finished(&mut client, limits.grace).await,
        }
        client.abort();
        ended
    }
}
