//! Events of an interaction, as a stream of them comes (`text/event-stream`).

use lapidary::{Codecs, internal::Splices};

use super::restored;

/// A stream of events whose data is restored, a line at a time.
pub(crate) struct Events {
    codecs: Codecs,
    held: Vec<u8>,
    longest: usize,
}

impl Events {
    /// Of lines of at most so many bytes; what is longer passes as it is.
    pub(crate) fn new(codecs: Codecs, longest: usize) -> Events {
        Events { codecs, held: Vec::new(), longest }
    }

    /// What can leave once these bytes have come.
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

    /// What is left at the end.
    pub(crate) fn end(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }

    /// A line that changes.
    fn line(&self, line: &[u8]) -> Option<Vec<u8>> {
        let line = std::str::from_utf8(line).ok()?;
        let data = line.strip_prefix("data:")?.trim();
        Splices::of(line, [(data, restored(&self.codecs, data)?)]).finish().map(String::into_bytes)
    }
}
