//! # tools without arguments
//!
//! Omits the parameters from the declaration of a tool that declares no properties.
//!
//! ## Why
//!
//! From 2024 until 2025, the Gemini API answered `should be non-empty for OBJECT type` to an object without properties
//! and rejected the request. Tests in 2026 found that it is accepted; Google has not announced this.
//!
//! ## What changes
//!
//! Nothing if the tool takes no arguments. A tool that takes arguments of any name gets none: the model fills in declared
//! properties only.
//!
//! The schema's description, and what the output cannot express, are added to the description of the tool.
//!
//! ## Examples
//!
//! ```json source
//! {"name":"list_projects","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ```json gemini
//! {"name":"list_projects"}
//! ```
//!
//! ```json gemini-api
//! {"name":"list_projects","parameters":{"type":"object","properties":{}}}
//! ```
//!
//! ```json source
//! {"name":"set_labels","inputSchema":{"type":"object","additionalProperties":{"type":"string"}}}
//! ```
//!
//! ```json gemini
//! {"name":"set_labels","description":"(properties of any name, each a string)"}
//! ```
//!
//! ```json vertex-ai
//! {"name":"set_labels","parameters":{"type":"object","additionalProperties":{"type":"string"}}}
//! ```
//!
//! ```json gemini round-trip
//! {
//!   "name": "set_labels",
//!   "parameters": {
//!     "type": "OBJECT",
//!     "properties": {
//!       "arguments": {
//!         "type": "ARRAY",
//!         "items": {
//!           "type": "OBJECT",
//!           "properties": {"key":{"type":"STRING"},"value":{"type":"STRING"}},
//!           "required": ["key","value"]
//!         }
//!       }
//!     },
//!     "required": ["arguments"]
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: a field `labels: dict[str, str]` for free-form arguments instead of `extra="allow"` on the model
//! - zod: `z.object({ labels: z.record(z.string(), z.string()) })` instead of `z.record(…)` for all arguments
//! - schemars: a struct with a field `labels: HashMap<String, String>` instead of `#[serde(flatten)]`

use super::prelude::*;
use crate::{
    lower::{Closing, PartialNode, clip},
    schema::{Entry, SchemaId, Value},
    shape::{constrains_nothing, in_place},
    targets::Door,
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Info,
    &["S-object-empty-properties", "S-any-mode-needs-object"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Settle { phase: Phase::End, with: settle },
    Hook::Direct(OnPlain::asked(|cx, node| {
        Direct::idle_if(!cx.at_arguments() || !node.members(cx.model.ast).is_empty())
    })),
];

fn settle(cx: &mut Lower<'_, '_>, shape: &mut Shape, partial: &mut PartialNode) {
    let object = shape.kinds.meets(Kinds::OBJECT);
    if !cx.at_arguments() || !object || !partial.members.is_empty() || !partial.unions.is_empty() {
        return;
    }
    let as_it_was = cx.log.count() == 0 && shape.object.key.is_some();
    let open = is_open(cx, shape);
    // A schema with a description is kept, unless it allows arguments, which the model cannot give either way.
    let says_something = open != Openness::ToArguments && !cx.words_of(shape).is_empty();
    if cx.target.empty_root && (as_it_was || says_something) {
        return;
    }
    let described = matches!(&partial.closing, Some((_, Closing::Schema(_) | Closing::Flag(true))));
    if described || (!cx.target.complete_nodes && asks_for_something(shape, partial)) {
        return;
    }
    let needs_some = shape.read_from.iter().any(|schema| needs_members(cx, *schema));
    let was_refused = !cx.target.empty_root;
    let description = shape.fact(Keyword::Description).map(|fact| clip(&cx.fact_string(fact), SHOWN));
    let has_schema = cx.target.door == Door::OpenAi;
    let declared = if has_schema { "an object without properties" } else { "a declaration without parameters" };
    let edit = cx.log(&RULE, shape.origin).message_with(|_| empty(open, was_refused)).fix_with(|| match open {
        Openness::ToArguments => format!("{declared}; the model cannot give any arguments"),
        Openness::No | Openness::ToNone => format!("{declared}: the tool takes no arguments"),
    });
    let edit = edit.described(description.as_deref());
    let edit = match (needs_some, open) {
        (true, _) => edit.accepts_more("calls without arguments"),
        (false, Openness::No) => edit,
        (false, _) => edit.accepts_more("arguments that the schema does not allow"),
    };
    if open == Openness::ToArguments {
        edit.accepts_less("every argument").severity(Severity::Warning);
    }
    cx.omit_root(shape);
}

/// Most characters of a description that an issue shows.
const SHOWN: usize = 80;

/// The message for an object without properties; `was_refused` if the target's API once rejected it.
fn empty(open: Openness, was_refused: bool) -> String {
    let what = match open {
        Openness::No => "the schema declares no properties",
        Openness::ToNone => "the schema declares only properties for which no value is valid",
        Openness::ToArguments => {
            return "the schema allows arguments without declaring any; the model gives only declared properties"
                .to_owned();
        }
    };
    let refusal = "; the Gemini API rejected an object without properties until 2025";
    what.to_owned() + if was_refused { refusal } else { "" }
}

/// Whether the node constrains its value, although it declares no members.
fn asks_for_something(shape: &Shape, partial: &PartialNode) -> bool {
    let asks = |fact: &Fact| !constrains_nothing(fact.keyword);
    !partial.required.is_empty() || shape.values.is_some() || shape.facts.iter().any(asks)
}

/// What a root whose output declares no members allows as members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Openness {
    /// No members, or nothing is stated about them.
    No,
    /// Declared members whose schemas allow no value.
    ToNone,
    /// Members that are described but not named.
    ToArguments,
}

/// What the schemas of the root, and those that they apply to the same object, allow as members.
fn is_open(cx: &Lower<'_, '_>, shape: &Shape) -> Openness {
    let schemas = in_place(&cx.model, &shape.read_from, &APPLIED);
    if shape.read_from.iter().any(|schema| schemas.contains(schema) && cx.model.ast.closes(*schema)) {
        return Openness::No;
    }
    let entries = schemas.iter().flat_map(|schema| cx.model.ast.entries(*schema));
    entries.map(|entry| says(cx, entry)).max().unwrap_or(Openness::No)
}

/// Applicators whose subschemas apply to the arguments object itself.
const APPLIED: [Keyword; 6] =
    [Keyword::AllOf, Keyword::AnyOf, Keyword::OneOf, Keyword::If, Keyword::Then, Keyword::Else];

fn says(cx: &Lower<'_, '_>, entry: &Entry) -> Openness {
    let speaks = match (entry.keyword, entry.value) {
        (Keyword::Unknown, Value::Schema(_)) => return Openness::ToNone,
        (Keyword::Properties, value) if !cx.model.ast.links(value).is_empty() => return Openness::ToNone,
        (Keyword::AdditionalProperties | Keyword::PropertyNames | Keyword::UnevaluatedProperties, value) => {
            let forbids = |schema| cx.model.ast.is_false(schema);
            matches!(value, Value::Schema(schema) if !forbids(schema))
        }
        (Keyword::PatternProperties | Keyword::MinProperties | Keyword::MaxProperties, _) => {
            !matches!(cx.model.ast.tape().slice(entry.json()), "0" | "0.0" | "{}")
        }
        _ => false,
    };
    if speaks { Openness::ToArguments } else { Openness::No }
}

/// Whether a schema rejects objects without members.
fn needs_members(cx: &Lower<'_, '_>, schema: SchemaId) -> bool {
    let least = cx.model.ast.entry(schema, Keyword::MinProperties);
    least.is_some_and(|entry| !matches!(cx.model.ast.tape().slice(entry.json()), "0" | "0.0"))
}
