//! Words for the values of properties that are not declared.

use super::wording::{each, sentence, stated};
use crate::{
    json::{Decimal, JsonId},
    lower::{Lower, clip, with_hints},
    order::{Gather, Set},
    schema::{Keyword, Kinds, Link, Says, SchemaId, TypeCase},
    shape::{Fact, Part, Shape, Term, in_place},
};

/// The maximum number of characters of these words, so that other hints have room beside them.
pub(super) const MAX_WORDS: usize = 120;

/// The maximum number of characters of a description and of the words about properties together.
const MAX_WITH_MEMBERS: usize = 80;

/// The maximum number of schemas of a value that are looked at, and of its properties and their names.
const MAX_SCHEMAS: usize = 8;
const MAX_MEMBERS: usize = 8;
const MAX_NAME: usize = 40;

/// The keywords that are stated, in this order.
const STATED: &[Keyword] = &[
    Keyword::Minimum,
    Keyword::Maximum,
    Keyword::ExclusiveMinimum,
    Keyword::ExclusiveMaximum,
    Keyword::MultipleOf,
    Keyword::MinLength,
    Keyword::MaxLength,
    Keyword::Pattern,
    Keyword::Format,
    Keyword::MinItems,
    Keyword::MaxItems,
    Keyword::UniqueItems,
    Keyword::MinProperties,
    Keyword::MaxProperties,
];

/// "properties of any name, each an integer, at least 0": what `subject` must be, with more than its types if the
/// description of a node has room; `None` for a part that states neither types nor values.
pub(crate) fn with_each(cx: &Lower<'_, '_>, shape: &Shape, subject: &str, part: &Part) -> Option<String> {
    let short = format!("{subject}, {}", each(cx, part)?);
    let full = clip(&format!("{short}{}", details(cx, part).unwrap_or_default()), MAX_WORDS);
    Some(if has_room(cx, shape, &full) { full } else { short })
}

/// Whether a hint fits into the description of a node after the others.
pub(super) fn has_room(cx: &Lower<'_, '_>, shape: &Shape, hint: &str) -> bool {
    let text = shape.fact(Keyword::Description).map(|fact| cx.fact_string(fact)).unwrap_or_default();
    let mut hints = shape.hints.in_insertion_order().to_vec();
    hints.push(hint.to_owned());
    with_hints(&text, &hints).is_some_and(|described| described.contains(hint))
}

/// ", at least 0: its description": what the schemas of a part state besides types and values.
fn details(cx: &Lower<'_, '_>, part: &Part) -> Option<String> {
    let ([Term::Schema(schema)], Some(kinds)) = (part.as_slice(), stated(cx, part)) else { return None };
    let held = in_place(&cx.model, &[*schema], &[Keyword::AllOf]);
    let held = &held.in_insertion_order()[..held.len().min(MAX_SCHEMAS)];
    let entries = |keyword| held.iter().filter_map(move |schema| cx.model.ast.entry(*schema, keyword));
    let shape = Shape::of_kind(JsonId::ROOT, kinds);
    // In draft 4, a bound is exclusive by a flag.
    let is_strict = |keyword| entries(keyword).any(|entry| cx.model.ast.tape().slice(entry.json()) == "true");
    let exclusive = is_strict(Keyword::ExclusiveMinimum) || is_strict(Keyword::ExclusiveMaximum);
    let is_stated = |keyword: &&Keyword| !exclusive || !matches!(keyword, Keyword::Minimum | Keyword::Maximum);
    let limits = STATED.iter().filter(is_stated).filter_map(|keyword| entries(*keyword).next());
    let limits = limits.filter_map(|entry| limit(cx, &shape, &Fact::written(entry.keyword, entry.key)));
    let members = members(cx, held);
    let has_members = !members.is_empty();
    let stated: String = members.into_iter().chain(limits).flat_map(|words| [", ".to_owned(), words]).collect();
    let mut texts = entries(Keyword::Description).filter_map(|entry| cx.model.ast.tape().string(entry.json()));
    Some(match texts.find_map(|text| sentence(&text)) {
        Some(text) if !has_members => format!("{stated}: {text}"),
        // Members say more than a description that leaves no room for them.
        Some(text) if text.chars().count() + stated.chars().count() <= MAX_WITH_MEMBERS => format!(" ({text}){stated}"),
        _ => stated,
    })
}

/// What a keyword requires, as the hint for a node that has it states it.
fn limit(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Option<String> {
    let value = || fact.lexeme(cx.model.ast.tape());
    match fact.keyword {
        keyword if shape.never_applies(keyword) => None,
        Keyword::Format => Some(format!("format: {}", clip(&cx.fact_string(fact), MAX_NAME))),
        Keyword::ExclusiveMinimum if is_number(value()) => Some(format!("greater than {}", value())),
        Keyword::ExclusiveMaximum if is_number(value()) => Some(format!("less than {}", value())),
        _ => cx.words_for(shape, fact),
    }
}

fn is_number(lexeme: &str) -> bool {
    Decimal::parse(lexeme).is_some()
}

/// "needs sku", "with sku: string, price: number".
fn members(cx: &Lower<'_, '_>, held: &[SchemaId]) -> Vec<String> {
    let (ast, tape) = (cx.model.ast, cx.model.ast.tape());
    let (mut declared, mut needed): (Vec<&Link>, Set<_>) = (Vec::new(), Set::new());
    for (schema, entry) in held.iter().flat_map(|schema| ast.entries(*schema).iter().map(move |entry| (*schema, entry)))
    {
        match ast.says(schema, entry) {
            Says::Properties(links) => {
                let is_forbidden = |link: &&Link| link.schema.is_some_and(|schema| ast.is_false(schema));
                declared.extend(links.iter().filter(|link| !is_forbidden(link)).take(MAX_MEMBERS));
            }
            Says::Required(list) => needed.extend(tape.elements(list).take(MAX_MEMBERS).map(|name| tape.key(name))),
            _ => {}
        }
    }
    let named = |name: &str| clip(name, MAX_NAME);
    let described = declared.iter().map(|link| {
        let kinds = link.schema.and_then(|schema| stated(cx, &Part::from(schema)));
        let types = kinds.map(|kinds| format!(": {}", type_names(kinds)));
        named(&ast.name(link.key)) + &types.unwrap_or_default()
    });
    let lists = [("needs", needed.iter().map(|name| named(name)).gather()), ("with", described.gather())];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    lists.map(|(word, names)| format!("{word} {}", names.join(", "))).gather()
}

/// "string or null".
fn type_names(kinds: Kinds) -> String {
    kinds.iter().map(|kind| kind.name(TypeCase::Lower)).gather().join(" or ")
}
