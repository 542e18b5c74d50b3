//! Reading one schema: each keyword by the rule that reads it, or else by its meaning.

use super::{Reader, stays_beside_reference};
use crate::{
    json::JsonId,
    schema::{Entry, Keyword, NodeKind, REFERENCES, SchemaId},
    shape::{Fact, constrains_nothing},
};

impl Reader<'_, '_, '_> {
    pub(super) fn read_node(&mut self, schema: SchemaId) {
        let ast = self.cx.model.ast;
        match ast.kind(schema) {
            NodeKind::Object => self.read_entries(schema),
            NodeKind::Boolean(value) => self.read_boolean(schema, value),
            NodeKind::Malformed => self.read_malformed(ast.json(schema)),
        }
    }

    fn read_entries(&mut self, schema: SchemaId) {
        let ast = self.cx.model.ast;
        self.shape.keywords = ast.keywords(schema);
        self.hides_siblings = None;
        self.keeps_reference = false;
        let reference = REFERENCES.into_iter().find_map(|keyword| ast.entry(schema, keyword));
        if let Some(entry) = reference {
            self.read_entry(entry);
        }
        if self.cut.is_some() {
            return;
        }
        for entry in ast.entries(schema).iter().filter(|entry| reference.is_none_or(|read| read.key != entry.key)) {
            if self.is_hidden(entry) {
                continue;
            }
            if entry.shadowed {
                self.read_doubled(entry);
                continue;
            }
            self.read_entry(entry);
            if self.cut.is_some() {
                return;
            }
        }
        if self.shape.nullable_key.is_some() {
            self.shape.allow_null();
        }
    }

    /// Reads the annotations of another schema, but those that the schema being read has itself.
    pub(crate) fn describe(&mut self, other: SchemaId) {
        let ast = self.cx.model.ast;
        for entry in ast.entries(other).iter().filter(|entry| entry.keyword.is_annotation() && !entry.shadowed) {
            if ast.entry(self.schema, entry.keyword).is_none() {
                self.read_entry(entry);
            }
        }
    }

    fn read_entry(&mut self, entry: &Entry) {
        match self.cx.handlers.reader(entry) {
            Some(hook) => hook(self, entry),
            None => self.absorb(entry),
        }
    }

    /// Whether a keyword is ignored as a sibling of a reference: of one in an old draft, or of one that is kept.
    fn is_hidden(&mut self, entry: &Entry) -> bool {
        let beside = self.keeps_reference && !stays_beside_reference(entry.keyword);
        let Some(rule) = self.hides_siblings else { return beside };
        let asserts = entry.keyword != Keyword::Ref && !constrains_nothing(entry.keyword);
        if asserts || (beside && !entry.keyword.is_annotation()) {
            let root_differs = !self.cx.model.ast.old_draft(SchemaId::ROOT);
            let edit = self.cx.log(rule, entry.key).fix("removed");
            let edit = edit.message(|found| format!("{found} is a sibling of `$ref`; drafts up to 7 ignore it"));
            if asserts && root_differs {
                edit.accepts_more("values that it excludes for validators that apply the draft of the root");
            }
        }
        asserts || beside
    }

    fn read_doubled(&mut self, entry: &Entry) {
        match self.cx.handlers.doubled {
            Some(hook) => hook(self, entry.key),
            None => self.keep(entry),
        }
    }

    fn read_boolean(&mut self, schema: SchemaId, value: bool) {
        let json = self.cx.model.ast.json(schema);
        if !value {
            self.shape.never = Some(json);
        }
        self.shape.keywords.insert(Keyword::Unknown);
        if let Some(hook) = self.cx.handlers.boolean {
            hook(self, json);
        } else {
            self.shape.never = None;
            self.keep_verbatim(json);
        }
    }

    fn read_malformed(&mut self, json: JsonId) {
        if let Some(hook) = self.cx.handlers.malformed {
            hook(self, json);
        } else {
            self.keep_verbatim(json);
        }
    }

    fn keep_verbatim(&mut self, json: JsonId) {
        self.shape.facts.push(Fact::whole(json));
    }
}
