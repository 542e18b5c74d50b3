//! The history of a conversation: function calls and their responses.

use std::borrow::Cow;

use super::{
    Normalizing,
    calls::{self, ArgumentsFormat},
    fields::{each, get},
    findings::{FUNCTION_RESPONSE_REF, FUNCTION_RESPONSE_VALUE, UNDECLARED_NAME},
    names::FunctionNames,
    results,
};
use crate::json::{JsonId, Piece, Quoted, quote};

impl Normalizing<'_> {
    /// Encodes the calls of the history as the model would have made them, and adapts the function responses.
    pub(super) fn contents(&mut self, object: JsonId, names: &FunctionNames<'_>) {
        let tape = self.tape;
        for content in each(tape, get(tape, object, "contents")) {
            for part in each(tape, get(tape, content, "parts")) {
                if let Some(call) = get(tape, part, "functionCall") {
                    self.call(call, ArgumentsFormat::Object, names);
                }
                if let Some(response) = get(tape, part, "functionResponse") {
                    self.response(response, names);
                }
            }
        }
    }

    /// Encodes a call as the model would have made it.
    pub(super) fn call(&mut self, call: JsonId, format: ArgumentsFormat, names: &FunctionNames<'_>) {
        let encode = &mut |name: &str, args: &str| names.encode(call, format, name, args);
        let misfits = calls::recode(self.tape, call, format, &mut self.pieces, encode);
        if let Some(misfits) = misfits {
            misfits.tell(&self.places, self.tape, &mut self.issues);
        }
    }

    /// Reports the functions of earlier requests that have other names here, and adds the codecs that restore these.
    pub(super) fn earlier_functions(&mut self, names: &FunctionNames<'_>) {
        for (at, name, declared) in names.renamed() {
            self.find(&UNDECLARED_NAME, at, &format!("{} is {} here", Quoted(&name), Quoted(&declared)));
        }
        self.add_codecs(names.before());
    }

    fn response(&mut self, response: JsonId, names: &FunctionNames<'_>) {
        let tape = self.tape;
        self.name(response, names);
        if let Some(value) = results::as_object(tape, response, &mut self.pieces) {
            return self.find(&FUNCTION_RESPONSE_VALUE, value, "");
        }
        let before = self.pieces.len();
        if let Some(reference) = results::without_references(tape, response, &mut self.pieces) {
            let parts = self.pieces.len() - before;
            let detail = if parts == 1 { String::new() } else { format!("in {parts} places") };
            self.find(&FUNCTION_RESPONSE_REF, reference, &detail);
        }
    }

    /// Replaces the `name` of an object by the one that the function is declared under; of several functions of one
    /// name, by that of the first. Returns `false` for a function that is omitted from the declarations.
    pub(super) fn name(&mut self, object: JsonId, names: &FunctionNames<'_>) -> bool {
        let tape = self.tape;
        let name = get(tape, object, "name").and_then(|at| Some((at, tape.string(at)?)));
        let Some((at, name)) = name else { return true };
        let declared = match names.declared(&name) {
            Some(mut declared) => match declared.next() {
                Some(declared) => Cow::Borrowed(declared),
                None => return false,
            },
            None => names.declared_before(at, &name).map_or(Cow::Borrowed(&*name), Cow::Owned),
        };
        if declared != name {
            self.pieces.push(Piece::new(tape, at, quote(&declared)));
        }
        true
    }
}
