//! Codecs, of one tool and of several, and the calls that they are for.

use std::sync::Arc;

use serde::Serialize;

use super::{
    code::Code,
    prune::{prune_members, useful},
};
use crate::{json::serialize, order::Map};

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

    /// The bytes of its JSON.
    pub(super) fn size(&self) -> usize {
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
}

impl Call {
    /// A call of a tool of which nothing has to be undone.
    pub(super) fn same(name: &str, args: &str) -> Call {
        Call { name: name.to_owned(), args: args.to_owned(), issues: Vec::new() }
    }
}
