//! Lapidary cuts JSON Schema to what Google Gemini accepts, and says what it cost.
//!
//! ```
//! use lapidary::{Options, Output, transform_text};
//! let tool = r#"{"name":"add","inputSchema":{"type":"object","properties":{"n":{"type":["integer","null"]}}}}"#;
//! let declaration = transform_text(tool, &Options::default(), &Output::default())?;
//! assert_eq!(
//!     declaration,
//!     r#"{"name":"add","parameters":{"type":"OBJECT","properties":{"n":{"type":"INTEGER","nullable":true}}}}"#
//! );
//! # Ok::<(), Box<lapidary::Issue>>(())
//! ```
//!
//! The flow: text is read onto a tape ([`json`]), typed as schemas ([`schema`]) inside the envelope
//! that it came in ([`envelope`]), its references solved ([`resolve`]), its meaning shaped
//! ([`shape`]) and lowered ([`lower`]) to what the target ([`targets`]) says, by rules ([`rules`])
//! whose edits become issues ([`report`]) and diffs ([`mod@diff`]).

mod api;
pub mod catalogue;
mod choose;
mod declare;
pub mod diff;
#[cfg(any(feature = "rmcp", feature = "schemars"))]
pub mod ecosystem;
mod engine;
pub mod envelope;
pub mod json;
pub mod lower;
mod options;
pub mod order;
pub mod pages;
pub mod phases;
pub mod report;
pub mod request;
pub mod resolve;
pub mod restore;
pub mod rules;
pub mod schema;
pub mod shape;
pub mod targets;
#[cfg(test)]
mod tests;
mod transformed;

pub use api::{
    Declared, assert_compatible, check, diff, incompatibilities, transform, transform_schema, transform_text,
    transform_tools,
};
pub use envelope::Emit;
pub use json::PositionEncoding;
pub use lower::{Mode, Role};
pub use options::{OnError, Options, Output, Surface};
pub use report::{Issue, Report, Severity, Status};
pub use request::{NormalizedRequest, Normalizer, Restored, Restorer, normalize_request, restore_response};
pub use restore::{Call, Codec, Codecs};
pub use rules::{RULES, Rule, RuleSet};
pub use schema::{JsonSchema, ToolSchema};
pub use targets::{
    AUTO, Derivation, GEMINI, GEMINI_API, GEMINI_JSON_SCHEMA, LANGCHAIN, NotDispensable, OPENAI_STRICT, TARGETS,
    Target, UNIVERSAL, VERTEX_AI,
};
pub use transformed::{Tool, Transformed};

/// This package's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The README's Rust runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// So does that of the page for Rust programs.
#[cfg(all(doctest, feature = "rmcp", feature = "schemars"))]
#[doc = include_str!("../../../docs/RUST.md")]
struct RustPage;
