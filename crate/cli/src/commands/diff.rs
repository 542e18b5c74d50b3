//! `lapidary diff`.

use std::io::{self, Write};

use lapidary::{Diff, Issue, Options, PositionEncoding, Severity};

use crate::{
    args::{DiffArgs, Format},
    config::Config,
    findings::is_limit,
    input::{
        Document,
        documents::documents,
        lacking::Lacking,
        source::{Source, Unread},
    },
    terminal::{
        columns,
        output::{self, Named, styled},
        visible::visible,
    },
    verdict::{Verdict, refuse},
};

/// The diff of a document.
struct Compared {
    name: String,
    /// The text of the document, if it could be read.
    text: Option<String>,
    diff: Diff,
    /// What the JSON lacks of a YAML text.
    notes: Vec<Issue>,
}

impl Compared {
    fn of(
        name: String,
        source: Result<Source, Unread>,
        options: &Options,
        tool: Option<&str>,
        encoding: PositionEncoding,
    ) -> Compared {
        match source {
            Ok(source) => {
                let mut diff = lapidary::diff(source.as_json(), options, tool);
                source.locate(diff.changes.iter_mut(), encoding);
                let notes = source.notes(encoding);
                Compared { name, text: Some(source.text), diff, notes }
            }
            Err(unread) => {
                let mut diff = Diff::default();
                diff.changes.push(unread.issue(encoding));
                Compared { name, text: unread.text, diff, notes: Vec::new() }
            }
        }
    }

    fn unread(&self) -> Option<&Issue> {
        self.diff.changes.first().filter(|_| verdict(&self.diff) == Verdict::Unreadable)
    }
}

pub(crate) fn run(args: &DiffArgs, config: &Config) -> io::Result<Verdict> {
    let is_pretty = args.output.format() == Format::Pretty;
    let encoding = if is_pretty { PositionEncoding::Utf8 } else { PositionEncoding::default() };
    let options = args.document.options(PositionEncoding::Utf8, config);
    let (mut gravest, mut diffs) = (Verdict::Compatible, Vec::new());
    let mut give = |Compared { name, text, mut diff, notes }: Compared| -> io::Result<()> {
        let verdict = verdict(&diff);
        gravest = gravest.max(verdict);
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
        Ok(())
    };
    let mut lacking = Lacking::new(Compared::unread);
    for Document { name, source, .. } in documents(&args.document.source) {
        if let (Ok(source), true) = (&source, is_pretty) {
            source.announce(&name)?;
        }
        let compared = Compared::of(name, source, &options, args.document.tool(), encoding);
        lacking.pass(compared).map_or(Ok(()), &mut give)?;
    }
    lacking.end().try_for_each(&mut give)?;
    let is_one = args.document.source.is_one();
    if args.output.format() == Format::Jsonl && !is_one {
        diffs.iter().try_for_each(|diff| output::json(diff, None))?;
    } else if !is_pretty {
        output::named(&diffs, is_one, args.output.indent)?;
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

fn verdict(diff: &Diff) -> Verdict {
    let is_error = |issue: &&Issue| issue.severity == Severity::Error;
    let is_unread = |issue: &Issue| Verdict::without_output(issue) == Verdict::Unreadable && !is_limit(issue);
    // What is found in a request is no rule's either.
    if diff.patch == "[]" && diff.changes.iter().filter(is_error).any(is_unread) {
        return Verdict::Unreadable;
    }
    Verdict::of(diff.changes.iter().all(|issue| issue.severity != Severity::Error))
}
