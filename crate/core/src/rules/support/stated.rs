//! What schemas state of a value, in words.

use super::conditions::said;
use crate::{
    json::{Decimal, JsonId},
    lower::{Lower, clip, spell},
    order::{Gather, Set},
    schema::{Entry, Keyword, Kinds, Link, Says, SchemaId, TypeCase, Value},
    shape::{Fact, Part, Shape, Term, in_place, kinds_left, kinds_of_items, listed, says_nothing},
};

/// The maximum number of schemas of a value that are looked at, and of its properties and their names.
const MAX_SCHEMAS: usize = 8;
const MAX_MEMBERS: usize = 8;
const MAX_NAME: usize = 40;

/// The maximum number of listed values that are stated one by one.
pub(super) const MAX_VALUES: usize = 8;

/// The maximum nesting of `not`.
const MAX_LEVELS: usize = 2;

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
    /// What `not` excludes, where words can state it: "is not" "a or b".
    pub(super) excluded: Vec<Predicate>,
    /// "needs sku", "with sku: string, price: number".
    pub(super) members: Vec<String>,
    /// The first description, on one line.
    pub(super) text: Option<String>,
    /// Whether the values, or else the types and limits, are all that the schemas require.
    pub(super) is_complete: bool,
}

impl Stated {
    pub(super) fn of(cx: &Lower<'_, '_>, part: &Part) -> Stated {
        Stated::at(cx, part, MAX_LEVELS)
    }

    fn at(cx: &Lower<'_, '_>, part: &Part, levels: usize) -> Stated {
        let values = listed(&cx.model, part).filter(|values| !values.is_empty());
        let kinds = kinds(cx, part);
        let items = some(kinds_of_items(&cx.model, part));
        let (limits, excluded, members) = (Vec::new(), Vec::new(), Vec::new());
        let mut stated = Stated { values, kinds, items, limits, excluded, members, text: None, is_complete: false };
        if let [Term::Schema(schema)] = part.as_slice() {
            let all = in_place(&cx.model, &[*schema], &[Keyword::AllOf]);
            let held = &all.in_insertion_order()[..all.len().min(MAX_SCHEMAS)];
            stated.read(cx, held, levels);
            stated.is_complete &= held.len() == all.len() && !kinds_left(&cx.model, part).is_empty();
        }
        stated
    }

    fn read(&mut self, cx: &Lower<'_, '_>, held: &[SchemaId], levels: usize) {
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
        let excluded = entries(Keyword::Not).map(|entry| exclusion(cx, entry, levels)).gather();
        let are_excluded_in_words = excluded.iter().all(Option::is_some);
        self.excluded = excluded.into_iter().flatten().gather();
        self.members = members(cx, held);
        let mut texts = entries(Keyword::Description).filter_map(|entry| tape.string(entry.json()));
        self.text = texts.find_map(|text| sentence(&text));
        self.is_complete = are_excluded_in_words
            && held.iter().all(|schema| {
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
            Says::Types(_) | Says::All(_) | Says::Reference | Says::Not(_) => true,
            Says::Const(_) | Says::Enum(_) => self.values.is_some(),
            Says::Items(items) if self.kinds.is_some_and(|kinds| kinds.has(Kinds::ARRAY)) => {
                let are_stated = self.items.is_some_and(|kinds| !kinds.has(Kinds::NULL));
                says_nothing(cx.model.ast, &Part::from(items)) || (are_stated && says_only_types(items))
            }
            _ => shape.never_applies(entry.keyword) || self.limits.iter().any(|(keyword, _)| *keyword == entry.keyword),
        }
    }
}

/// A verb and what follows it: "is", "at least 0".
pub(super) type Predicate = (&'static str, String);

impl Stated {
    /// When a value satisfies the schemas; `None` if words cannot state all of it.
    pub(super) fn test(&self, cx: &Lower<'_, '_>) -> Option<Vec<Predicate>> {
        match &self.values {
            _ if !self.is_complete => None,
            Some(_) => Some(vec![self.is_listed(cx)?]),
            None => Some(self.with_articles().map(|types| ("is", types)).into_iter().chain(self.requires()).gather()),
        }
    }

    /// The values, if they are few: "is" "a or b".
    pub(super) fn is_listed(&self, cx: &Lower<'_, '_>) -> Option<Predicate> {
        let values = self.values.as_ref().filter(|values| values.len() <= MAX_VALUES)?;
        Some(("is", list(values.iter().map(|value| spell(cx.model.ast.tape(), *value)).gather(), "or")))
    }

    /// What a value must be besides its types.
    pub(super) fn requires(&self) -> Vec<Predicate> {
        self.bounds().map(|bounds| ("is", bounds)).into_iter().chain(self.requires_beside_bounds()).gather()
    }

    /// "from 1 to 5", "at least 1", "greater than 0 and at most 5".
    pub(super) fn bounds(&self) -> Option<String> {
        let bounds = self.limits.iter().filter(|(keyword, _)| is_bound(*keyword)).map(|(_, words)| words).gather();
        match bounds.as_slice() {
            [low, high] if low.starts_with(LEAST) && high.starts_with(MOST) => {
                Some(format!("from {} to {}", &low[LEAST.len()..], &high[MOST.len()..]))
            }
            [] => None,
            _ => Some(bounds.iter().map(|words| words.as_str()).gather().join(" and ")),
        }
    }

    /// What a value must be besides its types and bounds.
    pub(super) fn requires_beside_bounds(&self) -> Vec<Predicate> {
        let limits = self.limits.iter().filter(|(keyword, _)| !is_bound(*keyword));
        let predicate = |(keyword, words): &(Keyword, String)| match keyword {
            Keyword::Pattern => ("matches", words.strip_prefix("matches ").unwrap_or(words).to_owned()),
            Keyword::Format => ("has", words.replacen("format:", "the format", 1)),
            Keyword::MultipleOf => ("is", format!("a {words}")),
            _ => ("has", words.clone()),
        };
        limits.map(predicate).chain(self.excluded.iter().cloned()).gather()
    }

    /// "a string or null", "an array of strings".
    pub(super) fn with_articles(&self) -> Option<String> {
        self.types(&|name| match name {
            "null" => name.to_owned(),
            _ if name.starts_with(['a', 'i', 'o']) => format!("an {name}"),
            _ => format!("a {name}"),
        })
    }

    /// The types, each with its name as `named` writes it.
    pub(super) fn types(&self, named: &dyn Fn(&str) -> String) -> Option<String> {
        let items = self.items.map(|items| format!(" of {}", plural(items.without(Kinds::NULL))));
        let types = self.kinds?.iter().map(|kind| {
            let items = items.as_deref().filter(|_| kind == Kinds::ARRAY);
            named(kind.name(TypeCase::Lower)) + items.unwrap_or_default()
        });
        Some(types.gather().join(" or "))
    }
}

const LEAST: &str = "at least ";
const MOST: &str = "at most ";

fn is_bound(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Minimum | Keyword::Maximum | Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum)
}

/// When a value does not satisfy the schema of a `not`: "is not" "a or b"; `None` if words cannot state it.
fn exclusion(cx: &Lower<'_, '_>, not: &Entry, levels: usize) -> Option<Predicate> {
    let Value::Schema(schema) = not.value else { return None };
    match Stated::at(cx, &Part::from(schema), levels.checked_sub(1)?).test(cx)?.as_slice() {
        [("is", object)] => Some(("is not", object.clone())),
        [("matches", pattern)] => Some(("does not match", pattern.clone())),
        _ => None,
    }
}

/// "strings or null".
pub(super) fn plural(kinds: Kinds) -> String {
    let names = kinds.iter().map(|kind| match kind {
        Kinds::NULL => "null".to_owned(),
        kind => format!("{}s", kind.name(TypeCase::Lower)),
    });
    names.gather().join(" or ")
}

/// Joins items: "a, b or c".
pub(super) fn list(mut items: Vec<String>, word: &str) -> String {
    let Some(last) = items.pop() else { return String::new() };
    if items.is_empty() { last } else { format!("{} {word} {last}", items.join(", ")) }
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
