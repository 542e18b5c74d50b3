//! Definitions at the root: named while references are lowered, and lowered after the root.

use crate::{
    json::JsonId,
    lower::{Impossible, Lower, Lowered, LoweredNode, Out, OutKey, limits::OBJECT},
    order::{Gather, Map},
    restore::Code,
    schema::{Keyword, Link, SchemaId},
    shape::Term,
    targets::ReferenceForm,
};

impl<'a> Lower<'a, '_> {
    /// Registers the source's definitions under their names, in order.
    pub(in crate::lower) fn name_definitions(&mut self) {
        let ast = self.model.ast;
        for link in self.own_definitions() {
            if let Some(schema) = link.schema {
                let name = ast.name(link.key);
                self.definitions.insert(schema, &name);
                self.definitions.own.insert(name);
            }
        }
    }

    /// The definitions of the source's root, if they are under the target's keyword.
    fn own_definitions(&self) -> &'a [Link] {
        let ast = self.model.ast;
        let entry = ast.entry(SchemaId::ROOT, Keyword::Defs);
        let wanted = self.target.references != ReferenceForm::Refused;
        let entry =
            entry.filter(|entry| wanted && ast.tape().key(entry.key) == self.options.written.reference_names().1);
        entry.map_or(&[], |entry| ast.links(entry.value))
    }

    /// Registers the definition that a reference leads to, so that it is not written out in its place. Returns its
    /// name, and whether the source's root defines it under that name.
    pub(crate) fn define(&mut self, schema: SchemaId, reference: &str) -> (String, bool) {
        if let Some(name) = self.definitions.names.get(&schema) {
            return (name.clone(), self.definitions.own.contains(name));
        }
        let last = reference.rsplit(['/', '#']).next().unwrap_or_default();
        let mut wanted = last.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        if wanted.is_empty() {
            wanted.push_str("root");
        }
        (self.definitions.insert(schema, &wanted), false)
    }

    /// The schema of a definition.
    pub(in crate::lower) fn definition(&self, name: &str) -> Option<SchemaId> {
        self.definitions.schemas.get(name).copied()
    }

    /// Lowers every definition, including those that only other definitions refer to, and adds them to the root.
    /// Returns their codes by name.
    pub(in crate::lower) fn add_definitions(
        &mut self,
        root: JsonId,
        node: LoweredNode,
    ) -> (LoweredNode, Map<String, Code>) {
        if self.definitions.order.is_empty() {
            return (node, Map::new());
        }
        let (before, mut codes) = (self.log.count(), Map::new());
        let keyword = self.options.written.reference_names().1;
        let mut members = Vec::new();
        let used = self.model.references.reached(self.model.ast);
        let mut at = 0;
        while let Some((schema, name)) = self.definitions.order.get(at).cloned() {
            let mark = self.log.mark();
            let definition = self.lower_definition(schema, keyword, &name);
            if !used.contains(&schema) {
                self.log.forget_gains(mark);
                self.log.forget_losses(mark);
            }
            if let Some(discriminant) = definition.discriminant {
                self.definitions.discriminants.insert(schema, *discriminant);
            }
            members.push((OutKey::text(&name), definition.out));
            if let Some(code) = definition.code {
                codes.insert(name, code);
            }
            at += 1;
        }
        let is_same = self.log.count() == before && matches!(node.out, Out::Source(_));
        if is_same {
            return (node, codes);
        }
        let out = self.with_definitions(root, node.out, keyword, Out::Object(members));
        (LoweredNode { out, ..node }, codes)
    }

    /// A definition; a plain object if a limit truncates it or no value is valid, which is logged.
    fn lower_definition(&mut self, schema: SchemaId, keyword: &'static str, name: &str) -> LoweredNode {
        let json = self.model.ast.json(schema);
        self.definitions.current = Some(schema);
        match self.lower_at(&[keyword, name], &[Term::Schema(schema)], json) {
            Lowered::Out(node) => {
                if self.is_recursive(schema) {
                    let text = node.out.render(self.model.ast.tape(), None);
                    self.definitions.keep_leads(schema, self.options.written, &text);
                }
                return node;
            }
            Lowered::Cut(cut) => {
                if let Some(edit) = self.log_cut(cut) {
                    edit.fix_with(|| format!("the definition {name:?} replaced by {OBJECT}"))
                        .accepts_more("any object")
                        .accepts_less("values that are not objects");
                }
            }
            Lowered::Never(key) => {
                self.definitions.impossible.push(schema);
                if let Some(hook) = self.handlers.impossible {
                    hook(self, key, Impossible::Definition { name });
                }
            }
        }
        self.definitions.forget_leads(schema);
        LoweredNode::plain(self.bare())
    }

    /// The root with its definitions: in the place of the source's, or after all other members.
    fn with_definitions(&self, root: JsonId, out: Out, keyword: &'static str, definitions: Out) -> Out {
        let tape = self.model.ast.tape();
        let mut members = match out {
            Out::Object(members) => members,
            _ => tape.members(root).map(|key| (OutKey::Source(key), Out::Source(key.value_of_key()))).gather(),
        };
        let own = |key: &OutKey| matches!(key, OutKey::Source(key) if tape.key(*key) == keyword);
        match members.iter_mut().find(|(key, _)| own(key)) {
            Some((_, value)) => *value = definitions,
            None => members.push((OutKey::Name(keyword), definitions)),
        }
        Out::Object(members)
    }
}
