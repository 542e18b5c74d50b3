//! Finds the branches of a union that an original may match.

use serde_json::value::RawValue;

use super::features::{Features, GuardIndex};
use crate::{
    json::{JsonId, Kind, canonical, read},
    limits::Work,
    order::Map,
    restore::{BranchCode, Code, Guard, steps::TEXT},
};

/// The branches of a union by what is known of their originals.
#[derive(Debug)]
pub(in crate::restore) struct OriginalIndex<'c> {
    /// The first branch that lists a value, by the value's canonical text.
    pub(super) by_value: Map<String, usize>,
    /// The branches whose originals have signs.
    pub(super) known: GuardIndex<'c>,
    /// The branches whose originals need not have any.
    pub(super) unknown: Vec<usize>,
    /// The branches with a code, by the kind of the originals that they encode.
    pub(in crate::restore) coded: [Vec<usize>; KINDS],
}

/// Objects, arrays, numbers, and all others.
const KINDS: usize = 4;

/// The index in [`Originals::coded`] of the list for values of a kind.
pub(in crate::restore) fn place(kind: Kind) -> usize {
    match kind {
        Kind::Object => 0,
        Kind::Array => 1,
        Kind::Number => 2,
        Kind::String | Kind::True | Kind::False | Kind::Null => 3,
    }
}

impl<'c> OriginalIndex<'c> {
    pub(in crate::restore) fn new(
        branches: &'c [BranchCode],
        definitions: &'c Map<String, Code>,
        work: &Work,
    ) -> OriginalIndex<'c> {
        let mut by_value: Map<String, usize> = Map::new();
        let (mut coded, mut known, mut unknown) = ([const { Vec::new() }; KINDS], Vec::new(), Vec::new());
        for (at, branch) in branches.iter().enumerate() {
            match features(branch, definitions) {
                Some(features) => known.push((at, features)),
                None => unknown.push(at),
            }
            let Some(code) = &branch.code else { continue };
            match code {
                Code::Object(_) | Code::Entries { .. } => coded[place(Kind::Object)].push(at),
                Code::Array(_) | Code::Tuple(_) => coded[place(Kind::Array)].push(at),
                Code::Integer => coded[place(Kind::Number)].push(at),
                _ => coded.iter_mut().for_each(|list| list.push(at)),
            }
            if let Some(values) = code.values() {
                for value in values.values().filter_map(|value| canonical_of(value.get())) {
                    work.step(1 + value.len() / TEXT);
                    by_value.or_insert_with(value, || at);
                }
            }
        }
        OriginalIndex { by_value, known: GuardIndex::new(known, work), unknown, coded }
    }
}

/// The signs of an original that matches a branch; `None` if it may be anything.
fn features<'c>(branch: &'c BranchCode, definitions: &'c Map<String, Code>) -> Option<Features<'c>> {
    let code = match &branch.code {
        Some(Code::Definition(name)) => definitions.get(name),
        code => code.as_ref(),
    };
    match code {
        None if branch.code.is_none() => Some(branch.when.features()),
        Some(Code::Integer) => Some(branch.when.features()),
        Some(Code::Object(object)) => Some(branch.when.features_of_object(object)),
        Some(Code::Member { name, .. }) => only(branch.when.properties.get(name)?),
        Some(Code::Json | Code::Text) => only(&branch.when.items),
        _ => None,
    }
}

/// The signs of the guard, if there is exactly one.
fn only(guards: &[Guard]) -> Option<Features<'_>> {
    if let [guard] = guards { Some(guard.features()) } else { None }
}

fn canonical_of(text: &str) -> Option<String> {
    Some(canonical(&read(text).ok()?, JsonId::ROOT))
}

impl Code {
    /// The values that a code lists, by the strings that stand for them.
    fn values(&self) -> Option<&Map<String, Box<RawValue>>> {
        match self {
            Code::Values(originals) => Some(originals),
            Code::Member { value, .. } => value.as_ref()?.values(),
            _ => None,
        }
    }
}
