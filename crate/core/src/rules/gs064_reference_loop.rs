//! # loops of references without a way out
//!
//! Makes a member optional, or a list allowed to be empty, where a loop of references would have no way out.
//!
//! ## Why
//!
//! A loop is taken only if it passes an optional member or a list that may be empty; null as the other choice does
//! not count.
//!
//! ## What changes
//!
//! The output allows values that end the loop where the schema wants another level or null.

use super::{Hook, Phase, Priority, Rule, When};
use crate::{
    lower::Lower,
    order::{Gather, keep},
    report::Severity,
    schema::{Keyword, SchemaId},
    shape::{Part, Shape, Term},
    targets::ReferenceForm,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["J-ref-loop"],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::Required, Keyword::MinItems]), phase: Phase::Fact, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.references == ReferenceForm::Refused || cx.target.closed_objects {
        return;
    }
    if !shape.read_from.iter().any(|schema| cx.is_inescapable(*schema)) {
        return;
    }
    let in_loop = |part: &Part| schemas(part).any(|schema| cx.is_inescapable(schema));
    let looping: Vec<&str> =
        shape.object.properties.iter().filter(|it| in_loop(&it.part)).map(|it| it.name.as_str()).gather();
    let mut hints = Vec::new();
    keep(&mut shape.object.required, &mut |required| {
        let freed = looping.contains(&required.name.as_str());
        if freed {
            cx.log(&RULE, required.source).accepts_more(format!("objects without {:?}", required.name));
            hints.push(format!("{} is needed", required.name));
        }
        !freed
    });
    for hint in hints {
        shape.hint(hint);
    }
    if shape.array.items.as_ref().is_some_and(|(_, part)| schemas(part).any(|schema| cx.is_inescapable(schema))) {
        for fact in shape.take_facts(Keyword::MinItems) {
            cx.log(&RULE, fact.key).accepts_more("shorter lists");
        }
    }
}

fn schemas(part: &Part) -> impl Iterator<Item = SchemaId> {
    part.iter().filter_map(|term| if let Term::Schema(schema) = term { Some(*schema) } else { None })
}
