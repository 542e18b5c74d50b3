//! Lowering the children of a shape: members, items and branches, and what follows if one is missing.

use std::mem;

use super::{
    Child, Closing, Cut, Failure, Impossible, Limit, Lower, LoweredNode, Member, Out, PartialNode, limits::cut_words,
    simplify_unions::is_null, walk::Position,
};
use crate::{
    json::JsonId,
    order::Set,
    schema::{Keyword, Kinds, NodeKind, Value},
    shape::{Part, Property, Required, Shape, Union, is_covered},
    targets::UnionForm,
};

impl Lower<'_, '_> {
    /// Lowers all children.
    ///
    /// # Errors
    /// The node's failure, if a child that it cannot do without is truncated or impossible.
    pub(super) fn lower_children(&mut self, shape: &mut Shape, partial: &mut PartialNode) -> Result<(), Failure> {
        self.property = None;
        partial.required = mem::take(&mut shape.object.required);
        self.lower_members(shape, partial)?;
        partial.closing = self.lower_closing(shape, partial)?;
        self.lower_items(shape, partial)?;
        shape.array.prefix = None;
        shape.array.rest = None;
        let unions = mem::take(&mut shape.unions);
        unions.iter().try_for_each(|union| self.lower_union(shape, union, partial))
    }

    fn lower_members(&mut self, shape: &mut Shape, partial: &mut PartialNode) -> Result<(), Failure> {
        let mut properties = mem::take(&mut shape.object.properties);
        let names = Required::names(&partial.required);
        let required: Vec<bool> = properties.iter().map(|property| names.contains(property.name.as_str())).collect();
        partial.members.reserve(properties.len());
        let mut gone = Set::new();
        for (property, required) in properties.iter_mut().zip(required) {
            let place = ["properties", property.name.as_str()];
            let (needed, required) = (required, required && !property.null_for_absent);
            // Objects without a property that only the target requires are left.
            let is_own = required && !property.always_sent;
            self.property = Some(property.key);
            let since = self.position();
            let origin = self.model.ast.tape().value_of(property.key);
            let outer = mem::replace(&mut self.in_name, property.is_name);
            let lowered = self.lower_child(Child::Member { required: needed }, &place, &property.part, origin);
            self.in_name = outer;
            let node = match lowered {
                Ok(_) if self.is_scarce() && self.budget.is_spent() => {
                    // There was no room for this member.
                    let cut = Cut { limit: Limit::Budget, key: property.key };
                    self.replacement(cut, required, shape, property)
                }
                Ok(node) => Some(node),
                Err(Failure::Cut(cut)) => self.replacement(cut, required, shape, property),
                // A tool's arguments stay callable.
                Err(Failure::Never(key))
                    if is_own
                        && allows_only(shape, Kinds::OBJECT)
                        && !self.at_arguments()
                        && self.handlers.impossible.is_some() =>
                {
                    return Err(Failure::Never(key));
                }
                Err(Failure::Never(key)) => match self.handlers.impossible {
                    Some(hook) => {
                        // An open object without members is encoded as a map, which takes any name.
                        let is_map = self.may_code()
                            && !self.at_root()
                            && !shape.object.is_closed()
                            && partial.members.is_empty();
                        let forbidden = self.forbids_undeclared(shape) && !is_map;
                        self.retract_member(since, property.key, &place);
                        hook(self, key, Impossible::Member { name: &property.name, required: is_own, forbidden });
                        None
                    }
                    None => Some(LoweredNode::plain(Out::Source(self.model.ast.tape().value_of(property.key)))),
                },
            };
            let Some(node) = self.unless_only_null(node, property, since) else {
                gone.insert(mem::take(&mut property.name));
                continue;
            };
            let Property { key, null_for_absent, always_sent, .. } = *property;
            let (name, original) = (mem::take(&mut property.name), property.original.take());
            let may_be_absent = null_for_absent || (!required && !node.discriminant().nullable);
            partial.members.push(Member { key, name, original, may_be_absent, always_sent, node });
        }
        partial.required.retain(|required| !gone.contains(&required.name));
        self.property = None;
        Ok(())
    }

    /// Returns the node of a member, unless it allows only null that stands for an absent member: that has no effect.
    fn unless_only_null(
        &mut self,
        node: Option<LoweredNode>,
        property: &Property,
        since: Position,
    ) -> Option<LoweredNode> {
        let tape = self.model.ast.tape();
        let is_idle = |node: &LoweredNode| property.null_for_absent && is_null(tape, &node.out);
        match self.handlers.impossible.filter(|_| node.as_ref().is_some_and(is_idle)) {
            Some(hook) => {
                self.retract_member(since, property.key, &["properties", &property.name]);
                let what = Impossible::Member { name: &property.name, required: false, forbidden: true };
                hook(self, tape.value_of(property.key), what);
                None
            }
            None => node,
        }
    }

    fn lower_closing(&mut self, shape: &Shape, partial: &PartialNode) -> Result<Option<(JsonId, Closing)>, Failure> {
        let Some(first) = shape.object.additional.first() else { return Ok(None) };
        let (mut part, ast, tape) = (Part::new(), self.model.ast, self.model.ast.tape());
        for additional in &shape.object.additional {
            let Some(more) = &additional.part else {
                // The rule that reads a literal `false` reports it.
                let written = shape.entry_at(&self.model, additional.key).map(|(_, value)| value);
                let spelled_out = |other| ast.kind(other) == NodeKind::Object && ast.is_false(other);
                let is_spelled_out = matches!(written, Some(Value::Schema(other)) if spelled_out(other));
                if let Some(hook) = self.handlers.impossible.filter(|_| is_spelled_out) {
                    hook(self, additional.key, Impossible::Undeclared);
                }
                return Ok(Some((additional.key, Closing::Flag(false))));
            };
            part.extend(more.iter().cloned());
        }
        if !shape.object.additional.iter().any(|additional| additional.describes(self.model.ast)) {
            return Ok(Some((first.key, Closing::Flag(true))));
        }
        let place = [Keyword::AdditionalProperties.name()];
        let declared: Set<&str> = partial.members.iter().map(|member| member.name.as_str()).collect();
        let lacks =
            !first.patterns && partial.required.iter().any(|required| !declared.contains(required.name.as_str()));
        let closing = match self.lower_child(Child::Fixed, &place, &part, tape.value_of(first.key)) {
            Ok(node) => Closing::Schema(Box::new(node)),
            Err(Failure::Cut(cut)) if lacks => {
                // Objects that require undeclared members cannot be closed.
                if let Some(edit) = self.log_cut(cut) {
                    edit.fix("undeclared properties allowed with any value")
                        .accepts_more("any value for an undeclared property");
                }
                Closing::Flag(true)
            }
            Err(Failure::Cut(cut)) => {
                self.log_omission(cut, "an undeclared property");
                Closing::Flag(false)
            }
            Err(Failure::Never(key)) => {
                if lacks && allows_only(shape, Kinds::OBJECT) && !self.at_arguments() {
                    return Err(Failure::Never(key));
                }
                // The rule that reads a literal `false` reports it.
                if let Some(hook) = self.handlers.impossible.filter(|_| tape.boolean(key).is_none()) {
                    hook(self, key, Impossible::Undeclared);
                }
                Closing::Flag(false)
            }
        };
        Ok(Some((first.key, closing)))
    }

    fn lower_union(&mut self, shape: &mut Shape, union: &Union, partial: &mut PartialNode) -> Result<(), Failure> {
        let mut branches = Vec::with_capacity(union.branches.len());
        let mut missing = None;
        // A node has only one code: if its members or items have codes, its alternatives get none.
        let uncodable = usize::from(self.may_code() && self.has_own_code(partial));
        self.uncodable += uncodable;
        for (at, part) in union.branches.iter().enumerate() {
            let place = [union.keyword.name(), &at.to_string()];
            let mark = self.log.mark();
            let lowered = self.lower_branch(&place, part, self.model.ast.tape().value_of(union.key));
            if self.log.has_gains(mark) && is_covered(&self.model, &union.branches, at) {
                self.log.forget_gains(mark);
            }
            match lowered {
                Ok(node) => branches.push(node),
                Err(Failure::Cut(cut)) => {
                    partial.lost.push((partial.unions.len(), at));
                    missing = Some(Failure::Cut(cut));
                }
                Err(Failure::Never(key)) => {
                    if let Some(hook) = self.handlers.impossible {
                        hook(self, key, Impossible::Alternative { alone: union.keyword == Keyword::OneOf });
                    }
                    partial.lost.push((partial.unions.len(), at));
                    // A cut branch may have allowed something.
                    missing = missing.or(Some(Failure::Never(key)));
                }
            }
        }
        self.uncodable -= uncodable;
        match missing {
            Some(lost) if branches.is_empty() => return Err(lost),
            Some(Failure::Cut(cut)) => {
                self.log_omission(cut, "one alternative");
                if self.target.unions != UnionForm::Alone {
                    shape.hint(cut_words(cut, "one alternative"));
                }
                if shape.has_structure() {
                    // What is beside the union may be for values of this alternative only.
                    self.request_relowering();
                }
            }
            _ => {}
        }
        partial.unions.push((union.keyword, union.key, branches));
        Ok(())
    }
}

/// Whether a node allows one type only, null aside: if no value of it is valid, the node is impossible.
pub(super) fn allows_only(shape: &Shape, kind: Kinds) -> bool {
    shape.typed && shape.kinds.without(Kinds::NULL) == kind
}
