//! SARIF 2.1.0, which code scanning reads.

use std::{fmt::Write as _, io};

use lapidary::{Issue, IssueCode, RULES, Rule, Severity, VERSION, internal::RulePage};
use serde::Serialize;

use super::printer::{PrintOptions, Printer};
use crate::{
    findings::{Checked, Excuse},
    terminal::{output, visible::visible},
};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
const HOME: &str = env!("CARGO_PKG_REPOSITORY");

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    column_kind: &'static str,
    results: &'a [Outcome],
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    information_uri: &'static str,
    rules: Vec<Descriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    name: &'static str,
    short_description: Text,
    full_description: Text,
    help_uri: String,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Text,
    locations: [Location; 1],
    partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    suppressions: Vec<Suppression>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    char_offset: u32,
    char_length: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical {
    name: String,
    fully_qualified_name: String,
    kind: &'static str,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "lapidary/v1")]
    place: String,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    justification: String,
}

pub(super) struct Sarif {
    look: PrintOptions,
    results: Vec<Outcome>,
}

impl Sarif {
    pub(super) fn new(look: PrintOptions) -> Sarif {
        Sarif { look, results: Vec::new() }
    }
}

impl Printer for Sarif {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        self.results.extend(
            checked.findings().map(|(tool, issue)| outcome(&checked, tool, issue, None, self.look.has_baseline)),
        );
        let excused = checked.excused.iter();
        self.results.extend(
            excused.map(|one| outcome(&checked, &one.tool, &one.issue, Some(&one.excuse), self.look.has_baseline)),
        );
        Ok(())
    }

    fn end(&mut self, _better: Option<&str>) -> io::Result<()> {
        let driver = Driver {
            name: "Lapidary",
            semantic_version: VERSION,
            information_uri: HOME,
            rules: RULES.iter().map(|rule| descriptor(rule)).collect(),
        };
        let run = Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", results: &self.results };
        output::json(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] }, self.look.indent)
    }
}

fn descriptor(rule: &'static Rule) -> Descriptor {
    let page = RulePage::of(rule);
    Descriptor {
        id: rule.code,
        name: rule.slug,
        short_description: Text { text: rule.title.to_owned() },
        full_description: Text { text: page.summary.to_owned() },
        help_uri: page.docs,
        default_configuration: Configuration { level: level(rule.severity) },
    }
}

fn outcome(checked: &Checked, tool: &str, issue: &Issue, excuse: Option<&Excuse>, has_baseline: bool) -> Outcome {
    let fix = issue.fix.as_ref().map_or_else(String::new, |fix| format!("; fix: {fix}"));
    let help = if issue.help.is_empty() { String::new() } else { format!("; {}", issue.help) };
    let rule_index = match issue.code {
        IssueCode::Rule(code) => RULES.iter().position(|rule| rule.code == code),
        IssueCode::Other(_) => None,
    };
    let region = Region {
        start_line: issue.line.max(1),
        start_column: issue.column.max(1),
        char_offset: issue.span.start,
        char_length: issue.span.end - issue.span.start,
    };
    let logical =
        Logical { name: tool.to_owned(), fully_qualified_name: format!("{tool} {}", issue.path), kind: "function" };
    let state = if matches!(excuse, Some(Excuse::Known)) { "unchanged" } else { "new" };
    let justification = match excuse {
        Some(Excuse::Allowed(reason)) => Some(reason.clone()),
        Some(Excuse::Known) | None => None,
    };
    Outcome {
        rule_id: issue.code.as_str(),
        rule_index,
        level: level(issue.severity),
        message: Text { text: visible(&format!("{}{fix}{help}", issue.message)).into_owned() },
        locations: [Location {
            physical_location: Physical { artifact_location: Artifact { uri: uri(&checked.name) }, region },
            logical_locations: if tool.is_empty() { Vec::new() } else { vec![logical] },
        }],
        partial_fingerprints: Fingerprints { place: format!("{} {tool} {}", issue.code, issue.path) },
        baseline_state: has_baseline.then_some(state),
        suppressions: justification
            .map(|justification| Suppression { kind: "external", justification })
            .into_iter()
            .collect(),
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// A path or a name as a URI reference; a relative path is relative to the repository.
fn uri(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    for byte in name.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => uri.push(byte.into()),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    if name.starts_with('/') { format!("file://{uri}") } else { uri }
}
