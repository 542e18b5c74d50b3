//! The branch of a union's code by which a value is restored or encoded.

use lapidary::{Codec, Mode, Options, Output, Target, transform};

use crate::codec::{both_ways, codec, found, misfits, restores};

#[test]
fn a_union_is_decided_by_kind_then_constants_then_names() {
    let code = r#"{"object":{"properties":{"u":{"union":[
        {"when":{"kind":"object","constants":{"t":["a","b"]}},"code":{"object":{"properties":{"v":{"entries":{}}}}}},
        {"when":{"kind":"string","constants":{"":["one","two"]}},"code":{"values":{"one":1,"two":2}}},
        {"when":{"kind":"string"}},
        {"when":{"kind":"integer"},"code":"integer"},
        {"when":{"kind":"array"},"code":{"entries":{}}},
        {"when":{"kind":"object","required":["m"]},"code":{"member":{"name":"m","value":"json"}}}
    ]}}}}"#;
    for (wire, original) in [
        (r#"{"t":"b","v":[{"key":"k","value":1}]}"#, r#"{"t":"b","v":{"k":1}}"#),
        (r#"{"m":"[{}]"}"#, "[{}]"),
        (r#"{"m":"true"}"#, "true"),
        ("\"two\"", "2"),
        ("\"three\"", "\"three\""),
        ("7", "7"),
        (r#"[{"key":"t","value":"c"}]"#, r#"{"t":"c"}"#),
        ("null", "null"),
    ] {
        both_ways(code, &format!(r#"{{"u":{wire}}}"#), &format!(r#"{{"u":{original}}}"#));
    }
    restores(code, r#"{"u":5.0}"#, r#"{"u":5}"#);
    for other in ["2.5", "true", r#"{"t":"c"}"#] {
        misfits(
            code,
            &format!(r#"{{"u":{other}}}"#),
            &format!(r#"{{"u":{other}}}"#),
            &[("/u", "none of the branches")],
        );
    }
}

#[test]
fn encoding_a_union_takes_the_branch_that_holds_the_value() {
    let code = r#"{"union":[
        {"when":{"kind":"object","required":["b"]},"code":{"object":{"properties":{"a":{"entries":{}}}}}},
        {"when":{"kind":"object","required":["m"]},"code":{"member":{"name":"m","value":"any"}}}
    ]}"#;
    both_ways(code, r#"{"b":1,"a":[{"key":"k","value":1}]}"#, r#"{"b":1,"a":{"k":1}}"#);
    both_ways(code, r#"{"m":{"json":"{\"a\":{}}"}}"#, r#"{"a":{}}"#);
    both_ways(code, r#"{"m":{"json":"{\"b\":1,\"a\":[]}"}}"#, r#"{"b":1,"a":[]}"#);
    let told_by_k = r#"{"union":[
        {"when":{"kind":"object","constants":{"k":["x"]}},"code":{"object":{"constants":{"k":"x"}}}},
        {"when":{"kind":"object","constants":{"k":["y"]}},"code":{"object":{"properties":{"a":{"entries":{}}}}}}
    ]}"#;
    both_ways(told_by_k, r#"{"k":"y","a":[{"key":"b","value":true}]}"#, r#"{"k":"y","a":{"b":true}}"#);
}

/// Lowering makes no codec in which a wire value may match two branches; for any other codec, encoding reports it.
#[test]
fn encoding_reports_what_another_branch_would_be_known_by() {
    let code = r#"{"array":{"union":[
        {"when":{"kind":"string","constants":{"":["a"]}}},
        {"when":{"kind":"string"},"code":{"values":{"a":1,"b":2}}},
        {"when":{"kind":"object"},"code":{"member":{"name":"m"}}}
    ]}}"#;
    let sent = codec(code).encode("f", r#"["a",2,1,true]"#);
    found(sent, r#"["a","b","a",{"m":true}]"#, &[("/2", "another value would be restored")]);
}

/// An alternative that requires nothing matches any object; only a wrapped one declares its member.
#[test]
fn a_wrapped_branch_is_known_by_its_member() {
    let code = r#"{"union":[
        {"when":{"kind":"object"},"code":{"object":{"optional":["a"]}}},
        {"when":{"kind":"object","required":["m"]},"code":{"member":{"name":"m","value":"any"}}}
    ]}"#;
    restores(code, r#"{"m":{"json":"{\"b\":{}}"}}"#, r#"{"b":{}}"#);
    restores(code, r#"{"a":null}"#, "{}");
}

/// A value for which no branch has a wire form is encoded by the first one for its kind whose guard it does not
/// contradict.
#[test]
fn encoding_what_no_branch_holds_does_what_it_can() {
    let code = r#"{"union":[
        {"when":{"kind":"object","required":["a"]},"code":{"object":{"properties":{"a":{"entries":{}},"b":"json"}}}},
        {"when":{"kind":"array"},"code":{"array":"json"}}
    ]}"#;
    found(codec(code).encode("f", r#"{"a":1,"b":1}"#), r#"{"a":1,"b":"1"}"#, &[("/a", "an object")]);
    found(codec(code).encode("f", r#"{"b":1}"#), r#"{"b":1}"#, &[("", "none of the branches")]);
}

#[test]
fn a_guard_has_one_of_the_types() {
    let text = r#"{"version":1,"arguments":{"union":[{"when":{"kind":"map"}}]}}"#;
    let error = Codec::from_json(text).expect_err("no type of JSON Schema");
    assert_eq!(error.to_string(), "not a codec: \"map\" at byte 51 is not a type");
}

#[test]
fn an_array_that_is_too_short_for_a_tuple_is_of_another_branch() {
    let when = r#"{"kind":"object","required":["item_1","item_2"]}"#;
    let tuple = r#"{"tuple":{"members":["item_1","item_2"]}}"#;
    let code = format!(r#"{{"union":[{{"when":{when},"code":{tuple}}},{{"when":{{"kind":"array"}}}}]}}"#);
    for (original, wire) in
        [("[]", "[]"), ("[1]", "[1]"), ("[1,2]", r#"{"item_1":1,"item_2":2}"#), ("[1,2,3]", "[1,2,3]")]
    {
        both_ways(&code, wire, original);
    }
}

/// Transforms a tool, and compares calls in both directions.
fn calls_both_ways(schema: &str, target: &'static Target, calls: &[(&str, &str)]) {
    let tool = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
    let done = transform(&tool, &Options::new(target).mode(Mode::RoundTrip), &Output::default());
    let codec = &done.tools().first().expect("one tool").codec;
    for (wire, original) in calls {
        let restored = codec.restore("t", wire);
        assert_eq!((restored.args.as_str(), &restored.issues[..]), (*original, &[][..]), "{}", target.id);
        let encoded = codec.encode("t", original);
        assert_eq!((encoded.args.as_str(), &encoded.issues[..]), (*wire, &[][..]), "{}", target.id);
    }
}

/// Both alternatives require one member, and the second also declares what the first requires: that its own member is
/// there shows whose a value is.
#[test]
fn a_member_that_one_alternative_lacks_tells_both_apart() {
    let schema = r#"{"type":"object","required":["u"],"properties":{"u":{"anyOf":[
        {"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false},
        {"type":"object","properties":{"path":{"type":"string"},"labels":{"type":"object",
            "additionalProperties":{"type":"string"}}},"required":["labels"],"additionalProperties":false}]}}}"#;
    let calls = [
        (r#"{"u":{"path":"x","labels":[{"key":"a","value":"b"}]}}"#, r#"{"u":{"path":"x","labels":{"a":"b"}}}"#),
        (r#"{"u":{"labels":[]}}"#, r#"{"u":{"labels":{}}}"#),
        (r#"{"u":{"path":"x"}}"#, r#"{"u":{"path":"x"}}"#),
    ];
    for target in [&lapidary::GEMINI, &lapidary::GEMINI_API, &lapidary::UNIVERSAL] {
        calls_both_ways(schema, target, &calls);
    }
}

#[test]
fn names_tell_maps_apart() {
    let map = |names: &str| {
        format!(r#"{{"type":"object","propertyNames":{names},"additionalProperties":{{"type":"integer"}}}}"#)
    };
    let (pattern, listed) = (map(r#"{"pattern":"^a"}"#), map(r#"{"enum":["b","c"]}"#));
    let schema =
        format!(r#"{{"type":"object","required":["x"],"properties":{{"x":{{"anyOf":[{pattern},{listed}]}}}}}}"#);
    let calls = [
        (r#"{"x":[{"key":"ab","value":1}]}"#, r#"{"x":{"ab":1}}"#),
        // Listed names are declared as properties.
        (r#"{"x":{"b":1}}"#, r#"{"x":{"b":1}}"#),
    ];
    calls_both_ways(&schema, &lapidary::GEMINI, &calls);
}

/// A required member with one value is added where it is missing, but not where it may be null instead.
#[test]
fn a_constant_that_may_be_null_is_not_added() {
    let schema = r#"{"type":"object","required":["mode"],"properties":{
        "mode":{"type":["string","null"],"enum":["force",null]}}}"#;
    for target in [&lapidary::GEMINI, &lapidary::VERTEX_AI, &lapidary::UNIVERSAL] {
        calls_both_ways(schema, target, &[("{}", "{}"), (r#"{"mode":null}"#, r#"{"mode":null}"#)]);
    }
}

/// `[1,2]` is a list of integers only, as the second position of the tuple is a string.
#[test]
fn a_tuple_is_no_list_of_other_items() {
    let schema = r#"{"type":"object","required":["v"],"properties":{"v":{"anyOf":[
        {"type":"array","items":{"type":"integer"}},
        {"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false,"minItems":2}]}}}"#;
    let calls = [(r#"{"v":[1,2]}"#, r#"{"v":[1,2]}"#), (r#"{"v":{"item_1":1,"item_2":"a"}}"#, r#"{"v":[1,"a"]}"#)];
    calls_both_ways(schema, &lapidary::GEMINI, &calls);
}

/// Without a type, `properties` constrains objects only.
#[test]
fn values_of_other_types_pass_where_no_type_is_given() {
    let schema = r#"{"type":"object","required":["x","y"],"properties":{
        "x":{"properties":{"n":{"type":"string"}}},"y":{"items":{"type":"integer"}}}}"#;
    let calls = [
        (r#"{"x":{},"y":[5]}"#, r#"{"x":{},"y":[5]}"#),
        (r#"{"x":"text","y":{}}"#, r#"{"x":"text","y":{}}"#),
        (r#"{"x":[],"y":5}"#, r#"{"x":[],"y":5}"#),
    ];
    calls_both_ways(schema, &lapidary::GEMINI_JSON_SCHEMA, &calls);
}

/// The original of an encoded string is not in the guard, but that it has to be there is.
#[test]
fn an_original_without_an_encoded_constant_is_of_another_branch() {
    let code = r#"{"union":[
        {"when":{"kind":"object","constants":{"f":["1","2"]}},
            "code":{"object":{"properties":{"f":{"values":{"1":1,"2":2}}}}}},
        {"when":{"kind":"array"},"code":{"entries":{}}}
    ]}"#;
    both_ways(code, "[]", "{}");
    both_ways(code, r#"[{"key":"g","value":"a"}]"#, r#"{"g":"a"}"#);
    both_ways(code, r#"{"f":"2"}"#, r#"{"f":2}"#);
}

/// The alternative of a nested union is wrapped in `value`, which an alternative of the outer union declares.
#[test]
fn what_requires_another_member_is_not_taken_for_a_wrapped_value() {
    let schema = |required: &str| {
        format!(
            r#"{{"type":"object","required":["p"],"properties":{{"p":{{"anyOf":[
        {{"type":"object","required":[{required}],"properties":{{
            "name":{{"type":"string"}},"value":{{"type":"object","additionalProperties":{{"type":"string"}}}}}}}},
        {{"anyOf":[{{"type":"array","items":{{"type":"string"}}}},
            {{"type":"object","additionalProperties":{{"type":"integer"}}}}]}}]}}}}}}"#
        )
    };
    let calls = [
        (r#"{"p":{"name":"n","value":[{"key":"k","value":"v"}]}}"#, r#"{"p":{"name":"n","value":{"k":"v"}}}"#),
        (r#"{"p":{"value":[{"key":"k","value":1}]}}"#, r#"{"p":{"k":1}}"#),
    ];
    let wrapped = [
        (r#"{"p":{"value_2":{"value":[{"key":"k","value":"v"}]}}}"#, r#"{"p":{"value":{"k":"v"}}}"#),
        (r#"{"p":{"value":[{"key":"k","value":1}]}}"#, r#"{"p":{"k":1}}"#),
    ];
    for target in [&lapidary::GEMINI, &lapidary::UNIVERSAL] {
        calls_both_ways(&schema(r#""name","value""#), target, &calls);
        calls_both_ways(&schema(r#""name""#), target, &calls);
        calls_both_ways(&schema(r#""value""#), target, &wrapped);
    }
}

/// Originals of open objects may have members that no alternative declares.
#[test]
fn an_undeclared_member_does_not_choose_another_alternative() {
    let alternative = |name: &str| {
        format!(
            r#"{{"type":"object","required":["data"],"properties":{{"type":{{"const":"{name}"}},"data":{{"type":"string"}},
            "m":{{"type":"object","additionalProperties":{{"type":"string"}}}}}}}}"#
        )
    };
    let schema = format!(
        r#"{{"type":"object","required":["c"],"properties":{{"c":{{"anyOf":[{},{}]}}}}}}"#,
        alternative("image"),
        alternative("audio")
    );
    let wire = |name: &str| format!(r#"{{"type":"{name}","data":"5","z":1,"m":[{{"key":"k","value":"v"}}]}}"#);
    let own = |name: &str| format!(r#"{{"c":{{"type":"{name}","data":"5","z":1,"m":{{"k":"v"}}}}}}"#);
    let calls = [
        (format!(r#"{{"c":{{"value":{}}}}}"#, wire("image")), own("image")),
        (format!(r#"{{"c":{}}}"#, wire("audio")), own("audio")),
    ];
    let calls: Vec<(&str, &str)> = calls.iter().map(|(wire, own)| (wire.as_str(), own.as_str())).collect();
    for target in [&lapidary::GEMINI, &lapidary::UNIVERSAL] {
        calls_both_ways(&schema, target, &calls);
    }
}

/// The strings listed for `kind` exclude the second alternative, whichever members of it the value has.
#[test]
fn a_tag_decides_whatever_members_there_are() {
    for (first, second) in [(r#""kind","env""#, r#""kind","text""#), (r#""kind","env""#, r#""text""#)] {
        let schema = format!(
            r#"{{"type":"object","required":["m"],"properties":{{"m":{{"anyOf":[
            {{"type":"object","required":[{first}],"properties":{{
                "kind":{{"const":"points"}},"env":{{"type":"object","additionalProperties":{{"type":"string"}}}}}}}},
            {{"type":"object","required":[{second}],"properties":{{
                "kind":{{"const":"label"}},"env":{{"type":"string"}},"text":{{"type":"string"}}}}}}]}}}}}}"#
        );
        let calls = [
            (
                r#"{"m":{"kind":"points","env":[{"key":"a","value":"b"}],"text":""}}"#,
                r#"{"m":{"kind":"points","env":{"a":"b"},"text":""}}"#,
            ),
            (r#"{"m":{"kind":"label","env":"e","text":""}}"#, r#"{"m":{"kind":"label","env":"e","text":""}}"#),
        ];
        for target in [&lapidary::GEMINI, &lapidary::UNIVERSAL] {
            calls_both_ways(&schema, target, &calls);
        }
    }
}

/// An object without declarations may have the member in which another alternative is wrapped.
#[test]
fn what_a_free_form_object_has_is_not_taken_for_a_wrapped_value() {
    for open in [r#"{"type":"object"}"#, r#"{"type":"object","additionalProperties":true}"#] {
        let schema = format!(
            r#"{{"type":"object","required":["m"],"properties":{{"m":{{"anyOf":[
            {{"type":"object","properties":{{"size":{{"enum":[true,false,"x"]}}}}}},{open}]}}}}}}"#
        );
        let calls = [
            (r#"{"m":{"value":{"size":"true"}}}"#, r#"{"m":{"size":true}}"#),
            (r#"{"m":{"value_2":{"value":null}}}"#, r#"{"m":{"value":null}}"#),
        ];
        calls_both_ways(&schema, &lapidary::VERTEX_AI, &calls);
    }
}

/// A closed alternative has no value with a member that it does not declare; an open one may.
#[test]
fn an_undeclared_member_excludes_a_closed_alternative() {
    let schema = r#"{"type":"object","required":["m"],"properties":{"m":{"anyOf":[
        {"type":"object","properties":{"id":{"enum":[1,5,9]},"name":{"enum":["b"]}},
            "anyOf":[{"required":["id"]},{"required":["name"]}]},
        {"type":"object","properties":{"key":{"type":"integer"}},"additionalProperties":false}]}}}"#;
    let calls = [
        (r#"{"m":{"value_2":{"value":{"id":"5","zz":1}}}}"#, r#"{"m":{"id":5,"zz":1}}"#),
        (r#"{"m":{"value_2":{"value":{"id":"5","key":1}}}}"#, r#"{"m":{"id":5,"key":1}}"#),
        (r#"{"m":{"key":1}}"#, r#"{"m":{"key":1}}"#),
    ];
    // Not every target has a field that forbids members.
    for target in [&lapidary::GEMINI, &lapidary::VERTEX_AI, &lapidary::UNIVERSAL] {
        calls_both_ways(schema, target, &calls);
    }
}

/// An alternative that allows a value, as an open object does, comes before one that may exclude it by a pattern.
#[test]
fn an_undeclared_member_does_not_choose_an_alternative_with_a_pattern() {
    let maps = [
        r#""additionalProperties":{"type":"string","pattern":"^z"}"#,
        r#""patternProperties":{"^x-":{}},"additionalProperties":false"#,
        r#""propertyNames":{"pattern":"^x-"},"additionalProperties":{"type":"string"}"#,
        r#""propertyNames":{"enum":["kind","r"]},"additionalProperties":{}"#,
    ];
    for map in maps {
        let schema = |closing: &str| {
            format!(
                r#"{{"type":"object","required":["x"],"properties":{{"x":{{"anyOf":[{{"type":"object",{map}}},
                    {{"type":"object","properties":{{"kind":{{"type":"string"}}}},"required":["kind"]{closing}}}]}}}}}}"#
            )
        };
        let open = r#"{"x":{"kind":"a","q":"b"}}"#;
        let entries = r#"{"x":[{"key":"x-a","value":"zb"}]}"#;
        calls_both_ways(&schema(""), &lapidary::GEMINI, &[(open, open)]);
        if !map.contains("enum") {
            let closed = schema(r#","additionalProperties":false"#);
            calls_both_ways(&closed, &lapidary::GEMINI, &[(entries, r#"{"x":{"x-a":"zb"}}"#)]);
        }
    }
}

/// Names that `propertyNames` lists close an object, also where they are declared as properties.
#[test]
fn listed_names_exclude_an_alternative() {
    let schema = r#"{"type":"object","required":["x"],"properties":{"x":{"anyOf":[
        {"type":"object","properties":{"b":{"enum":[1,5]}}},
        {"type":"object","properties":{"v":{"type":"object","propertyNames":{"enum":["a","b"]},
            "additionalProperties":{"type":"string"}}},"additionalProperties":false}]}}}"#;
    let calls = [
        (r#"{"x":{"v":{"a":"1"}}}"#, r#"{"x":{"v":{"a":"1"}}}"#),
        (r#"{"x":{"value":{"v":{"c":"1"}}}}"#, r#"{"x":{"v":{"c":"1"}}}"#),
    ];
    for target in [&lapidary::GEMINI, &lapidary::VERTEX_AI] {
        calls_both_ways(schema, target, &calls);
    }
}

/// A member that is a union may be null where an alternative of it allows null.
#[test]
fn null_of_a_nested_union_is_of_its_alternative() {
    let schema = r#"{"type":"object","required":["x"],"properties":{"x":{"anyOf":[
        {"type":"object","additionalProperties":false,"properties":{"v":{"anyOf":[
            {"type":["object","null"],"additionalProperties":{"type":"integer"}},{"type":"boolean"}]}}},
        {"type":"object","propertyNames":{"pattern":"^z"},"additionalProperties":{"type":["string","null"]}}]}}}"#;
    let null = r#"{"x":{"v":null}}"#;
    calls_both_ways(schema, &lapidary::GEMINI, &[(null, null)]);
}
