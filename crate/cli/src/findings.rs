//! What was found in a document, and which of it counts.

use lapidary::{Issue, Report, Severity, Status};

use crate::{output::count, verdict::Verdict};

/// A document that was checked.
pub(crate) struct Checked {
    /// The name under which it is spoken of.
    pub(crate) name: String,
    /// Whether that is the path of a file.
    pub(crate) is_file: bool,
    /// What was read, if it could be.
    pub(crate) text: Option<String>,
    /// What counts.
    pub(crate) report: Report,
    /// What does not.
    pub(crate) excused: Vec<Excused>,
}

/// A finding that fails nothing.
pub(crate) struct Excused {
    /// The name of its tool; empty for the document.
    pub(crate) tool: String,
    pub(crate) issue: Issue,
    pub(crate) excuse: Excuse,
}

/// Why a finding fails nothing.
pub(crate) enum Excuse {
    /// The baseline has it.
    Known,
    /// It is allowed, for this reason.
    Allowed(String),
}

impl Checked {
    /// Whether it could not be read at all.
    pub(crate) fn is_unread(&self) -> bool {
        self.report.read_as.is_empty()
    }

    /// The findings that count, each with its tool; those of the document, under an empty name, come first.
    pub(crate) fn findings(&self) -> impl Iterator<Item = (&str, &Issue)> {
        let of_document = self.report.issues.iter().map(|issue| ("", issue));
        let of_tools = self.report.tools.iter().flat_map(|tool| tool.issues.iter().map(|issue| (&*tool.name, issue)));
        of_document.chain(of_tools)
    }

    /// The verdict, where findings fail from some severity on; none does without one.
    pub(crate) fn verdict(&self, fails: Option<Severity>) -> Verdict {
        if self.is_unread() {
            return Verdict::Unreadable;
        }
        let fails = |severity: Severity| fails.is_some_and(|from| severity >= from);
        Verdict::of(!self.findings().any(|(_, issue)| fails(issue.severity)))
    }
}

/// Whether a limit of the call keeps something from being made fit, which is read all the same.
pub(crate) fn is_limit(issue: &Issue) -> bool {
    issue.code == "limit"
}

/// Takes the findings out of a report that have an excuse.
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
        let is_refused = tool.issues.iter().any(|issue| issue.severity == Severity::Error);
        tool.status = if is_refused { Status::Incompatible } else { Status::Compatible };
    }
    (Report::new(read_as, tools, issues), excused)
}

/// "2 errors, 1 warning, 3 info"; empty for none.
pub(crate) fn severities<'i>(issues: impl Iterator<Item = &'i Issue>) -> String {
    let mut numbers = [0; 3];
    for issue in issues {
        numbers[issue.severity as usize] += 1;
    }
    let [info, warnings, errors] = numbers;
    let counted =
        [(errors, count(errors, "error")), (warnings, count(warnings, "warning")), (info, format!("{info} info"))];
    let counted = counted.into_iter().filter(|(number, _)| *number > 0).map(|(_, text)| text);
    counted.collect::<Vec<_>>().join(", ")
}
