//! Arguments: what a model or a client writes for a tool whose calls are coded.

use super::{Family, Made, each, linear, nested, square, times};

/// Arguments for an object with one member.
fn one(schema: &str, arguments: &str) -> Made {
    Made::Arguments {
        schema: format!(r#"{{"type":"object","properties":{{"a":{schema}}},"required":["a"]}}"#),
        arguments: format!(r#"{{"a":{arguments}}}"#),
    }
}

const MAP: &str = r#"{"type":"object","additionalProperties":{"type":["integer","null"]}}"#;

pub(super) const FAMILIES: &[Family] = &[
    linear("entries of a map", "entries that become members", |size| {
        one(MAP, &format!("{{{}}}", each(size, r#""k%":%"#)))
    }),
    linear("entries as they travel", "entries where an object is wanted", |size| {
        one(MAP, &format!("[{}]", each(size, r#"{"key":"k","value":%}"#)))
    }),
    linear("doubled entries", "one name, many values", |size| one(MAP, &format!("{{{}}}", each(size, r#""k":%"#)))),
    linear("members beside declared ones", "members that are entries", |size| {
        let declared = each(size / 2, r#""d%":{"type":"integer"}"#);
        let schema =
            format!(r#"{{"type":"object","properties":{{{declared}}},"additionalProperties":{{"type":"string"}}}}"#);
        one(&schema, &format!("{{{}}}", each(size / 2, r#""d%":%,"x%":"v""#)))
    }),
    linear("items of a union", "a branch chosen for each item", |size| {
        let count = square(size, 130);
        let branch = r#"{"type":"object","properties":{"k%":{"type":"integer"},"m":{"type":"object","additionalProperties":{"type":"integer"}}},"required":["k%"]}"#;
        let schema = format!(r#"{{"type":"array","items":{{"anyOf":[{}]}}}}"#, times(count, branch));
        one(&schema, &format!("[{}]", each(size, &format!(r#"{{"k{}":%,"m":{{"x":1}}}}"#, count - 1))))
    }),
    linear("a deep item of a union", "branches looked into, level by level", |size| {
        let schema = r##"{"anyOf":[{"type":"array","items":{"$ref":"#/properties/a"}},{"type":"object","additionalProperties":{"$ref":"#/properties/a"}},{"type":"integer"}]}"##;
        one(schema, &nested(size, r#"[{"k":"#, "1", "}]"))
    }),
    linear("items of an enum", "a value chosen for each item", |size| {
        let values = each(size / 2, r#"{"v":%},%"#);
        let last = values.rsplit(',').next().unwrap_or_default().to_owned();
        one(&format!(r#"{{"type":"array","items":{{"enum":[{values}]}}}}"#), &format!("[{}]", each(size / 2, &last)))
    }),
    linear("items of constants", "a constant chosen for each item", |size| {
        let (branches, values) = (each(size / 2, r#"{"const":"v%"}"#), each(size / 2, r#""v%""#));
        one(&format!(r#"{{"type":"array","items":{{"anyOf":[{branches}]}}}}"#), &format!("[{values}]"))
    }),
    linear("deep JSON", "levels of a value that leaves as text", |size| {
        one("{}", &nested(size, r#"{"a":["#, "1", "]}"))
    }),
    linear("wide JSON", "a value that leaves as text", |size| {
        one("{}", &format!("[{}]", each(size, r#"{"a":%},null,"\u0000""#)))
    }),
    linear("JSON in JSON", "text of text", |size| {
        let mut text = String::from("1");
        while text.len() * 2 < size {
            text = serde_json::Value::from(format!("[{text}]")).to_string();
        }
        one("{}", &text)
    }),
    linear("a long number", "a number of many digits", |size| {
        one(r#"{"type":["integer","string"]}"#, &"9".repeat(size))
    }),
    linear("a long string", "a string of escapes", |size| {
        one(r#"{"type":["string","object"]}"#, &format!(r#""{}""#, "\\u0000\\\"\\\\".repeat(size / 10)))
    }),
    linear("whole numbers", "numbers written with a fraction", |size| {
        one(r#"{"type":"array","items":{"type":"integer"}}"#, &format!("[{}]", each(size, "%.0,%e0")))
    }),
    linear("positions", "a tuple of many", |size| {
        let positions = each(size / 2, r#"{"type":["integer","null"]}"#);
        one(
            &format!(r#"{{"type":"array","prefixItems":[{positions}],"items":{MAP}}}"#),
            &format!("[{}]", each(size / 2, "%,null")),
        )
    }),
    linear("members that may be absent", "null for what is not there", |size| {
        let (members, absent) = (each(size / 2, r#""k%":{"type":"integer"}"#), each(size / 2, r#""k%":null"#));
        one(&format!(r#"{{"type":"object","properties":{{{members}}}}}"#), &format!("{{{absent}}}"))
    }),
    linear("what does not fit", "a misfit at each place", |size| {
        one(
            r#"{"type":"array","items":{"type":"object","additionalProperties":{"type":"integer"}}}"#,
            &format!("[{}]", each(size, r#"5,"x",[{"key":1}]"#)),
        )
    }),
    linear("misfits at long places", "a misfit at each place below a long name", |size| {
        let (name, items) = ("n".repeat(size / 2), each(size / 2, "5"));
        let schema = format!(r#"{{"type":"object","properties":{{"{name}":{{"type":"array","items":{MAP}}}}}}}"#);
        one(&schema, &format!(r#"{{"{name}":[{items}]}}"#))
    }),
];
