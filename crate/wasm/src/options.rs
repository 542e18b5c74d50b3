//! Options as JavaScript passes them, in parts: each call takes those that affect it. The TypeScript types are
//! generated from these.

use lapidary::{
    Derivation, Emit, Limits, Mode, OnError, Output, PositionEncoding, Role, Rule, Surface, TARGETS, Target,
};
use serde::Deserialize;
use wasm_bindgen::JsValue;

use crate::{
    given::{Given, Wrong},
    outcome::type_error,
};

/// The target, and how to lower for it. All are optional; a misspelt one is a `TypeError`.
#[derive(Clone, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// The target; `gemini` by default.
    #[cfg_attr(feature = "schemars", schemars(with = "String", extend("enum" = ids())))]
    target: TargetId,
    /// Whether arguments may be encoded; `drop-in` by default.
    mode: Mode,
    /// Where requests are sent, for the target `auto`; `gemini-api` by default.
    surface: Surface,
    /// The model as requests name it (`gemini-2.5-flash`), for the target `auto`.
    model: Option<String>,
    /// Whether a dropped constraint is stated in the description; it is by default.
    hints: bool,
    /// Codes of rules to switch off.
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<String>"))]
    disable: Vec<Switched>,
    /// The unit of spans and columns; `utf-16` by default, as in JavaScript.
    position_encoding: PositionEncoding,
    /// Whether phases are recorded as User Timing measures (`lapidary:read` and so on).
    timing: bool,
    /// Keywords that your target rejects in addition to those that `target` rejects, such as `title`.
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<String>"))]
    drop: Vec<Dropped>,
    /// How many levels of schemas your target accepts, counting the root and the innermost schema, if fewer than `target`
    /// does.
    #[cfg_attr(feature = "schemars", schemars(with = "Option<usize>"))]
    max_depth: Option<AtLeast<1>>,
    /// The length of the longest function name that your target accepts, if less than that of `target`; at least 8.
    #[cfg_attr(feature = "schemars", schemars(with = "Option<usize>"))]
    max_name: Option<AtLeast<{ Derivation::MIN_NAME }>>,
    /// The only spelling of type names that your target accepts.
    type_case: Option<TypeCase>,
    /// The limits of a call.
    limits: Limits,
}

/// How a target spells type names.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum TypeCase {
    /// `string`, as in JSON Schema.
    Lower,
    /// `STRING`, as in Google's enum.
    Upper,
}

/// What schemas describe. A request states it for each of its own.
#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RoleOption {
    /// What the schemas describe; `arguments` by default.
    role: Role,
}

/// Which tools are processed.
#[derive(Clone, Default, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ToolOption {
    /// Only the tool with this name.
    tool: Option<String>,
}

/// What happens to tools that cannot be declared.
#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ErrorOption {
    /// What happens to a tool that can no longer be called with arguments; `keep-going` by default.
    on_error: OnError,
}

/// How a document is written.
#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LayoutOptions {
    /// The envelope of the output; `declarations` by default.
    emit: Emit,
    /// Spaces per level; compact by default.
    indent: Option<u8>,
}

/// Options for restoring and encoding.
#[derive(Clone, Default, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RestoreOptions {
    /// The limits of a call; in a stream, of each event.
    limits: Limits,
}

impl RestoreOptions {
    /// Reads the options of a call; returns its limits.
    ///
    /// # Errors
    /// A `TypeError` if they are no object, or have another member.
    pub(crate) fn read(options: &JsValue) -> Result<Limits, JsValue> {
        let read = Given::new(options).and_then(|mut given| {
            let RestoreOptions { limits } = given.part()?;
            given.end().map(|()| limits)
        });
        read.map_err(wrong)
    }
}

/// The `TypeError` for invalid options.
fn wrong(Wrong(message): Wrong) -> JsValue {
    type_error(&format!("options: {message}"))
}

impl Default for Options {
    fn default() -> Self {
        Options {
            target: TargetId::default(),
            mode: Mode::default(),
            surface: Surface::default(),
            model: None,
            hints: true,
            disable: Vec::new(),
            position_encoding: PositionEncoding::Utf16,
            timing: false,
            drop: Vec::new(),
            max_depth: None,
            max_name: None,
            type_case: None,
            limits: Limits::default(),
        }
    }
}

impl Options {
    /// Whether phases are measured.
    pub(crate) fn timing(&self) -> bool {
        self.timing
    }

    /// The unit of spans and columns.
    pub(crate) fn encoding(&self) -> PositionEncoding {
        self.position_encoding
    }

    /// How schemas of this role are lowered.
    fn lowering(&self, role: Role) -> lapidary::Options {
        let mut less = self.drop.iter().fold(Derivation::default(), |less, Dropped(one)| less.and(one));
        less = self.max_depth.map_or(less, |AtLeast(levels)| less.max_depth(levels));
        less = self.max_name.map_or(less, |AtLeast(length)| less.max_name(length));
        less = match self.type_case {
            None => less,
            Some(TypeCase::Lower) => less.lower_case(),
            Some(TypeCase::Upper) => less.upper_case(),
        };
        let mut options = lapidary::Options::new(&self.target.0.derived(&less))
            .mode(self.mode)
            .role(role)
            .surface(self.surface)
            .hints(self.hints)
            .encoding(self.position_encoding)
            .limits(self.limits.clone());
        options.model.clone_from(&self.model);
        self.disable.iter().fold(options, |options, Switched(rule)| options.without(rule))
    }
}

/// What a call takes besides [`Options`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    Role,
    Tool,
    Error,
    Layout,
}

/// All options of a call.
#[derive(Clone, PartialEq)]
pub(crate) struct Asked {
    pub(crate) options: Options,
    role: RoleOption,
    tool: ToolOption,
    error: ErrorOption,
    layout: LayoutOptions,
}

impl Asked {
    /// Reads the options of a call.
    ///
    /// # Errors
    /// A `TypeError` if they are no object, or have a member that is invalid, or one that the call does not take.
    pub(crate) fn read(options: &JsValue, takes: &[Takes]) -> Result<Asked, JsValue> {
        let asked = Given::new(options).and_then(|mut given| {
            let asked = Asked {
                options: given.part()?,
                role: if takes.contains(&Takes::Role) { given.part()? } else { RoleOption::default() },
                tool: if takes.contains(&Takes::Tool) { given.part()? } else { ToolOption::default() },
                error: if takes.contains(&Takes::Error) { given.part()? } else { ErrorOption::default() },
                layout: if takes.contains(&Takes::Layout) { given.part()? } else { LayoutOptions::default() },
            };
            given.end().map(|()| asked)
        });
        asked.map_err(wrong)
    }

    /// How schemas are lowered.
    pub(crate) fn lowering(&self) -> lapidary::Options {
        self.options.lowering(self.role.role)
    }

    /// The options of the output.
    pub(crate) fn output(&self) -> Output {
        let mut output = Output::default().emit(self.layout.emit).on_error(self.error.on_error);
        output.indent = self.layout.indent;
        output.tool.clone_from(&self.tool.tool);
        output
    }
}

/// A target, by its name.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
struct TargetId(&'static Target);

/// A rule, by its code.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
struct Switched(&'static Rule);

/// The derivation that rejects a keyword, by the keyword's name.
#[derive(Clone, Deserialize, PartialEq)]
#[serde(try_from = "String")]
struct Dropped(Derivation);

/// An integer that is at least `LEAST`.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "usize")]
struct AtLeast<const LEAST: usize>(usize);

fn ids() -> Vec<&'static str> {
    TARGETS.iter().map(|target| target.id).collect()
}

impl Default for TargetId {
    fn default() -> Self {
        TargetId(TARGETS[0])
    }
}

impl PartialEq for TargetId {
    fn eq(&self, other: &TargetId) -> bool {
        self.0.id == other.0.id
    }
}

impl PartialEq for Switched {
    fn eq(&self, other: &Switched) -> bool {
        self.0.code == other.0.code
    }
}

impl TryFrom<String> for TargetId {
    type Error = String;

    fn try_from(id: String) -> Result<Self, String> {
        let known = TARGETS.iter().find(|target| target.id == id);
        known.map(|target| TargetId(target)).ok_or_else(|| format!("must be one of {}", ids().join(", ")))
    }
}

impl TryFrom<String> for Switched {
    type Error = String;

    fn try_from(code: String) -> Result<Self, String> {
        Rule::find(&code).map(Switched).ok_or_else(|| format!("there is no rule {code:?}"))
    }
}

impl TryFrom<String> for Dropped {
    type Error = lapidary::NotDispensable;

    fn try_from(keyword: String) -> Result<Self, Self::Error> {
        Derivation::default().reject(&keyword).map(Dropped)
    }
}

impl<const LEAST: usize> TryFrom<usize> for AtLeast<LEAST> {
    type Error = String;

    fn try_from(number: usize) -> Result<Self, String> {
        if number < LEAST { Err(format!("must be at least {LEAST}")) } else { Ok(AtLeast(number)) }
    }
}
