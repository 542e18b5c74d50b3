//! enums that are not strings

use super::{Hooks, Phase, Priority, Rule, support::set_bounds};
use crate::{
    json::{Decimal, JsonId, Kind},
    lower::{Lower, spell_list},
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Shape, Values},
};

pub(super) static RULE: Rule = Rule {
    code: "GS025",
    slug: "enum-not-string",
    title: "enums that are not strings",
    summary: "Says the values of an enum of numbers, booleans or containers by bounds and in words.",
    why: "Members of `enum` are strings, and an enum may stand on strings alone.",
    change: "One number is kept exactly as minimum and maximum, contiguous integers too; of other values the output keeps the range, and the description lists them.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-enum-nonstring", "S-enum-nonstring-type", "V-enum-on-container", "L-protoplus-enum"],
    keywords: &[Keyword::Enum, Keyword::Const, Keyword::AnyOf, Keyword::OneOf],
    phase: Phase::Value,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let tape = cx.ast.tape();
    let wrong = |values: &Values| {
        values.keyword == Keyword::Enum
            && (shape.solid_kinds() != Kinds::STRING || values.list.iter().any(|value| tape.kind(*value) != Kind::String))
    };
    // A union or an untyped node has its values split by type first.
    if !shape.unions.is_empty() || !shape.typed || !shape.values.as_ref().is_some_and(wrong) {
        return;
    }
    let Some(values) = shape.values.take() else { return };
    let fitting: Vec<JsonId> = values
        .list
        .iter()
        .copied()
        .filter(|value| !shape.kinds.intersect(Kinds::of(tape, *value)).is_empty() && tape.kind(*value) != Kind::Null)
        .collect();
    let solid = shape.solid_kinds();
    if solid == Kinds::STRING {
        let same = fitting.len() == values.list.len();
        shape.values = (!fitting.is_empty()).then(|| Values { list: fitting, as_written: same, ..values.clone() });
        cx.log(&RULE, values.key);
        return;
    }
    let exact = keep_range(cx, shape, &values, &fitting, solid);
    // Values of another type than the node's were meant, if not said, as its values.
    let named = if fitting.is_empty() { &values.list } else { &fitting };
    let words = spell_list(tape, named);
    let edit = cx.log(&RULE, values.key);
    if !exact {
        edit.gains(format!("values other than {words}"));
    }
    let both_booleans = solid == Kinds::BOOLEAN && fitting.len() > 1;
    if !words.is_empty() && !both_booleans {
        shape.hint(if named.len() == 1 { format!("always {words}") } else { format!("one of: {words}") });
    }
}

/// Keeps what bounds can say of the values; says whether that is all.
fn keep_range(cx: &Lower<'_, '_>, shape: &mut Shape, values: &Values, fitting: &[JsonId], solid: Kinds) -> bool {
    let tape = cx.ast.tape();
    match solid {
        Kinds::BOOLEAN => fitting.len() == 2,
        Kinds::INTEGER | Kinds::NUMBER => {
            let mut numbers: Vec<(Decimal, JsonId)> =
                fitting.iter().filter_map(|value| Some((Decimal::parse(tape.slice(*value))?, *value))).collect();
            numbers.sort_by(|a, b| a.0.cmp(&b.0));
            numbers.dedup_by(|a, b| a.0 == b.0);
            let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return false };
            set_bounds(cx, shape, values.key, tape.slice(first.1), tape.slice(last.1));
            let whole = numbers.iter().all(|(number, _)| number.is_integer());
            if whole {
                // Integers between the bounds are fewer than numbers between them.
                shape.set_kinds(Kinds::INTEGER.with(shape.kinds.intersect(Kinds::NULL)));
            }
            let contiguous = numbers.windows(2).all(|pair| {
                pair[0].0.next_integer_above().and_then(|next| Decimal::parse(&next)).as_ref() == Some(&pair[1].0)
            });
            numbers.len() == 1 || (whole && contiguous)
        }
        _ => false,
    }
}
