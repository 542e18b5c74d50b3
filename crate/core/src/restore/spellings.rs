//! Lookup of the strings that stand for listed values.

use serde_json::value::RawValue;

use super::steps::TEXT;
use crate::{
    json::{JsonId, canonical, read},
    limits::Work,
    order::Map,
};

/// The strings that stand for values, by the values' canonical text.
#[derive(Debug)]
pub(super) struct Spellings<'c>(pub(super) Map<String, &'c str>);

impl<'c> Spellings<'c> {
    pub(super) fn new(originals: &'c Map<String, Box<RawValue>>, work: &Work) -> Spellings<'c> {
        let mut spellings = Map::new();
        for (wire, original) in originals {
            work.step(1 + original.get().len() / TEXT);
            if let Ok(tape) = read(original.get()) {
                spellings.or_insert_with(canonical(&tape, JsonId::ROOT), || wire.as_str());
            }
        }
        Spellings(spellings)
    }
}
