//! Tables for the summary of a job, or a comment.

pub(super) mod text;

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use lapidary::{Issue, Severity, Status, internal::grouped};

use super::printer::{PrintOptions, Printer};
use crate::{
    findings::{Checked, severities},
    terminal::output,
};
use text::{cell, code, prose};

/// How many places of one finding are listed.
const PLACES: usize = 3;

pub(super) struct Markdown {
    look: PrintOptions,
}

impl Markdown {
    pub(super) fn new(look: PrintOptions) -> Markdown {
        Markdown { look }
    }

    fn rows(&self, tool: &str, issues: &[Issue]) -> String {
        let mut rows = String::new();
        for group in grouped(issues) {
            let issue = group[0];
            let level = match issue.severity {
                Severity::Error => "**error**",
                Severity::Warning => "warning",
                Severity::Info if self.look.verbose => "info",
                Severity::Info => continue,
            };
            let places: Vec<String> =
                group.iter().take(PLACES).map(|issue| format!("{}:{}", issue.line, issue.column)).collect();
            let more = if group.len() > PLACES { format!(" and {} more", group.len() - PLACES) } else { String::new() };
            let [says, fix] = [&issue.message, issue.fix.as_deref().unwrap_or_default()].map(|text| cell(&prose(text)));
            let tool = cell(&code(tool));
            let _ =
                writeln!(rows, "| {level} | {} | {tool} | {}{more} | {says} | {fix} |", issue.code, places.join(", "));
        }
        rows
    }
}

impl Printer for Markdown {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        let report = &checked.report;
        let counts = severities(checked.findings().map(|(_, issue)| issue));
        let mut text = format!("## {} for {}\n\n", code(&checked.name), self.look.target);
        let refused = report.tools.iter().filter(|tool| tool.status == Status::Incompatible).count();
        let _ = match (checked.is_unread(), refused) {
            (true, _) => writeln!(text, "It cannot be read."),
            (false, 0) => writeln!(text, "{}: compatible.", output::count(report.tools.len(), "tool")),
            (false, _) => writeln!(text, "{refused} of {} incompatible.", output::count(report.tools.len(), "tool")),
        };
        if !counts.is_empty() {
            let _ = writeln!(text, "Found: {counts}.");
        }
        if !checked.excused.is_empty() {
            let _ = writeln!(text, "Not counted, as known or allowed: {}.", checked.excused.len());
        }
        let tools = report.tools.iter().map(|tool| (&*tool.name, &tool.issues));
        let all = std::iter::once(("", &report.issues)).chain(tools);
        let rows: String = all.map(|(tool, issues)| self.rows(tool, issues)).collect();
        if !rows.is_empty() {
            let _ = write!(text, "\n| | rule | tool | place | finding | fix |\n|---|---|---|---|---|---|\n{rows}");
        }
        let mut out = output::data();
        writeln!(out, "{text}")?;
        out.flush()
    }
}
