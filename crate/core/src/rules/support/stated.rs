//! What schemas state of a value, in words.

use super::conditions::said;
use crate::{
    json::{Decimal, JsonId},
    lower::{Lower, clip},
    order::{Gather, Set},
    schema::{Entry, Keyword, Kinds, Link, Says, SchemaId, TypeCase},
    shape::{Fact, Part, Shape, Term, in_place, kinds_left, kinds_of_items, listed, says_nothing},
};

/// The maximum number of schemas of a value that are looked at, and of its properties and their names.
const MAX_SCHEMAS: usize = 8;
const MAX_MEMBERS: usize = 8;
const MAX_NAME: usize = 40;

/// The keywords that are stated, in this order.
const LIMITS: &[Keyword] = &[
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

/// What the schemas of a part state of a value.
pub(super) struct Stated {
    /// The values, if they are listed.
    pub(super) values: Option<Vec<JsonId>>,
    /// The types, if they are some and not all.
    pub(super) kinds: Option<Kinds>,
    /// The types of the items of arrays, likewise.
    pub(super) items: Option<Kinds>,
    /// What keywords require besides, as the hints for nodes that have them state it: "at least 0".
    pub(super) limits: Vec<(Keyword, String)>,
    /// "needs sku", "with sku: string, price: number".
    pub(super) members: Vec<String>,
    /// The first description, on one line.
    pub(super) text: Option<String>,
    /// Whether the values, or else the types and limits, are all that the schemas require.
    pub(super) is_complete: bool,
}

impl Stated {
    pub(super) fn of(cx: &Lower<'_, '_>, part: &Part) -> Stated {
        let values = listed(&cx.model, part).filter(|values| !values.is_empty());
        let kinds = kinds(cx, part);
        let items = some(kinds_of_items(&cx.model, part));
        let mut stated =
            Stated { values, kinds, items, limits: Vec::new(), members: Vec::new(), text: None, is_complete: false };
        if let [Term::Schema(schema)] = part.as_slice() {
            let all = in_place(&cx.model, &[*schema], &[Keyword::AllOf]);
            let held = &all.in_insertion_order()[..all.len().min(MAX_SCHEMAS)];
            stated.read(cx, held);
            stated.is_complete &= held.len() == all.len() && !kinds_left(&cx.model, part).is_empty();
        }
        stated
    }

    fn read(&mut self, cx: &Lower<'_, '_>, held: &[SchemaId]) {
        let tape = cx.model.ast.tape();
        let entries = |keyword| held.iter().filter_map(move |schema| cx.model.ast.entry(*schema, keyword));
        // In draft 4, a bound is exclusive by a flag.
        let is_strict = |keyword| entries(keyword).any(|entry| tape.slice(entry.json()) == "true");
        let exclusive = is_strict(Keyword::ExclusiveMinimum) || is_strict(Keyword::ExclusiveMaximum);
        let is_stated = |keyword: &&Keyword| !exclusive || !matches!(keyword, Keyword::Minimum | Keyword::Maximum);
        let shape = self.kinds.map_or_else(|| Shape::any(JsonId::ROOT), |kinds| Shape::of_kind(JsonId::ROOT, kinds));
        for entry in LIMITS.iter().filter(is_stated).flat_map(|keyword| entries(*keyword)) {
            let words = limit(cx, &shape, &Fact::written(entry.keyword, entry.key));
            self.limits.extend(words.map(|words| (entry.keyword, words)).filter(|limit| !self.limits.contains(limit)));
        }
        self.members = members(cx, held);
        let mut texts = entries(Keyword::Description).filter_map(|entry| tape.string(entry.json()));
        self.text = texts.find_map(|text| sentence(&text));
        self.is_complete = held.iter().all(|schema| {
            !cx.model.ast.is_false(*schema)
                && said(cx, *schema).into_iter().all(|entry| self.covers(cx, &shape, *schema, entry))
        });
    }

    /// Whether the words state all that a keyword of one of the schemas requires.
    fn covers(&self, cx: &Lower<'_, '_>, shape: &Shape, schema: SchemaId, entry: &Entry) -> bool {
        let says_only_types = |items: SchemaId| {
            let items = cx.model.referent(items);
            said(cx, items).into_iter().all(|entry| matches!(cx.model.ast.says(items, entry), Says::Types(_)))
        };
        match cx.model.ast.says(schema, entry) {
            Says::Types(_) | Says::All(_) | Says::Reference => true,
            Says::Const(_) | Says::Enum(_) => self.values.is_some(),
            Says::Items(items) => says_nothing(cx.model.ast, &Part::from(items)) || says_only_types(items),
            _ => shape.never_applies(entry.keyword) || self.limits.iter().any(|(keyword, _)| *keyword == entry.keyword),
        }
    }
}

/// The types that a part states.
pub(super) fn kinds(cx: &Lower<'_, '_>, part: &Part) -> Option<Kinds> {
    some(kinds_left(&cx.model, part))
}

/// Types that are some, and not all.
fn some(kinds: Kinds) -> Option<Kinds> {
    Some(kinds.folded()).filter(|kinds| !kinds.is_empty() && *kinds != Kinds::ALL.folded())
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
        let kinds = link.schema.and_then(|schema| kinds(cx, &Part::from(schema)));
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

/// What a description says, on one line and without its full stop; `None` if it says nothing.
pub(crate) fn sentence(description: &str) -> Option<String> {
    let line = description.split_whitespace().gather().join(" ");
    Some(line.trim_end_matches('.').to_owned()).filter(|line| !line.is_empty())
}
