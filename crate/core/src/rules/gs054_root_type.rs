//! # roots that are not plain objects
//!
//! Makes the root of the parameters an object: alternatives are merged into one object with the properties of all,
//! types other than `object` are removed, and in round-trip mode a root that allows no object becomes the property
//! `value` of one.
//!
//! ## Why
//!
//! The arguments of a function call are an object. Vertex AI rejects a declaration whose parameters are not of type
//! `OBJECT`, and the Gemini API rejects parameters without a type if the function calling mode is `ANY`. A union at the
//! root has no type. OpenAI's structured outputs take only an object as the root of a response, too.
//!
//! ## What changes
//!
//! The merged object accepts properties of different alternatives together; the description states which of them belong
//! together. `parametersJsonSchema` keeps the union beside the type. In drop-in mode, a tool whose root allows no
//! object is declared without parameters, and such a response schema is reported; in round-trip mode, the codec extracts
//! the value from the call.
//!
//! ## Examples
//!
//! ```json source
//! {"name":"edit_task","inputSchema":{"oneOf":[
//!   {"type":"object","properties":{"title":{"type":"string"}},"required":["title"]},
//!   {"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}]}}
//! ```
//!
//! ```json gemini
//! {
//!   "name": "edit_task",
//!   "parameters": {
//!     "type": "OBJECT",
//!     "properties": {"title":{"type":"STRING"},"id":{"type":"INTEGER"}},
//!     "description": "(either title, or id)"
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "name": "edit_task",
//!   "parametersJsonSchema": {
//!     "type": "object",
//!     "anyOf": [
//!       {"type":"object","properties":{"title":{"type":"string"}},"required":["title"]},
//!       {"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}
//!     ]
//!   }
//! }
//! ```
//!
//! ```json source
//! {"name":"add_tags","inputSchema":{"type":"array","items":{"type":"string"}}}
//! ```
//!
//! ```json gemini
//! {"name":"add_tags"}
//! ```
//!
//! ```json vertex-ai round-trip
//! {
//!   "name": "add_tags",
//!   "parameters": {
//!     "type": "object",
//!     "properties": {"value":{"type":"array","items":{"type":"string"}}},
//!     "required": ["value"]
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: one model whose fields are optional, instead of a `RootModel` of a `Union` or a list
//! - zod: `z.object({…})` as the input schema, with `z.union` or `z.discriminatedUnion` inside a property
//! - schemars: a struct as the type of the parameters, with the enum as one of its fields

use super::{
    prelude::*,
    support::{branch, flatten, open_unions, types_as_code},
};
use crate::{json::Kind, schema::TypeCase, shape::remaining_kinds};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Error, &["V-root-not-object", "S-any-mode-needs-object"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Always, phase: Phase::Root, with: narrow },
    Hook::Direct(OnPlain::asked(|cx, node| Direct::idle_if(!cx.at_object_root() || node.kinds == Kinds::OBJECT))),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.at_object_root() {
        return;
    }
    let kinds = shape.possible_kinds(cx.model.ast.tape()).intersect(remaining_kinds(&cx.model, shape));
    if !kinds.meets(Kinds::OBJECT) {
        return without_object(cx, shape, kinds);
    }
    if cx.may_code() && cx.target.complete_nodes && shape.values.is_some() {
        let key = shape.values.as_ref().map_or(shape.origin, |values| values.key);
        cx.log(&RULE, key)
            .message(|found| format!("{found} lists objects, which {} does not take as listed values", found.reader()))
            .fix(STANDS);
        return wrap(cx, shape);
    }
    if !shape.unions.is_empty() && !cx.target.complete_nodes && (shape.typed || only_objects(cx, shape)) {
        let before = shape.clone();
        let untyped = !shape.typed;
        shape.set_kinds(Kinds::OBJECT);
        if shape.contradicts_unions(&cx.model) {
            *shape = before;
            return without_object(cx, shape, kinds.without(Kinds::OBJECT));
        }
        if untyped {
            name_type(cx, shape, kinds);
        } else if shape.type_key.is_none() {
            *shape = before;
        }
    } else if !shape.unions.is_empty() {
        let lost = (kinds != Kinds::OBJECT && !shape.typed).then(|| non_objects(cx));
        flatten(cx, shape, &RULE, lost);
        if !shape.typed {
            shape.set_kinds(Kinds::OBJECT);
        }
    }
    if !shape.typed && !cx.target.complete_nodes {
        name_type(cx, shape, kinds);
        set_object(shape);
    }
    if shape.typed && shape.kinds != Kinds::OBJECT {
        drop_others(cx, shape);
    } else if cx.target.type_lists {
        take_from_list(cx, shape);
    }
}

/// Why the root has to be an object.
fn demand(cx: &Lower<'_, '_>) -> String {
    if cx.at_arguments() {
        return "the arguments of a call are always an object".to_owned();
    }
    format!("{} takes only an object as the root of a response", cx.target.reader)
}

/// The values that are lost with other types than `object`.
fn non_objects(cx: &Lower<'_, '_>) -> &'static str {
    if cx.at_arguments() { "arguments that are not an object" } else { "values that are not an object" }
}

const STANDS: &str = "an object that holds the value in its property `value`; restoring a call unwraps it";

/// Reports a root without a type.
fn name_type(cx: &mut Lower<'_, '_>, shape: &Shape, kinds: Kinds) {
    let (fix, demand, lost) = (types_as_code(cx, Kinds::OBJECT, ""), demand(cx), non_objects(cx));
    let edit = cx.log(&RULE, shape.origin);
    let edit = edit.message_with(|_| format!("the root of the schema has no `type`; {demand}")).fix(fix);
    if kinds != Kinds::OBJECT {
        edit.accepts_less(lost);
    }
}

/// Removes the types other than `object` from the root.
fn drop_others(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let key = shape.type_key.unwrap_or(shape.origin);
    let by_type = shape.type_key.is_some() && !shape.or_null;
    let others = shape.kinds.without(Kinds::OBJECT).iter();
    let others: Vec<String> = others.map(|kind| format!("`{}`", kind.name(TypeCase::Lower))).collect();
    let (fix, demand, lost) = (types_as_code(cx, Kinds::OBJECT, ""), demand(cx), non_objects(cx));
    cx.log(&RULE, key)
        .message_with(|found| {
            format!("{} allows {} in addition to `object`; {demand}", place(found, by_type), others.join(" and "))
        })
        .fix(fix)
        .accepts_less(lost);
    set_object(shape);
}

/// Takes the only type out of its list.
fn take_from_list(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let tape = cx.model.ast.tape();
    let Some(key) = shape.type_key.filter(|key| tape.kind(tape.value_of(*key)) == Kind::Array) else { return };
    let (fix, demand) = (types_as_code(cx, Kinds::OBJECT, ""), demand(cx));
    cx.log(&RULE, key).message_with(|found| format!("{found} is a list of types; {demand}")).fix(fix);
    shape.type_key = None;
    shape.forbid_null();
}

/// The subject of a message: the `type` itself if it is the cause, otherwise the root as a whole.
fn place(found: Found<'_>, by_type: bool) -> String {
    if by_type { found.to_string() } else { "the root of the schema".to_owned() }
}

/// Handles a root that allows no object: a property holds its value where values may be encoded, otherwise it is
/// omitted.
fn without_object(cx: &mut Lower<'_, '_>, shape: &mut Shape, kinds: Kinds) {
    let key = shape.type_key.unwrap_or(shape.origin);
    let by_type = shape.type_key.is_some() && !shape.kinds.meets(Kinds::OBJECT);
    let demand = demand(cx);
    let says = |found: Found<'_>| format!("{} does not allow objects; {demand}", place(found, by_type));
    if cx.may_code() && kinds != Kinds::NULL {
        cx.log(&RULE, key).message_with(says).fix(STANDS);
        return wrap(cx, shape);
    }
    if !cx.at_arguments() {
        let edit = cx.log(&RULE, key).message_with(says).accepts_less("all values");
        edit.fix("none, the output has no object at its root; make the value a property of one").fatal();
        return;
    }
    cx.log(&RULE, key)
        .message_with(says)
        .accepts_less("all arguments")
        .accepts_more("calls without arguments")
        .fix("no parameters: the tool can only be called without arguments")
        .fatal();
    cx.omit_root(shape);
}

/// Makes the root an object of one property, and keeps `$schema` at the root.
fn wrap(cx: &Lower<'_, '_>, shape: &mut Shape) {
    let partial = shape.take_facts(Keyword::SchemaUri);
    *shape = Shape::standing_for(shape.origin, "value", shape.clone().into());
    for fact in partial {
        shape.add_fact(cx.model.ast, fact);
    }
}

fn set_object(shape: &mut Shape) {
    shape.set_kinds(Kinds::OBJECT);
    shape.forbid_null();
}

/// Whether every alternative allows objects.
fn only_objects(cx: &mut Lower<'_, '_>, shape: &mut Shape) -> bool {
    open_unions(cx, shape);
    let mut branches = shape.unions.iter().flat_map(|union| &union.branches);
    branches.all(|part| branch(part).is_some_and(|open| open.kinds.meets(Kinds::OBJECT)))
}
