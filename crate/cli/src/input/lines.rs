//! JSON Lines: tools or calls in, an answer for each out, in order. An invalid line is answered with an error and does
//! not stop the rest. A document that spans several lines is read as a whole.

use std::{
    cell::OnceCell,
    io::{self, BufReader, Cursor, Read, Write},
    mem,
    path::{Path, PathBuf},
};

use lapidary::{Codec, Declared, Issue, IssueCode, Misfit, Options, Output, PositionEncoding, Severity, Tool, declare};
use lapidary_mcp::message::Member;
use serde::{Serialize, Serializer, de::IgnoredAny};
use serde_json::value::RawValue;

use crate::{
    args::LiveArgs,
    findings::is_limit,
    input::{
        self, live,
        source::{Source, Unread, is_yaml},
    },
    terminal::output,
    verdict::{Verdict, refuse},
};

/// The answer to a tool or a call, printed as one line.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Answer {
    /// The declaration is JSON text from the engine, written without being parsed again.
    #[serde(skip)]
    Declaration {
        name: String,
        declaration: String,
        codec: Codec,
    },
    Call {
        name: String,
        args: Box<RawValue>,
        /// What else the given call has, unchanged.
        #[serde(flatten)]
        others: Others,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        issues: Vec<Misfit>,
    },
    Error {
        name: Option<String>,
        error: String,
    },
}

/// Members of an object, in order.
pub(crate) struct Others(Vec<(String, Box<RawValue>)>);

impl Serialize for Others {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Answer {
    /// A call; the issues replace those that the given one had.
    pub(crate) fn call(name: String, args: Box<RawValue>, others: &[Member<'_>], issues: Vec<Misfit>) -> Answer {
        let others = others.iter().filter(|member| issues.is_empty() || member.name != "issues");
        let others = others.map(|member| (member.name.to_string(), member.value.to_owned()));
        Answer::Call { name, args, others: Others(others.collect()), issues }
    }

    pub(crate) fn error(name: Option<String>, error: impl Into<String>) -> Answer {
        Answer::Error { name, error: error.into() }
    }
}

/// Answers every line of the files.
pub(crate) fn each(files: &[PathBuf], answer: impl Fn(&Source) -> Vec<Answer>) -> io::Result<Verdict> {
    let mut gravest = Verdict::Compatible;
    for file in files {
        let done = match yaml(file) {
            Some(source) => answer_document(file, source, &answer)?,
            None => match input::open(file) {
                Ok(reader) => answer_lines(file, reader, &answer)?,
                Err(issue) => refuse(&input::name(file), None, &issue)?,
            },
        };
        gravest = gravest.max(done);
    }
    Ok(gravest)
}

/// Answers every tool of the servers.
pub(crate) fn each_live(servers: &LiveArgs, answer: impl Fn(&Source) -> Vec<Answer>) -> io::Result<Verdict> {
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
            gravest = gravest.max(give(&mut out, &answer(&Source::json(tool.get().to_owned())))?);
        }
        out.flush()?;
    }
    Ok(gravest)
}

/// Writes answers, one per line.
fn give(out: &mut impl Write, answers: &[Answer]) -> io::Result<Verdict> {
    for answer in answers {
        match answer {
            Answer::Declaration { name, declaration, codec } => {
                out.write_all(br#"{"name":"#)?;
                serde_json::to_writer(&mut *out, name)?;
                write!(out, r#","declaration":{declaration},"codec":"#)?;
                serde_json::to_writer(&mut *out, codec)?;
                out.write_all(b"}")?;
            }
            Answer::Call { .. } => out.write_all(output::one_line(serde_json::to_string(answer)?).as_bytes())?,
            Answer::Error { .. } => out.write_all(output::json_line(answer)?.as_bytes())?,
        }
        out.write_all(b"\n")?;
    }
    Ok(Verdict::of(!answers.iter().any(|answer| matches!(answer, Answer::Error { .. }))))
}

/// The document of a file that is named as YAML; `None` for files that are read line by line.
fn yaml(file: &Path) -> Option<Result<Source, Unread>> {
    let source = is_yaml(file).then(|| input::source(file))?;
    let is_json = source.as_ref().is_ok_and(|source| !source.is_yaml());
    (!is_json).then_some(source)
}

fn answer_document(
    file: &Path,
    source: Result<Source, Unread>,
    answer: &impl Fn(&Source) -> Vec<Answer>,
) -> io::Result<Verdict> {
    let name = input::name(file);
    let source = match source {
        Ok(source) => source,
        Err(unread) => return refuse(&name, unread.text.as_deref(), &unread.issue),
    };
    source.announce(&name)?;
    let mut out = output::data();
    let verdict = give(&mut out, &answer(&source))?;
    out.flush()?;
    Ok(verdict)
}

fn answer_lines(
    file: &Path,
    mut reader: BufReader<Box<dyn Read>>,
    answer: &impl Fn(&Source) -> Vec<Answer>,
) -> io::Result<Verdict> {
    let mut out = output::data();
    let mut verdict = Verdict::Compatible;
    let (mut line, mut is_first) = (Vec::new(), true);
    for before in 0_u32.. {
        match input::next_line(&mut reader, &mut line) {
            Ok(Some(())) => {}
            Ok(None) => break,
            Err(error) => {
                out.flush()?;
                return refuse(&input::name(file), None, &input::unreadable_file(file, &error));
            }
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        if mem::take(&mut is_first) && is_cut(&line) {
            reader = read_whole(&mut line, reader)?;
        }
        let answers = match str::from_utf8(&line) {
            Ok(line) => answer(&Source::line(line.to_owned(), before)),
            Err(error) => {
                let (number, byte) = (before.saturating_add(1), error.valid_up_to());
                vec![Answer::error(None, format!("byte {byte} of line {number} is not UTF-8"))]
            }
        };
        verdict = verdict.max(give(&mut out, &answers)?);
        // A client that sends line by line waits for the answer.
        if reader.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(verdict)
}

/// Whether a line is the beginning of JSON that continues after it.
fn is_cut(line: &[u8]) -> bool {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    serde_json::from_slice::<IgnoredAny>(line).is_err_and(|error| error.is_eof())
}

/// Appends all that follows to the line if that makes it a JSON document; returns a reader of what is left.
fn read_whole(line: &mut Vec<u8>, mut reader: BufReader<Box<dyn Read>>) -> io::Result<BufReader<Box<dyn Read>>> {
    let mut rest = Vec::new();
    reader.read_to_end(&mut rest)?;
    let whole = [line.as_slice(), b"\n", &rest].concat();
    let document = whole.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&whole);
    if serde_json::from_slice::<IgnoredAny>(document).is_ok() {
        (*line, rest) = (whole, Vec::new());
    }
    Ok(BufReader::new(Box::new(Cursor::new(rest))))
}

/// The answers to a line or a document: one for each tool that it contains, or one error; none if it lacks the only tool
/// that is wanted.
pub(crate) fn transform(source: &Source, options: &Options, output: &Output) -> Vec<Answer> {
    let declared = match declare(source.as_json(), options, output) {
        Ok(declared) => declared,
        Err(issue) if issue.code == IssueCode::NO_SUCH_TOOL => return Vec::new(),
        Err(issue) => {
            return vec![Answer::error(None, source.placed(*issue, PositionEncoding::Characters).to_string())];
        }
    };
    if declared.is_empty() {
        return vec![Answer::error(None, "it contains no tool")];
    }
    let transformed = OnceCell::new();
    let findings = || {
        transformed.get_or_init(|| {
            let (mut tools, mut issues) = lapidary::transform(source.as_json(), options, output).into_findings();
            let of_tools = tools.iter_mut().flat_map(|tool| &mut tool.report.issues);
            source.locate(of_tools.chain(&mut issues), PositionEncoding::Characters);
            (tools, issues)
        })
    };
    let declared = declared.into_iter().enumerate();
    let mut answers: Vec<Answer> = declared.map(|(at, tool)| declaration(tool, at, findings)).collect();
    // Only the first of the tools beyond a limit of the document have an answer.
    let beyond = transformed.get().and_then(|(_, issues)| issues.iter().find(|issue| is_limit(issue)));
    answers.extend(
        beyond.map(|issue| Answer::error(None, format!("{issue}: {}", issue.fix.as_deref().unwrap_or_default()))),
    );
    answers
}

/// The answer to the tool at a position of its document.
fn declaration<'f>(tool: Declared, at: usize, findings: impl FnOnce() -> &'f (Vec<Tool>, Vec<Issue>)) -> Answer {
    if tool.is_schema {
        return Answer::error(None, "expected a tool with a `name` and an `inputSchema`, not only a schema");
    }
    let Some(declaration) = tool.declaration.filter(|_| !tool.limited) else {
        let reason = reason(at, findings());
        return Answer::error(Some(tool.name), reason);
    };
    Answer::Declaration { name: tool.name, declaration: output::one_line(declaration), codec: tool.codec }
}

/// Why the tool at a position has no declaration. Names may repeat, or be missing.
fn reason(at: usize, (tools, issues): &(Vec<Tool>, Vec<Issue>)) -> String {
    let of_tool = || tools.get(at).into_iter().flat_map(|tool| &tool.report.issues);
    let is_error = |issue: &&Issue| issue.severity == Severity::Error;
    let omits = of_tool().find(|issue| issue.is_fatal() || is_limit(issue));
    let omits = omits.or_else(|| issues.iter().find(is_error)).or_else(|| of_tool().find(is_error));
    omits.map_or_else(|| "the tool has no declaration".to_owned(), ToString::to_string)
}
