//! JSON text where a codec reads some: no keyword of a declaration can ask for it, its description does.

use lapidary::{
    Codec,
    internal::{Code, Guard, Kinds},
};
use serde_json::{Value, json};

use super::Dice;

/// The member that holds JSON text where a value may be anything.
const JSON: &str = "json";

/// The texts of some encoded arguments, to be written into drawn ones.
pub struct Texts<'c> {
    codec: &'c Codec,
    /// Each with the code that read it.
    seen: Vec<(&'c Code, String)>,
}

impl<'c> Texts<'c> {
    /// Collects the texts of arguments as a model would send them.
    pub fn of(codec: &'c Codec, encoded: impl IntoIterator<Item = Value>) -> Texts<'c> {
        let mut seen = Vec::new();
        for mut value in encoded {
            seen.extend(places(codec, &mut value).into_iter().map(|(code, text)| (code, text.clone())));
        }
        Texts { codec, seen }
    }

    /// Writes JSON text wherever the codec reads some: one that was seen there, else any.
    pub fn write(&self, value: &mut Value, dice: &mut Dice) {
        for (code, text) in places(self.codec, value) {
            let known: Vec<&String> =
                self.seen.iter().filter(|(of, _)| std::ptr::eq(*of, code)).map(|(_, text)| text).collect();
            *text = match dice.pick(&known) {
                Some(known) => (*known).clone(),
                None if dice.one_in(2) => json!([dice.scalar(), null]).to_string(),
                None => dice.free_object().to_string(),
            };
        }
    }
}

/// Every string of some arguments that is JSON text, with the code that reads it.
fn places<'c, 'v>(codec: &'c Codec, arguments: &'v mut Value) -> Vec<(&'c Code, &'v mut String)> {
    let mut found = Vec::new();
    let mut pending: Vec<(&Code, &mut Value)> =
        codec.arguments.as_deref().map(|code| (code, arguments)).into_iter().collect();
    while let Some((code, value)) = pending.pop() {
        match (code, value) {
            (Code::Json | Code::Text, Value::String(text)) => found.push((code, text)),
            (Code::Any, Value::Object(held)) => {
                if let Some(Value::String(text)) = held.get_mut(JSON) {
                    found.push((code, text));
                }
            }
            (Code::Definition(name), value) => {
                pending.extend(codec.definitions.get(name).map(|code| (code, value)));
            }
            (Code::Union(branches), value) => {
                let taken = branches.iter().find(|branch| fits(&branch.when, value));
                pending.extend(taken.and_then(|branch| branch.code.as_ref()).map(|code| (code, value)));
            }
            (Code::Array(code), Value::Array(elements)) => {
                pending.extend(elements.iter_mut().map(|element| (&**code, element)));
            }
            (Code::Entries { value: Some(code) }, Value::Array(entries)) => {
                pending.extend(entries.iter_mut().filter_map(|entry| Some((&**code, entry.get_mut("value")?))));
            }
            (Code::Member { name, value: Some(code) }, Value::Object(held)) => {
                pending.extend(held.get_mut(name).map(|value| (&**code, value)));
            }
            (Code::Tuple(tuple), Value::Object(held)) => {
                pending.extend(held.iter_mut().filter_map(|(name, value)| Some((tuple.codes.get(name)?, value))));
            }
            (Code::Object(object), Value::Object(held)) => {
                for (name, value) in held {
                    if let Some(code) = object.properties.get(name) {
                        pending.push((code, value));
                    } else if let Some(rest) = object.rest.as_ref().filter(|rest| rest.member == *name)
                        && let (Some(code), Some(entries)) = (&rest.value, value.as_array_mut())
                    {
                        pending.extend(entries.iter_mut().filter_map(|entry| Some((&**code, entry.get_mut("value")?))));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a wire value is of the guarded branch.
fn fits(guard: &Guard, value: &Value) -> bool {
    let kind = match value {
        Value::Null => Kinds::NULL,
        Value::Bool(_) => Kinds::BOOLEAN,
        Value::Number(number) if number.as_f64().is_some_and(|held| held.fract() == 0.0) => Kinds::INTEGER,
        Value::Number(_) => Kinds::NUMBER,
        Value::String(_) => Kinds::STRING,
        Value::Array(_) => Kinds::ARRAY,
        Value::Object(_) => Kinds::OBJECT,
    };
    let is_one_of = |(member, strings): (&String, &Vec<String>)| {
        let held = if member.is_empty() { Some(value) } else { value.get(member) };
        held.and_then(Value::as_str).is_some_and(|held| strings.iter().any(|string| string == held))
    };
    guard.kind.admits(kind)
        && guard.constants.iter().all(is_one_of)
        && guard.required.iter().all(|name| value.get(name).is_some())
}
