//! Character classes of regular expressions, as RE2 and Python's `re` read them.

use std::{iter::Peekable, str::Chars};

/// What is wrong with a class.
pub(crate) const EMPTY: &str = "an empty character class";
pub(crate) const RANGE: &str = "an invalid character range";

/// An element of a class.
enum Element {
    /// A character, if it is known which.
    Character(Option<char>),
    /// Several, such as `\w`.
    Set,
}

/// Checks the class whose text follows its `[`.
///
/// # Errors
/// What RE2 (with `python`, Python's `re`) rejects: a class without elements, which both read as one that goes on, and a
/// range whose ends are out of order or several characters. RE2 reads `-` after `\w` as a character.
pub(crate) fn checked(class: &str, python: bool) -> Result<(), &'static str> {
    let mut rest = class.strip_prefix('^').unwrap_or(class).chars().peekable();
    if rest.peek() == Some(&']') {
        return Err(EMPTY);
    }
    while let Some(first) = rest.next().filter(|first| *first != ']') {
        let low = element(first, &mut rest);
        let is_range = rest.peek() == Some(&'-') && rest.clone().nth(1).is_some_and(|after| after != ']');
        if !is_range || (matches!(low, Element::Set) && !python) {
            continue;
        }
        rest.next();
        let Some(last) = rest.next() else { break };
        match (low, element(last, &mut rest)) {
            (Element::Character(low), Element::Character(high))
                if low.zip(high).is_none_or(|(low, high)| low <= high) => {}
            _ => return Err(RANGE),
        }
    }
    Ok(())
}

/// Reads an element whose first character is given.
fn element(first: char, rest: &mut Peekable<Chars<'_>>) -> Element {
    if first != '\\' {
        return Element::Character(Some(first));
    }
    match rest.next() {
        Some('d' | 'D' | 's' | 'S' | 'w' | 'W') => Element::Set,
        Some('p' | 'P') => {
            if rest.next_if_eq(&'{').is_some() {
                rest.by_ref().take_while(|next| *next != '}').for_each(drop);
            } else {
                rest.next();
            }
            Element::Set
        }
        // Their digits are not read.
        Some('x' | 'u' | 'c' | '0'..='9') => {
            while rest.next_if(|next| next.is_ascii_hexdigit() || matches!(next, '{' | '}')).is_some() {}
            Element::Character(None)
        }
        Some(escaped) => Element::Character((!escaped.is_ascii_alphanumeric()).then_some(escaped)),
        None => Element::Character(None),
    }
}

#[cfg(test)]
mod tests {
    use super::checked;

    #[test]
    fn ranges_have_an_order_and_two_ends() {
        for (class, python, re2) in [
            (r"a-z0-9_.-]", true, true),
            (r"\w-]", true, true),
            (r"\w-\.]", false, true),
            (r"\w.-]", true, true),
            (r"a-\d]", false, false),
            (r"z-a]", false, false),
            (r"\x00-\x1f]", true, true),
            (r"\u0041-\u005A-]", true, true),
            (r"+--]", true, true),
            (r"!-\/]", true, true),
            (r"^]", false, false),
            (r"]", false, false),
            (r"^^-a]", true, true),
            (r"\p{L}-x]", false, true),
            (r"a]z-a]", true, true),
            (r"a-", true, true),
        ] {
            assert_eq!(checked(class, true).is_ok(), python, "{class}");
            assert_eq!(checked(class, false).is_ok(), re2, "{class}");
        }
    }
}
