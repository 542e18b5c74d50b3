//! Printing: a shape and its lowered children as one JSON object. Members keep the source's order; new ones are placed
//! next to what they come from.

mod out;
mod size;

use std::mem;

use super::{Closing, Lower, LoweredNode, Member, PartialNode, with_hints};
use crate::{
    json::{JsonId, Kind, quote},
    order::{Gather, sort_by_key},
    schema::{Keyword, Kinds, SchemaId, TypeCase, Value},
    shape::{Coding, Fact, Reference, Required, Shape},
    targets::UnionForm,
};

pub(crate) use self::out::{Out, OutKey, reindent, write_object};
pub(super) use self::{out::Printed, size::member_bytes};

struct Printer<'p> {
    shape: &'p Shape,
    members: Vec<Printed>,
    /// The source node whose order is kept.
    home: Option<JsonId>,
    /// The bytes written, without those of the children.
    bytes: usize,
}

impl Printer<'_> {
    fn push(&mut self, anchor: u32, rank: u8, key: OutKey, value: Out) {
        self.members.push(Printed { anchor, rank, key, value });
    }
}

impl Lower<'_, '_> {
    pub(super) fn print(&mut self, shape: &Shape, partial: &mut PartialNode) -> Out {
        self.note_emptied(shape, partial);
        let home = shape.read_from.first().map(|schema| self.model.ast.json(*schema));
        let mut printer = Printer { shape, members: mem::take(&mut self.printed), home, bytes: 2 };
        self.print_reference(&mut printer);
        self.print_type(&mut printer);
        self.print_values(&mut printer);
        self.print_facts(&mut printer);
        self.print_object(&mut printer, partial);
        self.print_children(&mut printer, partial);
        self.budget.write(printer.bytes);
        sort_by_key(&mut printer.members, |member| (member.anchor, member.rank));
        // The collected list has no spare capacity; the buffer is reused for the next schema.
        let members = printer.members.drain(..).map(|member| (member.key, member.value)).collect();
        self.printed = printer.members;
        Out::Object(members)
    }

    fn add(&self, printer: &mut Printer<'_>, keyword: Keyword, source: Option<JsonId>, value: Out) {
        let tape = self.model.ast.tape();
        let at_home = |key: &JsonId| printer.home.is_some_and(|home| home < *key && tape.contains(home, *key));
        let anchor = source.filter(at_home).map_or(u32::MAX, |key| key.index() as u32);
        // A key is written as the source wrote it, if it is a spelling of this keyword.
        let spelled =
            source.filter(|key| Keyword::from_proto_name(&tape.key(*key)) == keyword && keyword != Keyword::Unknown);
        let key = match (spelled, keyword) {
            (Some(key), _) => OutKey::Source(key),
            (None, Keyword::Unknown) => source.map_or(OutKey::Name(""), OutKey::Source),
            (None, keyword) => OutKey::Name(keyword.name()),
        };
        let anchor = if keyword == Keyword::Type && anchor == u32::MAX { 0 } else { anchor };
        printer.bytes += member_bytes(tape, keyword, &value);
        printer.push(anchor, keyword as u8, key, value);
    }

    fn print_reference(&mut self, printer: &mut Printer<'_>) {
        let Some(Reference { key, name, as_written }) = &printer.shape.reference else { return };
        self.definitions.lead(name, self.links(), *as_written);
        let tape = self.model.ast.tape();
        let source = tape.value_of(*key);
        let anchor = if printer.home.is_some_and(|home| tape.contains(home, *key)) { key.index() as u32 } else { 0 };
        if *as_written {
            printer.push(anchor, 0, OutKey::Source(*key), Out::Source(source));
        } else {
            let reference = Out::Text(quote(&self.reference_to(name)).into());
            printer.push(anchor, 0, OutKey::Name(self.reference_names().0), reference);
        }
    }

    fn print_type(&self, printer: &mut Printer<'_>) {
        let shape = printer.shape;
        let nullable = shape.has_null_beside_others();
        if let Some(key) = shape.nullable_key.filter(|_| shape.kinds.has(Kinds::NULL)) {
            self.add(printer, Keyword::Nullable, Some(key), Out::Source(self.model.ast.tape().value_of(key)));
        }
        if !shape.typed {
            return;
        }
        let source = shape.type_key.or_else(|| self.type_source(shape));
        let value = match shape.type_key {
            Some(key) => Out::Source(self.model.ast.tape().value_of(key)),
            None => self.type_names(shape),
        };
        self.add(printer, Keyword::Type, source, value);
        let said = shape.nullable_key.is_some() || shape.type_key.is_some_and(|key| self.names_null(shape, key));
        if nullable && !said && self.target.takes(Keyword::Nullable) {
            let home = printer.home;
            let anchor = source.filter(|key| home.is_some_and(|home| self.model.ast.tape().contains(home, *key)));
            let anchor = anchor.map_or(0, |key| key.index() as u32);
            printer.push(anchor, Keyword::Nullable as u8, OutKey::Name("nullable"), Out::Text("true".into()));
        }
    }

    fn type_names(&self, shape: &Shape) -> Out {
        let case = self.type_case();
        let solid = shape.solid_kinds();
        let kinds = if solid.is_empty() { Kinds::NULL } else { solid };
        let kinds = if self.lists_null(shape) { kinds.with(Kinds::NULL) } else { kinds };
        let name = |kind: Kinds| Out::Text(kind.quoted(case).into());
        if kinds.count() == 1 { name(kinds) } else { Out::Array(kinds.iter().map(name).gather()) }
    }

    /// Whether the `type` at a key has null among its names.
    fn names_null(&self, shape: &Shape, key: JsonId) -> bool {
        shape
            .read_from
            .iter()
            .filter_map(|schema| self.model.ast.entry(*schema, Keyword::Type))
            .any(|entry| entry.key == key && matches!(entry.value, Value::Types(types) if types.kinds.has(Kinds::NULL)))
    }

    /// The case of new type names: that of the document if the target takes any.
    pub(crate) fn type_case(&self) -> TypeCase {
        let root = || self.model.ast.entry(SchemaId::ROOT, Keyword::Type).map(|entry| entry.value);
        self.case.unwrap_or_else(|| match root() {
            Some(Value::Types(types)) if types.case == TypeCase::Upper => TypeCase::Upper,
            _ => TypeCase::Lower,
        })
    }

    fn type_source(&self, shape: &Shape) -> Option<JsonId> {
        shape.read_from.iter().find_map(|schema| self.model.ast.entry(*schema, Keyword::Type)).map(|entry| entry.key)
    }

    fn print_values(&self, printer: &mut Printer<'_>) {
        if let Some(Coding::Values(coded)) = &printer.shape.coding {
            let null = self.lists_null(printer.shape).then(|| Out::Text("null".into()));
            let list = Out::Array(coded.iter().map(|(wire, _)| Out::string(wire)).chain(null).collect());
            let key = printer.shape.values.as_ref().map(|values| values.key);
            self.add(printer, Keyword::Enum, key, list);
            return;
        }
        let Some(values) = &printer.shape.values else { return };
        let tape = self.model.ast.tape();
        let null = self.lists_null(printer.shape) && !values.list.iter().any(|value| tape.kind(*value) == Kind::Null);
        let value = match (values.as_written, values.keyword) {
            (true, _) if !null => Out::Source(tape.value_of(values.key)),
            (false, Keyword::Const) if values.list.len() == 1 && !null => Out::Source(values.list[0]),
            _ => {
                let mut listed: Vec<Out> = values.list.iter().map(|value| Out::Source(*value)).collect();
                if null {
                    listed.push(Out::Text("null".into()));
                }
                Out::Array(listed)
            }
        };
        // A constant that may be null is a list of two.
        let keyword = if null { Keyword::Enum } else { values.keyword };
        self.add(printer, keyword, Some(values.key), value);
    }

    /// Whether null, which the node allows, has to be listed among the types and among listed values: the target has no
    /// `nullable`, and none is kept from the source.
    pub(crate) fn lists_null(&self, shape: &Shape) -> bool {
        let has_word = shape.nullable_key.is_some() || self.target.takes(Keyword::Nullable);
        (shape.typed || shape.listed_values().is_some()) && shape.kinds.has(Kinds::NULL) && !has_word
    }

    fn print_facts(&mut self, printer: &mut Printer<'_>) {
        let tape = self.model.ast.tape();
        let has_room = printer.shape.reference.is_none() || self.target.words_beside_references;
        let described = if has_room { self.hinted_description(printer.shape) } else { None };
        for fact in &printer.shape.facts {
            // These are replaced by what is printed for the whole node.
            let said = match fact.keyword {
                Keyword::Description => described.is_some(),
                Keyword::Nullable => printer.shape.has_null_beside_others(),
                _ => false,
            };
            if said {
                continue;
            }
            let value = fact.text.clone().map_or(Out::Source(tape.value_of(fact.key)), |text| Out::Text(text.into()));
            self.add(printer, fact.keyword, Some(fact.key), value);
        }
        let Some(described) = described else { return };
        let description = printer.shape.fact(Keyword::Description);
        let source = description.map(|fact| fact.key).filter(|key| tape.kind(*key) == Kind::String);
        self.add(printer, Keyword::Description, source, Out::Text(described.into()));
    }

    /// The description of a node with its hints, as JSON text; `None` if it stays as it is.
    pub(super) fn hinted_description(&mut self, shape: &Shape) -> Option<String> {
        if !self.options.hints || shape.hints.is_empty() {
            return None;
        }
        let text = shape.fact(Keyword::Description).map(|fact| self.fact_string(fact)).unwrap_or_default();
        let hints = shape.hints.in_insertion_order();
        let described = with_hints(&text, hints);
        if self.log.keeps() {
            let says = described.as_ref().unwrap_or(&text);
            // The first one may be truncated.
            for words in hints.iter().skip(1).filter(|words| !says.contains(words.as_str())) {
                self.log.crowd_out(&self.path, words);
            }
        }
        described.map(|text| quote(&text))
    }

    /// The string of a fact, from its replacement or from the source.
    pub(crate) fn fact_string(&self, fact: &Fact) -> String {
        match &fact.text {
            Some(text) => crate::json::unescape(text.get(1..text.len().saturating_sub(1)).unwrap_or_default()),
            None => {
                self.model.ast.tape().string(self.model.ast.tape().value_of(fact.key)).unwrap_or_default().into_owned()
            }
        }
    }

    fn print_object(&self, printer: &mut Printer<'_>, partial: &mut PartialNode) {
        let tape = self.model.ast.tape();
        if let Some((key, closing)) = &mut partial.closing {
            let source = tape.value_of(*key);
            let says = |flag: bool| {
                let empty = tape.kind(source) == Kind::Object && tape.members(source).next().is_none();
                tape.boolean(source) == Some(flag) || (flag && empty)
            };
            let value = match closing {
                Closing::Flag(flag) if says(*flag) => Out::Source(source),
                Closing::Flag(flag) => Out::Text(if *flag { "true" } else { "false" }.into()),
                Closing::Schema(node) => node.take(),
            };
            self.add(printer, Keyword::AdditionalProperties, Some(*key), value);
        }
        let key = printer.shape.object.required_key;
        let alone = !partial.unions.is_empty() && self.target.unions == UnionForm::Alone;
        let stays_empty = key.filter(|_| !alone).is_some_and(|key| tape.elements(tape.value_of(key)).next().is_none());
        if partial.required.is_empty() && !stays_empty && !partial.complete {
            return;
        }
        let own = |required: &Required| tape.string(required.source).is_some_and(|name| name == required.name.as_str());
        let as_written = key.is_some_and(|key| {
            let names = partial.required.iter().filter(|required| own(required)).map(|required| required.source);
            partial.required.iter().all(own) && tape.elements(tape.value_of(key)).eq(names)
        });
        let value = match key {
            Some(key) if as_written => Out::Source(tape.value_of(key)),
            _ => {
                let name = |required: &Required| {
                    if own(required) { Out::Source(required.source) } else { Out::string(&required.name) }
                };
                Out::Array(partial.required.iter().map(name).collect())
            }
        };
        if !partial.required.is_empty() || stays_empty || printer.shape.kinds.has(Kinds::OBJECT) && printer.shape.typed
        {
            self.add(printer, Keyword::Required, key, value);
        }
    }

    fn print_children(&self, printer: &mut Printer<'_>, partial: &mut PartialNode) {
        let tape = self.model.ast.tape();
        let empty_in_source = |key: JsonId| tape.members(tape.value_of(key)).next().is_none();
        let key = printer.shape.object.key;
        let lists_none = printer.shape.object.lists_none || key.is_some_and(empty_in_source) || partial.complete;
        if !partial.members.is_empty() || lists_none {
            let name = |member: &Member| {
                let own = tape.kind(member.key) == Kind::String && tape.key(member.key) == member.name.as_str();
                if own { OutKey::Source(member.key) } else { OutKey::text(&member.name) }
            };
            let members = partial.members.iter_mut().map(|member| (name(member), member.node.take())).collect();
            self.add(printer, Keyword::Properties, key, Out::Object(members));
        }
        if let Some((key, positions)) = &mut partial.positions {
            self.add(printer, Keyword::PrefixItems, Some(*key), list(positions));
        }
        if let Some(items) = &mut partial.items {
            let key = printer.shape.array.items.as_ref().map(|(key, _)| *key);
            self.add(printer, Keyword::Items, key, items.take());
        }
        if let Some((key, rest)) = &mut partial.rest {
            self.add(printer, Keyword::Items, Some(*key), rest.take());
        }
        for (keyword, key) in &partial.verbatim {
            let name = Keyword::from_name(&tape.key(*key));
            let keyword = if name == Keyword::Unknown { *keyword } else { name };
            self.add(printer, keyword, Some(*key), Out::Source(tape.value_of(*key)));
        }
        for (keyword, key, branches) in &mut partial.unions {
            self.add(printer, *keyword, Some(*key), list(branches));
        }
    }
}

/// Lowered schemas as a list.
fn list(schemas: &mut [LoweredNode]) -> Out {
    Out::Array(schemas.iter_mut().map(LoweredNode::take).collect())
}
