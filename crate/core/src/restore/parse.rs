//! Codecs from their JSON, of this format's version alone.

use std::fmt;

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
        Parser(&tape(text)?).codec(JsonId::ROOT)
    }
}

impl Codecs {
    /// Reads the codecs of several tools.
    ///
    /// # Errors
    /// If the text is no such object, or it or a codec in it is of another version.
    pub fn from_json(text: &str) -> Result<Codecs, CodecError> {
        Parser(&tape(text)?).codecs(JsonId::ROOT)
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
        let parser = Parser(&tape);
        match tape.get(JsonId::ROOT, "tools") {
            None => parser.codec(JsonId::ROOT).map(AnyCodec::One),
            Some(_) => parser.codecs(JsonId::ROOT).map(AnyCodec::Several),
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

/// Reads by name what is there; `null` counts as absent, and unknown members are passed over.
struct Parser<'a, 't>(&'a Tape<'t>);

impl Parser<'_, '_> {
    fn codec(&self, at: JsonId) -> Result<Codec, CodecError> {
        let version = self.version(at)?;
        let code = |at| self.code(at, MAX_LEVELS);
        Ok(Codec {
            version,
            name: self.optional(at, "name", |at| self.string(at))?,
            declared: self.optional(at, "declared", |at| self.string(at))?,
            arguments: self.optional(at, "arguments", code)?,
            definitions: self.map(at, "definitions", code)?,
        })
    }

    fn codecs(&self, at: JsonId) -> Result<Codecs, CodecError> {
        Ok(Codecs { version: self.version(at)?, tools: self.map(at, "tools", |at| self.codec(at))? })
    }

    fn version(&self, at: JsonId) -> Result<u32, CodecError> {
        let version = self.required(at, "version")?;
        match self.0.slice(version).parse() {
            Ok(CODEC_VERSION) => Ok(CODEC_VERSION),
            Ok(version) => Err(CodecError::Version(version)),
            Err(_) => Err(self.unfit(version, "a version")),
        }
    }

    fn code(&self, at: JsonId, levels: usize) -> Result<Code, CodecError> {
        let Some(levels) = levels.checked_sub(1) else {
            return Err(CodecError::Malformed(format!("codes lie deeper than {MAX_LEVELS} levels")));
        };
        let code = |at| self.code(at, levels);
        let boxed = |at| self.code(at, levels).map(Box::new);
        if let Some(name) = self.0.string(at) {
            return match &*name {
                "json" => Ok(Code::Json),
                "any" => Ok(Code::Any),
                "integer" => Ok(Code::Integer),
                _ => Err(self.unfit(at, "a code")),
            };
        }
        let mut members = self.0.members(at);
        let (Some(key), None) = (members.next(), members.next()) else { return Err(self.unfit(at, "a code")) };
        let of = key.value_of_key();
        Ok(match &*self.0.key(key) {
            "object" => Code::Object(Box::new(self.object(of, levels)?)),
            "array" => Code::Array(boxed(of)?),
            "union" => Code::Union(self.elements(of, |at| self.branch(at, levels))?),
            "entries" => Code::Entries { value: self.optional(of, "value", boxed)? },
            "values" => Code::Values(self.entries(of, |at| self.raw(at))?),
            "member" => Code::Member { name: self.name(of, "name")?, value: self.optional(of, "value", boxed)? },
            "tuple" => Code::Tuple(Box::new(TupleCode {
                members: self.strings(self.required(of, "members")?)?,
                codes: self.map(of, "codes", code)?,
                rest: self.optional(of, "rest", |at| self.string(at))?,
            })),
            "definition" => Code::Definition(self.string(of)?),
            _ => return Err(self.unfit(at, "a code")),
        })
    }

    fn object(&self, at: JsonId, levels: usize) -> Result<ObjectCode, CodecError> {
        let boxed = |at| self.code(at, levels).map(Box::new);
        let rest = |at| Ok(RestCode { member: self.name(at, "member")?, value: self.optional(at, "value", boxed)? });
        Ok(ObjectCode {
            properties: self.map(at, "properties", |at| self.code(at, levels))?,
            names: self.map(at, "names", |at| self.string(at))?,
            optional: self.list(at, "optional")?,
            filled: self.list(at, "filled")?,
            integers: self.list(at, "integers")?,
            constants: self.map(at, "constants", |at| self.raw(at))?,
            plain: self.list(at, "plain")?,
            others: self.optional(at, "others", boxed)?,
            rest: self.optional(at, "rest", rest)?,
        })
    }

    fn branch(&self, at: JsonId, levels: usize) -> Result<BranchCode, CodecError> {
        let when = self.required(at, "when")?;
        let guard = Guard {
            kind: self.name(when, "kind")?,
            constants: self.map(when, "constants", |at| self.strings(at))?,
            listed: self.map(when, "listed", |at| self.strings(at))?,
            required: self.list(when, "required")?,
        };
        Ok(BranchCode { when: guard, code: self.optional(at, "code", |at| self.code(at, levels))? })
    }

    fn raw(&self, at: JsonId) -> Result<Box<RawValue>, CodecError> {
        RawValue::from_string(self.0.slice(at).to_owned()).map_err(|_| self.unfit(at, "a value"))
    }

    fn string(&self, at: JsonId) -> Result<String, CodecError> {
        self.0.string(at).map(std::borrow::Cow::into_owned).ok_or_else(|| self.unfit(at, "a string"))
    }

    fn name(&self, at: JsonId, name: &str) -> Result<String, CodecError> {
        self.string(self.required(at, name)?)
    }

    fn strings(&self, at: JsonId) -> Result<Vec<String>, CodecError> {
        self.elements(at, |at| self.string(at))
    }

    fn list(&self, at: JsonId, name: &str) -> Result<Vec<String>, CodecError> {
        Ok(self.optional(at, name, |at| self.strings(at))?.unwrap_or_default())
    }

    fn elements<T>(&self, at: JsonId, read: impl Fn(JsonId) -> Result<T, CodecError>) -> Result<Vec<T>, CodecError> {
        match self.0.kind(at) {
            Kind::Array => self.0.elements(at).map(read).collect(),
            _ => Err(self.unfit(at, "an array")),
        }
    }

    fn entries<T>(
        &self,
        at: JsonId,
        read: impl Fn(JsonId) -> Result<T, CodecError>,
    ) -> Result<Map<String, T>, CodecError> {
        let mut map = Map::new();
        for key in self.members(at)? {
            map.insert(self.0.key(key).into_owned(), read(key.value_of_key())?);
        }
        Ok(map)
    }

    fn map<T>(
        &self,
        at: JsonId,
        name: &str,
        read: impl Fn(JsonId) -> Result<T, CodecError>,
    ) -> Result<Map<String, T>, CodecError> {
        Ok(self.optional(at, name, |at| self.entries(at, &read))?.unwrap_or_default())
    }

    fn optional<T>(
        &self,
        at: JsonId,
        name: &str,
        read: impl FnOnce(JsonId) -> Result<T, CodecError>,
    ) -> Result<Option<T>, CodecError> {
        self.member(at, name)?.map(read).transpose()
    }

    fn required(&self, at: JsonId, name: &str) -> Result<JsonId, CodecError> {
        self.member(at, name)?.ok_or_else(|| self.unfit(at, &format!("an object with {name:?}")))
    }

    fn member(&self, at: JsonId, name: &str) -> Result<Option<JsonId>, CodecError> {
        let named = self.members(at)?.filter(|key| self.0.key_is(*key, name)).last();
        Ok(named.map(JsonId::value_of_key).filter(|value| self.0.kind(*value) != Kind::Null))
    }

    fn members(&self, at: JsonId) -> Result<impl Iterator<Item = JsonId>, CodecError> {
        match self.0.kind(at) {
            Kind::Object => Ok(self.0.members(at)),
            _ => Err(self.unfit(at, "an object")),
        }
    }

    fn unfit(&self, at: JsonId, wanted: &str) -> CodecError {
        let found: String = self.0.slice(at).chars().take(40).collect();
        CodecError::Malformed(format!("{found} at byte {} is not {wanted}", self.0.span(at).start))
    }
}
