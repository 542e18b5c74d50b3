//! Lays out two schemas so that lines differ only where the meaning does: what the output has in place of a reference
//! is shown there in the source, too, under a note of its origin; members are in one order, types in one spelling.
//! Lines end without commas, so that a line is the same whether another follows it or not.

use crate::{
    json::{JsonId, Kind, Tape},
    order::{Map, Set, sort_by_key},
    resolve::Pointers,
    schema::{Holds, Keyword},
};

/// Levels that are laid out; what is deeper is written unchanged.
const MAX_LEVELS: usize = 100;

/// Longest list on one line, in bytes.
const MAX_LINE: usize = 80;

/// How many times the length of both sides the source's layout may reach before references are no longer followed.
const LONGER: usize = 4;

/// Most references that are followed one after the other.
const MAX_HOPS: usize = 16;

/// The texts of both sides, each ending in a line break.
pub(super) fn aligned(before: &Tape<'_>, after: &Tape<'_>) -> (String, String) {
    let types = after.get(JsonId::ROOT, "type").map(|types| after.slice(types));
    let upper = types.is_some_and(|types| types.contains(|c: char| c.is_ascii_uppercase()));
    let mut layout = Layout {
        before,
        after,
        sources: Pointers::default(),
        twins: Pointers::default(),
        upper,
        notes: Map::new(),
        moved: Set::new(),
        out: String::new(),
        open: 0,
    };
    // The first pass only finds the definitions that moved.
    layout.source(JsonId::ROOT, Some(JsonId::ROOT), Holds::Schema, 0);
    layout.out.clear();
    layout.source(JsonId::ROOT, Some(JsonId::ROOT), Holds::Schema, 0);
    let source = std::mem::take(&mut layout.out);
    layout.output(JsonId::ROOT, 0);
    (source + "\n", layout.out + "\n")
}

struct Layout<'a, 't> {
    before: &'a Tape<'t>,
    after: &'a Tape<'t>,
    /// The members of the source and of the output by name.
    sources: Pointers,
    twins: Pointers,
    /// Whether types are spelled in capitals.
    upper: bool,
    /// Notes of the references that objects of the output replace.
    notes: Map<JsonId, String>,
    /// Definitions that are shown where they are used.
    moved: Set<JsonId>,
    out: String,
    /// The bytes of the definitions that are being laid out.
    open: usize,
}

impl Layout<'_, '_> {
    /// Writes a value of the source; `twin` is what the output has in its place.
    fn source(&mut self, node: JsonId, counterpart: Option<JsonId>, holds: Holds, level: usize) {
        match self.before.kind(node) {
            Kind::Object if level < MAX_LEVELS => self.source_object(node, counterpart, holds, level),
            Kind::Array if level < MAX_LEVELS => {
                if let Some(line) = on_one_line(self.before, node) {
                    return self.out.push_str(&line);
                }
                let items: Vec<JsonId> = self.before.elements(node).collect();
                let twins: Vec<JsonId> =
                    counterpart.map(|counterpart| self.after.elements(counterpart).collect()).unwrap_or_default();
                let inner = if holds == Holds::Nothing { Holds::Nothing } else { Holds::Schema };
                self.out.push('[');
                for (at, item) in items.iter().enumerate() {
                    self.line(level + 1);
                    let counterpart = twins.get(at).copied().filter(|_| twins.len() == items.len());
                    self.source(*item, counterpart, inner, level + 1);
                }
                self.close(']', items.is_empty(), level);
            }
            _ => self.out.push_str(self.before.slice(node)),
        }
    }

    fn source_object(&mut self, node: JsonId, counterpart: Option<JsonId>, holds: Holds, level: usize) {
        let mut members: Vec<JsonId> = self.before.members(node).collect();
        let (mut origin, mut length) = (None, 0);
        if let Some((moved, text)) = self.moved_here(node, counterpart).filter(|_| holds == Holds::Schema) {
            members.retain(|key| !self.before.key_is(*key, "$ref"));
            members.extend(self.before.members(moved));
            origin = Some(text);
            length = self.before.slice(moved).len();
        }
        self.open += length;
        if holds == Holds::Schema && level == 0 {
            members.retain(|key| !self.is_moved_whole(*key));
        }
        if let (Holds::Members, 1) = (holds, level) {
            members.retain(|key| !self.moved.contains(&key.value_of_key()));
        }
        self.sort(&mut members, counterpart);
        self.out.push('{');
        let has_origin = origin.is_some();
        if let (Some(origin), Some(counterpart)) = (origin, counterpart) {
            self.line(level + 1);
            self.out.push_str(&origin);
            self.notes.insert(counterpart, origin);
        }
        for key in &members {
            self.line(level + 1);
            self.source_member(*key, counterpart, holds, level);
        }
        self.close('}', members.is_empty() && !has_origin, level);
        self.open -= length;
    }

    fn source_member(&mut self, key: JsonId, counterpart: Option<JsonId>, holds: Holds, level: usize) {
        let name = self.before.key(key);
        let counterpart = counterpart.and_then(|counterpart| self.twins.child(self.after, counterpart, &name));
        let (keyword, value) = (Keyword::from_name(&name), key.value_of_key());
        self.out.push_str(self.before.slice(key));
        self.out.push_str(": ");
        match holds {
            Holds::Schema if keyword == Keyword::Type && self.upper => {
                let types = on_one_line(self.before, value);
                self.out.push_str(&types.unwrap_or_else(|| self.before.slice(value).to_owned()).to_ascii_uppercase());
            }
            Holds::Schema => self.source(value, counterpart, keyword.holds(), level + 1),
            Holds::Members => self.source(value, counterpart, Holds::Schema, level + 1),
            Holds::List | Holds::Nothing => self.source(value, counterpart, Holds::Nothing, level + 1),
        }
    }

    /// The definition that a reference leads to if the output has it in place of the reference, and the note of its
    /// origin.
    fn moved_here(&mut self, node: JsonId, counterpart: Option<JsonId>) -> Option<(JsonId, String)> {
        let counterpart = counterpart.filter(|counterpart| self.after.kind(*counterpart) == Kind::Object)?;
        let has_room = (self.out.len() + self.open) / LONGER <= self.before.text().len() + self.after.text().len();
        let is_reference = |name: &str| self.twins.child(self.after, counterpart, name).is_some();
        if !has_room || ["$ref", "ref"].into_iter().any(is_reference) {
            return None;
        }
        let mut at = node;
        let mut text = None;
        for _ in 0..MAX_HOPS {
            let value = self.sources.child(self.before, at, "$ref");
            let Some(reference) = value.and_then(|value| self.before.string(value)) else { break };
            at = self.sources.follow(self.before, JsonId::ROOT, reference.strip_prefix('#')?)?;
            self.moved.insert(at);
            text.get_or_insert_with(|| format!("// moved here from {}", reference.escape_debug()));
        }
        Some((at, text?)).filter(|(at, _)| self.before.kind(*at) == Kind::Object)
    }

    /// Whether a member has definitions that are all shown where they are used.
    fn is_moved_whole(&self, key: JsonId) -> bool {
        let is_definitions = self.before.key_is(key, "$defs") || self.before.key_is(key, "definitions");
        let mut definitions = self.before.members(key.value_of_key());
        is_definitions && definitions.all(|definition| self.moved.contains(&definition.value_of_key()))
    }

    /// Sorts members into the order of the output; one that it does not have stays after its predecessor.
    fn sort(&mut self, members: &mut Vec<JsonId>, counterpart: Option<JsonId>) {
        let Some(counterpart) = counterpart else { return };
        let mut last = counterpart;
        let mut placed: Vec<(JsonId, JsonId)> = Vec::with_capacity(members.len());
        for key in members.iter() {
            last = self.twins.child(self.after, counterpart, &self.before.key(*key)).unwrap_or(last);
            placed.push((last, *key));
        }
        sort_by_key(&mut placed, |(place, _)| *place);
        *members = placed.into_iter().map(|(_, key)| key).collect();
    }

    /// Writes a value of the output.
    fn output(&mut self, node: JsonId, level: usize) {
        let kind = self.after.kind(node);
        if !matches!(kind, Kind::Object | Kind::Array) || level >= MAX_LEVELS {
            return self.out.push_str(self.after.slice(node));
        }
        if let Some(line) = on_one_line(self.after, node) {
            return self.out.push_str(&line);
        }
        let (open, close) = if kind == Kind::Object { ('{', '}') } else { ('[', ']') };
        let origin = self.notes.get(&node).cloned();
        let members: Vec<JsonId> = self.after.members(node).collect();
        let items: Vec<JsonId> = self.after.elements(node).collect();
        let empty = members.is_empty() && items.is_empty();
        self.out.push(open);
        if let Some(origin) = &origin {
            self.line(level + 1);
            self.out.push_str(origin);
        }
        for child in members.iter().chain(&items) {
            self.line(level + 1);
            if kind == Kind::Object {
                self.out.push_str(self.after.slice(*child));
                self.out.push_str(": ");
                self.output(child.value_of_key(), level + 1);
            } else {
                self.output(*child, level + 1);
            }
        }
        self.close(close, empty && origin.is_none(), level);
    }

    fn line(&mut self, level: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", level));
    }

    fn close(&mut self, bracket: char, empty: bool, level: usize) {
        if !empty {
            self.line(level);
        }
        self.out.push(bracket);
    }
}

/// A short list of scalars on one line.
fn on_one_line(tape: &Tape<'_>, node: JsonId) -> Option<String> {
    let is_scalar = |id: JsonId| !matches!(tape.kind(id), Kind::Object | Kind::Array);
    let is_list = tape.kind(node) == Kind::Array && tape.slice(node).len() <= MAX_LINE;
    let items: Vec<&str> =
        tape.elements(node).filter(|id| is_list && is_scalar(*id)).map(|id| tape.slice(id)).collect();
    (is_list && items.len() == tape.elements(node).count()).then(|| format!("[{}]", items.join(", ")))
}
