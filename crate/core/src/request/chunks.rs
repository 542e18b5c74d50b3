//! Finds where the parts of a stream end: events, or the elements of a JSON array. Works byte by byte, so that a stream
//! may be split anywhere.

/// What a byte means for the part being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByteRole {
    /// It is between parts.
    Between,
    /// It is inside a part.
    Inside,
    /// It is the last of a part.
    Last,
}

/// Splits a stream into its parts.
#[derive(Debug)]
pub(super) enum Splitter {
    /// The form is not known yet: only white space, or a byte order mark, has been read.
    Unknown,
    /// Events, each ended by an empty line.
    Events(Events),
    /// JSON values, alone, in an array, or one after the other.
    JsonParts(JsonParts),
}

impl Splitter {
    /// Takes the next byte.
    pub(super) fn step(&mut self, byte: u8) -> ByteRole {
        match self {
            Splitter::Events(events) => events.step(byte),
            Splitter::JsonParts(values) => values.step(byte),
            Splitter::Unknown => {
                match byte {
                    b' ' | b'\t' | b'\r' | b'\n' | 0xEF | 0xBB | 0xBF => return ByteRole::Between,
                    b'[' | b'{' => *self = Splitter::JsonParts(JsonParts::default()),
                    _ => *self = Splitter::Events(Events::default()),
                }
                self.step(byte)
            }
        }
    }
}

/// Reads events.
#[derive(Debug, Default)]
pub(super) struct Events {
    inside: bool,
    /// Whether the line so far has anything in it.
    in_line: bool,
    after_return: bool,
}

impl Events {
    fn step(&mut self, byte: u8) -> ByteRole {
        // The second half of a `\r\n` whose first half ended the line.
        let half = byte == b'\n' && self.after_return;
        self.after_return = byte == b'\r';
        if half {
            return if self.inside { ByteRole::Inside } else { ByteRole::Between };
        }
        if byte != b'\n' && byte != b'\r' {
            (self.inside, self.in_line) = (true, true);
            return ByteRole::Inside;
        }
        if std::mem::take(&mut self.in_line) {
            return ByteRole::Inside;
        }
        if std::mem::take(&mut self.inside) { ByteRole::Last } else { ByteRole::Between }
    }
}

/// Reads JSON values as far as needed to see where the objects of the outermost list end.
#[derive(Debug, Default)]
pub(super) struct JsonParts {
    /// The number of open brackets.
    depth: usize,
    /// The depth at which the object being read was opened.
    object_at: Option<usize>,
    in_string: bool,
    escaped: bool,
}

impl JsonParts {
    /// Takes the next byte.
    pub(super) fn step(&mut self, byte: u8) -> ByteRole {
        let inside = if self.object_at.is_some() { ByteRole::Inside } else { ByteRole::Between };
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return inside;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => {
                if byte == b'{' && self.object_at.is_none() && self.depth <= 1 {
                    self.object_at = Some(self.depth);
                }
                self.depth += 1;
                return if self.object_at.is_some() { ByteRole::Inside } else { ByteRole::Between };
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if self.object_at == Some(self.depth) {
                    self.object_at = None;
                    return ByteRole::Last;
                }
            }
            _ => {}
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a text.
    fn parts(text: &str) -> Vec<String> {
        let (mut splitter, mut parts, mut part) = (Splitter::Unknown, Vec::new(), Vec::new());
        for byte in text.bytes() {
            let step = splitter.step(byte);
            part.extend((step != ByteRole::Between).then_some(byte));
            if step == ByteRole::Last {
                parts.push(String::from_utf8(std::mem::take(&mut part)).expect("it is UTF-8"));
            }
        }
        assert!(part.is_empty(), "{part:?} of {text:?} has no end");
        parts
    }

    #[test]
    fn an_empty_line_ends_an_event() {
        assert_eq!(parts("data: 1\n\ndata: 2\n\n"), ["data: 1\n\n", "data: 2\n\n"]);
        assert_eq!(parts("\n\nid: 1\rdata: 1\r\r\ndata: 2\n\r\n"), ["id: 1\rdata: 1\r\r", "data: 2\n\r"]);
        assert_eq!(parts("\u{feff}: hi\r\n\r\ndata: 2\r\n\r\n"), [": hi\r\n\r", "data: 2\r\n\r"]);
    }

    #[test]
    fn a_bracket_ends_an_element() {
        assert_eq!(parts(" [{\"a\":[{}]}\n,\r\n{\"}\\\"\":\"]\"}]"), ["{\"a\":[{}]}", "{\"}\\\"\":\"]\"}"]);
        assert_eq!(parts("{\"error\":{}}\n{}"), ["{\"error\":{}}", "{}"]);
        assert_eq!(parts("[[{}], 1, \"{\", {\"a\": 1}]"), ["{\"a\": 1}"]);
    }
}
