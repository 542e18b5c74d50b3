//! The way back: calls of the declared tools as calls that the MCP server takes, and forth again.
//!
//! **Invariants.** Restoring what was encoded gives the same JSON value, if encoding found nothing that
//! does not fit. What has no code keeps its bytes, in both directions. Nothing is removed save `null` for an
//! absent member, earlier entries of a doubled key and entries named like a member that is there, the latter
//! two with an issue; whatever does not fit its code is passed on as it came, with an issue. Any text and any
//! codec get an answer, in time that grows with their sizes.

mod any;
mod array;
mod code;
mod entries;
mod guard;
mod member;
mod members;
mod object;
mod objects;
mod originals;
mod parse;
mod prune;
mod session;
mod signs;
mod text;
mod tuple;
mod union;
mod values;
mod walk;

use std::sync::Arc;

use crate::order::Map;
use serde::Serialize;

pub use any::AnyCodec;
pub use code::{BranchCode, Code, Guard, ObjectCode, RestCode, TupleCode};
pub use parse::CodecError;
use prune::{prune_members, useful};
pub(crate) use session::Session;
use walk::{Direction, Walk};

use crate::{
    Limits,
    json::{JsonId, Kind, read, serialize},
    limits::Work,
};

/// The one format of codecs that there is.
pub(crate) const CODEC_VERSION: u32 = 1;

/// The JSON Schema (2020-12) of a [`Codec`]; that of [`Codecs`] is its `$defs/codecs`.
pub const CODEC_SCHEMA: &str = include_str!("../../data/codec.schema.json");

/// What has to be undone in a call of one tool. In drop-in mode arguments keep their shape, so that is
/// the name alone.
///
/// As JSON: `{"version":1}`, with `"name"` and `"declared"` where the function is declared under another
/// name than its own, `"arguments"` where they are coded, `"definitions"` where codes are recursive.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Codec {
    /// The format's version.
    #[cfg_attr(feature = "schemars", schemars(extend("const" = CODEC_VERSION)))]
    pub version: u32,
    /// The tool's own name, where the declaration has another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The declaration's name, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<String>,
    /// What is coded in the arguments.
    #[doc(hidden)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Arc<Code>>,
    /// Codes that refer to themselves, by name.
    #[doc(hidden)]
    #[serde(skip_serializing_if = "has_none")]
    pub definitions: Arc<Map<String, Code>>,
}

fn has_none(definitions: &Map<String, Code>) -> bool {
    definitions.is_empty()
}

/// The codecs of several tools, by declared name; tools of which nothing has to be undone are missing.
///
/// As JSON: `{"version":1,"tools":{"declared":{…}}}`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Codecs {
    /// The format's version.
    #[cfg_attr(feature = "schemars", schemars(extend("const" = CODEC_VERSION)))]
    pub version: u32,
    /// Each tool's codec by the name it is declared under.
    #[serde(skip_serializing_if = "is_none")]
    pub(crate) tools: Arc<Map<String, Codec>>,
}

/// A call, restored or encoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Call {
    /// The function's name on this side.
    pub name: String,
    /// The arguments as JSON text.
    pub args: String,
    /// What did not fit the codec; those parts are passed on as they came.
    pub issues: Vec<Misfit>,
}

/// A part of some arguments that does not fit their codec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Misfit {
    /// Where in the arguments that came in: a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
}

impl Codec {
    /// The codec of a tool, given its own and its declared name if they differ.
    #[must_use]
    pub fn new(names: Option<(String, String)>) -> Codec {
        let (name, declared) = names.unzip();
        Codec { version: CODEC_VERSION, name, declared, ..Codec::default() }
    }

    /// The codec of some arguments. Definitions that change nothing are left out, with what refers to
    /// them.
    pub(crate) fn of_arguments(mut arguments: Option<Code>, mut definitions: Map<String, Code>) -> Codec {
        let useful = useful(&definitions);
        prune_members(&mut definitions, &useful);
        arguments.take_if(|code| !code.prune(&useful));
        let (arguments, definitions) = (arguments.map(Arc::new), Arc::new(definitions));
        Codec { version: CODEC_VERSION, arguments, definitions, ..Codec::default() }
    }

    /// Whether calls are the same on both sides.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.name.is_none() && self.arguments.is_none()
    }

    /// The name that the server knows for a call of `declared`.
    ///
    /// ```
    /// use lapidary::Codec;
    /// let names = ("github/search".to_owned(), "github_search_1a2b3c".to_owned());
    /// assert_eq!(Codec::new(Some(names)).restore_name("github_search_1a2b3c"), "github/search");
    /// ```
    #[must_use]
    pub fn restore_name<'n>(&'n self, declared: &'n str) -> &'n str {
        self.name.as_deref().unwrap_or(declared)
    }

    /// A model's call as the server takes it. `args` is JSON text; text that is no JSON comes back as it
    /// is, with an issue.
    ///
    /// ```
    /// use lapidary::Codec;
    /// let codec = Codec::from_json(r#"{"version":1,"arguments":{"object":{"properties":{"env":{"entries":{}}}}}}"#)?;
    /// let call = codec.restore("run", r#"{"env": [{"key": "HOME", "value": "/"}], "n": 1}"#);
    /// assert_eq!(call.args, r#"{"env": {"HOME":"/"}, "n": 1}"#);
    /// # Ok::<(), lapidary::CodecError>(())
    /// ```
    #[must_use]
    pub fn restore(&self, declared: &str, args: &str) -> Call {
        self.restore_within(&Limits::default(), declared, args)
    }

    /// The same within limits: where one is met, the arguments come back as they came, with an issue that names it.
    ///
    /// ```
    /// use lapidary::{Cancel, Codec, Limits};
    /// let codec = Codec::from_json(r#"{"version":1,"arguments":{"object":{"properties":{"env":{"entries":{}}}}}}"#)?;
    /// let cancel = Cancel::default();
    /// cancel.cancel();
    /// let call = codec.restore_within(&Limits::default().cancelled_by(&cancel), "run", r#"{"env": []}"#);
    /// assert_eq!(call.args, r#"{"env": []}"#);
    /// assert_eq!(call.issues[0].message, "work on the call was cancelled; the arguments are passed on as they came");
    /// # Ok::<(), lapidary::CodecError>(())
    /// ```
    #[must_use]
    pub fn restore_within(&self, limits: &Limits, declared: &str, args: &str) -> Call {
        self.restore_in(&mut Session::of_one(&Work::new(limits, args.len())), declared, args)
    }

    /// The same as one of several calls.
    pub(crate) fn restore_in<'c>(&'c self, session: &mut Session<'c>, declared: &str, args: &str) -> Call {
        let (args, issues) = self.walk(session, Direction::Restore, args);
        Call { name: self.restore_name(declared).to_owned(), args, issues }
    }

    /// A call as the model would have made it: the inverse of [`Codec::restore`], for the history of a
    /// conversation.
    ///
    /// ```
    /// use lapidary::Codec;
    /// let codec = Codec::from_json(r#"{"version":1,"arguments":{"object":{"properties":{"env":{"entries":{}}}}}}"#)?;
    /// let call = codec.encode("run", r#"{"env": {"HOME": "/"}, "n": 1}"#);
    /// assert_eq!(call.args, r#"{"env": [{"key":"HOME","value":"/"}], "n": 1}"#);
    /// # Ok::<(), lapidary::CodecError>(())
    /// ```
    #[must_use]
    pub fn encode(&self, name: &str, args: &str) -> Call {
        self.encode_within(&Limits::default(), name, args)
    }

    /// The same within limits, as of [`Codec::restore_within`].
    #[must_use]
    pub fn encode_within(&self, limits: &Limits, name: &str, args: &str) -> Call {
        self.encode_in(&mut Session::of_one(&Work::new(limits, args.len())), name, args)
    }

    /// The same as one of several calls.
    pub(crate) fn encode_in<'c>(&'c self, session: &mut Session<'c>, name: &str, args: &str) -> Call {
        let (args, issues) = self.walk(session, Direction::Encode, args);
        Call { name: self.declared.as_deref().unwrap_or(name).to_owned(), args, issues }
    }

    fn walk<'c>(&'c self, session: &mut Session<'c>, direction: Direction, args: &str) -> (String, Vec<Misfit>) {
        let unfit = |message: String| (args.to_owned(), vec![Misfit { pointer: String::new(), message }]);
        let tape = match read(args) {
            Ok(tape) => tape,
            Err(error) => return unfit(format!("the arguments are no JSON: {}", error.kind)),
        };
        match (&self.arguments, tape.kind(JsonId::ROOT)) {
            (Some(code), kind) if kind != Kind::Null || code.wraps_null(direction) => {
                let walk = |session| Walk::new(session, &tape, self, direction).document(code);
                let work = session.work;
                match work.part(args.len(), session.is_of_one, || walk(session)) {
                    (done, None) => done,
                    (_, Some(met)) => {
                        let reason = met.message("the call", work.limits());
                        unfit(format!("{reason}; the arguments are passed on as they came"))
                    }
                }
            }
            (None, Kind::Object) => (args.to_owned(), Vec::new()),
            _ => unfit("the arguments are no object".to_owned()),
        }
    }

    /// The bytes of its JSON.
    fn size(&self) -> usize {
        serialize(self).map_or(0, |text| text.len())
    }
}

/// Whether there are no codecs.
fn is_none(tools: &Arc<Map<String, Codec>>) -> bool {
    tools.is_empty()
}

impl Codecs {
    /// The codecs of some tools.
    #[must_use]
    pub fn new(codecs: impl IntoIterator<Item = (String, Codec)>) -> Codecs {
        let tools: Map<_, _> = codecs.into_iter().filter(|(_, codec)| !codec.is_trivial()).collect();
        Codecs { version: CODEC_VERSION, tools: Arc::new(tools) }
    }

    /// With those of further tools.
    pub(crate) fn and(mut self, more: Codecs) -> Codecs {
        if more.is_empty() {
            return self;
        }
        if self.is_empty() {
            return more;
        }
        let further = more.tools.iter().map(|(declared, codec)| (declared.clone(), codec.clone()));
        Arc::make_mut(&mut self.tools).extend(further);
        self
    }

    /// The codec of a tool, by the name it is declared under; `None` where nothing has to be undone.
    #[must_use]
    pub fn get(&self, declared: &str) -> Option<&Codec> {
        self.tools.get(declared)
    }

    /// The tools that have one, by the names that they are declared under.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Codec)> {
        self.tools.iter().map(|(declared, codec)| (declared.as_str(), codec))
    }

    /// Whether nothing has to be undone in any of the tools.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// A model's call of any of the tools, restored.
    #[must_use]
    pub fn restore(&self, declared: &str, args: &str) -> Call {
        self.restore_within(&Limits::default(), declared, args)
    }

    /// The same within limits, as of [`Codec::restore_within`].
    #[must_use]
    pub fn restore_within(&self, limits: &Limits, declared: &str, args: &str) -> Call {
        let codec = self.tools.get(declared);
        codec.map_or_else(|| Call::same(declared, args), |codec| codec.restore_within(limits, declared, args))
    }

    /// A call of any of the tools by its own name, encoded.
    #[must_use]
    pub fn encode(&self, name: &str, args: &str) -> Call {
        self.encode_within(&Limits::default(), name, args)
    }

    /// The same within limits, as of [`Codec::restore_within`].
    #[must_use]
    pub fn encode_within(&self, limits: &Limits, name: &str, args: &str) -> Call {
        let of_name = |(declared, codec): &(&String, &Codec)| codec.name.as_ref().unwrap_or(declared) == name;
        let found = self.tools.iter().find(of_name);
        found.map_or_else(|| Call::same(name, args), |(_, codec)| codec.encode_within(limits, name, args))
    }
}

impl Call {
    fn same(name: &str, args: &str) -> Call {
        Call { name: name.to_owned(), args: args.to_owned(), issues: Vec::new() }
    }
}
