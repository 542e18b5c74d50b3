//! Guards as lowering makes them.

use super::Guard;
use crate::schema::Kinds;

impl Guard {
    /// For all values of a type.
    pub(crate) fn of_kind(kind: Kinds) -> Guard {
        Guard { kind, ..Guard::default() }
    }

    /// Of values of which more is asked than is known.
    pub(crate) fn partly(self) -> Guard {
        Guard { partial: true, ..self }
    }

    /// What of it is about wire values.
    pub(crate) fn of_wire(&self) -> Guard {
        Guard {
            kind: self.kind,
            constants: self.constants.clone(),
            listed: self.listed.clone(),
            required: self.required.clone(),
            ..Guard::default()
        }
    }

    /// What of it is about wire values, and by what the originals are known that are wrapped into a member.
    pub(crate) fn of_wrapped(&self, member: &str) -> Guard {
        let originals = self.properties.get(member).map(|guards| guards.iter().map(Guard::of_wire).collect());
        let properties = originals.map(|guards| (member.to_owned(), guards)).into_iter().collect();
        Guard { properties, ..self.of_wire() }
    }
}
