//! Whether a pattern excludes nothing.

/// A character of a pattern, with its quantifier.
struct Atom {
    /// Whether it is any character.
    any: bool,
    least: usize,
    repeats: bool,
}

/// Whether a pattern matches every text, the empty one and line breaks aside: none of its characters is needed, and where
/// it is anchored at both ends, any characters are repeated.
pub(in crate::rules) fn matches_everything(pattern: &str) -> bool {
    let (mut rest, mut starts, mut ends) = (pattern, false, false);
    loop {
        if let Some(inner) = rest.strip_prefix('^') {
            (rest, starts) = (inner, true);
        } else if let Some(inner) = rest.strip_suffix('$') {
            (rest, ends) = (inner, true);
        } else if let Some(inner) = rest.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
            rest = inner.strip_prefix("?:").unwrap_or(inner);
        } else {
            break;
        }
    }
    let Some(atoms) = atoms(rest) else { return false };
    let mut needed = atoms.iter().filter(|atom| atom.least > 0);
    let needs_at_most_any = needed.next().is_none_or(|atom| atom.any && atom.least == 1) && needed.next().is_none();
    let covers = !(starts && ends) || atoms.iter().any(|atom| atom.any && atom.repeats);
    needs_at_most_any && covers
}

/// The characters of a pattern; `None` if it has groups, alternatives or anchors.
fn atoms(mut rest: &str) -> Option<Vec<Atom>> {
    let mut atoms = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '^' | '$' | '(' | ')' | '|' | '*' | '+' | '?' => return None,
            '\\' => 1 + rest[1..].chars().next()?.len_utf8(),
            '[' => class_length(rest)?,
            character => character.len_utf8(),
        };
        let (atom, after) = rest.split_at(length);
        let (least, repeats, quantifier) = quantifier(after);
        atoms.push(Atom { any: atom == "." || ANY.contains(&atom), least, repeats });
        rest = &after[quantifier..];
        // Laziness decides which match is found, not whether there is one.
        rest = if quantifier > 0 { rest.strip_prefix('?').unwrap_or(rest) } else { rest };
    }
    Some(atoms)
}

/// Classes of every character.
const ANY: [&str; 7] = ["[^]", r"[\s\S]", r"[\S\s]", r"[\d\D]", r"[\D\d]", r"[\w\W]", r"[\W\w]"];

/// The length of the character class that a text starts with.
fn class_length(text: &str) -> Option<usize> {
    if text.starts_with("[^]") {
        return Some(3);
    }
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b']' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map(|end| end + 1)
}

/// The minimum of the quantifier that a text starts with, whether it has no maximum, and its length.
fn quantifier(text: &str) -> (usize, bool, usize) {
    match text.bytes().next() {
        Some(b'*') => (0, true, 1),
        Some(b'+') => (1, true, 1),
        Some(b'?') => (0, false, 1),
        _ if text.starts_with("{0,}") => (0, true, 4),
        _ if text.starts_with("{1,}") => (1, true, 4),
        _ => (1, false, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::matches_everything;

    #[test]
    fn patterns_that_exclude_nothing() {
        for pattern in [
            "",
            "^",
            "$",
            ".*",
            "^.*",
            ".*$",
            "^.*$",
            "^(.*)$",
            "(^.*$)",
            "^(?:.*)$",
            ".+",
            "^.+$",
            "^.+?$",
            ".",
            "^.",
            ".{0,}",
            r"^[\s\S]*$",
            r"[\w\W]+",
            "^[^]*$",
            "a*",
            "[a-z]*",
            r"^\w*",
            r"\d*.+",
            r"[\]]*",
            "^a?.*$",
        ] {
            assert!(matches_everything(pattern), "{pattern}");
        }
        for pattern in [
            "^$",
            "^x-",
            "x",
            "^.$",
            "^[a-z]*$",
            r"^\w*$",
            "^.{2,}$",
            "..",
            ".+.+",
            r".*\$",
            r"^.*\",
            "^.*a$",
            "(.*",
            "a|.*",
            "(a)(b)",
            "(?=.*)",
            "(?!.*)",
            r"^\.*$",
            "[",
            r"\.",
            "^.{0,3}$",
            "^(.*)x(.*)$",
            "^(a*)(b*)$",
            "é",
        ] {
            assert!(!matches_everything(pattern), "{pattern}");
        }
    }
}
