//! What each target accepts: pure data, dated, with evidence. A rule asks the target; no rule names
//! one.

mod auto;
mod base;
mod derivation;
mod derive;
mod gemini;
mod gemini_api;
mod gemini_json_schema;
mod langchain;
mod openai_strict;
mod target;
mod universal;
mod vertex_ai;

pub use auto::AUTO;
pub use derivation::{Derivation, NotDispensable};
pub use gemini::GEMINI;
pub use gemini_api::GEMINI_API;
pub use gemini_json_schema::GEMINI_JSON_SCHEMA;
pub use langchain::LANGCHAIN;
pub use openai_strict::OPENAI_STRICT;
pub use target::{Door, Patterns, ReferenceForm, Support, Target, UnionForm};
pub use universal::UNIVERSAL;
pub use vertex_ai::VERTEX_AI;

/// Every target, the default first.
pub static TARGETS: &[&Target] =
    &[&GEMINI, &GEMINI_API, &VERTEX_AI, &GEMINI_JSON_SCHEMA, &LANGCHAIN, &OPENAI_STRICT, &UNIVERSAL, &AUTO];

impl Target {
    /// The target of that id.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Target> {
        TARGETS.iter().copied().find(|target| target.id == id)
    }
}
