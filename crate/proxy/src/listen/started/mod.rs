//! Clients over HTTP, and a server that the proxy starts. Each legacy session has a program of its own; since
//! 2026-07-28 all clients share one.

mod callers;
mod common;
mod probe;
mod programs;
mod sessions;
mod stream;
mod streams;

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use lapidary_gateway::Body;
use lapidary_mcp::{
    code::PARSE_ERROR,
    header::{SESSION, VERSION},
    message::{Incoming, Members, error},
    session::MODERN,
};

use super::answers::{Refused, json, text};
use crate::conversation;
use common::{Common, OLDER};
pub(super) use programs::Programs;
use sessions::Sessions;

/// The programs behind a listening proxy.
pub(super) struct Started {
    programs: Arc<Programs>,
    sessions: Arc<Sessions>,
    common: Common,
}

impl Started {
    pub(super) fn new(programs: Programs) -> Started {
        let programs = Arc::new(programs);
        Started { common: Common::new(Arc::clone(&programs)), sessions: Arc::default(), programs }
    }

    pub(super) async fn pass(
        &self,
        method: &Method,
        headers: &HeaderMap,
        message: Bytes,
    ) -> Result<Response<Body>, Refused> {
        let version = headers.get(VERSION).filter(|_| headers.contains_key(SESSION));
        if let Some(version) = version.filter(|version| !is_known(version)) {
            return Err(Refused(StatusCode::BAD_REQUEST, format!("unsupported protocol version {version:?}\n")));
        }
        match (method, headers.get(SESSION)) {
            (&Method::POST, session) => self.post(session, headers, message).await,
            (&Method::GET, Some(session)) => self.sessions.listen(session),
            (&Method::DELETE, Some(session)) => self.sessions.end(session),
            (method, _) => {
                // Since 2026-07-28 there are no sessions, and no methods that need one.
                let (why, methods) = match *method {
                    Method::GET | Method::DELETE => ("the request names no session\n", "POST"),
                    _ => ("the method is not supported\n", "GET, POST, DELETE"),
                };
                let mut response = text(StatusCode::METHOD_NOT_ALLOWED, why);
                response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(methods));
                Ok(response)
            }
        }
    }

    async fn post(
        &self,
        session: Option<&HeaderValue>,
        headers: &HeaderMap,
        message: Bytes,
    ) -> Result<Response<Body>, Refused> {
        let Ok(parts) = Incoming::all(&message) else {
            return Ok(json(StatusCode::BAD_REQUEST, error(&"null", PARSE_ERROR, "the body is not a message")));
        };
        if is_modern(headers, &parts) {
            return self.common.take(message.clone(), &parts).await;
        }
        match (session, &parts[..]) {
            (Some(session), _) => self.sessions.take(session, message.clone()).await,
            (None, [Incoming::Request { id, method, .. }]) if method == "initialize" => {
                self.sessions.begin(&self.programs, id, message.clone()).await
            }
            (None, _) => Err(Refused(StatusCode::BAD_REQUEST, "a session begins with initialize\n".to_owned())),
        }
    }

    /// Ends all programs, and waits until they have ended.
    pub(super) async fn end(&self) {
        self.sessions.end_all();
        self.common.end();
        self.programs.end().await;
    }
}

/// Whether a client may use this version of the protocol; the first one is older than this transport.
fn is_known(version: &HeaderValue) -> bool {
    ["2024-11-05", MODERN].iter().chain(&OLDER).any(|known| version == *known)
}

/// Whether a message is from a modern client, by its own `_meta` or by an HTTP header.
fn is_modern(headers: &HeaderMap, parts: &[Incoming<'_>]) -> bool {
    let says = |part: &Incoming<'_>| {
        let (Incoming::Request { params, .. } | Incoming::Notification { params, .. }) = part else { return false };
        let params = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
        let meta = params.and_then(|params| params.read::<Members>("_meta"));
        meta.is_some_and(|meta| meta.get(conversation::VERSION).is_some())
    };
    headers.get(VERSION).is_some_and(|version| version == MODERN) || parts.iter().any(says)
}
