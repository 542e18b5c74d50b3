//! Endless loops of references (J-ref-loop): no more of their steps become optional than it takes.

use lapidary::{GEMINI_JSON_SCHEMA, Options, Output, transform_text};

fn output(schema: &str) -> String {
    transform_text(schema, &Options::new(&GEMINI_JSON_SCHEMA), &Output::default()).expect("it is a schema")
}

/// The schema of a tool whose property refers to the first of these definitions.
fn tool(definitions: &str) -> String {
    format!(r##"{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/A"}}}},"$defs":{{{definitions}}}}}"##)
}

#[test]
fn a_bound_on_items_is_loosened_before_a_required_member() {
    let list = r##"{"type":"object","properties":{"all":{"type":"array","items":{"$ref":"#/$defs/A"},"minItems":1}},"required":["all"]}"##;
    let output = output(&tool(&format!(r#""A":{list}"#)));
    assert!(
        output.contains(r#""description":"(at least 1 item)""#) && output.contains(r#""required":["all"]"#),
        "{output}"
    );
}

#[test]
fn one_step_of_a_loop_is_loosened() {
    let to = |name: &str| {
        format!(r##"{{"type":"object","properties":{{"next":{{"$ref":"#/$defs/{name}"}}}},"required":["next"]}}"##)
    };
    let output = output(&tool(&format!(r#""A":{},"B":{},"C":{}"#, to("B"), to("C"), to("A"))));
    assert_eq!(output.matches(r#""required":["next"]"#).count(), 2, "{output}");
    assert_eq!(output.matches("(next is needed)").count(), 1, "{output}");
}

/// What leads back is stated by another schema of the member than the first.
#[test]
fn a_member_of_merged_schemas_is_loosened() {
    let base = r##"{"type":"object","properties":{"child":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"string"}]}},"required":["child"]}"##;
    let node =
        r##"{"type":"object","properties":{"child":{"description":"within"}},"allOf":[{"$ref":"#/$defs/Base"}]}"##;
    let first = output(&tool(&format!(r#""A":{node},"Base":{base}"#)));
    assert!(first.contains("(child is needed)"), "{first}");
    assert_eq!(output(&first), first);
}

/// The search ends, and what it did not reach stays loosened.
#[test]
fn long_loops_are_loosened_within_the_budget() {
    let to = |at: usize| {
        let next = (at + 1) % 3_000;
        format!(r##""D{at}":{{"type":"object","properties":{{"p":{{"$ref":"#/$defs/D{next}"}}}},"required":["p"]}}"##)
    };
    let definitions: Vec<String> = (0..3_000).map(to).collect();
    let output = output(&tool(&format!(r##""A":{{"$ref":"#/$defs/D0"}},{}"##, definitions.join(","))));
    assert!(output.contains("(p is needed)"));
}
