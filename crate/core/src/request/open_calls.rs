//! Calls of a stream whose arguments are incomplete.

use super::{
    chunks::{ByteRole, JsonParts},
    items::{ItemKey, Items},
    numbering::Numbering,
};
use crate::json::JsonId;

/// The calls that have begun and whose encoded arguments are incomplete.
#[derive(Debug)]
pub(super) struct Deltas {
    pub(super) open: Vec<OpenCall>,
    pub(super) numbering: Numbering,
    pub(super) items: Items,
    /// The most bytes that are held.
    pub(super) limit: usize,
    /// Events to send before the next one, with the held arguments of calls that did not end.
    pub(super) events: String,
}

#[derive(Debug)]
pub(super) struct OpenCall {
    pub(super) place: CallPlace,
    /// The name that the function is declared under.
    pub(super) name: String,
    /// The pieces so far, escaped as in the stream.
    pub(super) text: String,
    /// Whether the arguments have begun.
    pub(super) begun: bool,
    values: JsonParts,
    /// The latest piece, if it is in the current document.
    pub(super) at: Option<JsonId>,
}

/// What the pieces of a call belong to.
#[derive(Debug)]
pub(super) enum CallPlace {
    Choice(ChoiceCall),
    /// An item of the Responses API.
    Item(ItemKey),
}

/// A call of a choice of a chat completion.
#[derive(Debug)]
pub(super) struct ChoiceCall {
    /// The number of the choice.
    pub(super) choice: String,
    /// The number that the call came with, which Gemini omits.
    pub(super) index: Option<String>,
    /// The number that it is sent with, if it is another.
    pub(super) number: Option<String>,
    pub(super) id: Option<String>,
    /// The members of its chunk that describe the stream.
    pub(super) head: String,
}

impl Deltas {
    pub(super) fn new(limit: usize) -> Deltas {
        Deltas {
            open: Vec::new(),
            numbering: Numbering::default(),
            items: Items::default(),
            limit,
            events: String::new(),
        }
    }

    /// Takes the events to send before what was restored last.
    pub(super) fn events(&mut self) -> String {
        std::mem::take(&mut self.events)
    }
}

impl OpenCall {
    pub(super) fn new(place: CallPlace, name: String) -> OpenCall {
        OpenCall { place, name, text: String::new(), begun: false, values: JsonParts::default(), at: None }
    }

    /// Its call, if that is one of a choice.
    pub(super) fn in_choice(&self, choice: &str) -> Option<&ChoiceCall> {
        match &self.place {
            CallPlace::Choice(call) if call.choice == choice => Some(call),
            _ => None,
        }
    }

    /// Whether its arguments are those of an item.
    pub(super) fn is_of(&self, item: &ItemKey) -> bool {
        matches!(&self.place, CallPlace::Item(key) if key.is_same(item))
    }

    /// Whether the arguments end with a piece: it closes their object, or they are no object.
    pub(super) fn is_over(&mut self, piece: &str) -> bool {
        let piece = if self.begun { piece } else { piece.trim_start() };
        let is_other = !self.begun && !piece.is_empty() && !piece.starts_with('{');
        self.begun |= !piece.is_empty();
        is_other || piece.bytes().any(|byte| self.values.step(byte) == ByteRole::Last)
    }

    pub(super) fn size(&self) -> usize {
        let place = match &self.place {
            CallPlace::Choice(call) => call.size(),
            CallPlace::Item(key) => key.size(),
        };
        place + self.name.len() + self.text.len()
    }

    /// An event with the arguments, given as a JSON string literal.
    pub(super) fn event(&self, arguments: &str) -> String {
        match &self.place {
            CallPlace::Choice(call) => call.event(arguments),
            CallPlace::Item(key) => key.event(arguments),
        }
    }
}

impl ChoiceCall {
    /// Whether an entry of the choice's `tool_calls` continues this call. The entry that begins a call has a name, which
    /// some servers repeat in later ones.
    pub(super) fn goes_on(&self, index: Option<&str>, id: Option<&str>, is_named: bool) -> bool {
        let same_id = id.is_none() || self.id.is_none() || self.id.as_deref() == id;
        match index {
            Some(_) => self.index.as_deref() == index && (same_id || !is_named),
            None => same_id && !is_named,
        }
    }

    fn size(&self) -> usize {
        let ChoiceCall { choice, index, id, head, .. } = self;
        let optional = [index, id].into_iter().flatten().map(String::len).sum::<usize>();
        choice.len() + optional + head.len()
    }

    fn event(&self, arguments: &str) -> String {
        let ChoiceCall { choice, head, .. } = self;
        let index = self
            .number
            .as_ref()
            .or(self.index.as_ref())
            .map_or(String::new(), |index| [r#""index":"#, index, ","].concat());
        let call = ["[{", &index, r#""function":{"arguments":"#, arguments, "}}]"].concat();
        let choice = [r#"[{"index":"#, choice, r#","delta":{"tool_calls":"#, &call, "}}]"].concat();
        ["data: {", head, r#""choices":"#, &choice, "}\n\n"].concat()
    }
}
