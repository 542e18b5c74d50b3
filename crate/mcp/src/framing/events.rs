//! Server-sent events, as the HTML standard defines them.

use std::{ops::Range, time::Duration};

use bytes::{Buf, Bytes, BytesMut};

use super::BYTE_ORDER_MARK;

/// One event. Comments and unknown fields are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Its type; without one, it is a `message`.
    pub event: Option<String>,
    /// Its lines of data, joined by line breaks.
    pub data: Bytes,
    /// Its id, after which a broken stream may be resumed.
    pub id: Option<String>,
}

/// Reads events from a stream that arrives in pieces.
#[derive(Debug, Default)]
pub struct Events {
    read: BytesMut,
    ends: LineEnds,
    event: Event,
    data: BytesMut,
    has_data: bool,
    started: bool,
    retry: Option<Duration>,
}

impl Events {
    /// Adds a piece.
    pub fn push(&mut self, piece: &[u8]) {
        self.read.extend_from_slice(piece);
    }

    /// The number of buffered bytes, which belong to incomplete events.
    #[must_use]
    pub fn held(&self) -> usize {
        self.read.len() + self.data.len()
    }

    /// The pause before the stream is resumed that the server asked for last.
    #[must_use]
    pub fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// The next complete event that has data.
    pub fn next_event(&mut self) -> Option<Event> {
        if !self.started {
            if self.read.len() < BYTE_ORDER_MARK.len() {
                return None;
            }
            self.started = true;
            if self.read.starts_with(BYTE_ORDER_MARK) {
                self.read.advance(BYTE_ORDER_MARK.len());
            }
        }
        while let Some(line) = self.line() {
            if !line.is_empty() {
                self.field(&line);
                continue;
            }
            let event = std::mem::take(&mut self.event);
            if std::mem::take(&mut self.has_data) {
                return Some(Event { data: self.data.split().freeze(), ..event });
            }
        }
        None
    }

    /// Removes the next complete line, and returns it without its line break.
    fn line(&mut self) -> Option<Bytes> {
        let (line, next) = self.ends.find(&self.read)?;
        self.ends.gone(next);
        Some(self.read.split_to(next).freeze().slice(line))
    }

    fn field(&mut self, line: &[u8]) {
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let value = line.get(colon + 1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match &line[..colon] {
            b"data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.data.extend_from_slice(b"\n");
                }
                self.data.extend_from_slice(value);
            }
            b"event" => self.event.event = Some(String::from_utf8_lossy(value).into_owned()),
            b"id" => self.event.id = Some(String::from_utf8_lossy(value).into_owned()),
            b"retry" if value.iter().all(u8::is_ascii_digit) => {
                let millis = String::from_utf8_lossy(value).parse();
                self.retry = millis.ok().map(Duration::from_millis).or(self.retry);
            }
            _ => {}
        }
    }
}

/// Finds lines, which end with `\n`, `\r\n` or `\r`, in bytes that arrive in pieces.
#[derive(Debug, Default)]
pub struct LineEnds {
    /// Where the incomplete line starts.
    start: usize,
    /// How many bytes have been searched.
    searched: usize,
    /// Whether the last line ended with a `\r`, of which `\n` may be the second half.
    after_return: bool,
}

impl LineEnds {
    /// The next complete line without its line break, and where the line after it starts. A `\r` at the end of `read`
    /// completes a line; if `\n` follows, it is skipped.
    pub fn find(&mut self, read: &[u8]) -> Option<(Range<usize>, usize)> {
        if self.after_return && self.start < read.len() {
            self.after_return = false;
            self.start += usize::from(read[self.start] == b'\n');
            self.searched = self.start;
        }
        let found = read[self.searched..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        self.searched = found.map_or(read.len(), |at| self.searched + at);
        let length = match read[self.searched..] {
            [] => return None,
            [b'\r', b'\n', ..] => 2,
            _ => 1,
        };
        let line = self.start..self.searched;
        self.searched += length;
        self.start = self.searched;
        self.after_return = read[self.start - 1] == b'\r';
        Some((line, self.start))
    }

    /// Where the incomplete line starts.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// Accounts for `bytes` that have been removed from the front.
    pub fn gone(&mut self, bytes: usize) {
        self.start = self.start.saturating_sub(bytes);
        self.searched -= bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = "\u{feff}: hello\nretry: 3\n\nid: 7\nevent: message\ndata: {\"a\":\r\ndata:1}\r\n\r\ndata\n\nevent: \
                          end\n\n";

    #[test]
    fn the_last_valid_pause_counts() {
        let mut events = Events::default();
        for (line, millis) in [("1.5", None), ("40", Some(40)), ("", Some(40)), ("-1", Some(40)), ("9", Some(9))] {
            events.push(format!("retry: {line}\n").as_bytes());
            assert_eq!((events.next_event(), events.retry()), (None, millis.map(Duration::from_millis)), "{line}");
        }
    }

    fn all(pieces: impl Iterator<Item = Vec<u8>>) -> Vec<Event> {
        let mut events = Events::default();
        let mut found = Vec::new();
        for piece in pieces {
            events.push(&piece);
            found.extend(std::iter::from_fn(|| events.next_event()));
        }
        found
    }

    #[test]
    fn events_are_the_same_wherever_the_stream_is_cut() {
        let first =
            Event { event: Some("message".into()), data: Bytes::from_static(b"{\"a\":\n1}"), id: Some("7".into()) };
        let whole = [first, Event::default()];
        let with_returns = STREAM.replace("\r\n", "\n").replace('\n', "\r");
        for stream in [STREAM, &with_returns] {
            for size in 1..=stream.len() {
                let found = all(stream.as_bytes().chunks(size).map(<[u8]>::to_vec));
                assert_eq!(found, whole, "pieces of {size}; an event without data is none");
            }
        }
    }
}
