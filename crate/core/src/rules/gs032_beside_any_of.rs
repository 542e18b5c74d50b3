//! # keywords beside anyOf
//!
//! Moves the sibling keywords of `anyOf` into its alternatives, and merges a union of one alternative with its sibling
//! keywords.
//!
//! ## Why
//!
//! Vertex AI rejects any other keyword next to `anyOf`, a description included; the Gemini API accepts them. The Gemini
//! API rejects alternatives that are not complete schemas, such as `{"required": ["a"]}` without a type, and
//! `@google/genai` throws an error on `type` next to `anyOf`.
//!
//! ## What changes
//!
//! Nothing for a single union: each alternative gets the sibling keywords of the union, and the first gets the
//! description if it cannot stay; a default or an example goes to the first alternative that allows it. Several unions,
//! one of which allows no objects, become one, whose alternatives satisfy one alternative of each. Other unions than
//! the first become one object, which also accepts properties of different alternatives together; without a `type`,
//! only objects are then accepted.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"id":{"description":"Name or number","anyOf":[{"type":"string"},{"type":"integer"}]}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"id":{"anyOf":[{"type":"STRING","description":"Name or number"},{"type":"INTEGER"}]}}
//! }
//! ```
//!
//! ```json gemini-api
//! {
//!   "type": "object",
//!   "properties": {"id":{"description":"Name or number","anyOf":[{"type":"string"},{"type":"integer"}]}}
//! }
//! ```
//!
//! ```json source
//! {"type":"object","properties":{"to":{"type":"object","properties":{"email":{"type":"string"},"phone":{"type":"string"}},"anyOf":[{"required":["email"]},{"required":["phone"]}]}}}
//! ```
//!
//! ```json gemini-api
//! {
//!   "type": "object",
//!   "properties": {
//!     "to": {
//!       "anyOf": [
//!         {
//!           "type": "object",
//!           "required": ["email"],
//!           "properties": {"email":{"type":"string"},"phone":{"type":"string"}}
//!         },
//!         {
//!           "type": "object",
//!           "required": ["phone"],
//!           "properties": {"email":{"type":"string"},"phone":{"type":"string"}}
//!         }
//!       ]
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "to": {
//!       "type": "object",
//!       "properties": {"email":{"type":"string"},"phone":{"type":"string"}},
//!       "anyOf": [
//!         {"required":["email"],"properties":{"email":{}}},
//!         {"required":["phone"],"properties":{"phone":{}}}
//!       ]
//!     }
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Annotated[str, Field(description=…)] | int` instead of a description on the field of type `str | int`
//! - zod: `.describe(…)` on the first alternative instead of the union

use super::{
    prelude::*,
    support::{
        exceeds_parent, flatten, fold_single, is_of_one_type, is_written_alone, moved, needs_parent, open_unions,
        push_down,
    },
};
use crate::{
    shape::{ObjectFacts, Union, branch, remaining_kinds},
    targets::UnionForm,
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Error,
    &["V-anyof-siblings", "V-anyof-siblings-response", "S-structural-on-non-object", "L-genai-js-type-anyof"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow {
        on: When::Has(&[Keyword::AnyOf, Keyword::OneOf, Keyword::Type, Keyword::Nullable]),
        phase: Phase::Distribute,
        with: narrow,
    },
    Hook::Direct(OnPlain::Idle),
];

/// The number of alternatives that several unions may become together.
const MAX_COMBINATIONS: usize = 16;

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if shape.unions.is_empty() {
        return;
    }
    if !cx.target.complete_nodes {
        return distribute_doubled(cx, shape);
    }
    if shape.unions.len() > 1 {
        open_unions(cx, shape);
        if let Some(at) = shape.unions.iter().position(|union| union.branches.len() == 1) {
            // What it allows is all that the others are left to choose from.
            fold(cx, shape, at);
            return cx.restart();
        }
        if are_multiplied(shape) {
            // Where the target takes no union, one alternative of each is chosen.
            if cx.target.unions != UnionForm::Refused {
                merge_second(cx, shape);
            }
            return;
        }
        keep_one_union(cx, shape);
    }
    let Some(key) = shape.unions.first().map(|union| union.key) else { return };
    let constrained = shape.typed || shape.has_structure() || !shape.hints.is_empty() || shape.nullable_key.is_some();
    let beside = constrained || !shape.facts.is_empty();
    let takes_facts = cx.target.unions == UnionForm::Beside
        && !constrained
        && shape.facts.iter().all(|fact| fact.keyword.is_annotation());
    let is_kept = is_written_alone(cx, &shape.unions[0]) && (!beside || takes_facts);
    if shape.unions[0].branches.len() == 1 && !is_kept {
        return fold(cx, shape, 0);
    }
    // No target that requires complete nodes takes listed values, or untyped bounds, next to a union.
    let misplaced =
        shape.values.is_some() || (!shape.typed && shape.facts.iter().any(|fact| is_of_one_type(fact.keyword)));
    let is_refused = misplaced
        || (cx.target.unions == UnionForm::Alone && beside)
        || ((shape.typed || shape.has_structure()) && needs_parent(cx, shape))
        || (shape.typed && cx.target.closed_objects && shape.kinds.meets(Kinds::OBJECT))
        || (shape.typed && shape.kinds.meets(Kinds::ARRAY) && shape.array.items.is_none());
    let has_structure = shape.kinds.meets(Kinds::OBJECT.with(Kinds::ARRAY));
    if is_refused || (shape.typed && cx.may_code() && (has_structure || exceeds_parent(cx, shape))) {
        let why = match cx.target.unions {
            _ if !is_refused => "the codec chooses by complete alternatives".to_owned(),
            UnionForm::Alone => "Vertex AI rejects all sibling keywords of `anyOf`".to_owned(),
            _ => format!("{} takes only complete schemas as alternatives", cx.target.reader),
        };
        let fix = moved(cx, shape);
        let edit = cx.log(&RULE, key).message_with(|found| misplaced_union(&found, &why)).fix(fix);
        if !is_refused {
            edit.severity(Severity::Info);
        }
        let listed = shape.values.is_some();
        push_down(cx, shape, Kinds::ALL, &RULE);
        if listed {
            // Alternatives that are constants now may be merged into one list of values.
            cx.restart();
        }
    } else if beside && !is_kept && shape.unions[0].branches.len() == 1 {
        // Reading the alternatives has removed all others as impossible.
        fold(cx, shape, 0);
    }
}

/// Folds a union of one branch, or merges two unions of one keyword, for targets that take siblings of any kind.
fn distribute_doubled(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if let Some(at) = shape.unions.iter().position(|union| union.branches.len() == 1 && !is_written_alone(cx, union)) {
        return fold(cx, shape, at);
    }
    let count = |keyword| shape.unions.iter().filter(|union| union.keyword == keyword).count();
    if count(Keyword::AnyOf) < 2 && count(Keyword::OneOf) < 2 {
        return;
    }
    let kinds = shape.typed.then_some(shape.kinds);
    merge_second(cx, shape);
    if let Some(kinds) = kinds.filter(|_| !shape.unions.is_empty()) {
        shape.set_kinds(kinds);
    }
}

/// Whether unions are merged alternative by alternative: no value is an object, which one object describes more briefly,
/// and the combinations are few.
fn are_multiplied(shape: &Shape) -> bool {
    let allows_object = |part: &Part| branch(part).is_none_or(|open| open.kinds.meets(Kinds::OBJECT));
    let combinations = shape.unions.iter().fold(1, |all: usize, union| all.saturating_mul(union.branches.len()));
    let excludes_objects = |union: &Union| !union.branches.iter().any(allows_object);
    combinations <= MAX_COMBINATIONS && (!shape.kinds.meets(Kinds::OBJECT) || shape.unions.iter().any(excludes_objects))
}

/// Merges the alternatives of a second union into those of the first.
fn merge_second(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let second = shape.unions[1].key;
    push_down(cx, shape, Kinds::ALL, &RULE);
    if shape.unions.first().is_some_and(|union| union.key == second) {
        // One alternative of the first is left, which is beside the second now.
        push_down(cx, shape, Kinds::ALL, &RULE);
    }
    let fix = match shape.unions.first() {
        None => "the only alternative that both unions allow",
        Some(union) if union.key == second => {
            "its alternatives, each merged with the one that is left of the first union"
        }
        Some(_) => "its alternatives merged into those of the first union",
    };
    cx.log(&RULE, second)
        .message(|found| format!("{found} is a second union in the schema; a schema has at most one `anyOf`"))
        .fix(fix);
}

/// Folds the only remaining alternative into the node.
fn fold(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize) {
    open_unions(cx, shape);
    cx.log(&RULE, shape.unions[at].key)
        .message(|found| format!("{} reduces to a single alternative, which needs no union", found.listing()))
        .fix("the alternative, merged with the sibling keywords of the union");
    fold_single(cx, shape, at, &RULE);
}

/// Keeps the first of several unions and folds the others into the members of an object.
fn keep_one_union(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let mut rest = shape.unions.split_off(1);
    std::mem::swap(&mut shape.unions, &mut rest);
    flatten(cx, shape, &RULE, None);
    shape.unions = rest;
    if shape.has_object_facts() && !shape.typed {
        let left = remaining_kinds(&cx.model, shape);
        if left.has(Kinds::OBJECT) {
            if left != Kinds::OBJECT {
                cx.log(&RULE, shape.origin)
                    .message(|_| "a schema with several unions describes objects without `type: object`".to_owned())
                    .fix("restricted to objects")
                    .accepts_less("values of other types");
            }
            shape.set_kinds(Kinds::OBJECT);
        } else {
            // The first union allows no object, so the object keywords have no effect.
            shape.object = ObjectFacts::default();
        }
    }
}

/// The message for a union that has to change.
fn misplaced_union(found: &Found<'_>, why: &str) -> String {
    let union = match found.keyword() {
        Some(Keyword::AnyOf | Keyword::OneOf) => format!("{found} has sibling keywords"),
        Some(_) => format!("{} becomes a union with sibling keywords", found.listing()),
        None => "the schema becomes a union with sibling keywords".to_owned(),
    };
    format!("{union}; {why}")
}
