//! Whether two codes do the same, found out without writing them.

use serde_json::value::RawValue;

use crate::{
    order::Map,
    restore::{BranchCode, Code, Guard, ObjectCode, RestCode, TupleCode},
};

/// Whether two codes do the same.
pub(super) fn is_same(a: &Code, b: &Code) -> bool {
    match (a, b) {
        (Code::Object(a), Code::Object(b)) => is_same_object(a, b),
        (Code::Array(a), Code::Array(b)) => is_same(a, b),
        (Code::Union(a), Code::Union(b)) => are_same(a, b, is_same_branch),
        (Code::Entries { value: a }, Code::Entries { value: b }) => both(a.as_deref(), b.as_deref(), is_same),
        (Code::Json, Code::Json)
        | (Code::Text, Code::Text)
        | (Code::Any, Code::Any)
        | (Code::Integer, Code::Integer) => true,
        (Code::Values(a), Code::Values(b)) => maps(a, b, |a, b| a.get() == b.get()),
        (Code::Member { name: a, value: mine }, Code::Member { name: b, value: theirs }) => {
            a == b && both(mine.as_deref(), theirs.as_deref(), is_same)
        }
        (Code::Tuple(a), Code::Tuple(b)) => is_same_tuple(a, b),
        (Code::Definition(a), Code::Definition(b)) => a == b,
        _ => false,
    }
}

fn is_same_object(a: &ObjectCode, b: &ObjectCode) -> bool {
    let rest =
        |a: &RestCode, b: &RestCode| a.member == b.member && both(a.value.as_deref(), b.value.as_deref(), is_same);
    (&a.optional, &a.filled, &a.integers, &a.plain) == (&b.optional, &b.filled, &b.integers, &b.plain)
        && maps(&a.names, &b.names, |a, b| a == b)
        && maps(&a.constants, &b.constants, |a, b| a.get() == b.get())
        && both(a.others.as_deref(), b.others.as_deref(), is_same)
        && both(a.rest.as_ref(), b.rest.as_ref(), rest)
        && maps(&a.properties, &b.properties, is_same)
}

fn is_same_tuple(a: &TupleCode, b: &TupleCode) -> bool {
    (&a.members, &a.rest) == (&b.members, &b.rest) && maps(&a.codes, &b.codes, is_same)
}

fn is_same_branch(a: &BranchCode, b: &BranchCode) -> bool {
    is_same_guard(&a.when, &b.when) && both(a.code.as_ref(), b.code.as_ref(), is_same)
}

fn is_same_text(a: &RawValue, b: &RawValue) -> bool {
    a.get() == b.get()
}

fn is_same_guard(a: &Guard, b: &Guard) -> bool {
    let lists = |a: &Vec<Guard>, b: &Vec<Guard>| are_same(a, b, is_same_guard);
    (&a.kind, &a.required, a.partial) == (&b.kind, &b.required, b.partial)
        && maps(&a.constants, &b.constants, |a, b| a == b)
        && maps(&a.listed, &b.listed, |a, b| a == b)
        && both(a.least.as_deref(), b.least.as_deref(), is_same_text)
        && both(a.most.as_deref(), b.most.as_deref(), is_same_text)
        && both(a.others.as_ref(), b.others.as_ref(), lists)
        && lists(&a.items, &b.items)
        && maps(&a.properties, &b.properties, lists)
}

fn both<T: ?Sized>(a: Option<&T>, b: Option<&T>, same: impl Fn(&T, &T) -> bool) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}

fn are_same<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn maps<T>(a: &Map<String, T>, b: &Map<String, T>, same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|((name, a), (other, b))| name == other && same(a, b))
}
