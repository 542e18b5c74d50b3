//! Schemas of answers: what a function gives back, or the model itself.

use crate::{
    Mode, Options,
    engine::mend_text,
    json::{JsonId, Tape},
    lower::{LoweredTool, lower_tool},
    rules::RuleBook,
    schema::{Spelling, TypeCase},
};

/// The rules that make a root the arguments of a call: an object, and left out if it is empty.
const OF_ARGUMENTS: [&str; 2] = ["GS028", "GS054"];

/// Lowers schemas of answers. Their roots may be of any type. Nothing in them is coded: an answer
/// reaches its reader as it is.
pub(crate) struct Responses {
    options: Options,
    rules: RuleBook,
}

impl Responses {
    pub(crate) fn new(options: &Options) -> Responses {
        let mut options = Options { mode: Mode::DropIn, ..options.clone() };
        for code in OF_ARGUMENTS {
            options.disabled.insert(code);
        }
        let rules = RuleBook::new(options.disabled);
        Responses { options, rules }
    }

    /// The schema for the target; `None` where no value satisfies it.
    pub(crate) fn lower(
        &self,
        tape: &Tape<'_>,
        schema: JsonId,
        spelling: Spelling,
        case: Option<TypeCase>,
    ) -> LoweredTool {
        let lowered = lower_tool(tape, Some(schema), spelling, &self.options, &self.rules, case);
        mend_text(tape, lowered, &self.rules)
    }
}
