//! Codes: what undoes the wire values of a lowered node, put together from its children's.

use std::{borrow::Cow, cmp::Reverse, mem};

use serde_json::value::RawValue;

use super::{
    Alike, Closing, Draft, Face, Lower, Made,
    alike::{WRAPPING, Wrapping, is_wrapped, separate},
    originals::guards_of,
};
use crate::{
    json::Kind,
    order::{Gather, Map, sort_by_key},
    restore::{BranchCode, Code, ObjectCode, RestCode, TupleCode},
    schema::{Kinds, TypeCase},
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
            let listed = |name: &String| object.optional.contains(name) || object.integers.contains(name);
            let is_rest = |name: &String| object.rest.as_ref().is_some_and(|rest| rest.member == *name);
            let names = draft.members.iter().map(|member| &member.name);
            object.plain = names.filter(|name| !coded(name) && !listed(name) && !is_rest(name)).cloned().gather();
        }
        object
    }

    /// The guards that tell the branches apart. A coded branch that cannot be told from another is
    /// wrapped into an object of one member; codes that only tidy up are left out there.
    fn union_code(&mut self, shape: &Shape, draft: &mut Draft, face: &mut Face) -> Option<Code> {
        let (_, key, branches) = draft.unions.first_mut()?;
        let key = *key;
        // What types and values beside them exclude, alternatives cannot hold.
        let kinds = shape.possible_kinds(self.model.ast.tape());
        for made in branches.iter_mut().filter(|_| shape.typed || shape.values.is_some()) {
            let has_values = |code: &mut Code| kinds.iter().any(|kind| code.reads(kind.name(TypeCase::Lower)));
            made.code.take_if(|code| !has_values(code));
        }
        let vague = self.look_into_definitions(branches);
        let mut wrapped = 0;
        if let Some(hook) = self.handlers.alike {
            let (coded, kinds) = (|name: &str| self.is_coded(name), |name: &str| self.kinds_described(name));
            let originals = |name: &str| self.originals_described(name);
            let optional = |name: &str| self.target.closed_objects && self.has_optional(name);
            let (_, _, branches) = draft.unions.first_mut()?;
            let separated = separate(branches, &Wrapping::of(self, &coded, &kinds, &originals, &optional));
            wrapped = separated.wrapped;
            self.budget.write(wrapped * WRAPPING);
            if wrapped > 0 {
                hook(self, key, Alike::Wrapped { beside: shape.has_object_facts() });
            }
            if separated.null_stays {
                hook(self, key, Alike::NullStays);
            }
        }
        let (_, _, branches) = draft.unions.first_mut()?;
        for (at, face) in vague {
            if !is_wrapped(&branches[at]) {
                branches[at].face = face;
            }
        }
        if wrapped > 0 {
            face.kinds = kinds_of_union(shape, branches.iter());
        }
        face.gather(branches);
        if branches.iter().all(|made| made.code.is_none()) {
            face.guards = branches.iter_mut().flat_map(guards_of).gather();
            return None;
        }
        let mut told = branches.iter_mut().filter(|made| made.face().kinds != Kinds::NULL);
        if let (Some(only), None) = (told.next(), told.next()) {
            // Null is itself beside any code.
            face.guards = guards_of(only);
            return only.code.take();
        }
        let alike = self.look_alike(branches);
        let mut order: Vec<(&mut Made, bool)> = branches.iter_mut().zip(alike).collect();
        // What asks for more is tried first; what is wrapped takes anything, and comes last.
        // Behind it comes what cannot be looked into.
        let is_dark = |made: &Made| made.face().is_unknown() || made.code.as_ref().is_some_and(leads_on);
        let place = |made: &Made| if is_wrapped(made) { 1 } else { 2 * usize::from(wrapped > 0 && is_dark(made)) };
        sort_by_key(&mut order, |(made, _)| (place(made), Reverse(made.face().required.len())));
        let mut found = Vec::new();
        for (made, alike) in order {
            let (guards, code) = (guards_of(made), made.code.take());
            if let Some(Code::Union(inner)) = code {
                // Its alternatives are alternatives here: a union in a union is not repeated for each type.
                for (at, branch) in inner.into_iter().enumerate() {
                    let when = guards.get(at).unwrap_or(&branch.when).clone();
                    face.guards.push(when.clone());
                    found.push(if alike { BranchCode { when, ..branch } } else { branch });
                }
                continue;
            }
            for guard in guards {
                let code = code.as_ref().filter(|code| code.reads(&guard.kind)).cloned();
                let when = match &code {
                    // What else a definition asks for is not known.
                    Some(Code::Definition(_)) if alike => guard.clone().partly(),
                    _ if alike => guard.clone(),
                    Some(Code::Member { name, .. }) => guard.of_wrapped(name),
                    _ => guard.of_wire(),
                };
                face.guards.push(guard);
                found.push(BranchCode { when, code });
            }
        }
        Some(Code::Union(found))
    }

    /// Whether values would be lost without a code.
    pub(super) fn is_needed(&self, code: Option<&Code>) -> bool {
        code.is_some_and(|code| code.is_needed(&|name| self.is_coded(name)))
    }
}

/// The types of a union's wire values; none where they are not known.
fn kinds_of_union<'m>(shape: &Shape, mut alternatives: impl Iterator<Item = &'m Made>) -> Kinds {
    let own = |made: &Made| made.face.as_ref().map_or(made.kinds, |known| known.kinds);
    let known = |kinds: Kinds, made| Some(own(made)).filter(|own| !own.is_empty()).map(|own| kinds.with(own));
    let kinds = alternatives.try_fold(Kinds::NONE, known).unwrap_or(Kinds::NONE);
    if !shape.typed {
        return kinds;
    }
    // The type beside the union holds, whatever alternatives it is known to leave.
    let left = shape.kinds.intersect(kinds);
    if left.is_empty() { shape.kinds } else { left }
}

/// Whether a code leads into a definition, or a list of what one describes.
fn leads_on(code: &Code) -> bool {
    match code {
        Code::Definition(_) => true,
        Code::Array(items) => leads_on(items),
        _ => false,
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
