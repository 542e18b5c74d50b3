//! What a command asks of the engine.

use clap::{
    Args, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use lapidary::{
    Emit, Mode, OnError, Options, PositionEncoding, Role, Rule, RuleSet, Surface, TARGETS, Target,
    schema::{Keyword, TypeCase},
    targets::{Derivation, NotDispensable},
};

const CHOICE: &str = "What the target auto goes by";
const DERIVED: &str = "A target that takes less";

#[derive(Args)]
pub(super) struct EngineArgs {
    /// What to be compatible with
    #[arg(long, value_name = "TARGET", default_value = TARGETS[0].id, value_parser = targets())]
    target: &'static Target,
    /// Whether arguments may be coded, to be restored with the codec
    #[arg(long, value_enum, default_value_t = ModeArg::DropIn)]
    mode: ModeArg,
    /// What the schemas describe
    #[arg(long, value_enum, default_value_t = RoleArg::Arguments)]
    role: RoleArg,
    /// What the output is wrapped in
    #[arg(long, value_enum, default_value_t = EmitArg::Declarations)]
    emit: EmitArg,
    /// Only the tool of this name
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Rules to switch off: what they would change stays as it is
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = super::rule)]
    disable: Vec<&'static Rule>,
    /// Leave descriptions alone: do not tell the model what the schema cannot say
    #[arg(long)]
    no_hints: bool,
    #[command(flatten)]
    choice: ChoiceArgs,
    #[command(flatten)]
    derived: DerivedArgs,
}

#[derive(Args)]
struct ChoiceArgs {
    /// Where requests are sent
    #[arg(long, help_heading = CHOICE, value_enum, default_value_t = SurfaceArg::GeminiApi)]
    surface: SurfaceArg,
    /// The model, as requests name it, such as gemini-2.5-flash
    #[arg(long, help_heading = CHOICE, value_name = "NAME")]
    model: Option<String>,
}

#[derive(Args)]
struct DerivedArgs {
    /// Keywords that it refuses, such as title
    #[arg(long, help_heading = DERIVED, value_name = "KEYWORD", value_delimiter = ',', value_parser = keyword)]
    drop: Vec<Keyword>,
    /// Its most levels of objects and arrays, the root included
    #[arg(long, help_heading = DERIVED, value_name = "N", value_parser = at_least(1))]
    max_depth: Option<usize>,
    /// Its longest function name
    #[arg(long, help_heading = DERIVED, value_name = "N", value_parser = at_least(Derivation::MIN_NAME))]
    max_name: Option<usize>,
    /// It takes names of types in lower case only
    #[arg(long, help_heading = DERIVED)]
    lower_case: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModeArg {
    /// What the model sends is what the server takes
    DropIn,
    /// Arguments may be coded; `lapidary restore` gives them back with the codec
    RoundTrip,
}

#[derive(Clone, Copy, ValueEnum)]
enum RoleArg {
    /// The arguments of a call: an object
    Arguments,
    /// The model's answer, of any type
    Response,
}

#[derive(Clone, Copy, ValueEnum)]
enum EmitArg {
    /// Function declarations
    Declarations,
    /// The envelope that came in
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
    /// Declare it as far as it can be
    KeepGoing,
    /// Leave it out
    Omit,
    /// Print nothing but what is wrong
    Throw,
}

impl EngineArgs {
    pub(super) fn options(&self, encoding: PositionEncoding) -> Options {
        let mut disabled = RuleSet::default();
        for rule in &self.disable {
            disabled.insert(rule.code);
        }
        Options {
            target: self.target.derived(&self.derived.derivation()),
            mode: match self.mode {
                ModeArg::DropIn => Mode::DropIn,
                ModeArg::RoundTrip => Mode::RoundTrip,
            },
            role: match self.role {
                RoleArg::Arguments => Role::Arguments,
                RoleArg::Response => Role::Response,
            },
            surface: match self.choice.surface {
                SurfaceArg::GeminiApi => Surface::GeminiApi,
                SurfaceArg::VertexAi => Surface::VertexAi,
                SurfaceArg::Live => Surface::Live,
                SurfaceArg::Gateway => Surface::Gateway,
            },
            model: self.choice.model.clone(),
            emit: match self.emit {
                EmitArg::Declarations => Emit::Declarations,
                EmitArg::Same => Emit::Same,
                EmitArg::Request => Emit::Request,
            },
            hints: !self.no_hints,
            disabled,
            tool: self.tool.clone(),
            encoding,
            ..Options::default()
        }
    }
}

impl DerivedArgs {
    fn derivation(&self) -> Derivation {
        let mut derivation = Derivation {
            max_depth: self.max_depth,
            max_name: self.max_name,
            type_case: self.lower_case.then_some(TypeCase::Lower),
            ..Derivation::NONE
        };
        for keyword in &self.drop {
            derivation.refused.insert(*keyword);
        }
        derivation
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

fn targets() -> impl TypedValueParser<Value = &'static Target> {
    let ids = TARGETS.iter().map(|target| target.id);
    PossibleValuesParser::new(ids).try_map(|id| Target::find(&id).ok_or_else(|| format!("no target is called {id}")))
}

fn keyword(name: &str) -> Result<Keyword, NotDispensable> {
    Derivation::keyword(name)
}

fn at_least(least: usize) -> impl TypedValueParser<Value = usize> {
    let least = u32::try_from(least).unwrap_or(u32::MAX);
    clap::value_parser!(u32).range(i64::from(least)..).map(|number| number as usize)
}
