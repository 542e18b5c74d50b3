//! Events of an interaction's stream (`text/event-stream`; HTML standard, section 9.2.6).

use lapidary::{Codecs, internal::Splices};

use super::restored;

/// Restores the data of an event stream, event by event.
pub(crate) struct Events {
    codecs: Codecs,
    longest: usize,
    /// The bytes of the incomplete event.
    held: Vec<u8>,
    last: u8,
    /// Whether the current line has anything in it.
    in_line: bool,
    /// Whether the rest of the event passes through, since it is too long.
    passes: bool,
}

impl Events {
    /// Creates the state; events longer than `longest` bytes pass through unchanged.
    pub(crate) fn new(codecs: Codecs, longest: usize) -> Events {
        Events { codecs, longest, held: Vec::new(), last: b'\n', in_line: false, passes: false }
    }

    /// Adds bytes; returns those that can be sent.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut ready = Vec::with_capacity(bytes.len());
        for byte in bytes {
            self.held.push(*byte);
            let ends = self.is_end(*byte);
            self.passes |= self.held.len() > self.longest;
            if self.passes {
                ready.append(&mut self.held);
                self.passes = !ends;
            } else if ends || self.held == b"\n" {
                // A `\n` alone belongs to the `\r` that ended the event before.
                ready.append(&mut self.end());
            }
        }
        ready
    }

    /// The bytes that are still held back, at the end of the stream; an event without a final empty line is restored
    /// like others.
    pub(crate) fn end(&mut self) -> Vec<u8> {
        let held = std::mem::take(&mut self.held);
        self.event(&held).unwrap_or(held)
    }

    /// Whether this byte ends an event: it ends an empty line.
    fn is_end(&mut self, byte: u8) -> bool {
        let before = std::mem::replace(&mut self.last, byte);
        match byte {
            b'\n' if before == b'\r' => false,
            b'\n' | b'\r' => !std::mem::take(&mut self.in_line),
            _ => {
                self.in_line = true;
                false
            }
        }
    }

    /// The event with its data restored; `None` if it does not change.
    fn event(&self, event: &[u8]) -> Option<Vec<u8>> {
        let event = std::str::from_utf8(event).ok()?;
        let data: Vec<&str> = event.split(['\n', '\r']).filter_map(data).collect();
        // What is restored are names, which span no lines, so each line of the data has one of the restored data.
        let restored = restored(&self.codecs, &data.join("\n"))?;
        let lines = data.into_iter().zip(restored.split('\n').map(str::to_owned));
        Splices::of(event, lines).finish().map(String::into_bytes)
    }
}

/// The value of a line if its field is `data`, with the space before it, which has no meaning in JSON.
fn data(line: &str) -> Option<&str> {
    let value = line.strip_prefix("data")?;
    if value.is_empty() { Some(value) } else { value.strip_prefix(':') }
}
