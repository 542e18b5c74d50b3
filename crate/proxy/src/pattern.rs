//! Names with wildcards.

/// Whether a name matches a pattern, in which `*` stands for any characters.
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = pieces.next_back() else { return rest.is_empty() };
    for piece in pieces {
        let Some((_, after)) = rest.split_once(piece) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_characters() {
        for (pattern, name) in
            [("a", "a"), ("*", ""), ("get_*", "get_x"), ("*_x", "get_x"), ("g*t*x", "get_x"), ("a*a", "aa")]
        {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("a", "ab"), ("", "a"), ("get_*", "xget_"), ("a*a", "a"), ("g*q*x", "get_x")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
