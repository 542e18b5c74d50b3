//! What is read of texts, where it goes back to, and what is not read.

use std::ops::Range;

use lapidary::Span;

use super::*;

fn yaml(text: &str) -> Yaml {
    read(text).unwrap_or_else(|issue| panic!("{text:.200?}: {}", issue.message))
}

fn said(text: &str) -> String {
    yaml(text).json
}

fn noted(text: &str) -> Vec<(String, &str)> {
    let notes = read(text).unwrap_or_else(|issue| panic!("{text:?}: {}", issue.message)).notes;
    notes.into_iter().map(|note| (note.message, &text[note.span.start as usize..note.span.end as usize])).collect()
}

fn wrong(text: &str) -> (String, Span) {
    let issue = read(text).err().unwrap_or_else(|| panic!("{text:.60?} is read"));
    assert_eq!(issue.code, "invalid-yaml");
    (issue.message, issue.span)
}

fn lines(numbers: Range<usize>, line: fn(usize) -> String) -> String {
    numbers.map(line).collect::<Vec<_>>().concat()
}

/// The text to which the first occurrence of a part of the JSON goes back.
fn source<'t>(text: &'t str, json: &str) -> &'t str {
    let yaml = yaml(text);
    let start = yaml.json.find(json).unwrap_or_else(|| panic!("no {json} in {}", yaml.json)) as u32;
    let Span { start, end } = yaml.places.source(Span { start, end: start + json.len() as u32 });
    &text[start as usize..end as usize]
}

#[test]
fn values_are_those_of_the_core_schema() {
    for (yaml, json) in [
        ("a: 1\nb: [x, 'y', \"z\\n\", ~, yes]\n", r#"{"a":1,"b":["x","y","z\n",null,"yes"]}"#),
        ("- a\n-\n- - b\n- {c, d: }\n", r#"["a",null,["b"],{"c":null,"d":null}]"#),
        ("a: |\n  x\n  y\nb: >-\n  x\n  y\n", r#"{"a":"x\ny\n","b":"x y"}"#),
        ("a: &x {k: 1}\nb: *x\n", r#"{"a":{"k":1},"b":{"k":1}}"#),
        ("a: &x k\n*x : 1\n", r#"{"a":"k","k":1}"#),
        ("a: 1\na: 2\n", r#"{"a":1,"a":2}"#),
        ("a: !!str 5\nb: ! 5\nc: !!int \"5\"\n", r#"{"a":"5","b":"5","c":5}"#),
        ("# c\n---\n...\n---\na: 1\n", r#"{"a":1}"#),
        ("\u{feff}a: 1.50\r\nb: 123456789012345678901\r\n", r#"{"a":1.50,"b":123456789012345678901}"#),
    ] {
        assert_eq!(said(yaml), json, "{yaml}");
    }
}

#[test]
fn merge_keys_add_the_members_that_are_not_there() {
    let base = "x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\n";
    for (yaml, json) in [
        ("z: {<<: *x, b: 0}", r#"{"b":0,"a":1}"#),
        ("z: {<<: [*x, *y]}", r#"{"a":1,"b":2,"c":4}"#),
        ("z: {<<: *y, <<: *x}", r#"{"b":3,"c":4,"a":1}"#),
        ("z: {\"<<\": *x}", r#"{"<<":{"a":1,"b":2}}"#),
        ("z: {<<: 5}", r#"{"<<":5}"#),
    ] {
        let said = said(&format!("{base}{yaml}"));
        assert!(said.ends_with(&format!("\"z\":{json}}}")), "{yaml}: {said}");
    }
}

#[test]
fn what_json_lacks_is_noted() {
    assert_eq!(noted("a: 1"), []);
    let note = |message: &str, at| vec![(message.to_owned(), at)];
    assert_eq!(noted("a: !b {c: 1}"), note("the tag `!b` is ignored", "!b"));
    assert_eq!(noted("a: !!seq x"), note("the tag `!!seq` is ignored", "!!seq"));
    assert_eq!(noted("é: -.inf"), note("`-.inf` is not a number in JSON; it is read as null", "-.inf"));
    assert_eq!(noted("0x10: a"), note("a key that is not a string is read as the string `16`", "0x10"));
    let collection = "a key that is a collection is ignored, with its value";
    assert_eq!(noted("? [a, b]\n: 1\nc: 2\n"), note(collection, "[a, b]"));
    assert_eq!(noted("a: 1\n---\nb\n"), note("only the first document of the YAML is read", "b"));
    assert_eq!(noted("a: 1\n---\n# nothing\n"), []);
    let text = "- .nan\n".repeat(300);
    let many = noted(&text);
    assert_eq!(many.len(), 100);
    assert!(many[99].0.ends_with("; 200 more such notes are not listed"), "{}", many[99].0);
}

#[test]
fn each_part_goes_back_to_the_text() {
    let text = "é: &x\r\n  key: |\r\n    two\r\n    lines\r\n  'q': [1, {f: \"v\"}]\r\nagain: *x\r\nmore: {<<: *x}\r\n";
    for (json, there) in [
        ("\"é\"", "é"),
        ("\"key\"", "key"),
        ("\"two\\nlines\\n\"", "two\r\n    lines"),
        ("lines", "two\r\n    lines"),
        ("\"q\"", "'q'"),
        ("[1,{\"f\":\"v\"}]", "[1, {f: \"v\"}]"),
        ("\"f\":\"v\"", "f: \"v\""),
        ("\"v\"", "\"v\""),
        ("1,{", "[1, {f: \"v\"}]"),
        ("\"again\"", "again"),
    ] {
        assert_eq!(source(text, json), there, "{json}");
    }
    // An alias is where it stands, and what is in it where it was written.
    let yaml = yaml(text);
    let at = yaml.json.find("\"again\":").expect("a member") as u32 + 8;
    let there = |start, end| yaml.places.source(Span { start, end });
    let Span { start, end } = there(at, at + 1);
    assert_eq!(&text[start as usize..end as usize], "*x");
    let Span { start, end } = there(at + 1, at + 6);
    assert_eq!((&text[start as usize..end as usize], start), ("key", 10));
}

#[test]
fn what_is_not_read_has_a_place() {
    let at = |start, end| Span { start, end };
    assert_eq!(wrong("é: b: c"), ("not YAML: mapping values are not allowed in this context".to_owned(), at(5, 6)));
    assert_eq!(wrong("a: [b"), ("not YAML: unclosed bracket '['".to_owned(), at(3, 4)));
    assert_eq!(wrong("a: &a [*a]"), ("the alias refers to a node that contains it".to_owned(), at(7, 9)));
    assert_eq!(wrong("a: *b"), ("not YAML: while parsing node, found unknown anchor".to_owned(), at(3, 4)));
    for empty in ["", "# nothing\n", "---\n...\n"] {
        assert_eq!(wrong(empty), ("the YAML is empty".to_owned(), at(0, 0)));
    }
}

#[test]
fn what_expands_too_far_is_not_read() {
    let doubling = |line: fn(usize) -> String| "x0: &x0 {a: 1}\n".to_owned() + &lines(1..40, line);
    let (values, bytes) = ("the YAML expands to more than 1000000 values", "the YAML expands to more than 128 MiB");
    let aliases = doubling(|at| format!("x{at}: &x{at} [*x{0}, *x{0}]\n", at - 1));
    assert_eq!(wrong(&aliases).0, values);
    let merged = doubling(|at| format!("x{at}: &x{at} {{<<: [*x{0}, *x{0}], b{at}: 1}}\n", at - 1));
    assert!(said(&merged).len() < 20_000);
    let repeated = |what: &str, how: &str| format!("x: &x {what}\ny: {how}\n");
    let names = lines(0..20_000, |at| format!("k{at}: 1, "));
    assert_eq!(wrong(&repeated(&format!("{{{names}}}"), &format!("{{<<: [{}]}}", "*x, ".repeat(1000)))).0, bytes);
    let empty = format!("[{}]", "{}, ".repeat(10_000));
    assert_eq!(wrong(&repeated(&empty, &format!("[{}]", "{<<: *x}, ".repeat(1000)))).0, bytes);
    assert_eq!(wrong(&repeated(&"x".repeat(100_000), &format!("[{}]", "*x, ".repeat(2000)))).0, bytes);
    for nested in ["[".repeat(600), "- ".repeat(600), "? ".repeat(600)] {
        assert_eq!(wrong(&nested).0, "the YAML expands to more than 512 levels");
    }
    let chain = lines(1..1000, |at| format!("x{at}: &x{at} [*x{}]\n", at - 1));
    assert_eq!(wrong(&format!("x0: &x0 1\n{chain}")).0, "the YAML expands to more than 512 levels");
}
