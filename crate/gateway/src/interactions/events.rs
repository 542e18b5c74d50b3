//! Events of an interaction's stream (`text/event-stream`).

use lapidary::{Codecs, internal::Splices};

use super::restored;

/// Restores the data of an event stream, line by line.
pub(crate) struct Events {
    codecs: Codecs,
    held: Vec<u8>,
    longest: usize,
}

impl Events {
    /// Creates the state; lines longer than `longest` bytes pass through unchanged.
    pub(crate) fn new(codecs: Codecs, longest: usize) -> Events {
        Events { codecs, held: Vec::new(), longest }
    }

    /// Adds bytes; returns those that can be sent.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map(|end| self.held.len() + end);
        self.held.extend_from_slice(bytes);
        let Some(end) = end else {
            return if self.held.len() > self.longest { self.end() } else { Vec::new() };
        };
        let rest = self.held.split_off(end + 1);
        let lines = std::mem::replace(&mut self.held, rest);
        lines.split_inclusive(|byte| *byte == b'\n').fold(Vec::new(), |mut ready, line| {
            ready.extend_from_slice(self.line(line).as_deref().unwrap_or(line));
            ready
        })
    }

    /// The bytes that are still held back, at the end of the stream.
    pub(crate) fn end(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }

    /// The line with its data restored; `None` if it does not change.
    fn line(&self, line: &[u8]) -> Option<Vec<u8>> {
        let line = std::str::from_utf8(line).ok()?;
        let data = line.strip_prefix("data:")?.trim();
        Splices::of(line, [(data, restored(&self.codecs, data)?)]).finish().map(String::into_bytes)
    }
}
