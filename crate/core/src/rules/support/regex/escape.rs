//! Escapes in patterns.

pub(super) const UNKNOWN_ESCAPE: &str = "an unknown escape";
pub(super) const BACK_REFERENCE: &str = "a back-reference";

/// What is wrong with an escape, given the text after the backslash: it is missing, or its letter or digit has no
/// meaning in RE2 (with `python`, in Python's `re`).
pub(super) fn unknown_escape(escape: &str, in_class: bool, python: bool) -> Option<&'static str> {
    let Some(first) = escape.bytes().next() else { return Some("a trailing backslash") };
    match first {
        b'p' | b'P' | b'z' | b'C' | b'Q' | b'E' if python => Some(UNKNOWN_ESCAPE),
        b'x' => (!is_code(&escape[1..], python)).then_some(UNKNOWN_ESCAPE),
        b'b' if in_class && !python => Some(UNKNOWN_ESCAPE),
        b'A' | b'B' | b'Q' | b'Z' | b'z' if in_class => Some(UNKNOWN_ESCAPE),
        b'1'..=b'9' => (!is_octal(escape, in_class, python)).then_some(BACK_REFERENCE),
        b'p' | b'P' => (!is_known_class(&escape[1..])).then_some("an unknown Unicode class"),
        b'k' => Some(BACK_REFERENCE),
        first if !first.is_ascii() && !python => Some(UNKNOWN_ESCAPE),
        first if first.is_ascii_alphabetic() && !b"aftnrvdDsSwWbBAzCQEx".contains(&first) => Some(UNKNOWN_ESCAPE),
        _ => None,
    }
}

/// Whether the text after `\x` is a code of two hexadecimal digits, or, for RE2, of several in braces.
fn is_code(text: &str, python: bool) -> bool {
    let is_hex = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    match text.strip_prefix('{') {
        Some(rest) => {
            let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
            !python && is_hex(&rest[..digits]) && rest[digits..].starts_with('}')
        }
        None => text.get(..2).is_some_and(is_hex),
    }
}

/// Whether digits after a backslash are an octal code: for RE2 of two digits or more, for Python of three, up to 377, or of
/// one in a class. Others refer to a group.
fn is_octal(digits: &str, in_class: bool, python: bool) -> bool {
    let count = digits.bytes().take(3).take_while(|digit| matches!(digit, b'0'..=b'7')).count();
    match (python, count) {
        (true, 3) => digits.starts_with(['0', '1', '2', '3']),
        (true, _) => in_class && count > 0,
        (false, _) => count > 1,
    }
}

/// Whether RE2 knows a Unicode character class: a general category by its letters, or one of the scripts that are
/// common in patterns.
fn is_known_class(class: &str) -> bool {
    let categories = ["L", "M", "N", "P", "S", "Z", "C"];
    let Some(name) = class.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(name, _)| name) else {
        return categories.iter().any(|category| class.starts_with(category));
    };
    let name = name.strip_prefix('^').unwrap_or(name);
    let scripts = [
        "Arabic",
        "Cyrillic",
        "Devanagari",
        "Greek",
        "Han",
        "Hangul",
        "Hebrew",
        "Hiragana",
        "Katakana",
        "Latin",
        "Thai",
    ];
    let is_category = name.len() <= 2 && categories.iter().any(|category| name.starts_with(category));
    is_category || scripts.contains(&name)
}
