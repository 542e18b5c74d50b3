//! # contains
//!
//! Removes the requirement that an array contains a certain item, or keeps it where it is ignored, and states it in the
//! description.
//!
//! ## Why
//!
//! Gemini's schema has no fields `contains`, `minContains` and `maxContains`, and the API rejects a request that
//! contains an unknown field. `parametersJsonSchema` accepts them and does not enforce them.
//!
//! ## What changes
//!
//! Arrays without such an item, or with fewer or more of them, are accepted. With `minContains: 0` every array is valid,
//! so nothing changes.
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
//!   "properties": {"recipients":{"type":"ARRAY","items":{"type":"STRING"},"description":"(must contain owner)"}}
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
//!       "description": "(must contain owner)"
//!     }
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic, zod, schemars: say in the description of the property which item the array must have

use super::{prelude::*, support::exactly};
use crate::{
    json::Decimal,
    lower::{inline, spell},
    schema::{SchemaId, Value},
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-contains"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Drop { of: &[Keyword::Contains, Keyword::MinContains, Keyword::MaxContains], phase: Phase::Fact, cost }];

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let Some((schema, _)) = shape.entry_at(&cx.model, fact.key) else {
        return Cost::of("arrays that `contains` excludes", "must contain a certain item");
    };
    let (ast, tape) = (cx.model.ast, cx.model.ast.tape());
    let number = |keyword| ast.entry(schema, keyword).map(|entry| spell(tape, entry.json()));
    let is = |number: &String, other: &str| Decimal::parse(number) == Decimal::parse(other);
    // Without `contains`, the other keywords have no effect.
    let Some(Value::Schema(item)) = ast.entry(schema, Keyword::Contains).map(|entry| entry.value) else {
        return Cost::NONE;
    };
    let items = item_words(cx, item);
    // One is the default.
    let least = number(Keyword::MinContains).filter(|least| !is(least, "1"));
    match (fact.keyword, least, number(Keyword::MaxContains)) {
        (Keyword::MaxContains, _, Some(most)) => {
            let words = match most.as_str() {
                "0" => format!("must not contain {items}"),
                "1" => format!("may contain {items} at most once"),
                most => format!("may contain {items} at most {most} times"),
            };
            Cost::of("arrays with more items that match `contains`", &words)
        }
        (Keyword::MinContains, Some(least), _) if !is(&least, "0") => Cost::of(
            "arrays with fewer items that match `contains`",
            &format!("must contain {items} at least {least} times"),
        ),
        (Keyword::Contains, None, _) => {
            Cost::of("arrays without an item that matches `contains`", &format!("must contain {items}"))
        }
        (Keyword::Contains, Some(least), _) if !is(&least, "0") => {
            Cost::accepts_more("arrays without an item that matches `contains`")
        }
        _ => Cost::NONE,
    }
}

/// Describes the item in words if they can state all of it; otherwise by its schema.
fn item_words(cx: &Lower<'_, '_>, item: SchemaId) -> String {
    exactly(cx, item, "an item").unwrap_or_else(|| {
        let schema = cx.model.ast.json(cx.model.referent(item));
        format!("an item that matches {}", inline(cx.model.ast.tape(), schema, SHOWN))
    })
}

/// Most characters of an item's schema that are shown.
const SHOWN: usize = 80;
