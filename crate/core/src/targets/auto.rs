//! The target that chooses.

use super::{base::PARAMETERS, target::Target};

/// Picks, tool by tool, the door of the given surface and model that loses less. Which doors are open
/// is said by `Surface`; how losses are weighed by `choose`.
pub static AUTO: Target = Target {
    id: "auto",
    summary: "`parameters` or `parametersJsonSchema`, tool by tool: what changes less for a given API and model",
    evidence: &["J-live-unsupported", "J-old-model", "J-claude-on-code-assist"],
    chooses: true,
    ..PARAMETERS
};
