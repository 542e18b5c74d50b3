//! `lapidary rules` and `lapidary targets`.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use lapidary::{
    RULES, Severity, TARGETS,
    internal::{rule_pages, target_pages},
};
use serde::Serialize;

use crate::{
    Verdict,
    args::{Format, ListArgs},
    output::{self, BAD, BOLD, DIM, styled},
};

pub(crate) fn rules(args: &ListArgs) -> io::Result<Verdict> {
    print(args, rule_pages(), || {
        let width = RULES.iter().map(|rule| rule.title.len()).max().unwrap_or_default();
        RULES.iter().fold(String::new(), |mut text, rule| {
            let code = styled(if rule.severity == Severity::Error { BAD } else { BOLD }, rule.code);
            let _ = writeln!(text, "{code}  {:width$}  {}", rule.title, styled(DIM, rule.docs().summary));
            text
        })
    })
}

pub(crate) fn targets(args: &ListArgs) -> io::Result<Verdict> {
    print(args, target_pages(), || {
        let width = TARGETS.iter().map(|target| target.id.len()).max().unwrap_or_default();
        TARGETS.iter().fold(String::new(), |mut text, target| {
            let id = styled(BOLD, &format!("{:width$}", target.id));
            let _ = writeln!(text, "{id}  {}  {}", target.dated, target.summary);
            text
        })
    })
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
