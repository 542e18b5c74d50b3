//! # function names
//!
//! Renames a function whose name the target does not allow: disallowed characters become `_`, a long name is truncated,
//! and six hex digits of a hash of the original are appended, so that names stay distinct.
//!
//! ## Why
//!
//! The API rejects a function name that does not start with a letter or an underscore, that has characters other than
//! ASCII letters, digits, `_`, `.`, `:` and `-`, or that is longer than 64 characters (128 on Vertex AI). OpenAI allows
//! neither `.` nor `:`, and the target `universal` follows OpenAI in this; a name may start with any of its characters.
//!
//! A tool without a name, or an entry in a list of tools that is not an object, is omitted, because nothing could call
//! it.
//!
//! ## What changes
//!
//! The model calls the function by its new name; the tool's codec holds the original. The arguments do not change.
//!
//! ## Examples
//!
//! ```json source
//! {"name":"github/search issues","inputSchema":{"type":"object","properties":{"q":{"type":"string"}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "name": "github_search_issues_d76d3c",
//!   "parameters": {"type":"OBJECT","properties":{"q":{"type":"STRING"}}}
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "function",
//!   "function": {
//!     "name": "github_search_issues_d76d3c",
//!     "parameters": {
//!       "type": "object",
//!       "properties": {"q":{"type":["string","null"]}},
//!       "additionalProperties": false,
//!       "required": ["q"]
//!     },
//!     "strict": true
//!   }
//! }
//! ```
//!
//! ```json source
//! {"name":"files.read","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}
//! ```
//!
//! ```json gemini
//! {"name":"files.read","parameters":{"type":"OBJECT","properties":{"path":{"type":"STRING"}}}}
//! ```
//!
//! ```json universal
//! {"name":"files_read_9c287d","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}
//! ```
//!
//! ```json source
//! {"tools":[{"name":"now"},{"inputSchema":{"type":"object"}},null]}
//! ```
//!
//! ```json gemini
//! [{"name":"now"}]
//! ```

use super::{
    prelude::*,
    support::{function_name, may_follow, may_start, name_hint, note, place_of_name},
};
use crate::{
    declare::{Declaration, Declarations},
    json::{Kind, Tape},
    lower::clip,
    targets::Target,
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Error, &["N-invalid-name", "N-name-length"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Declare { phase: Phase::Fact, with: declare }];

fn declare(declarations: &mut Declarations<'_>) {
    let (target, hints) = (declarations.target, declarations.hints);
    for declaration in declarations.list.iter_mut() {
        let Some(name) = &declaration.name else {
            leave_out(declaration, declarations.tape);
            continue;
        };
        let Some(mapped) = function_name(name, target) else { continue };
        let message = format!("the function name {:?} {}", clip(name, SHOWN), problem(name, target));
        let source = place_of_name(declaration);
        let words = name_hint(name).filter(|_| hints);
        let edit = note(&mut declaration.edits, &RULE, source, message);
        edit.fix = Some(format!("`name: {mapped:?}`").into());
        edit.described.extend(words.clone());
        declaration.words.extend(words);
        declaration.name = Some(mapped);
        declaration.renamed = true;
    }
}

/// Omits an entry of a list of tools that has no name.
fn leave_out(declaration: &mut Declaration, tape: &Tape<'_>) {
    // A bare schema needs no name.
    let Some(object) = declaration.root.object else { return };
    let message = if tape.kind(object) == Kind::Object {
        "the tool has no `name` that is a string"
    } else {
        "the entry is not a tool; a tool is an object with a `name`"
    };
    let edit = note(&mut declaration.edits, &RULE, object, message.to_owned());
    edit.fix = Some("omitted; a function without a name cannot be called".into());
    edit.fatal = true;
    declaration.dropped = true;
}

/// Longest part of a name that a message shows, in characters.
const SHOWN: usize = 80;

/// Maximum number of characters that a message lists.
const LISTED: usize = 5;

/// What is wrong with a name, and what the target allows.
fn problem(name: &str, target: &Target) -> String {
    let mut refused: Vec<char> = Vec::new();
    for c in name.chars().filter(|c| !may_follow(*c, target)) {
        if refused.len() <= LISTED && !refused.contains(&c) {
            refused.push(c);
        }
    }
    if !refused.is_empty() {
        let mut listed: Vec<String> = refused.iter().take(LISTED).map(|c| format!("{c:?}")).collect();
        listed.extend((refused.len() > LISTED).then(|| "…".to_owned()));
        let (listed, marks) = (listed.join(", "), target.name_marks);
        return format!(
            "has characters that are not allowed ({listed}); only ASCII letters, digits and `{marks}` are allowed"
        );
    }
    let what = match name.chars().next() {
        None => "is empty".to_owned(),
        Some(first) if !may_start(first, target) => format!("starts with {first:?}"),
        Some(_) => return format!("has {} characters; at most {} are allowed", name.len(), target.max_name),
    };
    format!("{what}; a name must start with a letter or an underscore")
}
