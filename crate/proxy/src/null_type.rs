//! `null` as a type of JSON Schema.

use lapidary::internal::Splices;
use lapidary_mcp::message::Members;
use serde_json::value::RawValue;

/// Levels that are searched; targets take fewer.
const DEPTH: usize = 100;
const NULL: &str = r#"{"type":"null"}"#;

/// Replaces `OpenAPI`'s `nullable`, which validators ignore, in the parameters of a tool: `null` becomes a separate
/// branch of a union, which all clients take. At the root it is only removed: arguments are an object. `None` if
/// nothing changes.
pub(crate) fn null_as_type(parameters: &str) -> Option<String> {
    // Most schemas have none.
    if !parameters.contains("nullable") {
        return None;
    }
    let (text, _) = split(serde_json::from_str(parameters).ok()?, DEPTH)?;
    (text != parameters).then_some(text)
}

/// A schema without `nullable`, and whether `null` was one of its values; `None` for what is no schema.
fn split(node: &RawValue, depth: usize) -> Option<(String, bool)> {
    let depth = depth.checked_sub(1)?;
    let members = Members::of(node.get().as_bytes()).ok()?;
    let mut splices = Splices::new(node.get());
    let mut is_nullable = false;
    if let Some(nullable) = members.member("nullable") {
        is_nullable = nullable.value.get() == "true";
        splices.remove(nullable.key.get(), nullable.value.get());
    }
    let properties: Option<Members> = members.read("properties");
    for property in properties.iter().flat_map(Members::iter) {
        splices.replace(property.value.get(), joined(property.value, depth));
    }
    if let Some(items) = members.get("items") {
        splices.replace(items.get(), joined(items, depth));
    }
    for branch in members.read::<Vec<&RawValue>>("anyOf").unwrap_or_default() {
        if let Some((text, nullable)) = split(branch, depth) {
            is_nullable |= nullable;
            splices.replace(branch.get(), text);
        }
    }
    Some((splices.finish().unwrap_or_else(|| node.get().to_owned()), is_nullable))
}

/// A schema in which `null`, if it is one of the values, is a branch.
fn joined(node: &RawValue, depth: usize) -> String {
    let (text, is_nullable) = split(node, depth).unwrap_or_else(|| (node.get().to_owned(), false));
    if !is_nullable {
        return text;
    }
    let members = Members::of(text.as_bytes()).ok();
    let branches = members.as_ref().and_then(|members| members.get("anyOf"));
    match branches.and_then(|branches| branches.get().strip_suffix(']').map(|open| (branches, open))) {
        Some((branches, open)) => {
            let mut splices = Splices::new(&text);
            splices.replace(branches.get(), format!("{open},{NULL}]"));
            splices.finish().unwrap_or_default()
        }
        None => format!(r#"{{"anyOf":[{text},{NULL}]}}"#),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_becomes_a_branch() {
        let of = |properties: &str| {
            let schema = format!(r#"{{"type":"object","properties":{{{properties}}}}}"#);
            null_as_type(&schema).map(|text| text[31..text.len() - 2].to_owned())
        };
        for (before, after) in [
            (r#""a":{"type":"string","nullable":true}"#, r#""a":{"anyOf":[{"type":"string"},{"type":"null"}]}"#),
            (
                r#""a":{"anyOf":[{"type":"string"},{"type":"integer","nullable":true}]}"#,
                r#""a":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}"#,
            ),
            (
                r#""a":{"type":"array","items":{"nullable":true,"type":"string"}},"b":{"type":"string"}"#,
                r#""a":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}},"b":{"type":"string"}"#,
            ),
            (r#""nullable":{"type":"string","nullable":false}"#, r#""nullable":{"type":"string"}"#),
        ] {
            assert_eq!(of(before).as_deref(), Some(after));
        }
        assert_eq!(of(r#""nullable":{"type":"string"}"#), None);
        assert_eq!(null_as_type(r#"{"type":"object","nullable":true}"#).as_deref(), Some(r#"{"type":"object"}"#));
    }
}
