//! The open HTTP responses of one session, and to which of them a message of the server goes. The server's output does
//! not tell: responses and progress go where they were requested, all else to any that is still open.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use lapidary_gateway::Budget;
use lapidary_mcp::{
    id::Id,
    message::{Incoming, Members, failure},
};
use serde_json::value::RawValue;
use tokio::{
    sync::{Notify, mpsc::Receiver},
    time::Instant,
};
use tracing::warn;

use super::stream::{Stream, Waiting};
use crate::{
    conversation::cancelled,
    limits::{LISTENERS, OPEN},
};

/// The open HTTP responses of one session.
pub(super) struct Streams {
    open: Mutex<Open>,
    /// Notified when one more is open.
    opened: Notify,
    budget: Budget,
}

struct Open {
    /// Those to requests, in the order of arrival.
    asked: Vec<Asked>,
    /// Streams for messages that belong to no request.
    listeners: Vec<Arc<Stream>>,
    used: Instant,
    is_over: bool,
}

/// Requests of one message that have no response yet.
struct Asked {
    ids: HashSet<Id>,
    /// Their progress tokens.
    tokens: HashSet<Id>,
    stream: Arc<Stream>,
}

/// Why nothing more can begin in a session.
#[derive(Debug)]
pub(super) enum Unasked {
    /// It is over.
    Over,
    /// Too many requests are open.
    Full,
    /// A request with the same id is open.
    Twice,
    /// The id of a request is neither a string nor a number, or too long.
    NoId,
}

/// Where a message goes.
enum Goal {
    Stream {
        stream: Arc<Stream>,
        is_last: bool,
    },
    /// It is a response for which nobody waits.
    Nobody,
    /// Nothing is open, so it has to wait.
    Later,
}

impl Streams {
    pub(super) fn new(budget: Budget) -> Streams {
        let open = Open { asked: Vec::new(), listeners: Vec::new(), used: Instant::now(), is_over: false };
        Streams { open: Mutex::new(open), opened: Notify::new(), budget }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the state for a response that is about to open.
    fn begin(&self) -> Result<MutexGuard<'_, Open>, Unasked> {
        let mut open = self.lock();
        open.used = Instant::now();
        if open.is_over {
            return Err(Unasked::Over);
        }
        if open.asked.len() + open.listeners.len() >= OPEN {
            open.prune();
        }
        if open.asked.len() >= OPEN { Err(Unasked::Full) } else { Ok(open) }
    }

    /// Registers the requests of a client's message, and opens the response to them; `None` if there are none.
    ///
    /// # Errors
    ///
    /// If the session is over, too many requests are open, one of them has the same id, or an id is invalid.
    pub(super) fn ask(&self, message: &[u8]) -> Result<Option<Waiting>, Unasked> {
        let (mut ids, mut tokens) = (HashSet::new(), HashSet::new());
        let mut open = self.begin()?;
        for part in Incoming::all(message).unwrap_or_default() {
            match part {
                Incoming::Request { id, params, .. } => {
                    ids.insert(Id::of(id).ok_or(Unasked::NoId)?);
                    tokens.extend(params.and_then(wanted_progress));
                }
                Incoming::Notification { method, params: Some(params) } if method == "notifications/cancelled" => {
                    // A response may arrive all the same, and nobody wants it.
                    open.answered(cancelled(params).as_slice());
                }
                _ => {}
            }
        }
        if ids.is_empty() {
            return Ok(None);
        }
        open.prune();
        if open.asked.iter().any(|asked| !asked.ids.is_disjoint(&ids)) {
            return Err(Unasked::Twice);
        }
        let (stream, unread) = Stream::new(&self.budget);
        open.asked.push(Asked { ids, tokens, stream: Arc::new(stream) });
        self.opened.notify_one();
        Ok(Some(unread))
    }

    /// Opens a stream for messages that belong to no request. If there are too many, the oldest ends.
    ///
    /// # Errors
    ///
    /// If the session is over, or too many requests are open.
    pub(super) fn listen(&self) -> Result<Waiting, Unasked> {
        let (stream, unread) = Stream::new(&self.budget);
        let mut open = self.begin()?;
        open.prune();
        if open.listeners.len() >= LISTENERS {
            open.listeners.remove(0);
        }
        open.listeners.push(Arc::new(stream));
        drop(open);
        self.opened.notify_one();
        Ok(unread)
    }

    /// Forwards the server's messages, until there are no more.
    pub(super) async fn pass(self: Arc<Self>, mut messages: Receiver<Bytes>) {
        while let Some(message) = messages.recv().await {
            self.pass_one(message).await;
        }
    }

    async fn pass_one(&self, message: Bytes) {
        loop {
            let goal = self.lock().goal(&message);
            match goal {
                Goal::Stream { stream, is_last } => {
                    if stream.send(message.clone(), is_last).await.is_ok() {
                        return;
                    }
                }
                Goal::Nobody => return warn!("a response of the server belongs to a request that has ended"),
                Goal::Later => self.opened.notified().await,
            }
        }
    }

    /// Answers the open requests with errors, and accepts no more.
    pub(super) fn end(&self, why: &str) {
        let mut open = self.lock();
        open.is_over = true;
        open.listeners.clear();
        for Asked { ids, stream, .. } in std::mem::take(&mut open.asked) {
            for (at, id) in ids.iter().enumerate() {
                stream.answer(failure(id, why), at + 1 == ids.len());
            }
        }
    }

    /// Since when nothing is open; `None` while something is.
    pub(super) fn used(&self) -> Option<Instant> {
        let mut open = self.lock();
        open.prune();
        if open.is_idle() {
            return Some(open.used);
        }
        open.used = Instant::now();
        None
    }
}

impl Open {
    fn is_idle(&self) -> bool {
        self.asked.is_empty() && self.listeners.is_empty()
    }

    fn prune(&mut self) {
        self.asked.retain(|asked| !asked.stream.is_closed());
        self.listeners.retain(|stream| !stream.is_closed());
    }

    /// Closes requests that are answered; returns the stream of their response, and whether this completes it.
    fn answered(&mut self, ids: &[Id]) -> Option<(Arc<Stream>, bool)> {
        let mut found = None;
        for asked in &mut self.asked {
            let before = asked.ids.len();
            asked.ids.retain(|id| !ids.contains(id));
            if asked.ids.len() < before && found.is_none() {
                found = Some((Arc::clone(&asked.stream), asked.ids.is_empty()));
            }
        }
        self.asked.retain(|asked| !asked.ids.is_empty());
        found
    }

    fn goal(&mut self, message: &[u8]) -> Goal {
        self.prune();
        if !self.is_idle() {
            self.used = Instant::now();
        }
        let is_open = |id: &Id| self.asked.iter().any(|asked| asked.ids.contains(id));
        let (mut answered, mut token) = (Vec::new(), None);
        for part in Incoming::all(message).unwrap_or_default() {
            match part {
                Incoming::Notification { method, params: Some(params) } if method == "notifications/progress" => {
                    token = Members::of(params.get().as_bytes()).ok().and_then(|params| params.get("progressToken"));
                }
                part => answered.extend(part.answers().and_then(Id::of).map(|id| id.among(is_open))),
            }
        }
        if !answered.is_empty() {
            let found = self.answered(&answered);
            return found.map_or(Goal::Nobody, |(stream, is_last)| Goal::Stream { stream, is_last });
        }
        let is_token = |token: &Id| self.asked.iter().any(|asked| asked.tokens.contains(token));
        let token = token.and_then(Id::of).map(|token| token.among(is_token));
        let of_token = token.and_then(|token| self.asked.iter().find(|asked| asked.tokens.contains(&token)));
        let asked = of_token.or(self.asked.last()).map(|asked| &asked.stream);
        match asked.or(self.listeners.last()) {
            Some(stream) => Goal::Stream { stream: Arc::clone(stream), is_last: false },
            None => Goal::Later,
        }
    }
}

/// The progress token of a request.
fn wanted_progress(params: &RawValue) -> Option<Id> {
    let params = Members::of(params.get().as_bytes()).ok()?;
    Id::of(params.read::<Members>("_meta")?.get("progressToken")?)
}
