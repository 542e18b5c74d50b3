//! Streamable HTTP.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri, header};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_rustls::{ConfigBuilderExt, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use rustls::{ClientConfig, RootCertStore};

use tokio::time::timeout;

use super::Outgoing;
use crate::{
    Endpoint, Error,
    framing::{Events, Frame},
    message,
};

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const BOTH: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
pub(super) const EVENTS: HeaderValue = HeaderValue::from_static("text/event-stream");
/// How long a server has to hear that it is no longer needed.
const GRACE: Duration = Duration::from_secs(2);
/// What is read of a body that says why there is no answer.
const REASON: usize = 16 << 10;
/// What is shown of it.
const SHOWN: usize = 300;

/// Requests to one endpoint.
#[derive(Clone, Debug)]
pub struct Requests {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    endpoint: Endpoint,
    longest: usize,
}

/// The body of an answer, as the messages that it holds.
#[derive(Debug)]
pub struct Answer {
    body: Option<Incoming>,
    form: Form,
    longest: usize,
}

#[derive(Debug)]
enum Form {
    /// One message is the body.
    Json(Vec<u8>),
    Events(Events),
    Over,
}

impl Requests {
    /// To an endpoint; answers have messages of at most so many bytes.
    ///
    /// # Errors
    ///
    /// If its scheme is not `http` or `https`, or the system has no certificates to trust.
    pub fn new(endpoint: Endpoint, longest: usize) -> Result<Requests, Error> {
        let trust = match endpoint.uri.scheme_str() {
            Some("http") => ClientConfig::builder().with_root_certificates(RootCertStore::empty()),
            Some("https") => ClientConfig::builder()
                .with_native_roots()
                .map_err(|error| Error::Connection(format!("no certificate of this system can be read: {error}")))?,
            _ => return Err(Error::Address(format!("`{}` is no URL of http or https", endpoint.uri))),
        };
        let connector = HttpsConnectorBuilder::new().with_tls_config(trust.with_no_client_auth());
        let connector = connector.https_or_http().enable_http1().build();
        Ok(Requests { client: Client::builder(TokioExecutor::new()).build(connector), endpoint, longest })
    }

    pub(super) fn uri(&self) -> &Uri {
        &self.endpoint.uri
    }

    /// The same requests to another place of the same host.
    pub(super) fn at(&self, uri: Uri) -> Requests {
        let endpoint = Endpoint { uri, ..self.endpoint.clone() };
        Requests { endpoint, ..self.clone() }
    }

    /// Sends a request with these headers and those of the endpoint.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    pub async fn send(&self, method: Method, headers: HeaderMap, body: Bytes) -> Result<Response<Incoming>, Error> {
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = method;
        *request.uri_mut() = self.endpoint.uri.clone();
        *request.headers_mut() = headers;
        request.headers_mut().extend(self.endpoint.headers.clone());
        let sent = self.client.request(request).await;
        // The query may hold a key.
        let place = || format!("{}", self.endpoint.uri).split('?').next().unwrap_or_default().to_owned();
        sent.map_err(|error| Error::Connection(format!("{} cannot be reached: {}", place(), root(&error))))
    }
}

/// The innermost reason, which says most.
fn root(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).last().map_or_else(String::new, ToString::to_string)
}

impl Answer {
    /// Of a response that may hold messages of at most so many bytes.
    ///
    /// # Errors
    ///
    /// If it is neither JSON nor events, or its status says that the request failed and its body is no answer to it.
    pub async fn of(response: Response<Incoming>, longest: usize) -> Result<Answer, Error> {
        let status = response.status();
        if !status.is_success() {
            let moved = response.headers().get(header::LOCATION).map(|to| format!("moved to {}", lossy(to)));
            let body = beginning(response.into_body()).await;
            // An error under the request's id is its answer, whatever the status.
            return match message::Incoming::all(&body).as_deref() {
                Some([message::Incoming::Error { id: Some(id), .. }]) if id.get() != "null" => {
                    Ok(Answer { body: None, form: Form::Json(body), longest })
                }
                _ => Err(Error::Status { status: status.as_u16(), body: moved.unwrap_or_else(|| shown(&body)) }),
            };
        }
        if let Some(form) = Form::of(response.headers()) {
            return Ok(Answer { body: Some(response.into_body()), form, longest });
        }
        let body = beginning(response.into_body()).await;
        if body.is_empty() || status == StatusCode::ACCEPTED {
            return Ok(Answer { body: None, form: Form::Over, longest });
        }
        Err(Error::Status { status: status.as_u16(), body: format!("no message of MCP: {}", shown(&body)) })
    }

    /// The next message; `None` at the end.
    ///
    /// # Errors
    ///
    /// If the connection breaks.
    pub async fn next(&mut self) -> Result<Option<Frame>, Error> {
        self.next_of("message").await
    }

    /// The data of the next event of a type.
    pub(super) async fn next_of(&mut self, event: &str) -> Result<Option<Frame>, Error> {
        loop {
            if let Some(data) = self.form.event(event) {
                return Ok(Some(Frame::Whole(data)));
            }
            if self.form.held() > self.longest {
                (self.form, self.body) = (Form::Over, None);
                return Ok(Some(Frame::TooLong));
            }
            let piece = match &mut self.body {
                Some(body) => body.frame().await,
                None => None,
            };
            let Some(piece) = piece else { return Ok(std::mem::replace(&mut self.form, Form::Over).rest()) };
            let piece = piece.map_err(|error| Error::Connection(format!("the answer breaks off: {}", root(&error))))?;
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

    /// The data of the next event of a type; those without a type are messages.
    fn event(&mut self, of: &str) -> Option<Bytes> {
        let Form::Events(events) = self else { return None };
        std::iter::from_fn(|| events.next_event())
            .find(|event| !event.data.is_empty() && event.event.as_deref().unwrap_or("message") == of)
            .map(|event| event.data)
    }

    /// What is left at the end: a body of JSON; an event that broke off is none.
    fn rest(self) -> Option<Frame> {
        match self {
            Form::Json(body) if !body.trim_ascii().is_empty() => Some(Frame::Whole(body.into())),
            _ => None,
        }
    }
}

/// The first bytes of a body, as far as they come.
async fn beginning(mut body: Incoming) -> Vec<u8> {
    let mut read = Vec::new();
    while read.len() < REASON
        && let Some(Ok(piece)) = body.frame().await
    {
        read.extend_from_slice(piece.data_ref().map_or(&[][..], Bytes::as_ref));
    }
    read
}

/// A body on one line, cut.
fn shown(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(SHOWN).collect()
}

fn lossy(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
}

/// The way on which each message is a POST, and the answer comes back on it.
#[derive(Debug)]
pub struct Http {
    requests: Requests,
    session: Option<HeaderValue>,
    answer: Option<Answer>,
}

impl Http {
    /// To an endpoint.
    #[must_use]
    pub fn new(requests: Requests) -> Http {
        Http { requests, session: None, answer: None }
    }

    pub(super) async fn send(&mut self, message: Outgoing<'_>) -> Result<(), Error> {
        let mut headers = headers(&message);
        if let Some(session) = &self.session {
            headers.insert(SESSION, session.clone());
        }
        let response = self.requests.send(Method::POST, headers, message.text).await?;
        // Since 2026-07-28 there are none, and one that comes means nothing.
        if !message.is_modern
            && let Some(session) = response.headers().get(SESSION)
        {
            self.session = Some(session.clone());
        }
        let answer = Answer::of(response, self.requests.longest).await?;
        // What we answer the server gets no answer of its own, while that to our request may still come.
        if !matches!(answer.form, Form::Over) {
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

    /// Tells the server that its session is over; whether it takes that is its own affair.
    pub(super) async fn close(self) {
        let Some(session) = self.session else { return };
        let headers = HeaderMap::from_iter([(SESSION, session)]);
        let _ = timeout(GRACE, self.requests.send(Method::DELETE, headers, Bytes::new())).await;
    }
}

/// What HTTP says of a message besides itself.
pub(super) fn headers(message: &Outgoing<'_>) -> HeaderMap {
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
