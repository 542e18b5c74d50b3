//! Helpers that several rules share.

mod beside;
mod bounds;
mod character_class;
mod conditions;
mod demands;
mod distribute;
mod facts;
mod implied;
mod maps;
mod members;
mod null;
mod opened;
mod patterns;
mod references;
pub(super) mod regex;
mod stated;
mod titles;
mod tuple;
mod type_names;
mod unevaluated;
mod unions;
mod values;
mod wire;
mod wording;

use super::Rule;
use crate::{
    declare::Declaration,
    json::JsonId,
    lower::{Edit, Lower},
    schema::Kinds,
    shape::{Coding, Part, Shape},
    targets::{Target, UnionForm},
};

pub(super) use beside::{exceeds_parent, is_of_one_type, is_written_alone, moved, needs_parent};
pub(super) use bounds::{Bound, bounds_as_code, close_bound};
pub(super) use conditions::{choice, conditional, conditionals, said};
pub(super) use demands::{conditional_words, dependent_words, exclusion_words, need_words};
pub(super) use distribute::push_down;
pub(super) use facts::{first_of, set_fact, value_of};
pub(super) use implied::{implied_types, types_as_code, types_of_keywords};
pub(super) use maps::{code_map, code_undeclared};
pub(super) use members::{declare_members, declare_required};
pub(super) use null::{Nulls, add_null, allows_null, is_null, may_be_null};
pub(super) use opened::{MAX_NESTED, open_branch, open_unions};
pub(super) use patterns::{
    MemberNames, forbidden_names, frees_declared, may_match, patterns, share_a_schema, words_for_members,
    words_for_names,
};
pub(super) use references::{has_words_only, is_one_of_several};
pub(super) use stated::sentence;
pub(super) use titles::describes;
pub(super) use tuple::tuple_to_list;
pub(super) use type_names::written;
pub(super) use unevaluated::{evaluates_all, evaluates_less};
pub(super) use unions::{branch_note, expand_references, flatten, fold_single, joined_descriptions};
pub(super) use values::{EXCLUDED, Extent, Refused, SHOWN, code_mixed, code_values, listed, says_more, unlisted};
pub(super) use wire::wire_strings;
pub(super) use wording::{exactly, item, of_names, others, with_each};

pub(super) use crate::shape::{branch, branch_mut};

/// The replacement for a name that is too long, starts with a character that it may not start with, or has disallowed
/// characters; `None` for any other name. It is the name with `_` for each such character, followed by `_` and six hex
/// digits of a hash of the original. It does not depend on siblings, so that every branch of a union gives a member the
/// same name.
pub(super) fn mapped_name(
    name: &str,
    longest: usize,
    may_start: &dyn Fn(char) -> bool,
    may_follow: &dyn Fn(char) -> bool,
) -> Option<String> {
    if name.starts_with(may_start) && name.chars().all(may_follow) && name.len() <= longest {
        return None;
    }
    let mut out: String = name.chars().map(|c| if may_follow(c) { c } else { '_' }).collect();
    if !out.starts_with(may_start) {
        out.insert(0, '_');
    }
    out.truncate(longest.saturating_sub(7));
    Some(hashed_name(&out, name))
}

/// Whether names that begin like identifiers may begin with a character.
pub(super) fn starts_identifier(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// The replacement for the name of a function that a target rejects; `None` for any other name.
pub(super) fn function_name(name: &str, target: &Target) -> Option<String> {
    mapped_name(name, target.max_name, &|c| may_start(c, target), &|c| may_follow(c, target))
}

/// Whether the name of a function may begin with a character that it may have.
pub(super) fn may_start(c: char, target: &Target) -> bool {
    target.free_first || starts_identifier(c)
}

/// Whether a character may be in the name of a function.
pub(super) fn may_follow(c: char, target: &Target) -> bool {
    c.is_ascii_alphanumeric() || target.name_marks.contains(c)
}

/// The hint for a replaced name: the original, where the replacement shows too little of it, as in scripts other than
/// Latin.
pub(super) fn name_hint(name: &str) -> Option<String> {
    (!name.is_ascii()).then(|| format!("name: {}", crate::lower::clip(name, 64)))
}

/// The readable part of a name, made unique by a hash of the whole name.
pub(super) fn hashed_name(shown: &str, name: &str) -> String {
    format!("{shown}_{}", hash_digits(name))
}

/// Six hex digits of a hash of a name (FNV-1a, folded): short, stable, and the same on every machine.
fn hash_digits(name: &str) -> String {
    let full = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{:06x}", (full ^ (full >> 32)) & 0xFF_FFFF)
}

/// The place in the source for an edit of a declaration's name.
pub(super) fn place_of_name(declaration: &Declaration) -> JsonId {
    declaration.root.name.or(declaration.root.object).unwrap_or(JsonId::ROOT)
}

/// Adds an edit to those of a declaration, and returns it.
pub(super) fn note<'e>(edits: &'e mut Vec<Edit>, rule: &'static Rule, source: JsonId, message: String) -> &'e mut Edit {
    edits.push(Edit { message: Some(message.into()), ..Edit::new(rule, source) });
    let last = edits.len() - 1;
    &mut edits[last]
}

/// The shape of any JSON value, as far as types can express it: every scalar, and for containers JSON text where values
/// may be encoded, otherwise lists of any items and unconstrained objects. Where there are no unions, it is a string,
/// which holds JSON text where values may be encoded.
pub(super) fn any_value(cx: &Lower<'_, '_>, origin: JsonId) -> Shape {
    let mut any = any_item(cx, origin);
    let branches = any.unions.iter_mut().flat_map(|union| &mut union.branches);
    if let Some(list) = branches.filter_map(|part| branch_mut(part)).find(|open| open.kinds == Kinds::ARRAY) {
        list.array.items = Some((origin, any_item(cx, origin).into()));
    }
    any
}

/// The same for the items of a list, in which nested lists are lists of strings.
pub(super) fn any_item(cx: &Lower<'_, '_>, origin: JsonId) -> Shape {
    if cx.target.unions == UnionForm::Refused || cx.is_scarce() {
        let null = if cx.may_code() { Kinds::NULL } else { Kinds::NONE };
        let mut text = Shape::of_kind(origin, Kinds::STRING.with(null));
        if !cx.is_scarce() {
            text.hint(if cx.may_code() { "any value as JSON text" } else { "any value" });
        }
        text.coding = cx.may_code().then_some(Coding::Json(None));
        return text;
    }
    let of = |kinds| Part::from(Shape::of_kind(origin, kinds));
    let mut branches = vec![of(Kinds::STRING.with(Kinds::NULL)), of(Kinds::NUMBER), of(Kinds::BOOLEAN)];
    if cx.may_code() {
        branches.push(json_object(origin).into());
    } else {
        let mut list = Shape::of_kind(origin, Kinds::ARRAY);
        list.array.items = Some((origin, of(Kinds::STRING)));
        branches.push(list.into());
        branches.push(of(Kinds::OBJECT));
    }
    let mut any = Shape::any_of(origin, branches);
    any.coding = cx.may_code().then_some(Coding::Any);
    any
}

/// `{"json": text}`.
fn json_object(origin: JsonId) -> Shape {
    let mut text = Shape::of_kind(origin, Kinds::STRING);
    text.hint("an object or array as JSON text");
    Shape::object_of(origin, "json", text.into())
}
