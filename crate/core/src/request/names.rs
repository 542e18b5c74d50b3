//! The original and the declared names of a request's functions.

use std::cell::RefCell;

use crate::{Call, Declared, limits::Work, order::Map, restore::Session};

/// The declarations of a request by their original names.
pub(super) struct FunctionNames<'t> {
    by_name: Map<&'t str, Vec<&'t Declared>>,
    session: RefCell<Session<'t>>,
    declared: usize,
    coded: bool,
}

impl<'t> FunctionNames<'t> {
    pub(super) fn new(work: &'t Work, tools: impl IntoIterator<Item = &'t Declared>) -> FunctionNames<'t> {
        let session = RefCell::new(Session::new(work));
        let mut names = FunctionNames { by_name: Map::new(), session, declared: 0, coded: false };
        for tool in tools {
            let same_name: &mut Vec<&Declared> = names.by_name.or_default(tool.name.as_str());
            if tool.declaration.is_some() {
                same_name.push(tool);
                names.declared += 1;
                names.coded |= tool.codec.arguments.is_some();
            }
        }
        names
    }

    /// Whether the request declares no function.
    pub(super) fn is_empty(&self) -> bool {
        self.declared == 0
    }

    /// Whether the arguments of any function have a code.
    pub(super) fn is_coded(&self) -> bool {
        self.coded
    }

    /// The names under which the functions of an original name are declared: one for each, none if they are omitted.
    /// `None` for a name that no function of the request had.
    pub(super) fn declared(&self, name: &str) -> Option<impl Iterator<Item = &'t str>> {
        let tools = self.by_name.get(name)?;
        Some(tools.iter().map(|tool| tool.codec.declared.as_deref().unwrap_or(&tool.name)))
    }

    /// Encodes a call of the history as the model would have made it, by the first of several functions of one name.
    /// Returns `None` for a function that is not declared.
    pub(super) fn encode(&self, name: &str, args: &str) -> Option<Call> {
        Some(self.by_name.get(name)?.first()?.codec.encode_in(&mut self.session.borrow_mut(), name, args))
    }
}
