//! The words that go into a description for what the output cannot say.

use super::inline;
use crate::json::{JsonId, Kind, Tape};

/// Most characters of hints in one description.
const MAX_HINT: usize = 160;

/// Hints as one sentence part in brackets, whole hints as far as they fit; `None` for none, and for
/// what the description says already.
#[must_use]
pub fn hint_list(hints: &[String], description: &str) -> Option<String> {
    let mut out = String::new();
    for hint in hints.iter().filter(|hint| !description.contains(hint.as_str())) {
        let separator = if out.is_empty() { "" } else { "; " };
        let room = MAX_HINT.saturating_sub(out.chars().count() + separator.len() + 2);
        if hint.chars().count() > room && !out.is_empty() {
            continue;
        }
        out.push_str(separator);
        out.push_str(&clip(hint, room));
    }
    (!out.is_empty()).then(|| format!("({out})"))
}

/// The text cut to a number of characters, with an ellipsis where something is missing.
#[must_use]
pub fn clip(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(limit.saturating_sub(1)).collect();
    out.push('…');
    out
}

/// A value as a reader would write it: strings bare, the rest as JSON.
pub(crate) fn spell(tape: &Tape<'_>, value: JsonId) -> String {
    match tape.string(value) {
        Some(text) if tape.kind(value) == Kind::String => clip(&text, 60),
        _ => inline(tape, value, 60),
    }
}

/// A list of values, separated by commas.
pub(crate) fn spell_list(tape: &Tape<'_>, values: &[JsonId]) -> String {
    clip(&values.iter().take(64).map(|value| spell(tape, *value)).collect::<Vec<_>>().join(", "), MAX_HINT - 20)
}
