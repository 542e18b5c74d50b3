//! Arguments and codecs that must get an answer. What is asserted is the answer; that it comes at all is
//! shown by the test ending.

use lapidary::{Call, Codec, internal::read};

const NODE: &str = r#"{"object":{"integers":["n"],"properties":{
    "next":{"definition":"node"},"list":{"array":{"definition":"node"}},"map":{"entries":{"value":{"definition":"node"}}},
    "any":"any","text":"json","either":{"definition":"either"}},"rest":{"member":"more","value":{"definition":"node"}}}}"#;

/// Branches that lead back to the union, none of which can be told from the other before the end.
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

/// Restores and encodes; both answers are JSON.
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
