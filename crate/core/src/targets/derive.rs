//! Derived targets, which are stricter than an existing one.

use super::{
    derivation::Derivation,
    target::{Door, ReferenceForm, Target, UnionForm},
};
use crate::schema::Keyword;

impl Target {
    /// A target that is stricter than this one, which may be derived itself. A target that chooses another passes the
    /// derivation on to those that it chooses from.
    #[must_use]
    pub fn derived(&self, derivation: &Derivation) -> Target {
        let refused = derivation.refused;
        let no_union = refused.has(Keyword::AnyOf);
        let no_reference = refused.has(Keyword::Ref) || refused.has(Keyword::Defs);
        let gone = if no_union { refused.with(Keyword::OneOf) } else { refused };
        let gone =
            if no_reference { gone.with(Keyword::Ref).with(Keyword::Defs).with(Keyword::Definitions) } else { gone };
        let limit = |own: usize, other: Option<usize>| other.map_or(own, |other| own.min(other));
        Target {
            held: self.held.difference(gone),
            ignored: self.ignored.difference(gone),
            formats: if refused.has(Keyword::Format) { &[] } else { self.formats },
            other_formats: self.other_formats && !refused.has(Keyword::Format),
            unions: if no_union { UnionForm::Refused } else { self.unions },
            references: if no_reference { ReferenceForm::Refused } else { self.references },
            max_depth: limit(self.max_depth, derivation.max_depth),
            accepted_depth: limit(self.accepted_depth, derivation.max_depth),
            max_name: limit(self.max_name, derivation.max_name.map(|name| name.max(Derivation::MIN_NAME))),
            // In other fields, schemas are JSON Schema, which has one spelling.
            type_case: derivation.type_case.filter(|_| self.door == Door::Parameters).or(self.type_case),
            derivation: self.derivation.and(derivation),
            dropped: self.dropped.union(gone.intersection(self.held.union(self.ignored))),
            ..*self
        }
    }
}
