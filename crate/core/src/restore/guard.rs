//! Which branch of a union a wire value is of.

use serde_json::value::RawValue;

use super::{BranchCode, Code, Guard};
use crate::{
    json::{Decimal, JsonId, Kind, Tape},
    schema::{Kinds, TypeCase},
};

/// The first branch whose guard the value fits, wrapped ones before all others: only they declare the
/// member that they are wrapped in, and an alternative that requires nothing fits any object.
pub(super) fn choose(branches: &[BranchCode], tape: &Tape<'_>, id: JsonId) -> Option<usize> {
    let is_wrapped = |branch: &BranchCode| matches!(branch.code, Some(Code::Member { .. }));
    let first =
        |wrapped| branches.iter().position(|branch| is_wrapped(branch) == wrapped && branch.when.fits(tape, id));
    first(true).or_else(|| first(false))
}

impl Guard {
    /// For all values of a type.
    pub(crate) fn of_kind(kind: Kinds) -> Guard {
        Guard { kind: kind.name(TypeCase::Lower).to_owned(), ..Guard::default() }
    }

    /// Of values of which more is asked than is known.
    pub(crate) fn partly(self) -> Guard {
        Guard { partial: true, ..self }
    }

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

    /// Whether the items, members and bounds of an original are those of the guard's branch, all the way down, as `surely`
    /// as is asked.
    pub(super) fn holds_within(&self, tape: &Tape<'_>, original: JsonId, surely: Surely) -> bool {
        let one_holds = |guards: &[Guard], tape: &Tape<'_>, value| one_holds(guards, tape, value, surely);
        !(surely == Surely::Yes && self.partial)
            && tape.elements(original).all(|item| one_holds(&self.items, tape, item))
            && tape.members(original).all(|key| {
                let none = self.others.as_ref().is_some_and(Vec::is_empty);
                match self.properties.get(&*tape.key(key)).or(self.others.as_ref().filter(|_| !none)) {
                    Some(guards) => one_holds(guards, tape, key.value_of_key()),
                    None => !none,
                }
            })
            && self.is_in_bounds(tape, original)
    }

    fn is_in_bounds(&self, tape: &Tape<'_>, original: JsonId) -> bool {
        let bound = |bound: &Option<Box<RawValue>>| Decimal::parse(bound.as_ref()?.get());
        let (least, most) = (bound(&self.least), bound(&self.most));
        if least.is_none() && most.is_none() {
            return true;
        }
        let count = match tape.kind(original) {
            Kind::String => tape.string(original).map_or(0, |string| string.chars().count()),
            Kind::Array => tape.elements(original).count(),
            Kind::Object => tape.members(original).count(),
            _ => 0,
        };
        let size = if tape.kind(original) == Kind::Number {
            Decimal::parse(tape.slice(original))
        } else {
            Decimal::parse(&count.to_string())
        };
        size.is_none_or(|size| least.is_none_or(|least| least <= size) && most.is_none_or(|most| size <= most))
    }

    /// What of it is about wire values.
    pub(crate) fn of_wire(&self) -> Guard {
        let Guard { kind, constants, listed, required, .. } = self.clone();
        Guard { kind, constants, listed, required, ..Guard::default() }
    }

    /// What of it is about wire values, and by what the originals are known that are wrapped into a member.
    pub(crate) fn of_wrapped(&self, member: &str) -> Guard {
        let originals = self.properties.get(member).map(|guards| guards.iter().map(Guard::of_wire).collect());
        let properties = originals.map(|guards| (member.to_owned(), guards)).into_iter().collect();
        Guard { properties, ..self.of_wire() }
    }
}

/// How sure it has to be that an original is of a branch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Surely {
    /// Nothing that is known speaks against it: null may stand anywhere, and guards may be partial.
    Perhaps,
    /// All that is asked is known.
    Yes,
}

/// Whether an original is of the branch of one of some guards; it may be anything where there are none.
pub(super) fn one_holds(guards: &[Guard], tape: &Tape<'_>, original: JsonId, surely: Surely) -> bool {
    let holds = |guard: &Guard| guard.fits(tape, original) && guard.holds_within(tape, original, surely);
    let allows_null = || surely == Surely::Perhaps || guards.iter().any(|guard| guard.kind == "null");
    guards.is_empty() || (tape.kind(original) == Kind::Null && allows_null()) || guards.iter().any(holds)
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
