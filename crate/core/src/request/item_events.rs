//! Calls in streams of OpenAI's Responses API. Events about an item of the output bring first its name, then the text of
//! its arguments, in pieces and as a whole, then the complete item; the last event brings the whole response.

use super::{
    calls::{ArgumentsFormat, Misfits, items},
    fields::{get, text},
    items::{DELTA, ItemKey},
    open_calls::CallPlace,
    restore::Restoring,
};
use crate::json::{JsonId, Piece, quote};

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
                    self.once(&item, |work| work.item(call, &item));
                }
            }
            _ => {
                let Some(response) = get(tape, event, "response") else { return };
                self.close(&|open| matches!(open.place, CallPlace::Item(_)));
                let told = self.issues.len();
                self.chunk(response);
                if !self.deltas.items.is_empty() {
                    self.issues.truncate(told);
                }
            }
        }
    }

    /// Begins the call that an item brings, as a rule without its arguments.
    fn begin(&mut self, item: ItemKey, call: JsonId) {
        let Some(name) = text(self.tape, call, "name") else { return };
        let Some(called) = self.called(&name) else { return };
        let args = get(self.tape, call, "arguments").and_then(|args| self.tape.string(args));
        if args.is_some_and(|args| !args.trim().is_empty()) {
            return self.call(call, ArgumentsFormat::Text);
        }
        self.namespace(call, &called);
        self.rename(call, &called);
        self.deltas.items.begin(item.clone(), &name);
        self.open(CallPlace::Item(item), name, call);
    }

    /// Restores the complete call of an item.
    fn item(&mut self, call: JsonId, item: &ItemKey) {
        let Some(name) = text(self.tape, call, "name") else { return };
        let Some(called) = self.called(&name) else { return };
        // Where the item has begun, its namespace has been reported.
        if self.deltas.items.name(item).is_none() {
            self.namespace(call, &called);
        }
        self.recode(call, ArgumentsFormat::Text, &called);
    }

    /// Restores an event with all arguments of an item, which as a rule does not name the function.
    fn complete(&mut self, event: JsonId, item: &ItemKey) {
        if get(self.tape, event, "name").is_some() {
            return self.item(event, item);
        }
        let Some(args) = get(self.tape, event, "arguments") else { return };
        let (Some(name), Some(text)) = (self.deltas.items.name(item), self.tape.string(args)) else { return };
        let Some(called) = self.called(&name) else { return };
        let restored = called.restore(ArgumentsFormat::Text, &mut self.session, &text);
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
