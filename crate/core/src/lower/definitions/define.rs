//! Definitions at the root: named while references are lowered, and lowered after the root.

use crate::{
    json::JsonId,
    lower::{Discriminant, Failure, Impossible, Lower, LoweredNode, Out, OutKey, limits::OBJECT},
    order::{Gather, Map, Set},
    restore::Code,
    schema::{DEFINITIONS, Entry, Keyword, KeywordSet, Kinds, SchemaId, Value},
    shape::Term,
    targets::ReferenceForm,
};

/// The keywords that make a root unlike the schema of any other value in the output, where it is no union and not null.
const UNLIKE_OTHERS: KeywordSet = KeywordSet::of(&[
    Keyword::Nullable,
    Keyword::AllOf,
    Keyword::AnyOf,
    Keyword::OneOf,
    Keyword::Not,
    Keyword::If,
    Keyword::Ref,
    Keyword::DynamicRef,
    Keyword::RecursiveRef,
]);

impl Lower<'_, '_> {
    /// Registers the source's definitions under their names, in order.
    pub(in crate::lower) fn name_definitions(&mut self) {
        let ast = self.model.ast;
        // A new definition's name is none of `$defs`, which are named first.
        for keyword in DEFINITIONS {
            let entry = ast.entry(SchemaId::ROOT, keyword).filter(|entry| self.holds_definitions(entry));
            let mut named = Set::new();
            for link in entry.map_or(&[][..], |entry| ast.links(entry.value)) {
                let Some(schema) = link.schema else { continue };
                let name = ast.name(link.key);
                let unique = self.definitions.insert(schema, &name);
                if named.insert(name.clone()) {
                    self.definitions.own.insert(unique, vec![self.spelled(keyword).to_owned(), name]);
                }
            }
        }
    }

    /// Whether the target looks up references in what a member of the root holds.
    pub(crate) fn holds_definitions(&self, entry: &Entry) -> bool {
        let wanted = self.target.references != ReferenceForm::Refused && self.target.takes(entry.keyword);
        wanted && self.model.ast.tape().key(entry.key) == self.spelled(entry.keyword)
    }

    /// A keyword of definitions as the output spells it.
    pub(crate) fn spelled(&self, keyword: Keyword) -> &'static str {
        if keyword == Keyword::Defs { self.reference_names().1 } else { keyword.name() }
    }

    /// Registers the definition that a reference leads to, so that it is not written out in its place. Returns its
    /// name, and whether the output has the reference as it is written.
    pub(crate) fn define(&mut self, schema: SchemaId, reference: &str) -> (String, bool) {
        if let Some(name) = self.definitions.names.get(&schema).cloned() {
            let as_written = self.definitions.own.get(&name).is_some_and(|path| match path.first() {
                Some(keyword) => reference.starts_with(&format!("#/{keyword}/")),
                None => reference == "#",
            });
            return (name, as_written);
        }
        let last = reference.rsplit(['/', '#']).next().unwrap_or_default();
        let mut wanted = last.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        if wanted.is_empty() {
            wanted.push_str("root");
        }
        let name = self.definitions.insert(schema, &wanted);
        if schema != SchemaId::ROOT || !self.is_root_like_others() {
            return (name, false);
        }
        self.definitions.own.insert(name.clone(), Vec::new());
        (name, reference == "#")
    }

    /// Whether a reference may lead to the root, which means the same there as anywhere else: an object.
    fn is_root_like_others(&self) -> bool {
        let ast = self.model.ast;
        let stated = ast.entry(SchemaId::ROOT, Keyword::Type).map(|entry| entry.value);
        let is_object = matches!(stated, Some(Value::Types(types)) if types.kinds == Kinds::OBJECT);
        self.target.root_references && is_object && !ast.keywords(SchemaId::ROOT).meets(UNLIKE_OTHERS)
    }

    /// The reference to the definition of a name.
    pub(crate) fn reference_to(&self, name: &str) -> String {
        self.definitions.reference_to(name, self.options.written)
    }

    /// The schema of a definition.
    pub(in crate::lower) fn definition(&self, name: &str) -> Option<SchemaId> {
        self.definitions.schemas.get(name).copied()
    }

    /// Lowers every definition, including those that only other definitions refer to, and adds them to the root, which
    /// may be one of them. Returns their codes by name.
    pub(in crate::lower) fn add_definitions(
        &mut self,
        root: JsonId,
        node: LoweredNode,
    ) -> (LoweredNode, Map<String, Code>) {
        if self.definitions.order.is_empty() {
            return (node, Map::new());
        }
        let (before, mut codes) = (self.log.count(), Map::new());
        let mut members: Map<String, Vec<(OutKey, Out)>> = Map::new();
        let used = self.model.references.reached(self.model.ast);
        let mut at = 0;
        while let Some((schema, name)) = self.definitions.order.get(at).cloned() {
            at += 1;
            let [keyword, key] = &self.definitions.path(&name, self.options.written)[..] else {
                self.add_facts(schema, name, (node.code.clone(), node.discriminant.clone()), &mut codes);
                continue;
            };
            let mark = self.log.mark();
            let definition = self.lower_definition(schema, keyword, key);
            if !used.contains(&schema) {
                self.log.forget_gains(mark);
                self.log.forget_losses(mark);
            }
            members.or_default(keyword.clone()).push((OutKey::text(key), definition.out));
            self.add_facts(schema, name, (definition.code, definition.discriminant), &mut codes);
        }
        let is_same = self.log.count() == before && matches!(node.out, Out::Source(_));
        if is_same {
            return (node, codes);
        }
        let out = self.with_definitions(root, node.out, members);
        (LoweredNode { out, ..node }, codes)
    }

    /// Keeps what others need to know about a definition: its discriminant, and its code by its name.
    fn add_facts(
        &mut self,
        schema: SchemaId,
        name: String,
        (code, discriminant): (Option<Code>, Option<Box<Discriminant>>),
        codes: &mut Map<String, Code>,
    ) {
        if let Some(discriminant) = discriminant {
            self.definitions.discriminants.insert(schema, *discriminant);
        }
        if let Some(code) = code {
            codes.insert(name, code);
        }
    }

    /// A definition; a plain object if a limit truncates it or no value is valid, which is logged.
    fn lower_definition(&mut self, schema: SchemaId, keyword: &str, name: &str) -> LoweredNode {
        let json = self.model.ast.json(schema);
        self.definitions.current = Some(schema);
        match self.lower_at(&[keyword, name], &[Term::Schema(schema)], json) {
            Ok(node) => {
                if self.is_recursive(schema) {
                    let text = node.out.render(self.model.ast.tape(), None);
                    self.definitions.keep_leads(schema, self.options.written, &text);
                }
                return node;
            }
            Err(Failure::Cut(cut)) => {
                if let Some(edit) = self.log_cut(cut) {
                    edit.fix_with(|| format!("the definition {name:?} replaced by {OBJECT}"))
                        .accepts_more("any object")
                        .accepts_less("values that are not objects");
                }
            }
            Err(Failure::Never(key)) => {
                self.definitions.impossible.push(schema);
                if let Some(hook) = self.handlers.impossible {
                    hook(self, key, Impossible::Definition { name });
                }
            }
        }
        self.definitions.forget_leads(schema);
        LoweredNode::plain(self.bare())
    }

    /// The root with its definitions by their keyword: in the place of the source's, or after all other members.
    fn with_definitions(&self, root: JsonId, out: Out, definitions: Map<String, Vec<(OutKey, Out)>>) -> Out {
        let tape = self.model.ast.tape();
        let mut members = match out {
            Out::Object(members) => members,
            _ => tape.members(root).map(|key| (OutKey::Source(key), Out::Source(key.value_of_key()))).gather(),
        };
        for (keyword, definitions) in definitions {
            let own = |key: &OutKey| matches!(key, OutKey::Source(key) if tape.key(*key) == keyword);
            let definitions = Out::Object(definitions);
            match members.iter_mut().find(|(key, _)| own(key)) {
                Some((_, value)) => *value = definitions,
                None => members.push((OutKey::text(&keyword), definitions)),
            }
        }
        Out::Object(members)
    }
}
