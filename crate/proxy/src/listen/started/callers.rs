//! Requests of many clients to one program, since 2026-07-28. Each gets an id of the proxy, so that ids of two clients
//! cannot collide; messages with that id are sent to its client, with the client's own id. A message that names no
//! request is sent to no client: it may concern a request of another client that has ended.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use lapidary::internal::Splices;
use lapidary_gateway::Budget;
use lapidary_mcp::{
    id::Id,
    message::{Incoming, Members, Unread, failure},
};
use serde_json::value::RawValue;
use tokio::time::Instant;
use tracing::warn;

use super::stream::{Stream, Untaken, Waiting};
use crate::limits::{ID, OPEN};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";
const META: &str = "_meta";
const TOKEN: &str = "progressToken";

/// The requests that have no response yet, by the proxy's ids.
pub(super) struct Callers {
    open: Mutex<Open>,
    budget: Budget,
}

struct Open {
    callers: HashMap<u64, Caller>,
    last: u64,
    used: Instant,
    is_over: bool,
}

/// A client that waits for a response, with its own id and progress token as they are in the request.
struct Caller {
    id: String,
    token: Option<String>,
    stream: Stream,
}

/// A request as the server receives it, and its response.
pub(super) struct Entered {
    pub(super) id: u64,
    pub(super) message: Bytes,
    pub(super) unread: Waiting,
}

/// Why a request was not accepted.
pub(super) enum Unentered {
    /// It is not valid for a server that clients share.
    Invalid(String),
    /// Too many are open.
    Full,
    /// The program has ended.
    Over,
}

/// What remains to be done about a message of the server.
pub(super) enum Passed {
    Done,
    /// The client reads too slowly, or not at all: its request must be cancelled.
    Lost(u64),
    /// The server sent a request, and receives this answer.
    Answered(Bytes),
}

impl Callers {
    pub(super) fn new(budget: Budget) -> Callers {
        let open = Open { callers: HashMap::new(), last: 0, used: Instant::now(), is_over: false };
        Callers { open: Mutex::new(open), budget }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts a request, and replaces its id and progress token with an id of the proxy.
    pub(super) fn enter(&self, message: &Bytes) -> Result<Entered, Unentered> {
        let parts = Incoming::all(message).unwrap_or_default();
        let (Ok(text), [Incoming::Request { id, params, .. }]) = (std::str::from_utf8(message), &parts[..]) else {
            return Err(Unentered::Invalid("it is not a single request".to_owned()));
        };
        let params = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
        let meta = params.as_ref().and_then(|params| params.read::<Members>(META));
        // The server could read a token other than the replaced one, which could be that of another client.
        let ambiguous = params.and_then(|params| params.ambiguous(&[META]));
        if let Some(name) = ambiguous.or(meta.as_ref().and_then(|meta| meta.ambiguous(&[TOKEN]))) {
            return Err(Unentered::Invalid(Unread::Ambiguous(name).to_string()));
        }
        let token = meta.as_ref().and_then(|meta| meta.get(TOKEN));
        if [Some(*id), token].into_iter().flatten().any(|own| own.get().len() > ID) {
            return Err(Unentered::Invalid(format!("an id has at most {ID} bytes")));
        }
        let (stream, unread) = Stream::new(&self.budget);
        let caller = Caller { id: id.get().to_owned(), token: token.map(|token| token.get().to_owned()), stream };
        let ours = self.insert(caller)?;
        let mut splices = Splices::new(text);
        for own in [Some(*id), token].into_iter().flatten() {
            splices.replace(own.get(), ours.to_string());
        }
        let text = splices.finish().map_or_else(|| message.clone(), Bytes::from);
        Ok(Entered { id: ours, message: text, unread })
    }

    /// Registers a caller under a new id.
    fn insert(&self, caller: Caller) -> Result<u64, Unentered> {
        let mut open = self.lock();
        if open.is_over {
            return Err(Unentered::Over);
        }
        if open.callers.len() >= OPEN {
            return Err(Unentered::Full);
        }
        open.used = Instant::now();
        open.last += 1;
        let ours = open.last;
        open.callers.insert(ours, caller);
        Ok(ours)
    }

    /// Removes a request whose client no longer waits; returns whether it has to be cancelled at the server.
    pub(super) fn leave(&self, id: u64) -> bool {
        let mut open = self.lock();
        open.used = Instant::now();
        open.callers.remove(&id).is_some()
    }

    /// Forwards a message of the server to its client.
    pub(super) fn pass(&self, message: &Bytes) -> Passed {
        let parts = Incoming::all(message).unwrap_or_default();
        let (Ok(text), [part]) = (std::str::from_utf8(message), &parts[..]) else {
            warn!("a message of the server belongs to no request, and was dropped");
            return Passed::Done;
        };
        let mut splices = Splices::new(text);
        let mut open = self.lock();
        let (id, is_last) = match part {
            Incoming::Request { id, method, .. } => {
                return Passed::Answered(lapidary_mcp::message::answer(id, method));
            }
            Incoming::Notification { method, params } => {
                let params = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
                let named = |name| params.as_ref().and_then(|params| params.get(name)).and_then(ours);
                if method == "notifications/cancelled" {
                    // Over HTTP, a subscription ends with its stream.
                    open.callers.retain(|id, _| Some(*id) != named("requestId"));
                    return Passed::Done;
                }
                (named(TOKEN).or_else(|| subscription(params.as_ref()?).and_then(ours)), false)
            }
            response => (response.answers().and_then(ours), true),
        };
        let Some(id) = id else {
            warn!("a message of the server belongs to no request, and was dropped");
            return Passed::Done;
        };
        // A client that is gone needs nothing.
        let Some(caller) = open.callers.get(&id) else { return Passed::Done };
        caller.restate(part, &mut splices);
        let text = splices.finish().map_or_else(|| message.clone(), Bytes::from);
        let sent = if is_last { caller.answer(text) } else { caller.stream.try_send(text) };
        if is_last || sent.is_err() {
            open.callers.remove(&id);
        }
        match sent {
            Err(Untaken::Full) => {
                warn!("a client reads too slowly; its request is cancelled");
                Passed::Lost(id)
            }
            Err(Untaken::Gone) if !is_last => Passed::Lost(id),
            _ => Passed::Done,
        }
    }

    /// Answers the open requests with an error, and accepts no more.
    pub(super) fn end(&self, why: &str) {
        let mut open = self.lock();
        open.is_over = true;
        for (_, caller) in open.callers.drain() {
            caller.fail(why);
        }
    }

    /// Since when no request is open; `None` while one is.
    pub(super) fn used(&self) -> Option<Instant> {
        let open = self.lock();
        open.callers.is_empty().then_some(open.used)
    }
}

impl Caller {
    /// Sends the response, or an error if there is no room for it.
    fn answer(&self, text: Bytes) -> Result<(), Untaken> {
        let sent = self.stream.finish(text);
        if sent == Err(Untaken::Full) {
            warn!("too many unread responses; a response of the server becomes an error");
            self.fail("too many unread responses");
            return Ok(());
        }
        sent
    }

    fn fail(&self, why: &str) {
        self.stream.answer(failure(&self.id, why), true);
    }

    /// Replaces the proxy's id with the client's own id and token.
    fn restate(&self, part: &Incoming<'_>, splices: &mut Splices<'_>) {
        if let Some(id) = part.answers() {
            splices.replace(id.get(), self.id.clone());
        }
        let inner = match part {
            Incoming::Result { result, .. } => Some(*result),
            Incoming::Notification { params, .. } => *params,
            _ => None,
        };
        let Some(members) = inner.and_then(|params| Members::of(params.get().as_bytes()).ok()) else { return };
        if let Some(subscription) = subscription(&members) {
            splices.replace(subscription.get(), self.id.clone());
        }
        if let (Incoming::Notification { .. }, Some(token), Some(own)) = (part, members.get(TOKEN), &self.token) {
            splices.replace(token.get(), own.clone());
        }
    }
}

/// The id of the subscription to which a result or a notification belongs.
fn subscription<'a>(members: &Members<'a>) -> Option<&'a RawValue> {
    members.read::<Members>("_meta")?.get(SUBSCRIPTION)
}

/// An id of the proxy: all of these are numbers.
fn ours(id: &RawValue) -> Option<u64> {
    match Id::of(id)?.among(|id| matches!(id, Id::Number(_))) {
        Id::Number(digits) => digits.parse().ok(),
        Id::Text(_) => None,
    }
}
