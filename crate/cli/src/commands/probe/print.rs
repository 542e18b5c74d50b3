//! Output of the results.

use std::{
    io::{self, Write},
    time::SystemTime,
};

use serde::Serialize;

use super::{
    api::Response,
    verdict::{Finding, Update, Verdict},
};
use crate::{
    args::{Format, ProbeArgs},
    catalogue::Row,
    terminal::{
        output::{self, BAD, DIM, GOOD, count, styled},
        visible::visible,
    },
};

/// The result for a row, as JSON.
#[derive(Serialize)]
struct Line {
    id: String,
    verdict: Verdict,
    asked: &'static str,
    /// The error message of the API, or why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// The members of the row that change; `None` if it is as recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    update: Option<Updated>,
}

#[derive(Serialize)]
struct Updated {
    #[serde(flatten)]
    members: Update,
    sources: Vec<String>,
}

pub(super) struct Printer {
    format: Format,
    indent: Option<u8>,
    source: String,
    model: String,
    lines: Vec<Line>,
    verdicts: Vec<Verdict>,
    passed_over: usize,
    left_over: usize,
}

impl Printer {
    pub(super) fn new(args: &ProbeArgs, model: String) -> Printer {
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let date = now.split('T').next().unwrap_or_default();
        Printer {
            format: args.output.format(),
            indent: args.output.indent,
            source: format!("lapidary probe, Gemini API v1beta, {model}, {date}"),
            model,
            lines: Vec::new(),
            verdicts: Vec::new(),
            passed_over: 0,
            left_over: 0,
        }
    }

    /// Counts a row that does not concern the API.
    pub(super) fn passed_over(&mut self) {
        self.passed_over += 1;
    }

    /// Counts a row for which no request is left.
    pub(super) fn left_over(&mut self) {
        self.left_over += 1;
    }

    /// Whether no request was left for any row.
    pub(super) fn is_all_left_over(&self) -> bool {
        self.left_over > 0 && self.verdicts.is_empty()
    }

    pub(super) fn print(&mut self, row: &Row, finding: &Finding) -> io::Result<()> {
        self.verdicts.push(finding.verdict);
        match self.format {
            Format::Pretty => output::people().write_all(line(row, finding).as_bytes()),
            Format::Json => {
                self.lines.push(self.line(row, finding));
                Ok(())
            }
            Format::Jsonl => output::json(&self.line(row, finding), None),
        }
    }

    fn line(&self, row: &Row, finding: &Finding) -> Line {
        let updated = |members: &Update| {
            let sources = row.sources.iter().chain([&self.source]).cloned().collect();
            Updated { members: members.clone(), sources }
        };
        Line {
            id: row.id.clone(),
            verdict: finding.verdict,
            asked: finding.answer.method,
            said: said(finding).map(str::to_owned),
            update: finding.update().map(updated),
        }
    }

    pub(super) fn end(self, sent: u32) -> io::Result<()> {
        if self.format == Format::Json {
            output::json(&self.lines, self.indent)?;
        }
        let of = |verdict: Verdict| {
            let number = self.verdicts.iter().filter(|one| **one == verdict).count();
            (number > 0).then(|| format!("{number} {}", verdict.words()))
        };
        let kinds = [Verdict::StillTrue, Verdict::NoLonger, Verdict::Differs, Verdict::NoAnswer];
        let kinds: Vec<String> = kinds.into_iter().filter_map(of).collect();
        let (asked, sent) = (count(self.verdicts.len(), "row"), count(sent as usize, "request"));
        let mut lines = vec![format!("{asked}, {sent} to {}: {}", self.model, kinds.join(", "))];
        if self.left_over > 0 {
            lines.push(format!("{} skipped: --limit is reached", count(self.left_over, "row")));
        }
        if self.passed_over > 0 {
            let rows = count(self.passed_over, "row");
            lines.push(format!("{rows} skipped: about other APIs or clients, or too long to be recorded"));
        }
        output::print_error(&lines.join("\n"))
    }
}

/// The result for a row, as text.
fn line(row: &Row, finding: &Finding) -> String {
    let style = if finding.is_news() { BAD } else { GOOD };
    let mut line = vec![styled(style, &format!("{:10}", finding.verdict.words())), visible(&row.id).into_owned()];
    if finding.is_news() {
        line.push(styled(DIM, &visible(&format!("recorded: {}", row.still_true))));
    }
    let mut lines = vec![line.join("  ")];
    if finding.is_news() || finding.verdict == Verdict::NoAnswer {
        let answer = said(finding).unwrap_or("accepted");
        lines.extend(
            format!("{}: {answer}", finding.answer.method).lines().map(|line| format!("{:12}{}", "", visible(line))),
        );
    }
    lines.join("\n") + "\n"
}

fn said(finding: &Finding) -> Option<&str> {
    match &finding.answer.said {
        Response::Taken => None,
        Response::Refused(text) | Response::Nothing(text) => Some(text),
    }
}
