//! `lapidary rules` and `lapidary targets`.

use std::io::{self, Write};

use anstyle::Style;

use lapidary::{
    RULES, Severity, TARGETS,
    internal::{rule_pages, target_pages},
};
use serde::Serialize;
use textwrap::core::display_width;

use crate::{
    args::{Format, ListArgs},
    terminal::{
        columns,
        output::{self, BAD, BOLD, DIM, styled},
    },
    verdict::Verdict,
};

/// The separator of an item and its description.
const GAP: &str = "  ";
/// The least width of a description beside its item, in characters.
const LEAST: usize = 40;

pub(crate) fn rules(args: &ListArgs) -> io::Result<Verdict> {
    print(args, rule_pages(), || {
        let width = RULES.iter().map(|rule| rule.title.len()).max().unwrap_or_default();
        RULES.iter().fold(String::new(), |text, rule| {
            let code = styled(if rule.severity == Severity::Error { BAD } else { BOLD }, rule.code);
            text + &entry(&format!("{code}  {:width$}", rule.title), DIM, rule.docs().summary)
        })
    })
}

pub(crate) fn targets(args: &ListArgs) -> io::Result<Verdict> {
    print(args, target_pages(), || {
        let width = TARGETS.iter().map(|target| target.id.len()).max().unwrap_or_default();
        TARGETS.iter().fold(String::new(), |text, target| {
            let id = styled(BOLD, &format!("{:width$}", target.id));
            text + &entry(&format!("{id}  {}", target.dated), Style::new(), target.summary)
        })
    })
}

/// An item and its description: beside it, wrapped to the terminal, or below it if the terminal is too narrow.
fn entry(listed: &str, style: Style, about: &str) -> String {
    let Some(columns) = columns::width() else { return format!("{listed}  {}\n", styled(style, about)) };
    let beside = display_width(listed) + GAP.len();
    let (listed, gap, indent) = match columns.checked_sub(beside) {
        Some(room) if room >= LEAST => (listed, GAP, beside),
        _ => (listed.trim_end(), "\n    ", 4),
    };
    let lines = textwrap::wrap(about, columns.saturating_sub(indent).max(LEAST));
    format!("{listed}{gap}{}\n", styled(style, &lines.join(&format!("\n{:indent$}", ""))))
}

fn print<T: Serialize>(args: &ListArgs, pages: Vec<T>, table: impl Fn() -> String) -> io::Result<Verdict> {
    match args.output.format() {
        Format::Pretty => output::people().write_all(table().as_bytes())?,
        Format::Json => output::json(&pages, args.output.indent)?,
        Format::Jsonl => {
            for page in pages {
                output::json(&page, None)?;
            }
        }
    }
    Ok(Verdict::Compatible)
}
