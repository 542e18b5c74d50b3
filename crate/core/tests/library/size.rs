//! Schemas larger than OpenAI accepts: the longest enums are removed, and reported where they are; other parts are
//! reported.

use lapidary::{Mode, OPENAI_STRICT, OnError, Options, Output, Status, Transformed, transform};

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

/// A closed object of so many strings, with names of a length.
fn strings(properties: usize, length: usize, further: &str) -> String {
    let names: Vec<String> = (0..properties).map(|at| format!("{at:0length$}")).collect();
    let declared: Vec<String> = names.iter().map(|name| format!(r#""{name}":{{"type":"string"}}"#)).collect();
    let required: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!(
        r#"{{"type":"object","properties":{{{}{further}}},"required":[{}],"additionalProperties":false}}"#,
        declared.join(","),
        required.join(",")
    )
}

#[test]
fn too_many_properties_or_characters_are_reported() {
    for (given, found) in [
        (strings(5_001, 4, ""), "5001 properties; OpenAI takes at most 5000"),
        (strings(241, 500, ""), "120500 characters in its names and constants; OpenAI takes at most 120000"),
    ] {
        let transformed = strict(&given, Mode::DropIn);
        assert_eq!(transformed.output.as_deref(), Some(&*given));
        let report = &transformed.tools()[0].report;
        let [issue] = &report.issues[..] else { panic!("one issue") };
        assert_eq!((issue.code.as_str(), &*issue.pointer), ("GS073", ""));
        assert_eq!(issue.message, format!("the schema has {found}"));
        assert_eq!(report.status, Status::Incompatible);
        let omitted = transform(&given, &Options::new(&OPENAI_STRICT), &Output::default().on_error(OnError::Throw));
        assert!(omitted.output.is_none());
    }
    for given in [strings(5_000, 4, ""), strings(240, 500, "")] {
        assert!(strict(&given, Mode::DropIn).tools()[0].report.issues.is_empty());
    }
}

/// Names and definitions count with the values of enums, of which only as many go as have to.
#[test]
fn enums_go_where_there_are_too_many_characters() {
    let (long, short) = (list("x", 100, 100), list("y", 50, 100));
    let further = format!(r#","x":{{"type":"string",{long}}},"y":{{"type":"string",{short}}}"#);
    let given = strings(220, 500, &further).replace(r#""required":["#, r#""required":["x","y","#);
    let transformed = strict(&given, Mode::DropIn);
    let output = transformed.output.as_deref().expect("an output");
    assert!(output.contains(&short) && !output.contains(&long));
    let [issue] = &transformed.tools()[0].report.issues[..] else { panic!("one issue") };
    let found =
        "`x`: the schema has 125002 characters in names and values, 10000 of them in this enum; OpenAI takes at most";
    assert_eq!(issue.message, format!("{found} 120000 in all"));
    assert!(strict(output, Mode::DropIn).tools()[0].report.issues.is_empty());
}

#[test]
fn definitions_that_nothing_refers_to_go_where_there_are_too_many() {
    for keyword in ["definitions", "$defs"] {
        let unused = |count: usize| {
            let properties = (0..60).map(|at| format!(r#""p{at}":{{"type":"string"}}"#)).collect::<Vec<_>>().join(",");
            let definition = |at: usize| format!(r#""d{at}":{{"type":"object","properties":{{{properties}}}}}"#);
            format!(r#","{keyword}":{{{}}}}}"#, (0..count).map(definition).collect::<Vec<_>>().join(","))
        };
        let given = |count: usize| strings(3, 5, "").trim_end_matches('}').to_owned() + &unused(count);
        for (count, stay) in [(10, true), (100, false)] {
            let transformed = strict(&given(count), Mode::DropIn);
            let output = transformed.output.as_deref().expect("an output");
            assert_eq!(output.contains(keyword), stay, "{count}");
            let report = &transformed.tools()[0].report;
            let found = report.issues.iter().filter(|issue| issue.code == "GS073").map(|issue| issue.fix.as_deref());
            assert_eq!(found.collect::<Vec<_>>(), if stay { vec![] } else { vec![Some("removed")] }, "{count}");
        }
    }
}
