//! `lapidary explain CODE`.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use lapidary::{Options, Rule, catalogue::CATALOGUE, pages::RulePage};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    Verdict,
    args::{ExplainArgs, Format},
    output::{self, BOLD, DIM, styled},
};

/// What is told of a row of the error catalogue.
#[derive(Deserialize, Serialize)]
struct Row {
    id: String,
    text: Option<String>,
    surface: String,
    first_seen: Option<String>,
    still_true: String,
    sources: Vec<String>,
    #[serde(skip_serializing)]
    minimal_kind: String,
    #[serde(skip_serializing)]
    minimal_schema: Box<RawValue>,
}

#[derive(Serialize)]
struct Example {
    before: Box<RawValue>,
    after: Box<RawValue>,
}

#[derive(Serialize)]
struct Explanation {
    #[serde(flatten)]
    rule: RulePage,
    rows: Vec<Row>,
    example: Option<Example>,
}

pub(crate) fn run(args: &ExplainArgs) -> io::Result<Verdict> {
    let rule = args.rule;
    let rows = rows(rule)?;
    let example = rows.iter().find_map(|row| Example::of(rule, row));
    if args.output.format() == Format::Pretty {
        output::people().write_all(page(rule, &rows, example.as_ref()).as_bytes())?;
    } else {
        output::json(&Explanation { rule: RulePage::of(rule), rows, example }, args.output.indent)?;
    }
    Ok(Verdict::Compatible)
}

/// The rows that the rule cites, in its order.
fn rows(rule: &Rule) -> io::Result<Vec<Row>> {
    let mut rows: Vec<Row> = serde_json::from_str(CATALOGUE)?;
    rows.retain(|row| rule.evidence.contains(&row.id.as_str()));
    rows.sort_by_key(|row| rule.evidence.iter().position(|id| *id == row.id));
    Ok(rows)
}

impl Example {
    /// The smallest schema that the row knows, if the rule is what mends it.
    fn of(rule: &Rule, row: &Row) -> Option<Example> {
        if row.minimal_kind != "parameters" {
            return None;
        }
        let tool = format!(r#"{{"name":"example","inputSchema":{}}}"#, row.minimal_schema.get());
        let transformed = lapidary::transform(&tool, &Options::default());
        let report = transformed.tools.into_iter().next()?.report;
        if !report.transforms_applied.contains(&rule.code) {
            return None;
        }
        Some(Example { before: report.original_schema?, after: report.transformed_schema? })
    }
}

fn page(rule: &'static Rule, rows: &[Row], example: Option<&Example>) -> String {
    let severity = format!("{:?}", rule.severity).to_lowercase();
    let priority = format!("{:?}", rule.priority).to_lowercase();
    let mut text = format!("{}\n", styled(BOLD, &format!("{} {}", rule.code, rule.title)));
    text += &styled(DIM, &format!("{}; {severity} unless a finding says otherwise; priority: {priority}", rule.slug));
    let _ = write!(text, "\n\n{}\n", rule.summary);
    section(&mut text, "Why", rule.why);
    section(&mut text, "What changes", rule.change);
    if let Some(Example { before, after }) = example {
        section(&mut text, "Example", &format!("{}\nbecomes\n{}", before.get(), after.get()));
    }
    if !rule.evidence.is_empty() {
        section(&mut text, "Evidence", &evidence(rule, rows));
    }
    section(&mut text, "More", &RulePage::of(rule).docs);
    text
}

fn section(text: &mut String, title: &str, body: &str) {
    let _ = write!(text, "\n{}\n", styled(BOLD, title));
    for line in body.lines() {
        let _ = writeln!(text, "  {line}");
    }
}

fn evidence(rule: &Rule, rows: &[Row]) -> String {
    rule.evidence.iter().fold(String::new(), |mut text, id| {
        let Some(row) = rows.iter().find(|row| row.id == *id) else {
            let _ = writeln!(text, "{id}");
            return text;
        };
        let seen = row.first_seen.as_deref().map_or_else(String::new, |date| format!(", first seen {date}"));
        let _ = writeln!(text, "{id} ({}{seen}, still true: {})", row.surface, row.still_true);
        if let Some(said) = &row.text {
            let _ = writeln!(text, "  {said}");
        }
        let _ = writeln!(text, "  {}", row.sources.join("; "));
        text
    })
}
