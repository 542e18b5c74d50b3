//! The tools that are known of a server.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use lapidary::Codec;

use crate::{
    limits::{TOOLS, TOOLS_BYTES},
    mirror::Mirror,
};

/// How a call of a tool comes back.
#[derive(Debug)]
pub(crate) struct Known {
    /// The name that it is listed under.
    pub(crate) listed: String,
    /// The server's name.
    pub(crate) own: String,
    pub(crate) codec: Codec,
    /// Arguments that the client adds, and the server does not declare.
    pub(crate) undeclared: Vec<String>,
    /// Arguments that headers of HTTP repeat.
    pub(crate) mirrors: Arc<[Mirror]>,
    /// Bytes that it has in its list.
    pub(crate) bytes: usize,
}

impl Known {
    /// Whether its calls change on their way to the server.
    pub(crate) fn changes(&self) -> bool {
        !self.codec.is_trivial() || !self.undeclared.is_empty()
    }
}

/// A page of a list: where it began, what it holds, and where the next begins.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) cursor: Option<String>,
    pub(crate) tools: Vec<Known>,
    pub(crate) next: Option<String>,
}

/// The tools of the pages that were listed, by the names that they are listed under.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    tools: HashMap<String, Arc<Known>>,
    /// The server's names of tools that are listed under others.
    renamed: HashSet<String>,
    /// By the server's name.
    mirrors: HashMap<String, Arc<[Mirror]>>,
    /// Where the list goes on, as far as it was read from its beginning.
    next: Option<String>,
    is_whole: bool,
    /// What the tools have in their lists.
    bytes: usize,
}

/// Tools that several conversations know.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedCatalog(Arc<Mutex<Catalog>>);

impl SharedCatalog {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Catalog> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is known of the tool of a name.
#[derive(Debug)]
pub(crate) enum Found {
    /// How its calls come back.
    Tool(Arc<Known>),
    /// Its calls are the server's.
    Own,
    /// A list would tell.
    Unknown,
}

impl Catalog {
    pub(crate) fn learn(&mut self, page: Page) {
        for tool in page.tools {
            if self.is_full() {
                break;
            }
            let tool = Arc::new(tool);
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

    /// Nothing more is to be found out by a list, until the tools change.
    pub(crate) fn settle(&mut self) {
        self.is_whole = true;
    }

    /// Whether no more tools are taken in.
    pub(crate) fn is_full(&self) -> bool {
        self.tools.len() >= TOOLS || self.bytes >= TOOLS_BYTES
    }

    /// Bytes that its tools have in their lists.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn forget(&mut self) {
        *self = Catalog::default();
    }

    /// Arguments of the server's tool of a name that headers repeat.
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
