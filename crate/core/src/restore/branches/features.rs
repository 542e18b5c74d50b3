//! Finds the branches of a union that a value may match, by the members that their guards require.

use crate::{
    json::{JsonId, Kind, Tape},
    limits::Work,
    order::{Gather, Map, Set},
    restore::{BranchCode, Code, Guard, ObjectCode},
    schema::Kinds,
};

/// What a value must have to match a branch: a member of this name (the value itself where it is empty) that is this
/// string, or that is present at all.
type Feature<'c> = (&'c str, Option<&'c str>);

/// How the values of a branch are recognized: by their kind, and by one feature of each group.
#[derive(Debug)]
pub(super) struct Features<'c> {
    kind: Kinds,
    groups: Vec<Vec<Feature<'c>>>,
}

/// Guards by the rarest of their features, so that few of many are tested for a value.
#[derive(Debug, Default)]
pub(super) struct GuardIndex<'c> {
    /// Their indices in ascending order: by a member's name and its string, and by a name alone.
    strings: Map<&'c str, Map<&'c str, Vec<usize>>>,
    names: Map<&'c str, Vec<usize>>,
    /// Those without a feature.
    kinds: Map<Kinds, Vec<usize>>,
}

impl<'c> GuardIndex<'c> {
    pub(super) fn new(all: Vec<(usize, Features<'c>)>, work: &Work) -> GuardIndex<'c> {
        let mut counts: Map<Feature<'c>, usize> = Map::new();
        for feature in all.iter().flat_map(|(_, features)| &features.groups).flatten() {
            work.step(1);
            *counts.or_default(*feature) += 1;
        }
        let mut known = GuardIndex::default();
        for (at, Features { kind, groups }) in all {
            let commonness =
                |group: &Vec<Feature<'c>>| group.iter().filter_map(|feature| counts.get(feature)).max().copied();
            match groups.into_iter().min_by_key(commonness) {
                Some(group) => {
                    for feature in group {
                        known.list(feature).push(at);
                    }
                }
                None => known.kinds.or_default(kind).push(at),
            }
        }
        known
    }

    fn list(&mut self, (name, string): Feature<'c>) -> &mut Vec<usize> {
        match string {
            Some(string) => self.strings.or_default(name).or_default(string),
            None => self.names.or_default(name),
        }
    }

    /// Lists of the guards that a value may satisfy, each in ascending order.
    pub(in crate::restore) fn likely<'s>(&'s self, tape: &Tape<'_>, value: JsonId) -> Vec<&'s [usize]> {
        let mut lists = Vec::new();
        let mut add = |list: Option<&'s Vec<usize>>| lists.extend(list.map(Vec::as_slice));
        for kind in Kinds::ALL_BUT_NULL.iter() {
            add(self.kinds.get(&kind).filter(|_| is_of_kind(kind, tape, value)));
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
    /// The features of a wire value that satisfies the guard, or of such an original without a code.
    pub(super) fn features(&self) -> Features<'_> {
        self.features_where(|_| true, |name| name)
    }

    /// The features of an original that satisfies the guard and is encoded by an object code.
    pub(super) fn features_of_object<'c>(&'c self, object: &'c ObjectCode) -> Features<'c> {
        let filled: Set<&String> = object.filled.iter().collect();
        let is_own =
            |wire: &String| !object.is_rest(wire) && !filled.contains(wire) && !object.properties.contains_key(wire);
        self.features_where(is_own, |wire| object.original(wire))
    }

    fn features_where<'c>(
        &'c self,
        is_shown: impl Fn(&String) -> bool,
        name: impl Fn(&'c str) -> &'c str,
    ) -> Features<'c> {
        let mut groups = Vec::new();
        for (wire, strings) in self.constants.iter().filter(|(wire, _)| is_shown(wire)) {
            groups.push(strings.iter().map(|string| (name(wire), Some(string.as_str()))).collect());
        }
        groups.extend(self.required.iter().filter(|wire| is_shown(wire)).map(|wire| vec![(name(wire), None)]));
        Features { kind: self.kind, groups }
    }
}

/// The branches of a union: wrapped ones, and the others.
#[derive(Debug)]
pub(in crate::restore) struct BranchIndex<'c>(pub(super) [GuardIndex<'c>; 2]);

impl<'c> BranchIndex<'c> {
    pub(in crate::restore) fn new(branches: &'c [BranchCode], work: &Work) -> BranchIndex<'c> {
        let is_wrapped = |branch: &BranchCode| matches!(branch.code, Some(Code::Member { .. }));
        BranchIndex([true, false].map(|wrapped| {
            let of_sort = branches.iter().enumerate().filter(|(_, branch)| is_wrapped(branch) == wrapped);
            GuardIndex::new(of_sort.map(|(at, branch)| (at, branch.when.features())).gather(), work)
        }))
    }
}

/// Whether a wire value is of a type; null is of none.
pub(super) fn is_of_kind(kind: Kinds, tape: &Tape<'_>, id: JsonId) -> bool {
    match tape.kind(id) {
        Kind::Null => false,
        Kind::Number if kind == Kinds::NUMBER => true,
        _ => kind.admits(Kinds::of(tape, id)),
    }
}
