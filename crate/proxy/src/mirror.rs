//! Arguments that HTTP headers repeat, since 2026-07-28: `"x-mcp-header": "Region"` at a property requires
//! `Mcp-Param-Region`. Where the server is reached over HTTP, the proxy is its client and sets these headers: from the
//! server's own schema and the arguments as the server receives them.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderName, HeaderValue};
use lapidary::internal::Splices;
use lapidary_mcp::{
    header::{NAME, PARAMETER_PREFIX},
    message::{Member, Members},
};
use serde_json::value::RawValue;

use crate::limits::MIRRORS;

const ANNOTATION: &str = "x-mcp-header";
/// Levels of a schema that are searched.
const DEPTH: usize = 64;
/// Keywords whose values are data, or names of properties.
const DATA: [&str; 6] = ["default", "enum", "const", "example", "examples", "dependentRequired"];
/// The largest integer that is mirrored.
const LARGEST: i64 = (1 << 53) - 1;

/// An argument that a header repeats.
#[derive(Clone, Debug)]
pub(crate) struct Mirror {
    name: HeaderName,
    /// The properties that lead to it.
    path: Vec<Arc<str>>,
}

/// The headers for those mirrored arguments that are present.
pub(crate) fn headers(mirrors: &[Mirror], arguments: &RawValue) -> Vec<(HeaderName, HeaderValue)> {
    let mut headers = Vec::new();
    repeat(mirrors.iter().collect(), arguments, 0, &mut headers);
    headers
}

/// Visits each value once, for all mirrors of it or of a part of it.
fn repeat(mirrors: Vec<&Mirror>, value: &RawValue, depth: usize, headers: &mut Vec<(HeaderName, HeaderValue)>) {
    let mut parts: HashMap<&str, Vec<&Mirror>> = HashMap::new();
    for mirror in mirrors {
        match mirror.path.get(depth) {
            Some(name) => parts.entry(name).or_default().push(mirror),
            None => headers.extend(header(value).map(|value| (mirror.name.clone(), value))),
        }
    }
    let members = if parts.is_empty() { None } else { Members::of(value.get().as_bytes()).ok() };
    // The last of duplicate members counts.
    let found = members.iter().flat_map(Members::iter).filter(|member| parts.contains_key(&*member.name));
    let found: HashMap<&str, &RawValue> = found.map(|member| (&*member.name, member.value)).collect();
    for (name, mirrors) in parts {
        if let Some(value) = found.get(name) {
            repeat(mirrors, value, depth + 1, headers);
        }
    }
}

fn header(value: &RawValue) -> Option<HeaderValue> {
    let text = match value.get().as_bytes().first()? {
        b'"' => encoded(&serde_json::from_str::<String>(value.get()).ok()?),
        b't' | b'f' => value.get().to_owned(),
        _ => value.get().parse::<i64>().ok().filter(|number| number.abs() <= LARGEST)?.to_string(),
    };
    HeaderValue::try_from(text).ok()
}

/// The parameter with the name of what a request is about, which a header repeats.
pub(crate) fn subject(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" => Some("uri"),
        "tasks/get" | "tasks/update" | "tasks/cancel" => Some("taskId"),
        _ => None,
    }
}

/// The headers that repeat parts of a request, as the server receives it; `mirrors` returns the mirrored arguments of a
/// tool.
pub(crate) fn mirrored(
    method: &str,
    params: &Members<'_>,
    mirrors: impl FnOnce(&str) -> Arc<[Mirror]>,
) -> Vec<(HeaderName, HeaderValue)> {
    let Some(name) = subject(method).and_then(|member| params.read::<String>(member)) else { return Vec::new() };
    let mirrors = if method == "tools/call" { mirrors(&name) } else { Arc::default() };
    let mut headers = params.get("arguments").map_or_else(Vec::new, |arguments| headers(&mirrors, arguments));
    headers.extend(HeaderValue::try_from(encoded(&name)).ok().map(|value| (NAME, value)));
    headers
}

/// The value of a header: the text as it is if that is plain, else as Base64.
fn encoded(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let is_coded = text.starts_with("=?base64?") && text.ends_with("?=");
    if is_plain && text.trim() == text && !is_coded {
        return text.to_owned();
    }
    format!("=?base64?{}?=", STANDARD.encode(text))
}

/// The decoded value of a header, if it can be read.
pub(crate) fn decoded(value: &HeaderValue) -> Option<String> {
    let text = value.to_str().ok()?;
    match text.strip_prefix("=?base64?").and_then(|text| text.strip_suffix("?=")) {
        Some(coded) => String::from_utf8(STANDARD.decode(coded).ok()?).ok(),
        None => Some(text.to_owned()),
    }
}

/// The arguments of a tool that headers repeat, and their annotations in its schema.
#[derive(Debug, Default)]
pub(crate) struct Mirrors<'t> {
    pub(crate) found: Vec<Mirror>,
    annotations: Vec<Member<'t>>,
    names: HashSet<HeaderName>,
}

/// Finds the arguments of a tool that headers repeat.
///
/// # Errors
///
/// If an annotation violates the protocol; clients over HTTP omit such tools.
pub(crate) fn mirrors(tool: &str) -> Result<Mirrors<'_>, String> {
    let mut mirrors = Mirrors::default();
    // Most tools have none.
    if tool.contains(ANNOTATION)
        && let Some(schema) = Members::of(tool.as_bytes()).ok().and_then(|members| members.get("inputSchema"))
    {
        mirrors.look(schema, Some(&mut Vec::new()), DEPTH)?;
    }
    Ok(mirrors)
}

impl<'t> Mirrors<'t> {
    /// Searches a schema. `path` leads to it by properties alone; elsewhere there must be no annotation.
    fn look(&mut self, node: &'t RawValue, mut path: Option<&mut Vec<Arc<str>>>, depth: usize) -> Result<(), String> {
        if depth == 0 {
            return Ok(());
        }
        if let Ok(elements) = serde_json::from_str::<Vec<&RawValue>>(node.get()) {
            return elements.into_iter().try_for_each(|element| self.look(element, None, depth - 1));
        }
        let Ok(members) = Members::of(node.get().as_bytes()) else { return Ok(()) };
        for member in members.iter() {
            match (&*member.name, &mut path) {
                (ANNOTATION, Some(path)) => self.found(&members, member, path)?,
                (ANNOTATION, None) => return Err(format!("{ANNOTATION} is not directly at a property")),
                ("properties", Some(path)) => {
                    let Ok(properties) = Members::of(member.value.get().as_bytes()) else { continue };
                    for property in properties.iter() {
                        path.push(Arc::from(&*property.name));
                        self.look(property.value, Some(path), depth - 1)?;
                        path.pop();
                    }
                }
                (
                    "properties" | "$defs" | "definitions" | "patternProperties" | "dependentSchemas" | "dependencies",
                    _,
                ) => {
                    let Ok(schemas) = Members::of(member.value.get().as_bytes()) else { continue };
                    schemas.iter().try_for_each(|schema| self.look(schema.value, None, depth - 1))?;
                }
                (name, _) if DATA.contains(&name) => {}
                _ => self.look(member.value, None, depth - 1)?,
            }
        }
        Ok(())
    }

    fn found(&mut self, property: &Members<'t>, annotation: &Member<'t>, path: &[Arc<str>]) -> Result<(), String> {
        let wanted: Option<String> = serde_json::from_str(annotation.value.get()).ok();
        let name = wanted.filter(|wanted| !wanted.is_empty());
        let name = name.and_then(|name| HeaderName::try_from(format!("{PARAMETER_PREFIX}{name}")).ok());
        let name = name.ok_or_else(|| format!("{ANNOTATION} is not a valid header name"))?;
        if !self.names.insert(name.clone()) {
            return Err(format!("two arguments have the header {name}"));
        }
        let kind: Option<String> = property.read("type");
        if path.is_empty() || !matches!(kind.as_deref(), Some("string" | "integer" | "boolean")) {
            return Err(format!("{ANNOTATION} is at a value that is not a string, integer or boolean"));
        }
        if self.found.len() == MIRRORS {
            return Err(format!("more than {MIRRORS} arguments have headers"));
        }
        self.found.push(Mirror { name, path: path.to_vec() });
        self.annotations.push(annotation.clone());
        Ok(())
    }

    /// The tool without its annotations; `None` if it has none.
    pub(crate) fn without(&self, tool: &str) -> Option<String> {
        let mut splices = Splices::new(tool);
        for Member { key, value, .. } in &self.annotations {
            splices.remove(key.get(), value.get());
        }
        splices.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(properties: &str) -> String {
        format!(r#"{{"name":"a","inputSchema":{{"type":"object","properties":{{{properties}}}}}}}"#)
    }

    #[test]
    fn values_go_into_headers() {
        let tool = tool(
            r#""r":{"type":"string","x-mcp-header":"Region"},"o":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}"#,
        );
        let found = mirrors(&tool).expect("two mirrors");
        let headers = |arguments: &str| -> Vec<String> {
            let headers = headers(&found.found, serde_json::from_str(arguments).expect("JSON"));
            let line = |(name, value): (HeaderName, HeaderValue)| format!("{name}: {}", value.to_str().expect("ASCII"));
            let mut lines: Vec<String> = headers.into_iter().map(line).collect();
            lines.sort();
            lines
        };
        assert_eq!(headers(r#"{"r":"eu","o":{"n":5}}"#), ["mcp-param-n: 5", "mcp-param-region: eu"]);
        assert_eq!(headers(r#"{"r":"\u00e9"}"#), ["mcp-param-region: =?base64?w6k=?="]);
        assert_eq!(headers(r#"{"r":" a"}"#), ["mcp-param-region: =?base64?IGE=?="]);
        assert_eq!(headers(r#"{"r":"=?base64?YQ==?="}"#), ["mcp-param-region: =?base64?PT9iYXNlNjQ/WVE9PT89?="]);
        assert!(headers(r#"{"r":null,"o":{"n":9007199254740992}}"#).is_empty());
        assert_eq!(headers(r#"{"r":"us","r":"eu"}"#), ["mcp-param-region: eu"]);
        let plain = found.without(&tool).expect("they go");
        assert_eq!(plain, tool.replace(r#","x-mcp-header":"Region""#, "").replace(r#","x-mcp-header":"N""#, ""));
    }

    #[test]
    fn wrong_annotations_are_told() {
        for wrong in [
            r#""a":{"type":["string","null"],"x-mcp-header":"A"}"#,
            r#""a":{"type":"number","x-mcp-header":"A"}"#,
            r#""a":{"type":"string","x-mcp-header":"A B"}"#,
            r#""a":{"type":"string","x-mcp-header":""}"#,
            r#""a":{"type":"string","x-mcp-header":5}"#,
            r#""a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}"#,
            r#""a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}"#,
            r#""a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}"#,
        ] {
            assert!(mirrors(&tool(wrong)).is_err(), "{wrong}");
        }
        for fine in [
            r#""a":{"type":"string","default":{"x-mcp-header":"A"}}"#,
            r#""a":{"type":"string","description":"x-mcp-header"}"#,
            r#""a":{"type":"object","dependentRequired":{"x-mcp-header":["b"]}}"#,
            r#""a":{"type":"object","dependencies":{"x-mcp-header":["b"]}}"#,
            r#""a":{"type":"object","dependentSchemas":{"x-mcp-header":{"required":["b"]}}}"#,
        ] {
            assert!(mirrors(&tool(fine)).is_ok_and(|found| found.found.is_empty()), "{fine}");
        }
    }

    #[test]
    fn as_many_headers_as_a_request_bears() {
        let tools = |count: usize| {
            let property = |at| format!(r#""p{at}":{{"type":"string","x-mcp-header":"P{at}"}}"#);
            tool(&(0..count).map(property).collect::<Vec<_>>().join(","))
        };
        assert_eq!(mirrors(&tools(MIRRORS)).expect("so many are taken").found.len(), MIRRORS);
        assert!(mirrors(&tools(MIRRORS + 1)).is_err(), "one more is not");
        // More names than a header map holds would cause a panic.
        assert!(mirrors(&tools(40_000)).is_err());
    }
}
