//! # numbers that the field cannot hold
//!
//! Rewrites counts such as `minLength` as plain integers, and removes counts beyond 64 bits, bounds beyond a double,
//! and maximum counts of zero where the API reads zero as unset.
//!
//! ## Why
//!
//! In the Gemini API `minLength` and the other counts are 64-bit integers and bounds are doubles; a count with a
//! fraction or an exponent is rejected (`TYPE_INT64`). In a protobuf message a count of zero is the same as an unset
//! one, so `maxLength: 0` limits nothing. `parametersJsonSchema` and OpenAI read zero as zero.
//!
//! ## What changes
//!
//! A count with a fraction is rounded inward, which excludes the same values. Where `maxItems: 0` is removed, the
//! description states `must be empty`, and values that are not empty are accepted. Where the removed keyword is a
//! minimum above the range of the field, or a maximum below it, the values that it excluded are accepted.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"code":{"type":"string","minLength":1.5,"maxLength":20.0},"note":{"type":"string","maxLength":0}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "code": {"type":"STRING","minLength":2,"maxLength":20},
//!     "note": {"type":"STRING","description":"(must be empty)"}
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "code": {
//!       "type": "string",
//!       "minLength": 2,
//!       "maxLength": 20,
//!       "description": "(at least 2 characters; at most 20 characters)"
//!     },
//!     "note": {"type":"string","maxLength":0,"description":"(at most 0 characters)"}
//!   }
//! }
//! ```

use super::prelude::*;
use crate::json::Decimal;

const KEYWORDS: &[Keyword] = &[
    Keyword::MinLength,
    Keyword::MaxLength,
    Keyword::MinItems,
    Keyword::MaxItems,
    Keyword::MinProperties,
    Keyword::MaxProperties,
    Keyword::MinContains,
    Keyword::MaxContains,
    Keyword::Minimum,
    Keyword::Maximum,
];

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-int-fraction"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(KEYWORDS), phase: Phase::Fact, with: narrow },
    Hook::Direct(OnPlain::asked(|_, _| Direct::Facts)),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let mut facts = std::mem::take(&mut shape.facts);
    facts.retain_mut(|fact| {
        if !KEYWORDS.contains(&fact.keyword) || !cx.target.takes(fact.keyword) {
            return true;
        }
        let written = fact.lexeme(cx.model.ast.tape()).to_owned();
        let Some(number) = Decimal::parse(&written) else { return true };
        let fitting = match fact.keyword {
            Keyword::Minimum | Keyword::Maximum if number.fits_double() => return true,
            Keyword::Minimum | Keyword::Maximum => None,
            _ if is_least(fact.keyword) => number.ceil(),
            _ => number.floor(),
        };
        let fitting = fitting.filter(|text| text.parse::<i64>().is_ok());
        if cx.target.zero_is_unset && is_zero_maximum(fact.keyword, fitting.as_deref()) {
            log_zero(cx, fact.key);
            shape.hint("must be empty");
            return false;
        }
        if fitting.as_ref() == Some(&written) {
            return true;
        }
        let fix = fitting.as_ref().map(|text| format!("`{}: {text}`", fact.keyword.name()));
        let held = if matches!(fact.keyword, Keyword::Minimum | Keyword::Maximum) { DOUBLE } else { INTEGER };
        let edit = cx.log(&RULE, fact.key).message_with(|found| match fix {
            Some(_) => format!("{found} is not written as an integer; a count must be one"),
            None => format!("{found} is outside the range of {held}"),
        });
        let edit = edit.fix(fix.clone().unwrap_or_else(|| "removed".to_owned()));
        // A bound beyond the far end of the range, such as a huge maximum, excludes nothing.
        let counts = match fact.keyword {
            Keyword::Minimum => !number.is_negative(),
            Keyword::Maximum => number.is_negative(),
            keyword => is_least(keyword),
        };
        if fitting.is_none() && counts {
            let side = if fact.keyword == Keyword::Maximum { "above" } else { "below" };
            edit.accepts_more(format!("values {side} this bound"));
        }
        fact.text.clone_from(&fitting);
        fitting.is_some()
    });
    shape.facts = facts;
}

const DOUBLE: &str = "a 64-bit floating-point number";
const INTEGER: &str = "a 64-bit integer";

fn log_zero(cx: &mut Lower<'_, '_>, key: JsonId) {
    cx.log(&RULE, key)
        .message(|found| format!("{found} sets no limit: the API reads zero as unset"))
        .fix("removed")
        .described(Some("must be empty"))
        .accepts_more("values that are not empty");
}

fn is_least(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties | Keyword::MinContains | Keyword::Minimum
    )
}

/// Whether a count is a maximum of zero, which in a protobuf message is the same as unset.
fn is_zero_maximum(keyword: Keyword, count: Option<&str>) -> bool {
    matches!(keyword, Keyword::MaxLength | Keyword::MaxItems | Keyword::MaxProperties) && count == Some("0")
}
