//! Codes: how the wire values of a lowered node are restored, assembled from its children's codes.

mod alternatives;
mod ambiguous;
mod annotations;
mod apart;
mod discriminant;
mod fills;
mod guards;
mod originals;
mod recognized;
mod shared;
mod wrapping;

use std::mem;

use super::{Closing, Discriminant, Lower, PartialNode};
use crate::{
    json::raw,
    order::{Gather, Map, Set},
    restore::{Code, Guard, ObjectCode, RestCode, TupleCode},
    schema::Kinds,
    shape::{Coding, Shape},
};

impl Lower<'_, '_> {
    /// The code of a node, and its discriminant.
    pub(super) fn code(&mut self, shape: &Shape, partial: &mut PartialNode) -> (Option<Code>, Discriminant) {
        let mut discriminant = self.discriminant(shape, partial);
        let within = (self.union_depth > 0).then(|| self.originals_within(shape, partial, &discriminant));
        let code = match &shape.coding {
            Some(coding) => Some(coded(coding, &discriminant, self, partial)),
            None if partial.unions.is_empty() || self.has_own_code(partial) => {
                // A union around the node, or its own, says which types it allows if it does not.
                let is_said = shape.typed || (self.union_depth == 0 && partial.unions.is_empty());
                Self::structural_code(shape, partial, &discriminant, is_said)
            }
            None => self.union_code(shape, partial, &mut discriminant),
        };
        if self.union_depth > 0 && !self.is_needed(code.as_ref()) {
            // Unions around the node may have to inspect its items and members.
            discriminant.items = partial.items.as_mut().and_then(|node| node.discriminant.take());
            for member in &mut partial.members {
                discriminant
                    .members
                    .extend(member.node.discriminant.take().map(|discriminant| (member.name.clone(), discriminant)));
            }
        }
        if let Some(within) = within {
            if discriminant.guards.is_empty() {
                discriminant.guards = self.guards_within(shape, &discriminant, code.as_ref(), &within);
            }
            discriminant.guards.extend(discriminant.nullable.then(|| Guard::of_kind(Kinds::NULL)));
        }
        (code, discriminant)
    }

    /// Whether a node's code is made of those of its members or items, and not of its alternatives.
    pub(super) fn has_own_code(&self, partial: &PartialNode) -> bool {
        !partial.members.is_empty() || partial.items.as_ref().is_some_and(|node| self.is_needed(node.code.as_ref()))
    }

    /// The code of a node by its items and members; `is_said`, if the node allows values of its types only.
    fn structural_code(
        shape: &Shape,
        partial: &mut PartialNode,
        discriminant: &Discriminant,
        is_said: bool,
    ) -> Option<Code> {
        if let Some(reference) = &shape.reference {
            return Some(Code::Definition(reference.name.clone()));
        }
        let kinds = shape.solid_kinds();
        let items = partial.items.as_mut().and_then(|node| node.code.take()).map(|items| Code::Array(Box::new(items)));
        let is_integer = shape.typed && kinds.intersect(Kinds::NUMBERS) == Kinds::INTEGER;
        let object = Self::object_code(shape, partial, discriminant);
        let object = (!object.is_trivial()).then(|| Code::Object(Box::new(object)));
        // What describes values of a type that the node does not allow has no effect.
        let allowed = |code: &Code| !shape.typed || kinds.iter().any(|kind| code.reads(kind));
        let codes = [items, is_integer.then_some(Code::Integer), object].into_iter().flatten().filter(allowed);
        let mut codes: Vec<Code> = codes.gather();
        if codes.len() < 2 && (!is_said || kinds.count() < 2) {
            return codes.pop();
        }
        (!codes.is_empty()).then(|| of_types(kinds, codes))
    }

    fn object_code(shape: &Shape, partial: &mut PartialNode, discriminant: &Discriminant) -> ObjectCode {
        let mut object = ObjectCode::default();
        for member in &mut partial.members {
            let code = member.node.code.take();
            if shape.object.rest.as_ref() == Some(&member.name) {
                let value = match code {
                    Some(Code::Entries { value }) => value,
                    _ => None,
                };
                object.rest = Some(RestCode { member: member.name.clone(), value });
                object.filled.extend(member.always_sent.then(|| member.name.clone()));
                continue;
            }
            let original = member.original.clone().unwrap_or_else(|| member.name.clone());
            if member.may_be_absent {
                object.optional.push(member.name.clone());
            }
            if member.always_sent {
                object.filled.push(member.name.clone());
            }
            // What is missing may be null as well.
            let only = !member.may_be_absent && !discriminant.nulls.contains(&member.name);
            let required = discriminant.required.contains(&member.name) && only;
            if let Some(constant) = member.node.discriminant().constant.clone().filter(|_| required) {
                object.constants.insert(original.clone(), constant);
            }
            match code {
                Some(Code::Integer) => object.integers.push(member.name.clone()),
                Some(code) => drop(object.properties.insert(member.name.clone(), code)),
                None => {}
            }
            if original != member.name {
                object.names.insert(member.name.clone(), original);
            }
        }
        if let Some((_, Closing::Schema(node))) = &mut partial.closing {
            object.others = node.code.take().map(Box::new);
        }
        if object.rest.is_some() || object.others.is_some() {
            let coded = |name: &String| object.properties.contains_key(name) || object.names.contains_key(name);
            let listed: Set<&String> = object.optional.iter().chain(&object.integers).collect();
            let names = partial.members.iter().map(|member| &member.name);
            object.plain =
                names.filter(|name| !coded(name) && !listed.contains(name) && !object.is_rest(name)).cloned().gather();
        }
        object
    }

    /// Whether values cannot be restored without a code.
    pub(super) fn is_needed(&self, code: Option<&Code>) -> bool {
        code.is_some_and(|code| code.is_needed(&|name| self.is_coded(name)))
    }
}

/// The code of values of several types, of which those that no code reads are the same on both sides.
fn of_types(kinds: Kinds, mut codes: Vec<Code>) -> Code {
    Code::by_type(kinds, |kind| {
        let at = codes.iter().position(|code| code.reads(kind))?;
        Some(codes.swap_remove(at))
    })
}

fn coded(coding: &Coding, discriminant: &Discriminant, cx: &Lower<'_, '_>, partial: &mut PartialNode) -> Code {
    match coding {
        Coding::Json(_) if discriminant.nullable => Code::Json,
        Coding::Json(_) => Code::Text,
        Coding::Any => Code::Any,
        Coding::Values(list) => {
            let tape = cx.model.ast.tape();
            Code::Values(list.iter().map(|(wire, value)| (wire.clone(), raw(tape, *value))).collect())
        }
        Coding::Entries => {
            let value = match partial.items.as_mut().and_then(|node| node.code.as_mut()) {
                Some(Code::Object(entry)) => {
                    let integer = entry.integers.iter().any(|name| name == "value").then_some(Code::Integer);
                    entry.properties.get_mut("value").map(mem::take).or(integer)
                }
                _ => None,
            };
            Code::Entries { value: value.map(Box::new) }
        }
        Coding::Member(name) => {
            let value = partial.members.iter_mut().find(|member| member.name == *name);
            Code::Member { name: name.clone(), value: value.and_then(|member| member.node.code.take()).map(Box::new) }
        }
        Coding::Tuple(members) => {
            let mut codes = Map::new();
            for member in &mut partial.members {
                if let Some(code) = member.node.code.take() {
                    codes.insert(member.name.clone(), code);
                }
            }
            Code::Tuple(Box::new(TupleCode { members: members.clone(), codes }))
        }
    }
}
