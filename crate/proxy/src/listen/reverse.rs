//! Clients over HTTP, and a server over HTTP: a reverse proxy for one endpoint. What a request needs to be restored comes
//! from the server's own lists, so that it may be the first that is seen.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming as Received;
use lapidary_gateway::{Body, Failure, strip, whole};
use lapidary_mcp::{
    Endpoint, Error,
    framing::Frame,
    message::{Incoming, Members},
    transport::http::{Answer, Requests, SESSION},
};
use tokio::sync::mpsc::channel;
use tracing::warn;

use super::{
    Listening, Refused,
    rewriting::{Rewriting, made_fit},
};
use crate::{
    Profiles,
    catalog::SharedCatalog,
    conversation::{Conversation, Upward},
    hidden,
    mirror::mirrored,
    pump::Shared,
    upstream::is_mismatch,
};

const PARAMETER: &str = "mcp-param-";
/// Sessions, and callers, of which the tools are known.
const MOST: usize = 4_096;

/// A reverse proxy.
pub(super) struct Reverse {
    requests: Requests,
    profiles: Arc<Profiles>,
    how: Listening,
    /// Conversations of the older era, by session.
    sessions: Mutex<HashMap<HeaderValue, Shared>>,
    /// What callers know without a session, by their credentials: what one may see, another may not.
    catalogs: Mutex<HashMap<Option<HeaderValue>, SharedCatalog>>,
}

impl Reverse {
    pub(super) fn new(endpoint: Endpoint, profiles: Arc<Profiles>, how: Listening) -> Result<Reverse, Error> {
        let requests = Requests::new(endpoint, how.limits.body)?;
        Ok(Reverse { requests, profiles, how, sessions: Mutex::default(), catalogs: Mutex::default() })
    }

    pub(super) async fn pass(
        &self,
        method: Method,
        given: &HeaderMap,
        message: Bytes,
    ) -> Result<Response<Body>, Refused> {
        let shared = self.conversation(given);
        let mut headers = self.for_server(given.clone());
        if method != Method::POST {
            let response = self.send(method.clone(), headers, Bytes::new()).await?;
            if method == Method::DELETE && response.status().is_success() {
                self.forget(given);
            }
            return self.answered(response, &shared).await;
        }
        let message = match self.restored(message, &headers, &shared).await {
            Ok(message) => message,
            Err(answer) => return Ok(super::json(StatusCode::OK, answer)),
        };
        mirror(&mut headers, &message, &shared);
        let response = self.send(Method::POST, headers.clone(), message.clone()).await?;
        let response = self.answered(response, &shared).await?;
        self.settled(response, headers, message, &shared).await
    }

    /// The message as the server takes it; an answer of our own where it goes no further.
    async fn restored(&self, message: Bytes, headers: &HeaderMap, shared: &Shared) -> Result<Bytes, Bytes> {
        let mut upward = take(shared, message, true);
        if let Upward::Wait(message) = upward {
            self.list(&message, headers, shared).await;
            upward = take(shared, message, false);
        }
        match upward {
            Upward::Send(message) | Upward::Wait(message) => Ok(message),
            Upward::Answer(answers) => Err(answers.into_iter().next().unwrap_or_default()),
        }
    }

    /// Learns the server's tools, with the caller's own headers.
    async fn list(&self, message: &[u8], headers: &HeaderMap, shared: &Shared) {
        let (to_server, mut requests) = channel(1);
        let list = hidden::list(shared.clone(), to_server, hidden::meta(message));
        let answers = async {
            while let Some(request) = requests.recv().await {
                let mut headers = headers.clone();
                mirror(&mut headers, &request, shared);
                let response = self.requests.send(Method::POST, headers, request).await?;
                let mut answer = Answer::of(response, self.requests.longest()).await?;
                while let Some(Frame::Whole(message)) = answer.next().await? {
                    shared.lock().take_from_server(message);
                }
            }
            Ok::<_, Error>(())
        };
        tokio::select! {
            () = list => {}
            done = answers => if let Err(why) = done {
                warn!("the server did not list its tools; a call passed as it came: {why}");
            },
        }
    }

    /// The answer; where the server refuses the headers of a call, that of a second try with a new list.
    async fn settled(
        &self,
        response: Response<Body>,
        mut headers: HeaderMap,
        message: Bytes,
        shared: &Shared,
    ) -> Result<Response<Body>, Refused> {
        if response.status() != StatusCode::BAD_REQUEST {
            self.remember(&response, shared);
            return Ok(response);
        }
        let (parts, body) = response.into_parts();
        let body = body.collect().await.map_err(|why| Refused(StatusCode::BAD_GATEWAY, format!("{why}\n")))?.to_bytes();
        let is_call = headers.get("mcp-method").is_some_and(|method| method == "tools/call");
        if !is_call || !is_mismatch(&body) {
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
        sent.map_err(|why| Refused(StatusCode::BAD_GATEWAY, format!("{why}\n")))
    }

    /// An answer of the server with its tools made fit: at once, or as its events come.
    async fn answered(&self, response: Response<Received>, shared: &Shared) -> Result<Response<Body>, Refused> {
        let (mut parts, body) = response.into_parts();
        strip(&mut parts.headers);
        let is_plain = !parts.headers.contains_key(header::CONTENT_ENCODING);
        let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let longest = self.how.limits.body;
        let body = match &*kind {
            "text/event-stream" if is_plain => {
                parts.headers.remove(header::CONTENT_LENGTH);
                Rewriting::new(body.map_err(failure), shared.clone(), longest).boxed()
            }
            "application/json" if is_plain => {
                let body = Limited::new(body, longest).collect().await;
                let body = body.map_err(|why| Refused(StatusCode::BAD_GATEWAY, format!("{why}\n")))?.to_bytes();
                parts.headers.remove(header::CONTENT_LENGTH);
                let new = made_fit(body.clone(), shared);
                if new.is_some() {
                    parts.headers.remove(header::ETAG);
                }
                whole(new.unwrap_or(body))
            }
            _ => body.map_err(failure).boxed(),
        };
        Ok(Response::from_parts(parts, body))
    }

    /// What is known of the caller's tools.
    fn conversation(&self, headers: &HeaderMap) -> Shared {
        let new = |catalog| Shared::new(Conversation::of_endpoint(Arc::clone(&self.profiles), catalog));
        if let Some(id) = headers.get(SESSION) {
            let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
            if sessions.len() >= MOST && !sessions.contains_key(id) {
                // A session that is forgotten is known again after a list.
                sessions.clear();
            }
            return sessions.entry(id.clone()).or_insert_with(|| new(SharedCatalog::default())).clone();
        }
        let caller = headers.get(header::AUTHORIZATION).filter(|_| self.how.passes_authorization);
        let mut catalogs = self.catalogs.lock().unwrap_or_else(PoisonError::into_inner);
        if catalogs.len() >= MOST && !catalogs.contains_key(&caller.cloned()) {
            catalogs.clear();
        }
        new(catalogs.entry(caller.cloned()).or_default().clone())
    }

    /// A session that begins has the conversation that opened it.
    fn remember(&self, response: &Response<Body>, shared: &Shared) {
        if let Some(id) = response.headers().get(SESSION) {
            let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
            sessions.entry(id.clone()).or_insert_with(|| shared.clone());
        }
    }

    fn forget(&self, headers: &HeaderMap) {
        if let Some(id) = headers.get(SESSION) {
            self.sessions.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        }
    }

    /// Headers of a client that the server gets, too.
    fn for_server(&self, mut headers: HeaderMap) -> HeaderMap {
        strip(&mut headers);
        for name in [header::HOST, header::ORIGIN, header::CONTENT_LENGTH, header::ACCEPT_ENCODING] {
            headers.remove(name);
        }
        if !self.how.passes_authorization {
            headers.remove(header::AUTHORIZATION);
        }
        headers
    }
}

fn failure(why: hyper::Error) -> Failure {
    Box::new(why)
}

/// What becomes of a message; nothing is locked once that is known.
fn take(shared: &Shared, message: Bytes, may_wait: bool) -> Upward {
    shared.lock().take_from_client(message, may_wait)
}

/// Gives headers that repeat what a message says the words of the server.
fn mirror(headers: &mut HeaderMap, message: &[u8], shared: &Shared) {
    let Some(parts) = Incoming::all(message) else { return };
    let [Incoming::Request { method, params: Some(params), .. }] = &parts[..] else { return };
    let Ok(params) = Members::of(params.get().as_bytes()) else { return };
    if !headers.contains_key("mcp-method") {
        return;
    }
    let of_arguments: Vec<HeaderName> =
        headers.keys().filter(|name| name.as_str().starts_with(PARAMETER)).cloned().collect();
    for name in of_arguments.into_iter().chain([crate::mirror::NAME]) {
        headers.remove(name);
    }
    if let Ok(method) = HeaderValue::from_str(method) {
        headers.insert("mcp-method", method);
    }
    headers.extend(mirrored(method, &params, shared));
}
