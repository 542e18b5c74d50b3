//! Requests of many clients to one program, since 2026-07-28. Each gets an id of ours, so that those of two clients do not
//! meet; what comes back under it goes to its client, under the client's own. What says of no request that it belongs to it
//! goes to no client: it may be another's, whose request is over.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use lapidary::internal::Splices;
use lapidary_gateway::Budget;
use lapidary_mcp::message::{Incoming, Members, Unread, failure};
use serde_json::value::RawValue;
use tokio::time::Instant;
use tracing::warn;

use super::stream::{Stream, Untaken, Waiting};
use crate::limits::{ID, OPEN};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";
const META: &str = "_meta";
const TOKEN: &str = "progressToken";

/// The requests that have no answer yet, by our ids.
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

/// Who waits for an answer, with what is the client's as it stands in its request.
struct Caller {
    id: String,
    token: Option<String>,
    stream: Stream,
}

/// A request as the server gets it, and its answer.
pub(super) struct Entered {
    pub(super) id: u64,
    pub(super) message: Bytes,
    pub(super) unread: Waiting,
}

/// Why a request was not taken in.
pub(super) enum Unentered {
    /// It is none that a server may get that others share.
    Invalid(String),
    /// Too many are open.
    Full,
    /// The program is gone.
    Over,
}

/// What else is to be done about a message of the server.
pub(super) enum Passed {
    Done,
    /// A request that is read too slowly, or by nobody, and is to be taken back.
    Lost(u64),
    /// The server asks something, and hears this.
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

    /// Takes a request in.
    pub(super) fn enter(&self, message: &Bytes) -> Result<Entered, Unentered> {
        let parts = Incoming::all(message).unwrap_or_default();
        let (Ok(text), [Incoming::Request { id, params, .. }]) = (std::str::from_utf8(message), &parts[..]) else {
            return Err(Unentered::Invalid("it is not one request".to_owned()));
        };
        let params = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
        let meta = params.as_ref().and_then(|params| params.read::<Members>(META));
        // The server could read another token than the one that is replaced: that of another client.
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

    /// Keeps a caller, under an id of ours.
    fn insert(&self, caller: Caller) -> Result<u64, Unentered> {
        let mut open = self.lock();
        if open.is_over {
            return Err(Unentered::Over);
        }
        if open.callers.len() >= OPEN {
            return Err(Unentered::Full);
        }
        open.last += 1;
        let ours = open.last;
        open.callers.insert(ours, caller);
        Ok(ours)
    }

    /// The client no longer waits; whether the server is to be told.
    pub(super) fn leave(&self, id: u64) -> bool {
        self.lock().callers.remove(&id).is_some()
    }

    /// Passes a message of the server on.
    pub(super) fn pass(&self, message: &Bytes) -> Passed {
        let parts = Incoming::all(message).unwrap_or_default();
        let (Ok(text), [part]) = (std::str::from_utf8(message), &parts[..]) else {
            warn!("a message of the server belongs to no request, and went no further");
            return Passed::Done;
        };
        let mut splices = Splices::new(text);
        let mut open = self.lock();
        let (id, is_last) = match part {
            Incoming::Result { id, .. } | Incoming::Error { id: Some(id), .. } => (ours(id), true),
            Incoming::Request { id, method, .. } => {
                return Passed::Answered(lapidary_mcp::message::answer(id, method));
            }
            Incoming::Notification { method, params } => {
                let params = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
                let named = |name| params.as_ref().and_then(|params| params.get(name)).and_then(ours);
                if method == "notifications/cancelled" {
                    // Over HTTP, the end of its stream is the end of a subscription.
                    open.callers.retain(|id, _| Some(*id) != named("requestId"));
                    return Passed::Done;
                }
                (named(TOKEN).or_else(|| subscription(params.as_ref()?).and_then(ours)), false)
            }
            Incoming::Error { id: None, .. } => (None, false),
        };
        let Some(id) = id else {
            warn!("a message of the server belongs to no request, and went no further");
            return Passed::Done;
        };
        // One that has gone needs nothing.
        let Some(caller) = open.callers.get(&id) else { return Passed::Done };
        caller.restate(part, &mut splices);
        let text = splices.finish().map_or_else(|| message.clone(), Bytes::from);
        let sent = if is_last { caller.answer(text) } else { caller.stream.try_send(text) };
        if is_last || sent.is_err() {
            open.callers.remove(&id);
        }
        match sent {
            Err(Untaken::Full) => {
                warn!("a client reads too slowly; its request is taken back");
                Passed::Lost(id)
            }
            Err(Untaken::Gone) if !is_last => Passed::Lost(id),
            _ => Passed::Done,
        }
    }

    /// Answers what is open, and takes no more.
    pub(super) fn end(&self, why: &str) {
        let mut open = self.lock();
        open.is_over = true;
        for (_, caller) in open.callers.drain() {
            caller.fail(why);
        }
    }

    /// When a request was open last.
    pub(super) fn used(&self) -> Instant {
        let mut open = self.lock();
        if !open.callers.is_empty() {
            open.used = Instant::now();
        }
        open.used
    }
}

impl Caller {
    /// Sends its answer, or an error where there is no room for that.
    fn answer(&self, text: Bytes) -> Result<(), Untaken> {
        let sent = self.stream.finish(text);
        if sent == Err(Untaken::Full) {
            warn!("too much waits to be read; an answer of the server becomes an error");
            self.fail("too many answers wait to be read");
            return Ok(());
        }
        sent
    }

    fn fail(&self, why: &str) {
        self.stream.answer(failure(&self.id, why), true);
    }

    /// Puts what is the client's in the place of what is ours.
    fn restate(&self, part: &Incoming<'_>, splices: &mut Splices<'_>) {
        let params = match part {
            Incoming::Result { id, result: inner } => {
                splices.replace(id.get(), self.id.clone());
                Some(*inner)
            }
            Incoming::Error { id: Some(id), .. } => return splices.replace(id.get(), self.id.clone()),
            Incoming::Notification { params, .. } => *params,
            Incoming::Error { .. } | Incoming::Request { .. } => None,
        };
        let Some(members) = params.and_then(|params| Members::of(params.get().as_bytes()).ok()) else { return };
        if let Some(subscription) = subscription(&members) {
            splices.replace(subscription.get(), self.id.clone());
        }
        if let (Incoming::Notification { .. }, Some(token), Some(own)) = (part, members.get(TOKEN), &self.token) {
            splices.replace(token.get(), own.clone());
        }
    }
}

/// Which subscription a result or a notification says that it belongs to.
fn subscription<'a>(members: &Members<'a>) -> Option<&'a RawValue> {
    members.read::<Members>("_meta")?.get(SUBSCRIPTION)
}

fn ours(id: &RawValue) -> Option<u64> {
    id.get().parse().ok()
}
