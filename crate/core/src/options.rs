//! What a call is asked: how schemas are fitted, and what leaves.

use serde::Deserialize;

use crate::{
    Limits,
    envelope::Emit,
    json::PositionEncoding,
    lower::{LowerOptions, Mode, Role},
    rules::{Rule, RuleSet},
    schema::TypeCase,
    targets::{GEMINI, Target},
};

/// Where requests are sent; which doors are open there.
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

/// What becomes of a tool that cannot be called with arguments any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OnError {
    /// It is declared as far as it can be; the report has an error.
    #[default]
    KeepGoing,
    /// It is left out; the others are not touched.
    Omit,
    /// There is no output; the issue names the tool and the place.
    Throw,
}

/// How schemas are fitted to a target, and how places are counted.
///
/// ```
/// use lapidary::{GEMINI_API, Mode, Options};
/// let options = Options::new(&GEMINI_API).mode(Mode::RoundTrip).hints(false);
/// assert_eq!(options.target.id, "gemini-api");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The target; `gemini` unless said otherwise.
    pub target: Target,
    /// Drop-in or round-trip.
    pub mode: Mode,
    /// What the schemas of a document describe. The parts of a request, and tools of a protocol, say that themselves.
    pub role: Role,
    /// Where requests are sent: for the target `auto`.
    pub surface: Surface,
    /// The model's name as it stands in requests (`gemini-2.5-flash`): for the target `auto`.
    pub model: Option<String>,
    /// Whether descriptions say what the schema cannot.
    pub hints: bool,
    /// Rules that are switched off.
    pub(crate) disabled: RuleSet,
    /// How columns and offsets of issues are counted.
    pub encoding: PositionEncoding,
    /// What a call may cost.
    pub limits: Limits,
}

impl Options {
    /// The usual options, for a target.
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

    /// Whether arguments may be coded.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Options {
        Options { mode, ..self }
    }

    /// What the schemas of a document describe.
    #[must_use]
    pub fn role(self, role: Role) -> Options {
        Options { role, ..self }
    }

    /// Where requests are sent.
    #[must_use]
    pub fn surface(self, surface: Surface) -> Options {
        Options { surface, ..self }
    }

    /// The model, as requests name it.
    #[must_use]
    pub fn model(self, model: impl Into<String>) -> Options {
        Options { model: Some(model.into()), ..self }
    }

    /// Whether descriptions say what the schema cannot.
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

    /// How columns and offsets of issues are counted.
    #[must_use]
    pub fn encoding(self, encoding: PositionEncoding) -> Options {
        Options { encoding, ..self }
    }

    /// What a call may cost.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Options {
        Options { limits, ..self }
    }

    /// What schemas are lowered to, with type names spelled as the output's envelope asks.
    pub(crate) fn lower_options(&self, case: Option<TypeCase>) -> LowerOptions<'_> {
        LowerOptions { target: &self.target, mode: self.mode, role: self.role, hints: self.hints, case }
    }

    /// The same for another target.
    pub(crate) fn aimed_at(&self, target: &Target) -> Options {
        Options { target: *target, ..self.clone() }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new(&GEMINI)
    }
}

/// What leaves: which tools, in what envelope, laid out how.
///
/// ```
/// use lapidary::{Emit, Output};
/// let output = Output::default().emit(Emit::Same).indent(2);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Output {
    /// What the output is wrapped in.
    pub emit: Emit,
    /// Spaces a level; `None` leaves changed parts compact and the rest as it was.
    pub indent: Option<u8>,
    /// Only the tool of this name.
    pub tool: Option<String>,
    /// What becomes of a tool that cannot be called any more.
    pub on_error: OnError,
}

impl Output {
    /// What the output is wrapped in.
    #[must_use]
    pub fn emit(self, emit: Emit) -> Output {
        Output { emit, ..self }
    }

    /// Lays the output out, with so many spaces a level.
    #[must_use]
    pub fn indent(self, spaces: u8) -> Output {
        Output { indent: Some(spaces), ..self }
    }

    /// Looks at the tool of a name alone.
    #[must_use]
    pub fn tool(self, name: impl Into<String>) -> Output {
        Output { tool: Some(name.into()), ..self }
    }

    /// What becomes of a tool that cannot be called any more.
    #[must_use]
    pub fn on_error(self, on_error: OnError) -> Output {
        Output { on_error, ..self }
    }
}
