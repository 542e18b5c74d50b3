//! Rewrites one call with another name and other arguments.

use std::borrow::Cow;

use super::fields;
use crate::{
    Call,
    json::{JsonId, Kind, Piece, Tape, quote},
    restore::Misfit,
};

/// How a call carries its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentsFormat {
    /// As Gemini's `functionCall`: `args`, an object.
    Object,
    /// As `function` in OpenAI's `tool_calls`: `arguments`, the JSON text of an object, or from some senders the object
    /// itself.
    Text,
}

impl ArgumentsFormat {
    fn member(self) -> &'static str {
        if self == ArgumentsFormat::Object { "args" } else { "arguments" }
    }

    /// The JSON text of the arguments; `None` for a value of the wrong kind. A blank string counts as no arguments.
    fn read<'t>(self, tape: &'t Tape<'_>, args: JsonId) -> Option<Cow<'t, str>> {
        match tape.kind(args) {
            Kind::Object => Some(Cow::Borrowed(tape.slice(args))),
            _ if self == ArgumentsFormat::Object => None,
            _ => tape.string(args).map(|text| if text.trim().is_empty() { NONE } else { text }),
        }
    }
}

const NONE: Cow<'_, str> = Cow::Borrowed("{}");

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
    let source = args.map_or(Some(NONE), |args| format.read(tape, args))?;
    let own_name = tape.string(name)?;
    let Call { name: new_name, args: new_args, issues } = recode(&own_name, &source)?;
    let mut name_text = (new_name != own_name).then(|| quote(&new_name));
    if new_args != source {
        let is_object = args.map_or(format == ArgumentsFormat::Object, |args| tape.kind(args) == Kind::Object);
        let text = if is_object { new_args } else { quote(&new_args) };
        if let Some(args) = args {
            pieces.push(Piece::new(tape, args, text));
        } else {
            let name = name_text.unwrap_or_else(|| tape.slice(name).to_owned());
            name_text = Some([&name, ",\"", format.member(), "\":", &text].concat());
        }
    }
    pieces.extend(name_text.map(|text| Piece::new(tape, name, text)));
    Some(Misfits { function: own_name.into_owned(), at: args.unwrap_or(call), list: issues })
}
