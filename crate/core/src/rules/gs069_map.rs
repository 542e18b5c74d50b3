//! # maps
//!
//! In round-trip mode, replaces a map by a list of entries, each with a `key` and a `value`.
//!
//! ## Why
//!
//! `parameters` of the Gemini API has no field for undeclared properties, and the model sends an empty object for a
//! map. OpenAI's strict mode forbids such properties.
//!
//! ## What changes
//!
//! Nothing once the call is restored, unless several name patterns have schemas of their own. In drop-in mode this rule
//! does nothing: the map is an object of which no property is described.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"env":{"type":"object","additionalProperties":{"type":"string"}}}}
//! ```
//!
//! ```json gemini round-trip
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "env": {
//!       "type": "ARRAY",
//!       "items": {
//!         "type": "OBJECT",
//!         "properties": {"key":{"type":"STRING"},"value":{"type":"STRING"}},
//!         "required": ["key","value"]
//!       }
//!     }
//!   }
//! }
//! ```
//!
//! ```json openai-strict round-trip
//! {
//!   "type": "object",
//!   "properties": {
//!     "env": {
//!       "type": ["array","null"],
//!       "items": {
//!         "type": "object",
//!         "properties": {"key":{"type":"string"},"value":{"type":"string"}},
//!         "required": ["key","value"],
//!         "additionalProperties": false
//!       }
//!     }
//!   },
//!   "additionalProperties": false,
//!   "required": ["env"]
//! }
//! ```
//!
//! ```json vertex-ai round-trip
//! {"type":"object","properties":{"env":{"type":"object","additionalProperties":{"type":"string"}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"env":{"type":"OBJECT","description":"(properties of any name, each a string)"}}
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `list[Entry]` with a model of `key` and `value` instead of `dict[str, str]`
//! - zod: `z.array(z.object({ key: z.string(), value: z.string() }))` instead of `z.record(z.string(), z.string())`
//! - schemars: `Vec<Entry>` instead of `HashMap<String, String>`

use std::borrow::Cow;

use super::{
    prelude::*,
    support::{MemberNames, code_map, code_undeclared, forbidden_names, may_match, patterns, share_a_schema},
};
use crate::{
    lower::EditBuilder,
    order::Gather,
    schema::SchemaId,
    shape::{Property, Term, says_nothing, subsumes},
    targets::UnionForm,
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Error,
    &["Q-dict-empty", "P-unknown-additionalProperties", "P-unknown-patternProperties"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Always, phase: Phase::Kind, with: narrow },
    Hook::Direct(OnPlain::asked(|cx, _| Direct::idle_if(!cx.may_code()))),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let held = cx.target.takes(Keyword::AdditionalProperties) && !cx.target.closed_objects;
    if !cx.may_code() || held || !shape.is_plain(Kinds::OBJECT) || shape.coding.is_some() || shape.values.is_some() {
        return;
    }
    // Decides before bounds on the number of members become bounds on the number of entries.
    shape.decide(cx.model.ast.tape());
    if shape.never.is_some() {
        return;
    }
    let described = shape.undeclared(&cx.model).filter(|_| no_names(cx, shape).is_none());
    let forbids = !forbidden_names(cx, shape).is_empty();
    let forbidden = forbids.then_some("properties with names that a pattern forbids");
    let open = open_object(described.is_some(), cx.target.closed_objects);
    if shape.object.properties.is_empty() && shape.object.required.is_empty() {
        // A root without constraints takes no arguments.
        let (key, part) = match described {
            Some(described) => described,
            None if cx.at_object_root() || stays_empty(cx, shape) => return,
            None => (shape.type_key.unwrap_or(shape.origin), Part::new()),
        };
        let strings_only = part.is_empty() && cx.target.unions == UnionForm::Refused;
        let (gains, loses) = costs(cx, shape);
        let place = if cx.at_object_root() { " in the property `arguments`" } else { "" };
        let edit = cx
            .log(&RULE, key)
            .message_with(open)
            .fix_with(|| format!("an array of entries with `key` and `value`{place}"));
        let edit = if strings_only { edit.accepts_less("property values that are not strings") } else { edit };
        say(edit, &[gains, forbidden], loses);
        code_map(cx, shape, key, part, &RULE);
    } else if let Some((key, part)) = described.filter(|(_, part)| !says_nothing(cx.model.ast, part)) {
        let (gains, loses) = costs(cx, shape);
        let freed = frees_names(cx, shape).then_some("declared properties whose names `propertyNames` excludes");
        let edit = cx.log(&RULE, key).message_with(open);
        let edit = edit.fix("an additional property: an array of entries with `key` and `value`");
        say(edit, &[gains, forbidden, freed], loses);
        code_undeclared(cx, shape, key, part, &RULE);
    }
}

/// The message for an open object, or for the keyword that describes its undeclared properties.
fn open_object(described: bool, closed: bool) -> impl FnOnce(Found<'_>) -> String {
    move |found| {
        let what = if described { found.to_string() } else { "the object".to_owned() };
        let why = if closed {
            format!("{}'s strict mode forbids them", found.reader())
        } else {
            "the model sends declared properties only".to_owned()
        };
        format!("{what} allows properties that are not declared; {why}")
    }
}

/// Whether an object is declared to have no members: it forbids all, or has empty `properties` in Gemini's own format,
/// which has no maps. It is then kept as an object with an empty list of properties.
fn stays_empty(cx: &Lower<'_, '_>, shape: &mut Shape) -> bool {
    let tape = cx.model.ast.tape();
    let declares_none = |key: &JsonId| tape.members(key.value_of_key()).next().is_none();
    let closing = shape.object.additional.iter().find(|additional| additional.part.is_none()).map(|it| it.key);
    let closing = closing.or(no_names(cx, shape));
    if cx.target.closed_objects || (closing.is_none() && !cx.model.ast.is_proto()) {
        return closing.is_some();
    }
    // The keyword that forbids members serves as the key of the empty `properties`.
    let Some(key) = shape.object.key.filter(declares_none).or(closing) else { return false };
    (shape.object.key, shape.object.lists_none) = (Some(key), true);
    true
}

/// The key of a `propertyNames` that no name satisfies.
fn no_names(cx: &Lower<'_, '_>, shape: &Shape) -> Option<JsonId> {
    let names = shape.fact(Keyword::PropertyNames)?;
    (cx.model.ast.tape().boolean(names.key.value_of_key()) == Some(false)).then_some(names.key)
}

fn say(edit: EditBuilder<'_>, gains: &[Option<&'static str>], loses: Option<&'static str>) {
    let gains = gains.iter().flatten().copied().gather().join("; ");
    let edit = if gains.is_empty() { edit } else { edit.accepts_more(gains) };
    if let Some(loses) = loses {
        edit.accepts_less(loses);
    }
}

/// Whether `propertyNames`, which becomes the schema of the keys of entries, may exclude the name of a declared property.
fn frees_names(cx: &Lower<'_, '_>, shape: &Shape) -> bool {
    let tape = cx.model.ast.tape();
    let allows = |names: SchemaId, property: &Property| {
        let name = Shape::one_of(property.key, property.key, vec![property.key]);
        tape.is_key(property.key)
            && tape.key_is(property.key, &property.name)
            && subsumes(&cx.model, &[Term::Schema(names)], &Part::from(name))
    };
    let mut schemas = shape.schemas_of_names(&cx.model).into_iter();
    schemas.any(|(_, names)| !shape.object.properties.iter().all(|property| allows(names, property)))
}

/// The values that a list of entries accepts in addition to name patterns, and those that it no longer accepts; its
/// values may be any that one of the patterns allows.
fn costs(cx: &Lower<'_, '_>, shape: &Shape) -> (Option<&'static str>, Option<&'static str>) {
    let facts = shape.facts.iter().filter(|fact| fact.keyword == Keyword::PatternProperties);
    let facts = facts.filter(|fact| shape.pattern_part(&cx.model, fact).is_some()).gather();
    let Some(first) = facts.first() else { return (None, None) };
    let described = shape.object.additional.iter().any(|additional| additional.part.is_some());
    let mixed = described || facts.len() > 1 || !share_a_schema(cx, shape, first);
    let patterns = facts.iter().flat_map(|fact| patterns(cx, fact)).gather();
    let declared =
        |pattern: &Cow<'_, str>| shape.object.properties.iter().any(|property| may_match(pattern, &property.name));
    let is_open = shape.object.additional.is_empty();
    let (names, others) = match MemberNames::of(cx, shape) {
        MemberNames::Any => (false, None),
        MemberNames::Like(_) => (false, is_open.then_some("properties whose names match no pattern")),
        MemberNames::Described(_) => {
            (!is_open, is_open.then_some("properties whose names match no pattern, with values that no pattern allows"))
        }
    };
    let gains = match (names, mixed) {
        (true, true) => {
            Some("properties whose names match no pattern, and values that are allowed only under other names")
        }
        (true, false) => Some("properties whose names match no pattern"),
        (false, true) => Some("property values that are allowed only under other names"),
        (false, false) => {
            patterns.iter().any(declared).then_some("values of declared properties that `patternProperties` excludes")
        }
    };
    (gains, others)
}
