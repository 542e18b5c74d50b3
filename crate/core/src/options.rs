//! The options of a call: how schemas are adapted, and what is written.

use serde::Deserialize;

use crate::{
    Limits,
    envelope::Emit,
    json::PositionEncoding,
    lower::{LowerOptions, Mode, Role, Written},
    rules::{Rule, RuleSet},
    targets::{GEMINI, Target},
};

/// Where requests are sent, which determines the schema fields that are available.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Surface {
    /// generativelanguage.googleapis.com
    #[default]
    GeminiApi,
    /// aiplatform.googleapis.com
    VertexAi,
    /// The Live API, of either.
    Live,
    /// Anything that translates to one of them: Code Assist, `OpenRouter`, compatible endpoints.
    Gateway,
}

/// What to do with a tool that can no longer be called with arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OnError {
    /// Declare it as far as possible; the report has an error.
    #[default]
    KeepGoing,
    /// Omit it; the other tools are not affected.
    Omit,
    /// Produce no output; the issue names the tool and the place.
    Throw,
}

/// How schemas are adapted to a target, how positions are counted, and what a call may cost.
///
/// ```
/// use lapidary::{GEMINI_API, Mode, Options};
/// let options = Options::new(&GEMINI_API).mode(Mode::RoundTrip).hints(false);
/// assert_eq!(options.target.id, "gemini-api");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The target; by default `gemini`.
    pub target: Target,
    /// Drop-in or round-trip.
    pub mode: Mode,
    /// What the schemas of a document describe. Ignored where that is known: for the parts of a request, and for tools
    /// of `rmcp`.
    pub role: Role,
    /// Where requests are sent; used by the target `auto`.
    pub surface: Surface,
    /// The model's name as in requests (`gemini-2.5-flash`); used by the target `auto`.
    pub model: Option<String>,
    /// Whether descriptions state what the schema cannot express.
    pub hints: bool,
    /// The rules that are switched off.
    pub(crate) disabled: RuleSet,
    /// How columns and offsets of issues are counted.
    pub encoding: PositionEncoding,
    /// The limits on the cost of a call.
    pub limits: Limits,
}

impl Options {
    /// The default options for a target.
    #[must_use]
    pub fn new(target: &Target) -> Options {
        Options {
            target: *target,
            mode: Mode::default(),
            role: Role::default(),
            surface: Surface::default(),
            model: None,
            hints: true,
            disabled: RuleSet::default(),
            encoding: PositionEncoding::default(),
            limits: Limits::default(),
        }
    }

    /// Sets whether arguments may be encoded.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Options {
        Options { mode, ..self }
    }

    /// Sets what the schemas of a document describe.
    #[must_use]
    pub fn role(self, role: Role) -> Options {
        Options { role, ..self }
    }

    /// Sets where requests are sent.
    #[must_use]
    pub fn surface(self, surface: Surface) -> Options {
        Options { surface, ..self }
    }

    /// Sets the model's name as in requests.
    #[must_use]
    pub fn model(self, model: impl Into<String>) -> Options {
        Options { model: Some(model.into()), ..self }
    }

    /// Sets whether descriptions state what the schema cannot express.
    #[must_use]
    pub fn hints(self, hints: bool) -> Options {
        Options { hints, ..self }
    }

    /// Switches a rule off: what it would change stays as it is.
    ///
    /// ```
    /// use lapidary::{Options, Rule};
    /// let rule = Rule::find("GS008").ok_or("no such rule")?;
    /// let options = Options::default().without(rule);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn without(mut self, rule: &Rule) -> Options {
        self.disabled.insert(rule.code);
        self
    }

    /// Sets how columns and offsets of issues are counted.
    #[must_use]
    pub fn encoding(self, encoding: PositionEncoding) -> Options {
        Options { encoding, ..self }
    }

    /// Sets the limits on the cost of a call.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Options {
        Options { limits, ..self }
    }

    /// The options of lowering for an envelope.
    pub(crate) fn lower_options(&self, written: Written) -> LowerOptions<'_> {
        LowerOptions { target: &self.target, mode: self.mode, role: self.role, hints: self.hints, written }
    }

    /// The same options for another target.
    pub(crate) fn with_target(&self, target: &Target) -> Options {
        Options { target: *target, ..self.clone() }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new(&GEMINI)
    }
}

/// What is written: which tools, in which envelope, with which layout.
///
/// ```
/// use lapidary::{Emit, Output};
/// let output = Output::default().emit(Emit::Same).indent(2);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Output {
    /// The envelope of the output.
    pub emit: Emit,
    /// Spaces per level of indentation; `None` leaves changed parts compact and the rest as it was.
    pub indent: Option<u8>,
    /// Only the tool of this name.
    pub tool: Option<String>,
    /// What to do with a tool that can no longer be called with arguments.
    pub on_error: OnError,
}

impl Output {
    /// Sets the envelope of the output.
    #[must_use]
    pub fn emit(self, emit: Emit) -> Output {
        Output { emit, ..self }
    }

    /// Indents the output by `spaces` spaces per level.
    #[must_use]
    pub fn indent(self, spaces: u8) -> Output {
        Output { indent: Some(spaces), ..self }
    }

    /// Transforms only the tool of this name.
    #[must_use]
    pub fn tool(self, name: impl Into<String>) -> Output {
        Output { tool: Some(name.into()), ..self }
    }

    /// Sets what to do with a tool that can no longer be called with arguments.
    #[must_use]
    pub fn on_error(self, on_error: OnError) -> Output {
        Output { on_error, ..self }
    }
}
