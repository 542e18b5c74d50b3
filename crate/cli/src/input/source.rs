//! The text of a document, and its JSON, which the engine reads.

use std::{
    ffi::OsStr,
    io::{self, Write},
    path::Path,
};

use lapidary::{
    Issue, PositionEncoding, Report, Span,
    internal::{LineIndex, is_recognized, read_document},
};

use crate::{
    input::yaml::{self, Yaml},
    terminal::{frame::Frames, output, visible::visible},
};

/// The extensions of files that contain code.
const CODE: &[&str] = &["ts", "tsx", "mts", "js", "jsx", "mjs", "cjs", "py", "sh"];

/// A text in JSON, or in YAML that is converted to it.
pub(crate) struct Source {
    pub(crate) text: String,
    /// The conversion, if it is YAML.
    yaml: Option<Yaml>,
    /// The number of lines before it in its file.
    before: u32,
}

/// Why a document has no [`Source`]: the issue, and the text if there is one, in whose bytes its span is.
pub(crate) struct Unread {
    pub(crate) text: Option<String>,
    pub(crate) issue: Box<Issue>,
}

impl From<Box<Issue>> for Unread {
    fn from(issue: Box<Issue>) -> Unread {
        Unread { text: None, issue }
    }
}

impl Unread {
    /// The issue with its place in units of the encoding.
    pub(crate) fn issue(&self, encoding: PositionEncoding) -> Issue {
        let mut issue = (*self.issue).clone();
        if let Some(text) = &self.text {
            locate(&mut issue, &LineIndex::new(text), encoding);
        }
        issue
    }
}

impl Source {
    pub(crate) fn json(text: String) -> Source {
        Source { text, yaml: None, before: 0 }
    }

    /// A line of a file, after a number of others.
    pub(crate) fn line(text: String, before: u32) -> Source {
        Source { before, ..Source::json(text) }
    }

    /// Reads the text of a file. Text that is not JSON is YAML if the file is named so, or if it evidently is and the
    /// engine recognizes its content. All else is left to the engine, which reports what is wrong with it as JSON.
    ///
    /// # Errors
    ///
    /// If the file is named as YAML or begins like it, and cannot be read; and if it is named as TOML, or as code and is
    /// not JSON.
    pub(crate) fn read(file: &Path, text: String) -> Result<Source, Unread> {
        if is_named(file, &["toml"]) {
            let help = "the servers of a client's configuration are checked with `--config FILE`";
            return Err(Box::new(Issue::document("no-schema", "this is a TOML file".to_owned(), help)).into());
        }
        let is_yaml = is_yaml(file);
        let is_json = if is_yaml || !looks_like_json(&text) { read_document(&text).is_ok() } else { true };
        if is_json {
            return Ok(Source::json(text));
        }
        if is_named(file, CODE) && read_document(&text).is_err() {
            let help = "print the tools as JSON, or paste the code into the playground, which reads its literals";
            return Err(Box::new(Issue::document("no-schema", "this is source code, not JSON".to_owned(), help)).into());
        }
        match yaml::read(&text) {
            Ok(yaml) if is_yaml || yaml.is_evident && has_content(&yaml.json) => {
                Ok(Source { text, yaml: Some(yaml), before: 0 })
            }
            Err(issue) if is_yaml || yaml::begins(&text) => Err(Unread { text: Some(text), issue }),
            _ => Ok(Source::json(text)),
        }
    }

    /// The JSON for the engine.
    pub(crate) fn as_json(&self) -> &str {
        self.yaml.as_ref().map_or(&self.text, |yaml| &yaml.json)
    }

    pub(crate) fn is_yaml(&self) -> bool {
        self.yaml.is_some()
    }

    /// The report on the text, given the engine's on the JSON, whose spans are in bytes.
    pub(crate) fn report(&self, mut report: Report, encoding: PositionEncoding) -> Report {
        if self.is_yaml() && !report.read_as.is_empty() {
            report.read_as += ", from YAML";
        }
        let of_tools = report.tools.iter_mut().flat_map(|tool| &mut tool.issues);
        self.locate(of_tools.chain(&mut report.issues), encoding);
        report.issues.extend(self.notes(encoding));
        report
    }

    /// Moves issues from their spans in bytes of the JSON to their places in the text.
    pub(crate) fn locate<'i>(&self, issues: impl Iterator<Item = &'i mut Issue>, encoding: PositionEncoding) {
        // The engine has located them already.
        if !self.is_yaml() && encoding == PositionEncoding::Utf8 {
            return;
        }
        let lines = LineIndex::new(&self.text);
        for issue in issues {
            if let Some(yaml) = &self.yaml {
                issue.span = yaml.places.source(issue.span);
            }
            locate(issue, &lines, encoding);
            issue.line = issue.line.saturating_add(self.before);
        }
    }

    /// An issue of the JSON in its place in the text.
    pub(crate) fn placed(&self, mut issue: Issue, encoding: PositionEncoding) -> Issue {
        self.locate(std::iter::once(&mut issue), encoding);
        issue
    }

    /// Prints on standard error that the text was read as YAML, and what the JSON lacks of it. Prints nothing for JSON.
    pub(crate) fn announce(&self, name: &str) -> io::Result<()> {
        if !self.is_yaml() {
            return Ok(());
        }
        output::print_error(&visible(&format!("{name}: YAML, converted to JSON")))?;
        let frames = Frames::new(name, Some(&self.text), false).draw(&self.notes(PositionEncoding::Utf8));
        anstream::stderr().lock().write_all(frames.as_bytes())
    }

    /// What the JSON lacks of the text.
    pub(crate) fn notes(&self, encoding: PositionEncoding) -> Vec<Issue> {
        let Some(yaml) = &self.yaml else { return Vec::new() };
        let (mut notes, lines) = (yaml.notes.clone(), LineIndex::new(&self.text));
        for note in &mut notes {
            locate(note, &lines, encoding);
        }
        notes
    }
}

/// Converts an issue's span from bytes to units of the encoding, and sets line and column.
pub(crate) fn locate(issue: &mut Issue, lines: &LineIndex<'_>, encoding: PositionEncoding) {
    let Span { start, end } = issue.span;
    let position = lines.position(start, encoding);
    (issue.line, issue.column) = (position.line, position.column);
    issue.span = Span { start: lines.offset(start, encoding), end: lines.offset(end, encoding) };
}

pub(crate) fn is_yaml(file: &Path) -> bool {
    is_named(file, &["yaml", "yml"])
}

fn is_named(file: &Path, extensions: &[&str]) -> bool {
    let is = |extension: &OsStr| extensions.iter().any(|name| extension.eq_ignore_ascii_case(name));
    file.extension().is_some_and(is)
}

fn looks_like_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '['])
}

fn has_content(json: &str) -> bool {
    read_document(json).is_ok_and(|tape| is_recognized(&tape))
}
