//! Members of objects that are impossible, forbidden, or required by name alone, and values of which little is stated.

use lapidary::{
    Emit, GEMINI, GEMINI_JSON_SCHEMA, Issue, Mode, OPENAI_STRICT, Options, Output, Target, check, transform,
    transform_text,
};

fn tool(p: &str) -> String {
    let schema =
        format!(r#"{{"type":"object","properties":{{"p":{p}}},"required":["p"],"additionalProperties":false}}"#);
    format!(r#"{{"name":"f","inputSchema":{schema}}}"#)
}

/// A tool whose property `p` has this schema, as it is declared; without hints, in the envelope of the source.
fn declared(p: &str, target: &Target, mode: Mode) -> String {
    let options = Options::new(target).mode(mode).hints(false);
    transform_text(&tool(p), &options, &Output::default().emit(Emit::Same)).expect("it is readable")
}

fn issues(p: &str, target: &Target) -> Vec<Issue> {
    check(&tool(p), &Options::new(target)).tools.into_iter().flat_map(|tool| tool.issues).collect()
}

#[test]
fn a_member_that_only_the_target_requires_may_be_impossible() {
    let object = |member: &str, other: &str| {
        let [member, other] = [member, other].map(|name| format!(r#""{name}":"#));
        format!(
            r#"{{"type":"object","properties":{{{member}{{"type":"string"}},{other}{{"not":{{}}}}}},"required":[{}]}}"#,
            member.trim_end_matches(':')
        )
    };
    let left = |name: &str| {
        format!(
            r#"{{"type":"object","properties":{{"{name}":{{"type":"string"}}}},"additionalProperties":false,"required":["{name}"]}}"#
        )
    };
    for (given, expected) in [
        (object("a", "b"), left("a")),
        (
            format!(r#"{{"type":"array","items":{}}}"#, object("a", "b")),
            format!(r#"{{"type":"array","items":{}}}"#, left("a")),
        ),
        (
            format!(r#"{{"anyOf":[{},{}]}}"#, object("a", "b"), object("b", "a")),
            format!(r#"{{"anyOf":[{},{}]}}"#, left("a"), left("b")),
        ),
    ] {
        for mode in [Mode::DropIn, Mode::RoundTrip] {
            assert_eq!(declared(&given, &OPENAI_STRICT, mode), tool(&expected));
        }
    }
}

#[test]
fn an_optional_member_without_a_type_may_be_absent() {
    for (keyword, kind) in
        [(r#""items":{"type":"string"}"#, "array"), (r#""minimum":3"#, "number"), (r#""pattern":"a""#, "string")]
    {
        let optional = format!(r#"{{"type":"object","properties":{{"a":{{{keyword}}}}}}}"#);
        let seen = declared(&optional, &OPENAI_STRICT, Mode::RoundTrip);
        assert!(
            seen.contains(&format!(r#""a":{{"anyOf":[{{"type":"{kind}",{keyword}}},{{"type":"null"}}]}}"#)),
            "{seen}"
        );
    }
    // Null is a value of its own where any is allowed.
    let any = r#"{"type":"object","properties":{"a":{}}}"#;
    let codec = transform(&tool(any), &Options::new(&OPENAI_STRICT).mode(Mode::RoundTrip), &Output::default());
    let call = codec.declared().pop().expect("a tool").codec.restore("f", r#"{"p":{"a":null}}"#);
    assert_eq!((call.args.as_str(), call.issues), (r#"{"p":{"a":null}}"#, vec![]));
}

#[test]
fn a_required_member_of_a_closed_object_has_the_schema_of_its_pattern() {
    let given = r#"{"type":"object","required":["xa"],"patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}"#;
    let seen = declared(given, &GEMINI, Mode::DropIn);
    assert!(seen.contains(r#""required":["xa"],"properties":{"xa":{"type":"string"}}"#), "{seen}");
}

#[test]
fn a_member_that_a_closed_base_forbids_is_named() {
    let base = r#"{"type":"object","properties":{"id":{"type":"string"}},"additionalProperties":false}"#;
    let given = format!(r#"{{"allOf":[{base},{{"properties":{{"extra":{{"type":"string"}}}}}}]}}"#);
    let named = issues(&given, &GEMINI).into_iter().find(|issue| issue.message.contains(r#"forbids "extra""#));
    assert_eq!(named.expect("a finding").fix.as_deref(), Some(r#""extra" omitted"#));
}

#[test]
fn a_map_of_unevaluated_properties_is_encoded_as_one() {
    let given = r#"{"type":"object","unevaluatedProperties":{"type":"number"}}"#;
    let seen = declared(given, &GEMINI, Mode::RoundTrip);
    assert!(seen.contains(r#"{"key":{"type":"string"},"value":{"type":"number"}}"#), "{seen}");
}

#[test]
fn encoding_tells_alternatives_apart_by_their_numbers() {
    let alternative = |kind: u8, name: &str| {
        format!(
            r#"{{"type":"object","properties":{{"kind":{{"const":{kind}}},"{name}":{{"type":"integer"}}}},"required":["kind"],"additionalProperties":false}}"#
        )
    };
    let given = format!(r#"{{"anyOf":[{},{},{}]}}"#, alternative(1, "x"), alternative(2, "x"), alternative(3, "y"));
    let done = transform(&tool(&given), &Options::new(&OPENAI_STRICT).mode(Mode::RoundTrip), &Output::default());
    let codec = done.declared().pop().expect("a tool").codec;
    for (original, wire) in [
        (r#"{"p":{"kind":3}}"#, r#"{"p":{"kind":3,"y":null}}"#),
        (r#"{"p":{"kind":2}}"#, r#"{"p":{"kind":2,"x":null}}"#),
    ] {
        let call = codec.encode("f", original);
        assert_eq!((call.args.as_str(), call.issues), (wire, vec![]));
        assert_eq!(codec.restore("f", wire).args, original);
    }
}

#[test]
fn a_keyword_leaves_with_the_one_that_led_it() {
    for (given, orphans) in [
        (r#"{"type":"array","contains":{"const":1},"minContains":2}"#, ["minContains", "contains"]),
        (r#"{"type":"object","if":{"properties":{"k":{"const":true}}},"then":{"required":["a"]}}"#, ["then", "if"]),
    ] {
        let seen = declared(given, &GEMINI_JSON_SCHEMA, Mode::DropIn);
        assert!(orphans.iter().all(|keyword| !seen.contains(&format!("\"{keyword}\""))), "{seen}");
        let [orphan, leader] = orphans;
        let says = |issue: &Issue| issue.message.contains(&format!("has no effect without `{leader}`"));
        assert!(issues(given, &GEMINI_JSON_SCHEMA).iter().any(says), "{orphan}");
    }
    let alone = r#"{"type":"array","minContains":2}"#;
    assert_eq!(declared(alone, &GEMINI_JSON_SCHEMA, Mode::DropIn), tool(alone), "it has no effect, and is no harm");
}

#[test]
fn a_member_that_states_itself_that_it_is_required_is_listed_once() {
    let given = r#"{"type":"object","properties":{"a":{"type":"string","required":true}},"required":["a"]}"#;
    assert!(!issues(given, &GEMINI).iter().any(|issue| issue.message.contains("twice")));
}

#[test]
fn hints_state_what_each_item_of_a_tuple_is() {
    for (positions, rest, words) in [
        (
            r#"{"type":"number","minimum":-90,"maximum":90},{"type":"number","maximum":5}"#,
            "false",
            "number from -90 to 90, number at most 5",
        ),
        (r#"{"const":"add"},{"type":"string","pattern":"^[A-Z]{2}$"}"#, "false", "add, string that matches ^[A-Z]{2}$"),
        (
            r#"{"type":["string","null"]},{"type":"array","items":{"type":"integer"}},{"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
            "false",
            "string or null, array of integers, string or integer",
        ),
        (
            r#"{"type":"integer","minimum":0,"multipleOf":5}"#,
            "{}",
            "integer at least 0 that is a multiple of 5; then value",
        ),
        (r#"{"enum":["a","b"]},{"type":"integer"}"#, r#"{"type":"boolean"}"#, "a or b, integer; then boolean"),
    ] {
        let given = format!(r#"{{"type":"array","prefixItems":[{positions}],"items":{rest}}}"#);
        let done = transform_text(&tool(&given), &Options::new(&GEMINI), &Output::default()).expect("it is readable");
        assert!(done.contains(&format!("(items in order: {words})")), "{done}");
        let found = issues(&given, &GEMINI);
        assert!(
            found.iter().any(|issue| issue.accepts_more.as_deref() == Some("items that only another position allows"))
        );
        assert!(!found.iter().any(|issue| issue.code == "GS063"), "positions are no equivalents");
    }
}

#[test]
fn strict_mode_takes_lists_of_types() {
    for list in [r#"{"type":["integer","string"]}"#, r#"{"type":["string","number","null"],"pattern":"a","minimum":1}"#]
    {
        assert_eq!(declared(list, &OPENAI_STRICT, Mode::DropIn), tool(list));
        assert!(issues(list, &OPENAI_STRICT).is_empty(), "{list}");
    }
    let options = Options::new(&OPENAI_STRICT).mode(Mode::RoundTrip);
    let text = tool(r#"{"type":["integer","string"]}"#);
    let transformed = transform(&text, &options, &Output::default());
    let codec = &transformed.tools()[0].codec;
    for (sent, given) in [(r#"{"p":5.0}"#, r#"{"p":5}"#), (r#"{"p":"5.0"}"#, r#"{"p":"5.0"}"#)] {
        assert_eq!(codec.restore("f", sent).args, given);
    }
}

#[test]
fn what_only_the_codec_needs_is_no_error() {
    let union = tool(r#"{"type":"string","anyOf":[{"type":"string","const":"a"},{"type":"integer"}]}"#);
    for mode in [Mode::DropIn, Mode::RoundTrip] {
        let report = check(&union, &Options::new(&OPENAI_STRICT).mode(mode));
        assert_eq!(report.tools[0].status, lapidary::Status::Compatible, "{mode:?}");
    }
}

#[test]
fn a_map_of_one_alternative_and_the_members_of_another_are_combined() {
    let union =
        r#"{"name":"f","inputSchema":{"anyOf":[{"required":["a","b"]},{"additionalProperties":{"type":"object"}}]}}"#;
    let report = check(union, &Options::new(&GEMINI));
    let gains: Vec<_> = report.tools[0].issues.iter().filter_map(|issue| issue.accepts_more.as_deref()).collect();
    assert!(gains.iter().any(|gain| gain.contains("combinations of properties")), "{gains:?}");
}

/// `items` of an object, or `properties` of an array, describe no value of it, and so do not say how to restore it.
#[test]
fn keywords_of_other_types_have_no_part_in_the_codec() {
    let integers = r#"{"type":"integer"}"#;
    for (p, args) in [
        (format!(r#"{{"type":"object","items":{integers}}}"#), r#"{"p":{"n":1.0}}"#),
        (format!(r#"{{"type":["object","null"],"items":{integers}}}"#), r#"{"p":{"n":1.0}}"#),
        (format!(r#"{{"type":"string","items":{{"type":"object","properties":{{"n":{integers}}}}}}}"#), r#"{"p":"1"}"#),
        (format!(r#"{{"type":"array","properties":{{"n":{integers}}}}}"#), r#"{"p":[1.0]}"#),
    ] {
        assert_eq!(restored(&p, args), (args.to_owned(), 0), "{p}");
    }
}

#[test]
fn values_of_each_type_are_restored_by_their_own_keywords() {
    let p = r#"{"type":["array","object"],"items":{"type":"integer"},"properties":{"n":{"type":"integer"}}}"#;
    assert_eq!(restored(p, r#"{"p":[1.0]}"#), (r#"{"p":[1]}"#.to_owned(), 0));
    assert_eq!(restored(p, r#"{"p":{"n":1.0}}"#), (r#"{"p":{"n":1}}"#.to_owned(), 0));
}

/// The arguments of a call restored, and the number of misfits.
fn restored(p: &str, args: &str) -> (String, usize) {
    let options = Options::new(&GEMINI_JSON_SCHEMA).mode(Mode::RoundTrip);
    let done = transform(&tool(p), &options, &Output::default());
    let call = done.codecs().restore("f", args);
    (call.args, call.issues.len())
}

/// The target does not enforce the condition, and drops it because of its value, or ignores it.
#[test]
fn properties_that_only_a_condition_mentions_are_declared() {
    let condition = r#"{"type":"object","properties":{"k":{"type":"string"}},"if":{"properties":{"k":{"const":"x"}}},"then":{"properties":{"q":{"type":"string"}}}}"#;
    let nested = r#"{"type":"object","allOf":[{"if":{"properties":{"k":{"const":"x"}}},"then":{"properties":{"q":{"type":"string"}}}}]}"#;
    let dependent = r#"{"type":"object","dependentSchemas":{"k":{"properties":{"q":{"type":"string","const":"x"}}}}}"#;
    for schema in [condition, nested, dependent] {
        for target in [&GEMINI, &GEMINI_JSON_SCHEMA] {
            for mode in [Mode::DropIn, Mode::RoundTrip] {
                let declared = declared(schema, target, mode).to_lowercase();
                assert!(declared.contains(r#""q":{"type":"string""#), "{schema} became {declared}");
            }
        }
    }
    // A condition that stays is output as it is written.
    let stays = condition.replace(r#""const":"x""#, r#""type":"string""#);
    let both = stays.replacen(r#"},"if""#, r#","q":{"type":"string"}},"if""#, 1);
    let declared = declared(&stays, &GEMINI_JSON_SCHEMA, Mode::DropIn);
    assert!(declared.contains(&both), "{declared}");
}

/// What a dependency mentions is declared with what is only required, and not by a second run.
#[test]
fn what_a_dependency_mentions_is_declared_at_once() {
    let once =
        declared(r#"{"allOf":[{"dependentSchemas":{"a":{}}}],"required":["b"]}"#, &GEMINI_JSON_SCHEMA, Mode::DropIn);
    assert!(once.contains(r#""properties":{"a":{},"b":{}}"#), "{once}");
    let options = Options::new(&GEMINI_JSON_SCHEMA).hints(false);
    let output = Output::default().emit(Emit::Same);
    assert_eq!(transform_text(&once, &options, &output).expect("it is readable"), once);
}

/// A name in a list is followed by another place, which the finding about the name's type does not point to.
#[test]
fn an_untyped_member_is_reported_where_it_is_named() {
    let condition = r#"{"type":"object","properties":{"k":{"type":"string"}},"if":{"required":["k"]},
        "then":{"required":["v"]},"else":{"required":["w"]}}"#;
    for (schema, places) in [
        (condition, ["then/required/0", "else/required/0"]),
        (
            r#"{"type":"object","properties":{"k":{"type":"string"},"z":{"type":"string"}},
                "dependentRequired":{"k":["v"],"z":["w"]}}"#,
            ["dependentRequired/k/0", "dependentRequired/z/0"],
        ),
        (
            r#"{"type":"object","properties":{"k":{"type":"string"}},"dependentRequired":{"k":["v","w"]}}"#,
            ["dependentRequired/k/0", "dependentRequired/k/1"],
        ),
        (
            r#"{"type":"object","oneOf":[{"required":["v"]},{"required":["w"]}]}"#,
            ["oneOf/0/required/0", "oneOf/1/required/0"],
        ),
        (r#"{"type":"object","required":["v","w"]}"#, ["required/0", "required/1"]),
    ] {
        let found = issues(schema, &GEMINI).into_iter().filter(|issue| issue.message.contains("is not declared"));
        let found = found.filter(|issue| issue.code == "GS031");
        let expected = places.map(|place| (format!("/inputSchema/properties/p/{place}"), 1));
        assert_eq!(found.map(|issue| (issue.pointer, issue.outputs.len())).collect::<Vec<_>>(), expected, "{schema}");
    }
}
