//! What is reported: issues with places, a verdict per tool, the report for programs.

mod context;
mod emptied;
mod evidence;
mod fault;
mod grouped;
mod issue;
mod limit;
mod message;
mod path;
mod place;
mod refusal;

use serde::Serialize;
use serde_json::value::RawValue;

pub(crate) use crate::lower::Severity;
pub(crate) use context::Context;
pub use emptied::Emptied;
pub use grouped::grouped;
pub use issue::{Issue, IssueCode};
pub(crate) use limit::limit_met;
pub(crate) use place::{Places, Start};

/// Whether a tool would work as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// No issue is an error.
    Compatible,
    /// At least one issue is an error: rejected or misread.
    Incompatible,
}

/// A tool's part of a [`Report`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "CheckedTool"))]
#[non_exhaustive]
pub struct ToolReport {
    /// Its name; empty for a bare schema.
    pub name: String,
    /// The target that it was lowered for.
    pub target: &'static str,
    /// Why that target was chosen, where there was a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// The verdict.
    pub status: Status,
    /// The findings, in source order.
    pub issues: Vec<Issue>,
    /// The objects that models send empty, since the output names none of their properties.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub emptied: Vec<Emptied>,
    /// The codes of the rules that changed it, each once.
    pub transforms_applied: Vec<&'static str>,
    /// The original schema, as JSON; `null` for a tool without one.
    #[cfg_attr(feature = "schemars", schemars(with = "serde_json::Value"))]
    pub original_schema: Option<Box<RawValue>>,
    /// The schema for the target, as JSON; `null` if the output has none.
    #[cfg_attr(feature = "schemars", schemars(with = "serde_json::Value"))]
    pub transformed_schema: Option<Box<RawValue>>,
    /// The schema without properties that the document has for the tool, where the declaration has none.
    #[serde(skip)]
    pub(crate) empty_schema: Option<&'static str>,
}

/// Counts of a [`Report`].
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Summary {
    /// Tools read.
    pub total_tools: usize,
    /// Tools without an error.
    pub compatible: usize,
    /// Tools with an error.
    pub incompatible: usize,
    /// When the report was made (RFC 3339), set by the caller: the core has no clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
}

/// The result of [`crate::check`], in the format of `lapidary check --format json`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Report {
    /// The version of this format: [`REPORT_VERSION`].
    pub version: u32,
    /// Counts.
    pub summary: Summary,
    /// What the document was read as, in words.
    pub read_as: String,
    /// One entry per tool, in document order.
    pub tools: Vec<ToolReport>,
    /// Issues of the document as a whole, such as text that is not JSON.
    pub issues: Vec<Issue>,
}

/// The version of the format of a [`Report`]. It increases when a member is removed or changes its meaning, not when
/// one is added.
pub const REPORT_VERSION: u32 = 1;

/// The JSON Schema (2020-12) of a [`Report`], as text.
pub const REPORT_SCHEMA: &str = include_str!("../../data/report.schema.json");

impl Report {
    /// The report on tools, and on the document that contains them.
    #[doc(hidden)]
    #[must_use]
    pub fn new(read_as: String, tools: Vec<ToolReport>, issues: Vec<Issue>) -> Report {
        let incompatible = tools.iter().filter(|tool| tool.status == Status::Incompatible).count();
        let (total_tools, compatible) = (tools.len(), tools.len() - incompatible);
        let summary = Summary { total_tools, compatible, incompatible, timestamp: None };
        Report { version: REPORT_VERSION, summary, read_as, tools, issues }
    }

    /// Whether neither a tool nor the document has an error.
    #[must_use]
    pub fn is_compatible(&self) -> bool {
        self.summary.incompatible == 0 && self.issues.iter().all(|issue| issue.severity != Severity::Error)
    }
}
