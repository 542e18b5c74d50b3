//! # null as the only type
//!
//! Replaces a schema that allows only null by a nullable string.
//!
//! ## Why
//!
//! The published protobuf definition of Vertex AI has no type NULL, and the Gemini API rejected it until NULL was added
//! to its type names. `@google/genai` throws an error if null is the only type. An `enum` in Gemini's schema lists only
//! strings, so null cannot be listed as the only value either.
//!
//! ## What changes
//!
//! Strings are accepted too; the description says `always null`.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"query":{"type":"string"},"reserved":{"type":"null"}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "query": {"type":"STRING"},
//!     "reserved": {"type":"STRING","nullable":true,"description":"(always null)"}
//!   }
//! }
//! ```
//!
//! ```json gemini-api
//! {"type":"object","properties":{"query":{"type":"string"},"reserved":{"type":"null"}}}
//! ```
//!
//! ## In your server
//!
//! - pydantic: no field instead of one of type `None`
//! - zod: no property instead of `z.null()`
//! - schemars: `#[schemars(skip)]` on a field of type `()`

use super::{prelude::*, support::types_as_code};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Warning, &["P-type-null-2025", "L-genai-js-null"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Always, phase: Phase::Distribute, with: narrow }, Hook::Direct(OnPlain::Idle)];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let allows_null_only = shape.typed && shape.kinds == Kinds::NULL && shape.unions.is_empty();
    // In a union, null is expressed by `nullable` in another branch.
    if !allows_null_only || cx.in_union() {
        return;
    }
    if cx.target.types.has(Kinds::NULL) {
        return unlist(cx, shape);
    }
    let key = shape.type_key.unwrap_or(shape.origin);
    let is_type = shape.type_key.is_some();
    let fix = written(cx);
    cx.log(&RULE, key)
        .message_with(|found| only_null(found, is_type))
        .fix(fix)
        .described(Some(HINT))
        .accepts_more("strings");
    shape.set_kinds(Kinds::STRING.with(Kinds::NULL));
    shape.values = None;
    shape.hint(HINT);
}

/// Removes a list of null alone, where `type` expresses null and an `enum` cannot.
fn unlist(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if let Some(values) = shape.values.take_if(|_| cx.target.complete_nodes) {
        let message =
            |found: Found<'_>| format!("{found} lists null, which {} does not take in `enum`", found.reader());
        let fix = types_as_code(cx, Kinds::NULL, "");
        cx.log(&RULE, values.key).message(message).fix(fix);
    }
}

fn only_null(found: Found<'_>, is_type: bool) -> String {
    let what = if is_type { found.to_string() } else { "the schema".to_owned() };
    format!("{what} allows only null; not every Gemini API has a type for it")
}

/// A nullable string, as the target writes it.
fn written(cx: &Lower<'_, '_>) -> String {
    if cx.target.takes(Keyword::Nullable) {
        return types_as_code(cx, Kinds::STRING.with(Kinds::NULL), "");
    }
    format!("`type: [\"{}\",\"null\"]`", Kinds::STRING.name(cx.type_case()))
}

const HINT: &str = "always null";
