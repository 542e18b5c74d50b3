//! The discriminant of a node: what its wire values show of the alternative that they belong to.

use std::borrow::Cow;

use super::{
    super::{Closing, Discriminant, Lower, Member, PartialNode},
    alternatives::kinds_of_union,
};
use crate::{
    json::{Kind, raw},
    order::Gather,
    schema::Kinds,
    shape::{Coding, Shape},
};

impl Lower<'_, '_> {
    pub(super) fn discriminant(&self, shape: &Shape, partial: &PartialNode) -> Discriminant {
        let alternatives = || partial.unions.iter().flat_map(|(_, _, branches)| branches);
        let mut discriminant = self.own_discriminant(shape, partial);
        if !partial.unions.is_empty() {
            discriminant.kinds = kinds_of_union(shape, alternatives());
        }
        discriminant.nullable |= alternatives().any(|node| match &node.discriminant {
            Some(known) => known.nullable,
            None => node.kinds.has(Kinds::NULL),
        });
        if let ([(_, _, branches)], false) = (partial.unions.as_slice(), self.has_own_code(partial)) {
            discriminant.gather(branches);
            return discriminant;
        }
        discriminant.add_members(shape, partial);
        // The target of a reference declares further members.
        discriminant.declared.take_if(|_| shape.reference.is_some());
        discriminant
    }

    /// The discriminant by types, references and listed values alone.
    fn own_discriminant(&self, shape: &Shape, partial: &PartialNode) -> Discriminant {
        let (kinds, nullable) = self.own_kinds(shape, partial);
        let mut discriminant = Discriminant { kinds, nullable, ..Discriminant::default() };
        if let Some(reference) = &shape.reference {
            discriminant.leads_to = self.definition(&reference.name).map(|schema| self.model.referent(schema));
            discriminant.kinds = self.kinds_of_definition(&reference.name);
            discriminant.nullable = discriminant.kinds.is_empty() || discriminant.kinds.has(Kinds::NULL);
        }
        let tape = self.model.ast.tape();
        let only = match (&shape.coding, &shape.values) {
            (Some(Coding::Values(list)), _) => {
                discriminant.strings = Some(list.iter().map(|(wire, _)| wire.clone()).gather());
                list.first().filter(|_| list.len() == 1).map(|(_, value)| *value)
            }
            (None, Some(values)) => {
                let strings = values.list.iter().filter_map(|value| tape.string(*value));
                discriminant.strings = Some(strings.map(Cow::into_owned).gather());
                values.list.first().filter(|_| values.list.len() == 1).copied()
            }
            _ => None,
        };
        discriminant.constant = only.or(shape.constant).map(|value| raw(tape, value));
        discriminant
    }

    /// The types of a node without its alternatives, and whether it allows null.
    fn own_kinds(&self, shape: &Shape, partial: &PartialNode) -> (Kinds, bool) {
        let tape = self.model.ast.tape();
        let (kinds, null) = match (shape.typed, &shape.values) {
            (true, _) => (shape.kinds, shape.kinds.has(Kinds::NULL)),
            (false, Some(values)) => {
                let null = values.list.iter().any(|value| tape.kind(*value) == Kind::Null);
                (values.kinds(tape), null)
            }
            (false, None) => (Kinds::NONE, partial.unions.is_empty()),
        };
        let kinds = if shape.typed || partial.members.is_empty() { kinds } else { Kinds::OBJECT };
        (kinds, shape.nullable_key.is_some() || null)
    }
}

impl Discriminant {
    /// Adds what the members of an object show.
    fn add_members(&mut self, shape: &Shape, partial: &PartialNode) {
        let names = |of: &dyn Fn(&&Member) -> bool| {
            partial.members.iter().filter(of).map(|member| member.name.clone()).collect()
        };
        self.required = partial.required.iter().map(|required| required.name.clone()).collect();
        for Member { name, node, .. } in &partial.members {
            let known = node.discriminant();
            let strings = known.strings.as_ref().filter(|_| Kinds::STRING.with(Kinds::NULL).has(known.kinds));
            let Some(strings) = strings else { continue };
            if self.required.contains(name) {
                self.tags.insert(name.clone(), strings.clone());
            } else if strings.len() == 1 {
                self.optional_tags.insert(name.clone(), strings.clone());
            }
        }
        self.nulls = names(&|member| member.may_be_absent || member.node.discriminant().nullable);
        let is_closed = match &partial.closing {
            Some((_, closing)) => matches!(closing, Closing::Flag(false)),
            // An object without declarations may have any members.
            None => !partial.members.is_empty() || shape.object.is_closed(),
        };
        self.declared = is_closed.then(|| names(&|_| true));
    }
}
