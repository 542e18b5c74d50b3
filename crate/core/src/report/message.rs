//! What an issue says, from its edit: the property that it is about, and one sentence.

use super::place::Step;
use crate::{
    json::Tape,
    lower::{Edit, Found},
    schema::Keyword,
};

/// The message of an edit: its property, then what stands there and what the target does with it.
pub(super) fn sentence(edit: &Edit, found: Found<'_>, subject: &str) -> String {
    let said = edit.message.clone().or_else(|| found.usual(edit.rule));
    let said = said.unwrap_or_else(|| format!("{found}: {}", edit.rule.title));
    let more = match edit.beyond {
        0 => String::new(),
        beyond => format!("; {beyond} more of the same kind in this tool are not listed"),
    };
    if subject.is_empty() { said + &more } else { format!("`{subject}`: {said}{more}") }
}

/// The property that a place in a schema is about, as names joined by points (`filter.tags[]`); empty for the whole of
/// the schema. `steps` lead to the place from the root, the last one first.
pub(super) fn subject(tape: &Tape<'_>, steps: &[Step]) -> String {
    let mut text = String::new();
    let mut add = |part: &str| {
        if !text.is_empty() && !part.starts_with('[') {
            text.push('.');
        }
        text.push_str(part);
    };
    let mut rest = steps.iter().rev();
    while let Some(Step::Member(key)) = rest.next() {
        let keyword = Keyword::from_name(&tape.key(*key));
        match (keyword, rest.clone().next()) {
            (Keyword::Properties, Some(Step::Member(name))) => add(&tape.key(*name)),
            (Keyword::PatternProperties, Some(Step::Member(_))) => add("*"),
            (Keyword::Defs | Keyword::Definitions, Some(Step::Member(name))) => add(&tape.key(*name)),
            (Keyword::AdditionalProperties, Some(_)) => {
                add("*");
                continue;
            }
            (Keyword::Items, Some(Step::Member(_))) => {
                add("[]");
                continue;
            }
            (Keyword::PrefixItems | Keyword::Items, Some(Step::Index(index))) => add(&format!("[{index}]")),
            (Keyword::AnyOf | Keyword::OneOf | Keyword::AllOf, Some(Step::Index(_))) => {}
            (Keyword::If | Keyword::Then | Keyword::Else | Keyword::Not | Keyword::Contains, Some(_)) => continue,
            _ => break,
        }
        rest.next();
    }
    text
}
