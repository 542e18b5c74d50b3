//! # format
//!
//! Takes formats out that the target does not list, and says them in the description.
//!
//! ## Why
//!
//! The documented formats are few; others were refused, and constrain nothing where they are read.
//!
//! ## What changes
//!
//! The output allows strings of any format.

use super::{Hook, Phase, Priority, Rule, When};
use crate::{
    lower::Lower,
    report::Severity,
    schema::{Keyword, Kinds},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["S-format-string", "S-enum-format-without-values", "Q-format-noop"],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::Format]), phase: Phase::Fact, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let kind = if shape.typed && shape.unions.is_empty() { shape.solid_kinds() } else { Kinds::NONE };
    for fact in shape.take_facts(Keyword::Format) {
        let format = cx.fact_string(&fact);
        if cx.target.takes_format(kind, &format) && (format != "enum" || shape.values.is_some()) {
            shape.facts.push(fact);
            continue;
        }
        // A format on a value of another type says nothing.
        let edit = cx.log(&RULE, fact.key);
        if format != "enum" && !format.is_empty() {
            edit.accepts_more(format!("values that are no {format}"));
            shape.hint(format!("format: {}", crate::lower::clip(&format, 60)));
        }
    }
}
