//! The error catalogue (`data/errors.json`): what Google's servers and clients were seen to refuse.

include!(concat!(env!("OUT_DIR"), "/refusals.rs"));

/// The whole catalogue as JSON text: an array of rows with id, stage, surface, text, cause, dates
/// and sources.
pub const CATALOGUE: &str = include_str!("../data/errors.json");

/// What the server says, by the first of the rows that has a text.
pub(crate) fn refusal(rows: &[&str]) -> Option<&'static str> {
    rows.iter().find_map(|id| REFUSALS.iter().find(|(known, _)| known == id)).map(|(_, text)| *text)
}
