//! Codecs, of one tool and of several, and the calls that they restore and encode.

use std::{iter, sync::Arc};

use serde::Serialize;

use super::{
    code::Code,
    format::{prune_members, useful},
};
use crate::{json::serialize, order::Map};

/// The version of the codec format; there is only one.
pub(crate) const CODEC_VERSION: u32 = 1;

/// The JSON Schema (2020-12) of a [`Codec`]; that of [`Codecs`] is its `$defs/codecs`.
pub const CODEC_SCHEMA: &str = include_str!("../../data/codec.schema.json");

/// Restores and encodes the calls of one tool. In drop-in mode arguments keep their shape, so that only the name
/// changes.
///
/// As JSON: `{"version":1}`, with `"name"` and `"declared"` where the function is declared under another name than its
/// own, `"arguments"` where these have a code, `"definitions"` where codes are recursive.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Codec {
    /// The format's version.
    #[cfg_attr(feature = "schemars", schemars(extend("const" = CODEC_VERSION)))]
    pub version: u32,
    /// The tool's own name, where the declaration has another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The declaration's name, where it differs from the tool's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<String>,
    /// The code of the arguments.
    #[doc(hidden)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Arc<Code>>,
    /// Recursive codes, by name.
    #[doc(hidden)]
    #[serde(skip_serializing_if = "has_none")]
    pub definitions: Arc<Map<String, Code>>,
}

fn has_none(definitions: &Map<String, Code>) -> bool {
    definitions.is_empty()
}

/// The codecs of several tools, by declared name; tools whose calls need no change are omitted, unless a call of one
/// could be taken for a call of another under a namespace ([`Codecs::called`]).
///
/// As JSON: `{"version":1,"tools":{"declared":{…}}}`.
#[derive(Clone, Debug, Serialize)]
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
    /// The function's name: the tool's own in a restored call, the declared one in an encoded call.
    pub name: String,
    /// The arguments as JSON text.
    pub args: String,
    /// The parts that do not fit the codec; they are passed on unchanged, or omitted.
    pub issues: Vec<Misfit>,
}

/// A part of the arguments that does not fit their codec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Misfit {
    /// The place in the arguments as they were given: a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
    /// Whether the part is omitted, and not passed on unchanged.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub omitted: bool,
}

impl Misfit {
    /// A misfit of the arguments as a whole, which are passed on unchanged.
    pub(crate) fn whole(message: String) -> Misfit {
        Misfit { pointer: String::new(), message, omitted: false }
    }
}

impl Default for Codec {
    /// The codec of calls that need no change.
    fn default() -> Codec {
        Codec { version: CODEC_VERSION, name: None, declared: None, arguments: None, definitions: Arc::default() }
    }
}

impl Default for Codecs {
    /// The codecs of tools whose calls need no change.
    fn default() -> Codecs {
        Codecs { version: CODEC_VERSION, tools: Arc::default() }
    }
}

impl Codec {
    /// The codec of a tool, given its own and its declared name if they differ.
    #[must_use]
    pub fn new(names: Option<(String, String)>) -> Codec {
        let (name, declared) = names.unzip();
        Codec { name, declared, ..Codec::default() }
    }

    /// The codec of arguments with this code. Definitions that change nothing are omitted, and so are references to
    /// them.
    pub(crate) fn of_arguments(mut arguments: Option<Code>, mut definitions: Map<String, Code>) -> Codec {
        let useful = useful(&definitions);
        prune_members(&mut definitions, &useful);
        arguments.take_if(|code| !code.prune(&useful));
        let (arguments, definitions) = (arguments.map(Arc::new), Arc::new(definitions));
        Codec { arguments, definitions, ..Codec::default() }
    }

    /// Whether restoring and encoding change nothing.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.name.is_none() && self.arguments.is_none()
    }

    /// The name by which the server knows the function `declared`.
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

    /// The length of its JSON in bytes.
    pub(super) fn size(&self) -> usize {
        serialize(self).map_or(0, |text| text.len())
    }
}

/// Whether there are no codecs.
fn is_none(tools: &Arc<Map<String, Codec>>) -> bool {
    tools.is_empty()
}

impl Codecs {
    /// Collects the codecs of several tools, by declared name, without those that change nothing.
    #[must_use]
    pub fn new(codecs: impl IntoIterator<Item = (String, Codec)>) -> Codecs {
        let (mut tools, mut plain) = (Map::new(), Vec::new());
        for (declared, codec) in codecs {
            if codec.is_trivial() {
                plain.push(declared);
            } else {
                tools.insert(declared, codec);
            }
        }
        plain.retain(|name| within(name).any(|name| tools.contains_key(name)));
        for declared in plain {
            tools.or_insert_with(declared, Codec::default);
        }
        Codecs { tools: Arc::new(tools), ..Codecs::default() }
    }

    /// These codecs together with those of further tools.
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

    /// The codec of a tool, by the name it is declared under; `None` where its calls need no change.
    #[must_use]
    pub fn get(&self, declared: &str) -> Option<&Codec> {
        self.tools.get(declared).filter(|codec| !codec.is_trivial())
    }

    /// The codec of a call, and the declared name of its tool: the name in the call, or the part of it that follows a
    /// namespace. Gemini models have been observed to call `default_api.search` where `search` is declared. `None`
    /// where the call needs no change.
    ///
    /// ```
    /// use lapidary::{Codec, Codecs};
    /// let codec = Codec::new(Some(("a/b".to_owned(), "a_b_1a2b3c".to_owned())));
    /// let codecs = Codecs::new([("a_b_1a2b3c".to_owned(), codec)]);
    /// let (declared, codec) = codecs.called("default_api.a_b_1a2b3c").unwrap();
    /// assert_eq!((declared, codec.restore_name(declared)), ("a_b_1a2b3c", "a/b"));
    /// ```
    #[must_use]
    pub fn called<'n>(&self, name: &'n str) -> Option<(&'n str, &Codec)> {
        let found = |name: &'n str| self.tools.get(name).map(|codec| (name, codec));
        let found = iter::once(name).chain(within(name)).find_map(found);
        found.filter(|(_, codec)| !codec.is_trivial())
    }

    /// The codecs, by the names that their tools are declared under.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Codec)> {
        self.tools.iter().map(|(declared, codec)| (declared.as_str(), codec))
    }

    /// Whether there are no codecs, as calls of all the tools need no change.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }
}

/// The longest name in which a namespace is recognized, in bytes; names are declared with at most 128.
const MAX_NAME: usize = 256;

/// The parts of a name that follow a namespace, the longest first.
fn within(name: &str) -> impl Iterator<Item = &str> {
    let bytes = if name.len() <= MAX_NAME { name.as_bytes() } else { &[] };
    let starts = (1..).zip(bytes).filter(|(_, byte)| matches!(byte, b'.' | b':'));
    starts.map(|(start, _)| &name[start..])
}

impl Call {
    /// A call of a tool without a codec, unchanged.
    pub(super) fn same(name: &str, args: &str) -> Call {
        Call { name: name.to_owned(), args: args.to_owned(), issues: Vec::new() }
    }
}
