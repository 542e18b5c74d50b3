//! # empty, null and duplicate enum values
//!
//! Removes empty strings, nulls and duplicate values from an enum, and removes an enum that lists nothing.
//!
//! ## Why
//!
//! The Gemini API answers `cannot be empty` to an empty string in `enum` and rejects the request. Null is expressed by
//! `nullable`.
//!
//! ## What changes
//!
//! The empty string is no longer accepted; where the property is optional, the description says to omit it instead. In
//! round-trip mode, `(empty)` stands for the empty string and is turned back. Removing duplicates and nulls loses
//! nothing. If an enum lists nothing else, the output accepts every value that the other keywords allow.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"sort":{"type":"string","enum":["","asc","desc","asc"]}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"sort":{"type":"STRING","enum":["asc","desc"],"description":"(omit for none)"}}
//! }
//! ```
//!
//! ```json gemini round-trip
//! {"type":"OBJECT","properties":{"sort":{"type":"STRING","enum":["(empty)","asc","desc"]}}}
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"sort":{"type":["string","null"],"enum":["","asc","desc","asc",null]}},
//!   "additionalProperties": false,
//!   "required": ["sort"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Literal["asc", "desc"] | None = None` instead of `Literal["", "asc", "desc"]`
//! - zod: `z.enum(["asc", "desc"]).optional()` instead of `z.enum(["", "asc", "desc"])`
//! - schemars: `Option<Sort>` instead of a variant that serializes as `""`

use super::{
    prelude::*,
    support::{EXCLUDED, SHOWN, listed, says_more, wire_strings},
};
use crate::{
    json::{Kind, ValueSet},
    lower::{PlainNode, inline},
    order::{Gather, Set},
    shape::Coding,
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Medium, Severity::Error, &["S-enum-empty-string"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Enum]), phase: Phase::Root, with: drop_empty },
    Hook::Narrow {
        on: When::Has(&[Keyword::Enum, Keyword::Const, Keyword::AnyOf, Keyword::OneOf]),
        phase: Phase::Value,
        with: narrow,
    },
    Hook::Direct(OnPlain::asked(direct)),
];

fn direct(cx: &Lower<'_, '_>, node: &PlainNode<'_>) -> Direct {
    let tape = cx.model.ast.tape();
    let mut values = node.entry(Keyword::Enum).into_iter().flat_map(|list| tape.elements(list.json()));
    Direct::idle_if(cx.target.empty_member || !values.any(|value| tape.slice(value) == "\"\""))
}

/// Removes an empty list before other lists are compared with it.
fn drop_empty(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if let Some(values) = shape.values.take_if(|values| values.list.is_empty()) {
        let edit = cx.log(&RULE, values.key).message(|found| refused(found, &[])).fix("removed");
        edit.accepts_more("every value that the other keywords allow");
    }
}

/// Encodes the values so that another string stands for the empty one; returns whether it did.
fn code_empty(cx: &mut Lower<'_, '_>, shape: &mut Shape) -> bool {
    let tape = cx.model.ast.tape();
    let Some(values) = shape.values.as_ref().filter(|values| values.keyword == Keyword::Enum) else { return false };
    let strings_only = shape.typed && shape.kinds.without(Kinds::NULL) == Kinds::STRING;
    let is_empty =
        |value: &JsonId| tape.string(*value).is_some_and(|text| text.is_empty() && tape.kind(*value) == Kind::String);
    if !strings_only || !values.list.iter().any(is_empty) {
        return false;
    }
    let key = values.key;
    let strings = wire_strings(cx, &values.list);
    let stand_in = strings.iter().find(|(_, value)| is_empty(value)).map_or("", |(text, _)| text);
    let fix = format!("`{stand_in:?}`, which the codec restores to `\"\"`");
    shape.coding = Some(Coding::Values(strings));
    let edit = cx.log(&RULE, key).message(|found| refused(found, &[EMPTY])).fix(fix);
    if says_more(shape) {
        edit.accepts_more(EXCLUDED);
    }
    shape.keep_facts(&|fact| fact.keyword.is_about_any_type());
    true
}

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    // Encoded values are strings of their own.
    if cx.target.empty_member || shape.coding.is_some() {
        return;
    }
    if cx.may_code() && !cx.in_name && code_empty(cx, shape) {
        return;
    }
    let tape = cx.model.ast.tape();
    let Some(values) = shape.values.as_mut().filter(|values| values.keyword == Keyword::Enum) else { return };
    let strings_only = shape.kinds.without(Kinds::NULL) == Kinds::STRING;
    let before = values.list.len();
    let mut kept = Vec::with_capacity(before);
    let mut faults = Vec::new();
    let mut note = |fault: &'static str, is_found: bool| {
        if is_found && !faults.contains(&fault) {
            faults.push(fault);
        }
    };
    let (mut spelled, mut unique) = (Set::new(), ValueSet::new(tape));
    // Strings without escapes are equal if they are written alike.
    let is_escaped = values.list.iter().any(|value| tape.is_escaped(*value));
    let by_text = |value| tape.kind(value) == Kind::String && !is_escaped;
    for value in std::mem::take(&mut values.list) {
        let is_empty = strings_only && tape.slice(value) == "\"\"";
        let null = strings_only && tape.kind(value) == Kind::Null;
        let doubled = !spelled.insert(tape.slice(value)) || (!by_text(value) && !unique.insert(value));
        note(EMPTY, is_empty);
        note(NULL, null);
        note(DOUBLED, doubled);
        if !is_empty && !null && !doubled {
            kept.push(value);
        }
    }
    values.list = kept;
    if values.list.len() == before {
        return;
    }
    values.as_written = false;
    let (key, none_left) = (values.key, values.list.is_empty());
    let left = values.list.iter().map(|value| inline(tape, *value, SHOWN)).gather();
    let empty = faults.contains(&EMPTY);
    let hint = match (none_left, cx.may_be_absent()) {
        (true, true) => "omit or leave empty",
        (true, false) => "leave empty",
        (false, true) => "omit for none",
        (false, false) => "",
    };
    let fix = if none_left { "removed".to_owned() } else { listed(&left) };
    let edit = cx.log(&RULE, key).message_with(|found| refused(found, &faults)).fix(fix);
    let edit = edit.described(Some(hint).filter(|_| empty));
    if empty {
        if none_left {
            edit.accepts_more("strings that are not empty");
        } else {
            edit.accepts_less("the empty string");
        }
        shape.hint_all((!hint.is_empty()).then(|| hint.to_owned()));
    }
    if none_left {
        shape.values = None;
        // Rules that skip nodes with listed values may apply now.
        cx.restart();
    }
}

const EMPTY: &str = "the empty string";
const NULL: &str = "null";
const DOUBLED: &str = "a repeated value";

/// The message for a list of values; without `faults`, the list is empty.
fn refused(found: Found<'_>, faults: &[&str]) -> String {
    let reader = found.reader();
    let refused = faults.iter().copied().filter(|fault| *fault != DOUBLED).gather().join(" and ");
    match (faults, refused.as_str()) {
        ([], _) => format!("{found} lists no values, so no value is valid"),
        (_, "") => format!("{found} lists a value twice, but each may occur only once"),
        (faults, refused) if faults.contains(&DOUBLED) => {
            format!("{found} lists a value twice, and {refused}, which {reader} does not take in `enum`")
        }
        (_, refused) => format!("{found} lists {refused}, which {reader} does not take in `enum`"),
    }
}
