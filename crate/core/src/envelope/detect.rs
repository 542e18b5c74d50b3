//! Detection of a document's kind.

use super::{
    array::detect_array,
    foreign::{ANY, foreign, lookalike, no_schema},
    kind::EnvelopeKind,
    tools::{Envelope, tools_in},
};
use crate::{
    declare::has_schema_keyword,
    json::{JsonId, Kind, PositionEncoding, Tape},
    report::{Issue, Places},
};

/// Detects the kind of a document.
///
/// # Errors
/// An issue for JSON that is neither a schema nor contains tools.
pub(crate) fn detect(tape: &Tape<'_>) -> Result<Envelope, Box<Issue>> {
    let root = JsonId::ROOT;
    match tape.kind(root) {
        Kind::Object => detect_object(tape, root),
        Kind::Array => {
            let envelope = detect_array(tape, root).map_err(|none| none.placed(tape))?;
            Ok(Envelope { lines: tape.is_lines(), ..envelope })
        }
        Kind::True | Kind::False => Ok(Envelope::of(EnvelopeKind::Schema, vec![root])),
        _ => Err(no_schema("a JSON value that is neither a schema nor a list of tools", ANY)),
    }
}

/// Whether a document shows by its members what it is. Any other object is read as a schema without keywords.
#[must_use]
pub fn is_recognized(tape: &Tape<'_>) -> bool {
    let root = JsonId::ROOT;
    match tape.kind(root) {
        Kind::Object => {
            has_schema_keyword(tape, root)
                || detect_object(tape, root).map_or(true, |envelope| envelope.kind != EnvelopeKind::Schema)
        }
        Kind::Array => detect_array(tape, root).is_ok(),
        _ => false,
    }
}

fn detect_object(tape: &Tape<'_>, root: JsonId) -> Result<Envelope, Box<Issue>> {
    let lookalike = lookalike(tape, root);
    if let Some(envelope) = tools_in(tape, root).filter(|_| lookalike.is_none()) {
        return Ok(envelope);
    }
    if let Some((what, help)) = lookalike.or_else(|| foreign(tape, root)) {
        return Err(no_schema(what, help));
    }
    match tools_within(tape, root) {
        Some(held) => {
            let pointer = Places::new(tape, PositionEncoding::default()).pointer(held);
            Err(no_schema(&format!("an object that has tools or a request at `{pointer}`"), "give that value alone"))
        }
        None => Ok(Envelope::of(EnvelopeKind::Schema, vec![root])),
    }
}

/// How many values are looked at for tools in an object that is none.
const LOOKED_AT: usize = 1_000;

/// The first value that holds the schemas of tools, in an object without keywords of JSON Schema: a document in an
/// envelope that is not known.
fn tools_within(tape: &Tape<'_>, root: JsonId) -> Option<JsonId> {
    if has_schema_keyword(tape, root) {
        return None;
    }
    let mut found = vec![root];
    let mut at = 0;
    while at < found.len() {
        let id = found[at];
        if at > 0 && has_tools(tape, id) {
            return Some(id);
        }
        let inner = tape.members(id).map(JsonId::value_of_key).chain(tape.elements(id));
        found.extend(inner.take(LOOKED_AT - found.len()));
        at += 1;
    }
    None
}

/// Whether a value is a list of tools or a request, or has one tool, with a schema at least.
fn has_tools(tape: &Tape<'_>, id: JsonId) -> bool {
    let envelope = match tape.kind(id) {
        Kind::Object => tools_in(tape, id),
        Kind::Array => detect_array(tape, id).ok(),
        _ => None,
    };
    let has_schema = |Envelope { kind, tools, .. }: Envelope| {
        tools.iter().any(|tool| tape.kind(*tool) == Kind::Object && kind.root(tape, *tool).schema.is_some())
    };
    envelope.is_some_and(has_schema)
}
