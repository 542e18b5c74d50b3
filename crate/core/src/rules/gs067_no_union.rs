//! # unsupported unions
//!
//! Merges a union of objects into one object; of any other union, keeps the first alternative and names the types of
//! the others in the description.
//!
//! ## Why
//!
//! The Google converters of LangChain.js throw an error on unions and on lists of types that have more than one
//! alternative besides null.
//!
//! ## What changes
//!
//! The merged object accepts combinations of properties of different alternatives. Where one alternative is kept, the
//! values of the others are no longer accepted.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]},"body":{"anyOf":[{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]},{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}]}}}
//! ```
//!
//! ```json langchain
//! {
//!   "type": "object",
//!   "properties": {
//!     "to": {"type":"string","description":"(could also be array)"},
//!     "body": {
//!       "type": "object",
//!       "properties": {"text":{"type":"string"},"path":{"type":"string"}},
//!       "description": "(text or path is needed)"
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "to": {"anyOf":[{"type":"STRING"},{"type":"ARRAY","items":{"type":"STRING"}}]},
//!     "body": {
//!       "anyOf": [
//!         {"type":"OBJECT","properties":{"text":{"type":"STRING"}},"required":["text"]},
//!         {"type":"OBJECT","properties":{"path":{"type":"STRING"}},"required":["path"]}
//!       ]
//!     }
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `list[str]` instead of `str | list[str]`; one model with optional fields instead of a union of models
//! - zod: `z.array(z.string())` instead of `z.union([z.string(), z.array(z.string())])`; one `z.object` with
//!   `.optional()` properties instead of `z.discriminatedUnion`
//! - schemars: a struct with `Option` fields instead of an enum with data

use super::{
    prelude::*,
    support::{branch, expand_references, flatten, joined_descriptions, open_unions, set_fact},
};
use crate::{
    order::Gather,
    schema::TypeCase,
    shape::{Union, remaining_kinds},
    targets::UnionForm,
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Error,
    &["L-lcjs-union", "L-lcjs-typearray", "L-lcgoogle-union"],
);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Always, phase: Phase::Distribute, with: narrow }, Hook::Direct(OnPlain::Idle)];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.unions != UnionForm::Refused || shape.unions.is_empty() {
        return;
    }
    open_unions(cx, shape);
    expand_references(cx, shape);
    if splice(cx, shape) {
        // If all alternatives are constants now, they form one list of values.
        return cx.restart();
    }
    let is_object = |part: &Part| is_object(cx, part);
    if shape.unions.iter().all(|union| union.branches.iter().all(is_object)) {
        fold_objects(cx, shape);
    } else {
        choose(cx, shape);
    }
    cx.restart();
}

/// Maximum number of alternatives to splice: recursive ones double each time.
const MAX_SPLICED: usize = 256;

/// Replaces alternatives that are nothing but unions by their own alternatives, and returns whether there were any. If
/// any other alternative does more than list values, they stay whole, as one that may be chosen.
fn splice(cx: &Lower<'_, '_>, shape: &mut Shape) -> bool {
    let mut spliced = false;
    for union in shape.unions.iter_mut().filter(|union| union.keyword == Keyword::AnyOf) {
        let fits = |open: &Shape| is_bare_union(open) || open.says_only_values(cx.model.ast.tape());
        let all = union.branches.iter().all(|part| branch(part).is_some_and(fits));
        if !all
            || union.branches.len() > MAX_SPLICED
            || !union.branches.iter().any(|part| branch(part).is_some_and(is_bare_union))
        {
            continue;
        }
        let inner = |part: Part| match branch(&part).filter(|open| is_bare_union(open)) {
            Some(open) => open.unions[0].branches.clone(),
            None => vec![part],
        };
        union.branches = std::mem::take(&mut union.branches).into_iter().flat_map(inner).collect();
        spliced = true;
    }
    spliced
}

fn is_bare_union(open: &Shape) -> bool {
    let alone = matches!(open.unions.as_slice(), [inner] if inner.keyword == Keyword::AnyOf);
    alone && !open.typed && !open.has_structure() && open.facts.is_empty() && open.values.is_none()
}

/// Whether an alternative allows only objects, or has object keywords without a type and allows objects.
fn is_object(cx: &Lower<'_, '_>, part: &Part) -> bool {
    branch(part).is_some_and(|open| {
        let listed = open.possible_kinds(cx.model.ast.tape());
        let kinds = remaining_kinds(&cx.model, open).intersect(listed).without(Kinds::NULL);
        kinds == Kinds::OBJECT || (!open.typed && open.has_object_facts() && kinds.has(Kinds::OBJECT))
    })
}

fn fold_objects(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let branches = shape.unions.iter().flat_map(|union| &union.branches).filter_map(|part| branch(part));
    let within =
        |open: &Shape| !open.unions.is_empty() && !open.typed && remaining_kinds(&cx.model, open).has(Kinds::NULL);
    let nullable = branches.into_iter().any(|open| open.allows_null_explicitly() || within(open));
    let left = remaining_kinds(&cx.model, shape);
    let others = left.without(Kinds::OBJECT).without(Kinds::NULL);
    flatten(cx, shape, &RULE, (!others.is_empty()).then_some("values that are not objects"));
    let null = (nullable || shape.allows_null_explicitly()) && left.has(Kinds::NULL);
    shape.set_kinds(Kinds::OBJECT);
    if null {
        shape.allow_null();
    }
}

/// Keeps the first alternative of each union that is compatible with the node, and with one of each other union.
fn choose(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let null = remaining_kinds(&cx.model, shape).has(Kinds::NULL);
    // `nullable` allows null whatever the alternatives do.
    let by_keyword = shape.nullable_key.is_some();
    let unions = std::mem::take(&mut shape.unions);
    for (at, Union { key, branches, .. }) in unions.iter().enumerate() {
        let mut open = branches.iter().filter_map(|part| branch(part)).gather();
        let both = |shape: &Shape, one: &Shape| {
            let mut both = shape.clone();
            both.intersect(cx.model.ast, one.clone());
            both.close_properties(cx.model.ast);
            both.decide_members();
            (both.never.is_none() && !both.kinds.is_empty()).then_some(both)
        };
        let fits = |one: &Shape| {
            both(shape, one).is_some_and(|shape| {
                let meets = |part: &Part| branch(part).is_none_or(|other| both(&shape, other).is_some());
                unions[at + 1..].iter().all(|union| union.branches.iter().any(meets))
            })
        };
        let fitting = open.iter().copied().filter(|one| fits(one)).gather();
        if !fitting.is_empty() {
            open = fitting;
        }
        let Some((first, others)) = open.split_first() else {
            cx.log(&RULE, *key).message(|found| found.unsupported_union()).fix("removed").accepts_more("any value");
            continue;
        };
        let nullable = by_keyword || (null && open.iter().any(|one| one.allows_null_explicitly()));
        // Nested unions and `not` may exclude null.
        let excludes = |one: &Shape| !one.unions.is_empty() || one.fact(Keyword::Not).is_some();
        let is_sure = by_keyword || open.iter().any(|one| one.allows_null_explicitly() && !excludes(one));
        let tape = cx.model.ast.tape();
        let listed = |one: &Shape| if one.lists_in_text(tape) { one.kinds } else { one.possible_kinds(tape) };
        let left = |one: &Shape| remaining_kinds(&cx.model, one).intersect(listed(one)).without(Kinds::NULL).folded();
        // The alternatives of a nested union get their own hint.
        let of_first = if first.typed { first.kinds } else { left(first) };
        let kinds = others.iter().fold(Kinds::NONE, |kinds, one| kinds.with(left(one))).without(of_first);
        let names = kinds.iter().map(|kind| kind.name(TypeCase::Lower)).gather();
        let is_told = !names.is_empty() && kinds.without(Kinds::NULL).count() < 6;
        let hint = is_told.then(|| format!("could also be {}", names.join(" or ")));
        let mut edit = cx
            .log(&RULE, *key)
            .message(|found| found.unsupported_union())
            .fix("only the first alternative")
            .described(hint.as_deref());
        if nullable && !is_sure {
            edit = edit.accepts_more("null, which the other alternatives may exclude");
        }
        if !others.is_empty() {
            edit.accepts_less("values that only the other alternatives allow");
        }
        if let Some(hint) = hint {
            shape.hint(hint);
        }
        join_descriptions(cx, shape, first);
        shape.intersect(cx.model.ast, Shape::clone(first));
        if nullable {
            shape.allow_null();
        }
    }
}

/// Appends the description of the chosen alternative to that of the union.
fn join_descriptions(cx: &mut Lower<'_, '_>, shape: &mut Shape, chosen: &Shape) {
    let own = chosen.fact(Keyword::Description);
    let Some((fact, own)) = shape.fact(Keyword::Description).zip(own).filter(|(fact, own)| fact.key != own.key) else {
        return;
    };
    let key = fact.key;
    let joined = joined_descriptions(cx, &RULE, fact, own, |found| {
        format!("{found} describes the remaining alternative of a union that has its own description")
    });
    set_fact(shape, Keyword::Description, key, joined);
}
