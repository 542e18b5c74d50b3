//! How a codec spells members on the wire.

use std::collections::{BTreeMap, BTreeSet};

use lapidary::{Codec, internal::Code};

/// Wire names that are not the original's.
#[derive(Default)]
pub(crate) struct Spelling<'c> {
    /// Original names by wire name.
    pub(crate) names: BTreeMap<&'c str, &'c str>,
    /// Members that only wrap another value.
    pub(crate) wrappers: BTreeSet<&'c str>,
}

impl<'c> Spelling<'c> {
    pub(crate) fn of(codec: &'c Codec) -> Spelling<'c> {
        let mut spelling = Spelling::default();
        let mut pending: Vec<&Code> =
            codec.arguments.as_deref().into_iter().chain(codec.definitions.values()).collect();
        while let Some(code) = pending.pop() {
            match code {
                Code::Object(object) => {
                    spelling.names.extend(object.names.iter().map(|(wire, own)| (wire.as_str(), own.as_str())));
                    spelling.wrappers.extend(object.rest.iter().map(|rest| rest.member.as_str()));
                    pending.extend(object.properties.values());
                    pending.extend(object.rest.iter().filter_map(|rest| rest.value.as_deref()));
                }
                Code::Array(code) => pending.push(code),
                Code::Union(branches) => pending.extend(branches.iter().filter_map(|branch| branch.code.as_ref())),
                Code::Entries { value } => pending.extend(value.as_deref()),
                Code::Member { name, value } => {
                    spelling.wrappers.insert(name);
                    pending.extend(value.as_deref());
                }
                Code::Tuple(tuple) => {
                    spelling.wrappers.extend(tuple.members.iter().map(String::as_str));
                    pending.extend(tuple.codes.values());
                }
                Code::Json | Code::Text | Code::Any | Code::Values(_) | Code::Integer | Code::Definition(_) => {}
            }
        }
        spelling
    }
}
