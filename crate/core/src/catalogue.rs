//! The error catalogue: what Google's servers and clients were observed to reject (`data/errors.json`), and what other
//! providers do (`data/providers.json`).

include!(concat!(env!("OUT_DIR"), "/refusals.rs"));

/// The whole catalogue as JSON text: an array of rows with id, stage, surface, text, cause, dates
/// and sources.
pub const CATALOGUE: &str = include_str!("../data/errors.json");

/// The errors of other providers as JSON text: an array of rows with id, stage, surface (the provider), text, cause,
/// dates, sources, the rules that are about it, the target to lower for, and the keywords to drop in addition.
pub const PROVIDERS: &str = include_str!("../data/providers.json");

/// A row of the catalogue.
pub(crate) struct Row {
    pub(crate) id: &'static str,
    /// The part of a request that is rejected: `parameters`, `parametersJsonSchema`, `declaration`, …; of an error of
    /// another provider, the target to lower for.
    pub(crate) door: &'static str,
    /// Which server or client rejects it: `gemini-api`, `vertex`, `both`, `client:` and a package, or another provider.
    pub(crate) surface: &'static str,
    /// The error message, with placeholders for names and places in braces: `{NAME}`; empty if a request does not
    /// always fail with it, and for other providers.
    pub(crate) text: &'static str,
}

/// The row of an id.
pub(crate) fn row(id: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.id == id)
}

/// The error message of the first of the rows that has one, with `reference` filled in; `None` if other placeholders
/// remain.
pub(crate) fn refusal(rows: &[&str], reference: &str) -> Option<String> {
    let row = rows.iter().filter_map(|id| row(id)).find(|row| !row.text.is_empty())?;
    let text = row.text.replace("#/$defs/{X}", reference);
    (!text.contains('{')).then_some(text)
}
