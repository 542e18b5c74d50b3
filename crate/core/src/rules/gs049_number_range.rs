//! numbers that the field cannot hold

use super::{Hooks, Phase, Priority, Rule};
use crate::{json::Decimal, lower::Lower, order::keep, report::Severity, schema::Keyword, shape::Shape};

pub(super) static RULE: Rule = Rule {
    code: "GS049",
    slug: "number-range",
    title: "numbers that the field cannot hold",
    summary: "Writes counts as plain integers, and leaves bounds out that a double cannot hold.",
    why: "Counts are 64-bit integers and bounds are doubles; anything else is refused.",
    change: "Equivalent: a count with a fraction is rounded inward, and no value that JSON numbers usually carry lies beyond a double.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-int-fraction"],
    keywords: &[
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
    ],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let mut facts = std::mem::take(&mut shape.facts);
    keep(&mut facts, &mut |fact| {
        if !RULE.keywords.contains(&fact.keyword) || !cx.target.takes(fact.keyword) {
            return true;
        }
        let written = fact.lexeme(cx.ast.tape()).to_owned();
        let Some(number) = Decimal::parse(&written) else { return true };
        let fitting = match fact.keyword {
            Keyword::Minimum | Keyword::Maximum if number.fits_double() => return true,
            Keyword::Minimum | Keyword::Maximum => None,
            _ if is_least(fact.keyword) => number.ceil(),
            _ => number.floor(),
        };
        let fitting = fitting.filter(|text| text.parse::<i64>().is_ok());
        if cx.target.zero_is_unset && is_zero_maximum(fact.keyword, fitting.as_deref()) {
            cx.log(&RULE, fact.key).gains("values that are not empty").detail("zero means no bound to the server");
            shape.hint("must be empty");
            return false;
        }
        if fitting.as_ref() == Some(&written) {
            return true;
        }
        let edit = cx.log(&RULE, fact.key);
        if fitting.is_none() && is_least(fact.keyword) {
            edit.gains("values below this bound");
        }
        fact.text.clone_from(&fitting);
        fitting.is_some()
    });
    shape.facts = facts;
}

fn is_least(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties | Keyword::MinContains | Keyword::Minimum
    )
}

/// An upper count of zero: in a protobuf message the same as none.
fn is_zero_maximum(keyword: Keyword, count: Option<&str>) -> bool {
    matches!(keyword, Keyword::MaxLength | Keyword::MaxItems | Keyword::MaxProperties) && count == Some("0")
}
