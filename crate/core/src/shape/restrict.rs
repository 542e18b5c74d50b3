//! Restriction: a shape narrowed to one type, and a shape of several types as a union of single ones.

use super::{Part, Shape, Union};
use crate::{
    order::{Gather, Set},
    schema::{Ast, Keyword, Kinds},
};

/// The shape restricted to one type: without keywords and values of other types, and without annotations (they stay on
/// the union).
#[must_use]
pub(crate) fn restrict(ast: &Ast<'_>, shape: &Shape, kind: Kinds) -> Shape {
    let mut out = shape.clone();
    out.unions.clear();
    out.hints = Set::new();
    out.set_kinds(kind);
    (out.nullable_key, out.or_null) = (None, false);
    if !kind.meets(Kinds::OBJECT) {
        out.object = super::ObjectFacts::default();
    }
    if !kind.meets(Kinds::ARRAY) {
        out.array = super::ArrayFacts::default();
    }
    out.keep_facts(&|fact| applies(fact.keyword, kind));
    if let Some(values) = out.values.as_mut().filter(|values| !values.list.is_empty()) {
        values.keep(&|value| kind.admits(Kinds::of(ast.tape(), value)));
        if values.list.is_empty() {
            out.never = Some(values.key);
        }
    }
    out.decide(ast.tape());
    out
}

/// Whether a keyword is specific to that type, or to a few with it; annotations are not.
fn applies(keyword: Keyword, kind: Kinds) -> bool {
    if keyword == Keyword::Format {
        return !kind.meets(Kinds::ARRAY.with(Kinds::OBJECT).with(Kinds::BOOLEAN));
    }
    !keyword.is_about_any_type() && keyword.applies_to(kind)
}

/// Turns a shape of several types into a union of shapes of one each; annotations and hints stay on
/// the node.
pub(crate) fn split_kinds(ast: &Ast<'_>, shape: &mut Shape) {
    let branches = shape.solid_kinds().iter().map(|kind| restrict(ast, shape, kind));
    let branches = branches.filter(|branch| branch.never.is_none()).map(Part::from).gather();
    let key = shape.type_key.unwrap_or(shape.origin);
    if branches.is_empty() {
        // At most null is left.
        shape.never = (!shape.kinds.has(Kinds::NULL)).then_some(key);
        shape.set_kinds(Kinds::NULL);
        shape.values = None;
        return;
    }
    shape.object = super::ObjectFacts::default();
    shape.array = super::ArrayFacts::default();
    shape.values = None;
    shape.type_key = None;
    shape.keep_facts(&|fact| fact.keyword.is_about_any_type());
    shape.keywords.insert(Keyword::AnyOf);
    shape.unions.push(Union { keyword: Keyword::AnyOf, key, branches });
}
