//! # properties without a name
//!
//! Removes a property whose name is the empty string, from `properties` and from `required`.
//!
//! ## Why
//!
//! The Gemini API rejects a property without a name: `properties[]: key cannot be empty`.
//!
//! ## What changes
//!
//! The property is no longer declared; where it was required, objects without it are accepted. In round-trip mode a
//! schema for `parameters` keeps the property under another name.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"":{"type":"string"},"q":{"type":"string"}},"required":["q"]}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"q":{"type":"STRING"}},"required":["q"]}
//! ```
//!
//! ```json gemini round-trip
//! {"type":"OBJECT","properties":{"__d0bfc1":{"type":"STRING"},"q":{"type":"STRING"}},"required":["q"]}
//! ```
//!
//! ```json gemini-json-schema
//! {"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}
//! ```
//!
//! ## In your server
//!
//! - Give the property a name; for a map with arbitrary keys use `additionalProperties`

use super::prelude::*;
use crate::lower::PartialNode;

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["S-property-key-empty"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Required]), phase: Phase::Root, with: narrow },
    Hook::Settle { phase: Phase::Fact, with: settle },
    Hook::Direct(OnPlain::asked(|cx, node| Direct::idle_if(node.names(cx.model.ast).all(|name| name != "\"\"")))),
];

/// Removes an undeclared empty name from `required` before other rules run: an object that requires nothing else is
/// unconstrained, and they have to see it so.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let empty = shape.object.required.iter().find(|required| required.name.is_empty()).map(|required| required.source);
    let Some(place) = empty.filter(|_| !shape.object.declares("")) else { return };
    cx.log(&RULE, place)
        .message(|_| "`required` lists an empty name; property names must not be empty".to_owned())
        .fix("removed from `required`")
        .accepts_more(NAMELESS);
    shape.object.required.retain(|required| !required.name.is_empty());
}

const NAMELESS: &str = "objects without a property whose name is empty";

fn settle(cx: &mut Lower<'_, '_>, _: &mut Shape, partial: &mut PartialNode) {
    let member = partial.members.iter().find(|member| member.name.is_empty()).map(|member| member.key);
    let required = partial.required.iter().find(|required| required.name.is_empty()).map(|required| required.source);
    let Some(place) = member.or(required) else { return };
    let (message, fix) = match (member, required) {
        (Some(_), Some(_)) => ("a required property has an empty name", "removed, also from `required`"),
        (Some(_), None) => ("a property has an empty name", "removed"),
        (None, _) => ("`required` lists an empty name", "removed from `required`"),
    };
    let edit = cx.log(&RULE, place).message_with(|_| format!("{message}; property names must not be empty")).fix(fix);
    let edit = if member.is_some() { edit.accepts_less("a property with an empty name") } else { edit };
    if required.is_some() {
        edit.accepts_more(NAMELESS);
    }
    partial.members.retain(|member| !member.name.is_empty());
    partial.required.retain(|required| !required.name.is_empty());
}
