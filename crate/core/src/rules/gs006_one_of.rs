//! # oneOf
//!
//! Treats `oneOf` as `anyOf`.
//!
//! ## Why
//!
//! The published schema of `parameters` has `anyOf` and no `oneOf`. No rejection of `oneOf` is known, and probes showed
//! that it parses, but how the API interprets it is not documented. `parametersJsonSchema` takes `oneOf` and reads it
//! as `anyOf`. LangChain.js throws an error on unions of either keyword, and OpenAI's strict mode does not support
//! `oneOf`.
//!
//! ## What changes
//!
//! Nothing if no value can satisfy two alternatives, because they differ in type, in their listed values, in the
//! constant of a required property, or in ranges that do not overlap. Otherwise, the output also accepts values that
//! satisfy several alternatives.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"id":{"oneOf":[{"type":"string"},{"type":"integer"}]},"at":{"oneOf":[{"type":"number"},{"type":"integer"}]}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"id":{"anyOf":[{"type":"STRING"},{"type":"INTEGER"}]},"at":{"type":"NUMBER"}}
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"id":{"oneOf":[{"type":"string"},{"type":"integer"}]},"at":{"type":"number"}}
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "id": {"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]},
//!     "at": {"anyOf":[{"type":"number"},{"type":"null"}]}
//!   },
//!   "additionalProperties": false,
//!   "required": ["id","at"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: a plain `Union` writes `anyOf`, `Field(discriminator=…)` writes `oneOf`
//! - zod: `z.union([…])` writes `anyOf`, `z.discriminatedUnion(…)` writes `oneOf`

use super::{
    prelude::*,
    support::{branch, open_unions},
};
use crate::{
    order::Gather,
    shape::{Overlap, Term, Union, overlap, says_nothing},
    targets::{Door, Target, UnionForm},
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Medium, Severity::Error, &["P-oneOf-undocumented"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Has(&[Keyword::OneOf]), phase: Phase::Union, with: narrow }];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    // Where `oneOf` is read as `anyOf`, it may stay if both mean the same.
    let taken = cx.target.takes(Keyword::OneOf);
    if !taken {
        open_unions(cx, shape);
    }
    // The sibling keywords of the union apply to each alternative.
    let mut beside = shape.clone();
    beside.unions.clear();
    let beside = Part::from(beside);
    let mut hints = Vec::new();
    for union in shape.unions.iter_mut().filter(|union| union.keyword == Keyword::OneOf) {
        let more = more(cx, union, &beside);
        if taken && more.is_none() {
            // Keywords that keep the alternatives disjoint may be removed later.
            cx.request_relowering();
            continue;
        }
        union.keyword = Keyword::AnyOf;
        let words = more.as_ref().and_then(|_| only_one(cx, union));
        let target = cx.target;
        let edit =
            cx.log(&RULE, union.key).message_with(|found| read_otherwise(found, target)).fix("treated as `anyOf`");
        if let Some(more) = more {
            edit.accepts_more(more).described(words.as_deref());
        }
        hints.extend(words);
    }
    shape.hint_all(hints);
}

/// "only one of a, b": the members that the alternatives require, if they require members and state nothing else.
fn only_one(cx: &Lower<'_, '_>, union: &Union) -> Option<String> {
    let required = |part: &Part| {
        let shape = branch(part).filter(|shape| !shape.object.required.is_empty())?;
        let named_only = shape.object.properties.iter().all(|property| says_nothing(cx.model.ast, &property.part));
        let describes = !named_only || !shape.object.additional.is_empty();
        let states = !shape.facts.iter().all(Fact::is_words) || !shape.unions.is_empty() || shape.values.is_some();
        (!describes && !states).then_some(())?;
        Some(shape.object.required.iter().map(|it| cx.declared_name(&it.name)).gather().join(" + "))
    };
    let groups = union.branches.iter().map(required).collect::<Option<Vec<_>>>()?;
    (groups.len() > 1).then(|| format!("only one of {}", groups.join(", ")))
}

fn read_otherwise(found: Found<'_>, target: &Target) -> String {
    let reader = found.reader();
    if target.takes(Keyword::OneOf) {
        format!("{found} is read as `anyOf` by {reader}, so a value may satisfy several alternatives")
    } else if target.unions == UnionForm::Refused {
        found.unsupported_union()
    } else if target.door == Door::Parameters && !found.is_dropped() {
        format!("{found} is not a documented field of `parameters`; the API may reject, ignore or enforce it")
    } else {
        found.unknown()
    }
}

/// The values that `anyOf` accepts and `oneOf` does not; `None` if there are none.
fn more(cx: &Lower<'_, '_>, union: &Union, beside: &[Term]) -> Option<String> {
    let branches = union.branches.iter().map(|part| [part.as_slice(), beside].concat()).gather();
    let some = "values that satisfy several alternatives";
    // Where `oneOf` may stay, a `not` keeps alternatives disjoint only if it stays as well.
    let leaves = |not| cx.leaves_as_written(not);
    let counts = cx.target.takes(Keyword::OneOf).then_some(&leaves as _);
    match overlap(&cx.model, union.key, &branches, counts, cx.target.closed_objects) {
        // JSON Schema does not define what an alternative that refers back to its union accepts.
        Overlap::Never if union.branches.len() > 1 && cx.model.is_circular(union.key) => {
            return Some("values that a reference back to the union may allow".to_owned());
        }
        Overlap::Never => return None,
        Overlap::Unknown => {}
        Overlap::Between(first, second) => {
            let number = |at: usize| number(cx, union, &union.branches[at]);
            if let (Some(first), Some(second)) = (number(first), number(second)) {
                return Some(format!("{some}, for example alternatives {first} and {second}"));
            }
        }
    }
    Some(some.to_owned())
}

/// The position of an alternative in the source's list, counted from 1.
fn number(cx: &Lower<'_, '_>, union: &Union, part: &Part) -> Option<usize> {
    let schema = match part.as_slice() {
        [Term::Schema(schema)] => *schema,
        part => *branch(part)?.read_from.first()?,
    };
    let mut list = cx.model.ast.tape().elements(union.key.value_of_key());
    list.position(|item| item == cx.model.ast.json(schema)).map(|at| at + 1)
}
