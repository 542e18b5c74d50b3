//! Codes: what undoes the wire values of a lowered node, put together from its children's.

use std::{borrow::Cow, mem};

use serde_json::value::RawValue;

use super::{Closing, Draft, Face, Lower, alternatives::kinds_of_union};
use crate::{
    json::Kind,
    order::{Gather, Map, Set},
    restore::{Code, ObjectCode, RestCode, TupleCode},
    schema::Kinds,
    shape::{Coding, Shape},
};

impl Lower<'_, '_> {
    /// The code of a node, and what its wire values look like.
    pub(super) fn code(&mut self, shape: &Shape, draft: &mut Draft) -> (Option<Code>, Face) {
        let mut face = self.face(shape, draft);
        let within = (self.unions > 0).then(|| self.originals_within(shape, draft, &face));
        let code = match &shape.coding {
            Some(coding) => Some(coded(coding, &face, self, draft)),
            None if draft.unions.is_empty() || self.has_own_code(draft) => Self::structural_code(shape, draft, &face),
            None => self.union_code(shape, draft, &mut face),
        };
        if self.unions > 0 && !self.is_needed(code.as_ref()) {
            // Whoever chooses among alternatives may have to look further in.
            face.items = draft.items.as_mut().and_then(|made| made.face.take());
            for member in &mut draft.members {
                face.members.extend(member.made.face.take().map(|face| (member.name.clone(), face)));
            }
        }
        if let Some(within) = within.filter(|_| face.guards.is_empty()) {
            face.guards = self.guards_within(shape, &face, code.as_ref(), &within);
        }
        (code, face)
    }

    /// Whether it is the members or the items of a node that have codes, and not its alternatives.
    pub(super) fn has_own_code(&self, draft: &Draft) -> bool {
        !draft.members.is_empty() || draft.items.as_ref().is_some_and(|made| self.is_needed(made.code.as_ref()))
    }

    fn face(&self, shape: &Shape, draft: &Draft) -> Face {
        let tape = self.model.ast.tape();
        let kinds = match (shape.typed, draft.members.is_empty()) {
            (true, _) => shape.kinds,
            (false, false) => Kinds::OBJECT,
            (false, true) => shape.values.as_ref().map_or(Kinds::NONE, |values| values.kinds(tape)),
        };
        let listed =
            shape.values.as_ref().map(|values| values.list.iter().any(|value| tape.kind(*value) == Kind::Null));
        let said = match (shape.typed, listed) {
            (true, _) => shape.kinds.has(Kinds::NULL),
            (false, Some(null)) => null,
            (false, None) => draft.unions.is_empty(),
        };
        let nullable = shape.nullable_key.is_some() || said;
        let mut face = Face { kinds, nullable, ..Face::default() };
        if let Some(reference) = &shape.reference {
            face.leads_to = self.definition(&reference.name).map(|schema| self.described(schema));
            face.kinds = self.kinds_of_definition(&reference.name);
            face.nullable = face.kinds.is_empty() || face.kinds.has(Kinds::NULL);
        }
        let only = match (&shape.coding, &shape.values) {
            (Some(Coding::Values(list)), _) => {
                face.strings = Some(list.iter().map(|(wire, _)| wire.clone()).gather());
                list.first().filter(|_| list.len() == 1).map(|(_, value)| *value)
            }
            (None, Some(values)) => {
                let strings = values.list.iter().filter_map(|value| tape.string(*value));
                face.strings = Some(strings.map(Cow::into_owned).gather());
                values.list.first().filter(|_| values.list.len() == 1).copied()
            }
            _ => None,
        };
        face.constant = only.or(shape.constant).map(|value| tape.slice(value).to_owned());
        let alternatives = || draft.unions.iter().flat_map(|(_, _, branches)| branches);
        if !draft.unions.is_empty() {
            face.kinds = kinds_of_union(shape, alternatives());
        }
        face.nullable |= alternatives().any(|made| match &made.face {
            Some(known) => known.nullable,
            None => made.kinds.has(Kinds::NULL),
        });
        if let ([(_, _, branches)], false) = (draft.unions.as_slice(), self.has_own_code(draft)) {
            face.gather(branches);
            return face;
        }
        face.required = draft.required.iter().map(|required| required.name.clone()).collect();
        for member in &draft.members {
            let known = member.made.face();
            let Some(strings) = known.strings.clone().filter(|_| Kinds::STRING.with(Kinds::NULL).has(known.kinds))
            else {
                continue;
            };
            if face.required.contains(&member.name) {
                face.tags.insert(member.name.clone(), strings);
            } else if strings.len() == 1 {
                face.optional_tags.insert(member.name.clone(), strings);
            }
        }
        let null = |member: &&super::Member| member.may_be_absent || member.made.face().nullable;
        face.nulls = draft.members.iter().filter(null).map(|member| member.name.clone()).collect();
        face.declared = Some(draft.members.iter().map(|member| member.name.clone()).collect());
        let is_open = |(_, closing): &(_, Closing)| !matches!(closing, Closing::Flag(false));
        // What a reference leads to declares members of its own.
        if shape.reference.is_some() || draft.closing.as_ref().is_some_and(is_open) {
            face.declared = None;
        }
        face
    }

    fn structural_code(shape: &Shape, draft: &mut Draft, face: &Face) -> Option<Code> {
        if let Some(reference) = &shape.reference {
            return Some(Code::Definition(reference.name.clone()));
        }
        if let Some(items) = draft.items.as_mut().and_then(|made| made.code.take()) {
            return Some(Code::Array(Box::new(items)));
        }
        if shape.typed && shape.solid_kinds() == Kinds::INTEGER {
            return Some(Code::Integer);
        }
        let object = Self::object_code(shape, draft, face);
        (!object.is_trivial()).then(|| Code::Object(Box::new(object)))
    }

    fn object_code(shape: &Shape, draft: &mut Draft, face: &Face) -> ObjectCode {
        let mut object = ObjectCode::default();
        for member in &mut draft.members {
            let code = member.made.code.take();
            if shape.object.rest.as_ref() == Some(&member.name) {
                let value = match code {
                    Some(Code::Entries { value }) => value,
                    _ => None,
                };
                object.rest = Some(RestCode { member: member.name.clone(), value });
                continue;
            }
            let original = member.original.clone().unwrap_or_else(|| member.name.clone());
            if member.may_be_absent {
                object.optional.push(member.name.clone());
            }
            if member.always_sent {
                object.filled.push(member.name.clone());
            }
            let required = face.required.contains(&member.name) && !member.may_be_absent;
            if let Some(constant) = member.made.face().constant.clone().filter(|_| required)
                && let Ok(constant) = RawValue::from_string(constant)
            {
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
        if let Some((_, Closing::Schema(made))) = &mut draft.closing {
            object.others = made.code.take().map(Box::new);
        }
        if object.rest.is_some() || object.others.is_some() {
            let coded = |name: &String| object.properties.contains_key(name) || object.names.contains_key(name);
            let listed: Set<&String> = object.optional.iter().chain(&object.integers).collect();
            let is_rest = |name: &String| object.rest.as_ref().is_some_and(|rest| rest.member == *name);
            let names = draft.members.iter().map(|member| &member.name);
            object.plain =
                names.filter(|name| !coded(name) && !listed.contains(name) && !is_rest(name)).cloned().gather();
        }
        object
    }

    /// Whether values would be lost without a code.
    pub(super) fn is_needed(&self, code: Option<&Code>) -> bool {
        code.is_some_and(|code| code.is_needed(&|name| self.is_coded(name)))
    }
}

fn coded(coding: &Coding, face: &Face, cx: &Lower<'_, '_>, draft: &mut Draft) -> Code {
    match coding {
        Coding::Json(_) if face.nullable => Code::Json,
        Coding::Json(_) => Code::Text,
        Coding::Any => Code::Any,
        Coding::Values(list) => {
            let mut values = Map::new();
            for (wire, value) in list {
                if let Ok(value) = RawValue::from_string(cx.model.ast.tape().slice(*value).to_owned()) {
                    values.insert(wire.clone(), value);
                }
            }
            Code::Values(values)
        }
        Coding::Entries => {
            let value = match draft.items.as_mut().and_then(|made| made.code.as_mut()) {
                Some(Code::Object(entry)) => {
                    let integer = entry.integers.iter().any(|name| name == "value").then_some(Code::Integer);
                    entry.properties.get_mut("value").map(mem::take).or(integer)
                }
                _ => None,
            };
            Code::Entries { value: value.map(Box::new) }
        }
        Coding::Member(name) => {
            let value = draft.members.iter_mut().find(|member| member.name == *name);
            Code::Member { name: name.clone(), value: value.and_then(|member| member.made.code.take()).map(Box::new) }
        }
        Coding::Tuple { members, rest } => {
            let mut codes = Map::new();
            for member in &mut draft.members {
                if let Some(code) = member.made.code.take() {
                    codes.insert(member.name.clone(), code);
                }
            }
            Code::Tuple(Box::new(TupleCode { members: members.clone(), codes, rest: rest.clone() }))
        }
    }
}
