//! Arguments that become options of the engine.

use clap::{
    Args, ValueEnum,
    builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser},
};
use lapidary::{
    AUTO, Derivation, Emit, OnError, Options, PositionEncoding, Role, Rule, Surface, TARGETS, Target,
    internal::KEYWORDS,
};

use crate::{
    alike::alike,
    choices::{ModeArg, find_rule},
    config::Config,
};

const CHOICE: &str = "How --target auto chooses";
const DERIVED: &str = "Custom target, stricter than --target";

#[derive(Args)]
pub(super) struct EngineArgs {
    /// The API or client that the schemas are for; `lapidary targets` describes them [default: gemini]
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    target: Option<&'static Target>,
    /// `drop-in` leaves arguments unchanged; `round-trip` keeps more of the schema (maps, numeric enums) by re-encoding
    /// arguments, and `lapidary restore` restores them [default: drop-in]
    #[arg(long, value_enum)]
    mode: Option<ModeArg>,
    /// Whether the schemas describe the arguments of tools or the model's response
    #[arg(long, value_enum, default_value_t = RoleArg::Arguments)]
    pub(super) role: RoleArg,
    /// Process only the tool with this name
    #[arg(long, value_name = "NAME")]
    pub(super) tool: Option<String>,
    /// Switch rules off, such as GS009: what they would change stays unchanged
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = find_rule)]
    disable: Vec<&'static Rule>,
    /// Add no hints to descriptions; by default they state the constraints that the schema cannot express
    #[arg(long)]
    no_hints: bool,
    #[command(flatten)]
    choice: ChoiceArgs,
    #[command(flatten)]
    derived: DerivedArgs,
}

#[derive(Args)]
struct ChoiceArgs {
    /// The API that requests are sent to [default: gemini-api]
    #[arg(long, help_heading = CHOICE, value_enum)]
    surface: Option<SurfaceArg>,
    /// The model, as requests name it, such as gemini-2.5-flash
    #[arg(long, help_heading = CHOICE, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    model: Option<String>,
}

#[derive(Args)]
struct DerivedArgs {
    /// Keywords that the target rejects, such as title
    #[arg(long, help_heading = DERIVED, value_name = "KEYWORD", value_delimiter = ',', value_parser = keyword)]
    drop: Vec<Dropped>,
    /// The maximum nesting depth, counting the root and the innermost schema
    #[arg(long, help_heading = DERIVED, value_name = "N", value_parser = at_least(1))]
    max_depth: Option<usize>,
    /// The maximum length of a function name, in characters
    #[arg(long, help_heading = DERIVED, value_name = "N", value_parser = at_least(Derivation::MIN_NAME))]
    max_name: Option<usize>,
    /// Write type names in lower case, such as string
    #[arg(long, help_heading = DERIVED)]
    lower_case: bool,
}

/// A keyword of `--drop`, as the derivation that removes it from the target.
#[derive(Clone)]
struct Dropped(Derivation);

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum RoleArg {
    /// The arguments of a call: an object
    Arguments,
    /// The model's response, of any type
    Response,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum EmitArg {
    /// Function declarations
    Declarations,
    /// The kind of document that was given
    Same,
    /// The body of a generateContent request
    Request,
}

#[derive(Clone, Copy, ValueEnum)]
enum SurfaceArg {
    /// generativelanguage.googleapis.com
    GeminiApi,
    /// aiplatform.googleapis.com
    VertexAi,
    /// The Live API, of either
    Live,
    /// Anything that translates to one of them, such as Code Assist
    Gateway,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum OnErrorArg {
    /// Declare it as far as possible
    KeepGoing,
    /// Omit it; the other tools are not affected
    Omit,
    /// Print nothing but the error
    Throw,
}

impl EngineArgs {
    /// The engine's options: the command line's, else the project's; rules that either disables are off.
    pub(super) fn options(&self, encoding: PositionEncoding, config: &Config) -> Options {
        let target = self.target(config);
        let options = Options::new(&target.derived(&self.derived.derivation()))
            .mode(self.mode.or(config.mode).unwrap_or(ModeArg::DropIn).into())
            .role(match self.role {
                RoleArg::Arguments => Role::Arguments,
                RoleArg::Response => Role::Response,
            })
            .surface(self.choice.surface.map_or_else(Surface::default, Surface::from))
            .hints(!self.no_hints)
            .limits(config.limits())
            .encoding(encoding);
        let options = self.choice.model.iter().fold(options, Options::model);
        let disabled = self.disable.iter().copied().chain(config.disable.iter().map(|name| name.0));
        disabled.fold(options, Options::without)
    }

    /// As [`super::DocumentArgs::without_effect`].
    pub(super) fn without_effect(&self, config: &Config) -> Option<&'static str> {
        let given = [("--surface", self.choice.surface.is_some()), ("--model", self.choice.model.is_some())];
        let is_auto = self.target(config).id == AUTO.id;
        given.into_iter().find_map(|(name, is_given)| (is_given && !is_auto).then_some(name))
    }

    fn target(&self, config: &Config) -> &'static Target {
        self.target.or(config.target).unwrap_or(TARGETS[0])
    }
}

impl DerivedArgs {
    fn derivation(&self) -> Derivation {
        let mut derivation = self.drop.iter().fold(Derivation::default(), |all, dropped| all.and(&dropped.0));
        if let Some(levels) = self.max_depth {
            derivation = derivation.max_depth(levels);
        }
        if let Some(characters) = self.max_name {
            derivation = derivation.max_name(characters);
        }
        if self.lower_case { derivation.lower_case() } else { derivation }
    }
}

impl From<SurfaceArg> for Surface {
    fn from(given: SurfaceArg) -> Surface {
        match given {
            SurfaceArg::GeminiApi => Surface::GeminiApi,
            SurfaceArg::VertexAi => Surface::VertexAi,
            SurfaceArg::Live => Surface::Live,
            SurfaceArg::Gateway => Surface::Gateway,
        }
    }
}

impl From<EmitArg> for Emit {
    fn from(given: EmitArg) -> Emit {
        match given {
            EmitArg::Declarations => Emit::Declarations,
            EmitArg::Same => Emit::Same,
            EmitArg::Request => Emit::Request,
        }
    }
}

impl From<OnErrorArg> for OnError {
    fn from(given: OnErrorArg) -> OnError {
        match given {
            OnErrorArg::KeepGoing => OnError::KeepGoing,
            OnErrorArg::Omit => OnError::Omit,
            OnErrorArg::Throw => OnError::Throw,
        }
    }
}

pub(super) fn targets() -> impl TypedValueParser<Value = &'static Target> {
    targets_that(|_| true)
}

/// The targets that a predicate selects.
pub(super) fn targets_that(selects: fn(&Target) -> bool) -> impl TypedValueParser<Value = &'static Target> {
    let ids = TARGETS.iter().filter(|target| selects(target)).map(|target| target.id);
    PossibleValuesParser::new(ids).try_map(|id| Target::find(&id).ok_or_else(|| format!("unknown target {id}")))
}

fn keyword(name: &str) -> Result<Dropped, String> {
    let dropped = |name: &str| Derivation::default().reject(name).map(Dropped);
    let names = || KEYWORDS.iter().map(|row| row.name);
    dropped(name).map_err(|error| {
        let is_known = names().any(|known| known == name);
        let near = alike(name, names().filter(|name| !is_known && dropped(name).is_ok()));
        if near.is_empty() { error.to_string() } else { format!("{error}; like it: {}", near.join(", ")) }
    })
}

fn at_least(least: usize) -> impl TypedValueParser<Value = usize> {
    let least = u32::try_from(least).unwrap_or(u32::MAX);
    clap::value_parser!(u32).range(i64::from(least)..).map(|number| number as usize)
}
