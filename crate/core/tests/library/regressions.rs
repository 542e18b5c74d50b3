//! Mistakes that schema converters make, one test for each.

use lapidary::{
    AUTO, GEMINI_API, GEMINI_JSON_SCHEMA, OPENAI_STRICT, Options, Output, VERTEX_AI, check, transform, transform_text,
};

fn gemini(schema: &str) -> String {
    transform_text(schema, &Options::default(), &Output::default()).expect("it is a schema")
}

fn gemini_api(schema: &str) -> String {
    transform_text(schema, &Options::new(&GEMINI_API), &Output::default()).expect("it is a schema")
}

#[test]
fn properties_named_like_keywords_are_properties() {
    for name in [
        "if",
        "then",
        "$ref",
        "const",
        "properties",
        "additionalProperties",
        "default",
        "strict",
        "__proto__",
        "type",
        "items",
        "anyOf",
        "$defs",
        "title",
    ] {
        let schema =
            format!(r#"{{"type":"object","properties":{{"{name}":{{"type":"string"}}}},"required":["{name}"]}}"#);
        let expected =
            format!(r#"{{"type":"OBJECT","properties":{{"{name}":{{"type":"STRING"}}}},"required":["{name}"]}}"#);
        assert_eq!(gemini(&schema), expected);
        assert_eq!(gemini_api(&schema), schema);
    }
}

#[test]
fn data_that_looks_like_a_schema_is_left_alone() {
    let data = r##"{"type":["a"],"$ref":"#/x","const":1,"additionalProperties":false}"##;
    let schema =
        format!(r#"{{"type":"object","properties":{{"a":{{"type":"object","default":{data},"example":{data}}}}}}}"#);
    assert_eq!(gemini_api(&schema), schema);
    for keyword in ["enum", "examples"] {
        let schema =
            format!(r#"{{"type":"object","properties":{{"a":{{"type":"string","{keyword}":["x",{data}]}}}}}}"#);
        let codes: Vec<_> = check(&schema, &Options::default()).tools.remove(0).transforms_applied;
        assert!(!codes.contains(&"GS001") && !codes.contains(&"GS010"), "{keyword}: {codes:?}");
    }
}

#[test]
fn an_open_interval_stays_an_interval() {
    let schema = r#"{"type":"object","properties":{"p":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}}}"#;
    assert_eq!(
        gemini(schema),
        r#"{"type":"OBJECT","properties":{"p":{"type":"NUMBER","minimum":0,"maximum":1,"description":"(greater than 0; less than 1)"}}}"#
    );
}

#[test]
fn input_that_is_geminis_already_stays() {
    for document in [
        r#"{"type": "OBJECT", "properties": {"a": {"type": "STRING", "nullable": true}, "b": {"type": "ARRAY", "items": {"type": "INTEGER", "format": "int64"}}}}"#,
        "{\"tools\": [ {\"functionDeclarations\": [\n {\"name\": \"f\", \"description\": \"d\", \"parameters\": {\"type\": \"OBJECT\", \"properties\": {\"x\": {\"any_of\": [{\"type\": \"STRING\"}, {\"type\": \"INTEGER\"}]}, \"l\": {\"type\": \"ARRAY\", \"min_items\": 1, \"items\": {\"type\": \"STRING\"}}}}}]}]}",
    ] {
        assert_eq!(gemini(document), document);
        assert_eq!(gemini_api(document), document);
    }
}

#[test]
fn a_branch_is_merged_into_its_parent_never_put_in_its_place() {
    let schema = r#"{"type":"object","properties":{"o":{"type":"object","description":"d","properties":{"a":{"type":"string"}},"required":["a"],"oneOf":[{"properties":{"b":{"type":"string"}},"required":["b"]},{"properties":{"c":{"type":"string"}}}]}}}"#;
    let output = gemini(schema);
    assert_eq!(output.matches(r#""a":{"type":"STRING"}"#).count(), 2, "{output}");
    assert_eq!(output.matches(r#""required":["b","a"]"#).count(), 1, "{output}");
    assert_eq!(output.matches(r#""required":["a"]"#).count(), 1, "{output}");
}

#[test]
fn all_branches_of_a_union_stay_callable() {
    let output = gemini(
        r#"{"type":"object","properties":{"v":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"array","items":{"type":"string"}},{"type":"null"}]}}}"#,
    );
    for kind in ["STRING", "INTEGER", "ARRAY"] {
        assert!(output.contains(kind), "{output}");
    }
    assert!(output.contains(r#""nullable":true"#), "{output}");
}

#[test]
fn null_leaves_the_enum_when_the_node_becomes_nullable() {
    for schema in [
        r#"{"type":"object","properties":{"v":{"type":["string","null"],"enum":["a",null]}}}"#,
        r#"{"type":"object","properties":{"v":{"enum":["a",null]}}}"#,
    ] {
        for output in [gemini(schema), gemini_api(schema).to_uppercase().replace("\"A\"", "\"a\"")] {
            assert!(output.contains(r#"["a"]"#) && !output.contains("null,"), "{output}");
        }
    }
}

#[test]
fn null_that_no_alternative_allows_is_not_left_of_a_list() {
    let schema = r##"{"type":"object","properties":{"v":{"oneOf":[{"anyOf":[{"type":"string"},{"oneOf":[{"$ref":"#"}]}]}],"enum":["x",null]}}}"##;
    assert!(!gemini(schema).contains("nullable"), "{}", gemini(schema));
}

#[test]
fn patterns_of_schemas_that_apply_together_all_count() {
    let schema = r##"{"type":"object","properties":{"v":{"$ref":"#/$defs/N","patternProperties":{}}},"$defs":{"N":{"patternProperties":{"^x":{"type":"integer"}}}}}"##;
    let options = Options::default().mode(lapidary::Mode::RoundTrip);
    let output = transform_text(schema, &options, &Output::default()).expect("it is a schema");
    assert!(output.contains(r#""value":{"type":"INTEGER"}"#), "{output}");
}

/// The place of a thrown issue is converted to a column once, also after text that is not ASCII.
#[test]
fn a_thrown_issue_is_located_once() {
    let tool = r#"{"description":"éééé","name":"t","inputSchema":{"type":"string"}}"#;
    let output = Output::default().on_error(lapidary::OnError::Throw);
    let issue = transform_text(tool, &Options::default(), &output).expect_err("the tool takes no object");
    let at = tool.chars().take(issue.column as usize - 1).collect::<String>();
    assert!(tool[at.len()..].starts_with(r#""type""#), "{issue}");
}

/// Also tools that would be omitted for reasons beside their schema.
#[test]
fn no_tool_is_omitted_where_an_error_is_thrown() {
    let throws = |document: &str| {
        let output = Output::default().on_error(lapidary::OnError::Throw);
        transform_text(document, &Options::default(), &output)
            .map_err(|issue| (issue.code.as_str().to_owned(), issue.pointer))
    };
    let named: Vec<String> = (0..513).map(|number| format!(r#"{{"name":"f{number}"}}"#)).collect();
    let many = format!(r#"{{"tools":[{{"functionDeclarations":[{}]}}]}}"#, named.join(","));
    let pointer = "/tools/0/functionDeclarations/512/name";
    assert_eq!(throws(&many), Err(("GS058".to_owned(), pointer.to_owned())));
    let nameless = r#"{"tools":[{"name":"f","inputSchema":{"type":"object"}},{"inputSchema":{"type":"object"}}]}"#;
    assert_eq!(throws(nameless), Err(("GS043".to_owned(), "/tools/1".to_owned())));
    // A tool that is there twice loses nothing.
    let twice =
        r#"{"tools":[{"name":"f","inputSchema":{"type":"object"}},{"name":"f","inputSchema":{"type":"object"}}]}"#;
    assert!(throws(twice).is_ok());
}

/// Output that a rule adds is absent where the rule is switched off.
#[test]
fn what_a_rule_adds_goes_with_the_rule() {
    let rule = lapidary::Rule::find("GS068").expect("a rule");
    let options = Options::new(&lapidary::OPENAI_STRICT).without(rule);
    for inner in [r#"{"type":"object"}"#, r#"{"type":"object","required":[]}"#, r#"{"type":["object","null"]}"#] {
        let schema = format!(r#"{{"type":"object","properties":{{"a":{inner}}}}}"#);
        assert_eq!(transform_text(&schema, &options, &Output::default()).expect("it is a schema"), schema);
    }
}

/// Of many places, those that are reached first are reported.
#[test]
fn the_places_nearest_to_the_root_are_told() {
    let schema =
        r##"{"type":"object","properties":{"a":{"anyOf":[{"$ref":"#"},{"type":"object"}]},"b":{"uniqueItems":true}}}"##;
    let report = check(schema, &Options::new(&lapidary::LANGCHAIN));
    let issue = report.tools[0].issues.iter().find(|issue| issue.code == "GS036").expect("an issue");
    assert!(issue.outputs.iter().any(|place| place == "/properties/b"), "{:?}", issue.outputs);
}

/// Printing would write these differently; where no rule objects to them, their source is kept.
#[test]
fn what_no_rule_objects_to_leaves_as_it_came() {
    for (target, schema) in [
        (&GEMINI_API, r#"{"anyOf":[{"anyOf":[{"type":"null"}]}]}"#),
        (&GEMINI_JSON_SCHEMA, r#"{"anyOf":[{}],"required":[]}"#),
        (&GEMINI_JSON_SCHEMA, r#"{"oneOf":[{"type":"string"}],"required":[]}"#),
    ] {
        let whole = format!(r#"{{"type":"object","properties":{{"a":{schema}}}}}"#);
        let out = transform_text(&whole, &Options::new(target), &Output::default());
        assert_eq!(out.expect("it is a schema"), whole);
    }
}

#[test]
fn what_a_door_takes_as_it_came_stays_there() {
    // The brackets at the end have no room for a hint about what is not enforced.
    let full = format!("The page ({})", "a number of its address ".repeat(6));
    let alternative = format!(r#"{{ "minLength" : 10,  "description": "{full}" }}"#);
    let tool =
        format!(r#"{{"name":"t","parametersJsonSchema":{{"type":"object", "anyOf":[{alternative},{alternative}]}}}}"#);
    for target in [&GEMINI_JSON_SCHEMA, &AUTO] {
        let transformed = transform(&tool, &Options::new(target), &Output::default());
        assert_eq!(transformed.output.as_deref(), Some(tool.as_str()), "{}", target.id);
        assert!(transformed.tools().iter().all(|tool| !tool.report.issues.is_empty()), "{}", target.id);
    }
}

#[test]
fn a_field_in_which_objects_are_left_empty_is_the_second_choice() {
    let tool = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string","minLength":1,"maxLength":9},"m":{"type":"object","additionalProperties":{}}}}}"#;
    let transformed = transform(tool, &Options::new(&AUTO), &Output::default());
    let report = &transformed.tools()[0].report;
    assert_eq!((report.target, report.emptied.len()), ("gemini-json-schema", 0));
    let reason = "`parametersJsonSchema` is looser in 2 places; with `parameters`, models leave 1 object empty";
    assert_eq!(report.chosen.as_deref(), Some(reason));
}

#[test]
fn a_type_goes_with_its_keywords_where_a_union_excludes_it() {
    for (kind, keyword) in [("array", r#""items":{}"#), ("object", r#""properties":{"b":{}}"#)] {
        let schema =
            format!(r#"{{"anyOf":[{{"type":"string"}},{{"type":"null"}}],"type":["null","{kind}"],{keyword}}}"#);
        let tool = format!(r#"{{"name":"t","inputSchema":{{"type":"object","properties":{{"a":{schema}}}}}}}"#);
        let output = transform_text(&tool, &Options::new(&OPENAI_STRICT), &Output::default()).expect("a tool");
        assert!(!output.contains(&format!(r#""null","{kind}""#)), "{output}");
    }
}

#[test]
fn constants_of_another_type_leave_null_and_no_empty_list() {
    let excluded = r#"{"anyOf":[{"not":{"type":"string"},"type":"string","enum":[1.5,"a"]}]}"#;
    for schema in [
        format!(r#"{{"anyOf":[{excluded},{{"type":"null"}}]}}"#),
        r#"{"anyOf":[{"type":"string","nullable":true,"enum":[1]},{"type":"string","nullable":true,"enum":[2]}]}"#
            .into(),
    ] {
        let tool = format!(r#"{{"name":"t","inputSchema":{{"type":"object","properties":{{"a":{schema}}}}}}}"#);
        let output = gemini(&tool);
        assert!(output.contains("(always null)") && !output.contains("\"enum\""), "{output}");
    }
}

#[test]
fn nullable_stays_beside_null() {
    for nullable in ["true", "false"] {
        let null = format!(r#"{{"type":"null","nullable":{nullable}}}"#);
        for schema in [null.clone(), format!(r#"{{"anyOf":[{{"type":"string"}},{null}]}}"#)] {
            let tool = format!(r#"{{"name":"t","parameters":{{"type":"object","properties":{{"a":{schema}}}}}}}"#);
            for target in [&GEMINI_API, &VERTEX_AI] {
                let output = transform_text(&tool, &Options::new(target), &Output::default()).expect("a tool");
                assert!(schema != null || output == tool, "{}: {output}", target.id);
            }
        }
    }
}

#[test]
fn a_field_that_is_stricter_is_the_second_choice() {
    // In `parameters`, references unfold to four levels only.
    let tool = r##"{"name":"t","inputSchema":{"type":"object","properties":{"n":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"object","properties":{"n":{"$ref":"#/$defs/N"},"a":{"type":"string","minLength":1,"maxLength":9}}}}}}"##;
    let transformed = transform(tool, &Options::new(&AUTO), &Output::default());
    let report = &transformed.tools()[0].report;
    let reason = "`parametersJsonSchema` is looser in 2 places; `parameters` is stricter in 1 place";
    assert_eq!((report.target, report.chosen.as_deref()), ("gemini-json-schema", Some(reason)));
}

#[test]
fn numbers_read_from_strings_may_contradict_what_is_beside_their_union() {
    let schema = r#"{"anyOf":[{"type":"integer","enum":["007"]},{"type":"null"}],"const":1}"#;
    let tool = format!(r#"{{"name":"t","inputSchema":{{"type":"object","properties":{{"a":{schema}}}}}}}"#);
    let again = |text: &str| transform_text(text, &Options::new(&GEMINI_JSON_SCHEMA), &Output::default());
    let once = again(&tool).expect("it is a tool");
    assert_eq!(again(&once).expect("it is a declaration"), once);
}

#[test]
fn keywords_of_later_drafts_are_no_parameters() {
    let schema = r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"type":"string"}},"unevaluatedProperties":{"type":"boolean"},"dependentSchemas":{"items":{"type":"string"}}}"#;
    assert_eq!(gemini(schema), r#"{"type":"OBJECT","properties":{"a":{"type":"STRING"}}}"#);
}

#[test]
fn the_type_of_the_arguments_is_no_list() {
    for (types, values) in
        [(r#"["object"]"#, ""), (r#"["object"]"#, r#","enum":[{}]"#), (r#"["object","null"]"#, r#","enum":[{}]"#)]
    {
        let tool = format!(
            r#"{{"name":"t","inputSchema":{{"type":{types},"properties":{{"a":{{"type":"string"}}}}{values}}}}}"#
        );
        for target in [&GEMINI_JSON_SCHEMA, &OPENAI_STRICT] {
            let again = |text: &str| transform_text(text, &Options::new(target), &Output::default());
            let once = again(&tool).expect("it is a tool");
            assert!(!once.contains(r#""type":["object""#), "{once}");
            assert_eq!(again(&once).expect("it is a declaration"), once);
        }
    }
}

#[test]
fn null_goes_to_no_alternative_of_its_own_whatever_is_beside_its_union() {
    for beside in
        [r#"{"format":"x"}"#, r#"{"additionalItems":{}}"#, r#"{"patternProperties":{}}"#, r#"{"minLength":1}"#]
    {
        let union = format!(r#"{{"anyOf":[{{"type":"string"}},{{}}],"oneOf":[{beside}],"required":["b"]}}"#);
        let output =
            gemini(&format!(r#"{{"type":"object","properties":{{"a":{{"anyOf":[{union},{{"type":"null"}}]}}}}}}"#));
        assert!(output.contains("nullable") && !output.contains("NULL"), "{output}");
    }
    let never = r#"{"type":"null","not":{"not":{"type":"object"}}}"#;
    let union = format!(r#"{{"anyOf":[{{"anyOf":[{never},{{"oneOf":[{{"type":"integer"}}]}}]}},{{"type":"null"}}]}}"#);
    let output = gemini(&format!(r#"{{"type":"object","properties":{{"a":{union}}}}}"#));
    assert!(output.contains(r#""type":"INTEGER","nullable":true"#), "{output}");
}

#[test]
fn a_loss_in_a_union_within_a_union_is_reported() {
    let schema =
        r#"{"anyOf":[{"oneOf":[{"type":"object"},{"type":"object","additionalProperties":{"type":"string"}}]}]}"#;
    let transformed = transform(schema, &Options::default(), &Output::default());
    let issues = &transformed.tools()[0].report.issues;
    assert!(issues.iter().any(|issue| issue.accepts_less.is_some()), "{issues:?}");
}

#[test]
fn a_map_of_a_schema_into_itself_stays_beside_patterns() {
    let schema =
        r##"{"type":"object","patternProperties":{"^n_":{"type":"integer"}},"additionalProperties":{"$ref":"#"}}"##;
    let output = transform_text(schema, &Options::new(&VERTEX_AI), &Output::default()).expect("it is a schema");
    let map = r#"{"type":"object","additionalProperties":{"anyOf":[{"type":"integer"},{"type":"object","description":"#;
    assert!(output.starts_with(map), "{output}");
}

#[test]
fn the_last_of_a_tools_doubled_members_is_read_and_the_others_are_reported() {
    let tool = r#"{"name":"m","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}},
        "inputSchema":{"type":"object"},"na\u006de":"n"}"#;
    let report = check(tool, &Options::default());
    let doubled: Vec<_> = report.tools[0].issues.iter().filter(|issue| issue.code == "GS052").collect();
    assert_eq!(doubled.iter().map(|issue| issue.pointer.as_str()).collect::<Vec<_>>(), ["/name", "/inputSchema"]);
    assert_eq!(report.tools[0].name, "n");
}

#[test]
fn any_other_property_is_no_finding_beside_patterns() {
    let schema = r#"{"type":"object","additionalProperties":true,"patternProperties":{"^x":{"type":"boolean"}}}"#;
    let report = check(schema, &Options::new(&GEMINI_JSON_SCHEMA));
    assert!(report.tools[0].issues.iter().all(|issue| issue.code == "GS033"), "{:?}", report.tools[0].issues);
}

/// Of two fields that lose the same, the declaration's own is chosen, and the reason says so.
#[test]
fn of_equals_auto_takes_the_field_that_the_tool_came_in() {
    let schema =
        r#"{"type":"object","properties":{"e":{"enum":["a","b"]},"n":{"type":"integer","exclusiveMinimum":0}}}"#;
    let chosen = |tool: &str| {
        let transformed = transform(tool, &Options::new(&AUTO), &Output::default());
        let report = &transformed.tools()[0].report;
        (report.target, report.chosen.clone().unwrap_or_default())
    };
    let both = "`parametersJsonSchema` accepts what the tool accepts; `parameters` accepts what the tool accepts";
    let (target, reason) = chosen(&format!(r#"{{"name":"f","inputSchema":{schema}}}"#));
    assert_eq!((target, reason.as_str()), ("gemini-json-schema", both));
    let (target, reason) = chosen(&format!(r#"[{{"functionDeclarations":[{{"name":"f","parameters":{schema}}}]}}]"#));
    assert_eq!((target, reason), ("gemini-api", format!("{both}; the tool came in `parameters`")));
}

#[test]
fn a_reference_alone_in_an_all_of_stays_a_reference() {
    let outputs = |property: &str| {
        let node = format!(r#"{{"type":"object","properties":{{"next":{property}}}}}"#);
        let schema = format!(r#"{{"type":"object","properties":{{"a":{property}}},"$defs":{{"Node":{node}}}}}"#);
        [&GEMINI_JSON_SCHEMA, &OPENAI_STRICT]
            .map(|target| transform_text(&schema, &Options::new(target), &Output::default()).expect("it is a schema"))
    };
    let expected = outputs(r##"{"description":"d","$ref":"#/$defs/Node"}"##);
    for property in [
        r##"{"title":"as pydantic 1 writes a field","description":"d","allOf":[{"$ref":"#/$defs/Node"}]}"##,
        r##"{"description":"d","allOf":[{"allOf":[{"$ref":"#/$defs/Node","description":"of the reference"}]}]}"##,
    ] {
        assert_eq!(outputs(property), expected);
    }
    let constrained = outputs(r##"{"description":"d","allOf":[{"$ref":"#/$defs/Node"}],"required":["next"]}"##);
    assert!(constrained.iter().all(|output| !output.contains(r#""$ref":"#)), "{constrained:?}");
}
