//! Levels: two hundred thousand of them are two megabytes.

use super::{Family, Made, limited, linear, member, nested};

pub(super) const FAMILIES: &[Family] = &[
    linear("deep items", "levels of lists", |size| member(&nested(size, r#"{"items":"#, "{}", "}"))),
    linear("deep nullable lists", "levels of lists with null", |size| {
        member(&nested(size, r#"{"type":["array","null"],"items":"#, r#"{"type":"integer"}"#, "}"))
    }),
    linear("deep properties", "levels of objects", |size| member(&nested(size, r#"{"properties":{"a":"#, "{}", "}}"))),
    linear("deep coded properties", "levels of maps", |size| {
        member(&nested(size, r#"{"type":"object","additionalProperties":"#, r#"{"type":"integer"}"#, "}"))
    }),
    linear("deep anyOf", "levels of unions of one", |size| member(&nested(size, r#"{"anyOf":["#, "{}", "]}"))),
    linear("deep oneOf with siblings", "levels of unions with words", |size| {
        member(&nested(size, r#"{"title":"t","oneOf":[{"const":1},"#, "{}", "]}"))
    }),
    linear("deep allOf", "levels of conjunctions", |size| member(&nested(size, r#"{"allOf":["#, "{}", "]}"))),
    limited("deep allOf with siblings", "levels of conjunctions with words", |size| {
        member(&nested(size, r#"{"minimum":1,"allOf":[{"maximum":9},"#, "{}", "]}"))
    }),
    linear("deep not", "levels of negations", |size| member(&nested(size, r#"{"not":"#, "{}", "}"))),
    linear("deep if", "levels of conditions", |size| member(&nested(size, r#"{"then":false,"if":"#, "{}", "}"))),
    linear("deep prefixItems", "levels of tuples", |size| member(&nested(size, r#"{"prefixItems":["#, "{}", "]}"))),
    linear("deep contains", "levels of lists that contain", |size| {
        member(&nested(size, r#"{"type":"array","contains":"#, "{}", "}"))
    }),
    linear("deep patternProperties", "levels of patterns", |size| {
        member(&nested(size, r#"{"patternProperties":{"a":"#, "{}", "}}"))
    }),
    linear("deep dependentSchemas", "levels of dependencies", |size| {
        member(&nested(size, r#"{"dependentSchemas":{"a":"#, "{}", "}}"))
    }),
    linear("deep definitions", "levels of definitions", |size| {
        member(&nested(size, r##"{"$ref":"#/properties/a/$defs/a","$defs":{"a":"##, "{}", "}}"))
    }),
    linear("deep unknown", "levels of a keyword that is none", |size| member(&nested(size, r#"{"x-a":"#, "{}", "}"))),
    linear("deep default", "levels of a value", |size| {
        member(&format!(r#"{{"default":{}}}"#, nested(size, r#"{"a":["#, "1", "]}")))
    }),
    linear("deep enum", "levels of the values of an enum", |size| {
        let deep = |inner: &str| nested(size / 3, r#"{"a":["#, inner, "]}");
        member(&format!(r#"{{"enum":[{},{},{}]}}"#, deep("1"), deep("2"), deep("1")))
    }),
    linear("deep alternatives that differ late", "levels of alternatives, compared", |size| {
        let deep = |inner: &str| nested(size / 2, r#"{"type":"object","properties":{"a":"#, inner, "}}");
        member(&format!(r#"{{"oneOf":[{},{}]}}"#, deep(r#"{"const":1}"#), deep(r#"{"const":2}"#)))
    }),
    linear("deep _meta", "levels beside the schema", |size| {
        let deep = nested(size, r#"{"a":"#, "1", "}");
        Made::Document(format!(
            r#"{{"name":"t","inputSchema":{{"type":"object","properties":{{"a":{{"type":["string","null"]}}}}}},"_meta":{deep}}}"#
        ))
    }),
    linear("deep lists", "levels of the text itself", |size| Made::Document(nested(size, "[", "", "]"))),
    linear("unclosed lists", "levels that do not end", |size| Made::Document("[".repeat(size))),
    linear("unclosed objects", "levels that do not end", |size| Made::Document(r#"{"a":"#.repeat(size / 5))),
    linear("deep tools", "levels of tools", |size| Made::Document(nested(size, r#"{"tools":["#, "{}", "]}"))),
    linear("deep results", "levels of a result", |size| {
        Made::Document(nested(size, r#"{"jsonrpc":"2.0","id":1,"result":"#, r#"{"tools":[]}"#, "}"))
    }),
    linear("deep requests", "levels of a request", |size| {
        Made::Document(nested(size, r#"{"request":"#, r#"{"contents":[],"tools":[{}]}"#, "}"))
    }),
];
