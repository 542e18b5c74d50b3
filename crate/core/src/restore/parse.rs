//! Reads codecs from JSON, of the current format version only.

use std::{cell::RefCell, fmt, sync::Arc};

use serde_json::value::RawValue;

use super::{BranchCode, Code, Codec, Codecs, Guard, ObjectCode, RestCode, TupleCode, codec::CODEC_VERSION};
use crate::{
    json::{JsonId, Kind, Tape, read},
    order::{Gather, Map},
    schema::{Kinds, TypeCase},
};

/// The deepest nesting of codes and guards. Lowering stops at a quarter of that.
const MAX_LEVELS: usize = 256;

/// Why a text cannot be read as a codec.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodecError {
    /// It is no JSON, or not shaped like a codec; with what is wrong, and where.
    Malformed(String),
    /// It has a format version that this package does not read.
    Version(u32),
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(problem) => write!(f, "not a codec: {problem}"),
            Self::Version(version) => {
                write!(f, "the codec has format {version}; this version reads {CODEC_VERSION}")
            }
        }
    }
}

impl std::error::Error for CodecError {}

impl Codec {
    /// Reads a codec.
    ///
    /// # Errors
    /// If the text is no codec, or one of another version.
    pub fn from_json(text: &str) -> Result<Codec, CodecError> {
        parse(&tape(text)?)
    }
}

impl Codecs {
    /// Reads the codecs of several tools.
    ///
    /// # Errors
    /// If the text is no such object, or it or a codec in it is of another version.
    pub fn from_json(text: &str) -> Result<Codecs, CodecError> {
        parse(&tape(text)?)
    }
}

pub(super) fn tape(text: &str) -> Result<Tape<'_>, CodecError> {
    read(text).map_err(|error| CodecError::Malformed(format!("no JSON: {}", error.kind)))
}

pub(super) fn parse<T: Read>(tape: &Tape<'_>) -> Result<T, CodecError> {
    let problem = RefCell::new(None);
    let value = T::read(Cursor { tape, problem: &problem, id: JsonId::ROOT, levels: MAX_LEVELS });
    problem.into_inner().map_or(Ok(value), Err)
}

/// A place in a codec's JSON, whose members are read by name; `null` counts as absent, and unknown members are ignored.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a, 't> {
    tape: &'a Tape<'t>,
    /// The first problem found. Reading goes on with defaults: that takes half the code of ending early.
    problem: &'a RefCell<Option<CodecError>>,
    id: JsonId,
    /// How many levels of codes may follow.
    levels: usize,
}

/// A value that can be read from a place.
pub(super) trait Read: Default {
    fn read(at: Cursor<'_, '_>) -> Self;

    /// Whether a member of this type may be absent, and is the default then.
    const OPTIONAL: bool = false;
}

impl Cursor<'_, '_> {
    fn get<T: Read>(self, name: &str) -> T {
        self.member(name, T::OPTIONAL)
    }

    fn member<T: Read>(self, name: &str, optional: bool) -> T {
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

    fn is(self, kind: Kind, wanted: &str) -> bool {
        let fits = self.tape.kind(self.id) == kind;
        if !fits {
            self.malformed(wanted);
        }
        fits
    }

    fn malformed(self, wanted: &str) {
        let found: String = self.tape.slice(self.id).chars().take(40).collect();
        let place = self.tape.span(self.id).start;
        self.fail(CodecError::Malformed(format!("{found} at byte {place} is not {wanted}")));
    }

    fn fail(self, problem: CodecError) {
        self.problem.borrow_mut().get_or_insert(problem);
    }

    fn version(self) -> u32 {
        let Version(version) = self.get("version");
        if version != CODEC_VERSION {
            self.fail(CodecError::Version(version));
        }
        version
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

impl Read for Codec {
    fn read(at: Cursor<'_, '_>) -> Codec {
        Codec {
            version: at.version(),
            name: at.get("name"),
            declared: at.get("declared"),
            arguments: at.get::<Option<Code>>("arguments").map(Arc::new),
            definitions: Arc::new(at.get("definitions")),
        }
    }
}

impl Read for Codecs {
    fn read(at: Cursor<'_, '_>) -> Codecs {
        Codecs { version: at.version(), tools: Arc::new(at.get("tools")) }
    }
}

impl Read for Code {
    fn read(at: Cursor<'_, '_>) -> Code {
        let Some(levels) = at.levels.checked_sub(1) else {
            at.fail(CodecError::Malformed(format!("codes lie deeper than {MAX_LEVELS} levels")));
            return Code::default();
        };
        let name = at.tape.string(at.id);
        let mut members = at.tape.members(at.id);
        match (name.as_deref(), members.next(), members.next()) {
            (Some("json"), ..) => return Code::Json,
            (Some("text"), ..) => return Code::Text,
            (Some("any"), ..) => return Code::Any,
            (Some("integer"), ..) => return Code::Integer,
            (None, Some(key), None) => {
                let of = Cursor { id: key.value_of_key(), levels, ..at };
                match &*at.tape.key(key) {
                    "object" => return Code::Object(Read::read(of)),
                    "array" => return Code::Array(Read::read(of)),
                    "union" => return Code::Union(Read::read(of)),
                    "entries" => return Code::Entries { value: of.get("value") },
                    "values" => return Code::Values(Read::read(of)),
                    "member" => return Code::Member { name: of.get("name"), value: of.get("value") },
                    "tuple" => return Code::Tuple(Read::read(of)),
                    "definition" => return Code::Definition(Read::read(of)),
                    _ => {}
                }
            }
            _ => {}
        }
        at.malformed("a code");
        Code::default()
    }
}

impl Read for ObjectCode {
    fn read(at: Cursor<'_, '_>) -> ObjectCode {
        ObjectCode {
            properties: at.get("properties"),
            names: at.get("names"),
            optional: at.get("optional"),
            filled: at.get("filled"),
            integers: at.get("integers"),
            constants: at.get("constants"),
            plain: at.get("plain"),
            others: at.get("others"),
            rest: at.get("rest"),
        }
    }
}

impl Read for RestCode {
    fn read(at: Cursor<'_, '_>) -> RestCode {
        RestCode { member: at.get("member"), value: at.get("value") }
    }
}

impl Read for TupleCode {
    fn read(at: Cursor<'_, '_>) -> TupleCode {
        TupleCode { members: at.member("members", false), codes: at.get("codes"), rest: at.get("rest") }
    }
}

impl Read for BranchCode {
    fn read(at: Cursor<'_, '_>) -> BranchCode {
        BranchCode { when: at.get("when"), code: at.get("code") }
    }
}

impl Read for Guard {
    fn read(at: Cursor<'_, '_>) -> Guard {
        let Some(levels) = at.levels.checked_sub(1) else {
            at.fail(CodecError::Malformed(format!("guards lie deeper than {MAX_LEVELS} levels")));
            return Guard::default();
        };
        let at = Cursor { levels, ..at };
        Guard {
            kind: at.get("kind"),
            constants: at.get("constants"),
            listed: at.get("listed"),
            required: at.get("required"),
            items: at.get("items"),
            properties: at.get("properties"),
            others: at.get("others"),
            least: at.get("least"),
            most: at.get("most"),
            partial: at.get("partial"),
        }
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
        RawValue::from_string(at.tape.slice(at.id).to_owned()).unwrap_or_default()
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
