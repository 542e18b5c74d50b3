//! Names and words: long ones, many, doubled, and those that have to be written in other ways.

use super::{Family, Made, each, limited, linear, member, members, square};

/// A tool with a name.
fn named(name: &str) -> Made {
    Made::Document(format!(
        r#"{{"name":"{name}","description":"d","inputSchema":{{"type":"object","properties":{{"a":{{"type":"string"}}}}}}}}"#
    ))
}

pub(super) const FAMILIES: &[Family] = &[
    linear("many members", "members, one after the other", |size| {
        members(&each(size, r#""k%":{"type":["string","null"]}"#))
    }),
    limited("required members", "names looked up among members", |size| {
        let (names, properties) = (each(size / 2, r#""k%""#), each(size / 2, r#""k%":{"type":"integer"}"#));
        Made::Schema(format!(r#"{{"type":"object","properties":{{{properties}}},"required":[{names}]}}"#))
    }),
    limited("required by name alone", "names that no member has", |size| {
        Made::Schema(format!(r#"{{"type":"object","required":[{}]}}"#, each(size, r#""k%""#)))
    }),
    limited("one name required over and over", "a name listed many times", |size| {
        Made::Schema(format!(
            r#"{{"type":"object","properties":{{"a":{{"type":"string"}}}},"required":[{}]}}"#,
            each(size, r#""a""#)
        ))
    }),
    limited("an order of names", "names of an order, looked up", |size| {
        let (names, properties) = (each(size / 2, r#""k%""#), each(size / 2, r#""k%":{"type":"integer"}"#));
        Made::Schema(format!(r#"{{"type":"object","properties":{{{properties}}},"propertyOrdering":[{names}]}}"#))
    }),
    limited("doubled members", "one name, many values", |size| {
        members(&each(size, r#""a":{"type":"string","minLength":%}"#))
    }),
    limited("doubled keywords", "one keyword, many values", |size| {
        Made::Schema(format!("{{{}}}", each(size, r#""type":"object","description":"d%""#)))
    }),
    linear("unknown keywords", "keywords that are none", |size| {
        Made::Schema(format!(r#"{{"type":"object",{}}}"#, each(size, r#""x-%":{"properties":{"a":{"$ref":"%"}}}"#)))
    }),
    limited("names to be changed", "names that are the same once they are written", |size| {
        members(&each(size, r#""a b%":{"type":"string"},"a.b%":{"type":"integer"},"a/b%":{"type":"boolean"}"#))
    }),
    limited("names of marks", "names of nothing that may stand in them", |size| {
        members(&each(size, r#""é%é":{"type":"string"},"ü%ü":{"type":["integer","null"]}"#))
    }),
    limited("names that are taken", "names that would be chosen for what is added", |size| {
        let taken = each(
            size,
            r#""additional_properties_%":{"type":"string"},"value_%":{"type":"string"},"json_%":{"type":"integer"}"#,
        );
        let first = r#""additional_properties":{"type":"string"},"value":{"type":"string"},"json":{"type":"string"}"#;
        Made::Schema(format!(
            r#"{{"type":"object","properties":{{{first},{taken}}},"additionalProperties":{{"type":"integer"}}}}"#
        ))
    }),
    linear("a long name of a member", "a name that is long", |size| {
        let name = "n".repeat(size / 2);
        Made::Schema(format!(
            r#"{{"type":"object","properties":{{"{name}":{{"type":["integer","null"]}}}},"required":["{name}"]}}"#
        ))
    }),
    limited("long names of members", "names that are long, in every place that is reported", |size| {
        let name = "n".repeat(square(size, 1));
        members(&each(size, &format!(r#""{name}%":{{"type":["array","null"],"multipleOf":1}}"#)))
    }),
    limited("a long path", "places below a long name, each reported", |size| {
        let name = "n".repeat(size / 2);
        let inner = each(size / 2, r#""k%":{"multipleOf":%,"type":"integer"}"#);
        members(&format!(r#""{name}":{{"type":"object","properties":{{{inner}}}}}"#))
    }),
    linear("a long name of a tool", "a name that is long", |size| named(&"n".repeat(size))),
    linear("a name of marks", "a name of nothing that may stand in it", |size| named(&"é/".repeat(size / 3))),
    linear("a name of escapes", "a name that is unescaped", |size| named(&"\\u0000\\ud83d\\ude00".repeat(size / 18))),
    linear("lone surrogates", "text that is none", |size| named(&"\\ud800".repeat(size / 6))),
    linear("a long description", "words that are long", |size| {
        member(&format!(
            r#"{{"type":["integer","null"],"multipleOf":5,"description":"{}"}}"#,
            "word (\\n".repeat(size / 8)
        ))
    }),
    linear("many descriptions", "words at each member, with hints", |size| {
        members(&each(size, r#""k%":{"type":"integer","multipleOf":5,"description":"see ("}"#))
    }),
    linear("white space", "nothing but space between", |size| {
        Made::Document(format!(r#"{{"name":"t",{}"inputSchema":{{"type":"object"}}}}"#, " \n".repeat(size / 2)))
    }),
    limited("mirrored headers", "arguments that headers repeat", |size| {
        members(&each(size, r#""k%":{"type":"string","x-mcp-header":"H%"}"#))
    }),
    limited("deep mirrored headers", "arguments that headers repeat, each in its object", |size| {
        members(&each(size, r#""k%":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"H%"}}}"#))
    }),
];
