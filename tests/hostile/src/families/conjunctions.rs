//! Conjunctions, negations and conditions.

use super::{Family, Made, each, limited, linear, member, nested, square, times};

fn all_of(size: usize, pattern: &str) -> Made {
    member(&format!(r#"{{"allOf":[{}]}}"#, each(size, pattern)))
}

pub(super) const FAMILIES: &[Family] = &[
    linear("enums met with each other", "values of many enums, compared", |size| {
        let count = square(size, 7);
        let values = times(count, r#""v%""#);
        member(&format!(r#"{{"allOf":[{}]}}"#, times(count, &format!(r#"{{"enum":[{values}]}}"#))))
    }),
    linear("small enums met", "a small enum of each part", |size| all_of(size, r#"{"enum":["a","b","c%"]}"#)),
    limited("objects met", "members gathered from many parts", |size| {
        all_of(size, r#"{"type":"object","properties":{"k%":{"type":"string"}},"required":["k%"]}"#)
    }),
    linear("one member met", "a member that each part says more of", |size| {
        all_of(size, r#"{"type":"object","properties":{"k":{"type":"string","minLength":%}},"required":["k"]}"#)
    }),
    limited("patterns met", "patterns that cannot be joined", |size| all_of(size, r#"{"pattern":"^.{%}"}"#)),
    limited("multiples met", "multiples of many numbers", |size| all_of(size, r#"{"type":"integer","multipleOf":1%}"#)),
    linear("descriptions met", "words of many parts", |size| all_of(size, r#"{"description":"part %","title":"t%"}"#)),
    limited("negations met", "what is excluded, part by part", |size| all_of(size, r#"{"not":{"const":"v%"}}"#)),
    linear("an enum excluded", "values taken from an enum", |size| {
        let (all, excluded) = (each(size / 2, r#""v%""#), each(size / 2, r#""v%""#));
        member(&format!(r#"{{"enum":[{all}],"not":{{"enum":[{excluded}]}}}}"#))
    }),
    limited("conditions met", "conditions on a member, part by part", |size| {
        all_of(
            size,
            r#"{"if":{"properties":{"k":{"const":"v%"}}},"then":{"required":["r%"]},"else":{"properties":{"r%":false}}}"#,
        )
    }),
    linear("conditions in else", "conditions that nest", |size| {
        member(&nested(
            size,
            r#"{"if":{"properties":{"k":{"const":"v"}}},"then":{"required":["r"]},"else":"#,
            r#"{"type":"object"}"#,
            "}",
        ))
    }),
    linear("dependent schemas", "what a member asks of the others", |size| {
        let dependent = each(size, r#""k%":{"properties":{"r%":{"type":"string"}},"required":["r%"]}"#);
        member(&format!(r#"{{"type":"object","dependentSchemas":{{{dependent}}}}}"#))
    }),
    linear("dependent names", "what a member requires", |size| {
        let dependent = each(size, r#""k%":["a","b","r%"]"#);
        member(&format!(r#"{{"type":"object","dependentRequired":{{{dependent}}}}}"#))
    }),
    linear("patterns of names", "schemas by the pattern of a name", |size| {
        let (patterns, names) =
            (each(size / 2, r#""^k{%}":{"type":"integer"}"#), each(size / 2, r#""k%":{"type":"integer"}"#));
        member(&format!(r#"{{"type":"object","properties":{{{names}}},"patternProperties":{{{patterns}}}}}"#))
    }),
    linear("enum of names", "names that are listed", |size| {
        let names = each(size, r#""k%""#);
        member(&format!(r#"{{"type":"object","propertyNames":{{"enum":[{names}]}}}}"#))
    }),
    linear("positions of a list", "a schema for each position", |size| {
        let items = each(size, r#"{"type":"array","items":{"type":["integer","null"]}}"#);
        member(&format!(r#"{{"type":"array","prefixItems":[{items}],"items":{{"type":"string"}}}}"#))
    }),
    limited("lists met", "positions of many parts", |size| {
        all_of(size, r#"{"type":"array","prefixItems":[{"minimum":%},{"type":"string"}],"contains":{"const":%}}"#)
    }),
];
