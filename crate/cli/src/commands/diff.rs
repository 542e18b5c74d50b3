//! `lapidary diff`.

use std::io::{self, Write};

use lapidary::{Diff, Issue, PositionEncoding, Severity};

use crate::{
    args::{DiffArgs, Format},
    config::Config,
    findings::is_limit,
    input::{Document, documents::documents},
    terminal::{
        columns,
        output::{self, Named, styled},
        visible::visible,
    },
    verdict::{Verdict, refuse},
};

pub(crate) fn run(args: &DiffArgs, config: &Config) -> io::Result<Verdict> {
    let is_pretty = args.output.format() == Format::Pretty;
    let encoding = if is_pretty { PositionEncoding::Utf8 } else { PositionEncoding::default() };
    let options = args.document.options(PositionEncoding::Utf8, config);
    let (mut gravest, mut diffs) = (Verdict::Compatible, Vec::new());
    for Document { name, source, .. } in documents(&args.document.source) {
        let (text, mut diff, notes) = match source {
            Ok(source) => {
                if is_pretty {
                    source.announce(&name)?;
                }
                let mut diff = lapidary::diff(source.as_json(), &options, args.document.tool());
                source.locate(diff.changes.iter_mut(), encoding);
                let notes = source.notes(encoding);
                (Some(source.text), diff, notes)
            }
            Err(unread) => {
                let diff = unread_diff(unread.issue(encoding));
                (unread.text, diff, Vec::new())
            }
        };
        let verdict = verdict(&diff);
        if !is_pretty {
            diff.changes.extend(notes);
            diffs.push(Named { file: name, content: diff });
        } else if verdict == Verdict::Unreadable {
            refuse(&name, text.as_deref(), &diff.changes[0])?;
        } else {
            print(&diff.unified, columns::width())?;
            for issue in diff.changes.iter().filter(|issue| is_limit(issue)) {
                refuse(&name, text.as_deref(), issue)?;
            }
        }
        gravest = gravest.max(verdict);
    }
    if args.output.format() == Format::Jsonl && diffs.len() > 1 {
        diffs.iter().try_for_each(|diff| output::json(diff, None))?;
    } else if !is_pretty {
        output::named(&diffs, args.output.indent)?;
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

fn unread_diff(issue: Issue) -> Diff {
    let mut diff = Diff::default();
    diff.changes.push(issue);
    diff
}

fn verdict(diff: &Diff) -> Verdict {
    let is_unread = |issue: &Issue| Verdict::without_output(issue) == Verdict::Unreadable && !is_limit(issue);
    if diff.changes.iter().any(is_unread) {
        return Verdict::Unreadable;
    }
    Verdict::of(diff.changes.iter().all(|issue| issue.severity != Severity::Error))
}
