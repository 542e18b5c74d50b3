//! What is remembered of the callers of a server over HTTP: conversations by session, and without a session the tools
//! by credentials, since one caller may see tools that another may not. Only sessions that the server has opened are
//! kept.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use http::{HeaderMap, HeaderValue, header};
use lapidary_gateway::Workers;
use lapidary_mcp::header::SESSION;

use crate::{
    Profiles,
    catalog::SharedCatalog,
    conversation::Conversation,
    limits::{KEY, SESSIONS, SESSIONS_BYTES},
    shared::Shared,
};

pub(super) struct Callers {
    profiles: Arc<Profiles>,
    workers: Workers,
    /// Whether callers authenticate to the server with their own credentials.
    by_credentials: bool,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    sessions: HashMap<HeaderValue, (Shared, SharedCatalog)>,
    catalogs: HashMap<Option<HeaderValue>, SharedCatalog>,
}

impl Callers {
    pub(super) fn new(profiles: Arc<Profiles>, workers: Workers, by_credentials: bool) -> Callers {
        Callers { profiles, workers, by_credentials, kept: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The conversation of a request, and the catalog of its caller.
    pub(super) fn conversation(&self, headers: &HeaderMap) -> (Shared, SharedCatalog) {
        let mut kept = self.lock();
        let session = headers.get(SESSION);
        if let Some(known) = session.and_then(|id| kept.sessions.get(id)) {
            return known.clone();
        }
        let catalog = if session.is_some() {
            SharedCatalog::default()
        } else {
            let caller = headers.get(header::AUTHORIZATION).filter(|_| self.by_credentials);
            kept.catalog(caller)
        };
        drop(kept);
        let conversation = Conversation::of_endpoint(Arc::clone(&self.profiles), catalog.clone());
        (Shared::new(conversation, self.workers.clone()), catalog)
    }

    /// Keeps a session that the server opens, with the conversation that opened it.
    pub(super) fn keep(&self, session: &HeaderValue, opened: &(Shared, SharedCatalog)) {
        if session.len() <= KEY {
            let mut kept = self.lock();
            kept.make_room();
            kept.sessions.entry(session.clone()).or_insert_with(|| opened.clone());
        }
    }

    pub(super) fn forget(&self, session: &HeaderValue) {
        self.lock().sessions.remove(session);
    }
}

impl Kept {
    /// The catalog of a caller without a session.
    fn catalog(&mut self, caller: Option<&HeaderValue>) -> SharedCatalog {
        if caller.is_some_and(|caller| caller.len() > KEY) {
            return SharedCatalog::default();
        }
        self.make_room();
        self.catalogs.entry(caller.cloned()).or_default().clone()
    }

    /// Forgets everything if it is too much; tools are learned again from a list.
    fn make_room(&mut self) {
        let catalogs = self.sessions.values().map(|(_, catalog)| catalog).chain(self.catalogs.values());
        let bytes: usize = catalogs.map(|catalog| catalog.lock().bytes()).sum();
        if self.sessions.len() >= SESSIONS || self.catalogs.len() >= SESSIONS || bytes > SESSIONS_BYTES {
            *self = Kept::default();
        }
    }
}
