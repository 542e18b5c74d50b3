//! # enums that are not strings
//!
//! Replaces an enum of numbers, booleans, objects or arrays with bounds, and lists its values in the description.
//!
//! ## Why
//!
//! In `parameters`, the values of `enum` are strings: the parser rejects a request with a number among them, the Gemini
//! API also rejects strings if the type is not string, and Vertex AI rejects `enum` on objects and arrays. OpenAI's
//! strict mode takes numbers and booleans as well.
//!
//! ## What changes
//!
//! A single number, and integers without a gap, are expressed exactly by `minimum` and `maximum`. For other numbers,
//! the output accepts everything between the least and the greatest; booleans, objects and arrays that are not listed
//! are accepted as well. The description lists the values. In round-trip mode, strings stand for values that bounds do
//! not express exactly, and are turned back into them.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"priority":{"type":"integer","enum":[1,2,3]},"days":{"type":"integer","enum":[1,7,30]}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "priority": {"type":"INTEGER","minimum":1,"maximum":3,"description":"(one of: 1, 2, 3)"},
//!     "days": {"type":"INTEGER","minimum":1,"maximum":30,"description":"(one of: 1, 7, 30)"}
//!   }
//! }
//! ```
//!
//! ```json gemini round-trip
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "priority": {"type":"INTEGER","minimum":1,"maximum":3,"description":"(one of: 1, 2, 3)"},
//!     "days": {"type":"STRING","enum":["1","7","30"]}
//!   }
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "priority": {"type":["integer","null"],"enum":[1,2,3,null]},
//!     "days": {"type":["integer","null"],"enum":[1,7,30,null]}
//!   },
//!   "additionalProperties": false,
//!   "required": ["priority","days"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Literal["1", "7", "30"]`, or an `Enum` of strings, instead of `Literal[1, 7, 30]`
//! - zod: `z.enum(["1", "7", "30"])` instead of a union of `z.literal(…)` for numbers
//! - schemars: `#[derive(JsonSchema)]` on the enum instead of `#[derive(JsonSchema_repr)]`

use super::{
    prelude::*,
    support::{
        EXCLUDED, Extent, Refused, SHOWN, bounds_as_code, code_values, listed, says_more, unlisted, wire_strings,
    },
};
use crate::{
    json::{Decimal, ValueSet, quote},
    lower::{inline, spell_list},
    order::{Gather, Set},
    shape::{Coding, Values, spelled, spells},
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Error,
    &["P-enum-nonstring", "S-enum-nonstring-type", "V-enum-on-container", "L-protoplus-enum"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow {
        on: When::Has(&[Keyword::Enum, Keyword::Const, Keyword::AnyOf, Keyword::OneOf]),
        phase: Phase::Value,
        with: narrow,
    },
    Hook::Direct(OnPlain::asked(|cx, node| {
        Direct::idle_if(cx.target.enums.has(node.kinds) || !node.has(Keyword::Enum))
    })),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let tape = cx.model.ast.tape();
    // The values of a union or of an untyped node are split by type first. Contradictions have been resolved before.
    let reads = cx.target.complete_nodes || shape.lists_in_text(tape);
    if !reads || !shape.unions.is_empty() || !shape.typed || !is_wrong(cx, shape) {
        return;
    }
    let Some(values) = shape.values.take_if(|values| !values.list.is_empty()) else { return };
    let refused = Refused::of(cx, shape, &values);
    if let Some(Coding::Values(strings)) = &shape.coding {
        // Another rule has encoded them.
        let fix = as_strings(strings);
        cx.log(&RULE, values.key).message_with(|found| refused.said(found)).fix(fix);
        shape.values = Some(values);
        return;
    }
    if values.list.iter().all(|value| spells(tape, *value, shape.kinds)) {
        return read_text(cx, shape, &values, &refused);
    }
    let fits = |kind: Kinds| kind != Kinds::NULL && shape.kinds.admits(kind);
    let fits = |value: &JsonId| fits(Kinds::of(tape, *value)) && !shape.is_out_of_bounds(tape, *value);
    let fitting = values.list.iter().copied().filter(fits).gather();
    if cx.target.enums.has(shape.solid_kinds()) {
        return keep_fitting(cx, shape, values, fitting, &refused);
    }
    let range = Extent::of(cx, &fitting, shape.solid_kinds());
    let both_booleans = are_both_booleans(cx, &fitting);
    let exact = range.as_ref().is_some_and(|range| range.exact) || both_booleans;
    if !exact && cx.may_code() && !fitting.is_empty() {
        let described = says_more(shape);
        let fix = as_strings(&wire_strings(cx, &fitting));
        let edit = cx.log(&RULE, values.key).message_with(|found| refused.said(found)).fix(fix);
        if described {
            edit.accepts_more(EXCLUDED);
        }
        return code_values(cx, shape, values, &fitting);
    }
    describe(cx, shape, &values, &fitting, range.as_ref(), exact, &refused);
}

/// The fix for values that are encoded as strings.
fn as_strings(strings: &[(String, JsonId)]) -> String {
    let strings = strings.iter().map(|(text, _)| quote(text)).gather();
    listed(&strings) + ", strings that the codec restores to the values"
}

/// Reads strings that spell values of the node's type as these values.
fn read_text(cx: &mut Lower<'_, '_>, shape: &mut Shape, values: &Values, refused: &Refused) {
    let solid = shape.solid_kinds();
    if !cx.target.enums.has(solid) {
        let range = Extent::of(cx, &values.list, solid);
        let exact = range.as_ref().is_some_and(|range| range.exact) || are_both_booleans(cx, &values.list);
        return describe(cx, shape, values, &[], range.as_ref(), exact, refused);
    }
    let tape = cx.model.ast.tape();
    let null = cx.lists_null(shape).then(|| "null".to_owned());
    // Strings that differ may spell the same number.
    let mut seen = Set::new();
    let mut is_new = |text: &&str| {
        let mut canonical = String::new();
        match Decimal::parse(text) {
            Some(number) => number.write_canonical(&mut canonical),
            None => canonical.push_str(text),
        }
        seen.insert(canonical)
    };
    let texts = values.list.iter().map(|value| spelled(tape, *value)).filter(|text| is_new(text));
    let list = texts.map(str::to_owned).chain(null).gather();
    if list.len() < values.list.len() || cx.in_union() {
        // Alternatives of one value each may now be merged into one list, or contradict what is beside their union.
        cx.request_relowering();
    }
    let edit = cx.log(&RULE, values.key).message_with(|found| refused.said(found)).fix(listed(&list));
    edit.accepts_more(SPELLED);
    shape.add_fact(cx.model.ast, Fact::of(Keyword::Enum, values.key, format!("[{}]", list.join(","))));
}

/// Values, each once.
fn distinct(cx: &Lower<'_, '_>, list: &[JsonId]) -> Vec<JsonId> {
    let mut known = ValueSet::new(cx.model.ast.tape());
    list.iter().copied().filter(|value| known.insert(*value)).gather()
}

/// Whether both booleans are listed, as booleans or as strings.
fn are_both_booleans(cx: &Lower<'_, '_>, list: &[JsonId]) -> bool {
    let lists = |flag| list.iter().any(|value| spelled(cx.model.ast.tape(), *value) == flag);
    lists("true") && lists("false")
}

/// Keeps the values that fit the node, on a type for which the target takes `enum`.
fn keep_fitting(cx: &mut Lower<'_, '_>, shape: &mut Shape, values: Values, fitting: Vec<JsonId>, refused: &Refused) {
    // Alternatives that list values may now be merged into one list.
    cx.request_relowering();
    let tape = cx.model.ast.tape();
    if fitting.is_empty() {
        let hint = format!("one of: {}", spell_list(tape, &values.list));
        let edit = cx.log(&RULE, values.key).message_with(|found| refused.said(found)).fix("removed");
        edit.described(Some(&hint)).accepts_more("values that are not listed");
        return shape.hint(hint);
    }
    // Another rule may remove values that this one keeps.
    let kept: Set<JsonId> = fitting.iter().copied().collect();
    let gone = distinct(cx, &values.list.iter().copied().filter(|value| !kept.contains(value)).gather());
    let gone = gone.iter().map(|value| inline(tape, *value, SHOWN)).gather();
    let nullable = cx.target.takes(Keyword::Nullable) && shape.kinds.has(Kinds::NULL);
    let fix = unlisted(&gone) + if nullable { ", with `nullable: true`" } else { "" };
    cx.log(&RULE, values.key).message_with(|found| refused.said(found)).fix(fix);
    let as_written = fitting.len() == values.list.len();
    shape.values = Some(Values { list: fitting, as_written, ..values });
}

/// What the output additionally accepts where strings are read as the values that they spell.
const SPELLED: &str = "the values that the strings represent";

/// Expresses the values by bounds, by properties or in the description, where the target takes no `enum`.
fn describe(
    cx: &mut Lower<'_, '_>,
    shape: &mut Shape,
    values: &Values,
    fitting: &[JsonId],
    range: Option<&Extent>,
    exact: bool,
    refused: &Refused,
) {
    let solid = shape.solid_kinds();
    // If no listed value fits the node, the description lists all of them, as they were probably meant.
    let named = distinct(cx, if fitting.is_empty() { &values.list } else { fitting });
    let words = spell_list(cx.model.ast.tape(), &named);
    if let ([only], None, false) = (named.as_slice(), &shape.coding, fitting.is_empty()) {
        shape.constant = Some(*only);
    }
    if let Some(range) = range {
        range.keep(cx, shape, values.key);
    }
    if solid == Kinds::OBJECT {
        shape.declare_listed(cx.model.ast, values.key, fitting);
    }
    let both_booleans = solid == Kinds::BOOLEAN && are_both_booleans(cx, &named);
    let hint = if named.len() == 1 { format!("always {words}") } else { format!("one of: {words}") };
    let hint = Some(hint).filter(|_| !words.is_empty() && !both_booleans);
    let fix = match solid {
        Kinds::OBJECT => "the properties of the listed objects".to_owned(),
        _ if range.is_some() => bounds_as_code(cx, shape),
        _ => "removed".to_owned(),
    };
    let edit = cx.log(&RULE, values.key).message_with(|found| refused.said(found)).fix(fix);
    let edit = edit.described(hint.as_deref());
    if exact && refused.in_text {
        edit.accepts_more(SPELLED);
    } else if !exact {
        let others = if words.is_empty() { "listed".to_owned() } else { format!("`{words}`") };
        edit.accepts_more(format!("values that are not {others}"));
    }
    if let Some(hint) = hint {
        shape.hint(hint);
    }
    if solid.meets(Kinds::OBJECT.with(Kinds::ARRAY)) {
        // Rules that skip nodes with listed values may apply now.
        cx.restart();
    }
}

/// Whether the values are listed on a type for which the target takes no `enum`, or include other types.
fn is_wrong(cx: &Lower<'_, '_>, shape: &Shape) -> bool {
    let tape = cx.model.ast.tape();
    let Some(values) = shape.values.as_ref() else { return false };
    let in_text = || values.list.iter().all(|value| spells(tape, *value, shape.kinds));
    if values.keyword == Keyword::Const && !in_text() && cx.target.enums.has(shape.solid_kinds()) {
        return false;
    }
    let is_spelled = |value: &JsonId| spells(tape, *value, shape.kinds.intersect(Kinds::NUMBERS));
    if cx.target.spelled_numbers && values.list.iter().all(is_spelled) {
        return false;
    }
    let refused = |value: &JsonId| {
        let kind = Kinds::of(tape, *value);
        if !shape.kinds.admits(kind) {
            return true;
        }
        !cx.target.enums.meets(kind) || (cx.target.enums == Kinds::STRING && kind != Kinds::STRING)
    };
    !cx.target.enums.has(shape.solid_kinds()) || values.list.iter().any(refused)
}
