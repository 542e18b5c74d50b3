//! The target `auto`: chooses, tool by tool, the schema field (`parameters` or `parametersJsonSchema`) that loses less.

use crate::{
    Options, Surface,
    limits::counted,
    lower::{Edit, Emptied, LoweredTool},
    targets::{AUTO, Door, GEMINI, GEMINI_API, GEMINI_JSON_SCHEMA, Target, VERTEX_AI},
};

/// A tool lowered for the target that was chosen for it.
pub(crate) struct Chosen {
    pub(crate) tool: LoweredTool,
    pub(crate) target: Target,
    /// Why it was chosen, in words; `None` if there was no choice.
    pub(crate) reason: Option<String>,
}

/// What a tool costs in a field; of the parts, the first that differs decides.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    /// Whether the tool takes arguments and can be given none.
    lost: bool,
    /// Its objects that models send empty: arguments that are as good as lost.
    emptied: usize,
    /// The edits that lose values: calls that the model cannot make.
    stricter: usize,
    /// The edits that gain values: calls that the MCP server rejects, and of which the description may warn the model.
    /// Keywords that the target accepts and does not enforce are such edits, too.
    looser: usize,
}

/// Lowers a tool for the target of the options. For a target that chooses, it is lowered for each schema field that the
/// surface takes, and the field that costs less is chosen; of equals, the one that the tool came in, or else
/// `parametersJsonSchema`. A schema that is unchanged in the field that it came in stays there, whatever it costs.
pub(crate) fn lower_chosen(
    options: &Options,
    came_by: Option<Door>,
    lower: &dyn Fn(&Options) -> LoweredTool,
) -> Chosen {
    if !options.target.chooses {
        return Chosen { tool: lower(options), target: options.target, reason: None };
    }
    let of = |target: &Target| {
        let target = target.derived(&options.target.derivation);
        (lower(&options.with_target(&target)), target)
    };
    let closed = closed(options);
    let second = of(options.surface.parameters());
    let Some(why) = closed else {
        let first = of(&GEMINI_JSON_SCHEMA);
        let (one, other) = (Cost::of(&first.0, Door::JsonSchema), Cost::of(&second.0, Door::Parameters));
        let reason = format!("{}; {}", one.in_words("parametersJsonSchema"), other.in_words("parameters"));
        let (is_first, reason) = match came_by {
            Some(Door::JsonSchema) if first.0.is_unchanged() => (true, unchanged("parametersJsonSchema")),
            Some(Door::Parameters) if second.0.is_unchanged() => (false, unchanged("parameters")),
            Some(Door::Parameters) if one == other => (false, format!("{reason}; the tool came in `parameters`")),
            _ => (one <= other, reason),
        };
        let (tool, target) = if is_first { first } else { second };
        return Chosen { tool, target, reason: Some(reason) };
    };
    Chosen { tool: second.0, target: second.1, reason: Some(why) }
}

fn unchanged(field: &str) -> String {
    format!("`{field}` takes the schema unchanged")
}

impl Cost {
    /// The cost of a tool. Gains that are only undeclared members (`idle`) count for `parametersJsonSchema` alone, where
    /// the model is not limited to what is declared.
    fn of(tool: &LoweredTool, door: Door) -> Cost {
        let gains = |edit: &Edit| edit.accepts_more.is_some() && (!edit.idle || door == Door::JsonSchema);
        let loses = |edit: &Edit| edit.accepts_less.is_some();
        Cost {
            lost: tool.parameters.is_none() && tool.edits.iter().any(loses),
            emptied: Emptied::by_source(&tool.emptied).count(),
            stricter: tool.edits.iter().filter(|edit| loses(edit)).count(),
            looser: tool.edits.iter().filter(|edit| gains(edit)).count(),
        }
    }

    /// Describes it: in how many places the field is stricter and looser, and how many objects are sent empty.
    fn in_words(&self, field: &str) -> String {
        if self.lost {
            return format!("`{field}` cannot hold any arguments of the tool");
        }
        let places = |count, how: &str| (count > 0).then(|| format!("{how} in {}", counted(count as u64, "place")));
        let differs: Vec<String> =
            [places(self.stricter, "stricter"), places(self.looser, "looser")].into_iter().flatten().collect();
        let (differs, emptied) = (differs.join(" and "), counted(self.emptied as u64, "object"));
        match (self.emptied, differs.is_empty()) {
            (0, true) => format!("`{field}` accepts what the tool accepts"),
            (0, false) => format!("`{field}` is {differs}"),
            (_, true) => format!("with `{field}`, models leave {emptied} empty"),
            (_, false) => format!("`{field}` is {differs}, and models leave {emptied} empty"),
        }
    }
}

impl Target {
    /// The targets that this one chooses from: the one of `parametersJsonSchema`, then those of `parameters`. Empty for
    /// a target that does not choose.
    #[doc(hidden)]
    #[must_use]
    pub fn choices(&self) -> Vec<&'static Target> {
        let mut choices: Vec<&'static Target> = Vec::new();
        if self.chooses {
            choices.push(&GEMINI_JSON_SCHEMA);
            for target in Surface::EACH.map(Surface::parameters) {
                if choices.iter().all(|known| known.id != target.id) {
                    choices.push(target);
                }
            }
        }
        choices
    }

    /// The target for the field of the same API that keeps most of a schema; `None` if this is for that field, and for
    /// a target that is not for a field of Gemini's APIs.
    #[must_use]
    pub fn alternative(&self) -> Option<&'static Target> {
        let fields = AUTO.choices();
        let is_field = fields.iter().any(|target| target.id == self.id);
        fields.first().copied().filter(|first| is_field && first.id != self.id)
    }
}

impl Surface {
    const EACH: [Surface; 4] = [Surface::GeminiApi, Surface::VertexAi, Surface::Live, Surface::Gateway];

    /// The target of the field `parameters` on this surface.
    pub(crate) fn parameters(self) -> &'static Target {
        match self {
            Surface::GeminiApi => &GEMINI_API,
            Surface::VertexAi => &VERTEX_AI,
            Surface::Live | Surface::Gateway => &GEMINI,
        }
    }
}

/// Why the surface or the model does not take `parametersJsonSchema`; `None` if it does (catalogue: J-live-unsupported,
/// J-old-model, J-claude-on-code-assist).
fn closed(options: &Options) -> Option<String> {
    let model = options.model.as_deref();
    let why = match options.surface {
        Surface::Live => match model {
            Some(model) if speaks_json_schema_live(model) => return None,
            Some(model) => return Some(format!("{model} takes only `parameters` in the Live API")),
            None => "the Live API takes only `parameters`",
        },
        Surface::Gateway => "gateways take only `parameters`",
        Surface::GeminiApi | Surface::VertexAi => {
            let model = model.filter(|model| !speaks_json_schema(model))?;
            return Some(format!(
                "{model} is older than Gemini 2.5, or not a Gemini model, and takes only `parameters`"
            ));
        }
    };
    Some(why.to_owned())
}

/// Whether a model takes `parametersJsonSchema`: Gemini 2.5 and later. Names without a version, such as
/// `gemini-flash-latest`, count as the newest.
fn speaks_json_schema(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    let Some(version) = name.strip_prefix("gemini-") else { return false };
    let end = version.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(version.len());
    let mut parts = version[..end].split('.');
    let mut number = || parts.next().map_or(0, |part| part.parse::<u32>().unwrap_or(0));
    end == 0 || (number(), number()) >= (2, 5)
}

/// Models of the Live API that take `parametersJsonSchema`, known since 2026-09-16 (livekit/agents#7302, where calls
/// through both fields were compared; catalogue: J-live-unsupported).
const LIVE: [&str; 2] = ["gemini-3.1-flash-live", "gemini-3.8-live"];

/// Whether a model takes `parametersJsonSchema` in a session of the Live API.
fn speaks_json_schema_live(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    LIVE.iter().any(|known| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')))
}

impl Door {
    /// The member of a declaration that holds the schema.
    pub(crate) fn member(self) -> &'static str {
        if self == Door::JsonSchema { "parametersJsonSchema" } else { "parameters" }
    }

    /// The member of a declaration that holds the response schema.
    pub(crate) fn response_member(self) -> &'static str {
        if self == Door::JsonSchema { "responseJsonSchema" } else { "response" }
    }
}
