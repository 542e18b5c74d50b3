//! Writing: pretty-printing and compacting a text without touching its values.

use super::{JsonId, Kind, Tape};

/// How many spaces an indented level takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Indent(pub u8);

/// A node's text without white space between tokens.
#[must_use]
pub(crate) fn compact(tape: &Tape<'_>, id: JsonId) -> String {
    let mut out = String::new();
    write_compact(tape, id, &mut out);
    out
}

/// Writes a node's text without white space between tokens. Iterative: any nesting.
pub(crate) fn write_compact(tape: &Tape<'_>, id: JsonId, out: &mut String) {
    let slice = tape.slice(id);
    let mut in_string = false;
    let mut escaped = false;
    let mut from = 0;
    for (at, byte) in slice.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b' ' | b'\n' | b'\r' | b'\t' if !in_string => {
                out.push_str(&slice[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    out.push_str(&slice[from..]);
}

/// A container being printed.
struct Unclosed {
    container: JsonId,
    empty: bool,
    after_key: bool,
}

/// A node pretty-printed: one member or element per line, values as they were written. Iterative.
#[must_use]
pub(crate) fn pretty(tape: &Tape<'_>, id: JsonId, indent: Indent) -> String {
    let mut out = String::with_capacity(tape.slice(id).len() * 2);
    let end = tape.after(id);
    let mut open: Vec<Unclosed> = Vec::new();
    let mut at = id;
    loop {
        while let Some(done) = open.pop_if(|open| tape.after(open.container) <= at) {
            if !done.empty {
                new_line(&mut out, open.len(), indent);
            }
            out.push(if tape.kind(done.container) == Kind::Object { '}' } else { ']' });
        }
        if at >= end {
            return out;
        }
        let is_key = begin_item(tape, &mut open, &mut out, indent);
        match tape.kind(at) {
            kind @ (Kind::Object | Kind::Array) => {
                out.push(if kind == Kind::Object { '{' } else { '[' });
                open.push(Unclosed { container: at, empty: true, after_key: false });
            }
            _ => out.push_str(tape.slice(at)),
        }
        if is_key {
            out.push_str(": ");
        }
        at = JsonId(at.0 + 1);
    }
}

/// Starts a line for the next key or element. Returns whether what follows is a key.
fn begin_item(tape: &Tape<'_>, open: &mut [Unclosed], out: &mut String, indent: Indent) -> bool {
    let depth = open.len();
    let Some(parent) = open.last_mut() else { return false };
    let in_object = tape.kind(parent.container) == Kind::Object;
    if std::mem::take(&mut parent.after_key) {
        return false;
    }
    if !parent.empty {
        out.push(',');
    }
    parent.empty = false;
    parent.after_key = in_object;
    new_line(out, depth, indent);
    in_object
}

/// Levels beyond which lines are indented no further, so that printing stays linear.
const MAX_INDENTED: usize = 100;

fn new_line(out: &mut String, depth: usize, indent: Indent) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', depth.min(MAX_INDENTED) * indent.0 as usize));
}
