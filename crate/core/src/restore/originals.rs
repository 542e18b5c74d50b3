//! Which branches of a union an original may be of.

use serde_json::value::RawValue;

use super::{
    BranchCode, Code, Guard,
    signs::{Guards, Signs},
    steps::TEXT,
};
use crate::{
    json::{JsonId, Kind, canonical, read},
    limits::Work,
    order::Map,
};

/// The branches of a union by what is known of their originals.
#[derive(Debug)]
pub(super) struct Originals<'c> {
    /// The first that has a string for a value, by its canonical text.
    pub(super) by_value: Map<String, usize>,
    /// Those of which originals show signs.
    pub(super) known: Guards<'c>,
    /// Those of which they need not.
    pub(super) unknown: Vec<usize>,
    /// Those with a code, by the kind of value that it takes.
    pub(super) coded: [Vec<usize>; KINDS],
}

/// Objects, arrays, numbers, and what else there is.
const KINDS: usize = 4;

/// The list of [`Originals::coded`] that values of a kind are in.
pub(super) fn place(kind: Kind) -> usize {
    match kind {
        Kind::Object => 0,
        Kind::Array => 1,
        Kind::Number => 2,
        Kind::String | Kind::True | Kind::False | Kind::Null => 3,
    }
}

impl<'c> Originals<'c> {
    pub(super) fn new(branches: &'c [BranchCode], definitions: &'c Map<String, Code>, work: &Work) -> Originals<'c> {
        let mut by_value: Map<String, usize> = Map::new();
        let (mut coded, mut known, mut unknown) = ([const { Vec::new() }; KINDS], Vec::new(), Vec::new());
        for (at, branch) in branches.iter().enumerate() {
            match signs(branch, definitions) {
                Some(signs) => known.push((at, signs)),
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
        Originals { by_value, known: Guards::new(known, work), unknown, coded }
    }
}

/// The signs of an original of a branch; `None` if it may be anything.
fn signs<'c>(branch: &'c BranchCode, definitions: &'c Map<String, Code>) -> Option<Signs<'c>> {
    let code = match &branch.code {
        Some(Code::Definition(name)) => definitions.get(name),
        code => code.as_ref(),
    };
    match code {
        None if branch.code.is_none() => Some(branch.when.signs()),
        Some(Code::Object(object)) => Some(branch.when.signs_of_object(object)),
        Some(Code::Member { name, .. }) => only(branch.when.properties.get(name)?),
        Some(Code::Json | Code::Text) => only(&branch.when.items),
        _ => None,
    }
}

/// The signs of one guard, if it is alone.
fn only(guards: &[Guard]) -> Option<Signs<'_>> {
    if let [guard] = guards { Some(guard.signs()) } else { None }
}

fn canonical_of(text: &str) -> Option<String> {
    Some(canonical(&read(text).ok()?, JsonId::ROOT))
}

impl Code {
    /// The values for which a code has strings.
    fn values(&self) -> Option<&Map<String, Box<RawValue>>> {
        match self {
            Code::Values(originals) => Some(originals),
            Code::Member { value, .. } => value.as_ref()?.values(),
            _ => None,
        }
    }
}
