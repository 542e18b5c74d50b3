//! The original and the declared names of a request's functions.

use std::cell::RefCell;

use super::calls::ArgumentsFormat;
use crate::{
    Call, Codec, Codecs, Declared, Options,
    json::JsonId,
    limits::Work,
    order::{Gather, Map, Set},
    restore::Session,
    rules::{RuleSet, replaced_name},
    targets::Target,
};

/// The most names of functions of earlier requests that are restored; a history may have very many.
const MOST_BEFORE: usize = 1_000;

/// The declarations of a request by their original names.
pub(super) struct FunctionNames<'t> {
    target: Target,
    disabled: RuleSet,
    by_name: Map<&'t str, Vec<&'t Declared>>,
    session: RefCell<Session<'t>>,
    /// The codecs of functions that only an earlier request declared: their names; and where they are first mentioned.
    before: RefCell<Map<String, (JsonId, Codec)>>,
    declared: usize,
    coded: bool,
}

impl<'t> FunctionNames<'t> {
    pub(super) fn new(
        work: &'t Work,
        options: &Options,
        tools: impl IntoIterator<Item = &'t Declared>,
    ) -> FunctionNames<'t> {
        let session = RefCell::new(Session::new(work));
        let mut names = FunctionNames {
            target: options.target,
            disabled: options.disabled,
            by_name: Map::new(),
            session,
            before: RefCell::default(),
            declared: 0,
            coded: false,
        };
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

    /// The name under which an earlier request declared a function that this one does not have, where its own name is
    /// rejected; `at` is where it is mentioned.
    pub(super) fn declared_before(&self, at: JsonId, name: &str) -> Option<String> {
        if self.by_name.contains_key(name) {
            return None;
        }
        let declared = replaced_name(name, &self.target, self.disabled)?;
        let codec = Codec::new(Some((name.to_owned(), declared.clone())));
        let mut before = self.before.borrow_mut();
        if before.len() < MOST_BEFORE {
            before.or_insert_with(declared.clone(), || (at, codec));
        }
        Some(declared)
    }

    /// The codecs that restore the names of functions that only earlier requests declared, where no function of this
    /// one is declared by the name.
    pub(super) fn before(&self) -> Codecs {
        let tools = self.by_name.values().flatten();
        let declared: Set<&str> = tools.map(|tool| tool.codec.declared.as_deref().unwrap_or(&tool.name)).collect();
        let before = self.before.borrow();
        let only = before.iter().filter(|(name, _)| !declared.contains(name.as_str()));
        Codecs::new(only.map(|(name, (_, codec))| (name.clone(), codec.clone())))
    }

    /// The functions that only an earlier request declared: where each is first mentioned, its own name, and the
    /// declared one.
    pub(super) fn renamed(&self) -> Vec<(JsonId, String, String)> {
        let before = self.before.borrow();
        let renamed = before
            .iter()
            .map(|(declared, (at, codec))| (*at, codec.name.clone().unwrap_or_default(), declared.clone()));
        renamed.gather()
    }

    /// Encodes a call of the history as the model would have made it, by the first of several functions of one name. Of
    /// a function that is not declared, only the name is known. Returns `None` for a call that stays as it is.
    pub(super) fn encode(&self, at: JsonId, format: ArgumentsFormat, name: &str, args: &str) -> Option<Call> {
        match self.by_name.get(name) {
            Some(tools) => Some(format.encode(&tools.first()?.codec, &mut self.session.borrow_mut(), name, args)),
            None => Some(Call { name: self.declared_before(at, name)?, args: args.to_owned(), issues: Vec::new() }),
        }
    }
}
