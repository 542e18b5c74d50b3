//! HTTP responses, as messages.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Response, StatusCode, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;

use super::requests::root;
use crate::{
    Error,
    framing::{BYTE_ORDER_MARK, Events, Excerpt, Frame},
    id::Id,
    message,
};

/// How many bytes are read of a body that is expected to explain a failure.
const REASON: usize = 16 << 10;
/// How many characters of it are shown.
const SHOWN: usize = 300;

/// The error of a response that redirects. Redirects are not followed: they would bring credentials to other servers.
#[must_use]
pub fn moved<B>(response: &Response<B>) -> Option<Error> {
    let (status, to) = (response.status(), response.headers().get(header::LOCATION)?);
    status.is_redirection().then(|| refused(status, format!("moved to {}", excerpt(to.as_bytes()))))
}

fn refused(status: StatusCode, body: String) -> Error {
    Error::Status { status: status.as_u16(), body, is_known: false }
}

/// The body of a response, as the messages that it contains.
#[derive(Debug)]
pub struct Answer {
    status: StatusCode,
    is_stream: bool,
    body: Option<Incoming>,
    form: Form,
    longest: usize,
    resume: Resume,
}

/// What the events of a stream say about resuming it.
#[derive(Clone, Debug, Default)]
pub struct Resume {
    /// The id of the last event, after which it may be resumed.
    pub after: Option<String>,
    /// The pause before that.
    pub pause: Option<Duration>,
}

#[derive(Debug)]
enum Form {
    /// The body is one message.
    Json(Vec<u8>),
    Events(Events),
    Over,
}

impl Answer {
    /// The answer of a response to `asked`, whose messages may have at most `longest` bytes.
    ///
    /// # Errors
    ///
    /// If it is neither JSON nor events, or if its status is that of a failure and its body does not answer a request of
    /// `asked`.
    pub async fn of(response: Response<Incoming>, asked: &[u8], longest: usize) -> Result<Answer, Error> {
        let status = response.status();
        let answer = |body, form| {
            let is_stream = matches!(form, Form::Events(_));
            Answer { status, is_stream, body, form, longest, resume: Resume::default() }
        };
        if !status.is_success() {
            if let Some(moved) = moved(&response) {
                return Err(moved);
            }
            // Where to get a token.
            let how =
                response.headers().get(header::WWW_AUTHENTICATE).map(|how| format!(" ({})", excerpt(how.as_bytes())));
            let body = beginning(response.into_body()).await;
            // An error with the id of a request is its answer, whatever the status. Servers that could not read the request
            // have null for the id, or one of their own.
            if is_answered(asked, &body) {
                return Ok(answer(None, Form::Json(body)));
            }
            return Err(refused(status, excerpt(&body) + &how.unwrap_or_default()));
        }
        if let Some(coding) = response.headers().get(header::CONTENT_ENCODING).filter(|coding| *coding != "identity") {
            let coding = excerpt(coding.as_bytes());
            return Err(Error::Malformed(format!("the response has the encoding `{coding}`, which was not asked for")));
        }
        if let Some(form) = Form::of(response.headers()) {
            return Ok(answer(Some(response.into_body()), form));
        }
        let kind = response
            .headers()
            .get(header::CONTENT_TYPE)
            .map(|kind| format!("the content type `{}`", excerpt(kind.as_bytes())));
        let body = beginning(response.into_body()).await;
        if body.is_empty() || status == StatusCode::ACCEPTED {
            return Ok(answer(None, Form::Over));
        }
        if message::Incoming::all(&body).is_ok() {
            let kind = kind.as_deref().unwrap_or("no content type");
            let known = "MCP has `application/json` and `text/event-stream`";
            return Err(Error::Malformed(format!("the response has {kind}; {known}")));
        }
        Err(refused(status, format!("not an MCP message: {}", excerpt(&body))))
    }

    /// How it may be resumed, if it is a stream and its server allows that.
    #[must_use]
    pub fn resume(&self) -> &Resume {
        &self.resume
    }

    /// Whether it is a stream of events.
    #[must_use]
    pub fn is_stream(&self) -> bool {
        self.is_stream
    }

    /// The error of a request to which it had no response.
    #[must_use]
    pub fn unanswered(&self) -> String {
        if self.is_stream {
            return "the stream ended before the response".to_owned();
        }
        format!("the server answers with HTTP {}, without a response to the request", self.status.as_u16())
    }

    /// Whether the response contains no message, or no further one.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.form, Form::Over)
    }

    /// The next message; `None` at the end.
    ///
    /// # Errors
    ///
    /// If the connection breaks.
    pub async fn next(&mut self) -> Result<Option<Frame>, Error> {
        self.next_of("message").await
    }

    /// The data of the next event of a type, or the body if it is JSON.
    pub(in crate::transport) async fn next_of(&mut self, event: &str) -> Result<Option<Frame>, Error> {
        loop {
            if let Some(data) = self.form.event(event, &mut self.resume) {
                return Ok(Some(Frame::Whole(data)));
            }
            if self.form.held() > self.longest {
                (self.form, self.body) = (Form::Over, None);
                return Ok(Some(Frame::TooLong(Excerpt::default())));
            }
            let piece = match &mut self.body {
                Some(body) => body.frame().await,
                None => None,
            };
            let Some(piece) = piece else { return Ok(std::mem::replace(&mut self.form, Form::Over).rest()) };
            let piece = piece.map_err(|error| Error::Broken(format!("the answer breaks off: {}", root(&error))))?;
            if let Some(piece) = piece.data_ref() {
                self.form.push(piece);
            }
        }
    }
}

impl Form {
    fn of(headers: &HeaderMap) -> Option<Form> {
        let given = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
        let kind = given.split(';').next()?.trim();
        if kind.eq_ignore_ascii_case("application/json") {
            return Some(Form::Json(Vec::new()));
        }
        kind.eq_ignore_ascii_case("text/event-stream").then(|| Form::Events(Events::default()))
    }

    fn push(&mut self, piece: &[u8]) {
        match self {
            Form::Json(body) => body.extend_from_slice(piece),
            Form::Events(events) => events.push(piece),
            Form::Over => {}
        }
    }

    fn held(&self) -> usize {
        match self {
            Form::Json(body) => body.len(),
            Form::Events(events) => events.held(),
            Form::Over => 0,
        }
    }

    /// The data of the next event of a type; an event without a type is a `message`.
    fn event(&mut self, of: &str, resume: &mut Resume) -> Option<Bytes> {
        let Form::Events(events) = self else { return None };
        let event = std::iter::from_fn(|| events.next_event())
            .inspect(|event| resume.after = event.id.clone().or_else(|| resume.after.take()))
            .find(|event| !event.data.is_empty() && event.event.as_deref().unwrap_or("message") == of);
        resume.pause = events.retry();
        event.map(|event| event.data)
    }

    /// The message left at the end: a body of JSON; an incomplete event is dropped.
    fn rest(self) -> Option<Frame> {
        match self {
            Form::Json(body) => {
                let body = Bytes::from(body);
                let text = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&body);
                (!text.trim_ascii().is_empty()).then(|| Frame::Whole(body.slice_ref(text)))
            }
            _ => None,
        }
    }
}

/// Whether a body has an error that answers a request of a message.
fn is_answered(asked: &[u8], body: &[u8]) -> bool {
    let asked = message::Incoming::all(asked).unwrap_or_default();
    let ids = asked.iter().filter_map(|part| match part {
        message::Incoming::Request { id, .. } => Id::of(id),
        _ => None,
    });
    let ids: Vec<Id> = ids.collect();
    message::Incoming::all(body).unwrap_or_default().iter().any(|part| match part {
        message::Incoming::Error { id: Some(id), .. } => {
            Id::of(id).is_some_and(|id| ids.contains(&id.among(|id| ids.contains(id))))
        }
        _ => false,
    })
}

/// The first bytes of a body, as far as they can be read.
async fn beginning(mut body: Incoming) -> Vec<u8> {
    let mut read = Vec::new();
    while read.len() < REASON
        && let Some(Ok(piece)) = body.frame().await
    {
        read.extend_from_slice(piece.data_ref().map_or(&[][..], Bytes::as_ref));
    }
    read
}

/// A body or a header on one line, truncated.
#[must_use]
pub fn excerpt(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_error_with_the_id_of_a_request_answers_it() {
        let asked = br#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
        for (id, answers) in [("7", true), ("\"7\"", true), ("7.0", true), ("8", false), ("null", false)] {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32600,"message":"no"}}}}"#);
            assert_eq!(is_answered(asked, body.as_bytes()), answers, "{id}");
            assert!(!is_answered(b"", body.as_bytes()), "{id}");
        }
        let of_the_server = br#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"no"}}"#;
        assert!(!is_answered(asked, of_the_server));
        assert!(!is_answered(asked, br#"{"jsonrpc":"2.0","id":7,"result":{}}"#));
    }
}
