//! The table in Markdown, for a README or a comment.

use std::fmt::Write as _;

use super::data::{Row, Survey};
use crate::{
    format::markdown::text::{cell, code, prose},
    survey::{Outcome, separated},
};

pub(super) fn page(survey: &Survey, with_files: bool) -> String {
    let mut text = format!("{}.\n\n", survey.sum());
    let ids: Vec<String> = survey.targets.iter().map(|line| code(line.target)).collect();
    let files = if with_files { "document | " } else { "" };
    let columns = usize::from(with_files) + 5 + ids.len();
    let _ = writeln!(text, "| {files}tool | verdict | errors | warnings | tokens | {} |", ids.join(" | "));
    let _ = writeln!(text, "|{}", "---|".repeat(columns));
    for row in &survey.tools {
        let file = if with_files { format!("{} | ", cell(&code(&row.file))) } else { String::new() };
        let signs: Vec<&str> = row.targets.iter().map(|other| other.measured.outcome.sign()).collect();
        let Row { measured, .. } = row;
        let _ = writeln!(
            text,
            "| {file}{} | {} {} | {} | {} | {} | {} |",
            cell(&code(row.title())),
            measured.outcome.sign(),
            cell(&prose(&row.verdict())),
            measured.errors,
            measured.warnings,
            measured.tokens,
            signs.join(" | "),
        );
    }
    let explained = Outcome::ALL.map(|outcome| format!("{} {}", outcome.sign(), outcome.words()));
    let _ = writeln!(text, "\n{}.", explained.join(", "));
    if !survey.rules.is_empty() {
        text += "\n| rule | title | worst | tools | findings |\n|---|---|---|---|---|\n";
    }
    for rule in &survey.rules {
        let [tools, findings] = [rule.tools, rule.findings].map(separated);
        let title = cell(&prose(rule.title));
        let _ = writeln!(text, "| {} | {title} | {} | {tools} | {findings} |", rule.code, rule.severity.name());
    }
    if !survey.issues.is_empty() {
        text += "\n| document | finding |\n|---|---|\n";
    }
    for of in &survey.issues {
        let _ = writeln!(text, "| {} | {} |", cell(&code(&of.file)), cell(&prose(&of.issue.message)));
    }
    if let Some(better) = &survey.better {
        let _ = writeln!(text, "\n{better}");
    }
    text
}
