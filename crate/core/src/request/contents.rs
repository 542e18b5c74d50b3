//! The history: calls and responses of functions.

use super::{
    Work, calls,
    fields::{each, get},
    findings::FUNCTION_RESPONSE_REF,
    names::Names,
    results,
};
use crate::{
    envelope::Piece,
    json::{JsonId, quote},
};

impl Work<'_> {
    /// Writes the calls of the history as the model would have made them.
    pub(super) fn contents(&mut self, object: JsonId, names: &Names<'_>) {
        let tape = self.tape;
        for content in each(tape, get(tape, object, "contents")) {
            for part in each(tape, get(tape, content, "parts")) {
                if let Some(call) = get(tape, part, "functionCall") {
                    self.call(call, names);
                }
                if let Some(response) = get(tape, part, "functionResponse") {
                    self.response(response, names);
                }
            }
        }
    }

    fn call(&mut self, call: JsonId, names: &Names<'_>) {
        let misfits = calls::recode(self.tape, call, &mut self.pieces, &|name, args| names.encode(name, args));
        if let Some(misfits) = misfits {
            misfits.tell(&self.places, self.tape, &mut self.issues);
        }
    }

    fn response(&mut self, response: JsonId, names: &Names<'_>) {
        let tape = self.tape;
        let name = get(tape, response, "name").and_then(|name| Some((name, tape.string(name)?)));
        if let Some((at, name)) = name {
            let declared = names.declared(&name).and_then(|declared| declared.first().copied());
            let other = declared.filter(|declared| *declared != name);
            self.pieces.extend(other.map(|other| Piece::new(tape, at, quote(other))));
        }
        let before = self.pieces.len();
        if let Some(reference) = results::without_references(tape, response, &mut self.pieces) {
            let parts = self.pieces.len() - before;
            let detail = if parts == 1 { "sent as text".to_owned() } else { format!("{parts} members sent as text") };
            self.find(&FUNCTION_RESPONSE_REF, reference, &detail);
        }
    }
}
