//! Bounds of numbers, compared as decimals exactly as written.

use std::cmp::Ordering;

use super::facts::set_fact;
use crate::{
    json::{Decimal, JsonId},
    lower::{Found, Lower},
    order::Gather,
    rules::Rule,
    schema::{Keyword, Kinds},
    shape::{Fact, Shape},
};

/// A side of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Lower,
    Upper,
}

impl Bound {
    fn keywords(self) -> (Keyword, Keyword) {
        match self {
            Bound::Lower => (Keyword::ExclusiveMinimum, Keyword::Minimum),
            Bound::Upper => (Keyword::ExclusiveMaximum, Keyword::Maximum),
        }
    }

    /// Whether `new` is a narrower bound than `old`.
    fn narrower(self, new: &Decimal, old: &Decimal) -> bool {
        new.cmp(old) == if self == Bound::Lower { Ordering::Greater } else { Ordering::Less }
    }
}

/// Replaces exclusive bounds of one side by an inclusive one.
pub(crate) fn close_bound(cx: &mut Lower<'_, '_>, shape: &mut Shape, rule: &'static Rule, side: Bound) {
    let (open, closed) = side.keywords();
    if cx.target.takes(open) {
        return read_flag(cx, shape, rule, side);
    }
    let tape = cx.model.ast.tape();
    let vacuous = shape.never_applies(open);
    for fact in shape.take_facts(open) {
        let plain = shape.fact(closed).map(|fact| fact.lexeme(tape).to_owned());
        let limit = match fact.lexeme(tape) {
            // Draft 4: a flag that makes `minimum` or `maximum` exclusive.
            "true" => plain.as_deref(),
            "false" => None,
            limit => Some(limit),
        };
        match limit.filter(|_| !vacuous) {
            Some(limit) => close_one(cx, shape, rule, side, fact.key, (limit, plain.as_deref())),
            None => drop(cx.log(rule, fact.key).fix("removed: it excludes no value")),
        }
    }
}

/// Replaces draft 4's flag by an exclusive bound, for targets that take exclusive bounds.
fn read_flag(cx: &mut Lower<'_, '_>, shape: &mut Shape, rule: &'static Rule, side: Bound) {
    let (open, closed) = side.keywords();
    let tape = cx.model.ast.tape();
    let flags = shape.take_facts_if(&mut |fact| fact.keyword == open && matches!(fact.lexeme(tape), "true" | "false"));
    // Numeric bounds move to the end, as all facts do that a rule has processed.
    let mut numbers = shape.take_facts(open);
    shape.facts.append(&mut numbers);
    for flag in flags {
        let is_set = flag.lexeme(tape) == "true";
        let fix = match shape.fact(closed).filter(|_| is_set) {
            Some(plain) => format!("`{}: {}`", open.name(), plain.lexeme(tape)),
            None => "removed: it excludes no value".to_owned(),
        };
        let message =
            |found: Found<'_>| format!("{found} is a boolean, as in draft 4; {} takes a number there", found.reader());
        cx.log(rule, flag.key).message(message).fix(fix);
        if is_set {
            for plain in shape.take_facts(closed) {
                let text = Some(plain.lexeme(tape).to_owned());
                shape.add_fact(cx.model.ast, Fact { text, ..Fact::written(open, flag.key) });
            }
        }
    }
}

/// Replaces one exclusive bound, given the inclusive bound of its side if there is one.
fn close_one(
    cx: &mut Lower<'_, '_>,
    shape: &mut Shape,
    rule: &'static Rule,
    side: Bound,
    key: JsonId,
    (limit, plain): (&str, Option<&str>),
) {
    let Some(number) = Decimal::parse(limit) else { return };
    let plain = plain.and_then(Decimal::parse);
    let integer = shape.solid_kinds() == Kinds::INTEGER;
    let next = match side {
        Bound::Lower => number.next_integer_above(),
        Bound::Upper => number.next_integer_below(),
    };
    let bound = next.filter(|_| integer).unwrap_or_else(|| limit.to_owned());
    let tighter = Decimal::parse(&bound).is_some_and(|new| plain.as_ref().is_none_or(|old| side.narrower(&new, old)));
    if tighter {
        set_fact(shape, side.keywords().1, key, bound.clone());
    }
    // A narrower inclusive bound makes the exclusive one redundant.
    let matters = plain.is_none_or(|old| !side.narrower(&old, &number));
    let word = if side == Bound::Lower { "greater" } else { "less" };
    let inexact = !integer && matters;
    let closed = side.keywords().1;
    let held = shape.fact(closed).map_or(&*bound, |fact| fact.lexeme(cx.model.ast.tape()));
    let edit = cx.log(rule, key).fix_with(|| {
        let held = format!("`{}: {held}`", closed.name());
        if tighter || matters { held } else { format!("removed: {held} is at least as narrow") }
    });
    if inexact {
        let words = format!("{word} than {limit}");
        edit.described(Some(&words)).accepts_more(format!("exactly {limit}"));
        shape.hint(words);
    }
}

/// Narrows a number to a closed range.
pub(crate) fn set_bounds(cx: &Lower<'_, '_>, shape: &mut Shape, key: JsonId, low: &str, high: &str) {
    for (keyword, text) in [(Keyword::Minimum, low), (Keyword::Maximum, high)] {
        shape.add_fact(cx.model.ast, Fact::of(keyword, key, text.to_owned()));
    }
}

/// The bounds of a number, as code.
pub(crate) fn bounds_as_code(cx: &Lower<'_, '_>, shape: &Shape) -> String {
    let bound = |keyword: Keyword| {
        let fact = shape.fact(keyword)?;
        Some(format!("`{}: {}`", keyword.name(), fact.lexeme(cx.model.ast.tape())))
    };
    [Keyword::Minimum, Keyword::Maximum].into_iter().filter_map(bound).gather().join(" and ")
}
