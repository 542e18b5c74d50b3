//! Unions whose alternatives turn out to be fewer, or null, once they are lowered: the node is then read
//! again without them, so that the rules see what is left.

use super::{Draft, Lower, Out, OutKey};
use crate::{
    json::Tape,
    order::Gather,
    schema::{Keyword, Kinds},
    shape::Shape,
};

impl Lower<'_, '_> {
    /// Whether none of an object's members is left, so that it is one about which nothing is said; where that is
    /// coded otherwise, it is narrowed again.
    pub(super) fn is_left_empty(&self, shape: &Shape, draft: &Draft, had_members: bool) -> bool {
        let empty = draft.members.is_empty() && draft.required.is_empty() && shape.is_plain(Kinds::OBJECT);
        had_members && empty && draft.unions.is_empty() && self.may_code() && !self.at_root() && shape.coding.is_none()
    }

    /// The shape to lower instead, where one alternative is left of several, or one became null that
    /// `nullable` says. `before` is the shape as it was, `after` what lowering left of it.
    pub(super) fn regroup(&self, mut before: Shape, after: &Shape, draft: &Draft) -> Option<Shape> {
        let mut regrouped = false;
        for (at, union) in before.unions.iter_mut().enumerate() {
            let (_, _, made) = draft.unions.get(at)?;
            let lost = |branch: &usize| draft.lost.contains(&(at, *branch));
            let kept: Vec<usize> = (0..union.branches.len()).filter(|branch| !lost(branch)).gather();
            let nullable = self.target.takes(Keyword::Nullable);
            for (branch, made) in kept.iter().zip(made) {
                if nullable && is_null(self.ast.tape(), &made.out) {
                    union.branches[*branch] = Shape::of_kind(union.key, Kinds::NULL).into();
                    regrouped = true;
                }
            }
            if kept.len() == 1 && union.branches.len() > 1 {
                union.branches.swap(0, kept[0]);
                union.branches.truncate(1);
                regrouped = true;
            }
        }
        before.hints.clone_from(&after.hints);
        regrouped.then_some(before)
    }
}

/// Whether a schema allows null alone, as it leaves.
fn is_null(tape: &Tape<'_>, out: &Out) -> bool {
    let says_null = |text: &str| text.eq_ignore_ascii_case("\"null\"");
    match out {
        Out::Source(schema) => {
            let kind = tape.get(*schema, "type");
            kind.is_some_and(|kind| says_null(tape.slice(kind))) && tape.members(*schema).count() == 1
        }
        Out::Object(members) => {
            let is_name = |key: &OutKey| matches!(key, OutKey::Name("type" | "description") | OutKey::Source(_));
            let is_kind = |value: &Out| match value {
                Out::Text(text) => says_null(text),
                Out::Source(id) => says_null(tape.slice(*id)),
                Out::Object(_) | Out::Array(_) => false,
            };
            members.len() <= 2 && members.iter().all(|(key, _)| is_name(key)) && members.iter().any(|(_, out)| is_kind(out))
        }
        Out::Text(_) | Out::Array(_) => false,
    }
}
