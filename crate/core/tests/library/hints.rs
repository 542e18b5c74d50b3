//! What descriptions state is true where they state it, and values stay where they are allowed.

use lapidary::{GEMINI_API, Options, Output, Target, VERTEX_AI, transform_text};

fn for_target(target: &Target, schema: &str) -> String {
    transform_text(schema, &Options::new(target), &Output::default()).expect("it is a schema")
}

fn gemini(schema: &str) -> String {
    transform_text(schema, &Options::default(), &Output::default()).expect("it is a schema")
}

fn of_property(schema: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"a":{schema}}}}}"#)
}

#[test]
fn annotations_with_a_value_go_to_the_alternative_that_allows_it() {
    let source =
        of_property(r#"{"anyOf":[{"type":"string"},{"type":"integer"}],"default":5,"example":7,"examples":[7]}"#);
    let integer = r#"{"type":"string"},{"type":"integer","description":"(example: 7)","default":5,"example":7}"#;
    assert_eq!(for_target(&VERTEX_AI, &source), of_property(&format!(r#"{{"anyOf":[{integer}]}}"#)));
    let out = gemini(&source);
    assert!(out.contains(r#"{"type":"STRING"},{"type":"INTEGER","description":"(default: 5; example: 7)","#), "{out}");
}

#[test]
fn a_value_stays_only_where_narrowed_alternatives_allow_it() {
    let source = of_property(
        r#"{"type":"object","properties":{"k":{"enum":["a","b"],"default":"a","examples":["b","a"]},"z":{"type":"string"}},"anyOf":[{"properties":{"k":{"const":"a"}}},{"properties":{"k":{"const":"b"}},"required":["z"]}]}"#,
    );
    let out = for_target(&GEMINI_API, &source);
    assert!(out.contains(r#""enum":["a"],"description":"(example: a)","default":"a""#), "{out}");
    assert!(out.contains(r#""enum":["b"],"description":"(example: b)"}"#), "{out}");
}

#[test]
fn a_value_that_its_own_schema_excludes_stays() {
    let source = of_property(r#"{"type":"string","enum":["x","y"],"default":"z"}"#);
    assert_eq!(for_target(&GEMINI_API, &source), source);
}

#[test]
fn items_are_not_to_be_omitted() {
    let source = of_property(r#"{"type":"array","items":{"enum":["","x"]}}"#);
    assert!(!gemini(&source).contains("omit"));
    assert!(gemini(&of_property(r#"{"enum":["","x"]}"#)).contains("(omit for none)"));
}

#[test]
fn a_truncated_property_has_the_form_of_an_outer_one() {
    let source = r##"{"type":"object","properties":{"all":{"type":"array","items":{"$ref":"#"}}},"required":["all"]}"##;
    let out = gemini(source);
    assert!(
        out.contains(
            r#"{"type":"ARRAY","description":"(same form as \"all\" further out)","items":{"type":"OBJECT"}}"#
        )
    );
}

#[test]
fn a_tuple_is_truncated_as_a_whole() {
    let source = r##"{"type":"object","properties":{"e":{"$ref":"#/$defs/E"}},"$defs":{"E":{"anyOf":[{"type":"string"},{"type":"array","prefixItems":[{"enum":["and","or"]},{"$ref":"#/$defs/E"},{"$ref":"#/$defs/E"}]}]}}}"##;
    let out = gemini(source);
    assert_eq!(out.matches(r#""enum":["and","or"]},"#).count(), out.matches("and or or").count(), "{out}");
}

#[test]
fn the_values_of_a_map_are_described() {
    let map = |values: &str| gemini(&of_property(&format!(r#"{{"type":"object","additionalProperties":{values}}}"#)));
    for (values, words) in [
        (r#"{"type":"integer","minimum":0,"exclusiveMaximum":5}"#, "each an integer, at least 0, less than 5"),
        (r#"{"type":"string","format":"uuid","pattern":"^a"}"#, "each a string, matches ^a, format: uuid"),
        (r#"{"type":"string","description":"The id\n of it."}"#, "each a string: The id of it"),
        (
            r#"{"type":"object","properties":{"price":{"type":["number","null"]},"sku":{}},"required":["sku"]}"#,
            "each an object, needs sku, with price: number or null, sku",
        ),
    ] {
        let out = map(values);
        assert!(out.contains(&format!(r#""(properties of any name, {words})""#)), "{out}");
    }
    let excluding = map(r#"{"type":"string","not":{"enum":["a","b"]}}"#);
    assert!(excluding.contains("(properties of any name, each a string, not a or b)"), "{excluding}");
    let long = map(&format!(r#"{{"type":"string","description":"{}"}}"#, "long ".repeat(100)));
    assert!(long.len() < 300, "{long}");
}

#[test]
fn an_item_that_an_array_must_contain_is_described() {
    for (item, words) in [
        (r#"{"type":"string","minLength":3}"#, "a string that has at least 3 characters"),
        (r#"{"type":["integer","null"],"minimum":1,"maximum":5}"#, "an integer or null from 1 to 5"),
        (r#"{"type":"array","items":{"type":"string"}}"#, "an array of strings"),
        (
            r#"{"allOf":[{"type":"string"},{"pattern":"^a","format":"uri"}]}"#,
            "a string that matches ^a and has the format uri",
        ),
        (r#"{"multipleOf":5}"#, "an item that is a multiple of 5"),
        (r#"{"enum":["a",null]}"#, "one of a, null"),
        (r#"{"type":"string","not":{"const":"a"}}"#, "a string that is not a"),
        (r#"{"not":{"pattern":"^a"}}"#, "an item that does not match ^a"),
        (r#"{"items":{"type":"string"}}"#, r#"an item that matches {\"items\":{\"type\":\"string\"}}"#),
        (r#"{"type":"array","items":false}"#, r#"an item that matches {\"type\":\"array\",\"items\":false}"#),
        (r#"{"required":["k"]}"#, r#"an item that matches {\"required\":[\"k\"]}"#),
    ] {
        let out = gemini(&of_property(&format!(r#"{{"type":"array","contains":{item}}}"#)));
        assert!(out.contains(&format!("(must contain {words})")), "{out}");
    }
}

#[test]
fn conditions_on_members_are_described() {
    let with = |rule: &str| {
        let members = r#""f":{"type":"string"},"n":{"type":"number"},"g":{"type":["string","null"]}"#;
        gemini(&of_property(&format!(r#"{{"type":"object","properties":{{{members}}},{rule}}}"#)))
    };
    let when =
        |test: &str, then: &str| with(&format!(r#""if":{{"properties":{test},"required":["f"]}},"then":{then}"#));
    for (test, words) in [
        (r#"{"f":{"type":"string","pattern":"^a"}}"#, "f is a string and matches ^a"),
        (r#"{"f":{"not":{"enum":["a","b"]}}}"#, "f is not a or b"),
        (r#"{"f":{"not":{"pattern":"^a"}}}"#, "f does not match ^a"),
        (r#"{"f":{"minLength":2},"n":{"exclusiveMinimum":0}}"#, "f has at least 2 characters and n is greater than 0"),
        (r#"{"f":{}}"#, "f is given"),
    ] {
        let out = when(test, r#"{"required":["g"]}"#);
        assert!(out.contains(&format!("(if {words}: needs g)")), "{out}");
    }
    for (then, words) in [
        (r#"{"properties":{"g":{"type":"string","minLength":1}}}"#, "g has at least 1 character"),
        (r#"{"properties":{"g":{"type":"null"}}}"#, "g is null"),
        (r#"{"properties":{"n":{"minimum":1,"maximum":5,"multipleOf":2}}}"#, "n is from 1 to 5 and a multiple of 2"),
    ] {
        let out = when(r#"{"f":{"const":"x"}}"#, then);
        assert!(out.contains(&format!("(if f is x: {words})")), "{out}");
    }
    let out = gemini(&of_property(
        r#"{"type":["string","integer"],"if":{"type":"integer"},"then":{"minimum":3},"else":{"pattern":"^a"}}"#,
    ));
    assert!(out.contains("(if it is an integer: it is at least 3, else it matches ^a)"), "{out}");
    // What words cannot state all of is no condition in words.
    let out = when(
        r#"{"f":{"minLength":2,"contentEncoding":"base64"},"n":{"anyOf":[{"minimum":5}]}}"#,
        r#"{"required":["g"]}"#,
    );
    assert!(out.contains("(further conditions hold)"), "{out}");
    let out = with(r#""not":{"properties":{"n":{"minimum":5}},"required":["n"]}"#);
    assert!(out.contains("(not where n is at least 5)"), "{out}");
}

#[test]
fn the_names_of_properties_are_described() {
    for (names, words) in [
        (r#"{"type":"string","pattern":"^a","maxLength":9}"#, "(each name has at most 9 characters and matches ^a)"),
        (r#"{"not":{"enum":["a","b"]}}"#, "(each name is not a or b)"),
        (
            r#"{"minLength":2,"anyOf":[{"pattern":"a"},{"pattern":"b"}]}"#,
            "(each name has at least 2 characters; some names are not valid)",
        ),
        (r#"{"type":"integer"}"#, "(no properties)"),
        (r#"{"enum":["a b","c"]}"#, "(names: a b, c)"),
    ] {
        let out = gemini(&of_property(&format!(r#"{{"type":"object","propertyNames":{names}}}"#)));
        assert!(out.contains(words), "{out}");
    }
    for any in [r#"{"type":"string"}"#, r#"{"minimum":3}"#, "true", "{}"] {
        let out = gemini(&of_property(&format!(r#"{{"type":"object","propertyNames":{any}}}"#)));
        assert!(!out.contains("name"), "{out}");
    }
}
