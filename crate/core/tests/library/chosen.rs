//! Which alternative a value is encoded as, and which one restores it.

use lapidary::{Codec, GEMINI, GEMINI_API, Mode, OPENAI_STRICT, Options, Output, Target, VERTEX_AI, transform};

/// The codec of a tool whose property `a` has this schema, with these definitions.
fn codec(target: &'static Target, schema: &str, definitions: &str) -> Codec {
    let tool = format!(
        r#"{{"name":"t","inputSchema":{{"type":"object","properties":{{"a":{schema}}},"$defs":{{{definitions}}}}}}}"#
    );
    let options = Options::new(target).mode(Mode::RoundTrip);
    let mut tools = transform(&tool, &options, &Output::default()).declared();
    tools.pop().expect("a tool").codec
}

/// Asserts that `a` is encoded as `wire`, and restored from it.
#[track_caller]
fn sends(codec: &Codec, original: &str, wire: &str) {
    let (original, wire) = (format!(r#"{{"a":{original}}}"#), format!(r#"{{"a":{wire}}}"#));
    let sent = codec.encode("t", &original);
    assert_eq!((&sent.args, &sent.issues), (&wire, &vec![]));
    assert_eq!(codec.restore("t", &wire).args, original);
}

#[test]
fn undeclared_members_are_of_another_alternative() {
    let closed = r#"{"type":"object","additionalProperties":false}"#;
    let codec_of = |first: &str, second: &str| codec(&VERTEX_AI, &format!(r#"{{"anyOf":[{first},{second}]}}"#), "");
    let codec = codec_of(closed, r#"{"type":"object","properties":{"b":{}}}"#);
    sends(&codec, "{}", "{}");
    sends(&codec, r#"{"b":"x"}"#, r#"{"value":{"b":"x"}}"#);
    // Only an open alternative may have a member that none declares.
    sends(&codec, r#"{"c":1}"#, r#"{"value":{"c":1}}"#);
    let text = r#"{"type":"object","properties":{"type":{"const":"text"},"value":{"type":"string"}},"additionalProperties":false}"#;
    let codec = codec_of(text, r#"{"type":"object","properties":{"src":{}}}"#);
    sends(&codec, r#"{"type":"text","value":"x"}"#, r#"{"type":"text","value":"x"}"#);
    sends(&codec, r#"{"src":[false]}"#, r#"{"value_2":{"src":{"json":"[false]"}}}"#);
    let codec = codec_of(
        r#"{"type":"object","properties":{"b":{"type":"null"}}}"#,
        r#"{"type":"object","properties":{"b":{}}}"#,
    );
    sends(&codec, r#"{"b":null}"#, r#"{"b":null}"#);
    sends(&codec, r#"{"b":"x"}"#, r#"{"value":{"b":"x"}}"#);
}

#[test]
fn a_fraction_is_of_no_integer() {
    let integer = r#"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#;
    for other in ["{}", r#"{"type":"number"}"#, r#"{"type":["number","string"]}"#] {
        let codec = codec(&GEMINI, &format!(r#"{{"oneOf":[{integer},{other}]}}"#), "");
        for value in ["-10.94", "3", "null", "3.0"] {
            let original = format!(r#"{{"a":{value}}}"#);
            let sent = codec.encode("t", &original);
            assert_eq!(sent.issues, vec![], "{value} of {other}: {}", sent.args);
        }
        let lists = format!(r#"{{"anyOf":[{{"type":"array","items":{integer}}},{{"type":"array","items":{other}}}]}}"#);
        let codec = self::codec(&GEMINI, &lists, "");
        for value in ["[-10.94]", "[3]", "[null]", "[3,0.5]"] {
            let original = format!(r#"{{"a":{value}}}"#);
            let sent = codec.encode("t", &original);
            assert_eq!(sent.issues, vec![], "{value} of {other}: {}", sent.args);
            assert_eq!(codec.restore("t", &sent.args).args, original);
        }
    }
}

#[test]
fn bounds_tell_alternatives_apart() {
    let entries = r#"{"type":"object","additionalProperties":{"type":"string"}}"#;
    let schema = format!(
        r#"{{"anyOf":[{{"type":"array","items":{{"type":"integer"}},"minItems":2}},{{"type":"array","items":{entries}}}]}}"#
    );
    let codec_of = |schema: &str| codec(&GEMINI_API, schema, "");
    let codec = codec_of(&schema);
    sends(&codec, "[1,2]", "[1,2]");
    sends(&codec, "[]", r#"{"value":[]}"#);
    let schema = r#"{"anyOf":[{"anyOf":[{"type":"string"},{"type":"array"}]},{"anyOf":[{"type":"string"},{"type":"array","minItems":1}]}]}"#;
    let codec = codec_of(schema);
    sends(&codec, "[]", r#"{"value":[]}"#);
    sends(&codec, "[1]", "[1]");
    let codec = codec_of(r#"{"anyOf":[{"type":"array","items":false},{"type":"array"}]}"#);
    sends(&codec, "[]", "[]");
    sends(&codec, "[1]", r#"{"value":[1]}"#);
    let one = format!(r#"{{"type":"object","properties":{{"m":{entries},"n":{{"type":"integer","minimum":5}}}}}}"#);
    let other = r#"{"type":"object","properties":{"m":{"type":"object"},"n":{"type":"integer","maximum":3}}}"#;
    let codec = codec_of(&format!(r#"{{"anyOf":[{one},{other}]}}"#));
    sends(&codec, r#"{"n":5}"#, r#"{"value":{"n":5}}"#);
    sends(&codec, r#"{"n":3}"#, r#"{"n":3}"#);
}

#[test]
fn what_lies_beside_what_is_coded_tells_alternatives_apart() {
    let alternative = |value: &str, beside: &str| {
        format!(
            r#"{{"type":"object","properties":{{"x":{{"type":"object","additionalProperties":{{"type":"{value}"}}}},"y":{{"type":"{beside}"}}}}}}"#
        )
    };
    let schema = format!(r#"{{"anyOf":[{},{}]}}"#, alternative("string", "integer"), alternative("integer", "string"));
    let codec = codec(&GEMINI_API, &schema, "");
    sends(&codec, r#"{"y":1}"#, r#"{"value":{"y":1}}"#);
    sends(&codec, r#"{"y":"b"}"#, r#"{"y":"b"}"#);
    sends(&codec, r#"{"x":{"k":1}}"#, r#"{"x":[{"key":"k","value":1}]}"#);
    sends(&codec, r#"{"x":{"k":"v"}}"#, r#"{"value":{"x":[{"key":"k","value":"v"}]}}"#);
}

#[test]
fn null_for_absent_members_of_alternatives_is_removed() {
    let strict = |schema: &str, definitions: &str| codec(&OPENAI_STRICT, schema, definitions);
    let restored = |codec: &Codec, wire: &str| codec.restore("t", &format!(r#"{{"a":{wire}}}"#)).args;
    let schema = r#"{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"],"minimum":1e+21}]}"#;
    let codec = strict(schema, "");
    sends(&codec, r#"{"b":"y"}"#, r#"{"b":"y","a":null}"#);
    sends(&codec, r#"{"a":"y"}"#, r#"{"a":"y","b":null}"#);
    // A definition that is ambiguous with another stays whole, with all of its types.
    let codec = strict(
        r##"{"$ref":"#/$defs/value"}"##,
        r##""value":{"anyOf":[{"$ref":"#/$defs/word"},{"$ref":"#/$defs/pick"}]},"word":{"type":"string"},"pick":{"anyOf":[{"properties":{"b":{"type":"string"},"d":{"type":"string"}}},{"type":"string"}]}"##,
    );
    assert_eq!(restored(&codec, r#"{"b":"x","d":null}"#), r#"{"a":{"b":"x"}}"#);
    assert_eq!(restored(&codec, r#""x""#), r#"{"a":"x"}"#);
    // The property that the alternatives share has itself alternatives of one type, each of which fills in the members
    // that it lacks.
    let message = r#"{"type":"object","properties":{"text":{"type":"string"},"id":{"type":"string"}},"anyOf":[{"required":["text"]},{"required":["id"]}]}"#;
    let schema = format!(
        r#"{{"properties":{{"m":{message},"x":{{"type":"string"}},"y":{{"type":"string"}}}},"type":"object","anyOf":[{{"required":["x"]}},{{"required":["y"]}}]}}"#
    );
    let codec = strict(&schema, "");
    sends(&codec, r#"{"m":{"id":"i"},"x":"v"}"#, r#"{"m":{"id":"i","text":null},"x":"v","y":null}"#);
    sends(&codec, r#"{"m":{"text":"t"},"y":"v"}"#, r#"{"m":{"text":"t","id":null},"y":"v","x":null}"#);
    let nested = |name: &str| {
        format!(
            r#"{{"type":"object","properties":{{"v":{{"type":"object","properties":{{"{name}":{{"type":"string"}}}}}}}},"required":["v"]}}"#
        )
    };
    let codec = strict(&format!(r#"{{"anyOf":[{},{}]}}"#, nested("q"), nested("r")), "");
    sends(&codec, r#"{"v":{"r":"x"}}"#, r#"{"v":{"r":"x"}}"#);
    let codec = strict(
        r##"{"anyOf":[{"$ref":"#/$defs/one"},{"$ref":"#/$defs/other"}]}"##,
        r##""one":{"$ref":"#"},"other":{"$ref":"#"}"##,
    );
    assert_eq!(restored(&codec, r#"{"a":{"a":null}}"#), r#"{"a":{"a":{}}}"#);
}

#[test]
fn references_are_told_apart_by_what_they_lead_to() {
    let definition = |kind: &str, name: &str| {
        format!(
            r#""{kind}":{{"type":"object","properties":{{"kind":{{"const":"{kind}"}},"{name}":{{"type":"string"}}}},"required":["kind"]}}"#
        )
    };
    let definitions = format!("{},{}", definition("mail", "address"), definition("call", "number"));
    let codec = codec(&OPENAI_STRICT, r##"{"anyOf":[{"$ref":"#/$defs/mail"},{"$ref":"#/$defs/call"}]}"##, &definitions);
    sends(&codec, r#"{"kind":"mail"}"#, r#"{"kind":"mail","address":null}"#);
    sends(&codec, r#"{"kind":"call"}"#, r#"{"kind":"call","number":null}"#);
}

#[test]
fn what_surely_holds_a_value_comes_before_what_may() {
    let codec_of = |schema: &str| codec(&GEMINI_API, schema, "");
    let codec = codec_of(r#"{"anyOf":[{"type":["string","object"]},{"type":"string","pattern":"^[A-Z]+$"}]}"#);
    sends(&codec, r#""a b""#, r#"{"value":"a b"}"#);
    let codec = codec_of(r#"{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"array"}]}"#);
    sends(&codec, r#"["b"]"#, r#"["b"]"#);
    sends(&codec, "[null]", r#"{"value":[null]}"#);
}

#[test]
fn members_of_another_type_have_no_code() {
    let schema = r#"{"anyOf":[{"type":"array","items":{"type":"object","properties":{"b":{"type":"object","properties":{"c":{"type":"string"}}}}}},{"type":"array","items":{"type":"object","properties":{"b":{"type":"string"}}}},{"type":"array","items":{"type":"object","required":["d"]}}]}"#;
    let codec = codec(&GEMINI_API, schema, "");
    sends(&codec, r#"[{"b":"x"}]"#, r#"[{"b":"x"}]"#);
    sends(&codec, r#"[{"b":{"c":"x"}}]"#, r#"[{"b":{"c":"x"}}]"#);
    sends(&codec, r#"[{"d":[1]}]"#, r#"{"value":[{"d":{"json":"[1]"}}]}"#);
}

#[test]
fn wrapped_alternatives_are_known_by_what_is_within() {
    let open = |kind: &str| {
        format!(r#"{{"type":"object","properties":{{"kind":{{"const":"{kind}"}}}},"required":["kind","to"]}}"#)
    };
    let nested = r#"{"anyOf":[{"type":"object","properties":{"kind":{"const":"drag"},"to":{"type":"string"}},"required":["kind"]}]}"#;
    let codec = codec(&GEMINI_API, &format!(r#"{{"anyOf":[{nested},{},{}]}}"#, open("hover"), open("select")), "");
    sends(&codec, r#"{"kind":"drag"}"#, r#"{"kind":"drag"}"#);
    sends(&codec, r#"{"kind":"hover","to":1}"#, r#"{"value":{"kind":"hover","to":1}}"#);
    sends(&codec, r#"{"kind":"select","to":1}"#, r#"{"value_2":{"kind":"select","to":1}}"#);
}

#[test]
fn definitions_within_lists_tidy_up_beside_lists_of_other_types() {
    let rows =
        r#"{"type":"array","items":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}}}"#;
    let schema = format!(r##"{{"anyOf":[{rows},{{"type":"array","items":{{"$ref":"#/$defs/one"}}}}]}}"##);
    let codec = codec(&OPENAI_STRICT, &schema, r#""one":{"type":"object","properties":{"b":{"type":"string"}}}"#);
    sends(&codec, "[[{}]]", r#"[[{"a":null}]]"#);
    sends(&codec, "[{}]", r#"[{"b":null}]"#);
}

#[test]
fn what_a_definition_asks_for_is_not_sure() {
    let lists = r##"{"anyOf":[{"type":"array","items":{"type":"object","properties":{"b":{}}}},{"type":"array","items":{"$ref":"#"}}]}"##;
    let tool =
        format!(r#"{{"name":"t","inputSchema":{{"type":"object","properties":{{"a":{lists}}},"required":["a"]}}}}"#);
    let mut tools = transform(&tool, &Options::new(&VERTEX_AI).mode(Mode::RoundTrip), &Output::default()).declared();
    let codec = tools.pop().expect("a tool").codec;
    sends(&codec, r#"[{"b":[1]}]"#, r#"{"value":[{"b":{"json":"[1]"}}]}"#);
    sends(&codec, "[{}]", r#"{"value":[{}]}"#);
}

#[test]
fn null_is_surely_of_what_says_so() {
    let map = |kind: &str| format!(r#"{{"type":"object","additionalProperties":{{"type":"{kind}"}}}}"#);
    for target in [&GEMINI, &GEMINI_API] {
        let codec = codec(target, &format!(r#"{{"oneOf":[{},{}]}}"#, map("null"), map("object")), "");
        sends(&codec, r#"{"k":null}"#, r#"{"value":[{"key":"k","value":null}]}"#);
        sends(&codec, r#"{"k":{}}"#, r#"[{"key":"k","value":[]}]"#);
    }
}

#[test]
fn what_listed_values_beside_a_union_exclude_has_no_code() {
    let schema = r#"{"anyOf":[{"type":"object","additionalProperties":{"type":"string"}},{}],"enum":["b"]}"#;
    for target in [&GEMINI_API, &VERTEX_AI, &OPENAI_STRICT] {
        sends(&codec(target, schema, ""), r#""b""#, r#""b""#);
    }
}

#[test]
fn further_properties_are_no_text_where_nesting_ends() {
    let mut schema =
        r#"{"type":"object","properties":{"b":{"type":"string"}},"additionalProperties":{"type":"integer"}}"#
            .to_owned();
    let mut forms = Vec::new();
    for _ in 0..40 {
        schema = format!(r#"{{"type":"object","properties":{{"b":{schema}}}}}"#);
        let tool = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
        let options = Options::new(&GEMINI_API).mode(Mode::RoundTrip);
        let text = transform(&tool, &options, &Output::default()).output.expect("it is a tool");
        let form = text.split_once(r#""additional_properties":{"type":""#).map(|(_, form)| form.split('"').next());
        forms.push(form.flatten().map(str::to_owned));
    }
    forms.dedup();
    assert_eq!(forms, [Some("array".to_owned()), None]);
}

#[test]
fn what_a_limit_cuts_off_is_known_by_its_types() {
    // At the last level before the limit, an entry's value is JSON text of an object.
    let map = |value: &str| format!(r#"{{"type":"object","additionalProperties":{value}}}"#);
    let schema = map(&map(
        r##"{"anyOf":[{"type":"array","items":{"type":"object","required":["e"]}},{"type":"array","items":{"$ref":"#/properties/a"}}]}"##,
    ));
    let codec = codec(&GEMINI, &schema, "");
    let nested = |value: &str| (0..4).fold(value.to_owned(), |within, _| format!(r#"{{"k":{{"k":[{within}]}}}}"#));
    for value in ["null", "true", "{}"] {
        let original = format!(r#"{{"a":{}}}"#, nested(&format!(r#"{{"e":{value}}}"#)));
        let sent = codec.encode("t", &original);
        assert_eq!(sent.issues, vec![], "{original}");
        assert!(!sent.args.contains(r#""value":null"#), "{}", sent.args);
        assert_eq!(codec.restore("t", &sent.args).args, original);
    }
}

#[test]
fn a_constant_tells_what_a_value_is_not_of() {
    let long = "n".repeat(70);
    let schema = format!(
        r#"{{"anyOf":[{{"type":"object","properties":{{"kind":{{"const":"x"}}}},"required":["kind"]}},{{"type":"object","properties":{{"kind":{{"const":"y"}},"of":{{"type":"object","required":["{long}"]}}}},"required":["kind"]}}]}}"#
    );
    let codec = codec(&GEMINI, &schema, "");
    // The name is too long for the wire.
    let original = format!(r#"{{"a":{{"kind":"y","of":{{"{long}":""}}}}}}"#);
    let sent = codec.encode("t", &original);
    assert_eq!(sent.issues, vec![]);
    assert!(!sent.args.contains(&long), "{}", sent.args);
    assert_eq!(codec.restore("t", &sent.args).args, original);
}

#[test]
fn definitions_are_known_by_what_they_require() {
    let lists =
        r##"{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/N"}},{"type":"array","items":{"$ref":"#/$defs/R"}}]}"##;
    let definitions = r##""N":{"type":"object","properties":{"b":{"$ref":"#/$defs/N"}}},"R":{"type":"object","properties":{"r":{"$ref":"#/$defs/R"}},"required":["c"]}"##;
    let codec_of = |schema: &str, definitions: &str| codec(&VERTEX_AI, schema, definitions);
    let codec = codec_of(lists, definitions);
    sends(&codec, r#"[{"b":{}}]"#, r#"[{"b":{}}]"#);
    sends(&codec, r#"[{"c":"x"}]"#, r#"{"value":[{"c":"x"}]}"#);
    let renamed = r##"{"anyOf":[{"$ref":"#/$defs/R"},{"type":"object","properties":{"{{b}}":{}},"additionalProperties":false}]}"##;
    let codec = codec_of(renamed, definitions);
    let original = r#"{"a":{"{{b}}":null}}"#;
    let sent = codec.encode("t", original);
    assert!(!sent.args.contains("{{b}}"), "{}", sent.args);
    assert_eq!(codec.restore("t", &sent.args).args, original);
}

#[test]
fn items_that_refer_to_a_definition_are_known_by_its_types() {
    let node = r##""N":{"type":"object","properties":{"n":{"$ref":"#/$defs/N"}}}"##;
    let items = r##"{"anyOf":[{"$ref":"#/$defs/N"},{"type":"string"}]}"##;
    let lists = format!(r#"{{"anyOf":[{{"type":"array","items":{items}}},{{"type":"array"}}]}}"#);
    let codec = codec(&VERTEX_AI, &lists, node);
    sends(&codec, r#"["x"]"#, r#"["x"]"#);
    sends(&codec, "[true]", r#"{"value":[true]}"#);
}

#[test]
fn an_alternative_that_holds_a_value_comes_before_one_that_null_might_fit() {
    let open = r#"{"type":"object","properties":{"b":{"type":"string"}},"required":["b"]}"#;
    let map = r#"{"type":"object","additionalProperties":{"type":"string"}}"#;
    let codec = codec(&GEMINI_API, &format!(r#"{{"anyOf":[{open},{map}]}}"#), "");
    sends(&codec, r#"{"b":"x","c":null}"#, r#"{"b":"x","c":null}"#);
    sends(&codec, r#"{"c":"x"}"#, r#"[{"key":"c","value":"x"}]"#);
    sends(&codec, r#"{"c":null}"#, r#"[{"key":"c","value":null}]"#);
}

#[test]
fn a_required_member_of_listed_numbers_is_required_of_originals() {
    let open = r#"{"type":"object","properties":{"b":{"enum":[1,5]}},"required":["b"]}"#;
    let map = r#"{"type":"object","additionalProperties":{"enum":[1,5]}}"#;
    let codec = codec(&VERTEX_AI, &format!(r#"{{"anyOf":[{open},{map}]}}"#), "");
    sends(&codec, "{}", r#"{"value_2":{}}"#);
    sends(&codec, r#"{"b":1}"#, r#"{"value":{"b":"1"}}"#);
}
