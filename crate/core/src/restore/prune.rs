//! Leaving out what changes nothing.

use super::{Code, ObjectCode};
use crate::order::{Map, Set};

impl Code {
    /// Whether the code changes anything, if of all definitions only the `useful` ones do.
    pub(super) fn acts(&self, useful: &Set<String>) -> bool {
        match self {
            Code::Definition(name) => useful.contains(name),
            Code::Array(items) => items.acts(useful),
            Code::Union(branches) => branches.iter().any(|it| it.code.as_ref().is_some_and(|code| code.acts(useful))),
            Code::Object(object) => object.acts_itself() || object.properties.values().any(|code| code.acts(useful)),
            Code::Entries { .. }
            | Code::Json
            | Code::Text
            | Code::Any
            | Code::Values(_)
            | Code::Integer
            | Code::Member { .. }
            | Code::Tuple(_) => true,
        }
    }

    /// Leaves out the parts that change nothing; says whether anything is left.
    pub(super) fn prune(&mut self, useful: &Set<String>) -> bool {
        if !self.acts(useful) {
            return false;
        }
        match self {
            Code::Array(items) => return items.prune(useful),
            Code::Union(branches) => {
                for branch in branches {
                    branch.code.take_if(|code| !code.prune(useful));
                }
            }
            Code::Object(object) => object.prune(useful),
            Code::Entries { value } | Code::Member { value, .. } => prune_boxed(value, useful),
            Code::Tuple(tuple) => drop(prune_members(&mut tuple.codes, useful)),
            Code::Definition(_) | Code::Json | Code::Text | Code::Any | Code::Values(_) | Code::Integer => {}
        }
        true
    }
}

fn prune_boxed(value: &mut Option<Box<Code>>, useful: &Set<String>) {
    value.take_if(|code| !code.prune(useful));
}

/// Prunes each code; gives the names of those that are gone.
pub(super) fn prune_members(codes: &mut Map<String, Code>, useful: &Set<String>) -> Vec<String> {
    let mut gone = Vec::new();
    for (name, mut code) in std::mem::take(codes) {
        if code.prune(useful) {
            codes.insert(name, code);
        } else {
            gone.push(name);
        }
    }
    gone
}

impl ObjectCode {
    /// Whether the members are the same on both sides.
    pub(crate) fn is_trivial(&self) -> bool {
        self.properties.is_empty() && !self.acts_itself()
    }

    fn prune(&mut self, useful: &Set<String>) {
        let mut gone = prune_members(&mut self.properties, useful);
        if self.rest.is_some() || self.others.is_some() {
            self.plain.append(&mut gone);
        }
        prune_boxed(&mut self.others, useful);
        if let Some(rest) = &mut self.rest {
            prune_boxed(&mut rest.value, useful);
        }
    }

    fn acts_itself(&self) -> bool {
        !self.names.is_empty()
            || !self.optional.is_empty()
            || !self.filled.is_empty()
            || !self.integers.is_empty()
            || !self.constants.is_empty()
            || self.rest.is_some()
            || self.others.is_some()
    }
}
