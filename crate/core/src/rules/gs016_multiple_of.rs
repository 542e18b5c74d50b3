//! # multipleOf
//!
//! Removes `multipleOf`, or keeps it where it is ignored, and states it in the description.
//!
//! ## Why
//!
//! Gemini's schema has no field `multipleOf`, and the API rejects a request that contains an unknown field.
//! `parametersJsonSchema` accepts the keyword and does not enforce it.
//!
//! ## What changes
//!
//! Numbers that are not a multiple are accepted; the description says `multiple of …`.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"minutes":{"type":"integer","multipleOf":15}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"minutes":{"type":"INTEGER","description":"(multiple of 15)"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"minutes":{"type":"integer","multipleOf":15,"description":"(multiple of 15)"}}
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"minutes":{"type":["integer","null"],"multipleOf":15}},
//!   "additionalProperties": false,
//!   "required": ["minutes"]
//! }
//! ```

use super::{prelude::*, support::value_of};
use crate::json::Decimal;

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-multipleOf"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Drop { of: &[Keyword::MultipleOf], phase: Phase::Fact, cost }];

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let is_integer = shape.typed && shape.kinds.without(Kinds::NULL) == Kinds::INTEGER;
    let divisor = Decimal::parse(fact.lexeme(cx.model.ast.tape()));
    if is_integer && divisor.is_some_and(|divisor| divisor.divides_integers()) {
        return Cost::NONE;
    }
    let words = format!("multiple of {}", value_of(cx, fact));
    Cost::accepts_more(format!("numbers that are not a {words}")).told(Some(words))
}
