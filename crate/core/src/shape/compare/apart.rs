//! Whether two shapes have no value in common.

use std::ptr;

use super::{Comparison, few};
use crate::{
    order::Set,
    schema::{Keyword, Kinds, SchemaId},
    shape::{Part, Term, outline::Outline, range::Range},
};

impl Comparison<'_, '_, '_> {
    /// Whether no value satisfies both.
    pub(crate) fn disjoint(&mut self, a: &Outline, b: &Outline) -> bool {
        let kinds = a.possible_kinds(self.model).intersect(b.possible_kinds(self.model));
        kinds.iter().all(|kind| self.disjoint_in(a, b, kind))
            || self.disjoint_lists(a, b, kinds)
            || self.splits(a, b)
            || self.splits(b, a)
            || self.doubles_null(a, b)
            || self.doubles_null(b, a)
            || a.excluded.iter().any(|not| self.holds(*not, b))
            || b.excluded.iter().any(|not| self.holds(*not, a))
    }

    /// Whether the schema of a `not` counts, and allows all values of `b`.
    fn holds(&mut self, schema: SchemaId, b: &Outline) -> bool {
        self.counts.is_none_or(|counts| counts(schema))
            && self.at(&[Term::Schema(schema)], &|this, schema| this.subsumes(schema, b))
    }

    /// Whether one lists its values, and the other allows none of them.
    fn disjoint_lists(&self, a: &Outline, b: &Outline, kinds: Kinds) -> bool {
        let unlisted_null = kinds.has(Kinds::NULL) && (a.nullable || b.nullable);
        let barred = |list: &Outline, other: &Outline| {
            let values = list.values.as_deref();
            values.is_some_and(|values| values.iter().all(|value| other.rejects(self.model, *value)))
        };
        !unlisted_null && few(a, b) && (barred(a, b) || barred(b, a))
    }

    fn disjoint_in(&mut self, a: &Outline, b: &Outline, kind: Kinds) -> bool {
        let measured_apart = Range::position(kind).is_some_and(|at| a.ranges[at].is_apart(&b.ranges[at]));
        measured_apart || (kind == Kinds::OBJECT && self.disjoint_members(a, b))
    }

    /// Whether a member that one requires is forbidden, or described disjointly by both.
    fn disjoint_members(&mut self, a: &Outline, b: &Outline) -> bool {
        a.required.iter().chain(b.required.iter()).any(|name| {
            let (mine, theirs) = (a.properties.get(name), b.properties.get(name));
            let of = |part: Option<&Part>| part.cloned().unwrap_or_default();
            a.forbids(name) || b.forbids(name) || {
                let (mine, theirs) = (of(mine), of(theirs));
                let said = !mine.is_empty() || !theirs.is_empty();
                said && !self.is_dropped(&mine) && !self.is_dropped(&theirs) && self.part_disjoint(&mine, &theirs)
            }
        })
    }

    /// Whether a member does not count, as nothing satisfies it and the output omits it.
    fn is_dropped(&self, member: &[Term]) -> bool {
        self.counts.is_some() && Outline::of(self.model, member).kinds.is_empty()
    }

    /// Whether `b` is disjoint from every alternative of a union of `a`.
    fn splits(&mut self, a: &Outline, b: &Outline) -> bool {
        if a.null_beside && a.kinds.has(Kinds::NULL) && b.possible_kinds(self.model).has(Kinds::NULL) {
            return false;
        }
        let apart = |this: &mut Self, branch: &Outline| this.is_split(branch, b);
        a.unions.iter().any(|union| union.branches.iter().all(|branch| self.at(branch, &apart)))
    }

    /// Whether `b` is null, and two alternatives of a `oneOf` of `a` allow it.
    fn doubles_null(&mut self, a: &Outline, b: &Outline) -> bool {
        let is_null = b.possible_kinds(self.model) == Kinds::NULL;
        let allowed = |this: &mut Self, branch: &Outline| this.subsumes(branch, b);
        is_null
            && !a.null_beside
            && a.unions
                .iter()
                .filter(|union| union.keyword == Keyword::OneOf)
                .any(|union| union.branches.iter().filter(|branch| self.at(branch, &allowed)).take(2).count() == 2)
    }

    fn is_split(&mut self, branch: &Outline, b: &Outline) -> bool {
        let Some(made_of) = branch.made_of.clone() else { return self.disjoint(branch, b) };
        let same = |under: &Set<SchemaId>| under.len() == made_of.len() && under.is_subset(&made_of);
        if self.splitting.iter().any(|(under, other)| same(under) && ptr::eq(*other, b)) {
            self.circular = true;
            return true;
        }
        self.splitting.push((made_of, ptr::from_ref(b)));
        let apart = self.disjoint(branch, b);
        self.splitting.pop();
        apart
    }
}
