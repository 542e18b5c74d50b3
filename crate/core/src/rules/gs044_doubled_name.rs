//! # duplicate function names
//!
//! Appends a number to the name of the second and every further tool with the same name, and omits a tool that is
//! identical to an earlier one.
//!
//! ## Why
//!
//! Gemini rejects a request in which two functions have the same name: `Duplicate function declaration found`. The SDK
//! `@google/genai` throws an error when two MCP servers offer tools with the same name.
//!
//! ## What changes
//!
//! The model calls the function by its new name; the tool's codec holds the original. The arguments do not change.
//!
//! ## Examples
//!
//! ```json source
//! [{"name":"search","inputSchema":{"type":"object","properties":{"q":{"type":"string"}}}},{"name":"search","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]
//! ```
//!
//! ```json gemini
//! [
//!   {"name":"search","parameters":{"type":"OBJECT","properties":{"q":{"type":"STRING"}}}},
//!   {"name":"search_2","parameters":{"type":"OBJECT","properties":{"text":{"type":"STRING"}}}}
//! ]
//! ```
//!
//! ```json openai-strict
//! [
//!   {
//!     "type": "function",
//!     "function": {
//!       "name": "search",
//!       "parameters": {
//!         "type": "object",
//!         "properties": {"q":{"type":["string","null"]}},
//!         "additionalProperties": false,
//!         "required": ["q"]
//!       },
//!       "strict": true
//!     }
//!   },
//!   {
//!     "type": "function",
//!     "function": {
//!       "name": "search_2",
//!       "parameters": {
//!         "type": "object",
//!         "properties": {"text":{"type":["string","null"]}},
//!         "additionalProperties": false,
//!         "required": ["text"]
//!       },
//!       "strict": true
//!     }
//!   }
//! ]
//! ```

use super::{
    prelude::*,
    support::{note, place_of_name},
};
use crate::{
    declare::{Declaration, Declarations},
    json::{Tape, equal},
    order::{Map, Set},
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Error, &["N-duplicate", "L-genai-js-duplicate"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Declare { phase: Phase::Fact, with: declare }];

fn declare(declarations: &mut Declarations<'_>) {
    if declarations.list.len() < 2 {
        return;
    }
    let (tape, longest) = (declarations.tape, declarations.target.max_name);
    let declared = declarations.list.iter_mut().filter(|declaration| !declaration.dropped);
    // A tool keeps the name that it came with, whatever names others are given.
    let (own, renamed): (Vec<_>, Vec<_>) = declared.partition(|declaration| !declaration.renamed);
    let own_names: Set<String> = own.iter().filter_map(|declaration| declaration.name.clone()).collect();
    // The first tool of each name, and the number to try for the next tool of that name.
    let mut first: Map<String, (Option<JsonId>, u32)> = Map::new();
    for declaration in own.into_iter().chain(renamed) {
        let Some(name) = declaration.name.clone() else { continue };
        match first.get(&name) {
            None => {
                first.insert(name, (declaration.root.object, 2));
            }
            Some((earlier, next)) => {
                if same_tool(tape, *earlier, declaration.root.object) {
                    let message = format!(
                        "the tool {name:?} is identical to an earlier one; function names must be unique in a request"
                    );
                    report(declaration, message, "omitted".to_owned());
                    declaration.dropped = true;
                    continue;
                }
                let other = (*next..=u32::MAX)
                    .map(|number| (number, numbered(&name, number, longest)))
                    .find(|(_, candidate)| !first.contains_key(candidate) && !own_names.contains(candidate));
                let Some((number, other)) = other else { continue };
                let message =
                    format!("another tool is also named {name:?}; function names must be unique in a request");
                report(declaration, message, format!("`name: {other:?}`"));
                first.insert(other.clone(), (declaration.root.object, 2));
                if let Some((_, next)) = first.get_mut(&name) {
                    *next = number + 1;
                }
                declaration.renamed = true;
                declaration.name = Some(other);
            }
        }
    }
}

fn same_tool(tape: &Tape<'_>, earlier: Option<JsonId>, later: Option<JsonId>) -> bool {
    earlier.zip(later).is_some_and(|(earlier, later)| equal(tape, earlier, later))
}

fn numbered(name: &str, number: u32, longest: usize) -> String {
    let suffix = format!("_{number}");
    let stem: String = name.chars().take(longest.saturating_sub(suffix.len())).collect();
    stem + &suffix
}

fn report(declaration: &mut Declaration, message: String, fix: String) {
    let source = place_of_name(declaration);
    note(&mut declaration.edits, &RULE, source, message).fix = Some(fix.into());
}
