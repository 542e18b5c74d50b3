//! Messages in both directions: each direction is a task, followed by room for one message, so that a slow reader holds
//! up the writer.

use std::{borrow::Cow, future::Future, io, time::Duration};

use bytes::Bytes;
use lapidary_mcp::framing::{Frame, Lines, on_one_line};
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt},
    sync::mpsc::{Receiver, Sender},
    task::JoinHandle,
    time::{sleep, timeout},
};
use tracing::warn;

use crate::{
    Limits,
    conversation::{Conversation, Downward, Lists, Upward},
    hidden,
    shared::Shared,
};

/// Why a conversation ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// The client is gone.
    ByClient,
    /// The proxy was asked to end.
    Told,
    /// The server ended, with its status if that could be determined.
    ByServer(Option<String>),
}

/// Lines up to this length are written in one call, with their line end.
const SHORT: usize = 64 << 10;
/// The logged length of a line that is no message.
const SHOWN: usize = 2_000;

/// Waits for a task to end, but not for longer than `patience`.
pub(crate) async fn finished<T>(task: &mut JoinHandle<T>, patience: Duration) {
    if !task.is_finished() {
        let _ = timeout(patience, task).await;
    }
}

/// How often it is looked whether open requests have been answered.
const ANSWERED: Duration = Duration::from_millis(20);

/// Waits until the server has answered what a client that sends no more still waits for, but not for longer than
/// `patience`.
pub(crate) async fn answered(shared: &Shared, patience: Duration) {
    let all = async {
        while shared.lock().is_waiting() {
            sleep(ANSWERED).await;
        }
    };
    let _ = timeout(patience, all).await;
}

/// Closes the requests that are still open; the errors for them are sent as far as the client reads them in time.
pub(crate) fn fail_open(
    shared: &Shared,
    why: &str,
    to_client: Sender<Bytes>,
    patience: Duration,
) -> impl Future<Output = ()> + use<> {
    let answers = shared.lock().fail_all(why);
    let sent = async move {
        for answer in answers {
            let _ = to_client.send(answer).await;
        }
    };
    async move { drop(timeout(patience, sent).await) }
}

/// Forwards the client's messages.
pub(crate) struct FromClient {
    shared: Shared,
    limits: Limits,
    to_server: Sender<Bytes>,
    to_client: Sender<Bytes>,
    /// Calls that wait for a list, and their size in bytes.
    waiting: Vec<Bytes>,
    held: usize,
    listing: Option<JoinHandle<()>>,
}

/// The other side is gone.
struct Gone;

impl FromClient {
    pub(crate) fn new(
        shared: Shared,
        limits: Limits,
        to_server: Sender<Bytes>,
        to_client: Sender<Bytes>,
    ) -> FromClient {
        FromClient { shared, limits, to_server, to_client, waiting: Vec::new(), held: 0, listing: None }
    }

    pub(crate) async fn run(mut self, mut frames: impl Frames) {
        loop {
            let done = tokio::select! {
                // While the calls that wait are too large, nothing more is read from the client.
                frame = frames.next_frame(), if self.held <= self.limits.message => match frame {
                    Some(frame) => self.take(frame).await,
                    None => break,
                },
                () = over(&mut self.listing) => self.listed().await,
            };
            if done.is_err() {
                // One of them no longer reads, which ends the conversation.
                std::future::pending::<()>().await;
            }
        }
        if self.listing.is_some() {
            over(&mut self.listing).await;
            let _ = self.listed().await;
        }
    }

    async fn take(&mut self, frame: Frame) -> Result<(), Gone> {
        let message = match frame {
            Frame::Whole(message) => message,
            Frame::TooLong(excerpt) => {
                warn!("a message of the client is longer than --max-message, and was dropped");
                let answer = Conversation::too_long_from_client(&excerpt, self.limits.message);
                return self.answer(answer).await;
            }
        };
        let upward = self.shared.take_from_client(message);
        self.go(upward).await
    }

    async fn go(&mut self, upward: Upward) -> Result<(), Gone> {
        match upward {
            Upward::Send(message) => self.send(message).await,
            Upward::Calls(calls) => {
                let as_it_came = calls.message.clone();
                match self.shared.restored(calls).await {
                    Ok(message) => self.send(message).await,
                    Err(busy) => {
                        let answers = self.shared.lock().fail(&as_it_came, &busy.to_string());
                        self.answer(answers).await
                    }
                }
            }
            Upward::Answer(answers) => self.answer(answers).await,
            Upward::Wait(message) => {
                if self.listing.is_none() {
                    let list = hidden::list(self.shared.clone(), self.to_server.clone(), hidden::meta(&message));
                    self.listing = Some(tokio::spawn(list));
                }
                self.held += message.len();
                self.waiting.push(message);
                Ok(())
            }
        }
    }

    async fn send(&self, message: Bytes) -> Result<(), Gone> {
        self.to_server.send(message).await.map_err(|_| Gone)
    }

    async fn answer(&self, answers: impl IntoIterator<Item = Bytes>) -> Result<(), Gone> {
        for answer in answers {
            self.to_client.send(answer).await.map_err(|_| Gone)?;
        }
        Ok(())
    }

    /// Forwards the calls that waited.
    async fn listed(&mut self) -> Result<(), Gone> {
        (self.listing, self.held) = (None, 0);
        for message in std::mem::take(&mut self.waiting) {
            // A call that was cancelled meanwhile must not be made.
            if self.shared.lock().is_wanted(&message) {
                let upward = self.shared.take_listed(message);
                self.go(upward).await?;
            }
        }
        Ok(())
    }
}

/// Waits for a task's end; without a task, for ever.
async fn over(task: &mut Option<JoinHandle<()>>) {
    match task {
        Some(task) => {
            let _ = task.await;
        }
        None => std::future::pending().await,
    }
}

/// A source of messages.
pub(crate) trait Frames: Send + 'static {
    /// The next message; `None` at the end. Dropping the future early loses nothing.
    fn next_frame(&mut self) -> impl Future<Output = Option<Frame>> + Send;
}

impl<R: AsyncRead + Unpin + Send + 'static> Frames for Lines<R> {
    async fn next_frame(&mut self) -> Option<Frame> {
        self.next().await.ok().flatten()
    }
}

impl Frames for Receiver<Frame> {
    async fn next_frame(&mut self) -> Option<Frame> {
        self.recv().await
    }
}

/// Forwards the server's messages, in order.
pub(crate) async fn from_server(mut frames: impl Frames, shared: Shared, limits: Limits, to_client: Sender<Bytes>) {
    while let Some(frame) = frames.next_frame().await {
        let message = match frame {
            Frame::Whole(message) => match shared.take_from_server(in_utf8(message)) {
                Downward::Send(message) => Some(message),
                Downward::Tools(lists) => Some(fitted(lists, &shared).await),
                Downward::Taken => None,
                Downward::Refused(why) => {
                    warn!("a message of the server was dropped: {why}");
                    None
                }
                Downward::Noise(line) => {
                    let line = String::from_utf8_lossy(&line[..line.len().min(SHOWN)]);
                    warn!("the server wrote a line that is not a message: {line}");
                    None
                }
            },
            Frame::TooLong(excerpt) => {
                warn!("a message of the server is longer than --max-message, and was dropped");
                shared.lock().too_long_from_server(&excerpt, limits.message)
            }
        };
        if let Some(message) = message
            && to_client.send(message).await.is_err()
        {
            return;
        }
    }
}

/// A message of the server in UTF-8: bytes that are not become replacement characters, as in a client.
pub(crate) fn in_utf8(message: Bytes) -> Bytes {
    match String::from_utf8_lossy(&message) {
        Cow::Borrowed(_) => message,
        Cow::Owned(replaced) => {
            warn!("a message of the server is not UTF-8; its invalid bytes were replaced");
            replaced.into()
        }
    }
}

/// Lowers the tools of a message, if that can be done in time.
async fn fitted(lists: Lists, shared: &Shared) -> Bytes {
    let as_it_came = lists.message.clone();
    shared.fitted(lists).await.unwrap_or_else(|busy| {
        warn!("tools were passed on unchanged: {busy}");
        as_it_came
    })
}

/// Writes each message on a line, until there are no more.
///
/// # Errors
///
/// If nobody reads.
pub(crate) async fn write_lines(mut out: impl AsyncWrite + Unpin, mut messages: Receiver<Bytes>) -> io::Result<()> {
    while let Some(message) = messages.recv().await.map(on_one_line) {
        if message.len() <= SHORT {
            out.write_all(&[&message[..], b"\n"].concat()).await?;
        } else {
            out.write_all(&message).await?;
            out.write_all(b"\n").await?;
        }
        out.flush().await?;
    }
    Ok(())
}
