//! Outputs that hold only a part of the document: lists with tools that are no functions, and one tool of several.

use lapidary::{Emit, GEMINI, Mode, OPENAI_STRICT, Options, Output, Target, transform};

const FUNCTION: &str = r#"{"name":"f","input_schema":{"type":"object","properties":{"a":{"type":"string"}}}}"#;

/// The output, and the document's issues.
fn answer(document: &str, target: &Target, emit: Emit) -> (String, Vec<String>) {
    let options = Options::new(target).mode(Mode::DropIn);
    let out = transform(document, &options, &Output::default().emit(emit));
    let output = out.output.clone().expect("it is readable");
    (output, out.into_report().issues.into_iter().map(|issue| issue.message).collect())
}

#[test]
fn tools_of_a_provider_that_are_not_declared_are_reported() {
    let [search, bash] =
        ["web_search_20250305", "bash_20250124"].map(|kind| format!(r#"{{"type":"{kind}","name":"n"}}"#));
    let declared = r#"[{"name":"f","parameters":{"type":"OBJECT","properties":{"a":{"type":"STRING"}}}}]"#;
    let openai = FUNCTION.replace(r#"{"name""#, r#"{"type":"function","name""#).replace("input_schema", "parameters");
    for (document, named) in [
        (format!("[{search},{FUNCTION}]"), "`web_search_20250305` is"),
        (format!(r#"{{"model":"m","messages":[],"tools":[{FUNCTION},{search},{bash}]}}"#), "`bash_20250124` are"),
        (format!(r#"[{openai},{{"type":"web_search"}},{{"type":"custom","name":"x"}}]"#), "`custom` are"),
        (format!(r"[{openai},1,2,3,4,5]"), "`1`, `2`, `3` and 2 more are"),
    ] {
        let (output, issues) = answer(&document, &GEMINI, Emit::Declarations);
        assert_eq!(output, declared, "{document}");
        let [issue] = issues.as_slice() else { panic!("{document}: {issues:?}") };
        assert!(issue.contains(named) && issue.contains("with a schema"), "{document}: {issue}");
        let (output, issues) = answer(&document, &GEMINI, Emit::Same);
        assert_eq!((output, issues), (document.clone(), Vec::new()), "{document}");
    }
}

#[test]
fn each_tool_of_a_servers_list_is_a_function() {
    let tools = format!(r#"{{"tools":[{{"type":"web_search","name":"n"}},{FUNCTION}]}}"#);
    for document in [tools.clone(), format!(r#"{{"jsonrpc":"2.0","id":1,"result":{tools}}}"#)] {
        let out = transform(&document, &Options::default(), &Output::default());
        let names: Vec<&str> = out.tools().iter().map(|tool| tool.report.name.as_str()).collect();
        assert_eq!(names, ["n", "f"]);
        let issues = &out.tools()[0].report.issues;
        assert!(issues.iter().any(|issue| issue.message.contains("declared without arguments")), "{issues:?}");
    }
}

#[test]
fn a_tool_whose_type_is_a_schemas_is_a_function() {
    for kind in ["object", "OBJECT", "string", "dict"] {
        let list = format!(r#"{{"tools":[{{"name":"g","type":"{kind}","description":"d"}}]}}"#);
        let (output, issues) = answer(&list, &GEMINI, Emit::Declarations);
        assert_eq!((output.as_str(), issues.len()), (r#"[{"name":"g","description":"d"}]"#, 0), "{kind}");
    }
}

#[test]
fn tools_of_gemini_are_reported_where_its_request_becomes_a_list_for_openai() {
    let request = r#"{"contents":[],"tools":[{"googleSearch":{}},{"functionDeclarations":[{"name":"f"}]}]}"#;
    let (output, issues) = answer(request, &OPENAI_STRICT, Emit::Declarations);
    assert!(!output.contains("googleSearch") && issues[0].contains("googleSearch"), "{output} {issues:?}");
    assert_eq!(answer(request, &GEMINI, Emit::Declarations), (request.to_owned(), Vec::new()));
}

#[test]
fn one_tool_of_a_request_is_its_declaration() {
    let request = r#"{"contents":[{"parts":[{"functionCall":{"name":"a/b"}}]}],"tools":[{"functionDeclarations":[
        {"name":"a/b","parameters":{"type":"OBJECT","properties":{"q":{"const":"x"}}}}, {"name":"other"}]}]}"#;
    let declared =
        r#"{"name":"a_b_480c78","parameters":{"type":"OBJECT","properties":{"q":{"type":"STRING","enum":["x"]}}}}"#;
    let one = |emit| {
        let out = transform(request, &Options::default(), &Output::default().emit(emit).tool("a/b"));
        out.output.expect("it is readable")
    };
    assert_eq!(one(Emit::Declarations), format!("[{declared}]"));
    assert_eq!(one(Emit::Request), format!(r#"{{"tools":[{{"functionDeclarations":[{declared}]}}]}}"#));
}
