//! Sibling keywords of a reference.

use crate::{
    lower::Reader,
    schema::{Keyword, REFERENCES},
};

/// Whether the schema has more than one reference keyword.
pub(crate) fn is_one_of_several(reader: &Reader<'_, '_, '_>) -> bool {
    let keywords = reader.cx.model.ast.keywords(reader.schema);
    REFERENCES.into_iter().filter(|keyword| keywords.has(*keyword)).count() > 1
}

/// Whether no sibling of the reference constrains values.
pub(crate) fn has_words_only(reader: &Reader<'_, '_, '_>) -> bool {
    let old = reader.cx.model.ast.old_draft(reader.schema);
    reader.cx.model.ast.entries(reader.schema).iter().all(|entry| match entry.keyword {
        keyword if keyword.is_reference() => !entry.shadowed,
        keyword => keyword.is_annotation() || (old && keyword != Keyword::Unknown),
    })
}
