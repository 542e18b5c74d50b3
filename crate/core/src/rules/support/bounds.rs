//! Bounds of numbers, on the numbers as written.

use std::cmp::Ordering;

use super::{lexeme, set_fact};
use crate::{
    json::{Decimal, JsonId},
    lower::Lower,
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

/// Replaces open bounds of one side by a closed one.
pub(crate) fn close_bound(cx: &mut Lower<'_, '_>, shape: &mut Shape, rule: &'static Rule, side: Bound) {
    let (open, closed) = side.keywords();
    if cx.target.takes(open) {
        return read_flag(cx, shape, rule, side);
    }
    let vacuous = shape.is_vacuous(open);
    for fact in shape.take_facts(open) {
        if vacuous {
            cx.log(rule, fact.key);
            continue;
        }
        let plain = shape.fact(closed).map(|fact| lexeme(cx, fact).to_owned());
        let limit = match (lexeme(cx, &fact), &plain) {
            // Draft 4: a flag that opens the plain bound.
            ("true", Some(plain)) => plain.clone(),
            ("true" | "false", _) => {
                cx.log(rule, fact.key);
                continue;
            }
            (limit, _) => limit.to_owned(),
        };
        close_one(cx, shape, rule, side, &fact, &limit, plain.as_deref());
    }
}

/// Where open bounds are taken, draft 4's flag becomes one.
fn read_flag(cx: &mut Lower<'_, '_>, shape: &mut Shape, rule: &'static Rule, side: Bound) {
    let (open, closed) = side.keywords();
    let is_flag = |fact: &Fact| fact.keyword == open && matches!(lexeme(cx, fact), "true" | "false");
    let flags = shape.take_facts_if(&mut |fact| is_flag(fact));
    let mut numbers = shape.take_facts(open);
    shape.facts.append(&mut numbers);
    for flag in flags {
        let opens = lexeme(cx, &flag) == "true";
        cx.log(rule, flag.key);
        for plain in if opens { shape.take_facts(closed) } else { Vec::new() } {
            let limit = lexeme(cx, &plain).to_owned();
            shape.add_fact(cx.ast, Fact { keyword: open, key: flag.key, text: Some(limit) });
        }
    }
}

fn close_one(
    cx: &mut Lower<'_, '_>,
    shape: &mut Shape,
    rule: &'static Rule,
    side: Bound,
    fact: &Fact,
    limit: &str,
    plain: Option<&str>,
) {
    let Some(number) = Decimal::parse(limit) else { return };
    let plain = plain.and_then(Decimal::parse);
    let integer = shape.solid_kinds() == Kinds::INTEGER;
    let next = match side {
        Bound::Lower => number.next_integer_above(),
        Bound::Upper => number.next_integer_below(),
    };
    let bound = if integer { next.unwrap_or_else(|| limit.to_owned()) } else { limit.to_owned() };
    let tighter = Decimal::parse(&bound).is_some_and(|new| plain.as_ref().is_none_or(|old| side.narrower(&new, old)));
    if tighter {
        set_fact(shape, side.keywords().1, fact.key, bound);
    }
    // A closed bound further in makes the open one say nothing.
    let matters = plain.is_none_or(|old| !side.narrower(&old, &number));
    let edit = cx.log(rule, fact.key);
    if !integer && matters {
        edit.gains(format!("exactly {limit}"));
        let word = if side == Bound::Lower { "greater" } else { "less" };
        shape.hint(format!("{word} than {limit}"));
    }
}

/// Narrows a number to a closed range.
pub(crate) fn set_bounds(cx: &Lower<'_, '_>, shape: &mut Shape, key: JsonId, low: &str, high: &str) {
    for (keyword, text) in [(Keyword::Minimum, low), (Keyword::Maximum, high)] {
        shape.add_fact(cx.ast, Fact { keyword, key, text: Some(text.to_owned()) });
    }
}
