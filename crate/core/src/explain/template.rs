//! Texts with placeholders in braces, compared with a text: the fixed parts exactly, except for white space and
//! backticks.

/// The longest value of a placeholder, in bytes, and of one for a part of a schema.
const MAX_VALUE: usize = 256;
const MAX_SCHEMA: usize = 4_096;

/// The values of placeholders, in order.
pub(super) type Values<'t> = Vec<(&'static str, &'t str)>;

/// Where `fixed` ends if the text continues with it at `at`. White space may be missing or added anywhere: lines are
/// wrapped within words, too.
pub(super) fn fixed(text: &str, at: usize, fixed: &str) -> Option<usize> {
    let (end, length) = common(text, at, fixed);
    (length == fixed.len()).then_some(end)
}

/// The same, also where the text ends before `fixed` does.
pub(super) fn fixed_or_truncated(text: &str, at: usize, fixed: &str) -> Option<usize> {
    let (end, length) = common(text, at, fixed);
    (length == fixed.len() || is_truncated(text, end)).then_some(end)
}

/// Where the text no longer continues with `fixed`, and how many bytes of `fixed` it has until there.
fn common(text: &str, at: usize, fixed: &str) -> (usize, usize) {
    let bytes = text.as_bytes();
    let (mut end, mut length) = (at, 0);
    for (index, byte) in fixed.bytes().enumerate().filter(|(_, byte)| !is_loose(*byte)) {
        match (end..bytes.len()).find(|at| !is_loose(bytes[*at])) {
            Some(next) if bytes[next] == byte => (end, length) = (next + 1, index + 1),
            _ => return (end, length),
        }
    }
    (end, fixed.len())
}

/// How a text continues with a template.
pub(super) struct Filled<'t> {
    pub(super) end: usize,
    /// Of the placeholders, in order.
    pub(super) values: Values<'t>,
    /// How many bytes of its fixed parts the text has.
    pub(super) fixed: usize,
    /// Whether the text ends before the template does.
    pub(super) truncated: bool,
}

/// How the text continues with the template at `at`, if it does.
pub(super) fn filled<'t>(text: &'t str, at: usize, template: &'static str) -> Option<Filled<'t>> {
    let mut parts = template.split('{');
    let first = parts.next()?;
    let mut found = Filled { end: at, values: Values::new(), fixed: 0, truncated: false };
    found.take(text, first)?;
    for part in parts {
        let (name, after) = part.split_once('}')?;
        let from = found.end;
        if found.truncated || (is_truncated(text, from) && !after.is_empty()) {
            found.truncated = true;
            break;
        }
        let longest = if matches!(name, "SCHEMA" | "VALUE") { MAX_SCHEMA } else { MAX_VALUE };
        let to = value(text, from, after, longest)?;
        let value = text[from..to].trim_matches([' ', '\n', '`']);
        // What is between the name of a field and a later error in a list is another error.
        if matches!(name, "FIELD" | "ENUM") && value.contains(' ') {
            return None;
        }
        found.values.push((name, value));
        found.end = to;
        found.take(text, after)?;
    }
    Some(found)
}

impl Filled<'_> {
    /// How specific it is; a message is rather a whole one than the beginning of another.
    pub(super) fn weight(&self) -> usize {
        2 * self.fixed + usize::from(!self.truncated)
    }

    /// Takes a fixed part, or its beginning where the text ends within it.
    fn take(&mut self, text: &str, part: &str) -> Option<()> {
        let (end, length) = common(text, self.end, part);
        self.truncated = length < part.len();
        if self.truncated && !is_truncated(text, end) {
            return None;
        }
        (self.end, self.fixed) = (end, self.fixed + length);
        Some(())
    }
}

/// Whether a text ends at a place, or was truncated there before it was given.
pub(super) fn is_truncated(text: &str, at: usize) -> bool {
    let rest = &text.as_bytes()[at..];
    rest.iter().all(|byte| is_loose(*byte)) || ["...", "…"].iter().any(|mark| rest.starts_with(mark.as_bytes()))
}

/// Where a value ends: before the next fixed part, or else with its quotes or its word.
fn value(text: &str, from: usize, after: &str, longest: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let most = bytes.len().min(from + longest);
    if let Some(first) = after.bytes().find(|byte| !is_loose(*byte)) {
        return (from..most).find(|at| bytes[*at] == first && fixed_or_truncated(text, *at, after).is_some());
    }
    let start = (from..most).find(|at| !is_loose(bytes[*at]))?;
    let quote = bytes[start];
    if matches!(quote, b'"' | b'\'') {
        return (start + 1..most).find(|at| bytes[*at] == quote).map(|end| end + 1);
    }
    let is_end = |byte: &u8| is_loose(*byte) || b"\"',;)}>".contains(byte);
    let end = (start..=most).find(|at| bytes.get(*at).is_none_or(is_end))?;
    // A bracket ends a list around the value, but may be a part of a type's name: `[]string`.
    let unopened = |at: &usize| bytes[*at] == b']' && bytes[at - 1] != b'[';
    Some((start + 1..end).find(unopened).unwrap_or(end))
}

/// White space, and the backticks that Markdown takes away.
pub(super) fn is_loose(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'`')
}
