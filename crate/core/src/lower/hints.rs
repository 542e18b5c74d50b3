//! Hints: words in a description for what the output schema cannot express.

use crate::{
    json::{JsonId, Kind, Tape, compact, quote, unescape},
    order::{Map, Set},
};

/// The maximum number of characters of hints in one description.
const MAX_HINT: usize = 160;

/// Appends hints in parentheses to a description: as many as fit, the first one truncated if need be. Returns `None` if
/// it contains all of them already or has no room. Parentheses at its end are extended, so that a second run, which
/// finds them, has no more room than the first; longer ones than lowering adds are left alone.
#[must_use]
pub(crate) fn with_hints(description: &str, hints: &[String]) -> Option<String> {
    let text = description.trim_end();
    let group = last_group(text).filter(|group| group.chars().count() <= MAX_HINT);
    let mut added = String::new();
    let mut room = MAX_HINT.saturating_sub(group.map_or(2, |group| group.chars().count()));
    for hint in hints.iter().filter(|hint| !states(text, hint)) {
        let is_first = added.is_empty() && group.is_none();
        let separator = if is_first { "" } else { "; " };
        let space = room.saturating_sub(separator.len());
        if hint.chars().count() > space && !is_first {
            continue;
        }
        let words = clip(hint, space);
        added.push_str(separator);
        added.push_str(&words);
        room = space.saturating_sub(words.chars().count());
    }
    if added.is_empty() {
        return None;
    }
    Some(match group {
        Some(_) => format!("{}{added})", &text[..text.len() - 1]),
        None if text.is_empty() => format!("({added})"),
        None => format!("{text} ({added})"),
    })
}

/// Whether a text states a hint or a value: "at least 1" is neither in "at least 10" nor in "at least 1.5".
pub(crate) fn states(text: &str, words: &str) -> bool {
    let is_apart =
        |c: Option<char>| c.is_none_or(|c| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '_' && c != '-');
    text.match_indices(words).any(|(at, words)| {
        let mut rest = text[at + words.len()..].chars();
        let (next, second) = (rest.next(), rest.next());
        let goes_on = next == Some('.') && second.is_some_and(|c| c.is_ascii_digit());
        is_apart(text[..at].chars().next_back()) && is_apart(next) && !goes_on
    })
}

/// The text in parentheses at the end of a text, with the parentheses; `None` if there is none, or they are not
/// balanced.
fn last_group(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (byte == b'(').then(|| &text[at..]);
        }
    }
    None
}

/// Taken names, and unique names beside them. Names are never freed.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: Set<String>,
    /// For each requested name that was taken, the number to try next.
    numbers: Map<String, usize>,
}

impl Names {
    /// Starts with these names taken.
    pub(crate) fn taken<'n>(names: impl IntoIterator<Item = &'n str>) -> Names {
        Names { taken: names.into_iter().map(str::to_owned).collect(), numbers: Map::new() }
    }

    /// Takes the wanted name, or else the first free one with a number appended.
    pub(crate) fn take(&mut self, wanted: &str) -> String {
        self.take_numbered(wanted, |wanted, number| format!("{wanted}_{number}"))
    }

    /// Like [`Names::take`], with the number added by `numbered`.
    pub(crate) fn take_numbered(&mut self, wanted: &str, numbered: fn(&str, usize) -> String) -> String {
        let mut name = wanted.to_owned();
        while !self.taken.insert(name.clone()) {
            let number = self.numbers.or_insert_with(wanted.to_owned(), || 2);
            name = numbered(wanted, *number);
            *number += 1;
        }
        name
    }
}

/// A value as compact JSON without needless escapes, truncated to `limit` characters.
#[must_use]
pub(crate) fn inline(tape: &Tape<'_>, id: JsonId, limit: usize) -> String {
    let json = compact(tape, id);
    clip(&if json.contains('\\') { readable(&json) } else { json }, limit)
}

/// A JSON text with the characters of its strings instead of their escapes, where JSON allows these.
fn readable(json: &str) -> String {
    let (mut out, mut rest) = (String::new(), json);
    while let Some((before, string)) = rest.split_once('"') {
        let mut escaped = false;
        let ends = |character: char| {
            let ends = character == '"' && !escaped;
            escaped = character == '\\' && !escaped;
            ends
        };
        let end = string.find(ends).unwrap_or(string.len());
        out += before;
        out += &quote(&unescape(&string[..end]));
        rest = string.get(end + 1..).unwrap_or_default();
    }
    out + rest
}

/// The text truncated to a number of characters, with an ellipsis if something is missing.
#[must_use]
pub(crate) fn clip(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(limit.saturating_sub(1)).collect();
    out.push('…');
    out
}

/// A value as readers write it: strings without quotes, except for those that would not be seen or be taken for null;
/// the rest as JSON.
pub(crate) fn spell(tape: &Tape<'_>, value: JsonId) -> String {
    match tape.string(value) {
        Some(text) if tape.kind(value) == Kind::String && !matches!(text.as_ref(), "" | "null") => clip(&text, 60),
        _ => inline(tape, value, 60),
    }
}

/// A list of values, separated by commas.
pub(crate) fn spell_list(tape: &Tape<'_>, values: &[JsonId]) -> String {
    clip_list(values.iter().map(|value| spell(tape, *value)))
}

/// The first of several words, separated by commas.
pub(crate) fn clip_list(words: impl Iterator<Item = String>) -> String {
    clip(&words.take(64).collect::<Vec<_>>().join(", "), MAX_HINT - 20)
}
