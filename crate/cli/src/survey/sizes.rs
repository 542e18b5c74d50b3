//! Sizes, and how they are written.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;

/// How many bytes of compact JSON are taken to be a token.
const TOKEN: usize = 4;
/// Growth is large if it is at least so many times the schema, and so many tokens.
const TIMES: usize = 2;
const MORE: usize = 500;

/// About how many tokens a schema is, before and after.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Tokens {
    pub(crate) before: usize,
    pub(crate) after: usize,
}

impl Tokens {
    pub(crate) fn sum(all: impl Iterator<Item = Tokens>) -> Tokens {
        let add = |sum: Tokens, one: Tokens| Tokens { before: sum.before + one.before, after: sum.after + one.after };
        all.fold(Tokens::default(), add)
    }
}

impl Display for Tokens {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {}", separated(self.before), separated(self.after))
    }
}

/// About how many tokens a JSON text is, without the spaces between its parts.
pub(super) fn tokens(json: &str) -> usize {
    let (mut bytes, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in json.bytes() {
        bytes += usize::from(in_string || !byte.is_ascii_whitespace());
        in_string ^= byte == b'"' && !escaped;
        escaped = in_string && byte == b'\\' && !escaped;
    }
    (bytes + TOKEN / 2) / TOKEN
}

/// "about 31,574 tokens, 8 times the schema's 3,872", if that is a large growth.
pub(crate) fn growth(Tokens { before, after }: Tokens, of: &str) -> Option<String> {
    let is_large = before > 0 && after >= TIMES * before && after - before >= MORE;
    is_large.then(|| {
        format!("about {} tokens, {} times the {} of {of}", separated(after), after / before, separated(before))
    })
}

/// A number with separators between thousands.
pub(crate) fn separated(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_between_parts_are_no_tokens() {
        assert_eq!(tokens("{ \"a\" : [\n1 ] }"), tokens("{\"a\":[1]}"));
        assert_eq!(tokens(r#"{"a \" b":"  \\"}"#), 4);
        assert_eq!(tokens(r#"{"a":"          "}"#), 5);
    }

    #[test]
    fn only_large_growth_is_stated() {
        let growth = |before, after| growth(Tokens { before, after }, "the schema");
        assert_eq!(growth(3_872, 31_574).as_deref(), Some("about 31,574 tokens, 8 times the 3,872 of the schema"));
        assert_eq!((growth(10, 400), growth(3_000, 4_000), growth(0, 9_000)), (None, None, None));
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(separated), ["0", "999", "1,000", "1,234,567"]);
    }
}
