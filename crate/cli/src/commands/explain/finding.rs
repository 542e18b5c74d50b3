//! A finding in requests that no rule covers.

use std::io::{self, Write};

use lapidary::internal::Finding;

use super::rule::{evidence, rows, section};
use crate::{
    args::{Format, OutputArgs},
    terminal::output::{self, BOLD, DIM, styled},
};

pub(super) fn print(finding: &Finding, output: &OutputArgs) -> io::Result<()> {
    if output.format() != Format::Pretty {
        return output::json(finding, output.indent);
    }
    let Finding { code, pattern, severity, found, fix, help, evidence: cited } = finding;
    let mut text = format!("{}\n{}\n", styled(BOLD, &format!("{code} {pattern}")), styled(DIM, severity.name()));
    let evidence = evidence(cited, &rows(cited)?);
    for (title, body) in
        [("What is found", *found), ("What is sent instead", *fix), ("What to do", *help), ("Evidence", &evidence)]
    {
        if !body.is_empty() {
            section(&mut text, title, body);
        }
    }
    output::people().write_all(text.as_bytes())
}
