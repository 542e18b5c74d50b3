//! A rule's page.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use lapidary::{Rule, internal::RulePage};
use serde::Serialize;

use crate::{
    args::{Format, OutputArgs},
    catalogue::Row,
    terminal::output::{self, BOLD, DIM, styled},
};

#[derive(Serialize)]
struct Explanation {
    #[serde(flatten)]
    rule: RulePage,
    rows: Vec<Row>,
}

pub(super) fn print(rule: &'static Rule, output: &OutputArgs) -> io::Result<()> {
    let rows = rows(rule.evidence)?;
    if output.format() == Format::Pretty {
        output::people().write_all(page(rule, &rows).as_bytes())
    } else {
        output::json(&Explanation { rule: RulePage::of(rule), rows }, output.indent)
    }
}

/// The rows of the catalogue that are cited, in the order of the citations.
pub(super) fn rows(cited: &[&str]) -> io::Result<Vec<Row>> {
    let mut rows = Row::recorded()?;
    rows.retain(|row| cited.contains(&row.id.as_str()));
    rows.sort_by_key(|row| cited.iter().position(|id| *id == row.id));
    Ok(rows)
}

fn page(rule: &'static Rule, rows: &[Row]) -> String {
    let severity = rule.severity.name();
    let mut text = format!("{}\n", styled(BOLD, &format!("{} {}", rule.code, rule.title)));
    text += &styled(DIM, &format!("{}; {severity} unless a finding says otherwise", rule.slug));
    text += &documentation(rule.docs().text);
    if !rule.evidence.is_empty() {
        section(&mut text, "Evidence", &evidence(rule.evidence, rows));
    }
    section(&mut text, "More", &RulePage::of(rule).docs);
    text
}

/// The documentation of a rule, formatted for a terminal: headings in bold, JSON below the name of its target.
fn documentation(markdown: &str) -> String {
    let mut text = "\n".to_owned();
    let mut is_json = false;
    for line in markdown.lines().skip(1) {
        match (line.strip_prefix("## "), line.strip_prefix("```")) {
            (Some(heading), _) => text += &styled(BOLD, heading),
            (_, Some("")) => is_json = false,
            (_, Some(language)) => {
                let target = language.trim_start_matches("json ");
                text +=
                    &styled(DIM, &if target == "source" { "  a schema".to_owned() } else { format!("  for {target}") });
                is_json = true;
            }
            _ if line.is_empty() => {}
            _ => text.extend([if is_json { "    " } else { "  " }, line]),
        }
        text.push('\n');
    }
    text.replace("\n\n\n", "\n\n")
}

pub(super) fn section(text: &mut String, title: &str, body: &str) {
    let _ = write!(text, "\n{}\n", styled(BOLD, title));
    for line in body.lines() {
        let _ = writeln!(text, "  {line}");
    }
}

pub(super) fn evidence(cited: &[&str], rows: &[Row]) -> String {
    cited.iter().fold(String::new(), |mut text, id| {
        let Some(row) = rows.iter().find(|row| row.id == *id) else {
            let _ = writeln!(text, "{id}");
            return text;
        };
        let _ = writeln!(text, "{} ({})", row.id, row.provenance());
        if let Some(said) = &row.text {
            let _ = writeln!(text, "  {said}");
        }
        let _ = writeln!(text, "  {}", row.sources.join("; "));
        text
    })
}
