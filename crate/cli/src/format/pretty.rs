//! Text for people: code frames, one page per document.

use std::io::{self, Write};

use lapidary::{Status, Summary, ToolReport};
use textwrap::core::display_width;

use super::printer::{PrintOptions, Printer};
use crate::{
    findings::{Checked, severities},
    survey::{Measured, emptied_place, growth},
    terminal::{
        columns::{truncated, wrapped},
        frame::Frames,
        output::{self, BAD, BOLD, DIM, GOOD, count, styled},
        visible::visible,
    },
};

/// The length to which tables truncate names, in characters.
const WIDEST: usize = 48;
/// How many objects that models leave empty are named.
const NAMED: usize = 3;

pub(super) struct Pretty {
    look: PrintOptions,
    /// A row for each document.
    rows: Vec<Row>,
}

/// What is printed about a document at the end.
struct Row {
    name: String,
    tools: String,
    verdict: String,
    counts: String,
    /// The verdict on all tools, if the document has several.
    sum: Option<String>,
    /// Whether some tool is incompatible.
    is_refused: bool,
}

impl Pretty {
    pub(super) fn new(look: PrintOptions) -> Pretty {
        Pretty { look, rows: Vec::new() }
    }
}

impl Printer for Pretty {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        self.rows.push(Row::of(&checked));
        output::people().write_all(page(&checked, &self.look).as_bytes())
    }

    /// Prints a line for each document, or the verdict on the tools of the only one, as the first output has scrolled
    /// away.
    fn end(&mut self, better: Option<&str>) -> io::Result<()> {
        let mut text = match &*self.rows {
            [] => return Ok(()),
            [Row { sum: None, .. }] => String::new(),
            [Row { sum: Some(sum), .. }] => format!("\n{sum}\n"),
            rows => overview(rows),
        };
        if !text.is_empty() && self.rows.iter().any(|row| row.is_refused) {
            text += &styled(DIM, &format!("`lapidary transform` writes declarations for {}.\n", self.look.target));
        }
        text.extend(better.map(|better| wrapped(better) + "\n"));
        output::people().write_all(text.as_bytes())
    }
}

impl Row {
    fn of(checked: &Checked) -> Row {
        let Summary { total_tools, incompatible, .. } = checked.report.summary;
        let verdict = if checked.is_unread() {
            styled(BAD, "cannot be read")
        } else if checked.report.is_compatible() {
            styled(GOOD, "compatible")
        } else {
            styled(BAD, &format!("{incompatible} incompatible"))
        };
        Row {
            name: truncated(&visible(&checked.name), WIDEST),
            tools: count(total_tools, "tool"),
            verdict,
            counts: severities(checked.findings().map(|(_, issue)| issue)),
            sum: (total_tools > 1).then(|| sum(checked)),
            is_refused: incompatible > 0,
        }
    }
}

/// A line for each document.
fn overview(rows: &[Row]) -> String {
    let width = |of: fn(&Row) -> &str| rows.iter().map(|row| display_width(of(row))).max().unwrap_or_default();
    let [name, tools, verdict] = [width(|row| &row.name), width(|row| &row.tools), width(|row| &row.verdict)];
    let mut text = format!("\n{}\n\n", styled(BOLD, &count(rows.len(), "document")));
    for row in rows {
        let pad = |text: &str, width: usize| format!("{text}{}", " ".repeat(width - display_width(text)));
        let [name, tools, verdict] = [pad(&row.name, name), pad(&row.tools, tools), pad(&row.verdict, verdict)];
        text += format!("  {name}  {tools}  {verdict}  {}", row.counts).trim_end();
        text.push('\n');
    }
    text
}

/// The output for one document: the verdict, a table of the tools if there are several, the findings.
fn page(checked: &Checked, look: &PrintOptions) -> String {
    let Checked { name, text, report, excused, survey, .. } = checked;
    let mut frames = Frames::new(name, text.as_deref(), look.verbose);
    if checked.is_unread() {
        return frames.draw(&report.issues);
    }
    let mut page = verdict_line(checked, look.target);
    if report.tools.len() > 1 {
        page += &table(&report.tools);
    }
    page += &frames.draw(&report.issues);
    for (tool, measured) in report.tools.iter().zip(&survey.checked) {
        let costs = costs(tool, measured, look.is_drop_in);
        if tool.issues.is_empty() && costs.is_empty() && tool.chosen.is_none() {
            continue;
        }
        if report.tools.len() > 1 || tool.chosen.is_some() {
            page += &heading(tool);
        }
        page += &frames.draw(&tool.issues);
        page += &costs;
    }
    if report.tools.iter().any(|tool| !tool.issues.is_empty()) {
        page += &styled(DIM, "`lapidary explain CODE` says more about a rule.\n");
    }
    if checked.is_perhaps_response() {
        page += "If the schema describes the model's response, of any type: `--role response`.\n";
    }
    if !excused.is_empty() {
        page += &styled(DIM, &format!("Not counted, as known or allowed: {}.\n", count(excused.len(), "finding")));
    }
    page
}

fn verdict_line(checked: &Checked, target: &str) -> String {
    let name = styled(BOLD, &visible(&checked.name));
    format!("{name} ({}) for {target}: {}\n\n", checked.report.read_as, sum(checked))
}

/// The verdict, and the number of findings of each severity.
fn sum(checked: &Checked) -> String {
    let Checked { report, .. } = checked;
    let Summary { total_tools, compatible, incompatible, .. } = report.summary;
    let verdict = match (total_tools, incompatible) {
        (_, 0) if report.is_compatible() => styled(GOOD, "compatible"),
        (0 | 1, _) => styled(BAD, "incompatible"),
        (_, incompatible) => styled(BAD, &format!("{incompatible} of {} incompatible", count(total_tools, "tool"))),
    };
    let issues = severities(checked.findings().map(|(_, issue)| issue));
    let issues = if issues.is_empty() { issues } else { format!(": {issues}") };
    let all = if compatible > 1 && incompatible == 0 { format!("{total_tools} tools ") } else { String::new() };
    format!("{all}{verdict}{issues}")
}

/// A line for each tool.
fn table(tools: &[ToolReport]) -> String {
    let shown = |tool: &ToolReport| truncated(&visible(title(tool)), WIDEST);
    let width = tools.iter().map(|tool| display_width(&shown(tool))).max().unwrap_or_default();
    let mut text = String::new();
    for tool in tools {
        let (status, counts) = (status(tool), counts(tool));
        let gap = " ".repeat("incompatible".len().saturating_sub(word(tool.status).len()));
        let name = shown(tool);
        let pad = " ".repeat(width - display_width(&name));
        text += format!("  {name}{pad}  {status}{gap}  {counts}").trim_end();
        text.push('\n');
    }
    text + "\n"
}

/// What the declaration costs beside its findings: objects that models send empty, and its size.
fn costs(tool: &ToolReport, measured: &Measured, is_drop_in: bool) -> String {
    let named = || tool.emptied.iter().take(NAMED).map(emptied_place).collect::<Vec<_>>().join(", ");
    let (emptied, their) = match tool.emptied.len() {
        0 => (None, ""),
        1 => (Some(format!("models leave {} empty, as its declaration names no properties", named())), "its"),
        all => {
            let more = if all > NAMED { format!(" and {} more", all - NAMED) } else { String::new() };
            let which = format!("{}{more}", named());
            (
                Some(format!("models leave {all} objects empty, as their declarations name no properties: {which}")),
                "their",
            )
        }
    };
    let way = if is_drop_in { format!("; `--mode round-trip` declares {their} entries") } else { String::new() };
    let emptied = emptied.map(|text| text + &way);
    let said = emptied.into_iter().chain(growth(measured.tokens, "the schema"));
    let line = |cost: String| wrapped(&format!("{}: {}", styled(BOLD, "cost"), visible(&cost))) + "\n";
    let text: String = said.map(line).collect();
    if text.is_empty() { text } else { text + "\n" }
}

fn heading(tool: &ToolReport) -> String {
    let counts = counts(tool);
    let counts = if counts.is_empty() { counts } else { format!(": {counts}") };
    let chosen = tool.chosen.as_ref();
    let chosen = chosen.map_or_else(String::new, |why| format!("  for {}: {}\n", tool.target, visible(why)));
    format!("{} is {}{counts}\n{chosen}\n", styled(BOLD, &visible(title(tool))), status(tool))
}

/// The numbers of findings, and of objects that models send empty.
fn counts(tool: &ToolReport) -> String {
    let emptied = tool.emptied.len();
    let emptied = if emptied > 0 { format!("{} left empty", count(emptied, "object")) } else { String::new() };
    [severities(tool.issues.iter()), emptied].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
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
