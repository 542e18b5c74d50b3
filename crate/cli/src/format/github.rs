//! Commands of GitHub Actions that annotate lines of files.

use std::io::{self, Write};

use lapidary::{Issue, Severity, internal::grouped};

use super::printer::{PrintOptions, Printer};
use crate::{
    findings::{Checked, severities},
    terminal::{output, visible::logged},
};

pub(super) struct Github {
    look: PrintOptions,
}

impl Github {
    pub(super) fn new(look: PrintOptions) -> Github {
        Github { look }
    }

    fn annotation(&self, checked: &Checked, tool: &str, issue: &Issue) -> Option<String> {
        let level = match issue.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info if self.look.verbose || self.look.fails == Some(Severity::Info) => "notice",
            Severity::Info => return None,
        };
        // Only a file can be annotated: a server's list and standard input are not in the repository.
        let (place, source) = if checked.is_file {
            let file = property(&logged(&checked.name));
            (format!("file={file},line={},col={},", issue.line, issue.column), String::new())
        } else {
            (String::new(), format!(" ({})", checked.name))
        };
        let of = if tool.is_empty() { String::new() } else { format!(" in {tool}") };
        let pattern = if issue.code == issue.pattern { String::new() } else { format!(" {}", issue.pattern) };
        let title = property(&logged(&format!("{}{pattern}{of}{source}", issue.code)));
        let fix = issue.fix.as_ref().map_or_else(String::new, |fix| format!("\nfix: {fix}"));
        let help = if issue.help.is_empty() { String::new() } else { format!("\nhelp: {}", issue.help) };
        let says: Vec<_> =
            format!("{}{fix}{help}", issue.message).lines().map(|line| logged(line).into_owned()).collect();
        Some(format!("::{level} {place}title={title}::{}\n", data(&says.join("\n"))))
    }
}

impl Printer for Github {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        let mut text = String::new();
        let tools = checked.report.tools.iter().map(|tool| (&*tool.name, &tool.issues));
        for (tool, issues) in std::iter::once(("", &checked.report.issues)).chain(tools) {
            // Equal findings share one annotation, as a step shows only ten of each level.
            for group in grouped(issues) {
                text.extend(self.annotation(&checked, tool, group[0]));
            }
        }
        let counts = severities(checked.findings().map(|(_, issue)| issue));
        let counts = if counts.is_empty() { "nothing found".to_owned() } else { counts };
        let mut out = output::data();
        writeln!(out, "{text}{}: {counts}", logged(&checked.name))?;
        out.flush()
    }
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
