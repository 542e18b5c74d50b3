//! # lone surrogates
//!
//! Replaces a surrogate without its partner (`\ud800`) by the replacement character U+FFFD.
//!
//! ## Why
//!
//! Strings in a request are UTF-8, which cannot encode half of a surrogate pair.
//!
//! ## What changes
//!
//! A character that was broken in the source is U+FFFD in the output. Whole pairs, such as emoji, stay.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"mood":{"type":"string","description":"broken \ud83d, whole \ud83d\ude00"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"mood":{"type":"STRING","description":"broken �, whole 😀"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {"type":"object","properties":{"mood":{"type":"string","description":"broken �, whole 😀"}}}
//! ```
//!
//! ## In your server
//!
//! - JavaScript: `text.toWellFormed()` where text is truncated to a length
//! - Python: `text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")` before the schema is written

use super::{Rendered, prelude::*};
use crate::{declare::Declarations, json::has_lone_surrogate, lower::Edit};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["RFC 8259 §8.2", "Protocol Buffers: strings are UTF-8"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Text(text), Hook::Declare { phase: Phase::Note, with: description }];

/// Repairs the descriptions of the tools themselves.
fn description(declarations: &mut Declarations<'_>) {
    let tape = declarations.tape;
    if !tape.has_unicode_escapes() {
        return;
    }
    for declaration in declarations.list.iter_mut() {
        let Some(text) = declaration.root.description.filter(|text| has_lone_surrogate(tape.slice(*text))) else {
            continue;
        };
        declaration.description_changed = true;
        declaration.edits.push(replaced("the description", text));
    }
}

fn text(rendered: &mut Rendered<'_>) {
    if !has_lone_surrogate(&rendered.text) {
        return;
    }
    rendered.text = replace_lone_surrogates(&rendered.text);
    rendered.edits.push(replaced("a string in the schema", rendered.source.1));
}

fn replaced(what: &str, source: JsonId) -> Edit {
    Edit {
        message: Some(format!("{what} contains one half of a surrogate pair, which UTF-8 cannot encode").into()),
        fix: Some("replaced by U+FFFD, the replacement character".into()),
        annotation: true,
        ..Edit::new(&RULE, source)
    }
}

/// Rewrites the escapes of lone surrogates in JSON text.
fn replace_lone_surrogates(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        // A surrogate pair, a single `\u` escape, or a backslash with the character that it escapes.
        let length = [12, 6, 2].into_iter().find(|length| is_escape(rest, *length)).unwrap_or(rest.len());
        let escape = &rest[..length];
        out.push_str(if has_lone_surrogate(escape) { "\\ufffd" } else { escape });
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// Whether the text starts with an escape of that length: a surrogate pair, `\\uXXXX`, or two
/// characters.
fn is_escape(text: &str, length: usize) -> bool {
    let unicode = |at: usize| text.get(at..at + 6).is_some_and(|escape| escape.starts_with("\\u"));
    match length {
        12 => unicode(0) && unicode(6) && text.get(..12).is_some_and(|pair| !has_lone_surrogate(pair)) && is_high(text),
        6 => unicode(0),
        _ => text.len() >= 2 && text.is_char_boundary(2),
    }
}

/// Whether the text starts with the escape of a high surrogate.
fn is_high(text: &str) -> bool {
    text.get(2..6)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .is_some_and(|unit| (0xD800..0xDC00).contains(&unit))
}
