//! Streams of events, and their resumption after they end: soon as long as they advance, and ever later while they do
//! not.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, header};
use lapidary_mcp::{
    Error,
    framing::Frame,
    message::Unread,
    transport::http::{Answer, EVENTS, Resume, excerpt},
};
use tokio::time::{Instant, sleep};
use tracing::{info, warn};

use super::way::{Asked, Way, is_mismatch};
use crate::pump::in_utf8;

const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
/// The pause before a stream is resumed, if the server states none. It doubles while the stream does not advance.
const PAUSE: Duration = Duration::from_millis(500);
/// The shortest and the longest pause, whatever the server states.
const SHORTEST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(30);
/// How often a stream may be resumed without advancing.
const TRIES: u32 = 6;

/// How far a stream came, over all its connections.
#[derive(Default)]
struct Resuming {
    how: Resume,
    /// Connections in succession in which it did not advance.
    failed: u32,
    /// When the present connection was opened.
    opened: Option<Instant>,
}

impl Resuming {
    /// Records the end of a connection. With a new id, or after a long time, it was not in vain.
    fn ended(&mut self, stream: &Answer) {
        let Resume { after, pause } = stream.resume().clone();
        let is_new = after.is_some() && after != self.how.after;
        if is_new || self.opened.is_some_and(|opened| opened.elapsed() >= LONGEST) {
            self.failed = 0;
        }
        self.how = Resume { after: after.or(self.how.after.take()), pause: pause.or(self.how.pause) };
    }

    /// Waits until it may be resumed.
    async fn rest(&mut self) {
        let pause = self.how.pause.unwrap_or(PAUSE).saturating_mul(1 << self.failed.min(TRIES));
        self.failed += 1;
        sleep(pause.clamp(SHORTEST, LONGEST)).await;
    }
}

impl Way {
    /// Forwards the messages of a response, as long as a request is open; a stream that ends before is resumed if the
    /// server allows that. Returns a rejection of the headers, after which a call has to be repeated.
    pub(super) async fn follow(&self, mut answer: Answer, asked: &mut Asked) -> Option<Frame> {
        let mut resuming = Resuming::default();
        loop {
            let why = loop {
                match answer.next().await {
                    Ok(Some(Frame::Whole(message))) => {
                        let message = in_utf8(message);
                        if asked.calls && is_mismatch(&message) {
                            return Some(Frame::Whole(message));
                        }
                        if self.note(&message, asked) == Err(Unread::Other) && !answer.is_stream() {
                            break format!("the response is not an MCP message: {}", excerpt(&message));
                        }
                        resuming.failed = 0;
                        let _ = self.frames.send(Frame::Whole(message)).await;
                        if let Some(close) = asked.awaited.rest() {
                            self.keep(close);
                        }
                    }
                    Ok(Some(Frame::TooLong(_))) => {
                        warn!("a message of the server is longer than --max-message, and was dropped");
                        break "an answer is longer than --max-message".to_owned();
                    }
                    Ok(None) => break answer.unanswered(),
                    Err(error) => break error.to_string(),
                }
            };
            if asked.awaited.is_over() {
                return None;
            }
            resuming.ended(&answer);
            let resumed = if asked.is_modern || resuming.how.after.is_none() {
                Err(why)
            } else if resuming.failed >= TRIES {
                Err("the stream of the response breaks off repeatedly".to_owned())
            } else {
                resuming.rest().await;
                let opened = self.open_stream(&mut resuming).await;
                opened.map_err(|error| format!("{why}, and could not be resumed: {error}"))
            };
            match resumed {
                Ok(resumed) => answer = resumed,
                Err(why) => {
                    self.fail(&asked.awaited.ids(), &why).await;
                    return None;
                }
            }
        }
    }

    /// Forwards what the server sends on its own, if it has a stream for that.
    pub(super) async fn listen(self) {
        let mut resuming = Resuming::default();
        loop {
            let mut stream = match self.open_stream(&mut resuming).await {
                Ok(stream) => stream,
                Err(why) if resuming.opened.is_none() && !may_pass(&why) => {
                    return info!("the server offers no stream for messages of its own: {why}");
                }
                Err(why) => return warn!("the server's own messages are no longer received: {why}"),
            };
            while let Ok(Some(frame)) = stream.next().await {
                resuming.failed = 0;
                if self.frames.send(frame).await.is_err() {
                    return;
                }
            }
            // The server may end it at any time, so there is no end to this.
            resuming.ended(&stream);
            resuming.rest().await;
        }
    }

    /// Opens a stream, or resumes it; failures that may pass are waited for.
    async fn open_stream(&self, resuming: &mut Resuming) -> Result<Answer, Error> {
        for _ in 1..TRIES {
            match self.get(resuming).await {
                Err(why) if may_pass(&why) => resuming.rest().await,
                opened => return opened,
            }
        }
        self.get(resuming).await
    }

    async fn get(&self, resuming: &mut Resuming) -> Result<Answer, Error> {
        let mut headers = self.plain_headers();
        headers.remove(header::CONTENT_TYPE);
        headers.insert(header::ACCEPT, EVENTS);
        let after = resuming.how.after.as_deref();
        headers.extend(after.and_then(|event| Some((LAST_EVENT, HeaderValue::from_str(event).ok()?))));
        let response = self.requests.send(Method::GET, headers, Bytes::new()).await?;
        let answer = Answer::of(response, b"", self.requests.longest()).await?;
        // Servers answer a GET that they do not expect in many ways.
        if !answer.is_stream() {
            return Err(Error::Malformed("the server has no stream of events".to_owned()));
        }
        resuming.opened = Some(Instant::now());
        Ok(answer)
    }
}

/// Whether another try may succeed, such as after a restart of the server.
fn may_pass(why: &Error) -> bool {
    matches!(why, Error::Connection(_) | Error::Broken(_) | Error::Status { status: 429 | 500 | 502.., .. })
}
