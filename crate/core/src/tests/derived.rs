//! Derived targets take less, and report that.

use crate::{
    AUTO, GEMINI_API, GEMINI_JSON_SCHEMA, Limits, OPENAI_STRICT, Options, Output, Surface, TARGETS, Target, Tool,
    json::{JsonId, read},
    limits::Work,
    schema::{Ast, KEYWORDS, Keyword, Spelling},
    targets::Derivation,
    transform,
};

/// A schema with every keyword that can be dropped.
const TOOL: &str = r##"{"name":"a_rather_long_name","inputSchema":{"type":"object","title":"T","$id":"https://example.org/t",
    "$schema":"https://json-schema.org/draft/2020-12/schema","$comment":"c","propertyOrdering":["s","n"],
    "minProperties":1,"maxProperties":9,"propertyNames":{"pattern":"^a"},"patternProperties":{"^x":{"type":"string"}},
    "unevaluatedProperties":false,"additionalProperties":false,"dependentRequired":{"s":["n"]},
    "dependentSchemas":{"n":{"required":["i"]}},"dependencies":{"i":["s"]},"externalDocs":{"url":"https://example.org"},
    "$vocabulary":{"https://example.org/v":true},"$recursiveAnchor":true,"properties":{
    "s":{"type":"string","title":"S","default":"d","example":"e","examples":["f"],"format":"date-time","pattern":"^a",
        "minLength":2,"maxLength":9,"readOnly":true,"writeOnly":true,"deprecated":true,"contentMediaType":"a/b",
        "contentEncoding":"base64","contentSchema":{"type":"string"},"not":{"const":"x"},"$anchor":"s","$dynamicAnchor":"s",
        "id":"s","xml":{"name":"s"},"if":{"const":"a"},"then":{"minLength":1},"else":{"minLength":2}},
    "n":{"type":"number","multipleOf":2,"exclusiveMinimum":1,"exclusiveMaximum":9},
    "i":{"type":"integer","minimum":0,"maximum":9},
    "c":{"const":"x"},
    "u":{"anyOf":[{"type":"string"},{"type":"number"}]},
    "o":{"oneOf":[{"type":"string"},{"type":"boolean"}],"discriminator":{"propertyName":"x"}},
    "a":{"allOf":[{"type":"string"},{"minLength":1}]},
    "l":{"type":"array","items":{"type":"string"},"uniqueItems":true,"contains":{"const":"x"},"minContains":1,"maxContains":2,
        "unevaluatedItems":false,"minItems":1,"maxItems":9},
    "t":{"type":"array","items":[{"type":"string"},{"type":"number"}],"additionalItems":false},
    "p":{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}]},
    "r":{"$ref":"#/$defs/R"},
    "d":{"$dynamicRef":"#s","definitions":{}},
    "e":{"$recursiveRef":"#/$defs/R"},
    "deep":{"type":"object","properties":{"er":{"type":"object","properties":{"a":{"type":"string"}}}}}},
    "$defs":{"R":{"type":"object","properties":{"again":{"$ref":"#/$defs/R"}}}}}}"##;

fn options(target: &Target, derivation: Derivation) -> Options {
    Options::new(&target.derived(&derivation))
}

/// The keywords of all schemas of a text.
fn keywords(text: &str) -> Vec<Keyword> {
    let tape = read(text).expect("output is JSON");
    let work = Work::new(&Limits::default(), text.len());
    let ast = Ast::new(&tape, JsonId::ROOT, Spelling::Proto, &work);
    ast.ids().flat_map(|id| ast.keywords(id).iter().collect::<Vec<_>>()).collect()
}

fn only_tool(text: &str, options: &Options) -> Tool {
    let (mut tools, _) = transform(text, options, &Output::default()).into_findings();
    assert_eq!(tools.len(), 1);
    tools.remove(0)
}

fn schema(text: &str, options: &Options) -> String {
    let tool = only_tool(text, options);
    tool.report.transformed_schema.as_ref().map_or_else(String::new, |schema| schema.get().to_owned())
}

/// A derivation that rejects a keyword.
fn without(keyword: &str) -> Derivation {
    Derivation::default().reject(keyword).expect(keyword)
}

fn dispensable() -> impl Iterator<Item = Keyword> {
    let keywords = KEYWORDS.iter().map(|info| info.keyword);
    keywords.filter(|keyword| Derivation::default().reject(keyword.name()).is_ok())
}

#[test]
fn the_tool_has_every_keyword_that_can_be_dropped() {
    let used =
        keywords(TOOL.split_once("\"inputSchema\":").and_then(|(_, schema)| schema.strip_suffix('}')).expect(TOOL));
    let unused: Vec<&str> = dispensable().filter(|keyword| !used.contains(keyword)).map(Keyword::name).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn what_is_refused_does_not_leave() {
    for target in TARGETS {
        let usual = keywords(&schema(TOOL, &options(target, Derivation::default())));
        for keyword in dispensable() {
            let derived = options(target, without(keyword.name()));
            let output = schema(TOOL, &derived);
            assert!(!keywords(&output).contains(&keyword), "{} without {}: {output}", target.id, keyword.name());
            let tool = only_tool(TOOL, &derived);
            let place = format!("/{}", keyword.name());
            let told = tool.report.issues.iter().any(|issue| issue.pointer.ends_with(&place));
            assert!(told || !usual.contains(&keyword), "{} without {}", target.id, keyword.name());
        }
    }
}

#[test]
fn what_the_derivation_rejects_is_not_said_of_the_base() {
    for target in TARGETS.iter().filter(|target| !target.chooses) {
        for keyword in dispensable() {
            let derived = target.derived(&without(keyword.name()));
            let place = format!("/{}", keyword.name());
            for issue in only_tool(TOOL, &Options::new(&derived)).report.issues {
                if derived.dropped.has(keyword) && issue.pointer.ends_with(&place) {
                    let context = format!("{} without {}: {}", target.id, keyword.name(), issue.message);
                    for base in [target.unknown, "is not a format", "throws an error on unions", "from before 2025"] {
                        assert!(!issue.message.contains(base), "{context}");
                    }
                    assert_eq!(issue.refusal, None, "{context}");
                }
            }
        }
    }
}

#[test]
fn what_has_no_rule_stays_indispensable() {
    let indispensable = ["type", "enum", "properties", "items", "required", "nullable", "description"];
    for name in indispensable.iter().chain(&["additionalProperties", "x-mine", ""]) {
        assert!(Derivation::default().reject(name).is_err(), "{name}");
    }
}

#[test]
fn limits_only_get_tighter() {
    let shallow = Derivation::default().max_depth(2).max_name(12);
    let tool = only_tool(TOOL, &options(&GEMINI_API, shallow));
    let declared = tool.codec.declared.as_deref().expect("another name");
    assert_eq!(declared.len(), 12);
    assert_eq!(tool.codec.restore_name(declared), "a_rather_long_name");
    assert!(!schema(TOOL, &options(&GEMINI_API, shallow)).contains("\"er\""));
    let wide = Derivation::default().max_depth(1_000).max_name(1_000);
    let target = GEMINI_API.derived(&wide);
    assert_eq!((target.max_depth, target.max_name), (GEMINI_API.max_depth, GEMINI_API.max_name));
    assert_eq!(GEMINI_API.derived(&wide.max_name(0)).max_name, Derivation::MIN_NAME);
}

#[test]
fn types_are_spelled_in_upper_case_in_parameters_alone() {
    for (target, name) in [(&GEMINI_JSON_SCHEMA, "object"), (&OPENAI_STRICT, "object"), (&GEMINI_API, "OBJECT")] {
        let output = schema(TOOL, &options(target, Derivation::default().upper_case()));
        assert!(output.contains(&format!(r#""type":"{name}""#)), "{}: {output}", target.id);
    }
}

#[test]
fn a_target_that_chooses_passes_it_on() {
    let derivation = without("title").upper_case();
    let output = schema(TOOL, &options(&AUTO, derivation).surface(Surface::Live));
    assert!(!output.contains("title") && output.starts_with(r#"{"type":"OBJECT""#), "{output}");
}

#[test]
fn a_derived_target_may_be_derived_again() {
    let again = |target: &Target| {
        let named = target.derived(&without("title").max_name(12));
        named.derived(&Derivation::default().lower_case().max_name(20))
    };
    for target in [again(&AUTO), again(&GEMINI_API)] {
        let tool = only_tool(TOOL, &Options::new(&target));
        assert_eq!(tool.codec.declared.as_deref().map(str::len), Some(12), "{}", target.id);
        assert!(!schema(TOOL, &Options::new(&target)).contains("title"), "{}", target.id);
    }
}
