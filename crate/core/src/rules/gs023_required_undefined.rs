//! # required without a property
//!
//! Declares a property for each required name that has none, and removes names from `required` that are duplicates or
//! cannot have a property.
//!
//! ## Why
//!
//! Each name in `required` must be a declared property of the same schema. For any other name, the Gemini API answers
//! `property is not defined` and rejects the request, and for `parametersJsonSchema` it answers
//! `requires unspecified property`: there, each node that has `required` must declare the names itself, in alternatives
//! too.
//!
//! ## What changes
//!
//! The new property allows what `additionalProperties` allows, which is any value by default. Where a name without a
//! property is removed, the output also accepts objects that lack that property, which the model could not have given.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"query":{"type":"string"}},"required":["query","limit"],"additionalProperties":{"type":"integer"}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"query":{"type":"STRING"},"limit":{"type":"INTEGER"}},
//!   "required": ["query","limit"],
//!   "description": "(other properties, each an integer)"
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"query":{"type":"string"},"limit":{"type":"integer"}},
//!   "required": ["query","limit"],
//!   "additionalProperties": {"type":"integer"}
//! }
//! ```

use super::{prelude::*, support::declare_required};
use crate::{lower::PartialNode, order::Map, shape::Required};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Error, &["S-required-undefined", "J-required-undefined"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Required]), phase: Phase::Value, with: narrow },
    Hook::Settle { phase: Phase::Value, with: settle },
    Hook::Direct(OnPlain::Idle),
];

/// Declares the required properties, unless the schema forbids undeclared ones.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    // Where nodes need not be complete, neither the enclosing node nor an alternative declares the members of this one.
    let is_complete = shape.typed && shape.kinds.has(Kinds::OBJECT) && shape.unions.is_empty();
    if is_complete || !cx.target.complete_nodes {
        declare_required(cx, shape, &RULE);
    }
}

/// Longest list of names that is searched without an index.
const SHORT: usize = 16;

fn settle(cx: &mut Lower<'_, '_>, _: &mut Shape, partial: &mut PartialNode) {
    let PartialNode { required, members, .. } = partial;
    // On a short list, comparing all pairs is cheaper than an index.
    let is_once = |(at, name): (usize, &Required)| {
        members.iter().any(|member| member.name == name.name)
            && required[..at].iter().all(|other| other.name != name.name)
    };
    if required.len() <= SHORT && required.iter().enumerate().all(is_once) {
        return;
    }
    let tape = cx.model.ast.tape();
    // Where each member was found in `required` so far.
    let mut met: Map<&str, Option<JsonId>> = members.iter().map(|member| (member.name.as_str(), None)).collect();
    required.retain(|name| {
        match met.get_mut(name.name.as_str()) {
            // A property may state itself that it is required, which the rule that reads it reports.
            Some(Some(first)) if tape.is_key(*first) || tape.is_key(name.source) => {}
            Some(Some(_)) => drop(cx.log(&RULE, name.source).message(doubled).fix(ONCE)),
            Some(first) => {
                *first = Some(name.source);
                return true;
            }
            None => drop(
                cx.log(&RULE, name.source)
                    .message_with(|found| undeclared(found, &name.name))
                    .fix("removed from `required`")
                    .accepts_more(format!("objects without {:?}", name.name)),
            ),
        }
        false
    });
}

/// The fix for a duplicate name.
const ONCE: &str = "duplicate removed from `required`";

fn doubled(found: Found<'_>) -> String {
    format!("{found} is listed twice in `required`, but each name may occur only once")
}

fn undeclared(found: Found<'_>, name: &str) -> String {
    format!(
        "`required` lists {name:?}, for which no property is left; {} takes only declared properties",
        found.reader()
    )
}
