//! Typing: which JSON values are schemas, and what each of their members means.

use super::{
    ast::{Ast, SchemaNode},
    entry::{Entry, Link, NodeKind, SchemaId, Spelling, Value},
    keyword::{Keyword, ValueShape},
    keyword_set::KeywordSet,
    kinds::Types,
};
use crate::{
    json::{Decimal, JsonId, Kind, Tape},
    order::{Map, Set},
};

/// Bytes of a schema and of its link in the parent's list.
const NODE: usize = size_of::<SchemaNode>() + size_of::<Link>();

impl Ast<'_> {
    pub(super) fn push(&mut self, json: JsonId) -> SchemaId {
        let kind = match self.tape.kind(json) {
            Kind::Object => NodeKind::Object,
            Kind::True => NodeKind::Boolean(true),
            Kind::False => NodeKind::Boolean(false),
            Kind::Array if self.is_list_of_fields(json) => NodeKind::Object,
            _ => NodeKind::Malformed,
        };
        let old_draft = self.old_draft;
        let node = SchemaNode { json, kind, entries: (0, 0), set: KeywordSet::EMPTY, old_draft, is_property: false };
        self.nodes.push(node);
        SchemaId(self.nodes.len() as u32 - 1)
    }

    pub(super) fn type_node(&mut self, at: usize) {
        let (entries, links, nodes) = (self.entries.len(), self.links.len(), self.nodes.len());
        self.old_draft = self.nodes[at].old_draft;
        self.type_members(at);
        if !self.nodes[at].set.has(Keyword::SchemaUri) {
            return;
        }
        // The schema's own `$schema` decides the meaning of its members, which are typed again if it names another
        // draft.
        let uri = self.entries[entries..].iter().rfind(|entry| entry.keyword == Keyword::SchemaUri);
        let own = uri.and_then(|uri| names_old_draft(self.tape, uri.json())).filter(|own| *own != self.old_draft);
        if let Some(own) = own {
            self.entries.truncate(entries);
            self.links.truncate(links);
            self.nodes.truncate(nodes);
            (self.old_draft, self.nodes[at].old_draft) = (own, own);
            self.type_members(at);
        }
    }

    fn type_members(&mut self, at: usize) {
        let (tape, from, nodes) = (self.tape, self.entries.len(), self.nodes.len());
        let mut set = KeywordSet::EMPTY;
        let mut doubled = false;
        for key in tape.members(self.nodes[at].json) {
            let keyword = self.keyword(key);
            let (mut value, mut loose) = (self.type_value(keyword, key.value_of_key()), false);
            if value == Value::Malformed
                && let Some(meant) = self.type_loosely(at, keyword, key.value_of_key())
            {
                (value, loose) = (meant, true);
            }
            doubled |= set.insert(keyword);
            self.entries.push(Entry { keyword, key, value, shadowed: false, loose });
        }
        if doubled {
            mark_shadowed(tape, &mut self.entries[from..]);
        }
        if set.has(Keyword::Unknown) || self.has_malformed(from, nodes) || set.is_empty() {
            self.type_misplaced(at, from);
            set = self.entries[from..].iter().fold(KeywordSet::EMPTY, |set, entry| set.with(entry.keyword));
        }
        let nodes = self.nodes.len() - nodes;
        self.work().step(self.entries.len() - from + nodes);
        self.work().keep(nodes * NODE);
        let node = &mut self.nodes[at];
        node.entries = (from as u32, self.entries.len() as u32);
        node.set = set;
    }

    /// Whether an entry from position `entry` on, or a schema from index `node` on, is malformed.
    fn has_malformed(&self, entry: usize, node: usize) -> bool {
        self.entries[entry..].iter().any(|entry| entry.value == Value::Malformed)
            || self.nodes[node..].iter().any(|node| node.kind == NodeKind::Malformed)
    }

    /// The keyword that a member's key names in the current draft and spelling.
    pub(super) fn keyword(&self, key: JsonId) -> Keyword {
        let name = self.tape.key(key);
        let keyword = match self.spelling {
            Spelling::JsonSchema if name == "property_ordering" => Keyword::PropertyOrdering,
            Spelling::JsonSchema => Keyword::from_name(&name),
            Spelling::Proto => Keyword::from_proto_name(&name),
        };
        if self.old_draft && AFTER_DRAFT_7.has(keyword) { Keyword::Unknown } else { keyword }
    }

    /// Whether the value of `items` or `additionalProperties` is a string, which may name a type: `"items": "integer"`.
    fn is_shorthand(&self, keyword: Keyword, json: JsonId) -> bool {
        matches!(keyword, Keyword::Items | Keyword::AdditionalProperties) && self.tape.kind(json) == Kind::String
    }

    pub(super) fn type_value(&mut self, keyword: Keyword, json: JsonId) -> Value {
        let Some(info) = keyword.info() else { return Value::Data };
        let kind = self.tape.kind(json);
        let is_schema = matches!(kind, Kind::Object | Kind::True | Kind::False) || self.is_shorthand(keyword, json);
        match (info.shape, kind) {
            (ValueShape::Schema | ValueShape::SchemaOrList, _) if is_schema => Value::Schema(self.push(json)),
            (ValueShape::Schemas | ValueShape::SchemaOrList, Kind::Array) => self.type_list(json),
            (ValueShape::SchemaMap, Kind::Object) if keyword == Keyword::Properties => self.type_properties(json),
            (ValueShape::SchemaMap, Kind::Object) => self.type_map(json, false),
            (ValueShape::SchemaOrNamesMap, Kind::Object) => self.type_map(json, true),
            (ValueShape::Types, _) => Types::read(self.tape, json).map_or(Value::Malformed, Value::Types),
            (shape, _) if self.is_plain_shape(shape, json) => Value::Data,
            _ => Value::Malformed,
        }
    }

    fn type_list(&mut self, json: JsonId) -> Value {
        let (tape, from) = (self.tape, self.links.len() as u32);
        for element in tape.elements(json) {
            let schema = Some(self.push(element));
            self.links.push(Link { key: element, schema });
        }
        Value::Links(from, self.links.len() as u32)
    }

    fn type_map(&mut self, json: JsonId, names_too: bool) -> Value {
        let (tape, from) = (self.tape, self.links.len() as u32);
        for key in tape.members(json) {
            let value = key.value_of_key();
            let names = names_too && tape.kind(value) == Kind::Array;
            let schema = (!names).then(|| self.push(value));
            self.links.push(Link { key, schema });
        }
        Value::Links(from, self.links.len() as u32)
    }

    fn type_properties(&mut self, json: JsonId) -> Value {
        let from = self.nodes.len();
        let value = self.type_map(json, false);
        self.nodes[from..].iter_mut().for_each(|node| node.is_property = true);
        value
    }

    fn is_plain_shape(&self, shape: ValueShape, json: JsonId) -> bool {
        let (tape, kind) = (self.tape, self.tape.kind(json));
        let names = |list: JsonId| {
            tape.kind(list) == Kind::Array && tape.elements(list).all(|item| tape.kind(item) == Kind::String)
        };
        match shape {
            ValueShape::Text => kind == Kind::String,
            ValueShape::Names => names(json),
            ValueShape::NamesMap => {
                let once = |list: JsonId| {
                    let mut seen = Set::new();
                    tape.elements(list).all(|name| seen.insert(tape.slice(name)))
                };
                let lists = |key: JsonId| names(key.value_of_key()) && once(key.value_of_key());
                kind == Kind::Object && tape.members(json).all(lists)
            }
            ValueShape::NumberOrFlag if matches!(kind, Kind::True | Kind::False) => true,
            ValueShape::Number | ValueShape::Positive | ValueShape::NumberOrFlag | ValueShape::Count => {
                kind == Kind::Number && is_number_of(shape, tape.slice(json))
            }
            ValueShape::Flag => matches!(kind, Kind::True | Kind::False),
            ValueShape::List => kind == Kind::Array,
            ValueShape::Data => true,
            _ => false,
        }
    }
}

/// Whether keywords of a shape take a number.
pub(super) fn is_number_of(shape: ValueShape, text: &str) -> bool {
    let number = || Decimal::parse(text).filter(|number| !number.is_negative());
    match shape {
        ValueShape::Count => number().is_some(),
        ValueShape::Positive => number().is_some_and(|number| number.integer_text().as_deref() != Some("0")),
        _ => true,
    }
}

/// Assertions, applicators and keywords of dynamic references that draft 2019-09 or 2020-12 introduced: earlier drafts
/// do not know them.
pub(super) const AFTER_DRAFT_7: KeywordSet = KeywordSet::of(&[
    Keyword::DependentRequired,
    Keyword::DependentSchemas,
    Keyword::DynamicAnchor,
    Keyword::DynamicRef,
    Keyword::MaxContains,
    Keyword::MinContains,
    Keyword::PrefixItems,
    Keyword::RecursiveAnchor,
    Keyword::RecursiveRef,
    Keyword::UnevaluatedItems,
    Keyword::UnevaluatedProperties,
]);

/// Whether a `$schema` names a draft up to 7; `None` if it names no known draft.
fn names_old_draft(tape: &Tape<'_>, uri: JsonId) -> Option<bool> {
    let uri = tape.string(uri)?;
    let names = |drafts: &[&str]| drafts.iter().any(|draft| uri.contains(draft));
    let old = names(&["/draft-03/", "/draft-04/", "/draft-06/", "/draft-07/"]);
    (old || names(&["/draft/2019-09/", "/draft/2020-12/"])).then_some(old)
}

/// Marks all but the last of duplicate members as shadowed, as JSON readers keep the last.
fn mark_shadowed(tape: &Tape<'_>, entries: &mut [Entry]) {
    let mut last: Map<String, usize> = Map::new();
    for at in 0..entries.len() {
        if let Some(earlier) = last.insert(tape.key(entries[at].key).into_owned(), at) {
            entries[earlier].shadowed = true;
        }
    }
}
