//! The program that all modern clients share. It is started for the first of them, and again after it has ended.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http::{Response, StatusCode};
use lapidary_gateway::Body;
use lapidary_mcp::{
    code::{INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, UNSUPPORTED_VERSION},
    framing::Frame,
    message::{Incoming, Members, error, failure, invalid, quoted},
    session::{LEGACY, MODERN},
};
use serde_json::value::RawValue;
use tokio::{
    sync::{
        OwnedSemaphorePermit,
        mpsc::{Receiver, Sender},
        oneshot, watch,
    },
    task::JoinSet,
    time::timeout,
};
use tracing::warn;

use super::{
    callers::{Callers, Entered, Passed, Unentered},
    probe::{Era, OF_THIS_ERA, era, probe},
    programs::{Programs, Unstarted},
};
use crate::{
    catalog::SharedCatalog,
    conversation::{CAPABILITIES, Conversation, VERSION},
    limits::OPEN,
    listen::answers::{Refused, json, with_status},
};

/// How long a request waits for the server's answer to the probe.
const PATIENCE: Duration = Duration::from_secs(10);
/// Further errors that are returned with status 400.
const REFUSALS: [i64; 2] = [PARSE_ERROR, INVALID_REQUEST];
const UNSUPPORTED: &str = "Unsupported protocol version";
const SILENT: &str = "the server did not answer server/discover in time";
/// Versions in which a legacy program can be used: by `initialize`, and over streamable HTTP.
pub(super) const OLDER: [&str; 3] = [LEGACY, "2025-06-18", "2025-03-26"];

pub(super) struct Common {
    programs: Arc<Programs>,
    state: Arc<Mutex<State>>,
    /// Held while the program is started, so that one request does it for all.
    starting: tokio::sync::Mutex<()>,
}

enum State {
    None,
    Running {
        link: Link,
        era: watch::Receiver<Option<Era>>,
        /// Dropping it ends the program.
        _end: oneshot::Sender<()>,
    },
    /// The server is a legacy one.
    Older,
}

#[derive(Clone)]
struct Link {
    to_server: Sender<Frame>,
    callers: Arc<Callers>,
    /// The versions that the server claims to support; empty if it names none.
    versions: Arc<[String]>,
}

/// Why there is no program to use.
enum Unusable {
    Unstarted(Unstarted),
    Older,
    /// It has not answered the probe yet.
    Silent,
}

impl Common {
    pub(super) fn new(programs: Arc<Programs>) -> Common {
        Common { programs, state: Arc::new(Mutex::new(State::None)), starting: tokio::sync::Mutex::default() }
    }

    /// Processes a message of a client.
    pub(super) async fn take(&self, message: Bytes, parts: &[Incoming<'_>]) -> Result<Response<Body>, Refused> {
        match parts {
            // It would turn the server into a legacy one.
            [Incoming::Request { id, method, .. }] if method == "initialize" => {
                Ok(json(StatusCode::NOT_FOUND, error(id, METHOD_NOT_FOUND, "Method not found")))
            }
            [Incoming::Request { id, params, .. }] => Ok(self.ask(id, *params, message).await),
            [Incoming::Notification { method, .. }] => {
                // Modern clients need none over HTTP: they cancel a request by closing its connection.
                warn!("the notification {method} of a client belongs to no request, and was dropped");
                Ok(with_status(StatusCode::ACCEPTED))
            }
            _ => Err(Refused(StatusCode::BAD_REQUEST, "expected one request or one notification\n".to_owned())),
        }
    }

    async fn ask(&self, id: &RawValue, params: Option<&RawValue>, message: Bytes) -> Response<Body> {
        // A server may take a request without these members for the start of a legacy conversation, and reject all that
        // follow.
        let version = match version(params) {
            Ok(version) => version,
            Err(lacking) => {
                let why = format!("Invalid params: _meta lacks {lacking}");
                return json(StatusCode::BAD_REQUEST, error(id, INVALID_PARAMS, &why));
            }
        };
        let refused =
            |why: &str, supported: &[String]| json(StatusCode::BAD_REQUEST, unsupported(id, why, supported, &version));
        let older = || OLDER.map(str::to_owned);
        let link = match self.link().await {
            Ok(link) if link.speaks(&version) => link,
            Ok(link) => return refused(UNSUPPORTED, &link.versions),
            Err(Unusable::Older) => return refused(UNSUPPORTED, &older()),
            // Some legacy servers never answer a probe: clients may begin with `initialize`.
            Err(Unusable::Silent) => return refused(SILENT, &older()),
            Err(Unusable::Unstarted(why)) => {
                let (status, why) = why.told(self.programs.most);
                return json(status, failure(&id, &why));
            }
        };
        match link.enter(&message).await {
            Ok(Entered { unread, .. }) => unread.answer(status).await,
            Err(Unentered::Invalid(why)) => json(StatusCode::BAD_REQUEST, invalid(&"null", &why)),
            Err(Unentered::Full) => json(StatusCode::SERVICE_UNAVAILABLE, failure(&id, "too many requests are open")),
            Err(Unentered::Over) => json(StatusCode::OK, failure(&id, "the server ended before it answered")),
        }
    }

    /// The program, once it is known to be a modern server.
    async fn link(&self) -> Result<Link, Unusable> {
        let (link, mut era) = self.running().await?;
        let era = match timeout(PATIENCE, era.wait_for(Option::is_some)).await {
            Ok(era) => era.ok().and_then(|era| era.clone()).unwrap_or(Era::Ended),
            Err(_) => Era::Silent,
        };
        match era {
            Era::Modern(versions) => Ok(Link { versions, ..link }),
            Era::Older | Era::Ended => Err(Unusable::Older),
            Era::Silent => {
                warn!("{SILENT}; a request of a client is rejected");
                Err(Unusable::Silent)
            }
        }
    }

    /// The program, which is started and probed if necessary. The probe goes on while requests come and go, so that a
    /// server that starts slowly is usable in the end.
    async fn running(&self) -> Result<(Link, watch::Receiver<Option<Era>>), Unusable> {
        let _starting = self.starting.lock().await;
        match &*lock(&self.state) {
            State::Running { link, era, .. } if !link.to_server.is_closed() => return Ok((link.clone(), era.clone())),
            State::Older => return Err(Unusable::Older),
            _ => {}
        }
        let place = self.programs.place().await.map_err(Unusable::Unstarted)?;
        let mut state = lock(&self.state);
        let (link, end) = self.start(place)?;
        let (found, era) = watch::channel(None);
        tokio::spawn(settle(link.clone(), Arc::clone(&self.state), found));
        *state = State::Running { link: link.clone(), era: era.clone(), _end: end };
        Ok((link, era))
    }

    fn start(&self, place: OwnedSemaphorePermit) -> Result<(Link, oneshot::Sender<()>), Unusable> {
        let callers = Arc::new(Callers::new(self.programs.budget.clone()));
        let conversation = Conversation::of_endpoint(Arc::clone(&self.programs.profiles), SharedCatalog::default());
        let (to_client, used, ended) = (Arc::clone(&callers), Arc::clone(&callers), Arc::clone(&callers));
        let (sender, to_server) = oneshot::channel();
        let running = self
            .programs
            .run(
                place,
                conversation,
                |messages| pass(to_client, messages, to_server),
                move || used.used(),
                move |why| ended.end(why),
            )
            .map_err(Unusable::Unstarted)?;
        let _ = sender.send(running.to_server.clone());
        Ok((Link { to_server: running.to_server, callers, versions: Arc::default() }, running.end))
    }

    pub(super) fn end(&self) {
        *lock(&self.state) = State::None;
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Probes a program, and ends it unless it is a modern server.
async fn settle(probed: Link, state: Arc<Mutex<State>>, found: watch::Sender<Option<Era>>) {
    let era = match probed.enter(&probe().into()).await {
        Ok(entered) => era(entered).await,
        Err(_) => Era::Ended,
    };
    let after = match era {
        Era::Modern(_) => None,
        Era::Older => Some(State::Older),
        Era::Ended | Era::Silent => Some(State::None),
    };
    if let Some(after) = after {
        let mut state = lock(&state);
        // Another may have been started since it ended.
        if matches!(&*state, State::Running { link, .. } if link.to_server.same_channel(&probed.to_server)) {
            *state = after;
        }
    }
    let _ = found.send(Some(era));
}

impl Link {
    /// Whether the server supports this modern version; a legacy one would turn it into a legacy server.
    fn speaks(&self, version: &str) -> bool {
        version >= MODERN && (self.versions.is_empty() || self.versions.iter().any(|spoken| spoken == version))
    }

    /// Forwards a request, and cancels it when its client is gone.
    async fn enter(&self, message: &Bytes) -> Result<Entered, Unentered> {
        let mut entered = self.callers.enter(message)?;
        let (left, id, link) = (entered.unread.left(), entered.id, self.clone());
        tokio::spawn(async move {
            let _ = left.await;
            if link.callers.leave(id) {
                let _ = link.to_server.send(Frame::Whole(cancelled(id))).await;
            }
        });
        let sent = self.to_server.send(Frame::Whole(entered.message.clone())).await;
        sent.map(|()| entered).map_err(|_| Unentered::Over)
    }
}

/// Forwards the server's messages, until there are no more.
async fn pass(callers: Arc<Callers>, mut messages: Receiver<Bytes>, to_server: oneshot::Receiver<Sender<Frame>>) {
    let Ok(to_server) = to_server.await else { return };
    let mut answers = JoinSet::new();
    while let Some(message) = messages.recv().await {
        while answers.try_join_next().is_some() {}
        let answer = match callers.pass(&message) {
            Passed::Done => continue,
            Passed::Lost(id) => cancelled(id),
            // A server that keeps sending requests without reading is not answered.
            Passed::Answered(_) if answers.len() >= OPEN => continue,
            Passed::Answered(answer) => answer,
        };
        // The server may not read before its output has been read.
        let to_server = to_server.clone();
        answers.spawn(async move {
            let _ = to_server.send(Frame::Whole(answer)).await;
        });
    }
}

/// The version of a request; or else the required member that its `_meta` lacks.
fn version(params: Option<&RawValue>) -> Result<String, &'static str> {
    let params = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
    let meta = params.and_then(|params| params.read::<Members>("_meta"));
    let version = meta.as_ref().and_then(|meta| meta.read(VERSION)).ok_or(VERSION)?;
    let capabilities = meta.and_then(|meta| meta.read::<Members>(CAPABILITIES));
    capabilities.map(|_| version).ok_or(CAPABILITIES)
}

fn status(answer: &[u8]) -> StatusCode {
    match Incoming::all(answer).as_deref() {
        Ok([Incoming::Error { error, .. }]) if error.code == METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        Ok([Incoming::Error { error, .. }]) if REFUSALS.iter().chain(&OF_THIS_ERA).any(|code| *code == error.code) => {
            StatusCode::BAD_REQUEST
        }
        _ => StatusCode::OK,
    }
}

fn cancelled(id: u64) -> Bytes {
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#).into()
}

/// An error with the supported versions; if all are legacy, a client begins with `initialize`.
fn unsupported(id: &RawValue, why: &str, supported: &[String], requested: &str) -> Bytes {
    let supported = supported.iter().map(|version| quoted(version)).collect::<Vec<_>>().join(",");
    let data = format!(r#"{{"supported":[{supported}],"requested":{}}}"#, quoted(requested));
    let error = format!(r#"{{"code":{UNSUPPORTED_VERSION},"message":{},"data":{data}}}"#, quoted(why));
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#).into()
}
