//! The error catalogue (`data/errors.json`): what Google's servers and clients were seen to refuse.

include!(concat!(env!("OUT_DIR"), "/refusals.rs"));

/// The whole catalogue as JSON text: an array of rows with id, stage, surface, text, cause, dates
/// and sources.
pub const CATALOGUE: &str = include_str!("../data/errors.json");

/// A row of the catalogue that refuses a request with a text.
pub(crate) struct Row {
    pub(crate) id: &'static str,
    /// The part of a request that it is about: `parameters`, `parametersJsonSchema`, `declaration`, …
    pub(crate) door: &'static str,
    /// Who says it: `gemini-api`, `vertex`, `both`, or `client:` and a package.
    pub(crate) surface: &'static str,
    /// What is said, with names and places in braces: `{NAME}`.
    pub(crate) text: &'static str,
}

/// What the server says by the first of the rows that has a text, of a reference if it names one.
pub(crate) fn refusal(rows: &[&str], reference: &str) -> Option<String> {
    let row = rows.iter().find_map(|id| REFUSALS.iter().find(|row| row.id == *id))?;
    let text = row.text.replace("#/$defs/{X}", reference);
    (!text.contains('{')).then_some(text)
}
