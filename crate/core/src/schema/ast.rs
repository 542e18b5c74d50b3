//! Typing: which JSON values are schemas, and what each of their members means.

use super::{
    entry::{Entry, Link, NodeKind, SchemaId, Spelling, Value},
    keyword::{Keyword, ValueShape},
    keyword_set::KeywordSet,
    kinds::Types,
};
use crate::{
    json::{Decimal, JsonId, Kind, Tape},
    order::{Gather, Map, Set},
};

#[derive(Debug)]
struct SchemaNode {
    json: JsonId,
    kind: NodeKind,
    entries: (u32, u32),
    set: KeywordSet,
}

const NOTHING: SchemaNode =
    SchemaNode { json: JsonId::ROOT, kind: NodeKind::Object, entries: (0, 0), set: KeywordSet::EMPTY };

/// The schemas of one root, as an arena in breadth-first order.
#[derive(Debug)]
pub struct Ast<'d> {
    tape: &'d Tape<'d>,
    spelling: Spelling,
    old_draft: bool,
    nodes: Vec<SchemaNode>,
    entries: Vec<Entry>,
    links: Vec<Link>,
}

impl<'d> Ast<'d> {
    /// Types the schema at `root` and all below it. Iterative: any nesting.
    #[must_use]
    pub fn new(tape: &'d Tape<'d>, root: JsonId, spelling: Spelling) -> Ast<'d> {
        let mut ast = Ast {
            tape,
            spelling,
            old_draft: is_old_draft(tape, root),
            nodes: Vec::with_capacity(16),
            entries: Vec::with_capacity(48),
            links: Vec::with_capacity(16),
        };
        ast.add(root);
        ast
    }

    /// Types another schema of the document, such as the target of a reference into an unknown
    /// keyword, and all below it.
    pub fn add(&mut self, json: JsonId) -> SchemaId {
        let id = self.push(json);
        let mut at = id.index();
        while at < self.nodes.len() {
            self.type_node(at);
            at += 1;
        }
        id
    }

    /// How many schemas there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: there is a root. Present because `len` is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All schemas.
    pub fn ids(&self) -> impl Iterator<Item = SchemaId> + use<> {
        self.ids_from(0)
    }

    /// The schemas that were typed as the `first`-th and later.
    pub fn ids_from(&self, first: usize) -> impl Iterator<Item = SchemaId> + use<> {
        (first as u32..self.nodes.len() as u32).map(SchemaId)
    }

    /// The document.
    #[must_use]
    pub fn tape(&self) -> &'d Tape<'d> {
        self.tape
    }

    fn node(&self, id: SchemaId) -> &SchemaNode {
        // An id of another tree, which no caller has: it reads as `{}`.
        self.nodes.get(id.index()).unwrap_or(&NOTHING)
    }

    /// The JSON of a schema.
    #[must_use]
    pub fn json(&self, id: SchemaId) -> JsonId {
        self.node(id).json
    }

    /// The kind of JSON that stands there.
    #[must_use]
    pub fn kind(&self, id: SchemaId) -> NodeKind {
        self.node(id).kind
    }

    /// The set of keywords that a schema has.
    #[must_use]
    pub fn keywords(&self, id: SchemaId) -> KeywordSet {
        self.node(id).set
    }

    /// A schema's members in source order, shadowed ones included.
    #[must_use]
    pub fn entries(&self, id: SchemaId) -> &[Entry] {
        let (from, to) = self.node(id).entries;
        &self.entries[from as usize..to as usize]
    }

    /// The member that counts for a keyword.
    #[must_use]
    pub fn entry(&self, id: SchemaId, keyword: Keyword) -> Option<&Entry> {
        let present = self.keywords(id).has(keyword);
        present.then(|| self.entries(id).iter().find(|entry| entry.keyword == keyword && !entry.shadowed)).flatten()
    }

    /// The subschemas of a [`Value::Links`]; of a [`Value::Schema`] none.
    #[must_use]
    pub fn links(&self, value: Value) -> &[Link] {
        match value {
            Value::Links(from, to) => &self.links[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The schemas among them.
    #[must_use]
    pub fn schemas(&self, value: Value) -> Vec<SchemaId> {
        self.links(value).iter().filter_map(|link| link.schema).gather()
    }

    /// The elements of a list of the document.
    #[must_use]
    pub fn list(&self, list: JsonId) -> Vec<JsonId> {
        self.tape.elements(list).gather()
    }

    /// The name of a member of the document.
    #[must_use]
    pub fn name(&self, key: JsonId) -> String {
        self.tape.key(key).into_owned()
    }

    /// Whether the schema is written as Gemini's own message.
    #[must_use]
    pub fn is_proto(&self) -> bool {
        self.spelling == Spelling::Proto
    }

    /// Whether `$schema` names a draft up to 7, where `$ref` hides what stands beside it.
    #[must_use]
    pub fn old_draft(&self) -> bool {
        self.old_draft
    }

    /// The direct subschemas of a schema.
    #[must_use]
    pub fn children(&self, id: SchemaId) -> Vec<SchemaId> {
        self.subschemas(id, |_| true)
    }

    /// The subschemas of a schema, without those that it only defines for references.
    #[must_use]
    pub fn applied(&self, id: SchemaId) -> Vec<SchemaId> {
        self.subschemas(id, |keyword| !matches!(keyword, Keyword::Defs | Keyword::Definitions))
    }

    fn subschemas(&self, id: SchemaId, counts: fn(Keyword) -> bool) -> Vec<SchemaId> {
        let mut schemas = Vec::new();
        for entry in self.entries(id).iter().filter(|entry| counts(entry.keyword)) {
            match entry.value {
                Value::Schema(schema) => schemas.push(schema),
                value => schemas.extend(self.links(value).iter().filter_map(|link| link.schema)),
            }
        }
        schemas
    }

    fn push(&mut self, json: JsonId) -> SchemaId {
        let kind = match self.tape.kind(json) {
            Kind::Object => NodeKind::Object,
            Kind::True => NodeKind::Boolean(true),
            Kind::False => NodeKind::Boolean(false),
            _ => NodeKind::Malformed,
        };
        self.nodes.push(SchemaNode { json, kind, entries: (0, 0), set: KeywordSet::EMPTY });
        SchemaId(self.nodes.len() as u32 - 1)
    }

    fn type_node(&mut self, at: usize) {
        let (tape, from) = (self.tape, self.entries.len());
        let mut set = KeywordSet::EMPTY;
        let mut doubled = false;
        for key in tape.members(self.nodes[at].json) {
            let keyword = self.keyword(key);
            let value = self.type_value(keyword, key.value_of_key());
            doubled |= set.insert(keyword);
            self.entries.push(Entry { keyword, key, value, shadowed: false });
        }
        if doubled {
            mark_shadowed(tape, &mut self.entries[from..]);
        }
        let node = &mut self.nodes[at];
        node.entries = (from as u32, self.entries.len() as u32);
        node.set = set;
    }

    fn keyword(&self, key: JsonId) -> Keyword {
        let name = self.tape.key(key);
        let keyword = match self.spelling {
            Spelling::JsonSchema if name == "property_ordering" => Keyword::PropertyOrdering,
            Spelling::JsonSchema => Keyword::from_name(&name),
            Spelling::Proto => Keyword::from_proto_name(&name),
        };
        if self.old_draft && AFTER_DRAFT_7.has(keyword) { Keyword::Unknown } else { keyword }
    }

    fn type_value(&mut self, keyword: Keyword, json: JsonId) -> Value {
        let Some(info) = keyword.info() else { return Value::Data };
        let kind = self.tape.kind(json);
        let is_schema = matches!(kind, Kind::Object | Kind::True | Kind::False);
        match (info.shape, kind) {
            (ValueShape::Schema | ValueShape::SchemaOrList, _) if is_schema => Value::Schema(self.push(json)),
            (ValueShape::Schemas | ValueShape::SchemaOrList, Kind::Array) => self.type_list(json),
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
            ValueShape::Number => kind == Kind::Number,
            ValueShape::Positive => {
                let number =
                    Decimal::parse(tape.slice(json)).filter(|number| kind == Kind::Number && !number.is_negative());
                number.is_some_and(|number| number.integer_text().as_deref() != Some("0"))
            }
            ValueShape::NumberOrFlag => matches!(kind, Kind::Number | Kind::True | Kind::False),
            ValueShape::Count => {
                kind == Kind::Number && Decimal::parse(tape.slice(json)).is_some_and(|number| !number.is_negative())
            }
            ValueShape::Flag => matches!(kind, Kind::True | Kind::False),
            ValueShape::List => kind == Kind::Array,
            ValueShape::Data => true,
            _ => false,
        }
    }
}

/// Keywords that assert something, or that references follow, since draft 2019-09: to earlier drafts they are unknown.
const AFTER_DRAFT_7: KeywordSet = KeywordSet::of(&[
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

/// Whether the `$schema` of a root names a draft up to 7.
fn is_old_draft(tape: &Tape<'_>, root: JsonId) -> bool {
    let uri = tape.get(root, Keyword::SchemaUri.name()).and_then(|uri| tape.string(uri));
    let drafts = ["/draft-03/", "/draft-04/", "/draft-06/", "/draft-07/"];
    uri.is_some_and(|uri| drafts.iter().any(|draft| uri.contains(draft)))
}

/// Of doubled members the last counts, as JSON readers keep it.
fn mark_shadowed(tape: &Tape<'_>, entries: &mut [Entry]) {
    let mut last: Map<String, usize> = Map::new();
    for at in 0..entries.len() {
        if let Some(earlier) = last.insert(tape.key(entries[at].key).into_owned(), at) {
            entries[earlier].shadowed = true;
        }
    }
}
