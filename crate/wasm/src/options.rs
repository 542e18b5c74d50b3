//! Options as JavaScript gives them, in parts: each call takes those that it heeds. The types of TypeScript are made of
//! these.

use lapidary::{
    Derivation, Emit, Limits, Mode, OnError, Output, PositionEncoding, Role, Rule, Surface, TARGETS, Target,
};
use serde::Deserialize;
use wasm_bindgen::JsValue;

use crate::{
    given::{Given, Wrong},
    outcome::type_error,
};

/// What to aim at, and how. All are optional; a misspelt one is a `TypeError`.
#[derive(Clone, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// What to aim at; `gemini` when left out.
    #[cfg_attr(feature = "schemars", schemars(with = "String", extend("enum" = ids())))]
    target: LowerOptions,
    /// Whether arguments may be coded; `drop-in` when left out.
    mode: Mode,
    /// What the schemas describe; `arguments` when left out.
    role: Role,
    /// Where requests are sent, for the target `auto`; `gemini-api` when left out.
    surface: Surface,
    /// The model as requests name it (`gemini-2.5-flash`), for the target `auto`.
    model: Option<String>,
    /// Whether a dropped constraint is told in the description; it is when left out.
    hints: bool,
    /// Codes of rules to switch off.
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<String>"))]
    disable: Vec<Switched>,
    /// What spans and columns count; `utf-16`, as JavaScript does, when left out.
    position_encoding: PositionEncoding,
    /// Whether phases show up as User Timing measures (`lapidary:read` and so on).
    timing: bool,
    /// Keywords that your target refuses beyond what `target` does, such as `title`.
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<String>"))]
    drop: Vec<Dropped>,
    /// Your target's most levels of objects and arrays, the root included, if fewer than those of `target`.
    #[cfg_attr(feature = "schemars", schemars(with = "Option<usize>"))]
    max_depth: Option<AtLeast<1>>,
    /// Your target's longest function name, if shorter than that of `target`; at least 8.
    #[cfg_attr(feature = "schemars", schemars(with = "Option<usize>"))]
    max_name: Option<AtLeast<{ Derivation::MIN_NAME }>>,
    /// The one spelling of type names that your target takes.
    type_case: Option<TypeCase>,
    /// What a call may cost.
    limits: Limits,
}

/// How a target spells names of types.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum TypeCase {
    /// `string`, as JSON Schema has it.
    Lower,
    /// `STRING`, as Google's enum has it.
    Upper,
}

/// Which tools.
#[derive(Clone, Default, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ToolOption {
    /// Only the tool of that name.
    tool: Option<String>,
}

/// What becomes of tools that cannot be declared.
#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ErrorOption {
    /// What becomes of a tool that cannot be called with arguments any more; `keep-going` when left out.
    on_error: OnError,
}

/// What a document leaves as.
#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LayoutOptions {
    /// The envelope of the output; `declarations` when left out.
    emit: Emit,
    /// Spaces a level; compact when left out.
    indent: Option<u8>,
}

/// What restoring and encoding take.
#[derive(Clone, Default, Deserialize, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RestoreOptions {
    /// What a call may cost; in a stream, each event.
    limits: Limits,
}

impl RestoreOptions {
    /// Reads the options of a call; gives its limits.
    ///
    /// # Errors
    /// A `TypeError` for what is no object, or has another member.
    pub(crate) fn read(options: &JsValue) -> Result<Limits, JsValue> {
        let read = Given::new(options).and_then(|mut given| {
            let RestoreOptions { limits } = given.part()?;
            given.end().map(|()| limits)
        });
        read.map_err(wrong)
    }
}

/// The `TypeError` for options.
fn wrong(Wrong(message): Wrong) -> JsValue {
    type_error(&format!("options: {message}"))
}

impl Default for Options {
    fn default() -> Self {
        Options {
            target: LowerOptions::default(),
            mode: Mode::default(),
            role: Role::default(),
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

    /// What spans and columns count.
    pub(crate) fn encoding(&self) -> PositionEncoding {
        self.position_encoding
    }
}

impl From<&Options> for lapidary::Options {
    fn from(given: &Options) -> Self {
        let mut less = given.drop.iter().fold(Derivation::default(), |less, Dropped(one)| less.and(one));
        less = given.max_depth.map_or(less, |AtLeast(levels)| less.max_depth(levels));
        less = given.max_name.map_or(less, |AtLeast(length)| less.max_name(length));
        less = match given.type_case {
            None => less,
            Some(TypeCase::Lower) => less.lower_case(),
            Some(TypeCase::Upper) => less.upper_case(),
        };
        let mut options = lapidary::Options::new(&given.target.0.derived(&less))
            .mode(given.mode)
            .role(given.role)
            .surface(given.surface)
            .hints(given.hints)
            .encoding(given.position_encoding)
            .limits(given.limits.clone());
        options.model.clone_from(&given.model);
        given.disable.iter().fold(options, |options, Switched(rule)| options.without(rule))
    }
}

/// What a call takes beside [`Options`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    Tool,
    Error,
    Layout,
}

/// What is asked of a call.
#[derive(Clone, PartialEq)]
pub(crate) struct Asked {
    pub(crate) options: Options,
    tool: ToolOption,
    error: ErrorOption,
    layout: LayoutOptions,
}

impl Asked {
    /// Reads the options of a call.
    ///
    /// # Errors
    /// A `TypeError` for what is no object, has a member that is wrong, or one that the call does not take.
    pub(crate) fn read(options: &JsValue, takes: &[Takes]) -> Result<Asked, JsValue> {
        let asked = Given::new(options).and_then(|mut given| {
            let asked = Asked {
                options: given.part()?,
                tool: if takes.contains(&Takes::Tool) { given.part()? } else { ToolOption::default() },
                error: if takes.contains(&Takes::Error) { given.part()? } else { ErrorOption::default() },
                layout: if takes.contains(&Takes::Layout) { given.part()? } else { LayoutOptions::default() },
            };
            given.end().map(|()| asked)
        });
        asked.map_err(wrong)
    }

    /// What the output is to be.
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
struct LowerOptions(&'static Target);

/// A rule, by its code.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
struct Switched(&'static Rule);

/// A target that refuses a keyword, by that keyword's name.
#[derive(Clone, Deserialize, PartialEq)]
#[serde(try_from = "String")]
struct Dropped(Derivation);

/// A whole number that may be no less.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "usize")]
struct AtLeast<const LEAST: usize>(usize);

fn ids() -> Vec<&'static str> {
    TARGETS.iter().map(|target| target.id).collect()
}

impl Default for LowerOptions {
    fn default() -> Self {
        LowerOptions(TARGETS[0])
    }
}

impl PartialEq for LowerOptions {
    fn eq(&self, other: &LowerOptions) -> bool {
        self.0.id == other.0.id
    }
}

impl PartialEq for Switched {
    fn eq(&self, other: &Switched) -> bool {
        self.0.code == other.0.code
    }
}

impl TryFrom<String> for LowerOptions {
    type Error = String;

    fn try_from(id: String) -> Result<Self, String> {
        let known = TARGETS.iter().find(|target| target.id == id);
        known.map(|target| LowerOptions(target)).ok_or_else(|| format!("must be one of {}", ids().join(", ")))
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
        Derivation::default().refuse(&keyword).map(Dropped)
    }
}

impl<const LEAST: usize> TryFrom<usize> for AtLeast<LEAST> {
    type Error = String;

    fn try_from(number: usize) -> Result<Self, String> {
        if number < LEAST { Err(format!("must be at least {LEAST}")) } else { Ok(AtLeast(number)) }
    }
}
