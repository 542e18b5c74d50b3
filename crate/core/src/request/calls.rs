//! One `functionCall`, written with another name and other arguments.

use super::fields;
use crate::{
    Call,
    envelope::Piece,
    json::{JsonId, Kind, Tape, quote},
    restore::Misfit,
};

/// What did not fit in a call: the arguments, or the call where it has none.
pub(super) struct Misfits {
    pub(super) at: JsonId,
    pub(super) list: Vec<Misfit>,
}

/// Adds the pieces that change in a call, given what its name and arguments become; `recode` says
/// `None` for a function that it does not know. Arguments that are missing are no arguments.
pub(super) fn recode(
    tape: &Tape<'_>,
    call: JsonId,
    pieces: &mut Vec<Piece>,
    recode: &dyn Fn(&str, &str) -> Option<Call>,
) -> Option<Misfits> {
    let name = fields::get(tape, call, "name")?;
    let args = fields::get(tape, call, "args");
    if args.is_some_and(|args| tape.kind(args) != Kind::Object) {
        return None;
    }
    let own_name = tape.string(name)?;
    let source = args.map_or("{}", |args| tape.slice(args));
    let Call { name: new_name, args: new_args, issues } = recode(&own_name, source)?;
    let mut name_text = (new_name != own_name).then(|| quote(&new_name));
    if new_args != source {
        if let Some(args) = args {
            pieces.push(Piece::new(tape, args, new_args));
        } else {
            let name = name_text.unwrap_or_else(|| tape.slice(name).to_owned());
            name_text = Some(format!(r#"{name},"args":{new_args}"#));
        }
    }
    pieces.extend(name_text.map(|text| Piece::new(tape, name, text)));
    Some(Misfits { at: args.unwrap_or(call), list: issues })
}
