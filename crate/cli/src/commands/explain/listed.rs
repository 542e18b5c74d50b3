//! The list of tools of a document, in which messages count functions.

use std::borrow::Cow;

use lapidary::internal::{JsonId, Kind, Tape, declarations};

/// The names of functions as they are listed; names that are missing are empty.
pub(super) enum Listed {
    /// Gemini's tools, each with the functions that it declares.
    Functions(Vec<Vec<String>>),
    /// The tools of another list, also a provider's own. None, where nothing says how a request lists them.
    Tools(Vec<String>),
}

impl Listed {
    pub(super) fn of(tape: &Tape<'_>) -> Listed {
        let list = list_in(tape, JsonId::ROOT).unwrap_or(JsonId::ROOT);
        let any = |is: fn(&Tape<'_>, JsonId) -> bool| tape.elements(list).any(|tool| is(tape, tool));
        if any(|tape, tool| tape.kind(tool) == Kind::Array || list_in(tape, tool).is_some()) {
            return Listed::Tools(Vec::new());
        }
        if any(|tape, tool| declarations(tape, tool).is_some()) {
            let names = |tool| {
                let functions = declarations(tape, tool).into_iter().flat_map(|list| tape.elements(list));
                functions.map(|function| name(tape, function)).collect()
            };
            return Listed::Functions(tape.elements(list).map(names).collect());
        }
        let function = |tool| tape.get(tool, "function").unwrap_or(tool);
        Listed::Tools(tape.elements(list).map(|tool| name(tape, function(tool))).collect())
    }

    /// The name of the function that a message counts, in one of Gemini's tools or in the whole list; `all` are the names
    /// of the document's functions, in order.
    pub(super) fn name<'n>(&'n self, tool: Option<u32>, function: u32, all: &'n [String]) -> Option<&'n str> {
        let at = function as usize;
        let name = match (self, tool) {
            (Listed::Functions(tools), Some(tool)) => tools.get(tool as usize)?.get(at),
            (Listed::Tools(names), None) if !names.is_empty() => names.get(at),
            // Clients declare all functions in one tool.
            (_, Some(0) | None) => all.get(at),
            (Listed::Tools(_), Some(_)) => None,
        };
        name.map(String::as_str).filter(|name| !name.is_empty())
    }
}

/// The tools of a request, or of a server's answer.
fn list_in(tape: &Tape<'_>, object: JsonId) -> Option<JsonId> {
    let list = |object| tape.get(object, "tools");
    list(object).or_else(|| list(tape.get(object, "result")?))
}

fn name(tape: &Tape<'_>, function: JsonId) -> String {
    let name = tape.get(function, "name").and_then(|name| tape.string(name));
    name.map(Cow::into_owned).unwrap_or_default()
}
