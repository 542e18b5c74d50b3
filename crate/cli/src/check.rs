//! `lapidary check`.

use std::{
    io::{self, Write},
    time::SystemTime,
};

use lapidary::{
    Issue, Options, PositionEncoding, Report, Severity, Status,
    report::{Summary, ToolReport},
};
use serde::Serialize;

use crate::{
    Verdict,
    args::{DocumentArgs, Format},
    frame::Frames,
    input::{Document, documents},
    output::{self, BAD, BOLD, GOOD, count, styled, visible},
    whole,
};

pub(crate) fn run(args: &DocumentArgs) -> io::Result<Verdict> {
    match args.output.format() {
        Format::Pretty => pretty(args),
        Format::Json => json(args),
        Format::Jsonl => json_lines(args),
    }
}

/// A report with the file that it is about, where there are several.
#[derive(Serialize)]
struct FileReport {
    file: String,
    #[serde(flatten)]
    report: Report,
}

fn json(args: &DocumentArgs) -> io::Result<Verdict> {
    let mut reports: Vec<FileReport> = file_reports(args).collect();
    let verdict = gravest(reports.iter().map(|file| verdict(&file.report)));
    match reports.pop() {
        Some(only) if reports.is_empty() => output::json(&only.report, args.output.indent)?,
        last => {
            reports.extend(last);
            output::json(&reports, args.output.indent)?;
        }
    }
    Ok(verdict)
}

fn json_lines(args: &DocumentArgs) -> io::Result<Verdict> {
    let mut gravest = Verdict::Compatible;
    for report in file_reports(args) {
        gravest = gravest.max(verdict(&report.report));
        output::json(&report, None)?;
    }
    Ok(gravest)
}

fn file_reports(args: &DocumentArgs) -> impl Iterator<Item = FileReport> {
    let options = args.options(PositionEncoding::default());
    documents(&args.files).map(move |Document { name, text }| {
        let mut report =
            text.map_or_else(|issue| unread(*issue), |text| whole::transform(&text, &options).into_report());
        report.summary.timestamp = Some(humantime::format_rfc3339_seconds(SystemTime::now()).to_string());
        FileReport { file: name, report }
    })
}

fn pretty(args: &DocumentArgs) -> io::Result<Verdict> {
    let options = args.options(PositionEncoding::Utf8);
    let mut gravest = Verdict::Compatible;
    let mut out = output::people();
    for Document { name, text } in documents(&args.files) {
        let (text, report) = match text {
            Ok(text) => {
                let report = whole::transform(&text, &options).into_report();
                (Some(text), report)
            }
            Err(issue) => (None, unread(*issue)),
        };
        gravest = gravest.max(verdict(&report));
        out.write_all(page(&name, text.as_deref(), &report, &options).as_bytes())?;
    }
    Ok(gravest)
}

/// What people read of one document.
fn page(name: &str, text: Option<&str>, report: &Report, options: &Options) -> String {
    let mut frames = Frames::new(name, text);
    if report.read_as.is_empty() {
        return frames.draw(&report.issues);
    }
    let target = options.target.id;
    let mut page = format!("{}: read as: {}; target: {target}\n\n", styled(BOLD, &visible(name)), report.read_as);
    page += &frames.draw(&report.issues);
    for tool in &report.tools {
        page += &heading(tool);
        page += &frames.draw(&tool.issues);
    }
    page += &totals(report);
    page
}

fn heading(tool: &ToolReport) -> String {
    let name = if tool.name.is_empty() { "schema".into() } else { visible(&tool.name) };
    let status = match tool.status {
        Status::Compatible => styled(GOOD, "compatible"),
        Status::Incompatible => styled(BAD, "incompatible"),
    };
    let counts = severities(tool.issues.iter());
    let counts = if counts.is_empty() { counts } else { format!(": {counts}") };
    let door = tool.chosen.as_ref().map_or_else(String::new, |why| format!("  = target: {}: {why}\n", tool.target));
    format!("{} {status}{counts}\n{door}\n", styled(BOLD, &name))
}

fn totals(report: &Report) -> String {
    let Summary { total_tools, compatible, incompatible, .. } = report.summary;
    let issues = severities(report.issues.iter().chain(report.tools.iter().flat_map(|tool| &tool.issues)));
    let issues = if issues.is_empty() { "no issues".to_owned() } else { issues };
    format!("{}: {compatible} compatible, {incompatible} incompatible; {issues}\n", count(total_tools, "tool"))
}

/// "2 errors, 1 warning"; empty for none.
pub(crate) fn severities<'i>(issues: impl Iterator<Item = &'i Issue>) -> String {
    let mut numbers = [0; 3];
    for issue in issues {
        numbers[issue.severity as usize] += 1;
    }
    let nouns = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "remark")];
    let counted = nouns.iter().map(|(severity, noun)| (numbers[*severity as usize], noun));
    counted.filter(|(number, _)| *number > 0).map(|(number, noun)| count(number, noun)).collect::<Vec<_>>().join(", ")
}

/// The report of a document that could not be read.
fn unread(issue: Issue) -> Report {
    let summary = Summary { total_tools: 0, compatible: 0, incompatible: 0, timestamp: None };
    Report { summary, read_as: String::new(), tools: Vec::new(), issues: vec![issue] }
}

fn verdict(report: &Report) -> Verdict {
    if report.read_as.is_empty() { Verdict::Unreadable } else { Verdict::of(report.is_compatible()) }
}

fn gravest(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    verdicts.max().unwrap_or(Verdict::Compatible)
}
