//! # const
//!
//! Writes a constant as an `enum` of one value, and a union of constants as one `enum`.
//!
//! ## Why
//!
//! Gemini's schema has no field `const`, and the API rejects a request that contains an unknown field. On the JSON
//! Schema path (`parametersJsonSchema`, `responseJsonSchema`) the API accepts `const` and does not apply it, and a
//! union of one-value enums does not restrict the model to those values.
//!
//! ## What changes
//!
//! Nothing for strings. A constant of another type becomes what an `enum` of such values becomes for the target
//! (GS025). The descriptions of the alternatives are joined into one.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"version":{"const":"v2"},"level":{"oneOf":[{"const":"low","description":"all of it"},{"const":"high"}]}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "version": {"type":"STRING","enum":["v2"]},
//!     "level": {"type":"STRING","enum":["low","high"],"description":"(low: all of it)"}
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"version":{"enum":["v2"]},"level":{"enum":["low","high"],"description":"(low: all of it)"}}
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "version": {"anyOf":[{"type":"string","const":"v2"},{"type":"null"}]},
//!     "level": {
//!       "anyOf": [
//!         {"type":"string","const":"low","description":"all of it"},
//!         {"type":"string","const":"high"},
//!         {"type":"null"}
//!       ]
//!     }
//!   },
//!   "additionalProperties": false,
//!   "required": ["version","level"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Literal["low", "high"]` instead of `Literal["low"] | Literal["high"]`
//! - zod: `z.enum(["low", "high"])` instead of `z.union([z.literal("low"), z.literal("high")])`
//! - schemars: no doc comments on the variants of a unit enum, which turn it into a `oneOf` of constants

use super::{
    prelude::*,
    support::{branch, branch_note, open_unions},
};
use crate::{
    json::{Tape, ValueSet},
    lower::{clip, inline},
    order::Gather,
    shape::Values,
    targets::UnionForm,
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-const", "Q-const-response", "Q-anyof-enum"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Narrow {
    on: When::Has(&[Keyword::Const, Keyword::AnyOf, Keyword::OneOf]),
    phase: Phase::Union,
    with: narrow,
}];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::Const) {
        return leave_constant(cx, shape);
    }
    open_unions(cx, shape);
    let tape = cx.model.ast.tape();
    // For targets without unions, alternatives that list several values are merged as well.
    let lists = cx.target.unions == UnionForm::Refused;
    // The sibling keyword `type` may leave only one of several values.
    let types = if shape.typed && cx.target.complete_nodes { shape.kinds } else { Kinds::ALL };
    let is_one = |open: &Shape| open.constant_value(tape).is_some() || open.only_value_of(tape, types).is_some();
    let folds = |open: &Shape| is_one(open) || (lists && open.says_only_values(tape));
    let is_constant = |part: &Part| branch(part).is_some_and(folds);
    for at in (0..shape.unions.len()).rev() {
        let Some(union) = shape.unions.get(at).filter(|union| union.branches.iter().all(is_constant)) else { continue };
        if lists || reads_alike(tape, &union.branches) {
            fold_constants(cx, shape, at);
        } else {
            // Strings may be replaced by the values that they spell, after which the union can be merged.
            cx.request_relowering();
        }
    }
    let Some(values) = shape.values.as_mut().filter(|values| values.keyword == Keyword::Const) else { return };
    values.keyword = Keyword::Enum;
    values.as_written = false;
    let (key, list) = (values.key, values.list.clone());
    let fix = written(cx, &list);
    cx.log(&RULE, key).fix(fix);
}

/// Whether all of the constants, or none, are strings that spell values of another type.
fn reads_alike(tape: &Tape<'_>, branches: &[Part]) -> bool {
    let spells = |part: &Part| branch(part).is_some_and(|open| open.values.is_some() && open.lists_in_text(tape));
    let spelled = branches.iter().filter(|part| spells(part)).count();
    spelled == 0 || spelled == branches.len()
}

/// Reports an `enum` next to a `const`, which is not printed, for targets that require complete nodes.
fn leave_constant(cx: &mut Lower<'_, '_>, shape: &Shape) {
    let lists = shape.read_from.iter().filter(|schema| cx.model.ast.keywords(**schema).has(Keyword::Const));
    let lists: Vec<JsonId> = lists.filter_map(|schema| Some(cx.model.ast.entry(*schema, Keyword::Enum)?.key)).gather();
    for key in lists.into_iter().filter(|_| cx.target.complete_nodes) {
        cx.log(&RULE, key).message(|found| format!("{found} is a sibling of `const`")).fix("only the `const`");
    }
}

fn fold_constants(cx: &mut Lower<'_, '_>, shape: &mut Shape, at: usize) {
    let tape = cx.model.ast.tape();
    let union = shape.unions.remove(at);
    let mut folded = Shape::any(union.key);
    let (mut list, mut seen, mut notes) = (Vec::new(), ValueSet::new(tape), Vec::new());
    (folded.kinds, folded.typed) = (Kinds::NONE, true);
    for constant in union.branches.iter().filter_map(|part| branch(part)) {
        let items = constant.array.items.as_ref().map(|(key, _)| *key);
        for key in [constant.object.key, constant.object.required_key, items].into_iter().flatten() {
            cx.log(&RULE, key).message(idle).fix("removed");
        }
        for fact in constant.facts.iter().filter(|fact| !fact.is_words()) {
            cx.log(&RULE, fact.key).message(idle).fix("removed");
        }
        notes.extend(branch_note(cx, constant));
        folded.kinds = folded.kinds.with(constant.kinds);
        folded.typed &= constant.typed;
        folded.or_null |= constant.or_null;
        notes.extend(constant.hints.in_insertion_order().iter().cloned());
        let in_text = constant.lists_in_text(tape);
        for value in constant.values.iter().flat_map(|values| &values.list) {
            let kind = Kinds::of(tape, *value);
            let stays = in_text || kind == Kinds::NULL || constant.kinds.admits(kind);
            if stays && seen.insert(*value) {
                list.push(*value);
            }
        }
    }
    if list.is_empty() && !folded.or_null && !folded.kinds.has(Kinds::NULL) {
        shape.never = Some(union.key);
        return;
    }
    folded.hint_all(notes.clone());
    let fix = if list.is_empty() {
        folded.set_kinds(Kinds::NULL);
        "only null".to_owned()
    } else {
        let fix = written(cx, &list);
        folded.values = Some(Values { keyword: Keyword::Enum, key: union.key, list, as_written: false });
        fix
    };
    let edit = cx.log(&RULE, union.key).message(union_of_constants).fix(fix);
    let edit = notes.iter().fold(edit, |edit, note| edit.described(Some(note)));
    if !reads_alike(tape, &union.branches) {
        edit.accepts_more("strings instead of the values that they represent");
    }
    shape.intersect(cx.model.ast, folded);
    if shape.fact(Keyword::Not).is_some() {
        // The values that `not` excludes can now be removed from the list.
        cx.restart();
    }
}

fn union_of_constants(found: Found<'_>) -> String {
    format!("{} amounts to a list of values; {} takes such a list as one `enum`", found.listing(), found.reader())
}

fn idle(found: Found<'_>) -> String {
    format!("{found} is next to a constant of another type and has no effect on it")
}

/// Longest list that a fix shows whole, in characters.
const SHOWN: usize = 80;

/// The fix, `` `enum: ["low","high"]` ``; other rules report the values that the target does not list.
fn written(cx: &Lower<'_, '_>, list: &[JsonId]) -> String {
    let tape = cx.model.ast.tape();
    let listed = list.iter().all(|value| cx.target.enums.admits(Kinds::of(tape, *value)));
    let values: Vec<String> = list.iter().map(|value| inline(tape, *value, SHOWN)).collect();
    let shown = format!("`enum: [{}]`", clip(&values.join(","), SHOWN));
    if listed { shown } else { format!("treated as {shown}") }
}
