//! The scalar fast path: nodes with the name of one scalar type and, apart from it, only annotations that no rule
//! concerns. Half of all nodes are such. No handler narrows them, so no shape is built for them; only the spelling of
//! their type may have to be normalized.

use super::{Lower, LoweredNode, Out, OutKey, PartialNode};
use crate::{
    order::Gather,
    schema::{Entry, Keyword, Kinds, NodeKind, SchemaId, TypeCase, Value},
    shape::Shape,
};

/// The types of nodes on the scalar fast path.
const SCALARS: Kinds = Kinds::STRING.with(Kinds::NUMBER).with(Kinds::INTEGER).with(Kinds::BOOLEAN);

impl Lower<'_, '_> {
    /// Lowers a schema on the scalar fast path; `None` if it does not qualify.
    pub(super) fn lower_scalar(&mut self, schema: SchemaId) -> Option<LoweredNode> {
        #[cfg(test)]
        if self.handlers.makes_shapes {
            return None;
        }
        let ast = self.model.ast;
        let said = ast.keywords(schema);
        let passed_through = said.without(Keyword::Type).difference(self.passed_through).is_empty();
        if self.depth == 0 || !passed_through || !said.has(Keyword::Type) || ast.kind(schema) != NodeKind::Object {
            return None;
        }
        let entries = ast.entries(schema);
        let (mut kinds, mut respelled) = (Kinds::NONE, None);
        for entry in entries {
            match entry.value {
                _ if entry.shadowed || entry.loose => return None,
                Value::Types(types) if !types.list && !types.unknown && SCALARS.has(types.kinds) => {
                    kinds = types.kinds;
                    respelled = self.case.filter(|case| *case != types.case);
                }
                Value::Data => {}
                _ => return None,
            }
        }
        let mut changed = None;
        if let Some((case, hook)) = respelled.zip(self.handlers.respelled) {
            hook(self, entries.iter().find(|entry| entry.keyword == Keyword::Type)?.key);
            changed = Some(case);
        }
        self.budget.write(entries.iter().fold(2, |bytes, entry| bytes + self.bytes_of(entry)));
        let out = match changed {
            Some(case) => Out::Object(entries.iter().map(|entry| member(entry, kinds, case)).gather()),
            None => Out::Source(ast.json(schema)),
        };
        if !self.may_code() {
            return Some(LoweredNode::plain(out));
        }
        let shape = Shape::of_kind(ast.json(schema), kinds);
        let (code, discriminant) = self.code(&shape, &mut PartialNode::default());
        Some(LoweredNode::coded(out, code, discriminant))
    }

    fn bytes_of(&self, entry: &Entry) -> usize {
        entry.keyword.name().len() + 4 + self.model.ast.tape().slice(entry.json()).len()
    }
}

/// A member of the output, with the type in another case.
fn member(entry: &Entry, kinds: Kinds, case: TypeCase) -> (OutKey, Out) {
    let value = match entry.value {
        Value::Types(_) => Out::Text(kinds.quoted(case).into()),
        _ => Out::Source(entry.json()),
    };
    (OutKey::Source(entry.key), value)
}
