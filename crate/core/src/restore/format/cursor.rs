//! A place in the JSON of a codec, and the values that are read there.

use std::cell::RefCell;

use serde_json::value::RawValue;

use super::codec_error::CodecError;
use crate::{
    json::{JsonId, Kind, Tape, raw},
    order::{Gather, Map},
    restore::codec::CODEC_VERSION,
    schema::{Kinds, TypeCase},
};

/// A place in a codec's JSON, whose members are read by name; `null` counts as absent.
#[derive(Clone, Copy)]
pub(in crate::restore) struct Cursor<'a, 't> {
    pub(in crate::restore) tape: &'a Tape<'t>,
    /// The first problem found. Reading goes on with defaults: that takes half the code of ending early.
    pub(in crate::restore) problem: &'a RefCell<Option<CodecError>>,
    pub(super) id: JsonId,
    /// How many levels of codes may follow.
    pub(in crate::restore) levels: usize,
}

/// A value that can be read from a place.
pub(in crate::restore) trait Read: Default {
    fn read(at: Cursor<'_, '_>) -> Self;

    /// Whether a member of this type may be absent, and is the default then.
    const OPTIONAL: bool = false;
}

impl Cursor<'_, '_> {
    pub(super) fn get<T: Read>(self, name: &str) -> T {
        self.member(name, T::OPTIONAL)
    }

    pub(super) fn member<T: Read>(self, name: &str, optional: bool) -> T {
        if self.is(Kind::Object, "an object") {
            let value = self.tape.get(self.id, name).filter(|value| self.tape.kind(*value) != Kind::Null);
            match value {
                Some(id) => return T::read(Cursor { id, ..self }),
                None if optional => {}
                None => self.malformed(&format!("an object with {name:?}")),
            }
        }
        T::default()
    }

    /// Fails if the object has other members than these; `wanted` says what they are.
    pub(super) fn only(self, names: &[&str], wanted: &str) {
        for key in self.tape.members(self.id) {
            if !names.contains(&&*self.tape.key(key)) {
                Cursor { id: key, ..self }.malformed(wanted);
            }
        }
    }

    pub(super) fn is(self, kind: Kind, wanted: &str) -> bool {
        let fits = self.tape.kind(self.id) == kind;
        if !fits {
            self.malformed(wanted);
        }
        fits
    }

    pub(super) fn malformed(self, wanted: &str) {
        let found: String = self.tape.slice(self.id).chars().take(40).collect();
        let place = self.tape.span(self.id).start;
        self.fail(CodecError::Malformed(format!("{found} at byte {place} is not {wanted}")));
    }

    pub(super) fn fail(self, problem: CodecError) {
        self.problem.borrow_mut().get_or_insert(problem);
    }

    pub(super) fn version(self) -> u32 {
        let Version(version) = self.get("version");
        if version != CODEC_VERSION {
            self.fail(CodecError::Version(version));
        }
        version
    }
}

impl Read for Kinds {
    fn read(at: Cursor<'_, '_>) -> Kinds {
        let name = at.tape.string(at.id);
        let named = |kind: &Kinds| name.as_deref() == Some(kind.name(TypeCase::Lower));
        Kinds::EACH.into_iter().find(named).unwrap_or_else(|| {
            at.malformed("a type");
            Kinds::NONE
        })
    }
}

impl Read for String {
    fn read(at: Cursor<'_, '_>) -> String {
        if at.is(Kind::String, "a string") { at.tape.key(at.id).into_owned() } else { String::new() }
    }
}

impl Read for bool {
    fn read(at: Cursor<'_, '_>) -> bool {
        let flag = at.tape.boolean(at.id);
        if flag.is_none() {
            at.is(Kind::True, "true or false");
        }
        flag.unwrap_or_default()
    }

    const OPTIONAL: bool = true;
}

impl Read for Box<RawValue> {
    fn read(at: Cursor<'_, '_>) -> Box<RawValue> {
        raw(at.tape, at.id)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(at: Cursor<'_, '_>) -> Vec<T> {
        at.is(Kind::Array, "an array");
        at.tape.elements(at.id).map(|id| T::read(Cursor { id, ..at })).gather()
    }

    const OPTIONAL: bool = true;
}

impl<T: Read> Read for Map<String, T> {
    fn read(at: Cursor<'_, '_>) -> Map<String, T> {
        at.is(Kind::Object, "an object");
        let mut map = Map::new();
        for key in at.tape.members(at.id) {
            map.insert(at.tape.key(key).into_owned(), T::read(Cursor { id: key.value_of_key(), ..at }));
        }
        map
    }

    const OPTIONAL: bool = true;
}

impl<T: Read> Read for Option<T> {
    fn read(at: Cursor<'_, '_>) -> Option<T> {
        Some(T::read(at))
    }

    const OPTIONAL: bool = true;
}

impl<T: Read> Read for Box<T> {
    fn read(at: Cursor<'_, '_>) -> Box<T> {
        Box::new(T::read(at))
    }
}

#[derive(Default)]
struct Version(u32);

impl Read for Version {
    fn read(at: Cursor<'_, '_>) -> Version {
        Version(at.tape.slice(at.id).parse().unwrap_or_else(|_| {
            at.malformed("a version");
            0
        }))
    }
}
