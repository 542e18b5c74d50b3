//! Alternatives: how they are told apart, joined and written.

use super::{Family, Made, defined, each, limited, linear, member, nested, square, times};

/// Alternatives of a member.
fn any_of(size: usize, pattern: &str) -> Made {
    member(&format!(r#"{{"anyOf":[{}]}}"#, each(size, pattern)))
}

fn one_of(size: usize, pattern: &str) -> Made {
    member(&format!(r#"{{"oneOf":[{}]}}"#, each(size, pattern)))
}

/// So many definitions, each made by a pattern that lists all of them at `@`.
fn web(size: usize, pattern: &str) -> Made {
    let count = square(size, 22);
    let all = times(count, r##"{"$ref":"#/$defs/d%"}"##);
    defined(r##"{"$ref":"#/$defs/d0"}"##, &times(count, pattern).replace('@', &all))
}

pub(super) const FAMILIES: &[Family] = &[
    limited("unions of each other", "unions that all list all, unfolded", |size| web(size, r#""d%":{"anyOf":[@]}"#)),
    limited("members of each other", "objects whose member is any of all of them", |size| {
        web(size, r#""d%":{"type":"object","properties":{"k%":{"anyOf":[@]}}}"#)
    }),
    limited("maps of each other", "maps whose values are any of all of them", |size| {
        web(size, r#""d%":{"type":"object","additionalProperties":{"oneOf":[@,{"type":"null"}]}}"#)
    }),
    limited("lists of each other", "lists whose items are any of all of them", |size| {
        web(size, r#""d%":{"type":"array","items":{"anyOf":[@]},"minItems":%}"#)
    }),
    limited("empty alternatives", "alternatives that say nothing", |size| any_of(size, "{}")),
    limited("true alternatives", "alternatives that say nothing, as booleans", |size| one_of(size, "true")),
    limited("false alternatives", "alternatives that nothing satisfies", |size| any_of(size, "false")),
    limited("constants", "constants joined to an enum", |size| any_of(size, r#"{"const":"v%"}"#)),
    limited("titled constants", "constants with words of their own", |size| {
        one_of(size, r#"{"const":"v%","title":"Value %","description":"This is %."}"#)
    }),
    limited("numbers as constants", "constants that leave as strings", |size| any_of(size, r#"{"const":%}"#)),
    limited("objects as constants", "constants that leave as JSON text", |size| {
        any_of(size, r#"{"const":{"k%":[%]}}"#)
    }),
    limited("alternatives of enums", "coded alternatives told apart by their values", |size| {
        any_of(size, r#"{"enum":["a%","b%",%,null]}"#)
    }),
    limited("objects with enums", "coded objects told apart by their values", |size| {
        any_of(
            size,
            r#"{"type":"object","properties":{"k":{"enum":["a%","b%"]},"m":{"type":"object","additionalProperties":{"type":"integer"}}},"required":["k"]}"#,
        )
    }),
    limited("maps beside numbers", "coded alternatives that have no mark", |size| {
        any_of(
            size,
            r#"{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"string"}},"k%":{"type":"integer"}}}"#,
        )
    }),
    limited(
        "alternatives beside the root",
        "a code that each alternative repeats, at each level of a recursion",
        |size| one_of(size, r##"{"$ref":"#"},{"type":["object","null"],"properties":{"x":{"type":"string"}}}"##),
    ),
    limited("alternatives of one shape", "alternatives that are the same", |size| {
        any_of(size, r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":["string","null"]}}}"#)
    }),
    limited("alternatives with a kind", "alternatives told apart by a constant", |size| {
        one_of(
            size,
            r#"{"type":"object","properties":{"kind":{"const":"k%"},"v":{"type":["integer","null"]}},"required":["kind"]}"#,
        )
    }),
    limited("alternatives with a discriminator", "a discriminator with a mapping", |size| {
        let mapping = each(size / 3, r##""k%":"#/$defs/d%""##);
        let definitions = each(size / 3, r#""d%":{"type":"object","properties":{"kind":{"const":"k%"}}}"#);
        let branches = each(size / 3, r##"{"$ref":"#/$defs/d%"}"##);
        let discriminator = format!(r#"{{"propertyName":"kind","mapping":{{{mapping}}}}}"#);
        defined(&format!(r#"{{"oneOf":[{branches}],"discriminator":{discriminator}}}"#), &definitions)
    }),
    limited("alternatives of lists", "coded lists told apart by their items", |size| {
        any_of(size, r#"{"type":"array","items":{"type":"object","additionalProperties":{"const":%}}}"#)
    }),
    limited("alternatives of tuples", "coded tuples told apart by their positions", |size| {
        any_of(size, r#"{"type":"array","prefixItems":[{"const":"t%"},{"type":"integer"}],"minItems":2}"#)
    }),
    limited("alternatives of patterns", "strings told apart by what is not compared", |size| {
        one_of(size, r#"{"type":"string","pattern":"^a{%}$","minLength":%}"#)
    }),
    limited("alternatives of bounds", "numbers told apart by their bounds", |size| {
        one_of(size, r#"{"type":"number","exclusiveMinimum":%,"maximum":1e%}"#)
    }),
    limited("alternatives that only require", "alternatives beside members", |size| {
        let required = each(size / 2, r#"{"required":["k%"]}"#);
        let properties = each(size / 2, r#""k%":{"type":"string"}"#);
        member(&format!(r#"{{"type":"object","properties":{{{properties}}},"oneOf":[{required}]}}"#))
    }),
    limited("unions multiplied", "a conjunction of unions, multiplied out", |size| {
        let part = r#"{"anyOf":[{"properties":{"a%":{"type":"string"}}},{"properties":{"b%":{"type":"integer"}}}]}"#;
        member(&format!(r#"{{"type":"object","allOf":[{}]}}"#, each(size, part)))
    }),
    limited("unions of unions", "references that double the alternatives at each step", |size| {
        let steps = r##""d%":{"anyOf":[{"$ref":"#/$defs/e%"},{"type":"array","items":{"$ref":"#/$defs/e%"}}]}"##;
        let links =
            r##""e%":{"oneOf":[{"$ref":"#/$defs/d@"},{"type":"object","properties":{"k":{"$ref":"#/$defs/d@"}}}]}"##;
        let next = |at: usize| links.replace('@', &(at + 1).to_string()).replace('%', &at.to_string());
        let count = size / (steps.len() + links.len()) + 1;
        let links: Vec<String> = (0..count).map(next).collect();
        defined(r##"{"$ref":"#/$defs/d0"}"##, &[times(count, steps), links.join(",")].join(","))
    }),
    limited("a union in a union", "alternatives that nest, each with null", |size| {
        member(&nested(size, r#"{"anyOf":[{"type":"null"},{"type":"string"},"#, r#"{"type":"integer"}"#, "]}"))
    }),
    linear("types of a list", "a type named over and over", |size| {
        member(&format!(r#"{{"type":[{}]}}"#, each(size, r#""string","null","integer""#)))
    }),
];
