//! `lapidary transform`: documents on standard output, a summary on standard error.

use std::io::{self, Write};

use lapidary::{PositionEncoding, Tool, Transformed};

use crate::{
    args::{Format, TransformArgs},
    config::Config,
    findings::{is_limit, severities},
    input::{Document, documents::documents, lines, source::Source},
    terminal::{
        output::{self, count},
        visible::visible,
    },
    verdict::{Verdict, refuse},
};

/// How many names of omitted tools the summary gives.
const NAMED: usize = 8;

pub(crate) fn run(args: &TransformArgs, config: &Config) -> io::Result<Verdict> {
    let given = &args.document.source;
    let (options, output) = (args.document.options(PositionEncoding::Utf8, config), args.emitted());
    if args.output.format() == Format::Jsonl {
        let answer = |source: &Source| lines::transform(source, &options, &output);
        return Ok(lines::each(&given.files(), answer)?.max(lines::each_live(&given.live, answer)?));
    }
    let mut gravest = Verdict::Compatible;
    for Document { name, source, .. } in documents(given) {
        let verdict = match source {
            Err(unread) => refuse(&name, unread.text.as_deref(), &unread.issue)?,
            Ok(source) => {
                source.announce(&name)?;
                let transformed = lapidary::transform(source.as_json(), &options, &output);
                if let Some(output) = &transformed.output {
                    let keep_end = given.is_one() && *output == source.text;
                    give(&name, output, keep_end, &transformed)?
                } else {
                    let issue = source.placed(transformed.issues()[0].clone(), PositionEncoding::Utf8);
                    refuse(&name, Some(&source.text), &issue)?
                }
            }
        };
        gravest = gravest.max(verdict);
    }
    Ok(gravest)
}

/// Prints the output and a summary. With `keep_end`, adds no final line break, so that an unchanged document keeps its
/// bytes.
fn give(name: &str, output: &str, keep_end: bool, transformed: &Transformed) -> io::Result<Verdict> {
    let mut out = output::data();
    out.write_all(output.as_bytes())?;
    if !keep_end && !output.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()?;
    let has_none = |tool: &&Tool| tool.declaration.is_none();
    let omitted: Vec<&str> =
        transformed.tools().iter().filter(has_none).map(|tool| tool.report.name.as_str()).collect();
    let issues = transformed.issues().iter().chain(transformed.tools().iter().flat_map(|tool| &tool.report.issues));
    let issues = severities(issues);
    if !issues.is_empty() {
        let note = omitted_note(&omitted);
        let line = format!("{name}: {}: {issues}{note}; see `lapidary check`", transformed.read_as);
        output::print_error(&visible(&line))?;
    }
    let coded = transformed.codecs().iter().count();
    if coded > 0 {
        let calls = count(coded, "tool");
        let line = format!(
            "{name}: calls of {calls} have to be restored; `--format jsonl` prints each declaration with its codec"
        );
        output::print_error(&visible(&line))?;
    }
    // Tools beyond a limit are missing from `tools()`.
    let limit = transformed.issues().iter().find(|issue| is_limit(issue));
    if let Some(issue) = limit {
        output::print_error(&visible(&format!("{name}: {issue}")))?;
    }
    Ok(Verdict::of(omitted.is_empty() && limit.is_none()))
}

fn omitted_note(names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let given: Vec<&str> = names.iter().copied().filter(|name| !name.is_empty()).collect();
    let dots = if given.len() > NAMED { ", …" } else { "" };
    let first = &given[..given.len().min(NAMED)];
    let tools = count(names.len(), "tool");
    match names.len() - given.len() {
        0 => format!("; {tools} omitted: {}{dots}", first.join(", ")),
        _ if given.is_empty() => format!("; {tools} without a name omitted"),
        unnamed => format!("; {tools} omitted: {}{dots}, and {unnamed} without a name", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn omitted_tools_without_a_name_are_counted() {
        assert_eq!(omitted_note(&["a", "b"]), "; 2 tools omitted: a, b");
        assert_eq!(omitted_note(&["", ""]), "; 2 tools without a name omitted");
        assert_eq!(omitted_note(&["", "a", ""]), "; 3 tools omitted: a, and 2 without a name");
        assert!(omitted_note(&["a"; 9]).ends_with("a, a, …"));
    }
}
