//! The answer for a document: its output, and what was found in each tool.

use crate::{
    envelope::EnvelopeKind,
    order::Gather,
    report::{Issue, Report, Severity, ToolReport},
    restore::{Codec, Codecs},
};

/// The answer of [`crate::transform`].
#[derive(Debug)]
pub struct Transformed {
    /// What the document is; `None` where there is no output.
    pub kind: Option<EnvelopeKind>,
    /// What the document was read as, in words; empty for text that is no JSON.
    pub read_as: String,
    /// The document for the target; `None` where there is none to give.
    pub output: Option<String>,
    /// One entry a tool, in document order.
    pub tools: Vec<Tool>,
    /// Issues of the document as a whole.
    pub issues: Vec<Issue>,
}

/// A tool of a [`Transformed`].
#[derive(Clone, Debug)]
pub struct Tool {
    /// What was found, and the schemas.
    pub report: ToolReport,
    /// The declaration (for a bare schema, the schema) as JSON text; `None` if it was left out.
    pub declaration: Option<String>,
    /// What undoes a call of it.
    pub codec: Codec,
}

/// The codecs of the tools that are declared, by the names that they are declared under.
pub(crate) fn codecs(tools: &[Tool]) -> Codecs {
    Codecs::new(tools.iter().filter(|tool| tool.declaration.is_some()).map(|tool| {
        let declared = tool.codec.declared.as_ref().unwrap_or(&tool.report.name);
        (declared.clone(), tool.codec.clone())
    }))
}

impl Transformed {
    pub(crate) fn unreadable(issue: Issue) -> Transformed {
        Transformed { kind: None, read_as: String::new(), output: None, tools: Vec::new(), issues: vec![issue] }
    }

    /// Whether the input could be read at all.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.output.is_some()
    }

    /// What undoes calls of the tools that have a declaration.
    #[must_use]
    pub fn codecs(&self) -> Codecs {
        codecs(&self.tools)
    }

    /// What keeps the tools from being taken as they are: the issues that are errors, those of the whole document first.
    #[must_use]
    pub fn incompatibilities(self) -> Vec<Issue> {
        let mut issues = self.into_issues();
        issues.retain(|issue| issue.severity == Severity::Error);
        issues
    }

    /// The issues of the document, then those of its tools.
    pub(crate) fn into_issues(self) -> Vec<Issue> {
        let mut issues = self.issues;
        for tool in self.tools {
            issues.extend(tool.report.issues);
        }
        issues
    }

    /// What was found, without the output: the answer of [`crate::check`].
    #[must_use]
    pub fn into_report(self) -> Report {
        let Transformed { read_as, tools, issues, .. } = self;
        let tools = tools.into_iter().map(|tool| tool.report).gather();
        Report::new(read_as, tools, issues)
    }
}
