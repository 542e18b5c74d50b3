//! The tape: nodes in document order, each with its span and the index after its subtree.

use std::borrow::Cow;

use super::string::unescape;

/// Index of a node on a [`Tape`]. Ids grow in document order: a container's id is smaller than
/// those of everything inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonId(pub(super) u32);

impl JsonId {
    /// The root of every tape.
    pub const ROOT: JsonId = JsonId(0);

    /// The value node that belongs to a member's key node.
    #[must_use]
    pub fn value_of_key(self) -> JsonId {
        JsonId(self.0 + 1)
    }

    /// The key node of a member's value.
    #[must_use]
    pub(crate) fn key_of_value(self) -> JsonId {
        JsonId(self.0.saturating_sub(1))
    }

    /// Position on the tape, for tables indexed by node.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A half-open range of the text that was read, in bytes unless another unit was requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Span {
    /// Where it begins.
    pub start: u32,
    /// Where it ends: one past the last.
    pub end: u32,
}

/// The seven JSON value kinds (RFC 8259 §3), with `true` and `false` apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `false`
    False,
    /// `true`
    True,
    /// A number, kept as written.
    Number,
    /// A string, kept as written with its quotes.
    String,
    /// `[…]`
    Array,
    /// `{…}`
    Object,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub start: u32,
    pub end: u32,
    /// Index of the first node after this one's subtree.
    pub next: u32,
    pub kind: Kind,
    /// A string with at least one backslash.
    pub escaped: bool,
}

const NOTHING: Node = Node { start: 0, end: 0, next: u32::MAX, kind: Kind::Null, escaped: false };

/// The tape of `{}`.
pub(crate) fn empty_object() -> Tape<'static> {
    let node = Node { start: 0, end: 2, next: 1, kind: Kind::Object, escaped: false };
    Tape { text: Cow::Borrowed("{}"), nodes: vec![node], lines: false, unicode_escapes: false }
}

/// A JSON document: its text and its nodes.
#[derive(Clone, Debug)]
pub struct Tape<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) nodes: Vec<Node>,
    pub(super) lines: bool,
    pub(super) unicode_escapes: bool,
}

impl<'t> Tape<'t> {
    /// The text that was read, byte for byte.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a string has a `\u` escape: only those can be lone surrogates.
    pub(crate) fn has_unicode_escapes(&self) -> bool {
        self.unicode_escapes
    }

    /// How many nodes the tape holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: a tape has a root. Present because `len` is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The same tape, owning its text.
    #[must_use]
    pub fn into_owned(self) -> Tape<'static> {
        Tape { text: Cow::Owned(self.text.into_owned()), ..self }
    }

    /// Whether the text is NDJSON: the root array has no brackets in the text, and each of its elements begins a line.
    #[must_use]
    pub fn is_lines(&self) -> bool {
        self.lines
    }

    fn node(&self, id: JsonId) -> &Node {
        // Only an id of another tape is out of range; it reads as null.
        self.nodes.get(id.index()).unwrap_or(&NOTHING)
    }

    /// The kind of a node.
    #[must_use]
    pub fn kind(&self, id: JsonId) -> Kind {
        self.node(id).kind
    }

    /// The byte range of a node.
    #[must_use]
    pub fn span(&self, id: JsonId) -> Span {
        let node = self.node(id);
        Span { start: node.start, end: node.end }
    }

    /// The member's value for a member's key, else the node itself. For sources of new nodes, which are keys or values.
    #[must_use]
    pub fn value_of(&self, key: JsonId) -> JsonId {
        if self.is_key(key) { key.value_of_key() } else { key }
    }

    /// The text of a node as it was written.
    #[must_use]
    pub fn slice(&self, id: JsonId) -> &str {
        let node = self.node(id);
        &self.text[node.start as usize..node.end as usize]
    }

    /// The first node after the subtree of `id`.
    pub(crate) fn after(&self, id: JsonId) -> JsonId {
        JsonId(self.node(id).next)
    }

    /// Whether `inner` is `outer` or lies inside it.
    #[must_use]
    pub fn contains(&self, outer: JsonId, inner: JsonId) -> bool {
        outer <= inner && inner < self.after(outer)
    }

    /// A string node's value; `None` for other kinds. Lone surrogates read as U+FFFD.
    #[must_use]
    pub fn string(&self, id: JsonId) -> Option<Cow<'_, str>> {
        let node = self.node(id);
        (node.kind == Kind::String).then(|| self.string_of(node))
    }

    /// Whether a node is the key of a member.
    pub(crate) fn is_key(&self, id: JsonId) -> bool {
        let node = self.node(id);
        let after = || self.text[node.end as usize..].trim_start_matches([' ', '\t', '\n', '\r']);
        node.kind == Kind::String && after().starts_with(':')
    }

    /// The key of a member, given its value; `None` for a node that is not a member's value.
    pub(crate) fn key_of(&self, value: JsonId) -> Option<JsonId> {
        let key = JsonId(value.0.checked_sub(1)?);
        self.is_key(key).then_some(key)
    }

    /// The text of a member's key; empty for a node that is not a string.
    #[must_use]
    pub fn key(&self, key: JsonId) -> Cow<'_, str> {
        self.string(key).unwrap_or_default()
    }

    fn string_of(&self, node: &Node) -> Cow<'_, str> {
        let inner = &self.text[node.start as usize + 1..node.end as usize - 1];
        if node.escaped { Cow::Owned(unescape(inner)) } else { Cow::Borrowed(inner) }
    }

    /// Whether a key equals `name`; decodes the key only if it has escapes.
    #[must_use]
    pub fn key_is(&self, key: JsonId, name: &str) -> bool {
        let node = self.node(key);
        match (node.kind, node.escaped) {
            (Kind::String, false) => {
                self.text.as_bytes()[node.start as usize + 1..node.end as usize - 1] == *name.as_bytes()
            }
            (Kind::String, true) => self.string_of(node) == name,
            _ => name.is_empty(),
        }
    }

    /// Whether a string node has an escape.
    #[must_use]
    pub fn is_escaped(&self, id: JsonId) -> bool {
        self.node(id).escaped
    }

    /// The strings of the document as they were written, including the names of members.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let strings = self.nodes.iter().filter(|node| node.kind == Kind::String);
        strings.map(|node| &self.text[node.start as usize..node.end as usize])
    }

    /// A boolean node's value; `None` for other kinds.
    #[must_use]
    pub fn boolean(&self, id: JsonId) -> Option<bool> {
        match self.kind(id) {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The key nodes of an object in source order, duplicates included; empty for other kinds.
    #[must_use]
    pub fn members(&self, id: JsonId) -> Members<'_, 't> {
        Members { siblings: self.children(id, Kind::Object) }
    }

    /// The elements of an array in order; empty for other kinds.
    pub fn elements(&self, id: JsonId) -> impl Iterator<Item = JsonId> + '_ {
        self.children(id, Kind::Array)
    }

    fn children(&self, id: JsonId, kind: Kind) -> Siblings<'_, 't> {
        let end = if self.kind(id) == kind { self.node(id).next } else { id.0 };
        Siblings { tape: self, at: id.0 + 1, end }
    }

    /// The value of an object's last member of that name (the one that JSON readers keep).
    #[must_use]
    pub fn get(&self, object: JsonId, name: &str) -> Option<JsonId> {
        self.members(object).filter(|key| self.key_is(*key, name)).last().map(JsonId::value_of_key)
    }
}

#[derive(Debug)]
struct Siblings<'a, 't> {
    tape: &'a Tape<'t>,
    at: u32,
    end: u32,
}

impl Iterator for Siblings<'_, '_> {
    type Item = JsonId;

    fn next(&mut self) -> Option<JsonId> {
        if self.at >= self.end {
            return None;
        }
        let id = JsonId(self.at);
        self.at = self.tape.node(id).next;
        Some(id)
    }
}

/// The key nodes of an object; a member's value is [`JsonId::value_of_key`].
#[derive(Debug)]
pub struct Members<'a, 't> {
    siblings: Siblings<'a, 't>,
}

impl Iterator for Members<'_, '_> {
    type Item = JsonId;

    fn next(&mut self) -> Option<JsonId> {
        let key = self.siblings.next()?;
        self.siblings.next();
        Some(key)
    }
}
