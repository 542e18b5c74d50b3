//! What a document has around the schemas of its tools.

use super::detect::detect;
use crate::{
    json::{Piece, Tape, replace},
    order::Gather,
};

/// What stands for a schema.
const SCHEMA: &str = r#""…""#;

/// The document with a mark in place of each tool's schema.
pub(crate) fn frame(tape: &Tape<'_>) -> String {
    let Ok(envelope) = detect(tape) else { return tape.text().to_owned() };
    let schemas = envelope.tools.iter().filter_map(|tool| envelope.kind.root(tape, *tool).schema);
    replace(tape, schemas.map(|schema| Piece::new(tape, schema, SCHEMA.to_owned())).gather())
}
