//! Hostile arguments and codecs, each of which must get a result. The result is asserted; that there is one at all is
//! shown by the test ending.

use lapidary::{Call, Cancel, Codec, Codecs, Limits, internal::read, restore_response, restore_response_within};

const NODE: &str = r#"{"object":{"integers":["n"],"properties":{
    "next":{"definition":"node"},"list":{"array":{"definition":"node"}},"map":{"entries":{"value":{"definition":"node"}}},
    "any":"any","text":"json","either":{"definition":"either"}},"rest":{"member":"more","value":{"definition":"node"}}}}"#;

/// Branches that refer back to their union, and that cannot be told apart before the innermost value.
const EITHER: &str = r#"{"union":[
    {"when":{"kind":"object","required":["left"]},"code":{"object":{"properties":{"both":{"definition":"either"}},"integers":["n"],"constants":{"x":1}}}},
    {"when":{"kind":"object"},"code":{"object":{"properties":{"both":{"definition":"either"}},"constants":{"y":1}}}},
    {"when":{"kind":"object"},"code":{"definition":"either"}},
    {"when":{"kind":"object"},"code":{"definition":"either"}}]}"#;

fn codec() -> Codec {
    let text = format!(
        r#"{{"version":1,"arguments":{{"definition":"node"}},"definitions":{{"node":{NODE},"either":{EITHER}}}}}"#
    );
    Codec::from_json(&text).expect("a codec")
}

/// Restores and encodes; asserts that both results are JSON.
fn answers(args: &str) -> [Call; 2] {
    let codec = codec();
    let calls = [codec.restore("f", args), codec.encode("f", args)];
    for call in &calls {
        assert!(read(&call.args).is_ok(), "no JSON from {args:.80}");
    }
    calls
}

fn nested(open: &str, inner: &str, close: &str, levels: usize) -> String {
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

#[test]
fn any_depth_gets_an_answer() {
    for (open, close) in [
        (r#"{"next":"#, "}"),
        (r#"{"list":["#, "]}"),
        (r#"{"map":[{"key":"k","value":"#, "}]}"),
        (r#"{"more":[{"key":"k","value":"#, "}]}"),
        (r#"{"any":{"x":"#, "}}"),
        (r#"{"either":{"both":"#, "}}"),
        (r#"{"x":"#, "}"),
        ("[", "]"),
    ] {
        answers(&nested(open, "1", close, 200_000));
    }
}

#[test]
fn what_is_coded_too_deep_is_passed_on_with_one_issue() {
    let text = nested(r#"{"n":1.0,"next":"#, "{}", "}", 1_000);
    let [restored, _] = answers(&text);
    assert_eq!(restored.issues.len(), 1);
    assert!(restored.issues[0].message.contains("deeper than"));
    assert!(restored.args.starts_with(r#"{"n":1,"next":{"n":1,"#) && restored.args.contains("1.0"));
    let wide = format!(r#"{{"list":[{0},{0}]}}"#, nested(r#"{"next":"#, "{}", "}", 1_000));
    assert_eq!(answers(&wide)[0].issues.len(), 1);
}

#[test]
fn what_is_encoded_too_deep_is_restored() {
    let text = nested(r#"{"map":{"a":"#, "{}", "}}", 1_000);
    let wire = codec().encode("f", &text);
    assert_eq!(codec().restore("f", &wire.args).args, text);
}

/// Trying all branches of all levels would take 4 to the power of 60 tries.
#[test]
fn unions_of_unions_are_not_tried_for_ever() {
    for inner in ["{}", r#"{"left":1}"#, r#"{"y":1}"#, "5"] {
        answers(&format!(r#"{{"either":{}}}"#, nested(r#"{"n":1,"both":"#, inner, "}", 60)));
    }
}

#[test]
fn much_that_does_not_fit_is_counted_no_further() {
    let text = format!(r#"{{"list":[{}1]}}"#, "1,".repeat(100_000));
    for call in answers(&text) {
        assert_eq!((call.args == text, call.issues.len()), (true, 1_000));
    }
}

#[test]
fn many_members_entries_and_names_are_walked() {
    let entries: Vec<String> = (0..50_000).map(|at| format!(r#"{{"key":"k{}","value":{{}}}}"#, at / 2)).collect();
    let text = format!(r#"{{"map":[{0}],"more":[{0}]}}"#, entries.join(","));
    let [restored, _] = answers(&text);
    let members = read(&restored.args).expect("JSON");
    let map = members.get(lapidary::internal::JsonId::ROOT, "map").expect("a map");
    assert_eq!(members.members(map).count(), 25_000);
}

#[test]
fn text_within_text_is_read_once() {
    let text = format!(r#"{{"text":{:?},"any":{{"json":{0:?}}}}}"#, "[".repeat(200_000));
    assert_eq!(answers(&text)[0].issues.len(), 2);
    let good = nested("[", "", "]", 200_000);
    let [restored, _] = answers(&format!(r#"{{"text":"{good}"}}"#));
    assert_eq!(restored.args, format!(r#"{{"text":{good}}}"#));
}

/// `count` texts, separated by commas.
fn list(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect::<Vec<_>>().join(",")
}

/// A codec of arguments with a member `a` whose elements have this code.
fn of_elements(code: &str) -> Codec {
    let text = format!(r#"{{"version":1,"arguments":{{"object":{{"properties":{{"a":{{"array":{code}}}}}}}}}}}"#);
    Codec::from_json(&text).expect("a codec")
}

fn elements(count: usize, text: impl Fn(usize) -> String) -> String {
    format!(r#"{{"a":[{}]}}"#, list(count, text))
}

/// Each case looks up many values in lists that are as long: with a linear search for each value, it would take from
/// one to many minutes.
#[test]
fn long_lists_of_a_codec_are_not_gone_through_for_each_value() {
    const MANY: usize = 20_000;
    let tagged = |at: usize, properties: &str| {
        let when = format!(r#""kind":"object","constants":{{"t":["k{at}"]}},"required":["t","v"]{properties}"#);
        format!(r#"{{"when":{{{when}}},"code":{{"object":{{"properties":{{"v":"json"}}}}}}}}"#)
    };
    let known = |at: usize| format!(r#","properties":{{"t":[{{"kind":"string","constants":{{"":["k{at}"]}}}}]}}"#);
    let of_tags = elements(MANY, |at| format!(r#"{{"t":"k{at}","v":[{at}]}}"#));
    let wrapped = |at: usize| {
        let code = format!(r#"{{"member":{{"name":"m{at}","value":{{"values":{{"x":{at}}}}}}}}}"#);
        format!(r#"{{"when":{{"kind":"object","required":["m{at}"]}},"code":{code}}}"#)
    };
    let names = list(MANY, |at| format!(r#""n{at}""#));
    let open = format!(
        r#"{{"object":{{"names":{{{}}},"plain":[{names}],"rest":{{"member":"more"}}}}}}"#,
        list(MANY, |at| format!(r#""n{at}":"m{at}""#))
    );
    let members = format!(r#"{{"a":[{{{}}}]}}"#, list(MANY, |at| format!(r#""n{at}":{at}"#)));
    let required = format!(r#"{{"kind":"object","required":[{names}]}}"#);
    for (code, args) in [
        (
            format!(r#"{{"values":{{{}}}}}"#, list(MANY, |at| format!(r#""v{at}":{at}"#))),
            elements(MANY, |at| at.to_string()),
        ),
        (format!(r#"{{"union":[{}]}}"#, list(MANY, |at| tagged(at, ""))), of_tags.clone()),
        (format!(r#"{{"union":[{}]}}"#, list(MANY, |at| tagged(at, &known(at)))), of_tags),
        (format!(r#"{{"union":[{}]}}"#, list(MANY, wrapped)), elements(MANY, |at| at.to_string())),
        (open, elements(MANY, |_| "{}".to_owned())),
        (format!(r#"{{"object":{{"optional":[{names}],"integers":[{names}]}}}}"#), members.clone()),
        (format!(r#"{{"union":[{{"when":{required},"code":{{"object":{{"integers":["z"]}}}}}}]}}"#), members),
        (format!(r#"{{"tuple":{{"members":[{names}]}}}}"#), elements(MANY, |_| "[1]".to_owned())),
    ] {
        let codec = of_elements(&code);
        let wire = codec.encode("f", &args);
        assert_eq!(wire.issues, [], "{code:.80}");
        let back = codec.restore("f", &wire.args);
        assert_eq!((back.args == args, back.issues), (true, vec![]), "{code:.80}");
    }
}

/// Ten unions of ten branches each, on sixty levels: a nested value is written once for each union, not for each
/// branch.
#[test]
fn what_a_branch_wrote_is_not_written_again_for_the_next() {
    let branch = |at: usize, to: usize| {
        let object = format!(r#"{{"object":{{"properties":{{"c":{{"definition":"d{to}"}}}},"integers":["i{at}"]}}}}"#);
        format!(r#"{{"when":{{"kind":"object","required":["r{to}"]}},"code":{object}}}"#)
    };
    let definitions = list(10, |at| format!(r#""d{at}":{{"union":[{}]}}"#, list(10, |to| branch(at, to))));
    let text = format!(r#"{{"version":1,"arguments":{{"definition":"d0"}},"definitions":{{{definitions}}}}}"#);
    let codec = Codec::from_json(&text).expect("a codec");
    let limits = Limits::default().steps(20_000_000);
    let call = codec.encode_within(&limits, "f", &nested(r#"{"c":"#, "1", "}", 60));
    assert_eq!(call.issues[0].message, "this is of none of the branches");
}

/// No element matches any branch, so that all are tried: four million tries.
fn none_fits() -> (Codec, String) {
    let branch = |at: usize| {
        let code = format!(r#"{{"object":{{"properties":{{"m{at}":"json"}}}}}}"#);
        format!(r#"{{"when":{{"kind":"object","required":["m{at}"]}},"code":{code}}}"#)
    };
    let codec = of_elements(&format!(r#"{{"union":[{}]}}"#, list(2_000, branch)));
    (codec, elements(2_000, |at| format!(r#"{{"x{at}":[{at}]}}"#)))
}

/// Encoding adds a thousand members to each element, which has none.
fn filled() -> (Codec, String) {
    let names = list(1_000, |at| format!(r#""n{at}""#));
    let codec = of_elements(&format!(r#"{{"object":{{"filled":[{names}],"optional":[{names}]}}}}"#));
    (codec, elements(2_000, |_| "{}".to_owned()))
}

#[test]
fn where_a_limit_is_met_the_arguments_come_back_as_they_came() {
    let cancel = Cancel::default();
    cancel.cancel();
    let limits = Limits::default();
    for ((codec, args), limits, reason) in [
        (none_fits(), limits.clone(), "the call takes more than 4000000 steps of work"),
        (none_fits(), limits.clone().steps(1_000), "the call takes more than 1000 steps of work"),
        (filled(), limits.clone().steps(20_000_000), "the call becomes larger than 64000 bytes"),
        (filled(), limits.cancelled_by(&cancel), "work on the call was cancelled"),
    ] {
        let call = codec.encode_within(&limits, "f", &args);
        assert_eq!((call.args == args, call.issues.len()), (true, 1));
        let message = &call.issues[0].message;
        assert!(message.starts_with(reason) && message.ends_with("passed on unchanged"), "{message}");
        assert_eq!(codec.encode_within(&limits, "f", &args), call);
    }
    let tuple = of_elements(&format!(r#"{{"tuple":{{"members":[{}]}}}}"#, list(2_000, |at| format!(r#""n{at}""#))));
    let args = elements(2_000, |_| r#"{"n1999":1}"#.to_owned());
    let call = tuple.restore("f", &args);
    assert_eq!((call.args == args, call.issues.len()), (true, 1));
}

#[test]
fn a_call_at_which_a_limit_is_met_leaves_the_others_theirs() {
    let constant = |name: &str, size: usize| {
        let code = format!(r#"{{"object":{{"constants":{{"{name}":"{}"}}}}}}"#, "x".repeat(size));
        (name.to_owned(), of_elements(&code))
    };
    let codecs = Codecs::new([constant("large", 60_000), constant("small", 1)]);
    let part = |name: &str, args: &str| format!(r#"{{"functionCall":{{"name":"{name}","args":{args}}}}}"#);
    let body = |parts: &[String]| format!(r#"{{"candidates":[{{"content":{{"parts":[{}]}}}}]}}"#, parts.join(","));
    let large = part("large", &elements(2_000, |_| "{}".to_owned()));
    let restored = restore_response(&codecs, &body(&[large.clone(), part("small", r#"{"a":[{}]}"#)]));
    assert_eq!(restored.body, body(&[large, part("small", r#"{"a":[{"small":"x"}]}"#)]));
    assert_eq!(restored.issues.len(), 1);
    assert!(restored.issues[0].message.contains("the call becomes larger"), "{}", restored.issues[0].message);
    let cancel = Cancel::default();
    cancel.cancel();
    let small = body(&[part("small", r#"{"a":[{}]}"#)]);
    assert_eq!(restore_response_within(&Limits::default().cancelled_by(&cancel), &codecs, &small).body, small);
}

#[test]
fn long_names_are_quoted_in_part_and_long_places_said_around() {
    let name = "é".repeat(3_000);
    let codec = of_elements(&format!(
        r#"{{"object":{{"properties":{{"{name}":{{"array":"integer"}}}},"filled":["{name}"]}}}}"#
    ));
    let args = elements(1_500, |at| if at == 0 { "{}".to_owned() } else { format!(r#"{{"{name}":1}}"#) });
    let call = codec.encode("f", &args);
    assert!(call.issues[0].message.starts_with("the absent member \"ééé"), "{:.100}", call.issues[0].message);
    assert_eq!(call.issues[1].pointer, "/a/1");
    let bytes: usize = call.issues.iter().map(|issue| issue.pointer.len() + issue.message.len()).sum();
    assert!(call.issues.len() == 1_000 && bytes < 100_000, "{} issues of {bytes} bytes", call.issues.len());
    let last = &call.issues[999].message;
    assert!(last.ends_with("; 500 more parts that do not fit are not listed"), "{last}");
}
