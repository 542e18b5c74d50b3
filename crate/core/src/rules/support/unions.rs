//! Unions: inlining of branches, flattening, folding.

use std::rc::Rc;

use super::{
    opened::{MAX_NESTED, open_unions},
    stated::sentence,
    wording::{MAX_WORDS, has_room},
};
use crate::{
    lower::{Found, Impossible, Lower, Severity, clip, spell, spell_list, states},
    order::Gather,
    rules::Rule,
    schema::{Keyword, Kinds},
    shape::{
        Fact, Flattened, Naming, Shape, Term, alternatives_in_words, branch, branch_mut, flatten_unions, objects, texts,
    },
};

/// Reports an alternative of the source that nothing satisfies beside the siblings of its union: `merged` is both.
pub(super) fn report_impossible(cx: &mut Lower<'_, '_>, alternative: &Shape, merged: &Shape, union: Keyword) {
    let (Some(key), Some(schema)) = (merged.never, alternative.read_from.first()) else { return };
    let written = || alternative.type_key.unwrap_or(cx.model.ast.json(*schema));
    let place = if key == merged.origin { written() } else { key };
    if let Some(hook) = cx.handlers.impossible {
        hook(cx, place, Impossible::Alternative { alone: union == Keyword::OneOf });
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
    let mut flattened = Flattened::default();
    open_all(cx, shape, &mut flattened, MAX_NESTED);
    let (words, has_texts) = words(cx, shape);
    flatten_unions(&cx.model, shape, &mut flattened);
    let narrowed = flattened.narrowed.then_some("other values of properties that only some alternatives declare");
    let loses: Vec<&str> = narrowed.into_iter().chain(lost).collect();
    let gains = flattened.gains.into_insertion_order().join("; ");
    for key in keys {
        let edit = cx
            .log(rule, key)
            .message(|found| format!("{} is a union, which {} does not take here", found.listing(), found.reader()));
        let edit = edit.fix("one object with the properties of all alternatives");
        let mut edit = edit.described(words.as_deref().filter(|_| has_texts));
        if !gains.is_empty() {
            edit = edit.accepts_more(gains.clone());
        }
        if !loses.is_empty() {
            edit.accepts_less(loses.join(", and "));
        }
    }
    let (own, unstated) = (own_text(cx, shape), if has_texts { "not stated in full" } else { "removed" });
    for fact in flattened.texts {
        let is_stated = |text: &str| states(&own, text) || words.as_ref().is_some_and(|words| states(words, text));
        if sentence(&cx.fact_string(&fact)).is_some_and(|text| !is_stated(&text)) {
            let message = |found: Found<'_>| format!("{found} describes an alternative that is merged with others");
            cx.log(rule, fact.key).message(message).fix(unstated).severity(Severity::Info);
        }
    }
    shape.hint_all(words);
}

/// Opens the alternatives of an object's unions, and merges the unions that are nested in them.
fn open_all(cx: &mut Lower<'_, '_>, shape: &mut Shape, flattened: &mut Flattened, levels: usize) {
    open_unions(cx, shape);
    expand_references(cx, shape);
    // The number of recursive alternatives doubles at each level.
    let has_room = cx.spend(shape.unions.iter().map(|union| union.branches.len()).sum());
    let levels = if has_room { levels } else { 0 };
    let mut unions = std::mem::take(&mut shape.unions);
    for open in unions.iter_mut().flat_map(|union| &mut union.branches).filter_map(|part| branch_mut(part)) {
        if !open.unions.is_empty() && levels > 0 {
            let read_from = open.read_from.clone();
            cx.unfolding(&read_from, |cx| open_all(cx, open, flattened, levels - 1));
            flatten_unions(&cx.model, open, flattened);
        }
        if let Some(values) = open.values.take() {
            open.declare_listed(cx.model.ast, values.key, &values.list);
            flattened.gains.insert("objects other than those that an alternative lists");
        }
    }
    shape.unions = unions;
}

/// What the description of an object says about the alternatives of its unions: with their own descriptions if there is
/// room, truncated if need be. Returns whether it has them.
fn words(cx: &Lower<'_, '_>, shape: &Shape) -> (Option<String>, bool) {
    let own = own_text(cx, shape);
    let alternatives = shape.unions.iter().flat_map(|union| objects(&union.branches));
    let texts = alternatives.filter(|open| text_of(cx, open).is_some()).count();
    let within = |room: usize| {
        let text = |open: &Shape| text_of(cx, open).filter(|text| room >= MIN_TEXT && !states(&own, text));
        alternatives_in_words(
            &cx.model,
            shape,
            Naming {
                property: &|name| cx.declared_name(name),
                value: &|value| spell(cx.model.ast.tape(), value),
                text: &|open| text(open).map(|text| clip(&text, room)),
            },
        )
    };
    let short = within(0);
    let used = short.as_ref().map_or(0, |words| words.chars().count());
    let each = MAX_WORDS.saturating_sub(used).checked_div(texts).unwrap_or_default();
    let fits = |words: &String| words.chars().count() <= MAX_WORDS && has_room(cx, shape, words);
    // What else is stated of the object, by rules that run later, says more than descriptions.
    let has_more = shape.facts.iter().any(|fact| cx.words_for(shape, fact).is_some())
        || shape.object.additional.iter().any(|additional| additional.part.is_some());
    // Parentheses take three characters.
    let rooms = [MAX_WORDS, each.saturating_sub(3)].into_iter().filter(|_| texts > 0 && !has_more);
    let full = rooms.filter_map(within).find(fits).filter(|full| Some(full) != short.as_ref());
    let has_texts = full.is_some();
    (full.or(short), has_texts)
}

/// The fewest characters to which a description is truncated.
const MIN_TEXT: usize = 32;

/// What the description of an alternative says; its title if there is none.
fn text_of(cx: &Lower<'_, '_>, open: &Shape) -> Option<String> {
    texts(open).find_map(|fact| sentence(&cx.fact_string(fact)))
}

fn own_text(cx: &Lower<'_, '_>, shape: &Shape) -> String {
    shape.fact(Keyword::Description).map(|fact| cx.fact_string(fact)).unwrap_or_default()
}

/// The target of a branch that is a reference; where a limit is reached, which is reported, a shape that allows
/// anything.
pub(super) fn inlined(cx: &mut Lower<'_, '_>, open: &Shape) -> Shape {
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

/// A note for listed values that have a description: "values: words".
pub(crate) fn branch_note(cx: &Lower<'_, '_>, listed: &Shape) -> Option<String> {
    let (words, values) = (listed.words()?, listed.values.as_ref()?);
    Some(format!("{}: {}", spell_list(cx.model.ast.tape(), &values.list), cx.fact_string(words)))
}
