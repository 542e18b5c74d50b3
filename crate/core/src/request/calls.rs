//! Rewrites one call with another name and other arguments.

use std::borrow::Cow;

use super::fields;
use crate::{
    Call, Codec,
    json::{JsonId, Kind, Piece, Tape, quote},
    restore::{Misfit, Session},
};

/// How a call carries its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentsFormat {
    /// As Gemini's `functionCall`: `args`, always an object, since Google's APIs and SDKs have no other type for it.
    Object,
    /// As `function` in OpenAI's `tool_calls`, and items of its Responses API: `arguments`, the JSON text of an object,
    /// or from some senders the object itself.
    Text,
}

impl ArgumentsFormat {
    fn member(self) -> &'static str {
        if self == ArgumentsFormat::Object { "args" } else { "arguments" }
    }

    /// The JSON text of the arguments. A blank string counts as no arguments.
    fn read<'t>(self, tape: &'t Tape<'_>, args: JsonId) -> Cow<'t, str> {
        match tape.string(args).filter(|_| self == ArgumentsFormat::Text) {
            Some(text) if text.trim().is_empty() => NONE,
            Some(text) => text,
            None => Cow::Borrowed(tape.slice(args)),
        }
    }

    /// Whether the arguments are written as text, in place of `args`.
    fn is_text(self, tape: &Tape<'_>, args: Option<JsonId>) -> bool {
        self == ArgumentsFormat::Text && args.is_none_or(|args| tape.kind(args) == Kind::String)
    }

    /// Restores the call of a codec.
    pub(super) fn restore<'c>(self, codec: &'c Codec, session: &mut Session<'c>, name: &str, args: &str) -> Call {
        match self {
            ArgumentsFormat::Object => codec.restore_object_in(session, name, args),
            ArgumentsFormat::Text => codec.restore_in(session, name, args),
        }
    }

    /// Encodes the call of a codec.
    pub(super) fn encode<'c>(self, codec: &'c Codec, session: &mut Session<'c>, name: &str, args: &str) -> Call {
        match self {
            ArgumentsFormat::Object => codec.encode_object_in(session, name, args),
            ArgumentsFormat::Text => codec.encode_in(session, name, args),
        }
    }
}

const NONE: Cow<'_, str> = Cow::Borrowed("{}");

/// The calls among the items of the Responses API, which have their name and arguments beside their type.
pub(super) fn items(tape: &Tape<'_>, list: Option<JsonId>) -> impl Iterator<Item = JsonId> {
    let is_call = |item: &JsonId| fields::text(tape, *item, "type").as_deref() == Some("function_call");
    fields::each(tape, list).into_iter().filter(is_call)
}

/// The misfits of a call; `at` is its arguments, or the call itself where it has none.
pub(super) struct Misfits {
    /// The name of the function, as it was in the document or as it was restored.
    pub(super) function: String,
    pub(super) at: JsonId,
    pub(super) list: Vec<Misfit>,
}

/// Adds the pieces that replace the name and the arguments of a call by those that `recode` returns; it returns `None`
/// for an unknown function. Missing arguments are read as `{}`.
pub(super) fn recode(
    tape: &Tape<'_>,
    call: JsonId,
    format: ArgumentsFormat,
    pieces: &mut Vec<Piece>,
    recode: &mut dyn FnMut(&str, &str) -> Option<Call>,
) -> Option<Misfits> {
    let name = fields::get(tape, call, "name")?;
    let args = fields::get(tape, call, format.member());
    let source = args.map_or(NONE, |args| format.read(tape, args));
    let own_name = tape.string(name)?;
    let Call { name: new_name, args: new_args, issues } = recode(&own_name, &source)?;
    let mut name_text = (new_name != own_name).then(|| quote(&new_name));
    if new_args != source {
        let text = if format.is_text(tape, args) { quote(&new_args) } else { new_args };
        // Arguments that are null are replaced, too: a second member of the name would be another's.
        if let Some(args) = args.or_else(|| tape.get(call, format.member())) {
            pieces.push(Piece::new(tape, args, text));
        } else {
            let name = name_text.unwrap_or_else(|| tape.slice(name).to_owned());
            name_text = Some([&name, ",\"", format.member(), "\":", &text].concat());
        }
    }
    pieces.extend(name_text.map(|text| Piece::new(tape, name, text)));
    Some(Misfits { function: own_name.into_owned(), at: args.unwrap_or(call), list: issues })
}
