//! The reader: one pass, an explicit stack, no recursion.

use std::borrow::Cow;

use super::{
    read_error::{ReadError, ReadErrorKind},
    tape::{Kind, Node, Span, Tape},
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
    Ok(Tape { text: Cow::Borrowed(text), nodes: reader.nodes, lines: false })
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
        Ok(()) => Ok(Tape { text: Cow::Borrowed(text), nodes: reader.nodes, lines: true }),
        Err(error) if error.span.start > alone.span.start => Err(error),
        Err(_) => Err(alone),
    }
}

struct TextReader<'t> {
    bytes: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
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
        Ok(TextReader { bytes: text.as_bytes(), at, nodes: Vec::with_capacity(text.len() / 12 + 1) })
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

    fn word(&mut self, word: &[u8], kind: Kind) -> Result<(), ReadError> {
        if !self.bytes[self.at..].starts_with(word) {
            return Err(self.error(ReadErrorKind::ExpectedValue));
        }
        self.push(kind, self.at, self.at + word.len(), false);
        self.at += word.len();
        Ok(())
    }

    fn number(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        let mut at = self.at + usize::from(self.bytes[self.at] == b'-');
        let digits = |mut at: usize| {
            let from = at;
            while self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            (at > from).then_some(at)
        };
        let good = (|| {
            at = if self.bytes.get(at) == Some(&b'0') { at + 1 } else { digits(at)? };
            if self.bytes.get(at) == Some(&b'.') {
                at = digits(at + 1)?;
            }
            if matches!(self.bytes.get(at), Some(b'e' | b'E')) {
                at += 1 + usize::from(matches!(self.bytes.get(at + 1), Some(b'+' | b'-')));
                at = digits(at)?;
            }
            Some(())
        })();
        if good.is_none() || self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
            let end = (at + 1).min(self.bytes.len());
            return Err(ReadError { kind: ReadErrorKind::BadNumber, span: span(start, end) });
        }
        self.push(Kind::Number, start, at, false);
        self.at = at;
        Ok(())
    }

    fn string(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        let mut escaped = false;
        self.at += 1;
        loop {
            self.skip_plain();
            match self.bytes.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                Some(byte) if *byte < 0x20 => return Err(self.error(ReadErrorKind::ControlCharacter)),
                Some(_) => self.at += 1,
                None => return Err(self.error(ReadErrorKind::UnexpectedEnd)),
            }
        }
        self.at += 1;
        self.push(Kind::String, start, self.at, escaped);
        Ok(())
    }

    /// Skips bytes that are neither quote, backslash nor control character, eight at a time.
    fn skip_plain(&mut self) {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let zero_byte = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
        while let Some(chunk) = self.bytes.get(self.at..self.at + 8) {
            let mut eight = [0; 8];
            eight.copy_from_slice(chunk);
            let word = u64::from_le_bytes(eight);
            let quote = zero_byte(word ^ (ONES * u64::from(b'"')));
            let backslash = zero_byte(word ^ (ONES * u64::from(b'\\')));
            let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
            let stop = quote | backslash | control;
            if stop != 0 {
                self.at += (stop.trailing_zeros() / 8) as usize;
                return;
            }
            self.at += 8;
        }
    }

    fn escape(&mut self) -> Result<(), ReadError> {
        let rest = &self.bytes[self.at + 1..];
        let length = match rest.first() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') if rest.len() >= 5 && rest[1..5].iter().all(u8::is_ascii_hexdigit) => 6,
            None => return Err(self.error(ReadErrorKind::UnexpectedEnd)),
            Some(_) => return Err(self.error(ReadErrorKind::BadEscape)),
        };
        self.at += length;
        Ok(())
    }

    fn skip_space(&mut self) -> Option<u8> {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other.copied(),
            }
        }
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize, escaped: bool) {
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(Node { start: start as u32, end: end as u32, next, kind, escaped });
    }

    fn error(&self, kind: ReadErrorKind) -> ReadError {
        let mut end = (self.at + 1).min(self.bytes.len());
        // A span never splits a character.
        while end < self.bytes.len() && self.bytes[end] & 0xC0 == 0x80 {
            end += 1;
        }
        ReadError { kind, span: span(self.at.min(self.bytes.len()), end) }
    }
}

fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}
