//! One mutated tool: the same for the same number and seed.

use lapidary_fidelity::{corpus::Tool, draw::Dice};
use serde_json::{Value, json};

use crate::edit;

/// Most edits of one tool.
const EDITS: usize = 6;
/// The largest schema in bytes; an edit that exceeds it is not made.
const BYTES: usize = 60_000;

/// Draws for cases, and what is looked at in them, are apart.
const MUTATION: u64 = 7;
const MULTIPLICATION: u64 = 8;
/// Of so many cases, one has a part of it repeated.
const MULTIPLIED: u32 = 24;
/// Which grows to at most so many bytes: hundreds of a part, and small enough to be shrunk in minutes.
pub(crate) const GROWN: usize = 16_000;

/// Numbers of cases of different seeds do not meet.
pub(crate) fn index(seed: u32, number: usize) -> usize {
    (seed as usize) << 32 | number
}

/// The schema of a case, some of its members marked.
pub(crate) fn schema(seeds: &[Value], index: usize) -> Value {
    let mut dice = Dice::new(index, MUTATION);
    let mut schema = seeds[dice.below(seeds.len())].clone();
    for _ in 0..=dice.below(EDITS) {
        let other = &seeds[dice.below(seeds.len())];
        let edited = edit::edited(&schema, other, &mut dice);
        if size(&edited) <= BYTES {
            schema = edited;
        }
    }
    let mut dice = Dice::new(index, MULTIPLICATION);
    let room = GROWN.saturating_sub(size(&schema));
    if room > 0 && dice.one_in(MULTIPLIED) {
        schema = edit::multiplied(&schema, room, &mut dice);
    }
    schema
}

fn size(schema: &Value) -> usize {
    schema.to_string().len()
}

/// A tool with a schema. Members whose name is marked are written, by their own name, before the others: the later
/// one holds.
pub(crate) fn tool(schema: &Value, index: usize) -> Tool {
    let text = json!({ "name": "t", "inputSchema": schema }).to_string();
    Tool { index, label: "t".to_owned(), text: text.replace(DOUBLED_AS_WRITTEN, ""), schema: Ok(unmarked(schema)) }
}

/// Marks a member that a later one of the same name replaces.
pub(crate) const DOUBLED: &str = "\u{1}";
const DOUBLED_AS_WRITTEN: &str = "\\u0001";

fn unmarked(schema: &Value) -> Value {
    match schema {
        Value::Object(held) => held
            .iter()
            .map(|(key, value)| (key.strip_prefix(DOUBLED), key, value))
            // Without a later one, it is the only one.
            .filter(|(marked, ..)| marked.is_none_or(|name| !held.contains_key(name)))
            .map(|(marked, key, value)| (marked.unwrap_or(key).to_owned(), unmarked(value)))
            .collect(),
        Value::Array(held) => held.iter().map(unmarked).collect(),
        other => other.clone(),
    }
}
