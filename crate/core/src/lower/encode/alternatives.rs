//! The code of a union: guards that recognize which alternative a value matches, with the alternatives' codes.

use std::cmp::Reverse;

use super::{
    ambiguous::{WRAPPING, separate},
    apart::{members_of_later, members_of_others},
    originals::guards_of,
    wrapping::{Wrapping, is_wrapped},
};
use crate::{
    lower::{Ambiguity, Discriminant, Lower, LoweredNode, PartialNode},
    order::{Gather, Set, sort_by_key},
    restore::{BranchCode, Code, Guard, ObjectCode},
    schema::Kinds,
    shape::Shape,
};

impl Lower<'_, '_> {
    /// Returns the code of a union, and sets the guards of its discriminant.
    pub(super) fn union_code(
        &mut self,
        shape: &Shape,
        partial: &mut PartialNode,
        discriminant: &mut Discriminant,
    ) -> Option<Code> {
        let wrapped = self.disambiguate(shape, partial)?;
        let (_, _, branches) = partial.unions.first_mut()?;
        if wrapped {
            discriminant.kinds = kinds_of_union(shape, branches.iter());
        }
        discriminant.gather(branches);
        if branches.iter().all(|node| node.code.is_none()) {
            discriminant.guards = branches.iter_mut().flat_map(guards_of).gather();
            return None;
        }
        let mut told = branches.iter_mut().filter(|node| node.discriminant().kinds != Kinds::NULL);
        if let (Some(only), None) = (told.next(), told.next()) {
            // Null is the same on both sides, whatever the code.
            discriminant.guards = guards_of(only);
            return only.code.take();
        }
        let ambiguous = self.ambiguous_originals(branches);
        let mut order: Vec<(&mut LoweredNode, bool)> = branches.iter_mut().zip(ambiguous).collect();
        // Branches that require more members are tried first, then wrapped ones, which can encode any value, then those
        // that cannot be inspected.
        let is_dark = |node: &LoweredNode| node.discriminant().is_unknown() || node.code.as_ref().is_some_and(leads_on);
        let place = |node: &LoweredNode| if is_wrapped(node) { 1 } else { 2 * usize::from(wrapped && is_dark(node)) };
        sort_by_key(&mut order, |(node, _)| (place(node), Reverse(node.discriminant().required.len())));
        let nodes: Vec<&LoweredNode> = order.iter().map(|(node, _)| &**node).gather();
        let absent = members_of_later(&nodes, self.model.work());
        let foreign = members_of_others(&nodes, self.model.work());
        let mut found = Vec::new();
        for (((node, ambiguous), absent), foreign) in order.into_iter().zip(absent).zip(foreign) {
            let (mut guards, code) = (guards_of(node), without_null(node.code.take(), foreign));
            for guard in guards.iter_mut().filter(|guard| guard.kind == Kinds::OBJECT) {
                // No string is allowed for a member that has to be absent.
                guard.listed.extend(absent.iter().map(|name| (name.clone(), Vec::new())));
            }
            if let Some(Code::Union(inner)) = code {
                // The branches of a union in a union are added here, so that it is not repeated for each type.
                for (at, branch) in inner.into_iter().enumerate() {
                    let when = guards.get(at).unwrap_or(&branch.when).clone();
                    discriminant.guards.push(when.clone());
                    found.push(if ambiguous { BranchCode { when, ..branch } } else { branch });
                }
                continue;
            }
            for guard in guards {
                let code = code.as_ref().filter(|code| code.reads(guard.kind)).cloned();
                found.push(BranchCode { when: when(&guard, code.as_ref(), ambiguous), code });
                discriminant.guards.push(guard);
            }
        }
        Some(Code::Union(found))
    }

    /// Makes the branches of a union distinguishable: one that needs its code and cannot be recognized is wrapped into
    /// an object of one member; of a code that only normalizes values, the ambiguous parts are dropped. Returns whether
    /// any was wrapped.
    fn disambiguate(&mut self, shape: &Shape, partial: &mut PartialNode) -> Option<bool> {
        let (_, key, branches) = partial.unions.first_mut()?;
        // Alternatives cannot have the values that sibling types and listed values exclude.
        let kinds = shape.possible_kinds(self.model.ast.tape());
        for node in branches.iter_mut().filter(|_| shape.typed || shape.values.is_some()) {
            let has_values = |code: &mut Code| kinds.iter().any(|kind| code.reads(kind));
            node.code.take_if(|code| !has_values(code));
        }
        let vague = self.look_into_definitions(branches);
        let mut wrapped = 0;
        if let Some(hook) = self.handlers.ambiguous {
            let coded = |name: &str| self.is_coded(name);
            let originals = |name: &str| self.originals_described(name);
            let optional = |name: &str| self.target.closed_objects && self.has_optional(name);
            let separated = separate(branches, &Wrapping::of(self, &coded, &originals, &optional));
            wrapped = separated.wrapped;
            self.budget.write(wrapped * WRAPPING);
            if wrapped > 0 {
                hook(self, *key, Ambiguity::Wrapped { beside: shape.has_object_facts() });
            }
            if separated.null_stays {
                hook(self, *key, Ambiguity::NullStays);
            }
        }
        for (at, discriminant) in vague {
            if !is_wrapped(&branches[at]) {
                branches[at].discriminant = discriminant;
            }
        }
        Some(wrapped > 0)
    }
}

/// The code of an alternative that also takes null for the absence of members that only others have.
fn without_null(code: Option<Code>, foreign: Vec<String>) -> Option<Code> {
    match code {
        Some(Code::Object(mut object)) => {
            object.optional.extend(foreign);
            Some(Code::Object(object))
        }
        None if !foreign.is_empty() => {
            Some(Code::Object(Box::new(ObjectCode { optional: foreign, ..ObjectCode::default() })))
        }
        code => code,
    }
}

/// The guard of a branch; if its originals are ambiguous, with all that is known of them.
fn when(guard: &Guard, code: Option<&Code>, ambiguous: bool) -> Guard {
    let mut when = match code {
        // What else the definition requires is not known.
        Some(Code::Definition(_)) if ambiguous => guard.clone().with_partial(),
        _ if ambiguous => guard.clone(),
        Some(Code::Member { name, .. }) => guard.of_wrapped(name),
        _ => guard.of_wire(),
    };
    // The code says which members may be absent.
    let optional: Set<&String> = code.and_then(Code::object).iter().flat_map(|object| &object.optional).collect();
    when.nullable.retain(|name| !optional.contains(name));
    when
}

/// The types of a union's wire values; empty if unknown.
pub(super) fn kinds_of_union<'m>(shape: &Shape, mut alternatives: impl Iterator<Item = &'m LoweredNode>) -> Kinds {
    let own = |node: &LoweredNode| node.discriminant.as_ref().map_or(node.kinds, |known| known.kinds);
    let known = |kinds: Kinds, node| Some(own(node)).filter(|own| !own.is_empty()).map(|own| kinds.with(own));
    let kinds = alternatives.try_fold(Kinds::NONE, known).unwrap_or(Kinds::NONE);
    if !shape.typed {
        return kinds;
    }
    // The sibling `type` applies even if no alternative is known to allow it.
    let left = shape.kinds.intersect(kinds);
    if left.is_empty() { shape.kinds } else { left }
}

/// Whether a code is that of a definition, or of a list of such items.
fn leads_on(code: &Code) -> bool {
    match code {
        Code::Definition(_) => true,
        Code::Array(items) => leads_on(items),
        _ => false,
    }
}
