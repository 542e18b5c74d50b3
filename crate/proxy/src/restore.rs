//! Restoring the calls of tools.

use lapidary::internal::Splices;
use lapidary_mcp::message::Members;
use serde_json::value::RawValue;
use tracing::warn;

use crate::catalog::Known;

/// The parameters of `tools/call` with the server's name and arguments; `None` if they are the same. Arguments that do
/// not match the tool's codec are passed on unchanged, so that the server reports the error.
pub(crate) fn restore(params: &RawValue, tool: &Known) -> Option<String> {
    if !tool.changes() {
        return None;
    }
    let members = Members::of(params.get().as_bytes()).ok()?;
    let name = members.get("name")?;
    let given = members.get("arguments");
    let call = tool.codec.restore(&tool.listed, given.map_or("{}", RawValue::get));
    for issue in &call.issues {
        warn!(
            tool = tool.own,
            at = issue.pointer,
            "arguments of a call do not match the declaration: {}",
            issue.message
        );
    }
    let args = without(&call.args, &tool.undeclared).unwrap_or(call.args);
    let mut splices = Splices::new(params.get());
    let own = if tool.own == tool.listed { name.get().to_owned() } else { lapidary_mcp::message::quoted(&tool.own) };
    match given {
        Some(given) => {
            splices.replace(name.get(), own);
            splices.replace(given.get(), args);
        }
        None if args == "{}" => splices.replace(name.get(), own),
        None => splices.replace(name.get(), format!(r#"{own},"arguments":{args}"#)),
    }
    splices.finish()
}

/// Removes arguments by name; `None` if there are none of them.
fn without(args: &str, names: &[String]) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let members = Members::of(args.as_bytes()).ok()?;
    let mut splices = Splices::new(args);
    for member in members.iter().filter(|member| names.iter().any(|name| *name == member.name)) {
        splices.remove(member.key.get(), member.value.get());
    }
    splices.finish()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lapidary::Codec;

    use super::*;

    fn restored(tool: &Known, params: &str) -> Option<String> {
        restore(serde_json::from_str(params).expect("JSON"), tool)
    }

    #[test]
    fn name_and_arguments_change_within_the_bytes() {
        let arguments = r#"{"object":{"properties":{"env":{"entries":{}}},"constants":{"kind":"x"}}}"#;
        let codec = format!(r#"{{"version":1,"name":"a/b","declared":"a_b","arguments":{arguments}}}"#);
        let codec = Codec::from_json(&codec).expect("a codec");
        let undeclared = vec!["wait".to_owned()];
        let tool =
            Known { listed: "a_b".into(), own: "a/b".into(), codec, undeclared, mirrors: Arc::default(), bytes: 0 };
        let params = r#"{ "_meta":{"progressToken":1.0}, "name":"a_b" , "arguments":{"wait":true, "kind":"x","env":[{"key":"K","value":1e400}],"n":12345678901234567890}, "task":{} }"#;
        let want = r#"{ "_meta":{"progressToken":1.0}, "name":"a/b" , "arguments":{"kind":"x","env":{"K":1e400},"n":12345678901234567890}, "task":{} }"#;
        assert_eq!(restored(&tool, params).as_deref(), Some(want));
        assert_eq!(restored(&tool, r#"{"name":"a_b"}"#).as_deref(), Some(r#"{"name":"a/b","arguments":{"kind":"x"}}"#));
    }

    #[test]
    fn what_needs_nothing_stays() {
        let tool = Known {
            listed: "a".into(),
            own: "a".into(),
            codec: Codec::new(None),
            undeclared: Vec::new(),
            mirrors: Arc::default(),
            bytes: 0,
        };
        for params in
            [r#"{"name":"\u0061"}"#, r#"{"name":"a","arguments":null}"#, r#"{"name":"a","arguments":{"x":-0}}"#]
        {
            assert_eq!(restored(&tool, params), None, "{params}");
        }
    }
}
