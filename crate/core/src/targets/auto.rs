//! The target that chooses another one for each tool.

use super::{base::PARAMETERS, target::Target};

/// Chooses for each tool the schema field of the given surface and model that loses less. Which fields these take, and
/// how losses are compared, is decided in `choose`.
pub static AUTO: Target = Target {
    id: "auto",
    summary: "`parameters` or `parametersJsonSchema` for each tool: the field that loses less for a given API and model",
    evidence: &["J-live-unsupported", "J-old-model", "J-claude-on-code-assist", "Q-dict-empty"],
    chooses: true,
    ..PARAMETERS
};
