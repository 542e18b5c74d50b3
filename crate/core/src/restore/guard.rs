//! Which branch of a union a wire value is of.

use super::{BranchCode, Code, Guard};
use crate::json::{Decimal, JsonId, Kind, Tape};

/// The first branch whose guard the value fits, wrapped ones before all others: only they declare the
/// member that they are wrapped in, and an alternative that requires nothing fits any object.
pub(super) fn choose(branches: &[BranchCode], tape: &Tape<'_>, id: JsonId) -> Option<usize> {
    let is_wrapped = |branch: &BranchCode| matches!(branch.code, Some(Code::Member { .. }));
    let first =
        |wrapped| branches.iter().position(|branch| is_wrapped(branch) == wrapped && branch.when.fits(tape, id));
    first(true).or_else(|| first(false))
}

impl Guard {
    /// Whether a wire value is of the guard's branch.
    #[must_use]
    pub fn fits(&self, tape: &Tape<'_>, value: JsonId) -> bool {
        let is_one_of = |id: JsonId, strings: &[String]| {
            tape.string(id).is_some_and(|string| strings.iter().any(|one| *one == string))
        };
        is_of_kind(&self.kind, tape, value)
            && self.constants.iter().all(|(name, strings)| match name.as_str() {
                "" => is_one_of(value, strings),
                name => tape.get(value, name).is_some_and(|member| is_one_of(member, strings)),
            })
            && self.listed.iter().all(|(name, strings)| {
                let member = tape.get(value, name).filter(|member| tape.kind(*member) != Kind::Null);
                member.is_none_or(|member| is_one_of(member, strings))
            })
            && self.required.iter().all(|name| tape.get(value, name).is_some())
    }

    /// Whether an original is of the guard's branch, all the way down; null may be missing anywhere.
    fn holds(&self, tape: &Tape<'_>, original: JsonId) -> bool {
        self.fits(tape, original) && self.holds_within(tape, original)
    }

    /// Whether the items and members of an original are those of the guard's branch.
    pub(super) fn holds_within(&self, tape: &Tape<'_>, original: JsonId) -> bool {
        let is_one_of = |guards: &[Guard], id| {
            guards.is_empty() || tape.kind(id) == Kind::Null || guards.iter().any(|guard| guard.holds(tape, id))
        };
        let mut members = self.properties.iter().filter_map(|(name, guards)| Some((tape.get(original, name)?, guards)));
        tape.elements(original).all(|item| is_one_of(&self.items, item))
            && members.all(|(member, guards)| is_one_of(guards, member))
    }
}

fn is_of_kind(kind: &str, tape: &Tape<'_>, id: JsonId) -> bool {
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
