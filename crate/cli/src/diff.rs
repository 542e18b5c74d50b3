//! `lapidary diff`.

use std::io::{self, Write};

use lapidary::{Diff, Issue, PositionEncoding, Severity};

use crate::{
    args::{DiffArgs, Format},
    columns,
    config::Config,
    documents::documents,
    findings::is_limit,
    input::Document,
    output::{self, styled},
    verdict::{Verdict, refuse},
    visible::visible,
};

pub(crate) fn run(args: &DiffArgs, config: &Config) -> io::Result<Verdict> {
    let is_pretty = args.output.format() == Format::Pretty;
    let encoding = if is_pretty { PositionEncoding::Utf8 } else { PositionEncoding::default() };
    let options = args.document.options(encoding, config);
    let mut gravest = Verdict::Compatible;
    for Document { name, text, .. } in documents(&args.document.source) {
        let diff = match &text {
            Ok(text) => lapidary::diff(text, &options, args.document.tool()),
            Err(issue) => unread(issue),
        };
        let verdict = verdict(&diff);
        if !is_pretty {
            output::json(&diff, args.output.indent)?;
        } else if verdict == Verdict::Unreadable {
            refuse(&name, text.as_deref().ok(), &diff.changes[0])?;
        } else {
            print(&diff.unified, columns::width())?;
            for issue in diff.changes.iter().filter(|issue| is_limit(issue)) {
                refuse(&name, text.as_deref().ok(), issue)?;
            }
        }
        gravest = gravest.max(verdict);
    }
    Ok(gravest)
}

/// Prints a unified diff, in two columns if the terminal is wide enough.
fn print(unified: &str, width: Option<usize>) -> io::Result<()> {
    let mut text = String::with_capacity(unified.len() * 2);
    if let Some(width) = width.filter(|width| *width >= columns::LEAST) {
        return output::people().write_all(columns::side_by_side(unified, width).as_bytes());
    }
    for line in unified.lines() {
        text += &styled(columns::style(line), &visible(line));
        text.push('\n');
    }
    output::people().write_all(text.as_bytes())
}

fn unread(issue: &Issue) -> Diff {
    let mut diff = Diff::default();
    diff.changes.push(issue.clone());
    diff
}

fn verdict(diff: &Diff) -> Verdict {
    let is_unread = |issue: &Issue| Verdict::without_output(issue) == Verdict::Unreadable && !is_limit(issue);
    if diff.changes.iter().any(is_unread) {
        return Verdict::Unreadable;
    }
    Verdict::of(diff.changes.iter().all(|issue| issue.severity != Severity::Error))
}
