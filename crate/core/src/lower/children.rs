//! The children of a shape: members, items and branches, lowered, and what their absence means.

use std::mem;

use super::{Cut, Impossible, Limit};
use super::{Failure, Lower, Lowered, LoweredNode, Out, cuts::cut_words, simplify_unions::is_null};
use crate::{
    json::JsonId,
    order::Set,
    schema::{Keyword, Kinds},
    shape::{Part, Property, Required, Shape, Union, is_covered},
    targets::UnionForm,
};

/// A shape's children as output, before the node is printed.
#[derive(Debug, Default)]
pub(crate) struct PartialNode {
    /// The members that stay.
    pub members: Vec<Member>,
    /// The names that stay required.
    pub required: Vec<Required>,
    /// `items`.
    pub items: Option<LoweredNode>,
    /// Whether no item is possible, whatever stands there.
    pub empty: bool,
    /// The positions of a tuple, with their key.
    pub positions: Option<(JsonId, Vec<LoweredNode>)>,
    /// What follows them, with its key.
    pub rest: Option<(JsonId, LoweredNode)>,
    /// What members without a declaration may be.
    pub closing: Option<(JsonId, Closing)>,
    /// Whether `properties` and `required` stand there even if they are empty.
    pub complete: bool,
    /// The branches that are left out, by union and place, in this order.
    pub lost: Vec<(usize, usize)>,
    /// The branches of each union that stays.
    pub unions: Vec<(Keyword, JsonId, Vec<LoweredNode>)>,
    /// Children that the rules were not asked to change: list positions, `additionalProperties`.
    pub verbatim: Vec<(Keyword, JsonId)>,
}

/// A member on its way out.
#[derive(Debug)]
pub(crate) struct Member {
    /// The key in the source that it comes from.
    pub key: JsonId,
    /// Its name on the wire.
    pub name: String,
    /// Its name in the original, where that is another.
    pub original: Option<String>,
    /// Whether the original may be without it, and never null: null on the wire stands for absent.
    pub may_be_absent: bool,
    /// Whether it is on the wire even where the original leaves it out.
    pub always_sent: bool,
    /// Its schema.
    pub node: LoweredNode,
}

/// `additionalProperties`.
#[derive(Debug)]
pub(crate) enum Closing {
    /// `true` or `false`.
    Flag(bool),
    /// A schema.
    Schema(Box<LoweredNode>),
}

impl PartialNode {
    /// The schemas that will be nested in the node, itself included.
    pub(super) fn height(&self) -> u32 {
        let closing = match &self.closing {
            Some((_, Closing::Schema(node))) => Some(&**node),
            _ => None,
        };
        let members = self.members.iter().map(|member| &member.node);
        let positions = self.positions.iter().flat_map(|(_, positions)| positions);
        let rest = self.rest.iter().map(|(_, rest)| rest);
        let branches = self.unions.iter().flat_map(|(_, _, branches)| branches);
        let children = members.chain(&self.items).chain(positions).chain(rest).chain(closing).chain(branches);
        1 + children.map(|node| node.height).max().unwrap_or_default()
    }
}

impl Lower<'_, '_> {
    /// Lowers all children.
    ///
    /// # Errors
    /// What the node becomes instead: cut or impossible, because a child that it cannot do without is.
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
            self.property = Some(property.key);
            let origin = self.model.ast.tape().value_of(property.key);
            let node = match self.lower_step(!needed, &place, &property.part, origin) {
                Lowered::Out(_) if self.is_scarce() && self.budget.is_spent() => {
                    // The member that there was no room for.
                    let cut = Cut { limit: Limit::Budget, key: property.key };
                    self.stand_in(cut, required, shape, property)
                }
                Lowered::Out(node) => Some(node),
                Lowered::Cut(cut) => self.stand_in(cut, required, shape, property),
                // The arguments of a tool are left what can be called.
                Lowered::Never(key)
                    if required
                        && allows_only(shape, Kinds::OBJECT)
                        && !self.at_arguments()
                        && self.handlers.impossible.is_some() =>
                {
                    return Err(Failure::Never(key));
                }
                Lowered::Never(key) => match self.handlers.impossible {
                    Some(hook) => {
                        let closes = self.target.takes(Keyword::AdditionalProperties);
                        let forbidden = closes && (shape.object.is_closed() || self.target.closed_objects);
                        hook(self, key, Impossible::Member { name: &property.name, required, forbidden });
                        None
                    }
                    None => Some(LoweredNode::plain(Out::Source(self.model.ast.tape().value_of(property.key)))),
                },
            };
            let Some(node) = self.unless_idle(node, property) else {
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

    /// A member, unless it is null that stands for its absence: that is nothing to be sent.
    fn unless_idle(&mut self, node: Option<LoweredNode>, property: &Property) -> Option<LoweredNode> {
        let tape = self.model.ast.tape();
        let is_idle = |node: &LoweredNode| property.null_for_absent && is_null(tape, &node.out);
        match self.handlers.impossible.filter(|_| node.as_ref().is_some_and(is_idle)) {
            Some(hook) => {
                let what = Impossible::Member { name: &property.name, required: false, forbidden: true };
                hook(self, tape.value_of(property.key), what);
                None
            }
            None => node,
        }
    }

    fn lower_closing(&mut self, shape: &Shape, partial: &PartialNode) -> Result<Option<(JsonId, Closing)>, Failure> {
        let Some(first) = shape.object.additional.first() else { return Ok(None) };
        let mut part = Part::new();
        for additional in &shape.object.additional {
            let Some(more) = &additional.part else { return Ok(Some((additional.key, Closing::Flag(false)))) };
            part.extend(more.iter().cloned());
        }
        if !shape.object.additional.iter().any(|additional| additional.describes(self.model.ast)) {
            return Ok(Some((first.key, Closing::Flag(true))));
        }
        let place = [Keyword::AdditionalProperties.name()];
        let declared: Set<&str> = partial.members.iter().map(|member| member.name.as_str()).collect();
        let lacks =
            !first.patterns && partial.required.iter().any(|required| !declared.contains(required.name.as_str()));
        let closing = match self.lower_at(&place, &part, self.model.ast.tape().value_of(first.key)) {
            Lowered::Out(node) => Closing::Schema(Box::new(node)),
            Lowered::Cut(cut) if lacks => {
                // An object that requires one of them cannot be without.
                if let Some(edit) = self.log_cut(cut) {
                    edit.fix("further properties may be anything").accepts_more("any value as a further property");
                }
                Closing::Flag(true)
            }
            Lowered::Cut(cut) => {
                self.tell_cut(cut, "a further property");
                Closing::Flag(false)
            }
            Lowered::Never(key) => {
                if lacks && allows_only(shape, Kinds::OBJECT) && !self.at_arguments() {
                    return Err(Failure::Never(key));
                }
                // Who reads `false` says so.
                if let Some(hook) = self.handlers.impossible.filter(|_| self.model.ast.tape().boolean(key).is_none()) {
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
        // There is one code for a node.
        let in_vain = usize::from(self.may_code() && self.has_own_code(partial));
        self.positions += in_vain;
        for (at, part) in union.branches.iter().enumerate() {
            let place = [union.keyword.name(), &at.to_string()];
            let mark = self.log.mark();
            let lowered = self.lower_branch(&place, part, self.model.ast.tape().value_of(union.key));
            if self.log.has_gains(mark) && is_covered(&self.model, &union.branches, at) {
                self.log.forget_gains(mark);
            }
            match lowered {
                Lowered::Out(node) => branches.push(node),
                Lowered::Cut(cut) => {
                    partial.lost.push((partial.unions.len(), at));
                    missing = Some(Failure::Cut(cut));
                }
                Lowered::Never(key) => {
                    if let Some(hook) = self.handlers.impossible {
                        hook(self, key, Impossible::Alternative { alone: union.keyword == Keyword::OneOf });
                    }
                    partial.lost.push((partial.unions.len(), at));
                    // What was cut may have allowed something.
                    missing = missing.or(Some(Failure::Never(key)));
                }
            }
        }
        self.positions -= in_vain;
        match missing {
            Some(lost) if branches.is_empty() => return Err(lost),
            Some(Failure::Cut(cut)) => {
                self.tell_cut(cut, "one alternative");
                if self.target.unions != UnionForm::Alone {
                    shape.hint(cut_words(cut, "one alternative"));
                }
            }
            _ => {}
        }
        partial.unions.push((union.keyword, union.key, branches));
        Ok(())
    }
}

/// Whether a node's values are of one type, null aside: what that cannot be, the node cannot be.
pub(super) fn allows_only(shape: &Shape, kind: Kinds) -> bool {
    shape.typed && shape.kinds.without(Kinds::NULL) == kind
}
