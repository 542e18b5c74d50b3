//! Hostile inputs, each of which must get a result, or an issue with a place. The result is asserted; that there is one
//! at all is shown by the test ending.

use lapidary::{
    Emit, GEMINI_JSON_SCHEMA, Mode, Options, Output, Severity, Status, TARGETS, check, diff, transform, transform_text,
};

/// Transforms for every target and output form; asserts that the output is JSON, or that there is an issue.
fn answer(text: &str) -> Vec<Option<String>> {
    let mut answers = Vec::new();
    for target in TARGETS {
        for emit in [Emit::Declarations, Emit::Same, Emit::Request] {
            let out = transform(text, &Options::new(target), &Output::default().emit(emit));
            match &out.output {
                Some(output) => {
                    assert!(lapidary::internal::read(output).is_ok(), "no JSON for {} from {text:.80}", target.id);
                }
                None => assert!(!out.issues().is_empty(), "neither output nor issue for {text:.80}"),
            }
            for issue in out.issues().iter().chain(out.tools().iter().flat_map(|tool| &tool.report.issues)) {
                assert!(issue.line >= 1 && issue.column >= 1 && issue.span.end as usize <= text.len());
            }
            answers.push(out.output);
        }
    }
    answers
}

#[test]
fn text_that_is_no_json_is_an_issue_with_a_place() {
    for (text, line, column) in [
        ("", 1, 1),
        ("  \n ", 2, 2),
        ("{\"a\": }", 1, 7),
        ("[1,\n 2", 2, 3),
        ("\"\\x\"", 1, 2),
        ("\r\n\r\n{'a'}", 3, 2),
    ] {
        let report = check(text, &Options::default());
        assert_eq!(report.tools.len(), 0);
        let issue = &report.issues[0];
        assert_eq!(
            (issue.code.as_str(), issue.severity, issue.line, issue.column),
            ("invalid-json", Severity::Error, line, column),
            "{text:?}"
        );
        assert!(!issue.help.is_empty());
        assert!(transform_text(text, &Options::default(), &Output::default()).is_err());
        assert!(answer(text).iter().all(Option::is_none));
    }
}

#[test]
fn json_that_holds_no_schema_is_an_issue() {
    for text in ["5", "\"x\"", "[]", "null", "[1]", "[{\"a\":1}]"] {
        assert_eq!(check(text, &Options::default()).issues[0].code.as_str(), "no-schema", "{text}");
        assert!(answer(text).iter().all(Option::is_none));
    }
}

#[test]
fn schemas_that_say_nothing_take_no_arguments() {
    for text in ["true", "{}", "{\"type\":\"object\"}"] {
        let empty = transform_text(text, &Options::default(), &Output::default()).expect("it is a schema");
        assert_eq!(empty, r#"{"type":"OBJECT","properties":{}}"#, "{text}");
    }
    let report = check("false", &Options::default());
    assert_eq!(report.tools[0].status, Status::Incompatible);
    for text in [r#"{"name":"f","description":"d"}"#, r#"{"name":"f","description":"d","inputSchema":null}"#] {
        let declaration = transform_text(text, &Options::default(), &Output::default()).expect("it is a tool");
        assert_eq!(declaration, r#"{"name":"f","description":"d"}"#);
    }
}

#[test]
fn any_nesting_is_read() {
    for (open, close) in [
        (r#"{"properties":{"a":"#, "}}"),
        (r#"{"type":"array","items":"#, "}"),
        (r#"{"anyOf":["#, "]}"),
        (r#"{"allOf":["#, "]}"),
        (r#"{"not":"#, "}"),
        (r#"{"$ref":"#, "}"),
        (r#"{"default":"#, "}"),
        (r#"{"x":"#, "}"),
        (r#"{"enum":["#, "]}"),
    ] {
        let levels = 200_000;
        let text = format!("{}{{}}{}", open.repeat(levels), close.repeat(levels));
        for answer in answer(&text) {
            assert!(answer.is_some_and(|answer| answer.len() <= text.len() + 4_000), "{open}");
        }
    }
    assert!(answer(&"[".repeat(200_000)).iter().all(Option::is_none));
}

/// `levels` definitions, each with two references to the one before.
fn bomb(levels: usize, shape: impl Fn(usize) -> String) -> String {
    let definitions: Vec<String> = (1..=levels).map(|level| format!("\"D{level}\":{}", shape(level - 1))).collect();
    format!(
        r##"{{"type":"object","properties":{{"x":{{"$ref":"#/$defs/D{levels}"}}}},"$defs":{{"D0":{{"type":"string"}},{}}}}}"##,
        definitions.join(",")
    )
}

#[test]
fn references_that_multiply_end() {
    let object = |to| {
        format!(
            r##"{{"type":"object","properties":{{"l":{{"$ref":"#/$defs/D{to}"}},"r":{{"$ref":"#/$defs/D{to}"}}}}}}"##
        )
    };
    let required = |to| {
        format!(
            r##"{{"type":"object","required":["l","r"],"properties":{{"l":{{"$ref":"#/$defs/D{to}"}},"r":{{"$ref":"#/$defs/D{to}"}}}}}}"##
        )
    };
    let union = |to| {
        format!(
            r##"{{"anyOf":[{{"$ref":"#/$defs/D{to}"}},{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/D{to}"}}}}}}]}}"##
        )
    };
    let all = |to| format!(r##"{{"allOf":[{{"$ref":"#/$defs/D{to}"}},{{"$ref":"#/$defs/D{to}"}}]}}"##);
    for text in [bomb(30, object), bomb(30, required), bomb(30, union), bomb(30, all)] {
        for answer in answer(&text) {
            assert!(answer.is_some_and(|answer| answer.len() < 400_000));
        }
    }
}

#[test]
fn cycles_end() {
    for text in [
        r##"{"$ref":"#"}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#/properties/a"}}}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}}}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"allOf":[{"$ref":"#/$defs/A"},{"type":"string"}]}}}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"string"}]}}}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"array","items":{"$ref":"#/$defs/A"}}}}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"],"$defs":{"A":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/A"}},"required":["a"]}}}"##,
    ] {
        assert!(answer(text).iter().all(Option::is_some), "{text}");
    }
}

#[test]
fn long_chains_of_references_are_followed() {
    let levels = 50_000;
    let chain: Vec<String> =
        (1..=levels).map(|level| format!(r##""D{level}":{{"$ref":"#/$defs/D{}"}}"##, level - 1)).collect();
    let text = format!(
        r##"{{"type":"object","properties":{{"x":{{"$ref":"#/$defs/D{levels}"}}}},"$defs":{{"D0":{{"type":"string"}},{}}}}}"##,
        chain.join(",")
    );
    let out = transform_text(&text, &Options::default(), &Output::default()).expect("it is a schema");
    assert_eq!(out, r#"{"type":"OBJECT","properties":{"x":{"type":"STRING"}}}"#);
}

#[test]
fn wrong_kinds_everywhere_are_reported_and_survived() {
    let values =
        ["5", "-1.5", "\"a\"", "[1]", "[]", "{}", "{\"a\":1}", "null", "true", "[[\"a\"]]", "[{}]", "{\"a\":{}}"];
    for keyword in lapidary::internal::KEYWORDS {
        for value in values {
            for text in [
                format!(r#"{{"type":"object","properties":{{"x":{{"{}":{value}}}}}}}"#, keyword.name),
                format!(r#"{{"{}":{value}}}"#, keyword.name),
                format!(r#"{{"type":["string","array","object"],"{}":{value},"nullable":true}}"#, keyword.name),
            ] {
                answer(&text);
            }
        }
    }
}

#[test]
fn large_documents_are_read() {
    let property = |at: usize| format!(r#""p{at}":{{"type":["string","null"],"description":"é {at}"}}"#);
    let properties: Vec<String> = (0..100_000).map(property).collect();
    let text = format!(r#"{{"type":"object","properties":{{{}}}}}"#, properties.join(","));
    let report = check(&text, &Options::default());
    let lists: Vec<_> = report.tools[0].issues.iter().filter(|issue| issue.code.as_str() == "GS024").collect();
    assert_eq!(lists.len(), 1_000);
    assert!(lists[999].message.ends_with("; 99000 more of the same kind in this tool are not listed"));
    assert_eq!((lists[0].unlisted, lists[999].unlisted), (0, 99_000));
    let required: Vec<String> = (0..100_000).map(|at| format!("\"p{at}\"")).collect();
    let text =
        format!(r#"{{"type":"object","required":[{}],"properties":{{{}}}}}"#, required.join(","), properties.join(","));
    assert!(transform_text(&text, &Options::default(), &Output::default()).is_ok());
    let values: Vec<String> = (0..100_000).map(|at| format!("\"v{at}\"")).collect();
    let text = format!(r#"{{"type":"object","properties":{{"x":{{"enum":[{}]}}}}}}"#, values.join(","));
    assert!(transform_text(&text, &Options::default(), &Output::default()).is_ok());
}

#[test]
fn odd_names_and_texts_stay_data() {
    let text = "\u{feff}{\r\n\"type\":\"object\",\r\n\"properties\":{\"__proto__\":{\"type\":\"string\"},\"\\u0061\":{\"type\":\"number\",\"maximum\":1e400}}}\r\n";
    let out = transform_text(text, &Options::default(), &Output::default()).expect("it is a schema");
    assert_eq!(out, r#"{"type":"OBJECT","properties":{"__proto__":{"type":"STRING"},"\u0061":{"type":"NUMBER"}}}"#);
    let difference = diff(text, &Options::default(), None);
    assert!(difference.unified.contains("-      \"maximum\": 1e400"), "{}", difference.unified);
    answer(
        r#"{"type":"object","properties":{"a":{"type":"string","description":"\ud800"},"\udfff":{"type":"string"}}}"#,
    );
}

#[test]
fn a_diff_writes_no_definition_out_without_end() {
    let members: Vec<String> =
        (0..500).map(|at| format!(r#""q{at}":{{"type":"string","description":"of use"}}"#)).collect();
    let definition =
        format!(r##"{{"type":"object","properties":{{{},"n":{{"$ref":"#/$defs/B"}}}}}}"##, members.join(","));
    let users: Vec<String> = (0..200).map(|at| format!(r##""p{at}":{{"$ref":"#/$defs/B"}}"##)).collect();
    let required: Vec<String> = (0..200).map(|at| format!(r#""p{at}""#)).collect();
    let text = format!(
        r#"{{"type":"object","$defs":{{"B":{definition}}},"properties":{{{}}},"required":[{}]}}"#,
        users.join(","),
        required.join(",")
    );
    let unified = diff(&text, &Options::default(), None).unified;
    assert!(unified.contains("// moved here from #/$defs/B"), "{unified:.400}");
    assert!(unified.len() < 20 * text.len(), "{} bytes of {}", unified.len(), text.len());
}

#[test]
fn what_is_found_below_a_long_name_is_said_in_short() {
    let name = "é".repeat(2_500);
    let inner: Vec<String> = (0..400).map(|at| format!(r#""p{at}":{{"type":["string","integer"]}}"#)).collect();
    let inner = inner.join(",");
    let text = format!(
        r#"{{"type":"object","properties":{{"{name}":{{"type":"object","properties":{{{inner}}},"{name}":1}},{inner}}}}}"#
    );
    let report = check(&text, &Options::default());
    let issues = &report.tools[0].issues;
    let [mut inside, mut outside] = [0, 0];
    for issue in issues {
        let places = issue.pointer.len().max(issue.path.len());
        assert!(places <= 4_096 && issue.subject.len() < 600, "{}", issue.pointer);
        assert!(issue.message.len() < 1_500, "{}", issue.message);
        inside += usize::from(issue.pointer == "/properties" && issue.column > 1_000);
        outside += usize::from(issue.pointer == "/properties/p7/type");
    }
    assert!(inside > 100 && outside == 1, "{inside} and {outside} of {}", issues.len());
}

/// A schema whose property `x` is this schema.
fn argument(schema: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"x":{schema}}}}}"#)
}

/// The results of `make` for the numbers from 0 up to `below`, separated by commas.
fn each(below: usize, make: impl Fn(usize) -> String) -> String {
    (0..below).map(make).collect::<Vec<_>>().join(",")
}

#[test]
fn brackets_that_end_a_description_open_take_a_hint() {
    for (description, said) in
        [("see (", "see ( (multiple of 15)"), ("((", "(( (multiple of 15)"), ("a)(", "a)( (multiple of 15)")]
    {
        let text = argument(&format!(r#"{{"type":"integer","multipleOf":15,"description":"{description}"}}"#));
        let out = transform_text(&text, &Options::default(), &Output::default()).expect("it is a schema");
        assert!(out.contains(&format!(r#""description":"{said}""#)), "{out}");
    }
}

#[test]
fn many_alternatives_that_look_alike_are_coded() {
    let maps = each(1_500, |at| {
        format!(
            r#"{{"type":"object","properties":{{"m":{{"type":"object","additionalProperties":{{"type":"string"}}}},"k_{at}":{{"type":"integer"}}}}}}"#
        )
    });
    let tagged = each(4_000, |at| {
        format!(
            r#"{{"type":"object","properties":{{"k":{{"enum":["v{at}","w{at}"]}},"m":{{"type":"object","additionalProperties":{{"type":"integer"}}}}}},"required":["k"]}}"#
        )
    });
    let wrapped =
        each(4_000, |at| format!(r#"{{"type":"object","additionalProperties":{{"type":"string","maxLength":{at}}}}}"#));
    for union in [maps, tagged, wrapped] {
        let text = argument(&format!(r#"{{"anyOf":[{union}]}}"#));
        for target in TARGETS {
            let out = transform(&text, &Options::new(target).mode(Mode::RoundTrip), &Output::default());
            assert!(out.output.is_some(), "{}", target.id);
        }
    }
}

#[test]
fn definitions_of_one_name_are_named() {
    let count = 8_000;
    let users = each(count, |at| format!(r##""p{at}":{{"$ref":"#/properties/q{at}/definitions/N"}}"##));
    let holders = each(count, |at| {
        format!(
            r##""q{at}":{{"type":"object","definitions":{{"N":{{"type":"object","properties":{{"s":{{"$ref":"#/properties/q{at}/definitions/N"}}}}}}}}}}"##
        )
    });
    let text = format!(r#"{{"type":"object","properties":{{{users},{holders}}}}}"#);
    let out = transform_text(&text, &Options::new(&GEMINI_JSON_SCHEMA), &Output::default()).expect("it is a schema");
    assert!(out.contains(&format!(r##"{{"$ref":"#/$defs/N_{count}"}}"##)), "{out:.400}");
}

#[test]
fn long_lists_of_values_meet() {
    let count = 100_000;
    let listed = each(count, |at| at.to_string());
    let others = each(count, |at| format!("{}.0", 2 * (count - at)));
    let text = argument(&format!(r#"{{"type":"number","allOf":[{{"enum":[{listed}]}},{{"enum":[{others}]}}]}}"#));
    let out = transform_text(&text, &Options::new(&GEMINI_JSON_SCHEMA), &Output::default()).expect("it is a schema");
    assert!(out.contains("[2,4,6,") && out.ends_with("99998]}}}"), "{out:.400}");
    for target in TARGETS {
        for mode in [Mode::DropIn, Mode::RoundTrip] {
            let text = argument(&format!(r#"{{"enum":[{listed},"0"]}}"#));
            assert!(transform(&text, &Options::new(target).mode(mode), &Output::default()).output.is_some());
        }
    }
}

#[test]
fn unions_that_list_each_other_are_soon_read() {
    let count = 20;
    let union = |at: usize| {
        let others = each(count, |to| format!(r##"{{"$ref":"#/$defs/U{to}"}}"##));
        format!(
            r##""U{at}":{{"anyOf":[{others},{{"type":"object","properties":{{"p{at}":{{"$ref":"#/$defs/U0"}}}}}}]}}"##
        )
    };
    let text = format!(
        r##"{{"type":"object","properties":{{"x":{{"$ref":"#/$defs/U0"}}}},"$defs":{{{}}}}}"##,
        each(count, union)
    );
    assert!(answer(&text).iter().all(Option::is_some));
}

#[test]
fn an_effect_is_listed_whatever_else_of_its_rule_is_not() {
    let names = each(3_000, |at| format!(r#""n{at}""#));
    let text =
        format!(r##"{{"name":"t","inputSchema":{{"if":{{"$ref":"#/$defs/x"}},"then":{{"required":[{names}]}}}}}}"##);
    let report = check(&text, &Options::default());
    let of_rule = || report.tools[0].issues.iter().filter(|issue| issue.code == "GS018");
    assert!(of_rule().any(|issue| issue.accepts_more.as_deref() == Some("values that the condition rules out")));
    assert!(of_rule().count() < 1_010 && of_rule().any(|issue| issue.unlisted > 1_000));
}

#[test]
fn what_stands_in_great_numbers_in_one_schema_is_looked_at_once() {
    let unknown = argument(&format!(r#"{{"type":"string",{}}}"#, each(20_000, |at| format!(r#""x-{at}":{at}"#))));
    let union = |at: usize| format!(r#"{{"anyOf":[{{"required":["a{at}"]}},{{"required":["b{at}"]}}]}}"#);
    let unions = argument(&format!(r#"{{"type":"object","allOf":[{}]}}"#, each(100, union)));
    for text in [unknown, unions] {
        assert!(answer(&text).iter().all(Option::is_some));
    }
}
