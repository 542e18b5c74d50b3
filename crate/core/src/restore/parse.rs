//! Codecs from their JSON, of this format's version alone.

use std::{borrow::Cow, fmt};

use serde_json::value::RawValue;

use super::{BranchCode, CODEC_VERSION, Call, Code, Codec, Codecs, Guard, ObjectCode, RestCode, TupleCode};
use crate::{
    json::{JsonId, Kind, Tape, read},
    order::Map,
};

/// How deep codes may lie in each other. Lowering ends at a quarter of that.
const MAX_LEVELS: usize = 256;

/// Why a text gives no codec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodecError {
    /// It is not shaped like one, or no JSON; what is wrong, and where.
    Malformed(String),
    /// It is of a format that this package does not read.
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
        Read::read(At::root(&tape(text)?))
    }
}

impl Codecs {
    /// Reads the codecs of several tools.
    ///
    /// # Errors
    /// If the text is no such object, or it or a codec in it is of another version.
    pub fn from_json(text: &str) -> Result<Codecs, CodecError> {
        Read::read(At::root(&tape(text)?))
    }
}

/// The codec of the tool that is called, or those of all tools that may be.
#[derive(Clone, Debug)]
pub enum AnyCodec {
    /// Of the one tool that is called, under whatever name.
    One(Codec),
    /// Of several, found by name.
    Several(Codecs),
}

impl AnyCodec {
    /// Reads either; what has `tools` is the codecs of several.
    ///
    /// # Errors
    /// If the text is neither, or of another version.
    ///
    /// ```
    /// use lapidary::restore::{AnyCodec, CodecError};
    /// assert!(matches!(AnyCodec::from_json(r#"{"version":1}"#), Ok(AnyCodec::One(_))));
    /// assert!(matches!(AnyCodec::from_json(r#"{"version":1,"tools":{}}"#), Ok(AnyCodec::Several(_))));
    /// assert!(matches!(AnyCodec::from_json(r#"{"version":2}"#), Err(CodecError::Version(2))));
    /// ```
    pub fn from_json(text: &str) -> Result<AnyCodec, CodecError> {
        let tape = tape(text)?;
        let root = At::root(&tape);
        match tape.get(JsonId::ROOT, "tools") {
            None => Read::read(root).map(AnyCodec::One),
            Some(_) => Read::read(root).map(AnyCodec::Several),
        }
    }

    /// A model's call as the server takes it: [`Codec::restore`], [`Codecs::restore`].
    #[must_use]
    pub fn restore(&self, declared: &str, args: &str) -> Call {
        match self {
            AnyCodec::One(codec) => codec.restore(declared, args),
            AnyCodec::Several(codecs) => codecs.restore(declared, args),
        }
    }

    /// A call as the model would have made it: [`Codec::encode`], [`Codecs::encode`].
    #[must_use]
    pub fn encode(&self, name: &str, args: &str) -> Call {
        match self {
            AnyCodec::One(codec) => codec.encode(name, args),
            AnyCodec::Several(codecs) => codecs.encode(name, args),
        }
    }
}

fn tape(text: &str) -> Result<Tape<'_>, CodecError> {
    read(text).map_err(|error| CodecError::Malformed(format!("no JSON: {}", error.kind)))
}

/// A place in a codec's JSON. What is read there has its members by name; `null` counts as absent, and
/// unknown members are passed over.
#[derive(Clone, Copy)]
struct At<'a, 't> {
    tape: &'a Tape<'t>,
    id: JsonId,
    /// How many levels of codes may follow.
    levels: usize,
}

/// What is read from a place.
trait Read: Sized {
    fn read(at: At<'_, '_>) -> Result<Self, CodecError>;

    /// What a member that is absent stands for; nothing if it must be there.
    fn absent() -> Option<Self> {
        None
    }
}

impl<'a, 't> At<'a, 't> {
    fn root(tape: &'a Tape<'t>) -> At<'a, 't> {
        At { tape, id: JsonId::ROOT, levels: MAX_LEVELS }
    }

    fn get<T: Read>(self, name: &str) -> Result<T, CodecError> {
        match self.member(name)? {
            Some(value) => T::read(value),
            None => T::absent().ok_or_else(|| self.unfit(&format!("an object with {name:?}"))),
        }
    }

    fn member(self, name: &str) -> Result<Option<At<'a, 't>>, CodecError> {
        self.expect(Kind::Object, "an object")?;
        let value = self.tape.get(self.id, name).map(|id| At { id, ..self });
        Ok(value.filter(|value| value.tape.kind(value.id) != Kind::Null))
    }

    fn expect(self, kind: Kind, wanted: &str) -> Result<(), CodecError> {
        if self.tape.kind(self.id) == kind { Ok(()) } else { Err(self.unfit(wanted)) }
    }

    fn unfit(self, wanted: &str) -> CodecError {
        let found: String = self.tape.slice(self.id).chars().take(40).collect();
        CodecError::Malformed(format!("{found} at byte {} is not {wanted}", self.tape.span(self.id).start))
    }
}

impl Read for Codec {
    fn read(at: At<'_, '_>) -> Result<Codec, CodecError> {
        Ok(Codec {
            version: version(at)?,
            name: at.get("name")?,
            declared: at.get("declared")?,
            arguments: at.get("arguments")?,
            definitions: at.get("definitions")?,
        })
    }
}

impl Read for Codecs {
    fn read(at: At<'_, '_>) -> Result<Codecs, CodecError> {
        Ok(Codecs { version: version(at)?, tools: at.get("tools")? })
    }
}

fn version(at: At<'_, '_>) -> Result<u32, CodecError> {
    struct Version(u32);
    impl Read for Version {
        fn read(at: At<'_, '_>) -> Result<Version, CodecError> {
            at.tape.slice(at.id).parse().map(Version).map_err(|_| at.unfit("a version"))
        }
    }
    match at.get("version")? {
        Version(CODEC_VERSION) => Ok(CODEC_VERSION),
        Version(other) => Err(CodecError::Version(other)),
    }
}

impl Read for Code {
    fn read(at: At<'_, '_>) -> Result<Code, CodecError> {
        let Some(levels) = at.levels.checked_sub(1) else {
            return Err(CodecError::Malformed(format!("codes lie deeper than {MAX_LEVELS} levels")));
        };
        if let Some(name) = at.tape.string(at.id) {
            return match &*name {
                "json" => Ok(Code::Json),
                "any" => Ok(Code::Any),
                "integer" => Ok(Code::Integer),
                _ => Err(at.unfit("a code")),
            };
        }
        let mut members = at.tape.members(at.id);
        let (Some(key), None) = (members.next(), members.next()) else { return Err(at.unfit("a code")) };
        let of = At { id: key.value_of_key(), levels, ..at };
        Ok(match &*at.tape.key(key) {
            "object" => Code::Object(Read::read(of)?),
            "array" => Code::Array(Read::read(of)?),
            "union" => Code::Union(Read::read(of)?),
            "entries" => Code::Entries { value: of.get("value")? },
            "values" => Code::Values(Read::read(of)?),
            "member" => Code::Member { name: of.get("name")?, value: of.get("value")? },
            "tuple" => Code::Tuple(Read::read(of)?),
            "definition" => Code::Definition(Read::read(of)?),
            _ => return Err(at.unfit("a code")),
        })
    }
}

impl Read for ObjectCode {
    fn read(at: At<'_, '_>) -> Result<ObjectCode, CodecError> {
        Ok(ObjectCode {
            properties: at.get("properties")?,
            names: at.get("names")?,
            optional: at.get("optional")?,
            filled: at.get("filled")?,
            integers: at.get("integers")?,
            constants: at.get("constants")?,
            plain: at.get("plain")?,
            others: at.get("others")?,
            rest: at.get("rest")?,
        })
    }
}

impl Read for RestCode {
    fn read(at: At<'_, '_>) -> Result<RestCode, CodecError> {
        Ok(RestCode { member: at.get("member")?, value: at.get("value")? })
    }
}

impl Read for TupleCode {
    fn read(at: At<'_, '_>) -> Result<TupleCode, CodecError> {
        let Some(members) = at.get("members")? else { return Err(at.unfit("an object with \"members\"")) };
        Ok(TupleCode { members, codes: at.get("codes")?, rest: at.get("rest")? })
    }
}

impl Read for BranchCode {
    fn read(at: At<'_, '_>) -> Result<BranchCode, CodecError> {
        Ok(BranchCode { when: at.get("when")?, code: at.get("code")? })
    }
}

impl Read for Guard {
    fn read(at: At<'_, '_>) -> Result<Guard, CodecError> {
        Ok(Guard {
            kind: at.get("kind")?,
            constants: at.get("constants")?,
            listed: at.get("listed")?,
            required: at.get("required")?,
        })
    }
}

impl Read for String {
    fn read(at: At<'_, '_>) -> Result<String, CodecError> {
        at.tape.string(at.id).map(Cow::into_owned).ok_or_else(|| at.unfit("a string"))
    }
}

impl Read for Box<RawValue> {
    fn read(at: At<'_, '_>) -> Result<Box<RawValue>, CodecError> {
        RawValue::from_string(at.tape.slice(at.id).to_owned()).map_err(|_| at.unfit("a value"))
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(at: At<'_, '_>) -> Result<Vec<T>, CodecError> {
        at.expect(Kind::Array, "an array")?;
        at.tape.elements(at.id).map(|id| T::read(At { id, ..at })).collect()
    }

    fn absent() -> Option<Vec<T>> {
        Some(Vec::new())
    }
}

impl<T: Read> Read for Map<String, T> {
    fn read(at: At<'_, '_>) -> Result<Map<String, T>, CodecError> {
        at.expect(Kind::Object, "an object")?;
        let mut map = Map::new();
        for key in at.tape.members(at.id) {
            map.insert(at.tape.key(key).into_owned(), T::read(At { id: key.value_of_key(), ..at })?);
        }
        Ok(map)
    }

    fn absent() -> Option<Map<String, T>> {
        Some(Map::new())
    }
}

impl<T: Read> Read for Option<T> {
    fn read(at: At<'_, '_>) -> Result<Option<T>, CodecError> {
        T::read(at).map(Some)
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: Read> Read for Box<T> {
    fn read(at: At<'_, '_>) -> Result<Box<T>, CodecError> {
        T::read(at).map(Box::new)
    }
}
