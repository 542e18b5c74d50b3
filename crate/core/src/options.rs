//! Options of a call.

use crate::{
    envelope::Emit,
    json::PositionEncoding,
    lower::{Aim, Mode, Role},
    rules::RuleSet,
    schema::TypeCase,
    targets::{GEMINI, Target},
};

/// Where requests are sent; which doors are open there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// It is declared as far as it can be; the report has an error.
    #[default]
    KeepGoing,
    /// It is left out; the others are not touched.
    Omit,
    /// There is no output; the issue names the tool and the place.
    Throw,
}

/// Told when a phase of the work begins and ends.
pub trait Probe {
    /// A phase begins: `read`, `lower` or `emit`.
    fn enter(&self, phase: &'static str);
    /// It ends.
    fn exit(&self, phase: &'static str);
}

/// A probe that does nothing.
pub struct NoProbe;

impl Probe for NoProbe {
    fn enter(&self, _: &'static str) {}
    fn exit(&self, _: &'static str) {}
}

/// What to aim at, and how.
#[derive(Clone)]
pub struct Options {
    /// The target; `gemini` unless said otherwise.
    pub target: Target,
    /// Drop-in or round-trip.
    pub mode: Mode,
    /// Arguments or an answer.
    pub role: Role,
    /// Where requests are sent: for the target `auto`.
    pub surface: Surface,
    /// The model's name as it stands in requests (`gemini-2.5-flash`): for the target `auto`.
    pub model: Option<String>,
    /// What becomes of a tool that cannot be called any more.
    pub on_error: OnError,
    /// What the output is wrapped in.
    pub emit: Emit,
    /// Spaces a level; `None` leaves changed parts compact and the rest as it was.
    pub indent: Option<u8>,
    /// Whether descriptions say what the output cannot.
    pub hints: bool,
    /// Rules that are switched off.
    pub disabled: RuleSet,
    /// Only the tool of this name.
    pub tool: Option<String>,
    /// How columns and offsets are counted.
    pub encoding: PositionEncoding,
    /// Told of phases.
    pub probe: &'static (dyn Probe + Sync),
}

impl Options {
    /// What schemas are lowered to, with type names spelled as the output's envelope asks.
    pub(crate) fn aim(&self, case: Option<TypeCase>) -> Aim<'_> {
        Aim { target: &self.target, mode: self.mode, role: self.role, hints: self.hints, case }
    }

    /// The same for another target.
    pub(crate) fn aimed_at(&self, target: &Target) -> Options {
        let mut options = self.clone();
        options.target = *target;
        options
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            target: GEMINI,
            mode: Mode::default(),
            role: Role::default(),
            surface: Surface::default(),
            model: None,
            on_error: OnError::default(),
            emit: Emit::default(),
            indent: None,
            hints: true,
            disabled: RuleSet::default(),
            tool: None,
            encoding: PositionEncoding::default(),
            probe: &NoProbe,
        }
    }
}
