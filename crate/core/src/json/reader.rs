//! The reader: one pass, an explicit stack, no recursion.

use std::borrow::Cow;

use super::{
    read_error::{ReadError, ReadErrorKind},
    tape::{JsonId, Kind, Node, Span, Tape},
};

/// Reads a JSON text. A byte order mark before it is skipped.
///
/// # Errors
/// The first place where the text violates the grammar of RFC 8259.
///
/// ```
/// use lapidary::{internal::{JsonId, Kind, read}};
/// let tape = read(r#"{"a": 1e400, "a": "\ud800"}"#)?;
/// assert_eq!(tape.kind(JsonId::ROOT), Kind::Object);
/// assert_eq!(tape.members(JsonId::ROOT).count(), 2);
/// # Ok::<(), lapidary::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Tape<'_>, ReadError> {
    let mut reader = TextReader::new(text)?;
    reader.document()?;
    Ok(reader.tape(text, false))
}

/// Reads a JSON text, or, as an array, several texts that each begin a line (NDJSON).
///
/// # Errors
/// The first place where the text is neither.
pub fn read_document(text: &str) -> Result<Tape<'_>, ReadError> {
    let alone = match read(text) {
        Err(error) if error.kind == ReadErrorKind::TrailingText => error,
        result => return result,
    };
    let mut reader = TextReader::new(text)?;
    match reader.lines() {
        Ok(()) => Ok(reader.tape(text, true)),
        Err(error) if error.span.start > alone.span.start => Err(error),
        Err(_) => Err(alone),
    }
}

/// The length of an array that need not be read, given the text from its start; `None` for one that has to be.
pub(crate) type KnownArray<'k> = dyn Fn(&[u8]) -> Option<usize> + 'k;

/// Reads a JSON text, except for the first array near the root that is known: on the tape it has no elements. Returns
/// its node too; `None` if the text has no such array.
///
/// # Errors
/// The first place where the text is not JSON.
pub(crate) fn read_around<'t>(text: &'t str, known: &KnownArray<'_>) -> Result<Option<(Tape<'t>, JsonId)>, ReadError> {
    let mut reader = TextReader { known: Some(known), ..TextReader::new(text)? };
    reader.document()?;
    Ok(reader.skipped.map(|array| (reader.tape(text, false), array)))
}

/// The most objects and arrays around an array that may be known.
const NEAR_ROOT: usize = 2;

pub(super) struct TextReader<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    nodes: Vec<Node>,
    pub(super) unicode_escapes: bool,
    /// Recognizes an array that is skipped, until there is one.
    known: Option<&'t KnownArray<'t>>,
    skipped: Option<JsonId>,
}

/// What the grammar allows next.
enum State {
    Value,
    /// Just after `[`: a value or `]`.
    FirstElement,
    /// Just after `{`: a key or `}`.
    FirstKey,
    Key,
    AfterValue,
}

impl<'t> TextReader<'t> {
    fn new(text: &'t str) -> Result<TextReader<'t>, ReadError> {
        if u32::try_from(text.len()).is_err() {
            return Err(ReadError { kind: ReadErrorKind::TooLong, span: Span { start: 0, end: 0 } });
        }
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let nodes = Vec::with_capacity(text.len() / 12 + 1);
        Ok(TextReader { bytes: text.as_bytes(), at, nodes, unicode_escapes: false, known: None, skipped: None })
    }

    fn tape(self, text: &str, lines: bool) -> Tape<'_> {
        Tape { text: Cow::Borrowed(text), nodes: self.nodes, lines, unicode_escapes: self.unicode_escapes }
    }

    fn lines(&mut self) -> Result<(), ReadError> {
        self.push(Kind::Array, 0, self.bytes.len(), false);
        while self.skip_space().is_some() {
            self.value_and_space()?;
            let begins_line = self.bytes[..self.at].iter().rev().take_while(|byte| byte.is_ascii_whitespace());
            if self.at < self.bytes.len() && !begins_line.into_iter().any(|byte| *byte == b'\n') {
                return Err(self.error(ReadErrorKind::TrailingText));
            }
        }
        self.nodes[0].next = self.nodes.len() as u32;
        Ok(())
    }

    fn document(&mut self) -> Result<(), ReadError> {
        self.value_and_space()?;
        if self.at < self.bytes.len() { Err(self.error(ReadErrorKind::TrailingText)) } else { Ok(()) }
    }

    /// Reads one value, and the space after it.
    fn value_and_space(&mut self) -> Result<(), ReadError> {
        let before = self.nodes.len();
        let mut open: Vec<u32> = Vec::with_capacity(16);
        let mut state = State::Value;
        loop {
            let byte = self.skip_space();
            state = match (state, byte) {
                (State::Value, None) if self.nodes.len() == before => return Err(self.error(ReadErrorKind::Empty)),
                (State::AfterValue, _) if open.is_empty() => return Ok(()),
                (_, None) => return Err(self.error(ReadErrorKind::UnexpectedEnd)),
                (State::FirstElement, Some(b']')) | (State::FirstKey, Some(b'}')) => self.close(&mut open),
                (State::Value | State::FirstElement, Some(byte)) => self.value(byte, &mut open)?,
                (State::FirstKey | State::Key, Some(b'"')) => self.key()?,
                (State::FirstKey | State::Key, Some(_)) => return Err(self.error(ReadErrorKind::ExpectedKey)),
                (State::AfterValue, Some(byte)) => self.after_value(byte, &mut open)?,
            };
        }
    }

    fn after_value(&mut self, byte: u8, open: &mut Vec<u32>) -> Result<State, ReadError> {
        let container = open.last().map(|container| self.nodes[*container as usize].kind);
        let in_object = container == Some(Kind::Object);
        match (byte, in_object) {
            (b',', true) => {
                self.at += 1;
                Ok(State::Key)
            }
            (b',', false) => {
                self.at += 1;
                Ok(State::Value)
            }
            (b'}', true) | (b']', false) => Ok(self.close(open)),
            _ => Err(self.error(ReadErrorKind::ExpectedCommaOrEnd)),
        }
    }

    fn close(&mut self, open: &mut Vec<u32>) -> State {
        self.at += 1;
        let (next, end) = (self.nodes.len() as u32, self.at as u32);
        if let Some(container) = open.pop() {
            let node = &mut self.nodes[container as usize];
            node.next = next;
            node.end = end;
        }
        State::AfterValue
    }

    fn key(&mut self) -> Result<State, ReadError> {
        self.string()?;
        if self.skip_space() != Some(b':') {
            let kind =
                if self.at < self.bytes.len() { ReadErrorKind::ExpectedColon } else { ReadErrorKind::UnexpectedEnd };
            return Err(self.error(kind));
        }
        self.at += 1;
        Ok(State::Value)
    }

    fn value(&mut self, byte: u8, open: &mut Vec<u32>) -> Result<State, ReadError> {
        match byte {
            b'"' => self.string()?,
            b'-' | b'0'..=b'9' => self.number()?,
            b'[' if self.known.is_some() && open.len() <= NEAR_ROOT && self.skip_known() => {}
            b'{' | b'[' => {
                open.push(self.nodes.len() as u32);
                let kind = if byte == b'{' { Kind::Object } else { Kind::Array };
                self.push(kind, self.at, self.at + 1, false);
                self.at += 1;
                return Ok(if byte == b'{' { State::FirstKey } else { State::FirstElement });
            }
            b't' => self.word(b"true", Kind::True)?,
            b'f' => self.word(b"false", Kind::False)?,
            b'n' => self.word(b"null", Kind::Null)?,
            _ => return Err(self.error(ReadErrorKind::ExpectedValue)),
        }
        Ok(State::AfterValue)
    }

    /// Skips an array that is known, as a whole.
    fn skip_known(&mut self) -> bool {
        let Some(length) = self.known.and_then(|known| known(&self.bytes[self.at..])) else { return false };
        self.known = None;
        self.skipped = Some(JsonId(self.nodes.len() as u32));
        self.push(Kind::Array, self.at, self.at + length, false);
        self.at += length;
        true
    }

    pub(super) fn skip_space(&mut self) -> Option<u8> {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other.copied(),
            }
        }
    }

    pub(super) fn push(&mut self, kind: Kind, start: usize, end: usize, escaped: bool) {
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(Node { start: start as u32, end: end as u32, next, kind, escaped });
    }

    pub(super) fn error(&self, kind: ReadErrorKind) -> ReadError {
        let mut end = (self.at + 1).min(self.bytes.len());
        // A span never splits a character.
        while end < self.bytes.len() && self.bytes[end] & 0xC0 == 0x80 {
            end += 1;
        }
        ReadError { kind, span: span(self.at.min(self.bytes.len()), end) }
    }
}

pub(super) fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}
