//! A text as its author read it: escapes of JSON, of source code and of HTML are resolved, and white space is a single
//! space, or a single line break where it has one. So a message looks the same in a terminal, a log, a JSON string
//! within a JSON string, and a page.

/// What HTML writes for characters that messages have.
const ENTITIES: [(&str, char); 10] = [
    ("&quot;", '"'),
    ("&#34;", '"'),
    ("&#x22;", '"'),
    ("&apos;", '\''),
    ("&#39;", '\''),
    ("&#x27;", '\''),
    ("&#96;", '`'),
    ("&lt;", '<'),
    ("&gt;", '>'),
    ("&amp;", '&'),
];

/// What control sequences of a terminal start with.
const ESCAPE: char = '\u{1b}';

/// A text without escapes, with the places of its bytes in the source.
pub(super) struct Plain {
    pub(super) text: String,
    /// Where each byte of the text, and its end, comes from.
    places: Vec<u32>,
}

impl Plain {
    pub(super) fn of(source: &str) -> Plain {
        let mut plain = Plain { text: String::with_capacity(source.len()), places: Vec::with_capacity(source.len()) };
        let mut at = 0;
        while let Some((char, length)) = char_at(&source[at..]) {
            let control = if char == ESCAPE { control_sequence(&source[at + length..]) } else { None };
            if control.is_none() {
                plain.push(char, at);
            }
            at += length + control.unwrap_or_default();
        }
        plain.places.push(source.len() as u32);
        plain
    }

    /// The place in the source of a place in the text.
    pub(super) fn place(&self, at: usize) -> u32 {
        self.places[at]
    }

    fn push(&mut self, char: char, place: usize) {
        let is_space = matches!(char, ' ' | '\n');
        match self.text.as_bytes().last() {
            Some(b'\n') if is_space => return,
            Some(b' ') if char == ' ' => return,
            Some(b' ') if char == '\n' => {
                self.text.pop();
                self.places.pop();
            }
            _ => {}
        }
        self.text.push(char);
        self.places.resize(self.text.len(), place as u32);
    }
}

/// The first character that a text stands for, with the number of its bytes; `None` at the end.
fn char_at(text: &str) -> Option<(char, usize)> {
    let first = text.chars().next()?;
    let length = first.len_utf8();
    Some(match first {
        '\\' => escaped(text),
        '&' => {
            let entity = ENTITIES.iter().find(|(name, _)| text.starts_with(name));
            entity.map_or(('&', 1), |(name, char)| (*char, name.len()))
        }
        '\n' | '\r' => ('\n', 1),
        // Frames and scroll bars that programs draw around text in a terminal.
        '\u{2500}'..='\u{259f}' => (' ', length),
        '\u{201c}' | '\u{201d}' => ('"', length),
        '\u{2018}' | '\u{2019}' => ('\'', length),
        _ if first.is_whitespace() => (' ', length),
        _ => (first, length),
    })
}

/// The character that a backslash stands for with what follows it. A text that was escaped several times has several.
fn escaped(text: &str) -> (char, usize) {
    let rest = text.trim_start_matches('\\');
    let slashes = text.len() - rest.len();
    let by_number = |hex: &str| u8::from_str_radix(hex, 16).ok().filter(u8::is_ascii).map(char::from);
    match rest.as_bytes() {
        [b'n' | b'r', ..] => ('\n', slashes + 1),
        [b't', ..] => (' ', slashes + 1),
        [quote @ (b'"' | b'\'' | b'`' | b'/'), ..] => (char::from(*quote), slashes + 1),
        [b'u', ..] => rest.get(1..5).and_then(by_number).map_or(('\\', slashes), |char| (char, slashes + 5)),
        [b'x', b'1', b'b' | b'B', ..] | [b'0', b'3', b'3', ..] => (ESCAPE, slashes + 3),
        _ => ('\\', slashes),
    }
}

/// The bytes of a control sequence of a terminal, as for colors, after its first character (ECMA-48, 5.4).
fn control_sequence(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix('[')?;
    let end = parameters.bytes().position(|byte| !(b' '..=b'?').contains(&byte))?;
    (b'@'..=b'~').contains(&parameters.as_bytes()[end]).then_some(end + 2)
}

/// A text without line breaks.
pub(super) fn on_one_line(text: &str) -> String {
    text.trim().replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved_and_places_are_kept() {
        let source = "a \\\\\\\"b\\\" \n │ &#39;c&quot;\\u0027 \\\\n\td“";
        let plain = Plain::of(source);
        assert_eq!(plain.text, "a \"b\"\n'c\"'\nd\"");
        assert_eq!(plain.places.len(), plain.text.len() + 1);
        for (at, char) in plain.text.char_indices().filter(|(_, char)| char.is_alphabetic()) {
            assert!(source[plain.place(at) as usize..].starts_with(char));
        }
    }

    #[test]
    fn colors_of_a_terminal_are_no_text() {
        for escape in ["\u{1b}", "\\u001b", "\\x1b", "\\033"] {
            assert_eq!(Plain::of(&format!("{escape}[1;33mconst{escape}[0m █")).text, "const ");
        }
        assert_eq!(Plain::of("\u{1b}[1;").text, "\u{1b}[1;");
    }

    #[test]
    fn what_is_no_escape_stays() {
        for text in ["C:\\path", "&co", "\\u12", "\\u00e9", "a\\", "é & ü"] {
            assert_eq!(Plain::of(text).text, text);
        }
    }
}
