//! Function responses: Gemini takes an object, and reads a `$ref` in it as the name of an attached part.

use super::fields::{at, each, get};
use crate::{
    json::{JsonId, Kind, Piece, Tape, compact, quote},
    order::Set,
};

/// Wraps a response that is an array, a string, a number or a boolean into an object, as the member `output` that
/// Gemini reads (`FunctionResponse.response` of google-ai-generativelanguage 0.12.1); one that contains a `$ref` to no
/// attached part becomes JSON text. `null` counts as no response. Returns the response that was wrapped.
pub(super) fn as_object(tape: &Tape<'_>, function_response: JsonId, pieces: &mut Vec<Piece>) -> Option<JsonId> {
    let response =
        get(tape, function_response, "response").filter(|it| !matches!(tape.kind(*it), Kind::Object | Kind::Null))?;
    let output = match find_reference(tape, response, &attached(tape, function_response)) {
        Some(_) => as_text(tape, response),
        None => tape.slice(response).to_owned(),
    };
    pieces.push(Piece::new(tape, response, format!(r#"{{"output":{output}}}"#)));
    Some(response)
}

/// Replaces each member of a `functionResponse`'s `response` that contains a `$ref` to no attached part by JSON text;
/// where `$ref` is a member of the response itself, the response becomes `{"output": text}`. The response stays an
/// object, as the proto declares it (`Struct`). Returns the first such `$ref`.
pub(super) fn without_references(
    tape: &Tape<'_>,
    function_response: JsonId,
    pieces: &mut Vec<Piece>,
) -> Option<JsonId> {
    let response = get(tape, function_response, "response").filter(|it| tape.kind(*it) == Kind::Object)?;
    let attached = attached(tape, function_response);
    let mut first = None;
    let mut found = Vec::new();
    for key in tape.members(response) {
        if is_foreign(tape, key, &attached) {
            pieces.push(Piece::new(tape, response, format!(r#"{{"output":{}}}"#, as_text(tape, response))));
            return Some(key);
        }
        let value = key.value_of_key();
        if let Some(reference) = find_reference(tape, value, &attached) {
            first = first.or(Some(reference));
            found.push(Piece::new(tape, value, as_text(tape, value)));
        }
    }
    pieces.extend(found);
    first
}

/// The display names of the parts that are attached to the response.
fn attached(tape: &Tape<'_>, function_response: JsonId) -> Set<String> {
    let mut names = Set::new();
    for part in each(tape, get(tape, function_response, "parts")) {
        for kind in ["inlineData", "fileData"] {
            if let Some(name) = at(tape, part, &[kind, "displayName"]).and_then(|name| tape.string(name)) {
                names.insert(name.into_owned());
            }
        }
    }
    names
}

/// Whether the member is a `$ref` to something else than an attached part.
fn is_foreign(tape: &Tape<'_>, key: JsonId, attached: &Set<String>) -> bool {
    tape.key_is(key, "$ref") && !tape.string(key.value_of_key()).is_some_and(|name| attached.contains(name.as_ref()))
}

/// The first `$ref` to no attached part inside a value. Iterative, for any depth of nesting.
fn find_reference(tape: &Tape<'_>, value: JsonId, attached: &Set<String>) -> Option<JsonId> {
    let mut values = vec![value];
    while let Some(value) = values.pop() {
        if let Some(key) = tape.members(value).find(|key| is_foreign(tape, *key, attached)) {
            return Some(key);
        }
        values.extend(tape.members(value).map(JsonId::value_of_key));
        values.extend(tape.elements(value));
    }
    None
}

fn as_text(tape: &Tape<'_>, value: JsonId) -> String {
    quote(&compact(tape, value))
}
