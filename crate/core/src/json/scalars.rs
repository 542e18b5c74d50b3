//! Reading numbers, strings and words.

use super::{
    read_error::{ReadError, ReadErrorKind},
    reader::{TextReader, span},
    tape::Kind,
};

impl TextReader<'_> {
    pub(super) fn word(&mut self, word: &[u8], kind: Kind) -> Result<(), ReadError> {
        if !self.bytes[self.at..].starts_with(word) {
            return Err(self.error(ReadErrorKind::ExpectedValue));
        }
        self.push(kind, self.at, self.at + word.len(), false);
        self.at += word.len();
        Ok(())
    }

    pub(super) fn number(&mut self) -> Result<(), ReadError> {
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

    pub(super) fn string(&mut self) -> Result<(), ReadError> {
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
                Some(byte) if *byte < 0x20 => {
                    // A truncated text may end in a line break.
                    let ends = self.bytes[self.at..].trim_ascii().is_empty();
                    let kind = if ends { ReadErrorKind::UnexpectedEnd } else { ReadErrorKind::ControlCharacter };
                    return Err(self.error(kind));
                }
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
            Some(b'u') if rest.len() >= 5 && rest[1..5].iter().all(u8::is_ascii_hexdigit) => {
                self.unicode_escapes = true;
                6
            }
            None => return Err(self.error(ReadErrorKind::UnexpectedEnd)),
            Some(_) => return Err(self.error(ReadErrorKind::BadEscape)),
        };
        self.at += length;
        Ok(())
    }
}
