//! # tools without declarations
//!
//! Removes a tool from a request if its list of function declarations is empty, or if all of its functions have been
//! omitted.
//!
//! ## Why
//!
//! Vertex AI rejects a request that has a tool without any field set.
//!
//! ## What changes
//!
//! Nothing: such a tool offers no function. A tool with another field, such as `googleSearch`, is kept.
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

use super::{Hook, Phase, Priority, Rule};
use crate::{
    declare::{Declaration, Declarations},
    lower::Severity,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["N-empty-tool"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[Hook::Declare { phase: Phase::End, with: declare }];

fn declare(declarations: &mut Declarations<'_>) {
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
