//! Tuples as lists.

use super::{any_item, evaluates_all, item};
use crate::{
    json::JsonId,
    lower::{Found, Lower},
    order::Gather,
    rules::Rule,
    schema::{Keyword, Kinds, Value},
    shape::{Coding, Fact, Part, Shape, Term},
};

/// Lowers a tuple that is written as `keyword`: keeps it where the target has tuples, encodes it as an object, or turns
/// its positions into alternatives for every item.
pub(crate) fn tuple_to_list(cx: &mut Lower<'_, '_>, shape: &mut Shape, rule: &'static Rule, keyword: Keyword) {
    let written = shape.array.prefix.as_ref().map(|(key, _)| Keyword::from_name(&cx.model.ast.tape().key(*key)));
    if written != Some(keyword) {
        return;
    }
    end_unevaluated(cx, shape, rule);
    if cx.target.takes(Keyword::PrefixItems) {
        return hold(cx, shape, rule, keyword);
    }
    let Some((key, positions)) = shape.array.prefix.take() else { return };
    let tuple = Tuple::of(cx, key, positions, shape.array.rest.take().map(|(_, part)| part));
    if tuple.may_be_object(cx, shape) {
        let fix = "an object with one property for each position (`item_1`, …), restored to the array";
        cx.log(rule, key).message(refused).fix(fix);
        return code(cx, shape, key, tuple.positions);
    }
    if let Some(position) = truncated(cx, &tuple.positions, key) {
        // Without it, the list would be of the other positions only: it is truncated as a whole.
        shape.array.items = Some((key, position));
        return;
    }
    tuple.log(cx, shape, rule);
    if !tuple.same {
        let words = tuple.positions.iter().map(|part| item(cx, part)).gather();
        let others = tuple.rest.as_ref().map_or_else(String::new, |rest| format!("; then {}", item(cx, rest)));
        shape.hint(format!("items in order: {}{others}", words.join(", ")));
    }
    if tuple.closed && !tuple.positions.is_empty() {
        let count = Some(tuple.positions.len().to_string());
        shape.add_fact(cx.model.ast, Fact { text: count, ..Fact::written(Keyword::MaxItems, key) });
    }
    shape.array.items = Some((key, tuple.into_items(cx)));
}

/// The position that a limit truncates, if one does.
fn truncated(cx: &mut Lower<'_, '_>, positions: &[Part], key: JsonId) -> Option<Part> {
    positions.iter().find(|part| cx.read_member(part, key).is_err()).cloned()
}

/// The items of a tuple.
struct Tuple {
    key: JsonId,
    /// Their schemas by position, up to one that is `false`.
    positions: Vec<Part>,
    /// The schema of the items after the last position.
    rest: Option<Part>,
    /// Whether no item follows the last position.
    closed: bool,
    /// Whether all items have the same schema.
    same: bool,
}

impl Tuple {
    fn of(cx: &Lower<'_, '_>, key: JsonId, mut positions: Vec<Part>, rest: Option<Part>) -> Tuple {
        let last = positions.iter().position(|part| is_false(cx, part));
        let closed = last.is_some() || rest.as_ref().is_some_and(|part| is_false(cx, part));
        positions.truncate(last.unwrap_or(positions.len()));
        let rest = rest.filter(|_| !closed);
        let same = match positions.split_first() {
            Some((first, others)) => others.iter().chain(&rest).all(|part| same_text(cx, first, part)),
            None => true,
        };
        Tuple { key, positions, rest, closed, same }
    }

    /// Whether the list has exactly one item for each position, and may be encoded as an object.
    fn may_be_object(&self, cx: &Lower<'_, '_>, shape: &Shape) -> bool {
        let count = self.positions.len();
        !self.same
            && cx.may_code()
            && is_count(cx, shape, Keyword::MinItems, count)
            && (self.closed || is_count(cx, shape, Keyword::MaxItems, count))
    }

    fn log(&self, cx: &mut Lower<'_, '_>, shape: &Shape, rule: &'static Rule) {
        let Tuple { key, positions, rest, closed, same } = self;
        let most = shape.fact(Keyword::MaxItems).and_then(|fact| fact.lexeme(cx.model.ast.tape()).parse().ok());
        let has_more = rest.is_none() && !closed && most.is_none_or(|most: usize| most > positions.len());
        let mut fix = match &positions[..] {
            [] if *closed => "an empty array",
            [] => "`items` for every item",
            _ if *same => "`items` with the schema that all positions share",
            _ => "`items` with the schemas of the positions as alternatives",
        }
        .to_owned();
        if *closed && !positions.is_empty() {
            fix = format!("{fix} and `maxItems: {}`", positions.len());
        }
        if !same && cx.gives_hints() {
            fix += "; the description states their order";
        }
        let mut edit = cx.log(rule, *key).message(refused).fix(fix);
        if has_more {
            edit = edit.accepts_less(if positions.is_empty() {
                "items of types that the output does not list"
            } else {
                "extra items that match none of the positions"
            });
        }
        if !same {
            edit.accepts_more("items that only another position allows");
        }
    }

    /// The schema of every item.
    fn into_items(self, cx: &mut Lower<'_, '_>) -> Part {
        let Tuple { key, positions, rest, closed, .. } = self;
        let mut unique: Vec<Part> = Vec::new();
        for part in positions.into_iter().chain(rest) {
            if !unique.iter().any(|known| same_text(cx, known, &part)) {
                unique.push(part);
            }
        }
        match unique.is_empty() {
            // The list must be empty.
            true if closed => Shape { never: Some(key), ..Shape::any(key) }.into(),
            true => any_item(cx, key).into(),
            false => Shape::either(key, unique),
        }
    }
}

fn not_enforced(found: Found<'_>) -> String {
    format!("{found} applies to the items after the last position; {} does not enforce it", found.reader())
}

/// The message for a tuple in either spelling.
fn refused(found: Found<'_>) -> String {
    match found.keyword() {
        Some(Keyword::PrefixItems) => found.unknown(),
        _ => format!("{found} is an array of schemas; {} takes one schema there", found.reader()),
    }
}

/// Reads `unevaluatedItems` as the schema of the items after the last position, where only the positions evaluate
/// items.
fn end_unevaluated(cx: &mut Lower<'_, '_>, shape: &mut Shape, rule: &'static Rule) {
    if shape.array.rest.is_some() || !evaluates_all(cx, shape) {
        return;
    }
    for fact in shape.take_facts(Keyword::UnevaluatedItems) {
        match shape.entry_at(&cx.model, fact.key) {
            Some((_, Value::Schema(schema))) => {
                cx.log(rule, fact.key).message(not_enforced).fix("read as `items` after the last position");
                shape.array.rest = Some((fact.key, Part::from(schema)));
            }
            _ => shape.facts.push(fact),
        }
    }
}

/// Keeps a tuple where the target has tuples; `false` after the last position becomes `maxItems`.
fn hold(cx: &mut Lower<'_, '_>, shape: &mut Shape, rule: &'static Rule, keyword: Keyword) {
    let Some((key, positions)) = &mut shape.array.prefix else { return };
    let last = positions.iter().position(|part| is_false(cx, part));
    positions.truncate(last.unwrap_or(positions.len()));
    let (key, count) = (*key, positions.len());
    if keyword != Keyword::PrefixItems {
        let fix = if count == 0 { "removed" } else { "`prefixItems` with the same schemas" };
        cx.log(rule, key).message(refused).fix(fix);
    }
    let rest = shape.array.rest.take_if(|(_, part)| last.is_some() || is_false(cx, part)).map(|(rest, _)| rest);
    let ends = rest.or(last.map(|_| key));
    if count == 0 {
        cx.log(rule, key).message(no_position).fix("removed");
        shape.array.prefix = None;
        // Without positions, the schema for further items applies to every item.
        shape.array.items = shape.array.items.take().or(shape.array.rest.take());
    }
    if let Some(place) = ends {
        let message = |found: Found<'_>| match last.map(|at| at + 1) {
            Some(at) if rest.is_some() => {
                format!("{found} applies to items that the `false` at position {at} excludes")
            }
            Some(at) => format!("{found} has `false` at position {at}; {} takes no boolean schema", found.reader()),
            None => format!("{found} allows no further items; {} takes no boolean schema", found.reader()),
        };
        cx.log(rule, place).message_with(message).fix_with(|| format!("`maxItems: {count}`"));
        shape.add_fact(cx.model.ast, Fact::of(Keyword::MaxItems, key, count.to_string()));
    }
}

fn no_position(found: Found<'_>) -> String {
    format!("{found} describes no position, so there is nothing for {} to enforce", found.reader())
}

/// Encodes a list with exactly one item for each position as an object with a property for each.
fn code(cx: &Lower<'_, '_>, shape: &mut Shape, key: JsonId, positions: Vec<Part>) {
    let mut object = Shape::of_kind(shape.origin, Kinds::OBJECT.with(shape.kinds.intersect(Kinds::NULL)));
    object.object.key = Some(key);
    let mut members = Vec::new();
    for (at, part) in positions.into_iter().enumerate() {
        let name = format!("item_{}", at + 1);
        object.object.need(&name, key, part);
        members.push(name);
    }
    let words = |fact: &Fact| fact.keyword.info().is_some_and(|info| info.applies == Kinds::ALL);
    for fact in shape.take_facts_if(&mut |fact| words(fact)) {
        object.add_fact(cx.model.ast, fact);
    }
    object.hints = std::mem::take(&mut shape.hints);
    object.read_from = std::mem::take(&mut shape.read_from);
    object.coding = Some(Coding::Tuple(members));
    *shape = object;
}

fn is_count(cx: &Lower<'_, '_>, shape: &Shape, keyword: Keyword, count: usize) -> bool {
    shape.fact(keyword).is_some_and(|fact| fact.lexeme(cx.model.ast.tape()).parse() == Ok(count))
}

fn is_false(cx: &Lower<'_, '_>, part: &Part) -> bool {
    let says_so = |term: &Term| matches!(term, Term::Schema(schema) if cx.model.ast.is_false(*schema));
    part.iter().any(says_so)
}

fn same_text(cx: &Lower<'_, '_>, a: &Part, b: &Part) -> bool {
    match (a.as_slice(), b.as_slice()) {
        ([Term::Schema(a)], [Term::Schema(b)]) => {
            cx.model.ast.tape().slice(cx.model.ast.json(*a)) == cx.model.ast.tape().slice(cx.model.ast.json(*b))
        }
        _ => false,
    }
}
