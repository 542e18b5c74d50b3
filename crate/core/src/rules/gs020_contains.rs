//! # contains
//!
//! Removes the requirement that an array contains a certain item, or keeps it where it is ignored; the description says
//! that there is one.
//!
//! ## Why
//!
//! Gemini's schema has no fields `contains`, `minContains` and `maxContains`, and the API rejects a request that
//! contains an unknown field. `parametersJsonSchema` accepts them and does not enforce them.
//!
//! ## What changes
//!
//! Arrays without such an item, or with fewer or more of them, are accepted; the description says
//! `must hold a certain item`.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"recipients":{"type":"array","items":{"type":"string"},"contains":{"enum":["owner"]}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "recipients": {"type":"ARRAY","items":{"type":"STRING"},"description":"(must hold a certain item)"}
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "recipients": {
//!       "type": "array",
//!       "items": {"type":"string"},
//!       "contains": {"enum":["owner"]},
//!       "description": "(must hold a certain item)"
//!     }
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic, zod, schemars: say in the description of the property which item the array must have

use super::{Cost, Hook, Phase, Priority, Rule};
use crate::{
    lower::{Lower, Severity},
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-contains"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] =
    &[Hook::Drop { of: &[Keyword::Contains, Keyword::MinContains, Keyword::MaxContains], phase: Phase::Fact, cost }];

fn cost(_: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let more = match fact.keyword {
        Keyword::MinContains => "arrays with fewer items that match `contains`",
        Keyword::MaxContains => "arrays with more items that match `contains`",
        _ => "arrays without an item that matches `contains`",
    };
    Cost::of(more, "must hold a certain item")
}
