//! What the calls of one document share: their limits, and lookup tables of their codecs.

use std::rc::Rc;

use serde_json::value::RawValue;

use super::{
    BranchCode, Code, ObjectCode, TupleCode,
    branches::{BranchIndex, OriginalIndex},
    objects::ObjectTable,
    spellings::Spellings,
};
use crate::{
    limits::Work,
    order::{Map, Set},
};

/// The longest list of strings that is searched without a table.
const FEW: usize = 16;

/// The calls of a document. Each list of a codec that is searched repeatedly is turned into a lookup table once.
#[derive(Debug)]
pub(crate) struct Session<'c> {
    pub(super) work: &'c Work,
    /// Whether there is only one call, which may use all of the remaining work.
    pub(super) is_of_one: bool,
    objects: Tables<ObjectTable<'c>>,
    spellings: Tables<Spellings<'c>>,
    positions: Tables<Map<&'c str, usize>>,
    branches: Tables<BranchIndex<'c>>,
    originals: Tables<OriginalIndex<'c>>,
    strings: Tables<Set<&'c str>>,
}

/// Tables by the address of the list that they are built from, which does not move during the session.
type Tables<T> = Map<usize, Rc<T>>;

fn table<T>(tables: &mut Tables<T>, address: usize, make: impl FnOnce() -> T) -> Rc<T> {
    Rc::clone(tables.or_insert_with(address, || Rc::new(make())))
}

impl<'c> Session<'c> {
    pub(super) fn of_one(work: &'c Work) -> Session<'c> {
        Session { is_of_one: true, ..Session::new(work) }
    }

    pub(crate) fn new(work: &'c Work) -> Session<'c> {
        Session {
            work,
            is_of_one: false,
            objects: Map::new(),
            spellings: Map::new(),
            positions: Map::new(),
            branches: Map::new(),
            originals: Map::new(),
            strings: Map::new(),
        }
    }

    pub(super) fn object(&mut self, code: &'c ObjectCode) -> Rc<ObjectTable<'c>> {
        let Session { work, objects, .. } = self;
        table(objects, std::ptr::from_ref(code).addr(), || ObjectTable::new(code, work))
    }

    pub(super) fn spellings(&mut self, originals: &'c Map<String, Box<RawValue>>) -> Rc<Spellings<'c>> {
        let Session { work, spellings, .. } = self;
        table(spellings, std::ptr::from_ref(originals).addr(), || Spellings::new(originals, work))
    }

    /// The positions of a tuple by name.
    pub(super) fn positions(&mut self, tuple: &'c TupleCode) -> Rc<Map<&'c str, usize>> {
        let Session { work, positions, .. } = self;
        table(positions, std::ptr::from_ref(tuple).addr(), || {
            work.step(tuple.members.len());
            tuple.members.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect()
        })
    }

    pub(super) fn branches(&mut self, branches: &'c [BranchCode]) -> Rc<BranchIndex<'c>> {
        let Session { work, branches: tables, .. } = self;
        table(tables, branches.as_ptr().addr(), || BranchIndex::new(branches, work))
    }

    pub(super) fn originals(
        &mut self,
        branches: &'c [BranchCode],
        definitions: &'c Map<String, Code>,
    ) -> Rc<OriginalIndex<'c>> {
        let Session { work, originals, .. } = self;
        table(originals, branches.as_ptr().addr(), || OriginalIndex::new(branches, definitions, work))
    }

    /// Whether a list has a string.
    pub(super) fn lists(&mut self, strings: &'c [String], string: &str) -> bool {
        if strings.len() <= FEW {
            return strings.iter().any(|one| one == string);
        }
        let Session { work, strings: tables, .. } = self;
        let table = table(tables, strings.as_ptr().addr(), || {
            work.step(strings.len());
            strings.iter().map(String::as_str).collect()
        });
        table.contains(string)
    }
}
