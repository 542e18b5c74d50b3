//! `lapidary check`.

use std::{
    io::{self, Write},
    time::SystemTime,
};

use lapidary::{Issue, Options, PositionEncoding, Report, Status, Summary, ToolReport, transform};
use serde::Serialize;

use crate::{
    Verdict,
    args::{CheckArgs, Format},
    frame::Frames,
    input::{Document, documents},
    output::{self, BAD, BOLD, DIM, GOOD, count, styled, visible},
};

/// Longest name of a tool that the table shows, in characters.
const WIDEST: usize = 48;

pub(crate) fn run(args: &CheckArgs) -> io::Result<Verdict> {
    match args.document.output.format() {
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

fn json(args: &CheckArgs) -> io::Result<Verdict> {
    let mut reports: Vec<FileReport> = file_reports(args).collect();
    let verdict = gravest(reports.iter().map(|file| verdict(&file.report)));
    match reports.pop() {
        Some(only) if reports.is_empty() => output::json(&only.report, args.document.output.indent)?,
        last => {
            reports.extend(last);
            output::json(&reports, args.document.output.indent)?;
        }
    }
    Ok(verdict)
}

fn json_lines(args: &CheckArgs) -> io::Result<Verdict> {
    let mut gravest = Verdict::Compatible;
    for report in file_reports(args) {
        gravest = gravest.max(verdict(&report.report));
        output::json(&report, None)?;
    }
    Ok(gravest)
}

fn file_reports(args: &CheckArgs) -> impl Iterator<Item = FileReport> {
    let (options, output) = (args.document.options(PositionEncoding::default()), args.output());
    documents(&args.document.source).map(move |Document { name, text }| {
        let mut report =
            text.map_or_else(|issue| unread(*issue), |text| transform(&text, &options, &output).into_report());
        report.summary.timestamp = Some(humantime::format_rfc3339_seconds(SystemTime::now()).to_string());
        FileReport { file: name, report }
    })
}

fn pretty(args: &CheckArgs) -> io::Result<Verdict> {
    let (options, output) = (args.document.options(PositionEncoding::Utf8), args.output());
    let mut gravest = Verdict::Compatible;
    let mut out = output::people();
    for Document { name, text } in documents(&args.document.source) {
        let (text, report) = match text {
            Ok(text) => {
                let report = transform(&text, &options, &output).into_report();
                (Some(text), report)
            }
            Err(issue) => (None, unread(*issue)),
        };
        gravest = gravest.max(verdict(&report));
        out.write_all(page(&name, text.as_deref(), &report, args, &options).as_bytes())?;
    }
    Ok(gravest)
}

/// What people read of one document: the verdict, a table of the tools if there are several, the findings.
fn page(name: &str, text: Option<&str>, report: &Report, args: &CheckArgs, options: &Options) -> String {
    let mut frames = Frames::new(name, text, args.verbose);
    if report.read_as.is_empty() {
        return frames.draw(&report.issues);
    }
    let mut page = verdict_line(name, report, options.target.id);
    if report.tools.len() > 1 {
        page += &table(&report.tools);
    }
    page += &frames.draw(&report.issues);
    for tool in report.tools.iter().filter(|tool| !tool.issues.is_empty()) {
        if report.tools.len() > 1 || tool.chosen.is_some() {
            page += &heading(tool);
        }
        page += &frames.draw(&tool.issues);
    }
    if report.tools.iter().any(|tool| !tool.issues.is_empty()) {
        page += &styled(DIM, "`lapidary explain CODE` says more about a rule.\n");
    }
    page
}

fn verdict_line(name: &str, report: &Report, target: &str) -> String {
    let Summary { total_tools, compatible, incompatible, .. } = report.summary;
    let verdict = match (total_tools, incompatible) {
        (_, 0) if report.is_compatible() => styled(GOOD, "compatible"),
        (0 | 1, _) => styled(BAD, "incompatible"),
        (_, incompatible) => styled(BAD, &format!("{incompatible} of {} incompatible", count(total_tools, "tool"))),
    };
    let issues = severities(report.issues.iter().chain(report.tools.iter().flat_map(|tool| &tool.issues)));
    let issues = if issues.is_empty() { issues } else { format!(": {issues}") };
    let all = if compatible > 1 && incompatible == 0 { format!("{total_tools} tools ") } else { String::new() };
    let name = styled(BOLD, &visible(name));
    format!("{name} ({}) for {target}: {all}{verdict}{issues}\n\n", report.read_as)
}

/// A line for each tool.
fn table(tools: &[ToolReport]) -> String {
    let shown = |tool: &ToolReport| visible(title(tool)).chars().take(WIDEST).collect::<String>();
    let width = tools.iter().map(|tool| shown(tool).chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for tool in tools {
        let (status, counts) = (status(tool), severities(tool.issues.iter()));
        let gap = " ".repeat("incompatible".len().saturating_sub(word(tool.status).len()));
        text += format!("  {:width$}  {status}{gap}  {counts}", shown(tool)).trim_end();
        text.push('\n');
    }
    text + "\n"
}

fn heading(tool: &ToolReport) -> String {
    let counts = severities(tool.issues.iter());
    let counts = if counts.is_empty() { counts } else { format!(": {counts}") };
    let chosen = tool.chosen.as_ref();
    let chosen = chosen.map_or_else(String::new, |why| format!("  for {}: {why}\n", tool.target));
    format!("{} is {}{counts}\n{chosen}\n", styled(BOLD, &visible(title(tool))), status(tool))
}

fn title(tool: &ToolReport) -> &str {
    if tool.name.is_empty() { "schema" } else { &tool.name }
}

fn status(tool: &ToolReport) -> String {
    styled(if tool.status == Status::Compatible { GOOD } else { BAD }, word(tool.status))
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Compatible => "compatible",
        Status::Incompatible => "incompatible",
    }
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

/// The report of a document that could not be read.
fn unread(issue: Issue) -> Report {
    Report::new(String::new(), Vec::new(), vec![issue])
}

fn verdict(report: &Report) -> Verdict {
    if report.read_as.is_empty() { Verdict::Unreadable } else { Verdict::of(report.is_compatible()) }
}

fn gravest(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    verdicts.max().unwrap_or(Verdict::Compatible)
}
