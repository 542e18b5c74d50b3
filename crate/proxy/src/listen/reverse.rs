//! Clients over HTTP, and a server over HTTP: a reverse proxy for one endpoint. What restoring a call requires is
//! learned from the server's own lists, so any request may be the first.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use http_body_util::BodyExt;
use hyper::body::Incoming as Received;
use lapidary_gateway::{
    Body, Budget, Busy, Failure, Ungathered, Workers, encoding, gathered, media_type, preceded, strip, whole,
};
use lapidary_mcp::{
    Endpoint, Error,
    framing::{Frame, unmarked},
    header::{METHOD, NAME, PARAMETER_PREFIX, SESSION},
    message::{Incoming, Members},
    transport::http::{Answer, Requests, moved},
};
use tokio::sync::mpsc::channel;
use tracing::warn;

use super::{
    answers::{Refused, json},
    callers::Callers,
    listening::Listening,
    rewriting::Rewriting,
};
use crate::{
    Profiles,
    conversation::{Downward, Upward},
    hidden,
    limits::REFUSAL,
    mirror::mirrored,
    shared::Shared,
    upstream::is_mismatch,
};

const OF_MCP: &str = "mcp-";
/// Headers of clients that are forwarded besides those of MCP: none that authenticates the client.
const PASSED: [HeaderName; 7] = [
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::CONTENT_TYPE,
    header::USER_AGENT,
    HeaderName::from_static("last-event-id"),
    HeaderName::from_static("traceparent"),
    HeaderName::from_static("tracestate"),
];

/// A reverse proxy.
pub(super) struct Reverse {
    requests: Requests,
    callers: Callers,
    how: Listening,
    /// For responses that are read as a whole.
    budget: Budget,
}

impl Reverse {
    pub(super) fn new(
        endpoint: Endpoint,
        profiles: Arc<Profiles>,
        how: Listening,
        workers: Workers,
        budget: Budget,
    ) -> Result<Reverse, Error> {
        let requests = Requests::new(endpoint, how.limits.body)?;
        let callers = Callers::new(profiles, workers, how.passes_authorization);
        Ok(Reverse { requests, callers, how, budget })
    }

    pub(super) async fn pass(
        &self,
        method: Method,
        given: &HeaderMap,
        message: Bytes,
    ) -> Result<Response<Body>, Refused> {
        let conversation = self.callers.conversation(given);
        let shared = &conversation.0;
        let mut headers = self.for_server(given);
        if method != Method::POST {
            let response = self.send(method.clone(), headers, Bytes::new()).await?;
            if let Some(session) = given.get(SESSION).filter(|_| response.status().is_success()) {
                match method {
                    Method::DELETE => self.callers.forget(session),
                    _ => self.callers.keep(session, &conversation),
                }
            }
            return self.answered(response, shared).await;
        }
        let message = match self.restored(message, &headers, shared).await? {
            Ok(message) => message,
            Err(answer) => return Ok(json(StatusCode::OK, answer)),
        };
        mirror(&mut headers, &message, shared);
        let response = self.send(Method::POST, headers.clone(), message.clone()).await?;
        let response = self.answered(response, shared).await?;
        let session = given.get(SESSION).or(response.headers().get(SESSION));
        if let Some(session) = session.filter(|_| response.status().is_success()) {
            self.callers.keep(session, &conversation);
        }
        self.settled(response, headers, message, shared).await
    }

    /// Restores the calls of a message; the inner error is an answer of the proxy itself to a message that is not
    /// forwarded.
    async fn restored(
        &self,
        message: Bytes,
        headers: &HeaderMap,
        shared: &Shared,
    ) -> Result<Result<Bytes, Bytes>, Refused> {
        let mut upward = shared.take_from_client(message);
        if let Upward::Wait(message) = upward {
            self.list(&message, headers, shared).await;
            upward = shared.take_listed(message);
        }
        match upward {
            Upward::Send(message) | Upward::Wait(message) => Ok(Ok(message)),
            Upward::Calls(calls) => Ok(Ok(shared.restored(calls).await?)),
            Upward::Answer(answers) => Ok(Err(answers.into_iter().next().unwrap_or_default())),
        }
    }

    /// Lists the server's tools, with the caller's own headers.
    async fn list(&self, message: &[u8], headers: &HeaderMap, shared: &Shared) {
        let (to_server, mut requests) = channel(1);
        let list = hidden::list(shared.clone(), to_server, hidden::meta(message));
        let answers = async {
            while let Some(request) = requests.recv().await {
                let mut headers = headers.clone();
                mirror(&mut headers, &request, shared);
                let response = self.requests.send(Method::POST, headers, request.clone()).await?;
                let mut answer = Answer::of(response, &request, self.requests.longest()).await?;
                while let Some(Frame::Whole(message)) = answer.next().await? {
                    shared.take_from_server(message);
                }
            }
            Ok::<_, Error>(())
        };
        tokio::select! {
            () = list => {}
            done = answers => if let Err(why) = done {
                warn!("the server did not list its tools; a call was passed on unchanged: {}", why.with_help());
            },
        }
    }

    /// The response; if the server rejects the headers of a call, that of a second attempt after a new list.
    async fn settled(
        &self,
        response: Response<Body>,
        mut headers: HeaderMap,
        message: Bytes,
        shared: &Shared,
    ) -> Result<Response<Body>, Refused> {
        let is_call = headers.get(METHOD).is_some_and(|method| method == "tools/call");
        if response.status() != StatusCode::BAD_REQUEST || !is_call {
            return Ok(response);
        }
        let (parts, body) = response.into_parts();
        let body = match gathered(body, REFUSAL, &self.budget).await {
            Ok((body, _)) => body,
            Err(Ungathered::TooLong(part, rest)) => return Ok(Response::from_parts(parts, preceded(part, Ok(rest)))),
            Err(why) => return Err(unread(&why)),
        };
        if !is_mismatch(&body) {
            return Ok(Response::from_parts(parts, whole(body)));
        }
        shared.lock().forget();
        self.list(&message, &headers, shared).await;
        mirror(&mut headers, &message, shared);
        let response = self.send(Method::POST, headers, message).await?;
        self.answered(response, shared).await
    }

    async fn send(&self, method: Method, headers: HeaderMap, body: Bytes) -> Result<Response<Received>, Refused> {
        let sent = self.requests.send(method, headers, body).await;
        // A client that followed a redirect would bypass the proxy.
        let sent = sent.and_then(|response| moved(&response).map_or(Ok(response), Err));
        sent.map_err(|why| {
            let why = why.with_help();
            warn!("a request has no answer of the server: {why}");
            Refused(StatusCode::BAD_GATEWAY, why + "\n")
        })
    }

    /// A response of the server with its tools lowered: at once, or event by event.
    async fn answered(&self, response: Response<Received>, shared: &Shared) -> Result<Response<Body>, Refused> {
        let (mut parts, body) = response.into_parts();
        strip(&mut parts.headers);
        let encoding = encoding(&parts.headers);
        if let Some(encoding) = &encoding {
            warn!("the server's response has the encoding `{encoding}`, which was not asked for; it passes unchanged");
        }
        let is_plain = encoding.is_none();
        let longest = self.how.limits.body;
        let body = match &*media_type(&parts.headers) {
            "text/event-stream" if is_plain => {
                parts.headers.remove(header::CONTENT_LENGTH);
                Rewriting::new(body.map_err(failure), shared.clone(), longest).boxed()
            }
            // As in clients, `application/json-rpc` is JSON too.
            kind if is_plain && kind.starts_with("application/json") => {
                let body = gathered(body.map_err(failure).boxed(), longest, &self.budget).await;
                let (body, _held) = body.map_err(|why| unread(&why))?;
                parts.headers.remove(header::CONTENT_LENGTH);
                match shared.take_from_server(unmarked(body.clone())) {
                    Downward::Tools(lists) => {
                        parts.headers.remove(header::ETAG);
                        whole(shared.fitted(lists).await?)
                    }
                    Downward::Refused(why) => {
                        warn!("a message of the server was dropped: {why}");
                        return Err(Refused(StatusCode::BAD_GATEWAY, format!("in the server's response, {why}\n")));
                    }
                    Downward::Send(_) | Downward::Taken | Downward::Noise(_) => whole(body),
                }
            }
            _ => body.map_err(failure).boxed(),
        };
        Ok(Response::from_parts(parts, body))
    }

    /// The headers of a client that are forwarded to the server.
    fn for_server(&self, given: &HeaderMap) -> HeaderMap {
        let is_passed_on = |name: &HeaderName| {
            name.as_str().starts_with(OF_MCP)
                || PASSED.contains(name)
                || self.how.passes_authorization && name == header::AUTHORIZATION
        };
        let mut headers = given.clone();
        strip(&mut headers);
        let passed = headers.iter().filter(|(name, _)| is_passed_on(name));
        passed.map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

impl From<Busy> for Refused {
    fn from(busy: Busy) -> Refused {
        Refused(StatusCode::SERVICE_UNAVAILABLE, format!("{busy}\n"))
    }
}

/// The error if a response of the server could not be read as a whole.
fn unread(why: &Ungathered) -> Refused {
    match why {
        Ungathered::TooLong(..) => {
            Refused(StatusCode::BAD_GATEWAY, "the server's answer is longer than --max-message\n".to_owned())
        }
        Ungathered::Broken(_, why) => Refused(StatusCode::BAD_GATEWAY, format!("{why}\n")),
        Ungathered::Full => {
            Refused(StatusCode::SERVICE_UNAVAILABLE, "not enough memory for another message\n".to_owned())
        }
    }
}

fn failure(why: hyper::Error) -> Failure {
    Box::new(why)
}

/// Sets the headers that repeat a message to what the restored message states.
fn mirror(headers: &mut HeaderMap, message: &[u8], shared: &Shared) {
    let Ok(parts) = Incoming::all(message) else { return };
    let [Incoming::Request { method, params: Some(params), .. }] = &parts[..] else { return };
    let Ok(params) = Members::of(params.get().as_bytes()) else { return };
    if !headers.contains_key(METHOD) {
        return;
    }
    let of_arguments: Vec<HeaderName> =
        headers.keys().filter(|name| name.as_str().starts_with(PARAMETER_PREFIX)).cloned().collect();
    for name in of_arguments.into_iter().chain([NAME]) {
        headers.remove(name);
    }
    if let Ok(method) = HeaderValue::from_str(method) {
        headers.insert(METHOD, method);
    }
    headers.extend(mirrored(method, &params, |tool| shared.lock().mirrors(tool)));
}
