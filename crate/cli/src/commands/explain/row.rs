//! A row of the error catalogue, by its id.

use std::io::{self, Write};

use lapidary::{RULES, internal::RulePage};
use serde::Serialize;

use super::{errors::section_of, rule::section};
use crate::{
    args::{Format, OutputArgs},
    catalogue::Row,
    terminal::output::{self, BOLD, DIM, styled},
};

#[derive(Serialize)]
struct Explanation<'r> {
    rows: [&'r Row; 1],
    /// The rules that cite it.
    rules: Vec<RulePage>,
}

pub(super) fn print(row: &Row, output: &OutputArgs) -> io::Result<()> {
    let rules = RULES.iter().copied().filter(|rule| rule.evidence.contains(&row.id.as_str()));
    if output.format() != Format::Pretty {
        return output::json(&Explanation { rules: rules.map(RulePage::of).collect(), rows: [row] }, output.indent);
    }
    let mut text = format!("{}\n{}\n", styled(BOLD, &row.id), styled(DIM, &row.provenance()));
    let smallest = if row.minimal_schema.is_null() { String::new() } else { row.minimal_schema.to_string() };
    let message = row.text.as_deref().unwrap_or_default();
    for (title, body) in [
        ("Message", message),
        ("Cause", &row.cause),
        ("Smallest input", &smallest),
        ("Evidence", &row.sources.join("; ")),
    ] {
        if !body.is_empty() {
            section(&mut text, title, body);
        }
    }
    text += &section_of(&rules.collect::<Vec<_>>());
    output::people().write_all(text.as_bytes())
}
