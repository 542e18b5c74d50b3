//! How much memory codes take, counted alike on every machine.

use crate::{
    order::Map,
    restore::{BranchCode, Code, Guard, ObjectCode},
};

/// The approximate bytes of a text with its place in a list or a map, without its letters.
const TEXT: usize = 48;
/// The approximate bytes of each, without what it has in lists and maps.
const CODE: usize = 32;
const OBJECT: usize = 320;
const GUARD: usize = 288;

impl Code {
    /// The approximate bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        let boxed = |code: &Option<Box<Code>>| code.as_ref().map_or(0, |code| code.bytes());
        let within = match self {
            Code::Array(items) => items.bytes(),
            Code::Union(branches) => branches.iter().map(BranchCode::bytes).sum(),
            Code::Entries { value } => boxed(value),
            Code::Member { name, value } => text(name) + boxed(value),
            Code::Tuple(tuple) => texts(&tuple.members) + members(&tuple.codes),
            Code::Values(values) => values.iter().map(|(wire, value)| text(wire) + text(value.get())).sum(),
            Code::Object(object) => object.bytes(),
            Code::Definition(name) => text(name),
            Code::Json | Code::Text | Code::Any | Code::Integer => 0,
        };
        CODE + within
    }
}

impl ObjectCode {
    fn bytes(&self) -> usize {
        let names = [&self.optional, &self.filled, &self.integers, &self.plain].into_iter().flatten();
        let names = names.chain(self.names.keys()).chain(self.names.values());
        let constants = self.constants.iter().map(|(name, value)| text(name) + text(value.get())).sum::<usize>();
        let rest = self.rest.iter().map(|rest| text(&rest.member)).sum::<usize>();
        let others = self.others.iter().chain(self.rest.iter().flat_map(|rest| &rest.value));
        let others = others.map(|code| code.bytes()).sum::<usize>();
        OBJECT + texts(names) + constants + rest + members(&self.properties) + others
    }
}

impl BranchCode {
    fn bytes(&self) -> usize {
        self.when.bytes() + self.code.as_ref().map_or(CODE, Code::bytes)
    }
}

impl Guard {
    fn bytes(&self) -> usize {
        let listed = self.constants.iter().chain(&self.listed);
        let listed = listed.map(|(name, strings)| text(name) + texts(strings)).sum::<usize>();
        let guards = self.properties.values().chain(&self.others).chain([&self.items]).flatten();
        let names = self.required.iter().chain(&self.nullable).chain(self.properties.keys());
        GUARD + texts(names) + listed + guards.map(Guard::bytes).sum::<usize>()
    }
}

fn members(codes: &Map<String, Code>) -> usize {
    codes.iter().map(|(name, code)| text(name) + code.bytes()).sum()
}

fn texts<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    texts.into_iter().map(|one| text(one)).sum()
}

fn text(text: &str) -> usize {
    TEXT + text.len()
}
