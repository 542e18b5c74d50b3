//! Server-sent events, as the HTML standard has them.

use bytes::{Buf, Bytes, BytesMut};

use super::BYTE_ORDER_MARK;

/// One event. Comments and unknown fields are passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Its type; `message` is left out of most.
    pub event: Option<String>,
    /// Its lines of data, joined by line breaks.
    pub data: Bytes,
    /// Where a stream that broke may be taken up again.
    pub id: Option<String>,
}

/// Cuts events out of a stream that comes in pieces.
#[derive(Debug, Default)]
pub struct Events {
    read: BytesMut,
    /// How much of `read` holds no end of a line.
    searched: usize,
    event: Event,
    data: BytesMut,
    has_data: bool,
    started: bool,
}

impl Events {
    /// Adds a piece.
    pub fn push(&mut self, piece: &[u8]) {
        self.read.extend_from_slice(piece);
    }

    /// Bytes that wait for the rest of their event.
    #[must_use]
    pub fn held(&self) -> usize {
        self.read.len() + self.data.len()
    }

    /// The next event that is whole and has data.
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

    /// A line without its end, which is `\n`, `\r\n` or `\r`. After a lone `\r` at the end of what has come, `\n` may
    /// follow, so that it waits.
    fn line(&mut self) -> Option<Bytes> {
        let found = self.read[self.searched..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        self.searched = found.map_or(self.read.len(), |at| self.searched + at);
        let at = found.map(|_| self.searched)?;
        let end = match self.read[at..] {
            [b'\r', b'\n', ..] => 2,
            [b'\r'] => return None,
            _ => 1,
        };
        let line = self.read.split_to(at).freeze();
        self.read.advance(end);
        self.searched = 0;
        Some(line)
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
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = "\u{feff}: hello\nretry: 3\n\nid: 7\nevent: message\ndata: {\"a\":\r\ndata:1}\r\n\r\ndata\n\nevent: \
                          end\n\n";

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
        let whole = all(std::iter::once(STREAM.as_bytes().to_vec()));
        assert_eq!(whole, [first, Event::default()], "an event without data is none");
        for size in 1..STREAM.len() {
            assert_eq!(all(STREAM.as_bytes().chunks(size).map(<[u8]>::to_vec)), whole, "pieces of {size}");
        }
    }
}
