//! What passes between one client and one server, without the ways on which it does: which requests are open, which client
//! it is, which tools are known, and what becomes of a message.

use std::{collections::HashMap, ops::Range, sync::Arc};

use bytes::Bytes;
use http::{HeaderName, HeaderValue};
use lapidary_mcp::{
    framing::Excerpt,
    message::{Incoming, Members, failure},
};
use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tracing::warn;

use crate::{
    Profiles, Treatment,
    catalog::{Found, Page, SharedCatalog},
    fit::{Fitting, fit_page},
    id::{Id, member},
    restore::restore,
    splice::{Splices, place},
};

/// What requests say in `_meta` since 2026-07-28.
pub(crate) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CLIENT: &str = "io.modelcontextprotocol/clientInfo";
pub(crate) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// Requests that may be open at a time.
const MOST_OPEN: usize = 1 << 16;

pub(crate) struct Conversation {
    profiles: Arc<Profiles>,
    /// Whether the server is reached over HTTP, where headers repeat arguments.
    over_http: bool,
    /// Whether requests stand for themselves, as since 2026-07-28.
    is_modern: bool,
    /// What the client gets, once it has said who it is.
    treatment: Option<Treatment>,
    /// Requests towards the server that have no answer yet.
    open: HashMap<Id, Open>,
    catalog: SharedCatalog,
    own: u64,
}

enum Open {
    /// A page of tools is asked for.
    Tools {
        cursor: Option<String>,
    },
    /// The request is ours; its answer goes there.
    Ours(oneshot::Sender<Bytes>),
    Other,
}

/// What becomes of a message of the client.
#[derive(Debug)]
pub(crate) enum Upward {
    Send(Bytes),
    /// It calls a tool that is not known, and waits until the tools have been listed.
    Wait(Bytes),
    /// It goes no further.
    Answer(Vec<Bytes>),
}

/// What becomes of a message of the server.
#[derive(Debug)]
pub(crate) enum Downward {
    Send(Bytes),
    /// It holds tools that are to be made fit.
    Tools(Lists),
    /// It was for us.
    Taken,
    /// It is no message.
    Noise(Bytes),
}

/// A message with results of `tools/list`.
#[derive(Debug)]
pub(crate) struct Lists {
    pub(crate) message: Bytes,
    /// Where each result is, and where the page begins that it is.
    results: Vec<(Range<usize>, Option<String>)>,
    fitting: Fitting,
}

impl Conversation {
    pub(crate) fn new(profiles: Arc<Profiles>, over_http: bool) -> Conversation {
        let (open, catalog) = (HashMap::new(), SharedCatalog::default());
        Conversation { profiles, over_http, is_modern: false, treatment: None, open, catalog, own: 0 }
    }

    /// With any client of an endpoint, where all get the same and know the same tools.
    pub(crate) fn of_endpoint(profiles: Arc<Profiles>, catalog: SharedCatalog) -> Conversation {
        let treatment = Some(profiles.of(None));
        Conversation { treatment, catalog, ..Conversation::new(profiles, true) }
    }

    /// A message of the client; one that may wait does so where a list must come first.
    pub(crate) fn take_from_client(&mut self, message: Bytes, may_wait: bool) -> Upward {
        let Some(parts) = Incoming::all(&message) else { return Upward::Send(message) };
        let Ok(text) = std::str::from_utf8(&message) else { return Upward::Send(message) };
        if self.open.len() + parts.len() > MOST_OPEN {
            return Upward::Answer(refusals(&parts, "too many requests are open"));
        }
        let mut splices = Splices::new(text);
        let mut waits = false;
        for part in &parts {
            match part {
                Incoming::Request { id, method, params } => {
                    let params = params.and_then(|params| Some((params, Members::of(params.get().as_bytes()).ok()?)));
                    self.meet(method, params.as_ref().map(|(_, members)| members));
                    let Some(id) = Id::of(id) else { continue };
                    let mut open = Open::Other;
                    match (&**method, &params) {
                        ("tools/list", params) => {
                            let cursor = params.as_ref().and_then(|(_, members)| members.read("cursor"));
                            open = Open::Tools { cursor };
                        }
                        ("tools/call", Some((params, members))) => match self.called(members) {
                            Found::Tool(tool) => {
                                if let Some(new) = restore(params, &tool) {
                                    splices.replace(params.get(), new);
                                }
                            }
                            Found::Unknown => waits = may_wait,
                            Found::Own => {}
                        },
                        _ => {}
                    }
                    self.open.insert(id, open);
                }
                Incoming::Notification { method, params: Some(params) } if method == "notifications/cancelled" => {
                    if let Some(id) = cancelled(params) {
                        self.open.remove(&id);
                    }
                }
                _ => {}
            }
        }
        let changed = splices.finish().map(Bytes::from);
        drop(parts);
        if waits { Upward::Wait(message) } else { Upward::Send(changed.unwrap_or(message)) }
    }

    /// A message of the server.
    pub(crate) fn take_from_server(&mut self, message: Bytes) -> Downward {
        let Some(parts) = Incoming::all(&message) else {
            let is_json = message.first().is_some_and(|first| matches!(first, b'{' | b'['))
                && serde_json::from_slice::<&RawValue>(&message).is_ok();
            return if is_json { Downward::Send(message) } else { Downward::Noise(message) };
        };
        let Ok(text) = std::str::from_utf8(&message) else { return Downward::Send(message) };
        let mut results = Vec::new();
        for part in &parts {
            match part {
                Incoming::Result { id, result } => match Id::of(id).and_then(|id| self.open.remove(&id)) {
                    Some(Open::Tools { cursor }) => results.push((place(text, result.get()), cursor)),
                    Some(Open::Ours(answer)) => {
                        let _ = answer.send(message.slice_ref(result.get().as_bytes()));
                        return Downward::Taken;
                    }
                    _ => {}
                },
                Incoming::Error { id: Some(id), .. } => {
                    let open = Id::of(id).and_then(|id| self.open.remove(&id));
                    if matches!(open, Some(Open::Ours(_))) {
                        return Downward::Taken;
                    }
                }
                Incoming::Notification { method, .. } if method == "notifications/tools/list_changed" => {
                    self.catalog.lock().forget();
                }
                _ => {}
            }
        }
        drop(parts);
        let fitting = self.fitting();
        if results.is_empty() || self.catalog.lock().is_full() || !fitting.acts() {
            return Downward::Send(message);
        }
        Downward::Tools(Lists { message, results, fitting })
    }

    /// The answer to a message of the client that is longer than is read, if it wants one.
    pub(crate) fn too_long_from_client(excerpt: &Excerpt, longest: usize) -> Option<Bytes> {
        let Excerpt { start, end } = excerpt;
        member(start, end, "method")?;
        let id = Id::of_parts(start, end)?;
        Some(failure(&id, &format!("the request is longer than {longest} bytes (--max-message)")))
    }

    /// What the client gets for an answer that is longer than is read.
    pub(crate) fn too_long_from_server(&mut self, excerpt: &Excerpt, longest: usize) -> Option<Bytes> {
        let Excerpt { start, end } = excerpt;
        if member(start, end, "method").is_some() {
            return None;
        }
        let id = Id::of_parts(start, end)?;
        let why = format!("the server's answer is longer than {longest} bytes (--max-message)");
        match self.open.remove(&id)? {
            Open::Ours(_) => None,
            Open::Tools { .. } | Open::Other => Some(failure(&id, &why)),
        }
    }

    /// A request of ours: its id, which no other has, and where its answer comes; none comes if it is an error.
    pub(crate) fn ask(&mut self) -> (Id, oneshot::Receiver<Bytes>) {
        let (sender, receiver) = oneshot::channel();
        let id = loop {
            self.own += 1;
            let id = Id::Text(format!("lapidary-proxy-{}-{}", std::process::id(), self.own));
            if !self.open.contains_key(&id) {
                break id;
            }
        };
        self.open.insert(id.clone(), Open::Ours(sender));
        (id, receiver)
    }

    pub(crate) fn learn(&mut self, page: Page) {
        self.catalog.lock().learn(page);
    }

    /// A list of ours is over: what it did not tell, another would not.
    pub(crate) fn settle(&mut self) {
        self.catalog.lock().settle();
    }

    /// Whether the client still waits for any answer to a message.
    pub(crate) fn is_wanted(&self, message: &[u8]) -> bool {
        let is_open = |part: &Incoming<'_>| match part {
            Incoming::Request { id, .. } => Id::of(id).is_some_and(|id| self.open.contains_key(&id)),
            _ => false,
        };
        Incoming::all(message).is_some_and(|parts| parts.iter().any(is_open))
    }

    /// Whether the client still waits for any answer.
    pub(crate) fn is_waiting(&self) -> bool {
        self.open.values().any(|open| !matches!(open, Open::Ours(_)))
    }

    /// What becomes of tools.
    pub(crate) fn fitting(&mut self) -> Fitting {
        let fit = match self.treatment.get_or_insert_with(|| self.profiles.of(None)) {
            Treatment::AsIs => None,
            Treatment::Fit(fit) => Some(Arc::clone(fit)),
        };
        Fitting { fit, mirrors: self.over_http && self.is_modern }
    }

    /// Headers that repeat arguments of a call of the server's.
    pub(crate) fn mirrored(&self, own: &str, arguments: &RawValue) -> Vec<(HeaderName, HeaderValue)> {
        self.catalog.lock().mirrors(own).iter().filter_map(|mirror| mirror.header(arguments)).collect()
    }

    /// Nothing that is known of the tools holds any more.
    pub(crate) fn forget(&mut self) {
        self.catalog.lock().forget();
    }

    /// An error in answer to each request that is open. Nothing is open afterwards.
    pub(crate) fn fail_all(&mut self, why: &str) -> Vec<Bytes> {
        let open = self.open.drain();
        open.filter(|(_, open)| !matches!(open, Open::Ours(_))).map(|(id, _)| failure(&id, why)).collect()
    }

    /// Learns who the client is: from `initialize`, or from what every request says since 2026-07-28.
    fn meet(&mut self, method: &str, params: Option<&Members<'_>>) {
        if self.treatment.is_some() && (self.is_modern || !self.over_http) {
            return;
        }
        let meta = params.and_then(|params| params.read::<Members>("_meta"));
        self.is_modern |= meta.as_ref().is_some_and(|meta| meta.get(VERSION).is_some());
        if self.treatment.is_some() {
            return;
        }
        let info: Option<Members> = match method {
            "initialize" => params.and_then(|params| params.read("clientInfo")),
            _ => meta.and_then(|meta| meta.read(CLIENT)),
        };
        if let Some(name) = info.and_then(|info| info.read::<String>("name")) {
            self.treatment = Some(self.profiles.of(Some(&name)));
        }
    }

    fn called(&mut self, params: &Members<'_>) -> Found {
        match params.read::<String>("name") {
            Some(name) if self.fitting().acts() => self.catalog.lock().find(&name),
            _ => Found::Own,
        }
    }
}

impl Lists {
    /// The message with its tools made fit, and what there is to know of them.
    pub(crate) fn fitted(self) -> (Bytes, Vec<Page>) {
        let Lists { message, results, fitting } = self;
        let Ok(text) = std::str::from_utf8(&message) else { return (message, Vec::new()) };
        let mut splices = Splices::new(text);
        let mut pages = Vec::new();
        for (range, cursor) in results {
            let result = &text[range];
            let (new, page) = fit_page(result, cursor, &fitting);
            if let Some(new) = new {
                splices.replace(result, new);
            }
            pages.push(page);
        }
        let changed = splices.finish().map(Bytes::from);
        (changed.unwrap_or(message), pages)
    }
}

/// The request that a notification takes back.
pub(crate) fn cancelled(params: &RawValue) -> Option<Id> {
    Members::of(params.get().as_bytes()).ok()?.get("requestId").and_then(Id::of)
}

/// An error for each request.
fn refusals(parts: &[Incoming<'_>], why: &str) -> Vec<Bytes> {
    warn!("{why}; a message went no further");
    let requests = parts.iter().filter_map(|part| match part {
        Incoming::Request { id, .. } => Some(failure(id, why)),
        _ => None,
    });
    requests.collect()
}
