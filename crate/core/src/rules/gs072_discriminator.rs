//! # discriminator
//!
//! Lists in each alternative the values of the `discriminator` property that select it.
//!
//! ## Why
//!
//! `discriminator` is a keyword of OpenAPI: it names the property whose value selects the alternative, and `mapping`
//! lists the values. It is not a field of Gemini's schema, and the API rejects the request; `parametersJsonSchema`
//! ignores it. Without it the model does not know which value belongs to which alternative.
//!
//! ## What changes
//!
//! The property is required in each alternative that is a reference, with an `enum` of the values that `mapping` lists
//! for it, or of the referenced schema's own name, as the OpenAPI Specification defines. An alternative that already
//! lists such values itself is not changed.
//!
//! ## Examples
//!
//! ```json source
//! {
//!   "type": "object",
//!   "properties": {
//!     "pet": {
//!       "oneOf": [{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}],
//!       "discriminator": {"propertyName":"kind","mapping":{"cat":"#/$defs/Cat","dog":"#/$defs/Dog"}}
//!     }
//!   },
//!   "$defs": {
//!     "Cat": {"type":"object","properties":{"kind":{"type":"string"},"lives":{"type":"integer"}}},
//!     "Dog": {"type":"object","properties":{"kind":{"type":"string"},"breed":{"type":"string"}}}
//!   }
//! }
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "pet": {
//!       "anyOf": [
//!         {
//!           "type": "OBJECT",
//!           "properties": {"kind":{"type":"STRING","enum":["cat"]},"lives":{"type":"INTEGER"}},
//!           "required": ["kind"]
//!         },
//!         {
//!           "type": "OBJECT",
//!           "properties": {"kind":{"type":"STRING","enum":["dog"]},"breed":{"type":"STRING"}},
//!           "required": ["kind"]
//!         }
//!       ]
//!     }
//!   }
//! }
//! ```
//!
//! ```json langchain
//! {
//!   "type": "object",
//!   "properties": {
//!     "pet": {
//!       "type": "object",
//!       "properties": {
//!         "kind": {"type":"string","enum":["cat","dog"]},
//!         "lives": {"type":"integer"},
//!         "breed": {"type":"string"}
//!       },
//!       "required": ["kind"]
//!     }
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `kind: Literal["cat"]` in each model, which `Field(discriminator="kind")` requires
//! - zod: `z.literal` for the discriminator of `z.discriminatedUnion`

use super::prelude::*;
use crate::{
    json::{Kind, Tape},
    order::{Gather, Map},
    resolve::Resolution,
    schema::SchemaId,
    shape::{Term, disjoint, listed_for},
};

const KEYWORDS: &[Keyword] = &[Keyword::Discriminator];

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Medium, Severity::Error, &["P-unknown-vendor"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(KEYWORDS), phase: Phase::Root, with: narrow },
    Hook::Drop { of: KEYWORDS, phase: Phase::Fact, cost },
];

fn cost(_: &Lower<'_, '_>, _: &Shape, _: &Fact) -> Cost {
    Cost::NONE
}

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for fact in shape.facts.iter().filter(|fact| fact.keyword == Keyword::Discriminator).cloned().gather() {
        let holder = shape.entry_at(&cx.model, fact.key).map(|(schema, _)| schema);
        let Some((holder, tag)) = holder.zip(Tag::read(cx.model.ast.tape(), fact.key)) else { continue };
        let overlap = overlaps(cx, shape, holder);
        let takes = cx.target.takes(Keyword::Discriminator);
        let misnames = takes && alternatives(cx, shape, holder).any(|part| tag.is_nameless(cx, part));
        let name = &tag.name;
        if !add_values(cx, shape, (holder, fact.key), &tag) {
            if misnames {
                cx.log(&RULE, fact.key).message(misnamed).fix("removed").annotation();
                shape.keep_facts(&|other| other.key != fact.key);
            }
            continue;
        }
        let edit = cx.log(&RULE, fact.key);
        let edit = edit
            .message_with(|_| format!("`discriminator` states which values of {name:?} belong to each alternative"))
            .fix_with(|| format!("{name:?} with an `enum` of these values in each alternative"))
            .accepts_less(format!("other values of {name:?}, and objects without it"));
        if overlap {
            edit.accepts_more("values that several alternatives allow, which `oneOf` excludes");
        }
        if !takes || misnames {
            shape.keep_facts(&|other| other.key != fact.key);
        }
    }
}

fn misnamed(found: Found<'_>) -> String {
    format!("{found} would select an alternative by the name of a definition, which it has in the output only")
}

/// The alternatives beside a discriminator.
fn alternatives<'s>(cx: &Lower<'_, '_>, shape: &'s Shape, holder: SchemaId) -> impl Iterator<Item = &'s Part> {
    shape.unions.iter().filter(move |union| holds(cx, holder, union.key)).flat_map(|union| &union.branches)
}

/// Whether a schema has a keyword with this key.
fn holds(cx: &Lower<'_, '_>, holder: SchemaId, key: JsonId) -> bool {
    cx.model.ast.entries(holder).iter().any(|entry| entry.key == key)
}

/// Maximum number of alternatives that are compared in pairs.
const MOST_COMPARED: usize = 16;

/// Whether alternatives of `oneOf` beside a discriminator may allow the same value.
fn overlaps(cx: &Lower<'_, '_>, shape: &Shape, holder: SchemaId) -> bool {
    let mut unions =
        shape.unions.iter().filter(|union| union.keyword == Keyword::OneOf && holds(cx, holder, union.key));
    unions.any(|union| {
        let branches = &union.branches;
        let meets = |(at, part): (usize, &Part)| branches[..at].iter().any(|other| !disjoint(&cx.model, part, other));
        branches.len() > MOST_COMPARED || branches.iter().enumerate().any(meets)
    })
}

/// Narrows the alternatives beside a discriminator to its values; returns whether any was narrowed.
fn add_values(cx: &Lower<'_, '_>, shape: &mut Shape, (holder, key): (SchemaId, JsonId), tag: &Tag) -> bool {
    let unions = shape.unions.iter_mut().filter(|union| holds(cx, holder, union.key));
    let mut added = false;
    for part in unions.flat_map(|union| &mut union.branches) {
        let values = tag.values_of(cx, part);
        if !values.is_empty() {
            added = true;
            part.push(Shape::object_of(key, &tag.name, Shape::one_of(key, key, values).into()).into());
        }
    }
    added
}

/// The property whose value selects an alternative, and the values for each schema.
struct Tag {
    name: String,
    /// The keys of `mapping` by the name of the schema they lead to; `None` without `mapping`.
    mapping: Option<Map<String, Vec<JsonId>>>,
}

impl Tag {
    /// Reads the value of `discriminator`; `None` if it names no property.
    fn read(tape: &Tape<'_>, key: JsonId) -> Option<Tag> {
        let value = key.value_of_key();
        // In Swagger 2 the value is only the name.
        let name = if tape.kind(value) == Kind::String { Some(value) } else { tape.get(value, "propertyName") };
        let mapping = tape.get(value, "mapping").map(|mapping| {
            let mut values: Map<String, Vec<JsonId>> = Map::new();
            for key in tape.members(mapping) {
                if let Some(schema) = tape.string(key.value_of_key()) {
                    values.or_default(last_segment(&schema).to_owned()).push(key);
                }
            }
            values
        });
        Some(Tag { name: tape.string(name?)?.into_owned(), mapping })
    }

    /// The values that select an alternative, limited to those that it lists itself; none if that leaves its own list
    /// as it is.
    fn values_of(&self, cx: &Lower<'_, '_>, alternative: &Part) -> Vec<JsonId> {
        let &[Term::Schema(schema)] = alternative.as_slice() else { return Vec::new() };
        let values = self.values_for(cx, schema).unwrap_or_default();
        cx.model.work().step(1 + values.len());
        let Some(own) = listed_for(&cx.model, alternative, &self.name) else { return values };
        let tape = cx.model.ast.tape();
        let own: Vec<_> = own.into_iter().filter_map(|value| tape.string(value)).gather();
        let common = values.into_iter().filter(|value| own.contains(&tape.key(*value))).gather();
        if common.len() < own.len() { common } else { Vec::new() }
    }

    /// Whether an alternative is a reference to a schema without a name, such as the root, that has one in the output.
    fn is_nameless(&self, cx: &Lower<'_, '_>, alternative: &Part) -> bool {
        let &[Term::Schema(schema)] = alternative.as_slice() else { return false };
        let reference = cx.model.ast.entry(schema, Keyword::Ref).map(|entry| cx.model.ast.tape().string(entry.json()));
        let stays = |reference: &str| reference.starts_with("#/$defs/");
        reference.flatten().is_some_and(|reference| !stays(&reference)) && self.values_for(cx, schema).is_none()
    }

    fn values_for(&self, cx: &Lower<'_, '_>, schema: SchemaId) -> Option<Vec<JsonId>> {
        let (ast, tape) = (cx.model.ast, cx.model.ast.tape());
        let reference = tape.string(ast.entry(schema, Keyword::Ref)?.json())?;
        let name = last_segment(&reference);
        if let Some(values) = self.mapping.as_ref().and_then(|mapping| mapping.get(name)) {
            return Some(values.clone());
        }
        let Some(Resolution::Schema(target)) = cx.model.references.get(schema) else { return None };
        let key = tape.key_of(ast.json(target))?;
        tape.key_is(key, name).then(|| vec![key])
    }
}

/// The name of a schema at the end of a reference or of a file path, without the file extension.
fn last_segment(reference: &str) -> &str {
    let name = reference.rsplit(['/', '#']).next().unwrap_or(reference);
    name.strip_suffix(".json").or_else(|| name.strip_suffix(".yaml")).unwrap_or(name)
}
