//! Comparisons of schemas, checked with a validator: what they prove holds for every value that is tried.

use proptest::{prelude::*, test_runner::RngSeed};
use serde_json::{Value as Json, json};

use crate::{
    GEMINI_API, Limits, Options, Output,
    json::{JsonId, read},
    limits::Work,
    lower::{Detail, Lower, Written},
    resolve::References,
    rules::{RuleBook, RuleSet},
    schema::{Ast, SchemaId, Spelling, Value},
    shape::{Model, Part, Term, disjoint, same, subsumes},
    transform,
};

/// What is proven of two schemas.
#[derive(Debug, PartialEq, Eq)]
struct Proven {
    /// All values of the second are values of the first.
    subsumes: bool,
    disjoint: bool,
    same: bool,
}

/// Compares two schemas as written, and as shapes.
fn compare(a: &Json, b: &Json) -> [Proven; 2] {
    let text = json!({ "anyOf": [a, b], "$defs": { "short": { "type": "string", "maxLength": 1 } } }).to_string();
    let tape = read(&text).expect("it is JSON");
    let work = Work::new(&Limits::default(), text.len());
    let mut ast = Ast::new(&tape, JsonId::ROOT, Spelling::JsonSchema, &work);
    let references = References::new(&mut ast);
    let (options, rules) = (Options::default(), RuleBook::new(RuleSet::default()));
    let mut cx = Lower::new(
        Model::new(&ast, &references),
        options.lower_options(Written::for_target(&options.target)),
        &rules.handlers,
        Detail::All,
    );
    let union: Value = ast.entries(SchemaId::ROOT)[0].value;
    let [a, b] = [0, 1].map(|at| vec![Term::Schema(ast.links(union)[at].schema.expect("it is a schema"))]);
    let proven = |model: &Model<'_, '_>, a: &Part, b: &Part| Proven {
        subsumes: subsumes(model, a, b),
        disjoint: disjoint(model, a, b),
        same: same(model, a, b),
    };
    let written = proven(&cx.model, &a, &b);
    let [a, b] = [a, b].map(|part| vec![Term::from(cx.read(&part, JsonId::ROOT).expect("it is small"))]);
    [written, proven(&cx.model, &a, &b)]
}

fn subsumed(a: Json, b: Json) -> bool {
    compare(&a, &b)[0].subsumes
}

fn apart(a: Json, b: Json) -> bool {
    let proven = [compare(&a, &b), compare(&b, &a)];
    assert_eq!(proven[0][0].disjoint, proven[1][0].disjoint, "it does not matter which comes first");
    proven[0][0].disjoint
}

#[test]
fn types_and_values_are_told_apart() {
    assert!(apart(json!({"type": "string"}), json!({"type": ["integer", "null"]})));
    assert!(!apart(json!({"type": "integer"}), json!({"type": "number"})), "integers are numbers");
    assert!(apart(json!({"enum": ["a", 1]}), json!({"enum": ["b", 2]})));
    assert!(!apart(json!({"const": 1}), json!({"const": 1.0})), "numbers are compared by value");
    assert!(apart(json!({"type": "integer"}), json!({"enum": [1.5, "a"]})));
    assert!(apart(json!({"const": "abc"}), json!({"type": "string", "maxLength": 2})));
    assert!(!apart(
        json!({"type": "string", "enum": ["a"], "nullable": true}),
        json!({"type": "string", "enum": ["b"], "nullable": true})
    ));
}

#[test]
fn ranges_are_compared_on_the_numbers_as_written() {
    let upto = |limit: Json| json!({"type": "number", "maximum": limit});
    assert!(apart(upto(json!(1)), json!({"type": "number", "exclusiveMinimum": 1})));
    assert!(!apart(upto(json!(1)), json!({"type": "number", "minimum": 1.0})));
    assert!(apart(json!({"type": "array", "maxItems": 1}), json!({"type": "array", "minItems": 2})));
    assert!(subsumed(upto(json!(1e30)), json!({"type": "integer", "maximum": 7})));
    assert!(!subsumed(upto(json!(6.5)), json!({"type": "integer", "maximum": 7})));
}

#[test]
fn a_discriminator_tells_objects_apart() {
    let of = |kind: &str| json!({"type": "object", "properties": {"kind": {"const": kind}}, "required": ["kind"]});
    assert!(apart(of("a"), of("b")));
    assert!(!apart(of("a"), of("a")));
    let optional = |kind: &str| json!({"type": "object", "properties": {"kind": {"const": kind}}});
    assert!(apart(of("a"), optional("b")), "the one has it, the other not so");
    assert!(!apart(optional("a"), optional("b")), "both may go without");
}

#[test]
fn a_closed_object_cannot_have_what_another_requires() {
    let closed = json!({"type": "object", "properties": {"a": {}}, "additionalProperties": false});
    assert!(apart(closed.clone(), json!({"type": "object", "required": ["b"]})));
    assert!(!apart(closed, json!({"type": "object", "required": ["a"]})));
    let without = |name: &str| json!({"not": {"required": [name]}});
    let either = |mine: &str, other: &str| json!({"required": [mine], "not": {"required": [other]}});
    assert!(apart(either("a", "b"), either("b", "a")));
    assert!(apart(without("a"), json!({"type": "object", "required": ["a"]})));
}

#[test]
fn a_wider_schema_has_the_narrower() {
    let object = |extra: Json| {
        let mut schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        schema.as_object_mut().expect("it is an object").extend(extra.as_object().cloned().unwrap_or_default());
        schema
    };
    assert!(subsumed(object(json!({})), object(json!({"required": ["a"], "description": "x"}))));
    assert!(!subsumed(object(json!({"required": ["a"]})), object(json!({}))));
    assert!(subsumed(object(json!({})), object(json!({"additionalProperties": false}))));
    assert!(!subsumed(object(json!({"additionalProperties": false})), object(json!({}))));
    assert!(subsumed(json!({"enum": ["a", "b", 1]}), json!({"enum": [1.0, "b"]})));
    let either = json!({"anyOf": [{"type": "string"}, {"type": "null"}]});
    assert!(subsumed(either.clone(), json!({"type": "string", "minLength": 1})));
    assert!(subsumed(json!({"type": ["null", "string"]}), either));
    assert!(subsumed(
        json!({"$ref": "#/$defs/short"}),
        json!({"allOf": [{"$ref": "#/$defs/short"}, {"minLength": 1}]})
    ));
    assert!(subsumed(
        json!({"type": "string", "pattern": "^a"}),
        json!({"type": "string", "pattern": "^a", "minLength": 3})
    ));
    assert!(!subsumed(json!({"type": "string", "pattern": "^a"}), json!({"type": "string"})));
}

#[test]
fn equal_means_the_same_values_in_any_words() {
    let [written, read] = compare(
        &json!({"properties": {"a": {"maximum": 10.0}}, "type": "object", "title": "x"}),
        &json!({"type": "object", "properties": {"a": {"maximum": 1e1}}, "description": "y"}),
    );
    assert!(written.same && read.same);
}

fn seed() -> RngSeed {
    let seed = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok());
    RngSeed::Fixed(seed.unwrap_or(63))
}

fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(4_000)
}

fn scalar() -> impl Strategy<Value = Json> {
    let values = [
        json!(0),
        json!(1),
        json!(1.0),
        json!(1.5),
        json!(2),
        json!("a"),
        json!("ab"),
        json!(""),
        json!(null),
        json!(true),
    ];
    prop::sample::select(values.to_vec())
}

fn value() -> impl Strategy<Value = Json> {
    scalar().prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Json::from),
            prop::collection::btree_map(prop::sample::select(vec!["a", "b", "c"]), inner, 0..3)
                .prop_map(|members| { members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect() }),
        ]
    })
}

fn names() -> impl Strategy<Value = Json> {
    prop::collection::btree_set(prop::sample::select(vec!["a", "b", "c"]), 0..3).prop_map(|names| json!(names))
}

fn keyword() -> impl Strategy<Value = (&'static str, Json)> {
    let types = ["string", "number", "integer", "boolean", "null", "array", "object"];
    let limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
    let counts = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
    prop_oneof![
        4 => prop::sample::select(types.to_vec()).prop_map(|kind| ("type", json!(kind))),
        2 => prop::collection::btree_set(prop::sample::select(types.to_vec()), 1..4).prop_map(|kinds| ("type", json!(kinds))),
        2 => prop::collection::vec(value(), 1..4).prop_map(|values| ("enum", json!(values))),
        2 => value().prop_map(|value| ("const", value)),
        2 => (prop::sample::select(limits.to_vec()), prop::sample::select(vec![json!(0), json!(1), json!(1.5), json!(2.0)])),
        2 => (prop::sample::select(counts.to_vec()), (0..3).prop_map(|count| json!(count))),
        2 => names().prop_map(|names| ("required", names)),
        1 => prop::sample::select(vec![("pattern", json!("^a")), ("multipleOf", json!(2)), ("uniqueItems", json!(true)), ("description", json!("d")), ("additionalProperties", json!(false)), ("$ref", json!("#/$defs/short"))]),
    ]
}

fn object(members: Vec<(&'static str, Json)>) -> Json {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn schema() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        9 => prop::collection::vec(keyword(), 0..3).prop_map(object),
        1 => any::<bool>().prop_map(Json::from),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..4).prop_map(Json::from);
        let nested = prop_oneof![
            3 => (prop::sample::select(vec!["a", "b"]), inner.clone())
                .prop_map(|(name, schema)| ("properties", object(vec![(name, schema)]))),
            2 => (prop::sample::select(vec!["anyOf", "oneOf", "allOf"]), list),
            2 => (prop::sample::select(vec!["not", "items", "additionalProperties", "if", "then", "contains"]), inner),
        ];
        prop::collection::vec(prop_oneof![keyword(), nested], 1..5).prop_map(object)
    })
}

/// Objects whose members depend on a discriminator, by conditions and an exclusion.
fn dependent() -> impl Strategy<Value = Json> {
    let kinds = || prop::collection::btree_set(prop::sample::select(vec!["x", "y", "z"]), 1..3);
    let consequence = prop_oneof![
        names().prop_map(|names| json!({"required": names})),
        Just(json!({"properties": {"b": {"type": "string", "minLength": 2}}})),
        Just(json!(false)),
    ];
    let test = (kinds(), any::<bool>()).prop_map(|(kinds, present)| {
        let test = json!({"properties": {"kind": {"enum": kinds}}});
        if present { json!({"properties": test["properties"], "required": ["kind"]}) } else { test }
    });
    let condition = (test, consequence.clone(), prop::option::of(consequence)).prop_recursive(2, 4, 1, |inner| {
        let further = inner.prop_map(|(test, then, otherwise)| conditional(test, then, otherwise));
        (Just(json!({"properties": {"kind": {"const": "x"}}})), names(), further)
            .prop_map(|(test, names, further)| (test, json!({"required": names}), Some(further)))
            .boxed()
    });
    let conditions = prop::collection::vec(condition, 1..3);
    (conditions, any::<bool>(), kinds()).prop_map(|(conditions, required, excluded)| {
        let conditions: Vec<Json> =
            conditions.into_iter().map(|(test, then, otherwise)| conditional(test, then, otherwise)).collect();
        let kind = json!({"type": "string", "enum": ["x", "y", "z"], "not": {"enum": excluded}});
        let required: &[&str] = if required { &["kind"] } else { &[] };
        let properties =
            json!({"kind": kind, "a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}});
        json!({"type": "object", "properties": properties, "required": required, "allOf": conditions})
    })
}

fn conditional(test: Json, then: Json, otherwise: Option<Json>) -> Json {
    let mut conditional = json!({"if": test, "then": then});
    if let Some(otherwise) = otherwise {
        conditional["else"] = otherwise;
    }
    conditional
}

/// Arguments for such an object.
fn arguments() -> impl Strategy<Value = Json> {
    let kind = prop::option::of(prop::sample::select(vec!["x", "y", "z", "other"]));
    let text = || prop::option::of(prop::sample::select(vec!["t", "text"]));
    (kind, text(), text(), text()).prop_map(|(kind, a, b, c)| {
        let members = [("kind", kind), ("a", a), ("b", b), ("c", c)];
        members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), json!(value?)))).collect()
    })
}

/// Two schemas that have much in common: one, and the same with a change.
fn pair() -> impl Strategy<Value = (Json, Json)> {
    let near = (schema(), prop::collection::vec(keyword(), 0..3), any::<bool>()).prop_map(|(schema, extra, swap)| {
        let mut other = schema.clone();
        if let Some(members) = other.as_object_mut() {
            members.extend(extra.into_iter().map(|(name, value)| (name.to_owned(), value)));
        }
        if swap { (other, schema) } else { (schema, other) }
    });
    prop_oneof![(schema(), schema()), near]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), rng_seed: seed(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_proven_holds((a, b) in pair(), values in prop::collection::vec(value(), 24)) {
        let whole = |schema: &Json| json!({"allOf": [schema], "$defs": { "short": { "type": "string", "maxLength": 1 } }});
        let [first, second] = [&a, &b].map(|schema| jsonschema::validator_for(&whole(schema)).expect("it is a schema"));
        let proven = compare(&a, &b);
        for value in &values {
            let (in_a, in_b) = (first.is_valid(value), second.is_valid(value));
            for proven in &proven {
                prop_assert!(!proven.subsumes || in_a || !in_b, "{b} is not within {a}: {value}");
                prop_assert!(!proven.disjoint || !in_a || !in_b, "{a} and {b} share {value}");
                prop_assert!(!proven.same || in_a == in_b, "{a} and {b} differ on {value}");
            }
        }
    }

    #[test]
    fn conditions_cost_what_they_are_said_to_cost(schema in dependent(), values in prop::collection::vec(arguments(), 24)) {
        let tool = json!({"name": "t", "inputSchema": {"type": "object", "properties": {"p": schema}}}).to_string();
        let out = transform(&tool, &Options::new(&GEMINI_API), &Output::default());
        let issues = &out.tools()[0].report.issues;
        let gains = issues.iter().any(|issue| issue.accepts_more.is_some());
        let loses = issues.iter().any(|issue| issue.accepts_less.is_some());
        let output: Json = serde_json::from_str(&out.output.expect("it is a tool")).expect("it is JSON");
        // A property that nothing satisfies is omitted.
        let nothing = json!(false);
        let after = output["parameters"]["properties"].get("p").unwrap_or(&nothing);
        let [first, second] = [&schema, after].map(|schema| jsonschema::validator_for(schema).expect("it is a schema"));
        for value in &values {
            let (before, after_too) = (first.is_valid(value), second.is_valid(value));
            prop_assert!(gains || before || !after_too, "{value} is gained: {schema} as {after}");
            prop_assert!(loses || !before || after_too, "{value} is lost: {schema} as {after}");
        }
    }
}
