//! Listed values that are not strings, lowered to bounds or encoded as strings.

use super::{bounds::set_bounds, wire::wire_strings};
use crate::{
    json::{Decimal, JsonId, Kind},
    lower::{Found, Lower},
    order::{Gather, sort_by},
    schema::{Keyword, Kinds},
    shape::{ArrayFacts, Coding, Fact, ObjectFacts, Shape, Values, spelled},
};

/// In round-trip mode, encodes listed values of several types as one list of strings, instead of one list for each
/// type; returns whether it did. Numbers that bounds express exactly do not count as a type to be encoded.
pub(crate) fn code_mixed(cx: &mut Lower<'_, '_>, shape: &mut Shape) -> bool {
    let tape = cx.model.ast.tape();
    let coded = cx.may_code() && cx.target.complete_nodes && cx.target.enums == Kinds::STRING;
    let Some(values) = shape.values.as_ref().filter(|_| coded && shape.unions.is_empty()) else { return false };
    let fits = |value: &JsonId| {
        shape.kinds.admits(Kinds::of(tape, *value))
            && tape.kind(*value) != Kind::Null
            && !shape.is_out_of_bounds(tape, *value)
    };
    let solid: Vec<JsonId> = values.list.iter().copied().filter(fits).gather();
    let others = solid.iter().copied().filter(|value| tape.kind(*value) != Kind::String).gather();
    let numbers = others.iter().copied().filter(|value| tape.kind(*value) == Kind::Number).gather();
    let exact = Extent::of(cx, &numbers, Kinds::NUMBER).is_some_and(|range| range.exact);
    // The types that would otherwise each have their own list of strings.
    let coded = solid.iter().filter(|value| !exact || tape.kind(**value) != Kind::Number);
    let kinds = coded.fold(Kinds::NONE, |kinds, value| kinds.with(Kinds::of(tape, *value))).folded();
    if kinds.count() < 2 {
        return false;
    }
    let values = values.clone();
    code_values(cx, shape, values, &solid);
    shape.typed = true;
    true
}

/// Whether a node constrains its values by more than their types and the list.
pub(crate) fn says_more(shape: &Shape) -> bool {
    let bounds = |fact: &Fact| !fact.keyword.is_about_any_type() || !fact.keyword.is_annotation();
    shape.has_object_facts() || shape.has_array_facts() || shape.facts.iter().any(bounds)
}

/// The values gained by encoding listed values as strings where the node has further constraints.
pub(crate) const EXCLUDED: &str = "listed values that other keywords exclude";

/// Encodes the listed values of a node as strings.
pub(crate) fn code_values(cx: &Lower<'_, '_>, shape: &mut Shape, values: Values, fitting: &[JsonId]) {
    shape.coding = Some(Coding::Values(wire_strings(cx, fitting)));
    shape.values = Some(Values { list: fitting.to_vec(), as_written: false, ..values });
    shape.kinds = Kinds::STRING.with(shape.kinds.intersect(Kinds::NULL));
    shape.type_key = None;
    shape.object = ObjectFacts::default();
    shape.array = ArrayFacts::default();
    shape.keep_facts(&|fact| fact.keyword != Keyword::Unknown && fact.keyword.is_about_any_type());
}

/// The range of listed numbers, as bounds can express it.
pub(crate) struct Extent {
    low: String,
    high: String,
    whole: bool,
    /// Whether the range contains no other number.
    pub(crate) exact: bool,
}

impl Extent {
    pub(crate) fn of(cx: &Lower<'_, '_>, fitting: &[JsonId], solid: Kinds) -> Option<Extent> {
        let tape = cx.model.ast.tape();
        if !solid.meets(Kinds::NUMBERS) {
            return None;
        }
        let mut numbers =
            fitting.iter().filter_map(|value| Some((Decimal::parse(spelled(tape, *value))?, *value))).gather();
        sort_by(&mut numbers, |a, b| a.0.cmp(&b.0));
        let (first, last) = (numbers.first()?, numbers.last()?);
        let whole = numbers.iter().all(|(number, _)| number.is_integer());
        let next = |number: &Decimal| Decimal::parse(&number.next_integer_above()?);
        let follows = |a: &Decimal, b: &Decimal| a == b || next(a).as_ref() == Some(b);
        let contiguous = numbers.windows(2).all(|pair| follows(&pair[0].0, &pair[1].0));
        Some(Extent {
            low: spelled(tape, first.1).to_owned(),
            high: spelled(tape, last.1).to_owned(),
            whole,
            exact: first.0 == last.0 || (whole && contiguous),
        })
    }

    pub(crate) fn keep(&self, cx: &Lower<'_, '_>, shape: &mut Shape, key: JsonId) {
        set_bounds(cx, shape, key, &self.low, &self.high);
        if self.whole {
            // As an integer, the node excludes the fractions between the bounds.
            shape.set_kinds(Kinds::INTEGER.with(shape.kinds.intersect(Kinds::NULL)));
        }
    }
}

/// Longest list of values that a fix shows, in bytes.
pub(crate) const SHOWN: usize = 120;

/// An `enum` as code; a long one by the number of its values.
pub(crate) fn listed(values: &[String]) -> String {
    let list = values.join(",");
    if list.len() > SHOWN { format!("`enum` with {} values", values.len()) } else { format!("`enum: [{list}]`") }
}

/// An `enum` by the values that it no longer lists; by their number if they are long.
pub(crate) fn unlisted(gone: &[String]) -> String {
    let list = gone.join("`, `");
    if list.len() > SHOWN {
        format!("`enum` without {} values", gone.len())
    } else {
        format!("`enum` without `{list}`")
    }
}

/// Why listed values are rejected.
pub(crate) struct Refused {
    /// Whether they are strings although the type is another one.
    pub(crate) in_text: bool,
    /// Whether the target takes only strings.
    strings_only: bool,
    /// Whether objects or arrays are among them.
    containers: bool,
}

impl Refused {
    pub(crate) fn of(cx: &Lower<'_, '_>, shape: &Shape, values: &Values) -> Refused {
        let tape = cx.model.ast.tape();
        let all_text = values.list.iter().all(|value| Kinds::of(tape, *value) == Kinds::STRING);
        let is_container = |value: &JsonId| Kinds::OBJECT.with(Kinds::ARRAY).meets(Kinds::of(tape, *value));
        Refused {
            in_text: all_text && !shape.kinds.has(Kinds::STRING),
            strings_only: cx.target.enums == Kinds::STRING,
            containers: values.list.iter().any(is_container),
        }
    }

    pub(crate) fn said(&self, found: Found<'_>) -> String {
        let (reader, listing) = (found.reader(), found.listing());
        let is_constant = found.keyword() == Some(Keyword::Const);
        let takes = format!("; {reader} takes only strings in `enum`");
        match self {
            Refused { in_text: true, strings_only, .. } => {
                let takes = if *strings_only { "; the Gemini API takes `enum` only on `type: string`" } else { "" };
                format!("{listing} lists strings for a type other than `string`{takes}")
            }
            Refused { strings_only: true, .. } if is_constant => format!("{found} is not a string{takes}"),
            Refused { strings_only: true, .. } => format!("{listing} lists values that are not strings{takes}"),
            Refused { containers: true, .. } if is_constant => {
                format!("{found} is an object or an array; {reader} takes neither as a listed value")
            }
            Refused { containers: true, .. } => {
                format!("{listing} lists objects or arrays; {reader} takes neither in `enum`")
            }
            _ => format!("{listing} lists values that `type` does not allow"),
        }
    }
}
