//! The three forms in which Google's servers say what is wrong at a place of a request.

use super::{
    place::Place,
    plain::on_one_line,
    template::{filled, fixed, fixed_or_truncated},
};

/// The longest name of a member that is read.
const MAX_NAME: usize = 128;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `Unknown name "NAME" at 'PLACE': PROBLEM`: the reader of JSON does not take a member.
    Member,
    /// `Invalid value at 'PLACE' (TYPE), VALUE`: nor a value.
    Value,
    /// `GenerateContentRequest.PLACE: PROBLEM`: what was read fails a check.
    Check,
}

/// One problem of a request.
#[derive(Debug)]
pub(super) struct Violation<'t> {
    form: Form,
    /// The member that is not taken.
    name: Option<&'t str>,
    pub(super) place: Place,
    /// Where the problem is stated.
    pub(super) problem: usize,
    /// Whether the text ends within the place.
    truncated: bool,
}

impl<'t> Violation<'t> {
    /// Reads the problem that starts at `at`.
    pub(super) fn read(text: &'t str, at: usize) -> Option<Violation<'t>> {
        let (form, name, from) = if let Some(from) = fixed(text, at, "Unknown name \"") {
            let length = text.as_bytes()[from..].iter().take(MAX_NAME).position(|byte| *byte == b'"')?;
            (Form::Member, text.get(from..from + length), fixed(text, from + length, "\" at '")?)
        } else if let Some(from) = fixed(text, at, "Invalid value at '") {
            (Form::Value, None, from)
        } else if let Some(from) = fixed(text, at, "GenerateContentRequest.") {
            (Form::Check, None, from)
        } else {
            (Form::Check, None, fixed(text, at, "* tools[").map(|end| end - "tools[".len())?)
        };
        let (place, end) = Place::read(text, from)?;
        if form == Form::Member && fixed(text, end, "'").is_none() {
            let place = place.truncated(text, end)?;
            return Some(Violation { form, name, place, problem: end, truncated: true });
        }
        let problem = match form {
            Form::Member => fixed_or_truncated(text, end, "': ")?,
            Form::Value => fixed(text, end, "' ")?,
            Form::Check => fixed(text, end, ": ")?,
        };
        let problem = fixed(text, problem, "[FIELD_INVALID]").unwrap_or(problem);
        Some(Violation { form, name, place, problem, truncated: false })
    }

    /// The first problem in a row's text, and where it starts.
    pub(super) fn recorded(text: &'static str) -> Option<(usize, Violation<'static>)> {
        // Spaces before it are skipped where it is read, and are no part of it.
        let is_start = |at: &usize| !text.as_bytes()[*at].is_ascii_whitespace();
        (0..text.len()).filter(is_start).find_map(|at| Some((at, Violation::read(text, at)?)))
    }

    /// Whether a schema has a keyword that its message has no field for, or has as something else.
    pub(super) fn is_unknown_keyword(&self) -> bool {
        self.form == Form::Member && self.place.path().is_some()
    }

    /// What is wrong: the member that is not taken, or the keyword whose value is not.
    pub(super) fn keyword(&self) -> Option<&str> {
        self.name.or_else(|| self.place.keyword())
    }

    /// The message without escapes and line breaks, up to `end` of the text.
    pub(super) fn message(&self, text: &str, end: usize) -> String {
        let place = self.place.text();
        let problem = on_one_line(&text[self.problem..end]);
        match self.name {
            Some(name) if self.truncated => format!("Unknown name \"{name}\" at '{place}…"),
            Some(name) if problem.is_empty() => format!("Unknown name \"{name}\" at '{place}'"),
            Some(name) => format!("Unknown name \"{name}\" at '{place}': {problem}"),
            None if self.form == Form::Value => format!("Invalid value at '{place}' {problem}"),
            None => format!("GenerateContentRequest.{place}: {problem}"),
        }
    }

    /// Whether the member has the recorded name, which may end in a placeholder: `x-{KEY}`.
    fn is_named_as(&self, recorded: &Violation<'_>) -> bool {
        match (self.name, recorded.name.and_then(|name| name.split_once('{'))) {
            (Some(name), Some((start, _))) => name.len() > start.len() && name.starts_with(start),
            _ => self.name == recorded.name,
        }
    }

    /// Where the problem ends in the text, and how specific the record is, if `recorded` of a row's text records this.
    pub(super) fn recorded_by(
        &self,
        text: &str,
        recorded: &Violation<'_>,
        row: &'static str,
    ) -> Option<(usize, usize)> {
        let is_like = self.form == recorded.form && self.is_named_as(recorded);
        let is_like = is_like && (self.truncated || self.place.is_like(&recorded.place));
        let keyword = recorded.place.keyword();
        if !is_like || keyword.is_some_and(|keyword| self.place.keyword() != Some(keyword)) {
            return None;
        }
        let problem = sentence(&row[recorded.problem..]);
        let is_there = self.place.is_response() == recorded.place.is_response();
        let weight = 2 * keyword.map_or(0, str::len) + usize::from(is_there);
        if self.truncated {
            return Some((self.problem, weight));
        }
        let found = filled(text, self.problem, problem)?;
        Some((found.end, weight + found.weight()))
    }
}

/// The first sentence: those after it differ from year to year.
fn sentence(text: &'static str) -> &'static str {
    let line = text.lines().next().unwrap_or_default().trim_end_matches('.');
    line.split_once(". ").map_or(line, |(first, _)| first)
}
