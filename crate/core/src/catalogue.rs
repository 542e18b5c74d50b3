//! The error catalogue: what Google's servers and clients were observed to reject (`data/errors.json`), and what other
//! providers do (`data/providers.json`).

include!(concat!(env!("OUT_DIR"), "/refusals.rs"));

/// The whole catalogue as JSON text: an array of rows with id, stage, surface, text, cause, dates
/// and sources.
pub const CATALOGUE: &str = include_str!("../data/errors.json");

/// The errors of other providers as JSON text: an array of rows with id, stage, surface (the provider), text, cause,
/// dates, sources, the rules that are about it, the target to lower for, and the keywords to drop in addition.
pub const PROVIDERS: &str = include_str!("../data/providers.json");

/// A row of the catalogue with an error message.
pub(crate) struct Row {
    pub(crate) id: &'static str,
    /// The part of a request that is rejected: `parameters`, `parametersJsonSchema`, `declaration`, …
    pub(crate) door: &'static str,
    /// Which server or client rejects it: `gemini-api`, `vertex`, `both`, or `client:` and a package.
    pub(crate) surface: &'static str,
    /// The error message, with placeholders for names and places in braces: `{NAME}`.
    pub(crate) text: &'static str,
}

/// The error message of the first of the rows that has one, with `reference` filled in; `None` if other placeholders
/// remain.
pub(crate) fn refusal(rows: &[&str], reference: &str) -> Option<String> {
    let row = rows.iter().find_map(|id| REFUSALS.iter().find(|row| row.id == *id))?;
    let text = row.text.replace("#/$defs/{X}", reference);
    (!text.contains('{')).then_some(text)
}
