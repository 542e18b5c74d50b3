//! Maps: what their names and values may be, and how that is declared, hinted and reported.

use lapidary::{
    Derivation, Emit, GEMINI, GEMINI_JSON_SCHEMA, Issue, Mode, OPENAI_STRICT, Options, Output, Target, UNIVERSAL,
    VERTEX_AI, check, transform, transform_text,
};

fn tool(p: &str) -> String {
    format!(r#"{{"name":"f","inputSchema":{{"type":"object","properties":{{"p":{p}}},"required":["p"]}}}}"#)
}

/// The schema of the property `p` as it is declared in its tool.
fn declared(p: &str, target: &Target, mode: Mode) -> String {
    let options = Options::new(target).mode(mode);
    let done = transform_text(&tool(p), &options, &Output::default().emit(Emit::Same)).expect("it is readable");
    let (_, after) = done.split_once(r#""p":"#).expect("the property");
    let end = after.rfind(r#"},"required":["p"]"#).or_else(|| after.rfind(r#"},"additionalProperties""#));
    after[..end.expect("the end of the properties")].to_owned()
}

fn issues(p: &str, mode: Mode) -> Vec<Issue> {
    check(&tool(p), &Options::new(&GEMINI).mode(mode)).tools.into_iter().flat_map(|tool| tool.issues).collect()
}

const LEVELS: &str = r#"{"type":"object","propertyNames":{"type":"string","enum":["debug","prod"]},"additionalProperties":{"type":"number"},"required":["prod"]}"#;

#[test]
fn listed_names_are_declared() {
    let members = r#""properties":{"debug":{"type":"number"},"prod":{"type":"number"}}"#;
    for mode in [Mode::DropIn, Mode::RoundTrip] {
        let open = format!(r#"{{"type":"object",{members},"required":["prod"]}}"#);
        assert_eq!(declared(LEVELS, &GEMINI, mode), open);
        let closed = format!(r#"{{"type":"object",{members},"additionalProperties":false,"required":["prod"]}}"#);
        assert_eq!(declared(LEVELS, &VERTEX_AI, mode), closed);
    }
    assert!(!declared(LEVELS, &OPENAI_STRICT, Mode::RoundTrip).contains("additional_properties"));
}

#[test]
fn names_that_cannot_be_declared_briefly_and_exactly_stay_those_of_a_map() {
    let map = |names: &str, values: &str| {
        format!(r#"{{"type":"object","propertyNames":{names},"additionalProperties":{values}}}"#)
    };
    let names = r#"{"enum":["a","b","c"]}"#;
    let number = r#"{"type":"number"}"#;
    let many: Vec<String> = (0..100).map(|at| format!("\"{}\"", at % 10)).collect();
    for (names, values) in [
        (r#"{"enum":["a"],"minLength":2}"#, number),
        (r#"{"pattern":"^a"}"#, number),
        (r#"{"enum":[]}"#, number),
        (r#"{"enum":["a",""]}"#, number),
        (r#"{"enum":["a b"]}"#, number),
        (&format!(r#"{{"enum":[{}]}}"#, many.join(",")), number),
        // What nests would multiply at each level.
        (names, r#"{"type":"object","properties":{"n":{"type":"number"}}}"#),
        (names, &map(names, number)),
        (names, r#"{"type":"array","items":{"type":"array"}}"#),
        (names, "{}"),
    ] {
        assert!(declared(&map(names, values), &GEMINI, Mode::RoundTrip).starts_with(r#"{"type":"array""#), "{names}");
    }
    // Other keywords say what members are.
    for other in [
        r#""properties":{"else":{"type":"string"}}"#,
        r#""required":["else"]"#,
        r#""unevaluatedProperties":{"type":"number"}"#,
        r#""enum":[{"a":1}]"#,
    ] {
        let map = map(names, number).replacen('{', &format!("{{{other},"), 1);
        assert!(!declared(&map, &GEMINI, Mode::DropIn).contains(r#""c":{"type":"number"}"#), "{other}");
    }
    // Null would stand for a name that is absent.
    let nullable = map(names, r#"{"type":["number","null"]}"#);
    assert!(declared(&nullable, &OPENAI_STRICT, Mode::RoundTrip).contains(r#""key""#));
    assert!(declared(&nullable, &GEMINI, Mode::RoundTrip).contains(r#""b":{"type":"number","nullable":true}"#));
}

#[test]
fn the_names_of_entries_have_no_code() {
    let many: Vec<String> = (0..=64).map(|at| format!("\"n{at}\"")).collect();
    let names = format!(r#"{{"enum":["",{}]}}"#, many.join(","));
    let map = format!(r#"{{"type":"object","propertyNames":{names},"additionalProperties":{{"type":"integer"}}}}"#);
    let seen = declared(&map, &GEMINI, Mode::RoundTrip);
    assert!(!seen.contains("(empty)"), "{seen}");
    assert!(
        issues(&map, Mode::RoundTrip).iter().any(|issue| issue.accepts_less.as_deref() == Some("the empty string"))
    );
}

#[test]
fn several_patterns_of_names_are_joined() {
    let map = |second: &str| {
        format!(
            r#"{{"type":"object","additionalProperties":false,"patternProperties":{{"^x_":{{"type":"string"}},"^y_":{second}}}}}"#
        )
    };
    let same = map(r#"{"type":"string"}"#);
    for target in [&GEMINI, &UNIVERSAL, &OPENAI_STRICT] {
        assert!(declared(&same, target, Mode::RoundTrip).contains(r#""pattern":"^x_|^y_""#), "{}", target.id);
    }
    assert!(issues(&same, Mode::RoundTrip).iter().all(|issue| issue.accepts_more.is_none()));
    let gains = issues(&map(r#"{"type":"number"}"#), Mode::RoundTrip);
    let gains: Vec<_> = gains.iter().filter_map(|issue| issue.accepts_more.as_deref()).collect();
    assert_eq!(gains, ["property values that are allowed only under other names"]);
    // A pattern that is no expression of RE2 cannot be joined.
    for other in ["^(?=y)", "(?i)y", "(?<y>y)"] {
        let seen = declared(&same.replace("^y_", other), &GEMINI, Mode::RoundTrip);
        assert!(seen.contains(&format!("(matches ^x_ or {other})")), "{seen}");
    }
}

#[test]
fn a_pattern_that_every_name_matches_says_nothing() {
    let map = r#"{"type":"object","patternProperties":{"":{"type":"boolean"}},"propertyNames":{"pattern":"^k-"}}"#;
    let hint = r#""description":"(properties of any name, each a boolean; each name matches ^k-)""#;
    assert!(declared(map, &GEMINI, Mode::DropIn).contains(hint));
    assert!(declared(map, &GEMINI, Mode::RoundTrip).contains(r#""key":{"type":"string","pattern":"^k-"}"#));
}

/// A pattern of names that leaves is quoted as a pattern, not by the schema that it stands for.
#[test]
fn a_pattern_of_names_that_is_dropped_is_hinted() {
    let target = UNIVERSAL.derived(&Derivation::default().reject("pattern").expect("a keyword that may be dropped"));
    let map = r#"{"type":"object","patternProperties":{"^X-[A-Z]+$":{"type":"string"}},"additionalProperties":false}"#;
    let done = transform(&tool(map), &Options::new(&target).mode(Mode::RoundTrip), &Output::default());
    let text = done.output.unwrap_or_default();
    assert!(text.contains(r#""key":{"type":"string","description":"(matches ^X-[A-Z]+$)"}"#), "{text}");
}

#[test]
fn a_list_that_recursion_truncates_stays_one_of_objects() {
    let schema = r##"{"type":"object","properties":{"t":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"object","properties":{"nodes":{"type":"array","items":{"$ref":"#/$defs/N"}}},"required":["nodes"]}}}"##;
    let report = check(&format!(r#"{{"name":"f","inputSchema":{schema}}}"#), &Options::new(&GEMINI));
    let issues: Vec<&Issue> = report.tools.iter().flat_map(|tool| &tool.issues).collect();
    assert!(issues.iter().all(|issue| issue.code != *"GS027" && issue.accepts_less.is_none()));
    let gains: Vec<_> = issues.iter().filter_map(|issue| issue.accepts_more.as_deref()).collect();
    assert_eq!(gains, [r#"any array of objects for "nodes" where its schema is omitted"#]);
}

#[test]
fn hints_name_the_items_of_arrays() {
    let map = r#"{"type":"object","additionalProperties":{"type":"array","items":{"type":["string","null"]}}}"#;
    assert!(declared(map, &GEMINI, Mode::DropIn).contains("each an array of strings)"));
    let map = r#"{"type":"object","additionalProperties":{"type":"array"}}"#;
    assert!(declared(map, &GEMINI, Mode::DropIn).contains("each an array)"));
}

#[test]
fn patterns_open_only_the_object_that_their_own_schema_closes() {
    let closed = r#"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}"#;
    let patterns = r#"{"type":"object","patternProperties":{"^x-":{"type":"number"}}}"#;
    let beside = closed.replacen('{', &format!(r#"{{"allOf":[{patterns}],"#), 1);
    for p in [format!(r#"{{"allOf":[{closed},{patterns}]}}"#), format!(r#"{{"allOf":[{patterns},{closed}]}}"#), beside]
    {
        for mode in [Mode::DropIn, Mode::RoundTrip] {
            assert_eq!(declared(&p, &UNIVERSAL, mode), r#"{"type":"object","properties":{"a":{"type":"string"}}}"#);
            assert_eq!(declared(&p, &VERTEX_AI, mode), closed);
            assert!(!declared(&p, &OPENAI_STRICT, mode).contains("x-"));
            assert!(issues(&p, mode).iter().all(|issue| issue.accepts_less.is_none()));
        }
    }
    // Of two schemas with patterns, the one that closes the object says which names it has.
    let p = format!(
        r#"{{"type":"object","patternProperties":{{"^y":{{"type":"string"}}}},"additionalProperties":false,"allOf":[{patterns}]}}"#
    );
    let encoded = declared(&p, &UNIVERSAL, Mode::RoundTrip);
    assert!(encoded.contains(r#""key":{"type":"string","pattern":"^y"},"value":{"type":"string"}"#), "{encoded}");
    assert!(issues(&p, Mode::RoundTrip).iter().any(|issue| issue.accepts_more.is_some()));
}

#[test]
fn patterns_still_concern_declared_properties_of_a_closed_object() {
    let p = r#"{"type":"object","properties":{"x-1":{"type":"number"}},"additionalProperties":false,"allOf":[{"patternProperties":{"^x-":{"maximum":5}}}]}"#;
    let freed = "declared properties with values that a pattern's schema excludes";
    for mode in [Mode::DropIn, Mode::RoundTrip] {
        assert!(issues(p, mode).iter().any(|issue| issue.accepts_more.as_deref() == Some(freed)));
        assert!(declared(p, &UNIVERSAL, mode).contains("properties named like ^x-"));
    }
}

#[test]
fn names_of_declared_properties_that_are_excluded_are_reported() {
    let map = |names: &str| {
        format!(
            r#"{{"type":"object","properties":{{"key":{{"type":"string"}}}},"propertyNames":{names},"additionalProperties":{{"type":"string"}}}}"#
        )
    };
    let frees = |names: &str| {
        let issues = issues(&map(names), Mode::RoundTrip);
        issues.iter().any(|issue| issue.accepts_more.as_deref().is_some_and(|more| more.contains("whose names")))
    };
    for excluding in
        [r#"{"pattern":"^x-"}"#, r#"{"enum":["a b"]}"#, r#"{"maxLength":2}"#, r#"{"allOf":[{"minLength":4}]}"#]
    {
        assert!(frees(excluding), "{excluding}");
    }
    for allowing in [r#"{"type":"string"}"#, r#"{"enum":["a b","key"]}"#, r#"{"maxLength":3}"#, "true"] {
        assert!(!frees(allowing), "{allowing}");
    }
}

#[test]
fn a_pattern_whose_schema_allows_nothing_forbids_names() {
    let with = |members: &str| format!(r#"{{"type":"object",{members}}}"#);
    for nothing in [
        "false",
        r#"{"not":{}}"#,
        r#"{"type":"string","enum":[1]}"#,
        r#"{"type":"string","minLength":3,"maxLength":2}"#,
    ] {
        let patterns = |more: &str| format!(r#""patternProperties":{{"^_":{nothing}{more}}}"#);
        let (alone, named) = (with(&patterns("")), r#""properties":{"a":{"type":"string"}},"#);
        for schema in [&alone, &with(&(named.to_owned() + &patterns("")))] {
            for target in [&GEMINI, &VERTEX_AI, &GEMINI_JSON_SCHEMA] {
                let seen = declared(schema, target, Mode::DropIn);
                assert!(seen.contains("(no properties named like ^_)") && !seen.contains("additional"), "{seen}");
            }
        }
        let entries = declared(&alone, &GEMINI, Mode::RoundTrip);
        assert!(entries.contains(r#""key":{"type":"string","description":"(does not match ^_)"}"#), "{entries}");
        assert!(issues(&alone, Mode::RoundTrip).iter().any(|issue| issue.accepts_more.is_some()));
        let both = with(&patterns(r#","^x-":{"type":"string"}"#));
        let seen = declared(&both, &GEMINI, Mode::DropIn);
        assert!(seen.contains("(properties named like ^x-, each a string; no properties named like ^_)"), "{seen}");
        let seen = declared(&both, &GEMINI, Mode::RoundTrip);
        assert!(seen.contains(r#""description":"(does not match ^_)","pattern":"^x-""#), "{seen}");
        let others = with(&(patterns("") + r#","additionalProperties":{"type":"string"}"#));
        let seen = declared(&others, &VERTEX_AI, Mode::DropIn);
        assert!(
            seen.contains(r#""additionalProperties":{"type":"string"},"description":"(no properties named like ^_)""#),
            "{seen}"
        );
    }
}

#[test]
fn names_that_are_forbidden_anyway_are_not_described() {
    for (schema, looser) in [
        (r#"{"type":"object","patternProperties":{"":false}}"#, None),
        (r#"{"type":"object","patternProperties":{"^_":false},"additionalProperties":false}"#, None),
        (
            r#"{"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{"":false}}"#,
            Some("declared properties with values that a pattern's schema excludes"),
        ),
    ] {
        let seen = declared(schema, &VERTEX_AI, Mode::DropIn);
        assert!(seen.contains(r#""additionalProperties":false"#) && !seen.contains("description"), "{seen}");
        let seen = declared(schema, &GEMINI, Mode::RoundTrip);
        assert!(!seen.contains("key") && !seen.contains("additional"), "{seen}");
        let found = check(&tool(schema), &Options::new(&VERTEX_AI)).tools.remove(0).issues;
        assert!(found.iter().filter_map(|issue| issue.accepts_more.as_deref()).eq(looser), "{schema}");
    }
}
