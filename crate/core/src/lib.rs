//! Rewrites the JSON Schemas of MCP tools so that Google Gemini accepts them, reports what each change costs, and
//! restores the arguments of the model's calls to their original shape.
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
//! [`Options`] control how schemas are adapted to a [`Target`], [`Output`] what is written. The entry points:
//!
//! - documents: [`transform`], [`transform_text`], [`declare`]; reports on them: [`check`], [`diff`](diff()); checks
//!   for the tests of a server: [`assert_compatible`], [`incompatibilities`];
//! - calls of transformed tools: [`Codec`], [`Codecs`];
//! - error messages of APIs, found in any text: [`explain_error`];
//! - requests, responses and streams: [`normalize_request`], [`Normalizer`], [`restore_response`], [`Restorer`];
//! - schemas built in Rust: [`JsonSchema`], [`ToolSchema`], [`transform_schema`]; with the features `schemars` and
//!   `rmcp`, schemas and tools of those crates: `ecosystem`.

#![warn(missing_debug_implementations)]

mod api;
mod catalogue;
mod choose;
mod declare;
mod diff;
#[cfg(any(feature = "rmcp", feature = "schemars"))]
pub mod ecosystem;
mod engine;
mod envelope;
mod explain;
#[doc(hidden)]
pub mod internal;
mod json;
mod limits;
mod lower;
mod options;
mod order;
mod pages;
mod phases;
mod report;
mod request;
mod resolve;
mod restore;
mod rules;
mod schema;
mod shape;
mod targets;
#[cfg(test)]
mod tests;
mod tool;
mod transformed;

pub use api::{
    assert_compatible, check, declare, diff, incompatibilities, transform, transform_schema, transform_text,
};
pub use diff::Diff;
pub use envelope::{Emit, EnvelopeKind};
pub use explain::{ApiError, explain_error};
pub use json::{PositionEncoding, ReadError, Span};
pub use limits::{Cancel, Limits};
pub use lower::{Mode, Priority, Role, Rule, Severity};
pub use options::{OnError, Options, Output, Surface};
pub use report::{Emptied, Issue, IssueCode, REPORT_SCHEMA, Report, Status, Summary, ToolReport};
pub use request::{
    NormalizedRequest, Normalizer, Restored, Restorer, normalize_request, restore_response, restore_response_within,
};
pub use restore::{CODEC_SCHEMA, Call, Codec, CodecError, Codecs, Misfit};
pub use rules::RULES;
pub use schema::{JsonSchema, ToolSchema};
pub use targets::{
    AUTO, Derivation, GEMINI, GEMINI_API, GEMINI_JSON_SCHEMA, LANGCHAIN, NotDispensable, OPENAI_STRICT, TARGETS,
    Target, UNIVERSAL, VERTEX_AI,
};
pub use tool::{Declared, Tool};
pub use transformed::Transformed;

/// This package's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Runs the README's Rust code as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Runs the Rust code of the documentation's page for Rust programs as doc tests.
#[cfg(all(doctest, feature = "rmcp", feature = "schemars"))]
#[doc = include_str!("../../../docs/RUST.md")]
struct RustPage;
