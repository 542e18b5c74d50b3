//! Texts of which parts are exchanged.

/// A text with other texts in place of slices of it, which do not overlap.
pub(crate) fn replaced(text: &str, mut parts: Vec<(&str, String)>) -> String {
    parts.sort_by_key(|(part, _)| part.as_ptr().addr());
    let mut whole = String::with_capacity(text.len());
    let mut at = 0;
    for (part, now) in parts {
        let from = part.as_ptr().addr() - text.as_ptr().addr();
        whole.push_str(&text[at..from]);
        whole.push_str(&now);
        at = from + part.len();
    }
    whole + &text[at..]
}
