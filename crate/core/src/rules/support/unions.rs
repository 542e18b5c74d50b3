//! Unions: inlining of branches, flattening, folding, distribution of siblings.

use std::{borrow::Cow, rc::Rc};

use super::{
    null::{add_null, allows_null},
    opened::{MAX_NESTED, open_unions},
};
use crate::{
    lower::{Found, Lower, spell_list},
    order::{Gather, Set},
    rules::{Impossible, Rule},
    schema::{Keyword, Kinds},
    shape::{Fact, Flattened, Part, Shape, Term, Union, Values, branch, branch_mut, flatten_unions},
    targets::UnionForm,
};

/// Reports an impossible alternative that leads back to its own value, as what that allows is undefined; removing any
/// other impossible alternative loses nothing.
fn report_circular(cx: &mut Lower<'_, '_>, alternative: &Shape, union: Keyword) {
    let circular = alternative.never.filter(|key| cx.model.is_circular(*key));
    if let Some((hook, key)) = cx.handlers.impossible.zip(circular) {
        hook(cx, key, Impossible::Alternative { alone: union == Keyword::OneOf });
    }
}

/// Replaces the branches that are references by their targets, for rules that merge branches into a node.
pub(crate) fn expand_references(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let mut unions = std::mem::take(&mut shape.unions);
    for part in unions.iter_mut().flat_map(|union| &mut union.branches) {
        if let Some(open) = branch(part).filter(|open| open.reference.is_some()) {
            *part = inlined(cx, open).into();
        }
    }
    shape.unions = unions;
}

/// Folds the unions of an object, also those nested in their alternatives, into its own members, and logs an edit for
/// each of the object's unions. `lost` describes values that are lost because they are not objects.
pub(crate) fn flatten(cx: &mut Lower<'_, '_>, shape: &mut Shape, rule: &'static Rule, lost: Option<&str>) {
    let keys = shape.unions.iter().map(|union| union.key).gather();
    let Flattened { words, narrowed, gains } = flatten_within(cx, shape, MAX_NESTED);
    shape.hint_all(words);
    let narrowed = narrowed.then_some("other values of properties that only some alternatives declare");
    let loses: Vec<&str> = narrowed.into_iter().chain(lost).collect();
    let gains = gains.into_insertion_order().join("; ");
    for key in keys {
        let edit = cx
            .log(rule, key)
            .message(|found| format!("{found} is a union, which {} does not take here", found.reader()));
        let mut edit = edit.fix("one object with the properties of all alternatives");
        if !gains.is_empty() {
            edit = edit.accepts_more(gains.clone());
        }
        if !loses.is_empty() {
            edit.accepts_less(loses.join(", and "));
        }
    }
}

fn flatten_within(cx: &mut Lower<'_, '_>, shape: &mut Shape, levels: usize) -> Flattened {
    open_unions(cx, shape);
    expand_references(cx, shape);
    // The number of recursive alternatives doubles at each level.
    let has_room = cx.spend(shape.unions.iter().map(|union| union.branches.len()).sum());
    let levels = if has_room { levels } else { 0 };
    let (mut unions, mut inner) = (std::mem::take(&mut shape.unions), Flattened::default());
    for open in unions.iter_mut().flat_map(|union| &mut union.branches).filter_map(|part| branch_mut(part)) {
        if !open.unions.is_empty() && levels > 0 {
            let read_from = open.read_from.clone();
            let Flattened { narrowed, gains, .. } = cx.unfolding(&read_from, |cx| flatten_within(cx, open, levels - 1));
            inner.narrowed |= narrowed;
            inner.gains.extend(gains.into_insertion_order());
        }
        if let Some(values) = open.values.take() {
            open.declare_listed(cx.model.ast, values.key, &values.list);
            inner.gains.insert("objects other than those that an alternative lists");
        }
    }
    shape.unions = unions;
    let Flattened { words, narrowed, gains } = flatten_unions(&cx.model, shape, &|name| cx.declared_name(name));
    inner.gains.extend(gains.into_insertion_order());
    Flattened { words, narrowed: inner.narrowed || narrowed, gains: inner.gains }
}

/// The target of a branch that is a reference; where a limit is reached, which is reported, a shape that allows
/// anything.
fn inlined(cx: &mut Lower<'_, '_>, open: &Shape) -> Shape {
    let part = open.read_from.iter().map(|schema| Term::Schema(*schema)).gather();
    cx.read_inline(&part, open.origin).unwrap_or_else(|cut| {
        if let Some(edit) = cx.log_cut(cut) {
            edit.fix("the referenced schema omitted")
                .accepts_more("any value where it is omitted")
                .accepts_less("values of the referenced schema where it is omitted");
        }
        Shape::any(open.origin)
    })
}

/// Folds a union of one branch into the node. Reports a description of the branch that the node's own description
/// replaces.
pub(crate) fn fold_single(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize, rule: &'static Rule) {
    let Some([Term::Shape(only)]) = shape.unions[at].branches.first().map(Vec::as_slice) else { return };
    let only = Rc::clone(only);
    shape.unions.remove(at);
    let only = Rc::unwrap_or_clone(only);
    let has_room = shape.is_only_described() && (cx.target.words_beside_references || shape.facts.is_empty());
    let only = if only.reference.is_some() && !has_room { inlined(cx, &only) } else { only };
    if let (Some(_), Some(theirs)) = (shape.fact(Keyword::Description), only.fact(Keyword::Description)) {
        cx.log(rule, theirs.key)
            .message(|found| format!("{found} describes the only alternative of a union that has its own description"))
            .fix("only the description of the union")
            .annotation();
    }
    // `nullable` allows null whatever the alternatives do.
    let null = shape.nullable_key.is_some();
    cx.fold_in(&only.read_from);
    shape.intersect(cx.model.ast, only);
    shape.close_properties(cx.model.ast);
    if !cx.at_arguments() {
        shape.decide_members();
    }
    if null && shape.kinds.without(Kinds::NULL).is_empty() {
        *shape = Shape { read_from: std::mem::take(&mut shape.read_from), ..Shape::of_kind(shape.origin, Kinds::NULL) };
    } else if null {
        shape.allow_null();
    }
}

/// Distributes the siblings of a union to its branches. Annotations and other keywords for values of any type go to the
/// first branch, or stay beside the union where the target takes them there; null is allowed by one branch. `types` are
/// the types to which the siblings apply.
pub(crate) fn push_down(cx: &mut Lower<'_, '_>, shape: &mut Shape, types: Kinds, rule: &'static Rule) {
    open_unions(cx, shape);
    let mut core = shape.clone();
    let unions = std::mem::take(&mut core.unions);
    // Keywords that apply to the node, whichever branch a value matches.
    let words = core.take_facts_if(&mut |fact| fact.keyword.is_about_any_type());
    let hints = std::mem::take(&mut core.hints);
    core.coding = None;
    let mut nullable = core.allows_null_anyhow(cx.model.ast.tape());
    core.or_null &= !nullable;
    if nullable && core.typed && core.kinds != Kinds::NULL {
        // Null is allowed once, for the union.
        core.kinds = core.kinds.without(Kinds::NULL);
    }
    let untyped = (types != Kinds::ALL).then(|| core.clone());
    core.kinds = core.kinds.intersect(types);
    let Some((first, others)) = unions.split_first() else { return };
    if others.is_empty() && first.branches.len() == 1 && first.branches.iter().all(|part| branch(part).is_some()) {
        return fold_single(cx, shape, 0, rule);
    }
    let mut branches: Vec<Part> = Vec::with_capacity(first.branches.len());
    for part in &first.branches {
        cx.hold(core.bytes());
        if !cx.model.work().step(core.weight()) {
            break;
        }
        let bare = core.is_only_described() && others.is_empty();
        let Some(open) = branch(part) else {
            let mut whole = if bare { Part::new() } else { core.clone().into() };
            whole.extend(part.iter().cloned());
            branches.push(whole);
            continue;
        };
        if open.reference.is_some() && bare {
            branches.push(part.clone());
            continue;
        }
        let open = if open.reference.is_some() { Cow::Owned(inlined(cx, open)) } else { Cow::Borrowed(open) };
        let merge = |core: &Shape| {
            let mut merged = Shape::clone(&open);
            merged.intersect(cx.model.ast, core.clone());
            merged.unions.extend(others.iter().cloned());
            merged.close_properties(cx.model.ast);
            merged
        };
        let mut merged = merge(&core);
        if let Some(untyped) = untyped.as_ref().filter(|_| !merged.typed && !merged.unions.is_empty()) {
            // Its own alternatives get the types later.
            merged = merge(untyped);
        }
        if merged.never.is_some() {
            report_circular(cx, &merged, first.keyword);
            continue;
        }
        let (kinds, is_bare) = (merged.kinds, merged.unions.is_empty());
        let merged = Part::from(merged);
        if kinds == Kinds::NULL && (is_bare || allows_null(cx, &merged) != Some(false)) {
            nullable = true;
        } else {
            branches.push(merged);
        }
    }
    if branches.is_empty() {
        shape.unions.clear();
        shape.set_kinds(Kinds::NULL);
        shape.never = (!nullable).then_some(first.key);
        cx.restart();
        return;
    }
    let mut out = Shape::any(shape.origin);
    out.keywords = shape.keywords;
    out.read_from.clone_from(&shape.read_from);
    out.unfolded = true;
    out.coding = shape.coding.take();
    out.unions.push(Union { keyword: first.keyword, key: first.key, branches });
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
    if shape.unions[0].branches.len() == 1 && shape.unions[0].branches.iter().all(|part| branch(part).is_some()) {
        fold_single(cx, shape, 0, rule);
    } else if core.values.is_some() {
        // Alternatives that were distinguished by other values may be equal now.
        cx.restart();
    }
}

/// Moves the annotations beside the union to its first branch that is not a reference, or to the first one if all are; a
/// default to the first that allows it.
fn describe_first(cx: &mut Lower<'_, '_>, out: &mut Shape, words: Vec<Fact>, hints: Set<String>, rule: &'static Rule) {
    // A reference can have only a description and a default as siblings, and not on every target.
    let branches = &out.unions[0].branches;
    let is_plain = |part: &Part| branch(part).is_some_and(|open| open.reference.is_none());
    let first = branches.iter().position(is_plain).or(branches.iter().position(|part| branch(part).is_some()));
    let Some(first) = first else { return };
    for mut fact in words {
        let of_default = (fact.keyword == Keyword::Default).then(|| allowing(cx, &out.unions[0], &fact)).flatten();
        let Some(chosen) = branch_mut(&mut out.unions[0].branches[of_default.unwrap_or(first)]) else { continue };
        let stays =
            cx.target.words_beside_references && matches!(fact.keyword, Keyword::Description | Keyword::Default);
        if chosen.reference.is_some() && !stays {
            let edit = cx.log(rule, fact.key).message(no_room);
            edit.fix("removed").annotation();
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

/// The first branch of a union that allows a default.
fn allowing(cx: &Lower<'_, '_>, union: &Union, default: &Fact) -> Option<usize> {
    let (tape, value) = (cx.model.ast.tape(), default.key.value_of_key());
    let lists = |values: &Values| values.list.iter().any(|one| tape.slice(*one) == tape.slice(value));
    let allows = |branch: &Shape| {
        let is_of_type = branch.typed && branch.kinds.admits(Kinds::of(tape, value));
        is_of_type && branch.values.as_ref().is_none_or(lists) && !branch.is_out_of_bounds(tape, value)
    };
    union.branches.iter().position(|part| branch(part).is_some_and(allows))
}

/// The description of a union followed by that of its only alternative, as JSON text; the edit is logged at the latter.
pub(crate) fn joined_descriptions(
    cx: &mut Lower<'_, '_>,
    rule: &'static Rule,
    union: &Fact,
    own: &Fact,
    message: fn(Found<'_>) -> String,
) -> String {
    let joined = format!("{} {}", cx.fact_string(union), cx.fact_string(own));
    let edit = cx.log(rule, own.key).message(message);
    edit.fix("both descriptions joined, the union's first").annotation();
    crate::json::quote(&joined)
}

/// The message for an annotation of a union whose alternatives are all references.
fn no_room(found: Found<'_>) -> String {
    format!("{found} is not allowed next to the union, nor next to the references that are its alternatives")
}

/// A note for listed values that have a description: "values: words".
pub(crate) fn branch_note(cx: &Lower<'_, '_>, listed: &Shape) -> Option<String> {
    let (words, values) = (listed.words()?, listed.values.as_ref()?);
    Some(format!("{}: {}", spell_list(cx.model.ast.tape(), &values.list), cx.fact_string(words)))
}
