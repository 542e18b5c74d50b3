//! Arguments that headers of HTTP repeat, since 2026-07-28: `"x-mcp-header": "Region"` at a property asks for
//! `Mcp-Param-Region`. Where the server is reached over HTTP the proxy is its client, so that it builds them: from the
//! server's own schema and the arguments as the server takes them.

use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderName, HeaderValue};
use lapidary::internal::Splices;
use lapidary_mcp::message::Members;
use serde_json::value::RawValue;

use crate::pump::Shared;

/// What a request is about.
pub(crate) const NAME: HeaderName = HeaderName::from_static("mcp-name");
const ANNOTATION: &str = "x-mcp-header";
/// Levels of a schema that are looked through.
const DEPTH: usize = 64;
/// Members whose values are data.
const DATA: [&str; 5] = ["default", "enum", "const", "example", "examples"];
/// Whole numbers up to here are mirrored.
const LARGEST: i64 = (1 << 53) - 1;

/// An argument that a header repeats.
#[derive(Clone, Debug)]
pub(crate) struct Mirror {
    name: HeaderName,
    /// The properties that lead to it.
    path: Vec<String>,
}

impl Mirror {
    /// The header for some arguments, if they have this one.
    pub(crate) fn header(&self, arguments: &RawValue) -> Option<(HeaderName, HeaderValue)> {
        let mut value = arguments;
        for name in &self.path {
            value = Members::of(value.get().as_bytes()).ok()?.get(name)?;
        }
        let text = match value.get().as_bytes().first()? {
            b'"' => encoded(&serde_json::from_str::<String>(value.get()).ok()?),
            b't' | b'f' => value.get().to_owned(),
            _ => value.get().parse::<i64>().ok().filter(|number| number.abs() <= LARGEST)?.to_string(),
        };
        Some((self.name.clone(), HeaderValue::try_from(text).ok()?))
    }
}

/// The name of what a message is about, which a header repeats, by its member.
pub(crate) fn subject(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" => Some("uri"),
        "tasks/get" | "tasks/update" | "tasks/cancel" => Some("taskId"),
        _ => None,
    }
}

/// Headers that repeat what a request says, as the server gets it.
pub(crate) fn mirrored(method: &str, params: &Members<'_>, shared: &Shared) -> Vec<(HeaderName, HeaderValue)> {
    let Some(name) = subject(method).and_then(|member| params.read::<String>(member)) else { return Vec::new() };
    let mut headers = match params.get("arguments") {
        Some(arguments) if method == "tools/call" => shared.lock().mirrored(&name, arguments),
        _ => Vec::new(),
    };
    headers.extend(HeaderValue::try_from(encoded(&name)).ok().map(|value| (NAME, value)));
    headers
}

/// The value of a header: as it is where it is plain, else as Base64.
fn encoded(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let is_coded = text.starts_with("=?base64?") && text.ends_with("?=");
    if is_plain && text.trim() == text && !is_coded {
        return text.to_owned();
    }
    format!("=?base64?{}?=", STANDARD.encode(text))
}

/// What a header says, if it can be read.
pub(crate) fn decoded(value: &HeaderValue) -> Option<String> {
    let text = value.to_str().ok()?;
    match text.strip_prefix("=?base64?").and_then(|text| text.strip_suffix("?=")) {
        Some(coded) => String::from_utf8(STANDARD.decode(coded).ok()?).ok(),
        None => Some(text.to_owned()),
    }
}

/// What headers repeat of the calls of a tool.
///
/// # Errors
///
/// If an annotation is not as the protocol has it; clients over HTTP leave such tools out.
pub(crate) fn mirrors(tool: &str) -> Result<Vec<Mirror>, String> {
    // Most tools have none.
    if !tool.contains(ANNOTATION) {
        return Ok(Vec::new());
    }
    let members = Members::of(tool.as_bytes()).ok();
    let Some(schema) = members.as_ref().and_then(|members| members.get("inputSchema")) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    look(schema, Some(&mut Vec::new()), &mut found, DEPTH)?;
    Ok(found)
}

/// Looks through a schema. The path leads to it by properties alone; elsewhere there may be no annotation.
fn look(
    node: &RawValue,
    mut path: Option<&mut Vec<String>>,
    found: &mut Vec<Mirror>,
    depth: usize,
) -> Result<(), String> {
    if depth == 0 {
        return Ok(());
    }
    if let Ok(elements) = serde_json::from_str::<Vec<&RawValue>>(node.get()) {
        return elements.into_iter().try_for_each(|element| look(element, None, found, depth - 1));
    }
    let Ok(members) = Members::of(node.get().as_bytes()) else { return Ok(()) };
    for member in members.iter() {
        match (&*member.name, &mut path) {
            (ANNOTATION, Some(path)) => found.push(mirror(&members, path, found)?),
            (ANNOTATION, None) => return Err(format!("{ANNOTATION} stands where no property alone leads to")),
            ("properties", Some(path)) => {
                let Ok(properties) = Members::of(member.value.get().as_bytes()) else { continue };
                for property in properties.iter() {
                    path.push(property.name.clone().into_owned());
                    look(property.value, Some(path), found, depth - 1)?;
                    path.pop();
                }
            }
            ("properties" | "$defs" | "definitions" | "patternProperties" | "dependentSchemas", _) => {
                let Ok(schemas) = Members::of(member.value.get().as_bytes()) else { continue };
                schemas.iter().try_for_each(|schema| look(schema.value, None, found, depth - 1))?;
            }
            (name, _) if DATA.contains(&name) => {}
            _ => look(member.value, None, found, depth - 1)?,
        }
    }
    Ok(())
}

fn mirror(property: &Members<'_>, path: &[String], others: &[Mirror]) -> Result<Mirror, String> {
    let wanted: Option<String> = property.read(ANNOTATION);
    let name = wanted.filter(|wanted| !wanted.is_empty());
    let name = name.and_then(|name| HeaderName::try_from(format!("mcp-param-{name}")).ok());
    let name = name.ok_or_else(|| format!("{ANNOTATION} is no name of a header"))?;
    if others.iter().any(|other| other.name == name) {
        return Err(format!("two arguments ask for the header {name}"));
    }
    let kind: Option<String> = property.read("type");
    if path.is_empty() || !matches!(kind.as_deref(), Some("string" | "integer" | "boolean")) {
        return Err(format!("{ANNOTATION} stands at what is no string, integer or boolean"));
    }
    Ok(Mirror { name, path: path.to_vec() })
}

/// A tool without the annotations that were found in it.
pub(crate) fn without_annotations(tool: &str, mirrors: &[Mirror]) -> Option<String> {
    let schema = Members::of(tool.as_bytes()).ok()?.get("inputSchema")?;
    let mut splices = Splices::new(tool);
    for Mirror { path, .. } in mirrors {
        let mut node = Members::of(schema.get().as_bytes()).ok()?;
        for name in path {
            node = node.read::<Members>("properties")?.read(name)?;
        }
        let annotation = node.member(ANNOTATION)?;
        splices.remove(annotation.key.get(), annotation.value.get());
    }
    splices.finish()
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
            let arguments = serde_json::from_str(arguments).expect("JSON");
            let headers = found.iter().filter_map(|mirror| mirror.header(arguments));
            headers.map(|(name, value)| format!("{name}: {}", value.to_str().expect("ASCII"))).collect()
        };
        assert_eq!(headers(r#"{"r":"eu","o":{"n":5}}"#), ["mcp-param-region: eu", "mcp-param-n: 5"]);
        assert_eq!(headers(r#"{"r":"\u00e9"}"#), ["mcp-param-region: =?base64?w6k=?="]);
        assert_eq!(headers(r#"{"r":" a"}"#), ["mcp-param-region: =?base64?IGE=?="]);
        assert_eq!(headers(r#"{"r":"=?base64?YQ==?="}"#), ["mcp-param-region: =?base64?PT9iYXNlNjQ/WVE9PT89?="]);
        assert!(headers(r#"{"r":null,"o":{"n":9007199254740992}}"#).is_empty());
        let plain = without_annotations(&tool, &found).expect("they go");
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
        ] {
            assert!(mirrors(&tool(fine)).is_ok_and(|found| found.is_empty()), "{fine}");
        }
    }
}
