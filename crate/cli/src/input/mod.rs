//! Reading of files and standard input, into text or an issue with a place.

pub(crate) mod documents;
pub(crate) mod lacking;
pub(crate) mod lines;
pub(crate) mod live;
pub(crate) mod odd;
pub(crate) mod source;
mod yaml;

use std::{
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind, IsTerminal, Read},
    path::{Path, PathBuf},
};

use lapidary::{Issue, PositionEncoding, Span, internal::LineIndex};

use crate::{
    input::{
        odd::MalformedTool,
        source::{Source, Unread},
    },
    terminal::output,
};

/// A document, with the name by which output refers to it.
pub(crate) struct Document {
    pub(crate) name: String,
    /// Whether the name is the path of a file.
    pub(crate) is_file: bool,
    pub(crate) source: Result<Source, Unread>,
    /// The tools of a server's list that violate the protocol; empty for files.
    pub(crate) odd: Vec<MalformedTool>,
}

/// The documents of files, each read lazily.
pub(crate) fn files(files: Vec<PathBuf>) -> impl Iterator<Item = Document> {
    files.into_iter().map(document)
}

fn document(file: PathBuf) -> Document {
    Document { name: name(&file), is_file: !is_stdin(&file), source: source(&file), odd: Vec::new() }
}

/// The text of a file in JSON or YAML.
pub(crate) fn source(file: &Path) -> Result<Source, Unread> {
    Source::read(file, text(file)?)
}

/// Opens a file or standard input to read it line by line.
pub(crate) fn open(file: &Path) -> Result<BufReader<Box<dyn Read>>, Box<Issue>> {
    if is_stdin(file) {
        return Ok(BufReader::new(Box::new(stdin())));
    }
    let opened = File::open(file).map_err(|error| unreadable_file(file, &error))?;
    Ok(BufReader::new(Box::new(opened)))
}

/// Reads the next line, without its line break, into `line`; `None` at the end.
pub(crate) fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<()>> {
    line.clear();
    if reader.read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Some(()))
}

pub(crate) fn name(file: &Path) -> String {
    if is_stdin(file) { "<stdin>".to_owned() } else { file.display().to_string() }
}

/// Bytes as text, or an issue at the first byte that is not UTF-8.
fn decode(bytes: Vec<u8>) -> Result<String, Box<Issue>> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let before = str::from_utf8(&bytes[..good]).unwrap_or_default();
        let lines = LineIndex::new(before);
        let position = lines.position(good as u32, PositionEncoding::Characters);
        let start = lines.offset(good as u32, PositionEncoding::Characters);
        let help = match bytes {
            [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => "the file looks like UTF-32: save it as UTF-8",
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "the file looks like UTF-16: save it as UTF-8",
            _ => "save the file as UTF-8",
        };
        let message = format!("byte {good} (0x{:02X}) is not UTF-8", bytes[good]);
        let span = Span { start, end: start + 1 };
        let mut issue = Issue::document("invalid-utf-8", message, help);
        (issue.span, issue.line, issue.column) = (span, position.line, position.column);
        Box::new(issue)
    })
}

pub(crate) fn unreadable_file(file: &Path, error: &io::Error) -> Box<Issue> {
    let (name, kind) = (name(file), error.kind());
    let (message, help) = match kind {
        ErrorKind::NotFound => (format!("no such file: {name}"), missing(&name)),
        ErrorKind::PermissionDenied => (format!("permission denied: {name}"), "check the permissions of the file"),
        _ => (format!("{name} cannot be read: {error}"), "check the path"),
    };
    Box::new(Issue::document("unreadable-file", message, help))
}

/// Help for what is not a file: it may be a server.
fn missing(name: &str) -> &'static str {
    if name.starts_with("http://") || name.starts_with("https://") {
        "a server is given as `--url URL`; a file is loaded first: `curl -sSL URL | lapidary check -`"
    } else if name.contains(' ') {
        "check the path; the command that starts a server is given as `--server COMMAND`"
    } else {
        "check the path"
    }
}

/// The text of a file.
pub(crate) fn text(file: &Path) -> Result<String, Box<Issue>> {
    let mut bytes = Vec::new();
    let read = if is_stdin(file) {
        stdin().lock().read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|error| unreadable_file(file, &error))?;
    decode(bytes)
}

/// The text of a file without its byte order mark, for texts that are not printed again.
pub(crate) fn plain_text(file: &Path) -> Result<String, Box<Issue>> {
    let text = text(file)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Standard input. If it is a terminal, prints a message that input is expected.
fn stdin() -> io::Stdin {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        // Input is read even if the message cannot be written.
        let _ = output::print_error(&format!("reading from the terminal, up to {end}; a FILE can be given instead"));
    }
    stdin
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_have_a_place() {
        let issue = decode(b"{\n \"\xC3\xA9\xFF\"}".to_vec()).expect_err("0xFF");
        assert_eq!((issue.code.as_str(), issue.line, issue.column), ("invalid-utf-8", 2, 4));
        assert_eq!(issue.message, "byte 6 (0xFF) is not UTF-8");
        assert_eq!(issue.span, Span { start: 5, end: 6 });
    }

    #[test]
    fn what_may_be_a_server_is_no_mistaken_path_alone() {
        for (name, option) in [("https://example.com/mcp", "--url"), ("npx -y server", "--server"), ("a.json", "path")]
        {
            let issue = text(Path::new(name)).expect_err(name);
            assert!(issue.help.contains(option), "{name}: {}", issue.help);
        }
    }

    #[test]
    fn utf_16_is_recognized() {
        let issue = decode(b"\xFF\xFE{\0}\0".to_vec()).expect_err("a byte order mark");
        assert!(issue.help.contains("UTF-16"));
        let issue = decode(b"\xFF\xFE\0\0{\0\0\0".to_vec()).expect_err("a byte order mark");
        assert!(issue.help.contains("UTF-32"));
    }
}
