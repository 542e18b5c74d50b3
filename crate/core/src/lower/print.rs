//! Printing: a shape and its lowered children as one JSON object. Members keep the source's order;
//! new ones stand beside what they come from.

use super::{Lower, Out, OutKey, children::Draft, hint_list};
use crate::{
    json::JsonId,
    schema::{Keyword, Kinds, TypeCase, Value},
    shape::{Fact, Shape},
};

/// A member on its way out: where it belongs, then what it is.
struct Member {
    anchor: u32,
    rank: u8,
    key: OutKey,
    value: Out,
}

struct Printer<'p> {
    shape: &'p Shape,
    members: Vec<Member>,
    /// The source node whose order is kept.
    home: Option<JsonId>,
}

impl Lower<'_, '_> {
    pub(super) fn print(&mut self, shape: &Shape, draft: Draft) -> Out {
        let home = shape.read_from.first().map(|schema| self.ast.json(*schema));
        let mut printer = Printer { shape, members: Vec::new(), home };
        self.print_type(&mut printer);
        self.print_values(&mut printer);
        self.print_facts(&mut printer);
        self.print_object(&mut printer, &draft);
        self.print_children(&mut printer, draft);
        printer.members.sort_by_key(|member| (member.anchor, member.rank));
        Out::Object(printer.members.into_iter().map(|member| (member.key, member.value)).collect())
    }

    fn add(&self, printer: &mut Printer<'_>, keyword: Keyword, source: Option<JsonId>, value: Out) {
        let tape = self.ast.tape();
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
        printer.members.push(Member { anchor, rank: keyword as u8, key, value });
    }

    fn print_type(&self, printer: &mut Printer<'_>) {
        let shape = printer.shape;
        let nullable = shape.kinds.has(Kinds::NULL) && shape.kinds != Kinds::NULL;
        if let Some(key) = shape.nullable_key.filter(|_| nullable) {
            self.add(printer, Keyword::Nullable, Some(key), Out::Source(key.value_of_key()));
        }
        if !shape.typed {
            return;
        }
        let source = shape.type_key.or_else(|| self.type_source(shape));
        let value = match shape.type_key {
            Some(key) => Out::Source(key.value_of_key()),
            None => self.type_names(shape),
        };
        self.add(printer, Keyword::Type, source, value);
        let said = shape.nullable_key.is_some() || shape.type_key.is_some_and(|key| self.names_null(shape, key));
        if nullable && !said {
            let home = printer.home;
            let anchor = source.filter(|key| home.is_some_and(|home| self.ast.tape().contains(home, *key)));
            printer.members.push(Member {
                anchor: anchor.map_or(0, |key| key.index() as u32),
                rank: Keyword::Nullable as u8,
                key: OutKey::Name("nullable"),
                value: Out::Text("true".to_owned()),
            });
        }
    }

    fn type_names(&self, shape: &Shape) -> Out {
        let case = self.case.unwrap_or_else(|| self.written_case());
        let solid = shape.solid_kinds();
        let kinds = if solid.is_empty() { Kinds::NULL } else { solid };
        let mut names: Vec<Out> = kinds.iter().map(|kind| Out::string(kind.name(case))).collect();
        if names.len() == 1 { names.remove(0) } else { Out::Array(names) }
    }

    /// Whether the `type` at a key has null among its names.
    fn names_null(&self, shape: &Shape, key: JsonId) -> bool {
        shape
            .read_from
            .iter()
            .filter_map(|schema| self.ast.entry(*schema, Keyword::Type))
            .any(|entry| entry.key == key && matches!(entry.value, Value::Types(types) if types.kinds.has(Kinds::NULL)))
    }

    /// New types follow the case of the document where the target takes any.
    pub(super) fn written_case(&self) -> TypeCase {
        let root = self.ast.entry(self.ast.root(), Keyword::Type);
        match root.map(|entry| entry.value) {
            Some(Value::Types(types)) if types.case == TypeCase::Upper => TypeCase::Upper,
            _ => TypeCase::Lower,
        }
    }

    fn type_source(&self, shape: &Shape) -> Option<JsonId> {
        shape.read_from.iter().find_map(|schema| self.ast.entry(*schema, Keyword::Type)).map(|entry| entry.key)
    }

    fn print_values(&self, printer: &mut Printer<'_>) {
        let Some(values) = &printer.shape.values else { return };
        let value = match (values.as_written, values.keyword) {
            (true, _) => Out::Source(values.key.value_of_key()),
            (false, Keyword::Const) if values.list.len() == 1 => Out::Source(values.list[0]),
            _ => Out::Array(values.list.iter().map(|value| Out::Source(*value)).collect()),
        };
        self.add(printer, values.keyword, Some(values.key), value);
    }

    fn print_facts(&self, printer: &mut Printer<'_>) {
        let tape = self.ast.tape();
        let description = printer.shape.fact(Keyword::Description);
        let text = description.map(|fact| self.fact_string(fact)).unwrap_or_default();
        let hints = if self.options.hints { hint_list(&printer.shape.hints, &text) } else { None };
        for fact in &printer.shape.facts {
            if fact.keyword == Keyword::Description && hints.is_some() {
                continue;
            }
            let value = fact.text.clone().map_or(Out::Source(fact.key.value_of_key()), Out::Text);
            self.add(printer, fact.keyword, Some(fact.key), value);
        }
        let Some(hints) = hints else { return };
        let separator = if text.trim().is_empty() { "" } else { " " };
        let joined = format!("{}{separator}{hints}", text.trim_end());
        let source = description.map(|fact| fact.key).filter(|key| tape.kind(*key) == crate::json::Kind::String);
        self.add(printer, Keyword::Description, source, Out::string(&joined));
    }

    /// The string of a fact, from its replacement or its source.
    pub(crate) fn fact_string(&self, fact: &Fact) -> String {
        match &fact.text {
            Some(text) => crate::json::unescape(text.get(1..text.len().saturating_sub(1)).unwrap_or_default()),
            None => self.ast.tape().string(fact.key.value_of_key()).unwrap_or_default().into_owned(),
        }
    }

    fn print_object(&self, printer: &mut Printer<'_>, draft: &Draft) {
        let tape = self.ast.tape();
        for additional in &printer.shape.object.additional {
            self.add(
                printer,
                Keyword::AdditionalProperties,
                Some(additional.key),
                Out::Source(additional.key.value_of_key()),
            );
        }
        if draft.required.is_empty()
            && printer.shape.object.required_key.is_none_or(|key| tape.elements(key.value_of_key()).next().is_some())
        {
            return;
        }
        let key = printer.shape.object.required_key;
        let as_written = key.is_some_and(|key| {
            let list = key.value_of_key();
            tape.elements(list).eq(draft.required.iter().map(|required| required.source))
        });
        let value = match key {
            Some(key) if as_written => Out::Source(key.value_of_key()),
            _ => Out::Array(draft.required.iter().map(|required| Out::Source(required.source)).collect()),
        };
        self.add(printer, Keyword::Required, key, value);
    }

    fn print_children(&self, printer: &mut Printer<'_>, draft: Draft) {
        let empty_in_source = |key: JsonId| self.ast.tape().members(key.value_of_key()).next().is_none();
        if printer.shape.object.key.is_some_and(|key| !draft.properties.is_empty() || empty_in_source(key)) {
            let members = draft.properties.into_iter().map(|(key, _, out)| (OutKey::Source(key), out)).collect();
            self.add(printer, Keyword::Properties, printer.shape.object.key, Out::Object(members));
        }
        if let Some(items) = draft.items {
            let key = printer.shape.array.items.as_ref().map(|(key, _)| *key);
            self.add(printer, Keyword::Items, key, items);
        }
        for (keyword, key) in draft.verbatim {
            let name = Keyword::from_name(&self.ast.tape().key(key));
            self.add(
                printer,
                if name == Keyword::Unknown { keyword } else { name },
                Some(key),
                Out::Source(key.value_of_key()),
            );
        }
        for (keyword, key, branches) in draft.unions {
            self.add(printer, keyword, Some(key), Out::Array(branches));
        }
    }
}
