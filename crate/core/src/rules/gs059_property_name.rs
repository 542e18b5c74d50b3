//! # property names
//!
//! In round-trip mode, renames a property whose name the model would send back changed or a client would mistake for a
//! keyword: characters other than letters, digits and `_` become `_`, and six hexadecimal digits of a hash of the
//! original are appended.
//!
//! ## Why
//!
//! Vertex AI sends a name back changed if it has characters other than letters, digits and `_`, more than 64
//! characters, or a digit at the start. The Gemini API rejects an empty name. `parametersJsonSchema` and OpenAI accept
//! names as they are. LangChain.js mistakes a property named `anyOf`, `oneOf`, `additionalProperties` or
//! `exclusiveMinimum` for the keyword: it throws an error, or removes the property. Claude accepts only letters,
//! digits, `_`, `.` and `-` in the names of arguments, at most 64 of them, and otherwise rejects the request; names of
//! nested properties are not checked.
//!
//! ## What changes
//!
//! Nothing, once the call is restored: the tool's codec holds the original names. The hash keeps names distinct that
//! differ only in replaced characters. In drop-in mode names are not changed; a property that LangChain.js mistakes for
//! a keyword is omitted, and so is, for the target `universal`, an argument whose name Claude rejects.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"filter[name]":{"type":"string"},"page-size":{"type":"integer"}},"required":["filter[name]"]}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"filter[name]":{"type":"STRING"},"page-size":{"type":"INTEGER"}},
//!   "required": ["filter[name]"]
//! }
//! ```
//!
//! ```json vertex-ai round-trip
//! {
//!   "type": "object",
//!   "properties": {"filter_name__dddb16":{"type":"string"},"page_size_48f02b":{"type":"integer"}},
//!   "required": ["filter_name__dddb16"]
//! }
//! ```
//!
//! ```json gemini-json-schema round-trip
//! {
//!   "type": "object",
//!   "properties": {"filter[name]":{"type":"string"},"page-size":{"type":"integer"}},
//!   "required": ["filter[name]"]
//! }
//! ```
//!
//! ```json source
//! {"type":"object","properties":{"anyOf":{"type":"string"},"limit":{"type":"integer"}}}
//! ```
//!
//! ```json langchain
//! {"type":"object","properties":{"limit":{"type":"integer"}}}
//! ```
//!
//! ```json langchain round-trip
//! {"type":"object","properties":{"anyOf_9e3f4d":{"type":"string"},"limit":{"type":"integer"}}}
//! ```
//!
//! ## In your server
//!
//! - pydantic: a field name such as `page_size`, without an `alias` such as `page-size`
//! - zod: `page_size` instead of `"page-size"` as the key
//! - schemars: no `#[serde(rename = "page-size")]`

use super::{
    prelude::*,
    support::{hashed_name, mapped_name, name_hint, starts_identifier},
};
use crate::{
    lower::{Names, PlainNode},
    order::Map,
    shape::{ObjectFacts, Property, Required},
    targets::Target,
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Low,
    Severity::Warning,
    &[
        "Q-param-name-rewrite",
        "L-lcjs-union",
        "npm @langchain/google-common 2.3.2",
        "Anthropic API: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$' (n8n-io/n8n#30590, 2026-05-17; decocms/studio#6874, 2026-09-02)",
    ],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Name(declared),
    Hook::Narrow { on: When::Always, phase: Phase::End, with: narrow },
    Hook::Direct(OnPlain::asked(direct)),
];

/// The name under which the target takes a property; `None` if it takes its own.
fn declared(target: &Target, name: &str) -> Option<String> {
    if !target.plain_names {
        return None;
    }
    if target.taken_names.contains(&name) { Some(hashed_name(name, name)) } else { plain(name) }
}

/// The replacement for a name that Vertex AI returns changed; `None` for any other name.
fn plain(name: &str) -> Option<String> {
    mapped_name(name, MAX_NAME, &starts_identifier, &is_plain)
}

fn direct(cx: &Lower<'_, '_>, node: &PlainNode<'_>) -> Direct {
    let (target, at_root) = (cx.target, cx.at_root());
    let is_refused = |name: &str| target.taken_names.contains(&name) || (at_root && !is_root_name(target, name));
    let mut names = node.names(cx.model.ast).map(|name| name.trim_matches('"'));
    Direct::idle_if(!cx.may_code() && !names.any(is_refused))
}

/// Maximum length of a name that the model sends back unchanged.
const MAX_NAME: usize = 64;

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.may_code() {
        return leave_out_refused(cx, &mut shape.object);
    }
    let new = |property: &Property| declared(cx.target, &property.name);
    let wanted: Vec<Option<String>> = shape.object.properties.iter().map(new).collect();
    if wanted.iter().all(Option::is_none) {
        return;
    }
    let mut renamed = Map::new();
    let kept = shape.object.properties.iter().zip(&wanted).filter(|(_, wanted)| wanted.is_none());
    let mut names = Names::taken(kept.map(|(property, _)| property.name.as_str()));
    for (property, wanted) in shape.object.properties.iter_mut().zip(wanted) {
        let Some(wanted) = wanted else { continue };
        let mapped =
            names.take_numbered(&wanted, |taken, number| plain(&format!("{taken} {number}")).unwrap_or_default());
        let refused = refusal(cx, &property.name);
        let severity = if refused.is_some() { Severity::Error } else { RULE.severity };
        let message = refused.unwrap_or_else(|| changed(&property.name));
        let words = name_hint(&property.name);
        cx.log(&RULE, property.key)
            .message_with(|_| message)
            .fix_with(|| format!("renamed to `{mapped}`; restoring a call restores the original name"))
            .described(words.as_deref())
            .severity(severity);
        if let Some(words) = words {
            let mut shape = Shape::any(property.key);
            shape.hint(words);
            property.part.push(shape.into());
        }
        let original = std::mem::replace(&mut property.name, mapped.clone());
        renamed.insert(original.clone(), mapped);
        property.original = Some(original);
    }
    for required in &mut shape.object.required {
        if let Some(mapped) = renamed.get(&required.name) {
            required.name.clone_from(mapped);
        }
    }
}

/// Omits properties whose names the target does not take, where calls are not restored.
fn leave_out_refused(cx: &mut Lower<'_, '_>, object: &mut ObjectFacts) {
    let at_root = cx.at_root();
    let refused = object.properties.iter().filter_map(|property| {
        let message = refusal(cx, &property.name)?;
        Some((property.name.clone(), (property.key, message)))
    });
    let refused: Map<String, (JsonId, String)> = refused.collect();
    if refused.is_empty() {
        return;
    }
    let required = Required::names(&object.required);
    for (name, (key, message)) in &refused {
        let is_required = required.contains(name.as_str());
        let others = if is_required { format!("objects without {name:?}, or with") } else { "objects with".to_owned() };
        let edit = cx.log(&RULE, *key).message_with(|_| message.clone());
        let edit = edit.fix_with(|| format!("{name:?} omitted"));
        let edit = edit.accepts_more(format!("{others} any value for {name:?}"));
        let edit = edit.accepts_less(format!("calls with {name:?}"));
        if at_root && is_required {
            edit.fatal();
        } else {
            edit.severity(Severity::Error);
        }
    }
    object.properties.retain(|property| !refused.contains_key(&property.name));
    object.required.retain(|required| !refused.contains_key(&required.name));
}

/// The message for a name that the target rejects; `None` for any other name.
fn refusal(cx: &Lower<'_, '_>, name: &str) -> Option<String> {
    if cx.target.taken_names.contains(&name) {
        return Some(taken(name, cx.target));
    }
    (cx.at_root() && !is_root_name(cx.target, name)).then(|| refused_at_root(name))
}

/// Whether the root may have a property of that name.
fn is_root_name(target: &Target, name: &str) -> bool {
    let is_plain = |marks: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || marks.contains(c));
    target.root_name_marks.is_none_or(|marks| (1..=MAX_NAME).contains(&name.len()) && is_plain(marks))
}

fn refused_at_root(name: &str) -> String {
    format!(
        "Claude rejects the argument name {name:?}; it takes at most 64 characters: letters, digits, `_`, `.` and `-`"
    )
}

fn taken(name: &str, target: &Target) -> String {
    format!(
        "{} mistakes the property {name:?} for the keyword, and throws an error or removes the property",
        target.reader
    )
}

/// The message for a name that the API rejects or sends back changed.
fn changed(name: &str) -> String {
    if name.is_empty() {
        return "the name of the property is empty; the Gemini API rejects the request".to_owned();
    }
    let odd = name.chars().find(|c| !is_plain(*c)).map(|c| format!("contains the character {:?}", c.to_string()));
    let reason = odd.unwrap_or_else(|| {
        let is_long = name.len() > MAX_NAME;
        if is_long { format!("has more than {MAX_NAME} characters") } else { "starts with a digit".to_owned() }
    });
    format!("the name {name:?} {reason}; Vertex AI returns such a name changed")
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
