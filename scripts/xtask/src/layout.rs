//! JSON for readers: a value that fits stays on one line.

use lapidary::internal::{JsonId, Kind, Tape, quote};

/// The longest line, in bytes.
const WIDTH: usize = 100;

/// A value. Objects and arrays longer than a line have one line for each member or element.
pub(crate) fn fit(tape: &Tape<'_>, id: JsonId) -> String {
    at(tape, id, 0, 0)
}

/// `before` is the length of the text already on the first line.
fn at(tape: &Tape<'_>, id: JsonId, indent: usize, before: usize) -> String {
    let line = one_line(tape, id);
    if indent + before + line.len() <= WIDTH {
        return line;
    }
    let (brackets, parts) = match tape.kind(id) {
        Kind::Object => (["{", "}"], members(tape, id, |id, key| at(tape, id, indent + 2, key))),
        Kind::Array => (["[", "]"], tape.elements(id).map(|id| at(tape, id, indent + 2, 0)).collect()),
        _ => return line,
    };
    let space = " ".repeat(indent);
    let parts: Vec<String> = parts.into_iter().map(|part| format!("{space}  {part}")).collect();
    format!("{}\n{}\n{space}{}", brackets[0], parts.join(",\n"), brackets[1])
}

fn one_line(tape: &Tape<'_>, id: JsonId) -> String {
    match tape.kind(id) {
        Kind::Object => match members(tape, id, |id, _| one_line(tape, id)) {
            members if members.is_empty() => "{}".to_owned(),
            members => format!("{{ {} }}", members.join(", ")),
        },
        Kind::Array => {
            format!("[{}]", tape.elements(id).map(|id| one_line(tape, id)).collect::<Vec<_>>().join(", "))
        }
        _ => tape.slice(id).to_owned(),
    }
}

/// `"key": value` for each; `value` gets the length of the text before the value.
fn members(tape: &Tape<'_>, id: JsonId, value: impl Fn(JsonId, usize) -> String) -> Vec<String> {
    let member = |key: JsonId| {
        let name = format!("{}: ", quote(&tape.key(key)));
        let value = value(tape.value_of(key), name.len());
        name + &value
    };
    tape.members(id).map(member).collect()
}

#[cfg(test)]
mod tests {
    use lapidary::internal::read;

    use super::*;
    use crate::Outcome;

    #[test]
    fn what_fits_stays_on_one_line() -> Outcome {
        let long = "x".repeat(80);
        let text = format!(r#"{{"a":[1.0,{{}}],"b":{{"c":"{long}"}}}}"#);
        let tape = read(&text).map_err(|error| error.to_string())?;
        let expected = format!("{{\n  \"a\": [1.0, {{}}],\n  \"b\": {{ \"c\": \"{long}\" }}\n}}");
        assert_eq!(fit(&tape, JsonId::ROOT), expected);
        Ok(())
    }
}
