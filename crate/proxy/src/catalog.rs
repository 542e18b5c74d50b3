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
    pub(crate) fn learn(&mut self, page: Page) {
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
        if page.cursor.is_none() || page.cursor == self.next {
            self.is_whole = page.next.is_none();
            self.next = page.next;
        }
    }

    /// Treats the list as complete until the tools change.
    pub(crate) fn settle(&mut self) {
        self.is_whole = true;
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
        *self = Catalog::default();
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
