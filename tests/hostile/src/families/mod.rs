//! The hostile inputs: families of documents of any size, each with the resource or algorithm that it attacks.

mod arguments;
mod conjunctions;
mod envelopes;
mod messages;
mod nesting;
mod references;
mod requests;
mod streams;
mod unions;
mod values;
mod words;

/// A family of inputs.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// The resource or algorithm that it attacks.
    pub(crate) attacks: &'static str,
    pub(crate) growth: Growth,
    /// Its member of about so many bytes.
    pub(crate) make: fn(usize) -> Made,
}

/// The cost that twice the input may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Growth {
    /// About twice as much; instructions are counted to show it.
    Linear,
    /// More: a limit of the engine holds the line.
    Limited,
}

/// A member of a family.
pub(crate) enum Made {
    /// A schema of arguments, of which tools, lists and requests are made.
    Schema(String),
    /// A document, used unchanged.
    Document(String),
    /// Arguments of a tool.
    Arguments { schema: String, arguments: String },
    /// The answer of a model to the request with a tool; `NAME` in it is the declared name of the tool.
    Answer { schema: String, answer: String },
}

/// All families, by what they are about.
pub(crate) fn all() -> impl Iterator<Item = &'static Family> {
    [
        unions::FAMILIES,
        conjunctions::FAMILIES,
        references::FAMILIES,
        nesting::FAMILIES,
        values::FAMILIES,
        words::FAMILIES,
        envelopes::FAMILIES,
        messages::FAMILIES,
        requests::FAMILIES,
        streams::FAMILIES,
        arguments::FAMILIES,
    ]
    .into_iter()
    .flatten()
}

/// A row of the tables: what twice its input costs is not bounded by twice the work.
const fn limited(name: &'static str, attacks: &'static str, make: fn(usize) -> Made) -> Family {
    Family { name, attacks, growth: Growth::Limited, make }
}

/// A row of the tables: work grows with the input.
const fn linear(name: &'static str, attacks: &'static str, make: fn(usize) -> Made) -> Family {
    Family { name, attacks, growth: Growth::Linear, make }
}

/// So many bytes of a pattern, one after the other with commas between; `%` in it is the number of each.
fn each(size: usize, pattern: &str) -> String {
    let mut text = String::with_capacity(size + pattern.len());
    for number in 0.. {
        if text.len() >= size && number > 0 {
            break;
        }
        if number > 0 {
            text.push(',');
        }
        text.push_str(&pattern.replace('%', &number.to_string()));
    }
    text
}

/// So many of a pattern.
fn times(count: usize, pattern: &str) -> String {
    (0..count).map(|number| pattern.replace('%', &number.to_string())).collect::<Vec<_>>().join(",")
}

/// So many bytes of levels around what is innermost.
fn nested(size: usize, open: &str, inner: &str, close: &str) -> String {
    let levels = size / (open.len() + close.len());
    [&open.repeat(levels), inner, &close.repeat(levels)].concat()
}

/// The schema of an object with one member.
fn member(schema: &str) -> Made {
    Made::Schema(format!(r#"{{"type":"object","properties":{{"a":{schema}}}}}"#))
}

/// The schema of an object with these members.
fn members(members: &str) -> Made {
    Made::Schema(format!(r#"{{"type":"object","properties":{{{members}}}}}"#))
}

/// The schema of an object with one member, and definitions.
fn defined(schema: &str, definitions: &str) -> Made {
    Made::Schema(format!(r#"{{"type":"object","properties":{{"a":{schema}}},"$defs":{{{definitions}}}}}"#))
}

/// How many of a pattern are in so many bytes, if each has as many parts of another.
fn square(size: usize, part: usize) -> usize {
    (size / part).isqrt().max(2)
}
