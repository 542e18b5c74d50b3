//! `lapidary transform`: documents on standard output, a summary on standard error.

use std::{
    cell::Cell,
    io::{self, Write},
};

use lapidary::{Options, Output, PositionEncoding, Tool, Transformed};
use serde_json::value::RawValue;

use crate::{
    args::{Format, TransformArgs},
    config::Config,
    findings::{is_limit, severities},
    input::{Document, documents::documents, lacking::Lacking, lines, source::Source},
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
        return on_lines(args, &options, &output);
    }
    let (mut gravest, mut listed) = (Verdict::Compatible, Vec::new());
    let is_json = args.output.format() == Format::Json;
    let mut give = |(name, source, transformed): (String, Source, Transformed)| {
        let Some(output) = &transformed.output else {
            let issue = source.placed(transformed.issues()[0].clone(), PositionEncoding::Utf8);
            return refuse(&name, Some(&source.text), &issue);
        };
        let is_same = *output == source.text;
        if is_json {
            listed.push((one_value(output), is_same));
        } else {
            write(output, is_same && given.is_one())?;
        }
        Ok(summarize(&name, &transformed)?.max(tell_limit(&name, &source, &transformed)?))
    };
    let mut lacking: Lacking<(String, Source, Transformed)> =
        Lacking::new(|(.., transformed)| transformed.issues().first().filter(|_| transformed.output.is_none()));
    for Document { name, source, .. } in documents(given) {
        let verdict = match source {
            Err(unread) => refuse(&name, unread.text.as_deref(), &unread.issue)?,
            Ok(source) => {
                source.announce(&name)?;
                let transformed = lapidary::transform(source.as_json(), &options, &output);
                lacking.pass((name, source, transformed)).map_or(Ok(Verdict::Compatible), &mut give)?
            }
        };
        gravest = gravest.max(verdict);
    }
    for result in lacking.end() {
        gravest = gravest.max(give(result)?);
    }
    match &listed[..] {
        [] => {}
        [(one, is_same)] if given.is_one() => write(one, *is_same)?,
        several => {
            let texts = several.iter().map(|(text, _)| text.trim()).collect::<Vec<_>>();
            write(&format!("[{}]", texts.join(",\n")), false)?;
        }
    }
    Ok(gravest)
}

/// Prints an output. With `keep_end`, adds no final line break, so that an unchanged document keeps its bytes.
fn write(output: &str, keep_end: bool) -> io::Result<()> {
    let mut out = output::data();
    out.write_all(output.as_bytes())?;
    if !keep_end && !output.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// An output as one JSON value: JSON Lines as a list.
fn one_value(output: &str) -> String {
    let values = serde_json::Deserializer::from_str(output).into_iter::<&RawValue>().map_while(Result::ok);
    match &values.map(RawValue::get).collect::<Vec<_>>()[..] {
        lines @ [_, _, ..] => format!("[{}]", lines.join(",")),
        _ => output.to_owned(),
    }
}

/// Prints a line for each tool; fails if there is none of the name that is wanted.
fn on_lines(args: &TransformArgs, options: &Options, output: &Output) -> io::Result<Verdict> {
    let given = &args.document.source;
    let answered = Cell::new(false);
    let answer = |source: &Source| {
        let answers = lines::transform(source, options, output);
        answered.set(answered.get() || !answers.is_empty());
        answers
    };
    let gravest = lines::each(&given.files(), answer)?.max(lines::each_live(&given.live, answer)?);
    let Some(name) = args.document.tool().filter(|_| !answered.get() && gravest == Verdict::Compatible) else {
        return Ok(gravest);
    };
    output::print_error(&visible(&format!("no tool is named {name:?}")))?;
    Ok(Verdict::Unreadable)
}

/// Prints the first limit that was met, after which tools are unchanged or missing from the output.
fn tell_limit(name: &str, source: &Source, transformed: &Transformed) -> io::Result<Verdict> {
    let of_tools = transformed.tools().iter().flat_map(|tool| &tool.report.issues);
    let Some(issue) = transformed.issues().iter().chain(of_tools).find(|issue| is_limit(issue)) else {
        return Ok(Verdict::Compatible);
    };
    refuse(name, Some(&source.text), &source.placed(issue.clone(), PositionEncoding::Utf8))?;
    Ok(Verdict::Incompatible)
}

/// Prints a summary.
fn summarize(name: &str, transformed: &Transformed) -> io::Result<Verdict> {
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
    Ok(Verdict::of(omitted.is_empty()))
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
