//! Calls in streams of OpenAI's Responses API. Events about an item of the output bring first its name, then the text of
//! its arguments, in pieces and as a whole, then the complete item; the last event brings the whole response.

use super::{
    calls::{ArgumentsFormat, Misfits, items},
    deltas::MOST,
    fields::{get, text},
    open_calls::CallPlace,
    restore::Restoring,
};
use crate::json::{JsonId, Kind, Piece, Tape, quote};

/// The event that brings a piece of the arguments of an item.
const DELTA: &str = "response.function_call_arguments.delta";

/// What identifies an item in the events of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ItemKey {
    /// Its place in the output.
    index: Option<String>,
    /// Its id, as a JSON string literal.
    id: Option<String>,
}

/// The calls that a stream has begun, in order.
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

impl Restoring<'_> {
    /// Restores what an event of the Responses API brings of a call.
    pub(super) fn item_event(&mut self, event: JsonId, kind: &str) {
        let tape = self.tape;
        let item = ItemKey::of(tape, event);
        match kind {
            "response.output_item.added" => {
                for call in items(tape, get(tape, event, "item")) {
                    self.begin(item.clone(), call);
                }
            }
            DELTA => {
                if let Some(open) = self.deltas.open.iter().position(|open| open.is_of(&item)) {
                    self.add(open, get(tape, event, "delta"));
                }
            }
            "response.function_call_arguments.done" => {
                self.close(&|open| open.is_of(&item));
                self.once(&item, |work| work.complete(event, &item));
            }
            "response.output_item.done" => {
                self.close(&|open| open.is_of(&item));
                for call in items(tape, get(tape, event, "item")) {
                    self.once(&item, |work| work.call(call, ArgumentsFormat::Text));
                }
            }
            _ => {
                let Some(response) = get(tape, event, "response") else { return };
                self.close(&|open| matches!(open.place, CallPlace::Item(_)));
                let told = self.issues.len();
                self.chunk(response);
                if !self.deltas.items.begun.is_empty() {
                    self.issues.truncate(told);
                }
            }
        }
    }

    /// Begins the call that an item brings, as a rule without its arguments.
    fn begin(&mut self, item: ItemKey, call: JsonId) {
        let Some(name) = text(self.tape, call, "name") else { return };
        let Some(codec) = self.codec(&name) else { return };
        let args = get(self.tape, call, "arguments").and_then(|args| self.tape.string(args));
        if args.is_some_and(|args| !args.trim().is_empty()) {
            return self.call(call, ArgumentsFormat::Text);
        }
        self.rename(call, codec);
        self.deltas.items.begin(item.clone(), &name);
        self.open(CallPlace::Item(item), name, call);
    }

    /// Restores an event with all arguments of an item, which as a rule does not name the function.
    fn complete(&mut self, event: JsonId, item: &ItemKey) {
        if get(self.tape, event, "name").is_some() {
            return self.call(event, ArgumentsFormat::Text);
        }
        let Some(args) = get(self.tape, event, "arguments") else { return };
        let (Some(name), Some(text)) = (self.deltas.items.name(item), self.tape.string(args)) else { return };
        let Some(codec) = self.codec(&name) else { return };
        let restored = ArgumentsFormat::Text.restore(codec, &mut self.session, &name, &text);
        if restored.args != text {
            self.pieces.push(Piece::new(self.tape, args, quote(&restored.args)));
        }
        self.tell(&Misfits { function: restored.name, at: args, list: restored.issues });
    }

    /// Restores a call whose misfits may have been reported for an earlier event.
    fn once(&mut self, item: &ItemKey, restore: impl FnOnce(&mut Self)) {
        let told = self.issues.len();
        restore(self);
        if self.deltas.items.tell(item) {
            self.issues.truncate(told);
        }
    }
}

impl Items {
    fn begin(&mut self, key: ItemKey, name: &str) {
        if self.begun.len() < MOST {
            self.begun.push(Item { key, name: name.to_owned(), is_told: false });
        }
    }

    /// The name of an item's function.
    fn name(&self, key: &ItemKey) -> Option<String> {
        self.begun.iter().rfind(|item| item.key.is_same(key)).map(|item| item.name.clone())
    }

    /// Marks the misfits of an item as reported; whether they were already.
    pub(super) fn tell(&mut self, key: &ItemKey) -> bool {
        let item = self.begun.iter_mut().rfind(|item| item.key.is_same(key));
        item.is_some_and(|item| std::mem::replace(&mut item.is_told, true))
    }
}

impl ItemKey {
    /// The item that an event is about.
    fn of(tape: &Tape<'_>, event: JsonId) -> ItemKey {
        let member = |object: JsonId, name: &str, kind: Kind| {
            get(tape, object, name).filter(|value| tape.kind(*value) == kind).map(|value| tape.slice(value).to_owned())
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
