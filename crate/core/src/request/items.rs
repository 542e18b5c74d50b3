//! The items of OpenAI's Responses API that are calls, in the events of a stream.

use super::{fields::get, numbering::MOST};
use crate::json::{JsonId, Kind, Tape};

/// The event that brings a piece of the arguments of an item.
pub(super) const DELTA: &str = "response.function_call_arguments.delta";

/// The longest id or number that is remembered, in bytes.
const LONGEST: usize = 512;

/// What identifies an item in the events of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ItemKey {
    /// Its place in the output.
    index: Option<String>,
    /// Its id, as a JSON string literal.
    id: Option<String>,
}

/// The latest calls that a stream has begun, in order.
#[derive(Debug, Default)]
pub(super) struct Items {
    begun: Vec<Item>,
}

#[derive(Debug)]
struct Item {
    key: ItemKey,
    /// The name that the function is declared under.
    name: String,
    /// Whether its misfits were reported: several events bring the same arguments.
    is_told: bool,
}

impl Items {
    /// Adds a call.
    pub(super) fn begin(&mut self, key: ItemKey, name: &str) {
        if self.begun.len() == MOST {
            self.begun.remove(0);
        }
        self.begun.push(Item { key, name: name.to_owned(), is_told: false });
    }

    /// The name of an item's function.
    pub(super) fn name(&self, key: &ItemKey) -> Option<String> {
        self.begun.iter().rfind(|item| item.key.is_same(key)).map(|item| item.name.clone())
    }

    /// Whether no call has begun.
    pub(super) fn is_empty(&self) -> bool {
        self.begun.is_empty()
    }

    /// Marks the misfits of an item as reported; whether they were already.
    pub(super) fn tell(&mut self, key: &ItemKey) -> bool {
        let item = self.begun.iter_mut().rfind(|item| item.key.is_same(key));
        item.is_some_and(|item| std::mem::replace(&mut item.is_told, true))
    }
}

impl ItemKey {
    /// The item that an event is about.
    pub(super) fn of(tape: &Tape<'_>, event: JsonId) -> ItemKey {
        let member = |object: JsonId, name: &str, kind: Kind| {
            let value = get(tape, object, name).filter(|value| tape.kind(*value) == kind);
            value.map(|value| tape.slice(value)).filter(|text| text.len() <= LONGEST).map(str::to_owned)
        };
        let id = get(tape, event, "item").and_then(|item| member(item, "id", Kind::String));
        let id = id.or_else(|| member(event, "itemId", Kind::String));
        ItemKey { index: member(event, "outputIndex", Kind::Number), id }
    }

    /// Whether two events are about the same item. Some servers give it another id in each event.
    pub(super) fn is_same(&self, other: &ItemKey) -> bool {
        if self.index.is_some() && other.index.is_some() { self.index == other.index } else { self.id == other.id }
    }

    pub(super) fn size(&self) -> usize {
        [&self.index, &self.id].into_iter().flatten().map(String::len).sum()
    }

    /// An event with a piece of the arguments, given as a JSON string literal.
    pub(super) fn event(&self, arguments: &str) -> String {
        let member = |name: &str, value: &Option<String>| {
            value.as_ref().map_or(String::new(), |value| [",\"", name, "\":", value].concat())
        };
        let item = [member("item_id", &self.id), member("output_index", &self.index)].concat();
        ["event: ", DELTA, "\ndata: {\"type\":\"", DELTA, "\"", &item, ",\"delta\":", arguments, "}\n\n"].concat()
    }
}
