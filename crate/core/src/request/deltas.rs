//! Calls in streams of chat completions: first the name, then the arguments, their text in pieces. Encoded arguments are
//! held back until they are complete, and sent as a whole in place of the last piece.

use super::{
    calls::{ArgumentsFormat, Misfits},
    fields::{at, each, get, text},
    findings::{PARTS_OF_ARGUMENTS, note, too_long},
    numbering::{MOST, Part},
    open_calls::{CallPlace, ChoiceCall, OpenCall},
    restore::{Next, Restoring},
};
use crate::json::{JsonId, Kind, Piece, Tape, quote, unescape};

const EMPTY: &str = "\"\"";

impl Restoring<'_> {
    /// Restores the parts of calls in the `delta` of a choice.
    pub(super) fn delta(&mut self, chunk: JsonId, choice: JsonId) {
        let tape = self.tape;
        let number = number(tape, choice).unwrap_or("0");
        for entry in each(tape, at(tape, choice, &["delta", "toolCalls"])) {
            if let Some(function) = get(tape, entry, "function") {
                self.part_of_call(chunk, number, entry, function);
            }
        }
        // Some servers send an empty `finish_reason` until the end.
        if text(tape, choice, "finishReason").is_some() {
            self.close(&|open| open.in_choice(number).is_some());
        }
    }

    /// Ends a document: held arguments are written if nothing follows, or kept for the next document.
    pub(super) fn leave(&mut self, next: Next) {
        if next == Next::None {
            return self.close(&|_| true);
        }
        for open in &mut self.deltas.open {
            if let Some(at) = open.at.take() {
                write(self.tape, at, EMPTY.to_owned(), &mut self.pieces);
            }
        }
    }

    fn part_of_call(&mut self, chunk: JsonId, choice: &str, entry: JsonId, function: JsonId) {
        let tape = self.tape;
        if get(tape, function, "arguments").is_some_and(|args| tape.kind(args) == Kind::Object) {
            return self.call(function, ArgumentsFormat::Text);
        }
        let (index, id, name) = (number(tape, entry), text(tape, entry, "id"), text(tape, function, "name"));
        let new = self.deltas.numbering.number(&Part { choice, index, id: id.as_deref(), name: name.as_deref() });
        let new = new.map(str::to_owned);
        self.pieces.extend(new.as_ref().and_then(|number| numbered(tape, entry, number)));
        if let Some(called) = name.as_deref().and_then(|name| self.called(name)) {
            self.rename(function, &called);
        }
        let goes_on = |open: &OpenCall| {
            open.in_choice(choice).is_some_and(|call| call.goes_on(index, id.as_deref(), name.is_some()))
        };
        if let Some(open) = self.deltas.open.iter().rposition(goes_on) {
            return self.add(open, get(tape, function, "arguments"));
        }
        let Some(name) = name else { return };
        if let Some(called) = self.called(&name) {
            self.namespace(function, &called);
        }
        // A call that begins ends the open ones whose further pieces could not be told from its own.
        self.close(&|open| open.in_choice(choice).is_some_and(|call| call.index.as_deref() == index));
        let index = index.map(str::to_owned);
        let call = ChoiceCall { choice: choice.to_owned(), index, number: new, id, head: head(tape, chunk) };
        if let Some(open) = self.open(CallPlace::Choice(call), name, entry) {
            self.add(open, get(tape, function, "arguments"));
        }
    }

    /// Begins a call at `at`, if its arguments have to be restored; returns where it is among the open calls.
    pub(super) fn open(&mut self, place: CallPlace, name: String, at: JsonId) -> Option<usize> {
        let called = self.called(&name).filter(|called| called.codec.arguments.is_some())?;
        if self.deltas.open.len() == MOST {
            self.find(&PARTS_OF_ARGUMENTS, at, called.tool(), "");
            return None;
        }
        self.deltas.open.push(OpenCall::new(place, name));
        Some(self.deltas.open.len() - 1)
    }

    /// Adds a piece to the arguments of an open call.
    pub(super) fn add(&mut self, open: usize, piece: Option<JsonId>) {
        let tape = self.tape;
        let piece = piece.and_then(|at| Some((at, tape.string(at)?)));
        if let (Some((at, piece)), Some(call)) = (piece, self.deltas.open.get_mut(open)) {
            if let Some(before) = call.at.replace(at) {
                write(tape, before, EMPTY.to_owned(), &mut self.pieces);
            }
            let written = tape.slice(at);
            call.text.push_str(&written[1..written.len() - 1]);
            if call.is_over(&piece) {
                let call = self.deltas.open.remove(open);
                self.finish(&call);
            }
        }
        self.bound();
    }

    /// Finishes all open calls if they hold more bytes than the limit.
    fn bound(&mut self) {
        if self.deltas.open.iter().map(OpenCall::size).sum::<usize>() > self.deltas.limit {
            note(&mut self.issues, 0, || too_long(self.deltas.limit));
            self.close(&|_| true);
        }
    }

    /// Finishes the open calls that `which` selects.
    pub(super) fn close(&mut self, which: &dyn Fn(&OpenCall) -> bool) {
        while let Some(at) = self.deltas.open.iter().position(which) {
            let call = self.deltas.open.remove(at);
            self.finish(&call);
        }
    }

    /// Writes the arguments in place of their latest piece, or into an additional event if that piece has been sent.
    fn finish(&mut self, call: &OpenCall) {
        let (mut text, mut list, mut function) = (["\"", &call.text, "\""].concat(), Vec::new(), String::new());
        // Of a choice, arguments that are empty to the end stand for an object without members.
        let is_complete = call.begun || matches!(call.place, CallPlace::Choice(_));
        if let Some(called) = self.called(&call.name).filter(|_| is_complete) {
            let args = unescape(&call.text);
            let restored = called.restore(ArgumentsFormat::Text, &mut self.session, &args);
            if restored.args != args && (call.begun || restored.args != "{}") {
                text = quote(&restored.args);
            }
            (list, function) = (restored.issues, restored.name);
        }
        match call.at {
            Some(at) => write(self.tape, at, text, &mut self.pieces),
            None if text == EMPTY => {}
            None => self.deltas.events += &call.event(&text),
        }
        if let (CallPlace::Item(key), true) = (&call.place, call.begun) {
            self.deltas.items.tell(key);
        }
        self.tell(&Misfits { function, at: call.at.unwrap_or(JsonId::ROOT), list });
    }
}

/// The members of a chunk that describe its stream.
fn head(tape: &Tape<'_>, chunk: JsonId) -> String {
    let member = |name: &str| {
        let value = get(tape, chunk, name).filter(|it| matches!(tape.kind(*it), Kind::String | Kind::Number))?;
        Some(["\"", name, "\":", tape.slice(value), ","].concat())
    };
    ["id", "object", "created", "model"].into_iter().filter_map(member).collect()
}

/// The piece that sets the number of a call in its entry.
fn numbered(tape: &Tape<'_>, entry: JsonId, number: &str) -> Option<Piece> {
    if let Some(index) = get(tape, entry, "index") {
        return Some(Piece::new(tape, index, number.to_owned()));
    }
    let first = tape.members(entry).next()?;
    Some(Piece::new(tape, first, [r#""index":"#, number, ",", tape.slice(first)].concat()))
}

fn number<'t>(tape: &'t Tape<'_>, object: JsonId) -> Option<&'t str> {
    get(tape, object, "index").filter(|index| tape.kind(*index) == Kind::Number).map(|index| tape.slice(index))
}

fn write(tape: &Tape<'_>, at: JsonId, text: String, pieces: &mut Vec<Piece>) {
    if tape.slice(at) != text {
        pieces.push(Piece::new(tape, at, text));
    }
}
