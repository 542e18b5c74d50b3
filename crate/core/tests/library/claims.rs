//! What findings claim about an output is true of it.

use lapidary::{
    Emit, GEMINI, GEMINI_JSON_SCHEMA, Issue, OPENAI_STRICT, Options, Output, Target, VERTEX_AI, check, transform_text,
};

fn tool(schema: &str) -> String {
    format!(r#"{{"name":"f","inputSchema":{schema}}}"#)
}

fn object(p: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"p":{p}}}}}"#)
}

fn output(schema: &str, target: &Target) -> String {
    let written = Output::default().emit(Emit::Same);
    transform_text(&tool(schema), &Options::new(target), &written).expect("it is readable")
}

fn issues(schema: &str, target: &Target) -> Vec<Issue> {
    check(&tool(schema), &Options::new(target)).tools.into_iter().flat_map(|tool| tool.issues).collect()
}

/// The findings of a rule, each with its subject, message and fix.
fn said(schema: &str, target: &Target, code: &str) -> Vec<String> {
    let of_rule = issues(schema, target).into_iter().filter(|issue| issue.code.as_str() == code);
    of_rule.map(|issue| format!("{} -> {}", issue.message, issue.fix.unwrap_or_default())).collect()
}

fn is_exact(schema: &str, target: &Target) -> bool {
    issues(schema, target).iter().all(|issue| issue.accepts_more.is_none() && issue.accepts_less.is_none())
}

#[test]
fn a_pattern_that_every_name_matches_is_the_schema_of_all_properties() {
    for pattern in ["", ".*", "^.*$", "^(.*)$", r"^[\\s\\S]*$", ".+", "^.+$"] {
        for beside in ["", r#","additionalProperties":false"#] {
            let map = format!(r#"{{"type":"object","patternProperties":{{"{pattern}":{{"type":"number"}}}}{beside}}}"#);
            for target in [&GEMINI_JSON_SCHEMA, &VERTEX_AI] {
                let declared = output(&object(&map), target);
                assert!(
                    declared.contains(r#""p":{"type":"object","additionalProperties":{"type":"number"}}"#),
                    "{declared}"
                );
                assert!(is_exact(&object(&map), target), "{map}");
            }
        }
    }
}

#[test]
fn other_patterns_and_declared_properties_beside_it_are_reported() {
    let map = |declared: &str, more: &str| {
        object(&format!(
            r#"{{"type":"object","properties":{{"a":{declared}}},"patternProperties":{{".*":{{"type":"number"}}{more}}}}}"#
        ))
    };
    assert!(is_exact(&map(r#"{"type":"integer"}"#, ""), &GEMINI_JSON_SCHEMA));
    assert!(!is_exact(&map(r#"{"type":"string"}"#, ""), &GEMINI_JSON_SCHEMA));
    assert!(!is_exact(&map(r#"{"type":"integer"}"#, r#","^x":{"minimum":1}"#), &GEMINI_JSON_SCHEMA));
}

#[test]
fn a_pattern_with_any_values_excludes_none() {
    for target in [&GEMINI, &GEMINI_JSON_SCHEMA, &VERTEX_AI] {
        assert!(is_exact(&object(r#"{"type":"object","patternProperties":{"^x-":{}}}"#), target));
    }
}

#[test]
fn names_are_declared_wherever_they_are_listed() {
    let tool = |names: &str| {
        format!(
            r#"{{"type":"object","properties":{{"p":{{"type":"object","propertyNames":{names},"additionalProperties":{{"type":"integer"}}}}}},"$defs":{{"K":{{"enum":["a","b"],"type":"string"}}}}}}"#
        )
    };
    let declared = r#""properties":{"a":{"type":"integer"},"b":{"type":"integer"}}"#;
    for names in [
        r##"{"$ref":"#/$defs/K"}"##,
        r##"{"allOf":[{"$ref":"#/$defs/K"}]}"##,
        r#"{"anyOf":[{"const":"a"},{"const":"b"}]}"#,
        r#"{"allOf":[{"type":"string"},{"enum":["a","b"]}]}"#,
        r#"{"enum":["a","b","long"],"maxLength":1}"#,
        r#"{"enum":["a",1,"b"]}"#,
    ] {
        assert!(output(&tool(names), &GEMINI).contains(declared), "{names}");
    }
    for (names, hint) in [
        (r#"{"anyOf":[{"const":"a b"},{"const":"c"}]}"#, "names: a b, c"),
        (r#"{"allOf":[{"type":"string"},{"pattern":"^x"}]}"#, "each name matches ^x"),
        (r#"{"oneOf":[{"enum":["a","b"]},{"const":"a"}]}"#, "some names are not valid"),
        (r#"{"enum":["a","b"],"pattern":"^a"}"#, "each name is a or b and matches ^a"),
    ] {
        let text = output(&tool(names), &GEMINI);
        assert!(!text.contains(declared) && text.contains(hint), "{text}");
    }
}

#[test]
fn annotations_beside_a_reference_that_stays_become_hints() {
    let tool = |beside: &str| {
        format!(
            r##"{{"type":"object","properties":{{"p":{{"$ref":"#/$defs/A"{beside}}}}},"$defs":{{"A":{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/A"}}}}}}}}}}"##
        )
    };
    let marks = r#","examples":["q"],"readOnly":true,"deprecated":true"#;
    let hints = "(example: q; read-only; deprecated)";
    let text = output(&tool(marks), &GEMINI_JSON_SCHEMA);
    assert!(text.contains(&format!(r##""p":{{"$ref":"#/$defs/A","description":"{hints}"}}"##)), "{text}");
    assert!(
        output(&tool(marks), &VERTEX_AI).contains(&format!(r##""p":{{"$ref":"#/$defs/A","description":"{hints}"}}"##))
    );
    let described = format!(r#","description":"The first."{marks}"#);
    for target in [&GEMINI_JSON_SCHEMA, &OPENAI_STRICT] {
        assert!(output(&tool(&described), target).contains(&format!("The first. {hints}")));
    }
    assert!(output(&tool(""), &GEMINI_JSON_SCHEMA).contains(&tool("")));
    assert!(output(&tool(r#","deprecated":false"#), &GEMINI_JSON_SCHEMA).contains(&tool("")));
}

#[test]
fn the_identifier_of_a_root_that_refers_to_itself_stays() {
    let schema = r##"{"$id":"https://x/t","type":"object","properties":{"kid":{"$ref":"#"}}}"##;
    let said = said(schema, &GEMINI_JSON_SCHEMA, "GS003");
    assert!(said.iter().all(|text| text.ends_with("kept at the root only")) && said.len() == 1, "{said:?}");
}

#[test]
fn what_merged_alternatives_state_about_a_property_is_reported_there() {
    let schema = r#"{"anyOf":[{"type":"object","properties":{"k":{"const":"1"}}},{"type":"object","properties":{"k":{"const":"2"}}}]}"#;
    let said = said(schema, &GEMINI, "GS011");
    assert_eq!(
        said,
        [
            r#"`k`: the schema for "k" amounts to a list of values; Gemini takes such a list as one `enum` -> `enum: ["1","2"]`"#
        ]
    );
}

#[test]
fn unions_that_share_one_alternative_are_that_alternative() {
    let schema = object(
        r#"{"allOf":[{"anyOf":[{"type":"string"},{"type":"number"}]},{"anyOf":[{"type":"number"},{"type":"boolean"}]}]}"#,
    );
    for target in [&GEMINI_JSON_SCHEMA, &VERTEX_AI] {
        let text = output(&schema, target);
        assert!(text.contains(r#""p":{"type":"number"}"#), "{text}");
        let said = said(&schema, target, "GS032");
        assert!(said.len() == 1 && said[0].ends_with("the only alternative that both unions allow"), "{said:?}");
    }
}

#[test]
fn an_order_of_properties_moves_into_each_alternative() {
    let schema = object(
        r#"{"type":"object","propertyOrdering":["x"],"properties":{"x":{"type":"string"}},"anyOf":[{"required":["x"]},{"minProperties":1}]}"#,
    );
    for said in said(&schema, &VERTEX_AI, "GS032") {
        assert!(!said.contains("into the first"), "{said}");
    }
}

#[test]
fn what_listed_objects_have_is_reported_as_theirs() {
    let schema = object(r#"{"enum":[{"x":1},{"x":2}]}"#);
    assert_eq!(said(&schema, &GEMINI, "GS031").len(), 1);
    let said = said(&schema, &GEMINI, "GS025");
    assert!(said.iter().any(|text| text.starts_with("`p.x`: ") && text.contains("`minimum: 1`")), "{said:?}");
}

#[test]
fn every_integer_is_a_multiple_of_one() {
    for (divisor, exact) in [("1", true), ("1.0", true), ("0.5", true), ("0.01", true), ("0.3", false), ("2", false)] {
        let schema = object(&format!(r#"{{"type":["integer","null"],"multipleOf":{divisor}}}"#));
        assert_eq!(is_exact(&schema, &GEMINI), exact, "{divisor}");
        assert_eq!(output(&schema, &GEMINI).contains("multiple of"), !exact, "{divisor}");
    }
    assert!(!is_exact(&object(r#"{"type":"number","multipleOf":1}"#), &GEMINI));
}

#[test]
fn a_pattern_beside_one_of_every_name_stays() {
    for patterns in [r#"{".*":{"type":"string"},"^n_":{"maxLength":3}}"#, r#"{"(+*)":{"type":"integer"}}"#] {
        let map = format!(r#"{{"type":"object","patternProperties":{patterns}}}"#);
        let declared = output(&object(&map), &GEMINI_JSON_SCHEMA);
        assert!(declared.contains(&format!(r#""patternProperties":{patterns}"#)), "{declared}");
    }
}

#[test]
fn names_that_many_maps_share_are_declared_if_they_are_few() {
    let declared = |count: usize| {
        let names: Vec<String> = (0..count).map(|at| format!(r#""name_{at}""#)).collect();
        let map =
            r##"{"type":"object","propertyNames":{"$ref":"#/$defs/K"},"additionalProperties":{"type":"string"}}"##;
        let schema = format!(
            r#"{{"type":"object","properties":{{"p":{map},"q":{map}}},"$defs":{{"K":{{"enum":[{}]}}}}}}"#,
            names.join(",")
        );
        output(&schema, &GEMINI).matches(r#""name_1":"#).count()
    };
    assert_eq!((declared(3), declared(200)), (2, 0));
}

#[test]
fn the_values_of_a_map_are_described_as_they_are() {
    let said =
        |values: &str| output(&object(&format!(r#"{{"type":"object","additionalProperties":{values}}}"#)), &GEMINI);
    let bound = said(r#"{"type":"number","minimum":0,"exclusiveMinimum":true}"#);
    assert!(!bound.contains("at least 0"), "{bound}");
    let members = said(r#"{"type":"object","properties":{"a":{"type":"string"},"b":false},"required":["a","a"]}"#);
    assert!(members.contains("each an object, needs a, with a: string)"), "{members}");
}

#[test]
fn the_bound_that_is_blamed_takes_part_in_the_contradiction() {
    for (schema, blamed) in [
        (r#"{"type":"integer","minimum":5,"maximum":3,"minLength":2,"maxLength":1}"#, "`maximum: 3`"),
        (r#"{"type":"integer","minimum":1e999,"maximum":3,"maxLength":4}"#, "`maximum: 3`"),
        (r#"{"type":"string","minLength":5,"maxLength":3,"minimum":2}"#, "`maxLength: 3`"),
        (r#"{"type":"integer","maximum":3,"minimum":5,"exclusiveMaximum":10}"#, "`minimum: 5`"),
    ] {
        let told = said(&object(schema), &GEMINI, "GS062");
        assert!(told[0].starts_with(&format!("`p`: {blamed} leaves no valid value")), "{told:?}");
    }
}

#[test]
fn alternatives_that_exclude_each_other_once_closed_have_no_value_in_common() {
    let one = |tag: &str, own: &str, required: &str| {
        format!(
            r#"{{"type":"object","properties":{{"kind":{{"const":"{tag}","default":"{tag}"}},"{own}":{{"type":"integer"}}}},"required":[{required}]}}"#
        )
    };
    let gain = |second: String, target: &Target| {
        let union = format!(r#"{{"oneOf":[{},{second}]}}"#, one("a", "x", r#""x""#));
        let issue = issues(&object(&union), target).into_iter().find(|issue| issue.code == "GS006");
        issue.expect("`oneOf` is reported").accepts_more
    };
    assert_eq!(gain(one("b", "y", r#""y""#), &OPENAI_STRICT), None);
    // `{"x": 1}` satisfies both, and is sent as the first.
    assert!(gain(one("b", "y", ""), &OPENAI_STRICT).is_some());
    assert!(gain(one("b", "y", r#""y""#), &GEMINI).is_some());
}

#[test]
fn what_excludes_no_listed_value_is_no_loss() {
    for (schema, is_held) in [
        (r#"{"type":"string","enum":["ASC","DESC"],"maxLength":4}"#, true),
        (r#"{"type":"string","enum":["ASC","DESC"],"minLength":3}"#, true),
        (r#"{"enum":["ASC"],"uniqueItems":true,"multipleOf":2}"#, true),
        (r#"{"const":true,"multipleOf":3}"#, true),
        (r#"{"enum":[[1],[1,2]],"minItems":1}"#, true),
        (r#"{"enum":["ASC","DESC"],"minLength":4}"#, false),
        (r#"{"enum":["ASC","DESC"],"pattern":"^A"}"#, false),
        (r#"{"enum":["ASC",2],"multipleOf":3}"#, false),
        (r#"{"enum":[],"maxLength":3}"#, false),
    ] {
        assert_eq!(is_exact(&object(schema), &GEMINI_JSON_SCHEMA), is_held, "{schema}");
    }
}

#[test]
fn dependencies_that_demand_nothing_are_no_loss() {
    for (dependencies, is_held) in [
        (r#""dependentSchemas":{"a":{},"b":true}"#, true),
        (r#""dependentSchemas":{"a":{"title":"A"}}"#, true),
        (r#""dependentRequired":{"a":[]}"#, true),
        (r#""dependencies":{"a":[],"b":{}}"#, true),
        (r#""dependencies":{"a":["b"],"b":{}}"#, false),
        (r#""dependentSchemas":{"a":{"minProperties":2}}"#, false),
    ] {
        let schema = format!(r#"{{"type":"object","properties":{{"a":{{}},"b":{{}}}},{dependencies}}}"#);
        let lost = said(&object(&schema), &GEMINI, "GS021").len();
        let exact = issues(&object(&schema), &GEMINI).iter().all(|it| it.code != "GS021" || it.accepts_more.is_none());
        assert_eq!((lost, exact), (1, is_held), "{schema}");
    }
}

#[test]
fn what_a_list_of_types_excludes_is_reported_as_beside_one_type() {
    for types in [r#""string""#, r#"["string","integer"]"#, r#"["string","integer","null"]"#] {
        let beside = |more: &str| object(&format!(r#"{{"type":{types},{more}}}"#));
        let keywords = beside(r#""properties":{"a":{"type":"string"}},"uniqueItems":true"#);
        assert_eq!(said(&keywords, &GEMINI, "GS051").len(), 2, "{types}");
        let union = beside(r#""anyOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"minLength":2}]"#);
        let found = said(&union, &GEMINI, "GS062");
        assert!(
            matches!(&found[..], [only] if only.starts_with(r#"`p`: `type: "object"` leaves no valid value for one of"#)),
            "{types}: {found:?}"
        );
        for issue in issues(&union, &GEMINI) {
            let mut outputs = issue.outputs.clone();
            outputs.dedup();
            assert_eq!(outputs, issue.outputs, "{types}: {}", issue.message);
        }
    }
}

#[test]
fn listed_values_that_not_is_proven_to_exclude_are_removed() {
    for not in [
        r#"{"const":"a","type":"string"}"#,
        r#"{"anyOf":[{"const":"a"}]}"#,
        r#"{"type":"string","maxLength":1}"#,
        r#"{"allOf":[{"enum":["a","c"]}]}"#,
    ] {
        let schema = object(&format!(r#"{{"enum":["a","bb"],"not":{not}}}"#));
        for target in [&GEMINI, &GEMINI_JSON_SCHEMA] {
            let declared = output(&schema, target);
            assert!(declared.contains(r#""enum":["bb"]}"#), "{not}: {declared}");
            assert!(is_exact(&schema, target), "{not}");
        }
    }
    let unknown = output(&object(r#"{"enum":["a","bb"],"not":{"pattern":"^a"}}"#), &GEMINI);
    assert!(unknown.contains(r#""enum":["a","bb"],"description":"(not a value that matches ^a)""#), "{unknown}");
}
