//! Lowering a plain node: its children where the source has them, and its output in the source's order.

use std::mem;

use super::{
    super::{
        Child, Lower, LoweredNode, Out, OutKey, PartialNode, PlainNode, Step, items::least_items, node::NODE_BYTES,
        print::member_bytes,
    },
    STRUCTURE,
};
use crate::{
    order::Bits,
    schema::{Entry, Keyword, Kinds, SchemaId, TypeCase, Value},
    shape::{Additional, Fact, Shape, Term},
    targets::ReferenceForm,
};

/// The output of a node's children, by the keyword that has them.
#[derive(Default)]
struct Children {
    members: Vec<(OutKey, Out)>,
    items: Option<Out>,
    undeclared: Option<Out>,
    /// The levels of schemas nested in them.
    height: u32,
}

impl<'a> Lower<'a, '_> {
    /// Lowers a scalar of which at most the spelling of its type changes.
    pub(super) fn lower_scalar(&mut self, node: &PlainNode<'a>) -> LoweredNode {
        let case = self.respell(node);
        let out = match case {
            Some(_) => self.print_plain(node, None, case, Children::default()),
            None => self.print_unchanged(node),
        };
        if !self.may_code() {
            return LoweredNode::plain(out);
        }
        let shape = Shape::of_kind(self.model.ast.json(node.schema), node.kinds);
        let (code, discriminant) = self.code(&shape, &mut PartialNode::default());
        LoweredNode::coded(out, code, discriminant)
    }

    /// Lowers a node after these steps; `None` if a child fails.
    pub(super) fn lower_plain(&mut self, node: &PlainNode<'a>, steps: Bits) -> Option<LoweredNode> {
        let before = self.log.count();
        self.model.work().step(node.entries.len());
        let kinds = node.kinds.with(if node.or_null.is_some() { Kinds::NULL } else { Kinds::NONE });
        if let Some(((union, _), hook)) = node.or_null.zip(self.handlers.nullable) {
            hook(self, union);
        }
        let facts = (!steps.is_empty()).then(|| self.narrow_facts(node, steps));
        let case = self.respell(node);
        let active = self.active.len();
        self.active.extend(node.read_from());
        let children = self.lower_children_of(node);
        self.active.truncate(active);
        let children = children?;
        let height = 1 + children.height;
        let out = if self.log.count() == before {
            self.print_unchanged(node)
        } else {
            self.print_plain(node, facts.as_ref(), case, children)
        };
        self.hold(NODE_BYTES);
        Some(LoweredNode { kinds, height, ..LoweredNode::plain(out) })
    }

    /// The type and the facts of a node after these steps.
    fn narrow_facts(&mut self, node: &PlainNode<'a>, steps: Bits) -> Shape {
        let ast = self.model.ast;
        let mut shape = Shape::of_kind(ast.json(node.schema), node.kinds);
        shape.read_from.extend(node.read_from());
        shape.keywords = node.keywords;
        if node.or_null.is_some() {
            shape.allow_null();
        }
        for entry in &*node.entries {
            match (entry.keyword, entry.value) {
                (Keyword::Type, _) => shape.type_key = Some(entry.key),
                (Keyword::AdditionalProperties, Value::Schema(other)) => {
                    shape.object.additional.push(Additional::nameless(ast, entry.key, other));
                }
                (keyword, _) if STRUCTURE.has(keyword) => {}
                (keyword, _) => shape.facts.push(Fact::written(keyword, entry.key)),
            }
        }
        for at in steps.iter() {
            match self.handlers.step(at) {
                Step::Narrow(hook) => hook(self, &mut shape),
                Step::Drop(rule, of, cost) => self.drop_refused(&mut shape, rule, of, cost),
            }
        }
        self.hint_ignored(&mut shape);
        debug_assert!(shape.never.is_none() && !self.restarting, "a handler looked at more than facts");
        shape
    }

    /// Logs that the type of a node is output in another case, and returns that case.
    fn respell(&mut self, node: &PlainNode<'a>) -> Option<TypeCase> {
        let entry = node.entry(Keyword::Type)?;
        let Value::Types(types) = entry.value else { return None };
        let case = self.case.filter(|case| *case != types.case)?;
        self.handlers.respelled?(self, entry.key);
        Some(case)
    }

    /// Lowers the children of a node; `None` if one fails.
    fn lower_children_of(&mut self, node: &PlainNode<'a>) -> Option<Children> {
        let ast = self.model.ast;
        let mut children = Children::default();
        let members = node.members(ast);
        children.members.reserve_exact(members.len());
        for link in members {
            let child = Child::Member { required: node.requires(ast.tape(), link.key) };
            self.property = Some(link.key);
            let out = self.lower_plain_child(child, link.schema?, &mut children);
            self.property = None;
            children.members.push((OutKey::Source(link.key), out?));
        }
        if let Some(schema) =
            self.described_undeclared(node).filter(|_| self.target.takes(Keyword::AdditionalProperties))
        {
            children.undeclared = Some(self.lower_plain_child(Child::Fixed, schema, &mut children)?);
        }
        if let Some(schema) = node.schema_of(Keyword::Items) {
            let hidden = node.or_null.is_some() && self.target.references != ReferenceForm::Plain;
            let required = least_items(node.lexeme(ast.tape(), Keyword::MinItems)) > 0;
            let child = if hidden { Child::Fixed } else { Child::Items { required } };
            children.items = Some(self.lower_plain_child(child, schema, &mut children)?);
        }
        Some(children)
    }

    fn lower_plain_child(&mut self, child: Child, schema: SchemaId, children: &mut Children) -> Option<Out> {
        let origin = self.model.ast.json(schema);
        let node = self.lower_child(child, &[], &[Term::Schema(schema)], origin).ok()?;
        children.height = children.height.max(node.height);
        Some(node.out)
    }

    /// Prints a node of which nothing changed, with its children.
    fn print_unchanged(&mut self, node: &PlainNode<'a>) -> Out {
        let tape = self.model.ast.tape();
        let bytes = |entry: &Entry| member_bytes(tape, entry.keyword, &Out::Source(entry.json()));
        self.budget.write(2 + node.entries.iter().map(bytes).sum::<usize>());
        Out::Source(self.model.ast.json(node.schema))
    }

    /// Prints a node in the source's order; `facts` are given if steps ran on them.
    fn print_plain(
        &mut self,
        node: &PlainNode<'a>,
        facts: Option<&Shape>,
        case: Option<TypeCase>,
        mut children: Children,
    ) -> Out {
        let tape = self.model.ast.tape();
        let mut hinted = facts.and_then(|shape| self.hinted_description(shape));
        let mut printed = Vec::with_capacity(node.entries.len() + 2);
        let mut bytes = 2;
        for entry in &*node.entries {
            let source = || Some(Out::Source(entry.json()));
            let mut keyword = entry.keyword;
            let value = match (keyword, facts) {
                (Keyword::Type, _) => case.map(|case| Out::Text(node.kinds.quoted(case).into())).or_else(source),
                (Keyword::Properties, _) => Some(Out::Object(mem::take(&mut children.members))),
                (Keyword::Items, _) => children.items.take(),
                (Keyword::AdditionalProperties, _) => {
                    let stays = facts.is_none_or(|shape| !shape.object.additional.is_empty());
                    children.undeclared.take().or_else(|| source().filter(|_| stays))
                }
                (_, Some(shape)) if !STRUCTURE.has(keyword) => {
                    shape.facts.iter().find(|fact| fact.key == entry.key).map(|fact| {
                        keyword = fact.keyword;
                        let described = hinted.take_if(|_| keyword == Keyword::Description);
                        let text = described.or_else(|| fact.text.clone());
                        text.map_or(Out::Source(entry.json()), |text| Out::Text(text.into()))
                    })
                }
                _ => source(),
            };
            let Some(value) = value else { continue };
            let key = if keyword == entry.keyword { OutKey::Source(entry.key) } else { OutKey::Name(keyword.name()) };
            bytes += member_bytes(tape, keyword, &value);
            printed.push((key, value));
            if keyword == Keyword::Type && node.or_null.is_some() {
                printed.push((OutKey::Name(Keyword::Nullable.name()), Out::Text("true".into())));
            }
        }
        if let Some(text) = hinted {
            let value = Out::Text(text.into());
            bytes += member_bytes(tape, Keyword::Description, &value);
            printed.push((OutKey::Name(Keyword::Description.name()), value));
        }
        self.budget.write(bytes);
        Out::Object(printed)
    }
}
