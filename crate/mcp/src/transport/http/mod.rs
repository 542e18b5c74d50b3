//! Streamable HTTP.

mod answer;
mod requests;

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, header};
use tokio::time::timeout;

pub use answer::{Answer, Resume, excerpt, moved};
pub use requests::Requests;

use super::outgoing::Outgoing;
use crate::{
    Error,
    framing::Frame,
    header::{METHOD, SESSION, VERSION},
};

const BOTH: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
/// The media type of a stream of events.
pub const EVENTS: HeaderValue = HeaderValue::from_static("text/event-stream");
/// How long the server may take to accept the end of its session.
const GRACE: Duration = Duration::from_secs(2);

/// The transport in which each message is a POST, whose response contains the answer.
#[derive(Debug)]
pub struct Http {
    requests: Requests,
    session: Option<HeaderValue>,
    answer: Option<Answer>,
}

impl Http {
    /// A transport that uses these requests.
    #[must_use]
    pub fn new(requests: Requests) -> Http {
        Http { requests, session: None, answer: None }
    }

    pub(super) async fn send(&mut self, message: Outgoing<'_>) -> Result<(), Error> {
        let mut headers = headers(&message);
        if let Some(session) = &self.session {
            headers.insert(SESSION, session.clone());
        }
        let in_session = self.session.is_some();
        let is_known = in_session || !message.is_modern && message.version.is_some();
        let response = self.requests.send(Method::POST, headers, message.text.clone()).await?;
        // Since 2026-07-28 there are no sessions, and the header is ignored.
        if !message.is_modern
            && let Some(session) = response.headers().get(SESSION)
        {
            self.session = Some(session.clone());
        }
        let answer = Answer::of(response, &message.text, self.requests.longest).await;
        let answer = answer
            .map_err(|error| if in_session { error.in_session() } else { error })
            .map_err(|error| if is_known { error.of_known() } else { error })?;
        // An answer to the server has an empty response, which must not replace that to a pending request.
        if !answer.is_over() {
            self.answer = Some(answer);
        }
        Ok(())
    }

    pub(super) async fn receive(&mut self) -> Result<Option<Frame>, Error> {
        match &mut self.answer {
            Some(answer) => answer.next().await,
            None => Ok(None),
        }
    }

    /// Tells the server that its session is over; failures are ignored.
    pub(super) async fn close(self) {
        let Some(session) = self.session else { return };
        let headers = HeaderMap::from_iter([(SESSION, session)]);
        let _ = timeout(GRACE, self.requests.send(Method::DELETE, headers, Bytes::new())).await;
    }
}

/// The HTTP headers of a message.
#[must_use]
pub fn headers(message: &Outgoing<'_>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::ACCEPT, BOTH);
    if let Some(Ok(version)) = message.version.map(HeaderValue::from_str) {
        headers.insert(VERSION, version);
    }
    if message.is_modern
        && let Ok(method) = HeaderValue::from_str(message.method)
    {
        headers.insert(METHOD, method);
    }
    headers
}
