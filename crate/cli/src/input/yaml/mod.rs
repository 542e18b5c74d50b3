//! Conversion of YAML to JSON, by the core schema of YAML 1.2, with merge keys (`<<`).
//!
//! Aliases and merge keys repeat what they refer to, so that a short text may expand to any amount of JSON: the limits
//! are on the JSON.

mod limits;
mod members;
mod notes;
mod print;
mod reader;
mod scalar;
#[cfg(test)]
mod tests;
mod tree;

use lapidary::Issue;

pub(crate) use print::Places;

/// A text in YAML, converted.
pub(crate) struct Yaml {
    pub(crate) json: String,
    /// Where its parts are in the text.
    pub(crate) places: Places,
    /// What the JSON lacks, with spans in bytes of the text.
    pub(crate) notes: Vec<Issue>,
    /// Whether the document is a collection in block style: neither broken JSON nor prose looks like that.
    pub(crate) is_evident: bool,
}

/// Reads the first document of a text.
///
/// # Errors
///
/// An issue with its span in bytes, if the text is not YAML, has no document, or reaches a limit.
pub(crate) fn read(text: &str) -> Result<Yaml, Box<Issue>> {
    let tree = reader::tree(text)?;
    let (json, places) = print::print(&tree)?;
    Ok(Yaml { json, places, is_evident: tree.is_evident(text), notes: tree.notes })
}

/// Whether a text, which may have mistakes, begins like a collection in block style: with an item, or with a member that
/// is named by one word. A capital letter begins prose, or a line of a log.
pub(crate) fn begins(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let is_content = |line: &&str| !line.is_empty() && *line != "---" && !line.starts_with(['#', '%']);
    let Some(line) = lines.find(is_content) else { return false };
    let is_in_word = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | '$');
    let is_member = |(name, value): (&str, &str)| {
        let is_word = name.chars().all(is_in_word) && name.starts_with(|first: char| !first.is_uppercase());
        !name.is_empty() && is_word && (value.is_empty() || value.starts_with(' '))
    };
    line.starts_with("- ") || line.split_once(':').is_some_and(is_member)
}
