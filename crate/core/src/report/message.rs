//! The message of an issue, made from its edit.

use super::path::Path;
use crate::lower::{Edit, Found};

/// The message of an edit: its property, then what the source has there and what the target does with it.
pub(super) fn sentence(edit: &Edit, found: Found<'_>, path: Option<&Path<'_>>, subject: &str) -> String {
    let usual = || found.usual(path?.keyword().filter(|keyword| edit.rule.keywords().has(*keyword))?);
    let said = edit.message.as_ref().map(|message| message.text_of(found)).or_else(usual);
    let said = said.unwrap_or_else(|| format!("{found}: {}", edit.rule.title));
    let more = match edit.beyond {
        0 => String::new(),
        beyond => format!("; {beyond} more of the same kind in this tool are not listed"),
    };
    if subject.is_empty() { said + &more } else { format!("`{subject}`: {said}{more}") }
}
