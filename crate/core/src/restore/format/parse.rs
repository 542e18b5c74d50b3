//! Reads codecs from JSON, of the current format version only.

use std::{cell::RefCell, sync::Arc};

use super::{
    codec_error::CodecError,
    cursor::{Cursor, Read},
};
use crate::{
    json::{JsonId, Tape, read},
    restore::{BranchCode, Code, Codec, Codecs, Guard, ObjectCode, RestCode, TupleCode},
};

/// The deepest nesting of codes and guards. Lowering stops at a quarter of that.
const MAX_LEVELS: usize = 256;

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

pub(in crate::restore) fn tape(text: &str) -> Result<Tape<'_>, CodecError> {
    read(text).map_err(|error| CodecError::Malformed(format!("no JSON: {}", error.kind)))
}

pub(in crate::restore) fn parse<T: Read>(tape: &Tape<'_>) -> Result<T, CodecError> {
    let problem = RefCell::new(None);
    let value = T::read(Cursor { tape, problem: &problem, id: JsonId::ROOT, levels: MAX_LEVELS });
    problem.into_inner().map_or(Ok(value), Err)
}

impl Read for Codec {
    fn read(at: Cursor<'_, '_>) -> Codec {
        // One that has other members is of something else: its arguments would stay as they are, without an issue.
        at.only(&["version", "name", "declared", "arguments", "definitions"], "a member of a tool's codec");
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
        at.only(&["version", "tools"], "a member of the codecs of tools");
        Codecs { version: at.version(), tools: Arc::new(at.member("tools", false)) }
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
        TupleCode { members: at.member("members", false), codes: at.get("codes") }
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
            nullable: at.get("nullable"),
            items: at.get("items"),
            properties: at.get("properties"),
            others: at.get("others"),
            closed: at.get("closed"),
            least: at.get("least"),
            most: at.get("most"),
            partial: at.get("partial"),
        }
    }
}
