//! Texts with placeholders in braces, compared with a text: the fixed parts exactly, except for white space and
//! backticks.

/// The longest value of a placeholder, in bytes.
const MAX_VALUE: usize = 256;

/// The values of placeholders, in order.
pub(super) type Values<'t> = Vec<(&'static str, &'t str)>;

/// Where `fixed` ends if the text continues with it at `at`. White space may be missing or added anywhere: lines are
/// wrapped within words, too.
pub(super) fn fixed(text: &str, at: usize, fixed: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut end = at;
    for byte in fixed.bytes().filter(|byte| !is_loose(*byte)) {
        while bytes.get(end).is_some_and(|byte| is_loose(*byte)) {
            end += 1;
        }
        if bytes.get(end) != Some(&byte) {
            return None;
        }
        end += 1;
    }
    Some(end)
}

/// Where the template ends if the text continues with it at `at`, and the values of its placeholders.
pub(super) fn filled<'t>(text: &'t str, at: usize, template: &'static str) -> Option<(usize, Values<'t>)> {
    let mut parts = template.split('{');
    let mut end = fixed(text, at, parts.next()?)?;
    let mut values = Values::new();
    for part in parts {
        let (name, after) = part.split_once('}')?;
        let from = end;
        let to = value(text, from, after)?;
        values.push((name, text[from..to].trim_matches([' ', '\n', '`'])));
        end = fixed(text, to, after)?;
    }
    Some((end, values))
}

/// Where a value ends: before the next fixed part, or else with its quotes or its word.
fn value(text: &str, from: usize, after: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let most = bytes.len().min(from + MAX_VALUE);
    if let Some(first) = after.bytes().find(|byte| !is_loose(*byte)) {
        return (from..most).find(|at| bytes[*at] == first && fixed(text, *at, after).is_some());
    }
    let start = (from..most).find(|at| !is_loose(bytes[*at]))?;
    if bytes[start] == b'"' {
        return (start + 1..most).find(|at| bytes[*at] == b'"').map(|quote| quote + 1);
    }
    let is_end = |byte: &u8| is_loose(*byte) || b"\"',;)]}".contains(byte);
    (start..=most).find(|at| bytes.get(*at).is_none_or(is_end))
}

/// How many bytes of a template are fixed.
pub(super) fn fixed_length(template: &str) -> usize {
    let placeholders = template.split('{').skip(1).filter_map(|part| part.find('}'));
    template.len() - placeholders.map(|name| name + 2).sum::<usize>()
}

/// White space, and the backticks that Markdown takes away.
fn is_loose(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'`')
}
