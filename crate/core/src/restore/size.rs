//! How much memory codes take, counted alike on every machine.

use super::{BranchCode, Code, Guard, ObjectCode};
use crate::order::Map;

/// The approximate bytes of a name with its place in a list or a map.
const NAME: usize = 48;
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
            Code::Entries { value } | Code::Member { value, .. } => boxed(value),
            Code::Tuple(tuple) => NAME * tuple.members.len() + members(&tuple.codes),
            Code::Values(values) => values.iter().map(|(wire, value)| 2 * NAME + wire.len() + value.get().len()).sum(),
            Code::Object(object) => object.bytes(),
            Code::Json | Code::Text | Code::Any | Code::Integer | Code::Definition(_) => 0,
        };
        CODE + within
    }
}

impl ObjectCode {
    fn bytes(&self) -> usize {
        let names = self.optional.len() + self.filled.len() + self.integers.len() + self.plain.len();
        let pairs = self.names.len() + self.constants.len();
        let rest = self.rest.as_ref().and_then(|rest| rest.value.as_ref());
        let others = self.others.iter().chain(rest).map(|code| code.bytes()).sum::<usize>();
        OBJECT + NAME * (names + 2 * pairs) + members(&self.properties) + others
    }
}

impl BranchCode {
    fn bytes(&self) -> usize {
        CODE + GUARD + self.when.bytes_within() + self.code.as_ref().map_or(0, Code::bytes)
    }
}

impl Guard {
    /// The approximate bytes of what a guard has in lists and maps.
    fn bytes_within(&self) -> usize {
        let strings = self.constants.values().chain(self.listed.values()).map(|strings| NAME * (1 + strings.len()));
        let guards = self.properties.values().chain(&self.others).chain([&self.items]).flatten();
        let guards = guards.map(|guard| NAME + GUARD + guard.bytes_within());
        NAME * self.required.len() + strings.sum::<usize>() + guards.sum::<usize>()
    }
}

fn members(codes: &Map<String, Code>) -> usize {
    codes.iter().map(|(name, code)| NAME + name.len() + code.bytes()).sum()
}
