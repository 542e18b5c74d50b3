//! Loops of references that nothing can end: one link of each is loosened, where least is lost.

use lapidary::{GEMINI_JSON_SCHEMA, Options, Output, VERTEX_AI, transform_text};

fn json_schema(schema: &str) -> String {
    transform_text(schema, &Options::new(&GEMINI_JSON_SCHEMA), &Output::default()).expect("it is a schema")
}

fn of_definitions(definitions: &[&str]) -> String {
    format!(
        r##"{{"type":"object","properties":{{"e":{{"$ref":"#/$defs/E"}}}},"$defs":{{{}}}}}"##,
        definitions.join(",")
    )
}

/// A definition whose objects require references to others.
fn requiring(name: &str, members: &[(&str, &str)]) -> String {
    let list = |of: &dyn Fn(&(&str, &str)) -> String| members.iter().map(of).collect::<Vec<_>>().join(",");
    let properties = list(&|(member, to)| format!(r##""{member}":{{"$ref":"#/$defs/{to}"}}"##));
    let required = list(&|(member, _)| format!(r#""{member}""#));
    format!(r#""{name}":{{"type":"object","properties":{{{properties}}},"required":[{required}]}}"#)
}

#[test]
fn an_array_may_be_empty_rather_than_a_property_missing() {
    let source = r##"{"type":"object","properties":{"e":{"$ref":"#/$defs/E"}},"$defs":{"E":{"anyOf":[{"type":"object","properties":{"all":{"type":"array","items":{"$ref":"#/$defs/E"},"minItems":1}},"required":["all"]},{"type":"object","properties":{"field":{"type":"string"}},"required":["field"]}]}}}"##;
    let expected = source.replace(r#""minItems":1"#, r#""description":"(at least 1 item)""#);
    assert_eq!(json_schema(source), expected);
    let vertex = transform_text(source, &Options::new(&VERTEX_AI), &Output::default()).expect("it is a schema");
    assert_eq!(vertex, expected.replace("$ref", "ref").replace("$defs", "defs"));
}

#[test]
fn a_list_of_its_own_kind_stays_required() {
    let list = r##""E":{"type":"object","properties":{"all":{"type":"array","items":{"$ref":"#/$defs/E"},"minItems":1}},"required":["all"]}"##;
    let out = json_schema(&of_definitions(&[list]));
    assert!(out.contains(r#""description":"(at least 1 item)""#) && out.contains(r#""required":["all"]"#), "{out}");
}

#[test]
fn one_link_of_a_loop_is_loosened_whatever_the_order_of_its_definitions() {
    let (e, t, u) = (requiring("E", &[("t", "T")]), requiring("T", &[("u", "U")]), requiring("U", &[("e", "E")]));
    for order in [[&e, &t, &u], [&u, &t, &e], [&t, &e, &u]] {
        let out = json_schema(&of_definitions(&order.map(String::as_str)));
        assert_eq!(out.matches("is needed").count(), 1, "{out}");
        assert_eq!(out.matches("required").count(), 2, "{out}");
    }
}

#[test]
fn what_only_leads_to_a_loop_stays_required() {
    let e = requiring("E", &[("e", "E"), ("t", "T")]);
    let t = requiring("T", &[("t", "T")]);
    let out = json_schema(&of_definitions(&[&e, &t]));
    assert!(out.contains(r#""required":["t"]"#), "{out}");
    assert!(out.contains("(e is needed)") && out.contains("(t is needed)"), "{out}");
}

#[test]
fn a_link_that_two_loops_share_is_not_the_only_one_kept() {
    let both =
        [requiring("E", &[("t", "T")]), requiring("T", &[("e", "E"), ("u", "U")]), requiring("U", &[("e", "E")])];
    let out = json_schema(&of_definitions(&both.each_ref().map(String::as_str)));
    assert_eq!(out.matches("is needed").count(), 2, "{out}");
    assert!(out.contains(r##""t":{"$ref":"#/$defs/T"}},"required":["t"]"##), "{out}");
}

/// What leads back is stated by another schema of the member than the first.
#[test]
fn a_member_of_merged_schemas_is_loosened() {
    let base = r##"{"type":"object","properties":{"child":{"anyOf":[{"$ref":"#/$defs/E"},{"type":"string"}]}},"required":["child"]}"##;
    let node =
        r##"{"type":"object","properties":{"child":{"description":"within"}},"allOf":[{"$ref":"#/$defs/Base"}]}"##;
    let first = json_schema(&of_definitions(&[&format!(r#""E":{node}"#), &format!(r#""Base":{base}"#)]));
    assert!(first.contains("(child is needed)"), "{first}");
    assert_eq!(json_schema(&first), first);
}

/// The search ends, and what it did not reach stays loosened.
#[test]
fn long_loops_are_loosened_within_the_budget() {
    let to = |at: usize| {
        let next = (at + 1) % 3_000;
        format!(r##""D{at}":{{"type":"object","properties":{{"p":{{"$ref":"#/$defs/D{next}"}}}},"required":["p"]}}"##)
    };
    let definitions: Vec<String> = (0..3_000).map(to).collect();
    let out = json_schema(&of_definitions(&[r##""E":{"$ref":"#/$defs/D0"}"##, &definitions.join(",")]));
    assert!(out.contains("(p is needed)"));
}
