//! Clients over HTTP, and a server that is a program of ours. In the older era each session has a program of its own; since
//! 2026-07-28 all clients share one.

mod callers;
mod common;
mod sessions;
mod stream;
mod streams;

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use lapidary_gateway::{Body, Budget, Workers, whole};
use lapidary_mcp::{
    Command, Error,
    framing::Frame,
    message::{Incoming, Members},
    session::MODERN,
    transport::http::{SESSION, VERSION},
};
use tokio::{
    select,
    sync::{
        Semaphore,
        mpsc::{Receiver, Sender, channel},
        oneshot,
    },
    time::{Instant, sleep},
};
use tracing::warn;

use super::{Listening, Refused, json};
use crate::{
    Ended, Limits, Profiles,
    conversation::{self, Conversation},
    program::{Peer, Program},
    shared::Shared,
};
use common::Common;
use sessions::Sessions;

const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, DELETE");

/// What clients over HTTP get of a program.
pub(super) struct Started {
    programs: Arc<Programs>,
    sessions: Arc<Sessions>,
    common: Common,
}

/// The programs that run: as many as may, each of the same command.
pub(super) struct Programs {
    pub(super) command: Command,
    pub(super) profiles: Arc<Profiles>,
    pub(super) limits: Limits,
    /// How long one may run of which nobody wants anything.
    pub(super) idle: Duration,
    /// How many may run at a time.
    pub(super) most: u32,
    /// Bytes of all answers that wait to be read.
    pub(super) budget: Budget,
    workers: Workers,
    room: Arc<Semaphore>,
}

/// A program that runs in the background.
struct Running {
    to_server: Sender<Frame>,
    /// Dropped, it ends the program.
    end: oneshot::Sender<()>,
}

/// Why a program does not run.
enum Unstarted {
    Full,
    Failed(Error),
}

impl Started {
    pub(super) fn new(
        command: Command,
        profiles: Arc<Profiles>,
        workers: Workers,
        budget: Budget,
        how: &Listening,
    ) -> Started {
        let limits = Limits { message: how.limits.body, ..Limits::default() };
        let (idle, most, room) = (how.idle, how.servers, Arc::new(Semaphore::new(how.servers as usize)));
        let programs = Arc::new(Programs { command, profiles, limits, idle, most, budget, workers, room });
        Started { common: Common::new(Arc::clone(&programs)), sessions: Arc::default(), programs }
    }

    pub(super) async fn pass(
        &self,
        method: &Method,
        headers: &HeaderMap,
        message: Bytes,
    ) -> Result<Response<Body>, Refused> {
        match (method, headers.get(SESSION)) {
            (&Method::POST, session) => self.post(session, headers, message).await,
            (&Method::GET, Some(session)) => self.sessions.listen(session),
            (&Method::DELETE, Some(session)) => self.sessions.end(session),
            _ => {
                let mut response = Response::new(whole("there is no session whose messages could come\n"));
                *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
                response.headers_mut().insert(header::ALLOW, METHODS);
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
            return Ok(json(StatusCode::BAD_REQUEST, Bytes::from_static(NO_MESSAGE)));
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

    /// Ends all programs, and waits until they have.
    pub(super) async fn end(&self) {
        self.sessions.end_all();
        self.common.end().await;
        if let Ok(all) = self.programs.room.acquire_many(self.programs.most).await {
            // No more are started.
            all.forget();
        }
    }
}

const NO_MESSAGE: &[u8] = br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the body is no message"}}"#;

/// Whether a message is of a client since 2026-07-28: it says so, or HTTP says it of it.
fn is_modern(headers: &HeaderMap, parts: &[Incoming<'_>]) -> bool {
    let says = |part: &Incoming<'_>| {
        let (Incoming::Request { params, .. } | Incoming::Notification { params, .. }) = part else { return false };
        let params = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
        let meta = params.and_then(|params| params.read::<Members>("_meta"));
        meta.is_some_and(|meta| meta.get(conversation::VERSION).is_some())
    };
    headers.get(VERSION).is_some_and(|version| version == MODERN) || parts.iter().any(says)
}

impl Programs {
    /// Starts the program for a conversation. What is for the client goes to `to_client`; `used` says when the client was
    /// heard of last, and `over` hears why it is over.
    fn run<T, W>(
        &self,
        conversation: Conversation,
        to_client: T,
        used: impl Fn() -> Instant + Send + 'static,
        over: impl FnOnce(&str) + Send + 'static,
    ) -> Result<Running, Unstarted>
    where
        T: FnOnce(Receiver<Bytes>) -> W + Send + 'static,
        W: Future<Output = ()> + Send + 'static,
    {
        let place = Arc::clone(&self.room).try_acquire_owned().map_err(|_| Unstarted::Full)?;
        let program = Program::start(&self.command).map_err(Unstarted::Failed)?;
        let (to_server, from_client) = channel(1);
        let (end, told) = oneshot::channel::<()>();
        let (limits, longest) = (self.limits, self.idle);
        let shared = Shared::new(conversation, self.workers.clone());
        tokio::spawn(async move {
            let end = async {
                select! {
                    _ = told => {}
                    () = idle(used, longest) => {}
                }
            };
            let peer = Peer { from_client, to_client, patience: limits.grace };
            let ended = program.serve(shared, peer, limits, end).await;
            over(&match ended {
                Ended::ByServer(status) => {
                    let status = status.map_or_else(String::new, |status| format!(" ({status})"));
                    warn!("the server ended by itself{status}");
                    format!("the server ended{status} before it answered")
                }
                Ended::ByClient | Ended::Told => "the session is over".to_owned(),
            });
            drop(place);
        });
        Ok(Running { to_server, end })
    }
}

impl Unstarted {
    /// What the client is told, and under which status.
    fn told(&self, most: u32) -> (StatusCode, String) {
        match self {
            Unstarted::Full => {
                let why = format!("{most} servers run already, and no more may (--max-servers)");
                (StatusCode::SERVICE_UNAVAILABLE, why)
            }
            Unstarted::Failed(error) => (StatusCode::BAD_GATEWAY, error.to_string()),
        }
    }
}

/// An answer without a body.
fn with_status(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(whole(Bytes::new()));
    *response.status_mut() = status;
    response
}

/// Waits until something has not been used for so long.
async fn idle(used: impl Fn() -> Instant, longest: Duration) {
    loop {
        let left = longest.saturating_sub(used().elapsed());
        if left.is_zero() {
            return;
        }
        sleep(left).await;
    }
}
