//! Arguments as a caller of the server sends them, and as a model sends them to a declaration.

use lapidary::Mode;
use serde_json::Value;

use crate::{
    answer::Answer,
    draw::{Dice, Manner, Texts, draw, lenient},
    judge::Judge,
};

/// The most attempts, as a multiple of the draws wanted: some attempts give no valid value.
pub const PATIENCE: usize = 5;
const FROM_DECLARATION: u64 = 0;
const FROM_ORIGINAL: u64 = 1;
/// In round-trip mode, one in so many draws is sloppy.
const CARELESS: u32 = 4;

/// Arguments that a schema accepts: objects, unless it takes none.
pub fn samples(index: usize, schema: &Value, judge: &Judge, draws: usize) -> Vec<Value> {
    let mut dice = Dice::new(index, FROM_ORIGINAL);
    let candidates = (0..draws * PATIENCE).filter_map(|_| draw(schema, Manner::CALLER, &mut dice));
    let mut valid: Vec<Value> = candidates.filter(|value| judge.takes(value)).take(draws * 2).collect();
    if valid.iter().any(Value::is_object) {
        valid.retain(Value::is_object);
    }
    valid.truncate(draws);
    valid
}

/// A model that knows a declaration.
pub struct Sender<'a> {
    meaning: &'a Value,
    texts: Texts<'a>,
    /// The judge and the schema of arguments that sloppy models send.
    loose: Option<(Judge, Value)>,
    dice: Dice,
}

impl<'a> Sender<'a> {
    /// A model that writes JSON text as it was seen in some encoded arguments. Seeded by `index`.
    pub fn new(answer: &'a Answer, mode: Mode, meaning: &'a Value, samples: &[Value], index: usize) -> Sender<'a> {
        let encoded = samples.iter().filter_map(|sample| answer.encode(sample));
        let loose = (mode == Mode::RoundTrip).then(|| lenient(meaning));
        Sender {
            meaning,
            texts: Texts::of(&answer.codec, encoded),
            loose: loose.and_then(|loose| Some((Judge::new(&loose).ok()?, loose))),
            dice: Dice::new(index, FROM_DECLARATION),
        }
    }

    /// Arguments for the declaration, which `declared` judges; none if the draw came to nothing.
    pub fn send(&mut self, declared: &Judge) -> Option<Value> {
        let dice = &mut self.dice;
        let careless = self.loose.as_ref().filter(|_| dice.one_in(CARELESS));
        let (judge, schema, manner) = careless
            .map_or((declared, self.meaning, Manner::MODEL), |(judge, schema)| (judge, schema, Manner::CARELESS));
        let mut wire = draw(schema, manner, dice)?;
        self.texts.write(&mut wire, dice);
        (judge.takes(&wire) && !has_doubled_keys(&wire)).then_some(wire)
    }
}

/// Whether a list of entries has two of one key: the codec says which one holds.
fn has_doubled_keys(value: &Value) -> bool {
    match value {
        Value::Array(elements) => {
            let mut keys: Vec<&str> = elements.iter().filter_map(|entry| entry.get("key")?.as_str()).collect();
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            keys.len() < count || elements.iter().any(has_doubled_keys)
        }
        Value::Object(held) => held.values().any(has_doubled_keys),
        _ => false,
    }
}
