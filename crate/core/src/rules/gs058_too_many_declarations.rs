//! # too many declarations
//!
//! Omits the functions of a request beyond the number that one request may declare; a list of tools keeps them all,
//! with a warning that they need several requests.
//!
//! ## Why
//!
//! The API rejects a request with more than 512 function declarations; OpenAI accepts at most 128 tools.
//!
//! ## What changes
//!
//! The model cannot call the omitted functions, which are the last ones of the request.
//!
//! ## Examples
//!
//! A request with fewer functions stays as it is:
//!
//! ```json source
//! {"contents":[],"tools":[{"functionDeclarations":[{"name":"list_files"},{"name":"list_users"}]}]}
//! ```
//!
//! ```json gemini
//! {"contents":[],"tools":[{"functionDeclarations":[{"name":"list_files"},{"name":"list_users"}]}]}
//! ```
//!
//! ```json openai-strict
//! [
//!   {
//!     "type": "function",
//!     "function": {
//!       "name": "list_files",
//!       "parameters": {"type":"object","properties":{},"required":[],"additionalProperties":false},
//!       "strict": true
//!     }
//!   },
//!   {
//!     "type": "function",
//!     "function": {
//!       "name": "list_users",
//!       "parameters": {"type":"object","properties":{},"required":[],"additionalProperties":false},
//!       "strict": true
//!     }
//!   }
//! ]
//! ```
//!
//! ## In your server
//!
//! - Offer fewer tools, or one tool with a parameter that chooses the action.
//! - Send only the tools that a conversation needs.

use super::{
    prelude::*,
    support::{note, place_of_name},
};
use crate::declare::Declarations;

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["N-max-declarations"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Declare { phase: Phase::Fact, with: declare }];

fn declare(declarations: &mut Declarations<'_>) {
    let most = declarations.target.max_declarations;
    let declared = declarations.list.iter().filter(|declaration| !declaration.dropped).count();
    if declared <= most {
        return;
    }
    let mut beyond = declarations.list.iter_mut().filter(|declaration| !declaration.dropped).skip(most);
    if !declarations.in_request {
        let place = beyond.next().map_or(JsonId::ROOT, |declaration| place_of_name(declaration));
        let declared = declared + declarations.unserved;
        return declarations
            .log(&RULE, place)
            .message_with(|_| format!("the list has {declared} functions; the API takes at most {most} in one request"))
            .fix("all functions kept; they need several requests")
            .severity(Severity::Warning);
    }
    for (declaration, number) in beyond.zip(most + 1..) {
        let message =
            format!("function {number} of the request exceeds the limit; the API takes at most {most} in one request");
        let source = place_of_name(declaration);
        let edit = note(&mut declaration.edits, &RULE, source, message);
        edit.fix = Some("function omitted".into());
        edit.accepts_less = Some("calls to the function".into());
        edit.fatal = true;
        declaration.dropped = true;
    }
}
