//! The program that all clients since 2026-07-28 share. It is started for the first of them, and anew when it has ended.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{Response, StatusCode};
use lapidary_gateway::Body;
use lapidary_mcp::{
    framing::Frame,
    message::{Incoming, Members, failure},
    session::{LEGACY, MODERN},
};
use serde_json::value::RawValue;
use tokio::{
    sync::{
        Mutex,
        mpsc::{Receiver, Sender},
        oneshot,
    },
    time::timeout,
};

use super::{
    Programs, Unstarted,
    callers::{Callers, Entered, Passed},
    sessions::with_status,
    stream::on_one_line,
};
use crate::{
    catalog::SharedCatalog,
    conversation::{CAPABILITIES, Conversation, VERSION},
    hidden,
    listen::{Refused, json},
};

/// How long a server may take to say which era it is of.
const PROBE: Duration = Duration::from_secs(10);
/// Codes by which a server of this era refuses, with status 400.
const REFUSALS: [i64; 5] = [-32_700, -32_600, -32_020, -32_021, -32_022];
const METHOD_NOT_FOUND: i64 = -32_601;
const INVALID_PARAMS: i64 = -32_602;
const INTERNAL: i64 = -32_603;
const UNSUPPORTED: i64 = -32_022;
/// Versions in which a program is reached by `initialize`, and over streamable HTTP.
const OLDER: [&str; 3] = [LEGACY, "2025-06-18", "2025-03-26"];

pub(super) struct Common {
    programs: Arc<Programs>,
    state: Mutex<State>,
}

enum State {
    None,
    Running {
        link: Link,
        /// Dropped, it ends the program.
        _end: oneshot::Sender<()>,
    },
    /// The server is of the older era.
    Older,
}

#[derive(Clone)]
struct Link {
    to_server: Sender<Frame>,
    callers: Arc<Callers>,
    /// Bytes that may wait in an answer.
    most: usize,
}

/// Why there is no program to ask.
enum Unusable {
    Unstarted(Unstarted),
    Older,
}

impl Common {
    pub(super) fn new(programs: Arc<Programs>) -> Common {
        Common { programs, state: Mutex::new(State::None) }
    }

    /// A message of a client.
    pub(super) async fn take(&self, message: Bytes, parts: &[Incoming<'_>]) -> Result<Response<Body>, Refused> {
        match parts {
            [Incoming::Request { id, params, .. }] => self.ask(id, *params, message).await,
            // Of this client no other request is known by its id.
            [Incoming::Notification { method, .. }] if method == "notifications/cancelled" => {
                Ok(with_status(StatusCode::ACCEPTED))
            }
            [Incoming::Notification { .. }] => {
                let link = self.link(&message).await.map_err(|_| Refused(StatusCode::BAD_GATEWAY, String::new()))?;
                let _ = link.to_server.send(Frame::Whole(on_one_line(message))).await;
                Ok(with_status(StatusCode::ACCEPTED))
            }
            _ => Err(Refused(StatusCode::BAD_REQUEST, "a body is one request or one notification\n".to_owned())),
        }
    }

    async fn ask(&self, id: &RawValue, params: Option<&RawValue>, message: Bytes) -> Result<Response<Body>, Refused> {
        let link = match self.link(&message).await {
            Ok(link) => link,
            Err(Unusable::Older) => return Ok(json(StatusCode::BAD_REQUEST, unsupported(id))),
            Err(Unusable::Unstarted(why)) => {
                let (status, why) = why.told(self.programs.most);
                return Ok(json(status, failure(&id, &why)));
            }
        };
        let Some(Entered { unread, .. }) = link.enter(&message).await else {
            return Ok(json(StatusCode::OK, failure(&id, "the server ended before it answered")));
        };
        let params = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
        let meta = params.and_then(|params| params.read::<Members>("_meta"));
        let says_all = meta.is_some_and(|meta| meta.get(CAPABILITIES).is_some());
        Ok(unread.answer(|answer| status(answer, says_all)).await)
    }

    /// The program, started if need be; the message is that for which it is.
    async fn link(&self, message: &[u8]) -> Result<Link, Unusable> {
        let mut state = self.state.lock().await;
        match &*state {
            State::Running { link, .. } if !link.callers.is_over() => return Ok(link.clone()),
            State::Older => return Err(Unusable::Older),
            _ => {}
        }
        let (link, end) = self.start()?;
        match era(&link, message).await {
            Some(true) => {
                *state = State::Running { link: link.clone(), _end: end };
                Ok(link)
            }
            Some(false) => {
                *state = State::Older;
                Err(Unusable::Older)
            }
            None => Err(Unusable::Older),
        }
    }

    fn start(&self) -> Result<(Link, oneshot::Sender<()>), Unusable> {
        let callers = Arc::new(Callers::new());
        let conversation = Conversation::of_endpoint(Arc::clone(&self.programs.profiles), SharedCatalog::default());
        let (to_client, used, ended) = (Arc::clone(&callers), Arc::clone(&callers), Arc::clone(&callers));
        let (sender, to_server) = oneshot::channel();
        let running = self
            .programs
            .run(
                conversation,
                |messages| pass(to_client, messages, to_server),
                move || used.used(),
                move |why| ended.end(why),
            )
            .map_err(Unusable::Unstarted)?;
        let _ = sender.send(running.to_server.clone());
        Ok((Link { to_server: running.to_server, callers, most: self.programs.limits.message }, running.end))
    }

    pub(super) async fn end(&self) {
        *self.state.lock().await = State::None;
    }
}

impl Link {
    /// Sends a request on, and takes it back when its client is gone.
    async fn enter(&self, message: &Bytes) -> Option<Entered> {
        let mut entered = self.callers.enter(&on_one_line(message.clone()), self.most)?;
        let (left, id, link) = (entered.unread.left(), entered.id, self.clone());
        tokio::spawn(async move {
            let _ = left.await;
            if link.callers.leave(id) {
                let _ = link.to_server.send(Frame::Whole(cancelled(id))).await;
            }
        });
        self.to_server.send(Frame::Whole(entered.message.clone())).await.ok()?;
        Some(entered)
    }
}

/// Passes messages of the server on, until there are no more.
async fn pass(callers: Arc<Callers>, mut messages: Receiver<Bytes>, to_server: oneshot::Receiver<Sender<Frame>>) {
    let Ok(to_server) = to_server.await else { return };
    while let Some(message) = messages.recv().await {
        let answer = match callers.pass(&message) {
            Passed::Done => continue,
            Passed::Lost(id) => cancelled(id),
            Passed::Answered(answer) => answer,
        };
        // The server may not read before it has written.
        let to_server = to_server.clone();
        tokio::spawn(async move {
            let _ = to_server.send(Frame::Whole(answer)).await;
        });
    }
}

/// Whether a server is of this era; `None` if it does not say. The message is of the client for which it is asked.
async fn era(link: &Link, message: &[u8]) -> Option<bool> {
    let meta = hidden::meta(message).unwrap_or_else(|| format!(r#"{{"{VERSION}":"{MODERN}","{CAPABILITIES}":{{}}}}"#));
    let probe = format!(r#"{{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{{"_meta":{meta}}}}}"#);
    let mut entered = link.enter(&probe.into()).await?;
    let answer = timeout(PROBE, entered.unread.next()).await.ok()??;
    match Incoming::all(&answer)?.first()? {
        Incoming::Result { .. } => Some(true),
        Incoming::Error { error, .. } if REFUSALS[2..].contains(&error.code) => Some(true),
        // It has ended.
        Incoming::Error { error, .. } if error.code == INTERNAL => None,
        _ => Some(false),
    }
}

/// The status of an answer; `says_all` is whether the request says of its client what it must.
fn status(answer: &[u8], says_all: bool) -> StatusCode {
    match Incoming::all(answer).as_deref() {
        Some([Incoming::Error { error, .. }]) => match error.code {
            METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
            INVALID_PARAMS if !says_all => StatusCode::BAD_REQUEST,
            code if REFUSALS.contains(&code) => StatusCode::BAD_REQUEST,
            _ => StatusCode::OK,
        },
        _ => StatusCode::OK,
    }
}

fn cancelled(id: u64) -> Bytes {
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#).into()
}

/// The error by which a client knows that it has to begin with `initialize`.
fn unsupported(id: &RawValue) -> Bytes {
    let message = "Unsupported protocol version: this server speaks those that begin with initialize";
    let supported = OLDER.map(|version| format!("\"{version}\"")).join(",");
    let data = format!(r#"{{"supported":[{supported}],"requested":"{MODERN}"}}"#);
    let error = format!(r#"{{"code":{UNSUPPORTED},"message":"{message}","data":{data}}}"#);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#).into()
}
