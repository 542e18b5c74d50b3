//! Guards as lowering builds them.

use super::Guard;
use crate::schema::Kinds;

impl Guard {
    /// The guard of all values of a type.
    pub(crate) fn of_kind(kind: Kinds) -> Guard {
        Guard { kind, ..Guard::default() }
    }

    /// The guard of a branch that requires more than the guard states.
    pub(crate) fn with_partial(self) -> Guard {
        Guard { partial: true, ..self }
    }

    /// The part of it that concerns wire values.
    pub(crate) fn of_wire(&self) -> Guard {
        Guard {
            kind: self.kind,
            constants: self.constants.clone(),
            listed: self.listed.clone(),
            required: self.required.clone(),
            nullable: self.nullable.clone(),
            ..Guard::default()
        }
    }

    /// The part of it that concerns wire values, with the same part of the guards of the originals that are wrapped in
    /// the member.
    pub(crate) fn of_wrapped(&self, member: &str) -> Guard {
        let originals = self.properties.get(member).map(|guards| guards.iter().map(Guard::of_wire).collect());
        let properties = originals.map(|guards| (member.to_owned(), guards)).into_iter().collect();
        Guard { properties, ..self.of_wire() }
    }
}
