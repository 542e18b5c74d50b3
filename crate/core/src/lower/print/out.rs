//! The output tree: source bytes where nothing changed, new JSON elsewhere.

use std::borrow::Cow;

use crate::json::{Indent, JsonId, Tape, escape_into, pretty, read, write_compact};

/// A piece of output JSON.
#[derive(Clone, Debug)]
pub(crate) enum Out {
    /// A value as it stands in the source.
    Source(JsonId),
    /// JSON text.
    Text(Cow<'static, str>),
    /// An object.
    Object(Vec<(OutKey, Out)>),
    /// An array.
    Array(Vec<Out>),
}

/// A member's name in the output.
#[derive(Clone, Debug)]
pub(crate) enum OutKey {
    /// As the source writes it, escapes and all.
    Source(JsonId),
    /// A keyword that lowering adds.
    Name(&'static str),
    /// Any other name, as JSON text.
    Text(String),
}

impl OutKey {
    /// A name that the source does not have.
    #[must_use]
    pub(crate) fn text(name: &str) -> OutKey {
        OutKey::Text(crate::json::quote(name))
    }
}

impl Out {
    /// A JSON string.
    #[must_use]
    pub(crate) fn string(value: &str) -> Out {
        Out::Text(crate::json::quote(value).into())
    }

    /// Writes the value: compact where it is new, source bytes elsewhere; all of it indented if asked.
    #[must_use]
    pub(crate) fn render(&self, tape: &Tape<'_>, indent: Option<Indent>) -> String {
        let mut out = String::new();
        self.write(tape, &mut out);
        match indent {
            Some(indent) => reindent(&out, indent),
            None => out,
        }
    }

    /// Appends the value, with its source bytes if it is unchanged as a whole.
    pub(crate) fn write(&self, tape: &Tape<'_>, out: &mut String) {
        match self {
            Out::Source(id) => out.push_str(tape.slice(*id)),
            changed => changed.write_inner(tape, out),
        }
    }

    /// Appends a part of a changed value: source text that spans several lines is written on one. Recursion is as deep
    /// as the output, which lowering bounds.
    fn write_inner(&self, tape: &Tape<'_>, out: &mut String) {
        match self {
            Out::Source(id) if tape.slice(*id).contains('\n') => write_compact(tape, *id, out),
            Out::Source(id) => out.push_str(tape.slice(*id)),
            Out::Text(text) => out.push_str(text),
            Out::Object(members) => write_object(&mut members.iter().map(|(key, value)| (key, value)), tape, out),
            Out::Array(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    item.write_inner(tape, out);
                }
                out.push(']');
            }
        }
    }
}

/// A printed member: its place in the order, then its key and value.
#[derive(Debug)]
pub(in crate::lower) struct Printed {
    pub(super) anchor: u32,
    pub(super) rank: u8,
    pub(super) key: OutKey,
    pub(super) value: Out,
}

/// Appends an object that changed.
pub(crate) fn write_object(members: &mut dyn Iterator<Item = (&OutKey, &Out)>, tape: &Tape<'_>, out: &mut String) {
    out.push('{');
    for (at, (key, value)) in members.enumerate() {
        if at > 0 {
            out.push(',');
        }
        match key {
            OutKey::Source(id) => out.push_str(tape.slice(*id)),
            OutKey::Name(name) => escape_into(out, name),
            OutKey::Text(text) => out.push_str(text),
        }
        out.push(':');
        value.write_inner(tape, out);
    }
    out.push('}');
}

/// A JSON text pretty-printed; text that is no JSON stays as it is.
#[must_use]
pub(crate) fn reindent(text: &str, indent: Indent) -> String {
    read(text).map_or_else(|_| text.to_owned(), |tape| pretty(&tape, JsonId::ROOT, indent))
}
