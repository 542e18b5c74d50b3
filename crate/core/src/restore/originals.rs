//! Which branches of a union an original may be of.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::{BranchCode, Code, Guard, signs::Guards, steps::TEXT};
use crate::{
    json::{JsonId, Kind, canonical, read},
    limits::Work,
    order::{Gather, Map},
};

/// The branches of a union by what is known of their originals.
#[derive(Debug)]
pub(super) struct Originals<'c> {
    /// The first that has a string for a value, by its canonical text.
    pub(super) by_value: Map<String, usize>,
    /// Those without a code, whose guards are about the original.
    pub(super) plain: Guards<'c>,
    /// Those with a code, by the kind of value that it takes.
    pub(super) coded: [Vec<usize>; KINDS],
    /// The member by which most of those that take objects are told apart.
    pub(super) tag: Option<&'c str>,
    /// Those by what that member must be, and those that it says nothing of.
    pub(super) tagged: Map<Cow<'c, str>, Vec<usize>>,
    pub(super) untagged: Vec<usize>,
}

/// Objects, arrays, numbers, and what else there is.
const KINDS: usize = 4;
const OBJECT: usize = 0;

/// The list of [`Originals::coded`] that values of a kind are in.
pub(super) fn place(kind: Kind) -> usize {
    match kind {
        Kind::Object => OBJECT,
        Kind::Array => 1,
        Kind::Number => 2,
        Kind::String | Kind::True | Kind::False | Kind::Null => 3,
    }
}

impl<'c> Originals<'c> {
    pub(super) fn new(branches: &'c [BranchCode], work: &Work) -> Originals<'c> {
        let mut by_value: Map<String, usize> = Map::new();
        let (mut coded, mut plain) = ([const { Vec::new() }; KINDS], Vec::new());
        let mut counts: Map<&str, usize> = Map::new();
        for (at, branch) in branches.iter().enumerate() {
            let Some(code) = &branch.code else {
                plain.push((at, &branch.when));
                continue;
            };
            let mut add = |kind: usize| coded[kind].push(at);
            match code {
                Code::Object(_) | Code::Entries { .. } => add(OBJECT),
                Code::Array(_) | Code::Tuple(_) => add(place(Kind::Array)),
                Code::Integer => add(place(Kind::Number)),
                _ => (0..KINDS).for_each(add),
            }
            if let Some(values) = code.values() {
                for value in values.values().filter_map(|value| canonical_of(value.get())) {
                    work.step(1 + value.len() / TEXT);
                    by_value.or_insert_with(value, || at);
                }
            }
            for (name, strings) in tags(branch) {
                work.step(1 + strings.len());
                *counts.or_default(name) += 1;
            }
        }
        let tag = counts.iter().max_by_key(|(_, count)| **count).map(|(name, _)| *name);
        let (mut tagged, mut untagged) = (Map::<Cow<'c, str>, Vec<usize>>::new(), Vec::new());
        for at in coded[OBJECT].iter().copied() {
            match tags(&branches[at]).into_iter().find(|(name, _)| Some(*name) == tag) {
                Some((_, strings)) => strings.into_iter().for_each(|string| tagged.or_default(string).push(at)),
                None => untagged.push(at),
            }
        }
        Originals { by_value, plain: Guards::new(&plain, work), coded, tag, tagged, untagged }
    }
}

/// The members that an original of the branch has as one of some strings, if it has them as a string.
fn tags(branch: &BranchCode) -> Vec<(&str, Vec<Cow<'_, str>>)> {
    let mut tags = Vec::new();
    match &branch.code {
        Some(Code::Json | Code::Text) | None => return tags,
        Some(Code::Member { name, .. }) => {
            let guards = branch.when.properties.get(name).map_or(&[][..], Vec::as_slice);
            let names = guards.first().into_iter().flat_map(|guard| guard.constants.keys());
            tags.extend(names.filter(|name| !name.is_empty()).filter_map(|name| tag(name, guards, name)));
            return tags;
        }
        Some(Code::Object(object)) => {
            let strings = object.constants.iter().filter_map(|(name, value)| Some((name, string_of(value.get())?)));
            tags.extend(strings.map(|(name, string)| (name.as_str(), vec![string])));
            let is_plain = |wire: &String| {
                !object.properties.contains_key(wire) && !object.constants.contains_key(object.original(wire))
            };
            let plain = branch.when.constants.iter().filter(|(wire, _)| is_plain(wire));
            tags.extend(plain.map(|(wire, strings)| {
                (object.original(wire), strings.iter().map(|string| Cow::Borrowed(string.as_str())).gather())
            }));
        }
        Some(_) => {}
    }
    tags.extend(branch.when.properties.iter().filter_map(|(name, guards)| tag(name, guards, "")));
    tags
}

/// The strings that guards have for a constant, if all have some.
fn tag<'c>(name: &'c str, guards: &'c [Guard], constant: &str) -> Option<(&'c str, Vec<Cow<'c, str>>)> {
    let lists: Vec<&Vec<String>> = guards.iter().filter_map(|guard| guard.constants.get(constant)).gather();
    let is_told = !guards.is_empty() && lists.len() == guards.len();
    is_told.then(|| (name, lists.into_iter().flatten().map(|string| Cow::Borrowed(string.as_str())).gather()))
}

/// The string that a JSON text spells.
fn string_of(text: &str) -> Option<Cow<'static, str>> {
    let tape = text.starts_with('"').then(|| read(text).ok())??;
    tape.string(JsonId::ROOT).map(|string| Cow::Owned(string.into_owned()))
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
