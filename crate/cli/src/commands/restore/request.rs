//! A call to restore or encode, as it is given.

use lapidary::internal::read_document;
use lapidary_mcp::message::{Member, Members};
use serde::de::IgnoredAny;
use serde_json::{Deserializer, value::RawValue};

/// A call with its codec, or alone if the codecs are given by `--codecs`.
pub(super) struct Request<'a> {
    /// A tool's codec, or those of several tools.
    pub(super) codec: Option<&'a RawValue>,
    pub(super) name: String,
    /// Absent for a call without arguments.
    pub(super) args: Option<&'a RawValue>,
    /// The other members of the call, such as an id, in order.
    pub(super) others: Vec<Member<'a>>,
}

const CODEC: &str = "codec";
const CALL: &str = "call";
const NAME: &str = "name";
/// MCP and OpenAI use the second one.
const ARGS: [&str; 2] = ["args", "arguments"];
/// Where Anthropic and Cohere have the arguments of a call.
const ELSEWHERE: [&str; 2] = ["input", "parameters"];

impl<'a> Request<'a> {
    /// Reads a call, which is under `call` or at the top level; `Err` says what is wrong with it.
    pub(super) fn of(text: &'a str) -> Result<Request<'a>, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let members = Members::of(text.as_bytes()).map_err(|_| problem(text))?;
        let codec = only(&members, &[CODEC])?;
        let members = match only(&members, &[CALL])? {
            Some(call) => Members::of(call.get().as_bytes()).map_err(|_| "not a call: its `call` is not an object")?,
            None => members,
        };
        let name = only(&members, &[NAME])?.ok_or("not a call: it has no `name`")?;
        let name = serde_json::from_str(name.get()).map_err(|_| "not a call: its `name` is not a string")?;
        let args = only(&members, &ARGS)?;
        let elsewhere = members.iter().find(|member| ELSEWHERE.contains(&&*member.name));
        if let (None, Some(Member { name, .. })) = (args, elsewhere) {
            return Err(format!("the arguments of this call are in `{name}`: give them as `args`"));
        }
        let is_other =
            |member: &&Member<'a>| ![CODEC, CALL, NAME].iter().chain(&ARGS).any(|known| member.name == **known);
        let others = members.iter().filter(is_other).cloned().collect();
        Ok(Request { codec, name, args, others })
    }
}

/// The value of the only member with one of these names, unless it is absent or null.
fn only<'a>(members: &Members<'a>, names: &[&str]) -> Result<Option<&'a RawValue>, String> {
    let mut found = members.iter().filter(|member| names.contains(&&*member.name));
    let first = found.next();
    match found.next() {
        Some(_) => Err(format!("not a call: its `{}` is duplicate", names.join("` or `"))),
        None => Ok(first.map(|member| member.value).filter(|value| value.get() != "null")),
    }
}

/// Why a text is not an object.
fn problem(text: &str) -> String {
    let values: Result<Vec<IgnoredAny>, _> = Deserializer::from_str(text).into_iter().collect();
    match values {
        Ok(values) if values.len() > 1 => format!("not one call but {} values; {LINES}", values.len()),
        Ok(_) if text.trim_start().starts_with('[') => format!("not a call but a list; {LINES}"),
        _ => match read_document(text) {
            Ok(_) => "not a call: a call is an object".to_owned(),
            Err(error) => format!("not JSON: {error}"),
        },
    }
}

/// How several calls are given.
const LINES: &str = "`--format jsonl` takes one call per line";
