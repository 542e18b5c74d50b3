//! `lapidary explain`: a rule, another finding, a row of the catalogue, the rules for a keyword, or the error messages
//! in a text.

mod errors;
mod finding;
mod listed;
mod near;
mod row;
mod rule;
mod tools;

use std::{io, path::Path};

use lapidary::{
    explain_error,
    internal::{FINDINGS, rules_about},
};

use crate::{
    args::{Cli, ExplainArgs},
    catalogue::Row,
    choices, input,
    terminal::output,
    verdict::{Verdict, refuse},
};
use tools::Tools;

pub(crate) fn run(args: &ExplainArgs) -> io::Result<Verdict> {
    let text = if args.what == "-" {
        match input::text(Path::new("-")) {
            Ok(text) => text,
            Err(issue) => return refuse("<stdin>", None, &issue),
        }
    } else {
        args.what.clone()
    };
    let what = text.trim();
    let rule = choices::find_rule(what);
    let finding = FINDINGS.into_iter().find(|finding| finding.code == what);
    let rows = Row::of_all_providers()?;
    let row = rows.iter().find(|row| row.id == what);
    let is_page = rule.is_ok() || finding.is_some() || row.is_some();
    let (mut errors, rules) = (explain_error(what), rules_about(what));
    if args.tools.is_some() && (is_page || errors.is_empty() && !rules.is_empty()) {
        let message = "the argument '[FILE]' can only be used with an error message as '<WHAT>'";
        Cli::conflict("explain", message).exit();
    }
    if let Ok(rule) = rule {
        rule::print(rule, &args.output)?;
        return Ok(Verdict::Compatible);
    }
    if let Some(finding) = finding {
        finding::print(finding, &args.output)?;
        return Ok(Verdict::Compatible);
    }
    if let Some(row) = row {
        row::print(row, &args.output)?;
        return Ok(Verdict::Compatible);
    }
    if errors.is_empty() && rules.is_empty() {
        output::print_error(&near::nothing(what))?;
        return Ok(Verdict::Unreadable);
    }
    let tools = match args.tools.as_deref().map(Tools::read).transpose()? {
        Some(Err(verdict)) => return Ok(verdict),
        Some(Ok(tools)) => Some(tools),
        None => None,
    };
    if let Some(tools) = &tools {
        tools.name_functions(&mut errors)?;
    }
    errors::print(errors, rules, rows, tools.as_ref(), args)?;
    Ok(Verdict::Compatible)
}
