//! Error messages of APIs and their clients, found in any text: what each is about, and which rules prevent it.
//!
//! **Invariants.** A row of the catalogue is named only where the fixed parts of its message, or of the statement in it,
//! are in the text. The work is linear in the text.

mod about;
mod error;
mod place;
mod plain;
mod record;
mod template;
mod violation;

use crate::{json::Span, order::Map};
pub use about::rules_about;
pub use error::ApiError;
use plain::{Plain, on_one_line};
use record::{Record, records};
use template::{Filled, filled, fixed, is_loose};
use violation::Violation;

/// What Google's reader of JSON says of a member.
const PROBLEMS: [&str; 2] = ["Cannot find field", "Proto field is not repeating, cannot start list"];

/// How much of its fixed text a message has at least that is truncated, in bytes.
const MIN_TRUNCATED: usize = 24;

/// The longest statement of a problem that no row records, in bytes.
const MAX_PROBLEM: usize = 400;

/// Finds the error messages in a text: an API's answer, a log, a stack trace. They may be escaped, wrapped at any width,
/// and truncated by the end of the text or an ellipsis. Each is listed once, in the order of the text.
///
/// ```
/// let log = r#"400: {"message": "Unknown name \"const\" at 'tools[0].function_declarations[3].parameters': Cannot find field."}"#;
/// let errors = lapidary::explain_error(log);
/// assert_eq!((errors[0].function, errors[0].rules.as_slice()), (Some(3), &["GS011"][..]));
/// ```
#[must_use]
pub fn explain_error(text: &str) -> Vec<ApiError> {
    let plain = Plain::of(text);
    let text = plain.text.as_str();
    let bytes = text.as_bytes();
    let records = records();
    let mut starts = [false; 256];
    for record in records.iter().filter(|record| record.stands_alone) {
        starts[usize::from(record.first())] = true;
    }

    let mut errors: Vec<ApiError> = Vec::new();
    let mut known: Map<String, usize> = Map::default();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let found = if starts[usize::from(*byte)] && is_start(text, at) { read(text, at, &records) } else { None };
        let Some((mut error, end)) = found else {
            at += 1;
            continue;
        };
        if let Some(index) = known.get(&error.message) {
            errors[*index].count += 1;
        } else {
            error.span = Span { start: plain.place(at), end: plain.place(end) };
            known.insert(error.message.clone(), errors.len());
            errors.push(error);
        }
        at = end;
    }
    errors
}

/// Whether a message can start at a place: not within a word, nor before white space, which may be as long as the text.
fn is_start(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let is_blank = is_loose(bytes[at]) && bytes.get(at + 1).is_none_or(|next| is_loose(*next));
    !is_blank && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
}

/// The error whose message starts at `at`, and where it ends.
fn read(text: &str, at: usize, records: &[Record]) -> Option<(ApiError, usize)> {
    if let Some(violation) = Violation::read(text, at) {
        return of_violation(text, &violation, records);
    }
    let (found, mut rows) = matched(text, at, records.iter().filter(|record| record.stands_alone))?;
    let (mut end, mut values) = (found.end, found.values);
    if rows.is_empty() {
        match introduced(text, end, records).filter(|_| !found.truncated) {
            Some((statement, of)) => {
                values.extend(statement.values);
                (end, rows) = (statement.end, of);
            }
            None => end = problem_end(text, end),
        }
    }
    let mut error = ApiError { message: on_one_line(&text[at..end]), count: 1, rows, ..ApiError::default() };
    for (name, value) in values {
        error.set(name, value);
    }
    error.place = error.place();
    error.rules = error.rules(false);
    Some((error, end))
}

/// The message of a row in the problem that a form states.
fn introduced<'t>(text: &'t str, from: usize, records: &[Record]) -> Option<(Filled<'t>, Vec<&'static str>)> {
    let from = text.len() - text[from..].trim_start().len();
    let rows = || records.iter().filter(|record| record.row.is_some());
    let follows = matched(text, from, rows());
    follows.or_else(|| {
        let mut starts = (from..problem_end(text, from)).filter(|at| is_start(text, *at));
        starts.find_map(|at| matched(text, at, rows().filter(|record| record.stands_alone)))
    })
}

/// How the text continues with the most specific of the templates at `at`, and the rows of all that are as specific.
fn matched<'t, 'r>(
    text: &'t str,
    at: usize,
    records: impl Iterator<Item = &'r Record>,
) -> Option<(Filled<'t>, Vec<&'static str>)> {
    let first = *text.as_bytes().get(at)?;
    let templates = records.filter(|record| record.violation.is_none() && record.may_start_with(first));
    let matches = templates.filter_map(|record| {
        let found = filled(text, at, record.text)?;
        (!found.truncated || found.fixed >= MIN_TRUNCATED).then_some((found.weight(), found, record.row))
    });
    let (found, mut rows) = most_specific(matches)?;
    if found.truncated && rows.len() > 1 {
        // What several rows start with is none of them.
        rows.clear();
    }
    Some((found, rows))
}

fn of_violation(text: &str, violation: &Violation<'_>, records: &[Record]) -> Option<(ApiError, usize)> {
    let matches = records.iter().filter_map(|record| {
        let recorded = record.violation.as_ref()?;
        let (end, weight) = violation.recorded_by(text, recorded, record.text)?;
        Some((weight, end, record.row))
    });
    let (end, rows) = most_specific(matches).unwrap_or_else(|| (end_of_unrecorded(text, violation), Vec::new()));
    let place = &violation.place;
    let is_about_tools = ["tools[", "schema", "function"].iter().any(|word| place.text().contains(word));
    if rows.is_empty() && !is_about_tools {
        return None;
    }
    let mut error = ApiError {
        message: violation.message(text, end),
        count: 1,
        rows,
        keyword: violation.keyword().map(str::to_owned),
        tool: place.tool(),
        function: place.function(),
        path: place.path().map(|path| path.trim_start_matches('.').to_owned()),
        ..ApiError::default()
    };
    error.place = error.place();
    if error.path.is_none() && error.function.is_none() {
        error.place = format!("`{}`", place.text());
    } else if error.function.is_none() {
        let whole = if place.is_response() { "the response schema" } else { "a function" };
        let place = [whole, &error.place].join(", ");
        place.trim_end_matches(", ").clone_into(&mut error.place);
    }
    error.rules = error.rules(violation.is_unknown_keyword());
    Some((error, end))
}

/// How the most specific record matches, and the rows of all that are as specific.
fn most_specific<Match>(
    matches: impl IntoIterator<Item = (usize, Match, Option<&'static str>)>,
) -> Option<(Match, Vec<&'static str>)> {
    let mut best: Option<(usize, Match, Vec<&'static str>)> = None;
    for (weight, found, row) in matches {
        match &mut best {
            Some((most, ..)) if *most > weight => {}
            Some((most, _, rows)) if *most == weight => rows.extend(row.filter(|row| !rows.contains(row))),
            _ => best = Some((weight, found, row.into_iter().collect())),
        }
    }
    best.map(|(_, found, rows)| (found, rows))
}

fn end_of_unrecorded(text: &str, violation: &Violation<'_>) -> usize {
    let known = PROBLEMS.iter().find_map(|problem| fixed(text, violation.problem, problem));
    known.unwrap_or_else(|| problem_end(text, violation.problem))
}

/// Where the statement of a problem ends: with its sentence, its string or its line.
fn problem_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let is_end = |at: usize| match bytes[at] {
        b'"' | b'\n' => true,
        b'.' => bytes.get(at + 1).is_none_or(|next| !next.is_ascii_alphanumeric()),
        _ => at >= from + MAX_PROBLEM && text.is_char_boundary(at),
    };
    (from..bytes.len()).find(|at| is_end(*at)).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_other_providers_name_their_place_and_rules() {
        let text = "Error code: 400 - {'message': \"Invalid schema for function 'f': In context=('properties', 'a', \
                    'items'), 'uniqueItems' is not permitted.\"}";
        let [error] = &explain_error(text)[..] else { panic!("one error") };
        assert_eq!(
            (error.keyword.as_deref(), error.path.as_deref()),
            (Some("uniqueItems"), Some("properties.a.items"))
        );
        assert_eq!((&error.rows[..], &error.rules[..]), (&["OS-keyword"][..], &["GS036"][..]));
        for (row, codes) in crate::catalogue::PROVIDER_RULES {
            assert!(codes.iter().all(|code| crate::Rule::find(code).is_some()), "{row}: {codes:?}");
        }
    }

    #[test]
    fn truncated_messages_are_recognized() {
        let start = "Invalid JSON payload received. Unknown name \"const\" at 'tools[0].function_declarations[3].param";
        for rest in ["", "...", "… [truncated]", "eters'", "eters': Cannot fi", "eters': Cannot fi..."] {
            let text = format!("{start}{rest}");
            let [error] = &explain_error(&text)[..] else { panic!("one error in {text}") };
            let found = (error.keyword.as_deref(), error.function, error.rules.as_slice());
            assert_eq!(found, (Some("const"), Some(3), &["GS011"][..]), "{text}");
        }
        let text = "400: Invalid schema for function 'f': In context=('properties', 'a'), 'uniqueItems' is not perm…";
        let [error] = &explain_error(text)[..] else { panic!("one error") };
        assert_eq!((error.function_name.as_deref(), error.keyword.as_deref()), (Some("f"), Some("uniqueItems")));
    }

    #[test]
    fn what_is_no_message_is_not_recognized() {
        for text in
            ["", "400 INVALID_ARGUMENT, no detail", "* tools: a list", "\\", "Unknown name \"a", "schema at home"]
        {
            assert_eq!(explain_error(text), [], "{text}");
        }
    }

    /// Backticks are passed over as white space is, and one message begins with one.
    #[test]
    fn fences_do_not_take_longer_than_other_text() {
        let message =
            "`additionalProperties` is not supported by Gemini; it will be removed from the tool JSON schema.";
        for fence in ["```\n", "`", "` "] {
            let errors = explain_error(&format!("{}{message}", fence.repeat(100_000)));
            assert_eq!(errors.len(), 1, "{fence:?}");
        }
    }

    #[test]
    fn spans_are_of_the_text_that_was_given() {
        let text = "é \\\"Duplicate function declaration found: f\\\", x";
        let [error] = &explain_error(text)[..] else { panic!("one error") };
        let found = &text[error.span.start as usize..error.span.end as usize];
        assert_eq!(found, "Duplicate function declaration found: f");
        assert_eq!(error.function_name.as_deref(), Some("f"));
        let text = "✕ received. Unknown name \\\"const\\\" at 'tools[0].function_declarations[3].parameters': Cannot find field.";
        let [error] = &explain_error(text)[..] else { panic!("one error") };
        let found = &text[error.span.start as usize..error.span.end as usize];
        assert!(found.starts_with("Unknown name") && found.ends_with("Cannot find field"), "{found}");
    }
}
