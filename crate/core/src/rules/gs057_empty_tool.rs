//! # tools without declarations
//!
//! Removes a tool from a request if its list of function declarations is empty, or if all of its functions have been
//! omitted. Reports the tools of a list that are no functions and are not declared.
//!
//! ## Why
//!
//! Vertex AI rejects a request that has a tool without any field set. A provider's own tool, such as `web_search` of
//! OpenAI or `bash_20250124` of Anthropic, has no schema; only that provider's models know its arguments.
//!
//! ## What changes
//!
//! Nothing where a tool offers no function. A tool with another field, such as `googleSearch`, is kept. A provider's own
//! tool stays in a document that keeps its format and is missing in a list of declarations.
//!
//! ## Examples
//!
//! ```json source
//! {"contents":[],"tools":[{"functionDeclarations":[]},{"functionDeclarations":[
//!   {"name":"search","parameters":{"type":"OBJECT","properties":{"query":{"type":"STRING"}}}}]}]}
//! ```
//!
//! ```json gemini
//! {
//!   "contents": [],
//!   "tools": [
//!     {
//!       "functionDeclarations": [{"name":"search","parameters":{"type":"OBJECT","properties":{"query":{"type":"STRING"}}}}]
//!     }
//!   ]
//! }
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
//!         "properties": {"query":{"type":["string","null"]}},
//!         "additionalProperties": false,
//!         "required": ["query"]
//!       },
//!       "strict": true
//!     }
//!   }
//! ]
//! ```

use super::prelude::*;
use crate::{
    declare::{Declaration, Declarations},
    json::Tape,
    lower::spell,
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["N-empty-tool"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Declare { phase: Phase::End, with: declare }];

/// How many of the tools that are no functions a message names.
const NAMED: usize = 3;

fn declare(declarations: &mut Declarations<'_>) {
    let (tape, others) = (declarations.tape, declarations.others);
    if let Some(first) = others.first().filter(|_| !declarations.in_place) {
        declarations
            .log(&RULE, *first)
            .message_with(|_| not_functions(tape, others))
            .fix("not declared")
            .accepts_less("calls to the tools that are not functions")
            .severity(Severity::Warning);
    }
    for (tool, declared) in declarations.holders.iter().copied() {
        let inside = |declaration: &&Declaration| {
            declaration.root.object.is_some_and(|object| declarations.tape.contains(tool, object))
        };
        let from = declarations.list.partition_point(|declaration| declaration.root.object < Some(tool));
        let dropped = declarations.list[from..].iter().take_while(inside).filter(|declaration| declaration.dropped);
        if dropped.count() < declared {
            continue;
        }
        let none =
            if declared > 0 { "all of the tool's functions are omitted" } else { "the tool declares no function" };
        let edit = declarations.log(&RULE, tool);
        let edit = edit.message_with(|_| format!("{none}; Vertex AI rejects an empty tool")).fix("tool removed");
        if declared > 0 {
            edit.severity(Severity::Info);
        }
        declarations.removed_tools.push(tool);
    }
}

/// The message for elements of a list that are no functions.
fn not_functions(tape: &Tape<'_>, others: &[JsonId]) -> String {
    let name = |tool: &JsonId| {
        // Gemini's own tools are members of the name.
        let named = ["type", "name"].iter().find_map(|member| tape.get(*tool, member));
        format!("`{}`", spell(tape, named.or_else(|| tape.members(*tool).next()).unwrap_or(*tool)))
    };
    let mut names: Vec<String> = others.iter().take(NAMED).map(name).collect();
    if others.len() > NAMED {
        names.push(format!("{} more", others.len() - NAMED));
    }
    let last = names.pop().unwrap_or_default();
    if names.is_empty() {
        return format!("{last} is not a function with a schema");
    }
    format!("{} and {last} are not functions with a schema", names.join(", "))
}
