//! Which branch of a union a wire value is of.

use super::{BranchCode, Code, Guard};
use crate::{
    json::{Decimal, JsonId, Kind, Tape},
    limits::Work,
    order::Map,
};

/// What a value must show to be of a branch: a member of this name (the value itself where it is empty) that is this
/// string, or that is there at all.
type Sign<'c> = (&'c str, Option<&'c str>);

/// The kinds that guards of wire values have.
const KINDS: [&str; 6] = ["string", "number", "integer", "boolean", "array", "object"];

/// Guards by the rarest of their signs, so that few of many have to be looked at for a value.
#[derive(Debug, Default)]
pub(super) struct Guards<'c> {
    /// Their numbers in order: by a member's name and what it is, and by a name alone.
    strings: Map<&'c str, Map<&'c str, Vec<usize>>>,
    names: Map<&'c str, Vec<usize>>,
    /// Those without a sign.
    kinds: Map<&'c str, Vec<usize>>,
}

impl<'c> Guards<'c> {
    pub(super) fn new(guards: &[(usize, &'c Guard)], work: &Work) -> Guards<'c> {
        let mut counts: Map<Sign<'c>, usize> = Map::new();
        for (_, guard) in guards {
            for group in guard.signs() {
                work.step(group.len());
                for sign in group {
                    *counts.or_default(sign) += 1;
                }
            }
        }
        let mut known = Guards::default();
        for (at, guard) in guards {
            let commonness = |group: &Vec<Sign<'c>>| group.iter().filter_map(|sign| counts.get(sign)).max().copied();
            match guard.signs().min_by_key(commonness) {
                Some(group) => {
                    for sign in group {
                        known.list(sign).push(*at);
                    }
                }
                None => known.kinds.or_default(guard.kind.as_str()).push(*at),
            }
        }
        known
    }

    fn list(&mut self, (name, string): Sign<'c>) -> &mut Vec<usize> {
        match string {
            Some(string) => self.strings.or_default(name).or_default(string),
            None => self.names.or_default(name),
        }
    }

    /// Lists of those that a value may fit, each in order.
    pub(super) fn likely<'s>(&'s self, tape: &Tape<'_>, value: JsonId) -> Vec<&'s [usize]> {
        let mut lists = Vec::new();
        let mut add = |list: Option<&'s Vec<usize>>| lists.extend(list.map(Vec::as_slice));
        for kind in KINDS {
            add(self.kinds.get(kind).filter(|_| is_of_kind(kind, tape, value)));
        }
        let mut add_strings = |name: &str, value: JsonId| {
            if let Some((strings, string)) = self.strings.get(name).zip(tape.string(value)) {
                add(strings.get(&*string));
            }
        };
        add_strings("", value);
        for key in tape.members(value).take_while(|_| !self.strings.is_empty()) {
            add_strings(&tape.key(key), key.value_of_key());
        }
        for key in tape.members(value).take_while(|_| !self.names.is_empty()) {
            add(self.names.get(&*tape.key(key)));
        }
        lists
    }
}

impl Guard {
    /// Its signs; of each group a value must show one.
    fn signs(&self) -> impl Iterator<Item = Vec<Sign<'_>>> {
        let constants = self
            .constants
            .iter()
            .map(|(name, strings)| strings.iter().map(|string| (name.as_str(), Some(string.as_str()))).collect());
        constants.chain(self.required.iter().map(|name| vec![(name.as_str(), None)]))
    }
}

/// The branches of a union: wrapped ones, and the others.
#[derive(Debug)]
pub(super) struct Branches<'c>(pub(super) [Guards<'c>; 2]);

impl<'c> Branches<'c> {
    pub(super) fn new(branches: &'c [BranchCode], work: &Work) -> Branches<'c> {
        let is_wrapped = |branch: &BranchCode| matches!(branch.code, Some(Code::Member { .. }));
        Branches([true, false].map(|wrapped| {
            let guards: Vec<(usize, &Guard)> = branches
                .iter()
                .enumerate()
                .filter(|(_, branch)| is_wrapped(branch) == wrapped)
                .map(|(at, branch)| (at, &branch.when))
                .collect();
            Guards::new(&guards, work)
        }))
    }
}

/// Whether a value is of a kind by the name that guards have for it.
pub(super) fn is_of_kind(kind: &str, tape: &Tape<'_>, id: JsonId) -> bool {
    match tape.kind(id) {
        Kind::String => kind == "string",
        Kind::Number if kind == "integer" => Decimal::parse(tape.slice(id)).is_some_and(|number| number.is_integer()),
        Kind::Number => kind == "number",
        Kind::True | Kind::False => kind == "boolean",
        Kind::Array => kind == "array",
        Kind::Object => kind == "object",
        Kind::Null => false,
    }
}
