//! The texts of findings: every message of every spec, and of the tools in the file that `LAPIDARY_CORPUS` names, is
//! complete and describes what was found.

use std::{collections::BTreeSet, error::Error, fs, path::Path};

use lapidary::{Issue, IssueCode, Mode, Options, Output, RULES, Rule, TARGETS, check, transform, transform_text};

type Outcome = Result<(), Box<dyn Error>>;

/// The fewest words of a sentence of the documentation that no message may repeat.
const SENTENCE: usize = 5;

fn rule(issue: &Issue) -> Option<&'static Rule> {
    match issue.code {
        IssueCode::Rule(code) => Rule::find(code),
        IssueCode::Other(_) => None,
    }
}

/// A text without its parts in backticks or quotes, which come from the input.
fn words(text: &str) -> String {
    let outside = |text: &str, mark: char| text.split(mark).step_by(2).collect::<Vec<_>>().join(" ");
    outside(&outside(text, '`'), '"')
}

/// The sentences of a rule's documentation, without code.
fn sentences(rule: &Rule) -> BTreeSet<String> {
    let prose = rule.docs().text.split("```").step_by(2).collect::<String>();
    let prose = prose.replace('\n', " ");
    let clauses = prose.split(['.', ';', ':']).map(|clause| words(clause).trim().to_lowercase());
    clauses.filter(|clause| clause.split_whitespace().count() >= SENTENCE).collect()
}

/// What is wrong with the texts of an issue.
fn faults(issue: &Issue, rule: &Rule) -> Vec<&'static str> {
    let statement = issue.statement();
    let texts = [Some(&issue.message), issue.fix.as_ref(), issue.accepts_more.as_ref(), issue.accepts_less.as_ref()];
    let texts: Vec<&String> = texts.into_iter().flatten().collect();
    let mut faults = Vec::new();
    let mut check = |fault, found: bool| faults.extend(found.then_some(fault));
    check("an empty text", texts.iter().any(|text| text.trim().is_empty()));
    check("an empty value", texts.iter().any(|text| text.contains("``")) && !issue.pointer.contains("//"));
    check("a placeholder", texts.iter().any(|text| words(text).contains(['{', '}'])));
    check("a full stop", texts.iter().any(|text| text.ends_with('.') && !text.ends_with("…")));
    check(
        "the pattern instead of a message",
        statement == rule.title || statement.ends_with(&format!(": {}", rule.title)),
    );
    check("no fix", issue.fix.is_none());
    let said = words(statement).trim().to_lowercase();
    check("a sentence of the documentation", sentences(rule).contains(&said));
    if let Some(refusal) = &issue.refusal {
        check("a placeholder in the refusal", refusal.contains('{'));
        let named = refusal.split_once("Unknown name \"").and_then(|(_, rest)| rest.split('"').next());
        let found = issue.pointer.rsplit('/').next().map(|token| token.replace("~1", "/").replace("~0", "~"));
        check("the refusal of another keyword", named.is_some_and(|name| Some(name) != found.as_deref()));
    }
    faults
}

/// Adds what is wrong with the findings of a document, each kind once.
fn look(text: &str, wrong: &mut BTreeSet<String>) {
    for target in TARGETS {
        for mode in [Mode::DropIn, Mode::RoundTrip] {
            let out = transform(text, &Options::new(target).mode(mode), &Output::default());
            for issue in out.issues().iter().chain(out.tools().iter().flat_map(|tool| &tool.report.issues)) {
                let Some(rule) = rule(issue) else { continue };
                let faults = faults(issue, rule);
                if !faults.is_empty() {
                    let known = format!("{} {}", rule.code, faults.join(", "));
                    if !wrong.iter().any(|line| line.starts_with(&known)) {
                        let Issue { message, fix, refusal, .. } = issue;
                        wrong.insert(format!("{known}: for {} {message} | {fix:?} | {refusal:?}", target.id));
                    }
                }
            }
        }
    }
}

#[test]
fn every_finding_says_what_was_found_and_what_becomes_of_it() -> Outcome {
    let mut wrong = BTreeSet::new();
    for rule in RULES {
        let folder = format!("{}/../../tests/specs/{}-{}", env!("CARGO_MANIFEST_DIR"), rule.code, rule.slug);
        for file in fs::read_dir(Path::new(&folder))? {
            let path = file?.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                look(&fs::read_to_string(path)?, &mut wrong);
            }
        }
    }
    if let Some(corpus) = std::env::var_os("LAPIDARY_CORPUS") {
        fs::read_to_string(corpus)?.lines().for_each(|tool| look(tool, &mut wrong));
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.into_iter().collect::<Vec<_>>().join("\n"));
    Ok(())
}

/// An API's error is quoted for what it says is wrong, and not for the next mistake that the rule is about.
#[test]
fn an_error_of_an_api_is_quoted_for_what_it_says() {
    let message = "tools[0].function_declarations[0].parameters.properties[0].value";
    let named = "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[p]";
    let vertex = "Unable to submit request because `f` functionDeclaration `parameters.p` schema";
    let not_text = |at: &str, value: &str| format!("Invalid value at '{message}.{at}' (TYPE_STRING), {value}");
    let container =
        "specified incorrect schema type field. For schema with enum values, schema type should not be OBJECT";
    let api = "type.googleapis.com/google.ai.generativelanguage.v1beta";
    let [gemini, vertex_ai, json] = ["gemini", "vertex-ai", "gemini-json-schema"];
    let cases = [
        (gemini, r#"{"type":"integer","enum":[3,4]}"#, not_text("enum[0]", "3")),
        (gemini, r#"{"type":"boolean","enum":[true]}"#, not_text("enum[0]", "true")),
        (gemini, r#"{"type":"string","enum":["a",1]}"#, not_text("enum[1]", "1")),
        (gemini, r#"{"type":"integer","enum":["3","4"]}"#, format!("{named}.enum: only allowed for STRING type")),
        (gemini, r#"{"type":"object","enum":[{"a":1}]}"#, String::new()),
        (vertex_ai, r#"{"type":"boolean","enum":["true"]}"#, String::new()),
        (vertex_ai, r#"{"type":"ARRAY","items":{},"enum":["a"]}"#, format!("{vertex} {container} or ARRAY.")),
        (gemini, r#"{"type":"string","enum":["a",""]}"#, format!("{named}.enum[1]: cannot be empty")),
        (gemini, r#"{"type":"string","enum":["a","a"]}"#, String::new()),
        (gemini, r#"{"type":"any"}"#, format!("Invalid value at '{message}.type' ({api}.Type), \"any\"")),
        (vertex_ai, r#"{"type":"any"}"#, String::new()),
        (gemini, r#"{"type":"string","pattern":5}"#, not_text("pattern", "5")),
        (gemini, r#"{"type":"string","pattern":["a"]}"#, String::new()),
        (gemini, r#"{"type":"array","items":{},"minItems":1.5}"#, format!("{message}.minItems' (TYPE_INT64), 1.5")),
        (gemini, r#"{"type":"string","maxLength":0}"#, String::new()),
        (gemini, r#"{"type":"array","items":[{}]}"#, format!("Unknown name \"items\" at '{message}': Proto field")),
        (gemini, r#"{"type":"object","required":["a"]}"#, format!("{named}.required[0]: property is not defined")),
        (gemini, r#"{"type":"string","properties":{}}"#, format!("{named}.properties: only allowed for OBJECT type")),
        (json, r##"{"$ref":"#/$defs/A"}"##, "reference to undefined schema at properties.p".to_owned()),
        (
            json,
            r#"{"type":"array","items":{"type":"object","properties":{"a":{}},"required":["a","b"]}}"#,
            "schema at properties.p.items requires unspecified property 'b'".to_owned(),
        ),
    ];
    for (target, schema, expected) in cases {
        let tool = format!(r#"{{"name":"f","inputSchema":{{"type":"object","properties":{{"p":{schema}}}}}}}"#);
        let target = TARGETS.iter().find(|known| known.id == target).expect("a target");
        let report = check(&tool, &Options::new(target));
        let quoted: Vec<&str> = report.tools[0].issues.iter().filter_map(|issue| issue.refusal.as_deref()).collect();
        let is_expected = match &quoted[..] {
            [] => expected.is_empty(),
            quoted => !expected.is_empty() && quoted.iter().any(|quoted| quoted.contains(&expected)),
        };
        assert!(is_expected, "{} {schema}: {quoted:?} instead of {expected:?}", target.id);
    }
}

/// A declaration has two schemas, and a property of each may have the same name.
#[test]
fn findings_in_what_a_function_returns_are_named_and_placed_there() {
    let same = r#"{"type":"OBJECT","properties":{"a":{"type":"STRING","const":"b"}}}"#;
    let report = check(&format!(r#"{{"name":"f","parameters":{same},"response":{same}}}"#), &Options::default());
    let [argument, returned] = &report.tools[0].issues[..] else { panic!("{:?}", report.tools[0].issues) };
    assert_eq!((argument.subject.as_str(), returned.subject.as_str()), ("a", "response.a"));
    assert_eq!(argument.message.replacen("`a`", "`response.a`", 1), returned.message);
    let place = |issue: &Issue| issue.refusal.clone().expect("the API rejects it");
    assert_eq!(place(argument).replace(".parameters", ".response"), place(returned));
    assert!(returned.outputs.is_empty(), "they are places in the schema of the arguments");
}

/// A union of objects that becomes one object says which properties belong together, unless any may be absent.
#[test]
fn merged_alternatives_are_described_as_far_as_they_are_exclusive() {
    let described = |last: &str| {
        let a =
            r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}"#;
        let b = a.replace("\"a\"", "\"b\"");
        let tool = format!(r#"{{"name":"t","inputSchema":{{"type":"object","anyOf":[{a},{b},{last}]}}}}"#);
        let declared = transform_text(&tool, &Options::default(), &Output::default()).expect("a declaration");
        let (_, rest) = declared.split_once("\"description\":\"")?;
        rest.split('"').next().map(str::to_owned)
    };
    let c = r#"{"type":"object","properties":{"c":{"type":"string"}},"required":["c"],"additionalProperties":false}"#;
    assert_eq!(described(c).as_deref(), Some("(either a, or b, or c)"));
    let nothing = r#"{"type":"object","additionalProperties":false}"#;
    assert_eq!(described(nothing).as_deref(), Some("(either a, or b, or none)"));
    assert_eq!(described("{}"), None);
    assert_eq!(described(r#"{"not":{"required":["a"]}}"#), None);
}

#[test]
fn places_below_misplaced_properties_are_named() {
    for (schema, subject) in [
        (r#"{"type":"object","a":{"type":"integer","multipleOf":2}}"#, "`a`: "),
        (r#"{"type":"object","properties":{"q":{"a":{"type":"integer","multipleOf":2}}}}"#, "`q.a`: "),
        (r#"{"type":"object","pattern":{"type":"integer","multipleOf":2}}"#, "`pattern`: "),
        (r#"{"type":"object","a":{"type":"object","b":{"type":"integer","multipleOf":2}}}"#, "`a.b`: "),
        (r#"{"type":"object","properties":[{"name":"a","type":"integer","multipleOf":2}]}"#, ""),
    ] {
        let issues = check(schema, &Options::default()).tools.remove(0).issues;
        let told = issues.iter().find(|issue| issue.code == "GS016").expect("`multipleOf` is reported");
        let usual = "`multipleOf: 2` is not a field of Gemini's schema; the API rejects the request";
        assert_eq!(told.message, format!("{subject}{usual}"), "{schema}");
    }
}
