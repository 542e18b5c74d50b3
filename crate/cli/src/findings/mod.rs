//! The findings of a document, and which of them count.

pub(crate) mod baseline;
pub(crate) mod policy;

use lapidary::{Issue, IssueCode, Report, Severity, Status, ToolReport};

use crate::{survey::Survey, terminal::output::count, verdict::Verdict};

/// The rule for roots that are not plain objects.
const ROOTS: IssueCode = IssueCode::Rule("GS054");

/// A document that was checked.
pub(crate) struct Checked {
    /// The name by which output refers to it.
    pub(crate) name: String,
    /// Whether the name is the path of a file.
    pub(crate) is_file: bool,
    /// Its text, if it could be read.
    pub(crate) text: Option<String>,
    /// The report, with only the findings that count.
    pub(crate) report: Report,
    /// The findings that do not count.
    pub(crate) excused: Vec<Excused>,
    /// The outcomes of its tools.
    pub(crate) survey: Survey,
    /// Whether it is a schema by itself, which was checked as that of a call's arguments.
    pub(crate) is_schema_of_arguments: bool,
}

/// A finding that does not count.
pub(crate) struct Excused {
    /// The name of its tool; empty for the document.
    pub(crate) tool: String,
    pub(crate) issue: Issue,
    pub(crate) excuse: Excuse,
}

/// Why a finding does not count.
pub(crate) enum Excuse {
    /// The baseline contains it.
    Known,
    /// The project's settings allow it, for this reason.
    Allowed(String),
}

impl Checked {
    /// Whether it could not be read at all.
    pub(crate) fn is_unread(&self) -> bool {
        self.report.read_as.is_empty()
    }

    /// Why it could not be read.
    pub(crate) fn unread(&self) -> Option<&Issue> {
        self.report.issues.first().filter(|_| self.is_unread())
    }

    /// The findings that count, each with its tool; those of the document, under an empty name, come first.
    pub(crate) fn findings(&self) -> impl Iterator<Item = (&str, &Issue)> {
        let of_document = self.report.issues.iter().map(|issue| ("", issue));
        let of_tools = self.report.tools.iter().flat_map(|tool| tool.issues.iter().map(|issue| (&*tool.name, issue)));
        of_document.chain(of_tools)
    }

    /// Whether it rather describes a response: a schema by itself that allows more than objects.
    pub(crate) fn is_perhaps_response(&self) -> bool {
        let is_narrowed = |issue: &Issue| issue.code == ROOTS && issue.accepts_less.is_some();
        self.is_schema_of_arguments && self.findings().any(|(_, issue)| is_narrowed(issue))
    }

    /// The verdict if findings fail from the severity `fails` on; with `None`, no finding fails.
    pub(crate) fn verdict(&self, fails: Option<Severity>) -> Verdict {
        if self.is_unread() {
            return Verdict::Unreadable;
        }
        let fails = |severity: Severity| fails.is_some_and(|from| severity >= from);
        Verdict::of(!self.findings().any(|(_, issue)| fails(issue.severity)))
    }
}

/// Whether an issue reports that a limit of the call was met, so that something was read but not lowered.
pub(crate) fn is_limit(issue: &Issue) -> bool {
    issue.code == IssueCode::LIMIT
}

/// Separates the findings of a report that have an excuse from the others.
pub(crate) fn excuse(report: Report, excuse: impl Fn(&str, &Issue) -> Option<Excuse>) -> (Report, Vec<Excused>) {
    let Report { mut tools, mut issues, read_as, .. } = report;
    let mut excused = Vec::new();
    let mut sift = |tool: &str, issues: &mut Vec<Issue>| {
        for issue in std::mem::take(issues) {
            match excuse(tool, &issue) {
                Some(excuse) => excused.push(Excused { tool: tool.to_owned(), issue, excuse }),
                None => issues.push(issue),
            }
        }
    };
    sift("", &mut issues);
    for tool in &mut tools {
        sift(&tool.name, &mut tool.issues);
        settle(tool);
    }
    (Report::new(read_as, tools, issues), excused)
}

/// Sets the status of a tool by its findings.
pub(crate) fn settle(tool: &mut ToolReport) {
    let is_refused = tool.issues.iter().any(|issue| issue.severity == Severity::Error);
    tool.status = if is_refused { Status::Incompatible } else { Status::Compatible };
}

/// "2 errors, 1 warning, 3 info"; empty for none.
pub(crate) fn severities<'i>(issues: impl Iterator<Item = &'i Issue>) -> String {
    let mut numbers = [0; 3];
    for issue in issues {
        numbers[issue.severity as usize] += issue.times();
    }
    let [info, warnings, errors] = numbers;
    let counted =
        [(errors, count(errors, "error")), (warnings, count(warnings, "warning")), (info, format!("{info} info"))];
    let counted = counted.into_iter().filter(|(number, _)| *number > 0).map(|(_, text)| text);
    counted.collect::<Vec<_>>().join(", ")
}
