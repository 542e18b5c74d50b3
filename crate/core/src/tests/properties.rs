//! Properties over generated tools: what must hold for every input.

use std::collections::BTreeSet;

use crate::{
    GEMINI_API, Limits, Mode, Options, Output, TARGETS, Target, check, declare,
    json::{JsonId, Tape},
    limits::Work,
    schema::{Ast, Keyword, NodeKind, Spelling, Value},
    transform, transform_text,
};
use proptest::{prelude::*, test_runner::RngSeed};

/// The same cases on every run; `PROPTEST_RNG_SEED` draws others.
fn seed() -> RngSeed {
    let seed = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok());
    RngSeed::Fixed(seed.unwrap_or(22))
}

/// How many tools each property is tried on; `PROPTEST_CASES` overrides it.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1_500)
}

const NAMES: &[&str] =
    &["a", "b", "if", "$ref", "const", "properties", "default", "required", "__proto__", "type", "x y", ""];

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(NAMES)
}

fn data() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "1",
        "-2.50",
        "1e400",
        "\"a\"",
        "\"\"",
        "null",
        "true",
        "[]",
        "{}",
        "[1,\"a\",null]",
        r##"{"type":"string","$ref":"#/nope","properties":{"a":1}}"##,
        "\"\\u00e9\"",
        "0",
        "10.0",
    ])
    .prop_map(str::to_owned)
}

fn member() -> impl Strategy<Value = String> {
    let word = |names: &'static [&'static str]| prop::sample::select(names);
    prop_oneof![
        (word(&["default", "example", "const", "x-own", "title", "description", "pattern", "format"]), data())
            .prop_map(|(key, value)| format!("\"{key}\":{value}")),
        (
            word(&[
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
                "minLength",
                "maxItems"
            ]),
            data()
        )
            .prop_map(|(key, value)| format!("\"{key}\":{value}")),
        prop::collection::vec(data(), 0..4).prop_map(|values| format!("\"enum\":[{}]", values.join(","))),
        prop::collection::vec(name(), 0..4).prop_map(|names| format!(
            "\"required\":[{}]",
            names.iter().map(|n| format!("{n:?}")).collect::<Vec<_>>().join(",")
        )),
        word(&["$comment", "$schema", "$id", "$anchor"]).prop_map(|key| format!("\"{key}\":\"here\"")),
        word(&["#", "#/$defs/a", "#/properties/b", "#here", "#/nope", "http://x/y"])
            .prop_map(|to| format!("\"$ref\":{to:?}")),
    ]
}

fn types() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        r#""type":"string""#,
        r#""type":"object""#,
        r#""type":"array""#,
        r#""type":"integer""#,
        r#""type":"NUMBER""#,
        r#""type":["string","null"]"#,
        r#""type":["object","array","null"]"#,
        r#""type":"null""#,
        r#""type":"any""#,
        r#""x":1"#,
    ])
    .prop_map(str::to_owned)
}

fn schema() -> impl Strategy<Value = String> {
    let object = |members: Vec<String>| format!("{{{}}}", members.join(","));
    let leaf = prop_oneof![
        Just("true".to_owned()),
        Just("false".to_owned()),
        (types(), prop::collection::vec(member(), 0..3)).prop_map(move |(kind, mut members)| {
            members.insert(0, kind);
            object(members)
        }),
    ];
    leaf.prop_recursive(4, 40, 4, move |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(",")));
        let map = prop::collection::vec((name(), inner.clone()), 0..4).prop_map(|members| {
            let members: Vec<_> = members.iter().map(|(key, value)| format!("{key:?}:{value}")).collect();
            format!("{{{}}}", members.join(","))
        });
        let lists = prop::sample::select(&["anyOf", "oneOf", "allOf", "prefixItems", "items"][..]);
        let maps = prop::sample::select(&["properties", "$defs", "patternProperties", "dependentSchemas"][..]);
        let singles =
            prop::sample::select(&["items", "additionalProperties", "not", "if", "contains", "propertyNames"][..]);
        let nested = prop_oneof![
            4 => (maps, map).prop_map(|(key, value)| format!("\"{key}\":{value}")),
            3 => (lists, list).prop_map(|(key, value)| format!("\"{key}\":{value}")),
            2 => (singles, inner).prop_map(|(key, value)| format!("\"{key}\":{value}")),
            2 => member(),
        ];
        (types(), prop::collection::vec(nested, 1..4)).prop_map(move |(kind, mut members)| {
            members.insert(0, kind);
            object(members)
        })
    })
}

fn tool() -> impl Strategy<Value = String> {
    schema().prop_map(|schema| format!(r#"{{"name":"tool","inputSchema":{schema}}}"#))
}

/// Every keyword in schema positions of a declaration's parameters.
fn keywords(declaration: &str) -> BTreeSet<String> {
    let tape = crate::json::read(declaration).expect("the output is JSON");
    let Some(parameters) = schema_of(&tape) else { return BTreeSet::new() };
    let work = Work::new(&Limits::default(), declaration.len());
    let ast = Ast::new(&tape, parameters, Spelling::Proto, &work);
    let mut found = BTreeSet::new();
    let entries = ast.ids().flat_map(|id| ast.entries(id).to_vec());
    let flags: BTreeSet<_> =
        entries.filter(|entry| entry.keyword == Keyword::AdditionalProperties).map(|entry| entry.json()).collect();
    for id in ast.ids().filter(|id| !flags.contains(&ast.json(*id))) {
        assert_eq!(ast.kind(id), NodeKind::Object, "a schema is an object: {declaration}");
        for entry in ast.entries(id) {
            assert_ne!(entry.value, Value::Malformed, "{} in {declaration}", tape.key(entry.key));
            assert!(!entry.shadowed, "{} twice in {declaration}", tape.key(entry.key));
            found.insert(tape.key(entry.key).into_owned());
        }
    }
    found
}

/// The schema of a tool or declaration, whatever its format.
fn schema_of(tape: &Tape<'_>) -> Option<JsonId> {
    let root = tape.get(JsonId::ROOT, "function").unwrap_or(JsonId::ROOT);
    ["inputSchema", "parameters", "parametersJsonSchema"].into_iter().find_map(|member| tape.get(root, member))
}

/// The names of properties that the schema declares at its root.
fn declared(json: &str) -> BTreeSet<String> {
    let tape = crate::json::read(json).expect("it is JSON");
    let properties = schema_of(&tape).and_then(|schema| tape.get(schema, "properties"));
    properties.map_or_else(BTreeSet::new, |properties| {
        tape.members(properties).map(|key| tape.key(key).into_owned()).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), rng_seed: seed(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_second_run_changes_nothing(tool in tool()) {
        for target in TARGETS {
            let once = transform_text(&tool, &Options::new(target), &Output::default()).expect("it is a tool");
            let twice = transform_text(&once, &Options::new(target), &Output::default()).expect("it is a declaration");
            prop_assert_eq!(&once, &twice, "{} of {}", target.id, tool);
        }
    }

    /// If findings are not read, the log keeps less of them.
    #[test]
    fn the_output_is_the_same_whoever_reads_the_findings(tool in tool()) {
        for target in TARGETS {
            for mode in [Mode::DropIn, Mode::RoundTrip] {
                let (options, output) = (Options::new(target).mode(mode), Output::default());
                let told = transform(&tool, &options, &output);
                prop_assert_eq!(transform_text(&tool, &options, &output).ok(), told.output.clone());
                let declared = declare(&tool, &options, &output).expect("it is a tool");
                let (tools, _) = told.into_findings();
                prop_assert_eq!(&declared[0].declaration, &tools[0].declaration);
                prop_assert_eq!(format!("{:?}", declared[0].codec), format!("{:?}", tools[0].codec));
            }
        }
    }

    #[test]
    fn only_what_the_target_takes_leaves(tool in tool()) {
        for target in TARGETS {
            let out = transform(&tool, &Options::new(target), &Output::default());
            let (output, chosen) = (out.output.as_deref().expect("it is a tool"), out.tools()[0].report.target);
            let chosen = Target::find(chosen).expect(chosen);
            for name in keywords(output) {
                let keyword = Keyword::from_proto_name(&name);
                prop_assert!(chosen.takes(keyword), "{} for {}: {}", name, target.id, output);
            }
        }
    }

    #[test]
    fn a_name_that_goes_is_reported(tool in tool()) {
        for target in TARGETS {
            let out = transform(&tool, &Options::new(target), &Output::default());
            let declaration = out.output.as_deref().expect("it is a tool");
            let gone: Vec<String> =
                declared(&tool).difference(&declared(declaration)).cloned().collect();
            let lost = out.tools()[0].report.issues.iter().any(|issue| issue.accepts_less.is_some() || issue.accepts_more.is_some() || issue.code.as_str() == "GS062" || issue.code.as_str() == "GS051" || issue.code.as_str() == "GS001");
            prop_assert!(gone.is_empty() || lost, "{:?} of {} for {}", gone, tool, target.id);
        }
    }

    #[test]
    fn without_a_change_there_is_no_issue_and_without_an_issue_no_change(tool in tool()) {
        for target in TARGETS {
            let out = transform(&tool, &Options::new(target), &Output::default());
            let report = &out.tools()[0].report;
            let same = report.original_schema.as_ref().map(|raw| raw.get()) == report.transformed_schema.as_ref().map(|raw| raw.get());
            prop_assert_eq!(report.issues.is_empty(), same, "{} for {}", tool, target.id);
        }
    }

    #[test]
    fn the_patch_makes_the_output(tool in tool()) {
        for target in TARGETS {
            let (options, same) = (Options::new(target), Output::default().emit(crate::Emit::Same));
            // `serde_json` cannot represent a number that a double cannot.
            prop_assume!(!tool.contains("1e400"));
            let mut value: serde_json::Value = serde_json::from_str(&tool).expect("it is JSON");
            let after: serde_json::Value =
                serde_json::from_str(&transform_text(&tool, &options, &same).expect("it is a tool")).expect("it is JSON");
            let patch: json_patch::Patch =
                serde_json::from_str(&crate::diff(&tool, &options, None).patch).expect("it is a patch");
            json_patch::patch(&mut value, &patch).expect("it applies");
            prop_assert_eq!(value, after);
        }
    }

    #[test]
    fn any_text_gets_an_answer(text in "[\\[\\]{}:,\"a-z0-9 $#/]{0,60}") {
        for target in TARGETS {
            let _ = check(&text, &Options::new(target));
        }
    }
}

/// Schemas that use only what the Gemini API enforces, and satisfy its invariants.
fn held() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        r#"{"type":"string", "description": "d", "minLength": 1, "pattern": "^a"}"#,
        r##"{"type": "STRING", "enum": ["a", "b"], "nullable": true, "default": {"type": ["x"], "$ref": "#"}}"##,
        r#"{"type":"integer","format":"int64","minimum":0,"maximum":1e3,"title":"t"}"#,
        r#"{"type":"boolean","example":{"const":1}}"#,
        r#"{"type":"object"}"#,
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(4, 30, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|items| format!(r#"{{ "type": "array", "items": {items}, "minItems": 1 }}"#)),
            prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|branches| format!(r#"{{"description":"u","anyOf":[{}]}}"#, branches.join(", "))),
            prop::collection::vec(inner, 1..4).prop_map(|properties| {
                let names = ["if", "$ref", "properties", "additionalProperties"];
                let members: Vec<_> =
                    properties.iter().zip(names).map(|(schema, name)| format!("\"{name}\": {schema}")).collect();
                format!("{{\"type\":\"object\",\n \"properties\": {{{}}}, \"required\":[\"if\"]}}", members.join(",\n"))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn what_the_gemini_api_holds_keeps_its_bytes(inner in held()) {
        let schema = format!(r#"{{"type":"object","properties":{{ "p": {inner} }}}}"#);
        let dirty = r#"{"name":"other","inputSchema":{"type":"object","properties":{"x":{"const":1}}}}"#;
        let tools = format!(r#"[{{"name":"tool","inputSchema":{schema}}},{dirty}]"#);
        let output = transform_text(&tools, &Options::new(&GEMINI_API), &Output::default()).expect("they are tools");
        let whole = format!(r#""parameters":{schema}}}"#);
        prop_assert!(output.contains(&whole), "{output}");
    }
}
