//! What is remembered of the callers of a server over HTTP: conversations by session, and without a session the tools
//! by credentials, since one caller may see tools that another may not. Only sessions that the server knows are kept.

use std::{
    collections::{HashMap, HashSet},
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

#[derive(Clone, PartialEq, Eq, Hash)]
enum Caller {
    Session(HeaderValue),
    /// Without a session, by its credentials.
    Other(Option<HeaderValue>),
}

/// What is known of a caller.
struct Known {
    catalog: SharedCatalog,
    /// Only that of a session: ids of callers without one may be the same.
    conversation: Option<Shared>,
    /// How many uses of callers there were until its last.
    used: u64,
}

#[derive(Default)]
struct Kept {
    callers: HashMap<Caller, Known>,
    uses: u64,
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
        let session = headers.get(SESSION);
        let caller = session.map_or_else(
            || Caller::Other(headers.get(header::AUTHORIZATION).filter(|_| self.by_credentials).cloned()),
            |session| Caller::Session(session.clone()),
        );
        let catalog = match self.lock().used(&caller) {
            Some((catalog, Some(conversation))) => return (conversation, catalog),
            Some((catalog, None)) => catalog,
            None => SharedCatalog::default(),
        };
        let conversation = Conversation::of_endpoint(Arc::clone(&self.profiles), catalog.clone());
        if session.is_none() {
            self.lock().insert(caller, None, &catalog);
        }
        (Shared::new(conversation, self.workers.clone()), catalog)
    }

    /// Keeps a session that the server knows, with the conversation that opened it, or that is the first since it was
    /// forgotten.
    pub(super) fn keep(&self, session: &HeaderValue, (conversation, catalog): &(Shared, SharedCatalog)) {
        self.lock().insert(Caller::Session(session.clone()), Some(conversation.clone()), catalog);
    }

    pub(super) fn forget(&self, session: &HeaderValue) {
        self.lock().callers.remove(&Caller::Session(session.clone()));
    }
}

impl Caller {
    fn len(&self) -> usize {
        match self {
            Caller::Session(key) | Caller::Other(Some(key)) => key.len(),
            Caller::Other(None) => 0,
        }
    }
}

impl Kept {
    /// What is known of a caller, which is thereby used.
    fn used(&mut self, caller: &Caller) -> Option<(SharedCatalog, Option<Shared>)> {
        self.uses += 1;
        let known = self.callers.get_mut(caller)?;
        known.used = self.uses;
        Some((known.catalog.clone(), known.conversation.clone()))
    }

    /// Keeps a caller that is not known yet.
    fn insert(&mut self, caller: Caller, conversation: Option<Shared>, catalog: &SharedCatalog) {
        if caller.len() > KEY || self.callers.contains_key(&caller) {
            return;
        }
        while self.callers.len() >= SESSIONS || self.bytes() > SESSIONS_BYTES {
            self.forget_oldest();
        }
        self.callers.insert(caller, Known { catalog: catalog.clone(), conversation, used: self.uses });
    }

    /// Forgets the caller that was not used for the longest time; its tools are learned again from a list.
    fn forget_oldest(&mut self) {
        let oldest = self.callers.iter().min_by_key(|(_, known)| known.used).map(|(caller, _)| caller.clone());
        if let Some(oldest) = oldest {
            self.callers.remove(&oldest);
        }
    }

    /// The size of all catalogs, of which sessions may share one.
    fn bytes(&self) -> usize {
        let mut counted = HashSet::new();
        let catalogs = self.callers.values().map(|known| &known.catalog);
        catalogs.filter(|catalog| counted.insert(catalog.address())).map(|catalog| catalog.lock().bytes()).sum()
    }
}

#[cfg(test)]
mod tests {
    use lapidary::Options;

    use super::*;

    #[test]
    fn the_callers_used_last_are_kept() {
        let callers = Callers::new(Arc::new(Profiles::new(Options::default())), Workers::default(), true);
        let of = |name: &str| {
            let session = HeaderValue::try_from(name).expect("a header");
            let headers = HeaderMap::from_iter([(SESSION, session.clone())]);
            let conversation = callers.conversation(&headers);
            callers.keep(&session, &conversation);
            conversation.1
        };
        let is = |catalog: &SharedCatalog, name: &str| of(name).address() == catalog.address();
        let (first, second) = (of("first"), of("second"));
        for at in 2..SESSIONS {
            of(&at.to_string());
            assert!(is(&first, "first"));
        }
        of("one more");
        assert!(is(&first, "first"), "it was used since");
        let again = of("second");
        assert_ne!(again.address(), second.address(), "it was the oldest");
        assert!(is(&again, "second"), "it is kept again");
        assert_eq!(callers.lock().callers.len(), SESSIONS);
    }
}
