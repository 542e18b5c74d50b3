//! How the catalogues write down what is known: dates, whether it is still true, and sources.

use std::{fmt, ops::Deref};

use serde::Deserialize;

/// A date that is known to the day, the month or the year: `2025-04-18`, `2025-04`, `2025`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Date(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StillTrue {
    Yes,
    No,
    Unknown,
}

/// Where a row is from; never empty.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub(crate) struct Sources(Vec<String>);

/// What rules and targets cite besides the catalogue.
const DOCUMENTS: &[&str] = &[
    "JSON Schema 2020-12 ",
    "JSON Schema draft 7 ",
    "OpenAPI Specification 3.0.3 ",
    "RFC ",
    "RE2 syntax: ",
    "Protocol Buffers: ",
    "OpenAI API: ",
    "OpenAI API documentation: ",
    "Anthropic API: ",
    "PyPI ",
    "npm ",
];

/// Whether a citation is that of a document, rather than of a row.
pub(crate) fn is_document(citation: &str) -> bool {
    DOCUMENTS.iter().any(|document| citation.starts_with(document))
}

impl TryFrom<String> for Date {
    type Error = String;

    fn try_from(text: String) -> Result<Date, String> {
        if is_date(&text) { Ok(Date(text)) } else { Err(format!("{text:?} is no date, such as 2025-04-18 or 2025-04")) }
    }
}

impl TryFrom<Vec<String>> for Sources {
    type Error = String;

    fn try_from(sources: Vec<String>) -> Result<Sources, String> {
        if sources.is_empty() {
            return Err("there is no source".to_owned());
        }
        match sources.iter().find(|source| !is_source(source)) {
            Some(source) => Err(format!(
                "{source:?} is no source: `owner/repository#number, date`, or `npm` or `PyPI` with a package and its version"
            )),
            None => Ok(Sources(sources)),
        }
    }
}

fn is_date(text: &str) -> bool {
    let is_part = |part: &str, length, most| {
        let number = part.parse::<u32>().unwrap_or_default();
        part.len() == length && part.bytes().all(|digit| digit.is_ascii_digit()) && (1..=most).contains(&number)
    };
    match text.split('-').collect::<Vec<_>>()[..] {
        [year] => is_part(year, 4, 9999),
        [year, month] => is_part(year, 4, 9999) && is_part(month, 2, 12),
        [year, month, day] => is_part(year, 4, 9999) && is_part(month, 2, 12) && is_part(day, 2, 31),
        _ => false,
    }
}

/// `owner/repository#number` or a document of a repository, or a version of a package; then maybe a date.
fn is_source(text: &str) -> bool {
    let (what, date) = text.split_once(", ").map_or((text, None), |(what, date)| (what, Some(date)));
    let mut words = what.split(' ');
    let is_known = match words.next() {
        Some("PyPI" | "npm") => words.count() >= 2,
        Some(place) => is_place(place),
        None => false,
    };
    is_known && date.is_none_or(is_date)
}

fn is_place(text: &str) -> bool {
    let (repository, number) = text.split_once('#').map_or((text, None), |(place, number)| (place, Some(number)));
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
    };
    repository.split_once('/').is_some_and(|(owner, name)| is_name(owner) && is_name(name))
        && number.is_none_or(|number| number.parse::<u32>().is_ok())
}

impl Deref for Date {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Deref for Sources {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for StillTrue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StillTrue::Yes => "yes",
            StillTrue::No => "no",
            StillTrue::Unknown => "unknown",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_as_exact_as_what_is_known() {
        assert!(["2025", "2025-04", "2025-04-18"].into_iter().all(is_date));
        assert!(
            ["", "soon", "25", "2025-4", "2025-13", "2025-04-32", "2025-04-18-", "+025"]
                .iter()
                .all(|not| !is_date(not))
        );
    }

    #[test]
    fn sources_can_be_looked_up() {
        for source in
            ["a/b#1, 2025-04-18", "a/b#1", "a/b docs", "a/b ADR 1, 2026", "npm @a/b 1.2.3 dist/index.js", "PyPI a 1"]
        {
            assert!(is_source(source), "{source}");
        }
        for not in ["", "a", "a/b#x", "a/b, soon", "a/", "npm", "npm a", "somebody said so"] {
            assert!(!is_source(not), "{not}");
        }
    }
}
