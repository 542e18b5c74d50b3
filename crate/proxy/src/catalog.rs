//! The known tools of a server.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use lapidary::Codec;
use tracing::warn;

use crate::{
    limits::{TOOLS, TOOLS_BYTES},
    mirror::Mirror,
};

/// A listed tool, with what restores its calls.
#[derive(Debug)]
pub(crate) struct Known {
    /// The name under which it is listed.
    pub(crate) listed: String,
    /// The server's name for it.
    pub(crate) own: String,
    pub(crate) codec: Codec,
    /// Arguments that the client adds, and the server does not declare.
    pub(crate) undeclared: Vec<String>,
    /// Arguments that HTTP headers repeat.
    pub(crate) mirrors: Arc<[Mirror]>,
    /// Its size in the list, in bytes.
    pub(crate) bytes: usize,
}

impl Known {
    /// Whether its calls change on their way to the server.
    pub(crate) fn changes(&self) -> bool {
        !self.codec.is_trivial() || !self.undeclared.is_empty()
    }
}

/// A page of a list: its cursor, its tools, and the cursor of the next page.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) cursor: Option<String>,
    pub(crate) tools: Vec<Known>,
    pub(crate) next: Option<String>,
    /// What the user has to know of it.
    pub(crate) notes: Vec<String>,
}

/// The tools of all listed pages, by the names under which they are listed.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    tools: HashMap<String, Arc<Known>>,
    /// The server's names of tools that are listed under others.
    renamed: HashSet<String>,
    /// By the server's name.
    mirrors: HashMap<String, Arc<[Mirror]>>,
    /// The cursor at which the list continues, as far as it was read from its beginning.
    next: Option<String>,
    is_whole: bool,
    /// How often the tools have changed.
    changes: u64,
    /// The total size of the tools in their lists, in bytes.
    bytes: usize,
}

/// A catalog that several conversations share.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedCatalog(Arc<Mutex<Catalog>>);

impl SharedCatalog {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Catalog> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its address, by which it differs from others as long as it is kept.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

/// What a catalog knows about the name of a tool.
#[derive(Debug)]
pub(crate) enum Found {
    /// A known tool.
    Tool(Arc<Known>),
    /// No known tool: its calls are passed on unchanged.
    Own,
    /// The tools have to be listed first.
    Unknown,
}

impl Catalog {
    /// Learns the tools of a page, which was requested after so many changes. If there were more since, its tools are
    /// kept, as those that the client may know, but the list that they belong to is not the whole.
    pub(crate) fn learn(&mut self, page: Page, changes: u64) {
        for note in page.notes {
            warn!("{note}");
        }
        let mut listed = HashSet::new();
        for tool in page.tools {
            if self.is_full() {
                break;
            }
            let tool = Arc::new(tool);
            if !listed.insert(tool.listed.clone()) {
                warn!("several tools are listed as {:?}; calls are restored for the last of them", tool.listed);
            }
            self.bytes += tool.bytes;
            if let Some(before) = self.tools.insert(tool.listed.clone(), Arc::clone(&tool)) {
                self.bytes -= before.bytes;
                self.mirrors.remove(&before.own);
                self.renamed.remove(&before.own);
            }
            if !tool.mirrors.is_empty() {
                self.mirrors.insert(tool.own.clone(), Arc::clone(&tool.mirrors));
            }
            if tool.listed != tool.own {
                self.renamed.insert(tool.own.clone());
            }
        }
        if changes == self.changes && (page.cursor.is_none() || page.cursor == self.next) {
            self.is_whole = page.next.is_none();
            self.next = page.next;
        }
    }

    /// Treats the list, which was requested after so many changes, as complete until the tools change.
    pub(crate) fn settle(&mut self, changes: u64) {
        self.is_whole |= changes == self.changes;
    }

    /// How often the tools have changed.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// Whether no more tools are added.
    pub(crate) fn is_full(&self) -> bool {
        self.tools.len() >= TOOLS || self.bytes >= TOOLS_BYTES
    }

    /// The total size of the tools in their lists, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn forget(&mut self) {
        *self = Catalog { changes: self.changes + 1, ..Catalog::default() };
    }

    /// The arguments that headers repeat, of a tool by the server's name.
    pub(crate) fn mirrors(&self, own: &str) -> Arc<[Mirror]> {
        self.mirrors.get(own).cloned().unwrap_or_default()
    }

    pub(crate) fn find(&self, name: &str) -> Found {
        match self.tools.get(name) {
            Some(tool) => Found::Tool(Arc::clone(tool)),
            None if self.is_whole || self.is_full() || self.renamed.contains(name) => Found::Own,
            None => Found::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(cursor: Option<&str>, tool: &str, next: Option<&str>) -> Page {
        let (own, codec, undeclared) = (tool.to_owned(), Codec::new(None), Vec::new());
        let known = Known { listed: own.clone(), own, codec, undeclared, mirrors: Arc::default(), bytes: 1 };
        Page { cursor: cursor.map(str::to_owned), tools: vec![known], next: next.map(str::to_owned), notes: Vec::new() }
    }

    #[test]
    fn a_list_from_before_a_change_is_not_the_whole() {
        let mut catalog = Catalog::default();
        let before = catalog.changes();
        catalog.learn(page(None, "a", Some("2")), before);
        catalog.forget();
        catalog.learn(page(Some("2"), "b", None), before);
        catalog.settle(before);
        assert!(matches!((catalog.find("a"), catalog.find("b")), (Found::Unknown, Found::Tool(_))));
        let now = catalog.changes();
        catalog.learn(page(None, "a", None), now);
        assert!(matches!((catalog.find("a"), catalog.find("c")), (Found::Tool(_), Found::Own)));
    }
}
