//! Distribution of a union's siblings to its branches.

use std::borrow::Cow;

use super::{
    null::{add_null, allows_null},
    opened::open_unions,
    unions::{fold_single, inlined, joined_descriptions, report_impossible},
};
use crate::{
    json::JsonId,
    lower::{Found, Lower, stays_beside_reference},
    order::Set,
    rules::Rule,
    schema::{Keyword, Kinds},
    shape::{Fact, Part, Shape, Union, branch, branch_mut, suits},
    targets::UnionForm,
};

/// Distributes the siblings of a union to its branches. Annotations and other keywords for values of any type go to the
/// first branch, or stay beside the union where the target takes them there; null is allowed by one branch. `types` are
/// the types to which the siblings apply.
pub(crate) fn push_down(cx: &mut Lower<'_, '_>, shape: &mut Shape, types: Kinds, rule: &'static Rule) {
    open_unions(cx, shape);
    if shape.unions.is_empty() {
        return;
    }
    if shape.unions.len() == 1 && has_one_branch(shape) {
        return fold_single(cx, shape, 0, rule);
    }
    let mut union = shape.unions.remove(0);
    let mut siblings = Siblings::of(cx, shape, types);
    union.branches = siblings.distribute(cx, &union);
    if union.branches.is_empty() {
        shape.unions.clear();
        shape.set_kinds(Kinds::NULL);
        shape.never = (!siblings.nullable).then_some(union.key);
        return cx.restart();
    }
    let mut out = Shape::any(shape.origin);
    out.keywords = shape.keywords;
    out.read_from.clone_from(&shape.read_from);
    out.unfolded = true;
    out.coding = shape.coding.take();
    out.unions.push(union);
    let Siblings { core, words, hints, nullable, .. } = siblings;
    if cx.target.unions == UnionForm::Alone {
        describe_first(cx, &mut out, words, hints, rule);
    } else {
        out.facts = words;
        out.hints = hints;
    }
    if nullable {
        add_null(cx, &mut out, 0);
    }
    *shape = out;
    if has_one_branch(shape) {
        fold_single(cx, shape, 0, rule);
    } else if core.values.is_some() {
        // Alternatives that were distinguished by other values may be equal now.
        cx.restart();
    }
}

/// Whether the first union has a single branch, which is merged already.
fn has_one_branch(shape: &Shape) -> bool {
    matches!(&shape.unions[0].branches[..], [part] if branch(part).is_some())
}

/// What stands beside the first union of a node.
struct Siblings {
    /// What the node requires of values of the types to which the siblings apply.
    core: Shape,
    /// What it requires of values of any type, if these are others.
    untyped: Option<Shape>,
    /// The other unions.
    unions: Vec<Union>,
    /// Keywords that apply to the node, whichever branch a value matches.
    words: Vec<Fact>,
    hints: Set<String>,
    /// Whether the node or one of the branches allows null; no branch does after the distribution.
    nullable: bool,
}

impl Siblings {
    fn of(cx: &Lower<'_, '_>, shape: &Shape, types: Kinds) -> Siblings {
        let mut core = shape.clone();
        let unions = std::mem::take(&mut core.unions);
        let words = core.take_facts_if(&mut |fact| fact.keyword.is_about_any_type());
        let hints = std::mem::take(&mut core.hints);
        core.coding = None;
        let nullable = core.allows_null_anyhow(cx.model.ast.tape());
        core.or_null &= !nullable;
        if nullable && core.typed && core.kinds != Kinds::NULL {
            // Null is allowed once, for the union.
            core.kinds = core.kinds.without(Kinds::NULL);
        }
        let untyped = (types != Kinds::ALL).then(|| core.clone());
        core.kinds = core.kinds.intersect(types);
        Siblings { core, untyped, unions, words, hints, nullable }
    }

    /// The branches of the first union, each with the siblings, without those that are impossible or null alone.
    fn distribute(&mut self, cx: &mut Lower<'_, '_>, union: &Union) -> Vec<Part> {
        let mut branches = Vec::with_capacity(union.branches.len());
        for part in &union.branches {
            cx.hold(self.core.bytes());
            if !cx.model.work().step(self.core.weight()) {
                break;
            }
            branches.extend(self.join(cx, part, union.keyword));
        }
        branches
    }

    /// A branch with the siblings; `None` if it is impossible or null alone.
    fn join(&mut self, cx: &mut Lower<'_, '_>, part: &Part, keyword: Keyword) -> Option<Part> {
        let bare = self.core.is_only_described() && self.unions.is_empty();
        let Some(open) = branch(part) else {
            let mut whole = if bare { Part::new() } else { self.core.clone().into() };
            whole.extend(part.iter().cloned());
            return Some(whole);
        };
        if open.reference.is_some() && bare {
            return Some(part.clone());
        }
        let open = if open.reference.is_some() { Cow::Owned(inlined(cx, open)) } else { Cow::Borrowed(open) };
        let merged = self.merge(cx, &open);
        if merged.never.is_some() || (!self.unions.is_empty() && merged.contradicts_unions(&cx.model)) {
            // Null that is allowed beside the union has been taken out of its siblings.
            if !self.nullable || open.kinds != Kinds::NULL {
                report_impossible(cx, &open, &merged, keyword);
            }
            return None;
        }
        let (kinds, is_bare) = (merged.kinds, merged.unions.is_empty());
        let merged = Part::from(merged);
        if kinds == Kinds::NULL && (is_bare || allows_null(cx, &merged) != Some(false)) {
            self.nullable = true;
            return None;
        }
        Some(merged)
    }

    fn merge(&self, cx: &Lower<'_, '_>, open: &Shape) -> Shape {
        let with = |core: &Shape| {
            let mut merged = open.clone();
            merged.intersect(cx.model.ast, core.clone());
            merged.unions.extend(self.unions.iter().cloned());
            merged.close_properties(cx.model.ast);
            merged
        };
        let merged = with(&self.core);
        // The alternatives of a branch without a type get the types later.
        match self.untyped.as_ref().filter(|_| !merged.typed && !merged.unions.is_empty()) {
            Some(untyped) => with(untyped),
            None => merged,
        }
    }
}

/// Moves the annotations beside the union to its first branch that is not a reference, or to the first one if all are; those
/// that give a value to the first that allows it.
fn describe_first(cx: &mut Lower<'_, '_>, out: &mut Shape, words: Vec<Fact>, hints: Set<String>, rule: &'static Rule) {
    // A reference can have only a description and a default as siblings, and not on every target.
    let branches = &out.unions[0].branches;
    let is_plain = |part: &Part| branch(part).is_some_and(|open| open.reference.is_none());
    let first = branches.iter().position(is_plain).or(branches.iter().position(|part| branch(part).is_some()));
    let Some(first) = first else { return };
    for mut fact in words {
        let by_value = fact.given(cx.model.ast.tape()).first().and_then(|value| allowing(cx, &out.unions[0], *value));
        let Some(chosen) = branch_mut(&mut out.unions[0].branches[by_value.unwrap_or(first)]) else { continue };
        let stays = cx.target.words_beside_references && stays_beside_reference(fact.keyword);
        if chosen.reference.is_some() && !stays {
            let words = cx.words_for(chosen, &fact);
            let edit = cx.log(rule, fact.key).message(no_room);
            edit.fix("removed").described(words.as_deref()).annotation();
            chosen.hint_all(words);
            continue;
        }
        if fact.keyword == Keyword::Description
            && let Some(own) = chosen.facts.iter().position(|mine| mine.keyword == Keyword::Description)
        {
            let own = chosen.facts.remove(own);
            fact.text = Some(joined_descriptions(cx, rule, &fact, &own, |found| {
                format!("{found} is joined with the description of the union, which is not allowed next to it")
            }));
        }
        chosen.add_fact(cx.model.ast, fact);
    }
    if let Some(first) = branch_mut(&mut out.unions[0].branches[first]) {
        first.hint_all(hints.into_insertion_order());
    }
}

/// The first branch of a union that allows a value, as far as its members show; else the first that allows its type.
fn allowing(cx: &Lower<'_, '_>, union: &Union, value: JsonId) -> Option<usize> {
    let first = |allows: &dyn Fn(&Part) -> bool| {
        let is_typed = |part: &Part| branch(part).is_some_and(|open| open.typed);
        union.branches.iter().position(|part| is_typed(part) && allows(part))
    };
    let leaves = |part: &Part| branch(part).is_some_and(|open| open.leaves(cx.model.ast.tape(), value));
    first(&|part| suits(&cx.model, part, value)).or_else(|| first(&leaves))
}

/// The message for an annotation of a union whose alternatives are all references.
fn no_room(found: Found<'_>) -> String {
    format!("{found} is not allowed next to the union, nor next to the references that are its alternatives")
}
