//! Enums with more values than OpenAI accepts in a schema: the longest are removed, and reported where they are.

use lapidary::{Mode, OPENAI_STRICT, Options, Output, Transformed, transform};

/// An enum of so many values of a length.
fn list(name: &str, values: usize, length: usize) -> String {
    let values: Vec<String> =
        (0..values).map(|at| format!(r#""{name}{at:0width$}""#, width = length - name.len())).collect();
    format!(r#""enum":[{}]"#, values.join(","))
}

fn tool(properties: &str) -> String {
    format!(
        r#"{{"name":"t","inputSchema":{{"type":"object","properties":{{{properties}}},"required":["a","b","c"],"additionalProperties":false}}}}"#
    )
}

fn strict(tool: &str, mode: Mode) -> Transformed {
    transform(tool, &Options::new(&OPENAI_STRICT).mode(mode), &Output::default())
}

#[test]
fn the_longest_enums_go_until_the_rest_fits() {
    for mode in [Mode::DropIn, Mode::RoundTrip] {
        let (long, short) = (list("x", 700, 5), list("y", 400, 5));
        let given = tool(&format!(
            r#""a":{{"type":"string",{short}}},"b":{{"type":"array","items":{{"type":"string",{long},"description":"A word"}}}},"c":{{"type":"string","enum":["enum","z"]}}"#
        ));
        let transformed = strict(&given, mode);
        let output = transformed.output.as_deref().expect("an output");
        assert!(output.contains(&short) && !output.contains(&long) && output.contains(r#""enum":["enum","z"]"#));
        assert!(output.contains(r#"{"type":"string","description":"A word (one of: x0000, x0001, "#), "{output}");
        let [issue] = &transformed.tools()[0].report.issues[..] else { panic!("one issue") };
        assert_eq!((issue.code.as_str(), &*issue.pointer), ("GS073", "/inputSchema/properties/b/items/enum"));
        assert_eq!(issue.outputs, ["/properties/b/items"]);
        assert_eq!(
            issue.message,
            "`b[]`: the schema has 1102 values in its enums, 700 of them in this one; OpenAI takes at most 1000 in all"
        );
        let again = strict(output, mode);
        assert_eq!(again.output.as_deref(), Some(output));
    }
}

#[test]
fn an_enum_may_be_too_long_by_itself() {
    let (long, short) = (list("x", 251, 60), list("y", 250, 61));
    let given = tool(&format!(
        r#""a":{{{long},"type":"string"}},"b":{{"type":"string",{short}}},"c":{{"type":"string",{}}}"#,
        list("z", 251, 59)
    ));
    let transformed = strict(&given, Mode::DropIn);
    let output = transformed.output.as_deref().expect("an output");
    assert!(output.contains(r#""a":{"description":"(one of: x000"#) && output.contains(&short), "{output}");
    let [issue] = &transformed.tools()[0].report.issues[..] else { panic!("one issue") };
    assert_eq!(issue.pointer, "/inputSchema/properties/a/enum");
    assert!(
        issue.message.contains("15060 characters in 251 values; OpenAI takes at most 15000 characters"),
        "{}",
        issue.message
    );
    let quiet = transform(&given, &Options::new(&OPENAI_STRICT).hints(false), &Output::default());
    assert!(quiet.output.expect("an output").contains(r#""a":{"type":"string"},"b""#));
}

#[test]
fn as_many_as_are_accepted_stay() {
    let given = tool(&format!(
        r#""a":{{"type":"string",{}}},"b":{{"type":"string",{}}},"c":{{"type":"string"}}"#,
        list("x", 700, 5),
        list("y", 300, 5)
    ));
    let transformed = strict(&given, Mode::DropIn);
    assert!(transformed.tools()[0].report.issues.is_empty());
    assert_eq!(transformed.output.expect("an output").matches('x').count(), 700);
}
