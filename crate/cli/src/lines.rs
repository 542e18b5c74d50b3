//! JSON lines: a tool in, an answer out, in order. A bad line is answered with an error and never
//! stops the rest.

use std::{
    io::{self, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use lapidary::{Codec, Misfit, Options, Output, Severity, declare};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{Verdict, args::LiveArgs, input, live, output, refuse};

/// The answer to a line.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Answer {
    Declaration {
        name: String,
        declaration: Box<RawValue>,
        codec: Codec,
    },
    Call {
        name: String,
        args: Box<RawValue>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        issues: Vec<Misfit>,
    },
    Error {
        name: Option<String>,
        error: String,
    },
}

impl Answer {
    pub(crate) fn error(name: Option<String>, error: impl Into<String>) -> Answer {
        Answer::Error { name, error: error.into() }
    }
}

/// Answers every line of the files.
pub(crate) fn each(files: &[PathBuf], answer: impl Fn(&str) -> Answer) -> io::Result<Verdict> {
    let mut gravest = Verdict::Compatible;
    for file in files {
        let done = match input::open(file) {
            Ok(reader) => answer_lines(file, reader, &answer)?,
            Err(issue) => refuse(&input::name(file), None, &issue)?,
        };
        gravest = gravest.max(done);
    }
    Ok(gravest)
}

/// Answers every tool of the servers.
pub(crate) fn each_live(servers: &LiveArgs, answer: impl Fn(&str) -> Answer) -> io::Result<Verdict> {
    let mut gravest = Verdict::Compatible;
    for (name, listing) in live::listings(servers) {
        let tools = match listing {
            Ok(listing) => listing.tools,
            Err(issue) => {
                gravest = gravest.max(refuse(&name, None, &issue)?);
                continue;
            }
        };
        let mut out = output::data();
        for tool in tools {
            gravest = gravest.max(give(&mut out, &answer(tool.get()))?);
        }
        out.flush()?;
    }
    Ok(gravest)
}

/// Writes an answer on a line of its own.
fn give(out: &mut impl Write, answer: &Answer) -> io::Result<Verdict> {
    serde_json::to_writer(&mut *out, answer)?;
    out.write_all(b"\n")?;
    Ok(Verdict::of(!matches!(answer, Answer::Error { .. })))
}

fn answer_lines(
    file: &Path,
    mut reader: BufReader<Box<dyn Read>>,
    answer: &impl Fn(&str) -> Answer,
) -> io::Result<Verdict> {
    let mut out = output::data();
    let mut verdict = Verdict::Compatible;
    let mut line = Vec::new();
    loop {
        match input::next_line(&mut reader, &mut line) {
            Ok(Some(())) => {}
            Ok(None) => break,
            Err(error) => {
                out.flush()?;
                return refuse(&input::name(file), None, &input::unreadable_file(&error));
            }
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = match str::from_utf8(&line) {
            Ok(line) => answer(line),
            Err(error) => Answer::error(None, format!("byte {} of the line is not UTF-8", error.valid_up_to())),
        };
        verdict = verdict.max(give(&mut out, &answer)?);
        // Whoever asks line by line waits for the answer.
        if reader.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(verdict)
}

/// The answer to a line that holds a tool.
pub(crate) fn transform(line: &str, options: &Options, output: &Output) -> Answer {
    let mut declared = match declare(line, options, output) {
        Ok(declared) => declared,
        Err(issue) => return Answer::error(None, issue.to_string()),
    };
    let (Some(tool), 0) = (declared.pop(), declared.len()) else {
        return Answer::error(None, format!("a line holds one tool, not {}", declared.len() + 1));
    };
    if tool.is_schema {
        return Answer::error(None, "a line holds a tool with a name and an inputSchema; this is a schema alone");
    }
    let Some(declaration) = tool.declaration.and_then(|text| RawValue::from_string(text).ok()) else {
        return Answer::error(Some(tool.name), reason(line, options, output));
    };
    Answer::Declaration { name: tool.name, declaration, codec: tool.codec }
}

/// Why a line's tool has no declaration.
fn reason(line: &str, options: &Options, output: &Output) -> String {
    let (tools, issues) = lapidary::transform(line, options, output).into_findings();
    let issues = tools.iter().flat_map(|tool| &tool.report.issues).chain(&issues);
    let gravest = issues.max_by_key(|issue| issue.severity).filter(|issue| issue.severity == Severity::Error);
    gravest.map_or_else(|| "the tool has no declaration".to_owned(), ToString::to_string)
}
