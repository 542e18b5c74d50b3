//! References: chains, rings, graphs, and all the ways to name what is referred to.

use super::{Family, Made, defined, each, limited, linear, member, members, nested, square, times};

/// So many bytes of definitions `d0`, `d1` …: `%` is the number of each, `@` that of the next. The last one's next is
/// that of `last`.
fn chain(size: usize, pattern: &str, last: &str) -> Made {
    let count = size / (pattern.len() + 4) + 1;
    let link = |at: usize| {
        let next = if at + 1 == count { last.to_owned() } else { format!("d{}", at + 1) };
        pattern.replace('@', &next).replace('%', &at.to_string())
    };
    let definitions: Vec<String> = (0..count).map(link).chain([r#""end":{"type":"integer"}"#.to_owned()]).collect();
    defined(r##"{"$ref":"#/$defs/d0"}"##, &definitions.join(","))
}

pub(super) const FAMILIES: &[Family] = &[
    linear("a chain of references", "references that lead on", |size| {
        chain(size, r##""d%":{"$ref":"#/$defs/@"}"##, "end")
    }),
    limited("a chain with words", "references that lead on, each with siblings", |size| {
        chain(size, r##""d%":{"$ref":"#/$defs/@","minimum":%,"description":"step %"}"##, "end")
    }),
    limited("a chain of conjunctions", "conjunctions that lead on", |size| {
        chain(size, r##""d%":{"allOf":[{"$ref":"#/$defs/@"}],"title":"t%"}"##, "end")
    }),
    linear("a chain of members", "objects that lead on", |size| {
        chain(size, r##""d%":{"type":"object","properties":{"n%":{"$ref":"#/$defs/@"}}}"##, "end")
    }),
    limited("references to an enum, in words", "listed values, for each place whose description states them", |size| {
        let described = |list: &str| {
            let places = r#""m%":{"type":"object","additionalProperties":@},"c%":{"type":"array","contains":@},"t%":{"type":"array","prefixItems":[@,{}]},"i%":{"type":"object","if":{"properties":{"k":@}},"then":{"required":["k"]}}"#;
            each(size / 2, &places.replace('@', list))
        };
        Made::Schema(format!(
            r#"{{"type":"object","properties":{{{}}},"$defs":{{"e":{{"enum":[{}]}}}}}}"#,
            described(r##"{"$ref":"#/$defs/e"}"##),
            each(size / 2, r#""v%""#)
        ))
    }),
    limited("a ring of references", "references that come back", |size| {
        chain(size, r##""d%":{"$ref":"#/$defs/@"}"##, "d0")
    }),
    linear("a ring of maps", "coded definitions that come back", |size| {
        chain(
            size,
            r##""d%":{"type":"object","properties":{"n%":{"$ref":"#/$defs/@"},"m":{"type":"object","additionalProperties":{"$ref":"#/$defs/@"}}}}"##,
            "d0",
        )
    }),
    limited("a ring of unions", "unions that come back", |size| {
        chain(
            size,
            r##""d%":{"anyOf":[{"$ref":"#/$defs/@"},{"type":"array","items":{"$ref":"#/$defs/@"}},{"const":%}]}"##,
            "d0",
        )
    }),
    limited("references that double", "two references at each step", |size| {
        chain(
            size,
            r##""d%":{"type":"object","properties":{"l":{"$ref":"#/$defs/@"},"r":{"$ref":"#/$defs/@"}}}"##,
            "end",
        )
    }),
    limited("conjunctions that double", "a conjunction of two references at each step", |size| {
        chain(size, r##""d%":{"allOf":[{"$ref":"#/$defs/@"},{"$ref":"#/$defs/@"}]}"##, "end")
    }),
    linear("conditions that double", "references in conditions at each step", |size| {
        chain(
            size,
            r##""d%":{"if":{"$ref":"#/$defs/@"},"then":{"$ref":"#/$defs/@"},"not":{"$ref":"#/$defs/@"}}"##,
            "end",
        )
    }),
    limited("a graph of objects", "objects that all refer to all", |size| {
        let count = square(size, 28);
        let all = times(count, r##""k%":{"$ref":"#/$defs/d%"}"##);
        let one = r#""d%":{"type":"object","properties":{@}}"#;
        defined(r##"{"$ref":"#/$defs/d0"}"##, &times(count, one).replace('@', &all))
    }),
    linear("definitions of one name", "names that are taken", |size| {
        let references = each(size / 2, r##""k%":{"$ref":"#/$defs/g%/$defs/same"}"##);
        let groups =
            each(size / 2, r#""g%":{"$defs":{"same":{"type":"object","properties":{"v%":{"type":"integer"}}}}}"#);
        Made::Schema(format!(r#"{{"type":"object","properties":{{{references}}},"$defs":{{{groups}}}}}"#))
    }),
    limited("references to one definition", "a definition with many users", |size| {
        let references = each(size, r##""k%":{"$ref":"#/$defs/d"}"##);
        let one = r##"{"d":{"type":"object","properties":{"n":{"$ref":"#/$defs/d"},"m":{"type":"object","additionalProperties":true}}}}"##;
        Made::Schema(format!(r#"{{"type":"object","properties":{{{references}}},"$defs":{one}}}"#))
    }),
    limited("references between members", "each member refers to the next", |size| {
        let count = size / 34 + 1;
        let one = |at: usize| format!(r##""k{at}":{{"$ref":"#/properties/k{}"}}"##, (at + 1) % count);
        members(&(0..count).map(one).collect::<Vec<_>>().join(","))
    }),
    linear("references to nothing", "references that lead nowhere", |size| {
        members(&each(size, r##""k%":{"$ref":"#/$defs/none%"}"##))
    }),
    limited("references to the root", "a schema that holds itself everywhere", |size| {
        members(&each(size, r##""k%":{"anyOf":[{"$ref":"#"},{"type":"array","items":{"$ref":"#"}}]}"##))
    }),
    linear("anchors", "a name for each definition", |size| {
        let references = each(size / 2, r##""k%":{"$ref":"#n%"}"##);
        let anchors = each(size / 2, r#""d%":{"$anchor":"n%","type":"string"}"#);
        Made::Schema(format!(r#"{{"type":"object","properties":{{{references}}},"$defs":{{{anchors}}}}}"#))
    }),
    linear("nested bases", "an $id at each level", |size| {
        member(&nested(size, r#"{"$id":"x/y/","properties":{"a":"#, r#"{"$ref":"../../z"}"#, "}}"))
    }),
    linear("many bases", "an $id for each definition", |size| {
        let references = each(size / 2, r#""k%":{"$ref":"https://h/d%"}"#);
        let bases = each(size / 2, r#""d%":{"$id":"https://h/d%","type":"string"}"#);
        Made::Schema(format!(r#"{{"type":"object","properties":{{{references}}},"$defs":{{{bases}}}}}"#))
    }),
    limited("dynamic scopes", "a scope for each definition, and what looks through them", |size| {
        chain(
            size,
            r##""d%":{"$id":"d%","$dynamicAnchor":"n","type":"object","properties":{"n":{"$dynamicRef":"#n"},"x":{"$ref":"@"}}}"##,
            "d0",
        )
    }),
    limited("dynamic references", "many of them in one scope", |size| {
        let references = each(size, r##""k%":{"$dynamicRef":"#n"}"##);
        Made::Schema(format!(r#"{{"type":"object","$dynamicAnchor":"n","properties":{{{references}}}}}"#))
    }),
    limited("escaped pointers", "pointers of nothing but escapes", |size| {
        let name = "~1".repeat(size / 8);
        let escaped = "%7E1".repeat(size / 8);
        let key = "/".repeat(size / 8);
        let refs = format!(r##""a":{{"$ref":"#/$defs/{name}"}},"b":{{"$ref":"#/$defs/{escaped}"}}"##);
        Made::Schema(format!(r#"{{"type":"object","properties":{{{refs}}},"$defs":{{"{key}":{{"type":"string"}}}}}}"#))
    }),
    limited("long pointers", "pointers through many levels", |size| {
        let levels = square(size, 40);
        let path = "/properties/a".repeat(levels);
        let references = times(levels, &format!(r##""k%":{{"$ref":"#/$defs/d{path}"}}"##));
        let deep = nested(levels * 20, r#"{"properties":{"a":"#, r#"{"type":"string"}"#, "}}");
        Made::Schema(format!(r#"{{"type":"object","properties":{{{references}}},"$defs":{{"d":{deep}}}}}"#))
    }),
];
