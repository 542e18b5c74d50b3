//! # union with null
//!
//! Replaces an alternative that allows only null with `nullable` on another alternative.
//!
//! ## Why
//!
//! Every Gemini surface takes `nullable`. The Gemini API has had the type `NULL` since 2025-04 and rejected it before;
//! Vertex AI's published message definitions lack it, and `@google/genai` throws an error if null is the only type.
//! `parametersJsonSchema` and OpenAI's strict mode have no `nullable`; for them the alternative stays.
//!
//! ## What changes
//!
//! Nothing, with two exceptions in which the output allows null: two alternatives of a `oneOf` allow null, which
//! `oneOf` then forbids, or other keywords of the null alternative may exclude null.
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
//! - pydantic: a field with a default instead of `int | None`, if null means the same as omitting the field
//! - zod: `.optional()` instead of `.nullable()`

use super::{
    prelude::*,
    support::{Nulls, add_null, allows_null, branch, fold_single, is_null, may_be_null, open_unions, sentence},
};
use crate::{
    json::Kind,
    order::{Gather, Set},
    shape::{Union, branch_mut, remaining_kinds},
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Warning, &["P-type-null-2025", "L-genai-js-null"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::AnyOf, Keyword::OneOf]), phase: Phase::Union, with: narrow },
    Hook::On(Event::Nullable(fold_plain)),
];

/// Counts the change of a plain node or null, whose edits nobody reads.
fn fold_plain(cx: &mut Lower<'_, '_>, key: crate::json::JsonId) {
    cx.log(&RULE, key).annotation();
}

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    drop_beside_null(cx, shape);
    // Without `nullable`, null stays a branch.
    if shape.never.is_some() || !cx.target.takes(Keyword::Nullable) {
        return;
    }
    open_unions(cx, shape);
    for at in (0..shape.unions.len()).rev() {
        // Folding a later union may have left only null, and no unions.
        if at < shape.unions.len() {
            write_null(cx, shape, at);
        }
        if shape.never.is_some() {
            return;
        }
    }
    drop_beside_null(cx, shape);
}

/// Removes the unions of a node whose only type is null: they only decide whether null is allowed.
fn drop_beside_null(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !shape.typed || shape.kinds != Kinds::NULL || !cx.target.complete_nodes {
        return;
    }
    open_unions(cx, shape);
    for union in std::mem::take(&mut shape.unions) {
        let nulls = Nulls::among(cx, &union.branches);
        if nulls.none_in(union.keyword) {
            shape.never = Some(union.key);
            return;
        }
        let edit = cx.log(&RULE, union.key).fix("removed");
        let edit = edit.message(|found| format!("{found} is next to a type that allows only null"));
        if let Some(gain) = nulls.gain(union.keyword) {
            edit.accepts_more(gain);
        }
    }
}

fn write_null(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize) {
    let union = &mut shape.unions[at];
    drop_impossible_nulls(cx, union);
    if union.branches.is_empty() {
        shape.never = Some(union.key);
        return;
    }
    let before = union.branches.len();
    let only_null = union.branches.iter().all(|part| is_null(part, cx));
    if only_null && !(before == 1 && cx.target.types.has(Kinds::NULL)) {
        return fold_nulls(cx, shape, at);
    }
    if before == 1 {
        return;
    }
    let is_reference = |part: &Part| branch(part).is_some_and(|open| open.reference.is_some());
    let others = union.branches.iter().filter(|part| !is_null(part, cx)).count();
    // A reference cannot have the sibling keyword `nullable`.
    let beside = others == 1 && union.branches.iter().any(is_reference) && cx.target.types.has(Kinds::NULL);
    if others == before || (beside && before == 2) {
        let nulls = union.branches.iter_mut().filter_map(|part| branch_mut(part));
        nulls.for_each(|open| drop_beside_null(cx, open));
        return;
    }
    let null = union.branches.iter().filter(|part| is_null(part, cx)).gather();
    let (nulls, mut notes) = (Nulls::among(cx, null.iter().copied()), null_notes(cx, &null));
    union.branches.retain(|part| !is_null(part, cx));
    let (key, single) = (union.key, union.branches.len() == 1);
    let references = union.branches.iter().all(is_reference);
    let refused = !cx.target.types.has(Kinds::NULL);
    let doubled = union.keyword == Keyword::OneOf && union.branches.iter().any(|part| may_be_null(cx, part));
    let gain = if doubled { Some(IN_TWO_ALTERNATIVES) } else { nulls.gain(union.keyword) };
    let mut others = shape.unions.iter().enumerate().filter(|(other, _)| *other != at);
    let excluded = others.any(|(_, union)| !union.branches.iter().any(|part| may_be_null(cx, part)));
    let nullable = shape.kinds.has(Kinds::NULL) && !excluded;
    notes.truncate(if nullable { notes.len() } else { 0 });
    let edit = cx
        .log(&RULE, key)
        .message_with(|found| has_null(found, refused))
        .fix(without_null(single, nullable, references));
    let edit = notes.iter().fold(edit, |edit, note| edit.described(Some(note)));
    let edit = match gain {
        Some(gain) => edit.accepts_more(gain),
        None => edit,
    };
    edit.severity(if refused { Severity::Error } else { Severity::Info });
    let is_unread = single && branch(&shape.unions[at].branches[0]).is_none();
    match (single, nullable) {
        _ if is_unread => leave_null(cx, shape, at),
        (true, true) if beside => shape.unions[at].branches.push(Shape::of_kind(key, Kinds::NULL).into()),
        (true, _) => fold_other(cx, shape, at, nullable),
        (false, true) => add_null(cx, shape, at),
        (false, false) => {}
    }
    shape.hint_all(notes);
}

/// "null: its description", for each alternative that allows only null and is described.
fn null_notes(cx: &Lower<'_, '_>, nulls: &[&Part]) -> Vec<String> {
    let described = nulls.iter().filter_map(|part| branch(part)?.fact(Keyword::Description));
    let notes = described.filter_map(|fact| Some(format!("null: {}", sentence(&cx.fact_string(fact))?)));
    notes.collect::<Set<_>>().into_insertion_order()
}

/// Removes alternatives whose only possible value is null if they provably exclude null.
fn drop_impossible_nulls(cx: &mut Lower<'_, '_>, union: &mut Union) {
    let Some(hook) = cx.handlers.impossible else { return };
    union.branches.retain(|part| {
        let forbidden = is_null(part, cx) && allows_null(cx, part) == Some(false);
        if let Some(open) = branch(part).filter(|_| forbidden) {
            hook(cx, open.origin, Impossible::Alternative { alone: union.keyword == Keyword::OneOf });
        }
        !forbidden
    });
}

/// Folds a union in which every alternative allows only null.
fn fold_nulls(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize) {
    let union = &mut shape.unions[at];
    let (key, nulls) = (union.key, Nulls::among(cx, &union.branches));
    let Some(first) = nulls.first.filter(|_| !nulls.none_in(union.keyword)) else {
        shape.never = Some(key);
        return;
    };
    let gain = nulls.gain(union.keyword).filter(|_| nulls.sure + nulls.unsure > 1);
    union.branches.swap(0, first);
    union.branches.truncate(1);
    if let (Some(only), 0) = (branch_mut(&mut union.branches[0]), nulls.sure)
        && gain.is_some()
    {
        // This alternative may exclude null where another allows it, so its constraints are dropped.
        (only.values, only.unions) = (None, Vec::new());
        only.keep_facts(&|fact| fact.is_words());
    }
    let edit = cx.log(&RULE, key).message(|found| format!("{found} has no alternative other than null"));
    let edit = edit.fix("union replaced by null");
    if let Some(gain) = gain {
        edit.accepts_more(gain);
    }
    fold_single(cx, shape, at, &RULE);
}

fn excludes(fact: &Fact) -> bool {
    fact.keyword == Keyword::Not
}

/// Folds the only remaining alternative into the node and, if `nullable`, allows null as well.
fn fold_other(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize, nullable: bool) {
    let mut others = shape.unions.clone();
    let key = others.remove(at).key;
    fold_single(cx, shape, at, &RULE);
    if !nullable {
        return;
    }
    if shape.never.take().is_some() || remaining_kinds(&cx.model, shape).without(Kinds::NULL).is_empty() {
        // The folded alternative leaves only null.
        shape.keep_facts(&|fact| fact.is_words());
        let (read_from, facts) = (std::mem::take(&mut shape.read_from), std::mem::take(&mut shape.facts));
        let keywords = shape.keywords;
        *shape = Shape { read_from, keywords, facts, unions: others, ..Shape::of_kind(key, Kinds::NULL) };
        return cx.restart();
    }
    let others = others.len();
    if let Some(values) = shape.values.as_mut().filter(|_| shape.facts.iter().any(excludes) || !shape.unions.is_empty())
    {
        // A `not` or a union may exclude a listed null, but must not exclude the null that is added here.
        let solid = |value| cx.model.ast.tape().kind(value) != Kind::Null;
        if values.list.iter().any(|value| solid(*value)) {
            values.keep(&solid);
        }
    }
    if shape.typed || shape.has_structure() || shape.unions.len() == others {
        shape.allow_null();
    }
    for at in others..shape.unions.len() {
        add_null(cx, shape, at);
    }
}

const IN_TWO_ALTERNATIVES: &str = "null, which two alternatives of the `oneOf` allow";

impl Nulls {
    /// What the output additionally accepts if these alternatives become one null.
    fn gain(&self, union: Keyword) -> Option<&'static str> {
        let twice = union == Keyword::OneOf && self.sure + self.unsure > 1;
        let doubtful = (self.sure == 0).then_some("null, which the alternative may exclude");
        if twice { Some(IN_TWO_ALTERNATIVES) } else { doubtful }
    }
}

fn has_null(found: Found<'_>, refused: bool) -> String {
    let (reader, found) = (found.reader(), found.listing());
    if refused {
        format!("{found} has null as an alternative; not all versions of the Gemini API take the type null")
    } else {
        format!("{found} has null as an alternative, for which {reader} has `nullable`")
    }
}

/// The fix: what remains of the union.
fn without_null(single: bool, nullable: bool, references: bool) -> &'static str {
    match (single, nullable) {
        (true, true) if references => "a single null after the other alternative, which is a reference",
        (true, true) => "the other alternative, with `nullable: true`",
        (false, true) if references => "null after the other alternatives, which are references",
        (false, true) => "the other alternatives, one of them with `nullable: true`",
        (true, false) => "the other alternative; the sibling keywords exclude null",
        (false, false) => "the other alternatives; the sibling keywords exclude null",
    }
}

/// Reduces the node to null, or to null and JSON text, where a limit keeps the only other alternative unread.
fn leave_null(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize) {
    let union = shape.unions.remove(at);
    for part in &union.branches {
        if let Err(cut) = cx.read(part, union.key) {
            if cx.null_or_text(cut, shape, part) {
                return;
            }
            cx.log_omission(cut, "the alternative other than null");
        }
    }
    if !shape.kinds.has(Kinds::NULL) {
        shape.never = Some(union.key);
    }
    shape.set_kinds(Kinds::NULL);
    shape.keep_facts(&|fact| fact.is_words());
    shape.hint("no further nesting here");
}
