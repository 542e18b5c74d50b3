//! What codes fill in where an original lacks members, and which nulls they remove.

use crate::{
    order::{Gather, Set},
    restore::{BranchCode, Code},
    schema::Kinds,
};

/// Adds to a code what another one fills in, which changes no restored value.
pub(super) fn filled(code: Option<Code>, own: Option<&Code>) -> Option<Code> {
    match (code, own) {
        (mine @ (None | Some(Code::Object(_))), Some(Code::Object(own))) => {
            let mut mine = match mine {
                Some(Code::Object(mine)) => mine,
                _ => Box::default(),
            };
            mine.filled.clone_from(&own.filled);
            for (name, own) in &own.properties {
                if let Some(code) = filled(mine.properties.get(name).cloned(), Some(own)) {
                    mine.properties.insert(name.clone(), code);
                }
            }
            (!mine.is_trivial()).then_some(Code::Object(mine))
        }
        (mine @ (None | Some(Code::Array(_))), Some(Code::Array(own))) => {
            let mine = if let Some(Code::Array(mine)) = mine { Some(*mine) } else { None };
            filled(mine, Some(own)).map(|items| Code::Array(Box::new(items)))
        }
        (None, Some(Code::Union(own))) => {
            let fill = |own: &BranchCode| BranchCode { when: own.when.clone(), code: filled(None, own.code.as_ref()) };
            union_of(own.iter().map(fill).gather())
        }
        (Some(Code::Union(mut mine)), Some(own)) => {
            let own_branches = if let Code::Union(branches) = own { branches.as_slice() } else { &[] };
            let kinds = |branches: &[BranchCode]| branches.iter().map(|branch| branch.when.kind).gather();
            // A union that was kept whole has its own branches in order, possibly several of a type.
            let is_kept = kinds(&mine) == kinds(own_branches);
            for (at, BranchCode { when, code }) in mine.iter_mut().enumerate() {
                let own = match own_branches.get(at).filter(|_| is_kept) {
                    Some(branch) => branch.code.as_ref(),
                    None => of_type(&[own], when.kind).first().copied(),
                };
                *code = filled(code.take(), own);
            }
            Some(Code::Union(mine))
        }
        (code, _) => code,
    }
}

/// Collects the places of members that are always sent and whose null a code removes; `optional` answers that for
/// definitions.
pub(super) fn nulls_taken(code: &Code, place: &str, optional: &dyn Fn(&str) -> bool, taken: &mut Set<String>) {
    match code {
        Code::Array(items) => nulls_taken(items, &format!("{place}[]"), optional, taken),
        Code::Union(branches) => {
            let codes = branches.iter().filter_map(|branch| branch.code.as_ref());
            codes.for_each(|code| nulls_taken(code, place, optional, taken));
        }
        Code::Object(object) => {
            let own = object.optional.iter().filter(|name| object.filled.contains(name));
            taken.extend(own.map(|name| format!("{place}.{name}")));
            for (name, code) in &object.properties {
                nulls_taken(code, &format!("{place}.{name}"), optional, taken);
            }
        }
        Code::Definition(name) if optional(name) => drop(taken.insert(format!("{place}#{name}"))),
        _ => {}
    }
}

/// A union, if any of its branches has a code.
pub(super) fn union_of(branches: Vec<BranchCode>) -> Option<Code> {
    branches.iter().any(|branch| branch.code.is_some()).then_some(Code::Union(branches))
}

/// The codes for the values of a type.
pub(super) fn of_type<'m>(codes: &[&'m Code], kind: Kinds) -> Vec<&'m Code> {
    let mut found = Vec::new();
    for code in codes.iter().copied() {
        match code {
            Code::Union(branches) => {
                let of_type = branches.iter().filter(|branch| branch.when.kind == kind);
                found.extend(of_type.filter_map(|branch| branch.code.as_ref()));
            }
            code => found.extend(code.reads(kind).then_some(code)),
        }
    }
    found
}
