//! The conversation between one client and one server, independent of the transports: which requests are open, who the
//! client is, which tools are known, and what happens to a message.

mod calls;
mod client;
mod lists;
mod requests;
mod state;

use std::{ops::Range, sync::Arc};

use bytes::Bytes;
use lapidary_mcp::{
    framing::Excerpt,
    id::Id,
    message::{Incoming, Members, Unread, failure, invalid},
};
use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tracing::warn;

use crate::{
    Profiles,
    catalog::{Found, Page, SharedCatalog},
    excerpt::{self, member},
    fit::Fitting,
    limits::{BATCH, ID, OPEN},
    mirror::Mirror,
};
pub(crate) use calls::Calls;
use client::Client;
pub(crate) use client::{CAPABILITIES, CLIENT, VERSION};
pub(crate) use lists::Lists;
use requests::{Open, Requests};
pub(crate) use state::{Downward, Upward};

/// The ids of the proxy's own requests are integers, since some servers take no others: of 31 bits, and beyond what
/// clients count up to. Processes begin at different ones, since one proxy may serve another.
const OWN: u32 = 1 << 30;
/// How many ids a process has for its own.
const OWN_IDS: u32 = 1 << 18;

pub(crate) struct Conversation {
    client: Client,
    open: Requests,
    catalog: SharedCatalog,
    /// The number of its own requests.
    own: u32,
    /// Whether responses may bypass this conversation, so that requests without one are forgotten if there are too
    /// many.
    forgets: bool,
}

impl Conversation {
    pub(crate) fn new(profiles: Arc<Profiles>, over_http: bool) -> Conversation {
        Conversation::with(Client::new(profiles, over_http), SharedCatalog::default())
    }

    /// A conversation with any client of an endpoint, where all receive the same and share a catalog.
    pub(crate) fn of_endpoint(profiles: Arc<Profiles>, catalog: SharedCatalog) -> Conversation {
        Conversation { forgets: true, ..Conversation::with(Client::any(profiles), catalog) }
    }

    fn with(client: Client, catalog: SharedCatalog) -> Conversation {
        Conversation { client, open: Requests::default(), catalog, own: 0, forgets: false }
    }

    /// Processes a message of the client, given with its parts.
    pub(crate) fn take_from_client(&mut self, message: &Bytes, parts: Result<Vec<Incoming<'_>>, Unread>) -> Upward {
        let parts = match (parts, std::str::from_utf8(message)) {
            (Ok(parts), Ok(_)) => parts,
            (Err(why @ Unread::Ambiguous(_)), _) => return Upward::Answer(refused(&"null", &why.to_string())),
            _ => return Upward::Send(message.clone()),
        };
        if let Err(refused) = self.takes(&parts) {
            return Upward::Answer(refused);
        }
        for part in &parts {
            match part {
                Incoming::Request { id, method, params } => self.begin(id, method, *params),
                Incoming::Notification { method, params: Some(params) } if method == "notifications/cancelled" => {
                    if let Some(id) = cancelled(params) {
                        self.open.remove(&id);
                    }
                }
                _ => {}
            }
        }
        self.calls(message, &parts, true)
    }

    /// Processes a message that has waited until the tools were listed, given with its parts.
    pub(crate) fn take_listed(&mut self, message: &Bytes, parts: Result<Vec<Incoming<'_>>, Unread>) -> Upward {
        self.calls(message, &parts.unwrap_or_default(), false)
    }

    /// Registers a request of the client.
    fn begin(&mut self, id: &RawValue, method: &str, params: Option<&RawValue>) {
        self.client.meet(method, params);
        let Some(id) = Id::of(id) else {
            return warn!(
                "the id of a client's request is {id}, neither a string nor a number; its response passes unchanged"
            );
        };
        if self.open.contains(&id) && !self.forgets {
            warn!("two open requests of the client have the id {id}; only a list of tools tells their responses apart");
        }
        self.open.insert(id, Open::of(method, params));
    }

    /// What happens to a message with these parts; if it `may_wait`, it does so when it calls an unknown tool.
    fn calls(&mut self, message: &Bytes, parts: &[Incoming<'_>], may_wait: bool) -> Upward {
        let mut calls = Vec::new();
        for part in parts {
            if let Incoming::Request { method, params: Some(params), .. } = part
                && method == "tools/call"
                && let Ok(members) = Members::of(params.get().as_bytes())
            {
                match self.called(&members) {
                    Found::Tool(tool) if tool.changes() => calls.push((within(message, params), tool)),
                    Found::Unknown if may_wait => return Upward::Wait(message.clone()),
                    Found::Own | Found::Tool(_) | Found::Unknown => {}
                }
            }
        }
        let message = message.clone();
        if calls.is_empty() { Upward::Send(message) } else { Upward::Calls(Calls { message, calls }) }
    }

    /// Whether the requests of a message can be kept until their responses arrive; if not, the errors for the client.
    fn takes(&mut self, parts: &[Incoming<'_>]) -> Result<(), Vec<Bytes>> {
        if parts.len() > BATCH {
            return Err(refused(&"null", &format!("a batch has at most {BATCH} messages")));
        }
        let ids =
            || parts.iter().filter_map(|part| if let Incoming::Request { id, .. } = part { Some(*id) } else { None });
        if ids().any(|id| id.get().len() > ID) {
            return Err(refused(&"null", &format!("an id has at most {ID} bytes")));
        }
        if self.open.len() + ids().count() > OPEN && self.forgets {
            self.open.forget();
        }
        if self.open.len() + ids().count() > OPEN {
            let why = "too many requests are open";
            warn!("{why}; a message was dropped");
            return Err(ids().map(|id| failure(&id, why)).collect());
        }
        Ok(())
    }

    /// Processes a message of the server, given with its parts.
    pub(crate) fn take_from_server(&mut self, message: &Bytes, parts: Result<Vec<Incoming<'_>>, Unread>) -> Downward {
        let parts = match parts {
            Ok(parts) => parts,
            Err(why @ Unread::Ambiguous(_)) => return Downward::Refused(why),
            Err(Unread::Other) if is_json(message) => return Downward::Send(message.clone()),
            Err(Unread::Other) => return Downward::Noise(message.clone()),
        };
        let (mut results, mut is_readable, mut is_wanted) = (Vec::new(), true, false);
        for part in &parts {
            let open = self.open.answered(part);
            is_wanted |= open.is_some();
            match (part, open) {
                (Incoming::Result { result, .. }, Some(Open::Tools { cursor })) => {
                    results.push((within(message, result), cursor));
                }
                (part, Some(Open::Ours(answer))) => {
                    if let Incoming::Result { result, .. } = part {
                        let _ = answer.send(message.slice_ref(result.get().as_bytes()));
                    }
                    return Downward::Taken;
                }
                (Incoming::Unreadable { .. }, _) => is_readable = false,
                (Incoming::Notification { method, .. }, _) if method == "notifications/tools/list_changed" => {
                    self.catalog.lock().forget();
                }
                _ => {}
            }
        }
        let message = message.clone();
        if !is_readable {
            if !is_wanted {
                return Downward::Noise(message);
            }
            // Clients in Python read `NaN`.
            warn!("a response of the server is not JSON, and was passed on unchanged");
        }
        if results.is_empty() || self.catalog.lock().is_full() {
            return Downward::Send(message);
        }
        let fitting = self.fitting();
        if !fitting.acts() {
            return Downward::Send(message);
        }
        Downward::Tools(Lists { message, results, fitting, changes: self.changes() })
    }

    /// The error for a message of the client that is longer than allowed, if it is a request.
    pub(crate) fn too_long_from_client(excerpt: &Excerpt, longest: usize) -> Option<Bytes> {
        member(excerpt, "method")?;
        let id = excerpt::id(excerpt)?;
        Some(failure(&id, &format!("the request is longer than {longest} bytes (--max-message)")))
    }

    /// The error for the client in place of a response that is longer than allowed.
    pub(crate) fn too_long_from_server(&mut self, excerpt: &Excerpt, longest: usize) -> Option<Bytes> {
        if member(excerpt, "method").is_some() {
            return None;
        }
        let id = self.open.meant(excerpt::id(excerpt)?);
        let why = format!("the server's answer is longer than {longest} bytes (--max-message)");
        match self.open.remove(&id)? {
            Open::Ours(_) => None,
            Open::Tools { .. } | Open::Other => Some(failure(&id, &why)),
        }
    }

    /// Registers a request of the proxy itself: its id, which no open request has, and the receiver of its result, which is
    /// closed on an error.
    pub(crate) fn ask(&mut self) -> (Id, oneshot::Receiver<Bytes>) {
        let (sender, receiver) = oneshot::channel();
        let id = loop {
            self.own = (self.own + 1) % OWN_IDS;
            let first = OWN + std::process::id() % (OWN / OWN_IDS) * OWN_IDS;
            let id = Id::from(u64::from(first + self.own));
            if !self.open.contains(&id) {
                break id;
            }
        };
        self.open.insert(id.clone(), Open::Ours(sender));
        (id, receiver)
    }

    /// How often the tools have changed.
    pub(crate) fn changes(&self) -> u64 {
        self.catalog.lock().changes()
    }

    /// Learns the tools of a page, which was requested after so many changes.
    pub(crate) fn learn(&mut self, page: Page, changes: u64) {
        self.catalog.lock().learn(page, changes);
    }

    /// Ends a list that the proxy requested after so many changes: what it did not contain, another would not, unless
    /// there were more since.
    pub(crate) fn settle(&mut self, changes: u64) {
        self.catalog.lock().settle(changes);
    }

    /// Whether the client still waits for a response to any request of a message.
    pub(crate) fn is_wanted(&self, message: &[u8]) -> bool {
        let is_open = |part: &Incoming<'_>| match part {
            Incoming::Request { id, .. } => Id::of(id).is_none_or(|id| self.open.contains(&id)),
            _ => false,
        };
        Incoming::all(message).is_ok_and(|parts| parts.iter().any(is_open))
    }

    /// Whether the client still waits for any response.
    pub(crate) fn is_waiting(&self) -> bool {
        self.open.are_waited_for()
    }

    /// How tools are processed, from now on.
    pub(crate) fn fitting(&mut self) -> Fitting {
        self.client.fitting()
    }

    /// The arguments that headers repeat, of a tool by the server's name.
    pub(crate) fn mirrors(&self, own: &str) -> Arc<[Mirror]> {
        self.catalog.lock().mirrors(own)
    }

    /// Forgets all tools.
    pub(crate) fn forget(&mut self) {
        self.catalog.lock().forget();
    }

    /// Closes all open requests; returns an error for each.
    pub(crate) fn fail_all(&mut self, why: &str) -> Vec<Bytes> {
        let open = self.open.drain();
        open.filter(|(_, open)| !matches!(open, Open::Ours(_))).map(|(id, _)| failure(&id, why)).collect()
    }

    /// Closes the requests of a message that is not forwarded; returns an error for each.
    pub(crate) fn fail(&mut self, message: &[u8], why: &str) -> Vec<Bytes> {
        let parts = Incoming::all(message).unwrap_or_default();
        let failed = parts.iter().filter_map(|part| match part {
            Incoming::Request { id, .. } => Id::of(id).is_none_or(|id| self.open.remove(&id).is_some()).then_some(*id),
            _ => None,
        });
        failed.map(|id| failure(&id, why)).collect()
    }

    fn called(&mut self, params: &Members<'_>) -> Found {
        match params.read::<String>("name") {
            Some(name) if self.fitting().acts() => self.catalog.lock().find(&name),
            _ => Found::Own,
        }
    }
}

/// Whether it is JSON, although it is no message.
fn is_json(message: &[u8]) -> bool {
    message.first().is_some_and(|first| matches!(first, b'{' | b'['))
        && serde_json::from_slice::<&RawValue>(message).is_ok()
}

/// The id of the request that a notification cancels.
pub(crate) fn cancelled(params: &RawValue) -> Option<Id> {
    Members::of(params.get().as_bytes()).ok()?.get("requestId").and_then(Id::of)
}

/// The range of a value within its message.
fn within(message: &Bytes, value: &RawValue) -> Range<usize> {
    let start = value.get().as_ptr().addr() - message.as_ptr().addr();
    start..start + value.get().len()
}

/// The answer to a message of the client that is rejected as a whole.
fn refused(id: &impl std::fmt::Display, why: &str) -> Vec<Bytes> {
    warn!("a message of the client was dropped: {why}");
    vec![invalid(id, why)]
}
