//! # union with null
//!
//! Writes an alternative that is only null as `nullable` on the others.
//!
//! ## Why
//!
//! Every Gemini surface takes `nullable`. The type `NULL` came to the Gemini API in 2025-04, which rejected it before; Vertex
//! AI's published message definitions do not have it, and `@google/genai` throws an error where null is the only type.
//! `parametersJsonSchema` and OpenAI's strict mode have no `nullable`; there the alternative stays.
//!
//! ## What changes
//!
//! Nothing, unless two alternatives of a `oneOf` allow null, which forbids it: the output allows it then.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"limit":{"anyOf":[{"type":"integer"},{"type":"null"}]},"id":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "limit": {"type":"INTEGER","nullable":true},
//!     "id": {"anyOf":[{"type":"STRING","nullable":true},{"type":"INTEGER"}]}
//!   }
//! }
//! ```
//!
//! ```json langchain
//! {
//!   "type": "object",
//!   "properties": {
//!     "limit": {"type":"integer","nullable":true},
//!     "id": {"type":"string","nullable":true,"description":"(could also be integer)"}
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "limit": {"anyOf":[{"type":"integer"},{"type":"null"}]},
//!     "id": {"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: a field with a default instead of `int | None`, where null says nothing that leaving the field out does not
//! - zod: `.optional()` instead of `.nullable()`

use super::{
    Hook, Phase, Priority, Rule, When,
    support::{add_null, branch, fold_single, is_null, may_be_nothing, may_be_null, open_unions},
};
use crate::{
    lower::{Found, Lower, Severity},
    order::Gather,
    schema::{Keyword, Kinds},
    shape::{Part, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Warning,
    evidence: &["P-type-null-2025", "L-genai-js-null"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Has(&[Keyword::AnyOf, Keyword::OneOf]), phase: Phase::Union, with: narrow }];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if shape.typed && shape.kinds == Kinds::NULL && cx.target.complete_nodes {
        // Where only null is allowed, alternatives say nothing, but that only one may hold.
        open_unions(cx, shape);
        for union in std::mem::take(&mut shape.unions) {
            let held = union.branches.iter().filter(|part| may_be_null(cx, part)).gather();
            let doubtful = held.iter().all(|part| may_be_nothing(part, cx));
            let edit = cx.log(&RULE, union.key).fix("removed");
            let edit = edit.message(|found| format!("{found} stands beside a type that allows null alone"));
            if union.keyword == Keyword::OneOf && held.len() > 1 {
                edit.accepts_more(TWICE);
            } else if doubtful {
                edit.accepts_more(DOUBTFUL);
            }
        }
        return;
    }
    // Where there is no `nullable`, a branch is how null is said.
    if !cx.target.takes(Keyword::Nullable) {
        return;
    }
    open_unions(cx, shape);
    for at in (0..shape.unions.len()).rev() {
        // What was folded may have left null alone.
        let Some(union) = shape.unions.get_mut(at) else { continue };
        let before = union.branches.len();
        let only_null = union.branches.iter().all(|part| is_null(part, cx));
        if only_null && before > 0 && !(before == 1 && cx.target.types.has(Kinds::NULL)) {
            let key = union.key;
            if union.keyword == Keyword::OneOf && before > 1 {
                // Null is the only value of each, and of none alone.
                shape.never = Some(key);
                return;
            }
            // The one that stays is one that surely allows it.
            let sure = union.branches.iter().position(|part| !may_be_nothing(part, cx)).unwrap_or_default();
            union.branches.swap(0, sure);
            union.branches.truncate(1);
            let edit = cx.log(&RULE, key).message(|found| format!("{found} has no alternative but null"));
            edit.fix("null, without a union");
            fold_single(cx, shape, at, &RULE);
            continue;
        }
        if before == 1 {
            continue;
        }
        // A reference can have no `nullable` beside it.
        let is_reference = |part: &Part| branch(part).is_some_and(|open| open.reference.is_some());
        if before == 2 && union.branches.iter().any(is_reference) && cx.target.types.has(Kinds::NULL) {
            continue;
        }
        let doubtful = union.branches.iter().any(|part| is_null(part, cx) && may_be_nothing(part, cx));
        union.branches.retain(|part| !is_null(part, cx));
        if union.branches.len() == before {
            continue;
        }
        let (key, single) = (union.key, union.branches.len() == 1);
        let references = union.branches.iter().all(is_reference);
        let refused = !cx.target.types.has(Kinds::NULL);
        let doubled = union.keyword == Keyword::OneOf && union.branches.iter().any(|part| may_be_null(cx, part));
        let mut others = shape.unions.iter().enumerate().filter(|(other, _)| *other != at);
        let excluded = others.any(|(_, union)| !union.branches.iter().any(|part| may_be_null(cx, part)));
        let nullable = shape.kinds.has(Kinds::NULL) && !excluded;
        let edit = cx
            .log(&RULE, key)
            .message_with(|found| has_null(found, refused))
            .fix(without_null(single, nullable, references));
        let edit = match (doubled, doubtful) {
            (true, _) => edit.accepts_more(TWICE),
            (false, true) => edit.accepts_more(DOUBTFUL),
            (false, false) => edit,
        };
        edit.severity(if refused { Severity::Error } else { Severity::Info });
        if single && branch(&shape.unions[at].branches[0]).is_none() {
            leave_null(cx, shape, at);
            continue;
        }
        let others = shape.unions.len() - 1;
        if single {
            fold_single(cx, shape, at, &RULE);
        }
        if nullable && shape.never.take().is_some() {
            // What was folded allows nothing beside null.
            *shape = Shape { read_from: std::mem::take(&mut shape.read_from), ..Shape::of_kind(key, Kinds::NULL) };
            return;
        }
        if !nullable {
            continue;
        }
        if !single {
            add_null(cx, shape, at);
            continue;
        }
        // Null is beside all that was folded.
        if shape.typed || shape.has_structure() || shape.unions.len() == others {
            shape.allow_null();
        }
        for at in others..shape.unions.len() {
            add_null(cx, shape, at);
        }
    }
}

const DOUBTFUL: &str = "null, which the alternative may not allow";
const TWICE: &str = "null, which two alternatives of the `oneOf` allow";

fn has_null(found: Found<'_>, refused: bool) -> String {
    if refused {
        format!("{found} has null as an alternative; not all versions of the Gemini API take the type null")
    } else {
        format!("{found} has null as an alternative, for which {} has `nullable`", found.reader())
    }
}

/// What is left of the union.
fn without_null(single: bool, nullable: bool, references: bool) -> &'static str {
    match (single, nullable) {
        (true, true) => "the other alternative, with `nullable: true`",
        (false, true) if references => "null after the other alternatives, which are references",
        (false, true) => "the other alternatives, with `nullable: true`",
        (true, false) => "the other alternative; what stands beside it excludes null",
        (false, false) => "the other alternatives; what stands beside them excludes null",
    }
}

/// Where a limit keeps the only other alternative unread, null is what is left.
fn leave_null(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize) {
    let union = shape.unions.remove(at);
    for part in &union.branches {
        if let Err(cut) = cx.read(part, union.key) {
            cx.tell_cut(cut, "the alternative to null");
        }
    }
    if !shape.kinds.has(Kinds::NULL) {
        shape.never = Some(union.key);
    }
    shape.set_kinds(Kinds::NULL);
    shape.keep_facts(&|fact| fact.is_words());
    shape.hint("no further nesting here");
}
