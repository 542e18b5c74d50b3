//! Lookup tables of the members that an object's code names.

use super::{Code, ObjectCode};
use crate::{
    limits::Work,
    order::{Map, Set},
};

static INTEGER: Code = Code::Integer;

/// The members that an object's code names.
#[derive(Debug)]
pub(super) struct ObjectTable<'c> {
    /// By wire name.
    members: Map<&'c str, MemberTable<'c>>,
    /// Wire names by original names, where they differ.
    wire_names: Map<&'c str, &'c str>,
    /// The original names of all of them.
    declared: Set<&'c str>,
    others: Option<&'c Code>,
}

#[derive(Debug, Default)]
struct MemberTable<'c> {
    code: Option<&'c Code>,
    /// Whether null stands for its absence.
    optional: bool,
    /// Whether encoding writes it for an original without it.
    filled: bool,
}

impl<'c> ObjectTable<'c> {
    pub(super) fn new(object: &'c ObjectCode, work: &Work) -> ObjectTable<'c> {
        let mut members: Map<&'c str, MemberTable<'c>> = Map::new();
        for name in object.plain.iter().chain(object.names.keys()) {
            members.or_default(name);
        }
        // The member for all others is none of the original: that may have one of its name.
        let filled = object.filled.iter().filter(|name| !object.is_rest(name));
        filled.for_each(|name| members.or_default(name).filled = true);
        object.optional.iter().for_each(|name| members.or_default(name).optional = true);
        object.integers.iter().for_each(|name| members.or_default(name).code = Some(&INTEGER));
        object.properties.iter().for_each(|(name, code)| members.or_default(name).code = Some(code));
        let originals = members.iter().map(|(wire, _)| object.names.get(*wire).map_or(*wire, String::as_str));
        let declared: Set<&str> = originals.chain(object.constants.keys().map(String::as_str)).collect();
        work.step(declared.len());
        let wire_names = object.names.iter().map(|(wire, name)| (name.as_str(), wire.as_str())).collect();
        ObjectTable { members, wire_names, declared, others: object.others.as_deref() }
    }

    /// The code of a member by its wire name.
    pub(super) fn code(&self, wire: &str) -> Option<&'c Code> {
        self.members.get(wire).map_or(self.others, |member| member.code)
    }

    /// Whether null stands for the absence of a member, by its wire name.
    pub(super) fn is_optional(&self, wire: &str) -> bool {
        self.members.get(wire).is_some_and(|member| member.optional)
    }

    /// Whether encoding writes a member, by its wire name, for an original without it.
    pub(super) fn is_filled(&self, wire: &str) -> bool {
        self.members.get(wire).is_some_and(|member| member.filled)
    }

    /// The wire name for an original name, if it differs.
    pub(super) fn wire_name(&self, original: &str) -> Option<&'c str> {
        self.wire_names.get(original).copied()
    }

    /// Whether the code names a member, by its original name.
    pub(super) fn declares(&self, original: &str) -> bool {
        self.declared.contains(original)
    }
}

impl Code {
    /// The code of objects.
    pub(crate) fn object(&self) -> Option<&ObjectCode> {
        if let Code::Object(object) = self { Some(object) } else { None }
    }
}

impl ObjectCode {
    /// Whether a member of the wire holds all that the code does not name.
    pub(crate) fn is_rest(&self, wire: &str) -> bool {
        self.rest.as_ref().is_some_and(|rest| rest.member == wire)
    }

    /// The original name of a member by its wire name.
    pub(super) fn original<'n>(&'n self, wire: &'n str) -> &'n str {
        self.names.get(wire).map_or(wire, String::as_str)
    }
}
