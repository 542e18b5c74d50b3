//! # $ref
//!
//! Replaces a reference with the schema that it points to. For targets that take references, rewrites it to point into
//! the definitions of the root instead.
//!
//! ## Why
//!
//! Gemini's `parameters` has no field `$ref`, and the API rejects a request that contains an unknown field;
//! `@langchain/google` throws an error on any reference. Vertex AI takes `ref` into `defs` of the root;
//! `parametersJsonSchema` takes `$ref` into `$defs` of the root; OpenAI's strict mode takes it into `definitions`, too,
//! and to the root itself. Gemini and Vertex AI reject a reference to a schema that is not in the request, and a
//! reference with any sibling keyword other than `description` and `default`; OpenAI's strict mode allows no sibling
//! keyword at all.
//!
//! ## What changes
//!
//! The accepted values stay the same, with one exception: a `$dynamicRef` that resolves to different schemas, depending
//! on the path to it, becomes the nearest of them. Annotations next to the reference take precedence over those of the
//! schema that it points to; next to a reference that stays, the description states examples, `deprecated` and
//! `readOnly`, and a title becomes the description if there is none. Other sibling keywords apply as well, except in drafts up to 7, which ignore them.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"from":{"$ref":"#/$defs/Place","description":"Start"},"to":{"$ref":"#/$defs/Place"}},"$defs":{"Place":{"type":"string","minLength":1}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "from": {"type":"STRING","description":"Start","minLength":1},
//!     "to": {"type":"STRING","minLength":1}
//!   }
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "from": {"type":["string","null"],"description":"Start (at least 1 character)"},
//!     "to": {"anyOf":[{"$ref":"#/$defs/Place"},{"type":"null"}]}
//!   },
//!   "additionalProperties": false,
//!   "$defs": {"Place":{"type":"string","description":"(at least 1 character)"}},
//!   "required": ["from","to"]
//! }
//! ```
//!
//! ```json source
//! {"type":"object","properties":{"filter":{"$ref":"#/definitions/Filter"}},"definitions":{"Filter":{"type":"object","properties":{"field":{"type":"string"},"all":{"type":"array","items":{"$ref":"#/definitions/Filter"}}}}}}
//! ```
//!
//! ```json vertex-ai
//! {
//!   "type": "object",
//!   "properties": {"filter":{"ref":"#/defs/Filter"}},
//!   "defs": {
//!     "Filter": {
//!       "type": "object",
//!       "properties": {"field":{"type":"string"},"all":{"type":"array","items":{"ref":"#/defs/Filter"}}}
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"filter":{"$ref":"#/$defs/Filter"}},
//!   "$defs": {
//!     "Filter": {
//!       "type": "object",
//!       "properties": {"field":{"type":"string"},"all":{"type":"array","items":{"$ref":"#/$defs/Filter"}}}
//!     }
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - zod: `zodToJsonSchema(schema, { $refStrategy: "none" })`; `z.toJSONSchema` inlines all but recursive schemas
//! - schemars: `SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true)`

use super::{
    prelude::*,
    support::{describes, has_words_only, is_one_of_several, set_fact},
};
use crate::{
    json::quote,
    lower::{Limit, Reader, stays_beside_reference},
    order::Gather,
    resolve::Resolution,
    schema::{Entry, REFERENCES, SchemaId},
    shape::{Reference, Union},
    targets::{ReferenceForm, UnionForm},
};

pub(super) static RULE: Rule = Rule {
    unfolds: true,
    ..Rule::of(
        module_path!(),
        Priority::Critical,
        Severity::Error,
        &[
            "P-unknown-ref-defs",
            "J-undefined-ref",
            "J-ref-siblings",
            "J-cyclic-bare-400",
            "V-ref-siblings",
            "L-lcgoogle-ref",
            "JSON Schema 2020-12 core §8.2.3",
            "JSON Schema draft 7 core §8.3",
        ],
    )
};

pub(super) static HOOKS: &[Hook] = &[Hook::Read { of: &REFERENCES, with: read }];

/// Number of levels to which a recursive schema is unfolded.
const LEVELS: usize = 4;

fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    match reader.resolution() {
        Some(Resolution::Schema(target)) => {
            if entry.keyword == Keyword::Ref && reader.cx.model.ast.old_draft(reader.schema) {
                reader.hide_siblings(&RULE);
            }
            match obstacle(reader, target) {
                None => stay(reader, entry, target, reader.cx.target.words_beside_references),
                Some(SIBLINGS) if may_be_alternative(reader, target) => become_alternative(reader, entry, target),
                Some(why) => inline(reader, entry, target, why),
            }
        }
        Some(_) => match reader.cx.handlers.unresolved {
            Some(hook) => hook(reader, entry),
            None => reader.keep(entry),
        },
        None => reader.keep(entry),
    }
}

/// Reads the schema that the reference leads to as part of the one that has the reference.
fn inline(reader: &mut Reader<'_, '_, '_>, entry: &Entry, target: SchemaId, why: &'static str) {
    let keyword = reader.cx.target.takes(Keyword::Ref).then(|| reader.cx.reference_names().0);
    // Of the root, an object's properties are read, if any may be sent.
    if reader.cx.is_recursive_anything(target) && !reader.cx.at_root() {
        let edit = reader.cx.log(&RULE, entry.key).message_with(|found| refused(found, keyword, why));
        edit.fix("removed; it points to a schema that accepts any JSON value");
        return reader.describe(target);
    }
    if !reader.has_read(target) {
        if reader.cx.is_same_value(target) {
            reader.cx.model.note_circular(entry.key);
            reader.shape.never = Some(entry.key);
            return;
        }
        if reader.cx.times_active(target) >= LEVELS {
            reader.cut(Limit::Recursion, entry.key);
            return;
        }
    }
    let undecided = reader.cx.model.references.is_undecided(reader.schema);
    let edit = reader.cx.log(&RULE, entry.key);
    if undecided {
        edit.message(|found| format!("{found} resolves to different schemas, depending on the path to it"))
            .fix("the nearest of these schemas, inlined")
            .accepts_more("values that are valid against the nearest schema of that name")
            .accepts_less("values that are valid against the outermost schema of that name");
    } else {
        edit.message_with(|found| refused(found, keyword, why)).fix("reference inlined");
    }
    reader.follow(&RULE, entry.key, target);
}

const SIBLINGS: &str = "has sibling keywords that are not allowed next to a reference";

/// Whether a reference with a description can be the only alternative of a union that has the description. Others than
/// recursive ones are inlined, which loses nothing.
fn may_be_alternative(reader: &Reader<'_, '_, '_>, target: SchemaId) -> bool {
    let cx = &reader.cx;
    cx.target.unions == UnionForm::Beside && cx.is_recursive(target) && has_words_only(reader) && reader.is_alone()
}

fn become_alternative(reader: &mut Reader<'_, '_, '_>, entry: &Entry, target: SchemaId) {
    let keyword = reader.cx.reference_names().0;
    let edit = reader.cx.log(&RULE, entry.key);
    let edit = edit.message_with(|found| refused(found, Some(keyword), SIBLINGS));
    edit.fix("the reference, as the only alternative of an `anyOf`");
    stay(reader, entry, target, true);
    let reference = reader.shape.reference.take();
    let alternative = Shape { reference, read_from: vec![reader.schema], ..Shape::any(entry.json()) };
    reader.shape.unions.push(Union { keyword: Keyword::AnyOf, key: entry.key, branches: vec![alternative.into()] });
}

/// Whether an annotation stays beside a reference where the target takes any, or is stated in its description.
fn is_said(reader: &Reader<'_, '_, '_>, other: &Entry) -> bool {
    let fact = Fact::written(other.keyword, other.key);
    stays_beside_reference(other.keyword)
        || is_description(reader, &fact)
        || reader.cx.words_for(&reader.shape, &fact).is_some()
}

/// Whether an annotation is a title that can be the description, as there is none.
fn is_description(reader: &Reader<'_, '_, '_>, fact: &Fact) -> bool {
    let ast = reader.cx.model.ast;
    // A title may have become the description already.
    let has_text = reader.shape.fact(Keyword::Description).is_some();
    let is_described = || has_text || reader.annotations().any(|other| other.keyword == Keyword::Description);
    // The schema may be read as a part of the object that declares it.
    let property = ast.tape().key_of(ast.json(reader.schema));
    fact.keyword == Keyword::Title && describes(reader.cx, fact, property) && !is_described()
}

/// Why the reference cannot stay one for this target; `None` if it can.
fn obstacle(reader: &Reader<'_, '_, '_>, target: SchemaId) -> Option<&'static str> {
    let cx = &reader.cx;
    let wanted = match cx.target.references {
        ReferenceForm::Refused => false,
        ReferenceForm::Dollar => true,
        ReferenceForm::Plain => cx.is_recursive(target),
    };
    if cx.is_impossible(target) {
        return Some("points to a schema that accepts no value");
    }
    // OpenAI's strict tools take any cycle of references.
    let unbreakable_cycles = !cx.target.closed_objects && cx.is_locked(target);
    if !wanted {
        Some("points to a schema that is not recursive, which needs no reference")
    } else if cx.needs_impossible_code(target) {
        Some("points to a schema whose values have to be restored, which is impossible in a tuple")
    } else if unbreakable_cycles {
        Some("points into a cycle without an optional property; the API rejects cycles of required ones")
    } else if reader.has_read(SchemaId::ROOT) {
        Some("is at the root, which may not be a reference")
    } else if is_one_of_several(reader) {
        Some("is a sibling of another reference, and only one is possible")
    } else if !has_words_only(reader) {
        Some(SIBLINGS)
    } else if !reader.is_alone() {
        Some("applies to the same value as other schemas, and no constraint is allowed next to a reference")
    } else if !cx.target.words_beside_references && reader.annotations().any(|other| is_said(reader, other)) {
        Some(SIBLINGS)
    } else {
        None
    }
}

/// The message: `why`, if the reference is spelled as the target's `keyword`, or else that there is no such field.
fn refused(found: Found<'_>, keyword: Option<&str>, why: &str) -> String {
    if found.member().as_deref() == keyword && keyword.is_some() { format!("{found} {why}") } else { found.unknown() }
}

/// Keeps the reference; `described` is whether the output has a description for it.
fn stay(reader: &mut Reader<'_, '_, '_>, entry: &Entry, target: SchemaId, described: bool) {
    let tape = reader.cx.model.ast.tape();
    let written = tape.string(entry.json()).unwrap_or_default().into_owned();
    let (name, as_written) = reader.cx.define(target, &written);
    let (keyword, definitions) = reader.cx.reference_names();
    let as_written = as_written && tape.key(entry.key) == keyword;
    if !as_written {
        let looks = format!("where {} looks up references", reader.cx.target.reader);
        let second = if reader.cx.target.takes(Keyword::Definitions) { " or `definitions`" } else { "" };
        let elsewhere = format!("does not point to a plain name in `{definitions}`{second} of the root, {looks}");
        let reference = quote(&reader.cx.reference_to(&name));
        let edit = reader.cx.log(&RULE, entry.key).message_with(|found| refused(found, Some(keyword), &elsewhere));
        edit.fix_with(|| format!("`{keyword}: {reference}`"));
    }
    let removed = reader.annotations().filter(|other| !stays_beside_reference(other.keyword));
    let removed: Vec<Fact> = removed.map(|other| Fact::written(other.keyword, other.key)).gather();
    let words_stay = reader.cx.target.words_beside_references;
    let beside = if words_stay { "only `description` and `default`" } else { "no other keyword" };
    for fact in removed {
        let words = if described { reader.cx.words_for(&reader.shape, &fact) } else { None };
        let moves = described && is_description(reader, &fact);
        let edit = reader.cx.log(&RULE, fact.key);
        let edit = edit.message_with(|found| {
            format!("{found} is a sibling of a reference, where {} takes {beside}", found.reader())
        });
        let fix = if moves { "moved to `description`" } else { "removed" };
        edit.fix(fix).described(words.as_deref()).annotation();
        reader.shape.hint_all(words);
        if moves {
            let text = fact.lexeme(reader.cx.model.ast.tape()).to_owned();
            set_fact(&mut reader.shape, Keyword::Description, fact.key, text);
        }
    }
    reader.stay(Reference { key: entry.key, name, as_written });
}
