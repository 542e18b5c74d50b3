//! The feature `schemars`: conversions, and schemas rewritten in place.

use lapidary::{
    Derivation, GEMINI, GEMINI_API, JsonSchema, Mode, Options, ReadError, Rule, TARGETS,
    ecosystem::schemars::ForTarget, ecosystem::schemars::transform_schema,
};
use schemars::{Schema, generate::SchemaSettings, json_schema, schema_for, transform::Transform};

/// A tree of tasks.
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Task {
    title: String,
    due: Option<Due>,
    steps: Vec<Task>,
}

#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
enum Due {
    Never,
    Day(String),
    InDays { days: u8 },
}

/// A type whose attribute cannot see the definition of its field.
#[derive(schemars::JsonSchema)]
#[schemars(transform = ForTarget::default())]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Torn {
    due: Due,
}

fn rewritten(schema: &Schema, transform: &mut ForTarget) -> Schema {
    let mut schema = schema.clone();
    transform.transform(&mut schema);
    schema
}

#[test]
fn a_schema_comes_back_from_text_as_it_went() -> serde_json::Result<()> {
    for schema in [schema_for!(Task), json_schema!({"x": [1, -2.5, 1e300, "é\n"]}), json_schema!(true)] {
        let text = JsonSchema::from(&schema);
        assert_eq!(text.text(), serde_json::to_string(&schema)?);
        assert_eq!(Schema::try_from(&text)?, schema);
    }
    Ok(())
}

#[test]
fn what_is_no_schema_is_an_error() -> Result<(), ReadError> {
    for text in ["null", "3", "\"string\"", "[]", &format!("{}{}", "[".repeat(5_000), "]".repeat(5_000))] {
        let schema = JsonSchema::parse(text)?;
        assert!(Schema::try_from(&schema).is_err(), "{text:.20}");
    }
    Ok(())
}

#[test]
fn every_target_rewrites_in_place_and_a_second_time_nothing() {
    for target in TARGETS {
        let settings = SchemaSettings::default().with_transform(ForTarget::new(Options::new(target)));
        let schema = settings.into_generator().into_root_schema_for::<Task>();
        let (expected, _) = transform_schema(&schema_for!(Task), &Options::new(target));
        assert_eq!(schema, expected, "{}", target.id);
        assert_ne!(schema, schema_for!(Task), "{}", target.id);
        assert_eq!(rewritten(&schema, &mut ForTarget::new(Options::new(target))), schema, "{}", target.id);
    }
}

#[test]
fn issues_point_into_the_schema() {
    let schema = schema_for!(Task);
    let (_, issues) = transform_schema(&schema, &Options::default());
    assert!(issues.iter().any(|issue| issue.pointer == "/properties/steps/items/$ref"));
    for issue in issues {
        assert!(schema.pointer(&issue.pointer).is_some(), "{issue:?}");
    }
}

#[test]
fn a_schema_without_its_definitions_stays() {
    assert_eq!(schema_for!(Torn).pointer("/properties/due/$ref"), Some(&"#/$defs/Due".into()));
    assert_eq!(schema_for!(Torn).get("type"), Some(&"object".into()));

    let elsewhere = json_schema!({"type": "object", "properties": {"a": {"$ref": "https://example.com/a"}}});
    assert_ne!(rewritten(&elsewhere, &mut ForTarget::default()), elsewhere);
}

#[test]
fn members_of_a_schema_do_not_make_it_a_tool() {
    for odd in [json_schema!({"tools": []}), json_schema!({"name": "a", "inputSchema": {"kind": "array"}})] {
        let (schema, issues) = transform_schema(&odd, &Options::default());
        assert_eq!(schema, json_schema!({"type": "OBJECT", "properties": {}}));
        assert!(issues.iter().any(|issue| issue.code.as_str() == "GS037"));
    }
}

#[test]
fn the_answer_is_drop_in_whatever_the_mode() {
    let schema = schema_for!(Task);
    let options = Options::new(&GEMINI_API);
    let (plain, _) = transform_schema(&schema, &options);
    let (same, issues) = transform_schema(&schema, &options.mode(Mode::RoundTrip));
    assert_eq!(same, plain);
    assert!(!issues.is_empty());
}

#[test]
fn lower_case_on_request() {
    let target = GEMINI.derived(&Derivation::default().lower_case());
    let (schema, _) = transform_schema(&schema_for!(Task), &Options::new(&target));
    assert_eq!(schema.pointer("/properties/title/type"), Some(&"string".into()));
}

#[test]
fn output_too_deep_to_be_read_back_leaves_the_schema_as_it_is() {
    let mut deep = json_schema!({"type": "string"});
    for _ in 0..200 {
        deep = json_schema!({"type": "array", "items": deep});
    }
    let deep = json_schema!({"type": "object", "properties": {"deep": deep}});
    let rule = Rule::find("GS046").expect("the rule for depth");
    let (schema, issues) = transform_schema(&deep, &Options::default().without(rule));
    assert!(schema == deep);
    assert_eq!(issues.iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["too-deep"]);
}
