//! The result for a document: its output, and the findings on each tool.

use std::sync::OnceLock;

use crate::{
    engine::LoweredDocument,
    envelope::EnvelopeKind,
    json::{Indent, PositionEncoding, Tape},
    order::Gather,
    report::{Issue, Places, Report, Severity},
    restore::Codecs,
    targets::Target,
    tool::{Declared, Tool},
};

/// The result of [`crate::transform`]. Findings are put into words on first access, and kept.
#[derive(Debug)]
#[non_exhaustive]
pub struct Transformed {
    /// The kind of the document; `None` if there is no output.
    pub kind: Option<EnvelopeKind>,
    /// What the document was read as, in words; empty if there is no output.
    pub read_as: String,
    /// The document for the target; `None` if the input could not be read or an error ended the call.
    pub output: Option<String>,
    subject: Option<Box<Subject>>,
    found: OnceLock<FindingsOfDocument>,
}

/// The document from which a result's findings are made.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) tape: Tape<'static>,
    pub(crate) document: LoweredDocument,
    pub(crate) target: Target,
    pub(crate) encoding: PositionEncoding,
    pub(crate) indent: Option<Indent>,
}

#[derive(Debug, Default)]
struct FindingsOfDocument {
    tools: Vec<Tool>,
    issues: Vec<Issue>,
}

impl Transformed {
    pub(crate) fn unreadable(issue: Issue) -> Transformed {
        Transformed::found(None, String::new(), None, (Vec::new(), vec![issue]))
    }

    /// A result whose findings are known.
    pub(crate) fn found(
        kind: Option<EnvelopeKind>,
        read_as: String,
        output: Option<String>,
        (tools, issues): (Vec<Tool>, Vec<Issue>),
    ) -> Transformed {
        Transformed {
            kind,
            read_as,
            output,
            subject: None,
            found: OnceLock::from(FindingsOfDocument { tools, issues }),
        }
    }

    /// A result whose findings are made on first access.
    pub(crate) fn about(output: String, subject: Subject) -> Transformed {
        let envelope = subject.document.envelope();
        Transformed {
            kind: Some(envelope.kind),
            read_as: envelope.read_as(),
            output: Some(output),
            subject: Some(Box::new(subject)),
            found: OnceLock::new(),
        }
    }

    /// Whether there is an output: the input could be read, and no error ended the call.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.output.is_some()
    }

    /// One entry per tool, in document order.
    #[must_use]
    pub fn tools(&self) -> &[Tool] {
        &self.findings().tools
    }

    /// Issues of the document as a whole.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.findings().issues
    }

    /// The tools, and the issues of the document as a whole.
    #[must_use]
    pub fn into_findings(self) -> (Vec<Tool>, Vec<Issue>) {
        self.findings();
        let FindingsOfDocument { tools, issues } = self.found.into_inner().unwrap_or_default();
        (tools, issues)
    }

    fn findings(&self) -> &FindingsOfDocument {
        self.found.get_or_init(|| {
            let Some(subject) = &self.subject else { return FindingsOfDocument::default() };
            let Subject { tape, document, target, encoding, indent } = &**subject;
            let places = Places::new(tape, *encoding);
            FindingsOfDocument {
                tools: document.tools(tape, &places, *indent),
                issues: document.issues(tape, &places, target),
            }
        })
    }

    /// The declarations of the tools, in document order. Makes no report.
    #[must_use]
    pub fn declared(&self) -> Vec<Declared> {
        if let Some(subject) = &self.subject {
            return subject.document.declared(&subject.tape, subject.indent);
        }
        let is_schema = self.kind == Some(EnvelopeKind::Schema);
        self.tools().iter().map(|tool| tool.declared(is_schema)).gather()
    }

    /// The codecs that restore calls of the tools that have a declaration.
    #[must_use]
    pub fn codecs(&self) -> Codecs {
        Declared::codecs(&self.declared())
    }

    /// The issues that are errors, for which the target does not take the tools as they are; those of the whole
    /// document come first.
    #[must_use]
    pub fn incompatibilities(self) -> Vec<Issue> {
        let mut issues = self.into_issues();
        issues.retain(|issue| issue.severity == Severity::Error);
        issues
    }

    /// The issues of the document, then those of its tools.
    pub(crate) fn into_issues(self) -> Vec<Issue> {
        let (tools, mut issues) = self.into_findings();
        for tool in tools {
            issues.extend(tool.report.issues);
        }
        issues
    }

    /// The report, without the output: the result of [`crate::check`].
    #[must_use]
    pub fn into_report(mut self) -> Report {
        let read_as = std::mem::take(&mut self.read_as);
        let (tools, issues) = self.into_findings();
        Report::new(read_as, tools.into_iter().map(|tool| tool.report).gather(), issues)
    }
}

#[cfg(test)]
mod tests {
    use super::Transformed;

    #[test]
    fn a_result_may_be_shared_by_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Transformed>();
    }
}
