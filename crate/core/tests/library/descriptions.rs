//! Descriptions of schemas that are merged or removed are stated elsewhere, or a finding says that they are not.

use lapidary::{
    Emit, GEMINI, GEMINI_JSON_SCHEMA, Issue, LANGCHAIN, Mode, OPENAI_STRICT, Options, Output, Severity, Target,
    UNIVERSAL, VERTEX_AI, check, transform_text,
};

const MODES: [Mode; 2] = [Mode::DropIn, Mode::RoundTrip];

fn tool(schema: &str) -> String {
    format!(r#"{{"name":"f","inputSchema":{schema}}}"#)
}

fn object(p: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"p":{p}}}}}"#)
}

fn output(schema: &str, target: &Target, mode: Mode) -> String {
    let written = Output::default().emit(Emit::Same);
    transform_text(&tool(schema), &Options::new(target).mode(mode), &written).expect("it is readable")
}

fn dropped_in(schema: &str, target: &Target) -> String {
    output(schema, target, Mode::DropIn)
}

fn issues(schema: &str, target: &Target) -> Vec<Issue> {
    check(&tool(schema), &Options::new(target)).tools.into_iter().flat_map(|tool| tool.issues).collect()
}

/// Whether a finding of a rule states these words.
fn reports(schema: &str, target: &Target, code: &str, words: &str) -> bool {
    let of_rule = issues(schema, target).into_iter().filter(|issue| issue.code.as_str() == code);
    of_rule.into_iter().any(|issue| {
        let fix = issue.fix.unwrap_or_default();
        issue.message.contains(words) || fix.contains(words)
    })
}

/// Two objects in a union, each with a description.
fn searches(union: &str, by_name: &str, by_id: &str) -> String {
    format!(
        r#"{{"type":"object","{union}":[{{"type":"object","description":"{by_name}","properties":{{"n":{{"type":"string"}}}},"required":["n"]}},{{"type":"object","description":"{by_id}","properties":{{"i":{{"type":"integer"}}}},"required":["i"]}}]}}"#
    )
}

#[test]
fn merged_alternatives_keep_their_descriptions() {
    let root = searches("oneOf", "Search by name.", "Search\\n by id");
    let nested = object(&searches("anyOf", "Search by name.", "Search by id"));
    for (schema, code, targets, words) in [
        (&root, "GS054", &[GEMINI, UNIVERSAL, VERTEX_AI][..], "either n (Search by name), or i (Search by id)"),
        (&nested, "GS067", &[LANGCHAIN], "n (Search by name) or i (Search by id) is needed"),
    ] {
        for target in targets {
            for mode in MODES {
                let declared = output(schema, target, mode);
                assert!(declared.contains(&format!(r#""description":"({words})""#)), "{declared}");
            }
            assert!(reports(schema, target, code, words), "{schema}");
        }
    }
}

#[test]
fn merged_alternatives_keep_their_titles_where_they_have_no_description() {
    let described = searches("oneOf", "Search by name.", "Search by id");
    let titled = described.replace("description", "title");
    assert!(dropped_in(&titled, &GEMINI).contains("(either n (Search by name), or i (Search by id))"));
    let both = described.replacen(r#""description""#, r#""title":"Query","description""#, 1);
    assert!(dropped_in(&both, &GEMINI).contains("(either n (Search by name), or i (Search by id))"));
    assert!(reports(&both, &GEMINI, "GS054", r#"`title: "Query"` describes an alternative that is merged"#));
}

#[test]
fn descriptions_state_whole_words_and_numbers() {
    let bounded = |text: &str| object(&format!(r#"{{"type":"number","description":"{text}","exclusiveMinimum":1}}"#));
    for (text, is_stated) in [
        ("greater than 1", true),
        ("greater than 1.", true),
        ("(greater than 1)", true),
        ("greater than 10", false),
        ("greater than 1.5", false),
        ("nongreater than 1", false),
    ] {
        let declared = dropped_in(&bounded(text), &GEMINI);
        assert_eq!(declared.contains(&format!("{text} (greater than 1)")), !is_stated, "{declared}");
    }
}

#[test]
fn a_discriminator_tells_the_descriptions_apart_by_its_values() {
    let schema = object(
        r#"{"oneOf":[{"type":"object","description":"A cat","properties":{"k":{"const":"\u65e5"},"x":{"type":"string"}},"required":["k","x"]},{"type":"object","description":"A dog","properties":{"k":{"const":"007"}},"required":["k"]}]}"#,
    );
    let declared = dropped_in(&schema, &LANGCHAIN);
    assert!(declared.contains("(if k is 日: A cat, needs x; if k is 007: A dog)"), "{declared}");
}

#[test]
fn descriptions_of_alternatives_without_room_are_reported() {
    let long = format!("Search by name. {}", "Long ".repeat(60));
    let truncated = searches("oneOf", &long, "Search by id");
    let declared = dropped_in(&truncated, &GEMINI);
    assert!(declared.contains("(either n (Search by name. Long"), "{declared}");
    assert!(declared.contains("i (Search by id))"), "{declared}");
    assert!(reports(&truncated, &GEMINI, "GS054", "not stated in full"));
    // The description of the object leaves no room beside its own hints.
    let full = truncated.replacen('{', &format!(r#"{{"description":"({})","#, "w ".repeat(70)), 1);
    let declared = dropped_in(&full, &GEMINI);
    assert!(!declared.contains("Search by"), "{declared}");
    let lost = issues(&full, &GEMINI).into_iter().filter(|issue| issue.message.contains("alternative that is merged"));
    assert_eq!(lost.map(|issue| issue.severity).collect::<Vec<_>>(), [Severity::Info; 2]);
    // What the object's own description says already is not repeated.
    let known = truncated.replacen('{', r#"{"description":"Search by id or name","#, 1).replace(&long, "by id or name");
    assert!(dropped_in(&known, &GEMINI).contains(r#""Search by id or name (either n, or i)""#), "{known}");
    assert!(!reports(&known, &GEMINI, "GS054", "alternative that is merged"));
}

#[test]
fn the_description_of_null_becomes_a_hint() {
    let null = r#"{"type":"null","description":"null means all."}"#;
    for others in [r#"{"type":"string"}"#, r#"{"type":"string"},{"type":"integer"}"#, r##"{"$ref":"#/$defs/R"}"##] {
        let union = format!(r#"{{"anyOf":[{null},{others}]}}"#);
        let schema = object(&union).replacen(
            r#""properties""#,
            r#""$defs":{"R":{"type":"object","properties":{"a":{"type":"string"}}}},"properties""#,
            1,
        );
        for target in [&GEMINI, &UNIVERSAL, &VERTEX_AI, &LANGCHAIN] {
            for mode in MODES {
                let declared = output(&schema, target, mode);
                assert!(declared.contains("null: null means all"), "{declared}");
            }
            assert!(reports(&schema, target, "GS005", "null: null means all"), "{schema}");
        }
        let kept = dropped_in(&schema, &OPENAI_STRICT);
        assert!(kept.contains(null) && !kept.contains("(null"), "{kept}");
    }
    // Null that a sibling excludes is not described.
    let excluded = object(&format!(r#"{{"type":"string","anyOf":[{null},{{"minLength":1}}]}}"#));
    assert!(!dropped_in(&excluded, &GEMINI).contains("null means"));
}

#[test]
fn the_description_of_names_becomes_a_hint() {
    let map = |names: &str| {
        object(&format!(
            r#"{{"type":"object","propertyNames":{{{names},"description":"a header name"}},"additionalProperties":{{"type":"string"}}}}"#
        ))
    };
    for schema in [map(r#""type":"string""#), map(r#""enum":["a","b"]"#), map(r#""pattern":"^x""#)] {
        for target in [&GEMINI, &UNIVERSAL, &LANGCHAIN, &VERTEX_AI, &OPENAI_STRICT] {
            let declared = dropped_in(&schema, target);
            assert!(declared.contains("each name: a header name"), "{declared}");
            assert!(reports(&schema, target, "GS034", "each name: a header name"), "{schema}");
            let encoded = output(&schema, target, Mode::RoundTrip);
            assert_eq!(encoded.matches("a header name").count(), 1, "{encoded}");
        }
        // It stays where the keyword stays.
        assert_eq!(dropped_in(&schema, &GEMINI_JSON_SCHEMA).matches("a header name").count(), 1);
    }
}

#[test]
fn values_of_maps_that_are_objects_are_described() {
    let map = |text: &str| {
        object(&format!(
            r#"{{"type":"object","additionalProperties":{{"type":"object","description":"{text}","properties":{{"sku":{{"type":"string"}}}},"required":["sku"]}}}}"#
        ))
    };
    let short = dropped_in(&map("A product."), &GEMINI);
    assert!(short.contains("each an object (A product), needs sku, with sku: string)"), "{short}");
    let long = dropped_in(&map(&"long ".repeat(30)), &GEMINI);
    assert!(long.contains("each an object, needs sku, with sku: string)"), "{long}");
}

#[test]
fn hints_state_values_without_escapes() {
    let schema = object(r#"{"type":"array","items":{"type":"string"},"default":["\u65e5","a\"\\b"]}"#);
    let declared = dropped_in(&schema, &LANGCHAIN);
    assert!(declared.contains(r#"(default: [\"日\",\"a\\\"\\\\b\"])"#), "{declared}");
}
